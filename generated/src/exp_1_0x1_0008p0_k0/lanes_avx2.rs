//! Lane operations on AVX2: 1 vector of four lanes in flight.

#![allow(dead_code, reason = "the operations are the same for all kernels; each uses some")]

use core::arch::x86_64::*;

/// Lanes that execute one item together.
pub const LANES: usize = 4;

/// A 64-bit word in every lane.
#[derive(Clone, Copy)]
pub struct Words([__m256i; 1]);

/// A binary64 number in every lane.
#[derive(Clone, Copy)]
pub struct Floats([__m256d; 1]);

/// A truth value in every lane: all bits of the lane or none.
#[derive(Clone, Copy)]
pub struct Mask([__m256i; 1]);

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
        #[target_feature(enable = "avx2,fma")]
        pub fn $name($($arg: $ty),*) -> $out {
            $out(each!(|$i| $e))
        })*
    };
}

/// a < b of unsigned words: the comparison is signed, so the sign bits are flipped first.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn less(a: __m256i, b: __m256i) -> __m256i {
    let sign = _mm256_set1_epi64x(i64::MIN);
    _mm256_cmpgt_epi64(_mm256_xor_si256(b, sign), _mm256_xor_si256(a, sign))
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn not(a: __m256i) -> __m256i {
    _mm256_xor_si256(a, _mm256_set1_epi64x(-1))
}

/// Low word of a product from three products of halves.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn low_product(a: __m256i, b: __m256i) -> __m256i {
    let (a_high, b_high) = (_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
    let cross = _mm256_add_epi64(_mm256_mul_epu32(a_high, b), _mm256_mul_epu32(a, b_high));
    _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64::<32>(cross))
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn small_to_f64(a: __m256i) -> __m256d {
    let two52 = _mm256_set1_pd(4503599627370496.0);
    let bits = _mm256_or_si256(a, _mm256_castpd_si256(two52));
    _mm256_sub_pd(_mm256_castsi256_pd(bits), two52)
}

/// Both halves as exact numbers, then one rounded sum.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn any_to_f64(a: __m256i) -> __m256d {
    let two84 = _mm256_set1_pd(19342813113834066795298816.0);
    let high = _mm256_or_si256(_mm256_srli_epi64::<32>(a), _mm256_castpd_si256(two84));
    let high = _mm256_sub_pd(_mm256_castsi256_pd(high), two84);
    let low = _mm256_and_si256(a, _mm256_set1_epi64x(0xffff_ffff));
    _mm256_add_pd(high, small_to_f64(low))
}

/// 12 bits of a single-precision estimate, less 369·10^-6 of itself so that it is never above.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn estimate(a: __m256d) -> __m256d {
    let single = _mm256_cvtps_pd(_mm_rcp_ps(_mm256_cvtpd_ps(a)));
    _mm256_mul_pd(single, _mm256_set1_pd(1.0 - 369.0e-6))
}

/// a times 12 bits of a single-precision estimate of 1/√a, a from 1 to 2^100.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn root_estimate(a: __m256d) -> __m256d {
    _mm256_mul_pd(a, _mm256_cvtps_pd(_mm_rsqrt_ps(_mm256_cvtpd_ps(a))))
}

lane_ops! {
    /// The word in every lane.
    fn splat(a: u64) -> Words, |_i| _mm256_set1_epi64x(a as i64);
    /// The number in every lane.
    fn fsplat(a: f64) -> Floats, |_i| _mm256_set1_pd(a);
    /// The truth value in every lane.
    fn msplat(a: bool) -> Mask, |_i| _mm256_set1_epi64x(-i64::from(a));
    /// a + b mod 2^64.
    fn add(a: Words, b: Words) -> Words, |i| _mm256_add_epi64(a.0[i], b.0[i]);
    /// a - b mod 2^64.
    fn sub(a: Words, b: Words) -> Words, |i| _mm256_sub_epi64(a.0[i], b.0[i]);
    /// Low word of a·b.
    fn mul(a: Words, b: Words) -> Words, |i| low_product(a.0[i], b.0[i]);
    /// The smaller word.
    fn min(a: Words, b: Words) -> Words, |i| {
        _mm256_blendv_epi8(b.0[i], a.0[i], less(a.0[i], b.0[i]))
    };
    /// a · 2^k mod 2^64.
    fn shl_by(a: Words, k: u32) -> Words, |i| _mm256_sll_epi64(a.0[i], _mm_cvtsi32_si128(k as i32));
    /// ⌊a / 2^k⌋.
    fn shr_by(a: Words, k: u32) -> Words, |i| _mm256_srl_epi64(a.0[i], _mm_cvtsi32_si128(k as i32));
    /// a < b.
    fn lt(a: Words, b: Words) -> Mask, |i| less(a.0[i], b.0[i]);
    /// a ≥ b.
    fn ge(a: Words, b: Words) -> Mask, |i| not(less(a.0[i], b.0[i]));
    /// a where the mask holds, else b.
    fn select(m: Mask, a: Words, b: Words) -> Words, |i| _mm256_blendv_epi8(b.0[i], a.0[i], m.0[i]);
    /// a + b.
    fn fadd(a: Floats, b: Floats) -> Floats, |i| _mm256_add_pd(a.0[i], b.0[i]);
    /// a - b.
    fn fsub(a: Floats, b: Floats) -> Floats, |i| _mm256_sub_pd(a.0[i], b.0[i]);
    /// a · b.
    fn fmul(a: Floats, b: Floats) -> Floats, |i| _mm256_mul_pd(a.0[i], b.0[i]);
    /// a / b.
    fn fdiv(a: Floats, b: Floats) -> Floats, |i| _mm256_div_pd(a.0[i], b.0[i]);
    /// The smaller number; b if either is not a number.
    fn fmin(a: Floats, b: Floats) -> Floats, |i| _mm256_min_pd(a.0[i], b.0[i]);
    /// The larger number; b if either is not a number.
    fn fmax(a: Floats, b: Floats) -> Floats, |i| _mm256_max_pd(a.0[i], b.0[i]);
    /// c + a · b.
    fn fmul_add(a: Floats, b: Floats, c: Floats) -> Floats, |i| _mm256_fmadd_pd(a.0[i], b.0[i], c.0[i]);
    /// c - a · b.
    fn fmul_sub(a: Floats, b: Floats, c: Floats) -> Floats, |i| _mm256_fnmadd_pd(a.0[i], b.0[i], c.0[i]);
    /// a · b - c.
    fn fmul_less(a: Floats, b: Floats, c: Floats) -> Floats, |i| _mm256_fmsub_pd(a.0[i], b.0[i], c.0[i]);
    /// ⌊a⌋.
    fn trunc(a: Floats) -> Floats, |i| _mm256_floor_pd(a.0[i]);
    /// An estimate of 1/a from below.
    fn recip_below(a: Floats) -> Floats, |i| estimate(a.0[i]);
    /// An estimate of 1/a: 11 bits.
    fn recip_near(a: Floats) -> Floats, |i| _mm256_cvtps_pd(_mm_rcp_ps(_mm256_cvtpd_ps(a.0[i])));
    /// An estimate of √a for 1 ≤ a ≤ 2^100: 11 bits.
    fn sqrt_near(a: Floats) -> Floats, |i| root_estimate(a.0[i]);
    /// a < b.
    fn flt(a: Floats, b: Floats) -> Mask, |i| {
        _mm256_castpd_si256(_mm256_cmp_pd::<_CMP_LT_OQ>(a.0[i], b.0[i]))
    };
    /// a ≥ b.
    fn fge(a: Floats, b: Floats) -> Mask, |i| {
        _mm256_castpd_si256(_mm256_cmp_pd::<_CMP_GE_OQ>(a.0[i], b.0[i]))
    };
    /// a where the mask holds, else b.
    fn fselect(m: Mask, a: Floats, b: Floats) -> Floats, |i| {
        _mm256_blendv_pd(b.0[i], a.0[i], _mm256_castsi256_pd(m.0[i]))
    };
    /// The number of a word below 2^52.
    fn to_f64(a: Words) -> Floats, |i| small_to_f64(a.0[i]);
    /// The number nearest to a word.
    fn to_f64_nearest(a: Words) -> Floats, |i| any_to_f64(a.0[i]);
    /// a and b.
    fn and(a: Mask, b: Mask) -> Mask, |i| _mm256_and_si256(a.0[i], b.0[i]);
    /// a or b.
    fn or(a: Mask, b: Mask) -> Mask, |i| _mm256_or_si256(a.0[i], b.0[i]);
    /// a and not b.
    fn and_not(a: Mask, b: Mask) -> Mask, |i| _mm256_andnot_si256(b.0[i], a.0[i]);
    /// Exactly one of a and b.
    fn xor(a: Mask, b: Mask) -> Mask, |i| _mm256_xor_si256(a.0[i], b.0[i]);
}

/// The word of a number, truncated.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn to_u64(a: Floats) -> Words {
    // SAFETY: both are 32 bytes without padding, and every bit pattern is valid.
    let numbers = unsafe { core::mem::transmute::<[__m256d; 1], [f64; LANES]>(a.0) };
    lanes(core::array::from_fn(|lane| numbers[lane] as u64))
}

/// A word of its own for each lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn lanes(words: [u64; LANES]) -> Words {
    // SAFETY: both are 32 bytes without padding, and every bit pattern is valid.
    Words(unsafe { core::mem::transmute::<[u64; LANES], [__m256i; 1]>(words) })
}

/// The word of each lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn to_lanes(words: Words) -> [u64; LANES] {
    // SAFETY: both are 32 bytes without padding, and every bit pattern is valid.
    unsafe { core::mem::transmute::<[__m256i; 1], [u64; LANES]>(words.0) }
}

/// Does the mask hold in some lane?
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn any(m: Mask) -> bool {
    let none = _mm256_setzero_si256();
    let all = m.0.into_iter().fold(none, |all, mask| _mm256_or_si256(all, mask));
    _mm256_testz_si256(all, all) == 0
}

/// The truth value of each lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn mask_lanes(m: Mask) -> [bool; LANES] {
    to_lanes(Words(m.0)).map(|lane| lane != 0)
}

/// For each mask of four lanes, how many it has.
const COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/// For each mask of four lanes, the halves of those lanes, one lane after the other; then the first lane's.
static CHOICES: [[i32; 8]; 16] = {
    let mut choices = [[0, 1, 0, 1, 0, 1, 0, 1]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut lane, mut at) = (0, 0);
        while lane < 4 {
            if mask >> lane & 1 != 0 {
                choices[mask][at] = 2 * lane;
                choices[mask][at + 1] = 2 * lane + 1;
                at += 2;
            }
            lane += 1;
        }
        mask += 1;
    }
    choices
};

impl<const N: usize> Queue<N> {
    /// Adds the lanes where the mask holds; fewer than [`LANES`] wait by then.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub fn put(&mut self, m: Mask, numbers: [Floats; N]) {
        assert!(self.count < LANES);
        for i in 0..1 {
            let at = self.count;
            let mask = _mm256_movemask_pd(_mm256_castsi256_pd(m.0[i])) as usize;
            // SAFETY: eight numbers of 32 bits are as long as the vector.
            let choice = unsafe { _mm256_loadu_si256(CHOICES[mask].as_ptr().cast()) };
            for (column, number) in self.numbers.iter_mut().zip(&numbers) {
                let halves = _mm256_castpd_si256(number.0[i]);
                let chosen = _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(halves, choice));
                // SAFETY: at most 4·i lanes more than at first: four more places follow.
                unsafe { _mm256_storeu_pd(column.as_mut_ptr().add(at), chosen) };
            }
            let lane = _mm256_set_epi64x(3, 2, 1, 0);
            let lane = _mm256_add_epi64(lane, _mm256_set1_epi64x(4 * i as i64));
            let chosen = _mm256_permutevar8x32_epi32(lane, choice);
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(self.indices.as_mut_ptr().add(at).cast(), chosen) };
            self.count = at + usize::from(COUNTS[mask]);
        }
    }
}

/// The first lanes, so many.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn mfirst(count: usize) -> Mask {
    Mask(lanes(core::array::from_fn(|i| if i < count { u64::MAX } else { 0 })).0)
}

/// A number of its own for each lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn flanes(numbers: [f64; LANES]) -> Floats {
    // SAFETY: both are 32 bytes without padding, and every bit pattern is valid.
    Floats(unsafe { core::mem::transmute::<[f64; LANES], [__m256d; 1]>(numbers) })
}

/// The word of the lane that an index says, in every lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn of_lane(a: Words, lane: Words) -> Words {
    // Both halves of the lane.
    let low = _mm256_add_epi64(lane.0[0], lane.0[0]);
    let high = _mm256_slli_epi64::<32>(_mm256_add_epi64(low, _mm256_set1_epi64x(1)));
    Words([_mm256_permutevar8x32_epi32(a.0[0], _mm256_or_si256(low, high))])
}

/// The number of the lane that an index says, in every lane.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn fof_lane(a: Floats, lane: Words) -> Floats {
    let words = of_lane(Words(each!(|i| _mm256_castpd_si256(a.0[i]))), lane);
    Floats(each!(|i| _mm256_castsi256_pd(words.0[i])))
}

// Operations composed of the ones above, the same on every level.

/// ⌊a / b⌋ lane by lane; the largest word where b = 0. No processor has it for vectors.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn div(a: Words, b: Words) -> Words {
    let (a, b) = (to_lanes(a), to_lanes(b));
    lanes(core::array::from_fn(|lane| a[lane].checked_div(b[lane]).unwrap_or(u64::MAX)))
}

/// (sum, carry) of a + b + carry.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn add_carry(a: Words, b: Words, carry: Mask) -> (Words, Mask) {
    let sum = add(a, b);
    let total = add(sum, select(carry, splat(1), splat(0)));
    (total, or(lt(sum, a), lt(total, sum)))
}

/// (difference, borrow) of a - b - borrow.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub fn sub_borrow(a: Words, b: Words, borrow: Mask) -> (Words, Mask) {
    let rest = sub(a, b);
    let total = sub(rest, select(borrow, splat(1), splat(0)));
    (total, or(lt(a, b), lt(rest, total)))
}

/// (low, high) word of a·b + c + d, from four products of halves.
#[inline]
#[target_feature(enable = "avx2,fma")]
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
#[target_feature(enable = "avx2,fma")]
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
    #[target_feature(enable = "avx2,fma")]
    pub fn new() -> Self {
        Queue { count: 0, numbers: [[0.0; 2 * LANES]; N], indices: [0; 2 * LANES] }
    }

    /// Whether lanes are to be taken: a vector of them, or the last ones.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub fn is_due(&self, more: bool) -> bool {
        self.count >= if more { LANES } else { 1 }
    }

    /// Takes as many lanes as there are: where there are some, their indices, their numbers. The others hold anything.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
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
