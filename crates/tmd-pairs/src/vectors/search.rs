//! The search: cases from where they can be, and counts of the rest.

use super::certificate::{Counts, VectorCase, VectorCertificate};
use super::request::Request;
use super::{angles, lengths};
use crate::plane::Function;
use tmd_base::diag::Diag;

/// Searches all pairs, with all threads of the pool that it is called in.
///
/// # Errors
/// If the function cannot be evaluated; it can.
pub fn search(request: &Request) -> Result<VectorCertificate, Diag> {
    let mut cases = cases(request)?;
    cases.sort_by(VectorCase::order);
    Ok(VectorCertificate::new(request, counts(request)?, cases))
}

fn cases(request: &Request) -> Result<Vec<VectorCase>, Diag> {
    match request.function {
        Function::Hypot => lengths::cases(request),
        _ => angles::cases(request),
    }
}

/// The counts, by closed forms.
pub(super) fn counts(request: &Request) -> Result<Counts, Diag> {
    match request.function {
        Function::Hypot => Ok(lengths::counts(request)),
        _ => angles::counts(request),
    }
}
