//! The number of cases that chance would give, beside the number that was found.
//!
//! Where the fractions of g are as good as random, an input is a case with a known probability. They are not in spans
//! that are solved in closed form, at exact cases, or beside a run of neighbours: n neighbours within ε of one
//! breakpoint keep g from the next one for some n/2ε inputs more. So neither such inputs nor the cases among them are
//! counted here.

use super::number::expectation;
use super::runs::Apart;
use crate::plan::{Plan, Work};
use crate::results::Results;
use crate::search::{Covered, Report, merge};
use crate::text::many;
use serde::Serialize;
use std::fmt;

/// Cases that were found among the inputs that chance applies to, beside those that it would give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Chance {
    /// Inputs that were covered and that chance applies to.
    pub inputs: u128,
    /// Isolated cases among them.
    pub cases: u64,
    /// Cases to be expected among them if the fractions of g were random.
    pub expected: f64,
    /// Whether chance applies to all that was covered.
    pub everywhere: bool,
}

impl Chance {
    /// Compares `cases` isolated cases among some inputs with chance; `settled` findings among them are exact or undecided.
    pub(super) fn new(results: Results<'_>, places: &Places, cases: u64, settled: u64) -> Chance {
        let Results { plan, report, .. } = results;
        let inputs = places.inputs().saturating_sub(settled.into());
        Chance {
            inputs,
            cases,
            expected: plan.expected_among(inputs as f64),
            everywhere: places.inputs() == report.inputs(),
        }
    }
}

impl fmt::Display for Chance {
    /// How many were found and how many were expected, as a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Chance { inputs, cases, expected, everywhere } = *self;
        let found = many(cases.into(), "case");
        let expected = expectation(expected);
        match (inputs, everywhere) {
            (_, true) => write!(f, "{found} found, about {expected} expected by chance"),
            (0, false) => write!(
                f,
                "chance does not apply: every input is in a closed form, beside a run, or exact"
            ),
            (_, false) => write!(
                f,
                "outside closed forms and runs ({}): {found} found, about {expected} expected by chance",
                many(inputs, "input")
            ),
        }
    }
}

/// Inputs that chance applies to, up to exact and undecided ones: ascending, apart from each other.
pub(super) struct Places(Vec<Covered>);

impl Places {
    pub(super) fn new(plan: &Plan, report: &Report, apart: &Apart) -> Places {
        let is_random =
            |span: usize| matches!(plan.spans[span].work, Work::Direct(_) | Work::Search(_));
        let mut open: Vec<Covered> = report
            .covered
            .iter()
            .flat_map(|run| plan.portions_of(run.segment, &run.inputs))
            .filter(|portion| is_random(portion.span))
            .map(|portion| Covered {
                segment: plan.spans[portion.span].segment,
                inputs: portion.inputs,
            })
            .collect();
        merge(&mut open);
        let mut closed = apart.around.clone();
        merge(&mut closed);
        Places(without(open, &closed))
    }

    fn inputs(&self) -> u128 {
        self.0.iter().map(|run| u128::from(run.inputs.end - run.inputs.start)).sum()
    }

    /// Whether an input is one of them.
    pub(super) fn hold(&self, segment: usize, index: u64) -> bool {
        let at = (segment, index);
        let next = self.0.partition_point(|run| (run.segment, run.inputs.end) <= at);
        self.0.get(next).is_some_and(|run| run.segment == segment && run.inputs.start <= index)
    }
}

/// Inputs without others; both lists ascend, and the runs of each are apart.
fn without(all: Vec<Covered>, others: &[Covered]) -> Vec<Covered> {
    let mut left = vec![];
    for Covered { segment, inputs } in all {
        let mut start = inputs.start;
        let first =
            others.partition_point(|other| (other.segment, other.inputs.end) <= (segment, start));
        let meets = |other: &&Covered| other.segment == segment && other.inputs.start < inputs.end;
        for other in others[first..].iter().take_while(meets) {
            if start < other.inputs.start {
                left.push(Covered { segment, inputs: start..other.inputs.start });
            }
            start = start.max(other.inputs.end);
        }
        if start < inputs.end {
            left.push(Covered { segment, inputs: start..inputs.end });
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(runs: &[(usize, u64, u64)]) -> Vec<Covered> {
        runs.iter().map(|&(segment, from, to)| Covered { segment, inputs: from..to }).collect()
    }

    #[test]
    fn runs_are_cut_out() {
        let all = of(&[(0, 0, 10), (0, 20, 30), (2, 0, 10)]);
        let others = of(&[(0, 3, 5), (0, 8, 22), (1, 0, 100), (2, 9, 50)]);
        let left = without(all.clone(), &others);
        assert_eq!(left, of(&[(0, 0, 3), (0, 5, 8), (0, 22, 30), (2, 0, 9)]));
        assert_eq!(without(all.clone(), &[]), all);
        assert_eq!(without(all.clone(), &all), []);
    }
}
