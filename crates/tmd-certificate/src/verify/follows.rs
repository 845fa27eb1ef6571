//! Checks what is said of inputs that were not searched since they follow from others: that the function has the equation,
//! that the inputs that stand for them were searched, that breakpoints are as far apart as the equation needs, and that
//! exactly what follows is listed.
//!
//! The search makes the cases of such inputs from those of their representatives. Here it is the other way round: every one
//! that is listed is taken back to its representative, which must be listed as the same, and how many there must be is counted
//! from the representatives. Different inputs with as many as there are: all.

use super::claim::Claim;
use super::counts::slice;
use super::lie;
use super::oracle::Oracle;
use super::roots::Counted;
use super::tiling::{Kind, Tiling};
use crate::certificate::{FollowEntry, MOST_FOLLOWING, NotListed, RunEntry};
use rug::{Float, Integer, Rational};
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_base::random::Random;
use tmd_base::text::{grouped, many, plural};
use tmd_cases::case_run::{CaseRun, RunKind};
use tmd_cases::findings::{Class, Finding};
use tmd_cases::verdict::{CaseKind, Verdict};
use tmd_functions::interval::Interval;
use tmd_functions::language::equations::Equations;
use tmd_functions::language::relation::normal_exponents;
use tmd_functions::language::{Effect, Relation, Segment};
use tmd_request::request::EquationUse;

/// Inputs of a run at which spacings are compared, besides the first and the last.
const SAMPLES: u64 = 6;
/// Scalings by more than this are of no format.
const MOST_EXPONENT: i32 = 1 << 13;
/// Steps of more than this are of no function.
const MOST_STEP: i32 = 1 << 12;
/// Intervals of representatives begin nearer to zero than this.
const MOST_FIRST: i64 = 1 << 40;
/// Shifted copies of a run that are looked at one by one.
const MOST_COPIES: u64 = 1 << 20;
/// The precision of enclosures of f.
const PRECISION: u32 = 128;

/// Inputs of a segment.
type Part = (usize, Range<u64>);

/// Checks all runs that follow.
pub(super) fn check(
    claim: &Claim<'_>,
    tiling: &Tiling<'_>,
    by_formula: &Counted<'_>,
    seed: u64,
) -> Result<String, Diag> {
    let follows = &claim.cert.follows;
    if follows.is_empty() {
        let or = match &claim.cert.asymptote {
            None => "",
            Some(_) => ", or rests on a list",
        };
        return Ok(format!("every input was searched, or decided by itself{or}"));
    }
    if claim.request.overrides.equations == EquationUse::Off || claim.request.with_inverse {
        return Err(lie("inputs are said to follow from others, which the request rules out"));
    }
    let checker = Checker {
        claim,
        tiling,
        by_formula,
        oracle: Oracle::new(claim),
        equations: claim.spec.equations(),
        has_translations: follows.iter().any(is_translation),
    };
    let mut random = Random::new(seed);
    let (mut inputs, mut listed, mut exact_alone) = (0u128, 0u128, 0u128);
    let mut counted = NotListed::default();
    for entry in follows {
        let run = &entry.run;
        if !checker.is_covered(entry)? {
            continue;
        }
        let effect = checker.effect(entry)?;
        let parts = checker.representatives(entry)?;
        checker.spacings(entry, effect, &parts, &mut random)?;
        let findings = checker.findings(entry, &parts)?;
        listed += findings.listed;
        if checker.is_last(entry) {
            exact_alone += findings.exact_alone;
        }
        counted = counted.plus(entry.not_listed);
        inputs += u128::from(run.to_index - run.from_index);
    }
    checker.left_out(exact_alone)?;
    let NotListed { cases, exact_cases, unknown } = counted;
    Ok(format!(
        "{} in {} follow from inputs that were searched; {} of them are listed, and {} only counted",
        many(inputs, "input"),
        plural(follows.len(), "run"),
        many(listed, "finding"),
        grouped(cases + exact_cases + unknown)
    ))
}

/// Findings of a run that follows: how many are listed, and how many must be exact cases that follow from others which are listed alone.
struct Findings {
    listed: u128,
    exact_alone: u128,
}

/// How many findings follow from others that are listed alone, and from runs of cases.
struct Expected {
    alone: u128,
    in_runs: u128,
}

struct Checker<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    by_formula: &'a Counted<'a>,
    oracle: Oracle<'a>,
    equations: Equations,
    has_translations: bool,
}

fn is_translation(entry: &FollowEntry) -> bool {
    matches!(entry.relation, Relation::Translation { .. })
}

fn refuse(entry: &FollowEntry, why: impl std::fmt::Display) -> Diag {
    let RunEntry { first, last, .. } = &entry.run;
    lie(format!("the inputs from {first} to {last} are said to follow from others: {why}"))
}

impl Checker<'_> {
    /// Whether nothing else follows from what follows in a run: by translation, or by scaling if there are no translations.
    fn is_last(&self, entry: &FollowEntry) -> bool {
        is_translation(entry) || !self.has_translations
    }

    /// Cases and undecided inputs that are counted and not listed are too many to list, with exact cases if these would be listed:
    /// up to as many that follow from exact cases which are no run. Then no finding is listed of all the last runs.
    fn left_out(&self, exact_alone: u128) -> Result<(), Diag> {
        let follows = &self.claim.cert.follows;
        let is_counted =
            |entry: &FollowEntry| entry.not_listed.cases > 0 || entry.not_listed.unknown > 0;
        let Some(first) = follows.iter().find(|entry| is_counted(entry)) else { return Ok(()) };
        let (meant, others): (Vec<_>, Vec<_>) =
            follows.iter().partition(|entry| self.is_last(entry));
        if let Some(entry) = others.into_iter().find(|entry| is_counted(entry)) {
            return Err(refuse(
                entry,
                "cases of them are only counted, though others follow from them",
            ));
        }
        let counted =
            meant.iter().fold(NotListed::default(), |sum, entry| sum.plus(entry.not_listed));
        let NotListed { cases, exact_cases, unknown } = counted;
        // More exact cases are never listed, and no reason to leave out others; nor are those that a formula counts.
        let is_reason = exact_alone <= MOST_FOLLOWING as u128 && !self.by_formula.is_any();
        let exact_cases = if is_reason { exact_cases } else { 0 };
        let sum = [exact_cases, unknown].into_iter().fold(cases, u128::saturating_add);
        if sum <= MOST_FOLLOWING as u128 {
            return Err(refuse(
                first,
                format!(
                    "cases of them are only counted, but findings that follow are listed unless they are more than {MOST_FOLLOWING}"
                ),
            ));
        }
        let has_listed = |entry: &&&FollowEntry| {
            let RunEntry { segment, from_index, to_index, .. } = entry.run;
            Class::ALL
                .into_iter()
                .any(|class| !slice(self.list(class), segment, &(from_index..to_index)).is_empty())
        };
        match meant.iter().find(has_listed) {
            None => Ok(()),
            Some(entry) => Err(refuse(
                entry,
                "some of their cases are listed, and others that follow are only counted",
            )),
        }
    }

    /// Whether a run is covered, which it is as a whole or not at all.
    fn is_covered(&self, entry: &FollowEntry) -> Result<bool, Diag> {
        let RunEntry { segment, from_index, to_index, .. } = entry.run;
        let covered = self.tiling.covered_of(self.claim, segment, from_index..to_index);
        match covered {
            0 if entry.not_listed == NotListed::default() => Ok(false),
            0 => Err(refuse(entry, "cases are counted where nothing is covered")),
            n if n == to_index - from_index => Ok(true),
            n => Err(refuse(entry, format!("{n} of them are covered, and the others not"))),
        }
    }

    /// What the function's equations say of the values at the representatives.
    fn effect(&self, entry: &FollowEntry) -> Result<Effect, Diag> {
        let sane = match entry.relation {
            Relation::Scaling { exponent, .. } => exponent.abs() <= MOST_EXPONENT,
            Relation::Translation { step, first } => {
                (1..=MOST_STEP).contains(&step) && first.abs() <= MOST_FIRST
            }
        };
        let effect = entry.relation.effect(&self.equations).filter(|_| sane);
        let effect = effect.ok_or_else(|| {
            let f = self.claim.spec.canonical();
            refuse(entry, format!("{f} has no equation that says so"))
        })?;
        match entry.equation == entry.relation.formula(&self.equations) {
            true => Ok(effect),
            false => Err(refuse(entry, format!("the equation is not `{}`", entry.equation))),
        }
    }

    /// The inputs that stand for those of a run: that they are inputs, that they were covered, and not by the same means.
    fn representatives(&self, entry: &FollowEntry) -> Result<Vec<Part>, Diag> {
        let run = &entry.run;
        let grid = self.grid(entry, run.segment)?;
        let parts = match entry.relation.interval() {
            Some((from, to)) => self.tiling.between(&from, &to, false),
            None => {
                let ends = [run.from_index, run.to_index - 1];
                let mut ends = ends.map(|i| entry.relation.representative(&grid.x(i)));
                ends.sort();
                self.tiling.between(&ends[0], &ends[1], true)
            }
        };
        let parts =
            parts.ok_or_else(|| refuse(entry, "what stands for them is not in the range"))?;
        // Representatives are as far apart as the inputs: on the grids of the inputs that stand for them, if these are as fine.
        let apart = match entry.relation {
            Relation::Scaling { exponent, .. } => grid.ulp + exponent,
            Relation::Translation { step, .. } => grid.ulp.min(step.trailing_zeros() as i32),
        };
        for (segment, inputs) in &parts {
            if self.grid(entry, *segment)?.ulp > apart {
                return Err(refuse(entry, "what stands for some of them is no input"));
            }
            let count = inputs.end - inputs.start;
            if self.tiling.covered_of(self.claim, *segment, inputs.clone()) != count {
                return Err(refuse(entry, "what stands for them was not covered"));
            }
            for place in self.tiling.places_of(*segment, inputs) {
                let Kind::Follows(other) = self.tiling.spans[place].kind else { continue };
                let other = &self.claim.cert.follows[other].relation;
                let is_sound = matches!(
                    (entry.relation, other),
                    (Relation::Translation { .. }, Relation::Scaling { .. })
                );
                if !is_sound {
                    return Err(refuse(
                        entry,
                        "what stands for them was not searched, it follows, too",
                    ));
                }
            }
        }
        Ok(parts)
    }

    fn grid(&self, entry: &FollowEntry, segment: usize) -> Result<Segment, Diag> {
        self.tiling.grid(segment).ok_or_else(|| refuse(entry, "they are in no segment"))
    }

    /// Checks that the spacings of the breakpoints differ as the values do.
    fn spacings(
        &self,
        entry: &FollowEntry,
        effect: Effect,
        parts: &[Part],
        random: &mut Random,
    ) -> Result<(), Diag> {
        let RunEntry { segment, from_index, to_index, .. } = entry.run;
        let grid = self.grid(entry, segment)?;
        if let Effect::FactorOfStep(factor) = effect
            && factor != 0
        {
            let mut hulls = vec![grid.interval(from_index..to_index, PRECISION)];
            for (segment, inputs) in parts {
                hulls.push(self.grid(entry, *segment)?.interval(inputs.clone(), PRECISION));
            }
            let is_normal =
                |x: &Interval| normal_exponents(&self.claim.spec, x, &self.claim.output).is_some();
            if !hulls.iter().all(is_normal) {
                return Err(refuse(entry, "values that are no normal numbers do not scale"));
            }
        }
        let count = to_index - from_index;
        let between = (0..SAMPLES).map(|_| from_index + random.below(count));
        for index in [from_index, to_index - 1].into_iter().chain(between) {
            let x = grid.x(index);
            let representative = entry.relation.representative(&x);
            let moved = match effect {
                Effect::Factor(factor) => factor,
                Effect::Term(term) => {
                    self.even(entry, term, &x)?;
                    0
                }
                Effect::FactorOfStep(factor) => {
                    let steps = entry.relation.steps(&x).to_i64().unwrap_or(i64::MAX);
                    steps.saturating_mul(-i64::from(factor))
                }
            };
            let (own, other) = (self.exponents(&x), self.exponents(&representative));
            let (Some(own), Some(other)) = (own, other) else { continue };
            // A value next to a power of two may be on either side.
            // Where results overflow there are no breakpoints, which no factor makes.
            let most = self.claim.output.emax;
            if moved != 0 && (*own.end() > most || *other.end() > most) {
                return Err(refuse(entry, format!("the result at {} overflows", grid.hex(index))));
            }
            let fits = other
                .clone()
                .any(|there| own.clone().any(|here| i64::from(there) == i64::from(here) + moved));
            if !fits {
                return Err(refuse(
                    entry,
                    format!(
                        "breakpoints are not as far apart near {} as it needs",
                        grid.hex(index)
                    ),
                ));
            }
        }
        Ok(())
    }

    /// The exponents that the breakpoints around f(x) may be spaced by; `None` where f has no value, or is zero.
    fn exponents(&self, x: &Rational) -> Option<std::ops::RangeInclusive<i32>> {
        let prec = x.numer().significant_bits() + PRECISION;
        let (low, high) = match self.oracle.exact(x) {
            Some(value) if value.is_zero() => return None,
            Some(value) => (Float::with_val(prec, &value), Float::with_val(prec, &value)),
            None => self.oracle.value(x, prec).ok()?,
        };
        let (least, most) = self.oracle.exponents(&low, &high);
        let below = i32::from(least != most || self.oracle.is_power(&high, &low));
        let clamped = |e: i32| e.max(self.claim.output.emin);
        Some(clamped(least - below)..=clamped(most))
    }

    /// Checks that an integer that is added to f is an even multiple of the breakpoint spacing.
    fn even(&self, entry: &FollowEntry, term: i64, x: &Rational) -> Result<(), Diag> {
        let Some(exponents) = self.exponents(x) else { return Ok(()) };
        // A power of two is a breakpoint of both binades.
        let spacing = self.oracle.spacing(*exponents.start());
        match (Rational::from(term) >> (spacing + 1)).is_integer() {
            true => Ok(()),
            false => Err(refuse(entry, format!("{term} is not an even multiple of 2^{spacing}"))),
        }
    }

    /// Compares the findings of a run with what follows.
    fn findings(&self, entry: &FollowEntry, parts: &[Part]) -> Result<Findings, Diag> {
        let found = self.claim.found;
        let RunEntry { segment, from_index, to_index, .. } = entry.run;
        let own = from_index..to_index;
        self.once(entry)?;
        let mut all = Findings { listed: 0, exact_alone: 0 };
        for class in Class::ALL {
            let mut said = 0u128;
            for finding in slice(self.list(class), segment, &own) {
                self.goes_back(entry, finding, class)?;
                said += 1;
            }
            for run in found.runs.iter().map(|found| &found.run) {
                if run.segment == segment
                    && own.contains(&run.inputs.start)
                    && class_of(run.what) == class
                {
                    self.run_goes_back(entry, run)?;
                    said += u128::from(run.count());
                }
            }
            all.listed += said;
            said += match class {
                Class::Hard => entry.not_listed.cases,
                Class::Exact => entry.not_listed.exact_cases,
                Class::Unknown => entry.not_listed.unknown,
            };
            let Expected { alone, in_runs } = self.expected(entry, parts, class)?;
            if class == Class::Exact {
                all.exact_alone = alone;
            }
            let wanted = alone + in_runs;
            if said != wanted {
                let what = match class {
                    Class::Hard => "cases",
                    Class::Exact => "exact cases",
                    Class::Unknown => "undecided inputs",
                };
                return Err(refuse(entry, format!("{wanted} {what} follow, not {said}")));
            }
        }
        Ok(all)
    }

    /// The findings that are listed of a class.
    fn list(&self, class: Class) -> &[Finding] {
        let found = self.claim.found;
        match class {
            Class::Hard => &found.cases,
            Class::Exact => &found.exact,
            Class::Unknown => &found.unknown,
        }
    }

    /// Checks that no input of a run of cases is listed alone, too. That it is in no other run holds of all of them (`cases.rs`).
    fn once(&self, entry: &FollowEntry) -> Result<(), Diag> {
        let found = self.claim.found;
        let RunEntry { segment, from_index, to_index, .. } = entry.run;
        let is_own = |run: &&CaseRun| {
            run.segment == segment && (from_index..to_index).contains(&run.inputs.start)
        };
        let is_in = |run: &CaseRun, index: u64| {
            run.inputs.contains(&index) && (index - run.inputs.start).is_multiple_of(run.stride)
        };
        let is_listed_alone = |run: &&CaseRun| {
            let mut lists = [&found.cases, &found.exact, &found.unknown].into_iter();
            lists.any(|list| {
                slice(list, segment, &run.inputs).iter().any(|single| is_in(run, single.index))
            })
        };
        let mut runs = found.runs.iter().map(|found| &found.run).filter(is_own);
        match runs.find(is_listed_alone) {
            None => Ok(()),
            Some(run) => {
                let first = self.grid(entry, segment)?.hex(run.inputs.start);
                Err(refuse(entry, format!("inputs of the run from {first} are listed twice")))
            }
        }
    }

    /// Checks that the representative of a listed input is listed as the same.
    fn goes_back(&self, entry: &FollowEntry, finding: &Finding, class: Class) -> Result<(), Diag> {
        let x = self.tiling.number(&finding.x)?;
        let representative = entry.relation.representative(&x);
        let is_same = self.tiling.locate(&representative).is_some_and(|(segment, index)| {
            let kind = finding.verdict.kind();
            let single = slice(self.list(class), segment, &(index..index + 1));
            single.iter().any(|other| other.verdict.kind() == kind && alike(&other.verdict, class))
                || self
                    .claim
                    .found
                    .runs
                    .iter()
                    .any(|entry| holds(&entry.run, segment, index, class, kind))
        });
        match is_same {
            true => Ok(()),
            false => Err(refuse(
                entry,
                format!(
                    "{} is listed, but what stands for it is not listed as the same",
                    finding.x
                ),
            )),
        }
    }

    /// Checks that a run follows from one run: its ends and the one after the first do.
    fn run_goes_back(&self, entry: &FollowEntry, run: &CaseRun) -> Result<(), Diag> {
        let grid = self.grid(entry, run.segment)?;
        let last = run.inputs.start + (run.count() - 1) * run.stride;
        let second = (run.inputs.start + run.stride).min(last);
        let back = |index: u64| {
            let x = grid.x(index);
            (entry.relation.steps(&x), self.tiling.locate(&entry.relation.representative(&x)))
        };
        let (steps, first) = back(run.inputs.start);
        let others = [second, last].map(back);
        let is_same = first.is_some_and(|(segment, index)| {
            self.claim.found.runs.iter().map(|found| &found.run).any(|other| {
                other.what == run.what
                    && holds(other, segment, index, class_of(run.what), run.kind)
                    && others.iter().all(|(own, place)| {
                        *own == steps
                            && place.is_some_and(|(segment, index)| {
                                holds(other, segment, index, class_of(run.what), run.kind)
                            })
                    })
            })
        });
        match is_same {
            true => Ok(()),
            false => {
                let first = grid.hex(run.inputs.start);
                Err(refuse(entry, format!("the run from {first} does not follow from another")))
            }
        }
    }

    /// How many inputs of a run follow from the findings of a class.
    fn expected(
        &self,
        entry: &FollowEntry,
        parts: &[Part],
        class: Class,
    ) -> Result<Expected, Diag> {
        let RunEntry { segment, from_index, to_index, .. } = entry.run;
        if class == Class::Exact && self.by_formula.is_any() {
            // None is listed: what stands for an input is exact if it is.
            let alone = self.by_formula.of(segment, &(from_index..to_index));
            return Ok(Expected { alone, in_runs: 0 });
        }
        let grid = self.grid(entry, segment)?;
        let ends = [entry.run.from_index, entry.run.to_index - 1].map(|i| grid.x(i));
        let images = Images { relation: entry.relation, ends, unit: Rational::from(1) << grid.ulp };
        let mut sum = Expected { alone: 0, in_runs: 0 };
        for (segment, inputs) in parts {
            let own = self.grid(entry, *segment)?;
            for finding in slice(self.list(class), *segment, inputs) {
                sum.alone += images.count(&own.x(finding.index));
            }
            for run in self.claim.found.runs.iter().map(|found| &found.run) {
                if run.segment == *segment && class_of(run.what) == class {
                    let count = images.count_run(run, &own, inputs).ok_or_else(|| {
                        refuse(entry, "it follows from a run too often for that to be checked")
                    })?;
                    sum.in_runs += count;
                }
            }
        }
        Ok(sum)
    }
}

fn class_of(what: RunKind) -> Class {
    match what {
        RunKind::Hard { .. } => Class::Hard,
        RunKind::Exact => Class::Exact,
        RunKind::Unknown { .. } => Class::Unknown,
    }
}

fn alike(verdict: &Verdict, class: Class) -> bool {
    match verdict {
        Verdict::Hard { .. } => class == Class::Hard,
        Verdict::Exact(_) => class == Class::Exact,
        Verdict::Unknown(_) => class == Class::Unknown,
    }
}

/// Whether an input is one of a run of a class and a kind.
fn holds(run: &CaseRun, segment: usize, index: u64, class: Class, kind: CaseKind) -> bool {
    run.segment == segment
        && run.inputs.contains(&index)
        && (index - run.inputs.start).is_multiple_of(run.stride)
        && class_of(run.what) == class
        && run.kind == kind
}

/// The inputs of a run that numbers stand for.
struct Images {
    relation: Relation,
    /// The first and the last input of the run.
    ends: [Rational; 2],
    /// The distance between inputs of the run.
    unit: Rational,
}

impl Images {
    fn is_input(&self, x: &Rational) -> bool {
        self.ends[0] <= *x && *x <= self.ends[1] && Rational::from(x / &self.unit).is_integer()
    }

    /// How many inputs of the run a number stands for.
    fn count(&self, x: &Rational) -> u128 {
        match self.relation {
            Relation::Scaling { exponent, negates } => {
                let scaled = Rational::from(x >> exponent);
                u128::from(self.is_input(&if negates { -scaled } else { scaled }))
            }
            Relation::Translation { step, .. } => {
                let step = Rational::from(step);
                let Some((remainder, period)) = self.steps_on_grid(x, &step) else { return 0 };
                let below = |end: &Rational, less: u32| -> Integer {
                    // The numbers n = remainder + k·period, k an integer, with x + n·step at most an end, or below it.
                    let most = Rational::from(end - x) / &step;
                    let most = (most - &remainder) / &period;
                    let floor = most.clone().floor();
                    let is_end = most == floor && less > 0;
                    floor.into_numer_denom().0 - i32::from(is_end)
                };
                let count = below(&self.ends[1], 0) - below(&self.ends[0], 1);
                count.to_u128().unwrap_or(0)
            }
        }
    }

    /// The integers n for which x + n·step is a multiple of the unit: those that are r modulo p; `None` if there are none.
    fn steps_on_grid(&self, x: &Rational, step: &Rational) -> Option<(Integer, Integer)> {
        if self.unit <= 1 {
            // Integers are multiples of the unit.
            let is_one = Rational::from(x / &self.unit).is_integer();
            return is_one.then(|| (Integer::new(), Integer::from(1)));
        }
        // The unit is a power of two and an integer: so must x be, and modulo its common divisor with the step, 0.
        let (unit, step) = (self.unit.numer(), step.numer());
        let common = Integer::from(unit.gcd_ref(step));
        if !x.is_integer() || !x.numer().is_divisible(&common) {
            return None;
        }
        let period = Integer::from(unit / &common);
        if period == 1 {
            return Some((Integer::new(), period));
        }
        let inverse = Integer::from(step / &common).invert(&period).ok()?;
        let remainder = -(Integer::from(x.numer() / &common) * inverse);
        Some((remainder.div_rem_euc(period.clone()).1, period))
    }

    /// How many inputs of the run follow from the part of a run of cases that is among `within`; `None` if there are too many
    /// ways to look at.
    fn count_run(&self, run: &CaseRun, grid: &Segment, within: &Range<u64>) -> Option<u128> {
        let indices = run.inputs.start.max(within.start)..run.inputs.end.min(within.end);
        if indices.is_empty() {
            return Some(0);
        }
        let skipped = (indices.start - run.inputs.start).div_ceil(run.stride);
        let first = run.inputs.start + skipped * run.stride;
        if first >= indices.end {
            return Some(0);
        }
        let last = first + (indices.end - 1 - first) / run.stride * run.stride;
        let apart = Rational::from(run.stride) << grid.ulp;
        let [low, high] = [first, last].map(|i| grid.x(i));
        match self.relation {
            Relation::Scaling { exponent, negates } => {
                let image = |x: &Rational| {
                    let scaled = Rational::from(x >> exponent);
                    if negates { -scaled } else { scaled }
                };
                let apart = Rational::from(&apart >> exponent);
                Some(self.among(image(&low), image(&high), &apart))
            }
            Relation::Translation { step, .. } => {
                // Only multiples of what the grid and the steps have in common can be moved to the grid.
                let common = match self.unit <= 1 {
                    true => self.unit.clone(),
                    false => Rational::from(Integer::from(
                        self.unit.numer().gcd_ref(&Integer::from(step)),
                    )),
                };
                let whole = Images {
                    relation: self.relation,
                    ends: [low.clone(), high.clone()],
                    unit: common,
                };
                if whole.among(low.clone(), high.clone(), &apart) == 0 {
                    return Some(0);
                }
                let step = Rational::from(step);
                let steps = |end: &Rational, from: &Rational| {
                    (Rational::from(end - from) / &step).floor().into_numer_denom().0
                };
                let least = steps(&self.ends[0], &high);
                let most = steps(&self.ends[1], &low) + 1u32;
                let copies =
                    Integer::from(&most - &least).to_u64().filter(|n| *n <= MOST_COPIES)?;
                let mut sum = 0;
                for n in 0..=copies {
                    let moved = Rational::from(Integer::from(&least + n)) * &step;
                    sum += self.among(Rational::from(&low + &moved), moved + &high, &apart);
                }
                Some(sum)
            }
        }
    }

    /// How many of the numbers from one to another, equally far apart, are inputs of the run.
    fn among(&self, a: Rational, b: Rational, apart: &Rational) -> u128 {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        // Both distances are powers of two, or one power of two times 2: the larger is a multiple of the smaller.
        let (coarse, fine) = match *apart >= self.unit {
            true => (apart, &self.unit),
            false => (&self.unit, apart),
        };
        let offset = Rational::from(&low / fine);
        let anchor = match *apart >= self.unit {
            // All or none of them are on the grid.
            true if offset.is_integer() => low.clone(),
            true => return 0,
            // The first multiple of the unit, if it is one of them.
            false => Rational::from(&low / coarse).ceil() * coarse,
        };
        if !(Rational::from(&anchor - &low) / fine).is_integer() && *apart < self.unit {
            return 0;
        }
        let from = if anchor >= self.ends[0] {
            anchor
        } else {
            let missing = Rational::from(&self.ends[0] - &anchor) / coarse;
            missing.ceil() * coarse + anchor
        };
        let to = if high < self.ends[1] { &high } else { &self.ends[1] };
        if from > *to {
            return 0;
        }
        let count = (Rational::from(to - &from) / coarse).floor().into_numer_denom().0 + 1u32;
        count.to_u128().unwrap_or(0)
    }
}
