//! Correctly rounded functions: from a function and a format to code whose results are those of the function, rounded once, in
//! every mode.
//!
//! For formats of 16 bits, the function is evaluated at every number of the format, as far as rounding needs it ([`tmd_walk`]);
//! `layout` finds polynomials, on parts of binades, that come out between the right breakpoints (`aim`, `piece`); `kernel`
//! builds the code, and `tried` computes the results of all arguments in every mode: this is the proof.
//!
//! For binary32, [`tmd_walk::Walk`] encloses the values segment by segment, `reduction` has arguments reduced where that is known for a
//! function, and `cells` finds polynomials for all others; `code` is either of them. `walked` compares the results of emitted code
//! with the values, all of them.
//!
//! For binary64, `double_word` has polynomials that are so accurate that a search lists all arguments whose results could be
//! wrong, and `searched` has both; the kernel is run on these. `finish` is the end of all kernels, and `made` what both have in common. A [`Certificate`] holds
//! what [`verify()`] needs to do it all again.

mod aim;
mod build;
mod cells;
pub mod certificate;
mod code;
mod direction;
pub mod double_word;
mod emit;
mod finish;
mod interpreted;
mod kernel;
mod layout;
mod made;
mod piece;
mod reduction;
mod request;
mod searched;
mod text;
mod tried;
mod verify;
mod walked;

pub use cells::{Cells, entry};
pub use certificate::Certificate;
pub use code::Code;
pub use direction::direction;
pub use layout::{Binade, Layout};
pub use made::{Body, RoundedFunction, drafted, make, make_with};
pub use piece::Piece;
pub use reduction::{Base, Exponential, Logarithm, Reduction, entry as reduction_entry};
pub use request::{
    ALL, BITS, Method, OPTIONS, PRECISION, Request, SEARCHED_BITS, TABLE_BUDGET, mode, modes,
};
pub use searched::{Searched, Searcher};
pub use tmd_walk::Encoding;
pub use tried::Tried;
pub use verify::verify;
pub use walked::Walked;
