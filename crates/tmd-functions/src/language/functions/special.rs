//! The error function and the gamma function.

use rug::{Integer, Rational};

use crate::interval::{Interval, Series};
use crate::language::functions::equation::odd;
use crate::language::functions::{Function, RationalValues};

/// 1 - |erf x| and 2 - erfc(-x) are below exp(-16²) < 2^-369 from here on: formats and their midpoints have 114 bits.
const NEAR_ONE: u32 = 16;

/// erfc is below exp(-128²) < 2^-23600 from here on: no format reaches below 2^-16500.
const NEAR_ZERO: u32 = 128;

/// Factorials from here on are beyond all formats.
const LARGEST_ARGUMENT: u32 = 3000;

// The integral of exp(-t²) from 0 to an algebraic number other than 0 is transcendental (C. L. Siegel 1929;
// A. B. Shidlovskii, Transcendental Numbers, 1989), but erf has the factor 2/√π, and nothing is known of the product: erf
// of a rational number might be rational. So the proofs use inequalities only: |erf| < 1 < erf(-x) + 1 < 2 and
// 0 < erfc(x) < exp(-x²) for x ≥ 1. Everywhere else precision decides. Of Γ at rational numbers little is known but where these are integers or half of them, or have the denominators
// 3, 4 or 6: at those that are no integers it is transcendental (G. V. Chudnovsky 1976). log |Γ| of an integer is
// the logarithm of one, transcendental but at 1 and 2 (Lindemann 1882).
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "erf",
        aliases: &[],
        meaning: "the error function",
        domain: "all real x",
        exact_cases: "erf(0) = 0 only",
        eval: |x| Ok(Interval::erf(x)),
        series: Series::erf,
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::NearLimit(|x| {
            *x.lo() >= NEAR_ONE || *x.hi() <= -f64::from(NEAR_ONE)
        }),
        equations: &[odd("it is the integral of an even function from 0 on")],
    },
    Function {
        name: "erfc",
        aliases: &[],
        meaning: "1 less the error function",
        domain: "all real x",
        exact_cases: "erfc(0) = 1 only",
        eval: |x| Ok(Interval::erfc(x)),
        series: Series::erfc,
        exact: |x| x.is_zero().then(|| Rational::from(1)),
        rational: RationalValues::NearLimit(|x| {
            *x.lo() >= NEAR_ZERO || *x.hi() <= -f64::from(NEAR_ONE)
        }),
        equations: &[],
    },
    Function {
        name: "gamma",
        aliases: &["tgamma"],
        meaning: "the gamma function",
        domain: "all real x but 0, -1, -2, …",
        exact_cases: "positive integers; not known in general",
        eval: Interval::gamma,
        series: Series::gamma,
        exact: factorial_below,
        rational: RationalValues::Open,
        equations: &[],
    },
    Function {
        name: "lgamma",
        aliases: &["lngamma", "ln_gamma"],
        meaning: "the logarithm of the absolute value of the gamma function",
        domain: "all real x but 0, -1, -2, …",
        exact_cases: "1 and 2; not known in general",
        eval: Interval::lgamma,
        series: Series::lgamma,
        exact: |x| (*x == 1 || *x == 2).then(Rational::new),
        rational: RationalValues::Open,
        equations: &[],
    },
];

/// Γ(n) = (n - 1)! for positive integers n.
fn factorial_below(x: &Rational) -> Option<Rational> {
    let n = x.is_integer().then(|| x.numer().to_u32())??;
    let is_known = (1..=LARGEST_ARGUMENT).contains(&n);
    is_known.then(|| Rational::from(Integer::from(Integer::factorial(n - 1))))
}

#[cfg(test)]
mod tests {
    use crate::language::functions::special::*;

    #[test]
    fn factorials() {
        let gamma = |n: i32, d: i32| factorial_below(&Rational::from((n, d)));
        assert_eq!(gamma(1, 1), Some(Rational::from(1)));
        assert_eq!(gamma(2, 1), Some(Rational::from(1)));
        assert_eq!(gamma(7, 1), Some(Rational::from(720)));
        for (n, d) in [(0, 1), (-1, 1), (-5, 1), (1, 2), (7, 3), (3001, 1)] {
            assert_eq!(gamma(n, d), None, "{n}/{d}");
        }
        for n in [1, 5, 30, 171] {
            let point = Interval::from_rational(&Rational::from(n), 64);
            let value = point.gamma().unwrap();
            assert!(value.contains_rational(&gamma(n, 1).unwrap()), "{n}: {value}");
        }
    }

    #[test]
    fn aliases_are_found() {
        for (alias, name) in [("tgamma", "gamma"), ("ln_gamma", "lgamma"), ("erfc", "erfc")] {
            assert_eq!(crate::language::functions::find(alias).map(|f| f.name), Some(name));
        }
    }
}
