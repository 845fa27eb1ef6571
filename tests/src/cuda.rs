//! The CUDA compiler, where a test needs it.

pub use tmd_codegen::inspect::machine::cuda::{
    Compiled, OLDEST_ARCHITECTURE, Resources, Tools, instruction_counts,
};

/// The compiler, if it is installed. If not, that is said; with the variable
/// `TMD_REQUIRE_CUDA_TOOLS` it is a failure.
///
/// # Panics
/// If the compiler is required and missing.
pub fn tools() -> Option<Tools> {
    let missing = match Tools::find() {
        Ok(tools) => return Some(tools),
        Err(missing) => missing,
    };
    let skipped = format!("CUDA sources are not compiled: {missing}");
    let required = std::env::var_os("TMD_REQUIRE_CUDA_TOOLS").is_some_and(|v| !v.is_empty());
    assert!(!required, "{skipped}");
    println!("{skipped} (TMD_REQUIRE_CUDA_TOOLS makes this a failure)");
    None
}
