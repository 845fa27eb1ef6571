//! x^y and (1 + x)^y for all pairs of numbers of larger formats, in ranges: a row of pairs with one y, or with one x, is searched like a function
//! of one variable. Both are powers of a base whose numbers are equally spaced along a row, x or 1 + x (`powers.rs`).
//!
//! The rows of a pair of binades differ in the values of their coefficients, but not in the bounds of their derivatives: so one kernel is
//! planned and proved for all of them (`field.rs`), by Farey arcs where these are the fastest, along the number that makes the rows flatter.
//! From row to row only the seeds change (`along_x.rs`, `along_y.rs`): a few products of fixed-point numbers each, of which the error is
//! bounded.

mod along_x;
mod along_y;
mod cut;
mod field;
mod fields;
mod fixed;
mod job;
mod one;
mod part;
mod piece;
mod powers;
mod search;

#[cfg(test)]
mod tests;

pub use search::{Options, Planned};

use crate::plane::{self, PlaneCertificate};
use tmd_base::diag::Diag;
use tmd_certificate::verify::{Report, lie};

/// Checks a certificate as [`plane::verify`] does, and that pairs like these are searched by rows.
///
/// # Errors
/// As [`plane::verify`], or if no search takes these ranges.
pub fn verify(certificate: &PlaneCertificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let request = certificate.request()?;
    let most = Planned::new(&request)?.pairs();
    if u128::from(certificate.pairs) > most {
        return Err(lie(format!("{} of {most} pairs are said to be in reach", certificate.pairs)));
    }
    plane::verify(certificate, full, seed)
}
