//! What the pages have in common: their names, and how they show states and numbers.

use crate::atlas::{Catalogue, FORMATS, State, Subject};
use crate::diag::Diag;
use crate::output::html::Inline;
use crate::text::grouped;

/// The name of the whole.
pub(super) const TITLE: &str = "The atlas of hard-to-round cases";

/// The page of an entry, from the index.
pub(super) fn entry_path(subject: &Subject) -> String {
    format!("{}/{}.html", subject.format(), subject.slug())
}

/// The page of a function, from the index.
pub(super) fn function_path(function: &str) -> Result<String, Diag> {
    Ok(format!("functions/{}.html", Subject::new(function, FORMATS[0])?.slug()))
}

/// The sign of a state.
pub(super) fn sign(state: State) -> &'static str {
    match state {
        State::Complete => "●",
        State::InPart(_) | State::Undecided(_) => "◐",
        State::Unfinished { .. } => "○",
        State::Missing => "–",
    }
}

/// A cell that leads to an entry: how far it is, how many cases it has, and the sufficient precision. `up` leads to the index.
pub(super) fn cell(
    catalogue: &Catalogue,
    function: &str,
    format: &str,
    up: &str,
) -> Result<Inline, Diag> {
    let state = catalogue.state(function, format);
    let mark = Inline::default().sign(sign(state), &state.to_string());
    Ok(match (state, catalogue.entry(function, format)) {
        (_, Some((entry, _))) => {
            let path = entry_path(&Subject::new(function, format)?);
            let cell = mark.link(&format!("{up}{path}"), &grouped(entry.cases as u128));
            match entry.precision() {
                Some(bits) => cell.below(&bits_of(bits)),
                None => cell,
            }
        }
        (State::Unfinished { done, units }, None) => {
            mark.below(&format!("{done} of {units} units"))
        }
        (_, None) => mark,
    })
}

/// A precision.
pub(super) fn bits_of(bits: u64) -> String {
    format!("{} bits", grouped(bits.into()))
}

/// A size for people.
pub(super) fn size(bytes: usize) -> String {
    match bytes {
        ..10_000 => format!("{} bytes", grouped(bytes as u128)),
        10_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Rows of names and texts.
pub(super) fn facts<const N: usize>(rows: [(&str, String); N]) -> Vec<Vec<String>> {
    let rows = rows.into_iter().filter(|(_, text)| !text.is_empty());
    rows.map(|(name, text)| vec![name.to_owned(), text]).collect()
}
