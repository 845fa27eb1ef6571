//! The hardest cases of an entry, as few as a test of every day has time for.

use super::{Atlas, Entry, Subject};
use crate::cases::{FileKind, List};
use crate::diag::Diag;
use crate::infile;
use crate::spec::FunctionSpec;

/// Longest file of cases, in bytes.
const MOST_BYTES: u64 = 1 << 28;

impl Atlas {
    /// The cases of an entry, with how hard they are.
    ///
    /// # Errors
    /// If they cannot be read or are not those of the entry.
    pub fn cases(&self, subject: &Subject, entry: &Entry) -> Result<List, Diag> {
        let bytes = infile::read_file(&self.path(subject, "bin"), MOST_BYTES)?;
        entry.check(&bytes)?;
        let mut list = List::parse(FileKind::Binary, "the entry", &bytes)?;
        let coverage = match entry.complete {
            true => "complete",
            false => "not complete: see the description of the entry",
        };
        let lines = [
            ("function", FunctionSpec::parse(subject.function())?.canonical()),
            ("made by", entry.command.clone()),
            ("range", "all".to_owned()),
            ("input format", entry.format.clone()),
            ("output format", entry.format.clone()),
            ("rounding", entry.rounding.clone()),
            ("coverage", coverage.to_owned()),
        ];
        for (name, text) in lines {
            list.say(name, &text);
        }
        list.measure(&FunctionSpec::parse(subject.function())?);
        Ok(list)
    }
}

/// The hardest cases of an entry, by binade in turn.
///
/// # Errors
/// As [`Atlas::cases`].
pub fn subset(atlas: &Atlas, subject: &Subject, count: usize) -> Result<List, Diag> {
    let (entry, _) = atlas.entry(subject)?;
    let mut list = atlas.cases(subject, &entry)?;
    list.sample(count)?;
    Ok(list)
}
