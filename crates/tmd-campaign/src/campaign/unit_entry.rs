//! A unit's entry in a certificate.

use crate::campaign::record::Record;
use tmd_cases::findings::Sorted;
use tmd_certificate::certificate::{InverseEntry, UnitEntry};
use tmd_search::certify::run_entry;
use tmd_search::plan::Plan;
/// The entry of a unit, from its record.
pub(crate) fn unit_entry(plan: &Plan, record: &Record) -> UnitEntry {
    let Sorted { hard, exact, unknown } = Sorted::of(&record.findings);
    UnitEntry {
        number: record.unit,
        id: record.id.clone(),
        runs: record.covered.iter().map(|run| run_entry(plan, run)).collect(),
        tested: record.counts.tested.clone(),
        survivors: record.counts.survivors.clone(),
        candidates: record.counts.candidates,
        examined_directly: record.direct,
        cases: hard.len(),
        exact_cases: exact.len(),
        unknown: unknown.len(),
        inverse: InverseEntry::of(&Sorted::of(&record.inverse)),
        case_runs: record.runs.len(),
        canaries: record.canaries,
        devices: record.devices.clone(),
    }
}
