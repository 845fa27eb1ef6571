//! The results of a search of all vectors of a large format, as JSON.

use crate::pairs::vectors::{Request, VectorCase, VectorCertificate};
use crate::pairs::{ExactCounts, Summary};
use serde::Serialize;

/// The results as JSON: what was asked for, the summary, and all cases, each with x and y of one pair and the number of pairs that it stands
/// for.
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
    #[serde(flatten)]
    summary: Summary<VectorCase>,
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
            summary: certificate.summary(),
            cases,
        }
    }
}
