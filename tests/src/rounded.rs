//! Emitted rounded functions, compiled and run at all arguments: many functions in one program.

use crate::evaluator::{CUDA_ON_A_CPU, run, run_compiler};
use rayon::prelude::*;
use rug::Float;
use rug::float::Round;
use std::cmp::Ordering;
use std::fs;
use std::time::Instant;
use tmd_codegen::mpfr::Mpfr;
use tmd_codegen::round::{self, Body, Certificate, Encoding, RoundedFunction};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_codegen::verify;
use tmd_runtime::RoundingMode;

/// The results of a function in each of its modes, in the order of arguments.
pub type Results = Vec<Vec<u16>>;

/// How programs of Rust are compiled: `main.rs`, as one unit of code.
pub(crate) const RUST_FLAGS: [&str; 8] = [
    "--edition=2024",
    "-Dwarnings",
    "-Adead_code",
    "-Copt-level=1",
    "-Ccodegen-units=1",
    "-o",
    "program",
    "main.rs",
];

/// How programs of CUDA are compiled for a CPU: `main.cpp`.
pub(crate) const CUDA_FLAGS: [&str; 7] =
    ["-O1", "-march=native", "-ffp-contract=off", "-Wall", "-o", "program", "main.cpp"];

/// The results that are correct.
pub fn correct(made: &RoundedFunction) -> Results {
    let result = |x, mode: &RoundingMode| {
        let result = made.correct(x, *mode).expect("known");
        u16::try_from(result).expect("16 bits")
    };
    let of_mode = |mode: &RoundingMode| (0..=0xffff).map(|x| result(x, mode)).collect();
    made.request.modes.iter().map(of_mode).collect()
}

/// What a function is called in a program of many.
fn name(index: usize) -> String {
    format!("tested_{index}")
}

/// Names of the functions of one's modes.
fn entries(made: &RoundedFunction, index: usize) -> Vec<String> {
    let modes = made.request.modes.iter();
    modes.map(|mode| format!("{}_{}", name(index), mode.name())).collect()
}

/// The text of a target's file.
fn emitted(made: &RoundedFunction, target: &str, index: usize, end: &str) -> String {
    let sources = made.emit(target, &name(index)).unwrap_or_else(|diag| panic!("{diag}"));
    let mut found = sources.into_iter().filter(|(file, _)| file.ends_with(end));
    found.next().map(|(_, text)| text).expect("the file")
}

/// The results that a program writes, function by function, mode by mode.
fn read(functions: &[RoundedFunction], bytes: &[u8]) -> Vec<Results> {
    let (words, _) = bytes.as_chunks::<2>();
    let words: Vec<u16> = words.iter().map(|word| u16::from_le_bytes(*word)).collect();
    let mut all = words.chunks(1 << 16).map(<[u16]>::to_vec);
    let results: Vec<Results> = functions
        .iter()
        .map(|made| all.by_ref().take(made.request.modes.len()).collect())
        .collect();
    assert!(all.next().is_none(), "more than was asked for");
    results
}

/// The results of the C sources, compiled for this machine; single arguments, too, are asked for.
///
/// # Panics
/// If they do not compile, without a warning, or run.
pub fn by_c(functions: &[RoundedFunction]) -> Vec<Results> {
    let folder = tempfile::tempdir().expect("a folder");
    let warnings = ["-std=c11", "-Wall", "-Wextra", "-Wno-psabi", "-Werror", "-march=native"];
    functions.par_iter().enumerate().for_each(|(index, made)| {
        for end in ["c", "h"] {
            let file = format!("{}.{end}", name(index));
            let text = emitted(made, C, index, &format!(".{end}"));
            fs::write(folder.path().join(file), text).expect("written");
        }
        let file = format!("{}.c", name(index));
        run_compiler("cc", &[&warnings[..], &["-O1", "-c", &file]].concat(), folder.path());
    });
    let mut main = String::from("#include <stdio.h>\n");
    let mut calls = String::new();
    for (index, made) in functions.iter().enumerate() {
        main += &format!("#include \"{}.h\"\n", name(index));
        for entry in entries(made, index) {
            calls += &format!(
                "    {entry}_many(x, y, 65536);\n    for (unsigned i = 0; i < 65536; i += 7)\n        \
                 if ({entry}(x[i]) != y[i]) return 1;\n    fwrite(y, sizeof *y, 65536, stdout);\n"
            );
        }
    }
    main += &format!(
        "static uint16_t x[65536], y[65536];\nint main(void)\n{{\n    \
         for (unsigned i = 0; i < 65536; ++i) x[i] = (uint16_t)i;\n{calls}    return 0;\n}}\n"
    );
    fs::write(folder.path().join("main.c"), main).expect("written");
    let objects: Vec<String> = (0..functions.len()).map(|at| format!("{}.o", name(at))).collect();
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    let rest = [&["-O1", "-o", "program", "main.c"], &objects[..], &["-lm"]].concat();
    run_compiler("cc", &[&warnings[..], &rest].concat(), folder.path());
    read(functions, &run(&folder.path().join("program"), vec![]))
}

/// The results of the Rust sources at the best level of this machine.
///
/// # Panics
/// As [`by_c`].
pub fn by_rust(functions: &[RoundedFunction]) -> Vec<Results> {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut main, mut calls) = (String::new(), String::new());
    for (index, made) in functions.iter().enumerate() {
        let text = emitted(made, RUST_SIMD, index, ".rs");
        fs::write(folder.path().join(format!("{}.rs", name(index))), text).expect("written");
        main += &format!("mod {};\n", name(index));
        for entry in entries(made, index) {
            let entry = format!("{}::{entry}", name(index));
            calls += &format!(
                "    {entry}_slice(&x, &mut y);\n    \
                 assert!(x.iter().step_by(7).all(|x| {entry}(*x) == y[usize::from(*x)]));\n    \
                 all.extend(y.iter().flat_map(|y| y.to_le_bytes()));\n"
            );
        }
    }
    main += &format!(
        "fn main() {{\n    let x: Vec<u16> = (0..=u16::MAX).collect();\n    let mut y = vec![0; x.len()];\n    \
         let mut all: Vec<u8> = vec![];\n{calls}    std::io::Write::write_all(&mut std::io::stdout(), &all).unwrap();\n}}\n"
    );
    fs::write(folder.path().join("main.rs"), main).expect("written");
    run_compiler("rustc", &RUST_FLAGS, folder.path());
    read(functions, &run(&folder.path().join("program"), vec![]))
}

/// The function `all` of a CUDA source on a CPU: runs a kernel from x to y, so long, by threads of two blocks, and writes y.
pub(crate) fn all_threads(count: &str) -> String {
    format!(
        "template <class F> static void all(F function)\n{{\n    blockDim.x = 4;\n    gridDim.x = 2;\n    \
         for (blockIdx.x = 0; blockIdx.x < 2; ++blockIdx.x)\n        \
         for (threadIdx.x = 0; threadIdx.x < 4; ++threadIdx.x)\n            function(x, y, {count});\n    \
         fwrite(y, sizeof *y, {count}, stdout);\n}}\n"
    )
}

/// The CUDA source.
pub fn cuda_source(made: &RoundedFunction) -> String {
    emitted(made, CUDA, 0, "")
}

/// The results of the CUDA sources, compiled for a CPU: all of them in one program, as a user may include many.
///
/// # Panics
/// As [`by_c`].
pub fn by_cuda_on_a_cpu(functions: &[RoundedFunction]) -> Vec<Results> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = CUDA_ON_A_CPU.to_owned();
    let mut calls = String::new();
    for (index, made) in functions.iter().enumerate() {
        text += &emitted(made, CUDA, index, "");
        for entry in entries(made, index) {
            calls += &format!("    all({entry}_many);\n");
        }
    }
    text += &format!(
        "static unsigned short x[65536], y[65536];\n\
         {}int main()\n{{\n    for (unsigned i = 0; i < 65536; ++i) x[i] = (unsigned short)i;\n{calls}    return 0;\n}}\n",
        all_threads("65536")
    );
    fs::write(folder.path().join("main.cpp"), text).expect("written");
    run_compiler("g++", &CUDA_FLAGS, folder.path());
    read(functions, &run(&folder.path().join("program"), vec![]))
}

/// The results of the OpenCL sources on the first device; `None` where there is none.
///
/// # Panics
/// As [`by_c`], or if a device is required and missing.
#[cfg(feature = "opencl")]
pub fn by_opencl(functions: &[RoundedFunction]) -> Option<Vec<Results>> {
    if !crate::engine::has_opencl() {
        return None;
    }
    let x: Vec<u16> = (0..=u16::MAX).collect();
    let of_one = |(index, made): (usize, &RoundedFunction)| -> Results {
        let device = crate::opencl::OpenCl::new(&emitted(made, OPENCL, index, ""));
        let (input, output) = (device.buffer(&x), device.buffer(&x));
        let of_mode = |entry: String| {
            let arguments = [(&input).into(), (&output).into(), (x.len() as u64).into()];
            // SAFETY: the kernel reads and writes as many words as the buffers have.
            unsafe { device.run(&format!("{entry}_many"), &arguments) };
            device.read(&output, x.len())
        };
        entries(made, index).into_iter().map(of_mode).collect()
    };
    Some(functions.iter().enumerate().map(of_one).collect())
}

/// Bits of MPFR's values.
const PREC: u32 = 200;

/// The neighbours of a value among the numbers of a format, and which is nearer: as MPFR's two directions have it, without any
/// of the code that is tested.
struct Beside {
    below: Float,
    above: Float,
}

impl Beside {
    fn of(function: &Mpfr, x: &Float) -> Beside {
        let mut below = Float::with_val(PREC, x);
        let side = (function.round)(&mut below, Round::Down);
        let mut above = below.clone();
        if side != Ordering::Equal {
            above.next_up();
        }
        Beside { below, above }
    }
}

/// The format of a function of 16 or 32 bits.
///
/// # Panics
/// If it has more.
pub fn encoding(made: &RoundedFunction) -> &Encoding {
    match &made.body {
        Body::Tried(own) => &own.encoding,
        Body::Walked(own) => &own.encoding,
        Body::Searched(_) => panic!("binary64"),
    }
}

/// The certificate of a function that is emitted for a target with a name: it is read as it was written.
///
/// # Panics
/// If it is not.
pub fn certified(made: &RoundedFunction, target: &str, name: &str) -> Certificate {
    let sources = made.emit(target, name).expect("sources");
    let honest = Certificate::new(made, target, name, &sources).expect("a certificate");
    let back = Certificate::parse("text", honest.text().expect("a text").as_bytes());
    assert_eq!(back.as_ref().ok(), Some(&honest));
    honest
}

/// A change of a certificate to what is not so.
pub type Forgery = fn(&mut Certificate);

/// Asserts that forged certificates are refused, and says why they are.
///
/// # Panics
/// If one is not.
pub fn assert_refused(honest: &Certificate, forgeries: &[(&str, Forgery)]) {
    let function = &honest.function;
    for (what, forge) in forgeries {
        let mut forged = honest.clone();
        forge(&mut forged);
        assert_ne!(forged, *honest, "{what}");
        let start = Instant::now();
        let refused = round::verify(&forged, &seeded()).expect_err(what);
        println!("{function}, {what}: {} ({:.1?})", refused.message, start.elapsed());
    }
}

/// What certificates of rounded functions are checked with: a seed that is always the same.
pub fn seeded() -> verify::Options {
    verify::Options { seed: Some(1), seconds: 1.0, ..verify::Options::default() }
}

/// The number that an encoding stands for, ∞ included.
fn number(encoding: &Encoding, bits: u32) -> Float {
    match encoding.number(bits) {
        Some(number) if number.is_zero() && bits & encoding.sign() != 0 => -Float::new(PREC),
        Some(number) => Float::with_val(PREC, number),
        None if encoding.size(bits) > encoding.infinity() => Float::with_val(PREC, f64::NAN),
        None if bits & encoding.sign() != 0 => Float::with_val(PREC, f64::NEG_INFINITY),
        None => Float::with_val(PREC, f64::INFINITY),
    }
}

/// Places of numbers on a line, so that neighbours differ by 1.
fn place(encoding: &Encoding, bits: u32) -> i64 {
    let size = i64::from(encoding.size(bits));
    if bits & encoding.sign() == 0 { size } else { -size }
}

/// Asserts that a function's results at an argument, in the order of [`RoundingMode::ALL`], are MPFR's.
///
/// # Panics
/// If they are not.
pub fn compare(encoding: &Encoding, known: &Mpfr, argument: u32, results: [u32; 4]) {
    let x = number(encoding, argument);
    let told = |what: &str| format!("{} at {argument:#06x} ({x:.8}): {what}", known.name);
    let [nearest, up, down, zero] = results;
    let Beside { below, above } = Beside::of(known, &x);
    if below.is_nan() {
        for one in [nearest, up, down, zero] {
            assert!(number(encoding, one).is_nan(), "{}", told("NaN"));
        }
        return;
    }
    let values = [nearest, up, down, zero].map(|bits| number(encoding, bits));
    let [of_nearest, of_up, of_down, _] = &values;
    assert!(!values.iter().any(Float::is_nan), "{}", told("no NaN"));
    assert_eq!(
        zero,
        if place(encoding, down) >= 0 && down & encoding.sign() == 0 { down } else { up },
        "{}",
        told("to 0")
    );
    if below == above && *of_up == below {
        // A number of the format, with its sign.
        for one in [nearest, up, down] {
            assert_eq!(one, up, "{}", told("exact"));
        }
        let is_negative = below.is_sign_negative();
        assert_eq!(up & encoding.sign() != 0, is_negative, "{}", told("sign of an exact value"));
        return;
    }
    assert_eq!(place(encoding, up) - place(encoding, down), 1, "{}", told("neighbours"));
    assert!(*of_down <= below && *of_up >= above, "{}", told("around the value"));
    assert!(below == above || (*of_down != below || *of_up != above), "{}", told("one is met"));
    // Twice the midpoint; beyond the largest number, as if exponents had no end.
    let end = |bits: u32, value: &Float| match value.is_finite() {
        true => value.clone(),
        false => {
            let size = Float::with_val(PREC, 1) << (encoding.format.emax + 1);
            if bits & encoding.sign() == 0 { size } else { -size }
        }
    };
    let middle = (end(down, of_down) + end(up, of_up)) / 2u32;
    let expected = match (below.partial_cmp(&middle), above.partial_cmp(&middle)) {
        (Some(Ordering::Equal), Some(Ordering::Equal)) => {
            if place(encoding, up) % 2 == 0 {
                up
            } else {
                down
            }
        }
        (Some(Ordering::Less), Some(Ordering::Less | Ordering::Equal)) => down,
        (Some(Ordering::Greater | Ordering::Equal), Some(Ordering::Greater)) => up,
        _ => panic!("{}", told("MPFR's precision is not enough")),
    };
    assert_eq!(nearest, expected, "{} {of_nearest}", told("nearest"));
}
