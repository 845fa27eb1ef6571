//! Chooses the grid, the products of powers and the look-up, and makes the evaluator that meets the tolerance at the least cost.

use super::axis::{Axis, have_rows};
use super::evaluator::{Cell, Evaluator};
use super::request::{RANGES, Request};
use super::samples::{Sample, Samples, part_of};
use super::spectrum::{self, Spectrum};
use super::staircase::{MOST_DEGREE, Staircase, falls_off};
use super::{Source, in_order, least_squares, prove, zero};
use crate::approx::cells::Place;
use crate::approx::cost::Shape;
use crate::approx::metric::Metric;
use crate::approx::plan;
use crate::approx::prove::Errors;
use crate::approx::request::{Basis, Strategy};
use crate::approx::tolerance::{Measure, lg_ulp};
use rayon::prelude::*;
use rug::Float;
use rug::float::Round;
use std::collections::BTreeSet;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::text::grouped;
use tmd_functions::language::SurfaceSpec;
use tmd_functions::rounded;
use tmd_kernel::ir::Width;

/// Cells along a variable that are tried.
const COUNTS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Most cells.
pub(super) const MOST_CELLS: usize = 1024;
/// Most plans that are made in full.
const PLANS: usize = 12;
/// Points along each variable at which f is taken to estimate its polynomials: as many as fewer degrees need, or all.
const POINTS: [usize; 2] = [12, MOST_DEGREE + 3];
/// The shares of the tolerance that what is left out of the polynomials may take, the first that the proof accepts.
const SHARES: [f64; 3] = [0.5, 0.2, 0.05];
/// The same of samples, whose noise is in all coefficients: independent errors add up as squares do, and the samples tell what
/// is enough.
const SHARES_OF_SAMPLES: [f64; 6] = [3.0, 1.5, 0.7, 0.3, 0.1, 0.0];
/// Highest degree in a variable that is fitted to samples.
const MOST_FITTED: usize = 12;

/// Samples of a cell that are enough to see which products count.
const ENOUGH: usize = 1024;

/// A plan that seems to meet the tolerance.
#[derive(Clone, Debug)]
struct Candidate {
    axes: [Axis; 2],
    /// Points along each variable.
    points: usize,
    strategy: Strategy,
    cycles: f64,
}

/// Makes the evaluator that is predicted to be the fastest.
///
/// # Errors
/// Bad input, with its place; if the tolerance cannot be met, with the place where it is not.
pub fn make(request: &Request, source: Source) -> Result<Evaluator, Diag> {
    if matches!(request.strategy, Strategy::Bst | Strategy::Hash) {
        let message = format!("--lookup {} is for functions of one variable", request.strategy);
        return Err(Diag::new(DiagKind::Option, message).help(
            "cells of two variables are of one size: give permute, row or gather, or leave it out",
        ));
    }
    let width = request.width;
    let range = |index: usize| plan::range_of(RANGES[index], &request.ranges[index], width);
    let ranges = [range(0)?, range(1)?];
    let source = match source {
        Source::Samples(samples) => Source::Samples(samples.within(ranges, width)?),
        known => known,
    };
    let metric = metric(request, &source, ranges)?;
    let planner = Planner { request, source: &source, ranges, metric: &metric };
    planner.possible()?;
    planner.made()
}

/// The metric of the request's tolerance.
pub(super) fn metric(
    request: &Request,
    source: &Source,
    ranges: [(f64, f64); 2],
) -> Result<Metric, Diag> {
    /// Points along each variable at which max |f| is looked for.
    const NORM_POINTS: u32 = 32;
    let norm = match (request.tolerance.measure, source) {
        (Measure::Norm, Source::Function(spec)) => {
            let values = lattice(ranges, NORM_POINTS).into_par_iter().map(|(x, y)| {
                // At least so much, whatever terms cancel.
                let [x, y] = [x, y].map(|number| Float::with_val(320, number));
                let value = spectrum::enclosure(spec, &x, &y)?;
                Ok(value.mig().to_f64_round(Round::Down))
            });
            let values: Vec<f64> = in_order(values)?;
            values.into_iter().fold(0.0, f64::max)
        }
        (Measure::Norm, Source::Samples(samples)) => {
            samples.points.iter().map(|sample| sample.value.abs()).fold(0.0, f64::max)
        }
        _ => 0.0,
    };
    Ok(Metric::with_norm(&request.tolerance, request.width, norm))
}

/// Points from corner to corner, so many and one along each variable.
fn lattice(ranges: [(f64, f64); 2], count: u32) -> Vec<(f64, f64)> {
    let at = |(from, to): (f64, f64), k: u32| {
        let share = f64::from(k) / f64::from(count);
        (from * (1.0 - share) + to * share).clamp(from, to)
    };
    (0..=count)
        .flat_map(|i| (0..=count).map(move |j| (at(ranges[0], i), at(ranges[1], j))))
        .collect()
}

struct Planner<'a> {
    request: &'a Request,
    source: &'a Source,
    ranges: [(f64, f64); 2],
    metric: &'a Metric,
}

impl Planner<'_> {
    /// Refuses at once what no evaluator can meet: a zero where the tolerance is relative; less than half a unit in the last place.
    fn possible(&self) -> Result<(), Diag> {
        let Source::Function(spec) = self.source else { return Ok(()) };
        let Request { width, tolerance, ranges, .. } = self.request;
        let points = lattice(self.ranges, 16);
        let values = points.par_iter().map(|(x, y)| {
            let [x, y] = [*x, *y].map(|number| Float::with_val(128, number));
            Ok(spectrum::value(spec, &x, &y)?.abs())
        });
        let values: Vec<Float> = in_order(values)?;
        if self.metric.is_lost_at_zeros()
            && values.iter().any(|value| !value.is_zero())
            && let Some(place) = zero::find(spec, *width, self.ranges)
        {
            let message = format!("{tolerance} cannot be met: {} is 0 {place}", spec.canonical());
            let whole = 0..ranges[0].len();
            return Err(Diag::new(DiagKind::Unsupported, message)
                .at(RANGES[0], ranges[0].clone(), whole, format!("a zero {place}"))
                .help("give an absolute tolerance (abs:1e-12), or ranges without this zero"));
        }
        for ((x, y), value) in points.iter().zip(&values) {
            let half = Float::with_val(64, 1) << (lg_ulp(*width, value.to_f64()) - 1);
            let error = self.metric.measured(&half, value);
            if error > self.metric.most && !value.is_zero() {
                let message = format!(
                    "{tolerance} cannot be met at x = {x:.9e}, y = {y:.9e}: the rounding of the result alone may be {error:.3e}{}",
                    self.measure()
                );
                return Err(Diag::new(DiagKind::Unsupported, message).help(self.larger()));
            }
        }
        Ok(())
    }

    /// The measure in words.
    fn measure(&self) -> String {
        self.request.tolerance.measure.words().replace("f(x)", "f(x, y)")
    }

    /// The advice against rounding errors.
    fn larger(&self) -> &'static str {
        match self.request.width {
            Width::W64 => "give a larger tolerance",
            Width::W32 => "give a larger tolerance, or --type f64",
        }
    }

    fn made(&self) -> Result<Evaluator, Diag> {
        let (estimates, steep) = self.estimates()?;
        let mut candidates = self.within_budget(&estimates);
        candidates.sort_by(|a, b| a.cycles.total_cmp(&b.cycles));
        let mut met: Option<Evaluator> = None;
        let (mut nearest, mut failure): (Option<Evaluator>, Option<Diag>) = (None, None);
        for candidate in candidates.iter().take(PLANS) {
            if met.as_ref().is_some_and(|met| met.cycles <= candidate.cycles) {
                break;
            }
            match self.tried(candidate) {
                Ok(Some(made)) if made.error() <= self.metric.most => {
                    if met.as_ref().is_none_or(|met| made.cycles < met.cycles) {
                        met = Some(made);
                    }
                }
                Ok(Some(made)) => {
                    if nearest.as_ref().is_none_or(|nearest| made.error() < nearest.error()) {
                        nearest = Some(made);
                    }
                }
                Ok(None) => {}
                Err(diag) => failure = Some(diag),
            }
        }
        match (met, nearest) {
            (Some(mut met), _) => {
                met.held_out = met.hold_out(self.metric);
                Ok(met)
            }
            (None, Some(nearest)) => Err(self.refusal(&nearest)),
            (None, None) => {
                Err(failure.unwrap_or_else(|| self.nothing(&estimates, steep.as_deref())))
            }
        }
    }

    /// The polynomials that grids seem to need, grid by grid; and where none is enough on the finest grid of which that is so, in words.
    fn estimates(&self) -> Result<(Vec<Estimate>, Option<String>), Diag> {
        let Request { width, table_budget, .. } = *self.request;
        // No polynomial has fewer coefficients than three. Tables that are much too large are looked at, so that it can be said how
        // large they would be.
        let most = (table_budget / (3 * u64::from(width.bits() / 8))).max(64).saturating_mul(4);
        let counts = COUNTS.iter().flat_map(|x| COUNTS.iter().map(move |y| (*x, *y)));
        let grids: Vec<[Axis; 2]> = counts
            .filter(|(x, y)| x * y <= MOST_CELLS && (x * y) as u64 <= most)
            .filter_map(|(x, y)| {
                Some([Axis::new(self.ranges[0], x, width)?, Axis::new(self.ranges[1], y, width)?])
            })
            .filter(|axes| have_rows(axes, width))
            .collect();
        let all: Vec<Result<Estimate, Steep>> =
            in_order(grids.into_par_iter().map(|axes| self.estimate(axes)))?;
        let steep = all.iter().filter_map(|estimate| estimate.as_ref().err());
        let steep = steep.max_by_key(|steep| steep.cells).map(|steep| steep.place.clone());
        Ok((all.into_iter().flatten().collect(), steep))
    }

    fn estimate(&self, axes: [Axis; 2]) -> Result<Result<Estimate, Steep>, Diag> {
        let cells = axes[0].places.len() * axes[1].places.len();
        let Source::Function(spec) = self.source else {
            let weights = self.all_weights(&axes, 0)?;
            let staircase = weights.and_then(|weights| {
                self.products(&weights, SHARES_OF_SAMPLES[0])
                    .or_else(|| self.products(&weights, 0.0))
            });
            let found = staircase.map(|staircase| Estimate { axes, points: 0, staircase });
            return Ok(found.ok_or(Steep { cells, place: String::new() }));
        };
        let some = |axis: &Axis| {
            let count = axis.places.len();
            BTreeSet::from([0, count / 2, count - 1])
        };
        let (columns, rows) = (some(&axes[0]), some(&axes[1]));
        let mut steep = Steep { cells, place: String::new() };
        'points: for points in POINTS {
            let mut all: Option<Vec<Vec<f64>>> = None;
            let mut own = vec![];
            for (i, j) in columns.iter().flat_map(|i| rows.iter().map(move |j| (*i, *j))) {
                let places = [&axes[0].places[i], &axes[1].places[j]];
                let spectrum = Spectrum::of(spec, places, (points, points), self.request.width)?;
                let weights = spectrum.weights(self.metric.allowed(spectrum.least()));
                if !falls_off(&weights, SHARES[0] / 8.0) {
                    steep.place = in_words(places);
                    continue 'points;
                }
                all = Some(largest(all, weights));
                own.push((spectrum, places));
            }
            let staircase = all.and_then(|weights| Staircase::within(&weights, SHARES[0]));
            let Some(staircase) = staircase else { continue };
            if let Some((_, places)) =
                own.iter().find(|(of, at)| self.is_noisy(of, &staircase, *at))
            {
                steep.place = in_words(*places);
                break;
            }
            return Ok(Ok(Estimate { axes, points, staircase }));
        }
        Ok(Err(steep))
    }

    /// Whether rounding alone seems to take what is allowed on a cell: where powers of t have to cancel, there are too few cells.
    fn is_noisy(&self, spectrum: &Spectrum, staircase: &Staircase, places: [&Place; 2]) -> bool {
        let width = self.request.width;
        let coefficients = spectrum.polynomial(staircase, places, width);
        let terms = staircase.powers().zip(coefficients);
        // |t| ≤ 1/2; an operation for each degree adds half a unit in the last place of what it makes.
        let sum: f64 = terms
            .map(|((i, j), c)| (i + j + 1) as f64 * c.abs() * 0.5f64.powi((i + j) as i32))
            .sum();
        let unit = (-f64::from(width.precision())).exp2();
        sum * unit > 2.0 * self.metric.allowed(spectrum.least())
    }

    /// The weights of the polynomials of all cells together: of each product the largest. None if samples do not determine them.
    fn all_weights(&self, axes: &[Axis; 2], points: usize) -> Result<Option<Vec<Vec<f64>>>, Diag> {
        match self.spectra(axes, points)? {
            None => Ok(None),
            Some(spectra) => {
                let weights = spectra.iter().map(|(spectrum, allowed)| spectrum.weights(*allowed));
                Ok(weights.fold(None, |all, own| Some(largest(all, own))))
            }
        }
    }

    /// The polynomials of all cells, with the absolute error that is allowed there.
    fn spectra(
        &self,
        axes: &[Axis; 2],
        points: usize,
    ) -> Result<Option<Vec<(Spectrum, f64)>>, Diag> {
        let places: Vec<[&Place; 2]> = all_places(axes);
        match self.source {
            Source::Function(spec) => {
                let all = places.into_par_iter();
                in_order(all.map(|places| self.spectrum(spec, places, points))).map(Some)
            }
            Source::Samples(samples) => {
                let rectangle = self.determined(samples, axes);
                let fitted =
                    rectangle.and_then(|rectangle| self.fitted(samples, axes, &rectangle, ENOUGH));
                Ok(fitted)
            }
        }
    }

    fn spectrum(
        &self,
        spec: &SurfaceSpec,
        places: [&Place; 2],
        points: usize,
    ) -> Result<(Spectrum, f64), Diag> {
        let spectrum = Spectrum::of(spec, places, (points, points), self.request.width)?;
        let allowed = self.metric.allowed(spectrum.least());
        Ok((spectrum, allowed))
    }

    /// All products that the samples of each cell seem to determine.
    fn determined(&self, samples: &Samples, axes: &[Axis; 2]) -> Option<Staircase> {
        let (mut x, mut y, mut count) = (MOST_FITTED, MOST_FITTED, usize::MAX);
        for places in all_places(axes) {
            let own: Vec<&Sample> = samples.of_cell(places).collect();
            let different = |of: fn(&Sample) -> f64| {
                own.iter().map(|sample| of(sample).to_bits()).collect::<BTreeSet<_>>().len()
            };
            count = count.min(own.len());
            x = x.min(different(Sample::x).saturating_sub(1));
            y = y.min(different(Sample::y).saturating_sub(1));
        }
        while (x + 1) * (y + 1) > count && (x > 1 || y > 1) {
            if x >= y { x -= 1 } else { y -= 1 }
        }
        (x >= 1 && y >= 1 && (x + 1) * (y + 1) <= count).then(|| Staircase::rectangle(x, y))
    }

    /// The polynomials of some products that are nearest to the samples, about so many of each cell, or fewer where there are no more.
    fn fitted(
        &self,
        samples: &Samples,
        axes: &[Axis; 2],
        staircase: &Staircase,
        most: usize,
    ) -> Option<Vec<(Spectrum, f64)>> {
        let prec = spectrum::bits(self.request.width);
        all_places(axes)
            .into_par_iter()
            .map(|places| {
                let own: Vec<&Sample> = samples.of_cell(places).collect();
                let least = own.iter().map(|sample| sample.value.abs());
                let allowed = self.metric.allowed(least.fold(f64::INFINITY, f64::min));
                let weight = |value| self.metric.weight_of(value);
                // As by chance: on a lattice every second sample may be every second column.
                let parts = own.len().div_ceil(most);
                let own = own.into_iter().enumerate();
                let own = own.filter(|(number, _)| part_of(*number, parts) == 0);
                let own = own.map(|(_, sample)| sample);
                let spectrum = least_squares::fit(own, places, staircase, weight, prec)?;
                Some((spectrum, allowed))
            })
            .collect()
    }

    /// The plans whose tables are no larger than may be.
    fn within_budget(&self, estimates: &[Estimate]) -> Vec<Candidate> {
        let of = |estimate: &Estimate| {
            let shapes = self.shapes(&estimate.axes, &estimate.staircase);
            let shapes = shapes.filter(|shape| shape.table_bytes() <= self.request.table_budget);
            let best = shapes.min_by(|a, b| a.cycles().total_cmp(&b.cycles()))?;
            Some(Candidate {
                axes: estimate.axes.clone(),
                points: estimate.points,
                strategy: best.strategy,
                cycles: best.cycles(),
            })
        };
        estimates.iter().filter_map(of).collect()
    }

    /// What evaluators cost, look-up by look-up: as those of one variable with as many coefficients.
    fn shapes(
        &self,
        axes: &[Axis; 2],
        staircase: &Staircase,
    ) -> impl Iterator<Item = Shape> + use<> {
        let Request { width, outside, strategy, .. } = *self.request;
        let leaves = axes[0].places.len() * axes[1].places.len();
        let degree = staircase.terms() - 1;
        let all = [Strategy::Permute, Strategy::Permute2, Strategy::Row, Strategy::Gather];
        let all: &[Strategy] = if leaves == 1 { &[Strategy::None] } else { &all };
        let shapes: Vec<Shape> = all
            .iter()
            .filter(|own| strategy == Strategy::Auto || **own == strategy)
            .map(|own| Shape {
                width,
                basis: Basis::Monomial,
                outside,
                strategy: *own,
                leaves,
                degree,
            })
            .filter(|shape| {
                shape.is_possible() && (shape.strategy != Strategy::None || leaves == 1)
            })
            .collect();
        shapes.into_iter()
    }

    /// The products that are left if what is left out weighs no more than a share.
    fn products(&self, weights: &[Vec<f64>], share: f64) -> Option<Staircase> {
        match self.source {
            Source::Function(_) => Staircase::within(weights, share),
            Source::Samples(_) => {
                let square = |row: &Vec<f64>| row.iter().map(|weight| weight * weight).collect();
                let squares: Vec<Vec<f64>> = weights.iter().map(square).collect();
                Staircase::within(&squares, share * share)
            }
        }
    }

    /// The evaluator of a plan, with as many products as the proof asks for; none if its tables are too large then.
    fn tried(&self, candidate: &Candidate) -> Result<Option<Evaluator>, Diag> {
        let Some(spectra) = self.spectra(&candidate.axes, candidate.points)? else {
            return Ok(None);
        };
        let weights = spectra.iter().map(|(spectrum, allowed)| spectrum.weights(*allowed));
        let Some(weights) = weights.fold(None, |all, own| Some(largest(all, own))) else {
            return Ok(None);
        };
        let mut nearest: Option<Evaluator> = None;
        let mut before: Option<Staircase> = None;
        let shares = if self.source.is_known() { &SHARES[..] } else { &SHARES_OF_SAMPLES[..] };
        for share in shares {
            let Some(staircase) = self.products(&weights, *share) else { continue };
            if before.as_ref() == Some(&staircase) {
                continue;
            }
            before = Some(staircase.clone());
            let mut shapes = self.shapes(&candidate.axes, &staircase);
            let Some(shape) = shapes.find(|shape| shape.strategy == candidate.strategy) else {
                break;
            };
            if shape.table_bytes() > self.request.table_budget {
                break;
            }
            let again = match self.source {
                Source::Samples(samples) => {
                    self.fitted(samples, &candidate.axes, &staircase, usize::MAX)
                }
                Source::Function(_) => None,
            };
            let spectra = again.as_ref().unwrap_or(&spectra);
            let made = self.evaluator(&candidate.axes, &staircase, spectra, &shape)?;
            let meets = made.error() <= self.metric.most;
            let by_rounding =
                worst(&made).is_some_and(|(_, cell)| cell.rounding > cell.approximation);
            if nearest.as_ref().is_none_or(|nearest| made.error() < nearest.error()) {
                nearest = Some(made);
            }
            // More products do not help against rounding.
            if meets || by_rounding {
                break;
            }
        }
        Ok(nearest)
    }

    fn evaluator(
        &self,
        axes: &[Axis; 2],
        staircase: &Staircase,
        spectra: &[(Spectrum, f64)],
        shape: &Shape,
    ) -> Result<Evaluator, Diag> {
        let width = self.request.width;
        let cells = all_places(axes)
            .into_par_iter()
            .zip(spectra)
            .map(|(places, (spectrum, _))| {
                Cell::unproved(spectrum.polynomial(staircase, places, width))
            })
            .collect();
        let mut made = Evaluator {
            request: self.request.clone(),
            source: self.source.clone(),
            axes: axes.clone(),
            staircase: staircase.clone(),
            cells,
            strategy: shape.strategy,
            cycles: shape.cycles(),
            held_out: None,
        };
        let errors = proved(&made, self.metric)?;
        for (cell, Errors { approximation, rounding, total }) in made.cells.iter_mut().zip(errors) {
            (cell.approximation, cell.rounding, cell.error) = (approximation, rounding, total);
        }
        Ok(made)
    }

    fn refusal(&self, nearest: &Evaluator) -> Diag {
        let Some((index, cell)) = worst(nearest) else { return self.nothing(&[], None) };
        let what = if cell.rounding > cell.approximation { "rounding" } else { "the polynomial" };
        let message = format!(
            "{} is not met from {}: the error there may be {}{}, most of it by {what}",
            self.request.tolerance,
            in_words(nearest.places(index)),
            rounded::up(cell.error, 3),
            self.measure()
        );
        Diag::new(DiagKind::Unsupported, message).help(match what {
            "rounding" => self.larger(),
            _ => "give a larger tolerance, smaller ranges or a larger --table-budget",
        })
    }

    /// No grid does it: because of its tables, or at all.
    fn nothing(&self, estimates: &[Estimate], steep: Option<&str>) -> Diag {
        let Request { tolerance, table_budget, strategy, .. } = self.request;
        let all = estimates.iter().flat_map(|of| {
            self.shapes(&of.axes, &of.staircase).map(move |shape| (shape.table_bytes(), of))
        });
        let (message, help) = match all.min_by_key(|(bytes, _)| *bytes) {
            Some((bytes, Estimate { axes, staircase, .. })) => (
                format!(
                    "{tolerance} takes {} by {} cells of {} coefficients, about {} bytes of tables; the budget is {}",
                    axes[0].places.len(),
                    axes[1].places.len(),
                    staircase.terms(),
                    grouped(u128::from(bytes)),
                    grouped(u128::from(*table_budget)),
                ),
                "give a larger --table-budget, a larger tolerance or smaller ranges",
            ),
            None if !self.source.is_known() => (
                format!(
                    "the samples do not determine polynomials that meet {tolerance} with --lookup {strategy}"
                ),
                "give more samples, spread over both ranges, or a larger tolerance",
            ),
            None => (
                format!(
                    "{tolerance} is met by no grid of up to {MOST_CELLS} cells with polynomials of degrees up to {MOST_DEGREE}{}{}",
                    if steep.is_some() { ": not from " } else { " and --lookup " },
                    steep.map_or_else(|| strategy.to_string(), str::to_owned)
                ),
                "the function may jump or be steep there, or be 0 where the tolerance is relative; give smaller ranges or a larger tolerance",
            ),
        };
        Diag::new(DiagKind::Unsupported, message).help(help)
    }
}

/// What a grid seems to need.
struct Estimate {
    axes: [Axis; 2],
    points: usize,
    staircase: Staircase,
}

/// A grid on which no polynomials are enough.
struct Steep {
    cells: usize,
    /// Where, in words.
    place: String,
}

/// The place of a cell.
fn in_words(places: [&Place; 2]) -> String {
    let [x, y] =
        places.map(|place| format!("{:.6e} to {:.6e}", place.from.to_f64(), place.to.to_f64()));
    format!("x = {x}, y = {y}")
}

/// The places of all cells: those of the smallest y in front.
fn all_places(axes: &[Axis; 2]) -> Vec<[&Place; 2]> {
    let [across, up] = axes;
    up.places.iter().flat_map(|y| across.places.iter().map(move |x| [x, y])).collect()
}

/// Of each product the larger weight.
fn largest(all: Option<Vec<Vec<f64>>>, own: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let Some(mut all) = all else { return own };
    for (all, own) in all.iter_mut().flatten().zip(own.into_iter().flatten()) {
        *all = all.max(own);
    }
    all
}

/// The cell with the largest error, with its index.
fn worst(evaluator: &Evaluator) -> Option<(usize, &Cell)> {
    evaluator.cells.iter().enumerate().max_by(|a, b| a.1.error.total_cmp(&b.1.error))
}

/// The errors of all cells.
///
/// # Errors
/// If there is no bound for one.
pub(super) fn proved(evaluator: &Evaluator, metric: &Metric) -> Result<Vec<Errors>, Diag> {
    let built = evaluator.built(1);
    let cells = (0..evaluator.cells.len()).into_par_iter();
    in_order(cells.map(|index| prove::cell(evaluator, &built, index, metric)))
}
