//! The results of a search of all pairs of a number and an integer, for people and as JSON.

use super::number::lg;
use crate::pairs::{Certificate, ExactCounts, Family, NextCounts, PairCase, Request, Summary};
use crate::table::Table;
use crate::text::grouped;
use serde::Serialize;

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
    summary: &'a Summary,
    cases: &'a [PairCase],
}

impl<'a> Json<'a> {
    /// Of a certificate and its summary.
    pub fn new(request: &Request, certificate: &'a Certificate, summary: &'a Summary) -> Json<'a> {
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
            summary,
            cases,
        }
    }
}

/// The answer in a line.
pub fn answer(request: &Request, summary: &Summary) -> String {
    let Request { family, format, n: [first, last], .. } = request;
    let range = format!("{family} in {}, n from {first} to {last}", format.name);
    match summary.sufficient_precision {
        Some(bits) => format!(
            "{range}: {bits} bits suffice for correct rounding in every mode{}",
            beside(*family)
        ),
        None => format!("{range}: no pair is as hard to round as was asked for"),
    }
}

/// Which pairs the number of bits does not speak of.
fn beside(family: Family) -> &'static str {
    match family {
        Family::Pown | Family::Rootn => "",
        Family::Compound => ", except next to 1 and to x^n, where the side decides",
    }
}

/// How many pairs there are of each kind.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// In reach.
    pub pairs: u64,
    /// Cases.
    pub cases: usize,
    /// With values that are breakpoints.
    pub exact: ExactCounts,
    /// With values next to a simple breakpoint.
    pub next: NextCounts,
}

impl About {
    /// Of a certificate.
    pub fn of(certificate: &Certificate) -> About {
        let Certificate { pairs, exact, next, cases, .. } = certificate;
        About { pairs: *pairs, cases: cases.len(), exact: *exact, next: *next }
    }
}

/// The results for people.
pub fn table(request: &Request, about: &About, summary: &Summary) -> String {
    let mut text = answer(request, summary);
    text.push_str("\n\n");
    let mut facts = Table::new(&["pairs in reach", &grouped(about.pairs.into())]);
    let mut fact = |name: &str, value: String| facts.row([name.to_owned(), value]);
    fact("cases", grouped(about.cases as u128));
    fact("identical bits", format!("{} or more", request.bits));
    let exact = about.exact;
    fact(
        "exact",
        format!(
            "{} numbers, {} midpoints",
            grouped(exact.directed.into()),
            grouped(exact.nearest.into())
        ),
    );
    if request.family == Family::Compound {
        let next = about.next;
        fact(
            "next to 1, to x^n",
            format!("{}, {}", grouped(next.one.into()), grouped(next.power.into())),
        );
    }
    for (rounding, case) in
        [("to nearest", &summary.nearest), ("in a direction", &summary.directed)]
    {
        if let Some(case) = case {
            fact(&format!("hardest {rounding}"), hardest(case));
        }
    }
    text.push_str(&facts.to_string());
    text.push('\n');
    let mut bins = Table::new(&["identical bits", "cases", "by chance"]);
    for bin in &summary.histogram {
        bins.row([
            bin.identical_bits.to_string(),
            grouped(bin.cases.into()),
            format!("{:.3}", bin.expected),
        ]);
    }
    text.push_str(&bins.to_string());
    text
}

fn hardest(case: &PairCase) -> String {
    format!(
        "x = {}, n = {}: {} identical bits, distance {}",
        case.x,
        case.n,
        case.identical_bits,
        lg(case.distance)
    )
}
