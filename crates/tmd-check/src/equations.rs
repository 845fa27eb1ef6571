//! What becomes of a value where x is scaled, changes its sign, or is translated: by algebra, part by part.

use crate::function::{Expr, Function, Rule};
use rug::Rational;

/// What is done to x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It becomes ±2^exponent·x.
    Scale { exponent: i32, negates: bool },
    /// It becomes x and so much.
    Add(i32),
}

/// What becomes of f(x).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It becomes ±2^exponent·f(x).
    Factor { exponent: i32, negates: bool },
    /// It becomes f(x) and so much.
    Term(i32),
}

const ODD: &str = "sin tan asin atan sinpi tanpi asinpi atanpi sinh tanh asinh atanh erf j1";
const EVEN: &str = "cos cospi cosh j0";

/// The change of sign of a function's value where its argument changes its sign.
fn opposite(function: &Function) -> Option<bool> {
    let is_in = |list: &str| list.split(' ').any(|name| name == function.names[0]);
    (is_in(ODD) || is_in(EVEN)).then(|| is_in(ODD))
}

/// The n-th root of ±2^e.
fn root((negates, e): (bool, Rational), n: i32) -> Option<(bool, Rational)> {
    (!negates || n % 2 != 0).then(|| (negates, e / n))
}

/// The sign and e with u becoming ±2^e·u, where that follows; e is a fraction under roots.
fn factor(expr: &Expr, change: Change) -> Option<(bool, Rational)> {
    let part = |expr: &Expr| factor(expr, change);
    let same = (false, Rational::new());
    if !expr.has_x() {
        return Some(same);
    }
    match expr {
        Expr::Const(_) | Expr::Pi => Some(same),
        Expr::X => match change {
            Change::Scale { exponent, negates } => Some((negates, exponent.into())),
            Change::Add(_) => None,
        },
        Expr::Neg(a) => part(a),
        Expr::Add(a, b) | Expr::Sub(a, b) => part(a).filter(|a| part(b).as_ref() == Some(a)),
        Expr::Mul(a, b) => part(a).zip(part(b)).map(|(a, b)| (a.0 != b.0, a.1 + b.1)),
        Expr::Div(a, b) => part(a).zip(part(b)).map(|(a, b)| (a.0 != b.0, a.1 - b.1)),
        Expr::Powi(a, n) => part(a).map(|(negates, e)| (negates && n % 2 != 0, e * n)),
        Expr::Rootn(a, n) => root(part(a)?, *n),
        Expr::Call(function, a) => match (change, &**a, function.rule) {
            (Change::Add(n), Expr::X, Rule::Power(2, 0)) => Some((false, n.into())),
            (Change::Add(n), Expr::X, Rule::Turns { .. }) => Some((n % 2 != 0, Rational::new())),
            (Change::Add(_), Expr::X, Rule::TanTurns) => Some(same),
            (.., Rule::Root(n)) => root(part(a)?, n),
            _ => match part(a)? {
                (_, e) if !e.is_zero() => None,
                (true, e) => opposite(function).map(|negates| (negates, e)),
                unchanged => Some(unchanged),
            },
        },
    }
}

/// c with u becoming u + c, where that follows.
fn term(expr: &Expr, change: Change) -> Option<Rational> {
    match expr {
        _ if factor(expr, change) == Some((false, Rational::new())) => Some(Rational::new()),
        Expr::Call(function, a) if function.rule == Rule::Log(2, 0) => {
            factor(a, change).filter(|(negates, _)| !negates).map(|(_, e)| e)
        }
        Expr::Neg(a) => term(a, change).map(|c| -c),
        Expr::Add(a, b) => Some(term(a, change)? + term(b, change)?),
        Expr::Sub(a, b) => Some(term(a, change)? - term(b, change)?),
        _ => None,
    }
}

/// What becomes of f, if it is by a whole number.
pub(crate) fn effect(expr: &Expr, change: Change) -> Option<Effect> {
    let whole = |e: Rational| if e.is_integer() { e.numer().to_i32() } else { None };
    match factor(expr, change) {
        Some((negates, e)) => whole(e).map(|exponent| Effect::Factor { exponent, negates }),
        None => term(expr, change).and_then(whole).map(Effect::Term),
    }
}

fn power(n: i32) -> String {
    if (0..=10).contains(&n) { (1 << n).to_string() } else { format!("2^{n}") }
}

/// An equation in words, if it is one.
fn words(expr: &Expr, change: Change) -> Option<String> {
    let left = match change {
        Change::Scale { exponent: 0, .. } => "-x".to_owned(),
        Change::Scale { exponent, .. } => format!("{}·x", power(exponent)),
        Change::Add(n) => format!("x + {n}"),
    };
    let right = match effect(expr, change)? {
        Effect::Factor { exponent, negates } => {
            let sign = if negates { "-" } else { "" };
            let factor = if exponent == 0 { String::new() } else { power(exponent) + "·" };
            format!("{sign}{factor}f(x)")
        }
        Effect::Term(c) => format!("f(x) {} {}", if c < 0 { '-' } else { '+' }, c.unsigned_abs()),
    };
    Some(format!("f({left}) = {right}"))
}

/// Whether a text says equations that a change rests on: a scaling by several steps rests on that by one.
pub(crate) fn is_said(expr: &Expr, change: Change, text: &str) -> bool {
    let Change::Scale { exponent, negates } = change else {
        return words(expr, change).as_deref() == Some(text);
    };
    let parity = words(expr, Change::Scale { exponent: 0, negates: true }).filter(|_| negates);
    if exponent == 0 {
        return parity.as_deref() == Some(text);
    }
    (1..=exponent.abs()).filter(|step| exponent % step == 0).any(|step| {
        let scaling = words(expr, Change::Scale { exponent: step, negates: false });
        let all: Vec<String> = scaling.into_iter().chain(parity.clone()).collect();
        all.len() == 1 + usize::from(negates) && all.join(" and ") == text
    })
}
