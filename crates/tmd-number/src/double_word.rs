//! Numbers that are the sum of two, the second at most half a unit in the last place of the first.
//!
//! Bounds are those of M. Joldes, J.-M. Muller and V. Popescu, "Tight and rigorous error bounds for basic building blocks of
//! double-word arithmetic" (2017), whose algorithms these are; u is 2^-53 (2^-24). They hold while nothing overflows and no
//! product is so small that what it leaves is below the least number; there, errors of some least numbers come in addition.

use crate::arithmetic::Arithmetic;

/// high + low.
#[derive(Clone, Copy, Debug)]
pub struct Two<N> {
    /// The sum rounded to nearest.
    pub high: N,
    /// What that leaves.
    pub low: N,
}

/// A number as one of two words.
pub(crate) fn one<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    Two { high: x, low: a.number(0.0) }
}

/// The double word next to high + low, two words of binary64, by words of the arithmetic: 2u² of it are lost at most.
pub(crate) fn constant<A: Arithmetic>(a: &A, high: f64, low: f64) -> Two<A::Number> {
    match a.precision() {
        53 => Two { high: a.number(high), low: a.number(low) },
        _ => {
            let first = f64::from(high as f32);
            Two { high: a.number(first), low: a.number((high - first) + low) }
        }
    }
}

/// 1/d for an integer that is a number.
pub(crate) fn reciprocal<A: Arithmetic>(a: &A, d: f64) -> Two<A::Number> {
    let high = 1.0 / d;
    constant(a, high, -high.mul_add(d, -1.0) / d)
}

/// x + y, exactly (Knuth's 2Sum).
pub(crate) fn two_sum<A: Arithmetic>(a: &A, x: A::Number, y: A::Number) -> Two<A::Number> {
    let high = a.add(x, y);
    let of_y = a.sub(high, x);
    let of_x = a.sub(high, of_y);
    Two { high, low: a.add(a.sub(x, of_x), a.sub(y, of_y)) }
}

/// x + y, exactly, for |x| ≥ |y| or x = 0 (Dekker's Fast2Sum).
pub(crate) fn fast_two_sum<A: Arithmetic>(a: &A, x: A::Number, y: A::Number) -> Two<A::Number> {
    let high = a.add(x, y);
    Two { high, low: a.sub(y, a.sub(high, x)) }
}

/// x·y, exactly.
pub(crate) fn two_product<A: Arithmetic>(a: &A, x: A::Number, y: A::Number) -> Two<A::Number> {
    let high = a.mul(x, y);
    Two { high, low: a.fma(x, y, a.neg(high)) }
}

/// x + y, with a relative error of at most 2u².
pub(crate) fn add_number<A: Arithmetic>(a: &A, x: Two<A::Number>, y: A::Number) -> Two<A::Number> {
    let sum = two_sum(a, x.high, y);
    fast_two_sum(a, sum.high, a.add(x.low, sum.low))
}

/// x + y, with a relative error of at most 3u² + 13u³.
pub(crate) fn add<A: Arithmetic>(a: &A, x: Two<A::Number>, y: Two<A::Number>) -> Two<A::Number> {
    let high = two_sum(a, x.high, y.high);
    let low = two_sum(a, x.low, y.low);
    let sum = fast_two_sum(a, high.high, a.add(high.low, low.high));
    fast_two_sum(a, sum.high, a.add(low.low, sum.low))
}

/// x·y, with a relative error of at most 2u².
pub(crate) fn mul_number<A: Arithmetic>(a: &A, x: Two<A::Number>, y: A::Number) -> Two<A::Number> {
    let product = two_product(a, x.high, y);
    fast_two_sum(a, product.high, a.fma(x.low, y, product.low))
}

/// x·y, with a relative error of at most 4u².
pub(crate) fn mul<A: Arithmetic>(a: &A, x: Two<A::Number>, y: Two<A::Number>) -> Two<A::Number> {
    let product = two_product(a, x.high, y.high);
    let lows = a.fma(x.high, y.low, a.mul(x.low, y.low));
    let crossed = a.fma(x.low, y.high, lows);
    fast_two_sum(a, product.high, a.add(product.low, crossed))
}

/// x/y, with a relative error of at most 15u² + 56u³.
pub(crate) fn div<A: Arithmetic>(a: &A, x: Two<A::Number>, y: Two<A::Number>) -> Two<A::Number> {
    let high = a.div(x.high, y.high);
    let back = mul_number(a, y, high);
    let rest = a.add(a.sub(x.high, back.high), a.sub(x.low, back.low));
    fast_two_sum(a, high, a.div(rest, y.high))
}

/// -x.
pub(crate) fn neg<A: Arithmetic>(a: &A, x: Two<A::Number>) -> Two<A::Number> {
    Two { high: a.neg(x.high), low: a.neg(x.low) }
}

/// x·p for a power of 2.
pub(crate) fn scaled<A: Arithmetic>(a: &A, x: Two<A::Number>, p: A::Number) -> Two<A::Number> {
    Two { high: a.mul(x.high, p), low: a.mul(x.low, p) }
}

/// x where `which` holds, else y.
pub(crate) fn select<A: Arithmetic>(
    a: &A,
    which: A::Truth,
    x: Two<A::Number>,
    y: Two<A::Number>,
) -> Two<A::Number> {
    Two { high: a.select(which, x.high, y.high), low: a.select(which, x.low, y.low) }
}

/// Σ ±x^n/d(n) by Horner's rule: the terms from `head` on by numbers, those before by double words. `divisors` are d(0),
/// d(1), …, integers with at most 53 bits, negative ones where the sign is.
///
/// Let T be Σ |x|^n/|d(n)| from `head` on, at most 2·|x|^head/|d(head)| for every series here. Of it some 2u are lost,
/// coefficients, x rounded to one number and all operations included, and as much as 9u² of the partial sums before: the error
/// is at most 4u·|x|^head/|d(head)| + 9u²·Σ |x|^n/|d(n)|·(n + 1).
pub(crate) fn series<A: Arithmetic>(
    a: &A,
    x: Two<A::Number>,
    divisors: &[f64],
    head: usize,
) -> Two<A::Number> {
    let (first, rest) = divisors.split_at(head);
    let tail =
        rest.iter().rev().fold(a.number(0.0), |sum, d| a.fma(sum, x.high, a.number(1.0 / d)));
    first.iter().rev().fold(one(a, tail), |sum, d| add(a, mul(a, sum, x), reciprocal(a, *d)))
}
