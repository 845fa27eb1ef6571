//! Runs of cases: where f is close to a constant or to a multiple of x, neighbours are cases for one and the same
//! reason. They are reported as runs, so that the isolated cases are seen.

use super::few::Few;
use super::number::count;
use crate::case_run::{CaseRun, RunKind};
use crate::decided::Decision;
use crate::diag::Diag;
use crate::distance::Distance;
use crate::findings::{Class, Finding};
use crate::plan::{Plan, Work};
use crate::rounded;
use crate::search::{Covered, Report};
use crate::text::noun;
use crate::verdict::{CaseKind, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

/// Neighbours that make a run. By chance so many cases are never side by side.
const LEAST_RUN: usize = 16;

/// A run of inputs that are cases alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

impl Run {
    /// What its inputs have in common: how far their values are from breakpoints, or that they are some.
    pub fn nature(&self) -> String {
        match self.what {
            RunKind::Hard { least, most } => distances(least, most),
            RunKind::Exact => "exact".to_owned(),
            RunKind::Unknown { most } => {
                format!("undecided, within {}", rounded::power_up(&most.to_float()))
            }
        }
    }
}

/// Bounds of distances, rounded outward.
fn distances(least: Distance, most: Distance) -> String {
    let least = rounded::power_down(&least.to_float());
    let most = rounded::power_up(&most.to_float());
    format!("{least} to {most}")
}

impl fmt::Display for Run {
    /// A line for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { first, last, inputs, kind, .. } = self;
        let every = if self.every == 1 { "" } else { ", every second one" };
        let inputs = format!("{inputs} {}", noun((*inputs).into(), "input"));
        let kind = kind.name();
        match self.what {
            RunKind::Hard { least, most } => write!(
                f,
                "{kind} cases: {first} to {last} ({inputs}{every}), distance {}",
                distances(least, most)
            ),
            RunKind::Exact => write!(f, "exact {kind}: {first} to {last} ({inputs}{every})"),
            RunKind::Unknown { most } => {
                let most = rounded::power_up(&most.to_float());
                write!(f, "undecided {kind}: {first} to {last} ({inputs}{every}), within {most}")
            }
        }
    }
}

/// The findings of a search, separated into isolated ones and runs.
#[derive(Clone, Debug, Default)]
pub struct Apart {
    /// Hard cases that are not in a run.
    pub isolated: Few,
    /// Those of them that were searched, and do not follow from others.
    pub searched: Few,
    /// How many isolated cases are hard to round to nearest.
    pub nearest: usize,
    /// Runs of hard, exact and undecided inputs, ascending within a segment.
    pub runs: Vec<Run>,
    /// The first and the last segment of each run.
    pub(super) segments: Vec<[usize; 2]>,
    /// Exact cases that are not in a run.
    pub exact: Few,
    /// Undecided inputs that are not in a run.
    pub unknown: Few,
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
        let inputs = format!("{} {}", count(*inputs), noun(*inputs, "input"));
        write!(f, "{first} to {last} ({inputs}): f {}", decision.name())
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

/// Runs that go on in the next binade, made one, with the first and the last segment of each.
fn joined(plan: &Plan, runs: Vec<Placed>) -> (Vec<Run>, Vec<[usize; 2]>) {
    let mut firsts = vec![];
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
        firsts.push(segment);
        joined.push((segment, inputs, run));
    }
    let ends = firsts.into_iter().zip(joined);
    ends.map(|(first, (last, _, run))| (run, [first, last])).unzip()
}

impl Apart {
    /// Separates the findings of a report.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn new(plan: &Plan, report: &Report) -> Result<Self, Diag> {
        let mut apart = Apart::default();
        let mut runs: Vec<Placed> = report.runs.iter().map(|run| placed(plan, run)).collect();
        each_apart(report, &mut |side| {
            match side {
                Side::One(finding) => apart.add(plan, finding),
                Side::Run(run) => {
                    let inputs = run.first.index..run.last.index + 1;
                    let segment = run.first.segment;
                    apart.around.push(around(plan, &run.first, inputs.end));
                    let run = run.listed(Distance::of_rational(&plan.epsilon()));
                    runs.push((segment, inputs, run));
                }
            }
            Ok(())
        })?;
        runs.sort_by_key(|(segment, inputs, _)| (*segment, inputs.start));
        (apart.runs, apart.segments) = joined(plan, runs);
        Ok(apart)
    }

    fn add(&mut self, plan: &Plan, finding: &Finding) {
        match finding.verdict {
            Verdict::Hard { kind, .. } => {
                self.isolated.add(finding);
                self.nearest += usize::from(kind == CaseKind::Nearest);
                if plan.span_that_follows(finding.segment, finding.index).is_none() {
                    self.searched.add(finding);
                }
            }
            Verdict::Exact(_) => self.exact.add(finding),
            Verdict::Unknown(_) => self.unknown.add(finding),
        }
    }
}

/// Visits the findings of a report that are in no run. Those of one class and kind come in the order of the inputs.
///
/// # Errors
/// What `visit` returns, or if a file of findings cannot be read.
pub fn each_isolated(
    report: &Report,
    visit: &mut dyn FnMut(&Finding) -> Result<(), Diag>,
) -> Result<(), Diag> {
    each_apart(report, &mut |side| match side {
        Side::One(finding) => visit(finding),
        Side::Run(_) => Ok(()),
    })
}

/// A finding that is in no run, or a run.
enum Side<'a> {
    One(&'a Finding),
    Run(&'a Alike),
}

type Visit<'a> = dyn FnMut(Side<'_>) -> Result<(), Diag> + 'a;

fn each_apart(report: &Report, visit: &mut Visit<'_>) -> Result<(), Diag> {
    let mut segment = 0;
    // By class and kind.
    let mut groups: [[Group; 2]; 3] = Default::default();
    for finding in report.findings.iter() {
        let finding = finding?;
        if finding.segment != segment {
            groups.iter_mut().flatten().try_for_each(|group| group.end(visit))?;
            segment = finding.segment;
        }
        let kind = usize::from(finding.verdict.kind() == CaseKind::Directed);
        groups[Class::of(&finding.verdict) as usize][kind].add(&finding, visit)?;
    }
    groups.iter_mut().flatten().try_for_each(|group| group.end(visit))
}

/// The last findings of a segment that are alike and follow each other at one distance, 1 or 2.
#[derive(Default)]
struct Group {
    /// All of them, as long as they are few.
    few: Vec<Finding>,
    all: Option<Alike>,
}

/// Findings side by side.
struct Alike {
    first: Finding,
    last: Finding,
    count: u64,
    /// The distance between neighbours; 0 for one alone.
    step: u64,
    /// The least and the largest distance of hard cases.
    distances: Option<(Distance, Distance)>,
}

impl Group {
    fn add(&mut self, finding: &Finding, visit: &mut Visit<'_>) -> Result<(), Diag> {
        let is_next = self.all.as_mut().is_some_and(|all| all.add(finding));
        if !is_next {
            self.end(visit)?;
            self.all = Some(Alike::new(finding));
        }
        if self.few.len() < LEAST_RUN {
            self.few.push(finding.clone());
        }
        Ok(())
    }

    fn end(&mut self, visit: &mut Visit<'_>) -> Result<(), Diag> {
        match self.all.take() {
            Some(all) if self.few.len() >= LEAST_RUN => visit(Side::Run(&all))?,
            _ => self.few.iter().try_for_each(|finding| visit(Side::One(finding)))?,
        }
        self.few.clear();
        Ok(())
    }
}

impl Alike {
    fn new(finding: &Finding) -> Alike {
        let distances = match finding.verdict {
            Verdict::Hard { distance, .. } => Some((distance, distance)),
            Verdict::Exact(_) | Verdict::Unknown(_) => None,
        };
        Alike { first: finding.clone(), last: finding.clone(), count: 1, step: 0, distances }
    }

    /// Takes the next finding, if it is at the distance of the others.
    fn add(&mut self, finding: &Finding) -> bool {
        let step = finding.index - self.last.index;
        if step != self.step && (self.count > 1 || step > 2) {
            return false;
        }
        self.step = step;
        self.count += 1;
        self.last.clone_from(finding);
        if let (Some((least, most)), Verdict::Hard { distance, .. }) =
            (&mut self.distances, &finding.verdict)
        {
            *least = (*least).min(*distance);
            *most = (*most).max(*distance);
        }
        true
    }

    fn listed(&self, epsilon: Distance) -> Run {
        let what = match (&self.first.verdict, self.distances) {
            (Verdict::Hard { distance, .. }, distances) => {
                let (least, most) = distances.unwrap_or((*distance, *distance));
                RunKind::Hard { least, most }
            }
            (Verdict::Exact(_), _) => RunKind::Exact,
            (Verdict::Unknown(_), _) => RunKind::Unknown { most: epsilon },
        };
        Run {
            first: self.first.x.clone(),
            last: self.last.x.clone(),
            inputs: self.count,
            every: self.step,
            kind: self.first.verdict.kind(),
            what,
        }
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
