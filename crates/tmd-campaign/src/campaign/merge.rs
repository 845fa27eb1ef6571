//! Merges the results of all units, none missing and none twice.

use super::record::{Record, State};
use super::{Campaign, record};
use std::collections::BTreeSet;
use tmd_base::diag::{Diag, DiagKind};
use tmd_cases::findings::{Finding, Room, Sorter};
use tmd_certificate::certificate::UnitEntry;
use tmd_search::search;
use tmd_search::search::Report;

/// The whole search, and what was done in each unit, in order.
pub struct Merged {
    /// The report that one search would have made; seconds are the sum of the units'.
    pub report: Report,
    /// The records of the units, for the certificate.
    pub units: Vec<UnitEntry>,
}

/// The results of a campaign so far, complete or not.
pub struct Gathered {
    /// The report that one search would have made; seconds are the sum of the units'.
    pub report: Report,
    /// The units' records without what is in the report, in order.
    pub records: Vec<Record>,
    /// The records of these units, for the certificate.
    pub units: Vec<UnitEntry>,
    /// Units without a file.
    pub missing: Vec<usize>,
    /// Units whose file is no good, and why.
    pub damaged: Vec<(usize, String)>,
}

/// Reads every unit's file, and takes what is good. If there is no room for all findings, the report has an error.
pub fn gather(campaign: &Campaign) -> Gathered {
    gather_in(&search::room(), campaign)
}

/// As [`gather`], with some room for findings.
pub fn gather_in(room: &Room, campaign: &Campaign) -> Gathered {
    let mut missing = vec![];
    let mut damaged = vec![];
    let mut report = Report::default();
    let (mut records, mut units) = (vec![], vec![]);
    let mut devices = BTreeSet::new();
    let (mut findings, mut inverse) = (Sorter::new(room), Sorter::new(room));
    let add = |to: &mut Sorter, findings: Vec<Finding>| {
        findings.into_iter().try_for_each(|finding| to.push(finding).map(drop))
    };
    for unit in &campaign.units {
        match record::read(campaign, unit) {
            State::Missing => missing.push(unit.number),
            State::Damaged(why) => damaged.push((unit.number, why)),
            State::Done(record) => {
                let mut record = *record;
                units.push(crate::campaign::unit_entry::unit_entry(&campaign.plan, &record));
                let taken = add(&mut findings, std::mem::take(&mut record.findings))
                    .and_then(|()| add(&mut inverse, std::mem::take(&mut record.inverse)));
                if let Err(diag) = taken {
                    report.error = Some(diag);
                    units.pop();
                    break;
                }
                report.runs.append(&mut record.runs);
                report.covered.extend(record.covered.iter().cloned());
                report.counts.add(&record.counts);
                report.direct += record.direct;
                report.timing.add(&record.timing);
                report.seconds += record.seconds;
                devices.extend(record.devices.iter().cloned());
                records.push(record);
            }
        }
    }
    (report.findings, report.inverse) = (findings.finish(), inverse.finish());
    // Of a unit that was not taken whole nothing counts.
    if report.error.is_some() {
        let dropped = report.drop_uncovered();
        report.error = report.error.or(dropped.err());
    }
    report.runs.sort_by_key(|run| (run.segment, run.inputs.start));
    report.devices = devices.into_iter().collect();
    report.threads = threads_at_work(&report);
    Gathered { report, records, units, missing, damaged }
}

/// How many threads worked at a time on the average. Records do not tell how many a worker had, but how long all were at work.
fn threads_at_work(report: &Report) -> usize {
    let average = report.timing.total() / report.seconds;
    // Where there are no units yet, it is not a number.
    if average > 1.0 { average.round() as usize } else { 1 }
}

/// Reads every unit's file.
///
/// # Errors
/// If one is missing or damaged, they do not cover the plan exactly once, or there is no room for all findings.
pub fn merge(campaign: &Campaign) -> Result<Merged, Diag> {
    merge_in(&search::room(), campaign)
}

/// As [`merge`], with some room for findings.
///
/// # Errors
/// As there.
pub fn merge_in(room: &Room, campaign: &Campaign) -> Result<Merged, Diag> {
    let Gathered { mut report, units, missing, damaged, .. } = gather_in(room, campaign);
    if let Some(diag) = report.error {
        return Err(diag);
    }
    if let Some(diag) = refusal(campaign, &missing, &damaged) {
        return Err(diag);
    }
    let covered: u128 = report.inputs();
    search::merge(&mut report.covered);
    // Both, for a gap and an overlap of the same length would cancel.
    let expected = campaign.plan.inputs_to_search();
    if covered == expected && report.inputs() == expected {
        search::add_unsearched(&campaign.plan, &mut report, room)?;
    }
    if covered != expected || !report.missing(&campaign.plan).is_empty() {
        return Err(Diag::new(
            DiagKind::Internal,
            format!(
                "the units cover {covered} inputs, the plan has {}, and gaps are {:?}",
                expected,
                report.missing(&campaign.plan)
            ),
        ));
    }
    Ok(Merged { report, units })
}

/// Units that are named in a message.
const NAMED: usize = 8;

fn refusal(campaign: &Campaign, missing: &[usize], damaged: &[(usize, String)]) -> Option<Diag> {
    if missing.is_empty() && damaged.is_empty() {
        return None;
    }
    let all = campaign.units.len();
    let mut parts = vec![];
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().take(NAMED).map(usize::to_string).collect();
        let more = if missing.len() > NAMED { ", …" } else { "" };
        parts.push(format!(
            "{} of {all} units are missing ({}{more})",
            missing.len(),
            names.join(", ")
        ));
    }
    if !damaged.is_empty() {
        let names: Vec<String> =
            damaged.iter().take(NAMED).map(|(unit, why)| format!("unit {unit}: {why}")).collect();
        let more = if damaged.len() > NAMED { "; …" } else { "" };
        parts.push(format!("{} are damaged ({}{more})", damaged.len(), names.join("; ")));
    }
    let dir = campaign.dir.display();
    Some(
        Diag::new(DiagKind::Unsupported, format!("{dir} is not complete: {}", parts.join("; ")))
            .help(format!("`tmd-codegen campaign run {dir}` redoes what is missing or damaged")),
    )
}
