//! Quick values of an expression, for choosing the inputs that are looked at closely.
//!
//! What is chosen wrongly costs time, or is noticed: an input that a search reports is always looked at closely.

use crate::brute;
use crate::tree::{OfInteger, Operation, Tree};
use rug::Float;
use rug::ops::Pow;
use std::f64::consts::{LN_2, LN_10, PI};

/// An expression with all names looked up.
#[derive(Debug)]
pub(super) enum Quick {
    X,
    Pi,
    Number(Float, f64),
    Apply(fn(&Float) -> Float, Option<fn(f64) -> f64>, Box<Quick>),
    Neg(Box<Quick>),
    Binary(Operation, Box<Quick>, Box<Quick>),
    Power(Box<Quick>, i32),
    Root(Box<Quick>, i32),
}

/// Numbers in expressions have so many bits here.
const BITS: u32 = 320;

impl Quick {
    pub(super) fn new(tree: &Tree) -> Quick {
        let boxed = |tree: &Tree| Box::new(Quick::new(tree));
        match tree {
            Tree::X => Quick::X,
            Tree::Pi => Quick::Pi,
            Tree::Number(_, value) => Quick::Number(Float::with_val(BITS, value), value.to_f64()),
            Tree::Apply(function, _, _, a) => {
                let name = function.name;
                let by_name =
                    |known: &&brute::Function| function.names().any(|name| name == known.text);
                let tables =
                    brute::FUNCTIONS.iter().chain(brute::TABLE.iter().map(|(known, _)| known));
                let known = tables.into_iter().find(by_name);
                let at = known.unwrap_or_else(|| panic!("no closure for {name}")).at;
                Quick::Apply(at, double(name), boxed(a))
            }
            Tree::Neg(a) => Quick::Neg(boxed(a)),
            Tree::Binary(operation, a, b) => Quick::Binary(*operation, boxed(a), boxed(b)),
            Tree::Integer(OfInteger::Powi, a, n, _) => Quick::Power(boxed(a), *n),
            Tree::Integer(OfInteger::Rootn, a, n, _) => Quick::Root(boxed(a), *n),
            Tree::Integer(OfInteger::Compound, a, n, _) => {
                let one = Box::new(Quick::Number(Float::with_val(BITS, 1), 1.0));
                Quick::Power(Box::new(Quick::Binary(Operation::Add, one, boxed(a))), *n)
            }
        }
    }

    /// The value in binary64, if all parts have one.
    pub(super) fn double(&self, x: f64) -> Option<f64> {
        Some(match self {
            Quick::X => x,
            Quick::Pi => PI,
            Quick::Number(_, value) => *value,
            Quick::Apply(_, at, a) => (*at)?(a.double(x)?),
            Quick::Neg(a) => -a.double(x)?,
            Quick::Binary(operation, a, b) => {
                let (a, b) = (a.double(x)?, b.double(x)?);
                match operation {
                    Operation::Add => a + b,
                    Operation::Sub => a - b,
                    Operation::Mul => a * b,
                    Operation::Div => a / b,
                }
            }
            Quick::Power(a, n) => a.double(x)?.powi(*n),
            Quick::Root(a, n) => {
                let a = a.double(x)?;
                let root = a.abs().powf(1.0 / f64::from(*n));
                if a < 0.0 { -root } else { root }
            }
        })
    }

    /// The value in x's precision.
    pub(super) fn float(&self, x: &Float) -> Float {
        let bits = x.prec();
        match self {
            Quick::X => x.clone(),
            Quick::Pi => Float::with_val(bits, rug::float::Constant::Pi),
            Quick::Number(value, _) => Float::with_val(bits, value),
            Quick::Apply(at, _, a) => at(&a.float(x)),
            Quick::Neg(a) => -a.float(x),
            Quick::Binary(operation, a, b) => {
                let (a, b) = (a.float(x), b.float(x));
                match operation {
                    Operation::Add => a + b,
                    Operation::Sub => a - b,
                    Operation::Mul => a * b,
                    Operation::Div => a / b,
                }
            }
            Quick::Power(a, n) => a.float(x).pow(*n),
            Quick::Root(a, n) => {
                let root = a.float(x).root(n.unsigned_abs());
                if *n < 0 { root.recip() } else { root }
            }
        }
    }
}

/// A function of the table in binary64, if the standard library has what it takes.
fn double(name: &str) -> Option<fn(f64) -> f64> {
    // Exact, so that the argument of the sine is right where x is large.
    fn turn(x: f64) -> f64 {
        PI * (x - 2.0 * (x / 2.0).round())
    }
    let at: fn(f64) -> f64 = match name {
        "exp" => f64::exp,
        "expm1" => f64::exp_m1,
        "exp2" => f64::exp2,
        "exp2m1" => |x| (x * LN_2).exp_m1(),
        "exp10" => |x| 10f64.powf(x),
        "exp10m1" => |x| (x * LN_10).exp_m1(),
        "log" => f64::ln,
        "log2" => f64::log2,
        "log10" => f64::log10,
        "logp1" => f64::ln_1p,
        "log2p1" => |x| x.ln_1p() / LN_2,
        "log10p1" => |x| x.ln_1p() / LN_10,
        "sqrt" => f64::sqrt,
        "rsqrt" => |x| 1.0 / x.sqrt(),
        "cbrt" => f64::cbrt,
        "sin" => f64::sin,
        "cos" => f64::cos,
        "tan" => f64::tan,
        "asin" => f64::asin,
        "acos" => f64::acos,
        "atan" => f64::atan,
        "sinpi" => |x| turn(x).sin(),
        "cospi" => |x| turn(x).cos(),
        "tanpi" => |x| turn(x).tan(),
        "asinpi" => |x| x.asin() / PI,
        "acospi" => |x| x.acos() / PI,
        "atanpi" => |x| x.atan() / PI,
        "sinh" => f64::sinh,
        "cosh" => f64::cosh,
        "tanh" => f64::tanh,
        "asinh" => f64::asinh,
        "acosh" => f64::acosh,
        "atanh" => f64::atanh,
        _ => return None,
    };
    Some(at)
}
