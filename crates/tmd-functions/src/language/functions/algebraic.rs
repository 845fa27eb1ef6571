//! Roots.

use rug::{Integer, Rational};

use crate::interval::{Interval, Series};
use crate::language::functions::equation::{odd, scaling};
use crate::language::functions::{Function, RationalValues};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "sqrt",
        aliases: &[],
        meaning: "the square root",
        domain: "x >= 0",
        exact_cases: "squares of rational numbers",
        eval: Interval::sqrt,
        series: Series::sqrt,
        exact: |x| rational_root(x, 2),
        rational: RationalValues::Decided,
        equations: &[scaling(2, 1, "(2·y)² = 4·y², and 2·y is not negative if y is not")],
    },
    Function {
        name: "rsqrt",
        aliases: &["rSqrt", "recip_sqrt"],
        meaning: "1 divided by the square root",
        domain: "x > 0",
        exact_cases: "squares of rational numbers",
        eval: Interval::rsqrt,
        series: Series::rsqrt,
        exact: |x| rational_root(x, 2).filter(|root| !root.is_zero()).map(Rational::recip),
        rational: RationalValues::Decided,
        equations: &[scaling(
            2,
            -1,
            "it is 1 over the square root, which doubles where x is multiplied by 4",
        )],
    },
    Function {
        name: "cbrt",
        aliases: &[],
        meaning: "the cube root",
        domain: "all real x",
        exact_cases: "cubes of rational numbers",
        eval: |x| Ok(Interval::cbrt(x)),
        series: Series::cbrt,
        exact: |x| rational_root(x, 3),
        rational: RationalValues::Decided,
        equations: &[odd("(-y)³ = -y³"), scaling(3, 1, "(2·y)³ = 8·y³")],
    },
];

/// The n-th root of x when that is rational: in lowest terms both parts are n-th powers. The
/// (-n)-th root is 1 over it.
pub(in crate::language) fn rational_root(x: &Rational, n: i32) -> Option<Rational> {
    if n < 0 {
        return rational_root(x, -n).filter(|root| !root.is_zero()).map(Rational::recip);
    }
    let n = n.unsigned_abs();
    if n == 0 || (*x < 0 && n.is_multiple_of(2)) {
        return None;
    }
    let root = |part: &Integer| {
        let (root, rest) = part.clone().root_rem(Integer::new(), n);
        rest.is_zero().then_some(root)
    };
    Some(Rational::from((root(x.numer())?, root(x.denom())?)))
}

#[cfg(test)]
mod tests {
    use crate::language::functions::algebraic::*;

    #[test]
    fn roots_of_powers() {
        let rational_square_root = |x: &Rational| rational_root(x, 2);
        assert_eq!(rational_square_root(&Rational::from((9, 4))), Some(Rational::from((3, 2))));
        assert_eq!(rational_square_root(&Rational::new()), Some(Rational::new()));
        assert_eq!(rational_square_root(&Rational::from(2)), None);
        assert_eq!(rational_square_root(&Rational::from(-4)), None);
        assert_eq!(rational_square_root(&Rational::from((4, 3))), None);
        assert_eq!(rational_root(&Rational::from((-27, 8)), 3), Some(Rational::from((-3, 2))));
        assert_eq!(rational_root(&Rational::from(9), 3), None);
    }
}
