//! The requirements of the inverse function's cases on a search of f.
//!
//! y is a hard case of the inverse if f⁻¹(y) is close to a breakpoint x_b of its results: then f(x_b) is close to y.
//! So f is searched at all breakpoints x_b, inputs and the midpoints between them, for values near the
//! numbers y. With |f⁻¹(y) - x_b| < ε·h the mean value theorem gives |f(x_b) - y| < ε·h·|f'(ξ)| = ε·w·|g'(ξ)|:
//! where g' is above 1, the threshold must be wider by as much.

use rug::Rational;
use std::ops::Range;
use tmd_functions::interval::Interval;
use tmd_functions::language::{FunctionSpec, Segment};

/// log2 of the factor by which the threshold must be widened on a run; `None` if f' may be 0 there.
pub(super) fn widening(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
) -> Option<u32> {
    let prec = segment.bits() + 64;
    // f⁻¹(y) is less than one input away from the run.
    let h = Rational::from(1) << segment.ulp;
    let ends = [segment.x(run.start) - &h, segment.x(run.end.max(1) - 1) + &h];
    let [low, high] = ends.map(|end| Interval::from_rational(&end, prec));
    let slope = spec.series_over(&low.hull(&high), 1).ok()?.swap_remove(1);
    if slope.contains_zero() {
        return None;
    }
    // 2^(exponent - 1) ≤ |f'| < 2^exponent at its largest.
    let exponent = slope.mag().get_exp()?;
    u32::try_from((exponent + segment.ulp - spacing).max(0)).ok()
}
