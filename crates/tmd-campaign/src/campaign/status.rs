//! The status of a campaign.

use super::journal::{self, Entry, Event};
use super::pace::{self, Finish};
use super::record::{self, Record, State};
use super::{Campaign, claim};
use std::collections::BTreeMap;
use tmd_base::table::Table;
use tmd_base::text::{many, on_cores, plural};
use tmd_search::search::Report;

/// The status of a worker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkerStatus {
    /// Units.
    pub units: usize,
    /// Inputs.
    pub inputs: u128,
    /// Seconds of searching.
    pub seconds: f64,
    /// The devices that it runs on.
    pub devices: Vec<String>,
    /// The unit that it claims, if it does.
    pub claims: Option<usize>,
    /// The last problem.
    pub trouble: Option<String>,
}

/// How far a campaign is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// Units in all.
    pub units: usize,
    /// The units that are done.
    pub done: Vec<usize>,
    /// The units whose file is damaged, and why.
    pub damaged: Vec<(usize, String)>,
    /// Inputs in all.
    pub inputs: u128,
    /// Inputs of the units that are done.
    pub covered: u128,
    /// Hard-to-round cases so far.
    pub cases: usize,
    /// Inputs so far that could not be decided, those of the inverse function included.
    pub undecided: u128,
    /// The workers by name.
    pub workers: BTreeMap<String, WorkerStatus>,
    /// Predicted seconds on one core of the units that are not done.
    pub left: f64,
    /// When units were finished, ascending by their workers' clocks.
    pub finished: Vec<Finish>,
}

/// The facts of a good record that a status needs.
#[derive(Clone, Debug)]
struct Fact {
    worker: String,
    seconds: f64,
    device: Option<String>,
    cases: usize,
    undecided: u128,
    finished: u64,
}

impl Fact {
    fn of(record: &Record, (cases, undecided): (usize, u128)) -> Fact {
        Fact {
            worker: record.worker.clone(),
            seconds: record.seconds,
            device: record.devices.first().cloned(),
            cases,
            undecided,
            finished: record.finished,
        }
    }
}

/// Looks at a campaign again and again: a file that was good once is not read again.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    facts: Vec<Option<Fact>>,
}

impl Watch {
    /// How far the campaign is now.
    pub fn look(&mut self, campaign: &Campaign) -> Status {
        self.facts.resize(campaign.units.len(), None);
        let mut damaged = vec![];
        for (unit, fact) in campaign.units.iter().zip(&mut self.facts) {
            if fact.is_some() {
                continue;
            }
            match record::read(campaign, unit) {
                State::Missing => {}
                State::Damaged(why) => damaged.push((unit.number, why)),
                State::Done(record) => {
                    let found = record.found();
                    let told = (found.sorted().of_f.hard.len(), found.undecided());
                    *fact = Some(Fact::of(&record, told));
                }
            }
        }
        sum(campaign, &self.facts, damaged)
    }
}

/// Looks at every unit's file.
pub fn status(campaign: &Campaign) -> Status {
    Watch::default().look(campaign)
}

/// The status of what was read already.
pub(super) fn of(
    campaign: &Campaign,
    records: &[Record],
    found: &Report,
    damaged: Vec<(usize, String)>,
) -> Status {
    let mut facts = vec![None; campaign.units.len()];
    for record in records {
        // What they found is in the report.
        facts[record.unit] = Some(Fact::of(record, (0, 0)));
    }
    let (cases, undecided) = (found.sorted().of_f.hard.len(), found.undecided());
    Status { cases, undecided, ..sum(campaign, &facts, damaged) }
}

fn sum(campaign: &Campaign, facts: &[Option<Fact>], damaged: Vec<(usize, String)>) -> Status {
    let (units, inputs) = (campaign.units.len(), campaign.plan.inputs_to_search());
    let mut status = Status { units, inputs, damaged, ..Status::default() };
    for (unit, fact) in campaign.units.iter().zip(facts) {
        let predicted = unit.seconds(&campaign.plan);
        let Some(fact) = fact else {
            status.left += predicted;
            continue;
        };
        let inputs = unit.inputs();
        status.done.push(unit.number);
        status.covered += inputs;
        status.cases += fact.cases;
        status.undecided += fact.undecided;
        let worker = status.workers.entry(fact.worker.clone()).or_default();
        worker.units += 1;
        worker.inputs += inputs;
        worker.seconds += fact.seconds;
        worker.devices = fact.device.iter().cloned().collect();
        status.finished.push(Finish { time: fact.finished, inputs, predicted });
    }
    status.finished.sort_by_key(|finish| finish.time);
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
            Event::Done { .. } | Event::Damaged { .. } | Event::Unreadable { .. } | Event::End => {}
        }
    }
}

impl Status {
    /// Whether every unit is done.
    pub fn is_complete(&self) -> bool {
        self.done.len() == self.units
    }

    /// Inputs of the units that are done, as progress counts them ([`Plan::inputs_that_take_time`]).
    ///
    /// [`Plan::inputs_that_take_time`]: tmd_search::plan::Plan::inputs_that_take_time
    pub fn counted(&self, campaign: &Campaign) -> u128 {
        let portions = |unit: &usize| &campaign.units[*unit].portions;
        let counted = |unit| campaign.plan.inputs_that_take_time(portions(unit));
        self.done.iter().map(counted).sum()
    }

    /// Seconds until the end at the pace of the last units; none before there is a pace, or at the end.
    pub fn seconds_left(&self) -> Option<f64> {
        (!self.is_complete()).then(|| pace::seconds_left(&self.finished, self.left)).flatten()
    }

    /// The status as a text.
    pub fn text(&self, campaign: &Campaign) -> String {
        let share = match self.inputs {
            0 => 1.0,
            inputs => self.covered as f64 / inputs as f64,
        };
        let mut text = format!(
            "{}: {} of {}, {:.1} % of the inputs, {} so far; left: about {}\n",
            campaign.dir.display(),
            self.done.len(),
            plural(self.units, "unit"),
            100.0 * share,
            many(self.cases as u128, "case"),
            on_cores(self.left),
        );
        if let Some(beyond) = &campaign.plan.beyond {
            text += &format!("not in the units: {}\n", beyond.line());
        }
        if let Some(refused) = campaign.plan.refused_line() {
            text += &format!("not in the units: {refused}\n");
        }
        if self.undecided > 0 {
            text += &format!("{} could not be decided\n", many(self.undecided, "input"));
        }
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
