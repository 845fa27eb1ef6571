//! The threshold of a search, where none is asked for.

use crate::counts;
use crate::family::{Family, MOST_BITS, Request};
use tmd_base::diag::Diag;
use tmd_functions::language::FormatName;

/// Chance gives at most so many cases.
const CASES: f64 = 8192.0;

/// A search of a function's pairs; where no number of identical bits is given, it is such that chance gives few cases.
///
/// # Errors
/// If the format is too large, the range holds no integer that is searched or one that is too large, or the threshold is out of range.
pub fn request(
    family: Family,
    format: FormatName,
    n: [i32; 2],
    bits: Option<u32>,
) -> Result<Request, Diag> {
    let mut request = Request::new(family, format, n, bits.unwrap_or(MOST_BITS))?;
    if bits.is_none() {
        request.bits = by_chance(&request);
    }
    Ok(request)
}

fn by_chance(request: &Request) -> u32 {
    let pairs = counts::pairs(request) as f64;
    let is_enough = |bits: &u32| pairs * 2f64.powi(1 - bits.cast_signed()) <= CASES;
    request.thresholds().find(is_enough).unwrap_or(MOST_BITS)
}
