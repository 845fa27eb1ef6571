//! The verdict on an input: near a breakpoint, at one, or undecided.

use crate::distance::Distance;
use rug::Integer;
use serde::{Deserialize, Serialize};
use tmd_request::request::Rounding;

/// The kind of breakpoint that a hard-to-round input is near to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseKind {
    /// A midpoint of two floats: hard to round to nearest.
    Nearest,
    /// A float: hard to round in a directed mode.
    Directed,
}

impl CaseKind {
    /// The kind in a word.
    pub fn name(self) -> &'static str {
        match self {
            CaseKind::Nearest => "nearest",
            CaseKind::Directed => "directed",
        }
    }

    /// The kind of the breakpoint `near`, in units of their spacing: where midpoints count, the odd ones are midpoints.
    pub fn of(near: &Integer, rounding: Rounding) -> CaseKind {
        match rounding {
            Rounding::Nearest | Rounding::All if near.is_odd() => CaseKind::Nearest,
            Rounding::Nearest | Rounding::All | Rounding::Directed => CaseKind::Directed,
        }
    }

    /// The kind of what may be near to any breakpoint: one that counts, so that it is not left out.
    pub fn of_any(rounding: Rounding) -> CaseKind {
        match rounding {
            Rounding::Nearest => CaseKind::Nearest,
            Rounding::All | Rounding::Directed => CaseKind::Directed,
        }
    }

    /// Whether a breakpoint of this kind counts: with rounding to nearest alone, only midpoints do.
    pub fn counts(self, rounding: Rounding) -> bool {
        rounding != Rounding::Nearest || self == CaseKind::Nearest
    }
}

/// The verdict on an input that is not ordinary. An ordinary input, |g cmod 1| ≥ ε, has the verdict `None`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// |g cmod 1| < ε, g no integer.
    Hard {
        /// |g cmod 1|, in units of the breakpoint spacing; or a bound of it, where f(x) is known to be none but so close
        /// to a breakpoint that no precision of sensible size shows the distance.
        distance: Distance,
        /// Identical bits after the rounding bit.
        identical_bits: u32,
        /// The kind of breakpoint that f(x) is near to.
        kind: CaseKind,
    },
    /// f(x) is a breakpoint.
    Exact(CaseKind),
    /// f(x) cannot be told from a breakpoint at the highest precision, and no algebra decides.
    Unknown(CaseKind),
}

impl Verdict {
    /// Of an input of which no precision tells what breakpoints its value is between.
    pub fn untold(rounding: Rounding) -> Verdict {
        Verdict::Unknown(CaseKind::of_any(rounding))
    }

    /// The kind of breakpoint that f(x) is near or at.
    pub fn kind(&self) -> CaseKind {
        match *self {
            Verdict::Hard { kind, .. } | Verdict::Exact(kind) | Verdict::Unknown(kind) => kind,
        }
    }
}
