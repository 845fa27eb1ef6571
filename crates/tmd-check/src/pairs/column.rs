//! All pairs of one x, by integers of 64 bits: which may be at a breakpoint or close to one. What is let through is judged.
//!
//! A value is approximated by d·2^(e-63) with 2^63 ≤ d < 2^64, from below: it is at most d plus a bound, in the same units.

use super::ask::{Ask, Formula};
use super::breakpoints::Breakpoints;
use crate::stop::Checked;
use rug::float::Round;
use rug::{Float, Integer};

/// Logarithms are in units of 2^-55: those of numbers up to 2^128 and down to 2^-149 then have 64 bits.
const PLACES: i32 = 55;
/// Of the fraction of a logarithm, the first and the second 11 bits are looked up.
const LOOKED_UP: i32 = 11;
/// By how much a root may be above its approximation. The logarithm is off by less than 3 units, which is 3·ln 2·2^-55·2^64 < 1065
/// of d. Each table is off by 1 in 2^63, the sum for what is left by 4, and there are two products, rounded by 1: relative to
/// values from 2^63 to 2^64 that is less than 2·(1 + 1 + 4 + 2), and a little for the term left out and for what is of second order.
const ROOT_OFF: u64 = 2048;

/// An approximation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rough {
    pub(crate) digits: u64,
    pub(crate) exponent: i32,
}

/// Tells which pairs may be at a breakpoint or close to it.
pub(crate) struct Columns<'a> {
    ask: &'a Ask,
    /// 2^(i·2^-11) and 2^(i·2^-22), in units of 2^-63; for roots alone.
    tables: [Vec<u64>; 2],
    /// ln 2 in units of 2^-64.
    ln2: u128,
    /// ε in units of 2^-64, rounded up.
    epsilon: u64,
}

impl Columns<'_> {
    /// Prepares for what was asked.
    pub(crate) fn new(ask: &Ask) -> Columns<'_> {
        let count = if ask.formula == Formula::Rootn { 1u32 << LOOKED_UP } else { 0 };
        let floor = |value: Float| (value << 63u32).floor().to_integer().and_then(|v| v.to_u64());
        let power = |i: u32, places: i32| {
            let mut value = Float::with_val(160, i) >> places;
            value.exp2_round(Round::Down);
            floor(value).unwrap_or(1 << 63)
        };
        let table = |places: i32| (0..count).map(|i| power(i, places)).collect();
        let ln2 = Float::with_val_round(160, rug::float::Constant::Log2, Round::Down).0 << 64u32;
        let ln2 = ln2.floor().to_integer().and_then(|value| value.to_u128()).unwrap_or(0);
        let epsilon = if ask.bits < 64 { 1 << (64 - ask.bits) } else { 1 };
        Columns { ask, tables: [table(LOOKED_UP), table(2 * LOOKED_UP)], ln2, epsilon }
    }

    /// Calls `meet` with each n for which the pair may be at a breakpoint or close to it, unless its value is next to 1;
    /// how many pairs it has looked at.
    pub(crate) fn walk(
        &self,
        ordinal: i64,
        meet: &mut dyn FnMut(i32) -> Checked<()>,
    ) -> Checked<u64> {
        let next = self.ask.near_one(ordinal);
        if self.ask.is_hole(ordinal) || next >= i64::from(self.ask.most()) {
            return Ok(0);
        }
        match self.ask.formula {
            Formula::Rootn => self.roots(ordinal, meet),
            _ => self.powers(ordinal, next, meet),
        }
    }

    /// Whether a value that is at most `off` above its approximation may be at a breakpoint or less than ε from it.
    ///
    /// If rounding hides that it is in the next binade, it is next to a power of two, which is a breakpoint.
    fn is_near(&self, value: Rough, off: u64) -> bool {
        let Breakpoints { precision, emin, .. } = **self.ask;
        // What is after the point, in units of 2^-64, if it is in units of the spacing.
        let up = precision + 1 - (emin - value.exponent).max(0);
        let (fraction, off) = (value.digits << up, off << up);
        fraction.wrapping_add(self.epsilon + off) <= 2 * self.epsilon + off
    }

    /// Whether a value is in reach; if rounding hides that, it is no case.
    fn is_in_reach(&self, value: Rough) -> bool {
        let Breakpoints { precision, emin, emax, .. } = **self.ask;
        (emin - precision - 1..=emax).contains(&value.exponent)
    }

    /// Walks over the powers of a base, one product for each.
    fn powers(
        &self,
        ordinal: i64,
        next: i64,
        meet: &mut dyn FnMut(i32) -> Checked<()>,
    ) -> Checked<u64> {
        let mut count = 0;
        let (base, inverse) = self.bases(ordinal);
        for (base, sign, most) in [(base, 1, self.ask.to), (inverse, -1, -self.ask.from)] {
            let mut value = base;
            for size in 1..=most {
                if size > 1 {
                    value = value.times(base);
                }
                // Powers of what is at least 1 rise, those of what is less fall: none is in reach again.
                if !self.is_in_reach(value) {
                    break;
                }
                let n = sign * size;
                if i64::from(size) > next && self.ask.searches(n) {
                    count += 1;
                    if self.is_near(value, power_off(size)) {
                        meet(n)?;
                    }
                }
            }
        }
        Ok(count)
    }

    /// The base and its inverse, rounded down by at most 2^-62 of themselves.
    pub(crate) fn bases(&self, ordinal: i64) -> (Rough, Rough) {
        let (m, e) = self.ask.parts(ordinal);
        // Of 1 + x, unless it is next to 1 for all n: e is at least -62, and x is positive unless e is negative.
        let (size, shift) = match self.ask.formula {
            Formula::Compound if e < 0 => (((1i64 << -e.max(-62)) + m) as u128, e),
            Formula::Compound => (((m as u128) << e) + 1, 0),
            _ => (m as u128, e),
        };
        let zeros = size.leading_zeros();
        let aligned = size << zeros;
        let (digits, exponent) = ((aligned >> 64) as u64, 127 - zeros as i32 + shift);
        // The inverse of what is rounded up; 2^127 over 2^63 is too long, but then it is a power of two.
        let up = u128::from(digits) + u128::from(aligned as u64 != 0);
        let inverse = match u64::try_from((1u128 << 127) / up) {
            Ok(digits) => Rough { digits, exponent: -exponent - 1 },
            Err(_) => Rough { digits: 1 << 63, exponent: -exponent },
        };
        (Rough { digits, exponent }, inverse)
    }

    /// Walks over the roots of x.
    fn roots(&self, ordinal: i64, meet: &mut dyn FnMut(i32) -> Checked<()>) -> Checked<u64> {
        let mut count = 0;
        let log = self.log(ordinal);
        for n in self.ask.exponents() {
            let value = self.root(log, n);
            if self.is_in_reach(value) {
                count += 1;
                if self.is_near(value, ROOT_OFF) {
                    meet(n)?;
                }
            }
        }
        Ok(count)
    }

    /// log2 x in units of 2^-55, rounded down to 96 bits first: it is less than 2 units more.
    pub(crate) fn log(&self, ordinal: i64) -> i64 {
        let (m, e) = self.ask.parts(ordinal);
        let mut log = Float::with_val(96, m);
        log.log2_round(Round::Down);
        let log: Integer = (log << PLACES).floor().to_integer().unwrap_or_default();
        log.to_i64().unwrap_or(0) + (i64::from(e) << PLACES)
    }

    /// The root whose logarithm is one over n of `log`, or of less than 2 units more. One of -log is that of 1/x.
    pub(crate) fn root(&self, log: i64, n: i32) -> Rough {
        let log = if n < 0 { -(log + 2) } else { log };
        let log = log.div_euclid(i64::from(n.unsigned_abs()));
        let fraction = log & ((1 << PLACES) - 1);
        let place = |down: i32| (fraction >> down) as usize & ((1 << LOOKED_UP) - 1);
        let [first, second] = &self.tables;
        let first = first[place(PLACES - LOOKED_UP)];
        let second = second[place(PLACES - 2 * LOOKED_UP)];
        // 2^r is 1 + z + z²/2 and less than 2^-69 more, with z = r·ln 2 < 2^-22, here in units of 2^-63.
        let rest = (fraction & ((1 << (PLACES - 2 * LOOKED_UP)) - 1)) as u128;
        let z = (rest * self.ln2) >> (PLACES + 1);
        let third = (1u128 << 63) + z + ((z * z) >> 64);
        let product = (u128::from(first) * u128::from(second)) >> 63;
        let digits = ((product * third) >> 63) as u64;
        Rough { digits, exponent: (log >> PLACES) as i32 }
    }
}

/// By how much the power of a base may be above its approximation.
///
/// The base is rounded down by at most 2^-62 of itself, each product by at most 2^-63: the n-th power by less than 3n·2^-63, which is
/// 6n units, and a little for what is of second order.
pub(crate) fn power_off(n: i32) -> u64 {
    8 * u64::from(n.unsigned_abs()) + 8
}

impl Rough {
    /// A product, rounded down.
    pub(crate) fn times(self, other: Rough) -> Rough {
        let product = u128::from(self.digits) * u128::from(other.digits);
        let carry = (product >> 127) as i32;
        let digits = (product >> (63 + carry)) as u64;
        Rough { digits, exponent: self.exponent + other.exponent + carry }
    }

    /// The number itself.
    #[cfg(test)]
    pub(crate) fn float(self) -> Float {
        Float::with_val(64, self.digits) << (self.exponent - 63)
    }
}
