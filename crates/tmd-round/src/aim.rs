//! What a computed number has to be so that it is rounded to what the function's value is rounded to, in every mode: between
//! the same breakpoints, or equal where the value is a breakpoint (as J. Lim and S. Nagarakatte's RLIBM does it, 2021).

use tmd_walk::Encoding;
use tmd_walk::{Value, number};

/// The numbers that are as good as a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Aim {
    /// The argument is a NaN, which is dealt with elsewhere.
    Any,
    /// One number; of two zeros, one.
    One(f64),
    /// The numbers of one sign whose size is between two.
    Between {
        /// About the value.
        near: f64,
        /// Below the size.
        low: f64,
        /// Above.
        high: f64,
    },
}

/// Marks that stand for what is no number of the format. All other computed numbers are smaller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Marks {
    /// ∞ itself, with its sign.
    pub(crate) infinity: f64,
    /// NaN.
    pub(crate) nan: f64,
}

impl Marks {
    /// Those of a format: above all that is rounded.
    pub(crate) fn of(encoding: &Encoding) -> Marks {
        let power = |more: i32| 2f64.powi(encoding.format.emax + more);
        match encoding.bits() {
            16 => Marks { infinity: power(3), nan: power(5) },
            // Polynomials may reach beyond all numbers of binary32, but not as far as this.
            _ => Marks { infinity: power(80), nan: power(160) },
        }
    }
}

/// Values from this size on are computed as if they were smaller: they are rounded alike.
fn most(encoding: &Encoding) -> f64 {
    2f64.powi(encoding.format.emax + if encoding.bits() == 16 { 2 } else { 70 })
}

impl Aim {
    /// The aim for a value.
    pub(crate) fn of(value: Value, encoding: &Encoding) -> Aim {
        let marks = Marks::of(encoding);
        let signed = |negative: bool, size: f64| if negative { -size } else { size };
        match value {
            Value::Nan => Aim::One(marks.nan),
            Value::Infinite { negative } => Aim::One(signed(negative, marks.infinity)),
            Value::Exact { negative, breakpoint } => {
                Aim::One(signed(negative, number(encoding, breakpoint)))
            }
            Value::Between { breakpoint, near } => {
                let low = number(encoding, breakpoint);
                let high = number(encoding, breakpoint + 1).min(most(encoding));
                // Far beyond all numbers, on both sides, is as good as not so far.
                let least = if low == 0.0 { high / 1024.0 } else { low };
                let near = near.abs().clamp(least, high) * near.signum();
                Aim::Between { near, low, high }
            }
        }
    }

    /// Whether a computed number will do.
    pub(crate) fn accepts(self, y: f64) -> bool {
        match self {
            Aim::Any => true,
            Aim::One(own) => own == y && own.is_sign_negative() == y.is_sign_negative(),
            Aim::Between { near, low, high } => {
                (near < 0.0) == (y < 0.0) && low < y.abs() && y.abs() < high
            }
        }
    }

    /// Whether the same numbers will do.
    pub(crate) fn rounds_as(self, other: Aim) -> bool {
        self.accepts(other.middle()) && other.accepts(self.middle())
    }

    /// The number itself, or the one about the value.
    pub(crate) fn near(self) -> f64 {
        match self {
            Aim::Any => 0.0,
            Aim::One(own) => own,
            Aim::Between { near, .. } => near,
        }
    }

    /// The number itself, or the middle of those that will do.
    pub(crate) fn middle(self) -> f64 {
        match self {
            Aim::Any | Aim::One(_) => self.near(),
            Aim::Between { near, low, high } => f64::midpoint(low, high) * near.signum(),
        }
    }
}
