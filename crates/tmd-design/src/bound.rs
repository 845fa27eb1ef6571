//! Bounds: upward-rounded numbers that know how they were proved.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Mul};
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
    pub const fn exact(value: f64) -> Self {
        Up(value)
    }

    /// 2^e, rounded up where it underflows.
    pub fn pow2(e: i32) -> Self {
        match e {
            ..-1022 => Up(f64::MIN_POSITIVE),
            -1022..=1023 => Up(f64::from_bits(1023u64.saturating_add_signed(e.into()) << 52)),
            1024.. => Up(f64::INFINITY),
        }
    }

    /// An integer, rounded up.
    pub fn integer(n: u64) -> Self {
        let nearest = narrow::about(n);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an integer that is not negative and not above 2^64"
        )]
        let held = nearest as u128;
        Up(if held >= u128::from(n) { nearest } else { nearest.next_up() })
    }

    /// The upper bound itself.
    pub fn value(self) -> f64 {
        self.0
    }

    /// self^n.
    pub fn powi(self, n: usize) -> Self {
        (0..n).fold(Up(1.0), |product, _| product * self)
    }

    /// The larger.
    pub fn max(self, other: Up) -> Up {
        Up(self.0.max(other.0))
    }
}

impl Add for Up {
    type Output = Up;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Chosen, not derived: part of the request.
    Given,
    /// Follows from proved bounds by the stated argument, rounded upward.
    Proved,
}

impl Status {
    /// The status in a word.
    pub fn name(self) -> &'static str {
        match self {
            Status::Given => "given",
            Status::Proved => "proved",
        }
    }
}

/// A number with how it was proved and from what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// The name of the bounded quantity.
    pub name: String,
    /// The upper bound.
    pub value: Up,
    /// How far it can be relied on.
    pub status: Status,
    /// The argument, with the numbers that went in.
    pub origin: String,
}
