//! The decision on an input, by enclosures of rising precision.

use crate::certificate::PhaseCase;
use crate::request::Request;
use rug::{Float, Rational};
use tmd_base::diag::Diag;
use tmd_base::narrow;
use tmd_cases::confirm;
use tmd_cases::verdict::Verdict;
use tmd_functions::interval::{EvalError, Interval};
use tmd_functions::language::{Format, FunctionSpec, Segment, value_at};
use tmd_request::request::Rounding;

/// Bits that tell the exponent of a value, but next to a power of two.
const EXPONENT_BITS: u32 = 64;

/// Decides on inputs.
pub(crate) struct Judge<'a> {
    request: &'a Request,
    spec: &'a FunctionSpec,
    epsilon: Rational,
}

/// What is found of an input.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judged {
    /// Its value is far from breakpoints, or there is none.
    Ordinary,
    /// It is a case.
    Case(PhaseCase),
    /// Its value cannot be told from a breakpoint, or from a power of two.
    Undecided,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(request: &'a Request) -> Judge<'a> {
        Judge { request, spec: request.function.spec(), epsilon: Rational::from(1) >> request.bits }
    }

    /// What is found of an input.
    ///
    /// No value but that of 0 is exactly known by algebra, unless f is constant ([`crate::periodic`]): so none is known to be a breakpoint.
    ///
    /// # Errors
    /// If the value cannot be enclosed; it can.
    pub(crate) fn judged(&self, segment: &Segment, index: u64) -> Result<Judged, Diag> {
        let Format { precision, emin, emax, .. } = self.request.format;
        let exponent = match self.exponent(segment, index) {
            Ok(Some(exponent)) => exponent,
            Ok(None) => return Ok(Judged::Undecided),
            // There is no value.
            Err(error) if error.everywhere => return Ok(Judged::Ordinary),
            Err(error) => return Err(self.spec.diagnose(&error)),
        };
        let spacing = exponent.max(emin) - narrow::to_i32(precision);
        // Beyond the largest numbers there are no breakpoints, and 0 is none.
        if exponent > emax || exponent < spacing - 1 {
            return Ok(Judged::Ordinary);
        }
        let judge = confirm::Judge {
            spec: self.spec,
            segment,
            spacing,
            rounding: Rounding::All,
            epsilon: &self.epsilon,
            emax,
        };
        let verdict = judge.judge(index).map_err(|error| self.spec.diagnose(&error))?;
        Ok(match verdict {
            Some(Verdict::Hard { distance, identical_bits, kind }) => {
                Judged::Case(PhaseCase { x: segment.hex(index), kind, identical_bits, distance })
            }
            Some(Verdict::Exact(_) | Verdict::Unknown(_)) => Judged::Undecided,
            None => Judged::Ordinary,
        })
    }

    /// An exponent that stands for those of all values of an interval, if all are too large, or too small, to be near to a breakpoint.
    fn beyond(&self, size: &Interval) -> Option<i32> {
        let Format { precision, emin, emax, .. } = self.request.format;
        let least = emin - narrow::to_i32(precision) - 1;
        let power = |exponent: i32| Float::with_val(2, 1) << exponent;
        if *size.lo() >= power(emax + 1) {
            return Some(emax + 1);
        }
        (*size.hi() < power(least)).then_some(least - 1)
    }

    /// ⌊log2 |f(x)|⌋, if it can be told; a smaller or a larger one of values that are near to no breakpoint.
    fn exponent(&self, segment: &Segment, index: u64) -> Result<Option<i32>, EvalError> {
        let mut prec = EXPONENT_BITS;
        while prec <= confirm::MOST_SEPARATING * 2 {
            let value = value_at(self.spec, segment, index, prec)?.abs();
            // What is beyond all exponents has one of its ends there.
            if let Some(beyond) = self.beyond(&value) {
                return Ok(Some(beyond));
            }
            // MPFR's significands are from 1/2 to 1.
            if let (Some(low), Some(high)) = (value.lo().get_exp(), value.hi().get_exp())
                && low == high
            {
                return Ok(Some(low - 1));
            }
            prec *= 2;
        }
        Ok(None)
    }
}
