//! A worker: takes units until none is left.

use super::Campaign;
use super::canary::Canaries;
use super::claim::{self, Claim, Claims};
use super::journal::{Event, Journal};
use super::record::{self, Record, State};
use super::units::Unit;
use std::collections::HashSet;
use std::fs;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use tmd_base::diag::Diag;
use tmd_base::text::plural;
use tmd_runtime::{Kernel, Options, Progress, write_durably};
use tmd_search::search;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct Work {
    /// Threads, and how to stop.
    pub options: Options,
    /// How long a claim lasts that is not kept.
    pub lease: Duration,
    /// Which of `shares` equal parts of the units this worker begins with.
    pub share: usize,
    /// See `share`; 1 for a worker that begins with the first unit.
    pub shares: usize,
    /// How many units it does at most.
    pub most: usize,
}

impl Default for Work {
    fn default() -> Self {
        let lease = Duration::from_secs(60);
        Work { options: Options::default(), lease, share: 0, shares: 1, most: usize::MAX }
    }
}

/// The work that a worker has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Units that it searched.
    pub searched: Vec<usize>,
    /// Units whose file was damaged, and why.
    pub damaged: Vec<(usize, String)>,
    /// Units whose claim nobody could read, and why; it was taken over.
    pub unreadable: Vec<(usize, String)>,
    /// Whether all units are done, by whomever.
    pub complete: bool,
}

impl Done {
    /// The work that the worker has done, in a line.
    pub fn text(&self, units: usize) -> String {
        let searched = self.searched.len();
        let all = if self.complete { "all are done" } else { "others are left" };
        format!("this worker searched {searched} of {}; {all}\n", plural(units, "unit"))
    }
}

/// Works on a campaign until every unit is done, `most` are, or it is stopped.
///
/// # Errors
/// If a unit cannot be searched or written, or the device misses planted cases. What was finished is
/// kept.
pub fn run(
    campaign: &Campaign,
    kernels: &[Arc<dyn Kernel>],
    work: &Work,
    progress: &dyn Progress,
) -> Result<Done, Diag> {
    let name = claim::worker_name();
    let mut worker = Worker {
        campaign,
        kernels,
        work,
        progress,
        claims: Claims::new(&campaign.dir, &name, work.lease),
        journal: Journal::open(&campaign.dir, &name),
        name,
        known: vec![false; campaign.units.len()],
        listed: HashSet::new(),
        claimed: HashSet::new(),
        done: Done::default(),
    };
    worker.journal.note(Event::Begin { devices: search::devices(kernels) });
    let result = worker.work();
    worker.journal.note(match &result {
        Ok(()) => Event::End,
        Err(diag) => Event::Failed { why: diag.to_string() },
    });
    result.map(|()| worker.done)
}

/// Units that an idle worker watches: if each watched all that are left, many would keep a file system
/// busy. Each begins at its own share, so that together they watch all.
const WATCHED: usize = 4;

struct Worker<'a> {
    campaign: &'a Campaign,
    kernels: &'a [Arc<dyn Kernel>],
    work: &'a Work,
    progress: &'a dyn Progress,
    name: String,
    claims: Claims,
    journal: Journal,
    /// Units whose file was seen to be good.
    known: Vec<bool>,
    /// Folders whose files' names were read since all units were gone through last.
    listed: HashSet<usize>,
    /// Units that were claimed when the claims were looked at last.
    claimed: HashSet<usize>,
    done: Done,
}

impl Worker<'_> {
    fn work(&mut self) -> Result<(), Diag> {
        // Whether all that was left when the units were gone through last was claimed by others.
        let mut idle = false;
        loop {
            let mut left = false;
            let mut moved = false;
            let mut claimed = 0;
            self.listed.clear();
            self.claimed = self.claims.names();
            for turn in 0..self.campaign.units.len() {
                if self.is_stopped() || self.done.searched.len() >= self.work.most {
                    return Ok(());
                }
                if idle && claimed >= WATCHED {
                    break;
                }
                let unit = &self.campaign.units[self.at(turn)];
                if self.seems_done(unit) {
                    continue;
                }
                // Those that others claim are tried when there is nothing else to do.
                if !idle && self.claimed.contains(&unit.number) {
                    left = true;
                    continue;
                }
                let claim = self.claims.take(unit.number)?;
                if let Some(why) = claim.as_ref().and_then(|claim| claim.unreadable.clone()) {
                    self.journal.note(Event::Unreadable { unit: unit.number, why: why.clone() });
                    self.done.unreadable.push((unit.number, why));
                }
                match claim {
                    // Another may have finished it in the meantime.
                    Some(_) if self.is_done(unit) => {}
                    Some(claim) => {
                        self.search(unit, &claim)?;
                        left |= !self.known[unit.number];
                        moved = true;
                        self.claimed = self.claims.names();
                    }
                    None => {
                        left = true;
                        claimed += 1;
                    }
                }
            }
            if !left {
                self.done.complete = true;
                return Ok(());
            }
            idle = !moved;
            if idle {
                // Others finish what they claim, or their leases run out.
                self.wait(self.work.lease / 8);
            }
        }
    }

    /// Waits, unless it is stopped.
    fn wait(&self, time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time && !self.is_stopped() {
            thread::sleep(time.min(Duration::from_millis(50)));
        }
    }

    /// The number of the unit that is looked at in a turn.
    fn at(&self, turn: usize) -> usize {
        (self.border(self.work.share) + turn) % self.campaign.units.len()
    }

    /// The first unit of a share.
    fn border(&self, share: usize) -> usize {
        share * self.campaign.units.len() / self.work.shares.max(1)
    }

    /// Whether a unit is in this worker's share.
    fn is_own(&self, unit: usize) -> bool {
        (self.border(self.work.share)..self.border(self.work.share + 1)).contains(&unit)
    }

    fn is_stopped(&self) -> bool {
        self.work.options.stop.load(Ordering::Relaxed)
    }

    /// Was the unit done when its folder was looked at last? Of the units in others' shares only the files'
    /// names are read, a folder at a time: if all read all, ten thousand workers would keep a file system
    /// busy with nothing else (see `campaign simulate`). Their own workers read them, and so does who merges.
    fn seems_done(&mut self, unit: &Unit) -> bool {
        if self.known[unit.number] || self.is_own(unit.number) {
            return self.is_done(unit);
        }
        let folder = record::folder(unit.number);
        if self.listed.insert(folder) {
            for number in record::list(&self.campaign.dir, folder) {
                if !self.is_own(number)
                    && let Some(known) = self.known.get_mut(number)
                {
                    *known = true;
                }
            }
        }
        self.known[unit.number]
    }

    /// Whether there is a good file of the unit. A damaged one is put aside.
    fn is_done(&mut self, unit: &Unit) -> bool {
        if self.known[unit.number] {
            return true;
        }
        match record::read(self.campaign, unit) {
            State::Missing => false,
            State::Done(_) => {
                self.known[unit.number] = true;
                true
            }
            State::Damaged(why) => {
                let path = record::path(&self.campaign.dir, unit.number);
                // The next good file takes its place in any case.
                let _ = fs::rename(&path, path.with_extension("damaged"));
                self.journal.note(Event::Damaged { unit: unit.number, why: why.clone() });
                self.done.damaged.push((unit.number, why));
                false
            }
        }
    }

    /// Searches a unit and writes its file, unless it is stopped.
    fn search(&mut self, unit: &Unit, claim: &Claim) -> Result<(), Diag> {
        let (done, end) = mpsc::channel();
        let lease = self.work.lease;
        let found = thread::scope(|scope| {
            scope.spawn(move || claim.keep(lease, &end));
            let found = self.found(unit);
            drop(done);
            found
        })?;
        let Some(record) = found else { return Ok(()) };
        self.write(&record)?;
        self.known[unit.number] = true;
        self.done.searched.push(unit.number);
        self.journal.note(Event::Done { unit: unit.number, seconds: record.seconds });
        Ok(())
    }

    fn found(&mut self, unit: &Unit) -> Result<Option<Record>, Diag> {
        let Worker { campaign, kernels, work, progress, .. } = *self;
        let portions = &unit.portions;
        let report =
            search::run_portions(&campaign.plan, portions, kernels, &work.options, progress);
        if report.stopped {
            return Ok(None);
        }
        if let Some(diag) = report.error {
            return Err(diag);
        }
        // Afterwards: a device that broke while it searched is still broken.
        let canaries = Canaries::plant(&campaign.plan, unit)?;
        if let Err(diag) = canaries.look(kernels, &work.options) {
            if self.is_stopped() {
                return Ok(None);
            }
            self.journal.note(Event::Rejected { unit: unit.number, why: diag.to_string() });
            return Err(diag);
        }
        Record::new(campaign, unit, report, canaries.count(), &self.name).map(Some)
    }

    fn write(&self, record: &Record) -> Result<(), Diag> {
        let path = record::path(&self.campaign.dir, record.unit);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| super::io("create", folder, &error))?;
        }
        write_durably(&path, record.text().as_bytes())?;
        Ok(())
    }
}
