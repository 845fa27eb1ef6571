//! Lane operations on AVX-512: 1 vector of eight lanes in flight.

#![allow(dead_code, reason = "the operations are the same for all kernels; each uses some")]

use core::arch::x86_64::*;

/// Lanes that execute one item together.
pub const LANES: usize = 8;

/// A 64-bit word in every lane.
#[derive(Clone, Copy)]
pub struct Words([__m512i; 1]);

/// A binary64 number in every lane.
#[derive(Clone, Copy)]
pub struct Floats([__m512d; 1]);

/// A truth value in every lane.
#[derive(Clone, Copy)]
pub struct Mask([__mmask8; 1]);

macro_rules! each {
    (|$i:ident| $e:expr) => {
        [{
            let $i = 0;
            $e
        }]
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
    /// a · b - c.
    fn fmul_less(a: Floats, b: Floats, c: Floats) -> Floats, |i| _mm512_fmsub_pd(a.0[i], b.0[i], c.0[i]);
    /// ⌊a⌋.
    fn trunc(a: Floats) -> Floats, |i| _mm512_roundscale_pd::<0x0b>(a.0[i]);
    /// An estimate of 1/a from below: 14 bits, less 2^-13 of itself.
    fn recip_below(a: Floats) -> Floats, |i| {
        _mm512_mul_pd(_mm512_rcp14_pd(a.0[i]), _mm512_set1_pd(1.0 - 1.0 / 8192.0))
    };
    /// An estimate of 1/a: 14 bits.
    fn recip_near(a: Floats) -> Floats, |i| _mm512_rcp14_pd(a.0[i]);
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
    // SAFETY: both are 64 bytes without padding, and every bit pattern is valid.
    Words(unsafe { core::mem::transmute::<[u64; LANES], [__m512i; 1]>(words) })
}

/// The word of each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn to_lanes(words: Words) -> [u64; LANES] {
    // SAFETY: both are 64 bytes without padding, and every bit pattern is valid.
    unsafe { core::mem::transmute::<[__m512i; 1], [u64; LANES]>(words.0) }
}

/// Does the mask hold in some lane?
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn any(m: Mask) -> bool {
    m.0.into_iter().fold(0, |all, mask| all | mask) != 0
}

/// The truth value of each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn mask_lanes(m: Mask) -> [bool; LANES] {
    core::array::from_fn(|lane| m.0[lane / 8] >> (lane % 8) & 1 != 0)
}

// Operations composed of the ones above, the same on every level.

/// ⌊a / b⌋ lane by lane; the largest word where b = 0. No processor has it for vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn div(a: Words, b: Words) -> Words {
    let (a, b) = (to_lanes(a), to_lanes(b));
    lanes(core::array::from_fn(|lane| a[lane].checked_div(b[lane]).unwrap_or(u64::MAX)))
}

/// (sum, carry) of a + b + carry.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn add_carry(a: Words, b: Words, carry: Mask) -> (Words, Mask) {
    let sum = add(a, b);
    let total = add(sum, select(carry, splat(1), splat(0)));
    (total, or(lt(sum, a), lt(total, sum)))
}

/// (difference, borrow) of a - b - borrow.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn sub_borrow(a: Words, b: Words, borrow: Mask) -> (Words, Mask) {
    let rest = sub(a, b);
    let total = sub(rest, select(borrow, splat(1), splat(0)));
    (total, or(lt(a, b), lt(rest, total)))
}

/// (low, high) word of a·b + c + d, from four products of halves.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn mul_add(a: Words, b: Words, c: Words, d: Words) -> (Words, Words) {
    let half = |x: Words| sub(x, shl_by(shr_by(x, 32), 32));
    let (a0, a1) = (half(a), shr_by(a, 32));
    let (b0, b1) = (half(b), shr_by(b, 32));
    let low = mul(a0, b0);
    // Each sum is at most (2^32 - 1)^2 + 2·(2^32 - 1) < 2^64.
    let middle = add(mul(a1, b0), shr_by(low, 32));
    let cross = add(mul(a0, b1), half(middle));
    let high = add(mul(a1, b1), add(shr_by(middle, 32), shr_by(cross, 32)));
    let low = add(sub(low, shl_by(shr_by(low, 32), 32)), shl_by(cross, 32));
    let none = msplat(false);
    let (low, carry_c) = add_carry(low, c, none);
    let (low, carry_d) = add_carry(low, d, none);
    let one = |carry: Mask| select(carry, splat(1), splat(0));
    (low, add(high, add(one(carry_c), one(carry_d))))
}

/// a where the mask holds, else b.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn mselect(m: Mask, a: Mask, b: Mask) -> Mask {
    or(and(m, a), and_not(b, m))
}
