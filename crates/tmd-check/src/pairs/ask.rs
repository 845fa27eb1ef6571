//! What was asked: a function of a number and an integer, a format, a range of integers, a distance. The numbers by their
//! ordinals, and what can be told of a pair without any rounding.

use super::breakpoints::{Breakpoints, Dyadic};
use crate::interval::Interval;
use crate::stop::Checked;
use rug::float::Round;
use rug::ops::Pow;
use rug::{Float, Integer};
use std::ops::{Deref, Range};

/// A function of a number x and an integer n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formula {
    /// x^n, x positive.
    Pown,
    /// x^(1/n), x positive.
    Rootn,
    /// (1 + x)^n, x above -1 and not 0.
    Compound,
}

/// What was asked.
pub(crate) struct Ask {
    pub(crate) formula: Formula,
    /// The format of the inputs, and its breakpoints.
    pub(crate) breakpoints: Breakpoints,
    /// The least n and the greatest.
    pub(crate) from: i32,
    pub(crate) to: i32,
}

impl Deref for Ask {
    type Target = Breakpoints;

    fn deref(&self) -> &Breakpoints {
        &self.breakpoints
    }
}

impl Ask {
    /// Whether pairs with this n are searched: x^0, x^1, x^(1/1) and (1 + x)^0 tell nothing.
    pub(crate) fn searches(&self, n: i32) -> bool {
        let tells = n != 0 && (n != 1 || self.formula == Formula::Compound);
        tells && (self.from..=self.to).contains(&n)
    }

    /// All n that are searched.
    pub(crate) fn exponents(&self) -> impl Iterator<Item = i32> + use<'_> {
        (self.from..=self.to).filter(|n| self.searches(*n))
    }

    /// The greatest |n|.
    pub(crate) fn most(&self) -> i32 {
        self.from.abs().max(self.to.abs())
    }

    /// The ordinals of all x; for (1 + x)^n, 0 is among them, and is none.
    pub(crate) fn domain(&self) -> Range<i64> {
        let binade = 1i64 << (self.precision - 1);
        let start = match self.formula {
            Formula::Compound => 1 - binade * i64::from(1 - self.emin),
            _ => 1,
        };
        start..binade * i64::from(self.emax - self.emin + 2)
    }

    /// Whether x is of no pair though its ordinal is in the domain.
    pub(crate) fn is_hole(&self, ordinal: i64) -> bool {
        ordinal == 0
    }

    /// What is raised to a power, or of which a root is taken: x, or 1 + x.
    pub(crate) fn base(&self, ordinal: i64) -> Dyadic {
        let (m, e) = self.parts(ordinal);
        match self.formula {
            Formula::Compound if e < 0 => {
                Dyadic::new((Integer::from(1) << e.unsigned_abs()) + m, e)
            }
            Formula::Compound => Dyadic::new((Integer::from(m) << e.unsigned_abs()) + 1u32, 0),
            _ => Dyadic::new(Integer::from(m), e),
        }
    }

    /// The value as m·2^e with m odd, if it is one with at most as many bits as breakpoints have.
    pub(crate) fn short(&self, base: &Dyadic, n: i32) -> Option<(i64, i32)> {
        match self.formula {
            Formula::Rootn => self.short_root(base, n),
            _ => self.short_power(base, n),
        }
    }

    /// The same of a power. The n-th power of an odd integer is odd, and less than 1 it is an integer only for 1.
    pub(crate) fn short_power(&self, base: &Dyadic, n: i32) -> Option<(i64, i32)> {
        let shift = base.shift.checked_mul(n)?;
        if base.odd == 1 {
            return Some((1, shift));
        }
        // It is at least 2^length to the power n.
        let length = i64::from(base.odd.significant_bits()) - 1;
        if n < 0 || length * i64::from(n) > i64::from(self.precision) {
            return None;
        }
        let power = Integer::from((&base.odd).pow(n.unsigned_abs()));
        let is_short = power.significant_bits() as i32 <= self.precision + 1;
        power.to_i64().filter(|_| is_short).map(|power| (power, shift))
    }

    /// The same of a root: if its n-th power, m^n·2^(n·e), is the base.
    fn short_root(&self, base: &Dyadic, n: i32) -> Option<(i64, i32)> {
        if base.shift % n != 0 || (n < 0 && base.odd != 1) {
            return None;
        }
        let root = base.odd.clone().root(n.unsigned_abs());
        let is_root = Integer::from((&root).pow(n.unsigned_abs())) == base.odd;
        root.to_i64().filter(|_| is_root).map(|root| (root, base.shift / n))
    }

    /// (1 + x)^n is next to 1 for |n| up to this, where x is the number of an ordinal: 0 < |x| ≤ 2^-(p+4)/|n|.
    ///
    /// It is no breakpoint there: it differs from 1, and by less than 2^-(p+1), the distance of the breakpoints next to 1.
    pub(crate) fn near_one(&self, ordinal: i64) -> i64 {
        if self.formula != Formula::Compound {
            return 0;
        }
        let (m, e) = self.parts(ordinal);
        match -(self.precision + 4) - e {
            room if room < 0 || m == 0 => 0,
            room => (1i64 << room.min(62)) / m.abs(),
        }
    }

    /// Whether (1 + x)^n is next to x^n, which is a breakpoint or beyond all: x ≥ |n|·2^(p+4).
    ///
    /// It is no breakpoint there. x is an even integer, since its last place is at least 2^5, so that 1 + x is an odd one,
    /// of more than p + 4 bits. Powers of it have no fewer; and what is divided by powers of it, other than 1, is no binary
    /// fraction.
    pub(crate) fn is_near_power(&self, ordinal: i64, n: i32) -> bool {
        if self.formula != Formula::Compound || ordinal <= 0 {
            return false;
        }
        let (m, e) = self.parts(ordinal);
        // m < 2^24 and |n| ≤ 2^10.
        let (size, room) = (i64::from(n.unsigned_abs()), e - self.precision - 4);
        let is_far =
            if room < 0 { m >> (-room).min(62) >= size } else { m << room.min(30) >= size };
        let x = Dyadic::new(Integer::from(m), e);
        is_far && self.short_power(&x, n).is_some_and(|(m, e)| self.breakpoint(m, e).is_some())
    }

    /// An enclosure of the value.
    pub(crate) fn enclosure(&self, base: &Dyadic, n: i32, prec: u32) -> Checked<Interval> {
        let end = |round| Float::with_val_round(prec, &base.odd, round).0 << base.shift;
        let base = Interval { lo: end(Round::Down), hi: end(Round::Up) };
        let value = match self.formula {
            Formula::Rootn if n < 0 => base.root(n.unsigned_abs()).and_then(|root| root.recip()),
            Formula::Rootn => base.root(n.unsigned_abs()),
            _ => base.powi(n),
        };
        match value.ok().filter(|value| value.is_sound() && value.lo > 0 && value.hi.is_finite()) {
            Some(value) => Ok(value),
            None => cannot!("a value for n = {n} has no enclosure: please report it"),
        }
    }
}
