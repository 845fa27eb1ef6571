//! Claims: who works on which unit, so that not all workers do the same.
//!
//! A claim is a file that its worker changes now and then. Another worker that has seen no change for
//! the length of a lease, *by its own clock that never jumps*, takes the claim over: clocks of
//! different machines are never compared. A claim that cannot be read is watched from outside: its file
//! changes, too, as long as somebody keeps it. Two workers may still end up on one unit; both
//! find the same, and the unit has one file.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tmd_base::diag::Diag;
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
    /// The states that others' claims showed, and since when.
    seen: HashMap<usize, (Shown, Instant)>,
}

/// The state of a claim as others see it.
#[derive(Clone, Debug, PartialEq)]
struct Shown {
    /// The content of its file or, if that cannot be read, its metadata.
    sign: Sign,
    /// The reason why it cannot be read, if it cannot.
    trouble: Option<String>,
}

/// What can be seen of a claim.
#[derive(Clone, Debug, PartialEq)]
enum Sign {
    /// What it says.
    Text(Vec<u8>),
    /// What its file looks like from outside.
    Outside { bytes: u64, modified: Option<SystemTime> },
    /// Nothing.
    Hidden,
}

impl Sign {
    /// Whether it is of a worker that has died.
    fn is_of_the_dead(&self) -> bool {
        matches!(self, Sign::Text(says) if is_of_the_dead(says))
    }
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
        let create = || OpenOptions::new().write(true).create_new(true).open(&path);
        let created = match create() {
            // What copies campaigns may leave empty folders out.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let folder = &self.folder;
                fs::create_dir_all(folder).map_err(|error| super::io("create", folder, &error))?;
                create()
            }
            created => created,
        };
        match created {
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

    /// A guard that gives the claim up when it is dropped: made for one's own claims only.
    fn claim(&self, path: PathBuf) -> Claim {
        Claim { path, worker: self.worker.clone(), unreadable: None }
    }

    /// The units that are claimed.
    pub fn names(&self) -> HashSet<usize> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return HashSet::new() };
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }

    /// Takes over a claim that has not changed for a lease.
    fn take_over(&mut self, unit: usize, path: PathBuf) -> Result<Option<Claim>, Diag> {
        // Given up in this moment: it will be free next time.
        let Some(shows) = Shown::of(&path) else { return Ok(None) };
        let now = Instant::now();
        let (shown, since) = self.seen.entry(unit).or_insert_with(|| (shows.clone(), now));
        if *shown != shows {
            (*shown, *since) = (shows, now);
        }
        if since.elapsed() < self.lease && !shown.sign.is_of_the_dead() {
            return Ok(None);
        }
        let unreadable = shown.trouble.take();
        self.seen.remove(&unit);
        if path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
            // A file cannot take the place of a folder.
            let aside = path.with_extension(&self.worker);
            fs::rename(&path, &aside).map_err(|error| super::io("put aside", &path, &error))?;
        }
        let mut claim = self.claim(path);
        claim.unreadable = unreadable;
        write_atomically(&claim.path, claim.text(0).as_bytes())?;
        Ok(Some(claim))
    }
}

impl Shown {
    /// The state of the claim in a file; `None` if there is none any more.
    fn of(path: &Path) -> Option<Shown> {
        match tmd_runtime::read_limited(path, MOST_BYTES) {
            Ok(Some(says)) => {
                let trouble = worker_of(&says).is_none().then(|| "it is no claim".to_owned());
                Some(Shown { sign: Sign::Text(says), trouble })
            }
            Ok(None) => Shown::outside(path, format!("it is longer than {MOST_BYTES} bytes")),
            Err(error) => Shown::outside(path, error.to_string()),
        }
    }

    /// The state that is seen without reading the file. Each sign of life replaces the file.
    fn outside(path: &Path, why: String) -> Option<Shown> {
        let trouble = Some(why);
        match fs::symlink_metadata(path) {
            Ok(metadata) => {
                let (bytes, modified) = (metadata.len(), metadata.modified().ok());
                Some(Shown { sign: Sign::Outside { bytes, modified }, trouble })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(_) => Some(Shown { sign: Sign::Hidden, trouble }),
        }
    }
}

/// The worker that a claim names, if it is one: a worker's name and a number.
fn worker_of(says: &[u8]) -> Option<&str> {
    let (worker, beat) = std::str::from_utf8(says).ok()?.strip_suffix('\n')?.split_once(' ')?;
    beat.parse::<u64>().ok().map(|_| worker)
}

/// A name that no other worker has: host, kernel, process and time.
pub(crate) fn worker_name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("{}-{}-{:x}", place(), std::process::id(), now & 0xffff_ffff)
}

/// The place in which process numbers mean the same: a host since it was started, and its space of processes.
fn place() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let host: String = read("/proc/sys/kernel/hostname");
    let host: String = host.chars().filter(char::is_ascii_alphanumeric).collect();
    let space = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let kernel = read("/proc/sys/kernel/random/boot_id") + &space.to_string_lossy();
    format!("{host}-{:.8}", tmd_base::hash::sha256_hex(kernel.as_bytes()))
}

/// Whether the claim names a process of this very host that has ended. Then there is nothing to
/// wait for.
fn is_of_the_dead(says: &[u8]) -> bool {
    let name = worker_of(says).unwrap_or_default();
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
    /// Why the claim in whose place it is could not be read, if so.
    pub unreadable: Option<String>,
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

    /// Whatever stands in the place of a claim, it is waited for as long as a lease, and no longer.
    #[test]
    fn what_cannot_be_read_ages_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path();
        let lease = Duration::from_millis(300);
        // The folder of the claims is missing, as after `git clone`.
        let mut one = Claims::new(dir, "one", lease);
        drop(one.take(0).expect("claims").expect("free"));
        let place = |unit| path(&dir.join(FOLDER), unit);
        fs::write(place(1), "\u{0}\u{1}garbled").expect("written");
        fs::write(place(2), "").expect("written");
        fs::write(place(3), "x".repeat(1 << 13)).expect("written");
        fs::create_dir_all(place(4).join("inner")).expect("a folder");
        #[cfg(unix)]
        std::os::unix::fs::symlink("/nowhere", place(5)).expect("a link");
        #[cfg(unix)]
        std::process::Command::new("mkfifo").arg(place(6)).status().expect("mkfifo");
        let units = if cfg!(unix) { 1..7 } else { 1..5 };
        for unit in units.clone() {
            assert!(one.take(unit).expect("claims").is_none(), "{unit} at once");
        }
        std::thread::sleep(lease * 2);
        for unit in units {
            let claim = one.take(unit).expect("claims").unwrap_or_else(|| panic!("unit {unit}"));
            let why = claim.unreadable.clone().unwrap_or_default();
            assert!(!why.is_empty(), "{unit}");
            assert!(list(dir).contains(&(unit, "one".to_owned())), "{unit}: {why}");
            drop(claim);
            drop(one.take(unit).expect("claims").expect("given up"));
        }
    }

    /// Another user's claims may be unreadable; as long as they are kept, they count.
    #[test]
    fn a_claim_that_is_kept_counts_even_if_it_cannot_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let lease = Duration::from_millis(400);
        let mut one = Claims::new(folder.path(), "one", lease);
        let claims = folder.path().join(FOLDER);
        fs::create_dir(&claims).expect("a folder");
        // What no user reads, not even root: too long to be a claim.
        let beat = |beat: usize| {
            write_atomically(&path(&claims, 5), "x".repeat((1 << 13) + beat % 2).as_bytes())
        };
        for count in 0..16 {
            beat(count).expect("written");
            assert!(one.take(5).expect("claims").is_none(), "{count}");
            std::thread::sleep(lease / 8);
        }
        std::thread::sleep(lease * 2);
        assert!(one.take(5).expect("claims").is_some());
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
