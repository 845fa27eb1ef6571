//! The report of a search: what was found, and what was covered.

use crate::plan::{Plan, Work};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_cases::case_run::{CaseRun, RunKind};
use tmd_cases::findings::{FindingList, Findings, Part};
use tmd_runtime::{Counts, Timing};

/// Inputs of one segment, as indices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Covered {
    /// Index of the segment.
    pub segment: usize,
    /// Indices in it.
    pub inputs: Range<u64>,
}

/// What was found of a span that follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Follows {
    /// Index of the span in the plan.
    pub span: usize,
    /// Exact cases that are only counted.
    pub exact_not_listed: u128,
}

/// Inputs whose cases were taken from those of an asymptote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The asymptote, canonically.
    pub function: String,
    /// Identical bits of the cases of its list.
    pub bits: u32,
    /// How many cases the list has.
    pub cases: usize,
    /// The first and the last input of the list's range.
    pub range: [String; 2],
    /// SHA-256 of the list.
    pub list: String,
    /// The inputs, ascending, neighbours merged.
    pub runs: Vec<Covered>,
}

impl Taken {
    /// How many inputs.
    pub fn inputs(&self) -> u128 {
        inputs(&self.runs)
    }

    /// By what, in words.
    pub fn by(&self) -> String {
        format!("by the cases of {} to 2^-{}", self.function, self.bits)
    }
}

/// The report of a search: what it found and covered.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Hard, exact and undecided inputs, ascending.
    pub findings: FindingList,
    /// The findings of the inverse function, in the order of the breakpoints, if they are asked for.
    pub inverse: FindingList,
    /// Long runs of such inputs, ascending; none of them is among the findings.
    pub runs: Vec<CaseRun>,
    /// The inputs that were searched, taken from an asymptote's list, or follow from such, ascending, neighbours merged.
    pub covered: Vec<Covered>,
    /// What was found of the spans that follow from others, in no order; none if not all others were covered.
    pub follows: Vec<Follows>,
    /// Inputs whose cases were taken from a list of an asymptote's.
    pub taken: Option<Taken>,
    /// Parts tested and surviving, per stage, over all kernels.
    pub counts: Counts,
    /// Inputs that were examined directly.
    pub direct: u64,
    /// The threads' time by what it was spent on.
    pub timing: Timing,
    /// Wall-clock seconds of the search, planning and compilation excluded.
    pub seconds: f64,
    /// Threads that were used.
    pub threads: usize,
    /// The devices that the kernels ran on.
    pub devices: Vec<String>,
    /// Whether the search was stopped before its end.
    pub stopped: bool,
    /// The error that ended it early; everything that was finished is in the report all the same.
    pub error: Option<Diag>,
}

impl Report {
    /// Inputs that were covered.
    pub fn inputs(&self) -> u128 {
        inputs(&self.covered)
    }

    /// Exact cases that follow from others and are only counted.
    pub fn exact_not_listed(&self) -> u128 {
        self.follows.iter().map(|follows| follows.exact_not_listed).sum()
    }

    /// All findings by what they are.
    pub fn sorted(&self) -> Findings<'_> {
        Findings { of_f: self.findings.sorted(), of_inverse: self.inverse.sorted() }
    }

    /// The hard-to-round cases.
    pub fn cases(&self) -> Part<'_> {
        self.findings.sorted().hard
    }

    /// The exact cases.
    pub fn exact(&self) -> Part<'_> {
        self.findings.sorted().exact
    }

    /// Inputs that no precision and no algebra decided.
    pub fn unknown(&self) -> Part<'_> {
        self.findings.sorted().unknown
    }

    /// How many inputs of f and of its inverse stay undecided, those in runs included.
    pub fn undecided(&self) -> u128 {
        let Findings { of_f, of_inverse } = self.sorted();
        let in_run = |run: &CaseRun| match run.what {
            RunKind::Unknown { .. } => u128::from(run.count()),
            RunKind::Hard { .. } | RunKind::Exact => 0,
        };
        let in_runs: u128 = self.runs.iter().map(in_run).sum();
        (of_f.unknown.len() + of_inverse.unknown.len()) as u128 + in_runs
    }

    /// Drops findings of what was begun and not finished.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn drop_uncovered(&mut self) -> Result<(), Diag> {
        let covered = || self.covered.iter().map(|run| (run.segment, run.inputs.clone()));
        self.findings.retain_within(covered())?;
        self.inverse.retain_within(covered())
    }

    /// Parts of the plan's segments that were not covered.
    pub fn gaps(&self, plan: &Plan) -> Vec<Covered> {
        gaps(plan, &self.covered)
    }

    /// Parts that were not covered, though the plan does not refuse them.
    pub fn missing(&self, plan: &Plan) -> Vec<Covered> {
        let refused = plan.spans.iter().filter(|span| matches!(span.work, Work::Refused(_)));
        let refused =
            refused.map(|span| Covered { segment: span.segment, inputs: span.inputs.clone() });
        let mut done = self.covered.iter().cloned().chain(refused).collect();
        merge(&mut done);
        gaps(plan, &done)
    }
}

/// How many inputs there are in runs that are apart.
fn inputs(runs: &[Covered]) -> u128 {
    runs.iter().map(|run| u128::from(run.inputs.end - run.inputs.start)).sum()
}

/// What runs leave out of a plan's segments; they ascend.
fn gaps(plan: &Plan, runs: &[Covered]) -> Vec<Covered> {
    let mut gaps = vec![];
    let mut runs = runs.iter().peekable();
    for (segment, whole) in plan.segments.iter().enumerate() {
        let mut next = 0;
        while let Some(run) = runs.next_if(|run| run.segment <= segment) {
            if run.inputs.start > next {
                gaps.push(Covered { segment, inputs: next..run.inputs.start });
            }
            next = run.inputs.end;
        }
        if next < whole.count {
            gaps.push(Covered { segment, inputs: next..whole.count });
        }
    }
    gaps
}

/// Sorts runs of inputs and joins neighbours.
pub fn merge(covered: &mut Vec<Covered>) {
    covered.sort_by_key(|c| (c.segment, c.inputs.start));
    let mut merged: Vec<Covered> = vec![];
    for next in covered.drain(..) {
        match merged.last_mut() {
            Some(last) if last.segment == next.segment && last.inputs.end >= next.inputs.start => {
                last.inputs.end = last.inputs.end.max(next.inputs.end);
            }
            _ => merged.push(next),
        }
    }
    *covered = merged;
}
