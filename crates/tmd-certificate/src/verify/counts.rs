//! Checks that the counts fit together, exactly. What chance says of them: `chance`.

use super::claim::Claim;
use super::lie;
use super::roots;
use super::tiling::{Kind, Portion, Tiling};
use crate::certificate::{FoundEntry, InverseEntry, PLANTED, RunEntry, SpanEntry, UnitEntry};
use std::collections::BTreeSet;
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_cases::findings::{Finding, Sorted};
use tmd_design::design::KernelPlan;

/// The counts of the stages.
struct Counted<'a> {
    tested: &'a [u64],
    survivors: &'a [u64],
    candidates: u64,
    direct: u64,
}

/// Checks the counts of all, and of each unit.
pub(crate) fn check(
    claim: &Claim<'_>,
    tiling: &Tiling<'_>,
    by_formula: &roots::Counted<'_>,
) -> Result<String, Diag> {
    let cert = claim.cert;
    let checker = Checker { claim, tiling, by_formula };
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
    Ok("the number of parts tested is consistent with the inputs at every stage".into())
}

struct Checker<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    by_formula: &'a roots::Counted<'a>,
}

/// Inputs of a span that a kernel searched.
#[derive(Clone)]
pub(super) struct Searched<'a> {
    pub(super) inputs: Range<u64>,
    pub(super) index: usize,
    pub(super) span: &'a SpanEntry,
    pub(super) kernel: &'a KernelPlan,
}

/// What kernels searched of some inputs, which are cut where spans end.
pub(super) fn searched<'a>(
    claim: &Claim<'a>,
    tiling: &Tiling<'_>,
    portions: &[Portion],
) -> Vec<Searched<'a>> {
    let cert = claim.cert;
    let of = |portion: &Portion| match tiling.spans[portion.span].kind {
        Kind::Search(index) => {
            let (inputs, span) = (portion.inputs.clone(), &cert.spans[index]);
            Some(Searched { inputs, index, span, kernel: &cert.kernels[span.kernel] })
        }
        _ => None,
    };
    portions.iter().filter_map(of).collect()
}

impl Checker<'_> {
    /// Compares what was counted with what the inputs imply.
    fn counts(&self, place: &str, counted: &Counted<'_>, runs: &[RunEntry]) -> Result<(), Diag> {
        let portions = self.tiling.portions(runs);
        let searched = searched(self.claim, self.tiling, &portions);
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
        // Those that a formula counts, and parts with some of them.
        let mut not_listed = 0;
        let mut with_exact = vec![0; parts.len()];
        for Searched { inputs: own, index, span, kernel } in searched {
            let run = &span.run;
            not_listed += self.by_formula.of(run.segment, own);
            for (count, stage) in with_exact.iter_mut().zip(&kernel.stages) {
                *count += self.by_formula.parts(run.segment, own, stage.part_inputs);
            }
            for finding in within(self.claim.found, run.segment, own) {
                inputs.insert((finding.segment, finding.index));
                for (set, stage) in parts.iter_mut().zip(&kernel.stages) {
                    // A search begins anew where its portion does.
                    set.insert((*index, (finding.index - own.start) / stage.part_inputs));
                }
            }
        }
        let found = not_listed.saturating_add(inputs.len() as u128);
        if u128::from(counted.candidates) < found {
            return Err(lie(format!(
                "counts {place}: {} candidates are stated, fewer than the {found} findings of the kernels",
                counted.candidates
            )));
        }
        for (stage, (set, survivors)) in parts.iter().zip(counted.survivors).enumerate() {
            let found = with_exact[stage].max(set.len() as u128);
            if u128::from(*survivors) < found {
                return Err(lie(format!(
                    "counts {place}: {survivors} parts are said to survive stage {stage}, fewer than the {found} with findings"
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
        let kernels: BTreeSet<usize> = searched(self.claim, self.tiling, &portions)
            .iter()
            .map(|searched| searched.span.kernel)
            .collect();
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
        let by_formula = self.by_formula.searched(&unit.runs).to_usize().unwrap_or(usize::MAX);
        let exact = among(&found.exact).saturating_add(by_formula);
        let pairs = [
            ("cases", unit.cases, among(&found.cases)),
            ("exact cases", unit.exact_cases, exact),
            ("undecided inputs", unit.unknown, among(&found.unknown)),
            ("cases of the inverse", unit.inverse.cases, inverse.cases),
            ("exact cases of the inverse", unit.inverse.exact_cases, inverse.exact_cases),
            ("undecided inputs of the inverse", unit.inverse.unknown, inverse.unknown),
            ("runs of cases", unit.case_runs, found.runs.iter().filter(begins).count()),
        ];
        match pairs.into_iter().find(|(_, said, listed)| said != listed) {
            None => Ok(()),
            Some((what, said, listed)) => Err(lie(format!(
                "unit {number} is said to have {said} {what}; {listed} of those listed or counted are in it"
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
    let Searched { inputs: own, span, kernel, .. } = searched;
    let Some(stage) = kernel.stages.first() else { return 0 };
    let (domain, block, item) =
        (span.model.domain_inputs, kernel.block_inputs, stage.item_inputs());
    let items = |inputs: u64| -> u128 {
        u128::from(inputs / block) * u128::from(block.div_ceil(item))
            + u128::from((inputs % block).div_ceil(item))
    };
    let count = own.end - own.start;
    let all = u128::from(count / domain) * items(domain) + items(count % domain);
    all * u128::from(stage.parts)
}

/// The findings of a list at some inputs of a segment.
pub fn slice<'a>(list: &'a [Finding], segment: usize, inputs: &Range<u64>) -> &'a [Finding] {
    let start = list.partition_point(|f| (f.segment, f.index) < (segment, inputs.start));
    let end = list.partition_point(|f| (f.segment, f.index) < (segment, inputs.end));
    list.get(start..end).unwrap_or_default()
}

/// All findings at some inputs of a segment.
pub fn within<'a>(
    found: &'a FoundEntry,
    segment: usize,
    inputs: &Range<u64>,
) -> impl Iterator<Item = &'a Finding> + use<'a> {
    let lists = [&found.cases, &found.exact, &found.unknown, &found.inverse];
    let inputs = inputs.clone();
    lists.into_iter().flat_map(move |list| slice(list, segment, &inputs))
}
