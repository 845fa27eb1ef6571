//! Hard-to-round cases of sin(x): kernel 0 of the plan.
//!
//! ```text
//! tmd-codegen gen sin --binade 0.5,1
//! ```
//!
//! An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
//! breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
//! what survives the last one is a candidate, which the host confirms with MPFR.
//!
//! ```text
//! function f     sin(x) [given]
//! input format   binary64, p_in = 53 [given]
//! output format  binary64, p = 53, rounding all: breakpoints have 54 bits, numbers and midpoints
//!                [given]
//! threshold ε    2^-44 of the breakpoint spacing w [chosen for a few hundred cases]
//! inputs         [0x1p-1, 0x1.0c152382d7366p-1): 212,558,873,981,798 inputs, h = 2^-53; 2^-2 ≤ |f|
//!                ≤ 2^-1, w = 2^-55 [proved]
//!
//! domain            2^40 inputs, Taylor model of degree 6 [longest that is proved, up to 2^40 and
//!                   a 16th of the work; least degree that is proved]
//! block             2^33 inputs with one seed, polynomial of degree 4 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           packet of 2^27 inputs = 2,048 intervals of N = 2^16; 2^6 of them a block
//!                   [chosen by cost]
//!   tables          degree 3; values 1 word (64 fraction bits), slopes 2 words (128 fraction
//!                   bits); moved to an item with 64, 128, 128, 128 fraction bits [least that are
//!                   proved to cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x21000000·2^-52 = 2^-22.96 [proved: the budget below, doubled and rounded up]
//!   survivors       0.82 % of the parts [predicted]
//!   gathered        by a prefix sum over a group (on GPUs) [many are expected]
//! stage 1           interval of 2^16 inputs = κ = 32 sub-intervals of 2^11 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x84000·2^-52 = 2^-32.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-21.92 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^11 inputs = κ = 32 sub-intervals of 2^6 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 192, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 63-bit integers in 64-bit integer lanes
//!                   [default: the fastest measured]
//!   threshold 2ε''  0x210000·2^-63 = 2^-41.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-35.92 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^6 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//!                   128 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x210000·2^-64 = 2^-42.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-42.99 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-24.00, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-55.49 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 =
//!                                             2^-328.49 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.19 [proved: each of 7 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-52.10 [proved: terms of degree 5 to 6 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-24.00 [proved: best line on L = 2^16 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-52.00, drift over
//!                                             half an item ≤ 2^-78.19]
//!   differences dropped from the tables       2^-54.59 [proved: Newton's remainder at degree 3
//!                                             over 2048 parts: C(2048, 4)·4!·Q_4·L^4]
//!   rounding of the table of values           2^-33.58 [proved: Σ C(2048, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-91.00 [proved: Σ C(2048, m)·2^-128: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-39.98 [proved: coefficients cut to 64, 128, 128,
//!                                             128 fraction bits, times the powers of the item
//!                                             index]
//!   word of the test                          2^-36.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 1: ε'' = 2^-33.99, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-55.49 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 =
//!                                             2^-328.49 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.19 [proved: each of 7 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-52.10 [proved: terms of degree 5 to 6 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-34.00 [proved: best line on L = 2^11 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-52.00, drift over
//!                                             half an item ≤ 2^-89.19]
//!   differences dropped from the tables       2^-58.77 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-47.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-59.40 [proved: coefficients cut to 128, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-41.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-42.99, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-55.49 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 =
//!                                             2^-328.49 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.19 [proved: each of 7 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-52.10 [proved: terms of degree 5 to 6 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-44.00 [proved: best line on L = 2^6 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-52.00, drift over
//!                                             half an item ≤ 2^-94.19]
//!   differences dropped from the tables       2^-73.77 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-52.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-50.96 [proved: coefficients cut to 192, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-56.98 [proved: slope and offset cut to 63 bits:
//!                                             (N + 1)·2^-63]
//!
//! budget of stage 3: ε'' = 2^-43.99, the sum of
//!   threshold ε                          2^-44.00 [given: the request's --bits]
//!   Taylor remainder                     2^-55.49 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 = 2^-328.49
//!                                        by interval Taylor arithmetic over the span, r = 2^39
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.19 [proved: each of 7 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             2^-52.10 [proved: terms of degree 5 to 6 over 2^33
//!                                        inputs]
//!   differences dropped from the tables  2^-88.84 [proved: Newton's remainder at degree 2 over 64
//!                                        parts: C(64, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-52.98 [proved: Σ C(64, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-63.02 [proved: coefficients cut to 192, 192, 128
//!                                        fraction bits, times the powers of the item index]
//! ```
//!
//! A block shares one seed (the host makes it: `seed` holds the words of one stage). The first
//! stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the
//! items of the next; those of the last are inputs, counted from the block's first.

use super::Survivors;
use super::lanes_avx2::*;

/// Runs `stage` on `items` of the block that `seed` describes and writes the surviving parts to
/// `out`; returns how many there are, or `usize::MAX` for a stage or a seed that does not fit.
///
/// # Safety
/// The processor has the features that are enabled below.
#[target_feature(enable = "avx2,fma")]
pub fn run(stage: usize, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
    let mut out = Survivors::new(out);
    match stage {
        0 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage0(seed, item, &mut out);
            }
        }
        1 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage1(seed, item, &mut out);
            }
        }
        2 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage2(seed, item, &mut out);
            }
        }
        3 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage3(seed, item, &mut out);
            }
        }
        _ => return usize::MAX,
    }
    out.count()
}

/// Writes `part` of each lane where the mask holds.
#[target_feature(enable = "avx2,fma")]
fn emit(mask: Mask, part: Words, out: &mut Survivors) {
    for (survives, part) in mask_lanes(mask).into_iter().zip(to_lanes(part)) {
        if survives {
            out.push(part);
        }
    }
}

/// Tests one item, 2^27 consecutive inputs in 2,048 parts of L = 2^16, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..5]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
///   index, the highest coefficient first, 1 word (64 fraction bits) each.
/// - `seed[5..13]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
///   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[13..19]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[19..23]`: difference s2 of order 2 of the slopes over the parts, as a polynomial of
///   degree 1 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 63; the item is the inputs t = item·2^27 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·2,048 + j
///   and is the 2^16 inputs from t = index·2^16.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 3 differences of 1 word (64 fraction bits); slopes: 2 differences of 2 words (128
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^16, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
///    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
///    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
///    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
///    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x21000000·2^-52 = 2^-22.96 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 32 adds, 10 carries, 18 comparisons, 12 conversions, 6 divisions, 11 fused
///   multiply-adds, 12 mask operations, 4 minima, 10 multiplies, 2 reciprocal estimates, 17
///   selects, 2 shifts, 6 wide multiplies
/// - shared by all lanes: 3 adds, 23 loads, 4 multiplies, 6 shifts, 20 wide multiplies
#[target_feature(enable = "avx2,fma")]
fn stage0(seed: &[u64; 23], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
        8, 9, 10, 11, 12, 13, 14, 15,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
        28, 36, 45, 55, 66, 78, 91, 105,
    ]);
    #[rustfmt::skip]
    let lane_choose_3 = lanes([
        0, 0, 0, 1, 4, 10, 20, 35,
        56, 84, 120, 165, 220, 286, 364, 455,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        120, 136, 152, 168, 184, 200, 216, 232,
        248, 264, 280, 296, 312, 328, 344, 360,
    ]);
    #[rustfmt::skip]
    let stride1_3 = lanes([
        560, 680, 816, 968, 1136, 1320, 1520, 1736,
        1968, 2216, 2480, 2760, 3056, 3368, 3696, 4040,
    ]);
    #[rustfmt::skip]
    let stride2_3 = lanes([
        3840, 4096, 4352, 4608, 4864, 5120, 5376, 5632,
        5888, 6144, 6400, 6656, 6912, 7168, 7424, 7680,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_14 = fsplat(0.0);
    let n = fsplat(65536.0);
    let threshold = fsplat(553648128.0);
    let width_2 = splat(16);
    // value g0 at this item: degree 4, 64 fraction bits
    let (t1, _carry) = seed[0].carrying_mul_add(item, seed[1], 0);
    let (t3, _carry_2) = t1.carrying_mul_add(item, seed[2], 0);
    let (t5, _carry_3) = t3.carrying_mul_add(item, seed[3], 0);
    let (item_g0, _carry_4) = t5.carrying_mul_add(item, seed[4], 0);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t8, carry_5) = seed[5].carrying_mul_add(item, seed[7], 0);
    let (t9, _carry_6) = seed[6].carrying_mul_add(item, seed[8], carry_5);
    let (t11, carry_7) = t8.carrying_mul_add(item, seed[9], 0);
    let (t12, _carry_8) = t9.carrying_mul_add(item, seed[10], carry_7);
    let (item_s0, carry_9) = t11.carrying_mul_add(item, seed[11], 0);
    let (item_s0h, _carry_10) = t12.carrying_mul_add(item, seed[12], carry_9);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t15, carry_11) = seed[13].carrying_mul_add(item, seed[15], 0);
    let (t16, _carry_12) = seed[14].carrying_mul_add(item, seed[16], carry_11);
    let (item_s1, carry_13) = t15.carrying_mul_add(item, seed[17], 0);
    let (item_s1h, _carry_14) = t16.carrying_mul_add(item, seed[18], carry_13);
    // slope difference s2 at this item: degree 1, 128 fraction bits
    let (item_s2, carry_15) = seed[19].carrying_mul_add(item, seed[21], 0);
    let (item_s2h, _carry_16) = seed[20].carrying_mul_add(item, seed[22], carry_15);
    // differences of the value: the slope's times the part's length
    let t20 = item_s0h << 16;
    let t21 = item_s0 >> 48;
    let t22 = t20.wrapping_add(t21);
    let t24 = item_s1h << 16;
    let t25 = item_s1 >> 48;
    let t26 = t24.wrapping_add(t25);
    let t28 = item_s2h << 16;
    let t29 = item_s2 >> 48;
    let t30 = t28.wrapping_add(t29);
    // tables of the lanes, stride = number of lanes
    let t31 = splat(t22);
    let t32 = mul(t31, lane);
    let item_g0_2 = splat(item_g0);
    let t33 = add(item_g0_2, t32);
    let t34 = splat(t26);
    let t35 = mul(t34, lane_choose_2);
    let t36 = add(t33, t35);
    let t37 = splat(t30);
    let t38 = mul(t37, lane_choose_3);
    let t39 = add(t36, t38);
    let mut g0 = t39;
    let t40 = t22.wrapping_mul(16);
    let t41 = splat(t26);
    let t42 = mul(t41, stride1_2);
    let t43 = splat(t40);
    let t44 = add(t43, t42);
    let t45 = splat(t30);
    let t46 = mul(t45, stride1_3);
    let t47 = add(t44, t46);
    let mut g1 = t47;
    let t48 = t26.wrapping_mul(256);
    let t49 = splat(t30);
    let t50 = mul(t49, stride2_3);
    let t51 = splat(t48);
    let t52 = add(t51, t50);
    let mut g2 = t52;
    let g3 = t30.wrapping_mul(4096);
    let item_s1_2 = splat(item_s1);
    let (t55, carry_17) = mul_add(item_s1_2, lane, zero_2, zero_2);
    let item_s1h_2 = splat(item_s1h);
    let (t56, _carry_18) = mul_add(item_s1h_2, lane, zero_2, carry_17);
    let item_s0_2 = splat(item_s0);
    let (t57, carry_19) = add_carry(item_s0_2, t55, msplat(false));
    let item_s0h_2 = splat(item_s0h);
    let (t58, _carry_20) = add_carry(item_s0h_2, t56, carry_19);
    let item_s2_2 = splat(item_s2);
    let (t61, carry_21) = mul_add(item_s2_2, lane_choose_2, zero_2, zero_2);
    let item_s2h_2 = splat(item_s2h);
    let (t62, _carry_22) = mul_add(item_s2h_2, lane_choose_2, zero_2, carry_21);
    let (t63, carry_23) = add_carry(t57, t61, msplat(false));
    let (t64, _carry_24) = add_carry(t58, t62, carry_23);
    let mut s0 = t63;
    let mut s0h = t64;
    let (t67, carry_25) = item_s1.carrying_mul_add(16, 0, 0);
    let (t68, _carry_26) = item_s1h.carrying_mul_add(16, 0, carry_25);
    let item_s2_3 = splat(item_s2);
    let (t71, carry_27) = mul_add(item_s2_3, stride1_2, zero_2, zero_2);
    let item_s2h_3 = splat(item_s2h);
    let (t72, _carry_28) = mul_add(item_s2h_3, stride1_2, zero_2, carry_27);
    let t73 = splat(t67);
    let (t74, carry_29) = add_carry(t73, t71, msplat(false));
    let t75 = splat(t68);
    let (t76, _carry_30) = add_carry(t75, t72, carry_29);
    let mut s1 = t74;
    let mut s1h = t76;
    let (s2, carry_31) = item_s2.carrying_mul_add(256, 0, 0);
    let (s2h, _carry_32) = item_s2h.carrying_mul_add(256, 0, carry_31);
    // index of the first part of each lane
    let t79 = item.wrapping_mul(2048);
    let t80 = splat(t79);
    let t81 = add(t80, lane);
    let mut part = t81;
    for _ in 0..128 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0h);
        let t82 = shr_by(falling, 12);
        let a = to_f64(t82);
        let t83 = shr_by(g0, 12);
        let b = to_f64(t83);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t84 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_14;
        let mut v = one;
        let mut d = b;
        let mut active = t84;
        // at most 65537 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t85 = fmul(q, inverse);
            let t86 = trunc(t85);
            let t87 = fmul_sub(t86, p, q);
            let t88 = fge(t87, p);
            let t89 = fadd(t86, one);
            let t90 = fsub(t87, p);
            let k = fselect(t88, t89, t86);
            let rest = fselect(t88, t90, t87);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t91 = fmul(d, inverse);
            let t92 = trunc(t91);
            let t93 = fmul_sub(t92, p, d);
            let t94 = fge(t93, p);
            let t96 = fsub(t93, p);
            let rest_2 = fselect(t94, t96, t93);
            let mut rest_3 = rest_2;
            let t97 = fge(rest_3, p);
            let t98 = and(t97, active);
            if any(t98) {
                // rare: the estimate left more than one y
                let t99 = fdiv(d, p);
                let t100 = trunc(t99);
                let t101 = fmul_sub(t100, p, d);
                let t104 = flt(t101, zero_14);
                let t108 = fadd(t101, p);
                let t110 = fselect(t104, t108, t101);
                let t111 = fselect(t98, t110, rest_3);
                rest_3 = t111;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t112 = fadd(u_new, v);
            let t113 = fge(t112, n);
            let last = and(t113, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t114 = fadd(u, v);
                let missing = fsub(n, t114);
                let t115 = fdiv(missing, v);
                let t116 = trunc(t115);
                let t117 = fadd(t116, one);
                let taken = fmin(t117, k);
                let t118 = fdiv(d, p);
                let t119 = trunc(t118);
                let t120 = fmin(t119, taken);
                let t121 = fmul_sub(t120, p, d);
                let t124 = flt(t121, zero_14);
                let t128 = fadd(t121, p);
                let t130 = fselect(t124, t128, t121);
                let t131 = fselect(last, t130, d_new);
                d_new = t131;
            }
            // take the step; who has N points, or q = 0, is done
            let t132 = fselect(active, d_new, d);
            d = t132;
            q = rest;
            u = u_new;
            let t133 = and_not(active, last);
            let t134 = fge(q, one);
            let t135 = and(t133, t134);
            active = t135;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t136 = fmul(p, inverse_2);
            let t137 = trunc(t136);
            let t138 = fmul_sub(t137, q, p);
            let t139 = fge(t138, q);
            let t140 = fadd(t137, one);
            let t141 = fsub(t138, q);
            let k_3 = fselect(t139, t140, t137);
            let rest_4 = fselect(t139, t141, t138);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t142 = fge(d, rest_4);
            let beyond = and(t142, active);
            let past = fsub(d, rest_4);
            let t143 = fmul(past, inverse_2);
            let t144 = trunc(t143);
            let t145 = fmul_sub(t144, q, past);
            let t146 = fge(t145, q);
            let t148 = fsub(t145, q);
            let rest_5 = fselect(t146, t148, t145);
            let mut rest_6 = rest_5;
            let t149 = fge(rest_6, q);
            let t150 = and(t149, beyond);
            if any(t150) {
                // rare: the estimate left more than one y
                let t151 = fdiv(past, q);
                let t152 = trunc(t151);
                let t153 = fmul_sub(t152, q, past);
                let t156 = flt(t153, zero_14);
                let t160 = fadd(t153, q);
                let t162 = fselect(t156, t160, t153);
                let t163 = fselect(t150, t162, rest_6);
                rest_6 = t163;
            }
            // elsewhere d stays
            let t164 = fselect(beyond, rest_6, d);
            let mut d_new_2 = t164;
            // lanes that have their N points with this step
            let t165 = fadd(u, v_new);
            let t166 = fge(t165, n);
            let last_2 = and(t166, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t167 = fadd(u, v);
                let missing_2 = fsub(n, t167);
                let t168 = fdiv(missing_2, u);
                let t169 = trunc(t168);
                let t170 = fadd(t169, one);
                let taken_2 = fmin(t170, k_3);
                let t171 = fmul_sub(taken_2, q, p);
                let t172 = fsub(d, t171);
                let t173 = fge(d, t171);
                let t174 = and(t173, last_2);
                let t175 = fdiv(t172, q);
                let t176 = trunc(t175);
                let t177 = fmin(t176, taken_2);
                let t178 = fmul_sub(t177, q, t172);
                let t181 = flt(t178, zero_14);
                let t185 = fadd(t178, q);
                let t187 = fselect(t181, t185, t178);
                let t188 = fselect(t174, t187, d);
                let t189 = fselect(last_2, t188, d_new_2);
                d_new_2 = t189;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t190 = and_not(active, last_2);
            let t191 = fge(p, one);
            let t192 = and(t190, t191);
            active = t192;
            if !any(active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        let excluded = fge(d, threshold);
        let survives = and_not(all, excluded);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t193 = add(g0, g1);
        g0 = t193;
        let t194 = add(g1, g2);
        g1 = t194;
        let g3_2 = splat(g3);
        let t195 = add(g2, g3_2);
        g2 = t195;
        let (t196, carry_33) = add_carry(s0, s1, msplat(false));
        let (t197, _carry_34) = add_carry(s0h, s1h, carry_33);
        s0 = t196;
        s0h = t197;
        let s2_2 = splat(s2);
        let (t198, carry_35) = add_carry(s1, s2_2, msplat(false));
        let s2h_2 = splat(s2h);
        let (t199, _carry_36) = add_carry(s1h, s2h_2, carry_35);
        s1 = t198;
        s1h = t199;
        let t200 = add(part, width_2);
        part = t200;
    }
}

/// Tests one item, 2^16 consecutive inputs in 32 parts of L = 2^11, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..10]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[10..18]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
///   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[18..24]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 131,071; the item is the inputs t = item·2^16 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^11 inputs from t = index·2^11.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^11, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
///    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
///    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
///    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
///    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x84000·2^-52 = 2^-32.96 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 30 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds, 12
///   mask operations, 4 minima, 8 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
/// - shared by all lanes: 2 adds, 24 loads, 4 multiplies, 4 shifts, 18 wide multiplies
#[target_feature(enable = "avx2,fma")]
fn stage1(seed: &[u64; 24], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
        8, 9, 10, 11, 12, 13, 14, 15,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
        28, 36, 45, 55, 66, 78, 91, 105,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        120, 136, 152, 168, 184, 200, 216, 232,
        248, 264, 280, 296, 312, 328, 344, 360,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_3 = fsplat(0.0);
    let n = fsplat(2048.0);
    let threshold = fsplat(540672.0);
    let width_2 = splat(16);
    // value g0 at this item: degree 4, 128 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[2], 0);
    let (t2, _carry_2) = seed[1].carrying_mul_add(item, seed[3], carry);
    let (t4, carry_3) = t1.carrying_mul_add(item, seed[4], 0);
    let (t5, _carry_4) = t2.carrying_mul_add(item, seed[5], carry_3);
    let (t7, carry_5) = t4.carrying_mul_add(item, seed[6], 0);
    let (t8, _carry_6) = t5.carrying_mul_add(item, seed[7], carry_5);
    let (_item_g0, carry_7) = t7.carrying_mul_add(item, seed[8], 0);
    let (item_g0h, _carry_8) = t8.carrying_mul_add(item, seed[9], carry_7);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t11, carry_9) = seed[10].carrying_mul_add(item, seed[12], 0);
    let (t12, _carry_10) = seed[11].carrying_mul_add(item, seed[13], carry_9);
    let (t14, carry_11) = t11.carrying_mul_add(item, seed[14], 0);
    let (t15, _carry_12) = t12.carrying_mul_add(item, seed[15], carry_11);
    let (item_s0, carry_13) = t14.carrying_mul_add(item, seed[16], 0);
    let (item_s0h, _carry_14) = t15.carrying_mul_add(item, seed[17], carry_13);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t18, carry_15) = seed[18].carrying_mul_add(item, seed[20], 0);
    let (t19, _carry_16) = seed[19].carrying_mul_add(item, seed[21], carry_15);
    let (item_s1, carry_17) = t18.carrying_mul_add(item, seed[22], 0);
    let (item_s1h, _carry_18) = t19.carrying_mul_add(item, seed[23], carry_17);
    // differences of the value: the slope's times the part's length
    let t22 = item_s0h << 11;
    let t23 = item_s0 >> 53;
    let t24 = t22.wrapping_add(t23);
    let t26 = item_s1h << 11;
    let t27 = item_s1 >> 53;
    let t28 = t26.wrapping_add(t27);
    // tables of the lanes, stride = number of lanes
    let t29 = splat(t24);
    let t30 = mul(t29, lane);
    let item_g0h_2 = splat(item_g0h);
    let t31 = add(item_g0h_2, t30);
    let t32 = splat(t28);
    let t33 = mul(t32, lane_choose_2);
    let t34 = add(t31, t33);
    let mut g0 = t34;
    let t35 = t24.wrapping_mul(16);
    let t36 = splat(t28);
    let t37 = mul(t36, stride1_2);
    let t38 = splat(t35);
    let t39 = add(t38, t37);
    let mut g1 = t39;
    let g2 = t28.wrapping_mul(256);
    let item_s1h_2 = splat(item_s1h);
    let t40 = mul(item_s1h_2, lane);
    let item_s0h_2 = splat(item_s0h);
    let t41 = add(item_s0h_2, t40);
    let mut s0 = t41;
    let s1 = item_s1h.wrapping_mul(16);
    // index of the first part of each lane
    let t43 = item.wrapping_mul(32);
    let t44 = splat(t43);
    let t45 = add(t44, lane);
    let mut part = t45;
    for _ in 0..2 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t46 = shr_by(falling, 12);
        let a = to_f64(t46);
        let t47 = shr_by(g0, 12);
        let b = to_f64(t47);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t48 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t48;
        // at most 2049 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t49 = fmul(q, inverse);
            let t50 = trunc(t49);
            let t51 = fmul_sub(t50, p, q);
            let t52 = fge(t51, p);
            let t53 = fadd(t50, one);
            let t54 = fsub(t51, p);
            let k = fselect(t52, t53, t50);
            let rest = fselect(t52, t54, t51);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t55 = fmul(d, inverse);
            let t56 = trunc(t55);
            let t57 = fmul_sub(t56, p, d);
            let t58 = fge(t57, p);
            let t60 = fsub(t57, p);
            let rest_2 = fselect(t58, t60, t57);
            let mut rest_3 = rest_2;
            let t61 = fge(rest_3, p);
            let t62 = and(t61, active);
            if any(t62) {
                // rare: the estimate left more than one y
                let t63 = fdiv(d, p);
                let t64 = trunc(t63);
                let t65 = fmul_sub(t64, p, d);
                let t68 = flt(t65, zero_3);
                let t72 = fadd(t65, p);
                let t74 = fselect(t68, t72, t65);
                let t75 = fselect(t62, t74, rest_3);
                rest_3 = t75;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t76 = fadd(u_new, v);
            let t77 = fge(t76, n);
            let last = and(t77, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t78 = fadd(u, v);
                let missing = fsub(n, t78);
                let t79 = fdiv(missing, v);
                let t80 = trunc(t79);
                let t81 = fadd(t80, one);
                let taken = fmin(t81, k);
                let t82 = fdiv(d, p);
                let t83 = trunc(t82);
                let t84 = fmin(t83, taken);
                let t85 = fmul_sub(t84, p, d);
                let t88 = flt(t85, zero_3);
                let t92 = fadd(t85, p);
                let t94 = fselect(t88, t92, t85);
                let t95 = fselect(last, t94, d_new);
                d_new = t95;
            }
            // take the step; who has N points, or q = 0, is done
            let t96 = fselect(active, d_new, d);
            d = t96;
            q = rest;
            u = u_new;
            let t97 = and_not(active, last);
            let t98 = fge(q, one);
            let t99 = and(t97, t98);
            active = t99;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t100 = fmul(p, inverse_2);
            let t101 = trunc(t100);
            let t102 = fmul_sub(t101, q, p);
            let t103 = fge(t102, q);
            let t104 = fadd(t101, one);
            let t105 = fsub(t102, q);
            let k_3 = fselect(t103, t104, t101);
            let rest_4 = fselect(t103, t105, t102);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t106 = fge(d, rest_4);
            let beyond = and(t106, active);
            let past = fsub(d, rest_4);
            let t107 = fmul(past, inverse_2);
            let t108 = trunc(t107);
            let t109 = fmul_sub(t108, q, past);
            let t110 = fge(t109, q);
            let t112 = fsub(t109, q);
            let rest_5 = fselect(t110, t112, t109);
            let mut rest_6 = rest_5;
            let t113 = fge(rest_6, q);
            let t114 = and(t113, beyond);
            if any(t114) {
                // rare: the estimate left more than one y
                let t115 = fdiv(past, q);
                let t116 = trunc(t115);
                let t117 = fmul_sub(t116, q, past);
                let t120 = flt(t117, zero_3);
                let t124 = fadd(t117, q);
                let t126 = fselect(t120, t124, t117);
                let t127 = fselect(t114, t126, rest_6);
                rest_6 = t127;
            }
            // elsewhere d stays
            let t128 = fselect(beyond, rest_6, d);
            let mut d_new_2 = t128;
            // lanes that have their N points with this step
            let t129 = fadd(u, v_new);
            let t130 = fge(t129, n);
            let last_2 = and(t130, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t131 = fadd(u, v);
                let missing_2 = fsub(n, t131);
                let t132 = fdiv(missing_2, u);
                let t133 = trunc(t132);
                let t134 = fadd(t133, one);
                let taken_2 = fmin(t134, k_3);
                let t135 = fmul_sub(taken_2, q, p);
                let t136 = fsub(d, t135);
                let t137 = fge(d, t135);
                let t138 = and(t137, last_2);
                let t139 = fdiv(t136, q);
                let t140 = trunc(t139);
                let t141 = fmin(t140, taken_2);
                let t142 = fmul_sub(t141, q, t136);
                let t145 = flt(t142, zero_3);
                let t149 = fadd(t142, q);
                let t151 = fselect(t145, t149, t142);
                let t152 = fselect(t138, t151, d);
                let t153 = fselect(last_2, t152, d_new_2);
                d_new_2 = t153;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t154 = and_not(active, last_2);
            let t155 = fge(p, one);
            let t156 = and(t154, t155);
            active = t156;
            if !any(active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        let excluded = fge(d, threshold);
        let survives = and_not(all, excluded);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t157 = add(g0, g1);
        g0 = t157;
        let g2_2 = splat(g2);
        let t158 = add(g1, g2_2);
        g1 = t158;
        let s1_2 = splat(s1);
        let t159 = add(s0, s1_2);
        s0 = t159;
        let t160 = add(part, width_2);
        part = t160;
    }
}

/// Tests one item, 2^11 consecutive inputs in 32 parts of L = 2^6, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..15]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
///   index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[15..23]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
///   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[23..29]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 4,194,303; the item is the inputs t = item·2^11 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^6 inputs from t = index·2^6.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^6, d
///    the value at its first input and -a the slope, each cut to F = 63 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 63-bit integers in 64-bit integer lanes: the points a·x mod 1
///    placed so far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the
///    distance from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q
///    -= k·p with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes
///    to (d - p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x210000·2^-63 = 2^-41.96 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 37 adds, 16 comparisons, 10 conversions, 6 divisions, 14 mask operations, 6
///   minima, 19 multiplies, 2 reciprocal estimates, 13 selects, 2 shifts
/// - shared by all lanes: 2 adds, 29 loads, 4 multiplies, 4 shifts, 22 wide multiplies
#[target_feature(enable = "avx2,fma")]
fn stage2(seed: &[u64; 29], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
        8, 9, 10, 11, 12, 13, 14, 15,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
        28, 36, 45, 55, 66, 78, 91, 105,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        120, 136, 152, 168, 184, 200, 216, 232,
        248, 264, 280, 296, 312, 328, 344, 360,
    ]);
    let zero_2 = splat(0);
    let one = splat(1);
    let all = msplat(true);
    let full = splat(0x8000000000000000);
    let t55 = splat(64);
    let threshold = splat(2162688);
    let width_2 = splat(16);
    // value g0 at this item: degree 4, 192 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[3], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[4], carry);
    let (t3, _carry_3) = seed[2].carrying_mul_add(item, seed[5], carry_2);
    let (t5, carry_4) = t1.carrying_mul_add(item, seed[6], 0);
    let (t6, carry_5) = t2.carrying_mul_add(item, seed[7], carry_4);
    let (t7, _carry_6) = t3.carrying_mul_add(item, seed[8], carry_5);
    let (t9, carry_7) = t5.carrying_mul_add(item, seed[9], 0);
    let (t10, carry_8) = t6.carrying_mul_add(item, seed[10], carry_7);
    let (t11, _carry_9) = t7.carrying_mul_add(item, seed[11], carry_8);
    let (_item_g0, carry_10) = t9.carrying_mul_add(item, seed[12], 0);
    let (_item_g0h, carry_11) = t10.carrying_mul_add(item, seed[13], carry_10);
    let (item_g0hh, _carry_12) = t11.carrying_mul_add(item, seed[14], carry_11);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t14, carry_13) = seed[15].carrying_mul_add(item, seed[17], 0);
    let (t15, _carry_14) = seed[16].carrying_mul_add(item, seed[18], carry_13);
    let (t17, carry_15) = t14.carrying_mul_add(item, seed[19], 0);
    let (t18, _carry_16) = t15.carrying_mul_add(item, seed[20], carry_15);
    let (item_s0, carry_17) = t17.carrying_mul_add(item, seed[21], 0);
    let (item_s0h, _carry_18) = t18.carrying_mul_add(item, seed[22], carry_17);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t21, carry_19) = seed[23].carrying_mul_add(item, seed[25], 0);
    let (t22, _carry_20) = seed[24].carrying_mul_add(item, seed[26], carry_19);
    let (item_s1, carry_21) = t21.carrying_mul_add(item, seed[27], 0);
    let (item_s1h, _carry_22) = t22.carrying_mul_add(item, seed[28], carry_21);
    // differences of the value: the slope's times the part's length
    let t25 = item_s0h << 6;
    let t26 = item_s0 >> 58;
    let t27 = t25.wrapping_add(t26);
    let t29 = item_s1h << 6;
    let t30 = item_s1 >> 58;
    let t31 = t29.wrapping_add(t30);
    // tables of the lanes, stride = number of lanes
    let t32 = splat(t27);
    let t33 = mul(t32, lane);
    let item_g0hh_2 = splat(item_g0hh);
    let t34 = add(item_g0hh_2, t33);
    let t35 = splat(t31);
    let t36 = mul(t35, lane_choose_2);
    let t37 = add(t34, t36);
    let mut g0 = t37;
    let t38 = t27.wrapping_mul(16);
    let t39 = splat(t31);
    let t40 = mul(t39, stride1_2);
    let t41 = splat(t38);
    let t42 = add(t41, t40);
    let mut g1 = t42;
    let g2 = t31.wrapping_mul(256);
    let item_s1h_2 = splat(item_s1h);
    let t43 = mul(item_s1h_2, lane);
    let item_s0h_2 = splat(item_s0h);
    let t44 = add(item_s0h_2, t43);
    let mut s0 = t44;
    let s1 = item_s1h.wrapping_mul(16);
    // index of the first part of each lane
    let t46 = item.wrapping_mul(32);
    let t47 = splat(t46);
    let t48 = add(t47, lane);
    let mut part = t48;
    for _ in 0..2 {
        // the line b - a·x of each part, cut to 63 bits
        let falling = sub(zero_2, s0);
        let a = shr_by(falling, 1);
        let b = shr_by(g0, 1);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = ge(a, one);
        let t49 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_2;
        let mut v = one;
        let mut d = b;
        let mut active = t49;
        // at most 65 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let t50 = to_f64_nearest(p);
            let inverse = recip_below(t50);
            let t52 = to_f64_nearest(q);
            let t53 = fmul(t52, inverse);
            let t54 = to_u64(t53);
            let t56 = min(t54, t55);
            let t57 = mul(t56, p);
            let t58 = sub(q, t57);
            let t59 = ge(t58, p);
            let t61 = lt(t56, t55);
            let t62 = and(t59, t61);
            let t63 = add(t56, one);
            let t64 = sub(t58, p);
            let k = select(t62, t63, t56);
            let rest = select(t62, t64, t58);
            let t65 = mul(k, v);
            let u_new = add(u, t65);
            // d passes the new points left of it: d mod p
            let t66 = to_f64_nearest(d);
            let t67 = fmul(t66, inverse);
            let t68 = to_u64(t67);
            let t69 = mul(t68, p);
            let t70 = sub(d, t69);
            let t71 = ge(t70, p);
            let t73 = sub(t70, p);
            let rest_2 = select(t71, t73, t70);
            let mut rest_3 = rest_2;
            let t74 = ge(rest_3, p);
            let t75 = and(t74, active);
            if any(t75) {
                // rare: the estimate left more than one y
                let t76 = div(d, p);
                let t77 = mul(t76, p);
                let t78 = sub(d, t77);
                let t79 = select(t75, t78, rest_3);
                rest_3 = t79;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t80 = add(u_new, v);
            let t81 = ge(t80, t55);
            let last = and(t81, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t82 = add(u, v);
                let missing = sub(t55, t82);
                let t83 = div(missing, v);
                let t84 = add(t83, one);
                let taken = min(t84, k);
                let t85 = div(d, p);
                let t86 = min(t85, taken);
                let t87 = mul(t86, p);
                let t88 = sub(d, t87);
                let t89 = select(last, t88, d_new);
                d_new = t89;
            }
            // take the step; who has N points, or q = 0, is done
            let t90 = select(active, d_new, d);
            d = t90;
            q = rest;
            u = u_new;
            let t91 = and_not(active, last);
            let t92 = ge(q, one);
            let t93 = and(t91, t92);
            active = t93;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let t94 = to_f64_nearest(q);
            let inverse_2 = recip_below(t94);
            let t96 = to_f64_nearest(p);
            let t97 = fmul(t96, inverse_2);
            let t98 = to_u64(t97);
            let t100 = min(t98, t55);
            let t101 = mul(t100, q);
            let t102 = sub(p, t101);
            let t103 = ge(t102, q);
            let t105 = lt(t100, t55);
            let t106 = and(t103, t105);
            let t107 = add(t100, one);
            let t108 = sub(t102, q);
            let k_3 = select(t106, t107, t100);
            let rest_4 = select(t106, t108, t102);
            let t109 = mul(k_3, u);
            let v_new = add(v, t109);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t110 = ge(d, rest_4);
            let beyond = and(t110, active);
            let past = sub(d, rest_4);
            let t111 = to_f64_nearest(past);
            let t112 = fmul(t111, inverse_2);
            let t113 = to_u64(t112);
            let t114 = mul(t113, q);
            let t115 = sub(past, t114);
            let t116 = ge(t115, q);
            let t118 = sub(t115, q);
            let rest_5 = select(t116, t118, t115);
            let mut rest_6 = rest_5;
            let t119 = ge(rest_6, q);
            let t120 = and(t119, beyond);
            if any(t120) {
                // rare: the estimate left more than one y
                let t121 = div(past, q);
                let t122 = mul(t121, q);
                let t123 = sub(past, t122);
                let t124 = select(t120, t123, rest_6);
                rest_6 = t124;
            }
            // elsewhere d stays
            let t125 = select(beyond, rest_6, d);
            let mut d_new_2 = t125;
            // lanes that have their N points with this step
            let t126 = add(u, v_new);
            let t127 = ge(t126, t55);
            let last_2 = and(t127, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t128 = add(u, v);
                let missing_2 = sub(t55, t128);
                let t129 = div(missing_2, u);
                let t130 = add(t129, one);
                let taken_2 = min(t130, k_3);
                let t131 = mul(taken_2, q);
                let t132 = sub(p, t131);
                let t133 = sub(d, t132);
                let t134 = ge(d, t132);
                let t135 = and(t134, last_2);
                let t136 = div(t133, q);
                let t137 = min(t136, taken_2);
                let t138 = mul(t137, q);
                let t139 = sub(t133, t138);
                let t140 = select(t135, t139, d);
                let t141 = select(last_2, t140, d_new_2);
                d_new_2 = t141;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t142 = and_not(active, last_2);
            let t143 = ge(p, one);
            let t144 = and(t142, t143);
            active = t144;
            if !any(active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        let excluded = ge(d, threshold);
        let survives = and_not(all, excluded);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t145 = add(g0, g1);
        g0 = t145;
        let g2_2 = splat(g2);
        let t146 = add(g1, g2_2);
        g1 = t146;
        let s1_2 = splat(s1);
        let t147 = add(s0, s1_2);
        s0 = t147;
        let t148 = add(part, width_2);
        part = t148;
    }
}

/// Walks one item, 2^6 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 64.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..15]`: P + ε'' at the first input, as a polynomial of degree 4 in the item index, the
///   highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[15..27]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
///   degree 3 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[27..33]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 134,217,727; the item is the inputs t = item·2^6 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·64 + j and
///   is the input from t = index·1.
///
/// Postcondition: every input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits).
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x210000·2^-64 = 2^-42.96: that is |P(t)
///    cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 7 adds, 1 comparisons, 3 multiplies
/// - shared by all lanes: 33 loads, 3 multiplies, 25 wide multiplies
#[target_feature(enable = "avx2,fma")]
fn stage3(seed: &[u64; 33], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
        8, 9, 10, 11, 12, 13, 14, 15,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
        28, 36, 45, 55, 66, 78, 91, 105,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        120, 136, 152, 168, 184, 200, 216, 232,
        248, 264, 280, 296, 312, 328, 344, 360,
    ]);
    let threshold = splat(2162688);
    let width_2 = splat(16);
    // value g0 at this item: degree 4, 192 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[3], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[4], carry);
    let (t3, _carry_3) = seed[2].carrying_mul_add(item, seed[5], carry_2);
    let (t5, carry_4) = t1.carrying_mul_add(item, seed[6], 0);
    let (t6, carry_5) = t2.carrying_mul_add(item, seed[7], carry_4);
    let (t7, _carry_6) = t3.carrying_mul_add(item, seed[8], carry_5);
    let (t9, carry_7) = t5.carrying_mul_add(item, seed[9], 0);
    let (t10, carry_8) = t6.carrying_mul_add(item, seed[10], carry_7);
    let (t11, _carry_9) = t7.carrying_mul_add(item, seed[11], carry_8);
    let (_item_g0, carry_10) = t9.carrying_mul_add(item, seed[12], 0);
    let (_item_g0h, carry_11) = t10.carrying_mul_add(item, seed[13], carry_10);
    let (item_g0hh, _carry_12) = t11.carrying_mul_add(item, seed[14], carry_11);
    // value difference g1 at this item: degree 3, 192 fraction bits
    let (t14, carry_13) = seed[15].carrying_mul_add(item, seed[18], 0);
    let (t15, carry_14) = seed[16].carrying_mul_add(item, seed[19], carry_13);
    let (t16, _carry_15) = seed[17].carrying_mul_add(item, seed[20], carry_14);
    let (t18, carry_16) = t14.carrying_mul_add(item, seed[21], 0);
    let (t19, carry_17) = t15.carrying_mul_add(item, seed[22], carry_16);
    let (t20, _carry_18) = t16.carrying_mul_add(item, seed[23], carry_17);
    let (_item_g1, carry_19) = t18.carrying_mul_add(item, seed[24], 0);
    let (_item_g1h, carry_20) = t19.carrying_mul_add(item, seed[25], carry_19);
    let (item_g1hh, _carry_21) = t20.carrying_mul_add(item, seed[26], carry_20);
    // value difference g2 at this item: degree 2, 128 fraction bits
    let (t23, carry_22) = seed[27].carrying_mul_add(item, seed[29], 0);
    let (t24, _carry_23) = seed[28].carrying_mul_add(item, seed[30], carry_22);
    let (_item_g2, carry_24) = t23.carrying_mul_add(item, seed[31], 0);
    let (item_g2h, _carry_25) = t24.carrying_mul_add(item, seed[32], carry_24);
    let item_g1hh_2 = splat(item_g1hh);
    let t26 = mul(item_g1hh_2, lane);
    let item_g0hh_2 = splat(item_g0hh);
    let t27 = add(item_g0hh_2, t26);
    let item_g2h_2 = splat(item_g2h);
    let t28 = mul(item_g2h_2, lane_choose_2);
    let t29 = add(t27, t28);
    let mut g0 = t29;
    let t30 = item_g1hh.wrapping_mul(16);
    let item_g2h_3 = splat(item_g2h);
    let t31 = mul(item_g2h_3, stride1_2);
    let t32 = splat(t30);
    let t33 = add(t32, t31);
    let mut g1 = t33;
    let g2 = item_g2h.wrapping_mul(256);
    // index of the first part of each lane
    let t34 = item.wrapping_mul(64);
    let t35 = splat(t34);
    let t36 = add(t35, lane);
    let mut part = t36;
    for _ in 0..4 {
        // an input survives where its value is below 2ε''
        let survives = lt(g0, threshold);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t37 = add(g0, g1);
        g0 = t37;
        let g2_2 = splat(g2);
        let t38 = add(g1, g2_2);
        g1 = t38;
        let t39 = add(part, width_2);
        part = t39;
    }
}
