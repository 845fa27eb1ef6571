//! Angles next to their quotient q < 2^-p, a breakpoint, with x > 0.
//!
//! q = B·2^t with an odd B < 2^p, as y = q·x is a number of the format. The angle is hard where q - arctan q < ε·u, with the spacing u below q. By q³/3·(1 - q²) < q - arctan q < q³/3
//! this is decided in integers, except for few q, for which enclosures decide. If it is so for a t, it is for all smaller ones: q³ falls by 8, and u by 2 or less.

use super::super::judge::Judge;
use super::super::request::Request;
use crate::near::Near;
use rayon::prelude::*;
use rug::{Integer, Rational};
use tmd_base::diag::Diag;
use tmd_base::narrow;

/// How many pairs are next to their quotient.
pub(super) fn count(request: &Request) -> Result<u64, Diag> {
    let judge = Judge::new(request)?;
    let halves = 1u64 << (request.precision() - 1);
    Ok((0..halves).into_par_iter().map(|half| of(request, &judge, 2 * half + 1)).sum())
}

/// Those with an odd B.
fn of(request: &Request, judge: &Judge, odd: u64) -> u64 {
    let p = narrow::to_i32(request.precision());
    let bits = narrow::to_i32(odd.ilog2()) + 1;
    // The largest with q < 2^-p, and the smallest of a breakpoint.
    let (from, least) = (-p - bits, request.format.emin - p);
    let Some(last) = (least..=from).rev().find(|t| is_next(request, judge, odd, *t)) else {
        return 0;
    };
    let (emax, place) = (request.format.emax, request.last_place());
    let most = ((1u64 << p) - 1) / odd;
    let mut sum = 0;
    // x = X·2^a with an odd X of so many bits, and y = B·X·2^(a + t): the last place of y is the least a.
    for bits in 1..=narrow::to_i32(most.ilog2()) + 1 {
        let up_to = |end: u64| end.min(most).div_ceil(2);
        let numbers = up_to((1 << bits) - 1) - up_to((1 << (bits - 1)) - 1);
        // From place - t to emax + 1 - bits.
        let scales = |t: i32| i64::from(emax + 2 - bits - place + t).max(0).unsigned_abs();
        sum += numbers * (least..=last).map(scales).sum::<u64>();
    }
    sum
}

/// Whether the angle of q = odd·2^t is hard.
fn is_next(request: &Request, judge: &Judge, odd: u64, t: i32) -> bool {
    let p = narrow::to_i32(request.precision());
    let cube = u128::from(odd).pow(3);
    // The exponent of what is just below q.
    let exponent = t + narrow::to_i32(odd.ilog2()) - i32::from(odd == 1);
    let unit = exponent.max(request.format.emin) - p;
    // q³/3 < ε·u where odd³ < 3·2^more; odd³ is below 2^72.
    let more = unit - narrow::to_i32(request.bits) - 3 * t;
    let Ok(more) = u32::try_from(more) else {
        // odd³·2^-more is 1, or more than 3·(1 + q²): below 3 it can only be 2.
        return odd == 1 && more == -1;
    };
    if more >= 72 || cube < 3 << more {
        return true;
    }
    // odd³·(1 - q²), with q² ≤ 2^-2p.
    let less = cube - (cube >> (2 * p)) - 1;
    if less >= 3 << more {
        return false;
    }
    let q = Rational::from(Integer::from(odd)) << t;
    matches!(judge.near(&Rational::from(1), &q), Near::Hard { .. })
}
