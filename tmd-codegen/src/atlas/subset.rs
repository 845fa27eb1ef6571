//! The hardest cases of an entry, as few as a test of every day has time for.

use super::{Atlas, Subject};
use crate::cases::List;
use crate::diag::Diag;

/// The hardest cases of an entry, by binade in turn, of those for which some 8,000 bits tell how hard they are.
///
/// # Errors
/// As [`Atlas::cases`].
pub fn subset(atlas: &Atlas, subject: &Subject, count: usize) -> Result<List, Diag> {
    let (entry, _) = atlas.entry(subject)?;
    let mut list = atlas.measured(subject, &entry)?;
    list.sample(count)?;
    Ok(list)
}
