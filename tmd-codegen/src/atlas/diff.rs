//! The list of others beside an entry: what both have, and why the rest differs.

use super::{Atlas, Entry, Subject};
use crate::cases::{Case, List};
use crate::diag::Diag;
use crate::spec::equations::Parity;
use crate::spec::format::Format;
use crate::spec::{FunctionSpec, hexfloat};
use rug::Rational;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a list claims to have.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// All cases with at least so many identical bits; with those of the entry if it is not told.
    pub bits: Option<u32>,
    /// From one number on, up to another; binades in which it has a case if it is not told.
    pub range: Option<[Rational; 2]>,
}

/// Why an input stands in one of the two lists only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Theirs, and missing in the entry: it is hard, and the entry claims to have it.
    Missing,
    /// Theirs: it is not as hard as the cases of the entry.
    Easier,
    /// Theirs: f has no finite value there, one that is a breakpoint, or is next to one that does not count.
    NoCase,
    /// Theirs: in a run of inputs that are alike, which the entry has as one.
    InRun,
    /// Theirs: not a number of the format.
    OtherFormat,
    /// Theirs: where the entry searched nothing.
    NotSearched,
    /// Ours: the list has its opposite, which is as hard.
    Opposite,
    /// Ours: beyond what the list claims.
    Unclaimed,
    /// Ours: the list claims to have it.
    MissingInTheirs,
}

impl Reason {
    /// What is counted under it.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Missing => "theirs, MISSING in the atlas: hard, and within what it claims",
            Reason::Easier => "theirs: easier than the cases of the atlas",
            Reason::NoCase => {
                "theirs: no case (an exact value, none, or next to another breakpoint)"
            }
            Reason::InRun => "theirs: in a run that the atlas has in closed form",
            Reason::OtherFormat => "theirs: not a number of the format",
            Reason::NotSearched => "theirs: where the atlas searched nothing",
            Reason::Opposite => "ours: their list has -x, which is equally hard",
            Reason::Unclaimed => "ours: beyond what they claim",
            Reason::MissingInTheirs => "ours, missing in theirs, within what they claim",
        }
    }
}

/// An input that stands in one of two lists only.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The input.
    pub x: String,
    /// Identical bits after the rounding bit, where it is hard to some degree.
    pub identical_bits: Option<u32>,
    /// Why.
    pub reason: Reason,
}

/// Two lists, compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diff {
    /// The function.
    pub function: String,
    /// The format.
    pub format: String,
    /// Identical bits of the cases in the entry.
    pub bits: u32,
    /// How many inputs the list has, each once.
    pub theirs: usize,
    /// How many cases the entry has.
    pub ours: usize,
    /// How many both have.
    pub both: usize,
    /// The others, those of the list first.
    pub differences: Vec<Difference>,
}

impl Diff {
    /// Compares a list with the entry of a subject.
    ///
    /// # Errors
    /// If there is no such entry, or its file of cases cannot be read or is not its own.
    pub fn new(
        atlas: &Atlas,
        subject: &Subject,
        mut list: List,
        claim: &Claim,
    ) -> Result<Diff, Diag> {
        let (entry, _) = atlas.entry(subject)?;
        let own = atlas.cases(subject, &entry)?;
        let spec = FunctionSpec::parse(subject.function())?;
        let format = subject.request()?.precision.format()?;
        list.say("input format", &format.name);
        list.say("output format", &format.name);
        list.say("rounding", &entry.rounding);
        // How hard they are in another format does not count.
        list.cases.iter_mut().for_each(|case| case.hardness = None);
        list.measure(&spec);
        let runs = ranges(entry.runs.iter().map(|run| [&run.first, &run.last]))?;
        let refused = ranges(entry.refused.iter().map(|run| [&run.first, &run.last]))?;
        let (entry, format, spec) = (&entry, &format, &spec);
        let comparison = Comparison { entry, runs, refused, format, spec, claim };
        Ok(comparison.of(&list, &own))
    }

    /// How many differences have a reason.
    pub fn count(&self, reason: Reason) -> usize {
        self.differences.iter().filter(|one| one.reason == reason).count()
    }

    /// Whether the entry has all that it should.
    pub fn is_explained(&self) -> bool {
        self.count(Reason::Missing) == 0
    }
}

struct Comparison<'a> {
    entry: &'a Entry,
    /// The ends of its runs, and of what it leaves out.
    runs: Vec<[Rational; 2]>,
    refused: Vec<[Rational; 2]>,
    format: &'a Format,
    spec: &'a FunctionSpec,
    claim: &'a Claim,
}

impl Comparison<'_> {
    fn of(&self, list: &List, own: &List) -> Diff {
        let by_input = |list: &List| -> BTreeMap<Rational, Case> {
            list.cases.iter().map(|case| (case.x.clone(), case.clone())).collect()
        };
        let (theirs, ours) = (by_input(list), by_input(own));
        let difference = |case: &Case, reason: Reason| Difference {
            x: case.hex(),
            identical_bits: case.hardness.map(|hardness| hardness.identical_bits),
            reason,
        };
        let only_theirs = theirs.iter().filter(|(x, _)| !ours.contains_key(x));
        let mut differences: Vec<Difference> =
            only_theirs.map(|(_, case)| difference(case, self.of_theirs(case))).collect();
        let binades: BTreeSet<(bool, i32)> =
            theirs.values().filter(|case| self.is_claimed_hard(case)).map(binade).collect();
        let only_ours = ours.iter().filter(|(x, _)| !theirs.contains_key(x));
        let of_ours = |case: &Case| match theirs.contains_key(&Rational::from(-&case.x)) {
            true if self.parity().is_some() => Reason::Opposite,
            _ if self.is_claimed(case, &binades) => Reason::MissingInTheirs,
            _ => Reason::Unclaimed,
        };
        differences.extend(only_ours.map(|(_, case)| difference(case, of_ours(case))));
        Diff {
            function: self.entry.function.clone(),
            format: self.entry.format.clone(),
            bits: self.entry.bits,
            theirs: theirs.len(),
            ours: ours.len(),
            both: theirs.keys().filter(|x| ours.contains_key(x)).count(),
            differences,
        }
    }

    fn parity(&self) -> Option<Parity> {
        self.spec.equations().parity
    }

    /// Why a case of theirs is not in the entry.
    fn of_theirs(&self, case: &Case) -> Reason {
        let is_in = |ranges: &[[Rational; 2]]| {
            ranges.iter().any(|[first, last]| (first..=last).contains(&&case.x))
        };
        if !case.fits(self.format.precision, self.format.emax) {
            return Reason::OtherFormat;
        }
        if is_in(&self.refused) {
            return Reason::NotSearched;
        }
        if is_in(&self.runs) {
            return Reason::InRun;
        }
        match case.hardness {
            None => Reason::NoCase,
            // A case has |g cmod 1| < 2^-bits; identical bits are counted from the same.
            Some(hardness) if hardness.distance.log2() >= -f64::from(self.entry.bits) => {
                Reason::Easier
            }
            Some(_) => Reason::Missing,
        }
    }

    /// Whether a case is as hard as those that a list claims to have.
    fn is_claimed_hard(&self, case: &Case) -> bool {
        let least = self.claim.bits.unwrap_or(self.entry.bits);
        case.hardness.is_some_and(|hardness| hardness.identical_bits >= least)
    }

    /// Whether a list claims to have a case.
    fn is_claimed(&self, case: &Case, binades: &BTreeSet<(bool, i32)>) -> bool {
        let is_in_range = match &self.claim.range {
            Some([from, to]) => *from <= case.x && case.x < *to,
            None => binades.contains(&binade(case)),
        };
        is_in_range && self.is_claimed_hard(case)
    }
}

/// Ranges of inputs, from their first and last ones.
fn ranges<'a>(ends: impl Iterator<Item = [&'a String; 2]>) -> Result<Vec<[Rational; 2]>, Diag> {
    let number = |text: &str| hexfloat::parse("the entry", text);
    ends.map(|[first, last]| Ok([number(first)?, number(last)?])).collect()
}

/// The sign and the exponent of an input.
fn binade(case: &Case) -> (bool, i32) {
    let exponent = rug::Float::with_val(64, &case.x).get_exp().unwrap_or(i32::MIN);
    (case.x < 0, exponent)
}
