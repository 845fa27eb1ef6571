//! Bounds as powers of two for readers, rounded so that the printed number is a bound, too.

use crate::bound::Up;
use std::fmt;
use tmd_base::text::power_up;

/// A bound shown as a power of two, rounded up: `2^-20.33` for 2^-20.334.
#[derive(Clone, Copy, Debug)]
pub struct Lg(pub Up);

impl fmt::Display for Lg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.0.value();
        if bound == 0.0 {
            return f.write_str("0");
        }
        if !bound.is_finite() {
            return f.write_str("∞");
        }
        let (significand, exponent) = parts(bound);
        f.write_str(&power_up(significand, exponent))
    }
}

/// A positive number as m·2^e, 1 ≤ m < 2.
fn parts(x: f64) -> (f64, i32) {
    // Subnormal numbers are made normal first: times a power of two, which is exact.
    let (scaled, shift) = if x < f64::MIN_POSITIVE { (x * 2f64.powi(64), 64) } else { (x, 0) };
    let bits = scaled.to_bits();
    let biased = i32::try_from(bits >> 52).unwrap_or(0);
    let significand = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    (significand, biased - 1023 - shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up() {
        let shown = |x: f64| Lg(Up::exact(x)).to_string();
        assert_eq!(shown(2f64.powf(-20.334)), "2^-20.33");
        assert_eq!(shown(1.0), "2^0.00");
        assert_eq!(shown(3.0), "2^1.59");
        assert_eq!(shown(0.0), "0");
        assert_eq!(shown(f64::INFINITY), "∞");
        assert_eq!(shown(f64::from_bits(1)), "2^-1074.00");
        assert_eq!(shown(f64::MIN_POSITIVE / 2.0), "2^-1023.00");
        assert_eq!(shown(2f64.powi(-1060)), "2^-1060.00");
    }
}
