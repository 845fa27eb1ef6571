//! The tolerance: how far a value may be from the function.

use rug::Rational;
use std::fmt;
use std::str::FromStr;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::Constant;
use tmd_kernel::ir::Width;

/// The measure of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The absolute error.
    Absolute,
    /// The error relative to |f(x)|.
    Relative,
    /// The error relative to the largest |f| on the range.
    Norm,
    /// In units in the last place of f(x), in the type of the results.
    Ulp,
}

impl Measure {
    const ALL: [(Measure, &'static str); 4] = [
        (Measure::Absolute, "abs"),
        (Measure::Relative, "rel"),
        (Measure::Norm, "norm"),
        (Measure::Ulp, "ulp"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Measure::ALL.iter().find(|(measure, _)| *measure == self).map_or("", |(_, name)| name)
    }

    /// The measure in words.
    pub fn words(self) -> &'static str {
        match self {
            Measure::Absolute => "",
            Measure::Relative => " of |f(x)|",
            Measure::Norm => " of max |f|",
            Measure::Ulp => " ulp",
        }
    }
}

/// A bound on an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerance {
    /// The measure of the tolerance.
    pub measure: Measure,
    /// How much of it, more than 0.
    pub value: Rational,
    text: String,
}

impl FromStr for Tolerance {
    type Err = Diag;

    /// `abs:1e-14`, `rel:2^-50`, `norm:1e-6`, `ulp:1`.
    fn from_str(text: &str) -> Result<Self, Diag> {
        const OPTION: &str = "--tolerance";
        let refuse = |message: String, span: std::ops::Range<usize>, label: &str| {
            Diag::new(DiagKind::Option, message)
                .at(OPTION, text, span, label)
                .help("write abs:1e-14, rel:1e-14 (of |f(x)|), norm:1e-6 (of max |f|) or ulp:1")
        };
        let Some((name, number)) = text.split_once(':') else {
            let message = format!("{OPTION} {text} does not say what it is measured in");
            return Err(refuse(message, 0..text.len(), "no `abs:`, `rel:`, `norm:` or `ulp:`"));
        };
        let Some((measure, _)) = Measure::ALL.into_iter().find(|(_, known)| *known == name) else {
            return Err(refuse(format!("there is no measure `{name}`"), 0..name.len(), "unknown"));
        };
        let constant = Constant::parse(OPTION, number)
            .map_err(|diag| diag.within(OPTION, text, name.len() + 1))?;
        match constant.rational().filter(|value| *value > 0) {
            Some(value) => Ok(Tolerance { measure, value, text: text.to_owned() }),
            None => {
                let span = name.len() + 1..text.len();
                Err(refuse(format!("{OPTION} {text} is not a bound"), span, "not a number above 0"))
            }
        }
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// lg of a unit in the last place of a number of some magnitude: of the largest power of 2 that is at most it.
pub(super) fn lg_ulp(width: Width, magnitude: f64) -> i32 {
    let (precision, emin) = match width {
        Width::W64 => (53, -1022),
        Width::W32 => (24, -126),
    };
    let exponent = match magnitude > 0.0 {
        // Never above the exponent of the magnitude: a rounded logarithm is checked.
        true => {
            let exponent = magnitude.log2().floor() as i32;
            if f64::from(exponent).exp2() > magnitude { exponent - 1 } else { exponent }
        }
        false => emin,
    };
    exponent.max(emin) - precision + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances_are_read_and_errors_point() {
        let tolerance: Tolerance = "rel:2^-50".parse().expect("a tolerance");
        assert_eq!(tolerance.measure, Measure::Relative);
        assert_eq!(tolerance.value, Rational::from(1) >> 50);
        assert_eq!(tolerance.to_string(), "rel:2^-50");
        for (text, offending) in
            [("1e-6", "1e-6"), ("mean:1", "mean"), ("abs:-1", "-1"), ("abs:x", "x"), ("abs:0", "0")]
        {
            let diag = text.parse::<Tolerance>().expect_err("refused");
            assert_eq!(diag.offending(), Some(offending), "{text}");
        }
    }

    #[test]
    fn units_in_the_last_place() {
        assert_eq!(lg_ulp(Width::W64, 1.0), -52);
        assert_eq!(lg_ulp(Width::W64, 1.0 - f64::EPSILON / 2.0), -53);
        assert_eq!(lg_ulp(Width::W32, 3.0), -22);
        assert_eq!(lg_ulp(Width::W32, 0.0), -149);
        assert_eq!(lg_ulp(Width::W64, 1e-320), -1074);
    }
}
