//! The length and the angle of a vector (x, y) in formats that have too many pairs for each to be looked at: binary32 has 2^62.
//!
//! Instead of pairs, the search looks for what would make one hard. A length is hard where x² + y² is near to the square of a breakpoint,
//! which is a matter of integers (`lengths/`). An angle is hard where a quotient of two numbers is near to the tangent of a breakpoint, which
//! is a matter of continued fractions (`angles/`).
//!
//! A length stays as hard as it is if both numbers are multiplied by a power of two, as long as it is a normal number, and if they are
//! exchanged; an angle stays the same if both are multiplied by a number. So a case stands for many pairs, and says for how many. What is
//! exact or next to a simple breakpoint is counted, as in [`plane`](crate::plane).

mod angles;
mod certificate;
mod judge;
mod lengths;
mod request;
mod search;
mod verify;

#[cfg(test)]
mod tests;

pub use certificate::{VectorCase, VectorCertificate};
pub use request::Request;
pub use search::search;
pub use verify::verify;
