//! C99 hexadecimal floats, exactly: `0x1.8p+1` is 3. Any number of bits.

use std::ops::Range;

use rug::{Integer, Rational};

use crate::language::decimal::parse_exponent;
use tmd_base::diag::{Diag, DiagKind};

/// `mantissa · 2^exponent` as a hexadecimal float: a sign if negative, a leading 1, no trailing
/// zeros, a decimal exponent with its sign. Zero is `0x0p+0`.
pub fn print(mantissa: &Integer, exponent: i32) -> String {
    if mantissa.is_zero() {
        return "0x0p+0".to_string();
    }
    let sign = if *mantissa < 0 { "-" } else { "" };
    let magnitude = mantissa.clone().abs();
    let fraction_bits = magnitude.significant_bits() - 1;
    let power = i64::from(exponent) + i64::from(fraction_bits);
    // Pad the fraction with zero bits to whole hexadecimal digits, and drop the leading 1.
    let digits = fraction_bits.div_ceil(4);
    let mut fraction = magnitude << (digits * 4 - fraction_bits);
    fraction.set_bit(digits * 4, false);
    let text = if digits == 0 {
        String::new()
    } else {
        let text = format!("{fraction:x}");
        "0".repeat((digits as usize).saturating_sub(text.len())) + &text
    };
    match text.trim_end_matches('0') {
        "" => format!("{sign}0x1p{power:+}"),
        text => format!("{sign}0x1.{text}p{power:+}"),
    }
}

/// Prints an exact fraction; `None` when its denominator is not a power of two, or the
/// exponent does not fit.
pub fn print_rational(value: &Rational) -> Option<String> {
    if !value.denom().is_power_of_two() {
        return None;
    }
    let exponent = i32::try_from(value.denom().significant_bits() - 1).ok()?;
    Some(print(value.numer(), -exponent))
}

/// The exact value of a hexadecimal float such as `0x1.8p+1`, `-0X.8p0` or `0x10` (without an exponent: p0).
///
/// # Errors
/// A [`Diag`] that points at the offending part; `name` says where the text comes from.
pub fn parse(name: &str, text: &str) -> Result<Rational, Diag> {
    parse_value(text).map_err(|(span, message)| {
        Diag::new(DiagKind::Syntax, message).at(name, text, span, "here").help(
            "hexadecimal floats look like `0x1.8p+1`; the exponent is a power of two, in decimal",
        )
    })
}

/// Like [`parse`], with a place and a sentence for an error.
pub(super) fn parse_value(text: &str) -> Result<Rational, (Range<usize>, String)> {
    let all = 0..text.len();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let Some(body) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) else {
        return Err((
            all,
            format!("`{text}` is not a hexadecimal float: it does not begin with 0x"),
        ));
    };
    let body_at = text.len() - body.len();
    let (digits, exponent) = match body.find(['p', 'P']) {
        Some(at) => {
            let place = body_at + at + 1..text.len();
            let exponent = parse_exponent(&body[at + 1..]).map_err(|m| (place, m))?;
            (&body[..at], exponent)
        }
        None => (body, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let joined = format!("{whole}{fraction}");
    let is_point = |at: usize| digits.find('.') == Some(at);
    if let Some((at, c)) =
        digits.char_indices().find(|&(at, c)| !(c.is_ascii_hexdigit() || is_point(at)))
    {
        let start = body_at + at;
        return Err((start..start + c.len_utf8(), format!("`{c}` is not a hexadecimal digit")));
    }
    let mantissa = Integer::from_str_radix(&joined, 16)
        .map_err(|_| (body_at..body_at + digits.len(), "there are no digits".to_string()))?;
    let shift = exponent - 4 * fraction.len() as i64;
    let shift = i32::try_from(shift).map_err(|_| (all, "the number is too long".to_string()))?;
    let magnitude = Rational::from(mantissa) << shift;
    Ok(if text.starts_with('-') { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use crate::interval::testing::Random;
    use crate::language::hexfloat::*;

    #[test]
    fn prints_like_c() {
        for (mantissa, exponent, want) in [
            (3, 0, "0x1.8p+1"),
            (1, 0, "0x1p+0"),
            (-1, -3, "-0x1p-3"),
            (0, 5, "0x0p+0"),
            (0x18, -4, "0x1.8p+0"),
            (0x1ffffff, 0, "0x1.ffffffp+24"),
            (0x11, 0, "0x1.1p+4"),
            (0b1011, 0, "0x1.6p+3"),
            (0x101, 0, "0x1.01p+8"),
        ] {
            assert_eq!(print(&Integer::from(mantissa), exponent), want);
        }
        assert_eq!(print_rational(&Rational::from((1, 3))), None);
        assert_eq!(print_rational(&Rational::from((-3, 8))).unwrap(), "-0x1.8p-2");
    }

    #[test]
    fn round_trip() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let bits = 1 + random.below(130) as u32;
            let mut mantissa = Integer::from(random.bits());
            mantissa = (mantissa << 64) + random.bits();
            mantissa = (mantissa << 64) + random.bits();
            mantissa.keep_bits_mut(bits);
            if random.below(2) == 0 {
                mantissa = -mantissa;
            }
            let exponent = random.below(40000) as i32 - 20000;
            let value = Rational::from(&mantissa) << exponent;
            let text = print(&mantissa, exponent);
            assert_eq!(parse("t", &text).unwrap(), value, "{text}");
            assert_eq!(print_rational(&value).unwrap(), text);
        }
    }

    #[test]
    fn reads_variants_and_points_at_errors() {
        for (text, n, d) in [
            ("0x1.0008p0", 0x10008, 0x10000),
            ("-0X.8P+1", -1, 1),
            ("+0x10", 16, 1),
            ("0xA.p-1", 5, 1),
        ] {
            assert_eq!(parse("t", text).unwrap(), Rational::from((n, d)), "{text}");
        }
        for (text, part) in [
            ("0x1.g8p0", "g"),
            ("0x1.8px", "x"),
            ("0x1.8p", ""),
            ("0xp1", ""),
            ("0x1.8.8p1", "."),
            ("1.5", "1.5"),
            ("0x1p999999", "999999"),
            ("0x-1p0", "-"),
        ] {
            assert_eq!(parse("t", text).unwrap_err().offending(), Some(part), "{text}");
        }
    }
}
