//! What a disk has room for.

use std::path::Path;

/// What can be done without room.
pub(super) const HELP: &str =
    "TMD_CACHE_DIR names the folder; or raise --bits, or give a shorter range, for fewer cases";

/// Bytes that are free in a folder's file system for whoever runs the program, if the system tells.
pub(super) fn free(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        // The folder may have to be made yet.
        let there = folder.ancestors().find(|folder| folder.is_dir())?;
        let system = rustix::fs::statvfs(there).ok()?;
        Some(system.f_bavail.saturating_mul(system.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}
