//! Input files that a user names.

use crate::diag::{Diag, DiagKind};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file of at most `most` bytes; `-` is standard input.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Diag> {
    let name = path.display();
    let failed = |error: io::Error| Diag::new(DiagKind::Io, format!("cannot read {name}: {error}"));
    let mut bytes = vec![];
    let limit = most.saturating_add(1);
    match path == Path::new("-") {
        true => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        false => File::open(path).map_err(failed)?.take(limit).read_to_end(&mut bytes),
    }
    .map_err(failed)?;
    match bytes.len() as u64 > most {
        true => Err(Diag::new(DiagKind::Io, format!("{name} is longer than {most} bytes"))),
        false => Ok(bytes),
    }
}

/// Reads a regular file only: a name in a foreign text might be that of a pipe to which nothing is written.
///
/// # Errors
/// As [`read`], or if it is no file.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, Diag> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            Err(Diag::new(DiagKind::Io, format!("{} is not a regular file", path.display())))
        }
        _ => read(path, most),
    }
}

/// The text of such a file; what is no UTF-8 in it is replaced by signs that say so.
///
/// # Errors
/// As [`read`].
pub fn text(path: &Path, most: u64) -> Result<String, Diag> {
    Ok(String::from_utf8_lossy(&read(path, most)?).into_owned())
}
