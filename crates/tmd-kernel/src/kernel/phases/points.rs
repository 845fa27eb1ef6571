//! What is left of an arc of phases where all three vectors come near to integers: whether it has a point where they do.
//!
//! With u = z², F of the three vectors is f + M·(u, z, v), where the rows of M are (w, ρ, -σ). Where it is within the slacks s of integers Z,
//! (u, z, v) is within |B|·s + |1 - B·M|·(1, 1, 1) of B·(Z - f) for any matrix B, as no coordinate is above 1: so for an inverse of M that is
//! not quite one.

// Rows and columns of matrices go by index.
#![allow(clippy::needless_range_loop)]

use super::Three;
use super::numbers::{magnitude, opposite};
use super::wave::{Wave, reach};
use crate::ir::{Builder, Value};
use crate::kernel::rounded::{constant, rounded};
use std::array::from_fn;
use tmd_design::phases::UNKNOWN;
use tmd_design::phases::points::{MOST, ROUNDING, SURE, UP};

/// The lanes of `left` whose arc may have such a point: those also of which it cannot be told.
pub(super) fn may_be(b: &mut Builder, waves: &Three<Wave>, left: Value) -> Value {
    b.comment("B, an inverse of the matrix of the three vectors, and the first integers that they come near to");
    let rows: Three<Three<Value>> = from_fn(|k| {
        let across = opposite(b, waves[k].of.sigma);
        [waves[k].of.bend, waves[k].of.rho, across]
    });
    let inverse = inverse(b, &rows);
    let first: Three<Integers> = from_fn(|k| Integers::of(b, &waves[k]));
    let away: Three<Value> = from_fn(|k| b.sub(first[k].first, waves[k].of.f));
    let point: Three<Value> = from_fn(|i| {
        let zero = b.float(0.0);
        (0..3).fold(zero, |sum, k| {
            let term = b.mul(inverse[i][k], away[k]);
            b.add(sum, term)
        })
    });
    b.comment("how far points may be from where they are computed");
    let off: Three<Value> = from_fn(|i| off(b, i, &rows, &inverse, waves, &first, &away));
    b.comment("lanes of which all is known, and whose integers are few");
    let mut is_solved = b.varying(left);
    for k in 0..3 {
        let unknown = constant(b, "unknown", UNKNOWN);
        let is_used = b.lt(waves[k].slack, unknown);
        let sure = constant(b, "sure", SURE);
        let is_sure = b.ge(sure, off[k]);
        let both = b.and(is_used, is_sure);
        is_solved = b.and(is_solved, both);
    }
    let counts: Three<Value> = from_fn(|k| first[k].count);
    let all = b.mul(counts[0], counts[1]);
    let all = b.mul(all, counts[2]);
    let most = constant(b, "most", f64::from(MOST));
    let is_few = b.ge(most, all);
    let is_solved = b.and(is_solved, is_few);
    let is_solved = b.named("is_solved", is_solved);
    let unsolved = b.and_not(left, is_solved);
    let found = b.varying_variable("found", unsolved);
    b.if_any(is_solved, |b| go_through(b, is_solved, found, &point, &inverse, &counts, &off));
    found
}

/// Goes through the integers of all lanes, and notes lanes that have a point.
fn go_through(
    b: &mut Builder,
    is_solved: Value,
    found: Value,
    point: &Three<Value>,
    inverse: &Three<Three<Value>>,
    counts: &Three<Value>,
    [off_u, off_z, off_v]: &Three<Value>,
) {
    let [one, two, three] = [1.0, 2.0, 3.0].map(|own| b.float(own));
    let up = constant(b, "above_one", UP);
    let rounding = constant(b, "rounding", ROUNDING);
    b.comment("z² is known to 2·|z| times what z is off by, and its square");
    let bent = b.mul(three, *off_z);
    let bent = b.add(two, bent);
    let bent = b.mul(*off_z, bent);
    let bent = b.add(*off_u, bent);
    let bent = b.add(bent, rounding);
    let bent = b.mul(bent, up);
    let bent = b.named("bent", bent);
    let [reach_z, reach_v] = [*off_z, *off_v].map(|off| {
        let reach = b.add(one, off);
        b.add(reach, rounding)
    });
    b.comment("three integers at a time");
    let zero = b.float(0.0);
    let at: Three<Value> = from_fn(|k| b.varying_variable(&format!("integer{k}"), zero));
    let open = b.varying_variable("open", is_solved);
    b.repeat_until_exit("points", u64::from(MOST), |b| {
        let [u, z, v] = from_fn(|i| {
            (0..3).fold(point[i], |sum, k| {
                let term = b.mul(inverse[i][k], at[k]);
                b.add(sum, term)
            })
        });
        let square = b.mul(z, z);
        let bend = b.sub(u, square);
        let [bend, z, v] = [bend, z, v].map(|own| magnitude(b, own));
        let is_bent = b.ge(bent, bend);
        let is_in_z = b.ge(reach_z, z);
        let is_in_v = b.ge(reach_v, v);
        let is_there = b.and(is_bent, is_in_z);
        let is_there = b.and(is_there, is_in_v);
        let is_there = b.and(is_there, open);
        let more = b.or(found, is_there);
        b.set(found, more);
        b.comment("on to the next three");
        let next = b.add(at[2], one);
        let turns = b.ge(next, counts[2]);
        let next = b.select(turns, zero, next);
        b.set(at[2], next);
        let step = b.select(turns, one, zero);
        let next = b.add(at[1], step);
        let turns = b.ge(next, counts[1]);
        let next = b.select(turns, zero, next);
        b.set(at[1], next);
        let step = b.select(turns, one, zero);
        let next = b.add(at[0], step);
        b.set(at[0], next);
        let more = b.lt(next, counts[0]);
        let more = b.and(more, open);
        let more = b.and_not(more, is_there);
        b.set(open, more);
        b.exit_unless_any(open);
    });
}

/// What coordinate `i` of points is off by.
fn off(
    b: &mut Builder,
    i: usize,
    rows: &Three<Three<Value>>,
    inverse: &Three<Three<Value>>,
    waves: &Three<Wave>,
    integers: &Three<Integers>,
    away: &Three<Value>,
) -> Value {
    let [one, zero] = [1.0, 0.0].map(|own| b.float(own));
    let (mut off, mut sizes) = (zero, one);
    for j in 0..3 {
        let mut rest = if i == j { one } else { zero };
        for k in 0..3 {
            let term = b.mul(inverse[i][k], rows[k][j]);
            rest = b.sub(rest, term);
            let size = magnitude(b, term);
            sizes = b.add(sizes, size);
        }
        let rest = magnitude(b, rest);
        off = b.add(off, rest);
    }
    for k in 0..3 {
        let own = magnitude(b, inverse[i][k]);
        let slack = b.mul(own, waves[k].slack);
        off = b.add(off, slack);
        let far = magnitude(b, away[k]);
        let far = b.add(far, integers[k].count);
        let far = b.mul(own, far);
        sizes = b.add(sizes, far);
    }
    let rounding = constant(b, "rounding", ROUNDING);
    let rounded = b.mul(rounding, sizes);
    let off = b.add(off, rounded);
    let up = constant(b, "above_one", UP);
    b.mul(off, up)
}

/// The integers that F of a vector comes near to on an arc: the first, and no fewer than there are.
struct Integers {
    first: Value,
    count: Value,
}

impl Integers {
    fn of(b: &mut Builder, wave: &Wave) -> Integers {
        let (half, reach) = reach(b, wave);
        let one = b.float(1.0);
        let up = constant(b, "above_one", UP);
        let rounding = constant(b, "rounding", ROUNDING);
        let middle = b.add(wave.of.f, half);
        let below = b.mul(reach, up);
        let low = b.sub(middle, below);
        let low = b.sub(low, rounding);
        let near = rounded(b, low);
        let after = b.add(near, one);
        let is_below = b.lt(near, low);
        let first = b.select(is_below, after, near);
        // From 0 on, at most 2·reach, and one more for what is rounded.
        let [two, half] = [2.0, 0.5].map(|own| b.float(own));
        let count = b.mul(two, reach);
        let count = b.add(count, half);
        let count = rounded(b, count);
        let count = b.add(count, one);
        Integers { first, count }
    }
}

/// The inverse of a matrix, rounded: how near it is to that, [`off`] finds out.
fn inverse(b: &mut Builder, rows: &Three<Three<Value>>) -> Three<Three<Value>> {
    let mut inverse: Three<Three<Value>> = *rows;
    for k in 0..3 {
        let (x, y) = (&rows[(k + 1) % 3], &rows[(k + 2) % 3]);
        for i in 0..3 {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            let right = b.mul(x[next], y[last]);
            let left = b.mul(x[last], y[next]);
            inverse[i][k] = b.sub(right, left);
        }
    }
    let zero = b.float(0.0);
    let volume = (0..3).fold(zero, |sum, i| {
        let term = b.mul(rows[0][i], inverse[i][0]);
        b.add(sum, term)
    });
    let one = b.float(1.0);
    let over = b.div(one, volume);
    inverse.map(|own| own.map(|own| b.mul(own, over)))
}
