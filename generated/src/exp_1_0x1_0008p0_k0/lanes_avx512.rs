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

/// How many bits of a mask are set.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        counts[mask] = mask.count_ones() as u8;
        mask += 1;
    }
    counts
};

impl<const N: usize> Queue<N> {
    /// Adds the lanes where the mask holds; fewer than [`LANES`] wait by then.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
    pub fn put(&mut self, m: Mask, numbers: [Floats; N]) {
        assert!(self.count < LANES);
        for i in 0..1 {
            let at = self.count;
            for (column, number) in self.numbers.iter_mut().zip(&numbers) {
                let chosen = _mm512_maskz_compress_pd(m.0[i], number.0[i]);
                // SAFETY: at most 8·i lanes more than at first: eight more places follow.
                unsafe { _mm512_storeu_pd(column.as_mut_ptr().add(at), chosen) };
            }
            let lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            let lane = _mm512_add_epi64(lane, _mm512_set1_epi64(8 * i as i64));
            let chosen = _mm512_maskz_compress_epi64(m.0[i], lane);
            // SAFETY: as above.
            unsafe { _mm512_storeu_epi64(self.indices.as_mut_ptr().add(at).cast(), chosen) };
            self.count = at + usize::from(COUNTS[usize::from(m.0[i])]);
        }
    }
}

/// The first lanes, so many.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn mfirst(count: usize) -> Mask {
    let mask = (1u64 << count).wrapping_sub(1);
    Mask(each!(|i| (mask >> (8 * i)) as __mmask8))
}

/// A number of its own for each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn flanes(numbers: [f64; LANES]) -> Floats {
    // SAFETY: both are 64 bytes without padding, and every bit pattern is valid.
    Floats(unsafe { core::mem::transmute::<[f64; LANES], [__m512d; 1]>(numbers) })
}

/// The word of the lane that an index says, in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn of_lane(a: Words, lane: Words) -> Words {
    Words([_mm512_permutexvar_epi64(lane.0[0], a.0[0])])
}

/// The number of the lane that an index says, in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn fof_lane(a: Floats, lane: Words) -> Floats {
    Floats([_mm512_permutexvar_pd(lane.0[0], a.0[0])])
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

/// Lanes that wait until there are as many as [`LANES`]: the numbers of each, and its index.
pub struct Queue<const N: usize> {
    count: usize,
    numbers: [[f64; 2 * LANES]; N],
    indices: [u64; 2 * LANES],
}

impl<const N: usize> Queue<N> {
    /// No lanes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
    pub fn new() -> Self {
        Queue { count: 0, numbers: [[0.0; 2 * LANES]; N], indices: [0; 2 * LANES] }
    }

    /// Whether lanes are to be taken: a vector of them, or the last ones.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
    pub fn is_due(&self, more: bool) -> bool {
        self.count >= if more { LANES } else { 1 }
    }

    /// Takes as many lanes as there are: where there are some, their indices, their numbers. The others hold anything.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
    pub fn take(&mut self) -> (Mask, Words, [Floats; N]) {
        let count = self.count.min(LANES);
        let at = self.count - count;
        self.count = at;
        let first = |places: &[f64; 2 * LANES]| {
            let mut chosen = [0.0; LANES];
            chosen.copy_from_slice(&places[at..at + LANES]);
            chosen
        };
        let mut indices = [0; LANES];
        indices.copy_from_slice(&self.indices[at..at + LANES]);
        (mfirst(count), lanes(indices), core::array::from_fn(|k| flanes(first(&self.numbers[k]))))
    }
}
