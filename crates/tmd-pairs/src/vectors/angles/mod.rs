//! The angle of a vector, atan2(y, x), of y > 0 and x ≠ 0, and the same in half turns, atan2pi(y, x): it depends on the quotient y/x and on the sign of x alone.
//!
//! Let p be the precision, ε = 2^-bits with bits ≥ p + 2, and u the breakpoint spacing at the angle v. 2^-p is a normal number.
//!
//! **Small quotients, in radians.** Let x > 0 and q = y/x < 2^-p, with v < q. With significands Y and X of p bits, q = Y/X·2^s, Y/X is between 1/2 and 2. A
//! breakpoint is b = B·2^t, u = 2^t.
//!
//! - If s ≥ t and q ≠ b, |q - b| = |Y·2^(s - t) - B·X|·u/X ≥ u/X > 2^-p·u. As q ≤ 2^(p + 1)·u, q - v < q³/3 is less than 2^(1 - p)/3·u, so that
//!   |v - b| > 2^-p/3·u > ε·u.
//! - If s < t, q < 2^(s + 1) ≤ u: only b = u can be the nearest breakpoint that is not 0, with s = t - 1. If q ≠ b, |q - b| = |Y - 2X|·2^s/X >
//!   2^-(p + 1)·u, and u is that of subnormal numbers, 2^(emin - p) ≤ 2^(1 - 2p), so that q - v < u³: |v - b| > 2^-(p + 2)·u ≥ ε·u.
//!
//! So a hard v is next to its quotient, which is a breakpoint: `next.rs` counts these.
//!
//! **Other angles** of hard quotients are near to one of the breakpoints z from 2^-p to the first one above π: those with q = 2^-p are less than 2^-3p below
//! it, and the breakpoint below it is 2^-(2p + 1) away. None of these angles is next to its quotient q in the sense above: if q ≥ 2^-p is a breakpoint,
//! q - v > q³/3·(1 - q²) is more than ε·u, as q ≥ 2^p·u and so q³/3 ≥ 2^-p/3·u.
//!
//! **In half turns** small angles are as hard as others, as 1/π is no simple number: all breakpoints below 1 are looked at, but not 1/2. What is hard because of 1/2 or
//! 1 is next to an axis and counted, and so is what is exact (`axis.rs`).
//!
//! **Quotients.** For each z (`binades.rs`), a hard quotient is a fraction in a narrow interval around
//! tan z: `sweep.rs` visits all z, `tangent.rs` gives the tangents, and `filter.rs` finds the fractions, if there are any. Where the interval is
//! wide, next to an axis or between numbers below all normal ones, `farey.rs` lists them.

mod axis;
mod binades;
mod farey;
mod filter;
mod next;
mod quotient;
mod reach;
mod sector;
mod sweep;
mod tangent;
mod unit;
mod wedge;

use super::certificate::{Counts, VectorCase};
use super::judge::Judge;
use super::request::Request;
use crate::certificate::ExactCounts;
use binades::Block;
use quotient::Quotient;
use rayon::prelude::*;
use rug::Rational;
use sweep::Sweep;
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_base::random::Random;
use unit::Unit;

/// The cases.
pub(super) fn cases(request: &Request) -> Result<Vec<VectorCase>, Diag> {
    let judge = Judge::new(request)?;
    let mut quotients = Sweep::new(request).all()?;
    quotients.sort_unstable();
    quotients.dedup();
    Ok(quotients.par_iter().filter_map(|own| case(request, &judge, own)).collect())
}

/// The case of a quotient, if it is one.
fn case(request: &Request, judge: &Judge, quotient: &Quotient) -> Option<VectorCase> {
    let [x, y] = quotient.pair(request)?;
    judge.case(&x, &y, quotient.pairs(request))
}

/// The case of a pair's quotient, if it is one.
pub(super) fn case_of(
    request: &Request,
    judge: &Judge,
    x: &Rational,
    y: &Rational,
) -> Option<VectorCase> {
    case(request, judge, &Quotient::of(request, x, y)?)
}

/// Takes all fractions around so many breakpoints that are drawn, for what `is_listed` does not know: a case that is missing.
pub(super) fn missing(
    request: &Request,
    drawn: u64,
    seed: u64,
    is_listed: impl Fn(&VectorCase) -> bool + Sync,
) -> Result<Option<VectorCase>, Diag> {
    let (judge, sweep) = (Judge::new(request)?, Sweep::new(request));
    let binades = binades::all(request);
    let mut random = Random::new(seed);
    let mut draw = |_| {
        let binade = binades[narrow::to_usize(random.below(binades.len() as u64))];
        Block { first: binade.first + random.below(binade.count), count: 1, ..binade }
    };
    let blocks: Vec<Block> = (0..drawn).map(&mut draw).collect();
    let of = |block: &Block| {
        let quotients = sweep.slow(*block)?;
        let mut cases = quotients.iter().filter_map(|own| case(request, &judge, own));
        Ok(cases.find(|case| !is_listed(case)))
    };
    let found: Vec<Option<VectorCase>> = blocks.par_iter().map(of).collect::<Result<_, Diag>>()?;
    Ok(found.into_iter().flatten().next())
}

/// The counts. By the theorem of Lindemann and Weierstrass no angle in radians is exact.
pub(super) fn counts(request: &Request) -> Result<Counts, Diag> {
    let (exact, next) = match Unit::of(request) {
        Unit::Radian => (ExactCounts::default(), next::count(request)?),
        Unit::HalfTurn => (axis::exact(request), axis::next(request)),
    };
    Ok(Counts { pairs: reach::count(request), exact, next })
}

#[cfg(test)]
mod tests;
