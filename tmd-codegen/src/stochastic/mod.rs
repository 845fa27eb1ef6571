//! Stochastic twins: kernels whose operations are rounded at random, three times each, to see how many digits of their
//! results are right.

pub mod digits;
mod emit;
mod instrument;
mod language;
mod options;
pub mod random;
mod report;
pub mod run;
mod significance;
#[cfg(test)]
mod tests;
mod values;

pub use emit::Stochastic;
pub use instrument::instrument;
pub use language::parse;
pub use options::{CANCELLED, Detect, Options, Rounding};
pub use report::{Anomaly, Report, Shown};
pub use run::{Outcome, run};
pub use values::Values;
