//! What the cases of a certificate say in all: the hardest, the precision that is enough, and how many there are of each hardness.

use crate::certificate::{Certificate, PairCase};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tmd_cases::verdict::CaseKind;

/// Cases of one hardness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bin {
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// Cases with so many.
    pub cases: u64,
    /// Expected if the fractions of g were random at all pairs that are neither exact nor next to a simple breakpoint.
    pub expected: f64,
}

/// The hardness of all pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The hardest case for rounding to nearest.
    pub nearest: Option<PairCase>,
    /// The hardest case for directed rounding.
    pub directed: Option<PairCase>,
    /// Bits of the value that are enough for correct rounding in every mode, wherever it is not next to a simple breakpoint: p, the rounding
    /// bit, those that are identical in the hardest case, and one more.
    pub sufficient_precision: Option<u32>,
    /// Cases of each hardness, rising.
    pub histogram: Vec<Bin>,
}

impl Summary {
    /// Of a certificate's cases.
    pub fn new(certificate: &Certificate) -> Summary {
        let Certificate { pairs, exact, next, cases, format, .. } = certificate;
        let told = exact.nearest + exact.directed + next.one + next.power;
        let random = pairs.saturating_sub(told) as f64;
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for case in cases {
            *counts.entry(case.identical_bits).or_default() += 1;
        }
        let bin = |(identical_bits, cases): (u32, u64)| Bin {
            identical_bits,
            cases,
            expected: random * 2f64.powi(-identical_bits.cast_signed()),
        };
        let hardest = |kind: CaseKind| {
            let own = cases.iter().filter(|case| case.kind == kind);
            own.min_by_key(|case| case.distance).cloned()
        };
        let most = counts.keys().next_back().copied();
        Summary {
            nearest: hardest(CaseKind::Nearest),
            directed: hardest(CaseKind::Directed),
            sufficient_precision: most.map(|bits| format.precision + 1 + bits + 1),
            histogram: counts.into_iter().map(bin).collect(),
        }
    }
}
