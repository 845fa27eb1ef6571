//! Bounds that hold all over an interval.

use std::cmp::Ordering;

use rug::Float;
use rug::float::Round;
use rug::ops::AssignRound;

use super::super::Interval;
use super::values::{Kind, MAX_EXPONENT};

/// Precision of bounds.
pub(super) const BOUND_BITS: u32 = 64;
/// Bounds of M_m are simple from here on.
const LEAST_FAR: u32 = 4;

/// Upper bounds of M_0 and M_1 from `x` > 0 on.
pub(super) fn moduli(x: &Float) -> [Float; 2] {
    // Where M falls, an earlier argument is as good.
    let limit = Float::with_val(BOUND_BITS, 1) << (MAX_EXPONENT - 1);
    let x = Float::with_val_round(BOUND_BITS, x, Round::Down).0.min(&limit);
    let root = |square: &Interval| up(square.hi.sqrt_ref());
    if x >= LEAST_FAR {
        let at = Interval::of_ends(BOUND_BITS, &x, &x);
        let one = Interval::one(BOUND_BITS);
        let usual = one.mul_i64(2).div(&Interval::pi(BOUND_BITS).mul(&at));
        let more = one.mul_i64(3).div(&at.sqr().mul_i64(8));
        if let (Ok(usual), Ok(more)) = (usual, more) {
            return [root(&usual), root(&usual.mul(&one.add(&more)))];
        }
    }
    [0, 1].map(|m| {
        let square = |kind: Kind| kind.at(m, &x, BOUND_BITS).sqr();
        root(&square(Kind::First).add(&square(Kind::Second)))
    })
}

/// A bound, rounded up.
pub(super) fn up<T>(value: T) -> Float
where
    Float: AssignRound<T, Round = Round, Ordering = Ordering>,
{
    Float::with_val_round(BOUND_BITS, value, Round::Up).0
}

/// [-`size`, `size`].
pub(super) fn around_zero(size: &Float, prec: u32) -> Interval {
    Interval::of_ends(prec, &Float::with_val(size.prec(), -size), size)
}
