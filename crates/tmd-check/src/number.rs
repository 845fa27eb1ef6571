//! Numbers as text: decimal, hexadecimal and powers of two, all taken exactly.

use rug::{Float, Integer, Rational};

/// Exponents beyond this are those of no number here, and would fill the memory.
const MOST_EXPONENT: i64 = 100_000;

/// 2^e.
pub(crate) fn power_of_two(e: i32) -> Rational {
    Rational::from(1) << e
}

/// base^n.
pub(crate) fn power(base: &Rational, n: usize) -> Rational {
    (0..n).fold(Rational::from(1), |product, _| product * base)
}

/// C(n, k).
pub(crate) fn binomial(n: u64, k: usize) -> Rational {
    Rational::from(Integer::from(n).binomial(k as u32))
}

/// The exact value of what a JSON writer makes of a binary64 number.
pub(crate) fn binary64(text: &str) -> Option<Rational> {
    Rational::from_f64(text.parse().ok()?)
}

fn exponent(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_short = !digits.is_empty() && digits.len() < 10;
    let value: i64 = text.parse().ok().filter(|_| is_short)?;
    (value.abs() <= MOST_EXPONENT).then_some(value as i32)
}

/// A decimal number without a sign: `12`, `.5`, `1.5e-3`, with `_` between digits.
pub(crate) fn decimal(text: &str) -> Option<Rational> {
    let (digits, scale) = match text.split_once(['e', 'E']) {
        Some((digits, scale)) => (digits, exponent(scale)?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.replace('_', ""), fraction.replace('_', ""));
    let all = whole + &fraction;
    if all.is_empty() || all.len() > 5000 || !all.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let scale = scale - fraction.len() as i32;
    let power = Integer::from(Integer::u_pow_u(10, scale.unsigned_abs()));
    let digits = Rational::from(all.parse::<Integer>().ok()?);
    Some(if scale < 0 { digits / power } else { digits * power })
}

/// Significand and exponent of a hexadecimal number: `-0x1.8p+3`.
fn hexadecimal_parts(text: &str) -> Option<(Integer, i64)> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let body = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"))?;
    let (digits, scale) = body.split_once(['p', 'P']).unwrap_or((body, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if all.is_empty() || all.len() > 64 || !all.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let size = Integer::from_str_radix(&all, 16).ok()?;
    let scale: i64 = scale.parse().ok().filter(|_| scale.len() < 12)?;
    let digits = if text.starts_with('-') { -size } else { size };
    Some((digits, scale - 4 * fraction.len() as i64))
}

/// A hexadecimal number of a sensible exponent.
pub(crate) fn hexadecimal(text: &str) -> Option<Rational> {
    let (digits, scale) = hexadecimal_parts(text)?;
    (scale.abs() <= MOST_EXPONENT).then(|| Rational::from(digits) << scale as i32)
}

/// A distance: a binary64 number, or a hexadecimal one with any exponent.
pub(crate) fn distance(text: &str) -> Option<Float> {
    if let Some((digits, scale)) = hexadecimal_parts(text) {
        let scale = i32::try_from(scale).ok().filter(|scale| scale.abs() < 1 << 30)?;
        return (digits > 0 && digits.significant_bits() <= 53)
            .then(|| Float::with_val(53, digits) << scale);
    }
    let value: f64 = text.parse().ok()?;
    (value.is_finite() && value >= 0.0).then(|| Float::with_val(53, value))
}

/// A constant as users write it where it is a single number: a sign, then decimal, hexadecimal or `2^k`.
pub(crate) fn literal(text: &str) -> Option<Rational> {
    let text = text.trim();
    if let Some(value) = hexadecimal(text) {
        return Some(value);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let size = match unsigned.strip_prefix('2').and_then(|r| r.trim_start().strip_prefix('^')) {
        Some(scale) => power_of_two(exponent(scale.trim())?),
        None => decimal(unsigned)?,
    };
    Some(if text.starts_with('-') { -size } else { size })
}

/// A binary fraction as a hexadecimal float, for messages.
pub(crate) fn shown(value: &Rational) -> String {
    if value.is_zero() {
        return "0x0p+0".to_owned();
    }
    let (size, down) = (value.numer().clone().abs(), value.denom().significant_bits() as i32 - 1);
    let after = size.significant_bits() - 1;
    let digits = format!("{:x}", size << (after.wrapping_neg() % 4));
    let fraction = digits[1..].trim_end_matches('0');
    let (sign, point) =
        (if *value < 0 { "-" } else { "" }, if fraction.is_empty() { "" } else { "." });
    format!("{sign}0x1{point}{fraction}p{:+}", after as i32 - down)
}

/// A positive number as a power of two, for messages.
pub(crate) fn lg(value: &Rational) -> String {
    match value.is_zero() {
        true => "0".to_owned(),
        false => format!("2^{:.2}", Float::with_val(64, value).abs().log2().to_f64()),
    }
}
