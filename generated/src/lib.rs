//! Kernels that were emitted beforehand, for machines without a Rust compiler.
//!
//! Everything here is generated, and kept fresh by a test of the generator. Each module is a kernel
//! bundle as `tmd-codegen gen` writes it; [`kernels`] lists them all.

pub mod exp_1_0x1_0008p0_k0;

/// A kernel that is part of the program.
#[derive(Clone, Copy)]
pub struct Precompiled {
    /// Name of the bundle.
    pub name: &'static str,
    /// Its manifest.
    pub manifest_json: &'static str,
    /// The plan that it was emitted from, as JSON.
    pub plan_json: &'static str,
    /// Runs a stage.
    pub run: Run,
}

/// Runs a stage at a level ("avx512", "avx2" or "portable"): arguments are level, stage, seed, items
/// and the place for surviving parts. Returns how many there are, `usize::MAX` for a stage or seed
/// that does not fit and for a level that this machine does not have, or `usize::MAX` less the number
/// of a loop that has passed its bound.
pub type Run = fn(&str, usize, &[u64], &[u64], &mut [u64]) -> usize;

/// The kernels of a bundle's module with what describes them.
macro_rules! precompiled {
    ($name:ident) => {
        Precompiled {
            name: stringify!($name),
            manifest_json: include_str!(concat!(stringify!($name), "/manifest.json")),
            plan_json: include_str!(concat!(stringify!($name), "/kernel.json")),
            run: |level, stage, seed, items, out| match level {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the processor has the instructions.
                "avx512" if has_avx512() => unsafe { $name::avx512::run(stage, seed, items, out) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: the processor has the instructions.
                "avx2" if has_avx2() => unsafe { $name::avx2::run(stage, seed, items, out) },
                "portable" => $name::portable::run(stage, seed, items, out),
                _ => usize::MAX,
            },
        }
    };
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// All kernels.
pub fn kernels() -> Vec<Precompiled> {
    vec![precompiled!(exp_1_0x1_0008p0_k0)]
}
