//! Exact cases that are not listed, because a formula counts them: of a root, which is exact at every power.

use super::claim::Claim;
use super::lie;
use super::tiling::{Kind, Place, Portion, Tiling};
use crate::certificate::{MOST_EXACT, RunEntry};
use rug::Integer;
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_cases::case_run::RunKind;
use tmd_functions::language::roots::Roots;
use tmd_request::request::Rounding;

/// The exact cases of a certificate that a formula counts.
pub struct Counted<'a> {
    tiling: &'a Tiling<'a>,
    /// `None` if all are listed.
    roots: Option<Roots>,
}

impl<'a> Counted<'a> {
    /// Checks that a formula may count them, and that they are too many to list, where it is said to.
    ///
    /// # Errors
    /// If it may not.
    pub fn check(claim: &Claim<'_>, tiling: &'a Tiling<'a>) -> Result<Self, Diag> {
        if !claim.cert.exact_by_formula {
            return Ok(Counted { tiling, roots: None });
        }
        let refuse =
            |why: &str| Err(lie(format!("exact cases are said to be counted by a formula: {why}")));
        let Some(roots) = claim.spec.exact_roots(&claim.input, &claim.output) else {
            return refuse("there is none for this function and these formats");
        };
        let (found, request) = (claim.found, &claim.request);
        let is_exact = |what: RunKind| matches!(what, RunKind::Exact);
        if request.with_inverse || request.rounding == Rounding::Nearest {
            return refuse("it counts no midpoints");
        }
        if !found.exact.is_empty() || found.runs.iter().any(|run| is_exact(run.run.what)) {
            return refuse("but some are listed");
        }
        if claim.cert.asymptote.is_some() {
            return refuse("a root has no asymptote");
        }
        let counted = Counted { tiling, roots: Some(roots) };
        match counted.searched(&claim.cert.covered) > MOST_EXACT {
            true => Ok(counted),
            false => refuse(&format!("unless they are more than {MOST_EXACT}, they are listed")),
        }
    }

    /// Whether a formula counts them.
    pub fn is_any(&self) -> bool {
        self.roots.is_some()
    }

    /// How many of a run are counted.
    pub fn of(&self, segment: usize, inputs: &Range<u64>) -> u128 {
        let count = |roots: Roots| Some(roots.count(&self.tiling.grid(segment)?, inputs));
        let count = self.roots.and_then(count).unwrap_or_default();
        count.to_u128().unwrap_or(0)
    }

    /// In how many parts of so many inputs, from the first input of a run on, there are some, at least.
    pub fn parts(&self, segment: usize, inputs: &Range<u64>, length: u64) -> u128 {
        let count = |roots: Roots| Some(roots.parts(&self.tiling.grid(segment)?, inputs, length));
        let count = self.roots.and_then(count).unwrap_or_default();
        count.to_u128().unwrap_or(0)
    }

    /// How many of some runs are counted that do not follow from others.
    pub fn searched(&self, runs: &[RunEntry]) -> Integer {
        let of = |portion: &Portion| match self.tiling.spans[portion.span] {
            Place { kind: Kind::Follows(_), .. } => 0,
            Place { run, .. } => self.of(run.segment, &portion.inputs),
        };
        self.tiling.portions(runs).iter().map(|portion| Integer::from(of(portion))).sum()
    }
}
