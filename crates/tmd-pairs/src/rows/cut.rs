//! Where the values of a row pass powers of two: between two of them, the breakpoints are equally spaced.

use super::powers::Powers;
use rug::float::Round;
use rug::{Float, Integer, Rational};
use std::ops::Range;
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::Segment;

/// Bits of enclosures. A number that they cannot place has a value within 2^-64 of a power of two, relatively: that is a breakpoint of the
/// spacing on either side, so that the number is found on whichever side it is taken to be.
pub(super) const PRECISION: u32 = 160;

/// Inputs of a row whose values have one exponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Indices in the segment that the row is along.
    pub(super) inputs: Range<u64>,
    /// ⌊log2⌋ of the values.
    pub(super) exponent: i32,
}

/// The runs of the x, for one y.
pub(super) fn along_x(powers: &Powers, y: &Rational) -> Vec<Run> {
    let Powers { base, x, .. } = powers;
    let y = Interval::from_rational(y, PRECISION);
    let exponent = |index: u64| powers.log2(index, PRECISION).map(|log| log.mul(&y));
    // A power is 2^e where the base is 2^(e/y).
    let place = |e: i32| {
        let log = Interval::from_integer(&Integer::from(e), PRECISION).div(&y).ok()?;
        Some(base.with_log2(&log).shifted(-x.ulp))
    };
    runs(x, exponent, place)
}

/// The runs of the y of a segment, for one x whose base has this log2: not 0.
pub(super) fn along_y(log: &Interval, y: &Segment) -> Vec<Run> {
    let log = log.at_prec(PRECISION);
    let exponent = |index: u64| Some(Interval::from_rational(&y.x(index), PRECISION).mul(&log));
    // A power is 2^e at y = e/log2 of the base.
    let place = |e: i32| {
        let at = Interval::from_integer(&Integer::from(e), PRECISION).div(&log).ok()?;
        Some(at.shifted(-y.ulp))
    };
    runs(y, exponent, place)
}

/// The runs of a segment by log2 of the value at an index, and by the number, in units of the last place, where that is an integer.
fn runs(
    segment: &Segment,
    exponent: impl Fn(u64) -> Option<Interval>,
    place: impl Fn(i32) -> Option<Interval>,
) -> Vec<Run> {
    let floor = |index: u64| exponent(index).and_then(|log| whole(log.lo(), Round::Down));
    let (Some(first), Some(last)) = (floor(0), floor(segment.count - 1)) else { return vec![] };
    let (first, last) =
        (narrow::to_i32(first.to_i64_wrapping()), narrow::to_i32(last.to_i64_wrapping()));
    let rises = first <= last;
    // The index from which on the values are at least 2^e, or below it.
    let from = |e: i32| {
        let at = place(e).and_then(|at| whole(at.lo(), Round::Up)).unwrap_or_default();
        let index = at - &segment.first;
        if index < 0 { 0 } else { index.to_u64().map_or(segment.count, |i| i.min(segment.count)) }
    };
    let mut runs = vec![];
    let mut start = 0;
    let mut e = first;
    loop {
        let end = match e == last {
            true => segment.count,
            false => from(if rises { e + 1 } else { e }).max(start),
        };
        if start < end {
            runs.push(Run { inputs: start..end, exponent: e });
        }
        if e == last {
            return runs;
        }
        start = end;
        e += if rises { 1 } else { -1 };
    }
}

fn whole(number: &Float, round: Round) -> Option<Integer> {
    number.to_integer_round(round).map(|(own, _)| own)
}
