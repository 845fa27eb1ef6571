//! Correctly rounded functions of 16-bit formats: every function of the list, every argument, every mode, beside MPFR; and what
//! every target computes.

use rug::Float;
use rug::float::Round;
use std::cmp::Ordering;
use std::sync::OnceLock;
use std::time::Instant;
use tmd_codegen::mpfr::{self, Mpfr};
use tmd_codegen::round::certificate::BinadeEntry;
use tmd_codegen::round::{self, Certificate, Encoding, Request, RoundedFunction};
use tmd_codegen::spec::{FormatName, functions};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::RoundingMode;
use tmd_tests::evaluator::check_layout;
use tmd_tests::rounded::{self, Results};

/// Bits of MPFR's values.
const PREC: u32 = 200;
const SIGN: u16 = 0x8000;
const FORMATS: [&str; 2] = ["binary16", "bfloat16"];
/// Besides those of the list.
const EXPRESSIONS: [&str; 4] = ["x / (1 + exp(-x))", "rootn(x, 3)", "exp(-x * x)", "1 / x"];

fn request(function: &str, format: &str) -> Request {
    let precision = FormatName::parse("--precision", format).expect("a format");
    Request::new(function, precision)
}

fn make(function: &str, format: &str) -> RoundedFunction {
    round::make(&request(function, format)).unwrap_or_else(|diag| panic!("{function}: {diag}"))
}

/// All functions, made once for all tests.
fn made(format: usize) -> &'static [RoundedFunction] {
    static MADE: [OnceLock<Vec<RoundedFunction>>; 2] = [const { OnceLock::new() }; 2];
    MADE[format].get_or_init(|| {
        let names = functions::all().map(|function| function.name).chain(EXPRESSIONS);
        names.map(|name| make(name, FORMATS[format])).collect()
    })
}

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

/// The number that an encoding stands for, ∞ included.
fn number(encoding: &Encoding, bits: u16) -> Float {
    match encoding.number(bits) {
        Some(number) if number.is_zero() && bits & SIGN != 0 => -Float::new(PREC),
        Some(number) => Float::with_val(PREC, number),
        None if bits & !SIGN > encoding.infinity() => Float::with_val(PREC, f64::NAN),
        None if bits & SIGN != 0 => Float::with_val(PREC, f64::NEG_INFINITY),
        None => Float::with_val(PREC, f64::INFINITY),
    }
}

/// Places of numbers on a line, so that neighbours differ by 1.
fn place(bits: u16) -> i32 {
    let size = i32::from(bits & !SIGN);
    if bits & SIGN == 0 { size } else { -size }
}

/// Asserts that a function's results at an argument are MPFR's.
fn compare(made: &RoundedFunction, known: &Mpfr, argument: u16) {
    let encoding = &made.encoding;
    let result = |mode| made.correct(argument, mode);
    let x = number(encoding, argument);
    let told = |what: &str| format!("{} at {argument:#06x} ({x:.8}): {what}", known.name);
    let [nearest, up, down, zero] = RoundingMode::ALL.map(result);
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
        if place(down) >= 0 && down & SIGN == 0 { down } else { up },
        "{}",
        told("to 0")
    );
    if below == above && *of_up == below {
        // A number of the format, with its sign.
        for one in [nearest, up, down] {
            assert_eq!(one, up, "{}", told("exact"));
        }
        let is_negative = below.is_sign_negative();
        assert_eq!(up & SIGN != 0, is_negative, "{}", told("sign of an exact value"));
        return;
    }
    assert_eq!(place(up) - place(down), 1, "{}", told("neighbours"));
    assert!(*of_down <= below && *of_up >= above, "{}", told("around the value"));
    assert!(below == above || (*of_down != below || *of_up != above), "{}", told("one is met"));
    // Twice the midpoint; beyond the largest number, as if exponents had no end.
    let end = |bits: u16, value: &Float| match value.is_finite() {
        true => value.clone(),
        false => {
            let size = Float::with_val(PREC, 1) << (encoding.format.emax + 1);
            if bits & SIGN == 0 { size } else { -size }
        }
    };
    let middle = (end(down, of_down) + end(up, of_up)) / 2u32;
    let expected = match (below.partial_cmp(&middle), above.partial_cmp(&middle)) {
        (Some(Ordering::Equal), Some(Ordering::Equal)) => {
            if place(up) % 2 == 0 {
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

/// MPFR's functions beside what is made, one for each thread at a time.
fn beside_mpfr(format: usize) {
    let all: Vec<&RoundedFunction> = made(format).iter().collect();
    let known = |made: &RoundedFunction| mpfr::find(&made.request.function);
    let start = Instant::now();
    let compared: usize = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..2)
            .map(|part| {
                let own = all.iter().skip(part).step_by(2);
                scope.spawn(move || {
                    let mut count = 0;
                    for (made, known) in own.filter_map(|made| Some((made, known(made)?))) {
                        (0..=u16::MAX).for_each(|argument| compare(made, known, argument));
                        count += 1;
                    }
                    count
                })
            })
            .collect();
        parts.into_iter().map(|part| part.join().expect("no difference")).sum()
    });
    let seconds = start.elapsed().as_secs_f64();
    println!("{}: {compared} functions, 2^16 arguments, 4 modes, {seconds:.0} s", FORMATS[format]);
    assert_eq!(compared, functions::all().count());
}

#[test]
fn binary16_is_as_mpfr_has_it() {
    beside_mpfr(0);
}

#[test]
fn bfloat16_is_as_mpfr_has_it() {
    beside_mpfr(1);
}

/// Asserts that a target computes all results of all functions.
fn same(target: &str, format: usize, found: &[Results]) {
    let functions = made(format);
    assert_eq!(found.len(), functions.len());
    let mut count = 0;
    for (made, found) in functions.iter().zip(found) {
        for ((mode, found), wanted) in
            RoundingMode::ALL.iter().zip(found).zip(rounded::correct(made))
        {
            let differs = (0..=u16::MAX)
                .find(|x| found.get(usize::from(*x)) != Some(&wanted[usize::from(*x)]));
            let (function, mode) = (&made.request.function, mode.name());
            assert_eq!(differs, None, "{target}: {function}, {}, {mode}", FORMATS[format]);
            count += found.len();
        }
    }
    println!("{target}, {}: {count} results of {} functions", FORMATS[format], functions.len());
}

#[test]
fn c_computes_them() {
    (0..2).for_each(|format| same(C, format, &rounded::by_c(made(format))));
}

#[test]
fn rust_computes_them() {
    (0..2).for_each(|format| same(RUST_SIMD, format, &rounded::by_rust(made(format))));
}

#[test]
fn cuda_computes_them() {
    let tools = tmd_tests::cuda::tools();
    for format in 0..2 {
        same(CUDA, format, &rounded::by_cuda_on_a_cpu(made(format)));
        if let Some(tools) = &tools {
            for made in made(format).iter().step_by(9) {
                let compiled = tools.compile_cubin(&rounded::cuda_source(made), 90, &[]);
                compiled.unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}

#[cfg(feature = "opencl")]
#[test]
fn opencl_computes_them() {
    for format in 0..2 {
        let Some(found) = rounded::by_opencl(made(format)) else { return };
        same(OPENCL, format, &found);
    }
}

#[test]
fn emitted_files_are_formatted_and_the_same_from_run_to_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in FORMATS {
        for target in [C, RUST_SIMD, OPENCL, CUDA] {
            let [once, again] =
                [(); 2].map(|()| make("log2", format).emit(target, "f").expect("sources"));
            assert_eq!(once, again);
            for (file, text) in once {
                check_layout(folder.path(), &file, &text);
            }
        }
    }
}

#[test]
fn certificates_are_accepted_and_forged_ones_refused() {
    let made = make("logp1", "binary16");
    let sources = made.emit(C, "logp1_binary16").expect("sources");
    let honest = Certificate::new(&made, C, "logp1_binary16", &sources).expect("a certificate");
    let back = Certificate::parse("text", honest.text().expect("a text").as_bytes());
    assert_eq!(back.as_ref().ok(), Some(&honest));
    let accepted = round::verify(&honest, 1).unwrap_or_else(|diag| panic!("{diag}"));
    assert!(accepted.to_string().contains("262144 of 262144"), "{accepted}");
    assert!(!honest.layout.exceptions.is_empty() && !honest.layout.values.is_empty());
    type Forgery = fn(&mut Certificate);
    let forgeries: [(&str, Forgery); 18] = [
        ("a coefficient", |c| c.layout.pieces[20].coefficients[0] = "0x1p+0".into()),
        ("a coefficient, slightly", |c| {
            let middle = c.layout.pieces.len() / 2;
            let last = &mut c.layout.pieces[middle].coefficients;
            last.swap(1, 2);
        }),
        ("a centre", |c| c.layout.pieces[40].centre += 1),
        ("no exception", |c| c.layout.exceptions.truncate(1)),
        ("a result in the code more", |c| c.layout.exceptions.push(0x1234)),
        ("a value", |c| c.layout.values[700] = "0x1.8p-3".into()),
        ("a binade's first", |c| {
            if let Some(BinadeEntry::Pieces { first, .. }) = c.layout.binades.get_mut(10) {
                *first += 1;
            }
        }),
        ("what is not there", |c| c.layout.binades[3] = BinadeEntry::Values { first: 1 << 20 }),
        ("cuts without end", |c| {
            c.layout.binades[3] = BinadeEntry::Pieces { first: 0, cuts: u32::MAX };
        }),
        ("a place beyond all", |c| {
            c.layout.binades[3] = BinadeEntry::Pieces { first: usize::MAX, cuts: 1 };
        }),
        ("a degree beyond all", |c| c.layout.degree = usize::MAX),
        ("all results in the code", |c| c.layout.exceptions = (0..=u16::MAX).collect()),
        ("a parity", |c| c.layout.parity = Some("odd".into())),
        ("another arithmetic", |c| c.layout.number = "f64".into()),
        ("another function", |c| c.function = "log2p1".into()),
        ("another format", |c| c.format = "bfloat16".into()),
        ("a mode less", |c| drop(c.modes.pop())),
        ("another file", |c| c.sources[0].sha256.replace_range(..2, "00")),
    ];
    for (what, forge) in forgeries {
        let mut forged = honest.clone();
        forge(&mut forged);
        assert_ne!(forged, honest, "{what}");
        let refused = round::verify(&forged, 1).expect_err(what);
        println!("{what}: {}", refused.message);
    }
    let shorter = Certificate { table_bytes: honest.table_bytes - 4, ..honest.clone() };
    assert!(round::verify(&shorter, 1).is_err());
    let cheaper = Certificate { operations: 1, ..honest };
    assert!(round::verify(&cheaper, 1).is_err());
}

#[test]
fn bad_requests_say_what_is_wrong() {
    let refused = |request: &Request| round::make(request).expect_err("refused").to_string();
    for (function, format, part) in [
        ("exp", "binary32", "16-bit formats"),
        ("x - floor(x)", "binary16", "`floor` is not known"),
        ("exp(", "binary16", "never closed"),
    ] {
        let said = refused(&request(function, format));
        assert!(said.contains(part), "{function}: {said}");
    }
    let short = Request { table_budget: 1024, ..request("sin", "binary16") };
    let diag = round::make(&short).expect_err("refused");
    assert!(diag.message.contains("1024 are allowed"), "{diag}");
    assert!(diag.help.is_some_and(|help| help.contains("--table-budget")));
}

/// That there is no enclosure is no proof of a pole: inner parts may overflow, or lose all bits. At ±∞, too, nothing is believed
/// that is not enclosed.
#[test]
fn what_is_not_known_is_refused() {
    for (function, format) in [
        ("log(cosh(x))", "bfloat16"),
        ("sin(log(cosh(x)))", "bfloat16"),
        ("log(1 - tanh(x))", "bfloat16"),
        ("1 / (1 - tanh(x))", "bfloat16"),
        ("log(erfc(x))", "bfloat16"),
        ("cos(atan(x))", "binary16"),
        ("tan(atan(x) / 2)", "binary16"),
    ] {
        let diag = round::make(&request(function, format)).expect_err(function);
        assert!(diag.message.contains("cannot be told"), "{function}: {diag}");
    }
    // Just below 1 at +∞.
    let made = make("erf(x) - 1e-300 * atan(x)", "binary16");
    assert_eq!(made.correct(0x7c00, RoundingMode::Down), 0x3bff);
    let made = make("atan(x) * 2", "binary16");
    let at_end = |mode| made.correct(0x7c00, mode);
    assert_eq!([at_end(RoundingMode::Down), at_end(RoundingMode::Up)], [0x4248, 0x4249]);
}

/// One mode alone, with a name and parameters.
#[test]
fn a_mode_may_be_made_alone() {
    let request = Request {
        modes: vec![RoundingMode::Up],
        param: Some("n=5".into()),
        ..request("rootn(x, n)", "binary16")
    };
    let made = round::make(&request).unwrap_or_else(|diag| panic!("{diag}"));
    let found = rounded::by_c(std::slice::from_ref(&made));
    assert_eq!(found, [rounded::correct(&made)]);
    // 32^(1/5) and 33^(1/5): 2, and the next number.
    assert_eq!(made.correct(0x5000, RoundingMode::Up), 0x4000);
    assert_eq!(made.correct(0x5020, RoundingMode::Up), 0x4007);
}
