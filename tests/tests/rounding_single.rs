//! Correctly rounded functions of binary32: what targets compute, beside MPFR, at all dangerous arguments, all special ones and
//! many others; and the proof by all of them.

use std::sync::OnceLock;
use std::time::Instant;
use tmd_codegen::libm::{self, Checked, Number};
use tmd_codegen::mpfr;
use tmd_codegen::random::Random;
use tmd_codegen::round::{self, Body, Certificate, Request, RoundedFunction};
use tmd_codegen::spec::FormatName;
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::{Libm, LibmType, RoundingMode};
use tmd_tests::evaluator::check_layout;
use tmd_tests::full::is_full;
use tmd_tests::rounded::{Forgery, assert_refused, certified, compare, encoding, seeded};
use tmd_tests::single::{self, Results};

/// Functions of all kinds: with zeros, poles and ends of their domains, with many exact values, with periods, and a composition.
const FUNCTIONS: [&str; 9] =
    ["exp2", "log", "cbrt", "acosh", "tanh", "tan", "cospi", "gamma", "x / (1 + exp(-x))"];
/// More of these kinds.
const MORE_FUNCTIONS: [&str; 4] = ["asin", "erf", "sin", "exp(-x * x)"];
/// Other arguments, of any bits.
const OTHERS: usize = 40_000;

fn request(function: &str) -> Request {
    let precision = FormatName::parse("--precision", "binary32").expect("a format");
    Request::new(function, precision)
}

/// All functions, made once for all tests, not yet checked.
fn made() -> &'static [RoundedFunction] {
    static MADE: OnceLock<Vec<RoundedFunction>> = OnceLock::new();
    MADE.get_or_init(|| {
        let make = |name: &&str| {
            round::drafted(&request(name)).unwrap_or_else(|diag| panic!("{name}: {diag}"))
        };
        let more = if is_full() { &MORE_FUNCTIONS[..] } else { &[] };
        if more.is_empty() {
            println!("without {MORE_FUNCTIONS:?}; TMD_FULL=1 has all");
        }
        FUNCTIONS.iter().chain(more).map(make).collect()
    })
}

/// Arguments for a function: those with values next to breakpoints, with their neighbours; NaNs, numbers at the ends of the format,
/// around powers of two, and any.
fn arguments(made: &RoundedFunction) -> Vec<u32> {
    let Body::Walked(walked) = &made.body else { panic!("binary32") };
    let dangerous = walked.dangerous();
    let ends = [
        0,
        1,
        2,
        0x7f_ffff,
        0x80_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7f80_0001,
        0x7fc1_2345,
        0x7fff_ffff,
    ];
    let powers =
        (1..255).flat_map(|field| [-1_i64, 0, 1, 0x40_0000].map(|more| (field << 23) + more));
    let sizes = ends.into_iter().chain(powers).map(|size| u32::try_from(size).expect("32 bits"));
    let special = sizes.flat_map(|size| [size, size | 1 << 31]);
    let near =
        dangerous.iter().take(20_000).flat_map(|at| [at.wrapping_sub(1), *at, at.wrapping_add(1)]);
    let mut random = Random::new(7);
    let others = (0..OTHERS).map(|_| (random.next() >> 32) as u32);
    special.chain(near).chain(others).collect()
}

/// The arguments of all functions, and what Rust gives: that is compared with MPFR, and all targets with it.
fn found() -> &'static [(Vec<u32>, Results)] {
    static FOUND: OnceLock<Vec<(Vec<u32>, Results)>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let of = |made: &RoundedFunction| {
            let x = arguments(made);
            let y = single::by_rust(made, &x);
            (x, y)
        };
        made().iter().map(of).collect()
    })
}

#[test]
fn rust_is_as_mpfr_has_it() {
    for (made, (x, y)) in made().iter().zip(found()) {
        let start = Instant::now();
        let Some(known) = mpfr::find(&made.request.function) else {
            // What the values are enclosed by, then.
            for (mode, y) in RoundingMode::ALL.iter().zip(y) {
                let finite =
                    x.iter().zip(y).filter(|(x, _)| encoding(made).size(**x) <= 0x7f80_0000);
                for (x, y) in finite {
                    assert_eq!(
                        made.correct(*x, *mode).ok(),
                        Some(*y),
                        "{} {x:#x}",
                        made.request.function
                    );
                }
            }
            continue;
        };
        for (at, x) in x.iter().enumerate() {
            compare(encoding(made), known, *x, [0, 1, 2, 3].map(|mode: usize| y[mode][at]));
        }
        println!("{}: {} arguments, {:.1?}", known.name, x.len(), start.elapsed());
    }
}

/// Asserts that a target's results are those of Rust.
fn same(target: &str, of: impl Fn(&RoundedFunction, &[u32]) -> Results) {
    single::assert_same(target, made(), found(), of);
}

#[test]
fn c_computes_the_same() {
    same(C, |made, x| single::by_c(made, x, true));
}

#[test]
fn c_for_any_processor_computes_the_same() {
    same("C for any processor", |made, x| single::by_c(made, x, false));
}

#[test]
fn cuda_computes_the_same() {
    same(CUDA, single::by_cuda_on_a_cpu);
}

#[cfg(feature = "opencl")]
#[test]
fn opencl_computes_the_same() {
    // Where there is no device, it says so.
    if single::by_opencl(&made()[0], &found()[0].0).is_some() {
        same(OPENCL, |made, x| single::by_opencl(made, x).expect("a device"));
    }
}

#[test]
fn emitted_files_are_formatted_and_the_same_from_run_to_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let again = round::drafted(&request("tanh")).expect("made");
    let once = made().iter().find(|made| made.request.function == "tanh").expect("among them");
    for target in [C, RUST_SIMD, OPENCL, CUDA] {
        let sources = once.emit(target, "f").expect("sources");
        assert_eq!(sources, again.emit(target, "f").expect("sources"));
        for (file, text) in sources {
            check_layout(folder.path(), &file, &text);
        }
    }
}

/// All 2^32 arguments in a mode, by emitted code: this is the proof.
#[test]
fn certificates_are_accepted_and_forged_ones_refused() {
    let request = Request { modes: vec![RoundingMode::Down], ..request("cosh") };
    let start = Instant::now();
    let made = round::make(&request).unwrap_or_else(|diag| panic!("{diag}"));
    println!("made and checked in {:.1?}", start.elapsed());
    let honest = certified(&made, C, "coshf_down");
    let accepted = round::verify(&honest, &seeded()).unwrap_or_else(|diag| panic!("{diag}"));
    assert!(accepted.to_string().contains("4294967296 of 4294967296"), "{accepted}");
    fn cells(c: &mut Certificate) -> &mut round::entry::CellsEntry {
        c.cells.as_mut().expect("of binary32")
    }
    let forgeries: [(&str, Forgery); 18] = [
        ("a coefficient", |c| cells(c).pieces[30].coefficients[0] = "0x1p+0".into()),
        ("a coefficient, slightly", |c| cells(c).pieces[30].coefficients.swap(1, 2)),
        ("a constant", |c| cells(c).pieces[0].coefficients[0] = "0x1p+0".into()),
        ("a centre", |c| cells(c).pieces[40].centre = "0x1p-1".into()),
        ("a scale", |c| cells(c).rows[3].scale += 1),
        ("a row's first", |c| cells(c).rows[20].first += 1),
        ("cuts without end", |c| cells(c).rows[20].cuts = u32::MAX),
        ("what is not there", |c| cells(c).rows[20].first = usize::MAX),
        ("no rows", |c| cells(c).rows.truncate(4)),
        ("an anchor", |c| cells(c).regions[0].anchor = "0x1p+0".into()),
        ("no regions", |c| cells(c).regions.clear()),
        ("a degree beyond all", |c| cells(c).degree = usize::MAX),
        ("no exception", |c| cells(c).exceptions.clear()),
        ("a dangerous argument less", |c| cells(c).dangerous.truncate(3)),
        ("exact values", |c| cells(c).exact += 1),
        ("another function", |c| c.function = "sinh".into()),
        ("another mode", |c| c.modes = vec!["up".into()]),
        ("another file", |c| c.sources[0].sha256.replace_range(..2, "00")),
    ];
    assert_refused(&honest, &forgeries);
}

/// Forged constants are not those of the files, and whoever prints files of them has them refused by their results.
#[test]
fn forged_reductions_are_refused() {
    use round::reduction_entry::{ReductionEntry, SchemeEntry};
    fn own(c: &mut Certificate) -> &mut ReductionEntry {
        c.reduction.as_mut().expect("a reduction")
    }
    fn powers(c: &mut Certificate) -> &mut Vec<String> {
        match &mut own(c).scheme {
            SchemeEntry::Exponential { powers, .. } => powers,
            other => panic!("{other:?}"),
        }
    }
    fn sines(c: &mut Certificate) -> &mut [Vec<String>; 2] {
        match &mut own(c).scheme {
            SchemeEntry::Wave { coefficients, .. } => coefficients,
            other => panic!("{other:?}"),
        }
    }
    fn values(c: &mut Certificate) -> &mut Vec<String> {
        match &mut own(c).scheme {
            SchemeEntry::Wave { values, .. } => values,
            other => panic!("{other:?}"),
        }
    }
    let of_exp2: &[(&str, Forgery)] = &[
        ("a power", |c| powers(c)[3] = "0x1.2p+0".into()),
        ("too few powers", |c| powers(c).truncate(8)),
        ("another base", |c| {
            if let SchemeEntry::Exponential { base, .. } = &mut own(c).scheme {
                *base = "10".into();
            }
        }),
        ("longer steps", |c| {
            if let SchemeEntry::Exponential { per_unit, .. } = &mut own(c).scheme {
                per_unit[0] = "0x1p+3".into();
            }
        }),
        ("no exceptions", |c| own(c).exceptions.values_mut().for_each(Vec::clear)),
        ("a dangerous argument less", |c| own(c).dangerous.truncate(7)),
        ("exact values", |c| own(c).exact += 1),
        ("another function", |c| c.function = "log2".into()),
    ];
    let of_cospi: &[(&str, Forgery)] = &[
        ("a coefficient", |c| sines(c)[1][0] = "0x1.8p+0".into()),
        ("polynomials exchanged", |c| sines(c).swap(0, 1)),
        ("no coefficients", |c| sines(c)[0].clear()),
        ("no other coefficients", |c| sines(c)[1].clear()),
        ("a value at an angle", |c| values(c)[3] = "0x1.8p-1".into()),
        ("too few angles", |c| values(c).truncate(8)),
        ("no sine", |c| c.function = "tanpi".into()),
    ];
    for (function, forgeries) in [("exp2", of_exp2), ("cospi", of_cospi)] {
        let made = made().iter().find(|made| made.request.function == function).expect("made");
        let honest = certified(made, C, "f");
        assert_refused(&honest, forgeries);
    }
}

/// `check-libm` of the C form: of a function that MPFR has, and of one that it has not; and it finds what is rounded otherwise.
#[test]
fn a_library_of_the_c_form_is_found_correct() {
    for function in ["exp2", "x / (1 + exp(-x))"] {
        let made = made().iter().find(|made| made.request.function == function).expect("made");
        let folder = tempfile::tempdir().expect("a folder");
        let (path, symbols) = single::shared_library(made, folder.path());
        let library = Libm::open(&path).unwrap_or_else(|error| panic!("{error}"));
        let known = libm::known(function, None).unwrap_or_else(|diag| panic!("{diag}"));
        let inputs = libm::random(Number::F32, 5_000, 4);
        let wrong = |symbol: &str, mode: RoundingMode| {
            let own = library
                .function(symbol, LibmType::Single)
                .unwrap_or_else(|error| panic!("{error}"));
            let checked = Checked { known: &known, symbol, number: Number::F32, modes: &[mode] };
            let own = (own, Number::F32);
            let found = libm::check(checked, &inputs, |_, x| {
                libm::call(&library, own, RoundingMode::Nearest, x)
            });
            println!("{found}");
            assert!(found.tried > 4_000 && found.unknown == 0, "{found}");
            found.wrong[0].1
        };
        for (mode, symbol) in RoundingMode::ALL.into_iter().zip(&symbols) {
            assert_eq!(wrong(symbol, mode), 0, "{symbol}");
        }
        assert!(wrong(&symbols[1], RoundingMode::Down) > 1_000);
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (function, part) in [
        ("j0", "cannot be enclosed together"),
        ("x * x", "results of their own"),
        ("log(cosh(x))", "cannot be enclosed together"),
    ] {
        let diag = round::drafted(&request(function)).map(drop).expect_err(function);
        println!("{function}: {diag}");
        assert!(diag.message.contains(part), "{function}: {diag}");
    }
}
