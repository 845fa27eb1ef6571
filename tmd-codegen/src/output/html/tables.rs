//! The tables of a campaign's report.

use super::date::utc;
use crate::campaign::journal::Event;
use crate::campaign::overview::Overview;
use crate::campaign::status::WorkerStatus;
use crate::diag::Diag;
use crate::findings::Finding;
use crate::findings::Sorted;
use crate::listed::{Case, InverseCase, InverseNear};
use crate::output::few::Few;
use crate::output::number::lg;
use crate::output::runs::Apart;

/// Rows at most, of every table.
const MOST: usize = Few::HARDEST;

/// Rows of a table, and how many were left out.
pub(super) struct Rows {
    pub(super) rows: Vec<Vec<String>>,
    pub(super) more: usize,
}

impl Rows {
    /// The first rows of so many.
    fn some(rows: impl Iterator<Item = Vec<String>>, count: usize) -> Rows {
        Rows { rows: rows.take(MOST).collect(), more: count.saturating_sub(MOST) }
    }

    fn new(mut rows: Vec<Vec<String>>) -> Rows {
        let more = rows.len().saturating_sub(MOST);
        rows.truncate(MOST);
        Rows { rows, more }
    }
}

pub(super) const WORKERS: [&str; 6] =
    ["worker", "#units", "#inputs/s", "#time searched", "at unit", "runs on"];

/// The work of each worker, the busiest first.
pub(super) fn workers(overview: &Overview) -> Rows {
    let mut workers: Vec<(&String, &WorkerStatus)> = overview.status.workers.iter().collect();
    workers.sort_by_key(|(_, worker)| std::cmp::Reverse(worker.units));
    let row = |(name, worker): (&String, &WorkerStatus)| {
        let rate = match worker.seconds > 0.0 {
            true => format!("{:.2e}", worker.inputs as f64 / worker.seconds),
            false => String::new(),
        };
        vec![
            name.clone(),
            worker.units.to_string(),
            rate,
            crate::text::duration(worker.seconds),
            worker.claims.map_or_else(String::new, |unit| unit.to_string()),
            worker.devices.join(", "),
        ]
    };
    Rows::new(workers.into_iter().map(row).collect())
}

pub(super) const TROUBLES: [&str; 4] = ["when", "worker", "what", "why"];

/// The problems in the journals, the latest first, and files that are damaged now.
pub(super) fn troubles(overview: &Overview) -> Rows {
    let mut events: Vec<(u64, Vec<String>)> = vec![];
    for (worker, entries) in &overview.journals {
        for entry in entries {
            let (what, why) = match &entry.event {
                Event::Damaged { unit, why } => (format!("file of unit {unit} put aside"), why),
                Event::Unreadable { unit, why } => {
                    (format!("claim of unit {unit} taken over unread"), why)
                }
                Event::Rejected { unit, why } => (format!("unit {unit} rejected"), why),
                Event::Failed { why } => ("worker failed".to_owned(), why),
                Event::Begin { .. } | Event::Done { .. } | Event::End => continue,
            };
            events.push((entry.time, vec![utc(entry.time), worker.clone(), what, why.clone()]));
        }
    }
    events.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    let now = overview.status.damaged.iter().map(|(unit, why)| {
        vec!["now".to_owned(), String::new(), format!("file of unit {unit} damaged"), why.clone()]
    });
    Rows::new(now.chain(events.into_iter().map(|(_, row)| row)).collect())
}

pub(super) const CASES: [&str; 4] = ["x", "#identical bits", "#distance", "near to"];

/// The hardest cases that are in no run, the hardest first.
pub(super) fn cases(apart: &Apart) -> Rows {
    let row = |case: Case| {
        vec![
            case.x,
            case.identical_bits.to_string(),
            lg(case.distance),
            case.kind.name().to_owned(),
        ]
    };
    let hardest = apart.isolated.hardest().filter_map(crate::listed::case);
    Rows::some(hardest.map(row), apart.isolated.count())
}

pub(super) const NEAR: [&str; 2] = ["x", "at a"];

/// Inputs at breakpoints, for certain or as far as can be told.
pub(super) fn near(few: &Few) -> Rows {
    let row = |finding: &Finding| {
        let crate::listed::Near { x, kind } = crate::listed::near(finding);
        vec![x, kind.name().to_owned()]
    };
    Rows::some(few.first().map(row), few.count())
}

pub(super) const INVERSE: [&str; 5] = ["y", "what", "#identical bits", "#distance", "near or at"];

/// The findings of the inverse function: undecided ones, then cases, the hardest first, then exact ones.
pub(super) fn inverse(found: &Sorted<'_>) -> Result<Rows, Diag> {
    let Sorted { hard, exact, unknown } = *found;
    let at = |what: &'static str| {
        move |finding: &Finding| {
            let InverseNear { input, near } = crate::listed::inverse_near(finding);
            let what = format!("{what} {}", input.kind.name());
            vec![input.x, what, String::new(), String::new(), near]
        }
    };
    let count = hard.len() + exact.len() + unknown.len();
    let [hard, exact, unknown] = [Few::of(hard)?, Few::of(exact)?, Few::of(unknown)?];
    let hardest = hard.hardest().filter_map(crate::listed::inverse_case);
    let hardest = hardest.map(|InverseCase { case, near }| {
        let what = format!("{} case", case.kind.name());
        vec![case.x, what, case.identical_bits.to_string(), lg(case.distance), near]
    });
    let unknown = unknown.first().map(at("undecided"));
    Ok(Rows::some(unknown.chain(hardest).chain(exact.first().map(at("exact"))), count))
}

pub(super) const RUNS: [&str; 1] = [""];

/// Runs of cases in closed form.
pub(super) fn runs(apart: &Apart) -> Rows {
    Rows::new(apart.runs.iter().map(|run| vec![run.to_string()]).collect())
}
