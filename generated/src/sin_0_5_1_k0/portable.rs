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
//! domain            2^42 inputs, Taylor model of degree 7 [longest that is proved, up to 2^40 (or
//!                   a block) and a 16th of the work; least degree that is proved]
//! block             2^42 inputs with one seed, polynomial of degree 7 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           item of 2^36 inputs = 32 packets of T = 2^31; parts of 2^19; 2^6 items a block
//!                   [chosen by cost]
//!   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//!                   bits; orders Q = ∛(4/|g''|) < 2^19 [least that are proved to cost little]
//!   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//!                   cost]
//!   threshold 2ε''  0x5000000·2^-63 = 2^-36.67 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-17.70 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 1           interval of 2^19 inputs = κ = 32 sub-intervals of 2^14 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 256, 256, 192 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x2100000·2^-52 = 2^-26.95 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-11.07 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^14 inputs = κ = 32 sub-intervals of 2^9 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 256, 256, 256 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test, quotients by an underestimating reciprocal and one
//!                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//!   threshold 2ε''  0x8800·2^-52 = 2^-36.91 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-26.01 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^9 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 2 words (128 fraction bits); moved to an item with 320, 320,
//!                   256 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x2100000000000000000000·2^-128 = 2^-42.95 [proved: the budget below, doubled
//!                   and rounded up]
//!   survivors       2^-43.00 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-37.69, the sum of
//!   threshold ε                          2^-44.00 [given: the request's --bits]
//!   Taylor remainder                     2^-57.29 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-385.29
//!                                        by interval Taylor arithmetic over the span, r = 2^41
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.99 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   terms dropped in a packet            2^-38.58 [proved: Σ Q_j·T^j from j = 4 on, T = 2^31]
//!   rounding of the packet's polynomial  2^-42.40 [proved: moved to a packet with 128, 192, 128,
//!                                        128 fraction bits, then A cut to 52 bits, the slope to
//!                                        76, B and C rounded to 53 bits below 2^-52 and 2^-106;
//!                                        times the powers of T]
//!   evaluation at an input               2^-38.98 [proved: at most 14 roundings to 2^-53 of
//!                                        numbers below 2^10.02]
//!
//! budget of stage 1: ε'' = 2^-27.99, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-57.29 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-385.29 by interval Taylor arithmetic over the
//!                                             span, r = 2^41 half a domain]
//!   Taylor coefficients                       2^-80.99 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-27.99 [proved: best line on L = 2^14 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-51.99, drift over
//!                                             half an item ≤ 2^-86.18]
//!   differences dropped from the tables       2^-49.77 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-44.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-53.95 [proved: coefficients cut to 256, 256, 192
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-37.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-37.93, the sum of
//!   threshold ε                               2^-44.00 [given: the request's --bits]
//!   Taylor remainder                          2^-57.29 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-385.29 by interval Taylor arithmetic over the
//!                                             span, r = 2^41 half a domain]
//!   Taylor coefficients                       2^-80.99 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-37.99 [proved: best line on L = 2^9 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-51.99, drift over
//!                                             half an item ≤ 2^-91.18]
//!   differences dropped from the tables       2^-64.77 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-49.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-59.99 [proved: coefficients cut to 256, 256, 256
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-42.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 3: ε'' = 2^-43.99, the sum of
//!   threshold ε                          2^-44.00 [given: the request's --bits]
//!   Taylor remainder                     2^-57.29 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-385.29
//!                                        by interval Taylor arithmetic over the span, r = 2^41
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.99 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   differences dropped from the tables  2^-79.78 [proved: Newton's remainder at degree 2 over 512
//!                                        parts: C(512, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-110.99 [proved: Σ C(512, m)·2^-128: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-74.00 [proved: coefficients cut to 320, 320, 256
//!                                        fraction bits, times the powers of the item index]
//! ```
//!
//! A block shares one seed (the host makes it: `seed` holds the words of one stage). The first
//! stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the
//! items of the next; those of the last are inputs, counted from the block's first.

use super::Survivors;
use super::lanes_portable::*;

/// Runs `stage` on `items` of the block that `seed` describes and writes the surviving parts to
/// `out`; returns how many there are, `usize::MAX` for a stage or a seed that does not fit, or
/// `usize::MAX` less the number of a loop that has passed its bound.
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
/// - `seed[0..16]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
///   degree 7 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[16..37]`: slope P' there, as a polynomial of degree 6 in the packet index, the highest
///   coefficient first, 3 words (192 fraction bits) each.
/// - `seed[37..49]`: curvature P''/2 there, times 2^52, as a polynomial of degree 5 in the packet
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[49..59]`: P'''/6 there, times 2^105, as a polynomial of degree 4 in the packet index,
///   the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[59]`: the order Q of the Farey sequence.
/// - `item`: index of the item in the block, 0 … 63; the item is the inputs t = item·2^36 …
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
///    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0x5000000·2^-63 = 2^-36.67.
///
/// Operations in the text below, each loop body once:
/// - per vector: 49 adds, 11 comparisons, 9 conversions, 7 divisions, 65 fused multiply-adds, 7
///   mask operations, 10 maxima, 6 minima, 40 multiplies, 3 reciprocal estimates, 4 root estimates,
///   1 selects, 5 shifts, 50 wide multiplies
/// - shared by all lanes: 1 conversions, 60 loads, 2 multiplies
fn stage0(seed: &[u64; 60], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1,
    ]);
    let t6 = splat(0);
    let t150 = fsplat(2.220446049250313e-16);
    let t153 = fsplat(2.384185791015625e-7);
    let t158 = fsplat(1.2924697071141057e-26);
    let t160 = fsplat(1.2037062152420224e-35);
    let t161 = splat(0x8000000000000000);
    let t164 = fsplat(9.223372036854776e18);
    let t166 = fsplat(1.3363823550460978e-51);
    let t167 = fsplat(1.0);
    let t169 = fsplat(-0.375);
    let t170 = fsplat(9.549694368615746e-12);
    let t174 = fsplat(1.06);
    let t175 = fsplat(16.64);
    let t177 = fsplat(0.0);
    let t216 = fsplat(5.551115123125783e-17);
    let t220 = fsplat(2147483648.0);
    let t227 = fsplat(1.000000000003638);
    let t229 = fsplat(-0.5);
    let t231 = fsplat(6755399441055744.0);
    let t237 = fsplat(0.5);
    let t252 = fsplat(2147483647.0);
    let t269 = fsplat(0.4990234375);
    let t278 = fsplat(1.00076171875);
    let t302 = fsplat(0.00076171875);
    let t313 = fsplat(3.0);
    let t353 = fsplat(1.01);
    let t357 = fsplat(2.0);
    let t361 = fsplat(9.5367431640625e-7);
    let t401 = fsplat(2.0679515313825692e-23);
    let t403 = splat(4096);
    let t416 = splat(2);
    // index of the first packet of each lane
    let t1 = item.wrapping_mul(32);
    let t2 = splat(t1);
    let t3 = add(t2, lane);
    let mut packet = t3;
    for _ in 0..16 {
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
        let t151 = shr_by(item_shh, 42);
        let t152 = to_f64(t151);
        let s1 = fmul(t152, t153);
        let t154 = shl_by(item_shh, 22);
        let t155 = shr_by(item_sh, 42);
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
        // loop 1, neighbours: at most 36 rounds
        for rounds in 0u64.. {
            if rounds == 36 {
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
        let t217 = fge(b, t216);
        let t221 = fselect(t217, t177, t220);
        let mut from = t221;
        // loop 2, arcs: at most 524288 rounds
        for rounds in 0u64.. {
            if rounds == 524288 {
                return out.overrun(2);
            }
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            let t222 = recip_near(q);
            let t223 = fmul_sub(q, t222, t167);
            let t224 = fmul_add(t222, t223, t222);
            let t225 = fmul_sub(q, t224, t167);
            let inverse = fmul_add(t224, t225, t224);
            let order_above_2 = fsplat(order_above);
            let t228 = fmul_add(q_before, t227, order_above_2);
            let t230 = fmul_add(t228, inverse, t229);
            let t232 = fadd(t230, t231);
            let t234 = fsub(t232, t231);
            let r_next = fmul_less(t234, r, r_before);
            let q_next = fmul_less(t234, q, q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            let t235 = fmul_sub(q, s1, r);
            let apart = fmul_sub(q, s2, t235);
            let unit = fmul(inverse, inverse_b);
            let t236 = fmul(apart, unit);
            let t238 = fmul_add(shear, t236, t237);
            let vertex = fmul(t236, t238);
            // the arc ends at the mediant's place, or with the packet
            let t239 = fadd(q, q_next);
            let t240 = recip_near(t239);
            let t241 = fmul(t240, unit);
            let t243 = fmul_add(t241, t237, vertex);
            let t246 = fmin(t243, t220);
            let t249 = fadd(t246, t231);
            let t251 = fsub(t249, t231);
            let end = fmax(t251, from);
            // an input next to the vertex, and q·P there below an integer
            let t253 = fmin(vertex, t252);
            let t254 = fmax(t253, from);
            let t257 = fadd(t254, t231);
            let near = fsub(t257, t231);
            let offset = fsub(vertex, near);
            let t261 = fmul_add(s1, near, t231);
            let t263 = fsub(t261, t231);
            let t264 = fmul_less(s1, near, t263);
            let t265 = fmul_add(s2, near, t264);
            let t266 = fmul_add(c, near, b);
            let t267 = fmul(t266, near);
            let t268 = fmul_add(t267, near, a);
            let value = fadd(t268, t265);
            let t270 = fmul_add(q, value, t269);
            let t273 = fadd(t270, t231);
            let integer = fsub(t273, t231);
            let rise = fmul_sub(q, value, integer);
            let t275 = fsub(end, vertex);
            let t276 = fsub(vertex, from);
            let t277 = fmax(t275, t276);
            let farthest = fmul_add(t277, t278, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            let t279 = fmul(inverse, inverse_b);
            let t280 = fmul(offset, offset);
            let y = fmul_add(rise, t279, t280);
            let t283 = fmax(y, t167);
            let root = sqrt_near(t283);
            // how far they are from the class of inputs on which q divides that integer
            let t284 = fmul_add(integer, q_before, offset);
            let t285 = fadd(t284, root);
            let t288 = fmul_add(t285, inverse, t231);
            let t290 = fsub(t288, t231);
            let t291 = fmul_sub(t290, q, t285);
            let t292 = fmul(t291, t291);
            let t293 = fsub(t284, root);
            let t296 = fmul_add(t293, inverse, t231);
            let t298 = fsub(t296, t231);
            let t299 = fmul_sub(t298, q, t293);
            let t300 = fmul(t299, t299);
            let t301 = fmin(t292, t300);
            let t303 = fmul_add(root, t302, radius);
            let t304 = fmul(t303, t303);
            let t305 = fge(t304, t301);
            // or the arc reaches the integer after that one
            let t306 = fmul(farthest, farthest);
            let t307 = fsub(t306, y);
            let t308 = fge(t307, t279);
            let t309 = or(t305, t308);
            let t310 = flt(from, end);
            let hit = and(t309, t310);
            if any(hit) {
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                let t314 = fmul(c, t313);
                let t315 = fmul_add(t314, vertex, b);
                let t316 = fadd(t315, b);
                let t317 = fmul(t316, vertex);
                let t319 = fmul_sub(q, inverse, t167);
                let inverse_q = fmul_add(inverse, t319, inverse);
                let t321 = fdiv(t167, t315);
                let t322 = fmul_less(apart, inverse_q, t317);
                let t324 = fmul(t322, t237);
                let t325 = fmul_add(t324, t321, vertex);
                let offset_2 = fsub(t325, near);
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                let exact_unit = fmul(t321, inverse_q);
                let t326 = fmul(c, t321);
                let t327 = fmul(offset_2, offset_2);
                let t328 = fmul(t327, offset_2);
                let square = fmul_sub(t328, t326, t327);
                let bend = fmul(t326, t237);
                let t330 = fmul(bend, bend);
                let bend_2 = fmul(t330, t313);
                let farthest_2 = fmul(farthest, farthest);
                let t334 = fmax(spread, t167);
                let t335 = sqrt_near(t334);
                let wide = fmul(t335, t174);
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
                    let t338 = fge(farthest_2, y_2);
                    let t339 = and(open, t338);
                    open = t339;
                    if !any(open) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    let t341 = fmax(y_2, t167);
                    let t342 = sqrt_near(t341);
                    let t343 = recip_near(t342);
                    let t345 = fmul(t343, t237);
                    let t346 = fmul_sub(t342, t342, t341);
                    let t347 = fmul_add(t346, t345, t342);
                    let t348 = fmul_sub(t347, t347, t341);
                    let t349 = fmul_add(t348, t345, t347);
                    let t350 = fmul_sub(t349, t349, t341);
                    let t351 = fmul_add(t350, t345, t349);
                    let t352 = fmul_sub(t351, t351, t341);
                    let root_2 = fmul_add(t352, t345, t351);
                    let t354 = fmul(spread, t353);
                    let t355 = fmul(t354, t343);
                    let t356 = fmin(t355, wide);
                    let t358 = fadd(t356, t357);
                    let t359 = fmul(bend_2, t341);
                    let t360 = fmul_add(t359, root_2, t358);
                    let width = fmul_add(q, t361, t360);
                    let t362 = fmul_add(passed, q_before, offset_2);
                    let middle = fmul_sub(bend, t341, t362);
                    let t365 = fsub(t177, root_2);
                    let mut signed = root_2;
                    for _ in 0..2 {
                        let t366 = fadd(middle, signed);
                        // members of the class near the root, as multiples of q
                        let t367 = fsub(t366, width);
                        let most = fadd(t366, width);
                        let t370 = fmul_add(t367, inverse_q, t237);
                        let t373 = fadd(t370, t231);
                        let t375 = fsub(t373, t231);
                        let t376 = fmul(t375, q);
                        let class = fmul(passed, q_before);
                        let mut multiple = t376;
                        // loop 4, members: at most 2048 rounds
                        for rounds in 0u64.. {
                            if rounds == 2048 {
                                return out.overrun(4);
                            }
                            let t377 = fge(most, multiple);
                            let near_root = and(open, t377);
                            if !any(near_root) {
                                break;
                            }
                            // the input, and P there against ε''
                            let t378 = fsub(multiple, class);
                            let t = fadd(near, t378);
                            let t379 = fge(t, from);
                            let t380 = flt(t, end);
                            let t381 = and(t379, t380);
                            let t382 = and(t381, near_root);
                            let t385 = fmul_add(s1, t, t231);
                            let t387 = fsub(t385, t231);
                            let t388 = fmul_less(s1, t, t387);
                            let t389 = fmul_add(s2, t, t388);
                            let t390 = fmul_add(c, t, b);
                            let t391 = fmul(t390, t);
                            let t392 = fmul_add(t391, t, a);
                            let t393 = fadd(t392, t389);
                            let t396 = fadd(t393, t231);
                            let t398 = fsub(t396, t231);
                            let t399 = fsub(t393, t398);
                            let t400 = fmul(t399, t399);
                            let t402 = fge(t401, t400);
                            let hard = and(t402, t382);
                            if any(hard) {
                                // report the part that the input belongs to
                                let t404 = mul(packet, t403);
                                let t405 = to_u64(t);
                                let t406 = shr_by(t405, 19);
                                let t407 = add(t404, t406);
                                emit(hard, t407, out);
                            }
                            let t408 = fadd(multiple, q);
                            multiple = t408;
                        }
                        signed = t365;
                    }
                    let t410 = fadd(passed, t167);
                    passed = t410;
                    let t412 = fadd(above, t167);
                    above = t412;
                }
            }
            // on to the next arc
            r_before = r;
            q_before = q;
            r = r_next;
            q = q_next;
            from = end;
            let t415 = flt(end, t220);
            if !any(t415) {
                break;
            }
        }
        let t417 = add(packet, t416);
        packet = t417;
    }
}

/// Tests one item, 2^19 consecutive inputs in 32 parts of L = 2^14, part by part, and writes the
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
/// - `seed[60..78]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 5 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 8,388,607; the item is the inputs t = item·2^19 …
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
///    2ε'' = 0x2100000·2^-52 = 2^-26.95 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 20 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 7 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 78 loads, 4 multiplies, 4 shifts, 67 wide multiplies
fn stage1(seed: &[u64; 78], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        1, 3,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_3 = fsplat(0.0);
    let n = fsplat(16384.0);
    let threshold = fsplat(34603008.0);
    let width_2 = splat(2);
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
    // slope difference s1 at this item: degree 5, 192 fraction bits
    let (t58, carry_53) = seed[60].carrying_mul_add(item, seed[63], 0);
    let (t59, carry_54) = seed[61].carrying_mul_add(item, seed[64], carry_53);
    let (t60, _carry_55) = seed[62].carrying_mul_add(item, seed[65], carry_54);
    let (t62, carry_56) = t58.carrying_mul_add(item, seed[66], 0);
    let (t63, carry_57) = t59.carrying_mul_add(item, seed[67], carry_56);
    let (t64, _carry_58) = t60.carrying_mul_add(item, seed[68], carry_57);
    let (t66, carry_59) = t62.carrying_mul_add(item, seed[69], 0);
    let (t67, carry_60) = t63.carrying_mul_add(item, seed[70], carry_59);
    let (t68, _carry_61) = t64.carrying_mul_add(item, seed[71], carry_60);
    let (t70, carry_62) = t66.carrying_mul_add(item, seed[72], 0);
    let (t71, carry_63) = t67.carrying_mul_add(item, seed[73], carry_62);
    let (t72, _carry_64) = t68.carrying_mul_add(item, seed[74], carry_63);
    let (_item_s1, carry_65) = t70.carrying_mul_add(item, seed[75], 0);
    let (item_s1h, carry_66) = t71.carrying_mul_add(item, seed[76], carry_65);
    let (item_s1hh, _carry_67) = t72.carrying_mul_add(item, seed[77], carry_66);
    // differences of the value: the slope's times the part's length
    let t81 = item_s0hhh << 14;
    let t82 = item_s0hh >> 50;
    let t83 = t81.wrapping_add(t82);
    let t88 = item_s1hh << 14;
    let t89 = item_s1h >> 50;
    let t90 = t88.wrapping_add(t89);
    // tables of the lanes, stride = number of lanes
    let t91 = splat(t83);
    let t92 = mul(t91, lane);
    let item_g0hhh_2 = splat(item_g0hhh);
    let t93 = add(item_g0hhh_2, t92);
    let mut g0 = t93;
    let t94 = t83.wrapping_mul(2);
    let t95 = splat(t90);
    let t96 = mul(t95, stride1_2);
    let t97 = splat(t94);
    let t98 = add(t97, t96);
    let mut g1 = t98;
    let g2 = t90.wrapping_mul(4);
    let item_s1hh_2 = splat(item_s1hh);
    let t99 = mul(item_s1hh_2, lane);
    let item_s0hhh_2 = splat(item_s0hhh);
    let t100 = add(item_s0hhh_2, t99);
    let mut s0 = t100;
    let s1 = item_s1hh.wrapping_mul(2);
    // index of the first part of each lane
    let t102 = item.wrapping_mul(32);
    let t103 = splat(t102);
    let t104 = add(t103, lane);
    let mut part = t104;
    for _ in 0..16 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t105 = shr_by(falling, 12);
        let a = to_f64(t105);
        let t106 = shr_by(g0, 12);
        let b = to_f64(t106);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t107 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t107;
        // loop 1, points: at most 16385 rounds
        for rounds in 0u64.. {
            if rounds == 16385 {
                return out.overrun(1);
            }
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t108 = fmul(q, inverse);
            let t109 = trunc(t108);
            let t110 = fmul_sub(t109, p, q);
            let t111 = fge(t110, p);
            let t112 = fadd(t109, one);
            let t113 = fsub(t110, p);
            let k = fselect(t111, t112, t109);
            let rest = fselect(t111, t113, t110);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t114 = fmul(d, inverse);
            let t115 = trunc(t114);
            let t116 = fmul_sub(t115, p, d);
            let t117 = fge(t116, p);
            let t119 = fsub(t116, p);
            let rest_2 = fselect(t117, t119, t116);
            let mut rest_3 = rest_2;
            let t120 = fge(rest_3, p);
            let t121 = and(t120, active);
            if any(t121) {
                // rare: the estimate left more than one y
                let t122 = fdiv(d, p);
                let t123 = trunc(t122);
                let t124 = fmul_sub(t123, p, d);
                let t127 = flt(t124, zero_3);
                let t131 = fadd(t124, p);
                let t133 = fselect(t127, t131, t124);
                let t134 = fselect(t121, t133, rest_3);
                rest_3 = t134;
            }
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t135 = fadd(u_new, v);
            let t136 = fge(t135, n);
            let last = and(t136, active);
            // take the step; who has N points, or q = 0, is done
            let t137 = fselect(active, d_new, d);
            d = t137;
            q = rest;
            u = u_new;
            let t138 = and_not(active, last);
            let t139 = fge(q, one);
            let t140 = and(t138, t139);
            active = t140;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t141 = fmul(p, inverse_2);
            let t142 = trunc(t141);
            let t143 = fmul_sub(t142, q, p);
            let t144 = fge(t143, q);
            let t145 = fadd(t142, one);
            let t146 = fsub(t143, q);
            let k_3 = fselect(t144, t145, t142);
            let rest_4 = fselect(t144, t146, t143);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t147 = fge(d, rest_4);
            let beyond = and(t147, active);
            let past = fsub(d, rest_4);
            let t148 = fmul(past, inverse_2);
            let t149 = trunc(t148);
            let t150 = fmul_sub(t149, q, past);
            let t151 = fge(t150, q);
            let t153 = fsub(t150, q);
            let rest_5 = fselect(t151, t153, t150);
            let mut rest_6 = rest_5;
            let t154 = fge(rest_6, q);
            let t155 = and(t154, beyond);
            if any(t155) {
                // rare: the estimate left more than one y
                let t156 = fdiv(past, q);
                let t157 = trunc(t156);
                let t158 = fmul_sub(t157, q, past);
                let t161 = flt(t158, zero_3);
                let t165 = fadd(t158, q);
                let t167 = fselect(t161, t165, t158);
                let t168 = fselect(t155, t167, rest_6);
                rest_6 = t168;
            }
            // elsewhere d stays
            let t169 = fselect(beyond, rest_6, d);
            let d_new_2 = t169;
            // lanes that have their N points with this step
            let t170 = fadd(u, v_new);
            let t171 = fge(t170, n);
            let last_2 = and(t171, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t172 = and_not(active, last_2);
            let t173 = fge(p, one);
            let t174 = and(t172, t173);
            active = t174;
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
        let t175 = add(g0, g1);
        g0 = t175;
        let g2_2 = splat(g2);
        let t176 = add(g1, g2_2);
        g1 = t176;
        let s1_2 = splat(s1);
        let t177 = add(s0, s1_2);
        s0 = t177;
        let t178 = add(part, width_2);
        part = t178;
    }
}

/// Tests one item, 2^14 consecutive inputs in 32 parts of L = 2^9, part by part, and writes the
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
/// - `item`: index of the item in the block, 0 … 268,435,455; the item is the inputs t = item·2^14
///   …
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
///    2ε'' = 0x8800·2^-52 = 2^-36.91 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 20 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 7 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 84 loads, 4 multiplies, 4 shifts, 72 wide multiplies
fn stage2(seed: &[u64; 84], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1,
    ]);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        1, 3,
    ]);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(4503599627370496.0);
    let zero_3 = fsplat(0.0);
    let n = fsplat(512.0);
    let threshold = fsplat(34816.0);
    let width_2 = splat(2);
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
    let t85 = item_s0hhh << 9;
    let t86 = item_s0hh >> 55;
    let t87 = t85.wrapping_add(t86);
    let t95 = item_s1hhh << 9;
    let t96 = item_s1hh >> 55;
    let t97 = t95.wrapping_add(t96);
    // tables of the lanes, stride = number of lanes
    let t98 = splat(t87);
    let t99 = mul(t98, lane);
    let item_g0hhh_2 = splat(item_g0hhh);
    let t100 = add(item_g0hhh_2, t99);
    let mut g0 = t100;
    let t101 = t87.wrapping_mul(2);
    let t102 = splat(t97);
    let t103 = mul(t102, stride1_2);
    let t104 = splat(t101);
    let t105 = add(t104, t103);
    let mut g1 = t105;
    let g2 = t97.wrapping_mul(4);
    let item_s1hhh_2 = splat(item_s1hhh);
    let t106 = mul(item_s1hhh_2, lane);
    let item_s0hhh_2 = splat(item_s0hhh);
    let t107 = add(item_s0hhh_2, t106);
    let mut s0 = t107;
    let s1 = item_s1hhh.wrapping_mul(2);
    // index of the first part of each lane
    let t109 = item.wrapping_mul(32);
    let t110 = splat(t109);
    let t111 = add(t110, lane);
    let mut part = t111;
    for _ in 0..16 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t112 = shr_by(falling, 12);
        let a = to_f64(t112);
        let t113 = shr_by(g0, 12);
        let b = to_f64(t113);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t114 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t114;
        // loop 1, points: at most 513 rounds
        for rounds in 0u64.. {
            if rounds == 513 {
                return out.overrun(1);
            }
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t115 = fmul(q, inverse);
            let t116 = trunc(t115);
            let t117 = fmul_sub(t116, p, q);
            let t118 = fge(t117, p);
            let t119 = fadd(t116, one);
            let t120 = fsub(t117, p);
            let k = fselect(t118, t119, t116);
            let rest = fselect(t118, t120, t117);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t121 = fmul(d, inverse);
            let t122 = trunc(t121);
            let t123 = fmul_sub(t122, p, d);
            let t124 = fge(t123, p);
            let t126 = fsub(t123, p);
            let rest_2 = fselect(t124, t126, t123);
            let mut rest_3 = rest_2;
            let t127 = fge(rest_3, p);
            let t128 = and(t127, active);
            if any(t128) {
                // rare: the estimate left more than one y
                let t129 = fdiv(d, p);
                let t130 = trunc(t129);
                let t131 = fmul_sub(t130, p, d);
                let t134 = flt(t131, zero_3);
                let t138 = fadd(t131, p);
                let t140 = fselect(t134, t138, t131);
                let t141 = fselect(t128, t140, rest_3);
                rest_3 = t141;
            }
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t142 = fadd(u_new, v);
            let t143 = fge(t142, n);
            let last = and(t143, active);
            // take the step; who has N points, or q = 0, is done
            let t144 = fselect(active, d_new, d);
            d = t144;
            q = rest;
            u = u_new;
            let t145 = and_not(active, last);
            let t146 = fge(q, one);
            let t147 = and(t145, t146);
            active = t147;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t148 = fmul(p, inverse_2);
            let t149 = trunc(t148);
            let t150 = fmul_sub(t149, q, p);
            let t151 = fge(t150, q);
            let t152 = fadd(t149, one);
            let t153 = fsub(t150, q);
            let k_3 = fselect(t151, t152, t149);
            let rest_4 = fselect(t151, t153, t150);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t154 = fge(d, rest_4);
            let beyond = and(t154, active);
            let past = fsub(d, rest_4);
            let t155 = fmul(past, inverse_2);
            let t156 = trunc(t155);
            let t157 = fmul_sub(t156, q, past);
            let t158 = fge(t157, q);
            let t160 = fsub(t157, q);
            let rest_5 = fselect(t158, t160, t157);
            let mut rest_6 = rest_5;
            let t161 = fge(rest_6, q);
            let t162 = and(t161, beyond);
            if any(t162) {
                // rare: the estimate left more than one y
                let t163 = fdiv(past, q);
                let t164 = trunc(t163);
                let t165 = fmul_sub(t164, q, past);
                let t168 = flt(t165, zero_3);
                let t172 = fadd(t165, q);
                let t174 = fselect(t168, t172, t165);
                let t175 = fselect(t162, t174, rest_6);
                rest_6 = t175;
            }
            // elsewhere d stays
            let t176 = fselect(beyond, rest_6, d);
            let d_new_2 = t176;
            // lanes that have their N points with this step
            let t177 = fadd(u, v_new);
            let t178 = fge(t177, n);
            let last_2 = and(t178, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t179 = and_not(active, last_2);
            let t180 = fge(p, one);
            let t181 = and(t179, t180);
            active = t181;
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
        let t182 = add(g0, g1);
        g0 = t182;
        let g2_2 = splat(g2);
        let t183 = add(g1, g2_2);
        g1 = t183;
        let s1_2 = splat(s1);
        let t184 = add(s0, s1_2);
        s0 = t184;
        let t185 = add(part, width_2);
        part = t185;
    }
}

/// Walks one item, 2^9 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 512.
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
/// - `item`: index of the item in the block, 0 … 8,589,934,591; the item is the inputs t = item·2^9
///   …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·512 + j and
///   is the input from t = index·1.
///
/// Postcondition: every input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 2 words (128 fraction bits).
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x2100000000000000000000·2^-128 = 2^-42.95:
///    that is |P(t) cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 2 adds, 10 carries, 4 wide multiplies
/// - shared by all lanes: 99 loads, 1 multiplies, 89 wide multiplies
fn stage3(seed: &[u64; 99], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1,
    ]);
    let zero_2 = splat(0);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        1, 3,
    ]);
    let threshold_3 = splat(2162688);
    let width_2 = splat(2);
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
    let (item_g0hhh, carry_34) = t34.carrying_mul_add(item, seed[38], carry_33);
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
    let (item_g1hhh, carry_64) = t65.carrying_mul_add(item, seed[73], carry_63);
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
    let (item_g2hh, carry_84) = t86.carrying_mul_add(item, seed[97], carry_83);
    let (item_g2hhh, _carry_85) = t87.carrying_mul_add(item, seed[98], carry_84);
    let item_g1hhh_2 = splat(item_g1hhh);
    let (t91, carry_86) = mul_add(item_g1hhh_2, lane, zero_2, zero_2);
    let item_g1hhhh_2 = splat(item_g1hhhh);
    let (t92, _carry_87) = mul_add(item_g1hhhh_2, lane, zero_2, carry_86);
    let item_g0hhh_2 = splat(item_g0hhh);
    let (t93, carry_88) = add_carry(item_g0hhh_2, t91, msplat(false));
    let item_g0hhhh_2 = splat(item_g0hhhh);
    let (t94, _carry_89) = add_carry(item_g0hhhh_2, t92, carry_88);
    let mut g0 = t93;
    let mut g0h = t94;
    let (t96, carry_90) = item_g1hhh.carrying_mul_add(2, 0, 0);
    let (t97, _carry_91) = item_g1hhhh.carrying_mul_add(2, 0, carry_90);
    let item_g2hh_2 = splat(item_g2hh);
    let (t100, carry_92) = mul_add(item_g2hh_2, stride1_2, zero_2, zero_2);
    let item_g2hhh_2 = splat(item_g2hhh);
    let (t101, _carry_93) = mul_add(item_g2hhh_2, stride1_2, zero_2, carry_92);
    let t102 = splat(t96);
    let (t103, carry_94) = add_carry(t102, t100, msplat(false));
    let t104 = splat(t97);
    let (t105, _carry_95) = add_carry(t104, t101, carry_94);
    let mut g1 = t103;
    let mut g1h = t105;
    let (g2, carry_96) = item_g2hh.carrying_mul_add(4, 0, 0);
    let (g2h, _carry_97) = item_g2hhh.carrying_mul_add(4, 0, carry_96);
    // index of the first part of each lane
    let t107 = item.wrapping_mul(512);
    let t108 = splat(t107);
    let t109 = add(t108, lane);
    let mut part = t109;
    for _ in 0..256 {
        // an input survives where its value is below 2ε''
        let (_t110, borrow) = sub_borrow(g0, zero_2, msplat(false));
        let (_t111, survives) = sub_borrow(g0h, threshold_3, borrow);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let (t112, carry_98) = add_carry(g0, g1, msplat(false));
        let (t113, _carry_99) = add_carry(g0h, g1h, carry_98);
        g0 = t112;
        g0h = t113;
        let g2_2 = splat(g2);
        let (t114, carry_100) = add_carry(g1, g2_2, msplat(false));
        let g2h_2 = splat(g2h);
        let (t115, _carry_101) = add_carry(g1h, g2h_2, carry_100);
        g1 = t114;
        g1h = t115;
        let t116 = add(part, width_2);
        part = t116;
    }
}
