//! Pairs whose values are next to 1: none is a case, and how many are as near to 1 as cases are to breakpoints is counted row by row.

use super::cut::PRECISION;
use crate::plane::NEXT;
use rayon::prelude::*;
use rug::float::Round;
use rug::{Integer, Rational};
use tmd_base::narrow;
use tmd_functions::interval::Interval;
use tmd_functions::language::Segment;

/// Pairs for which |y·log2 x| is at most 2^-(p + 4): values are at most an eighth of the spacing from 1.
#[derive(Clone, Debug)]
pub(super) struct NextToOne {
    pub(super) x: Segment,
    pub(super) y: Segment,
}

impl NextToOne {
    /// These x and y, of which log2 of the values is between these numbers.
    pub(super) fn new(
        x: &Segment,
        y: &Segment,
        logs: [f64; 2],
        precision: u32,
    ) -> Option<NextToOne> {
        let most = logs.map(f64::abs).into_iter().fold(0.0, f64::max);
        let is_next = most <= 2f64.powi(-narrow::to_i32(precision) - NEXT);
        is_next.then(|| NextToOne { x: x.clone(), y: y.clone() })
    }

    /// How many pairs there are.
    pub(super) fn pairs(&self) -> u64 {
        self.x.count * self.y.count
    }

    /// How many have a distance from 1 below 2^-bits, in units of the spacing.
    pub(super) fn nearer(&self, precision: u32, bits: u32) -> u64 {
        // Below 1, the spacing is half of that above.
        let [above, below] = [0, 1].map(|more| {
            let distance = Rational::from(1) >> (precision + bits + more);
            let value = match more {
                0 => 1 + distance,
                _ => 1 - distance,
            };
            Interval::from_rational(&value, PRECISION + precision + bits).log().ok()
        });
        let rises = self.y.first >= 0;
        let row = |index: u64| {
            let log = Interval::from_rational(&self.x.x(index), PRECISION).log().ok()?;
            let end = if (*log.lo() > 0) == rises { above.as_ref() } else { below.as_ref() };
            // As many units of the last place as |y| is below; that is never a whole number.
            let units = end?.div(&log).ok()?.abs().shifted(-self.y.ulp);
            let units = units.lo().to_integer_round(Round::Down)?.0;
            let least = match rises {
                true => self.y.first.clone(),
                false => -(Integer::from(&self.y.first) + (self.y.count - 1)),
            };
            let count: Integer = units - least + 1;
            Some(
                count
                    .clamp(&Integer::new(), &Integer::from(self.y.count))
                    .to_u64()
                    .unwrap_or_default(),
            )
        };
        (0..self.x.count).into_par_iter().filter_map(row).sum()
    }
}
