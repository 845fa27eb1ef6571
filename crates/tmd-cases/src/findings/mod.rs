//! The findings of a search, sorted by kind: the one place where findings are classified.
//!
//! Every output takes [`Findings`] and [`Sorted`] apart by all their fields, without `..`: a kind that an output does not
//! tell does not compile.
//!
//! There may be more of them than memory holds. A [`Sorter`] takes them in any order, and beyond the number that its
//! [`Room`] allows writes them to a file, in sorted runs; a [`FindingList`] is read in the order of the inputs, runs merged
//! on the way. Few findings never leave memory.

mod disk;
mod kept;
mod list;
mod merge;
mod record;
mod room;
mod sorter;
mod spill;
#[cfg(test)]
mod tests;

pub use list::{FindingList, Part, Read, Rows};
pub use room::Room;
pub use sorter::Sorter;

use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// An input with what was found out about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Index of its segment.
    pub segment: usize,
    /// Index in the segment.
    pub index: u64,
    /// The input as a hexadecimal float.
    pub x: String,
    /// The verdict on it.
    pub verdict: Verdict,
    /// For a finding of the inverse function, whose input x is: the breakpoint of its results that it is near to. Segment
    /// and index are then those of the breakpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
}

impl Finding {
    /// Its place in the order of the inputs: segment, and index there.
    pub fn place(&self) -> (usize, u64) {
        (self.segment, self.index)
    }
}

/// All findings of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings<'a> {
    /// The findings of f.
    pub of_f: Sorted<'a>,
    /// The findings of the inverse function, if they were asked for.
    pub of_inverse: Sorted<'a>,
}

/// Findings by what they are, each list in the order of the inputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sorted<'a> {
    /// Hard-to-round cases.
    pub hard: Part<'a>,
    /// Inputs whose value is a breakpoint.
    pub exact: Part<'a>,
    /// Inputs that no precision and no algebra decided.
    pub unknown: Part<'a>,
}

impl<'a> Sorted<'a> {
    /// Sorts findings.
    pub fn of(findings: &'a [Finding]) -> Sorted<'a> {
        Sorted::by_class(|class| Part::of_slice(findings, class))
    }

    pub(crate) fn by_class(part: impl Fn(Class) -> Part<'a>) -> Sorted<'a> {
        let [hard, exact, unknown] = Class::ALL.map(part);
        Sorted { hard, exact, unknown }
    }
}

/// What a verdict says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A hard-to-round case.
    Hard,
    /// An input whose value is a breakpoint.
    Exact,
    /// An input that no precision and no algebra decided.
    Unknown,
}

impl Class {
    /// All, in the order of their numbers.
    pub const ALL: [Class; 3] = [Class::Hard, Class::Exact, Class::Unknown];

    /// The class of a verdict.
    pub fn of(verdict: &Verdict) -> Class {
        match verdict {
            Verdict::Hard { .. } => Class::Hard,
            Verdict::Exact(_) => Class::Exact,
            Verdict::Unknown(_) => Class::Unknown,
        }
    }
}
