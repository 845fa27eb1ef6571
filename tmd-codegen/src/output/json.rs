//! The results of a search as JSON.

use super::listing::Listing;
use super::runs::{self, Apart, DecidedRun, Run};
use super::summary::Summary;
use crate::certificate::Certificate;
use crate::certify::{self, Listed};
use crate::diag::Diag;
use crate::findings::{Findings, Rows, Sorted};
use crate::listed::{Case, InverseCase, InverseNear, Near, case, inverse_case, inverse_near, near};
use crate::plan::{Followed, RefusedRun};
use crate::results::Results;
use serde::Serialize;
use tmd_runtime::Timing;

/// Everything that is known after a search.
#[derive(Serialize)]
pub struct Document<'a> {
    /// The heading of lists of these cases, line by line ([`crate::cases`]).
    pub about: Listing<'a>,
    /// The function, canonically.
    pub function: String,
    /// The range as it was asked for.
    pub range: String,
    /// Output precision in bits.
    pub precision: u32,
    /// Input precision in bits.
    pub input_precision: u32,
    /// Which roundings count.
    pub rounding: String,
    /// An input is a case when |g cmod 1| < 2^-bits.
    pub bits: u32,
    /// Whether every input of the range was covered and decided, those of the inverse function included.
    pub complete: bool,
    /// The error that ended the search early, if one did.
    pub error: Option<String>,
    /// Inputs that were covered.
    pub inputs: u128,
    /// The hard-to-round cases, ascending in x.
    pub cases: Rows<'a, Case>,
    /// Cases to be expected by chance, at the inputs that it applies to: see `chance` in the summary.
    pub expected_cases: f64,
    /// Cases of the inverse function, if they were asked for.
    pub inverse_cases: Rows<'a, InverseCase>,
    /// Its inputs whose values are breakpoints.
    pub inverse_exact_cases: Rows<'a, InverseNear>,
    /// Its inputs that could not be decided.
    pub inverse_unknown: Rows<'a, InverseNear>,
    /// Long runs of inputs that are cases alike, solved in closed form; not among the cases.
    pub runs: Vec<Run>,
    /// How hard the function is, by binade and in all.
    pub summary: Summary,
    /// Runs of inputs that need no search, with the reason.
    pub decided: Vec<DecidedRun>,
    /// Inputs whose value is a breakpoint.
    pub exact_cases: Rows<'a, Near>,
    /// How many there are besides, at inputs that follow from others: those are counted and not listed.
    pub exact_cases_not_listed: u128,
    /// Inputs that were not searched, since they follow from others, by equation.
    pub follows: Vec<Followed>,
    /// Inputs that cannot be searched and were left out, neighbours together.
    pub refused: Vec<RefusedRun>,
    /// Inputs that could not be decided.
    pub unknown: Rows<'a, Near>,
    /// Parts tested, by stage: intervals first, single inputs last.
    pub tested: Vec<u64>,
    /// Parts that survived, by stage.
    pub survivors: Vec<u64>,
    /// Inputs that reached the confirmation.
    pub candidates: u64,
    /// Wall-clock seconds, planning and compilation excluded.
    pub seconds: f64,
    /// Searched inputs a second.
    pub inputs_per_second: f64,
    /// Seconds of thread time, by what they were spent on.
    pub timing: Timing,
    /// Threads that were used.
    pub threads: usize,
    /// The devices that the kernels ran on.
    pub devices: Vec<String>,
    /// The certificate, without the lists above.
    pub certificate: Certificate<Listed<'a>>,
}

impl<'a> Document<'a> {
    /// The document of a search. Its lists are made while it is written.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn new(results: Results<'a>) -> Result<Self, Diag> {
        let Results { plan, report, .. } = results;
        let Findings { of_f, of_inverse } = report.sorted();
        let Sorted { hard, exact, unknown } = of_f;
        let Sorted { hard: inverse_hard, exact: inverse_exact, unknown: inverse_unknown } =
            of_inverse;
        let summary = Summary::new(results, &Apart::new(plan, report)?)?;
        Ok(Document {
            about: Listing(results),
            function: plan.spec.canonical(),
            range: plan.request.range.text.clone(),
            precision: plan.output.precision,
            input_precision: plan.input.precision,
            rounding: plan.request.rounding.to_string(),
            bits: plan.bits,
            complete: results.is_complete(),
            error: report.error.as_ref().map(ToString::to_string),
            inputs: report.inputs(),
            cases: hard.rows(case),
            expected_cases: summary.chance.expected,
            inverse_cases: inverse_hard.rows(inverse_case),
            inverse_exact_cases: inverse_exact.rows(|finding| Some(inverse_near(finding))),
            inverse_unknown: inverse_unknown.rows(|finding| Some(inverse_near(finding))),
            runs: report.runs.iter().map(|run| runs::whole(plan, run)).collect(),
            summary,
            decided: runs::decided(plan),
            exact_cases: exact.rows(|finding| Some(near(finding))),
            exact_cases_not_listed: report.exact_not_listed(),
            follows: plan.followed(),
            refused: plan.refused(),
            unknown: unknown.rows(|finding| Some(near(finding))),
            tested: report.counts.tested.clone(),
            survivors: report.counts.survivors.clone(),
            candidates: report.counts.candidates,
            seconds: report.seconds,
            inputs_per_second: results.inputs_per_second(),
            timing: report.timing.clone(),
            threads: report.threads,
            devices: report.devices.clone(),
            certificate: certify::without_findings(results)?,
        })
    }
}
