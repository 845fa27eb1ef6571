//! How many pairs have an angle that is in reach.
//!
//! That is at least half of the least breakpoint, 2^(l - 2) with the last place 2^l of all numbers. All with x < 0 are, and of those with x > 0 the
//! ones with y/x > 2^(l - 2): an angle is less than the cube of its quotient below it, and the next quotient is more than 2^(l - 2 - p) above.

use super::super::request::Request;
use rayon::prelude::*;
use tmd_base::narrow;

/// The count.
pub(super) fn count(request: &Request) -> u64 {
    let p = request.precision();
    let half = 1u64 << (p - 1);
    let (emin, emax) = (request.format.emin, request.format.emax);
    let all = u64::from((emax - emin + 2).unsigned_abs()) * half - 1;
    // x from y·2^up on is out of reach.
    let up = 2 - request.last_place();
    // Of y below 2^emin: Y·2^up, which is normal, in units of the last place.
    let beyond = |y: u64| {
        let bits = narrow::to_i32(y.ilog2());
        let significand = y << (narrow::to_i32(p) - 1 - bits);
        let exponent = request.last_place() + up + bits;
        let index = u64::from((exponent - emin).unsigned_abs()) * half + significand;
        if exponent > emax { 0 } else { all + 1 - index }
    };
    let small: u64 = (1..half).into_par_iter().map(beyond).sum();
    // Of y in [2^exponent, 2^(exponent + 1)): the first to the last of a binade.
    let of_binade = |exponent: i32| {
        let index = u64::from((exponent + up - emin + 1).unsigned_abs()) * half;
        let last = all + 1 - (index + half - 1);
        half * last + half * (half - 1) / 2
    };
    let normal: u64 = (emin..=emax - up).map(of_binade).sum();
    2 * all * all - small - normal
}
