//! `--with-inverse` against brute force over the inverse function's own inputs, and against published
//! cases of log, found by a search of exp.

use rug::{Float, Integer, Rational};
use std::collections::BTreeSet;
use tmd_codegen::confirm::{CaseKind, Verdict};
use tmd_codegen::request::{Request, Rounding};
use tmd_runtime::Level;
use tmd_tests::engine::Engine;
use tmd_tests::hex;
use tmd_tests::search::{self, Ways};

/// A function and its inverse, with a range on which it is monotone.
struct Pair {
    text: &'static str,
    range: (f64, f64),
    inverse: fn(&Float) -> Float,
}

const PAIRS: [Pair; 7] = [
    Pair { text: "exp", range: (1.0, 2.0), inverse: |y| y.clone().ln() },
    Pair { text: "exp", range: (4.0, 8.0), inverse: |y| y.clone().ln() },
    Pair { text: "exp", range: (-1.0, -0.25), inverse: |y| y.clone().ln() },
    Pair { text: "log", range: (3.0, 9.0), inverse: |y| y.clone().exp() },
    Pair { text: "cbrt", range: (1.0, 9.0), inverse: |y| y.clone() * y * y },
    Pair { text: "1 / x", range: (1.0, 3.0), inverse: |y| y.clone().recip() },
    Pair { text: "cos", range: (0.5, 1.375), inverse: |y| y.clone().acos() },
];

/// The hard inputs y of the inverse with results within ε of breakpoints in [from, to), with the kinds of these.
fn brute_force(
    pair: &Pair,
    precision: u32,
    rounding: Rounding,
    bits: u32,
) -> BTreeSet<(Rational, CaseKind)> {
    let [from, to] =
        [pair.range.0, pair.range.1].map(|end| Rational::from_f64(end).expect("finite"));
    let p = if rounding == Rounding::Directed { precision } else { precision + 1 } as i32;
    let mut hard = BTreeSet::new();
    for sign in [1i64, -1] {
        for e in -8..16 {
            for mantissa in 1i64 << (precision - 1)..1 << precision {
                let y = Rational::from(sign * mantissa) << (e - (precision as i32 - 1));
                let x = (pair.inverse)(&Float::with_val(300, &y));
                let Some(exponent) = x.get_exp() else { continue };
                // The breakpoint decides whose binade it is, which is that of x but next to a power of two.
                let scaled = x << (p - exponent);
                let near = Float::with_val(300, scaled.round_ref());
                let off = (scaled - &near).abs();
                let near = near.to_integer().expect("finite");
                let breakpoint = Rational::from(&near) << (exponent - p);
                if breakpoint < from || breakpoint >= to {
                    continue;
                }
                let kind = match rounding {
                    Rounding::Nearest | Rounding::All if near.is_odd() => CaseKind::Nearest,
                    _ => CaseKind::Directed,
                };
                let is_exact = off < 1e-60;
                let wanted = rounding != Rounding::Nearest || kind == CaseKind::Nearest;
                if wanted && !is_exact && off < (Float::with_val(2, 1) >> bits) {
                    hard.insert((y, kind));
                }
            }
        }
    }
    hard
}

fn found(request: &Request, engine: Engine) -> (BTreeSet<(Rational, CaseKind)>, usize) {
    let plan = search::plan(request);
    Ways::of(&plan).expect_kernels(&request.command("search"), 90);
    let report = search::run(&plan, &engine.kernels(&plan), 2);
    let hard = report.inverse.iter().filter_map(|finding| match finding.verdict {
        Verdict::Hard { kind, .. } => Some((hex::parse(&finding.x).expect("a number"), kind)),
        Verdict::Unknown(_) => panic!("{finding:?}"),
        _ => None,
    });
    (hard.collect(), report.findings.len())
}

#[test]
fn small_formats_by_brute_force() {
    let mut cases = 0;
    for pair in &PAIRS {
        for rounding in [Rounding::All, Rounding::Nearest, Rounding::Directed] {
            let (precision, bits) = (12, 6);
            let range = format!("{},{}", pair.range.0, pair.range.1);
            let request = Request {
                precision: precision.into(),
                rounding,
                bits: Some(bits),
                with_inverse: true,
                ..Request::new(pair.text, "--range", &range)
            };
            let want = brute_force(pair, precision, rounding, bits);
            let (got, forward) = found(&request, Engine::Interpreter);
            let missed: Vec<_> = want.difference(&got).take(3).collect();
            let extra: Vec<_> = got.difference(&want).take(3).collect();
            assert!(
                missed.is_empty() && extra.is_empty(),
                "{} [{range}) {rounding:?}: missed {missed:?}, too many {extra:?}",
                pair.text
            );
            cases += want.len();
            // The cases of f itself are those of a search without the inverse.
            let alone = Request { with_inverse: false, ..request };
            let plan = search::plan(&alone);
            let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
            assert_eq!(report.findings.len(), forward, "{} {rounding:?}", pair.text);
        }
    }
    println!("{cases} cases of inverse functions agree");
    assert!(cases > 300, "{cases}");
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
            ..Request::new("exp", "--range", &format!("{from},{to}"))
        };
        let (got, _) = found(&request, Engine::Native(Level::detect()));
        assert!(got.contains(&(y, kind)), "{got:?}");
    }
}
