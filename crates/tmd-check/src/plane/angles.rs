//! The second search of angles: they depend on y/x alone, and are close to a breakpoint b if y/x is close to tan b. So for each
//! breakpoint and each significand of x, the significands of y are found that may give it.

use super::ask::{Ask, Formula};
use super::met::Met;
use crate::interval::Interval;
use crate::pairs::breakpoints::{Breakpoints, Dyadic, Truth, bits};
use crate::pairs::threads::spread;
use crate::stop::Checked;
use rug::float::{Constant, Round};
use rug::{Float, Integer};

/// Bits of angles and tangents beyond those of ε.
const MORE_BITS: u32 = 96;
/// More than the rounding of a tangent to binary64 and of its product.
const OFF: f64 = 1.0 / (1u64 << 50) as f64;

impl Ask {
    /// Searches all pairs.
    pub(crate) fn angles(&self) -> Checked<Met> {
        let count = (self.x.end - self.x.start).max(0) as u64;
        let mut parts = spread(count, "numbers x counted again", |index, met: &mut Met| {
            self.angles_of(self.x.start + index as i64, met)
        })?;
        let breakpoints = Breakpoints::new(self.format.with_midpoints(), self.bits);
        // All that are at most 4, in their order: 0 is none.
        let count = breakpoints.ordinal(1, 2).unwrap_or(0) as u64;
        parts.extend(spread(count, "breakpoints searched again", |index, met: &mut Met| {
            self.near(breakpoints.parts(index as i64 + 1), met)
        })?);
        Ok(Met::all(parts))
    }

    fn angle_bits(&self) -> u32 {
        self.bits as u32 + MORE_BITS
    }

    /// What an angle is measured in, in radians.
    fn unit(&self) -> Interval {
        match self.formula {
            Formula::Atan2Pi => Interval::constant(Constant::Pi, self.angle_bits()),
            _ => Interval::int(1, self.angle_bits()),
        }
    }

    /// The tangent of 2^e.
    pub(crate) fn tangent(&self, e: i32) -> Interval {
        self.unit().shift(e).rising(Float::tan_round)
    }

    /// Counts the pairs of an x in reach, and those next to an axis that are as near to 1/2 or 1 as cases are.
    fn angles_of(&self, x: i64, met: &mut Met) -> Checked<()> {
        if x == 0 {
            return Ok(());
        }
        let Breakpoints { precision, emin, bits, .. } = self.breakpoints;
        let size = self.float(x.abs());
        let size = Interval { lo: size.clone(), hi: size };
        let ys = self.y.start..self.y.end.max(self.y.start);
        let cut = |own: i64| own.clamp(ys.start, ys.end);
        let count = |from: i64, to: i64| (cut(to) - cut(from)).max(0) as u64;
        let wide = |interval: Interval| interval.mul(&size);
        if x > 0 {
            let least = self.around(&wide(self.tangent(emin - precision - 1)));
            met.pairs += count(least.end, ys.end);
            for y in cut(least.start)..cut(least.end) {
                met.pairs += u64::from(self.judge(x, y)? != Truth::Beyond);
            }
        } else {
            met.pairs += count(ys.start, ys.end);
        }
        if self.formula == Formula::Atan2 {
            return Ok(());
        }
        // The spacing is a quarter of 2^-p below 1/2, and half of it from there to 1.
        let tail = self.tangent(-precision - bits - if x > 0 { 2 } else { 1 });
        let Ok(steep) = size.div(&tail) else {
            return cannot!("an angle has no enclosure: please report it");
        };
        let steep = self.around(&steep);
        met.next += count(steep.end, ys.end);
        let flat = if x < 0 { self.around(&wide(tail)) } else { 0..0 };
        met.next += count(ys.start, flat.start);
        for y in (cut(steep.start)..cut(steep.end)).chain(cut(flat.start)..cut(flat.end)) {
            met.judge(self, x, y)?;
        }
        Ok(())
    }

    /// Finds the pairs whose angle is close to the breakpoint m·2^e, e its last place.
    fn near(&self, (m, e): (i64, i32), met: &mut Met) -> Checked<()> {
        let is_axis = |own: Dyadic| own.odd == 1 && (own.shift == -1 || own.shift == 0);
        if self.formula == Formula::Atan2Pi && is_axis(Dyadic::new(Integer::from(m), e)) {
            // Those are counted as tails.
            return Ok(());
        }
        let angle = Interval::int(m as i32, self.angle_bits()).shift(e);
        let off = Interval::int(1, self.angle_bits()).shift(e - self.bits);
        let angle = angle.sub(&off).hull(&angle.add(&off)).mul(&self.unit());
        let pi = Interval::constant(Constant::Pi, self.angle_bits());
        if self.x.end > 1 {
            self.acute(&angle, false, met)?;
        }
        if self.x.start < 0 {
            self.acute(&pi.sub(&angle), true, met)?;
        }
        Ok(())
    }

    /// Finds the pairs with an arctan |y/x| within an interval.
    fn acute(&self, angle: &Interval, is_negative: bool, met: &mut Met) -> Checked<()> {
        let right = Interval::constant(Constant::Pi, self.angle_bits()).shift(-1);
        if angle.hi <= 0 || angle.lo >= right.hi {
            return Ok(());
        }
        if angle.lo <= 0 || angle.hi >= right.lo {
            return cannot!("a multiple of π/2 is next to a breakpoint: please report it");
        }
        let tangent = angle.rising(Float::tan_round);
        let low = tangent.lo.to_f64_round(Round::Down) * (1.0 - OFF);
        let high = tangent.hi.to_f64_round(Round::Up) * (1.0 + OFF);
        let least = 1i64 << (self.precision - 1);
        for significand in least..2 * least {
            let x = significand as f64;
            let mut y = self.rounded_up(x * low);
            while y <= x * high {
                self.class(significand, y, is_negative, met)?;
                y = self.rounded_up(f64::from_bits(y.to_bits() + 1));
            }
        }
        Ok(())
    }

    /// The least number of the format's precision, with any exponent, that is not below a normal one of binary64.
    fn rounded_up(&self, value: f64) -> f64 {
        let below = (1u64 << (53 - self.precision)) - 1;
        f64::from_bits((value.to_bits() + below) & !below)
    }

    /// Judges one of the pairs m·2^i and y·2^i that are numbers of the format and asked for; the others have the same value.
    fn class(&self, m: i64, y: f64, is_negative: bool, met: &mut Met) -> Checked<()> {
        let (x, y) = (Dyadic::new(Integer::from(m), 0), Dyadic::of(y));
        let (Some(x), Some(y)) = (x.small(), y.small()) else { return Ok(()) };
        let top = |(odd, shift): (i64, i32)| shift + bits(odd);
        let scales = self.quantum() - x.1.min(y.1)..=self.emax + 1 - top(x).max(top(y));
        let pair = |scale: i32| {
            let of = |(odd, shift): (i64, i32)| self.ordinal(odd, shift + scale);
            let (x, y) = (of(x)?, of(y)?);
            let x = if is_negative { -x } else { x };
            (Ask::is_in(&self.x, x) && Ask::is_in(&self.y, y)).then_some((x, y))
        };
        let mut truth = None;
        for (x, y) in scales.filter_map(pair) {
            match &truth {
                None => truth = Some(met.judge(self, x, y)?),
                Some(truth) => met.add(truth, x, y),
            }
        }
        Ok(())
    }
}

impl Dyadic {
    /// A positive normal number of binary64.
    fn of(value: f64) -> Dyadic {
        let digits = value.to_bits() & ((1 << 52) - 1) | 1 << 52;
        Dyadic::new(Integer::from(digits), (value.to_bits() >> 52) as i32 - 1075)
    }

    /// The odd integer and the exponent.
    fn small(&self) -> Option<(i64, i32)> {
        self.odd.to_i64().map(|odd| (odd, self.shift))
    }
}
