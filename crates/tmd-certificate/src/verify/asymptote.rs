//! Checks that cases were taken from a list of an asymptote's only where that has all of them, and, if the list is at hand, that
//! they were.

use super::cases::parallel;
use super::claim::Claim;
use super::counts::slice;
use super::lie;
use super::oracle::{Oracle, Truth};
use super::tiling::{Kind, Tiling};
use crate::certificate::{AsymptoteEntry, FormatEntry, RunEntry};
use crate::source::Source;
use rug::Rational;
use std::collections::BTreeSet;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::text::{grouped, many};
use tmd_functions::language::Asymptote;

/// What was checked, in words, if the certificate speaks of an asymptote.
pub(crate) fn check(
    claim: &Claim<'_>,
    tiling: &Tiling<'_>,
    source: Option<&Source>,
) -> Result<Option<String>, Diag> {
    let Some(entry) = &claim.cert.asymptote else {
        return match source {
            None => Ok(None),
            Some(_) => {
                let message = "--asymptote: the certificate takes no cases from another function's";
                Err(Diag::new(DiagKind::Option, message).help("leave it out"))
            }
        };
    };
    let checker = Checker { claim, tiling, entry, asymptote: asymptote(claim, entry)? };
    checker.runs()?;
    let inputs = entry.runs.iter().map(|run| u128::from(run.to_index - run.from_index)).sum();
    let AsymptoteEntry { function, bits, cases, list, .. } = entry;
    let of =
        format!("{}: each case of them is one of {function} to 2^-{bits}", many(inputs, "input"));
    let named = format!("its list of {}, SHA-256 {list:.16}…", grouped(*cases as u128));
    checker.where_exact()?;
    Ok(Some(match source {
        None => format!(
            "{of}; that none is missing rests on {named}: --asymptote FILE compares with it"
        ),
        Some(source) => {
            let judged = checker.compare(source)?;
            format!(
                "{of}; {judged} of {named} are among them, and those that are cases here are listed"
            )
        }
    }))
}

/// No list has its cases to a larger power of two than 2^-2.
const LEAST_BITS: u32 = 2;

/// The function's asymptote, which must be the one that is named, with a list of enough cases that can be told by its hash.
fn asymptote(claim: &Claim<'_>, entry: &AsymptoteEntry) -> Result<Asymptote, Diag> {
    let of = &claim.cert.function;
    let asymptote = Asymptote::of(&claim.spec)
        .filter(|own| format!("{}(x)", own.function) == entry.function)
        .ok_or_else(|| {
            lie(format!("{} is said to be an asymptote of {of}; none is known", entry.function))
        })?;
    if claim.request.with_inverse {
        return Err(lie("cases of the inverse function cannot be taken from an asymptote's"));
    }
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if entry.list.len() != 64 || !entry.list.bytes().all(is_digit) {
        return Err(lie(format!("`{:.80}` is no SHA-256 of a list", entry.list)));
    }
    match (LEAST_BITS..claim.bits).contains(&entry.bits) {
        true => Ok(asymptote),
        false => Err(lie(format!(
            "cases to 2^-{} are said to be taken from a list of those to 2^-{}",
            claim.bits, entry.bits
        ))),
    }
}

struct Checker<'a> {
    claim: &'a Claim<'a>,
    tiling: &'a Tiling<'a>,
    entry: &'a AsymptoteEntry,
    asymptote: Asymptote,
}

impl Checker<'_> {
    /// Every input is large enough, not too large, one that kernels could search, covered, and there once.
    fn runs(&self) -> Result<(), Diag> {
        let Checker { claim, tiling, entry, asymptote } = self;
        if entry.runs.is_empty() {
            return Err(lie("an asymptote is named, but no case is taken from its list"));
        }
        tiling.places("asymptote", &entry.runs)?;
        let precision = claim.breakpoint_precision().unsigned_abs();
        let until = asymptote.until(claim.input.emax.min(claim.output.emax));
        let range = [tiling.input(&entry.range[0])?, tiling.input(&entry.range[1])?]
            .map(|end| asymptote.input(&end));
        let from = asymptote.from(claim.bits + precision + 2).max(range[0].clone());
        let mut before = None;
        for run in &entry.runs {
            let refuse = |why: String| {
                lie(format!(
                    "cases from {} to {} are said to be taken from those of {}, but {why}",
                    run.first, run.last, entry.function
                ))
            };
            let place = (run.segment, run.from_index);
            if before.is_some_and(|before| place < before) {
                return Err(refuse("some of them, or of larger ones, were before".into()));
            }
            before = Some((run.segment, run.to_index));
            let ends = [run.from_index, run.to_index - 1].map(|i| tiling.x(run.segment, i));
            let [Some(first), Some(last)] = ends else {
                return Err(refuse("are no inputs".into()));
            };
            if first < from || last >= until || last > range[1] {
                return Err(refuse("not all of them are shared there".into()));
            }
            let portions = tiling.portions(std::slice::from_ref(run));
            let is_searched = |span: usize| matches!(tiling.spans[span].kind, Kind::Search(_));
            if !portions.iter().all(|portion| is_searched(portion.span)) {
                return Err(refuse("the plan has no kernels for some".into()));
            }
            let covered = tiling.covered_of(claim, run.segment, run.from_index..run.to_index);
            if covered != run.to_index - run.from_index {
                return Err(refuse("some are not covered".into()));
            }
        }
        Ok(())
    }

    /// Judges where the asymptote is exact, which no list tells of; all other findings must be on the list.
    fn where_exact(&self) -> Result<(), Diag> {
        let mut from_list = 0;
        for run in &self.entry.runs {
            let (exact, listed) = (self.exact(run), self.listed(run));
            from_list += listed.difference(&exact).count();
            self.none_left_out(run.segment, exact.difference(&listed))?;
        }
        match from_list <= self.entry.cases {
            true => Ok(()),
            false => Err(lie(format!(
                "{from_list} findings are said to be from a list of {}",
                self.entry.cases
            ))),
        }
    }

    /// The inputs of a run at which the asymptote may be exact.
    fn exact(&self, run: &RunEntry) -> BTreeSet<u64> {
        let ends = [run.from_index, run.to_index - 1].map(|i| self.tiling.x(run.segment, i));
        let [Some(first), Some(last)] = ends else { return BTreeSet::new() };
        let after = Rational::from(&last + 1u32);
        let exact = self.asymptote.exact(&first, &after);
        self.indices(run.segment, exact.iter().filter(|x| **x <= last))
    }

    /// Which of these are inputs of a segment.
    fn indices<'x>(
        &self,
        segment: usize,
        inputs: impl Iterator<Item = &'x Rational>,
    ) -> BTreeSet<u64> {
        let own = inputs.filter_map(|x| self.tiling.locate(x)).filter(|(own, _)| *own == segment);
        own.map(|(_, index)| index).collect()
    }

    /// The inputs of a run that are listed. Where f is exact, g may be near to a breakpoint.
    fn listed(&self, run: &RunEntry) -> BTreeSet<u64> {
        let lists = [&self.claim.found.cases, &self.claim.found.exact];
        let inputs = run.from_index..run.to_index;
        let own = lists.into_iter().flat_map(|list| slice(list, run.segment, &inputs));
        own.map(|one| one.index).collect()
    }

    /// Judges inputs that are not listed: none of them may be a case.
    fn none_left_out<'x>(
        &self,
        segment: usize,
        inputs: impl Iterator<Item = &'x u64>,
    ) -> Result<(), Diag> {
        let Checker { claim, tiling, .. } = self;
        let oracle = Oracle::new(claim);
        let inputs: Vec<u64> = inputs.copied().collect();
        parallel(&inputs, |index| {
            let Some(x) = tiling.x(segment, *index) else { return Ok(()) };
            match oracle.truth(&x) {
                Truth::Ordinary => Ok(()),
                Truth::Hard { near, .. } if !oracle.wants(oracle.kind(&near)) => Ok(()),
                _ => Err(lie(format!(
                    "{} is a case, and the asymptote has one or is exact there, but it is not listed",
                    tiling.x_text(segment, *index)
                ))),
            }
        })
    }

    /// Compares with the list: returns how many of its inputs are among these.
    fn compare(&self, source: &Source) -> Result<u128, Diag> {
        let Checker { claim, tiling, entry, asymptote } = self;
        let said = (&entry.function, entry.bits, &entry.range, entry.cases, &entry.list);
        let Source { function, bits, range, cases, .. } = source;
        if said != (function, *bits, range, cases.len(), &source.hash()) {
            let message = format!(
                "--asymptote: this list is not the one that the certificate names: {} of {} to 2^-{}",
                grouped(source.cases.len() as u128),
                source.function,
                source.bits
            );
            return Err(Diag::new(DiagKind::Option, message).help(format!(
                "give the list of {} to 2^-{} from {} to {} whose SHA-256 is {}",
                entry.function, entry.bits, entry.range[0], entry.range[1], entry.list
            )));
        }
        let formats = [&claim.input, &claim.output].map(FormatEntry::from);
        if (&source.input_format, &source.output_format) != (&formats[0], &formats[1])
            || source.rounding != claim.cert.rounding
        {
            return Err(lie("the list is for other formats or roundings"));
        }
        let mut runs = vec![];
        for [first, last] in &source.runs {
            runs.push([tiling.number(first)?, tiling.number(last)?].map(|x| asymptote.input(&x)));
        }
        let mut candidates: BTreeSet<Rational> = BTreeSet::new();
        for x in &source.cases {
            candidates.insert(asymptote.input(&tiling.number(x)?));
        }
        let mut judged = 0;
        for run in &entry.runs {
            let own = [run.from_index, run.to_index - 1].map(|i| tiling.x(run.segment, i));
            let [Some(first), Some(last)] = own else { continue };
            if runs.iter().any(|[low, high]| *low <= last && *high >= first) {
                return Err(lie(format!(
                    "the list has a run of cases among {} to {}, and not each of them",
                    run.first, run.last
                )));
            }
            let own = candidates.range(first..=last).collect::<Vec<_>>();
            judged += own.len() as u128;
            let listed = self.listed(run);
            let mut places = self.indices(run.segment, own.into_iter());
            places.extend(self.exact(run));
            if let Some(index) = listed.difference(&places).next() {
                return Err(lie(format!(
                    "{} is listed, but {} has no case there",
                    tiling.x_text(run.segment, *index),
                    self.entry.function
                )));
            }
            self.none_left_out(run.segment, places.difference(&listed))?;
        }
        Ok(judged)
    }
}
