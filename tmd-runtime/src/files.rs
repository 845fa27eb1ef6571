//! File operations that are whole or not at all, and that never read more than they were told to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;
use crate::private;

/// A name that no other call of this process gives; other processes and machines may, so make the
/// thing exclusively.
fn unique(prefix: &str) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{prefix}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Repeats `make` with fresh names in `directory` until one was not taken.
pub(crate) fn make_unique<T>(
    directory: &Path,
    prefix: &str,
    mut make: impl FnMut(&Path) -> io::Result<T>,
) -> Result<(PathBuf, T), Error> {
    loop {
        let path = directory.join(unique(prefix));
        match make(&path) {
            Ok(made) => return Ok((path, made)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::io("create", &path, error)),
        }
    }
}

/// Makes a directory and its parents.
pub(crate) fn create_directories(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| Error::io("create", path, error))
}

/// Replaces `path` by `bytes`: a reader sees the old file or the new one, never a part.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, bytes, |_| Ok(()))
}

/// The same for a file that is nobody else's business, whatever the umask.
pub(crate) fn write_privately(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, bytes, private::close_file)
}

/// The same, and the file is on the disk before it takes the old one's place, so that no loss of power
/// leaves an empty one.
pub fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, bytes, File::sync_all)
}

fn replace(
    path: &Path,
    bytes: &[u8],
    finish: impl FnOnce(&File) -> io::Result<()>,
) -> Result<(), Error> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let (temporary, mut file) = make_unique(directory, ".tmp-", |path| {
        OpenOptions::new().write(true).create_new(true).open(path)
    })?;
    let written = file.write_all(bytes).and_then(|()| finish(&file));
    drop(file);
    let result = written
        .map_err(|error| Error::io("write", path, error))
        .and_then(|()| rename(&temporary, path));
    if result.is_err() {
        let _ = fs::remove_file(&temporary); // the first error is the one to tell
    }
    result
}

/// Moves a file over another in the same file system.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| Error::io("write", to, error))
}

/// Writes `bytes` unless the file already holds them; tells whether it wrote.
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<bool, Error> {
    match read_limited(path, bytes.len() as u64) {
        Ok(Some(old)) if old == bytes => Ok(false),
        _ => write_atomically(path, bytes).map(|()| true),
    }
}

/// Reads an ordinary file of at most `limit` bytes; `None` if it is longer.
pub fn read_limited(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, Error> {
    let failed = |error| Error::io("read", path, error);
    let mut bytes = Vec::new();
    let file = private::open(path).map_err(failed)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}
