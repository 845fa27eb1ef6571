//! Lane operations in plain Rust, for any processor.

#![allow(dead_code, reason = "the operations are the same for all kernels; each uses some")]

/// Lanes that execute one item together.
pub const LANES: usize = 2;

/// A 64-bit word in every lane.
#[derive(Clone, Copy)]
pub struct Words([u64; LANES]);

/// A binary64 number in every lane.
#[derive(Clone, Copy)]
pub struct Floats([f64; LANES]);

/// A truth value in every lane.
#[derive(Clone, Copy)]
pub struct Mask([bool; LANES]);

macro_rules! lane_ops {
    ($(
        $(#[$doc:meta])*
        fn $name:ident($($arg:ident: $ty:ty),*) -> $out:ident, |$i:ident| $e:expr;
    )*) => {
        $($(#[$doc])*
        #[inline]
        pub fn $name($($arg: $ty),*) -> $out {
            $out(core::array::from_fn(|$i| $e))
        })*
    };
}

/// ⌊a⌋ of a non-negative number: adding 2^52 rounds to an integer.
#[inline]
fn floor(a: f64) -> f64 {
    const TWO52: f64 = 4503599627370496.0;
    let nearest = (a + TWO52) - TWO52;
    let below = if nearest > a { nearest - 1.0 } else { nearest };
    if a < TWO52 { below } else { a }
}

lane_ops! {
    /// The word in every lane.
    fn splat(a: u64) -> Words, |_i| a;
    /// The number in every lane.
    fn fsplat(a: f64) -> Floats, |_i| a;
    /// The truth value in every lane.
    fn msplat(a: bool) -> Mask, |_i| a;
    /// a + b mod 2^64.
    fn add(a: Words, b: Words) -> Words, |i| a.0[i].wrapping_add(b.0[i]);
    /// a - b mod 2^64.
    fn sub(a: Words, b: Words) -> Words, |i| a.0[i].wrapping_sub(b.0[i]);
    /// Low word of a·b.
    fn mul(a: Words, b: Words) -> Words, |i| a.0[i].wrapping_mul(b.0[i]);
    /// The smaller word.
    fn min(a: Words, b: Words) -> Words, |i| a.0[i].min(b.0[i]);
    /// a · 2^k mod 2^64.
    fn shl_by(a: Words, k: u32) -> Words, |i| a.0[i] << k;
    /// ⌊a / 2^k⌋.
    fn shr_by(a: Words, k: u32) -> Words, |i| a.0[i] >> k;
    /// a < b.
    fn lt(a: Words, b: Words) -> Mask, |i| a.0[i] < b.0[i];
    /// a ≥ b.
    fn ge(a: Words, b: Words) -> Mask, |i| a.0[i] >= b.0[i];
    /// a where the mask holds, else b.
    fn select(m: Mask, a: Words, b: Words) -> Words, |i| if m.0[i] { a.0[i] } else { b.0[i] };
    /// a + b.
    fn fadd(a: Floats, b: Floats) -> Floats, |i| a.0[i] + b.0[i];
    /// a - b.
    fn fsub(a: Floats, b: Floats) -> Floats, |i| a.0[i] - b.0[i];
    /// a · b.
    fn fmul(a: Floats, b: Floats) -> Floats, |i| a.0[i] * b.0[i];
    /// a / b.
    fn fdiv(a: Floats, b: Floats) -> Floats, |i| a.0[i] / b.0[i];
    /// The smaller number; b if either is not a number.
    fn fmin(a: Floats, b: Floats) -> Floats, |i| if a.0[i] < b.0[i] { a.0[i] } else { b.0[i] };
    /// The larger number; b if either is not a number.
    fn fmax(a: Floats, b: Floats) -> Floats, |i| if a.0[i] > b.0[i] { a.0[i] } else { b.0[i] };
    /// c + a · b.
    fn fmul_add(a: Floats, b: Floats, c: Floats) -> Floats, |i| c.0[i] + a.0[i] * b.0[i];
    /// c - a · b.
    fn fmul_sub(a: Floats, b: Floats, c: Floats) -> Floats, |i| c.0[i] - a.0[i] * b.0[i];
    /// a · b - c.
    fn fmul_less(a: Floats, b: Floats, c: Floats) -> Floats, |i| a.0[i] * b.0[i] - c.0[i];
    /// ⌊a⌋.
    fn trunc(a: Floats) -> Floats, |i| floor(a.0[i]);
    /// An estimate of 1/a from below.
    fn recip_below(a: Floats) -> Floats, |i| (1.0 - 1.0 / 65536.0) / a.0[i];
    /// 1/a.
    fn recip_near(a: Floats) -> Floats, |i| 1.0 / a.0[i];
    /// √a.
    fn sqrt_near(a: Floats) -> Floats, |i| a.0[i].sqrt();
    /// a < b.
    fn flt(a: Floats, b: Floats) -> Mask, |i| a.0[i] < b.0[i];
    /// a ≥ b.
    fn fge(a: Floats, b: Floats) -> Mask, |i| a.0[i] >= b.0[i];
    /// a where the mask holds, else b.
    fn fselect(m: Mask, a: Floats, b: Floats) -> Floats, |i| if m.0[i] { a.0[i] } else { b.0[i] };
    /// The number of a word below 2^52.
    fn to_f64(a: Words) -> Floats, |i| a.0[i] as f64;
    /// The number nearest to a word.
    fn to_f64_nearest(a: Words) -> Floats, |i| a.0[i] as f64;
    /// The word of a number, truncated.
    fn to_u64(a: Floats) -> Words, |i| a.0[i] as u64;
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
pub fn lanes(words: [u64; LANES]) -> Words {
    Words(words)
}

/// The word of each lane.
#[inline]
pub fn to_lanes(words: Words) -> [u64; LANES] {
    words.0
}

/// Does the mask hold in some lane?
#[inline]
pub fn any(m: Mask) -> bool {
    m.0.iter().any(|&lane| lane)
}

/// The truth value of each lane.
#[inline]
pub fn mask_lanes(m: Mask) -> [bool; LANES] {
    m.0
}

impl<const N: usize> Queue<N> {
    /// Adds the lanes where the mask holds; fewer than [`LANES`] wait by then.
    #[inline]
    pub fn put(&mut self, m: Mask, numbers: [Floats; N]) {
        assert!(self.count < LANES);
        for lane in 0..LANES {
            let at = self.count;
            for (column, number) in self.numbers.iter_mut().zip(&numbers) {
                column[at] = number.0[lane];
            }
            self.indices[at] = lane as u64;
            self.count = at + usize::from(m.0[lane]);
        }
    }
}

/// The first lanes, so many.
#[inline]
fn mfirst(count: usize) -> Mask {
    Mask(core::array::from_fn(|lane| lane < count))
}

/// A number of its own for each lane.
#[inline]
fn flanes(numbers: [f64; LANES]) -> Floats {
    Floats(numbers)
}

/// The word of the lane that an index says, in every lane.
#[inline]
pub fn of_lane(a: Words, lane: Words) -> Words {
    Words(core::array::from_fn(|i| a.0[lane.0[i] as usize]))
}

/// The number of the lane that an index says, in every lane.
#[inline]
pub fn fof_lane(a: Floats, lane: Words) -> Floats {
    Floats(core::array::from_fn(|i| a.0[lane.0[i] as usize]))
}

// Operations composed of the ones above, the same on every level.

/// ⌊a / b⌋ lane by lane; the largest word where b = 0. No processor has it for vectors.
#[inline]
pub fn div(a: Words, b: Words) -> Words {
    let (a, b) = (to_lanes(a), to_lanes(b));
    lanes(core::array::from_fn(|lane| a[lane].checked_div(b[lane]).unwrap_or(u64::MAX)))
}

/// (sum, carry) of a + b + carry.
#[inline]
pub fn add_carry(a: Words, b: Words, carry: Mask) -> (Words, Mask) {
    let sum = add(a, b);
    let total = add(sum, select(carry, splat(1), splat(0)));
    (total, or(lt(sum, a), lt(total, sum)))
}

/// (difference, borrow) of a - b - borrow.
#[inline]
pub fn sub_borrow(a: Words, b: Words, borrow: Mask) -> (Words, Mask) {
    let rest = sub(a, b);
    let total = sub(rest, select(borrow, splat(1), splat(0)));
    (total, or(lt(a, b), lt(rest, total)))
}

/// (low, high) word of a·b + c + d, from four products of halves.
#[inline]
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
    pub fn new() -> Self {
        Queue { count: 0, numbers: [[0.0; 2 * LANES]; N], indices: [0; 2 * LANES] }
    }

    /// Whether lanes are to be taken: a vector of them, or the last ones.
    #[inline]
    pub fn is_due(&self, more: bool) -> bool {
        self.count >= if more { LANES } else { 1 }
    }

    /// Takes as many lanes as there are: where there are some, their indices, their numbers. The others hold anything.
    #[inline]
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
