//! What the project is held against: independent second opinions on its results, and the short ways
//! from a request to a report that the tests share.
//!
//! - [`brute`]: every input evaluated with MPFR, with its own closures for f and its own enumeration
//!   of inputs;
//! - [`baseline`]: the published search pipeline, written plainly, also the benchmarks' baseline;
//! - [`search`]: the project's own search on an interpreter or on compiled kernels;
//! - [`batch`]: batches of blocks as kernels of programs take them;
//! - [`chromium`]: a browser, to look at pages as readers do;
//! - [`cuda`]: the CUDA compiler, where a test needs it;
//! - [`evaluator`]: emitted evaluators, compiled alone and run;
//! - [`full`]: which tests run their long forms;
//! - [`hunt`]: random searches on everything that runs kernels, against brute force, for as long as wanted;
//! - [`oclgrind`]: emitted OpenCL under a simulator that finds races and values that nobody wrote;
//! - [`ptx`]: an interpreter of the PTX that it makes, which runs emitted CUDA without a GPU;
//! - [`python`]: a Python with the packages that tests need;
//! - [`rebuilt`]: what kernels compute with, rebuilt from their seeds with GMP integers;
//! - [`single`]: emitted functions of binary32, compiled alone and run;
//! - [`surface`]: emitted evaluators of two variables, likewise;
//! - [`table`]: lists of known cases that the tests carry in `tests/data`;
//! - [`tree`]: random expressions, with values of their own;
//! - [`twin`]: emitted stochastic twins, compiled alone and run.

pub mod baseline;
pub mod batch;
pub mod brute;
pub mod chromium;
pub mod cuda;
pub mod engine;
pub mod evaluator;
pub mod full;
pub mod hex;
pub mod hunt;
pub mod oclgrind;
#[cfg(feature = "opencl")]
mod opencl;
pub mod ptx;
pub mod python;
pub mod rebuilt;
pub mod rounded;
pub mod search;
pub mod single;
pub mod surface;
pub mod table;
pub mod tree;
pub mod twin;
pub mod whole;

/// Numbers that are the same on every run.
pub use tmd_codegen::random;
