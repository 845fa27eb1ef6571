//! Folders to build in: each is one process's own, and goes with it.
//!
//! A process that is killed leaves its folder behind. Whoever builds next removes it: a lock on a file in the folder,
//! which ends with the process, tells whether it is still in use.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::{Builder, TempDir};

use crate::error::Error;
use crate::{files, private};

/// The prefix of the names of the folders.
const PREFIX: &str = "build-";
/// The file that a folder's process holds a lock on.
const LOCK: &str = ".lock";

/// A younger folder may have no lock yet.
const MADE: Duration = Duration::from_secs(60);
/// A folder without a lock, such as older versions of this program made, is not in use any more when nothing was
/// made in it for so long.
const ABANDONED: Duration = Duration::from_secs(24 * 3600);

/// A directory of one's own, removed with all that is in it when dropped.
pub(crate) struct ScratchDirectory {
    folder: TempDir,
    /// Held until the directory is gone: fields are dropped in their order. There is none where files cannot be locked.
    _lock: Option<File>,
}

impl ScratchDirectory {
    /// Makes one, and removes those that processes left which have ended.
    pub(crate) fn new_in(parent: &Path) -> Result<ScratchDirectory, Error> {
        let builder = &mut Builder::new();
        let folder = private::with_mode(builder.prefix(PREFIX), 0o700)
            .tempdir_in(parent)
            .map_err(|error| Error::io("make a folder in", parent, files::told(error)))?;
        let _lock = lock(folder.path(), OpenOptions::new().write(true).create_new(true)).ok();
        let scratch = ScratchDirectory { folder, _lock };
        // By the file system's clock, which may be another machine's.
        if let Ok(now) = modified(scratch.path()) {
            clean(parent, now);
        }
        Ok(scratch)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders of processes that have ended. What cannot be removed stays: it is only waste.
fn clean(parent: &Path, now: SystemTime) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            clean_one(&entry.path(), now);
        }
    }
}

fn clean_one(folder: &Path, now: SystemTime) {
    let age = modified(folder).ok().and_then(|made| now.duration_since(made).ok());
    let Some(age) = age.filter(|age| *age >= MADE) else { return };
    let is_left = match lock(folder, OpenOptions::new().write(true)) {
        // Kept until the folder is gone, so that nobody else removes it, too.
        Ok(lock) => Some(lock),
        Err(error) if error.kind() == io::ErrorKind::NotFound && age >= ABANDONED => None,
        Err(_) => return,
    };
    let _ = fs::remove_dir_all(folder);
    drop(is_left);
}

/// Takes a folder's lock, unless another process has it.
fn lock(folder: &Path, options: &OpenOptions) -> io::Result<File> {
    let file = options.open(folder.join(LOCK))?;
    file.try_lock()?;
    Ok(file)
}

fn modified(path: &Path) -> io::Result<SystemTime> {
    fs::symlink_metadata(path)?.modified()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A folder in which nothing was made for so long.
    fn left(parent: &Path, name: &str, age: Duration) -> PathBuf {
        let path = parent.join(name);
        fs::create_dir(&path).expect("a folder");
        fs::write(path.join("kernel.so"), "half of it").expect("a file");
        fs::write(path.join(LOCK), "").expect("a file");
        set_age(&path, age);
        path
    }

    fn set_age(path: &Path, age: Duration) {
        let folder = File::open(path).expect("the folder");
        folder.set_modified(SystemTime::now() - age).expect("an age");
    }

    fn without_lock(path: PathBuf, age: Duration) -> PathBuf {
        fs::remove_file(path.join(LOCK)).expect("removed");
        set_age(&path, age);
        path
    }

    #[test]
    fn a_build_removes_what_the_dead_left_and_nothing_else() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let parent = directory.path();
        let (hour, day) = (Duration::from_secs(3600), 2 * ABANDONED);
        let dead = left(parent, "build-1-0", hour);
        let ancient = without_lock(left(parent, "build-2-0", day), day);
        let living = left(parent, "build-3-0", day);
        let held = lock(&living, OpenOptions::new().write(true)).expect("its lock");
        let young = left(parent, "build-4-0", Duration::ZERO);
        let unlocked = without_lock(left(parent, "build-5-0", hour), hour);
        let other = left(parent, "campaigns", day);
        #[cfg(unix)]
        std::os::unix::fs::symlink(&other, parent.join("build-6-0")).expect("a link");

        let scratch = ScratchDirectory::new_in(parent).expect("scratch");
        assert_eq!([&dead, &ancient].map(|path| path.exists()), [false; 2]);
        assert_eq!([&living, &young, &unlocked, &other].map(|path| path.exists()), [true; 4]);
        assert!(other.join("kernel.so").exists());

        // When its process has ended, it goes with the next.
        drop(held);
        drop(ScratchDirectory::new_in(parent).expect("scratch"));
        assert!(!living.exists() && scratch.path().exists());
        let path = scratch.path().to_owned();
        set_age(&path, day);
        drop(ScratchDirectory::new_in(parent).expect("scratch"));
        assert!(path.exists(), "its process lives");
        drop(scratch);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn only_this_user_may_enter() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("temporary directory");
        let scratch = ScratchDirectory::new_in(directory.path()).expect("scratch");
        let mode = fs::metadata(scratch.path()).expect("metadata").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
