//! Interval arithmetic with directed rounding over MPFR: the proofs' only foundation.
//!
//! An [`Interval`] encloses an unknown real number. Every operation returns an enclosure of the
//! exact result for all choices of operands inside the given intervals: lower ends are rounded
//! down, upper ends up. What cannot be enclosed (a division by an interval that holds 0, a
//! logarithm that touches 0) is an [`EvalError`], never a NaN.

mod arith;
mod bernoulli;
mod bessel;
mod bivariate;
mod digamma;
mod elementary;
mod ends;
mod error;
mod error_function;
mod gamma;
mod lowest;
mod monotone;
mod series;
mod transcendental;

use std::cmp::Ordering;
use std::fmt;

use rug::float::{Constant, Round};
use rug::{Float, Integer, Rational};

pub use bivariate::Bivariate;
pub use error::{EvalCause, EvalError};
pub use series::Series;

/// The largest precision, in bits, that an interval can carry; more is silently reduced to it
/// (the enclosure is then wider than asked for, but still an enclosure).
pub const MAX_PRECISION: u32 = 1 << 24;

/// Bits of [`Interval::telling`] beyond those that tell the ends of an interval apart.
const TELLING_BITS: u32 = 64;

/// A closed interval `[lo, hi]` of real numbers.
///
/// Both ends carry the same precision (in bits), which the operations keep: the result of a
/// binary operation has the larger of the two precisions. Invariant: neither end is a NaN,
/// `lo <= hi`, `lo < +inf`, `hi > -inf`. An infinite end comes only from overflow of MPFR's
/// exponents and means "no bound is known on this side"; see [`Interval::is_bounded`].
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    lo: Float,
    hi: Float,
}

/// The nearest precision that MPFR and this module accept.
fn usable(prec: u32) -> u32 {
    prec.clamp(2, MAX_PRECISION)
}

impl Interval {
    /// The interval `[lo, hi]`, its ends rounded outwards to the larger of their precisions.
    ///
    /// # Errors
    /// If an end is a NaN, if `lo > hi`, or if the interval holds no real number.
    pub fn new(lo: Float, hi: Float) -> Result<Self, EvalError> {
        let ordered = lo.partial_cmp(&hi).is_some_and(Ordering::is_le);
        if !ordered || (lo.is_infinite() && lo == hi) {
            return Err(EvalError::new(
                "interval",
                EvalCause::NotAnInterval,
                format!("[{lo:.6}, {hi:.6}]"),
            ));
        }
        let prec = usable(lo.prec().max(hi.prec()));
        Ok(Self::of_ends(prec, &lo, &hi))
    }

    /// Rounds two ends outwards to `prec` bits. The caller knows that `lo <= hi`.
    fn of_ends(prec: u32, lo: &Float, hi: &Float) -> Self {
        Interval {
            lo: Float::with_val_round(prec, lo, Round::Down).0,
            hi: Float::with_val_round(prec, hi, Round::Up).0,
        }
    }

    /// The tightest interval of precision `prec` bits around `value`.
    ///
    /// # Errors
    /// If `value` is a NaN or infinite.
    pub fn from_f64(value: f64, prec: u32) -> Result<Self, EvalError> {
        if !value.is_finite() {
            return Err(EvalError::new("from_f64", EvalCause::NotAnInterval, value.to_string()));
        }
        let exact = Float::with_val(53, value);
        Ok(Self::of_ends(usable(prec), &exact, &exact))
    }

    /// The tightest interval of precision `prec` bits around `value`.
    pub fn from_rational(value: &Rational, prec: u32) -> Self {
        let prec = usable(prec);
        Interval {
            lo: Float::with_val_round(prec, value, Round::Down).0,
            hi: Float::with_val_round(prec, value, Round::Up).0,
        }
    }

    /// The tightest interval of precision `prec` bits around `value`.
    pub fn from_integer(value: &Integer, prec: u32) -> Self {
        let prec = usable(prec);
        Interval {
            lo: Float::with_val_round(prec, value, Round::Down).0,
            hi: Float::with_val_round(prec, value, Round::Up).0,
        }
    }

    /// The interval `[0, 0]` of precision `prec` bits.
    pub fn zero(prec: u32) -> Self {
        let zero = Float::new(usable(prec));
        Interval { lo: zero.clone(), hi: zero }
    }

    /// The interval `[1, 1]` of precision `prec` bits.
    pub fn one(prec: u32) -> Self {
        let one = Float::with_val(usable(prec), 1);
        Interval { lo: one.clone(), hi: one }
    }

    /// The tightest interval of precision `prec` bits around π.
    pub fn pi(prec: u32) -> Self {
        let prec = usable(prec);
        Interval {
            lo: Float::with_val_round(prec, Constant::Pi, Round::Down).0,
            hi: Float::with_val_round(prec, Constant::Pi, Round::Up).0,
        }
    }

    /// The lower end.
    pub fn lo(&self) -> &Float {
        &self.lo
    }

    /// The upper end.
    pub fn hi(&self) -> &Float {
        &self.hi
    }

    /// The precision of both ends, in bits.
    pub fn prec(&self) -> u32 {
        self.lo.prec()
    }

    /// The same interval carried at `prec` bits: widened outwards when `prec` is smaller.
    pub fn at_prec(&self, prec: u32) -> Self {
        Self::of_ends(usable(prec), &self.lo, &self.hi)
    }

    /// The same interval with no more bits than tell something of what a function does to it, if neither the function nor its
    /// derivatives are nearly constant there: what the width makes of them outweighs what is rounded with so many. Never
    /// another interval; a point keeps all bits.
    pub(super) fn telling(&self) -> Self {
        let exponents = (self.mag().get_exp(), self.width().get_exp());
        let (Some(size), Some(width)) = exponents else { return self.clone() };
        let bits = size.saturating_sub(width).max(0).unsigned_abs() + TELLING_BITS;
        let coarse = self.at_prec(bits.min(self.prec()));
        if coarse == *self { coarse } else { self.clone() }
    }

    /// Whether both ends are finite. Only then does the interval bound anything.
    pub fn is_bounded(&self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    /// Whether the interval is a single number.
    pub fn is_point(&self) -> bool {
        self.lo == self.hi
    }

    /// Whether the interval is exactly `[0, 0]`.
    pub fn is_zero(&self) -> bool {
        self.lo.is_zero() && self.hi.is_zero()
    }

    /// Whether 0 is inside.
    pub fn contains_zero(&self) -> bool {
        self.lo <= 0 && self.hi >= 0
    }

    /// Whether `value` is inside.
    pub fn contains(&self, value: &Float) -> bool {
        self.lo <= *value && *value <= self.hi
    }

    /// Whether the exact number `value` is inside.
    pub fn contains_rational(&self, value: &Rational) -> bool {
        self.lo <= *value && self.hi >= *value
    }

    /// Whether every number of `other` is inside `self`.
    pub fn encloses(&self, other: &Interval) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// The smallest interval that encloses both.
    pub fn hull(&self, other: &Interval) -> Self {
        let prec = self.prec().max(other.prec());
        let lo = if self.lo <= other.lo { &self.lo } else { &other.lo };
        let hi = if self.hi >= other.hi { &self.hi } else { &other.hi };
        Self::of_ends(prec, lo, hi)
    }

    /// The intersection of the two; `None` when they are disjoint.
    pub fn intersect(&self, other: &Interval) -> Option<Self> {
        let prec = self.prec().max(other.prec());
        let lo = if self.lo >= other.lo { &self.lo } else { &other.lo };
        let hi = if self.hi <= other.hi { &self.hi } else { &other.hi };
        (lo <= hi).then(|| Self::of_ends(prec, lo, hi))
    }

    /// The set of absolute values.
    pub fn abs(&self) -> Self {
        Interval { lo: self.mig(), hi: self.mag() }
    }

    /// The largest absolute value (magnitude); exact.
    pub fn mag(&self) -> Float {
        let (lo, hi) = (self.lo.clone().abs(), self.hi.clone().abs());
        if lo >= hi { lo } else { hi }
    }

    /// The smallest absolute value (mignitude); exact, 0 when 0 is inside.
    pub fn mig(&self) -> Float {
        if self.contains_zero() {
            return Float::new(self.prec());
        }
        let (lo, hi) = (self.lo.clone().abs(), self.hi.clone().abs());
        if lo <= hi { lo } else { hi }
    }

    /// `hi - lo`, rounded up.
    pub fn width(&self) -> Float {
        Float::with_val_round(self.prec(), &self.hi - &self.lo, Round::Up).0
    }

    /// A number inside, near the middle. For an unbounded interval, the finite end, or 0.
    pub fn mid(&self) -> Float {
        match (self.lo.is_finite(), self.hi.is_finite()) {
            (true, true) => {
                // Halving first keeps the sum from overflowing; rounding is monotone, so the
                // result stays between the ends.
                let (a, b) = (Float::with_val(self.prec(), &self.lo / 2u32), &self.hi);
                let half = Float::with_val(self.prec(), b / 2u32);
                let mid = Float::with_val(self.prec(), &a + &half);
                if self.contains(&mid) { mid } else { self.lo.clone() }
            }
            (true, false) => self.lo.clone(),
            (false, true) => self.hi.clone(),
            (false, false) => Float::new(self.prec()),
        }
    }
}

impl fmt::Display for Interval {
    /// `[lo, hi]` in decimal, for people: the ends are rounded to nearest, 17 digits or as many
    /// as the formatter's precision says.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(17).max(1);
        write!(f, "[{:.digits$}, {:.digits$}]", self.lo, self.hi)
    }
}

#[cfg(test)]
pub(crate) mod testing;

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lo: f64, hi: f64) -> Interval {
        Interval::new(Float::with_val(53, lo), Float::with_val(53, hi)).unwrap()
    }

    #[test]
    fn refuses_what_is_not_an_interval() {
        for (lo, hi) in
            [(2.0, 1.0), (f64::NAN, 1.0), (1.0, f64::NAN), (f64::INFINITY, f64::INFINITY)]
        {
            assert!(Interval::new(Float::with_val(53, lo), Float::with_val(53, hi)).is_err());
        }
        assert!(Interval::from_f64(f64::NAN, 53).is_err());
        assert!(Interval::from_f64(f64::INFINITY, 53).is_err());
    }

    #[test]
    fn rounds_outwards_to_the_precision_asked_for() {
        let third = Rational::from((1, 3));
        let x = Interval::from_rational(&third, 40);
        assert!(x.contains_rational(&third) && !x.is_point());
        assert_eq!(x.prec(), 40);
        let narrow = x.at_prec(10);
        assert!(narrow.encloses(&x) && narrow.contains_rational(&third));
        assert!(Interval::from_f64(1.0 + f64::EPSILON, 24).unwrap().width() > 0);
        let pi = Interval::pi(60);
        assert!(pi.encloses(&Interval::pi(200)));
    }

    #[test]
    fn sets_and_measures() {
        let (a, b) = (of(-1.0, 3.0), of(2.0, 5.0));
        assert_eq!(a.hull(&b), of(-1.0, 5.0));
        assert_eq!(a.intersect(&b), Some(of(2.0, 3.0)));
        assert_eq!(of(0.0, 1.0).intersect(&b), None);
        assert_eq!(a.abs(), of(0.0, 3.0));
        assert_eq!(of(-4.0, -2.0).abs(), of(2.0, 4.0));
        assert_eq!(a.mag(), 3);
        assert_eq!(a.mig(), 0);
        assert_eq!(b.mig(), 2);
        assert_eq!(a.width(), 4);
        assert_eq!(a.mid(), 1);
        assert!(a.contains_zero() && !b.contains_zero());
    }

    #[test]
    fn prints_both_ends() {
        assert_eq!(format!("{:.3}", of(0.25, 1.5)), "[2.50e-1, 1.50]");
    }
}
