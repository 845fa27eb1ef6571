//! Random numbers and intervals for the tests of this crate; the same on every run.

use rug::Float;

use super::Interval;
use tmd_base::random;

/// The interval `[lo, hi]` with 53 bits.
pub(crate) fn interval(lo: f64, hi: f64) -> Interval {
    Interval::new(Float::with_val(53, lo), Float::with_val(53, hi)).unwrap()
}

/// Random numbers and intervals.
pub(crate) struct Random(random::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(random::Random::new(seed))
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next()
    }

    /// Below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.0.unit()
    }

    /// Uniform in [a, b).
    pub(crate) fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }

    /// A number of moderate size, sometimes a small integer or 0, with either sign.
    pub(crate) fn number(&mut self) -> f64 {
        match self.below(8) {
            0 => self.below(7) as f64 - 3.0,
            1 => self.between(-1e-3, 1e-3),
            2 => self.between(-1e3, 1e3),
            _ => self.between(-4.0, 4.0),
        }
    }

    /// Sometimes a point, sometimes very narrow, sometimes wide.
    pub(crate) fn interval(&mut self) -> Interval {
        let a = self.number();
        let b = match self.below(4) {
            0 => a,
            1 => a + a.abs() * self.unit() * 1e-9,
            _ => self.number(),
        };
        interval(a.min(b), a.max(b))
    }

    /// A random number inside `x`.
    pub(crate) fn inside(&mut self, x: &Interval) -> Float {
        let t = Float::with_val(x.prec() + 60, self.unit());
        let width = Float::with_val(x.prec() + 60, x.hi() - x.lo());
        let point = Float::with_val(x.prec() + 60, &t * &width) + x.lo();
        if x.contains(&point) { point } else { x.lo().clone() }
    }
}
