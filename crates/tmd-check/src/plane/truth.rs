//! The truth about a pair of numbers: without rounding where that decides, otherwise by enclosures of doubling precision.

use super::ask::{Ask, Formula};
use crate::interval::Interval;
use crate::number::power_of_two;
use crate::pairs::breakpoints::{Dyadic, Truth};
use crate::stop::Checked;
use rug::float::{Constant, Round};
use rug::ops::Pow;
use rug::{Float, Integer, Rational};

/// log2 of a power beyond this is out of reach: formats have exponents of up to 127.
const FAR: f64 = 1024.0;

impl Ask {
    /// Judges a pair of two numbers that are searched.
    pub(crate) fn judge(&self, x: i64, y: i64) -> Checked<Truth> {
        if let Some((m, e)) = self.short(x, y)
            && let Some(midpoint) = self.breakpoint(m, e)
        {
            return Ok(Truth::Exact { midpoint });
        }
        if self.is_far(x, y) {
            return Ok(Truth::Beyond);
        }
        match self.locate(0, |prec| self.enclosure(x, y, prec))? {
            Truth::Case { .. } if self.is_next(x, y)? => Ok(Truth::Next),
            truth => Ok(truth),
        }
    }

    /// The value as m·2^e with m odd, if it is one with at most as many bits as breakpoints have.
    fn short(&self, x: i64, y: i64) -> Option<(i64, i32)> {
        match self.formula {
            Formula::Pow | Formula::Compound => self.short_power(&self.base(x), y),
            // The angle of a rational tangent but 0 is transcendental (Lindemann and Weierstrass).
            Formula::Atan2 => None,
            // A rational part of π with a rational tangent has one of 0 or ±1 (Niven).
            Formula::Atan2Pi if x == y => Some((1, -2)),
            Formula::Atan2Pi if -x == y => Some((3, -2)),
            Formula::Atan2Pi => None,
            Formula::Hypot => {
                let sum = square(&self.size(x)) + square(&self.size(y));
                // A square of a number m·2^e, m odd, is m²·2^(2e).
                let down = sum.denom().significant_bits() as i32 - 1;
                let sum = Dyadic::new(sum.numer().clone(), -down);
                let is_square = sum.shift % 2 == 0 && sum.odd.is_perfect_square();
                is_square.then(|| sum.odd.sqrt().to_i64().map(|m| (m, sum.shift / 2)))?
            }
        }
    }

    /// The same of a power, the y-th of a base.
    ///
    /// Let y = k·2^-j, k odd or j = 0. If the value is B, then base^k = B^(2^j): every prime is in base^k as often as a multiple of
    /// 2^j says, and if j > 0 in the base, too, as k is odd. So the base is the 2^j-th power of an m·2^e with m odd. Then the
    /// value is m^k·2^(e·k), and m^k is odd, and an integer only for m = 1 or k > 0.
    fn short_power(&self, base: &Dyadic, y: i64) -> Option<(i64, i32)> {
        let exponent = self.size(y);
        let (mut m, mut e) = (base.odd.clone(), base.shift);
        for _ in exponent.shift..0 {
            if m == 1 && e == 0 {
                break;
            }
            if e % 2 != 0 || !m.is_perfect_square() {
                return None;
            }
            m.sqrt_mut();
            e /= 2;
        }
        let k = exponent.odd << exponent.shift.max(0).unsigned_abs();
        let k = if y < 0 { -k } else { k };
        let shift = (&k * Integer::from(e)).to_i32()?;
        if m == 1 {
            return Some((1, shift));
        }
        // m is at least 2^length.
        let (length, most) = (Integer::from(m.significant_bits() - 1), self.precision);
        if k < 0 || Integer::from(&length * &k) > most {
            return None;
        }
        let power = Integer::from((&m).pow(k.to_u32()?));
        let is_short = power.significant_bits() as i32 <= self.precision + 1;
        power.to_i64().filter(|_| is_short).map(|power| (power, shift))
    }

    /// Whether a power is far out of reach.
    fn is_far(&self, x: i64, y: i64) -> bool {
        match self.formula {
            Formula::Pow | Formula::Compound => {
                let log = self.log(x, 64).lo.to_f64() * self.float(y).to_f64();
                log.abs() > FAR
            }
            _ => false,
        }
    }

    /// log2 of a base.
    pub(crate) fn log(&self, x: i64, prec: u32) -> Interval {
        let base = self.base(x);
        let exact = Float::with_val(base.odd.significant_bits().max(2), &base.odd) << base.shift;
        let log = |round| {
            // With at least as many bits as the base has, and then rounded in the same direction.
            let mut log = exact.clone();
            log.set_prec(exact.prec().max(prec));
            log.log2_round(round);
            log.set_prec_round(prec, round);
            log
        };
        Interval { lo: log(Round::Down), hi: log(Round::Up) }
    }

    /// An enclosure of the value.
    fn enclosure(&self, x: i64, y: i64, prec: u32) -> Checked<Interval> {
        let [a, b] = [x, y].map(|ordinal| self.float(ordinal));
        let both = |value: &dyn Fn(Round) -> Float| Interval {
            lo: value(Round::Down),
            hi: value(Round::Up),
        };
        let value = match self.formula {
            Formula::Pow | Formula::Compound => {
                let base = self.base(x);
                let bits = base.odd.significant_bits().max(2);
                let base = Float::with_val(bits, &base.odd) << base.shift;
                both(&|round| Float::with_val_round(prec, (&base).pow(&b), round).0)
            }
            Formula::Hypot => both(&|round| Float::with_val_round(prec, a.hypot_ref(&b), round).0),
            Formula::Atan2 | Formula::Atan2Pi => {
                both(&|round| Float::with_val_round(prec, b.atan2_ref(&a), round).0)
            }
        };
        let value = match self.formula {
            Formula::Atan2Pi => value.div(&Interval::constant(Constant::Pi, prec)),
            _ => Ok(value),
        };
        match value.ok().filter(|value| value.is_sound() && value.lo > 0 && value.hi.is_finite()) {
            Some(value) => Ok(value),
            None => cannot!("a value of two numbers has no enclosure: please report it"),
        }
    }

    /// Whether the value of a pair is next to a simple breakpoint.
    fn is_next(&self, x: i64, y: i64) -> Checked<bool> {
        let value = |ordinal: i64| self.format.value(&ordinal.into());
        let (a, b) = (value(x), value(y));
        let size = a.clone().abs();
        let room = self.precision + 4;
        Ok(match self.formula {
            Formula::Pow => self.is_next_to_one(x, y)?,
            Formula::Compound => {
                let is_large = a >= b.clone().abs() << room;
                let short = is_large.then(|| self.short_power(&self.size(x), y)).flatten();
                self.is_next_to_one(x, y)?
                    || short.is_some_and(|(m, e)| self.breakpoint(m, e).is_some())
            }
            Formula::Atan2 => {
                let is_flat = a > 0 && a >= b.clone() << (room / 2 + 1);
                let quotient = b / a;
                let down = quotient.denom().significant_bits() as i32 - 1;
                is_flat && quotient.denom().is_power_of_two() && {
                    let quotient = Dyadic::new(quotient.numer().clone(), -down);
                    let m = quotient.odd.to_i64();
                    m.is_some_and(|m| self.breakpoint(m, quotient.shift).is_some())
                }
            }
            Formula::Atan2Pi => b >= size.clone() << room || (a < 0 && size >= b << room),
            Formula::Hypot => {
                let (less, more) = if a < b { (a, b) } else { (b, a) };
                more >= less << (self.precision / 2 + 3)
            }
        })
    }

    /// Whether |y·log2 base| ≤ 2^-(p+4).
    fn is_next_to_one(&self, x: i64, y: i64) -> Checked<bool> {
        let limit = power_of_two(-self.precision - 4);
        let y = self.format.value(&y.into()).abs();
        let mut prec = 128;
        while prec < 1 << 16 {
            let log = self.log(x, prec);
            let most = Float::with_val_round(prec, log.mag(), Round::Up).0;
            let size = |end: &Float| end.to_rational().map(|log| log * &y);
            let (Some(low), Some(high)) = (size(&log.mig()), size(&most)) else { break };
            if high <= limit {
                return Ok(true);
            }
            if low > limit {
                return Ok(false);
            }
            prec *= 2;
        }
        cannot!("2^16 bits do not tell how close a power is to 1: please report it")
    }
}

fn square(own: &Dyadic) -> Rational {
    Rational::from(Integer::from(own.odd.square_ref())) << (2 * own.shift)
}
