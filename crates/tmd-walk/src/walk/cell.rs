//! Between which breakpoints a value lies, or which one it is.

use crate::encoding::Encoding;
use crate::truth::{Value, last, number};

/// Where a value lies: its sign, and the breakpoint below its size, or the one that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(pub(crate) u64);

/// The bit that is the sign.
const NEGATIVE: u64 = 1 << 32;

/// The bit that says that the value is the breakpoint.
const EXACT: u64 = 1 << 34;

/// ∞ of binary32, as if it were a breakpoint.
const INFINITY: u64 = 2 * 0x7f80_0000;

impl Cell {
    /// It is not known.
    pub const OPEN: Cell = Cell(1 << 33);

    /// There is no value.
    pub const NAN: Cell = Cell((2 * 0x7fc0_0000) | EXACT);

    /// The cell above a breakpoint.
    pub fn new(breakpoint: u64, negative: u64) -> Cell {
        Cell(breakpoint | negative << 32)
    }

    /// The cell of a value that is a number of the format, or ∞.
    pub fn exact(value: Value) -> Cell {
        match value {
            Value::Exact { negative, breakpoint } if breakpoint % 2 == 0 => {
                Cell(u64::from(breakpoint) | u64::from(negative) << 32 | EXACT)
            }
            Value::Infinite { negative } => Cell(INFINITY | u64::from(negative) << 32 | EXACT),
            _ => Cell::OPEN,
        }
    }

    /// The cell of the opposite, if it is asked for.
    pub fn flipped(self, flipped: bool) -> Cell {
        if self.is_open() { self } else { Cell(self.0 ^ (u64::from(flipped) << 32)) }
    }

    /// Whether it is not known.
    pub fn is_open(self) -> bool {
        self == Cell::OPEN
    }

    /// The breakpoint below.
    pub fn breakpoint(self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
        let breakpoint = self.0 as u32;
        breakpoint
    }

    /// Whether the value is negative.
    pub fn is_negative(self) -> bool {
        self.0 & NEGATIVE != 0
    }

    /// 1 if the value lies above the breakpoint, 0 if it is the breakpoint.
    pub fn is_above(self) -> u64 {
        (self.0 & EXACT == 0).into()
    }

    /// A value of it.
    pub fn value(self, encoding: &Encoding) -> Option<Value> {
        if self.is_open() {
            return None;
        }
        let (breakpoint, negative) = (self.breakpoint(), self.is_negative());
        if self.is_above() == 0 {
            return Some(match u64::from(breakpoint) {
                INFINITY => Value::Infinite { negative },
                _ if self == Cell::NAN => Value::Nan,
                _ => Value::Exact { negative, breakpoint },
            });
        }
        let low = number(encoding, breakpoint);
        let high =
            if breakpoint == last(encoding) { 2.0 * low } else { number(encoding, breakpoint + 1) };
        let near = f64::midpoint(low, high);
        Some(Value::Between { breakpoint, near: if negative { -near } else { near } })
    }
}
