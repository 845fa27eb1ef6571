//! Enclosures of expressions in which x stands more than once, or does so in derivatives.
//!
//! Interval arithmetic takes each x for a number of its own: e^x/(1 + e^x), the derivative of log(1 + e^x), is enclosed by [0.37, 2.7] on
//! [30, 31], though it is 1 - e^-30 and more. From the values at the centre c of the interval, and the Taylor coefficients over all of it,
//! f(x) = f(c) + f'(c)·(x - c) + … + f^(n)(ξ)/n!·(x - c)^n is enclosed as tightly as f is smooth (centred forms: Moore 1966,
//! Neumaier 1990). What both say is true of all values, and so is what they have in common.

use super::evaluate;
use super::expr::{Expr, ExprKind};
use crate::interval::{EvalError, Interval};
use rug::Integer;
use tmd_base::narrow;

/// Coefficients beyond the wanted ones, by which these are enclosed.
const MORE: usize = 12;

/// Whether an expression is more than a function, a power or a root of x: then x may stand more than once in it, or in its derivatives.
pub(super) fn is_composite(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::X | ExprKind::Y | ExprKind::Constant(_) | ExprKind::Pi => false,
        ExprKind::Neg(a) => is_composite(a),
        ExprKind::Apply(_, a) | ExprKind::Powi(a, _) | ExprKind::Rootn(a, _) => {
            a.kind != ExprKind::X
        }
        _ => true,
    }
}

/// As [`evaluate::eval`].
pub(super) fn eval(expr: &Expr, x: &Interval) -> Result<Interval, EvalError> {
    let plain = evaluate::eval(expr, x)?;
    let narrow = narrowed(expr, x, vec![plain.clone()]);
    Ok(narrow.into_iter().next().unwrap_or(plain))
}

/// The coefficients of [`evaluate::series`].
pub(super) fn series(expr: &Expr, x: &Interval, order: usize) -> Result<Vec<Interval>, EvalError> {
    let plain = evaluate::series(expr, x, order)?.into_coefficients();
    Ok(narrowed(expr, x, plain))
}

/// The coefficients over `x`, narrower where the centre tells more.
fn narrowed(expr: &Expr, x: &Interval, plain: Vec<Interval>) -> Vec<Interval> {
    if x.is_point() || !x.is_bounded() || !is_composite(expr) {
        return plain;
    }
    let last = plain.len() - 1 + MORE;
    let Ok(centre) = Interval::new(x.mid(), x.mid()) else { return plain };
    let (Ok(over), Ok(at)) =
        (evaluate::series(expr, x, last), evaluate::series(expr, &centre, last))
    else {
        return plain;
    };
    let (over, at) = (over.into_coefficients(), at.into_coefficients());
    let off = x.sub(&centre);
    let narrow = plain.into_iter().enumerate().map(|(k, own)| {
        let around = around(&at, &over[last], k, &off);
        own.intersect(&around).unwrap_or(own)
    });
    narrow.collect()
}

/// Coefficient k at all x whose offsets from the centre are `off`, from the coefficients there and the last one everywhere.
fn around(at: &[Interval], last: &Interval, k: usize, off: &Interval) -> Interval {
    let top = at.len() - 1;
    let times = |n: usize, c: &Interval| c.mul(&binomial(n, k, c.prec()));
    (k..top).rev().fold(times(top, last), |rest, n| rest.mul(off).add(&times(n, &at[n])))
}

/// n over k.
fn binomial(n: usize, k: usize, prec: u32) -> Interval {
    let [n, k] = [n, k].map(narrow::to_u32);
    Interval::from_integer(&Integer::from(Integer::binomial_u(n, k)), prec)
}

#[cfg(test)]
mod tests {
    use crate::interval::Interval;
    use crate::interval::testing::{Random, interval};
    use crate::language::{FunctionSpec, evaluate};
    use rug::Float;

    const TEXTS: [&str; 5] = [
        "exp(x) / (1 + exp(x))",
        "(exp(x) - exp(-x)) / 2",
        "log(1 + exp(x))",
        "log(exp(x) + exp(-x))",
        "powi(x, 3) - 2 * powi(x, 2) + x",
    ];

    /// Values and coefficients at points are in the enclosures, which are no wider than those without a centre.
    #[test]
    fn values_are_in_narrower_enclosures() {
        let mut random = Random::new(11);
        let mut narrower = 0;
        for text in TEXTS {
            let spec = FunctionSpec::parse(text).unwrap();
            for _ in 0..60 {
                let a = random.between(-20.0, 40.0);
                let width = 2f64.powf(random.between(-30.0, 2.0));
                let x = interval(a, a + width).at_prec(160);
                let plain = evaluate::series(&spec.expr, &x, 3).unwrap().into_coefficients();
                let own = spec.series_over(&x, 3).unwrap();
                let value = spec.eval_over(&x).unwrap();
                for _ in 0..8 {
                    let t = Float::with_val(53, random.between(a, a + width));
                    let t = t.to_rational().unwrap();
                    let at = spec.series(&Interval::from_rational(&t, 160), 3).unwrap();
                    assert!(value.intersect(&at[0]).is_some(), "{text} at {t}");
                    for (own, at) in own.iter().zip(&at) {
                        assert!(own.intersect(at).is_some(), "{text} at {t}: {own} {at}");
                    }
                }
                for (own, plain) in own.iter().zip(&plain) {
                    assert!(plain.encloses(own), "{text}: {own} {plain}");
                    narrower += u32::from(own.width() * 4u32 < plain.width());
                }
            }
        }
        assert!(narrower > 350, "{narrower} of 1200");
    }

    #[test]
    fn a_sigmoid_is_below_one() {
        let spec = FunctionSpec::parse("exp(x) / (1 + exp(x))").unwrap();
        let x = interval(30.0, 30.015625).at_prec(128);
        assert!(*evaluate::eval(&spec.expr, &x).unwrap().hi() > 1.01);
        assert!(*spec.eval_over(&x).unwrap().hi() < 1);
        let [_, slope] = <[Interval; 2]>::try_from(spec.series_over(&x, 1).unwrap()).unwrap();
        assert!(*slope.lo() > 0 && *slope.hi() < 2f64.powi(-43), "{slope}");
    }
}
