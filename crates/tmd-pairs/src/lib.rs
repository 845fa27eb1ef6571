//! Functions of a number and an integer (x^n, the n-th root, (1 + x)^n) over a whole format, for all n of a range: every pair is
//! covered, and those that are hard to round are listed.
//!
//! All three are powers of a base that is one multiplication further with every n: so a pair takes a multiplication in binary64 and a
//! comparison. What the comparison cannot tell from a case is decided in integers and rational numbers.
//!
//! Functions of two numbers, in formats of at most 11 bits, are in [`plane`]; x^y in ranges of larger formats, in [`rows`].

mod certificate;
mod counts;
pub mod expression;
mod family;
mod finished;
mod grid;
mod judge;
mod near;
pub mod plane;
pub mod rows;
mod search;
mod shape;
mod summary;
mod threshold;
pub mod vectors;
mod verify;
mod walk;

#[cfg(test)]
mod tests;

pub use certificate::{Certificate, ExactCounts, NextCounts, PairCase};
pub use family::{Family, MOST_EXPONENT, Request};
pub use search::{bases, predicted_seconds, search};
pub use summary::{Bin, HardPair, Summary};
pub use threshold::request;
pub use verify::verify;
