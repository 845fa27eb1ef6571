//! File operations that happen as a whole or not at all, and never read more than a given limit.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use tempfile::Builder;

use crate::error::Error;
use crate::private;

/// Makes a directory and its parents.
pub(crate) fn create_directories(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| Error::io("create", path, error))
}

/// Replaces `path` by `bytes`: a reader sees the old file or the new one, never a part.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(ORDINARY, path, |file| file.write_all(bytes))
}

/// Replaces `path` by what `write` writes, as [`write_atomically`] does; if `write` fails, nothing is replaced.
pub fn write_atomically_with(
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    replace(ORDINARY, path, |file| write(file))
}

/// Writes a file that only this user can read, whatever the umask is.
pub(crate) fn write_privately(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(PRIVATE, path, |file| file.write_all(bytes))
}

/// Writes a file that is on the disk before it replaces the old one, so that no loss of power leaves an empty one.
pub fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(ORDINARY, path, |file| file.write_all(bytes).and_then(|()| file.sync_all()))
}

/// The rights of any new file; the umask takes some of them away.
const ORDINARY: u32 = 0o666;
/// The permissions of a file that only this user can read.
const PRIVATE: u32 = 0o600;

fn replace(
    mode: u32,
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Error> {
    let failed = |error| Error::io("write", path, told(error));
    let directory = path.parent().unwrap_or(Path::new("."));
    // What fails from now on takes the temporary file with it.
    let builder = &mut Builder::new();
    let mut file =
        private::with_mode(builder.prefix(".tmp-"), mode).tempfile_in(directory).map_err(failed)?;
    write(file.as_file_mut()).map_err(failed)?;
    file.persist(path).map(drop).map_err(|error| failed(error.error))
}

/// The system's message without the name of the temporary file, which differs each time.
pub(crate) fn told(error: io::Error) -> io::Error {
    let source = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    match source.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error,
    }
}

/// Moves a file over another in the same file system.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(|error| Error::io("write", to, error))
}

/// Writes `bytes` unless the file already holds them; returns whether it wrote.
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
