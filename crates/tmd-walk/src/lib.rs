//! The values of a function at all numbers of a format of 16 or 32 bits, as far as rounding needs them: between which breakpoints
//! they lie.
//!
//! [`Encoding`] is a format, [`Asked`] encloses the value at one number with MPFR, as finely as it takes, and [`Walk`] goes
//! over all of binary32, segment by segment, in binary64 with proved bounds. [`Phased`] does this for periodic functions, whose
//! arguments may be as far apart as their periods, [`Hankel`] for Bessel functions, and [`LogGamma`] for log|Γ| between its poles.
//! Searches and correctly rounded functions use both.

mod encoding;
pub mod limit;
mod softplus;
mod truth;
mod walk;
mod wave;
mod widely;

pub use encoding::{Encoding, exponent};
pub use truth::{Asked, Value, last, number, values};
pub use walk::{BLOCK, Cell, Hankel, Line, LogGamma, Phased, Phases, Segment, Walk};
pub use wave::Wave;
pub use widely::widely;
