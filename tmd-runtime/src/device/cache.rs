//! The cache of compiled kernels, and of other results that take long, shared by all processes of a user.
//!
//! An entry is a file whose name ends in its own hash, `KEY-HASH.so` (or `.bin`, whatever a device
//! loads), and a file `KEY.sum` that holds that hash. Both are renamed into place, the second last:
//! whoever reads the second finds the file that it means, and builds it again if that file is missing,
//! not what the hash says, or another user's to change ([`crate::private`]). A library is loaded by its
//! path: in the directory, which nobody else can change, that is the file which was verified. (A path such
//! as `/proc/self/fd/3` would not do: `dlopen` takes another file with the same path for one that it
//! has loaded already.)

use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[cfg(any(feature = "opencl", feature = "cuda"))]
use super::entry::LOADED;
use super::entry::SUM;
use super::trim;
use crate::error::Error;
use crate::files;
use crate::hash::sha256_hex;
use crate::private;
use crate::scratch::ScratchDirectory;

/// Compiled code longer than this was not built by us.
const MAX_BYTES: u64 = 1 << 30;

/// The directory that variables choose: `TMD_CACHE_DIR`, else `tmd-codegen` under `XDG_CACHE_HOME`,
/// under `$HOME/.cache` or under the directory for temporary files.
pub(crate) fn directory_from(variable: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    let path = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    path("TMD_CACHE_DIR").unwrap_or_else(|| {
        path("XDG_CACHE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| path("HOME").map(|home| home.join(".cache")))
            .unwrap_or_else(std::env::temp_dir)
            .join("tmd-codegen")
    })
}

/// A directory of compiled kernels.
pub(crate) struct Cache {
    directory: PathBuf,
}

impl Cache {
    /// Makes the directory, if need be, and checks that nobody else can put libraries there.
    pub(crate) fn open(directory: &Path) -> Result<Cache, Error> {
        Ok(Cache { directory: private::private_directory(directory)? })
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file of this key, verified; builds it with `build(directory, file name)` if it is not
    /// there.
    pub(crate) fn get_or_build(
        &self,
        key: &str,
        suffix: &str,
        build: impl FnOnce(&Path, &str) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        self.entry(key, suffix, build).map(|entry| entry.path)
    }

    /// The bytes of this key, verified, if they are there.
    pub(crate) fn get(&self, key: &str, suffix: &str) -> Option<Vec<u8>> {
        self.find(key, suffix).map(|entry| entry.bytes)
    }

    /// As [`Cache::get_or_build`], for what is loaded from memory: the very bytes that were verified.
    #[cfg(any(feature = "opencl", feature = "cuda"))]
    pub(crate) fn bytes(
        &self,
        key: &str,
        build: impl FnOnce() -> Result<Vec<u8>, Error>,
    ) -> Result<Vec<u8>, Error> {
        let build = |directory: &Path, name: &str| {
            files::write_atomically(&directory.join(name), &build()?)
        };
        self.entry(key, LOADED, build).map(|entry| entry.bytes)
    }

    fn entry(
        &self,
        key: &str,
        suffix: &str,
        build: impl FnOnce(&Path, &str) -> Result<(), Error>,
    ) -> Result<Entry, Error> {
        match self.find(key, suffix) {
            Some(entry) => Ok(entry),
            None => self.build(key, suffix, build),
        }
    }

    /// Forgets an entry that turned out to be of no use.
    #[cfg(feature = "opencl")]
    pub(crate) fn forget(&self, key: &str) {
        // Whoever comes next builds it again; that it is still there does no harm either.
        let _ = std::fs::remove_file(self.sum_path(key));
    }

    /// An entry that is damaged in any way, or that another user may have put here, is as good as none.
    fn find(&self, key: &str, suffix: &str) -> Option<Entry> {
        let sum = private::read(&self.sum_path(key), 64).ok()??;
        let sum = String::from_utf8(sum).ok().filter(|sum| sum.len() == 64)?;
        let path = self.artefact_path(key, &sum, suffix)?;
        let bytes = private::read(&path, MAX_BYTES).ok()??;
        if sha256_hex(&bytes) != sum {
            return None;
        }
        trim::used(&self.sum_path(key));
        Some(Entry { path, bytes })
    }

    fn build(
        &self,
        key: &str,
        suffix: &str,
        build: impl FnOnce(&Path, &str) -> Result<(), Error>,
    ) -> Result<Entry, Error> {
        let scratch = ScratchDirectory::new_in(&self.directory)?;
        let name = format!("kernel{suffix}");
        build(scratch.path(), &name)?;
        let built = scratch.path().join(&name);
        let bad = |reason: &str| Error::Load { path: built.clone(), reason: reason.to_string() };
        let bytes = files::read_limited(&built, MAX_BYTES)?.ok_or_else(|| bad("it is too long"))?;
        let sum = sha256_hex(&bytes);
        let path = self.artefact_path(key, &sum, suffix).ok_or_else(|| bad("it has no hash"))?;
        // The compiler has given it the rights of the umask.
        private::open(&built)
            .and_then(|file| private::close_file(&file))
            .map_err(|error| Error::io("write", &built, error))?;
        files::rename(&built, &path)?;
        files::write_privately(&self.sum_path(key), sum.as_bytes())?;
        trim::trim(&self.directory, trim::MOST_BYTES);
        Ok(Entry { path, bytes })
    }

    fn sum_path(&self, key: &str) -> PathBuf {
        self.directory.join(format!("{key}{SUM}"))
    }

    /// `None` if `sum`, which may come from a damaged file, is no hash.
    fn artefact_path(&self, key: &str, sum: &str, suffix: &str) -> Option<PathBuf> {
        let start =
            sum.get(..16).filter(|start| start.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        Some(self.directory.join(format!("{key}-{start}{suffix}")))
    }
}

/// What is kept under a key, verified.
struct Entry {
    path: PathBuf,
    bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use super::super::entry::LIBRARY;
    use super::*;

    #[test]
    fn builds_once_and_again_when_damaged() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let cache = Cache::open(&directory.path().join("cache")).expect("cache");
        let builds = Cell::new(0);
        let get = || {
            cache.get_or_build("key", LIBRARY, |directory, name| {
                builds.set(builds.get() + 1);
                files::write_atomically(&directory.join(name), b"library")
            })
        };
        let path = get().expect("built");
        assert_eq!(get().expect("found"), path);
        assert_eq!(builds.get(), 1);

        let sum = cache.sum_path("key");
        let damages: [&dyn Fn(); 6] = [
            &|| fs::write(&path, b"libra").expect("truncate"),
            &|| fs::write(&path, b"librarY").expect("corrupt"),
            &|| fs::remove_file(&path).expect("remove"),
            &|| fs::write(&sum, b"").expect("truncate"),
            &|| fs::write(&sum, "../".repeat(21) + "x").expect("hostile"),
            &|| fs::remove_file(&sum).expect("remove"),
        ];
        for (count, damage) in damages.iter().enumerate() {
            damage();
            assert_eq!(get().expect("rebuilt"), path);
            assert_eq!(builds.get(), count + 2);
            assert_eq!(fs::read(&path).expect("read"), b"library");
        }
        assert_eq!(fs::read_dir(cache.directory()).expect("list").count(), 2, "no scratch stays");
    }

    #[test]
    fn a_failed_build_leaves_nothing() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let cache = Cache::open(directory.path()).expect("cache");
        assert!(
            cache.get_or_build("key", LIBRARY, |_, _| Err(Error::unsupported("building"))).is_err()
        );
        assert!(cache.get_or_build("key", LIBRARY, |_, _| Ok(())).is_err(), "nothing was built");
        assert_eq!(fs::read_dir(cache.directory()).expect("list").count(), 0);
    }

    /// An entry that others could have changed is built again, and what is built is closed to them.
    #[cfg(unix)]
    #[test]
    fn entries_that_others_can_change_are_not_used() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().expect("temporary directory");
        let cache = Cache::open(&directory.path().join("cache")).expect("cache");
        let builds = Cell::new(0);
        let get = || {
            let path = cache.get_or_build("key", LIBRARY, |directory, name| {
                builds.set(builds.get() + 1);
                fs::write(directory.join(name), b"library")
                    .and_then(|()| open_to_all(&directory.join(name)))
                    .map_err(|error| Error::io("write", directory, error))
            });
            path.expect("built or found")
        };
        fn open_to_all(path: &Path) -> std::io::Result<()> {
            fs::set_permissions(path, fs::Permissions::from_mode(0o666))
        }
        let (path, sum) = (get(), cache.sum_path("key"));
        let elsewhere = directory.path().join("elsewhere");
        let linked = |path: &Path| {
            fs::rename(path, &elsewhere).expect("moved");
            symlink(&elsewhere, path).expect("a link");
        };
        let openings: [&dyn Fn(); 4] = [
            &|| open_to_all(&path).expect("chmod"),
            &|| open_to_all(&sum).expect("chmod"),
            &|| linked(&path),
            &|| linked(&sum),
        ];
        for (count, opening) in openings.iter().enumerate() {
            opening();
            assert_eq!(get(), path);
            assert_eq!(builds.get(), count + 2);
            for file in [&path, &sum] {
                let metadata = fs::symlink_metadata(file).expect("metadata");
                assert!(metadata.is_file(), "{}", file.display());
                assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{}", file.display());
            }
        }
        assert_eq!(get(), path);
        assert_eq!(builds.get(), openings.len() + 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_public_directory_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("temporary directory");
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o777)).expect("chmod");
        assert!(matches!(Cache::open(directory.path()), Err(Error::Untrusted { .. })));
    }
}
