//! What the cases of a certificate say in all: the hardest, the precision that is enough, and how many there are of each hardness.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tmd_cases::distance::Distance;
use tmd_cases::verdict::CaseKind;

/// A pair that is hard to round.
pub trait HardPair: Clone {
    /// The kind of breakpoint that the value is near to.
    fn kind(&self) -> CaseKind;
    /// Identical bits after the rounding bit.
    fn identical_bits(&self) -> u32;
    /// |g cmod 1|, in units of the breakpoint spacing.
    fn distance(&self) -> Distance;
    /// How many pairs it stands for, if not for itself alone.
    fn stands_for(&self) -> Option<u64> {
        None
    }
    /// The names of its two arguments, and the arguments as they are written.
    fn arguments(&self) -> [(&'static str, String); 2];
}

/// Cases of one hardness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bin {
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// Cases with so many.
    pub cases: u64,
    /// How many pairs these are, where a case stands for several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// Pairs that are expected if the fractions of g were random at all pairs that are neither exact nor next to a simple breakpoint.
    pub expected: f64,
}

impl Bin {
    /// How many pairs are so hard.
    pub fn hard_pairs(&self) -> u64 {
        self.pairs.unwrap_or(self.cases)
    }
}

/// The hardness of all pairs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary<C> {
    /// The hardest case for rounding to nearest.
    pub nearest: Option<C>,
    /// The hardest case for directed rounding.
    pub directed: Option<C>,
    /// Bits of the value that are enough for correct rounding in every mode, wherever it is not next to a simple breakpoint: p, the rounding
    /// bit, those that are identical in the hardest case, and one more.
    pub sufficient_precision: Option<u32>,
    /// Cases of each hardness, rising.
    pub histogram: Vec<Bin>,
}

impl<C: HardPair> Summary<C> {
    /// Of the cases of a format of that precision, where so many pairs are as if random.
    pub(crate) fn new(cases: &[C], random: u64, precision: u32) -> Summary<C> {
        let mut counts: BTreeMap<u32, (u64, Option<u64>)> = BTreeMap::new();
        for case in cases {
            let (cases, pairs) = counts.entry(case.identical_bits()).or_default();
            *cases += 1;
            if let Some(own) = case.stands_for() {
                *pairs = Some(pairs.unwrap_or_default() + own);
            }
        }
        let bin = |(identical_bits, (cases, pairs)): (u32, (u64, Option<u64>))| Bin {
            identical_bits,
            cases,
            pairs,
            expected: random as f64 * 2f64.powi(-identical_bits.cast_signed()),
        };
        let hardest = |kind: CaseKind| {
            let own = cases.iter().filter(|case| case.kind() == kind);
            own.min_by_key(|case| case.distance()).cloned()
        };
        let most = counts.keys().next_back().copied();
        Summary {
            nearest: hardest(CaseKind::Nearest),
            directed: hardest(CaseKind::Directed),
            sufficient_precision: most.map(|bits| precision + 1 + bits + 1),
            histogram: counts.into_iter().map(bin).collect(),
        }
    }
}

impl<C> Summary<C> {
    /// The same with cases of another type.
    pub fn map<D>(self, of: impl Fn(C) -> D) -> Summary<D> {
        Summary {
            nearest: self.nearest.map(&of),
            directed: self.directed.map(&of),
            sufficient_precision: self.sufficient_precision,
            histogram: self.histogram,
        }
    }
}
