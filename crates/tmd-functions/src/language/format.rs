//! Floating-point formats: a precision and an exponent range.

use std::fmt;

use rug::float::{Round, Special};
use rug::{Float, Integer};
use serde::{Deserialize, Serialize};

use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;

/// A binary floating-point format: the numbers of `precision` significant bits in the binades `[2^e, 2^(e+1))`
/// for `emin <= e <= emax`, their opposites, zero, and below 2^emin the subnormal numbers, which are
/// spaced like those of the binade emin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// Significant bits, the leading one counted; 2 to 113.
    pub precision: u32,
    /// The exponent of the smallest normal binade.
    pub emin: i32,
    /// The exponent of the largest binade.
    pub emax: i32,
    /// The usual name, such as `binary64`.
    pub name: String,
}

/// A format with a name.
#[derive(Debug)]
struct Known {
    name: &'static str,
    /// Other names.
    aliases: &'static [&'static str],
    precision: u32,
    emin: i32,
    emax: i32,
}

/// All formats with names, by precision (IEEE 754-2019, table 3.5; bfloat16 and tf32 as in hardware, with the
/// exponents of binary32; x87 is Intel's extended format).
const KNOWN: [Known; 7] = [
    known("bfloat16", &["bf16"], 8, 127),
    known("binary16", &["f16", "half"], 11, 15),
    known("tf32", &[], 11, 127),
    known("binary32", &["f32", "float", "single"], 24, 127),
    known("binary64", &["f64", "double"], 53, 1023),
    known("x87", &["binary80", "extended"], 64, 16383),
    known("binary128", &["f128", "quad"], 113, 16383),
];

const fn known(
    name: &'static str,
    aliases: &'static [&'static str],
    precision: u32,
    emax: i32,
) -> Known {
    Known { name, aliases, precision, emin: 1 - emax, emax }
}

/// The formats that a precision alone means: the interchange formats of IEEE 754, and x87.
fn meant_by_precision() -> impl Iterator<Item = &'static Known> {
    KNOWN.iter().filter(|known| !["bfloat16", "tf32"].contains(&known.name))
}

/// The largest precision that is supported, in bits: that of binary128.
pub(crate) const MAX_FORMAT_PRECISION: u32 = 113;

impl Format {
    /// The format of that precision; one that has no name takes the exponents of the smallest
    /// interchange format (or x87) that has at least its precision.
    ///
    /// # Errors
    /// If the precision is not 2 to 113.
    pub fn of_precision(precision: u32) -> Result<Self, Diag> {
        let fits =
            meant_by_precision().find(|known| known.precision >= precision && precision >= 2);
        let Some(known) = fits else {
            return Err(Diag::new(
                DiagKind::Range,
                format!("a precision of {precision} bits is not supported"),
            )
            .help(format!("give 2 to {MAX_FORMAT_PRECISION} bits, or a name: {}", names())));
        };
        let name = match known.precision == precision {
            true => known.name.to_owned(),
            false => format!("{precision} bits with the exponents of {}", known.name),
        };
        Ok(Format { precision, emin: known.emin, emax: known.emax, name })
    }

    /// As `--precision` gives it: by its name if it has one, else by its bits.
    pub fn option(&self) -> String {
        match FormatName::parse("--precision", &self.name) {
            Ok(_) => self.name.clone(),
            Err(_) => self.precision.to_string(),
        }
    }

    /// Whether it is the format that [`Format::option`] gives. One that was read from a file may have other bits or exponents.
    pub fn is_as_named(&self) -> bool {
        let named = FormatName::parse("--precision", &self.option()).and_then(FormatName::format);
        named.is_ok_and(|named| named == *self)
    }

    /// The format of this one's numbers and the midpoints between them.
    pub fn with_midpoints(&self) -> Format {
        let name = format!("{} and midpoints", self.name);
        Format { precision: self.precision + 1, name, ..self.clone() }
    }

    /// A value rounded to the format, subnormal numbers and overflow included, as IEEE 754-2019 (sections 4.3 and 7.4) has it.
    /// Right for f(x) if `value` is f(x) rounded to odd ([`super::truth`]).
    pub fn rounded(&self, value: &Float, round: Round) -> Float {
        let Some(exponent) = value.get_exp() else {
            return Float::with_val(self.precision, value);
        };
        let ulp = (exponent - 1).max(self.emin) + 1 - narrow::to_i32(self.precision);
        let units = (value.clone() >> ulp).to_integer_round(round).map(|(units, _)| units);
        let mut size = Float::with_val(self.precision, units.unwrap_or_default().abs()) << ulp;
        if size > self.largest() {
            let is_away = match round {
                Round::Up => value.is_sign_positive(),
                Round::Down => value.is_sign_negative(),
                Round::Zero => false,
                _ => true,
            };
            size = if is_away { Float::with_val(2, Special::Infinity) } else { self.largest() };
        }
        if value.is_sign_negative() { -size } else { size }
    }

    /// The largest finite number.
    pub fn largest(&self) -> Float {
        let units = (Integer::from(1) << self.precision) - 1u32;
        Float::with_val(self.precision, units) << (self.emax + 1 - narrow::to_i32(self.precision))
    }

    /// The exponent of the unit in the last place of the smallest normal numbers and of all subnormal
    /// ones.
    pub fn least_ulp(&self) -> i32 {
        self.emin - (self.precision as i32 - 1)
    }
}

fn names() -> String {
    KNOWN.map(|known| known.name).join(", ")
}

/// A format as people write it: a number of bits, or a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormatName {
    /// A number of significant bits.
    Bits(u32),
    /// The known format of that index.
    Known(usize),
}

impl FormatName {
    /// Reads "53", "binary64" or "double".
    ///
    /// # Errors
    /// If it is neither a number nor the name of a format. `option` is where it was written.
    pub fn parse(option: &str, text: &str) -> Result<Self, Diag> {
        let name = text.trim();
        if let Ok(bits) = name.parse() {
            return Ok(FormatName::Bits(bits));
        }
        let is_named = |known: &Known| known.name == name || known.aliases.contains(&name);
        KNOWN.iter().position(is_named).map(FormatName::Known).ok_or_else(|| {
            Diag::new(DiagKind::Option, format!("{option} {text} is not a format"))
                .at(option, text, 0..text.len(), "neither a number of bits nor a name")
                .help(format!("give a number of bits, for instance 53, or one of {}", names()))
        })
    }

    /// The format that is meant.
    ///
    /// # Errors
    /// If a number of bits is not 2 to 113.
    pub fn format(self) -> Result<Format, Diag> {
        match self {
            FormatName::Bits(bits) => Format::of_precision(bits),
            FormatName::Known(index) => {
                let known = &KNOWN[index.min(KNOWN.len() - 1)];
                let Known { name, precision, emin, emax, .. } = *known;
                Ok(Format { precision, emin, emax, name: name.to_owned() })
            }
        }
    }
}

impl From<u32> for FormatName {
    fn from(bits: u32) -> Self {
        FormatName::Bits(bits)
    }
}

impl fmt::Display for FormatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FormatName::Bits(bits) => bits.fmt(f),
            FormatName::Known(index) => f.pad(KNOWN.get(index).map_or("", |known| known.name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::language::format::*;

    #[test]
    fn formats_are_those_of_their_names() {
        for text in ["binary32", "bf16", "11", "12", "113"] {
            let format =
                FormatName::parse("--precision", text).and_then(FormatName::format).unwrap();
            assert!(format.is_as_named(), "{text}");
            let changed = [
                Format { precision: format.precision + 1, ..format.clone() },
                Format { emin: format.emin + 1, ..format.clone() },
                Format { emax: i32::MAX, ..format.clone() },
                Format { name: "tf32".to_owned(), ..format },
            ];
            assert!(changed.iter().all(|format| !format.is_as_named()), "{text}");
        }
        let none = Format { precision: 0, ..Format::of_precision(12).unwrap() };
        assert!(!none.is_as_named());
    }

    #[test]
    fn formats_by_precision() {
        let double = Format::of_precision(53).unwrap();
        assert_eq!((double.emin, double.emax, double.name.as_str()), (-1022, 1023, "binary64"));
        assert_eq!(double.least_ulp(), -1074);
        let odd = Format::of_precision(54).unwrap();
        assert_eq!((odd.precision, odd.emin, odd.emax), (54, -16382, 16383));
        assert_eq!(odd.name, "54 bits with the exponents of x87");
        assert_eq!(Format::of_precision(2).unwrap().emin, -14);
        assert_eq!(Format::of_precision(11).unwrap().name, "binary16");
        for bad in [0, 1, 114, u32::MAX] {
            assert_eq!(Format::of_precision(bad).unwrap_err().kind, DiagKind::Range);
        }
    }

    /// As MPFR rounds to the machine's formats, and so around every kind of number of a small one.
    #[test]
    fn values_are_rounded_as_mpfr_does() {
        let [double, single] = [53, 24].map(|bits| Format::of_precision(bits).unwrap());
        let modes = [Round::Nearest, Round::Up, Round::Down, Round::Zero];
        let bits = |exponent: i32, odd: u64| {
            (Float::with_val(160, 1) << exponent) + (Float::with_val(160, odd) << (exponent - 70))
        };
        let exponents = (-1080..-1010).chain(-160..-110).chain(100..140).chain(1000..1030);
        let sizes =
            exponents.flat_map(|e| [0, 1, 3 << 16, 1 << 17, (1 << 46) - 1].map(|odd| bits(e, odd)));
        let (mut infinite, mut zero) = (0, 0);
        for value in sizes.flat_map(|size| [-size.clone(), size]) {
            for round in modes {
                let of_double = double.rounded(&value, round);
                assert_eq!(of_double.to_f64().to_bits(), value.to_f64_round(round).to_bits());
                let of_single = single.rounded(&value, round);
                assert_eq!(of_single.to_f32().to_bits(), value.to_f32_round(round).to_bits());
                infinite += usize::from(of_single.is_infinite());
                zero += usize::from(of_single.is_zero());
            }
        }
        assert!(infinite > 100 && zero > 100, "{infinite} {zero}");
    }

    #[test]
    fn formats_by_name() {
        for (text, precision, emax) in [
            ("bfloat16", 8, 127),
            ("tf32", 11, 127),
            ("half", 11, 15),
            (" double", 53, 1023),
            ("x87", 64, 16383),
            ("24", 24, 127),
        ] {
            let name = FormatName::parse("--precision", text).unwrap();
            let format = name.format().unwrap();
            assert_eq!((format.precision, format.emax, format.emin), (precision, emax, 1 - emax));
            assert_eq!(FormatName::parse("--precision", &name.to_string()).unwrap(), name);
        }
        let diag = FormatName::parse("--precision", "binary23").unwrap_err();
        assert!(diag.offending() == Some("binary23") && diag.help.unwrap().contains("bfloat16"));
    }
}
