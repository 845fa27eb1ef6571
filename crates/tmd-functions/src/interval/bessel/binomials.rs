//! Binomial coefficients and factorials, as factors of intervals.

use rug::{Integer, Rational};

use super::super::Interval;

/// C(n, k) for n below this are tabulated.
const FEW_BINOMIALS: usize = 64;

/// Pascal's triangle. C(63, 31) is below 2^60.
static BINOMIALS: [[i64; FEW_BINOMIALS]; FEW_BINOMIALS] = {
    let mut table = [[0; FEW_BINOMIALS]; FEW_BINOMIALS];
    let mut n = 0;
    while n < FEW_BINOMIALS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// A number times C(n, k).
pub(super) fn times_binomial(value: &Interval, n: usize, k: usize) -> Interval {
    match BINOMIALS.get(n).and_then(|row| row.get(k)) {
        Some(small) => value.mul_i64(*small),
        None => {
            // Orders are far below 2^32.
            let large = Integer::from(Integer::binomial_u(n as u32, k as u32));
            Interval::from_integer(&large, value.prec()).mul(value)
        }
    }
}

/// 1/k!.
pub(super) fn over_factorial(k: usize, prec: u32) -> Interval {
    let factorial = Integer::from(Integer::factorial(k as u32));
    Interval::from_rational(&Rational::from((1, factorial)), prec)
}
