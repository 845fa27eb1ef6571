//! What IEEE 754 has for a function where it has no value in the real numbers: at ±∞, at poles, at NaN; and the sign of 0.

use crate::language::expr::{Expr, ExprKind};
use crate::mpfr;
use rug::float::{Constant, Round, Special};
use rug::ops::Pow;
use rug::{Assign, Float};

/// The value of an expression, each part of it computed at the precision of `x` from the values of its own parts: by section
/// 9.2 of IEEE 754-2019 for functions and section 6 for arithmetic.
pub(super) fn value(expr: &Expr, x: &Float) -> Float {
    let prec = x.prec();
    let of = |part: &Expr| value(part, x);
    match &expr.kind {
        ExprKind::X => x.clone(),
        // Of functions of two variables, which have no such values yet.
        ExprKind::Y | ExprKind::Pair(..) => Float::with_val(prec, Special::Nan),
        ExprKind::Constant(number) => Float::with_val(prec, number),
        ExprKind::Pi => Float::with_val(prec, Constant::Pi),
        ExprKind::Apply(function, a) => {
            let mut y = of(a);
            match mpfr::find(function.name) {
                Some(known) => _ = (known.round)(&mut y, Round::Nearest),
                None => y.assign(Special::Nan),
            }
            y
        }
        ExprKind::Neg(a) => -of(a),
        ExprKind::Add(a, b) => of(a) + of(b),
        ExprKind::Sub(a, b) => of(a) - of(b),
        ExprKind::Mul(a, b) => of(a) * of(b),
        ExprKind::Div(a, b) => of(a) / of(b),
        ExprKind::Powi(a, n) => of(a).pow(*n),
        ExprKind::Rootn(a, n) => of(a).root_i(*n),
    }
}

#[cfg(test)]
mod tests {
    use crate::language::FunctionSpec;
    use crate::language::functions;
    use crate::mpfr;
    use rug::Float;

    /// The signed value as text, so that zeros are told apart.
    fn at(function: &str, x: f64) -> String {
        let spec = FunctionSpec::parse(function).expect("a function");
        spec.special_value(&Float::with_val(80, x)).to_f64().to_string()
    }

    #[test]
    fn every_function_has_one() {
        for function in functions::all() {
            assert!(mpfr::find(function.name).is_some(), "{}", function.name);
        }
    }

    /// IEEE 754-2019, section 9.2.1.
    #[test]
    fn special_values_are_those_of_the_standard() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        for (function, x, y) in [
            ("exp", -inf, "0"),
            ("expm1", -inf, "-1"),
            ("expm1", -0.0, "-0"),
            ("log", -0.0, "-inf"),
            ("log", -1.0, "NaN"),
            ("logp1", -1.0, "-inf"),
            ("rsqrt", -0.0, "-inf"),
            ("rsqrt", inf, "0"),
            ("sqrt", -0.0, "-0"),
            ("sin", inf, "NaN"),
            ("sinpi", 2.0, "0"),
            ("sinpi", -2.0, "-0"),
            ("cospi", 1.5, "0"),
            ("tanpi", 0.5, "inf"),
            ("tanpi", 1.0, "-0"),
            ("atanh", 1.0, "inf"),
            ("gamma", -0.0, "-inf"),
            ("gamma", -3.0, "NaN"),
            ("lgamma", -3.0, "inf"),
            ("x / (1 + exp(-x))", inf, "inf"),
            ("rootn(x, -3)", -0.0, "-inf"),
            ("1 / x", -inf, "-0"),
            ("exp(x) * 0", nan, "NaN"),
        ] {
            assert_eq!(at(function, x), y, "{function} at {x}");
        }
    }
}
