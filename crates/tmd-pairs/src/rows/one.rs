//! Pairs whose values are next to 1: none is a case, and how many are as near to 1 as cases are to breakpoints is counted row by row.

use super::cut::PRECISION;
use super::powers::Powers;
use crate::plane::NEXT;
use rayon::prelude::*;
use rug::float::Round;
use rug::{Integer, Rational};
use tmd_base::narrow;
use tmd_functions::interval::Interval;

/// Pairs for which |log2| of the value is at most 2^-(p + 4): values are at most an eighth of the spacing from 1.
#[derive(Clone, Debug)]
pub(super) struct NextToOne(Powers);

impl NextToOne {
    /// These powers, of which log2 is between these numbers.
    pub(super) fn new(powers: &Powers, logs: [f64; 2], precision: u32) -> Option<NextToOne> {
        let most = logs.map(f64::abs).into_iter().fold(0.0, f64::max);
        let is_next = most <= 2f64.powi(-narrow::to_i32(precision) - NEXT);
        is_next.then(|| NextToOne(powers.clone()))
    }

    /// How many pairs there are.
    pub(super) fn pairs(&self) -> u64 {
        self.0.pairs()
    }

    /// How many have a distance from 1 below 2^-bits, in units of the spacing.
    pub(super) fn nearer(&self, precision: u32, bits: u32) -> u64 {
        let Powers { x, y, .. } = &self.0;
        let prec = PRECISION + precision + bits;
        // Below 1, the spacing is half of that above.
        let [above, below] = [0, 1].map(|more| {
            let distance = Rational::from(1) >> (precision + bits + more);
            let value = match more {
                0 => 1 + distance,
                _ => 1 - distance,
            };
            Interval::from_rational(&value, prec).log().ok()
        });
        let rises = y.first >= 0;
        let row = |index: u64| {
            let log = self.0.log(index, prec)?;
            let end = if (*log.lo() > 0) == rises { above.as_ref() } else { below.as_ref() };
            // As many units of the last place as |y| is below. Where that is a whole number, the end is a power of the base, and the lower end is
            // below it, because logarithms are irrational. If not, it is as far from any as the end is from 1, relatively, or nearly so.
            let units = end?.div(&log).ok()?.abs().shifted(-y.ulp);
            let units = units.lo().to_integer_round(Round::Down)?.0;
            let least = match rises {
                true => y.first.clone(),
                false => -(Integer::from(&y.first) + (y.count - 1)),
            };
            let count: Integer = units - least + 1;
            Some(count.clamp(&Integer::new(), &Integer::from(y.count)).to_u64().unwrap_or_default())
        };
        (0..x.count).into_par_iter().filter_map(row).sum()
    }
}
