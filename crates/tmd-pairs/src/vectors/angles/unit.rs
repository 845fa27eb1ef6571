//! What angles are measured in.

use super::super::request::Request;
use crate::plane::Function;
use rug::Float;
use rug::float::{Constant, Round};
use std::f64::consts::PI;

/// The unit of angles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// That of atan2.
    Radian,
    /// That of atan2pi.
    HalfTurn,
}

impl Unit {
    /// That of a request for angles.
    pub(super) fn of(request: &Request) -> Unit {
        match request.function {
            Function::Atan2Pi => Unit::HalfTurn,
            _ => Unit::Radian,
        }
    }

    /// How many radians it is, in binary64.
    pub(super) fn radians(self) -> f64 {
        match self {
            Unit::Radian => 1.0,
            Unit::HalfTurn => PI,
        }
    }

    /// The ⌈log2⌉ of that.
    pub(super) fn lg(self) -> i32 {
        match self {
            Unit::Radian => 0,
            Unit::HalfTurn => 2,
        }
    }

    /// An angle in radians.
    pub(super) fn in_radians(self, angle: &Float, precision: u32) -> Float {
        let angle = Float::with_val(precision, angle);
        match self {
            Unit::Radian => angle,
            Unit::HalfTurn => angle * Float::with_val(precision, Constant::Pi),
        }
    }

    /// Bounds of the tangent of 2^exponent of it, which is less than a right angle.
    pub(super) fn tangent(self, exponent: i32, precision: u32) -> [Float; 2] {
        let angle = Float::with_val(precision, 1) << exponent;
        [Round::Down, Round::Up].map(|round| match self {
            Unit::Radian => Float::with_val_round(precision, angle.tan_ref(), round).0,
            Unit::HalfTurn => Float::with_val_round(precision, angle.tan_pi_ref(), round).0,
        })
    }
}
