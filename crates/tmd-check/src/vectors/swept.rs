//! Near which breakpoints angles are searched.
//!
//! **In radians**, let p be the precision. A quotient below 2^-p with a hard angle is a breakpoint, and the angle is next to it: these are counted. All
//! other angles are near to breakpoints from 2^-p to π (docs/mathematics.md).
//!
//! **In half turns**, no small angle is near to its quotient, and all breakpoints below 1 are meant but 1/2: what is hard because of 1/2 or 1 is next to an axis and counted, as
//! its tangent there is below π·2^-(2p + 2). A normal breakpoint b below 2^e stands for b/2, b/4 and so on, as long as these are normal, if its interval is made a bit longer:
//! let it be from f to g, in radians. Of b·2^-k it is from f·2^-k to g·2^-k at most, as spacings are halved, and t ≤ tan t ≤ t + t³ for t ≤ 1/2. So a
//! quotient is, times 2^k, from f to g + g³.

use crate::pairs::breakpoints::{Breakpoints, bits};
use crate::plane::ask::{Ask, Formula};
use crate::stop::Checked;
use std::ops::Range;

/// Breakpoints, by their ordinals, in two ranges of whole blocks.
pub(crate) struct Swept {
    ranges: [Range<i64>; 2],
    /// Whether 0 and 1/2 are left out.
    half_turns: bool,
    /// The breakpoints with this exponent stand for their halves.
    alike: i32,
    emin: i32,
}

impl Swept {
    /// Those of a certificate.
    pub(crate) fn new(ask: &Ask, breakpoints: &Breakpoints) -> Checked<Swept> {
        let half_turns = ask.formula == Formula::Atan2Pi;
        // g³ is below 2^-6 of 2ε·u, as 2π < 2^(8/3).
        let small = -(ask.bits + ask.precision + 14) / 2;
        let alike = small.max(ask.emin);
        let at = |exponent: i32| match breakpoints.ordinal(1, exponent) {
            Some(ordinal) => Ok(ordinal),
            None => cannot!("the breakpoints of the format cannot be counted: please report it"),
        };
        let ranges = match half_turns {
            true => [0..at(ask.emin)?, at(alike)?..at(0)?],
            false => [at(-ask.precision)?..at(2)?, 0..0],
        };
        Ok(Swept { ranges, half_turns, alike, emin: ask.emin })
    }

    /// How many ordinals there are.
    pub(crate) fn ordinals(&self) -> u64 {
        self.ranges.iter().map(|own| (own.end - own.start) as u64).sum()
    }

    /// How many breakpoints are searched.
    pub(crate) fn count(&self) -> u64 {
        self.ordinals() - if self.half_turns { 2 } else { 0 }
    }

    /// One of the ordinals.
    pub(crate) fn ordinal(&self, index: u64) -> i64 {
        let [first, second] = &self.ranges;
        match index as i64 - (first.end - first.start) {
            after if after < 0 => first.start + index as i64,
            after => second.start + after,
        }
    }

    /// Whether m·2^e is meant.
    pub(crate) fn has(&self, (m, e): (i64, i32)) -> bool {
        let is_half = m & (m - 1) == 0 && e + bits(m) == 0;
        !self.half_turns || (m != 0 && !is_half)
    }

    /// For how many of its halves m·2^e stands.
    pub(crate) fn halves(&self, (m, e): (i64, i32)) -> i32 {
        match self.half_turns && e + bits(m) - 1 == self.alike {
            true => self.alike - self.emin,
            false => 0,
        }
    }

    /// Which they are, in words.
    pub(crate) fn shown(&self, precision: i32) -> String {
        let count = self.count();
        match self.half_turns {
            true => format!("{count} breakpoints below 1, and halves of these"),
            false => format!("{count} breakpoints from 2^-{precision} to 4"),
        }
    }
}
