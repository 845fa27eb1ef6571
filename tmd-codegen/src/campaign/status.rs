//! How far a campaign is.

use super::journal::{self, Entry, Event};
use super::record::{self, State};
use super::{Campaign, claim};
use crate::confirm::Verdict;
use crate::output::table::Table;
use crate::plan::{self, Plan};
use std::collections::BTreeMap;

/// What a worker has done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkerStatus {
    /// Units.
    pub units: usize,
    /// Inputs.
    pub inputs: u128,
    /// Seconds of searching.
    pub seconds: f64,
    /// What it runs on.
    pub devices: Vec<String>,
    /// The unit that it claims, if it does.
    pub claims: Option<usize>,
    /// What went wrong with it last.
    pub trouble: Option<String>,
}

/// How far a campaign is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// Units in all.
    pub units: usize,
    /// Those that are done.
    pub done: Vec<usize>,
    /// Those with a file that is no good, and why.
    pub damaged: Vec<(usize, String)>,
    /// Inputs in all.
    pub inputs: u128,
    /// Inputs of the units that are done.
    pub covered: u128,
    /// Hard-to-round cases so far.
    pub cases: usize,
    /// By name.
    pub workers: BTreeMap<String, WorkerStatus>,
    /// Predicted seconds on one core of the units that are not done.
    pub left: f64,
    /// When units were finished, with their inputs, ascending.
    pub finished: Vec<(u64, u128)>,
}

/// Looks at every unit's file.
pub fn status(campaign: &Campaign) -> Status {
    let mut status =
        Status { units: campaign.units.len(), inputs: campaign.plan.inputs(), ..Status::default() };
    for unit in &campaign.units {
        match record::read(campaign, unit) {
            State::Missing => status.left += seconds(&campaign.plan, unit),
            State::Damaged(why) => {
                status.damaged.push((unit.number, why));
                status.left += seconds(&campaign.plan, unit);
            }
            State::Done(record) => {
                status.done.push(unit.number);
                status.covered += unit.inputs();
                let hard = |f: &&crate::search::Finding| matches!(f.verdict, Verdict::Hard { .. });
                status.cases += record.findings.iter().filter(hard).count();
                let worker = status.workers.entry(record.worker.clone()).or_default();
                worker.units += 1;
                worker.inputs += unit.inputs();
                worker.seconds += record.seconds;
                worker.devices = record.devices.clone();
                status.finished.push((record.finished, unit.inputs()));
            }
        }
    }
    status.finished.sort_unstable();
    for (unit, worker) in claim::list(&campaign.dir) {
        status.workers.entry(worker).or_default().claims = Some(unit);
    }
    for (name, entries) in journal::read(&campaign.dir) {
        note(status.workers.entry(name).or_default(), &entries);
    }
    status
}

fn note(worker: &mut WorkerStatus, entries: &[Entry]) {
    for entry in entries {
        match &entry.event {
            Event::Begin { devices } => worker.devices.clone_from(devices),
            Event::Rejected { unit, why } => {
                worker.trouble = Some(format!("unit {unit} rejected: {why}"));
            }
            Event::Failed { why } => worker.trouble = Some(why.clone()),
            Event::Done { .. } | Event::Damaged { .. } | Event::End => {}
        }
    }
}

fn seconds(plan: &Plan, unit: &super::units::Unit) -> f64 {
    let of = |portion: &crate::search::Portion| {
        let span = &plan.spans[portion.span];
        let share = (portion.inputs.end - portion.inputs.start) as f64
            / (span.inputs.end - span.inputs.start) as f64;
        plan.span_seconds(span) * share
    };
    unit.portions.iter().map(of).sum()
}

impl Status {
    /// Whether every unit is done.
    pub fn is_complete(&self) -> bool {
        self.done.len() == self.units
    }

    /// The status as a text.
    pub fn text(&self, campaign: &Campaign) -> String {
        let share = self.covered as f64 / self.inputs as f64;
        let mut text = format!(
            "{}: {} of {} units, {:.1} % of the inputs, {} cases so far; about {} left on one core\n",
            campaign.dir.display(),
            self.done.len(),
            self.units,
            100.0 * share,
            self.cases,
            plan::duration(self.left),
        );
        for (unit, why) in &self.damaged {
            text += &format!("unit {unit} is damaged and will be done again: {why}\n");
        }
        if self.workers.is_empty() {
            return text;
        }
        let mut table = Table::new(&["worker", "units", "inputs/s", "on", "at unit"]);
        for (name, worker) in &self.workers {
            table.row([
                name.clone(),
                worker.units.to_string(),
                match worker.seconds > 0.0 {
                    true => format!("{:.1e}", worker.inputs as f64 / worker.seconds),
                    false => String::new(),
                },
                worker.devices.first().cloned().unwrap_or_default(),
                worker.claims.map_or_else(String::new, |unit| unit.to_string()),
            ]);
        }
        text += &format!("\n{table}");
        for (name, worker) in &self.workers {
            if let Some(trouble) = &worker.trouble {
                text += &format!("{name}: {trouble}\n");
            }
        }
        text
    }
}
