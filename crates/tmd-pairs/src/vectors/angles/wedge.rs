//! How many vectors of two positive numbers make a small angle with an axis.
//!
//! Let T be the tangent of the angle, which is below 2^-p, and no rational number: 2^e radians have a transcendental one (Lindemann and Weierstrass), and of
//! the rational parts of a half turn only quarters have a rational one (Niven). With b > 0, the numbers a of the angle are those with a < T·b.
//!
//! Let b = B·2^k with an integer B of p bits, and T·B in [2^E, 2^(E + 1)), S = ⌊T·B·2^(p - 1 - E)⌋. If E + k ≥ emin, S·2^(E + k + 1 - p) is the largest number below
//! T·b, and S + (E + k - emin)·2^(p - 1) its place in the order of all. Otherwise the numbers below T·b are the multiples of 2^(emin + 1 - p), S·2^-(emin - E - k) of
//! them, rounded down. If b is below 2^emin, there are none.

use super::super::request::Request;
use super::unit::Unit;
use rayon::prelude::*;
use rug::{Float, Integer};
use tmd_base::narrow;

/// Bits with which nearly all T·B are told from integers: 2^-150 and its tangent differ in the 300th.
const FIRST: u32 = 512;

/// The count, for an angle of 2^exponent.
pub(super) fn count(request: &Request, unit: Unit, exponent: i32) -> u64 {
    let half = 1u64 << (request.precision() - 1);
    let wedge = Wedge { request, unit, exponent };
    let bounds = wedge.bounds(FIRST);
    (half..2 * half).into_par_iter().map(|own| wedge.of(own, &bounds)).sum()
}

/// The vectors of an angle below 2^exponent.
struct Wedge<'a> {
    request: &'a Request,
    unit: Unit,
    exponent: i32,
}

/// Two numbers with T between them, in units of a power of two.
struct Bounds {
    ends: [Integer; 2],
    place: i32,
}

impl Wedge<'_> {
    fn bounds(&self, precision: u32) -> Bounds {
        let ends = self.unit.tangent(self.exponent, precision);
        let top = ends[1].get_exp().unwrap_or_default();
        let place = top - narrow::to_i32(precision);
        let [low, high] = ends.map(|own| Float::with_val(precision, own >> place));
        let whole = |own: Float| own.to_integer().unwrap_or_default();
        Bounds { ends: [whole(low.floor()), whole(high.ceil())], place }
    }

    /// How many have that B.
    fn of(&self, significand: u64, bounds: &Bounds) -> u64 {
        let mut told = self.product(significand, bounds);
        let mut precision = FIRST;
        loop {
            match told {
                Some((product, exponent)) => return self.below(product, exponent),
                None => precision *= 2,
            }
            told = self.product(significand, &self.bounds(precision));
        }
    }

    /// S and E, if both bounds have the same.
    fn product(&self, significand: u64, bounds: &Bounds) -> Option<(u64, i32)> {
        let [low, high] = bounds.ends.each_ref().map(|own| {
            let product = Integer::from(own * significand);
            let bits = product.significant_bits();
            let top = product >> (bits - self.request.precision());
            Some((top.to_u64()?, narrow::to_i32(bits) - 1 + bounds.place))
        });
        low.filter(|_| low == high)
    }

    /// How many have that B, by S and E.
    fn below(&self, product: u64, exponent: i32) -> u64 {
        let p = narrow::to_i32(self.request.precision());
        let half = 1u64 << (p - 1);
        let emin = self.request.format.emin;
        let (least, most) = (self.request.last_place(), self.request.format.emax + 1 - p);
        // The first k with E + k ≥ emin.
        let first = emin - exponent;
        let normal = u64::from((most + 1 - first).max(0).unsigned_abs());
        let below_normal = least.max(first - p)..first.min(most + 1);
        let small: u64 = below_normal.map(|k| product >> (first - k)).sum();
        normal * product + half * (normal * normal.saturating_sub(1) / 2) + small
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Rational;
    use tmd_functions::language::Format;

    /// Against all pairs of small formats, by MPFR.
    #[test]
    fn they_are_those_of_all_pairs() {
        let (mut all, mut counts) = (0, 0);
        for (precision, emax) in [(6, 7), (6, 20), (7, 9), (8, 10)] {
            let format = Format { name: "small".to_owned(), precision, emin: 1 - emax, emax };
            let request = Request { function: crate::plane::Function::Atan2Pi, format, bits: 20 };
            let grid = crate::grid::Grid::of(&request.format);
            let numbers: Vec<f64> = (1..=grid.last()).map(|own| grid.number(own)).collect();
            for unit in [Unit::Radian, Unit::HalfTurn] {
                let p = narrow::to_i32(precision);
                let least = request.last_place() - 2;
                for exponent in [least, least - 3, least + 4, -p - 3, -p - 9, -2 * p, -3 * p] {
                    let [low, high] = unit.tangent(exponent, 200).map(|own| own.to_rational());
                    let (low, high) = (low.expect("finite"), high.expect("finite"));
                    let below = |b: &f64| {
                        let b = Rational::from_f64(*b).expect("finite");
                        let [low, high] =
                            [&low, &high].map(|own| grid.floor(&Rational::from(own * &b)));
                        assert_eq!(low, high);
                        low
                    };
                    let expected: u64 = numbers.iter().map(below).sum();
                    let found = count(&request, unit, exponent);
                    assert_eq!(
                        found, expected,
                        "{precision} bits to {emax}, {unit:?}, 2^{exponent}"
                    );
                    all += found;
                    counts += 1;
                }
            }
        }
        println!("{counts} counts of {all} pairs");
        assert!(counts == 56 && all > 100_000, "{counts} counts of {all} pairs");
    }
}
