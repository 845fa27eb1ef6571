//! What algebra and number theory tell of values: which are rational, and which cannot be.

use crate::centred::expand;
use crate::function::{Expr, Rule};
use crate::inputs::Inputs;
use crate::interval::Interval;
use rug::ops::{Pow, RemRounding};
use rug::{Integer, Rational};

/// Fractions with more bits are given up.
const MOST_BITS: u64 = 1 << 20;

/// Beyond these exponents b^x, for a base of 2 or more, is above every format or closer to 0 than its numbers. From -128 on b^x - 1
/// is strictly between -1 and the next number.
const FAR: i32 = 1 << 15;

/// What is known of a function's value at a rational number.
#[derive(Clone, Debug, PartialEq)]
enum Known {
    Rational(Rational),
    Irrational,
    /// Nothing.
    Open,
}

fn known(rule: Rule, x: &Rational) -> Known {
    let decided = |value: Option<Rational>| value.map_or(Known::Irrational, Known::Rational);
    let is = |n: i32| *x == n;
    // 6·x modulo 12, where that is an integer; likewise 4·x modulo 4.
    let turns = |x: Rational, k: i32, n: i32| -> Option<i32> {
        let product = x * k;
        product.is_integer().then(|| product.numer().clone().rem_euc(Integer::from(n)).to_i32())?
    };
    let sine = |x: Rational| {
        Some(match turns(x, 6, 12)? {
            0 | 6 => Rational::new(),
            1 | 5 => Rational::from((1, 2)),
            3 => Rational::from(1),
            7 | 11 => Rational::from((-1, 2)),
            9 => Rational::from(-1),
            _ => return None,
        })
    };
    match rule {
        Rule::Only(at, value) => decided(is(at).then(|| Rational::from(value))),
        Rule::Power(base, less) => match x.numer().to_i32().filter(|_| x.is_integer()) {
            Some(n) if n.unsigned_abs() <= 1 << 15 => {
                Known::Rational(Rational::from(base).pow(n) - less)
            }
            _ if x.is_integer() => Known::Open,
            _ => Known::Irrational,
        },
        Rule::Log(base, more) => {
            let argument = Rational::from(x + more);
            let count = |n: &Integer| {
                let (rest, count) = n.clone().remove_factor(&Integer::from(base));
                (rest == 1).then(|| Rational::from(count))
            };
            decided(match (argument.numer(), argument.denom()) {
                (up, down) if *down == 1 => count(up),
                (up, down) if *up == 1 => count(down).map(|n| -n),
                _ => None,
            })
        }
        Rule::Root(n) => decided(root(x, n)),
        Rule::Turns { quarter } => {
            decided(sine(if quarter { Rational::from((1, 2)) + x } else { x.clone() }))
        }
        Rule::TanTurns => decided(match turns(x.clone(), 4, 4) {
            Some(0) => Some(Rational::new()),
            Some(1) => Some(Rational::from(1)),
            Some(3) => Some(Rational::from(-1)),
            _ => None,
        }),
        Rule::ArcTurns { co } => {
            let twice = Rational::from(x * 2);
            let arc = match twice.numer().to_i32().filter(|_| twice.is_integer()) {
                Some(n @ (0 | 2 | -2)) => Some(Rational::from((n, 4))),
                Some(n @ (1 | -1)) => Some(Rational::from((n, 6))),
                _ => None,
            };
            decided(arc.map(|arc| if co { Rational::from((1, 2)) - arc } else { arc }))
        }
        Rule::AtanTurns => decided((is(0) || is(1) || is(-1)).then(|| Rational::from(x / 4))),
        Rule::Erf { co } if is(0) => Known::Rational(Rational::from(i32::from(co))),
        Rule::Factorial => match x.numer().to_u32().filter(|_| x.is_integer()) {
            Some(n @ 1..=3000) => {
                Known::Rational(Rational::from(Integer::from(Integer::factorial(n - 1))))
            }
            _ => Known::Open,
        },
        Rule::LogFactorial if is(1) || is(2) => Known::Rational(Rational::new()),
        Rule::Erf { .. } | Rule::LogFactorial | Rule::Open => Known::Open,
    }
}

/// The n-th root of a fraction, if it is rational: then both its parts are powers.
fn root(x: &Rational, n: i32) -> Option<Rational> {
    if n < 0 {
        return root(x, -n).filter(|root| !root.is_zero()).map(Rational::recip);
    }
    if n == 0 || (*x < 0 && n % 2 == 0) {
        return None;
    }
    let part = |part: &Integer| {
        let (root, rest) = part.clone().root_rem(Integer::new(), n.unsigned_abs());
        rest.is_zero().then_some(root)
    };
    Some(Rational::from((part(x.numer())?, part(x.denom())?)))
}

fn bits(value: &Rational) -> u64 {
    u64::from(value.numer().significant_bits()) + u64::from(value.denom().significant_bits())
}

/// The value at a rational number, if it is rational for certain.
pub(crate) fn exact(expr: &Expr, x: &Rational) -> Option<Rational> {
    by_parts(expr, x).or_else(|| {
        let is_compound = matches!(
            expr,
            Expr::Neg(..)
                | Expr::Add(..)
                | Expr::Sub(..)
                | Expr::Mul(..)
                | Expr::Div(..)
                | Expr::Powi(..)
        );
        let point = Interval::point(x, 64);
        is_compound.then(|| Inputs { all: &point, one: Some(x) }.ratio(expr))?
    })
}

/// The same, part by part.
fn by_parts(expr: &Expr, x: &Rational) -> Option<Rational> {
    let part = |expr: &Expr| by_parts(expr, x);
    let enclosed = |expr: &Expr| expand(expr, &Interval::point(x, 256), 0).ok();
    let value = match expr {
        Expr::X => x.clone(),
        Expr::Const(value) => value.clone(),
        Expr::Pi => return None,
        Expr::Call(function, a) => match known(function.rule, &part(a)?) {
            Known::Rational(value) => value,
            Known::Irrational | Known::Open => return None,
        },
        Expr::Neg(a) => -part(a)?,
        Expr::Add(a, b) => part(a)? + part(b)?,
        Expr::Sub(a, b) => part(a)? - part(b)?,
        Expr::Mul(a, b) => match (part(a), part(b)) {
            (Some(a), Some(b)) => a * b,
            (Some(zero), None) if zero.is_zero() && enclosed(b).is_some() => zero,
            (None, Some(zero)) if zero.is_zero() && enclosed(a).is_some() => zero,
            _ => return None,
        },
        Expr::Div(a, b) => match (part(a)?, part(b)) {
            (a, Some(b)) if !b.is_zero() => a / b,
            (zero, None) if zero.is_zero() && enclosed(b).is_some_and(|b| !b[0].has_zero()) => zero,
            _ => return None,
        },
        Expr::Powi(a, n) => {
            let base = part(a)?;
            let too_long = bits(&base) * u64::from(n.unsigned_abs()) > MOST_BITS;
            if (base.is_zero() && *n < 0)
                || (too_long && base.clone().abs() != 1 && !base.is_zero())
            {
                return None;
            }
            base.pow(*n)
        }
        Expr::Rootn(a, n) => root(&part(a)?, *n)?,
    };
    (bits(&value) <= MOST_BITS).then_some(value)
}

/// Whether it is made of x and rational numbers by rational operations.
fn is_rational_function(expr: &Expr) -> bool {
    match expr {
        Expr::Pi | Expr::Call(..) | Expr::Rootn(..) => false,
        _ => expr.parts().into_iter().all(is_rational_function),
    }
}

impl Inputs<'_> {
    fn is_rational(&self, expr: &Expr) -> bool {
        self.one.map_or_else(|| is_rational_function(expr), |x| exact(expr, x).is_some())
    }

    fn is_nonzero(&self, expr: &Expr) -> bool {
        let has_no_zero = || expand(expr, self.all, 0).is_ok_and(|value| !value[0].has_zero());
        match self.one {
            Some(x) => exact(expr, x).is_some_and(|value| !value.is_zero()),
            None => is_rational_function(expr) && has_no_zero(),
        }
    }

    /// Whether the value is irrational at each of them.
    fn is_irrational(&self, expr: &Expr) -> bool {
        let part = |expr: &Expr| self.is_irrational(expr);
        let is_compound = matches!(
            expr,
            Expr::Add(..) | Expr::Sub(..) | Expr::Mul(..) | Expr::Div(..) | Expr::Powi(..)
        );
        if is_compound && self.is_transcendental(expr) {
            return true;
        }
        match expr {
            Expr::Pi => true,
            Expr::X | Expr::Const(_) => false,
            Expr::Call(function, a) if self.is_irrational_of(function, a) => true,
            Expr::Call(function, a) => match (self.one, function.rule) {
                (Some(x), rule) => {
                    exact(a, x).is_some_and(|a| known(rule, &a) == Known::Irrational)
                }
                (None, Rule::Only(at, _)) => {
                    let misses = |a: &Interval| a.lo > at || a.hi < at;
                    is_rational_function(a) && expand(a, self.all, 0).is_ok_and(|a| misses(&a[0]))
                }
                _ => false,
            },
            Expr::Neg(a) => part(a),
            Expr::Add(a, b) | Expr::Sub(a, b) => {
                (part(a) && self.is_rational(b)) || (self.is_rational(a) && part(b))
            }
            Expr::Mul(a, b) | Expr::Div(a, b) => {
                (part(a) && self.is_nonzero(b)) || (self.is_nonzero(a) && part(b))
            }
            Expr::Powi(a, n) => n.abs() == 1 && part(a),
            Expr::Rootn(a, n) => {
                let value = self.one.and_then(|x| exact(a, x));
                part(a) || value.is_some_and(|value| root(&value, *n).is_none())
            }
        }
    }

    /// Whether no value at them is a number of a format or halfway between two.
    pub(crate) fn miss_breakpoints(&self, expr: &Expr) -> bool {
        let is_near_limit = match expr {
            Expr::Neg(a) => self.miss_breakpoints(a),
            Expr::Call(function, a) => expand(a, self.all, 0).is_ok_and(|a| match function.rule {
                Rule::Erf { co: false } => a[0].lo >= 16 || a[0].hi <= -16,
                Rule::Erf { co: true } => a[0].lo >= 128 || a[0].hi <= -16,
                Rule::Power(_, less) => {
                    a[0].lo > FAR || a[0].hi < -FAR || (less != 0 && a[0].hi <= -128)
                }
                _ => false,
            }),
            _ => false,
        };
        is_near_limit || self.is_irrational(expr)
    }
}
