//! Finished parts of a long search, in a folder.

use super::part::Part;
use crate::certificate::ExactCounts;
use crate::plane::{PlaneCase, Request};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::ENGINE;
use tmd_base::{infile, json};
use tmd_runtime::write_atomically;

/// The longest file of a part that is read, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// A folder with finished parts.
pub(super) struct Kept<'a> {
    dir: &'a Path,
    /// What is searched.
    command: String,
    /// How many parts there are.
    count: usize,
}

/// A file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    engine: u32,
    command: String,
    part: usize,
    of: usize,
    /// The rows: a plan that divides them in another way has other parts.
    rows: String,
    pairs: u64,
    exact: ExactCounts,
    next: u64,
    cases: Vec<PlaneCase>,
}

impl<'a> Kept<'a> {
    /// The folder of a search in so many parts.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(super) fn new(dir: &'a Path, request: &Request, count: usize) -> Result<Kept<'a>, Diag> {
        std::fs::create_dir_all(dir).map_err(|error| {
            Diag::new(DiagKind::Io, format!("cannot create {}: {error}", dir.display()))
                .help("give another folder with --campaign")
        })?;
        Ok(Kept { dir, command: request.command(), count })
    }

    fn path(&self, part: usize) -> PathBuf {
        self.dir.join(format!("part-{part}-of-{}.json", self.count))
    }

    /// A part of these rows that was finished before.
    ///
    /// # Errors
    /// If its file cannot be read, or is of another search.
    pub(super) fn read(&self, part: usize, rows: &str) -> Result<Option<Part>, Diag> {
        let path = self.path(part);
        if !path.exists() {
            return Ok(None);
        }
        let name = path.display().to_string();
        let other = |what: String| {
            Diag::new(DiagKind::Option, format!("{name} is no part of this search{what}"))
                .help("give another folder with --campaign, or remove this file")
        };
        let file: File = serde_json::from_slice(&infile::read(&path, MOST_BYTES)?)
            .map_err(|error| other(format!(": {error}")))?;
        let is_same = file.engine == ENGINE
            && file.command == self.command
            && (file.part, file.of) == (part, self.count)
            && file.rows == rows;
        let File { pairs, exact, next, cases, .. } = file;
        match is_same {
            true => Part::of_kept(pairs, exact, next, cases).map(Some),
            false => Err(other(String::new())),
        }
    }

    /// Keeps a part.
    ///
    /// # Errors
    /// If its file cannot be written.
    pub(super) fn write(&self, number: usize, rows: String, part: &Part) -> Result<(), Diag> {
        let file = File {
            engine: ENGINE,
            command: self.command.clone(),
            part: number,
            of: self.count,
            rows,
            pairs: part.pairs,
            exact: part.exact,
            next: part.next,
            cases: part.cases.iter().map(|(_, case)| case.clone()).collect(),
        };
        Ok(write_atomically(&self.path(number), json::text(&file)?.as_bytes())?)
    }
}
