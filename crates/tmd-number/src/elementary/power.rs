//! x^y.

use super::Sum;
use super::exponential::exp_of;
use super::logarithm::positive;
use crate::arithmetic::Arithmetic;
use crate::double_word::{Two, mul_number};

/// x^y = e^(y·ln |x|), with a sign.
///
/// ln |x| has a relative error below 2^-83 (2^-40.8) and the product adds 2u²; where the result is a number its size is at most
/// 745 (104), so the absolute error is below 2^-73 (2^-34), which is the relative one that it gives the power; with that of e^x,
/// 2^-69 (2^-33.9). A y beyond ±2^64 (2^32) gives the same 0 or ∞ as that, for |ln x| ≥ u/2 if it is not 0.
///
/// Special values are those of IEEE 754: x^0 and 1^y are 1, even with NaNs; zeros and infinities, negative x with y an
/// integer, and a NaN for negative x with another y.
pub(super) fn powf<A: Arithmetic>(a: &A, x: A::Number, y: A::Number) -> Sum<A::Number> {
    let [zero, unit, infinity, nan] =
        [0.0, 1.0, f64::INFINITY, f64::NAN].map(|number| a.number(number));
    let most = a.number(2f64.powi(if a.precision() == 53 { 64 } else { 32 }));
    let (size, size_y) = (a.abs(x), a.abs(y));
    let far = a.less(most, size_y);
    let bounded = a.select(far, a.select(a.less(zero, y), most, a.neg(most)), y);
    let log = positive(a, size);
    let value = exp_of(a, clamped(a, mul_number(a, log, bounded)));

    // Results that are no rounded powers.
    let is_zero = a.equal(x, zero);
    let is_endless = a.at_least(size, infinity);
    let y_endless = a.at_least(size_y, infinity);
    let grows = a.at_least(size, unit);
    let positive_y = a.less(zero, y);
    let negative_y = a.less(y, zero);
    let up = a.or(a.and(grows, positive_y), a.and_not(negative_y, grows));
    let extreme = a.or(a.or(is_zero, is_endless), y_endless);
    let special = a.select(up, infinity, zero);
    let (integer, odd) = parity(a, size_y);
    let negative = a.less(x, zero);
    // -0 is not less than 0, but 1/-0 is.
    let signed = a.or(negative, a.less(a.div(unit, x), zero));
    let sign = a.select(a.and(signed, odd), a.neg(unit), unit);
    let no_power = a.and_not(a.and_not(negative, integer), is_endless);
    let is_one = a.or(a.equal(y, zero), a.equal(x, unit));
    let is_one = a.or(is_one, a.and(a.equal(size, unit), y_endless));
    let is_nan = a.or(is_not_a_number(a, x), is_not_a_number(a, y));

    let exact = a.or(a.or(extreme, no_power), a.or(is_one, is_nan));
    let special = a.mul(a.select(no_power, nan, special), sign);
    let special = a.select(is_nan, nan, special);
    let special = a.select(is_one, unit, special);
    Sum {
        high: a.select(exact, special, a.mul(value.high, sign)),
        scale: value.scale.map(|scale| a.select(exact, unit, scale)),
        // A zero with the sign of the result: the sum of -0 and 0 is 0.
        low: a.mul(a.select(exact, zero, value.low), sign),
    }
}

fn is_not_a_number<A: Arithmetic>(a: &A, x: A::Number) -> A::Truth {
    let zero = a.number(0.0);
    let all = a.at_least(zero, zero);
    a.and_not(all, a.at_least(x, x))
}

/// An exponent between the ends of what e^x tells apart, and beyond: sums of which a word is no number are taken as their sign.
fn clamped<A: Arithmetic>(a: &A, x: Two<A::Number>) -> Two<A::Number> {
    let limit = a.number(1000.0);
    let above = a.less(limit, x.high);
    let below = a.less(x.high, a.neg(limit));
    Two {
        high: a.select(above, limit, a.select(below, a.neg(limit), x.high)),
        low: a.select(a.or(above, below), a.number(0.0), x.low),
    }
}

/// Whether a number that is not negative is an integer, and an odd one.
fn parity<A: Arithmetic>(a: &A, y: A::Number) -> (A::Truth, A::Truth) {
    // From here on all numbers are integers, and from twice that on even ones. Below, the sum rounds to an integer.
    let magic = a.number(2f64.powi(a.precision() as i32 - 1));
    let is_integer = |y: A::Number| {
        let rounded = a.sub(a.add(y, magic), magic);
        a.or(a.at_least(y, magic), a.equal(rounded, y))
    };
    let integer = is_integer(y);
    let half = is_integer(a.mul(y, a.number(0.5)));
    (integer, a.and_not(integer, half))
}
