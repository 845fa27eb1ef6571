//! Floating-point formats: a precision and an exponent range.

use crate::diag::{Diag, DiagKind};

/// A binary floating-point format without subnormal numbers: numbers of `precision` significant bits, in the binades
/// `[2^e, 2^(e+1))` for `emin <= e <= emax`, and their opposites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// Significant bits, the leading one counted; 2 to 113.
    pub precision: u32,
    /// The exponent of the smallest normal binade.
    pub emin: i32,
    /// The exponent of the largest binade.
    pub emax: i32,
    /// What people call it.
    pub name: String,
}

/// Precision, emin, emax and name of the known formats, by precision (IEEE 754-2019, table 3.5; the
/// 64-bit one is Intel's extended format).
const KNOWN: [(u32, i32, i32, &str); 5] = [
    (11, -14, 15, "binary16"),
    (24, -126, 127, "binary32"),
    (53, -1022, 1023, "binary64"),
    (64, -16382, 16383, "x87"),
    (113, -16382, 16383, "binary128"),
];

/// The largest precision that is supported, in bits: that of binary128.
pub const MAX_FORMAT_PRECISION: u32 = 113;

impl Format {
    /// The format of that precision; one that has no name takes the exponents of the smallest
    /// named format that has at least its precision.
    ///
    /// # Errors
    /// If the precision is not 2 to 113.
    pub fn of_precision(precision: u32) -> Result<Self, Diag> {
        let fits = KNOWN.iter().find(|known| known.0 >= precision && precision >= 2);
        let Some(&(bits, emin, emax, name)) = fits else {
            return Err(Diag::new(
                DiagKind::Range,
                format!("a precision of {precision} bits is not supported"),
            )
            .help(format!(
                "give 2 to {MAX_FORMAT_PRECISION} bits: 11 is binary16, 24 binary32, 53 binary64, 64 x87, 113 binary128"
            )));
        };
        let name = if bits == precision {
            name.to_string()
        } else {
            format!("{precision} bits with the exponents of {name}")
        };
        Ok(Format { precision, emin, emax, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        let double = Format::of_precision(53).unwrap();
        assert_eq!((double.emin, double.emax, double.name.as_str()), (-1022, 1023, "binary64"));
        let odd = Format::of_precision(54).unwrap();
        assert_eq!((odd.precision, odd.emin, odd.emax), (54, -16382, 16383));
        assert_eq!(odd.name, "54 bits with the exponents of x87");
        assert_eq!(Format::of_precision(2).unwrap().emin, -14);
        for bad in [0, 1, 114, u32::MAX] {
            assert_eq!(Format::of_precision(bad).unwrap_err().kind, DiagKind::Range);
        }
    }
}
