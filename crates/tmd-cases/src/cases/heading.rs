//! The heading of a list: where it comes from, what counts as a case, and what was covered.

use tmd_functions::language::format::{Format, FormatName};

/// The names of the lines that every list has.
pub(super) const ALWAYS: [&str; 4] = ["input format", "rounding", "threshold", "coverage"];

/// The text for what is not known.
pub(super) const NOT_STATED: &str = "not stated by the source";

/// How many cases there are of each kind.
pub fn counts(all: usize, nearest: usize, directed: usize) -> String {
    format!("{all}, nearest {nearest}, directed {directed}")
}

/// A text in one line: line breaks become blanks.
pub fn one_line(text: String) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The format in a line's text: "binary64 (53 bits)", "12 bits with the exponents of binary16 (12 bits)".
pub(super) fn format(text: Option<&str>) -> Option<Format> {
    let text = text?;
    let Some((name, bits)) = text.rsplit_once(" (") else {
        return FormatName::parse("input format", text).ok()?.format().ok();
    };
    let named = FormatName::parse("input format", name);
    let bits = || bits.strip_suffix(" bits)")?.parse().ok().map(FormatName::Bits);
    named.ok().or_else(bits)?.format().ok()
}

pub(super) fn binary64() -> Format {
    Format { precision: 53, emin: -1022, emax: 1023, name: "binary64".to_owned() }
}
