//! sin, cos and tan, and what is made of them, at arguments of any size.
//!
//! Consecutive arguments of a large binade are whole turns apart or nearly, and no polynomial follows the function from one to the next. But
//! the arguments whose phases lie on a short arc are points of a lattice, and a short vector of the dual lattice shows for most arcs that no
//! argument of the whole binade is hard to round there (Hanrot, Lefèvre, Stehlé and Zimmermann, ARITH 2007, use arcs of arguments;
//! `docs/mathematics.md`, "Arcs of phases").

mod arcs;
mod block;
mod boxes;
mod certificate;
mod count;
mod function;
mod inputs;
mod judge;
mod kernel;
mod lattice;
mod on_kernel;
mod periodic;
mod piece;
mod reduction;
mod request;
mod search;
mod seeds;
mod solve;
mod units;
mod verify;
mod visit;

#[cfg(test)]
mod tests;

pub use certificate::{PhaseCase, PhaseCertificate};
pub use function::Function;
pub use kernel::{PLAN, bundle, load};
pub use on_kernel::search_on;
pub use reduction::{Reduction, reductions};
pub use request::Request;
pub use search::search;
pub use tmd_design::phases::seed;
pub use units::{predicted_seconds, search_in_units};
pub use verify::verify;
