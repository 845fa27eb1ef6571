//! Emitted functions of binary32 and binary64, compiled alone and run at some encodings.

use crate::evaluator::{CUDA_ON_A_CPU, run, run_compiler};
use crate::rounded::{CUDA_FLAGS, RUST_FLAGS, all_threads};
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use tmd_codegen::round::RoundedFunction;
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};

/// The results' encodings of a function in each of its modes, in the order of arguments.
pub type Results<E = u32> = Vec<Vec<E>>;

/// An encoding of a number.
pub trait Encoded: Copy + Default + Eq {
    /// The type of the number in C and in Rust, and that of the encoding.
    const TYPES: [&'static str; 3];

    /// Its bytes.
    fn bytes(self) -> Vec<u8>;

    /// The encoding of some bytes.
    fn of(bytes: &[u8]) -> Self;
}

impl Encoded for u32 {
    const TYPES: [&'static str; 3] = ["float", "f32", "u32"];

    fn bytes(self) -> Vec<u8> {
        self.to_le_bytes().into()
    }

    fn of(bytes: &[u8]) -> u32 {
        u32::from_le_bytes(bytes.try_into().expect("as many bytes"))
    }
}

impl Encoded for u64 {
    const TYPES: [&'static str; 3] = ["double", "f64", "u64"];

    fn bytes(self) -> Vec<u8> {
        self.to_le_bytes().into()
    }

    fn of(bytes: &[u8]) -> u64 {
        u64::from_le_bytes(bytes.try_into().expect("as many bytes"))
    }
}

/// What the functions are called.
const NAME: &str = "tested";
/// Lengths of short arrays: less and more than vectors, and than some of them.
const LENGTHS: &str = "0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100";

/// Asserts that a target's results are those of another.
///
/// # Panics
/// If one is not.
pub fn assert_same<E: Encoded + Debug>(
    target: &str,
    made: &[RoundedFunction],
    found: &[(Vec<E>, Results<E>)],
    of: impl Fn(&RoundedFunction, &[E]) -> Results<E>,
) {
    for (made, (x, y)) in made.iter().zip(found) {
        for (mode, (own, wanted)) in of(made, x).iter().zip(y).enumerate() {
            let differs = own.iter().zip(wanted).position(|(own, wanted)| own != wanted);
            let at = differs.map(|at| (x[at], own[at], wanted[at]));
            let mode = made.request.modes[mode].name();
            assert_eq!(at, None, "{target}: {} {mode}", made.request.function);
        }
    }
    println!("{target}: {} functions", made.len());
}

/// The functions of the modes.
fn entries(made: &RoundedFunction) -> Vec<String> {
    made.request.modes.iter().map(|mode| format!("{NAME}_{}", mode.name())).collect()
}

/// Writes a target's files to a folder; the text of the one whose name ends so.
fn emitted(made: &RoundedFunction, target: &str, folder: &Path, end: &str) -> String {
    let sources = made.emit(target, NAME).unwrap_or_else(|diag| panic!("{diag}"));
    for (file, text) in &sources {
        fs::write(folder.join(file), text).expect("written");
    }
    let found = sources.into_iter().find(|(file, _)| file.ends_with(end));
    found.map(|(_, text)| text).expect("the file")
}

/// The results that a program writes, which reads the encodings.
fn results<E: Encoded>(made: &RoundedFunction, folder: &Path, x: &[E]) -> Results<E> {
    let input = x.iter().flat_map(|x| x.bytes()).collect();
    let output = run(&folder.join("program"), input);
    let words: Vec<E> = output.chunks(size_of::<E>()).map(E::of).collect();
    assert_eq!(words.len(), x.len() * made.request.modes.len(), "as many results");
    words.chunks(x.len()).map(<[E]>::to_vec).collect()
}

/// The results of the C source, compiled for this machine or, not `native`, for any; single arguments and short arrays, too, are asked
/// for.
///
/// # Panics
/// If it does not compile, without a warning, or run.
pub fn by_c<E: Encoded>(made: &RoundedFunction, x: &[E], native: bool) -> Results<E> {
    let [number, ..] = E::TYPES;
    let folder = tempfile::tempdir().expect("a folder");
    emitted(made, C, folder.path(), ".c");
    let calls: String = entries(made)
        .iter()
        .map(|entry| {
            format!(
                "    {entry}_many(x, y, N);\n    for (size_t i = 0; i < N; i += 101) {{\n        \
                 const {number} one = {entry}(x[i]);\n        if (memcmp(&one, y + i, sizeof one)) return 1;\n    }}\n    \
                 for (size_t k = 0; k < sizeof lengths / sizeof *lengths && lengths[k] <= N; ++k) {{\n        \
                 {entry}_many(x, part, lengths[k]);\n        \
                 if (memcmp(part, y, lengths[k] * sizeof *y)) return 1;\n    }}\n    \
                 fwrite(y, sizeof *y, N, stdout);\n"
            )
        })
        .collect();
    let main = format!(
        "#include <stdio.h>\n#include <string.h>\n#include \"{NAME}.h\"\nenum {{ N = {} }};\n\
         static {number} x[N], y[N], part[N];\nstatic const size_t lengths[] = {{{LENGTHS}}};\nint main(void)\n{{\n    if (fread(x, sizeof *x, N, stdin) != N) return 2;\n{calls}    \
         return 0;\n}}\n",
        x.len()
    );
    fs::write(folder.path().join("main.c"), main).expect("written");
    let source = format!("{NAME}.c");
    let mut flags = vec!["-std=c11", "-Wall", "-Wextra", "-Wno-psabi", "-Werror", "-O2"];
    flags.extend(native.then_some("-march=native"));
    flags.extend(["-ffp-contract=off", "-o", "program", "main.c", &source, "-lm"]);
    run_compiler("cc", &flags, folder.path());
    results(made, folder.path(), x)
}

/// The C source as a shared library in a folder, and what the functions of the modes are called.
///
/// # Panics
/// If it does not compile.
pub fn shared_library(made: &RoundedFunction, folder: &Path) -> (PathBuf, Vec<String>) {
    emitted(made, C, folder, ".c");
    let source = format!("{NAME}.c");
    let flags = ["-std=c11", "-O2", "-march=native", "-ffp-contract=off", "-shared", "-fPIC"];
    let flags: Vec<&str> =
        flags.into_iter().chain(["-o", "libtested.so", &source, "-lm"]).collect();
    run_compiler("cc", &flags, folder);
    (folder.join("libtested.so"), entries(made))
}

/// The results of the Rust source at the best level of this machine; short arrays, too, are asked for.
///
/// # Panics
/// As [`by_c`].
pub fn by_rust<E: Encoded>(made: &RoundedFunction, x: &[E]) -> Results<E> {
    by_rust_without(made, x, &[])
}

/// The same, but features of processors are taken to be missing.
///
/// # Panics
/// As [`by_c`].
pub fn by_rust_without<E: Encoded>(
    made: &RoundedFunction,
    x: &[E],
    features: &[&str],
) -> Results<E> {
    let [_, number, word] = E::TYPES;
    let size = size_of::<E>();
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = emitted(made, RUST_SIMD, folder.path(), ".rs");
    for feature in features {
        text = text.replace(&format!("is_x86_feature_detected!(\"{feature}\")"), "false");
    }
    fs::write(folder.path().join(format!("{NAME}.rs")), text).expect("written");
    let calls: String = entries(made)
        .iter()
        .map(|entry| {
            format!(
                "    {NAME}::{entry}_slice(&x, &mut y);\n    \
                 assert!(x.iter().zip(&y).step_by(101).all(|(x, y)| {NAME}::{entry}(*x).to_bits() == y.to_bits()));\n    \
                 for count in [{LENGTHS}].into_iter().filter(|count| *count <= x.len()) {{\n        \
                 let mut part = vec![0.0; count];\n        \
                 {NAME}::{entry}_slice(&x[..count], &mut part);\n        \
                 assert!(part.iter().zip(&y).all(|(a, b)| a.to_bits() == b.to_bits()));\n    }}\n    \
                 all.extend(y.iter().flat_map(|y| y.to_bits().to_le_bytes()));\n"
            )
        })
        .collect();
    let main = format!(
        "use std::io::{{Read, Write}};\nmod {NAME};\nfn main() {{\n    let mut bytes = vec![];\n    \
         std::io::stdin().read_to_end(&mut bytes).unwrap();\n    \
         let x: Vec<{number}> = bytes.chunks({size}).map(|b| {number}::from_bits({word}::from_le_bytes(b.try_into().unwrap()))).collect();\n    \
         let mut y = vec![0.0; x.len()];\n    let mut all: Vec<u8> = vec![];\n{calls}    \
         std::io::stdout().write_all(&all).unwrap();\n}}\n"
    );
    fs::write(folder.path().join("main.rs"), main).expect("written");
    run_compiler("rustc", &RUST_FLAGS, folder.path());
    results(made, folder.path(), x)
}

/// The results of the CUDA source, compiled for a CPU.
///
/// # Panics
/// As [`by_c`].
pub fn by_cuda_on_a_cpu<E: Encoded>(made: &RoundedFunction, x: &[E]) -> Results<E> {
    let [number, ..] = E::TYPES;
    let folder = tempfile::tempdir().expect("a folder");
    let text = emitted(made, CUDA, folder.path(), ".cuh");
    let calls: String =
        entries(made).iter().map(|entry| format!("    all({entry}_many);\n")).collect();
    let main = format!(
        "{CUDA_ON_A_CPU}{text}\nenum {{ N = {} }};\nstatic {number} x[N], y[N];\n\
         {}int main()\n{{\n    if (fread(x, sizeof *x, N, stdin) != N) return 2;\n{calls}    return 0;\n}}\n",
        x.len(),
        all_threads("N")
    );
    fs::write(folder.path().join("main.cpp"), main).expect("written");
    run_compiler("g++", &CUDA_FLAGS, folder.path());
    results(made, folder.path(), x)
}

/// The results of the OpenCL source on the first device; `None` where there is none.
///
/// # Panics
/// As [`by_c`], or if a device is required and missing.
#[cfg(feature = "opencl")]
pub fn by_opencl<E: Encoded>(made: &RoundedFunction, x: &[E]) -> Option<Results<E>> {
    if !crate::engine::has_opencl() {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let device = crate::opencl::OpenCl::new(&emitted(made, OPENCL, folder.path(), ".cl"));
    let (input, output) = (device.buffer(x), device.buffer(x));
    let of_mode = |entry: String| {
        let arguments = [(&input).into(), (&output).into(), (x.len() as u64).into()];
        // SAFETY: the kernel reads and writes as many numbers as the buffers have.
        unsafe { device.run(&format!("{entry}_many"), &arguments) };
        device.read(&output, x.len())
    };
    Some(entries(made).into_iter().map(of_mode).collect())
}
