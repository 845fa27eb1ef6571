//! An expression of x and y by enclosures in binary64: parts of x alone and of y alone are looked up, and only what has both is computed
//! for each pair.

use super::at_pair;
use super::enclosure::Enclosure;
use super::fast::{Fast, FastPair};
use super::request::has;
use rug::float::Round;
use rug::{Float, Rational};
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::functions::{Function, Pair};
use tmd_functions::language::surface::Variable;
use tmd_functions::language::{Expr, ExprKind, SurfaceSpec};

/// Bits of the enclosures of what is looked up.
const LOOKED_UP: u32 = 128;
/// Bits of those of functions that have no fast evaluation.
const SLOW: u32 = 64;

/// An expression for all numbers x of a search.
pub(super) struct Tape {
    root: Node,
    /// The values of parts of x alone, for each x.
    of_x: Vec<Vec<Enclosure>>,
    /// Parts of y alone.
    of_y: Vec<SurfaceSpec>,
}

/// The values of parts of y alone, for a y.
pub(super) struct Row(Vec<Enclosure>);

enum Node {
    OfX(usize),
    OfY(usize),
    Constant(Enclosure),
    Neg(Box<Node>),
    Add(Box<Node>, Box<Node>),
    Sub(Box<Node>, Box<Node>),
    Mul(Box<Node>, Box<Node>),
    Div(Box<Node>, Box<Node>),
    Powi(Box<Node>, i32),
    Apply(&'static Function, Option<Fast>, Box<Node>),
    Pair(&'static Pair, Option<FastPair>, Box<Node>, Box<Node>),
    Rootn(Box<Node>, i32),
}

impl Tape {
    /// Of an expression, for these x.
    pub(super) fn new(spec: &SurfaceSpec, xs: &[f64]) -> Tape {
        let mut tape =
            Tape { root: Node::Constant(Enclosure::UNKNOWN), of_x: vec![], of_y: vec![] };
        tape.root = tape.node(&spec.expr, xs);
        tape
    }

    /// What is looked up for a y.
    pub(super) fn row(&self, y: f64) -> Row {
        Row(self.of_y.iter().map(|part| looked_up(part, y)).collect())
    }

    /// The value of the x of an index with the y of a row.
    pub(super) fn value(&self, index: usize, row: &Row) -> Enclosure {
        self.root.value(&self.of_x, index, row)
    }

    fn node(&mut self, expr: &Expr, xs: &[f64]) -> Node {
        let part = || SurfaceSpec { text: expr.to_string(), expr: expr.clone() };
        match [has(expr, &ExprKind::X), has(expr, &ExprKind::Y)] {
            [false, false] => return Node::Constant(looked_up(&part(), 0.0)),
            [true, false] => {
                let part = part();
                self.of_x.push(xs.iter().map(|x| looked_up(&part, *x)).collect());
                return Node::OfX(self.of_x.len() - 1);
            }
            [false, true] => {
                self.of_y.push(part());
                return Node::OfY(self.of_y.len() - 1);
            }
            [true, true] => {}
        }
        let mut boxed = |expr: &Expr| Box::new(self.node(expr, xs));
        match &expr.kind {
            ExprKind::Neg(a) => Node::Neg(boxed(a)),
            ExprKind::Add(a, b) => Node::Add(boxed(a), boxed(b)),
            ExprKind::Sub(a, b) => Node::Sub(boxed(a), boxed(b)),
            ExprKind::Mul(a, b) => Node::Mul(boxed(a), boxed(b)),
            ExprKind::Div(a, b) => Node::Div(boxed(a), boxed(b)),
            ExprKind::Powi(a, n) => Node::Powi(boxed(a), *n),
            ExprKind::Rootn(a, n) => Node::Rootn(boxed(a), *n),
            ExprKind::Apply(function, a) => {
                Node::Apply(function, Fast::of(function.name), boxed(a))
            }
            ExprKind::Pair(pair, a, b) => {
                Node::Pair(pair, FastPair::of(pair.name), boxed(a), boxed(b))
            }
            // These have at most one of both.
            ExprKind::X | ExprKind::Y | ExprKind::Constant(_) | ExprKind::Pi => {
                Node::Constant(Enclosure::UNKNOWN)
            }
        }
    }
}

impl Node {
    fn value(&self, of_x: &[Vec<Enclosure>], index: usize, row: &Row) -> Enclosure {
        let of = |node: &Node| node.value(of_x, index, row);
        match self {
            Node::OfX(part) => of_x[*part][index],
            Node::OfY(part) => row.0[*part],
            Node::Constant(value) => *value,
            Node::Neg(a) => of(a).map(Enclosure::neg),
            Node::Add(a, b) => of(a).add(of(b)),
            Node::Sub(a, b) => of(a).sub(of(b)),
            Node::Mul(a, b) => of(a).mul(of(b)),
            Node::Div(a, b) => of(a).div(of(b)),
            Node::Powi(a, n) => of(a).powi(*n),
            Node::Rootn(a, n) => slowly([of(a)], |[a]| a.rootn(*n)),
            Node::Apply(function, fast, a) => {
                let a = of(a);
                let fast = fast.and_then(|fast| fast.value(a));
                fast.unwrap_or_else(|| slowly([a], |[a]| (function.eval)(a)))
            }
            Node::Pair(pair, fast, a, b) => {
                let (a, b) = (of(a), of(b));
                let fast = fast.and_then(|fast| fast.value(a, b));
                fast.unwrap_or_else(|| slowly([a, b], |[a, b]| pair.eval(a, b)))
            }
        }
    }
}

/// The value of a part of one variable, by MPFR.
fn looked_up(part: &SurfaceSpec, at: f64) -> Enclosure {
    if part.expr.kind == ExprKind::X || part.expr.kind == ExprKind::Y {
        return Enclosure::point(at);
    }
    let (Ok(interval), Some(exact)) = (Interval::from_f64(at, LOOKED_UP), Rational::from_f64(at))
    else {
        return Enclosure::UNKNOWN;
    };
    // It has one variable, which becomes x.
    let line = part.on_line(Variable::Y, &exact);
    match at_pair::at(&line, &exact) {
        Some(own) => rounded(own.eval(&interval)),
        None => Enclosure::UNKNOWN,
    }
}

/// An operation by MPFR.
fn slowly<const N: usize>(
    arguments: [Enclosure; N],
    of: impl FnOnce([&Interval; N]) -> Result<Interval, EvalError>,
) -> Enclosure {
    if arguments.iter().any(|own| own.is_none()) {
        return Enclosure::NONE;
    }
    // That a function is bounded does not make a value of what may be none.
    if arguments.iter().any(|own| !own.is_known()) {
        return Enclosure::UNKNOWN;
    }
    let interval = |own: &Enclosure| {
        let [lo, hi] = [own.lo, own.hi].map(|end| Float::with_val(SLOW, end));
        Interval::new(lo, hi).ok()
    };
    let all = arguments.each_ref().map(interval);
    if all.iter().any(Option::is_none) {
        return Enclosure::UNKNOWN;
    }
    let all = all.map(|own| own.unwrap_or_else(|| Interval::zero(SLOW)));
    rounded(of(all.each_ref()))
}

/// Rounded outwards to binary64; without a value for certain, there is none, and else nothing is known.
fn rounded(value: Result<Interval, EvalError>) -> Enclosure {
    match value {
        Ok(value) => {
            let (lo, hi) =
                (value.lo().to_f64_round(Round::Down), value.hi().to_f64_round(Round::Up));
            Enclosure::of_ends([lo, hi], [*value.lo() > lo, *value.hi() < hi])
        }
        Err(error) if error.everywhere => Enclosure::NONE,
        Err(_) => Enclosure::UNKNOWN,
    }
}
