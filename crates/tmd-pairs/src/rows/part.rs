//! What is found: pairs with their outcomes, and parts of a search.

use crate::certificate::ExactCounts;
use crate::plane::{Judge, Outcome, PlaneCase};
use rug::Rational;
use tmd_base::diag::Diag;
use tmd_cases::verdict::CaseKind;
use tmd_functions::language::hexfloat;

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
#[derive(Default)]
pub(super) struct Part {
    pub(super) pairs: u64,
    pub(super) exact: ExactCounts,
    pub(super) next: u64,
    pub(super) cases: Vec<([Rational; 2], PlaneCase)>,
}

impl Part {
    /// A part that was kept.
    pub(super) fn of_kept(
        pairs: u64,
        exact: ExactCounts,
        next: u64,
        cases: Vec<PlaneCase>,
    ) -> Result<Part, Diag> {
        let read = |text: &str| hexfloat::parse("a case", text);
        let place = |case: PlaneCase| Ok(([read(&case.x)?, read(&case.y)?], case));
        let cases = cases.into_iter().map(place).collect::<Result<_, Diag>>()?;
        Ok(Part { pairs, exact, next, cases })
    }

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
