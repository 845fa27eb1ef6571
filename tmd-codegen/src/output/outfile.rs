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

/// A file that results will be written to.
#[derive(Debug)]
pub struct OutFile {
    /// What it is given for, such as `--json`.
    option: String,
    path: PathBuf,
    /// Made by the check, and removed unless it is written.
    is_placeholder: bool,
}

impl OutFile {
    /// Makes sure that the file can be written. What it holds stays until [`OutFile::write`].
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn prepare(option: &str, path: &Path) -> Result<Self, Diag> {
        let fail = |error: &io::Error| failed(option, path, error);
        let is_special = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(fail(&io::ErrorKind::IsADirectory.into())),
            Ok(metadata) => !metadata.is_file(),
            Err(_) => false,
        };
        let mut is_placeholder = false;
        // Opening a pipe would wait for its reader.
        if !is_special {
            is_placeholder = !path.exists();
            OpenOptions::new().append(true).create(true).open(path).map_err(|e| fail(&e))?;
        }
        Ok(OutFile { option: option.to_owned(), path: path.to_owned(), is_placeholder })
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file: whole or not at all where the directory allows it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(mut self, text: &str) -> Result<(), Diag> {
        self.replace(text).map_err(|error| failed(&self.option, &self.path, &error))?;
        self.is_placeholder = false;
        Ok(())
    }

    fn replace(&self, text: &str) -> io::Result<()> {
        // Behind a link is the file that is meant; what is no ordinary file cannot be replaced.
        match fs::canonicalize(&self.path) {
            Ok(path) if path.is_file() => match tmd_runtime::write_atomically(&path, text.as_bytes()) {
                Ok(()) => Ok(()),
                Err(_) => fs::write(&path, text),
            },
            _ => fs::write(&self.path, text),
        }
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if self.is_placeholder && fs::metadata(&self.path).is_ok_and(|m| m.len() == 0) {
            let _ = fs::remove_file(&self.path); // what stays is an empty file
        }
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
        let file = OutFile::prepare("--json", &path).unwrap();
        assert!(path.exists());
        drop(file);
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
            let diag = OutFile::prepare("--wc", path).unwrap_err();
            assert_eq!(diag.kind, DiagKind::Io);
            assert!(diag.message.contains("--wc") && diag.message.contains("cannot write"));
        }
        OutFile::prepare("--wc", Path::new("/dev/null")).unwrap().write("gone").unwrap();
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
