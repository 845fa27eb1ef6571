//! The journal of a campaign, for people: a file for each worker, a line of JSON for each event. Nothing reads it
//! to decide anything.

use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The folder of the journals.
pub const FOLDER: &str = "journal";

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// A worker began.
    Begin {
        /// The devices that its kernels run on.
        devices: Vec<String>,
    },
    /// A unit was finished.
    Done {
        /// Its number.
        unit: usize,
        /// Wall-clock seconds.
        seconds: f64,
    },
    /// A unit's file was no good and was put aside.
    Damaged {
        /// Its number.
        unit: usize,
        /// The reason.
        why: String,
    },
    /// A claim that nobody can read was taken over.
    Unreadable {
        /// The unit.
        unit: usize,
        /// The reason.
        why: String,
    },
    /// A unit was not written: planted cases were not found.
    Rejected {
        /// Its number.
        unit: usize,
        /// The device's fault.
        why: String,
    },
    /// A worker ended with an error.
    Failed {
        /// The error.
        why: String,
    },
    /// A worker ended.
    End,
}

/// An event with its time by the worker's clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Seconds since 1970.
    pub time: u64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// The journal of a worker.
pub struct Journal(Option<File>);

impl Journal {
    /// Opens the journal of a worker. Where it cannot be written, nothing is noted down.
    pub fn open(dir: &Path, worker: &str) -> Journal {
        let folder = dir.join(FOLDER);
        let _ = std::fs::create_dir_all(&folder); // what copies campaigns may leave it out when it is empty
        let path = folder.join(format!("{worker}.jsonl"));
        Journal(OpenOptions::new().create(true).append(true).open(path).ok())
    }

    /// Notes an event down.
    pub fn note(&mut self, event: Event) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let entry = Entry { time: now.map_or(0, |time| time.as_secs()), event };
        if let (Some(file), Ok(mut line)) = (&mut self.0, serde_json::to_string(&entry)) {
            line.push('\n');
            let _ = file.write_all(line.as_bytes()); // a full disk ends the worker elsewhere
        }
    }
}

/// All entries of all workers, by worker; lines that are cut short are left out.
pub fn read(dir: &Path) -> Vec<(String, Vec<Entry>)> {
    let Ok(files) = std::fs::read_dir(dir.join(FOLDER)) else { return vec![] };
    let mut journals: Vec<_> = files
        .flatten()
        .filter_map(|file| {
            let worker = file.path().file_stem()?.to_str()?.to_owned();
            let text = std::fs::read_to_string(file.path()).ok()?;
            Some((
                worker,
                text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect(),
            ))
        })
        .collect();
    journals.sort_by(|a: &(String, Vec<Entry>), b| a.0.cmp(&b.0));
    journals
}
