//! Whether samples speak for an evaluator: each of its polynomials is fitted again without some of the samples, and compared
//! with these, as [those of one variable](crate::approx::held_out) are.

use super::evaluator::{Evaluator, HeldOut};
use super::least_squares;
use super::samples::{Sample, part_of};
use super::{Source, spectrum};
use crate::approx::metric::Metric;
use rayon::prelude::*;
use rug::Float;

/// One in so many samples is held out, so many times: each once.
const FOLDS: usize = 4;

impl Evaluator {
    /// The check of an evaluator of samples; `None` of a function.
    pub(super) fn hold_out(&self, metric: &Metric) -> Option<HeldOut> {
        let Source::Samples(samples) = &self.source else { return None };
        let none = (0.0, (self.axes[0].range.0, self.axes[1].range.0));
        let worse = |a: (f64, (f64, f64)), b: (f64, (f64, f64))| if b.0 > a.0 { b } else { a };
        let of_cell = |index: usize| {
            let own: Vec<&Sample> = samples.of_cell(self.places(index)).collect();
            self.hold_out_in(index, &own, metric)
        };
        let (error, at) =
            (0..self.cells.len()).into_par_iter().flat_map_iter(of_cell).reduce(|| none, worse);
        Some(HeldOut {
            error,
            at,
            samples: samples.points.len(),
            coefficients: self.cells.iter().map(|cell| cell.coefficients.len()).sum(),
        })
    }

    /// The largest error of each fold, with its place.
    fn hold_out_in(
        &self,
        index: usize,
        own: &[&Sample],
        metric: &Metric,
    ) -> Vec<(f64, (f64, f64))> {
        let places = self.places(index);
        let extreme = |of: fn(&Sample) -> f64| {
            let numbers = own.iter().map(|sample| of(sample));
            numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), number| {
                (a.min(number), b.max(number))
            })
        };
        let (in_x, in_y) = (extreme(Sample::x), extreme(Sample::y));
        // The outermost stay: beyond them a polynomial says nothing.
        let is_outermost = |sample: &Sample| {
            [in_x.0, in_x.1].contains(&sample.x) || [in_y.0, in_y.1].contains(&sample.y)
        };
        // On a lattice every fourth sample may be a whole column.
        let prec = spectrum::bits(self.request.width);
        let of_fold = |fold: usize| {
            let is_held = |(number, sample): &(usize, &&Sample)| {
                part_of(*number, FOLDS) == fold && !is_outermost(sample)
            };
            let (held, kept): (Vec<_>, Vec<_>) = own.iter().enumerate().partition(is_held);
            let kept = kept.into_iter().map(|(_, sample)| *sample);
            let fitted = least_squares::fit(
                kept,
                places,
                &self.staircase,
                |value| metric.weight_of(value),
                prec,
            )?;
            let errors = held.into_iter().map(|(_, sample)| {
                let found = least_squares::value(&fitted, sample, places, &self.staircase);
                let error = Float::with_val(64, found - sample.value).abs();
                let least = Float::with_val(64, sample.value.abs());
                (metric.measured(&error, &least), (sample.x, sample.y))
            });
            errors.reduce(|a, b| if b.0 > a.0 { b } else { a })
        };
        (0..FOLDS).filter_map(of_fold).collect()
    }
}
