//! Functions of two numbers (x^y, (1 + x)^y, the angle and the length of a vector) in formats that are small enough for all pairs of
//! numbers to be looked at: binary16 and bfloat16 have 2^32.
//!
//! Each pair takes a value in binary64 whose error is proved to be small (`quick.rs`). What this cannot tell from a case is decided by
//! exact arithmetic or by enclosures of rising precision (`judge.rs`). Cases that are next to a simple breakpoint because an argument is very
//! small or very large are counted, not listed: closed forms tell their distance.

mod certificate;
pub(crate) mod drawn;
mod function;
mod judge;
mod quick;
mod request;
mod search;
mod verify;

#[cfg(test)]
mod tests;

pub use certificate::{PlaneCase, PlaneCertificate};
pub use function::Function;
pub(crate) use function::NEXT;
pub(crate) use judge::{Judge, half_turns};
pub use request::Request;
pub(crate) use request::{CASES, hex, is_small, numbers, part, segments};
pub(crate) use search::Outcome;
pub use search::search;
pub use verify::verify;
