//! Checks that the claimed bounds of derivatives hold: enclosures of the Taylor coefficients on a finer subdivision
//! than the planner's, refined where they are too wide to tell; and coefficients at single inputs, which show a bound
//! that is too low for what it is.

use super::claim::Claim;
use super::lie;
use super::tiling::Tiling;
use crate::certificate::SpanEntry;
use rug::Float;
use rug::float::Round;
use std::ops::Range;
use tmd_base::diag::Diag;
use tmd_base::text::{many, plural};
use tmd_design::design::ORDERS;
use tmd_functions::interval::Interval;
use tmd_functions::language::Segment;

/// Sub-runs that a span is enclosed by at first: twice the planner's.
const SUBDIVISIONS: u64 = 32;
/// A sub-run is halved so often before giving up.
const HALVINGS: u32 = 14;

/// Checks every span that kernels searched.
pub(super) fn check(claim: &Claim<'_>, tiling: &Tiling<'_>) -> Result<String, Diag> {
    let mut enclosures = 0;
    for (index, span) in claim.cert.spans.iter().enumerate() {
        let segment = tiling
            .grid(span.run.segment)
            .ok_or_else(|| lie(format!("span {index} is in no segment")))?;
        enclosures += Checked { claim, segment: &segment, index, span }.check()?;
    }
    Ok(format!(
        "of {}: enclosed anew, on {}",
        plural(claim.cert.spans.len(), "searched span"),
        many(enclosures.into(), "sub-run")
    ))
}

struct Checked<'a> {
    claim: &'a Claim<'a>,
    segment: &'a Segment,
    index: usize,
    span: &'a SpanEntry,
}

/// The outcome of the check on a sub-run.
enum Shown {
    /// The claims hold on it.
    Holds { bend: Interval },
    /// They may hold; the order in question.
    Unclear(Option<usize>),
}

impl Checked<'_> {
    /// The number of sub-runs that it took.
    fn check(&self) -> Result<u64, Diag> {
        let model = &self.span.model;
        let (index, g) = (self.index, &model.derivatives);
        if !(1..ORDERS).contains(&model.degree) || g.len() != ORDERS + 1 {
            return Err(lie(format!(
                "span {index} has bounds of {} derivatives for a model of degree {}",
                g.len(),
                model.degree
            )));
        }
        if let Some(j) = g.iter().position(|bound| !(bound.is_finite() && *bound >= 0.0)) {
            return Err(lie(format!("the bound of derivative {j} on span {index} is not a bound")));
        }
        let run = self.span.run.from_index..self.span.run.to_index;
        let step = (run.end - run.start).div_ceil(SUBDIVISIONS).max(1);
        let mut open: Vec<(Range<u64>, u32)> = (run.start..run.end)
            .step_by(usize::try_from(step).unwrap_or(usize::MAX))
            // Neighbours share an input, so that together they hold the span as a continuum.
            .map(|start| (start..start.saturating_add(step + 1).min(run.end), HALVINGS))
            .collect();
        let mut count = 0;
        let mut bends: Option<(bool, bool)> = None;
        while let Some((part, halvings)) = open.pop() {
            count += 1;
            match self.look(&part)? {
                Shown::Holds { bend } => {
                    let sign = (*bend.lo() > 0, *bend.hi() < 0);
                    let (up, down) = bends.unwrap_or((true, true));
                    bends = Some((up && sign.0, down && sign.1));
                }
                Shown::Unclear(order) if halvings == 0 || part.end - part.start < 3 => {
                    return Err(self.unproved(order, &part));
                }
                Shown::Unclear(_) => {
                    let middle = part.start + (part.end - part.start) / 2;
                    open.push((part.start..middle + 1, halvings - 1));
                    open.push((middle..part.end, halvings - 1));
                }
            }
        }
        if model.least_curvature.is_some() && bends.is_none_or(|(up, down)| !up && !down) {
            return Err(lie(format!(
                "the curvature on span {index} changes its sign, other than is said"
            )));
        }
        Ok(count)
    }

    /// Compares the claims with enclosures on a sub-run, and with what its first input shows.
    fn look(&self, part: &Range<u64>) -> Result<Shown, Diag> {
        let Some(wide) = self.coefficients(part) else { return Ok(Shown::Unclear(None)) };
        let model = &self.span.model;
        let orders = 1..=model.degree + 1;
        let unclear = |series: &[Interval]| {
            let unclear = orders.clone().find(|&j| series[j].mag() > model.derivatives[j]);
            let flat = model.least_curvature.is_some_and(|least| series[2].mig() < least);
            (unclear.is_some() || flat).then_some(unclear)
        };
        if unclear(&wide).is_none() {
            return Ok(Shown::Holds { bend: wide[2].clone() });
        }
        let Some(point) = self.coefficients(&(part.start..part.start + 1)) else {
            return Ok(Shown::Unclear(unclear(&wide).flatten()));
        };
        let last = self.coefficients(&(part.end - 1..part.end));
        let length = part.end - 1 - part.start;
        let near =
            last.map_or_else(|| wide.clone(), |last| between(&wide, [&point, &last], length));
        let Some(unclear) = unclear(&near) else {
            return Ok(Shown::Holds { bend: near[2].clone() });
        };
        let x = self.segment.hex(part.start);
        if let Some(j) = orders.clone().find(|&j| point[j].mig() > model.derivatives[j]) {
            return Err(lie(format!(
                "the bound of derivative {j} on span {} is said to be {}, but |g^({j})/{j}!| is {} at {x}",
                self.index,
                lg(&Float::with_val(53, model.derivatives[j])),
                lg(&point[j].mig())
            )));
        }
        if let Some(least) = model.least_curvature.filter(|least| point[2].mag() < *least) {
            return Err(lie(format!(
                "the curvature on span {} is said to be at least {}, but it is {} at {x}",
                self.index,
                lg(&Float::with_val(53, least)),
                lg(&point[2].mag())
            )));
        }
        Ok(Shown::Unclear(unclear))
    }

    /// Enclosures of the coefficients of g, in inputs and units of the spacing.
    fn coefficients(&self, part: &Range<u64>) -> Option<Vec<Interval>> {
        let x = self.segment.interval(part.clone(), self.segment.bits() + 80);
        // One more than there are claims of, so that its sign tells where the last of these is largest.
        let order = self.span.model.degree + 2;
        let series = self.claim.spec.series_over(&x, order).ok()?;
        let shift =
            |j: usize| self.segment.ulp.checked_mul(j as i32)?.checked_sub(self.span.spacing);
        series.iter().enumerate().map(|(j, c)| Some(c.shifted(shift(j)?))).collect()
    }

    fn unproved(&self, order: Option<usize>, part: &Range<u64>) -> Diag {
        let what = order.map_or("a bound of the curvature".to_owned(), |j| {
            format!("the bound of derivative {j}")
        });
        lie(format!(
            "{what} on span {} does not hold up: no enclosure confirms it from {} on",
            self.index,
            self.segment.hex(part.start)
        ))
    }
}

/// The coefficients on a sub-run once more, from those at its first and its last input, which are `length` apart: by the mean value
/// theorem, with (j + 1)·c_(j+1) as the derivative of c_j.
fn between(wide: &[Interval], ends: [&[Interval]; 2], length: u64) -> Vec<Interval> {
    let [first, last] = ends;
    let mut near = wide.to_vec();
    for j in (0..wide.len() - 1).rev() {
        let factor = i64::try_from((j as u64 + 1).saturating_mul(length)).unwrap_or(i64::MAX);
        let most = near[j + 1].mul_i64(factor);
        let change = most.hull(&Interval::zero(most.prec()));
        let from_ends = first[j].add(&change).intersect(&last[j].sub(&change));
        let tight = from_ends.and_then(|own| own.intersect(&near[j]));
        near[j] = tight.unwrap_or_else(|| near[j].clone());
    }
    near
}

/// A number as a power of two.
fn lg(number: &Float) -> String {
    let log = Float::with_val_round(53, number.log2_ref(), Round::Nearest).0;
    format!("2^{:.2}", log.to_f64())
}
