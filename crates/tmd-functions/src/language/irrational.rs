//! Proofs that a value is irrational, and so no breakpoint, from what the function table knows.
//!
//! A function of the table with a rational argument at which it is known to be irrational stays so
//! when a rational number is added to it, and when it is multiplied by one other than 0 or divides one. Sums of exponentials
//! have rules of their own.

use rug::Rational;

use crate::interval::Interval;
use crate::language::evaluate;
use crate::language::exponentials::{self, Inputs};
use crate::language::expr::{Expr, ExprKind};
use crate::language::functions;
use crate::language::functions::{Function, RationalValues};

/// Whether the expression is irrational at `x`.
pub(super) fn at(expr: &Expr, x: &Rational) -> bool {
    let value = |e: &Expr| evaluate::exact(e, x);
    let inputs = Inputs::One(x);
    let is_irrational = |function: &Function, a: &Expr| {
        let is_known = value(a).is_some_and(|argument| match function.rational {
            RationalValues::Only(known) => known.iter().all(|k| argument != *k),
            RationalValues::Decided => (function.exact)(&argument).is_none(),
            RationalValues::Integers(_) => !argument.is_integer(),
            RationalValues::NearLimit(_) | RationalValues::Open => false,
        });
        is_known || exponentials::is_irrational_of(function, a, inputs)
    };
    let rational = |e: &Expr| value(e).is_some();
    let is_irrational_root =
        |a: &Expr, n: i32| value(a).is_some_and(|v| functions::rational_root(&v, n).is_none());
    let nonzero = |e: &Expr| value(e).is_some_and(|v| !v.is_zero());
    let is_quotient = |e: &Expr| exponentials::is_irrational(e, inputs);
    holds(expr, &is_irrational, &is_irrational_root, &is_quotient, &rational, &nonzero)
}

/// Enough bits to tell how large an argument is.
const ROUGHLY: u32 = 64;

/// Whether the value at `x` is neither a number of any format nor a midpoint: irrational, or a value as in
/// [`RationalValues::Integers`] or [`RationalValues::NearLimit`].
pub(super) fn is_no_float(expr: &Expr, x: &Rational) -> bool {
    let too_long = match &expr.kind {
        ExprKind::Neg(a) => is_no_float(a, x),
        ExprKind::Apply(Function { rational: RationalValues::Integers(_), exact, .. }, a) => {
            evaluate::exact(a, x).is_some_and(|argument| exact(&argument).is_none())
        }
        _ => is_near_limit(expr, &Interval::from_rational(x, ROUGHLY)),
    };
    too_long || at(expr, x)
}

/// Whether the values at all rational numbers of `x` are neither numbers of any format nor midpoints.
pub(super) fn is_no_float_on(expr: &Expr, x: &Interval) -> bool {
    is_near_limit(expr, x) || on(expr, x)
}

fn is_near_limit(expr: &Expr, x: &Interval) -> bool {
    match &expr.kind {
        ExprKind::Neg(a) => is_near_limit(a, x),
        ExprKind::Apply(function, a) => match function.rational {
            RationalValues::NearLimit(is_far) | RationalValues::Integers(is_far) => {
                evaluate::eval(a, x).is_ok_and(|argument| is_far(&argument))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether the expression is irrational at all rational numbers of `x`.
fn on(expr: &Expr, x: &Interval) -> bool {
    let inputs = Inputs::All(x);
    let is_irrational = |function: &Function, a: &Expr| {
        let is_known = match function.rational {
            RationalValues::Only(known) => {
                is_rational_function(a)
                    && evaluate::eval(a, x).is_ok_and(|argument| {
                        known.iter().all(|k| !argument.contains_rational(&Rational::from(*k)))
                    })
            }
            RationalValues::Integers(_) => {
                is_rational_function(a) && evaluate::eval(a, x).is_ok_and(|a| has_no_integer(&a))
            }
            RationalValues::Decided | RationalValues::NearLimit(_) | RationalValues::Open => false,
        };
        is_known || exponentials::is_irrational_of(function, a, inputs)
    };
    let nonzero = |e: &Expr| {
        is_rational_function(e) && evaluate::eval(e, x).is_ok_and(|v| !v.contains_zero())
    };
    let is_quotient = |e: &Expr| exponentials::is_irrational(e, inputs);
    holds(expr, &is_irrational, &|_, _| false, &is_quotient, &is_rational_function, &nonzero)
}

/// The rules, given what is known of function values, of quotients of sums of powers of e, and of rational parts.
fn holds(
    expr: &Expr,
    is_irrational: &dyn Fn(&Function, &Expr) -> bool,
    is_irrational_root: &dyn Fn(&Expr, i32) -> bool,
    is_quotient: &dyn Fn(&Expr) -> bool,
    rational: &dyn Fn(&Expr) -> bool,
    nonzero: &dyn Fn(&Expr) -> bool,
) -> bool {
    let part =
        |e: &Expr| holds(e, is_irrational, is_irrational_root, is_quotient, rational, nonzero);
    let is_compound = matches!(
        &expr.kind,
        ExprKind::Add(..)
            | ExprKind::Sub(..)
            | ExprKind::Mul(..)
            | ExprKind::Div(..)
            | ExprKind::Powi(..)
    );
    if is_compound && is_quotient(expr) {
        return true;
    }
    match &expr.kind {
        ExprKind::Pi => true,
        ExprKind::X | ExprKind::Y | ExprKind::Constant(_) | ExprKind::Pair(..) => false,
        ExprKind::Apply(function, a) => is_irrational(function, a),
        ExprKind::Neg(a) => part(a),
        ExprKind::Add(a, b) | ExprKind::Sub(a, b) => {
            (part(a) && rational(b)) || (rational(a) && part(b))
        }
        ExprKind::Mul(a, b) | ExprKind::Div(a, b) => {
            (part(a) && nonzero(b)) || (nonzero(a) && part(b))
        }
        ExprKind::Powi(a, n) | ExprKind::Rootn(a, n) if n.abs() == 1 => part(a),
        ExprKind::Powi(..) => false,
        ExprKind::Rootn(a, n) => part(a) || is_irrational_root(a, *n),
    }
}

/// Whether there is no integer in an interval.
fn has_no_integer(x: &Interval) -> bool {
    x.is_bounded() && *x.hi() < x.lo().clone().ceil() && *x.lo() > x.hi().clone().floor()
}

/// Whether the expression is made of x and rational numbers by rational operations.
fn is_rational_function(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::X | ExprKind::Constant(_) => true,
        ExprKind::Pi
        | ExprKind::Y
        | ExprKind::Apply(..)
        | ExprKind::Pair(..)
        | ExprKind::Rootn(..) => false,
        _ => expr.children().all(is_rational_function),
    }
}

#[cfg(test)]
mod tests {
    use crate::interval::testing::interval;
    use crate::language::FunctionSpec;
    use rug::Rational;

    #[test]
    fn irrational_values() {
        for (text, x, want) in [
            ("exp", (1, 2), true),
            ("exp", (0, 1), false),
            ("3 - 2 * exp(x / 5) / 7", (1, 2), true),
            ("0 * exp(x)", (1, 2), false),
            ("1 / sin(1 + x)", (1, 2), true),
            ("sqrt(x)", (2, 1), true),
            ("sqrt(x)", (4, 1), false),
            ("sqrt(x) * sqrt(x)", (2, 1), false),
            ("powi(sqrt(x), 2)", (2, 1), false),
            ("exp(sqrt(x))", (2, 1), false),
            ("exp(x) + exp(-x)", (2, 1), true),
            ("pi + x", (2, 1), true),
            ("rootn(x, 5)", (32, 1), false),
            ("1 - rootn(x, -5)", (31, 1), true),
            ("exp2", (1, 2), true),
            ("exp2", (40_000, 1), false),
        ] {
            let spec = FunctionSpec::parse(text).unwrap();
            assert_eq!(spec.is_irrational_at(&Rational::from(x)), want, "{text} at {x:?}");
        }
    }

    #[test]
    fn irrational_on_intervals() {
        for (text, x, want) in [
            ("tanh", (20.0, 1e300), true),
            ("tanh", (-1.0, 1.0), false),
            ("1 - tanh(x * x)", (20.0, 30.0), true),
            ("sqrt", (2.0, 3.0), false),
            ("exp(sin(x))", (2.0, 3.0), false),
            ("x + 1", (2.0, 3.0), false),
            ("exp2", (2.25, 2.75), true),
            ("exp2(x + 1/2)", (1.75, 2.25), true),
            ("exp2", (2.0, 2.5), false),
            ("exp2", (-2.5, 2.0), false),
            ("exp10m1", (-1e300, -32769.0), true),
            ("exp2m1", (-32769.0, -400.0), true),
            ("exp2m1", (-500.0, -399.0), false),
            ("exp10m1(-x)", (400.0, 1e300), true),
            ("exp10m1", (400.0, 500.0), false),
            ("exp2", (-500.0, -400.0), false),
            ("exp2(x) + 1", (32769.0, 1e300), false),
        ] {
            let spec = FunctionSpec::parse(text).unwrap();
            assert_eq!(spec.is_no_float_on(&interval(x.0, x.1)), want, "{text} on {x:?}");
        }
    }

    #[test]
    fn values_next_to_a_limit() {
        for (text, x, want) in [
            ("erf", (16.0, 1e300), true),
            ("erf", (-1e300, -16.0), true),
            ("erf", (10.0, 17.0), false),
            ("-erf(x)", (20.0, 30.0), true),
            ("erf(exp(x))", (20.0, 30.0), true),
            // Nothing is known of erf at rational numbers, so nothing follows for sums.
            ("1 - erf(x)", (20.0, 30.0), false),
            ("erfc", (-1e300, -16.0), true),
            ("erfc", (16.0, 127.0), false),
            ("erfc", (128.0, 1e300), true),
        ] {
            let spec = FunctionSpec::parse(text).unwrap();
            assert_eq!(spec.is_no_float_on(&interval(x.0, x.1)), want, "{text} on {x:?}");
            let middle = Rational::from_f64((x.0 + x.1) / 2.0).unwrap();
            assert_eq!(spec.is_no_float_at(&middle), want, "{text} at {middle}");
            assert!(!spec.is_irrational_at(&middle), "{text} at {middle}");
        }
    }
}
