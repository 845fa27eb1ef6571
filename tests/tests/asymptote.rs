//! Cases of large inputs that are taken from a finished list of another function's: the same findings as by a search.

use rug::Rational;
use std::collections::BTreeMap;
use std::sync::Arc;
use tmd_codegen::certificate::Certificate;
use tmd_codegen::certify;
use tmd_codegen::plan::{self, Plan, Portion, Source};
use tmd_codegen::request::{Direct, EquationUse, Overrides, Request, Rounding};
use tmd_codegen::results::Results;
use tmd_codegen::search::Report;
use tmd_codegen::spec::{Asymptote, FunctionSpec};
use tmd_tests::engine::Engine;
use tmd_tests::search::{self, Said};

/// Functions that have an asymptote, with a range of a format of 14 bits that begins where not all cases are shared.
const FUNCTIONS: [(&str, &str); 10] = [
    ("sinh", "6,40"),
    ("cosh", "6,40"),
    ("expm1", "15,70"),
    ("exp2m1", "17,100"),
    ("exp10m1", "6,40"),
    ("logp1", "2^21,2^30"),
    ("log2p1", "2^21,2^30"),
    ("log10p1", "2^21,2^30"),
    ("acosh", "2^10,2^20"),
    ("asinh", "2^10,2^20"),
];
/// Results have so many bits.
const PRECISION: u32 = 14;
/// Identical bits of the cases.
const BITS: u32 = 6;

fn request(function: &str, range: &str, bits: u32, rounding: Rounding) -> Request {
    Request {
        precision: PRECISION.into(),
        rounding,
        bits: Some(bits),
        overrides: Overrides {
            // By kernels, as far as possible: only where they could search are cases shared.
            direct: Direct::Off,
            equations: EquationUse::Off,
            ..Overrides::default()
        },
        ..Request::in_range(function, range)
    }
}

fn report(plan: &Plan) -> Report {
    let report = search::run(plan, &Engine::Interpreter.kernels(plan), 1);
    assert!(report.error.is_none(), "{:?}", report.error);
    report
}

fn certificate(plan: &Plan, report: &Report) -> Certificate {
    let results = Results { plan, report, command: "a test", units: &[] };
    let text = tmd_codegen::json::text(&certify::certificate(results).unwrap()).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn found(plan: &Plan) -> (BTreeMap<Rational, Said>, Report) {
    let report = report(plan);
    (search::said(plan, &report), report)
}

/// The list of a function's asymptote.
fn source(function: &str, range: &str, rounding: Rounding) -> Arc<Source> {
    let asymptote = Asymptote::of(&FunctionSpec::parse(function).unwrap()).unwrap();
    // Of acosh and asinh, twice the argument.
    let range = if asymptote.shift == 1 { "2^11,2^21" } else { range };
    let other = plan::make(&request(asymptote.function, range, BITS - 1, rounding)).unwrap();
    Arc::new(Source::of_certificate(&certificate(&other, &report(&other))).unwrap())
}

#[test]
fn cases_that_are_taken_from_a_list_are_those_of_a_search() {
    for (function, range) in FUNCTIONS {
        for rounding in [Rounding::All, Rounding::Nearest, Rounding::Directed] {
            let own = plan::make(&request(function, range, BITS, rounding)).unwrap();
            let source = source(function, range, rounding);
            let (by_search, without) = found(&own);
            let taking = own.clone().beyond(source).unwrap();
            let (by_list, with) = found(&taking);
            assert_eq!(by_list, by_search, "{function}, {rounding}");
            assert_eq!(with.covered, without.covered);
            assert!(with.gaps(&taking).is_empty());
            let beyond = taking.beyond.as_ref().unwrap();
            let taken: u128 = beyond.portions.iter().map(Portion::count).sum();
            assert_eq!(taking.inputs_to_search() + taken, own.inputs_to_search());
            // Both parts have something to say.
            let is_taken = |x: &&Rational| {
                beyond.portions.iter().any(|portion| {
                    let segment = &own.segments[own.spans[portion.span].segment];
                    segment.index_of(x).is_some_and(|index| portion.inputs.contains(&index))
                })
            };
            let shared = by_list.keys().filter(is_taken).count();
            assert!(shared > 10, "{function}: {shared} of {}", by_list.len());
            assert!(shared < by_list.len() && taken * 4 > own.inputs(), "{function}: {taken}");
            assert!(with.counts.tested[0] < without.counts.tested[0]);
            println!(
                "{function}, {rounding}: {shared} of {} cases, {taken} of {} inputs",
                by_list.len(),
                own.inputs()
            );
        }
    }
}

/// Where the asymptote is exact, f is as near to a breakpoint as both are to each other.
#[test]
fn cases_at_which_the_asymptote_is_exact_are_there() {
    for (function, range) in FUNCTIONS {
        let own = plan::make(&request(function, range, BITS, Rounding::All)).unwrap();
        let source = source(function, range, Rounding::All);
        let on_list = source.cases.len();
        let taking = own.beyond(source.clone()).unwrap();
        let (said, _) = found(&taking);
        let list: Vec<Rational> = source
            .cases
            .iter()
            .map(|x| tmd_codegen::spec::hexfloat::parse("the list", x).unwrap())
            .collect();
        let asymptote = Asymptote::of(&taking.spec).unwrap();
        let first = &taking.beyond.as_ref().unwrap().portions[0];
        let from = taking.segments[taking.spans[first.span].segment].x(first.inputs.start);
        let off_list = said
            .keys()
            .filter(|x| **x >= from && !list.iter().any(|other| asymptote.input(other) == **x))
            .count();
        let has = matches!(function, "exp2m1" | "log2p1");
        assert_eq!(off_list > 0, has, "{function}: {off_list} beside {on_list}");
    }
}

/// What is said of a list, and how it was changed.
type Forgery = (&'static str, fn(&mut Source));

/// A list that has not all that is needed for certain is refused.
#[test]
fn lists_that_are_not_enough_are_refused() {
    let range = "6,40";
    let own = || plan::make(&request("sinh", range, BITS, Rounding::All)).unwrap();
    let good = source("sinh", range, Rounding::All);
    assert!(own().beyond(good.clone()).is_ok());
    let changed: [Forgery; 7] = [
        ("approaches exp(x)", |list| list.function = "exp2(x)".into()),
        ("has not all to 2^-6", |list| list.bits = BITS),
        ("rounding nearest", |list| list.rounding = "nearest".into()),
        ("for 15 bits", |list| list.input_format.name = "15 bits".into()),
        ("a run of cases", |list| list.runs.push(["0x1p+4".into(), "0x1.8p+4".into()])),
        ("near enough", |list| list.range[1] = "0x1p+3".into()),
        ("near enough", |list| list.range[0] = "0x1p+60".into()),
    ];
    for (part, change) in changed {
        let mut list = (*good).clone();
        change(&mut list);
        let diag = own().beyond(Arc::new(list)).map(drop).unwrap_err();
        assert!(diag.message.contains(part) && diag.help.is_some(), "{part}: {diag}");
    }
    for function in ["tanh", "sinh(2 * x)"] {
        let other = plan::make(&request(function, "0.5,1", BITS, Rounding::All)).unwrap();
        let diag = other.beyond(good.clone()).map(drop).unwrap_err();
        assert!(diag.message.contains("has none that is known"), "{diag}");
    }
}

/// A list of a search that is not complete is none.
#[test]
fn lists_of_searches_that_are_not_complete_are_refused() {
    let plan = plan::make(&request("exp", "6,40", BITS, Rounding::All)).unwrap();
    let whole = certificate(&plan, &report(&plan));
    assert!(Source::of_certificate(&whole).is_ok());
    let without = |change: fn(&mut Certificate)| {
        let mut other = whole.clone();
        change(&mut other);
        other.digest = Some(other.digest_of_rest());
        Source::of_certificate(&other).unwrap_err().message
    };
    assert!(without(|c| c.complete = false).contains("is not of a complete search"));
    assert!(without(|c| c.found = None).contains("lists no cases"));
    assert!(without(|c| c.unknown = 1).contains("is not of a complete search"));
    assert!(without(|c| c.engine = 1).contains("may have missed cases"));
    let mut changed = whole.clone();
    changed.found.as_mut().unwrap().cases.pop();
    let diag = Source::of_certificate(&changed).unwrap_err();
    assert!(diag.message.contains("was changed"), "{diag}");
}
