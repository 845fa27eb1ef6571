//! Isolated cases apart from those with a reason in common.
//!
//! Where f is close to a constant or to a multiple of x, one significand gives a case in binade after binade, harder and
//! harder: a family. Chance has nothing to do with its cases, nor with others beside runs and in closed forms. What is
//! left are the isolated cases, and they are as many as chance gives.

use super::chance::Places;
use super::few::Few;
use super::number::number;
use super::runs::{self, Apart};
use super::summary::{Hardest, Hardness};
use crate::diag::Diag;
use crate::findings::Finding;
use crate::plan::Plan;
use crate::results::Results;
use crate::spec::hexfloat;
use crate::verdict::{CaseKind, Verdict};
use rug::Integer;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The fewest binades of a family.
const LEAST_BINADES: usize = 4;
/// Significands that are remembered. Where there are more, no families are looked for.
const MOST_SIGNIFICANDS: usize = 1 << 17;
/// By chance there is a family with less than this probability.
const RARELY: f64 = 1.0 / 1024.0;

/// Cases that were searched and are in no run, by their reasons.
pub(super) struct Structure {
    /// Families, the largest first.
    pub(super) families: Vec<Family>,
    /// Cases beside runs and in closed forms, in no family.
    pub(super) beside: Tally,
    /// Cases by chance.
    pub(super) isolated: Isolated,
    /// The most identical bits of the isolated cases and of all that follow from others and are in no family.
    pub(super) most_bits: Option<u32>,
}

/// Cases where chance applies, in no family.
#[derive(Default)]
pub(super) struct Isolated {
    /// The hardest of them, and how many there are.
    pub(super) few: Few,
    /// How many there are with so many identical bits.
    pub(super) by_bits: BTreeMap<u32, u64>,
    /// Those of each segment.
    pub(super) segments: Vec<Hardness>,
}

/// How many cases, and with how many identical bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) cases: usize,
    least: u32,
    most: u32,
}

impl Tally {
    fn add(&mut self, identical_bits: u32) {
        self.least = if self.cases == 0 { identical_bits } else { self.least.min(identical_bits) };
        self.most = self.most.max(identical_bits);
        self.cases += 1;
    }

    /// Takes the cases of another.
    pub(super) fn join(&mut self, other: &Tally) {
        if self.cases == 0 {
            *self = *other;
        } else if other.cases > 0 {
            self.least = self.least.min(other.least);
            self.most = self.most.max(other.most);
            self.cases += other.cases;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { cases, least, most } = *self;
        let cases = number(cases);
        let bits = |count: u32| number(count as usize);
        match least == most {
            true => write!(f, "{cases} cases, {} identical bits", bits(least)),
            false => write!(f, "{cases} cases, {} … {} identical bits", bits(least), bits(most)),
        }
    }
}

/// Cases with one significand in many binades.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    /// The significand, an odd number.
    significand: Integer,
    /// The kind of breakpoint that f is next to.
    kind: CaseKind,
    /// The exponents k of its inputs s·2^k, 1 ≤ s < 2.
    exponents: BTreeSet<i32>,
    is_positive: bool,
    is_negative: bool,
    /// How many cases.
    pub(super) tally: Tally,
}

impl Family {
    fn new(significand: Integer, kind: CaseKind) -> Family {
        Family {
            significand,
            kind,
            exponents: BTreeSet::new(),
            is_positive: false,
            is_negative: false,
            tally: Tally::default(),
        }
    }

    fn add(&mut self, exponent: i32, is_negative: bool, identical_bits: u32) {
        self.exponents.insert(exponent);
        self.is_negative |= is_negative;
        self.is_positive |= !is_negative;
        self.tally.add(identical_bits);
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match (self.is_negative, self.is_positive) {
            (true, true) => "±",
            (true, false) => "-",
            (false, _) => "",
        };
        let fraction = 1 - i32::try_from(self.significand.significant_bits()).unwrap_or(i32::MAX);
        let number = hexfloat::print(&self.significand, fraction);
        let factor = match number.trim_end_matches("p+0") {
            "0x1" => String::new(),
            factor => format!("{factor}·"),
        };
        let (Some(first), Some(last)) = (self.exponents.first(), self.exponents.last()) else {
            return Ok(());
        };
        let all = i64::from(*last) - i64::from(*first) + 1;
        let range = match i64::try_from(self.exponents.len()) == Ok(all) {
            true => format!("k = {first} … {last}"),
            false => format!("{} exponents k from {first} to {last}", self.exponents.len()),
        };
        write!(f, "{}: x = {sign}{factor}2^k, {range}: {}", self.kind.name(), self.tally)
    }
}

/// The odd significand of an input, and the exponent of its leading bit; none of zero.
fn significand(plan: &Plan, finding: &Finding) -> Option<(Integer, i32)> {
    let segment = &plan.segments[finding.segment];
    let number = Integer::from(&segment.first + finding.index).abs();
    let zeros = number.find_one(0)?;
    let exponent = segment.ulp + i32::try_from(number.significant_bits()).ok()? - 1;
    Some((number >> zeros, exponent))
}

/// Binades that one significand has cases in by chance, in all the plan, with less than the probability [`RARELY`]: the
/// expected number of significands with n such binades is at most 2^(p - 1)·(B·q)^n/n!, where B is the number of
/// binades and q the probability that an input is a case.
fn least_binades(plan: &Plan) -> usize {
    let share = plan.expected_among(1.0).min(1.0) * plan.segments.len() as f64;
    let mut expected = (f64::from(plan.input.precision) - 1.0).exp2();
    let mut binades = 0;
    while (binades < LEAST_BINADES || expected > RARELY) && binades < plan.segments.len() {
        binades += 1;
        expected *= share / binades as f64;
    }
    binades.max(LEAST_BINADES)
}

type Families = BTreeMap<(Integer, CaseKind), Family>;

/// A case, its kind and its hardness.
type VisitCase<'a> = dyn FnMut(&Finding, CaseKind, Hardest) + 'a;

/// Visits the cases that are in no run.
fn each_case(results: Results<'_>, visit: &mut VisitCase<'_>) -> Result<(), Diag> {
    runs::each_isolated(results.report, &mut |finding| {
        if let Verdict::Hard { kind, .. } = finding.verdict
            && let Some(case) = Hardest::of(finding)
        {
            visit(finding, kind, case);
        }
        Ok(())
    })
}

fn follows(plan: &Plan, finding: &Finding) -> bool {
    plan.span_that_follows(finding.segment, finding.index).is_some()
}

/// Whether chance applies to the input that a case follows from.
fn follows_from(plan: &Plan, finding: &Finding, places: &Places) -> bool {
    match plan.source_of(finding.segment, finding.index) {
        Some((segment, index)) => places.hold(segment, index),
        // It is not in the plan.
        None => true,
    }
}

/// All families.
fn families(results: Results<'_>) -> Result<Families, Diag> {
    let mut families = Families::new();
    let mut are_few = true;
    each_case(results, &mut |finding, kind, case| {
        if !are_few || follows(results.plan, finding) {
            return;
        }
        let Some((significand, exponent)) = significand(results.plan, finding) else { return };
        let is_negative = results.plan.segments[finding.segment].is_negative();
        let count = families.len();
        let family = match families.entry((significand, kind)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(_) if count == MOST_SIGNIFICANDS => {
                are_few = false;
                return;
            }
            Entry::Vacant(entry) => {
                let family = Family::new(entry.key().0.clone(), kind);
                entry.insert(family)
            }
        };
        family.add(exponent, is_negative, case.identical_bits);
    })?;
    let least = least_binades(results.plan);
    families.retain(|_, family| are_few && family.exponents.len() >= least);
    Ok(families)
}

impl Structure {
    /// The cases of a search, from its findings taken apart.
    ///
    /// # Errors
    /// If a file of findings cannot be read.
    pub(super) fn new(results: Results<'_>, apart: &Apart) -> Result<Structure, Diag> {
        let Results { plan, report, .. } = results;
        let places = Places::new(plan, report, apart);
        let families = families(results)?;
        let mut beside = Tally::default();
        let mut most_bits = None;
        let mut isolated = Isolated {
            segments: vec![Hardness::default(); plan.segments.len()],
            ..Isolated::default()
        };
        each_case(results, &mut |finding, kind, case| {
            let is_in_family = significand(plan, finding)
                .is_some_and(|(significand, _)| families.contains_key(&(significand, kind)));
            if is_in_family {
                return;
            }
            match (follows(plan, finding), places.hold(finding.segment, finding.index)) {
                (false, false) => return beside.add(case.identical_bits),
                (false, true) => isolated.add(finding, kind, &case),
                (true, _) if !follows_from(plan, finding, &places) => return,
                (true, _) => {}
            }
            most_bits = most_bits.max(Some(case.identical_bits));
        })?;
        let mut families: Vec<Family> = families.into_values().collect();
        families.sort_by_key(|family| std::cmp::Reverse((family.tally.most, family.tally.cases)));
        Ok(Structure { families, beside, isolated, most_bits })
    }
}

impl Isolated {
    fn add(&mut self, finding: &Finding, kind: CaseKind, case: &Hardest) {
        self.few.add(finding);
        *self.by_bits.entry(case.identical_bits).or_default() += 1;
        self.segments[finding.segment].add(kind, case);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{self, INTERPRETER, LoadOptions};
    use crate::plan;
    use crate::request::Request;
    use crate::search;

    /// Every case that was searched is in one place, and families are where they must be.
    #[test]
    fn cases_are_sorted_by_what_they_have_in_common() {
        for (function, range, precision, bits, families) in [
            ("atanpi", "2^60,2^90", 24, 20, &["x = 2^k, k = 60 … 89"][..]),
            ("exp", "1,2", 11, 6, &[]),
            ("log", "all", 11, 8, &[]),
        ] {
            let mut request = Request::in_range(function, range);
            request.precision = precision.into();
            request.bits = Some(bits);
            request.target = INTERPRETER.to_owned();
            let plan = plan::make(&request).expect("plan");
            let options = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
            let loaded = load::load(plan, &options, "test").expect("kernels");
            let options = tmd_runtime::Options::default();
            let report = search::run(&loaded.plan, &loaded.kernels, &options, &());
            let results = Results { plan: &loaded.plan, report: &report, command: "", units: &[] };
            let apart = Apart::new(&loaded.plan, &report).expect("memory");
            let structure = Structure::new(results, &apart).expect("memory");
            let told: Vec<String> = structure.families.iter().map(ToString::to_string).collect();
            println!("{function}: {} isolated, {told:#?}", structure.isolated.few.count());
            let in_families: usize =
                structure.families.iter().map(|family| family.tally.cases).sum();
            let all = in_families + structure.beside.cases + structure.isolated.few.count();
            assert_eq!(all, apart.searched.count(), "{function}");
            let by_bits: u64 = structure.isolated.by_bits.values().sum();
            assert_eq!(by_bits, structure.isolated.few.count() as u64);
            assert_eq!(told.is_empty(), families.is_empty(), "{function}: {told:?}");
            for family in families {
                assert!(told.iter().any(|line| line.contains(family)), "{function}: {told:?}");
            }
        }
    }
}
