//! The search finds exactly what brute force finds: the same inputs with the same kind and the same
//! identical bits, and the same exact cases.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRng, TestRunner};
use rug::Rational;
use std::cell::Cell;
use std::ops::AddAssign;
use tmd_codegen::design::{Division, Test};
use tmd_codegen::plan::{Examined, Image, Piece, Work};
use tmd_codegen::request::{Direct, Overrides, Request, Rounding};
use tmd_runtime::Level;
use tmd_tests::brute::{
    self, FUNCTIONS, Found, Function, OF_INTEGERS, Question, Run, TABLE, function,
};
use tmd_tests::engine::Engine;
use tmd_tests::full::is_full;
use tmd_tests::search::{self, Ways};

const ROUNDINGS: [Rounding; 3] = [Rounding::Nearest, Rounding::Directed, Rounding::All];

/// A search that brute force can follow; the ends are dyadic.
#[derive(Clone, Copy, Debug)]
struct Setup {
    text: &'static str,
    range: (f64, f64),
    precision: u32,
    input_precision: u32,
    rounding: Rounding,
    bits: u32,
    overrides: (Option<Test>, Option<Division>, Option<u64>),
    direct: Direct,
}

impl Setup {
    fn new(text: &'static str, range: (f64, f64), precision: u32, bits: u32) -> Setup {
        Setup {
            text,
            range,
            precision,
            input_precision: precision,
            rounding: Rounding::All,
            bits,
            overrides: (None, None, None),
            direct: Direct::Auto,
        }
    }

    /// By the plan as it is made; in short intervals; and, where that makes a difference, by kernels for
    /// what would be examined one by one.
    fn passes(self) -> Vec<Setup> {
        let (test, division, _) = self.overrides;
        let short = Setup { overrides: (test, division, Some(32)), ..self };
        let forced = Setup { direct: Direct::Off, ..self };
        let plan = search::plan(&self.request());
        let is_direct = plan.inputs_by(|work| matches!(work, Work::Direct(_))) > 0;
        [self, short].into_iter().chain(is_direct.then_some(forced)).collect()
    }

    fn request(&self) -> Request {
        let (from, to) = self.range;
        let (test, division, interval) = self.overrides;
        Request {
            precision: self.precision.into(),
            input_precision: Some(self.input_precision.into()),
            rounding: self.rounding,
            bits: Some(self.bits),
            overrides: Overrides {
                test,
                division,
                interval,
                direct: self.direct,
                ..Overrides::default()
            },
            ..Request::in_range(self.text, &format!("{from},{to}"))
        }
    }

    fn brute_force(&self) -> Found {
        self.brute_force_on(1)
    }

    fn brute_force_on(&self, threads: usize) -> Found {
        brute::search(&function(self.text), &self.inputs(), &self.question(), threads)
    }

    /// The same searches in each rounding and with each threshold, and what brute force finds.
    fn each(self, bits: &[u32]) -> Vec<(Setup, Found)> {
        let of = |rounding| bits.iter().map(move |bits| Setup { rounding, bits: *bits, ..self });
        let setups: Vec<Setup> = ROUNDINGS.into_iter().flat_map(of).collect();
        let questions: Vec<Question> = setups.iter().map(Setup::question).collect();
        let found = brute::answers(&function(self.text), &self.inputs(), &questions, 1);
        setups.into_iter().zip(found).collect()
    }

    fn inputs(&self) -> Vec<Run> {
        let (from, to) = self.range;
        let end = |end: f64| Rational::from_f64(end).expect("finite");
        brute::inputs(&end(from), &end(to), self.input_precision)
    }

    fn question(&self) -> Question {
        let Setup { precision, rounding, bits, .. } = *self;
        Question { precision, rounding, bits }
    }

    /// Searches and compares.
    fn check(&self, want: &Found, engine: Engine) -> Tally {
        let (got, ways) = search::search(&self.request(), engine, 1)
            .unwrap_or_else(|diag| panic!("{self:?}: {}", diag.render(false)));
        assert_same(&got, want, &format!("{self:?}"));
        Tally { cases: want.cases.len(), ways }
    }
}

/// Cases that agreed, and how their searches went about their inputs.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    cases: usize,
    ways: Ways,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.cases += other.cases;
        self.ways += other.ways;
    }
}

impl Tally {
    /// Says how many there are, and checks that most inputs that a kernel can be given went through one: a
    /// threshold of a quarter leaves no room for a proof.
    fn tell(&self, what: &str) {
        println!("{what}: {} cases agree", self.cases);
        self.ways.expect_kernels(what, 80);
    }
}

fn assert_same(got: &Found, want: &Found, what: &str) {
    if got == want {
        return;
    }
    let missed: Vec<_> = want.cases.iter().filter(|case| !got.cases.contains(case)).collect();
    let extra: Vec<_> = got.cases.iter().filter(|case| !want.cases.contains(case)).collect();
    panic!(
        "{what}: {} cases missed, first {:?}; {} too many, first {:?}; exact: {} of {}",
        missed.len(),
        missed.first(),
        extra.len(),
        extra.first(),
        got.exact.len(),
        want.exact.len()
    );
}

/// A binade on which the function is defined.
fn binade(function: &Function) -> (f64, f64) {
    match function.text {
        "log" => (2.0, 4.0),
        _ => (1.0, 2.0),
    }
}

fn whole_binades(precision: u32, bits: &[u32]) {
    let mut tally = Tally::default();
    for function in FUNCTIONS {
        let setup = Setup::new(function.text, binade(function), precision, 0);
        for (setup, want) in setup.each(bits) {
            for setup in setup.passes() {
                tally += setup.check(&want, Engine::Interpreter);
            }
        }
    }
    tally.tell(&format!("whole binades of {precision} bits"));
}

#[test]
fn whole_binades_of_11_bits() {
    whole_binades(11, &[2, 3, 5, 8]);
}

#[test]
fn whole_binades_of_16_bits() {
    whole_binades(16, &[4, 8]);
}

/// Every function of the library's table, where it crosses powers of two and has exact cases.
#[test]
fn the_whole_table() {
    let (mut tally, mut exact) = (Tally::default(), 0);
    for (function, range) in TABLE.iter().chain(OF_INTEGERS) {
        for (setup, want) in Setup::new(function.text, *range, 12, 4).each(&[4]) {
            exact += want.exact.len();
            for setup in setup.passes() {
                tally += setup.check(&want, Engine::Interpreter);
            }
        }
    }
    tally.tell(&format!("{} functions, {exact} exact cases", TABLE.len()));
    assert!(exact > 20, "{exact}");
    // Nothing in the table is forgotten.
    for function in tmd_codegen::spec::functions::all() {
        let known = |text: &str| function.names().any(|name| name == text);
        let texts = FUNCTIONS.iter().chain(TABLE.iter().map(|(function, _)| function));
        assert!(texts.map(|function| function.text).any(known), "{}", function.name);
    }
}

/// Negative inputs, ranges across powers of two in x and in f(x), across an extremum, across a zero of
/// f, with ends that are no inputs.
#[test]
fn awkward_ranges() {
    let ranges: [(&str, &[(f64, f64)]); 9] = [
        (
            "exp",
            &[(-2.0, -1.0), (-1.0, -0.5), (0.5, 4.0), (-7.25, -0.125), (1.0 / 512.0, 0.015625)],
        ),
        ("log", &[(1.0, 2.0), (0.5, 1.0), (0.75, 1.5), (0.001953125, 0.25), (14.0, 40.0)]),
        ("sin", &[(-2.0, -1.0), (3.0, 4.0), (-4.0, -3.0), (0.25, 8.0), (-8.0, -5.0), (1.5, 1.625)]),
        ("cos", &[(-2.0, -1.0), (1.0, 2.0), (4.0, 8.0), (0.0625, 2.0), (2.5, 3.75)]),
        ("sqrt", &[(0.25, 0.5), (0.5, 4.0), (3.9, 4.1)]),
        ("1 / x", &[(-2.0, -1.0), (0.25, 8.0), (-0.3, -0.1)]),
        ("powi(x, 3)", &[(-2.0, -1.0), (-8.0, -0.5), (0.3, 3.3)]),
        ("x * x - 2 * x + pi", &[(-2.0, -1.0), (0.5, 2.5), (-1.0, -0.0625)]),
        ("exp(x) * sin(x)", &[(2.0, 4.0), (-3.0, -1.0), (-0.5, -0.25)]),
    ];
    let mut tally = Tally::default();
    for (text, ranges) in ranges {
        for &range in ranges {
            for (precision, bits) in [(11, 4), (14, 7)] {
                for (setup, want) in Setup::new(text, range, precision, bits).each(&[bits]) {
                    for setup in setup.passes() {
                        tally += setup.check(&want, Engine::Interpreter);
                    }
                }
            }
        }
    }
    tally.tell("awkward ranges");
}

/// The inputs may be coarser or finer than the outputs.
#[test]
fn other_input_precisions() {
    let mut ways = Ways::default();
    for text in ["exp", "sin", "sqrt", "x - 1.5", "1 / x"] {
        for (precision, input_precision) in [(11, 12), (8, 13), (13, 8), (11, 16), (30, 12)] {
            let setup = Setup { input_precision, ..Setup::new(text, (1.0, 2.0), precision, 4) };
            for (mut setup, want) in setup.each(&[4]) {
                for interval in [None, Some(32)] {
                    setup.overrides.2 = interval;
                    // A range of few inputs on which g is far from a line has no plan with N = 32.
                    match search::search(&setup.request(), Engine::Interpreter, 1) {
                        Ok((got, own)) => {
                            assert_same(&got, &want, &format!("{setup:?}"));
                            ways += own;
                        }
                        Err(diag) => assert!(
                            interval.is_some() && diag.message.contains("no plan with a proof"),
                            "{setup:?}: {diag:?}"
                        ),
                    }
                }
            }
        }
    }
    ways.expect_kernels("other input precisions", 90);
}

/// Each existence test with each division strategy and several interval lengths.
#[test]
fn every_test_and_division() {
    let mut tally = Tally::default();
    for (text, range) in [("exp", (1.0, 2.0)), ("sin", (-4.0, -3.0)), ("1 / x", (1.0, 2.0))] {
        let mut setup = Setup::new(text, range, 16, 7);
        let want = setup.brute_force();
        for &test in Test::ALL {
            for division in search::DIVISIONS {
                for interval in [32, 128] {
                    setup.overrides = (Some(test), Some(division), Some(interval));
                    tally += setup.check(&want, Engine::Interpreter);
                }
            }
        }
    }
    tally.tell("every test and division");
}

/// binary32: 2^18 inputs (a 32nd of a binade) for every function, by interpretation.
#[test]
fn parts_of_binades_of_24_bits() {
    let mut tally = Tally::default();
    for function in FUNCTIONS {
        let (from, _) = binade(function);
        let range = (from * 1.25, from * 1.28125);
        let mut setup = Setup::new(function.text, range, 24, 10);
        let want = setup.brute_force();
        for interval in [None, Some(64)] {
            setup.overrides.2 = interval;
            tally += setup.check(&want, Engine::Interpreter);
        }
    }
    tally.tell("parts of binades of 24 bits");
}

/// Farey arcs where they are asked for, on formats that suit them: inputs with more bits than the
/// results, or fewer, so that the curvature is large or small.
#[test]
fn by_farey_arcs() {
    let (mut tally, mut searched) = (Tally::default(), 0);
    for function in FUNCTIONS {
        let (from, _) = binade(function);
        let range = (from * 1.25, from * 1.28125);
        for (precision, input_precision, bits) in [(24, 24, 15), (22, 24, 16), (27, 24, 14)] {
            let mut setup = Setup::new(function.text, range, precision, bits);
            setup.input_precision = input_precision;
            setup.overrides.0 = Some(Test::Arcs);
            let plan = search::plan(&setup.request());
            searched += plan.kernels.iter().filter(|kernel| search::by_arcs(kernel)).count();
            tally += setup.check(&setup.brute_force(), Engine::Interpreter);
        }
    }
    tally.tell(&format!("{searched} kernels by arcs"));
    assert!(tally.cases > 500, "{tally:?}");
    assert!(searched >= 20, "{searched}");
}

/// binary32: 2^14 inputs of every function of the table, in all roundings.
#[test]
fn parts_of_the_table_of_24_bits() {
    let mut tally = Tally::default();
    for (function, (from, _)) in TABLE.iter().chain(OF_INTEGERS) {
        // 2^14 units in the last place of a number's binade, whose exponent is that of `from`.
        let ulp = f64::exp2(from.abs().log2().floor() - 23.0);
        let range = (*from, from + 16_384.0 * ulp);
        for (setup, want) in Setup::new(function.text, range, 24, 8).each(&[8]) {
            tally += setup.check(&want, Engine::Interpreter);
        }
    }
    tally.tell("parts of the table of 24 bits");
    assert!(tally.cases > 5_000, "{tally:?}");
}

/// binary32: every function and rounding on a whole binade, 2^23 inputs each, compiled for the best
/// level; minutes, so only with `TMD_FULL=1`.
#[test]
fn all_whole_binades_of_24_bits() {
    if !is_full() {
        return println!("skipped: minutes of brute force; TMD_FULL=1 runs it");
    }
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    // x - 1.5 is exact everywhere: a flood that the search refuses.
    for function in FUNCTIONS.iter().filter(|function| function.text != "x - 1.5") {
        for rounding in ROUNDINGS {
            let mut setup = Setup::new(function.text, binade(function), 24, 12);
            setup.rounding = rounding;
            let want = setup.brute_force_on(threads);
            let tally = setup.check(&want, Engine::Native(Level::detect()));
            tally.tell(&format!("{} {rounding:?}, {} exact", function.text, want.exact.len()));
        }
    }
}

/// binary32: exp on a whole binade, 2^23 inputs, compiled for the best level.
#[test]
fn a_whole_binade_of_24_bits() {
    let mut setup = Setup::new("exp", (1.0, 2.0), 24, 14);
    let want = setup.brute_force();
    for interval in [None, Some(32), Some(256)] {
        setup.overrides.2 = interval;
        let tally = setup.check(&want, Engine::Native(Level::detect()));
        tally.tell(&format!("N {interval:?}, {} cases by chance", 1 << (23 - 13)));
    }
}

fn setups() -> impl Strategy<Value = Setup> {
    let shape = (0..FUNCTIONS.len(), 5u32..15, -2i32..4, 0..ROUNDINGS.len(), 2u32..9);
    let range = (0.0f64..1.0, 0.0f64..1.0, -3i32..3, any::<bool>(), any::<bool>());
    let plan =
        (0..Test::ALL.len() + 1, 0..search::DIVISIONS.len() + 1, 0u32..8, select(Direct::ALL));
    (shape, range, plan).prop_map(|(shape, range, plan)| {
        let (function, precision, more, rounding, bits) = shape;
        let (start, length, exponent, negative, wide) = range;
        let text = FUNCTIONS[function].text;
        // Ends with few digits, in or across binades; some functions only take positive inputs.
        let unit = f64::from(exponent).exp2();
        let digits = |x: f64| (x * 4096.0).floor() / 4096.0;
        let from = unit * (1.0 + digits(start));
        let to = from + unit * (digits(length) * if wide { 3.0 } else { 0.5 } + 1.0 / 64.0);
        let positive = matches!(text, "log" | "sqrt" | "ln(1 + x)");
        let range = if negative && !positive { (-to, -from) } else { (from, to) };
        let (test, division, lg_interval, direct) = plan;
        let interval = (lg_interval > 2).then(|| 1u64 << (lg_interval + 2));
        Setup {
            text,
            range,
            precision,
            input_precision: precision.saturating_add_signed(more).clamp(4, 15),
            rounding: ROUNDINGS[rounding],
            bits,
            overrides: (
                Test::ALL.get(test).copied(),
                search::DIVISIONS.get(division).copied(),
                interval,
            ),
            direct,
        }
    })
}

/// What cannot be searched is left out if that is asked for, and all the rest is as brute force has it.
#[test]
fn parts_of_ranges() {
    for (text, range) in
        [("sin", (100.0, 16384.0)), ("cos", (-16384.0, -100.0)), ("tan", (100.0, 8192.0))]
    {
        let setup = Setup::new(text, range, 16, 6);
        let refusal = tmd_codegen::plan::make(&setup.request()).expect_err("no plan of all");
        assert!(refusal.help.is_some_and(|help| help.contains("--partial")), "{text}");
        let plan = search::plan(&Request { partial: true, ..setup.request() });
        let is_left_out = |x: &Rational| {
            plan.spans.iter().any(|span| {
                let index = plan.segments[span.segment].index_of(x);
                matches!(span.work, Work::Refused(_))
                    && index.is_some_and(|index| span.inputs.contains(&index))
            })
        };
        let mut want = setup.brute_force();
        let all = want.cases.len();
        want.cases.retain(|case| !is_left_out(&case.x));
        want.exact.retain(|(x, _)| !is_left_out(x));
        assert!(!want.cases.is_empty() && want.cases.len() < all, "{text}");
        println!("{text}: {} of {all} cases are in the part", want.cases.len());
        let report = search::run(&plan, &Engine::Interpreter.kernels(&plan), 1);
        assert_same(&search::all_found(&plan, &report), &want, text);
    }
}

/// Arguments that are further apart than a period, or nearly, or between poles: examined by their phases, with every meaning of
/// the threshold.
#[test]
fn by_phase() {
    const MEDIUM: (f64, f64) = (4096.0, 262_144.0);
    const LARGE: (f64, f64) = (-1e30, -1e27);
    const HUGE: (f64, f64) = (1e37, 3e38);
    const BETWEEN_POLES: (f64, f64) = (-1500.0, -8.0);
    const NEAR_POLES: (f64, f64) = (-32_760.0, -16_384.0);
    let all = [
        ("sin", MEDIUM, Rounding::All, 8),
        ("sin", LARGE, Rounding::Nearest, 11),
        ("cos", MEDIUM, Rounding::Directed, 9),
        ("cos", LARGE, Rounding::All, 4),
        ("tan", HUGE, Rounding::All, 8),
        ("tan", LARGE, Rounding::Directed, 12),
        ("j0", LARGE, Rounding::All, 8),
        ("j1", MEDIUM, Rounding::Nearest, 9),
        ("y0", HUGE, Rounding::All, 8),
        ("y1", MEDIUM, Rounding::Directed, 9),
        ("lgamma", BETWEEN_POLES, Rounding::All, 7),
        ("lgamma", NEAR_POLES, Rounding::All, 7),
    ];
    for (text, range, rounding, bits) in all {
        let setup = Setup { rounding, input_precision: 16, ..Setup::new(text, range, 24, bits) };
        let plan = search::plan(&setup.request());
        let inputs: u128 = plan.segments.iter().map(|own| u128::from(own.count)).sum();
        let by_phase = plan.inputs_by(|work| matches!(work, Work::Direct(Examined::ByPhase)));
        // What is left of a binade at an end may be few enough to be cut.
        assert!(by_phase * 10 > inputs * 9, "{text} on {range:?}: {by_phase} of {inputs}");
        let want = setup.brute_force_on(2);
        println!("{text} on {range:?}: {by_phase} of {inputs} inputs, {} cases", want.cases.len());
        assert!(want.cases.len() > 100, "{text} on {range:?}");
        setup.check(&want, Engine::Interpreter);
    }
}

/// Anything that can be asked for: random functions, formats, ranges and overrides.
#[test]
fn random_requests() {
    let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let (searched, unplanned) = (Cell::new(0u32), Cell::new(0u32));
    let ways = Cell::new(Ways::default());
    let outcome = TestRunner::new_with_rng(config, rng).run(&setups(), |setup| {
        let plan = match tmd_codegen::plan::make(&setup.request()) {
            Ok(plan) => plan,
            // Allowed: N does not fit the range, or f leaves the exponents of the format.
            Err(diag) => {
                let known = ["no plan with a proof", "overflows", "falls below", "no number"];
                prop_assert!(known.iter().any(|text| diag.message.contains(text)), "{diag:?}");
                unplanned.set(unplanned.get() + 1);
                return Ok(());
            }
        };
        // The brute force here knows no ends of formats; that of whole_formats.rs does.
        let leaves = |piece: &Piece| match piece.image {
            Image::Binade(exponent) => exponent == plan.output.emin,
            Image::Mixed | Image::Phased => false,
            Image::Overflow | Image::Undefined | Image::Vanishing | Image::Refused(_) => true,
        };
        if plan.pieces.iter().flatten().any(leaves) {
            unplanned.set(unplanned.get() + 1);
            return Ok(());
        }
        searched.set(searched.get() + 1);
        let mut sum = ways.get();
        sum += Ways::of(&plan);
        ways.set(sum);
        let kernels = Engine::Interpreter.kernels(&plan);
        let got = search::all_found(&plan, &search::run(&plan, &kernels, 1));
        prop_assert_eq!(got, setup.brute_force());
        Ok(())
    });
    let (searched, unplanned) = (searched.get(), unplanned.get());
    println!("{searched} searches agree, {unplanned} requests have no plan");
    ways.get().expect_kernels("random requests", 90);
    if let Err(error) = outcome {
        panic!("{error}");
    }
    assert!(searched > 2 * unplanned, "most requests have a plan");
}
