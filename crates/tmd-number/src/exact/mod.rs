//! Directed rounding by its definition.

mod dyadic;

use crate::width::Width;
use dyadic::Dyadic;
use std::cmp::Ordering;

/// Operations that IEEE 754 rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rounded {
    /// a + b.
    Add,
    /// a - b.
    Sub,
    /// a · b.
    Mul,
    /// a / b.
    Div,
    /// √a.
    Sqrt,
    /// a·b + c, rounded once.
    Fma,
}

impl Rounded {
    /// All of them.
    pub const ALL: &[Rounded] =
        &[Rounded::Add, Rounded::Sub, Rounded::Mul, Rounded::Div, Rounded::Sqrt, Rounded::Fma];

    /// The name, as functions of emitted code have it.
    pub fn name(self) -> &'static str {
        match self {
            Rounded::Add => "add",
            Rounded::Sub => "sub",
            Rounded::Mul => "mul",
            Rounded::Div => "div",
            Rounded::Sqrt => "sqrt",
            Rounded::Fma => "fma",
        }
    }

    /// Number of operands.
    pub fn arity(self) -> usize {
        match self {
            Rounded::Sqrt => 1,
            Rounded::Fma => 3,
            Rounded::Add | Rounded::Sub | Rounded::Mul | Rounded::Div => 2,
        }
    }
}

/// The bits of an operation's result, rounded up or down: the nearest number and, by exact arithmetic, the side that
/// the true result lies on.
pub fn directed(kind: Rounded, width: Width, up: bool, operands: &[f64]) -> u64 {
    let nearest = nearest(kind, width, operands);
    let bits = width.bits_of(nearest);
    if !operands.iter().all(|x| x.is_finite()) || nearest.is_nan() {
        return bits;
    }
    let side = match kind {
        Rounded::Div if operands[1] == 0.0 => Ordering::Equal,
        _ if nearest == f64::INFINITY => Ordering::Less,
        _ if nearest == f64::NEG_INFINITY => Ordering::Greater,
        _ => side(kind, operands, nearest),
    };
    match (side, up) {
        (Ordering::Greater, true) => next_up(bits, width),
        (Ordering::Less, false) => next_up(bits ^ width.sign(), width) ^ width.sign(),
        // A sum that is 0 is -0 when rounded down, but for that of +0 and +0.
        (Ordering::Equal, false) if nearest == 0.0 => match sum_of_zeros(kind, operands) {
            Some(all_positive) => {
                if all_positive {
                    0
                } else {
                    width.sign()
                }
            }
            None => bits,
        },
        _ => bits,
    }
}

/// For sums: whether both terms are +0.
fn sum_of_zeros(kind: Rounded, operands: &[f64]) -> Option<bool> {
    let positive = |x: f64| x == 0.0 && x.is_sign_positive();
    match (kind, operands) {
        (Rounded::Add, [a, b]) => Some(positive(*a) && positive(*b)),
        (Rounded::Sub, [a, b]) => Some(positive(*a) && positive(-b)),
        (Rounded::Fma, [a, b, c]) => {
            Some((*a == 0.0 || *b == 0.0) && positive(copysign(0.0, *a, *b)) && positive(*c))
        }
        _ => None,
    }
}

fn copysign(size: f64, a: f64, b: f64) -> f64 {
    if a.is_sign_negative() == b.is_sign_negative() { size } else { -size }
}

fn nearest(kind: Rounded, width: Width, operands: &[f64]) -> f64 {
    // Rounding to binary64 first does no harm but to fused multiply-adds: 53 ≥ 2·24 + 2 (Figueroa 1995).
    let value = match (kind, operands) {
        (Rounded::Add, [a, b]) => a + b,
        (Rounded::Sub, [a, b]) => a - b,
        (Rounded::Mul, [a, b]) => a * b,
        (Rounded::Div, [a, b]) => a / b,
        (Rounded::Sqrt, [a]) => a.sqrt(),
        (Rounded::Fma, [a, b, c]) => width.fused(*a, *b, *c),
        _ => f64::NAN,
    };
    width.rounded(value)
}

/// On which side of a number the true result lies.
fn side(kind: Rounded, operands: &[f64], nearest: f64) -> Ordering {
    let near = Dyadic::of(nearest);
    let values: Vec<Dyadic> = operands.iter().map(|x| Dyadic::of(*x)).collect();
    match (kind, &values[..]) {
        (Rounded::Add, [a, b]) => a.plus(b).cmp(&near),
        (Rounded::Sub, [a, b]) => a.cmp(&near.plus(b)),
        (Rounded::Mul, [a, b]) => a.times(b).cmp(&near),
        (Rounded::Div, [a, b]) => match b.is_negative() {
            false => a.cmp(&near.times(b)),
            true => near.times(b).cmp(a),
        },
        (Rounded::Sqrt, [a]) => a.cmp(&near.times(&near)),
        (Rounded::Fma, [a, b, c]) => a.times(b).plus(c).cmp(&near),
        _ => Ordering::Equal,
    }
}

/// The next larger number; a zero's is the smallest positive one.
fn next_up(bits: u64, width: Width) -> u64 {
    match bits {
        bits if bits & !width.sign() == 0 => 1,
        bits if bits & width.sign() == 0 => bits + 1,
        bits => bits - 1,
    }
}
