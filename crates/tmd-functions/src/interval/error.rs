//! The error of an evaluation over an interval that has no result.

use std::fmt;
use std::ops::Range;

use rug::Rational;

use super::Interval;

/// The reason why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvalCause {
    /// The divisor (or the base of a negative power) may be 0.
    DivisionByZero,
    /// The argument of a logarithm may be 0 or negative.
    NotPositive,
    /// The argument of a square root may be negative.
    Negative,
    /// The argument may be outside [-1, 1], or at its ends where the function has no derivative there.
    OutsideUnit,
    /// The argument may be below 1, or at 1 where the function has no derivative there.
    BelowOne,
    /// The argument of a logarithm of 1 + x may be -1 or below.
    NotAboveMinusOne,
    /// There may be a pole inside.
    Pole,
    /// A NaN, an infinity, or ends in the wrong order.
    NotAnInterval,
    /// The result is too large for any bound to be known.
    Unbounded,
}

impl EvalCause {
    /// The cause as the end of a sentence about the argument.
    pub fn reason(self) -> &'static str {
        match self {
            EvalCause::DivisionByZero => "the divisor can be 0",
            EvalCause::NotPositive => "the argument can be 0 or negative",
            EvalCause::Negative => "the argument can be negative",
            EvalCause::OutsideUnit => "the argument can be at an end of [-1, 1] or beyond",
            EvalCause::BelowOne => "the argument can be 1 or below",
            EvalCause::NotAboveMinusOne => "the argument can be -1 or below",
            EvalCause::Pole => "the argument can be at a pole",
            EvalCause::NotAnInterval => "it is not an interval of real numbers",
            EvalCause::Unbounded => "the result has no bound",
        }
    }

    /// What a user can do about it.
    pub fn way_out(self) -> &'static str {
        match self {
            EvalCause::DivisionByZero => "give a range on which the divisor is not 0",
            EvalCause::NotPositive => "give a range on which the argument is positive",
            EvalCause::Negative => "give a range on which the argument is not negative",
            EvalCause::OutsideUnit => "give a range on which the argument is between -1 and 1",
            EvalCause::BelowOne => "give a range on which the argument is above 1",
            EvalCause::NotAboveMinusOne => "give a range on which the argument is above -1",
            EvalCause::Pole => "give a range without a pole",
            EvalCause::NotAnInterval | EvalCause::Unbounded => {
                "give a range on which the function is finite"
            }
        }
    }

    /// Whether all of `argument` is beyond the function's domain, and none of it at an end, where there may be a pole.
    fn is_beyond(self, argument: &Interval) -> bool {
        match self {
            EvalCause::NotPositive => *argument.hi() < 0,
            EvalCause::NotAboveMinusOne => *argument.hi() < -1,
            EvalCause::Negative | EvalCause::OutsideUnit | EvalCause::BelowOne => {
                self.excludes_all(argument)
            }
            EvalCause::DivisionByZero
            | EvalCause::Pole
            | EvalCause::NotAnInterval
            | EvalCause::Unbounded => false,
        }
    }

    /// Whether no number of `argument` is acceptable, as far as its ends tell.
    fn excludes_all(self, argument: &Interval) -> bool {
        match self {
            EvalCause::NotPositive => *argument.hi() <= 0,
            EvalCause::Negative => *argument.hi() < 0,
            EvalCause::OutsideUnit => *argument.lo() > 1 || *argument.hi() < -1,
            EvalCause::BelowOne => *argument.hi() < 1,
            EvalCause::NotAboveMinusOne => *argument.hi() <= -1,
            EvalCause::DivisionByZero
            | EvalCause::Pole
            | EvalCause::NotAnInterval
            | EvalCause::Unbounded => false,
        }
    }
}

/// An operation that has no enclosure for its argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalError {
    /// The operation that failed: a function's name, or `division`, `power`, ...
    pub operation: &'static str,
    /// Why.
    pub cause: EvalCause,
    /// The argument that it refused, for people to read.
    pub argument: String,
    /// The bytes of the user's text that the operation comes from, once known.
    pub span: Option<Range<usize>>,
    /// Whether the operation has no value at any number of its argument, not only at some.
    pub everywhere: bool,
    /// Whether all of its argument is beyond the operation's domain, and none of it at an end of that.
    pub beyond: bool,
    /// A number of its argument at which it has no value, if one is known; of f's own argument as far as a user of f sees it.
    pub gap: Option<Rational>,
}

impl EvalError {
    /// An error of `operation` on `argument`, without a place in a text.
    pub fn new(operation: &'static str, cause: EvalCause, argument: impl fmt::Display) -> Self {
        let argument = argument.to_string();
        EvalError {
            operation,
            cause,
            argument,
            span: None,
            everywhere: false,
            beyond: false,
            gap: None,
        }
    }

    /// An error of `operation`, whose domain `argument` is not inside of.
    pub fn outside(operation: &'static str, cause: EvalCause, argument: &Interval) -> Self {
        // A number that is known exactly and refused is outside.
        let everywhere = argument.is_point() || cause.excludes_all(argument);
        let beyond = cause.is_beyond(argument);
        EvalError { everywhere, beyond, ..EvalError::new(operation, cause, argument) }
    }

    /// Adds the place in the user's text, unless a more precise one is there already.
    pub fn or_at(mut self, span: &Range<usize>) -> Self {
        self.span.get_or_insert_with(|| span.clone());
        self
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}: {}", self.operation, self.argument, self.cause.reason())
    }
}

impl std::error::Error for EvalError {}
