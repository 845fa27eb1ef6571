//! Trigonometric functions; the argument is in radians.

use rug::Rational;

use super::Function;
use crate::interval::{Interval, Series};

// sin r and cos r are transcendental for every rational r other than 0 (Lindemann 1882).
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "sin",
        aliases: &[],
        meaning: "the sine of x radians",
        domain: "all real x",
        exact_cases: "sin(0) = 0 only",
        eval: |x| Ok(Interval::sin(x)),
        series: |u| Ok(Series::sin_cos(u).0),
        exact: |x| x.is_zero().then(Rational::new),
    },
    Function {
        name: "cos",
        aliases: &[],
        meaning: "the cosine of x radians",
        domain: "all real x",
        exact_cases: "cos(0) = 1 only",
        eval: |x| Ok(Interval::cos(x)),
        series: |u| Ok(Series::sin_cos(u).1),
        exact: |x| x.is_zero().then(|| Rational::from(1)),
    },
];
