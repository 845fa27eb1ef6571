//! All functions and formats, with what the atlas has of each.

use super::{Atlas, Entry, FORMATS, Made, PairsEntry, PairsMade, PairsSubject, Parts, State};
use crate::campaign::charter::Charter;
use crate::campaign::record;
use crate::diag::{Diag, DiagKind};
use crate::spec::functions;
use std::path::Path;

/// What an atlas has.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// Every function that has a name, family by family, and others of which there is an entry.
    pub functions: Vec<String>,
    /// The entries, by format and function.
    pub entries: Vec<(Entry, Made)>,
    /// Those of functions of two arguments.
    pub pairs: Vec<(PairsSubject, PairsEntry, PairsMade)>,
    /// Finished parts of formats that are too large as a whole.
    pub parts: Vec<Parts>,
    /// The searches that are not finished.
    pub unfinished: Vec<Unfinished>,
}

/// A search that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The function.
    pub function: String,
    /// The format.
    pub format: String,
    /// Units that are done.
    pub done: usize,
    /// All units.
    pub units: usize,
}

impl Unfinished {
    /// What a campaign's folder tells. The records of its units are not read: only how many there are.
    ///
    /// # Errors
    /// If its charter cannot be read.
    pub fn read(folder: &Path) -> Result<Unfinished, Diag> {
        let charter = Charter::read(&folder.join("campaign.toml"))?;
        let done = (0..=record::folder(charter.units)).map(|k| record::list(folder, k).len());
        let option = |name: &str| charter.request.get(name).cloned();
        Ok(Unfinished {
            function: option("function").unwrap_or_default(),
            format: option("precision").unwrap_or_else(|| "binary64".to_owned()),
            done: done.sum(),
            units: charter.units,
        })
    }

    /// Its state.
    pub fn state(&self) -> State {
        State::Unfinished { done: self.done, units: self.units }
    }
}

impl Catalogue {
    /// What is in an atlas.
    ///
    /// # Errors
    /// If a description cannot be read, or there is none.
    pub fn read(atlas: &Atlas) -> Result<Catalogue, Diag> {
        let entries = atlas.entries()?;
        if entries.is_empty() {
            let message = format!("there is no entry in {}", atlas.folder.display());
            return Err(Diag::new(DiagKind::Io, message)
                .help("name the repository's folder `atlas` with --atlas DIR"));
        }
        let folders = atlas.campaigns()?;
        let unfinished = folders.iter().map(|folder| Unfinished::read(folder));
        let mut names: Vec<String> = functions::all().map(|own| own.name.to_owned()).collect();
        for (entry, _) in &entries {
            if !names.contains(&entry.function) {
                names.push(entry.function.clone());
            }
        }
        Ok(Catalogue {
            functions: names,
            entries,
            pairs: atlas.pairs()?,
            parts: atlas.parts()?,
            unfinished: unfinished.collect::<Result<_, _>>()?,
        })
    }

    /// The entry of a function and a format.
    pub fn entry(&self, function: &str, format: &str) -> Option<&(Entry, Made)> {
        self.entries.iter().find(|(own, _)| own.function == function && own.format == format)
    }

    /// The parts of a function in a format.
    pub fn parts_of(&self, function: &str, format: &str) -> Option<&Parts> {
        self.parts.iter().find(|own| own.function == function && own.format == format)
    }

    /// How far the list of a function in a format is.
    pub fn state(&self, function: &str, format: &str) -> State {
        let is_meant = |own: &&Unfinished| own.function == function && own.format == format;
        match (self.entry(function, format), self.unfinished.iter().find(is_meant)) {
            (Some((entry, _)), _) => State::of(entry),
            (None, Some(unfinished)) => unfinished.state(),
            (None, None) => State::Missing,
        }
    }

    /// The formats of the atlas, each with the entries of it.
    pub fn formats(&self) -> impl Iterator<Item = (&'static str, Vec<&(Entry, Made)>)> {
        FORMATS.into_iter().map(|format| {
            (format, self.entries.iter().filter(|(own, _)| own.format == format).collect())
        })
    }
}
