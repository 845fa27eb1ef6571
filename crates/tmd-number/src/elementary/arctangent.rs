//! The arctangent.

use super::odd;
use super::waves::quarter;
use crate::arithmetic::Arithmetic;
use crate::double_word::{
    Two, add, add_number, constant, div, mul, mul_number, neg, one, scaled, select, series,
};

/// atan(j/8) for j from 1 to 8, as sums of two numbers.
const ANGLES: [[f64; 2]; 8] = [
    [0.12435499454676144, -3.1253241424539383e-18],
    [0.24497866312686414, 1.0698755618734451e-17],
    [0.35877067027057225, -2.4623815582638635e-17],
    [0.4636476090008061, 2.2698777452961687e-17],
    [0.5585993153435624, -5.4556305485916264e-18],
    [0.6435011087932844, 1.5834785051444286e-17],
    [0.7188299996216245, -2.1478388444456983e-17],
    [std::f64::consts::FRAC_PI_4, 3.061616997868383e-17],
];

/// ±(2n + 1), with alternating signs.
fn divisors() -> [f64; 10] {
    let mut next = -1.0;
    let mut sign = -1.0;
    [0; 10].map(|_| {
        next += 2.0;
        sign = -sign;
        sign * next
    })
}

/// atan x.
///
/// t is |x|, or 1/|x| where |x| > 1, for atan |x| = π/2 - atan(1/|x|); j is the integer next to 8t, and
/// atan t = atan(j/8) + atan v with v = (t - j/8)/(1 + t·j/8), |v| ≤ 1/16. atan v = v·Σ ±v^(2n)/(2n + 1): what is left out is below
/// 2^-80/21 < 2^-84; the series is at least 0.99, and with its head of 3 terms its error is below 4u·2^-24/7 + 30u². v has a
/// relative error below 15u² + 15u² + 6u²; its square and the product with the series add less than 50u². For j = 0 that is the
/// relative error of the sum; else the sum is at least 0.06 and the angle is known to u² of it: together 2^-76 (2^-40.5).
/// π/2 less that is at least π/4, and adds 3u². From |x| = 2^100 on, π/2 - atan is below 2^-100, and 2^100 is taken.
pub(super) fn atan<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    let [zero, unit, most] = [0.0, 1.0, 2f64.powi(100)].map(|number| a.number(number));
    let size = a.abs(x);
    let size = a.select(a.less(most, size), most, size);
    let is_large = a.less(unit, size);
    let divisor = one(a, a.select(is_large, size, unit));
    let dividend = one(a, a.select(is_large, unit, size));
    let t = div(a, dividend, divisor);
    let j = a.integer(a.mul(t.high, a.number(8.0)));
    let c = a.mul(j, a.number(0.125));
    let above = add_number(a, t, a.neg(c));
    let below = add_number(a, mul_number(a, t, c), unit);
    let v = div(a, above, below);
    let rest = mul(a, v, series(a, mul(a, v, v), &divisors(), 3));
    let mut angle = one(a, zero);
    for (k, [high, low]) in ANGLES.into_iter().enumerate() {
        let is_there = a.at_least(j, a.number(k as f64 + 1.0));
        angle = select(a, is_there, constant(a, high, low), angle);
    }
    let value = add(a, angle, rest);
    let [q0, q1, _] = quarter(a);
    let quarter = Two { high: a.number(q0), low: a.number(q1) };
    let value = select(a, is_large, add(a, quarter, neg(a, value)), value);
    let negative = a.less(x, zero);
    let sign = a.select(negative, a.number(-1.0), unit);
    odd(a, x, scaled(a, value, sign))
}
