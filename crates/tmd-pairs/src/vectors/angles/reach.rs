//! How many pairs have an angle that is in reach.
//!
//! That is at least half of the least breakpoint, 2^(l - 2) with the last place 2^l of all numbers. All with x < 0 are, and of those with x > 0 the
//! ones with an angle that is not below it.

use super::super::request::Request;
use super::unit::Unit;
use super::wedge;

/// The count.
pub(super) fn count(request: &Request) -> u64 {
    let all = request.numbers();
    2 * all * all - wedge::count(request, Unit::of(request), request.last_place() - 2)
}
