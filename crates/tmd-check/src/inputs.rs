//! The numbers at which something is asked of a function.

use crate::interval::Interval;
use rug::Rational;

/// Numbers of which a value is sought: one rational number, or all rational ones of an interval.
pub(crate) struct Inputs<'a> {
    /// What holds them.
    pub(crate) all: &'a Interval,
    /// The only one.
    pub(crate) one: Option<&'a Rational>,
}
