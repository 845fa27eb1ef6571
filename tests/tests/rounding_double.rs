//! Correctly rounded functions of binary64, by one path: what targets compute, beside MPFR, at all arguments that a search lists and at many others;
//! and the proof of the rest by the error's bound.

use rug::Float;
use std::sync::OnceLock;
use std::time::Instant;
use tmd_codegen::ir::call;
use tmd_codegen::mpfr;
use tmd_codegen::random::Random;
use tmd_codegen::round::double_word::entry::{DoubleWordEntry, RowEntry, SchemeEntry};
use tmd_codegen::round::double_word::{Corrections, DoubleWord, Listed, Scheme};
use tmd_codegen::round::{
    self, BITS, Body, Certificate, Method, Request, RoundedFunction, Searched,
};
use tmd_codegen::spec::{FormatName, FunctionSpec};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::RoundingMode;
use tmd_tests::evaluator::check_layout;
use tmd_tests::full::is_full;
use tmd_tests::rounded::{Forgery, assert_refused, certified, seeded};
use tmd_tests::single::{self, Results};

/// Functions, short ranges and thresholds with which a search lists some hundred to thousand arguments: of both signs, falling and rising,
/// with a zero at an end and at a centre, across binades, and a composition. Values of the last three are too large or too small for
/// polynomials of x: subnormal, and with 0 in the range.
const FUNCTIONS: [(&str, &str, u32); 12] = [
    ("exp", "1,1.0001", 30),
    ("exp", "-1.0001,-1", 30),
    ("log", "0.99999,1.00001", 31),
    ("sin", "0.5,0.5001", 30),
    ("cos", "1.9999,2.0001", 30),
    ("tanh", "2,2.0001", 30),
    ("atan", "-1,-0.9999", 30),
    ("asin", "0.25,0.25002", 28),
    ("x / (1 + exp(-x))", "1,1.0001", 30),
    ("exp", "600,600.01", 30),
    ("exp", "-720,-719.99", 30),
    ("exp", "-1e-300,1e-300", 44),
];
/// Other arguments, of any bits, and in the range.
const OTHERS: usize = 20_000;

fn request((function, range, bits): (&str, &str, u32)) -> Request {
    let precision = FormatName::parse("--precision", "binary64").expect("a format");
    let method = Some(Method::Straight);
    Request { range: range.to_owned(), bits, method, ..Request::new(function, precision) }
}

/// All functions, made and checked once for all tests.
fn made() -> &'static [RoundedFunction] {
    static MADE: OnceLock<Vec<RoundedFunction>> = OnceLock::new();
    MADE.get_or_init(|| {
        let make = |of: (&str, &str, u32)| {
            round::make(&request(of)).unwrap_or_else(|diag| panic!("{of:?}: {diag}"))
        };
        FUNCTIONS.map(make).into()
    })
}

fn searched(made: &RoundedFunction) -> &Searched {
    match &made.body {
        Body::Searched(searched) => searched,
        _ => panic!("binary64"),
    }
}

/// The least and the greatest number of a range.
fn ends(made: &RoundedFunction) -> [f64; 2] {
    match searched(made).code.scheme {
        Scheme::Range { first, last, is_negative: false } => [first, last],
        Scheme::Range { first, last, is_negative: true } => [-last, -first],
        Scheme::Exponential { first, last } => [first, last],
        other => panic!("{other:?}"),
    }
}

/// Arguments for a function: those that the search lists with their neighbours, others of its range, and any.
fn arguments(made: &RoundedFunction) -> Vec<u64> {
    let own = searched(made);
    let near = own.tried()[..own.dangerous()].iter().map(|(x, _)| x.to_bits());
    let near = near.flat_map(|at| [at - 1, at, at + 1]);
    let [from, to] = ends(made);
    let mut random = Random::new(7);
    let inside: Vec<u64> =
        (0..OTHERS).map(|_| (from + (to - from) * random.unit()).to_bits()).collect();
    let any: Vec<u64> = (0..OTHERS).map(|_| random.next()).collect();
    let special = [0.0, -0.0, from, to, f64::INFINITY, -f64::INFINITY, f64::MIN_POSITIVE];
    let special = special.map(f64::to_bits).into_iter().chain([1, 0x7ff0_0000_0000_0001]);
    near.chain(inside).chain(any).chain(special).collect()
}

/// The arguments of all functions, and what Rust gives: that is compared with MPFR, and all targets with it.
fn found() -> &'static [(Vec<u64>, Results<u64>)] {
    static FOUND: OnceLock<Vec<(Vec<u64>, Results<u64>)>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let of = |made: &RoundedFunction| {
            let x = arguments(made);
            let y = single::by_rust(made, &x);
            (x, y)
        };
        made().iter().map(of).collect()
    })
}

/// What MPFR rounds a value to.
fn by_mpfr(function: &str, x: f64, mode: RoundingMode) -> Option<f64> {
    let to = round::direction(mode);
    let known = mpfr::find(function)?;
    let mut y = Float::with_val(53, x);
    let ordering = (known.round)(&mut y, to);
    y.subnormalize_ieee_round(ordering, to);
    Some(y.to_f64_round(to))
}

#[test]
fn rust_is_as_mpfr_has_it() {
    for (made, (x, y)) in made().iter().zip(found()) {
        let start = Instant::now();
        let function = made.request.function.as_str();
        let [from, to] = ends(made);
        let (mut compared, mut outside) = (0, 0);
        for (mode, y) in RoundingMode::ALL.into_iter().zip(y) {
            for (bits, y) in x.iter().zip(y) {
                let (x, y) = (f64::from_bits(*bits), f64::from_bits(*y));
                if !(from..=to).contains(&x) {
                    assert!(y.is_nan(), "{function}({x:e}) is {y:e}");
                    outside += 1;
                } else if let Some(correct) = by_mpfr(function, x, mode) {
                    assert_eq!(y, correct, "{function}({x:e}) rounded {}", mode.name());
                    compared += 1;
                }
            }
        }
        let own = searched(made);
        let all = own.tried().iter().filter(|(x, _)| x.is_finite()).count();
        println!(
            "{function} on {}: {compared} compared, {outside} NaN outside; {} listed, {all} tried; error below 2^{} ({:.1?})",
            made.request.range,
            own.dangerous(),
            own.error_exponent,
            start.elapsed()
        );
        assert!(own.dangerous() >= 50, "few are listed");
        assert!(compared > 4 * OTHERS || mpfr::find(function).is_none(), "few are compared");
    }
}

/// Asserts that a target's results are those of Rust.
fn same(target: &str, of: impl Fn(&RoundedFunction, &[u64]) -> Results<u64>) {
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
    let again = round::drafted(&request(FUNCTIONS[0])).expect("made");
    for target in [C, RUST_SIMD, OPENCL, CUDA] {
        let sources = made()[0].emit(target, "f").expect("sources");
        assert_eq!(sources, again.emit(target, "f").expect("sources"));
        for (file, text) in sources {
            check_layout(folder.path(), &file, &text);
        }
    }
}

/// Functions whose arguments are all reduced, and one of the hardest known cases of each.
const WHOLE: [(&str, u64); 7] = [
    ("exp2", 0x3f5e_4596_526b_f94d),
    ("log2", 0x3ff8_0000_0000_0000),
    ("cbrt", 0x4009_b782_23aa_307c),
    ("rsqrt", 0x4000_0000_0000_0000),
    ("sinpi", 0x3fe0_0000_0000_0000),
    ("cospi", 0x3fe0_0000_0000_0000),
    ("exp", 0x3fef_85ac_f0cc_79fe),
];
/// Arguments that are computed at a time.
const LANES: usize = 1 << 10;

/// The code of a whole format, without the search.
fn whole((function, hardest): (&str, u64)) -> (FunctionSpec, DoubleWord, Corrections) {
    let spec = FunctionSpec::parse(function).expect("a function");
    let (code, _) = DoubleWord::fitted(&spec, "all", BITS, 512 << 10)
        .unwrap_or_else(|diag| panic!("{function}: {diag}"));
    let listed = Listed::of(&spec, vec![f64::from_bits(hardest)]).expect("known");
    let corrections = code.corrections(&spec, &listed, &RoundingMode::ALL).expect("few");
    (spec, code, corrections)
}

/// Any arguments; of the size of exponents; subnormal; from tiny to integers; multiples of 1/4; next to 1; and special ones.
fn of_all_sizes(hardest: u64) -> Vec<u64> {
    let mut random = Random::new(3);
    let mut x: Vec<f64> = (0..14 * LANES)
        .map(|at| match at % 6 {
            0 => f64::from_bits(random.next()),
            1 => (random.unit() - 0.5) * 2200.0,
            2 => f64::from_bits(random.next() >> (12 + at % 50)),
            3 => (random.unit() - 0.5) * 2f64.powi((at % 130) as i32 - 70),
            4 => (random.next() >> (at % 60)) as f64 / 4.0,
            _ => 1.0 + (random.unit() - 0.5) / 2f64.powi((at % 50) as i32),
        })
        .collect();
    let hardest = f64::from_bits(hardest);
    let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 1.0, -1.0, -2.0, 8.0, hardest];
    x.splice(..special.len(), special);
    x.iter().map(|x| x.to_bits()).collect()
}

/// What a kernel gives in all modes, by the interpreter.
fn interpreted(code: &DoubleWord, corrections: &Corrections, x: &[u64]) -> Results<u64> {
    let of_mode = |mode: RoundingMode| {
        let kernel = code.kernel(corrections, mode, LANES);
        x.chunks(LANES).flat_map(|x| call(&kernel, x).expect("results")).collect()
    };
    RoundingMode::ALL.into_iter().map(of_mode).collect()
}

/// Reductions of all arguments, without the search: what is not next to a breakpoint is right, and so are the hardest known cases.
#[test]
fn whole_formats_are_reduced_as_mpfr_has_them() {
    for of in WHOLE {
        let (function, hardest) = of;
        let (_, code, corrections) = whole(of);
        let x = of_all_sizes(hardest);
        let mut subnormal = 0;
        for (mode, y) in RoundingMode::ALL.into_iter().zip(interpreted(&code, &corrections, &x)) {
            for (x, y) in x.iter().zip(y) {
                let [x, y] = [*x, y].map(f64::from_bits);
                let correct = by_mpfr(function, x, mode).expect("known to MPFR");
                let is_same = y.to_bits() == correct.to_bits() || (y.is_nan() && correct.is_nan());
                assert!(is_same, "{function}({x:e}) {}: {y:e}, not {correct:e}", mode.name());
                subnormal += usize::from(y.is_subnormal());
            }
        }
        let (count, rows) = (x.len(), code.rows.len());
        println!(
            "{function}, {rows} rows: {count} arguments in 4 modes, {subnormal} subnormal results"
        );
        assert!(!["exp", "exp2", "sinpi"].contains(&function) || subnormal > 100);
    }
}

/// Targets compute what the interpreter does.
#[test]
fn whole_formats_are_the_same_for_all_targets() {
    let (made, found): (Vec<_>, Vec<_>) = WHOLE[4..]
        .iter()
        .map(|of| {
            let (spec, code, corrections) = whole(*of);
            let x = of_all_sizes(of.1);
            let y = interpreted(&code, &corrections, &x);
            let mut made = made()[0].clone();
            let request = request((of.0, "all", BITS));
            (made.spec, made.request) = (spec, request);
            let Body::Searched(searched) = &mut made.body else { panic!("binary64") };
            (searched.code, searched.corrections) = (code, corrections);
            (made, (x, y))
        })
        .unzip();
    single::assert_same(RUST_SIMD, &made, &found, single::by_rust);
    single::assert_same(C, &made, &found, |made, x| single::by_c(made, x, true));
    single::assert_same("C for any processor", &made, &found, |made, x| {
        single::by_c(made, x, false)
    });
    single::assert_same(CUDA, &made, &found, single::by_cuda_on_a_cpu);
    #[cfg(feature = "opencl")]
    if single::by_opencl(&made[0], &found[0].0).is_some() {
        single::assert_same(OPENCL, &made, &found, |made, x| {
            single::by_opencl(made, x).expect("a device")
        });
    }
}

fn own(c: &mut Certificate) -> &mut DoubleWordEntry {
    c.double_word.as_mut().expect("of binary64")
}

fn row(c: &mut Certificate) -> &mut RowEntry {
    &mut own(c).rows[0]
}

#[test]
fn certificates_are_accepted_and_forged_ones_refused() {
    let made = &made()[0];
    let honest = certified(made, C, "f");
    let accepted = round::verify(&honest, &seeded()).unwrap_or_else(|diag| panic!("{diag}"));
    println!("{accepted}");
    let forgeries: [(&str, Forgery); 21] = [
        ("a constant", |c| row(c).constant[0] = "0x1p+0".into()),
        ("a low word", |c| row(c).constant[1] = "0x0p+0".into()),
        ("a coefficient", |c| row(c).leading.swap(0, 1)),
        ("a last coefficient", |c| row(c).rest.reverse()),
        ("a column less", |c| row(c).rest.truncate(2)),
        ("no rows", |c| own(c).rows.clear()),
        ("finer rows", |c| own(c).cuts += 1),
        ("a longer range", |c| {
            own(c).scheme = SchemeEntry::Range {
                first: "0x1p-1".into(),
                last: "0x1p+0".into(),
                is_negative: false,
            };
        }),
        ("cuts without end", |c| own(c).cuts = u32::MAX),
        ("a range that ends before it begins", |c| {
            own(c).scheme = SchemeEntry::Range {
                first: "0x1p+0".into(),
                last: "0x1p-1".into(),
                is_negative: false,
            };
        }),
        ("another scheme", |c| own(c).scheme = SchemeEntry::Translation),
        ("another reduction, by other rows", |c| {
            own(c).scheme = SchemeEntry::Exponential {
                first: "0x1p+0".into(),
                last: "0x1.00068db8bac71p+0".into(),
            };
        }),
        ("a reduction of all arguments", |c| own(c).scheme = SchemeEntry::WholeExponential),
        ("a smaller error", |c| own(c).error_exponent -= 3),
        ("a threshold that is not searched", |c| own(c).bits -= 8),
        ("a listed argument left out", |c| {
            let found = own(c).search.found.as_mut().expect("lists");
            found.cases.remove(0);
        }),
        ("an incomplete search", |c| own(c).search.complete = false),
        ("a search of less", |c| own(c).search.range = "1,1.00005".into()),
        ("a search of another function", |c| own(c).search.function = "exp2(x)".into()),
        ("another function", |c| c.function = "exp2".into()),
        ("another file", |c| c.sources[0].sha256.replace_range(..2, "00")),
    ];
    assert_refused(&honest, &forgeries);
}

/// All arguments of a function, from a search of which the cases that follow from others are too many to be listed: two minutes of a
/// core, so only with `TMD_FULL=1`.
#[test]
fn all_arguments_are_served_by_a_search_that_counts_what_follows() {
    if !is_full() {
        return println!("skipped: a search of minutes; TMD_FULL=1 runs it");
    }
    let made =
        round::make(&request(("rsqrt", "all", BITS))).unwrap_or_else(|diag| panic!("{diag}"));
    let mut honest = certified(&made, C, "f");
    let counted: u128 = own(&mut honest).search.follows.iter().map(|e| e.not_listed.cases).sum();
    let accepted = round::verify(&honest, &seeded()).unwrap_or_else(|diag| panic!("{diag}"));
    println!("{counted} cases that follow are counted: {accepted}");
    assert!(counted > 1_000_000, "{counted}");
}

#[test]
fn long_ranges_of_exp_are_reduced() {
    let spec = FunctionSpec::parse("exp").expect("a function");
    for range in ["-4,4", "1,16", "-700,-0.5"] {
        let (code, errors) = DoubleWord::fitted(&spec, range, BITS, 512 << 10)
            .unwrap_or_else(|diag| panic!("{range}: {diag}"));
        println!("{range}: {:?}, error below 2^{}", code.scheme, errors.exponent());
        assert!(matches!(code.scheme, Scheme::Exponential { .. }), "{range}: {:?}", code.scheme);
        assert!(code.rows.len() <= 1 << 10);
    }
}

/// Reductions of a whole format: by equations that the function has, and by no others.
#[test]
fn other_reductions_are_refused() {
    let honest = certified(&made()[0], C, "f");
    let reduced = |function: &str, scheme: SchemeEntry, parity: Option<&str>| {
        let mut forged = honest.clone();
        (forged.function, forged.range) = (function.into(), None);
        own(&mut forged).scheme = scheme;
        own(&mut forged).parity = parity.map(str::to_owned);
        round::verify(&forged, &seeded()).map(drop).expect_err(function).message
    };
    let turns = |parity: &str| SchemeEntry::Turns { parity: parity.into() };
    let odd = Some("odd");
    for (of, why) in [
        (("sinpi", turns("odd"), odd), "rows do not serve"),
        (("sinpi", turns("even"), odd), "another way"),
        (("sinpi", turns("odd"), Some("even")), "another way"),
        (("sinpi", turns("odd"), None), "another way"),
        (("sinpi", turns("neither"), odd), "neither"),
        (("sinpi", SchemeEntry::Translation, odd), "another way"),
        (("sinpi", SchemeEntry::Scaling { x: 1, f: 1 }, odd), "another way"),
        (("cospi", turns("even"), Some("even")), "rows do not serve"),
        (("exp", SchemeEntry::WholeExponential, None), "rows do not serve"),
        (("exp", SchemeEntry::Translation, None), "another way"),
        (("exp2", SchemeEntry::WholeExponential, None), "another way"),
        (("cospi", turns("odd"), odd), "another way"),
        (("tanpi", turns("odd"), odd), "no equation"),
        (("2 * sinpi(x)", turns("odd"), odd), "no equation"),
        (("exp2", turns("odd"), odd), "another way"),
        (("cbrt", SchemeEntry::Scaling { x: 3, f: 2 }, odd), "another way"),
    ] {
        let text = format!("{of:?}");
        let message = reduced(of.0, of.1, of.2);
        println!("{text}: {message}");
        assert!(message.contains(why), "{text}: {message}");
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (of, part) in [
        (("sin", "3,3.5", 44), "is proved, 2^-98 is needed"),
        (("sin", "all", 44), "no equation that reduces all arguments"),
        (("tanpi", "all", 44), "no equation that reduces all arguments"),
        (("sinpi(x) + 1", "all", 44), "no equation that reduces all arguments"),
        (("exp2", "-1,1", 44), "one side of 0"),
        (("log", "1e200,2e200", 44), "one side of 0"),
        (("exp", "2,1", 44), "is empty"),
        (("log", "-2,-1", 44), "log"),
        (("asin", "0.5,1", 44), "asin"),
    ] {
        let diag = round::drafted(&request(of)).map(drop).expect_err(of.0);
        println!("{of:?}: {diag}");
        assert!(diag.message.contains(part), "{of:?}: {diag}");
    }
    let single = FormatName::parse("--precision", "binary32").expect("a format");
    let part = Request { range: "1,2".into(), ..Request::new("exp", single) };
    let diag = round::drafted(&part).map(drop).expect_err("a part of binary32");
    assert!(diag.message.contains("is for binary64"), "{diag}");
    let threshold = Request { bits: 40, ..Request::new("exp", single) };
    let diag = round::drafted(&threshold).map(drop).expect_err("a threshold for binary32");
    assert!(diag.message.contains("is for binary64"), "{diag}");
}
