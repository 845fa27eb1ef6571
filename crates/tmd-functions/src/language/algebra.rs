//! What an expression can be evaluated in: numbers that are enclosed, and Taylor coefficients in one or two variables.

use crate::interval::{Bivariate, EvalError, Interval, Series};

/// Values that expressions are made of.
pub(crate) trait Algebra: Clone {
    /// A constant beside this value.
    fn with_constant(&self, constant: &Interval) -> Self;
    /// The enclosure of the value itself.
    fn value(&self) -> &Interval;
    /// A function of two numbers.
    fn of_two(a: &Self, b: &Self, rules: &OfTwo) -> Result<Self, EvalError>;
    /// Bits of its numbers.
    fn prec(&self) -> u32;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The difference.
    fn minus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// The opposite.
    fn opposite(&self) -> Self;
    /// The quotient.
    fn over(&self, other: &Self) -> Result<Self, EvalError>;
    /// The power with an integer exponent.
    fn power(&self, n: i32) -> Result<Self, EvalError>;
    /// The root with an integer degree.
    fn root(&self, n: i32) -> Result<Self, EvalError>;
    /// A function of one number by its two rules.
    fn of(&self, eval: Eval, series: OfSeries) -> Result<Self, EvalError>;
}

/// A function's rule for values.
pub(crate) type Eval = fn(&Interval) -> Result<Interval, EvalError>;
/// A function's rule for series.
pub(crate) type OfSeries = fn(&Series) -> Result<Series, EvalError>;

/// The rules of a function of two numbers.
pub(crate) struct OfTwo {
    /// The enclosure of its values.
    pub(crate) eval: Rule<Interval>,
    /// Its Taylor coefficients in one variable.
    pub(crate) series: Rule<Series>,
    /// Its Taylor coefficients in two.
    pub(crate) bivariate: Rule<Bivariate>,
}

/// A rule for one kind of values.
type Rule<A> = fn(&A, &A) -> Result<A, EvalError>;

/// The operations that all three have under these names.
macro_rules! operations {
    () => {
        fn plus(&self, other: &Self) -> Self {
            self.add(other)
        }
        fn minus(&self, other: &Self) -> Self {
            self.sub(other)
        }
        fn times(&self, other: &Self) -> Self {
            self.mul(other)
        }
        fn opposite(&self) -> Self {
            self.neg()
        }
        fn over(&self, other: &Self) -> Result<Self, EvalError> {
            self.div(other)
        }
        fn power(&self, n: i32) -> Result<Self, EvalError> {
            self.powi(n)
        }
    };
}

impl Algebra for Interval {
    operations!();
    fn with_constant(&self, constant: &Interval) -> Self {
        constant.clone()
    }
    fn prec(&self) -> u32 {
        self.prec()
    }
    fn value(&self) -> &Interval {
        self
    }
    fn of_two(a: &Self, b: &Self, rules: &OfTwo) -> Result<Self, EvalError> {
        (rules.eval)(a, b)
    }
    fn root(&self, n: i32) -> Result<Self, EvalError> {
        self.rootn(n)
    }
    fn of(&self, eval: Eval, _: OfSeries) -> Result<Self, EvalError> {
        eval(self)
    }
}

impl Algebra for Series {
    operations!();
    fn with_constant(&self, constant: &Interval) -> Self {
        Series::constant(constant, self.order())
    }
    fn prec(&self) -> u32 {
        self.value().prec()
    }
    fn value(&self) -> &Interval {
        self.value()
    }
    fn of_two(a: &Self, b: &Self, rules: &OfTwo) -> Result<Self, EvalError> {
        (rules.series)(a, b)
    }
    fn root(&self, n: i32) -> Result<Self, EvalError> {
        self.rootn(n)
    }
    fn of(&self, _: Eval, series: OfSeries) -> Result<Self, EvalError> {
        series(self)
    }
}

impl Algebra for Bivariate {
    operations!();
    fn with_constant(&self, constant: &Interval) -> Self {
        Bivariate::constant(constant, self.order())
    }
    fn prec(&self) -> u32 {
        self.value().prec()
    }
    fn value(&self) -> &Interval {
        self.value()
    }
    fn of_two(a: &Self, b: &Self, rules: &OfTwo) -> Result<Self, EvalError> {
        (rules.bivariate)(a, b)
    }
    fn root(&self, n: i32) -> Result<Self, EvalError> {
        self.through(|u| u.rootn(n))
    }
    fn of(&self, _: Eval, series: OfSeries) -> Result<Self, EvalError> {
        self.through(series)
    }
}
