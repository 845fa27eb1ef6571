//! Correctly rounded functions of 16-bit formats: every function of the list, every argument, every mode, beside MPFR; and what
//! every target computes. Every second function is made in one of two formats, the others in the other one; all in both with
//! `TMD_FULL=1`.

use std::sync::OnceLock;
use std::time::Instant;
use tmd_codegen::mpfr;
use tmd_codegen::round::certificate::{BinadeEntry, LayoutEntry};
use tmd_codegen::round::{self, Certificate, Request, RoundedFunction};
use tmd_codegen::spec::{FormatName, functions};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::RoundingMode;
use tmd_tests::evaluator::check_layout;
use tmd_tests::full::is_full;
use tmd_tests::rounded::{
    self, Forgery, Results, assert_refused, certified, compare, encoding, seeded,
};

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

/// Those of all that are made in a format.
fn of_format<T>(format: usize, all: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let is_own = move |at: &usize| is_full() || at % 2 == format;
    all.enumerate().filter(move |(at, _)| is_own(at)).map(|(_, own)| own)
}

/// The functions of a format, made once for all tests.
fn made(format: usize) -> &'static [RoundedFunction] {
    static MADE: [OnceLock<Vec<RoundedFunction>>; 2] = [const { OnceLock::new() }; 2];
    MADE[format].get_or_init(|| {
        let names = functions::all().map(|function| function.name).chain(EXPRESSIONS);
        of_format(format, names).map(|name| make(name, FORMATS[format])).collect()
    })
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
                        for argument in 0..=0xffff {
                            let result = |mode| made.correct(argument, mode).expect("known");
                            let results = RoundingMode::ALL.map(result);
                            compare(encoding(made), known, argument, results);
                        }
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
    assert_eq!(compared, of_format(format, functions::all()).count());
}

#[test]
fn binary16_is_as_mpfr_has_it() {
    beside_mpfr(0);
}

#[test]
fn bfloat16_is_as_mpfr_has_it() {
    beside_mpfr(1);
}

/// Asserts that a target computes all results of the functions of a format.
fn same(target: &str, format: usize, found: &[Results]) {
    assert_eq!(found.len(), made(format).len());
    let mut count = 0;
    for (made, found) in made(format).iter().zip(found) {
        for ((mode, found), wanted) in
            RoundingMode::ALL.iter().zip(found).zip(rounded::correct(made))
        {
            let differs =
                (0..=0xffff_u32).find(|x| found.get(*x as usize) != Some(&wanted[*x as usize]));
            let (function, mode) = (&made.request.function, mode.name());
            assert_eq!(differs, None, "{target}: {function}, {}, {mode}", FORMATS[format]);
            count += found.len();
        }
    }
    println!("{target}, {}: {count} results of {} functions", FORMATS[format], found.len());
    if !is_full() {
        println!("the others in the other format; TMD_FULL=1 runs all");
    }
}

fn computes(target: &str, results: fn(&[RoundedFunction]) -> Vec<Results>) {
    for format in 0..2 {
        same(target, format, &results(made(format)));
    }
}

#[test]
fn c_computes_them() {
    computes(C, rounded::by_c);
}

#[test]
fn rust_computes_them() {
    computes(RUST_SIMD, rounded::by_rust);
}

#[test]
fn cuda_computes_them() {
    computes(CUDA, rounded::by_cuda_on_a_cpu);
    if let Some(tools) = tmd_tests::cuda::tools() {
        for format in 0..2 {
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

/// The layout of a certificate.
fn layout(certificate: &mut Certificate) -> &mut LayoutEntry {
    certificate.layout.as_mut().expect("of 16 bits")
}

#[test]
fn certificates_are_accepted_and_forged_ones_refused() {
    let made = make("logp1", "binary16");
    let honest = certified(&made, C, "logp1_binary16");
    let accepted = round::verify(&honest, &seeded()).unwrap_or_else(|diag| panic!("{diag}"));
    assert!(accepted.to_string().contains("262144 of 262144"), "{accepted}");
    assert!(
        !honest
            .layout
            .as_ref()
            .is_none_or(|own| own.exceptions.is_empty() || own.values.is_empty())
    );
    let forgeries: [(&str, Forgery); 18] = [
        ("a coefficient", |c| layout(c).pieces[20].coefficients[0] = "0x1p+0".into()),
        ("a coefficient, slightly", |c| {
            let middle = layout(c).pieces.len() / 2;
            let last = &mut layout(c).pieces[middle].coefficients;
            last.swap(1, 2);
        }),
        ("a centre", |c| layout(c).pieces[40].centre += 1),
        ("no exception", |c| layout(c).exceptions.truncate(1)),
        ("a result in the code more", |c| layout(c).exceptions.push(0x1234)),
        ("a value", |c| layout(c).values[700] = "0x1.8p-3".into()),
        ("a binade's first", |c| {
            if let Some(BinadeEntry::Pieces { first, .. }) = layout(c).binades.get_mut(10) {
                *first += 1;
            }
        }),
        ("what is not there", |c| layout(c).binades[3] = BinadeEntry::Values { first: 1 << 20 }),
        ("cuts without end", |c| {
            layout(c).binades[3] = BinadeEntry::Pieces { first: 0, cuts: u32::MAX };
        }),
        ("a place beyond all", |c| {
            layout(c).binades[3] = BinadeEntry::Pieces { first: usize::MAX, cuts: 1 };
        }),
        ("a degree beyond all", |c| layout(c).degree = usize::MAX),
        ("all results in the code", |c| layout(c).exceptions = (0..=0xffff_u32).collect()),
        ("a parity", |c| layout(c).parity = Some("odd".into())),
        ("another arithmetic", |c| layout(c).number = "f64".into()),
        ("another function", |c| c.function = "log2p1".into()),
        ("another format", |c| c.format = "bfloat16".into()),
        ("a mode less", |c| drop(c.modes.pop())),
        ("another file", |c| c.sources[0].sha256.replace_range(..2, "00")),
    ];
    assert_refused(&honest, &forgeries);
    let shorter = Certificate { table_bytes: honest.table_bytes - 4, ..honest.clone() };
    assert!(round::verify(&shorter, &seeded()).is_err());
    let cheaper = Certificate { operations: 1, ..honest };
    assert!(round::verify(&cheaper, &seeded()).is_err());
}

#[test]
fn bad_requests_say_what_is_wrong() {
    let refused = |request: &Request| round::make(request).expect_err("refused").to_string();
    for (function, format, part) in [
        ("exp", "binary128", "of 16, 32 and 64 bits"),
        ("log", "binary64", "no equation that reduces all arguments"),
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
    assert_eq!(made.correct(0x7c00, RoundingMode::Down).ok(), Some(0x3bff));
    let made = make("atan(x) * 2", "binary16");
    let at_end = |mode| made.correct(0x7c00, mode).expect("known");
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
    let up = |x| made.correct(x, RoundingMode::Up).ok();
    assert_eq!(up(0x5000), Some(0x4000));
    assert_eq!(up(0x5020), Some(0x4007));
}
