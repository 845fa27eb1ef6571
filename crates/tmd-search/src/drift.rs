//! The cases of a span that is decided by its drift (see [`DriftSpan`]): by bisection, not by kernels.
//!
//! h(i) = g(i) - m·i is compared with rational numbers by enclosures of doubling precision, or exactly
//! where algebra gives g. What no precision tells apart counts as equal and is judged input by input.

use crate::plan::DriftSpan;
use rug::{Float, Integer, Rational};
use std::cmp::Ordering;
use std::ops::Range;
use tmd_cases::case_run::{CaseRun, RunKind};
use tmd_cases::confirm::{Judge, MOST_SEPARATING};
use tmd_cases::distance::Distance;
use tmd_cases::verdict::Verdict;
use tmd_design::decided::Motion;
use tmd_functions::interval::{EvalCause, EvalError, Interval};
use tmd_functions::language::{most_precision, refined, value_at};

/// The cases of a span: single findings, as indices with verdicts, and runs.
#[derive(Debug, Default)]
pub struct Found {
    /// Judged one by one.
    pub singles: Vec<(u64, Verdict)>,
    /// Too many to be listed.
    pub runs: Vec<CaseRun>,
}

/// Bits of bounds of distances, while they are computed.
const DIGITS: u32 = 64;
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
    let inputs = &below_overflow(judge, inputs);
    if inputs.is_empty() {
        return Ok(Found::default());
    }
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
    /// Compares h(i) with a number; `Equal` also if no precision separates them.
    fn compare(&self, i: u64, target: &Rational) -> Result<Ordering, EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let moved = target + Rational::from(Integer::from(&self.span.step * i));
        let target = moved << spacing;
        if let Some(exact) = spec.exact_value(&segment.x(i)) {
            return Ok(exact.cmp(&target));
        }
        let decide = |value: &Interval| {
            if *value.lo() > target {
                Some(Ordering::Greater)
            } else if *value.hi() < target {
                Some(Ordering::Less)
            } else {
                None
            }
        };
        let order = match refined(spec, segment, i, decide)? {
            None => decide(&value_at(spec, segment, i, self.most_bits())?),
            order => order,
        };
        Ok(order.unwrap_or(Ordering::Equal))
    }

    /// The bits that are spent at most, on the side of a breakpoint as on the distance from it: what one tells, so does the other.
    fn most_bits(&self) -> u32 {
        most_precision(self.judge.segment).max(MOST_SEPARATING)
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

    /// The first index of a run at which `is_over` holds; it holds from there on.
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

    /// The inputs with |h(i) - integer| < ε, and at both ends those that cannot be separated from it.
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
        // From `meets` on, h may be the integer, from `passes` on it is beyond it.
        let target = Rational::from(integer);
        let beyond = match self.span.motion {
            Motion::Falls => Ordering::Less,
            _ => Ordering::Greater,
        };
        let order = |i| self.compare(i, &target);
        let meets = self.first(&run, |i| Ok(order(i)? != beyond.reverse()))?;
        let passes = self.first(&(meets..run.end), |i| Ok(order(i)? == beyond))?;
        self.side(run.start..meets, 0, integer, found)?;
        if passes - meets < LEAST_RUN {
            return self.side(meets..run.end, passes - meets, integer, found);
        }
        let ends = self.distance(meets, integer)?.hull(&self.distance(passes - 1, integer)?);
        self.near(meets..passes, integer, Distance::at_least(ends.hi()), found)?;
        self.side(passes..run.end, 0, integer, found)
    }

    /// The cases of a run on which h is at one side of an integer, but perhaps for some inputs at its start.
    fn side(
        &self,
        run: Range<u64>,
        perhaps_not: u64,
        integer: &Integer,
        found: &mut Found,
    ) -> Result<(), EvalError> {
        // Two inputs at either end are judged by themselves: the ends may be at ε exactly.
        let start = run.end.min(run.start + perhaps_not.max(2));
        self.singles(run.start..start, found)?;
        let end = start.max(run.end.saturating_sub(2));
        if start < end {
            // On one side of the breakpoint a monotone drift is nearest and farthest at the ends.
            let ends = self.distance(start, integer)?.hull(&self.distance(end - 1, integer)?);
            self.push(start..end, integer, hard(&ends), found);
        }
        self.singles(end..run.end, found)
    }

    fn singles(&self, run: Range<u64>, found: &mut Found) -> Result<(), EvalError> {
        for i in run {
            if let Some(verdict) = self.judge.judge(i)? {
                found.singles.push((i, verdict));
            }
        }
        Ok(())
    }

    /// An enclosure of |h(i) - integer|, which is below ε: a tight one, unless all the bits that are spent leave it next to 0.
    fn distance(&self, i: u64, integer: &Integer) -> Result<Interval, EvalError> {
        let Judge { spec, segment, spacing, epsilon, .. } = *self.judge;
        let target = self.breakpoint(i, integer);
        if let Some(exact) = spec.exact_value(&segment.x(i)) {
            return Ok(Interval::from_rational(&((exact - target).abs() >> spacing), DIGITS));
        }
        let most = self.most_bits();
        let mut prec = segment.bits() + 64;
        loop {
            let distance = apart(&value_at(spec, segment, i, prec)?, &target).shifted(-spacing);
            let is_last = prec >= most;
            if is_tight(&distance) || (is_last && *distance.hi() < *epsilon) {
                return Ok(distance);
            }
            if is_last {
                let epsilon = Interval::from_rational(epsilon, DIGITS);
                return Ok(Interval::zero(DIGITS).hull(&epsilon));
            }
            prec = (prec * 2).min(most);
        }
    }

    // ---- a drift that is as good as constant ----

    fn constant(&self, found: &mut Found) -> Result<(), EvalError> {
        let first = self.inputs.start;
        let floor = self.floor(first)?;
        // The nearest integer is one of these.
        let (mut integer, mut at_first) = (floor.clone(), self.enclosure(first, &floor)?);
        for offset in 1..3u32 {
            let other = Integer::from(&floor + offset);
            let distance = self.enclosure(first, &other)?;
            if distance.hi() < at_first.hi() {
                (integer, at_first) = (other, distance);
            }
        }
        let reach = Float::with_val(DIGITS, self.span.reach.value.value());
        let distance = at_first.add(&Interval::new(-reach.clone(), reach)?);
        let epsilon = self.judge.epsilon;
        let all = self.inputs.clone();
        if *distance.lo() >= *epsilon {
            return Ok(());
        }
        if *distance.hi() >= *epsilon {
            // Too close to ε for one verdict on all: halves until they are few.
            return self.halves(found);
        }
        let what = match self.span.motion {
            Motion::None => match self.judge.judge_any(first)? {
                Some(Verdict::Exact(_)) => RunKind::Exact,
                Some(Verdict::Hard { .. }) if *at_first.lo() > 0 => hard(&at_first),
                Some(Verdict::Hard { .. }) => hard(&self.distance(first, &integer)?),
                None | Some(Verdict::Unknown(_)) => {
                    RunKind::Unknown { most: Distance::at_least(at_first.hi()) }
                }
            },
            _ if *distance.lo() > 0 => hard(&distance),
            _ => return self.near(all, &integer, Distance::at_least(distance.hi()), found),
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
        most: Distance,
        found: &mut Found,
    ) -> Result<(), EvalError> {
        if self.avoids(&run, integer) {
            self.push(run, integer, RunKind::Hard { least: Distance::ZERO, most }, found);
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

    /// An enclosure of |h(i) - integer|, at one precision.
    fn enclosure(&self, i: u64, integer: &Integer) -> Result<Interval, EvalError> {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let value = value_at(spec, segment, i, segment.bits() + 256)?;
        Ok(apart(&value, &self.breakpoint(i, integer)).shifted(-spacing))
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

    /// Whether f is at no input of a run at the breakpoints that it is near to: because its values there are no numbers of a format, or
    /// because an enclosure of it leaves the only breakpoint out.
    fn avoids(&self, run: &Range<u64>, integer: &Integer) -> bool {
        let Judge { spec, segment, spacing, .. } = *self.judge;
        let x = segment.interval(run.clone(), segment.bits() + 64);
        let is_one = self.span.step.is_zero();
        let breakpoint = || Rational::from(integer) << spacing;
        spec.is_no_float_on(&x)
            || (is_one
                && spec.eval_over(&x).is_ok_and(|value| !value.contains_rational(&breakpoint())))
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

/// The inputs of a span without such at its ends at which |f| is 2^(emax+1): these are no cases. Between the ends |f| is
/// smaller, or no larger than what is judged by itself.
fn below_overflow(judge: &Judge<'_>, inputs: &Range<u64>) -> Range<u64> {
    let Judge { spec, segment, spacing, .. } = *judge;
    let overflows = |i: u64| {
        let g = spec.exact_value(&segment.x(i)).map(|exact| exact >> spacing);
        g.is_some_and(|g| g.is_integer() && judge.is_overflow(g.numer()))
    };
    let mut inputs = inputs.clone();
    if overflows(inputs.start) {
        inputs.start += 1;
    }
    if !inputs.is_empty() && overflows(inputs.end - 1) {
        inputs.end -= 1;
    }
    inputs
}

/// |value - target|.
fn apart(value: &Interval, target: &Rational) -> Interval {
    value.sub(&Interval::from_rational(target, value.prec())).abs()
}

/// Whether an enclosure of a distance tells its first digits.
fn is_tight(distance: &Interval) -> bool {
    let (low, high) = (distance.lo(), distance.hi());
    Float::with_val(64, high - low) <= Float::with_val(64, high >> 20u32)
}

/// Cases at distances in an interval of non-negative numbers.
fn hard(distance: &Interval) -> RunKind {
    RunKind::Hard {
        least: Distance::at_most(distance.lo()),
        most: Distance::at_least(distance.hi()),
    }
}
