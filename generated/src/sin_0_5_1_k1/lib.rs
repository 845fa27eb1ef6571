//! The C interface of the kernel beside it, for a library that is loaded at run time.

#[path = "mod.rs"]
pub mod kernel;

/// Version of the two functions' meaning.
#[unsafe(no_mangle)]
pub extern "C" fn tmd_abi() -> u32 {
    2
}

/// Runs one stage; returns the number of survivors, of which at most `capacity` are written, or what
/// else `run` of a level returns.
///
/// # Safety
/// `seed`, `items` and `out` point to `seed_len`, `count` and `capacity` words, and the processor
/// has the level that the library was compiled for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tmd_run(
    stage: u32,
    seed: *const u64,
    seed_len: usize,
    items: *const u64,
    count: usize,
    out: *mut u64,
    capacity: usize,
) -> usize {
    // SAFETY: the caller's promise, see above.
    unsafe {
        let seed = core::slice::from_raw_parts(seed, seed_len);
        let items = core::slice::from_raw_parts(items, count);
        let out = core::slice::from_raw_parts_mut(out, capacity);
        run(stage as usize, seed, items, out)
    }
}

#[cfg(tmd_level = "avx512")]
unsafe fn run(stage: usize, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
    // SAFETY: the caller checked for AVX-512.
    unsafe { kernel::avx512::run(stage, seed, items, out) }
}

#[cfg(tmd_level = "avx2")]
unsafe fn run(stage: usize, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
    // SAFETY: the caller checked for AVX2.
    unsafe { kernel::avx2::run(stage, seed, items, out) }
}

#[cfg(tmd_level = "portable")]
unsafe fn run(stage: usize, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
    kernel::portable::run(stage, seed, items, out)
}
