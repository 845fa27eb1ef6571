//! Tangents of angles with equal steps, by differences.
//!
//! With T = tan φ, Taylor's series of tan(φ + t) begins T + (1 + T²)·t + T(1 + T²)·t² + (1 + T²)(1 + 3T²)/3·t³ + T(1 + T²)(2 + 3T²)/3·t⁴, and what follows is
//! at most A·|t|⁵ with A = (16 + 136T² + 240T⁴ + 120T⁶)/120 at the largest of the tangents: the fifth derivative rises with T² (Lagrange). The polynomial of the number of steps is
//! summed by its differences as integers of 128 bits.

use crate::grid::exponent_of;
use rug::Float;

/// Bits of coefficients.
const PRECISION: u32 = 192;
/// Bits of the largest tangent as an integer.
const BITS: i32 = 125;

/// Tangents, each times 2^scale.
pub(super) struct Tangents {
    /// The next one, and its differences.
    differences: [i128; 5],
    scale: i32,
}

/// A positive number: significand·2^(exponent - 63), with a significand of 64 bits, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) significand: u64,
    pub(super) exponent: i32,
}

impl Tangents {
    /// Of φ = `start` and so on in steps of `step`, which are all from 0 to a little more than π/4; `most` is a bound of the tangents. The
    /// differences are rounded to integers: after 2^10 steps that adds less than 2^36, or 2^-80 of a tangent that is at least 2^-8 of `most`.
    /// `None` if they have more than 128 bits; they do not.
    pub(super) fn new(start: &Float, step: &Float, most: f64) -> Option<Tangents> {
        let t = Float::with_val(PRECISION, start.tan_ref());
        let square = Float::with_val(PRECISION, t.square_ref());
        let slope = Float::with_val(PRECISION, &square + 1u32);
        let twice = Float::with_val(PRECISION, &slope * &t);
        let third = Float::with_val(PRECISION, &square * 3u32) + 1u32;
        let fourth = Float::with_val(PRECISION, &square * 3u32) + 2u32;
        let coefficients =
            [t, slope.clone(), twice.clone(), slope * third / 3u32, twice * fourth / 3u32];
        let scale = BITS - 1 - exponent_of(most);
        let mut power = Float::with_val(PRECISION, 1) << scale;
        let mut c: Vec<Float> = vec![];
        for own in coefficients {
            c.push(own * &power);
            power *= step;
        }
        let sum = |factors: [u32; 5]| {
            let mut sum = Float::new(PRECISION);
            for (own, factor) in c.iter().zip(factors) {
                sum += Float::with_val(PRECISION, own * factor);
            }
            sum.to_integer().and_then(|own| own.to_i128())
        };
        // The differences of i, i², i³ and i⁴ at 0.
        let differences = [
            sum([1, 0, 0, 0, 0])?,
            sum([0, 1, 1, 1, 1])?,
            sum([0, 0, 2, 6, 14])?,
            sum([0, 0, 0, 6, 36])?,
            sum([0, 0, 0, 0, 24])?,
        ];
        Some(Tangents { differences, scale })
    }

    /// A: what the series leaves is at most A·|t|⁵ where tangents are at most `most`.
    pub(super) fn rest(most: f64) -> f64 {
        let square = most * most;
        (16.0 + square * (136.0 + square * (240.0 + square * 120.0))) / 120.0
    }
}

impl Iterator for Tangents {
    type Item = Number;

    #[inline]
    fn next(&mut self) -> Option<Number> {
        let own = self.differences[0].unsigned_abs();
        for k in 0..4 {
            self.differences[k] = self.differences[k].wrapping_add(self.differences[k + 1]);
        }
        let zeros = own.leading_zeros();
        let significand = ((own << zeros) >> 64) as u64;
        Some(Number { significand, exponent: 127 - zeros.cast_signed() - self.scale })
    }
}
