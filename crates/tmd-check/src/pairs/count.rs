//! How many pairs there are, counted anew: in reach, at breakpoints, next to something.

use super::ask::{Ask, Formula};
use super::breakpoints::bits;
use rug::Integer;
use rug::ops::Pow;
use std::ops::Range;

/// Bits that tell of nearly all numbers whether a power of them is in reach.
const FEW_BITS: u32 = 128;

/// Counts of a certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// In reach.
    pub(crate) pairs: u64,
    /// At numbers, and at midpoints.
    pub(crate) exact: [u64; 2],
    pub(crate) next_to_one: u64,
    pub(crate) next_to_power: u64,
}

/// The x in reach for an n, by their ordinals.
pub(crate) struct Reach {
    pub(crate) n: i32,
    pub(crate) numbers: Range<i64>,
    /// How many: 0 is none.
    pub(crate) count: u64,
}

impl Ask {
    /// All x in reach for each n: values rise or fall with x, so that they are neighbours.
    pub(crate) fn reaches(&self) -> Vec<Reach> {
        let low = self.emin - self.precision - 1;
        let reach = |n: i32| {
            // Values that are large enough, and those that are too large.
            let (least, over) = (self.first(n, low), self.first(n, self.emax + 1));
            let numbers = if n > 0 { least..over } else { over..least };
            let length = (numbers.end - numbers.start).max(0) as u64;
            let count = length - u64::from(numbers.contains(&0));
            Reach { n, numbers, count }
        };
        self.exponents().map(reach).collect()
    }

    /// The first x whose value is at least 2^k; where values fall, the first whose value is not.
    fn first(&self, n: i32, k: i32) -> i64 {
        first(self.domain(), |ordinal| self.is_at_least(ordinal, n, k) == (n > 0))
    }

    /// Whether the value is at least 2^k.
    fn is_at_least(&self, ordinal: i64, n: i32, k: i32) -> bool {
        let base = self.base(ordinal);
        // 2^floor ≤ base, and there is equality only for the number 1 times a power of two.
        let floor = |odd: &Integer, shift: i32| odd.significant_bits() as i32 - 1 + shift;
        if self.formula == Formula::Rootn {
            // The value is at least 2^k if the base is at least 2^(nk), n positive, or at most 2^(nk), n negative.
            let (floor, power) = (floor(&base.odd, base.shift), n * k);
            let is_power = base.odd == 1 && floor == power;
            return if n > 0 { floor >= power } else { floor < power || is_power };
        }
        if let Ok(value) = self.enclosure(&base, n, FEW_BITS) {
            let limit = crate::number::power_of_two(k);
            if value.lo >= limit || value.hi < limit {
                return value.lo >= limit;
            }
        }
        let size = n.unsigned_abs();
        let power = Integer::from((&base.odd).pow(size));
        let floor = floor(&power, base.shift * size as i32);
        if n > 0 { floor >= k } else { floor < -k || (power == 1 && floor == -k) }
    }

    /// Counts all pairs.
    pub(crate) fn counts(&self, reaches: &[Reach]) -> Counts {
        let mut counts = Counts::default();
        for reach in reaches {
            counts.pairs += reach.count;
            let [numbers, midpoints] = self.exact(reach.n);
            counts.exact[0] += numbers;
            counts.exact[1] += midpoints;
            if self.formula == Formula::Compound {
                counts.next_to_one += self.next_to_one(reach.n);
                counts.next_to_power += self.next_to_power(reach);
            }
        }
        counts
    }

    /// How many x have a value at a number, and at a midpoint.
    ///
    /// What is raised to a power, or is the result of the root, is m·2^e with m odd. If n > 0, the breakpoint or the input
    /// that is its n-th power is m^n·2^(n·e), where m^n is odd, too, and has at most p + 1 or p bits. If n < 0, a power is a
    /// binary fraction only for m = 1.
    fn exact(&self, n: i32) -> [u64; 2] {
        let p = self.precision;
        let mut counts = [0; 2];
        let mut add = |midpoint: bool| counts[usize::from(midpoint)] += 1;
        match self.formula {
            Formula::Pown => {
                for (m, power) in odd_powers(n, p + 1) {
                    for e in self.quantum()..=self.emax {
                        if self.ordinal(m, e).is_some() {
                            self.breakpoint(power, e * n).into_iter().for_each(&mut add);
                        }
                    }
                }
            }
            Formula::Rootn => {
                for (m, power) in odd_powers(n, p) {
                    // The last places of breakpoints.
                    for e in self.quantum() - 1..=self.emax {
                        if self.ordinal(power, e * n).is_some() {
                            self.breakpoint(m, e).into_iter().for_each(&mut add);
                        }
                    }
                }
            }
            Formula::Compound if n == 1 => counts = self.exact_sums(),
            Formula::Compound => {
                for (m, power) in odd_powers(n, p + 1) {
                    for e in self.places() {
                        let is_number = self.is_one_more(m, e);
                        let at = self.breakpoint(power, e * n).filter(|_| is_number);
                        at.into_iter().for_each(&mut add);
                    }
                }
            }
        }
        counts
    }

    /// Which e there are for 1 + x = m·2^e with m odd and of at most p + 1 bits.
    ///
    /// For e > 0, x is an odd integer, so that m·2^e ≤ 2^p. For e = -k < 0, x is m - 2^k in units of 2^-k, an odd number, so
    /// that |m - 2^k| < 2^p and 2^k < 2^p + 2^(p+1).
    fn places(&self) -> std::ops::RangeInclusive<i32> {
        -(self.precision + 1)..=self.precision
    }

    /// Whether m·2^e - 1 is an x, m positive and odd.
    fn is_one_more(&self, m: i64, e: i32) -> bool {
        // Both shifts are by at most 25 places, and m has at most 25 bits.
        let (x, unit) = if e < 0 { (m - (1 << -e), e) } else { ((m << e) - 1, 0) };
        if x == 0 {
            return false;
        }
        let (size, zeros) = (x.abs(), x.trailing_zeros());
        // The format has as many negative numbers; those here are above -1.
        self.ordinal(size >> zeros, unit + zeros as i32).is_some()
    }

    /// The same count for 1 + x itself, where there are too many m for a loop.
    ///
    /// For e ≠ 0, x has the last place 2^min(e,0), which the format has if it is no less than its least number, and digits that
    /// are odd: they must be below 2^p. For e = 0, x is an even integer below 2^(p+1): all but 0 are numbers, as p ≤ emax.
    fn exact_sums(&self) -> [u64; 2] {
        let p = self.precision;
        let mut counts = [0; 2];
        let odd = |from: i64, end: i64| ((end / 2).max(from / 2) - from / 2) as u64;
        for e in self.places() {
            let (from, end) = match e {
                0 => (3, 1 << (p + 1)),
                1.. => (1, (1 << (p - e)) + 1),
                _ => ((1 << -e) - (1 << p), (1 << -e) + (1 << p)),
            };
            if e.min(0) < self.quantum() {
                continue;
            }
            for length in 1..=p + 1 {
                let from = from.max(1 << (length - 1));
                let end = end.min(1 << length);
                if let Some(midpoint) = self.breakpoint(1 | (1 << (length - 1)), e) {
                    counts[usize::from(midpoint)] += odd(from, end);
                }
            }
        }
        counts
    }

    /// How many x are so small that (1 + x)^n is next to 1, of both signs.
    fn next_to_one(&self, n: i32) -> u64 {
        let size = i64::from(n.unsigned_abs());
        let above = first(1..self.domain().end, |ordinal| self.near_one(ordinal) < size);
        2 * (above - 1) as u64
    }

    /// How many x are so large that (1 + x)^n is next to x^n.
    fn next_to_power(&self, reach: &Reach) -> u64 {
        let Reach { n, numbers, .. } = reach;
        let is_one = |ordinal: i64| numbers.contains(&ordinal) && self.is_near_power(ordinal, *n);
        if *n == 1 {
            // Every x from some on has x^1 at a breakpoint.
            let start = first(1..self.domain().end, |ordinal| self.is_near_power(ordinal, 1));
            return (numbers.end - start.max(numbers.start)).max(0) as u64;
        }
        let powers = odd_powers(*n, self.precision + 1);
        let all = powers.flat_map(|(m, _)| (0..=self.emax).map(move |e| (m, e)));
        all.filter_map(|(m, e)| self.ordinal(m, e)).filter(|ordinal| is_one(*ordinal)).count()
            as u64
    }
}

/// Odd integers whose n-th powers have at most so many bits, and the powers; only 1 for negative n.
fn odd_powers(n: i32, length: i32) -> impl Iterator<Item = (i64, i64)> {
    let size = n.unsigned_abs();
    let power = move |m: i64| match m {
        1 => Some(1),
        _ => m.checked_pow(size).filter(|power| n > 0 && bits(*power) <= length),
    };
    (0..).map(|i| 2 * i + 1).map_while(move |m| power(m).map(|power| (m, power)))
}

/// The first of a range for which something holds, if it holds for all that follow.
pub(crate) fn first(range: Range<i64>, holds: impl Fn(i64) -> bool) -> i64 {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
