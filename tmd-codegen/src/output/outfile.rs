//! Files for results: checked before a long search, replaced whole at its end.

use crate::diag::{Diag, DiagKind};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Where a text goes.
#[derive(Debug)]
pub enum Sink {
    /// To standard output.
    Standard,
    /// To a file.
    File(OutFile),
}

impl Sink {
    /// Standard output for `-`, otherwise a file that can be written.
    ///
    /// # Errors
    /// As [`OutFile::prepare`].
    pub fn prepare(option: &str, path: &Path) -> Result<Self, Diag> {
        match path == Path::new("-") {
            true => Ok(Sink::Standard),
            false => OutFile::prepare(option, path).map(Sink::File),
        }
    }
}

/// Where several texts go, with what each is: files that are given are checked, and must differ.
///
/// # Errors
/// As [`Sink::prepare`]; if two of them are one file.
pub fn sinks<'a, T>(
    outputs: impl IntoIterator<Item = (&'a str, Option<&'a Path>, T)>,
) -> Result<Vec<(Sink, T)>, Diag> {
    let mut sinks = vec![];
    let mut seen: Vec<(&str, &Path)> = vec![];
    for (option, path, what) in outputs {
        let Some(path) = path else { continue };
        if let Some((other, _)) = seen.iter().find(|(_, known)| *known == path) {
            let message = format!("{other} and {option} both write to {}", path.display());
            return Err(Diag::new(DiagKind::Option, message).help("give each its own file"));
        }
        seen.push((option, path));
        sinks.push((Sink::prepare(option, path)?, what));
    }
    Ok(sinks)
}

/// A file that results will be written to.
#[derive(Debug)]
pub struct OutFile {
    /// What it is given for, such as `--json`.
    option: String,
    path: PathBuf,
}

impl OutFile {
    /// Makes sure that the file can be written. What it holds stays until [`OutFile::write`]; a file that
    /// is not there yet is not left behind.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn prepare(option: &str, path: &Path) -> Result<Self, Diag> {
        let fail = |error: &io::Error| failed(option, path, error);
        let is_special = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(fail(&io::ErrorKind::IsADirectory.into()));
            }
            Ok(metadata) => !metadata.is_file(),
            Err(_) => false,
        };
        // Opening a pipe would wait for its reader.
        if !is_special {
            let is_new = !path.exists();
            OpenOptions::new().append(true).create(true).open(path).map_err(|e| fail(&e))?;
            if is_new {
                let _ = fs::remove_file(path); // what stays is an empty file
            }
        }
        Ok(OutFile { option: option.to_owned(), path: path.to_owned() })
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file: whole or not at all where the directory allows it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(self, contents: impl AsRef<[u8]>) -> Result<(), Diag> {
        self.replace(contents.as_ref()).map_err(|error| failed(&self.option, &self.path, &error))
    }

    fn replace(&self, contents: &[u8]) -> io::Result<()> {
        // Behind a link is the file that is meant; what is no ordinary file cannot be replaced.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let is_replaceable = path.is_file() || !path.exists();
        if is_replaceable && tmd_runtime::write_atomically(&path, contents).is_ok() {
            return Ok(());
        }
        fs::write(&path, contents)
    }
}

fn failed(option: &str, path: &Path, error: &io::Error) -> Diag {
    Diag::new(DiagKind::Io, format!("{option}: cannot write {}: {error}", path.display()))
        .help("check that the directory exists, that you may write there and that there is space")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_written_leaves_no_trace() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("new.json");
        drop(OutFile::prepare("--json", &path).unwrap());
        assert!(!path.exists());
        OutFile::prepare("--json", &path).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        drop(OutFile::prepare("--json", &path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        OutFile::prepare("--json", &path).unwrap().write("newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn unwritable_places_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let missing = directory.path().join("no/such/file");
        for path in [missing.as_path(), directory.path()] {
            let diag = OutFile::prepare("--cases", path).unwrap_err();
            assert_eq!(diag.kind, DiagKind::Io);
            assert!(diag.message.contains("--cases") && diag.message.contains("cannot write"));
        }
        OutFile::prepare("--cases", Path::new("/dev/null")).unwrap().write("gone").unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() {
        let directory = tempfile::tempdir().unwrap();
        let (real, link) = (directory.path().join("real"), directory.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        OutFile::prepare("--json", &link).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
