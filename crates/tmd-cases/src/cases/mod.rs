//! Lists of cases as files, for testers of libraries.
//!
//! A [`List`] is the cases and, line by line, what is known about them: function, range, formats, threshold,
//! coverage. Every kind of file ([`FileKind`]) holds both, so that any of them can be made into any other.
//!
//! ```
//! use tmd_cases::cases::{FileKind, List};
//! use tmd_functions::language::FunctionSpec;
//! let mut list = List::parse(FileKind::Wc, "by hand", b"0x1.83d4bcdebb3f4p+2\n")?;
//! list.measure(&FunctionSpec::parse("exp")?);
//! assert_eq!(list.cases[0].hardness.map(|hardness| hardness.identical_bits), Some(57));
//! let table = String::from_utf8(FileKind::RustTable.write(&list, "exp")?)?;
//! assert!(table.contains("pub const EXP: [f64; 1]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod binary;
mod c_header;
mod comments;
mod document;
mod files;
mod hardness;
mod heading;
mod json_lines;
mod results;
mod rust_table;
mod sample;
mod source;
mod table;
mod wc;

pub use heading::{counts, one_line};

pub use files::{FileKind, array_name, read, read_as};
pub use results::{Results, WithResults};
pub use source::{AboutOnly, Source};

/// A program in C that tries a function at the cases of a header with results; its heading says how.
pub const HARNESS: &str = include_str!("harness.c");

use crate::distance::Distance;
use crate::verdict::{CaseKind, Verdict};
use rug::Rational;
use serde::{Deserialize, Serialize};
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::format::Format;
use tmd_functions::language::hexfloat;

/// Cases, and what is known about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// Lines such as `range: 1,2 (half-open)`; the first of a name counts.
    pub about: Vec<String>,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
    /// How many entries of the file that was read are NaN or infinite, and so no cases.
    pub left_out: usize,
}

/// An input that is hard to round.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The input.
    pub x: Rational,
    /// How hard it is; `None` where that is not known.
    pub hardness: Option<Hardness>,
    /// The correctly rounded results, if they are asked for ([`WithResults`]).
    pub results: Option<Results>,
}

/// Longer words are not shown as a whole where they are no numbers.
const MOST_SHOWN: usize = 200;
/// The most bits before or behind the point that a number of a format has.
const MOST_BITS: u32 = 20_000;

/// How hard an input is to round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hardness {
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// |g cmod 1|, in units of the breakpoint spacing.
    pub distance: Distance,
    /// The kind of breakpoint that f(x) is near to.
    pub kind: CaseKind,
}

impl Hardness {
    /// The hardness whose parts stand at some place: all of them, or none.
    fn of_parts(
        place: &str,
        parts: (Option<u32>, Option<Distance>, Option<CaseKind>),
    ) -> Result<Option<Hardness>, Diag> {
        match parts {
            (None, None, None) => Ok(None),
            (Some(identical_bits), Some(distance), Some(kind)) => {
                Ok(Some(Hardness { identical_bits, distance, kind }))
            }
            _ => Err(Diag::new(
                DiagKind::Syntax,
                format!(
                    "{place}: identical_bits, distance and kind belong together: give all or none"
                ),
            )),
        }
    }

    /// The hardness that a verdict states.
    pub fn of(verdict: &Verdict) -> Option<Hardness> {
        match *verdict {
            Verdict::Hard { distance, identical_bits, kind } => {
                Some(Hardness { identical_bits, distance, kind })
            }
            Verdict::Exact(_) | Verdict::Unknown(_) => None,
        }
    }
}

impl Case {
    /// The input as a hexadecimal float.
    pub fn hex(&self) -> String {
        // Only fractions of powers of two are read, and found.
        hexfloat::print_rational(&self.x).unwrap_or_else(|| self.x.to_string())
    }

    /// The input of a hexadecimal float; `place` is where it stands.
    pub fn parse(place: &str, text: &str, hardness: Option<Hardness>) -> Result<Case, Diag> {
        // An error that shows the whole of a file that is no list would help nobody.
        let shorter = |error: Diag| match text.len() {
            ..=MOST_SHOWN => error,
            bytes => {
                let start: String = text.chars().take(40).collect();
                let message = format!(
                    "{place}: a word of {bytes} bytes, `{start}…`, is not a hexadecimal float"
                );
                Diag::new(DiagKind::Syntax, message)
                    .help("give a list with a hexadecimal float such as 0x1.8p+1 on each line")
            }
        };
        let x = hexfloat::parse(place, text).map_err(shorter)?;
        match x.numer().significant_bits().max(x.denom().significant_bits()) > MOST_BITS {
            false => Ok(Case { x, hardness, results: None }),
            true => Err(Diag::new(
                DiagKind::Range,
                format!("{place}: the number is in no format that is supported"),
            )),
        }
    }

    /// Whether a format of that precision and largest exponent has the input.
    pub fn fits(&self, precision: u32, emax: i32) -> bool {
        let (numer, denom) = (self.x.numer(), self.x.denom());
        let bits = |n: &rug::Integer| n.significant_bits() as i32;
        let zeros = numer.find_one(0).unwrap_or(0);
        let top = bits(numer) - bits(denom);
        let last = zeros as i32 - (bits(denom) - 1);
        numer.is_zero()
            || (numer.significant_bits() - zeros <= precision
                && top <= emax
                && last >= 2 - emax - precision as i32)
    }
}

impl List {
    /// The text of the heading's line of that name: `about("range")`.
    pub fn about(&self, name: &str) -> Option<&str> {
        self.about.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The text of the heading's line of that name, unless it says that nothing is known.
    pub fn stated(&self, name: &str) -> Option<&str> {
        self.about(name).filter(|text| *text != heading::NOT_STATED)
    }

    /// The format of the inputs; binary64 where the lines do not tell.
    pub fn input_format(&self) -> Format {
        heading::format(self.about("input format")).unwrap_or_else(heading::binary64)
    }

    /// The format of the results; binary64 where the lines do not tell.
    pub fn output_format(&self) -> Format {
        heading::format(self.about("output format")).unwrap_or_else(heading::binary64)
    }

    /// The format that the lines tell under some name (`input format`), if they tell one.
    pub fn stated_format(&self, name: &str) -> Option<Format> {
        heading::format(self.stated(name))
    }

    /// Sets a line of the heading: replaces the one of that name, or appends it.
    pub fn say(&mut self, name: &str, text: &str) {
        let line = format!("{name}: {text}");
        let place = self.about.iter_mut().find(|line| line.starts_with(&format!("{name}: ")));
        match place {
            Some(old) => *old = line,
            None => self.about.push(line),
        }
    }
}
