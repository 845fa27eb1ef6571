//! A case of an entry of pairs.

use crate::diag::Diag;
use crate::distance::Distance;
use crate::pairs::plane::PlaneCase;
use crate::pairs::vectors::VectorCase;
use crate::pairs::{HardPair, PairCase};
use crate::spec::hexfloat;
use crate::verdict::CaseKind;
use serde::{Deserialize, Serialize};

/// A case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ListedPair {
    /// Of a number and an integer.
    OfInteger(PairCase),
    /// Of two numbers.
    OfNumbers(PlaneCase),
    /// Of two numbers, which stand for others as well.
    OfVectors(VectorCase),
}

impl ListedPair {
    /// Its two arguments.
    ///
    /// # Errors
    /// If one is no number; all are.
    pub fn numbers(&self) -> Result<[f64; 2], Diag> {
        let number = |text: &str| hexfloat::parse("a case", text).map(|own| own.to_f64());
        Ok(match self {
            ListedPair::OfInteger(case) => [number(&case.x)?, f64::from(case.n)],
            ListedPair::OfNumbers(PlaneCase { x, y, .. })
            | ListedPair::OfVectors(VectorCase { x, y, .. }) => [number(x)?, number(y)?],
        })
    }
}

impl HardPair for ListedPair {
    fn kind(&self) -> CaseKind {
        match self {
            ListedPair::OfInteger(case) => case.kind(),
            ListedPair::OfNumbers(case) => case.kind(),
            ListedPair::OfVectors(case) => case.kind(),
        }
    }

    fn identical_bits(&self) -> u32 {
        match self {
            ListedPair::OfInteger(case) => case.identical_bits(),
            ListedPair::OfNumbers(case) => case.identical_bits(),
            ListedPair::OfVectors(case) => case.identical_bits(),
        }
    }

    fn distance(&self) -> Distance {
        match self {
            ListedPair::OfInteger(case) => case.distance(),
            ListedPair::OfNumbers(case) => case.distance(),
            ListedPair::OfVectors(case) => case.distance(),
        }
    }

    fn stands_for(&self) -> Option<u64> {
        match self {
            ListedPair::OfInteger(case) => case.stands_for(),
            ListedPair::OfNumbers(case) => case.stands_for(),
            ListedPair::OfVectors(case) => case.stands_for(),
        }
    }

    fn arguments(&self) -> [(&'static str, String); 2] {
        match self {
            ListedPair::OfInteger(case) => case.arguments(),
            ListedPair::OfNumbers(case) => case.arguments(),
            ListedPair::OfVectors(case) => case.arguments(),
        }
    }
}
