//! The degree that a leaf needs, from the Chebyshev coefficients of f on it, which fall off as the errors of the best
//! polynomials do (L. N. Trefethen, *Approximation Theory and Approximation Practice*, 2013, chapters 3, 4, 16).
//! An estimate: what is chosen by it is proved afterwards.

use super::metric::Metric;
use super::source;
use rug::Float;
use rug::float::Constant;
use tmd_base::diag::Diag;
use tmd_functions::language::FunctionSpec;
use tmd_kernel::ir::Width;

/// Points at which f is taken.
const POINTS: usize = 32;
/// Highest degree of a leaf.
pub(super) const MOST_DEGREE: usize = 24;
/// How much more than the tolerance may be left out: the best polynomial is a little better than what is left, and a
/// degree that is too low is raised when the proof finds it.
const SHARE: f64 = 1.2;

/// The least degree that seems to meet the tolerance from `from` to `to`; none up to [`MOST_DEGREE`].
///
/// # Errors
/// If f has no value there.
pub(super) fn degree(
    spec: &FunctionSpec,
    metric: &Metric,
    from: f64,
    to: f64,
    width: Width,
) -> Result<Option<usize>, Diag> {
    let prec = 2 * width.precision() + 32;
    let values: Vec<Float> = (0..POINTS)
        .map(|k| {
            let angle =
                Float::with_val(prec, Constant::Pi) * (2 * k as u32 + 1) / (2 * POINTS as u32);
            let middle = Float::with_val(prec, from) / 2u32 + Float::with_val(prec, to) / 2u32;
            let half = Float::with_val(prec, to) / 2u32 - Float::with_val(prec, from) / 2u32;
            let x = middle + half * angle.cos();
            source::value(spec, &x)
        })
        .collect::<Result<_, _>>()?;
    let least = values.iter().map(|y| y.to_f64().abs()).fold(f64::INFINITY, f64::min);
    let allowed = metric.allowed(least) * SHARE;
    let mut tail = 0.0;
    let mut found = None;
    for degree in (0..POINTS).rev() {
        // What is left out is everything above the degree.
        if degree <= MOST_DEGREE && tail <= allowed {
            found = Some(degree);
        }
        tail += coefficient(&values, degree);
        if tail > allowed {
            break;
        }
    }
    Ok(found)
}

/// |a_k| of the polynomial through the values.
fn coefficient(values: &[Float], k: usize) -> f64 {
    let prec = values[0].prec();
    let count = values.len() as u32;
    let step = Float::with_val(prec, Constant::Pi) / (2 * count);
    let sum = values.iter().enumerate().fold(Float::new(prec), |sum, (j, y)| {
        // cos is periodic: the argument stays small.
        let turns = (k * (2 * j + 1)) % (4 * count as usize);
        sum + Float::with_val(prec, &step * turns as u32).cos() * y
    });
    (sum * 2u32 / count).to_f64().abs()
}
