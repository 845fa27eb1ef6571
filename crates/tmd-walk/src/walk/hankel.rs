//! Bessel functions of large arguments, by their phases: Hankel's expansions (DLMF, the NIST Digital Library of Mathematical
//! Functions, 10.17(i)). For the order ν, with χ = x - (2ν + 1)·π/4 and A = √(2/(πx)),
//!
//! ```text
//!  J_ν(x) = A·(P·cos χ - Q·sin χ),  Y_ν(x) = A·(P·sin χ + Q·cos χ),
//!  P = 1 - a_2/x² + a_4/x⁴ - …,     Q = a_1/x - a_3/x³ + a_5/x⁵ - …,
//!  a_k = (4ν² - 1²)·(4ν² - 3²)·…·(4ν² - (2k - 1)²)/(k!·8^k).
//! ```
//!
//! For the orders 0 and 1, what is left of P and of Q is smaller than the first term left out (DLMF 10.17(iii)). Here terms end with
//! a_5, |a_6| < 1, |a_7| < 2, and x ≥ 2^10, so that P and Q are 2^-60 and 2^-69 off.

use super::cell::Cell;
use super::near::normal;
use crate::wave::step_of_radians;
use crate::widely::widely;
use std::f64::consts::FRAC_PI_2;
use tmd_base::narrow;
use tmd_functions::language::FunctionSpec;

/// What values are off by at most, as a part of A.
///
/// In units of u = 2^-53, with |P| ≤ 1 and |Q| < 2^-11: P·cos χ is less than 15 off (the cosine 11, see [`circle`], P 2, the product
/// 1, the phase nearly nothing), Q·sin χ less than 1/8, their sum 1 more; the product with A, of four roundings, adds 5 at most.
/// That is less than 32, and twice as much is granted.
const ERROR: f64 = 1.0 / (1_u64 << 47) as f64;

/// A Bessel function, as its expansion.
#[derive(Clone, Debug)]
pub struct Hankel {
    /// The order, 0 or 1.
    order: u32,
    /// Whether it is Y.
    is_second: bool,
    /// -a_2 and a_4; a_1, -a_3 and a_5.
    p: [f64; 2],
    q: [f64; 3],
    /// Values that are less than so many half units in the last place from a breakpoint are not told.
    margin: f64,
}

impl Hankel {
    /// The exponent of the least arguments.
    pub const LEAST: i32 = 10;

    /// The expansion of a function that is one of them. The cells of values that are less than `margin` half units in the last
    /// place from a breakpoint are open.
    pub fn of(spec: &FunctionSpec, margin: f64) -> Option<Hankel> {
        let (order, is_second) = match spec.function_of_x()? {
            "j0" => (0, false),
            "j1" => (1, false),
            "y0" => (0, true),
            "y1" => (1, true),
            _ => return None,
        };
        // Numerators and denominators are less than 2^53: each a is rounded once.
        let mut a = [1.0; 6];
        let (mut above, mut below) = (1_i64, 1_i64);
        for k in 1..6 {
            let odd = 2 * k - 1;
            above *= i64::from(4 * order * order) - odd * odd;
            below *= 8 * k;
            a[narrow::to_usize(k.unsigned_abs())] = above as f64 / below as f64;
        }
        let [_, a1, a2, a3, a4, a5] = a;
        Some(Hankel { order, is_second, p: [-a2, a4], q: [a1, -a3, a5], margin })
    }

    /// The cells of consecutive multiples of 2^`exponent`, less than 2^24 of it each; none are told below 2^[`Hankel::LEAST`].
    pub fn cells_of_multiples(&self, exponent: i32, first: u32, cells: &mut [Cell]) {
        let step = step_of_radians(exponent);
        let unit = 2f64.powi(exponent);
        let least = 2f64.powi(Self::LEAST);
        widely(|| {
            for (multiple, cell) in (first..).zip(cells) {
                let x = f64::from(multiple) * unit;
                let turns = step.wrapping_mul(multiple.into());
                *cell = if x < least { Cell::OPEN } else { self.cell(x, turns) };
            }
        });
    }

    /// The cell at x, whose phase in units of 2^-128 turns is less than 2^24 units off.
    #[inline(always)]
    fn cell(&self, x: f64, turns: u128) -> Cell {
        let (value, scale) = self.value(x, turns);
        normal(value, scale * ERROR, self.margin)
    }

    /// The function's value at x, and A.
    #[inline(always)]
    fn value(&self, x: f64, turns: u128) -> (f64, f64) {
        let eighths = u128::from(2 * self.order + 1) << 125;
        let [sine, cosine] = circle(turns.wrapping_sub(eighths));
        let (inverse, scale) = (1.0 / x, (1.0 / FRAC_PI_2 / x).sqrt());
        let square = inverse * inverse;
        let [p, q] = [self.p, self.q[1..].try_into().unwrap_or_default()]
            .map(|[near, far]: [f64; 2]| square * (near + square * far));
        let (p, q) = (1.0 + p, inverse * (self.q[0] + q));
        let value = if self.is_second { p * sine + q * cosine } else { p * cosine - q * sine };
        (scale * value, scale)
    }
}

/// The Taylor coefficients of sin(πq/2)/q and of cos(πq/2) in q².
const SINES: [f64; 9] = taylor(1);
const COSINES: [f64; 9] = taylor(0);

/// ±(π/2)^k/k! for k of one parity. Each is less than 3k·2^-53 off, as a part of it: π/2 and two operations for each factor.
const fn taylor(first: usize) -> [f64; 9] {
    let mut coefficients = [0.0; 9];
    let (mut power, mut k) = (1.0, 0);
    while k < 9 * 2 {
        if k % 2 == first {
            coefficients[k / 2] = if k / 2 % 2 == 0 { power } else { -power };
        }
        k += 1;
        power = power * FRAC_PI_2 / k as f64;
    }
    coefficients
}

/// The sine and the cosine of a phase in units of 2^-128 turns: less than 11·u off, u = 2^-53.
///
/// Let q be what is left of the phase, in quarters of a turn, |q| ≤ 1/2, and y = |πq/2| < 0.786. The term of y^k is less than
/// (6k + 4)·u off, as a part of it: 3k by its coefficient, 3k/2 + 1 by q and q², k + 2 by Horner's rule and the last product. The
/// sizes of the terms add up to less than sinh y < 0.87 and cosh y < 1.33, and k times as much to less than y·cosh y < 1.05 and
/// y·sinh y < 0.69: that is less than 10·u. The lower half of the phase, less than 2^-62 quarters, is not looked at; terms
/// that are left out are less than y^18/18! < 2^-58.
#[inline(always)]
fn circle(phase: u128) -> [f64; 2] {
    let quarter = 1 << 126;
    let k = phase.wrapping_add(quarter / 2) >> 126;
    let rest = phase.wrapping_sub(k << 126).cast_signed();
    // In units of 2^-62 quarters.
    let high = i64::try_from(rest >> 64).unwrap_or_default();
    let q = high as f64 * (1.0 / (1_u64 << 62) as f64);
    let square = q * q;
    let sum = |terms: &[f64; 9]| {
        let [c0, c1, c2, c3, c4, c5, c6, c7, c8] = *terms;
        let high = ((c8 * square + c7) * square + c6) * square + c5;
        ((((high * square + c4) * square + c3) * square + c2) * square + c1) * square + c0
    };
    let (sine, cosine) = (q * sum(&SINES), sum(&COSINES));
    let k = narrow::to_usize(k & 3);
    [[sine, cosine], [cosine, -sine], [-sine, -cosine], [-cosine, sine]][k]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_base::random::Random;
    use tmd_functions::interval::Interval;

    /// Of MPFR's values, for what cancels next to zeros.
    const PREC: u32 = 300;

    fn hankel(function: &str) -> (FunctionSpec, Hankel) {
        let spec = FunctionSpec::parse(function).expect("a function");
        let hankel = Hankel::of(&spec, 0.0).expect("a Bessel function");
        (spec, hankel)
    }

    #[test]
    fn values_are_as_near_as_is_said() {
        let mut random = Random::new(7);
        for function in ["j0", "j1", "y0", "y1"] {
            let (spec, hankel) = hankel(function);
            let mut largest = 0.0_f64;
            for exponent in (-13..=104).flat_map(|exponent| [exponent; 12]) {
                let multiple = (1 << 23) + narrow::to_u32(random.below(1 << 23));
                let x = f64::from(multiple) * 2f64.powi(exponent);
                let turns = step_of_radians(exponent).wrapping_mul(multiple.into());
                let (value, scale) = hankel.value(x, turns);
                let exact = spec.eval(&Interval::from_f64(x, PREC).expect("a number"));
                let own = Interval::from_f64(value, PREC).expect("a number");
                let off = exact.expect("a value").sub(&own).mag().to_f64() / scale;
                largest = largest.max(off);
            }
            println!(
                "{function}: at most {:.1}·2^-53·A off; 64 are granted",
                largest * 2f64.powi(53)
            );
            assert!(largest < ERROR / 2.0 && largest > ERROR / 100.0, "{function}: {largest:e}");
        }
    }

    #[test]
    fn sines_and_cosines_are_as_near_as_is_said() {
        let mut random = Random::new(11);
        let mut largest = 0.0_f64;
        for _ in 0..4000 {
            let phase =
                u128::from(random.below(u64::MAX)) << 64 | u128::from(random.below(u64::MAX));
            let radians = rug::Float::with_val(PREC, phase) >> 127_i32;
            let [sine, cosine] = [radians.clone().sin_pi(), radians.cos_pi()];
            for (own, exact) in circle(phase).into_iter().zip([sine, cosine]) {
                largest = largest.max((exact - own).to_f64().abs());
            }
        }
        println!("at most {:.2}·2^-53 off; 11 are proved", largest * 2f64.powi(53));
        assert!(largest < 11.0 * 2f64.powi(-53) && largest > 2f64.powi(-54), "{largest:e}");
    }
}
