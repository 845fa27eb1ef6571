//! Decides candidates with MPFR: enclosures of doubling precision (Ziv 1991), exact cases by
//! algebra.

use crate::distance::Distance;
use crate::offset::{KnownDistance, Offset};
use crate::verdict::CaseKind;
use crate::verdict::Verdict;
use rug::{Float, Integer, Rational};
use tmd_functions::interval::EvalError;
use tmd_functions::language::{FunctionSpec, Segment};
use tmd_functions::language::{most_precision, value_at};
use tmd_request::request::Rounding;

/// The most precision that is spent on separating the values of runs from breakpoints. cos of the least number of binary64 takes
/// some 2,250 bits.
pub const MOST_SEPARATING: u32 = 4000;
/// The most precision that is spent on separating one f(x) from a breakpoint, and its distance from a power of two: `verify`
/// spends more. cos of the least number of binary64 takes some 4,500 bits.
pub const MOST_JUDGING: u32 = 5000;

/// Of so many identical bits or more, there may be more than are told: a distance that [`MOST_JUDGING`] bits of f(x) do not show
/// is told by a bound. (The rest is for results of up to 113 bits and for what an expression cancels.)
pub const MOST_TOLD: u32 = 4000;

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

/// The conclusion from an enclosure of a number near a breakpoint.
pub enum Told {
    /// The verdict, or that the number is ordinary.
    Verdict(Option<Verdict>),
    /// Nothing: a tighter enclosure is needed.
    Nothing,
}

impl Judge<'_> {
    /// Judges the input of index `i`. With rounding to nearest alone, only midpoints count.
    ///
    /// # Errors
    /// If f is not defined there.
    pub fn judge(&self, i: u64) -> Result<Option<Verdict>, EvalError> {
        Ok(self.judge_any(i)?.filter(|verdict| verdict.kind().counts(self.rounding)))
    }

    /// Judges the input of index `i` for all breakpoints of the spacing.
    ///
    /// # Errors
    /// If f is not defined there.
    pub fn judge_any(&self, i: u64) -> Result<Option<Verdict>, EvalError> {
        let x = self.segment.x(i);
        if let Some(exact) = self.spec.exact_value(&x) {
            return Ok(self.judge_exact(&(exact << -self.spacing)));
        }
        let mut prec = self.first_precision();
        loop {
            let g = value_at(self.spec, self.segment, i, prec)?.shifted(-self.spacing);
            if !g.lo().is_finite() || !g.hi().is_finite() {
                return Ok(Some(Verdict::untold(self.rounding)));
            }
            if self.is_between(g.lo(), g.hi()) {
                return Ok(None);
            }
            let nearest = Offset::from_nearest(&g);
            if let Some((near, offset)) = &nearest
                && let Told::Verdict(verdict) = self.judge_offset(offset, prec, &x, self.kind(near))
            {
                return Ok(verdict);
            }
            match (self.precision_after(prec), nearest) {
                (Some(next), _) => prec = next,
                (None, Some((near, _))) => return Ok(self.at(&near, Verdict::Unknown)),
                // Terms of f cancel.
                (None, None) => return Ok(Some(Verdict::untold(self.rounding))),
            }
        }
    }

    /// The first precision that may be enough: f's bits and a few dozen of the distance.
    pub fn first_precision(&self) -> u32 {
        let bits = self.epsilon.denom().significant_bits();
        (self.segment.bits() + bits + 64).max(128)
    }

    /// The precision that is tried next; `None` after the last.
    pub fn precision_after(&self, prec: u32) -> Option<u32> {
        match prec < most_precision(self.segment) {
            true => Some(prec * 2),
            false => (prec < MOST_JUDGING).then_some(MOST_JUDGING),
        }
    }

    /// Whether an enclosure of g lies between two integers, at least ε from both. Halfway there is no nearest one.
    fn is_between(&self, low: &Float, high: &Float) -> bool {
        let floor = low.clone().floor();
        let (above, below) = (low.clone() - &floor, high.clone() - &floor);
        above >= *self.epsilon && Float::with_val(high.prec(), 1 - below) >= *self.epsilon
    }

    /// The verdict from an offset that was enclosed at precision `prec`: of f(x) from a breakpoint, or of the inverse's
    /// value from the breakpoint x.
    pub fn judge_offset(&self, offset: &Offset, prec: u32, x: &Rational, kind: CaseKind) -> Told {
        if offset.distances().is_some_and(|(small, _)| small >= *self.epsilon) {
            return Told::Verdict(None);
        }
        let bound = offset.bound();
        if bound >= *self.epsilon {
            return Told::Nothing;
        }
        if let Some(distance) = offset.distance() {
            return Told::Verdict(Some(self.hard(distance, kind)));
        }
        // When all bits are spent, a distance that cannot be told from a power of two is taken for one, and one that cannot be told
        // from 0, or is known roughly, has a bound; f(x) must be known to be no breakpoint.
        let is_no_breakpoint = || offset.distances().is_some() || self.spec.is_no_float_at(x);
        match bound.get_exp() {
            Some(exponent) if self.precision_after(prec).is_none() && is_no_breakpoint() => {
                let distance = KnownDistance { value: Distance::at_least(&bound), exponent };
                Told::Verdict(Some(self.hard(distance, kind)))
            }
            _ => Told::Nothing,
        }
    }

    fn judge_exact(&self, g: &Rational) -> Option<Verdict> {
        let near = Integer::from(Rational::from(g.round_ref()).numer());
        match self.judge_exact_distance(&Rational::from(g - &near).abs(), self.kind(&near)) {
            Some(Verdict::Exact(_)) => self.at(&near, Verdict::Exact),
            verdict => verdict,
        }
    }

    /// The verdict of a distance that is known exactly.
    pub fn judge_exact_distance(&self, distance: &Rational, kind: CaseKind) -> Option<Verdict> {
        match KnownDistance::exact(distance) {
            None => Some(Verdict::Exact(kind)),
            Some(known) => (distance < self.epsilon).then(|| self.hard(known, kind)),
        }
    }

    fn hard(&self, distance: KnownDistance, kind: CaseKind) -> Verdict {
        let identical_bits = distance.identical_bits(self.rounding);
        Verdict::Hard { distance: distance.value, identical_bits, kind }
    }

    /// The verdict on a value that is at a breakpoint, or cannot be told from it; none where that is no breakpoint.
    fn at(&self, near: &Integer, verdict: fn(CaseKind) -> Verdict) -> Option<Verdict> {
        match self.is_overflow(near) {
            true => None,
            false => Some(verdict(self.kind(near))),
        }
    }

    /// Whether an integer value of g is ±2^(emax+1). That is no breakpoint: on both sides of it each rounding gives the
    /// same, the largest number or infinity.
    pub fn is_overflow(&self, near: &Integer) -> bool {
        let exponent = i64::from(near.significant_bits()) - 1 + i64::from(self.spacing);
        exponent > i64::from(self.emax) && near.as_abs().is_power_of_two()
    }

    /// The kind of a breakpoint.
    pub fn kind(&self, near: &Integer) -> CaseKind {
        CaseKind::of(near, self.rounding)
    }

    /// Whether a breakpoint counts.
    pub fn wants(&self, near: &Integer) -> bool {
        self.kind(near).counts(self.rounding)
    }
}
