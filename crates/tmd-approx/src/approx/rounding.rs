//! The effect of rounding on a value: a bound on the difference between what a function computes and what it
//! would compute without rounding, for all arguments of a part of a leaf.
//!
//! Each operation of the intermediate representation is gone through, so that what is bounded is what is emitted:
//! a value has a range and an error, an operation makes the errors of its operands larger as the operation itself
//! does, and adds half a unit in the last place of the largest result (J. H. Wilkinson, *Rounding Errors in Algebraic
//! Processes*, 1963; in the form of N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2002, section 3.3).

use super::exact;
use rug::float::{Round, Special};
use rug::{Float, Rational};
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::interval::Interval;
use tmd_kernel::ir::{BinF, Kernel, Op, Stmt, Value, Width};

/// Bits of the numbers that bound.
const PREC: u32 = 96;

/// A value without rounding, and how far the computed one may be from it.
#[derive(Clone, Debug)]
struct Known {
    range: Interval,
    error: Float,
}

/// Bounds the error of a function's value `inside` for arguments between two numbers each, where the values in `constants` are these
/// numbers.
///
/// # Errors
/// If the function holds an operation that nothing is known of. The bound is infinite where a value may overflow.
pub(super) fn bound(
    kernel: &Kernel,
    inside: Value,
    arguments: &[(&Rational, &Rational)],
    constants: impl IntoIterator<Item = (Value, f64)>,
) -> Result<Float, Diag> {
    let arguments = arguments.iter().map(|(from, to)| hull(from, to)).collect();
    let known = constants.into_iter().map(|(value, number)| (value, constant(number))).collect();
    let mut analysis = Analysis { kernel, arguments, known };
    for stmt in &kernel.body {
        if let Stmt::Let(outs, op) = stmt
            && let [out] = outs[..]
            && !analysis.known.contains_key(&out)
            && let Some(known) = analysis.result(op)
        {
            analysis.known.insert(out, known);
        }
    }
    match analysis.known.get(&inside) {
        Some(known) if known.error.is_nan() => Ok(Float::with_val(PREC, Special::Infinity)),
        Some(known) => Ok(known.error.clone()),
        None => Err(Diag::new(
            DiagKind::Internal,
            "the function has an operation whose rounding is not known",
        )),
    }
}

fn hull(from: &Rational, to: &Rational) -> Interval {
    Interval::from_rational(from, PREC).hull(&Interval::from_rational(to, PREC))
}

fn constant(number: f64) -> Known {
    let value = exact(number);
    Known { range: Interval::from_rational(&value, PREC), error: Float::new(PREC) }
}

struct Analysis<'a> {
    kernel: &'a Kernel,
    /// Between which numbers the arguments are.
    arguments: Vec<Interval>,
    known: BTreeMap<Value, Known>,
}

impl Analysis<'_> {
    /// Bounds of an operation's result, if those of its operands are known.
    fn result(&self, op: &Op) -> Option<Known> {
        let width = self.kernel.width;
        let of = |value: &Value| self.known.get(value);
        match op {
            Op::Argument(index) => {
                let range = self.arguments.get(*index)?.clone();
                Some(Known { range, error: Float::new(PREC) })
            }
            Op::ConstF(number) if number.is_finite() => Some(constant(*number)),
            Op::Splat(a) => of(a).cloned(),
            Op::Fma(a, b, c) => Some(of(a)?.times(of(b)?).plus(of(c)?).rounded(width)),
            Op::BinF(BinF::Mul, a, b) => Some(of(a)?.times(of(b)?).rounded(width)),
            Op::BinF(BinF::Add, a, b) if a == b => Some(of(a)?.twice()),
            Op::BinF(BinF::Add, a, b) => Some(of(a)?.plus(of(b)?).rounded(width)),
            Op::BinF(BinF::Sub, a, b) => Some(of(a)?.plus(&of(b)?.negative()).rounded(width)),
            Op::BinF(BinF::Min, a, b) => Some(of(a)?.extreme(of(b)?, |a, b| a.clone().min(b))),
            Op::BinF(BinF::Max, a, b) => Some(of(a)?.extreme(of(b)?, |a, b| a.clone().max(b))),
            _ => None,
        }
    }
}

/// a + b, rounded up; what is infinite or no number stays so.
fn sum(a: &Float, b: &Float) -> Float {
    Float::with_val_round(PREC, a + b, Round::Up).0
}

/// a·b of numbers that are not negative, rounded up.
fn product(a: &Float, b: &Float) -> Float {
    Float::with_val_round(PREC, a * b, Round::Up).0
}

impl Known {
    fn times(&self, other: &Known) -> Known {
        let [a, b] = [self, other].map(|known| known.range.mag());
        let (ea, eb) = (&self.error, &other.error);
        let error = sum(&sum(&product(&a, eb), &product(&b, ea)), &product(ea, eb));
        Known { range: self.range.mul(&other.range), error }
    }

    fn plus(&self, other: &Known) -> Known {
        let error = sum(&self.error, &other.error);
        Known { range: self.range.add(&other.range), error }
    }

    /// Exact, unless it overflows.
    fn twice(&self) -> Known {
        self.plus(self)
    }

    fn negative(&self) -> Known {
        Known { range: self.range.neg(), error: self.error.clone() }
    }

    fn extreme(&self, other: &Known, choose: impl Fn(&Float, &Float) -> Float) -> Known {
        let (a, b) = (&self.range, &other.range);
        let range = Interval::new(choose(a.lo(), b.lo()), choose(a.hi(), b.hi()));
        let error = self.error.clone().max(&other.error);
        Known { range: range.unwrap_or_else(|_| a.hull(b)), error }
    }

    /// Adds half an ulp of the largest result that may have been rounded.
    fn rounded(&self, width: Width) -> Known {
        let largest = sum(&self.range.mag(), &self.error);
        let (precision, emin, emax) = match width {
            Width::W64 => (53, -1022, 1023),
            Width::W32 => (24, -126, 127),
        };
        // 2^(exponent - 1) ≤ largest < 2^exponent.
        let exponent = largest.get_exp().unwrap_or(emin + 1).max(emin + 1);
        let most =
            (Float::with_val(PREC, 2) - (Float::with_val(PREC, 1) >> (precision - 1))) << emax;
        // What is not above the largest number is not rounded to infinity.
        if !largest.is_finite() || largest > most {
            let infinite = Float::with_val(PREC, Special::Infinity);
            return Known { range: self.range.clone(), error: infinite };
        }
        let half = Float::with_val(PREC, 1) << (exponent - precision - 1);
        Known { range: self.range.clone(), error: sum(&self.error, &half) }
    }
}
