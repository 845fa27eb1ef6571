//! Bounds of the derivatives of g on a span, by interval Taylor arithmetic on a subdivision of it.

use super::budget::{Curvature, Derivatives};
use rug::float::Round;
use std::ops::Range;
use tmd_base::narrow;
use tmd_design::bound::Up;
use tmd_design::design::ORDERS;
use tmd_functions::interval::Interval;
use tmd_functions::language::{FunctionSpec, Segment};

/// Sub-runs that a span is enclosed by: narrower intervals give tighter bounds.
const SUBDIVISIONS: u64 = 16;
/// A sub-run whose enclosure fails is halved this often before giving up.
const HALVINGS: usize = 12;

/// Bounds |g^(j)/j!| on a run of inputs, with g(i) = f(x_i)·2^-spacing; `None` where no enclosure is
/// found.
pub(super) fn bound(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
) -> Option<Derivatives> {
    let mut g = vec![Up::ZERO; ORDERS + 1];
    let mut curvature: Option<(f64, f64)> = None;
    let count = run.end - run.start;
    let step = count.div_ceil(SUBDIVISIONS).max(1);
    let mut open: Vec<(Range<u64>, usize)> = (0..count.div_ceil(step))
        .map(|k| {
            let start = run.start + k * step;
            // Neighbouring sub-runs share an input, so that they cover the span as a continuum.
            (start..(start + step + 1).min(run.end), HALVINGS)
        })
        .collect();
    while let Some((part, halvings)) = open.pop() {
        match coefficients(spec, segment, &part, spacing) {
            Some((bounds, bend)) => {
                g.iter_mut().zip(bounds).for_each(|(g, b)| *g = g.max(b));
                curvature = Some(match curvature {
                    None => bend,
                    Some((lo, hi)) => (lo.min(bend.0), hi.max(bend.1)),
                });
            }
            None if halvings == 0 || part.end - part.start < 3 => return None,
            None => {
                let middle = part.start + (part.end - part.start) / 2;
                open.push((part.start..middle + 1, halvings - 1));
                open.push((middle..part.end, halvings - 1));
            }
        }
    }
    let curvature = curvature.and_then(|(lo, hi)| {
        let least = lo.max(-hi);
        (least > 0.0).then_some(Curvature { least })
    });
    Some(Derivatives { g, curvature })
}

/// Bounds of the coefficients' sizes, and the ends of the second one.
fn coefficients(
    spec: &FunctionSpec,
    segment: &Segment,
    part: &Range<u64>,
    spacing: i32,
) -> Option<(Vec<Up>, (f64, f64))> {
    let prec = segment.bits() + 64;
    let x: Interval = segment.interval(part.clone(), prec);
    let series = spec.series(&x, ORDERS).ok()?;
    let bend = series[2].shifted(2 * segment.ulp - spacing);
    let bend = (bend.lo().to_f64_round(Round::Down), bend.hi().to_f64_round(Round::Up));
    let bounds: Option<Vec<Up>> = series
        .iter()
        .enumerate()
        .map(|(j, coefficient)| {
            let scaled = coefficient.mag() << (segment.ulp * narrow::to_i32(j) - spacing);
            let bound = scaled.to_f64_round(Round::Up);
            bound.is_finite().then_some(Up::exact(bound))
        })
        .collect();
    Some((bounds?, bend))
}
