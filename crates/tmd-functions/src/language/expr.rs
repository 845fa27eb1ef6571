//! The expression tree of a function, with the place of every part in the user's text.

use std::fmt;
use std::ops::Range;

use rug::Rational;

use crate::language::decimal::print_decimal;
use crate::language::functions::{Function, Pair};

/// An expression and where it stands in the text it was read from.
///
/// Trees that the parser makes are at most [`crate::language::parse::MAX_DEPTH`] deep, so recursion over them is safe.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The kind of the node.
    pub kind: ExprKind,
    /// Its bytes in the user's text.
    pub span: Range<usize>,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// The variable `x`.
    X,
    /// The second variable `y`, of functions of two ([`crate::language::SurfaceSpec`]) only.
    Y,
    /// An exact number; the parser makes non-negative decimals only.
    Constant(Rational),
    /// π.
    Pi,
    /// A function of the table, applied to an argument.
    Apply(&'static Function, Box<Expr>),
    /// A function of two numbers, applied to both: likewise.
    Pair(&'static Pair, Box<Expr>, Box<Expr>),
    /// The opposite.
    Neg(Box<Expr>),
    /// A sum.
    Add(Box<Expr>, Box<Expr>),
    /// A difference.
    Sub(Box<Expr>, Box<Expr>),
    /// A product.
    Mul(Box<Expr>, Box<Expr>),
    /// A quotient.
    Div(Box<Expr>, Box<Expr>),
    /// A power with a constant integer exponent.
    Powi(Box<Expr>, i32),
    /// A root with a constant integer degree other than 0: a negative one is 1 over the root.
    Rootn(Box<Expr>, i32),
}

/// How tightly a printed expression holds together; looser operands get parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Sum,
    Product,
    Opposite,
    Atom,
}

impl Expr {
    /// Puts a kind and a place together.
    pub fn new(kind: ExprKind, span: Range<usize>) -> Self {
        Expr { kind, span }
    }

    /// The direct parts, in the order of the text.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match &self.kind {
            ExprKind::X | ExprKind::Y | ExprKind::Constant(_) | ExprKind::Pi => (None, None),
            ExprKind::Apply(_, a)
            | ExprKind::Neg(a)
            | ExprKind::Powi(a, _)
            | ExprKind::Rootn(a, _) => (Some(a), None),
            ExprKind::Add(a, b)
            | ExprKind::Sub(a, b)
            | ExprKind::Mul(a, b)
            | ExprKind::Div(a, b)
            | ExprKind::Pair(_, a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second).map(Box::as_ref)
    }

    /// The same node with other parts: what `part` makes of each, if it makes something of all.
    pub fn with_parts(&self, mut part: impl FnMut(&Expr) -> Option<Expr>) -> Option<Expr> {
        let mut part = |own: &Expr| part(own).map(Box::new);
        let kind = match &self.kind {
            ExprKind::X | ExprKind::Y | ExprKind::Constant(_) | ExprKind::Pi => self.kind.clone(),
            ExprKind::Apply(function, a) => ExprKind::Apply(function, part(a)?),
            ExprKind::Pair(pair, a, b) => ExprKind::Pair(pair, part(a)?, part(b)?),
            ExprKind::Neg(a) => ExprKind::Neg(part(a)?),
            ExprKind::Add(a, b) => ExprKind::Add(part(a)?, part(b)?),
            ExprKind::Sub(a, b) => ExprKind::Sub(part(a)?, part(b)?),
            ExprKind::Mul(a, b) => ExprKind::Mul(part(a)?, part(b)?),
            ExprKind::Div(a, b) => ExprKind::Div(part(a)?, part(b)?),
            ExprKind::Powi(a, n) => ExprKind::Powi(part(a)?, *n),
            ExprKind::Rootn(a, n) => ExprKind::Rootn(part(a)?, *n),
        };
        Some(Expr::new(kind, self.span.clone()))
    }

    /// The first place where the variable occurs, if it does.
    pub fn find_x(&self) -> Option<&Expr> {
        match self.kind {
            ExprKind::X => Some(self),
            _ => self.children().find_map(Expr::find_x),
        }
    }

    fn level(&self) -> Level {
        match &self.kind {
            ExprKind::Add(..) | ExprKind::Sub(..) => Level::Sum,
            ExprKind::Mul(..) | ExprKind::Div(..) => Level::Product,
            ExprKind::Neg(_) => Level::Opposite,
            _ => Level::Atom,
        }
    }
}

/// An operand, in parentheses where it would otherwise fall apart.
struct Operand<'a>(&'a Expr, Level);

impl fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.level() < self.1 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

impl fmt::Display for Expr {
    /// The canonical text, in Rust's syntax; reading it again gives the same tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Level::{Opposite, Product, Sum};
        match &self.kind {
            ExprKind::X => f.write_str("x"),
            ExprKind::Y => f.write_str("y"),
            ExprKind::Pi => f.write_str("pi"),
            ExprKind::Constant(value) => match print_decimal(value) {
                Some(text) => f.write_str(&text),
                None => write!(f, "({} / {})", value.numer(), value.denom()),
            },
            ExprKind::Apply(function, a) => write!(f, "{}({a})", function.name),
            ExprKind::Pair(pair, a, b) => write!(f, "{}({a}, {b})", pair.name),
            ExprKind::Powi(a, n) => write!(f, "powi({a}, {n})"),
            ExprKind::Rootn(a, n) => write!(f, "rootn({a}, {n})"),
            ExprKind::Neg(a) => write!(f, "-{}", Operand(a, Opposite)),
            ExprKind::Add(a, b) => write!(f, "{} + {}", Operand(a, Sum), Operand(b, Product)),
            ExprKind::Sub(a, b) => write!(f, "{} - {}", Operand(a, Sum), Operand(b, Product)),
            ExprKind::Mul(a, b) => write!(f, "{} * {}", Operand(a, Product), Operand(b, Opposite)),
            ExprKind::Div(a, b) => write!(f, "{} / {}", Operand(a, Product), Operand(b, Opposite)),
        }
    }
}
