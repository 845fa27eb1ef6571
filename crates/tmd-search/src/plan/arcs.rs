//! The budget of a search by Farey arcs: the numbers of the kernel in `kernel/arcs.rs`, and the proof that it misses
//! nothing.
//!
//! The kernel's polynomial on a packet, P(t) = A + (S₁ + S₂)·t + B·t² + C·t³, is taken exactly as its
//! five binary64 numbers say. Two things are to be proved.
//!
//! **It is near g.** |g - P| mod 1 ≤ everything that the model, the dropped terms and the rounding of
//! the five numbers cost; with what evaluating P costs that is ε'' - ε. An input with |g cmod 1| < ε
//! has |P cmod 1| < ε'', and so has P as it is evaluated. The input that is evaluated is reported if
//! and only if that holds.
//!
//! **Every such input is evaluated.** Let t be one, in the arc of r/q, q₀ the denominator before q.
//! With the vertex t*, w = t - t*, u = m - t* for the input m near the vertex, and λ = P''(t*),
//! q·P(t) = q·P(m) + r·(t - m) + q·λ/2·(w² - u²) + q·C·(w³ - u³). Let I be the integer and ρ = I - q·P(m)
//! as the kernel has them. q·P(t) is within q·ε'' of a multiple q·y of q; so there is an integer
//! K = q·y - I - r·(t - m) with
//!
//! ```text
//! |q·λ/2·(w² - u²) + q·C·(w³ - u³) - (K + ρ)| ≤ 2q·ε''                                         (1)
//! t - m ≡ -(I + K)·q₀ (mod q), for r·q₀ ≡ 1 (mod q)                                            (2)
//! ```
//!
//! (2ε'' also covers the rounding of q·P(m).) m is nearest to the vertex among the inputs from the
//! arc's first to the packet's last, but for δ, by which the vertex may be misplaced. So the left side
//! is hardly negative (`dip` in `obligations.rs`), and K ≥ 0 by the choice of the bias. The kernel goes through all K that the arc can
//! reach, through both roots w = ±√y - C/λ·y of (1) with y = u²(1 + 2C/λ·u) + 2(K + ρ)/(qλ), and through
//! all members of the class (2) that are as near to a root as rounding, δ, ε'' and third-order terms
//! allow. The short way decides for most arcs that there is nothing to go through: it treats K = 0 with
//! a tolerance that covers everything the long way does exactly.
//!
//! **An arc may be reported as a whole.** Where an arc's vertex would be so far that the parabola is bent too much on the way
//! ([`ArcsPlan::far`]), nothing of that holds; a kernel that may meet such arcs reports what is left of the packet, from the arc's first
//! input on, and ends the walk there. The next stage decides.
//!
//! **Every arc is gone through, and the walk ends.** That it begins with neighbours of the Farey sequence,
//! about the slope at the first input, is proved at [`ArcsPlan::start_rounds`], and that it ends in time at
//! `Proof::rounds`. Both hold whatever is rounded, and for packets beyond the range as well: those are
//! walked like others, and a search in which a loop would pass its bound fails.
//!
//! What the numbers of a kernel must be for that is a list of inequalities, `obligations.rs`; there is no plan that does
//! not meet them all.

use super::budget::{Curvature, ModelBudget, StageBudget, lg};
use super::obligations::{MOST_CUBIC, MOST_CURVATURE};
use super::packet::{FAR_FACTOR, Form, LEAST_ORDER, Proof, WORDS, best_order};
use rug::{Integer, Rational};
use tmd_base::narrow;
use tmd_design::arcs::{ArcsContract, ArcsPlan, Constant, ROOT_ESTIMATE};
use tmd_design::bound::Up;
use tmd_design::obligation::Obligation;

/// Packets of an item, the widest vector's lanes.
pub(super) const PACKETS: u64 = 32;
/// Longest packet.
const LG_LONGEST_PACKET: u32 = 33;
/// Shortest packet.
const LG_SHORTEST_PACKET: u32 = 8;
/// Most bits of an order: q₀·I stays exact.
const MOST_ORDER_BITS: u32 = 24;
/// Most parts of an item: devices have room for all of them.
const LG_PARTS: u32 = 17;
/// Fewest inputs of a part.
const LG_LEAST_PART: u32 = 5;
/// The order Q for packets on which the curvature is B·2^`scale`: ∛(c/(2B)), c being [`ArcsContract::order_cubed`], within
/// limits.
pub(crate) fn order(arcs: &ArcsPlan, curvature: &Integer, scale: u32) -> u64 {
    let most = (1u64 << arcs.order_bits) - 1;
    let cubed = Rational::from_f64(arcs.contract.order_cubed.value()).unwrap_or_default();
    let (cube, unit) = (cubed << (scale - 1)).into_numer_denom();
    let cube = cube / unit;
    let cube = cube / curvature.clone().abs().max(Integer::from(1));
    cube.root(3).to_u64().unwrap_or(most).clamp(LEAST_ORDER, most)
}

/// How arcs are searched.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// With the order of their sequences.
    pub(super) contract: ArcsContract,
    /// Whether those with a far vertex are reported.
    pub(super) reports_far: bool,
}

impl Manner {
    /// The one of every plan that a certificate tells, and others: where curvature is so small that arcs of little denominators are far
    /// longer than packets, larger orders leave less of them.
    pub(super) const ALL: [Manner; 5] = [
        Manner { contract: ArcsContract::STANDARD, reports_far: false },
        Manner::reporting(1.0),
        Manner::reporting(8.0),
        Manner::reporting(64.0),
        Manner::reporting(512.0),
    ];

    const fn reporting(order_cubed: f64) -> Manner {
        let order_cubed = Constant::new(order_cubed);
        let contract = ArcsContract { order_cubed, ..ArcsContract::STANDARD };
        Manner { contract, reports_far: true }
    }

    /// Inputs of a part, to choose among: what is reported without a search is cheaper in long ones.
    pub(super) fn parts(&self, packet: u64) -> impl Iterator<Item = u64> {
        let least = part_inputs(packet);
        let times: &[u64] = if self.reports_far { &[1, 4, 16, 64] } else { &[1] };
        times.iter().map(move |times| least * times).filter(move |part| *part <= packet)
    }
}

/// Inputs of a part.
fn part_inputs(packet: u64) -> u64 {
    1 << (lg(packet * PACKETS).saturating_sub(LG_PARTS)).max(LG_LEAST_PART)
}

/// Between these is the power that bounds how much parabolas are bent: see [`obligations::MOST_BEND`].
const LEAST_BEND: u32 = 5;
// A packet beyond the range has no curvature of the other sign: see `Proof::rounds`.
const _: () = assert!(PACKETS <= 1 << LEAST_BEND);
const MOST_BEND_BITS: u32 = 12;

/// Between these is the power that bounds how far I may lie above q·P(m) less 1.
const LEAST_BIAS: u32 = 3;
const MOST_BIAS: u32 = 10;

/// Largest bend of packets beyond the range, whose curvature is not bounded as well.
const MOST_BEYOND: f64 = 0.28;

/// The lengths that packets may have.
pub(super) fn packets() -> impl DoubleEndedIterator<Item = u64> {
    (LG_SHORTEST_PACKET..=LG_LONGEST_PACKET).map(|lg| 1 << lg)
}

/// Arcs an input, for a curvature of g''/2: there are 3/π²·Q² fractions a unit of the slope.
pub(super) fn density(contract: &ArcsContract, curvature: f64) -> f64 {
    let most = 2f64.powi(narrow::to_i32(MOST_ORDER_BITS));
    let order = best_order(contract, curvature).clamp(narrow::exact(LEAST_ORDER), most);
    0.304 * order * order * 2.0 * curvature
}

/// The share of arcs that a kernel solves since a multiple of q lies within its reach of one of two roots: of orders Q, whose
/// fractions have a denominator q as often as q is large.
pub(super) fn solved(kernel: &ArcsPlan, curvature: f64) -> f64 {
    let near = 4.0 * narrow::exact(kernel.reach) / best_order(&kernel.contract, curvature);
    if near < 1.0 { near * (2.0 - near) } else { 1.0 }
}

/// The numbers of a kernel with packets of `packet` inputs, and its ε''; `None` if there is no proof.
pub(super) fn kernel(
    model: &ModelBudget,
    curvature: Curvature,
    packet: u64,
    epsilon: Up,
    manner: &Manner,
) -> Option<(ArcsPlan, Up)> {
    let shifts =
        (shift(model.derivative(2), MOST_CURVATURE)?, shift(model.derivative(3), MOST_CUBIC)?);
    let slope_bits = 26.min(53 - lg(packet));
    let far = match manner.reports_far {
        true => Some(far(model, curvature, packet)?),
        false => None,
    };
    let form = Form { packet, slope_bits, shifts, far };
    Proof::new(model, curvature, epsilon, form, (MOST_ORDER_BITS, manner.contract)).chosen()
}

/// The largest power of two from which on arcs have to be reported for a bend of 2^-[`LEAST_BEND`] at most; `None` if that is within two
/// packets. Whether it serves is for the obligations to say.
fn far(model: &ModelBudget, curvature: Curvature, packet: u64) -> Option<u64> {
    let bent = 3.0 * model.derivative(3).value() / curvature.least;
    let straight = 0.9 * 2f64.powi(-narrow::to_i32(LEAST_BEND)) / bent;
    let most = (straight - narrow::exact(packet)) / FAR_FACTOR;
    (most >= narrow::exact(2 * packet)).then(|| 1 << narrow::floor(most.min(2f64.powi(40)).log2()))
}

/// The share of the inputs that are reported without a search: arcs of r/q reach 1/(q·Q·2B) to either side.
pub(super) fn reported(kernel: &ArcsPlan, curvature: f64) -> f64 {
    let Some(far) = kernel.far else { return 0.0 };
    let order = best_order(&kernel.contract, curvature);
    let near = 2.0 * curvature * narrow::exact(far);
    let of = |q: u32| {
        let coprime =
            narrow::about((1..=q).filter(|&r| Integer::from(r).gcd_u(q) == 1).count() as u64);
        2.0 * coprime * (1.0 / (f64::from(q) * order) - near)
    };
    (1..64).map(of).take_while(|own| *own > 0.0).sum::<f64>().min(1.0)
}

/// The budget of a span on an existing kernel; `None` if the kernel does not fit.
pub(super) fn refit(
    model: &ModelBudget,
    curvature: Curvature,
    kernel: &ArcsPlan,
    epsilon: Up,
) -> Option<StageBudget> {
    Proof::of(model, curvature, kernel, epsilon).budget(kernel)
}

/// The largest power of two that leaves a bound below `most`.
fn shift(bound: Up, most: f64) -> Option<i32> {
    let bound = bound.value();
    if !bound.is_finite() {
        return None;
    }
    let shift = narrow::floor((most / bound.max(2f64.powi(-300))).log2());
    (shift >= 0).then_some(shift)
}

impl Proof<'_> {
    /// The least numbers that can be proved, and ε''.
    fn chosen(self) -> Option<(ArcsPlan, Up)> {
        let least_b = self.least_b()?;
        let (low, order_bits) = self.orders(least_b);
        let (_, bend) = self.farthest(least_b, low);
        let bends = |&k: &u32| bend <= Up::pow2(-narrow::to_i32(k));
        // What most often fails is tried first.
        if !bends(&LEAST_BEND) {
            return None;
        }
        let total = self.total();
        // 2^-40 for the rounding of what the kernel compares.
        let threshold = threshold(total * Up::exact(1.0 + 2f64.powi(-40)))?;
        // A little more than is needed.
        let reach = |off: Up| whole(off * Up::exact(4.0) + Up::exact(1.75));
        let [first, refined] = self.misplaced(least_b, low);
        let kernel = ArcsPlan {
            packet_inputs: self.form.packet,
            slope_bits: self.form.slope_bits,
            curvature_shift: self.form.shifts.0,
            cubic_shift: self.form.shifts.1,
            least_curvature: narrow::floor((least_b * 0.75).log2()),
            order_bits,
            threshold,
            bend: (LEAST_BEND..=MOST_BEND_BITS).rev().find(bends)?,
            bias: 0,
            reach: reach(first)?,
            fine_reach: reach(refined)?,
            far: self.form.far,
            rounds: 0,
            crossings: 0,
            members: 0,
            contract: self.contract,
        };
        let biased = self.bias(&kernel, least_b);
        // Half of it would do.
        let fits = |&bias: &u32| biased + biased <= Up::pow2(-narrow::to_i32(bias));
        let bias = (LEAST_BIAS..=MOST_BIAS).rev().find(fits)?;
        // They do not depend on the bias.
        let [rounds, crossings, members] = self.loops(&kernel, least_b)?;
        let kernel = ArcsPlan { bias, rounds, crossings, members, ..kernel };
        let obligations = self.obligations(&kernel, total, least_b);
        obligations.iter().all(Obligation::is_met).then_some((kernel, total))
    }

    /// The budget with the numbers of a kernel; `None` if they do not meet all obligations, or the loops are too short.
    fn budget(self, kernel: &ArcsPlan) -> Option<StageBudget> {
        let total = self.total();
        let least_b = self.least_b()?;
        let obligations = self.obligations(kernel, total, least_b);
        let [rounds, crossings, members] = self.loops(kernel, least_b)?;
        let is_proved = obligations.iter().all(Obligation::is_met)
            && kernel.rounds >= rounds
            && kernel.crossings >= crossings
            && kernel.members >= members;
        is_proved.then(|| StageBudget {
            degree: 3,
            words: WORDS.to_vec(),
            value_words: WORDS[0],
            slope_words: WORDS[1],
            test_word: None,
            arcs: Some(kernel.clone()),
            bounds: self.bounds(),
            obligations,
        })
    }

    /// How often the kernel's loops may run: arcs of a packet, integers that an arc passes, members of a class near a root.
    fn loops(&self, kernel: &ArcsPlan, least_b: f64) -> Option<[u64; 3]> {
        let (low, order_bits) = self.orders(least_b);
        let order = Up::pow2(narrow::to_i32(order_bits));
        let rounds = self.rounds(kernel.least_curvature, low, order)?;
        let crossings = self.crossings(kernel, low, order)?;
        Some([whole(rounds)?, whole(crossings)?, whole(self.members(kernel, low))?])
    }

    /// The most arcs of a packet that are passed; `None` if the walk may have no end.
    ///
    /// A packet is walked if B ≥ 2^`least_b`, be it beyond the range: the other bounds hold as far as a block
    /// reaches, and B is not negative there, which would be read as a large number. For an item begins in the
    /// range, and its packets begin less than [`PACKETS`]·T after that: B is less than
    /// 3·|C|·`PACKETS`·T ≤ `PACKETS`·2^-`LEAST_BEND`/1.02 of the least curvature away from one that is proved.
    ///
    /// The arc of r/q ends with the packet, as computed, if x = (r/q - S)/(2B) is from 2T to
    /// 2T + 1/(2BQ) and γ·x ≤ 1/4 there, γ = 3|C|/(2B): the vertex is computed as x·(1 ± γ·x), within 2^-36
    /// of itself and δ' = 2^-(52+β)/(2B), which is more than T, and the end is not before the vertex.
    /// Neighbours are 1/Q or less apart, so that a walk that comes so far meets such an arc. It passes the
    /// arc that it begins with, those of other fractions from S - η to S + 4BT + 2B·δ', which are 1/Q² and
    /// more apart, and the last: 3 + (4BT + 2B·δ' + η)·Q², where (2B·δ' + η)·Q² < 1 by β ≥ 20, Q < 2^24 and
    /// η of [`ArcsPlan::start_rounds`]. An arc that is reported ends with the packet: where there are such arcs, γ·x ≤ 1/4 need only
    /// hold as far as others reach.
    fn rounds(&self, least_b: i32, low: f64, order: Up) -> Option<Up> {
        let (t, inverse_b) = (self.length(), Up::pow2(-least_b));
        let gap = Up::exact((0.5 / low).next_up()) * inverse_b;
        let gamma = Up::exact(1.5) * self.most(3) * inverse_b;
        let arcs = Up::exact(4.0) * self.most(2) * t * order * order + Up::exact(4.0);
        let farthest = match self.form.far {
            Some(far) => Up::integer(far) * Up::exact(FAR_FACTOR),
            None => t + t + gap,
        };
        ((gamma * farthest).value() <= 0.24).then_some(arcs)
    }

    /// How far from a packet's first input a vertex can be, and 3C/B times that, in packets beyond the range, too:
    /// [`Proof::farthest`] for B ≥ 2^`least_b`. With bend ≤ 0.28, what (3) there says is at most 1.39/(Q·2B), and δ is at
    /// most 0.75·bend² of the distance: T + 1.39/(Q·2B) + 3δ + 1 is what the factor of 1.25 has room for. Where arcs with a vertex from F
    /// on are reported, the bend at W is 2^-5 or less where B ≥ B_0, and B is more than 3/8 of that here: so 3C/B times the distance is at most
    /// 0.11, |t*| at most 1.06·F and δ a hundredth of the distance, which 1.25·(F + T) has room for.
    fn beyond(&self, least_b: i32, low: f64) -> (Up, Up) {
        let inverse_b = Up::pow2(-least_b);
        let arc = match self.form.far {
            Some(far) => Up::integer(far),
            None => Up::exact((0.75 / low).next_up()) * inverse_b,
        };
        let distance = Up::exact(1.25) * (arc + self.length());
        (distance, Up::exact(3.0) * self.most(3) * inverse_b * distance)
    }

    /// The most integers that an arc passes; `None` if too much is bent for that to be shown. As above, B is at least the
    /// kernel's least curvature.
    ///
    /// The kernel goes on while the root of the next integer is below F = R + (1 + rough)·D, D being the arc's larger
    /// part and R the radius within which a case is near a root: K ≤ q·λ/2·(F² - u²·(1 - bend/2)) + 1 for the input u
    /// from the vertex that it starts with. D - |u| ≤ T wherever the vertex is, so that F - |u| is at most the `width`
    /// below: `rough` follows the kernel's own bend, `bent`, which a span that it was not made for need not reach.
    /// F + |u| ≤ 2.1·D + R + 1/2 + δ, and by (3) of [`Proof::farthest`] q·λ·D is at most [`end_slope`] but for
    /// q·λ·(1/2 + 2δ), with δ as in [`Proof::beyond`] and λ ≤ 2.56·B. That the slope is rounded adds 2^(-52-β)/B to δ,
    /// and 2^-45 of the width at most to all: the 2^-10 in [`end_slope`] has room for it.
    fn crossings(&self, kernel: &ArcsPlan, low: f64, order: Up) -> Option<Up> {
        let (distance, bend) = self.beyond(kernel.least_curvature, low);
        let bent = Up::pow2(-narrow::to_i32(kernel.bend));
        let spread = spread(kernel).max(Up::exact(1.0));
        let ArcsContract { reach_factor, root_estimate, .. } = kernel.contract;
        let factor = Up::exact(reach_factor.value().max(root_estimate.value())) * estimated();
        let radius = factor * (spread + Up::integer(kernel.reach));
        let width =
            self.length() + distance * Up::exact(4.0) * (bend.max(bent) + Up::pow2(-9)) + radius;
        let ends = Up::exact(2.4) * radius + Up::exact(5.1) * bend * bend * distance;
        let rise = Up::exact(1.05) * end_slope(low, bend) + order * self.most(2) * ends;
        (bend.value() <= MOST_BEYOND).then(|| rise * width + Up::exact(8.0))
    }

    /// The most members of a class that are near a root, with the one beyond that ends the loop.
    ///
    /// They are multiples of q within √E, as estimated, + reach + 3·(C/λ)²·y^(3/2) + 2^-20·q of it, where the reach is the
    /// fine one, and √y is not above the farthest place of an arc with the radius, which has the other reach. As above, B
    /// is at least the kernel's least curvature.
    fn members(&self, kernel: &ArcsPlan, low: f64) -> Up {
        let inverse_b = Up::pow2(-kernel.least_curvature);
        let ArcsContract { reach_factor, root_estimate, .. } = kernel.contract;
        let [reach_factor, root_estimate] =
            [reach_factor, root_estimate].map(|factor| Up::exact(factor.value()) * estimated());
        let radius = root_estimate * spread(kernel) + Up::integer(kernel.fine_reach);
        let reach = reach_factor * Up::integer(kernel.reach);
        let farthest = self.beyond(kernel.least_curvature, low).0 + radius + reach;
        let bend = Up::exact(3.0) * self.most(3) * inverse_b * farthest;
        Up::exact(2.2) * (radius + farthest * bend * bend) + Up::exact(8.0)
    }
}

/// √E as it is at most: B is at least the kernel's least curvature. A few roundings are far below 2^-9.
fn spread(kernel: &ArcsPlan) -> Up {
    let spread = Up::exact(kernel.contract.spread.value()) * Up::exact(kernel.epsilon());
    let square = spread * Up::exact(1.0 + 2f64.powi(-9)) * Up::pow2(-kernel.least_curvature);
    Up::exact(square.value().sqrt().next_up())
}

/// What an estimate of a root may be too large by, with roundings.
fn estimated() -> Up {
    Up::exact(1.0 + ROOT_ESTIMATE) * Up::exact(1.0 + 2f64.powi(-40))
}

/// q·λ·D for the larger part D of an arc of a sequence whose order is at least `low`, by (3) of [`Proof::farthest`]:
/// λ ≤ (1 + bend)·2B, and bend/(1 - bend) is at most 1.4 of a bend of 0.28.
fn end_slope(low: f64, bend: Up) -> Up {
    let mediant = Up::exact((1.0 / low).next_up());
    (Up::exact(1.0) + bend) * (mediant + Up::exact(1.4) * bend + Up::pow2(-10))
}

/// An upper bound as a power of two.
fn whole(bound: Up) -> Option<u64> {
    let bound = bound.value();
    (bound < 2f64.powi(62)).then(|| narrow::whole(bound.ceil()).next_power_of_two())
}

/// A bound in units of 2^-63, rounded up to six significant bits; `None` from 1/8 on.
fn threshold(total: Up) -> Option<u64> {
    let scaled = (total.value() * 2f64.powi(63)).ceil();
    if scaled >= 2f64.powi(60) {
        return None;
    }
    let exact = narrow::whole(scaled);
    let unit = (exact.max(1).ilog2() + 1).saturating_sub(6);
    Some(((exact >> unit) + 1) << unit)
}

#[cfg(test)]
#[path = "arcs_tests.rs"]
mod tests;
