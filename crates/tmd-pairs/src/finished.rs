//! Finished parts of a long search, in a folder.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::engine::ENGINE;
use tmd_base::{infile, json};
use tmd_runtime::{Progress, write_atomically};

/// The longest file of a part that is read, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// The finished parts of a search, in a folder if they are kept.
pub(crate) struct Finished<'a> {
    dir: Option<&'a Path>,
    /// What is searched.
    command: String,
    /// How many parts there are.
    count: usize,
}

/// A part of a search.
pub(crate) struct Place {
    pub(crate) number: usize,
    /// What it searches: a plan that divides the search in another way has other parts.
    pub(crate) rows: String,
}

/// A file.
#[derive(Serialize, Deserialize)]
struct File<T> {
    engine: u32,
    command: String,
    part: usize,
    of: usize,
    rows: String,
    #[serde(flatten)]
    found: T,
}

impl<'a> Finished<'a> {
    /// Those of a search in so many parts.
    ///
    /// # Errors
    /// If the folder cannot be created.
    pub(crate) fn new(
        dir: Option<&'a Path>,
        command: String,
        count: usize,
    ) -> Result<Finished<'a>, Diag> {
        if let Some(dir) = dir {
            std::fs::create_dir_all(dir).map_err(|error| {
                Diag::new(DiagKind::Io, format!("cannot create {}: {error}", dir.display()))
                    .help("give another folder with --campaign")
            })?;
        }
        Ok(Finished { dir, command, count })
    }

    /// What a part has found: as it was kept, or else by a search, and kept from then on. The search tells its progress; for a part that was
    /// kept, `inputs` are told.
    ///
    /// # Errors
    /// As those of `search`; if the part's file cannot be read or written, or is of another search.
    pub(crate) fn part<T: Serialize + DeserializeOwned>(
        &self,
        place: Place,
        progress: &dyn Progress,
        inputs: impl FnOnce(&T) -> u64,
        search: impl FnOnce() -> Result<T, Diag>,
    ) -> Result<T, Diag> {
        let Some(dir) = self.dir else { return search() };
        let path = dir.join(format!("part-{}-of-{}.json", place.number, self.count));
        if path.exists() {
            let found = self.read(&path, &place)?;
            progress.advance(inputs(&found));
            return Ok(found);
        }
        let File { found, .. } = self.write(&path, place, search()?)?;
        Ok(found)
    }

    fn read<T: DeserializeOwned>(&self, path: &Path, place: &Place) -> Result<T, Diag> {
        let name = path.display().to_string();
        let other = |what: String| {
            Diag::new(DiagKind::Option, format!("{name} is no part of this search{what}"))
                .help("give another folder with --campaign, or remove this file")
        };
        let file: File<T> = serde_json::from_slice(&infile::read(path, MOST_BYTES)?)
            .map_err(|error| other(format!(": {error}")))?;
        let is_same = file.engine == ENGINE
            && file.command == self.command
            && (file.part, file.of) == (place.number, self.count)
            && file.rows == place.rows;
        if is_same { Ok(file.found) } else { Err(other(String::new())) }
    }

    fn write<T: Serialize>(&self, path: &Path, place: Place, found: T) -> Result<File<T>, Diag> {
        let file = File {
            engine: ENGINE,
            command: self.command.clone(),
            part: place.number,
            of: self.count,
            rows: place.rows,
            found,
        };
        write_atomically(path, json::text(&file)?.as_bytes())?;
        Ok(file)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::fmt::Debug;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// How far a search is.
    #[derive(Default)]
    struct Told(AtomicU64);

    impl Progress for Told {
        fn advance(&self, inputs: u64) {
            self.0.fetch_add(inputs, Ordering::Relaxed);
        }
    }

    /// A search of so many parts and inputs finds the same whether it keeps what it finishes or not, and when it continues from some parts or
    /// all of them; its parts are none of another search.
    pub(crate) fn continues<T: PartialEq + Debug>(
        count: usize,
        inputs: u64,
        search: impl Fn(Option<&Path>, &dyn Progress) -> Result<T, Diag>,
        other: impl Fn(Option<&Path>, &dyn Progress) -> Result<T, Diag>,
    ) -> T {
        let scratch = tempfile::tempdir().expect("a folder");
        let dir = scratch.path().join("kept");
        let found = |dir: Option<&Path>| {
            let told = Told::default();
            let found = search(dir, &told).expect("a search");
            assert_eq!(told.0.into_inner(), inputs);
            found
        };
        let all = found(None);
        assert_eq!(found(Some(&dir)), all);
        let files = || std::fs::read_dir(&dir).expect("a folder").count();
        assert_eq!(files(), count);
        std::fs::remove_file(dir.join(format!("part-1-of-{count}.json"))).expect("a part");
        assert_eq!(found(Some(&dir)), all);
        assert_eq!(files(), count);
        assert_eq!(found(Some(&dir)), all);
        let error = other(Some(&dir), &()).expect_err("another search");
        assert!(error.message.contains("no part of this search"), "{error}");
        let bad = dir.join(format!("part-0-of-{count}.json"));
        std::fs::write(&bad, "{}").expect("written");
        let error = search(Some(&dir), &()).expect_err("a damaged part");
        assert!(error.message.contains("no part of this search: missing field"), "{error}");
        all
    }
}
