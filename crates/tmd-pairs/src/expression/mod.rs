//! Any expression of two numbers, such as `exp(x) * y` or `log(x + y)`, in formats that are small enough for all pairs of numbers to be
//! looked at: binary16 and bfloat16 have 2^32.
//!
//! What depends on one number is looked up; what depends on both is enclosed between two numbers of binary64 (`enclosure.rs`, `fast.rs`,
//! `tape.rs`). Where this does not tell a value from a case, algebra and enclosures of rising precision decide (`judge.rs`). Nothing is known
//! beforehand of how such a function behaves: so values that are nearer to a breakpoint than chance brings them, 2^-44 of the spacing, are
//! counted as next to something simple, and what cannot be told from a breakpoint by any of this is counted as undecided, with an example.
//! Functions of [`plane`](crate::plane), of which more is known, are searched there.

mod at_pair;
mod certificate;
mod counts;
mod enclosure;
mod fast;
mod judge;
mod kept;
mod request;
mod search;
mod tape;
mod verify;

#[cfg(test)]
mod tests;

pub use certificate::ExpressionCertificate;
pub use request::Request;
pub use search::{predicted_seconds, search};
pub use verify::verify;
