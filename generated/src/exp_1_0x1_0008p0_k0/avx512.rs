//! Hard-to-round cases of exp(x): kernel 0 of the plan.
//!
//! ```text
//! tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33
//! ```
//!
//! An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
//! breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
//! what survives the last one is a candidate, which the host confirms with MPFR.
//!
//! ```text
//! function f     exp(x) [given]
//! input format   54 bits with the exponents of x87, p_in = 54 [given]
//! output format  binary64, p = 53, rounding directed: breakpoints have 53 bits, the numbers of
//!                that precision [given]
//! threshold ε    2^-33 of the breakpoint spacing w [given]
//! inputs         [0x1p+0, 0x1.0008p+0): 2^40 inputs, h = 2^-53; 2^1 ≤ |f| ≤ 2^2, w = 2^-51
//!                [proved]
//!
//! domain            2^36 inputs, Taylor model of degree 4 [longest that is proved, up to 2^40 (or
//!                   a block) and a 16th of the work; least degree that is proved]
//! block             2^36 inputs with one seed, polynomial of degree 4 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           item of 2^36 inputs = 32 packets of T = 2^31; parts of 2^19; 1 items a block
//!                   [chosen by cost]
//!   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//!                   bits; orders Q = ∛(4/|g''|) < 2^19 [least that are proved to cost little]
//!   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//!                   cost]
//!   threshold 2ε''  0x84000000·2^-63 = 2^-31.95 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-12.97 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 1           interval of 2^19 inputs = κ = 32 sub-intervals of 2^14 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0xc00000·2^-52 = 2^-28.41 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-12.50 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^14 inputs = κ = 32 sub-intervals of 2^9 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 192, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x108000·2^-52 = 2^-31.95 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-21.06 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^9 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//!                   128 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x108000000·2^-64 = 2^-31.95 [proved: the budget below, doubled and rounded
//!                   up]
//!   survivors       2^-32.00 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-32.97, the sum of
//!   threshold ε                          2^-33.00 [given: the request's --bits]
//!   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//!                                        by interval Taylor arithmetic over the span, r = 2^35
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.67 [proved: each of 5 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   terms dropped in a packet            2^-40.14 [proved: Σ Q_j·T^j from j = 4 on, T = 2^31]
//!   rounding of the packet's polynomial  2^-43.41 [proved: moved to a packet with 128, 192, 128,
//!                                        128 fraction bits, then A cut to 52 bits, the slope to
//!                                        76, B and C rounded to 53 bits below 2^-54 and 2^-109;
//!                                        times the powers of T]
//!   evaluation at an input               2^-39.56 [proved: at most 14 roundings to 2^-53 of
//!                                        numbers below 2^9.44]
//!
//! budget of stage 1: ε'' = 2^-29.42, the sum of
//!   threshold ε                               2^-33.00 [given: the request's --bits]
//!   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//!                                             2^-219.46 by interval Taylor arithmetic over the
//!                                             span, r = 2^35 half a domain]
//!   Taylor coefficients                       2^-81.67 [proved: each of 5 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-29.55 [proved: best line on L = 2^14 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.55, drift over
//!                                             half an item ≤ 2^-88.55]
//!   differences dropped from the tables       2^-52.14 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-44.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-57.64 [proved: coefficients cut to 128, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-37.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-32.98, the sum of
//!   threshold ε                               2^-33.00 [given: the request's --bits]
//!   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//!                                             2^-219.46 by interval Taylor arithmetic over the
//!                                             span, r = 2^35 half a domain]
//!   Taylor coefficients                       2^-81.67 [proved: each of 5 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-39.55 [proved: best line on L = 2^9 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.55, drift over
//!                                             half an item ≤ 2^-93.55]
//!   differences dropped from the tables       2^-67.14 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-49.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-47.95 [proved: coefficients cut to 192, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-42.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 3: ε'' = 2^-32.99, the sum of
//!   threshold ε                          2^-33.00 [given: the request's --bits]
//!   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//!                                        by interval Taylor arithmetic over the span, r = 2^35
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.67 [proved: each of 5 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   differences dropped from the tables  2^-82.15 [proved: Newton's remainder at degree 2 over 512
//!                                        parts: C(512, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-46.99 [proved: Σ C(512, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-57.00 [proved: coefficients cut to 192, 192, 128
//!                                        fraction bits, times the powers of the item index]
//! ```
//!
//! A block shares one seed (the host makes it: `seed` holds the words of one stage). The first
//! stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the
//! items of the next; those of the last are inputs, counted from the block's first.

use super::Survivors;
use super::lanes_avx512::*;

/// Runs `stage` on `items` of the block that `seed` describes and writes the surviving parts to
/// `out`; returns how many there are, `usize::MAX` for a stage or a seed that does not fit, or
/// `usize::MAX` less the number of a loop that has passed its bound.
///
/// # Safety
/// The processor has the features that are enabled below.
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
pub fn run(stage: usize, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
    let mut out = Survivors::new(out);
    match stage {
        0 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage0(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        1 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage1(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        2 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage2(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        3 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage3(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        _ => return usize::MAX,
    }
    out.outcome()
}

/// Writes `part` of each lane where the mask holds.
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn emit(mask: Mask, part: Words, out: &mut Survivors) {
    for (survives, part) in mask_lanes(mask).into_iter().zip(to_lanes(part)) {
        if survives {
            out.push(part);
        }
    }
}

/// Searches one item, 2^36 consecutive inputs in 131,072 parts of L = 2^19, and writes the parts
/// that hold an input which may be an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..10]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
///   degree 4 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[10..22]`: slope P' there, as a polynomial of degree 3 in the packet index, the highest
///   coefficient first, 3 words (192 fraction bits) each.
/// - `seed[22..28]`: curvature P''/2 there, times 2^54, as a polynomial of degree 2 in the packet
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[28..32]`: P'''/6 there, times 2^108, as a polynomial of degree 1 in the packet index,
///   the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[32]`: the order Q of the Farey sequence.
/// - `item`: index of the item in the block, 0 … 0; the item is the inputs t = item·2^36 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·131,072 + j
///   and is the 2^19 inputs from t = index·2^19.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. A lane has a packet of T = 2^31 inputs. P there is A + S·t + B·t² + C·t³ modulo 1, moved by
///    Horner's rule in the packet's index, then in binary64.
/// 2. The slope rises. The packet is cut into arcs, the inputs where it is nearest to a fraction
///    r/q of the Farey sequence of order Q; one fraction follows from the two before it. Neighbours
///    are parted at their mediant.
/// 3. Along an arc q·P mod 1 is a parabola about the vertex, where the slope is r/q. An HR-case is
///    next to a root where q·P passes an integer I + K, and in the class t ≡ m - (I + K)·q_before
///    modulo q, m an input near the vertex: nowhere else is q·P(t) an integer that q divides.
/// 4. K = 0 is tried with both roots, roughly; where a member of the class is near one, or the arc
///    reaches the next integer, all roots are gone through exactly, and every member near one is
///    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0x84000000·2^-63 = 2^-31.95.
///
/// Operations in the text below, each loop body once:
/// - per vector: 49 adds, 11 comparisons, 9 conversions, 7 divisions, 65 fused multiply-adds, 7
///   mask operations, 10 maxima, 6 minima, 40 multiplies, 3 reciprocal estimates, 4 root estimates,
///   1 selects, 5 shifts, 23 wide multiplies
/// - shared by all lanes: 1 conversions, 33 loads, 2 multiplies
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn stage0(seed: &[u64; 33], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3, 4, 5, 6, 7,
    ]);
    let t6 = splat(0);
    let t72 = fsplat(2.220446049250313e-16);
    let t75 = fsplat(2.384185791015625e-7);
    let t80 = fsplat(1.2924697071141057e-26);
    let t82 = fsplat(3.009265538105056e-36);
    let t83 = splat(0x8000000000000000);
    let t86 = fsplat(9.223372036854776e18);
    let t88 = fsplat(1.6704779438076223e-52);
    let t89 = fsplat(1.0);
    let t91 = fsplat(-0.375);
    let t92 = fsplat(2.521119313314557e-10);
    let t96 = fsplat(1.06);
    let t97 = fsplat(33.28);
    let t99 = fsplat(0.0);
    let t138 = fsplat(2.7755575615628914e-17);
    let t142 = fsplat(2147483648.0);
    let t149 = fsplat(1.000000000003638);
    let t151 = fsplat(-0.5);
    let t153 = fsplat(6755399441055744.0);
    let t159 = fsplat(0.5);
    let t174 = fsplat(2147483647.0);
    let t191 = fsplat(0.4990234375);
    let t200 = fsplat(1.00076171875);
    let t224 = fsplat(0.00076171875);
    let t235 = fsplat(3.0);
    let t275 = fsplat(1.01);
    let t279 = fsplat(2.0);
    let t283 = fsplat(9.5367431640625e-7);
    let t323 = fsplat(1.4412794993123954e-20);
    let t325 = splat(4096);
    let t338 = splat(8);
    // index of the first packet of each lane
    let t1 = item.wrapping_mul(32);
    let t2 = splat(t1);
    let t3 = add(t2, lane);
    let mut packet = t3;
    for _ in 0..4 {
        // value g0 at this item: degree 4, 128 fraction bits
        let t4 = splat(seed[0]);
        let t5 = splat(seed[2]);
        let (t7, carry) = mul_add(t4, packet, t5, t6);
        let t8 = splat(seed[1]);
        let t9 = splat(seed[3]);
        let (t10, _carry_2) = mul_add(t8, packet, t9, carry);
        let t12 = splat(seed[4]);
        let (t14, carry_3) = mul_add(t7, packet, t12, t6);
        let t15 = splat(seed[5]);
        let (t16, _carry_4) = mul_add(t10, packet, t15, carry_3);
        let t18 = splat(seed[6]);
        let (t20, carry_5) = mul_add(t14, packet, t18, t6);
        let t21 = splat(seed[7]);
        let (t22, _carry_6) = mul_add(t16, packet, t21, carry_5);
        let t24 = splat(seed[8]);
        let (_item_g0, carry_7) = mul_add(t20, packet, t24, t6);
        let t26 = splat(seed[9]);
        let (item_g0h, _carry_8) = mul_add(t22, packet, t26, carry_7);
        // slope s at this item: degree 3, 192 fraction bits
        let t28 = splat(seed[10]);
        let t29 = splat(seed[13]);
        let (t31, carry_9) = mul_add(t28, packet, t29, t6);
        let t32 = splat(seed[11]);
        let t33 = splat(seed[14]);
        let (t34, carry_10) = mul_add(t32, packet, t33, carry_9);
        let t35 = splat(seed[12]);
        let t36 = splat(seed[15]);
        let (t37, _carry_11) = mul_add(t35, packet, t36, carry_10);
        let t39 = splat(seed[16]);
        let (t41, carry_12) = mul_add(t31, packet, t39, t6);
        let t42 = splat(seed[17]);
        let (t43, carry_13) = mul_add(t34, packet, t42, carry_12);
        let t44 = splat(seed[18]);
        let (t45, _carry_14) = mul_add(t37, packet, t44, carry_13);
        let t47 = splat(seed[19]);
        let (_item_s, carry_15) = mul_add(t41, packet, t47, t6);
        let t49 = splat(seed[20]);
        let (item_sh, carry_16) = mul_add(t43, packet, t49, carry_15);
        let t50 = splat(seed[21]);
        let (item_shh, _carry_17) = mul_add(t45, packet, t50, carry_16);
        // curvature b at this item: degree 2, 128 fraction bits
        let t52 = splat(seed[22]);
        let t53 = splat(seed[24]);
        let (t55, carry_18) = mul_add(t52, packet, t53, t6);
        let t56 = splat(seed[23]);
        let t57 = splat(seed[25]);
        let (t58, _carry_19) = mul_add(t56, packet, t57, carry_18);
        let t60 = splat(seed[26]);
        let (_item_b, carry_20) = mul_add(t55, packet, t60, t6);
        let t62 = splat(seed[27]);
        let (item_bh, _carry_21) = mul_add(t58, packet, t62, carry_20);
        // cubic c at this item: degree 1, 128 fraction bits
        let t64 = splat(seed[28]);
        let t65 = splat(seed[30]);
        let (_item_c, carry_22) = mul_add(t64, packet, t65, t6);
        let t67 = splat(seed[29]);
        let t68 = splat(seed[31]);
        let (item_ch, _carry_23) = mul_add(t67, packet, t68, carry_22);
        // as numbers: A, the slope in two parts, B, C
        let t70 = shr_by(item_g0h, 12);
        let t71 = to_f64(t70);
        let a = fmul(t71, t72);
        let t73 = shr_by(item_shh, 42);
        let t74 = to_f64(t73);
        let s1 = fmul(t74, t75);
        let t76 = shl_by(item_shh, 22);
        let t77 = shr_by(item_sh, 42);
        let t78 = add(t76, t77);
        let t79 = to_f64_nearest(t78);
        let s2 = fmul(t79, t80);
        let t81 = to_f64_nearest(item_bh);
        let b = fmul(t81, t82);
        // C has a sign: it is read as a difference from 1/2
        let t84 = add(item_ch, t83);
        let t85 = to_f64_nearest(t84);
        let t87 = fsub(t85, t86);
        let c = fmul(t87, t88);
        let order = seed[32] as f64;
        // 1/B, the shear -3C/(8B) of the slope, the spread 2.1·ε''/B of squared roots
        let inverse_b = fdiv(t89, b);
        let t90 = fmul(c, inverse_b);
        let shear = fmul(t90, t91);
        let spread = fmul(inverse_b, t92);
        let t94 = fmax(spread, t89);
        let t95 = sqrt_near(t94);
        let radius = fmul_add(t95, t96, t97);
        // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
        let mut r_left = t99;
        let mut q_left = t89;
        let mut r_right = t89;
        let mut q_right = t89;
        // loop 1, neighbours: at most 36 rounds
        for rounds in 0u64.. {
            if rounds == 36 {
                return out.overrun(1);
            }
            let t103 = fmul_sub(q_left, s1, r_left);
            let t104 = fmul_sub(q_left, s2, t103);
            let t106 = fsub(t99, t104);
            let t108 = fmax(t106, t99);
            let t109 = fmul_sub(q_right, s1, r_right);
            let t110 = fmul_sub(q_right, s2, t109);
            let t112 = fmax(t110, t99);
            let t113 = fdiv(t112, t108);
            let order_2 = fsplat(order);
            let t114 = fsub(order_2, q_right);
            let t115 = fdiv(t114, q_left);
            let t116 = fmin(t113, t115);
            let t117 = trunc(t116);
            let t118 = fmul_add(t117, r_left, r_right);
            let t119 = fmul_add(t117, q_left, q_right);
            r_right = t118;
            q_right = t119;
            let t120 = fmul_sub(q_right, s1, r_right);
            let t121 = fmul_sub(q_right, s2, t120);
            let t123 = fmax(t121, t99);
            let t124 = fdiv(t108, t123);
            let order_3 = fsplat(order);
            let t125 = fsub(order_3, q_left);
            let t126 = fdiv(t125, q_right);
            let t127 = fmin(t124, t126);
            let t128 = trunc(t127);
            let t129 = fmul_add(t128, r_right, r_left);
            let t130 = fmul_add(t128, q_right, q_left);
            r_left = t129;
            q_left = t130;
            // they are neighbours once their mediant is beyond the order
            let t131 = fadd(q_left, q_right);
            let order_4 = fsplat(order);
            let t132 = fge(order_4, t131);
            if !any(t132) {
                break;
            }
        }
        // the fraction before the left one
        let order_5 = fsplat(order);
        let t133 = fadd(order_5, q_right);
        let t134 = fdiv(t133, q_left);
        let t135 = trunc(t134);
        let t136 = fmul_less(t135, r_left, r_right);
        let t137 = fmul_less(t135, q_left, q_right);
        let order_above = order * 1.000000000003638;
        let mut r_before = t136;
        let mut q_before = t137;
        let mut r = r_left;
        let mut q = q_left;
        // a packet beyond the range may be curved less than was proved: it is left out
        let t139 = fge(b, t138);
        let t143 = fselect(t139, t99, t142);
        let mut from = t143;
        // loop 2, arcs: at most 131072 rounds
        for rounds in 0u64.. {
            if rounds == 131072 {
                return out.overrun(2);
            }
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            let t144 = recip_near(q);
            let t145 = fmul_sub(q, t144, t89);
            let t146 = fmul_add(t144, t145, t144);
            let t147 = fmul_sub(q, t146, t89);
            let inverse = fmul_add(t146, t147, t146);
            let order_above_2 = fsplat(order_above);
            let t150 = fmul_add(q_before, t149, order_above_2);
            let t152 = fmul_add(t150, inverse, t151);
            let t154 = fadd(t152, t153);
            let t156 = fsub(t154, t153);
            let r_next = fmul_less(t156, r, r_before);
            let q_next = fmul_less(t156, q, q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            let t157 = fmul_sub(q, s1, r);
            let apart = fmul_sub(q, s2, t157);
            let unit = fmul(inverse, inverse_b);
            let t158 = fmul(apart, unit);
            let t160 = fmul_add(shear, t158, t159);
            let vertex = fmul(t158, t160);
            // the arc ends at the mediant's place, or with the packet
            let t161 = fadd(q, q_next);
            let t162 = recip_near(t161);
            let t163 = fmul(t162, unit);
            let t165 = fmul_add(t163, t159, vertex);
            let t168 = fmin(t165, t142);
            let t171 = fadd(t168, t153);
            let t173 = fsub(t171, t153);
            let end = fmax(t173, from);
            // an input next to the vertex, and q·P there below an integer
            let t175 = fmin(vertex, t174);
            let t176 = fmax(t175, from);
            let t179 = fadd(t176, t153);
            let near = fsub(t179, t153);
            let offset = fsub(vertex, near);
            let t183 = fmul_add(s1, near, t153);
            let t185 = fsub(t183, t153);
            let t186 = fmul_less(s1, near, t185);
            let t187 = fmul_add(s2, near, t186);
            let t188 = fmul_add(c, near, b);
            let t189 = fmul(t188, near);
            let t190 = fmul_add(t189, near, a);
            let value = fadd(t190, t187);
            let t192 = fmul_add(q, value, t191);
            let t195 = fadd(t192, t153);
            let integer = fsub(t195, t153);
            let rise = fmul_sub(q, value, integer);
            let t197 = fsub(end, vertex);
            let t198 = fsub(vertex, from);
            let t199 = fmax(t197, t198);
            let farthest = fmul_add(t199, t200, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            let t201 = fmul(inverse, inverse_b);
            let t202 = fmul(offset, offset);
            let y = fmul_add(rise, t201, t202);
            let t205 = fmax(y, t89);
            let root = sqrt_near(t205);
            // how far they are from the class of inputs on which q divides that integer
            let t206 = fmul_add(integer, q_before, offset);
            let t207 = fadd(t206, root);
            let t210 = fmul_add(t207, inverse, t153);
            let t212 = fsub(t210, t153);
            let t213 = fmul_sub(t212, q, t207);
            let t214 = fmul(t213, t213);
            let t215 = fsub(t206, root);
            let t218 = fmul_add(t215, inverse, t153);
            let t220 = fsub(t218, t153);
            let t221 = fmul_sub(t220, q, t215);
            let t222 = fmul(t221, t221);
            let t223 = fmin(t214, t222);
            let t225 = fmul_add(root, t224, radius);
            let t226 = fmul(t225, t225);
            let t227 = fge(t226, t223);
            // or the arc reaches the integer after that one
            let t228 = fmul(farthest, farthest);
            let t229 = fsub(t228, y);
            let t230 = fge(t229, t201);
            let t231 = or(t227, t230);
            let t232 = flt(from, end);
            let hit = and(t231, t232);
            if any(hit) {
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                let t236 = fmul(c, t235);
                let t237 = fmul_add(t236, vertex, b);
                let t238 = fadd(t237, b);
                let t239 = fmul(t238, vertex);
                let t241 = fmul_sub(q, inverse, t89);
                let inverse_q = fmul_add(inverse, t241, inverse);
                let t243 = fdiv(t89, t237);
                let t244 = fmul_less(apart, inverse_q, t239);
                let t246 = fmul(t244, t159);
                let t247 = fmul_add(t246, t243, vertex);
                let offset_2 = fsub(t247, near);
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                let exact_unit = fmul(t243, inverse_q);
                let t248 = fmul(c, t243);
                let t249 = fmul(offset_2, offset_2);
                let t250 = fmul(t249, offset_2);
                let square = fmul_sub(t250, t248, t249);
                let bend = fmul(t248, t159);
                let t252 = fmul(bend, bend);
                let bend_2 = fmul(t252, t235);
                let farthest_2 = fmul(farthest, farthest);
                let t256 = fmax(spread, t89);
                let t257 = sqrt_near(t256);
                let wide = fmul(t257, t96);
                let mut passed = integer;
                let mut above = rise;
                let mut open = hit;
                // loop 3, crossings: at most 4194304 rounds
                for rounds in 0u64.. {
                    if rounds == 4194304 {
                        return out.overrun(3);
                    }
                    // one integer after the other, while the arc reaches it
                    let y_2 = fmul_add(above, exact_unit, square);
                    let t260 = fge(farthest_2, y_2);
                    let t261 = and(open, t260);
                    open = t261;
                    if !any(open) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    let t263 = fmax(y_2, t89);
                    let t264 = sqrt_near(t263);
                    let t265 = recip_near(t264);
                    let t267 = fmul(t265, t159);
                    let t268 = fmul_sub(t264, t264, t263);
                    let t269 = fmul_add(t268, t267, t264);
                    let t270 = fmul_sub(t269, t269, t263);
                    let t271 = fmul_add(t270, t267, t269);
                    let t272 = fmul_sub(t271, t271, t263);
                    let t273 = fmul_add(t272, t267, t271);
                    let t274 = fmul_sub(t273, t273, t263);
                    let root_2 = fmul_add(t274, t267, t273);
                    let t276 = fmul(spread, t275);
                    let t277 = fmul(t276, t265);
                    let t278 = fmin(t277, wide);
                    let t280 = fadd(t278, t279);
                    let t281 = fmul(bend_2, t263);
                    let t282 = fmul_add(t281, root_2, t280);
                    let width = fmul_add(q, t283, t282);
                    let t284 = fmul_add(passed, q_before, offset_2);
                    let middle = fmul_sub(bend, t263, t284);
                    let t287 = fsub(t99, root_2);
                    let mut signed = root_2;
                    for _ in 0..2 {
                        let t288 = fadd(middle, signed);
                        // members of the class near the root, as multiples of q
                        let t289 = fsub(t288, width);
                        let most = fadd(t288, width);
                        let t292 = fmul_add(t289, inverse_q, t159);
                        let t295 = fadd(t292, t153);
                        let t297 = fsub(t295, t153);
                        let t298 = fmul(t297, q);
                        let class = fmul(passed, q_before);
                        let mut multiple = t298;
                        // loop 4, members: at most 8192 rounds
                        for rounds in 0u64.. {
                            if rounds == 8192 {
                                return out.overrun(4);
                            }
                            let t299 = fge(most, multiple);
                            let near_root = and(open, t299);
                            if !any(near_root) {
                                break;
                            }
                            // the input, and P there against ε''
                            let t300 = fsub(multiple, class);
                            let t = fadd(near, t300);
                            let t301 = fge(t, from);
                            let t302 = flt(t, end);
                            let t303 = and(t301, t302);
                            let t304 = and(t303, near_root);
                            let t307 = fmul_add(s1, t, t153);
                            let t309 = fsub(t307, t153);
                            let t310 = fmul_less(s1, t, t309);
                            let t311 = fmul_add(s2, t, t310);
                            let t312 = fmul_add(c, t, b);
                            let t313 = fmul(t312, t);
                            let t314 = fmul_add(t313, t, a);
                            let t315 = fadd(t314, t311);
                            let t318 = fadd(t315, t153);
                            let t320 = fsub(t318, t153);
                            let t321 = fsub(t315, t320);
                            let t322 = fmul(t321, t321);
                            let t324 = fge(t323, t322);
                            let hard = and(t324, t304);
                            if any(hard) {
                                // report the part that the input belongs to
                                let t326 = mul(packet, t325);
                                let t327 = to_u64(t);
                                let t328 = shr_by(t327, 19);
                                let t329 = add(t326, t328);
                                emit(hard, t329, out);
                            }
                            let t330 = fadd(multiple, q);
                            multiple = t330;
                        }
                        signed = t287;
                    }
                    let t332 = fadd(passed, t89);
                    passed = t332;
                    let t334 = fadd(above, t89);
                    above = t334;
                }
            }
            // on to the next arc
            r_before = r;
            q_before = q;
            r = r_next;
            q = q_next;
            from = end;
            let t337 = flt(end, t142);
            if !any(t337) {
                break;
            }
        }
        let t339 = add(packet, t338);
        packet = t339;
    }
}

/// Tests one item, 2^19 consecutive inputs in 32 parts of L = 2^14, part by part, and writes the
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
/// - `item`: index of the item in the block, 0 … 131,071; the item is the inputs t = item·2^19 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^14 inputs from t = index·2^14.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^14, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
///    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
///    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
///    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
///    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
///    quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0xc00000·2^-52 = 2^-28.41 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 24 loads, 4 multiplies, 4 shifts, 18 wide multiplies
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn stage1(seed: &[u64; 24], item: u64, out: &mut Survivors) {
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
    let n = fsplat(16384.0);
    let threshold = fsplat(12582912.0);
    let width_2 = splat(8);
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
    let t22 = item_s0h << 14;
    let t23 = item_s0 >> 50;
    let t24 = t22.wrapping_add(t23);
    let t26 = item_s1h << 14;
    let t27 = item_s1 >> 50;
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
    let t35 = t24.wrapping_mul(8);
    let t36 = splat(t28);
    let t37 = mul(t36, stride1_2);
    let t38 = splat(t35);
    let t39 = add(t38, t37);
    let mut g1 = t39;
    let g2 = t28.wrapping_mul(64);
    let item_s1h_2 = splat(item_s1h);
    let t40 = mul(item_s1h_2, lane);
    let item_s0h_2 = splat(item_s0h);
    let t41 = add(item_s0h_2, t40);
    let mut s0 = t41;
    let s1 = item_s1h.wrapping_mul(8);
    // index of the first part of each lane
    let t43 = item.wrapping_mul(32);
    let t44 = splat(t43);
    let t45 = add(t44, lane);
    let mut part = t45;
    for _ in 0..4 {
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
        // loop 1, points: at most 16385 rounds
        for rounds in 0u64.. {
            if rounds == 16385 {
                return out.overrun(1);
            }
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
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t76 = fadd(u_new, v);
            let t77 = fge(t76, n);
            let last = and(t77, active);
            // take the step; who has N points, or q = 0, is done
            let t78 = fselect(active, d_new, d);
            d = t78;
            q = rest;
            u = u_new;
            let t79 = and_not(active, last);
            let t80 = fge(q, one);
            let t81 = and(t79, t80);
            active = t81;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t82 = fmul(p, inverse_2);
            let t83 = trunc(t82);
            let t84 = fmul_sub(t83, q, p);
            let t85 = fge(t84, q);
            let t86 = fadd(t83, one);
            let t87 = fsub(t84, q);
            let k_3 = fselect(t85, t86, t83);
            let rest_4 = fselect(t85, t87, t84);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t88 = fge(d, rest_4);
            let beyond = and(t88, active);
            let past = fsub(d, rest_4);
            let t89 = fmul(past, inverse_2);
            let t90 = trunc(t89);
            let t91 = fmul_sub(t90, q, past);
            let t92 = fge(t91, q);
            let t94 = fsub(t91, q);
            let rest_5 = fselect(t92, t94, t91);
            let mut rest_6 = rest_5;
            let t95 = fge(rest_6, q);
            let t96 = and(t95, beyond);
            if any(t96) {
                // rare: the estimate left more than one y
                let t97 = fdiv(past, q);
                let t98 = trunc(t97);
                let t99 = fmul_sub(t98, q, past);
                let t102 = flt(t99, zero_3);
                let t106 = fadd(t99, q);
                let t108 = fselect(t102, t106, t99);
                let t109 = fselect(t96, t108, rest_6);
                rest_6 = t109;
            }
            // elsewhere d stays
            let t110 = fselect(beyond, rest_6, d);
            let d_new_2 = t110;
            // lanes that have their N points with this step
            let t111 = fadd(u, v_new);
            let t112 = fge(t111, n);
            let last_2 = and(t112, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t113 = and_not(active, last_2);
            let t114 = fge(p, one);
            let t115 = and(t113, t114);
            active = t115;
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
        let t116 = add(g0, g1);
        g0 = t116;
        let g2_2 = splat(g2);
        let t117 = add(g1, g2_2);
        g1 = t117;
        let s1_2 = splat(s1);
        let t118 = add(s0, s1_2);
        s0 = t118;
        let t119 = add(part, width_2);
        part = t119;
    }
}

/// Tests one item, 2^14 consecutive inputs in 32 parts of L = 2^9, part by part, and writes the
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
/// - `item`: index of the item in the block, 0 … 4,194,303; the item is the inputs t = item·2^14 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^9 inputs from t = index·2^9.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^9, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
///    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
///    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
///    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
///    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
///    quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x108000·2^-52 = 2^-31.95 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 29 loads, 4 multiplies, 4 shifts, 22 wide multiplies
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn stage2(seed: &[u64; 29], item: u64, out: &mut Survivors) {
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
    let n = fsplat(512.0);
    let threshold = fsplat(1081344.0);
    let width_2 = splat(8);
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
    let t25 = item_s0h << 9;
    let t26 = item_s0 >> 55;
    let t27 = t25.wrapping_add(t26);
    let t29 = item_s1h << 9;
    let t30 = item_s1 >> 55;
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
    let t38 = t27.wrapping_mul(8);
    let t39 = splat(t31);
    let t40 = mul(t39, stride1_2);
    let t41 = splat(t38);
    let t42 = add(t41, t40);
    let mut g1 = t42;
    let g2 = t31.wrapping_mul(64);
    let item_s1h_2 = splat(item_s1h);
    let t43 = mul(item_s1h_2, lane);
    let item_s0h_2 = splat(item_s0h);
    let t44 = add(item_s0h_2, t43);
    let mut s0 = t44;
    let s1 = item_s1h.wrapping_mul(8);
    // index of the first part of each lane
    let t46 = item.wrapping_mul(32);
    let t47 = splat(t46);
    let t48 = add(t47, lane);
    let mut part = t48;
    for _ in 0..4 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t49 = shr_by(falling, 12);
        let a = to_f64(t49);
        let t50 = shr_by(g0, 12);
        let b = to_f64(t50);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t51 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t51;
        // loop 1, points: at most 513 rounds
        for rounds in 0u64.. {
            if rounds == 513 {
                return out.overrun(1);
            }
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t52 = fmul(q, inverse);
            let t53 = trunc(t52);
            let t54 = fmul_sub(t53, p, q);
            let t55 = fge(t54, p);
            let t56 = fadd(t53, one);
            let t57 = fsub(t54, p);
            let k = fselect(t55, t56, t53);
            let rest = fselect(t55, t57, t54);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t58 = fmul(d, inverse);
            let t59 = trunc(t58);
            let t60 = fmul_sub(t59, p, d);
            let t61 = fge(t60, p);
            let t63 = fsub(t60, p);
            let rest_2 = fselect(t61, t63, t60);
            let mut rest_3 = rest_2;
            let t64 = fge(rest_3, p);
            let t65 = and(t64, active);
            if any(t65) {
                // rare: the estimate left more than one y
                let t66 = fdiv(d, p);
                let t67 = trunc(t66);
                let t68 = fmul_sub(t67, p, d);
                let t71 = flt(t68, zero_3);
                let t75 = fadd(t68, p);
                let t77 = fselect(t71, t75, t68);
                let t78 = fselect(t65, t77, rest_3);
                rest_3 = t78;
            }
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t79 = fadd(u_new, v);
            let t80 = fge(t79, n);
            let last = and(t80, active);
            // take the step; who has N points, or q = 0, is done
            let t81 = fselect(active, d_new, d);
            d = t81;
            q = rest;
            u = u_new;
            let t82 = and_not(active, last);
            let t83 = fge(q, one);
            let t84 = and(t82, t83);
            active = t84;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t85 = fmul(p, inverse_2);
            let t86 = trunc(t85);
            let t87 = fmul_sub(t86, q, p);
            let t88 = fge(t87, q);
            let t89 = fadd(t86, one);
            let t90 = fsub(t87, q);
            let k_3 = fselect(t88, t89, t86);
            let rest_4 = fselect(t88, t90, t87);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t91 = fge(d, rest_4);
            let beyond = and(t91, active);
            let past = fsub(d, rest_4);
            let t92 = fmul(past, inverse_2);
            let t93 = trunc(t92);
            let t94 = fmul_sub(t93, q, past);
            let t95 = fge(t94, q);
            let t97 = fsub(t94, q);
            let rest_5 = fselect(t95, t97, t94);
            let mut rest_6 = rest_5;
            let t98 = fge(rest_6, q);
            let t99 = and(t98, beyond);
            if any(t99) {
                // rare: the estimate left more than one y
                let t100 = fdiv(past, q);
                let t101 = trunc(t100);
                let t102 = fmul_sub(t101, q, past);
                let t105 = flt(t102, zero_3);
                let t109 = fadd(t102, q);
                let t111 = fselect(t105, t109, t102);
                let t112 = fselect(t99, t111, rest_6);
                rest_6 = t112;
            }
            // elsewhere d stays
            let t113 = fselect(beyond, rest_6, d);
            let d_new_2 = t113;
            // lanes that have their N points with this step
            let t114 = fadd(u, v_new);
            let t115 = fge(t114, n);
            let last_2 = and(t115, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t116 = and_not(active, last_2);
            let t117 = fge(p, one);
            let t118 = and(t116, t117);
            active = t118;
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
        let t119 = add(g0, g1);
        g0 = t119;
        let g2_2 = splat(g2);
        let t120 = add(g1, g2_2);
        g1 = t120;
        let s1_2 = splat(s1);
        let t121 = add(s0, s1_2);
        s0 = t121;
        let t122 = add(part, width_2);
        part = t122;
    }
}

/// Walks one item, 2^9 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 512.
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
/// - `item`: index of the item in the block, 0 … 134,217,727; the item is the inputs t = item·2^9 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·512 + j and
///   is the input from t = index·1.
///
/// Postcondition: every input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits).
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x108000000·2^-64 = 2^-31.95: that is |P(t)
///    cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 7 adds, 1 comparisons, 3 multiplies
/// - shared by all lanes: 33 loads, 3 multiplies, 25 wide multiplies
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw")]
fn stage3(seed: &[u64; 33], item: u64, out: &mut Survivors) {
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
    let threshold = splat(0x108000000);
    let width_2 = splat(8);
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
    let t30 = item_g1hh.wrapping_mul(8);
    let item_g2h_3 = splat(item_g2h);
    let t31 = mul(item_g2h_3, stride1_2);
    let t32 = splat(t30);
    let t33 = add(t32, t31);
    let mut g1 = t33;
    let g2 = item_g2h.wrapping_mul(64);
    // index of the first part of each lane
    let t34 = item.wrapping_mul(512);
    let t35 = splat(t34);
    let t36 = add(t35, lane);
    let mut part = t36;
    for _ in 0..64 {
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
