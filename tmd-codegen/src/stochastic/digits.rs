//! The number of exact significant digits of three samples.
//!
//! Student's law, N = 3, 95 %: τ = 4.3027. The digits are rounded from the exponent of the squared relative spread, as
//! CADNA 3.1.12 has it (a table of one step a factor of 2 in the variance), so that both say the same.

use crate::ir::Width;

/// τ^2/(N·(N - 1)) = 4.3027^2/6: the squared confidence interval of the mean is this times Σ(xi/mean - 1)^2.
pub(super) const SPREAD: f64 = 3.085_466_170_416_667;
/// Σ(xi/mean - 1)^2 above which no digit is right, to the nearest: 0.1/[`SPREAD`].
pub(super) const NOISE: f64 = 3.241_001_342_318_91e-2;
/// log10(2)/2: digits a factor of 2 in the variance.
pub(super) const LOG: f64 = 0.150_514_997_831_990_65;
/// For binary64 and binary32: the squared interval that counts as none, and the digits then.
pub(super) const EXACT: [(f64, f64); 2] = [(1e-30, 15.0), (1e-14, 7.0)];

/// What the biased exponent of the squared interval is compared with.
pub(super) fn offset(width: Width) -> f64 {
    match width {
        Width::W64 => 1021.0,
        Width::W32 => 125.0,
    }
}

/// Exact significant digits of a value of a width, estimated from its samples; 0 for noise.
///
/// The sum is rounded to the width, all else is computed in binary64.
pub fn digits(width: Width, samples: [f64; 3]) -> u32 {
    let [x, y, z] = samples;
    let (tiny, most) = EXACT[usize::from(width == Width::W32)];
    let sum = width.rounded(width.rounded(x + y) + z);
    if sum == 0.0 {
        return if x == y && x == z { most as u32 } else { 0 };
    }
    let inverse = 3.0 / sum;
    let scaled: f64 = samples.iter().map(|x| (x * inverse - 1.0).powi(2)).sum::<f64>() * SPREAD;
    if scaled <= tiny {
        return most as u32;
    }
    let exponent = (scaled.to_bits() >> 52 & 0x7ff) as f64 - offset(Width::W64);
    let exact = -exponent * LOG;
    if exact >= 0.0 { (exact + 0.5) as u32 } else { 0 }
}

/// Whether a value has no digit: a computational zero that is not three zeros.
pub fn is_noise(samples: [f64; 3]) -> bool {
    let [x, y, z] = samples;
    let sum = x + y + z;
    if sum == 0.0 {
        return !(x == y && x == z);
    }
    let inverse = 3.0 / sum;
    samples.iter().map(|x| (x * inverse - 1.0).powi(2)).sum::<f64>() > NOISE
}

/// A value with the digits that are right: `1.234`, or `@.0` if none is.
pub fn shown(width: Width, samples: [f64; 3]) -> String {
    let [x, y, z] = samples;
    let mean = (x + y + z) / 3.0;
    if !mean.is_finite() {
        return format!("{mean}");
    }
    match digits(width, samples) {
        0 => "@.0".to_owned(),
        _ if mean == 0.0 => "0".to_owned(),
        digits => format!("{mean:.*e}", digits as usize - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_spread() {
        assert_eq!(digits(Width::W64, [1.0; 3]), 15);
        assert_eq!(digits(Width::W32, [1.0; 3]), 7);
        assert_eq!(digits(Width::W64, [0.0; 3]), 15);
        assert_eq!(digits(Width::W64, [1.0, -1.0, 0.0]), 0);
        assert_eq!(digits(Width::W64, [1.0, 2.0, 3.0]), 0);
        for lost in 1..13 {
            let by = 10f64.powi(-lost);
            let digits = i64::from(digits(Width::W64, [1.0, 1.0 + by, 1.0 - by]));
            assert!((digits - i64::from(lost)).abs() <= 1, "{lost}: {digits}");
        }
        assert!(is_noise([1.0, 2.0, 3.0]) && !is_noise([0.0; 3]) && !is_noise([1.0, 1.001, 1.0]));
        assert_eq!(shown(Width::W64, [1.0, -1.0, 0.5]), "@.0");
        assert_eq!(shown(Width::W64, [1.25, 1.2500001, 1.2499999]), "1.25000e0");
    }
}
