//! Evaluators of functions of two variables: a grid of rectangles with a polynomial of two variables on each, whose error is
//! proved as that of [evaluators of one](super).
//!
//! `axis` says how the cells lie along x and along y, which is as leaves of one length do; `staircase` which products
//! x^i·y^j a polynomial has; `spectrum` makes the polynomials; `kernel` the function, in the same intermediate
//! representation and for the same printers; `deviation` proves how far the polynomials are from the function, by Taylor
//! polynomials in two variables, and `rounding` how far the computed values are from the polynomials'.
//! `plan` chooses. What is known by samples only gets the same without the proof. docs/mathematics.md has the proofs.

mod axis;
mod build;
pub mod certificate;
mod deviation;
mod emit;
mod evaluator;
mod held_out;
mod kernel;
mod least_squares;
mod plan;
mod prove;
mod request;
mod samples;
mod spectrum;
mod staircase;
mod verify;
mod zero;

pub use axis::Axis;
pub use certificate::Certificate;
pub use evaluator::{Cell, Evaluator, HeldOut};
pub use plan::make;
pub use request::Request;
pub use samples::{Sample, Samples};
pub use staircase::Staircase;
pub use verify::verify;

use rayon::iter::IndexedParallelIterator;
use tmd_base::diag::Diag;
use tmd_functions::language::SurfaceSpec;

/// The source of an approximation.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A function of the language: evaluators are proved.
    Function(SurfaceSpec),
    /// Values at points: an evaluator's error is known at these, and unknown between them.
    Samples(Samples),
}

impl Source {
    /// A function by name or as an expression in x and y.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn function(text: &str, param: Option<&str>) -> Result<Source, Diag> {
        SurfaceSpec::parse_given(text, param).map(Source::Function)
    }

    /// Whether what is made of it can be proved.
    pub fn is_known(&self) -> bool {
        matches!(self, Source::Function(_))
    }

    /// A description in one line.
    pub fn describe(&self) -> String {
        match self {
            Source::Function(spec) => spec.canonical(),
            Source::Samples(samples) => {
                format!("{} samples of {}", samples.points.len(), samples.name)
            }
        }
    }
}

/// The results of parallel work, or the first error in their order: rayon would return any of several.
fn in_order<T: Send>(
    work: impl IndexedParallelIterator<Item = Result<T, Diag>>,
) -> Result<Vec<T>, Diag> {
    let all: Vec<Result<T, Diag>> = work.collect();
    all.into_iter().collect()
}
