//! The results of a search of an expression of two numbers, as JSON.

use crate::pairs::expression::{ExpressionCertificate, Request};
use crate::pairs::plane::PlaneCase;
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
    undecided: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_undecided: &'a Option<[String; 2]>,
    #[serde(flatten)]
    summary: Summary<PlaneCase>,
    cases: &'a [PlaneCase],
}

impl<'a> Json<'a> {
    /// Of a certificate.
    pub fn new(request: &'a Request, certificate: &'a ExpressionCertificate) -> Json<'a> {
        let ExpressionCertificate { rounding, bits, pairs, exact, next, cases, .. } = certificate;
        Json {
            function: &certificate.function,
            command: request.command(),
            format: &request.format.name,
            range_x: &request.range_x,
            range_y: &request.range_y,
            rounding,
            bits: *bits,
            complete: certificate.undecided == 0,
            pairs: *pairs,
            exact: *exact,
            next: *next,
            undecided: certificate.undecided,
            first_undecided: &certificate.first_undecided,
            summary: certificate.summary(),
            cases,
        }
    }
}
