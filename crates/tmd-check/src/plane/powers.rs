//! The second search of powers: for each x, the values at the numbers y of a binade are a geometric sequence, whose terms take one
//! product of 64 bits each. What may be close to a breakpoint is judged.

use super::ask::Ask;
use super::met::Met;
use crate::interval::Interval;
use crate::pairs::breakpoints::{Breakpoints, Truth};
use crate::pairs::column::{Rough, power_off};
use crate::pairs::threads::spread;
use crate::stop::Checked;
use rug::Float;
use rug::float::Round;
use std::ops::Range;

/// Bits of logarithms: with exponents of up to 2^8, powers are then within 2^-150 of themselves.
pub(super) const LOG_BITS: u32 = 160;
/// Bits of powers before they are rounded to 64.
const POWER_BITS: u32 = 96;

/// The sizes of y for one sign of log2 of the values.
pub(super) struct Side<'a> {
    ask: &'a Ask,
    x: i64,
    /// |log2 base|.
    log: Interval,
    /// Whether values are above 1.
    is_above: bool,
    /// Whether y is negative.
    is_negative: bool,
}

impl Ask {
    /// Searches all pairs.
    pub(crate) fn powers(&self) -> Checked<Met> {
        let count = (self.x.end - self.x.start).max(0) as u64;
        let parts = spread(count, "numbers x searched again", |index, met: &mut Met| {
            self.powers_of(self.x.start + index as i64, met)
        })?;
        Ok(Met::all(parts))
    }

    fn powers_of(&self, x: i64, met: &mut Met) -> Checked<()> {
        if x == 0 {
            return Ok(());
        }
        let log = self.log(x, LOG_BITS);
        if log.lo.is_zero() {
            // All powers of 1 are 1.
            met.pairs += Ask::length(&self.y);
            met.exact[0] += Ask::length(&self.y);
            return Ok(());
        }
        for is_negative in [false, true] {
            Side::new(self, x, &log, is_negative).search(met)?;
        }
        Ok(())
    }

    /// The sizes of the y of one sign that are asked for.
    pub(super) fn sizes(&self, is_negative: bool) -> Range<i64> {
        let Range { start, end } = self.y;
        let (start, end) = if is_negative { (1 - end, 1 - start) } else { (start, end) };
        let start = start.max(1);
        start..end.max(start)
    }
}

impl<'a> Side<'a> {
    /// The y of one sign, for an x with that log2, which is not 0.
    pub(super) fn new(ask: &'a Ask, x: i64, log: &Interval, is_negative: bool) -> Side<'a> {
        let falls = log.lo < 0;
        let log = if falls { log.neg() } else { log.clone() };
        Side { ask, x, log, is_above: falls == is_negative, is_negative }
    }

    /// Searches all y of this side. With their sizes, values go away from 1: first they are next to it and as near as cases, then next
    /// to it and farther, and in the end they leave the range.
    fn search(&self, met: &mut Met) -> Checked<()> {
        let sizes = self.ask.sizes(self.is_negative);
        let cut = |own: i64| own.clamp(sizes.start, sizes.end);
        let near = self.ask.around(&self.threshold(&self.tail())?);
        let far = self.ask.around(&self.threshold(&self.next())?);
        let reach = self.ask.around(&self.threshold(&self.reach())?);
        let count = |range: Range<i64>| (cut(range.end) - cut(range.start)).max(0) as u64;
        met.next += count(sizes.start..near.start);
        met.pairs += count(sizes.start..reach.start);
        // None of these is far enough from 1 to leave the range.
        for size in cut(near.start)..cut(near.end) {
            met.judge(self.ask, self.x, self.y(size))?;
        }
        self.walk(cut(near.end.max(far.start))..cut(reach.start), met)?;
        for size in cut(reach.start)..cut(reach.end) {
            let truth = met.judge(self.ask, self.x, self.y(size))?;
            met.pairs += u64::from(truth != Truth::Beyond);
        }
        Ok(())
    }

    fn y(&self, size: i64) -> i64 {
        if self.is_negative { -size } else { size }
    }

    /// |log2| of the values that are ε of the spacing from 1: 2^-p above 1, half of that below.
    fn tail(&self) -> Interval {
        let Breakpoints { precision, bits, .. } = **self.ask;
        let one = Interval::int(1, LOG_BITS.max(64 + (bits + precision) as u32));
        match self.is_above {
            true => one.add(&one.shift(-bits - precision)).rising(Float::log2_round),
            false => one.sub(&one.shift(-bits - precision - 1)).rising(Float::log2_round).neg(),
        }
    }

    /// |log2| of values up to which they are next to 1: at most an eighth of the spacing away.
    fn next(&self) -> Interval {
        Interval::int(1, LOG_BITS).shift(-self.ask.precision - 4)
    }

    /// |log2| of values from which on, or beyond which, they are out of reach.
    fn reach(&self) -> Interval {
        let Breakpoints { precision, emin, emax, .. } = **self.ask;
        Interval::int(if self.is_above { emax + 1 } else { precision + 1 - emin }, LOG_BITS)
    }

    /// The size of y at which the values have a logarithm.
    fn threshold(&self, log: &Interval) -> Checked<Interval> {
        match log.div(&self.log) {
            Ok(size) => Ok(size),
            Err(_) => cannot!("a logarithm has no enclosure: please report it"),
        }
    }

    /// Judges those sizes at which the value may be at a breakpoint or close to it.
    pub(super) fn walk(&self, sizes: Range<i64>, met: &mut Met) -> Checked<()> {
        let binade = 1i64 << (self.ask.precision - 1);
        let mut start = sizes.start;
        while start < sizes.end {
            // From here on, all have one spacing.
            let end = sizes.end.min((start / binade + 1).max(2) * binade);
            let (m, e) = self.ask.parts(start);
            let (mut value, step) = (self.power(m, e), self.power(1, e));
            for (count, size) in (start..end).enumerate() {
                if self.is_near(value, power_off(count as i32 + 1)) {
                    met.judge(self.ask, self.x, self.y(size))?;
                }
                value = value.times(step);
            }
            start = end;
        }
        Ok(())
    }

    /// The value at the size m·2^e, less than 2^-62 of itself from the truth.
    fn power(&self, m: i64, e: i32) -> Rough {
        let mut log = Float::with_val(LOG_BITS + 32, &self.log.lo * m) << e;
        if !self.is_above {
            log = -log;
        }
        let value = Float::with_val(POWER_BITS, log.exp2_ref());
        Rough::of(&value)
    }

    /// Whether a value that is at most `off` from its approximation may be at a breakpoint or less than ε from it.
    ///
    /// The first term is off by less than 2^-62 of itself, and each product by 2^-62 of the step and 2^-63: less than `power_off` has.
    /// If rounding hides in which binade it is, it is next to a power of two, which is a breakpoint, or out of reach.
    fn is_near(&self, value: Rough, off: u64) -> bool {
        let Breakpoints { precision, emin, emax, bits, .. } = **self.ask;
        if !(emin - precision - 1..=emax).contains(&value.exponent) {
            return false;
        }
        // What is after the point, in units of 2^-64, if it is in units of the spacing.
        let up = precision + 1 - (emin - value.exponent).max(0);
        let epsilon = if bits < 64 { 1u64 << (64 - bits) } else { 1 };
        let (fraction, near) = (value.digits << up, epsilon + (off << up));
        fraction.wrapping_add(near) <= 2 * near
    }
}

impl Rough {
    /// A positive number, rounded down.
    fn of(value: &Float) -> Rough {
        let mut short = value.clone();
        short.set_prec_round(64, Round::Down);
        let exponent = short.get_exp().map_or(i32::MIN, |e| e - 1);
        let digits = (short << (63 - exponent)).to_integer().and_then(|own| own.to_u64());
        Rough { digits: digits.unwrap_or(1 << 63), exponent }
    }
}
