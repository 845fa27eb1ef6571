//! Short polynomials.

use super::base::PREC;
use rug::Float;
use tmd_approx::approx::{Basis, Point, fit};
use tmd_kernel::ir::Width;

/// Coefficients at most.
pub(super) const MOST: usize = 12;
/// Points that a polynomial is fitted at, and between which it is tried.
const POINTS: usize = 257;

/// The coefficients of the shortest polynomial that keeps next to a function of r between two numbers: `off` tells by how much
/// of a result an error of the polynomial is at r, which is allowed to be `allowed`.
pub(super) fn shortest(
    (from, to): (f64, f64),
    of: impl Fn(&Float) -> Float,
    off: impl Fn(f64, f64) -> f64,
    allowed: f64,
) -> Option<Vec<f64>> {
    // Not at 0, where functions are defined by their limits.
    let at = |share: f64| {
        let r = from + (to - from) * share;
        Float::with_val(PREC, if r.abs() < 1e-6 { 1e-6 } else { r })
    };
    let share = |k: usize, count: usize| {
        let angle = std::f64::consts::PI * k as f64 / (count - 1) as f64;
        (1.0 - angle.cos()) / 2.0
    };
    let points: Vec<Point> = (0..POINTS)
        .map(|k| {
            let t = at(share(k, POINTS));
            Point { y: of(&t), t, weight: Float::with_val(PREC, 1) }
        })
        .collect();
    let tried: Vec<(Float, Float)> = (0..2 * POINTS)
        .map(|k| {
            let t = at(share(k, 2 * POINTS));
            let y = of(&t);
            (t, y)
        })
        .collect();
    (2..=MOST).find_map(|count| {
        let fitted = fit(&points, Basis::Monomial, count - 1, Width::W64);
        let coefficients: Vec<f64> = fitted.iter().map(Float::to_f64).collect();
        let is_near = tried.iter().all(|(t, y)| {
            let q = coefficients.iter().rev().fold(Float::new(PREC), |q, c| q * t + c);
            let error = Float::with_val(PREC, q - y) / y;
            off(t.to_f64(), error.to_f64()) <= allowed
        });
        is_near.then_some(coefficients)
    })
}
