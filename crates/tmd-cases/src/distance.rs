//! Distances from breakpoints: non-negative numbers with 53 bits and an exponent of their own, for where f is close to
//! a constant they lie far below binary64's range.
//!
//! As text a distance is a decimal number where binary64 holds it with all its bits, and a hexadecimal float
//! (`0x1.8p-5000`) where it does not; likewise in JSON: a number, or a string. So nothing that is told as 0 is anything
//! else, and whoever reads a file with numbers alone is told so.

use rug::float::Round;
use rug::{Float, Rational};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Bits of a significand.
const PRECISION: u32 = f64::MANTISSA_DIGITS;

/// A non-negative number: `significand · 2^exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// In [1, 2), or 0.
    significand: f64,
    /// 0 for zero.
    exponent: i32,
}

impl Distance {
    /// The distance 0.
    pub const ZERO: Distance = Distance { significand: 0.0, exponent: 0 };

    /// The size of a number, rounded to nearest.
    pub fn of(value: &Float) -> Distance {
        Distance::rounded(value, Round::Nearest)
    }

    /// A number that the size of `value` is not below.
    pub fn at_most(value: &Float) -> Distance {
        Distance::rounded(value, Round::Down)
    }

    /// A number that the size of `value` is not above.
    pub fn at_least(value: &Float) -> Distance {
        Distance::rounded(value, Round::Up)
    }

    /// The size of a fraction, rounded to nearest.
    pub fn of_rational(value: &Rational) -> Distance {
        Distance::of(&Float::with_val(PRECISION, value))
    }

    fn rounded(value: &Float, round: Round) -> Distance {
        let size = Float::with_val_round(PRECISION, &*value.as_abs(), round).0;
        match size.get_exp() {
            None => Distance::ZERO,
            Some(exponent) => {
                let exponent = exponent - 1;
                Distance { significand: (size >> exponent).to_f64(), exponent }
            }
        }
    }

    /// Significand and exponent.
    pub(crate) fn parts(self) -> (f64, i32) {
        (self.significand, self.exponent)
    }

    /// A number by its parts, as [`Distance::parts`] tells them.
    pub(crate) fn of_parts(significand: f64, exponent: i32) -> Distance {
        Distance { significand, exponent }
    }

    /// The number exactly.
    pub fn to_float(self) -> Float {
        Float::with_val(PRECISION, self.significand) << self.exponent
    }

    /// The number in binary64, rounded to nearest: 0 where it is far below the range.
    pub fn to_f64(self) -> f64 {
        self.to_float().to_f64()
    }

    /// Base-2 logarithm; −∞ of zero.
    pub fn log2(self) -> f64 {
        self.significand.log2() + f64::from(self.exponent)
    }

    /// e, for 2^e ≤ distance < 2^(e+1); none of zero.
    pub fn exponent(self) -> Option<i32> {
        (!self.is_zero()).then_some(self.exponent)
    }

    /// Whether it is 0.
    pub fn is_zero(self) -> bool {
        self.significand == 0.0
    }

    /// The number in binary64, if that holds it with all its bits.
    fn in_range(self) -> Option<f64> {
        let normal = f64::MIN_EXP - 1..f64::MAX_EXP;
        (self.is_zero() || normal.contains(&self.exponent)).then(|| self.to_f64())
    }

    /// Whether two distances differ by at most this share of the other.
    pub fn is_about(self, other: Distance, share: f64) -> bool {
        let (own, other) = (self.to_float(), other.to_float());
        Float::with_val(PRECISION, &own - &other).abs() <= other * share
    }

    /// A few digits for people, in decimal.
    pub fn brief(self) -> String {
        match self.in_range() {
            Some(value) => format!("{value:.3e}"),
            None => format!("{:.4e}", self.to_float()),
        }
    }
}

impl TryFrom<f64> for Distance {
    type Error = &'static str;

    fn try_from(value: f64) -> Result<Distance, &'static str> {
        match value.is_finite() && value >= 0.0 {
            true => Ok(Distance::of(&Float::with_val(PRECISION, value))),
            false => Err("the distance is not a number of 0 or more"),
        }
    }
}

impl Eq for Distance {}

impl Ord for Distance {
    fn cmp(&self, other: &Distance) -> Ordering {
        let of_zero = other.is_zero().cmp(&self.is_zero());
        let of_exponents = self.exponent.cmp(&other.exponent);
        of_zero.then(of_exponents).then(self.significand.total_cmp(&other.significand))
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Distance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Distance {
    /// All digits: decimal where binary64 holds the number, hexadecimal elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(value) = self.in_range() {
            return write!(f, "{value:e}");
        }
        let fraction = self.significand.to_bits() & ((1 << 52) - 1);
        let digits = format!("{fraction:013x}");
        match digits.trim_end_matches('0') {
            "" => write!(f, "0x1p{:+}", self.exponent),
            digits => write!(f, "0x1.{digits}p{:+}", self.exponent),
        }
    }
}

impl FromStr for Distance {
    type Err = &'static str;

    /// Reads what is displayed.
    fn from_str(text: &str) -> Result<Distance, &'static str> {
        let Some(body) = text.strip_prefix("0x1") else {
            return text
                .parse::<f64>()
                .map_err(|_| "the distance is not a number")
                .and_then(TryFrom::try_from);
        };
        let not_one = "the distance is not a hexadecimal float such as 0x1.8p-5000";
        let (fraction, exponent) = body.split_once('p').ok_or(not_one)?;
        let digits = match fraction {
            "" => "",
            _ => fraction.strip_prefix('.').filter(|digits| !digits.is_empty()).ok_or(not_one)?,
        };
        let is_digit = |c: char| c.is_ascii_hexdigit();
        if digits.len() > 13 || !digits.chars().all(is_digit) {
            return Err(not_one);
        }
        let fraction = u64::from_str_radix(&format!("{digits:0<13}"), 16).map_err(|_| not_one)?;
        let significand = f64::from_bits(1.0f64.to_bits() | fraction);
        let exponent = exponent.parse().map_err(|_| not_one)?;
        let limits = rug::float::exp_min()..rug::float::exp_max();
        match limits.contains(&exponent) {
            true => Ok(Distance { significand, exponent }),
            false => Err("the distance has an exponent that no number here has"),
        }
    }
}

impl Serialize for Distance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.in_range() {
            Some(value) => serializer.serialize_f64(value),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Distance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Distance, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// Reads a number or a text.
struct Reader;

impl Visitor<'_> for Reader {
    type Value = Distance;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a distance: a number of 0 or more, or a text such as \"0x1.8p-5000\"")
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Distance, E> {
        value.try_into().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Distance, E> {
        self.visit_f64(value as f64)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Distance, E> {
        self.visit_f64(value as f64)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Distance, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(significand: f64, exponent: i32) -> Distance {
        Distance::of(&(Float::with_val(PRECISION, significand) << exponent))
    }

    #[test]
    fn numbers_of_any_size_are_ordered() {
        let ascending = [
            Distance::ZERO,
            at(1.0, -1_000_000),
            at(1.0, -5000),
            at(1.5, -5000),
            at(1.0, -1074),
            at(1.0, -1022),
            at(1.0, -3),
            at(1.25, -3),
        ];
        assert!(ascending.is_sorted_by(|a, b| a < b));
        assert_eq!((at(1.5, -5000).to_f64(), at(1.5, -5).to_f64()), (0.0, 0.046875));
        assert_eq!(at(1.0, -5000).log2(), -5000.0);
        assert_eq!((at(1.9, -5000).exponent(), Distance::ZERO.exponent()), (Some(-5000), None));
    }

    #[test]
    fn ends_are_rounded_outwards() {
        let third = (Float::with_val(200, 1) / 3u32) >> 2000u32;
        let (low, high) = (Distance::at_most(&third), Distance::at_least(&third));
        assert!(low.to_float() < third && third < high.to_float());
        assert!([low, high].contains(&Distance::of(&third)));
        assert_eq!(Distance::at_most(&-third.clone()), low);
        // Up to the next power of two.
        let ones = (Float::with_val(200, 1) - (Float::with_val(200, 1) >> 100u32)) >> 2000u32;
        assert_eq!(Distance::at_least(&ones), at(1.0, -2000));
    }

    #[test]
    fn texts_and_json_are_read_back() {
        for (distance, text, json) in [
            (Distance::ZERO, "0e0", "0.0"),
            (at(1.0, -60), "8.673617379884035e-19", "8.673617379884035e-19"),
            (at(1.0, -1022), "2.2250738585072014e-308", "2.2250738585072014e-308"),
            (at(1.5, -1023), "0x1.8p-1023", "\"0x1.8p-1023\""),
            (at(1.0, -5000), "0x1p-5000", "\"0x1p-5000\""),
            (
                at(1.0 + f64::EPSILON, -90_000),
                "0x1.0000000000001p-90000",
                "\"0x1.0000000000001p-90000\"",
            ),
        ] {
            assert_eq!((distance.to_string(), text.parse()), (text.to_owned(), Ok(distance)));
            assert_eq!(serde_json::to_string(&distance).unwrap(), json);
            assert_eq!(serde_json::from_str::<Distance>(json).unwrap(), distance);
        }
        assert_eq!(
            (at(1.5, -5000).brief(), at(1.5, -4).brief()),
            ("1.062e-1505".into(), "9.375e-2".into())
        );
        for text in
            ["-1", "nan", "0x2p-5000", "0x1.p-5", "0x1.8", "0x1.gp-5", "0x1p-99999999999", ""]
        {
            assert!(text.parse::<Distance>().is_err(), "{text}");
            let json = format!("\"{text}\"");
            assert!(serde_json::from_str::<Distance>(&json).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Distance>("-1.0").is_err());
    }
}
