//! Ranges of powers of which all values are normal numbers and none is next to 1: what there is to count is counted without looking at all pairs.

use super::ask::{Ask, Formula};
use super::powers::LOG_BITS;
use crate::interval::Interval;
use crate::number::power_of_two;
use crate::pairs::breakpoints::{Breakpoints, Truth};
use crate::stop::Checked;
use std::ops::Range;

/// The longest precision of which all pairs are searched again in any case.
pub(super) const SMALL: i32 = 11;

/// Fewer numbers of x, or of y, may all be special, as small integers are.
const MANY: u64 = 1 << 10;
/// log2 of how many breakpoints log2 of values must pass in every row, of x as of y.
const PASSED: i32 = 4;

impl Breakpoints {
    /// Whether there are too many pairs of numbers to search all of them again.
    pub(crate) fn is_large(&self) -> bool {
        self.precision > SMALL
    }
}

impl Ask {
    /// Whether y is negative.
    pub(super) fn falls(&self) -> bool {
        self.y.start < 0
    }

    /// Whether all values are normal numbers, none of them next to 1.
    pub(super) fn is_plain(&self) -> bool {
        // The x whose base is 1.
        let one = match self.formula {
            Formula::Compound => 0,
            _ => self.ordinal(1, 0).unwrap_or(0),
        };
        let is_empty = |range: &Range<i64>| range.start >= range.end;
        if is_empty(&self.x) || is_empty(&self.y) || self.x.contains(&one) || self.y.contains(&0) {
            return false;
        }
        // No base is 1, and no y is 0: the logarithm of the value is least and largest in corners.
        let corner = |x: i64, y: i64| {
            let y = Interval::point(&self.format.value(&y.into()), LOG_BITS);
            self.log(x, LOG_BITS).mul(&y)
        };
        let [xs, ys] = [&self.x, &self.y].map(|own| [own.start, own.end - 1]);
        let corners = xs.into_iter().flat_map(|x| ys.map(|y| corner(x, y)));
        let next = power_of_two(-self.precision - 4);
        let is_within = |log: Interval| {
            let most = if log.lo > 0 { self.emax + 1 } else { -self.emin };
            log.has_one_sign() && log.mig() > next && log.mag() < most
        };
        corners.into_iter().all(is_within)
    }

    /// Whether fractions of plain values, in units of the spacing of breakpoints, are as random: there are many numbers x and y, and in every
    /// row, of one x as of one y, the values pass many breakpoints, at places that differ from row to row.
    ///
    /// b^y is 2^p or more in that unit, in its binade. Along y, log2 of it changes by |log2 b| times the length of the range; along x by |y|
    /// times what log2 b changes. Where it changes by t ≤ 1, half of t times 2^p breakpoints are passed, as 2^t - 1 and 1 - 2^-t are t/2 or more.
    pub(super) fn is_random(&self) -> bool {
        let value = |y: i64| Interval::point(&self.format.value(&y.into()), LOG_BITS);
        let [xs, ys] = [&self.x, &self.y].map(|own| [own.start, own.end - 1]);
        let [[low, high], [first, last]] = [xs.map(|x| self.log(x, LOG_BITS)), ys.map(value)];
        let along_y = last.sub(&first).mul(&low.hull(&high)).mig();
        let along_x = high.sub(&low).mul(&first.hull(&last)).mig();
        let enough = power_of_two(PASSED - self.precision);
        let are_many = [&self.x, &self.y].into_iter().all(|own| Ask::length(own) >= MANY);
        are_many && along_y >= enough && along_x >= enough
    }

    /// How many pairs have values at numbers and at midpoints, if all values are plain.
    pub(super) fn exact_powers(&self) -> Checked<[u64; 2]> {
        let mut exact = [0, 0];
        let mut count = |midpoint: bool| exact[usize::from(midpoint)] += 1;
        if Ask::is_in(&self.y, self.one()) {
            self.x.clone().filter_map(|x| self.short_base(x)).for_each(&mut count);
        }
        self.short_powers(&|m, e| self.x_of(m, e), &mut |_, y, midpoint| {
            if y != self.one() {
                count(midpoint);
            }
            Ok(())
        })?;
        Ok(exact)
    }

    /// How many pairs have values that are as near as cases to a breakpoint that x^y is, if all values are plain: x is then at least 1, as
    /// the value is not next to 1.
    pub(super) fn next_powers(&self) -> Checked<u64> {
        if self.formula != Formula::Compound {
            return Ok(0);
        }
        let mut count = 0;
        if Ask::is_in(&self.y, self.one()) {
            // From 2^e on, 1 + x is 2^(p - e) of the spacing from x: that is less than ε from e = p + bits + 1 on.
            let first = self.ordinal(1, self.precision + self.bits + 1);
            count += first.map_or(0, |first| (self.x.end - self.x.start.max(first)).max(0) as u64);
        }
        self.short_powers(&|m, e| self.x_at(m, e), &mut |x, y, _| {
            if y != self.one() && self.judge(x, y)? == Truth::Next {
                count += 1;
            }
            Ok(())
        })?;
        Ok(count)
    }
}
