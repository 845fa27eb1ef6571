//! The results of a search of all pairs of two numbers, as JSON: of a function, or of an expression.

use crate::pairs::expression::{self, ExpressionCertificate};
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
    /// Of expressions only: of the functions, every pair is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_undecided: &'a Option<[String; 2]>,
    #[serde(flatten)]
    summary: Summary<PlaneCase>,
    cases: &'a [PlaneCase],
}

impl<'a> Json<'a> {
    /// Of the certificate of a function.
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
            undecided: None,
            first_undecided: &None,
            summary: certificate.summary(),
            cases,
        }
    }
    /// Of the certificate of an expression.
    pub fn of_expression(
        request: &'a expression::Request,
        certificate: &'a ExpressionCertificate,
    ) -> Json<'a> {
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
            undecided: Some(certificate.undecided),
            first_undecided: &certificate.first_undecided,
            summary: certificate.summary(),
            cases,
        }
    }
}
