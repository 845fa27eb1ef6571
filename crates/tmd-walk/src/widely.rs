//! Loops over many numbers at the best level of the machine that they run on: the compiler makes vectors of them where it may.

use tmd_runtime::Level;

/// Runs a loop, compiled for the best of some levels. Results do not depend on it: operations are those of IEEE 754, and none
/// are fused.
pub fn widely<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
        fn at_avx512<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        #[target_feature(enable = "avx2")]
        fn at_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        if Level::Avx512.is_available() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { at_avx512(work) };
        }
        if Level::Avx2.is_available() {
            // SAFETY: as above.
            return unsafe { at_avx2(work) };
        }
    }
    work()
}
