//! How hard the cases of a list are, found anew by MPFR.

use super::{Case, Hardness, List};
use crate::confirm::Judge;
use crate::interval::Interval;
use crate::plan;
use crate::request::Rounding;
use crate::spec::format::Format;
use crate::spec::{FunctionSpec, Segment};
use rayon::prelude::*;
use rug::{Integer, Rational};

/// Bits that the binade of f(x) is found with; where they are too few, hardness stays unknown.
const PREC: u32 = 4096;

impl List {
    /// Finds how hard those cases are of which it is not known. What `spec` gives no finite value at, or a value that
    /// is a breakpoint, stays as it is.
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
    let exponent = exponent(spec, &case.x)?;
    if exponent > output.emax {
        return None;
    }
    let precision = plan::breakpoint_precision(rounding, output) as i32;
    let judge = Judge {
        spec,
        segment: &segment(&case.x),
        spacing: exponent.max(output.emin) + 1 - precision,
        rounding,
        // Everything that is no breakpoint is less than this from one, but for what lies halfway.
        epsilon: &Rational::from((1, 2)),
    };
    Hardness::of(&judge.judge(0).ok()?)
}

/// The exponent of the binade of |f(x)|.
fn exponent(spec: &FunctionSpec, x: &Rational) -> Option<i32> {
    let mut prec = 128;
    while prec <= PREC {
        let value = match spec.exact_value(x) {
            Some(exact) => Interval::from_rational(&exact, prec),
            None => spec.eval(&Interval::from_rational(x, prec)).ok()?,
        };
        let (low, high) = (value.lo().get_exp(), value.hi().get_exp());
        if low == high && value.lo().is_sign_negative() == value.hi().is_sign_negative() {
            return low.map(|exponent| exponent - 1);
        }
        prec *= 2;
    }
    None
}

/// One input, as a run of inputs.
fn segment(x: &Rational) -> Segment {
    let ulp = -(x.denom().significant_bits() as i32 - 1);
    Segment { first: Integer::from(x.numer()), ulp, count: 1 }
}
