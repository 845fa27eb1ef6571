//! How much the cache of compiled kernels may hold.
//!
//! A kernel of any request is kept, and there is no end of requests. So when an entry is added and all of them have more than
//! [`MOST_BYTES`], those go that were used least recently, but none that was used within the last hour: whoever has just
//! found one is about to load it. All of this is done as far as it can be; a cache that cannot be trimmed still works.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::entry::key_of;

/// The bytes that all entries may have together: some 6,000 kernels.
pub(super) const MOST_BYTES: u64 = 4 << 30;
/// Of how many of these a quarter is free after trimming, so that it is not done for every entry.
const QUARTERS: u64 = 3;
/// How long an entry stays in any case.
const IN_USE: Duration = Duration::from_secs(3600);

/// The files of a key.
#[derive(Default)]
struct Entry {
    files: Vec<PathBuf>,
    bytes: u64,
    /// When one of them was written, or the entry was used: whichever was last.
    used: Option<SystemTime>,
}

/// Takes note that an entry was used, by the time of its file with the hash.
pub(super) fn used(sum: &Path) {
    let touch = || File::options().append(true).open(sum)?.set_modified(SystemTime::now());
    // An entry whose time cannot be set goes sooner.
    let _: io::Result<()> = touch();
}

/// Removes the entries that were used least recently, if all have more than `most` bytes.
pub(super) fn trim(directory: &Path, most: u64) {
    let Ok(entries) = entries(directory) else { return };
    let mut held: u64 = entries.iter().map(|entry| entry.bytes).sum();
    if held <= most {
        return;
    }
    let mut old: Vec<Entry> = entries.into_iter().filter(|entry| !is_in_use(entry)).collect();
    old.sort_by_key(|entry| entry.used);
    for entry in old {
        if held <= most / 4 * QUARTERS {
            return;
        }
        held -= entry.bytes;
        for file in &entry.files {
            // Another process may have removed it, and may build it again.
            let _ = fs::remove_file(file);
        }
    }
}

/// Whether an entry may be about to be loaded. One that was used in the future, by a clock that was wrong, is not.
fn is_in_use(entry: &Entry) -> bool {
    let age = entry.used.and_then(|used| used.elapsed().ok());
    age.is_some_and(|age| age < IN_USE)
}

/// The entries of a cache. Whatever else is in the folder is not the cache's.
fn entries(directory: &Path) -> io::Result<Vec<Entry>> {
    let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
    for file in fs::read_dir(directory)? {
        let file = file?;
        let name = file.file_name();
        let Some(key) = name.to_str().and_then(key_of) else { continue };
        // It may be gone since the folder was read.
        let Ok(metadata) = file.metadata() else { continue };
        if !metadata.is_file() {
            continue;
        }
        let entry = entries.entry(key.to_owned()).or_default();
        entry.files.push(file.path());
        entry.bytes += metadata.len();
        entry.used = entry.used.max(metadata.modified().ok());
    }
    Ok(entries.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::super::entry::{LIBRARY, SUM};
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    /// An entry of 1,064 bytes that was used so many hours ago.
    fn put(directory: &Path, key: &str, hours: u32) {
        let library = format!("{key}-0123456789abcdef{LIBRARY}");
        for (name, bytes) in [(library, 1000), (format!("{key}{SUM}"), 64)] {
            let path = directory.join(name);
            fs::write(&path, vec![0; bytes]).expect("written");
            let file = File::options().append(true).open(&path).expect("opened");
            file.set_modified(SystemTime::now() - HOUR * hours).expect("dated");
        }
    }

    fn keys(directory: &Path) -> Vec<String> {
        let files = fs::read_dir(directory).expect("a folder");
        let names =
            files.map(|file| file.expect("a file").file_name().into_string().expect("text"));
        let mut keys: Vec<String> =
            names.filter_map(|name| name.strip_suffix(SUM).map(str::to_owned)).collect();
        keys.sort();
        keys
    }

    #[test]
    fn what_was_used_least_recently_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let directory = folder.path();
        for (key, hours) in [("a", 5), ("b", 9), ("c", 0), ("d", 7), ("e", 3)] {
            put(directory, key, hours);
        }
        fs::write(directory.join("mine.so"), "a user's").expect("written");
        fs::create_dir(directory.join("campaigns")).expect("made");
        trim(directory, 5 * 1064);
        assert_eq!(keys(directory), ["a", "b", "c", "d", "e"], "there is room for all");
        // One has to go, and another for the room that is left.
        used(&directory.join(format!("b{SUM}")));
        trim(directory, 4 * 1064 + 100);
        assert_eq!(keys(directory), ["b", "c", "e"]);
        // What is in use stays, even if it is too much.
        trim(directory, 0);
        assert_eq!(keys(directory), ["b", "c"]);
        assert_eq!(fs::read_dir(directory).expect("a folder").count(), 2 * 2 + 2);
    }
}
