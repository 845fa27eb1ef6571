//! Lane operations on AVX-512: four vectors of eight lanes in flight.

#![allow(dead_code, reason = "the operations are the same for all kernels; each uses some")]

use core::arch::x86_64::*;

/// Lanes that execute one item together.
pub const LANES: usize = 32;

/// A 64-bit word in every lane.
#[derive(Clone, Copy)]
pub struct Words([__m512i; 4]);

/// A binary64 number in every lane.
#[derive(Clone, Copy)]
pub struct Floats([__m512d; 4]);

/// A truth value in every lane.
#[derive(Clone, Copy)]
pub struct Mask([__mmask8; 4]);

macro_rules! each {
    (|$i:ident| $e:expr) => {
        [
            {
                let $i = 0;
                $e
            },
            {
                let $i = 1;
                $e
            },
            {
                let $i = 2;
                $e
            },
            {
                let $i = 3;
                $e
            },
        ]
    };
}

macro_rules! lane_ops {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($($arg:ident: $ty:ty),*) -> $out:ident, |$i:ident| $e:expr;
    )*) => {
        $($(#[$doc])*
        #[inline]
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
        pub fn $name($($arg: $ty),*) -> $out {
            $out(each!(|$i| $e))
        })*
    };
}

lane_ops! {
    /// The word in every lane.
    fn splat(a: u64) -> Words, |_i| _mm512_set1_epi64(a as i64);
    /// The number in every lane.
    fn fsplat(a: f64) -> Floats, |_i| _mm512_set1_pd(a);
    /// The truth value in every lane.
    fn msplat(a: bool) -> Mask, |_i| if a { 0xff } else { 0 };
    /// a + b mod 2^64.
    fn add(a: Words, b: Words) -> Words, |i| _mm512_add_epi64(a.0[i], b.0[i]);
    /// a - b mod 2^64.
    fn sub(a: Words, b: Words) -> Words, |i| _mm512_sub_epi64(a.0[i], b.0[i]);
    /// Low word of a·b.
    fn mul(a: Words, b: Words) -> Words, |i| _mm512_mullo_epi64(a.0[i], b.0[i]);
    /// The smaller word.
    fn min(a: Words, b: Words) -> Words, |i| _mm512_min_epu64(a.0[i], b.0[i]);
    /// a · 2^K mod 2^64.
    fn shl_by(a: Words, k: u32) -> Words, |i| _mm512_sll_epi64(a.0[i], _mm_cvtsi32_si128(k as i32));
    /// ⌊a / 2^K⌋.
    fn shr_by(a: Words, k: u32) -> Words, |i| _mm512_srl_epi64(a.0[i], _mm_cvtsi32_si128(k as i32));
    /// a < b.
    fn lt(a: Words, b: Words) -> Mask, |i| _mm512_cmplt_epu64_mask(a.0[i], b.0[i]);
    /// a ≥ b.
    fn ge(a: Words, b: Words) -> Mask, |i| _mm512_cmpge_epu64_mask(a.0[i], b.0[i]);
    /// a where the mask holds, else b.
    fn select(m: Mask, a: Words, b: Words) -> Words, |i| {
        _mm512_mask_blend_epi64(m.0[i], b.0[i], a.0[i])
    };
    /// a + b.
    fn fadd(a: Floats, b: Floats) -> Floats, |i| _mm512_add_pd(a.0[i], b.0[i]);
    /// a - b.
    fn fsub(a: Floats, b: Floats) -> Floats, |i| _mm512_sub_pd(a.0[i], b.0[i]);
    /// a · b.
    fn fmul(a: Floats, b: Floats) -> Floats, |i| _mm512_mul_pd(a.0[i], b.0[i]);
    /// a / b.
    fn fdiv(a: Floats, b: Floats) -> Floats, |i| _mm512_div_pd(a.0[i], b.0[i]);
    /// The smaller number; b if either is not a number.
    fn fmin(a: Floats, b: Floats) -> Floats, |i| _mm512_min_pd(a.0[i], b.0[i]);
    /// The larger number; b if either is not a number.
    fn fmax(a: Floats, b: Floats) -> Floats, |i| _mm512_max_pd(a.0[i], b.0[i]);
    /// c + a · b.
    fn fmul_add(a: Floats, b: Floats, c: Floats) -> Floats, |i| _mm512_fmadd_pd(a.0[i], b.0[i], c.0[i]);
    /// c - a · b.
    fn fmul_sub(a: Floats, b: Floats, c: Floats) -> Floats, |i| _mm512_fnmadd_pd(a.0[i], b.0[i], c.0[i]);
    /// ⌊a⌋.
    fn trunc(a: Floats) -> Floats, |i| _mm512_roundscale_pd::<0x0b>(a.0[i]);
    /// An estimate of 1/a from below: 14 bits, less 2^-13 of itself.
    fn recip_below(a: Floats) -> Floats, |i| {
        _mm512_mul_pd(_mm512_rcp14_pd(a.0[i]), _mm512_set1_pd(1.0 - 1.0 / 8192.0))
    };
    /// An estimate of √a for a ≥ 1: 14 bits.
    fn sqrt_near(a: Floats) -> Floats, |i| _mm512_mul_pd(a.0[i], _mm512_rsqrt14_pd(a.0[i]));
    /// a < b.
    fn flt(a: Floats, b: Floats) -> Mask, |i| _mm512_cmp_pd_mask::<_CMP_LT_OQ>(a.0[i], b.0[i]);
    /// a ≥ b.
    fn fge(a: Floats, b: Floats) -> Mask, |i| _mm512_cmp_pd_mask::<_CMP_GE_OQ>(a.0[i], b.0[i]);
    /// a where the mask holds, else b.
    fn fselect(m: Mask, a: Floats, b: Floats) -> Floats, |i| {
        _mm512_mask_blend_pd(m.0[i], b.0[i], a.0[i])
    };
    /// The number of a word below 2^52.
    fn to_f64(a: Words) -> Floats, |i| _mm512_cvtepu64_pd(a.0[i]);
    /// The number nearest to a word.
    fn to_f64_nearest(a: Words) -> Floats, |i| _mm512_cvtepu64_pd(a.0[i]);
    /// The word of a number, truncated.
    fn to_u64(a: Floats) -> Words, |i| _mm512_cvttpd_epu64(a.0[i]);
    /// a and b.
    fn and(a: Mask, b: Mask) -> Mask, |i| a.0[i] & b.0[i];
    /// a or b.
    fn or(a: Mask, b: Mask) -> Mask, |i| a.0[i] | b.0[i];
    /// a and not b.
    fn and_not(a: Mask, b: Mask) -> Mask, |i| a.0[i] & !b.0[i];
    /// Exactly one of a and b.
    fn xor(a: Mask, b: Mask) -> Mask, |i| a.0[i] ^ b.0[i];
}

/// A word of its own for each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn lanes(words: [u64; LANES]) -> Words {
    // SAFETY: both are 256 bytes without padding, and every bit pattern is valid.
    Words(unsafe { core::mem::transmute::<[u64; LANES], [__m512i; 4]>(words) })
}

/// The word of each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn to_lanes(words: Words) -> [u64; LANES] {
    // SAFETY: both are 256 bytes without padding, and every bit pattern is valid.
    unsafe { core::mem::transmute::<[__m512i; 4], [u64; LANES]>(words.0) }
}

/// Does the mask hold in some lane?
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn any(m: Mask) -> bool {
    (m.0[0] | m.0[1]) | (m.0[2] | m.0[3]) != 0
}

/// The truth value of each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn mask_lanes(m: Mask) -> [bool; LANES] {
    core::array::from_fn(|lane| m.0[lane / 8] >> (lane % 8) & 1 != 0)
}
