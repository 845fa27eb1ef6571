//! Inputs that follow from others: the same findings with equations and without, whatever is asked for.

use rug::Rational;
use std::collections::BTreeMap;
use tmd_codegen::plan::{Plan, Work};
use tmd_codegen::request::{EquationUse, Overrides, Request, Rounding};
use tmd_codegen::spec::{FormatName, Relation};
use tmd_tests::engine::Engine;
use tmd_tests::search::{self, Said};

/// Functions and expressions, one for each equation and for some that follow from them.
const FUNCTIONS: [&str; 22] = [
    "sin",
    "cos",
    "tanh",
    "erf",
    "cbrt",
    "rsqrt",
    "sqrt",
    "exp2",
    "log2",
    "sinpi",
    "cospi",
    "tanpi",
    "rootn(x, 3)",
    "rootn(x, -4)",
    "powi(x, 3)",
    "exp2(x) * 3",
    "sqrt(exp2(x))",
    "exp2(x) * exp(sinpi(x))",
    "exp(sinpi(x))",
    "2 - log2(cbrt(x))",
    "cbrt(x) * sqrt(x)",
    "x * x + cos(x)",
];

/// A request, with a precision of inputs if it is another.
struct Ask {
    function: &'static str,
    range: String,
    precision: FormatName,
    input_precision: Option<u32>,
    rounding: Rounding,
    bits: u32,
}

impl Ask {
    fn request(&self, equations: EquationUse) -> Request {
        Request {
            precision: self.precision,
            input_precision: self.input_precision.map(Into::into),
            rounding: self.rounding,
            bits: Some(self.bits),
            overrides: Overrides { equations, ..Overrides::default() },
            ..Request::in_range(self.function, &self.range)
        }
    }
}

/// What a plan searches and what follows.
fn following(plan: &Plan) -> u128 {
    plan.inputs_by(|work| matches!(work, Work::Follows(_)))
}

/// The findings of a search by a plan, runs written out; exact cases that are only counted are counted.
fn found(plan: &Plan) -> (BTreeMap<Rational, Said>, u128) {
    let report = search::run(plan, &Engine::Interpreter.kernels(plan), 1);
    (search::said(plan, &report), report.exact_not_listed())
}

/// Asserts that a plan with equations and one without find the same, but for exact cases that are only counted.
fn assert_same(on: &Plan, off: &Plan, what: &str) {
    assert_eq!(following(off), 0, "{what}");
    let ((with, counted), (without, _)) = (found(on), found(off));
    let kinds = |said: &Said| (said.verdict.kind(), std::mem::discriminant(&said.verdict));
    for (x, said) in &with {
        let other = without.get(x).unwrap_or_else(|| panic!("{what}: only with equations: {x}"));
        assert_eq!(kinds(said), kinds(other), "{what}: {x}");
    }
    let missing = without.keys().filter(|x| !with.contains_key(*x));
    assert_eq!(
        missing.clone().count() as u128,
        counted,
        "{what}: missed {:?}",
        missing.clone().next()
    );
}

/// Compares both searches. How many inputs there are, and how many follow.
fn compare(ask: &Ask) -> (u128, u128) {
    let Ask { function, range, precision, .. } = ask;
    let what = format!("{function} on {range}, {precision} bits");
    let [on, off] = [EquationUse::On, EquationUse::Off].map(|equations| ask.request(equations));
    let (Ok(on), Ok(off)) = (tmd_codegen::plan::make(&on), tmd_codegen::plan::make(&off)) else {
        // Equations may make a plan possible, and never impossible.
        assert!(tmd_codegen::plan::make(&off).is_err(), "{what}: no plan with equations");
        return (0, 0);
    };
    assert_same(&on, &off, &what);
    (on.inputs(), following(&on))
}

#[test]
fn searches_with_and_without_equations_find_the_same() {
    // Whole binades and parts, both signs, around zero, beginning inside the interval that stands for all.
    let ranges =
        ["-4,4", "0.25,40", "-17,-0.3", "1,9", "-0.6,2.7", "2^-12,3", "100,300", "-3,-2.5"];
    let mut sum = (0, 0);
    for function in FUNCTIONS {
        let mut own = (0, 0);
        for (number, range) in ranges.iter().enumerate() {
            let ask = Ask {
                function,
                range: (*range).to_owned(),
                precision: [8, 9, 11][number % 3].into(),
                input_precision: [None, Some(7), None, Some(10)][number % 4],
                rounding: [Rounding::All, Rounding::Nearest, Rounding::Directed][number % 3],
                bits: 3,
            };
            let (inputs, follow) = compare(&ask);
            own = (own.0 + inputs, own.1 + follow);
        }
        assert!(own.1 > 0, "{function}: nothing follows");
        println!("{function}: {} of {} inputs follow", own.1, own.0);
        sum = (sum.0 + own.0, sum.1 + own.1);
    }
    println!("{} of {} inputs follow", sum.1, sum.0);
}

#[test]
fn kernels_search_what_stands_for_the_rest() {
    // Long enough for kernels: arcs and tests of intervals.
    for (function, range, precision, bits) in [
        ("cbrt", "-64,-1", 18, 9),
        ("rsqrt", "1,4096", 18, 9),
        ("exp2", "1,8", 18, 9),
        ("log2", "2,2^40", 18, 9),
        ("sinpi", "1,32", 18, 9),
        ("tanpi", "-16,-1", 18, 9),
    ] {
        let ask = Ask {
            function,
            range: range.to_owned(),
            precision: precision.into(),
            input_precision: None,
            rounding: Rounding::All,
            bits,
        };
        let plan = search::plan(&ask.request(EquationUse::On));
        assert!(plan.searches().next().is_some(), "{function}: no kernels");
        let (inputs, follow) = compare(&ask);
        println!("{function} on {range}: {follow} of {inputs} inputs follow");
        assert!(3 * follow > inputs, "{function}: {follow} of {inputs}");
    }
}

#[test]
fn whole_formats_follow_from_a_few_binades() {
    let share = |function: &str, bits| {
        let request = Request { bits: Some(bits), ..Request::in_range(function, "all") };
        let plan = search::plan(&request);
        let kernels = plan.inputs_by(|work| matches!(work, Work::Search(_) | Work::Direct(_)));
        let searched = kernels as f64 / 2f64.powi(52);
        let seconds = plan.predicted_seconds();
        println!("{function}: {searched:.2} binades are searched, {seconds:.0} s predicted");
        searched
    };
    // cbrt: three binades. rsqrt: two. exp2: both sides of zero as far as they are no runs, results that are not normal.
    assert!(share("cbrt", 44) < 4.0 && share("rsqrt", 44) < 4.0 && share("sqrt", 44) < 4.0);
    assert!(share("rootn(x, 3)", 44) < 4.0);
}

/// An even function turns at 0, where it may be a breakpoint: that is told apart from what is close to it.
#[test]
fn what_turns_at_zero_is_decided() {
    for function in ["cos", "cosh", "cospi", "x * x + cos(x)"] {
        let request = Request {
            precision: 24.into(),
            bits: Some(3),
            ..Request::in_range(function, "-2^-14,2^-14")
        };
        let plan = search::plan(&request);
        let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
        println!("{function}: {} runs", report.runs.len());
        assert!(!report.runs.is_empty(), "{function}: no runs");
        assert_eq!(report.undecided(), 0, "{function}");
    }
}

/// Squares: sqrt(x) is a breakpoint of binary32 exactly if x is 0 or (n·2^k)^2, and x has no more than 24 bits if the odd n is
/// below 2^12.
#[test]
fn exact_cases_of_a_whole_format_are_counted() {
    let squares = (1_u64..1 << 12).step_by(2).map(|n| {
        // From the least subnormal number on, and below 2^128.
        (-149..128).filter(|e| e % 2 == 0 && e + (n * n).ilog2().cast_signed() < 128).count()
    });
    let request = Request { bits: Some(20), ..Request::in_range("sqrt", "all") };
    let plan = search::plan(&Request { precision: 24.into(), ..request });
    let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 2);
    let counted = report.exact_not_listed();
    println!("{counted} exact cases are counted, {} listed", report.exact().len());
    assert!(counted > 0);
    assert_eq!(report.exact().len() as u128 + counted, 1 + squares.sum::<usize>() as u128);
}

/// Where results are subnormal or overflow, nothing is multiplied any more.
#[test]
fn whole_small_formats_are_the_same() {
    let functions = [
        "1 / x",
        "powi(x, 2)",
        "powi(x, -3)",
        "rsqrt",
        "sqrt",
        "cbrt",
        "exp2",
        "log2",
        "tanpi",
        "cospi",
        "x",
    ];
    for function in functions {
        for precision in [FormatName::Known(0), FormatName::Known(1)] {
            let precision = if function == "x" { 8.into() } else { precision };
            let ask = Ask {
                function,
                range: "all".to_owned(),
                precision,
                input_precision: None,
                rounding: Rounding::All,
                bits: 4,
            };
            let (inputs, follow) = compare(&ask);
            println!("{function}, {precision}: {follow} of {inputs} inputs follow");
            assert!(follow > 0, "{function}");
        }
    }
}

#[test]
fn what_equations_do_not_say_is_searched() {
    let plan = |function: &str, range: &str, equations| {
        let overrides = Overrides { equations, ..Overrides::default() };
        let request =
            Request { precision: 11.into(), overrides, ..Request::in_range(function, range) };
        search::plan(&request)
    };
    let follows = |function, range| following(&plan(function, range, EquationUse::On));
    for (function, range) in [
        ("exp", "-4,4"),
        ("log", "1,8"),
        ("exp2(x) + 1", "-4,4"),
        ("sin(x + 1)", "-4,4"),
        // Nothing stands for the rest.
        ("cbrt", "1,8"),
        ("sin", "1,3"),
        ("log2", "1.5,2.5"),
    ] {
        assert_eq!(follows(function, range), 0, "{function} on {range}");
    }
    assert!(follows("sin", "-3,3") > 0 && follows("cbrt", "1,16") > 0);
    assert_eq!(following(&plan("sin", "-3,3", EquationUse::Off)), 0);
    // The inverse function has other equations.
    let request = Request {
        precision: 11.into(),
        bits: Some(5),
        with_inverse: true,
        ..Request::in_range("cbrt", "1,16")
    };
    assert_eq!(following(&search::plan(&request)), 0);
}

/// A part that cannot be searched has no cases from which others follow; what follows from the rest still does.
#[test]
fn equations_leave_what_cannot_be_searched_alone() {
    for (function, range) in [("sin", "-16384,16384"), ("sin", "-100,16384")] {
        let what = format!("{function} on {range}");
        let [on, off] = [EquationUse::On, EquationUse::Off].map(|equations| {
            let overrides = Overrides { equations, ..Overrides::default() };
            search::plan(&Request {
                precision: 14.into(),
                bits: Some(6),
                partial: true,
                overrides,
                ..Request::in_range(function, range)
            })
        });
        let refused = |plan: &Plan| -> Vec<String> {
            plan.refused().iter().map(ToString::to_string).collect()
        };
        let left_out = refused(&off);
        assert!(!left_out.is_empty(), "{what}: all of it is planned");
        assert_eq!(refused(&on), left_out, "{what}");
        assert_same(&on, &off, &what);
        assert!(following(&on) > 0, "{what}");
        println!("{what}: {} inputs follow; left out: {}", following(&on), left_out.join("; "));
    }
}

#[test]
fn subnormal_results_do_not_follow_from_normal_ones() {
    // binary16: 2^-14 is the smallest normal number. The results of exp2 below are not multiplied as those above.
    let request =
        Request { precision: 11.into(), bits: Some(4), ..Request::in_range("exp2", "all") };
    let plan = search::plan(&request);
    for span in &plan.spans {
        let Work::Follows(Relation::Translation { .. }) = span.work else { continue };
        let segment = &plan.segments[span.segment];
        assert!(segment.x(span.inputs.start) >= -14, "{span:?}");
        assert!(segment.x(span.inputs.end - 1) < 16, "{span:?}");
    }
    assert!(following(&plan) > 0);
}
