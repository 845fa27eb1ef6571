//! Sums and products of binary64 numbers, exactly.

use num_bigint::BigInt;
use std::cmp::Ordering;

/// significand · 2^exponent.
#[derive(Clone, Debug)]
pub(super) struct Dyadic {
    significand: BigInt,
    exponent: i32,
}

impl Dyadic {
    /// A binary64 number; 0 for what is none.
    pub(super) fn of(x: f64) -> Dyadic {
        let bits = x.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let (significand, exponent) = match (bits >> 52) & 0x7ff {
            0x7ff => (0, 0),
            0 => (fraction, -1074),
            biased => (fraction | 1 << 52, i32::try_from(biased).unwrap_or(0) - 1075),
        };
        let size = BigInt::from(significand);
        Dyadic { significand: if x.is_sign_negative() { -size } else { size }, exponent }
    }

    pub(super) fn is_negative(&self) -> bool {
        self.significand < BigInt::ZERO
    }

    pub(super) fn times(&self, other: &Dyadic) -> Dyadic {
        let significand = &self.significand * &other.significand;
        Dyadic { significand, exponent: self.exponent + other.exponent }
    }

    pub(super) fn plus(&self, other: &Dyadic) -> Dyadic {
        let exponent = self.exponent.min(other.exponent);
        Dyadic { significand: self.at(exponent) + other.at(exponent), exponent }
    }

    /// Compares two numbers.
    pub(super) fn cmp(&self, other: &Dyadic) -> Ordering {
        let exponent = self.exponent.min(other.exponent);
        self.at(exponent).cmp(&other.at(exponent))
    }

    /// The significand for an exponent that is not larger than its own.
    fn at(&self, exponent: i32) -> BigInt {
        &self.significand << (self.exponent - exponent).unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Rational;
    use tmd_base::random::Random;

    /// Sums, products and comparisons are those of rational arithmetic.
    #[test]
    fn agrees_with_rational_arithmetic() {
        let mut random = Random::new(1);
        let mut number = || loop {
            // Exponents from end to end, and neighbouring ones.
            let bits = match random.below(4) {
                0 => random.next(),
                1 => random.next() & ((1 << 52) - 1),
                _ => (1000 + random.below(40)) << 52 | random.next() >> 60,
            };
            let x = f64::from_bits(bits ^ (random.below(2) << 63));
            if x.is_finite() {
                return x;
            }
        };
        let exact = |x: f64| Rational::from_f64(x).expect("finite");
        let mut equal = 0;
        for _ in 0..20_000 {
            let [a, b, c] = [number(), number(), number()];
            let [p, q, r] = [a, b, c].map(Dyadic::of);
            let [x, y, z] = [a, b, c].map(exact);
            assert_eq!(p.plus(&q).cmp(&r), Rational::from(&x + &y).cmp(&z), "{a:e} + {b:e}, {c:e}");
            assert_eq!(p.times(&q).cmp(&r), Rational::from(&x * &y).cmp(&z), "{a:e} {b:e}, {c:e}");
            assert_eq!(p.is_negative(), x < 0, "{a:e}");
            equal += usize::from(p.plus(&q).cmp(&q.plus(&p)) == Ordering::Equal);
        }
        assert_eq!(equal, 20_000);
    }
}
