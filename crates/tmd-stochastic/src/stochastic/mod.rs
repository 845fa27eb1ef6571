//! Stochastic twins: kernels whose operations are rounded at random, three times each, to see how many digits of their
//! results are right.
//!
//! ```
//! use tmd_kernel::ir::Width;
//! use tmd_stochastic::stochastic::{self, Options, Report, Stochastic, Values};
//! let kernel = stochastic::parse("example", "x * x - y * y", Width::W64)?;
//! let made = Stochastic::new(kernel, Options::default())?;
//! let values = Values::parse("x=1.0000001,y=1", &made.kernel)?;
//! let outcome = stochastic::run(&made.twin, &values.inputs, &values.parameters, 1, 0..1)?;
//! let report = Report::new(&made.twin, &outcome).to_string();
//! assert!(report.contains("digits)"), "{report}");
//! # Ok::<(), tmd_base::diag::Diag>(())
//! ```

mod elementary;
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
pub use run::{MOST_STEPS, Outcome, run, run_within};
pub use tmd_number::digits;
pub use values::Values;
