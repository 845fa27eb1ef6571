//! Angles in half turns that are exact, and those next to an axis.
//!
//! **Exact** are 1/4 and 3/4, of |x| = y: no other rational number but 0 is the tangent of a rational part of a half turn (Niven).
//!
//! **Next to an axis.** 1/2 and 1 are breakpoints, and no angle of y > 0 and x ≠ 0 is one of them. It is hard because of them if it is less than ε·u away, with u = 2^(-p - 2) below
//! 1/2, of positive x, and u = 2^(-p - 1) above it and below 1, of negative x. As ε ≤ 2^-(p + 2), the tangent of that angle from the axis is less than
//! 2^-(2p + 1), so that one of |x| and y is far more than 2^(p + 4) times the other: what is so near to an axis is next to it, as in [`plane`](crate::plane). What
//! is less near, but has such numbers, is less than an eighth of the spacing from the axis, and not hard.

use super::super::request::Request;
use super::unit::Unit;
use super::wedge;
use crate::certificate::ExactCounts;
use tmd_base::narrow;

/// How many are exact: 1/4 and 3/4 are numbers of the format.
pub(super) fn exact(request: &Request) -> ExactCounts {
    ExactCounts { nearest: 0, directed: 2 * request.numbers() }
}

/// How many are next to an axis: on both sides of that of y, and above the negative one of x.
pub(super) fn next(request: &Request) -> u64 {
    let least = -narrow::to_i32(request.precision() + request.bits);
    let [below_half, above_half] =
        [-2, -1].map(|lg| wedge::count(request, Unit::HalfTurn, lg + least));
    below_half + 2 * above_half
}
