//! The file for findings that memory has no room for: sorted runs, one behind the other.

use super::disk::{HELP, free};
use super::{Finding, Room, record};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tmd_base::diag::{Diag, DiagKind};

/// Findings from one mark of a run to the next.
const BETWEEN_MARKS: usize = 1 << 12;
/// Bytes that are written at once.
const WRITTEN: usize = 1 << 20;

/// A file without a name: the system removes it when it is closed, whatever ends the program.
#[derive(Debug)]
pub(super) struct Spill {
    place: Mutex<Place>,
    folder: PathBuf,
    spare: u64,
}

#[derive(Debug)]
struct Place {
    file: File,
    end: u64,
}

/// A sorted run in the file.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// Its first byte.
    pub(super) start: u64,
    /// The byte after its last.
    pub(super) end: u64,
    /// Places of some of its findings, ascending, with where each begins.
    marks: Vec<((usize, u64), u64)>,
}

impl Run {
    /// A byte of the run where a finding begins, before which all findings are below a place.
    pub(super) fn before(&self, place: (usize, u64)) -> u64 {
        let above = self.marks.partition_point(|(mark, _)| *mark < place);
        above.checked_sub(1).map_or(self.start, |below| self.marks[below].1)
    }
}

impl Spill {
    pub(super) fn new(room: &Room) -> Result<Spill, Diag> {
        let Room { folder, spare, .. } = room;
        let made = made(folder).and_then(|()| tempfile::tempfile_in(folder));
        let file = made.map_err(|error| failed("write to", folder, &error))?;
        let place = Mutex::new(Place { file, end: 0 });
        Ok(Spill { place, folder: folder.clone(), spare: *spare })
    }

    /// Appends a run; findings ascend. If that fails, the file holds what it held.
    pub(super) fn append(&self, findings: &[Finding]) -> Result<Run, Diag> {
        let mut place = self.place();
        let fail = |error: io::Error| failed("write to", &self.folder, &error);
        let (start, mut end) = (place.end, place.end);
        place.file.seek(SeekFrom::Start(start)).map_err(fail)?;
        let mut marks = vec![];
        let mut bytes = Vec::with_capacity(2 * WRITTEN);
        for (number, finding) in findings.iter().enumerate() {
            if number % BETWEEN_MARKS == 0 {
                marks.push((finding.place(), end + bytes.len() as u64));
            }
            record::encode(finding, &mut bytes);
            if bytes.len() >= WRITTEN || number + 1 == findings.len() {
                self.check_free(bytes.len() as u64)?;
                place.file.write_all(&bytes).map_err(fail)?;
                end += bytes.len() as u64;
                bytes.clear();
            }
        }
        place.end = end;
        Ok(Run { start, end, marks })
    }

    /// Reads bytes.
    pub(super) fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), Diag> {
        let mut place = self.place();
        let read = place.file.seek(SeekFrom::Start(at)).and_then(|_| place.file.read_exact(bytes));
        read.map_err(|error| failed("read from", &self.folder, &error))
    }

    /// The error for a file that does not hold what was written to it.
    pub(super) fn damaged(&self) -> Diag {
        let message = format!("the file of findings in {} was changed", self.folder.display());
        Diag::new(DiagKind::Io, message)
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        // After a panic of another thread the file holds what was appended before, and `end` says where that ends.
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses to fill the disk.
    fn check_free(&self, bytes: u64) -> Result<(), Diag> {
        match free(&self.folder) {
            Some(free) if free < self.spare.saturating_add(bytes) => Err(Diag::new(
                DiagKind::Io,
                format!(
                    "the findings do not fit {}: {} MiB are free there, and {} MiB are kept free",
                    self.folder.display(),
                    free >> 20,
                    self.spare >> 20
                ),
            )
            .help(HELP)),
            _ => Ok(()),
        }
    }
}

/// Makes a folder that only this user can enter, if it is not there.
fn made(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn failed(what: &str, folder: &Path, error: &io::Error) -> Diag {
    let folder = folder.display();
    Diag::new(DiagKind::Io, format!("cannot {what} a file of findings in {folder}: {error}"))
        .help(HELP)
}
