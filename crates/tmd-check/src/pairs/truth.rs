//! The truth about a pair: without rounding where that decides, otherwise by enclosures of doubling precision.

use super::ask::Ask;
use crate::interval::Interval;
use crate::number::power_of_two;
use crate::stop::Checked;
use rug::Float;
use rug::float::Round;

/// No pair needs as many bits: a power has at most 1024·280.
const MOST_BITS: u32 = 1 << 20;

/// The truth about a pair.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Truth {
    /// Less than half the least breakpoint, or above all numbers.
    Beyond,
    /// At a breakpoint.
    Exact { midpoint: bool },
    /// So close to 1 that all such pairs are counted together.
    NextToOne,
    /// So close to x^n, a breakpoint, that all such pairs are counted together.
    NextToPower,
    /// Between these distances from a breakpoint, both below ε and above 0.
    Case { low: Float, high: Float, midpoint: bool },
    /// At least ε from every breakpoint.
    Ordinary,
}

impl Ask {
    /// Judges a pair; n is one that is searched.
    pub(crate) fn judge(&self, ordinal: i64, n: i32) -> Checked<Truth> {
        let base = self.base(ordinal);
        let short = self.short(&base, n).and_then(|(m, e)| self.breakpoint(m, e));
        if let Some(midpoint) = short {
            return Ok(Truth::Exact { midpoint });
        }
        if self.near_one(ordinal) >= i64::from(n.unsigned_abs()) {
            return Ok(Truth::NextToOne);
        }
        let is_near_power = self.is_near_power(ordinal, n);
        let mut prec = (self.bits + self.precision + 80).max(128) as u32;
        prec = prec.max(base.odd.significant_bits() + 40);
        while prec < MOST_BITS {
            let value = self.enclosure(&base, n, prec)?;
            prec *= 2;
            let top = |end: &Float| end.get_exp().map_or(i32::MIN, |e| e - 1);
            let (top, other) = (top(&value.lo), top(&value.hi));
            if top != other {
                continue;
            }
            if top > self.emax || top < self.emin - self.precision - 1 {
                return Ok(Truth::Beyond);
            }
            if is_near_power {
                return Ok(Truth::NextToPower);
            }
            let g = value.shift(self.precision - top.max(self.emin));
            if let Some(truth) = self.distance(&g, top) {
                return Ok(truth);
            }
        }
        cannot!("2^20 bits do not tell how close a value for n = {n} is: please report it")
    }

    /// How far g, a value from 2^top on in units of the spacing of breakpoints, is from an integer, if its enclosure tells.
    fn distance(&self, g: &Interval, top: i32) -> Option<Truth> {
        let epsilon = power_of_two(-self.bits);
        let floor = g.lo.clone().floor();
        let below = Float::with_val_round(g.prec(), &g.lo - &floor, Round::Down).0;
        let next = Float::with_val(g.prec(), &floor + 1u32);
        let above = Float::with_val_round(g.prec(), &next - &g.hi, Round::Down).0;
        if below >= epsilon && above >= epsilon {
            return Some(Truth::Ordinary);
        }
        let near = g.lo.clone().round();
        if near != g.hi.clone().round() {
            return None;
        }
        let number = near.to_integer()?;
        // Neither 0 nor the power of two above all numbers is a breakpoint.
        let is_above = top == self.emax && number.significant_bits() as i32 > self.precision + 1;
        if number == 0 || is_above {
            return Some(Truth::Ordinary);
        }
        let near = Interval { lo: near.clone(), hi: near };
        let off = g.sub(&near);
        let (low, high) = (off.mig(), off.mag());
        if low >= epsilon {
            return Some(Truth::Ordinary);
        }
        let is_tight = Float::with_val(64, &high - &low) <= (low.clone() >> 58u32);
        let is_told = !low.is_zero() && is_tight && low.get_exp() == high.get_exp();
        (is_told && high < epsilon).then(|| Truth::Case { low, high, midpoint: number.is_odd() })
    }
}
