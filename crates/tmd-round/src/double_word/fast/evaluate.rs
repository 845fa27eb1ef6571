//! The operations of the fast path: they stand here once, for the kernel and for the bound of their error.

use crate::double_word::arithmetic::{Arithmetic, horner};

/// A value as the sum of two words that is not normalised: the constant, a sum of two words, and a polynomial of single words.
pub(super) fn value<A: Arithmetic>(
    a: &mut A,
    [high, low]: [A::Number; 2],
    coefficients: &[A::Number],
) -> [A::Number; 2] {
    let slope = horner(a, coefficients);
    let [high, missing] = a.fused(slope, high);
    [high, a.low_sum(missing, low)]
}

/// A constant moved by an integer that is 0, or at least 1 and twice as large as the constant.
pub(super) fn shifted<A: Arithmetic>(
    a: &mut A,
    by: A::Number,
    [high, low]: [A::Number; 2],
) -> [A::Number; 2] {
    let [high, rest] = a.sum(by, high);
    [high, a.low_sum(rest, low)]
}

/// The low words of a lower and an upper bound of a value.
pub(super) fn bounds<A: Arithmetic>(a: &mut A, low: A::Number, error: A::Number) -> [A::Number; 2] {
    [a.low_difference(low.clone(), error.clone()), a.low_sum(low, error)]
}

/// A value's two words as a number, rounded to nearest, and what is missing to it.
pub(super) fn normalised<A: Arithmetic>(a: &mut A, [high, low]: [A::Number; 2]) -> [A::Number; 2] {
    a.sum(high, low)
}
