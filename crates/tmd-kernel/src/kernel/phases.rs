//! Arcs of phases: those of a block that no vector of their lattice leaves out, and that have a point where all three come near to integers.
//!
//! What is computed, and why nothing is missed, is said in `docs/mathematics.md`, "Arcs of phases"; [`tmd_design::phases`] has the
//! constants, which the search on the host has, too. There, eight blocks are looked at side by side; here, strands of one.

use super::{Layout, multiword, phases_points};
use crate::ir::{Builder, Kernel, Value};
use std::array::from_fn;
use tmd_design::phases::{MOST_TIMES, PhasesPlan, SHORTENED, UNKNOWN, USABLE, WHOLE, seed};

/// Three of the same kind: a number for each vector.
pub(super) type Three<T> = [T; 3];

/// Builds the kernel of the only stage.
pub(super) fn build(index: usize, plan: &PhasesPlan, layout: Layout) -> Kernel {
    let mut b = Builder::new(&format!("stage{index}"), layout.lanes);
    for line in plan.describe() {
        b.doc(line);
    }
    let item = b.item();
    let item = b.named("item", item);
    b.comment("index of the first strand of each lane");
    let count = b.word(plan.strands);
    let first = b.mul(item, count);
    let lane = b.lane_words("lane", (0..layout.lanes as u64).collect());
    let first = b.add(first, lane);
    let strand = b.varying_variable("strand", first);
    layout.strides(&mut b, plan.strands, |b, is_loop| {
        look(b, plan, layout, strand);
        if is_loop {
            let width = b.word_by_lanes("width", layout.lanes as u64);
            let next = b.add(strand, width);
            b.set(strand, next);
        }
    });
    b.finish()
}

/// Looks at the arcs of a strand.
fn look(b: &mut Builder, plan: &PhasesPlan, layout: Layout, strand: Value) {
    let length = b.word(plan.strand_arcs);
    let first = b.mul(strand, length);
    let first = b.named("first", first);
    let arcs = b.seed(seed::ARCS);
    let arcs = b.named("arcs", arcs);
    let units = Units::read(b);
    let mut basis = Basis::start(b, first);
    b.repeat(plan.first_rounds, |b| basis.reduce(b, &units));
    let arc = b.varying_variable("arc", first);
    // The same from the strand's first arc: lanes that are put off take numbers along.
    let zero = b.float(0.0);
    let along = b.varying_variable("along", zero);
    let end = b.add(first, length);
    let end = b.min(end, arcs);
    let end = b.named("end", end);
    let inside = b.lt(first, end);
    let inside = b.varying_variable("inside", inside);
    let is_lost = b.truth(false);
    let is_lost = b.varying_variable("is_lost", is_lost);
    b.repeat_until_exit("arcs", plan.strand_arcs, |b| {
        basis.reduce(b, &units);
        let turns = basis.turns(b, &units);
        let waves = units.with_slack(b, turns);
        let far = far(b, &waves);
        b.comment("a strand with a vector that is too long is lost: its arcs are all reported");
        let longest = longest(b, &waves);
        let too_long = b.lt(units.longest, longest);
        let lost = b.or(is_lost, too_long);
        b.set(is_lost, lost);
        let near = b.and_not(inside, far);
        let lost = b.and(inside, is_lost);
        let lost = b.named("lost", lost);
        b.if_any(lost, |b| b.emit(lost, arc));
        let left = b.and_not(near, is_lost);
        let left = b.named("left", left);

        let one = b.word(1);
        let next = b.add(arc, one);
        let next = b.named("next", next);
        let more = b.lt(next, end);
        let more = b.named("more", more);
        let solve = |b: &mut Builder| {
            let waves = units.with_slack(b, turns);
            let found = phases_points::may_be(b, &waves, left);
            b.if_any(found, |b| {
                let along = b.to_u64(along);
                let arc = b.add(first, along);
                b.emit(found, arc);
            });
        };
        match layout.gathers {
            true => b.gather(left, more, solve),
            false => b.if_any(left, solve),
        }

        b.comment("on to the next arc");
        basis.step(b);
        b.set(arc, next);
        let one = b.float(1.0);
        let further = b.add(along, one);
        b.set(along, further);
        b.set(inside, more);
        b.exit_unless_any(more);
    });
}

/// What units of a vector's numbers are, and what is off.
struct Units {
    /// Of q, ρ and σ, in turns.
    of: Three<Value>,
    /// For each turn of the bend, and besides.
    slack: [Value; 2],
    /// The most turns that F may vary by a term.
    longest: Value,
}

impl Units {
    fn read(b: &mut Builder) -> Units {
        b.comment("what units are in turns, and what F may be off by");
        let mut number = |at: usize, name: &str| {
            let number = fixed_point(b, at);
            b.named(name, number)
        };
        Units {
            of: from_fn(|term| {
                number(seed::UNITS + 2 * term, ["unit_q", "unit_rho", "unit_sigma"][term])
            }),
            slack: [number(seed::SLACK, "off_by_bend"), number(seed::SLACK + 2, "off")],
            longest: number(seed::LONGEST, "longest"),
        }
    }

    /// What F of vectors may be off by; one that is too long is not used.
    fn with_slack(&self, b: &mut Builder, turns: Three<Turns>) -> Three<Wave> {
        turns.map(|of| {
            let bend = magnitude(b, of.bend);
            let off = b.mul(bend, self.slack[0]);
            let slack = b.add(off, self.slack[1]);
            let most = of.longest(b);
            let usable = b.float(USABLE);
            let is_long = b.lt(usable, most);
            let unknown = b.float(UNKNOWN);
            Wave { of, slack: b.select(is_long, unknown, slack) }
        })
    }
}

/// A vector of the lattice on an arc, in turns: F = f + ρ·z + w·z² - σ·v.
#[derive(Clone, Copy)]
pub(super) struct Turns {
    pub(super) f: Value,
    pub(super) bend: Value,
    pub(super) rho: Value,
    pub(super) sigma: Value,
}

/// A vector, and what its F may be off by.
pub(super) struct Wave {
    pub(super) of: Turns,
    pub(super) slack: Value,
}

/// A basis as variables, and the tables of G and its slope.
struct Basis {
    q: Three<Value>,
    rho: Three<Value>,
    sigma: Three<Value>,
    f: Three<Value>,
    /// The differences of G, two words each, the low one first; the last stays as it is.
    value: Vec<[Value; 2]>,
    slope: Vec<[Value; 2]>,
    /// The slope, rounded to units.
    slope_units: Value,
    advance: Value,
}

impl Basis {
    /// That of the block's first arc, taken to another.
    fn start(b: &mut Builder, arc: Value) -> Basis {
        b.comment("the tables at the strand's first arc, by Newton's forward differences");
        let choose = choices(b, arc);
        let value_seed = differences(b, seed::VALUE, 5);
        let slope_seed = differences(b, seed::SLOPE, 4);
        let value = moved(b, "g", &value_seed, &choose);
        let slope = moved(b, "s", &slope_seed, &choose);
        b.comment("the basis there: r = ρ - q·slope stays as it is");
        let advance = b.seed(seed::ADVANCE);
        let advance = b.named("advance", advance);
        let first_units = rounded_slope(b, slope_seed[0]);
        let units = rounded_slope(b, slope[0]);
        let slope_units = b.varying_variable("slope_units", units);
        let steeper = b.sub(units, first_units);
        let steeper = b.named("steeper", steeper);
        let straight = b.mul(first_units, advance);
        let straight = b.mul(straight, arc);
        let grown = b.sub(value[0][1], value_seed[0][1]);
        let above = b.sub(grown, straight);
        let above = b.named("above", above);
        let along = b.mul(advance, arc);
        let mut of = |at: usize, k: usize| b.seed(seed::BASIS + 3 * at + k);
        let words: [Three<Value>; 4] = from_fn(|at| from_fn(|k| of(at, k)));
        let mut basis = Basis {
            q: words[0],
            rho: words[1],
            sigma: words[2],
            f: words[3],
            value,
            slope,
            slope_units,
            advance,
        };
        basis.go_on(b, along, above, steeper, true);
        basis
    }

    /// Takes F by ρ·`along` + q·`above`, and ρ by q·`steeper`; `is_first` makes variables of all.
    fn go_on(
        &mut self,
        b: &mut Builder,
        along: Value,
        above: Value,
        steeper: Value,
        is_first: bool,
    ) {
        for k in 0..3 {
            let straight = b.mul(self.rho[k], along);
            let bent = b.mul(self.q[k], above);
            let f = b.add(self.f[k], straight);
            let f = b.add(f, bent);
            let bent = b.mul(self.q[k], steeper);
            let rho = b.add(self.rho[k], bent);
            if is_first {
                self.q[k] = b.varying_variable(&format!("q{k}"), self.q[k]);
                self.sigma[k] = b.varying_variable(&format!("sigma{k}"), self.sigma[k]);
                self.f[k] = b.varying_variable(&format!("f{k}"), f);
                self.rho[k] = b.varying_variable(&format!("rho{k}"), rho);
            } else {
                b.set(self.f[k], f);
                b.set(self.rho[k], rho);
            }
        }
    }

    /// Goes on to the next arc.
    fn step(&mut self, b: &mut Builder) {
        let before = self.value[0][1];
        let next: Vec<[Value; 2]> =
            self.value.windows(2).map(|two| sum(b, two[0], two[1])).collect();
        let grown = b.sub(next[0][1], before);
        set(b, &self.value, &next);
        let next: Vec<[Value; 2]> =
            self.slope.windows(2).map(|two| sum(b, two[0], two[1])).collect();
        set(b, &self.slope, &next);
        let units = rounded_slope(b, next[0]);
        let straight = b.mul(self.slope_units, self.advance);
        let above = b.sub(grown, straight);
        let above = b.named("above", above);
        let steeper = b.sub(units, self.slope_units);
        let steeper = b.named("steeper", steeper);
        let along = self.advance;
        self.go_on(b, along, above, steeper, false);
        b.set(self.slope_units, units);
    }

    /// Makes the vectors shorter by multiples of one another: sums of vectors are vectors, so this changes costs, not what is true.
    fn reduce(&mut self, b: &mut Builder, units: &Units) {
        b.comment("make the vectors shorter by multiples of one another");
        let mut terms: Three<Three<Value>> = from_fn(|k| self.terms(b, units, k));
        for (long, short) in SHORTENED {
            let both = dot(b, &terms[long], &terms[short]);
            let size = dot(b, &terms[short], &terms[short]);
            let tiny = b.float(f64::MIN_POSITIVE);
            let size = b.add(size, tiny);
            let ratio = b.div(both, size);
            let nearest = nearest(b, ratio);
            let magnitude = magnitude(b, nearest);
            let most = b.float(MOST_TIMES);
            let is_known = b.lt(magnitude, most);
            let zero = b.float(0.0);
            let times = b.select(is_known, nearest, zero);
            let times = b.named("times", times);
            let whole = whole(b, times);
            let whole = b.named("whole", whole);
            for i in 0..3 {
                let multiple = b.mul(times, terms[short][i]);
                terms[long][i] = b.sub(terms[long][i], multiple);
            }
            for own in [&self.q, &self.rho, &self.sigma, &self.f] {
                let multiple = b.mul(whole, own[short]);
                let less = b.sub(own[long], multiple);
                b.set(own[long], less);
            }
        }
    }

    /// What the terms of a vector let F vary by: bend, ρ and σ.
    fn terms(&self, b: &mut Builder, units: &Units, k: usize) -> Three<Value> {
        let words = [self.q[k], self.rho[k], self.sigma[k]];
        from_fn(|term| {
            let number = signed(b, words[term]);
            b.mul(number, units.of[term])
        })
    }

    /// The vectors in turns.
    fn turns(&self, b: &mut Builder, units: &Units) -> Three<Turns> {
        b.comment("the vectors in turns");
        from_fn(|k| {
            let f = signed(b, self.f[k]);
            let turn = b.float(1.0 / 18_446_744_073_709_551_616.0);
            let f = b.mul(f, turn);
            let [bend, rho, sigma] = self.terms(b, units, k);
            Turns {
                f: b.named(&format!("turns{k}"), f),
                bend: b.named(&format!("bend{k}"), bend),
                rho: b.named(&format!("steep{k}"), rho),
                sigma: b.named(&format!("across{k}"), sigma),
            }
        })
    }
}

/// Where F of a vector comes near to no integer, for certain.
fn far(b: &mut Builder, waves: &Three<Wave>) -> Value {
    b.comment("far: F of a vector comes near to no integer");
    let mut far = b.truth(false);
    for wave in waves {
        let (half, reach) = reach(b, wave);
        let middle = b.add(wave.of.f, half);
        let nearest = nearest(b, middle);
        let away = b.sub(middle, nearest);
        let away = magnitude(b, away);
        let is_far = b.lt(reach, away);
        far = b.or(far, is_far);
    }
    b.named("far", far)
}

/// Half of the bend, which adds from 0 to twice that, and how far F is from its middle at most.
pub(super) fn reach(b: &mut Builder, wave: &Wave) -> (Value, Value) {
    let half = b.float(0.5);
    let half = b.mul(half, wave.of.bend);
    let [rho, sigma, bent] = [wave.of.rho, wave.of.sigma, half].map(|own| magnitude(b, own));
    let reach = b.add(rho, sigma);
    let reach = b.add(reach, bent);
    (half, b.add(reach, wave.slack))
}

/// The most turns that a term of a vector lets F vary by.
fn longest(b: &mut Builder, waves: &Three<Wave>) -> Value {
    let sizes: Three<Value> = from_fn(|k| waves[k].of.longest(b));
    let both = b.max(sizes[0], sizes[1]);
    b.max(both, sizes[2])
}

impl Turns {
    /// The most turns that a term lets F vary by.
    fn longest(&self, b: &mut Builder) -> Value {
        let [bend, rho, sigma] = [self.bend, self.rho, self.sigma].map(|own| magnitude(b, own));
        let both = b.max(bend, rho);
        b.max(both, sigma)
    }
}

fn dot(b: &mut Builder, x: &Three<Value>, y: &Three<Value>) -> Value {
    let [first, second, third] = from_fn(|i| b.mul(x[i], y[i]));
    let both = b.add(first, second);
    b.add(both, third)
}

/// The integer nearest to a number below 2^51.
pub(super) fn nearest(b: &mut Builder, number: Value) -> Value {
    let whole = b.float(WHOLE);
    let up = b.add(number, whole);
    b.sub(up, whole)
}

/// |x|.
pub(super) fn magnitude(b: &mut Builder, number: Value) -> Value {
    let opposite = opposite(b, number);
    b.max(number, opposite)
}

/// -x; 0 of 0.
pub(super) fn opposite(b: &mut Builder, number: Value) -> Value {
    let zero = b.float(0.0);
    b.sub(zero, number)
}

/// An integer below 2^52 in size as a word.
fn whole(b: &mut Builder, number: Value) -> Value {
    let size = magnitude(b, number);
    let word = b.to_u64(size);
    let zero = b.float(0.0);
    let is_negative = b.lt(number, zero);
    with_sign(b, is_negative, word)
}

/// A word, or its opposite.
fn with_sign(b: &mut Builder, is_negative: Value, word: Value) -> Value {
    let zero = b.word(0);
    let opposite = b.sub(zero, word);
    b.select(is_negative, opposite, word)
}

/// The number nearest to a word that is an integer with a sign.
fn signed(b: &mut Builder, word: Value) -> Value {
    let half = b.word(1 << 63);
    let is_negative = b.ge(word, half);
    let size = with_sign(b, is_negative, word);
    let number = b.to_f64_nearest(size);
    let negative = opposite(b, number);
    b.select(is_negative, negative, number)
}

/// A number of the seed, in units of 2^-[`seed::FRACTION`] and two words, the low one first: exact, as seeds are made so.
fn fixed_point(b: &mut Builder, at: usize) -> Value {
    let [low, high] = [at, at + 1].map(|at| b.seed(at));
    let high = signed(b, high);
    let low = b.to_f64_nearest(low);
    let [unit, of_high] = [-seed::FRACTION, 64 - seed::FRACTION].map(|own| b.float(2f64.powi(own)));
    let [high, low] = [b.mul(high, of_high), b.mul(low, unit)];
    b.add(high, low)
}

/// Slopes of the table in units: the high word, rounded by the low one.
fn rounded_slope(b: &mut Builder, [low, high]: [Value; 2]) -> Value {
    let up = b.shr(low, 63);
    b.add(high, up)
}

/// The first differences of a table, from the seed.
fn differences(b: &mut Builder, at: usize, count: usize) -> Vec<[Value; 2]> {
    (0..count).map(|k| [0, 1].map(|word| b.seed(at + 2 * k + word))).collect()
}

/// In how many ways 1, 2, 3 and 4 things are chosen of so many, below 2^14.
fn choices(b: &mut Builder, of: Value) -> [Value; 4] {
    /// 3 times this is 1 modulo 2^64: a multiple of 3 times it is a third of it.
    const THIRD: u64 = 0xaaaa_aaaa_aaaa_aaab;
    let mut less = |by: u64| {
        let by = b.word(by);
        b.sub(of, by)
    };
    let [one, two, three] = [1, 2, 3].map(&mut less);
    let pairs = b.mul(of, one);
    let pairs = b.shr(pairs, 1);
    let triples = b.mul(pairs, two);
    let third = b.word(THIRD);
    let triples = b.mul(triples, third);
    let fours = b.mul(triples, three);
    let fours = b.shr(fours, 2);
    [of, pairs, triples, fours]
}

/// A table taken on from its first place, as variables; the last difference stays as it is.
fn moved(
    b: &mut Builder,
    name: &str,
    table: &[[Value; 2]],
    choose: &[Value; 4],
) -> Vec<[Value; 2]> {
    let mut all = vec![];
    for order in 0..table.len() {
        let mut own = table[order].to_vec();
        for (later, ways) in table[order + 1..].iter().zip(choose) {
            own = multiword::mul_add(b, later, *ways, &own);
        }
        let is_last = order + 1 == table.len();
        all.push([0, 1].map(|word| match is_last {
            true => own[word],
            false => b.varying_variable(&format!("{name}{order}{}", "h".repeat(word)), own[word]),
        }));
    }
    all
}

fn sum(b: &mut Builder, x: [Value; 2], y: [Value; 2]) -> [Value; 2] {
    let sum = multiword::add(b, &x, &y);
    [sum[0], sum[1]]
}

fn set(b: &mut Builder, table: &[[Value; 2]], next: &[[Value; 2]]) {
    for (own, next) in table.iter().zip(next) {
        for (own, next) in own.iter().zip(next) {
            b.set(*own, *next);
        }
    }
}
