//! How many identical bits there are where f(x) is very near to a breakpoint: a distance that all bits that are spent do not show
//! is told by a bound, and then there may be more. Near to 0 the distance is f(x) itself, and is always shown.

use super::runs::Run;
use crate::case_run::RunKind;
use crate::confirm::MOST_TOLD;
use crate::distance::Distance;
use crate::interval::Interval;
use crate::offset::identical_bits;
use crate::request::Rounding;
use crate::spec::{Format, FunctionSpec, hexfloat};
use rug::Float;

/// What identical bits are those of.
pub(crate) struct Told<'a> {
    /// The function.
    pub(crate) spec: &'a FunctionSpec,
    /// The format of its results.
    pub(crate) output: &'a Format,
    /// Which roundings count.
    pub(crate) rounding: Rounding,
}

impl Told<'_> {
    /// The identical bits of a case at x, if it has no more.
    pub(crate) fn of_case(&self, x: &str, identical_bits: u32) -> Option<u64> {
        self.most(identical_bits.into(), [x, x])
    }

    /// The most identical bits of hard cases in a run, if that is known: none where they come next to a breakpoint as near as one
    /// likes. Nothing, for runs of others.
    pub(crate) fn of_run(&self, run: &Run) -> Option<Option<u64>> {
        match run.what {
            RunKind::Hard { least, .. } => {
                let identical = most_identical_bits(least, self.rounding);
                Some(identical.and_then(|bits| self.most(bits, [&run.first, &run.last])))
            }
            RunKind::Exact | RunKind::Unknown { .. } => None,
        }
    }

    fn most(&self, identical: u64, ends: [&str; 2]) -> Option<u64> {
        let is_told = identical < u64::from(MOST_TOLD) || ends.into_iter().all(|x| self.is_tiny(x));
        is_told.then_some(identical)
    }

    /// Whether |f(x)| is less than half the least number.
    fn is_tiny(&self, x: &str) -> bool {
        let least = Float::with_val(2, 1) << (self.output.least_ulp() - 1);
        let value = hexfloat::parse("x", x).ok().and_then(|x| {
            let prec = (x.numer().significant_bits() + 64).max(128);
            self.spec.eval(&Interval::from_rational(&x, prec)).ok()
        });
        value.is_some_and(|value| value.mag() < least)
    }
}

/// The most identical bits at a distance or above it; none of zero.
fn most_identical_bits(distance: Distance, rounding: Rounding) -> Option<u64> {
    Some(identical_bits(distance.exponent()? + 1, rounding).into())
}
