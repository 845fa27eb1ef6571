//! The truth about an input: by algebra where it decides, otherwise by enclosures of doubling precision.

use crate::algebra::exact;
use crate::centred::expand;
use crate::grid::floor_log2;
use crate::inputs::Inputs;
use crate::interval::{Gap, Interval};
use crate::number::power_of_two;
use crate::request::{Request, Rounding};
use rug::float::Round;
use rug::{Float, Integer, Rational};
use std::cmp::Ordering;

/// The most bits that are spent, besides those that numbers have before the point.
const MOST_BITS: u32 = 1 << 13;

/// From so many on, number theory is asked: more than a search spends, which may tell a distance that takes all its bits.
const EARLY: u32 = 5100;

/// The truth about an input; `near` is the breakpoint next to it, in units of their spacing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Truth {
    /// At least ε from every breakpoint.
    Ordinary,
    /// Between these distances from a breakpoint, both below ε and above 0.
    Hard { low: Float, high: Float, near: Integer },
    /// At a breakpoint.
    Exact { near: Integer },
    /// At most so far from a breakpoint, and certainly not at it.
    Close { high: Float, near: Integer },
    /// At most so far from a breakpoint, and perhaps at it.
    Unclear { high: Float, near: Integer },
    /// Too large for the format in every rounding.
    Overflow,
    /// f has no value.
    Undefined,
    /// No enclosure tells whether f has a value.
    Blind,
}

impl Request {
    /// Whether breakpoints of this parity count.
    pub(crate) fn counts(&self, near: &Integer) -> bool {
        self.rounding != Rounding::Nearest || near.is_odd()
    }

    /// The kind of a breakpoint.
    pub(crate) fn kind(&self, near: &Integer) -> &'static str {
        match self.rounding != Rounding::Directed && near.is_odd() {
            true => "nearest",
            false => "directed",
        }
    }

    /// The number of identical bits after the rounding bit at a distance in [2^(e-1), 2^e).
    pub(crate) fn identical_bits(&self, e: i32) -> u32 {
        u32::try_from(-(e + i32::from(self.rounding == Rounding::Directed))).unwrap_or(0)
    }

    fn first_precision(&self, x: &Rational) -> (u32, u32) {
        let bits = |n: &Integer| n.significant_bits();
        let whole = bits(x.numer()).saturating_sub(bits(x.denom()));
        (bits(x.numer()).max(64) + self.bits + 80, MOST_BITS + 2 * whole)
    }

    /// Judges an input.
    pub(crate) fn truth(&self, x: &Rational) -> Truth {
        if let Some(value) = exact(&self.expr, x) {
            return self.of_exact(&value);
        }
        let (mut prec, most) = self.first_precision(x);
        let mut last = Truth::Blind;
        loop {
            let point = Interval::point(x, prec);
            match expand(&self.expr, &point, 0) {
                Err(Gap::Everywhere) => return Truth::Undefined,
                Err(Gap::Somewhere) => {}
                Ok(value) => match self.of_enclosure(&value[0]) {
                    Ok(truth) => return truth,
                    Err(unclear) => last = unclear.unwrap_or(last),
                },
            }
            let is_close = prec >= EARLY && matches!(last, Truth::Unclear { .. });
            if prec > most || is_close {
                let inputs = Inputs { all: &point, one: Some(x) };
                match last {
                    Truth::Unclear { high, near } if inputs.miss_breakpoints(&self.expr) => {
                        return Truth::Close { high, near };
                    }
                    other if prec > most => return other,
                    other => last = other,
                }
            }
            prec = if prec < EARLY { (prec * 2).min(EARLY) } else { prec * 2 };
        }
    }

    /// Whether the bits that a search spends leave open what breakpoints f(x) is between.
    pub(crate) fn is_untold(&self, x: &Rational) -> bool {
        match expand(&self.expr, &Interval::point(x, EARLY), 0) {
            Ok(value) => matches!(self.of_enclosure(&value[0]), Err(None)),
            Err(gap) => matches!(gap, Gap::Somewhere),
        }
    }

    /// How far f(x) is from the breakpoint next to it at the most, as so many bits show it, if they tell the breakpoint.
    pub(crate) fn seen(&self, x: &Rational, bits: u32) -> Option<Float> {
        let value = expand(&self.expr, &Interval::point(x, bits), 0).ok()?;
        match self.of_enclosure(&value[0]) {
            Ok(Truth::Hard { high, .. }) | Err(Some(Truth::Unclear { high, .. })) => Some(high),
            _ => None,
        }
    }

    fn of_exact(&self, value: &Rational) -> Truth {
        let size = value.clone().abs();
        let exponent = if size.is_zero() { self.output.emin } else { floor_log2(&size) };
        if exponent > self.output.emax {
            return Truth::Overflow;
        }
        let g = value.clone() >> self.spacing(exponent);
        let near = g.clone().round().numer().clone();
        let distance = (g - &near).abs();
        if distance.is_zero() {
            return Truth::Exact { near };
        }
        if distance >= self.epsilon() {
            return Truth::Ordinary;
        }
        let end = |round| Float::with_val_round(128, &distance, round).0;
        Truth::Hard { low: end(Round::Down), high: end(Round::Up), near }
    }

    /// The truth, or what is known of it if the enclosure does not tell.
    fn of_enclosure(&self, value: &Interval) -> Result<Truth, Option<Truth>> {
        let exponent =
            |end: &Float| end.get_exp().map_or(i32::MIN, |e| e - 1).max(self.output.emin);
        let (mig, mag) = (value.mig(), value.mag());
        if exponent(&mig) > self.output.emax {
            return Ok(Truth::Overflow);
        }
        let (least, most) = (exponent(&mig), exponent(&mag));
        // Around a power of two the finer breakpoints hold the coarser ones.
        if mag.is_infinite() || most > self.output.emax || most - least > 1 {
            return Err(None);
        }
        let g = value.shift(-self.spacing(least));
        let prec = g.prec();
        let (Some(near), Some(other)) = (g.lo.to_integer(), g.hi.to_integer()) else {
            return Err(None);
        };
        let (floor, top) = (g.lo.clone().floor(), g.hi.clone().ceil());
        let below = Float::with_val_round(prec, &g.lo - &floor, Round::Down).0;
        let above = Float::with_val_round(prec, &top - &g.hi, Round::Down).0;
        let within_one = Float::with_val(prec, &floor + 1u32) >= top;
        if least == most && within_one && below >= self.epsilon() && above >= self.epsilon() {
            return Ok(Truth::Ordinary);
        }
        if near != other {
            return Err(None);
        }
        let off = g.sub(&Interval::point(
            &Rational::from(near.clone()),
            prec.max(near.significant_bits()),
        ));
        let (low, high) = (off.mig(), off.mag());
        let is_tight = Float::with_val(64, &high - &low) <= (low.clone() >> 58u32);
        if least == most && is_tight && !low.is_zero() && high < self.epsilon() {
            return Ok(Truth::Hard { low, high, near });
        }
        Err(Some(Truth::Unclear { high, near }))
    }

    /// How the value at x compares with a number, if that can be told.
    pub(crate) fn side(&self, x: &Rational, target: &Rational) -> Option<Ordering> {
        if let Some(value) = exact(&self.expr, x) {
            return Some(value.cmp(target));
        }
        let (mut prec, most) = self.first_precision(x);
        while prec <= 2 * most {
            if let Ok(value) = expand(&self.expr, &Interval::point(x, prec), 0) {
                if value[0].lo > *target {
                    return Some(Ordering::Greater);
                }
                if value[0].hi < *target {
                    return Some(Ordering::Less);
                }
            }
            prec *= 2;
        }
        None
    }

    /// ε as a number.
    pub(crate) fn epsilon_float(&self) -> Float {
        Float::with_val(53, power_of_two(-(self.bits as i32)))
    }
}
