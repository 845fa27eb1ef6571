//! The cases of inputs that follow from others: made from the others' cases, and judged like all.
//!
//! Which input stands for which is in the plan (`plan/follow.rs` has the proof). Spans that follow by scaling follow from
//! inputs that were searched; those that follow by translation also from spans of the first kind. Exact cases of a
//! representative are exact cases of all that it stands for, and there can be far more than anybody reads (all integers, for
//! sinpi): if they are many, they are counted and not listed.

use crate::plan::{Plan, Span, Work, pieces};
use crate::report::{Covered, Follows, Report, merge};
use rayon::prelude::*;
use rug::{Integer, Rational};
use std::ops::Range;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_cases::case_run::CaseRun;
use tmd_cases::confirm::Judge;
use tmd_cases::findings::{Finding, FindingList, Room, Sorter};
use tmd_cases::verdict::Verdict;
use tmd_functions::language::equations::Equations;
use tmd_functions::language::{Effect, Relation, Segment};

/// The exact cases of all spans that follow are listed up to this number.
const MOST_LISTED: u128 = 1 << 16;
/// The most runs, with the inputs of short ones, that follow in one span.
const MOST_IN_RUNS: u64 = 1 << 24;
/// Inputs that are judged before their findings are kept.
const JUDGED: usize = 1 << 14;

/// Adds what follows to a report on everything else; if that is not complete, nothing is known to follow.
///
/// # Errors
/// If a case that follows is none, which is a mistake of this program; if there is no room for all of them.
pub fn add(plan: &Plan, report: &mut Report, room: &Room) -> Result<(), Diag> {
    if report.inputs() != plan.searched_inputs() {
        return Ok(());
    }
    let following = plan.spans.iter().enumerate().filter_map(|(number, span)| match &span.work {
        Work::Follows(relation) => Some(Following { number, span, relation }),
        _ => None,
    });
    let (scaled, translated): (Vec<_>, Vec<_>) =
        following.partition(|one| matches!(one.relation, Relation::Scaling { .. }));
    if scaled.is_empty() && translated.is_empty() {
        return Ok(());
    }
    let (equations, epsilon) = (plan.spec.equations(), plan.epsilon());
    let follower = Follower { plan, equations, epsilon, room };
    // What is known stays as it is, if something is wrong.
    let mut whole = Known::of(report);
    let mut found = follower.all(&scaled, &mut whole, translated.is_empty())?;
    if !translated.is_empty() {
        found.append(&mut follower.all(&translated, &mut whole, true)?);
    }
    let Known { findings, runs, covered } = whole;
    (report.findings, report.runs, report.covered) = (findings, runs, covered);
    report.follows = found;
    Ok(())
}

/// What is known of all inputs so far.
struct Known {
    findings: FindingList,
    runs: Vec<CaseRun>,
    covered: Vec<Covered>,
}

impl Known {
    fn of(report: &Report) -> Known {
        let Report { findings, runs, covered, .. } = report;
        Known { findings: findings.clone(), runs: runs.clone(), covered: covered.clone() }
    }
}

/// A span that follows.
struct Following<'a> {
    number: usize,
    span: &'a Span,
    relation: &'a Relation,
}

/// The inputs that follow from a finding, in one span.
struct Images {
    /// The first, the distance from one to the next, and how many there are.
    first: u64,
    step: u64,
    count: u64,
    is_exact: bool,
}

struct Follower<'a> {
    plan: &'a Plan,
    equations: Equations,
    epsilon: Rational,
    room: &'a Room,
}

/// How many inputs follow from the findings of the representatives of a span.
#[derive(Clone, Copy, Default)]
struct Total {
    exact: u128,
    others: u128,
}

impl Total {
    fn plus(self, more: Total) -> Total {
        Total { exact: self.exact + more.exact, others: self.others + more.others }
    }
}

impl Follower<'_> {
    /// Adds what spans of one kind have to the report. Exact cases are listed if they are few, or if others may follow from
    /// them.
    fn all(
        &self,
        spans: &[Following<'_>],
        known: &mut Known,
        may_count: bool,
    ) -> Result<Vec<Follows>, Diag> {
        let totals: Vec<Total> =
            spans.par_iter().map(|one| self.total(one, known)).collect::<Result<_, _>>()?;
        let all = totals.iter().fold(Total::default(), |sum, total| sum.plus(*total));
        let is_listed = all.exact <= MOST_LISTED || !may_count;
        let wanted = |is_exact: bool| is_listed || !is_exact;
        let listed = all.others + if is_listed { all.exact } else { 0 };
        // Runs of any number of inputs may follow besides.
        self.room.check(narrow::about(listed))?;
        let mut findings = Sorter::of(known.findings.clone(), self.room)?;
        let mut found = vec![];
        for (one, total) in spans.iter().zip(totals) {
            let counted = if is_listed { 0 } else { total.exact };
            let (runs, short) = self.runs(one, &known.runs)?;
            let mut inputs = Vec::with_capacity(JUDGED);
            let mut add = |inputs: &mut Vec<u64>| -> Result<(), Diag> {
                let judged: Vec<Finding> = inputs
                    .par_drain(..)
                    .map(|index| self.judged(one, index))
                    .collect::<Result<_, _>>()?;
                judged.into_iter().try_for_each(|finding| findings.push(finding).map(drop))
            };
            let mut next = |index: u64| -> Result<(), Diag> {
                inputs.push(index);
                if inputs.len() < JUDGED { Ok(()) } else { add(&mut inputs) }
            };
            self.images(one, known, &mut |of| match wanted(of.is_exact) {
                true => (0..of.count).try_for_each(|n| next(of.first + n * of.step)),
                false => Ok(()),
            })?;
            short.into_iter().try_for_each(next)?;
            add(&mut inputs)?;
            known.runs.extend(runs);
            let segment = one.span.segment;
            known.covered.push(Covered { segment, inputs: one.span.inputs.clone() });
            found.push(Follows { span: one.number, exact_not_listed: counted });
        }
        known.findings = findings.finish();
        known.runs.sort_by_key(|run| (run.segment, run.inputs.start));
        merge(&mut known.covered);
        Ok(found)
    }

    fn total(&self, one: &Following<'_>, known: &Known) -> Result<Total, Diag> {
        let mut total = Total::default();
        self.images(one, known, &mut |of| {
            let counted = if of.is_exact { &mut total.exact } else { &mut total.others };
            *counted += u128::from(of.count);
            Ok(())
        })?;
        Ok(total)
    }

    /// Visits what follows from each finding of the representatives of a span.
    fn images(
        &self,
        one: &Following<'_>,
        known: &Known,
        visit: &mut dyn FnMut(Images) -> Result<(), Diag>,
    ) -> Result<(), Diag> {
        let unit = self.unit_of_representatives(one);
        for (segment, inputs) in self.representatives(one) {
            let grid = &self.plan.segments[segment];
            for finding in known.findings.of_inputs(segment, &inputs) {
                let finding = finding?;
                // Most findings are too fine for the inputs of most spans.
                if !grid.is_multiple(finding.index, unit) {
                    continue;
                }
                let is_exact = matches!(finding.verdict, Verdict::Exact(_));
                if let Some((first, step, count)) = self.stands_for(one, &grid.x(finding.index)) {
                    visit(Images { first, step, count, is_exact })?;
                }
            }
        }
        Ok(())
    }

    /// log2 of a unit that every representative of a span's inputs is a multiple of: what is x·2^exponent, or x - n·step, for a
    /// multiple x of the span's own unit.
    fn unit_of_representatives(&self, one: &Following<'_>) -> i32 {
        let own = self.plan.segments[one.span.segment].ulp;
        match *one.relation {
            Relation::Scaling { exponent, .. } => own + exponent,
            Relation::Translation { step, .. } => own.min(narrow::to_i32(step.trailing_zeros())),
        }
    }

    /// Where the representatives of a span are: indices of segments.
    fn representatives(&self, one: &Following<'_>) -> Vec<(usize, Range<u64>)> {
        let own = &self.plan.segments[one.span.segment];
        let inputs = &one.span.inputs;
        let (low, high) = match one.relation.interval() {
            Some((from, to)) => (from, to),
            None => {
                let ends =
                    [inputs.start, inputs.end - 1].map(|i| one.relation.representative(&own.x(i)));
                let [a, b] = ends;
                if a < b { (a, b) } else { (b, a) }
            }
        };
        let is_half_open = one.relation.interval().is_some();
        let mut found = vec![];
        let segments = self.plan.segments.iter().enumerate();
        for (number, segment) in segments.skip(self.segment_from(&low)) {
            if segment.x(0) > high {
                break;
            }
            let end = segment.first_from(&high);
            let with_end = !is_half_open && end < segment.count && segment.x(end) == high;
            let inputs = segment.first_from(&low)..end + u64::from(with_end);
            if !inputs.is_empty() {
                found.push((number, inputs));
            }
        }
        found
    }

    /// The first segment with inputs that are not below a number.
    fn segment_from(&self, x: &Rational) -> usize {
        self.plan.segments.partition_point(|segment| segment.x(segment.count - 1) < *x)
    }

    /// The inputs of a span that a number stands for: the first, the distance and how many.
    fn stands_for(&self, one: &Following<'_>, x: &Rational) -> Option<(u64, u64, u64)> {
        let own = &self.plan.segments[one.span.segment];
        let inputs = &one.span.inputs;
        match *one.relation {
            Relation::Scaling { exponent, negates } => {
                let scaled = Rational::from(x >> exponent);
                let index = own.index_of(&if negates { -scaled } else { scaled })?;
                inputs.contains(&index).then_some((index, 1, 1))
            }
            Relation::Translation { step, .. } => {
                let step = Rational::from(step);
                let unit = Rational::from(1) << own.ulp;
                let [low, high] = [inputs.start, inputs.end - 1].map(|i| own.x(i));
                let numbers = Numbers::on_grid(x, &step, &unit)?.between(
                    &(Rational::from(&low - x) / &step).ceil(),
                    &(Rational::from(&high - x) / &step).floor(),
                )?;
                let first = own.index_of(&(Rational::from(&numbers.first * &step) + x))?;
                let distance = Rational::from(&numbers.apart * &step) / unit;
                Some((first, distance.numer().to_u64()?, numbers.count.to_u64()?))
            }
        }
    }

    /// Judges an input that follows from a case.
    fn judged(&self, one: &Following<'_>, index: u64) -> Result<Finding, Diag> {
        let (plan, segment) = (self.plan, one.span.segment);
        let grid = &plan.segments[segment];
        let x = grid.hex(index);
        let diagnose = |error| plan.spec.diagnose(&error);
        let spacing = match self.spacing(one.relation, &grid.x(index)) {
            Some(spacing) => spacing,
            None => {
                let class = pieces::class_at(&plan.spec, grid, index, &plan.output);
                class.map_err(diagnose)? + 1 - narrow::to_i32(plan.breakpoint_precision())
            }
        };
        let judge = Judge {
            spec: &plan.spec,
            segment: grid,
            spacing,
            rounding: plan.request.rounding,
            epsilon: &self.epsilon,
            emax: plan.output.emax,
        };
        match judge.judge(index).map_err(diagnose)? {
            Some(verdict) => Ok(Finding { segment, index, x, verdict, near: None }),
            None => Err(contradiction(&x)),
        }
    }

    /// log2 of the breakpoint spacing at an input that follows, by that at its representative; `None` where each input has
    /// its own. Close to a power of two, which nobody tells from it, that decides which of two spacings is meant.
    fn spacing(&self, relation: &Relation, x: &Rational) -> Option<i32> {
        let representative = relation.representative(x);
        let segment = self.segment_from(&representative);
        let index = self.plan.segments.get(segment)?.index_of(&representative)?;
        let own = match &self.plan.spans[self.plan.span_of(segment, index)?].work {
            Work::Search(search) => search.spacing,
            Work::Drift(drift) => drift.spacing,
            Work::Follows(relation) => self.spacing(relation, &representative)?,
            Work::Direct | Work::Decided(_) | Work::Refused(_) => return None,
        };
        let moved = match relation.effect(&self.equations)? {
            Effect::Factor(factor) => factor,
            Effect::Term(_) => 0,
            // The representative is so many steps below.
            Effect::FactorOfStep(factor) => {
                -relation.steps(x).to_i64()?.checked_mul(factor.into())?
            }
        };
        own.checked_sub(i32::try_from(moved).ok()?)
    }

    /// What follows from the runs of the representatives of a span: runs, and inputs of short ones.
    fn runs(
        &self,
        one: &Following<'_>,
        runs: &[CaseRun],
    ) -> Result<(Vec<CaseRun>, Vec<u64>), Diag> {
        let (mut long, mut short) = (vec![], vec![]);
        for (segment, inputs) in self.representatives(one) {
            for run in runs.iter().filter(|run| run.segment == segment) {
                for moved in self.moved(one, run, &inputs) {
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
    fn moved(&self, one: &Following<'_>, run: &CaseRun, within: &Range<u64>) -> Vec<CaseRun> {
        let own = &self.plan.segments[one.span.segment];
        let grid = &self.plan.segments[run.segment];
        let skipped = within.start.saturating_sub(run.inputs.start).div_ceil(run.stride);
        let start = run.inputs.start + skipped * run.stride;
        let end = run.inputs.end.min(within.end);
        if start >= end {
            return vec![];
        }
        // The inputs of the run: from one on, at a distance, so many.
        let count = (end - start).div_ceil(run.stride);
        let (first, apart) = (grid.x(start), Rational::from(run.stride) << grid.ulp);
        match *one.relation {
            Relation::Scaling { exponent, negates } => {
                let scaled = |x: Rational| {
                    let x = x >> exponent;
                    if negates { -x } else { x }
                };
                let line = Line { first: scaled(first), apart: scaled(apart), count };
                line.among(one.span, own, run).into_iter().collect()
            }
            Relation::Translation { step, .. } => {
                let bound = [one.span.inputs.start, one.span.inputs.end - 1].map(|i| own.x(i));
                let steps = |end: &Rational| Rational::from(end - &first) / step;
                let least = steps(&bound[0]).floor().into_numer_denom().0;
                let most = steps(&bound[1]).ceil().into_numer_denom().0;
                // A run is shorter than a step, so that these are all; if they are too many, the caller says so.
                let all = Integer::from(&most - &least) + 1u32;
                let all = all.to_u64().unwrap_or(u64::MAX).min(MOST_IN_RUNS + 1);
                (0..all)
                    .filter_map(|n| {
                        let moved = Rational::from((Integer::from(&least + n)) * step);
                        let line = Line { first: moved + &first, apart: apart.clone(), count };
                        line.among(one.span, own, run)
                    })
                    .collect()
            }
        }
    }
}

/// Shorter runs are listed input by input.
const LEAST_RUN: u64 = 64;

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

/// The integers n = first + k·apart, k = 0, 1, … of which there are so many.
struct Numbers {
    first: Integer,
    apart: Integer,
    count: Integer,
}

impl Numbers {
    /// The integers n for which x + n·step is a multiple of a unit, as a class: the least that is not negative, the distance and
    /// no count.
    fn on_grid(x: &Rational, step: &Rational, unit: &Rational) -> Option<Numbers> {
        // x + n·step ≡ 0 modulo unit, all multiplied by what makes them integers. Most x are far too fine for that: no sum of
        // multiples of step and unit has a denominator beyond theirs.
        let denominator = Integer::from(step.denom().lcm_ref(unit.denom()));
        if !denominator.is_divisible(x.denom()) {
            return None;
        }
        let whole = |r: &Rational| Rational::from(r * &denominator).into_numer_denom().0;
        let (x, step, unit) = (whole(x), whole(step), whole(unit));
        let common = Integer::from(step.gcd_ref(&unit));
        if !x.is_divisible(&common) {
            return None;
        }
        let (x, step, unit) = (x / &common, step / &common, unit / common);
        let first = match unit == 1 {
            true => Integer::new(),
            false => (-x * step.invert(&unit).ok()?).div_rem_euc(unit.clone()).1,
        };
        Some(Numbers { first, apart: unit, count: Integer::new() })
    }

    /// Those of the class between two integers, if there are any.
    fn between(self, least: &Rational, most: &Rational) -> Option<Numbers> {
        let (least, most) = (least.numer(), most.numer());
        let rest = Integer::from(&self.first - least).div_rem_euc(self.apart.clone()).1;
        let first = rest + least;
        if first > *most {
            return None;
        }
        let count = Integer::from(most - &first) / &self.apart + 1u32;
        Some(Numbers { first, apart: self.apart, count })
    }
}

fn too_many() -> Diag {
    Diag::new(
        DiagKind::Range,
        format!("more than {MOST_IN_RUNS} runs of cases follow from those that were found"),
    )
    .help("raise --bits or give a shorter range")
}

fn contradiction(x: &str) -> Diag {
    Diag::new(
        DiagKind::Internal,
        format!("{x} follows from a case by an equation of the function, but is none"),
    )
}
