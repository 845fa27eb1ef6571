//! A continued fraction shared by neighbouring intervals.
//!
//! Neighbouring intervals have nearly the same slope, so the continued fractions of their slopes begin
//! with the same quotients. These are computed once, for a slope in the midst of them, and every lane
//! only takes k·p from its q (or k·q from its p) and moves its own d: no division, no estimate, and the
//! counts u and v are the same for all. Any k is valid for a lane whose remainder stays positive, since
//! placing fewer points than a full quotient allows is always a valid configuration of the circle; so
//! the lanes themselves tell how long they may be guided. The last one to three steps, where they part
//! or where the N points are reached, are the regular test's.

use super::division::Reducer;
use super::regular::{Circle, finish};
use crate::ir::{Builder, Value};
use tmd_base::narrow;
use tmd_design::design::TestPlan;

/// Quotients up to this are taken from d by subtraction, larger ones by a division.
const MOST_SUBTRACTED: u32 = 3;

/// The regular test with the last quotient cut, guided by slope -`guide` as long as all lanes agree;
/// returns d. Lanes hold 52-bit integers in binary64 numbers.
pub(super) fn shared(
    b: &mut Builder,
    test: &TestPlan,
    inputs: u64,
    a: Value,
    d: Value,
    guide: Value,
) -> Value {
    let circle = Circle::new(b, test.word, a, d);
    let guide = Guide::new(b, test, inputs, guide);
    // Every step places at least one point.
    b.repeat_until_exit("shared points", inputs + 1, |b| {
        b.comment("all lanes: reduce q by k·p");
        let k = guide.quotient(b, guide.q, guide.p, guide.u, guide.v);
        let q = take(b, circle.q, k, circle.p);
        let d = guide.reduce(b, circle.d, k, circle.p, circle.active, Side::Left);
        b.comment("all lanes and the guide take the step");
        b.set(circle.d, d);
        b.set(circle.q, q);
        guide.advance(b, k, guide.q, guide.p, guide.u, guide.v);

        b.comment("all lanes: reduce p by k·q");
        let k = guide.quotient(b, guide.p, guide.q, guide.v, guide.u);
        let p = take(b, circle.p, k, circle.q);
        let beyond = b.ge(circle.d, p);
        let past = b.sub(circle.d, p);
        let reduced = guide.reduce(b, past, k, circle.q, beyond, Side::Right);
        b.comment("all lanes and the guide take the step");
        let d = b.select(beyond, reduced, circle.d);
        b.set(circle.d, d);
        b.set(circle.p, p);
        guide.advance(b, k, guide.p, guide.q, guide.v, guide.u);
    });
    b.comment("each lane goes on by itself");
    b.set(circle.u, guide.u);
    b.set(circle.v, guide.v);
    finish(b, test, inputs, &circle, true)
}

/// x - k·y in each lane; leaves the loop where that is not positive: such a lane must go on by itself.
fn take(b: &mut Builder, x: Value, k: Value, y: Value) -> Value {
    let rest = b.sub_product(x, k, y);
    let one = b.float(1.0);
    let short = b.lt(rest, one);
    b.exit_if_any(short);
    rest
}

/// On which side of the new points d is measured: how often k·y may have to be taken from it.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// d < q + k·p: up to k times.
    Left,
    /// d - p < k·q: up to k - 1 times.
    Right,
}

/// The circle of the guiding slope, uniform, and the counts of all.
struct Guide<'a> {
    reducer: Reducer<'a>,
    limit: u64,
    p: Value,
    q: Value,
    u: Value,
    v: Value,
}

impl<'a> Guide<'a> {
    fn new(b: &mut Builder, test: &'a TestPlan, inputs: u64, a: Value) -> Self {
        let (zero, one) = (b.float(0.0), b.float(1.0));
        let full = b.float(narrow::exact(1u64 << test.word.bits()));
        Guide {
            reducer: Reducer { test, inputs },
            limit: inputs,
            p: b.variable("guide_p", a),
            q: b.variable("guide_q", full),
            u: b.variable("guide_u", zero),
            v: b.variable("guide_v", one),
        }
    }

    /// The next quotient, ⌊x/y⌋ or one more (the lanes see whether it is too large for them); leaves
    /// the loop where it is none, or where its points would reach N: the last step is each lane's own.
    fn quotient(
        &self,
        b: &mut Builder,
        x: Value,
        y: Value,
        x_count: Value,
        y_count: Value,
    ) -> Value {
        let ratio = b.div(x, y);
        let k = b.trunc(ratio);
        let k = b.named("shared_k", k);
        let one = b.float(1.0);
        let limit = b.float(narrow::exact(self.limit));
        let more = b.add_product(x_count, k, y_count);
        let after = b.add(more, y_count);
        // Also where y = 0, and the quotient is infinite or NaN.
        let useful = b.ge(k, one);
        let short = b.lt(after, limit);
        let go = b.and(useful, short);
        b.exit_unless_any(go);
        k
    }

    /// Subtracts k·y from x and counts the points that this places.
    fn advance(
        &self,
        b: &mut Builder,
        k: Value,
        x: Value,
        y: Value,
        x_count: Value,
        y_count: Value,
    ) {
        let rest = b.sub_product(x, k, y);
        b.set(x, rest);
        let more = b.add_product(x_count, k, y_count);
        b.set(x_count, more);
    }

    /// d mod y in the lanes of `wanted`, where d is below (k + 1)·y or k·y; others hold anything.
    fn reduce(
        &self,
        b: &mut Builder,
        d: Value,
        k: Value,
        y: Value,
        wanted: Value,
        side: Side,
    ) -> Value {
        let reduced = b.varying_variable("reduced", d);
        let subtract = |b: &mut Builder| {
            let above = b.ge(reduced, y);
            let less = b.sub(reduced, y);
            let less = b.select(above, less, reduced);
            b.set(reduced, less);
        };
        if side == Side::Left {
            subtract(b);
        }
        for n in 2..=MOST_SUBTRACTED {
            let n = b.float(f64::from(n));
            let large = b.ge(k, n);
            b.if_any(large, subtract);
        }
        let limit = b.float(f64::from(MOST_SUBTRACTED + 1));
        let large = b.ge(k, limit);
        b.if_any(large, |b| {
            let by = self.reducer.divisor(b, y);
            let cap = b.varying(k);
            let rest = self.reducer.offset(b, reduced, by, cap, wanted);
            let rest = b.select(wanted, rest, reduced);
            b.set(reduced, rest);
        });
        reduced
    }
}
