//! Claims: who works on which unit, so that not all workers do the same.
//!
//! A claim is a file that its worker changes now and then. Another worker that has seen no change for
//! the length of a lease, *by its own clock that never jumps*, takes the claim over: clocks of
//! different machines are never compared. Two workers may still end up on one unit; both
//! find the same, and the unit has one file.

use crate::diag::Diag;
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tmd_runtime::write_atomically;

/// The folder of the claims.
pub const FOLDER: &str = "claims";

/// Longest claim that is read, in bytes.
const MOST_BYTES: u64 = 1 << 12;

/// A worker's view of all claims.
pub struct Claims {
    folder: PathBuf,
    worker: String,
    lease: Duration,
    /// What others' claims said, and since when.
    seen: HashMap<usize, (Vec<u8>, Instant)>,
}

impl Claims {
    /// The claims of a campaign, for a worker of this name.
    pub fn new(dir: &Path, worker: &str, lease: Duration) -> Claims {
        let folder = dir.join(FOLDER);
        Claims { folder, worker: worker.to_owned(), lease, seen: HashMap::new() }
    }

    /// Tries to claim a unit; `None` if another worker seems to be at it.
    ///
    /// # Errors
    /// If claims cannot be written.
    pub fn take(&mut self, unit: usize) -> Result<Option<Claim>, Diag> {
        let claim = Claim { path: path(&self.folder, unit), worker: self.worker.clone() };
        match OpenOptions::new().write(true).create_new(true).open(&claim.path) {
            Ok(mut file) => {
                let written = file.write_all(claim.text(0).as_bytes());
                written.map_err(|error| super::io("write", &claim.path, &error))?;
                Ok(Some(claim))
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => self.take_over(unit, claim),
            Err(error) => Err(super::io("claim a unit in", &claim.path, &error)),
        }
    }

    /// Takes a claim over that has not changed for a lease.
    fn take_over(&mut self, unit: usize, claim: Claim) -> Result<Option<Claim>, Diag> {
        let says = match tmd_runtime::read_limited(&claim.path, MOST_BYTES) {
            Ok(says) => says.unwrap_or_default(),
            // Given up in this moment: it will be free next time.
            Err(_) => return Ok(None),
        };
        let now = Instant::now();
        let (said, since) = self.seen.entry(unit).or_insert_with(|| (says.clone(), now));
        if *said != says {
            (*said, *since) = (says, now);
        }
        if since.elapsed() < self.lease {
            return Ok(None);
        }
        self.seen.remove(&unit);
        write_atomically(&claim.path, claim.text(0).as_bytes())?;
        Ok(Some(claim))
    }
}

fn path(folder: &Path, unit: usize) -> PathBuf {
    folder.join(format!("{unit:07}"))
}

/// A claimed unit; given up when dropped.
pub struct Claim {
    path: PathBuf,
    worker: String,
}

impl Claim {
    fn text(&self, beat: u64) -> String {
        format!("{} {beat}\n", self.worker)
    }

    /// Changes the claim four times a lease, until the other end of `done` is dropped.
    pub fn keep(&self, lease: Duration, done: &Receiver<()>) {
        let mut beat = 0;
        while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(lease / 4) {
            beat += 1;
            // A claim that cannot be kept is taken over: work is done twice, no more.
            let _ = write_atomically(&self.path, self.text(beat).as_bytes());
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path); // one that stays is taken over
    }
}

/// Who claims what, for people: unit and worker.
pub fn list(dir: &Path) -> Vec<(usize, String)> {
    let Ok(entries) = fs::read_dir(dir.join(FOLDER)) else { return vec![] };
    let mut claims: Vec<(usize, String)> = entries
        .flatten()
        .filter_map(|entry| {
            let unit = entry.file_name().to_str()?.parse().ok()?;
            let bytes = tmd_runtime::read_limited(&entry.path(), MOST_BYTES).ok()??;
            let text = String::from_utf8_lossy(&bytes);
            Some((unit, text.split_whitespace().next().unwrap_or_default().to_owned()))
        })
        .collect();
    claims.sort();
    claims
}
