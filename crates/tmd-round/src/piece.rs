//! A polynomial on a part of a binade.

use crate::aim::Aim;
use rug::Float;
use std::ops::Range;
use tmd_approx::approx::{Basis, Point, fit};
use tmd_base::narrow;
use tmd_kernel::ir::Width;

/// Points that a polynomial is fitted to, at most.
const POINTS: usize = 33;
/// If no more arguments of a piece are rounded wrongly, its constant is moved, up to so many numbers.
const MOST_NUDGED: usize = 6;
/// See [`MOST_NUDGED`].
const NUDGES: i64 = 24;
/// Bits of the numbers that it is fitted with.
const PREC: u32 = 120;

/// A polynomial in t = fraction - centre, where the fraction is an integer.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The fraction that t is 0 at.
    pub centre: u32,
    /// The coefficients, lowest first.
    pub coefficients: Vec<f64>,
}

impl Piece {
    /// What is computed at a fraction, by Horner's rule; a NaN where a number on the way is subnormal, which not every processor
    /// computes with.
    pub(crate) fn at(&self, fraction: u32, width: Width) -> f64 {
        let t = f64::from(fraction) - f64::from(self.centre);
        let mut descending = self.coefficients.iter().rev();
        let first = descending.next().copied().unwrap_or_default();
        descending.fold(first, |y, c| match width.fused(y, t, *c) {
            y if is_subnormal(y, width) => f64::NAN,
            y => y,
        })
    }

    /// The same with a constant so many numbers away.
    fn nudged(&self, steps: i64, width: Width) -> Piece {
        let mut coefficients = self.coefficients.clone();
        coefficients[0] = moved(coefficients[0], steps, width);
        Piece { coefficients, ..*self }
    }
}

/// The number that is so many numbers further from 0.
fn moved(number: f64, steps: i64, width: Width) -> f64 {
    let bits = width.bits_of(number);
    width.number(bits.wrapping_add_signed(steps))
}

/// Whether a number is less than the normal ones of a width.
fn is_subnormal(number: f64, width: Width) -> bool {
    let least = match width {
        Width::W64 => f64::MIN_POSITIVE,
        Width::W32 => f64::from(f32::MIN_POSITIVE),
    };
    number != 0.0 && number.abs() < least
}

/// The aims on a part of a binade.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// The aims at all fractions of the binade.
    pub(crate) aims: &'a [Aim],
    /// The first and last fraction, and one more.
    pub(crate) from: usize,
    /// See `from`.
    pub(crate) to: usize,
}

impl Part<'_> {
    /// The polynomial of a degree that does best, with the fractions where it does not do; `None` if they are more than
    /// `most`.
    pub(crate) fn fitted(
        &self,
        degree: usize,
        width: Width,
        most: usize,
    ) -> Option<(Piece, Vec<u32>)> {
        // Where a function keeps close to breakpoints, as sin x does to x, it is kept away from them.
        [Aim::near, Aim::middle].into_iter().find_map(|target: fn(Aim) -> f64| {
            let piece = self.piece(degree, width, target)?;
            let failing = self.failing(&piece, width, MOST_NUDGED)?;
            let nudged = || {
                let nudges = (1..=NUDGES).flat_map(|n| [n, -n]);
                let mut pieces = nudges.map(|n| piece.nudged(n, width));
                pieces.find(|piece| self.failing(piece, width, 0).is_some())
            };
            match failing.is_empty() {
                true => Some((piece, failing)),
                false => match nudged() {
                    Some(piece) => Some((piece, vec![])),
                    None => (failing.len() <= most).then_some((piece, failing)),
                },
            }
        })
    }

    fn range(&self) -> Range<usize> {
        self.from..self.to
    }

    /// Where a polynomial does not do.
    fn failing(&self, piece: &Piece, width: Width, most: usize) -> Option<Vec<u32>> {
        let mut failing = vec![];
        for fraction in self.range().map(narrow::to_u32) {
            if !self.aims[narrow::to_usize(fraction)].accepts(piece.at(fraction, width)) {
                failing.push(fraction);
                if failing.len() > most {
                    return None;
                }
            }
        }
        Some(failing)
    }

    fn piece(&self, degree: usize, width: Width, target: fn(Aim) -> f64) -> Option<Piece> {
        let numbers: Vec<usize> =
            self.range().filter(|at| !matches!(self.aims[*at], Aim::Any)).collect();
        let (first, last) = (*numbers.first()?, *numbers.last()?);
        // One number that must be met is met where t is 0.
        let mut exact = numbers.iter().filter(|at| matches!(self.aims[**at], Aim::One(_)));
        let pinned = match (exact.next(), exact.next()) {
            (Some(one), None) => Some(*one),
            _ => None,
        };
        let centre = pinned.unwrap_or(usize::midpoint(first, last));
        let constant = |c: f64| {
            let mut coefficients = vec![0.0; degree + 1];
            coefficients[0] = c;
            Some(Piece { centre: 0, coefficients })
        };
        // One number may do for all.
        let own = width.rounded(target(self.aims[centre]));
        if numbers.iter().all(|at| self.aims[*at].accepts(own)) {
            return constant(own);
        }
        let length = (self.to - self.from).next_power_of_two();
        let scale = narrow::to_i32(length.ilog2());
        let points: Vec<Point> = chosen(&numbers)
            .map(|at| {
                let aim = self.aims[at];
                let y = Float::with_val(PREC, target(aim));
                let size = match aim {
                    Aim::Between { low, high, .. } => high - low,
                    // As near as the numbers around it allow.
                    _ => y.to_f64().abs().max(f64::MIN_POSITIVE) / 1e6,
                };
                let t = Float::with_val(PREC, at) - Float::with_val(PREC, centre);
                Point { t: t >> scale, y, weight: Float::with_val(PREC, 1) / size }
            })
            .collect();
        let mut coefficients: Vec<f64> = fit(&points, Basis::Monomial, degree, width)
            .into_iter()
            .zip(0..)
            .map(|(c, k): (Float, i32)| width.rounded((c >> (scale * k)).to_f64()))
            .map(|c| if is_subnormal(c, width) { 0.0 } else { c })
            .collect();
        if let Some(pinned) = pinned {
            coefficients[0] = self.aims[pinned].middle();
        }
        let is_usable = coefficients.iter().all(|c| c.is_finite());
        is_usable.then(|| Piece { centre: narrow::to_u32(centre), coefficients })
    }
}

/// Some of ascending places, more towards both ends.
fn chosen(places: &[usize]) -> impl Iterator<Item = usize> {
    let last = places.len() - 1;
    let count = places.len().min(POINTS);
    let mut chosen: Vec<usize> = (0..count)
        .map(|k| {
            let angle = std::f64::consts::PI * k as f64 / (count - 1).max(1) as f64;
            places[narrow::nearest((1.0 - angle.cos()) / 2.0 * last as f64)]
        })
        .collect();
    chosen.dedup();
    chosen.into_iter()
}
