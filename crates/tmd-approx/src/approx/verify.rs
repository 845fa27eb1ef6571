//! Checks an evaluator's certificate: nothing of it is believed but the function, the tolerance and the
//! coefficients, and what follows from these is computed anew.

use super::cells::Cells;
use super::certificate::{CellsEntry, Certificate, number};
use super::evaluator::{Evaluator, Leaf};
use super::exact;
use super::metric::Metric;
use super::prove;
use super::request::{Request, Strategy};
use super::source::{self, Source};
use super::spectrum::MOST_DEGREE;
use rayon::prelude::*;
use rug::Float;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::random::Random;
use tmd_certificate::verify::{Report, lie};
use tmd_kernel::ir::{Width, call};

/// Arguments of each leaf that are looked at, besides its ends.
const SAMPLES: usize = 64;
/// A range of at most so many numbers is looked at whole, if everything is asked for.
const MOST_NUMBERS: u64 = 1 << 22;

/// Checks a certificate. `full` looks at all numbers of a short range.
///
/// # Errors
/// If something in it is not true; the message says what.
pub fn verify(certificate: &Certificate, full: bool, seed: u64) -> Result<Report, Diag> {
    let mut report = Report::of_evaluator(seed);
    let said = read(certificate)?;
    let Evaluator { request, source, range, .. } = &said;
    let leaves = match said.leaves.len() {
        1 => "1 leaf".to_owned(),
        count => format!("{count} leaves"),
    };
    report.add("request", format!("{}, {leaves}, {}", certificate.function, request.tolerance));
    tiling(&said)?;
    report.add("leaves", format!("the range is covered by {}", said.cells.name()));

    let metric = Metric::new(&request.tolerance, request.width, source, *range)?;
    let built = said.built(1);
    let errors: Vec<prove::Errors> = (0..said.leaves.len())
        .into_par_iter()
        .map(|index| prove::leaf(&said, &built, index, &metric))
        .collect::<Result<_, _>>()?;
    for (index, (leaf, errors)) in said.leaves.iter().zip(&errors).enumerate() {
        let pairs = [
            ("by its polynomial", leaf.approximation, errors.approximation),
            ("by rounding", leaf.rounding, errors.rounding),
            ("in the tolerance's measure", leaf.error, errors.total),
        ];
        if let Some((what, says, is)) = pairs.into_iter().find(|(_, says, is)| *says < *is) {
            return Err(lie(format!(
                "leaf {index}, from x = {:.9e}: the error {what} is said to be at most {says:e}; what can be proved is {is:e}",
                leaf.place.from.to_f64()
            )));
        }
    }
    let most = said.error();
    if certificate.error < most || most > metric.most {
        let tolerance = &request.tolerance;
        return Err(lie(format!(
            "the error is said to be at most {:e} and {tolerance} is asked for; a leaf's is {most:e}",
            certificate.error
        )));
    }
    report.add("bounds", format!("of all leaves proved anew: at most {most:e}"));
    report.add("values", values(&said, full, seed)?);
    Ok(report)
}

/// The evaluator that the certificate describes.
fn read(certificate: &Certificate) -> Result<Evaluator, Diag> {
    let width = Width::of_number_type(&certificate.number)
        .ok_or_else(|| lie(format!("there is no type `{}`", certificate.number)))?;
    let of = |text: &str| number(text, width);
    let source = Source::function(&certificate.function, None)?;
    let (from, to) = &certificate.range;
    let range = (of(from)?, of(to)?);
    let count = certificate.leaves.len();
    let cells = match &certificate.cells {
        CellsEntry::One => Cells::One,
        CellsEntry::Grid { scale, first } => Cells::Grid { scale: of(scale)?, first: *first },
        CellsEntry::Hash { scale, first, cells } => {
            Cells::Hash { scale: of(scale)?, first: *first, cells: cells.clone() }
        }
        CellsEntry::Tree(starts) => {
            Cells::Tree { starts: starts.iter().map(|s| of(s)).collect::<Result<_, _>>()? }
        }
    };
    if range.0 >= range.1 || !cells.is_sound(range, count, width) {
        return Err(lie(format!(
            "{count} leaves from {from} to {to} do not lie as they are said to"
        )));
    }
    let places = cells.places(range.0, range.1, count, width);
    let mut leaves = vec![];
    for (entry, place) in certificate.leaves.iter().zip(places) {
        let coefficients: Vec<f64> =
            entry.coefficients.iter().map(|c| of(c)).collect::<Result<_, _>>()?;
        if (of(&entry.scale)?, of(&entry.offset)?) != (place.scale, place.offset) {
            return Err(lie(format!(
                "the leaf from x = {:.9e} has another map than its place",
                place.from.to_f64()
            )));
        }
        leaves.push(Leaf {
            place,
            coefficients,
            approximation: entry.approximation,
            rounding: entry.rounding,
            error: entry.error,
        });
    }
    let degree = leaves.first().map_or(0, |leaf| leaf.coefficients.len());
    if !(2..=MOST_DEGREE + 1).contains(&degree)
        || leaves.iter().any(|leaf| leaf.coefficients.len() != degree)
    {
        return Err(lie("the leaves' polynomials are not of one degree from 1 on".to_owned()));
    }
    let strategy: Strategy = certificate.lookup.parse()?;
    let agrees = match (&cells, strategy) {
        (Cells::One, Strategy::None) => true,
        (Cells::Tree { .. }, Strategy::Bst) | (Cells::Hash { .. }, Strategy::Hash) => true,
        (Cells::Grid { .. }, _) => matches!(
            strategy,
            Strategy::Permute | Strategy::Permute2 | Strategy::Row | Strategy::Gather
        ),
        _ => false,
    };
    if !agrees {
        return Err(lie(format!("{} are not found by {strategy}", cells.name())));
    }
    let request = Request {
        basis: certificate.basis.parse()?,
        strategy,
        outside: certificate.outside.parse()?,
        ..Request::new(&certificate.function, "", certificate.tolerance.parse()?, width)
    };
    Ok(Evaluator { request, source, range, cells, leaves, strategy, cycles: 0.0, held_out: None })
}

/// Checks that every number of the range is in a leaf.
fn tiling(said: &Evaluator) -> Result<(), Diag> {
    let mut next = exact(said.range.0);
    for leaf in &said.leaves {
        if leaf.place.from != next || leaf.place.to < next {
            return Err(lie(format!("no leaf begins at x = {:.9e}", next.to_f64())));
        }
        next = leaf.place.to.clone();
    }
    match next == exact(said.range.1) {
        true => Ok(()),
        false => Err(lie(format!("the last leaf ends at x = {:.9e}", next.to_f64()))),
    }
}

/// Computes values as the emitted code does, and compares them with MPFR's.
fn values(said: &Evaluator, full: bool, seed: u64) -> Result<String, Diag> {
    let Source::Function(spec) = &said.source else { return Ok("none".into()) };
    let width = said.request.width;
    let ordinal = |x: f64| ordinal(width, x);
    let (first, last) = (ordinal(said.range.0), ordinal(said.range.1));
    let x: Vec<f64> = if full && last.abs_diff(first) < MOST_NUMBERS {
        (first..=last).map(|at| at_ordinal(width, at)).collect()
    } else {
        let mut random = Random::new(seed);
        let mut x = vec![];
        for leaf in &said.leaves {
            let [from, to] =
                [&leaf.place.from, &leaf.place.to].map(|end| ordinal(width.rounded(end.to_f64())));
            x.extend([from - 1, from, from + 1, to - 1, to, to + 1]);
            let count = to.abs_diff(from) + 1;
            x.extend((0..SAMPLES).map(|_| from.wrapping_add(random.below(count) as i64)));
        }
        x.retain(|at| (first..=last).contains(at));
        x.into_iter().map(|at| at_ordinal(width, at)).collect()
    };
    let kernel = said.kernel(1);
    let check = |x: &f64| -> Result<f64, Diag> {
        let internal = |error| Diag::new(DiagKind::Internal, format!("{error}"));
        let y = call(&kernel, &[width.bits_of(*x)]).map_err(internal)?;
        let f = source::value(spec, &Float::with_val(4 * width.precision(), *x))?;
        let error = Float::with_val(64, f - width.number(y[0])).abs().to_f64();
        let leaf = said.leaf_of(*x);
        let most = leaf.approximation + leaf.rounding;
        match error <= most * (1.0 + 1e-9) {
            true => Ok(error / most),
            false => Err(lie(format!(
                "at x = {x:e} the error is {error:e}; it is said to be at most {most:e}"
            ))),
        }
    };
    let shares: Vec<f64> = x.par_iter().map(check).collect::<Result<_, _>>()?;
    let most = shares.iter().fold(0.0f64, |most, share| most.max(*share));
    Ok(format!("{} compared with MPFR's; the largest error is {most:.3} of its bound", x.len()))
}

/// The place of a number among all numbers of its type; neighbours are 1 apart, and both zeros are 0.
pub(super) fn ordinal(width: Width, x: f64) -> i64 {
    let bits = width.bits_of(x.abs()) as i64;
    if x < 0.0 { -bits } else { bits }
}

/// The number of a place.
pub(super) fn at_ordinal(width: Width, at: i64) -> f64 {
    let size = width.number(at.unsigned_abs());
    if at < 0 { -size } else { size }
}
