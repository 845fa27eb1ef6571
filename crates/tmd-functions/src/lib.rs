//! Functions of one variable: their language, intervals and series over MPFR, formats and ranges.

pub mod interval;
pub mod language;
pub mod mpfr;
pub mod rounded;
