//! Stretches of inputs on which the fractions of g are as if random.

use super::super::claim::Claim;
use super::super::counts::{Searched, searched};
use super::super::tiling::Tiling;
use crate::certificate::RunEntry;

/// Stretches on which g bends by less over all are not taken for random.
pub(super) const BENT: f64 = 4096.0;
/// As much as the curvature must change, by n³·|g'''/6|.
const TWISTED: f64 = 64.0;
/// Into so many pieces is cut a span of which a part may bend enough.
const PARTS: u64 = 16;
/// Derivatives are computed at so many inputs of a piece.
const POINTS: u64 = 3;
/// Neighbours are taken together if the one bends at most so many times as fast as the other.
const ALIKE: f64 = 16.0;

/// Inputs of a segment whose fractions are as if random.
pub(super) struct Stretch<'a> {
    pub(super) pieces: Vec<Searched<'a>>,
    pub(super) least: Shape,
}

/// How much g bends from input to input: about |g''/2| and |g'''/6|.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    bends: f64,
    twists: f64,
}

/// How many inputs a piece has.
pub(super) fn inputs(piece: &Searched<'_>) -> f64 {
    (piece.inputs.end - piece.inputs.start) as f64
}

impl Shape {
    fn least(self, other: Shape) -> Shape {
        Shape { bends: self.bends.min(other.bends), twists: self.twists.min(other.twists) }
    }

    fn most(self, other: Shape) -> Shape {
        Shape { bends: self.bends.max(other.bends), twists: self.twists.max(other.twists) }
    }

    /// By how much a number of inputs bends over all.
    pub(super) fn bend(self, inputs: f64) -> f64 {
        self.bends * inputs * inputs
    }

    fn is_random(self, inputs: f64) -> bool {
        self.bend(inputs) >= BENT && self.twists * inputs.powi(3) >= TWISTED
    }
}

impl<'a> Stretch<'a> {
    pub(super) fn inputs(&self) -> f64 {
        self.pieces.iter().map(inputs).sum()
    }

    fn is_random(&self) -> bool {
        self.least.is_random(self.inputs())
    }

    pub(super) fn segment(&self) -> usize {
        self.pieces[0].span.run.segment
    }

    /// With what follows, if both bend about as fast; else what follows alone.
    fn and(mut self, next: Stretch<'a>) -> Stretch<'a> {
        let least = self.least.least(next.least);
        let is_alike = self.least.most(next.least).bends <= ALIKE * least.bends;
        if self.segment() != next.segment() || !is_alike {
            return next;
        }
        self.pieces.extend(next.pieces);
        Stretch { pieces: self.pieces, least }
    }
}

/// Finds stretches.
pub(super) struct Stretches<'a> {
    pub(super) claim: &'a Claim<'a>,
    pub(super) tiling: &'a Tiling<'a>,
}

impl<'a> Stretches<'a> {
    /// What is random of some runs: pieces that bend enough, and shorter ones, so many of them together that they do.
    pub(super) fn of(&self, runs: &[RunEntry]) -> Vec<Stretch<'a>> {
        let pieces = searched(self.claim, self.tiling, &self.tiling.portions(runs));
        let mut stretches = vec![];
        let mut open: Option<Stretch<'a>> = None;
        for own in pieces.into_iter().flat_map(|piece| self.cut(piece)) {
            if own.is_random() {
                stretches.push(own);
                continue;
            }
            let together = match open.take() {
                Some(before) => before.and(own),
                None => own,
            };
            match together.is_random() {
                true => stretches.push(together),
                false => open = Some(together),
            }
        }
        stretches
    }

    /// A piece, or its parts where some of them may be random though it is not: g bends the other way in another.
    fn cut(&self, piece: Searched<'a>) -> Vec<Stretch<'a>> {
        let Some([least, most]) = self.shape(&piece) else { return vec![] };
        let count = inputs(&piece);
        let length = (piece.inputs.end - piece.inputs.start).div_ceil(PARTS);
        if least.is_random(count) || !most.is_random(count) || length < PARTS {
            return vec![Stretch { pieces: vec![piece], least }];
        }
        let starts = (0..PARTS).map(|part| piece.inputs.start + part * length);
        let parts = starts.filter(|start| *start < piece.inputs.end).filter_map(|start| {
            let inputs = start..piece.inputs.end.min(start + length);
            let part = Searched { inputs, ..piece.clone() };
            let [least, _] = self.shape(&part)?;
            Some(Stretch { pieces: vec![part], least })
        });
        parts.collect()
    }

    /// About the least and the most that g bends on a piece, as some inputs show.
    fn shape(&self, piece: &Searched<'_>) -> Option<[Shape; 2]> {
        let grid = self.tiling.grid(piece.span.run.segment)?;
        let last = piece.inputs.end - 1 - piece.inputs.start;
        let steps = (POINTS - 1).min(last);
        let at = |step: u64| {
            let index = piece.inputs.start + last / steps.max(1) * step;
            let x = grid.interval(index..index + 1, grid.bits() + 80);
            let series = self.claim.spec.series_over(&x, 3).ok()?;
            let size = |j: usize| {
                let shift = grid.ulp.checked_mul(j as i32)?.checked_sub(piece.span.spacing)?;
                Some(series[j].shifted(shift).mig().to_f64())
            };
            Some(Shape { bends: size(2)?, twists: size(3)? })
        };
        let shapes: Vec<Shape> = (0..=steps).map(at).collect::<Option<_>>()?;
        let least = shapes.iter().copied().reduce(Shape::least)?;
        Some([least, shapes.into_iter().reduce(Shape::most)?])
    }
}
