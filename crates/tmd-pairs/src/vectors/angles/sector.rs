//! The eighths of a half turn, in pairs, and the tangents that tell a quotient in each.

use super::unit::Unit;
use rug::Float;
use rug::float::Constant;

/// Where an angle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sector {
    /// Up to π/4 or just above: y/x is the tangent.
    Right,
    /// From there to π/2: x/y is the tangent of π/2 minus the angle.
    UpRight,
    /// To 3π/4 or just above: -x/y is the tangent of the angle minus π/2.
    UpLeft,
    /// From there to π or just above: -y/x is the tangent of π minus the angle.
    Left,
}

impl Sector {
    /// That of an angle of few bits; which of two it is at π/4 and 3π/4 does not matter.
    pub(super) fn of(angle: &Float, unit: Unit) -> Sector {
        let quarters = Float::with_val(64, angle * 4u32);
        let eighths = match unit {
            Unit::Radian => quarters / Float::with_val(angle.prec() + 64, Constant::Pi),
            Unit::HalfTurn => quarters,
        };
        [(1, Sector::Right), (2, Sector::UpRight), (3, Sector::UpLeft)]
            .into_iter()
            .find(|(end, _)| eighths < *end)
            .map_or(Sector::Left, |(_, own)| own)
    }

    /// The angle from the nearest axis in radians, whose tangent tells the quotient; beyond the axis, it is negative. Of half turns, it is as exact
    /// as a product with π.
    pub(super) fn off_axis(self, angle: &Float, unit: Unit, precision: u32) -> Float {
        let half = || match unit {
            Unit::Radian => Float::with_val(precision, Constant::Pi),
            Unit::HalfTurn => Float::with_val(precision, 1),
        };
        let off = match self {
            Sector::Right => Float::with_val(precision, angle),
            Sector::UpRight => half() / 2u32 - angle,
            Sector::UpLeft => angle - half() / 2u32,
            Sector::Left => half() - angle,
        };
        unit.in_radians(&off, precision)
    }

    /// Whether the angle from the axis rises with the angle.
    pub(super) fn is_rising(self) -> bool {
        matches!(self, Sector::Right | Sector::UpLeft)
    }

    /// Whether the tangent is that of x/y.
    pub(super) fn is_steep(self) -> bool {
        matches!(self, Sector::UpRight | Sector::UpLeft)
    }

    /// Whether x < 0.
    pub(super) fn is_left(self) -> bool {
        matches!(self, Sector::UpLeft | Sector::Left)
    }
}
