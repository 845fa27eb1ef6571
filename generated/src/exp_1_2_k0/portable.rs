//! Hard-to-round cases of exp(x): kernel 0 of the plan.
//!
//! ```text
//! tmd-codegen gen exp --binade 1,2 --bits 44
//! ```
//!
//! An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
//! breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
//! what survives the last one is a candidate, which the host confirms with MPFR.
//!
//! ```text
//! function f     exp(x) [given]
//! input format   binary64, p_in = 53 [given]
//! output format  binary64, p = 53, rounding all: breakpoints have 54 bits, numbers and midpoints
//!                [given]
//! threshold ε    2^-44 of the breakpoint spacing w [given]
//! inputs         [0x1p+0, 0x1.62e42fefa39fp+0): 1,739,715,140,794,864 inputs, h = 2^-52; 2^1 ≤ |f|
//!                ≤ 2^2, w = 2^-52 [proved]
//!
//! domain            2^40 inputs, Taylor model of degree 6 [longest that is proved, up to 2^40 and
//!                   a 16th of the work; least degree that is proved]
//! block             2^33 inputs with one seed, polynomial of degree 5 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           packet of 2^27 inputs = 2,048 intervals of N = 2^16; 2^6 of them a block
//!                   [chosen by cost]
//!   tables          degree 3; values 1 word (64 fraction bits), slopes 2 words (128 fraction
//!                   bits); moved to an item with 64, 128, 128, 128 fraction bits [least that are
//!                   proved to cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x84000000·2^-52 = 2^-20.96 [proved: the budget below, doubled and rounded up]
//!   survivors       3.28 % of the parts [predicted]
//!   gathered        by a prefix sum over a group (on GPUs) [many are expected]
//! stage 1           interval of 2^16 inputs = κ = 32 sub-intervals of 2^11 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x210000·2^-52 = 2^-30.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-19.93 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^11 inputs = κ = 32 sub-intervals of 2^6 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 192, 192, 192 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 63-bit integers in 64-bit integer lanes
//!                   [default: the fastest measured]
//!   threshold 2ε''  0x520000·2^-63 = 2^-40.64 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-34.60 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^6 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//!                   192 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x210000·2^-64 = 2^-42.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-42.96 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-22.00, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-49.30 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 =
//!                                             2^-322.30 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.19 [proved: each of 7 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-69.49 [proved: terms of degree 6 to 6 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-22.00 [proved: best line on L = 2^16 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.00, drift over
//!                                             half an item ≤ 2^-76.00]
//!   differences dropped from the tables       2^-50.59 [proved: Newton's remainder at degree 3
//!                                             over 2048 parts: C(2048, 4)·4!·Q_4·L^4]
//!   rounding of the table of values           2^-33.58 [proved: Σ C(2048, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-91.00 [proved: Σ C(2048, m)·2^-128: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-33.98 [proved: coefficients cut to 64, 128, 128,
//!                                             128 fraction bits, times the powers of the item
//!                                             index]
//!   word of the test                          2^-36.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 1: ε'' = 2^-32.00, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-49.30 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 =
//!                                             2^-322.30 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.19 [proved: each of 7 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-69.49 [proved: terms of degree 6 to 6 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-32.00 [proved: best line on L = 2^11 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.00, drift over
//!                                             half an item ≤ 2^-87.00]
//!   differences dropped from the tables       2^-56.59 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-47.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-42.40 [proved: coefficients cut to 128, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-41.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-41.67, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-49.30 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 =
//!                                             2^-322.30 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.19 [proved: each of 7 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-69.49 [proved: terms of degree 6 to 6 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-42.00 [proved: best line on L = 2^6 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.00, drift over
//!                                             half an item ≤ 2^-92.00]
//!   differences dropped from the tables       2^-71.59 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-52.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-82.00 [proved: coefficients cut to 192, 192, 192
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-56.98 [proved: slope and offset cut to 63 bits:
//!                                             (N + 1)·2^-63]
//!
//! budget of stage 3: ε'' = 2^-43.96, the sum of
//!   threshold ε                          2^-44.00 [given: the request's --bits]
//!   Taylor remainder                     2^-49.30 [proved: G_7·r^7, |g^(7)/7!| ≤ G_7 = 2^-322.30
//!                                        by interval Taylor arithmetic over the span, r = 2^39
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.19 [proved: each of 7 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             2^-69.49 [proved: terms of degree 6 to 6 over 2^33
//!                                        inputs]
//!   differences dropped from the tables  2^-86.65 [proved: Newton's remainder at degree 2 over 64
//!                                        parts: C(64, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-52.98 [proved: Σ C(64, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-57.00 [proved: coefficients cut to 192, 192, 192
//!                                        fraction bits, times the powers of the item index]
//! ```
//!
//! A block shares one seed (the host makes it: `seed` holds the words of one stage). The first
//! stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the
//! items of the next; those of the last are inputs, counted from the block's first.

use super::Survivors;
use super::lanes_portable::*;

/// Runs `stage` on `items` of the block that `seed` describes and writes the surviving parts to
/// `out`; returns how many there are, or `usize::MAX` for a stage or a seed that does not fit.
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
/// - `seed[0..6]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 5 in the item
///   index, the highest coefficient first, 1 word (64 fraction bits) each.
/// - `seed[6..16]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 4
///   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[16..24]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 3 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[24..30]`: difference s2 of order 2 of the slopes over the parts, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
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
///    2ε'' = 0x84000000·2^-52 = 2^-20.96 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 32 adds, 10 carries, 18 comparisons, 12 conversions, 6 divisions, 11 fused
///   multiply-adds, 12 mask operations, 4 minima, 10 multiplies, 2 reciprocal estimates, 17
///   selects, 2 shifts, 6 wide multiplies
/// - shared by all lanes: 3 adds, 30 loads, 4 multiplies, 6 shifts, 27 wide multiplies
fn stage0(seed: &[u64; 30], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
    ]);
    #[rustfmt::skip]
    let lane_choose_3 = lanes([
        0, 0, 0, 1, 4, 10, 20, 35,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        28, 36, 44, 52, 60, 68, 76, 84,
    ]);
    #[rustfmt::skip]
    let stride1_3 = lanes([
        56, 84, 120, 164, 216, 276, 344, 420,
    ]);
    #[rustfmt::skip]
    let stride2_3 = lanes([
        448, 512, 576, 640, 704, 768, 832, 896,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_14 = fsplat(0.0);
    let n = fsplat(65536.0);
    let threshold = fsplat(2214592512.0);
    let width_2 = splat(8);
    // value g0 at this item: degree 5, 64 fraction bits
    let (t1, _carry) = seed[0].carrying_mul_add(item, seed[1], 0);
    let (t3, _carry_2) = t1.carrying_mul_add(item, seed[2], 0);
    let (t5, _carry_3) = t3.carrying_mul_add(item, seed[3], 0);
    let (t7, _carry_4) = t5.carrying_mul_add(item, seed[4], 0);
    let (item_g0, _carry_5) = t7.carrying_mul_add(item, seed[5], 0);
    // slope difference s0 at this item: degree 4, 128 fraction bits
    let (t10, carry_6) = seed[6].carrying_mul_add(item, seed[8], 0);
    let (t11, _carry_7) = seed[7].carrying_mul_add(item, seed[9], carry_6);
    let (t13, carry_8) = t10.carrying_mul_add(item, seed[10], 0);
    let (t14, _carry_9) = t11.carrying_mul_add(item, seed[11], carry_8);
    let (t16, carry_10) = t13.carrying_mul_add(item, seed[12], 0);
    let (t17, _carry_11) = t14.carrying_mul_add(item, seed[13], carry_10);
    let (item_s0, carry_12) = t16.carrying_mul_add(item, seed[14], 0);
    let (item_s0h, _carry_13) = t17.carrying_mul_add(item, seed[15], carry_12);
    // slope difference s1 at this item: degree 3, 128 fraction bits
    let (t20, carry_14) = seed[16].carrying_mul_add(item, seed[18], 0);
    let (t21, _carry_15) = seed[17].carrying_mul_add(item, seed[19], carry_14);
    let (t23, carry_16) = t20.carrying_mul_add(item, seed[20], 0);
    let (t24, _carry_17) = t21.carrying_mul_add(item, seed[21], carry_16);
    let (item_s1, carry_18) = t23.carrying_mul_add(item, seed[22], 0);
    let (item_s1h, _carry_19) = t24.carrying_mul_add(item, seed[23], carry_18);
    // slope difference s2 at this item: degree 2, 128 fraction bits
    let (t27, carry_20) = seed[24].carrying_mul_add(item, seed[26], 0);
    let (t28, _carry_21) = seed[25].carrying_mul_add(item, seed[27], carry_20);
    let (item_s2, carry_22) = t27.carrying_mul_add(item, seed[28], 0);
    let (item_s2h, _carry_23) = t28.carrying_mul_add(item, seed[29], carry_22);
    // differences of the value: the slope's times the part's length
    let t31 = item_s0h << 16;
    let t32 = item_s0 >> 48;
    let t33 = t31.wrapping_add(t32);
    let t35 = item_s1h << 16;
    let t36 = item_s1 >> 48;
    let t37 = t35.wrapping_add(t36);
    let t39 = item_s2h << 16;
    let t40 = item_s2 >> 48;
    let t41 = t39.wrapping_add(t40);
    // tables of the lanes, stride = number of lanes
    let t42 = splat(t33);
    let t43 = mul(t42, lane);
    let item_g0_2 = splat(item_g0);
    let t44 = add(item_g0_2, t43);
    let t45 = splat(t37);
    let t46 = mul(t45, lane_choose_2);
    let t47 = add(t44, t46);
    let t48 = splat(t41);
    let t49 = mul(t48, lane_choose_3);
    let t50 = add(t47, t49);
    let mut g0 = t50;
    let t51 = t33.wrapping_mul(8);
    let t52 = splat(t37);
    let t53 = mul(t52, stride1_2);
    let t54 = splat(t51);
    let t55 = add(t54, t53);
    let t56 = splat(t41);
    let t57 = mul(t56, stride1_3);
    let t58 = add(t55, t57);
    let mut g1 = t58;
    let t59 = t37.wrapping_mul(64);
    let t60 = splat(t41);
    let t61 = mul(t60, stride2_3);
    let t62 = splat(t59);
    let t63 = add(t62, t61);
    let mut g2 = t63;
    let g3 = t41.wrapping_mul(512);
    let item_s1_2 = splat(item_s1);
    let (t66, carry_24) = mul_add(item_s1_2, lane, zero_2, zero_2);
    let item_s1h_2 = splat(item_s1h);
    let (t67, _carry_25) = mul_add(item_s1h_2, lane, zero_2, carry_24);
    let item_s0_2 = splat(item_s0);
    let (t68, carry_26) = add_carry(item_s0_2, t66, msplat(false));
    let item_s0h_2 = splat(item_s0h);
    let (t69, _carry_27) = add_carry(item_s0h_2, t67, carry_26);
    let item_s2_2 = splat(item_s2);
    let (t72, carry_28) = mul_add(item_s2_2, lane_choose_2, zero_2, zero_2);
    let item_s2h_2 = splat(item_s2h);
    let (t73, _carry_29) = mul_add(item_s2h_2, lane_choose_2, zero_2, carry_28);
    let (t74, carry_30) = add_carry(t68, t72, msplat(false));
    let (t75, _carry_31) = add_carry(t69, t73, carry_30);
    let mut s0 = t74;
    let mut s0h = t75;
    let (t78, carry_32) = item_s1.carrying_mul_add(8, 0, 0);
    let (t79, _carry_33) = item_s1h.carrying_mul_add(8, 0, carry_32);
    let item_s2_3 = splat(item_s2);
    let (t82, carry_34) = mul_add(item_s2_3, stride1_2, zero_2, zero_2);
    let item_s2h_3 = splat(item_s2h);
    let (t83, _carry_35) = mul_add(item_s2h_3, stride1_2, zero_2, carry_34);
    let t84 = splat(t78);
    let (t85, carry_36) = add_carry(t84, t82, msplat(false));
    let t86 = splat(t79);
    let (t87, _carry_37) = add_carry(t86, t83, carry_36);
    let mut s1 = t85;
    let mut s1h = t87;
    let (s2, carry_38) = item_s2.carrying_mul_add(64, 0, 0);
    let (s2h, _carry_39) = item_s2h.carrying_mul_add(64, 0, carry_38);
    // index of the first part of each lane
    let t90 = item.wrapping_mul(2048);
    let t91 = splat(t90);
    let t92 = add(t91, lane);
    let mut part = t92;
    for _ in 0..256 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0h);
        let t93 = shr_by(falling, 12);
        let a = to_f64(t93);
        let t94 = shr_by(g0, 12);
        let b = to_f64(t94);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t95 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_14;
        let mut v = one;
        let mut d = b;
        let mut active = t95;
        // at most 65537 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t96 = fmul(q, inverse);
            let t97 = trunc(t96);
            let t98 = fmul_sub(t97, p, q);
            let t99 = fge(t98, p);
            let t100 = fadd(t97, one);
            let t101 = fsub(t98, p);
            let k = fselect(t99, t100, t97);
            let rest = fselect(t99, t101, t98);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t102 = fmul(d, inverse);
            let t103 = trunc(t102);
            let t104 = fmul_sub(t103, p, d);
            let t105 = fge(t104, p);
            let t107 = fsub(t104, p);
            let rest_2 = fselect(t105, t107, t104);
            let mut rest_3 = rest_2;
            let t108 = fge(rest_3, p);
            let t109 = and(t108, active);
            if any(t109) {
                // rare: the estimate left more than one y
                let t110 = fdiv(d, p);
                let t111 = trunc(t110);
                let t112 = fmul_sub(t111, p, d);
                let t115 = flt(t112, zero_14);
                let t119 = fadd(t112, p);
                let t121 = fselect(t115, t119, t112);
                let t122 = fselect(t109, t121, rest_3);
                rest_3 = t122;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t123 = fadd(u_new, v);
            let t124 = fge(t123, n);
            let last = and(t124, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t125 = fadd(u, v);
                let missing = fsub(n, t125);
                let t126 = fdiv(missing, v);
                let t127 = trunc(t126);
                let t128 = fadd(t127, one);
                let taken = fmin(t128, k);
                let t129 = fdiv(d, p);
                let t130 = trunc(t129);
                let t131 = fmin(t130, taken);
                let t132 = fmul_sub(t131, p, d);
                let t135 = flt(t132, zero_14);
                let t139 = fadd(t132, p);
                let t141 = fselect(t135, t139, t132);
                let t142 = fselect(last, t141, d_new);
                d_new = t142;
            }
            // take the step; who has N points, or q = 0, is done
            let t143 = fselect(active, d_new, d);
            d = t143;
            q = rest;
            u = u_new;
            let t144 = and_not(active, last);
            let t145 = fge(q, one);
            let t146 = and(t144, t145);
            active = t146;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t147 = fmul(p, inverse_2);
            let t148 = trunc(t147);
            let t149 = fmul_sub(t148, q, p);
            let t150 = fge(t149, q);
            let t151 = fadd(t148, one);
            let t152 = fsub(t149, q);
            let k_3 = fselect(t150, t151, t148);
            let rest_4 = fselect(t150, t152, t149);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t153 = fge(d, rest_4);
            let beyond = and(t153, active);
            let past = fsub(d, rest_4);
            let t154 = fmul(past, inverse_2);
            let t155 = trunc(t154);
            let t156 = fmul_sub(t155, q, past);
            let t157 = fge(t156, q);
            let t159 = fsub(t156, q);
            let rest_5 = fselect(t157, t159, t156);
            let mut rest_6 = rest_5;
            let t160 = fge(rest_6, q);
            let t161 = and(t160, beyond);
            if any(t161) {
                // rare: the estimate left more than one y
                let t162 = fdiv(past, q);
                let t163 = trunc(t162);
                let t164 = fmul_sub(t163, q, past);
                let t167 = flt(t164, zero_14);
                let t171 = fadd(t164, q);
                let t173 = fselect(t167, t171, t164);
                let t174 = fselect(t161, t173, rest_6);
                rest_6 = t174;
            }
            // elsewhere d stays
            let t175 = fselect(beyond, rest_6, d);
            let mut d_new_2 = t175;
            // lanes that have their N points with this step
            let t176 = fadd(u, v_new);
            let t177 = fge(t176, n);
            let last_2 = and(t177, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t178 = fadd(u, v);
                let missing_2 = fsub(n, t178);
                let t179 = fdiv(missing_2, u);
                let t180 = trunc(t179);
                let t181 = fadd(t180, one);
                let taken_2 = fmin(t181, k_3);
                let t182 = fmul_sub(taken_2, q, p);
                let t183 = fsub(d, t182);
                let t184 = fge(d, t182);
                let t185 = and(t184, last_2);
                let t186 = fdiv(t183, q);
                let t187 = trunc(t186);
                let t188 = fmin(t187, taken_2);
                let t189 = fmul_sub(t188, q, t183);
                let t192 = flt(t189, zero_14);
                let t196 = fadd(t189, q);
                let t198 = fselect(t192, t196, t189);
                let t199 = fselect(t185, t198, d);
                let t200 = fselect(last_2, t199, d_new_2);
                d_new_2 = t200;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t201 = and_not(active, last_2);
            let t202 = fge(p, one);
            let t203 = and(t201, t202);
            active = t203;
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
        let t204 = add(g0, g1);
        g0 = t204;
        let t205 = add(g1, g2);
        g1 = t205;
        let g3_2 = splat(g3);
        let t206 = add(g2, g3_2);
        g2 = t206;
        let (t207, carry_40) = add_carry(s0, s1, msplat(false));
        let (t208, _carry_41) = add_carry(s0h, s1h, carry_40);
        s0 = t207;
        s0h = t208;
        let s2_2 = splat(s2);
        let (t209, carry_42) = add_carry(s1, s2_2, msplat(false));
        let s2h_2 = splat(s2h);
        let (t210, _carry_43) = add_carry(s1h, s2h_2, carry_42);
        s1 = t209;
        s1h = t210;
        let t211 = add(part, width_2);
        part = t211;
    }
}

/// Tests one item, 2^16 consecutive inputs in 32 parts of L = 2^11, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..12]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 5 in the item
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[12..22]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 4
///   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[22..30]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 3 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
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
///    2ε'' = 0x210000·2^-52 = 2^-30.96 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 30 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds, 12
///   mask operations, 4 minima, 8 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
/// - shared by all lanes: 2 adds, 30 loads, 4 multiplies, 4 shifts, 24 wide multiplies
fn stage1(seed: &[u64; 30], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        28, 36, 44, 52, 60, 68, 76, 84,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_3 = fsplat(0.0);
    let n = fsplat(2048.0);
    let threshold = fsplat(2162688.0);
    let width_2 = splat(8);
    // value g0 at this item: degree 5, 128 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[2], 0);
    let (t2, _carry_2) = seed[1].carrying_mul_add(item, seed[3], carry);
    let (t4, carry_3) = t1.carrying_mul_add(item, seed[4], 0);
    let (t5, _carry_4) = t2.carrying_mul_add(item, seed[5], carry_3);
    let (t7, carry_5) = t4.carrying_mul_add(item, seed[6], 0);
    let (t8, _carry_6) = t5.carrying_mul_add(item, seed[7], carry_5);
    let (t10, carry_7) = t7.carrying_mul_add(item, seed[8], 0);
    let (t11, _carry_8) = t8.carrying_mul_add(item, seed[9], carry_7);
    let (_item_g0, carry_9) = t10.carrying_mul_add(item, seed[10], 0);
    let (item_g0h, _carry_10) = t11.carrying_mul_add(item, seed[11], carry_9);
    // slope difference s0 at this item: degree 4, 128 fraction bits
    let (t14, carry_11) = seed[12].carrying_mul_add(item, seed[14], 0);
    let (t15, _carry_12) = seed[13].carrying_mul_add(item, seed[15], carry_11);
    let (t17, carry_13) = t14.carrying_mul_add(item, seed[16], 0);
    let (t18, _carry_14) = t15.carrying_mul_add(item, seed[17], carry_13);
    let (t20, carry_15) = t17.carrying_mul_add(item, seed[18], 0);
    let (t21, _carry_16) = t18.carrying_mul_add(item, seed[19], carry_15);
    let (item_s0, carry_17) = t20.carrying_mul_add(item, seed[20], 0);
    let (item_s0h, _carry_18) = t21.carrying_mul_add(item, seed[21], carry_17);
    // slope difference s1 at this item: degree 3, 128 fraction bits
    let (t24, carry_19) = seed[22].carrying_mul_add(item, seed[24], 0);
    let (t25, _carry_20) = seed[23].carrying_mul_add(item, seed[25], carry_19);
    let (t27, carry_21) = t24.carrying_mul_add(item, seed[26], 0);
    let (t28, _carry_22) = t25.carrying_mul_add(item, seed[27], carry_21);
    let (item_s1, carry_23) = t27.carrying_mul_add(item, seed[28], 0);
    let (item_s1h, _carry_24) = t28.carrying_mul_add(item, seed[29], carry_23);
    // differences of the value: the slope's times the part's length
    let t31 = item_s0h << 11;
    let t32 = item_s0 >> 53;
    let t33 = t31.wrapping_add(t32);
    let t35 = item_s1h << 11;
    let t36 = item_s1 >> 53;
    let t37 = t35.wrapping_add(t36);
    // tables of the lanes, stride = number of lanes
    let t38 = splat(t33);
    let t39 = mul(t38, lane);
    let item_g0h_2 = splat(item_g0h);
    let t40 = add(item_g0h_2, t39);
    let t41 = splat(t37);
    let t42 = mul(t41, lane_choose_2);
    let t43 = add(t40, t42);
    let mut g0 = t43;
    let t44 = t33.wrapping_mul(8);
    let t45 = splat(t37);
    let t46 = mul(t45, stride1_2);
    let t47 = splat(t44);
    let t48 = add(t47, t46);
    let mut g1 = t48;
    let g2 = t37.wrapping_mul(64);
    let item_s1h_2 = splat(item_s1h);
    let t49 = mul(item_s1h_2, lane);
    let item_s0h_2 = splat(item_s0h);
    let t50 = add(item_s0h_2, t49);
    let mut s0 = t50;
    let s1 = item_s1h.wrapping_mul(8);
    // index of the first part of each lane
    let t52 = item.wrapping_mul(32);
    let t53 = splat(t52);
    let t54 = add(t53, lane);
    let mut part = t54;
    for _ in 0..4 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t55 = shr_by(falling, 12);
        let a = to_f64(t55);
        let t56 = shr_by(g0, 12);
        let b = to_f64(t56);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t57 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t57;
        // at most 2049 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t58 = fmul(q, inverse);
            let t59 = trunc(t58);
            let t60 = fmul_sub(t59, p, q);
            let t61 = fge(t60, p);
            let t62 = fadd(t59, one);
            let t63 = fsub(t60, p);
            let k = fselect(t61, t62, t59);
            let rest = fselect(t61, t63, t60);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t64 = fmul(d, inverse);
            let t65 = trunc(t64);
            let t66 = fmul_sub(t65, p, d);
            let t67 = fge(t66, p);
            let t69 = fsub(t66, p);
            let rest_2 = fselect(t67, t69, t66);
            let mut rest_3 = rest_2;
            let t70 = fge(rest_3, p);
            let t71 = and(t70, active);
            if any(t71) {
                // rare: the estimate left more than one y
                let t72 = fdiv(d, p);
                let t73 = trunc(t72);
                let t74 = fmul_sub(t73, p, d);
                let t77 = flt(t74, zero_3);
                let t81 = fadd(t74, p);
                let t83 = fselect(t77, t81, t74);
                let t84 = fselect(t71, t83, rest_3);
                rest_3 = t84;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t85 = fadd(u_new, v);
            let t86 = fge(t85, n);
            let last = and(t86, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t87 = fadd(u, v);
                let missing = fsub(n, t87);
                let t88 = fdiv(missing, v);
                let t89 = trunc(t88);
                let t90 = fadd(t89, one);
                let taken = fmin(t90, k);
                let t91 = fdiv(d, p);
                let t92 = trunc(t91);
                let t93 = fmin(t92, taken);
                let t94 = fmul_sub(t93, p, d);
                let t97 = flt(t94, zero_3);
                let t101 = fadd(t94, p);
                let t103 = fselect(t97, t101, t94);
                let t104 = fselect(last, t103, d_new);
                d_new = t104;
            }
            // take the step; who has N points, or q = 0, is done
            let t105 = fselect(active, d_new, d);
            d = t105;
            q = rest;
            u = u_new;
            let t106 = and_not(active, last);
            let t107 = fge(q, one);
            let t108 = and(t106, t107);
            active = t108;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t109 = fmul(p, inverse_2);
            let t110 = trunc(t109);
            let t111 = fmul_sub(t110, q, p);
            let t112 = fge(t111, q);
            let t113 = fadd(t110, one);
            let t114 = fsub(t111, q);
            let k_3 = fselect(t112, t113, t110);
            let rest_4 = fselect(t112, t114, t111);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t115 = fge(d, rest_4);
            let beyond = and(t115, active);
            let past = fsub(d, rest_4);
            let t116 = fmul(past, inverse_2);
            let t117 = trunc(t116);
            let t118 = fmul_sub(t117, q, past);
            let t119 = fge(t118, q);
            let t121 = fsub(t118, q);
            let rest_5 = fselect(t119, t121, t118);
            let mut rest_6 = rest_5;
            let t122 = fge(rest_6, q);
            let t123 = and(t122, beyond);
            if any(t123) {
                // rare: the estimate left more than one y
                let t124 = fdiv(past, q);
                let t125 = trunc(t124);
                let t126 = fmul_sub(t125, q, past);
                let t129 = flt(t126, zero_3);
                let t133 = fadd(t126, q);
                let t135 = fselect(t129, t133, t126);
                let t136 = fselect(t123, t135, rest_6);
                rest_6 = t136;
            }
            // elsewhere d stays
            let t137 = fselect(beyond, rest_6, d);
            let mut d_new_2 = t137;
            // lanes that have their N points with this step
            let t138 = fadd(u, v_new);
            let t139 = fge(t138, n);
            let last_2 = and(t139, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t140 = fadd(u, v);
                let missing_2 = fsub(n, t140);
                let t141 = fdiv(missing_2, u);
                let t142 = trunc(t141);
                let t143 = fadd(t142, one);
                let taken_2 = fmin(t143, k_3);
                let t144 = fmul_sub(taken_2, q, p);
                let t145 = fsub(d, t144);
                let t146 = fge(d, t144);
                let t147 = and(t146, last_2);
                let t148 = fdiv(t145, q);
                let t149 = trunc(t148);
                let t150 = fmin(t149, taken_2);
                let t151 = fmul_sub(t150, q, t145);
                let t154 = flt(t151, zero_3);
                let t158 = fadd(t151, q);
                let t160 = fselect(t154, t158, t151);
                let t161 = fselect(t147, t160, d);
                let t162 = fselect(last_2, t161, d_new_2);
                d_new_2 = t162;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t163 = and_not(active, last_2);
            let t164 = fge(p, one);
            let t165 = and(t163, t164);
            active = t165;
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
        let t166 = add(g0, g1);
        g0 = t166;
        let g2_2 = splat(g2);
        let t167 = add(g1, g2_2);
        g1 = t167;
        let s1_2 = splat(s1);
        let t168 = add(s0, s1_2);
        s0 = t168;
        let t169 = add(part, width_2);
        part = t169;
    }
}

/// Tests one item, 2^11 consecutive inputs in 32 parts of L = 2^6, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..18]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 5 in the item
///   index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[18..33]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 4
///   in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[33..45]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 3 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
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
///    2ε'' = 0x520000·2^-63 = 2^-40.64 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 37 adds, 16 comparisons, 10 conversions, 6 divisions, 14 mask operations, 6
///   minima, 19 multiplies, 2 reciprocal estimates, 13 selects, 2 shifts
/// - shared by all lanes: 2 adds, 45 loads, 4 multiplies, 4 shifts, 36 wide multiplies
fn stage2(seed: &[u64; 45], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        28, 36, 44, 52, 60, 68, 76, 84,
    ]);
    let zero_2 = splat(0);
    let one = splat(1);
    let all = msplat(true);
    let full = splat(0x8000000000000000);
    let t76 = splat(64);
    let threshold = splat(5373952);
    let width_2 = splat(8);
    // value g0 at this item: degree 5, 192 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[3], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[4], carry);
    let (t3, _carry_3) = seed[2].carrying_mul_add(item, seed[5], carry_2);
    let (t5, carry_4) = t1.carrying_mul_add(item, seed[6], 0);
    let (t6, carry_5) = t2.carrying_mul_add(item, seed[7], carry_4);
    let (t7, _carry_6) = t3.carrying_mul_add(item, seed[8], carry_5);
    let (t9, carry_7) = t5.carrying_mul_add(item, seed[9], 0);
    let (t10, carry_8) = t6.carrying_mul_add(item, seed[10], carry_7);
    let (t11, _carry_9) = t7.carrying_mul_add(item, seed[11], carry_8);
    let (t13, carry_10) = t9.carrying_mul_add(item, seed[12], 0);
    let (t14, carry_11) = t10.carrying_mul_add(item, seed[13], carry_10);
    let (t15, _carry_12) = t11.carrying_mul_add(item, seed[14], carry_11);
    let (_item_g0, carry_13) = t13.carrying_mul_add(item, seed[15], 0);
    let (_item_g0h, carry_14) = t14.carrying_mul_add(item, seed[16], carry_13);
    let (item_g0hh, _carry_15) = t15.carrying_mul_add(item, seed[17], carry_14);
    // slope difference s0 at this item: degree 4, 192 fraction bits
    let (t18, carry_16) = seed[18].carrying_mul_add(item, seed[21], 0);
    let (t19, carry_17) = seed[19].carrying_mul_add(item, seed[22], carry_16);
    let (t20, _carry_18) = seed[20].carrying_mul_add(item, seed[23], carry_17);
    let (t22, carry_19) = t18.carrying_mul_add(item, seed[24], 0);
    let (t23, carry_20) = t19.carrying_mul_add(item, seed[25], carry_19);
    let (t24, _carry_21) = t20.carrying_mul_add(item, seed[26], carry_20);
    let (t26, carry_22) = t22.carrying_mul_add(item, seed[27], 0);
    let (t27, carry_23) = t23.carrying_mul_add(item, seed[28], carry_22);
    let (t28, _carry_24) = t24.carrying_mul_add(item, seed[29], carry_23);
    let (_item_s0, carry_25) = t26.carrying_mul_add(item, seed[30], 0);
    let (item_s0h, carry_26) = t27.carrying_mul_add(item, seed[31], carry_25);
    let (item_s0hh, _carry_27) = t28.carrying_mul_add(item, seed[32], carry_26);
    // slope difference s1 at this item: degree 3, 192 fraction bits
    let (t31, carry_28) = seed[33].carrying_mul_add(item, seed[36], 0);
    let (t32, carry_29) = seed[34].carrying_mul_add(item, seed[37], carry_28);
    let (t33, _carry_30) = seed[35].carrying_mul_add(item, seed[38], carry_29);
    let (t35, carry_31) = t31.carrying_mul_add(item, seed[39], 0);
    let (t36, carry_32) = t32.carrying_mul_add(item, seed[40], carry_31);
    let (t37, _carry_33) = t33.carrying_mul_add(item, seed[41], carry_32);
    let (_item_s1, carry_34) = t35.carrying_mul_add(item, seed[42], 0);
    let (item_s1h, carry_35) = t36.carrying_mul_add(item, seed[43], carry_34);
    let (item_s1hh, _carry_36) = t37.carrying_mul_add(item, seed[44], carry_35);
    // differences of the value: the slope's times the part's length
    let t43 = item_s0hh << 6;
    let t44 = item_s0h >> 58;
    let t45 = t43.wrapping_add(t44);
    let t50 = item_s1hh << 6;
    let t51 = item_s1h >> 58;
    let t52 = t50.wrapping_add(t51);
    // tables of the lanes, stride = number of lanes
    let t53 = splat(t45);
    let t54 = mul(t53, lane);
    let item_g0hh_2 = splat(item_g0hh);
    let t55 = add(item_g0hh_2, t54);
    let t56 = splat(t52);
    let t57 = mul(t56, lane_choose_2);
    let t58 = add(t55, t57);
    let mut g0 = t58;
    let t59 = t45.wrapping_mul(8);
    let t60 = splat(t52);
    let t61 = mul(t60, stride1_2);
    let t62 = splat(t59);
    let t63 = add(t62, t61);
    let mut g1 = t63;
    let g2 = t52.wrapping_mul(64);
    let item_s1hh_2 = splat(item_s1hh);
    let t64 = mul(item_s1hh_2, lane);
    let item_s0hh_2 = splat(item_s0hh);
    let t65 = add(item_s0hh_2, t64);
    let mut s0 = t65;
    let s1 = item_s1hh.wrapping_mul(8);
    // index of the first part of each lane
    let t67 = item.wrapping_mul(32);
    let t68 = splat(t67);
    let t69 = add(t68, lane);
    let mut part = t69;
    for _ in 0..4 {
        // the line b - a·x of each part, cut to 63 bits
        let falling = sub(zero_2, s0);
        let a = shr_by(falling, 1);
        let b = shr_by(g0, 1);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = ge(a, one);
        let t70 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_2;
        let mut v = one;
        let mut d = b;
        let mut active = t70;
        // at most 65 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let t71 = to_f64_nearest(p);
            let inverse = recip_below(t71);
            let t73 = to_f64_nearest(q);
            let t74 = fmul(t73, inverse);
            let t75 = to_u64(t74);
            let t77 = min(t75, t76);
            let t78 = mul(t77, p);
            let t79 = sub(q, t78);
            let t80 = ge(t79, p);
            let t82 = lt(t77, t76);
            let t83 = and(t80, t82);
            let t84 = add(t77, one);
            let t85 = sub(t79, p);
            let k = select(t83, t84, t77);
            let rest = select(t83, t85, t79);
            let t86 = mul(k, v);
            let u_new = add(u, t86);
            // d passes the new points left of it: d mod p
            let t87 = to_f64_nearest(d);
            let t88 = fmul(t87, inverse);
            let t89 = to_u64(t88);
            let t90 = mul(t89, p);
            let t91 = sub(d, t90);
            let t92 = ge(t91, p);
            let t94 = sub(t91, p);
            let rest_2 = select(t92, t94, t91);
            let mut rest_3 = rest_2;
            let t95 = ge(rest_3, p);
            let t96 = and(t95, active);
            if any(t96) {
                // rare: the estimate left more than one y
                let t97 = div(d, p);
                let t98 = mul(t97, p);
                let t99 = sub(d, t98);
                let t100 = select(t96, t99, rest_3);
                rest_3 = t100;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t101 = add(u_new, v);
            let t102 = ge(t101, t76);
            let last = and(t102, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t103 = add(u, v);
                let missing = sub(t76, t103);
                let t104 = div(missing, v);
                let t105 = add(t104, one);
                let taken = min(t105, k);
                let t106 = div(d, p);
                let t107 = min(t106, taken);
                let t108 = mul(t107, p);
                let t109 = sub(d, t108);
                let t110 = select(last, t109, d_new);
                d_new = t110;
            }
            // take the step; who has N points, or q = 0, is done
            let t111 = select(active, d_new, d);
            d = t111;
            q = rest;
            u = u_new;
            let t112 = and_not(active, last);
            let t113 = ge(q, one);
            let t114 = and(t112, t113);
            active = t114;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let t115 = to_f64_nearest(q);
            let inverse_2 = recip_below(t115);
            let t117 = to_f64_nearest(p);
            let t118 = fmul(t117, inverse_2);
            let t119 = to_u64(t118);
            let t121 = min(t119, t76);
            let t122 = mul(t121, q);
            let t123 = sub(p, t122);
            let t124 = ge(t123, q);
            let t126 = lt(t121, t76);
            let t127 = and(t124, t126);
            let t128 = add(t121, one);
            let t129 = sub(t123, q);
            let k_3 = select(t127, t128, t121);
            let rest_4 = select(t127, t129, t123);
            let t130 = mul(k_3, u);
            let v_new = add(v, t130);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t131 = ge(d, rest_4);
            let beyond = and(t131, active);
            let past = sub(d, rest_4);
            let t132 = to_f64_nearest(past);
            let t133 = fmul(t132, inverse_2);
            let t134 = to_u64(t133);
            let t135 = mul(t134, q);
            let t136 = sub(past, t135);
            let t137 = ge(t136, q);
            let t139 = sub(t136, q);
            let rest_5 = select(t137, t139, t136);
            let mut rest_6 = rest_5;
            let t140 = ge(rest_6, q);
            let t141 = and(t140, beyond);
            if any(t141) {
                // rare: the estimate left more than one y
                let t142 = div(past, q);
                let t143 = mul(t142, q);
                let t144 = sub(past, t143);
                let t145 = select(t141, t144, rest_6);
                rest_6 = t145;
            }
            // elsewhere d stays
            let t146 = select(beyond, rest_6, d);
            let mut d_new_2 = t146;
            // lanes that have their N points with this step
            let t147 = add(u, v_new);
            let t148 = ge(t147, t76);
            let last_2 = and(t148, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t149 = add(u, v);
                let missing_2 = sub(t76, t149);
                let t150 = div(missing_2, u);
                let t151 = add(t150, one);
                let taken_2 = min(t151, k_3);
                let t152 = mul(taken_2, q);
                let t153 = sub(p, t152);
                let t154 = sub(d, t153);
                let t155 = ge(d, t153);
                let t156 = and(t155, last_2);
                let t157 = div(t154, q);
                let t158 = min(t157, taken_2);
                let t159 = mul(t158, q);
                let t160 = sub(t154, t159);
                let t161 = select(t156, t160, d);
                let t162 = select(last_2, t161, d_new_2);
                d_new_2 = t162;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t163 = and_not(active, last_2);
            let t164 = ge(p, one);
            let t165 = and(t163, t164);
            active = t165;
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
        let t166 = add(g0, g1);
        g0 = t166;
        let g2_2 = splat(g2);
        let t167 = add(g1, g2_2);
        g1 = t167;
        let s1_2 = splat(s1);
        let t168 = add(s0, s1_2);
        s0 = t168;
        let t169 = add(part, width_2);
        part = t169;
    }
}

/// Walks one item, 2^6 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 64.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..18]`: P + ε'' at the first input, as a polynomial of degree 5 in the item index, the
///   highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[18..33]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
///   degree 4 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[33..45]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
///   degree 3 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
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
/// - shared by all lanes: 45 loads, 3 multiplies, 36 wide multiplies
fn stage3(seed: &[u64; 45], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3, 6, 10, 15, 21,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        28, 36, 44, 52, 60, 68, 76, 84,
    ]);
    let threshold = splat(2162688);
    let width_2 = splat(8);
    // value g0 at this item: degree 5, 192 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[3], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[4], carry);
    let (t3, _carry_3) = seed[2].carrying_mul_add(item, seed[5], carry_2);
    let (t5, carry_4) = t1.carrying_mul_add(item, seed[6], 0);
    let (t6, carry_5) = t2.carrying_mul_add(item, seed[7], carry_4);
    let (t7, _carry_6) = t3.carrying_mul_add(item, seed[8], carry_5);
    let (t9, carry_7) = t5.carrying_mul_add(item, seed[9], 0);
    let (t10, carry_8) = t6.carrying_mul_add(item, seed[10], carry_7);
    let (t11, _carry_9) = t7.carrying_mul_add(item, seed[11], carry_8);
    let (t13, carry_10) = t9.carrying_mul_add(item, seed[12], 0);
    let (t14, carry_11) = t10.carrying_mul_add(item, seed[13], carry_10);
    let (t15, _carry_12) = t11.carrying_mul_add(item, seed[14], carry_11);
    let (_item_g0, carry_13) = t13.carrying_mul_add(item, seed[15], 0);
    let (_item_g0h, carry_14) = t14.carrying_mul_add(item, seed[16], carry_13);
    let (item_g0hh, _carry_15) = t15.carrying_mul_add(item, seed[17], carry_14);
    // value difference g1 at this item: degree 4, 192 fraction bits
    let (t18, carry_16) = seed[18].carrying_mul_add(item, seed[21], 0);
    let (t19, carry_17) = seed[19].carrying_mul_add(item, seed[22], carry_16);
    let (t20, _carry_18) = seed[20].carrying_mul_add(item, seed[23], carry_17);
    let (t22, carry_19) = t18.carrying_mul_add(item, seed[24], 0);
    let (t23, carry_20) = t19.carrying_mul_add(item, seed[25], carry_19);
    let (t24, _carry_21) = t20.carrying_mul_add(item, seed[26], carry_20);
    let (t26, carry_22) = t22.carrying_mul_add(item, seed[27], 0);
    let (t27, carry_23) = t23.carrying_mul_add(item, seed[28], carry_22);
    let (t28, _carry_24) = t24.carrying_mul_add(item, seed[29], carry_23);
    let (_item_g1, carry_25) = t26.carrying_mul_add(item, seed[30], 0);
    let (_item_g1h, carry_26) = t27.carrying_mul_add(item, seed[31], carry_25);
    let (item_g1hh, _carry_27) = t28.carrying_mul_add(item, seed[32], carry_26);
    // value difference g2 at this item: degree 3, 192 fraction bits
    let (t31, carry_28) = seed[33].carrying_mul_add(item, seed[36], 0);
    let (t32, carry_29) = seed[34].carrying_mul_add(item, seed[37], carry_28);
    let (t33, _carry_30) = seed[35].carrying_mul_add(item, seed[38], carry_29);
    let (t35, carry_31) = t31.carrying_mul_add(item, seed[39], 0);
    let (t36, carry_32) = t32.carrying_mul_add(item, seed[40], carry_31);
    let (t37, _carry_33) = t33.carrying_mul_add(item, seed[41], carry_32);
    let (_item_g2, carry_34) = t35.carrying_mul_add(item, seed[42], 0);
    let (_item_g2h, carry_35) = t36.carrying_mul_add(item, seed[43], carry_34);
    let (item_g2hh, _carry_36) = t37.carrying_mul_add(item, seed[44], carry_35);
    let item_g1hh_2 = splat(item_g1hh);
    let t39 = mul(item_g1hh_2, lane);
    let item_g0hh_2 = splat(item_g0hh);
    let t40 = add(item_g0hh_2, t39);
    let item_g2hh_2 = splat(item_g2hh);
    let t41 = mul(item_g2hh_2, lane_choose_2);
    let t42 = add(t40, t41);
    let mut g0 = t42;
    let t43 = item_g1hh.wrapping_mul(8);
    let item_g2hh_3 = splat(item_g2hh);
    let t44 = mul(item_g2hh_3, stride1_2);
    let t45 = splat(t43);
    let t46 = add(t45, t44);
    let mut g1 = t46;
    let g2 = item_g2hh.wrapping_mul(64);
    // index of the first part of each lane
    let t48 = item.wrapping_mul(64);
    let t49 = splat(t48);
    let t50 = add(t49, lane);
    let mut part = t50;
    for _ in 0..8 {
        // an input survives where its value is below 2ε''
        let survives = lt(g0, threshold);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t51 = add(g0, g1);
        g0 = t51;
        let g2_2 = splat(g2);
        let t52 = add(g1, g2_2);
        g1 = t52;
        let t53 = add(part, width_2);
        part = t53;
    }
}
