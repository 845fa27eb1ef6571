//! Lefèvre's existence test (1997): subtractive where b lies, so that it places no point too many and
//! diverges.

use super::division::Reducer;
use super::number::Holds;
use crate::ir::{Builder, Value};
use tmd_design::design::TestPlan;

/// Lefèvre's test: divide where b is not, subtract where b lies, so that no point is placed in b's
/// part of the circle before it must be.
///
/// b lies in an interval of the kind `own` (p or q; mask `in_p` tells which); `other` is the other
/// kind. One round: `other` is reduced by k·own (all those points fall elsewhere), then one point is
/// placed in b's interval.
pub(super) fn lefevre(b: &mut Builder, test: &TestPlan, inputs: u64, a: Value, d: Value) -> Value {
    let word = test.word;
    let reducer = Reducer { test, inputs };
    b.comment("one point is placed: b lies in the only interval, of kind q");
    let (zero, one) = (word.constant(b, 0), word.constant(b, 1));
    let full = word.constant(b, 1 << word.bits());
    let full = b.named("full", full);
    let limit = word.constant(b, inputs);
    let limit = b.named("n", limit);
    let d = b.varying_variable("d", d);
    let own = b.varying_variable("own", full);
    let own_count = b.varying_variable("own_count", one);
    let other = b.varying_variable("other", a);
    let other_count = b.varying_variable("other_count", zero);
    let nowhere = b.truth(false);
    let in_p = b.varying_variable("in_p", nowhere);
    let positive = b.ge(a, one);
    let active = b.varying_variable("active", positive);
    b.repeat_until_exit("points", inputs + 1, |b| {
        b.comment("reduce the other kind by k·own: b is not there");
        let by = reducer.divisor(b, own);
        let step = reducer.length(b, other, by, active);
        let own_count_new = b.add_product(own_count, step.k, other_count);
        b.comment("take the step; who has N points, or no other kind, is done");
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
        b.comment("take the step, with kinds exchanged where b is now in the other");
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
