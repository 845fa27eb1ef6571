//! The value of a function at one input of a segment, enclosed as tightly as a question about it needs.

use crate::interval::{EvalError, Interval};
use crate::language::{FunctionSpec, Segment};

/// Enclosures of functions at single inputs are refined up to this precision, and by as many bits more as the inputs have
/// before the point, which sin and cos lose.
const MOST_PRECISION: u32 = 2048;

/// The precision up to which enclosures at single inputs of a segment are refined.
pub fn most_precision(segment: &Segment) -> u32 {
    MOST_PRECISION + segment.exponent().max(0).unsigned_abs()
}

/// The value at one input, at a precision; at a higher one where f has no enclosure before, as where a part of it is
/// close to the edge of a domain.
pub fn value_at(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    mut prec: u32,
) -> Result<Interval, EvalError> {
    let x = segment.x(i);
    loop {
        match spec.eval(&Interval::from_rational(&x, prec)) {
            Err(error) if !error.everywhere && prec < most_precision(segment) => prec *= 2,
            result => return result,
        }
    }
}

/// Raises the precision until `decide` has an answer; `None` if it never has.
pub fn refined<T>(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    decide: impl Fn(&Interval) -> Option<T>,
) -> Result<Option<T>, EvalError> {
    let mut prec = segment.bits() + 64;
    while prec <= most_precision(segment) {
        let answer = decide(&value_at(spec, segment, i, prec)?);
        if answer.is_some() {
            return Ok(answer);
        }
        prec *= 2;
    }
    Ok(None)
}
