//! The value at ±∞: what the operations of an expression give there, by IEEE 754, enclosed where it is a real number.

use rug::float::Round;
use rug::ops::Pow;
use rug::{Float, Rational};
use std::cmp::Ordering;
use tmd_functions::interval::Interval;
use tmd_functions::language::{Expr, ExprKind};
use tmd_functions::mpfr;

/// A value of a part.
#[derive(Clone, Debug)]
pub enum Limit {
    /// ±∞, NaN, or 0 with its sign.
    Special(Float),
    /// A real number in an interval.
    Real(Interval),
}

/// The value of an expression at ±∞; `None` if it is not told at the precision of `x`.
pub fn at(expr: &Expr, x: &Float) -> Option<Limit> {
    let prec = x.prec();
    let of = |part: &Expr| at(part, x);
    match &expr.kind {
        ExprKind::X => Some(Limit::Special(x.clone())),
        ExprKind::Y | ExprKind::Pair(..) => None,
        ExprKind::Constant(number) => Some(constant(number, prec)),
        ExprKind::Pi => Some(Limit::Real(Interval::pi(prec))),
        ExprKind::Apply(function, a) => match of(a)? {
            Limit::Real(a) => (function.eval)(&a).ok().map(Limit::Real),
            Limit::Special(a) => {
                let known = mpfr::find(function.name)?;
                special(&a, |y, to| (known.round)(y, to))
            }
        },
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
            Limit::Real(a) => a.rootn(*n).ok().map(Limit::Real),
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

/// A function's value at a special number, correctly rounded in both directions.
fn special(a: &Float, round: impl Fn(&mut Float, Round) -> Ordering) -> Option<Limit> {
    let [low, high] = [Round::Down, Round::Up].map(|to| {
        let mut y = a.clone();
        round(&mut y, to);
        y
    });
    if !low.is_finite() || (low.is_zero() && high.is_zero()) {
        return Some(Limit::Special(low));
    }
    Interval::new(low, high).ok().map(Limit::Real)
}

fn sum(a: Limit, b: Limit) -> Option<Limit> {
    Some(match (a, b) {
        (Limit::Real(a), Limit::Real(b)) => Limit::Real(a.add(&b)),
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
