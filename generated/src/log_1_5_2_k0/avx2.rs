//! Hard-to-round cases of log(x): kernel 0 of the plan.
//!
//! ```text
//! tmd-codegen gen log --range 1.5,2
//! ```
//!
//! An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
//! breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
//! what survives the last one is a candidate, which the host confirms with MPFR.
//!
//! ```text
//! function f     log(x) [given]
//! input format   binary64, p_in = 53 [given]
//! output format  binary64, p = 53, rounding all: breakpoints have 54 bits, numbers and midpoints
//!                [given]
//! threshold ε    2^-43 of the breakpoint spacing w [chosen for a few hundred cases]
//! inputs         [0x1.8p+0, 0x1.a61298e1e069cp+0): 669,781,059,307,164 inputs, h = 2^-52; 2^-2 ≤
//!                |f| ≤ 2^-1, w = 2^-55 [proved]
//!
//! domain            2^41 inputs, Taylor model of degree 7 [longest that is proved, up to 2^40 (or
//!                   a block) and a 16th of the work; least degree that is proved]
//! block             2^41 inputs with one seed, polynomial of degree 7 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           item of 2^35 inputs = 32 packets of T = 2^30; parts of 2^18; 2^6 items a block
//!                   [chosen by cost]
//!   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//!                   bits; orders Q = ∛(4/|g''|) < 2^18 [least that are proved to cost little]
//!   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//!                   cost]
//!   threshold 2ε''  0x7c00000·2^-63 = 2^-36.04 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-18.06 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 1           interval of 2^18 inputs = κ = 32 sub-intervals of 2^13 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 256, 192, 192 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x1d00000·2^-52 = 2^-27.14 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-12.24 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^13 inputs = κ = 32 sub-intervals of 2^8 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 256, 256, 256 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x7800·2^-52 = 2^-37.09 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-27.17 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^8 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 320, 320,
//!                   256 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x440000·2^-64 = 2^-41.91 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-41.95 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-37.05, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-368.67
//!                                        by interval Taylor arithmetic over the span, r = 2^40
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.99 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   terms dropped in a packet            2^-37.33 [proved: Σ Q_j·T^j from j = 4 on, T = 2^30]
//!   rounding of the packet's polynomial  2^-43.66 [proved: moved to a packet with 128, 192, 128,
//!                                        128 fraction bits, then A cut to 52 bits, the slope to
//!                                        77, B and C rounded to 53 bits below 2^-51 and 2^-104;
//!                                        times the powers of T]
//!   evaluation at an input               2^-39.79 [proved: at most 14 roundings to 2^-53 of
//!                                        numbers below 2^9.21]
//!
//! budget of stage 1: ε'' = 2^-28.16, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-368.67 by interval Taylor arithmetic over the
//!                                             span, r = 2^40 half a domain]
//!   Taylor coefficients                       2^-80.99 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-28.16 [proved: best line on L = 2^13 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.16, drift over
//!                                             half an item ≤ 2^-84.75]
//!   differences dropped from the tables       2^-50.33 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-45.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-35.95 [proved: coefficients cut to 256, 192, 192
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-38.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-38.09, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-368.67 by interval Taylor arithmetic over the
//!                                             span, r = 2^40 half a domain]
//!   Taylor coefficients                       2^-80.99 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-38.16 [proved: best line on L = 2^8 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-50.16, drift over
//!                                             half an item ≤ 2^-89.75]
//!   differences dropped from the tables       2^-65.33 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-50.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-59.99 [proved: coefficients cut to 256, 256, 256
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-43.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 3: ε'' = 2^-42.95, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-48.67 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-368.67
//!                                        by interval Taylor arithmetic over the span, r = 2^40
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.99 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   differences dropped from the tables  2^-80.35 [proved: Newton's remainder at degree 2 over 256
//!                                        parts: C(256, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-48.99 [proved: Σ C(256, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-76.00 [proved: coefficients cut to 320, 320, 256
//!                                        fraction bits, times the powers of the item index]
//! ```
//!
//! A block shares one seed (the host makes it: `seed` holds the words of one stage). The first
//! stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the
//! items of the next; those of the last are inputs, counted from the block's first.

use super::Survivors;
use super::lanes_avx2::*;

/// Runs `stage` on `items` of the block that `seed` describes and writes the surviving parts to
/// `out`; returns how many there are, `usize::MAX` for a stage or a seed that does not fit, or
/// `usize::MAX` less the number of a loop that has passed its bound.
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
#[target_feature(enable = "avx2,fma")]
fn emit(mask: Mask, part: Words, out: &mut Survivors) {
    for (survives, part) in mask_lanes(mask).into_iter().zip(to_lanes(part)) {
        if survives {
            out.push(part);
        }
    }
}

/// Searches one item, 2^35 consecutive inputs in 131,072 parts of L = 2^18, and writes the parts
/// that hold an input which may be an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..16]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
///   degree 7 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[16..37]`: slope P' there, as a polynomial of degree 6 in the packet index, the highest
///   coefficient first, 3 words (192 fraction bits) each.
/// - `seed[37..49]`: curvature P''/2 there, times 2^51, as a polynomial of degree 5 in the packet
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[49..59]`: P'''/6 there, times 2^103, as a polynomial of degree 4 in the packet index,
///   the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[59]`: the order Q of the Farey sequence.
/// - `item`: index of the item in the block, 0 … 63; the item is the inputs t = item·2^35 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·131,072 + j
///   and is the 2^18 inputs from t = index·2^18.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. A lane has a packet of T = 2^30 inputs. P there is A + S·t + B·t² + C·t³ modulo 1, moved by
///    Horner's rule in the packet's index, then in binary64.
/// 2. The slope rises. The packet is cut into arcs, the inputs where it is nearest to a fraction
///    r/q of the Farey sequence of order Q; one fraction follows from the two before it. Neighbours
///    are parted at their mediant.
/// 3. Along an arc q·P mod 1 is a parabola about the vertex, where the slope is r/q. An HR-case is
///    next to a root where q·P passes an integer I + K, and in the class t ≡ m - (I + K)·q_before
///    modulo q, m an input near the vertex: nowhere else is q·P(t) an integer that q divides.
/// 4. K = 0 is tried with both roots, roughly; where a member of the class is near one, or the arc
///    reaches the next integer, all roots are gone through exactly, and every member near one is
///    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0x7c00000·2^-63 = 2^-36.04.
///
/// Operations in the text below, each loop body once:
/// - per vector: 49 adds, 11 comparisons, 9 conversions, 7 divisions, 65 fused multiply-adds, 7
///   mask operations, 10 maxima, 6 minima, 40 multiplies, 3 reciprocal estimates, 4 root estimates,
///   1 selects, 5 shifts, 50 wide multiplies
/// - shared by all lanes: 1 conversions, 60 loads, 2 multiplies
#[target_feature(enable = "avx2,fma")]
fn stage0(seed: &[u64; 60], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3,
    ]);
    let t6 = splat(0);
    let t150 = fsplat(2.220446049250313e-16);
    let t153 = fsplat(1.1920928955078125e-7);
    let t158 = fsplat(6.462348535570529e-27);
    let t160 = fsplat(2.407412430484045e-35);
    let t161 = splat(0x8000000000000000);
    let t164 = fsplat(9.223372036854776e18);
    let t166 = fsplat(5.345529420184391e-51);
    let t167 = fsplat(1.0);
    let t169 = fsplat(-0.375);
    let t170 = fsplat(1.480202627135441e-11);
    let t174 = fsplat(1.06);
    let t175 = fsplat(8.32);
    let t177 = fsplat(0.0);
    let t221 = fsplat(1073741824.0);
    let t228 = fsplat(1.000000000003638);
    let t230 = fsplat(-0.5);
    let t232 = fsplat(6755399441055744.0);
    let t238 = fsplat(0.5);
    let t253 = fsplat(1073741823.0);
    let t270 = fsplat(0.4990234375);
    let t279 = fsplat(1.00076171875);
    let t303 = fsplat(0.00076171875);
    let t314 = fsplat(3.0);
    let t354 = fsplat(1.01);
    let t358 = fsplat(2.0);
    let t362 = fsplat(9.5367431640625e-7);
    let t402 = fsplat(4.9682535541466225e-23);
    let t404 = splat(4096);
    let t417 = splat(4);
    // index of the first packet of each lane
    let t1 = item.wrapping_mul(32);
    let t2 = splat(t1);
    let t3 = add(t2, lane);
    let mut packet = t3;
    for _ in 0..8 {
        // value g0 at this item: degree 7, 128 fraction bits
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
        let (t26, carry_7) = mul_add(t20, packet, t24, t6);
        let t27 = splat(seed[9]);
        let (t28, _carry_8) = mul_add(t22, packet, t27, carry_7);
        let t30 = splat(seed[10]);
        let (t32, carry_9) = mul_add(t26, packet, t30, t6);
        let t33 = splat(seed[11]);
        let (t34, _carry_10) = mul_add(t28, packet, t33, carry_9);
        let t36 = splat(seed[12]);
        let (t38, carry_11) = mul_add(t32, packet, t36, t6);
        let t39 = splat(seed[13]);
        let (t40, _carry_12) = mul_add(t34, packet, t39, carry_11);
        let t42 = splat(seed[14]);
        let (_item_g0, carry_13) = mul_add(t38, packet, t42, t6);
        let t44 = splat(seed[15]);
        let (item_g0h, _carry_14) = mul_add(t40, packet, t44, carry_13);
        // slope s at this item: degree 6, 192 fraction bits
        let t46 = splat(seed[16]);
        let t47 = splat(seed[19]);
        let (t49, carry_15) = mul_add(t46, packet, t47, t6);
        let t50 = splat(seed[17]);
        let t51 = splat(seed[20]);
        let (t52, carry_16) = mul_add(t50, packet, t51, carry_15);
        let t53 = splat(seed[18]);
        let t54 = splat(seed[21]);
        let (t55, _carry_17) = mul_add(t53, packet, t54, carry_16);
        let t57 = splat(seed[22]);
        let (t59, carry_18) = mul_add(t49, packet, t57, t6);
        let t60 = splat(seed[23]);
        let (t61, carry_19) = mul_add(t52, packet, t60, carry_18);
        let t62 = splat(seed[24]);
        let (t63, _carry_20) = mul_add(t55, packet, t62, carry_19);
        let t65 = splat(seed[25]);
        let (t67, carry_21) = mul_add(t59, packet, t65, t6);
        let t68 = splat(seed[26]);
        let (t69, carry_22) = mul_add(t61, packet, t68, carry_21);
        let t70 = splat(seed[27]);
        let (t71, _carry_23) = mul_add(t63, packet, t70, carry_22);
        let t73 = splat(seed[28]);
        let (t75, carry_24) = mul_add(t67, packet, t73, t6);
        let t76 = splat(seed[29]);
        let (t77, carry_25) = mul_add(t69, packet, t76, carry_24);
        let t78 = splat(seed[30]);
        let (t79, _carry_26) = mul_add(t71, packet, t78, carry_25);
        let t81 = splat(seed[31]);
        let (t83, carry_27) = mul_add(t75, packet, t81, t6);
        let t84 = splat(seed[32]);
        let (t85, carry_28) = mul_add(t77, packet, t84, carry_27);
        let t86 = splat(seed[33]);
        let (t87, _carry_29) = mul_add(t79, packet, t86, carry_28);
        let t89 = splat(seed[34]);
        let (_item_s, carry_30) = mul_add(t83, packet, t89, t6);
        let t91 = splat(seed[35]);
        let (item_sh, carry_31) = mul_add(t85, packet, t91, carry_30);
        let t92 = splat(seed[36]);
        let (item_shh, _carry_32) = mul_add(t87, packet, t92, carry_31);
        // curvature b at this item: degree 5, 128 fraction bits
        let t94 = splat(seed[37]);
        let t95 = splat(seed[39]);
        let (t97, carry_33) = mul_add(t94, packet, t95, t6);
        let t98 = splat(seed[38]);
        let t99 = splat(seed[40]);
        let (t100, _carry_34) = mul_add(t98, packet, t99, carry_33);
        let t102 = splat(seed[41]);
        let (t104, carry_35) = mul_add(t97, packet, t102, t6);
        let t105 = splat(seed[42]);
        let (t106, _carry_36) = mul_add(t100, packet, t105, carry_35);
        let t108 = splat(seed[43]);
        let (t110, carry_37) = mul_add(t104, packet, t108, t6);
        let t111 = splat(seed[44]);
        let (t112, _carry_38) = mul_add(t106, packet, t111, carry_37);
        let t114 = splat(seed[45]);
        let (t116, carry_39) = mul_add(t110, packet, t114, t6);
        let t117 = splat(seed[46]);
        let (t118, _carry_40) = mul_add(t112, packet, t117, carry_39);
        let t120 = splat(seed[47]);
        let (_item_b, carry_41) = mul_add(t116, packet, t120, t6);
        let t122 = splat(seed[48]);
        let (item_bh, _carry_42) = mul_add(t118, packet, t122, carry_41);
        // cubic c at this item: degree 4, 128 fraction bits
        let t124 = splat(seed[49]);
        let t125 = splat(seed[51]);
        let (t127, carry_43) = mul_add(t124, packet, t125, t6);
        let t128 = splat(seed[50]);
        let t129 = splat(seed[52]);
        let (t130, _carry_44) = mul_add(t128, packet, t129, carry_43);
        let t132 = splat(seed[53]);
        let (t134, carry_45) = mul_add(t127, packet, t132, t6);
        let t135 = splat(seed[54]);
        let (t136, _carry_46) = mul_add(t130, packet, t135, carry_45);
        let t138 = splat(seed[55]);
        let (t140, carry_47) = mul_add(t134, packet, t138, t6);
        let t141 = splat(seed[56]);
        let (t142, _carry_48) = mul_add(t136, packet, t141, carry_47);
        let t144 = splat(seed[57]);
        let (_item_c, carry_49) = mul_add(t140, packet, t144, t6);
        let t146 = splat(seed[58]);
        let (item_ch, _carry_50) = mul_add(t142, packet, t146, carry_49);
        // as numbers: A, the slope in two parts, B, C
        let t148 = shr_by(item_g0h, 12);
        let t149 = to_f64(t148);
        let a = fmul(t149, t150);
        let t151 = shr_by(item_shh, 41);
        let t152 = to_f64(t151);
        let s1 = fmul(t152, t153);
        let t154 = shl_by(item_shh, 23);
        let t155 = shr_by(item_sh, 41);
        let t156 = add(t154, t155);
        let t157 = to_f64_nearest(t156);
        let s2 = fmul(t157, t158);
        let t159 = to_f64_nearest(item_bh);
        let b = fmul(t159, t160);
        // C has a sign: it is read as a difference from 1/2
        let t162 = add(item_ch, t161);
        let t163 = to_f64_nearest(t162);
        let t165 = fsub(t163, t164);
        let c = fmul(t165, t166);
        let order = seed[59] as f64;
        // 1/B, the shear -3C/(8B) of the slope, the spread 2.1·ε''/B of squared roots
        let inverse_b = fdiv(t167, b);
        let t168 = fmul(c, inverse_b);
        let shear = fmul(t168, t169);
        let spread = fmul(inverse_b, t170);
        let t172 = fmax(spread, t167);
        let t173 = sqrt_near(t172);
        let radius = fmul_add(t173, t174, t175);
        // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
        let mut r_left = t177;
        let mut q_left = t167;
        let mut r_right = t167;
        let mut q_right = t167;
        // loop 1, neighbours: at most 34 rounds
        for rounds in 0u64.. {
            if rounds == 34 {
                return out.overrun(1);
            }
            let t181 = fmul_sub(q_left, s1, r_left);
            let t182 = fmul_sub(q_left, s2, t181);
            let t184 = fsub(t177, t182);
            let t186 = fmax(t184, t177);
            let t187 = fmul_sub(q_right, s1, r_right);
            let t188 = fmul_sub(q_right, s2, t187);
            let t190 = fmax(t188, t177);
            let t191 = fdiv(t190, t186);
            let order_2 = fsplat(order);
            let t192 = fsub(order_2, q_right);
            let t193 = fdiv(t192, q_left);
            let t194 = fmin(t191, t193);
            let t195 = trunc(t194);
            let t196 = fmul_add(t195, r_left, r_right);
            let t197 = fmul_add(t195, q_left, q_right);
            r_right = t196;
            q_right = t197;
            let t198 = fmul_sub(q_right, s1, r_right);
            let t199 = fmul_sub(q_right, s2, t198);
            let t201 = fmax(t199, t177);
            let t202 = fdiv(t186, t201);
            let order_3 = fsplat(order);
            let t203 = fsub(order_3, q_left);
            let t204 = fdiv(t203, q_right);
            let t205 = fmin(t202, t204);
            let t206 = trunc(t205);
            let t207 = fmul_add(t206, r_right, r_left);
            let t208 = fmul_add(t206, q_right, q_left);
            r_left = t207;
            q_left = t208;
            // they are neighbours once their mediant is beyond the order
            let t209 = fadd(q_left, q_right);
            let order_4 = fsplat(order);
            let t210 = fge(order_4, t209);
            if !any(t210) {
                break;
            }
        }
        // the fraction before the left one
        let order_5 = fsplat(order);
        let t211 = fadd(order_5, q_right);
        let t212 = fdiv(t211, q_left);
        let t213 = trunc(t212);
        let t214 = fmul_less(t213, r_left, r_right);
        let t215 = fmul_less(t213, q_left, q_right);
        let order_above = order * 1.000000000003638;
        let mut r_before = t214;
        let mut q_before = t215;
        let mut r = r_left;
        let mut q = q_left;
        // a packet beyond the range may be curved less than was proved: it is left out
        let t218 = fge(b, t150);
        let t222 = fselect(t218, t177, t221);
        let mut from = t222;
        // loop 2, arcs: at most 131072 rounds
        for rounds in 0u64.. {
            if rounds == 131072 {
                return out.overrun(2);
            }
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            let t223 = recip_near(q);
            let t224 = fmul_sub(q, t223, t167);
            let t225 = fmul_add(t223, t224, t223);
            let t226 = fmul_sub(q, t225, t167);
            let inverse = fmul_add(t225, t226, t225);
            let order_above_2 = fsplat(order_above);
            let t229 = fmul_add(q_before, t228, order_above_2);
            let t231 = fmul_add(t229, inverse, t230);
            let t233 = fadd(t231, t232);
            let t235 = fsub(t233, t232);
            let r_next = fmul_less(t235, r, r_before);
            let q_next = fmul_less(t235, q, q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            let t236 = fmul_sub(q, s1, r);
            let apart = fmul_sub(q, s2, t236);
            let unit = fmul(inverse, inverse_b);
            let t237 = fmul(apart, unit);
            let t239 = fmul_add(shear, t237, t238);
            let vertex = fmul(t237, t239);
            // the arc ends at the mediant's place, or with the packet
            let t240 = fadd(q, q_next);
            let t241 = recip_near(t240);
            let t242 = fmul(t241, unit);
            let t244 = fmul_add(t242, t238, vertex);
            let t247 = fmin(t244, t221);
            let t250 = fadd(t247, t232);
            let t252 = fsub(t250, t232);
            let end = fmax(t252, from);
            // an input next to the vertex, and q·P there below an integer
            let t254 = fmin(vertex, t253);
            let t255 = fmax(t254, from);
            let t258 = fadd(t255, t232);
            let near = fsub(t258, t232);
            let offset = fsub(vertex, near);
            let t262 = fmul_add(s1, near, t232);
            let t264 = fsub(t262, t232);
            let t265 = fmul_less(s1, near, t264);
            let t266 = fmul_add(s2, near, t265);
            let t267 = fmul_add(c, near, b);
            let t268 = fmul(t267, near);
            let t269 = fmul_add(t268, near, a);
            let value = fadd(t269, t266);
            let t271 = fmul_add(q, value, t270);
            let t274 = fadd(t271, t232);
            let integer = fsub(t274, t232);
            let rise = fmul_sub(q, value, integer);
            let t276 = fsub(end, vertex);
            let t277 = fsub(vertex, from);
            let t278 = fmax(t276, t277);
            let farthest = fmul_add(t278, t279, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            let t280 = fmul(inverse, inverse_b);
            let t281 = fmul(offset, offset);
            let y = fmul_add(rise, t280, t281);
            let t284 = fmax(y, t167);
            let root = sqrt_near(t284);
            // how far they are from the class of inputs on which q divides that integer
            let t285 = fmul_add(integer, q_before, offset);
            let t286 = fadd(t285, root);
            let t289 = fmul_add(t286, inverse, t232);
            let t291 = fsub(t289, t232);
            let t292 = fmul_sub(t291, q, t286);
            let t293 = fmul(t292, t292);
            let t294 = fsub(t285, root);
            let t297 = fmul_add(t294, inverse, t232);
            let t299 = fsub(t297, t232);
            let t300 = fmul_sub(t299, q, t294);
            let t301 = fmul(t300, t300);
            let t302 = fmin(t293, t301);
            let t304 = fmul_add(root, t303, radius);
            let t305 = fmul(t304, t304);
            let t306 = fge(t305, t302);
            // or the arc reaches the integer after that one
            let t307 = fmul(farthest, farthest);
            let t308 = fsub(t307, y);
            let t309 = fge(t308, t280);
            let t310 = or(t306, t309);
            let t311 = flt(from, end);
            let hit = and(t310, t311);
            if any(hit) {
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                let t315 = fmul(c, t314);
                let t316 = fmul_add(t315, vertex, b);
                let t317 = fadd(t316, b);
                let t318 = fmul(t317, vertex);
                let t320 = fmul_sub(q, inverse, t167);
                let inverse_q = fmul_add(inverse, t320, inverse);
                let t322 = fdiv(t167, t316);
                let t323 = fmul_less(apart, inverse_q, t318);
                let t325 = fmul(t323, t238);
                let t326 = fmul_add(t325, t322, vertex);
                let offset_2 = fsub(t326, near);
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                let exact_unit = fmul(t322, inverse_q);
                let t327 = fmul(c, t322);
                let t328 = fmul(offset_2, offset_2);
                let t329 = fmul(t328, offset_2);
                let square = fmul_sub(t329, t327, t328);
                let bend = fmul(t327, t238);
                let t331 = fmul(bend, bend);
                let bend_2 = fmul(t331, t314);
                let farthest_2 = fmul(farthest, farthest);
                let t335 = fmax(spread, t167);
                let t336 = sqrt_near(t335);
                let wide = fmul(t336, t174);
                let mut passed = integer;
                let mut above = rise;
                let mut open = hit;
                // loop 3, crossings: at most 2097152 rounds
                for rounds in 0u64.. {
                    if rounds == 2097152 {
                        return out.overrun(3);
                    }
                    // one integer after the other, while the arc reaches it
                    let y_2 = fmul_add(above, exact_unit, square);
                    let t339 = fge(farthest_2, y_2);
                    let t340 = and(open, t339);
                    open = t340;
                    if !any(open) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    let t342 = fmax(y_2, t167);
                    let t343 = sqrt_near(t342);
                    let t344 = recip_near(t343);
                    let t346 = fmul(t344, t238);
                    let t347 = fmul_sub(t343, t343, t342);
                    let t348 = fmul_add(t347, t346, t343);
                    let t349 = fmul_sub(t348, t348, t342);
                    let t350 = fmul_add(t349, t346, t348);
                    let t351 = fmul_sub(t350, t350, t342);
                    let t352 = fmul_add(t351, t346, t350);
                    let t353 = fmul_sub(t352, t352, t342);
                    let root_2 = fmul_add(t353, t346, t352);
                    let t355 = fmul(spread, t354);
                    let t356 = fmul(t355, t344);
                    let t357 = fmin(t356, wide);
                    let t359 = fadd(t357, t358);
                    let t360 = fmul(bend_2, t342);
                    let t361 = fmul_add(t360, root_2, t359);
                    let width = fmul_add(q, t362, t361);
                    let t363 = fmul_add(passed, q_before, offset_2);
                    let middle = fmul_sub(bend, t342, t363);
                    let t366 = fsub(t177, root_2);
                    let mut signed = root_2;
                    for _ in 0..2 {
                        let t367 = fadd(middle, signed);
                        // members of the class near the root, as multiples of q
                        let t368 = fsub(t367, width);
                        let most = fadd(t367, width);
                        let t371 = fmul_add(t368, inverse_q, t238);
                        let t374 = fadd(t371, t232);
                        let t376 = fsub(t374, t232);
                        let t377 = fmul(t376, q);
                        let class = fmul(passed, q_before);
                        let mut multiple = t377;
                        // loop 4, members: at most 1024 rounds
                        for rounds in 0u64.. {
                            if rounds == 1024 {
                                return out.overrun(4);
                            }
                            let t378 = fge(most, multiple);
                            let near_root = and(open, t378);
                            if !any(near_root) {
                                break;
                            }
                            // the input, and P there against ε''
                            let t379 = fsub(multiple, class);
                            let t = fadd(near, t379);
                            let t380 = fge(t, from);
                            let t381 = flt(t, end);
                            let t382 = and(t380, t381);
                            let t383 = and(t382, near_root);
                            let t386 = fmul_add(s1, t, t232);
                            let t388 = fsub(t386, t232);
                            let t389 = fmul_less(s1, t, t388);
                            let t390 = fmul_add(s2, t, t389);
                            let t391 = fmul_add(c, t, b);
                            let t392 = fmul(t391, t);
                            let t393 = fmul_add(t392, t, a);
                            let t394 = fadd(t393, t390);
                            let t397 = fadd(t394, t232);
                            let t399 = fsub(t397, t232);
                            let t400 = fsub(t394, t399);
                            let t401 = fmul(t400, t400);
                            let t403 = fge(t402, t401);
                            let hard = and(t403, t383);
                            if any(hard) {
                                // report the part that the input belongs to
                                let t405 = mul(packet, t404);
                                let t406 = to_u64(t);
                                let t407 = shr_by(t406, 18);
                                let t408 = add(t405, t407);
                                emit(hard, t408, out);
                            }
                            let t409 = fadd(multiple, q);
                            multiple = t409;
                        }
                        signed = t366;
                    }
                    let t411 = fadd(passed, t167);
                    passed = t411;
                    let t413 = fadd(above, t167);
                    above = t413;
                }
            }
            // on to the next arc
            r_before = r;
            q_before = q;
            r = r_next;
            q = q_next;
            from = end;
            let t416 = flt(end, t221);
            if !any(t416) {
                break;
            }
        }
        let t418 = add(packet, t417);
        packet = t418;
    }
}

/// Tests one item, 2^18 consecutive inputs in 32 parts of L = 2^13, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..32]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 7 in the item
///   index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `seed[32..53]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 6
///   in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[53..71]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 5 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 8,388,607; the item is the inputs t = item·2^18 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^13 inputs from t = index·2^13.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^13, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
///    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
///    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
///    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
///    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
///    quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x1d00000·2^-52 = 2^-27.14 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 71 loads, 4 multiplies, 4 shifts, 61 wide multiplies
#[target_feature(enable = "avx2,fma")]
fn stage1(seed: &[u64; 71], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        6, 10, 14, 18,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_3 = fsplat(0.0);
    let n = fsplat(8192.0);
    let threshold = fsplat(30408704.0);
    let width_2 = splat(4);
    // value g0 at this item: degree 7, 256 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[4], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[5], carry);
    let (t3, carry_3) = seed[2].carrying_mul_add(item, seed[6], carry_2);
    let (t4, _carry_4) = seed[3].carrying_mul_add(item, seed[7], carry_3);
    let (t6, carry_5) = t1.carrying_mul_add(item, seed[8], 0);
    let (t7, carry_6) = t2.carrying_mul_add(item, seed[9], carry_5);
    let (t8, carry_7) = t3.carrying_mul_add(item, seed[10], carry_6);
    let (t9, _carry_8) = t4.carrying_mul_add(item, seed[11], carry_7);
    let (t11, carry_9) = t6.carrying_mul_add(item, seed[12], 0);
    let (t12, carry_10) = t7.carrying_mul_add(item, seed[13], carry_9);
    let (t13, carry_11) = t8.carrying_mul_add(item, seed[14], carry_10);
    let (t14, _carry_12) = t9.carrying_mul_add(item, seed[15], carry_11);
    let (t16, carry_13) = t11.carrying_mul_add(item, seed[16], 0);
    let (t17, carry_14) = t12.carrying_mul_add(item, seed[17], carry_13);
    let (t18, carry_15) = t13.carrying_mul_add(item, seed[18], carry_14);
    let (t19, _carry_16) = t14.carrying_mul_add(item, seed[19], carry_15);
    let (t21, carry_17) = t16.carrying_mul_add(item, seed[20], 0);
    let (t22, carry_18) = t17.carrying_mul_add(item, seed[21], carry_17);
    let (t23, carry_19) = t18.carrying_mul_add(item, seed[22], carry_18);
    let (t24, _carry_20) = t19.carrying_mul_add(item, seed[23], carry_19);
    let (t26, carry_21) = t21.carrying_mul_add(item, seed[24], 0);
    let (t27, carry_22) = t22.carrying_mul_add(item, seed[25], carry_21);
    let (t28, carry_23) = t23.carrying_mul_add(item, seed[26], carry_22);
    let (t29, _carry_24) = t24.carrying_mul_add(item, seed[27], carry_23);
    let (_item_g0, carry_25) = t26.carrying_mul_add(item, seed[28], 0);
    let (_item_g0h, carry_26) = t27.carrying_mul_add(item, seed[29], carry_25);
    let (_item_g0hh, carry_27) = t28.carrying_mul_add(item, seed[30], carry_26);
    let (item_g0hhh, _carry_28) = t29.carrying_mul_add(item, seed[31], carry_27);
    // slope difference s0 at this item: degree 6, 192 fraction bits
    let (t32, carry_29) = seed[32].carrying_mul_add(item, seed[35], 0);
    let (t33, carry_30) = seed[33].carrying_mul_add(item, seed[36], carry_29);
    let (t34, _carry_31) = seed[34].carrying_mul_add(item, seed[37], carry_30);
    let (t36, carry_32) = t32.carrying_mul_add(item, seed[38], 0);
    let (t37, carry_33) = t33.carrying_mul_add(item, seed[39], carry_32);
    let (t38, _carry_34) = t34.carrying_mul_add(item, seed[40], carry_33);
    let (t40, carry_35) = t36.carrying_mul_add(item, seed[41], 0);
    let (t41, carry_36) = t37.carrying_mul_add(item, seed[42], carry_35);
    let (t42, _carry_37) = t38.carrying_mul_add(item, seed[43], carry_36);
    let (t44, carry_38) = t40.carrying_mul_add(item, seed[44], 0);
    let (t45, carry_39) = t41.carrying_mul_add(item, seed[45], carry_38);
    let (t46, _carry_40) = t42.carrying_mul_add(item, seed[46], carry_39);
    let (t48, carry_41) = t44.carrying_mul_add(item, seed[47], 0);
    let (t49, carry_42) = t45.carrying_mul_add(item, seed[48], carry_41);
    let (t50, _carry_43) = t46.carrying_mul_add(item, seed[49], carry_42);
    let (_item_s0, carry_44) = t48.carrying_mul_add(item, seed[50], 0);
    let (item_s0h, carry_45) = t49.carrying_mul_add(item, seed[51], carry_44);
    let (item_s0hh, _carry_46) = t50.carrying_mul_add(item, seed[52], carry_45);
    // slope difference s1 at this item: degree 5, 192 fraction bits
    let (t53, carry_47) = seed[53].carrying_mul_add(item, seed[56], 0);
    let (t54, carry_48) = seed[54].carrying_mul_add(item, seed[57], carry_47);
    let (t55, _carry_49) = seed[55].carrying_mul_add(item, seed[58], carry_48);
    let (t57, carry_50) = t53.carrying_mul_add(item, seed[59], 0);
    let (t58, carry_51) = t54.carrying_mul_add(item, seed[60], carry_50);
    let (t59, _carry_52) = t55.carrying_mul_add(item, seed[61], carry_51);
    let (t61, carry_53) = t57.carrying_mul_add(item, seed[62], 0);
    let (t62, carry_54) = t58.carrying_mul_add(item, seed[63], carry_53);
    let (t63, _carry_55) = t59.carrying_mul_add(item, seed[64], carry_54);
    let (t65, carry_56) = t61.carrying_mul_add(item, seed[65], 0);
    let (t66, carry_57) = t62.carrying_mul_add(item, seed[66], carry_56);
    let (t67, _carry_58) = t63.carrying_mul_add(item, seed[67], carry_57);
    let (_item_s1, carry_59) = t65.carrying_mul_add(item, seed[68], 0);
    let (item_s1h, carry_60) = t66.carrying_mul_add(item, seed[69], carry_59);
    let (item_s1hh, _carry_61) = t67.carrying_mul_add(item, seed[70], carry_60);
    // differences of the value: the slope's times the part's length
    let t73 = item_s0hh << 13;
    let t74 = item_s0h >> 51;
    let t75 = t73.wrapping_add(t74);
    let t80 = item_s1hh << 13;
    let t81 = item_s1h >> 51;
    let t82 = t80.wrapping_add(t81);
    // tables of the lanes, stride = number of lanes
    let t83 = splat(t75);
    let t84 = mul(t83, lane);
    let item_g0hhh_2 = splat(item_g0hhh);
    let t85 = add(item_g0hhh_2, t84);
    let t86 = splat(t82);
    let t87 = mul(t86, lane_choose_2);
    let t88 = add(t85, t87);
    let mut g0 = t88;
    let t89 = t75.wrapping_mul(4);
    let t90 = splat(t82);
    let t91 = mul(t90, stride1_2);
    let t92 = splat(t89);
    let t93 = add(t92, t91);
    let mut g1 = t93;
    let g2 = t82.wrapping_mul(16);
    let item_s1hh_2 = splat(item_s1hh);
    let t94 = mul(item_s1hh_2, lane);
    let item_s0hh_2 = splat(item_s0hh);
    let t95 = add(item_s0hh_2, t94);
    let mut s0 = t95;
    let s1 = item_s1hh.wrapping_mul(4);
    // index of the first part of each lane
    let t97 = item.wrapping_mul(32);
    let t98 = splat(t97);
    let t99 = add(t98, lane);
    let mut part = t99;
    for _ in 0..8 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t100 = shr_by(falling, 12);
        let a = to_f64(t100);
        let t101 = shr_by(g0, 12);
        let b = to_f64(t101);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t102 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t102;
        // loop 1, points: at most 8193 rounds
        for rounds in 0u64.. {
            if rounds == 8193 {
                return out.overrun(1);
            }
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t103 = fmul(q, inverse);
            let t104 = trunc(t103);
            let t105 = fmul_sub(t104, p, q);
            let t106 = fge(t105, p);
            let t107 = fadd(t104, one);
            let t108 = fsub(t105, p);
            let k = fselect(t106, t107, t104);
            let rest = fselect(t106, t108, t105);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t109 = fmul(d, inverse);
            let t110 = trunc(t109);
            let t111 = fmul_sub(t110, p, d);
            let t112 = fge(t111, p);
            let t114 = fsub(t111, p);
            let rest_2 = fselect(t112, t114, t111);
            let mut rest_3 = rest_2;
            let t115 = fge(rest_3, p);
            let t116 = and(t115, active);
            if any(t116) {
                // rare: the estimate left more than one y
                let t117 = fdiv(d, p);
                let t118 = trunc(t117);
                let t119 = fmul_sub(t118, p, d);
                let t122 = flt(t119, zero_3);
                let t126 = fadd(t119, p);
                let t128 = fselect(t122, t126, t119);
                let t129 = fselect(t116, t128, rest_3);
                rest_3 = t129;
            }
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t130 = fadd(u_new, v);
            let t131 = fge(t130, n);
            let last = and(t131, active);
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
                let t156 = flt(t153, zero_3);
                let t160 = fadd(t153, q);
                let t162 = fselect(t156, t160, t153);
                let t163 = fselect(t150, t162, rest_6);
                rest_6 = t163;
            }
            // elsewhere d stays
            let t164 = fselect(beyond, rest_6, d);
            let d_new_2 = t164;
            // lanes that have their N points with this step
            let t165 = fadd(u, v_new);
            let t166 = fge(t165, n);
            let last_2 = and(t166, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t167 = and_not(active, last_2);
            let t168 = fge(p, one);
            let t169 = and(t167, t168);
            active = t169;
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
        let t170 = add(g0, g1);
        g0 = t170;
        let g2_2 = splat(g2);
        let t171 = add(g1, g2_2);
        g1 = t171;
        let s1_2 = splat(s1);
        let t172 = add(s0, s1_2);
        s0 = t172;
        let t173 = add(part, width_2);
        part = t173;
    }
}

/// Tests one item, 2^13 consecutive inputs in 32 parts of L = 2^8, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..32]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 7 in the item
///   index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `seed[32..60]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 6
///   in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `seed[60..84]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 5 in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 268,435,455; the item is the inputs t = item·2^13
///   …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^8 inputs from t = index·2^8.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^8, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
///    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
///    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
///    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
///    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
///    quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x7800·2^-52 = 2^-37.09 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 84 loads, 4 multiplies, 4 shifts, 72 wide multiplies
#[target_feature(enable = "avx2,fma")]
fn stage2(seed: &[u64; 84], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        6, 10, 14, 18,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_3 = fsplat(0.0);
    let n = fsplat(256.0);
    let threshold = fsplat(30720.0);
    let width_2 = splat(4);
    // value g0 at this item: degree 7, 256 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[4], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[5], carry);
    let (t3, carry_3) = seed[2].carrying_mul_add(item, seed[6], carry_2);
    let (t4, _carry_4) = seed[3].carrying_mul_add(item, seed[7], carry_3);
    let (t6, carry_5) = t1.carrying_mul_add(item, seed[8], 0);
    let (t7, carry_6) = t2.carrying_mul_add(item, seed[9], carry_5);
    let (t8, carry_7) = t3.carrying_mul_add(item, seed[10], carry_6);
    let (t9, _carry_8) = t4.carrying_mul_add(item, seed[11], carry_7);
    let (t11, carry_9) = t6.carrying_mul_add(item, seed[12], 0);
    let (t12, carry_10) = t7.carrying_mul_add(item, seed[13], carry_9);
    let (t13, carry_11) = t8.carrying_mul_add(item, seed[14], carry_10);
    let (t14, _carry_12) = t9.carrying_mul_add(item, seed[15], carry_11);
    let (t16, carry_13) = t11.carrying_mul_add(item, seed[16], 0);
    let (t17, carry_14) = t12.carrying_mul_add(item, seed[17], carry_13);
    let (t18, carry_15) = t13.carrying_mul_add(item, seed[18], carry_14);
    let (t19, _carry_16) = t14.carrying_mul_add(item, seed[19], carry_15);
    let (t21, carry_17) = t16.carrying_mul_add(item, seed[20], 0);
    let (t22, carry_18) = t17.carrying_mul_add(item, seed[21], carry_17);
    let (t23, carry_19) = t18.carrying_mul_add(item, seed[22], carry_18);
    let (t24, _carry_20) = t19.carrying_mul_add(item, seed[23], carry_19);
    let (t26, carry_21) = t21.carrying_mul_add(item, seed[24], 0);
    let (t27, carry_22) = t22.carrying_mul_add(item, seed[25], carry_21);
    let (t28, carry_23) = t23.carrying_mul_add(item, seed[26], carry_22);
    let (t29, _carry_24) = t24.carrying_mul_add(item, seed[27], carry_23);
    let (_item_g0, carry_25) = t26.carrying_mul_add(item, seed[28], 0);
    let (_item_g0h, carry_26) = t27.carrying_mul_add(item, seed[29], carry_25);
    let (_item_g0hh, carry_27) = t28.carrying_mul_add(item, seed[30], carry_26);
    let (item_g0hhh, _carry_28) = t29.carrying_mul_add(item, seed[31], carry_27);
    // slope difference s0 at this item: degree 6, 256 fraction bits
    let (t32, carry_29) = seed[32].carrying_mul_add(item, seed[36], 0);
    let (t33, carry_30) = seed[33].carrying_mul_add(item, seed[37], carry_29);
    let (t34, carry_31) = seed[34].carrying_mul_add(item, seed[38], carry_30);
    let (t35, _carry_32) = seed[35].carrying_mul_add(item, seed[39], carry_31);
    let (t37, carry_33) = t32.carrying_mul_add(item, seed[40], 0);
    let (t38, carry_34) = t33.carrying_mul_add(item, seed[41], carry_33);
    let (t39, carry_35) = t34.carrying_mul_add(item, seed[42], carry_34);
    let (t40, _carry_36) = t35.carrying_mul_add(item, seed[43], carry_35);
    let (t42, carry_37) = t37.carrying_mul_add(item, seed[44], 0);
    let (t43, carry_38) = t38.carrying_mul_add(item, seed[45], carry_37);
    let (t44, carry_39) = t39.carrying_mul_add(item, seed[46], carry_38);
    let (t45, _carry_40) = t40.carrying_mul_add(item, seed[47], carry_39);
    let (t47, carry_41) = t42.carrying_mul_add(item, seed[48], 0);
    let (t48, carry_42) = t43.carrying_mul_add(item, seed[49], carry_41);
    let (t49, carry_43) = t44.carrying_mul_add(item, seed[50], carry_42);
    let (t50, _carry_44) = t45.carrying_mul_add(item, seed[51], carry_43);
    let (t52, carry_45) = t47.carrying_mul_add(item, seed[52], 0);
    let (t53, carry_46) = t48.carrying_mul_add(item, seed[53], carry_45);
    let (t54, carry_47) = t49.carrying_mul_add(item, seed[54], carry_46);
    let (t55, _carry_48) = t50.carrying_mul_add(item, seed[55], carry_47);
    let (_item_s0, carry_49) = t52.carrying_mul_add(item, seed[56], 0);
    let (_item_s0h, carry_50) = t53.carrying_mul_add(item, seed[57], carry_49);
    let (item_s0hh, carry_51) = t54.carrying_mul_add(item, seed[58], carry_50);
    let (item_s0hhh, _carry_52) = t55.carrying_mul_add(item, seed[59], carry_51);
    // slope difference s1 at this item: degree 5, 256 fraction bits
    let (t58, carry_53) = seed[60].carrying_mul_add(item, seed[64], 0);
    let (t59, carry_54) = seed[61].carrying_mul_add(item, seed[65], carry_53);
    let (t60, carry_55) = seed[62].carrying_mul_add(item, seed[66], carry_54);
    let (t61, _carry_56) = seed[63].carrying_mul_add(item, seed[67], carry_55);
    let (t63, carry_57) = t58.carrying_mul_add(item, seed[68], 0);
    let (t64, carry_58) = t59.carrying_mul_add(item, seed[69], carry_57);
    let (t65, carry_59) = t60.carrying_mul_add(item, seed[70], carry_58);
    let (t66, _carry_60) = t61.carrying_mul_add(item, seed[71], carry_59);
    let (t68, carry_61) = t63.carrying_mul_add(item, seed[72], 0);
    let (t69, carry_62) = t64.carrying_mul_add(item, seed[73], carry_61);
    let (t70, carry_63) = t65.carrying_mul_add(item, seed[74], carry_62);
    let (t71, _carry_64) = t66.carrying_mul_add(item, seed[75], carry_63);
    let (t73, carry_65) = t68.carrying_mul_add(item, seed[76], 0);
    let (t74, carry_66) = t69.carrying_mul_add(item, seed[77], carry_65);
    let (t75, carry_67) = t70.carrying_mul_add(item, seed[78], carry_66);
    let (t76, _carry_68) = t71.carrying_mul_add(item, seed[79], carry_67);
    let (_item_s1, carry_69) = t73.carrying_mul_add(item, seed[80], 0);
    let (_item_s1h, carry_70) = t74.carrying_mul_add(item, seed[81], carry_69);
    let (item_s1hh, carry_71) = t75.carrying_mul_add(item, seed[82], carry_70);
    let (item_s1hhh, _carry_72) = t76.carrying_mul_add(item, seed[83], carry_71);
    // differences of the value: the slope's times the part's length
    let t85 = item_s0hhh << 8;
    let t86 = item_s0hh >> 56;
    let t87 = t85.wrapping_add(t86);
    let t95 = item_s1hhh << 8;
    let t96 = item_s1hh >> 56;
    let t97 = t95.wrapping_add(t96);
    // tables of the lanes, stride = number of lanes
    let t98 = splat(t87);
    let t99 = mul(t98, lane);
    let item_g0hhh_2 = splat(item_g0hhh);
    let t100 = add(item_g0hhh_2, t99);
    let t101 = splat(t97);
    let t102 = mul(t101, lane_choose_2);
    let t103 = add(t100, t102);
    let mut g0 = t103;
    let t104 = t87.wrapping_mul(4);
    let t105 = splat(t97);
    let t106 = mul(t105, stride1_2);
    let t107 = splat(t104);
    let t108 = add(t107, t106);
    let mut g1 = t108;
    let g2 = t97.wrapping_mul(16);
    let item_s1hhh_2 = splat(item_s1hhh);
    let t109 = mul(item_s1hhh_2, lane);
    let item_s0hhh_2 = splat(item_s0hhh);
    let t110 = add(item_s0hhh_2, t109);
    let mut s0 = t110;
    let s1 = item_s1hhh.wrapping_mul(4);
    // index of the first part of each lane
    let t112 = item.wrapping_mul(32);
    let t113 = splat(t112);
    let t114 = add(t113, lane);
    let mut part = t114;
    for _ in 0..8 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t115 = shr_by(falling, 12);
        let a = to_f64(t115);
        let t116 = shr_by(g0, 12);
        let b = to_f64(t116);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t117 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t117;
        // loop 1, points: at most 257 rounds
        for rounds in 0u64.. {
            if rounds == 257 {
                return out.overrun(1);
            }
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t118 = fmul(q, inverse);
            let t119 = trunc(t118);
            let t120 = fmul_sub(t119, p, q);
            let t121 = fge(t120, p);
            let t122 = fadd(t119, one);
            let t123 = fsub(t120, p);
            let k = fselect(t121, t122, t119);
            let rest = fselect(t121, t123, t120);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t124 = fmul(d, inverse);
            let t125 = trunc(t124);
            let t126 = fmul_sub(t125, p, d);
            let t127 = fge(t126, p);
            let t129 = fsub(t126, p);
            let rest_2 = fselect(t127, t129, t126);
            let mut rest_3 = rest_2;
            let t130 = fge(rest_3, p);
            let t131 = and(t130, active);
            if any(t131) {
                // rare: the estimate left more than one y
                let t132 = fdiv(d, p);
                let t133 = trunc(t132);
                let t134 = fmul_sub(t133, p, d);
                let t137 = flt(t134, zero_3);
                let t141 = fadd(t134, p);
                let t143 = fselect(t137, t141, t134);
                let t144 = fselect(t131, t143, rest_3);
                rest_3 = t144;
            }
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t145 = fadd(u_new, v);
            let t146 = fge(t145, n);
            let last = and(t146, active);
            // take the step; who has N points, or q = 0, is done
            let t147 = fselect(active, d_new, d);
            d = t147;
            q = rest;
            u = u_new;
            let t148 = and_not(active, last);
            let t149 = fge(q, one);
            let t150 = and(t148, t149);
            active = t150;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t151 = fmul(p, inverse_2);
            let t152 = trunc(t151);
            let t153 = fmul_sub(t152, q, p);
            let t154 = fge(t153, q);
            let t155 = fadd(t152, one);
            let t156 = fsub(t153, q);
            let k_3 = fselect(t154, t155, t152);
            let rest_4 = fselect(t154, t156, t153);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t157 = fge(d, rest_4);
            let beyond = and(t157, active);
            let past = fsub(d, rest_4);
            let t158 = fmul(past, inverse_2);
            let t159 = trunc(t158);
            let t160 = fmul_sub(t159, q, past);
            let t161 = fge(t160, q);
            let t163 = fsub(t160, q);
            let rest_5 = fselect(t161, t163, t160);
            let mut rest_6 = rest_5;
            let t164 = fge(rest_6, q);
            let t165 = and(t164, beyond);
            if any(t165) {
                // rare: the estimate left more than one y
                let t166 = fdiv(past, q);
                let t167 = trunc(t166);
                let t168 = fmul_sub(t167, q, past);
                let t171 = flt(t168, zero_3);
                let t175 = fadd(t168, q);
                let t177 = fselect(t171, t175, t168);
                let t178 = fselect(t165, t177, rest_6);
                rest_6 = t178;
            }
            // elsewhere d stays
            let t179 = fselect(beyond, rest_6, d);
            let d_new_2 = t179;
            // lanes that have their N points with this step
            let t180 = fadd(u, v_new);
            let t181 = fge(t180, n);
            let last_2 = and(t181, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t182 = and_not(active, last_2);
            let t183 = fge(p, one);
            let t184 = and(t182, t183);
            active = t184;
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
        let t185 = add(g0, g1);
        g0 = t185;
        let g2_2 = splat(g2);
        let t186 = add(g1, g2_2);
        g1 = t186;
        let s1_2 = splat(s1);
        let t187 = add(s0, s1_2);
        s0 = t187;
        let t188 = add(part, width_2);
        part = t188;
    }
}

/// Walks one item, 2^8 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 256.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..40]`: P + ε'' at the first input, as a polynomial of degree 7 in the item index, the
///   highest coefficient first, 5 words (320 fraction bits) each.
/// - `seed[40..75]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
///   degree 6 in the item index, the highest coefficient first, 5 words (320 fraction bits) each.
/// - `seed[75..99]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
///   degree 5 in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 8,589,934,591; the item is the inputs t = item·2^8
///   …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·256 + j and
///   is the input from t = index·1.
///
/// Postcondition: every input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits).
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x440000·2^-64 = 2^-41.91: that is |P(t)
///    cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 7 adds, 1 comparisons, 3 multiplies
/// - shared by all lanes: 99 loads, 3 multiplies, 85 wide multiplies
#[target_feature(enable = "avx2,fma")]
fn stage3(seed: &[u64; 99], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1, 2, 3,
    ]);
    #[rustfmt::skip]
    let lane_choose_2 = lanes([
        0, 0, 1, 3,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        6, 10, 14, 18,
    ]);
    let threshold = splat(4456448);
    let width_2 = splat(4);
    // value g0 at this item: degree 7, 320 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[5], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[6], carry);
    let (t3, carry_3) = seed[2].carrying_mul_add(item, seed[7], carry_2);
    let (t4, carry_4) = seed[3].carrying_mul_add(item, seed[8], carry_3);
    let (t5, _carry_5) = seed[4].carrying_mul_add(item, seed[9], carry_4);
    let (t7, carry_6) = t1.carrying_mul_add(item, seed[10], 0);
    let (t8, carry_7) = t2.carrying_mul_add(item, seed[11], carry_6);
    let (t9, carry_8) = t3.carrying_mul_add(item, seed[12], carry_7);
    let (t10, carry_9) = t4.carrying_mul_add(item, seed[13], carry_8);
    let (t11, _carry_10) = t5.carrying_mul_add(item, seed[14], carry_9);
    let (t13, carry_11) = t7.carrying_mul_add(item, seed[15], 0);
    let (t14, carry_12) = t8.carrying_mul_add(item, seed[16], carry_11);
    let (t15, carry_13) = t9.carrying_mul_add(item, seed[17], carry_12);
    let (t16, carry_14) = t10.carrying_mul_add(item, seed[18], carry_13);
    let (t17, _carry_15) = t11.carrying_mul_add(item, seed[19], carry_14);
    let (t19, carry_16) = t13.carrying_mul_add(item, seed[20], 0);
    let (t20, carry_17) = t14.carrying_mul_add(item, seed[21], carry_16);
    let (t21, carry_18) = t15.carrying_mul_add(item, seed[22], carry_17);
    let (t22, carry_19) = t16.carrying_mul_add(item, seed[23], carry_18);
    let (t23, _carry_20) = t17.carrying_mul_add(item, seed[24], carry_19);
    let (t25, carry_21) = t19.carrying_mul_add(item, seed[25], 0);
    let (t26, carry_22) = t20.carrying_mul_add(item, seed[26], carry_21);
    let (t27, carry_23) = t21.carrying_mul_add(item, seed[27], carry_22);
    let (t28, carry_24) = t22.carrying_mul_add(item, seed[28], carry_23);
    let (t29, _carry_25) = t23.carrying_mul_add(item, seed[29], carry_24);
    let (t31, carry_26) = t25.carrying_mul_add(item, seed[30], 0);
    let (t32, carry_27) = t26.carrying_mul_add(item, seed[31], carry_26);
    let (t33, carry_28) = t27.carrying_mul_add(item, seed[32], carry_27);
    let (t34, carry_29) = t28.carrying_mul_add(item, seed[33], carry_28);
    let (t35, _carry_30) = t29.carrying_mul_add(item, seed[34], carry_29);
    let (_item_g0, carry_31) = t31.carrying_mul_add(item, seed[35], 0);
    let (_item_g0h, carry_32) = t32.carrying_mul_add(item, seed[36], carry_31);
    let (_item_g0hh, carry_33) = t33.carrying_mul_add(item, seed[37], carry_32);
    let (_item_g0hhh, carry_34) = t34.carrying_mul_add(item, seed[38], carry_33);
    let (item_g0hhhh, _carry_35) = t35.carrying_mul_add(item, seed[39], carry_34);
    // value difference g1 at this item: degree 6, 320 fraction bits
    let (t38, carry_36) = seed[40].carrying_mul_add(item, seed[45], 0);
    let (t39, carry_37) = seed[41].carrying_mul_add(item, seed[46], carry_36);
    let (t40, carry_38) = seed[42].carrying_mul_add(item, seed[47], carry_37);
    let (t41, carry_39) = seed[43].carrying_mul_add(item, seed[48], carry_38);
    let (t42, _carry_40) = seed[44].carrying_mul_add(item, seed[49], carry_39);
    let (t44, carry_41) = t38.carrying_mul_add(item, seed[50], 0);
    let (t45, carry_42) = t39.carrying_mul_add(item, seed[51], carry_41);
    let (t46, carry_43) = t40.carrying_mul_add(item, seed[52], carry_42);
    let (t47, carry_44) = t41.carrying_mul_add(item, seed[53], carry_43);
    let (t48, _carry_45) = t42.carrying_mul_add(item, seed[54], carry_44);
    let (t50, carry_46) = t44.carrying_mul_add(item, seed[55], 0);
    let (t51, carry_47) = t45.carrying_mul_add(item, seed[56], carry_46);
    let (t52, carry_48) = t46.carrying_mul_add(item, seed[57], carry_47);
    let (t53, carry_49) = t47.carrying_mul_add(item, seed[58], carry_48);
    let (t54, _carry_50) = t48.carrying_mul_add(item, seed[59], carry_49);
    let (t56, carry_51) = t50.carrying_mul_add(item, seed[60], 0);
    let (t57, carry_52) = t51.carrying_mul_add(item, seed[61], carry_51);
    let (t58, carry_53) = t52.carrying_mul_add(item, seed[62], carry_52);
    let (t59, carry_54) = t53.carrying_mul_add(item, seed[63], carry_53);
    let (t60, _carry_55) = t54.carrying_mul_add(item, seed[64], carry_54);
    let (t62, carry_56) = t56.carrying_mul_add(item, seed[65], 0);
    let (t63, carry_57) = t57.carrying_mul_add(item, seed[66], carry_56);
    let (t64, carry_58) = t58.carrying_mul_add(item, seed[67], carry_57);
    let (t65, carry_59) = t59.carrying_mul_add(item, seed[68], carry_58);
    let (t66, _carry_60) = t60.carrying_mul_add(item, seed[69], carry_59);
    let (_item_g1, carry_61) = t62.carrying_mul_add(item, seed[70], 0);
    let (_item_g1h, carry_62) = t63.carrying_mul_add(item, seed[71], carry_61);
    let (_item_g1hh, carry_63) = t64.carrying_mul_add(item, seed[72], carry_62);
    let (_item_g1hhh, carry_64) = t65.carrying_mul_add(item, seed[73], carry_63);
    let (item_g1hhhh, _carry_65) = t66.carrying_mul_add(item, seed[74], carry_64);
    // value difference g2 at this item: degree 5, 256 fraction bits
    let (t69, carry_66) = seed[75].carrying_mul_add(item, seed[79], 0);
    let (t70, carry_67) = seed[76].carrying_mul_add(item, seed[80], carry_66);
    let (t71, carry_68) = seed[77].carrying_mul_add(item, seed[81], carry_67);
    let (t72, _carry_69) = seed[78].carrying_mul_add(item, seed[82], carry_68);
    let (t74, carry_70) = t69.carrying_mul_add(item, seed[83], 0);
    let (t75, carry_71) = t70.carrying_mul_add(item, seed[84], carry_70);
    let (t76, carry_72) = t71.carrying_mul_add(item, seed[85], carry_71);
    let (t77, _carry_73) = t72.carrying_mul_add(item, seed[86], carry_72);
    let (t79, carry_74) = t74.carrying_mul_add(item, seed[87], 0);
    let (t80, carry_75) = t75.carrying_mul_add(item, seed[88], carry_74);
    let (t81, carry_76) = t76.carrying_mul_add(item, seed[89], carry_75);
    let (t82, _carry_77) = t77.carrying_mul_add(item, seed[90], carry_76);
    let (t84, carry_78) = t79.carrying_mul_add(item, seed[91], 0);
    let (t85, carry_79) = t80.carrying_mul_add(item, seed[92], carry_78);
    let (t86, carry_80) = t81.carrying_mul_add(item, seed[93], carry_79);
    let (t87, _carry_81) = t82.carrying_mul_add(item, seed[94], carry_80);
    let (_item_g2, carry_82) = t84.carrying_mul_add(item, seed[95], 0);
    let (_item_g2h, carry_83) = t85.carrying_mul_add(item, seed[96], carry_82);
    let (_item_g2hh, carry_84) = t86.carrying_mul_add(item, seed[97], carry_83);
    let (item_g2hhh, _carry_85) = t87.carrying_mul_add(item, seed[98], carry_84);
    let item_g1hhhh_2 = splat(item_g1hhhh);
    let t89 = mul(item_g1hhhh_2, lane);
    let item_g0hhhh_2 = splat(item_g0hhhh);
    let t90 = add(item_g0hhhh_2, t89);
    let item_g2hhh_2 = splat(item_g2hhh);
    let t91 = mul(item_g2hhh_2, lane_choose_2);
    let t92 = add(t90, t91);
    let mut g0 = t92;
    let t93 = item_g1hhhh.wrapping_mul(4);
    let item_g2hhh_3 = splat(item_g2hhh);
    let t94 = mul(item_g2hhh_3, stride1_2);
    let t95 = splat(t93);
    let t96 = add(t95, t94);
    let mut g1 = t96;
    let g2 = item_g2hhh.wrapping_mul(16);
    // index of the first part of each lane
    let t97 = item.wrapping_mul(256);
    let t98 = splat(t97);
    let t99 = add(t98, lane);
    let mut part = t99;
    for _ in 0..64 {
        // an input survives where its value is below 2ε''
        let survives = lt(g0, threshold);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t100 = add(g0, g1);
        g0 = t100;
        let g2_2 = splat(g2);
        let t101 = add(g1, g2_2);
        g1 = t101;
        let t102 = add(part, width_2);
        part = t102;
    }
}
