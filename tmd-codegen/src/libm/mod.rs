//! Checks whether a mathematical library rounds correctly, by comparing its functions with MPFR's, or with enclosures of values
//! where MPFR has none.
//!
//! ```
//! use tmd_codegen::libm::{self, Number};
//! use tmd_runtime::RoundingMode;
//! let inputs = libm::random(Number::F64, 100, 1);
//! // Rust's root is the processor's, which rounds to nearest here: in the other modes most results are wrong.
//! let root = libm::known("sqrt", None)?;
//! let checked =
//!     libm::Checked { known: &root, symbol: "sqrt", number: Number::F64, modes: &RoundingMode::ALL };
//! let check = libm::check(checked, &inputs, |_, x| x.clone().sqrt());
//! assert_eq!(check.wrong[0], ("nearest", 0));
//! assert!(check.wrong[1].1 > 10);
//! # Ok::<(), tmd_codegen::diag::Diag>(())
//! ```

mod check;
mod functions;
mod inputs;
mod number;

pub use crate::spec::truth::Truth;
pub use check::{Check, Checked, Misrounded, check};
pub use functions::{Known, known};
pub use inputs::{of_list, random};
pub use number::Number;

use rug::Float;
use tmd_runtime::{Libm, LibmFunction, RoundingMode};

/// The value of a library's function of numbers of a type, under a rounding mode.
pub fn call(
    library: &Libm,
    (function, number): (LibmFunction, Number),
    mode: RoundingMode,
    x: &Float,
) -> Float {
    number.decode(library.call(function, mode, number.encode(x)))
}
