//! How much room findings have.

use super::disk::{HELP, free};
use std::path::PathBuf;
use tmd_base::diag::{Diag, DiagKind};

/// The room that findings have: in memory, and beyond that in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The most findings in memory, of one list; with more, they go to a file. A finding takes some 200 bytes.
    pub most: usize,
    /// The folder of the file. It is made when it is needed; the file has no name there, so that nothing is left of it
    /// whatever ends the program.
    pub folder: PathBuf,
    /// Bytes that are left free on the disk.
    pub spare: u64,
}

impl Room {
    /// The most findings in memory, if nobody says otherwise.
    pub const MOST: usize = 1 << 20;
    /// The bytes left free, if nobody says otherwise.
    pub const SPARE: u64 = 1 << 28;

    /// The usual room, with the file in a folder.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Room {
        Room { most: Room::MOST, folder: folder.into(), spare: Room::SPARE }
    }

    /// Refuses findings that are known to be too many for the disk, before they are made. Few are never refused.
    ///
    /// # Errors
    /// If there is no room for so many.
    pub fn check(&self, expected: f64) -> Result<(), Diag> {
        let bytes = expected * BYTES;
        let Some(free) = free(&self.folder) else { return Ok(()) };
        let free = free.saturating_sub(self.spare);
        if expected <= self.most as f64 || bytes <= free as f64 {
            return Ok(());
        }
        let gib = |bytes: f64| bytes / f64::from(1 << 30);
        let message = format!(
            "some {expected:.1e} findings are expected, which take {:.1e} GiB; {} has {:.1} GiB for them",
            gib(bytes),
            self.folder.display(),
            gib(free as f64)
        );
        Err(Diag::new(DiagKind::Range, message).help(HELP))
    }
}

/// Bytes of a finding in the file, about.
const BYTES: f64 = 64.0;
