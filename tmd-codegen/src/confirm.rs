//! Decides candidates with MPFR: enclosures of doubling precision (Ziv 1991), exact cases by
//! algebra.

use crate::distance::Distance;
use crate::interval::EvalError;
use crate::plan::pieces::{most_precision, value_at};
use crate::request::Rounding;
use crate::spec::{FunctionSpec, Segment};
use rug::{Float, Integer, Rational};
use serde::{Deserialize, Serialize};

/// More precision is not spent on telling f(x) from a breakpoint where algebra tells them apart.
const ENOUGH_PRECISION: u32 = 1024;

/// What a hard-to-round input is near to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseKind {
    /// A midpoint of two floats: hard to round to nearest.
    Nearest,
    /// A float: hard to round in a directed mode.
    Directed,
}

impl CaseKind {
    /// The kind in a word.
    pub fn name(self) -> &'static str {
        match self {
            CaseKind::Nearest => "nearest",
            CaseKind::Directed => "directed",
        }
    }
}

/// What is known of an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No HR-case.
    Ordinary,
    /// |g cmod 1| < ε, g no integer.
    Hard {
        /// |g cmod 1|, in units of the breakpoint spacing; or a bound of it, where f(x) is known to be none but so close
        /// to a breakpoint that no precision of sensible size shows the distance.
        distance: Distance,
        /// Identical bits after the rounding bit.
        identical_bits: u32,
        /// What f(x) is near to.
        kind: CaseKind,
    },
    /// f(x) is a breakpoint.
    Exact(CaseKind),
    /// f(x) cannot be told from a breakpoint at the highest precision, and no algebra decides.
    Unknown(CaseKind),
}

impl Verdict {
    /// What f(x) is near to or at, unless it is ordinary.
    pub fn kind(&self) -> Option<CaseKind> {
        match *self {
            Verdict::Ordinary => None,
            Verdict::Hard { kind, .. } | Verdict::Exact(kind) | Verdict::Unknown(kind) => {
                Some(kind)
            }
        }
    }
}

/// Identical bits after the rounding bit, for a distance in [2^(exponent-1), 2^exponent) breakpoint spacings.
pub(crate) fn identical_bits(exponent: i32, rounding: Rounding) -> u32 {
    // In half units of the last place: the spacing itself, or half of it for directed rounding.
    let in_half_units = match rounding {
        Rounding::Directed => exponent + 1,
        Rounding::Nearest | Rounding::All => exponent,
    };
    u32::try_from(-in_half_units).unwrap_or(0)
}

/// How inputs are judged.
pub struct Judge<'a> {
    /// The function.
    pub spec: &'a FunctionSpec,
    /// The inputs.
    pub segment: &'a Segment,
    /// log2 of the breakpoint spacing w.
    pub spacing: i32,
    /// Which roundings count.
    pub rounding: Rounding,
    /// ε.
    pub epsilon: &'a Rational,
    /// Exponent of the largest binade of the results.
    pub emax: i32,
}

impl Judge<'_> {
    /// Judges the input of index `i`. With rounding to nearest alone, only midpoints count.
    ///
    /// # Errors
    /// If f is not defined there.
    pub fn judge(&self, i: u64) -> Result<Verdict, EvalError> {
        let verdict = self.judge_any(i)?;
        Ok(match verdict.kind() {
            Some(CaseKind::Directed) if self.rounding == Rounding::Nearest => Verdict::Ordinary,
            _ => verdict,
        })
    }

    /// Judges the input of index `i` for all breakpoints of the spacing.
    ///
    /// # Errors
    /// If f is not defined there.
    pub fn judge_any(&self, i: u64) -> Result<Verdict, EvalError> {
        let x = self.segment.x(i);
        if let Some(exact) = self.spec.exact_value(&x) {
            return Ok(self.judge_exact(&(exact << -self.spacing)));
        }
        let mut prec = self.first_precision();
        loop {
            let g = value_at(self.spec, self.segment, i, prec)?.shifted(-self.spacing);
            let (low, high) = (g.lo().clone(), g.hi().clone());
            let (Some(near), Some(near_high)) = (low.to_integer(), high.to_integer()) else {
                return Ok(Verdict::Unknown(CaseKind::Directed));
            };
            if self.is_between(&low, &high) {
                return Ok(Verdict::Ordinary);
            }
            let (low, high) = (low - &near, high - &near);
            if near == near_high
                && let Some(verdict) = self.judge_enclosure(&low, &high, &near)
            {
                return Ok(verdict);
            }
            let is_apart = || {
                let is_last = prec >= most_precision(self.segment);
                is_last && distances(&low, &high).is_some() || self.spec.is_no_float_at(&x)
            };
            if prec >= ENOUGH_PRECISION
                && let Some(exponent) = self.exponent_below_epsilon(&low, &high)
                && is_apart()
            {
                let bound = low.abs().max(&high.abs());
                return Ok(self.hard(Distance::at_least(&bound), exponent, &near));
            }
            if prec >= most_precision(self.segment) {
                return Ok(self.at(&near, Verdict::Unknown));
            }
            prec *= 2;
        }
    }

    fn first_precision(&self) -> u32 {
        let bits = self.epsilon.denom().significant_bits();
        // Enough for f's bits and a few dozen of the distance.
        (self.segment.bits() + bits + 64).max(128)
    }

    /// Whether an enclosure of g lies between two integers, at least ε from both. Halfway there is no nearest one.
    fn is_between(&self, low: &Float, high: &Float) -> bool {
        let floor = low.clone().floor();
        let (above, below) = (low.clone() - &floor, high.clone() - &floor);
        above >= *self.epsilon && Float::with_val(high.prec(), 1 - below) >= *self.epsilon
    }

    /// The verdict from an enclosure of g - near, if it is tight enough.
    fn judge_enclosure(&self, low: &Float, high: &Float, near: &Integer) -> Option<Verdict> {
        let (small, large) = distances(low, high)?;
        if small >= *self.epsilon {
            return Some(Verdict::Ordinary);
        }
        let same_exponent = small.get_exp() == large.get_exp();
        let tight = Float::with_val(53, &large - &small) <= (small.clone() >> 60u32);
        if large >= *self.epsilon || !same_exponent || !tight {
            return None;
        }
        // Not a power of two unless exact: 2^(e-1) < distance < 2^e.
        let exponent = small.get_exp()?;
        Some(self.hard(Distance::of(&small), exponent, near))
    }

    /// The exponent of the larger end of an enclosure of g - near, if it is below ε: a distance that cannot be told
    /// from a power of two is taken for one.
    fn exponent_below_epsilon(&self, low: &Float, high: &Float) -> Option<i32> {
        let bound = low.clone().abs().max(&high.clone().abs());
        if bound < *self.epsilon { bound.get_exp() } else { None }
    }

    fn judge_exact(&self, g: &Rational) -> Verdict {
        let near = Integer::from(Rational::from(g.round_ref()).numer());
        let distance = Rational::from(g - &near).abs();
        if distance == 0 {
            self.at(&near, Verdict::Exact)
        } else if distance < *self.epsilon {
            // e with 2^(e-1) ≤ distance < 2^e; a power of two has one identical bit less.
            let rounded = Float::with_val_round(64, &distance, rug::float::Round::Zero).0;
            let exponent = rounded.get_exp().unwrap_or(0);
            self.hard(Distance::of_rational(&distance), exponent, &near)
        } else {
            Verdict::Ordinary
        }
    }

    /// A hard case at a distance in [2^(exponent-1), 2^exponent).
    fn hard(&self, distance: Distance, exponent: i32, near: &Integer) -> Verdict {
        let identical_bits = identical_bits(exponent, self.rounding);
        Verdict::Hard { distance, identical_bits, kind: self.kind(near) }
    }

    /// The verdict on a value that is at a breakpoint, or cannot be told from it; none where that is no breakpoint.
    fn at(&self, near: &Integer, verdict: fn(CaseKind) -> Verdict) -> Verdict {
        match self.is_overflow(near) {
            true => Verdict::Ordinary,
            false => verdict(self.kind(near)),
        }
    }

    /// Whether an integer value of g is ±2^(emax+1). That is no breakpoint: on both sides of it each rounding gives the
    /// same, the largest number or infinity.
    pub(crate) fn is_overflow(&self, near: &Integer) -> bool {
        let exponent = i64::from(near.significant_bits()) - 1 + i64::from(self.spacing);
        exponent > i64::from(self.emax) && near.as_abs().is_power_of_two()
    }

    /// Odd multiples of half a unit are midpoints.
    pub(crate) fn kind(&self, near: &Integer) -> CaseKind {
        match self.rounding {
            Rounding::Directed => CaseKind::Directed,
            Rounding::Nearest | Rounding::All if near.is_odd() => CaseKind::Nearest,
            Rounding::Nearest | Rounding::All => CaseKind::Directed,
        }
    }

    /// Whether a breakpoint counts: with rounding to nearest alone, only midpoints do.
    pub(crate) fn wants(&self, near: &Integer) -> bool {
        self.rounding != Rounding::Nearest || self.kind(near) == CaseKind::Nearest
    }
}

/// The least and the largest absolute value of an enclosure that 0 is outside of.
fn distances(low: &Float, high: &Float) -> Option<(Float, Float)> {
    if low.is_zero() || high.is_zero() || low.is_sign_negative() != high.is_sign_negative() {
        return None;
    }
    let (low, high) = (low.clone().abs(), high.clone().abs());
    Some(if low <= high { (low, high) } else { (high, low) })
}
