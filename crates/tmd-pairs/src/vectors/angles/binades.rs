//! The breakpoints that hard angles can be near to, by binades.
//!
//! **In radians** they are those from 2^-p to the first one above π.
//!
//! **In half turns** they are all below 1 but 1/2. Angles that are hard because of 1/2 or 1 are next to an axis (`axis.rs`).
//!
//! Small angles are nearly a multiple of their tangent, so that one binade tells of all below it. Let z = Z·2^-k be a breakpoint, Z and z normal, and let h be the
//! spacing at Z. An angle q of which z is the nearest breakpoint is hard only if its quotient is in (tan(π(Z - ε·h)·2^-k), tan(π(Z + ε·h)·2^-k)), because
//! the spacing at z is h·2^-k. tan(t)/t rises with t, so that t ≤ 2^k·tan(t·2^-k) ≤ tan t. Hence 2^k·q is in (π(Z - ε·h), tan(π(Z + ε·h))), whatever k is: all
//! fractions of this interval, times 2^-k for each k, are looked at. That is right for every binade; if its exponent is e, with π²·4^(e + 1)/3 < 2^-(bits + p + 7), the
//! interval is hardly wider than that of k = 0. Breakpoints below all normal numbers have another spacing, and are taken one by one.

use super::super::request::Request;
use super::unit::Unit;
use rug::Float;
use rug::float::Constant;
use tmd_base::narrow;

/// Consecutive breakpoints with one spacing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The first, in units of the spacing.
    pub(super) first: u64,
    /// How many there are.
    pub(super) count: u64,
    /// log2 of the spacing.
    pub(super) place: i32,
    /// They stand also for their halves, quarters and so on, to so many halvings.
    pub(super) halvings: u32,
}

/// The breakpoints of all binades: their first and last multiple of the spacing, and log2 of that.
pub(super) fn all(request: &Request) -> Vec<Block> {
    match Unit::of(request) {
        Unit::Radian => in_radians(request),
        Unit::HalfTurn => in_half_turns(request),
    }
}

fn in_radians(request: &Request) -> Vec<Block> {
    let p = narrow::to_i32(request.precision());
    let binade = |exponent: i32| {
        let place = exponent.max(request.format.emin) - p;
        let first = 1u64 << (exponent - place);
        // In [2, 4), up to the first one above π.
        let pi = Float::with_val(64, Constant::Pi) >> place;
        let above = pi.to_f64().ceil() as u64;
        Block { first, count: (above + 1).min(2 * first) - first, place, halvings: 0 }
    };
    (-p..=1).map(binade).collect()
}

fn in_half_turns(request: &Request) -> Vec<Block> {
    let p = narrow::to_i32(request.precision());
    let emin = request.format.emin;
    // -2e > bits + p + 11, so that π²·4^(e + 1)/3 < 2^(2e + 4) ≤ 2^-(bits + p + 8).
    let small = -narrow::to_i32(request.bits + request.precision() + 13) / 2;
    let alike = small.max(emin);
    let binade = |exponent: i32| {
        let place = exponent.max(emin) - p;
        let first = 1u64 << (exponent - place);
        let is_half = u64::from(exponent == -1);
        let halvings = if exponent == alike { (alike - emin).unsigned_abs() } else { 0 };
        Block { first: first + is_half, count: first - is_half, place, halvings }
    };
    (emin - p..emin).chain(alike..0).map(binade).collect()
}
