//! Correctly rounded functions: from a function and a format to code whose results are those of the function, rounded once, in
//! every mode.
//!
//! For formats of 16 bits. `truth` evaluates the function at every number of the format, as far as rounding needs it;
//! `layout` finds polynomials, on parts of binades, that come out between the right breakpoints (`aim`, `piece`); `kernel`
//! builds the code, and `made` computes the results of all arguments in every mode: this is the proof. A [`Certificate`] holds
//! what [`verify()`] needs to do it all again.

mod aim;
pub mod certificate;
mod emit;
mod encoding;
mod kernel;
mod layout;
mod limit;
mod made;
mod piece;
mod request;
mod truth;
mod verify;

pub use certificate::Certificate;
pub use encoding::Encoding;
pub use layout::{Binade, Layout};
pub use made::{RoundedFunction, make};
pub use piece::Piece;
pub use request::{Request, TABLE_BUDGET};
pub use verify::verify;
