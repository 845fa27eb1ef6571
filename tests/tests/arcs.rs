//! Farey arcs against tests of intervals, in the formats that they are made for: two searches that
//! have nothing in common but the seeds must find the same cases.
//!
//! Ranges are taken where arcs are at their most extreme: where the slope of g passes an integer or
//! a fraction of small denominator, so that one arc spans many packets and passes thousands of
//! integers; where g'' is negative, small, or large; at the ends of binades.

use tmd_codegen::design::Test;
use tmd_codegen::ir::{self, Stmt};
use tmd_codegen::plan::{Plan, Work};
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::{kernel, pass};
use tmd_runtime::Level;
use tmd_tests::engine::Engine;
use tmd_tests::search;

/// A slice of 2^`lg` inputs about `centre`.
struct Slice {
    text: &'static str,
    centre: f64,
    lg: i32,
    bits: u32,
}

const fn slice(text: &'static str, centre: f64, lg: i32, bits: u32) -> Slice {
    Slice { text, centre, lg, bits }
}

/// ln 3 and ln 12 are where the slope of exp is 3/2 and 3, in units of the result by units of the input,
/// and so on.
const SLICES: &[Slice] = &[
    slice("exp", 1.098_612_288_668_109_8, 37, 31),
    slice("exp", 2.484_906_649_788_000_3, 38, 32),
    slice("exp", 1.0986, 36, 30),
    slice("exp", 200.25, 31, 26),
    slice("exp", -30.5, 32, 27),
    slice("exp", 700.5, 29, 24),
    slice("exp", 2e-3, 40, 34),
    slice("log", 3.2, 37, 31),
    slice("log", 8.0 / 3.0, 37, 31),
    slice("log", 1e30, 36, 30),
    slice("sqrt", 2.25, 36, 30),
    slice("sqrt", 1.777_777_777_777_777_7, 36, 30),
    slice("1/x", std::f64::consts::SQRT_2, 36, 30),
    slice("x*x*x", 1.154_700_538_379_251_7, 34, 29),
    slice("sin", 1.047_197_551_196_597_6, 36, 30),
    slice("tan", 1.5703125, 30, 25),
    slice("atan", 1.000_000_1, 36, 30),
    slice("tgamma(x)", 5.5, 34, 28),
];

fn request(slice: &Slice, test: Test) -> Request {
    let ulp = (slice.centre.abs().log2().floor() - 52.0).exp2();
    let half = ulp * f64::from(slice.lg - 1).exp2();
    let (from, to) = (slice.centre - half, slice.centre + half);
    Request {
        bits: Some(slice.bits),
        overrides: Overrides { test: Some(test), ..Overrides::default() },
        ..Request::in_range(slice.text, &format!("{from:?},{to:?}"))
    }
}

/// The inputs of a plan that are searched by arcs.
fn by_arcs(plan: &Plan) -> u64 {
    let spans = plan.spans.iter().filter(|span| match &span.work {
        Work::Search(work) => search::by_arcs(&plan.kernels[work.kernel]),
        _ => false,
    });
    spans.map(|span| span.inputs.end - span.inputs.start).sum()
}

#[test]
fn arcs_and_intervals_agree() {
    let engine = Engine::Native(Level::detect());
    let mut cases = 0;
    for slice in SLICES {
        let what = format!("{} about {}", slice.text, slice.centre);
        let arcs = search::plan(&request(slice, Test::Arcs));
        let intervals = search::plan(&request(slice, Test::RegularCut));
        assert!(by_arcs(&arcs) as f64 > 0.9 * arcs.inputs() as f64, "{what}: {}", by_arcs(&arcs));
        assert_eq!(by_arcs(&intervals), 0, "{what}");
        let [arcs, intervals] = [arcs, intervals].map(|plan| {
            let report = search::run(&plan, &engine.kernels(&plan), 2);
            (search::found(&report), report.seconds)
        });
        println!(
            "{what}: {} cases in {:.3} s by arcs, {:.3} s by intervals",
            arcs.0.cases.len(),
            arcs.1,
            intervals.1
        );
        assert!(
            arcs.0 == intervals.0,
            "{what}: {} != {}",
            arcs.0.cases.len(),
            intervals.0.cases.len()
        );
        cases += arcs.0.cases.len();
    }
    assert!(cases > 40 * SLICES.len(), "{cases}");
}

/// Rounds of the loop of that name in the first stages of a plan's blocks, packets of eight at a time.
fn rounds(plan: &Plan, name: &str) -> u64 {
    let kernels = plan.kernels.iter().map(|kernel| {
        let module = pass::standard(kernel::build(kernel, 8)).expect("well formed");
        module.kernels.into_iter().next().expect("a stage")
    });
    let kernels: Vec<ir::Kernel> = kernels.collect();
    let mut rounds = 0;
    tmd_codegen::search::visit_blocks(plan, &mut |_, block| {
        let kernel = &kernels[block.kernel];
        let is_wanted = |stmt: &Stmt| matches!(stmt, Stmt::Loop { name: own, .. } if *own == name);
        let at = kernel.body.iter().position(is_wanted).expect("the loop");
        let mut visits = vec![0; kernel.body.len()];
        for item in 0..block.items {
            ir::interpret_profiling(kernel, &block.seeds[0], item, &mut vec![], &mut visits)
                .unwrap_or_else(|error| panic!("{error}"));
        }
        rounds += visits[at + 1];
        Ok(())
    })
    .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    rounds
}

/// A slope a little beyond a fraction of small denominator: where the distance of one of the first fractions
/// was rounded to the wrong side, the walk passed thousands of times as many arcs as there are.
#[test]
fn a_slope_near_a_simple_fraction_costs_no_more_arcs() {
    let request = |range: &str| Request {
        input_precision: Some(53.into()),
        precision: 50.into(),
        rounding: Rounding::Directed,
        bits: Some(27),
        overrides: Overrides { test: Some(Test::Arcs), ..Overrides::default() },
        ..Request::in_range("log", range)
    };
    // The slope of log is 32/45 of a unit at 1.40625, in units of the result by units of the input.
    let resonant = search::plan(&request("0x1.68p0,0x1.68004p0"));
    let shifted = search::plan(&request("0x1.68001p0,0x1.68005p0"));
    assert_eq!(u128::from(by_arcs(&resonant)), resonant.inputs());
    let [here, there] = [&resonant, &shifted].map(|plan| rounds(plan, "arcs"));
    let [start, other] = [&resonant, &shifted].map(|plan| rounds(plan, "neighbours"));
    println!("arcs: {here} rounds and {there}; neighbours: {start} and {other}");
    assert!(there > 1000 && here < there + there / 4, "{here} rounds, elsewhere {there}");
}

/// The same, found by search: with the interpreter the search came to no end.
#[test]
fn a_search_near_a_simple_fraction_comes_to_its_end() {
    let text = "1.3 + a*(x-1) + 1.01*(x-1)*(x-1)";
    let a = "2088625914142839/288230376151711744";
    let request = |test| {
        let options = tmd_codegen::request::Options::new(text);
        let options = options.param(format!("a={a}")).range("1,0x1.00008p0").precision(43).bits(20);
        options.test(test).request().expect("request")
    };
    let [arcs, intervals] = ["arcs", "regular-cut"].map(|test| {
        let plan = search::plan(&request(test));
        let engine =
            if test == "arcs" { Engine::Interpreter } else { Engine::Native(Level::detect()) };
        (by_arcs(&plan), search::found(&search::run(&plan, &engine.kernels(&plan), 2)))
    });
    println!("{} inputs by arcs, {} cases", arcs.0, arcs.1.cases.len());
    assert!(arcs.0 > 0 && intervals.0 == 0);
    assert!(arcs.1.cases.len() > 32, "{}", arcs.1.cases.len());
    assert!(arcs.1 == intervals.1, "{} cases != {}", arcs.1.cases.len(), intervals.1.cases.len());
}
