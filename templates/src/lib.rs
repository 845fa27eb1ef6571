//! Frames: the parts of emitted files that do not depend on arithmetic, as the texts of strict templates.

/// Lane operations of the Rust target, a helper file per level.
pub const RUST_LANES_AVX512: &str = include_str!("../rust_simd/lanes_avx512.rs.tera");
/// See [`RUST_LANES_AVX512`].
pub const RUST_LANES_AVX2: &str = include_str!("../rust_simd/lanes_avx2.rs.tera");
/// See [`RUST_LANES_AVX512`].
pub const RUST_LANES_PORTABLE: &str = include_str!("../rust_simd/lanes_portable.rs.tera");
/// Operations composed of a level's own.
pub const RUST_COMPOSED: &str = include_str!("../rust_simd/composed.rs.tera");
/// The C interface of a kernel library.
pub const RUST_LIB: &str = include_str!("../rust_simd/lib.rs.tera");
/// The root module of a kernel.
pub const RUST_MOD: &str = include_str!("../rust_simd/mod.rs.tera");
/// The kernels, as all levels have them.
pub const RUST_STAGES: &str = include_str!("../rust_simd/stages.rs.tera");
/// A level, which includes them.
pub const RUST_LEVEL: &str = include_str!("../rust_simd/level.rs.tera");

/// The C interface of a function of numbers in Rust.
pub const RUST_FUNCTION_HEADER: &str = include_str!("../rust_simd/function.h.tera");
/// A function of numbers: its interface and its levels.
pub const RUST_FUNCTION: &str = include_str!("../rust_simd/function.rs.tera");
/// Operations on numbers, a level each.
pub const RUST_NUMBERS_AVX512: &str = include_str!("../rust_simd/numbers_avx512.rs.tera");
/// See [`RUST_NUMBERS_AVX512`].
pub const RUST_NUMBERS_AVX2: &str = include_str!("../rust_simd/numbers_avx2.rs.tera");
/// See [`RUST_NUMBERS_AVX512`].
pub const RUST_NUMBERS_PORTABLE: &str = include_str!("../rust_simd/numbers_portable.rs.tera");
/// Fused multiply-adds of binary64 without the standard library.
pub const RUST_FUSED_F64: &str = include_str!("../rust_simd/fused_f64.rs");
/// Fused multiply-adds of binary32 without the standard library.
pub const RUST_FUSED_F32: &str = include_str!("../rust_simd/fused_f32.rs");

/// Operations on words and masks that twins and functions of words need besides [`RUST_NUMBERS_AVX512`] and the others.
pub const RUST_WORDS_AVX512: &str = include_str!("../rust_simd/words_avx512.rs.tera");
/// See [`RUST_WORDS_AVX512`].
pub const RUST_WORDS_AVX2: &str = include_str!("../rust_simd/words_avx2.rs.tera");
/// See [`RUST_WORDS_AVX512`].
pub const RUST_WORDS_PORTABLE: &str = include_str!("../rust_simd/words_portable.rs.tera");
/// Arguments and results of functions of encodings.
pub const RUST_ENCODINGS_AVX512: &str = include_str!("../rust_simd/encodings_avx512.rs.tera");
/// See [`RUST_ENCODINGS_AVX512`].
pub const RUST_ENCODINGS_AVX2: &str = include_str!("../rust_simd/encodings_avx2.rs.tera");
/// See [`RUST_ENCODINGS_AVX512`].
pub const RUST_ENCODINGS_PORTABLE: &str = include_str!("../rust_simd/encodings_portable.rs.tera");

/// What functions with a fast path need: the arguments that wait for the second one.
pub const RUST_WAITING: &str = include_str!("../rust_simd/waiting.rs.tera");

/// A stochastic twin: its interface and its levels.
pub const RUST_TWIN: &str = include_str!("../rust_simd/twin.rs.tera");
/// The functions that only twins need.
pub const RUST_TWIN_AVX512: &str = include_str!("../rust_simd/twin_avx512.rs.tera");
/// See above.
pub const RUST_TWIN_AVX2: &str = include_str!("../rust_simd/twin_avx2.rs.tera");
/// See above.
pub const RUST_TWIN_PORTABLE: &str = include_str!("../rust_simd/twin_portable.rs.tera");

/// A function of numbers in OpenCL C.
pub const OPENCL_FUNCTION: &str = include_str!("../opencl/function.cl.tera");
/// A function of numbers in CUDA C++.
pub const CUDA_FUNCTION: &str = include_str!("../cuda/function.cu.tera");

/// Functions that twins and correctly rounded functions call.
pub const CLIKE_HELPERS: &str = include_str!("../clike/helpers.tera");
/// A correctly rounded function in a language of threads.
pub const CLIKE_ROUNDED: &str = include_str!("../clike/rounded.tera");
/// A stochastic twin in a language of threads.
pub const CLIKE_TWIN: &str = include_str!("../clike/twin.tera");

/// A kernel whose survivors take a place each.
pub const CLIKE_ATOMIC: &str = include_str!("../clike/atomic.tera");
/// A kernel whose survivors are gathered by a prefix sum.
pub const CLIKE_SCAN: &str = include_str!("../clike/scan.tera");
/// The function that a loop calls that would pass its bound.
pub const CLIKE_OVERRUN: &str = include_str!("../clike/overrun.tera");
/// The prefix sum.
pub const CLIKE_PLACES: &str = include_str!("../clike/places.tera");
/// A kernel whose lanes are vector elements.
pub const CLIKE_VECTORS: &str = include_str!("../clike/vectors.tera");
/// A stage of a kernel of all stages.
pub const CLIKE_FUSED: &str = include_str!("../clike/fused.tera");
/// Types and operations of OpenCL C.
pub const OPENCL_PRELUDE: &str = include_str!("../opencl/prelude.cl");
/// Types and operations of OpenCL C for vectors.
pub const OPENCL_VECTORS: &str = include_str!("../opencl/vectors.cl");
/// Types and operations of CUDA C++.
pub const CUDA_PRELUDE: &str = include_str!("../cuda/prelude.cuh");

/// Types and operations of C on words and numbers.
pub const C_SCALARS: &str = include_str!("../c/scalars.h.tera");
/// The bits of numbers.
pub const C_BITS: &str = include_str!("../c/bits.h.tera");
/// The fused multiply-add of numbers.
pub const C_FUSED: &str = include_str!("../c/fused.h.tera");
/// Scalar operations that kernels need besides.
pub const C_STAGE_SCALARS: &str = include_str!("../c/stage_scalars.h.tera");
/// Vectors of a level in C, and operations on them.
pub const C_VECTORS: &str = include_str!("../c/vectors.h.tera");
/// Operations on vectors that kernels need besides.
pub const C_STAGE_VECTORS: &str = include_str!("../c/stage_vectors.h.tera");
/// Conversions between words and numbers, likewise; functions have those that they call.
pub const C_CONVERSIONS: &str = include_str!("../c/conversions.h.tera");
/// Lanes that wait, likewise.
pub const C_QUEUES: &str = include_str!("../c/queues.h.tera");
/// Arguments and results of functions of encodings.
pub const C_ENCODINGS: &str = include_str!("../c/encodings.h.tera");
/// Arguments that wait for the second path.
pub const C_WAITING: &str = include_str!("../c/waiting.h.tera");
/// What functions of numbers need besides: look-ups, and operations of a number.
pub const C_NUMBERS: &str = include_str!("../c/numbers.h.tera");
/// The kernels in C with their interface.
pub const C_KERNELS: &str = include_str!("../c/kernels.c.tera");
/// A function of numbers in C.
pub const C_FUNCTION: &str = include_str!("../c/function.c.tera");
/// Its header.
pub const C_FUNCTION_HEADER: &str = include_str!("../c/function.h.tera");
/// A Python module that compiles and calls it.
pub const PYTHON_FUNCTION: &str = include_str!("../python/function.py.tera");
