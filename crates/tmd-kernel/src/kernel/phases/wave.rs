//! Vectors on an arc, in turns, and what they leave out.

use super::Three;
use super::numbers::{fixed_point, magnitude};
use crate::ir::{Builder, Value};
use crate::kernel::rounded::{constant, rounded};
use std::array::from_fn;
use tmd_design::phases::{UNKNOWN, USABLE, seed};

/// What units of a vector's numbers are, and what is off.
pub(super) struct Units {
    /// Of q, ρ and σ, in turns.
    pub(super) of: Three<Value>,
    /// For each turn of the bend, and besides.
    pub(super) slack: [Value; 2],
    /// The most turns that F may vary by a term.
    pub(super) longest: Value,
}

impl Units {
    pub(super) fn read(b: &mut Builder) -> Units {
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
    pub(super) fn with_slack(&self, b: &mut Builder, turns: Three<Turns>) -> Three<Wave> {
        turns.map(|of| {
            let bend = magnitude(b, of.bend);
            let off = b.mul(bend, self.slack[0]);
            let slack = b.add(off, self.slack[1]);
            let most = of.longest(b);
            let usable = constant(b, "usable", USABLE);
            let is_long = b.lt(usable, most);
            let unknown = constant(b, "unknown", UNKNOWN);
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

/// Where F of a vector comes near to no integer, for certain.
pub(super) fn far(b: &mut Builder, waves: &Three<Wave>) -> Value {
    b.comment("far: F of a vector comes near to no integer");
    let mut far = b.truth(false);
    for wave in waves {
        let (half, reach) = reach(b, wave);
        let middle = b.add(wave.of.f, half);
        let nearest = rounded(b, middle);
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
pub(super) fn longest(b: &mut Builder, waves: &Three<Wave>) -> Value {
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
