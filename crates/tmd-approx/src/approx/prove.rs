//! The error of a leaf: proved if the function is known, observed at all samples if it is not.

use super::deviation;
use super::evaluator::Evaluator;
use super::exact;
use super::metric::Metric;
use super::rounding;
use super::source::Source;
use crate::approx::piecewise::Built;
use rug::float::Round;
use rug::{Float, Rational};
use tmd_base::diag::Diag;
use tmd_functions::language::FunctionSpec;

/// The errors of a leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Errors {
    /// Largest |f - P|.
    pub(super) approximation: f64,
    /// Largest rounding error.
    pub(super) rounding: f64,
    /// Largest sum of both, in the tolerance's measure.
    pub(super) total: f64,
}

/// A remainder of so small a share of the tolerance needs no finer parts.
const FINE: f64 = 1.0 / 256.0;

/// Bounds the errors of a leaf.
///
/// # Errors
/// If there is no bound.
pub(super) fn leaf(
    evaluator: &Evaluator,
    built: &Built,
    index: usize,
    metric: &Metric,
) -> Result<Errors, Diag> {
    let leaf = &evaluator.leaves[index];
    if !leaf.coefficients.iter().all(|c| c.is_finite()) {
        return Ok(Errors::UNKNOWN);
    }
    match &evaluator.source {
        Source::Function(spec) => proved(evaluator, spec, built, index, metric),
        Source::Samples(samples) => {
            let [from, to] = [&leaf.place.from, &leaf.place.to].map(Rational::to_f64);
            let own = samples.between(from, to);
            if own.is_empty() {
                // Whatever its polynomial is, nothing speaks for it.
                return Ok(Errors::UNKNOWN);
            }
            let mut errors = Errors::default();
            let powers = powers(evaluator, index);
            for (x, y) in own {
                let x = exact(*x);
                let bound = rounding_bound(evaluator, built, index, &x, &x)?;
                let p = horner(&powers, &leaf.place.t(&x));
                let y = exact(*y);
                let deviation =
                    Float::with_val_round(64, Rational::from(&p - &y).abs(), Round::Up).0;
                let least = Float::with_val(64, &y).abs();
                errors.add(&deviation, &bound, &least, metric);
            }
            Ok(errors)
        }
    }
}

fn proved(
    evaluator: &Evaluator,
    spec: &FunctionSpec,
    built: &Built,
    index: usize,
    metric: &Metric,
) -> Result<Errors, Diag> {
    let place = &evaluator.leaves[index].place;
    let powers = powers(evaluator, index);
    let p = |x: &Rational| horner(&powers, &place.t(x)).to_f64().abs();
    let allowed = metric.allowed(p(&place.from).min(p(&place.to)));
    // Where f is 0 at an end, nothing is allowed there: elsewhere something is.
    let allowed = if allowed > 0.0 { allowed } else { metric.most * f64::MIN_POSITIVE.sqrt() };
    let fine = exact(allowed * FINE);
    let prec = 3 * evaluator.request.width.precision() + 64;
    let parts = deviation::Leaf { spec, place, powers: &powers, fine: &fine, prec }.parts()?;
    let mut errors = Errors::default();
    for part in parts {
        let bound = rounding_bound(evaluator, built, index, &part.from, &part.to)?;
        errors.add(&part.deviation, &bound, &part.least, metric);
    }
    Ok(errors)
}

impl Errors {
    /// Errors without a bound.
    pub(super) const UNKNOWN: Errors =
        Errors { approximation: f64::INFINITY, rounding: f64::INFINITY, total: f64::INFINITY };

    /// Takes a part in, with bounds there and a lower bound of |f|.
    pub(super) fn add(
        &mut self,
        deviation: &Float,
        rounding: &Float,
        least: &Float,
        metric: &Metric,
    ) {
        let up = |value: &Float| value.to_f64_round(Round::Up);
        self.approximation = self.approximation.max(up(deviation));
        self.rounding = self.rounding.max(up(rounding));
        let sum = Float::with_val_round(96, deviation + rounding, Round::Up).0;
        self.total = self.total.max(metric.measured(&sum, least));
    }
}

/// The value of a sum of powers at t, exactly.
fn horner(powers: &[Rational], t: &Rational) -> Rational {
    powers.iter().rev().fold(Rational::new(), |sum, c| sum * t + c)
}

/// A leaf's polynomial in powers of t, exactly.
fn powers(evaluator: &Evaluator, index: usize) -> Vec<Rational> {
    let coefficients: Vec<Rational> =
        evaluator.leaves[index].coefficients.iter().map(|c| exact(*c)).collect();
    evaluator.request.basis.to_powers(&coefficients, evaluator.request.width)
}

fn rounding_bound(
    evaluator: &Evaluator,
    built: &Built,
    index: usize,
    from: &Rational,
    to: &Rational,
) -> Result<Float, Diag> {
    let leaf = &evaluator.leaves[index];
    let map = [leaf.place.scale, leaf.place.offset];
    // A tree's rows hold the map, too; what fills a vector is read by nobody.
    let others = if built.cell.is_some() { &map[..0] } else { &map[..] };
    let row = [others, &leaf.coefficients].concat();
    let cell = built.cell.map(|_| -leaf.place.offset);
    let row = built.row.iter().copied().zip(row);
    let cell = built.cell.into_iter().zip(cell.map(|cell| -cell));
    rounding::bound(&built.kernel, built.inside, &[(from, to)], row.chain(cell))
}
