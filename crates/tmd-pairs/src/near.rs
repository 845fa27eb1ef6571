//! Whether a value is near to a breakpoint, by enclosures of rising precision.

use crate::grid::Grid;
use rug::{Float, Integer, Rational};
use tmd_base::narrow;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;
use tmd_functions::interval::Interval;
use tmd_functions::language::floor_log2;
use tmd_request::request::Rounding;

/// Bits of the first enclosure.
pub(crate) const FIRST: u32 = 256;
/// A distance is known when its enclosure is narrower than this share of it, as a power of two.
const TIGHT: i32 = 60;
/// A value that is not farther from the nearest integer to one end of its enclosure is nearer to it than to the next by more than any threshold.
const WIDEST: f64 = 0.75;

/// Where a positive value lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Near {
    /// Below half of the least breakpoint, or beyond all numbers.
    OutOfReach,
    /// Not near to a breakpoint.
    Ordinary,
    /// It is a breakpoint.
    Exact(CaseKind),
    /// Nearer to a breakpoint than the threshold.
    Hard {
        /// The kind of the breakpoint.
        kind: CaseKind,
        /// Identical bits after the rounding bit.
        identical_bits: u32,
        /// |g cmod 1|, in units of the breakpoint spacing.
        distance: Distance,
    },
}

/// What an enclosure tells of a value.
pub(crate) enum Seen {
    /// Where it lies.
    Told(Near),
    /// It may be a breakpoint.
    Around {
        /// The breakpoint.
        breakpoint: Rational,
        /// The same in units of the spacing.
        near: Integer,
        /// ⌊log2⌋ of the least that the value can be.
        exponent: i32,
        /// What it is away from the breakpoint at most, in units of the spacing.
        most: Float,
    },
    /// A narrower one would tell more.
    TooWide,
}

/// The breakpoints of a format with a threshold.
pub(crate) struct Breakpoints {
    grid: Grid,
    epsilon: Rational,
}

impl Breakpoints {
    pub(crate) fn new(grid: Grid, bits: u32) -> Breakpoints {
        Breakpoints { grid, epsilon: Rational::from(1) >> bits }
    }

    /// Where a positive value lies that is known exactly.
    pub(crate) fn exactly(&self, value: &Rational) -> Near {
        let exponent = narrow::to_i32(floor_log2(value));
        if !self.is_in_reach(exponent) {
            return Near::OutOfReach;
        }
        let g = Rational::from(value >> self.grid.last_place(exponent));
        let near = Rational::from(g.round_ref()).numer().clone();
        let distance = (g - &near).abs();
        let kind = CaseKind::of(&near, Rounding::All);
        if distance == 0 {
            return Near::Exact(kind);
        }
        if distance >= self.epsilon || !self.is_breakpoint(&near, exponent) {
            return Near::Ordinary;
        }
        let identical_bits = identical_bits(narrow::to_i32(floor_log2(&distance)));
        Near::Hard { kind, identical_bits, distance: Distance::of_rational(&distance) }
    }

    /// Where a positive value lies, of which there are enclosures of any precision: `is_value` tells of a breakpoint whether it is the value,
    /// which is no other power of two. A value that has no enclosure is out of reach.
    pub(crate) fn near(
        &self,
        enclosed: impl Fn(u32) -> Option<Interval>,
        is_value: impl Fn(&Rational) -> bool,
    ) -> Near {
        let mut prec = FIRST;
        loop {
            let Some(value) = enclosed(prec) else { return Near::OutOfReach };
            prec *= 2;
            match self.seen(&value) {
                Seen::Told(near) => return near,
                Seen::Around { breakpoint, near, exponent, .. } => {
                    if is_value(&breakpoint) {
                        return match self.is_in_reach(exponent) {
                            true => Near::Exact(CaseKind::of(&near, Rounding::All)),
                            false => Near::OutOfReach,
                        };
                    }
                }
                Seen::TooWide => {}
            }
        }
    }

    /// What an enclosure of a positive value tells.
    pub(crate) fn seen(&self, value: &Interval) -> Seen {
        let of = |end: &Float| end.get_exp().map(|above| above - 1);
        let (low, high) = (of(value.lo()), of(value.hi()));
        // At a power of two, the spacing is that of the side on which the value is; if it is the value, that of either.
        let Some(exponent) = low else { return Seen::Told(Near::OutOfReach) };
        let unit = self.grid.last_place(exponent);
        let g = value.shifted(-unit);
        let Some(near) = g.lo().to_integer() else { return Seen::Told(Near::OutOfReach) };
        let offset = g.sub(&Interval::from_integer(&near, value.prec()));
        let (least, most) = (offset.mig(), offset.mag());
        if offset.contains_zero() {
            let breakpoint = Rational::from(&near) << unit;
            return Seen::Around { breakpoint, near, exponent, most };
        }
        // Another integer may be as near as `near` from here on.
        if low != high || most > WIDEST {
            return Seen::TooWide;
        }
        if !self.is_in_reach(exponent) {
            return Seen::Told(Near::OutOfReach);
        }
        if least >= self.epsilon || !self.is_breakpoint(&near, exponent) {
            return Seen::Told(Near::Ordinary);
        }
        let width = Float::with_val(64, &most - &least);
        let is_tight = width <= Float::with_val(64, &least) >> TIGHT;
        match of(&least).filter(|own| is_tight && of(&most) == Some(*own)) {
            Some(exponent) => Seen::Told(Near::Hard {
                kind: CaseKind::of(&near, Rounding::All),
                identical_bits: identical_bits(exponent),
                distance: Distance::of(&least),
            }),
            None => Seen::TooWide,
        }
    }

    /// 2^-bits.
    pub(crate) fn epsilon(&self) -> &Rational {
        &self.epsilon
    }

    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether values with that ⌊log2⌋ are in reach: at least half of the least breakpoint, and no overflow.
    pub(crate) fn is_in_reach(&self, exponent: i32) -> bool {
        let (emin, above) = self.grid.ends();
        (self.grid.last_place(emin) - 1..above).contains(&exponent)
    }

    /// Whether an integer is a breakpoint, in units of the spacing at values with that ⌊log2⌋: 0 and the power of two above all numbers
    /// are not.
    pub(crate) fn is_breakpoint(&self, near: &Integer, exponent: i32) -> bool {
        let (_, above) = self.grid.ends();
        let top = narrow::to_i32(near.significant_bits()) - 1;
        *near != 0 && top + self.grid.last_place(exponent) < above
    }
}

/// The identical bits after the rounding bit of a distance with that ⌊log2⌋, in units of the spacing.
fn identical_bits(exponent: i32) -> u32 {
    (-1 - exponent).unsigned_abs()
}
