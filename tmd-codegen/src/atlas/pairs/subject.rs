//! What an entry of pairs is about: a function of a number and an integer, or of two numbers, and a format.

use crate::diag::{Diag, DiagKind};
use crate::output::pairs::Asked;
use crate::pairs::plane::{self, Function, PlaneCertificate};
use crate::pairs::vectors::{self, VectorCertificate};
use crate::pairs::{self, Certificate, Family, MOST_EXPONENT};
use crate::spec::format::FormatName;
use serde::Serialize;
use std::fmt;

/// The formats of these entries, by size.
pub(super) const FORMATS: [&str; 4] = ["binary16", "bfloat16", "tf32", "binary32"];
/// Those in which there are entries of all functions of two numbers.
const SMALL: [&str; 2] = ["binary16", "bfloat16"];
/// The integers of all entries.
const INTEGERS: [i32; 2] = [-MOST_EXPONENT, MOST_EXPONENT];
/// The ranges of both numbers.
const NUMBERS: [&str; 2] = ["all", "all"];
/// The file of `compound(x, y)`: that of `compound(x, n)` has its name alone.
const COMPOUND: &str = "compound-xy";

/// A function of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairsFunction {
    /// Of a number and an integer: all integers of at most 1024.
    OfInteger(Family),
    /// Of two numbers: all numbers of the format.
    OfNumbers(Function),
}

impl PairsFunction {
    /// The function of a text: "pown(x, n)" or "pown", "atan2(y, x)" or "atan2", "compound(x, y)" or "compound-xy".
    pub fn parse(text: &str) -> Option<PairsFunction> {
        if text == COMPOUND {
            return Some(PairsFunction::OfNumbers(Function::Compound));
        }
        let of_integer = Family::parse(text).map(PairsFunction::OfInteger);
        of_integer.or_else(|_| Function::parse(text).map(PairsFunction::OfNumbers)).ok()
    }

    /// The name of its files.
    pub fn slug(self) -> &'static str {
        match self {
            PairsFunction::OfInteger(family) => family.name(),
            PairsFunction::OfNumbers(Function::Compound) => COMPOUND,
            PairsFunction::OfNumbers(function) => function.name(),
        }
    }

    fn formats(self) -> &'static [&'static str] {
        match self {
            PairsFunction::OfInteger(_) => &FORMATS,
            // As vectors in the larger formats.
            PairsFunction::OfNumbers(Function::Hypot | Function::Atan2 | Function::Atan2Pi) => {
                &FORMATS
            }
            PairsFunction::OfNumbers(_) => &SMALL,
        }
    }
}

impl PairsFunction {
    /// All functions of the same kind of arguments.
    pub fn of_its_kind(self) -> Vec<PairsFunction> {
        match self {
            PairsFunction::OfInteger(_) => Family::ALL.map(PairsFunction::OfInteger).to_vec(),
            PairsFunction::OfNumbers(_) => Function::ALL.map(PairsFunction::OfNumbers).to_vec(),
        }
    }
}

impl fmt::Display for PairsFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairsFunction::OfInteger(family) => family.fmt(f),
            PairsFunction::OfNumbers(function) => function.fmt(f),
        }
    }
}

/// A function of two arguments, and a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairsSubject {
    /// The function.
    pub function: PairsFunction,
    /// The name of the format.
    pub format: &'static str,
}

impl PairsSubject {
    /// The subject of two names, if the first is one of these functions: "pown(x, n)" or "pown", and "binary32".
    pub fn of(function: &str, format: &str) -> Option<Result<PairsSubject, Diag>> {
        let function = PairsFunction::parse(function)?;
        let formats = function.formats();
        let meant = FormatName::parse("FORMAT", format).and_then(|name| name.format());
        Some(meant.and_then(|meant| {
            let format = formats.iter().find(|name| **name == meant.name).ok_or_else(|| {
                let message = format!("the atlas has no lists of {function} for {}", meant.name);
                let parts = match function {
                    PairsFunction::OfNumbers(Function::Pow | Function::Compound) => {
                        "; `atlas list` says of which others there are parts"
                    }
                    _ => "",
                };
                Diag::new(DiagKind::Option, message)
                    .help(format!("give one of {}{parts}", formats.join(", ")))
            })?;
            Ok(PairsSubject { function, format })
        }))
    }

    /// Searches all pairs, with all threads of the pool that it is called in.
    ///
    /// # Errors
    /// If the format is not known; it is.
    pub fn search(&self) -> Result<PairsCertificate, Diag> {
        let format = FormatName::parse("FORMAT", self.format)?;
        Ok(match self.function {
            PairsFunction::OfInteger(family) => {
                let request = pairs::request(family, format, INTEGERS, None)?;
                PairsCertificate::OfInteger(pairs::search(&request, None, &())?)
            }
            PairsFunction::OfNumbers(function) => {
                let format = format.format()?;
                if vectors::Request::is_meant(function, &format) {
                    let request = vectors::Request::new(function, format, NUMBERS, None)?;
                    return Ok(PairsCertificate::OfVectors(vectors::search(&request)?));
                }
                let request = plane::Request::new(function, format, NUMBERS, None)?;
                PairsCertificate::OfNumbers(plane::search(&request)?)
            }
        })
    }

    /// What its search asks for, in words.
    pub fn asked(&self) -> Asked {
        match self.function {
            PairsFunction::OfInteger(family) => Asked::of_integer(family, self.format, INTEGERS),
            PairsFunction::OfNumbers(function) => Asked::of_numbers(function, self.format, NUMBERS),
        }
    }

    /// The name of its files.
    pub fn slug(&self) -> &'static str {
        self.function.slug()
    }
}

impl fmt::Display for PairsSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.function, self.format)
    }
}

/// The certificate of a search, which is written as it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PairsCertificate {
    /// Of a number and an integer.
    OfInteger(Certificate),
    /// Of two numbers.
    OfNumbers(PlaneCertificate),
    /// Of two numbers in a larger format.
    OfVectors(VectorCertificate),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_one_file() {
        let of_integer = Family::ALL.into_iter().map(PairsFunction::OfInteger);
        let of_numbers = Function::ALL.into_iter().map(PairsFunction::OfNumbers);
        let all: Vec<PairsFunction> = of_integer.chain(of_numbers).collect();
        for (number, function) in all.iter().enumerate() {
            for name in [function.slug(), &function.to_string()] {
                assert_eq!(PairsFunction::parse(name), Some(*function), "{name}");
            }
            assert!(all[..number].iter().all(|other| other.slug() != function.slug()));
        }
        assert_eq!(PairsFunction::parse("pow(x, 3)"), None);
    }
}
