//! Pieces of a period in which the breakpoint spacing is constant.

use crate::function::Function;
use crate::inputs::PHASE_BITS;
use rug::{Float, Integer};
use std::ops::Range;
use tmd_base::narrow;
use tmd_functions::language::Format;

/// Precision of the ends of pieces.
const PREC: u32 = PHASE_BITS + 64;
/// What the ends of pieces are moved outwards by, in units: far more than they are rounded by.
const OVERLAP: u32 = 1 << 16;

/// A part of a period between a zero and the next extremum or pole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Its phases, in units of 2^-[`PHASE_BITS`] of a period, from 0 to 1.
    pub(crate) phases: Range<Integer>,
    /// log2 of the breakpoint spacing; none where each input is judged, as there are few.
    pub(crate) spacing: Option<i32>,
}

impl Piece {
    /// How long it is, as a part of a period.
    pub(crate) fn length(&self) -> f64 {
        to_f64(&Integer::from(&self.phases.end - &self.phases.start))
    }

    /// What of it is between two phases.
    fn within(&self, phases: &Range<Integer>) -> Option<Piece> {
        let start = (&self.phases.start).max(&phases.start).clone();
        let end = (&self.phases.end).min(&phases.end).clone();
        (start < end).then_some(Piece { phases: start..end, spacing: self.spacing })
    }
}

/// A number of units as a part of a period, to some 53 bits.
pub(crate) fn to_f64(units: &Integer) -> f64 {
    (Float::with_val(64, units) >> PHASE_BITS).to_f64()
}

/// 1 in units.
pub(crate) fn whole() -> Integer {
    Integer::from(1) << PHASE_BITS
}

/// The pieces of a part of a period, ascending but for overlaps. Where they hold less than some of `count` inputs, each is judged: `few[0]`
/// next to a zero, `few[1]` next to a pole.
pub(crate) fn pieces(
    function: Function,
    output: &Format,
    phases: &Range<Integer>,
    count: u64,
    few: [f64; 2],
) -> Vec<Piece> {
    let rungs = rungs(function, output, count, few);
    let quarter = whole() >> 2u32;
    let zeros = function.zeros();
    let mut all = vec![];
    for turn in [0, 1] {
        for zero in zeros {
            let zero = Integer::from(&quarter * (4 * turn + zero));
            for (from, to, spacing) in &rungs {
                let up = Integer::from(&zero + from)..Integer::from(&zero + to);
                let down = Integer::from(&zero - to)..Integer::from(&zero - from);
                all.extend([down, up].map(|phases| Piece { phases, spacing: *spacing }));
            }
        }
    }
    let mut own: Vec<Piece> = all.iter().filter_map(|piece| piece.within(phases)).collect();
    own.sort_by(|a, b| a.phases.start.cmp(&b.phases.start));
    own
}

/// What lies between a zero and the next extremum or pole: from, to, spacing; distances from the zero in units, moved outwards.
fn rungs(
    function: Function,
    output: &Format,
    count: u64,
    few: [f64; 2],
) -> Vec<(Integer, Integer, Option<i32>)> {
    let end = (whole() >> 2u32) * function.reach();
    let at = |exponent: i32| {
        let size = Float::with_val(PREC, 1) << exponent;
        let place = function.inverse(&size) << PHASE_BITS;
        place.floor().to_integer().unwrap_or_default().min(end.clone())
    };
    let precision = narrow::to_i32(output.precision);
    let top = function.top().unwrap_or(output.emax);
    let is_few = |from: &Integer, to: &Integer, few: f64| {
        to_f64(&Integer::from(to - from)) * narrow::about(count) < few
    };
    let mut rungs = vec![];
    let mut push = |from: Integer, to: Integer, spacing: Option<i32>| {
        let from = if from == 0 { from } else { from - OVERLAP };
        let to = if to == end { to } else { to + OVERLAP };
        rungs.push((from, to, spacing));
    };
    // Beyond the largest numbers, there are no breakpoints.
    let mut exponent = top;
    let mut to = at(top + 1);
    // Few inputs are that near to a pole.
    while exponent > output.emin && is_few(&at(exponent), &end, few[1]) {
        exponent -= 1;
        to = end.clone();
    }
    if exponent != top {
        let from = at(exponent + 1);
        push(from.clone(), to, None);
        to = from;
    }
    loop {
        let from = if exponent > output.emin { at(exponent) } else { Integer::ZERO };
        let is_last = from == 0 || is_few(&Integer::ZERO, &from, few[0]);
        push(from.clone(), to, Some(exponent.max(output.emin) - precision));
        if is_last {
            if from != 0 {
                push(Integer::ZERO, from, None);
            }
            return rungs;
        }
        to = from;
        exponent -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_functions::language::FormatName;

    #[test]
    fn a_period_is_covered() {
        let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
        for function in Function::ALL {
            let all = pieces(function, &format, &(Integer::ZERO..whole()), 1 << 52, [1e5; 2]);
            let mut end = Integer::ZERO;
            for piece in &all {
                assert!(
                    piece.phases.start <= end,
                    "{function}: a gap before {}",
                    to_f64(&piece.phases.start)
                );
                end = end.max(piece.phases.end.clone());
            }
            assert_eq!(end, whole(), "{function}");
            let few: f64 = all.iter().filter(|own| own.spacing.is_none()).map(Piece::length).sum();
            assert!(few > 0.0 && few * 2f64.powi(52) < 1e6, "{function}: {few:e}");
        }
    }
}
