//! Numbers as Gappa reads them.

use tmd_base::narrow;

/// A binary64 number, exactly: `5`, or a significand and a power of two, as in `-3b-4`.
pub fn dyadic(x: f64) -> String {
    let bits = x.abs().to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let (significand, exponent) = match narrow::to_i32(bits >> 52) {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased - 1075),
    };
    if significand == 0 {
        return "0".to_owned();
    }
    let sign = if x < 0.0 { "-" } else { "" };
    let zeros = significand.trailing_zeros();
    let (odd, exponent) = (significand >> zeros, exponent + narrow::to_i32(zeros));
    match exponent {
        0..=20 => format!("{sign}{}", odd << exponent),
        _ if (significand >> 52) == 1 && x.abs() < 2f64.powi(53) && exponent > 0 => {
            format!("{sign}{}", odd << exponent)
        }
        _ => format!("{sign}{odd}b{exponent}"),
    }
}

/// 2^e.
pub(super) fn power(exponent: i32) -> String {
    dyadic(2f64.powi(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        let shown = [0.0, 1.0, -0.375, 6755399441055744.0, 2f64.powi(-52), 2f64.powi(63), 1.01];
        let shown = shown.map(dyadic).join(" ");
        let all = "0 1 -3b-3 6755399441055744 1b-52 1b63 4548635623644201b-52";
        assert_eq!(shown, all);
        assert_eq!(dyadic(f64::from_bits(1)), "1b-1074");
    }
}
