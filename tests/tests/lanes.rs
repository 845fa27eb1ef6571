//! The same cases whatever the number of lanes: tangents near their poles take tables of high degree in two
//! words, whose differences count more than 2^64 times where a lane's table starts.

use rug::Rational;
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Request, Rounding};
use tmd_tests::brute::{self, Found, Question};
use tmd_tests::engine::{self, Engine};
use tmd_tests::full::is_full;
use tmd_tests::search::{self, Ways};

/// A binade with two poles, and an eighth of it with one.
const WHOLE: (f64, f64) = (8.0, 16.0);
const PART: (f64, f64) = (10.5, 11.5);

/// tan on a range.
fn request((from, to): (f64, f64), precision: u32, bits: Option<u32>) -> Request {
    let range = format!("{from},{to}");
    Request { precision: precision.into(), bits, ..Request::in_range("tan", &range) }
}

fn brute_force(plan: &Plan, (from, to): (f64, f64)) -> Found {
    let precision = plan.output.precision;
    let question = Question { precision, rounding: Rounding::All, bits: plan.bits };
    let end = |end| Rational::from_f64(end).expect("finite");
    let runs = brute::inputs(&end(from), &end(to), precision);
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    brute::search(&brute::function("tan"), &runs, &question, threads)
}

/// Does some table have differences that count 2^64 times or more with 32 lanes, in several words?
fn has_wide_factors(plan: &Plan) -> bool {
    let stages = plan.kernels.iter().flat_map(|kernel| &kernel.stages);
    stages.into_iter().any(|stage| stage.value_words > 1 && stage.differences.len() >= 12)
}

fn check(plan: &Plan, want: &Found, engines: &[Engine]) {
    assert!(has_wide_factors(plan), "the plan has no table that this is about");
    Ways::of(plan).expect_kernels(&format!("tan, {} bits", plan.output.precision), 99);
    for &engine in engines {
        let report = search::run(plan, &engine.kernels(plan), 2);
        let got = search::found(&report);
        let (got, cases) = (got == *want, got.cases.len());
        assert!(got, "{engine:?}: {cases} cases, {} by brute force", want.cases.len());
    }
    println!("{} cases, {} exact, by {engines:?}", want.cases.len(), want.exact.len());
}

#[test]
fn tangents_of_16_bits() {
    let lanes = (0..8).map(|lg| Engine::Lanes(1 << lg));
    let engines: Vec<Engine> = engine::engines().into_iter().chain(lanes).collect();
    let plan = search::plan(&request(WHOLE, 16, None));
    let want = brute_force(&plan, WHOLE);
    assert!(want.cases.len() > 400, "{}", want.cases.len());
    check(&plan, &want, &engines);
}

/// The part of the binade; all of it with `TMD_FULL=1`.
#[test]
fn tangents_of_24_bits() {
    let (range, least) = if is_full() { (WHOLE, 60_000) } else { (PART, 7_000) };
    println!("tan on {range:?}; TMD_FULL=1 searches on {WHOLE:?}");
    let plan = search::plan(&request(range, 24, Some(8)));
    let want = brute_force(&plan, range);
    assert!(want.cases.len() > least, "{}", want.cases.len());
    check(&plan, &want, &engine::engines());
    check(&plan, &want, &[Engine::Lanes(32)]);
}
