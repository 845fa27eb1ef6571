//! Formats of 16 bits, and what their encodings stand for (IEEE 754-2019, section 3.4).

use rug::Rational;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::language::{Format, FormatName};

/// Bits of an encoding.
pub(crate) const BITS: u32 = 16;
/// The sign.
pub(crate) const SIGN: u16 = 1 << (BITS - 1);

/// A format whose numbers are encoded in 16 bits: sign, exponent, fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Precision and exponents.
    pub format: Format,
}

impl Encoding {
    /// The encoding of a format.
    ///
    /// # Errors
    /// If it does not have 16 bits.
    pub fn of(name: FormatName) -> Result<Encoding, Diag> {
        let format = name.format()?;
        let exponents = (format.emax - format.emin + 3).unsigned_abs();
        if exponents.is_power_of_two() && 1 + exponents.ilog2() + format.precision - 1 == BITS {
            return Ok(Encoding { format });
        }
        let message =
            format!("--precision {}: functions are rounded to 16-bit formats so far", format.name);
        Err(Diag::new(DiagKind::Unsupported, message).help("give binary16 or bfloat16"))
    }

    /// Bits of a fraction.
    pub fn fraction_bits(&self) -> u32 {
        self.format.precision - 1
    }

    /// Bits of an exponent.
    pub fn exponent_bits(&self) -> u32 {
        BITS - 1 - self.fraction_bits()
    }

    /// The encoding of +∞: those of finite positive numbers are below.
    pub fn infinity(&self) -> u16 {
        SIGN - (1 << self.fraction_bits())
    }

    /// A quiet NaN.
    pub fn nan(&self) -> u16 {
        self.infinity() | self.quiet()
    }

    /// The bit that makes a NaN a quiet one.
    pub fn quiet(&self) -> u16 {
        1 << (self.fraction_bits() - 1)
    }

    /// The least positive number is 2^ this.
    pub fn least(&self) -> i32 {
        self.format.least_ulp()
    }

    /// The finite number that an encoding stands for; that of 0 for both zeros.
    pub fn number(&self, encoding: u16) -> Option<Rational> {
        let magnitude = encoding & !SIGN;
        if magnitude >= self.infinity() {
            return None;
        }
        let size = self.at(magnitude);
        Some(if encoding & SIGN == 0 { size } else { -size })
    }

    /// The number that is as far in the order of positive encodings, had exponents no end.
    pub fn at(&self, magnitude: u16) -> Rational {
        let (exponent, fraction) =
            (magnitude >> self.fraction_bits(), magnitude & self.fraction_mask());
        let significand =
            if exponent == 0 { fraction } else { fraction | 1 << self.fraction_bits() };
        Rational::from(significand) << (i32::from(exponent.max(1)) - 1 + self.least())
    }

    /// All bits of a fraction.
    pub fn fraction_mask(&self) -> u16 {
        (1 << self.fraction_bits()) - 1
    }

    /// The exponent of half a unit in the last place of a positive number, given as log2, rounded down: breakpoints are so far
    /// apart there.
    pub fn spacing(&self, exponent: i32) -> i32 {
        exponent.max(self.format.emin) - narrow::to_i32(self.format.precision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_those_of_the_formats() {
        let of = |name| Encoding::of(FormatName::parse("--precision", name).expect("a name"));
        let half = of("binary16").expect("16 bits");
        let brain = of("bfloat16").expect("16 bits");
        assert_eq!((half.infinity(), half.nan(), half.exponent_bits()), (0x7c00, 0x7e00, 5));
        assert_eq!((brain.infinity(), brain.nan(), brain.exponent_bits()), (0x7f80, 0x7fc0, 8));
        assert_eq!(half.number(0x3c00), Some(1.into()));
        assert_eq!(half.number(0xfbff), Some((-65504).into()));
        assert_eq!(half.number(1), Some(Rational::from(1) >> 24));
        assert_eq!(brain.number(0x3f80), Some(1.into()));
        assert_eq!(brain.number(0x8001), Some(Rational::from(-1) >> 133));
        assert_eq!(half.number(0x7c00), None);
        assert!(of("binary32").is_err());
    }
}
