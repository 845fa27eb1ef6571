//! The list of others beside ours: what both have, and why the rest differs.

use super::Ours;
use crate::cases::{Case, List};
use crate::spec::equations::Parity;
use rug::Rational;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a list claims to have.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// All cases with at least so many identical bits; with those of ours if it is not told.
    pub bits: Option<u32>,
    /// From one number on, up to another; binades in which it has a case if it is not told.
    pub range: Option<[Rational; 2]>,
}

/// Why an input stands in one of the two lists only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Theirs, and missing in ours: it is hard, and ours claims to have it.
    Missing,
    /// Theirs: it is not as hard as the cases of ours.
    Easier,
    /// Theirs: f has no finite value there, one that is a breakpoint, or is next to one that does not count.
    NoCase,
    /// Theirs: in a run of inputs that are alike, which ours has as one.
    InRun,
    /// Theirs: not a number of the format.
    OtherFormat,
    /// Theirs: where nothing was searched for ours.
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
            Reason::Missing => "theirs, MISSING in ours: hard, and within what it claims",
            Reason::Easier => "theirs: easier than the cases of ours",
            Reason::NoCase => {
                "theirs: no case (an exact value, none, or next to another breakpoint)"
            }
            Reason::InRun => "theirs: in a run that ours has in closed form",
            Reason::OtherFormat => "theirs: not a number of the format",
            Reason::NotSearched => "theirs: where nothing was searched for ours",
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
    /// Identical bits of the cases in ours.
    pub bits: u32,
    /// How many inputs the list has, each once.
    pub theirs: usize,
    /// How many cases ours has.
    pub ours: usize,
    /// How many both have.
    pub both: usize,
    /// The others, those of the list first.
    pub differences: Vec<Difference>,
}

impl Diff {
    /// Compares a list with ours.
    pub fn new(ours: &Ours, mut list: List, claim: &Claim) -> Diff {
        ours.describe(&mut list);
        // How hard they are in another format does not count.
        list.cases.iter_mut().for_each(|case| case.hardness = None);
        list.measure(&ours.spec);
        Comparison { ours, claim }.of(&list)
    }

    /// How many differences have a reason.
    pub fn count(&self, reason: Reason) -> usize {
        self.differences.iter().filter(|one| one.reason == reason).count()
    }

    /// Whether ours has all that it should.
    pub fn is_explained(&self) -> bool {
        self.count(Reason::Missing) == 0
    }
}

impl Ours {
    /// Why an input that was measured is not in the list.
    pub(super) fn reason_to_lack(&self, case: &Case) -> Reason {
        let [input, _] = &self.formats;
        if !case.fits(input.precision, input.emax) {
            return Reason::OtherFormat;
        }
        if !self.has_searched(&case.x) {
            return Reason::NotSearched;
        }
        if self.has_in_run(&case.x) {
            return Reason::InRun;
        }
        match case.hardness {
            None => Reason::NoCase,
            Some(_) if is_hard(case, self.bits) => Reason::Missing,
            Some(_) => Reason::Easier,
        }
    }
}

struct Comparison<'a> {
    ours: &'a Ours,
    claim: &'a Claim,
}

impl Comparison<'_> {
    fn of(&self, list: &List) -> Diff {
        let by_input = |list: &List| -> BTreeMap<Rational, Case> {
            list.cases.iter().map(|case| (case.x.clone(), case.clone())).collect()
        };
        let (theirs, ours) = (by_input(list), by_input(&self.ours.cases));
        let difference = |case: &Case, reason: Reason| Difference {
            x: case.hex(),
            identical_bits: case.hardness.map(|hardness| hardness.identical_bits),
            reason,
        };
        let only_theirs = theirs.iter().filter(|(x, _)| !ours.contains_key(x));
        let mut differences: Vec<Difference> =
            only_theirs.map(|(_, case)| difference(case, self.ours.reason_to_lack(case))).collect();
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
            function: self.ours.function(),
            format: self.ours.formats[1].name.clone(),
            bits: self.ours.bits,
            theirs: theirs.len(),
            ours: ours.len(),
            both: theirs.keys().filter(|x| ours.contains_key(x)).count(),
            differences,
        }
    }

    fn parity(&self) -> Option<Parity> {
        self.ours.spec.equations().parity
    }

    /// Whether a case is as hard as those that a list claims to have.
    fn is_claimed_hard(&self, case: &Case) -> bool {
        let least = self.claim.bits.unwrap_or(self.ours.bits);
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

/// Whether a case that was measured is one of a list to 2^-bits: |g cmod 1| < 2^-bits; identical bits are counted from the same.
fn is_hard(case: &Case, bits: u32) -> bool {
    case.hardness.is_some_and(|hardness| hardness.distance.log2() < -f64::from(bits))
}

/// The sign and the exponent of an input.
fn binade(case: &Case) -> (bool, i32) {
    let exponent = rug::Float::with_val(64, &case.x).get_exp().unwrap_or(i32::MIN);
    (case.x < 0, exponent)
}
