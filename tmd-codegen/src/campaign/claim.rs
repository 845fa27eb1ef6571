//! Claims: who works on which unit, so that not all workers do the same.
//!
//! A claim is a file that its worker changes now and then. Another worker that has seen no change for
//! the length of a lease, *by its own clock that never jumps*, takes the claim over: clocks of
//! different machines are never compared. Two workers may still end up on one unit; both
//! find the same, and the unit has one file.

use crate::diag::Diag;
use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
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
        let path = path(&self.folder, unit);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                let claim = self.claim(path);
                let written = file.write_all(claim.text(0).as_bytes());
                written.map_err(|error| super::io("write", &claim.path, &error))?;
                Ok(Some(claim))
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => self.take_over(unit, path),
            Err(error) => Err(super::io("claim a unit in", &path, &error)),
        }
    }

    /// What gives the claim up when it is dropped: made for claims of one's own only.
    fn claim(&self, path: PathBuf) -> Claim {
        Claim { path, worker: self.worker.clone() }
    }

    /// The units that are claimed.
    pub fn names(&self) -> HashSet<usize> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return HashSet::new() };
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }

    /// Takes a claim over that has not changed for a lease.
    fn take_over(&mut self, unit: usize, path: PathBuf) -> Result<Option<Claim>, Diag> {
        let says = match tmd_runtime::read_limited(&path, MOST_BYTES) {
            Ok(says) => says.unwrap_or_default(),
            // Given up in this moment: it will be free next time.
            Err(_) => return Ok(None),
        };
        let now = Instant::now();
        let (said, since) = self.seen.entry(unit).or_insert_with(|| (says.clone(), now));
        if *said != says {
            (*said, *since) = (says, now);
        }
        if since.elapsed() < self.lease && !is_of_the_dead(said) {
            return Ok(None);
        }
        self.seen.remove(&unit);
        let claim = self.claim(path);
        write_atomically(&claim.path, claim.text(0).as_bytes())?;
        Ok(Some(claim))
    }
}

/// A name that no other worker has: host, kernel, process and time.
pub fn worker_name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("{}-{}-{:x}", place(), std::process::id(), now & 0xffff_ffff)
}

/// Where process numbers mean the same: a host since it was started, and its space of processes.
fn place() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let host: String = read("/proc/sys/kernel/hostname");
    let host: String = host.chars().filter(char::is_ascii_alphanumeric).collect();
    let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let kernel = read("/proc/sys/kernel/random/boot_id") + &space.to_string_lossy();
    format!("{host}-{:.8}", tmd_runtime::sha256_hex(kernel.as_bytes()))
}

/// Does the claim name a process of this very host that does not live any more? Then there is nothing to
/// wait for.
fn is_of_the_dead(says: &[u8]) -> bool {
    let text = String::from_utf8_lossy(says);
    let name = text.split_whitespace().next().unwrap_or_default();
    let process = name.strip_prefix(&place()).and_then(|rest| rest.split('-').nth(1));
    // Only where there is /proc can a process be known to be gone.
    let numbers = process.and_then(|process| process.parse::<u32>().ok());
    numbers.is_some_and(|process| {
        Path::new("/proc/self").exists() && !Path::new(&format!("/proc/{process}")).exists()
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dead_are_known_by_their_process() {
        let own = worker_name();
        assert!(!is_of_the_dead(format!("{own} 3\n").as_bytes()), "{own}");
        // Process numbers end below 2^22.
        let dead = format!("{}-4194305-abc 3\n", place());
        assert!(is_of_the_dead(dead.as_bytes()));
        for other in ["elsewhere-01234567-4194305-abc 3\n", "nobody 7\n", "", "-", "\u{fffd}"] {
            assert!(!is_of_the_dead(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn a_claim_is_taken_over_when_its_lease_has_run_out() {
        let dir = std::env::temp_dir().join(format!("tmd-claims-{}", std::process::id()));
        fs::create_dir_all(dir.join(FOLDER)).expect("a directory");
        let lease = Duration::from_millis(400);
        let mut one = Claims::new(&dir, "one", lease);
        let mut two = Claims::new(&dir, "two", lease);
        let claim = one.take(5).expect("claims").expect("free");
        assert!(two.take(5).expect("claims").is_none());
        // Kept, it lasts.
        let (done, end) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let kept = &claim;
            scope.spawn(move || kept.keep(lease, &end));
            for _ in 0..16 {
                std::thread::sleep(lease / 8);
                assert!(two.take(5).expect("claims").is_none());
            }
            drop(done);
        });
        // Not kept any more, it goes to another, and the list says to whom.
        assert!(two.take(5).expect("claims").is_none());
        std::thread::sleep(lease * 2);
        let taken = two.take(5).expect("claims").expect("taken over");
        assert_eq!(list(&dir), [(5, "two".to_owned())]);
        drop(taken);
        assert!(one.take(5).expect("claims").is_some());
        drop(claim);
        fs::remove_dir_all(dir).expect("cleaned");
    }
}
