//! The results of a search of all vectors of a large format, for people and as JSON.

use super::number::lg;
use crate::pairs::ExactCounts;
use crate::pairs::vectors::{Request, VectorCase, VectorCertificate};
use crate::table::Table;
use crate::text::grouped;
use crate::verdict::CaseKind;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results as JSON: what was asked for, and all cases, each with x and y of one pair and the number of pairs that it stands for.
#[derive(Serialize)]
pub struct Json<'a> {
    function: &'a str,
    command: String,
    format: &'a str,
    rounding: &'a str,
    bits: u32,
    complete: bool,
    pairs: u64,
    exact: ExactCounts,
    next: u64,
    hard_pairs: u64,
    sufficient_precision: Option<u32>,
    cases: &'a [VectorCase],
}

impl<'a> Json<'a> {
    /// Of a certificate.
    pub fn new(request: &'a Request, certificate: &'a VectorCertificate) -> Json<'a> {
        let VectorCertificate { rounding, bits, pairs, exact, next, cases, .. } = certificate;
        Json {
            function: request.function.text(),
            command: request.command(),
            format: &request.format.name,
            rounding,
            bits: *bits,
            complete: true,
            pairs: *pairs,
            exact: *exact,
            next: *next,
            hard_pairs: certificate.hard_pairs(),
            sufficient_precision: sufficient_precision(certificate),
            cases,
        }
    }
}

/// Bits of the value that are enough for correct rounding in every mode, wherever it is not next to a simple breakpoint: p, the rounding
/// bit, those that are identical in the hardest case, and one more.
fn sufficient_precision(certificate: &VectorCertificate) -> Option<u32> {
    let most = certificate.cases.iter().map(|case| case.identical_bits).max();
    most.map(|bits| certificate.format.precision + 1 + bits + 1)
}

/// The results for people.
pub fn table(request: &Request, certificate: &VectorCertificate) -> String {
    let VectorCertificate { pairs, exact, next, cases, .. } = certificate;
    let Request { function, format, bits } = request;
    let asked = format!("{function} in {}, all x and y", format.name);
    let mut text = match sufficient_precision(certificate) {
        Some(bits) => format!(
            "{asked}: {bits} bits suffice for correct rounding in every mode, except next to a simple breakpoint, where the side decides\n\n"
        ),
        None => format!("{asked}: no pair is as hard to round as was asked for\n\n"),
    };
    let mut facts = Table::new(&["pairs in reach", &grouped((*pairs).into())]);
    let mut fact = |name: &str, value: String| facts.row([name.to_owned(), value]);
    let [listed, hard] = [cases.len() as u128, certificate.hard_pairs().into()].map(grouped);
    fact("cases", format!("{listed}, which are {hard} pairs"));
    fact("identical bits", format!("{bits} or more"));
    let [numbers, midpoints] = [exact.directed, exact.nearest].map(|own| grouped(own.into()));
    fact("exact", format!("{numbers} numbers, {midpoints} midpoints"));
    fact("next to a breakpoint", grouped((*next).into()));
    for (rounding, kind) in
        [("to nearest", CaseKind::Nearest), ("in a direction", CaseKind::Directed)]
    {
        let own = cases.iter().filter(|case| case.kind == kind);
        if let Some(case) = own.min_by_key(|case| case.distance) {
            fact(&format!("hardest {rounding}"), hardest(case));
        }
    }
    text.push_str(&facts.to_string());
    text.push('\n');
    let mut counts: BTreeMap<u32, [u64; 2]> = BTreeMap::new();
    for case in cases {
        let [listed, pairs] = counts.entry(case.identical_bits).or_default();
        *listed += 1;
        *pairs += case.pairs;
    }
    let mut bins = Table::new(&["identical bits", "cases", "pairs"]);
    for (bits, [listed, pairs]) in counts {
        bins.row([bits.to_string(), grouped(listed.into()), grouped(pairs.into())]);
    }
    text.push_str(&bins.to_string());
    text
}

fn hardest(case: &VectorCase) -> String {
    format!(
        "x = {}, y = {}: {} identical bits, distance {}",
        case.x,
        case.y,
        case.identical_bits,
        lg(case.distance)
    )
}
