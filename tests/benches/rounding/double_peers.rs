//! Other implementations of functions of binary64.

use core::arch::x86_64::{
    __m256d, __m512d, _mm256_loadu_pd, _mm256_storeu_pd, _mm512_loadu_pd, _mm512_storeu_pd,
};

/// A function of C.
type OfOne = unsafe extern "C" fn(f64) -> f64;

/// A function and what computes it elsewhere.
pub(crate) struct Peer {
    /// Its name in this project.
    pub(crate) name: &'static str,
    /// Arguments lie between these: two binades.
    pub(crate) range: (f64, f64),
    /// CORE-MATH's.
    pub(crate) core_math: OfOne,
    /// glibc's.
    pub(crate) glibc: OfOne,
    /// libmvec's at AVX-512, for encodings.
    pub(crate) vectors_of_8: fn(&[u64], &mut [u64]),
    /// The same at AVX2.
    pub(crate) vectors_of_4: fn(&[u64], &mut [u64]),
}

/// A function of libmvec for arrays. Rust cannot declare functions of vectors of C: they are called as they would be there.
macro_rules! vectors {
    ($name:ident, $symbol:ident, $register:tt, $lanes:literal, $ty:ty, $load:ident, $store:ident, $feature:literal) => {
        fn $name(x: &[u64], y: &mut [u64]) {
            #[target_feature(enable = $feature)]
            fn all(x: &[u64], y: &mut [u64]) {
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
            $(fn $glibc(x: f64) -> f64;)*
        }
        // They take and return vectors, and are called by `asm!` only.
        #[link(name = "mvec")]
        unsafe extern "C" {
            $(fn $long_symbol(); fn $short_symbol();)*
        }
        $(vectors!($long, $long_symbol, "zmm0", 8, __m512d, _mm512_loadu_pd, _mm512_storeu_pd, "avx512f");
        vectors!($short, $short_symbol, "ymm0", 4, __m256d, _mm256_loadu_pd, _mm256_storeu_pd, "avx2");)*
        /// All functions that are measured.
        pub(crate) const PEERS: [Peer; [$($name),*].len()] = [$(Peer {
            name: $name,
            range: $range,
            core_math: core_math_sys::$core_math,
            glibc: $glibc,
            vectors_of_8: $long,
            vectors_of_4: $short,
        }),*];
    };
}

peers! {
    "exp" (0.25, 1.0), cr_exp, exp, exp_8 _ZGVeN8v_exp, exp_4 _ZGVdN4v_exp;
    "log" (0.25, 1.0), cr_log, log, log_8 _ZGVeN8v_log, log_4 _ZGVdN4v_log;
    "sin" (0.25, 1.0), cr_sin, sin, sin_8 _ZGVeN8v_sin, sin_4 _ZGVdN4v_sin;
}
