//! Roots.

use rug::Rational;

use super::Function;
use crate::interval::{Interval, Series};

pub(super) static FUNCTIONS: &[Function] = &[Function {
    name: "sqrt",
    aliases: &[],
    meaning: "the square root",
    domain: "x >= 0",
    exact_cases: "squares of rational numbers",
    eval: Interval::sqrt,
    series: Series::sqrt,
    exact: rational_root,
}];

/// √x when x is the square of a rational number: in lowest terms both parts are squares.
fn rational_root(x: &Rational) -> Option<Rational> {
    if *x < 0 || !x.numer().is_perfect_square() || !x.denom().is_perfect_square() {
        return None;
    }
    Some(Rational::from((x.numer().clone().sqrt(), x.denom().clone().sqrt())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_squares() {
        assert_eq!(rational_root(&Rational::from((9, 4))), Some(Rational::from((3, 2))));
        assert_eq!(rational_root(&Rational::new()), Some(Rational::new()));
        assert_eq!(rational_root(&Rational::from(2)), None);
        assert_eq!(rational_root(&Rational::from(-4)), None);
        assert_eq!(rational_root(&Rational::from((4, 3))), None);
    }
}
