//! The hardness of the cases of a list, computed anew by enclosures of doubling precision.

use super::{Case, Hardness, List};
use crate::offset::Offset;
use crate::verdict::CaseKind;
use rayon::prelude::*;
use rug::Integer;
use tmd_functions::interval::Interval;
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::format::Format;
use tmd_request::request::Rounding;

/// Bits of the first enclosure, besides those of the input.
const FIRST_PREC: u32 = 192;
/// Bits of the last: twice what cos needs at the least number of binary128.
const MOST_PREC: u32 = 1 << 17;

impl List {
    /// Finds how hard those cases are of which it is not known. Where `spec` has no finite value, or one that is a
    /// breakpoint, overflows, or is nearest to a breakpoint that does not count, that stays unknown.
    pub fn measure(&mut self, spec: &FunctionSpec) {
        self.measure_within(spec, MOST_PREC);
    }

    /// The same with enclosures of at most so many bits: what they do not decide stays unknown, too.
    pub fn measure_within(&mut self, spec: &FunctionSpec, most_prec: u32) {
        let output = self.output_format();
        let rounding = self.about("rounding").and_then(|name| name.parse().ok());
        let rounding = rounding.unwrap_or_default();
        self.cases.par_iter_mut().filter(|case| case.hardness.is_none()).for_each(|case| {
            case.hardness = hardness(case, spec, &output, rounding, most_prec);
        });
    }
}

fn hardness(
    case: &Case,
    spec: &FunctionSpec,
    output: &Format,
    rounding: Rounding,
    most_prec: u32,
) -> Option<Hardness> {
    let exact = spec.exact_value(&case.x);
    let mut prec = FIRST_PREC + case.x.numer().significant_bits();
    while prec <= most_prec {
        let value = match &exact {
            Some(exact) => Interval::from_rational(exact, prec),
            None => spec.eval(&Interval::from_rational(&case.x, prec)).ok()?,
        };
        if let Some((near, offset)) = place(&value, output, rounding) {
            if offset.is_zero() {
                return None;
            }
            if let Some(distance) = offset.distance() {
                let kind = CaseKind::of(&near, rounding);
                let identical_bits = distance.identical_bits(rounding);
                let found = Hardness { identical_bits, distance: distance.value, kind };
                return kind.counts(rounding).then_some(found);
            }
        }
        prec *= 2;
    }
    None
}

/// The place of an enclosure of f among the breakpoints, if it is narrow enough to have one.
fn place(value: &Interval, output: &Format, rounding: Rounding) -> Option<(Integer, Offset)> {
    let (low, high) = (value.lo(), value.hi());
    let exponent = low.get_exp()?.checked_sub(1)?;
    if high.get_exp()? - 1 != exponent || low.is_sign_negative() != high.is_sign_negative() {
        return None;
    }
    let precision = rounding.breakpoint_precision(output) as i32;
    let spacing = exponent.max(output.emin) + 1 - precision;
    Offset::from_nearest(&value.shifted(-spacing)).filter(|_| exponent <= output.emax)
}
