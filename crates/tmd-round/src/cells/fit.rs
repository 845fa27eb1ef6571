//! A polynomial for a part of a binade of distances.

use super::Piece;
use super::poles::{self, Poles};
use crate::aim::{Aim, Marks};
use rug::{Float, Rational};
use tmd_approx::approx::{Basis, Point, fit};
use tmd_functions::interval::Interval;
use tmd_kernel::ir::Width;
use tmd_walk::Line;
use tmd_walk::{Asked, Value};

/// Bits that are computed with.
pub(super) const PREC: u32 = 180;
/// A polynomial may be so much of a value off.
const ERROR: f64 = 1.0 / (1_u64 << 51) as f64;
/// Points that a polynomial is tried at, beside the ones that it is made from.
const TRIED: usize = 7;

/// Distances from an anchor, on one side.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) anchor: f64,
    /// Whether numbers are below the anchor.
    pub(super) below: bool,
    /// What values are divided by, if they are.
    pub(super) poles: Option<Poles>,
}

impl Side<'_> {
    /// The number at a distance.
    pub(super) fn number(&self, u: &Float) -> Float {
        let anchor = Float::with_val(PREC, self.anchor);
        if self.below { anchor - u } else { anchor + u }
    }

    /// About the number that a polynomial has to give at a distance, if there is one.
    pub(super) fn at(&self, u: &Float) -> Option<Float> {
        let x = self.number(u);
        if let Some(poles) = self.poles {
            return poles.numerator(self.asked.spec, &x);
        }
        let x = Interval::new(x.clone(), x).ok()?;
        self.asked.spec.eval(&x).ok().map(|g| g.mid())
    }

    /// The number for an argument alone, which is none of binary32 or has no value that is known: NaN, then.
    pub(super) fn alone(&self, x: f64) -> f64 {
        let own = Float::with_val(PREC, x).to_f32();
        let value = (f64::from(own) == x).then(|| self.asked.value(own.to_bits()).ok()).flatten();
        Aim::of(value.unwrap_or(Value::Nan), self.asked.encoding).near()
    }

    /// The value at the number of binary32 next to a distance.
    pub(super) fn value(&self, u: f64) -> Option<Value> {
        let x = self.number(&Float::with_val(PREC, u)).to_f32();
        self.asked.value(x.to_bits()).ok()
    }

    /// The polynomial of t = u·2^scale - centre for distances from one to another; if `through` a number is given, it is that
    /// where t is 0.
    pub(super) fn piece(
        &self,
        (from, to): (f64, f64),
        scale: i32,
        degree: usize,
        through: Option<f64>,
    ) -> Option<Piece> {
        if from == to {
            let own = Aim::of(self.value(from)?, self.asked.encoding).near();
            return Some(Piece::constant(own, degree));
        }
        let at = |share: f64| {
            let from = Float::with_val(PREC, from);
            let length = Float::with_val(PREC, to) - &from;
            from + length * share
        };
        if let Some(slope) = self.slope(&at(0.0), &at(1.0)) {
            let mut piece = Piece::constant(0.0, degree);
            piece.coefficients[1] = slope * 2f64.powi(-scale);
            return Some(piece);
        }
        let ends = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| self.at(&at(share)));
        if let Some(constant) = self.constant(&ends, (from, to)) {
            return Some(Piece::constant(constant, degree));
        }
        let centre =
            if through.is_some() { 0.0 } else { f64::midpoint(from, to) * 2f64.powi(scale) };
        let count = degree + 1 - usize::from(through.is_some());
        let known = |share: f64| {
            let u = at(share);
            let y = self.at(&u)?;
            let t = (u << scale) - Float::with_val(PREC, centre);
            Some((t, y))
        };
        let points: Option<Vec<Point>> = (0..count)
            .map(|k| {
                let angle = std::f64::consts::PI * (k as f64 + 0.5) / count as f64;
                let (t, y) = known((1.0 - angle.cos()) / 2.0)?;
                let y = match through {
                    None => y,
                    Some(own) => (y - own) / &t,
                };
                Some(Point { t, y, weight: Float::with_val(PREC, 1) })
            })
            .collect();
        let fitted = fit(&points?, Basis::Monomial, count - 1, Width::W64);
        let own = fitted.iter().map(Float::to_f64);
        let coefficients: Vec<f64> = through.into_iter().chain(own).map(normal).collect();
        let piece = Piece { centre, coefficients };
        if !piece.coefficients.iter().all(|c| c.is_finite()) {
            return None;
        }
        let tried = (0..TRIED).map(|k| k as f64 / (TRIED - 1) as f64);
        let small = [1e-3, 1e-5].into_iter().filter(|_| through.is_some());
        let is_good = tried.chain(small).all(|share| {
            known(share).is_some_and(|(t, y)| {
                let p = piece.coefficients.iter().rev().fold(Float::new(PREC), |p, c| p * &t + c);
                let least = 2f64.powi(self.tiny());
                let size = if through == Some(0.0) && y.is_zero() {
                    0.0
                } else {
                    y.to_f64().abs().max(least)
                };
                (p - &y).to_f64().abs() <= ERROR * size || (share == 0.0 && through.is_some())
            })
        });
        is_good.then_some(piece)
    }

    /// What distances from 0 are multiplied by where the function keeps beside x.
    fn slope(&self, from: &Float, to: &Float) -> Option<f64> {
        let (a, b) = (self.number(from), self.number(to));
        let x = if self.below { Interval::new(b, a) } else { Interval::new(a, b) }.ok()?;
        let line = Line::of_product(self.asked.spec, &x).filter(|_| self.anchor == 0.0)?;
        Some(if self.below { -line.moved() } else { line.moved() })
    }

    /// The number that does for all distances from one to another.
    fn constant(&self, ends: &[Option<Float>], (from, to): (f64, f64)) -> Option<f64> {
        let encoding = self.asked.encoding;
        if ends.iter().all(Option::is_none) {
            return Some(Marks::of(encoding).nan);
        }
        let numbers: Vec<&Float> = ends.iter().map(Option::as_ref).collect::<Option<_>>()?;
        let is_negative = numbers[0].is_sign_negative();
        if numbers.iter().any(|y| y.is_sign_negative() != is_negative) {
            return None;
        }
        let signed = |size: f64| if is_negative { -size } else { size };
        let (huge, tiny) = (encoding.format.emax + 2, self.tiny());
        let is = |holds: &dyn Fn(&Float) -> bool| numbers.iter().all(|y| holds(y));
        if is(&|y| y.clone().abs() >= (Float::with_val(2, 1) << huge)) {
            return Some(signed(2f64.powi(huge)));
        }
        if is(&|y| y.clone().abs() <= (Float::with_val(2, 1) << tiny)) {
            return Some(signed(2f64.powi(tiny)));
        }
        if self.poles.is_some() {
            return None;
        }
        // All between the same breakpoints, as 1 - tiny is.
        let spread = Float::with_val(PREC, numbers[0] - numbers[4]).abs();
        if spread > numbers[0].clone().abs() >> encoding.format.precision {
            return None;
        }
        let first = self.value(from)?;
        match (first, self.value(to)?) {
            (Value::Between { breakpoint: a, .. }, Value::Between { breakpoint: b, .. }) => {
                (a == b).then(|| Aim::of(first, encoding).middle())
            }
            _ => None,
        }
    }

    /// The exponent of what is as good as all smaller numbers.
    fn tiny(&self) -> i32 {
        match self.poles {
            Some(_) => poles::VANISHING,
            None => self.asked.encoding.least() - 2,
        }
    }

    /// Whether the function is 0 somewhere between two distances, and where.
    pub(super) fn zero(&self, from: &Rational, to: &Rational) -> Option<f64> {
        let of = |u: &Rational| self.at(&Float::with_val(PREC, u));
        let (mut a, mut b) = (from.clone(), to.clone());
        let first = of(&a)?;
        let last = of(&b)?;
        if first.is_zero() || last.is_zero() || first.is_sign_negative() == last.is_sign_negative()
        {
            return None;
        }
        for _ in 0..100 {
            let middle: Rational = Rational::from(&a + &b) / 2;
            let y = of(&middle)?;
            if y.is_sign_negative() == first.is_sign_negative() { a = middle } else { b = middle }
        }
        // A zero, and not a pole.
        let y = of(&a)?;
        (y.abs() < first.abs()).then(|| self.number(&Float::with_val(PREC, &a)).to_f64())
    }
}

/// The number, or 0 for one that is subnormal.
fn normal(number: f64) -> f64 {
    if number.is_normal() || !number.is_finite() { number } else { 0.0 }
}
