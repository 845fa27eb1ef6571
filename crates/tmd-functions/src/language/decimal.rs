//! Decimal numbers as exact fractions.

use rug::ops::Pow;
use rug::{Integer, Rational};

/// The largest absolute value of an exponent that is accepted, in any notation: beyond it the
/// exact fraction would fill the memory.
pub(super) const MAX_EXPONENT: i64 = 100_000;

/// The exact value of a decimal number: `12`, `0.1`, `.5`, `1.5e-3`, with `_` between digits
/// allowed, without a sign.
///
/// # Errors
/// One sentence for people, when the text is not such a number or its exponent is absurd.
pub(super) fn parse_decimal(text: &str) -> Result<Rational, String> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, parse_exponent(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let keep_digits = |part: &str| part.chars().filter(|c| *c != '_').collect::<String>();
    let fraction = keep_digits(fraction);
    let all = keep_digits(whole) + &fraction;
    if all.is_empty() || !all.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("`{text}` is not a decimal number"));
    }
    let mantissa =
        Integer::from_str_radix(&all, 10).map_err(|e| format!("`{text}` is not a number: {e}"))?;
    // The text's length and MAX_EXPONENT bound both terms.
    let scale = exponent - fraction.len() as i64;
    let power = Integer::from(10).pow(scale.unsigned_abs() as u32);
    Ok(if scale >= 0 {
        Rational::from(mantissa * power)
    } else {
        Rational::from((mantissa, power))
    })
}

/// A decimal exponent of a number, of either sign.
///
/// # Errors
/// One sentence for people, when it is not an integer or is beyond [`MAX_EXPONENT`].
pub(super) fn parse_exponent(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("the exponent `{text}` is not an integer"));
    }
    // What does not fit an i64 is certainly beyond the limit.
    match text.parse::<i64>() {
        Ok(exponent) if exponent.abs() <= MAX_EXPONENT => Ok(exponent),
        _ => Err(format!("the exponent `{text}` is beyond ±{MAX_EXPONENT}")),
    }
}

/// A non-negative number whose denominator divides a power of ten, as a literal that
/// [`parse_decimal`] reads back to the same value; `None` for other numbers.
pub(super) fn print_decimal(value: &Rational) -> Option<String> {
    if *value < 0 {
        return None;
    }
    let (rest, twos) = value.denom().clone().remove_factor(&Integer::from(2));
    let (rest, fives) = rest.remove_factor(&Integer::from(5));
    if rest != 1 {
        return None;
    }
    let places = twos.max(fives);
    let scaled = Rational::from(value * Integer::from(10).pow(places));
    let (mut mantissa, mut exponent) = (scaled.numer().clone(), -i64::from(places));
    // Large round integers read better, and stay short, with an exponent.
    if exponent == 0 && mantissa.significant_bits() > 64 {
        let (short, tens) = trailing_zeros(mantissa);
        mantissa = short;
        exponent = i64::from(tens);
    }
    let digits = mantissa.to_string();
    Some(match usize::try_from(-exponent) {
        Ok(0) => digits,
        Ok(places) if places <= 20 => {
            let padded = format!("{digits:0>width$}", width = places + 1);
            let (whole, fraction) = padded.split_at(padded.len() - places);
            format!("{whole}.{fraction}")
        }
        _ => format!("{digits}e{exponent}"),
    })
}

/// Splits off the factors of ten.
fn trailing_zeros(n: Integer) -> (Integer, u32) {
    let twos = n.find_one(0).unwrap_or(0);
    let (_, fives) = n.clone().remove_factor(&Integer::from(5));
    let tens = twos.min(fives);
    (n / Integer::from(10).pow(tens), tens)
}

#[cfg(test)]
mod tests {
    use crate::language::decimal::*;

    #[test]
    fn decimals_are_exact() {
        for (text, n, d) in [
            ("0.1", 1, 10),
            ("12", 12, 1),
            (".5", 1, 2),
            ("1.5e-3", 3, 2000),
            ("2.50E+1", 25, 1),
            ("1_000.25", 4001, 4),
            ("1e3", 1000, 1),
            ("3.", 3, 1),
        ] {
            assert_eq!(parse_decimal(text), Ok(Rational::from((n, d))), "{text}");
        }
        for text in [
            "",
            ".",
            "1e",
            "1e1.5",
            "e5",
            "1.2.3",
            "abc",
            "1e+-2",
            "1e100001",
            "1e99999999999999999999",
        ] {
            assert!(parse_decimal(text).is_err(), "{text}");
        }
    }

    #[test]
    fn printing_reads_back() {
        for text in
            ["0", "0.1", "12", "0.0009765625", "1e30", "1e-30", "123456789012345678901234567890"]
        {
            let value = parse_decimal(text).unwrap();
            let printed = print_decimal(&value).unwrap();
            assert_eq!(parse_decimal(&printed).unwrap(), value, "{printed}");
        }
        assert_eq!(print_decimal(&Rational::from((1, 10))).unwrap(), "0.1");
        assert_eq!(print_decimal(&Rational::from((5, 2))).unwrap(), "2.5");
        assert_eq!(print_decimal(&parse_decimal("1e30").unwrap()).unwrap(), "1e30");
        assert_eq!(print_decimal(&Rational::from((1, 3))), None);
    }
}
