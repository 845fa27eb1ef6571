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
//! domain            2^36 inputs, Taylor model of degree 4 [the longest and the least degree that
//!                   are proved]
//! block             2^34 inputs with one seed, polynomial of degree 4 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           packet of 2^28 inputs = 2,048 intervals of N = 2^17; 2^6 packets a block
//!                   [chosen by cost]
//!   tables          degree 3; values 1 word (64 fraction bits), slopes 2 words (128 fraction
//!                   bits); moved to an item with 64, 128, 128, 128 fraction bits [least that are
//!                   proved to cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x2c000000·2^-52 = 2^-22.54 [proved: the budget below, doubled and rounded up]
//!   survivors       2.24 % of the parts [predicted]
//! stage 1           interval of 2^17 inputs = κ = 32 sub-intervals of 2^12 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x1b8000·2^-52 = 2^-31.22 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-19.17 of the parts [predicted]
//! stage 2           sub-interval of 2^12 inputs = κ = 32 sub-intervals of 2^7 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 192, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x108000·2^-52 = 2^-31.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-24.93 of the parts [predicted]
//! stage 3           sub-interval of 2^7 inputs, each compared [κ chosen by cost]
//!   tables          degree 1; values 1 word (64 fraction bits); moved to an item with 192, 128
//!                   fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x108000000·2^-64 = 2^-31.96 [proved: the budget below, doubled and rounded
//!                   up]
//!   survivors       2^-31.98 of the parts [predicted]
//!
//! budget of stage 0: ε'' = 2^-23.55, the sum of
//!   threshold ε                               2^-33.00 [given: the request's --bits]
//!   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//!                                             2^-219.46 by interval Taylor arithmetic over the
//!                                             span, r = 2^35 half a domain]
//!   Taylor coefficients                       2^-81.68 [proved: each of 5 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: terms of degree 5 to 4 over 2^34 inputs]
//!   line instead of the curve                 2^-23.56 [proved: best line on L = 2^17 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.56, drift over
//!                                             half an item ≤ 2^-79.56]
//!   differences dropped from the tables       2^-52.14 [proved: Newton's remainder at degree 3
//!                                             over 2048 parts: C(2048, 4)·4!·Q_4·L^4]
//!   rounding of the table of values           2^-33.58 [proved: Σ C(2048, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-90.00 [proved: Σ C(2048, m)·2^-128: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-39.98 [proved: coefficients cut to 64, 128, 128,
//!                                             128 fraction bits, times the powers of the item
//!                                             index]
//!   word of the test                          2^-35.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 1: ε'' = 2^-32.24, the sum of
//!   threshold ε                               2^-33.00 [given: the request's --bits]
//!   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//!                                             2^-219.46 by interval Taylor arithmetic over the
//!                                             span, r = 2^35 half a domain]
//!   Taylor coefficients                       2^-81.68 [proved: each of 5 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: terms of degree 5 to 4 over 2^34 inputs]
//!   line instead of the curve                 2^-33.56 [proved: best line on L = 2^12 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.56, drift over
//!                                             half an item ≤ 2^-90.56]
//!   differences dropped from the tables       2^-58.14 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-46.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-58.98 [proved: coefficients cut to 128, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-40.00 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 2: ε'' = 2^-33.00, the sum of
//!   threshold ε                               2^-33.00 [given: the request's --bits]
//!   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//!                                             2^-219.46 by interval Taylor arithmetic over the
//!                                             span, r = 2^35 half a domain]
//!   Taylor coefficients                       2^-81.68 [proved: each of 5 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  0 [proved: terms of degree 5 to 4 over 2^34 inputs]
//!   line instead of the curve                 2^-43.56 [proved: best line on L = 2^7 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.56, drift over
//!                                             half an item ≤ 2^-95.56]
//!   differences dropped from the tables       2^-73.14 [proved: Newton's remainder at degree 2
//!                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//!   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding of the table of slopes, times L  2^-51.96 [proved: Σ C(32, m)·2^-64: an error in
//!                                             difference m grows so over the parts]
//!   rounding while moving to an item          2^-49.96 [proved: coefficients cut to 192, 128, 128
//!                                             fraction bits, times the powers of the item index]
//!   word of the test                          2^-44.99 [proved: slope and offset cut to 52 bits:
//!                                             (N + 1)·2^-52]
//!
//! budget of stage 3: ε'' = 2^-32.98, the sum of
//!   threshold ε                          2^-33.00 [given: the request's --bits]
//!   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//!                                        by interval Taylor arithmetic over the span, r = 2^35
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.68 [proved: each of 5 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             0 [proved: terms of degree 5 to 4 over 2^34 inputs]
//!   differences dropped from the tables  2^-40.57 [proved: Newton's remainder at degree 1 over 128
//!                                        parts: C(128, 2)·2!·Q_2·L^2]
//!   rounding of the table of values      2^-56.99 [proved: Σ C(128, m)·2^-64: an error in
//!                                        difference m grows so over the parts]
//!   rounding while moving to an item     2^-40.00 [proved: coefficients cut to 192, 128 fraction
//!                                        bits, times the powers of the item index]
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
    let (mask, part) = (mask_lanes(mask), to_lanes(part));
    for lane in 0..LANES {
        if mask[lane] {
            out.push(part[lane]);
        }
    }
}

/// Tests one item, 2^28 consecutive inputs in 2,048 parts of L = 2^17, part by part, and writes the
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
/// - `item`: index of the item in the block, 0 … 63; the item is the inputs t = item·2^28 …
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·2,048 + j and is the 2^17 inputs from t = index·2^17.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 3 differences of 1 word (64 fraction bits); slopes: 2 differences of 2 words (128
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^17, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
///    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
///    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
///    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
///    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x2c000000·2^-52 = 2^-22.54 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 45 adds, 10 carries, 20 comparisons, 12 conversions, 6 divisions, 12 mask operations, 4 minima, 21 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts, 6 wide multiplies
/// - shared by all lanes: 3 adds, 23 loads, 4 multiplies, 6 shifts, 20 wide multiplies
fn stage0(seed: &[u64; 23], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t78 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    #[rustfmt::skip]
    let t83 = lanes([
        0u64, 0u64, 1u64, 3u64, 6u64, 10u64, 15u64, 21u64,
    ]);
    #[rustfmt::skip]
    let t87 = lanes([
        0u64, 0u64, 0u64, 1u64, 4u64, 10u64, 20u64, 35u64,
    ]);
    #[rustfmt::skip]
    let t93 = lanes([
        28u64, 36u64, 44u64, 52u64, 60u64, 68u64, 76u64, 84u64,
    ]);
    #[rustfmt::skip]
    let t98 = lanes([
        56u64, 84u64, 120u64, 164u64, 216u64, 276u64, 344u64, 420u64,
    ]);
    #[rustfmt::skip]
    let t104 = lanes([
        448u64, 512u64, 576u64, 640u64, 704u64, 768u64, 832u64, 896u64,
    ]);
    let t114 = splat(0u64);
    let t190 = fsplat(1.0);
    let t192 = msplat(true);
    let t194 = fsplat(4503599627370496.0);
    let t195 = fsplat(0.0);
    let t241 = fsplat(131072.0);
    let t363 = fsplat(738197504.0);
    let t382 = splat(8u64);
    // value g0 at this item: degree 4, 64 fraction bits
    let (t4, _t5) = seed[0].carrying_mul_add(item, seed[1], 0u64);
    let (t8, _t9) = t4.carrying_mul_add(item, seed[2], 0u64);
    let (t12, _t13) = t8.carrying_mul_add(item, seed[3], 0u64);
    let (t16, _t17) = t12.carrying_mul_add(item, seed[4], 0u64);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t23, t24) = seed[5].carrying_mul_add(item, seed[7], 0u64);
    let (t25, _t26) = seed[6].carrying_mul_add(item, seed[8], t24);
    let (t30, t31) = t23.carrying_mul_add(item, seed[9], 0u64);
    let (t32, _t33) = t25.carrying_mul_add(item, seed[10], t31);
    let (t37, t38) = t30.carrying_mul_add(item, seed[11], 0u64);
    let (t39, _t40) = t32.carrying_mul_add(item, seed[12], t38);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t46, t47) = seed[13].carrying_mul_add(item, seed[15], 0u64);
    let (t48, _t49) = seed[14].carrying_mul_add(item, seed[16], t47);
    let (t53, t54) = t46.carrying_mul_add(item, seed[17], 0u64);
    let (t55, _t56) = t48.carrying_mul_add(item, seed[18], t54);
    // slope difference s2 at this item: degree 1, 128 fraction bits
    let (t62, t63) = seed[19].carrying_mul_add(item, seed[21], 0u64);
    let (t64, _t65) = seed[20].carrying_mul_add(item, seed[22], t63);
    // differences of the value: the slope's times the part's length
    let t67 = t39 << 17;
    let t68 = t37 >> 47;
    let t69 = t67.wrapping_add(t68);
    let t71 = t55 << 17;
    let t72 = t53 >> 47;
    let t73 = t71.wrapping_add(t72);
    let t75 = t64 << 17;
    let t76 = t62 >> 47;
    let t77 = t75.wrapping_add(t76);
    // tables of the lanes, stride = number of lanes
    let t79 = splat(t69);
    let t80 = mul(t79, t78);
    let t81 = splat(t16);
    let t82 = add(t81, t80);
    let t84 = splat(t73);
    let t85 = mul(t84, t83);
    let t86 = add(t82, t85);
    let t88 = splat(t77);
    let t89 = mul(t88, t87);
    let t90 = add(t86, t89);
    let mut g0 = t90;
    let t92 = t69.wrapping_mul(8u64);
    let t94 = splat(t73);
    let t95 = mul(t94, t93);
    let t96 = splat(t92);
    let t97 = add(t96, t95);
    let t99 = splat(t77);
    let t100 = mul(t99, t98);
    let t101 = add(t97, t100);
    let mut g1 = t101;
    let t103 = t73.wrapping_mul(64u64);
    let t105 = splat(t77);
    let t106 = mul(t105, t104);
    let t107 = splat(t103);
    let t108 = add(t107, t106);
    let mut g2 = t108;
    let g3 = t77.wrapping_mul(512u64);
    let t113 = splat(t53);
    let (t116, t117) = mul_add(t113, t78, t114, t114);
    let t118 = splat(t55);
    let (t120, _t121) = mul_add(t118, t78, t114, t117);
    let t122 = splat(t37);
    let (t123, t124) = add_carry(t122, t116, msplat(false));
    let t125 = splat(t39);
    let (t126, _t127) = add_carry(t125, t120, t124);
    let t131 = splat(t62);
    let (t134, t135) = mul_add(t131, t83, t114, t114);
    let t136 = splat(t64);
    let (t138, _t139) = mul_add(t136, t83, t114, t135);
    let (t140, t141) = add_carry(t123, t134, msplat(false));
    let (t142, _t143) = add_carry(t126, t138, t141);
    let mut s0 = t140;
    let mut s0h = t142;
    let (t147, t148) = t53.carrying_mul_add(8u64, 0u64, 0u64);
    let (t149, _t150) = t55.carrying_mul_add(8u64, 0u64, t148);
    let t154 = splat(t62);
    let (t157, t158) = mul_add(t154, t93, t114, t114);
    let t159 = splat(t64);
    let (t161, _t162) = mul_add(t159, t93, t114, t158);
    let t163 = splat(t147);
    let (t164, t165) = add_carry(t163, t157, msplat(false));
    let t166 = splat(t149);
    let (t167, _t168) = add_carry(t166, t161, t165);
    let mut s1 = t164;
    let mut s1h = t167;
    let (s2, t172) = t62.carrying_mul_add(64u64, 0u64, 0u64);
    let (s2h, _t173) = t64.carrying_mul_add(64u64, 0u64, t172);
    let t175 = item.wrapping_mul(2048u64);
    let t177 = splat(t175);
    let t178 = add(t177, t78);
    let mut part = t178;
    for _ in 0..256 {
        let t181 = sub(t114, s0h);
        let t182 = shr_by(t181, 12);
        let t183 = to_f64(t182);
        let t184 = shr_by(g0, 12);
        let t185 = to_f64(t184);
        let t191 = fge(t183, t190);
        let t193 = and(t192, t191);
        let mut p = t183;
        let mut q = t194;
        let mut u = t195;
        let mut v = t190;
        let mut d = t185;
        let mut active = t193;
        // at most 131073 rounds
        loop {
            // reduce q by k·p: u += k·v; d may pass k of the new points
            let t199 = recip_below(p);
            let t200 = fmul(q, t199);
            let t201 = trunc(t200);
            let t202 = fmul(t201, p);
            let t203 = fsub(q, t202);
            let t204 = fge(t203, p);
            let t207 = fadd(t201, t190);
            let t208 = fsub(t203, p);
            let t209 = fselect(t204, t207, t201);
            let t210 = fselect(t204, t208, t203);
            let t211 = fmul(t209, v);
            let t212 = fadd(u, t211);
            let t213 = fmul(d, t199);
            let t214 = trunc(t213);
            let t215 = fmul(t214, p);
            let t216 = fsub(d, t215);
            let t217 = fge(t216, p);
            let t221 = fsub(t216, p);
            let t223 = fselect(t217, t221, t216);
            let mut rest = t223;
            let t224 = fge(rest, p);
            let t225 = and(t224, active);
            if any(t225) {
                // rare: the estimate left more than one y
                let t226 = fdiv(d, p);
                let t227 = trunc(t226);
                let t228 = fmul(t227, p);
                let t229 = fsub(d, t228);
                let t232 = flt(t229, t195);
                let t236 = fadd(t229, p);
                let t238 = fselect(t232, t236, t229);
                let t239 = fselect(t225, t238, rest);
                rest = t239;
            }
            let mut d_new = rest;
            let t240 = fadd(t212, v);
            let t242 = fge(t240, t241);
            let t243 = and(t242, active);
            if any(t243) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t244 = fadd(u, v);
                let t246 = fsub(t241, t244);
                let t247 = fdiv(t246, v);
                let t248 = trunc(t247);
                let t251 = fadd(t248, t190);
                let t252 = fmin(t251, t209);
                let t253 = fdiv(d, p);
                let t254 = trunc(t253);
                let t255 = fmin(t254, t252);
                let t256 = fmul(t255, p);
                let t257 = fsub(d, t256);
                let t260 = flt(t257, t195);
                let t264 = fadd(t257, p);
                let t266 = fselect(t260, t264, t257);
                let t267 = fselect(t243, t266, d_new);
                d_new = t267;
            }
            let t268 = fselect(active, d_new, d);
            d = t268;
            q = t210;
            u = t212;
            let t269 = fadd(u, v);
            let t271 = flt(t269, t241);
            let t273 = fge(q, t190);
            let t274 = and(t271, t273);
            let t275 = and(active, t274);
            active = t275;
            if !any(active) {
                break;
            }
            // reduce p by k·q: v += k·u; d may lie beyond the shortened p
            let t276 = recip_below(q);
            let t277 = fmul(p, t276);
            let t278 = trunc(t277);
            let t279 = fmul(t278, q);
            let t280 = fsub(p, t279);
            let t281 = fge(t280, q);
            let t284 = fadd(t278, t190);
            let t285 = fsub(t280, q);
            let t286 = fselect(t281, t284, t278);
            let t287 = fselect(t281, t285, t280);
            let t288 = fmul(t286, u);
            let t289 = fadd(v, t288);
            let t290 = fge(d, t287);
            let t291 = and(t290, active);
            let t292 = fsub(d, t287);
            let t293 = fmul(t292, t276);
            let t294 = trunc(t293);
            let t295 = fmul(t294, q);
            let t296 = fsub(t292, t295);
            let t297 = fge(t296, q);
            let t301 = fsub(t296, q);
            let t303 = fselect(t297, t301, t296);
            let mut rest_2 = t303;
            let t304 = fge(rest_2, q);
            let t305 = and(t304, t291);
            if any(t305) {
                // rare: the estimate left more than one y
                let t306 = fdiv(t292, q);
                let t307 = trunc(t306);
                let t308 = fmul(t307, q);
                let t309 = fsub(t292, t308);
                let t312 = flt(t309, t195);
                let t316 = fadd(t309, q);
                let t318 = fselect(t312, t316, t309);
                let t319 = fselect(t305, t318, rest_2);
                rest_2 = t319;
            }
            let t320 = fselect(t291, rest_2, d);
            let mut d_new_2 = t320;
            let t321 = fadd(u, t289);
            let t323 = fge(t321, t241);
            let t324 = and(t323, active);
            if any(t324) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t325 = fadd(u, v);
                let t327 = fsub(t241, t325);
                let t328 = fdiv(t327, u);
                let t329 = trunc(t328);
                let t332 = fadd(t329, t190);
                let t333 = fmin(t332, t286);
                let t334 = fmul(t333, q);
                let t335 = fsub(p, t334);
                let t336 = fsub(d, t335);
                let t337 = fge(d, t335);
                let t338 = and(t337, t324);
                let t339 = fdiv(t336, q);
                let t340 = trunc(t339);
                let t341 = fmin(t340, t333);
                let t342 = fmul(t341, q);
                let t343 = fsub(t336, t342);
                let t346 = flt(t343, t195);
                let t350 = fadd(t343, q);
                let t352 = fselect(t346, t350, t343);
                let t353 = fselect(t338, t352, d);
                let t354 = fselect(t324, t353, d_new_2);
                d_new_2 = t354;
            }
            d = d_new_2;
            p = t287;
            v = t289;
            let t355 = fadd(u, v);
            let t357 = flt(t355, t241);
            let t359 = fge(p, t190);
            let t360 = and(t357, t359);
            let t361 = and(active, t360);
            active = t361;
            if !any(active) {
                break;
            }
        }
        let t364 = fge(d, t363);
        let survives = and_not(t192, t364);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t367 = add(g0, g1);
        g0 = t367;
        let t368 = add(g1, g2);
        g1 = t368;
        let t369 = splat(g3);
        let t370 = add(g2, t369);
        g2 = t370;
        let (t371, t372) = add_carry(s0, s1, msplat(false));
        let (t373, _t374) = add_carry(s0h, s1h, t372);
        s0 = t371;
        s0h = t373;
        let t375 = splat(s2);
        let (t376, t377) = add_carry(s1, t375, msplat(false));
        let t378 = splat(s2h);
        let (t379, _t380) = add_carry(s1h, t378, t377);
        s1 = t376;
        s1h = t379;
        let t383 = add(part, t382);
        part = t383;
    }
}

/// Tests one item, 2^17 consecutive inputs in 32 parts of L = 2^12, part by part, and writes the
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
/// - `item`: index of the item in the block, 0 … 131,071; the item is the inputs t = item·2^17 …
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·32 + j and is the 2^12 inputs from t = index·2^12.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^12, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
///    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
///    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
///    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
///    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x1b8000·2^-52 = 2^-31.22 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 43 adds, 20 comparisons, 12 conversions, 6 divisions, 12 mask operations, 4 minima, 19 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
/// - shared by all lanes: 2 adds, 24 loads, 4 multiplies, 4 shifts, 18 wide multiplies
fn stage1(seed: &[u64; 24], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t78 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    #[rustfmt::skip]
    let t83 = lanes([
        0u64, 0u64, 1u64, 3u64, 6u64, 10u64, 15u64, 21u64,
    ]);
    #[rustfmt::skip]
    let t89 = lanes([
        28u64, 36u64, 44u64, 52u64, 60u64, 68u64, 76u64, 84u64,
    ]);
    let t107 = splat(0u64);
    let t117 = fsplat(1.0);
    let t119 = msplat(true);
    let t121 = fsplat(4503599627370496.0);
    let t122 = fsplat(0.0);
    let t168 = fsplat(4096.0);
    let t290 = fsplat(1802240.0);
    let t300 = splat(8u64);
    // value g0 at this item: degree 4, 128 fraction bits
    let (t6, t7) = seed[0].carrying_mul_add(item, seed[2], 0u64);
    let (t8, _t9) = seed[1].carrying_mul_add(item, seed[3], t7);
    let (t13, t14) = t6.carrying_mul_add(item, seed[4], 0u64);
    let (t15, _t16) = t8.carrying_mul_add(item, seed[5], t14);
    let (t20, t21) = t13.carrying_mul_add(item, seed[6], 0u64);
    let (t22, _t23) = t15.carrying_mul_add(item, seed[7], t21);
    let (_t27, t28) = t20.carrying_mul_add(item, seed[8], 0u64);
    let (t29, _t30) = t22.carrying_mul_add(item, seed[9], t28);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t36, t37) = seed[10].carrying_mul_add(item, seed[12], 0u64);
    let (t38, _t39) = seed[11].carrying_mul_add(item, seed[13], t37);
    let (t43, t44) = t36.carrying_mul_add(item, seed[14], 0u64);
    let (t45, _t46) = t38.carrying_mul_add(item, seed[15], t44);
    let (t50, t51) = t43.carrying_mul_add(item, seed[16], 0u64);
    let (t52, _t53) = t45.carrying_mul_add(item, seed[17], t51);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t59, t60) = seed[18].carrying_mul_add(item, seed[20], 0u64);
    let (t61, _t62) = seed[19].carrying_mul_add(item, seed[21], t60);
    let (t66, t67) = t59.carrying_mul_add(item, seed[22], 0u64);
    let (t68, _t69) = t61.carrying_mul_add(item, seed[23], t67);
    // differences of the value: the slope's times the part's length
    let t71 = t52 << 12;
    let t72 = t50 >> 52;
    let t73 = t71.wrapping_add(t72);
    let t75 = t68 << 12;
    let t76 = t66 >> 52;
    let t77 = t75.wrapping_add(t76);
    // tables of the lanes, stride = number of lanes
    let t79 = splat(t73);
    let t80 = mul(t79, t78);
    let t81 = splat(t29);
    let t82 = add(t81, t80);
    let t84 = splat(t77);
    let t85 = mul(t84, t83);
    let t86 = add(t82, t85);
    let mut g0 = t86;
    let t88 = t73.wrapping_mul(8u64);
    let t90 = splat(t77);
    let t91 = mul(t90, t89);
    let t92 = splat(t88);
    let t93 = add(t92, t91);
    let mut g1 = t93;
    let g2 = t77.wrapping_mul(64u64);
    let t96 = splat(t68);
    let t97 = mul(t96, t78);
    let t98 = splat(t52);
    let t99 = add(t98, t97);
    let mut s0 = t99;
    let s1 = t68.wrapping_mul(8u64);
    let t102 = item.wrapping_mul(32u64);
    let t104 = splat(t102);
    let t105 = add(t104, t78);
    let mut part = t105;
    for _ in 0..4 {
        let t108 = sub(t107, s0);
        let t109 = shr_by(t108, 12);
        let t110 = to_f64(t109);
        let t111 = shr_by(g0, 12);
        let t112 = to_f64(t111);
        let t118 = fge(t110, t117);
        let t120 = and(t119, t118);
        let mut p = t110;
        let mut q = t121;
        let mut u = t122;
        let mut v = t117;
        let mut d = t112;
        let mut active = t120;
        // at most 4097 rounds
        loop {
            // reduce q by k·p: u += k·v; d may pass k of the new points
            let t126 = recip_below(p);
            let t127 = fmul(q, t126);
            let t128 = trunc(t127);
            let t129 = fmul(t128, p);
            let t130 = fsub(q, t129);
            let t131 = fge(t130, p);
            let t134 = fadd(t128, t117);
            let t135 = fsub(t130, p);
            let t136 = fselect(t131, t134, t128);
            let t137 = fselect(t131, t135, t130);
            let t138 = fmul(t136, v);
            let t139 = fadd(u, t138);
            let t140 = fmul(d, t126);
            let t141 = trunc(t140);
            let t142 = fmul(t141, p);
            let t143 = fsub(d, t142);
            let t144 = fge(t143, p);
            let t148 = fsub(t143, p);
            let t150 = fselect(t144, t148, t143);
            let mut rest = t150;
            let t151 = fge(rest, p);
            let t152 = and(t151, active);
            if any(t152) {
                // rare: the estimate left more than one y
                let t153 = fdiv(d, p);
                let t154 = trunc(t153);
                let t155 = fmul(t154, p);
                let t156 = fsub(d, t155);
                let t159 = flt(t156, t122);
                let t163 = fadd(t156, p);
                let t165 = fselect(t159, t163, t156);
                let t166 = fselect(t152, t165, rest);
                rest = t166;
            }
            let mut d_new = rest;
            let t167 = fadd(t139, v);
            let t169 = fge(t167, t168);
            let t170 = and(t169, active);
            if any(t170) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t171 = fadd(u, v);
                let t173 = fsub(t168, t171);
                let t174 = fdiv(t173, v);
                let t175 = trunc(t174);
                let t178 = fadd(t175, t117);
                let t179 = fmin(t178, t136);
                let t180 = fdiv(d, p);
                let t181 = trunc(t180);
                let t182 = fmin(t181, t179);
                let t183 = fmul(t182, p);
                let t184 = fsub(d, t183);
                let t187 = flt(t184, t122);
                let t191 = fadd(t184, p);
                let t193 = fselect(t187, t191, t184);
                let t194 = fselect(t170, t193, d_new);
                d_new = t194;
            }
            let t195 = fselect(active, d_new, d);
            d = t195;
            q = t137;
            u = t139;
            let t196 = fadd(u, v);
            let t198 = flt(t196, t168);
            let t200 = fge(q, t117);
            let t201 = and(t198, t200);
            let t202 = and(active, t201);
            active = t202;
            if !any(active) {
                break;
            }
            // reduce p by k·q: v += k·u; d may lie beyond the shortened p
            let t203 = recip_below(q);
            let t204 = fmul(p, t203);
            let t205 = trunc(t204);
            let t206 = fmul(t205, q);
            let t207 = fsub(p, t206);
            let t208 = fge(t207, q);
            let t211 = fadd(t205, t117);
            let t212 = fsub(t207, q);
            let t213 = fselect(t208, t211, t205);
            let t214 = fselect(t208, t212, t207);
            let t215 = fmul(t213, u);
            let t216 = fadd(v, t215);
            let t217 = fge(d, t214);
            let t218 = and(t217, active);
            let t219 = fsub(d, t214);
            let t220 = fmul(t219, t203);
            let t221 = trunc(t220);
            let t222 = fmul(t221, q);
            let t223 = fsub(t219, t222);
            let t224 = fge(t223, q);
            let t228 = fsub(t223, q);
            let t230 = fselect(t224, t228, t223);
            let mut rest_2 = t230;
            let t231 = fge(rest_2, q);
            let t232 = and(t231, t218);
            if any(t232) {
                // rare: the estimate left more than one y
                let t233 = fdiv(t219, q);
                let t234 = trunc(t233);
                let t235 = fmul(t234, q);
                let t236 = fsub(t219, t235);
                let t239 = flt(t236, t122);
                let t243 = fadd(t236, q);
                let t245 = fselect(t239, t243, t236);
                let t246 = fselect(t232, t245, rest_2);
                rest_2 = t246;
            }
            let t247 = fselect(t218, rest_2, d);
            let mut d_new_2 = t247;
            let t248 = fadd(u, t216);
            let t250 = fge(t248, t168);
            let t251 = and(t250, active);
            if any(t251) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t252 = fadd(u, v);
                let t254 = fsub(t168, t252);
                let t255 = fdiv(t254, u);
                let t256 = trunc(t255);
                let t259 = fadd(t256, t117);
                let t260 = fmin(t259, t213);
                let t261 = fmul(t260, q);
                let t262 = fsub(p, t261);
                let t263 = fsub(d, t262);
                let t264 = fge(d, t262);
                let t265 = and(t264, t251);
                let t266 = fdiv(t263, q);
                let t267 = trunc(t266);
                let t268 = fmin(t267, t260);
                let t269 = fmul(t268, q);
                let t270 = fsub(t263, t269);
                let t273 = flt(t270, t122);
                let t277 = fadd(t270, q);
                let t279 = fselect(t273, t277, t270);
                let t280 = fselect(t265, t279, d);
                let t281 = fselect(t251, t280, d_new_2);
                d_new_2 = t281;
            }
            d = d_new_2;
            p = t214;
            v = t216;
            let t282 = fadd(u, v);
            let t284 = flt(t282, t168);
            let t286 = fge(p, t117);
            let t287 = and(t284, t286);
            let t288 = and(active, t287);
            active = t288;
            if !any(active) {
                break;
            }
        }
        let t291 = fge(d, t290);
        let survives = and_not(t119, t291);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t294 = add(g0, g1);
        g0 = t294;
        let t295 = splat(g2);
        let t296 = add(g1, t295);
        g1 = t296;
        let t297 = splat(s1);
        let t298 = add(s0, t297);
        s0 = t298;
        let t301 = add(part, t300);
        part = t301;
    }
}

/// Tests one item, 2^12 consecutive inputs in 32 parts of L = 2^7, part by part, and writes the
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
/// - `item`: index of the item in the block, 0 … 4,194,303; the item is the inputs t = item·2^12 …
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·32 + j and is the 2^7 inputs from t = index·2^7.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^7, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
///    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
///    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
///    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
///    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
///    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x108000·2^-52 = 2^-31.96 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 43 adds, 20 comparisons, 12 conversions, 6 divisions, 12 mask operations, 4 minima, 19 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
/// - shared by all lanes: 2 adds, 29 loads, 4 multiplies, 4 shifts, 22 wide multiplies
fn stage2(seed: &[u64; 29], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t91 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    #[rustfmt::skip]
    let t96 = lanes([
        0u64, 0u64, 1u64, 3u64, 6u64, 10u64, 15u64, 21u64,
    ]);
    #[rustfmt::skip]
    let t102 = lanes([
        28u64, 36u64, 44u64, 52u64, 60u64, 68u64, 76u64, 84u64,
    ]);
    let t120 = splat(0u64);
    let t130 = fsplat(1.0);
    let t132 = msplat(true);
    let t134 = fsplat(4503599627370496.0);
    let t135 = fsplat(0.0);
    let t181 = fsplat(128.0);
    let t303 = fsplat(1081344.0);
    let t313 = splat(8u64);
    // value g0 at this item: degree 4, 192 fraction bits
    let (t8, t9) = seed[0].carrying_mul_add(item, seed[3], 0u64);
    let (t10, t11) = seed[1].carrying_mul_add(item, seed[4], t9);
    let (t12, _t13) = seed[2].carrying_mul_add(item, seed[5], t11);
    let (t18, t19) = t8.carrying_mul_add(item, seed[6], 0u64);
    let (t20, t21) = t10.carrying_mul_add(item, seed[7], t19);
    let (t22, _t23) = t12.carrying_mul_add(item, seed[8], t21);
    let (t28, t29) = t18.carrying_mul_add(item, seed[9], 0u64);
    let (t30, t31) = t20.carrying_mul_add(item, seed[10], t29);
    let (t32, _t33) = t22.carrying_mul_add(item, seed[11], t31);
    let (_t38, t39) = t28.carrying_mul_add(item, seed[12], 0u64);
    let (_t40, t41) = t30.carrying_mul_add(item, seed[13], t39);
    let (t42, _t43) = t32.carrying_mul_add(item, seed[14], t41);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t49, t50) = seed[15].carrying_mul_add(item, seed[17], 0u64);
    let (t51, _t52) = seed[16].carrying_mul_add(item, seed[18], t50);
    let (t56, t57) = t49.carrying_mul_add(item, seed[19], 0u64);
    let (t58, _t59) = t51.carrying_mul_add(item, seed[20], t57);
    let (t63, t64) = t56.carrying_mul_add(item, seed[21], 0u64);
    let (t65, _t66) = t58.carrying_mul_add(item, seed[22], t64);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t72, t73) = seed[23].carrying_mul_add(item, seed[25], 0u64);
    let (t74, _t75) = seed[24].carrying_mul_add(item, seed[26], t73);
    let (t79, t80) = t72.carrying_mul_add(item, seed[27], 0u64);
    let (t81, _t82) = t74.carrying_mul_add(item, seed[28], t80);
    // differences of the value: the slope's times the part's length
    let t84 = t65 << 7;
    let t85 = t63 >> 57;
    let t86 = t84.wrapping_add(t85);
    let t88 = t81 << 7;
    let t89 = t79 >> 57;
    let t90 = t88.wrapping_add(t89);
    // tables of the lanes, stride = number of lanes
    let t92 = splat(t86);
    let t93 = mul(t92, t91);
    let t94 = splat(t42);
    let t95 = add(t94, t93);
    let t97 = splat(t90);
    let t98 = mul(t97, t96);
    let t99 = add(t95, t98);
    let mut g0 = t99;
    let t101 = t86.wrapping_mul(8u64);
    let t103 = splat(t90);
    let t104 = mul(t103, t102);
    let t105 = splat(t101);
    let t106 = add(t105, t104);
    let mut g1 = t106;
    let g2 = t90.wrapping_mul(64u64);
    let t109 = splat(t81);
    let t110 = mul(t109, t91);
    let t111 = splat(t65);
    let t112 = add(t111, t110);
    let mut s0 = t112;
    let s1 = t81.wrapping_mul(8u64);
    let t115 = item.wrapping_mul(32u64);
    let t117 = splat(t115);
    let t118 = add(t117, t91);
    let mut part = t118;
    for _ in 0..4 {
        let t121 = sub(t120, s0);
        let t122 = shr_by(t121, 12);
        let t123 = to_f64(t122);
        let t124 = shr_by(g0, 12);
        let t125 = to_f64(t124);
        let t131 = fge(t123, t130);
        let t133 = and(t132, t131);
        let mut p = t123;
        let mut q = t134;
        let mut u = t135;
        let mut v = t130;
        let mut d = t125;
        let mut active = t133;
        // at most 129 rounds
        loop {
            // reduce q by k·p: u += k·v; d may pass k of the new points
            let t139 = recip_below(p);
            let t140 = fmul(q, t139);
            let t141 = trunc(t140);
            let t142 = fmul(t141, p);
            let t143 = fsub(q, t142);
            let t144 = fge(t143, p);
            let t147 = fadd(t141, t130);
            let t148 = fsub(t143, p);
            let t149 = fselect(t144, t147, t141);
            let t150 = fselect(t144, t148, t143);
            let t151 = fmul(t149, v);
            let t152 = fadd(u, t151);
            let t153 = fmul(d, t139);
            let t154 = trunc(t153);
            let t155 = fmul(t154, p);
            let t156 = fsub(d, t155);
            let t157 = fge(t156, p);
            let t161 = fsub(t156, p);
            let t163 = fselect(t157, t161, t156);
            let mut rest = t163;
            let t164 = fge(rest, p);
            let t165 = and(t164, active);
            if any(t165) {
                // rare: the estimate left more than one y
                let t166 = fdiv(d, p);
                let t167 = trunc(t166);
                let t168 = fmul(t167, p);
                let t169 = fsub(d, t168);
                let t172 = flt(t169, t135);
                let t176 = fadd(t169, p);
                let t178 = fselect(t172, t176, t169);
                let t179 = fselect(t165, t178, rest);
                rest = t179;
            }
            let mut d_new = rest;
            let t180 = fadd(t152, v);
            let t182 = fge(t180, t181);
            let t183 = and(t182, active);
            if any(t183) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t184 = fadd(u, v);
                let t186 = fsub(t181, t184);
                let t187 = fdiv(t186, v);
                let t188 = trunc(t187);
                let t191 = fadd(t188, t130);
                let t192 = fmin(t191, t149);
                let t193 = fdiv(d, p);
                let t194 = trunc(t193);
                let t195 = fmin(t194, t192);
                let t196 = fmul(t195, p);
                let t197 = fsub(d, t196);
                let t200 = flt(t197, t135);
                let t204 = fadd(t197, p);
                let t206 = fselect(t200, t204, t197);
                let t207 = fselect(t183, t206, d_new);
                d_new = t207;
            }
            let t208 = fselect(active, d_new, d);
            d = t208;
            q = t150;
            u = t152;
            let t209 = fadd(u, v);
            let t211 = flt(t209, t181);
            let t213 = fge(q, t130);
            let t214 = and(t211, t213);
            let t215 = and(active, t214);
            active = t215;
            if !any(active) {
                break;
            }
            // reduce p by k·q: v += k·u; d may lie beyond the shortened p
            let t216 = recip_below(q);
            let t217 = fmul(p, t216);
            let t218 = trunc(t217);
            let t219 = fmul(t218, q);
            let t220 = fsub(p, t219);
            let t221 = fge(t220, q);
            let t224 = fadd(t218, t130);
            let t225 = fsub(t220, q);
            let t226 = fselect(t221, t224, t218);
            let t227 = fselect(t221, t225, t220);
            let t228 = fmul(t226, u);
            let t229 = fadd(v, t228);
            let t230 = fge(d, t227);
            let t231 = and(t230, active);
            let t232 = fsub(d, t227);
            let t233 = fmul(t232, t216);
            let t234 = trunc(t233);
            let t235 = fmul(t234, q);
            let t236 = fsub(t232, t235);
            let t237 = fge(t236, q);
            let t241 = fsub(t236, q);
            let t243 = fselect(t237, t241, t236);
            let mut rest_2 = t243;
            let t244 = fge(rest_2, q);
            let t245 = and(t244, t231);
            if any(t245) {
                // rare: the estimate left more than one y
                let t246 = fdiv(t232, q);
                let t247 = trunc(t246);
                let t248 = fmul(t247, q);
                let t249 = fsub(t232, t248);
                let t252 = flt(t249, t135);
                let t256 = fadd(t249, q);
                let t258 = fselect(t252, t256, t249);
                let t259 = fselect(t245, t258, rest_2);
                rest_2 = t259;
            }
            let t260 = fselect(t231, rest_2, d);
            let mut d_new_2 = t260;
            let t261 = fadd(u, t229);
            let t263 = fge(t261, t181);
            let t264 = and(t263, active);
            if any(t264) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t265 = fadd(u, v);
                let t267 = fsub(t181, t265);
                let t268 = fdiv(t267, u);
                let t269 = trunc(t268);
                let t272 = fadd(t269, t130);
                let t273 = fmin(t272, t226);
                let t274 = fmul(t273, q);
                let t275 = fsub(p, t274);
                let t276 = fsub(d, t275);
                let t277 = fge(d, t275);
                let t278 = and(t277, t264);
                let t279 = fdiv(t276, q);
                let t280 = trunc(t279);
                let t281 = fmin(t280, t273);
                let t282 = fmul(t281, q);
                let t283 = fsub(t276, t282);
                let t286 = flt(t283, t135);
                let t290 = fadd(t283, q);
                let t292 = fselect(t286, t290, t283);
                let t293 = fselect(t278, t292, d);
                let t294 = fselect(t264, t293, d_new_2);
                d_new_2 = t294;
            }
            d = d_new_2;
            p = t227;
            v = t229;
            let t295 = fadd(u, v);
            let t297 = flt(t295, t181);
            let t299 = fge(p, t130);
            let t300 = and(t297, t299);
            let t301 = and(active, t300);
            active = t301;
            if !any(active) {
                break;
            }
        }
        let t304 = fge(d, t303);
        let survives = and_not(t132, t304);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t307 = add(g0, g1);
        g0 = t307;
        let t308 = splat(g2);
        let t309 = add(g1, t308);
        g1 = t309;
        let t310 = splat(s1);
        let t311 = add(s0, t310);
        s0 = t311;
        let t314 = add(part, t313);
        part = t314;
    }
}

/// Walks one item, 2^7 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 128.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..15]`: P + ε'' at the first input, as a polynomial of degree 4 in the item index, the
///   highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[15..23]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
///   degree 3 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 134,217,727; the item is the inputs t = item·2^7 …
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·128 + j and is the input from t = index·1.
///
/// Postcondition: every input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 1 difference of 1 word (64 fraction bits).
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x108000000·2^-64 = 2^-31.96: that is |P(t)
///    cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 4 adds, 1 comparisons, 1 multiplies
/// - shared by all lanes: 23 loads, 2 multiplies, 18 wide multiplies
fn stage3(seed: &[u64; 23], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t67 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    let t79 = splat(0x108000000u64);
    let t83 = splat(8u64);
    // value g0 at this item: degree 4, 192 fraction bits
    let (t8, t9) = seed[0].carrying_mul_add(item, seed[3], 0u64);
    let (t10, t11) = seed[1].carrying_mul_add(item, seed[4], t9);
    let (t12, _t13) = seed[2].carrying_mul_add(item, seed[5], t11);
    let (t18, t19) = t8.carrying_mul_add(item, seed[6], 0u64);
    let (t20, t21) = t10.carrying_mul_add(item, seed[7], t19);
    let (t22, _t23) = t12.carrying_mul_add(item, seed[8], t21);
    let (t28, t29) = t18.carrying_mul_add(item, seed[9], 0u64);
    let (t30, t31) = t20.carrying_mul_add(item, seed[10], t29);
    let (t32, _t33) = t22.carrying_mul_add(item, seed[11], t31);
    let (_t38, t39) = t28.carrying_mul_add(item, seed[12], 0u64);
    let (_t40, t41) = t30.carrying_mul_add(item, seed[13], t39);
    let (t42, _t43) = t32.carrying_mul_add(item, seed[14], t41);
    // value difference g1 at this item: degree 3, 128 fraction bits
    let (t49, t50) = seed[15].carrying_mul_add(item, seed[17], 0u64);
    let (t51, _t52) = seed[16].carrying_mul_add(item, seed[18], t50);
    let (t56, t57) = t49.carrying_mul_add(item, seed[19], 0u64);
    let (t58, _t59) = t51.carrying_mul_add(item, seed[20], t57);
    let (_t63, t64) = t56.carrying_mul_add(item, seed[21], 0u64);
    let (t65, _t66) = t58.carrying_mul_add(item, seed[22], t64);
    let t68 = splat(t65);
    let t69 = mul(t68, t67);
    let t70 = splat(t42);
    let t71 = add(t70, t69);
    let mut g0 = t71;
    let g1 = t65.wrapping_mul(8u64);
    let t74 = item.wrapping_mul(128u64);
    let t76 = splat(t74);
    let t77 = add(t76, t67);
    let mut part = t77;
    for _ in 0..16 {
        let survives = lt(g0, t79);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t80 = splat(g1);
        let t81 = add(g0, t80);
        g0 = t81;
        let t84 = add(part, t83);
        part = t84;
    }
}
