//! Values of functions of two numbers where their rules, which are for whole intervals, have none.
//!
//! The rules of powers are those of e^(b·log a), for positive a. At one pair of numbers there is more to say, as IEEE 754-2019 (section
//! 9.2.1) has it: a negative number has powers with integer exponents, 0 has those with exponents that are not negative, and points
//! left of the origin have the angle π. Only which of these it is must be known for certain.

use rug::{Integer, Rational};
use std::cmp::Ordering;
use tmd_functions::interval::Interval;
use tmd_functions::language::functions::{Pair, find_pair};
use tmd_functions::language::{Expr, ExprKind, FunctionSpec};

/// Bits of the enclosures by which signs and integers are told, rising.
const PRECISIONS: [u32; 2] = [128, 2048];

/// Whether there are functions of two numbers in an expression.
pub(super) fn has_pairs(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Pair(..)) || expr.children().any(has_pairs)
}

/// The function with another tree, which has the same values near `x` where there are some, and at `x` those that only single pairs have;
/// `None` if it is not known which.
pub(super) fn at(line: &FunctionSpec, x: &Rational) -> Option<FunctionSpec> {
    let expr = part_at(&line.expr, x)?;
    Some(FunctionSpec { text: line.text.clone(), expr })
}

fn part_at(expr: &Expr, x: &Rational) -> Option<Expr> {
    let expr = expr.with_parts(|part| part_at(part, x))?;
    let ExprKind::Pair(pair, a, b) = &expr.kind else { return Some(expr) };
    match pair.name {
        "pow" => power(expr.clone(), a, b, x),
        "compound" => {
            let one = Expr::new(ExprKind::Constant(Rational::from(1)), a.span.clone());
            let kind = ExprKind::Add(Box::new(one), a.clone());
            power(expr.clone(), &Expr::new(kind, a.span.clone()), b, x)
        }
        "atan2" => match [sign(a, x), sign(b, x)] {
            [Sign::Is(Ordering::Equal), Sign::Is(Ordering::Less)] => {
                Some(Expr::new(ExprKind::Pi, expr.span.clone()))
            }
            [Sign::Is(Ordering::Equal), Sign::Unknown] => None,
            _ => Some(expr),
        },
        _ => Some(expr),
    }
}

/// A power: `own` where that has the value, or there is none.
fn power(own: Expr, base: &Expr, exponent: &Expr, x: &Rational) -> Option<Expr> {
    let new = |kind| Expr::new(kind, own.span.clone());
    let number = |value: u32| Some(new(ExprKind::Constant(Rational::from(value))));
    match sign(base, x) {
        Sign::Is(Ordering::Equal) => match sign(exponent, x) {
            Sign::Is(Ordering::Greater) => number(0),
            Sign::Is(Ordering::Equal) => number(1),
            Sign::Unknown => None,
            Sign::Is(Ordering::Less) | Sign::NoValue => Some(own),
        },
        Sign::Is(Ordering::Less) => {
            let positive = new(ExprKind::Neg(Box::new(base.clone())));
            let pow: &'static Pair = find_pair("pow")?;
            let size = new(ExprKind::Pair(pow, Box::new(positive), Box::new(exponent.clone())));
            match whole(exponent, x) {
                Whole::Even => Some(size),
                Whole::Odd => Some(new(ExprKind::Neg(Box::new(size)))),
                Whole::No => Some(own),
                Whole::Unknown => None,
            }
        }
        // A base that is not told from 0 leaves the value open, as it is.
        Sign::Is(Ordering::Greater) | Sign::NoValue | Sign::Unknown => Some(own),
    }
}

/// What is known of the sign of a part.
enum Sign {
    Is(Ordering),
    NoValue,
    Unknown,
}

fn sign(expr: &Expr, x: &Rational) -> Sign {
    for own in enclosures(expr, x) {
        match own {
            Some(value) if value.contains_zero() => {}
            Some(value) if *value.lo() > 0 => return Sign::Is(Ordering::Greater),
            Some(_) => return Sign::Is(Ordering::Less),
            None => return Sign::NoValue,
        }
    }
    match spec(expr).exact_value(x) {
        Some(value) => Sign::Is(value.cmp0()),
        None => Sign::Unknown,
    }
}

/// Whether a part is an integer, and which.
enum Whole {
    Even,
    Odd,
    No,
    Unknown,
}

fn whole(expr: &Expr, x: &Rational) -> Whole {
    if let Some(value) = spec(expr).exact_value(x) {
        return match (*value.denom() == 1, value.numer().is_even()) {
            (true, true) => Whole::Even,
            (true, false) => Whole::Odd,
            (false, _) => Whole::No,
        };
    }
    let has_integer = |value: &Interval| {
        let [lo, hi] = [value.lo(), value.hi()].map(|end| end.to_rational());
        let floor = |end: Rational| Integer::from(end.floor_ref());
        match (lo, hi) {
            (Some(lo), Some(hi)) => floor(hi) >= lo,
            _ => true,
        }
    };
    match enclosures(expr, x).any(|own| own.is_none_or(|value| !has_integer(&value))) {
        true => Whole::No,
        false => Whole::Unknown,
    }
}

/// Enclosures of a part that has a value; `None` where it has none for certain.
fn enclosures(expr: &Expr, x: &Rational) -> impl Iterator<Item = Option<Interval>> {
    let spec = spec(expr);
    PRECISIONS.into_iter().filter_map(move |prec| {
        match spec.eval(&Interval::from_rational(x, prec)) {
            Ok(value) => Some(Some(value)),
            Err(error) => error.everywhere.then_some(None),
        }
    })
}

fn spec(expr: &Expr) -> FunctionSpec {
    FunctionSpec { text: String::new(), expr: expr.clone() }
}
