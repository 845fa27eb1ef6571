//! Runs of cases: where f is close to a constant or to a multiple of x, neighbours are cases for one and the same
//! reason. They are reported as runs, so that the isolated cases are seen.

use super::number::count;
use crate::case_run::{CaseRun, RunKind};
use crate::decided::Decision;
use crate::distance::Distance;
use crate::findings::Finding;
use crate::plan::{Plan, Work};
use crate::rounded;
use crate::search::{Covered, Report};
use crate::verdict::{CaseKind, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Neighbours that make a run. By chance so many cases are never side by side.
const LEAST_RUN: usize = 16;

/// A run of inputs that are cases alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// The first input.
    pub first: String,
    /// The last input.
    pub last: String,
    /// How many inputs.
    pub inputs: u64,
    /// 1: all inputs between; 2: every second one.
    pub every: u64,
    /// The kind of breakpoint that f is near to.
    pub kind: CaseKind,
    /// The kind of the run, with bounds of the distances.
    #[serde(flatten)]
    pub what: RunKind,
}

impl fmt::Display for Run {
    /// A line for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { first, last, inputs, kind, .. } = self;
        let every = if self.every == 1 { "" } else { ", every second one" };
        let kind = kind.name();
        match self.what {
            RunKind::Hard { least, most } => {
                let least = rounded::power_down(&least.to_float());
                let most = rounded::power_up(&most.to_float());
                write!(
                    f,
                    "{kind} cases: {first} to {last} ({inputs} inputs{every}), distance {least} to {most}"
                )
            }
            RunKind::Exact => write!(f, "exact {kind}: {first} to {last} ({inputs} inputs{every})"),
            RunKind::Unknown { most } => {
                let most = rounded::power_up(&most.to_float());
                write!(
                    f,
                    "undecided {kind}: {first} to {last} ({inputs} inputs{every}), within {most}"
                )
            }
        }
    }
}

/// The findings of a search, separated into isolated cases and runs.
#[derive(Clone, Debug, Default)]
pub struct Apart<'a> {
    /// Hard cases that are not in a run, ascending.
    pub isolated: Vec<&'a Finding>,
    /// Runs of hard, exact and undecided inputs, ascending within a segment.
    pub runs: Vec<Run>,
    /// Exact cases that are not in a run.
    pub exact: Vec<&'a Finding>,
    /// Undecided inputs that are not in a run.
    pub unknown: Vec<&'a Finding>,
    /// The inputs of runs of findings, and around them as far as g takes to the next breakpoint.
    pub around: Vec<Covered>,
}

/// Neighbouring inputs that need no search, over any number of binades.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecidedRun {
    /// The first input.
    pub first: String,
    /// The last input.
    pub last: String,
    /// How many inputs.
    pub inputs: u128,
    /// Why.
    pub decision: Decision,
}

impl fmt::Display for DecidedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecidedRun { first, last, inputs, decision } = self;
        write!(f, "{first} to {last} ({} inputs): f {}", count(*inputs), decision.name())
    }
}

/// All inputs of a plan that need no search.
pub fn decided(plan: &Plan) -> Vec<DecidedRun> {
    let mut runs: Vec<DecidedRun> = vec![];
    let mut is_next = false;
    for span in &plan.spans {
        let Work::Decided(decision) = span.work else {
            is_next = false;
            continue;
        };
        let inputs = u128::from(span.inputs.end - span.inputs.start);
        let last = x(plan, span.segment, span.inputs.end - 1);
        match runs.last_mut().filter(|run| is_next && run.decision == decision) {
            Some(run) => {
                run.last = last;
                run.inputs += inputs;
            }
            None => {
                let first = x(plan, span.segment, span.inputs.start);
                runs.push(DecidedRun { first, last, inputs, decision });
            }
        }
        is_next = true;
    }
    runs
}

/// An input as a hexadecimal float.
fn x(plan: &Plan, segment: usize, index: u64) -> String {
    plan.segments[segment].hex(index)
}

/// A run with its segment and, where it holds every input, its indices there.
type Placed = (usize, Range<u64>, Run);

/// Runs that go on in the next binade, made one.
fn joined(plan: &Plan, runs: Vec<Placed>) -> Vec<Run> {
    let mut joined: Vec<Placed> = vec![];
    for (segment, inputs, run) in runs {
        if let Some((last_segment, last_inputs, last)) = joined.last_mut() {
            let adjacent = match segment - *last_segment {
                0 => last_inputs.end == inputs.start,
                1 => last_inputs.end == plan.segments[*last_segment].count && inputs.start == 0,
                _ => false,
            };
            if adjacent
                && last.every == 1
                && run.every == 1
                && last.kind == run.kind
                && let Some(what) = last.what.with(run.what)
            {
                (*last_segment, *last_inputs) = (segment, inputs);
                *last =
                    Run { last: run.last, inputs: last.inputs + run.inputs, what, ..last.clone() };
                continue;
            }
        }
        joined.push((segment, inputs, run));
    }
    joined.into_iter().map(|(_, _, run)| run).collect()
}

impl<'a> Apart<'a> {
    /// Separates the findings of a report.
    pub fn new(plan: &Plan, report: &'a Report) -> Self {
        let mut groups: BTreeMap<(usize, CaseKind, u8), Vec<&Finding>> = BTreeMap::new();
        for finding in &report.findings {
            let key = (finding.segment, finding.verdict.kind(), class(&finding.verdict));
            groups.entry(key).or_default().push(finding);
        }
        let mut apart = Apart::default();
        let mut runs: Vec<Placed> = report.runs.iter().map(|run| placed(plan, run)).collect();
        for group in groups.values() {
            let mut rest = &group[..];
            while let Some(&head) = rest.first() {
                let length = side_by_side(rest);
                let (side, after) = rest.split_at(length);
                rest = after;
                if length >= LEAST_RUN {
                    let end = side.last().map_or(head.index, |last| last.index) + 1;
                    apart.around.push(around(plan, head, end));
                    runs.extend(
                        listed(side, Distance::of_rational(&plan.epsilon()))
                            .map(|run| (head.segment, head.index..end, run)),
                    );
                } else {
                    apart.push(side);
                }
            }
        }
        runs.sort_by_key(|(segment, inputs, _)| (*segment, inputs.start));
        apart.runs = joined(plan, runs);
        for list in [&mut apart.isolated, &mut apart.exact, &mut apart.unknown] {
            list.sort_by_key(|finding| (finding.segment, finding.index));
        }
        apart
    }

    fn push(&mut self, side: &[&'a Finding]) {
        for finding in side {
            match finding.verdict {
                Verdict::Hard { .. } => self.isolated.push(finding),
                Verdict::Exact(_) => self.exact.push(finding),
                Verdict::Unknown(_) => self.unknown.push(finding),
            }
        }
    }
}

fn class(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Hard { .. } => 0,
        Verdict::Exact(_) => 1,
        Verdict::Unknown(_) => 2,
    }
}

/// The inputs from the first of a run to its end, and those before and after it on which g, at the run's pace, does not
/// come to the next breakpoint.
fn around(plan: &Plan, first: &Finding, end: u64) -> Covered {
    let length = u128::from(end - first.index) << (plan.bits - 1).min(64);
    let reach = u64::try_from(length).unwrap_or(u64::MAX);
    Covered {
        segment: first.segment,
        inputs: first.index.saturating_sub(reach)..end.saturating_add(reach),
    }
}

/// How many of the first findings follow each other at one distance, 1 or 2.
fn side_by_side(findings: &[&Finding]) -> usize {
    let step = |pair: &[&Finding]| pair[1].index - pair[0].index;
    let Some(first) = findings.windows(2).next().map(step).filter(|&step| step <= 2) else {
        return 1;
    };
    1 + findings.windows(2).take_while(|pair| step(pair) == first).count()
}

/// Findings side by side, as a run.
fn listed(side: &[&Finding], epsilon: Distance) -> Option<Run> {
    let (first, second, last) = (side.first()?, side.get(1)?, side.last()?);
    let distances = side.iter().filter_map(|finding| match finding.verdict {
        Verdict::Hard { distance, .. } => Some(distance),
        Verdict::Exact(_) | Verdict::Unknown(_) => None,
    });
    let what = match first.verdict {
        Verdict::Hard { distance, .. } => RunKind::Hard {
            least: distances.clone().min().unwrap_or(distance),
            most: distances.max().unwrap_or(distance),
        },
        Verdict::Exact(_) => RunKind::Exact,
        Verdict::Unknown(_) => RunKind::Unknown { most: epsilon },
    };
    Some(Run {
        first: first.x.clone(),
        last: last.x.clone(),
        inputs: side.len() as u64,
        every: second.index - first.index,
        kind: first.verdict.kind(),
        what,
    })
}

fn placed(plan: &Plan, run: &CaseRun) -> Placed {
    (run.segment, run.inputs.clone(), whole(plan, run))
}

/// A run that a drift decided.
pub(crate) fn whole(plan: &Plan, run: &CaseRun) -> Run {
    let x = |index: u64| x(plan, run.segment, index);
    let last = run.inputs.start + (run.count() - 1) * run.stride;
    Run {
        first: x(run.inputs.start),
        last: x(last),
        inputs: run.count(),
        every: run.stride,
        kind: run.kind,
        what: run.what,
    }
}
