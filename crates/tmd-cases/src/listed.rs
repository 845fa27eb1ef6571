//! Findings as outputs list them.

use crate::distance::Distance;
use crate::findings::Finding;
use crate::verdict::{CaseKind, Verdict};
use serde::Serialize;

/// A hard-to-round case.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The input.
    pub x: String,
    /// |g cmod 1|, in units of the breakpoint spacing.
    pub distance: Distance,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// The kind of breakpoint that f(x) is near to.
    pub kind: CaseKind,
}

/// A case of the inverse function.
#[derive(Clone, Debug, Serialize)]
pub struct InverseCase {
    /// The inverse's input, with the distance of its result from a breakpoint.
    #[serde(flatten)]
    pub case: Case,
    /// The breakpoint.
    pub near: String,
}

/// An input at a breakpoint, for certain or as far as can be told.
#[derive(Clone, Debug, Serialize)]
pub struct Near {
    /// The input.
    pub x: String,
    /// The kind of breakpoint that f(x) is at, or cannot be separated from.
    pub kind: CaseKind,
}

/// An input of the inverse function with the kind of its breakpoint.
#[derive(Clone, Debug, Serialize)]
pub struct InverseNear {
    /// The inverse's input.
    #[serde(flatten)]
    pub input: Near,
    /// The breakpoint.
    pub near: String,
}

/// The finding as a case, if it is one.
pub fn case(finding: &Finding) -> Option<Case> {
    match finding.verdict {
        Verdict::Hard { distance, identical_bits, kind } => {
            Some(Case { x: finding.x.clone(), distance, identical_bits, kind })
        }
        Verdict::Exact(_) | Verdict::Unknown(_) => None,
    }
}

/// The finding as a case of the inverse function, if it is one.
pub fn inverse_case(finding: &Finding) -> Option<InverseCase> {
    Some(InverseCase { case: case(finding)?, near: finding.near.clone()? })
}

/// A finding at a breakpoint, for certain or as far as can be told.
pub fn near(finding: &Finding) -> Near {
    Near { x: finding.x.clone(), kind: finding.verdict.kind() }
}

/// An exact or undecided finding of the inverse function, as it is listed.
pub fn inverse_near(finding: &Finding) -> InverseNear {
    InverseNear { input: near(finding), near: finding.near.clone().unwrap_or_default() }
}
