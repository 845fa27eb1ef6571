//! Runs of cases that follow from others.

use super::following::Following;
use super::numbers::Numbers;
use crate::plan::Span;
use rug::{Integer, Rational};
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_cases::case_run::CaseRun;
use tmd_functions::language::{Relation, Segment};

/// The most runs, with the inputs of short ones, that follow in one span.
const MOST_IN_RUNS: u64 = 1 << 24;
/// Shorter runs are listed input by input.
const LEAST_RUN: u64 = 64;

impl Following<'_> {
    /// What follows from the runs of the representatives of a span: runs, and inputs of short ones.
    pub(super) fn runs(&self, runs: &[CaseRun]) -> Result<(Vec<CaseRun>, Vec<u64>), Diag> {
        let (mut long, mut short) = (vec![], vec![]);
        for (segment, inputs) in self.representatives() {
            for run in runs.iter().filter(|run| run.segment == segment) {
                for moved in self.moved(run, &inputs)? {
                    match moved.count() < LEAST_RUN {
                        true => short.extend(moved.indices()),
                        false => long.push(moved),
                    }
                    if (long.len() + short.len()) as u64 > MOST_IN_RUNS {
                        return Err(too_many());
                    }
                }
            }
        }
        Ok((long, short))
    }

    /// The runs of a span that follow from the part of a run that is among `within`.
    fn moved(&self, run: &CaseRun, within: &Range<u64>) -> Result<Vec<CaseRun>, Diag> {
        let own = self.own();
        let grid = &self.segments[run.segment];
        let skipped = within.start.saturating_sub(run.inputs.start).div_ceil(run.stride);
        let start = run.inputs.start + skipped * run.stride;
        let end = run.inputs.end.min(within.end);
        if start >= end {
            return Ok(vec![]);
        }
        // The inputs of the run: from one on, at a distance, so many.
        let count = (end - start).div_ceil(run.stride);
        let (first, apart) = (grid.x(start), Rational::from(run.stride) << grid.ulp);
        match *self.relation {
            Relation::Scaling { exponent, negates } => {
                let scaled = |x: Rational| {
                    let x = x >> exponent;
                    if negates { -x } else { x }
                };
                let line = Line { first: scaled(first), apart: scaled(apart), count };
                Ok(line.among(self.span, own, run).into_iter().collect())
            }
            Relation::Translation { step, .. } => {
                // Most runs are too fine for the inputs of most spans.
                let unit = Rational::from(1) << self.unit_of_representatives();
                let on_grid = Numbers::on_grid(&first, &apart, &unit)
                    .and_then(|numbers| numbers.between(&Rational::new(), &(count - 1).into()));
                if on_grid.is_none() {
                    return Ok(vec![]);
                }
                let bound = self.ends();
                let steps = |end: &Rational| Rational::from(end - &first) / step;
                let least = steps(&bound[0]).floor().into_numer_denom().0;
                let most = steps(&bound[1]).ceil().into_numer_denom().0;
                // A run is shorter than a step, so that these are all.
                let all = Integer::from(&most - &least) + 1u32;
                let all = all.to_u64().filter(|all| *all <= MOST_IN_RUNS).ok_or_else(too_many)?;
                let images = (0..all).filter_map(|n| {
                    let moved = Rational::from((Integer::from(&least + n)) * step);
                    let line = Line { first: moved + &first, apart: apart.clone(), count };
                    line.among(self.span, own, run)
                });
                Ok(images.collect())
            }
        }
    }
}

/// Equally spaced numbers.
struct Line {
    first: Rational,
    /// Below 0 where they fall.
    apart: Rational,
    count: u64,
}

impl Line {
    /// Those that are among the inputs of a span, as a run like another.
    fn among(&self, span: &Span, segment: &Segment, like: &CaseRun) -> Option<CaseRun> {
        let unit = Rational::from(1) << segment.ulp;
        let place = |i: u64| (segment.x(i) - &self.first) / &self.apart;
        let mut ends = [span.inputs.start, span.inputs.end - 1].map(place);
        ends.sort();
        let [least, most] = ends;
        let least = least.ceil().max(Rational::new());
        let most = most.floor().min(Rational::from(self.count - 1));
        let numbers = Numbers::on_grid(&self.first, &self.apart, &unit)?.between(&least, &most)?;
        let last = Integer::from(&numbers.count - 1u32) * &numbers.apart + &numbers.first;
        let index =
            |n: &Integer| segment.index_of(&(Rational::from(&self.apart * n) + &self.first));
        let (a, b) = (index(&numbers.first)?, index(&last)?);
        let stride = (Rational::from(&self.apart * &numbers.apart) / unit).abs();
        Some(CaseRun {
            segment: span.segment,
            inputs: a.min(b)..a.max(b) + 1,
            stride: stride.numer().to_u64()?,
            what: like.what,
            kind: like.kind,
        })
    }
}

fn too_many() -> Diag {
    Diag::new(
        DiagKind::Range,
        format!("more than {MOST_IN_RUNS} runs of cases follow from those that were found"),
    )
    .help("raise --bits or give a shorter range")
}
