//! The cache of compiled kernels, shared by all processes of a user.
//!
//! An entry is a file whose name ends in its own hash, `KEY-HASH.so` (or `.bin`, whatever a device
//! loads), and a file `KEY.sum` that holds that hash. Both are renamed into place, the second last:
//! whoever reads the second finds the file that it means, and builds it again if that file is missing
//! or not what the hash says.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::files::{self, ScratchDirectory};
use crate::hash::sha256_hex;

/// Compiled code longer than this was not built by us.
const MAX_BYTES: u64 = 1 << 30;

/// The suffix of shared libraries.
pub(crate) const LIBRARY: &str = std::env::consts::DLL_SUFFIX;

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
        let directory =
            std::path::absolute(directory).map_err(|error| Error::io("find", directory, error))?;
        files::create_directories(&directory)?;
        check_private(&directory)?;
        Ok(Cache { directory })
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
        match self.find(key, suffix) {
            Some(path) => Ok(path),
            None => self.build(key, suffix, build),
        }
    }

    /// As [`Cache::get_or_build`], for what is loaded from memory.
    #[cfg(any(feature = "opencl", feature = "cuda"))]
    pub(crate) fn bytes(
        &self,
        key: &str,
        build: impl FnOnce() -> Result<Vec<u8>, Error>,
    ) -> Result<Vec<u8>, Error> {
        let path = self.get_or_build(key, ".bin", |directory, name| {
            files::write_atomically(&directory.join(name), &build()?)
        })?;
        files::read_limited(&path, MAX_BYTES)?
            .ok_or_else(|| Error::Load { path, reason: "it is too long".to_string() })
    }

    /// Forgets an entry that turned out to be of no use.
    #[cfg(feature = "opencl")]
    pub(crate) fn forget(&self, key: &str) {
        // Whoever comes next builds it again; that it is still there does no harm either.
        let _ = std::fs::remove_file(self.sum_path(key));
    }

    /// An entry that is damaged in any way is as good as none.
    fn find(&self, key: &str, suffix: &str) -> Option<PathBuf> {
        let sum = files::read_limited(&self.sum_path(key), 64).ok()??;
        let sum = String::from_utf8(sum).ok().filter(|sum| sum.len() == 64)?;
        let path = self.artefact_path(key, &sum, suffix)?;
        let library = files::read_limited(&path, MAX_BYTES).ok()??;
        (sha256_hex(&library) == sum).then_some(path)
    }

    fn build(
        &self,
        key: &str,
        suffix: &str,
        build: impl FnOnce(&Path, &str) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        let scratch = ScratchDirectory::new_in(&self.directory)?;
        let name = format!("kernel{suffix}");
        build(scratch.path(), &name)?;
        let built = scratch.path().join(&name);
        let bad = |reason: &str| Error::Load { path: built.clone(), reason: reason.to_string() };
        let library =
            files::read_limited(&built, MAX_BYTES)?.ok_or_else(|| bad("it is too long"))?;
        let sum = sha256_hex(&library);
        let path = self.artefact_path(key, &sum, suffix).ok_or_else(|| bad("it has no hash"))?;
        files::rename(&built, &path)?;
        files::write_atomically(&self.sum_path(key), sum.as_bytes())?;
        Ok(path)
    }

    fn sum_path(&self, key: &str) -> PathBuf {
        self.directory.join(format!("{key}.sum"))
    }

    /// `None` if `sum`, which may come from a damaged file, is no hash.
    fn artefact_path(&self, key: &str, sum: &str, suffix: &str) -> Option<PathBuf> {
        let start =
            sum.get(..16).filter(|start| start.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        Some(self.directory.join(format!("{key}-{start}{suffix}")))
    }
}

/// Code is loaded from the cache: it must belong to this user (or to root) and not be writable by
/// everybody.
#[cfg(unix)]
fn check_private(directory: &Path) -> Result<(), Error> {
    use std::os::unix::fs::MetadataExt;

    let metadata =
        std::fs::metadata(directory).map_err(|error| Error::io("read", directory, error))?;
    // Without /proc one cannot ask who one is without more dependencies; the mode is checked all
    // the same.
    let own = std::fs::metadata("/proc/self").map(|own| own.uid());
    let foreign = own.is_ok_and(|own| metadata.uid() != own && metadata.uid() != 0);
    if foreign || metadata.mode() & 0o002 != 0 {
        return Err(Error::unsupported(format!(
            "the kernel cache {} belongs to someone else or is writable by everybody; \
             set TMD_CACHE_DIR to a directory of your own",
            directory.display()
        )));
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_private(_directory: &Path) -> Result<(), Error> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

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

    #[cfg(unix)]
    #[test]
    fn a_public_directory_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("temporary directory");
        fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o777)).expect("chmod");
        assert!(matches!(Cache::open(directory.path()), Err(Error::Unsupported { .. })));
    }
}
