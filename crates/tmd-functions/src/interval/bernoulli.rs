//! Bernoulli numbers, exactly.

use std::sync::OnceLock;

use rug::{Integer, Rational};

/// How many numbers a table can hold; computed once, and only as large as asked for.
const SIZES: [usize; 3] = [64, 256, 1024];

/// The largest k for which B_2k is to be had.
pub(super) const LARGEST: usize = SIZES[2];

static TABLES: [OnceLock<Vec<Rational>>; 3] = [const { OnceLock::new() }; 3];

/// B_2k/(2k) for k = 1, 2, …: at least `count` of them, but not more than [`LARGEST`].
pub(super) fn over_index(count: usize) -> &'static [Rational] {
    let place = SIZES.iter().position(|size| count <= *size).unwrap_or(SIZES.len() - 1);
    TABLES[place].get_or_init(|| from_tangents(SIZES[place]))
}

/// B_2k/(2k) = (-1)^(k-1)·T_k/(4^k·(4^k - 1)) for the tangent numbers T_k (NIST Digital Library of Mathematical
/// Functions, 24.15.4).
fn from_tangents(count: usize) -> Vec<Rational> {
    let mut power = Integer::from(1);
    let ratio = |(place, tangent): (usize, Integer)| {
        power <<= 2;
        let divisor = &power * Integer::from(&power - 1);
        let ratio = Rational::from((tangent, divisor));
        if place % 2 == 0 { ratio } else { -ratio }
    };
    tangents(count).into_iter().enumerate().map(ratio).collect()
}

/// The tangent numbers T_1 … T_count, with tan x = Σ T_k·x^(2k-1)/(2k-1)!, by products with small numbers and
/// sums only: R. P. Brent and D. Harvey, *Fast computation of Bernoulli, Tangent and Secant numbers*, 2013,
/// algorithm TangentNumbers.
fn tangents(count: usize) -> Vec<Integer> {
    let mut t = vec![Integer::from(1); count];
    for k in 1..count {
        t[k] = Integer::from(&t[k - 1] * k as u64);
    }
    for k in 1..count {
        for j in k..count {
            let before = Integer::from(&t[j - 1] * (j - k) as u64);
            t[j] *= (j - k + 2) as u64;
            t[j] += before;
        }
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The defining recurrence: Σ_(j=0..m) C(m+1, j)·B_j = 0 for m >= 1.
    #[test]
    fn the_recurrence_holds() {
        let ratios = over_index(40);
        let number = |j: usize| match j {
            0 => Rational::from(1),
            1 => Rational::from((-1, 2)),
            _ if j % 2 == 1 => Rational::new(),
            _ => &ratios[j / 2 - 1] * Rational::from(j as u64),
        };
        assert_eq!(number(2), Rational::from((1, 6)));
        assert_eq!(number(12), Rational::from((-691, 2730)));
        for m in 1..80u32 {
            let mut sum = Rational::new();
            for j in 0..=m {
                sum += number(j as usize) * Integer::from(m + 1).binomial(j);
            }
            assert!(sum.is_zero(), "{m}");
        }
    }

    #[test]
    fn larger_tables_continue_smaller_ones() {
        assert_eq!(over_index(1).len(), SIZES[0]);
        assert_eq!(over_index(1), &over_index(SIZES[1])[..SIZES[0]]);
    }
}
