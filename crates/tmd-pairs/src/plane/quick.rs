//! Values in binary64, with a proved error.
//!
//! Let u = 2^-53. Tables are rounded once from MPFR. A power is 2^t with t = y·log2(base): the logarithm is rounded once and the product
//! once, so t is off by less than 2^-51·|t|, where |t| < 2^8 for what may be in reach: 2^t is off by less than 2^-43 of itself. Its argument is
//! k/64 + r with |r| ≤ 1/128, which is exact; 2^(k/64) is a table's number, and 2^r = e^z with |z| < 0.0055 has six terms of Taylor's
//! series, which leave less than z^6/600 < 2^-54. An angle is that of the smaller quotient q ≤ 1 of |x| and |y|, rounded once, and arctan q =
//! arctan(j/64) + arctan d with d = (q - j/64)/(1 + q·j/64), |d| ≤ 1/128: five terms leave less than d^11/11 < 2^-80 of it; where j = 0, d is q. All
//! operations together, each with an error of u, and the rounded π, π/2 and 1/π, are far below 2^-43. A length has a sum of two exact
//! squares, rounded, and a square root, rounded. So every value is within 2^-43 of itself, and the tests below take 2^-40.

use super::function::Function;
use rug::{Float, Rational};
use std::f64::consts::{FRAC_1_PI, FRAC_PI_2, LN_2, PI};

/// Relative error of a value, with a reserve.
pub(crate) const ERROR: f64 = 1.0 / (1u64 << 40) as f64;
/// Parts of a table between two whole numbers.
const PARTS: usize = 64;

/// Tables for a function and its numbers x.
pub(crate) struct Quick {
    function: Function,
    /// log2 of the base that x gives.
    logs: Vec<f64>,
    /// 2^(k/64).
    powers: [f64; PARTS],
    /// arctan(k/64).
    angles: [f64; PARTS + 1],
}

impl Quick {
    pub(crate) fn new(function: Function, xs: &[f64]) -> Quick {
        let log = |x: &f64| {
            let base = Rational::from_f64(*x).unwrap_or_default();
            let base = if function == Function::Compound { base + 1 } else { base };
            log2(&base)
        };
        let logs = match function {
            Function::Pow | Function::Compound => xs.iter().map(log).collect(),
            Function::Atan2 | Function::Atan2Pi | Function::Hypot => vec![],
        };
        let part = |k: usize| Float::with_val(64, k) / PARTS as u32;
        Quick {
            function,
            logs,
            powers: std::array::from_fn(|k| Float::with_val(53, part(k).exp2()).to_f64()),
            angles: std::array::from_fn(|k| {
                // Rounded twice, which is off by less than 2·u.
                Float::with_val(53, part(k).atan()).to_f64()
            }),
        }
    }

    /// The value of the x of an index with y; infinite or 0 where it is out of reach anyway.
    pub(crate) fn value(&self, index: usize, x: f64, y: f64) -> f64 {
        match self.function {
            Function::Pow | Function::Compound => self.power_of_two(self.exponent(index, y)),
            Function::Atan2 => self.angle(x, y),
            Function::Atan2Pi => self.angle(x, y) * FRAC_1_PI,
            Function::Hypot => (x * x + y * y).sqrt(),
        }
    }

    /// log2 of a power, within 2^-51 of itself.
    pub(crate) fn exponent(&self, index: usize, y: f64) -> f64 {
        self.logs[index] * y
    }

    fn power_of_two(&self, t: f64) -> f64 {
        if t > 256.0 {
            return f64::INFINITY;
        }
        if t < -256.0 {
            return 0.0;
        }
        let parts = (t * PARTS as f64).round();
        let z = (t - parts / PARTS as f64) * LN_2;
        let series =
            1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0 * (1.0 + z / 5.0))));
        let parts = parts as i64;
        let whole = parts.div_euclid(PARTS as i64);
        let scale = f64::from_bits(((whole + 1023) as u64) << 52);
        self.powers[parts.rem_euclid(PARTS as i64) as usize] * series * scale
    }

    fn angle(&self, x: f64, y: f64) -> f64 {
        let size = x.abs();
        let acute = match y <= size {
            true => self.arctan(y / size),
            false => FRAC_PI_2 - self.arctan(size / y),
        };
        if x < 0.0 { PI - acute } else { acute }
    }

    /// Of 0 ≤ q ≤ 1.
    fn arctan(&self, q: f64) -> f64 {
        let part = (q * PARTS as f64).round();
        let c = part / PARTS as f64;
        let d = (q - c) / (1.0 + q * c);
        let s = d * d;
        let series = d * (1.0 - s * (1.0 / 3.0 - s * (1.0 / 5.0 - s * (1.0 / 7.0 - s / 9.0))));
        self.angles[part as usize] + series
    }
}

/// log2 of a positive number, rounded once.
fn log2(base: &Rational) -> f64 {
    // Next to 1, the logarithm has as many bits as the base; all bases have less than 2^9.
    let base = Float::with_val(512, base);
    Float::with_val(53, base.log2()).to_f64()
}
