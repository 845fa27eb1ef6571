//! The length of a vector, √(x² + y²).
//!
//! Let p be the precision, ε = 2^-bits with bits ≥ p + 2, u the breakpoint spacing at the length v, and x ≥ y; the other order is the same. With
//! the unit w of the last place of y (or x = y), x² + y² and the square m² of a breakpoint are multiples of w², or of w²/4 where x
//! and y have the same exponent. So is their difference, which is |v - m|·(v + m), and it is 0 only where the length is exact.
//!
//! **Lengths below the least normal number, 2^emin, are not hard.** Their u is 2^(emin - p), x and y are multiples of 2u, and m of u: the difference
//! is at least u², v + m < 2^(p + 1)·u, so that |v - m| > 2^-(p + 1)·u. Hence let v be normal. Multiplied by a power of two, a pair that stays in the
//! format and has a normal length is as hard as before; `pair.rs` counts these. One case is an exception: 2^(emax + 1) is no breakpoint.
//!
//! **Few gaps between the exponents of x and y matter.** Let x be in [1, 2) and y in [2^-k, 2^(1 - k)), so that w = 2^(1 - p - k). If k = 0, the
//! difference is at least w²/4 where v < 2, as u = 2^-p, and at least w² where v ≥ 2, as u = 2^(1 - p); v + m is below 4, or below 6: in both cases
//! |v - m| > 2^-(p + 2)·u ≥ ε·u. So k ≥ 1. If the larger is at least 2^(⌊p/2⌋ + 3) times the other, the length is next to it (`next.rs`). So k ≤ ⌊p/2⌋ + 3.
//! For each k that is left, `near.rs` takes all x and the breakpoints that their lengths can be near to.

mod exact;
mod near;
mod next;
mod pair;
mod reach;

use super::certificate::{Counts, VectorCase};
use super::judge::Judge;
use super::request::Request;
use tmd_base::diag::{Diag, DiagKind};

/// The cases.
pub(super) fn cases(request: &Request) -> Result<Vec<VectorCase>, Diag> {
    let judge = Judge::new(request)?;
    let mut cases = vec![];
    for pair in near::all(request) {
        let scales = pair.scales(request);
        if scales.is_empty() || next::is_next(request, &pair) {
            continue;
        }
        let [x, y] = pair.scaled(request.precision(), 0.clamp(*scales.start(), *scales.end()));
        // Each with x and y exchanged, too.
        let case = judge.case(&x, &y, 2 * scales.count() as u64).ok_or_else(|| {
            Diag::new(DiagKind::Internal, format!("{x}, {y} was found near to a breakpoint"))
        })?;
        cases.push(case);
    }
    Ok(cases)
}

/// The counts.
pub(super) fn counts(request: &Request) -> Counts {
    Counts {
        pairs: reach::count(request),
        exact: exact::count(request),
        next: next::count(request),
    }
}

#[cfg(test)]
mod tests;
