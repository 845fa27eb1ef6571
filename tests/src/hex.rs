//! Hexadecimal floats as fractions, read independently of the library's own reader.

use rug::{Integer, Rational};

/// The number that a hexadecimal float stands for: `0x1.8p-1` is 3/4. `None` if it is not one.
pub fn parse(text: &str) -> Option<Rational> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = digits.strip_prefix("0x")?.split_once('p')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let number = Integer::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let value = Rational::from(number) << (exponent - 4 * fraction.len() as i32);
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_c99_prints() {
        let cases = [("0x1p+0", (1, 1)), ("0x1.8p-1", (3, 4)), ("-0x1.4p+2", (-5, 1))];
        for (text, want) in cases {
            assert_eq!(parse(text), Some(Rational::from(want)));
        }
        assert_eq!(parse("0x1.8"), None);
        assert_eq!(parse("1.5p0"), None);
    }
}
