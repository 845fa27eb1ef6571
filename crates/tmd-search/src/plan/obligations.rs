//! The obligations of a search by Farey arcs, with their numbers: what `docs/mathematics.md` lists under that name.

use super::budget::{Curvature, ModelBudget};
use super::packet::{Proof, over, series};
use super::planned::Plan;
use tmd_base::narrow;
use tmd_design::arcs::{
    ArcsContract, ArcsPlan, INVERSE_BITS, RECIPROCAL_ESTIMATE, ROOT_BITS, ROOT_ESTIMATE,
    integer_rounding,
};
use tmd_design::bound::Up;
use tmd_design::design::Check;
use tmd_design::obligation::{Obligation, ObligationName};

/// What is added for roundings: all of them in a factor are far below 2^-40.
const ROUNDINGS: i32 = -40;

impl Proof<'_> {
    /// All obligations of a kernel on this span, in order; `total` is the sum of the budget. B is at least `least_b`.
    pub(super) fn obligations(
        &self,
        kernel: &ArcsPlan,
        total: Up,
        least_b: f64,
    ) -> Vec<Obligation> {
        let name = |name, needed: Up, had: f64| Obligation { name, needed, had };
        let pow2 = |k: u32| 2f64.powi(-narrow::to_i32(k));
        let (low, order_bits) = self.orders(least_b);
        let order = Up::pow2(narrow::to_i32(order_bits));
        let (distance, bend) = self.farthest(least_b, low);
        let [first, refined] = self.misplaced(least_b, low);
        let (t, b) = (self.length(), pow2(kernel.bend));
        let (curved, cubic) = (self.most(2), self.most(3));
        let rise = Up::exact(2.0) * curved * t + Up::exact(3.0) * cubic * t.powi(2);
        let scaled = |j: usize, shift: i32| self.q(j) * Up::pow2(shift);
        let arc = match kernel.far {
            // See `farthest`: 64/63, and 2^-10 for the rounding of x.
            Some(far) => Up::integer(far) * (over(Up::exact(64.0), 63.0) + Up::pow2(-10)),
            None => over(
                over(Up::exact(1.0), 1.0 - b) + Up::pow2(-10),
                (2.0 * least_b * low).next_down(),
            ),
        };
        let reach = |off: Up| off * Up::exact(4.0) + Up::exact(27.0 / 16.0);
        let given = [
            name(
                ObligationName::Threshold,
                total * Up::exact(1.0 + 2f64.powi(ROUNDINGS)),
                kernel.epsilon(),
            ),
            name(
                ObligationName::ScaledCurvature,
                scaled(2, kernel.curvature_shift),
                MOST_CURVATURE,
            ),
            name(ObligationName::ScaledCubic, scaled(3, kernel.cubic_shift), MOST_CUBIC),
            name(ObligationName::Curvature, Up::pow2(kernel.least_curvature), least_b),
            name(
                ObligationName::Distance,
                t + arc + Up::exact(1.0) + Up::exact(3.0) * first,
                distance.value(),
            ),
            name(ObligationName::Extent, distance, 2f64.powi(49)),
            name(ObligationName::Bend, bend, b),
            name(ObligationName::Straight, Up::exact(b), MOST_BEND),
            name(ObligationName::Bias, self.bias(kernel, least_b), pow2(kernel.bias)),
            name(ObligationName::ExactClass, order * order * self.magnitude(), 2f64.powi(50)),
            name(ObligationName::ExactMultiple, order * self.magnitude(), 2f64.powi(31)),
            name(ObligationName::ExactSlope, order * (Up::exact(2.0) + rise), 2f64.powi(50)),
            name(
                ObligationName::Start,
                Up::integer(2 * u64::from(kernel.order_bits)),
                f64::from(kernel.slope_bits + START_BITS),
            ),
        ];
        let reaches = [
            name(ObligationName::Reach, reach(first), narrow::exact(kernel.reach)),
            name(ObligationName::FineReach, reach(refined), narrow::exact(kernel.fine_reach)),
            self.near(least_b, low),
        ];
        let tolerances = tolerances(kernel, order, self.magnitude());
        given.into_iter().chain(tolerances).chain(reaches).collect()
    }

    /// The input m is next to the vertex as it was found first; from the second, which the roots are reckoned from, it may be
    /// µ farther. What the second is misplaced by within the packet, δ_v, then costs 2·δ_v·µ in y, and its square root near
    /// the vertex: the fine reach has room for W·B3·s0 of δ, four times, where these do not reach.
    fn near(&self, least_b: f64, low: f64) -> Obligation {
        let (distance, bend) = self.farthest(least_b, low);
        let (slope, series) = (self.slope_misplaces(least_b), series(&self.contract, bend));
        let t = self.length();
        let between = Up::exact(33.0 / 32.0) * t * series;
        let off = slope + t * (Up::pow2(-40) * bend + Up::pow2(ROOT_BITS) + bend * series * series);
        // The vertex is found with the curvature at the first place.
        let half = Up::exact(0.5) + between;
        let bent = Up::exact(1.125) * bend * series * half * half;
        // Rounded down: three products and a sum.
        let room = 2.0 * distance.value() * bend.value() * series.value();
        let room = (1.0 + room * (1.0 - 2f64.powi(-48))).next_down();
        Obligation {
            name: ObligationName::Near,
            needed: Up::exact(2.125) * off * between + bent,
            had: (room * room).next_down(),
        }
    }

    /// How far I may lie above q·P(m) less 1: what a case can lie below the input next to the vertex, times q, and what is
    /// rounded. An eighth of ε'' covers what rounding q·P(m) adds to twice of it.
    pub(super) fn bias(&self, kernel: &ArcsPlan, least_b: f64) -> Up {
        let (low, order_bits) = self.orders(least_b);
        let order = Up::pow2(narrow::to_i32(order_bits));
        let b = 2f64.powi(-narrow::to_i32(kernel.bend));
        let off = self.misplaced(least_b, low)[0];
        let dip = order * dip((self.most(2), self.most(3)), b, off);
        Up::exact(2.125) * order * Up::exact(kernel.epsilon())
            + dip
            + integer_rounding(order, self.magnitude())
    }
}

impl Plan {
    /// The obligations of its kernels that are not met, with the index of the span: none, unless a kernel was changed after it
    /// was planned.
    pub fn unmet(&self) -> Vec<(usize, Obligation)> {
        let mut unmet = vec![];
        for (index, (_, search)) in self.searches().enumerate() {
            for stage in &self.kernels[search.kernel].stages {
                let Check::Arcs(kernel) = &stage.check else { continue };
                let Some(curvature) = search.derivatives.curvature else { continue };
                let epsilon = search.epsilon(self.bits);
                let all = obligations(&search.model, curvature, kernel, epsilon);
                let of_span = all.into_iter().flatten().filter(|one| !one.is_met());
                unmet.extend(of_span.map(|one| (index, one)));
            }
        }
        unmet
    }
}

/// The obligations of a kernel on a span, met or not; `None` if the span's curvature is not bounded from below.
fn obligations(
    model: &ModelBudget,
    curvature: Curvature,
    kernel: &ArcsPlan,
    epsilon: Up,
) -> Option<Vec<Obligation>> {
    let proof = Proof::of(model, curvature, kernel, epsilon);
    let total = proof.total();
    Some(proof.obligations(kernel, total, proof.least_b()?))
}

/// Largest bend of a plan.
pub(super) const MOST_BEND: f64 = 1.0 / 32.0;
/// B, scaled, is below this before it is moved to a packet.
pub(super) const MOST_CURVATURE: f64 = 0.98;
/// And C.
pub(super) const MOST_CUBIC: f64 = 0.49;
/// Twice the bits of an order are at most so many more than β: see [`ArcsPlan::start_rounds`].
const START_BITS: u32 = 32;

/// The obligations of the contract's constants for orders below `order` and numbers up to `magnitude`.
fn tolerances(kernel: &ArcsPlan, order: Up, magnitude: Up) -> [Obligation; 11] {
    let name = |name, needed: Up, had: f64| Obligation { name, needed, had };
    let ArcsContract { spread, reach_factor, root_estimate, slope_estimate, class_share, .. } =
        kernel.contract;
    let ArcsContract { third_order, above, inverse_steps, root_steps, .. } = kernel.contract;
    let b = 2f64.powi(-narrow::to_i32(kernel.bend));
    let factor = |share: f64| Up::exact(1.0) + Up::exact(share) * Up::exact(b);
    let rounding = Up::pow2(ROUNDINGS);
    // A multiple of q that is found to 2^-8 of one may be the second nearest, farther by (1/2 + 2^-8)/(1/2 - 2^-8) = 129/127.
    let multiples = over(Up::exact(64.0), 63.0);
    let root = Up::exact(ROOT_ESTIMATE);
    // Exact: a sum of two powers of two that are near each other.
    let off = Up::pow2(INVERSE_BITS) + Up::pow2(-51);
    let excess = Up::exact((above.value() - 1.0).next_up());
    [
        name(
            ObligationName::Spread,
            over(Up::exact(2.0) * factor(0.375), 1.0 - b) + rounding,
            spread.value(),
        ),
        name(
            ObligationName::RootEstimate,
            over(factor(0.5625) * multiples, 1.0 - ROOT_ESTIMATE) + rounding,
            root_estimate.value(),
        ),
        name(
            ObligationName::ReachFactor,
            factor(0.5625) * multiples + rounding,
            reach_factor.value(),
        ),
        name(
            ObligationName::Rough,
            (Up::exact(0.5625) * Up::exact(b) + root) * multiples + Up::pow2(-20),
            kernel.rough().next_down(),
        ),
        name(
            ObligationName::SlopeEstimate,
            over(Up::exact(1.0) + root, 1.0 - RECIPROCAL_ESTIMATE) + rounding,
            slope_estimate.value(),
        ),
        name(
            ObligationName::ThirdOrder,
            Up::exact(2.5) * factor(1.0) + rounding,
            third_order.value(),
        ),
        name(ObligationName::ClassShare, order * magnitude * Up::pow2(-51), class_share.value()),
        name(ObligationName::Inverse, inverse_error(inverse_steps), 2f64.powi(INVERSE_BITS)),
        name(ObligationName::Above, off, above.value() - 1.0),
        name(ObligationName::Quotient, Up::exact(2.0) * order * (excess + off), 0.5),
        name(ObligationName::Root, root_error(root_steps), 2f64.powi(ROOT_BITS)),
    ]
}

/// What 1/q is off by, relatively, after so many steps of Newton's method: each squares it and rounds four times.
fn inverse_error(steps: u32) -> Up {
    (0..steps).fold(Up::exact(RECIPROCAL_ESTIMATE), |off, _| off * off + Up::pow2(-51))
}

/// What √y is off by, relatively, after so many steps with the slope that the estimates give: 1/(2√y) but for a factor between
/// 1 ± e, 1 + e = (1 + 2^-10)/(1 - 2^-11). A step leaves x·e + x²·(1 + e)/2 of x and rounds four times at the most.
fn root_error(steps: u32) -> Up {
    let slope = over(Up::exact(1.0 + RECIPROCAL_ESTIMATE), 1.0 - ROOT_ESTIMATE);
    let e = Up::exact((slope.value() - 1.0).next_up());
    let step = |x: Up| x * e + x * x * slope * Up::exact(0.5) + Up::pow2(-51);
    (0..steps).fold(Up::exact(ROOT_ESTIMATE), |x, _| step(x))
}

/// By how much an input of an arc can lie below the input m next to the vertex: φ(u) - φ(w) at most, for
/// φ(w) = λ/2·w² + C·w³, which rises with |w| on each side of the vertex as far as any arc reaches. |B| and |C| are bounded
/// by `most`, `off` is δ, λ/2 is at most 1 + b times B.
///
/// If the vertex as it was found lies among the inputs, |u| ≤ 1/2 + δ, and |w| ≥ |u| - 2δ since m is the integer nearest
/// to it. φ(w) ≥ λ/2·w² - |C|·|w|³, which rises with |w|, so that what is asked for is at most
///
/// ```text
/// λ/2·(u² - max(0, |u| - 2δ)²) + 2·|C|·|u|³ ≤ λ/2·(2δ + δ²) + 2·|C|·(1/2 + δ)³
/// ```
///
/// Otherwise m is the first or the last input: all others are on its far side, and only where the vertex is less than δ
/// on that side, too, is anything below m, by at most λ/2·δ² + |C|·δ³.
fn dip(most: (Up, Up), b: f64, off: Up) -> Up {
    let half_lambda = Up::exact(1.0 + b) * most.0;
    half_lambda * (off + off + off * off) + Up::exact(2.0) * most.1 * (Up::exact(0.5) + off).powi(3)
}

#[cfg(test)]
#[path = "obligations_tests.rs"]
mod tests;
