//! What no precision tells is undecided: it is neither left out, as if it were ordinary, nor taken for what is around it.

use rug::Rational;
use tmd_codegen::plan::Work;
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::spec::FormatName;
use tmd_codegen::verdict::{CaseKind, Verdict};
use tmd_runtime::Level;
use tmd_tests::engine::Engine;
use tmd_tests::search::{self, Said};

/// What a search says of each input that is not ordinary.
fn said(request: &Request) -> std::collections::BTreeMap<Rational, Said> {
    let plan = search::plan(request);
    let report = search::run(&plan, &Engine::Native(Level::detect()).kernels(&plan), 2);
    search::said(&plan, &report)
}

/// Expressions with parts that are beyond all exponents of MPFR, or so large that all bits of f cancel, and what they are nearly:
/// much nearer than breakpoints are to each other, but for a few inputs next to ε.
const UNTOLD: [(&str, &str, &str, &str, u32); 5] = [
    ("sinh(x)/cosh(x)*log(x)", "log(x)", "1e9,2e9", "bfloat16", 2),
    ("sqrt(log(cosh(x)))", "sqrt(x - log(2))", "1e9,2e9", "bfloat16", 3),
    ("gamma(x)/gamma(x+1)*log(x)", "log(x)/x", "1e9,2e9", "bfloat16", 3),
    ("(exp(x)+log(x))-exp(x)", "log(x)", "1500,1600", "binary16", 3),
    ("(exp(1000*x)+sin(x))-exp(1000*x)", "sin(x)", "1.6,1.99", "binary16", 3),
];

#[test]
fn values_without_enclosures_are_undecided() {
    let (mut untold, mut cases) = (0, 0);
    for (function, same, range, format, bits) in UNTOLD {
        for rounding in [Rounding::Nearest, Rounding::Directed, Rounding::All] {
            let request = |text| Request {
                precision: FormatName::parse("FORMAT", format).expect("a format"),
                bits: Some(bits),
                rounding,
                ..Request::in_range(text, range)
            };
            let (own, known) = (said(&request(function)), said(&request(same)));
            for (x, case) in &known {
                let Verdict::Hard { .. } = case.verdict else { continue };
                assert!(own.contains_key(x), "{function}, {rounding}: {x} is left out");
                cases += 1;
            }
            for (x, own) in &own {
                match own.verdict {
                    Verdict::Unknown(kind) => {
                        assert!(kind.counts(rounding), "{function}, {rounding}: {x}");
                        untold += 1;
                    }
                    _ => assert!(known.contains_key(x), "{function}, {rounding}: {x} is no case"),
                }
            }
        }
    }
    println!("{untold} inputs are undecided, {cases} cases among them or told");
    assert!(untold > 100 && cases > 100);
}

#[test]
fn drifts_that_pass_a_breakpoint_unseen_are_not_at_one_side() {
    for (function, range, exact) in [
        ("3/2 + 1e-900*sinh(x-10)", "9,11", Some(10)),
        ("3/2 + 1e-900*atan(1e30*(x-10))", "9,11.3", Some(10)),
        ("3/2 + exp(-2000)*log(x/3)", "2.5,3.8", Some(3)),
        ("3/2 + 1e-900*log(x/10.1)", "9,11.3", None),
        // Here it is seen.
        ("3/2 + 1e-200*sinh(x-10)", "9,11", Some(10)),
    ] {
        let request =
            Request { precision: 20.into(), bits: Some(20), ..Request::in_range(function, range) };
        let plan = search::plan(&request);
        let closed = plan.inputs_by(|work| matches!(work, Work::Drift(_)));
        assert!(closed > 100_000, "{function}: {closed} inputs by their drift");
        let all = said(&request);
        // All inputs are cases, or cannot be told from such, but where f is 3/2.
        assert_eq!(all.len() as u128, plan.inputs());
        for (x, said) in &all {
            match (&said.verdict, exact) {
                (Verdict::Exact(kind), Some(exact)) => {
                    assert!(*x == exact && *kind == CaseKind::Directed, "{function} at {x}");
                }
                (Verdict::Hard { .. }, Some(exact)) => assert!(*x != exact, "{function} at {x}"),
                (Verdict::Hard { .. } | Verdict::Unknown(_), _) => {}
                (verdict, None) => panic!("{function} at {x}: {verdict:?}"),
            }
        }
        let bounds = all.values().filter_map(|said| said.bounds);
        let hard = bounds.filter(|(least, most)| *least > 0.0 && least <= most).count();
        println!("{function}: {} inputs, {hard} in runs with a least distance", all.len());
    }
}
