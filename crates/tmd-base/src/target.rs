//! The names of the targets that kernels are emitted for. Whatever means a target takes its name from here.

/// Rust over `core::arch`.
pub const RUST_SIMD: &str = "rust-simd";
/// C11 with the vector extensions of GCC and Clang.
pub const C: &str = "c";
/// OpenCL C.
pub const OPENCL: &str = "opencl";
/// CUDA C++.
pub const CUDA: &str = "cuda";
/// The interpreter of the intermediate representation: no target that sources are emitted for, but one that runs.
pub const INTERPRETER: &str = "interpreter";
