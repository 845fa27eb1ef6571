//! Correctly rounded functions of binary64 by two paths: the same bits as by one path and as MPFR's, on every target and level; both
//! paths are taken; what is proved of the fast one is checked by `verify`.

use rug::Float;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};
use tmd_codegen::certificate::Certificate as Search;
use tmd_codegen::ir::call;
use tmd_codegen::mpfr;
use tmd_codegen::random::Random;
use tmd_codegen::round::double_word::entry::DoubleWordEntry;
use tmd_codegen::round::double_word::fast::UNDECIDED;
use tmd_codegen::round::double_word::fast::entry::{FastEntry, FastRowEntry};
use tmd_codegen::round::double_word::{DoubleWord, FastPath, Scheme, search};
use tmd_codegen::round::{
    self, BITS, Body, Certificate, Method, Request, RoundedFunction, Searched,
};
use tmd_codegen::spec::{FormatName, FunctionSpec};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::RoundingMode;
use tmd_tests::evaluator::check_layout;
use tmd_tests::rounded::{Forgery, assert_refused, certified, seeded};
use tmd_tests::single::{self, Results};

/// Functions, short ranges and thresholds with which a search lists some hundred arguments: of both signs, falling and rising, across
/// binades and rows, near a zero, and a composition.
const FUNCTIONS: [(&str, &str, u32); 7] = [
    ("exp", "1.0312,1.0313", 30),
    ("exp", "-1.0001,-1", 30),
    ("log", "0.98435,0.9844", 30),
    ("sin", "0.5,0.5001", 30),
    ("cos", "1.9999,2.0001", 30),
    ("atan", "-1,-0.9999", 30),
    ("x / (1 + exp(-x))", "1,1.0001", 30),
];
/// Other arguments, of any bits, and in the range.
const OTHERS: usize = 20_000;
/// Lanes of kernels that are interpreted.
const LANES: usize = 1 << 10;

fn request((function, range, bits): (&str, &str, u32), method: Option<Method>) -> Request {
    let precision = FormatName::parse("--precision", "binary64").expect("a format");
    Request { range: range.to_owned(), bits, method, ..Request::new(function, precision) }
}

/// A function by a method, or by whichever is cheaper; searches are done once.
fn make(of: (&str, &str, u32), method: Option<Method>) -> RoundedFunction {
    static DONE: Mutex<BTreeMap<String, Search>> = Mutex::new(BTreeMap::new());
    let key = format!("{of:?}");
    let searcher = |request: &_| {
        let mut done = DONE.lock().expect("no panic");
        if let Some(found) = done.get(&key) {
            return Ok(found.clone());
        }
        let found = search::quietly(request)?;
        done.insert(key.clone(), found.clone());
        Ok(found)
    };
    round::make_with(&request(of, method), &searcher)
        .unwrap_or_else(|diag| panic!("{of:?}: {diag}"))
}

/// All functions by two paths, made and checked once for all tests.
fn made() -> &'static [RoundedFunction] {
    static MADE: OnceLock<Vec<RoundedFunction>> = OnceLock::new();
    MADE.get_or_init(|| FUNCTIONS.map(|of| make(of, Some(Method::TwoPhase))).into())
}

fn searched(made: &RoundedFunction) -> &Searched {
    match &made.body {
        Body::Searched(searched) => searched,
        _ => panic!("binary64"),
    }
}

fn fast(made: &RoundedFunction) -> &FastPath {
    searched(made).fast.as_ref().expect("two paths")
}

/// The least and the greatest number of a range.
fn ends(made: &RoundedFunction) -> [f64; 2] {
    match searched(made).code.scheme {
        Scheme::Range { first, last, is_negative: false } => [first, last],
        Scheme::Range { first, last, is_negative: true } => [-last, -first],
        other => panic!("{other:?}"),
    }
}

/// Arguments for a function: those that the search lists with their neighbours, both sides of all boundaries of rows, others of its
/// range, and any.
fn arguments(made: &RoundedFunction) -> Vec<u64> {
    let own = searched(made);
    let near = own.tried()[..own.dangerous()].iter().map(|(x, _)| x.to_bits());
    let near = near.flat_map(|at| [at - 1, at, at + 1]);
    let [from, to] = ends(made);
    // Rows end half a row before and after their centres.
    let half = 1_u64 << (51 - fast(made).cuts);
    let boundary = |at: u64| (at / (2 * half)) * 2 * half + half;
    let boundaries = [from, to].map(|end| boundary(end.to_bits()));
    let boundaries =
        boundaries.into_iter().flat_map(|at| [at - 1, at, at + 1, at - half, at + half]);
    let mut random = Random::new(7);
    let inside: Vec<u64> =
        (0..OTHERS).map(|_| (from + (to - from) * random.unit()).to_bits()).collect();
    let any: Vec<u64> = (0..OTHERS).map(|_| random.next()).collect();
    let next = [from.next_down(), from.next_up(), to.next_down(), to.next_up()];
    let special = [0.0, -0.0, from, to, f64::INFINITY, -f64::INFINITY, f64::MIN_POSITIVE];
    let special = special.into_iter().chain(next).map(f64::to_bits);
    let special = special.chain([1, UNDECIDED, 0x7ff0_0000_0000_0001]);
    near.chain(boundaries).chain(inside).chain(any).chain(special).collect()
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

/// The results of a kernel by the interpreter.
fn interpreted(kernel: &tmd_codegen::ir::Kernel, x: &[u64]) -> Vec<u64> {
    let block = |x: &[u64]| {
        let mut lanes = x.to_vec();
        lanes.resize(LANES, x[0]);
        let mut y = call(kernel, &lanes).expect("results");
        y.truncate(x.len());
        y
    };
    x.chunks(LANES).flat_map(block).collect()
}

#[test]
fn rust_is_as_mpfr_and_as_one_path_have_it() {
    for ((made, (x, y)), of) in made().iter().zip(found()).zip(FUNCTIONS) {
        let function = made.request.function.as_str();
        let straight = make(of, Some(Method::Straight));
        assert!(searched(&straight).fast.is_none());
        for (mode, (y, one)) in
            RoundingMode::ALL.into_iter().zip(y.iter().zip(single::by_rust(&straight, x)))
        {
            let [from, to] = ends(made);
            let mut compared = 0;
            for ((bits, y), one) in x.iter().zip(y).zip(one) {
                assert_eq!(*y, one, "{function}({bits:#018x}) rounded {}", mode.name());
                let x = f64::from_bits(*bits);
                if !(from..=to).contains(&x) {
                    assert!(f64::from_bits(*y).is_nan());
                } else if let Some(correct) = by_mpfr(function, x, mode) {
                    assert_eq!(f64::from_bits(*y), correct, "{function}({x:e}) {}", mode.name());
                    compared += 1;
                }
            }
            assert!(compared > OTHERS || mpfr::find(function).is_none(), "few are compared");
        }
    }
}

#[test]
fn both_paths_are_taken_and_agree() {
    for (made, (x, y)) in made().iter().zip(found()) {
        let own = searched(made);
        let [from, to] = ends(made);
        let listed = 3 * own.dangerous();
        for (mode, y) in RoundingMode::ALL.into_iter().zip(y) {
            let kernel = made.fast_kernel(mode, LANES).expect("a kernel");
            let told = interpreted(&kernel, x);
            let (mut inside, mut second) = (0, 0);
            for (lane, (told, y)) in told.iter().zip(y).enumerate() {
                let is_inside = (from..=to).contains(&f64::from_bits(x[lane]));
                assert!(is_inside || *told == UNDECIDED, "{:#018x} is outside", x[lane]);
                assert!(*told == *y || *told == UNDECIDED, "{:#018x}", x[lane]);
                if is_inside && lane >= listed {
                    inside += 1;
                    second += usize::from(*told == UNDECIDED);
                }
            }
            let near = told[..listed].iter().filter(|told| **told == UNDECIDED).count();
            let share = second as f64 / f64::from(inside);
            let expected = fast(made).share(&own.code);
            println!(
                "{} {}: {:.2} % of {inside} take the second path, {:.2} % are expected; of {listed} near breakpoints, {near}",
                made.request.function,
                mode.name(),
                share * 100.0,
                expected * 100.0
            );
            assert!(second > 0 && share < 2.0 * expected + 0.002, "{share} and not {expected}");
            assert!(near * 5 > own.dangerous(), "few of those near breakpoints take it");
        }
    }
}

/// Asserts that a target's results are those of Rust.
fn same(target: &str, of: impl Fn(&RoundedFunction, &[u64]) -> Results<u64>) {
    single::assert_same(target, made(), found(), of);
}

#[test]
fn rust_computes_the_same_at_all_levels() {
    same("Rust, AVX2", |made, x| single::by_rust_without(made, x, &["avx512f"]));
    same("Rust, portable", |made, x| single::by_rust_without(made, x, &["avx512f", "avx2"]));
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

/// Arrays all of whose arguments take the second path, in all the lengths that short arrays have, and others between them.
#[test]
fn arrays_may_have_no_argument_that_the_fast_path_tells() {
    let (made, (x, y)) = (&made()[0], &found()[0]);
    for (at, mode) in RoundingMode::ALL.into_iter().enumerate() {
        let kernel = made.fast_kernel(mode, LANES).expect("a kernel");
        let told = interpreted(&kernel, x);
        let second = |lane: &usize| told[*lane] == UNDECIDED;
        let (all, others): (Vec<usize>, Vec<usize>) = (0..x.len()).partition(second);
        let ordered = [&all[..], &others[..1000], &all[..77], &others[..5], &all[..1]].concat();
        let own: Vec<u64> = ordered.iter().map(|lane| x[*lane]).collect();
        let wanted: Vec<u64> = ordered.iter().map(|lane| y[at][*lane]).collect();
        assert!(all.len() > 200, "{} of them", all.len());
        assert_eq!(single::by_rust(made, &own)[at], wanted, "{}", mode.name());
        assert_eq!(single::by_c(made, &own, true)[at], wanted, "{}", mode.name());
    }
}

#[test]
fn emitted_files_are_formatted_and_the_same_from_run_to_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let again = make(FUNCTIONS[0], Some(Method::TwoPhase));
    for target in [C, RUST_SIMD, OPENCL, CUDA] {
        let sources = made()[0].emit(target, "f").expect("sources");
        assert_eq!(sources, again.emit(target, "f").expect("sources"));
        for (file, text) in sources {
            let about = file.ends_with(".h") || text.contains("no function for secrets");
            assert!(about, "{file} does not say that its time depends on arguments");
            check_layout(folder.path(), &file, &text);
        }
    }
}

/// Reductions of all arguments, without the search: what the fast path tells is right, subnormal numbers and special values are not
/// told.
#[test]
fn whole_formats_are_told_as_mpfr_has_them() {
    for function in ["exp2", "log2", "cbrt", "rsqrt"] {
        let spec = FunctionSpec::parse(function).expect("a function");
        let (code, _) = DoubleWord::fitted(&spec, "all", BITS, 512 << 10)
            .unwrap_or_else(|diag| panic!("{function}: {diag}"));
        let planned = FastPath::planned(&spec, &code, 512 << 10).expect("kernels").expect("room");
        assert!(planned.is_cheaper(), "{function}: {planned:?}");
        let mut random = Random::new(3);
        let mut x: Vec<f64> = (0..14 * LANES)
            .map(|at| match at % 4 {
                // Any; of the size of exponents; subnormal; next to 1.
                0 => f64::from_bits(random.next()),
                1 => (random.unit() - 0.5) * 2200.0,
                2 => f64::from_bits(random.next() >> (12 + at % 50)),
                _ => 1.0 + (random.unit() - 0.5) / 2f64.powi((at % 50) as i32),
            })
            .collect();
        let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1.0, -1.0, 8.0, 4.0];
        x.splice(..special.len(), special);
        let bits: Vec<u64> = x.iter().map(|x| x.to_bits()).collect();
        for mode in RoundingMode::ALL {
            let y = interpreted(&planned.path.kernel(&code, mode, LANES), &bits);
            let mut told = 0;
            for (x, y) in x.iter().zip(y).filter(|(_, y)| *y != UNDECIDED) {
                let correct = by_mpfr(function, *x, mode).expect("known to MPFR");
                let y = f64::from_bits(y);
                assert_eq!(y.to_bits(), correct.to_bits(), "{function}({x:e}) {}", mode.name());
                assert!(x.is_normal() && y.is_normal(), "{function}({x:e})");
                told += 1;
            }
            println!("{function} {}: {told} of {} told", mode.name(), x.len());
            assert!(told > x.len() / 8);
        }
        println!(
            "{function}: {} rows, {:.3} % expected to take the second path, {:.1} operations and not {}",
            planned.path.rows.len(),
            planned.path.share(&code) * 100.0,
            planned.operations,
            planned.straight
        );
    }
}

fn own(c: &mut Certificate) -> &mut DoubleWordEntry {
    c.double_word.as_mut().expect("of binary64")
}

fn first(c: &mut Certificate) -> &mut FastEntry {
    own(c).fast.as_mut().expect("two paths")
}

fn row(c: &mut Certificate) -> &mut FastRowEntry {
    &mut first(c).rows[0]
}

#[test]
fn certificates_are_accepted_and_forged_ones_refused() {
    let honest = certified(&made()[0], C, "f");
    let accepted = round::verify(&honest, &seeded()).unwrap_or_else(|diag| panic!("{diag}"));
    println!("{accepted}");
    let forgeries: [(&str, Forgery); 11] = [
        ("a lower bound", |c| row(c).error = "0x1p-70".into()),
        ("a bound of 0", |c| row(c).error = "0x0p+0".into()),
        ("a negative bound", |c| row(c).error = "-0x1p-40".into()),
        ("a constant", |c| row(c).constant[0] = "0x1p+0".into()),
        ("a low word", |c| row(c).constant[1] = "0x0p+0".into()),
        ("another coefficient", |c| row(c).coefficients.swap(0, 1)),
        ("a coefficient less", |c| row(c).coefficients.truncate(4)),
        ("no rows", |c| first(c).rows.clear()),
        ("finer rows", |c| first(c).cuts += 1),
        ("a smaller error", |c| first(c).error_exponent -= 1),
        ("fewer that take the second path", |c| first(c).undecided_millionths /= 2),
    ];
    assert_refused(&honest, &forgeries);
    let forgeries: [(&str, Forgery); 2] = [
        ("no fast path", |c| own(c).fast = None),
        ("another file", |c| c.sources[0].sha256.replace_range(..2, "00")),
    ];
    assert_refused(&honest, &forgeries);
}

#[test]
fn the_cheaper_method_is_taken() {
    assert_eq!(make(FUNCTIONS[0], None).method(), Method::TwoPhase);
    // Next to a zero nothing can be told.
    let near_zero = ("log", "0.99999,1.00001", 31);
    assert_eq!(make(near_zero, None).method(), Method::Straight);
    assert_eq!(make(near_zero, Some(Method::TwoPhase)).method(), Method::TwoPhase);
}

#[test]
fn what_cannot_be_made_is_refused() {
    for format in ["binary16", "bfloat16", "binary32"] {
        let precision = FormatName::parse("--precision", format).expect("a format");
        let method = Some(Method::TwoPhase);
        let of = Request { method, ..Request::new("exp", precision) };
        let diag = round::drafted(&of).map(drop).expect_err(format);
        assert!(diag.message.contains("--method two-phase is for binary64"), "{diag}");
    }
    let short = Request { table_budget: 300, ..request(FUNCTIONS[0], Some(Method::TwoPhase)) };
    let diag = round::drafted(&short).map(drop).expect_err("no room");
    println!("{diag}");
    assert!(diag.message.contains("are left for the fast path's table"), "{diag}");
}
