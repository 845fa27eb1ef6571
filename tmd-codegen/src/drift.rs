//! The cases of a span that is decided by its drift (see [`DriftSpan`]): by bisection, not by kernels.
//!
//! h(i) = g(i) - m·i is compared with rational numbers by enclosures of doubling precision, or exactly
//! where algebra gives g. What no precision tells apart counts as equal and is judged input by input.

use crate::confirm::{CaseKind, Judge, Verdict};
use crate::interval::{EvalCause, EvalError, Interval};
use crate::plan::pieces::{refined, value_at};
use crate::plan::{DriftSpan, Motion};
use rug::{Float, Integer, Rational};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::ops::Range;

/// Consecutive inputs, or every second one, that are all alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseRun {
    /// Index of the segment.
    pub segment: usize,
    /// Indices in the segment, from the first case to after the last.
    pub inputs: Range<u64>,
    /// 1 for all of these inputs, 2 for every second one from the first on.
    pub stride: u64,
    /// What they are.
    pub what: RunKind,
    /// What f is near to.
    pub kind: CaseKind,
}

/// What the inputs of a run are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum RunKind {
    /// Hard-to-round cases, at distances from `least` to `most`, in units of the breakpoint spacing.
    Hard {
        /// A lower bound of the distances.
        least: f64,
        /// An upper bound.
        most: f64,
    },
    /// Exact cases.
    Exact,
    /// Within `most` of a breakpoint, and possibly at it.
    Unknown {
        /// An upper bound of the distances.
        most: f64,
    },
}

impl RunKind {
    /// What two runs are together, if they are alike.
    pub fn with(self, other: RunKind) -> Option<RunKind> {
        match (self, other) {
            (RunKind::Hard { least, most }, RunKind::Hard { least: low, most: high }) => {
                Some(RunKind::Hard { least: least.min(low), most: most.max(high) })
            }
            (RunKind::Exact, RunKind::Exact) => Some(RunKind::Exact),
            (RunKind::Unknown { most }, RunKind::Unknown { most: high }) => {
                Some(RunKind::Unknown { most: most.max(high) })
            }
            _ => None,
        }
    }
}

impl CaseRun {
    /// How many inputs are meant.
    pub fn count(&self) -> u64 {
        (self.inputs.end - self.inputs.start).div_ceil(self.stride)
    }

    /// Their indices.
    pub fn indices(&self) -> impl Iterator<Item = u64> + use<> {
        self.inputs.clone().step_by(self.stride as usize)
    }
}

/// What a span holds: single findings, as indices with verdicts, and runs.
#[derive(Debug, Default)]
pub struct Found {
    /// Judged one by one.
    pub singles: Vec<(u64, Verdict)>,
    /// Too many to be listed.
    pub runs: Vec<CaseRun>,
}

/// Shorter runs are judged and listed input by input.
const LEAST_RUN: u64 = 4096;

/// All cases among `inputs`, the span's own.
///
/// # Errors
/// If f is not defined at an input, which the plan has excluded.
pub fn solve(
    judge: &Judge<'_>,
    segment: usize,
    inputs: &Range<u64>,
    span: &DriftSpan,
) -> Result<Found, EvalError> {
    let solver = Solver { judge, segment, inputs, span };
    let mut found = Found::default();
    match span.motion {
        Motion::Rises | Motion::Falls => solver.crossings(&mut found)?,
        Motion::None | Motion::Little => solver.constant(&mut found)?,
    }
    Ok(found)
}

struct Solver<'a> {
    judge: &'a Judge<'a>,
    segment: usize,
    inputs: &'a Range<u64>,
    span: &'a DriftSpan,
}

impl Solver<'_> {
    /// h(i) compared with a number; `Equal` also if nothing tells them apart.
    fn compare(&self, i: u64, target: &Rational) -> Result<Ordering, EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let moved = target + Rational::from(Integer::from(&self.span.step * i));
        let target = moved << spacing;
        if let Some(exact) = spec.exact_value(&segment.x(i)) {
            return Ok(exact.cmp(&target));
        }
        let order = refined(spec, segment, i, |value| {
            if *value.lo() > target {
                Some(Ordering::Greater)
            } else if *value.hi() < target {
                Some(Ordering::Less)
            } else {
                None
            }
        })?;
        Ok(order.unwrap_or(Ordering::Equal))
    }

    /// An integer below h(i) or at it, by less than 2.
    fn floor(&self, i: u64) -> Result<Integer, EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let moved = Integer::from(&self.span.step * i);
        let floor = refined(spec, segment, i, |value| {
            let g = value.shifted(-spacing);
            let floor = |end: &Float| {
                end.to_integer_round(rug::float::Round::Down).map(|(integer, _)| integer)
            };
            let (low, high) = (floor(g.lo())?, floor(g.hi())?);
            (Integer::from(&high - &low) <= 1).then(|| low - &moved)
        })?;
        floor.ok_or_else(|| EvalError::new("evaluation", EvalCause::Unbounded, segment.x(i)))
    }

    /// The first index of a run at which `is_over` holds; it goes on holding from there.
    fn first(
        &self,
        run: &Range<u64>,
        is_over: impl Fn(u64) -> Result<bool, EvalError>,
    ) -> Result<u64, EvalError> {
        let (mut low, mut high) = (run.start, run.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_over(middle)? { high = middle } else { low = middle + 1 }
        }
        Ok(low)
    }

    // ---- a monotone drift ----

    fn crossings(&self, found: &mut Found) -> Result<(), EvalError> {
        let ends = [self.inputs.start, self.inputs.end - 1];
        let ends = [self.floor(ends[0])?, self.floor(ends[1])?];
        let [low, high] =
            if ends[0] <= ends[1] { ends } else { [ends[1].clone(), ends[0].clone()] };
        // Each bound is an integer below h, by less than 2.
        let mut integer = low - 1u32;
        let mut runs = vec![];
        while integer <= Integer::from(&high + 2u32) {
            let run = self.around(&integer)?;
            if !run.is_empty() {
                runs.push((run, integer.clone()));
            }
            integer += 1u32;
        }
        runs.sort_by_key(|(run, _)| run.start);
        for (run, integer) in runs {
            self.run(run, &integer, found)?;
        }
        Ok(())
    }

    /// The inputs with |h(i) - integer| < ε, and at its ends such as cannot be told from it.
    fn around(&self, integer: &Integer) -> Result<Range<u64>, EvalError> {
        let epsilon = self.judge.epsilon;
        let [low, high] = [integer - epsilon.clone(), integer + epsilon.clone()];
        let whole = self.inputs;
        let (start, end) = match self.span.motion {
            Motion::Falls => {
                let start = self.first(whole, |i| Ok(self.compare(i, &high)?.is_le()))?;
                (start, self.first(whole, |i| Ok(self.compare(i, &low)?.is_lt()))?)
            }
            _ => {
                let start = self.first(whole, |i| Ok(self.compare(i, &low)?.is_ge()))?;
                (start, self.first(whole, |i| Ok(self.compare(i, &high)?.is_gt()))?)
            }
        };
        Ok(start..end.max(start))
    }

    /// The cases of a run around an integer.
    fn run(&self, run: Range<u64>, integer: &Integer, found: &mut Found) -> Result<(), EvalError> {
        if run.end - run.start < LEAST_RUN {
            return self.singles(run, found);
        }
        // The ends may be at ε exactly, and the input where h passes the integer may be exact.
        let target = Rational::from(integer);
        let passes = self.first(&run, |i| {
            let order = self.compare(i, &target)?;
            Ok(if self.span.motion == Motion::Falls { order.is_le() } else { order.is_ge() })
        })?;
        let sides = [run.start..passes, passes..run.end];
        for side in sides.into_iter().filter(|side| !side.is_empty()) {
            let mut inner = side.clone();
            // Two inputs at either end are judged by themselves.
            let edge = 2.min(inner.end - inner.start);
            self.singles(inner.start..inner.start + edge, found)?;
            inner.start += edge;
            let edge = 2.min(inner.end - inner.start);
            let tail = inner.end - edge..inner.end;
            inner.end -= edge;
            if !inner.is_empty() {
                let distance = |i| self.distance(i, integer);
                let ends = [distance(inner.start)?, distance(inner.end - 1)?];
                let hard = RunKind::Hard {
                    least: ends[0].0.min(ends[1].0),
                    most: ends[0].1.max(ends[1].1),
                };
                self.push(inner, integer, hard, found);
            }
            self.singles(tail, found)?;
        }
        Ok(())
    }

    fn singles(&self, run: Range<u64>, found: &mut Found) -> Result<(), EvalError> {
        for i in run {
            if let Some(verdict) = self.judge.judge(i)? {
                found.singles.push((i, verdict));
            }
        }
        Ok(())
    }

    /// Bounds of |h(i) - integer|.
    fn distance(&self, i: u64, integer: &Integer) -> Result<(f64, f64), EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let target = self.breakpoint(i, integer);
        if let Some(exact) = spec.exact_value(&segment.x(i)) {
            let distance = (exact - target).abs() >> spacing;
            return Ok((distance.to_f64(), distance.to_f64().next_up()));
        }
        let bounds = refined(spec, segment, i, |value| {
            let distance = apart(value, &target).shifted(-spacing);
            let (low, high) = (distance.lo(), distance.hi());
            let tight = Float::with_val(64, high - low) <= Float::with_val(64, high >> 20u32);
            tight.then(|| bounds(&distance))
        })?;
        Ok(bounds.unwrap_or((0.0, self.judge.epsilon.to_f64())))
    }

    // ---- a drift that is as good as constant ----

    fn constant(&self, found: &mut Found) -> Result<(), EvalError> {
        let first = self.inputs.start;
        let floor = self.floor(first)?;
        // The nearest integer is one of these.
        let mut near = (f64::INFINITY, f64::INFINITY, floor.clone());
        for offset in 0..3u32 {
            let integer = Integer::from(&floor + offset);
            let (least, most) = self.distance_or_bound(first, &integer)?;
            if most < near.1 {
                near = (least, most, integer);
            }
        }
        let (least, most, integer) = near;
        let epsilon = self.judge.epsilon.to_f64();
        let reach = self.span.reach.value.value();
        let all = self.inputs.clone();
        if least - reach >= epsilon * (1.0 + 1e-9) {
            return Ok(());
        }
        if most + reach >= epsilon * (1.0 - 1e-9) {
            // Too close to ε for one verdict on all: halves until they are few.
            return self.halves(found);
        }
        let what = match self.span.motion {
            Motion::None => match self.judge.judge_any(first)? {
                Some(Verdict::Exact(_)) => RunKind::Exact,
                Some(Verdict::Hard { .. }) => RunKind::Hard { least, most },
                None | Some(Verdict::Unknown(_)) => RunKind::Unknown { most },
            },
            _ if least - reach > 0.0 => RunKind::Hard { least: least - reach, most: most + reach },
            _ => return self.near(all, &integer, most + reach, found),
        };
        self.push(all, &integer, what, found);
        Ok(())
    }

    /// A run within `most` of breakpoints, on which f may be one here or there: it is halved around
    /// the inputs that keep f from being irrational everywhere, if these are few.
    fn near(
        &self,
        run: Range<u64>,
        integer: &Integer,
        most: f64,
        found: &mut Found,
    ) -> Result<(), EvalError> {
        if self.avoids(&run, integer) {
            self.push(run, integer, RunKind::Hard { least: 0.0, most }, found);
            return Ok(());
        }
        if run.end - run.start < LEAST_RUN {
            return self.singles(run, found);
        }
        let middle = run.start + (run.end - run.start) / 2;
        let halves = [run.start..middle, middle..run.end];
        if !halves.iter().any(|half| self.avoids(half, integer)) {
            self.push(run, integer, RunKind::Unknown { most }, found);
            return Ok(());
        }
        halves.into_iter().try_for_each(|half| self.near(half, integer, most, found))
    }

    fn distance_or_bound(&self, i: u64, integer: &Integer) -> Result<(f64, f64), EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let value = value_at(spec, segment, i, segment.bits() + 256)?;
        Ok(bounds(&apart(&value, &self.breakpoint(i, integer)).shifted(-spacing)))
    }

    /// The breakpoint that f(x_i) is near to where h(i) is near to the integer.
    fn breakpoint(&self, i: u64, integer: &Integer) -> Rational {
        let line = Integer::from(&self.span.step * i) + integer;
        Rational::from(line) << self.judge.spacing
    }

    fn halves(&self, found: &mut Found) -> Result<(), EvalError> {
        let Range { start, end } = *self.inputs;
        if end - start <= LEAST_RUN {
            return self.singles(start..end, found);
        }
        let middle = start + (end - start) / 2;
        for half in [start..middle, middle..end] {
            Solver { inputs: &half, ..*self }.constant(found)?;
        }
        Ok(())
    }

    /// Whether f is at no input of a run at the breakpoints that it is near to: because it is no number there, or
    /// because an enclosure of it leaves the only breakpoint out.
    fn avoids(&self, run: &Range<u64>, integer: &Integer) -> bool {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let x = segment.interval(run.clone(), segment.bits() + 64);
        let is_one = self.span.step.is_zero();
        let breakpoint = || Rational::from(integer) << spacing;
        spec.is_no_float_on(&x)
            || (is_one && spec.eval(&x).is_ok_and(|value| !value.contains_rational(&breakpoint())))
    }

    /// Adds the inputs of a run whose breakpoints are of the wanted kind.
    fn push(&self, run: Range<u64>, integer: &Integer, what: RunKind, found: &mut Found) {
        let breakpoint = |i: u64| Integer::from(&self.span.step * i) + integer;
        let strides = if self.span.step.is_odd() { 2 } else { 1 };
        for offset in 0..strides {
            let first = run.start + offset;
            let near = breakpoint(first);
            if first < run.end && self.judge.wants(&near) {
                let kind = self.judge.kind(&near);
                let inputs = first..run.end;
                found.runs.push(CaseRun {
                    segment: self.segment,
                    inputs,
                    stride: strides,
                    what,
                    kind,
                });
            }
        }
    }
}

/// |value - target|.
fn apart(value: &Interval, target: &Rational) -> Interval {
    value.sub(&Interval::from_rational(target, value.prec())).abs()
}

/// An interval of non-negative numbers in f64.
fn bounds(distance: &Interval) -> (f64, f64) {
    let (low, high) = (distance.lo(), distance.hi());
    (low.to_f64_round(rug::float::Round::Down), high.to_f64_round(rug::float::Round::Up))
}
