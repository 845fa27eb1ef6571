//! Values that are breakpoints themselves are listed as exact and are never HR-cases.

use rug::float::Round;
use rug::{Float, Rational};
use std::collections::BTreeSet;
use tmd_codegen::plan::Work;
use tmd_codegen::request::{Direct, Overrides, Request, Rounding};
use tmd_codegen::spec::FormatName;
use tmd_codegen::verdict::{CaseKind, Verdict};
use tmd_tests::brute::Found;
use tmd_tests::engine::Engine;
use tmd_tests::search::{self, Ways};

fn search_for(text: &str, range: &str, precision: u32, bits: u32) -> Found {
    let (mut all, mut ways) = (vec![], Ways::default());
    for (interval, direct) in [(None, Direct::Auto), (Some(32), Direct::Auto), (None, Direct::Off)]
    {
        let request = Request {
            precision: precision.into(),
            bits: Some(bits),
            overrides: Overrides { interval, direct, ..Overrides::default() },
            ..Request::in_range(text, range)
        };
        match search::search(&request, Engine::Interpreter, 1) {
            Ok((found, own)) => {
                all.push(found);
                ways += own;
            }
            Err(diag) => assert!(interval.is_some(), "{}", diag.render(false)),
        }
    }
    ways.expect_kernels(&format!("{text} on [{range})"), 90);
    let found = all.remove(0);
    all.iter().for_each(|other| assert_eq!(*other, found));
    for (x, _) in &found.exact {
        assert!(found.cases.iter().all(|case| case.x != *x), "{x} is exact and a case");
    }
    found
}

fn exact_inputs(found: &Found) -> Vec<Rational> {
    found.exact.iter().map(|(x, _)| x.clone()).collect()
}

#[test]
fn log_of_one() {
    let found = search_for("log", "1,2", 14, 6);
    assert_eq!(found.exact, [(Rational::from(1), CaseKind::Directed)]);
    assert!(!found.cases.is_empty());
    let found = search_for("log", "0.75,1.25", 14, 6);
    assert_eq!(exact_inputs(&found), [Rational::from(1)]);
    assert_eq!(exact_inputs(&search_for("log", "2,4", 14, 6)), [0u32; 0]);
}

#[test]
fn exp_has_none_outside_zero() {
    for range in ["0.0009765625,1", "-1,-0.0009765625"] {
        assert_eq!(search_for("exp", range, 12, 5).exact, []);
    }
}

#[test]
fn roots_of_squares() {
    let found = search_for("sqrt", "1,4", 12, 6);
    // √x is a multiple of half a unit, 2^-12, in [1, 2): x = r² must have 12 bits.
    let root = |r: u64| Rational::from((r * r, 1u64 << 24));
    let fits = |x: &Rational| x.numer().significant_bits() <= 12;
    let want: Vec<Rational> = (1u64 << 12..1 << 13).map(root).filter(fits).collect();
    assert_eq!(want.len(), 32);
    assert_eq!(exact_inputs(&found), want);
    assert!(!found.cases.is_empty());
}

#[test]
fn reciprocals_of_powers_of_two() {
    let found = search_for("1 / x", "0.25,8", 13, 6);
    let want = [(1, 4), (1, 2), (1, 1), (2, 1), (4, 1)].map(Rational::from);
    assert_eq!(exact_inputs(&found), want);
    assert!(found.exact.iter().all(|(_, kind)| *kind == CaseKind::Directed));
}

#[test]
fn cubes() {
    let found = search_for("powi(x, 3)", "1,2", 12, 5);
    // x³ has 13 bits or fewer: midpoints count.
    let want: Vec<Rational> = (1u64 << 11..1 << 12)
        .map(|m| Rational::from((m, 1u64 << 11)))
        .filter(|x| (x.clone() * x * x).numer().significant_bits() <= 13)
        .collect();
    assert!(want.len() > 8, "{}", want.len());
    assert_eq!(exact_inputs(&found), want);
    let kinds: Vec<_> = found.exact.iter().map(|(_, kind)| *kind).collect();
    assert!(kinds.contains(&CaseKind::Nearest) && kinds.contains(&CaseKind::Directed));
}

/// With rounding to nearest alone, only midpoints count; with directed rounding, no midpoint does.
#[test]
fn roundings_choose() {
    let exact = |rounding| {
        let request = Request {
            precision: 12.into(),
            bits: Some(5),
            rounding,
            ..Request::in_range("powi(x, 3)", "1,2")
        };
        let (found, ways) = search::search(&request, Engine::Interpreter, 1)
            .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
        ways.expect_kernels("roundings", 90);
        exact_inputs(&found)
    };
    let (nearest, directed) = (exact(Rounding::Nearest), exact(Rounding::Directed));
    let mut both = [nearest.clone(), directed.clone()].concat();
    both.sort();
    assert!(!nearest.is_empty() && !directed.is_empty());
    assert_eq!(both, exact(Rounding::All));
}

/// √x·√x is x, which enclosures never show: the inputs are reported as undecided, none as a case.
#[test]
fn the_undecidable_is_said_to_be_so() {
    for interval in [None, Some(32)] {
        let request = Request {
            precision: 8.into(),
            bits: Some(4),
            overrides: Overrides { interval, ..Overrides::default() },
            ..Request::in_range("sqrt(x) * sqrt(x)", "1,1.5")
        };
        let Ok(plan) = tmd_codegen::plan::make(&request) else {
            assert!(interval.is_some());
            continue;
        };
        let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
        assert_eq!(report.cases().len(), 0);
        // Squares are decided by algebra: 1, (9/8)² = 81/64, (5/4)² = 100/64, …
        let exact = report.exact().len();
        assert!(exact >= 1);
        assert_eq!(report.findings.len(), 64);
        let unknown = report.unknown().to_vec().expect("memory");
        assert_eq!(unknown.len(), 64 - exact);
        assert!(unknown.iter().all(|f| matches!(f.verdict, Verdict::Unknown(CaseKind::Directed))));
    }
}

/// What a search says of one input, at a precision of the results, with rounding to nearest alone or in all modes.
fn verdict_at(
    text: &str,
    x: &str,
    (precision, bits): (u32, u32),
    rounding: Rounding,
) -> Option<Verdict> {
    let request = Request {
        precision: precision.into(),
        input_precision: Some(11.into()),
        bits: Some(bits),
        rounding,
        ..Request::in_range(text, &format!("{x},{x} + 1e-9"))
    };
    let plan = search::plan(&request);
    assert_eq!(plan.inputs(), 1);
    let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
    report.findings.iter().next().map(|finding| finding.expect("memory").verdict.clone())
}

/// f is x or x² here though no algebra shows it: far from breakpoints that is decided all the same.
#[test]
fn halfway_between_breakpoints_is_no_case() {
    // g = 6.5.
    let verdict = verdict_at("log1p(expm1(x))", "13/512", (2, 2), Rounding::Nearest);
    assert_eq!(verdict, None);
    // At ε itself nothing tells which side f is on.
    let verdict = verdict_at("log1p(expm1(x))", "25/32", (2, 2), Rounding::All);
    assert_eq!(verdict, Some(Verdict::Unknown(CaseKind::Directed)));
}

/// A distance that cannot be told from a power of two is a case of one identical bit fewer.
#[test]
fn distances_at_powers_of_two_are_cases() {
    let verdict = verdict_at("acos(cos(x * x))", "3/512", (2, 2), Rounding::Directed);
    let Some(Verdict::Hard { distance, identical_bits, kind }) = verdict else {
        panic!("{verdict:?}")
    };
    assert!((distance.to_f64() - 0.125).abs() < 1e-9, "{distance}");
    assert_eq!((identical_bits, kind), (1, CaseKind::Directed));
}

/// 1 + tanh(x) needs far more bits than the inputs have before it is told from 0; that is no reason to refuse it.
#[test]
fn close_to_the_edge_of_a_domain() {
    for (text, x) in [("log2p1(tanh(x))", "-300"), ("sqrt(1 - tanh(x))", "300")] {
        let verdict = verdict_at(text, x, (11, 5), Rounding::All);
        assert!(!matches!(verdict, Some(Verdict::Unknown(_))), "{text}: {verdict:?}");
    }
    let request = Request {
        precision: 11.into(),
        bits: Some(4),
        ..Request::in_range("log2p1(tanh(x))", "-400,-20")
    };
    let plan = search::plan(&request);
    let found = search::found(&search::run(&plan, &Engine::Interpreter.kernels(&plan), 1));
    assert!(found.cases.len() > 100 && found.exact.is_empty(), "{}", found.cases.len());
}

/// |f| = 2^(emax+1) is no breakpoint: each rounding gives the same on both sides of it. So it is no case, in whatever way
/// the plan treats the input.
#[test]
fn where_overflow_begins_is_no_breakpoint() {
    let mut ways = BTreeSet::new();
    for (text, input, range, bits, x) in [
        ("rsqrt", "binary32", "0x1p-32,0x1.001p-32", 4, "0x1p-32"),
        ("rsqrt", "binary32", "0x1p-32,0x1.02p-32", 8, "0x1p-32"),
        ("rsqrt", "binary32", "0x1p-32,0x1.2p-32", 12, "0x1p-32"),
        ("rsqrt", "bfloat16", "0x1p-32,0x1p-31", 4, "0x1p-32"),
        ("rsqrt", "bfloat16", "0x1p-34,0x1p-10", 4, "0x1p-32"),
        ("131072 - x", "binary32", "0x1p16,0x1.001p16", 4, "0x1p+16"),
        ("131072 - x", "bfloat16", "0x1p15,0x1p17", 4, "0x1p+16"),
        ("65536/x", "binary16", "1,2", 4, "0x1p+0"),
        ("65536/x", "binary32", "1,1.125", 8, "0x1p+0"),
        ("65536/(x*x)", "binary16", "1,2", 5, "0x1p+0"),
    ] {
        for interval in [None, Some(32)] {
            let request = Request {
                precision: 11.into(),
                input_precision: FormatName::parse("--input-precision", input).ok(),
                bits: Some(bits),
                overrides: Overrides { interval, ..Overrides::default() },
                ..Request::in_range(text, range)
            };
            let Ok(plan) = tmd_codegen::plan::make(&request) else {
                assert!(interval.is_some(), "{text} {range}");
                continue;
            };
            let place = plan.spans.iter().find(|span| {
                let holds = |index: u64| plan.segments[span.segment].hex(index) == x;
                span.inputs.clone().any(holds)
            });
            let place = place.unwrap_or_else(|| panic!("{text} {range} {input}: no {x}"));
            ways.insert(match &place.work {
                Work::Direct(_) => "direct",
                Work::Search(_) => "kernels",
                Work::Drift(_) => "closed form",
                Work::Decided(_) => "decided",
                Work::Follows(_) => "follows",
                Work::Refused(_) => "refused",
            });
            let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
            assert_eq!(report.inputs(), plan.inputs(), "{text} {range}");
            let findings = report.findings.to_vec().expect("memory");
            let found = findings.iter().find(|finding| finding.x == x);
            assert_eq!(found, None, "{text} {range} {input} {interval:?}");
            for run in &report.runs {
                let segment = &plan.segments[run.segment];
                assert!(
                    run.indices().all(|index| segment.hex(index) != x),
                    "{text} {range} {run:?}"
                );
            }
        }
    }
    println!("{ways:?}");
    assert!(
        ways.len() >= 3 && ways.contains("kernels") && ways.contains("closed form"),
        "{ways:?}"
    );
}

/// Distances far below binary64's range are told as they are.
#[test]
fn tiny_distances_are_not_zero() {
    // exp(x) = 1 + x and a little: 2^-1500 is 2^(-1500 + 64) half units in the last place above 1. The search bounds it.
    let request = Request {
        precision: FormatName::parse("--precision", "x87").expect("a format"),
        bits: Some(20),
        ..Request::in_range("exp", "0x1p-1500,0x1.0000000000000008p-1500")
    };
    let plan = search::plan(&request);
    let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
    let mut seen = 0;
    for finding in report.findings.to_vec().expect("memory") {
        let Verdict::Hard { distance, identical_bits, .. } = finding.verdict else { continue };
        let exponent = distance.exponent().unwrap_or_else(|| panic!("{finding:?}: not 0"));
        assert!((-1436..-1074).contains(&exponent), "{finding:?}");
        assert_eq!((i64::from(identical_bits), distance.to_f64()), (i64::from(-exponent) - 1, 0.0));
        let json = serde_json::to_string(&finding.verdict).expect("JSON");
        assert!(json.contains(&format!("p{exponent}\"")), "{json}");
        assert_eq!(serde_json::from_str::<Verdict>(&json).expect("read back"), finding.verdict);
        seen += 1;
    }
    assert!(seen > 0, "{report:?}");
}

/// Beyond some 590 identical bits no bit is lost: a distance next to a power of two is told from it.
#[test]
fn deep_distances_have_all_their_bits() {
    let mut compared = 0;
    for (function, first, end) in [
        ("exp", "-0x1p-700", "-0x1.fffffffffffffp-701"),
        ("exp", "0x1p-700", "0x1.0000000000001p-700"),
        ("cos", "0x1p-1074", "0x1p-1073"),
        ("cosh", "0x1.fffffffffffffp-627", "0x1p-626"),
        ("atan", "0x1p-310", "0x1.0000000000001p-310"),
        ("tanh", "0x1.c3b3333333333p+8", "0x1.c3b3333333334p+8"),
    ] {
        let request =
            Request { bits: Some(44), ..Request::in_range(function, &format!("{first},{end}")) };
        let plan = search::plan(&request);
        assert_eq!(plan.inputs(), 1);
        let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
        let x = Float::with_val(53, plan.segments[0].x(0));
        let y = tmd_codegen::mpfr::find(function).map(|function| {
            let mut y = Float::with_val(9000, &x);
            (function.round)(&mut y, Round::Nearest);
            y
        });
        let y = y.expect("a function of MPFR");
        // Breakpoints are half a unit in the last place apart: the nearest is a number of 54 bits.
        let unit = y.get_exp().expect("no zero") - 54;
        let near = Float::with_val(54, &y);
        let distance = Float::with_val(9000, &y - &near) >> unit;
        let findings = report.findings.to_vec().expect("memory");
        let verdict = &findings.first().unwrap_or_else(|| panic!("{function} {first}")).verdict;
        let Verdict::Hard { identical_bits, distance: told, .. } = verdict else {
            panic!("{function} {first}: {verdict:?}")
        };
        let exponent = distance.get_exp().expect("no zero");
        assert_eq!(i64::from(*identical_bits), i64::from(-exponent), "{function} {first}");
        let own = told.to_float();
        assert!(Float::with_val(64, &own - distance.abs()).abs() <= own >> 50u32, "{verdict:?}");
        compared += 1;
    }
    assert_eq!(compared, 6);
}
