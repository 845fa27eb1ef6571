//! Inputs as numbers m·2^e.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An input, exactly: `significand`·2^`exponent`, the exponent that of the input's last place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Input {
    /// m, of at most 113 bits besides its sign.
    pub significand: i128,
    /// e.
    pub exponent: i32,
}

impl Input {
    /// The input as a binary64 number; `None` if it is not one.
    pub fn to_f64(self) -> Option<f64> {
        let zeros = self.significand.trailing_zeros().min(127);
        let odd = self.significand >> zeros;
        let exponent = self.exponent.saturating_add_unsigned(zeros);
        let bits = 128 - odd.unsigned_abs().leading_zeros();
        let fits =
            bits <= 53 && exponent >= -1074 && exponent.saturating_add_unsigned(bits) <= 1024;
        // Exact: an integer of 53 bits, scaled in two steps, neither of which rounds.
        let half = exponent / 2;
        #[expect(clippy::cast_precision_loss, reason = "an integer of 53 bits")]
        let whole = fits.then_some(odd as f64)?;
        Some(whole * power_of_two(half) * power_of_two(exponent - half))
    }
}

/// 2^k for |k| ≤ 1022.
fn power_of_two(k: i32) -> f64 {
    f64::from_bits(1023u64.saturating_add_signed(k.into()) << 52)
}

impl fmt::Display for Input {
    /// Writes a hexadecimal float, such as `0x1.8p+1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.significand.unsigned_abs();
        if magnitude == 0 {
            return f.write_str("0x0p+0");
        }
        let sign = if self.significand < 0 { "-" } else { "" };
        let bits = 128 - magnitude.leading_zeros();
        let exponent = i64::from(self.exponent) + i64::from(bits) - 1;
        // The leading 1 goes, the fraction moves to the top.
        let fraction = (magnitude << (128 - bits)) << 1;
        let digits = format!("{fraction:032x}");
        let digits = digits.trim_end_matches('0');
        let point = if digits.is_empty() { "" } else { "." };
        write!(f, "{sign}0x1{point}{digits}p{exponent:+}")
    }
}

/// A run of consecutive inputs: m·2^e, (m + 1)·2^e, …
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputRun {
    /// m of the first, in decimal: it may be longer than what JSON's readers take for a number.
    #[serde(with = "decimal")]
    pub first: i128,
    /// e.
    pub exponent: i32,
    /// How many there are.
    pub inputs: u64,
}

impl InputRun {
    /// Input `index` of the run.
    pub fn input(&self, index: u64) -> Input {
        Input { significand: self.first + i128::from(index), exponent: self.exponent }
    }
}

mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(number: &i128, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&number.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<i128, D::Error> {
        let text = String::deserialize(d)?;
        let number: i128 = text.parse().map_err(D::Error::custom)?;
        match number.unsigned_abs().leading_zeros() {
            // So that no sum of an index overflows.
            8.. => Ok(number),
            _ => Err(D::Error::custom("a significand of more than 120 bits")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_at_the_ends_of_exponents() {
        let number = |significand, exponent| Input { significand, exponent }.to_f64();
        assert_eq!(number(1, -1074), Some(f64::from_bits(1)));
        assert_eq!(number((1 << 53) - 1, 971), Some(f64::MAX));
        // Of any exponent that there can be, no other is a number.
        assert_eq!([number(2, i32::MAX), number(1, i32::MIN)], [None, None]);
    }
}
