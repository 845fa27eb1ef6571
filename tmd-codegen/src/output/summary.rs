//! How hard the function is: for each binade and in all, the hardest cases, the precision that is enough
//! for correct rounding, and how many cases of each hardness there are beside what chance would give.
//!
//! Runs of cases (f close to a constant or to a multiple of x) are left out: there a library decides by the sign of
//! the difference, not by more precision.

use super::Results;
use super::runs::Apart;
use crate::confirm::{CaseKind, Verdict};
use crate::plan::{Plan, Work};
use crate::request::Rounding;
use crate::search::Finding;
use serde::Serialize;
use std::collections::BTreeMap;

/// The hardness of a search's range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// In all.
    pub total: Hardness,
    /// For each binade of the inputs, in the order of the range.
    pub binades: Vec<Binade>,
    /// How many cases of each hardness, rising; from the threshold to the hardest.
    pub histogram: Vec<Bin>,
}

/// The hardness of some inputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hardness {
    /// Isolated cases.
    pub cases: usize,
    /// The hardest case for rounding to nearest.
    pub nearest: Option<Hardest>,
    /// The hardest case for directed rounding.
    pub directed: Option<Hardest>,
    /// Bits after the rounding bit that are enough for every rounding that was searched: one more than are
    /// identical in the hardest case. None where no case was found.
    pub bits_after_rounding_bit: Option<u32>,
    /// The same as a precision of f(x), rounding bit and p included.
    pub sufficient_precision: Option<u32>,
}

/// A hardest case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hardest {
    /// The input.
    pub x: String,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
}

/// The hardness of the inputs of one binade.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Binade {
    /// e, for inputs 2^e ≤ |x| < 2^(e+1); the largest one of subnormal inputs.
    pub exponent: i32,
    /// Whether the inputs are negative.
    pub negative: bool,
    /// Its cases.
    #[serde(flatten)]
    pub hardness: Hardness,
}

/// Cases of one hardness.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// Isolated cases with so many.
    pub cases: u64,
    /// Expected if the fractions of g were random.
    pub expected: f64,
}

impl Summary {
    /// The summary of a search, from its findings taken apart.
    pub fn new(results: Results<'_>, apart: &Apart<'_>) -> Self {
        let plan = results.plan;
        let binades = plan
            .segments
            .iter()
            .enumerate()
            .map(|(index, segment)| {
                let own = apart.isolated.iter().filter(|finding| finding.segment == index);
                Binade {
                    exponent: segment.exponent(),
                    negative: segment.is_negative(),
                    hardness: hardness(plan, own.copied()),
                }
            })
            .collect();
        Summary {
            total: hardness(plan, apart.isolated.iter().copied()),
            binades,
            histogram: histogram(results, apart),
        }
    }
}

fn bits(finding: &Finding) -> Option<(u32, CaseKind)> {
    match finding.verdict {
        Verdict::Hard { identical_bits, kind, .. } => Some((identical_bits, kind)),
        // No hardness is known of them; every output lists them beside the summary.
        Verdict::Exact(_) | Verdict::Unknown(_) => None,
    }
}

fn hardness<'a>(plan: &Plan, findings: impl Iterator<Item = &'a Finding>) -> Hardness {
    let mut hardness = Hardness::default();
    for finding in findings {
        let Some((identical_bits, kind)) = bits(finding) else { continue };
        hardness.cases += 1;
        let hardest = match kind {
            CaseKind::Nearest => &mut hardness.nearest,
            CaseKind::Directed => &mut hardness.directed,
        };
        if hardest.as_ref().is_none_or(|known| known.identical_bits < identical_bits) {
            *hardest = Some(Hardest { x: finding.x.clone(), identical_bits });
        }
    }
    let most = [&hardness.nearest, &hardness.directed].into_iter().flatten();
    hardness.bits_after_rounding_bit = most.map(|case| case.identical_bits + 1).max();
    let precision = plan.output.precision;
    hardness.sufficient_precision =
        hardness.bits_after_rounding_bit.map(|bits| precision + 1 + bits);
    hardness
}

/// Cases that chance would give among the inputs that were covered and are in no run.
pub(super) fn expected(results: Results<'_>, apart: &Apart<'_>) -> f64 {
    let Results { plan, report, .. } = results;
    let covered = report.inputs() as f64 / plan.inputs().max(1) as f64;
    let random = plan.inputs_by(|work| matches!(work, Work::Direct | Work::Search(_))) as f64;
    plan.expected_among((random * covered - apart.listed_inputs as f64).max(0.0))
}

/// Bits after the threshold whose bins are listed even if they are empty.
pub(in crate::output) const MOST_BINS: u32 = 128;

fn histogram(results: Results<'_>, apart: &Apart<'_>) -> Vec<Bin> {
    let plan = results.plan;
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for (identical_bits, _) in apart.isolated.iter().filter_map(|finding| bits(finding)) {
        *counts.entry(identical_bits).or_default() += 1;
    }
    // With directed breakpoints alone, ε is in whole units in the last place.
    let first = match plan.request.rounding {
        Rounding::Directed => plan.bits.saturating_sub(1),
        Rounding::Nearest | Rounding::All => plan.bits,
    };
    let last = counts.keys().next_back().copied().unwrap_or(first);
    let all = expected(results, apart);
    // Where f is next to a constant, billions of bits may be identical: only bins with cases from there on.
    let dense = last.min(first.saturating_add(MOST_BINS));
    let beyond = counts.keys().copied().filter(|bits| *bits > dense);
    (first..=dense)
        .chain(beyond)
        .map(|identical_bits| Bin {
            identical_bits,
            cases: counts.get(&identical_bits).copied().unwrap_or(0),
            expected: all * (-f64::from(identical_bits - first) - 1.0).exp2(),
        })
        .collect()
}
