//! The types of numbers that functions in C have, and their encodings.

use crate::spec::format::{Format, FormatName};
use rug::float::Special;
use rug::{Float, Integer};
use tmd_base::named::named;
use tmd_runtime::LibmType;

/// A type of numbers in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `_Float16`.
    F16,
    /// `__bf16`.
    Bf16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// `long double` of x86-64.
    X87,
}

named!(Number, "--type", F16 = "f16", Bf16 = "bf16", F32 = "f32", F64 = "f64", X87 = "x87");

impl Number {
    /// The format of its numbers.
    pub fn format(self) -> Format {
        let name = match self {
            Number::F16 => "binary16",
            Number::Bf16 => "bfloat16",
            Number::F32 => "binary32",
            Number::F64 => "binary64",
            Number::X87 => "x87",
        };
        let format = FormatName::parse("--type", name).and_then(FormatName::format);
        format.unwrap_or_else(|diag| panic!("{name}: {}", diag.message))
    }

    /// What loads functions of it.
    pub fn libm_type(self) -> LibmType {
        match self {
            Number::F16 => LibmType::Half,
            Number::Bf16 => LibmType::Brain,
            Number::F32 => LibmType::Single,
            Number::F64 => LibmType::Double,
            Number::X87 => LibmType::Extended,
        }
    }

    /// What follows the name of a function of `double` in the name of that for this type; `None` where C has no such names (C23,
    /// sections 7.12 and H.11).
    pub fn suffix(self) -> Option<&'static str> {
        match self {
            Number::F16 => Some("f16"),
            Number::Bf16 => None,
            Number::F32 => Some("f"),
            Number::F64 => Some(""),
            Number::X87 => Some("l"),
        }
    }

    /// Bits of a significand of a precision as it is encoded: x87 has the leading one.
    fn significand_bits(self, precision: u32) -> u32 {
        if self == Number::X87 { precision } else { precision - 1 }
    }

    /// The encoding of a number of the type, or of ±∞ or NaN.
    pub fn encode(self, x: &Float) -> u128 {
        let Format { precision, emin, emax, .. } = self.format();
        let bits = self.significand_bits(precision);
        let leading = 1u128 << (precision - 1);
        let stored = |significand: u128| significand & ((1 << bits) - 1);
        // Exponents from 1 on; 2·emax + 1 of ∞ and NaN.
        let special = 2 * emax.unsigned_abs() + 1;
        let (exponent, significand) = match x.get_exp() {
            Some(exponent) => {
                let ulp = (exponent - 1).max(emin) + 1 - precision.cast_signed();
                let units = (x.clone() >> ulp).abs().to_integer().and_then(|units| units.to_u128());
                let units = units.unwrap_or_default();
                let field = if units < leading { 0 } else { (exponent - emin).cast_unsigned() };
                (field, stored(units))
            }
            None if x.is_zero() => (0, 0),
            None if x.is_nan() => (special, stored(leading | (leading >> 1))),
            None => (special, stored(leading)),
        };
        let sign = u128::from(x.is_sign_negative());
        let exponent_bits = u32::BITS - special.leading_zeros();
        (sign << (bits + exponent_bits)) | (u128::from(exponent) << bits) | significand
    }

    /// The number that an encoding stands for, exactly.
    pub fn decode(self, encoding: u128) -> Float {
        let Format { precision, emin, emax, .. } = self.format();
        let bits = self.significand_bits(precision);
        let special = u128::from(2 * emax.unsigned_abs() + 1);
        let exponent_bits = u128::BITS - special.leading_zeros();
        let exponent = (encoding >> bits) & special;
        let leading = 1u128 << (precision - 1);
        let fraction = encoding & (leading - 1);
        let is_implied = self != Number::X87 && exponent != 0;
        let significand = (encoding & ((1 << bits) - 1)) | if is_implied { leading } else { 0 };
        let size = if exponent == special {
            let what = if fraction == 0 { Special::Infinity } else { Special::Nan };
            Float::with_val(precision, what)
        } else {
            let ulp = emin + 1 - precision.cast_signed();
            let binades = i32::try_from(exponent.saturating_sub(1)).unwrap_or(i32::MAX);
            Float::with_val(precision, Integer::from(significand)) << (ulp + binades)
        };
        if (encoding >> (bits + exponent_bits)) & 1 == 1 { -size } else { size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of both machine types are encoded as the machine does; those of the others come back.
    #[test]
    fn encodings_are_the_machines() {
        let values =
            [0.0, 1.0, 1.5, 2f64.powi(-1022), 2f64.powi(-1060), 3e-310, 1e308, 0.1, f64::INFINITY];
        for x in values.into_iter().flat_map(|x| [x, -x]) {
            let encoding = Number::F64.encode(&Float::with_val(53, x));
            assert_eq!(encoding, u128::from(x.to_bits()), "{x:e}");
            assert_eq!(Number::F64.decode(encoding).to_f64().to_bits(), x.to_bits(), "{x:e}");
            let single = x as f32;
            let encoding = Number::F32.encode(&Float::with_val(24, single));
            assert_eq!(encoding, u128::from(single.to_bits()), "{x:e}");
            assert_eq!(Number::F32.decode(encoding).to_f32().to_bits(), single.to_bits(), "{x:e}");
        }
        for number in [Number::F16, Number::Bf16] {
            for encoding in (0..1 << 16).filter(|at| !number.decode(*at).is_nan()) {
                assert_eq!(number.encode(&number.decode(encoding)), encoding, "{number}");
            }
        }
        assert_eq!(Number::F16.encode(&Float::with_val(11, -2)), 0xc000);
        assert_eq!(Number::Bf16.encode(&Float::with_val(8, 1)), 0x3f80);
        // 1 and its neighbour, the least number, the largest one, ∞: Intel's manual, volume 1, section 8.2.
        let one = 0x3fff_u128 << 64 | 1 << 63;
        for encoding in
            [0, 1, one, one + 1, one | 1 << 79, (0x7fff << 64) - 1, 0x7fff << 64 | 1 << 63]
        {
            assert_eq!(Number::X87.encode(&Number::X87.decode(encoding)), encoding, "{encoding:x}");
        }
        assert_eq!(Number::X87.decode(one), 1);
        assert!(Number::ALL.iter().all(|number| {
            number.decode(number.encode(&Float::with_val(8, Special::Nan))).is_nan()
        }));
    }
}
