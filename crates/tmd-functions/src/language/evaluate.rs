//! The three evaluators of an expression tree. Each visits every node once; the parser bounds the depth.

use rug::Rational;

use crate::interval::{EvalCause, EvalError, Interval, Series};
use crate::language::expr::{Expr, ExprKind};
use crate::language::fraction;
use crate::language::functions;

/// An enclosure of the expression over `x`.
pub(super) fn eval(expr: &Expr, x: &Interval) -> Result<Interval, EvalError> {
    let result = match &expr.kind {
        ExprKind::X => Ok(x.clone()),
        ExprKind::Y => Err(no_second()),
        ExprKind::Constant(value) => Ok(Interval::from_rational(value, x.prec())),
        ExprKind::Pi => Ok(Interval::pi(x.prec())),
        ExprKind::Apply(function, a) => (function.eval)(&eval(a, x)?).map_err(|e| in_x(e, a)),
        ExprKind::Pair(pair, a, b) => (pair.rules.eval)(&eval(a, x)?, &eval(b, x)?),
        ExprKind::Neg(a) => Ok(eval(a, x)?.neg()),
        ExprKind::Add(a, b) => Ok(eval(a, x)?.add(&eval(b, x)?)),
        ExprKind::Sub(a, b) => Ok(eval(a, x)?.sub(&eval(b, x)?)),
        ExprKind::Mul(a, b) => Ok(eval(a, x)?.mul(&eval(b, x)?)),
        ExprKind::Div(a, b) => eval(a, x)?.div(&eval(b, x)?),
        ExprKind::Powi(a, n) => eval(a, x)?.powi(*n),
        ExprKind::Rootn(a, n) => eval(a, x)?.rootn(*n),
    };
    result.and_then(bounded).map_err(|e| e.or_at(&expr.span))
}

/// A second variable has no value in a function of one.
fn no_second() -> EvalError {
    EvalError::new("y", EvalCause::NotAnInterval, "no value")
}

/// The error of an operation on `argument`, of which only a gap of x itself is told.
fn in_x(error: EvalError, argument: &Expr) -> EvalError {
    match argument.kind {
        ExprKind::X => error,
        _ => EvalError { gap: None, ..error },
    }
}

/// An enclosure without any finite end is no result; one end is enough to tell that f overflows.
fn bounded(result: Interval) -> Result<Interval, EvalError> {
    if result.lo().is_finite() || result.hi().is_finite() {
        Ok(result)
    } else {
        Err(EvalError::new("evaluation", EvalCause::Unbounded, result))
    }
}

/// Taylor coefficients of the expression over `x`.
pub(super) fn series(expr: &Expr, x: &Interval, order: usize) -> Result<Series, EvalError> {
    let part = |e: &Expr| series(e, x, order);
    let result = match &expr.kind {
        ExprKind::X => Ok(Series::variable(x, order)),
        ExprKind::Y => Err(no_second()),
        ExprKind::Constant(value) => {
            Ok(Series::constant(&Interval::from_rational(value, x.prec()), order))
        }
        ExprKind::Pi => Ok(Series::constant(&Interval::pi(x.prec()), order)),
        ExprKind::Apply(function, a) => (function.series)(&part(a)?).map_err(|e| in_x(e, a)),
        ExprKind::Pair(pair, a, b) => (pair.rules.series)(&part(a)?, &part(b)?),
        ExprKind::Neg(a) => Ok(part(a)?.neg()),
        ExprKind::Add(a, b) => Ok(part(a)?.add(&part(b)?)),
        ExprKind::Sub(a, b) => Ok(part(a)?.sub(&part(b)?)),
        ExprKind::Mul(a, b) => Ok(part(a)?.mul(&part(b)?)),
        ExprKind::Div(a, b) => part(a)?.div(&part(b)?),
        ExprKind::Powi(a, n) => part(a)?.powi(*n),
        ExprKind::Rootn(a, n) => part(a)?.rootn(*n),
    };
    let checked = result.and_then(|s| match s.coefficients().iter().find(|c| !c.is_bounded()) {
        Some(c) => Err(EvalError::new("Taylor expansion", EvalCause::Unbounded, c)),
        None => Ok(s),
    });
    checked.map_err(|e| e.or_at(&expr.span))
}

/// The exact value at `x`, where it is provably rational.
pub(super) fn exact(expr: &Expr, x: &Rational) -> Option<Rational> {
    let part = |e: &Expr| exact(e, x);
    let value = match &expr.kind {
        ExprKind::X => x.clone(),
        ExprKind::Constant(value) => value.clone(),
        ExprKind::Pi | ExprKind::Y => return None,
        ExprKind::Pair(pair, a, b) => (pair.exact)(&part(a)?, &part(b)?)?,
        ExprKind::Apply(function, a) => (function.exact)(&part(a)?)?,
        ExprKind::Neg(a) => -part(a)?,
        ExprKind::Add(a, b) => part(a)? + part(b)?,
        ExprKind::Sub(a, b) => part(a)? - part(b)?,
        ExprKind::Mul(a, b) => match (part(a), part(b)) {
            (Some(a), Some(b)) => a * b,
            (Some(zero), None) if zero.is_zero() && is_defined(b, x) => zero,
            (None, Some(zero)) if zero.is_zero() && is_defined(a, x) => zero,
            _ => return None,
        },
        ExprKind::Div(a, b) => {
            let divisor = part(b).filter(|d| !d.is_zero());
            match (part(a)?, divisor) {
                (a, Some(b)) => a / b,
                // 0 over something that is not 0.
                (zero, None) if zero.is_zero() && is_nonzero(b, x) => zero,
                _ => return None,
            }
        }
        ExprKind::Powi(a, n) => fraction::power(part(a)?, *n)?,
        ExprKind::Rootn(a, n) => functions::rational_root(&part(a)?, *n)?,
    };
    fraction::is_short(&value).then_some(value)
}

/// Whether the expression certainly has a value at `x`.
fn is_defined(expr: &Expr, x: &Rational) -> bool {
    eval(expr, &Interval::from_rational(x, 256)).is_ok()
}

/// Whether the expression certainly has a value other than 0 at `x`.
fn is_nonzero(expr: &Expr, x: &Rational) -> bool {
    eval(expr, &Interval::from_rational(x, 256)).is_ok_and(|value| !value.contains_zero())
}

#[cfg(test)]
mod tests {
    use crate::interval::testing::{Random, interval};
    use crate::interval::{EvalCause, Interval};
    use crate::language::FunctionSpec;
    use rug::{Float, Rational};
    use tmd_base::diag::DiagKind;

    fn spec(text: &str) -> FunctionSpec {
        FunctionSpec::parse(text).unwrap_or_else(|d| panic!("{}", d.render(false)))
    }

    #[test]
    fn evaluation_contains_points_and_series_agrees() {
        let f = spec("exp(x) * sin(x) / (1 + powi(x, 2)) - sqrt(ln(2 + x) * 0.1) + cos(pi * x)");
        let mut random = Random::new(6);
        for _ in 0..100 {
            let a = random.between(0.0, 3.0);
            let x = interval(a, a + random.between(0.0, 0.5)).at_prec(100);
            let wide = f.eval(&x).unwrap();
            let series = f.series(&x, 5).unwrap();
            assert_eq!(series.len(), 6);
            assert!(series[0].intersect(&wide).is_some());
            let t = random.inside(&x);
            let value = Float::with_val(400, &t);
            let p = |v: Float| Float::with_val(400, v);
            let point = p(value.clone().exp()) * value.clone().sin()
                / (p(value.clone().square()) + 1u32)
                - p((value.clone() + 2u32).ln() / 10u32).sqrt()
                + p(p(Float::with_val(400, rug::float::Constant::Pi)) * &value).cos();
            assert!(wide.contains(&point) && series[0].contains(&point), "{wide} {point}");
        }
    }

    #[test]
    fn errors_tell_the_part_that_failed() {
        let f = spec("1 + log(x - 1)");
        let error = f.eval(&interval(0.5, 2.0)).unwrap_err();
        assert_eq!(error.cause, EvalCause::NotPositive);
        let diag = f.diagnose(&error);
        assert_eq!(diag.offending(), Some("log(x - 1)"));
        assert_eq!(diag.kind, DiagKind::Domain);
        let f = spec("1 / sin(x)");
        let error = f.series(&interval(-0.5, 0.5), 3).unwrap_err();
        assert_eq!(f.diagnose(&error).offending(), Some("1 / sin(x)"));
        let huge = spec("exp(exp(x))").eval(&interval(1e3, 1e3)).unwrap();
        assert!(!huge.is_bounded() && *huge.lo() > 1e300);
        let series = spec("exp(exp(x))").series(&interval(1e3, 1e3), 1).unwrap_err();
        assert_eq!(series.cause, EvalCause::Unbounded);
        let nothing = spec("exp(exp(x)) - exp(exp(x))").eval(&interval(1e3, 1e3)).unwrap_err();
        assert_eq!(nothing.cause, EvalCause::Unbounded);
        let outside = |text: &str, x: Interval| spec(text).eval(&x).unwrap_err().everywhere;
        assert!(outside("log(x - 1)", interval(0.5, 0.75)) && outside("1 / x", interval(0.0, 0.0)));
        assert!(
            !outside("log(x - 1)", interval(0.5, 2.0)) && !outside("1 / x", interval(-1.0, 1.0))
        );
    }

    #[test]
    fn exact_values() {
        let r = |n: i64, d: i64| Rational::from((n, d));
        for (text, x, want) in [
            ("exp(x)", r(0, 1), Some(r(1, 1))),
            ("exp(x)", r(1, 1), None),
            ("log(x)", r(1, 1), Some(r(0, 1))),
            ("log(x)", r(-1, 1), None),
            ("sin(x) + cos(x)", r(0, 1), Some(r(1, 1))),
            ("sqrt(x)", r(9, 4), Some(r(3, 2))),
            ("sqrt(x)", r(2, 1), None),
            ("rootn(x, 3)", r(-27, 8), Some(r(-3, 2))),
            ("rootn(x, -4)", r(16, 1), Some(r(1, 2))),
            ("rootn(x, -4)", r(0, 1), None),
            ("compound(x, 3)", r(1, 2), Some(r(27, 8))),
            ("x / (x - 1)", r(3, 1), Some(r(3, 2))),
            ("x / (x - 1)", r(1, 1), None),
            ("powi(x, -2)", r(3, 2), Some(r(4, 9))),
            ("powi(x, -2)", r(0, 1), None),
            ("exp(log(x)) * 0.1", r(1, 1), Some(r(1, 10))),
            ("x * exp(2 + x)", r(0, 1), Some(r(0, 1))),
            ("x * log(x)", r(0, 1), None),
            ("sin(x) / exp(1)", r(0, 1), Some(r(0, 1))),
            ("pi", r(0, 1), None),
            ("powi(powi(powi(x, 100000), 100000), 100000)", r(3, 1), None),
            ("powi(powi(powi(x, 100000), 100000), 100000)", r(-1, 1), Some(r(1, 1))),
        ] {
            assert_eq!(spec(text).exact_value(&x), want, "{text} at {x}");
        }
    }

    #[test]
    fn deep_trees_evaluate_in_linear_time() {
        let mut text = "x".to_string();
        for _ in 0..90 {
            text = format!("sin({text} + x)");
        }
        let f = spec(&text);
        let x = Interval::from_f64(0.5, 100).unwrap();
        assert!(f.eval(&x).is_ok());
        assert!(f.series(&x, 3).is_ok());
        assert_eq!(f.exact_value(&Rational::new()), Some(Rational::new()));
    }
}
