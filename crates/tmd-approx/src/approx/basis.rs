//! The polynomials φ_0, φ_1, … that a leaf's polynomial is a sum of, of t from -1/2 to 1/2.
//!
//! Chebyshev's and Legendre's are those of 2t; both have recurrences of three terms,
//! φ_{k+1} = a_k·(2t)·φ_k - b_k·φ_{k-1} (DLMF 18.9.1, table 18.9.1).

use super::exact;
use super::request::Basis;
use rug::{Float, Rational};
use tmd_kernel::ir::Width;

impl Basis {
    /// a_k and b_k, which are numbers of the type: Legendre's are rounded, and the polynomials are those that the
    /// rounded ones make. φ_1 = a_0·(2t).
    pub(crate) fn recurrence(self, k: usize, width: Width) -> (f64, f64) {
        let k = k as f64;
        let rounded = |value: f64| width.rounded(value);
        match self {
            Basis::Monomial => (0.5, 0.0),
            Basis::Chebyshev if k == 0.0 => (1.0, 0.0),
            Basis::Chebyshev => (2.0, 1.0),
            Basis::Legendre => (rounded((2.0 * k + 1.0) / (k + 1.0)), rounded(k / (k + 1.0))),
        }
    }

    /// φ_0 … φ_degree at t.
    pub(super) fn values(self, t: &Float, degree: usize, width: Width) -> Vec<Float> {
        let prec = t.prec();
        let mut values = vec![Float::with_val(prec, 1)];
        let argument = Float::with_val(prec, t * 2u32);
        for k in 0..degree {
            let (a, b) = self.recurrence(k, width);
            let mut next = Float::with_val(prec, &values[k] * &argument) * a;
            if k > 0 {
                next -= Float::with_val(prec, &values[k - 1] * b);
            }
            values.push(next);
        }
        values
    }

    /// The coefficients of Σ c_k·φ_k as a sum of powers of t, exactly.
    pub(crate) fn to_powers(self, coefficients: &[Rational], width: Width) -> Vec<Rational> {
        if self == Basis::Monomial {
            return coefficients.to_vec();
        }
        let times_2t = |p: &[Rational]| -> Vec<Rational> {
            let mut product = vec![Rational::new()];
            product.extend(p.iter().map(|c| Rational::from(c * 2)));
            product
        };
        let mut before: Vec<Rational> = vec![];
        let mut now = vec![Rational::from(1)];
        let mut sum = vec![Rational::new(); coefficients.len()];
        for (k, c) in coefficients.iter().enumerate() {
            for (total, term) in sum.iter_mut().zip(&now) {
                *total += Rational::from(term * c);
            }
            let (a, b) = self.recurrence(k, width);
            let [a, b] = [a, b].map(exact);
            let mut next: Vec<Rational> = times_2t(&now).into_iter().map(|c| c * &a).collect();
            for (total, term) in next.iter_mut().zip(&before) {
                *total -= Rational::from(term * &b);
            }
            before = std::mem::replace(&mut now, next);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_values_agree() {
        for basis in [Basis::Monomial, Basis::Chebyshev, Basis::Legendre] {
            let t = Float::with_val(200, 0.3);
            for k in 0..9 {
                let mut unit = vec![Rational::new(); 9];
                unit[k] = Rational::from(1);
                let horner = |sum: Float, c: &Rational| sum * &t + c;
                let powers = basis.to_powers(&unit, Width::W64);
                let value = powers.iter().rev().fold(Float::with_val(200, 0), horner);
                let difference = value - &basis.values(&t, 8, Width::W64)[k];
                assert!(difference.abs() < 1e-50, "{basis} {k}");
            }
        }
        // T_2(2t) = 8t² - 1, P_2(2t) = 6t² - 1/2.
        let unit = [Rational::new(), Rational::new(), Rational::from(1)];
        let two =
            |a: i32, b: (i32, i32)| vec![Rational::from(b), Rational::new(), Rational::from(a)];
        let powers = |basis: Basis| basis.to_powers(&unit, Width::W32);
        assert_eq!(powers(Basis::Chebyshev), two(8, (-1, 1)));
        assert_eq!(powers(Basis::Legendre), two(6, (-1, 2)));
    }
}
