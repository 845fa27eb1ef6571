//! Checks that every bound follows from the bounds of derivatives by its formula, computed anew in exact
//! fractions; that none is missing; that their sum is below half of the kernel's threshold; and that all obligations of a
//! search by arcs are met.

use super::claim::Claim;
use super::exact::{SLACK, binomial, factorial, integer, lg, moved, pow2, power, shown};
use super::{lie, obligations};
use crate::certificate::{BoundEntry, SpanEntry};
use rug::{Integer, Rational};
use tmd_base::diag::Diag;
use tmd_design::bound::{BoundName, Status};
use tmd_design::design::{ArcsPlan, Check, KernelPlan, StagePlan};

/// Larger geometries are no plan's.
const MOST_LG: u32 = 63;

/// Checks every span that kernels searched.
pub(super) fn check(claim: &Claim<'_>) -> Result<String, Diag> {
    for (index, kernel) in claim.cert.kernels.iter().enumerate() {
        geometry(index, kernel)?;
    }
    let mut bounds = 0;
    for (index, span) in claim.cert.spans.iter().enumerate() {
        let kernel = claim.cert.kernels.get(span.kernel).ok_or_else(|| {
            lie(format!("span {index} is searched by kernel {}, which is none", span.kernel))
        })?;
        let proof = Proof::new(claim, index, span, kernel)?;
        for stage in 0..kernel.stages.len() {
            bounds += proof.stage(stage)?;
        }
        let stages = span.bounds.iter().map(|bound| bound.stage);
        let mut stages = stages.chain(span.obligations.iter().map(|entry| entry.stage));
        if let Some(strange) = stages.find(|stage| *stage >= kernel.stages.len()) {
            return Err(lie(format!("span {index} has a bound of stage {strange}, which is none")));
        }
    }
    Ok(format!(
        "{bounds} computed anew in exact fractions; each sum is below half its threshold, each obligation met"
    ))
}

/// Items, parts and blocks of a kernel must fit into each other.
fn geometry(index: usize, kernel: &KernelPlan) -> Result<(), Diag> {
    let refuse = |why: &str| Err(lie(format!("kernel {index} cannot be: {why}")));
    let powers = |n: u64| n.is_power_of_two() && n.ilog2() <= MOST_LG;
    let mut whole = kernel.block_inputs;
    for (number, stage) in kernel.stages.iter().enumerate() {
        let item = stage.parts.checked_mul(stage.part_inputs);
        let item = item.filter(|item| powers(*item) && powers(stage.parts) && powers(whole));
        let Some(item) = item else { return refuse("a length is not a power of two") };
        if number > 0 && item != whole {
            return refuse("the items of a stage are not the parts of the one before");
        }
        if stage.items.checked_mul(item) != Some(kernel.block_inputs) && item <= kernel.block_inputs
        {
            return refuse("the items of a stage do not make a block");
        }
        whole = stage.part_inputs;
        let is_last = number + 1 == kernel.stages.len();
        if is_last != matches!(stage.check, Check::Compare { .. }) {
            return refuse("the last stage, and it alone, compares single inputs");
        }
        let words = std::iter::once(&stage.value).chain(&stage.differences).map(|q| q.words);
        let words = words.chain([stage.value_words, stage.slope_words]);
        let compared = match &stage.check {
            Check::Compare { threshold } => threshold.len(),
            _ => 0,
        };
        let longest = words.chain([compared, stage.differences.len()]).max();
        if longest.is_some_and(|most| most > 64) {
            return refuse("a word is too long");
        }
    }
    match whole == 1 && !kernel.stages.is_empty() {
        true => Ok(()),
        false => refuse("its last stage does not come down to single inputs"),
    }
}

/// A span with the numbers that its bounds are computed from.
struct Proof<'a> {
    index: usize,
    span: &'a SpanEntry,
    kernel: &'a KernelPlan,
    /// ε of the search.
    epsilon: Rational,
    /// Q_j.
    q: Vec<Rational>,
    /// What the Taylor model is off by, in every stage.
    model: ModelLoss,
}

/// What the Taylor model is off by.
struct ModelLoss {
    remainder: Rational,
    coefficients: Rational,
    /// Terms of higher degree than a block's polynomial has.
    dropped: Rational,
}

impl<'a> Proof<'a> {
    fn new(
        claim: &Claim<'_>,
        index: usize,
        span: &'a SpanEntry,
        kernel: &'a KernelPlan,
    ) -> Result<Proof<'a>, Diag> {
        let model = &span.model;
        let refuse = |why: String| Err(lie(format!("the model of span {index} cannot be: {why}")));
        let exact = |bounds: &[f64]| {
            bounds.iter().map(|b| Rational::from_f64(*b)).collect::<Option<Vec<_>>>()
        };
        let (Some(g), Some(q)) = (exact(&model.derivatives), exact(&model.block_derivatives))
        else {
            return refuse("a bound is not a number".into());
        };
        let (degree, cut) = (model.degree, model.block_degree);
        if cut == 0 || cut > degree || q.len() != cut + 1 || degree + 1 >= g.len() {
            return refuse(format!("degree {cut} of a block, {degree} of a domain"));
        }
        if model.block_inputs != kernel.block_inputs {
            return refuse(format!(
                "its blocks have {} inputs, its kernel's {}",
                model.block_inputs, kernel.block_inputs
            ));
        }
        if !model.domain_inputs.is_multiple_of(model.block_inputs)
            || model.coefficient_bits.unsigned_abs() > 1 << 12
        {
            return refuse("domains are not made of blocks".into());
        }
        let widest = i32::try_from(span.widening).ok().filter(|widening| *widening <= 400);
        let Some(widening) = widest.filter(|w| *w == 0 || claim.request.with_inverse) else {
            return refuse("its threshold is widened for no inverse function".into());
        };
        let r = integer(model.domain_inputs.div_ceil(2).max(1));
        let b = integer(model.block_inputs);
        let bits = model.coefficient_bits;
        let lg_r = lg(model.domain_inputs) - 1;
        let coefficients: Vec<Rational> =
            (0..=degree).map(|j| &g[j] + pow2(-bits - lg_r * j as i32)).collect();
        let at_block = moved(&coefficients, &r);
        let needed = moved(&at_block[..=cut], &b);
        if let Some(j) = (1..=cut).find(|&j| q[j] < needed[j]) {
            return refuse(format!(
                "derivative {j} of a block is said to be at most {}; no less than {} follows",
                shown(&q[j]),
                shown(&needed[j])
            ));
        }
        let dropped = (cut + 1..=degree).map(|j| &at_block[j] * power(&b, j)).sum();
        let model = ModelLoss {
            remainder: &g[degree + 1] * power(&r, degree + 1),
            coefficients: integer(degree as u64 + 1) * pow2(-bits),
            dropped,
        };
        let epsilon = pow2(widening) * claim.epsilon();
        Ok(Proof { index, span, kernel, epsilon, q, model })
    }

    /// Q_j, 0 beyond the degree.
    fn q(&self, j: usize) -> Rational {
        self.q.get(j).cloned().unwrap_or_default()
    }

    /// Compares the bounds of a stage; how many there are.
    fn stage(&self, number: usize) -> Result<usize, Diag> {
        let stage = &self.kernel.stages[number];
        let place = format!("stage {number} of span {}", self.index);
        let cut = self.span.model.block_degree;
        let quantities = || std::iter::once(&stage.value).chain(&stage.differences).enumerate();
        let arcs = arcs_of(stage);
        if let Some((_, few)) =
            quantities().find(|(m, q)| arcs.is_none() && q.degree < cut.saturating_sub(*m))
        {
            return Err(lie(format!("{place}: {} has too few coefficients", few.name)));
        }
        if arcs.is_some_and(|arcs| !self.has_packets(stage, arcs)) {
            return Err(lie(format!("{place}: its quantities are not those of a search by arcs")));
        }
        let said: Vec<&BoundEntry> =
            self.span.bounds.iter().filter(|bound| bound.stage == number).collect();
        let mut found = 0;
        for name in BoundName::ALL {
            let own: Vec<&&BoundEntry> = said.iter().filter(|bound| bound.name == *name).collect();
            match (self.least(*name, stage), &own[..]) {
                (Some(value), [bound]) => {
                    let most = &value * looseness(*name, stage);
                    compare(&place, bound, (&value, &most), &self.epsilon)?;
                }
                (Some(_), []) => {
                    return Err(lie(format!("{place}: the bound `{name}` is missing")));
                }
                (Some(_), _) => {
                    return Err(lie(format!("{place}: the bound `{name}` is there twice")));
                }
                (None, []) => continue,
                (None, _) => {
                    return Err(lie(format!("{place}: there is no bound called `{name}`")));
                }
            }
            found += 1;
        }
        self.threshold(&place, stage, &said)?;
        let total = said.iter().filter_map(|bound| Rational::from_f64(bound.value)).sum();
        Ok(found + self.obligations(&place, number, &total)?)
    }

    /// Checks the obligations of a stage; how many there are.
    fn obligations(&self, place: &str, number: usize, total: &Rational) -> Result<usize, Diag> {
        let stage = &self.kernel.stages[number];
        let all = self.span.obligations.iter();
        let said: Vec<_> = all.filter(|entry| entry.stage == number).collect();
        match (arcs_of(stage), &said[..]) {
            (Some(arcs), _) => obligations::check(place, &said, self.span, stage, arcs, total),
            (None, []) => Ok(0),
            (None, [strange, ..]) => {
                Err(lie(format!("{place}: there is no obligation called `{}`", strange.name)))
            }
        }
    }

    /// Checks that the sum is below half the threshold, so that nothing is excluded that should be kept.
    fn threshold(&self, place: &str, stage: &StagePlan, said: &[&BoundEntry]) -> Result<(), Diag> {
        let total: Rational = said.iter().filter_map(|bound| Rational::from_f64(bound.value)).sum();
        let (half, whole) = match &stage.check {
            Check::Exists { test, threshold } => {
                let half = integer(*threshold) * pow2(-1 - test.word.bits() as i32);
                (half, threshold.is_multiple_of(2))
            }
            // A little is for the rounding of what the kernel compares.
            Check::Arcs(arcs) => {
                let less = Rational::from(1) - pow2(-40);
                (integer(arcs.threshold) * pow2(-63) * less, true)
            }
            Check::Compare { threshold } => {
                let number = Integer::from_digits(threshold, rug::integer::Order::Lsf);
                let bits = 64 * threshold.len() as i32;
                let whole = number.is_even() && threshold.len() == stage.value_words;
                (Rational::from(number) * pow2(-1 - bits), whole)
            }
        };
        // Half a circle to either side excludes nothing at all.
        let excludes_nothing = half >= Rational::from((1, 2));
        // More than that only lets more through: kernels that serve several spans have thresholds for the widest.
        if total > half && !excludes_nothing {
            return Err(lie(format!(
                "{place}: the bounds sum up to {}, but the kernel's threshold covers only {}",
                shown(&total),
                shown(&half)
            )));
        }
        if !whole {
            return Err(lie(format!("{place}: half the threshold is not a whole number of units")));
        }
        Ok(())
    }

    /// The error terms of a stage with tables; `test` is the existence test's word.
    fn least(&self, name: BoundName, stage: &StagePlan) -> Option<Rational> {
        let arcs = arcs_of(stage);
        let test = stage.existence_test();
        let has_tables = arcs.is_none();
        match name {
            BoundName::Threshold => Some(self.epsilon.clone()),
            BoundName::TaylorRemainder => Some(self.model.remainder.clone()),
            BoundName::TaylorCoefficients => Some(self.model.coefficients.clone()),
            BoundName::BlockTerms => Some(self.model.dropped.clone()),
            BoundName::Line => test.map(|_| self.line(stage)),
            BoundName::TestWord => test.map(|test| test_word(stage, test.word.bits())),
            BoundName::SlopeTable => test.map(|_| slope_table(stage)),
            BoundName::Differences => has_tables.then(|| self.differences(stage)),
            BoundName::ValueTable => has_tables.then(|| value_table(stage)),
            BoundName::Moving => has_tables.then(|| self.moving(stage)),
            BoundName::PacketTerms => arcs.map(|arcs| self.packet_terms(arcs)),
            BoundName::PacketRounding => arcs.map(|arcs| self.packet_rounding(stage, arcs)),
            BoundName::Evaluation => arcs.map(|arcs| self.evaluation(arcs)),
            BoundName::DriftReach => None,
        }
    }

    /// The best line on a part, instead of the curve.
    fn line(&self, stage: &StagePlan) -> Rational {
        let bend = self.q(2) * 2u32;
        let drift = self.q(3) * 3u32 * integer(stage.item_inputs());
        power(&length(stage), 2) * Rational::from((1, 16)) * (bend + drift * 2u32)
    }

    /// Differences that the tables do not have.
    fn differences(&self, stage: &StagePlan) -> Rational {
        let degree = stage.differences.len();
        let next = factorial(degree + 1) * self.q(degree + 1) * power(&length(stage), degree + 1);
        let ways = match stage.existence_test() {
            Some(_) => grown(stage, degree + 1) + grown(stage, degree),
            None => grown(stage, degree + 1),
        };
        ways * next
    }

    /// What all quantities lose while they are moved to an item, and what that grows to.
    fn moving(&self, stage: &StagePlan) -> Rational {
        let items = integer(stage.items.max(1));
        let words = std::iter::once(&stage.value).chain(&stage.differences).map(|q| q.words);
        let moving = words.enumerate().map(|(m, words)| {
            let lost = self.moved_over(&items, m, words);
            match (stage.existence_test(), m) {
                (Some(_), 0) => lost,
                (Some(_), _) => lost * length(stage) * (grown(stage, m - 1) + grown(stage, m)),
                (None, _) => lost * grown(stage, m),
            }
        });
        moving.sum()
    }

    /// What quantity m loses when it is moved to the last of so many items.
    fn moved_over(&self, items: &Rational, m: usize, words: usize) -> Rational {
        let degree = self.span.model.block_degree.saturating_sub(m);
        let steps: Rational = (0..=degree).map(|i| power(items, i)).sum();
        steps * pow2(-64 * words as i32)
    }

    /// Whether a stage has the quantities of a search by arcs, and powers that can be written down.
    fn has_packets(&self, stage: &StagePlan, arcs: &ArcsPlan) -> bool {
        let has_room = [arcs.order_bits, arcs.bend].iter().all(|bits| (1..=1 << 10).contains(bits));
        arcs.packet_inputs.is_power_of_two()
            && has_room
            && arcs.bias <= 1 << 10
            && arcs.least_curvature.unsigned_abs() <= 1 << 12
            && arcs.slope_bits <= 53
            && arcs.curvature_shift.unsigned_abs() <= 1 << 12
            && arcs.cubic_shift.unsigned_abs() <= 1 << 12
            // The obligations of such a kernel are others; no plan of a certificate has one.
            && arcs.far.is_none()
            && stage.differences.len() == 3
            && stage.value.degree >= self.span.model.block_degree
    }

    /// Terms of the block's polynomial that a packet does without.
    fn packet_terms(&self, arcs: &ArcsPlan) -> Rational {
        let t = integer(arcs.packet_inputs);
        (4..self.q.len()).map(|j| self.q(j) * power(&t, j)).sum()
    }

    /// What the four numbers of a packet are off by, over its inputs.
    fn packet_rounding(&self, stage: &StagePlan, arcs: &ArcsPlan) -> Rational {
        let t = integer(arcs.packet_inputs);
        let packets = integer((self.span.model.block_inputs / arcs.packet_inputs).max(1));
        let quantities = std::iter::once(&stage.value).chain(&stage.differences);
        let lost = quantities.zip(0..).map(|(quantity, m)| {
            let moved = self.moved_over(&packets, m, quantity.words);
            let number = match m {
                0 => moved + pow2(-52),
                1 => moved + pow2(-53 - arcs.slope_bits as i32),
                2 => (moved + pow2(-53)) * pow2(-arcs.curvature_shift),
                _ => (moved + pow2(-53)) * pow2(-arcs.cubic_shift),
            };
            number * power(&t, m)
        });
        lost.sum()
    }

    /// What a packet's polynomial is off by at an input, for the arithmetic that it is computed in.
    fn evaluation(&self, arcs: &ArcsPlan) -> Rational {
        let t = integer(arcs.packet_inputs);
        let bent = self.q(2) * power(&t, 2) + self.q(3) * power(&t, 3);
        let tail = t * pow2(-(arcs.slope_bits as i32));
        (Rational::from(3) + tail + bent) * pow2(-49)
    }
}

/// What a stage that searches by arcs computes with.
fn arcs_of(stage: &StagePlan) -> Option<&ArcsPlan> {
    match &stage.check {
        Check::Arcs(arcs) => Some(arcs),
        Check::Exists { .. } | Check::Compare { .. } => None,
    }
}

/// L, the inputs of a part.
fn length(stage: &StagePlan) -> Rational {
    integer(stage.part_inputs)
}

/// What an error of difference m grows to over the parts of an item.
fn grown(stage: &StagePlan, m: usize) -> Rational {
    binomial(stage.parts, m)
}

/// What slope and offset lose in a word of so many fraction bits.
fn test_word(stage: &StagePlan, bits: u32) -> Rational {
    (length(stage) + 1u32) * pow2(-(bits as i32))
}

/// What the words of the table of slopes lose.
fn slope_table(stage: &StagePlan) -> Rational {
    let slopes: Rational = (0..stage.differences.len()).map(|m| grown(stage, m)).sum();
    slopes * length(stage) * pow2(-64 * stage.slope_words as i32)
}

/// What the words of the table of values lose.
fn value_table(stage: &StagePlan) -> Rational {
    let values: Rational = (0..=stage.differences.len()).map(|m| grown(stage, m)).sum();
    values * pow2(-64 * stage.value_words as i32)
}

/// How many times its formula a bound may be, apart from roundings: planners reckon with n^m/m! for a number of ways C(n, m) that
/// does not fit into 64 bits.
fn looseness(name: BoundName, stage: &StagePlan) -> Rational {
    let is_grown = matches!(
        name,
        BoundName::ValueTable | BoundName::SlopeTable | BoundName::Differences | BoundName::Moving
    );
    let highest = if is_grown { stage.differences.len() + 1 } else { 0 };
    let loose = |m: usize| {
        let ways = grown(stage, m);
        let is_long = ways > u64::MAX;
        is_long.then(|| power(&integer(stage.parts), m) / factorial(m) / ways)
    };
    (0..=highest).filter_map(loose).fold(Rational::from(1), Rational::max)
}

/// A bound must be no less than its formula gives, and hardly more than `most`, unless it is nothing beside ε: numbers near the
/// smallest that binary64 has are rounded up by much of themselves.
fn compare(
    place: &str,
    bound: &BoundEntry,
    (value, most): (&Rational, &Rational),
    epsilon: &Rational,
) -> Result<(), Diag> {
    let BoundEntry { name, value: said, status, .. } = bound;
    let Some(claimed) = Rational::from_f64(*said) else {
        return Err(lie(format!("{place}: the bound `{name}` is not a number")));
    };
    let wanted = match name {
        BoundName::Threshold => Status::Given,
        _ => Status::Proved,
    };
    if *status != wanted {
        return Err(lie(format!(
            "{place}: the bound `{name}` is said to be {status}; it is {wanted}"
        )));
    }
    if claimed < *value {
        return Err(lie(format!(
            "{place}: the bound `{name}` is said to be {}; no less than {} can be proved",
            shown(&claimed),
            shown(value)
        )));
    }
    let most = most * (Rational::from(1) + Rational::from(SLACK));
    let counts = claimed > epsilon.clone() * pow2(-20);
    match claimed > most && counts {
        true => Err(lie(format!(
            "{place}: the bound `{name}` is said to be {}; its formula gives {}",
            shown(&claimed),
            shown(value)
        ))),
        false => Ok(()),
    }
}
