//! Exponentials and logarithms.

use rug::Rational;

use super::Function;
use crate::interval::{Interval, Series};

// exp and log of a rational number are irrational except for these two values: e^r is
// transcendental for every rational r other than 0 (Lindemann 1882).
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "exp",
        aliases: &[],
        meaning: "the exponential, e to the power x",
        domain: "all real x",
        exact_cases: "exp(0) = 1 only",
        eval: |x| Ok(Interval::exp(x)),
        series: |u| Ok(Series::exp(u)),
        exact: |x| x.is_zero().then(|| Rational::from(1)),
    },
    Function {
        name: "log",
        aliases: &["ln"],
        meaning: "the natural logarithm",
        domain: "x > 0",
        exact_cases: "log(1) = 0 only",
        eval: Interval::log,
        series: Series::log,
        exact: |x| (*x == 1).then(Rational::new),
    },
];
