//! erf and erfc next to their limits, against MPFR's own sums.

use crate::limits::NearLimits;
use rug::Float;
use rug::float::Round;
use std::cmp::Ordering;

#[test]
fn as_mpfr_rounds() {
    type Rounded = fn(&mut Float, Round) -> Ordering;
    let both: [(Rounded, Rounded); 2] = [
        (Float::near_one_erf_round, Float::erf_round),
        (Float::near_two_erfc_round, Float::erfc_round),
    ];
    for n in 0..200 {
        for prec in [53, 64, 128, 250, 600] {
            for n in [n, -n] {
                let x: Float = Float::with_val(prec, n) / 13;
                for round in [Round::Down, Round::Up, Round::Nearest] {
                    for (own, other) in both {
                        let (mut a, mut b) = (x.clone(), x.clone());
                        let orders = (own(&mut a, round), other(&mut b, round));
                        assert_eq!(orders.0, orders.1, "{x} {prec} {round:?}");
                        assert_eq!(a, b, "{x} {prec} {round:?}");
                    }
                }
            }
        }
    }
}
