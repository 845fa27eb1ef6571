//! Are a mathematical library's results rounded correctly? Its functions beside MPFR's, which are.

mod check;
mod functions;
mod inputs;

pub use check::{Check, Misrounded, check};
pub use functions::{c_name, known};
pub use inputs::{random, read};
