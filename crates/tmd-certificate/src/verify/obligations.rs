//! Checks that every obligation of a search by Farey arcs is met, computed anew in exact fractions from the span's model and
//! the kernel's numbers; and that the certificate says so.

use super::exact::{SLACK, binomial, integer, moved, pow2, power, shown};
use super::lie;
use crate::certificate::{ObligationEntry, SpanEntry};
use rug::{Integer, Rational};
use tmd_base::diag::Diag;
use tmd_design::arcs::{ArcsContract, ArcsPlan, Constant, RECIPROCAL_ESTIMATE, ROOT_ESTIMATE};
use tmd_design::design::StagePlan;
use tmd_design::obligation::ObligationName;

/// Checks the obligations of a stage with arcs; how many there are.
pub(super) fn check(
    place: &str,
    said: &[&ObligationEntry],
    span: &SpanEntry,
    stage: &StagePlan,
    arcs: &ArcsPlan,
    total: &Rational,
) -> Result<usize, Diag> {
    let numbers = Numbers::of(span, stage, arcs)
        .map_err(|why| lie(format!("{place}: {why}, so that no obligation can be met")))?;
    let inequalities =
        ObligationName::ALL.iter().map(|name| (*name, numbers.inequality(*name, total)));
    let inequalities: Vec<_> = inequalities.collect();
    if let Some((name, (needed, had))) = inequalities.iter().find(|(_, (needed, had))| needed > had)
    {
        return Err(lie(format!(
            "{place}: the obligation `{name}` is not met: it needs {}, the kernel has {}",
            shown(needed),
            shown(had)
        )));
    }
    for (name, (needed, had)) in &inequalities {
        let own: Vec<_> = said.iter().filter(|entry| entry.name == *name).collect();
        let [entry] = &own[..] else {
            return Err(lie(format!(
                "{place}: the obligation `{name}` is there {} times, not once",
                own.len()
            )));
        };
        compare(place, entry, needed, had)?;
    }
    Ok(ObligationName::ALL.len())
}

/// What an entry says is what it should.
fn compare(
    place: &str,
    entry: &ObligationEntry,
    needed: &Rational,
    had: &Rational,
) -> Result<(), Diag> {
    let name = entry.name;
    let exact = |number: f64| Rational::from_f64(number);
    let (Some(said_needed), Some(said_had)) = (exact(entry.needed), exact(entry.had)) else {
        return Err(lie(format!("{place}: the obligation `{name}` has no numbers")));
    };
    if said_needed < *needed || said_needed > said_had {
        return Err(lie(format!(
            "{place}: the obligation `{name}` is said to need {} and have {}; it needs {}",
            shown(&said_needed),
            shown(&said_had),
            shown(needed)
        )));
    }
    // Distances are rounded up on both sides: those that are had, too.
    if said_had > had * (Rational::from(1) + Rational::from(SLACK)) {
        return Err(lie(format!(
            "{place}: the obligation `{name}` is said to have {}; the kernel has {}",
            shown(&said_had),
            shown(had)
        )));
    }
    Ok(())
}

/// The numbers that obligations are made of; `docs/mathematics.md` has their formulas.
struct Numbers<'a> {
    arcs: &'a ArcsPlan,
    /// Q_2 and Q_3.
    coefficients: [Rational; 2],
    /// What |B| and |C| are at most.
    most: [Rational; 2],
    /// What B is at least.
    least_b: Rational,
    /// |P| and all sums on the way to it.
    magnitude: Rational,
    /// The smallest order of a Farey sequence.
    low: Rational,
    /// A power of two that orders are below.
    order: Rational,
    /// W and the bend.
    distance: Rational,
    bend: Rational,
    /// What a vertex is off by for the slope's rounding, and for the series, relatively.
    slope: Rational,
    series: Rational,
}

impl<'a> Numbers<'a> {
    fn of(span: &SpanEntry, stage: &StagePlan, arcs: &'a ArcsPlan) -> Result<Self, String> {
        let model = &span.model;
        let exact = |number: f64| Rational::from_f64(number).unwrap_or_default();
        let coefficient =
            |j: usize| model.block_derivatives.get(j).map_or_else(Rational::new, |q| exact(*q));
        let coefficients = [coefficient(2), coefficient(3)];
        let number = |m: usize, words: usize, shift: i32| {
            let packets = integer((model.block_inputs / arcs.packet_inputs).max(1));
            let steps: Rational =
                (0..=model.block_degree.saturating_sub(m)).map(|i| power(&packets, i)).sum();
            (steps * pow2(-64 * words as i32) + pow2(-53)) * pow2(-shift)
        };
        let curved = number(2, stage.differences[1].words, arcs.curvature_shift);
        let cubic = number(3, stage.differences[2].words, arcs.cubic_shift);
        let least =
            exact(model.least_curvature.ok_or("no curvature is said to be there at least")?);
        let least_b = (&least - curvature_error(span)) - &curved;
        if least_b <= pow2(-98) || least_b < Rational::from(&least / 2u32) {
            return Err(format!("the curvature of a packet is bounded by {}", shown(&least_b)));
        }
        let most = [Rational::from(&coefficients[0] + &curved), &coefficients[1] + cubic];
        let t = integer(arcs.packet_inputs);
        let bent = (&most[0] * power(&t, 2)) + (&most[1] * power(&t, 3));
        let magnitude = Rational::from(3)
            + (&t * pow2(-(arcs.slope_bits as i32)))
            + bent * Rational::from((101, 100));
        let largest = best_order(arcs, &least_b).max(LEAST_ORDER.into());
        let order_bits = largest.significant_bits().min(arcs.order_bits);
        let most_order = (Integer::from(1) << arcs.order_bits) - 1u32;
        let low = best_order(arcs, &coefficients[0]).max(LEAST_ORDER.into()).min(most_order);
        let low = Rational::from(low);
        let distance = Rational::from((51, 50)) * &t
            + Rational::from((3, 4)) / Rational::from(&least_b * &low);
        let bend = Rational::from(&most[1] / &least_b) * &distance * 3u32;
        let slope = pow2(-52 - arcs.slope_bits as i32) / &least_b;
        let series = match arcs.contract.vertex_terms {
            terms @ 2..=4 => pow2(-37) + power(&bend, terms as usize) * 2u32,
            terms => return Err(format!("a vertex' series has {terms} terms, not 2, 3 or 4")),
        };
        let order = pow2(order_bits as i32);
        Ok(Numbers {
            arcs,
            coefficients,
            most,
            least_b,
            magnitude,
            low,
            order,
            distance,
            bend,
            slope,
            series,
        })
    }

    /// What is needed and what is had.
    fn inequality(&self, name: ObligationName, total: &Rational) -> (Rational, Rational) {
        let ArcsPlan { contract, reach, fine_reach, bias, .. } = self.arcs;
        let b = self.b();
        let [curvature, cubic] = &self.coefficients;
        let per_order = |factor: Rational| &self.order * factor;
        let rounding = pow2(-40);
        match name {
            ObligationName::Threshold => (total * (Rational::from(1) + rounding), self.epsilon()),
            ObligationName::ScaledCurvature => {
                (curvature * pow2(self.arcs.curvature_shift), Rational::from((98, 100)))
            }
            ObligationName::ScaledCubic => {
                (cubic * pow2(self.arcs.cubic_shift), Rational::from((49, 100)))
            }
            ObligationName::Curvature => (pow2(self.arcs.least_curvature), self.least_b.clone()),
            ObligationName::Distance => (self.farthest(), self.distance.clone()),
            ObligationName::Extent => (self.distance.clone(), pow2(49)),
            ObligationName::Bend => (self.bend.clone(), b),
            ObligationName::Straight => (b, Rational::from((1, 32))),
            ObligationName::Bias => (self.below(), pow2(-(*bias as i32))),
            ObligationName::ExactClass => {
                (per_order(Rational::from(&self.order * &self.magnitude)), pow2(50))
            }
            ObligationName::ExactMultiple => (per_order(self.magnitude.clone()), pow2(31)),
            ObligationName::ExactSlope => (per_order(self.slope_range()), pow2(50)),
            ObligationName::Start => (
                integer(2 * u64::from(self.arcs.order_bits)),
                integer(u64::from(self.arcs.slope_bits) + 32),
            ),
            ObligationName::Spread => {
                let needed = (Rational::from((3, 4)) * &b + 2u32) / (Rational::from(1) - b);
                (needed + rounding, exact(contract.spread))
            }
            ObligationName::RootEstimate => {
                let needed = bent_root(&b) / (Rational::from(1) - root_estimate());
                (needed + rounding, exact(contract.root_estimate))
            }
            ObligationName::ReachFactor => (bent_root(&b) + rounding, exact(contract.reach_factor)),
            ObligationName::Rough => {
                let ArcsContract { rough, rough_estimate, .. } = contract;
                let needed = (Rational::from((9, 16)) * &b + root_estimate()) * multiples();
                (needed + pow2(-20), exact(*rough) * (b + exact(*rough_estimate)))
            }
            ObligationName::SlopeEstimate => {
                (slope_estimate() + rounding, exact(contract.slope_estimate))
            }
            ObligationName::ThirdOrder => {
                (Rational::from((5, 2)) * (b + 1u32) + rounding, exact(contract.third_order))
            }
            ObligationName::ClassShare => {
                (per_order(self.magnitude.clone()) * pow2(-51), exact(contract.class_share))
            }
            ObligationName::Inverse => (inverse_error(contract.inverse_steps), pow2(-39)),
            ObligationName::Above => (inverse_off(), exact(contract.above) - 1u32),
            ObligationName::Quotient => {
                let off = exact(contract.above) - 1u32 + inverse_off();
                (per_order(off) * 2u32, Rational::from((1, 2)))
            }
            ObligationName::Root => (root_error(contract.root_steps), pow2(-48)),
            ObligationName::Reach => (reach_for(self.misplaced()), integer(*reach)),
            ObligationName::FineReach => (reach_for(self.refined()), integer(*fine_reach)),
            ObligationName::Near => self.near(),
        }
    }

    /// 2^-bend of the kernel.
    fn b(&self) -> Rational {
        pow2(-(self.arcs.bend as i32))
    }

    /// ε'' of the kernel.
    fn epsilon(&self) -> Rational {
        integer(self.arcs.threshold) * pow2(-63)
    }

    /// δ as a vertex is found first.
    fn misplaced(&self) -> Rational {
        Rational::from(&self.distance * &self.series) + &self.slope
    }

    /// δ after a step of Newton's method.
    fn refined(&self) -> Rational {
        let rest = (pow2(-40) + &self.series) * &self.bend + pow2(-48);
        rest * &self.distance + &self.slope
    }

    /// How far an input may lie from its vertex.
    fn farthest(&self) -> Rational {
        let bent = Rational::from(1) / (Rational::from(1) - self.b()) + pow2(-10);
        let arc = bent / (Rational::from(&self.least_b * &self.low) * 2u32);
        arc + integer(self.arcs.packet_inputs) + 1u32 + self.misplaced() * 3u32
    }

    /// How far I may lie above q·P(m) less 1.
    fn below(&self) -> Rational {
        let [curved, cubic] = &self.most;
        let off = self.misplaced();
        let near = &off + Rational::from((1, 2));
        let dip = (self.b() + 1u32) * curved * (Rational::from(&off * 2u32) + power(&off, 2))
            + power(&near, 3) * cubic * 2u32;
        let per_order =
            self.epsilon() * Rational::from((17, 8)) + dip + (&self.magnitude * pow2(-50));
        per_order * &self.order + pow2(-20)
    }

    /// How much the slope of a packet moves, with what a fraction is away from it.
    fn slope_range(&self) -> Rational {
        let t = integer(self.arcs.packet_inputs);
        let [curved, cubic] = &self.most;
        let rise = Rational::from(curved * &t) * 2u32 + (cubic * power(&t, 2)) * 3u32;
        rise + 2u32
    }

    fn near(&self) -> (Rational, Rational) {
        let t = integer(self.arcs.packet_inputs);
        let between = Rational::from((33, 32)) * &t * &self.series;
        let squared = power(&self.series, 2) * &self.bend;
        let off = (pow2(-40) * &self.bend + pow2(-48) + squared) * t + &self.slope;
        let room = Rational::from(&self.distance * &self.bend) * &self.series * 2u32 + 1u32;
        let half = &between + Rational::from((1, 2));
        let bent =
            Rational::from(&self.bend * &self.series) * power(&half, 2) * Rational::from((9, 8));
        (between * off * Rational::from((17, 8)) + bent, power(&room, 2))
    }
}

/// Least order of a Farey sequence that packets are cut by.
const LEAST_ORDER: u32 = 4;

/// ⌊∛(c/(2B))⌋ for a curvature B, c being the contract's constant.
fn best_order(arcs: &ArcsPlan, curvature: &Rational) -> Integer {
    if *curvature == 0 {
        return Integer::from(1) << 100;
    }
    let cubed = Rational::from_f64(arcs.contract.order_cubed.value()).unwrap_or_default();
    let cube = (cubed / curvature / 2u32).into_numer_denom();
    (cube.0 / cube.1).root(3)
}

/// By how much P''/2 of a block's polynomial and of g may differ.
fn curvature_error(span: &SpanEntry) -> Rational {
    let model = &span.model;
    let g: Vec<Rational> =
        model.derivatives.iter().map(|g| Rational::from_f64(*g).unwrap_or_default()).collect();
    let (degree, cut) = (model.degree, model.block_degree);
    let r = integer(model.domain_inputs.div_ceil(2).max(1));
    let lg_r = model.domain_inputs.max(1).ilog2() as i32 - 1;
    let lost = |j: usize| pow2(-model.coefficient_bits - lg_r * j as i32);
    let pairs = |j: usize| binomial(j as u64, 2);
    let coefficients: Vec<Rational> = (0..=degree).map(|j| &g[j] + lost(j)).collect();
    let at_block = moved(&coefficients, &r);
    let b = integer(model.block_inputs);
    let remainder = pairs(degree + 1) * &g[degree + 1] * power(&r, degree.saturating_sub(1));
    let rounded: Rational = (2..=degree).map(|j| pairs(j) * lost(2)).sum();
    let dropped: Rational =
        (cut + 1..=degree).map(|j| pairs(j) * &at_block[j] * power(&b, j.saturating_sub(2))).sum();
    remainder + rounded + dropped
}

fn exact(constant: Constant) -> Rational {
    Rational::from_f64(constant.value()).unwrap_or_default()
}

/// What estimates of roots are off by.
fn root_estimate() -> Rational {
    exact(Constant::new(ROOT_ESTIMATE))
}

/// An estimate of 1/R by an estimate of R: relatively, how much smaller it may be.
fn slope_estimate() -> Rational {
    let reciprocal = exact(Constant::new(RECIPROCAL_ESTIMATE));
    (root_estimate() + 1u32) / (Rational::from(1) - reciprocal)
}

/// How much farther the second nearest multiple of q may be, where they are told apart to 2^-8 of q.
fn multiples() -> Rational {
    Rational::from((64, 63))
}

/// What a root that was found without C is off by, for what it is the root of, with the multiples of q.
fn bent_root(b: &Rational) -> Rational {
    (Rational::from((9, 16)) * b + 1u32) * multiples()
}

/// 1/q to 2^-39, and a rounding.
fn inverse_off() -> Rational {
    pow2(-39) + pow2(-51)
}

/// What 1/q is off by after steps of Newton's method.
fn inverse_error(steps: u32) -> Rational {
    let estimate = exact(Constant::new(RECIPROCAL_ESTIMATE));
    (0..steps.min(MOST_STEPS)).fold(estimate, |off, _| power(&off, 2) + pow2(-51))
}

/// What √y is off by after steps of Newton's method with an estimated slope.
fn root_error(steps: u32) -> Rational {
    // The slope is too large by as much as it may be too small, and a square of it.
    let reciprocal = exact(Constant::new(RECIPROCAL_ESTIMATE));
    let slope = (reciprocal + 1u32) / (Rational::from(1) - root_estimate());
    let e = Rational::from(&slope - 1u32);
    let step = |x: Rational| power(&x, 2) * &slope / 2u32 + x * &e + pow2(-51);
    (0..steps.min(MOST_STEPS)).fold(root_estimate(), |x, _| step(x))
}

/// More steps than this gain nothing, and would make fractions long.
const MOST_STEPS: u32 = 8;

/// Inputs that a root may be off by where a vertex is off by so many.
fn reach_for(off: Rational) -> Rational {
    off * 4u32 + Rational::from((27, 16))
}
