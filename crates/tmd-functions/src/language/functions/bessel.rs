//! The Bessel functions of the orders 0 and 1.

use rug::Rational;

use crate::interval::{Interval, Series};
use crate::language::functions::equation::{even, odd};
use crate::language::functions::{Function, RationalValues};

// At every algebraic number but 0, J_0 and J_0' = -J_1 are transcendental (C. L. Siegel, *Über einige Anwendungen
// diophantischer Approximationen*, 1929; A. B. Shidlovskii, Transcendental Numbers, 1989). Of the single values of Y_0 and
// Y_1 nothing of the kind is known.
pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "j0",
        aliases: &[],
        meaning: "the Bessel function of the first kind, order 0",
        domain: "all real x",
        exact_cases: "j0(0) = 1 only",
        eval: |x| Ok(Interval::j0(x)),
        series: |u| Ok(Series::j0(u)),
        exact: |x| x.is_zero().then(|| Rational::from(1)),
        rational: RationalValues::Only(&[0]),
        equations: &[even("its power series has even powers only")],
    },
    Function {
        name: "j1",
        aliases: &[],
        meaning: "the Bessel function of the first kind, order 1",
        domain: "all real x",
        exact_cases: "j1(0) = 0 only",
        eval: |x| Ok(Interval::j1(x)),
        series: |u| Ok(Series::j1(u)),
        exact: |x| x.is_zero().then(Rational::new),
        rational: RationalValues::Only(&[0]),
        equations: &[odd("its power series has odd powers only")],
    },
    Function {
        name: "y0",
        aliases: &[],
        meaning: "the Bessel function of the second kind, order 0",
        domain: "x > 0",
        exact_cases: "none known",
        eval: Interval::y0,
        series: Series::y0,
        exact: |_| None,
        rational: RationalValues::Open,
        equations: &[],
    },
    Function {
        name: "y1",
        aliases: &[],
        meaning: "the Bessel function of the second kind, order 1",
        domain: "x > 0",
        exact_cases: "none known",
        eval: Interval::y1,
        series: Series::y1,
        exact: |_| None,
        rational: RationalValues::Open,
        equations: &[],
    },
];
