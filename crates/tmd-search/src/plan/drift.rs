//! Drifts: spans on which g moves by almost the same integer from input to input.
//!
//! Where f is close to a constant (exp near 0, tanh far from it) or to a multiple of x (sin near 0),
//! g(i) = m·i + h(i) with an integer m and a drift h that hardly moves over the whole span. Only h counts
//! modulo 1. When h is monotone, the inputs with |h(i) - k| < ε are one run for each integer k,
//! and bisection finds its ends: no kernel, and no list of 2^52 inputs where all of them are cases. When h
//! moves by less than a fraction of ε, monotone or not, its value at one input decides for all.

use super::budget::Curvature;
use rug::float::Round;
use rug::{Float, Integer};
use std::ops::Range;
use tmd_base::narrow;
use tmd_design::bound::{Bound, BoundName, Status, Up};
use tmd_design::decided::Motion;
use tmd_functions::interval::Interval;
use tmd_functions::language::{FunctionSpec, Segment, few_bits};
use tmd_functions::rounded;

/// A span that is decided by the drift.
#[derive(Clone, Debug)]
pub struct DriftSpan {
    /// Exponent of f on the span.
    pub exponent: i32,
    /// log2 of the breakpoint spacing w.
    pub spacing: i32,
    /// The integer m by which g moves from one input to the next, apart from the drift.
    pub step: Integer,
    /// How the drift moves.
    pub motion: Motion,
    /// |h(i) - h(j)| for any two inputs of the span.
    pub reach: Bound,
}

/// A drift that moves by less than this share of ε decides by its value at one input.
const LITTLE: f64 = 1.0 / 16.0;
/// Most integers that the drift may pass: bisection takes some milliseconds for each.
const MOST_PASSES: f64 = 1024.0;
/// Fewest inputs for each integer that is passed; with fewer it is cheaper to examine each.
const LEAST_INPUTS: u64 = 256;
/// Highest precision at which the sign of h' is looked for. Near 2^-1022 the cosine needs 2100 bits.
const MOST_PRECISION: u32 = 1 << 12;

/// The drift of g over a run of inputs; `None` where it moves too much, or where nothing is proved. `curvature` is what is known of
/// g'' on the run.
pub(super) fn fit(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    (exponent, spacing): (i32, i32),
    epsilon: Up,
    curvature: Option<Curvature>,
) -> Option<DriftSpan> {
    let count = run.end - run.start;
    let most = MOST_PASSES.min(narrow::about(count / LEAST_INPUTS));
    if curvature.is_some_and(|curvature| reach_by(curvature, count) + 1.0 > most) {
        return None;
    }
    // A bound that holds at any precision is looked for with few bits: most runs move too much by far.
    let few = (spacing, few_bits(segment));
    if least_reach(spec, segment, run, few).is_some_and(|reach| reach + 1.0 > most) {
        return None;
    }
    let mut prec = segment.bits() + 64;
    let mut last_width = None;
    while prec <= MOST_PRECISION {
        let x = segment.interval(run.clone(), prec);
        let slope = spec.series_over(&x, 1).ok()?.swap_remove(1);
        // Per input, in units of w.
        let step = slope.shifted(segment.ulp - spacing);
        let whole = step.mid().to_integer_round(Round::Nearest)?.0;
        let drift = step.sub(&Interval::from_integer(&whole, prec));
        let steepest = Up::exact(drift.mag().to_f64_round(Round::Up));
        let reach = steepest * Up::integer(count);
        if reach.value() + 1.0 > most {
            if drift.mig() * 2u32 >= drift.mag() {
                return None;
            }
        } else if let Some(motion) = motion(&drift, reach, epsilon) {
            let reach = bound(reach, steepest, count, &whole);
            return Some(DriftSpan { exponent, spacing, step: whole, motion, reach });
        }
        // A slope that varies by itself is not known better with more bits than are enough for its sign.
        let width = drift.width();
        if last_width.is_some_and(|last: Float| width.clone() << 16u32 > last) {
            return None;
        }
        last_width = Some(width);
        prec *= 4;
    }
    None
}

/// Whether the slopes at both ends of a run are as those of a drift: where [`fit`] proves none, it may on parts of the run, whose
/// enclosures are narrower.
pub(super) fn seems(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
) -> bool {
    let count = run.end - run.start;
    let most = MOST_PASSES.min(narrow::about(count / LEAST_INPUTS));
    let step = |i: u64| {
        let x = Interval::from_rational(&segment.x(i), segment.bits() + 64);
        let slope = spec.series(&x, 1).ok()?.swap_remove(1).shifted(segment.ulp - spacing);
        let whole = slope.mid().to_integer_round(Round::Nearest)?.0;
        let off = slope.sub(&Interval::from_integer(&whole, slope.prec()));
        Some((whole, off.mag().to_f64_round(Round::Up)))
    };
    match (step(run.start), step(run.end - 1)) {
        (Some((whole, first)), Some((other, last))) => {
            whole == other && first.max(last) * narrow::about(count) + 1.0 <= most
        }
        _ => false,
    }
}

/// A number that no bound of the drift's reach over a run of `count` inputs with this curvature is below: see [`least_reach`], g'
/// moves by twice the curvature from input to input.
fn reach_by(curvature: Curvature, count: u64) -> f64 {
    reach_of(2.0 * curvature.least * narrow::about(count.saturating_sub(1)), count)
}

/// A number that no bound of the drift's reach over a run is below, whatever the precision: slopes at both ends differ by so
/// much that one of them is half of it away from any integer step.
fn least_reach(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    (spacing, prec): (i32, u32),
) -> Option<f64> {
    let step = |i: u64| {
        let x = Interval::from_rational(&segment.x(i), prec);
        let slope = spec.series(&x, 1).ok()?.swap_remove(1);
        Some(slope.shifted(segment.ulp - spacing))
    };
    let (first, last) = (step(run.start)?, step(run.end - 1)?);
    let apart = first.sub(&last).mig().to_f64_round(Round::Down);
    Some(reach_of(apart, run.end - run.start))
}

/// The least reach over `count` inputs of which two have slopes that are `apart`.
fn reach_of(apart: f64, count: u64) -> f64 {
    // The factor is more than what the roundings of the products add.
    apart / 2.0 * narrow::about(count) * (1.0 - f64::EPSILON * 8.0)
}

/// How a drift with these slopes moves, by `reach` at the most; `None` if it may rise and fall.
fn motion(drift: &Interval, reach: Up, epsilon: Up) -> Option<Motion> {
    if drift.is_zero() {
        Some(Motion::None)
    } else if !drift.contains_zero() {
        Some(if *drift.lo() > 0 { Motion::Rises } else { Motion::Falls })
    } else if reach <= epsilon * Up::exact(LITTLE) {
        Some(Motion::Little)
    } else {
        None
    }
}

fn bound(reach: Up, steepest: Up, count: u64, whole: &Integer) -> Bound {
    Bound {
        name: BoundName::DriftReach,
        value: reach,
        status: Status::Proved,
        origin: format!(
            "|g' - {whole}| ≤ {} by interval arithmetic over the span, times {count} inputs",
            rounded::up(steepest.value(), 3)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_functions::language::{FormatName, range};
    use tmd_request::request::Request;

    /// Where f is next to x, or to a constant, nearly every input is a case: none may go through a kernel.
    #[test]
    fn closed_forms_are_found_where_f_is_next_to_a_line() {
        let next_to_x =
            ["sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "expm1", "logp1"];
        let next_to_one = ["exp", "cos", "cosh", "exp2", "exp10"];
        for function in next_to_x.into_iter().chain(next_to_one) {
            for ends in ["2^-60,2^-59", "-2^-59,-2^-60", "2^-900,2^-899"] {
                let request = Request { bits: Some(44), ..Request::in_range(function, ends) };
                let plan = crate::plan::make(&request).unwrap_or_else(|diag| panic!("{diag}"));
                let inputs = |span: &crate::plan::Span| span.inputs.end - span.inputs.start;
                let searched =
                    |span: &&crate::plan::Span| matches!(span.work, crate::plan::Work::Search(_));
                let by_kernels: u64 = plan.spans.iter().filter(searched).map(inputs).sum();
                assert!(by_kernels < 1 << 16, "{function} on {ends}: {by_kernels}");
            }
        }
    }

    /// The least reach is below every bound that is found, at any precision, and is large where slopes go one way.
    #[test]
    fn the_least_reach_is_below_the_reach() {
        let format = FormatName::from(53).format().unwrap();
        for (text, ends, bends) in [
            ("exp(x)", "1,1.5", true),
            ("erfc(x)", "3,3.01", true),
            ("exp(x)", "1e-9,1.5e-9", true),
            ("sin(x)", "1,2", true),
            ("powi(x - 1.25, 3)", "1,1.5", false),
            ("3 * x", "1,1.5", false),
        ] {
            let spec = FunctionSpec::parse(text).unwrap();
            let (from, to) = Request::in_range(text, ends).range.ends().unwrap();
            let segment = range::split(&from, &to, &format).unwrap().remove(0);
            let run = 0..segment.count;
            let least = least_reach(&spec, &segment, &run, (segment.ulp - 1, 117)).unwrap();
            for prec in [117, 468] {
                let slope = spec.series(&segment.interval(run.clone(), prec), 1).unwrap().remove(1);
                let step = slope.shifted(1);
                let whole = step.mid().to_integer_round(Round::Nearest).unwrap().0;
                let drift = step.sub(&Interval::from_integer(&whole, prec)).mag().to_f64();
                let reach = drift * narrow::about(segment.count);
                assert!(least <= reach, "{text}: {least} {reach}");
            }
            assert_eq!(least > 1.0, bends, "{text}: {least}");
            // What a bound of g'' tells is less, by little where f bends to one side.
            let bend = spec.series(&segment.interval(run.clone(), 117), 2).unwrap().remove(2);
            let curvature = bend.shifted(2 * segment.ulp - (segment.ulp - 1)).mig().to_f64();
            let by_bend = reach_by(Curvature { least: curvature }, segment.count);
            assert!(by_bend <= least, "{text}: {by_bend} {least}");
            assert!(!bends || by_bend >= least / 4.0, "{text}: {by_bend} {least}");
        }
    }
}
