//! Sine, cosine and tangent.

use super::{odd, reduced};
use crate::arithmetic::Arithmetic;
use crate::double_word::{Two, div, mul, neg, one, scaled, select, series};

/// π/2 as a sum of three numbers, of 53 and of 24 bits.
const QUARTER: [[f64; 3]; 2] = [
    [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33],
    [1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15],
];

/// The largest size of an argument.
pub(super) fn limit(precision: u32) -> f64 {
    if precision == 53 { 2f64.powi(30) } else { 2f64.powi(13) }
}

/// π/2 as a sum of three numbers of the arithmetic.
pub(super) fn quarter<A: Arithmetic>(a: &A) -> [f64; 3] {
    QUARTER[usize::from(a.precision() == 24)]
}

/// ±(n)! for every second n from `first` on, with alternating signs.
fn divisors(first: u32) -> [f64; 12] {
    let mut next = first;
    let mut product: f64 = (1..=first).map(f64::from).product();
    let mut sign = -1.0;
    [0; 12].map(|_| {
        let value = product;
        product *= f64::from(next + 1) * f64::from(next + 2);
        next += 2;
        sign = -sign;
        sign * value
    })
}

/// The sine and the cosine of x, |x| ≤ [`limit`], and whether they are those of the other and negative: (sin r, cos r, k odd,
/// [k/2] odd) for x = k·π/2 + r, |r| ≤ 0.81.
///
/// r: by `reduced`. k·c1 is below 2^-24 (2^-12), k·c2 below 2^-79 (2^-36): the error is below 2^-129 (2^-58). No number up to the
/// limit is nearer to a multiple of π/2, 0 excepted, than 2^-61 (2^-28), which the tests show by continued fractions (by trying
/// all): r has a relative error below 2^-68 (2^-30), the sine at most the same, the cosine 0.9 times and the tangent 1.7 times that.
///
/// sin r = r·Σ ±r^(2n)/(2n + 1)!, cos r = Σ ±r^(2n)/(2n)!: left out are terms below 0.66^12/24! < 2^-85. The heads have 5
/// terms; the tails' errors are below 4u·0.66^5/10! < 2^-22.7·u, and the heads' below 30u². The sine's series is at least 0.89 and
/// the cosine at least 0.68: relative errors of 2^-75 (2^-41).
struct Wave<N, T> {
    sine: Two<N>,
    cosine: Two<N>,
    is_odd: T,
    is_second: T,
}

fn wave<A: Arithmetic>(a: &A, x: A::Number) -> Wave<A::Number, A::Truth> {
    let [most, nan, zero, half] =
        [limit(a.precision()), f64::NAN, 0.0, 0.5].map(|number| a.number(number));
    // NaNs, too: they are not at most anything.
    let x = a.select(a.at_least(most, a.abs(x)), x, nan);
    let (k, r) = reduced(a, one(a, x), std::f64::consts::FRAC_2_PI, quarter(a));
    let square = mul(a, r, r);
    let sine = mul(a, r, series(a, square, &divisors(1), 5));
    let cosine = series(a, square, &divisors(0), 5);
    // k = 2·j + odd with j = ⌊k/2⌋; j is odd where j - 2·⌊j/2⌋ is not 0.
    let quarter = a.number(0.25);
    let below = |a: &A, k: A::Number| a.integer(a.sub(a.mul(k, half), quarter));
    let j = below(a, k);
    let is_odd = a.less(zero, a.sub(k, a.add(j, j)));
    let i = below(a, j);
    let is_second = a.less(zero, a.sub(j, a.add(i, i)));
    Wave { sine, cosine, is_odd, is_second }
}

/// x, or -x where the mask holds.
fn signed<A: Arithmetic>(a: &A, negative: A::Truth, x: Two<A::Number>) -> Two<A::Number> {
    let sign = a.select(negative, a.number(-1.0), a.number(1.0));
    scaled(a, x, sign)
}

/// sin x; a NaN beyond the limit.
pub(super) fn sin<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    let Wave { sine, cosine, is_odd, is_second } = wave(a, x);
    let value = select(a, is_odd, cosine, sine);
    odd(a, x, signed(a, is_second, value))
}

/// cos x = sin(x + π/2); a NaN beyond the limit.
pub(super) fn cos<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    let Wave { sine, cosine, is_odd, is_second } = wave(a, x);
    let value = select(a, is_odd, neg(a, sine), cosine);
    signed(a, is_second, value)
}

/// tan x = sin/cos, and -cos/sin for odd k; the quotient adds 15u². A NaN beyond the limit.
pub(super) fn tan<A: Arithmetic>(a: &A, x: A::Number) -> Two<A::Number> {
    let Wave { sine, cosine, is_odd, .. } = wave(a, x);
    let above = select(a, is_odd, neg(a, cosine), sine);
    odd(a, x, div(a, above, select(a, is_odd, sine, cosine)))
}
