//! Exact fractions, as long as they prove something that is worth the time.

use rug::Rational;
use rug::ops::Pow;

/// Fractions with more bits than this are given up.
const MOST_BITS: u64 = 1 << 22;

/// Whether a fraction is not given up.
pub(super) fn is_short(value: &Rational) -> bool {
    bits(value) <= MOST_BITS
}

/// `base^n`, given up when it would be huge or when it is a negative power of 0.
pub(super) fn power(base: Rational, n: i32) -> Option<Rational> {
    let too_long = bits(&base).saturating_mul(u64::from(n.unsigned_abs())) > MOST_BITS;
    let trivial = base.is_zero() || base == 1 || base == -1;
    if (base.is_zero() && n < 0) || (too_long && !trivial) {
        return None;
    }
    Some(base.pow(n))
}

fn bits(value: &Rational) -> u64 {
    u64::from(value.numer().significant_bits()) + u64::from(value.denom().significant_bits())
}
