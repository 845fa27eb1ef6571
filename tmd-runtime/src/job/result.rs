//! The outcome of a search.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Everything that a run brought: the finished units, and why there are not more of them.
#[derive(Debug)]
pub struct Outcome<F> {
    /// The units that were finished, ascending.
    pub results: Vec<UnitResult<F>>,
    /// The error of the lowest unit that failed.
    pub error: Option<Error>,
    /// Whether the stop flag left units undone.
    pub stopped: bool,
    /// Times of all finished units together.
    pub timing: Timing,
}

/// A finished unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitResult<F> {
    /// Its number.
    pub unit: usize,
    /// The inputs that it answers for.
    pub inputs: u64,
    /// The survivors of the stages.
    pub counts: Counts,
    /// The confirmed cases, in the order in which the job found them.
    pub found: Vec<F>,
    /// Time from start to end.
    pub seconds: f64,
    /// The time by what it was spent on.
    pub timing: Timing,
}

/// How many parts each stage looked at and let through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Parts tested, by stage: intervals first, single inputs last.
    pub tested: Vec<u64>,
    /// Parts that survived, by stage.
    pub survivors: Vec<u64>,
    /// Survivors of the last stages: inputs that were given to be confirmed.
    pub candidates: u64,
}

impl Counts {
    /// Adds the counts of another.
    pub fn add(&mut self, other: &Counts) {
        let add = |total: &mut Vec<u64>, more: &[u64]| {
            total.resize(total.len().max(more.len()), 0);
            total.iter_mut().zip(more).for_each(|(t, m)| *t = t.saturating_add(*m));
        };
        add(&mut self.tested, &other.tested);
        add(&mut self.survivors, &other.survivors);
        self.candidates = self.candidates.saturating_add(other.candidates);
    }

    pub(super) fn add_stage(&mut self, stage: usize, tested: u64, survivors: u64) {
        for (counts, count) in [(&mut self.tested, tested), (&mut self.survivors, survivors)] {
            if counts.len() <= stage {
                counts.resize(stage + 1, 0);
            }
            counts[stage] = counts[stage].saturating_add(count);
        }
    }
}

/// Seconds of thread time, by what they were spent on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// In [`Job::blocks`](super::Job::blocks), between blocks.
    pub seeding: f64,
    /// In the kernels, by stage.
    pub stages: Vec<f64>,
    /// In [`Job::confirm`](super::Job::confirm).
    pub confirm: f64,
}

impl Timing {
    /// Adds the seconds of another.
    pub fn add(&mut self, other: &Timing) {
        self.seeding += other.seeding;
        self.confirm += other.confirm;
        for (stage, seconds) in other.stages.iter().enumerate() {
            self.add_stage(stage, *seconds);
        }
    }

    /// All seconds together, of all threads.
    pub fn total(&self) -> f64 {
        self.seeding + self.stages.iter().sum::<f64>() + self.confirm
    }

    pub(super) fn add_stage(&mut self, stage: usize, seconds: f64) {
        if self.stages.len() <= stage {
            self.stages.resize(stage + 1, 0.0);
        }
        self.stages[stage] += seconds;
    }
}
