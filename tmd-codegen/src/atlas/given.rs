//! Lists of cases that commands are given.

use super::PairsEntry;
use super::entry;
use crate::cases::{self, FileKind, List};
use crate::diag::{Diag, DiagKind};
use std::path::Path;

/// The list of inputs in a file of any kind.
///
/// # Errors
/// If it cannot be read, is no list, or is one of the atlas's lists of pairs: read as numbers one after the other, they would be a list of
/// inputs that nobody claims to be hard.
pub fn read_list(path: &Path) -> Result<List, Diag> {
    let description = path.with_extension("json");
    if FileKind::of(path).is_ok_and(|kind| kind == FileKind::Binary) && description.is_file() {
        let of_pairs: Result<PairsEntry, Diag> = entry::read(&description);
        if let Ok(entry) = of_pairs {
            let message = format!(
                "{} holds pairs of numbers, cases of {}: lists of functions of one number are read here",
                path.display(),
                entry.function
            );
            return Err(Diag::new(DiagKind::Option, message).help(
                "read it as two binary64 numbers a case, the lowest byte first; `atlas remake … --certificate FILE` writes the cases as JSON",
            ));
        }
    }
    cases::read(path)
}
