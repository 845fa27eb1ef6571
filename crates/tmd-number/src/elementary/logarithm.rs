//! The natural logarithm.

use super::exponential::ln_2;
use crate::arithmetic::Arithmetic;
use crate::double_word::{
    Two, add, div, fast_two_sum, mul, one, scaled, series, two_product, two_sum,
};

/// Odd numbers from 1 to 33.
fn divisors() -> [f64; 17] {
    let mut n = -1.0;
    [0; 17].map(|_| {
        n += 2.0;
        n
    })
}

/// ln x of a positive number, anything of others.
///
/// x = 2^e·m with m between √2/2 and √2; ln m = 2·atanh s = 2s·Σ s^(2n)/(2n + 1) with s = (m - 1)/(m + 1), |s| ≤ 0.1716. m - 1
/// is exact (Sterbenz) and m + 1 a double word, so that s has a relative error of 15u². What is left out of the series is below
/// s^34/35 < 2^-91; the series is at least 1, and by the bound of `series` with its head of 6 terms its error is below
/// 4u·s^12/13 + 9u²·1.1 < 2^-32·u + 10u²; squaring and products add 60u² at most: relative to ln m, 2^-84 (2^-41).
/// e·ln 2 is known to 4u² of it, and where e is not 0 the sum is at least half of it: the bound holds for ln x, too, with 8u² and
/// 3u² for the sum.
pub(super) fn positive<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    let bits = a.precision();
    let (least, shift) = if bits == 53 { (-1022, 54.0) } else { (-126, 25.0) };
    let is_small = a.less(x, a.number(2f64.powi(least)));
    let x = a.select(is_small, a.mul(x, a.number(shift_factor(shift))), x);
    let [e, m] = a.split(x);
    let e = a.select(is_small, a.sub(e, a.number(shift)), e);
    let is_large = a.at_least(m, a.number(std::f64::consts::SQRT_2));
    let (half, unit) = (a.number(0.5), a.number(1.0));
    let m = a.select(is_large, a.mul(m, half), m);
    let e = a.select(is_large, a.add(e, unit), e);
    let s = div(a, one(a, a.sub(m, unit)), two_sum(a, m, unit));
    let sum = series(a, mul(a, s, s), &divisors(), 6);
    let of_m = scaled(a, mul(a, s, sum), a.number(2.0));
    let [c0, c1, _] = ln_2(a).map(|word| a.number(word));
    let whole = two_product(a, e, c0);
    let whole = fast_two_sum(a, whole.high, a.fma(e, c1, whole.low));
    add(a, whole, of_m)
}

fn shift_factor(shift: f64) -> f64 {
    2f64.powi(shift as i32)
}

/// ln x: -∞ of zeros, a NaN of negative numbers, ∞ of ∞.
pub(super) fn ln<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    let value = positive(a, x);
    let [zero, infinity, nan] = [0.0, f64::INFINITY, f64::NAN].map(|special| a.number(special));
    let is_positive = a.less(zero, x);
    let is_finite = a.less(x, infinity);
    let is_zero = a.equal(x, zero);
    let special = a.select(is_zero, a.neg(infinity), a.select(is_positive, infinity, nan));
    let is_plain = a.and(is_positive, is_finite);
    // A NaN is neither above 0 nor at it.
    Two { high: a.select(is_plain, value.high, special), low: a.select(is_plain, value.low, zero) }
}
