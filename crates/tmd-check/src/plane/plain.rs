//! Ranges of powers of which all values are normal numbers and none is next to 1: what there is to count is counted without looking at pairs.

use super::ask::Ask;
use super::powers::LOG_BITS;
use crate::interval::Interval;
use crate::number::power_of_two;
use crate::pairs::breakpoints::Breakpoints;
use rug::Integer;
use rug::ops::Pow;
use std::ops::Range;

/// The longest precision of which all pairs are searched again in any case.
pub(super) const SMALL: i32 = 11;

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
        let one = self.ordinal(1, 0).unwrap_or(0);
        let is_empty = |range: &Range<i64>| range.start >= range.end;
        if is_empty(&self.x) || is_empty(&self.y) || self.x.contains(&one) || self.y.contains(&0) {
            return false;
        }
        // 1 is not among the x, and 0 not among the y: the logarithm of the value is least and largest in corners.
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

    /// How many pairs have values at numbers and at midpoints, if all values are normal numbers and none of the x is 1.
    ///
    /// With x = m·2^e, m odd, and y = k·2^-j, k odd or j = 0: see `short_power`. Of m = 1 the value is 2^(e·y), and e·y an integer; otherwise
    /// m = r^(2^j) and 2^j divides e, k is positive, and r^k has at most one bit more than numbers have.
    pub(super) fn exact_powers(&self) -> [u64; 2] {
        let mut exact = [0, 0];
        let exponents = self.quantum()..=self.emax;
        let has = |range: &Range<i64>, number: Option<i64>, falls: bool| {
            number.is_some_and(|own| Ask::is_in(range, if falls { -own } else { own }))
        };
        let has_x = |m: i64, e: i32| has(&self.x, self.ordinal(m, e), false);
        let bases = exponents.clone().filter(|&e| e != 0 && has_x(1, e));
        let mut powers_of_two = 0;
        for e in bases {
            powers_of_two += 1;
            let (odd, zeros) = (e >> e.trailing_zeros(), e.trailing_zeros() as i32);
            // e·y = t; if that is none but 0, then |t| is at least |odd|.
            let is_number = |t: &i32| {
                let (quotient, falls) = ((t / odd).unsigned_abs(), (*t < 0) != (e < 0));
                let down = quotient.trailing_zeros();
                let number = || self.ordinal(i64::from(quotient >> down), down as i32 - zeros);
                t % odd == 0 && has(&self.y, number(), falls)
            };
            exact[0] +=
                (self.emin..=self.emax).filter(|t| *t != 0).filter(is_number).count() as u64;
        }
        if self.falls() {
            return exact;
        }
        if has(&self.y, self.ordinal(1, 0), false) {
            exact[0] += (self.x.end - self.x.start) as u64 - powers_of_two;
        }
        let (most, longest) = (1i64 << self.precision, Integer::from(1) << (self.precision + 1));
        for j in 0..i64::from(self.precision).ilog2() + 1 {
            for k in 1..=self.precision as u32 {
                let is_integer = j == 0;
                let (odd, zeros) = (k >> k.trailing_zeros(), k.trailing_zeros() as i32);
                let y = self.ordinal(i64::from(odd), zeros - j as i32);
                if (is_integer && k == 1) || (!is_integer && k % 2 == 0) || !has(&self.y, y, false)
                {
                    continue;
                }
                for r in (3..most).step_by(2) {
                    let (m, power) = (Integer::from(r).pow(1 << j), Integer::from(r).pow(k));
                    let Some(m) = m.to_i64().filter(|m| *m < most) else { break };
                    if power >= longest {
                        break;
                    }
                    let is_base = |e: &i32| e % (1 << j) == 0 && has_x(m, *e);
                    let midpoint = usize::from(power.significant_bits() as i32 > self.precision);
                    exact[midpoint] += exponents.clone().filter(is_base).count() as u64;
                }
            }
        }
        exact
    }
}
