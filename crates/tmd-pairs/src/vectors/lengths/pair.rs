//! A pair of two significands with a gap between their exponents, and its multiples by powers of two.

use super::super::request::Request;
use rug::{Integer, Rational};
use std::ops::RangeInclusive;
use tmd_base::narrow;

/// Numbers x in [1, 2) and y in [2^-gap, 2^(1 - gap)), and the breakpoint that their length is near to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    /// x, in units of 2^(1 - p): from 2^(p - 1) to 2^p - 1.
    pub(super) x: u64,
    /// y, in units of 2^(1 - p - gap).
    pub(super) y: u64,
    /// The gap.
    pub(super) gap: u32,
    /// The breakpoint, in units of 2^-p.
    pub(super) breakpoint: u64,
}

impl Pair {
    /// The s with x·2^s and y·2^s in the format, a normal length·2^s that does not overflow, and a breakpoint·2^s that is one.
    pub(super) fn scales(&self, request: &Request) -> RangeInclusive<i32> {
        let (p, emin, emax) = (request.precision(), request.format.emin, request.format.emax);
        let zeros = |significand: u64| narrow::to_i32(significand.trailing_zeros());
        let of_x = emin - zeros(self.x);
        let of_y = emin + narrow::to_i32(self.gap) - zeros(self.y);
        // From a breakpoint of 2 on, the length is at least 2 or the breakpoint is the power of two above it.
        let above = i32::from(self.breakpoint >= 1 << (p + 1));
        let of_length = emin - i32::from(self.is_two(p));
        of_x.max(of_y).max(of_length)..=emax - above
    }

    /// Whether the length is at least 2.
    fn is_two(&self, p: u32) -> bool {
        let square = u128::from(self.x * self.x) << (2 * self.gap);
        square + u128::from(self.y * self.y) >= 1 << (2 * (p + self.gap))
    }

    /// The numbers, multiplied by 2^scale.
    pub(super) fn scaled(&self, p: u32, scale: i32) -> [Rational; 2] {
        let unit = 1 - narrow::to_i32(p) + scale;
        let number =
            |significand: u64, unit: i32| Rational::from(Integer::from(significand)) << unit;
        [number(self.x, unit), number(self.y, unit - narrow::to_i32(self.gap))]
    }
}
