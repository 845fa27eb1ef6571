//! How many pairs there are with a length that does not overflow; none is below half of the least breakpoint.
//!
//! If both numbers are below 2^emax, the length is below √2·2^emax. If one is x = X·2^l from there on, with l = emax + 1 - p, the other must be
//! below √(2^(2p) - X²)·2^l.

use super::super::request::Request;
use rayon::prelude::*;
use tmd_base::narrow;

/// The count.
pub(super) fn count(request: &Request) -> u64 {
    let p = request.precision();
    let half = 1u64 << (p - 1);
    // Those below 2^emax.
    let lower = request.numbers() - half;
    let last_place = request.format.emax + 1 - narrow::to_i32(p);
    let of = |x: u64| {
        let square = (1u64 << (2 * p)) - x * x;
        // Y·2^-j is a number with Y² < square·4^j: j such that Y has p bits, or 0.
        let j = p - (square - 1).isqrt().max(1).ilog2() - 1;
        let significand = ((u128::from(square) << (2 * j)) - 1).isqrt();
        let significand = u64::try_from(significand).unwrap_or(u64::MAX);
        let place = last_place - narrow::to_i32(j);
        let below = below(request, significand, place);
        // With all y; and, exchanged, with those that are no such x themselves.
        below + below.min(lower)
    };
    lower * lower + (half..2 * half).into_par_iter().map(of).sum::<u64>()
}

/// How many positive numbers of the format are at most a number of p bits with that last place.
fn below(request: &Request, significand: u64, place: i32) -> u64 {
    let half = 1u64 << (request.precision() - 1);
    match u64::try_from(place - request.last_place()) {
        Ok(above) => above * half + significand,
        Err(_) => {
            let off = (request.last_place() - place).unsigned_abs();
            significand.checked_shr(off).unwrap_or(0)
        }
    }
}
