//! Checks whether a mathematical library rounds correctly, by comparing its functions with MPFR's.
//!
//! ```
//! use tmd_codegen::{ir::Width, libm};
//! let inputs = libm::random(Width::W64, 100, 1);
//! // Rust's root is the processor's, which rounds to nearest here: in the other modes most results are wrong.
//! let check = libm::check(libm::known("sqrt")?, Width::W64, &inputs, 3, |_, x| x.sqrt());
//! assert_eq!(check.wrong[0], ("nearest", 0));
//! assert!(check.wrong[1].1 > 10);
//! # Ok::<(), tmd_codegen::diag::Diag>(())
//! ```

mod check;
mod functions;
mod inputs;

pub use check::{Check, Misrounded, check};
pub use functions::{c_name, known};
pub use inputs::{of_list, random};
