//! Existence tests: can b - a·x mod 1 come below a threshold for some integer 0 ≤ x < N?
//!
//! All work on the two lengths p and q into which the points {a·x} cut the circle, counts u of p and
//! v of q, with the invariant u·p + v·q = 1, and the offset d of b from the point to its left
//! (Lefèvre 1997; the regular form: Fortin, Gouicem, Graillat 2012). After u + v ≥ N points d is a
//! lower bound of every b - a·x mod 1 with x < N, so "d ≥ threshold" proves that there is none.
//! Placing *fewer* points than a full quotient allows is always a valid configuration of the circle;
//! leaving d unreduced is not, so that d is always reduced exactly before it is used.

use super::division::Reducer;
use super::shared;
use crate::ir::{Builder, Value};
use crate::plan::{Test, TestPlan, TestWord};

/// The line of each lane, as 64-bit fractions.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    /// b.
    pub offset: Value,
    /// -a.
    pub slope: Value,
    /// A slope near those of all lanes, uniform, where [`has_guide`].
    pub guide: Option<Value>,
}

/// Does the test want a slope that guides all lanes?
///
/// Quotients are shared in binary64 lanes only: there k·p > q shows as a negative difference however
/// large k·p is, while words would wrap.
pub(crate) fn has_guide(test: &TestPlan) -> bool {
    test.test == Test::Shared && test.word == TestWord::F64
}

/// Emits the planned test; returns the mask of lanes that could not be excluded.
pub(crate) fn survives(
    b: &mut Builder,
    test: &TestPlan,
    inputs: u64,
    threshold: u64,
    question: Question,
) -> Value {
    let Question { offset, slope, guide } = question;
    let word = test.word;
    let zero = b.word(0);
    let zero = b.named("zero", zero);
    let falling = b.sub(zero, slope);
    let falling = b.named("falling", falling);
    let a = word.hold_fraction(b, falling);
    let a = b.named("a", a);
    let d = word.hold_fraction(b, offset);
    let d = b.named("b", d);
    let d = match test.test {
        Test::Lefevre => lefevre(b, test, inputs, a, d),
        Test::Regular => regular(b, test, inputs, a, d, false),
        Test::RegularCut | Test::Shared => match guide {
            None => regular(b, test, inputs, a, d, true),
            Some(guide) => {
                let falling = b.sub(zero, guide);
                let guide = word.hold_fraction(b, falling);
                shared::shared(b, test, inputs, a, d, guide)
            }
        },
    };
    // A d that is not a number (it would take p = q = 0) must survive: ask for d < threshold by
    // excluding only what is certainly not below it.
    let limit = word.constant(b, threshold);
    let limit = b.named("threshold", limit);
    let excluded = b.ge(d, limit);
    let excluded = b.named("excluded", excluded);
    let all = b.truth(true);
    let all = b.named("all", all);
    b.and_not(all, excluded)
}

/// The state of the circle.
pub(super) struct Circle {
    pub(super) p: Value,
    pub(super) q: Value,
    pub(super) u: Value,
    pub(super) v: Value,
    pub(super) d: Value,
    pub(super) active: Value,
}

impl Circle {
    /// One point placed: p = {a}, q = 1, u = 0, v = 1.
    pub(super) fn new(b: &mut Builder, word: TestWord, a: Value, d: Value) -> Self {
        let (zero, one) = (word.constant(b, 0), word.constant(b, 1));
        let full = word.constant(b, 1 << word.bits());
        let full = b.named("full", full);
        let all = b.truth(true);
        let all = b.named("all", all);
        let positive = b.ge(a, one);
        let positive = b.named("positive", positive);
        let all = b.and(all, positive);
        Circle {
            p: b.varying_variable("p", a),
            q: b.varying_variable("q", full),
            u: b.varying_variable("u", zero),
            v: b.varying_variable("v", one),
            d: b.varying_variable("d", d),
            // a = 0 places every point on the first one: d = b is exact as it stands.
            active: b.varying_variable("active", all),
        }
    }

    /// Keeps the lanes active that need more points and still have a length to place them by.
    /// `reached`: the lanes that have their N points; `length` is the one that has just been shortened.
    fn keep_going(&self, b: &mut Builder, reached: Value, length: Value, one: Value) {
        let more = b.and_not(self.active, reached);
        let positive = b.ge(length, one);
        let active = b.and(more, positive);
        b.set(self.active, active);
    }
}

/// The regular test: reduce q by p, then p by q, every lane alike. With `cut`, the last quotient
/// stops at the first multiple that reaches N points.
fn regular(b: &mut Builder, test: &TestPlan, inputs: u64, a: Value, d: Value, cut: bool) -> Value {
    let circle = Circle::new(b, test.word, a, d);
    finish(b, test, inputs, &circle, cut)
}

/// Goes on from any configuration of the circle until every lane has its N points; returns d.
pub(super) fn finish(
    b: &mut Builder,
    test: &TestPlan,
    inputs: u64,
    circle: &Circle,
    cut: bool,
) -> Value {
    let word = test.word;
    let reducer = Reducer { test, inputs };
    let limit = word.constant(b, inputs);
    let limit = b.named("n", limit);
    let one = word.constant(b, 1);
    // Every round places at least one point.
    b.repeat_until_exit(inputs + 1, |b| {
        let &Circle { p, q, u, v, d, active } = circle;
        b.comment("reduce q by k·p: u += k·v; d may pass k of the new points");
        let by = reducer.divisor(b, p);
        let step = reducer.length(b, q, by, active);
        let u_new = b.add_product(u, step.k, v);
        let u_new = b.named("u_new", u_new);
        let reduced = reducer.offset(b, d, by, step.k, active);
        let d_new = b.varying_variable("d_new", reduced);
        let last = last_lanes(b, circle, limit, u_new, v);
        if cut {
            b.if_any(last, |b| {
                b.comment(
                    "last step of some lane: stop at the first multiple that reaches N points",
                );
                let taken = cut_quotient(b, circle, word, limit, step.k, v);
                let offset = reducer.exact(b, d, by, taken, last);
                let d_cut = b.select(last, offset.rest, d_new);
                b.set(d_new, d_cut);
            });
        }
        let d_new = b.select(active, d_new, d);
        b.set(d, d_new);
        b.set(q, step.rest);
        b.set(u, u_new);
        circle.keep_going(b, last, q, one);
        b.exit_unless_any(active);

        b.comment("reduce p by k·q: v += k·u; d may lie beyond the shortened p");
        let by = reducer.divisor(b, q);
        let step = reducer.length(b, p, by, active);
        let v_new = b.add_product(v, step.k, u);
        let v_new = b.named("v_new", v_new);
        let beyond = b.ge(d, step.rest);
        let beyond = b.and(beyond, active);
        let beyond = b.named("beyond", beyond);
        let past = b.sub(d, step.rest);
        let past = b.named("past", past);
        let reduced = reducer.offset(b, past, by, step.k, beyond);
        let reduced = b.select(beyond, reduced, d);
        let d_new = b.varying_variable("d_new", reduced);
        let last = last_lanes(b, circle, limit, u, v_new);
        if cut {
            b.if_any(last, |b| {
                b.comment(
                    "last step of some lane: stop at the first multiple that reaches N points",
                );
                let taken = cut_quotient(b, circle, word, limit, step.k, u);
                let p_left = b.sub_product(p, taken, q);
                let past = b.sub(d, p_left);
                let beyond = b.ge(d, p_left);
                let beyond = b.and(beyond, last);
                let offset = reducer.exact(b, past, by, taken, beyond);
                let d_cut = b.select(beyond, offset.rest, d);
                let d_cut = b.select(last, d_cut, d_new);
                b.set(d_new, d_cut);
            });
        }
        b.set(d, d_new);
        b.set(p, step.rest);
        b.set(v, v_new);
        circle.keep_going(b, last, p, one);
        b.exit_unless_any(active);
    });
    circle.d
}

/// The active lanes in which the points after a step, `u_after + v_after`, reach N.
fn last_lanes(
    b: &mut Builder,
    circle: &Circle,
    limit: Value,
    u_after: Value,
    v_after: Value,
) -> Value {
    let after = b.add(u_after, v_after);
    let last = b.ge(after, limit);
    let last = b.and(last, circle.active);
    b.named("last", last)
}

/// The quotient cut so that the last step places no more than it must:
/// min(k, ⌈(N - (u+v))/c⌉) or one more, c the count that a unit of the quotient adds.
fn cut_quotient(
    b: &mut Builder,
    circle: &Circle,
    word: TestWord,
    limit: Value,
    k: Value,
    count: Value,
) -> Value {
    let placed = b.add(circle.u, circle.v);
    let missing = b.sub(limit, placed);
    let missing = b.named("missing", missing);
    let quotient = b.div(missing, count);
    let floor = match word {
        TestWord::F64 => b.trunc(quotient),
        TestWord::U64 => quotient,
    };
    let one = word.constant(b, 1);
    let needed = b.add(floor, one);
    let taken = b.min(needed, k);
    b.named("taken", taken)
}

/// Lefèvre's test: divide where b is not, subtract where b lies, so that no point is placed in b's
/// part of the circle before it must be.
///
/// b lies in an interval of the kind `own` (p or q; mask `in_p` tells which); `other` is the other
/// kind. One round: `other` is reduced by k·own (all those points fall elsewhere), then one point is
/// placed in b's interval.
fn lefevre(b: &mut Builder, test: &TestPlan, inputs: u64, a: Value, d: Value) -> Value {
    let word = test.word;
    let reducer = Reducer { test, inputs };
    let (zero, one) = (word.constant(b, 0), word.constant(b, 1));
    let full = word.constant(b, 1 << word.bits());
    let full = b.named("full", full);
    let limit = word.constant(b, inputs);
    let limit = b.named("n", limit);
    let d = b.varying_variable("d", d);
    // One point placed: b lies in the single interval of kind q.
    let own = b.varying_variable("own", full);
    let own_count = b.varying_variable("own_count", one);
    let other = b.varying_variable("other", a);
    let other_count = b.varying_variable("other_count", zero);
    let nowhere = b.truth(false);
    let in_p = b.varying_variable("in_p", nowhere);
    let positive = b.ge(a, one);
    let active = b.varying_variable("active", positive);
    b.repeat_until_exit(inputs + 1, |b| {
        b.comment("reduce the other kind by k·own: b is not there");
        let by = reducer.divisor(b, own);
        let step = reducer.length(b, other, by, active);
        let own_count_new = b.add_product(own_count, step.k, other_count);
        b.set(other, step.rest);
        b.set(own_count, own_count_new);
        let placed = b.add(own_count, other_count);
        let more = b.lt(placed, limit);
        let positive = b.ge(other, one);
        let more = b.and(more, positive);
        let go = b.and(active, more);
        b.set(active, go);
        b.exit_unless_any(active);

        b.comment("one point in b's interval: p on the left, q on the right of it");
        let shorter = b.lt(other, own);
        let go = b.and(active, shorter);
        let left_of_own = b.sub(own, other);
        let left_of_own = b.named("left_of_own", left_of_own);
        let left = b.select(in_p, left_of_own, other);
        let left = b.named("left", left);
        let right_side = b.ge(d, left);
        let right_side = b.named("right_side", right_side);
        let past = b.sub(d, left);
        let moves = b.and(go, right_side);
        let d_new = b.select(moves, past, d);
        b.set(d, d_new);
        let count = b.add(other_count, own_count);
        // b changes kind when it was in p and is now right of the point, or in q and left of it.
        let swaps = {
            let right_in_p = b.and(in_p, right_side);
            let neither = b.or(in_p, right_side);
            let left_in_q = b.and_not(go, neither);
            let right_in_p = b.and(right_in_p, go);
            b.or(right_in_p, left_in_q)
        };
        let own_after = b.select(go, left_of_own, own);
        let other_count_after = b.select(go, count, other_count);
        let (own_new, other_new) =
            (b.select(swaps, other, own_after), b.select(swaps, own_after, other));
        let (own_count_new, other_count_new) = (
            b.select(swaps, other_count_after, own_count),
            b.select(swaps, own_count, other_count_after),
        );
        b.set(own, own_new);
        b.set(other, other_new);
        b.set(own_count, own_count_new);
        b.set(other_count, other_count_new);
        let swaps = b.named("swaps", swaps);
        let side = b.xor(in_p, swaps);
        b.set(in_p, side);
        let placed = b.add(own_count, other_count);
        let more = b.lt(placed, limit);
        let nonzero = b.ge(own, one);
        let more = b.and(more, nonzero);
        let go = b.and(active, more);
        b.set(active, go);
        b.exit_unless_any(active);
    });
    d
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Kernel, interpret, verify};
    use crate::plan::Division;

    const LANES: usize = 4;
    /// Lanes differ by these multiples, so that one run meets several slopes and offsets: slopes far
    /// apart, or so near that their continued fractions begin alike.
    const SLOPE_STEPS: [u64; 3] = [0x0123_4567_89ab_cdef, 1 << 44, (1 << 30) + 12345];
    const OFFSET_STEP: u64 = 0x0fed_cba9_8765_4321;

    /// A kernel that tests slope seed[0] and offset seed[1] (plus the lane steps).
    fn test_kernel(test: &TestPlan, inputs: u64, threshold: u64, slope_step: u64) -> Kernel {
        let mut b = Builder::new("test", LANES);
        let lanes = |step: u64| (0..LANES as u64).map(|l| l.wrapping_mul(step)).collect();
        let (slope, offset) = (b.seed(0), b.seed(1));
        let guide_slope = slope;
        let (slope_lanes, offset_lanes) =
            (b.lane_words(lanes(slope_step)), b.lane_words(lanes(OFFSET_STEP)));
        let (slope, offset) = (b.add(slope, slope_lanes), b.add(offset, offset_lanes));
        let guide = has_guide(test).then(|| {
            let middle = b.word((LANES as u64 / 2).wrapping_mul(slope_step));
            b.add(guide_slope, middle)
        });
        let question = Question { offset, slope, guide };
        let survives = survives(&mut b, test, inputs, threshold, question);
        let lane = b.lane_words((0..LANES as u64).collect());
        b.emit(survives, lane);
        b.finish()
    }

    fn smallest(bits: u32, offset: u64, slope: u64, inputs: u64) -> u64 {
        let (a, d) = (slope.wrapping_neg() >> (64 - bits), offset >> (64 - bits));
        let mask = (1u64 << bits) - 1;
        (0..inputs).map(|x| d.wrapping_sub(a.wrapping_mul(x)) & mask).min().unwrap()
    }

    fn all_tests() -> Vec<TestPlan> {
        let mut plans = vec![];
        for &test in Test::ALL {
            for division in [
                Division::Subtractive,
                Division::Native,
                Division::Hybrid(0),
                Division::Hybrid(3),
                Division::Hybrid(64),
                Division::Reciprocal,
            ] {
                for word in [TestWord::F64, TestWord::U64] {
                    plans.push(TestPlan { test, division, word });
                }
            }
        }
        plans
    }

    /// Slopes that are random, tiny, close to 1, zero, and simple fractions.
    fn slopes(state: &mut u64) -> Vec<u64> {
        let mut next = || {
            *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *state ^ (*state >> 29)
        };
        let mut slopes: Vec<u64> = (0..60).map(|_| next()).collect();
        slopes.extend((0..12).map(|i| next() >> (5 * i)));
        slopes.extend((0..12).map(|i| (next() >> (5 * i)).wrapping_neg()));
        slopes.extend([0, 1, 1 << 12, (1 << 12) + 1, 1 << 40, u64::MAX, 1 << 63, 1 << 61]);
        slopes.extend([u64::MAX / 3, u64::MAX / 5 * 2, u64::MAX / 7 * 3 + 1]);
        slopes
    }

    /// No test may exclude an interval that holds a case; and a test excludes most of the rest.
    #[test]
    fn brute_force() {
        for test in all_tests() {
            let (mut held, mut survived, mut asked) = (0u32, 0u32, 0u32);
            let shapes = [(2, 4), (8, 6), (32, 9), (100, 10), (1024, 14)];
            let steps = SLOPE_STEPS.iter().flat_map(|step| shapes.map(|shape| (*step, shape)));
            for (slope_step, (inputs, lg_threshold)) in steps {
                let threshold = 1u64 << (test.word.bits() - lg_threshold);
                let kernel = test_kernel(&test, inputs, threshold, slope_step);
                verify(&kernel).unwrap();
                let mut state = inputs;
                for slope in slopes(&mut state) {
                    let offset = slope.rotate_left(23) ^ state;
                    let mut out = vec![];
                    interpret(&kernel, &[slope, offset], 0, &mut out).unwrap();
                    for lane in 0..LANES as u64 {
                        let slope = slope.wrapping_add(lane.wrapping_mul(slope_step));
                        let offset = offset.wrapping_add(lane.wrapping_mul(OFFSET_STEP));
                        let least = smallest(test.word.bits(), offset, slope, inputs);
                        let holds = least < threshold;
                        let survives = out.contains(&lane);
                        assert!(
                            survives || !holds,
                            "{test:?} N={inputs} slope={slope:#x} offset={offset:#x}: missed {least:#x}"
                        );
                        if test.test == Test::Lefevre && survives {
                            let later = smallest(test.word.bits(), offset, slope, 2 * inputs);
                            assert!(later < threshold, "{test:?}: kept without a reason");
                        }
                        held += u32::from(holds);
                        survived += u32::from(survives);
                        asked += 1;
                    }
                }
            }
            let limit = match test.test {
                Test::Lefevre => 2.0,
                Test::Regular => 7.0,
                Test::RegularCut | Test::Shared => 3.0,
            };
            println!("{test:?}: {asked} asked, {held} hold a case, {survived} survive");
            assert!(f64::from(survived) < limit * f64::from(held), "{test:?} excludes too little");
        }
    }
}
