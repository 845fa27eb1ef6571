//! Hyperbolic functions and their inverses.

use rug::Rational;

use crate::interval::{Interval, Series};
use crate::language::functions::equation::{even, odd};
use crate::language::functions::{Function, RationalValues};

// All are algebraic in e^x, or logarithms of algebraic numbers: transcendental at every rational number but one
// (Lindemann 1882).
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "sinh",
        aliases: &[],
        meaning: "the hyperbolic sine",
        domain: "all real x",
        exact_cases: "sinh(0) = 0 only",
        eval: |x| Ok(Interval::sinh(x)),
        series: |u| Ok(Series::sinh_cosh(u).0),
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("it is (e^x - e^-x)/2")],
    },
    Function {
        name: "cosh",
        aliases: &[],
        meaning: "the hyperbolic cosine",
        domain: "all real x",
        exact_cases: "cosh(0) = 1 only",
        eval: |x| Ok(Interval::cosh(x)),
        series: |u| Ok(Series::sinh_cosh(u).1),
        exact: |x| x.is_zero().then(|| Rational::from(1)),
        rational: RationalValues::Only(&[0]),
        equations: &[even("it is (e^x + e^-x)/2")],
    },
    Function {
        name: "tanh",
        aliases: &[],
        meaning: "the hyperbolic tangent",
        domain: "all real x",
        exact_cases: "tanh(0) = 0 only",
        eval: |x| Ok(Interval::tanh(x)),
        series: |u| Ok(Series::tanh(u)),
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("it is sinh, which is odd, over cosh, which is even")],
    },
    Function {
        name: "asinh",
        aliases: &["arsinh"],
        meaning: "the inverse of the hyperbolic sine",
        domain: "all real x",
        exact_cases: "asinh(0) = 0 only",
        eval: |x| Ok(Interval::asinh(x)),
        series: Series::asinh,
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("it is the inverse of sinh, which is odd")],
    },
    Function {
        name: "acosh",
        aliases: &["arcosh"],
        meaning: "the inverse of the hyperbolic cosine",
        domain: "x >= 1",
        exact_cases: "acosh(1) = 0 only",
        eval: Interval::acosh,
        series: Series::acosh,
        exact: |x| (*x == 1).then(Rational::new),
        rational: RationalValues::Only(&[1]),
        equations: &[],
    },
    Function {
        name: "atanh",
        aliases: &["artanh"],
        meaning: "the inverse of the hyperbolic tangent",
        domain: "-1 < x < 1",
        exact_cases: "atanh(0) = 0 only",
        eval: Interval::atanh,
        series: Series::atanh,
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("it is the inverse of tanh, which is odd")],
    },
];
