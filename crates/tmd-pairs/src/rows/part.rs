//! What is found: pairs with their outcomes, and parts of a search.

use crate::certificate::ExactCounts;
use crate::plane::{Judge, Outcome, PlaneCase};
use rug::Rational;
use serde::{Deserialize, Serialize};
use tmd_base::diag::Diag;
use tmd_cases::verdict::CaseKind;

/// What was found of a pair.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Exact(CaseKind),
    Next,
    Hard(Box<([Rational; 2], PlaneCase)>),
}

impl Found {
    /// What counts of the outcome of a pair.
    pub(super) fn of(pair: [Rational; 2], outcome: Outcome) -> Option<Found> {
        match outcome {
            Outcome::OutOfReach | Outcome::Ordinary => None,
            Outcome::Exact(kind) => Some(Found::Exact(kind)),
            Outcome::Next => Some(Found::Next),
            Outcome::Hard(case) => Some(Found::Hard(Box::new((pair, case)))),
        }
    }
}

/// What a part of a search has found; the cases with their x and y.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub(super) struct Part {
    pub(super) pairs: u64,
    pub(super) exact: ExactCounts,
    pub(super) next: u64,
    pub(super) cases: Vec<([Rational; 2], PlaneCase)>,
}

/// A part as it is kept.
#[derive(Serialize, Deserialize)]
struct Stored {
    pairs: u64,
    exact: ExactCounts,
    next: u64,
    cases: Vec<PlaneCase>,
}

impl From<Part> for Stored {
    fn from(Part { pairs, exact, next, cases }: Part) -> Stored {
        Stored { pairs, exact, next, cases: cases.into_iter().map(|(_, case)| case).collect() }
    }
}

impl TryFrom<Stored> for Part {
    type Error = Diag;

    fn try_from(Stored { pairs, exact, next, cases }: Stored) -> Result<Part, Diag> {
        let placed = |case: PlaneCase| Ok((case.pair()?, case));
        let cases = cases.into_iter().map(placed).collect::<Result<_, Diag>>()?;
        Ok(Part { pairs, exact, next, cases })
    }
}

impl Part {
    pub(super) fn take(&mut self, found: Found) {
        match found {
            Found::Exact(kind) => self.exact.add(kind),
            Found::Next => self.next += 1,
            Found::Hard(case) => self.cases.push(*case),
        }
    }

    /// Decides on a pair that no kernel looked at.
    pub(super) fn decide(&mut self, judge: &Judge, pair: [Rational; 2]) {
        let outcome = Outcome::of(judge, &pair[0], &pair[1]);
        self.pairs += u64::from(outcome != Outcome::OutOfReach);
        if let Some(found) = Found::of(pair, outcome) {
            self.take(found);
        }
    }

    pub(super) fn join(&mut self, mut other: Part) {
        self.pairs += other.pairs;
        self.exact.join(other.exact);
        self.next += other.next;
        self.cases.append(&mut other.cases);
    }
}
