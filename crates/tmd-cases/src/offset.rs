//! How far a number is from a breakpoint, from enclosures: what the judges of f, of its inverse and of lists of cases
//! share.

use crate::distance::Distance;
use rug::float::Round;
use rug::{Float, Integer, Rational};
use tmd_functions::interval::Interval;
use tmd_request::request::Rounding;

/// A distance is known when its enclosure is narrower than this share of it, as a power of two: all bits of its binary64
/// number are then right, but perhaps the last.
const TIGHT: u32 = 60;

/// A distance from a breakpoint, not 0, in units of the breakpoint spacing, and its binade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KnownDistance {
    /// The distance, rounded: perhaps up to the power of two above its binade.
    pub(crate) value: Distance,
    /// The e with 2^(e-1) ≤ distance < 2^e.
    pub(crate) exponent: i32,
}

impl KnownDistance {
    /// A distance that is known exactly; `None` for 0.
    pub(crate) fn exact(distance: &Rational) -> Option<KnownDistance> {
        // Truncated, it has the same exponent.
        let truncated = Float::with_val_round(64, distance, Round::Zero).0;
        let value = Distance::of_rational(distance);
        Some(KnownDistance { value, exponent: truncated.get_exp()? })
    }

    /// Identical bits after the rounding bit.
    pub(crate) fn identical_bits(self, rounding: Rounding) -> u32 {
        identical_bits(self.exponent, rounding)
    }
}

/// The identical bits after the rounding bit at distances in [2^(exponent - 1), 2^exponent), in units of the spacing.
pub fn identical_bits(exponent: i32, rounding: Rounding) -> u32 {
    // In half units of the last place: the spacing itself, or half of it for directed rounding.
    let in_half_units = match rounding {
        Rounding::Directed => exponent + 1,
        Rounding::Nearest | Rounding::All => exponent,
    };
    u32::try_from(-in_half_units).unwrap_or(0)
}

/// An enclosure of a number's offset from a breakpoint, in units of the breakpoint spacing.
#[derive(Clone, Debug)]
pub struct Offset {
    low: Float,
    high: Float,
}

impl Offset {
    /// Any enclosure of an offset.
    pub fn new(enclosure: &Interval) -> Offset {
        Offset { low: enclosure.lo().clone(), high: enclosure.hi().clone() }
    }

    /// The offset of g from the integer that is nearest to all of an enclosure of it; `None` if there is no such integer.
    pub(crate) fn from_nearest(g: &Interval) -> Option<(Integer, Offset)> {
        let (low, high) = (g.lo(), g.hi());
        let near = low.to_integer()?;
        let is_near_both = high.to_integer()? == near;
        is_near_both.then(|| {
            let offset = Offset { low: low.clone() - &near, high: high.clone() - &near };
            (near, offset)
        })
    }

    /// Whether it is 0 for certain.
    pub fn is_zero(&self) -> bool {
        self.low.is_zero() && self.high.is_zero()
    }

    /// The least and the largest distance; `None` where it may be 0.
    pub(crate) fn distances(&self) -> Option<(Float, Float)> {
        let Offset { low, high } = self;
        if low.is_zero() || high.is_zero() || low.is_sign_negative() != high.is_sign_negative() {
            return None;
        }
        let (low, high) = (low.clone().abs(), high.clone().abs());
        Some(if low <= high { (low, high) } else { (high, low) })
    }

    /// A distance that it does not exceed.
    pub(crate) fn bound(&self) -> Float {
        self.low.clone().abs().max(&self.high.clone().abs())
    }

    /// The distance, if the enclosure is tight enough to tell it and its binade. A power of two is never told, but by a
    /// point: no enclosure of positive width has it inside and lies in one binade.
    pub(crate) fn distance(&self) -> Option<KnownDistance> {
        let (small, large) = self.distances()?;
        let width = Float::with_val(TIGHT, &large - &small);
        let exponent = small.get_exp()?;
        (large.get_exp() == Some(exponent) && width <= (small.clone() >> TIGHT))
            .then(|| KnownDistance { value: Distance::of(&small), exponent })
    }

    /// The power of two that keeps the distance from being told, if it is the only one that does.
    pub fn power_inside(&self) -> Option<Rational> {
        let (small, large) = self.distances()?;
        let exponent = large.get_exp()? - 1;
        let power = Rational::from(1) << exponent;
        (small <= power && small > Rational::from(&power >> 1u32)).then_some(power)
    }

    /// Whether the number lies above the breakpoint; `None` where that cannot be told.
    pub fn is_above(&self) -> Option<bool> {
        self.distances().map(|_| self.low.is_sign_positive())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: f64, exponent: i32) -> Option<KnownDistance> {
        let value = Distance::try_from(value).unwrap();
        Some(KnownDistance { value, exponent })
    }

    fn offset(low: f64, high: f64) -> Offset {
        Offset { low: Float::with_val(200, low), high: Float::with_val(200, high) }
    }

    #[test]
    fn distances_are_told_when_they_are_known_and_powers_of_two_are_not() {
        let tenth = 0.1f64;
        let above = Float::with_val(200, tenth) + (Float::with_val(200, 1) >> 70u32);
        let tight = Offset { low: Float::with_val(200, tenth), high: above };
        assert_eq!(tight.distance(), known(tenth, -3));
        assert_eq!(tight.is_above(), Some(true));
        assert_eq!(offset(-0.25, -0.25).distance(), known(0.25, -1));
        for wide in [offset(0.1, 0.11), offset(-0.1, 0.1), offset(0.0, 1e-30)] {
            assert_eq!(wide.distance(), None);
        }
        let around = offset(-0.25 - 1e-12, -0.25 + 1e-12);
        assert_eq!((around.distance(), around.is_above()), (None, Some(false)));
        assert_eq!(around.power_inside(), Some(Rational::from((1, 4))));
        assert_eq!(offset(0.26, 0.27).power_inside(), None);
        assert_eq!(offset(0.1, 0.3).power_inside(), None);
    }

    #[test]
    fn exact_distances_have_their_exponent() {
        let exact = |n, d| KnownDistance::exact(&Rational::from((n, d)));
        assert_eq!(exact(1, 4), known(0.25, -1));
        assert_eq!(exact(1, 3).map(|distance| distance.exponent), Some(-1));
        assert_eq!(exact(0, 1), None);
        let bits = |rounding| exact(1, 4).map(|distance| distance.identical_bits(rounding));
        assert_eq!((bits(Rounding::All), bits(Rounding::Directed)), (Some(1), Some(0)));
    }
}
