//! The results of a search by phases, for people and as JSON.

use super::number::lg;
use crate::phases::{PhaseCase, PhaseCertificate, Request};
use crate::table::Table;
use crate::text::grouped;
use crate::verdict::CaseKind;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results as JSON: what was asked for, and all cases.
#[derive(Serialize)]
pub struct Json<'a> {
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    half_turns: Option<&'a str>,
    command: String,
    format: &'a str,
    range: &'a str,
    phases: &'a str,
    rounding: &'a str,
    bits: u32,
    complete: bool,
    inputs: u64,
    sufficient_precision: Option<u32>,
    cases: &'a [PhaseCase],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    undecided: &'a [String],
}

impl<'a> Json<'a> {
    /// Of a certificate.
    pub fn new(request: &'a Request, certificate: &'a PhaseCertificate) -> Json<'a> {
        let PhaseCertificate { rounding, bits, inputs, cases, undecided, .. } = certificate;
        Json {
            function: request.function.name(),
            half_turns: certificate.half_turns.as_deref(),
            command: request.command(),
            format: &request.format.name,
            range: &request.range,
            phases: &request.phases,
            rounding,
            bits: *bits,
            complete: undecided.is_empty(),
            inputs: *inputs,
            sufficient_precision: sufficient_precision(certificate),
            cases,
            undecided,
        }
    }
}

/// Bits of the value that are enough for correct rounding in every mode: p, the rounding bit, those that are identical in the hardest case,
/// and one more. None is known where arguments are undecided.
fn sufficient_precision(certificate: &PhaseCertificate) -> Option<u32> {
    if !certificate.undecided.is_empty() {
        return None;
    }
    let most = certificate.cases.iter().map(|case| case.identical_bits).max();
    most.map(|bits| certificate.format.precision + 1 + bits + 1)
}

/// The results for people.
pub fn table(request: &Request, certificate: &PhaseCertificate) -> String {
    let PhaseCertificate { inputs, cases, undecided, half_turns, .. } = certificate;
    let Request { function, format, range, phases, bits, .. } = request;
    let of = match half_turns {
        Some(half_turns) => format!(" of the period {half_turns}·π"),
        None => String::new(),
    };
    let asked =
        format!("{} in {}, x in {range}, phases {phases}{of}", function.text(), format.name);
    let mut text = match sufficient_precision(certificate) {
        Some(bits) => {
            format!("{asked}: {bits} bits suffice for correct rounding in every mode\n\n")
        }
        None if !undecided.is_empty() => format!("{asked}: not all arguments are decided\n\n"),
        None => format!("{asked}: no argument is as hard to round as was asked for\n\n"),
    };
    let mut facts = Table::new(&["arguments", &grouped((*inputs).into())]);
    let mut fact = |name: &str, value: String| facts.row([name.to_owned(), value]);
    fact("cases", grouped(cases.len() as u128));
    if let Some(first) = undecided.first() {
        fact("undecided", format!("{}, x = {first} first", grouped(undecided.len() as u128)));
    }
    fact("by chance", format!("{:.1}", request.by_chance(*inputs)));
    fact("identical bits", format!("{bits} or more"));
    for (rounding, kind) in
        [("to nearest", CaseKind::Nearest), ("in a direction", CaseKind::Directed)]
    {
        let own = cases.iter().filter(|case| case.kind == kind);
        if let Some(case) = own.min_by_key(|case| case.distance) {
            let PhaseCase { x, identical_bits, distance, .. } = case;
            let hardest =
                format!("x = {x}: {identical_bits} identical bits, distance {}", lg(*distance));
            fact(&format!("hardest {rounding}"), hardest);
        }
    }
    text.push_str(&facts.to_string());
    text.push('\n');
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for case in cases {
        *counts.entry(case.identical_bits).or_default() += 1;
    }
    let mut bins = Table::new(&["identical bits", "cases"]);
    for (bits, count) in counts {
        bins.row([bits.to_string(), grouped(count.into())]);
    }
    text.push_str(&bins.to_string());
    text
}
