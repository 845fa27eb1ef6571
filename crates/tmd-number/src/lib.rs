//! Stochastic numbers, for programs: three samples of a value, each operation of each sample rounded up or down at random
//! (CESTAC: J. Vignes, "A stochastic arithmetic for reliable scientific computation", 1993). The digits that the samples share
//! are right.
//!
//! ```
//! use tmd_number::{Stochastic, report};
//! // Muller's sequence goes to 6, and to 100 in floating-point arithmetic.
//! let [mut a, mut b] = [5.5, 61.0 / 11.0].map(Stochastic::<f64>::new);
//! for _ in 0..9 {
//!     let next = 111.0 - 1130.0 / b + 3000.0 / (a * b);
//!     (a, b) = (b, next);
//! }
//! assert!(b.digits() < 6, "{b}: most digits are lost already");
//! for _ in 9..29 {
//!     let next = 111.0 - 1130.0 / b + 3000.0 / (a * b);
//!     (a, b) = (b, next);
//! }
//! // All digits of the wrong limit seem to be right, but the way there was not: values without a digit were divided by.
//! assert!(report().iter().any(|event| event.what.to_string() == "unstable division"));
//! ```

pub mod arithmetic;
pub mod digits;
pub mod double_word;
pub mod elementary;
pub mod exact;
mod float;
mod instability;
mod random;
mod stochastic;
pub mod width;

pub use float::Float;
pub use instability::{Event, Instability, forget, report};
pub use random::seed;
pub use stochastic::Stochastic;
