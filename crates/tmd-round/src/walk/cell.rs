//! Between which breakpoints a value lies.

use crate::encoding::Encoding;
use crate::truth::{Value, last, number};

/// Where a value lies: its sign, and the breakpoint below its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(pub(crate) u64);

/// The bit that is the sign.
const NEGATIVE: u64 = 1 << 32;

impl Cell {
    /// It is not known.
    pub(crate) const OPEN: Cell = Cell(1 << 33);

    /// The cell above a breakpoint.
    pub(crate) fn new(breakpoint: u64, negative: u64) -> Cell {
        Cell(breakpoint | negative << 32)
    }

    /// Whether it is not known.
    pub(crate) fn is_open(self) -> bool {
        self == Cell::OPEN
    }

    /// The breakpoint below.
    pub(crate) fn breakpoint(self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
        let breakpoint = self.0 as u32;
        breakpoint
    }

    /// Whether the value is negative.
    pub(crate) fn is_negative(self) -> bool {
        self.0 & NEGATIVE != 0
    }

    /// A value of it.
    pub(crate) fn value(self, encoding: &Encoding) -> Option<Value> {
        if self.is_open() {
            return None;
        }
        let breakpoint = self.breakpoint();
        let low = number(encoding, breakpoint);
        let high =
            if breakpoint == last(encoding) { 2.0 * low } else { number(encoding, breakpoint + 1) };
        let near = f64::midpoint(low, high);
        Some(Value::Between { breakpoint, near: if self.is_negative() { -near } else { near } })
    }
}
