//! How many pairs a search meets.

use crate::certificate::ExactCounts;
use serde::{Deserialize, Serialize};

/// How many pairs there are of each kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Counts {
    /// In reach.
    pub(super) pairs: u64,
    pub(super) exact: ExactCounts,
    pub(super) next: u64,
    pub(super) undecided: u64,
    /// One of these: the least y, and the least x with it.
    pub(super) first_undecided: Option<[f64; 2]>,
}

impl Counts {
    pub(super) fn join(mut self, other: Counts) -> Counts {
        self.pairs += other.pairs;
        self.exact.join(other.exact);
        self.next += other.next;
        self.undecided += other.undecided;
        self.first_undecided = match [self.first_undecided, other.first_undecided] {
            [Some(own), Some(other)] => Some(if other[1] < own[1] { other } else { own }),
            [own, other] => own.or(other),
        };
        self
    }
}
