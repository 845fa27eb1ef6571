//! The number of exact significant digits of three samples.
//!
//! Student's law, N = 3, 95 %: τ = 4.3027, and C = log10(√N·|mean|/(s·τ)) digits are right. That formula, rounded to the
//! nearest integer, is an upper bound of what is told here: as CADNA 3.1.12 does, we take the power of 2 that is two
//! above the exponent of the squared relative spread in its place, which kernels do in a few operations. So three triples
//! in ten have one digit less than by the formula, and none has more.

use crate::width::Width;

/// τ^2/(N·(N - 1)) = 4.3027^2/6: the squared confidence interval of the mean is this times Σ(xi/mean - 1)^2.
pub const SPREAD: f64 = 3.085_466_170_416_667;
/// Σ(xi/mean - 1)^2 above which no digit is right, to the nearest: 0.1/[`SPREAD`].
pub const NOISE: f64 = 3.241_001_342_318_91e-2;
/// log10(2)/2: digits a factor of 2 in the variance.
pub const LOG: f64 = 0.150_514_997_831_990_65;
/// For binary64 and binary32: the squared interval that counts as none, and the digits then.
pub const EXACT: [(f64, f64); 2] = [(1e-30, 15.0), (1e-14, 7.0)];

/// The number that the biased exponent of the squared interval is compared with.
pub fn offset(width: Width) -> f64 {
    match width {
        Width::W64 => 1021.0,
        Width::W32 => 125.0,
    }
}

/// Sizes from which on samples are scaled before they are added, or below which: sums of three and their reciprocals
/// stay in the range, and nothing is rounded by it. With the factors.
pub fn scales(width: Width) -> [(f64, f64); 2] {
    let power = |e: i32| 2f64.powi(e);
    match width {
        Width::W64 => [(power(1020), power(-8)), (power(-1000), power(64))],
        Width::W32 => [(power(124), power(-8)), (power(-100), power(64))],
    }
}

/// Samples without the ends of their type: times a power of 2.
fn scaled(width: Width, samples: [f64; 3]) -> [f64; 3] {
    let [(large, down), (small, up)] = scales(width);
    let size = samples.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    let factor = if size >= large {
        down
    } else if size < small {
        up
    } else {
        1.0
    };
    samples.map(|x| x * factor)
}

/// Exact significant digits of a value of a width, estimated from its samples; 0 for noise. Three equal ones have all.
///
/// The sum is rounded to the width, all else is computed in binary64.
pub fn digits(width: Width, samples: [f64; 3]) -> u32 {
    let (tiny, most) = EXACT[usize::from(width == Width::W32)];
    let samples = scaled(width, samples);
    let [x, y, z] = samples;
    if x == y && x == z {
        return most as u32;
    }
    let sum = width.rounded(width.rounded(x + y) + z);
    if sum == 0.0 {
        return 0;
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
    let samples = scaled(Width::W64, samples);
    let [x, y, z] = samples;
    if x == y && x == z {
        return false;
    }
    let sum = x + y + z;
    if sum == 0.0 {
        return true;
    }
    let inverse = 3.0 / sum;
    samples.iter().map(|x| (x * inverse - 1.0).powi(2)).sum::<f64>() > NOISE
}

/// The mean of three samples.
pub fn mean([x, y, z]: [f64; 3]) -> f64 {
    match x + y + z {
        _ if x == y && x == z => x,
        sum if sum.is_finite() => sum / 3.0,
        // Beyond the range, which the mean is in.
        _ => x / 3.0 + y / 3.0 + z / 3.0,
    }
}

/// A value with the digits that are right: `1.234`, or `@.0` if none is.
pub fn shown(width: Width, samples: [f64; 3]) -> String {
    let mean = mean(samples);
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
    use tmd_base::random::Random;

    /// Digits are right at the ends of a type as in its middle.
    #[test]
    fn digits_are_those_of_the_value_wherever_it_is() {
        for (width, sizes) in [(Width::W64, [1023, -1040]), (Width::W32, [127, -140])] {
            for size in sizes {
                let at =
                    |x: f64| width.rounded(x * 2f64.powi(size / 2) * 2f64.powi(size - size / 2));
                for lost in 1..3 {
                    let by = 10f64.powi(-lost);
                    let triple = [1.25, 1.25 * (1.0 + by), 1.25 * (1.0 - by)];
                    let found = digits(width, triple.map(at));
                    let wanted = digits(width, triple.map(|x| width.rounded(x)));
                    assert_eq!(
                        (found, found > 0),
                        (wanted, lost > 1),
                        "{width:?} 2^{size}, {lost}"
                    );
                }
                let all = if width == Width::W64 { 15 } else { 7 };
                assert_eq!(digits(width, [at(1.0); 3]), all, "{width:?} 2^{size}");
                assert!(!is_noise([at(1.0); 3]) && is_noise([at(1.0), at(1.5), at(0.5)]));
            }
            let all = digits(width, [1.0; 3]);
            for x in [width.largest(), width.number(1), f64::INFINITY] {
                assert_eq!(digits(width, [x; 3]), all, "{x:e}");
            }
        }
    }

    /// The claim above about the formula: one digit less in three of ten triples, never more.
    #[test]
    fn digits_are_those_of_the_formula_or_one_less() {
        let mut random = Random::new(21);
        let (mut less, mut count) = (0, 0);
        for _ in 0..100_000 {
            let by = 10f64.powf(-12.0 * random.unit());
            let triple = [0, 1, 2].map(|_| 1.0 + by * (2.0 * random.unit() - 1.0));
            let mean = triple.iter().sum::<f64>() / 3.0;
            let s = (triple.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 2.0).sqrt();
            let formula = (3f64.sqrt() * mean.abs() / (s * 4.302_652_729_911_275)).log10();
            let wanted = (formula + 0.5).floor().max(0.0) as u32;
            if wanted == 0 || wanted >= 13 {
                continue;
            }
            let found = digits(Width::W64, triple);
            assert!(found == wanted || found + 1 == wanted, "{triple:?}: {found}, {formula}");
            count += 1;
            less += u32::from(found < wanted);
        }
        let share = f64::from(less) / f64::from(count);
        println!("{count} triples, one digit less in {less}");
        assert!(count > 50_000 && (0.15..0.35).contains(&share), "{share}");
    }

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
        assert_eq!(shown(Width::W64, [f64::MAX; 3]), "1.79769313486232e308");
        assert_eq!(shown(Width::W64, [1.0, -1.0, 0.5]), "@.0");
        assert_eq!(shown(Width::W64, [1.25, 1.2500001, 1.2499999]), "1.25000e0");
    }
}
