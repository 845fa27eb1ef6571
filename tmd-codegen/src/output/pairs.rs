//! The results of a search of all pairs, for people; and those of a number and an integer as JSON.

use super::number::lg;
use crate::pairs::expression::ExpressionCertificate;
use crate::pairs::plane::PlaneCertificate;
use crate::pairs::vectors::VectorCertificate;
use crate::pairs::{
    Bin, Certificate, ExactCounts, Family, HardPair, NextCounts, PairCase, Request, Summary,
};
use crate::table::Table;
use crate::text::grouped;
use serde::Serialize;
use std::fmt;

/// The results as JSON: what was asked for, the summary, and all cases with x and n.
#[derive(Serialize)]
pub struct Json<'a> {
    function: String,
    command: String,
    format: &'a str,
    n: [i32; 2],
    rounding: &'a str,
    bits: u32,
    complete: bool,
    pairs: u64,
    exact: ExactCounts,
    next: NextCounts,
    #[serde(flatten)]
    summary: Summary<PairCase>,
    cases: &'a [PairCase],
}

impl<'a> Json<'a> {
    /// Of a certificate.
    pub fn new(request: &Request, certificate: &'a Certificate) -> Json<'a> {
        let Certificate { format, n, rounding, bits, pairs, exact, next, cases, .. } = certificate;
        Json {
            function: request.family.to_string(),
            command: request.command(),
            format: &format.name,
            n: *n,
            rounding,
            bits: *bits,
            complete: true,
            pairs: *pairs,
            exact: *exact,
            next: *next,
            summary: certificate.summary(),
            cases,
        }
    }
}

/// What was asked for, in words, and which pairs the number of bits that suffice does not speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    text: String,
    beside: &'static str,
}

impl Asked {
    /// A function of a number and an integer.
    pub fn of_integer(family: Family, format: &str, n: [i32; 2]) -> Asked {
        Asked { text: format!("{family} in {format}, {}", integers(n)), beside: beside(family) }
    }

    /// A function of two numbers.
    pub fn of_numbers(function: impl fmt::Display, format: &str, ranges: [&str; 2]) -> Asked {
        let text = format!("{function} in {format}, {}", numbers(ranges));
        Asked { text, beside: BESIDE_NUMBERS }
    }

    /// The answer in a line, where so many bits suffice.
    pub fn answer(&self, bits: Option<u32>) -> String {
        let Asked { text, beside } = self;
        match bits {
            Some(bits) => {
                format!("{text}: {bits} bits suffice for correct rounding in every mode{beside}")
            }
            None => format!("{text}: no pair is as hard to round as was asked for"),
        }
    }
}

/// Which pairs of two numbers the number of bits does not speak of.
const BESIDE_NUMBERS: &str = ", except next to a simple breakpoint, where the side decides";

/// The same of a number and an integer.
fn beside(family: Family) -> &'static str {
    match family {
        Family::Pown | Family::Rootn => "",
        Family::Compound => ", except next to 1 and to x^n, where the side decides",
    }
}

/// A range of integers in words.
fn integers([first, last]: [i32; 2]) -> String {
    format!("n from {first} to {last}")
}

/// Ranges of numbers in words.
fn numbers(ranges: [&str; 2]) -> String {
    let [x, y] = ranges.map(|range| match range {
        "all" => "all numbers".to_owned(),
        range => range.replace(',', " to "),
    });
    format!("x: {x}, y: {y}")
}

/// How many pairs there are of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// In reach.
    pub pairs: u64,
    /// Cases.
    pub cases: usize,
    /// How many pairs these are, where a case stands for several.
    pub hard_pairs: Option<u64>,
    /// Identical bits that these have at least.
    pub bits: u32,
    /// With values that are breakpoints.
    pub exact: ExactCounts,
    /// With values next to a simple breakpoint: to which, and how many; none where there is no such thing.
    pub next: Option<[String; 2]>,
    /// Of which it is not known whether they are breakpoints, and one of them.
    pub undecided: Option<String>,
}

impl About {
    /// Counts of pairs, where each case is one pair, none is known to be next to a simple breakpoint, and all are decided.
    pub fn plain(pairs: u64, cases: usize, bits: u32, exact: ExactCounts) -> About {
        About { pairs, cases, hard_pairs: None, bits, exact, next: None, undecided: None }
    }

    /// Of a certificate of a number and an integer.
    pub fn of_integer(certificate: &Certificate) -> About {
        let Certificate { pairs, bits, exact, next, cases, .. } = certificate;
        let next =
            (certificate.function == Family::Compound.name()).then(|| next_of_integer(*next));
        About { next, ..About::plain(*pairs, cases.len(), *bits, *exact) }
    }

    /// Of a certificate of two numbers.
    pub fn of_numbers(certificate: &PlaneCertificate) -> About {
        let PlaneCertificate { pairs, bits, exact, next, cases, .. } = certificate;
        let next = Some(next_of_numbers(*next));
        About { next, ..About::plain(*pairs, cases.len(), *bits, *exact) }
    }

    /// Of a certificate of vectors.
    pub fn of_vectors(certificate: &VectorCertificate) -> About {
        let VectorCertificate { pairs, bits, exact, next, cases, .. } = certificate;
        let (hard_pairs, next) = (Some(certificate.hard_pairs()), Some(next_of_numbers(*next)));
        About { hard_pairs, next, ..About::plain(*pairs, cases.len(), *bits, *exact) }
    }

    /// Of a certificate of an expression.
    pub fn of_expression(certificate: &ExpressionCertificate) -> About {
        let ExpressionCertificate { pairs, bits, exact, next, cases, .. } = certificate;
        let next = Some(next_of_numbers(*next));
        let undecided = certificate.first_undecided.as_ref().map(|[x, y]| {
            format!("{}, such as x = {x}, y = {y}", grouped(certificate.undecided.into()))
        });
        About { next, undecided, ..About::plain(*pairs, cases.len(), *bits, *exact) }
    }

    /// The number of cases, and of pairs for which they stand.
    pub fn listed(&self) -> String {
        let cases = grouped(self.cases as u128);
        match self.hard_pairs {
            Some(pairs) => format!("{cases}, which stand for {} pairs", grouped(pairs.into())),
            None => cases,
        }
    }
}

/// How many values of (1 + x)^n are next to what.
pub fn next_of_integer(next: NextCounts) -> [String; 2] {
    let counts = format!("{}, {}", grouped(next.one.into()), grouped(next.power.into()));
    ["next to 1, to x^n".to_owned(), counts]
}

/// How many values of two numbers are as near to a simple breakpoint as cases are.
pub fn next_of_numbers(next: u64) -> [String; 2] {
    ["next to a breakpoint".to_owned(), grouped(next.into())]
}

/// The results for people.
pub fn table<C: HardPair>(asked: &Asked, about: &About, summary: &Summary<C>) -> String {
    let mut text = asked.answer(summary.sufficient_precision);
    if about.undecided.is_some() {
        text.push_str("; this is not known of all pairs");
    }
    text.push_str("\n\n");
    let mut facts = Table::new(&["pairs in reach", &grouped(about.pairs.into())]);
    let mut fact = |name: &str, value: String| facts.row([name.to_owned(), value]);
    fact("cases", about.listed());
    fact("identical bits", format!("{} or more", about.bits));
    let ExactCounts { nearest, directed } = about.exact;
    let [numbers, midpoints] = [directed, nearest].map(|own| grouped(own.into()));
    fact("exact", format!("{numbers} numbers, {midpoints} midpoints"));
    if let Some([name, counts]) = &about.next {
        fact(name, counts.clone());
    }
    if let Some(undecided) = &about.undecided {
        fact("not decided", undecided.clone());
    }
    for (rounding, case) in
        [("to nearest", &summary.nearest), ("in a direction", &summary.directed)]
    {
        if let Some(case) = case {
            fact(&format!("hardest {rounding}"), hardest(case));
        }
    }
    text.push_str(&facts.to_string());
    if summary.histogram.is_empty() {
        return text;
    }
    text.push('\n');
    text.push_str(&histogram(&summary.histogram));
    text
}

/// How many cases, and pairs if these are others, there are of each hardness.
fn histogram(bins: &[Bin]) -> String {
    let has_pairs = bins.iter().any(|bin| bin.pairs.is_some());
    let heads: &[&str] = match has_pairs {
        true => &["identical bits", "cases", "pairs", "pairs by chance"],
        false => &["identical bits", "cases", "by chance"],
    };
    let mut table = Table::new(heads);
    for bin in bins {
        let mut row = vec![bin.identical_bits.to_string(), grouped(bin.cases.into())];
        if has_pairs {
            row.push(grouped(bin.hard_pairs().into()));
        }
        row.push(format!("{:.3}", bin.expected));
        table.row(row);
    }
    table.to_string()
}

fn hardest(case: &impl HardPair) -> String {
    let [first, second] = case.arguments().map(|(name, value)| format!("{name} = {value}"));
    let (bits, distance) = (case.identical_bits(), lg(case.distance()));
    format!("{first}, {second}: {bits} identical bits, distance {distance}")
}
