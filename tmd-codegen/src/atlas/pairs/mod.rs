//! Entries of functions of two arguments: of a number and an integer, with the cases of all integers of a range, and of two numbers.

mod cross_check;
mod entry;
mod listed;
mod subject;

pub use entry::{Next, PairsEntry, PairsMade, PairsRemade, Ranges};
pub use listed::ListedPair;
pub use subject::{PairsCertificate, PairsFunction, PairsSubject};

use super::entry::{NUMBER, read};
use super::{Atlas, MOST_BYTES, names};
use crate::diag::{Diag, DiagKind};
use crate::infile;
use std::path::PathBuf;
use tmd_base::hash::sha256_hex;

/// The folder of these entries, with one for each format.
const FOLDER: &str = "pairs";

impl Atlas {
    /// All entries of pairs, by format: those of integers first, then those of two numbers.
    ///
    /// # Errors
    /// If a folder or a description cannot be read.
    pub fn pairs(&self) -> Result<Vec<(PairsSubject, PairsEntry, PairsMade)>, Diag> {
        let mut all = vec![];
        for format in subject::FORMATS {
            let folder = self.folder.join(FOLDER).join(format);
            if !folder.is_dir() {
                continue;
            }
            for name in names(&folder)? {
                let Some(slug) = name.strip_suffix(".made.json") else { continue };
                let Some(subject) = PairsSubject::of(slug, format) else {
                    let message = format!("{}: {name} is of no function", folder.display());
                    return Err(Diag::new(DiagKind::Syntax, message).help("remove it"));
                };
                let subject = subject?;
                let (entry, made) = self.pairs_entry(&subject)?;
                all.push((subject, entry, made));
            }
        }
        all.sort_by_key(|(_, entry, _)| matches!(entry.ranges, Ranges::OfNumbers { .. }));
        Ok(all)
    }

    /// The entry of a function of two arguments.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn pairs_entry(&self, subject: &PairsSubject) -> Result<(PairsEntry, PairsMade), Diag> {
        let path = |ending: &str| self.pairs_path(subject, ending);
        if path("json").is_file() {
            let entry: PairsEntry = read(&path("json"))?;
            self.pairs_bytes(subject, &entry)?;
            return Ok((entry, read(&path("made.json"))?));
        }
        let message = format!("{subject} is not in the atlas");
        Err(Diag::new(DiagKind::Option, message)
            .help("`tmd-codegen atlas list` names what is; `atlas remake` adds it"))
    }

    /// A file of such an entry, by its ending.
    pub fn pairs_path(&self, subject: &PairsSubject, ending: &str) -> PathBuf {
        let name = format!("{}.{ending}", subject.slug());
        self.folder.join(FOLDER).join(subject.format).join(name)
    }

    /// The bytes of the file of cases of an entry.
    ///
    /// # Errors
    /// If it cannot be read or is not that of the entry.
    pub fn pairs_bytes(&self, subject: &PairsSubject, entry: &PairsEntry) -> Result<Vec<u8>, Diag> {
        let bytes = infile::read_file(&self.pairs_path(subject, "bin"), MOST_BYTES)?;
        let is_named =
            entry.function == subject.function.to_string() && entry.format == subject.format;
        let are_counted = bytes.len() == entry.cases * 2 * NUMBER;
        let is_own = is_named && are_counted && entry.schema == entry::SCHEMA;
        if is_own && sha256_hex(&bytes) == entry.sha256 {
            return Ok(bytes);
        }
        let message = format!("the cases of {subject} are not those of the entry");
        Err(Diag::new(DiagKind::Syntax, message).help("`tmd-codegen atlas remake` writes it again"))
    }

    /// The cases of an entry: x with n or y.
    ///
    /// # Errors
    /// As [`Atlas::pairs_bytes`].
    pub fn pairs_cases(
        &self,
        subject: &PairsSubject,
        entry: &PairsEntry,
    ) -> Result<Vec<(f64, f64)>, Diag> {
        let bytes = self.pairs_bytes(subject, entry)?;
        let number = |bytes: &[u8]| bytes.try_into().map(f64::from_le_bytes).unwrap_or(f64::NAN);
        Ok(bytes.chunks_exact(16).map(|pair| (number(&pair[..8]), number(&pair[8..]))).collect())
    }
}
