//! Formats of 16 and 32 bits, and what their encodings stand for (IEEE 754-2019, section 3.4).

use rug::Rational;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_functions::language::{Format, FormatName};
use tmd_runtime::RoundingMode;

/// A format whose numbers are encoded in 16 or 32 bits: sign, exponent, fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Precision and exponents.
    pub format: Format,
}

impl Encoding {
    /// The encoding of a format.
    ///
    /// # Errors
    /// If it has neither 16 nor 32 bits.
    pub fn of(name: FormatName) -> Result<Encoding, Diag> {
        let format = name.format()?;
        let exponents = (format.emax - format.emin + 3).unsigned_abs();
        let bits = exponents.ilog2() + format.precision;
        if exponents.is_power_of_two() && matches!(bits, 16 | 32) {
            return Ok(Encoding { format });
        }
        let message = format!(
            "--precision {}: functions are rounded to formats of 16, 32 and 64 bits so far",
            format.name
        );
        Err(Diag::new(DiagKind::Unsupported, message)
            .help("give binary16, bfloat16, binary32 or binary64"))
    }

    /// Bits of an encoding.
    pub fn bits(&self) -> u32 {
        (self.format.emax - self.format.emin + 3).unsigned_abs().ilog2() + self.format.precision
    }

    /// The sign.
    pub fn sign(&self) -> u32 {
        1 << (self.bits() - 1)
    }

    /// An encoding without its sign.
    pub fn size(&self, encoding: u32) -> u32 {
        encoding & !self.sign()
    }

    /// The encodings of ±0 and ±∞.
    pub fn special(&self) -> [u32; 4] {
        let [zero, infinity] = [0, self.infinity()];
        [zero, zero | self.sign(), infinity, infinity | self.sign()]
    }

    /// The sizes at the ends of the numbers: of ∞, the largest number, 0 and the least one.
    pub fn ends(&self) -> [u32; 4] {
        [self.infinity(), self.infinity() - 1, 0, 1]
    }

    /// All encodings, in their order.
    pub fn all(&self) -> std::ops::RangeInclusive<u32> {
        0..=self.sign() - 1 + self.sign()
    }

    /// Bits of a fraction.
    pub fn fraction_bits(&self) -> u32 {
        self.format.precision - 1
    }

    /// Bits of an exponent.
    pub fn exponent_bits(&self) -> u32 {
        self.bits() - 1 - self.fraction_bits()
    }

    /// The encoding of +∞: those of finite positive numbers are below.
    pub fn infinity(&self) -> u32 {
        self.sign() - (1 << self.fraction_bits())
    }

    /// A quiet NaN.
    pub fn nan(&self) -> u32 {
        self.infinity() | self.quiet()
    }

    /// The bit that makes a NaN a quiet one.
    pub fn quiet(&self) -> u32 {
        1 << (self.fraction_bits() - 1)
    }

    /// The least positive number is 2^ this.
    pub fn least(&self) -> i32 {
        self.format.least_ulp()
    }

    /// The report for a result of a function that is not the correct one.
    pub fn wrong(
        &self,
        function: &str,
        mode: RoundingMode,
        argument: u32,
        (result, correct): (u32, u32),
    ) -> Diag {
        let digits = narrow::to_usize(2 + self.bits() / 4);
        let mode = mode.name();
        let message = format!(
            "{function} rounded {mode} gives {result:#0digits$x} for {argument:#0digits$x}, and not {correct:#0digits$x}"
        );
        Diag::new(DiagKind::Internal, message)
    }

    /// The finite number that an encoding stands for; that of 0 for both zeros.
    pub fn number(&self, encoding: u32) -> Option<Rational> {
        let magnitude = self.size(encoding);
        if magnitude >= self.infinity() {
            return None;
        }
        let size = self.at(magnitude);
        Some(if encoding & self.sign() == 0 { size } else { -size })
    }

    /// The number that is as far in the order of positive encodings, had exponents no end.
    pub fn at(&self, magnitude: u32) -> Rational {
        let (exponent, fraction) =
            (magnitude >> self.fraction_bits(), magnitude & self.fraction_mask());
        let significand =
            if exponent == 0 { fraction } else { fraction | 1 << self.fraction_bits() };
        Rational::from(significand) << (narrow::to_i32(exponent.max(1)) - 1 + self.least())
    }

    /// All bits of a fraction.
    pub fn fraction_mask(&self) -> u32 {
        (1 << self.fraction_bits()) - 1
    }

    /// The exponent of half a unit in the last place of a positive number, given as log2, rounded down: breakpoints are so far
    /// apart there.
    pub fn spacing(&self, exponent: i32) -> i32 {
        exponent.max(self.format.emin) - narrow::to_i32(self.format.precision)
    }
}

/// ⌊log2⌋ of the size of a normal binary64 number; less than that of all these for others.
pub fn exponent(number: f64) -> i32 {
    let field = (number.to_bits() >> 52) & 0x7ff;
    narrow::to_i32(field) - 1023
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
        let single = of("binary32").expect("32 bits");
        assert_eq!((half.bits(), brain.bits(), single.bits()), (16, 16, 32));
        assert_eq!((single.infinity(), single.all().count()), (0x7f80_0000, 1 << 32));
        assert_eq!(single.number(0xbf80_0000), Some((-1).into()));
        assert_eq!(single.number(1), Some(Rational::from(1) >> 149));
        assert!(of("binary64").is_err() && of("tf32").is_err());
    }
}
