//! The atlas: finished lists of hard-to-round cases, by format and function, in a folder.
//!
//! An entry is a file of cases (`sin.bin`: binary64 numbers, the lowest byte first), its description (`sin.json`, an [`Entry`]), which
//! depends on nothing but the mathematics, and how it was made (`sin.made.json`, a [`Made`]: machine, time, certificate).
//! Searches that are not finished keep their units in `campaigns/`; entries of functions of two arguments are in `pairs/`, and
//! certificates of parts of formats in `ranges/`.

pub mod asymptote;
mod catalogue;
pub mod completeness;
mod cross_check;
mod diff;
mod entry;
mod given;
mod ours;
mod pairs;
mod parts;
pub mod site;
mod state;
mod subject;
mod subset;
mod took;

pub use catalogue::{Catalogue, Unfinished};
pub use cross_check::CrossCheck;
pub use diff::{Claim, Diff, Difference, Reason};
pub use entry::{Entry, Made, Outcome, Remade, TakenFrom};
pub use given::read_list;
pub use ours::Ours;
pub use pairs::{
    ListedPair, Next, PairsCertificate, PairsEntry, PairsFunction, PairsMade, PairsRemade,
    PairsSubject, Ranges,
};
pub use parts::{Kept, Part, PartCase, PartMade, Parts};
pub use state::State;
pub use subject::{FORMATS, Subject};
pub use subset::subset;
pub use took::Took;

use crate::cases::{FileKind, List};
use crate::diag::{Diag, DiagKind};
use crate::infile;
use crate::output::listing::threshold;
use crate::spec::FunctionSpec;
use std::path::{Path, PathBuf};

/// Longest file of an entry, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// Bits of the last enclosure of [`Atlas::measured`].
const MOST_MEASURED: u32 = 1 << 13;

/// A folder with entries.
#[derive(Clone, Debug)]
pub struct Atlas {
    folder: PathBuf,
}

impl Atlas {
    /// The atlas in a folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn open(folder: &Path) -> Result<Atlas, Diag> {
        if folder.is_dir() {
            return Ok(Atlas { folder: folder.to_owned() });
        }
        let message = format!("there is no folder {}", folder.display());
        Err(Diag::new(DiagKind::Io, message)
            .help("run it where the repository's `atlas` is, or name that folder with --atlas DIR"))
    }

    /// All entries, by format and name of the function.
    ///
    /// # Errors
    /// If a folder or a description cannot be read.
    pub fn entries(&self) -> Result<Vec<(Entry, Made)>, Diag> {
        let mut entries = vec![];
        for format in FORMATS {
            let folder = self.folder.join(format);
            if !folder.is_dir() {
                continue;
            }
            for name in names(&folder)? {
                let slug = name.strip_suffix(".json").filter(|slug| !slug.ends_with(".made"));
                if let Some(slug) = slug {
                    entries.push(self.read(format, slug)?);
                }
            }
        }
        Ok(entries)
    }

    /// The entry of a function and a format.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn entry(&self, subject: &Subject) -> Result<(Entry, Made), Diag> {
        if self.path(subject, "json").is_file() {
            return self.read(subject.format(), subject.slug());
        }
        let message = format!("{subject} is not in the atlas");
        Err(Diag::new(DiagKind::Option, message)
            .help("`tmd-codegen atlas list` names what is; `atlas remake` adds it"))
    }

    /// An entry, which is of what its files are named after, and counts the cases that its list holds.
    fn read(&self, format: &str, slug: &str) -> Result<(Entry, Made), Diag> {
        let path = |ending: &str| self.folder.join(format).join(format!("{slug}.{ending}"));
        let entry: Entry = entry::read(&path("json"))?;
        let subject = Subject::new(&entry.function, &entry.format)?;
        if (subject.format(), subject.slug()) != (format, slug) {
            let message = format!("{} describes {subject}", path("json").display());
            return Err(
                Diag::new(DiagKind::Syntax, message).help("give it the name of its function")
            );
        }
        entry.check(&infile::read_file(&path("bin"), MOST_BYTES)?)?;
        Ok((entry, entry::read(&path("made.json"))?))
    }

    /// A file of an entry, by its ending.
    pub fn path(&self, subject: &Subject, ending: &str) -> PathBuf {
        self.folder.join(subject.format()).join(format!("{}.{ending}", subject.slug()))
    }

    /// The cases of an entry, with how hard those are for which enclosures of some 8,000 bits tell it: enough for sin at the least number of
    /// binary64. Harder ones, as erf(x) next to 1 may be, would take minutes.
    ///
    /// # Errors
    /// As [`Atlas::cases`].
    pub fn measured(&self, subject: &Subject, entry: &Entry) -> Result<List, Diag> {
        let mut list = self.listed(subject, entry)?;
        list.measure_within(&FunctionSpec::parse(subject.function())?, MOST_MEASURED);
        Ok(list)
    }

    /// The cases of an entry, with how hard they are.
    ///
    /// # Errors
    /// If they cannot be read or are not those of the entry.
    pub fn cases(&self, subject: &Subject, entry: &Entry) -> Result<List, Diag> {
        let mut list = self.listed(subject, entry)?;
        list.measure(&FunctionSpec::parse(subject.function())?);
        Ok(list)
    }

    /// The cases of an entry. How hard they are is not known yet.
    ///
    /// # Errors
    /// As [`Atlas::cases`].
    pub fn listed(&self, subject: &Subject, entry: &Entry) -> Result<List, Diag> {
        let bytes = infile::read_file(&self.path(subject, "bin"), MOST_BYTES)?;
        entry.check(&bytes)?;
        let spec = FunctionSpec::parse(subject.function())?;
        let mut list = List::parse(FileKind::Binary, "the entry", &bytes)?;
        let coverage = match entry.complete {
            true => "complete",
            false => "not complete: see the description of the entry",
        };
        let lines = [
            ("function", spec.canonical()),
            ("made by", entry.command.clone()),
            ("range", "all".to_owned()),
            ("input format", entry.format.clone()),
            ("output format", entry.format.clone()),
            ("rounding", entry.rounding.clone()),
            ("threshold", threshold(entry.bits, entry.rounding.parse()?)),
            ("coverage", coverage.to_owned()),
        ];
        for (name, text) in lines {
            list.say(name, &text);
        }
        Ok(list)
    }

    /// The folders of searches that are not finished.
    ///
    /// # Errors
    /// If they cannot be listed.
    pub fn campaigns(&self) -> Result<Vec<PathBuf>, Diag> {
        let folder = self.folder.join("campaigns");
        if !folder.is_dir() {
            return Ok(vec![]);
        }
        let all = names(&folder)?.into_iter().map(|name| folder.join(name));
        Ok(all.filter(|path| path.join("campaign.toml").is_file()).collect())
    }
}

/// The names in a folder, in their order.
fn names(folder: &Path) -> Result<Vec<String>, Diag> {
    let read = || -> std::io::Result<Vec<String>> {
        let all = std::fs::read_dir(folder)?;
        all.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    let mut names = read().map_err(|error| {
        let message = format!("cannot list {}: {error}", folder.display());
        Diag::new(DiagKind::Io, message)
    })?;
    names.sort();
    Ok(names)
}
