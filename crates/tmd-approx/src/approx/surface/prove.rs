//! The error of a cell: proved if the function is known, observed at all samples if it is not.

use super::deviation::{self, Patch};
use super::evaluator::Evaluator;
use super::kernel::Built;
use super::samples::Sample;
use super::{Source, spectrum};
use crate::approx::exact;
use crate::approx::metric::Metric;
use crate::approx::prove::Errors;
use crate::approx::rounding;
use crate::approx::tolerance::Measure;
use rug::Float;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::SurfaceSpec;
use tmd_kernel::ir::{Kernel, Width, call};

/// A remainder of so small a share of the tolerance needs no finer parts.
const FINE: f64 = 1.0 / 64.0;

/// Bounds the errors of a cell.
///
/// # Errors
/// If there is no bound.
pub(super) fn cell(
    evaluator: &Evaluator,
    built: &Built,
    index: usize,
    metric: &Metric,
) -> Result<Errors, Diag> {
    let cell = &evaluator.cells[index];
    if !cell.coefficients.iter().all(|c| c.is_finite()) {
        return Ok(Errors::UNKNOWN);
    }
    match &evaluator.source {
        Source::Function(spec) => proved(evaluator, spec, built, index, metric),
        Source::Samples(samples) => {
            let own: Vec<&Sample> = samples.of_cell(evaluator.places(index)).collect();
            if own.is_empty() {
                // Whatever its polynomial is, nothing speaks for it.
                return Ok(Errors::UNKNOWN);
            }
            let mut errors = Errors::default();
            for Sample { x, y, value } in own {
                let found = computed(&built.kernel, evaluator.request.width, *x, *y)?;
                let error = Float::with_val(128, exact(found) - exact(*value)).abs();
                let least = Float::with_val(64, value.abs());
                errors.add(&error, &Float::new(64), &least, metric);
            }
            Ok(errors)
        }
    }
}

/// What the emitted code computes.
pub(super) fn computed(kernel: &Kernel, width: Width, x: f64, y: f64) -> Result<f64, Diag> {
    let bits = call(kernel, &[width.bits_of(x), width.bits_of(y)])
        .map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
    Ok(width.number(bits[0]))
}

fn proved(
    evaluator: &Evaluator,
    spec: &SurfaceSpec,
    built: &Built,
    index: usize,
    metric: &Metric,
) -> Result<Errors, Diag> {
    let places = evaluator.places(index);
    let coefficients = &evaluator.cells[index].coefficients;
    let prec = spectrum::bits(evaluator.request.width);
    let corner = |place: usize, is_end: bool| {
        let place = places[place];
        place.t(if is_end { &place.to } else { &place.from }).to_f64()
    };
    let at_corners = [(false, false), (true, false), (false, true), (true, true)].map(|(x, y)| {
        let (tx, ty) = (corner(0, x), corner(1, y));
        let powers = evaluator.staircase.powers().zip(coefficients);
        powers.map(|((i, j), c)| c * tx.powi(i as i32) * ty.powi(j as i32)).sum::<f64>().abs()
    });
    // Parts that the errors are not measured in need to be no finer than where the least is allowed.
    let allowed = metric.allowed(at_corners.into_iter().fold(f64::INFINITY, f64::min));
    let allowed = if allowed > 0.0 { allowed } else { metric.most * f64::MIN_POSITIVE.sqrt() };
    let fine = exact(allowed * FINE);
    let is_relative = matches!(metric.measure, Measure::Relative | Measure::Ulp);
    let patch = Patch {
        spec,
        places,
        staircase: &evaluator.staircase,
        coefficients,
        fine: &fine,
        is_relative,
        prec,
    };
    let mut errors = Errors::default();
    for deviation::Part { sides, deviation, least } in patch.parts()? {
        let arguments = [0, 1].map(|side| (&sides[side].0, &sides[side].1));
        let row = built.row.iter().copied().zip(coefficients.iter().copied());
        let minus = built.minus.iter().zip(places);
        let minus = minus.filter_map(|(value, place)| Some(((*value)?, place.offset)));
        let rounding = rounding::bound(&built.kernel, built.inside, &arguments, row.chain(minus))?;
        errors.add(&deviation, &rounding, &least, metric);
    }
    Ok(errors)
}
