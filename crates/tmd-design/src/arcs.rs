//! The numbers of a search by Farey arcs: what the planner chooses for a kernel, and the contract, the tolerances that every
//! such kernel has.
//!
//! The builder of kernels computes with the contract's constants, the planner proves with them, certificates hold them and
//! checkers read them there: none stands anywhere else. What each must be is an [obligation](crate::obligation).

use crate::bound::Up;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use tmd_base::narrow;

/// What an estimate of 1/a is off by at most, relatively (`RecipNear` of the intermediate representation): on all targets.
pub const RECIPROCAL_ESTIMATE: f64 = 1.0 / 1024.0;

/// What an estimate of √a is off by at most, relatively (`SqrtNear` of the intermediate representation): on all targets.
pub const ROOT_ESTIMATE: f64 = 1.0 / 2048.0;

/// What 1/q is off by after Newton's steps, relatively, as a power of two: what the walk and the bounds of vertices rely on.
pub const INVERSE_BITS: i32 = -39;

/// What √y is off by after Newton's steps, likewise.
pub const ROOT_BITS: i32 = -48;

/// What a vertex is off by at first for 1/q and roundings, without what its series leaves out, likewise.
pub const VERTEX_BITS: i32 = -37;

/// What rounding may add to the integer I of an arc, for orders below `order` and numbers below `magnitude`: twice of what
/// q·P(m) and its sum with the bias are rounded by.
pub fn integer_rounding(order: Up, magnitude: Up) -> Up {
    order * magnitude * Up::pow2(-50) + Up::pow2(-20)
}

/// A constant of the contract: a positive binary64 number, meant exactly.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Constant(f64);

impl Constant {
    /// The constant that a number is.
    pub const fn new(value: f64) -> Self {
        Constant(value)
    }

    /// The number.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Constant {}

impl PartialOrd for Constant {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Constant {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The tolerances of a kernel that searches by Farey arcs.
///
/// A kernel with other ones may miss cases: each is wide enough for the reason that its obligation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArcsContract {
    /// E = spread·ε''/B: so far from y the square of a case's distance from the vertex may be.
    pub spread: Constant,
    /// What the short way multiplies [`ArcsPlan::reach`] by.
    pub reach_factor: Constant,
    /// What an estimate of √E is multiplied by.
    pub root_estimate: Constant,
    /// What E/R is multiplied by where 1/R is an estimate, R the root.
    pub slope_estimate: Constant,
    /// The share of q by which a member of the residue class may be off.
    pub class_share: Constant,
    /// The factor of [`ArcsPlan::rough`], the relative error of a root that was found without C.
    pub rough: Constant,
    /// What is added to the bend there, for the estimate of the root.
    pub rough_estimate: Constant,
    /// The factor of (C/λ)²·R³, for the terms of third order that the root's series leaves out; λ = P'' at the vertex.
    pub third_order: Constant,
    /// What Q and the denominator before are multiplied by when ⌊(Q + q_before)/q⌋ is found with an inverse of q.
    pub above: Constant,
    /// Q³·|g''| for the order Q of a packet's Farey sequence: the larger, the more arcs and the fewer integers that they pass.
    /// What is proved holds for any; contracts that do not name it had [`ArcsContract::FIRST_ORDERS`].
    #[serde(default = "first_orders")]
    pub order_cubed: Constant,
    /// Terms of the vertex' series in C, from 2 to 4: what it leaves out is a share of the distance, less than the bend to this
    /// power. Contracts that do not name it had [`ArcsContract::FIRST_VERTEX_TERMS`].
    #[serde(default = "first_vertex_terms")]
    pub vertex_terms: u32,
    /// Steps of Newton's method from an estimate to 1/q.
    pub inverse_steps: u32,
    /// Steps of Newton's method from an estimate to √y.
    pub root_steps: u32,
}

/// The default of [`ArcsContract::order_cubed`].
fn first_orders() -> Constant {
    ArcsContract::FIRST_ORDERS
}

/// The default of [`ArcsContract::vertex_terms`].
fn first_vertex_terms() -> u32 {
    ArcsContract::FIRST_VERTEX_TERMS
}

impl ArcsContract {
    /// Q³·|g''| of contracts that do not name it.
    pub const FIRST_ORDERS: Constant = Constant(4.0);
    /// Terms of the vertex' series of contracts that do not name them.
    pub const FIRST_VERTEX_TERMS: u32 = 2;

    /// The contract of every kernel that is planned.
    pub const STANDARD: ArcsContract = ArcsContract {
        spread: Constant(2.1),
        reach_factor: Constant(1.04),
        root_estimate: Constant(1.06),
        slope_estimate: Constant(1.01),
        // 2^-20
        class_share: Constant(1.0 / 1_048_576.0),
        rough: Constant(1.04),
        rough_estimate: Constant(ROOT_ESTIMATE),
        third_order: Constant(3.0),
        // 1 + 2^-38
        above: Constant(1.0 + 1.0 / 274_877_906_944.0),
        order_cubed: Constant(1.0),
        vertex_terms: 4,
        inverse_steps: 2,
        root_steps: 4,
    };
}

/// The numbers that the text of a kernel that searches by Farey arcs depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ArcsPlan {
    /// Inputs T of a packet, a power of two: one polynomial, one lane.
    pub packet_inputs: u64,
    /// Bits of the slope's leading part S₁, so that S₁·t and q·S₁ are exact.
    pub slope_bits: u32,
    /// The curvature B comes times two to this power, below 1.
    pub curvature_shift: i32,
    /// The cubic coefficient C comes times two to this power, below 1/2.
    pub cubic_shift: i32,
    /// Packets with B below two to this power are beyond the range, and left out.
    pub least_curvature: i32,
    /// Orders of the Farey sequences are below two to this power.
    pub order_bits: u32,
    /// ε'' in units of 2^-63, with few significant bits.
    pub threshold: u64,
    /// 3C·W/B is below two to minus this power, W the largest distance from a vertex of an arc that is searched: how
    /// little the parabolas are bent.
    pub bend: u32,
    /// I is at least q·P(m) less two to minus this power.
    pub bias: u32,
    /// Inputs by which a root may be off whatever ε'' is: four times δ, and rounding.
    pub reach: u64,
    /// The inputs by which a root may be off where the vertex is found exactly.
    pub fine_reach: u64,
    /// Arcs whose vertex would be farther than this from the packet's first input, if C were 0, are not searched: what is left of the packet
    /// is reported. Where it is not told, no vertex is so far that the parabola would be bent too much on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub far: Option<u64>,
    /// The most arcs of a packet.
    pub rounds: u64,
    /// The most integers that an arc passes.
    pub crossings: u64,
    /// The most members of a root's residue class to evaluate.
    pub members: u64,
    /// The tolerances that it computes with.
    pub contract: ArcsContract,
}

impl ArcsPlan {
    /// ε''.
    pub fn epsilon(&self) -> f64 {
        // A few significant bits: exact.
        narrow::exact(self.threshold) * 2f64.powi(-63)
    }

    /// The most rounds that are needed to find the neighbours of order Q about a slope S, 0 ≤ S ≤ 1: 2ω - 2 for
    /// orders below 2^ω.
    ///
    /// A round adds k times the left fraction to the right one, then k' times the right one to the left
    /// one, from 0/1 and 1/1 on, until q_l + q_r > Q. A factor is ⌊min(ρ, room)⌋: ρ the quotient of
    /// a = r_r - q_r·S and b = q_l·S - r_l, one by the other, each counted as 0 where it is negative, and room
    /// the quotient of the integers Q - q_far and q_near, which are so small that its rounding does not change
    /// its floor.
    ///
    /// **The two are neighbours in the sequence of order Q.** Whatever k is, r_r·q_l - r_l·q_r = 1 stays, so that
    /// q_r·b + q_l·a = 1 (I); room keeps both denominators at or below Q; and the loop ends when their sum is
    /// beyond it.
    ///
    /// **The slope is between them, but for η = 2^-51·(2^-β + 1/q)** beyond one of them at most, whose
    /// denominator is q. With u = 2^-53 and β bits of S₁ < 1, r - q·S₁ is exact, S₂ ≤ 2^-β, and a comes out
    /// within u·a + q·θ, θ = 1.01·2^-(53+β), where q is its fraction's denominator; so does b. By k ≤ ρ and by
    /// the roundings of a, b and ρ, k·b - a ≤ 3.2u·a + 1.02·θ·(q_r + k·q_l). By so much, over q_r + k·q_l, is the
    /// slope passed, and a ≤ 1. Once it is, a counts as less than 2^-46 in the next quotient, while b·q_r ≥ 1 by
    /// (I): room is less than that quotient, is taken, and the loop ends. Since an arc reaches more than 2^-25/q
    /// to the left of its vertex, the walk begins within the first arc, or at most 2^-25 of its length before
    /// the second; and each input lies in an arc, for each begins where the last one ended.
    ///
    /// **Some factor is 1 or more in every round** while q_l + q_r ≤ Q, hence room ≥ 1: by (I) not both distances
    /// are small; if a is not below b (as rounded), k ≥ 1; else, k = 0, and k' ≥ 1.
    ///
    /// **A factor that room does not limit is short by little:** k > ρ - 1, so that as above
    /// a - k·b < b + 3.2u·a + 1.02·θ·Q, and by (I) b > 1/(1.01·Q) then; so a - k·b < (1 + ε)·b with
    /// ε = 2^(ω-51) + 2^(2ω-52-β), which is below 2^-19 by 2ω ≤ β + 32 (`START_BITS`). If what is left is
    /// not below b, it is b but for ε·b: the next factor of that side is 1, and leaves so little that the
    /// other side's is 1 or more at once.
    ///
    /// **Two rounds double q_l + q_r,** or the loop ends. If both factors of a round are 1 or more, the round
    /// does. If the second is 0, the first was short, and both of the next are 1 or more. If the first is 0 and the
    /// next round's is not, the two rounds lead to 2·q_l + 3·q_r or more. The next round's is 0 as well only if the
    /// second factor was short; but a round that begins with 0 has a short factor of the same side before it,
    /// after which the next is not short, unless it is the first of all: there both denominators are 1, and
    /// the two rounds lead to 4 or more together.
    ///
    /// So before round n the sum is 2^(1+⌊(n-1)/2⌋) or more, and below 2^ω: n ≤ 2ω - 2.
    pub fn start_rounds(&self) -> u64 {
        2 * u64::from(self.order_bits) - 2
    }

    /// The relative error of a root that was found without C: [`ArcsContract::rough`].
    pub fn rough(&self) -> f64 {
        let ArcsContract { rough, rough_estimate, .. } = self.contract;
        rough.value() * (2f64.powi(-narrow::to_i32(self.bend)) + rough_estimate.value())
    }

    /// By how much I may lie below q·P(m) + 1: what the kernel adds to q·P(m) before it rounds to an integer.
    pub fn bias(&self) -> f64 {
        0.5 - 2f64.powi(-narrow::to_i32(self.bias))
    }
}
