//! The facts of a campaign's report, read once.

use super::Campaign;
use super::journal::{self, Entry};
use super::merge::{self, Gathered};
use super::record::Record;
use super::status::{self, Status};
use tmd_search::search;
use tmd_search::search::Report;

/// The state of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitState {
    /// No worker has begun it.
    Left,
    /// A worker is at it.
    Claimed,
    /// Its file is no good: it will be done again.
    Damaged,
    /// It is done.
    Done,
}

/// A campaign at one moment.
pub struct Overview {
    /// How far it is.
    pub status: Status,
    /// The findings so far, as one search would have reported them.
    pub report: Report,
    /// The records of the units that are done, without what is in the report.
    pub records: Vec<Record>,
    /// The state of each unit.
    pub units: Vec<UnitState>,
    /// The journals, by worker.
    pub journals: Vec<(String, Vec<Entry>)>,
}

/// Looks at a campaign, complete or not.
pub fn overview(campaign: &Campaign) -> Overview {
    let Gathered { mut report, records, damaged, .. } = merge::gather(campaign);
    let status = status::of(campaign, &records, &report, damaged);
    // Nothing, before all units are done.
    if report.error.is_none() {
        let room = search::room();
        report.error = search::add_unsearched(&campaign.plan, &mut report, &room).err();
    }
    let mut units = vec![UnitState::Left; campaign.units.len()];
    let claimed = status.workers.values().filter_map(|worker| worker.claims);
    // A claim's file may have any number in its name.
    for unit in claimed.filter(|unit| *unit < units.len()).collect::<Vec<_>>() {
        units[unit] = UnitState::Claimed;
    }
    for (unit, _) in &status.damaged {
        units[*unit] = UnitState::Damaged;
    }
    for unit in &status.done {
        units[*unit] = UnitState::Done;
    }
    Overview { status, report, records, units, journals: journal::read(&campaign.dir) }
}
