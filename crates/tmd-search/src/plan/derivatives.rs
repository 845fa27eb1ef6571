//! Bounds of the derivatives of g on a span, by interval Taylor arithmetic on a subdivision of it.

use super::budget::{Curvature, Derivatives};
use super::chain::{LONGEST_DOMAIN, goal};
use rug::float::Round;
use std::ops::Range;
use tmd_base::narrow;
use tmd_design::bound::Up;
use tmd_design::design::ORDERS;
use tmd_functions::interval::Interval;
use tmd_functions::language::{FunctionSpec, Segment};

/// How narrow bounds are to be, and of which orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fineness {
    /// Sub-runs that a span is enclosed by: narrower intervals give tighter bounds.
    parts: u64,
    /// Inputs of the longest domain that is common.
    longest: u64,
}

impl Fineness {
    /// For most spans.
    pub(super) const USUAL: Fineness = Fineness { parts: 16, longest: LONGEST_DOMAIN };

    /// For a span of `count` inputs that is one of many: it is short, and the others take as long to plan.
    pub(super) fn of_many(count: u64) -> Fineness {
        Fineness { parts: 4, longest: count.min(LONGEST_DOMAIN) }
    }
}

/// A half is not enclosed anew if it has as many.
const FEWEST_PARTS: usize = 8;
/// A sub-run whose enclosure fails is halved this often before giving up.
const HALVINGS: usize = 12;

/// The derivatives of g on a run and on its parts.
#[derive(Clone, Debug)]
pub(super) struct Enclosed {
    /// On all of it.
    pub(super) whole: Derivatives,
    /// On the parts that it was enclosed by, in order.
    parts: Vec<Derivatives>,
    /// Inputs of a part; the last may have fewer.
    step: u64,
}

impl Enclosed {
    /// The derivatives on each of `n` parts of equal length; `None` if there are too few for that.
    pub(super) fn cut(&self, n: usize) -> Option<impl Iterator<Item = Derivatives>> {
        let together = self.parts.len() / n;
        let fits = together > 0 && self.parts.len().is_multiple_of(n);
        fits.then(|| self.parts.chunks(together).filter_map(joined))
    }

    /// Both halves of a run of `count` inputs, the first with so many inputs; they have what is known of them.
    pub(super) fn halves(&self, count: u64) -> Option<(u64, [Option<Enclosed>; 2])> {
        let half = self.parts.len() / 2;
        let known = |parts: &[Derivatives]| {
            let parts = parts.to_vec();
            let is_fine = parts.len() >= FEWEST_PARTS;
            is_fine
                .then(|| Some(Enclosed { whole: joined(&parts)?, parts, step: self.step }))
                .flatten()
        };
        let first = self.step * half as u64;
        (half > 0 && first < count)
            .then(|| (first, [known(&self.parts[..half]), known(&self.parts[half..])]))
    }
}

/// The derivatives on parts together.
fn joined(parts: &[Derivatives]) -> Option<Derivatives> {
    let mut parts = parts.iter().cloned();
    let first = parts.next()?;
    Some(parts.fold(first, |mut all, part| {
        all.g.iter_mut().zip(part.g).for_each(|(all, part)| *all = all.max(part));
        // Of one sign on each, and so on all: they share an input.
        let least = |(a, b): (Curvature, Curvature)| Curvature { least: a.least.min(b.least) };
        all.curvature = all.curvature.zip(part.curvature).map(least);
        all
    }))
}

/// Bounds |g^(j)/j!| on a run of inputs, with g(i) = f(x_i)·2^-spacing; `None` where no enclosure is
/// found.
///
/// Orders that no model for a threshold of `epsilon` is expected to need are enclosed as a whole: they are bounds as well,
/// though not as narrow.
///
/// `rough` is what [`roughly`] has of the run, if it was asked.
pub(super) fn bound(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
    (epsilon, fineness): (Up, Fineness),
    rough: Option<&Enclosed>,
) -> Option<Enclosed> {
    let whole = match rough {
        Some(rough) => Some(rough.whole.clone()),
        None => part(spec, segment, run, spacing, ORDERS),
    };
    let order =
        whole.as_ref().map_or(ORDERS, |whole| last_order(&whole.g, epsilon, fineness.longest));
    let step = (run.end - run.start).div_ceil(fineness.parts).max(1);
    let mut parts = parts(spec, segment, run, spacing, (order, step))?;
    if let Some(whole) = whole {
        parts.iter_mut().for_each(|part| part.g.extend(&whole.g[order + 1..]));
    }
    Some(Enclosed { whole: joined(&parts)?, parts, step })
}

/// Bounds as those of [`bound`], but by one enclosure of all of the run.
pub(super) fn roughly(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
) -> Option<Enclosed> {
    let whole = part(spec, segment, run, spacing, ORDERS)?;
    Some(Enclosed { parts: vec![whole.clone()], whole, step: run.end - run.start })
}

/// The order of the remainder that is small enough on a domain of so many inputs; at least 3, for arcs.
fn last_order(g: &[Up], epsilon: Up, longest: u64) -> usize {
    let r = Up::integer(longest.div_ceil(2));
    let is_small = |&j: &usize| Up::exact(2.0) * g[j] * r.powi(j) <= goal(epsilon);
    (3..ORDERS).find(is_small).unwrap_or(ORDERS)
}

/// The bounds of the orders up to `order` on each part of a run, `step` inputs each.
fn parts(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
    (order, step): (usize, u64),
) -> Option<Vec<Derivatives>> {
    let count = run.end - run.start;
    let of_part = |k: u64| {
        let start = run.start + k * step;
        // Neighbouring sub-runs share an input, so that they cover the span as a continuum.
        let part = start..(start + step + 1).min(run.end);
        halved(spec, segment, &part, spacing, order, HALVINGS)
    };
    (0..count.div_ceil(step)).map(of_part).collect()
}

/// The bounds on a sub-run, which is halved where its enclosure fails.
fn halved(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
    order: usize,
    halvings: usize,
) -> Option<Derivatives> {
    if let Some(bounds) = part(spec, segment, run, spacing, order) {
        return Some(bounds);
    }
    if halvings == 0 || run.end - run.start < 3 {
        return None;
    }
    let middle = run.start + (run.end - run.start) / 2;
    let half = |half: Range<u64>| halved(spec, segment, &half, spacing, order, halvings - 1);
    joined(&[half(run.start..middle + 1)?, half(middle..run.end)?])
}

/// The bounds by one enclosure of the coefficients up to an order of 2 or more.
fn part(
    spec: &FunctionSpec,
    segment: &Segment,
    run: &Range<u64>,
    spacing: i32,
    order: usize,
) -> Option<Derivatives> {
    let prec = segment.bits() + 64;
    let x: Interval = segment.interval(run.clone(), prec);
    let series = spec.series_over(&x, order).ok()?;
    let bend = series[2].shifted(2 * segment.ulp - spacing);
    let (lo, hi) = (bend.lo().to_f64_round(Round::Down), bend.hi().to_f64_round(Round::Up));
    let least = lo.max(-hi);
    let curvature = (least > 0.0).then_some(Curvature { least });
    let g: Option<Vec<Up>> = series
        .iter()
        .enumerate()
        .map(|(j, coefficient)| {
            let scaled = coefficient.mag() << (segment.ulp * narrow::to_i32(j) - spacing);
            let bound = scaled.to_f64_round(Round::Up);
            bound.is_finite().then_some(Up::exact(bound))
        })
        .collect();
    Some(Derivatives { g: g?, curvature })
}
