//! Checks the certificate of an evaluator of two variables: nothing of it is believed but the function, the tolerance and the
//! coefficients, and what follows from these is computed anew.

use super::axis::{Axis, have_rows};
use super::certificate::{AxisEntry, Certificate};
use super::evaluator::{Cell, Evaluator};
use super::plan::{self, MOST_CELLS};
use super::request::Request;
use super::staircase::{MOST_TERMS, Staircase};
use super::{Source, in_order, prove, spectrum};
use crate::approx::cells::Cells;
use crate::approx::certificate::number;
use crate::approx::exact;
use crate::approx::request::Strategy;
use crate::approx::verify::{at_ordinal, ordinal};
use rayon::prelude::*;
use rug::Float;
use tmd_base::diag::Diag;
use tmd_base::random::Random;
use tmd_certificate::verify::{Report, lie};
use tmd_kernel::ir::Width;

/// Points of each cell that are looked at, besides its corners and what is next to them.
const SAMPLES: usize = 32;

/// Checks a certificate, with values at points that are drawn by a seed.
///
/// # Errors
/// If something in it is not true; the message says what.
pub fn verify(certificate: &Certificate, seed: u64) -> Result<Report, Diag> {
    let mut report = Report::of_evaluator(seed);
    let said = read(certificate)?;
    let tolerance = &said.request.tolerance;
    report.add(
        "request",
        format!("{}, {} cells, {tolerance}", certificate.function, said.cells.len()),
    );
    for axis in &said.axes {
        tiling(axis)?;
    }
    report.add("cells", "tile the ranges of x and of y".to_owned());

    let metric = plan::metric(&said.request, &said.source, said.axes.each_ref().map(|a| a.range))?;
    let errors = plan::proved(&said, &metric)?;
    for (index, (cell, errors)) in said.cells.iter().zip(&errors).enumerate() {
        let pairs = [
            ("by its polynomial", cell.approximation, errors.approximation),
            ("by rounding", cell.rounding, errors.rounding),
            ("in the tolerance's measure", cell.error, errors.total),
        ];
        // What is no number is no bound either.
        let below = |says: f64, is: f64| says.is_nan() || says < is;
        if let Some((what, says, is)) = pairs.into_iter().find(|(_, says, is)| below(*says, *is)) {
            let [x, y] = said.places(index).map(|place| place.from.to_f64());
            return Err(lie(format!(
                "cell {index}, from x = {x:.9e} and y = {y:.9e}: the error {what} is said to be at most {says:e}; what can be proved is {is:e}"
            )));
        }
    }
    let most = said.error();
    if certificate.error.is_nan() || certificate.error < most || most > metric.most {
        return Err(lie(format!(
            "the error is said to be at most {:e} and {tolerance} is asked for; a cell's is {most:e}",
            certificate.error
        )));
    }
    report.add("bounds", format!("of all cells proved anew: at most {most:e}"));
    report.add("values", values(&said, seed)?);
    Ok(report)
}

/// The cells along a variable that the certificate describes.
fn axis(entry: &AxisEntry, width: Width) -> Result<Axis, Diag> {
    let of = |text: &str| number(text, width);
    let range = (of(&entry.range.0)?, of(&entry.range.1)?);
    let cells = match &entry.grid {
        None => Cells::One,
        Some((scale, first)) => Cells::Grid { scale: of(scale)?, first: *first },
    };
    let count = entry.count;
    let is_sound = range.0 < range.1
        && (1..=MOST_CELLS).contains(&count)
        && cells.is_sound(range, count, width);
    match is_sound {
        true => Ok(Axis::of(range, cells, count, width)),
        false => Err(lie(format!(
            "{count} cells from {} to {} do not lie as they are said to",
            entry.range.0, entry.range.1
        ))),
    }
}

/// The evaluator that the certificate describes.
fn read(certificate: &Certificate) -> Result<Evaluator, Diag> {
    let width = Width::of_number_type(&certificate.number)
        .ok_or_else(|| lie(format!("there is no type `{}`", certificate.number)))?;
    let source = Source::function(&certificate.function, None)?;
    let axes = [axis(&certificate.x, width)?, axis(&certificate.y, width)?];
    let staircase = Staircase::new(certificate.degrees.clone())?;
    let [columns, rows] = [&axes[0], &axes[1]].map(|axis| axis.places.len());
    let count = columns * rows;
    if certificate.cells.len() != count || count > MOST_CELLS || !have_rows(&axes, width) {
        let said = certificate.cells.len();
        return Err(lie(format!("{said} cells are no grid of {columns} by {rows}")));
    }
    let mut cells = vec![];
    for entry in &certificate.cells {
        let coefficients: Vec<f64> = entry
            .coefficients
            .iter()
            .take(MOST_TERMS)
            .map(|c| number(c, width))
            .collect::<Result<_, _>>()?;
        if entry.coefficients.len() != staircase.terms() {
            return Err(lie(format!(
                "a cell has {} coefficients; the degrees take {}",
                entry.coefficients.len(),
                staircase.terms()
            )));
        }
        cells.push(Cell {
            coefficients,
            approximation: entry.approximation,
            rounding: entry.rounding,
            error: entry.error,
        });
    }
    let strategy: Strategy = certificate.lookup.parse()?;
    let is_found = match strategy {
        Strategy::None => count == 1,
        Strategy::Permute | Strategy::Permute2 | Strategy::Row | Strategy::Gather => count > 1,
        Strategy::Auto | Strategy::Bst | Strategy::Hash => false,
    };
    if !is_found {
        return Err(lie(format!("{count} cells are not found by {strategy}")));
    }
    let request = Request {
        strategy,
        outside: certificate.outside.parse()?,
        ..Request::new(&certificate.function, [""; 2], certificate.tolerance.parse()?, width)
    };
    Ok(Evaluator { request, source, axes, staircase, cells, strategy, cycles: 0.0, held_out: None })
}

/// Checks that every number of the range is in a cell.
fn tiling(axis: &Axis) -> Result<(), Diag> {
    let mut next = exact(axis.range.0);
    for place in &axis.places {
        if place.from != next || place.to < next {
            return Err(lie(format!("no cell begins at {:.9e}", next.to_f64())));
        }
        next = place.to.clone();
    }
    match next == exact(axis.range.1) {
        true => Ok(()),
        false => Err(lie(format!("the last cell ends at {:.9e}", next.to_f64()))),
    }
}

/// Numbers along one variable of a place: its ends with their neighbours, and some inside.
fn along(axis: &Axis, index: usize, width: Width, random: &mut Random) -> (Vec<f64>, Vec<f64>) {
    let place = &axis.places[index];
    let (first, last) = (ordinal(width, axis.range.0), ordinal(width, axis.range.1));
    let [from, to] =
        [&place.from, &place.to].map(|end| ordinal(width, width.rounded(end.to_f64())));
    let clamped = |at: i64| at_ordinal(width, at.clamp(first, last));
    let ends = [from - 1, from, from + 1, to - 1, to, to + 1].map(clamped);
    let [low, high] = [from, to].map(|end| at_ordinal(width, end.clamp(first, last)));
    let inside = (0..SAMPLES).map(|_| {
        let share = random.unit();
        width.rounded(low * (1.0 - share) + high * share).clamp(axis.range.0, axis.range.1)
    });
    (ends.to_vec(), inside.collect())
}

/// Computes values as the emitted code does, and compares them with MPFR's.
fn values(said: &Evaluator, seed: u64) -> Result<String, Diag> {
    let Source::Function(spec) = &said.source else { return Ok("none".into()) };
    let width = said.request.width;
    let mut random = Random::new(seed);
    let columns = said.axes[0].places.len();
    let mut points = vec![];
    for index in 0..said.cells.len() {
        let (ends_x, inside_x) = along(&said.axes[0], index % columns, width, &mut random);
        let (ends_y, inside_y) = along(&said.axes[1], index / columns, width, &mut random);
        points.extend(ends_x.iter().flat_map(|x| ends_y.iter().map(|y| (*x, *y))));
        points.extend(inside_x.iter().copied().zip(inside_y.iter().copied()));
        // Along the edges.
        points.extend(inside_x.iter().zip(ends_y.iter().cycle()).map(|(x, y)| (*x, *y)));
        points.extend(ends_x.iter().cycle().zip(&inside_y).map(|(x, y)| (*x, *y)));
    }
    let kernel = said.kernel(1);
    let prec = 4 * width.precision();
    let check = |(x, y): &(f64, f64)| -> Result<f64, Diag> {
        let found = prove::computed(&kernel, width, *x, *y)?;
        let [at_x, at_y] = [*x, *y].map(|number| Float::with_val(prec, number));
        let f = spectrum::value(spec, &at_x, &at_y)?;
        let error = Float::with_val(64, f - found).abs().to_f64();
        let cell = &said.cells[said.index_of(*x, *y)];
        let most = cell.approximation + cell.rounding;
        match error <= most * (1.0 + 1e-9) {
            true => Ok(if most > 0.0 { error / most } else { 0.0 }),
            false => Err(lie(format!(
                "at x = {x:e}, y = {y:e} the error is {error:e}; it is said to be at most {most:e}"
            ))),
        }
    };
    let shares: Vec<f64> = in_order(points.par_iter().map(check))?;
    let most = shares.iter().fold(0.0f64, |most, share| most.max(*share));
    Ok(format!(
        "{} compared with MPFR's; the largest error is {most:.3} of its bound",
        points.len()
    ))
}
