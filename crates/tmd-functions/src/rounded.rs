//! Bounds as text, rounded in their own direction, so that the printed number is a bound, too.

use rug::Float;
use tmd_base::text;

/// An upper bound with so many decimals: `5.987e-7` for 5.9861e-7 and three. It is not below the bound.
pub fn up(bound: f64, decimals: usize) -> String {
    // All digits that a binary64 number has.
    let exact = format!("{bound:.767e}");
    let Some((mantissa, exponent)) = exact.split_once('e') else { return exact };
    let digits = mantissa.replace('.', "");
    let (kept, rest) = digits.split_at(decimals + 1);
    let (Ok(kept), Ok(exponent)) = (kept.parse::<u64>(), exponent.parse::<i32>()) else {
        return exact;
    };
    let kept = if rest.bytes().any(|digit| digit != b'0') { kept + 1 } else { kept };
    // 9.99 becomes 10.0.
    let (kept, exponent) = match kept.to_string().len() > decimals + 1 {
        true => (kept / 10, exponent + 1),
        false => (kept, exponent),
    };
    let text = format!("{kept:0>width$}", width = decimals + 1);
    match text.split_at(1) {
        (whole, "") => format!("{whole}e{exponent}"),
        (whole, fraction) => format!("{whole}.{fraction}e{exponent}"),
    }
}

/// An upper bound as a power of two: `2^-20.33` for 2^-20.334.
pub fn power_up(bound: &Float) -> String {
    power(bound, text::power_up)
}

/// A lower bound as a power of two: `2^-20.34` for 2^-20.334.
pub fn power_down(bound: &Float) -> String {
    power(bound, text::power_down)
}

fn power(bound: &Float, shown: fn(f64, i32) -> String) -> String {
    let Some(exponent) = bound.get_exp() else {
        return if bound.is_zero() { "0".to_owned() } else { "∞".to_owned() };
    };
    let exponent = exponent - 1;
    shown((bound.clone() >> exponent).to_f64(), exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::testing::Random;
    use crate::language::Constant;
    use rug::Rational;

    /// Hundredths of the exponent of a power of two, as it was printed.
    fn hundredths(text: &str) -> i64 {
        text.strip_prefix("2^").unwrap().replace('.', "").parse().unwrap()
    }

    #[test]
    fn bounds_are_bounds_as_they_are_printed() {
        assert_eq!(up(5.9861e-7, 3), "5.987e-7");
        assert_eq!(up(9.9999, 2), "1.00e1");
        assert_eq!(
            (up(0.5, 2), up(0.0, 2), up(2f64.powi(-10), 3)),
            ("5.00e-1".into(), "0.00e0".into(), "9.766e-4".into())
        );
        assert_eq!((up(f64::INFINITY, 2), up(5e-324, 0)), ("inf".into(), "5e-324".into()));
        let mut random = Random::new(11);
        for _ in 0..2000 {
            let value = f64::from_bits(random.bits() >> 1);
            if !value.is_finite() {
                continue;
            }
            let exact = Rational::from_f64(value).unwrap();
            for decimals in [2, 3, 9] {
                let text = up(value, decimals);
                let read = Constant::parse("a bound", &text).unwrap().rational().unwrap();
                let unit = &exact / Rational::from(10u64.pow(decimals as u32));
                assert!(read >= exact && read <= exact.clone() + unit, "{value:e}: {text}");
            }
        }
    }

    #[test]
    fn powers_are_bounds_as_they_are_printed() {
        let of = |value: f64| Float::with_val(53, value);
        assert_eq!(
            (power_up(&of(0.125)), power_down(&of(0.125))),
            ("2^-3.00".into(), "2^-3.00".into())
        );
        assert_eq!(
            (power_up(&of(0.13)), power_down(&of(0.13))),
            ("2^-2.94".into(), "2^-2.95".into())
        );
        assert_eq!(power_up(&of(0.0)), "0");
        assert_eq!(power_up(&(of(1.5) >> 5000u32)), "2^-4999.41");
        let mut random = Random::new(12);
        for _ in 0..2000 {
            let value = Float::with_val(53, f64::from_bits(random.bits() >> 2)) + 1e-300;
            let [low, high] = [power_down(&value), power_up(&value)].map(|text| hundredths(&text));
            let lg = Float::with_val(200, &value).log2() * 100u32;
            assert!(lg >= low && lg <= high && high - low <= 1, "{value}: {low} {high}");
        }
    }
}
