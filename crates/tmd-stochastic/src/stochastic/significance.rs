//! The significance of a value, from its three samples, in operations of the intermediate representation.
//!
//! Samples x1, x2, x3 of a value have by Student's law, at 95 %, as many exact significant digits as -log10 of
//! τ/√3·σ/|mean| (Vignes 1993; Chesneaux 1990). A value is *noise* (a computational zero, `@.0`) if that is less than
//! half a digit: if Σ(xi/mean - 1)^2 > 2·3/τ^2·10^-1.

use tmd_kernel::ir::{Builder, Value, Width};
use tmd_number::digits::{EXACT, LOG, NOISE, SPREAD, offset, scales};

/// A cheap and complete filter: where this mask does not hold, the value is not noise, for |x2 - x1| and |x3 - x1| are
/// at most |x1|/16. Then the mean is at least (1 - 2/48)·|x1|, and Σ(xi - mean)^2 ≤ 2·(x1/16)^2, so that Σ(xi/mean - 1)^2
/// ≤ 0.0086, a fourth of what makes noise: rounding of the filter itself, a few units of the last place, does no harm.
/// Three equal samples, zeros too, are not noise; NaNs pass the filter.
pub(super) fn suspicious(b: &mut Builder, [x, y, z]: [Value; 3]) -> Value {
    let sixteenth = b.float(1.0 / 16.0);
    let size = b.abs(x);
    let limit = b.mul(size, sixteenth);
    let within = [y, z].map(|other| {
        let difference = b.sub(other, x);
        let difference = b.abs(difference);
        b.ge(limit, difference)
    });
    let certain = b.and(within[0], within[1]);
    let all = b.truth(true);
    b.and_not(all, certain)
}

/// Samples times a power of 2 that keeps their sum, and its reciprocal, in the range: [`scales`].
fn scaled(b: &mut Builder, width: Width, samples: [Value; 3]) -> [Value; 3] {
    let sizes = samples.map(|x| b.abs(x));
    let size = b.max(sizes[0], sizes[1]);
    let size = b.max(size, sizes[2]);
    let mut factor = b.float(1.0);
    let [(large, down), (small, up)] = scales(width);
    let (large, down) = (b.float(large), b.float(down));
    let is_large = b.ge(size, large);
    factor = b.select(is_large, down, factor);
    let (small, up) = (b.float(small), b.float(up));
    let is_small = b.lt(size, small);
    factor = b.select(is_small, up, factor);
    samples.map(|x| b.mul(x, factor))
}

/// Sum, and Σ(xi/mean - 1)^2.
fn spread(b: &mut Builder, width: Width, samples: [Value; 3]) -> (Value, Value) {
    let [x, y, z] = scaled(b, width, samples);
    let sum = b.add(x, y);
    let sum = b.add(sum, z);
    let (three, one) = (b.float(3.0), b.float(1.0));
    let squares = match width {
        Width::W64 => {
            let inverse = b.div(three, sum);
            [x, y, z].map(|x| {
                let ratio = b.mul(x, inverse);
                let from_one = b.sub(ratio, one);
                b.mul(from_one, from_one)
            })
        }
        // The same, but for the rounding of a ratio near 1, which binary32 has no digits for.
        Width::W32 => {
            let (inverse, minus) = (b.div(one, sum), b.neg(sum));
            [x, y, z].map(|x| {
                let from_sum = b.fma(three, x, minus);
                let from_one = b.mul(from_sum, inverse);
                b.mul(from_one, from_one)
            })
        }
    };
    let two = b.add(squares[0], squares[1]);
    (sum, b.add(two, squares[2]))
}

/// a = b.
fn equal(b: &mut Builder, x: Value, y: Value) -> Value {
    let (not_less, not_more) = (b.ge(x, y), b.ge(y, x));
    b.and(not_less, not_more)
}

/// Whether the value is noise. Three equal samples are none, though they be zeros.
pub(super) fn noise(b: &mut Builder, width: Width, samples: [Value; 3]) -> Value {
    let (sum, spread) = spread(b, width, samples);
    let (zero, limit) = (b.float(0.0), b.float(NOISE));
    let much = b.lt(limit, spread);
    let none = equal(b, sum, zero);
    let [same, same_too] = [1, 2].map(|k| equal(b, samples[0], samples[k]));
    let same = b.and(same, same_too);
    let differ = b.or(much, none);
    b.and_not(differ, same)
}

/// The number of exact significant digits, as a number: the rule of [`digits`](tmd_number::digits::digits), computed in the
/// kernel's own arithmetic.
pub(super) fn digits(b: &mut Builder, width: Width, samples: [Value; 3]) -> Value {
    let (sum, spread) = spread(b, width, samples);
    let factor = b.float(SPREAD);
    let scaled = b.mul(spread, factor);
    let bits = b.bits(scaled);
    let exponent = b.shr(bits, width.precision() - 1);
    // The exponent as a number: in the low bits of one.
    let shift = 2f64.powi(width.precision() as i32 - 1);
    let magic = b.word(width.bits_of(shift));
    let magic = b.bits_or(exponent, magic);
    let magic = b.from_bits(magic);
    let bias = b.float(shift + offset(width));
    let exponent = b.sub(bias, magic);
    let log = b.float(LOG);
    let exact = b.mul(exponent, log);
    // To the nearest integer, for numbers below 2^50 (2^21).
    let rounder = b.float(1.5 * shift);
    let up = b.add(exact, rounder);
    let whole = b.sub(up, rounder);
    let zero = b.float(0.0);
    let whole = b.max(whole, zero);
    let (tiny, most) = EXACT[usize::from(width == Width::W32)];
    let (tiny, most) = (b.float(tiny), b.float(most));
    let negligible = b.ge(tiny, scaled);
    let digits = b.select(negligible, most, whole);
    // Equal samples have all digits, others that sum to 0 have none.
    let none = equal(b, sum, zero);
    let digits = b.select(none, zero, digits);
    let [same, same_too] = [1, 2].map(|k| equal(b, samples[0], samples[k]));
    let same = b.and(same, same_too);
    b.select(same, most, digits)
}
