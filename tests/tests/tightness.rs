//! Bound by bound: each contribution to ε'' is measured by itself, where it is expected to be
//! largest, and must neither exceed its proved bound nor stay far below it.
//!
//! `bounds` tries sums of bounds at random places. Here the Taylor remainder is taken at the ends of
//! domains, dropped terms at the ends of blocks, lines and tables at the ends of items; each as
//! defined, in exact or high-precision arithmetic, without what the other bounds are for. A bound
//! that matters beside its total must be within [`MOST_RATIO`] of the largest error that was seen.
//!
//! "Unseen" in the printed table is a bound of a loss that did not occur at all: a table whose
//! quantities have no more words than the table itself cuts nothing, and a short span has no room for
//! the model's remainder.

use rug::ops::Pow;
use rug::{Float, Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use tmd_codegen::bound::{Bound, BoundName};
use tmd_codegen::decided::Motion;
use tmd_codegen::design::{Check, StagePlan, Test};
use tmd_codegen::interval::Interval;
use tmd_codegen::plan::{DriftSpan, Plan, SearchSpan, Span, StageBudget, Work};
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::seed::{BlockPolynomial, DomainModel};
use tmd_tests::brute::{Function, function};
use tmd_tests::random::Random;
use tmd_tests::rebuilt::{Row, float, g, quantities, table};
use tmd_tests::search;

/// How far a bound that matters may be above the largest error that is seen.
const MOST_RATIO: f64 = 16.0;
/// The same for [`BoundName::Moving`]: words are cut downward, so that a positive coefficient below the last place
/// of its words loses only itself, where a negative one loses almost a whole unit. Signs are not
/// bounded. asin on [0.25, 0.5) has such coefficients of the positive sign (ratios near 20), acos there
/// has the same ones of the negative sign and shows that the bound is needed (ratios near 1).
const MOST_RATIO_MOVING: f64 = 64.0;
/// The same for the reach of a monotone drift, which is its steepest slope times its inputs: toward an
/// asymptote it flattens by factors. It decides only whether the drift is solved as one.
const MOST_RATIO_MONOTONE: f64 = 32.0;
/// A bound matters from this share of the total on.
const MATTERS: f64 = 1.0 / 256.0;
/// The model's own goal, as a share of ε.
const GOAL: f64 = 1.0 / 16.0;
/// Bounds are compared as f64, after sums in f64.
const SLACK: f64 = 1.0 + 1e-12;
/// What g itself is off by here, at [`BITS`](tmd_tests::rebuilt::BITS) bits: below 2^-300 for values
/// below 2^90.
const MEASURING: f64 = 1e-90;
/// Precision of the Taylor coefficients that count as exact.
const SERIES_BITS: u32 = 700;

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tried {
    /// A bound of a plan.
    Bound(BoundName),
    /// Q_2: not an error by itself, but what the line's follows from. The other Q_j are tried, too.
    Curvature,
}

impl Tried {
    /// All, in the order of the table that is printed.
    fn all() -> Vec<Tried> {
        let bounds = BoundName::ALL.iter().copied().filter(|name| is_tried(*name));
        bounds.map(Tried::Bound).chain([Tried::Curvature]).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Tried::Bound(name) => name.name(),
            Tried::Curvature => "second derivative in a block",
        }
    }
}

/// Whether a bound of ε'' is tried here. A bound that is new has to be decided on.
fn is_tried(name: BoundName) -> bool {
    match name {
        BoundName::TaylorRemainder
        | BoundName::TaylorCoefficients
        | BoundName::BlockTerms
        | BoundName::Line
        | BoundName::TestWord
        | BoundName::SlopeTable
        | BoundName::Differences
        | BoundName::ValueTable
        | BoundName::Moving => true,
        // It is given.
        BoundName::Threshold => false,
        // `bounds` tries their sum; no request of this file is searched by arcs.
        BoundName::PacketTerms | BoundName::PacketRounding | BoundName::Evaluation => false,
        // `drifts_stay_within_their_reach` measures it.
        BoundName::DriftReach => false,
    }
}

/// What has been seen of a bound.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    bound: f64,
    /// The bound as a share of what it is part of.
    weight: f64,
    most: f64,
}

impl Seen {
    /// Bound by largest error; `None` for a bound of 0, which nothing exceeds but an error.
    fn ratio(&self) -> Option<f64> {
        (self.bound > 0.0).then(|| self.bound / self.most)
    }

    fn matters(&self) -> bool {
        self.weight >= MATTERS
    }
}

/// Everything that is seen of a request: by bound, span and stage (0 for what all stages share).
#[derive(Default)]
struct Ledger(BTreeMap<(Tried, usize, usize), Seen>);

impl Ledger {
    /// Notes an error, which must not exceed its bound.
    fn see(&mut self, key: (Tried, usize, usize), bound: f64, whole: f64, error: f64) {
        assert!(error <= bound * SLACK + MEASURING, "{key:?}: {error:e} > {bound:e}");
        let seen = self.0.entry(key).or_default();
        *seen = Seen { bound, weight: bound / whole, most: seen.most.max(error) };
    }

    /// The worst ratio of a bound among those that matter, and among the others.
    fn worst(&self, tried: Tried) -> [Option<f64>; 2] {
        [true, false].map(|matters| {
            let all =
                self.0.iter().filter(|(key, seen)| key.0 == tried && seen.matters() == matters);
            all.filter_map(|(_, seen)| seen.ratio()).max_by(f64::total_cmp)
        })
    }

    /// A column for each bound: the ratio, in parentheses where it does not matter.
    fn line(&self) -> String {
        let show = |tried: Tried| match self.worst(tried) {
            [None, None] => format!("{:>14}", "-"),
            [Some(ratio), None] => format!("{:>14}", short(ratio)),
            [None, Some(ratio)] => format!("{:>14}", format!("({})", short(ratio))),
            [Some(ratio), Some(other)] => {
                format!("{:>14}", format!("{} ({})", short(ratio), short(other)))
            }
        };
        Tried::all().into_iter().map(show).collect()
    }

    /// The bounds that matter and are never nearly reached.
    fn useless(&self) -> Vec<String> {
        let loose = |tried: Tried, seen: &Seen| {
            let is_moving = tried == Tried::Bound(BoundName::Moving);
            let most = if is_moving { MOST_RATIO_MOVING } else { MOST_RATIO };
            seen.matters() && seen.ratio().is_some_and(|ratio| ratio > most)
        };
        let all = self.0.iter().filter(|(key, seen)| loose(key.0, seen));
        all.map(|(key, seen)| format!("{key:?}: {seen:?}")).collect()
    }

    /// Whether an error other than 0 was seen of a bound.
    fn tries(&self, tried: Tried) -> bool {
        self.0.iter().any(|(key, seen)| key.0 == tried && seen.most > 0.0)
    }
}

/// A ratio in a few characters.
fn short(ratio: f64) -> String {
    match ratio {
        ..1e4 => format!("{ratio:.2}"),
        _ if ratio.is_finite() => format!("{ratio:.0e}"),
        _ => "unseen".into(),
    }
}

/// The value of a bound; 0 if the budget has none of that name.
fn value(bounds: &[Bound], name: BoundName) -> f64 {
    bounds.iter().filter(|bound| bound.name == name).map(|bound| bound.value.value()).sum()
}

/// A number's distance to the nearest integer.
fn circle(x: Rational) -> f64 {
    let nearest = x.clone().round();
    (x - nearest).abs().to_f64()
}

fn choose(n: u64, k: usize) -> Integer {
    Integer::from(n).binomial(k as u32)
}

/// First, last, middle and a few random ones of `count` things.
fn picks(count: u64, random: &mut Random, extra: usize) -> BTreeSet<u64> {
    let some = (0..extra).map(|_| random.next() % count);
    some.chain([0, count / 2, count - 1]).collect()
}

/// A span whose bounds are tried.
struct Probe<'a> {
    plan: &'a Plan,
    index: usize,
    span: &'a Span,
    search: &'a SearchSpan,
    function: Function,
    epsilon: f64,
}

impl Probe<'_> {
    fn run(&self, random: &mut Random, ledger: &mut Ledger) {
        let inputs = &self.span.inputs;
        let length = self.search.model.domain_inputs;
        for domain in picks((inputs.end - inputs.start).div_ceil(length), random, 1) {
            let start = inputs.start + domain * length;
            self.domain(start..inputs.end.min(start + length), random, ledger);
        }
    }

    /// Notes what the model is off by.
    fn see_model(&self, name: BoundName, error: f64, ledger: &mut Ledger) {
        let bound = value(&self.search.model.bounds(), name);
        ledger.see((Tried::Bound(name), self.index, 0), bound, self.epsilon * GOAL, error);
    }

    /// The remainder and the coefficients at the ends of a domain; then its blocks.
    fn domain(&self, domain: std::ops::Range<u64>, random: &mut Random, ledger: &mut Ledger) {
        let Probe { plan, search, span, .. } = *self;
        let segment = &plan.segments[span.segment];
        let model = DomainModel::new(&plan.spec, segment, search, &domain)
            .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
        let mut all_terms = search.model.clone();
        all_terms.block_degree = all_terms.degree;
        let count = domain.end - domain.start;
        let centre = domain.start + count / 2;
        let exact = self.taylor(centre);
        let whole = model.block(&all_terms, domain.start);
        for t in picks(count, random, 2) {
            let i = domain.start + t;
            let offset = Integer::from(i) - centre;
            let taylor = exact
                .iter()
                .rev()
                .fold(Float::new(SERIES_BITS), |sum, c| sum * Float::with_val(64, &offset) + c);
            let g = g(&self.function, segment, search.spacing, i);
            self.see_model(
                BoundName::TaylorRemainder,
                Float::with_val(64, g - &taylor).abs().to_f64(),
                ledger,
            );
            let off = Float::with_val(64, float(&whole.at(t)) - taylor).abs().to_f64();
            self.see_model(BoundName::TaylorCoefficients, off, ledger);
        }
        for block in picks(count.div_ceil(search.model.block_inputs), random, 1) {
            let first = domain.start + block * search.model.block_inputs;
            let count = search.model.block_inputs.min(domain.end - first);
            let uncut = model.block(&all_terms, first);
            let block = model.block(&search.model, first);
            for t in [0, count / 2, count - 1] {
                self.see_model(
                    BoundName::BlockTerms,
                    (uncut.at(t) - block.at(t)).abs().to_f64(),
                    ledger,
                );
            }
            self.block(&block, count, random, ledger);
        }
    }

    /// The Taylor coefficients of g about an input.
    fn taylor(&self, centre: u64) -> Vec<Float> {
        let Probe { plan, search, span, .. } = *self;
        let segment = &plan.segments[span.segment];
        let x = Interval::from_rational(&segment.x(centre), SERIES_BITS);
        let series = plan.spec.series(&x, search.model.degree).expect("defined in the span");
        let scaled =
            |(j, c): (usize, &Interval)| c.mid() << (segment.ulp * j as i32 - search.spacing);
        series.iter().enumerate().map(scaled).collect()
    }

    /// The derivatives of a block's polynomial, and all stages.
    fn block(&self, block: &BlockPolynomial, count: u64, random: &mut Random, ledger: &mut Ledger) {
        let coefficients = block.coefficients();
        for (j, bound) in self.search.model.q.iter().enumerate() {
            for t in [0, count - 1] {
                let derivative = taylor_coefficient(&coefficients, j, t).abs().to_f64();
                let bound = bound.value();
                assert!(derivative <= bound * SLACK, "Q_{j}: {derivative:e} > {bound:e} at {t}");
                if j == 2 {
                    // It counts as far as the first line does.
                    let first = &self.search.stages[0].budget;
                    let whole =
                        bound * first.total().value() / value(&first.bounds, BoundName::Line);
                    ledger.see((Tried::Curvature, self.index, 0), bound, whole, derivative);
                }
            }
        }
        let kernel = &self.plan.kernels[self.search.kernel];
        let seeds = block.seeds(kernel);
        for (index, (stage, seed)) in kernel.stages.iter().zip(&seeds).enumerate() {
            let budget = &self.search.stages[index].budget;
            let stage = Stage {
                key: (self.index, index + 1),
                stage,
                budget,
                block,
                seed,
                coefficients: &coefficients,
            };
            for item in picks(count.div_ceil(stage.stage.item_inputs()), random, 12) {
                stage.item(item, ledger);
            }
        }
    }
}

/// P^(j)(t)/j!.
fn taylor_coefficient(coefficients: &[Rational], j: usize, t: u64) -> Rational {
    let terms = coefficients.iter().enumerate().skip(j).rev();
    terms.fold(Rational::new(), |sum, (i, c)| {
        sum * Rational::from(t) + Rational::from(c * choose(i as u64, j))
    })
}

/// A stage on a block.
struct Stage<'a> {
    key: (usize, usize),
    stage: &'a StagePlan,
    budget: &'a StageBudget,
    block: &'a BlockPolynomial,
    seed: &'a [u64],
    coefficients: &'a [Rational],
}

/// What a stage has for an item: exactly, and in its words.
struct Item {
    /// The item's first input in the block.
    start: u64,
    /// Forward differences of the block's polynomial over the parts, as many as the tables have.
    differences: Vec<Rational>,
    /// Z·L²/16; 0 for a comparison.
    bend: Rational,
    /// What each quantity has lost while it was moved to the item.
    lost: Vec<f64>,
    /// The quantities in their words: of the table of values, then of the table of slopes.
    values: Vec<Row>,
    slopes: Vec<Row>,
}

impl Stage<'_> {
    fn see(&self, name: BoundName, error: f64, ledger: &mut Ledger) {
        let bound = value(&self.budget.bounds, name);
        let key = (Tried::Bound(name), self.key.0, self.key.1);
        ledger.see(key, bound, self.budget.total().value(), error);
    }

    fn exists(&self) -> bool {
        matches!(self.stage.check, Check::Exists { .. })
    }

    /// ε'' as the seed has it: half the threshold.
    fn half_threshold(&self) -> Rational {
        match &self.stage.check {
            Check::Exists { test, threshold } => Rational::from(threshold / 2) >> test.word.bits(),
            Check::Arcs(_) => Rational::new(),
            Check::Compare { threshold } => {
                let number = Integer::from_digits(threshold, rug::integer::Order::Lsf);
                Rational::from(number >> 1u32) >> (64 * threshold.len() as u32)
            }
        }
    }

    fn item(&self, item: u64, ledger: &mut Ledger) {
        let stage = self.stage;
        let about = self.about(item);
        for part in [0, 1, stage.parts / 2, stage.parts - 1] {
            if self.exists() {
                self.line(&about, part, ledger);
                self.test_word(&about, part, ledger);
            }
            self.newton(&about, part, ledger);
            self.rounding(&about, part, ledger);
        }
    }

    fn about(&self, item: u64) -> Item {
        let stage = self.stage;
        let length = stage.part_inputs;
        let start = item * stage.item_inputs();
        let degree = stage.differences.len();
        let places = (0..=degree as u64).map(|u| self.block.at(start + u * length));
        let mut differences: Vec<Rational> = places.collect();
        for order in 1..=degree {
            for u in (order..=degree).rev() {
                let before = differences[u - 1].clone();
                differences[u] -= before;
            }
        }
        let middle = start + stage.item_inputs() / 2;
        let bend = match self.exists() {
            true => {
                taylor_coefficient(self.coefficients, 2, middle) * Rational::from(length).pow(2)
                    / 8u32
            }
            false => Rational::new(),
        };
        let rows = quantities(stage, self.seed, item);
        let scale = if self.exists() { length } else { 1 };
        let exact = |m: usize| match m {
            0 => Rational::from(&differences[0] - &bend) + self.half_threshold(),
            _ => Rational::from(&differences[m] / Integer::from(scale)),
        };
        let lost = rows.iter().enumerate().map(|(m, r)| circle(exact(m) - r.fraction())).collect();
        let (values, slopes) = match self.exists() {
            false => (rows, vec![]),
            true => {
                let lg = length.ilog2();
                let scaled = rows[1..].iter().map(|row| row.shifted(lg));
                (rows[..1].iter().cloned().chain(scaled).collect(), rows[1..].to_vec())
            }
        };
        Item { start, differences, bend, lost, values, slopes }
    }

    /// The best line of the block's polynomial itself against the polynomial.
    fn line(&self, item: &Item, part: u64, ledger: &mut Ledger) {
        let length = self.stage.part_inputs;
        let start = item.start + part * length;
        let ends = [self.block.at(start), self.block.at(start + length)];
        let chord = Rational::from(&ends[1] - &ends[0]) / Rational::from(length);
        for t in [0, length / 4, length / 2, 3 * (length / 4), length - 1] {
            let line = Rational::from(&ends[0] - &item.bend) + &chord * Rational::from(t);
            self.see(BoundName::Line, (line - self.block.at(start + t)).abs().to_f64(), ledger);
        }
    }

    /// Exact tables of the kernel's degree against the block's polynomial (along its chord).
    fn newton(&self, item: &Item, part: u64, ledger: &mut Ledger) {
        let length = self.stage.part_inputs;
        let start = item.start + part * length;
        let sum = |differences: &[Rational]| -> Rational {
            let terms = differences.iter().enumerate();
            terms.map(|(m, d)| Rational::from(d * choose(part, m))).sum()
        };
        let value = self.block.at(start);
        let off = sum(&item.differences) - &value;
        let off_slope = match self.exists() {
            true => sum(&item.differences[1..]) - (self.block.at(start + length) - value),
            false => Rational::new(),
        };
        for t in [0, length - 1] {
            let along = &off_slope * Rational::from(t) / Rational::from(length);
            self.see(BoundName::Differences, (along + &off).abs().to_f64(), ledger);
        }
    }

    /// What the quantities' words lose on the way to the item, and the tables' words after it.
    fn rounding(&self, item: &Item, part: u64, ledger: &mut Ledger) {
        let length = self.stage.part_inputs as f64;
        let last = length - 1.0;
        let grown = |m: usize| choose(part, m).to_f64();
        let moved = |m: usize| match (self.exists(), m) {
            (false, _) | (_, 0) => grown(m),
            _ => length * grown(m) + last * grown(m - 1),
        };
        let lost: f64 = item.lost.iter().enumerate().map(|(m, lost)| moved(m) * lost).sum();
        self.see(BoundName::Moving, lost, ledger);
        let cut = |rows: &[Row], words: usize| -> f64 {
            let rests = rows.iter().map(|row| {
                let top = row.top(words).value;
                (row.fraction() - (Rational::from(top) >> (64 * words as u32))).to_f64()
            });
            rests.enumerate().map(|(m, rest)| grown(m) * rest).sum()
        };
        self.see(BoundName::ValueTable, cut(&item.values, self.stage.value_words), ledger);
        if self.exists() {
            self.see(
                BoundName::SlopeTable,
                last * cut(&item.slopes, self.stage.slope_words),
                ledger,
            );
        }
    }

    /// The line that the existence test has, in its word, against the tables' line.
    fn test_word(&self, item: &Item, part: u64, ledger: &mut Ledger) {
        let Check::Exists { test, .. } = &self.stage.check else { return };
        let bits = test.word.bits();
        let floor =
            |x: &Rational, bits: u32| -> Rational { Rational::from(x << bits).floor() >> bits };
        let offset = table(&item.values, self.stage.value_words, part);
        let slope = table(&item.slopes, self.stage.slope_words, part);
        // The kernel negates the slope's top word and cuts it then.
        let falling = floor(&-floor(&slope, 64), bits);
        for t in [0, self.stage.part_inputs - 1] {
            let exact = &slope * Rational::from(t) + &offset;
            let held = floor(&offset, bits) - &falling * Rational::from(t);
            self.see(BoundName::TestWord, circle(held - exact), ledger);
        }
    }
}

fn request(text: &str, range: &str, precision: u32, bits: u32) -> Request {
    Request {
        precision: precision.into(),
        bits: Some(bits),
        // Segments hold at most 2^63 inputs.
        input_precision: (precision > 64).then(|| 60.into()),
        // The bounds of searches by arcs are tried in `bounds`.
        overrides: Overrides { test: Some(Test::RegularCut), ..Overrides::default() },
        ..Request::in_range(text, range)
    }
}

/// A function without curvature: coefficients of degree 1 are all that its models have.
const LINEAR: Function =
    Function { text: "pi * x", at: |x| Float::with_val(x.prec(), rug::float::Constant::Pi) * x };

/// The closure for a request.
fn closure(request: &Request) -> Function {
    if request.function == LINEAR.text { LINEAR } else { function(&request.function) }
}

/// Plans a request and tries every bound of its first, last and middle searches.
fn probe(request: &Request, random: &mut Random) -> Ledger {
    let plan = search::plan(request);
    let function = closure(request);
    let searches: Vec<_> = plan.searches().collect();
    assert!(!searches.is_empty(), "{} {}", request.function, request.range.text);
    let mut ledger = Ledger::default();
    for index in picks(searches.len() as u64, random, 1) {
        let index = index as usize;
        let (span, search) = searches[index];
        known_bounds(search);
        let epsilon = plan.epsilon().to_f64();
        Probe { plan: &plan, index, span, search, function, epsilon }.run(random, &mut ledger);
    }
    let range = request.range.interval();
    let name = format!("{} {range} {} bits", request.function, plan.bits);
    println!("{name:<34}{}", ledger.line());
    ledger
}

/// Every bound of a plan is one that is tried here.
fn known_bounds(search: &SearchSpan) {
    for (_, bound) in search.bounds() {
        let known = is_tried(bound.name) || bound.name == BoundName::Threshold;
        assert!(known, "no test tries to break the bound {}", bound.name);
    }
}

fn heading() {
    let short: Vec<String> = Tried::all()
        .iter()
        .map(|tried| {
            let name = tried.name().replace("rounding ", "");
            format!("{:>14}", name.chars().take(12).collect::<String>())
        })
        .collect();
    println!("Bound by largest error; in parentheses where it is below 1/256 of its total.");
    println!("{:<34}{}", "", short.concat());
}

#[test]
fn bounds_are_nearly_reached_on_typical_domains() {
    let requests = [
        request("exp", "1,2", 53, 44),
        request("exp2", "1,2", 53, 44),
        request("log", "1.5,2", 53, 44),
        request("log", "2,4", 53, 44),
        request("sin", "0.5,1", 53, 44),
        request("cos", "1,2", 53, 44),
        request("cbrt", "1,2", 53, 44),
        request("atan", "1,2", 53, 44),
        request("tanh", "0.25,0.5", 53, 44),
        request("sinh", "1,2", 53, 44),
        request("asin", "0.25,0.5", 53, 44),
        request("acos", "0.25,0.5", 53, 44),
        request("1 / x", "1,2", 53, 44),
        request("rsqrt", "1,2", 53, 44),
        request("sqrt", "1,4", 64, 50),
        request("exp(x) * sin(x)", "0.5,1", 53, 44),
        request("1 / x", "1,2", 113, 90),
        request("exp", "1,2", 113, 100),
    ];
    heading();
    let mut random = Random::new(11);
    let mut useless = vec![];
    let mut untried: BTreeSet<Tried> = Tried::all().into_iter().collect();
    for request in requests {
        let ledger = probe(&request, &mut random);
        untried.retain(|tried| !ledger.tries(*tried));
        let all = ledger.useless().into_iter();
        useless
            .extend(all.map(|text| format!("{} {}: {text}", request.function, request.range.text)));
    }
    assert!(untried.is_empty(), "bounds that nothing came near to: {untried:?}");
    assert!(useless.is_empty(), "bounds that are never nearly reached:\n{}", useless.join("\n"));
}

/// Ratios that are large here, and why that is no harm: on spans shorter than a block (next to zeros of
/// f, or of a thousand inputs in all) the model's bounds are for a whole domain; rational functions of
/// high degree are overestimated by interval arithmetic, which costs a term; and rounding is never
/// granted more than 1/64 of the rest, by the choice of words.
#[test]
fn bounds_hold_on_other_domains() {
    let with_interval = |interval, request: Request| Request {
        overrides: Overrides { interval: Some(interval), ..request.overrides.clone() },
        ..request
    };
    let published = Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        ..request("exp", "1,0x1.0008p0", 53, 33)
    };
    let requests = [
        published,
        request("exp", "128,129", 53, 44),
        request("log", "0x1.0001p0,0x1.0003p0", 53, 30),
        request("sin", "-4,-3", 24, 12),
        with_interval(128, request("sin", "-4,-3", 24, 12)),
        request("cos", "1,2", 40, 24),
        request(LINEAR.text, "1,0x1.00000001p0", 53, 60),
        with_interval(32, request("powi(x, 3)", "-2,-1", 16, 8)),
        with_interval(64, request("x / (1 + x * x)", "1,2", 24, 14)),
        with_interval(32, request("exp", "1,2", 11, 4)),
    ];
    heading();
    let mut random = Random::new(12);
    for request in requests {
        let ledger = probe(&request, &mut random);
        for text in ledger.useless() {
            println!("    far above what is seen: {text}");
        }
    }
}

/// The largest difference of the drift between inputs of a span, among some of them.
fn reach(plan: &Plan, span: &Span, drift: &DriftSpan, at: &Function, random: &mut Random) -> f64 {
    let segment = &plan.segments[span.segment];
    let places = picks(span.inputs.end - span.inputs.start, random, 24);
    let drifts: Vec<Float> = places
        .into_iter()
        .map(|t| {
            let moved = Integer::from(&drift.step * t);
            g(at, segment, drift.spacing, span.inputs.start + t) - moved
        })
        .collect();
    let ends = drifts.iter().fold((&drifts[0], &drifts[0]), |(low, high), h| {
        (if h < low { h } else { low }, if h > high { h } else { high })
    });
    Float::with_val(64, ends.1 - ends.0).to_f64()
}

#[test]
fn drifts_stay_within_their_reach() {
    let requests = [
        request("exp", "0x1p-54,0x1p-48", 53, 20),
        request("exp", "0x1p-60,0x1p-54", 53, 20),
        request("sin", "0x1p-40,0x1p-30", 53, 20),
        request("sin", "0x1p-24,0x1p-20", 53, 20),
        request("cos", "0x1p-40,0x1p-28", 53, 20),
        request("tanh", "16,32", 53, 20),
        request("x - 1.5", "4,8", 53, 20),
        request("x * x - 2 * x + pi", "1,0x1.0000000001p0", 53, 20),
    ];
    let mut random = Random::new(13);
    let mut motions = BTreeSet::new();
    for request in requests {
        let plan = search::plan(&request);
        let at = function(&request.function);
        let mut spans = 0;
        for span in &plan.spans {
            let Work::Drift(drift) = &span.work else { continue };
            spans += 1;
            motions.insert(drift.motion.name());
            let bound = drift.reach.value.value();
            let most = reach(&plan, span, drift, &at, &mut random);
            println!(
                "{} {} from input {}, {}: reach {bound:.3e}, largest seen {most:.3e}, ratio {:.2}",
                request.function,
                request.range.interval(),
                span.inputs.start,
                drift.motion.name(),
                if bound > 0.0 { bound / most } else { 1.0 }
            );
            assert!(most <= bound * SLACK, "{}: {most:e} > {bound:e}", request.function);
            let limit = match drift.motion {
                Motion::Rises | Motion::Falls => MOST_RATIO_MONOTONE,
                Motion::None | Motion::Little => MOST_RATIO,
            };
            assert!(bound <= most * limit, "{}: {most:e} << {bound:e}", request.function);
        }
        assert!(spans > 0, "{} {} has no drift", request.function, request.range.text);
    }
    assert_eq!(motions.len(), 4, "only {motions:?}");
}
