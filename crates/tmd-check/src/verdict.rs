//! The whole check of a certificate, in order, and what is said of it.

use crate::cases::Found;
use crate::closed::{Drift, decided, direct};
use crate::inverse::Inverse;
use crate::json::{Value, parse};
use crate::request::{Request, Rounding};
use crate::searched::Searches;
use crate::stop::{Checked, cannot};
use crate::tiling::{Tiling, Work};

/// The versions of certificates that are read.
const SCHEMAS: [u32; 2] = [3, 4];
/// More inputs than this are examined one by one only at random.
const MOST_DIRECT: u64 = 1 << 17;

/// What is asked of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) path: String,
    /// Windows that are searched again.
    pub(crate) sample: u64,
    pub(crate) seed: Option<u64>,
}

/// The fields of a certificate. Those that nothing here relies on are not looked at: profile, engine, plan_hash, devices, digest.
const FIELDS: [&str; 35] = [
    "schema",
    "command",
    "request",
    "profile",
    "engine",
    "plan_hash",
    "function",
    "range",
    "input_format",
    "output_format",
    "rounding",
    "epsilon_bits",
    "complete",
    "inputs",
    "covered_inputs",
    "covered",
    "gaps",
    "examined_directly",
    "tested",
    "survivors",
    "candidates",
    "cases",
    "cases_in_runs",
    "inverse",
    "exact_cases",
    "unknown",
    "kernels",
    "spans",
    "drifts",
    "decided",
    "direct",
    "units",
    "devices",
    "found",
    "digest",
];

/// Checks the text of a certificate; the verdict in words, if it is accepted.
pub(crate) fn check(text: &str, options: &Options) -> Checked<String> {
    let value = parse(text)?;
    let schema: u32 = value.int_at("schema")?;
    if !SCHEMAS.contains(&schema) {
        return cannot(format!(
            "the certificate has schema {schema}; this program reads {SCHEMAS:?}"
        ));
    }
    value.only(&FIELDS)?;
    let request = Request::read(&value)?;
    let tiling = request.tiling(&value)?;
    let searches = Searches::check(&request, &value)?;
    let found = request.found(&value, &tiling)?;
    Inverse { request: &request }.check(&found.inverse, &tiling)?;
    let closed = closed(&request, &value, &tiling, &found)?;
    let examined = direct(&request, &tiling, &found, MOST_DIRECT, |n| n / 2)?;
    let mut lines = vec![];
    lines.push(format!("{:?} {closed:?} {examined:?} {:?}", searches.proved, options.sample));
    Ok(lines.join("\n"))
}

/// Checks drifts and decided runs. How many there are, and how many runs of inputs near breakpoints drifts have.
fn closed(
    request: &Request,
    value: &Value<'_>,
    tiling: &Tiling,
    found: &Found,
) -> Checked<[u64; 3]> {
    let portions = tiling.portions(&tiling.covered);
    let mut counts = [0; 3];
    for (number, entry) in value.at("drifts")?.list()?.iter().enumerate() {
        let drift = Drift::check(request, number, entry)?;
        for (run, _) in portions.iter().filter(|(_, work)| *work == Work::Drift(number)) {
            counts[2] += drift.solve(&run.inputs, found)?;
        }
        counts[0] += 1;
    }
    for (number, entry) in value.at("decided")?.list()?.iter().enumerate() {
        let run = request.run("decided", entry)?;
        decided(request, &format!("decided run {number}"), &run, entry.at("decision")?.text()?)?;
        counts[1] += 1;
    }
    Ok(counts)
}

impl Rounding {
    /// The modes in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Rounding::Nearest => "round to nearest",
            Rounding::Directed => "directed rounding",
            Rounding::All => "all rounding modes",
        }
    }
}
