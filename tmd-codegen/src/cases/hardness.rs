//! How hard the cases of a list are, found anew by enclosures of doubling precision.

use super::{Case, Hardness, List};
use crate::confirm::{CaseKind, identical_bits};
use crate::distance::Distance;
use crate::interval::Interval;
use crate::plan;
use crate::request::Rounding;
use crate::spec::FunctionSpec;
use crate::spec::format::Format;
use rayon::prelude::*;
use rug::{Float, Integer};

/// Bits of the first enclosure, besides those of the input.
const FIRST_PREC: u32 = 192;
/// Bits of the last: twice what cos needs at the least number of binary128.
const MOST_PREC: u32 = 1 << 17;
/// A distance is known to this share of itself, as a power of two.
const TIGHT: u32 = 60;

impl List {
    /// Finds how hard those cases are of which it is not known. Where `spec` has no finite value, or one that is a
    /// breakpoint, overflows, or is nearest to a breakpoint that does not count, that stays unknown.
    pub fn measure(&mut self, spec: &FunctionSpec) {
        let output = self.output_format();
        let rounding = self.about("rounding").and_then(|name| name.parse().ok());
        let rounding = rounding.unwrap_or_default();
        self.cases.par_iter_mut().filter(|case| case.hardness.is_none()).for_each(|case| {
            case.hardness = hardness(case, spec, &output, rounding);
        });
    }
}

fn hardness(
    case: &Case,
    spec: &FunctionSpec,
    output: &Format,
    rounding: Rounding,
) -> Option<Hardness> {
    let exact = spec.exact_value(&case.x);
    let mut prec = FIRST_PREC + case.x.numer().significant_bits();
    while prec <= MOST_PREC {
        let value = match &exact {
            Some(exact) => Interval::from_rational(exact, prec),
            None => spec.eval(&Interval::from_rational(&case.x, prec)).ok()?,
        };
        if let Some(place) = Place::of(&value, output, rounding)
            && let Some(found) = place.hardness(rounding)
        {
            return found
                .filter(|found| rounding != Rounding::Nearest || found.kind == CaseKind::Nearest);
        }
        prec *= 2;
    }
    None
}

/// An enclosure of g beside the integer that is nearest to it.
struct Place {
    near: Integer,
    low: Float,
    high: Float,
}

impl Place {
    /// Where an enclosure of f lies among the breakpoints, if it tells.
    fn of(value: &Interval, output: &Format, rounding: Rounding) -> Option<Place> {
        let (low, high) = (value.lo(), value.hi());
        let exponent = low.get_exp()?.checked_sub(1)?;
        if high.get_exp()? - 1 != exponent || low.is_sign_negative() != high.is_sign_negative() {
            return None;
        }
        let precision = plan::breakpoint_precision(rounding, output) as i32;
        let spacing = exponent.max(output.emin) + 1 - precision;
        let [low, high] = [low, high].map(|end| end.clone() >> spacing);
        let near = low.to_integer()?;
        (exponent <= output.emax && high.to_integer()? == near).then(|| Place {
            low: low - &near,
            high: high - &near,
            near,
        })
    }

    /// How hard it is, if the enclosure is tight enough; nothing for a breakpoint.
    fn hardness(&self, rounding: Rounding) -> Option<Option<Hardness>> {
        if self.low.is_zero() && self.high.is_zero() {
            return Some(None);
        }
        if self.low.is_zero()
            || self.high.is_zero()
            || self.low.is_sign_negative() != self.high.is_sign_negative()
        {
            return None;
        }
        let (a, b) = (self.low.clone().abs(), self.high.clone().abs());
        let (small, large) = if a <= b { (a, b) } else { (b, a) };
        let width = Float::with_val(TIGHT, &large - &small);
        if small.get_exp() != large.get_exp() || width > (small.clone() >> TIGHT) {
            return None;
        }
        let is_midpoint = rounding != Rounding::Directed && self.near.is_odd();
        Some(Some(Hardness {
            identical_bits: identical_bits(small.get_exp()?, rounding),
            distance: Distance::of(&small),
            kind: if is_midpoint { CaseKind::Nearest } else { CaseKind::Directed },
        }))
    }
}
