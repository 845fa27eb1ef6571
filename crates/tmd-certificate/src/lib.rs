//! Certificates of completeness and their checks: knows neither planner, kernels nor search.

pub mod certificate;
pub mod emitted;
pub mod source;
pub mod verify;
