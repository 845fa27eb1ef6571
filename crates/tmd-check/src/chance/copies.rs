//! How often the same distances come again among some inputs: seen by comparing the fractions of g at a few inputs with those at their
//! images. Chance does not make 40 bits agree.

use super::stretches::Piece;
use crate::centred::expand;
use crate::function::Expr;
use crate::grid::floor_log2;
use crate::interval::Interval;
use crate::request::Request;
use rug::Rational;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Fractions that differ by less are the same.
const SAME: f64 = 1e-12;
/// What is so near to 0 or 1/2 tells nothing.
const PLAIN: f64 = 1e-6;
/// Powers of two that are added to inputs, and that these are multiplied by.
const STEPS: RangeInclusive<i32> = -20..=12;
const SCALES: RangeInclusive<i32> = 1..=4;
/// So many inputs are looked at.
const SAMPLES: usize = 5;
/// Of more pieces, all are taken to have the same fractions.
const MOST: usize = 1 << 10;

/// A function whose values are compared, at a power of two times an input.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    pub(super) request: &'a Request,
    pub(super) expr: &'a Expr,
    pub(super) shift: i32,
}

/// Under what distances are the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Copies {
    negated: bool,
    scaled: bool,
    step: Option<Rational>,
    /// A composition may be even or odd about any point.
    mirrored: bool,
}

impl Values<'_> {
    /// How far g is from the next integer, if that is no simple number.
    fn fraction(&self, x: &Rational) -> Option<f64> {
        let at = Rational::from(x << self.shift);
        let bits = at.numer().significant_bits() + at.denom().significant_bits();
        let prec = bits + self.request.breakpoint_bits() as u32 + 96;
        let value = expand(self.expr, &Interval::point(&at, prec), 0).ok()?[0].clone();
        let [least, most] = [value.mig().to_rational()?, value.mag().to_rational()?];
        if least.is_zero() || floor_log2(&least) != floor_log2(&most) {
            return None;
        }
        let exponent = floor_log2(&least);
        let spacing = self.request.spacing(exponent);
        let is_narrow = (Rational::from(&most - &least) >> spacing).to_f64() < SAME / 4.0;
        let g = least >> spacing;
        let fraction = (&g - g.clone().round()).abs().to_f64();
        let is_simple = !(PLAIN..0.5 - PLAIN).contains(&fraction);
        (is_narrow && !is_simple && exponent <= self.request.output.emax).then_some(fraction)
    }

    /// What is seen at some of the pieces.
    pub(super) fn copies(&self, pieces: &[&Piece]) -> Copies {
        let every = pieces.len().div_ceil(SAMPLES).max(1);
        let inside = |piece: &&Piece| {
            let length = piece.run.count();
            let index = piece.run.inputs.start + length / 21 * 13 + length % 21 / 2;
            let x = self.request.segments[piece.run.segment].x(index);
            Some((self.fraction(&x)?, x))
        };
        let samples: Vec<_> = pieces.iter().step_by(every).filter_map(inside).collect();
        let is_one = |image: &dyn Fn(&Rational) -> Rational| {
            samples.iter().any(|(own, x)| {
                self.fraction(&image(x)).is_some_and(|other| (own - other).abs() < SAME)
            })
        };
        let mut steps = STEPS.map(|e| Rational::from(1) << e);
        Copies {
            negated: is_one(&|x| Rational::from(-x)),
            scaled: SCALES.into_iter().any(|k| {
                is_one(&|x| Rational::from(x << k)) || is_one(&|x| Rational::from(x >> k))
            }),
            step: steps.find(|step| {
                is_one(&|x| Rational::from(x + step)) || is_one(&|x| Rational::from(x - step))
            }),
            mirrored: !matches!(self.expr, Expr::Call(_, argument) if **argument == Expr::X),
        }
    }
}

impl Copies {
    /// How often one distance may come among the inputs of pieces.
    pub(super) fn among(&self, request: &Request, pieces: &[&Piece]) -> f64 {
        let ends = |piece: &&Piece| {
            let segment = &request.segments[piece.run.segment];
            [piece.run.inputs.start, piece.run.inputs.end - 1].map(|index| segment.x(index))
        };
        let all: Vec<[Rational; 2]> = pieces.iter().map(ends).collect();
        let both = all.iter().any(|ends| ends[0] < 0) && all.iter().any(|ends| ends[1] > 0);
        // Where results are spaced alike.
        let mut binades: BTreeMap<i32, BTreeSet<usize>> = BTreeMap::new();
        for piece in pieces {
            binades.entry(piece.spacing).or_default().insert(piece.run.segment);
        }
        let alike = binades.values().map(BTreeSet::len).max().filter(|_| self.scaled);
        // Subnormal results are spaced as no others are.
        let least = request.spacing(request.output.emin);
        let normal = pieces.iter().zip(&all).filter(|(piece, _)| piece.spacing > least);
        let normal: Vec<_> = normal.map(|(_, ends)| ends).collect();
        let periods = self.step.as_ref().map_or(1.0, |step| once_more(&normal, step));
        // Half a period may be like the other half from behind.
        let halves = self.mirrored || self.step.is_some();
        let factor = |twice: bool| if twice { 2.0 } else { 1.0 };
        factor(self.negated && both) * factor(halves) * alike.unwrap_or(1) as f64 * periods
    }
}

/// How many of some intervals, at most, have numbers that are the same modulo a step: counted at the beginning of each, which is where
/// there may be one more than before.
fn once_more(intervals: &[&[Rational; 2]], step: &Rational) -> f64 {
    let has = |[first, last]: &[Rational; 2], x: &Rational| {
        let beyond = (Rational::from(last - x) / step).floor();
        let before = (Rational::from(first - x) / step).ceil();
        (beyond - before).to_f64() + 1.0
    };
    if intervals.len() > MOST {
        let own =
            |[first, last]: &&[Rational; 2]| (Rational::from(last - first) / step).to_f64() + 1.0;
        return intervals.iter().map(own).sum();
    }
    let at = |start: &Rational| intervals.iter().map(|own| has(own, start)).sum::<f64>();
    intervals.iter().map(|own| at(&own[0])).fold(1.0, f64::max)
}
