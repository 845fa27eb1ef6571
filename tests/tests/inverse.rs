//! `--with-inverse` against brute force over the inverse function's own inputs, and against published
//! cases of log, found by a search of exp.

use rug::{Float, Integer, Rational};
use std::collections::BTreeMap;
use tmd_codegen::plan::{Plan, Work};
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::search::Report;
use tmd_codegen::verdict::{CaseKind, Verdict};
use tmd_runtime::Level;
use tmd_tests::engine::Engine;
use tmd_tests::hex;
use tmd_tests::search;

/// A function and its inverse, with a range on which it is monotone.
struct Pair {
    text: &'static str,
    range: (f64, f64),
    /// That of f on the range.
    sign: i64,
    inverse: fn(&Float) -> Float,
}

/// Transcendental functions, and algebraic ones, whose inverses have distances that are powers of two.
const PAIRS: [Pair; 16] = [
    Pair { text: "exp", range: (1.0, 2.0), sign: 1, inverse: |y| y.clone().ln() },
    Pair { text: "exp", range: (4.0, 8.0), sign: 1, inverse: |y| y.clone().ln() },
    Pair { text: "exp", range: (-1.0, -0.25), sign: 1, inverse: |y| y.clone().ln() },
    Pair { text: "log", range: (3.0, 9.0), sign: 1, inverse: |y| y.clone().exp() },
    Pair { text: "cos", range: (0.5, 1.375), sign: 1, inverse: |y| y.clone().acos() },
    Pair { text: "sqrt", range: (2.0, 2.5), sign: 1, inverse: |y| y.clone() * y },
    Pair { text: "sqrt", range: (0.75, 9.0), sign: 1, inverse: |y| y.clone() * y },
    Pair { text: "cbrt", range: (1.0, 9.0), sign: 1, inverse: |y| y.clone() * y * y },
    Pair { text: "cbrt", range: (-9.0, -1.0), sign: -1, inverse: |y| y.clone() * y * y },
    Pair { text: "x * x", range: (1.0, 5.0), sign: 1, inverse: |y| y.clone().sqrt() },
    Pair { text: "powi(x, 3)", range: (0.75, 3.0), sign: 1, inverse: |y| y.clone().cbrt() },
    Pair { text: "1 / x", range: (1.0, 3.0), sign: 1, inverse: |y| y.clone().recip() },
    Pair { text: "rsqrt", range: (0.75, 5.0), sign: 1, inverse: |y| (y.clone() * y).recip() },
    Pair {
        text: "x / (1 + x)",
        range: (0.75, 3.0),
        sign: 1,
        inverse: |y| y.clone() / Float::with_val(PREC, 1 - y),
    },
    Pair {
        text: "(2 * x + 1) / (x + 3)",
        range: (1.0, 5.0),
        sign: 1,
        inverse: |y| (y.clone() * 3 - 1) / Float::with_val(PREC, 2 - y),
    },
    Pair {
        text: "(x * x + 1) / 4",
        range: (1.0, 5.0),
        sign: 1,
        inverse: |y| (Float::with_val(PREC, y * 4) - 1u32).sqrt(),
    },
];

/// Bits of brute force.
const PREC: u32 = 300;

/// Inputs of the inverse that are near to breakpoints of its results: their kinds, with the distances of hard ones.
type Near = BTreeMap<Rational, (CaseKind, Option<f64>)>;

/// All of them whose breakpoints are in the range, and how many inputs have their values there.
fn brute_force(pair: &Pair, precision: u32, rounding: Rounding, bits: u32) -> (Near, usize) {
    let [from, to] =
        [pair.range.0, pair.range.1].map(|end| Rational::from_f64(end).expect("finite"));
    let p = if rounding == Rounding::Directed { precision } else { precision + 1 } as i32;
    let (mut found, mut compared) = (Near::new(), 0);
    for e in -8..16 {
        for mantissa in 1i64 << (precision - 1)..1 << precision {
            let y = Rational::from(pair.sign * mantissa) << (e - (precision as i32 - 1));
            let x = (pair.inverse)(&Float::with_val(PREC, &y));
            if !x.is_finite() {
                continue;
            }
            let Some(exponent) = x.get_exp() else { continue };
            // Its own binade decides about the spacing, also next to a power of two.
            let scaled = x << (p - exponent);
            let near = Float::with_val(PREC, scaled.round_ref());
            let off = (scaled - &near).abs();
            let near = near.to_integer().expect("finite");
            let breakpoint = Rational::from(&near) << (exponent - p);
            if breakpoint < from || breakpoint >= to {
                continue;
            }
            compared += 1;
            let kind = match rounding {
                Rounding::Nearest | Rounding::All if near.is_odd() => CaseKind::Nearest,
                _ => CaseKind::Directed,
            };
            let wanted = rounding != Rounding::Nearest || kind == CaseKind::Nearest;
            if wanted && off < (Float::with_val(2, 1) >> bits) {
                let distance = (off >= 1e-60).then(|| off.to_f64());
                found.insert(y, (kind, distance));
            }
        }
    }
    (found, compared)
}

/// What a search finds of the inverse; nothing may be undecided.
fn found(plan: &Plan, engine: Engine) -> (Near, Report) {
    let report = search::run(plan, &engine.kernels(plan), 2);
    let inverse = report.inverse.to_vec().expect("memory");
    let near = inverse.iter().map(|finding| {
        let what = match finding.verdict {
            Verdict::Hard { kind, distance, .. } => (kind, Some(distance.to_f64())),
            Verdict::Exact(kind) => (kind, None),
            Verdict::Unknown(_) => panic!("{finding:?}"),
        };
        (hex::parse(&finding.x).expect("a number"), what)
    });
    (near.collect(), report)
}

/// Refuses what is missed, what is too many, and distances that are not right.
fn compare(want: &Near, got: &Near, what: &str) {
    let missed: Vec<_> = want.iter().filter(|(y, _)| !got.contains_key(y)).take(3).collect();
    let extra: Vec<_> = got.iter().filter(|(y, _)| !want.contains_key(y)).take(3).collect();
    assert!(missed.is_empty() && extra.is_empty(), "{what}: missed {missed:?}, more {extra:?}");
    for (y, wanted) in want {
        let same = match (wanted, got[y]) {
            ((kind, None), (other, None)) => *kind == other,
            ((kind, Some(a)), (other, Some(b))) => *kind == other && (a - b).abs() <= 1e-12 * a,
            ((_, None), (_, Some(_))) | ((_, Some(_)), (_, None)) => false,
        };
        assert!(same, "{what}: {y} is {wanted:?}, not {:?}", got[y]);
    }
}

#[test]
fn small_formats_by_brute_force() {
    let (mut cases, mut powers, mut exact, mut inputs, mut by_kernels) = (0, 0, 0, 0, 0);
    for pair in &PAIRS {
        for rounding in [Rounding::All, Rounding::Nearest, Rounding::Directed] {
            let (precision, bits) = (12, 6);
            let range = format!("{},{}", pair.range.0, pair.range.1);
            let request = Request {
                precision: precision.into(),
                rounding,
                bits: Some(bits),
                with_inverse: true,
                ..Request::in_range(pair.text, &range)
            };
            let (want, compared) = brute_force(pair, precision, rounding, bits);
            let plan = search::plan(&request);
            let (got, report) = found(&plan, Engine::Interpreter);
            compare(&want, &got, &format!("{} [{range}) {rounding}", pair.text));
            let distances: Vec<f64> = want.values().filter_map(|(_, distance)| *distance).collect();
            cases += distances.len();
            powers += distances.iter().filter(|d| d.log2().fract() == 0.0).count();
            exact += want.len() - distances.len();
            inputs += compared;
            by_kernels += plan.inputs_by(|work| matches!(work, Work::Search(_)));
            // The cases of f itself are those of a search without the inverse.
            let alone = Request { with_inverse: false, ..request };
            let plan = search::plan(&alone);
            let forward = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
            assert_eq!(report.findings.len(), forward.findings.len(), "{} {rounding}", pair.text);
        }
    }
    println!(
        "{inputs} inputs of inverse functions: {cases} cases, {powers} of them at powers of two, and {exact} exact \
         cases agree; {by_kernels} inputs went through kernels"
    );
    assert!(inputs > 100_000 && cases > 3000 && powers > 100 && exact > 300);
    assert!(by_kernels > 100_000);
}

/// A search of sqrt has the cases of the square, and one of the square those of sqrt.
#[test]
fn squares_and_roots_find_each_other() {
    let request = |text, range| Request {
        precision: 24.into(),
        bits: Some(14),
        ..Request::in_range(text, range)
    };
    let engine = Engine::Native(Level::detect());
    let root = Request { with_inverse: true, ..request("sqrt", "2,2.5") };
    let (got, _) = found(&search::plan(&root), engine);
    let square = search::plan(&request("x*x", "0x1.6a09e8p0,0x1.94c584p0"));
    let report = search::run(&square, &engine.kernels(&square), 2);
    let findings = report.findings.to_vec().expect("memory");
    let wanted = findings.iter().map(|finding| {
        let what = match finding.verdict {
            Verdict::Hard { kind, distance, .. } => (kind, Some(distance.to_f64())),
            Verdict::Exact(kind) => (kind, None),
            Verdict::Unknown(_) => panic!("{finding:?}"),
        };
        (hex::parse(&finding.x).expect("a number"), what)
    });
    let wanted: Near = wanted.collect();
    let hardest = hex::parse("0x1.7ffffep+0").expect("a number");
    assert!(wanted.contains_key(&hardest));
    compare(&wanted, &got, "sqrt on [2, 2.5)");
    println!("{} findings of the square by a search of sqrt", got.len());
}

/// Where no algebra shows what an inverse's value is, that is listed, and the search is not complete.
#[test]
fn what_is_undecided_is_listed() {
    let request = Request {
        precision: 11.into(),
        bits: Some(6),
        with_inverse: true,
        ..Request::in_range("exp(2 * log(x))", "1.125,1.875")
    };
    let plan = search::plan(&request);
    let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
    let unknown = report.sorted().of_inverse.unknown;
    // k/32 has a square of the format: for k from 36 to 45, and for even k up to 59.
    assert_eq!(unknown.len(), 10 + 7);
    let squares = report.sorted().of_f.unknown;
    assert!(report.undecided() == (unknown.len() + squares.len()) as u128 && !squares.is_empty());
}

/// Published hard cases of log (CORE-MATH's list, see tests/src/known cases) are found by searching exp around their
/// logarithms.
#[test]
fn published_cases_of_log_by_a_search_of_exp() {
    for (y, bits, kind) in [
        ("0x1.8061ea565dd45p+0", 47, CaseKind::Nearest),
        ("0x1.82dc789d367fbp+0", 47, CaseKind::Directed),
    ] {
        let y = hex::parse(y).expect("a number");
        let x = Float::with_val(53, Float::with_val(200, &y).ln());
        let x = x.to_rational().expect("finite");
        // x is in [1/4, 1/2): 2^24 inputs around it.
        let reach = Rational::from(Integer::from(1) << 23) >> 54;
        let (from, to) = (Rational::from(&x - &reach), Rational::from(&x + &reach));
        let request = Request {
            bits: Some(bits),
            with_inverse: true,
            ..Request::in_range("exp", &format!("{from},{to}"))
        };
        let (got, _) = found(&search::plan(&request), Engine::Native(Level::detect()));
        assert_eq!(got.get(&y).map(|(kind, _)| *kind), Some(kind), "{got:?}");
    }
}
