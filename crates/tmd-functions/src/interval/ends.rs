//! Values at the ends of intervals, from as few evaluations as there can be.
//!
//! One evaluation gives both roundings: MPFR tells whether the lower one is exact, and if it is not, the upper one is the next
//! number. And the same ends are asked for again: neighbouring intervals share one, the series of a function begins with its
//! value, and a wide interval, of which fewer bits are asked for, is cut into narrower ones. So every thread keeps the last few
//! values, to whole limbs: outwards rounded to fewer bits they are what an evaluation with so many gives.

use rug::Float;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::VecDeque;

use super::Interval;

/// Values that a thread keeps: those of both ends of an interval and of its parts, for the handful of functions that a series
/// needs.
const KEPT: usize = 48;
/// Bits of a limb of MPFR's numbers: an evaluation with fewer takes as long.
const LIMB: u32 = 64;

/// A function by its name and, where there are several of that name, its order.
type Function = (&'static str, u32);

struct Known {
    function: Function,
    x: Float,
    prec: u32,
    value: Interval,
}

thread_local! {
    static LAST: RefCell<VecDeque<Known>> = const { RefCell::new(VecDeque::new()) };
}

/// The enclosure of f(x) that was kept, to so many bits.
pub(super) fn kept(function: Function, x: &Float, prec: u32) -> Option<Interval> {
    let is_it = |known: &Known| {
        // Zeros differ by their sign: 1/0 is infinite on either side.
        let is_same = known.x == *x && known.x.is_sign_negative() == x.is_sign_negative();
        is_same && known.prec == prec && known.function == function
    };
    LAST.with_borrow_mut(|last| {
        // What is asked for stays.
        let known = last.iter().position(is_it).and_then(|index| last.remove(index))?;
        let value = known.value.clone();
        last.push_front(known);
        Some(value)
    })
}

/// Keeps an enclosure of f(x).
pub(super) fn keep(function: Function, x: &Float, prec: u32, value: &Interval) {
    let known = Known { function, x: x.clone(), prec, value: value.clone() };
    LAST.with_borrow_mut(|last| {
        last.truncate(KEPT - 1);
        last.push_front(known);
    });
}

/// The narrowest enclosure of f(x) with so many bits, by f(x) rounded down to as many as are asked of it, and how that
/// compares with the exact value.
pub(super) fn at(
    name: &'static str,
    x: &Float,
    prec: u32,
    rounded_down: impl FnOnce(&Float, u32) -> (Float, Ordering),
) -> Interval {
    let function = (name, 0);
    let whole = prec.next_multiple_of(LIMB);
    let value = kept(function, x, whole).unwrap_or_else(|| {
        let (lo, order) = rounded_down(x, whole);
        let mut hi = lo.clone();
        if order != Ordering::Equal {
            hi.next_up();
        }
        let value = Interval { lo, hi };
        keep(function, x, whole, &value);
        value
    });
    // Numbers of fewer bits are among those of more: what is rounded twice in one direction is what is rounded once.
    value.at_prec(prec)
}

#[cfg(test)]
mod tests {
    use super::super::testing::Random;
    use super::*;
    use rug::float::Round;

    fn exp(x: &Float, prec: u32) -> Interval {
        at("exp", x, prec, |x, prec| Float::with_val_round(prec, x.exp_ref(), Round::Down))
    }

    #[test]
    fn one_evaluation_gives_both_roundings() {
        let mut random = Random::new(7);
        let few = [0.0, -0.0, 1e300, -1e300, 1e-300, f64::INFINITY, f64::NEG_INFINITY];
        let many = (0..200).map(|_| random.between(-50.0, 50.0)).collect::<Vec<_>>();
        for x in few.into_iter().chain(many) {
            for prec in [2, 24, 53, 117] {
                let x = Float::with_val(53, x);
                let [lo, hi] = [Round::Down, Round::Up]
                    .map(|round| Float::with_val_round(prec, x.exp_ref(), round).0);
                for _ in 0..2 {
                    assert_eq!(exp(&x, prec), Interval { lo: lo.clone(), hi: hi.clone() });
                }
            }
        }
        // Exact, and just beside zero on either side.
        for x in [4.0, 2.0, -1e-320, 1e-320] {
            let x = Float::with_val(64, x);
            let [lo, hi] = [Round::Down, Round::Up]
                .map(|round| Float::with_val_round(20, x.cbrt_ref(), round).0);
            let both = at("cbrt", &x, 20, |x, prec| {
                Float::with_val_round(prec, x.cbrt_ref(), Round::Down)
            });
            assert_eq!(both, Interval { lo, hi });
        }
    }

    #[test]
    fn values_are_known_by_function_precision_and_sign() {
        let (plus, minus) = (Float::with_val(53, 0.0), Float::with_val(53, -0.0));
        let value = |n: i32| Interval { lo: Float::with_val(53, n), hi: Float::with_val(53, n) };
        keep(("f", 1), &plus, 53, &value(1));
        assert_eq!(kept(("f", 1), &plus, 53), Some(value(1)));
        assert_eq!(kept(("g", 1), &plus, 53), None);
        assert_eq!(kept(("f", 2), &plus, 53), None);
        assert_eq!(kept(("f", 1), &plus, 54), None);
        assert_eq!(kept(("f", 1), &minus, 53), None);
        for n in 0..KEPT {
            keep(("f", 1), &Float::with_val(53, n + 1), 53, &value(2));
        }
        assert_eq!(kept(("f", 1), &plus, 53), None);
    }
}
