//! Whether samples speak for an evaluator: each of its polynomials is fitted again without some of the samples, and compared
//! with these.
//!
//! At the samples that a polynomial was fitted to it may be right to the last digit and say nothing of what lies between: one
//! with as many coefficients as there are samples repeats them, noise and all. What it makes of samples that it was not
//! shown tells (cross-validation: M. Stone, *Cross-Validatory Choice and Assessment of Statistical Predictions*, 1974).

use super::evaluator::{Evaluator, HeldOut, Leaf};
use super::exact;
use super::fit;
use super::metric::Metric;
use super::source::{Samples, Source};
use rayon::prelude::*;
use rug::{Float, Rational};

/// One in so many samples is held out, so many times: each once.
const FOLDS: usize = 4;

impl Evaluator {
    /// The check of an evaluator of samples; `None` of a function.
    pub(super) fn hold_out(&self, metric: &Metric) -> Option<HeldOut> {
        let Source::Samples(samples) = &self.source else { return None };
        let of_leaf = |leaf: &Leaf| self.hold_out_in(leaf, samples, metric);
        let none = (0.0, self.range.0);
        let worse = |a: (f64, f64), b: (f64, f64)| if b.0 > a.0 { b } else { a };
        let (error, at) = self.leaves.par_iter().flat_map_iter(of_leaf).reduce(|| none, worse);
        Some(HeldOut {
            error,
            at,
            samples: samples.between(self.range.0, self.range.1).len(),
            coefficients: self.leaves.iter().map(|leaf| leaf.coefficients.len()).sum(),
        })
    }

    /// The largest error of each fold, with its place.
    fn hold_out_in(&self, leaf: &Leaf, samples: &Samples, metric: &Metric) -> Vec<(f64, f64)> {
        let (width, basis) = (self.request.width, self.request.basis);
        let prec = 3 * width.precision() + 64;
        let [from, to] = [&leaf.place.from, &leaf.place.to].map(Rational::to_f64);
        let own = samples.between(from, to);
        let degree = leaf.coefficients.len() - 1;
        let point =
            |&(x, y): &(f64, f64)| metric.point(&leaf.place, &exact(x), Float::with_val(prec, y));
        // The ends stay: beyond them a polynomial says nothing.
        let is_held = |fold: usize, index: usize| {
            index % FOLDS == fold && index != 0 && index + 1 != own.len()
        };
        let of_fold = |fold: usize| {
            let (held, kept): (Vec<_>, Vec<_>) =
                own.iter().enumerate().partition(|(index, _)| is_held(fold, *index));
            let kept: Vec<fit::Point> = kept.into_iter().map(|(_, sample)| point(sample)).collect();
            let coefficients = fit::fit(&kept, basis, degree, width);
            let errors = held.into_iter().map(|(_, sample)| {
                let wanted = point(sample);
                let row = basis.values(&wanted.t, degree, width);
                let terms = row.iter().zip(&coefficients);
                let value = terms.fold(Float::new(prec), |sum, (value, c)| sum + value.clone() * c);
                let error = Float::with_val(prec, value - &wanted.y).abs();
                (metric.measured(&error, &wanted.y.abs()), sample.0)
            });
            errors.reduce(|a, b| if b.0 > a.0 { b } else { a })
        };
        (0..FOLDS).filter_map(of_fold).collect()
    }
}
