//! The value at ±∞, and where an expression has none in the real numbers: what its operations give there, by IEEE 754, enclosed
//! where it is a real number.
//!
//! One rule holds for every part that is 0: it has the sign that IEEE 754 gives it in rounding to nearest, and what follows from it
//! does so by IEEE 754. So log(1 + exp(x)) at -∞ is log(1), which is +0, and its reciprocal is +∞.

use rug::float::Round;
use rug::ops::Pow;
use rug::{Float, Rational};
use std::cmp::Ordering;
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::{Expr, ExprKind};
use tmd_functions::mpfr;

/// A value of a part.
#[derive(Clone, Debug)]
pub enum Limit {
    /// ±∞, NaN, or 0 with its sign.
    Special(Float),
    /// A real number in an interval, of which one end at least is not 0: what is known to be 0 is special.
    Real(Interval),
}

/// The value of an expression at `x`, which may be ±∞ or ±0; `None` if it is not told at the precision of `x`.
pub fn at(expr: &Expr, x: &Float) -> Option<Limit> {
    let prec = x.prec();
    let of = |part: &Expr| at(part, x);
    match &expr.kind {
        ExprKind::X => number(x.clone(), x.clone()),
        ExprKind::Y | ExprKind::Pair(..) => None,
        ExprKind::Constant(number) => Some(constant(number, prec)),
        ExprKind::Pi => Some(Limit::Real(Interval::pi(prec))),
        ExprKind::Apply(function, a) => {
            let known = mpfr::find(function.name)?;
            let round = |y: &mut Float, to| (known.round)(y, to);
            match of(a)? {
                Limit::Real(a) => real((function.eval)(&a), &a, round),
                Limit::Special(a) => special(&a, round),
            }
        }
        ExprKind::Neg(a) => Some(match of(a)? {
            Limit::Real(a) => Limit::Real(a.neg()),
            Limit::Special(a) => Limit::Special(-a),
        }),
        ExprKind::Add(a, b) => sum(of(a)?, of(b)?),
        ExprKind::Sub(a, b) => match of(b)? {
            Limit::Real(b) => sum(of(a)?, Limit::Real(b.neg())),
            Limit::Special(b) => sum(of(a)?, Limit::Special(-b)),
        },
        ExprKind::Mul(a, b) => match (of(a)?, of(b)?) {
            (Limit::Real(a), Limit::Real(b)) => Some(Limit::Real(a.mul(&b))),
            (a, b) => Some(Limit::Special(sign(&a)? * sign(&b)?)),
        },
        ExprKind::Div(a, b) => match (of(a)?, of(b)?) {
            (Limit::Real(a), Limit::Real(b)) => a.div(&b).ok().map(Limit::Real),
            (a, b) => Some(Limit::Special(sign(&a)? / sign(&b)?)),
        },
        ExprKind::Powi(a, n) => match of(a)? {
            Limit::Real(a) => a.powi(*n).ok().map(Limit::Real),
            Limit::Special(a) => special(&a, |y, _| {
                *y = y.clone().pow(*n);
                Ordering::Equal
            }),
        },
        ExprKind::Rootn(a, n) => match of(a)? {
            Limit::Real(a) => real(a.rootn(*n), &a, |y, to| y.root_i_round(*n, to)),
            Limit::Special(a) => special(&a, |y, to| y.root_i_round(*n, to)),
        },
    }
}

fn constant(number: &Rational, prec: u32) -> Limit {
    match number.is_zero() {
        true => Limit::Special(Float::new(prec)),
        false => Limit::Real(Interval::from_rational(number, prec)),
    }
}

/// A function's value at a real number in `a`, other than 0, given its enclosure: IEEE 754 has a sign for a value that is 0, and
/// something for one that there is not.
///
/// An enclosure [0, 0] proves that the value is 0, and an error everywhere in `a` that there is none. Only one number has these signs
/// if `a` is that number; if `a` is beyond the domain, all numbers in it give a NaN. The lower end stands for them.
fn real(
    enclosed: Result<Interval, EvalError>,
    a: &Interval,
    round: impl Fn(&mut Float, Round) -> Ordering,
) -> Option<Limit> {
    let is_known = match &enclosed {
        Ok(value) if !value.is_zero() => return enclosed.ok().map(Limit::Real),
        Ok(_) => a.is_point(),
        Err(error) => error.beyond || (error.everywhere && a.is_point()),
    };
    let value = is_known.then(|| special(a.lo(), round)).flatten();
    value.filter(|value| matches!(value, Limit::Special(_)))
}

/// A function's value at a number that is known, correctly rounded in both directions.
fn special(a: &Float, round: impl Fn(&mut Float, Round) -> Ordering) -> Option<Limit> {
    let [low, high] = [Round::Down, Round::Up].map(|to| {
        let mut y = a.clone();
        round(&mut y, to);
        y
    });
    number(low, high)
}

/// A number between two; they are equal where one of them is 0, ∞ or NaN, unless it is too small or too large for MPFR.
fn number(low: Float, high: Float) -> Option<Limit> {
    if !low.is_finite() || (low.is_zero() && high.is_zero()) {
        return Some(Limit::Special(low));
    }
    Interval::new(low, high).ok().map(Limit::Real)
}

fn sum(a: Limit, b: Limit) -> Option<Limit> {
    Some(match (a, b) {
        (Limit::Real(a), Limit::Real(b)) => match a.add(&b) {
            sum if sum.is_zero() => Limit::Special(Float::new(sum.prec())),
            sum => Limit::Real(sum),
        },
        (Limit::Special(a), Limit::Special(b)) => Limit::Special(a + b),
        // A real number changes nothing of ∞ and NaN, and 0 nothing of a real number.
        (Limit::Real(real), Limit::Special(a)) | (Limit::Special(a), Limit::Real(real)) => {
            if a.is_zero() { Limit::Real(real) } else { Limit::Special(a) }
        }
    })
}

/// The number itself, or for a real number one of its sign.
fn sign(of: &Limit) -> Option<Float> {
    match of {
        Limit::Special(a) => Some(a.clone()),
        Limit::Real(a) if *a.lo() > 0 => Some(Float::with_val(a.lo().prec(), 1)),
        Limit::Real(a) if *a.hi() < 0 => Some(Float::with_val(a.lo().prec(), -1)),
        Limit::Real(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_functions::language::FunctionSpec;

    /// The value as text, so that zeros are told apart; none where there is no simple one.
    fn limit(function: &str, x: f64) -> Option<String> {
        let spec = FunctionSpec::parse(function).expect("a function");
        match at(&spec.expr, &Float::with_val(96, x))? {
            Limit::Special(value) => Some(value.to_f64().to_string()),
            Limit::Real(value) => value.is_point().then(|| value.lo().to_f64().to_string()),
        }
    }
    #[test]
    fn exact_zeros_have_the_sign_of_their_operations_and_go_on_by_them() {
        let inf = f64::INFINITY;
        for (function, x, y) in [
            ("log(1 + exp(x))", -inf, "0"),
            ("log(1 + 1 / (1 + x * x))", inf, "0"),
            ("1 / log(1 + exp(x))", -inf, "inf"),
            ("x * log(1 + exp(x))", -inf, "NaN"),
            ("-acos(1 + 1 / x)", inf, "-0"),
            ("sinpi(1 / x - 2)", inf, "-0"),
            ("tanpi(1 + 1 / x)", inf, "-0"),
            ("1 + 1 / x - 1", -inf, "0"),
            ("2 + (1 - exp(1 / x))", -inf, "2"),
        ] {
            assert_eq!(limit(function, x).as_deref(), Some(y), "{function} at {x}");
        }
    }

    #[test]
    fn what_has_no_value_is_what_its_operations_give() {
        let inf = f64::INFINITY;
        for (function, x, y) in [
            ("sqrt(1 / x - 1)", inf, Some("NaN")),
            ("rootn(1 / x - pi, 4)", inf, Some("NaN")),
            ("log(1 / x - 1)", inf, Some("NaN")),
            ("gamma(1 / x - 1)", inf, Some("NaN")),
            ("tanpi(1 / 2 + 1 / x)", inf, Some("inf")),
            ("exp(1 / x)", 0.0, Some("inf")),
            ("exp(1 / x)", -0.0, Some("0")),
            ("1 / (1 + 1 / x)", -0.0, Some("-0")),
            ("exp(-1 / (x - 1))", 1.0, Some("0")),
            // 0, but no precision tells.
            ("atan(x) - pi / 2", inf, None),
            ("log(atan(x) - pi / 2)", inf, None),
            ("1 / (atan(x) - pi / 2)", inf, None),
        ] {
            assert_eq!(limit(function, x).as_deref(), y, "{function} at {x}");
        }
    }
}
