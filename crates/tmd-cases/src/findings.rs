//! The findings of a search, sorted by kind: the one place where findings are classified.
//!
//! Every output takes [`Findings`] and [`Sorted`] apart by all their fields, without `..`: a kind that an output does not
//! tell does not compile.

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

/// All findings of a search.
#[derive(Clone, Debug, Default)]
pub struct Findings<'a> {
    /// The findings of f.
    pub of_f: Sorted<'a>,
    /// The findings of the inverse function, if they were asked for.
    pub of_inverse: Sorted<'a>,
}

/// Findings by what they are, each list in the order of the inputs.
#[derive(Clone, Debug, Default)]
pub struct Sorted<'a> {
    /// Hard-to-round cases.
    pub hard: Vec<&'a Finding>,
    /// Inputs whose value is a breakpoint.
    pub exact: Vec<&'a Finding>,
    /// Inputs that no precision and no algebra decided.
    pub unknown: Vec<&'a Finding>,
}

impl<'a> Sorted<'a> {
    /// Sorts findings.
    pub fn of(findings: &'a [Finding]) -> Sorted<'a> {
        let mut sorted = Sorted::default();
        for finding in findings {
            let list = match finding.verdict {
                Verdict::Hard { .. } => &mut sorted.hard,
                Verdict::Exact(_) => &mut sorted.exact,
                Verdict::Unknown(_) => &mut sorted.unknown,
            };
            list.push(finding);
        }
        sorted
    }
}
