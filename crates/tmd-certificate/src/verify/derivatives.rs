//! Checks that the claimed bounds of derivatives hold: enclosures of the Taylor coefficients on a finer subdivision
//! than the planner's, refined where they are too wide to tell, between neighbouring inputs, too; and coefficients at single
//! points, which show a bound that is too low for what it is.

use super::claim::Claim;
use super::lie;
use super::tiling::Tiling;
use crate::certificate::SpanEntry;
use rug::float::Round;
use rug::{Float, Integer};
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

/// A sub-run, as a continuum: from one point of a grid to another, which has 2^fineness points for each input.
#[derive(Clone, Copy)]
struct Part {
    from: u64,
    to: u64,
    fineness: u32,
}

impl Part {
    /// Its halves, which share a point; of two neighbouring points on a grid twice as fine. A single point has none.
    fn halves(self) -> Option<[Part; 2]> {
        let Part { from, to, fineness } = match self.to - self.from {
            0 => return None,
            1 => Part {
                from: self.from.checked_mul(2)?,
                to: self.to.checked_mul(2)?,
                fineness: self.fineness + 1,
            },
            _ => self,
        };
        let middle = from + (to - from) / 2;
        Some([Part { from, to: middle, fineness }, Part { from: middle, to, fineness }])
    }

    fn first(self) -> Part {
        Part { to: self.from, ..self }
    }

    fn last(self) -> Part {
        Part { from: self.to, ..self }
    }

    /// The grid of its points.
    fn grid(self, segment: &Segment) -> Segment {
        let Segment { first, ulp, count } = segment;
        let first = Integer::from(first << self.fineness);
        Segment { first, ulp: ulp - self.fineness.cast_signed(), count: *count }
    }
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
        let mut open: Vec<(Part, u32)> = (run.start..run.end)
            .step_by(usize::try_from(step).unwrap_or(usize::MAX))
            // Neighbours share an input, so that together they hold the span as a continuum.
            .map(|from| {
                let to = from.saturating_add(step).min(run.end - 1);
                (Part { from, to, fineness: 0 }, HALVINGS)
            })
            .collect();
        let mut count = 0;
        let mut bends: Option<(bool, bool)> = None;
        while let Some((part, halvings)) = open.pop() {
            count += 1;
            match self.look(part)? {
                Shown::Holds { bend } => {
                    let sign = (*bend.lo() > 0, *bend.hi() < 0);
                    let (up, down) = bends.unwrap_or((true, true));
                    bends = Some((up && sign.0, down && sign.1));
                }
                Shown::Unclear(order) => {
                    let halves = part.halves().filter(|_| halvings > 0);
                    let halves = halves.ok_or_else(|| self.unproved(order, part))?;
                    open.extend(halves.map(|half| (half, halvings - 1)));
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
    fn look(&self, part: Part) -> Result<Shown, Diag> {
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
        let Some(point) = self.coefficients(part.first()) else {
            return Ok(Shown::Unclear(unclear(&wide).flatten()));
        };
        let last = self.coefficients(part.last());
        let near = last.map_or_else(|| wide.clone(), |last| between(&wide, [&point, &last], part));
        let Some(unclear) = unclear(&near) else {
            return Ok(Shown::Holds { bend: near[2].clone() });
        };
        let x = part.grid(self.segment).hex(part.from);
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
    fn coefficients(&self, part: Part) -> Option<Vec<Interval>> {
        let grid = part.grid(self.segment);
        let x = grid.interval(part.from..part.to.saturating_add(1), grid.bits() + 80);
        // One more than there are claims of, so that its sign tells where the last of these is largest.
        let order = self.span.model.degree + 2;
        let series = self.claim.spec.series_over(&x, order).ok()?;
        let shift =
            |j: usize| self.segment.ulp.checked_mul(j as i32)?.checked_sub(self.span.spacing);
        series.iter().enumerate().map(|(j, c)| Some(c.shifted(shift(j)?))).collect()
    }

    fn unproved(&self, order: Option<usize>, part: Part) -> Diag {
        let what = order.map_or("a bound of the curvature".to_owned(), |j| {
            format!("the bound of derivative {j}")
        });
        lie(format!(
            "{what} on span {} does not hold up: no enclosure confirms it from {} on",
            self.index,
            part.grid(self.segment).hex(part.from)
        ))
        .help(
            "if it holds, enclosures are too wide here to tell: see what tmd-check says; nobody should rely on what no checker confirms",
        )
    }
}

/// The coefficients on a sub-run once more, from those at its first and its last point: by the mean value theorem, with (j + 1)·c_(j+1) as the
/// derivative of c_j, by inputs.
fn between(wide: &[Interval], ends: [&[Interval]; 2], part: Part) -> Vec<Interval> {
    let ([first, last], length) = (ends, part.to - part.from);
    let mut near = wide.to_vec();
    for j in (0..wide.len() - 1).rev() {
        let factor = i64::try_from((j as u64 + 1).saturating_mul(length)).unwrap_or(i64::MAX);
        let most = near[j + 1].mul_i64(factor).shifted(-part.fineness.cast_signed());
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
