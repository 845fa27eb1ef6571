//! Converts an absolute error to the measure of the tolerance.

use super::cells::Place;
use super::fit::Point;
use super::source::{self, Source};
use super::tolerance::{Measure, Tolerance, lg_ulp};
use rayon::prelude::*;
use rug::float::Round;
use rug::{Float, Rational};
use tmd_base::diag::Diag;
use tmd_kernel::ir::Width;

/// How errors are measured.
#[derive(Clone, Debug)]
pub(super) struct Metric {
    pub(super) measure: Measure,
    width: Width,
    /// The tolerance.
    pub(super) most: f64,
    /// A lower bound of max |f|, where that is the measure.
    norm: f64,
}

/// Points at which max |f| is looked for.
const NORM_POINTS: usize = 256;
/// Bits of the values there.
const NORM_BITS: u32 = 320;

impl Metric {
    /// The metric of a tolerance for f from a to b.
    ///
    /// # Errors
    /// If f has no value somewhere.
    pub(super) fn new(
        tolerance: &Tolerance,
        width: Width,
        source: &Source,
        (a, b): (f64, f64),
    ) -> Result<Metric, Diag> {
        let norm = match tolerance.measure {
            Measure::Norm => norm(source, a, b)?,
            _ => 0.0,
        };
        Ok(Metric::with_norm(tolerance, width, norm))
    }

    /// The same with a lower bound of max |f|, which counts only where that is the measure.
    pub(super) fn with_norm(tolerance: &Tolerance, width: Width, norm: f64) -> Metric {
        let most = Float::with_val_round(53, &tolerance.value, Round::Down).0.to_f64();
        Metric { measure: tolerance.measure, width, most, norm }
    }

    /// Whether no error is small enough where f is 0, be it ever so small. (A tolerance of very many units in the last
    /// place may be met there.)
    pub(super) fn is_lost_at_zeros(&self) -> bool {
        match self.measure {
            Measure::Relative => true,
            Measure::Ulp => self.most < f64::from(self.width.precision()).exp2(),
            Measure::Absolute | Measure::Norm => false,
        }
    }

    /// The absolute error that is allowed where |f| is at least so large.
    pub(super) fn allowed(&self, least: f64) -> f64 {
        match self.measure {
            Measure::Absolute => self.most,
            Measure::Relative => self.most * least,
            Measure::Norm => self.most * self.norm,
            Measure::Ulp => self.most * f64::from(lg_ulp(self.width, least)).exp2(),
        }
    }

    /// An absolute error where |f| is at least so large, in the tolerance's measure; rounded up.
    pub(super) fn measured(&self, error: &Float, least: &Float) -> f64 {
        let up = |value: &Float| value.to_f64_round(Round::Up);
        let unit = match self.measure {
            Measure::Absolute => return up(error),
            Measure::Relative => least.clone(),
            Measure::Norm => Float::with_val(53, self.norm),
            Measure::Ulp => {
                let least = least.to_f64_round(Round::Down);
                Float::with_val(53, 1) << lg_ulp(self.width, least)
            }
        };
        match unit.is_zero() {
            true if error.is_zero() => 0.0,
            true => f64::INFINITY,
            false => Float::with_val_round(53, error / &unit, Round::Up).0.to_f64(),
        }
    }

    /// A value at x as a point that a leaf is fitted to.
    pub(super) fn point(&self, place: &Place, x: &Rational, y: Float) -> Point {
        Point { t: Float::with_val(y.prec(), place.t(x)), weight: self.weight(&y), y }
    }

    /// The same of a number.
    pub(super) fn weight_of(&self, value: f64) -> f64 {
        self.weight(&Float::with_val(53, value)).to_f64()
    }

    /// The weight of an error at a value in a fit.
    fn weight(&self, value: &Float) -> Float {
        let one = Float::with_val(value.prec(), 1);
        match self.measure {
            Measure::Absolute | Measure::Norm => one,
            // A value of 0 would count for all others.
            Measure::Relative | Measure::Ulp if value.is_zero() => one,
            Measure::Relative | Measure::Ulp => {
                one / Float::with_val(value.prec(), value.abs_ref())
            }
        }
    }
}

/// The largest |f| among some points.
fn norm(source: &Source, a: f64, b: f64) -> Result<f64, Diag> {
    let values: Vec<f64> = match source {
        Source::Samples(samples) => samples.between(a, b).iter().map(|(_, y)| y.abs()).collect(),
        Source::Function(spec) => (0..=NORM_POINTS)
            .into_par_iter()
            .map(|k| {
                let share = k as f64 / NORM_POINTS as f64;
                let x = (a * (1.0 - share) + b * share).clamp(a, b);
                // At least so much, whatever terms cancel.
                let y = source::enclosure(spec, &Float::with_val(NORM_BITS, x))?;
                Ok(y.mig().to_f64_round(Round::Down))
            })
            .collect::<Result<_, Diag>>()?,
    };
    Ok(values.into_iter().fold(0.0, f64::max))
}
