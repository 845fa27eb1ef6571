//! Which of many consecutive breakpoints of angles may have quotients near to them: by Taylor polynomials of tangents, and their continued
//! fractions.
//!
//! Let φ be the distance of a breakpoint from the nearest axis, T = tan φ, and h the spacing. The derivatives of the tangent are 1 + T², 2T(1 + T²),
//! 2(1 + T²)(1 + 3T²) and 8T(1 + T²)(2 + 3T²); the last one is below 83 where T ≤ 1.01, so that the polynomial of degree 3 is off by at most 3.5·t⁴
//! at a distance t from its centre. The tangent of φ ± ε·h is within 1.01·ε·h·(1 + T²) of T. Of breakpoints that stand for their halves (`swept.rs`), the interval
//! begins at φ - ε·h itself, which is less than φ³ below its tangent.
//!
//! A quotient y/x or x/y of numbers of p bits is, times a power of two, a fraction N/D from 1 to 2 with D < 2^p. If it is within 2^-(2p+1) of a
//! number, it is a convergent of that number's continued fraction (Legendre).

use crate::plane::ask::Formula;
use rug::Float;
use rug::float::Constant;
use rug::ops::Pow;

/// Breakpoints of a block: as many on both sides of its centre.
pub(crate) const BLOCK: i64 = 128;
/// Bits of coefficients.
const PREC: u32 = 160;
/// log2 of the number that stands for the power of two at most as large as the tangents of a block.
const ONE: i32 = 62;
/// Bits of coefficients beyond that: after 64 steps, their roundings add less than 1 in all.
const MORE: i32 = 32;
/// More than π/4, with a tangent below 1.01.
const MOST: f64 = 0.79;
/// What is lost by roundings: of coefficients, of the sum, of the bounds in binary64.
const LOST: f64 = 4.0;

/// A block of consecutive breakpoints.
pub(crate) enum Block {
    /// Beyond π.
    Beyond,
    /// Next to an axis: each must be looked at.
    Steep,
    /// Tangents by a polynomial.
    Smooth(Smooth),
}

/// The tangents of a block, in units of 2^-62 of a power of two.
pub(crate) struct Smooth {
    /// In units of 2^-32 of those.
    coefficients: [i128; 4],
    /// How far the tangent of a case may be from that of its breakpoint, in units of 2^-62.
    pub(crate) radius: u64,
}

impl Block {
    /// Of the breakpoints (m - 64)·2^e to (m + 63)·2^e, in the unit of a formula; whether they stand for their halves, too.
    pub(crate) fn new(formula: Formula, (m, e): (i64, i32), bits: i32, halves: bool) -> Block {
        let z = Float::with_val(64, m) << e;
        // A half turn, and the unit in radians.
        let pi = Float::with_val(PREC, Constant::Pi);
        let one = Float::with_val(PREC, 1);
        let (half_turn, unit) = match formula {
            Formula::Atan2Pi => (one, pi),
            _ => (pi, one),
        };
        let quarter_turn = Float::with_val(PREC, &half_turn / 2u32);
        let eighths = z.to_f64() * 4.0 / half_turn.to_f64();
        // The angle from the axis, and whether it rises with z.
        let (angle, sign) = match eighths {
            own if own < 1.0 => (Float::with_val(PREC, &z), 1),
            own if own < 2.0 => (quarter_turn - &z, -1),
            own if own < 3.0 => (Float::with_val(PREC, &z - quarter_turn), 1),
            _ => (half_turn - &z, -1),
        };
        let angle = angle * &unit;
        let step = unit << e;
        let h = step.to_f64();
        let (middle, t) = (angle.to_f64(), h * (BLOCK / 2) as f64);
        if middle < -2.0 * t {
            return Block::Beyond;
        }
        if middle < 4.0 * t || middle + t > MOST {
            return Block::Steep;
        }
        let most = (middle + t).tan();
        let exponent = ((most.to_bits() >> 52) as i32) - 1023;
        let scale = ONE - exponent;
        let bent = if halves { (middle + t).powi(3) } else { 0.0 };
        let off = 1.01 * (h * 2f64.powi(-bits) * (1.0 + most * most) + 3.5 * t.powi(4) + bent);
        let radius = (off * 2f64.powi(scale)).ceil() + LOST;
        let tangent = angle.tan();
        let square = Float::with_val(PREC, tangent.square_ref());
        let slope = Float::with_val(PREC, &square + 1u32);
        let third = Float::with_val(PREC, &square * 3u32) + 1u32;
        let derivatives = [
            tangent.clone(),
            Float::with_val(PREC, &slope * sign),
            Float::with_val(PREC, &slope * &tangent),
            Float::with_val(PREC, &slope * &third) * sign / 3u32,
        ];
        let mut coefficients = [0; 4];
        for (i, own) in derivatives.into_iter().enumerate() {
            let scaled = (own * Float::with_val(PREC, (&step).pow(i as u32))) << (scale + MORE);
            match scaled.to_integer().and_then(|own| own.to_i128()) {
                Some(own) => coefficients[i] = own,
                None => return Block::Steep,
            }
        }
        Block::Smooth(Smooth { coefficients, radius: radius as u64 })
    }
}

impl Smooth {
    /// The tangent at the breakpoint that is so many after the centre, in units of 2^-62.
    pub(crate) fn tangent(&self, i: i64) -> u64 {
        let [a, b, c, d] = self.coefficients;
        let i = i128::from(i);
        ((((d * i + c) * i + b) * i + a) >> MORE) as u64
    }

    /// Whether a quotient may be near to that breakpoint.
    pub(crate) fn may_be_near(&self, i: i64, precision: i32) -> bool {
        let number = self.tangent(i);
        // From 1 to 2 in units of 2^-63.
        let zeros = number.leading_zeros();
        let radius = self.radius << zeros;
        // Zeros are few, as the tangents of a block differ by less than a factor of 2.
        radius >= 1 << (ONE - 2 * precision) || has_fraction(number << zeros, radius, precision)
    }
}

/// Whether a fraction with a denominator below 2^precision is within a radius of a number from 1 to 2, in units of 2^-63; the radius is below
/// 2^-(2·precision + 1).
pub(crate) fn has_fraction(number: u64, radius: u64, precision: i32) -> bool {
    const UNIT: u64 = 1 << 63;
    // What is left of the number times a convergent's denominator, and the denominator; and those before.
    let (mut left, mut denominator) = (number - UNIT, 1u64);
    let (mut before, mut last) = (UNIT, 0u64);
    loop {
        // Below 2^(62 - precision).
        if left <= radius * denominator {
            return true;
        }
        let term = before / left;
        (before, left) = (left, before % left);
        (last, denominator) = (denominator, term.saturating_mul(denominator).saturating_add(last));
        if denominator >> precision != 0 {
            return false;
        }
    }
}
