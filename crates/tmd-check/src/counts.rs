//! The counts: exactly what the inputs imply.

use crate::bounds::Check;
use crate::cases::{Finding, Found, counted, within};
use crate::json::Value;
use crate::request::Request;
use crate::searched::{Searched, Searches};
use crate::stop::Checked;
use crate::tiling::{Run, Tiling, Work};
use rug::Integer;
use std::collections::BTreeSet;

/// Cases that are planted for each kernel of a unit.
const PLANTED: u64 = 32;

/// What the counts are compared with.
pub(crate) struct Counts<'a> {
    pub(crate) request: &'a Request,
    pub(crate) tiling: &'a Tiling,
    pub(crate) searches: &'a Searches,
    pub(crate) found: &'a Found,
}

impl<'a> Counts<'a> {
    fn searched(&self, runs: &[Run]) -> Vec<(Run, &'a Searched)> {
        let portions = self.tiling.portions(runs).into_iter();
        let of = |(run, work)| match work {
            Work::Search(index) => Some((run, &self.searches.spans[index])),
            _ => None,
        };
        portions.filter_map(of).collect()
    }

    /// Checks everything.
    pub(crate) fn check(&self, certificate: &Value<'_>) -> Checked<()> {
        self.stages("in all", certificate, &self.tiling.covered)?;
        let units = certificate.at("units")?.list()?;
        let mut sums: [Vec<u64>; 2] = Default::default();
        let mut candidates = 0u64;
        for (unit, runs) in units.iter().zip(&self.tiling.units) {
            self.unit(unit, runs)?;
            candidates = candidates.saturating_add(unit.int_at("candidates")?);
            for (sum, name) in sums.iter_mut().zip(["tested", "survivors"]) {
                let own = integers(unit.at(name)?)?;
                sum.resize(sum.len().max(own.len()), 0);
                sum.iter_mut().zip(own).for_each(|(sum, n)| *sum = sum.saturating_add(n));
            }
        }
        let [tested, survivors] = sums;
        let same = units.is_empty()
            || (tested == integers(certificate.at("tested")?)?
                && survivors == integers(certificate.at("survivors")?)?
                && candidates == certificate.int_at::<u64>("candidates")?);
        ensure!(same, "the counts in all are not the sums of the units'")
    }

    /// Parts tested, survivors and candidates must follow from the inputs, and hold the findings.
    fn stages(&self, place: &str, entry: &Value<'_>, runs: &[Run]) -> Checked<()> {
        // What rests on a list was not tested.
        let searched = self.searched(&self.tiling.walked(runs));
        let kernel = |span: &Searched| &self.searches.kernels[span.kernel].stages;
        let stages = searched.iter().map(|(_, span)| kernel(span).len()).max().unwrap_or(0);
        let (mut tested, mut survivors) =
            (integers(entry.at("tested")?)?, integers(entry.at("survivors")?)?);
        let candidates: u64 = entry.int_at("candidates")?;
        ensure!(
            tested.len() == survivors.len() && tested.len() <= stages,
            "{place}: too many stages"
        )?;
        // Stages that nothing came to are not told.
        tested.resize(stages, 0);
        survivors.resize(stages, 0);
        let first: u128 = searched.iter().map(|(run, span)| self.first_parts(run, span)).sum();
        let is_first = tested.first().is_none_or(|n| u128::from(*n) == first);
        ensure!(is_first, "{place}: {first} parts are tested in stage 0, other than is said")?;
        for stage in 0..stages {
            ensure!(
                survivors[stage] <= tested[stage],
                "{place}: more survive stage {stage} than are tested"
            )?;
            let next = |(_, span): &(Run, &Searched)| {
                kernel(span).get(stage + 1).map_or(0, |next| next.parts)
            };
            let Some(after) = tested.get(stage + 1) else { continue };
            let parts = searched.iter().map(next);
            let (least, most) = (parts.clone().min().unwrap_or(0), parts.max().unwrap_or(0));
            let from = |parts: u64| u128::from(survivors[stage]) * u128::from(parts);
            let fits = (from(least)..=from(most)).contains(&u128::from(*after));
            ensure!(
                fits,
                "{place}: {after} parts of stage {} do not follow from the survivors",
                stage + 1
            )?;
        }
        let last = survivors.last().copied().unwrap_or(0);
        let all_end = searched.iter().all(|(_, span)| kernel(span).len() == stages);
        let sum = survivors.iter().fold(0u64, |sum, n| sum.saturating_add(*n));
        let fits = (!all_end || candidates == last) && (last..=sum).contains(&candidates);
        ensure!(fits, "{place}: {candidates} candidates do not follow from the survivors")?;
        let mut parts = vec![BTreeSet::new(); stages + 1];
        for (run, span) in &searched {
            for list in [&self.found.own, &self.found.inverse] {
                for Finding { at, .. } in within(list, run.segment, &run.inputs) {
                    parts[stages].insert((run.segment, run.inputs.start, at.1));
                    // Kernels begin where the run does, which need not be a multiple of parts from where its span does.
                    for (set, stage) in parts.iter_mut().zip(kernel(span)) {
                        let part = (at.1 - run.inputs.start) / stage.part_inputs;
                        set.insert((run.segment, run.inputs.start, part));
                    }
                }
            }
        }
        let counts = survivors.iter().chain([&candidates]);
        let few = parts.iter().zip(counts).find(|(set, count)| (set.len() as u64) > **count);
        ensure!(few.is_none(), "{place}: fewer survive than there are parts with findings")?;
        self.exact(place, &searched, &survivors, candidates - parts[stages].len() as u64)?;
        let portions = self.tiling.portions(runs);
        let direct = portions.iter().filter(|(_, work)| matches!(work, Work::Direct(_)));
        let direct: u64 = direct.map(|(run, _)| run.count()).sum();
        ensure!(
            direct == entry.int_at::<u64>("examined_directly")?,
            "{place}: {direct} inputs are examined directly"
        )
    }

    /// Exact cases that are counted and not listed survive, too: each is a candidate, besides the findings that are listed.
    fn exact(
        &self,
        place: &str,
        searched: &[(Run, &Searched)],
        survivors: &[u64],
        candidates: u64,
    ) -> Checked<()> {
        let Some(roots) = self.request.roots else { return Ok(()) };
        let mut parts = vec![Integer::new(); survivors.len()];
        let mut all = Integer::new();
        for (run, span) in searched {
            let segment = &self.request.segments[run.segment];
            all += roots.of(segment, &run.inputs);
            let stages = &self.searches.kernels[span.kernel].stages;
            for (count, stage) in parts.iter_mut().zip(stages) {
                *count += roots.parts(segment, &run.inputs, stage.part_inputs);
            }
        }
        let is_few = parts.iter().zip(survivors).any(|(count, survivors)| count > survivors);
        ensure!(
            !is_few && all <= candidates,
            "{place}: fewer survive than there are parts with exact cases"
        )
    }

    /// Parts that stage 0 tests, block by block, domain by domain.
    fn first_parts(&self, run: &Run, span: &Searched) -> u128 {
        let stage = &self.searches.kernels[span.kernel].stages[0];
        let (block, item) = (span.model.block_inputs, stage.parts * stage.part_inputs);
        let items = |inputs: u64| {
            u128::from(inputs / block) * u128::from(block.div_ceil(item))
                + u128::from((inputs % block).div_ceil(item))
        };
        let (count, domain) = (run.count(), span.model.domain_inputs);
        (u128::from(count / domain) * items(domain) + items(count % domain))
            * u128::from(stage.parts)
    }

    fn unit(&self, unit: &Value<'_>, runs: &[Run]) -> Checked<()> {
        let place = format!("unit {}", unit.int_at::<u64>("number")?);
        self.stages(&place, unit, runs)?;
        let kernels: BTreeSet<usize> =
            self.searched(runs).iter().map(|(_, span)| span.kernel).collect();
        let canaries = kernels.len() as u64 * PLANTED;
        ensure!(
            unit.int_at::<u64>("canaries")? == canaries,
            "{place}: {canaries} cases are planted in it"
        )?;
        let own = |list: &[Finding]| -> Vec<Finding> {
            runs.iter().flat_map(|run| within(list, run.segment, &run.inputs)).cloned().collect()
        };
        let begins = |run: &&crate::cases::CaseRun| {
            let is_in =
                |own: &Run| own.segment == run.segment && own.inputs.contains(&run.inputs.start);
            runs.iter().any(is_in)
        };
        let case_runs = self.found.runs.iter().filter(begins).count();
        ensure!(
            unit.int_at::<usize>("case_runs")? == case_runs,
            "{place}: it has {case_runs} runs of cases"
        )?;
        for (entry, list) in [(unit, &self.found.own), (unit.at("inverse")?, &self.found.inverse)] {
            let mut counts = counted(&own(list));
            if std::ptr::eq(list, &self.found.own) {
                counts[1] += self.request.by_formula(self.tiling, runs);
            }
            for (name, count) in ["cases", "exact_cases", "unknown"].into_iter().zip(counts) {
                ensure!(
                    entry.int_at::<u128>(name)? == count,
                    "{place}: {count} `{name}` of those listed are in it"
                )?;
            }
        }
        Ok(())
    }
}

fn integers(list: &Value<'_>) -> Checked<Vec<u64>> {
    list.list()?.iter().map(Value::int).collect()
}

impl Searches {
    /// Stages that decide in each way: by tests of intervals, by arcs, by comparing.
    pub(crate) fn ways(&self) -> [usize; 3] {
        let mut ways = [0; 3];
        for stage in self.kernels.iter().flat_map(|kernel| &kernel.stages) {
            ways[match stage.check {
                Check::Exists { .. } => 0,
                Check::Arcs(_) => 1,
                Check::Compare { .. } => 2,
            }] += 1;
        }
        ways
    }
}
