//! Piecewise polynomial evaluators: from a function, a range and a tolerance to a function of numbers whose error is
//! proved.
//!
//! After K. J. Doherty's adaptive interpolation (2017), with other means: `plan` chooses how the leaves lie
//! (`cells`), how many there are and of which degree, by what a look-up costs on the machine; `fit` makes
//! the polynomials; `piecewise` the function; `deviation` proves how far the polynomials are from
//! the function, and `rounding` how far the computed values are from the polynomials'. A function that is known
//! only by samples gets the same, without the proof. A [`Certificate`] holds what [`verify()`] needs to prove it all again,
//! and the hashes of the files that it speaks of ([`Certificate::check_sources`]).
//!
//! ```
//! use tmd_approx::approx::{self, Request, Source};
//! use tmd_kernel::ir::Width;
//! let request = Request::new("exp", "0,1", "abs:1e-6".parse()?, Width::W32);
//! let evaluator = approx::make(&request, Source::function(&request.function, None)?)?;
//! assert!(evaluator.error() <= 1e-6);
//! let sources = evaluator.emit("rust-simd", "fast_exp")?;
//! assert!(sources["fast_exp.rs"].contains("Proved: for every f32 in the range"));
//! # Ok::<(), tmd_base::diag::Diag>(())
//! ```

mod basis;
mod build;
mod cells;
pub mod certificate;
mod command;
mod cost;
mod deviation;
mod emit;
mod evaluator;
mod fit;
mod held_out;
mod metric;
mod observed;
mod piecewise;
mod plan;
mod prove;
mod request;
mod rounding;
mod source;
mod spectrum;
pub mod surface;
mod tolerance;
mod tune;
mod twin;
mod verify;
mod zero;

pub use cells::{Cells, Place};
pub use certificate::Certificate;
pub use evaluator::{Evaluator, HeldOut, Leaf};
pub use fit::{Point, fit};
pub use observed::Seen;
pub use plan::{make, make_several};
pub use request::{
    Basis, MOST_DEGREE, MOST_LEAVES, OPTIONS, Outside, Request, Strategy, TABLE_BUDGET,
};
pub use source::{Samples, Source};
pub use tolerance::{Measure, Tolerance};
pub use tune::{Tuned, tune};
pub use twin::Estimated;
pub use verify::verify;

/// A finite number without rounding; 0 for others.
fn exact(number: f64) -> rug::Rational {
    rug::Rational::from_f64(number).unwrap_or_default()
}
