//! Farey arcs: the inputs of a packet by the rational number that the slope is next to, and the few
//! of them that can be HR-cases by solving a quadratic equation.
//!
//! On a packet of T inputs P(t) = A + S·t + B·t² + C·t³ with B > 0, everything modulo 1, so that the
//! slope P'(t) rises. Cut the packet into *arcs*: the inputs at which P' is nearest to a fraction r/q
//! of the Farey sequence of order Q, neighbours being parted at their mediant. About the vertex t* of
//! an arc, where P'(t*) = r/q, with w = t - t*,
//!
//! ```text
//! q·P(t) = q·P(t*) + r·w + q·λ/2·w² + q·C·w³,   λ = P''(t*)
//! ```
//!
//! Multiplying by q has made the linear term an integer from input to input: along the arc q·P mod 1
//! is a parabola that passes only a few integers. An HR-case lies where it passes one (K of them: two
//! roots each), and on one residue class modulo q, for q·P(t) is to be an integer that q divides:
//! with m an input near the vertex, I the integer above q·P(m) and q₀ the denominator before q,
//! r·q₀ ≡ 1 (mod q), so that t ≡ m - (I + K)·q₀. Both roots are compared with the nearest member of
//! the class; what fits is evaluated. So one step treats about 2.6·B^(-1/3) inputs, whatever they are,
//! and what survives are short runs of inputs, not intervals.
//!
//! An arc of a small denominator may be far longer than the packet, and its vertex so far that C has bent the parabola on the way. A plan
//! with such arcs has a limit for that ([`ArcsPlan::far`]); beyond, what is left of the packet is reported as it is.
//!
//! As far as we know this is new for the Table Maker's Dilemma. The dissection itself is classical: the
//! major arcs of the circle method (Hardy, Littlewood, Ramanujan), on curves those of Bombieri and
//! Iwaniec (1986) and Huxley; Galway's dissected sieve, and Atkin and Bernstein (2003); Helfgott's sieve
//! (2017, arXiv 1712.09130); rational points near curves, Elkies (2000, arXiv math/0005139). The bounds
//! are proved in [`tmd_search::plan`], file `arcs.rs`, under the obligations that [`tmd_design::obligation`] names; the
//! tolerances are those of [`ArcsContract`].

use super::Layout;
use super::rounded::{ROUNDER, constant, rounded};
use super::shift::SeedReader;
use crate::ir::{Builder, Value};
use tmd_base::narrow;
use tmd_design::design::{ArcsContract, ArcsPlan, Constant, StagePlan};

/// Emits the search of an item: its packets, a lane each.
pub(super) fn search(
    b: &mut Builder,
    stage: &StagePlan,
    arcs: &ArcsPlan,
    layout: Layout,
    item: Value,
) {
    let packets = stage.strands();
    b.comment("index of the first packet of each lane");
    let count = b.word(packets);
    let first = b.mul(item, count);
    let lane = b.lane_words("lane", (0..layout.lanes as u64).collect());
    let first = b.add(first, lane);
    let packet = b.varying_variable("packet", first);
    layout.strides(b, packets, |b, is_loop| {
        let walk = Walk::start(b, stage, arcs, packet);
        walk.run(b, layout.gathers);
        if is_loop {
            let width = b.word_by_lanes("width", layout.lanes as u64);
            let next = b.add(packet, width);
            b.set(packet, next);
        }
    });
}

/// P on a packet, a lane each: A + (S₁ + S₂)·t + B·t² + C·t³ modulo 1.
struct Polynomial {
    a: Value,
    /// The leading bits of the slope: S₁·t is exact.
    s1: Value,
    s2: Value,
    b: Value,
    c: Value,
}

impl Polynomial {
    /// Reads the polynomial of a packet from the seed.
    fn read(b: &mut Builder, stage: &StagePlan, arcs: &ArcsPlan, packet: Value) -> (Self, Value) {
        let mut seed = SeedReader::new();
        let mut quantity = |b: &mut Builder, index: usize| match index {
            0 => seed.evaluate(b, &stage.value, packet),
            _ => seed.evaluate(b, &stage.differences[index - 1], packet),
        };
        let value = quantity(b, 0);
        let slope = quantity(b, 1);
        let curvature = quantity(b, 2);
        let cubic = quantity(b, 3);
        b.comment("as numbers: A, the slope in two parts, B, C");
        let zero = b.word(0);
        let top = |words: &[Value], back: usize| match words.len().checked_sub(back) {
            Some(at) => words[at],
            None => zero,
        };
        let high = b.shr(top(&value, 1), 12);
        let high = b.to_f64(high);
        let a = scaled(b, high, 52);
        let (high, low) = (top(&slope, 1), top(&slope, 2));
        let leading = b.shr(high, 64 - arcs.slope_bits);
        let leading = b.to_f64(leading);
        let s1 = scaled(b, leading, narrow::to_i32(arcs.slope_bits));
        let rest = b.shl(high, arcs.slope_bits);
        let low = b.shr(low, 64 - arcs.slope_bits);
        let rest = b.add(rest, low);
        let rest = b.to_f64_nearest(rest);
        let s2 = scaled(b, rest, 64 + narrow::to_i32(arcs.slope_bits));
        let number = b.to_f64_nearest(top(&curvature, 1));
        let curvature = scaled(b, number, 64 + arcs.curvature_shift);
        b.comment("C has a sign: it is read as a difference from 1/2");
        let half = b.word(1 << 63);
        let shifted = b.add(top(&cubic, 1), half);
        let number = b.to_f64_nearest(shifted);
        let half = b.float(2f64.powi(63));
        let number = b.sub(number, half);
        let cubic = scaled(b, number, 64 + arcs.cubic_shift);
        let order = b.seed(stage.seed_words() - 1);
        let order = b.to_f64(order);
        let polynomial = Polynomial {
            a: b.named("a", a),
            s1: b.named("s1", s1),
            s2: b.named("s2", s2),
            b: b.named("b", curvature),
            c: b.named("c", cubic),
        };
        (polynomial, b.named("order", order))
    }

    /// r - q·S, S = S₁ + S₂: r - q·S₁ is exact, as a multiple of 2^-β below 2^(53-β). For it is at most q·(2BT + 3|C|·T²)
    /// and an arc, and q·q·B·T² ≤ 2^50, B < 1.
    fn apart(&self, b: &mut Builder, Fraction { r, q }: Fraction) -> Value {
        let apart = b.sub_product(r, q, self.s1);
        b.sub_product(apart, q, self.s2)
    }

    /// P(t) modulo 1, for an integer t from 0 to T: a number whose integer part means nothing.
    fn at(&self, b: &mut Builder, t: Value) -> Value {
        let whole = rounded_product(b, self.s1, t);
        let fraction = b.product_less(self.s1, t, whole);
        let linear = b.add_product(fraction, self.s2, t);
        let bend = b.add_product(self.b, self.c, t);
        let bend = b.mul(bend, t);
        let curved = b.add_product(self.a, bend, t);
        b.add(curved, linear)
    }
}

/// A constant of the contract, with its name.
fn tolerance(b: &mut Builder, name: &str, number: Constant) -> Value {
    constant(b, name, number.value())
}

/// x·2^-k.
fn scaled(b: &mut Builder, x: Value, k: i32) -> Value {
    let unit = b.float(2f64.powi(-k));
    b.mul(x, unit)
}

/// The integer nearest to x·y, or one of two that are.
fn rounded_product(b: &mut Builder, x: Value, y: Value) -> Value {
    let rounder = constant(b, "rounder", ROUNDER);
    let up = b.add_product(rounder, x, y);
    b.sub(up, rounder)
}

/// 1/q to 2^-39, from an estimate by steps of Newton's method.
fn inverse(b: &mut Builder, contract: &ArcsContract, q: Value) -> Value {
    let one = b.float(1.0);
    let one = b.named("one", one);
    let mut inverse = b.recip_near(q);
    for _ in 0..contract.inverse_steps {
        let lacking = b.sub_product(one, q, inverse);
        inverse = b.add_product(inverse, inverse, lacking);
    }
    b.named("inverse", inverse)
}

/// A fraction r/q.
#[derive(Clone, Copy)]
struct Fraction {
    r: Value,
    q: Value,
}

impl Fraction {
    fn variable(b: &mut Builder, name: &str, first: Fraction) -> Fraction {
        Fraction {
            r: b.varying_variable(&format!("r{name}"), first.r),
            q: b.varying_variable(&format!("q{name}"), first.q),
        }
    }

    fn set(self, b: &mut Builder, to: Fraction) {
        b.set(self.r, to.r);
        b.set(self.q, to.q);
    }

    /// k·self - other: what comes after self if other came before, with the right k.
    fn times_less(self, b: &mut Builder, k: Value, other: Fraction) -> Fraction {
        Fraction { r: b.product_less(k, self.r, other.r), q: b.product_less(k, self.q, other.q) }
    }
}

/// The walk of all lanes along the arcs of their packets.
struct Walk<'a> {
    arcs: &'a ArcsPlan,
    stage: &'a StagePlan,
    packet: Value,
    p: Polynomial,
    /// Q, a little raised: see [`ArcsContract::above`].
    order: Value,
    /// 1/B.
    inverse_b: Value,
    /// -3C/(8B).
    shear: Value,
    /// E, see [`ArcsContract::spread`]: |w² - y| ≤ E for an HR-case at w from the vertex.
    spread: Value,
    /// How far from a root a case may be, but for its rounding: √E and the reach.
    radius: Value,
    before: Fraction,
    current: Fraction,
    /// First input of the arc.
    from: Value,
}

/// The arc that is being searched.
struct Arc {
    /// The vertex, a number, and an input at or next to it.
    vertex: Value,
    near: Value,
    /// r - q·S.
    apart: Value,
    /// vertex - near.
    offset: Value,
    inverse: Value,
    /// An integer at least q·P(near), but for the bias, and by how much.
    integer: Value,
    rise: Value,
    /// The input after the last.
    end: Value,
    /// The largest distance of an input from the vertex.
    farthest: Value,
    /// Lanes whose vertex is so far that it is not searched for, and the rest of the packet is reported; if there may be such lanes.
    far: Option<Value>,
}

/// A root, as a place among the multiples of q: members of the class are multiples of q less I·q₀.
struct Root {
    x: Value,
    /// How far from x a multiple may be.
    width: Value,
    integer: Value,
    /// 1/q, as good as a division.
    inverse_q: Value,
    /// Lanes that have this root.
    open: Value,
}

impl<'a> Walk<'a> {
    fn start(b: &mut Builder, stage: &'a StagePlan, arcs: &'a ArcsPlan, packet: Value) -> Self {
        let (p, order) = Polynomial::read(b, stage, arcs, packet);
        let contract = &arcs.contract;
        b.comment("1/B, the shear -3C/(8B) of the slope, the spread E of squared roots");
        let one = b.float(1.0);
        let inverse_b = b.div(one, p.b);
        let inverse_b = b.named("inverse_b", inverse_b);
        let factor = constant(b, "minus_three_eighths", -0.375);
        let shear = b.mul(p.c, inverse_b);
        let shear = b.mul(shear, factor);
        let shear = b.named("shear", shear);
        let factor = constant(b, "spread_of_one", contract.spread.value() * arcs.epsilon());
        let spread = b.mul(inverse_b, factor);
        let spread = b.named("spread", spread);
        let reach = constant(b, "reach", contract.reach_factor.value() * narrow::exact(arcs.reach));
        let least = b.max(spread, one);
        let root = b.sqrt_near(least);
        let slack = tolerance(b, "slack_of_estimate", contract.root_estimate);
        let radius = b.add_product(reach, root, slack);
        let radius = b.named("radius", radius);
        let (before, current) = neighbours(b, arcs, &p, order);
        let slack = tolerance(b, "above_one", contract.above);
        let order = b.mul(order, slack);
        let order = b.named("order_above", order);
        let before = Fraction::variable(b, "_before", before);
        let current = Fraction::variable(b, "", current);
        b.comment("a packet beyond the range may be curved less than was proved: it is left out");
        let least = constant(b, "least_curvature", 2f64.powi(arcs.least_curvature));
        let proved = b.ge(p.b, least);
        let zero = b.float(0.0);
        let length = constant(b, "length", narrow::exact(arcs.packet_inputs));
        let from = b.select(proved, zero, length);
        let from = b.varying_variable("from", from);
        Walk {
            arcs,
            stage,
            packet,
            p,
            order,
            inverse_b,
            shear,
            spread,
            radius,
            before,
            current,
            from,
        }
    }

    fn run(&self, b: &mut Builder, gathers: bool) {
        b.repeat_until_exit("arcs", self.arcs.rounds, |b| {
            let (next, arc) = self.next(b);
            let hit = self.may_hold(b, &arc);
            let length = constant(b, "length", narrow::exact(self.arcs.packet_inputs));
            let alive = b.lt(arc.end, length);
            let alive = b.named("alive", alive);
            if let Some(far) = arc.far {
                let inside = b.lt(self.from, length);
                let rest = b.and(far, inside);
                let rest = b.named("rest", rest);
                b.if_any(rest, |b| self.report_rest(b, rest));
            }
            if gathers {
                b.gather(hit, alive, |b| {
                    b.comment(
                        "arcs that may hold a case, a vector of them: each is found once more",
                    );
                    let (_, arc) = self.next(b);
                    self.resolve(b, &arc, hit);
                });
            } else {
                b.if_any(hit, |b| self.resolve(b, &arc, hit));
            }

            b.comment("on to the next arc");
            self.before.set(b, self.current);
            self.current.set(b, next);
            b.set(self.from, arc.end);
            b.exit_unless_any(alive);
        });
    }

    /// The fraction after the current one, and the current arc.
    fn next(&self, b: &mut Builder) -> (Fraction, Arc) {
        let Fraction { q, .. } = self.current;
        b.comment("the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before");
        let contract = &self.arcs.contract;
        let inverse = inverse(b, contract, q);
        let slack = tolerance(b, "above_one", contract.above);
        let sum = b.add_product(self.order, self.before.q, slack);
        let half = b.float(-0.5);
        let ratio = b.add_product(half, sum, inverse);
        let k = rounded(b, ratio);
        let next = self.current.times_less(b, k, self.before);
        b.named("r_next", next.r);
        b.named("q_next", next.q);
        let arc = self.arc(b, inverse, next);
        (next, arc)
    }

    /// Vertex, extent and value of the current arc.
    fn arc(&self, b: &mut Builder, inverse: Value, next: Fraction) -> Arc {
        let (q, p) = (self.current.q, &self.p);
        b.comment("the vertex, where the slope is r/q: twice the linear solution, sheared by C");
        let apart = p.apart(b, self.current);
        let apart = b.named("apart", apart);
        let unit = b.mul(inverse, self.inverse_b);
        let unit = b.named("unit", unit);
        let twice = b.mul(apart, unit);
        let half = b.float(0.5);
        let far = self.arcs.far.map(|far| {
            let limit = constant(b, "twice_far", 2.0 * narrow::exact(far));
            let zero = b.float(0.0);
            let opposite = b.sub(zero, twice);
            let size = b.max(twice, opposite);
            let far = b.ge(size, limit);
            b.named("far", far)
        });
        let sheared = b.mul(self.shear, twice);
        let factor = self.vertex_series(b, sheared);
        let vertex = b.mul(twice, factor);
        let vertex = b.named("vertex", vertex);

        b.comment("the arc ends at the mediant's place, or with the packet");
        let both = b.add(q, next.q);
        let estimate = b.recip_near(both);
        let gap = b.mul(estimate, unit);
        let mediant = b.add_product(vertex, gap, half);
        let length = constant(b, "length", narrow::exact(self.arcs.packet_inputs));
        let mediant = b.min(mediant, length);
        let end = rounded(b, mediant);
        let end = b.max(end, self.from);
        let end = match far {
            Some(far) => b.select(far, length, end),
            None => end,
        };
        let end = b.named("end", end);

        b.comment("an input next to the vertex, and q·P there below an integer");
        let last = constant(b, "last", narrow::exact(self.arcs.packet_inputs) - 1.0);
        let inside = b.min(vertex, last);
        let inside = b.max(inside, self.from);
        let near = rounded(b, inside);
        let near = b.named("near", near);
        let offset = b.sub(vertex, near);
        let offset = b.named("offset", offset);
        let value = p.at(b, near);
        let value = b.named("value", value);
        let bias = constant(b, "bias", self.arcs.bias());
        let biased = b.add_product(bias, q, value);
        let integer = rounded(b, biased);
        let integer = b.named("integer", integer);
        let rise = b.sub_product(integer, q, value);
        let rise = b.named("rise", rise);

        let right = b.sub(end, vertex);
        let left = b.sub(vertex, self.from);
        let farthest = b.max(right, left);
        let slack = constant(b, "one_and_slack", 1.0 + self.arcs.rough());
        let farthest = b.add_product(self.radius, farthest, slack);
        let farthest = b.named("farthest", farthest);
        Arc { vertex, apart, near, offset, inverse, integer, rise, end, farthest, far }
    }

    /// Reports all parts that are left of the packets of some lanes.
    fn report_rest(&self, b: &mut Builder, rest: Value) {
        b.comment(
            "the vertex is so far that the parabola is bent too much: all that is left is reported",
        );
        let (part, first) = self.part(b, self.from);
        let count = self.arcs.packet_inputs / self.stage.part_inputs;
        let more = b.word(count - 1);
        let last = b.add(first, more);
        let part = b.varying_variable("reported", part);
        b.repeat_until_exit("rest", count + 1, |b| {
            let open = b.ge(last, part);
            let open = b.and(rest, open);
            b.exit_unless_any(open);
            b.emit(open, part);
            let one = b.word(1);
            let next = b.add(part, one);
            b.set(part, next);
        });
    }

    /// The part that an input of the packet belongs to, and the packet's first.
    fn part(&self, b: &mut Builder, t: Value) -> (Value, Value) {
        let parts = b.word(self.arcs.packet_inputs / self.stage.part_inputs);
        let parts = b.named("parts", parts);
        let first = b.mul(self.packet, parts);
        let t = b.to_u64(t);
        let part = b.shr(t, self.stage.part_inputs.ilog2());
        (b.add(first, part), first)
    }

    /// The series of (1 - √(1 - 8x))/(8x) in x = -3C/(8B)·(linear solution, twice), as many terms as the contract says.
    fn vertex_series(&self, b: &mut Builder, x: Value) -> Value {
        const COEFFICIENTS: [f64; 4] = [0.5, 1.0, 4.0, 20.0];
        let terms = self.arcs.contract.vertex_terms as usize;
        let last = b.float(COEFFICIENTS[terms - 1]);
        COEFFICIENTS[..terms - 1].iter().rev().fold(last, |rest, coefficient| {
            let coefficient = b.float(*coefficient);
            b.add_product(coefficient, x, rest)
        })
    }

    /// Lanes whose arc may hold a case: a root near a member of the class, or several integers to
    /// pass.
    fn may_hold(&self, b: &mut Builder, arc: &Arc) -> Value {
        let q = self.current.q;
        b.comment("the roots of the parabola at that integer, from the vertex: ±√y, roughly");
        let unit = b.mul(arc.inverse, self.inverse_b);
        let square = b.mul(arc.offset, arc.offset);
        let y = b.add_product(square, arc.rise, unit);
        let y = b.named("y", y);
        let one = b.float(1.0);
        let least = b.max(y, one);
        let root = b.sqrt_near(least);
        let root = b.named("root", root);
        b.comment("how far they are from the class of inputs on which q divides that integer");
        let middle = b.add_product(arc.offset, arc.integer, self.before.q);
        let distance = |b: &mut Builder, x: Value| {
            let k = rounded_product(b, x, arc.inverse);
            let away = b.sub_product(x, k, q);
            b.mul(away, away)
        };
        let right = b.add(middle, root);
        let right = distance(b, right);
        let left = b.sub(middle, root);
        let left = distance(b, left);
        let distance = b.min(right, left);
        let slack = constant(b, "slack_of_root", self.arcs.rough());
        let radius = b.add_product(self.radius, root, slack);
        let radius = b.mul(radius, radius);
        let hit = b.ge(radius, distance);
        b.comment("or the arc reaches the integer after that one");
        let square = b.mul(arc.farthest, arc.farthest);
        let room = b.sub(square, y);
        let more = b.ge(room, unit);
        let hit = b.or(hit, more);
        // An arc before the packet, or after its end, has no inputs.
        let inside = b.lt(self.from, arc.end);
        let hit = b.and(hit, inside);
        let hit = match arc.far {
            Some(far) => b.and_not(hit, far),
            None => hit,
        };
        b.named("hit", hit)
    }

    /// Solves for all roots of the arc and evaluates all inputs that they may stand for.
    fn resolve(&self, b: &mut Builder, arc: &Arc, hit: Value) {
        let (q, p) = (self.current.q, &self.p);
        b.comment("the vertex again, by a step of Newton's method: the slope there less r/q, by λ");
        let contract = &self.arcs.contract;
        let (half, one, three) = (b.float(0.5), b.float(1.0), b.float(3.0));
        let cubic = b.mul(p.c, three);
        let half_lambda = b.add_product(p.b, cubic, arc.vertex);
        let rise = b.add(half_lambda, p.b);
        let rise = b.mul(rise, arc.vertex);
        let lacking = b.sub_product(one, q, arc.inverse);
        let inverse_q = b.add_product(arc.inverse, arc.inverse, lacking);
        let inverse_q = b.named("inverse_q", inverse_q);
        let inverse = b.div(one, half_lambda);
        let excess = b.product_less(arc.apart, inverse_q, rise);
        let step = b.mul(excess, half);
        let vertex = b.add_product(arc.vertex, step, inverse);
        let offset = b.sub(vertex, arc.near);
        let offset = b.named("offset", offset);
        b.comment("with λ/2 = B + 3C·t* there, the unit of y and what C bends");
        let unit = b.mul(inverse, inverse_q);
        let unit = b.named("exact_unit", unit);
        let bend = b.mul(p.c, inverse);
        let square = b.mul(offset, offset);
        let cube = b.mul(square, offset);
        let square = b.sub_product(square, cube, bend);
        let square = b.named("square", square);
        let bend = b.mul(bend, half);
        let bend = b.named("bend", bend);
        let bend_2 = b.mul(bend, bend);
        let factor = b.float(contract.third_order.value());
        let bend_2 = b.mul(bend_2, factor);
        let bend_2 = b.named("bend_2", bend_2);
        let farthest = b.mul(arc.farthest, arc.farthest);
        let farthest = b.named("farthest_2", farthest);
        let wide = b.max(self.spread, one);
        let wide = b.sqrt_near(wide);
        let slack = tolerance(b, "slack_of_estimate", contract.root_estimate);
        let wide = b.mul(wide, slack);
        let wide = b.named("wide", wide);
        let integer = b.varying_variable("passed", arc.integer);
        let rise = b.varying_variable("above", arc.rise);
        let open = b.varying_variable("open", hit);
        b.repeat_until_exit("crossings", self.arcs.crossings, |b| {
            b.comment("one integer after the other, while the arc reaches it");
            let y = b.add_product(square, rise, unit);
            let y = b.named("y", y);
            let within = b.ge(farthest, y);
            let within = b.and(open, within);
            b.set(open, within);
            b.exit_unless_any(open);
            b.comment("the root, by steps of Newton's method with the slope of the estimate");
            let least = b.max(y, one);
            let mut root = b.sqrt_near(least);
            let inverse = b.recip_near(root);
            let slope = b.mul(inverse, half);
            for _ in 0..contract.root_steps {
                let lacking = b.sub_product(least, root, root);
                root = b.add_product(root, lacking, slope);
            }
            let root = b.named("root", root);
            let slack = tolerance(b, "slack_of_slope", contract.slope_estimate);
            let narrow = b.mul(self.spread, slack);
            let narrow = b.mul(narrow, inverse);
            let width = b.min(narrow, wide);
            let reach = constant(b, "fine_reach", narrow::exact(self.arcs.fine_reach));
            let width = b.add(width, reach);
            let third = b.mul(bend_2, least);
            let width = b.add_product(width, third, root);
            let slack = tolerance(b, "slack_of_class", contract.class_share);
            let width = b.add_product(width, q, slack);
            let width = b.named("width", width);
            let middle = b.add_product(offset, integer, self.before.q);
            let middle = b.sub_product(middle, bend, least);
            let middle = b.named("middle", middle);
            let zero = b.float(0.0);
            let negative = b.sub(zero, root);
            let signed = b.varying_variable("signed", root);
            b.repeat(2, |b| {
                let x = b.add(middle, signed);
                self.members(b, arc, Root { x, width, integer, inverse_q, open });
                b.set(signed, negative);
            });
            let next = b.add(integer, one);
            b.set(integer, next);
            let next = b.add(rise, one);
            b.set(rise, next);
        });
    }

    /// Evaluates the members of the class that are near a root.
    fn members(&self, b: &mut Builder, arc: &Arc, root: Root) {
        let (q, Root { x, width, integer, inverse_q, open }) = (self.current.q, root);
        b.comment("members of the class near the root, as multiples of q");
        let least = b.sub(x, width);
        let most = b.add(x, width);
        let most = b.named("most", most);
        let half = b.float(0.5);
        let least = b.add_product(half, least, inverse_q);
        let first = rounded(b, least);
        let first = b.mul(first, q);
        let class = b.mul(integer, self.before.q);
        let class = b.named("class", class);
        let multiple = b.varying_variable("multiple", first);
        b.repeat_until_exit("members", self.arcs.members, |b| {
            let near = b.ge(most, multiple);
            let near = b.and(open, near);
            let near = b.named("near_root", near);
            b.exit_unless_any(near);
            b.comment("the input, and P there against ε''");
            let step = b.sub(multiple, class);
            let t = b.add(arc.near, step);
            let t = b.named("t", t);
            let after = b.ge(t, self.from);
            let before = b.lt(t, arc.end);
            let inside = b.and(after, before);
            let inside = b.and(inside, near);
            let value = self.p.at(b, t);
            let nearest = rounded(b, value);
            let away = b.sub(value, nearest);
            let away = b.mul(away, away);
            let threshold = constant(b, "threshold", self.arcs.epsilon() * self.arcs.epsilon());
            let hard = b.ge(threshold, away);
            let hard = b.and(hard, inside);
            let hard = b.named("hard", hard);
            b.if_any(hard, |b| {
                b.comment("report the part that the input belongs to");
                let (part, _) = self.part(b, t);
                b.emit(hard, part);
            });
            let next = b.add(multiple, q);
            b.set(multiple, next);
        });
    }
}

/// The neighbours in the Farey sequence of order Q about the slope at the packet's first input: the
/// left one, after the one that comes before it. By the Stern-Brocot tree, whole runs at a time; that
/// they are neighbours, whatever is rounded, is proved at [`ArcsPlan::start_rounds`].
fn neighbours(
    b: &mut Builder,
    arcs: &ArcsPlan,
    p: &Polynomial,
    order: Value,
) -> (Fraction, Fraction) {
    b.comment(
        "neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1",
    );
    let (zero, one) = (b.float(0.0), b.float(1.0));
    let left = Fraction::variable(b, "_left", Fraction { r: zero, q: one });
    let right = Fraction::variable(b, "_right", Fraction { r: one, q: one });
    // q·S - r of the left one, r - q·S of the right one; a fraction on the wrong side counts as met.
    let below = |b: &mut Builder| {
        let apart = p.apart(b, left);
        let below = b.sub(zero, apart);
        b.max(below, zero)
    };
    let above = |b: &mut Builder| {
        let apart = p.apart(b, right);
        b.max(apart, zero)
    };
    // ⌊min(ahead/behind, (Q - q_far)/q_near)⌋: how often the near one can be added to the far one.
    let quotient = |b: &mut Builder, ahead: Value, behind: Value, far: Value, near: Value| {
        let ratio = b.div(ahead, behind);
        let room = b.sub(order, far);
        let room = b.div(room, near);
        let ratio = b.min(ratio, room);
        b.trunc(ratio)
    };
    let advance = |b: &mut Builder, far: Fraction, k: Value, near: Fraction| {
        let r = b.add_product(far.r, k, near.r);
        let q = b.add_product(far.q, k, near.q);
        far.set(b, Fraction { r, q });
    };
    b.repeat_until_exit("neighbours", arcs.start_rounds(), |b| {
        let (left_side, right_side) = (below(b), above(b));
        let k = quotient(b, right_side, left_side, right.q, left.q);
        advance(b, right, k, left);
        let right_side = above(b);
        let k = quotient(b, left_side, right_side, left.q, right.q);
        advance(b, left, k, right);
        b.comment("they are neighbours once their mediant is beyond the order");
        let mediant = b.add(left.q, right.q);
        let more = b.ge(order, mediant);
        b.exit_unless_any(more);
    });
    b.comment("the fraction before the left one");
    let sum = b.add(order, right.q);
    let k = b.div(sum, left.q);
    let k = b.trunc(k);
    let before = left.times_less(b, k, right);
    (before, left)
}

#[cfg(test)]
#[path = "arcs_tests.rs"]
mod tests;
