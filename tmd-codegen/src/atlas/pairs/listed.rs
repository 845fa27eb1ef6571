//! A case of an entry of pairs.

use crate::diag::Diag;
use crate::distance::Distance;
use crate::pairs::plane::PlaneCase;
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
            ListedPair::OfNumbers(case) => [number(&case.x)?, number(&case.y)?],
        })
    }
}

impl HardPair for ListedPair {
    fn kind(&self) -> CaseKind {
        match self {
            ListedPair::OfInteger(case) => case.kind(),
            ListedPair::OfNumbers(case) => case.kind(),
        }
    }

    fn identical_bits(&self) -> u32 {
        match self {
            ListedPair::OfInteger(case) => case.identical_bits(),
            ListedPair::OfNumbers(case) => case.identical_bits(),
        }
    }

    fn distance(&self) -> Distance {
        match self {
            ListedPair::OfInteger(case) => case.distance(),
            ListedPair::OfNumbers(case) => case.distance(),
        }
    }

    fn arguments(&self) -> [(&'static str, String); 2] {
        match self {
            ListedPair::OfInteger(case) => case.arguments(),
            ListedPair::OfNumbers(case) => case.arguments(),
        }
    }
}
