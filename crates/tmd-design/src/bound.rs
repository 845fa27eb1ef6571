//! Bounds: upward-rounded numbers that know how they were proved.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Mul};
use tmd_base::named::{kept_by_name, named};
use tmd_base::narrow;

/// A non-negative number whose sums and products are rounded up, so that they stay upper bounds.
///
/// Rounding to nearest is off by at most half a unit in the last place; the next number up is
/// therefore never below the exact result (also in the subnormal range, and for overflow: +∞).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Up(f64);

impl Up {
    /// Zero.
    pub const ZERO: Up = Up(0.0);

    /// A number that is exactly meant.
    #[inline]
    pub const fn exact(value: f64) -> Self {
        Up(value)
    }

    /// 2^e, rounded up where it underflows.
    #[inline]
    pub fn pow2(e: i32) -> Self {
        match e {
            ..-1022 => Up(f64::MIN_POSITIVE),
            -1022..=1023 => Up(f64::from_bits(1023u64.saturating_add_signed(e.into()) << 52)),
            1024.. => Up(f64::INFINITY),
        }
    }

    /// An integer, rounded up.
    #[inline]
    pub fn integer(n: u64) -> Self {
        let nearest = narrow::about(n);
        if n <= 1 << f64::MANTISSA_DIGITS {
            return Up(nearest);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an integer that is not negative and not above 2^64"
        )]
        let held = nearest as u128;
        Up(if held >= u128::from(n) { nearest } else { nearest.next_up() })
    }

    /// The upper bound itself.
    #[inline]
    pub fn value(self) -> f64 {
        self.0
    }

    /// self^n.
    #[inline]
    pub fn powi(self, n: usize) -> Self {
        (0..n).fold(Up(1.0), |product, _| product * self)
    }

    /// self^0, self^1, …, as [`Up::powi`] has them.
    #[inline]
    pub fn powers(self) -> impl Iterator<Item = Up> {
        std::iter::successors(Some(Up(1.0)), move |power| Some(*power * self))
    }

    /// The larger.
    #[inline]
    pub fn max(self, other: Up) -> Up {
        Up(self.0.max(other.0))
    }
}

impl Add for Up {
    type Output = Up;
    #[inline]
    fn add(self, other: Up) -> Up {
        if self.0 == 0.0 {
            return other;
        }
        if other.0 == 0.0 {
            return self;
        }
        Up((self.0 + other.0).next_up())
    }
}

impl Mul for Up {
    type Output = Up;
    #[inline]
    fn mul(self, other: Up) -> Up {
        if self.0 == 0.0 || other.0 == 0.0 {
            return Up(0.0);
        }
        Up((self.0 * other.0).next_up())
    }
}

impl std::iter::Sum for Up {
    fn sum<I: Iterator<Item = Up>>(items: I) -> Up {
        items.fold(Up::ZERO, Add::add)
    }
}

/// How far a bound can be relied on. Combining bounds keeps the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Chosen, not derived: part of the request.
    Given,
    /// Follows from proved bounds by the stated argument, rounded upward.
    Proved,
}

named!(Status, "the status of a bound", Given = "given", Proved = "proved");
kept_by_name!(Status, "status of a bound");

/// What is bounded: the terms of ε'', by which a kernel's number may differ from g, and what else is proved of a span.
///
/// The planner proves each by its formula, plans, kernels and certificates name it, and the checker of certificates computes it
/// anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoundName {
    /// ε itself.
    Threshold,
    /// What the Taylor polynomial of a domain leaves out.
    TaylorRemainder,
    /// What its coefficients are off by.
    TaylorCoefficients,
    /// Terms of the Taylor polynomial that a block's polynomial does without.
    BlockTerms,
    /// A part's line in place of its piece of the curve.
    Line,
    /// Slope and offset in the existence test's word.
    TestWord,
    /// The words of the table of slopes; slopes count as often as a part has inputs.
    SlopeTable,
    /// Differences of higher order than the tables have.
    Differences,
    /// The words of the table of values.
    ValueTable,
    /// The words of the quantities that are moved to an item.
    Moving,
    /// Terms of the block's polynomial that a packet of a search by arcs does without.
    PacketTerms,
    /// The words of a packet's polynomial.
    PacketRounding,
    /// The arithmetic of a packet's polynomial at an input.
    Evaluation,
    /// How far a drift moves over its span: no term of ε''.
    DriftReach,
}

named!(
    BoundName,
    "the name of a bound",
    Threshold = "threshold ε",
    TaylorRemainder = "Taylor remainder",
    TaylorCoefficients = "Taylor coefficients",
    BlockTerms = "terms dropped in a block",
    Line = "line instead of the curve",
    TestWord = "word of the test",
    SlopeTable = "rounding of the table of slopes, times L",
    Differences = "differences dropped from the tables",
    ValueTable = "rounding of the table of values",
    Moving = "rounding while moving to an item",
    PacketTerms = "terms dropped in a packet",
    PacketRounding = "rounding of the packet's polynomial",
    Evaluation = "evaluation at an input",
    DriftReach = "reach of the drift"
);
kept_by_name!(BoundName, "bound");

/// A number with how it was proved and from what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// The name of the bounded quantity.
    pub name: BoundName,
    /// The upper bound.
    pub value: Up,
    /// How far it can be relied on.
    pub status: Status,
    /// The argument, with the numbers that went in.
    pub origin: String,
}
