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

/// Bits beyond those of the inputs that tell an exponent or a sign nearly everywhere. With them a number of binary64 fits into
/// one word, as the functions of MPFR like best.
const FEW_BITS: u32 = 11;

/// A precision that is low, but holds every input of a segment.
pub fn few_bits(segment: &Segment) -> u32 {
    segment.bits() + FEW_BITS
}

/// [`refined`] for what few bits tell in most cases.
///
/// # Errors
/// As there.
pub fn told<T>(
    spec: &FunctionSpec,
    segment: &Segment,
    i: u64,
    decide: impl Fn(&Interval) -> Option<T>,
) -> Result<Option<T>, EvalError> {
    let rough = spec.eval(&Interval::from_rational(&segment.x(i), few_bits(segment)));
    match rough.ok().and_then(|value| decide(&value)) {
        Some(answer) => Ok(Some(answer)),
        None => refined(spec, segment, i, decide),
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
