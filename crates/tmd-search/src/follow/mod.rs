//! The cases of inputs that follow from others: made from the others' cases, and judged like all.
//!
//! Which input stands for which is in the plan (`plan/follow.rs` has the proof). Spans that follow by scaling follow from
//! inputs that were searched; those that follow by translation also from spans of the first kind. Exact cases of a
//! representative are exact cases of all that it stands for, and there can be far more than anybody reads (all integers, for
//! sinpi): if they are many, they are counted and not listed.

mod following;
mod group;
mod numbers;
mod runs;

use self::following::Following;
use self::group::{Group, Total};
use crate::plan::{Plan, Work, pieces};
use crate::report::{Covered, Follows, Report, merge};
use rayon::prelude::*;
use rug::Rational;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_cases::case_run::CaseRun;
use tmd_cases::confirm::Judge;
use tmd_cases::findings::{Finding, FindingList, Room, Sorter};
use tmd_cases::verdict::Verdict;
use tmd_functions::language::equations::Equations;
use tmd_functions::language::{Effect, Relation, segment_from};

/// The exact cases of all spans that follow are listed up to this number.
const MOST_LISTED: u128 = 1 << 16;
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
        Work::Follows(relation) => {
            let segments = &plan.segments;
            Some(Following { number, span, relation, segments })
        }
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

struct Follower<'a> {
    plan: &'a Plan,
    equations: Equations,
    epsilon: Rational,
    room: &'a Room,
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
        let groups = Group::all(spans);
        let totals: Vec<Vec<Total>> = groups
            .par_iter()
            .map(|group| group.totals(&known.findings))
            .collect::<Result<_, _>>()?;
        let all = totals.iter().flatten().fold(Total::default(), |sum, total| sum.plus(*total));
        let with_exact = all.exact <= MOST_LISTED || !may_count;
        let listed = all.others + if with_exact { all.exact } else { 0 };
        // Runs of any number of inputs may follow besides.
        self.room.check(narrow::about(listed))?;
        let mut judged = Judged {
            follower: self,
            waiting: vec![],
            findings: Sorter::of(known.findings.clone(), self.room)?,
        };
        let (mut found, mut runs) = (vec![], vec![]);
        for (group, totals) in groups.iter().zip(totals) {
            group.images(&known.findings, with_exact, &mut |one, images| {
                (0..images.count).try_for_each(|n| judged.add(one, images.first + n * images.step))
            })?;
            for (one, total) in group.members.iter().zip(totals) {
                let (long, short) = one.runs(&known.runs)?;
                short.into_iter().try_for_each(|index| judged.add(one, index))?;
                runs.extend(long);
                let segment = one.span.segment;
                known.covered.push(Covered { segment, inputs: one.span.inputs.clone() });
                let exact_not_listed = if with_exact { 0 } else { total.exact };
                found.push(Follows { span: one.number, exact_not_listed });
            }
        }
        known.findings = judged.finish()?;
        known.runs.extend(runs);
        known.runs.sort_by_key(|run| (run.segment, run.inputs.start));
        merge(&mut known.covered);
        Ok(found)
    }

    /// Judges an input that follows from a case.
    fn judged(&self, one: &Following<'_>, index: u64) -> Result<Finding, Diag> {
        let (plan, segment, grid) = (self.plan, one.span.segment, one.own());
        let x = grid.hex(index);
        let diagnose = |error| plan.spec.diagnose(&error);
        let spacing = match self.spacing(one.relation, &grid.x(index)) {
            Some(spacing) => spacing,
            None => {
                let class = pieces::class_at(&plan.spec, grid, index, &plan.output);
                let Some(class) = class.map_err(diagnose)? else {
                    let verdict = Verdict::untold(plan.request.rounding);
                    return Ok(Finding { segment, index, x, verdict, near: None });
                };
                class + 1 - narrow::to_i32(plan.breakpoint_precision())
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
        let segment = segment_from(&self.plan.segments, &representative);
        let index = self.plan.segments.get(segment)?.index_of(&representative)?;
        let own = match &self.plan.spans[self.plan.span_of(segment, index)?].work {
            Work::Search(search) => search.spacing,
            Work::Drift(drift) => drift.spacing,
            Work::Follows(relation) => self.spacing(relation, &representative)?,
            Work::Direct(_) | Work::Decided(_) | Work::Refused(_) => return None,
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
}

/// Inputs that follow from cases, judged many at a time.
struct Judged<'f, 'a> {
    follower: &'f Follower<'f>,
    waiting: Vec<(&'a Following<'a>, u64)>,
    findings: Sorter,
}

impl<'a> Judged<'_, 'a> {
    fn add(&mut self, one: &'a Following<'a>, index: u64) -> Result<(), Diag> {
        self.waiting.push((one, index));
        if self.waiting.len() < JUDGED { Ok(()) } else { self.judge() }
    }

    fn judge(&mut self) -> Result<(), Diag> {
        let judged: Vec<Finding> = self
            .waiting
            .par_drain(..)
            .map(|(one, index)| self.follower.judged(one, index))
            .collect::<Result<_, _>>()?;
        judged.into_iter().try_for_each(|finding| self.findings.push(finding).map(drop))
    }

    fn finish(mut self) -> Result<FindingList, Diag> {
        self.judge()?;
        Ok(self.findings.finish())
    }
}

fn contradiction(x: &str) -> Diag {
    Diag::new(
        DiagKind::Internal,
        format!("{x} follows from a case by an equation of the function, but is none"),
    )
}
