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
//! domain            2^40 inputs, Taylor model of degree 7 [the longest and the least degree that
//!                   are proved]
//! block             2^33 inputs with one seed, polynomial of degree 5 [length chosen by cost,
//!                   least degree that is proved]
//! stage 0           packet of 2^27 inputs = 2,048 intervals of N = 2^16; 2^6 packets a block
//!                   [chosen by cost]
//!   tables          degree 3; values 1 word (64 fraction bits), slopes 2 words (128 fraction
//!                   bits); moved to an item with 64, 128, 128, 128 fraction bits [least that are
//!                   proved to cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0x30000000·2^-52 = 2^-22.42 [proved: the budget below, doubled and rounded up]
//!   survivors       1.21 % of the parts [predicted]
//! stage 1           interval of 2^16 inputs = κ = 32 sub-intervals of 2^11 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//!                   fastest measured]
//!   threshold 2ε''  0xc0000·2^-52 = 2^-32.42 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-21.36 of the parts [predicted]
//! stage 2           sub-interval of 2^11 inputs = κ = 32 sub-intervals of 2^6 [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//!                   moved to an item with 192, 192, 192 fraction bits [least that are proved to
//!                   cost little]
//!   check           the regular test with the last quotient cut, quotients by an underestimating
//!                   reciprocal and one correction, 63-bit integers in 64-bit integer lanes
//!                   [default: the fastest measured]
//!   threshold 2ε''  0x380000·2^-63 = 2^-41.19 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-35.13 of the parts [predicted]
//! stage 3           sub-interval of 2^6 inputs, each compared [κ chosen by cost]
//!   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//!                   192 fraction bits [least that are proved to cost little]
//!   check           comparison of every input
//!   threshold 2ε''  0x420000·2^-64 = 2^-41.96 [proved: the budget below, doubled and rounded up]
//!   survivors       2^-42.00 of the parts [predicted]
//!
//! budget of stage 0: ε'' = 2^-23.44, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-58.77 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-370.77 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.00 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-66.91 [proved: terms of degree 6 to 7 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-23.44 [proved: best line on L = 2^16 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-51.44, drift over
//!                                             half an item ≤ 2^-77.16]
//!   differences dropped from the tables       2^-50.89 [proved: Newton's remainder at degree 3
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
//! budget of stage 1: ε'' = 2^-33.43, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-58.77 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-370.77 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.00 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-66.91 [proved: terms of degree 6 to 7 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-33.44 [proved: best line on L = 2^11 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-51.44, drift over
//!                                             half an item ≤ 2^-88.16]
//!   differences dropped from the tables       2^-57.75 [proved: Newton's remainder at degree 2
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
//! budget of stage 2: ε'' = 2^-42.20, the sum of
//!   threshold ε                               2^-43.00 [given: the request's --bits]
//!   Taylor remainder                          2^-58.77 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 =
//!                                             2^-370.77 by interval Taylor arithmetic over the
//!                                             span, r = 2^39 half a domain]
//!   Taylor coefficients                       2^-81.00 [proved: each of 8 terms is known to 2^-84
//!                                             over the domain]
//!   terms dropped in a block                  2^-66.91 [proved: terms of degree 6 to 7 over 2^33
//!                                             inputs]
//!   line instead of the curve                 2^-43.44 [proved: best line on L = 2^6 inputs:
//!                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-51.44, drift over
//!                                             half an item ≤ 2^-93.16]
//!   differences dropped from the tables       2^-72.75 [proved: Newton's remainder at degree 2
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
//! budget of stage 3: ε'' = 2^-43.00, the sum of
//!   threshold ε                          2^-43.00 [given: the request's --bits]
//!   Taylor remainder                     2^-58.77 [proved: G_8·r^8, |g^(8)/8!| ≤ G_8 = 2^-370.77
//!                                        by interval Taylor arithmetic over the span, r = 2^39
//!                                        half a domain]
//!   Taylor coefficients                  2^-81.00 [proved: each of 8 terms is known to 2^-84 over
//!                                        the domain]
//!   terms dropped in a block             2^-66.91 [proved: terms of degree 6 to 7 over 2^33
//!                                        inputs]
//!   differences dropped from the tables  2^-87.82 [proved: Newton's remainder at degree 2 over 64
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
    let (mask, part) = (mask_lanes(mask), to_lanes(part));
    for lane in 0..LANES {
        if mask[lane] {
            out.push(part[lane]);
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
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·2,048 + j and is the 2^16 inputs from t = index·2^16.
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
///    2ε'' = 0x30000000·2^-52 = 2^-22.42 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 45 adds, 10 carries, 20 comparisons, 12 conversions, 6 divisions, 12 mask operations, 4 minima, 21 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts, 6 wide multiplies
/// - shared by all lanes: 3 adds, 30 loads, 4 multiplies, 6 shifts, 27 wide multiplies
fn stage0(seed: &[u64; 30], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t103 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    #[rustfmt::skip]
    let t108 = lanes([
        0u64, 0u64, 1u64, 3u64, 6u64, 10u64, 15u64, 21u64,
    ]);
    #[rustfmt::skip]
    let t112 = lanes([
        0u64, 0u64, 0u64, 1u64, 4u64, 10u64, 20u64, 35u64,
    ]);
    #[rustfmt::skip]
    let t118 = lanes([
        28u64, 36u64, 44u64, 52u64, 60u64, 68u64, 76u64, 84u64,
    ]);
    #[rustfmt::skip]
    let t123 = lanes([
        56u64, 84u64, 120u64, 164u64, 216u64, 276u64, 344u64, 420u64,
    ]);
    #[rustfmt::skip]
    let t129 = lanes([
        448u64, 512u64, 576u64, 640u64, 704u64, 768u64, 832u64, 896u64,
    ]);
    let t139 = splat(0u64);
    let t215 = fsplat(1.0);
    let t217 = msplat(true);
    let t219 = fsplat(4503599627370496.0);
    let t220 = fsplat(0.0);
    let t266 = fsplat(65536.0);
    let t388 = fsplat(805306368.0);
    let t407 = splat(8u64);
    // value g0 at this item: degree 5, 64 fraction bits
    let (t4, _t5) = seed[0].carrying_mul_add(item, seed[1], 0u64);
    let (t8, _t9) = t4.carrying_mul_add(item, seed[2], 0u64);
    let (t12, _t13) = t8.carrying_mul_add(item, seed[3], 0u64);
    let (t16, _t17) = t12.carrying_mul_add(item, seed[4], 0u64);
    let (t20, _t21) = t16.carrying_mul_add(item, seed[5], 0u64);
    // slope difference s0 at this item: degree 4, 128 fraction bits
    let (t27, t28) = seed[6].carrying_mul_add(item, seed[8], 0u64);
    let (t29, _t30) = seed[7].carrying_mul_add(item, seed[9], t28);
    let (t34, t35) = t27.carrying_mul_add(item, seed[10], 0u64);
    let (t36, _t37) = t29.carrying_mul_add(item, seed[11], t35);
    let (t41, t42) = t34.carrying_mul_add(item, seed[12], 0u64);
    let (t43, _t44) = t36.carrying_mul_add(item, seed[13], t42);
    let (t48, t49) = t41.carrying_mul_add(item, seed[14], 0u64);
    let (t50, _t51) = t43.carrying_mul_add(item, seed[15], t49);
    // slope difference s1 at this item: degree 3, 128 fraction bits
    let (t57, t58) = seed[16].carrying_mul_add(item, seed[18], 0u64);
    let (t59, _t60) = seed[17].carrying_mul_add(item, seed[19], t58);
    let (t64, t65) = t57.carrying_mul_add(item, seed[20], 0u64);
    let (t66, _t67) = t59.carrying_mul_add(item, seed[21], t65);
    let (t71, t72) = t64.carrying_mul_add(item, seed[22], 0u64);
    let (t73, _t74) = t66.carrying_mul_add(item, seed[23], t72);
    // slope difference s2 at this item: degree 2, 128 fraction bits
    let (t80, t81) = seed[24].carrying_mul_add(item, seed[26], 0u64);
    let (t82, _t83) = seed[25].carrying_mul_add(item, seed[27], t81);
    let (t87, t88) = t80.carrying_mul_add(item, seed[28], 0u64);
    let (t89, _t90) = t82.carrying_mul_add(item, seed[29], t88);
    // differences of the value: the slope's times the part's length
    let t92 = t50 << 16;
    let t93 = t48 >> 48;
    let t94 = t92.wrapping_add(t93);
    let t96 = t73 << 16;
    let t97 = t71 >> 48;
    let t98 = t96.wrapping_add(t97);
    let t100 = t89 << 16;
    let t101 = t87 >> 48;
    let t102 = t100.wrapping_add(t101);
    // tables of the lanes, stride = number of lanes
    let t104 = splat(t94);
    let t105 = mul(t104, t103);
    let t106 = splat(t20);
    let t107 = add(t106, t105);
    let t109 = splat(t98);
    let t110 = mul(t109, t108);
    let t111 = add(t107, t110);
    let t113 = splat(t102);
    let t114 = mul(t113, t112);
    let t115 = add(t111, t114);
    let mut g0 = t115;
    let t117 = t94.wrapping_mul(8u64);
    let t119 = splat(t98);
    let t120 = mul(t119, t118);
    let t121 = splat(t117);
    let t122 = add(t121, t120);
    let t124 = splat(t102);
    let t125 = mul(t124, t123);
    let t126 = add(t122, t125);
    let mut g1 = t126;
    let t128 = t98.wrapping_mul(64u64);
    let t130 = splat(t102);
    let t131 = mul(t130, t129);
    let t132 = splat(t128);
    let t133 = add(t132, t131);
    let mut g2 = t133;
    let g3 = t102.wrapping_mul(512u64);
    let t138 = splat(t71);
    let (t141, t142) = mul_add(t138, t103, t139, t139);
    let t143 = splat(t73);
    let (t145, _t146) = mul_add(t143, t103, t139, t142);
    let t147 = splat(t48);
    let (t148, t149) = add_carry(t147, t141, msplat(false));
    let t150 = splat(t50);
    let (t151, _t152) = add_carry(t150, t145, t149);
    let t156 = splat(t87);
    let (t159, t160) = mul_add(t156, t108, t139, t139);
    let t161 = splat(t89);
    let (t163, _t164) = mul_add(t161, t108, t139, t160);
    let (t165, t166) = add_carry(t148, t159, msplat(false));
    let (t167, _t168) = add_carry(t151, t163, t166);
    let mut s0 = t165;
    let mut s0h = t167;
    let (t172, t173) = t71.carrying_mul_add(8u64, 0u64, 0u64);
    let (t174, _t175) = t73.carrying_mul_add(8u64, 0u64, t173);
    let t179 = splat(t87);
    let (t182, t183) = mul_add(t179, t118, t139, t139);
    let t184 = splat(t89);
    let (t186, _t187) = mul_add(t184, t118, t139, t183);
    let t188 = splat(t172);
    let (t189, t190) = add_carry(t188, t182, msplat(false));
    let t191 = splat(t174);
    let (t192, _t193) = add_carry(t191, t186, t190);
    let mut s1 = t189;
    let mut s1h = t192;
    let (s2, t197) = t87.carrying_mul_add(64u64, 0u64, 0u64);
    let (s2h, _t198) = t89.carrying_mul_add(64u64, 0u64, t197);
    let t200 = item.wrapping_mul(2048u64);
    let t202 = splat(t200);
    let t203 = add(t202, t103);
    let mut part = t203;
    for _ in 0..256 {
        let t206 = sub(t139, s0h);
        let t207 = shr_by(t206, 12);
        let t208 = to_f64(t207);
        let t209 = shr_by(g0, 12);
        let t210 = to_f64(t209);
        let t216 = fge(t208, t215);
        let t218 = and(t217, t216);
        let mut p = t208;
        let mut q = t219;
        let mut u = t220;
        let mut v = t215;
        let mut d = t210;
        let mut active = t218;
        // at most 65537 rounds
        loop {
            // reduce q by k·p: u += k·v; d may pass k of the new points
            let t224 = recip_below(p);
            let t225 = fmul(q, t224);
            let t226 = trunc(t225);
            let t227 = fmul(t226, p);
            let t228 = fsub(q, t227);
            let t229 = fge(t228, p);
            let t232 = fadd(t226, t215);
            let t233 = fsub(t228, p);
            let t234 = fselect(t229, t232, t226);
            let t235 = fselect(t229, t233, t228);
            let t236 = fmul(t234, v);
            let t237 = fadd(u, t236);
            let t238 = fmul(d, t224);
            let t239 = trunc(t238);
            let t240 = fmul(t239, p);
            let t241 = fsub(d, t240);
            let t242 = fge(t241, p);
            let t246 = fsub(t241, p);
            let t248 = fselect(t242, t246, t241);
            let mut rest = t248;
            let t249 = fge(rest, p);
            let t250 = and(t249, active);
            if any(t250) {
                // rare: the estimate left more than one y
                let t251 = fdiv(d, p);
                let t252 = trunc(t251);
                let t253 = fmul(t252, p);
                let t254 = fsub(d, t253);
                let t257 = flt(t254, t220);
                let t261 = fadd(t254, p);
                let t263 = fselect(t257, t261, t254);
                let t264 = fselect(t250, t263, rest);
                rest = t264;
            }
            let mut d_new = rest;
            let t265 = fadd(t237, v);
            let t267 = fge(t265, t266);
            let t268 = and(t267, active);
            if any(t268) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t269 = fadd(u, v);
                let t271 = fsub(t266, t269);
                let t272 = fdiv(t271, v);
                let t273 = trunc(t272);
                let t276 = fadd(t273, t215);
                let t277 = fmin(t276, t234);
                let t278 = fdiv(d, p);
                let t279 = trunc(t278);
                let t280 = fmin(t279, t277);
                let t281 = fmul(t280, p);
                let t282 = fsub(d, t281);
                let t285 = flt(t282, t220);
                let t289 = fadd(t282, p);
                let t291 = fselect(t285, t289, t282);
                let t292 = fselect(t268, t291, d_new);
                d_new = t292;
            }
            let t293 = fselect(active, d_new, d);
            d = t293;
            q = t235;
            u = t237;
            let t294 = fadd(u, v);
            let t296 = flt(t294, t266);
            let t298 = fge(q, t215);
            let t299 = and(t296, t298);
            let t300 = and(active, t299);
            active = t300;
            if !any(active) {
                break;
            }
            // reduce p by k·q: v += k·u; d may lie beyond the shortened p
            let t301 = recip_below(q);
            let t302 = fmul(p, t301);
            let t303 = trunc(t302);
            let t304 = fmul(t303, q);
            let t305 = fsub(p, t304);
            let t306 = fge(t305, q);
            let t309 = fadd(t303, t215);
            let t310 = fsub(t305, q);
            let t311 = fselect(t306, t309, t303);
            let t312 = fselect(t306, t310, t305);
            let t313 = fmul(t311, u);
            let t314 = fadd(v, t313);
            let t315 = fge(d, t312);
            let t316 = and(t315, active);
            let t317 = fsub(d, t312);
            let t318 = fmul(t317, t301);
            let t319 = trunc(t318);
            let t320 = fmul(t319, q);
            let t321 = fsub(t317, t320);
            let t322 = fge(t321, q);
            let t326 = fsub(t321, q);
            let t328 = fselect(t322, t326, t321);
            let mut rest_2 = t328;
            let t329 = fge(rest_2, q);
            let t330 = and(t329, t316);
            if any(t330) {
                // rare: the estimate left more than one y
                let t331 = fdiv(t317, q);
                let t332 = trunc(t331);
                let t333 = fmul(t332, q);
                let t334 = fsub(t317, t333);
                let t337 = flt(t334, t220);
                let t341 = fadd(t334, q);
                let t343 = fselect(t337, t341, t334);
                let t344 = fselect(t330, t343, rest_2);
                rest_2 = t344;
            }
            let t345 = fselect(t316, rest_2, d);
            let mut d_new_2 = t345;
            let t346 = fadd(u, t314);
            let t348 = fge(t346, t266);
            let t349 = and(t348, active);
            if any(t349) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t350 = fadd(u, v);
                let t352 = fsub(t266, t350);
                let t353 = fdiv(t352, u);
                let t354 = trunc(t353);
                let t357 = fadd(t354, t215);
                let t358 = fmin(t357, t311);
                let t359 = fmul(t358, q);
                let t360 = fsub(p, t359);
                let t361 = fsub(d, t360);
                let t362 = fge(d, t360);
                let t363 = and(t362, t349);
                let t364 = fdiv(t361, q);
                let t365 = trunc(t364);
                let t366 = fmin(t365, t358);
                let t367 = fmul(t366, q);
                let t368 = fsub(t361, t367);
                let t371 = flt(t368, t220);
                let t375 = fadd(t368, q);
                let t377 = fselect(t371, t375, t368);
                let t378 = fselect(t363, t377, d);
                let t379 = fselect(t349, t378, d_new_2);
                d_new_2 = t379;
            }
            d = d_new_2;
            p = t312;
            v = t314;
            let t380 = fadd(u, v);
            let t382 = flt(t380, t266);
            let t384 = fge(p, t215);
            let t385 = and(t382, t384);
            let t386 = and(active, t385);
            active = t386;
            if !any(active) {
                break;
            }
        }
        let t389 = fge(d, t388);
        let survives = and_not(t217, t389);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t392 = add(g0, g1);
        g0 = t392;
        let t393 = add(g1, g2);
        g1 = t393;
        let t394 = splat(g3);
        let t395 = add(g2, t394);
        g2 = t395;
        let (t396, t397) = add_carry(s0, s1, msplat(false));
        let (t398, _t399) = add_carry(s0h, s1h, t397);
        s0 = t396;
        s0h = t398;
        let t400 = splat(s2);
        let (t401, t402) = add_carry(s1, t400, msplat(false));
        let t403 = splat(s2h);
        let (t404, _t405) = add_carry(s1h, t403, t402);
        s1 = t401;
        s1h = t404;
        let t408 = add(part, t407);
        part = t408;
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
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·32 + j and is the 2^11 inputs from t = index·2^11.
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
///    2ε'' = 0xc0000·2^-52 = 2^-32.42 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 43 adds, 20 comparisons, 12 conversions, 6 divisions, 12 mask operations, 4 minima, 19 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
/// - shared by all lanes: 2 adds, 30 loads, 4 multiplies, 4 shifts, 24 wide multiplies
fn stage1(seed: &[u64; 30], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t99 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    #[rustfmt::skip]
    let t104 = lanes([
        0u64, 0u64, 1u64, 3u64, 6u64, 10u64, 15u64, 21u64,
    ]);
    #[rustfmt::skip]
    let t110 = lanes([
        28u64, 36u64, 44u64, 52u64, 60u64, 68u64, 76u64, 84u64,
    ]);
    let t128 = splat(0u64);
    let t138 = fsplat(1.0);
    let t140 = msplat(true);
    let t142 = fsplat(4503599627370496.0);
    let t143 = fsplat(0.0);
    let t189 = fsplat(2048.0);
    let t311 = fsplat(786432.0);
    let t321 = splat(8u64);
    // value g0 at this item: degree 5, 128 fraction bits
    let (t6, t7) = seed[0].carrying_mul_add(item, seed[2], 0u64);
    let (t8, _t9) = seed[1].carrying_mul_add(item, seed[3], t7);
    let (t13, t14) = t6.carrying_mul_add(item, seed[4], 0u64);
    let (t15, _t16) = t8.carrying_mul_add(item, seed[5], t14);
    let (t20, t21) = t13.carrying_mul_add(item, seed[6], 0u64);
    let (t22, _t23) = t15.carrying_mul_add(item, seed[7], t21);
    let (t27, t28) = t20.carrying_mul_add(item, seed[8], 0u64);
    let (t29, _t30) = t22.carrying_mul_add(item, seed[9], t28);
    let (_t34, t35) = t27.carrying_mul_add(item, seed[10], 0u64);
    let (t36, _t37) = t29.carrying_mul_add(item, seed[11], t35);
    // slope difference s0 at this item: degree 4, 128 fraction bits
    let (t43, t44) = seed[12].carrying_mul_add(item, seed[14], 0u64);
    let (t45, _t46) = seed[13].carrying_mul_add(item, seed[15], t44);
    let (t50, t51) = t43.carrying_mul_add(item, seed[16], 0u64);
    let (t52, _t53) = t45.carrying_mul_add(item, seed[17], t51);
    let (t57, t58) = t50.carrying_mul_add(item, seed[18], 0u64);
    let (t59, _t60) = t52.carrying_mul_add(item, seed[19], t58);
    let (t64, t65) = t57.carrying_mul_add(item, seed[20], 0u64);
    let (t66, _t67) = t59.carrying_mul_add(item, seed[21], t65);
    // slope difference s1 at this item: degree 3, 128 fraction bits
    let (t73, t74) = seed[22].carrying_mul_add(item, seed[24], 0u64);
    let (t75, _t76) = seed[23].carrying_mul_add(item, seed[25], t74);
    let (t80, t81) = t73.carrying_mul_add(item, seed[26], 0u64);
    let (t82, _t83) = t75.carrying_mul_add(item, seed[27], t81);
    let (t87, t88) = t80.carrying_mul_add(item, seed[28], 0u64);
    let (t89, _t90) = t82.carrying_mul_add(item, seed[29], t88);
    // differences of the value: the slope's times the part's length
    let t92 = t66 << 11;
    let t93 = t64 >> 53;
    let t94 = t92.wrapping_add(t93);
    let t96 = t89 << 11;
    let t97 = t87 >> 53;
    let t98 = t96.wrapping_add(t97);
    // tables of the lanes, stride = number of lanes
    let t100 = splat(t94);
    let t101 = mul(t100, t99);
    let t102 = splat(t36);
    let t103 = add(t102, t101);
    let t105 = splat(t98);
    let t106 = mul(t105, t104);
    let t107 = add(t103, t106);
    let mut g0 = t107;
    let t109 = t94.wrapping_mul(8u64);
    let t111 = splat(t98);
    let t112 = mul(t111, t110);
    let t113 = splat(t109);
    let t114 = add(t113, t112);
    let mut g1 = t114;
    let g2 = t98.wrapping_mul(64u64);
    let t117 = splat(t89);
    let t118 = mul(t117, t99);
    let t119 = splat(t66);
    let t120 = add(t119, t118);
    let mut s0 = t120;
    let s1 = t89.wrapping_mul(8u64);
    let t123 = item.wrapping_mul(32u64);
    let t125 = splat(t123);
    let t126 = add(t125, t99);
    let mut part = t126;
    for _ in 0..4 {
        let t129 = sub(t128, s0);
        let t130 = shr_by(t129, 12);
        let t131 = to_f64(t130);
        let t132 = shr_by(g0, 12);
        let t133 = to_f64(t132);
        let t139 = fge(t131, t138);
        let t141 = and(t140, t139);
        let mut p = t131;
        let mut q = t142;
        let mut u = t143;
        let mut v = t138;
        let mut d = t133;
        let mut active = t141;
        // at most 2049 rounds
        loop {
            // reduce q by k·p: u += k·v; d may pass k of the new points
            let t147 = recip_below(p);
            let t148 = fmul(q, t147);
            let t149 = trunc(t148);
            let t150 = fmul(t149, p);
            let t151 = fsub(q, t150);
            let t152 = fge(t151, p);
            let t155 = fadd(t149, t138);
            let t156 = fsub(t151, p);
            let t157 = fselect(t152, t155, t149);
            let t158 = fselect(t152, t156, t151);
            let t159 = fmul(t157, v);
            let t160 = fadd(u, t159);
            let t161 = fmul(d, t147);
            let t162 = trunc(t161);
            let t163 = fmul(t162, p);
            let t164 = fsub(d, t163);
            let t165 = fge(t164, p);
            let t169 = fsub(t164, p);
            let t171 = fselect(t165, t169, t164);
            let mut rest = t171;
            let t172 = fge(rest, p);
            let t173 = and(t172, active);
            if any(t173) {
                // rare: the estimate left more than one y
                let t174 = fdiv(d, p);
                let t175 = trunc(t174);
                let t176 = fmul(t175, p);
                let t177 = fsub(d, t176);
                let t180 = flt(t177, t143);
                let t184 = fadd(t177, p);
                let t186 = fselect(t180, t184, t177);
                let t187 = fselect(t173, t186, rest);
                rest = t187;
            }
            let mut d_new = rest;
            let t188 = fadd(t160, v);
            let t190 = fge(t188, t189);
            let t191 = and(t190, active);
            if any(t191) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t192 = fadd(u, v);
                let t194 = fsub(t189, t192);
                let t195 = fdiv(t194, v);
                let t196 = trunc(t195);
                let t199 = fadd(t196, t138);
                let t200 = fmin(t199, t157);
                let t201 = fdiv(d, p);
                let t202 = trunc(t201);
                let t203 = fmin(t202, t200);
                let t204 = fmul(t203, p);
                let t205 = fsub(d, t204);
                let t208 = flt(t205, t143);
                let t212 = fadd(t205, p);
                let t214 = fselect(t208, t212, t205);
                let t215 = fselect(t191, t214, d_new);
                d_new = t215;
            }
            let t216 = fselect(active, d_new, d);
            d = t216;
            q = t158;
            u = t160;
            let t217 = fadd(u, v);
            let t219 = flt(t217, t189);
            let t221 = fge(q, t138);
            let t222 = and(t219, t221);
            let t223 = and(active, t222);
            active = t223;
            if !any(active) {
                break;
            }
            // reduce p by k·q: v += k·u; d may lie beyond the shortened p
            let t224 = recip_below(q);
            let t225 = fmul(p, t224);
            let t226 = trunc(t225);
            let t227 = fmul(t226, q);
            let t228 = fsub(p, t227);
            let t229 = fge(t228, q);
            let t232 = fadd(t226, t138);
            let t233 = fsub(t228, q);
            let t234 = fselect(t229, t232, t226);
            let t235 = fselect(t229, t233, t228);
            let t236 = fmul(t234, u);
            let t237 = fadd(v, t236);
            let t238 = fge(d, t235);
            let t239 = and(t238, active);
            let t240 = fsub(d, t235);
            let t241 = fmul(t240, t224);
            let t242 = trunc(t241);
            let t243 = fmul(t242, q);
            let t244 = fsub(t240, t243);
            let t245 = fge(t244, q);
            let t249 = fsub(t244, q);
            let t251 = fselect(t245, t249, t244);
            let mut rest_2 = t251;
            let t252 = fge(rest_2, q);
            let t253 = and(t252, t239);
            if any(t253) {
                // rare: the estimate left more than one y
                let t254 = fdiv(t240, q);
                let t255 = trunc(t254);
                let t256 = fmul(t255, q);
                let t257 = fsub(t240, t256);
                let t260 = flt(t257, t143);
                let t264 = fadd(t257, q);
                let t266 = fselect(t260, t264, t257);
                let t267 = fselect(t253, t266, rest_2);
                rest_2 = t267;
            }
            let t268 = fselect(t239, rest_2, d);
            let mut d_new_2 = t268;
            let t269 = fadd(u, t237);
            let t271 = fge(t269, t189);
            let t272 = and(t271, active);
            if any(t272) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t273 = fadd(u, v);
                let t275 = fsub(t189, t273);
                let t276 = fdiv(t275, u);
                let t277 = trunc(t276);
                let t280 = fadd(t277, t138);
                let t281 = fmin(t280, t234);
                let t282 = fmul(t281, q);
                let t283 = fsub(p, t282);
                let t284 = fsub(d, t283);
                let t285 = fge(d, t283);
                let t286 = and(t285, t272);
                let t287 = fdiv(t284, q);
                let t288 = trunc(t287);
                let t289 = fmin(t288, t281);
                let t290 = fmul(t289, q);
                let t291 = fsub(t284, t290);
                let t294 = flt(t291, t143);
                let t298 = fadd(t291, q);
                let t300 = fselect(t294, t298, t291);
                let t301 = fselect(t286, t300, d);
                let t302 = fselect(t272, t301, d_new_2);
                d_new_2 = t302;
            }
            d = d_new_2;
            p = t235;
            v = t237;
            let t303 = fadd(u, v);
            let t305 = flt(t303, t189);
            let t307 = fge(p, t138);
            let t308 = and(t305, t307);
            let t309 = and(active, t308);
            active = t309;
            if !any(active) {
                break;
            }
        }
        let t312 = fge(d, t311);
        let survives = and_not(t140, t312);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t315 = add(g0, g1);
        g0 = t315;
        let t316 = splat(g2);
        let t317 = add(g1, t316);
        g1 = t317;
        let t318 = splat(s1);
        let t319 = add(s0, t318);
        s0 = t319;
        let t322 = add(part, t321);
        part = t322;
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
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·32 + j and is the 2^6 inputs from t = index·2^6.
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
///    2ε'' = 0x380000·2^-63 = 2^-41.19 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 39 adds, 18 comparisons, 10 conversions, 6 divisions, 14 mask operations, 6 minima, 19 multiplies, 2 reciprocal estimates, 13 selects, 2 shifts
/// - shared by all lanes: 2 adds, 45 loads, 4 multiplies, 4 shifts, 36 wide multiplies
fn stage2(seed: &[u64; 45], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t144 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    #[rustfmt::skip]
    let t149 = lanes([
        0u64, 0u64, 1u64, 3u64, 6u64, 10u64, 15u64, 21u64,
    ]);
    #[rustfmt::skip]
    let t155 = lanes([
        28u64, 36u64, 44u64, 52u64, 60u64, 68u64, 76u64, 84u64,
    ]);
    let t173 = splat(0u64);
    let t181 = splat(1u64);
    let t183 = msplat(true);
    let t185 = splat(0x8000000000000000u64);
    let t196 = splat(64u64);
    let t330 = splat(3670016u64);
    let t340 = splat(8u64);
    // value g0 at this item: degree 5, 192 fraction bits
    let (t8, t9) = seed[0].carrying_mul_add(item, seed[3], 0u64);
    let (t10, t11) = seed[1].carrying_mul_add(item, seed[4], t9);
    let (t12, _t13) = seed[2].carrying_mul_add(item, seed[5], t11);
    let (t18, t19) = t8.carrying_mul_add(item, seed[6], 0u64);
    let (t20, t21) = t10.carrying_mul_add(item, seed[7], t19);
    let (t22, _t23) = t12.carrying_mul_add(item, seed[8], t21);
    let (t28, t29) = t18.carrying_mul_add(item, seed[9], 0u64);
    let (t30, t31) = t20.carrying_mul_add(item, seed[10], t29);
    let (t32, _t33) = t22.carrying_mul_add(item, seed[11], t31);
    let (t38, t39) = t28.carrying_mul_add(item, seed[12], 0u64);
    let (t40, t41) = t30.carrying_mul_add(item, seed[13], t39);
    let (t42, _t43) = t32.carrying_mul_add(item, seed[14], t41);
    let (_t48, t49) = t38.carrying_mul_add(item, seed[15], 0u64);
    let (_t50, t51) = t40.carrying_mul_add(item, seed[16], t49);
    let (t52, _t53) = t42.carrying_mul_add(item, seed[17], t51);
    // slope difference s0 at this item: degree 4, 192 fraction bits
    let (t61, t62) = seed[18].carrying_mul_add(item, seed[21], 0u64);
    let (t63, t64) = seed[19].carrying_mul_add(item, seed[22], t62);
    let (t65, _t66) = seed[20].carrying_mul_add(item, seed[23], t64);
    let (t71, t72) = t61.carrying_mul_add(item, seed[24], 0u64);
    let (t73, t74) = t63.carrying_mul_add(item, seed[25], t72);
    let (t75, _t76) = t65.carrying_mul_add(item, seed[26], t74);
    let (t81, t82) = t71.carrying_mul_add(item, seed[27], 0u64);
    let (t83, t84) = t73.carrying_mul_add(item, seed[28], t82);
    let (t85, _t86) = t75.carrying_mul_add(item, seed[29], t84);
    let (_t91, t92) = t81.carrying_mul_add(item, seed[30], 0u64);
    let (t93, t94) = t83.carrying_mul_add(item, seed[31], t92);
    let (t95, _t96) = t85.carrying_mul_add(item, seed[32], t94);
    // slope difference s1 at this item: degree 3, 192 fraction bits
    let (t104, t105) = seed[33].carrying_mul_add(item, seed[36], 0u64);
    let (t106, t107) = seed[34].carrying_mul_add(item, seed[37], t105);
    let (t108, _t109) = seed[35].carrying_mul_add(item, seed[38], t107);
    let (t114, t115) = t104.carrying_mul_add(item, seed[39], 0u64);
    let (t116, t117) = t106.carrying_mul_add(item, seed[40], t115);
    let (t118, _t119) = t108.carrying_mul_add(item, seed[41], t117);
    let (_t124, t125) = t114.carrying_mul_add(item, seed[42], 0u64);
    let (t126, t127) = t116.carrying_mul_add(item, seed[43], t125);
    let (t128, _t129) = t118.carrying_mul_add(item, seed[44], t127);
    // differences of the value: the slope's times the part's length
    let t134 = t95 << 6;
    let t135 = t93 >> 58;
    let t136 = t134.wrapping_add(t135);
    let t141 = t128 << 6;
    let t142 = t126 >> 58;
    let t143 = t141.wrapping_add(t142);
    // tables of the lanes, stride = number of lanes
    let t145 = splat(t136);
    let t146 = mul(t145, t144);
    let t147 = splat(t52);
    let t148 = add(t147, t146);
    let t150 = splat(t143);
    let t151 = mul(t150, t149);
    let t152 = add(t148, t151);
    let mut g0 = t152;
    let t154 = t136.wrapping_mul(8u64);
    let t156 = splat(t143);
    let t157 = mul(t156, t155);
    let t158 = splat(t154);
    let t159 = add(t158, t157);
    let mut g1 = t159;
    let g2 = t143.wrapping_mul(64u64);
    let t162 = splat(t128);
    let t163 = mul(t162, t144);
    let t164 = splat(t95);
    let t165 = add(t164, t163);
    let mut s0 = t165;
    let s1 = t128.wrapping_mul(8u64);
    let t168 = item.wrapping_mul(32u64);
    let t170 = splat(t168);
    let t171 = add(t170, t144);
    let mut part = t171;
    for _ in 0..4 {
        let t174 = sub(t173, s0);
        let t175 = shr_by(t174, 1);
        let t176 = shr_by(g0, 1);
        let t182 = ge(t175, t181);
        let t184 = and(t183, t182);
        let mut p = t175;
        let mut q = t185;
        let mut u = t173;
        let mut v = t181;
        let mut d = t176;
        let mut active = t184;
        // at most 65 rounds
        loop {
            // reduce q by k·p: u += k·v; d may pass k of the new points
            let t190 = to_f64_nearest(p);
            let t191 = recip_below(t190);
            let t193 = to_f64_nearest(q);
            let t194 = fmul(t193, t191);
            let t195 = to_u64(t194);
            let t197 = min(t195, t196);
            let t198 = mul(t197, p);
            let t199 = sub(q, t198);
            let t200 = ge(t199, p);
            let t202 = lt(t197, t196);
            let t203 = and(t200, t202);
            let t206 = add(t197, t181);
            let t207 = sub(t199, p);
            let t208 = select(t203, t206, t197);
            let t209 = select(t203, t207, t199);
            let t210 = mul(t208, v);
            let t211 = add(u, t210);
            let t212 = to_f64_nearest(d);
            let t213 = fmul(t212, t191);
            let t214 = to_u64(t213);
            let t215 = mul(t214, p);
            let t216 = sub(d, t215);
            let t217 = ge(t216, p);
            let t221 = sub(t216, p);
            let t223 = select(t217, t221, t216);
            let mut rest = t223;
            let t224 = ge(rest, p);
            let t225 = and(t224, active);
            if any(t225) {
                // rare: the estimate left more than one y
                let t226 = div(d, p);
                let t227 = mul(t226, p);
                let t228 = sub(d, t227);
                let t229 = select(t225, t228, rest);
                rest = t229;
            }
            let mut d_new = rest;
            let t230 = add(t211, v);
            let t232 = ge(t230, t196);
            let t233 = and(t232, active);
            if any(t233) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t234 = add(u, v);
                let t236 = sub(t196, t234);
                let t237 = div(t236, v);
                let t240 = add(t237, t181);
                let t241 = min(t240, t208);
                let t242 = div(d, p);
                let t243 = min(t242, t241);
                let t244 = mul(t243, p);
                let t245 = sub(d, t244);
                let t246 = select(t233, t245, d_new);
                d_new = t246;
            }
            let t247 = select(active, d_new, d);
            d = t247;
            q = t209;
            u = t211;
            let t248 = add(u, v);
            let t250 = lt(t248, t196);
            let t252 = ge(q, t181);
            let t253 = and(t250, t252);
            let t254 = and(active, t253);
            active = t254;
            if !any(active) {
                break;
            }
            // reduce p by k·q: v += k·u; d may lie beyond the shortened p
            let t255 = to_f64_nearest(q);
            let t256 = recip_below(t255);
            let t258 = to_f64_nearest(p);
            let t259 = fmul(t258, t256);
            let t260 = to_u64(t259);
            let t262 = min(t260, t196);
            let t263 = mul(t262, q);
            let t264 = sub(p, t263);
            let t265 = ge(t264, q);
            let t267 = lt(t262, t196);
            let t268 = and(t265, t267);
            let t271 = add(t262, t181);
            let t272 = sub(t264, q);
            let t273 = select(t268, t271, t262);
            let t274 = select(t268, t272, t264);
            let t275 = mul(t273, u);
            let t276 = add(v, t275);
            let t277 = ge(d, t274);
            let t278 = and(t277, active);
            let t279 = sub(d, t274);
            let t280 = to_f64_nearest(t279);
            let t281 = fmul(t280, t256);
            let t282 = to_u64(t281);
            let t283 = mul(t282, q);
            let t284 = sub(t279, t283);
            let t285 = ge(t284, q);
            let t289 = sub(t284, q);
            let t291 = select(t285, t289, t284);
            let mut rest_2 = t291;
            let t292 = ge(rest_2, q);
            let t293 = and(t292, t278);
            if any(t293) {
                // rare: the estimate left more than one y
                let t294 = div(t279, q);
                let t295 = mul(t294, q);
                let t296 = sub(t279, t295);
                let t297 = select(t293, t296, rest_2);
                rest_2 = t297;
            }
            let t298 = select(t278, rest_2, d);
            let mut d_new_2 = t298;
            let t299 = add(u, t276);
            let t301 = ge(t299, t196);
            let t302 = and(t301, active);
            if any(t302) {
                // last step of some lane: stop at the first multiple that reaches N points
                let t303 = add(u, v);
                let t305 = sub(t196, t303);
                let t306 = div(t305, u);
                let t309 = add(t306, t181);
                let t310 = min(t309, t273);
                let t311 = mul(t310, q);
                let t312 = sub(p, t311);
                let t313 = sub(d, t312);
                let t314 = ge(d, t312);
                let t315 = and(t314, t302);
                let t316 = div(t313, q);
                let t317 = min(t316, t310);
                let t318 = mul(t317, q);
                let t319 = sub(t313, t318);
                let t320 = select(t315, t319, d);
                let t321 = select(t302, t320, d_new_2);
                d_new_2 = t321;
            }
            d = d_new_2;
            p = t274;
            v = t276;
            let t322 = add(u, v);
            let t324 = lt(t322, t196);
            let t326 = ge(p, t181);
            let t327 = and(t324, t326);
            let t328 = and(active, t327);
            active = t328;
            if !any(active) {
                break;
            }
        }
        let t331 = ge(d, t330);
        let survives = and_not(t183, t331);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t334 = add(g0, g1);
        g0 = t334;
        let t335 = splat(g2);
        let t336 = add(g1, t335);
        g1 = t336;
        let t337 = splat(s1);
        let t338 = add(s0, t337);
        s0 = t338;
        let t341 = add(part, t340);
        part = t341;
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
/// - `out`: receives the indices of surviving parts, ascending; part j of the item has index
///   item·64 + j and is the input from t = index·1.
///
/// Postcondition: every input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits).
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x420000·2^-64 = 2^-41.96: that is |P(t)
///    cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 7 adds, 1 comparisons, 3 multiplies
/// - shared by all lanes: 45 loads, 3 multiplies, 36 wide multiplies
fn stage3(seed: &[u64; 45], item: u64, out: &mut Survivors) {
    #[rustfmt::skip]
    let t130 = lanes([
        0u64, 1u64, 2u64, 3u64, 4u64, 5u64, 6u64, 7u64,
    ]);
    #[rustfmt::skip]
    let t135 = lanes([
        0u64, 0u64, 1u64, 3u64, 6u64, 10u64, 15u64, 21u64,
    ]);
    #[rustfmt::skip]
    let t141 = lanes([
        28u64, 36u64, 44u64, 52u64, 60u64, 68u64, 76u64, 84u64,
    ]);
    let t153 = splat(4325376u64);
    let t158 = splat(8u64);
    // value g0 at this item: degree 5, 192 fraction bits
    let (t8, t9) = seed[0].carrying_mul_add(item, seed[3], 0u64);
    let (t10, t11) = seed[1].carrying_mul_add(item, seed[4], t9);
    let (t12, _t13) = seed[2].carrying_mul_add(item, seed[5], t11);
    let (t18, t19) = t8.carrying_mul_add(item, seed[6], 0u64);
    let (t20, t21) = t10.carrying_mul_add(item, seed[7], t19);
    let (t22, _t23) = t12.carrying_mul_add(item, seed[8], t21);
    let (t28, t29) = t18.carrying_mul_add(item, seed[9], 0u64);
    let (t30, t31) = t20.carrying_mul_add(item, seed[10], t29);
    let (t32, _t33) = t22.carrying_mul_add(item, seed[11], t31);
    let (t38, t39) = t28.carrying_mul_add(item, seed[12], 0u64);
    let (t40, t41) = t30.carrying_mul_add(item, seed[13], t39);
    let (t42, _t43) = t32.carrying_mul_add(item, seed[14], t41);
    let (_t48, t49) = t38.carrying_mul_add(item, seed[15], 0u64);
    let (_t50, t51) = t40.carrying_mul_add(item, seed[16], t49);
    let (t52, _t53) = t42.carrying_mul_add(item, seed[17], t51);
    // value difference g1 at this item: degree 4, 192 fraction bits
    let (t61, t62) = seed[18].carrying_mul_add(item, seed[21], 0u64);
    let (t63, t64) = seed[19].carrying_mul_add(item, seed[22], t62);
    let (t65, _t66) = seed[20].carrying_mul_add(item, seed[23], t64);
    let (t71, t72) = t61.carrying_mul_add(item, seed[24], 0u64);
    let (t73, t74) = t63.carrying_mul_add(item, seed[25], t72);
    let (t75, _t76) = t65.carrying_mul_add(item, seed[26], t74);
    let (t81, t82) = t71.carrying_mul_add(item, seed[27], 0u64);
    let (t83, t84) = t73.carrying_mul_add(item, seed[28], t82);
    let (t85, _t86) = t75.carrying_mul_add(item, seed[29], t84);
    let (_t91, t92) = t81.carrying_mul_add(item, seed[30], 0u64);
    let (_t93, t94) = t83.carrying_mul_add(item, seed[31], t92);
    let (t95, _t96) = t85.carrying_mul_add(item, seed[32], t94);
    // value difference g2 at this item: degree 3, 192 fraction bits
    let (t104, t105) = seed[33].carrying_mul_add(item, seed[36], 0u64);
    let (t106, t107) = seed[34].carrying_mul_add(item, seed[37], t105);
    let (t108, _t109) = seed[35].carrying_mul_add(item, seed[38], t107);
    let (t114, t115) = t104.carrying_mul_add(item, seed[39], 0u64);
    let (t116, t117) = t106.carrying_mul_add(item, seed[40], t115);
    let (t118, _t119) = t108.carrying_mul_add(item, seed[41], t117);
    let (_t124, t125) = t114.carrying_mul_add(item, seed[42], 0u64);
    let (_t126, t127) = t116.carrying_mul_add(item, seed[43], t125);
    let (t128, _t129) = t118.carrying_mul_add(item, seed[44], t127);
    let t131 = splat(t95);
    let t132 = mul(t131, t130);
    let t133 = splat(t52);
    let t134 = add(t133, t132);
    let t136 = splat(t128);
    let t137 = mul(t136, t135);
    let t138 = add(t134, t137);
    let mut g0 = t138;
    let t140 = t95.wrapping_mul(8u64);
    let t142 = splat(t128);
    let t143 = mul(t142, t141);
    let t144 = splat(t140);
    let t145 = add(t144, t143);
    let mut g1 = t145;
    let g2 = t128.wrapping_mul(64u64);
    let t148 = item.wrapping_mul(64u64);
    let t150 = splat(t148);
    let t151 = add(t150, t130);
    let mut part = t151;
    for _ in 0..8 {
        let survives = lt(g0, t153);
        if any(survives) {
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t154 = add(g0, g1);
        g0 = t154;
        let t155 = splat(g2);
        let t156 = add(g1, t155);
        g1 = t156;
        let t159 = add(part, t158);
        part = t159;
    }
}
