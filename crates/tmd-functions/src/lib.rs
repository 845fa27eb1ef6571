//! Functions of one variable and of two: their language, intervals and series over MPFR, formats and ranges.

pub mod interval;
pub mod language;
pub mod mpfr;
pub mod rounded;
