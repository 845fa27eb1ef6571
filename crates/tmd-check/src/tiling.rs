//! Every input of the request is covered once: by what was searched, by what was decided, by what was examined one by one.

use crate::json::Value;
use crate::number::{hexadecimal, shown};
use crate::request::Request;
use crate::stop::Checked;
use rug::{Integer, Rational};
use std::collections::BTreeSet;
use std::ops::Range;

/// Consecutive inputs of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) segment: usize,
    pub(crate) inputs: Range<u64>,
}

/// How a span was treated: its place in the list of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Search(usize),
    Drift(usize),
    Decided(usize),
    Direct(usize),
    Follows(usize),
    /// It was not searched.
    Refused,
}

/// The tiling of a request.
pub(crate) struct Tiling {
    /// All spans, ascending.
    pub(crate) spans: Vec<(Run, Work)>,
    /// What was covered, ascending.
    pub(crate) covered: Vec<Run>,
    /// Inputs of spans for kernels whose cases were taken from the list of another function instead, ascending.
    pub(crate) from_list: Vec<Run>,
    /// Whether that is everything.
    pub(crate) is_whole: bool,
    /// The inputs of units, in their order.
    pub(crate) units: Vec<Vec<Run>>,
}

/// An input as a number, from its text.
pub(crate) fn number(text: &str) -> Checked<Rational> {
    hexadecimal(text).map_or_else(|| refuse!("`{text:.80}` is not an input"), Ok)
}

impl Request {
    /// Reads a run and compares the three ways in which it is told.
    pub(crate) fn run(&self, what: &str, value: &Value<'_>) -> Checked<Run> {
        let run = Run {
            segment: value.int_at("segment")?,
            inputs: value.int_at("from_index")?..value.int_at("to_index")?,
        };
        let (first, last) = (value.at("first")?.text()?, value.at("last")?.text()?);
        let inside = self
            .segments
            .get(run.segment)
            .filter(|segment| run.inputs.start < run.inputs.end && run.inputs.end <= segment.count);
        let Some(segment) = inside else {
            return refuse!("{what}: {first:.60} to {last:.60} is no run of inputs: {run:?}");
        };
        for (text, index) in [(first, run.inputs.start), (last, run.inputs.end - 1)] {
            ensure!(
                number(text)? == segment.x(index),
                "{what}: {text} is not input {index} of segment {}",
                run.segment
            )?;
        }
        Ok(run)
    }

    fn runs(&self, what: &str, list: &Value<'_>) -> Checked<Vec<Run>> {
        list.list()?.iter().map(|run| self.run(what, run)).collect()
    }

    fn ordinals(&self, run: &Run) -> Range<Integer> {
        let at = |index: u64| Integer::from(&self.segments[run.segment].ordinal + index);
        at(run.inputs.start)..at(run.inputs.end)
    }

    fn x(&self, ordinal: &Integer) -> String {
        shown(&self.input.value(ordinal))
    }

    /// Refuses unless runs hold every one of some inputs once.
    fn tile(&self, what: &str, runs: &[Run], whole: &[Range<Integer>]) -> Checked<()> {
        let mut parts: Vec<_> = runs.iter().map(|run| self.ordinals(run)).collect();
        parts.sort_by(|a, b| a.start.cmp(&b.start));
        let mut parts = parts.into_iter().peekable();
        for wanted in whole {
            let mut next = wanted.start.clone();
            while next < wanted.end {
                match parts.next() {
                    Some(part) if part.start == next && part.end <= wanted.end => next = part.end,
                    Some(part) if part.start < next => {
                        return refuse!("{what} overlap at {}", self.x(&part.start));
                    }
                    _ => {
                        return refuse!("{what} leave out the inputs from {} on", self.x(&next));
                    }
                }
            }
        }
        match parts.next() {
            None => Ok(()),
            Some(part) => refuse!("{what} hold {} besides", self.x(&part.start)),
        }
    }

    /// What the plan refuses, which only a request for a part may leave out, and of which nothing may be covered.
    fn refused(&self, certificate: &Value<'_>, covered: &[Run]) -> Checked<Vec<Run>> {
        let Some(list) = certificate.find("refused") else { return Ok(vec![]) };
        let refused = self.runs("refused", list)?;
        for entry in list.list()? {
            ensure!(!entry.at("reason")?.text()?.is_empty(), "inputs are refused for no reason")?;
        }
        ensure!(
            refused.is_empty() || self.partial,
            "inputs are refused, but the request is not for a part of the range"
        )?;
        for run in &refused {
            ensure!(
                covered.iter().all(|covered| covered.meet(run).is_none()),
                "refused inputs are said to be covered: {run:?}"
            )?;
        }
        Ok(refused)
    }

    /// The inputs whose cases were taken from the list of another function: ascending, and none twice.
    fn listed(&self, certificate: &Value<'_>) -> Checked<Vec<Run>> {
        let Some(entry) = certificate.find("asymptote") else { return Ok(vec![]) };
        let list = entry.at("runs")?;
        for run in list.list()? {
            run.only(&["first", "last", "segment", "from_index", "to_index"])?;
        }
        let runs = self.runs("asymptote", list)?;
        for pair in runs.windows(2) {
            let [end, start] =
                [(pair[0].segment, pair[0].inputs.end), (pair[1].segment, pair[1].inputs.start)];
            ensure!(end <= start, "asymptote: runs overlap, or do not ascend: {pair:?}")?;
        }
        Ok(runs)
    }

    /// Checks all lists of inputs.
    pub(crate) fn tiling(&self, certificate: &Value<'_>) -> Checked<Tiling> {
        let whole = [self.range.clone()];
        let count = |runs: &[Run]| -> u128 {
            runs.iter().map(|run| u128::from(run.inputs.end - run.inputs.start)).sum()
        };
        let inputs = Integer::from(&self.range.end - &self.range.start);
        ensure!(
            inputs == certificate.int_at::<u128>("inputs")?,
            "the range has {inputs} inputs, another number than is said"
        )?;
        let covered = self.runs("covered", certificate.at("covered")?)?;
        let said: u128 = certificate.int_at("covered_inputs")?;
        ensure!(
            count(&covered) == said,
            "{said} inputs are said to be covered; the runs have {}",
            count(&covered)
        )?;
        let gaps = self.runs("gaps", certificate.at("gaps")?)?;
        self.tile("covered runs and gaps", &[&covered[..], &gaps].concat(), &whole)?;
        let ends: BTreeSet<_> = covered.iter().map(|run| (run.segment, run.inputs.end)).collect();
        let meets = |run: &&Run| ends.contains(&(run.segment, run.inputs.start));
        ensure!(
            !covered.iter().any(|run| meets(&run)),
            "covered runs of a segment meet, which a search joins"
        )?;

        let mut spans = vec![];
        let kinds = [
            ("spans", Work::Search as fn(usize) -> Work),
            ("drifts", Work::Drift),
            ("decided", Work::Decided),
            ("direct", Work::Direct),
        ];
        let follows = certificate.find("follows");
        let lists = kinds.map(|(name, work)| (name, certificate.at(name), work));
        let lists =
            lists.into_iter().chain(follows.map(|list| ("follows", Ok(list), Work::Follows as _)));
        for (name, list, work) in lists {
            let runs = self.runs(name, list?)?;
            spans.extend(runs.into_iter().enumerate().map(|(index, run)| (run, work(index))));
        }
        spans.extend(
            self.refused(certificate, &covered)?.into_iter().map(|run| (run, Work::Refused)),
        );
        spans.sort_by_key(|(run, _)| (run.segment, run.inputs.start));
        let runs: Vec<Run> = spans.iter().map(|(run, _)| run.clone()).collect();
        self.tile("spans", &runs, &whole)?;

        let mut covered = covered;
        covered.sort_by_key(|run| (run.segment, run.inputs.start));
        let from_list = self.listed(certificate)?;
        let is_whole = gaps.is_empty();
        let mut tiling = Tiling { spans, covered, from_list, is_whole, units: vec![] };
        let mut units = vec![];
        for (number, unit) in certificate.at("units")?.list()?.iter().enumerate() {
            let own: usize = unit.int_at("number")?;
            ensure!(!gaps.is_empty() || own == number, "unit {number} is missing")?;
            units.push(self.runs("units", unit.at("runs")?)?);
        }
        if !units.is_empty() {
            // Units are searched: what follows is in none, nor what rests on a list.
            let mut joined: Vec<Range<Integer>> = vec![];
            for (run, work) in tiling.portions(&tiling.walked(&tiling.covered)) {
                let run = self.ordinals(&run);
                match joined.last_mut() {
                    _ if matches!(work, Work::Follows(_)) => {}
                    Some(last) if last.end == run.start => last.end = run.end,
                    _ => joined.push(run),
                }
            }
            self.tile("units", &units.concat(), &joined)?;
        }
        tiling.units = units;
        Ok(tiling)
    }
}

impl Run {
    /// What it has in common with another.
    pub(crate) fn meet(&self, other: &Run) -> Option<Run> {
        let start = self.inputs.start.max(other.inputs.start);
        let end = self.inputs.end.min(other.inputs.end);
        let is_there = self.segment == other.segment && start < end;
        is_there.then_some(Run { segment: self.segment, inputs: start..end })
    }

    /// How many inputs.
    pub(crate) fn count(&self) -> u64 {
        self.inputs.end - self.inputs.start
    }
}

impl Tiling {
    /// The spans that runs lie in, each with what is in the runs.
    pub(crate) fn portions(&self, runs: &[Run]) -> Vec<(Run, Work)> {
        let mut portions = vec![];
        for run in runs {
            let is_before = |(span, _): &(Run, Work)| {
                (span.segment, span.inputs.end) <= (run.segment, run.inputs.start)
            };
            let first = self.spans.partition_point(is_before);
            let own =
                self.spans[first..].iter().map_while(|(span, work)| Some((span.meet(run)?, *work)));
            portions.extend(own);
        }
        portions
    }

    /// Runs without the inputs that rest on a list, which no kernel has seen.
    pub(crate) fn walked(&self, runs: &[Run]) -> Vec<Run> {
        let mut walked = vec![];
        for run in runs {
            let Run { segment, inputs } = run.clone();
            let mut next = inputs.start;
            let is_before = |own: &Run| (own.segment, own.inputs.end) <= (segment, inputs.start);
            let first = self.from_list.partition_point(is_before);
            for own in self.from_list[first..].iter().map_while(|own| own.meet(run)) {
                walked.push(Run { segment, inputs: next..own.inputs.start });
                next = own.inputs.end;
            }
            walked.push(Run { segment, inputs: next..inputs.end });
        }
        walked.retain(|run| !run.inputs.is_empty());
        walked
    }

    /// How many inputs of a run were covered.
    pub(crate) fn covered_of(&self, run: &Run) -> u64 {
        self.covered.iter().filter_map(|own| own.meet(run)).map(|own| own.count()).sum()
    }

    /// How many inputs were left out as they cannot be searched.
    pub(crate) fn refused(&self) -> u128 {
        let refused = self.spans.iter().filter(|(_, work)| matches!(work, Work::Refused));
        refused.map(|(run, _)| u128::from(run.count())).sum()
    }

    /// Whether an input was covered.
    pub(crate) fn is_covered(&self, segment: usize, inputs: &Range<u64>) -> bool {
        let at = self
            .covered
            .partition_point(|run| (run.segment, run.inputs.end) <= (segment, inputs.start));
        self.covered.get(at).is_some_and(|run| {
            run.segment == segment
                && run.inputs.start <= inputs.start
                && inputs.end <= run.inputs.end
        })
    }
}
