//! Runs of consecutive inputs that are alike.

use crate::distance::Distance;
use crate::verdict::CaseKind;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Consecutive inputs, or every second one, that are all alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseRun {
    /// Index of the segment.
    pub segment: usize,
    /// Indices in the segment, from the first case to after the last.
    pub inputs: Range<u64>,
    /// 1 for all of these inputs, 2 for every second one from the first on.
    pub stride: u64,
    /// The kind of the run.
    pub what: RunKind,
    /// The kind of breakpoint that f is near to.
    pub kind: CaseKind,
}

/// The kind of a run: what all its inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum RunKind {
    /// Hard-to-round cases, at distances from `least` to `most`, in units of the breakpoint spacing.
    Hard {
        /// A lower bound of the distances.
        least: Distance,
        /// An upper bound.
        most: Distance,
    },
    /// Exact cases.
    Exact,
    /// Within `most` of a breakpoint, and possibly at it.
    Unknown {
        /// An upper bound of the distances.
        most: Distance,
    },
}

impl RunKind {
    /// The kind of two runs together, if they are alike.
    pub fn with(self, other: RunKind) -> Option<RunKind> {
        match (self, other) {
            (RunKind::Hard { least, most }, RunKind::Hard { least: low, most: high }) => {
                Some(RunKind::Hard { least: least.min(low), most: most.max(high) })
            }
            (RunKind::Exact, RunKind::Exact) => Some(RunKind::Exact),
            (RunKind::Unknown { most }, RunKind::Unknown { most: high }) => {
                Some(RunKind::Unknown { most: most.max(high) })
            }
            _ => None,
        }
    }
}

impl CaseRun {
    /// How many inputs are meant.
    pub fn count(&self) -> u64 {
        (self.inputs.end - self.inputs.start).div_ceil(self.stride)
    }

    /// Their indices.
    pub fn indices(&self) -> impl Iterator<Item = u64> + use<> {
        self.inputs.clone().step_by(self.stride as usize)
    }
}
