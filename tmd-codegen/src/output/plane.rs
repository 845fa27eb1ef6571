//! The results of a search of all pairs of two numbers, as JSON.

use crate::pairs::plane::{PlaneCase, PlaneCertificate, Request};
use crate::pairs::{ExactCounts, Summary};
use serde::Serialize;

/// The results as JSON: what was asked for, the summary, and all cases with x and y.
#[derive(Serialize)]
pub struct Json<'a> {
    function: &'a str,
    command: String,
    format: &'a str,
    range_x: &'a str,
    range_y: &'a str,
    rounding: &'a str,
    bits: u32,
    complete: bool,
    pairs: u64,
    exact: ExactCounts,
    next: u64,
    #[serde(flatten)]
    summary: Summary<PlaneCase>,
    cases: &'a [PlaneCase],
}

impl<'a> Json<'a> {
    /// Of a certificate.
    pub fn new(request: &'a Request, certificate: &'a PlaneCertificate) -> Json<'a> {
        let PlaneCertificate { rounding, bits, pairs, exact, next, cases, .. } = certificate;
        Json {
            function: request.function.text(),
            command: request.command(),
            format: &request.format.name,
            range_x: &request.range_x,
            range_y: &request.range_y,
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
