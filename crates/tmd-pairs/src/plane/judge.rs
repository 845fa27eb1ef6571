//! The decision on a pair, in exact arithmetic or by enclosures, and by closed forms next to simple breakpoints.

use super::function::{Function, HYPOT_NEXT, NEXT};
use super::request::Request;
use crate::grid::Grid;
use crate::near::{Breakpoints, Near};
use rug::ops::Pow;
use rug::{Integer, Rational};
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::SurfaceSpec;

/// Powers with more bits are no breakpoints.
const MOST_BITS: u64 = 512;
/// Powers of two with larger exponents are out of reach.
const FAR: i64 = 4096;
/// Decides on pairs.
pub(crate) struct Judge {
    function: Function,
    spec: SurfaceSpec,
    precision: i32,
    pub(crate) breakpoints: Breakpoints,
}

impl Judge {
    pub(crate) fn new(request: &Request) -> Result<Judge, Diag> {
        let grid = Grid::breakpoints(&request.format);
        Ok(Judge {
            function: request.function,
            spec: request.function.spec()?,
            precision: narrow::to_i32(request.format.precision),
            breakpoints: Breakpoints::new(grid, request.bits),
        })
    }

    /// Where the value of x and y lies.
    pub(crate) fn near(&self, x: &Rational, y: &Rational) -> Near {
        if let Some(value) = self.exact(x, y) {
            return self.breakpoints.exactly(&value);
        }
        let enclosed = |prec: u32| {
            let [x, y] = [x, y].map(|own| Interval::from_rational(own, prec));
            self.spec.eval(&x, &y).ok().filter(|value| *value.lo() > 0 && value.is_bounded())
        };
        // What is exact was told.
        self.breakpoints.near(enclosed, |_| false)
    }

    /// The value, if it is an integer times a power of two and may be in reach.
    fn exact(&self, x: &Rational, y: &Rational) -> Option<Rational> {
        match self.function {
            Function::Pow => power(x, y),
            Function::Compound => power(&Rational::from(x + 1), y),
            // By the theorem of Lindemann and Weierstrass, the angle of a rational tangent other than 0 is transcendental.
            Function::Atan2 => None,
            Function::Atan2Pi => half_turns(x, y),
            Function::Hypot => root(&Rational::from(x.square_ref()), y),
        }
    }

    /// Whether the value of x and y is next to a simple breakpoint: 1 (small |y·log2 base|), x^y (large x), y/x (small quotient), the larger
    /// of x and y, or 1/2 or 1 (an angle in half turns next to an axis).
    pub(crate) fn is_next(&self, x: &Rational, y: &Rational) -> bool {
        let bits = self.precision + NEXT;
        match self.function {
            Function::Pow => is_next_to_one(x, y, bits),
            Function::Compound => {
                let base = Rational::from(x + 1);
                let is_large = *x >= Rational::from(y.abs_ref()) << bits;
                is_next_to_one(&base, y, bits)
                    || (is_large && power(x, y).is_some_and(|own| self.is_breakpoint(&own)))
            }
            Function::Atan2 => {
                *x > 0 && *x >= Rational::from(y << (bits / 2 + 1)) && {
                    let quotient = Rational::from(y / x);
                    quotient.denom().is_power_of_two() && self.is_breakpoint(&quotient)
                }
            }
            Function::Atan2Pi => {
                let size = Rational::from(x.abs_ref());
                let is_steep = *y >= Rational::from(&size << bits);
                is_steep || (*x < 0 && size >= Rational::from(y << bits))
            }
            Function::Hypot => {
                let (less, more) = if x < y { (x, y) } else { (y, x) };
                *more >= Rational::from(less << (self.precision / 2 + HYPOT_NEXT))
            }
        }
    }

    /// Whether a positive number is a breakpoint.
    fn is_breakpoint(&self, value: &Rational) -> bool {
        matches!(self.breakpoints.exactly(value), Near::Exact(_))
    }
}

/// Whether |y·log2 base| ≤ 2^-bits; it is never equal.
fn is_next_to_one(base: &Rational, y: &Rational, bits: i32) -> bool {
    if *base == 1 {
        return false;
    }
    // Most are far from it: |log2 base| is at least 2^-12, or the base is 1 + x with a tiny x.
    let most = Rational::from(1) >> bits;
    let compared = |prec: u32| {
        let [base, y] = [base, y].map(|own| Interval::from_rational(own, prec));
        let size = base.log2().ok()?.mul(&y).abs();
        let most = Interval::from_rational(&most, prec);
        if *size.hi() <= *most.lo() {
            Some(true)
        } else if *size.lo() > *most.hi() {
            Some(false)
        } else {
            None
        }
    };
    // log2 of a base that is no power of two is irrational, and that of a power of two times y is exact.
    [64, 256, 1024].into_iter().find_map(compared).unwrap_or(true)
}

/// base^y, if it is an integer times a power of two, and not beyond all measure.
fn power(base: &Rational, y: &Rational) -> Option<Rational> {
    if *base == 1 {
        return Some(Rational::from(1));
    }
    let zeros = base.numer().find_one(0)?;
    let odd = Integer::from(base.numer() >> zeros);
    let mut exponent = i64::from(zeros) - i64::from(base.denom().significant_bits()) + 1;
    // y is k/2^j.
    let halvings = y.denom().significant_bits() - 1;
    let mut root = odd;
    for _ in 0..halvings {
        if exponent % 2 != 0 || !root.is_perfect_square() {
            return None;
        }
        exponent /= 2;
        root.sqrt_mut();
        if root == 1 && exponent == 0 {
            return Some(Rational::from(1));
        }
    }
    let k = y.numer().to_i64()?;
    let exponent = exponent.checked_mul(k)?;
    if root == 1 {
        // Far out of reach, it may be any.
        return Some(Rational::from(1) << narrow::to_i32(exponent.clamp(-FAR, FAR)));
    }
    let exponent = i32::try_from(exponent).ok()?;
    let size = u64::from(root.significant_bits()).checked_mul(k.unsigned_abs())?;
    if k < 0 || size > MOST_BITS {
        return None;
    }
    Some(Rational::from(Integer::from((&root).pow(u32::try_from(k).ok()?))) << exponent)
}

/// The angle of the vector (x, y) in half turns, if it is rational: by Niven's theorem, of the angles of rational tangents other than 0 only that of
/// ±1 is a rational part of π.
pub(crate) fn half_turns(x: &Rational, y: &Rational) -> Option<Rational> {
    let quarters = if x == y { 1 } else { 3 };
    (*y == Rational::from(x.abs_ref())).then(|| Rational::from((quarters, 4)))
}

/// √(square + y²), if it is rational.
fn root(square: &Rational, y: &Rational) -> Option<Rational> {
    let sum = Rational::from(y.square_ref()) + square;
    let is_square = sum.numer().is_perfect_square() && sum.denom().is_perfect_square();
    is_square.then(|| Rational::from((sum.numer().clone().sqrt(), sum.denom().clone().sqrt())))
}
