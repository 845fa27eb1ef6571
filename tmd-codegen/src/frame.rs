//! Frames: the parts of emitted files that do not depend on arithmetic, as strict templates.

use crate::diag::{Diag, DiagKind};
use tera::{Context, Tera};

/// Lane operations of the Rust target, a helper file per level.
pub(crate) const RUST_LANES_AVX512: &str =
    include_str!("../../templates/rust_simd/lanes_avx512.rs.tera");
/// See [`RUST_LANES_AVX512`].
pub(crate) const RUST_LANES_AVX2: &str =
    include_str!("../../templates/rust_simd/lanes_avx2.rs.tera");
/// See [`RUST_LANES_AVX512`].
pub(crate) const RUST_LANES_PORTABLE: &str =
    include_str!("../../templates/rust_simd/lanes_portable.rs.tera");
/// Operations composed of a level's own.
pub(crate) const RUST_COMPOSED: &str = include_str!("../../templates/rust_simd/composed.rs.tera");
/// The C interface of a kernel library.
pub(crate) const RUST_LIB: &str = include_str!("../../templates/rust_simd/lib.rs.tera");
/// The root module of a kernel.
pub(crate) const RUST_MOD: &str = include_str!("../../templates/rust_simd/mod.rs.tera");
/// The kernels, as all levels have them.
pub(crate) const RUST_STAGES: &str = include_str!("../../templates/rust_simd/stages.rs.tera");
/// A level, which includes them.
pub(crate) const RUST_LEVEL: &str = include_str!("../../templates/rust_simd/level.rs.tera");

/// A function of numbers: its interface and its levels.
pub(crate) const C_HEADER: &str = include_str!("../../templates/rust_simd/function.h.tera");
/// See above.
pub(crate) const RUST_FUNCTION: &str = include_str!("../../templates/rust_simd/function.rs.tera");
/// Operations on numbers, a level each.
pub(crate) const RUST_NUMBERS_AVX512: &str =
    include_str!("../../templates/rust_simd/numbers_avx512.rs.tera");
/// See [`RUST_NUMBERS_AVX512`].
pub(crate) const RUST_NUMBERS_AVX2: &str =
    include_str!("../../templates/rust_simd/numbers_avx2.rs.tera");
/// See [`RUST_NUMBERS_AVX512`].
pub(crate) const RUST_NUMBERS_PORTABLE: &str =
    include_str!("../../templates/rust_simd/numbers_portable.rs.tera");

/// A stochastic twin: its interface and its levels.
pub(crate) const RUST_TWIN: &str = include_str!("../../templates/rust_simd/twin.rs.tera");
/// What twins need besides [`RUST_NUMBERS_AVX512`] and the others.
pub(crate) const RUST_TWIN_AVX512: &str =
    include_str!("../../templates/rust_simd/twin_avx512.rs.tera");
/// See above.
pub(crate) const RUST_TWIN_AVX2: &str = include_str!("../../templates/rust_simd/twin_avx2.rs.tera");
/// See above.
pub(crate) const RUST_TWIN_PORTABLE: &str =
    include_str!("../../templates/rust_simd/twin_portable.rs.tera");

/// A function of numbers in OpenCL C.
pub(crate) const OPENCL_FUNCTION: &str = include_str!("../../templates/opencl/function.cl.tera");
/// The same in CUDA C++.
pub(crate) const CUDA_FUNCTION: &str = include_str!("../../templates/cuda/function.cu.tera");

/// Functions that twins call.
pub(crate) const CLIKE_TWIN_HELPERS: &str = include_str!("../../templates/clike/twin_helpers.tera");
/// A stochastic twin in a language of threads.
pub(crate) const CLIKE_TWIN: &str = include_str!("../../templates/clike/twin.tera");

/// A kernel whose survivors take a place each.
pub(crate) const CLIKE_ATOMIC: &str = include_str!("../../templates/clike/atomic.tera");
/// A kernel whose survivors are gathered by a prefix sum.
pub(crate) const CLIKE_SCAN: &str = include_str!("../../templates/clike/scan.tera");
/// What a loop calls that would pass its bound.
pub(crate) const CLIKE_OVERRUN: &str = include_str!("../../templates/clike/overrun.tera");
/// The prefix sum.
pub(crate) const CLIKE_PLACES: &str = include_str!("../../templates/clike/places.tera");
/// A kernel whose lanes are vector elements.
pub(crate) const CLIKE_VECTORS: &str = include_str!("../../templates/clike/vectors.tera");
/// A stage of a kernel of all stages.
pub(crate) const CLIKE_FUSED: &str = include_str!("../../templates/clike/fused.tera");
/// Types and operations of OpenCL C.
pub(crate) const OPENCL_PRELUDE: &str = include_str!("../../templates/opencl/prelude.cl");
/// The same for vectors.
pub(crate) const OPENCL_VECTORS: &str = include_str!("../../templates/opencl/vectors.cl");
/// Types and operations of CUDA C++.
pub(crate) const CUDA_PRELUDE: &str = include_str!("../../templates/cuda/prelude.cuh");

/// Fills a frame; an unknown or missing variable is an error, nothing is escaped.
pub(crate) fn render(frame: &str, context: &Context) -> Result<String, Diag> {
    Tera::one_off(frame, context, false).map_err(|error| {
        Diag::new(DiagKind::Internal, format!("a frame does not render: {error:?}"))
    })
}
