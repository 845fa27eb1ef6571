//! (being built)
pub mod diag;
pub mod interval;
pub mod spec;
