//! Checks that cases were taken from a list of an asymptote's only where that has all of them, and, if the list is at hand, that
//! they were.

use super::cases::parallel;
use super::claim::Claim;
use super::lie;
use super::oracle::{Oracle, Truth};
use super::tiling::{Kind, Tiling};
use crate::certificate::{AsymptoteEntry, FormatEntry};
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

/// The function's asymptote, which must be the one that is named, with a list of enough cases.
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
    match entry.bits < claim.bits {
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
        let range = [tiling.number(&entry.range[0])?, tiling.number(&entry.range[1])?]
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
            let mut all: Vec<Rational> =
                candidates.range(first.clone()..=last.clone()).cloned().collect();
            judged += all.len() as u128;
            let after = Rational::from(&last + 1u32);
            all.extend(asymptote.exact(&first, &after).into_iter().filter(|x| *x <= last));
            self.judge(run.segment, run.from_index..run.to_index, &all)?;
        }
        Ok(judged)
    }

    /// Of these inputs, those that are cases are listed, and no others are.
    fn judge(
        &self,
        segment: usize,
        inputs: std::ops::Range<u64>,
        candidates: &[Rational],
    ) -> Result<(), Diag> {
        let Checker { claim, tiling, .. } = self;
        // Where f is exact, g may be near to a breakpoint.
        let found = [&claim.found.cases, &claim.found.exact];
        let own = found.map(|list| {
            let place = |end: u64| list.partition_point(|one| one.place() < (segment, end));
            &list[place(inputs.start)..place(inputs.end)]
        });
        let listed: BTreeSet<u64> = own.into_iter().flatten().map(|one| one.index).collect();
        let places: BTreeSet<u64> = candidates
            .iter()
            .filter_map(|x| tiling.locate(x))
            .filter(|(own, _)| *own == segment)
            .map(|(_, index)| index)
            .collect();
        if let Some(case) = own.into_iter().flatten().find(|one| !places.contains(&one.index)) {
            return Err(lie(format!(
                "{} is listed, but {} has no case there",
                case.x, self.entry.function
            )));
        }
        let oracle = Oracle::new(claim);
        let others: Vec<u64> = places.difference(&listed).copied().collect();
        parallel(&others, |index| {
            let Some(x) = tiling.x(segment, *index) else { return Ok(()) };
            match oracle.truth(&x) {
                Truth::Ordinary => Ok(()),
                Truth::Hard { near, .. } if !oracle.wants(oracle.kind(&near)) => Ok(()),
                _ => Err(lie(format!(
                    "{} is a case of both functions, and not listed",
                    tiling.x_text(segment, *index)
                ))),
            }
        })
    }
}
