//! The functions at numbers: the orders 0 and 1 by MPFR, the others by the recurrence.

use std::cmp::Ordering;

use rug::Float;
use rug::float::Round;

use super::super::{Interval, ends};

/// Bits beyond those of a value of Y that MPFR is asked for, whose last one is not relied on: for small arguments MPFR
/// (4.2.2, `mpfr_yn`) rounds the two ends of its own enclosure of Y_0 inwards.
const MARGIN_BITS: u32 = 16;
/// Bits that a step from one order to the next can lose.
const LOSS_BITS: u32 = 2;
/// Beyond this binary exponent of the argument only bounds are known: the reduction of the argument
/// would need as many bits.
pub(super) const MAX_EXPONENT: i32 = 1 << 16;

/// A solution of Bessel's equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// J.
    First,
    /// Y, for positive numbers.
    Second,
}

impl Kind {
    /// The function of the order `m` at a number of at most [`MAX_EXPONENT`], positive for Y.
    pub(super) fn at(self, m: u32, x: &Float, prec: u32) -> Interval {
        let name = match self {
            Kind::First => "jn",
            Kind::Second => "yn",
        };
        ends::kept((name, m), x, prec).unwrap_or_else(|| {
            let value = self.anew_at(m, x, prec);
            ends::keep((name, m), x, prec, &value);
            value
        })
    }

    fn anew_at(self, m: u32, x: &Float, prec: u32) -> Interval {
        // No order comes near 2^31.
        let m = m as i32;
        match self {
            Kind::First => {
                let (lo, order) = Float::with_val_round(prec, x.jn_ref(m), Round::Down);
                let mut hi = lo.clone();
                if order != Ordering::Equal {
                    hi.next_up();
                }
                Interval { lo, hi }
            }
            Kind::Second => {
                let mut lo = Float::with_val(prec + MARGIN_BITS, x.yn_ref(m));
                let mut hi = lo.clone();
                lo.next_down();
                hi.next_up();
                Interval { lo, hi }.at_prec(prec)
            }
        }
    }
}

/// C_m for m = 0 .. `count` at a number of at most [`MAX_EXPONENT`], positive for Y, by
/// C_(m+1) = (2m/x)·C_m - C_(m-1) (DLMF 10.6.1). J falls with m beyond |x|, and what errors there are would
/// not fall with it; there the recurrence is used from the largest orders down.
pub(super) fn values(kind: Kind, x: &Float, count: usize, prec: u32) -> Vec<Interval> {
    let orders = 0..count as u32;
    let wide = prec + LOSS_BITS * orders.end;
    let at_x = Interval::of_ends(wide, x, x);
    let Ok(twice_over) = Interval::one(wide).mul_i64(2).div(&at_x) else {
        return orders.map(|m| kind.at(m, x, prec)).collect();
    };
    // C_(m+1) or C_(m-1), from the two before it.
    let next = |last: &Interval, m: u32, before: &Interval| {
        last.mul(&twice_over).mul_i64(i64::from(m)).sub(before)
    };
    let mut list: Vec<Interval> = vec![];
    if kind == Kind::First && x.clone().abs() < orders.end {
        for m in orders.rev() {
            list.push(match list.as_slice() {
                [.., before, last] if m > 1 => next(last, m + 1, before),
                // Those that are asked for most are as narrow as they can be.
                _ if m <= 1 => kind.at(m, x, prec),
                _ => kind.at(m, x, wide),
            });
        }
        list.reverse();
    } else {
        for m in orders {
            list.push(match list.as_slice() {
                [.., before, last] => next(last, m - 1, before),
                _ => kind.at(m, x, wide),
            });
        }
    }
    list.iter().map(|value| value.at_prec(prec)).collect()
}

/// Whether the values at a number are known, and not only bounds of them.
pub(super) fn is_near(x: &Float) -> bool {
    x.is_finite() && x.get_exp().is_none_or(|exponent| exponent <= MAX_EXPONENT)
}
