//! Other results that take long, kept beside compiled kernels.

use super::cache::{self, Cache};
use super::entry::MADE;
use crate::error::Error;
use crate::files;
use std::env;
use std::path::Path;

/// The bytes that were made under a key, by whichever process of this user; they are made now if there are none. They are kept in the
/// folder of compiled kernels, which `TMD_CACHE_DIR` names; if it cannot be used, `unkept` is told why, and nothing is kept. The key,
/// letters and digits, has to stand for everything that they depend on.
///
/// # Errors
/// Those of `make`, which are not kept.
pub fn kept<E>(
    key: &str,
    make: impl FnOnce() -> Result<Vec<u8>, E>,
    unkept: impl Fn(&Error),
) -> Result<Vec<u8>, E> {
    match Cache::open(&cache::directory_from(|name| env::var_os(name))) {
        Ok(cache) => kept_in(&cache, key, make, unkept),
        Err(error) => {
            unkept(&error);
            make()
        }
    }
}

fn kept_in<E>(
    cache: &Cache,
    key: &str,
    make: impl FnOnce() -> Result<Vec<u8>, E>,
    unkept: impl Fn(&Error),
) -> Result<Vec<u8>, E> {
    if let Some(bytes) = cache.get(key, MADE) {
        return Ok(bytes);
    }
    let bytes = make()?;
    let write =
        |directory: &Path, name: &str| files::write_atomically(&directory.join(name), &bytes);
    if let Err(error) = cache.get_or_build(key, MADE, write) {
        unkept(&error);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_kept_is_made_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(&folder.path().join("cache")).expect("a cache");
        let unkept = |error: &Error| panic!("{error}");
        let make = |text: &str| kept_in(&cache, "key", || Ok::<_, Error>(text.into()), unkept);
        let refused = kept_in(&cache, "key", || Err(Error::unsupported("making")), unkept);
        assert!(refused.is_err(), "nothing is kept of what failed");
        assert_eq!(make("one").expect("made"), b"one");
        assert_eq!(make("two").expect("kept"), b"one");
        // What somebody has damaged is made again.
        for entry in fs::read_dir(cache.directory()).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "made") {
                fs::write(path, "three").expect("damaged");
            }
        }
        assert_eq!(make("four").expect("made"), b"four");
    }
}
