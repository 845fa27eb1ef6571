//! Obligations: what must hold of a kernel's numbers so that a search by Farey arcs evaluates every input near an integer.
//!
//! Each is an inequality: what is needed is not above what is had. The planner computes both with numbers that are rounded to
//! the safe side, checkers anew in exact fractions. The formulas, with the argument of each, are in `docs/mathematics.md`,
//! "Obligations"; `proofs/` has the lemma whose hypotheses they are.

use crate::bound::Up;
use serde::Serialize;
use tmd_base::named::{kept_by_name, named};

/// What must hold. The order is that of the argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObligationName {
    /// The kernel's ε'' covers the sum of the budget.
    Threshold,
    /// B fits into its word.
    ScaledCurvature,
    /// C fits into its word.
    ScaledCubic,
    /// No packet of the range is left out for its curvature.
    Curvature,
    /// The distances that the proof reckons with.
    Distance,
    /// Distances are exact.
    Extent,
    /// How much parabolas are bent.
    Bend,
    /// They are bent little.
    Straight,
    /// No case has K < 0.
    Bias,
    /// Members of a class are exact.
    ExactClass,
    /// Multiples of q are told apart.
    ExactMultiple,
    /// Slopes are exact.
    ExactSlope,
    /// The walk begins with neighbours.
    Start,
    /// [`ArcsContract::spread`](crate::arcs::ArcsContract::spread).
    Spread,
    /// [`ArcsContract::root_estimate`](crate::arcs::ArcsContract::root_estimate).
    RootEstimate,
    /// [`ArcsContract::reach_factor`](crate::arcs::ArcsContract::reach_factor).
    ReachFactor,
    /// [`ArcsContract::rough`](crate::arcs::ArcsContract::rough).
    Rough,
    /// [`ArcsContract::slope_estimate`](crate::arcs::ArcsContract::slope_estimate).
    SlopeEstimate,
    /// [`ArcsContract::third_order`](crate::arcs::ArcsContract::third_order).
    ThirdOrder,
    /// [`ArcsContract::class_share`](crate::arcs::ArcsContract::class_share).
    ClassShare,
    /// [`ArcsContract::inverse_steps`](crate::arcs::ArcsContract::inverse_steps).
    Inverse,
    /// [`ArcsContract::above`](crate::arcs::ArcsContract::above), from below.
    Above,
    /// [`ArcsContract::above`](crate::arcs::ArcsContract::above), from above.
    Quotient,
    /// [`ArcsContract::root_steps`](crate::arcs::ArcsContract::root_steps).
    Root,
    /// [`ArcsPlan::reach`](crate::arcs::ArcsPlan::reach).
    Reach,
    /// [`ArcsPlan::fine_reach`](crate::arcs::ArcsPlan::fine_reach).
    FineReach,
    /// The input next to the first vertex serves the second one.
    Near,
}

named!(
    ObligationName,
    "the name of an obligation",
    Threshold = "threshold",
    ScaledCurvature = "scaled-curvature",
    ScaledCubic = "scaled-cubic",
    Curvature = "curvature",
    Distance = "distance",
    Extent = "extent",
    Bend = "bend",
    Straight = "straight",
    Bias = "bias",
    ExactClass = "exact-class",
    ExactMultiple = "exact-multiple",
    ExactSlope = "exact-slope",
    Start = "start",
    Spread = "spread",
    RootEstimate = "root-estimate",
    ReachFactor = "reach-factor",
    Rough = "rough",
    SlopeEstimate = "slope-estimate",
    ThirdOrder = "third-order",
    ClassShare = "class-share",
    Inverse = "inverse",
    Above = "above",
    Quotient = "quotient",
    Root = "root",
    Reach = "reach",
    FineReach = "fine-reach",
    Near = "near"
);
kept_by_name!(ObligationName, "obligation");

impl ObligationName {
    /// What breaks without it.
    pub fn why(self) -> &'static str {
        match self {
            ObligationName::Threshold => {
                "the budget's sum, with what comparing rounds, is within ε''"
            }
            ObligationName::ScaledCurvature => "B, scaled, is below 1: no leading bit is lost",
            ObligationName::ScaledCubic => "C, scaled, is below 1/2: its sign is not lost",
            ObligationName::Curvature => {
                "packets that are flatter are left out: none of the range is"
            }
            ObligationName::Distance => {
                "how far inputs lie from their vertex, and vertices from the packet's first input"
            }
            ObligationName::Extent => {
                "distances and vertices are integers of 50 bits, exact to an eighth"
            }
            ObligationName::Bend => {
                "3|C|·W/B: the kernel reckons with parabolas that are bent no more"
            }
            ObligationName::Straight => "the series of vertex and root are cut where that is small",
            ObligationName::Bias => "K ≥ 0 for every case: I is not above q·P(m) + 1 by more",
            ObligationName::ExactClass => {
                "I·q_before is exact, and a place to an eighth of an input"
            }
            ObligationName::ExactMultiple => {
                "the nearest multiple of q is found with 1/q to 2^-8 of q"
            }
            ObligationName::ExactSlope => "r - q·S₁ is exact",
            ObligationName::Start => "the walk begins with neighbours about the slope",
            ObligationName::Spread => "a case is within 2ε''/h of the parabola, h ≥ (1 - b)·B",
            ObligationName::RootEstimate => {
                "√E comes of an estimate; distances are compared with 1/q to 2^-39"
            }
            ObligationName::ReachFactor => {
                "the short way squares distances and finds multiples of q roughly"
            }
            ObligationName::Rough => "the short way neglects C and takes an estimate for the root",
            ObligationName::SlopeEstimate => "1/R is an estimate of an estimate's inverse",
            ObligationName::ThirdOrder => "z²(1 + sz) = 1 is solved to 5/8·s² by z = 1 - s/2",
            ObligationName::ClassShare => "places as multiples of q are rounded",
            ObligationName::Inverse => "1/q is known to 2^-39",
            ObligationName::Above => "(Q + q_before)/q comes out no smaller than it is",
            ObligationName::Quotient => "and larger by less than 1/q: its floor is right",
            ObligationName::Root => "√y is known to 2^-48",
            ObligationName::Reach => {
                "vertex and y are off by δ, y is raised to 1, places are rounded: at first"
            }
            ObligationName::FineReach => "the same after a step of Newton's method",
            ObligationName::Near => {
                "m is next to the first vertex, roots are reckoned from the second"
            }
        }
    }
}

/// An obligation with its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Obligation {
    /// What must hold.
    pub name: ObligationName,
    /// An upper bound of what is needed.
    pub needed: Up,
    /// A number that is not above what is had.
    pub had: f64,
}

impl Obligation {
    /// Whether it is met.
    pub fn is_met(&self) -> bool {
        self.needed.value() <= self.had
    }

    /// How nearly it is not met: 1 where it is just met.
    pub fn tightness(&self) -> f64 {
        if self.had > 0.0 { self.needed.value() / self.had } else { f64::INFINITY }
    }

    /// The inequality for readers.
    pub fn text(&self) -> String {
        format!("{} ≤ {}", shown(self.needed.value(), f64::ceil), shown(self.had, f64::floor))
    }
}

/// A number with four decimals or as a power of two, rounded to a side.
fn shown(number: f64, side: fn(f64) -> f64) -> String {
    if number == side(number) && number.abs() < 1e6 {
        return number.to_string();
    }
    let lg = number.log2();
    if lg == lg.floor() {
        return format!("2^{lg}");
    }
    match number.abs() {
        0.01..1e6 => format!("{:.4}", side(number * 1e4) / 1e4),
        // The logarithm is off by less than what is rounded away here, but where it is next to a hundredth.
        _ => format!("2^{:.2}", side(lg * 100.0) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_their_side() {
        assert_eq!(shown(2.08871, f64::ceil), "2.0888");
        assert_eq!(shown(2.1, f64::floor), "2.1000");
        assert_eq!(shown(0.0000001, f64::ceil), "2^-23.25");
        assert_eq!(shown(0.0000001, f64::floor), "2^-23.26");
        assert_eq!(shown(2f64.powi(-39), f64::floor), "2^-39");
        assert_eq!(shown(48.0, f64::ceil), "48");
    }

    #[test]
    fn every_obligation_has_a_reason_of_its_own() {
        let mut reasons: Vec<&str> = ObligationName::ALL.iter().map(|name| name.why()).collect();
        reasons.sort_unstable();
        reasons.dedup();
        assert_eq!(reasons.len(), ObligationName::ALL.len());
    }
}
