//! Bases of arcs, and the tables that take them from arc to arc.

use super::numbers::{dot, magnitude, signed, whole};
use super::wave::{Turns, Units};
use super::{Three, multiword};
use crate::ir::{Builder, Value};
use crate::kernel::rounded::{constant, rounded};
use std::array::from_fn;
use tmd_design::phases::{MOST_TIMES, SHORTENED, seed};

/// A basis as variables, and the tables of G and its slope.
pub(super) struct Basis {
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
    pub(super) fn start(b: &mut Builder, arc: Value) -> Basis {
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
        let [q, rho, sigma, f] = words;
        let (f, rho) = further(b, [&q, &rho, &f], along, above, steeper);
        let mut variables = |name: &str, own: Three<Value>| {
            from_fn(|k| b.varying_variable(&format!("{name}{k}"), own[k]))
        };
        Basis {
            q: variables("q", q),
            rho: variables("rho", rho),
            sigma: variables("sigma", sigma),
            f: variables("f", f),
            value,
            slope,
            slope_units,
            advance,
        }
    }

    /// Goes on to the next arc.
    pub(super) fn step(&mut self, b: &mut Builder) {
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
        let (f, rho) = further(b, [&self.q, &self.rho, &self.f], self.advance, above, steeper);
        for k in 0..3 {
            b.set(self.f[k], f[k]);
            b.set(self.rho[k], rho[k]);
        }
        b.set(self.slope_units, units);
    }

    /// Makes the vectors shorter by multiples of one another: sums of vectors are vectors, so this changes costs, not what is true.
    pub(super) fn reduce(&mut self, b: &mut Builder, units: &Units) {
        b.comment("make the vectors shorter by multiples of one another");
        let mut terms: Three<Three<Value>> = from_fn(|k| self.terms(b, units, k));
        for (long, short) in SHORTENED {
            let both = dot(b, &terms[long], &terms[short]);
            let size = dot(b, &terms[short], &terms[short]);
            let tiny = constant(b, "tiny", f64::MIN_POSITIVE);
            let size = b.add(size, tiny);
            let ratio = b.div(both, size);
            let nearest = rounded(b, ratio);
            let magnitude = magnitude(b, nearest);
            let most = constant(b, "most_times", MOST_TIMES);
            let is_known = b.lt(magnitude, most);
            let zero = b.float(0.0);
            let times = b.select(is_known, nearest, zero);
            let times = b.named("times", times);
            let whole = whole(b, times);
            let whole = b.named("whole", whole);
            terms[long] = from_fn(|i| {
                let multiple = b.mul(times, terms[short][i]);
                b.sub(terms[long][i], multiple)
            });
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
    pub(super) fn turns(&self, b: &mut Builder, units: &Units) -> Three<Turns> {
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

/// F and ρ of vectors on another arc: F is more by ρ·`along` + q·`above`, ρ by q·`steeper`.
fn further(
    b: &mut Builder,
    [q, rho, f]: [&Three<Value>; 3],
    along: Value,
    above: Value,
    steeper: Value,
) -> (Three<Value>, Three<Value>) {
    let f = from_fn(|k| {
        let straight = b.mul(rho[k], along);
        let bent = b.mul(q[k], above);
        let f = b.add(f[k], straight);
        b.add(f, bent)
    });
    let rho = from_fn(|k| {
        let bent = b.mul(q[k], steeper);
        b.add(rho[k], bent)
    });
    (f, rho)
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
    let third = b.named("third", third);
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
