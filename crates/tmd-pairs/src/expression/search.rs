//! The search: every pair by enclosures in binary64, and a decision on those that these do not tell.

use super::certificate::ExpressionCertificate;
use super::counts::Counts;
use super::enclosure::Enclosure;
use super::judge::{Judge, Outcome};
use super::kept::Kept;
use super::request::{FAR, Request};
use super::tape::{Row, Tape};
use crate::grid::{Grid, exponent_of, power_of_two};
use crate::plane::{PlaneCase, hex};
use rayon::prelude::*;
use rug::Rational;
use tmd_cases::verdict::CaseKind;
use tmd_runtime::Progress;

/// The most cases that are listed: where there are more, the threshold is raised.
const MOST_CASES: u64 = 1 << 20;

/// Searches all pairs, with all threads of the pool that it is called in. Where more cases have the identical bits that were asked for than can
/// be listed, the certificate is of more bits. `progress` is told of pairs, a row at a time.
pub fn search(request: &Request, progress: &dyn Progress) -> ExpressionCertificate {
    searched(request, MOST_CASES, progress)
}

/// A search with at most so many cases.
pub(super) fn searched(
    request: &Request,
    most: u64,
    progress: &dyn Progress,
) -> ExpressionCertificate {
    let (xs, ys) = (request.xs(), request.ys());
    let kept = Kept::new(request.bits, most);
    let rows = Rows::new(request, &xs, &kept);
    let row = |y: f64| {
        let counts = rows.row(y);
        progress.advance(xs.len() as u64);
        counts
    };
    let counts = ys.into_par_iter().map(row).reduce(Counts::default, Counts::join);
    let (bits, mut cases) = kept.into_cases();
    cases.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let cases = cases.into_iter().map(|(_, case)| case).collect();
    ExpressionCertificate::new(request, bits, &counts, cases)
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
    kept: &'a Kept,
    breakpoints: Grid,
    epsilon: f64,
    far: f64,
    /// Below the first, and from the second on, values are out of reach.
    reach: [f64; 2],
}

impl<'a> Rows<'a> {
    fn new(request: &Request, xs: &'a [f64], kept: &'a Kept) -> Rows<'a> {
        let breakpoints = Grid::breakpoints(&request.format);
        let (emin, above) = breakpoints.ends();
        Rows {
            xs,
            tape: Tape::new(&request.function, xs),
            judge: Judge::new(request),
            kept,
            breakpoints,
            epsilon: power_of_two(-request.bits.cast_signed()),
            far: power_of_two(-FAR.cast_signed()),
            reach: [power_of_two(breakpoints.last_place(emin) - 1), power_of_two(above)],
        }
    }

    fn row(&self, y: f64) -> Counts {
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
                Told::Nothing => self.decide(x, y, &mut counts),
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

    fn decide(&self, x: f64, y: f64, counts: &mut Counts) {
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
            Outcome::Hard { kind, identical_bits, distance } => {
                self.kept.add(identical_bits, || {
                    let [x_text, y_text] = [x, y].map(hex);
                    ([x, y], PlaneCase { x: x_text, y: y_text, kind, identical_bits, distance })
                })
            }
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
