//! Checks that the counts fit together: exactly where they must, and with sufficient probability where chance decides.

use super::claim::Claim;
use super::lie;
use super::tiling::{Kind, Portion, Tiling};
use crate::certificate::{FoundEntry, InverseEntry, PLANTED, RunEntry, SpanEntry, UnitEntry};
use rug::Float;
use std::collections::BTreeSet;
use tmd_base::diag::Diag;
use tmd_cases::findings::{Finding, Sorted};
use tmd_design::design::{Check, KernelPlan};
use tmd_functions::language::{Expr, ExprKind};
use tmd_request::request::Rounding;

/// The probability that an honest certificate is refused for its counts, if values are random.
const UNLIKELY: f64 = 1e-9;
/// Values are not quite random: they may give this much less than chance. On spans that bend so much, what is lost around
/// simple slopes is less.
const FEWER_CASES: f64 = 0.875;
/// The same share for survivors: intervals of steep progressions are not like random numbers.
const FEWER_SURVIVORS: f64 = 0.25;
/// Spans on which g bends by less over all are not taken for random.
const BENT: f64 = 4096.0;

/// The counts of the stages.
struct Counted<'a> {
    tested: &'a [u64],
    survivors: &'a [u64],
    candidates: u64,
    direct: u64,
}

/// Checks the counts of all, and of each unit.
pub(crate) fn check(claim: &Claim<'_>, tiling: &Tiling<'_>) -> Result<String, Diag> {
    let cert = claim.cert;
    let checker = Checker { claim, tiling };
    let counted = Counted {
        tested: &cert.tested,
        survivors: &cert.survivors,
        candidates: cert.candidates,
        direct: cert.examined_directly,
    };
    let searched = tiling.searched(claim);
    checker.counts("in all", &counted, &searched)?;
    for (number, unit) in cert.units.iter().enumerate() {
        checker.unit(number, unit)?;
    }
    checker.sums()?;
    let likely = checker.chance()?;
    Ok(format!("the number of parts tested is consistent with the inputs at every stage; {likely}"))
}

struct Checker<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
}

/// Inputs of a span that a kernel searched.
struct Searched<'a> {
    portion: &'a Portion,
    index: usize,
    span: &'a SpanEntry,
    kernel: &'a KernelPlan,
}

impl<'a> Checker<'a> {
    fn searched(&self, portions: &'a [Portion]) -> Vec<Searched<'a>>
    where
        Self: 'a,
    {
        let cert = self.claim.cert;
        let of = |portion: &'a Portion| match self.tiling.spans[portion.span].kind {
            Kind::Search(index) => {
                let span = &cert.spans[index];
                Some(Searched { portion, index, span, kernel: &cert.kernels[span.kernel] })
            }
            _ => None,
        };
        portions.iter().filter_map(of).collect()
    }

    /// Compares what was counted with what the inputs imply.
    fn counts(&self, place: &str, counted: &Counted<'_>, runs: &[RunEntry]) -> Result<(), Diag> {
        let portions = self.tiling.portions(runs);
        let checker = Checker { claim: self.claim, tiling: self.tiling };
        let searched = checker.searched(&portions);
        let refuse = |why: String| Err(lie(format!("counts {place}: {why}")));
        let stages = searched.iter().map(|s| s.kernel.stages.len()).max().unwrap_or(0);
        let Counted { candidates, direct, .. } = *counted;
        let told = (counted.tested.len(), counted.survivors.len());
        if told.0 != told.1 || told.0 > stages {
            return refuse(format!(
                "{} and {} stages are stated, but the kernels have {stages}",
                told.0, told.1
            ));
        }
        // Stages that nothing came to are not told.
        let padded = |numbers: &[u64]| -> Vec<u64> {
            numbers.iter().copied().chain(std::iter::repeat(0)).take(stages).collect()
        };
        let (tested, survivors) = (&padded(counted.tested)[..], &padded(counted.survivors)[..]);
        let counted = &Counted { tested, survivors, candidates, direct };
        let first: u128 = searched.iter().map(tested_first).sum();
        if let Some(&said) = tested.first()
            && u128::from(said) != first
        {
            return refuse(format!(
                "{said} parts are said to be tested in stage 0; the inputs that were covered have {first}"
            ));
        }
        for stage in 0..stages {
            if survivors[stage] > tested[stage] {
                return refuse(format!(
                    "{} of {} parts are said to survive stage {stage}",
                    survivors[stage], tested[stage]
                ));
            }
            let next: BTreeSet<Option<u64>> = searched
                .iter()
                .map(|s| s.kernel.stages.get(stage + 1).map(|next| next.parts))
                .collect();
            let most = next.iter().flatten().max().copied().unwrap_or(0);
            let least = if next.contains(&None) {
                0
            } else {
                next.iter().flatten().min().copied().unwrap_or(0)
            };
            let Some(&after) = tested.get(stage + 1) else { continue };
            let between = u128::from(survivors[stage]) * u128::from(least)
                ..=u128::from(survivors[stage]) * u128::from(most);
            if !between.contains(&u128::from(after)) {
                return refuse(format!(
                    "{} parts survived stage {stage}, of {most} inputs or parts each, but {after} are said to be tested in stage {}",
                    survivors[stage],
                    stage + 1
                ));
            }
        }
        let all_end_here = searched.iter().all(|s| s.kernel.stages.len() == stages);
        let last = survivors.last().copied().unwrap_or(0);
        let sum: u64 = survivors.iter().fold(0, |sum, n| sum.saturating_add(*n));
        if (all_end_here && candidates != last) || candidates < last || candidates > sum {
            return refuse(format!(
                "{candidates} candidates are stated, but {last} inputs survived the last stage"
            ));
        }
        self.found(place, counted, &searched)?;
        let examined: u64 = portions
            .iter()
            .filter(|portion| matches!(self.tiling.spans[portion.span].kind, Kind::Direct(_)))
            .map(|portion| portion.inputs.end - portion.inputs.start)
            .sum();
        match direct == examined {
            true => Ok(()),
            false => refuse(format!(
                "{direct} inputs are said to be examined directly; of those that were covered {examined} are"
            )),
        }
    }

    /// Every finding of a kernel survived all stages.
    fn found(
        &self,
        place: &str,
        counted: &Counted<'_>,
        searched: &[Searched<'_>],
    ) -> Result<(), Diag> {
        let mut inputs: BTreeSet<(usize, u64)> = BTreeSet::new();
        let mut parts: Vec<BTreeSet<(usize, u64)>> = vec![BTreeSet::new(); counted.survivors.len()];
        for Searched { portion, index, span, kernel } in searched {
            let run = &span.run;
            for finding in within(self.claim.found, run.segment, &portion.inputs) {
                inputs.insert((finding.segment, finding.index));
                for (set, stage) in parts.iter_mut().zip(&kernel.stages) {
                    // A search begins anew where its portion does.
                    set.insert((
                        *index,
                        (finding.index - portion.inputs.start) / stage.part_inputs,
                    ));
                }
            }
        }
        if counted.candidates < inputs.len() as u64 {
            return Err(lie(format!(
                "counts {place}: {} candidates are stated, fewer than the {} findings of the kernels",
                counted.candidates,
                inputs.len()
            )));
        }
        for (stage, (set, survivors)) in parts.iter().zip(counted.survivors).enumerate() {
            if *survivors < set.len() as u64 {
                return Err(lie(format!(
                    "counts {place}: {survivors} parts are said to survive stage {stage}, fewer than the {} with findings",
                    set.len()
                )));
            }
        }
        Ok(())
    }

    fn unit(&self, number: usize, unit: &UnitEntry) -> Result<(), Diag> {
        let place = format!("of unit {number}");
        let counted = Counted {
            tested: &unit.tested,
            survivors: &unit.survivors,
            candidates: unit.candidates,
            direct: unit.examined_directly,
        };
        self.counts(&place, &counted, &unit.runs)?;
        let portions = self.tiling.portions(&unit.runs);
        let checker = Checker { claim: self.claim, tiling: self.tiling };
        let kernels: BTreeSet<usize> =
            checker.searched(&portions).iter().map(|searched| searched.span.kernel).collect();
        let canaries = kernels.len() as u64 * PLANTED;
        if unit.canaries != canaries {
            return Err(lie(format!(
                "unit {number} is said to have found {} planted cases; {canaries} are planted in it",
                unit.canaries
            )));
        }
        let found = self.claim.found;
        let among = |list: &[Finding]| -> usize {
            unit.runs
                .iter()
                .map(|run| slice(list, run.segment, &(run.from_index..run.to_index)).len())
                .sum()
        };
        let mut inverse = InverseEntry::default();
        for run in &unit.runs {
            let own = slice(&found.inverse, run.segment, &(run.from_index..run.to_index));
            inverse.add(&InverseEntry::of(&Sorted::of(own)));
        }
        let begins = |run: &&crate::certificate::FoundRun| {
            let at = (run.run.segment, run.run.inputs.start);
            unit.runs
                .iter()
                .any(|own| own.segment == at.0 && (own.from_index..own.to_index).contains(&at.1))
        };
        let pairs = [
            ("cases", unit.cases, among(&found.cases)),
            ("exact cases", unit.exact_cases, among(&found.exact)),
            ("undecided inputs", unit.unknown, among(&found.unknown)),
            ("cases of the inverse", unit.inverse.cases, inverse.cases),
            ("exact cases of the inverse", unit.inverse.exact_cases, inverse.exact_cases),
            ("undecided inputs of the inverse", unit.inverse.unknown, inverse.unknown),
            ("runs of cases", unit.case_runs, found.runs.iter().filter(begins).count()),
        ];
        match pairs.into_iter().find(|(_, said, listed)| said != listed) {
            None => Ok(()),
            Some((what, said, listed)) => Err(lie(format!(
                "unit {number} is said to have {said} {what}; {listed} of those listed are in it"
            ))),
        }
    }

    /// The counts of all are the sums of the units'.
    fn sums(&self) -> Result<(), Diag> {
        let cert = self.claim.cert;
        if cert.units.is_empty() {
            return Ok(());
        }
        let candidates = cert.units.iter().map(|unit| unit.candidates);
        let candidates = candidates.fold(0, u64::saturating_add);
        match (
            by_stage(cert.units.iter().map(|unit| &unit.tested)) == cert.tested,
            by_stage(cert.units.iter().map(|unit| &unit.survivors)) == cert.survivors,
            candidates == cert.candidates,
        ) {
            (true, true, true) => Ok(()),
            _ => Err(lie("the counts in all are not the sums of the units'")),
        }
    }

    /// Checks that the numbers of cases and survivors are not improbably small, in all and on each span. Only spans on
    /// which g bends much are taken for random, and no algebraic functions, nor what rests on the list of another one: log2
    /// has the same significands in many binades. Too many are no lie: each case that is
    /// listed has been judged, and families of cases that chance does not make are honest.
    fn chance(&self) -> Result<String, Diag> {
        let (cert, request) = (self.claim.cert, &self.claim.request);
        if !is_transcendental(&self.claim.spec.expr) {
            return Ok("nothing is random about an algebraic function".into());
        }
        let portions = self.tiling.portions(&self.tiling.searched(self.claim));
        let checker = Checker { claim: self.claim, tiling: self.tiling };
        let searched: Vec<_> =
            checker.searched(&portions).into_iter().filter(Searched::is_random).collect();
        let midpoints = request.with_inverse && request.rounding != Rounding::Directed;
        let halves = i32::from(request.rounding == Rounding::Nearest) + i32::from(midpoints);
        let density = 2f64.powi(1 - self.claim.bits as i32 - halves);
        let cases = |one: &Searched<'_>| {
            slice(&self.claim.found.cases, one.span.run.segment, &one.portion.inputs).len() as f64
        };
        // One test in all, one of survivors, one of each span: together they refuse as seldom as one.
        let unlikely = UNLIKELY / (searched.len() as f64 + 2.0);
        for one in &searched {
            let place = format!("cases from {} to {}", one.span.run.first, one.span.run.last);
            plausible(&place, cases(one), one.inputs() * density, FEWER_CASES, unlikely)?;
        }
        let counted: f64 = searched.iter().map(cases).sum();
        let expected = searched.iter().map(Searched::inputs).sum::<f64>() * density;
        plausible("cases", counted, expected, FEWER_CASES, unlikely)?;
        if let Some(&survivors) = cert.survivors.first() {
            let least = searched.iter().map(expected_survivors).sum();
            let what = "survivors of stage 0";
            plausible(what, survivors as f64, least, FEWER_SURVIVORS, unlikely)?;
        }
        Ok(match expected >= 1.0 {
            true => format!("{counted} cases where chance gives {expected:.0}"),
            false => "too few random inputs for chance to tell".into(),
        })
    }
}

impl Searched<'_> {
    fn inputs(&self) -> f64 {
        (self.portion.inputs.end - self.portion.inputs.start) as f64
    }

    /// Whether g bends so much that its fractions can be taken for random.
    fn is_random(&self) -> bool {
        let count = self.inputs();
        self.span.model.least_curvature.is_some_and(|least| least * count * count >= BENT)
    }
}

/// The sums of the units' counts, stage by stage.
fn by_stage<'a>(units: impl Iterator<Item = &'a Vec<u64>>) -> Vec<u64> {
    let mut sums: Vec<u64> = vec![];
    for counts in units {
        sums.resize(sums.len().max(counts.len()), 0);
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum = sum.saturating_add(*count);
        }
    }
    sums
}

/// Parts that stage 0 tests, block by block, domain by domain.
fn tested_first(searched: &Searched<'_>) -> u128 {
    let Searched { portion, span, kernel, .. } = searched;
    let Some(stage) = kernel.stages.first() else { return 0 };
    let (domain, block, item) =
        (span.model.domain_inputs, kernel.block_inputs, stage.item_inputs());
    let items = |inputs: u64| -> u128 {
        u128::from(inputs / block) * u128::from(block.div_ceil(item))
            + u128::from((inputs % block).div_ceil(item))
    };
    let count = portion.inputs.end - portion.inputs.start;
    let all = u128::from(count / domain) * items(domain) + items(count % domain);
    all * u128::from(stage.parts)
}

/// The number of parts that survive a perfect test of stage 0 if values are random.
fn expected_survivors(searched: &Searched<'_>) -> f64 {
    let count = searched.inputs();
    let Some(stage) = searched.kernel.stages.first() else { return 0.0 };
    let epsilon = match &stage.check {
        Check::Exists { test, threshold } => {
            *threshold as f64 * 2f64.powi(-1 - test.word.bits() as i32)
        }
        Check::Arcs(arcs) => arcs.epsilon(),
        Check::Compare { threshold } => {
            threshold.last().map_or(0.0, |top| *top as f64 * 2f64.powi(-65))
        }
    };
    let length = stage.part_inputs as f64;
    count / length * (1.0 - (-2.0 * length * epsilon).exp())
}

/// Refuses a count that is so small as chance, which gives `share` of what is expected or more, makes it with a
/// probability below `unlikely`.
fn plausible(
    what: &str,
    counted: f64,
    expected: f64,
    share: f64,
    unlikely: f64,
) -> Result<(), Diag> {
    let probability = at_most(counted, share * expected);
    match probability < unlikely {
        false => Ok(()),
        true => Err(lie(format!(
            "{counted} {what} are stated where chance gives {expected:.0}: it gives so few with probability {probability:.0e}"
        ))),
    }
}

/// An upper bound on the probability that a Poisson variable is at most `count`: its terms from there downwards fall
/// faster than those of a geometric series, p(c)·μ/(μ - c) in all.
fn at_most(count: f64, mean: f64) -> f64 {
    if count >= mean {
        return 1.0;
    }
    let log_factorial = Float::with_val(96, count + 1.0).ln_gamma();
    let log = Float::with_val(96, mean).ln() * count - mean - log_factorial;
    let log = log.to_f64() - (-count / mean).ln_1p();
    log.exp().min(1.0)
}

/// Whether some part of the function is neither a root nor a power.
fn is_transcendental(expr: &Expr) -> bool {
    let algebraic = ["sqrt", "rsqrt", "cbrt"];
    let own = matches!(&expr.kind, ExprKind::Apply(function, a)
        if !algebraic.contains(&function.name) && a.find_x().is_some());
    own || expr.children().any(is_transcendental)
}

/// The findings of a list at some inputs of a segment.
pub fn slice<'a>(
    list: &'a [Finding],
    segment: usize,
    inputs: &std::ops::Range<u64>,
) -> &'a [Finding] {
    let start = list.partition_point(|f| (f.segment, f.index) < (segment, inputs.start));
    let end = list.partition_point(|f| (f.segment, f.index) < (segment, inputs.end));
    list.get(start..end).unwrap_or_default()
}

/// All findings at some inputs of a segment.
pub fn within<'a>(
    found: &'a FoundEntry,
    segment: usize,
    inputs: &std::ops::Range<u64>,
) -> impl Iterator<Item = &'a Finding> + use<'a> {
    let lists = [&found.cases, &found.exact, &found.unknown, &found.inverse];
    let inputs = inputs.clone();
    lists.into_iter().flat_map(move |list| slice(list, segment, &inputs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlikely_counts_are_refused_and_likely_ones_are_not() {
        let test = |counted, expected| plausible("cases", counted, expected, FEWER_CASES, UNLIKELY);
        for (counted, expected) in [
            (256.0, 243.0),
            (200.0, 256.0),
            (150.0, 256.0),
            (0.0, 5.0),
            (3.0, 0.1),
            (0.0, 0.0),
            // Families of cases that chance does not make.
            (623.0, 0.0),
            (2000.0, 243.0),
        ] {
            assert_eq!(test(counted, expected), Ok(()), "{counted} of {expected}");
        }
        for (counted, expected) in [(0.0, 243.0), (80.0, 256.0), (120.0, 256.0), (0.0, 24.0)] {
            assert!(test(counted, expected).is_err(), "{counted} of {expected}");
        }
    }

    /// The bound of the tail beside the tail itself, term by term.
    #[test]
    fn the_bound_of_the_tail_is_one_and_is_close() {
        for mean in [0.5f64, 3.0, 50.0, 243.0, 600.0] {
            for count in 0..600 {
                let mut term = (-mean).exp();
                let mut tail = term;
                for i in 1..=count {
                    term *= mean / f64::from(i);
                    tail += term;
                }
                let bound = at_most(f64::from(count), mean);
                assert!(bound >= tail * (1.0 - 1e-9) && bound <= 1.0, "{count} of {mean}");
                if f64::from(count) < mean / 2.0 {
                    assert!(bound <= 2.0 * tail, "{count} of {mean}: {bound}, {tail}");
                }
            }
        }
        assert_eq!(at_most(0.0, 0.0), 1.0);
        assert!(at_most(1e15, 2e15) < 1e-300);
    }
}
