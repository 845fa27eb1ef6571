//! The type.

mod compare;
mod operators;
#[cfg(test)]
mod tests;

use crate::digits;
use crate::elementary::Function;
use crate::exact::Rounded;
use crate::float::Float;
use crate::instability::{Instability, count};
use crate::random::{directions, signed_unit};
use std::fmt;
use std::panic::Location;

/// Digits whose loss in a sum is a cancellation.
const CANCELLED: u32 = 4;

/// A number of which three samples are computed, by operations that are rounded up or down at random: two samples as
/// chance has it, the third in the opposite direction to the second. The digits that the samples share are right, at
/// 95 % confidence, as far as rounding errors are concerned.
///
/// Operators, also with plain numbers, which are exact; comparisons by CADNA's rules (see [`PartialEq`] and [`PartialOrd`]);
/// functions with errors proved to be far below a unit in the last place ([`elementary`](crate::elementary)).
/// What should not be trusted is counted by line: [`report`](crate::report).
///
/// ```
/// use tmd_number::Stochastic;
/// let x = Stochastic::<f64>::new(10864.0);
/// let y = Stochastic::<f64>::new(18817.0);
/// // It is 1; all products are beyond 2^53.
/// let value = 9.0 * x * x * x * x - y * y * y * y + 2.0 * y * y;
/// assert_eq!(value.to_string(), "@.0");
/// let third = Stochastic::<f64>::new(1.0) / 3.0;
/// assert!(third.to_string().starts_with("3.333333333333"));
/// assert!(third * 3.0 == 1.0, "the difference is noise, or 0");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stochastic<T> {
    samples: [T; 3],
}

impl<T: Float> Stochastic<T> {
    /// A number that is known exactly.
    pub const fn new(x: T) -> Stochastic<T> {
        Stochastic { samples: [x; 3] }
    }

    /// A number of some samples.
    pub const fn from_samples(samples: [T; 3]) -> Stochastic<T> {
        Stochastic { samples }
    }

    /// A number that is known up to a relative error: samples are x·(1 + relative·r) with random r between -1 and 1.
    pub fn uncertain(x: T, relative: f64) -> Stochastic<T> {
        let samples = [(); 3].map(|()| T::nearest(x.wide() * (1.0 + relative * signed_unit())));
        Stochastic { samples }
    }

    /// Its samples.
    pub const fn samples(self) -> [T; 3] {
        self.samples
    }

    /// The mean of the samples: the best estimate of the value.
    pub fn value(self) -> T {
        T::nearest(digits::mean(self.wide()))
    }

    /// How many decimal digits are right: none (0) to all, 15 in `f64` and 7 in `f32`.
    pub fn digits(self) -> u32 {
        digits::digits(T::WIDTH, self.wide())
    }

    /// Whether it has no right digit: a *computed zero*, `@.0`. Three equal samples are none, not even zeros.
    pub fn is_noise(self) -> bool {
        digits::is_noise(self.wide())
    }

    fn wide(self) -> [f64; 3] {
        self.samples.map(Float::wide)
    }

    /// The same on each sample: what nothing is rounded by.
    fn each(self, f: impl Fn(T) -> T) -> Stochastic<T> {
        Stochastic { samples: self.samples.map(f) }
    }

    /// An operation of three operands, of which it reads as many as it has.
    fn operation(operation: Rounded, operands: [Stochastic<T>; 3]) -> Stochastic<T> {
        let up = directions();
        let samples = [0, 1, 2]
            .map(|k| T::rounded(operation, up[k], operands.map(|operand| operand.samples[k])));
        Stochastic { samples }
    }

    #[track_caller]
    fn sum(self, other: Stochastic<T>, operation: Rounded) -> Stochastic<T> {
        let sum = Stochastic::operation(operation, [self, other, other]);
        let [a, b, c] = [self, other, sum].map(|x| x.samples[0].wide().abs());
        // Where the first samples are as near as this no four digits are lost: see the pass that makes twins.
        if 128.0 * c < a.max(b) {
            let fewer = self.digits().min(other.digits());
            if fewer >= sum.digits() + CANCELLED {
                count(Instability::Cancellation, Location::caller());
            }
        }
        sum
    }

    #[track_caller]
    fn product(self, other: Stochastic<T>) -> Stochastic<T> {
        if self.is_noise() && other.is_noise() {
            count(Instability::Multiplication, Location::caller());
        }
        Stochastic::operation(Rounded::Mul, [self, other, other])
    }

    #[track_caller]
    fn quotient(self, other: Stochastic<T>) -> Stochastic<T> {
        if other.is_noise() {
            count(Instability::Division, Location::caller());
        }
        Stochastic::operation(Rounded::Div, [self, other, other])
    }

    #[track_caller]
    fn function(self, function: Function, other: Stochastic<T>) -> Stochastic<T> {
        if self.is_noise() || function.arity() == 2 && other.is_noise() {
            count(Instability::Function, Location::caller());
        }
        let up = directions();
        let samples =
            [0, 1, 2].map(|k| T::function(function, up[k], self.samples[k], other.samples[k]));
        Stochastic { samples }
    }

    /// √x.
    #[track_caller]
    #[must_use]
    pub fn sqrt(self) -> Stochastic<T> {
        if self.is_noise() {
            count(Instability::Function, Location::caller());
        }
        Stochastic::operation(Rounded::Sqrt, [self; 3])
    }

    /// x·a + b, rounded once.
    #[track_caller]
    #[must_use]
    pub fn mul_add(
        self,
        a: impl Into<Stochastic<T>>,
        b: impl Into<Stochastic<T>>,
    ) -> Stochastic<T> {
        let (a, b) = (a.into(), b.into());
        if self.is_noise() && a.is_noise() {
            count(Instability::Multiplication, Location::caller());
        }
        Stochastic::operation(Rounded::Fma, [self, a, b])
    }

    /// |x|, sample by sample.
    #[must_use]
    pub fn abs(self) -> Stochastic<T> {
        self.each(|x| T::nearest(x.wide().abs()))
    }

    /// The smaller, sample by sample; a NaN on one side is ignored.
    #[must_use]
    pub fn min(self, other: impl Into<Stochastic<T>>) -> Stochastic<T> {
        self.of_both(other.into(), f64::min)
    }

    /// The larger, sample by sample; a NaN on one side is ignored.
    #[must_use]
    pub fn max(self, other: impl Into<Stochastic<T>>) -> Stochastic<T> {
        self.of_both(other.into(), f64::max)
    }

    fn of_both(self, other: Stochastic<T>, f: fn(f64, f64) -> f64) -> Stochastic<T> {
        let [a, b] = [self, other].map(Stochastic::wide);
        Stochastic { samples: [0, 1, 2].map(|k| T::nearest(f(a[k], b[k]))) }
    }

    /// e^x.
    #[track_caller]
    #[must_use]
    pub fn exp(self) -> Stochastic<T> {
        self.function(Function::Exp, self)
    }

    /// The natural logarithm.
    #[track_caller]
    #[must_use]
    pub fn ln(self) -> Stochastic<T> {
        self.function(Function::Ln, self)
    }

    /// The sine of an angle in radians; a NaN beyond 2^30 (2^13 in `f32`).
    #[track_caller]
    #[must_use]
    pub fn sin(self) -> Stochastic<T> {
        self.function(Function::Sin, self)
    }

    /// The cosine of an angle in radians; a NaN beyond 2^30 (2^13 in `f32`).
    #[track_caller]
    #[must_use]
    pub fn cos(self) -> Stochastic<T> {
        self.function(Function::Cos, self)
    }

    /// The tangent of an angle in radians; a NaN beyond 2^30 (2^13 in `f32`).
    #[track_caller]
    #[must_use]
    pub fn tan(self) -> Stochastic<T> {
        self.function(Function::Tan, self)
    }

    /// The angle between -π/2 and π/2 whose tangent it is.
    #[track_caller]
    #[must_use]
    pub fn atan(self) -> Stochastic<T> {
        self.function(Function::Atan, self)
    }

    /// The hyperbolic tangent.
    #[track_caller]
    #[must_use]
    pub fn tanh(self) -> Stochastic<T> {
        self.function(Function::Tanh, self)
    }

    /// x^y, by one rounding.
    #[track_caller]
    #[must_use]
    pub fn powf(self, y: impl Into<Stochastic<T>>) -> Stochastic<T> {
        self.function(Function::Powf, y.into())
    }

    /// x^n by products, each of which is rounded; of a negative power, the reciprocal.
    #[track_caller]
    #[must_use]
    pub fn powi(self, n: i32) -> Stochastic<T> {
        let mut left = n.unsigned_abs();
        let (mut square, mut power) = (self, None);
        while left > 0 {
            if left & 1 != 0 {
                power = Some(power.map_or(square, |power: Stochastic<T>| power.product(square)));
            }
            left >>= 1;
            if left > 0 {
                square = square.product(square);
            }
        }
        let one = Stochastic::new(T::nearest(1.0));
        let power = power.unwrap_or(one);
        if n < 0 { one.quotient(power) } else { power }
    }
}

impl<T: Float> From<T> for Stochastic<T> {
    fn from(x: T) -> Stochastic<T> {
        Stochastic::new(x)
    }
}

/// The right digits, and no others: `1.234e0`; `@.0` if there is none. A number whose samples are equal is shown as it is.
impl<T: Float> fmt::Display for Stochastic<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&digits::shown(T::WIDTH, self.wide()))
    }
}
