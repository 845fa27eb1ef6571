//! The packet of a search by Farey arcs: its polynomial's bounds, the terms of its budget, and how far everything lies from
//! everything: what obligations and loops are computed from.

use super::budget::{Curvature, ModelBudget, common_bounds, lg, proved};
use std::ops::Add;
use tmd_base::narrow;
use tmd_design::arcs::{ArcsContract, ArcsPlan, ROOT_BITS, VERTEX_BITS};
use tmd_design::bound::{Bound, BoundName, Up};
use tmd_design::lg::Lg;

/// Least order: below there is no sequence worth its name.
pub(super) const LEAST_ORDER: u64 = 4;

/// What the distances that the proof reckons with have room for: so many times 1/(Q·2B) and T.
const ARC_FACTOR: f64 = 1.5;
const PACKET_FACTOR: f64 = 1.02;
/// And so many times the distance from which on arcs are reported.
pub(super) const FAR_FACTOR: f64 = 33.0 / 32.0;

/// Words that quantities are moved to a packet with: value, slope, curvature, cubic coefficient.
pub(super) const WORDS: [usize; 4] = [2, 3, 2, 2];

/// ∛(c/(2B)), c being [`ArcsContract::order_cubed`], which `order` in `arcs.rs` finds exactly.
pub(super) fn best_order(contract: &ArcsContract, curvature: f64) -> f64 {
    (contract.order_cubed.value() / (2.0 * curvature)).cbrt()
}

/// A packet's length, and how its polynomial is kept in binary64.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// T: inputs of the packet.
    pub(super) packet: u64,
    /// Bits of the first part of the slope.
    pub(super) slope_bits: u32,
    /// The powers of two that curvature and cubic coefficient are divided by.
    pub(super) shifts: (i32, i32),
    /// [`ArcsPlan::far`].
    pub(super) far: Option<u64>,
}

impl Form {
    /// The error of moving quantity m to a packet of a model's block, in its own unit.
    fn moved(&self, model: &ModelBudget, m: usize) -> Up {
        let packets = Up::integer((model.block_inputs / self.packet).max(1));
        let degree = model.block_degree.saturating_sub(m);
        packets.powers().take(degree + 1).sum::<Up>() * Up::pow2(-64 * narrow::to_i32(WORDS[m]))
    }

    /// The error of quantity m as a binary64 number: moved, cut to its leading words, rounded.
    fn number(&self, model: &ModelBudget, m: usize) -> Up {
        let b = narrow::to_i32(self.slope_bits);
        let (curvature, cubic) = self.shifts;
        let moved = self.moved(model, m);
        match m {
            0 => moved + Up::pow2(-52),
            1 => moved + Up::pow2(-53 - b),
            2 => (moved + Up::pow2(-53)) * Up::pow2(-curvature),
            _ => (moved + Up::pow2(-53)) * Up::pow2(-cubic),
        }
    }
}

/// What the numbers of a kernel follow from.
#[derive(Clone, Copy)]
pub(super) struct Proof<'a> {
    pub(super) model: &'a ModelBudget,
    pub(super) curvature: Curvature,
    pub(super) epsilon: Up,
    pub(super) form: Form,
    /// Orders are below two to this power, whatever the curvature.
    pub(super) order_bits: u32,
    pub(super) contract: ArcsContract,
    /// The errors of the packet's coefficients as binary64 numbers, in their own units: most bounds ask for them.
    numbers: [Up; 4],
}

impl<'a> Proof<'a> {
    /// The proof for a kernel of this form.
    pub(super) fn new(
        model: &'a ModelBudget,
        curvature: Curvature,
        epsilon: Up,
        form: Form,
        (order_bits, contract): (u32, ArcsContract),
    ) -> Proof<'a> {
        let numbers = [0, 1, 2, 3].map(|m| form.number(model, m));
        Proof { model, curvature, epsilon, form, order_bits, contract, numbers }
    }

    /// The proof for a kernel that is there.
    pub(super) fn of(
        model: &'a ModelBudget,
        curvature: Curvature,
        kernel: &ArcsPlan,
        epsilon: Up,
    ) -> Proof<'a> {
        let ArcsPlan { packet_inputs: packet, slope_bits, order_bits, contract, .. } = *kernel;
        let form = Form {
            packet,
            slope_bits,
            shifts: (kernel.curvature_shift, kernel.cubic_shift),
            far: kernel.far,
        };
        Proof::new(model, curvature, epsilon, form, (order_bits, contract))
    }

    /// Q_j: a bound of the block's coefficient j, wherever its origin is.
    pub(super) fn q(&self, j: usize) -> Up {
        self.model.derivative(j)
    }

    /// T.
    pub(super) fn length(&self) -> Up {
        Up::integer(self.form.packet)
    }

    /// The largest |B| or |C| of a packet, as the binary64 numbers that they are, for m = 2 or 3.
    pub(super) fn most(&self, m: usize) -> Up {
        self.q(m) + self.numbers[m]
    }

    /// |P| and every sum on the way to it stay below this.
    pub(super) fn magnitude(&self) -> Up {
        let t = self.length();
        let tail = t * Up::pow2(-narrow::to_i32(self.form.slope_bits));
        let bent = self.most(2) * t.powi(2) + self.most(3) * t.powi(3);
        Up::exact(3.0) + tail + bent * Up::exact(1.01)
    }

    /// A number that B is never below.
    pub(super) fn least_b(&self) -> Option<f64> {
        let off = (self.model.curvature_error + self.numbers[2]).value();
        let least = (self.curvature.least - off).next_down();
        (least > 2f64.powi(-98) && least >= self.curvature.least / 2.0).then_some(least)
    }

    /// Least order of a packet, and the bits of the largest.
    pub(super) fn orders(&self, least_b: f64) -> (f64, u32) {
        // Orders come of B at another place of the block, which is between the same bounds.
        let low = (best_order(&self.contract, self.q(2).value()) * 0.999)
            .floor()
            .max(narrow::exact(LEAST_ORDER));
        let largest = best_order(&self.contract, least_b).max(narrow::exact(LEAST_ORDER));
        let bits = narrow::to_u32(narrow::floor(largest.log2())) + 1;
        let most = 2f64.powi(narrow::to_i32(self.order_bits)) - 1.0;
        (low.min(most), bits.min(self.order_bits))
    }

    /// How far from a packet's first input the vertex of an arc with inputs in it can be, and 3C/B times that.
    ///
    /// An arc ends D = 1/(q·(q + q')·2B) after its vertex, found to 2^-10 of it and rounded to an input. The next
    /// vertex, of the fraction r'/q', is at a distance G with G·(2B + 3C·(t* + t*')) = 1/(q·q') from it, which is
    /// within bend/(1 - bend) of 1/(q·q'·2B). So the next arc begins
    ///
    /// ```text
    /// G - D ≤ (1/(q + q') + (bend/(1 - bend) + 2^-10)/q)/(q'·2B)                                    (3)
    /// ```
    ///
    /// before its vertex, but for one rounding and δ at both. With q + q' > Q, q·q' ≥ Q and bend ≤ 2^-5 both parts are
    /// at most 1.04/(Q·2B), and there are 1 and 3δ to add: 1.5/(Q·2B) and 1.02·T have room for these, T being 2^8 or
    /// more and δ a hundredth of the distance or less.
    ///
    /// Where arcs are reported whose vertex is farther than F ([`ArcsPlan::far`]), the others have |x| ≤ F, x = (r/q - S)/(2B), but for the
    /// rounding of x, which is as large as what slope and 1/q misplace a vertex by; and t*·(1 + 3C/(2B)·t*) = x, where t* is the solution that is
    /// near x: with a bend of 2^-5 or less at 33/32·F, |t*| ≤ 64/63·F. So 33/32·F has room for it, and 1.02·T for the distance of an input from there.
    pub(super) fn farthest(&self, least_b: f64, low: f64) -> (Up, Up) {
        let arc = match self.form.far {
            Some(far) => Up::integer(far) * Up::exact(FAR_FACTOR),
            None => over(Up::exact(ARC_FACTOR), (2.0 * least_b * low).next_down()),
        };
        let distance = arc + self.length() * Up::exact(PACKET_FACTOR);
        let bend = Up::exact(3.0) * self.most(3) * distance * Up::exact((1.0 / least_b).next_up());
        (distance, bend)
    }

    /// δ: how far a vertex may be misplaced, at first and after a step of Newton's method.
    pub(super) fn misplaced(&self, least_b: f64, low: f64) -> [Up; 2] {
        let (distance, bend) = self.farthest(least_b, low);
        let (slope, series) = (self.slope_misplaces(least_b), series(&self.contract, bend));
        // What is left after a step with the curvature at the first place, and what a root is off by
        // that is found with it.
        let rest = Up::pow2(-40) * bend + Up::pow2(ROOT_BITS) + bend * series;
        [slope + distance * series, slope + distance * rest]
    }

    /// What the rounding of r - q·S misplaces a vertex by: the slope's tail is rounded once in q·S₂ and once in the difference.
    pub(super) fn slope_misplaces(&self, least_b: f64) -> Up {
        Up::pow2(-51 - narrow::to_i32(self.form.slope_bits)) * Up::exact((0.5 / least_b).next_up())
    }

    /// The sum of the terms of the budget, which is asked for more often than they are.
    pub(super) fn total(&self) -> Up {
        self.losses().into_iter().fold(self.model.with_threshold(self.epsilon), Up::add)
    }

    /// What terms of the block's polynomial that a packet does without, the words of its polynomial, and its evaluation lose.
    fn losses(&self) -> [Up; 3] {
        let t = self.length();
        [
            (4..self.model.q.len()).map(|j| self.q(j) * t.powi(j)).sum(),
            (0..4).map(|m| self.numbers[m] * t.powi(m)).sum(),
            self.magnitude() * Up::pow2(-49),
        ]
    }

    /// The terms of the budget.
    pub(super) fn bounds(&self) -> Vec<Bound> {
        let mut bounds = common_bounds(self.model, self.epsilon);
        let [dropped, rounding, evaluation] = self.losses();
        bounds.push(proved(
            BoundName::PacketTerms,
            dropped,
            format!("Σ Q_j·T^j from j = 4 on, T = 2^{}", lg(self.form.packet)),
        ));
        bounds.push(proved(
            BoundName::PacketRounding,
            rounding,
            format!(
                "moved to a packet with {} fraction bits, then A cut to 52 bits, the slope to {}, B \
                 and C rounded to 53 bits below 2^{} and 2^{}; times the powers of T",
                WORDS.map(|w| (64 * w).to_string()).join(", "),
                54 + self.form.slope_bits,
                -self.form.shifts.0,
                -self.form.shifts.1 - 1,
            ),
        ));
        bounds.push(proved(
            BoundName::Evaluation,
            evaluation,
            format!("at most 14 roundings to 2^-53 of numbers below {}", Lg(self.magnitude())),
        ));
        bounds
    }
}

/// What a vertex is off by at first, relatively: 1/q to 2^-39, a handful of roundings; then the series is cut after as
/// many terms as the contract says.
pub(super) fn series(contract: &ArcsContract, bend: Up) -> Up {
    let cut = match contract.vertex_terms {
        terms @ 2..=4 => bend.powi(terms as usize),
        // No kernel has so many.
        _ => Up::exact(1.0),
    };
    Up::pow2(VERTEX_BITS) + Up::exact(2.0) * cut
}

/// A bound divided by a positive number that is exact or rounded down.
pub(super) fn over(bound: Up, number: f64) -> Up {
    Up::exact((bound.value() / number).next_up())
}
