//! Random requests: expressions over everything that can be written, formats, ranges and roundings, compared with
//! a second opinion on every input; and texts that make no sense. Nothing may panic or hang, no case may be missed, and
//! what is refused must say why.
//!
//! `TMD_FUZZ_CASES` is the number of requests of each kind, `TMD_FUZZ_SEED` chooses others.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rug::{Float, Integer, Rational};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};
use tmd_codegen::design::{Division, Test};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::plan;
use tmd_codegen::plan::Work;
use tmd_codegen::request::{Direct, OPTIONS, Options, Overrides, Request, Rounding};
use tmd_codegen::spec::{Format, FormatName, functions, hexfloat};
use tmd_codegen::verdict::Verdict;
use tmd_tests::engine::Engine;
use tmd_tests::search::{self, Said, Ways};
use tmd_tests::tree::{OfInteger, Operation, Question, Tree, Wanted};
use tmd_tests::whole;

// ---- how long, how many, which ----

/// No request of these sizes takes longer to plan or to search,
const LONGEST: Duration = Duration::from_secs(100);
/// but for inputs that cannot be decided: of each the highest precision is tried in vain.
const UNDECIDED: Duration = Duration::from_secs(1);
/// and for the binades of large formats, each of which is planned by itself.
const BINADE: Duration = Duration::from_millis(50);
/// After so long the process gives up.
const HANGS: Duration = Duration::from_secs(300);

fn variable(name: &str, default: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The same requests on every run; `stream` tells the tests apart.
fn runner(cases: u32, stream: u8) -> TestRunner {
    let cases = variable("TMD_FUZZ_CASES", cases);
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 400,
        max_shrink_time: 30_000,
        max_global_rejects: 10 * cases,
        ..Config::default()
    };
    let mut seed = [stream; 32];
    seed[..4].copy_from_slice(&variable("TMD_FUZZ_SEED", 0).to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}

type Running = Mutex<HashMap<ThreadId, (Instant, String)>>;

/// What each thread does at the moment. Whoever asks first starts a watch that ends the process when something
/// hangs.
fn running() -> &'static Running {
    static RUNNING: OnceLock<Running> = OnceLock::new();
    RUNNING.get_or_init(|| {
        std::thread::spawn(watch);
        Running::default()
    })
}

fn watch() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let running = running().lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((start, what)) = running.values().find(|(start, _)| start.elapsed() > HANGS) {
            eprintln!("hangs for {:?}: {what}", start.elapsed());
            std::process::abort();
        }
    }
}

/// Does something that must not hang, and says how long it takes.
fn timed<T>(what: &str, work: impl FnOnce() -> T) -> (T, Duration) {
    let thread = std::thread::current().id();
    let locked = || running().lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    locked().insert(thread, (start, what.to_owned()));
    // After a panic the entry stays until the next one of this thread, or until its report is written.
    let result = work();
    locked().remove(&thread);
    (result, start.elapsed())
}

/// Refuses to take longer than so.
fn in_time(what: &str, time: Duration, limit: Duration) -> Result<(), String> {
    if time <= limit { Ok(()) } else { Err(format!("{what} takes {time:?}")) }
}

// ---- expressions ----

/// Parameters that every request has.
const PARAMETERS: [(&str, &str, (i32, i32)); 4] =
    [("a", "1/3", (1, 3)), ("b", "-0.75", (-3, 4)), ("n", "3", (3, 1)), ("m", "-2", (-2, 1))];

/// All of them, as an option has them.
fn parameters() -> String {
    PARAMETERS.map(|(name, text, _)| format!("{name}={text}")).join(", ")
}

fn leaves() -> impl Strategy<Value = Tree> {
    let number = |text: &str, value: (i32, i32)| Tree::Number(text.to_owned(), value.into());
    let decimals = [
        ("0", (0, 1)),
        ("1", (1, 1)),
        ("2", (2, 1)),
        ("3", (3, 1)),
        ("10", (10, 1)),
        ("0.5", (1, 2)),
        ("0.1", (1, 10)),
        ("1.75", (7, 4)),
        ("1e-3", (1, 1000)),
        ("1_000", (1000, 1)),
        ("0.0009765625", (1, 1024)),
    ];
    let decimals = decimals.map(|(text, value)| number(text, value)).to_vec();
    let parameters = PARAMETERS.map(|(name, _, value)| number(name, value)).to_vec();
    prop_oneof![
        8 => Just(Tree::X),
        1 => Just(Tree::Pi),
        3 => proptest::sample::select(decimals),
        1 => proptest::sample::select(parameters),
        1 => (1i32..20, 1i32..20)
            .prop_map(|(p, q)| Tree::Number(format!("({p} / {q})"), Rational::from((p, q)))),
    ]
}

/// The n of a function of an integer, with its text.
fn integers() -> impl Strategy<Value = (i32, String)> {
    let plain = |range: std::ops::RangeInclusive<i32>| range.prop_map(|n| (n, n.to_string()));
    prop_oneof![
        6 => plain(-5..=5),
        1 => plain(-40..=40),
        1 => Just((3, "n".to_owned())),
        1 => Just((2, "-m".to_owned())),
    ]
}

fn trees() -> impl Strategy<Value = Tree> {
    let table: Vec<_> = functions::all().collect();
    let operations = vec![Operation::Add, Operation::Sub, Operation::Mul, Operation::Div];
    let ofs = vec![OfInteger::Powi, OfInteger::Compound, OfInteger::Rootn];
    leaves().prop_recursive(4, 12, 2, move |inner| {
        let boxed = inner.prop_map(Box::new).boxed();
        let select = proptest::sample::select::<&'static functions::Function>;
        prop_oneof![
            6 => (select(table.clone()), 0usize..3, any::<bool>(), boxed.clone())
                .prop_map(|(function, name, method, a)| Tree::Apply(function, name, method, a)),
            1 => boxed.clone().prop_map(Tree::Neg),
            5 => (proptest::sample::select(operations.clone()), boxed.clone(), boxed.clone())
                .prop_map(|(operation, a, b)| Tree::Binary(operation, a, b)),
            2 => (proptest::sample::select(ofs.clone()), boxed, integers()).prop_map(
                |(of, a, (n, text))| match (of, n) {
                    (OfInteger::Rootn, 0) => Tree::Integer(of, a, 1, "1".to_owned()),
                    _ => Tree::Integer(of, a, n, text),
                }
            ),
        ]
    })
}

// ---- formats and ranges ----

/// All finite numbers of a format, made once.
fn numbers(format: &str) -> Arc<Vec<Rational>> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Vec<Rational>>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let made = || Arc::new(whole::numbers(&named(format)));
    Arc::clone(known.entry(format.to_owned()).or_insert_with(made))
}

fn named(format: &str) -> Format {
    named_by_chance(format).expect("a format")
}

/// Where a range begins or ends, relative to a number of the input format.
#[derive(Clone, Copy, Debug)]
enum End {
    /// At it.
    At,
    /// A little above it.
    Above,
    /// A little below it.
    Below,
}

/// How the ends are written.
#[derive(Clone, Copy, Debug)]
enum Notation {
    Fractions,
    Hexadecimal,
    Interval,
    Dots,
}

/// Which inputs.
#[derive(Clone, Copy, Debug)]
enum Inputs {
    /// The whole format, if it is small.
    All,
    /// So many from a place on, which is a sign, an exponent and a fraction.
    From(bool, i32, f64, usize),
    /// So many on both sides of zero.
    Across(usize, usize),
    /// The last ones before the end of the format, and maybe the end itself.
    Edge(bool, usize, bool),
    /// From a number on, but in the wrong order, or up to itself.
    Reversed(i32, usize),
    /// Between two of the constants.
    Constants(usize, usize),
}

/// Constants that no number of a format is.
const CONSTANTS: [(&str, f64); 6] = [
    ("-exp(1)", -std::f64::consts::E),
    ("-pi/64", -std::f64::consts::PI / 64.0),
    ("log(2)", std::f64::consts::LN_2),
    ("pi/4", std::f64::consts::FRAC_PI_4),
    ("sqrt(2)", std::f64::consts::SQRT_2),
    ("10 * pi", 10.0 * std::f64::consts::PI),
];

fn inputs() -> impl Strategy<Value = Inputs> {
    let from = |exponents: std::ops::Range<i32>, count: std::ops::Range<usize>| {
        (any::<bool>(), exponents, 0.0f64..1.0, count)
            .prop_map(|(sign, e, f, count)| Inputs::From(sign, e, f, count))
    };
    prop_oneof![
        4 => Just(Inputs::All),
        5 => from(-4..5, 40..1200),
        2 => from(-4..5, 2..40),
        2 => from(-140..130, 2..400),
        2 => from(-20..20, 1..2),
        2 => (1usize..300, 1usize..300).prop_map(|(a, b)| Inputs::Across(a, b)),
        1 => (any::<bool>(), 1usize..200, any::<bool>())
            .prop_map(|(sign, count, whole)| Inputs::Edge(sign, count, whole)),
        1 => (-20i32..20, 0usize..9).prop_map(|(e, count)| Inputs::Reversed(e, count)),
        1 => (0..CONSTANTS.len(), 0..CONSTANTS.len()).prop_map(|(a, b)| Inputs::Constants(a, b)),
    ]
}

/// A search that brute force can follow.
#[derive(Clone, Debug)]
struct Setup {
    tree: Tree,
    precision: String,
    input_precision: Option<String>,
    rounding: Rounding,
    bits: u32,
    inputs: Inputs,
    ends: [End; 2],
    notation: Notation,
    plan: (Option<Test>, Option<Division>, Option<u64>, Direct),
}

fn formats() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (2u32..9).prop_map(|bits| bits.to_string()),
        2 => (9u32..12).prop_map(|bits| bits.to_string()),
        1 => Just("bfloat16".to_owned()),
        1 => Just("binary16".to_owned()),
    ]
}

fn setups() -> impl Strategy<Value = Setup> {
    let format = (formats(), proptest::option::weighted(0.4, formats()));
    let rounding = proptest::sample::select(Rounding::ALL);
    let end = || proptest::sample::select(vec![End::At, End::Above, End::Below]);
    let notation = proptest::sample::select(vec![
        Notation::Fractions,
        Notation::Hexadecimal,
        Notation::Interval,
        Notation::Dots,
    ]);
    let tests = proptest::option::weighted(0.2, proptest::sample::select(Test::ALL));
    let divisions =
        proptest::option::weighted(0.2, proptest::sample::select(&search::DIVISIONS[..]));
    let interval = proptest::option::weighted(0.1, proptest::sample::select(vec![32u64, 64]));
    let plan = (tests, divisions, interval, proptest::sample::select(Direct::ALL));
    (trees(), format, rounding, 2u32..7, inputs(), [end(), end()], notation, plan).prop_map(
        |(tree, (precision, input_precision), rounding, bits, inputs, ends, notation, plan)| {
            Setup { tree, precision, input_precision, rounding, bits, inputs, ends, notation, plan }
        },
    )
}

/// A range with the inputs that it holds.
struct Range {
    text: String,
    inputs: Vec<Rational>,
}

impl Setup {
    fn input_format(&self) -> &str {
        self.input_precision.as_deref().unwrap_or(&self.precision)
    }

    fn range(&self) -> Range {
        let all = numbers(self.input_format());
        let zero = all.len() / 2;
        let clamp = |i: usize| i.min(all.len() - 1);
        let (from, to) = match self.inputs {
            Inputs::All if all.len() <= 2000 => {
                return Range { text: "all".to_owned(), inputs: all.to_vec() };
            }
            Inputs::All => (zero - 500, zero + 500),
            Inputs::From(negative, exponent, fraction, count) => {
                let size = Float::with_val(64, 1.0 + fraction) << exponent;
                let start = if negative { -size } else { size };
                let first = clamp(all.partition_point(|x| start > *x));
                (first, clamp(first + count))
            }
            Inputs::Across(below, above) => (zero.saturating_sub(below), clamp(zero + above)),
            Inputs::Edge(negative, count, true) => return self.edge(&all, negative, count),
            Inputs::Edge(true, count, false) => (0, clamp(count)),
            Inputs::Edge(false, count, false) => (all.len() - 1 - clamp(count), all.len() - 1),
            Inputs::Reversed(exponent, count) => {
                let first = all.partition_point(|x| Float::with_val(64, 1) << exponent > *x);
                (clamp(first + count), clamp(first))
            }
            Inputs::Constants(a, b) => return self.constants(&all, a, b),
        };
        let [from, to] =
            [(from, self.ends[0]), (to, self.ends[1])].map(|(i, end)| place(&all, i, end));
        self.between(&all, &from, &to)
    }

    fn between(&self, all: &[Rational], from: &Rational, to: &Rational) -> Range {
        let inputs = all.iter().filter(|x| from <= *x && *x < to).cloned().collect();
        let fraction = |end: &Rational| format!("{}/{}", end.numer(), end.denom());
        let hexadecimal = |end: &Rational| hexfloat::print_rational(end).expect("dyadic");
        let text = match self.notation {
            Notation::Fractions => format!("{}, {}", fraction(from), fraction(to)),
            Notation::Hexadecimal => format!("{},{}", hexadecimal(from), hexadecimal(to)),
            Notation::Interval => format!("[{},{})", fraction(from), hexadecimal(to)),
            Notation::Dots => format!("{} .. {}", hexadecimal(from), fraction(to)),
        };
        Range { text, inputs }
    }

    /// To the end of the format, and from it on the other side.
    fn edge(&self, all: &[Rational], negative: bool, count: usize) -> Range {
        let count = count.min(all.len() - 1);
        let beyond = Rational::from(1) << (named(self.input_format()).emax + 1);
        match negative {
            true => self.between(all, &(-beyond), &all[count]),
            false => self.between(all, &all[all.len() - count], &beyond),
        }
    }

    fn constants(&self, all: &[Rational], a: usize, b: usize) -> Range {
        let (from, to) = (CONSTANTS[a], CONSTANTS[b]);
        let inputs = all.iter().filter(|x| from.1 <= **x && **x < to.1);
        // Not more than can be followed.
        let inputs: Vec<Rational> = inputs.cloned().collect();
        match inputs.len() <= 3000 {
            true => Range { text: format!("{},{}", from.0, to.0), inputs },
            false => self.between(all, &Rational::from(1), &Rational::from((9, 8))),
        }
    }

    fn request(&self, range: &Range) -> Request {
        let mut options = Options::new(&self.tree.to_string())
            .param(parameters())
            .range(&range.text)
            .precision(&self.precision)
            .rounding(self.rounding)
            .bits(self.bits);
        if let Some(precision) = &self.input_precision {
            options = options.input_precision(precision);
        }
        let mut request = options.request().unwrap_or_else(|diag| panic!("{}", diag.render(false)));
        let (test, division, interval, direct) = self.plan;
        request.overrides = Overrides { test, division, interval, direct, ..Overrides::default() };
        request
    }
}

/// A number, or something between it and a neighbour.
fn place(all: &[Rational], i: usize, end: End) -> Rational {
    let neighbour = match end {
        End::At => i,
        End::Above => (i + 1).min(all.len() - 1),
        End::Below => i.saturating_sub(1),
    };
    (Rational::from(&all[i] * 3) + &all[neighbour]) / 4
}

// ---- comparison ----

/// Reads what a search says against what is wanted at an input.
fn compare(wanted: &Wanted, said: Option<&Said>) -> Result<(), String> {
    let said = match (wanted, said) {
        (Wanted::Anything, _) | (Wanted::Nothing, None) => return Ok(()),
        (_, Some(said)) => said,
        (_, None) => return Err(format!("missed: {wanted:?}")),
    };
    let agree = match (wanted, &said.verdict) {
        (Wanted::Exact(kind), Verdict::Exact(k) | Verdict::Unknown(k)) => kind == k,
        (Wanted::Close(kind), verdict) => *kind == verdict.kind(),
        (Wanted::Hard(kind, distance), Verdict::Hard { distance: d, kind: k, .. }) => {
            let slack = 1e-12 * distance + f64::MIN_POSITIVE;
            let (least, most) = said.bounds.unwrap_or((d.to_f64(), d.to_f64()));
            kind == k && least <= distance + slack && *distance <= most + slack
        }
        _ => false,
    };
    if agree { Ok(()) } else { Err(format!("{wanted:?} is wanted, {said:?} is said")) }
}

/// What came of a request.
#[derive(Default)]
struct Tally {
    searched: u32,
    /// With kernels.
    kernels: u32,
    /// With drifts.
    drifts: u32,
    inputs: u64,
    /// In which ways, by the plans as they are made and by those with kernels for all that these can do.
    ways: [Ways; 2],
    cases: u64,
    /// Inputs on which nothing is demanded.
    lost: u64,
    /// Exact or hard cases that were not decided.
    unknown: u64,
    refused: BTreeMap<String, u32>,
}

/// What refusals say; the first words stand for all.
const REFUSALS: [&str; 8] = [
    "is empty",
    "there is no number",
    "no enclosure of",
    "no plan with a proof",
    "changes its exponent more",
    "cannot be told apart",
    "no value",
    " at x = ",
];

impl Tally {
    fn refuse(&mut self, diag: &Diag, is_empty: bool) -> Result<(), String> {
        well_formed(diag)?;
        let known = REFUSALS.iter().find(|words| diag.message.contains(**words));
        let Some(words) = known else { return Err(format!("an unknown refusal: {diag:?}")) };
        let of_range = ["is empty", "there is no number", "cannot be told apart"].contains(words);
        if of_range != is_empty {
            return Err(format!("the range holds inputs: {}, {diag:?}", !is_empty));
        }
        let label = diag.source.as_ref().map_or("", |source| source.label.as_str());
        *self.refused.entry(format!("{words} ({label})")).or_default() += 1;
        Ok(())
    }

    fn print(&self) {
        println!(
            "{} searches agree ({} with kernels, {} with drifts): {} inputs, {} cases, {} undecided, nothing demanded of {}",
            self.searched,
            self.kernels,
            self.drifts,
            self.inputs,
            self.cases,
            self.unknown,
            self.lost
        );
        for (words, count) in &self.refused {
            println!("{count} refused: {words}");
        }
    }
}

/// A diagnostic that tells a person something.
fn well_formed(diag: &Diag) -> Result<(), String> {
    let rendered = diag.render(false);
    match diag.kind != DiagKind::Internal && !diag.message.is_empty() && rendered.len() > 10 {
        true => Ok(()),
        false => Err(format!("{diag:?}")),
    }
}

fn check(setup: &Setup, tally: &mut Tally) -> Result<(), String> {
    let range = setup.range();
    let request = setup.request(&range);
    let what = request.command("search");
    let (plan, time) = timed(&what, || plan::make(&request));
    in_time(&what, time, LONGEST)?;
    let plan = match plan {
        Ok(plan) => plan,
        Err(diag) => {
            return tally
                .refuse(&diag, range.inputs.is_empty())
                .map_err(|error| format!("{what}: {error}"));
        }
    };
    if plan.inputs() != range.inputs.len() as u128 {
        return Err(format!("{what}: {} inputs, not {}", plan.inputs(), range.inputs.len()));
    }
    let (report, time) =
        timed(&what, || search::run(&plan, &Engine::Interpreter.kernels(&plan), 1));
    let undecided = report.unknown().len() as u32;
    in_time(&what, time, LONGEST + UNDECIDED * undecided)?;
    let mut said = search::said(&plan, &report);
    tally.searched += 1;
    tally.ways[usize::from(setup.plan.3 == Direct::Off)] += Ways::of(&plan);
    tally.kernels += u32::from(!plan.kernels.is_empty());
    let is_drift = |work: &Work| matches!(work, Work::Drift(_));
    tally.drifts += u32::from(plan.spans.iter().any(|span| is_drift(&span.work)));
    let question = Question { format: &plan.output, rounding: setup.rounding, bits: setup.bits };
    for x in &range.inputs {
        let wanted = question.wanted(&setup.tree.at(x));
        let said = said.remove(x);
        compare(&wanted, said.as_ref())
            .map_err(|error| format!("{what} at x = {} = {:?}: {error}", x, x.to_f64()))?;
        tally.inputs += 1;
        tally.lost += u64::from(wanted == Wanted::Anything);
        tally.cases += u64::from(said.is_some());
        let is_unknown = |said: &Said| matches!(said.verdict, Verdict::Unknown(_));
        tally.unknown += u64::from(said.as_ref().is_some_and(is_unknown));
    }
    match said.is_empty() {
        true => Ok(()),
        false => Err(format!("{what}: findings outside of the range: {said:?}")),
    }
}

/// Random searches of one of the two threads.
fn searches(stream: u8) {
    let tally = std::cell::RefCell::new(Tally::default());
    let outcome = runner(400, stream).run(&setups(), |setup| {
        check(&setup, &mut tally.borrow_mut()).map_err(TestCaseError::fail)
    });
    let tally = tally.into_inner();
    tally.print();
    println!("by default: {}", tally.ways[0]);
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let refused: u32 = tally.refused.values().sum();
    assert!(tally.searched > refused, "most requests are searched");
    tally.ways[1].expect_kernels("forced", 50);
    assert!(tally.inputs > 3 * tally.lost, "of most inputs there is a second opinion");
}

#[test]
fn random_searches() {
    searches(1);
}

#[test]
fn more_random_searches() {
    searches(2);
}

// ---- texts ----

/// Requests that make sense, or almost: texts of options by name.
const REQUESTS: [&[(&str, &str)]; 16] = [
    &[("function", "exp"), ("binade", "1,2"), ("precision", "8")],
    &[("function", "exp(x) * sin(x) - 1 / 3"), ("range", "-1,0x1.8p0"), ("precision", "6")],
    &[
        ("function", "rootn(x, n) + a"),
        ("param", "n=3, a=1/3"),
        ("range", "all"),
        ("precision", "3"),
    ],
    &[("function", "ln(1 + x.powi(2))"), ("range", "[1, 2^1)"), ("precision", "bfloat16")],
    &[("function", "compound"), ("param", "n=-2"), ("range", "pi/4..sqrt(2)"), ("precision", "9")],
    &[("function", "sin"), ("range", "2^-16382,0x1.0000000000008p-16382"), ("precision", "x87")],
    &[("function", "exp"), ("range", "0x1p-16494,0x4p-16494"), ("precision", "binary128")],
    &[("function", "x"), ("range", "0x1.ffffffffffff8p1023,2^1024"), ("precision", "binary64")],
    &[("function", "tanh"), ("range", "-2^1024,-0x1.ffffffffffff8p1023")],
    &[("function", "sqrt"), ("range", "1,0x1.0000000000001p0"), ("bits", "400")],
    &[("function", "log"), ("range", "0x0.0000000000001p-1022,0x0.0000000000004p-1022")],
    &[("function", "x * x"), ("binade", "-2,-1"), ("precision", "5"), ("input-precision", "half")],
    &[("function", "cos"), ("range", "-1e-40,1e-40"), ("precision", "24"), ("bits", "20")],
    &[("function", "atan"), ("range", "1,1.5"), ("precision", "11"), ("interval", "2^6")],
    &[("function", "1 / x"), ("range", "-1,1"), ("precision", "4"), ("rounding", "directed")],
    &[("function", "exp2(x)"), ("range", "1,2"), ("precision", "7"), ("target", "cuda")],
];

/// Texts that stand where something else should.
const ODD: [&str; 56] = [
    "",
    " ",
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "113",
    "114",
    "400",
    "401",
    "4294967295",
    "4294967296",
    "99999999999999999999",
    "1e100000",
    "1e-100000",
    "-1e100000",
    "1e100001",
    "2^100000",
    "2^-100000",
    "0x1p100000",
    "0x1p-100000",
    "0x",
    "nan",
    "inf",
    "-inf",
    "1,1",
    "2,1",
    "all",
    "all,",
    ",",
    "..",
    "[)",
    "[1,2]",
    "(1,2)",
    "1,,2",
    "x",
    "pi",
    "sin(pi),1",
    "exp(exp(100)),1",
    "0,2^-2000",
    "-2^-1074,2^-1074",
    "exp(sin(exp(exp(x))))",
    "sin(1e100000 * x)",
    "powi(x, 1000000)",
    "rootn(x, -1000000)",
    "powi(powi(powi(x, 1000000), 1000000), 1000000)",
    "1 / (x - x)",
    "sqrt(-1 - x * x)",
    "0 * log(x)",
    "exp(1000000000 * x)",
    "tan(1e300 * x)",
    "π",
    "𝒳 + 1",
    "n=1e100000",
    "n=3,n=3",
];

/// What is put into texts.
const PIECES: [&str; 40] = [
    "(", ")", "((((", "))", "-", "--", "+", "*", "/", "^", "2^", ",", "..", "=", "x", "pi", "n",
    "a", "exp", "sin(", "powi(", ", 3)", "rootn(", "0", "9", "1e", "e-5", "0x", "p-1074", "_", ".",
    " ", "\n", "\t", "é", "\u{0}", "\u{202e}", "return ", "{", "\"",
];

/// A change of a text: where, as a share of its length, how much is taken out, and what comes in.
#[derive(Clone, Debug)]
enum Change {
    Splice(f64, usize, &'static str),
    /// A part comes twice.
    Repeat(f64, usize, usize),
    Replace(&'static str),
}

fn changes() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => (0.0f64..1.0, 0usize..4, proptest::sample::select(&PIECES[..]))
            .prop_map(|(at, taken, text)| Change::Splice(at, taken, text)),
        1 => (0.0f64..1.0, 1usize..20, prop_oneof![1usize..4, Just(300)])
            .prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        2 => proptest::sample::select(&ODD[..]).prop_map(Change::Replace),
    ]
}

fn changed(text: &str, change: &Change) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let place = |share: f64| (share * (chars.len() + 1) as f64) as usize;
    match change {
        Change::Replace(text) => (*text).to_owned(),
        Change::Splice(share, taken, text) => {
            let start = place(*share).min(chars.len());
            let end = (start + taken).min(chars.len());
            chars.splice(start..end, text.chars());
            chars.into_iter().collect()
        }
        Change::Repeat(share, length, times) => {
            let start = place(*share).min(chars.len());
            let end = (start + length).min(chars.len());
            let part = chars[start..end].repeat(*times);
            chars.splice(end..end, part);
            chars.into_iter().collect()
        }
    }
}

/// A request with some of its texts changed, or with texts for options that it does not give.
fn spoiled() -> impl Strategy<Value = Options> {
    // Most of all what is read as expressions and numbers.
    let names = [("function", 8), ("range", 8), ("param", 3), ("precision", 2), ("bits", 1)]
        .into_iter()
        .flat_map(|(name, weight)| std::iter::repeat_n(name, weight))
        .chain(OPTIONS.iter().map(|option| option.name))
        .collect::<Vec<_>>();
    let change = (proptest::sample::select(names), changes());
    let base = proptest::sample::select(&REQUESTS[..]);
    (base, proptest::collection::vec(change, 0..4)).prop_map(|(base, changes)| {
        let mut options = Options::default();
        let find = |name: &str| tmd_codegen::request::options::find(name).expect("an option");
        for (name, text) in base {
            options.set(find(name), text);
        }
        for (name, change) in changes {
            // A range besides a binade would hide everything else.
            let name =
                if name == "range" && options.get("binade").is_some() { "binade" } else { name };
            let text = changed(options.get(name).unwrap_or(""), &change);
            options.set(find(name), text);
        }
        // Whole large formats take half a minute each.
        let names = ["input-precision", "precision"].map(|name| options.get(name));
        let format = names.into_iter().flatten().next().unwrap_or("53");
        let is_large = named_by_chance(format).is_some_and(|format| format.precision > 11);
        if is_large && options.get("range").is_some_and(|range| range.trim() == "all") {
            options.set(find("input-precision"), "6");
        }
        options
    })
}

fn named_by_chance(format: &str) -> Option<Format> {
    FormatName::parse("format", format).and_then(FormatName::format).ok()
}

/// Few inputs of large formats, anywhere in them, with any number of bits, of functions that may be odd.
fn extremes() -> impl Strategy<Value = Options> {
    let formats = ["binary32", "tf32", "binary64", "x87", "binary128", "54", "90"];
    let odd = ODD.iter().filter(|text| text.contains('(')).map(|text| (*text).to_owned());
    let functions = prop_oneof![
        3 => trees().prop_map(|tree| tree.to_string()),
        1 => proptest::sample::select(odd.collect::<Vec<_>>()),
    ];
    // Anywhere, or near 1, or at either end.
    let exponent = prop_oneof![
        2 => 0.0f64..1.0,
        2 => 0.499f64..0.501,
        1 => Just(0.0f64),
        1 => Just(1.0f64),
    ];
    let place = (exponent, any::<u128>(), 0u32..60, any::<bool>());
    let bits = prop_oneof![3 => 2u32..60, 1 => 60u32..=400];
    let rounding = proptest::sample::select(Rounding::ALL);
    let formats =
        (proptest::sample::select(formats.to_vec()), proptest::option::of(formats_of_any()));
    (functions, formats, place, bits, rounding).prop_map(
        |(function, (input, output), place, bits, rounding)| {
            let options = Options::new(&function)
                .param(parameters())
                .range(few_inputs(&named(input), place))
                .input_precision(input)
                .rounding(rounding)
                .bits(bits);
            options.precision(output.as_deref().unwrap_or(input))
        },
    )
}

fn formats_of_any() -> impl Strategy<Value = String> {
    prop_oneof![(2u32..=113).prop_map(|bits| bits.to_string()), Just("bfloat16".to_owned()),]
}

/// A range of a few numbers of a format: an exponent as a share of all, bits of the first one, how many.
fn few_inputs(format: &Format, (share, bits, count, negative): (f64, u128, u32, bool)) -> String {
    let exponents = f64::from(format.emax - format.emin + 1);
    let exponent = format.emin - 1 + (share * exponents) as i32;
    // Below emin there are the subnormal numbers.
    let ulp = exponent.max(format.emin) - (format.precision as i32 - 1);
    let fraction = Integer::from(bits).keep_bits(format.precision - 1);
    let hidden = Integer::from(1) << (format.precision - 1);
    let first = if exponent < format.emin { fraction } else { fraction + &hidden };
    // Up to the end of the binade, or of the format.
    let end = Integer::from(&first + (count + 1)).min(&hidden * Integer::from(2));
    let ends = if negative { [-end, -first] } else { [first, end] };
    let [from, to] = ends.map(|end| hexfloat::print(&end, ulp));
    format!("{from},{to}")
}

/// Searches of more inputs are only planned.
const MOST_SEARCHED: u128 = 200;

/// What becomes of texts: the refusals by kind, and the others.
fn plan_texts(options: &Options, outcomes: &mut BTreeMap<String, u32>) -> Result<(), String> {
    let what = format!("{options:?}");
    let (plan, time) = timed(&what, || options.request().and_then(|request| plan::make(&request)));
    let binades = plan.as_ref().map_or(0, |plan| plan.segments.len()) as u32;
    in_time(&what, time, LONGEST + BINADE * binades)?;
    let outcome = match plan {
        Err(diag) => {
            well_formed(&diag).map_err(|error| format!("{what}: {error}"))?;
            format!("refused ({})", diag.kind.code())
        }
        Ok(plan) if plan.inputs() <= MOST_SEARCHED => {
            let (report, time) =
                timed(&what, || search::run(&plan, &Engine::Interpreter.kernels(&plan), 1));
            let undecided = report.unknown().len() as u32;
            in_time(&what, time, LONGEST + UNDECIDED * undecided)?;
            "searched".to_owned()
        }
        Ok(_) => "planned".to_owned(),
    };
    *outcomes.entry(outcome).or_default() += 1;
    Ok(())
}

/// Plans, and searches what is short, of requests of one kind.
fn texts(stream: u8, cases: u32, requests: &impl Strategy<Value = Options>) {
    let outcomes = std::cell::RefCell::new(BTreeMap::new());
    let result = runner(cases, stream).run(requests, |options| {
        plan_texts(&options, &mut outcomes.borrow_mut()).map_err(TestCaseError::fail)
    });
    println!("{:?}", outcomes.borrow());
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(outcomes.borrow().contains_key("searched"));
}

#[test]
fn spoiled_texts() {
    texts(3, 2000, &spoiled());
}

#[test]
fn extreme_requests() {
    texts(4, 1000, &extremes());
}
