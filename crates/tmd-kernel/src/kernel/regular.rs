//! The regular existence test: division steps only, so that all lanes take nearly the same number of
//! them (Fortin, Gouicem, Graillat 2012), optionally with the last quotient cut (as far as we know new for this problem).

use super::division::Reducer;
use super::number::Holds;
use crate::ir::{Builder, Value};
use tmd_design::design::{TestPlan, TestWord};

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
    /// Places the first point: p = {a}, q = 1, u = 0, v = 1.
    pub(super) fn new(b: &mut Builder, word: TestWord, a: Value, d: Value) -> Self {
        b.comment("one point is placed: p = a, q = 1, u = 0, v = 1, d = b");
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
pub(super) fn regular(
    b: &mut Builder,
    test: &TestPlan,
    inputs: u64,
    a: Value,
    d: Value,
    cut: bool,
) -> Value {
    let circle = Circle::new(b, test.word, a, d);
    finish(b, test, inputs, &circle, cut)
}

/// Places points from any configuration of the circle on, until every lane has its N; returns d.
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
    b.repeat_until_exit("points", inputs + 1, |b| {
        let &Circle { p, q, u, v, d, active } = circle;
        b.comment("reduce q by k·p, the quotient or less: u += k·v");
        let by = reducer.divisor(b, p);
        let step = reducer.length(b, q, by, active);
        let u_new = b.add_product(u, step.k, v);
        let u_new = b.named("u_new", u_new);
        b.comment("d passes the new points left of it: d mod p");
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
        b.comment("take the step; who has N points, or q = 0, is done");
        let d_new = b.select(active, d_new, d);
        b.set(d, d_new);
        b.set(q, step.rest);
        b.set(u, u_new);
        circle.keep_going(b, last, q, one);
        b.exit_unless_any(active);

        b.comment("reduce p by k·q, the quotient or less: v += k·u");
        let by = reducer.divisor(b, q);
        let step = reducer.length(b, p, by, active);
        let v_new = b.add_product(v, step.k, u);
        let v_new = b.named("v_new", v_new);
        b.comment("where d lies beyond the shortened p it passes new points: (d - p) mod q");
        let beyond = b.ge(d, step.rest);
        let beyond = b.and(beyond, active);
        let beyond = b.named("beyond", beyond);
        let past = b.sub(d, step.rest);
        let past = b.named("past", past);
        let reduced = reducer.offset(b, past, by, step.k, beyond);
        b.comment("elsewhere d stays");
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
        b.comment("take the step; who has N points, or p = 0, is done");
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
    b.comment("lanes that have their N points with this step");
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
