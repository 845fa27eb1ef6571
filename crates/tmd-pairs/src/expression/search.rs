//! The search: every pair by enclosures in binary64, and a decision on those that these do not tell.

use super::certificate::ExpressionCertificate;
use super::counts::Counts;
use super::enclosure::Enclosure;
use super::judge::{Judge, Outcome};
use super::kept::Kept;
use super::request::{FAR, Request};
use super::tape::{Row, Tape};
use crate::finished::{Finished, Place};
use crate::grid::{Grid, exponent_of, power_of_two};
use crate::plane::{PlaneCase, hex};
use rayon::prelude::*;
use rug::Rational;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;
use tmd_base::diag::Diag;
use tmd_cases::verdict::CaseKind;
use tmd_runtime::Progress;

/// The most cases that are listed: where there are more, the threshold is raised.
const MOST_CASES: u64 = 1 << 20;

/// Rows that are searched, and kept, as one part.
const PART_ROWS: usize = 256;
/// Rows whose time is taken to tell how long a search takes.
const TIMED_ROWS: usize = 3;

/// Searches all pairs, with all threads of the pool that it is called in. Where more cases have the identical bits that were asked for than can
/// be listed, the certificate is of more bits. Finished parts are kept in the folder, if there is one, and taken from there. `progress` is told
/// of pairs, a row at a time.
///
/// # Errors
/// If the folder cannot be used.
pub fn search(
    request: &Request,
    dir: Option<&Path>,
    progress: &dyn Progress,
) -> Result<ExpressionCertificate, Diag> {
    searched(request, MOST_CASES, dir, progress)
}

/// How many seconds a search takes on one core, about: as some of its rows take.
pub fn predicted_seconds(request: &Request) -> f64 {
    let (xs, ys) = (request.xs(), request.ys());
    let rows = Rows::new(request, &xs);
    let kept = Kept::new(request.bits, MOST_CASES);
    let start = Instant::now();
    let row = |number: usize| ys.get((2 * number + 1) * ys.len() / (2 * TIMED_ROWS));
    for y in (0..TIMED_ROWS).filter_map(row) {
        rows.row(*y, &kept);
    }
    start.elapsed().as_secs_f64() / TIMED_ROWS as f64 * ys.len() as f64
}

/// A search with at most so many cases.
pub(super) fn searched(
    request: &Request,
    most: u64,
    dir: Option<&Path>,
    progress: &dyn Progress,
) -> Result<ExpressionCertificate, Diag> {
    let (xs, ys) = (request.xs(), request.ys());
    let rows = Rows::new(request, &xs);
    // Where nothing is kept, no thread waits for the end of a part.
    let of_part = if dir.is_some() { PART_ROWS } else { ys.len() };
    let parts: Vec<&[f64]> = ys.chunks(of_part.max(1)).collect();
    let finished = Finished::new(dir, request.command(), parts.len())?;
    let kept = Kept::new(request.bits, most);
    let mut counts = Counts::default();
    for (number, ys) in parts.into_iter().enumerate() {
        let place = Place { number, rows: told(ys) };
        let pairs = |_: &Part| (ys.len() * xs.len()) as u64;
        let part = finished.part(place, progress, pairs, || {
            Ok(rows.part(ys, Kept::new(kept.bits(), most), progress))
        })?;
        counts = counts.join(part.counts);
        kept.join(part.bits, part.cases);
    }
    let (bits, cases) = kept.into_cases();
    let placed = |case: PlaneCase| Ok((case.pair()?, case));
    let mut cases = cases.into_iter().map(placed).collect::<Result<Vec<_>, Diag>>()?;
    cases.sort_by(|(a, _), (b, _)| a.cmp(b));
    let cases = cases.into_iter().map(|(_, case)| case).collect();
    Ok(ExpressionCertificate::new(request, bits, &counts, cases))
}

/// Some rows, in words.
fn told(ys: &[f64]) -> String {
    let [from, to] = [ys.first(), ys.last()].map(|y| y.copied().map(hex).unwrap_or_default());
    format!("{} numbers y from {from} to {to}", ys.len())
}

/// What a part of a search has found.
#[derive(Serialize, Deserialize)]
struct Part {
    counts: Counts,
    /// How many identical bits its cases have at least.
    bits: u32,
    cases: Vec<PlaneCase>,
}

/// What an enclosure tells of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Told {
    OutOfReach,
    Ordinary,
    Exact(CaseKind),
    Next,
    /// Nothing.
    Nothing,
}

/// The rows of a search: a y with all x.
struct Rows<'a> {
    xs: &'a [f64],
    tape: Tape,
    judge: Judge,
    breakpoints: Grid,
    epsilon: f64,
    far: f64,
    /// Below the first, and from the second on, values are out of reach.
    reach: [f64; 2],
}

impl<'a> Rows<'a> {
    fn new(request: &Request, xs: &'a [f64]) -> Rows<'a> {
        let breakpoints = Grid::breakpoints(&request.format);
        let (emin, above) = breakpoints.ends();
        Rows {
            xs,
            tape: Tape::new(&request.function, xs),
            judge: Judge::new(request),
            breakpoints,
            epsilon: power_of_two(-request.bits.cast_signed()),
            far: power_of_two(-FAR.cast_signed()),
            reach: [power_of_two(breakpoints.last_place(emin) - 1), power_of_two(above)],
        }
    }

    /// Searches some rows, with all threads; the cases are added to those that are kept.
    fn part(&self, ys: &[f64], kept: Kept, progress: &dyn Progress) -> Part {
        let row = |y: &f64| {
            let counts = self.row(*y, &kept);
            progress.advance(self.xs.len() as u64);
            counts
        };
        let counts = ys.par_iter().map(row).reduce(Counts::default, Counts::join);
        let (bits, cases) = kept.into_cases();
        Part { counts, bits, cases }
    }

    fn row(&self, y: f64, kept: &Kept) -> Counts {
        let mut counts = Counts::default();
        let row = self.tape.row(y);
        for (index, &x) in self.xs.iter().enumerate() {
            match self.told(index, &row) {
                Told::OutOfReach => {}
                Told::Ordinary => counts.pairs += 1,
                Told::Exact(kind) => {
                    counts.pairs += 1;
                    counts.exact.add(kind);
                }
                Told::Next => {
                    counts.pairs += 1;
                    counts.next += 1;
                }
                Told::Nothing => self.decide(x, y, &mut counts, kept),
            }
        }
        counts
    }

    /// What the enclosure of a pair's value tells of it.
    fn told(&self, index: usize, row: &Row) -> Told {
        let value = self.tape.value(index, row);
        if value.is_none() {
            return Told::OutOfReach;
        }
        let Enclosure { lo, hi, open } = value.abs();
        let [least, end] = self.reach;
        // Also where nothing is known but an upper bound of the size, there is a value.
        if hi < least || lo >= end {
            return Told::OutOfReach;
        }
        if lo < least || hi >= end {
            return Told::Nothing;
        }
        let exponent = exponent_of(lo);
        if exponent_of(hi) != exponent {
            return Told::Nothing;
        }
        // All of this is exact: numbers of 53 bits, multiplied by powers of two, and their fractions.
        let unit = power_of_two(-self.breakpoints.last_place(exponent));
        let (low, high) = (lo * unit, hi * unit);
        let whole = low.floor();
        let (above, below) = (low - whole, whole + 1.0 - high);
        if value.is_point() && above == 0.0 {
            // Half of the least breakpoint has the floor 0.
            return Told::Exact(kind_of(whole));
        }
        // An end that is a breakpoint may be the value, if it is not open.
        let is_out = |rest: f64, is_open: bool| rest > 0.0 || (rest == 0.0 && is_open);
        if !is_out(above, open[0]) || !is_out(below, open[1]) {
            return Told::Nothing;
        }
        if above >= self.epsilon && below >= self.epsilon {
            return Told::Ordinary;
        }
        // 0 and the power of two above all numbers are no breakpoints.
        let is_inside = whole >= 1.0 && hi < end / 2.0;
        let is_next = high - whole < self.far || whole + 1.0 - low < self.far;
        if is_inside && is_next { Told::Next } else { Told::Nothing }
    }

    fn decide(&self, x: f64, y: f64, counts: &mut Counts, kept: &Kept) {
        let exact = |own: f64| Rational::from_f64(own).unwrap_or_default();
        let outcome = self.judge.outcome(&exact(x), &exact(y));
        counts.pairs += u64::from(outcome != Outcome::OutOfReach);
        match outcome {
            Outcome::OutOfReach | Outcome::Ordinary => {}
            Outcome::Exact(kind) => counts.exact.add(kind),
            Outcome::Next => counts.next += 1,
            Outcome::Undecided => {
                counts.undecided += 1;
                counts.first_undecided.get_or_insert([x, y]);
            }
            Outcome::Hard { kind, identical_bits, distance } => kept.add(identical_bits, || {
                let [x, y] = [x, y].map(hex);
                PlaneCase { x, y, kind, identical_bits, distance }
            }),
        }
    }
}

/// The kind of a breakpoint, in units of the spacing: a midpoint if it is odd.
fn kind_of(whole: f64) -> CaseKind {
    match (whole / 2.0).fract() == 0.0 {
        true => CaseKind::Directed,
        false => CaseKind::Nearest,
    }
}
