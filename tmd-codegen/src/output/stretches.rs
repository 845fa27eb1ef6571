//! Runs of one kind in binade after binade, a line for all of them.

use super::runs::{Apart, Run};
use crate::case_run::RunKind;
use crate::rounded;
use crate::text::many;
use std::fmt;

/// Runs alike in neighbouring binades.
pub(super) struct Stretch {
    /// How many.
    runs: usize,
    /// All of them as one: from the first input of the first to the last of the last.
    all: Run,
    last_segment: usize,
}

/// All runs, in the order of the first ones.
pub(super) fn stretches(apart: &Apart) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = vec![];
    for (run, [first, last]) in apart.runs.iter().zip(&apart.segments) {
        let goes_on = |stretch: &&mut Stretch| {
            stretch.last_segment + 1 >= *first
                && (stretch.all.kind, stretch.all.every) == (run.kind, run.every)
                && stretch.all.what.with(run.what).is_some()
        };
        match stretches.iter_mut().rev().find(goes_on) {
            Some(stretch) => stretch.add(run, *last),
            None => stretches.push(Stretch { runs: 1, all: run.clone(), last_segment: *last }),
        }
    }
    stretches
}

impl Stretch {
    fn add(&mut self, run: &Run, last_segment: usize) {
        self.runs += 1;
        self.last_segment = last_segment;
        self.all.last.clone_from(&run.last);
        self.all.inputs = self.all.inputs.saturating_add(run.inputs);
        if let Some(what) = self.all.what.with(run.what) {
            self.all.what = what;
        }
    }

    /// Whether its inputs are undecided.
    pub(super) fn is_undecided(&self) -> bool {
        matches!(self.all.what, RunKind::Unknown { .. })
    }
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { first, last, inputs, every, kind, what } = &self.all;
        let kind = kind.name();
        let every = if *every == 1 { "" } else { ", every second one" };
        let inputs = many((*inputs).into(), "input");
        let where_ = match self.runs {
            1 => format!("{first} to {last}, {inputs}{every}"),
            runs => format!("{runs} runs from {first} to {last}, {inputs}{every}"),
        };
        match what {
            RunKind::Hard { least, most } => {
                let least = rounded::power_down(&least.to_float());
                let most = rounded::power_up(&most.to_float());
                write!(f, "{kind} cases: {where_}, distance {least} to {most}")
            }
            RunKind::Exact => write!(f, "exact {kind} cases: {where_}"),
            RunKind::Unknown { most } => {
                let most = rounded::power_up(&most.to_float());
                write!(f, "undecided {kind}: {where_}, within {most}")
            }
        }
    }
}
