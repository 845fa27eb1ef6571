//! Certified piecewise polynomial evaluators.

pub mod approx;
