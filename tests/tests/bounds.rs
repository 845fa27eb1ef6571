//! Proofs can be wrong: what a search computes with is compared with f at high precision, and no
//! observed error may exceed the bound that the plan claims for it.
//!
//! Blocks, items and parts are random. The kernels' tables are rebuilt from their seeds (see
//! [`tmd_tests::rebuilt`]). Here sums of bounds are tried; `tightness` tries each bound by itself.

use rug::{Float, Integer, Rational};
use tmd_codegen::bound::BoundName;
use tmd_codegen::design::{ArcsPlan, Check, Test};
use tmd_codegen::plan::{Plan, SearchSpan, Span};
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::seed::{BlockPolynomial, DomainModel};
use tmd_tests::brute::{Function, function};
use tmd_tests::rebuilt::{BITS, Row, apart, float, g, quantities, table};
use tmd_tests::search;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let z = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (z ^ (z >> 29)) % n
    }
}

/// The largest error seen, as a share of its bound.
#[derive(Default)]
struct Seen {
    model: f64,
    /// Everything between f and what a stage tests.
    stages: Vec<f64>,
    /// What the stage itself adds: the line, the tables, their words.
    own: Vec<f64>,
}

struct Probe<'a> {
    plan: &'a Plan,
    span: &'a Span,
    search: &'a SearchSpan,
    function: Function,
}

impl Probe<'_> {
    fn g(&self, i: u64) -> Float {
        g(&self.function, &self.plan.segments[self.span.segment], self.search.spacing, i)
    }

    /// One block: the polynomial, then every stage.
    fn block(&self, random: &mut Random, seen: &mut Seen) {
        let Probe { plan, span, search, .. } = *self;
        let inputs = &span.inputs;
        let domains = (inputs.end - inputs.start).div_ceil(search.model.domain_inputs);
        let start = inputs.start + random.below(domains) * search.model.domain_inputs;
        let domain = start..inputs.end.min(start + search.model.domain_inputs);
        let kernel = &plan.kernels[search.kernel];
        let model = DomainModel::new(&plan.spec, &plan.segments[span.segment], search, &domain)
            .unwrap_or_else(|diag| panic!("{}", diag.render(false)));
        let blocks = (domain.end - domain.start).div_ceil(kernel.block_inputs);
        let first = start + random.below(blocks) * kernel.block_inputs;
        let count = kernel.block_inputs.min(domain.end - first);
        let block = model.block(&search.model, first);
        let bound = search.model.error().value();
        for t in [0, count - 1, random.below(count), random.below(count)] {
            let error = apart(&float(&block.at(t)), &self.g(first + t));
            assert!(error <= bound, "model: {error:e} > {bound:e} at {t} of {first}");
            seen.model = seen.model.max(error / bound);
        }
        seen.stages.resize(seen.stages.len().max(kernel.stages.len()), 0.0);
        seen.own.resize(seen.stages.len(), 0.0);
        for index in 0..kernel.stages.len() {
            for _ in 0..6 {
                self.part(index, &block, first, count, random, seen);
            }
        }
    }

    /// One part of a random item: what the kernel has for it against f.
    fn part(
        &self,
        index: usize,
        block: &BlockPolynomial,
        first: u64,
        count: u64,
        random: &mut Random,
        seen: &mut Seen,
    ) {
        let kernel = &self.plan.kernels[self.search.kernel];
        let stage = &kernel.stages[index];
        let budget = &self.search.stages[index].budget;
        let named = |name: BoundName| -> f64 {
            let of_name = budget.bounds.iter().filter(|bound| bound.name == name);
            of_name.map(|bound| bound.value.value()).sum()
        };
        // Everything but ε and the test's word, which only the test itself loses.
        let proved =
            budget.total().value() - named(BoundName::Threshold) - named(BoundName::TestWord);
        let proved = proved * (1.0 + 1e-12);

        let item = random.below(count.div_ceil(stage.item_inputs()));
        let part = random.below(stage.parts);
        let start = item * stage.item_inputs() + part * stage.part_inputs;
        let seed = &block.seeds(kernel)[index];
        let mut rows: Vec<Row> = quantities(stage, seed, item);
        let places: Vec<u64> = (0..5)
            .map(|k| match k {
                0 => 0,
                1 => stage.part_inputs - 1,
                2 => stage.part_inputs / 2,
                _ => random.below(stage.part_inputs),
            })
            .filter(|t| start + t < count)
            .collect();
        let computed: Box<dyn Fn(u64) -> Float> = match &stage.check {
            Check::Arcs(arcs) => {
                let packet = start / arcs.packet_inputs;
                let polynomial = Packet::new(arcs, &quantities(stage, seed, packet));
                let falls = block.coefficients()[2].is_negative();
                let before = start - packet * arcs.packet_inputs;
                Box::new(move |t| {
                    let value = Float::with_val(BITS, polynomial.at(before + t));
                    if falls { -value } else { value }
                })
            }
            Check::Compare { threshold } => {
                let bits = 64 * threshold.len() as u32;
                let half = Integer::from_digits(threshold, rug::integer::Order::Lsf) >> 1u32;
                let offset = table(&rows, stage.value_words, part);
                let offset = float(&(offset - (Rational::from(half) >> bits)));
                Box::new(move |_| offset.clone())
            }
            Check::Exists { test, threshold } => {
                let half = Rational::from(threshold / 2) >> test.word.bits();
                let slopes = rows.split_off(1);
                let slope = table(&slopes, stage.slope_words, part);
                // The value's differences are the slope's times the part's length.
                let lg = stage.part_inputs.ilog2();
                rows.extend(slopes.iter().map(|row| row.shifted(lg)));
                let offset = table(&rows, stage.value_words, part);
                let (offset, slope) = (float(&(offset - half)), float(&slope));
                Box::new(move |t| Float::with_val(BITS, &slope * t) + &offset)
            }
        };
        for t in places {
            let computed = computed(t);
            let error = apart(&computed, &self.g(first + start + t));
            assert!(
                error <= proved,
                "stage {index}: {error:e} > {proved:e} at input {t} of part {part}, item {item}"
            );
            seen.stages[index] = seen.stages[index].max(error / proved);
            // The same without the model: what the stage itself loses.
            let own = proved - self.search.model.error().value();
            let error = apart(&computed, &float(&block.at(start + t)));
            assert!(
                error <= own,
                "stage {index}: {error:e} > {own:e} beside the block's polynomial"
            );
            seen.own[index] = seen.own[index].max(error / own);
        }
    }
}

/// A packet's polynomial as a kernel by arcs has it: five binary64 numbers.
struct Packet {
    a: f64,
    s1: f64,
    s2: f64,
    b: f64,
    c: f64,
}

impl Packet {
    fn new(arcs: &ArcsPlan, quantities: &[Row]) -> Packet {
        let word = |m: usize, back: u32| {
            let row: &Row = &quantities[m];
            Integer::from(&row.value >> (64 * (row.words as u32 - back))).to_u64_wrapping()
        };
        let scaled = |x: f64, shift: i32| x * f64::exp2(f64::from(-shift));
        let bits = arcs.slope_bits;
        let tail = (word(1, 1) << bits).wrapping_add(word(1, 2) >> (64 - bits));
        let signed = word(3, 1).wrapping_add(1 << 63) as f64 - f64::exp2(63.0);
        Packet {
            a: scaled((word(0, 1) >> 12) as f64, 52),
            s1: scaled((word(1, 1) >> (64 - bits)) as f64, bits as i32),
            s2: scaled(tail as f64, 64 + bits as i32),
            b: scaled(word(2, 1) as f64, 64 + arcs.curvature_shift),
            c: scaled(signed, 64 + arcs.cubic_shift),
        }
    }

    /// As the kernel evaluates it, where no product is fused with a sum.
    fn at(&self, t: u64) -> f64 {
        let t = t as f64;
        let leading = self.s1 * t;
        let linear = (leading - leading.round_ties_even()) + self.s2 * t;
        (self.a + (self.b + self.c * t) * t * t) + linear
    }
}

#[test]
fn no_observed_error_exceeds_its_bound() {
    let by = |test, text: &str, range: &str, precision: u32, bits, interval| Request {
        precision: precision.into(),
        bits: Some(bits),
        overrides: Overrides { interval, test: Some(test), ..Overrides::default() },
        ..Request::in_range(text, range)
    };
    let request = |text: &str, range: &str, precision, bits, interval| {
        by(Test::RegularCut, text, range, precision, bits, interval)
    };
    let arcs = |text: &str, range: &str, precision, bits| {
        by(Test::Arcs, text, range, precision, bits, None)
    };
    let published = Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        ..request("exp", "1,0x1.0008p0", 53, 33, None)
    };
    let requests = [
        published,
        request("exp", "1,2", 53, 44, None),
        request("exp", "128,129", 53, 44, None),
        request("log", "1.5,2", 53, 44, None),
        request("log", "0x1.0001p0,0x1.0003p0", 53, 30, None),
        request("sin", "0.5,1", 53, 44, None),
        request("sin", "-4,-3", 24, 12, None),
        request("sin", "-4,-3", 24, 12, Some(128)),
        request("cos", "1,2", 40, 24, None),
        request("exp(x) * sin(x)", "0.5,1", 53, 44, None),
        request("sqrt", "1,4", 64, 50, None),
        request("1 / x", "1,2", 113, 90, None),
        request("powi(x, 3)", "-2,-1", 16, 8, Some(32)),
        request("x / (1 + x * x)", "1,2", 24, 14, Some(64)),
        request("exp", "1,2", 12, 6, Some(32)),
        arcs("exp", "1,2", 53, 60),
        arcs("exp", "128,129", 53, 60),
        arcs("log", "1.5,2", 53, 60),
        arcs("sin", "0.5,1", 53, 60),
        arcs("tan", "1.5,1.5625", 53, 60),
        arcs("exp", "1.25,1.28125", 24, 40),
        arcs("sqrt", "1,4", 64, 70),
    ];
    let mut random = Random(7);
    for request in requests {
        let mut request = request;
        if request.precision.format().expect("format").precision > 64 {
            // Segments hold at most 2^63 inputs.
            request.input_precision = Some(60.into());
        }
        let plan = search::plan(&request);
        let function = function(&request.function);
        let searches: Vec<_> = plan.searches().collect();
        assert!(!searches.is_empty(), "{} {}", request.function, request.range.text);
        let mut seen = Seen::default();
        for _ in 0..16 {
            let (span, search) = searches[random.below(searches.len() as u64) as usize];
            let probe = Probe { plan: &plan, span, search, function };
            for _ in 0..4 {
                probe.block(&mut random, &mut seen);
            }
        }
        println!(
            "{} [{}) {} bits: largest share of the bound: model {:.3}, stages {:.3?}, \
             without the model {:.3?}",
            request.function,
            request.range.text,
            request.precision,
            seen.model,
            seen.stages,
            seen.own
        );
        // A bound that no error ever comes near to would be a bound of something else.
        assert!(seen.stages.iter().chain(&seen.own).any(|share| *share > 0.2));
    }
}

/// Certificates hold bounds as numbers, so that none is infinite: where f is 0, spacings are those of the least numbers, and a domain
/// may be far longer than its span.
#[test]
fn bounds_of_whole_formats_are_finite() {
    for function in ["cospi", "sinpi", "tanpi"] {
        let request = Request { bits: Some(44), ..Request::in_range(function, "all") };
        let plan = search::plan(&request);
        let mut models = 0;
        for (_, search) in plan.searches() {
            for bound in &search.model.q {
                assert!(bound.value().is_finite(), "{function}: {:?}", search.model);
            }
            models += 1;
        }
        println!("{function}: {models} models");
        assert!(models > 10);
    }
}
