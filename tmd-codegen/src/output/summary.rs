//! The hardness of a function: for each binade and in all, the hardest cases, the precision that is enough
//! for correct rounding, and how many cases of each hardness there are beside what chance would give.
//!
//! Runs of cases (f close to a constant or to a multiple of x) are left out: there a library decides by the sign of
//! the difference, not by more precision.

use super::chance::{Chance, Places};
use super::runs::{self, Apart};
use super::told::Told;
use crate::diag::Diag;
use crate::distance::Distance;
use crate::findings::Finding;
use crate::plan::Plan;
use crate::request::Rounding;
use crate::results::Results;
use crate::verdict::{CaseKind, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The hardness of a search's range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// In all.
    pub total: Hardness,
    /// For each binade of the inputs, in the order of the range.
    pub binades: Vec<Binade>,
    /// How many cases there are where chance applies, and how many it would give.
    pub chance: Chance,
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
    /// identical in the hardest case. None where no case was found, or the hardest may have more than are told.
    pub bits_after_rounding_bit: Option<u32>,
    /// The sufficient precision of f(x), rounding bit and p included.
    pub sufficient_precision: Option<u32>,
}

/// A hardest case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hardest {
    /// The input.
    pub x: String,
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// |g cmod 1|, in units of the breakpoint spacing: what decides. Of equal ones the first in the range stands here.
    pub distance: Distance,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// Identical bits after the rounding bit.
    pub identical_bits: u32,
    /// Isolated cases with so many.
    pub cases: u64,
    /// The number of cases at inputs that chance applies to.
    pub compared: u64,
    /// Expected at those inputs if the fractions of g were random.
    pub expected: f64,
}

impl Summary {
    /// The summary of a search, from its findings taken apart.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub fn new(results: Results<'_>, apart: &Apart) -> Result<Self, Diag> {
        let Results { plan, report, .. } = results;
        let places = Places::new(plan, report, apart);
        let mut binades = vec![Hardness::default(); plan.segments.len()];
        // Of those that were searched and of those that follow: of equally hard ones, the one that stands for the others is
        // told.
        let [mut searched, mut following] = [(); 2].map(|()| Hardness::default());
        // All, and those where chance applies.
        let mut counts: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        let (mut compared, mut settled) = (0, 0);
        runs::each_isolated(report, &mut |finding| {
            let is_random = u64::from(places.hold(finding.segment, finding.index));
            let Some(case) = Hardest::of(finding) else {
                settled += is_random;
                return Ok(());
            };
            let kind = finding.verdict.kind();
            compared += is_random;
            let bin = counts.entry(case.identical_bits).or_default();
            *bin = (bin.0 + 1, bin.1 + is_random);
            binades[finding.segment].add(kind, &case);
            match plan.span_that_follows(finding.segment, finding.index) {
                None => searched.add(kind, &case),
                Some(_) => following.add(kind, &case),
            }
            Ok(())
        })?;
        searched.join(&following);
        let chance = Chance::new(results, &places, compared, settled);
        let binades = plan.segments.iter().zip(binades).map(|(segment, hardness)| Binade {
            exponent: segment.exponent(),
            negative: segment.is_negative(),
            hardness: hardness.finished(plan),
        });
        Ok(Summary {
            total: searched.finished(plan),
            binades: binades.collect(),
            chance,
            histogram: histogram(plan, &counts, chance.expected),
        })
    }
}

impl Hardest {
    /// A finding, if it is a case.
    pub(super) fn of(finding: &Finding) -> Option<Hardest> {
        match finding.verdict {
            Verdict::Hard { distance, identical_bits, .. } => {
                Some(Hardest { x: finding.x.clone(), identical_bits, distance })
            }
            // No hardness is known of them; every output lists them beside the summary.
            Verdict::Exact(_) | Verdict::Unknown(_) => None,
        }
    }
}

impl Hardness {
    /// Takes a case.
    pub(super) fn add(&mut self, kind: CaseKind, case: &Hardest) {
        self.cases += 1;
        self.compare(kind, case);
    }

    fn compare(&mut self, kind: CaseKind, case: &Hardest) {
        let hardest = match kind {
            CaseKind::Nearest => &mut self.nearest,
            CaseKind::Directed => &mut self.directed,
        };
        if hardest.as_ref().is_none_or(|known| case.distance < known.distance) {
            *hardest = Some(case.clone());
        }
    }

    /// Takes the cases of another; of equally hard ones its own stay.
    fn join(&mut self, other: &Hardness) {
        self.cases += other.cases;
        for (kind, case) in
            [(CaseKind::Nearest, &other.nearest), (CaseKind::Directed, &other.directed)]
        {
            if let Some(case) = case {
                self.compare(kind, case);
            }
        }
    }

    /// With the precision that is enough.
    fn finished(mut self, plan: &Plan) -> Hardness {
        let told = Told { spec: &plan.spec, output: &plan.output, rounding: plan.request.rounding };
        let cases: Vec<&Hardest> = [&self.nearest, &self.directed].into_iter().flatten().collect();
        let are_told =
            cases.iter().all(|case| told.of_case(&case.x, case.identical_bits).is_some());
        let most = cases.iter().map(|case| case.identical_bits + 1).max();
        self.bits_after_rounding_bit = most.filter(|_| are_told);
        let precision = plan.output.precision;
        self.sufficient_precision = self.bits_after_rounding_bit.map(|bits| precision + 1 + bits);
        self
    }
}

/// Bits after the threshold whose bins are listed even if they are empty.
pub(in crate::output) const MOST_BINS: u32 = 128;

/// The fewest identical bits of a case.
pub(in crate::output) fn first_bits(plan: &Plan) -> u32 {
    match plan.request.rounding {
        // With directed breakpoints alone, ε is in whole units in the last place.
        Rounding::Directed => plan.bits.saturating_sub(1),
        Rounding::Nearest | Rounding::All => plan.bits,
    }
}

/// The bins of so many cases with some identical bits, in all and where chance applies.
fn histogram(plan: &Plan, counts: &BTreeMap<u32, (u64, u64)>, expected: f64) -> Vec<Bin> {
    let first = first_bits(plan);
    let last = counts.keys().next_back().copied().unwrap_or(first);
    // Where f is next to a constant, billions of bits may be identical: only bins with cases from there on.
    let dense = last.min(first.saturating_add(MOST_BINS));
    let beyond = counts.keys().copied().filter(|bits| *bits > dense);
    (first..=dense)
        .chain(beyond)
        .map(|identical_bits| {
            let (cases, compared) = counts.get(&identical_bits).copied().unwrap_or_default();
            let share = (-f64::from(identical_bits - first) - 1.0).exp2();
            Bin { identical_bits, cases, compared, expected: expected * share }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{self, INTERPRETER, LoadOptions};
    use crate::plan;
    use crate::request::Request;
    use crate::results::Results;
    use crate::search::{self, Report};

    fn planned(function: &str, range: &str, precision: u32, bits: u32) -> Plan {
        let mut request = Request::in_range(function, range);
        request.precision = precision.into();
        request.bits = Some(bits);
        request.target = INTERPRETER.to_owned();
        plan::make(&request).expect("plan")
    }

    /// Beside runs and closed forms chance says nothing; elsewhere it is about right.
    #[test]
    fn chance_speaks_of_what_it_applies_to() {
        for (function, range, precision, bits) in
            [("sin", "0,2", 11, 4), ("tanh", "0x1p-8,6", 11, 4), ("exp", "1,2", 16, 6)]
        {
            let plan = planned(function, range, precision, bits);
            let options = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
            let loaded = load::load(plan, &options, "test").expect("kernels");
            let options = tmd_runtime::Options::default();
            let report = search::run(&loaded.plan, &loaded.kernels, &options, &());
            let results = Results { plan: &loaded.plan, report: &report, command: "", units: &[] };
            let summary =
                Summary::new(results, &Apart::new(&loaded.plan, &report).expect("memory"))
                    .expect("memory");
            let Chance { inputs, cases, expected, everywhere } = summary.chance;
            println!("{function}: {} cases; {:?}", summary.total.cases, summary.chance);
            assert_eq!(everywhere, function == "exp");
            assert!(inputs > 1000 && expected > 100.0, "{function}: {:?}", summary.chance);
            assert!((cases as f64 - expected).abs() < 5.0 * expected.sqrt(), "{function}");
            let compared: u64 = summary.histogram.iter().map(|bin| bin.compared).sum();
            let all: u64 = summary.histogram.iter().map(|bin| bin.cases).sum();
            assert_eq!((compared, all), (cases, summary.total.cases as u64), "{function}");
        }
    }

    /// The hardest case is the nearest to a breakpoint, not the first with as many identical bits.
    #[test]
    fn the_hardest_is_the_nearest() {
        let plan = planned("exp", "1,2", 11, 4);
        let finding = |index: u64, distance: &str| Finding {
            segment: 0,
            index,
            x: format!("input {index}"),
            verdict: Verdict::Hard {
                distance: distance.parse().expect("a distance"),
                identical_bits: 9,
                kind: CaseKind::Directed,
            },
            near: None,
        };
        for (distances, hardest) in [
            (["1.9e-3", "1.1e-3", "1.2e-3"], 1),
            (["1.9e-3", "1.1e-3", "1.1e-3"], 1),
            (["0x1.8p-5000", "0x1.9p-5000", "0x1.4p-5000"], 2),
            (["0x1p-5000", "0x1p-6000", "1e-300"], 1),
        ] {
            let findings: Vec<_> = (0..3).map(|k| finding(k, distances[k as usize])).collect();
            let report = Report { findings: findings.into(), ..Report::default() };
            let results = Results { plan: &plan, report: &report, command: "", units: &[] };
            let summary = Summary::new(results, &Apart::new(&plan, &report).expect("memory"))
                .expect("memory");
            let found = summary.total.directed.expect("a case");
            assert_eq!(found.x, format!("input {hardest}"), "{distances:?}");
            assert_eq!(found.distance.to_string(), distances[hardest]);
        }
    }
}
