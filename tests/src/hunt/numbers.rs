//! The numbers of a format in their order, by their place in it.

use rug::{Float, Integer, Rational};
use tmd_codegen::spec::Format;
use tmd_codegen::spec::hexfloat;

/// All numbers of a format. Number 0 is zero, number n > 0 the n-th positive one, subnormal ones included, and
/// number -n is its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    precision: u32,
    emin: i32,
    emax: i32,
}

/// A number as a mantissa and the exponent of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) mantissa: i128,
    pub(super) ulp: i32,
}

impl Number {
    pub(super) fn value(self) -> Rational {
        Rational::from(self.mantissa) << self.ulp
    }

    pub(super) fn float(self, precision: u32) -> Float {
        Float::with_val(precision, self.mantissa) << self.ulp
    }

    /// The same number as a binary64 number, if it is one whose reciprocal is normal, too.
    pub(super) fn double(self) -> Option<f64> {
        let is_one = self.mantissa.unsigned_abs() < 1 << 53 && (-1000..900).contains(&self.ulp);
        is_one.then(|| self.mantissa as f64 * f64::exp2(f64::from(self.ulp)))
    }
}

impl Numbers {
    pub(super) fn of(format: &Format) -> Numbers {
        let Format { precision, emin, emax, .. } = *format;
        Numbers { precision, emin, emax }
    }

    /// These and the midpoints between neighbours: number 2n is number n of these.
    pub(super) fn with_midpoints(self) -> Numbers {
        Numbers { precision: self.precision + 1, ..self }
    }

    /// The place of the number after the largest one.
    pub(super) fn end(&self) -> i128 {
        i128::from(self.emax - self.emin + 2) << (self.precision - 1)
    }

    pub(super) fn at(&self, place: i128) -> Number {
        let size = place.abs();
        let least = self.emin + 1 - self.precision as i32;
        let binade = (size >> (self.precision - 1)) as i32;
        let hidden = 1i128 << (self.precision - 1);
        let (mantissa, ulp) = match binade {
            0 => (size, least),
            _ => ((size & (hidden - 1)) | hidden, least + binade - 1),
        };
        Number { mantissa: if place < 0 { -mantissa } else { mantissa }, ulp }
    }

    /// The place of the last number that is not above x in absolute value.
    pub(super) fn place(&self, x: &Float) -> i128 {
        let Some(exponent) = x.get_exp() else { return 0 };
        if exponent - 1 > self.emax {
            return if x.is_sign_negative() { 1 - self.end() } else { self.end() - 1 };
        }
        let binade = (exponent - 1).max(self.emin);
        let ulp = binade + 1 - self.precision as i32;
        let cut = (x.clone().abs() >> ulp).trunc().to_integer().unwrap_or_default();
        let cut = cut.to_i128().unwrap_or(0);
        let place = cut + (i128::from(binade - self.emin) << (self.precision - 1));
        if x.is_sign_negative() { -place } else { place }
    }

    /// A number as a hexadecimal float.
    pub(super) fn text(&self, place: i128) -> String {
        let Number { mantissa, ulp } = self.at(place);
        hexfloat::print(&Integer::from(mantissa), ulp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole;
    use tmd_codegen::spec::FormatName;

    #[test]
    fn they_are_those_of_the_format_in_order() {
        let format =
            FormatName::parse("format", "bfloat16").and_then(FormatName::format).expect("a format");
        let numbers = Numbers::of(&format);
        let all = whole::numbers(&format);
        let zero = all.len() as i128 / 2;
        assert_eq!(numbers.end(), zero + 1);
        for (index, x) in all.iter().enumerate() {
            let place = index as i128 - zero;
            assert_eq!(numbers.at(place).value(), *x);
            assert_eq!(numbers.place(&Float::with_val(64, x)), place);
            assert_eq!(numbers.with_midpoints().at(2 * place).value(), *x);
        }
    }
}
