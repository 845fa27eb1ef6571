//! What the project is held against: independent second opinions on its results, and the short ways
//! from a request to a report that the tests share.
//!
//! - [`brute`]: every input evaluated with MPFR, with its own closures for f and its own enumeration
//!   of inputs;
//! - [`baseline`]: the published search pipeline, written plainly, also the benchmarks' baseline;
//! - [`search`]: the project's own search on an interpreter or on compiled kernels;
//! - [`cuda`]: the CUDA compiler, and what it makes of emitted sources;
//! - [`ptx`]: an interpreter of the PTX that it makes, which runs emitted CUDA without a GPU;
//! - [`table`]: lists of known cases that the tests carry in `tests/data`.

pub mod baseline;
pub mod brute;
pub mod cuda;
pub mod engine;
pub mod hex;
pub mod ptx;
pub mod search;
pub mod table;
