//! Other implementations of functions of binary32.

use core::arch::x86_64::{
    __m256, __m512, _mm256_loadu_ps, _mm256_storeu_ps, _mm512_loadu_ps, _mm512_storeu_ps,
};

/// A function of C.
type OfOne = unsafe extern "C" fn(f32) -> f32;

/// A function and what computes it elsewhere.
pub(crate) struct Peer {
    /// Its name in this project.
    pub(crate) name: &'static str,
    /// Arguments lie between these.
    pub(crate) range: (f32, f32),
    /// CORE-MATH's.
    pub(crate) core_math: OfOne,
    /// glibc's.
    pub(crate) glibc: OfOne,
    /// libmvec's at AVX-512, for encodings.
    pub(crate) vectors_of_16: fn(&[u32], &mut [u32]),
    /// The same at AVX2.
    pub(crate) vectors_of_8: fn(&[u32], &mut [u32]),
}

/// A function of libmvec for arrays. Rust cannot declare functions of vectors of C: they are called as they would be there.
macro_rules! vectors {
    ($name:ident, $symbol:ident, $register:tt, $lanes:literal, $ty:ty, $load:ident, $store:ident, $feature:literal) => {
        fn $name(x: &[u32], y: &mut [u32]) {
            #[target_feature(enable = $feature)]
            fn all(x: &[u32], y: &mut [u32]) {
                let (x, y) = (x.as_chunks::<$lanes>().0, y.as_chunks_mut::<$lanes>().0);
                for (x, y) in x.iter().zip(y) {
                    // SAFETY: a vector of numbers is read, and one written; the function takes a vector in the first register
                    // and returns one there, and may change what functions of C may.
                    unsafe {
                        let mut vector: $ty = $load(x.as_ptr().cast());
                        core::arch::asm!(
                            "call {function}",
                            function = sym $symbol,
                            inlateout($register) vector,
                            clobber_abi("C"),
                        );
                        $store(y.as_mut_ptr().cast(), vector);
                    }
                }
            }
            // SAFETY: the benchmark is for machines that have this.
            unsafe { all(x, y) }
        }
    };
}

macro_rules! peers {
    ($($name:literal $range:expr, $core_math:ident, $glibc:ident, $long:ident $long_symbol:ident, $short:ident $short_symbol:ident;)*) => {
        #[link(name = "m")]
        unsafe extern "C" {
            $(fn $glibc(x: f32) -> f32;)*
        }
        // They take and return vectors, and are called by `asm!` only.
        #[link(name = "mvec")]
        unsafe extern "C" {
            $(fn $long_symbol(); fn $short_symbol();)*
        }
        $(vectors!($long, $long_symbol, "zmm0", 16, __m512, _mm512_loadu_ps, _mm512_storeu_ps, "avx512f");
        vectors!($short, $short_symbol, "ymm0", 8, __m256, _mm256_loadu_ps, _mm256_storeu_ps, "avx2");)*
        /// All functions that are measured.
        pub(crate) const PEERS: [Peer; [$($name),*].len()] = [$(Peer {
            name: $name,
            range: $range,
            core_math: core_math_sys::$core_math,
            glibc: $glibc,
            vectors_of_16: $long,
            vectors_of_8: $short,
        }),*];
    };
}

peers! {
    "exp" (-80.0, 80.0), cr_expf, expf, exp_16 _ZGVeN16v_expf, exp_8 _ZGVdN8v_expf;
    "log" (1e-9, 1e9), cr_logf, logf, log_16 _ZGVeN16v_logf, log_8 _ZGVdN8v_logf;
    "sin" (-100.0, 100.0), cr_sinf, sinf, sin_16 _ZGVeN16v_sinf, sin_8 _ZGVdN8v_sinf;
    "tanh" (-9.0, 9.0), cr_tanhf, tanhf, tanh_16 _ZGVeN16v_tanhf, tanh_8 _ZGVdN8v_tanhf;
    "cbrt" (1e-9, 1e9), cr_cbrtf, cbrtf, cbrt_16 _ZGVeN16v_cbrtf, cbrt_8 _ZGVdN8v_cbrtf;
    "erf" (-4.0, 4.0), cr_erff, erff, erf_16 _ZGVeN16v_erff, erf_8 _ZGVdN8v_erff;
}
