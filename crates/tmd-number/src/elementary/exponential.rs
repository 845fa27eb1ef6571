//! e^x and the hyperbolic tangent.

use super::{Sum, odd, reduced};
use crate::arithmetic::Arithmetic;
use crate::double_word::{Two, add, add_number, div, mul, one, scaled, series, two_sum};

/// ln 2 as a sum of three numbers, of 53 and of 24 bits.
const LN_2: [[f64; 3]; 2] = [
    [std::f64::consts::LN_2, 2.3190468138462996e-17, 5.707708438416212e-34],
    [0.6931471824645996, -1.9046542121259336e-09, -8.78318373858934e-17],
];

/// ln 2 as a sum of three numbers of the arithmetic.
pub(super) fn ln_2<A: Arithmetic>(a: &A) -> [f64; 3] {
    LN_2[usize::from(a.precision() == 24)]
}

/// (n + 1)! for n from 0 to 17.
fn divisors() -> [f64; 18] {
    let mut product = 1.0;
    [0; 18].map({
        let mut n = 0.0;
        move |_| {
            n += 1.0;
            product *= n;
            product
        }
    })
}

/// k and e^r - 1 with x = k·ln 2 + r, |r| ≤ 0.36, for |x| ≤ 2^10 (2^7).
///
/// r is known to 2^-100 (2^-42): see `reduced`. e^r - 1 = r·Σ r^n/(n + 1)!; the terms that are left out are below
/// 2·0.36^18/19! < 2^-82. The series is at least 0.83; by the bound of `series` with its head of 6 terms its error is below
/// 4u·0.36^6/7! + 9u²·3 < 2^-19·u + 27u², and the product adds 4u²: relative to e^r - 1, 2^-72 (2^-41.5).
pub(super) fn parts<A: Arithmetic>(a: &A, x: Two<A::Number>) -> (A::Number, Two<A::Number>) {
    let (k, r) = reduced(a, x, std::f64::consts::LOG2_E, ln_2(a));
    (k, mul(a, r, series(a, r, &divisors(), 6)))
}

/// The ends of what is not 0 or ∞ when it is rounded, and a little more.
fn ends<A: Arithmetic>(a: &A) -> [f64; 2] {
    if a.precision() == 53 { [-760.0, 720.0] } else { [-110.0, 92.0] }
}

/// e^x for a double word, whose error is another's.
///
/// 2^k·(1 + (e^r - 1)): the sum is at least 0.69 and adds 2u², so that the relative error is at most 2^-72.5 (2^-41) and that
/// of r: 2^-70 (2^-40) together. The power of 2 is taken in two steps, k/2 at a time, for it may be no number; the product
/// of the first is exact, that of the second is the fused multiply-add that rounds.
pub(super) fn exp_of<A: Arithmetic>(a: &A, x: Two<A::Number>) -> Sum<A::Number> {
    let [from, to] = ends(a).map(|end| a.number(end));
    let (low, high) = (a.less(x.high, from), a.less(to, x.high));
    let zero = a.number(0.0);
    let x = Two {
        high: a.select(low, from, a.select(high, to, x.high)),
        low: a.select(a.or(low, high), zero, x.low),
    };
    let (k, rest) = parts(a, x);
    let value = add_number(a, rest, a.number(1.0));
    let half = a.integer(a.mul(k, a.number(0.5)));
    let [first, second] = [half, a.sub(k, half)].map(|k| a.power(k));
    let value = scaled(a, value, first);
    Sum { high: value.high, scale: Some(second), low: a.mul(value.low, second) }
}

/// e^x; 0 and ∞ of infinities.
pub(super) fn exp<A: Arithmetic>(a: &A, x: A::Number) -> Sum<A::Number> {
    let value = exp_of(a, one(a, x));
    let infinity = a.number(f64::INFINITY);
    let is_none = a.at_least(a.neg(infinity), x);
    let is_endless = a.at_least(x, infinity);
    let zero = a.number(0.0);
    let exact = a.or(is_none, is_endless);
    Sum {
        high: a.select(exact, a.select(is_endless, infinity, zero), value.high),
        scale: value.scale.map(|scale| a.select(exact, a.number(1.0), scale)),
        low: a.select(exact, zero, value.low),
    }
}

/// tanh x = E/(E + 2) with E = e^(2|x|) - 1 = 2^k·(e^r - 1) + (2^k - 1).
///
/// For k = 0, E is e^r - 1, else the terms' errors are relative to at most 2^k·0.42 and 2^k where E ≥ 2^k·0.2: the relative
/// error of E is below 2.1·2^-72 + 3u²·7 (and |r|'s). E + 2 is larger, quotient and sum add 17u²: 2^-70 (2^-40) together. From
/// |x| = 40 on, 1 - tanh is below 2^-114, and 40 is taken.
pub(super) fn tanh<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    let size = a.abs(x);
    let most = a.number(40.0);
    let size = a.select(a.less(most, size), most, size);
    let (k, rest) = parts(a, one(a, a.add(size, size)));
    let power = a.power(k);
    let whole = two_sum(a, power, a.number(-1.0));
    let excess = add(a, scaled(a, rest, power), whole);
    let value = div(a, excess, add_number(a, excess, a.number(2.0)));
    let negative = a.less(x, a.number(0.0));
    let sign = a.select(negative, a.number(-1.0), a.number(1.0));
    odd(a, x, scaled(a, value, sign))
}
