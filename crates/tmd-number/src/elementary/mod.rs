//! Elementary functions by our own evaluators: sums of two numbers that are nearer to the value than any rounding can tell, to
//! be rounded as one likes.
//!
//! The bounds are proved beside each function, from the bounds of [`double_word`](crate::double_word) and of Taylor's series.
//! With u = 2^-53 (binary64) or 2^-24 (binary32), the relative error before the rounding is at most
//!
//! | | binary64 | binary32 | for |
//! |---|---|---|---|
//! | exp, tanh, ln, atan | 2^-68 | 2^-38 | all arguments; exp where the result is normal |
//! | sin, cos, tan | 2^-64 | 2^-29 | arguments up to 2^30 (binary64), 2^13 (binary32); beyond, the result is a NaN |
//! | powf | 2^-62 | 2^-33 | all arguments, where the result is normal |
//!
//! so what is rounded differs from the value by 1/500 of a unit in the last place at most (1/30, of binary32's sines of the
//! worst of all arguments), mostly far less. Subnormal
//! results of exp and powf have an error of up to half the least number in addition. Values that are numbers themselves (exp 0,
//! ln 1, sin 0) are exact.

mod arctangent;
mod exponential;
mod logarithm;
mod power;
#[cfg(test)]
mod tests;
mod waves;

use crate::arithmetic::{Arithmetic, Plain};
use crate::double_word::Two;
use crate::width::Width;

/// An elementary function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// e^x.
    Exp,
    /// The natural logarithm.
    Ln,
    /// Sine of an angle in radians.
    Sin,
    /// Cosine of an angle in radians.
    Cos,
    /// Tangent of an angle in radians.
    Tan,
    /// The angle whose tangent it is, between -π/2 and π/2.
    Atan,
    /// The hyperbolic tangent.
    Tanh,
    /// x^y, with the special values of IEEE 754's pow.
    Powf,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 8] = [
        Function::Exp,
        Function::Ln,
        Function::Sin,
        Function::Cos,
        Function::Tan,
        Function::Atan,
        Function::Tanh,
        Function::Powf,
    ];

    /// Its name, that of Rust's method.
    pub fn name(self) -> &'static str {
        match self {
            Function::Exp => "exp",
            Function::Ln => "ln",
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Tan => "tan",
            Function::Atan => "atan",
            Function::Tanh => "tanh",
            Function::Powf => "powf",
        }
    }

    /// The function of a name.
    pub fn of_name(name: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.name() == name)
    }

    /// Number of arguments.
    pub fn arity(self) -> usize {
        if self == Function::Powf { 2 } else { 1 }
    }

    /// The largest argument that it is computed at, by size; beyond, the result is a NaN.
    pub fn limit(self, width: Width) -> Option<f64> {
        match self {
            Function::Sin | Function::Cos | Function::Tan => Some(waves::limit(width.precision())),
            _ => None,
        }
    }
}

/// A value that has not been rounded yet: high·scale + low, by a fused multiply-add; high + low without a scale.
#[derive(Clone, Copy, Debug)]
pub struct Sum<N> {
    /// The value to the precision of a number, before it is scaled.
    pub high: N,
    /// A power of 2.
    pub scale: Option<N>,
    /// The rest, scaled.
    pub low: N,
}

impl<N> Sum<N> {
    fn of(value: Two<N>) -> Sum<N> {
        Sum { high: value.high, scale: None, low: value.low }
    }
}

/// The value of a function, before it is rounded. `y` is read by functions of two arguments.
pub fn unrounded<A: Arithmetic>(
    a: &A,
    function: Function,
    x: A::Number,
    y: A::Number,
) -> Sum<A::Number> {
    match function {
        Function::Exp => exponential::exp(a, x),
        Function::Ln => Sum::of(logarithm::ln(a, x)),
        Function::Sin => Sum::of(waves::sin(a, x)),
        Function::Cos => Sum::of(waves::cos(a, x)),
        Function::Tan => Sum::of(waves::tan(a, x)),
        Function::Atan => Sum::of(arctangent::atan(a, x)),
        Function::Tanh => Sum::of(exponential::tanh(a, x)),
        Function::Powf => power::powf(a, x, y),
    }
}

/// The value of a function of numbers of a width, rounded to nearest, but for values next to halfway between two numbers.
pub fn nearest(function: Function, width: Width, arguments: &[f64]) -> f64 {
    let x = arguments.first().copied().unwrap_or(f64::NAN);
    let y = arguments.get(1).copied().unwrap_or(x);
    match width {
        Width::W64 => {
            let sum = unrounded(&Plain::<f64>::new(), function, x, y);
            match sum.scale {
                Some(scale) => sum.high.mul_add(scale, sum.low),
                None => sum.high + sum.low,
            }
        }
        Width::W32 => {
            let sum = unrounded(&Plain::<f32>::new(), function, x as f32, y as f32);
            f64::from(match sum.scale {
                Some(scale) => sum.high.mul_add(scale, sum.low),
                None => sum.high + sum.low,
            })
        }
    }
}

/// The value where the argument is no zero; there, the zero itself, with its sign: what odd functions have.
fn odd<A: Arithmetic>(a: &A, x: A::Number, value: Two<A::Number>) -> Two<A::Number> {
    let is_zero = a.equal(x, a.number(0.0));
    crate::double_word::select(a, is_zero, Two { high: x, low: x }, value)
}

/// k, the integer next to x·`inverse`, and x - k·c for a constant c, the sum of three numbers of which the first two have p
/// bits each: x below 2^(p - 3)·c.
///
/// x - k·c0 is exact: it is a multiple of the last place of c0 or of x, which is at least half of that if k is not 0, and less
/// than c (|x - k·c| ≤ 0.51·c, and k·|c - c0| ≤ 2^-3·c), so that it has at most p bits. k·c1 is a sum of two numbers exactly,
/// and so is the difference of the first of these and of what the step before gave. Left are the rounding of two small terms,
/// each at most u·|k·c1| + |low word of x|, by 2u, and what c2 does not have of c, u·|c2|.
fn reduced<A: Arithmetic>(
    a: &A,
    x: Two<A::Number>,
    inverse: f64,
    c: [f64; 3],
) -> (A::Number, Two<A::Number>) {
    use crate::double_word::{two_product, two_sum};
    let k = a.integer(a.mul(x.high, a.number(inverse)));
    let minus = a.neg(k);
    let [c0, c1, c2] = c.map(|word| a.number(word));
    let first = a.fma(minus, c0, x.high);
    let second = two_product(a, minus, c1);
    let sum = two_sum(a, first, second.high);
    let third = a.fma(minus, c2, x.low);
    let rest = a.add(a.add(sum.low, second.low), third);
    (k, two_sum(a, sum.high, rest))
}
