//! Hard-to-round cases of log(x): kernel 1 of the plan.
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
//! inputs         [0x1.a61298e1e069cp+0, 0x1p+1): 1,582,018,754,378,084 inputs, h = 2^-52; 2^-1 ≤
//!                |f| ≤ 2^0, w = 2^-54 [proved]
//!
//! domain            2^42 inputs, Taylor model of degree 8 [longest that is proved, up to 2^40 and
//!                   a 16th of the work; least degree that is proved]
//! block             2^42 inputs with one seed, polynomial of degree 8 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           item of 2^36 inputs = 32 packets of T = 2^31; parts of 2^19; 2^6 items a block
//!                   [chosen by cost]
//!   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//!                   bits; orders Q = ∛(4/|g''|) < 2^19 [least that are proved to cost little]
//!   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//!                   cost]
//!   threshold 2ε''  0x27000000·2^-63 = 2^-33.71 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-14.73 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 1           interval of 2^19 inputs = κ = 32 sub-intervals of 2^14 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 256, 256, 256 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [chosen by
//!                   cost]
//!   threshold 2ε''  0x3000000·2^-52 = 2^-26.42 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-12.37 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 2           sub-interval of 2^14 inputs = κ = 32 sub-intervals of 2^9 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 320, 256, 256 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [chosen by
//!                   cost]
//!   threshold 2ε''  0xc800·2^-52 = 2^-36.36 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-27.31 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//! stage 3           sub-interval of 2^9 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 2 words (128 fraction bits); moved to an item with 320, 320,
//!                   320 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x4200000000000000000000·2^-128 = 2^-41.96 [proved: the budget below, doubled
//!                   and rounded up]
//!   survivors       2^-42.00 of the parts [predicted]
//!   gathered        by an atomic addition each (on GPUs) [few are expected]
//!
//! budget of stage 0: ε'' = 2^-34.73, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-54.66 [proved: G_9·r^9, |g^(9)/9!| ≤ G_9 = 2^-423.66
//!                                        by interval Taylor arithmetic over the span, r = 2^41
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.83 [proved: each of 9 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   terms dropped in a packet            2^-34.88 [proved: Σ Q_j·T^j from j = 4 on, T = 2^31]
//!   rounding of the packet's polynomial  2^-39.75 [proved: moved to a packet with 128, 192, 128,
//!                                        128 fraction bits, then A cut to 52 bits, the slope to
//!                                        76, B and C rounded to 53 bits below 2^-52 and 2^-105;
//!                                        times the powers of T]
//!   evaluation at an input               2^-38.68 [proved: at most 14 roundings to 2^-53 of
//!                                        numbers below 2^10.32]
//!
//! budget of stage 1: ε'' = 2^-27.44, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-54.66 [proved: G_9·r^9, |g^(9)/9!| ≤ G_9 =
//!                                             2^-423.66 by interval Taylor arithmetic over the
//!                                             span, r = 2^41 half a domain]
//!   Taylor coefficients                       2^-80.83 [proved: each of 9 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-27.44 [proved: best line on L = 2^14 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-51.44, drift over
//!                                             half an item ≤ 2^-85.16]
//!   differences dropped from the tables       2^-48.75 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-44.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-71.91 [proved: coefficients cut to 256, 256, 256
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-38.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-37.38, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-54.66 [proved: G_9·r^9, |g^(9)/9!| ≤ G_9 =
//!                                             2^-423.66 by interval Taylor arithmetic over the
//!                                             span, r = 2^41 half a domain]
//!   Taylor coefficients                       2^-80.83 [proved: each of 9 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//!                                             Taylor model]
//!   line instead of the curve                 2^-37.44 [proved: best line on L = 2^9 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-51.44, drift over
//!                                             half an item ≤ 2^-90.16]
//!   differences dropped from the tables       2^-63.75 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-49.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-45.96 [proved: coefficients cut to 320, 256, 256
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-43.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 3: ε'' = 2^-43.00, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-54.66 [proved: G_9·r^9, |g^(9)/9!| ≤ G_9 = 2^-423.66
//!                                        by interval Taylor arithmetic over the span, r = 2^41
//!                                        half a domain]
//!   Taylor coefficients                  2^-80.83 [proved: each of 9 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//!                                        model]
//!   differences dropped from the tables  2^-78.75 [proved: Newton's remainder at degree 2 over 512
//!                                        parts: C(512, 3)·3!·Q_3·L^3]
//!   rounding of the table of values      2^-111.00 [proved: Σ C(512, m)·2^-128: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-56.00 [proved: coefficients cut to 320, 320, 320
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

/// Searches one item, 2^36 consecutive inputs in 131,072 parts of L = 2^19, and writes the parts
/// that hold an input which may be an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..18]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
///   degree 8 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[18..42]`: slope P' there, as a polynomial of degree 7 in the packet index, the highest
///   coefficient first, 3 words (192 fraction bits) each.
/// - `seed[42..56]`: curvature P''/2 there, times 2^52, as a polynomial of degree 6 in the packet
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[56..68]`: P'''/6 there, times 2^104, as a polynomial of degree 5 in the packet index,
///   the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[68]`: the order Q of the Farey sequence.
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
///    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0x27000000·2^-63 = 2^-33.71.
///
/// Operations in the text below, each loop body once:
/// - per vector: 54 adds, 11 comparisons, 9 conversions, 7 divisions, 59 fused multiply-adds, 7
///   mask operations, 9 maxima, 6 minima, 43 multiplies, 3 reciprocal estimates, 4 root estimates,
///   1 selects, 5 shifts, 59 wide multiplies
/// - shared by all lanes: 1 conversions, 69 loads, 2 multiplies
fn stage0(seed: &[u64; 69], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1,
    ]);
    let t6 = splat(0);
    let t176 = fsplat(2.220446049250313e-16);
    let t179 = fsplat(2.384185791015625e-7);
    let t184 = fsplat(1.2924697071141057e-26);
    let t186 = fsplat(1.2037062152420224e-35);
    let t187 = splat(0x8000000000000000);
    let t190 = fsplat(9.223372036854776e18);
    let t192 = fsplat(2.6727647100921956e-51);
    let t193 = fsplat(1.0);
    let t195 = fsplat(-0.375);
    let t196 = fsplat(7.448761607520283e-11);
    let t200 = fsplat(1.06);
    let t201 = fsplat(66.56);
    let t203 = fsplat(0.0);
    let t243 = fsplat(5.551115123125783e-17);
    let t247 = fsplat(2147483648.0);
    let t254 = fsplat(1.000000000003638);
    let t256 = fsplat(-0.5);
    let t258 = fsplat(6755399441055744.0);
    let t264 = fsplat(0.5);
    let t279 = fsplat(2147483647.0);
    let t296 = fsplat(0.4990234375);
    let t305 = fsplat(1.00076171875);
    let t329 = fsplat(0.00076171875);
    let t340 = fsplat(3.0);
    let t380 = fsplat(1.01);
    let t384 = fsplat(2.0);
    let t388 = fsplat(9.5367431640625e-7);
    let t428 = fsplat(1.258141711693155e-21);
    let t430 = splat(4096);
    let t443 = splat(2);
    // index of the first packet of each lane
    let t1 = item.wrapping_mul(32);
    let t2 = splat(t1);
    let t3 = add(t2, lane);
    let mut packet = t3;
    for _ in 0..16 {
        // value g0 at this item: degree 8, 128 fraction bits
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
        let (t44, carry_13) = mul_add(t38, packet, t42, t6);
        let t45 = splat(seed[15]);
        let (t46, _carry_14) = mul_add(t40, packet, t45, carry_13);
        let t48 = splat(seed[16]);
        let (_item_g0, carry_15) = mul_add(t44, packet, t48, t6);
        let t50 = splat(seed[17]);
        let (item_g0h, _carry_16) = mul_add(t46, packet, t50, carry_15);
        // slope s at this item: degree 7, 192 fraction bits
        let t52 = splat(seed[18]);
        let t53 = splat(seed[21]);
        let (t55, carry_17) = mul_add(t52, packet, t53, t6);
        let t56 = splat(seed[19]);
        let t57 = splat(seed[22]);
        let (t58, carry_18) = mul_add(t56, packet, t57, carry_17);
        let t59 = splat(seed[20]);
        let t60 = splat(seed[23]);
        let (t61, _carry_19) = mul_add(t59, packet, t60, carry_18);
        let t63 = splat(seed[24]);
        let (t65, carry_20) = mul_add(t55, packet, t63, t6);
        let t66 = splat(seed[25]);
        let (t67, carry_21) = mul_add(t58, packet, t66, carry_20);
        let t68 = splat(seed[26]);
        let (t69, _carry_22) = mul_add(t61, packet, t68, carry_21);
        let t71 = splat(seed[27]);
        let (t73, carry_23) = mul_add(t65, packet, t71, t6);
        let t74 = splat(seed[28]);
        let (t75, carry_24) = mul_add(t67, packet, t74, carry_23);
        let t76 = splat(seed[29]);
        let (t77, _carry_25) = mul_add(t69, packet, t76, carry_24);
        let t79 = splat(seed[30]);
        let (t81, carry_26) = mul_add(t73, packet, t79, t6);
        let t82 = splat(seed[31]);
        let (t83, carry_27) = mul_add(t75, packet, t82, carry_26);
        let t84 = splat(seed[32]);
        let (t85, _carry_28) = mul_add(t77, packet, t84, carry_27);
        let t87 = splat(seed[33]);
        let (t89, carry_29) = mul_add(t81, packet, t87, t6);
        let t90 = splat(seed[34]);
        let (t91, carry_30) = mul_add(t83, packet, t90, carry_29);
        let t92 = splat(seed[35]);
        let (t93, _carry_31) = mul_add(t85, packet, t92, carry_30);
        let t95 = splat(seed[36]);
        let (t97, carry_32) = mul_add(t89, packet, t95, t6);
        let t98 = splat(seed[37]);
        let (t99, carry_33) = mul_add(t91, packet, t98, carry_32);
        let t100 = splat(seed[38]);
        let (t101, _carry_34) = mul_add(t93, packet, t100, carry_33);
        let t103 = splat(seed[39]);
        let (_item_s, carry_35) = mul_add(t97, packet, t103, t6);
        let t105 = splat(seed[40]);
        let (item_sh, carry_36) = mul_add(t99, packet, t105, carry_35);
        let t106 = splat(seed[41]);
        let (item_shh, _carry_37) = mul_add(t101, packet, t106, carry_36);
        // curvature b at this item: degree 6, 128 fraction bits
        let t108 = splat(seed[42]);
        let t109 = splat(seed[44]);
        let (t111, carry_38) = mul_add(t108, packet, t109, t6);
        let t112 = splat(seed[43]);
        let t113 = splat(seed[45]);
        let (t114, _carry_39) = mul_add(t112, packet, t113, carry_38);
        let t116 = splat(seed[46]);
        let (t118, carry_40) = mul_add(t111, packet, t116, t6);
        let t119 = splat(seed[47]);
        let (t120, _carry_41) = mul_add(t114, packet, t119, carry_40);
        let t122 = splat(seed[48]);
        let (t124, carry_42) = mul_add(t118, packet, t122, t6);
        let t125 = splat(seed[49]);
        let (t126, _carry_43) = mul_add(t120, packet, t125, carry_42);
        let t128 = splat(seed[50]);
        let (t130, carry_44) = mul_add(t124, packet, t128, t6);
        let t131 = splat(seed[51]);
        let (t132, _carry_45) = mul_add(t126, packet, t131, carry_44);
        let t134 = splat(seed[52]);
        let (t136, carry_46) = mul_add(t130, packet, t134, t6);
        let t137 = splat(seed[53]);
        let (t138, _carry_47) = mul_add(t132, packet, t137, carry_46);
        let t140 = splat(seed[54]);
        let (_item_b, carry_48) = mul_add(t136, packet, t140, t6);
        let t142 = splat(seed[55]);
        let (item_bh, _carry_49) = mul_add(t138, packet, t142, carry_48);
        // cubic c at this item: degree 5, 128 fraction bits
        let t144 = splat(seed[56]);
        let t145 = splat(seed[58]);
        let (t147, carry_50) = mul_add(t144, packet, t145, t6);
        let t148 = splat(seed[57]);
        let t149 = splat(seed[59]);
        let (t150, _carry_51) = mul_add(t148, packet, t149, carry_50);
        let t152 = splat(seed[60]);
        let (t154, carry_52) = mul_add(t147, packet, t152, t6);
        let t155 = splat(seed[61]);
        let (t156, _carry_53) = mul_add(t150, packet, t155, carry_52);
        let t158 = splat(seed[62]);
        let (t160, carry_54) = mul_add(t154, packet, t158, t6);
        let t161 = splat(seed[63]);
        let (t162, _carry_55) = mul_add(t156, packet, t161, carry_54);
        let t164 = splat(seed[64]);
        let (t166, carry_56) = mul_add(t160, packet, t164, t6);
        let t167 = splat(seed[65]);
        let (t168, _carry_57) = mul_add(t162, packet, t167, carry_56);
        let t170 = splat(seed[66]);
        let (_item_c, carry_58) = mul_add(t166, packet, t170, t6);
        let t172 = splat(seed[67]);
        let (item_ch, _carry_59) = mul_add(t168, packet, t172, carry_58);
        // as numbers: A, the slope in two parts, B, C
        let t174 = shr_by(item_g0h, 12);
        let t175 = to_f64(t174);
        let a = fmul(t175, t176);
        let t177 = shr_by(item_shh, 42);
        let t178 = to_f64(t177);
        let s1 = fmul(t178, t179);
        let t180 = shl_by(item_shh, 22);
        let t181 = shr_by(item_sh, 42);
        let t182 = add(t180, t181);
        let t183 = to_f64_nearest(t182);
        let s2 = fmul(t183, t184);
        let t185 = to_f64_nearest(item_bh);
        let b = fmul(t185, t186);
        // C has a sign: it is read as a difference from 1/2
        let t188 = add(item_ch, t187);
        let t189 = to_f64_nearest(t188);
        let t191 = fsub(t189, t190);
        let c = fmul(t191, t192);
        let order = seed[68] as f64;
        // 1/B, the shear -3C/(8B) of the slope, the spread 2.1·ε''/B of squared roots
        let inverse_b = fdiv(t193, b);
        let t194 = fmul(c, inverse_b);
        let shear = fmul(t194, t195);
        let spread = fmul(inverse_b, t196);
        let t198 = fmax(spread, t193);
        let t199 = sqrt_near(t198);
        let radius = fmul_add(t199, t200, t201);
        // fractions of order Q about the slope at the packet's first input, from 0/1 and 1/1
        let slope = fadd(s1, s2);
        let mut r_left = t203;
        let mut q_left = t193;
        let mut r_right = t193;
        let mut q_right = t193;
        // at most 42 rounds
        loop {
            let t207 = fmul(q_left, slope);
            let t208 = fsub(t207, r_left);
            let t209 = fmul(q_right, slope);
            let t210 = fsub(t209, r_right);
            let t212 = fsub(t203, t210);
            let t213 = fdiv(t212, t208);
            let t215 = fmax(t213, t203);
            let order_2 = fsplat(order);
            let t216 = fsub(order_2, q_right);
            let t217 = fdiv(t216, q_left);
            let t218 = fmin(t215, t217);
            let t219 = trunc(t218);
            let t220 = fmul_add(t219, r_left, r_right);
            let t221 = fmul_add(t219, q_left, q_right);
            r_right = t220;
            q_right = t221;
            let t222 = fmul(q_right, slope);
            let t223 = fsub(t222, r_right);
            let t225 = fsub(t203, t223);
            let t226 = fdiv(t208, t225);
            let t228 = fmax(t226, t203);
            let order_3 = fsplat(order);
            let t229 = fsub(order_3, q_left);
            let t230 = fdiv(t229, q_right);
            let t231 = fmin(t228, t230);
            let t232 = trunc(t231);
            let t233 = fmul_add(t232, r_right, r_left);
            let t234 = fmul_add(t232, q_right, q_left);
            r_left = t233;
            q_left = t234;
            let t235 = fadd(t219, t232);
            let t237 = fge(t235, t193);
            if !any(t237) {
                break;
            }
        }
        // the fraction before the left one
        let order_4 = fsplat(order);
        let t238 = fadd(order_4, q_right);
        let t239 = fdiv(t238, q_left);
        let t240 = trunc(t239);
        let t241 = fmul_less(t240, r_left, r_right);
        let t242 = fmul_less(t240, q_left, q_right);
        let order_above = order * 1.000000000003638;
        let mut r_before = t241;
        let mut q_before = t242;
        let mut r = r_left;
        let mut q = q_left;
        // a packet beyond the range may be curved less than was proved: it is left out
        let t244 = fge(b, t243);
        let t248 = fselect(t244, t203, t247);
        let mut from = t248;
        // at most 16777216 rounds
        loop {
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            let t249 = recip_near(q);
            let t250 = fmul_sub(q, t249, t193);
            let t251 = fmul_add(t249, t250, t249);
            let t252 = fmul_sub(q, t251, t193);
            let inverse = fmul_add(t251, t252, t251);
            let order_above_2 = fsplat(order_above);
            let t255 = fmul_add(q_before, t254, order_above_2);
            let t257 = fmul_add(t255, inverse, t256);
            let t259 = fadd(t257, t258);
            let t261 = fsub(t259, t258);
            let r_next = fmul_less(t261, r, r_before);
            let q_next = fmul_less(t261, q, q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            let t262 = fmul_sub(q, s1, r);
            let apart = fmul_sub(q, s2, t262);
            let unit = fmul(inverse, inverse_b);
            let t263 = fmul(apart, unit);
            let t265 = fmul_add(shear, t263, t264);
            let vertex = fmul(t263, t265);
            // the arc ends at the mediant's place, or with the packet
            let t266 = fadd(q, q_next);
            let t267 = recip_near(t266);
            let t268 = fmul(t267, unit);
            let t270 = fmul_add(t268, t264, vertex);
            let t273 = fmin(t270, t247);
            let t276 = fadd(t273, t258);
            let t278 = fsub(t276, t258);
            let end = fmax(t278, from);
            // an input next to the vertex, and q·P there below an integer
            let t280 = fmin(vertex, t279);
            let t281 = fmax(t280, from);
            let t284 = fadd(t281, t258);
            let near = fsub(t284, t258);
            let offset = fsub(vertex, near);
            let t288 = fmul_add(s1, near, t258);
            let t290 = fsub(t288, t258);
            let t291 = fmul_less(s1, near, t290);
            let t292 = fmul_add(s2, near, t291);
            let t293 = fmul_add(c, near, b);
            let t294 = fmul(t293, near);
            let t295 = fmul_add(t294, near, a);
            let value = fadd(t295, t292);
            let t297 = fmul_add(q, value, t296);
            let t300 = fadd(t297, t258);
            let integer = fsub(t300, t258);
            let rise = fmul_sub(q, value, integer);
            let t302 = fsub(end, vertex);
            let t303 = fsub(vertex, from);
            let t304 = fmax(t302, t303);
            let farthest = fmul_add(t304, t305, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            let t306 = fmul(inverse, inverse_b);
            let t307 = fmul(offset, offset);
            let y = fmul_add(rise, t306, t307);
            let t310 = fmax(y, t193);
            let root = sqrt_near(t310);
            // how far they are from the class of inputs on which q divides that integer
            let t311 = fmul_add(integer, q_before, offset);
            let t312 = fadd(t311, root);
            let t315 = fmul_add(t312, inverse, t258);
            let t317 = fsub(t315, t258);
            let t318 = fmul_sub(t317, q, t312);
            let t319 = fmul(t318, t318);
            let t320 = fsub(t311, root);
            let t323 = fmul_add(t320, inverse, t258);
            let t325 = fsub(t323, t258);
            let t326 = fmul_sub(t325, q, t320);
            let t327 = fmul(t326, t326);
            let t328 = fmin(t319, t327);
            let t330 = fmul_add(root, t329, radius);
            let t331 = fmul(t330, t330);
            let t332 = fge(t331, t328);
            // or the arc reaches the integer after that one
            let t333 = fmul(farthest, farthest);
            let t334 = fsub(t333, y);
            let t335 = fge(t334, t306);
            let t336 = or(t332, t335);
            let t337 = flt(from, end);
            let hit = and(t336, t337);
            if any(hit) {
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                let t341 = fmul(c, t340);
                let t342 = fmul_add(t341, vertex, b);
                let t343 = fadd(t342, b);
                let t344 = fmul(t343, vertex);
                let t346 = fmul_sub(q, inverse, t193);
                let inverse_q = fmul_add(inverse, t346, inverse);
                let t348 = fdiv(t193, t342);
                let t349 = fmul_less(apart, inverse_q, t344);
                let t351 = fmul(t349, t264);
                let t352 = fmul_add(t351, t348, vertex);
                let offset_2 = fsub(t352, near);
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                let exact_unit = fmul(t348, inverse_q);
                let t353 = fmul(c, t348);
                let t354 = fmul(offset_2, offset_2);
                let t355 = fmul(t354, offset_2);
                let square = fmul_sub(t355, t353, t354);
                let bend = fmul(t353, t264);
                let t357 = fmul(bend, bend);
                let bend_2 = fmul(t357, t340);
                let farthest_2 = fmul(farthest, farthest);
                let t361 = fmax(spread, t193);
                let t362 = sqrt_near(t361);
                let wide = fmul(t362, t200);
                let mut passed = integer;
                let mut above = rise;
                let mut open = hit;
                // at most 32768 rounds
                loop {
                    // one integer after the other, while the arc reaches it
                    let y_2 = fmul_add(above, exact_unit, square);
                    let t365 = fge(farthest_2, y_2);
                    let t366 = and(open, t365);
                    open = t366;
                    if !any(open) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    let t368 = fmax(y_2, t193);
                    let t369 = sqrt_near(t368);
                    let t370 = recip_near(t369);
                    let t372 = fmul(t370, t264);
                    let t373 = fmul_sub(t369, t369, t368);
                    let t374 = fmul_add(t373, t372, t369);
                    let t375 = fmul_sub(t374, t374, t368);
                    let t376 = fmul_add(t375, t372, t374);
                    let t377 = fmul_sub(t376, t376, t368);
                    let t378 = fmul_add(t377, t372, t376);
                    let t379 = fmul_sub(t378, t378, t368);
                    let root_2 = fmul_add(t379, t372, t378);
                    let t381 = fmul(spread, t380);
                    let t382 = fmul(t381, t370);
                    let t383 = fmin(t382, wide);
                    let t385 = fadd(t383, t384);
                    let t386 = fmul(bend_2, t368);
                    let t387 = fmul_add(t386, root_2, t385);
                    let width = fmul_add(q, t388, t387);
                    let t389 = fmul_add(passed, q_before, offset_2);
                    let middle = fmul_sub(bend, t368, t389);
                    let t392 = fsub(t203, root_2);
                    let mut signed = root_2;
                    for _ in 0..2 {
                        let t393 = fadd(middle, signed);
                        // members of the class near the root, as multiples of q
                        let t394 = fsub(t393, width);
                        let most = fadd(t393, width);
                        let t397 = fmul_add(t394, inverse_q, t264);
                        let t400 = fadd(t397, t258);
                        let t402 = fsub(t400, t258);
                        let t403 = fmul(t402, q);
                        let class = fmul(passed, q_before);
                        let mut multiple = t403;
                        // at most 8192 rounds
                        loop {
                            let t404 = fge(most, multiple);
                            let near_root = and(open, t404);
                            if !any(near_root) {
                                break;
                            }
                            // the input, and P there against ε''
                            let t405 = fsub(multiple, class);
                            let t = fadd(near, t405);
                            let t406 = fge(t, from);
                            let t407 = flt(t, end);
                            let t408 = and(t406, t407);
                            let t409 = and(t408, near_root);
                            let t412 = fmul_add(s1, t, t258);
                            let t414 = fsub(t412, t258);
                            let t415 = fmul_less(s1, t, t414);
                            let t416 = fmul_add(s2, t, t415);
                            let t417 = fmul_add(c, t, b);
                            let t418 = fmul(t417, t);
                            let t419 = fmul_add(t418, t, a);
                            let t420 = fadd(t419, t416);
                            let t423 = fadd(t420, t258);
                            let t425 = fsub(t423, t258);
                            let t426 = fsub(t420, t425);
                            let t427 = fmul(t426, t426);
                            let t429 = fge(t428, t427);
                            let hard = and(t429, t409);
                            if any(hard) {
                                // report the part that the input belongs to
                                let t431 = mul(packet, t430);
                                let t432 = to_u64(t);
                                let t433 = shr_by(t432, 19);
                                let t434 = add(t431, t433);
                                emit(hard, t434, out);
                            }
                            let t435 = fadd(multiple, q);
                            multiple = t435;
                        }
                        signed = t392;
                    }
                    let t437 = fadd(passed, t193);
                    passed = t437;
                    let t439 = fadd(above, t193);
                    above = t439;
                }
            }
            // on to the next arc
            r_before = r;
            q_before = q;
            r = r_next;
            q = q_next;
            from = end;
            let t442 = flt(end, t247);
            if !any(t442) {
                break;
            }
        }
        let t444 = add(packet, t443);
        packet = t444;
    }
}

/// Tests one item, 2^19 consecutive inputs in 32 parts of L = 2^14, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..36]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 8 in the item
///   index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `seed[36..68]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 7
///   in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `seed[68..96]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 6 in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
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
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
///    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
///    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
///    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
///    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x3000000·2^-52 = 2^-26.42 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 29 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds, 12
///   mask operations, 4 minima, 7 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
/// - shared by all lanes: 2 adds, 96 loads, 4 multiplies, 4 shifts, 84 wide multiplies
fn stage1(seed: &[u64; 96], item: u64, out: &mut Survivors) {
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
    let threshold = fsplat(50331648.0);
    let width_2 = splat(2);
    // value g0 at this item: degree 8, 256 fraction bits
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
    let (t31, carry_25) = t26.carrying_mul_add(item, seed[28], 0);
    let (t32, carry_26) = t27.carrying_mul_add(item, seed[29], carry_25);
    let (t33, carry_27) = t28.carrying_mul_add(item, seed[30], carry_26);
    let (t34, _carry_28) = t29.carrying_mul_add(item, seed[31], carry_27);
    let (_item_g0, carry_29) = t31.carrying_mul_add(item, seed[32], 0);
    let (_item_g0h, carry_30) = t32.carrying_mul_add(item, seed[33], carry_29);
    let (_item_g0hh, carry_31) = t33.carrying_mul_add(item, seed[34], carry_30);
    let (item_g0hhh, _carry_32) = t34.carrying_mul_add(item, seed[35], carry_31);
    // slope difference s0 at this item: degree 7, 256 fraction bits
    let (t37, carry_33) = seed[36].carrying_mul_add(item, seed[40], 0);
    let (t38, carry_34) = seed[37].carrying_mul_add(item, seed[41], carry_33);
    let (t39, carry_35) = seed[38].carrying_mul_add(item, seed[42], carry_34);
    let (t40, _carry_36) = seed[39].carrying_mul_add(item, seed[43], carry_35);
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
    let (t57, carry_49) = t52.carrying_mul_add(item, seed[56], 0);
    let (t58, carry_50) = t53.carrying_mul_add(item, seed[57], carry_49);
    let (t59, carry_51) = t54.carrying_mul_add(item, seed[58], carry_50);
    let (t60, _carry_52) = t55.carrying_mul_add(item, seed[59], carry_51);
    let (t62, carry_53) = t57.carrying_mul_add(item, seed[60], 0);
    let (t63, carry_54) = t58.carrying_mul_add(item, seed[61], carry_53);
    let (t64, carry_55) = t59.carrying_mul_add(item, seed[62], carry_54);
    let (t65, _carry_56) = t60.carrying_mul_add(item, seed[63], carry_55);
    let (_item_s0, carry_57) = t62.carrying_mul_add(item, seed[64], 0);
    let (_item_s0h, carry_58) = t63.carrying_mul_add(item, seed[65], carry_57);
    let (item_s0hh, carry_59) = t64.carrying_mul_add(item, seed[66], carry_58);
    let (item_s0hhh, _carry_60) = t65.carrying_mul_add(item, seed[67], carry_59);
    // slope difference s1 at this item: degree 6, 256 fraction bits
    let (t68, carry_61) = seed[68].carrying_mul_add(item, seed[72], 0);
    let (t69, carry_62) = seed[69].carrying_mul_add(item, seed[73], carry_61);
    let (t70, carry_63) = seed[70].carrying_mul_add(item, seed[74], carry_62);
    let (t71, _carry_64) = seed[71].carrying_mul_add(item, seed[75], carry_63);
    let (t73, carry_65) = t68.carrying_mul_add(item, seed[76], 0);
    let (t74, carry_66) = t69.carrying_mul_add(item, seed[77], carry_65);
    let (t75, carry_67) = t70.carrying_mul_add(item, seed[78], carry_66);
    let (t76, _carry_68) = t71.carrying_mul_add(item, seed[79], carry_67);
    let (t78, carry_69) = t73.carrying_mul_add(item, seed[80], 0);
    let (t79, carry_70) = t74.carrying_mul_add(item, seed[81], carry_69);
    let (t80, carry_71) = t75.carrying_mul_add(item, seed[82], carry_70);
    let (t81, _carry_72) = t76.carrying_mul_add(item, seed[83], carry_71);
    let (t83, carry_73) = t78.carrying_mul_add(item, seed[84], 0);
    let (t84, carry_74) = t79.carrying_mul_add(item, seed[85], carry_73);
    let (t85, carry_75) = t80.carrying_mul_add(item, seed[86], carry_74);
    let (t86, _carry_76) = t81.carrying_mul_add(item, seed[87], carry_75);
    let (t88, carry_77) = t83.carrying_mul_add(item, seed[88], 0);
    let (t89, carry_78) = t84.carrying_mul_add(item, seed[89], carry_77);
    let (t90, carry_79) = t85.carrying_mul_add(item, seed[90], carry_78);
    let (t91, _carry_80) = t86.carrying_mul_add(item, seed[91], carry_79);
    let (_item_s1, carry_81) = t88.carrying_mul_add(item, seed[92], 0);
    let (_item_s1h, carry_82) = t89.carrying_mul_add(item, seed[93], carry_81);
    let (item_s1hh, carry_83) = t90.carrying_mul_add(item, seed[94], carry_82);
    let (item_s1hhh, _carry_84) = t91.carrying_mul_add(item, seed[95], carry_83);
    // differences of the value: the slope's times the part's length
    let t100 = item_s0hhh << 14;
    let t101 = item_s0hh >> 50;
    let t102 = t100.wrapping_add(t101);
    let t110 = item_s1hhh << 14;
    let t111 = item_s1hh >> 50;
    let t112 = t110.wrapping_add(t111);
    // tables of the lanes, stride = number of lanes
    let t113 = splat(t102);
    let t114 = mul(t113, lane);
    let item_g0hhh_2 = splat(item_g0hhh);
    let t115 = add(item_g0hhh_2, t114);
    let mut g0 = t115;
    let t116 = t102.wrapping_mul(2);
    let t117 = splat(t112);
    let t118 = mul(t117, stride1_2);
    let t119 = splat(t116);
    let t120 = add(t119, t118);
    let mut g1 = t120;
    let g2 = t112.wrapping_mul(4);
    let item_s1hhh_2 = splat(item_s1hhh);
    let t121 = mul(item_s1hhh_2, lane);
    let item_s0hhh_2 = splat(item_s0hhh);
    let t122 = add(item_s0hhh_2, t121);
    let mut s0 = t122;
    let s1 = item_s1hhh.wrapping_mul(2);
    // index of the first part of each lane
    let t124 = item.wrapping_mul(32);
    let t125 = splat(t124);
    let t126 = add(t125, lane);
    let mut part = t126;
    for _ in 0..16 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t127 = shr_by(falling, 12);
        let a = to_f64(t127);
        let t128 = shr_by(g0, 12);
        let b = to_f64(t128);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t129 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t129;
        // at most 16385 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t130 = fmul(q, inverse);
            let t131 = trunc(t130);
            let t132 = fmul_sub(t131, p, q);
            let t133 = fge(t132, p);
            let t134 = fadd(t131, one);
            let t135 = fsub(t132, p);
            let k = fselect(t133, t134, t131);
            let rest = fselect(t133, t135, t132);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t136 = fmul(d, inverse);
            let t137 = trunc(t136);
            let t138 = fmul_sub(t137, p, d);
            let t139 = fge(t138, p);
            let t141 = fsub(t138, p);
            let rest_2 = fselect(t139, t141, t138);
            let mut rest_3 = rest_2;
            let t142 = fge(rest_3, p);
            let t143 = and(t142, active);
            if any(t143) {
                // rare: the estimate left more than one y
                let t144 = fdiv(d, p);
                let t145 = trunc(t144);
                let t146 = fmul_sub(t145, p, d);
                let t149 = flt(t146, zero_3);
                let t153 = fadd(t146, p);
                let t155 = fselect(t149, t153, t146);
                let t156 = fselect(t143, t155, rest_3);
                rest_3 = t156;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t157 = fadd(u_new, v);
            let t158 = fge(t157, n);
            let last = and(t158, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t159 = fadd(u, v);
                let missing = fsub(n, t159);
                let t160 = fdiv(missing, v);
                let t161 = trunc(t160);
                let t162 = fadd(t161, one);
                let taken = fmin(t162, k);
                let t163 = fdiv(d, p);
                let t164 = trunc(t163);
                let t165 = fmin(t164, taken);
                let t166 = fmul_sub(t165, p, d);
                let t169 = flt(t166, zero_3);
                let t173 = fadd(t166, p);
                let t175 = fselect(t169, t173, t166);
                let t176 = fselect(last, t175, d_new);
                d_new = t176;
            }
            // take the step; who has N points, or q = 0, is done
            let t177 = fselect(active, d_new, d);
            d = t177;
            q = rest;
            u = u_new;
            let t178 = and_not(active, last);
            let t179 = fge(q, one);
            let t180 = and(t178, t179);
            active = t180;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t181 = fmul(p, inverse_2);
            let t182 = trunc(t181);
            let t183 = fmul_sub(t182, q, p);
            let t184 = fge(t183, q);
            let t185 = fadd(t182, one);
            let t186 = fsub(t183, q);
            let k_3 = fselect(t184, t185, t182);
            let rest_4 = fselect(t184, t186, t183);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t187 = fge(d, rest_4);
            let beyond = and(t187, active);
            let past = fsub(d, rest_4);
            let t188 = fmul(past, inverse_2);
            let t189 = trunc(t188);
            let t190 = fmul_sub(t189, q, past);
            let t191 = fge(t190, q);
            let t193 = fsub(t190, q);
            let rest_5 = fselect(t191, t193, t190);
            let mut rest_6 = rest_5;
            let t194 = fge(rest_6, q);
            let t195 = and(t194, beyond);
            if any(t195) {
                // rare: the estimate left more than one y
                let t196 = fdiv(past, q);
                let t197 = trunc(t196);
                let t198 = fmul_sub(t197, q, past);
                let t201 = flt(t198, zero_3);
                let t205 = fadd(t198, q);
                let t207 = fselect(t201, t205, t198);
                let t208 = fselect(t195, t207, rest_6);
                rest_6 = t208;
            }
            // elsewhere d stays
            let t209 = fselect(beyond, rest_6, d);
            let mut d_new_2 = t209;
            // lanes that have their N points with this step
            let t210 = fadd(u, v_new);
            let t211 = fge(t210, n);
            let last_2 = and(t211, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t212 = fadd(u, v);
                let missing_2 = fsub(n, t212);
                let t213 = fdiv(missing_2, u);
                let t214 = trunc(t213);
                let t215 = fadd(t214, one);
                let taken_2 = fmin(t215, k_3);
                let t216 = fmul_sub(taken_2, q, p);
                let t217 = fsub(d, t216);
                let t218 = fge(d, t216);
                let t219 = and(t218, last_2);
                let t220 = fdiv(t217, q);
                let t221 = trunc(t220);
                let t222 = fmin(t221, taken_2);
                let t223 = fmul_sub(t222, q, t217);
                let t226 = flt(t223, zero_3);
                let t230 = fadd(t223, q);
                let t232 = fselect(t226, t230, t223);
                let t233 = fselect(t219, t232, d);
                let t234 = fselect(last_2, t233, d_new_2);
                d_new_2 = t234;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t235 = and_not(active, last_2);
            let t236 = fge(p, one);
            let t237 = and(t235, t236);
            active = t237;
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
        let t238 = add(g0, g1);
        g0 = t238;
        let g2_2 = splat(g2);
        let t239 = add(g1, g2_2);
        g1 = t239;
        let s1_2 = splat(s1);
        let t240 = add(s0, s1_2);
        s0 = t240;
        let t241 = add(part, width_2);
        part = t241;
    }
}

/// Tests one item, 2^14 consecutive inputs in 32 parts of L = 2^9, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..45]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 8 in the item
///   index, the highest coefficient first, 5 words (320 fraction bits) each.
/// - `seed[45..77]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 7
///   in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
/// - `seed[77..105]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 6 in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
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
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
///    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
///    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
///    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
///    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0xc800·2^-52 = 2^-36.36 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 29 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds, 12
///   mask operations, 4 minima, 7 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
/// - shared by all lanes: 2 adds, 105 loads, 4 multiplies, 4 shifts, 92 wide multiplies
fn stage2(seed: &[u64; 105], item: u64, out: &mut Survivors) {
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
    let threshold = fsplat(51200.0);
    let width_2 = splat(2);
    // value g0 at this item: degree 8, 320 fraction bits
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
    let (t37, carry_31) = t31.carrying_mul_add(item, seed[35], 0);
    let (t38, carry_32) = t32.carrying_mul_add(item, seed[36], carry_31);
    let (t39, carry_33) = t33.carrying_mul_add(item, seed[37], carry_32);
    let (t40, carry_34) = t34.carrying_mul_add(item, seed[38], carry_33);
    let (t41, _carry_35) = t35.carrying_mul_add(item, seed[39], carry_34);
    let (_item_g0, carry_36) = t37.carrying_mul_add(item, seed[40], 0);
    let (_item_g0h, carry_37) = t38.carrying_mul_add(item, seed[41], carry_36);
    let (_item_g0hh, carry_38) = t39.carrying_mul_add(item, seed[42], carry_37);
    let (_item_g0hhh, carry_39) = t40.carrying_mul_add(item, seed[43], carry_38);
    let (item_g0hhhh, _carry_40) = t41.carrying_mul_add(item, seed[44], carry_39);
    // slope difference s0 at this item: degree 7, 256 fraction bits
    let (t44, carry_41) = seed[45].carrying_mul_add(item, seed[49], 0);
    let (t45, carry_42) = seed[46].carrying_mul_add(item, seed[50], carry_41);
    let (t46, carry_43) = seed[47].carrying_mul_add(item, seed[51], carry_42);
    let (t47, _carry_44) = seed[48].carrying_mul_add(item, seed[52], carry_43);
    let (t49, carry_45) = t44.carrying_mul_add(item, seed[53], 0);
    let (t50, carry_46) = t45.carrying_mul_add(item, seed[54], carry_45);
    let (t51, carry_47) = t46.carrying_mul_add(item, seed[55], carry_46);
    let (t52, _carry_48) = t47.carrying_mul_add(item, seed[56], carry_47);
    let (t54, carry_49) = t49.carrying_mul_add(item, seed[57], 0);
    let (t55, carry_50) = t50.carrying_mul_add(item, seed[58], carry_49);
    let (t56, carry_51) = t51.carrying_mul_add(item, seed[59], carry_50);
    let (t57, _carry_52) = t52.carrying_mul_add(item, seed[60], carry_51);
    let (t59, carry_53) = t54.carrying_mul_add(item, seed[61], 0);
    let (t60, carry_54) = t55.carrying_mul_add(item, seed[62], carry_53);
    let (t61, carry_55) = t56.carrying_mul_add(item, seed[63], carry_54);
    let (t62, _carry_56) = t57.carrying_mul_add(item, seed[64], carry_55);
    let (t64, carry_57) = t59.carrying_mul_add(item, seed[65], 0);
    let (t65, carry_58) = t60.carrying_mul_add(item, seed[66], carry_57);
    let (t66, carry_59) = t61.carrying_mul_add(item, seed[67], carry_58);
    let (t67, _carry_60) = t62.carrying_mul_add(item, seed[68], carry_59);
    let (t69, carry_61) = t64.carrying_mul_add(item, seed[69], 0);
    let (t70, carry_62) = t65.carrying_mul_add(item, seed[70], carry_61);
    let (t71, carry_63) = t66.carrying_mul_add(item, seed[71], carry_62);
    let (t72, _carry_64) = t67.carrying_mul_add(item, seed[72], carry_63);
    let (_item_s0, carry_65) = t69.carrying_mul_add(item, seed[73], 0);
    let (_item_s0h, carry_66) = t70.carrying_mul_add(item, seed[74], carry_65);
    let (item_s0hh, carry_67) = t71.carrying_mul_add(item, seed[75], carry_66);
    let (item_s0hhh, _carry_68) = t72.carrying_mul_add(item, seed[76], carry_67);
    // slope difference s1 at this item: degree 6, 256 fraction bits
    let (t75, carry_69) = seed[77].carrying_mul_add(item, seed[81], 0);
    let (t76, carry_70) = seed[78].carrying_mul_add(item, seed[82], carry_69);
    let (t77, carry_71) = seed[79].carrying_mul_add(item, seed[83], carry_70);
    let (t78, _carry_72) = seed[80].carrying_mul_add(item, seed[84], carry_71);
    let (t80, carry_73) = t75.carrying_mul_add(item, seed[85], 0);
    let (t81, carry_74) = t76.carrying_mul_add(item, seed[86], carry_73);
    let (t82, carry_75) = t77.carrying_mul_add(item, seed[87], carry_74);
    let (t83, _carry_76) = t78.carrying_mul_add(item, seed[88], carry_75);
    let (t85, carry_77) = t80.carrying_mul_add(item, seed[89], 0);
    let (t86, carry_78) = t81.carrying_mul_add(item, seed[90], carry_77);
    let (t87, carry_79) = t82.carrying_mul_add(item, seed[91], carry_78);
    let (t88, _carry_80) = t83.carrying_mul_add(item, seed[92], carry_79);
    let (t90, carry_81) = t85.carrying_mul_add(item, seed[93], 0);
    let (t91, carry_82) = t86.carrying_mul_add(item, seed[94], carry_81);
    let (t92, carry_83) = t87.carrying_mul_add(item, seed[95], carry_82);
    let (t93, _carry_84) = t88.carrying_mul_add(item, seed[96], carry_83);
    let (t95, carry_85) = t90.carrying_mul_add(item, seed[97], 0);
    let (t96, carry_86) = t91.carrying_mul_add(item, seed[98], carry_85);
    let (t97, carry_87) = t92.carrying_mul_add(item, seed[99], carry_86);
    let (t98, _carry_88) = t93.carrying_mul_add(item, seed[100], carry_87);
    let (_item_s1, carry_89) = t95.carrying_mul_add(item, seed[101], 0);
    let (_item_s1h, carry_90) = t96.carrying_mul_add(item, seed[102], carry_89);
    let (item_s1hh, carry_91) = t97.carrying_mul_add(item, seed[103], carry_90);
    let (item_s1hhh, _carry_92) = t98.carrying_mul_add(item, seed[104], carry_91);
    // differences of the value: the slope's times the part's length
    let t107 = item_s0hhh << 9;
    let t108 = item_s0hh >> 55;
    let t109 = t107.wrapping_add(t108);
    let t117 = item_s1hhh << 9;
    let t118 = item_s1hh >> 55;
    let t119 = t117.wrapping_add(t118);
    // tables of the lanes, stride = number of lanes
    let t120 = splat(t109);
    let t121 = mul(t120, lane);
    let item_g0hhhh_2 = splat(item_g0hhhh);
    let t122 = add(item_g0hhhh_2, t121);
    let mut g0 = t122;
    let t123 = t109.wrapping_mul(2);
    let t124 = splat(t119);
    let t125 = mul(t124, stride1_2);
    let t126 = splat(t123);
    let t127 = add(t126, t125);
    let mut g1 = t127;
    let g2 = t119.wrapping_mul(4);
    let item_s1hhh_2 = splat(item_s1hhh);
    let t128 = mul(item_s1hhh_2, lane);
    let item_s0hhh_2 = splat(item_s0hhh);
    let t129 = add(item_s0hhh_2, t128);
    let mut s0 = t129;
    let s1 = item_s1hhh.wrapping_mul(2);
    // index of the first part of each lane
    let t131 = item.wrapping_mul(32);
    let t132 = splat(t131);
    let t133 = add(t132, lane);
    let mut part = t133;
    for _ in 0..16 {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t134 = shr_by(falling, 12);
        let a = to_f64(t134);
        let t135 = shr_by(g0, 12);
        let b = to_f64(t135);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t136 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t136;
        // at most 513 rounds
        loop {
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t137 = fmul(q, inverse);
            let t138 = trunc(t137);
            let t139 = fmul_sub(t138, p, q);
            let t140 = fge(t139, p);
            let t141 = fadd(t138, one);
            let t142 = fsub(t139, p);
            let k = fselect(t140, t141, t138);
            let rest = fselect(t140, t142, t139);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t143 = fmul(d, inverse);
            let t144 = trunc(t143);
            let t145 = fmul_sub(t144, p, d);
            let t146 = fge(t145, p);
            let t148 = fsub(t145, p);
            let rest_2 = fselect(t146, t148, t145);
            let mut rest_3 = rest_2;
            let t149 = fge(rest_3, p);
            let t150 = and(t149, active);
            if any(t150) {
                // rare: the estimate left more than one y
                let t151 = fdiv(d, p);
                let t152 = trunc(t151);
                let t153 = fmul_sub(t152, p, d);
                let t156 = flt(t153, zero_3);
                let t160 = fadd(t153, p);
                let t162 = fselect(t156, t160, t153);
                let t163 = fselect(t150, t162, rest_3);
                rest_3 = t163;
            }
            let mut d_new = rest_3;
            // lanes that have their N points with this step
            let t164 = fadd(u_new, v);
            let t165 = fge(t164, n);
            let last = and(t165, active);
            if any(last) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t166 = fadd(u, v);
                let missing = fsub(n, t166);
                let t167 = fdiv(missing, v);
                let t168 = trunc(t167);
                let t169 = fadd(t168, one);
                let taken = fmin(t169, k);
                let t170 = fdiv(d, p);
                let t171 = trunc(t170);
                let t172 = fmin(t171, taken);
                let t173 = fmul_sub(t172, p, d);
                let t176 = flt(t173, zero_3);
                let t180 = fadd(t173, p);
                let t182 = fselect(t176, t180, t173);
                let t183 = fselect(last, t182, d_new);
                d_new = t183;
            }
            // take the step; who has N points, or q = 0, is done
            let t184 = fselect(active, d_new, d);
            d = t184;
            q = rest;
            u = u_new;
            let t185 = and_not(active, last);
            let t186 = fge(q, one);
            let t187 = and(t185, t186);
            active = t187;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t188 = fmul(p, inverse_2);
            let t189 = trunc(t188);
            let t190 = fmul_sub(t189, q, p);
            let t191 = fge(t190, q);
            let t192 = fadd(t189, one);
            let t193 = fsub(t190, q);
            let k_3 = fselect(t191, t192, t189);
            let rest_4 = fselect(t191, t193, t190);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t194 = fge(d, rest_4);
            let beyond = and(t194, active);
            let past = fsub(d, rest_4);
            let t195 = fmul(past, inverse_2);
            let t196 = trunc(t195);
            let t197 = fmul_sub(t196, q, past);
            let t198 = fge(t197, q);
            let t200 = fsub(t197, q);
            let rest_5 = fselect(t198, t200, t197);
            let mut rest_6 = rest_5;
            let t201 = fge(rest_6, q);
            let t202 = and(t201, beyond);
            if any(t202) {
                // rare: the estimate left more than one y
                let t203 = fdiv(past, q);
                let t204 = trunc(t203);
                let t205 = fmul_sub(t204, q, past);
                let t208 = flt(t205, zero_3);
                let t212 = fadd(t205, q);
                let t214 = fselect(t208, t212, t205);
                let t215 = fselect(t202, t214, rest_6);
                rest_6 = t215;
            }
            // elsewhere d stays
            let t216 = fselect(beyond, rest_6, d);
            let mut d_new_2 = t216;
            // lanes that have their N points with this step
            let t217 = fadd(u, v_new);
            let t218 = fge(t217, n);
            let last_2 = and(t218, active);
            if any(last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t219 = fadd(u, v);
                let missing_2 = fsub(n, t219);
                let t220 = fdiv(missing_2, u);
                let t221 = trunc(t220);
                let t222 = fadd(t221, one);
                let taken_2 = fmin(t222, k_3);
                let t223 = fmul_sub(taken_2, q, p);
                let t224 = fsub(d, t223);
                let t225 = fge(d, t223);
                let t226 = and(t225, last_2);
                let t227 = fdiv(t224, q);
                let t228 = trunc(t227);
                let t229 = fmin(t228, taken_2);
                let t230 = fmul_sub(t229, q, t224);
                let t233 = flt(t230, zero_3);
                let t237 = fadd(t230, q);
                let t239 = fselect(t233, t237, t230);
                let t240 = fselect(t226, t239, d);
                let t241 = fselect(last_2, t240, d_new_2);
                d_new_2 = t241;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t242 = and_not(active, last_2);
            let t243 = fge(p, one);
            let t244 = and(t242, t243);
            active = t244;
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
        let t245 = add(g0, g1);
        g0 = t245;
        let g2_2 = splat(g2);
        let t246 = add(g1, g2_2);
        g1 = t246;
        let s1_2 = splat(s1);
        let t247 = add(s0, s1_2);
        s0 = t247;
        let t248 = add(part, width_2);
        part = t248;
    }
}

/// Walks one item, 2^9 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 512.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..45]`: P + ε'' at the first input, as a polynomial of degree 8 in the item index, the
///   highest coefficient first, 5 words (320 fraction bits) each.
/// - `seed[45..85]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
///   degree 7 in the item index, the highest coefficient first, 5 words (320 fraction bits) each.
/// - `seed[85..120]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
///   degree 6 in the item index, the highest coefficient first, 5 words (320 fraction bits) each.
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
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x4200000000000000000000·2^-128 = 2^-41.96:
///    that is |P(t) cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 2 adds, 10 carries, 4 wide multiplies
/// - shared by all lanes: 120 loads, 1 multiplies, 109 wide multiplies
fn stage3(seed: &[u64; 120], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let lane = lanes([
        0, 1,
    ]);
    let zero_2 = splat(0);
    #[rustfmt::skip]
    let stride1_2 = lanes([
        1, 3,
    ]);
    let threshold_3 = splat(4325376);
    let width_2 = splat(2);
    // value g0 at this item: degree 8, 320 fraction bits
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
    let (t37, carry_31) = t31.carrying_mul_add(item, seed[35], 0);
    let (t38, carry_32) = t32.carrying_mul_add(item, seed[36], carry_31);
    let (t39, carry_33) = t33.carrying_mul_add(item, seed[37], carry_32);
    let (t40, carry_34) = t34.carrying_mul_add(item, seed[38], carry_33);
    let (t41, _carry_35) = t35.carrying_mul_add(item, seed[39], carry_34);
    let (_item_g0, carry_36) = t37.carrying_mul_add(item, seed[40], 0);
    let (_item_g0h, carry_37) = t38.carrying_mul_add(item, seed[41], carry_36);
    let (_item_g0hh, carry_38) = t39.carrying_mul_add(item, seed[42], carry_37);
    let (item_g0hhh, carry_39) = t40.carrying_mul_add(item, seed[43], carry_38);
    let (item_g0hhhh, _carry_40) = t41.carrying_mul_add(item, seed[44], carry_39);
    // value difference g1 at this item: degree 7, 320 fraction bits
    let (t44, carry_41) = seed[45].carrying_mul_add(item, seed[50], 0);
    let (t45, carry_42) = seed[46].carrying_mul_add(item, seed[51], carry_41);
    let (t46, carry_43) = seed[47].carrying_mul_add(item, seed[52], carry_42);
    let (t47, carry_44) = seed[48].carrying_mul_add(item, seed[53], carry_43);
    let (t48, _carry_45) = seed[49].carrying_mul_add(item, seed[54], carry_44);
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
    let (t68, carry_61) = t62.carrying_mul_add(item, seed[70], 0);
    let (t69, carry_62) = t63.carrying_mul_add(item, seed[71], carry_61);
    let (t70, carry_63) = t64.carrying_mul_add(item, seed[72], carry_62);
    let (t71, carry_64) = t65.carrying_mul_add(item, seed[73], carry_63);
    let (t72, _carry_65) = t66.carrying_mul_add(item, seed[74], carry_64);
    let (t74, carry_66) = t68.carrying_mul_add(item, seed[75], 0);
    let (t75, carry_67) = t69.carrying_mul_add(item, seed[76], carry_66);
    let (t76, carry_68) = t70.carrying_mul_add(item, seed[77], carry_67);
    let (t77, carry_69) = t71.carrying_mul_add(item, seed[78], carry_68);
    let (t78, _carry_70) = t72.carrying_mul_add(item, seed[79], carry_69);
    let (_item_g1, carry_71) = t74.carrying_mul_add(item, seed[80], 0);
    let (_item_g1h, carry_72) = t75.carrying_mul_add(item, seed[81], carry_71);
    let (_item_g1hh, carry_73) = t76.carrying_mul_add(item, seed[82], carry_72);
    let (item_g1hhh, carry_74) = t77.carrying_mul_add(item, seed[83], carry_73);
    let (item_g1hhhh, _carry_75) = t78.carrying_mul_add(item, seed[84], carry_74);
    // value difference g2 at this item: degree 6, 320 fraction bits
    let (t81, carry_76) = seed[85].carrying_mul_add(item, seed[90], 0);
    let (t82, carry_77) = seed[86].carrying_mul_add(item, seed[91], carry_76);
    let (t83, carry_78) = seed[87].carrying_mul_add(item, seed[92], carry_77);
    let (t84, carry_79) = seed[88].carrying_mul_add(item, seed[93], carry_78);
    let (t85, _carry_80) = seed[89].carrying_mul_add(item, seed[94], carry_79);
    let (t87, carry_81) = t81.carrying_mul_add(item, seed[95], 0);
    let (t88, carry_82) = t82.carrying_mul_add(item, seed[96], carry_81);
    let (t89, carry_83) = t83.carrying_mul_add(item, seed[97], carry_82);
    let (t90, carry_84) = t84.carrying_mul_add(item, seed[98], carry_83);
    let (t91, _carry_85) = t85.carrying_mul_add(item, seed[99], carry_84);
    let (t93, carry_86) = t87.carrying_mul_add(item, seed[100], 0);
    let (t94, carry_87) = t88.carrying_mul_add(item, seed[101], carry_86);
    let (t95, carry_88) = t89.carrying_mul_add(item, seed[102], carry_87);
    let (t96, carry_89) = t90.carrying_mul_add(item, seed[103], carry_88);
    let (t97, _carry_90) = t91.carrying_mul_add(item, seed[104], carry_89);
    let (t99, carry_91) = t93.carrying_mul_add(item, seed[105], 0);
    let (t100, carry_92) = t94.carrying_mul_add(item, seed[106], carry_91);
    let (t101, carry_93) = t95.carrying_mul_add(item, seed[107], carry_92);
    let (t102, carry_94) = t96.carrying_mul_add(item, seed[108], carry_93);
    let (t103, _carry_95) = t97.carrying_mul_add(item, seed[109], carry_94);
    let (t105, carry_96) = t99.carrying_mul_add(item, seed[110], 0);
    let (t106, carry_97) = t100.carrying_mul_add(item, seed[111], carry_96);
    let (t107, carry_98) = t101.carrying_mul_add(item, seed[112], carry_97);
    let (t108, carry_99) = t102.carrying_mul_add(item, seed[113], carry_98);
    let (t109, _carry_100) = t103.carrying_mul_add(item, seed[114], carry_99);
    let (_item_g2, carry_101) = t105.carrying_mul_add(item, seed[115], 0);
    let (_item_g2h, carry_102) = t106.carrying_mul_add(item, seed[116], carry_101);
    let (_item_g2hh, carry_103) = t107.carrying_mul_add(item, seed[117], carry_102);
    let (item_g2hhh, carry_104) = t108.carrying_mul_add(item, seed[118], carry_103);
    let (item_g2hhhh, _carry_105) = t109.carrying_mul_add(item, seed[119], carry_104);
    let item_g1hhh_2 = splat(item_g1hhh);
    let (t113, carry_106) = mul_add(item_g1hhh_2, lane, zero_2, zero_2);
    let item_g1hhhh_2 = splat(item_g1hhhh);
    let (t114, _carry_107) = mul_add(item_g1hhhh_2, lane, zero_2, carry_106);
    let item_g0hhh_2 = splat(item_g0hhh);
    let (t115, carry_108) = add_carry(item_g0hhh_2, t113, msplat(false));
    let item_g0hhhh_2 = splat(item_g0hhhh);
    let (t116, _carry_109) = add_carry(item_g0hhhh_2, t114, carry_108);
    let mut g0 = t115;
    let mut g0h = t116;
    let (t118, carry_110) = item_g1hhh.carrying_mul_add(2, 0, 0);
    let (t119, _carry_111) = item_g1hhhh.carrying_mul_add(2, 0, carry_110);
    let item_g2hhh_2 = splat(item_g2hhh);
    let (t122, carry_112) = mul_add(item_g2hhh_2, stride1_2, zero_2, zero_2);
    let item_g2hhhh_2 = splat(item_g2hhhh);
    let (t123, _carry_113) = mul_add(item_g2hhhh_2, stride1_2, zero_2, carry_112);
    let t124 = splat(t118);
    let (t125, carry_114) = add_carry(t124, t122, msplat(false));
    let t126 = splat(t119);
    let (t127, _carry_115) = add_carry(t126, t123, carry_114);
    let mut g1 = t125;
    let mut g1h = t127;
    let (g2, carry_116) = item_g2hhh.carrying_mul_add(4, 0, 0);
    let (g2h, _carry_117) = item_g2hhhh.carrying_mul_add(4, 0, carry_116);
    // index of the first part of each lane
    let t129 = item.wrapping_mul(512);
    let t130 = splat(t129);
    let t131 = add(t130, lane);
    let mut part = t131;
    for _ in 0..256 {
        // an input survives where its value is below 2ε''
        let (_t132, borrow) = sub_borrow(g0, zero_2, msplat(false));
        let (_t133, survives) = sub_borrow(g0h, threshold_3, borrow);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let (t134, carry_118) = add_carry(g0, g1, msplat(false));
        let (t135, _carry_119) = add_carry(g0h, g1h, carry_118);
        g0 = t134;
        g0h = t135;
        let g2_2 = splat(g2);
        let (t136, carry_120) = add_carry(g1, g2_2, msplat(false));
        let g2h_2 = splat(g2h);
        let (t137, _carry_121) = add_carry(g1h, g2h_2, carry_120);
        g1 = t136;
        g1h = t137;
        let t138 = add(part, width_2);
        part = t138;
    }
}
