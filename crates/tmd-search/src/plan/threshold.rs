//! Thresholds as kernels have them: integers, and their words.

use rug::Integer;
use tmd_design::bound::Up;

/// 2ε'' in units of 2^-bits, rounded up, at least to six significant bits (so that equal situations
/// share kernels) and to an even number (so that ε'' is a whole number of units too).
pub(super) fn threshold(total: Up, bits: u32) -> Integer {
    let exact = scaled_up(total, bits);
    let unit = exact.significant_bits().saturating_sub(6).max(1);
    let mut rounded = exact >> unit;
    rounded += 1;
    rounded << unit
}

/// 2ε'' in units of 2^-bits, rounded up.
pub(super) fn scaled_up(total: Up, bits: u32) -> Integer {
    let scaled = rug::Float::with_val(53, total.value()) << (bits + 1);
    scaled.to_integer_round(rug::float::Round::Up).map_or_else(Integer::new, |r| r.0)
}

/// The least significant words of a number.
pub(super) fn words_of(number: &Integer, count: usize) -> Vec<u64> {
    (0..count).map(|i| Integer::from(number >> (64 * i)).keep_bits(64).to_u64_wrapping()).collect()
}
