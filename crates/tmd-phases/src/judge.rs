//! The decision on an input, by enclosures of rising precision.

use crate::request::Request;
use rug::Rational;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::narrow;
use tmd_cases::confirm;
use tmd_cases::verdict::Verdict;
use tmd_functions::language::{FunctionSpec, Segment, value_at};
use tmd_request::request::Rounding;

/// Bits that tell the exponent of a value, but next to a power of two.
const EXPONENT_BITS: u32 = 64;

/// Decides on inputs.
pub(crate) struct Judge<'a> {
    request: &'a Request,
    spec: FunctionSpec,
    epsilon: Rational,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(request: &'a Request) -> Result<Judge<'a>, Diag> {
        let spec = FunctionSpec::parse(request.function.name())?;
        Ok(Judge { request, spec, epsilon: Rational::from(1) >> request.bits })
    }

    /// The verdict on an input; none if it is ordinary.
    ///
    /// # Errors
    /// If the value cannot be enclosed; it can.
    pub(crate) fn verdict(&self, segment: &Segment, index: u64) -> Result<Option<Verdict>, Diag> {
        let format = &self.request.format;
        let judge = confirm::Judge {
            spec: &self.spec,
            segment,
            spacing: self.exponent(segment, index)?.max(format.emin)
                - narrow::to_i32(format.precision),
            rounding: Rounding::All,
            epsilon: &self.epsilon,
            emax: format.emax,
        };
        judge.judge(index).map_err(|error| self.spec.diagnose(&error))
    }

    /// ⌊log2 |f(x)|⌋.
    fn exponent(&self, segment: &Segment, index: u64) -> Result<i32, Diag> {
        let mut prec = EXPONENT_BITS;
        loop {
            let value = value_at(&self.spec, segment, index, prec)
                .map_err(|error| self.spec.diagnose(&error))?
                .abs();
            // MPFR's significands are from 1/2 to 1.
            if let (Some(low), Some(high)) = (value.lo().get_exp(), value.hi().get_exp())
                && low == high
            {
                return Ok(low - 1);
            }
            if prec > confirm::MOST_SEPARATING {
                let x = segment.hex(index);
                let message = format!("{}({x}) cannot be told from a power of two", self.spec.text);
                return Err(
                    Diag::new(DiagKind::Unsupported, message).help("leave this argument out")
                );
            }
            prec *= 2;
        }
    }
}
