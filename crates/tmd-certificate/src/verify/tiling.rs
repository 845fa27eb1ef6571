//! Checks that the ranges of a certificate tile its request: covered inputs and gaps together, the spans of the plan,
//! and the units the covered inputs.

use super::claim::Claim;
use super::lie;
use super::ordinals::{Ordinals, Stretch};
use crate::certificate::{Certificate, RunEntry, unit_id};
use rug::{Integer, Rational};
use std::collections::BTreeSet;
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_functions::language::{Segment, hexfloat};

/// How a span is done: the index in the certificate's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Kernels search it; its index in the certificate.
    Search(usize),
    /// It is solved in closed form.
    Drift(usize),
    /// No input of it is a case.
    Decided(usize),
    /// Every input is examined.
    Direct(usize),
    /// Its cases follow from others.
    Follows(usize),
    /// It cannot be searched, and was not.
    Refused(usize),
}

/// A span of the plan.
pub struct Place<'a> {
    /// Its inputs.
    pub run: &'a RunEntry,
    /// How it was done.
    pub kind: Kind,
}

/// The inputs of a request and the spans of its plan.
pub struct Tiling<'a> {
    ordinals: Ordinals,
    whole: Range<Integer>,
    stretches: Vec<Stretch>,
    /// All spans, ascending.
    pub spans: Vec<Place<'a>>,
}

/// Inputs of one span: a portion, as a search has it.
pub struct Portion {
    /// Index in [`Tiling::spans`].
    pub span: usize,
    /// Indices in its segment.
    pub inputs: Range<u64>,
}

impl<'a> Tiling<'a> {
    /// Finds the inputs of the request and compares all ranges.
    pub(crate) fn check(claim: &Claim<'a>) -> Result<Tiling<'a>, Diag> {
        let ordinals = Ordinals::new(&claim.input);
        let whole = ordinals.range(&claim.request)?;
        let stretches = ordinals
            .stretches(&whole)
            .ok_or_else(|| lie("a binade of the range has more than 2^64 inputs"))?;
        let tiling = Tiling { ordinals, whole, stretches, spans: spans(claim) };
        tiling.compare(claim)?;
        Ok(tiling)
    }

    fn compare(&self, claim: &Claim<'_>) -> Result<(), Diag> {
        let cert = claim.cert;
        let inputs = Integer::from(&self.whole.end - &self.whole.start);
        if inputs != cert.inputs {
            return Err(lie(format!(
                "the range is said to have {} inputs; it has {inputs}",
                cert.inputs
            )));
        }
        let covered = self.places("covered", &cert.covered)?;
        apart(&cert.covered)?;
        let sum: Integer = covered.iter().map(|run| Integer::from(&run.end - &run.start)).sum();
        if sum != cert.covered_inputs {
            return Err(lie(format!(
                "{} inputs are said to be covered; the covered runs have {sum}",
                cert.covered_inputs
            )));
        }
        let gaps = self.places("gaps", &cert.gaps)?;
        self.tile("covered runs and gaps", covered.iter().chain(&gaps).cloned().collect())?;
        if cert.complete && !cert.gaps.is_empty() {
            let gap = &cert.gaps[0];
            return Err(lie(format!(
                "the search is said to be complete, but {} to {} is a gap",
                gap.first, gap.last
            )));
        }
        self.refused(claim, &covered)?;
        let spans: Vec<&RunEntry> = self.spans.iter().map(|span| span.run).collect();
        let spans = spans.into_iter().map(|run| self.place("spans", run));
        self.tile("spans of the plan", spans.collect::<Result<_, _>>()?)?;
        self.units(cert, covered)
    }

    /// What is refused must be allowed to be, and was not searched.
    fn refused(&self, claim: &Claim<'_>, covered: &[Range<Integer>]) -> Result<(), Diag> {
        let refused = &claim.cert.refused;
        let Some(first) = refused.first() else { return Ok(()) };
        if !claim.request.partial {
            return Err(lie(format!(
                "{} to {} is refused, but the request is not for a part of the range",
                first.run.first, first.run.last
            )));
        }
        for entry in refused {
            let place = self.place("refused", &entry.run)?;
            if covered.iter().any(|run| run.start < place.end && place.start < run.end) {
                return Err(lie(format!(
                    "{} to {} is said to be covered, but the plan refuses it",
                    entry.run.first, entry.run.last
                )));
            }
        }
        Ok(())
    }

    fn units(&self, cert: &Certificate, covered: Vec<Range<Integer>>) -> Result<(), Diag> {
        if cert.units.is_empty() {
            return Ok(());
        }
        let mut all = vec![];
        for (number, unit) in cert.units.iter().enumerate() {
            if cert.gaps.is_empty() && unit.number != number {
                return Err(lie(format!(
                    "unit {} stands where unit {number} belongs: one is missing, or one is there twice",
                    unit.number
                )));
            }
            let number = unit.number;
            all.extend(self.places(&format!("unit {number}"), &unit.runs)?);
            let runs = unit.runs.iter().map(|run| (run.segment, run.from_index..run.to_index));
            if unit.id != unit_id(&cert.plan_hash, runs) {
                return Err(lie(format!(
                    "the id of unit {number} is not that of its plan and its inputs"
                )));
            }
        }
        all.sort_by(|a, b| a.start.cmp(&b.start));
        for pair in all.windows(2) {
            if pair[1].start < pair[0].end {
                return Err(lie(format!(
                    "units overlap: {} is in two of them",
                    self.hex(&pair[1].start)
                )));
            }
        }
        let mut units = joined(all).into_iter();
        let mut apart = self.places("follows", &follow_runs(cert))?;
        apart.extend(self.places("asymptote", cert.taken_runs())?);
        apart.sort_by(|a, b| a.start.cmp(&b.start));
        for run in without(joined(covered), apart) {
            match units.next() {
                Some(unit) if unit == run => {}
                Some(unit) => {
                    let from =
                        if unit.start == run.start { unit.end } else { run.start.min(unit.start) };
                    return Err(lie(format!(
                        "the units do not tile what is covered: see the inputs from {} on",
                        self.hex(&from)
                    )));
                }
                None => {
                    return Err(lie(format!(
                        "{} is covered, but in no unit",
                        self.hex(&run.start)
                    )));
                }
            }
        }
        match units.next() {
            None => Ok(()),
            Some(unit) => {
                Err(lie(format!("{} is in a unit, but not covered", self.hex(&unit.start))))
            }
        }
    }

    pub(super) fn places(
        &self,
        what: &str,
        runs: &[RunEntry],
    ) -> Result<Vec<Range<Integer>>, Diag> {
        runs.iter().map(|run| self.place(what, run)).collect()
    }

    /// The ordinals of a run, which must be what it says in three ways.
    fn place(&self, what: &str, run: &RunEntry) -> Result<Range<Integer>, Diag> {
        let RunEntry { first, last, segment, from_index, to_index } = run;
        let refuse = |why: String| {
            lie(format!("{what}: the run from {first} to {last} is not a run of inputs: {why}"))
        };
        let stretch = self
            .stretches
            .get(*segment)
            .ok_or_else(|| refuse(format!("the range has no segment {segment}")))?;
        if from_index >= to_index || *to_index > stretch.count {
            return Err(refuse(format!(
                "indices {from_index} to {to_index} are not in segment {segment}, which has {} inputs",
                stretch.count
            )));
        }
        let ordinal = |index: u64| Integer::from(&stretch.start + index);
        for (text, index) in [(first, *from_index), (last, to_index - 1)] {
            let at = ordinal(index);
            if self.number(text)? != self.ordinals.value(&at) {
                return Err(refuse(format!(
                    "input {index} of segment {segment} is {}",
                    self.hex(&at)
                )));
            }
        }
        Ok(ordinal(*from_index)..ordinal(*to_index))
    }

    /// Checks that these runs have all inputs of the request, each once.
    fn tile(&self, what: &str, mut runs: Vec<Range<Integer>>) -> Result<(), Diag> {
        runs.sort_by(|a, b| a.start.cmp(&b.start));
        let mut next = self.whole.start.clone();
        for run in runs {
            if run.start > next {
                return Err(self.missing(what, &next, &run.start));
            }
            if run.start < next {
                return Err(lie(format!(
                    "{what} overlap: {} is in two of them",
                    self.hex(&run.start)
                )));
            }
            next = run.end;
        }
        match next < self.whole.end {
            true => Err(self.missing(what, &next, &self.whole.end)),
            false => Ok(()),
        }
    }

    fn missing(&self, what: &str, from: &Integer, to: &Integer) -> Diag {
        let last = Integer::from(to - 1u32);
        let count = Integer::from(to - from);
        lie(format!(
            "{what} leave out {count} inputs of the request: {} to {}",
            self.hex(from),
            self.hex(&last)
        ))
    }

    fn hex(&self, ordinal: &Integer) -> String {
        hexfloat::print_rational(&self.ordinals.value(ordinal)).unwrap_or_default()
    }

    /// Reads a number of the certificate.
    pub(crate) fn number(&self, text: &str) -> Result<Rational, Diag> {
        // Longer ones are no numbers of a format; an exponent could ask for any amount of memory.
        let exponent = text.rsplit(['p', 'P']).next().unwrap_or_default();
        let sane = text.len() <= 64
            && (!text.contains(['p', 'P'])
                || exponent.parse::<i32>().is_ok_and(|e| e.unsigned_abs() <= 1 << 15));
        if !sane {
            return Err(lie(format!("`{text:.80}` is not an input")));
        }
        hexfloat::parse("the certificate", text)
    }

    /// Reads a number of the certificate that must be one of the input format, of the request or not.
    pub(super) fn input(&self, text: &str) -> Result<Rational, Diag> {
        let x = self.number(text)?;
        match self.ordinals.of(&x) {
            Some(_) => Ok(x),
            None => Err(lie(format!("`{text:.80}` is no number of the input format"))),
        }
    }

    /// An input by its segment and index, as a number.
    pub fn x(&self, segment: usize, index: u64) -> Option<Rational> {
        let stretch = self.stretches.get(segment).filter(|stretch| index < stretch.count)?;
        Some(self.ordinals.value(&Integer::from(&stretch.start + index)))
    }

    /// The input as a hexadecimal float.
    pub fn x_text(&self, segment: usize, index: u64) -> String {
        let x = self.x(segment, index);
        x.and_then(|x| hexfloat::print_rational(&x)).unwrap_or_default()
    }

    /// The grid of a segment, for interval arithmetic.
    pub fn grid(&self, segment: usize) -> Option<Segment> {
        let stretch = self.stretches.get(segment)?;
        let first = self.ordinals.value(&stretch.start);
        let ulp = self.ordinals.spacing(&stretch.start);
        let first = (first >> ulp).numer().clone();
        Some(Segment { first, ulp, count: stretch.count })
    }

    /// Runs cut where spans end.
    pub fn portions(&self, runs: &[RunEntry]) -> Vec<Portion> {
        let mut portions = vec![];
        for run in runs {
            let key = |place: &Place<'_>| (place.run.segment, place.run.to_index);
            let first =
                self.spans.partition_point(|place| key(place) <= (run.segment, run.from_index));
            for (span, place) in self.spans.iter().enumerate().skip(first) {
                let start = place.run.from_index.max(run.from_index);
                let end = place.run.to_index.min(run.to_index);
                if place.run.segment != run.segment || start >= end {
                    break;
                }
                portions.push(Portion { span, inputs: start..end });
            }
        }
        portions
    }

    /// The span of an input.
    pub(crate) fn span_of(&self, segment: usize, index: u64) -> Option<&Place<'a>> {
        let key = |place: &Place<'_>| (place.run.segment, place.run.to_index);
        let at = self.spans.partition_point(|place| key(place) <= (segment, index));
        self.spans
            .get(at)
            .filter(|place| place.run.segment == segment && place.run.from_index <= index)
    }

    /// The segment and the index of an input.
    pub(super) fn locate(&self, x: &Rational) -> Option<(usize, u64)> {
        let ordinal = self.ordinals.of(x).filter(|ordinal| self.whole.contains(ordinal))?;
        let segment = self.stretches.partition_point(|stretch| stretch.start <= ordinal) - 1;
        let index = Integer::from(&ordinal - &self.stretches[segment].start).to_u64()?;
        Some((segment, index))
    }

    /// The inputs from one number to another, or to before it, segment by segment, if all numbers between them are inputs.
    pub(super) fn between(
        &self,
        from: &Rational,
        to: &Rational,
        with_end: bool,
    ) -> Option<Vec<(usize, Range<u64>)>> {
        let (from, to) = (self.ordinals.of(from)?, self.ordinals.of(to)? + u32::from(with_end));
        if from < self.whole.start || to > self.whole.end {
            return None;
        }
        let within = |(segment, stretch): (usize, &Stretch)| {
            let end = Integer::from(&stretch.start + stretch.count);
            let inside = (&from).max(&stretch.start)..(&to).min(&end);
            let index = |ordinal: &Integer| Integer::from(ordinal - &stretch.start).to_u64();
            (inside.start < inside.end)
                .then(|| Some((segment, index(inside.start)?..index(inside.end)?)))?
        };
        Some(self.stretches.iter().enumerate().filter_map(within).collect())
    }

    /// The spans that have some inputs of a segment, as indices of [`Tiling::spans`].
    pub(super) fn places_of(&self, segment: usize, inputs: &Range<u64>) -> Range<usize> {
        let key = |place: &Place<'_>| (place.run.segment, place.run.to_index);
        let first = self.spans.partition_point(|place| key(place) <= (segment, inputs.start));
        let begin = |place: &Place<'_>| (place.run.segment, place.run.from_index);
        let end = self.spans.partition_point(|place| begin(place) < (segment, inputs.end));
        first..end
    }

    /// What is covered, without the inputs whose cases were taken from an asymptote's.
    pub(super) fn searched(&self, claim: &Claim<'_>) -> Vec<RunEntry> {
        let taken = claim.cert.taken_runs();
        let mut left = vec![];
        for run in &claim.cert.covered {
            let mut start = run.from_index;
            let own = taken.iter().filter(|other| other.segment == run.segment);
            for other in own.filter(|other| other.from_index < run.to_index) {
                left.extend(self.run(run.segment, start..other.from_index));
                start = start.max(other.to_index);
            }
            left.extend(self.run(run.segment, start..run.to_index));
        }
        left
    }

    /// A run of inputs of a segment, if there are any.
    fn run(&self, segment: usize, Range { start, end }: Range<u64>) -> Option<RunEntry> {
        (start < end).then(|| RunEntry {
            first: self.x_text(segment, start),
            last: self.x_text(segment, end - 1),
            segment,
            from_index: start,
            to_index: end,
        })
    }

    /// How many inputs of a run were covered.
    pub(super) fn covered_of(&self, claim: &Claim<'_>, segment: usize, inputs: Range<u64>) -> u64 {
        let covered = &claim.cert.covered;
        let first =
            covered.partition_point(|run| (run.segment, run.to_index) <= (segment, inputs.start));
        let own = covered[first..]
            .iter()
            .take_while(|run| run.segment == segment && run.from_index < inputs.end);
        own.map(|run| run.to_index.min(inputs.end) - run.from_index.max(inputs.start)).sum()
    }

    pub(crate) fn describe(&self, claim: &Claim<'_>) -> String {
        let cert = claim.cert;
        let share = match cert.gaps.len() {
            0 => "all covered, once".to_owned(),
            gaps => format!(
                "{} covered, the rest named in {}",
                tmd_base::text::grouped(cert.covered_inputs),
                tmd_base::text::plural(gaps, "gap")
            ),
        };
        let refused = match cert.refused.len() {
            0 => String::new(),
            refused => {
                format!(" ({} refused by the plan)", tmd_base::text::plural(refused, "span"))
            }
        };
        let units = match cert.units.len() {
            0 => String::new(),
            1 => "; 1 unit tiles them".to_owned(),
            units => format!("; {units} units tile them"),
        };
        let spans = tmd_base::text::plural(self.spans.len(), "span");
        let tile = if self.spans.len() == 1 { "tiles" } else { "tile" };
        format!(
            "{}: {share}{refused}; {spans} of the plan {tile} them{units}",
            tmd_base::text::grouped(cert.inputs)
        )
    }
}

/// A search joins what it covers: where one run ends, no other begins. Cut finely, it would hide from chance what is in the pieces.
fn apart(covered: &[RunEntry]) -> Result<(), Diag> {
    let ends: BTreeSet<(usize, u64)> =
        covered.iter().map(|run| (run.segment, run.to_index)).collect();
    match covered.iter().find(|run| ends.contains(&(run.segment, run.from_index))) {
        None => Ok(()),
        Some(run) => {
            Err(lie(format!("two covered runs meet at {}; a search joins them", run.first)))
        }
    }
}

/// All spans of the plan, in the order of inputs.
fn spans<'a>(claim: &Claim<'a>) -> Vec<Place<'a>> {
    let cert = claim.cert;
    let mut spans: Vec<Place<'a>> = vec![];
    let mut add = |run: &'a RunEntry, kind: Kind| spans.push(Place { run, kind });
    cert.spans.iter().enumerate().for_each(|(i, span)| add(&span.run, Kind::Search(i)));
    cert.drifts.iter().enumerate().for_each(|(i, span)| add(&span.run, Kind::Drift(i)));
    cert.decided.iter().enumerate().for_each(|(i, span)| add(&span.run, Kind::Decided(i)));
    cert.direct.iter().enumerate().for_each(|(i, run)| add(run, Kind::Direct(i)));
    cert.follows.iter().enumerate().for_each(|(i, span)| add(&span.run, Kind::Follows(i)));
    cert.refused.iter().enumerate().for_each(|(i, span)| add(&span.run, Kind::Refused(i)));
    spans.sort_by_key(|place| (place.run.segment, place.run.from_index));
    spans
}

fn follow_runs(cert: &Certificate) -> Vec<RunEntry> {
    cert.follows.iter().map(|entry| entry.run.clone()).collect()
}

/// Ranges without others; both are in order, and apart.
fn without(all: Vec<Range<Integer>>, others: Vec<Range<Integer>>) -> Vec<Range<Integer>> {
    let mut left = vec![];
    let mut others = others.into_iter().peekable();
    for Range { mut start, end } in all {
        while let Some(other) = others.peek().filter(|other| other.start < end) {
            if other.start > start {
                left.push(start.clone()..other.start.clone());
            }
            start = start.max(other.end.clone());
            if other.end > end {
                break;
            }
            others.next();
        }
        if start < end {
            left.push(start..end);
        }
    }
    left
}

/// Adjacent ranges made one; they must be in order.
fn joined(mut runs: Vec<Range<Integer>>) -> Vec<Range<Integer>> {
    runs.sort_by(|a, b| a.start.cmp(&b.start));
    let mut joined: Vec<Range<Integer>> = vec![];
    for run in runs {
        match joined.last_mut() {
            Some(last) if last.end == run.start => last.end = run.end,
            _ => joined.push(run),
        }
    }
    joined
}
