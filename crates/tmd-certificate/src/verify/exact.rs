//! Exact fractions, as the formulas of bounds and obligations are computed in.

use rug::{Integer, Rational};

/// A bound that is larger than its formula gives by more than this share of itself is another number.
pub(super) const SLACK: (u32, u32) = (1, 16);

pub(super) fn pow2(e: i32) -> Rational {
    Rational::from(1) << e
}

pub(super) fn integer(n: u64) -> Rational {
    Rational::from(n)
}

pub(super) fn power(base: &Rational, n: usize) -> Rational {
    (0..n).fold(Rational::from(1), |product, _| product * base)
}

/// C(n, k).
pub(super) fn binomial(n: u64, k: usize) -> Rational {
    match u32::try_from(k) {
        Ok(k) => Rational::from(Integer::from(n).binomial(k)),
        Err(_) => Rational::new(),
    }
}

pub(super) fn factorial(n: usize) -> Rational {
    (1..=n as u64).fold(Rational::from(1), |product, i| product * i)
}

/// Bounds of a polynomial's coefficients after its origin is moved by at most `r`.
pub(super) fn moved(coefficients: &[Rational], r: &Rational) -> Vec<Rational> {
    let term = |i: usize, j: usize| binomial(i as u64, j) * &coefficients[i] * power(r, i - j);
    let sum = |j: usize| (j..coefficients.len()).map(|i| term(i, j)).sum();
    (0..coefficients.len()).map(sum).collect()
}

pub(super) fn lg(n: u64) -> i32 {
    n.max(1).ilog2() as i32
}

pub(super) fn shown(value: &Rational) -> String {
    let log = rug::Float::with_val(64, value).log2();
    if *value == 0 { "0".to_owned() } else { format!("2^{:.2}", log.to_f64()) }
}
