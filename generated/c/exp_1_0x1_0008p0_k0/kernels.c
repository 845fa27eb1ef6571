// Hard-to-round cases of exp(x): kernel 0 of the plan.
//
// tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target c
//
// An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
// breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
// what survives the last one is a candidate, which the host confirms with MPFR.
//
// function f     exp(x) [given]
// input format   54 bits with the exponents of x87, p_in = 54 [given]
// output format  binary64, p = 53, rounding directed: breakpoints have 53 bits, the numbers of
//                that precision [given]
// threshold ε    2^-33 of the breakpoint spacing w [given]
// inputs         [0x1p+0, 0x1.0008p+0): 2^40 inputs, h = 2^-53; 2^1 ≤ |f| ≤ 2^2, w = 2^-51
//                [proved]
//
// domain            2^36 inputs, Taylor model of degree 4 [longest that is proved, up to 2^40 (or
//                   a block) and a 16th of the work; least degree that is proved]
// block             2^36 inputs with one seed, polynomial of degree 4 [length chosen by cost,
//                   least degree that is proved]
// stage 0           item of 2^36 inputs = 32 packets of T = 2^31; parts of 2^19; 1 items a block
//                   [chosen by cost]
//   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//                   bits; orders Q = ∛(1/|g''|) < 2^18 [least that are proved to cost little]
//   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//                   cost]
//   threshold 2ε''  0x84000000·2^-63 = 2^-31.95 [proved: the budget below, doubled and rounded up]
//   survivors       2^-12.97 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 1           interval of 2^19 inputs = κ = 32 sub-intervals of 2^14 [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//                   cost little]
//   check           the regular test, quotients by an underestimating reciprocal and one
//                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//   threshold 2ε''  0xc00000·2^-52 = 2^-28.41 [proved: the budget below, doubled and rounded up]
//   survivors       2^-12.50 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 2           sub-interval of 2^14 inputs = κ = 32 sub-intervals of 2^9 [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 192, 128, 128 fraction bits [least that are proved to
//                   cost little]
//   check           the regular test, quotients by an underestimating reciprocal and one
//                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//   threshold 2ε''  0x108000·2^-52 = 2^-31.95 [proved: the budget below, doubled and rounded up]
//   survivors       2^-21.06 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 3           sub-interval of 2^9 inputs, each compared [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//                   128 fraction bits [least that are proved to cost little]
//   check           comparison of every input
//   threshold 2ε''  0x108000000·2^-64 = 2^-31.95 [proved: the budget below, doubled and rounded
//                   up]
//   survivors       2^-32.00 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
//
// derivatives  |P^(j)/j!| ≤ 2^-54.55, 2^-109.14, 2^-164.14 for j = 2, 3, … and the polynomial P of
//              a block [proved: by interval Taylor arithmetic]
//
// budget of stage 0: ε'' = 2^-32.97, the sum of
//   threshold ε                          2^-33.00 [given: the request's --bits]
//   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//                                        by interval Taylor arithmetic over the span, r = 2^35
//                                        half a domain]
//   Taylor coefficients                  2^-81.67 [proved: each of 5 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//                                        model]
//   terms dropped in a packet            2^-40.14 [proved: Σ Q_j·T^j from j = 4 on, T = 2^31]
//   rounding of the packet's polynomial  2^-43.41 [proved: moved to a packet with 128, 192, 128,
//                                        128 fraction bits, then A cut to 52 bits, the slope to
//                                        76, B and C rounded to 53 bits below 2^-54 and 2^-109;
//                                        times the powers of T]
//   evaluation at an input               2^-39.56 [proved: at most 14 roundings to 2^-53 of
//                                        numbers below 2^9.44]
// obligations, so that every input near an integer is evaluated: needed ≤ had
//   threshold         2^-32.97 ≤ 2^-32.96 [the budget's sum, with what comparing rounds, is within
//                     ε'']
//   scaled-curvature  0.6797 ≤ 0.9800 [B, scaled, is below 1: no leading bit is lost]
//   scaled-cubic      0.4532 ≤ 0.4900 [C, scaled, is below 1/2: its sign is not lost]
//   curvature         2^-55 ≤ 2^-54.56 [packets that are flatter are left out: none of the range
//                     is]
//   distance          2^35.77 ≤ 2^36.32 [how far inputs lie from their vertex, and vertices from
//                     the packet's first input]
//   extent            2^36.33 ≤ 2^49 [distances and vertices are integers of 50 bits, exact to an
//                     eighth]
//   bend              2^-16.67 ≤ 2^-12 [3|C|·W/B: the kernel reckons with parabolas that are bent
//                     no more]
//   straight          2^-12 ≤ 2^-5 [the series of vertex and root are cut where that is small]
//   bias              2^-13.84 ≤ 2^-10 [K ≥ 0 for every case: I is not above q·P(m) + 1 by more]
//   exact-class       2^45.44 ≤ 2^50 [I·q_before is exact, and a place to an eighth of an input]
//   exact-multiple    2^27.44 ≤ 2^31 [the nearest multiple of q is found with 1/q to 2^-8 of q]
//   exact-slope       524288.0425 ≤ 2^50 [r - q·S₁ is exact]
//   start             36 ≤ 54 [the walk begins with neighbours about the slope]
//   spread            2.0007 ≤ 2.1000 [a case is within 2ε''/h of the parabola, h ≥ (1 - b)·B]
//   root-estimate     1.0166 ≤ 1.0600 [√E comes of an estimate; distances are compared with 1/q to
//                     2^-39]
//   reach-factor      1.0161 ≤ 1.0400 [the short way squares distances and finds multiples of q
//                     roughly]
//   rough             2^-10.61 ≤ 2^-10.36 [the short way neglects C and takes an estimate for the
//                     root]
//   slope-estimate    1.0015 ≤ 1.0100 [1/R is an estimate of an estimate's inverse]
//   third-order       2.5007 ≤ 3 [z²(1 + sz) = 1 is solved to 5/8·s² by z = 1 - s/2]
//   class-share       2^-23.56 ≤ 2^-20 [places as multiples of q are rounded]
//   inverse           2^-39.99 ≤ 2^-39 [1/q is known to 2^-39]
//   above             2^-38.99 ≤ 2^-38 [(Q + q_before)/q comes out no smaller than it is]
//   quotient          2^-18.41 ≤ 2^-1 [and larger by less than 1/q: its floor is right]
//   root              2^-48.20 ≤ 2^-48 [√y is known to 2^-48]
//   reach             4.1989 ≤ 8 [vertex and y are off by δ, y is raised to 1, places are rounded:
//                     at first]
//   fine-reach        1.6888 ≤ 2 [the same after a step of Newton's method]
//   near              2^-21.62 ≤ 1.0000 [m is next to the first vertex, roots are reckoned from
//                     the second]
//
// budget of stage 1: ε'' = 2^-29.42, the sum of
//   threshold ε                               2^-33.00 [given: the request's --bits]
//   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//                                             2^-219.46 by interval Taylor arithmetic over the
//                                             span, r = 2^35 half a domain]
//   Taylor coefficients                       2^-81.67 [proved: each of 5 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//                                             Taylor model]
//   line instead of the curve                 2^-29.55 [proved: best line on L = 2^14 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.55, drift over
//                                             half an item ≤ 2^-88.55]
//   differences dropped from the tables       2^-52.14 [proved: Newton's remainder at degree 2
//                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-44.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-57.64 [proved: coefficients cut to 128, 128, 128
//                                             fraction bits, times the powers of the item index]
//   word of the test                          2^-37.99 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 2: ε'' = 2^-32.98, the sum of
//   threshold ε                               2^-33.00 [given: the request's --bits]
//   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//                                             2^-219.46 by interval Taylor arithmetic over the
//                                             span, r = 2^35 half a domain]
//   Taylor coefficients                       2^-81.67 [proved: each of 5 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//                                             Taylor model]
//   line instead of the curve                 2^-39.55 [proved: best line on L = 2^9 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.55, drift over
//                                             half an item ≤ 2^-93.55]
//   differences dropped from the tables       2^-67.14 [proved: Newton's remainder at degree 2
//                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-49.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-47.95 [proved: coefficients cut to 192, 128, 128
//                                             fraction bits, times the powers of the item index]
//   word of the test                          2^-42.99 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 3: ε'' = 2^-32.99, the sum of
//   threshold ε                          2^-33.00 [given: the request's --bits]
//   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//                                        by interval Taylor arithmetic over the span, r = 2^35
//                                        half a domain]
//   Taylor coefficients                  2^-81.67 [proved: each of 5 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//                                        model]
//   differences dropped from the tables  2^-82.15 [proved: Newton's remainder at degree 2 over 512
//                                        parts: C(512, 3)·3!·Q_3·L^3]
//   rounding of the table of values      2^-46.99 [proved: Σ C(512, m)·2^-64: an error in
//                                        difference m grows so over the parts]
//   rounding while moving to an item     2^-57.00 [proved: coefficients cut to 192, 192, 128
//                                        fraction bits, times the powers of the item index]
//
// A block shares one seed (the host makes it: `seed` holds the words of one stage). The first
// stage is given the items 0, 1, … of the block; the surviving part indices of a stage are the
// items of the next; those of the last are inputs, counted from the block's first.

// As a library: cc -std=c11 -O3 -fPIC -shared -ffp-contract=off kernels.c -lm; -march=native, or
// the like, gives it longer vectors. Two kernels in one program need other names of the functions
// at the end: -Dtmd_run=NAME -Dtmd_abi=NAME.
#include "words.h"
#if defined(__AVX512F__) && defined(__AVX512DQ__) \
    && defined(__AVX512VL__) && defined(__AVX512BW__)
#include "avx512.h"
#elif defined(__AVX2__) && defined(__FMA__)
#include "avx2.h"
#else
#include "portable.h"
#endif

// The number of lanes: parts from one of a lane's to its next.
#define STRIDE ((word)LANES)

// Where surviving parts are written.
typedef struct {
    word *out;
    size_t capacity;
    // Survivors so far, more than the capacity if there is no room for all.
    size_t count;
    // The loop that has passed its bound, from 1; 0 if none has.
    uint overrun;
} survivors;

// Writes a part, if there is room.
static inline void write_part(survivors *out, const word part)
{
    if (out->count < out->capacity) {
        out->out[out->count] = part;
    }
    ++out->count;
}

// Writes the part of each lane where the mask holds.
static inline void report(survivors *out, const masks mask, const words part)
{
    for (int lane = 0; lane < LANES; ++lane) {
        if (mask[lane] != 0) {
            write_part(out, part[lane]);
        }
    }
}

// Searches one item, 2^36 consecutive inputs in 131,072 parts of L = 2^19, and writes the parts
// that hold an input which may be an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..10]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
//   degree 4 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[10..22]`: slope P' there, as a polynomial of degree 3 in the packet index, the highest
//   coefficient first, 3 words (192 fraction bits) each.
// - `seed[22..28]`: curvature P''/2 there, times 2^54, as a polynomial of degree 2 in the packet
//   index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[28..32]`: P'''/6 there, times 2^108, as a polynomial of degree 1 in the packet index,
//   the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[32]`: the order Q of the Farey sequence.
// - `item`: index of the item in the block, 0 … 0; the item is the inputs t = item·2^36 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·131,072 + j
//   and is the 2^19 inputs from t = index·2^19.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. A lane has a packet of T = 2^31 inputs. P there is A + S·t + B·t² + C·t³ modulo 1, moved by
//    Horner's rule in the packet's index, then in binary64.
// 2. The slope rises. The packet is cut into arcs, the inputs where it is nearest to a fraction
//    r/q of the Farey sequence of order Q; one fraction follows from the two before it. Neighbours
//    are parted at their mediant.
// 3. Along an arc q·P mod 1 is a parabola about the vertex, where the slope is r/q. An HR-case is
//    next to a root where q·P passes an integer I + K, and in the class t ≡ m - (I + K)·q_before
//    modulo q, m an input near the vertex: nowhere else is q·P(t) an integer that q divides.
// 4. K = 0 is tried with both roots, roughly; where a member of the class is near one, or the arc
//    reaches the next integer, all roots are gone through exactly, and every member near one is
//    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0x84000000·2^-63 = 2^-31.95.
//
// Operations in the text below, each loop body once:
// - per vector: 62 adds, 11 comparisons, 9 conversions, 7 divisions, 88 fused multiply-adds, 7 mask
//   operations, 13 maxima, 8 minima, 47 multiplies, 5 reciprocal estimates, 4 root estimates, 1
//   selects, 5 shifts, 23 wide multiplies
// - shared by all lanes: 1 conversions, 33 loads, 2 multiplies
static inline void stage0(const word *seed, const word item, survivors *out)
{
    const words lane_2 = lane_words(LANE);
    const words zero = fill_words(0ULL);
    const numbers pow2_m52 = fill_numbers(0x1p-52);
    const numbers pow2_m22 = fill_numbers(0x1p-22);
    const numbers pow2_m86 = fill_numbers(0x1p-86);
    const numbers pow2_m118 = fill_numbers(0x1p-118);
    const words pow2_63 = fill_words(1ULL << 63);
    const numbers pow2_63_2 = fill_numbers(0x1p63);
    const numbers pow2_m172 = fill_numbers(0x1p-172);
    const numbers one = fill_numbers(1.0);
    const numbers minus_three_eighths = fill_numbers(-0.375);
    const numbers spread_of_one = fill_numbers(2.521119313314557e-10);
    const numbers slack_of_estimate = fill_numbers(1.06);
    const numbers reach = fill_numbers(8.32);
    const numbers zero_2 = fill_numbers(0.0);
    const numbers least_curvature = fill_numbers(0x1p-55);
    const numbers length = fill_numbers(0x1p31);
    const numbers above_one_2 = fill_numbers(1.000000000003638);
    const numbers minus_half = fill_numbers(-0.5);
    const numbers rounder = fill_numbers(6755399441055744.0);
    const numbers t139 = fill_numbers(20.0);
    const numbers pow2_2 = fill_numbers(4.0);
    const numbers half_2 = fill_numbers(0.5);
    const numbers last = fill_numbers(2147483647.0);
    const numbers bias = fill_numbers(0.4990234375);
    const numbers one_and_slack = fill_numbers(1.00076171875);
    const numbers slack_of_root = fill_numbers(0.00076171875);
    const numbers three = fill_numbers(3.0);
    const numbers slack_of_slope = fill_numbers(1.01);
    const numbers fine_reach = fill_numbers(2.0);
    const numbers slack_of_class = fill_numbers(0x1p-20);
    const numbers threshold = fill_numbers(1.4412794993123954e-20);
    const words parts = fill_words(1ULL << 12);
    const words width_2 = fill_words(STRIDE);
    // index of the first packet of each lane
    const word t1 = item * 32ULL;
    const words t2 = fill_words(t1);
    const words t3 = t2 + lane_2;
    words packet = t3;
    for (uint step = 0; step < (32ULL / STRIDE); ++step) {
        // value g0 at this item: degree 4, 128 fraction bits
        const words t4 = fill_words(seed[0]);
        const words t5 = fill_words(seed[2]);
        words t6, carry;
        mul_add_vectors(t4, packet, t5, zero, &t6, &carry);
        const words t7 = fill_words(seed[1]);
        const words t8 = fill_words(seed[3]);
        const words t9 = t7 * packet + t8 + carry;
        const words t11 = fill_words(seed[4]);
        words t13, carry_3;
        mul_add_vectors(t6, packet, t11, zero, &t13, &carry_3);
        const words t14 = fill_words(seed[5]);
        const words t15 = t9 * packet + t14 + carry_3;
        const words t17 = fill_words(seed[6]);
        words t19, carry_5;
        mul_add_vectors(t13, packet, t17, zero, &t19, &carry_5);
        const words t20 = fill_words(seed[7]);
        const words t21 = t15 * packet + t20 + carry_5;
        const words t23 = fill_words(seed[8]);
        words item_g0, carry_7;
        mul_add_vectors(t19, packet, t23, zero, &item_g0, &carry_7);
        const words t25 = fill_words(seed[9]);
        const words item_g0h = t21 * packet + t25 + carry_7;
        // slope s at this item: degree 3, 192 fraction bits
        const words t27 = fill_words(seed[10]);
        const words t28 = fill_words(seed[13]);
        words t30, carry_9;
        mul_add_vectors(t27, packet, t28, zero, &t30, &carry_9);
        const words t31 = fill_words(seed[11]);
        const words t32 = fill_words(seed[14]);
        words t33, carry_10;
        mul_add_vectors(t31, packet, t32, carry_9, &t33, &carry_10);
        const words t34 = fill_words(seed[12]);
        const words t35 = fill_words(seed[15]);
        const words t36 = t34 * packet + t35 + carry_10;
        const words t38 = fill_words(seed[16]);
        words t40, carry_12;
        mul_add_vectors(t30, packet, t38, zero, &t40, &carry_12);
        const words t41 = fill_words(seed[17]);
        words t42, carry_13;
        mul_add_vectors(t33, packet, t41, carry_12, &t42, &carry_13);
        const words t43 = fill_words(seed[18]);
        const words t44 = t36 * packet + t43 + carry_13;
        const words t46 = fill_words(seed[19]);
        words item_s, carry_15;
        mul_add_vectors(t40, packet, t46, zero, &item_s, &carry_15);
        const words t48 = fill_words(seed[20]);
        words item_sh, carry_16;
        mul_add_vectors(t42, packet, t48, carry_15, &item_sh, &carry_16);
        const words t49 = fill_words(seed[21]);
        const words item_shh = t44 * packet + t49 + carry_16;
        // curvature b at this item: degree 2, 128 fraction bits
        const words t51 = fill_words(seed[22]);
        const words t52 = fill_words(seed[24]);
        words t54, carry_18;
        mul_add_vectors(t51, packet, t52, zero, &t54, &carry_18);
        const words t55 = fill_words(seed[23]);
        const words t56 = fill_words(seed[25]);
        const words t57 = t55 * packet + t56 + carry_18;
        const words t59 = fill_words(seed[26]);
        words item_b, carry_20;
        mul_add_vectors(t54, packet, t59, zero, &item_b, &carry_20);
        const words t61 = fill_words(seed[27]);
        const words item_bh = t57 * packet + t61 + carry_20;
        // cubic c at this item: degree 1, 128 fraction bits
        const words t63 = fill_words(seed[28]);
        const words t64 = fill_words(seed[30]);
        words item_c, carry_22;
        mul_add_vectors(t63, packet, t64, zero, &item_c, &carry_22);
        const words t66 = fill_words(seed[29]);
        const words t67 = fill_words(seed[31]);
        const words item_ch = t66 * packet + t67 + carry_22;
        // as numbers: A, the slope in two parts, B, C
        const words t69 = item_g0h >> 12;
        const numbers t70 = to_number_vectors(t69);
        const numbers a = t70 * pow2_m52;
        const words t71 = item_shh >> 42;
        const numbers t72 = to_number_vectors(t71);
        const numbers s1 = t72 * pow2_m22;
        const words t73 = item_shh << 22;
        const words t74 = item_sh >> 42;
        const words t75 = t73 + t74;
        const numbers t76 = to_nearest_number_vectors(t75);
        const numbers s2 = t76 * pow2_m86;
        const numbers t77 = to_nearest_number_vectors(item_bh);
        const numbers b = t77 * pow2_m118;
        // C has a sign: it is read as a difference from 1/2
        const words t78 = item_ch + pow2_63;
        const numbers t79 = to_nearest_number_vectors(t78);
        const numbers t80 = t79 - pow2_63_2;
        const numbers c = t80 * pow2_m172;
        const double order = to_number(seed[32]);
        // 1/B, the shear -3C/(8B) of the slope, the spread E of squared roots
        const numbers inverse_b = one / b;
        const numbers t81 = c * inverse_b;
        const numbers shear = t81 * minus_three_eighths;
        const numbers spread = inverse_b * spread_of_one;
        const numbers t83 = select_numbers(spread > one, spread, one);
        const numbers t84 = sqrt_near_vectors(t83);
        const numbers radius = fused_vectors(t84, slack_of_estimate, reach);
        // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
        numbers r_left = zero_2;
        numbers q_left = one;
        numbers r_right = one;
        numbers q_right = one;
        // loop 1, neighbours: at most 34 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 34u) {
                out->overrun = 1;
                return;
            }
            const numbers t89 = fused_vectors(-q_left, s1, r_left);
            const numbers t90 = fused_vectors(-q_left, s2, t89);
            const numbers t92 = zero_2 - t90;
            const numbers t94 = select_numbers(t92 > zero_2, t92, zero_2);
            const numbers t95 = fused_vectors(-q_right, s1, r_right);
            const numbers t96 = fused_vectors(-q_right, s2, t95);
            const numbers t98 = select_numbers(t96 > zero_2, t96, zero_2);
            const numbers t99 = t98 / t94;
            const numbers order_2 = fill_numbers(order);
            const numbers t100 = order_2 - q_right;
            const numbers t101 = t100 / q_left;
            const numbers t102 = select_numbers(t99 < t101, t99, t101);
            const numbers t103 = trunc_vectors(t102);
            const numbers t104 = fused_vectors(t103, r_left, r_right);
            const numbers t105 = fused_vectors(t103, q_left, q_right);
            r_right = t104;
            q_right = t105;
            const numbers t106 = fused_vectors(-q_right, s1, r_right);
            const numbers t107 = fused_vectors(-q_right, s2, t106);
            const numbers t109 = select_numbers(t107 > zero_2, t107, zero_2);
            const numbers t110 = t94 / t109;
            const numbers order_3 = fill_numbers(order);
            const numbers t111 = order_3 - q_left;
            const numbers t112 = t111 / q_right;
            const numbers t113 = select_numbers(t110 < t112, t110, t112);
            const numbers t114 = trunc_vectors(t113);
            const numbers t115 = fused_vectors(t114, r_right, r_left);
            const numbers t116 = fused_vectors(t114, q_right, q_left);
            r_left = t115;
            q_left = t116;
            // they are neighbours once their mediant is beyond the order
            const numbers t117 = q_left + q_right;
            const numbers order_4 = fill_numbers(order);
            const masks t118 = order_4 >= t117;
            if (!any_lane(t118)) {
                break;
            }
        }
        // the fraction before the left one
        const numbers order_5 = fill_numbers(order);
        const numbers t119 = order_5 + q_right;
        const numbers t120 = t119 / q_left;
        const numbers t121 = trunc_vectors(t120);
        const numbers t122 = fused_vectors(t121, r_left, -r_right);
        const numbers t123 = fused_vectors(t121, q_left, -q_right);
        const double order_above = order * 1.000000000003638;
        numbers r_before = t122;
        numbers q_before = t123;
        numbers r = r_left;
        numbers q = q_left;
        // a packet beyond the range may be curved less than was proved: it is left out
        const masks t124 = b >= least_curvature;
        const numbers t127 = select_numbers(t124, zero_2, length);
        numbers from = t127;
        lane_queue queue = {0};
        // loop 2, arcs: at most 32768 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 32768u) {
                out->overrun = 2;
                return;
            }
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            const numbers t128 = recip_near_vectors(q);
            const numbers t129 = fused_vectors(-q, t128, one);
            const numbers t130 = fused_vectors(t128, t129, t128);
            const numbers t131 = fused_vectors(-q, t130, one);
            const numbers inverse = fused_vectors(t130, t131, t130);
            const numbers order_above_2 = fill_numbers(order_above);
            const numbers t132 = fused_vectors(q_before, above_one_2, order_above_2);
            const numbers t133 = fused_vectors(t132, inverse, minus_half);
            const numbers t134 = t133 + rounder;
            const numbers t135 = t134 - rounder;
            const numbers r_next = fused_vectors(t135, r, -r_before);
            const numbers q_next = fused_vectors(t135, q, -q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            const numbers t136 = fused_vectors(-q, s1, r);
            const numbers apart = fused_vectors(-q, s2, t136);
            const numbers unit = inverse * inverse_b;
            const numbers t137 = apart * unit;
            const numbers t138 = shear * t137;
            const numbers t140 = fused_vectors(t138, t139, pow2_2);
            const numbers t143 = fused_vectors(t138, t140, one);
            const numbers t145 = fused_vectors(t138, t143, half_2);
            const numbers vertex = t137 * t145;
            // the arc ends at the mediant's place, or with the packet
            const numbers t146 = q + q_next;
            const numbers t147 = recip_near_vectors(t146);
            const numbers t148 = t147 * unit;
            const numbers t150 = fused_vectors(t148, half_2, vertex);
            const numbers t151 = select_numbers(t150 < length, t150, length);
            const numbers t152 = t151 + rounder;
            const numbers t153 = t152 - rounder;
            const numbers end = select_numbers(t153 > from, t153, from);
            // an input next to the vertex, and q·P there below an integer
            const numbers t154 = select_numbers(vertex < last, vertex, last);
            const numbers t155 = select_numbers(t154 > from, t154, from);
            const numbers t156 = t155 + rounder;
            const numbers near = t156 - rounder;
            const numbers offset = vertex - near;
            const numbers t157 = fused_vectors(s1, near, rounder);
            const numbers t158 = t157 - rounder;
            const numbers t159 = fused_vectors(s1, near, -t158);
            const numbers t160 = fused_vectors(s2, near, t159);
            const numbers t161 = fused_vectors(c, near, b);
            const numbers t162 = t161 * near;
            const numbers t163 = fused_vectors(t162, near, a);
            const numbers value = t163 + t160;
            const numbers t164 = fused_vectors(q, value, bias);
            const numbers t165 = t164 + rounder;
            const numbers integer = t165 - rounder;
            const numbers rise = fused_vectors(-q, value, integer);
            const numbers t166 = end - vertex;
            const numbers t167 = vertex - from;
            const numbers t168 = select_numbers(t166 > t167, t166, t167);
            const numbers farthest = fused_vectors(t168, one_and_slack, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            const numbers t169 = inverse * inverse_b;
            const numbers t170 = offset * offset;
            const numbers y = fused_vectors(rise, t169, t170);
            const numbers t173 = select_numbers(y > one, y, one);
            const numbers root = sqrt_near_vectors(t173);
            // how far they are from the class of inputs on which q divides that integer
            const numbers t174 = fused_vectors(integer, q_before, offset);
            const numbers t175 = t174 + root;
            const numbers t176 = fused_vectors(t175, inverse, rounder);
            const numbers t177 = t176 - rounder;
            const numbers t178 = fused_vectors(-t177, q, t175);
            const numbers t179 = t178 * t178;
            const numbers t180 = t174 - root;
            const numbers t181 = fused_vectors(t180, inverse, rounder);
            const numbers t182 = t181 - rounder;
            const numbers t183 = fused_vectors(-t182, q, t180);
            const numbers t184 = t183 * t183;
            const numbers t185 = select_numbers(t179 < t184, t179, t184);
            const numbers t186 = fused_vectors(root, slack_of_root, radius);
            const numbers t187 = t186 * t186;
            const masks t188 = t187 >= t185;
            // or the arc reaches the integer after that one
            const numbers t189 = farthest * farthest;
            const numbers t190 = t189 - y;
            const masks t191 = t190 >= t169;
            const masks t192 = t188 | t191;
            const masks t193 = from < end;
            const masks hit = t192 & t193;
            const masks alive = end < length;
            put_lanes(&queue, hit, (const numbers[]){q, q_before, r, from}, 4);
            while (is_due(&queue, any_lane(alive))) {
                const lanes_taken taken = take_lanes(&queue);
                const masks hit = taken.mask;
                const numbers q = taken.numbers[0];
                const numbers q_before = taken.numbers[1];
                const numbers r = taken.numbers[2];
                const numbers from = taken.numbers[3];
                const numbers lasting_0 = numbers_of_lane(s1, taken.lane);
                const numbers lasting_1 = numbers_of_lane(s2, taken.lane);
                const numbers lasting_2 = numbers_of_lane(inverse_b, taken.lane);
                const numbers lasting_3 = numbers_of_lane(shear, taken.lane);
                const numbers lasting_4 = numbers_of_lane(c, taken.lane);
                const numbers lasting_5 = numbers_of_lane(b, taken.lane);
                const numbers lasting_6 = numbers_of_lane(a, taken.lane);
                const numbers lasting_7 = numbers_of_lane(radius, taken.lane);
                const numbers lasting_8 = numbers_of_lane(spread, taken.lane);
                const words lasting_9 = words_of_lane(packet, taken.lane);
                const numbers s1 = lasting_0;
                const numbers s2 = lasting_1;
                const numbers inverse_b = lasting_2;
                const numbers shear = lasting_3;
                const numbers c = lasting_4;
                const numbers b = lasting_5;
                const numbers a = lasting_6;
                const numbers radius = lasting_7;
                const numbers spread = lasting_8;
                const words packet = lasting_9;
                // arcs that may hold a case, a vector of them: each is found once more
                // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
                const numbers t194 = recip_near_vectors(q);
                const numbers t195 = fused_vectors(-q, t194, one);
                const numbers t196 = fused_vectors(t194, t195, t194);
                const numbers t197 = fused_vectors(-q, t196, one);
                const numbers inverse_2 = fused_vectors(t196, t197, t196);
                const numbers order_above_3 = fill_numbers(order_above);
                const numbers t198 = fused_vectors(q_before, above_one_2, order_above_3);
                const numbers t201 = fused_vectors(t198, inverse_2, minus_half);
                const numbers t202 = t201 + rounder;
                const numbers t203 = t202 - rounder;
                const numbers q_next_2 = fused_vectors(t203, q, -q_before);
                // the vertex, where the slope is r/q: twice the linear solution, sheared by C
                const numbers t204 = fused_vectors(-q, s1, r);
                const numbers apart_2 = fused_vectors(-q, s2, t204);
                const numbers unit_2 = inverse_2 * inverse_b;
                const numbers t205 = apart_2 * unit_2;
                const numbers t207 = shear * t205;
                const numbers t212 = fused_vectors(t207, t139, pow2_2);
                const numbers t215 = fused_vectors(t207, t212, one);
                const numbers t218 = fused_vectors(t207, t215, half_2);
                const numbers vertex_2 = t205 * t218;
                // the arc ends at the mediant's place, or with the packet
                const numbers t219 = q + q_next_2;
                const numbers t220 = recip_near_vectors(t219);
                const numbers t221 = t220 * unit_2;
                const numbers t223 = fused_vectors(t221, half_2, vertex_2);
                const numbers t224 = select_numbers(t223 < length, t223, length);
                const numbers t225 = t224 + rounder;
                const numbers t226 = t225 - rounder;
                const numbers end_2 = select_numbers(t226 > from, t226, from);
                // an input next to the vertex, and q·P there below an integer
                const numbers t227 = select_numbers(vertex_2 < last, vertex_2, last);
                const numbers t228 = select_numbers(t227 > from, t227, from);
                const numbers t229 = t228 + rounder;
                const numbers near_2 = t229 - rounder;
                const numbers t230 = fused_vectors(s1, near_2, rounder);
                const numbers t231 = t230 - rounder;
                const numbers t232 = fused_vectors(s1, near_2, -t231);
                const numbers t233 = fused_vectors(s2, near_2, t232);
                const numbers t234 = fused_vectors(c, near_2, b);
                const numbers t235 = t234 * near_2;
                const numbers t236 = fused_vectors(t235, near_2, a);
                const numbers value_2 = t236 + t233;
                const numbers t237 = fused_vectors(q, value_2, bias);
                const numbers t238 = t237 + rounder;
                const numbers integer_2 = t238 - rounder;
                const numbers rise_2 = fused_vectors(-q, value_2, integer_2);
                const numbers t239 = end_2 - vertex_2;
                const numbers t240 = vertex_2 - from;
                const numbers t241 = select_numbers(t239 > t240, t239, t240);
                const numbers farthest_2 = fused_vectors(t241, one_and_slack, radius);
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                const numbers t244 = c * three;
                const numbers t245 = fused_vectors(t244, vertex_2, b);
                const numbers t246 = t245 + b;
                const numbers t247 = t246 * vertex_2;
                const numbers t249 = fused_vectors(-q, inverse_2, one);
                const numbers inverse_q = fused_vectors(inverse_2, t249, inverse_2);
                const numbers t251 = one / t245;
                const numbers t252 = fused_vectors(apart_2, inverse_q, -t247);
                const numbers t254 = t252 * half_2;
                const numbers t255 = fused_vectors(t254, t251, vertex_2);
                const numbers offset_3 = t255 - near_2;
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                const numbers exact_unit = t251 * inverse_q;
                const numbers t256 = c * t251;
                const numbers t257 = offset_3 * offset_3;
                const numbers t258 = t257 * offset_3;
                const numbers square = fused_vectors(-t258, t256, t257);
                const numbers bend = t256 * half_2;
                const numbers t260 = bend * bend;
                const numbers bend_2 = t260 * three;
                const numbers farthest_2_2 = farthest_2 * farthest_2;
                const numbers t264 = select_numbers(spread > one, spread, one);
                const numbers t265 = sqrt_near_vectors(t264);
                const numbers wide = t265 * slack_of_estimate;
                numbers passed = integer_2;
                numbers above = rise_2;
                masks open = hit;
                // loop 3, crossings: at most 4194304 rounds
                for (uint rounds = 0;; ++rounds) {
                    if (rounds == 4194304u) {
                        out->overrun = 3;
                        return;
                    }
                    // one integer after the other, while the arc reaches it
                    const numbers y_2 = fused_vectors(above, exact_unit, square);
                    const masks t266 = farthest_2_2 >= y_2;
                    const masks t267 = open & t266;
                    open = t267;
                    if (!any_lane(open)) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    const numbers t269 = select_numbers(y_2 > one, y_2, one);
                    const numbers t270 = sqrt_near_vectors(t269);
                    const numbers t271 = recip_near_vectors(t270);
                    const numbers t273 = t271 * half_2;
                    const numbers t274 = fused_vectors(-t270, t270, t269);
                    const numbers t275 = fused_vectors(t274, t273, t270);
                    const numbers t276 = fused_vectors(-t275, t275, t269);
                    const numbers t277 = fused_vectors(t276, t273, t275);
                    const numbers t278 = fused_vectors(-t277, t277, t269);
                    const numbers t279 = fused_vectors(t278, t273, t277);
                    const numbers t280 = fused_vectors(-t279, t279, t269);
                    const numbers root_2 = fused_vectors(t280, t273, t279);
                    const numbers t281 = spread * slack_of_slope;
                    const numbers t282 = t281 * t271;
                    const numbers t283 = select_numbers(t282 < wide, t282, wide);
                    const numbers t284 = t283 + fine_reach;
                    const numbers t285 = bend_2 * t269;
                    const numbers t286 = fused_vectors(t285, root_2, t284);
                    const numbers width = fused_vectors(q, slack_of_class, t286);
                    const numbers t287 = fused_vectors(passed, q_before, offset_3);
                    const numbers middle = fused_vectors(-bend, t269, t287);
                    const numbers t290 = zero_2 - root_2;
                    numbers signed_2 = root_2;
                    for (uint step = 0; step < 2; ++step) {
                        const numbers t291 = middle + signed_2;
                        // members of the class near the root, as multiples of q
                        const numbers t292 = t291 - width;
                        const numbers most = t291 + width;
                        const numbers t295 = fused_vectors(t292, inverse_q, half_2);
                        const numbers t296 = t295 + rounder;
                        const numbers t297 = t296 - rounder;
                        const numbers t298 = t297 * q;
                        const numbers class_2 = passed * q_before;
                        numbers multiple = t298;
                        // loop 4, members: at most 8192 rounds
                        for (uint rounds = 0;; ++rounds) {
                            if (rounds == 8192u) {
                                out->overrun = 4;
                                return;
                            }
                            const masks t299 = most >= multiple;
                            const masks near_root = open & t299;
                            if (!any_lane(near_root)) {
                                break;
                            }
                            // the input, and P there against ε''
                            const numbers t300 = multiple - class_2;
                            const numbers t = near_2 + t300;
                            const masks t301 = t >= from;
                            const masks t302 = t < end_2;
                            const masks t303 = t301 & t302;
                            const masks t304 = t303 & near_root;
                            const numbers t305 = fused_vectors(s1, t, rounder);
                            const numbers t306 = t305 - rounder;
                            const numbers t307 = fused_vectors(s1, t, -t306);
                            const numbers t308 = fused_vectors(s2, t, t307);
                            const numbers t309 = fused_vectors(c, t, b);
                            const numbers t310 = t309 * t;
                            const numbers t311 = fused_vectors(t310, t, a);
                            const numbers t312 = t311 + t308;
                            const numbers t313 = t312 + rounder;
                            const numbers t314 = t313 - rounder;
                            const numbers t315 = t312 - t314;
                            const numbers t316 = t315 * t315;
                            const masks t317 = threshold >= t316;
                            const masks hard = t317 & t304;
                            if (any_lane(hard)) {
                                // report the part that the input belongs to
                                const words t318 = packet * parts;
                                const words t319 = to_word_vectors(t);
                                const words t320 = t319 >> 19;
                                const words t321 = t318 + t320;
                                report(out, hard, t321);
                            }
                            const numbers t322 = multiple + q;
                            multiple = t322;
                        }
                        signed_2 = t290;
                    }
                    const numbers t324 = passed + one;
                    passed = t324;
                    const numbers t326 = above + one;
                    above = t326;
                }
            }
            // on to the next arc
            r_before = r;
            q_before = q;
            r = r_next;
            q = q_next;
            from = end;
            if (!any_lane(alive)) {
                break;
            }
        }
        const words t327 = packet + width_2;
        packet = t327;
    }
}

// Tests one item, 2^19 consecutive inputs in 32 parts of L = 2^14, part by part, and writes the
// parts that may hold an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..10]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
//   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
//   index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[10..18]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
//   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[18..24]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
//   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `item`: index of the item in the block, 0 … 131,071; the item is the inputs t = item·2^19 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
//   is the 2^14 inputs from t = index·2^14.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^14, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
//    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
//    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
//    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
//    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
//    quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0xc00000·2^-52 = 2^-28.41 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11 mask
//   operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
// - shared by all lanes: 2 adds, 24 loads, 4 multiplies, 4 shifts, 18 wide multiplies
static inline void stage1(const word *seed, const word item, survivors *out)
{
    const words lane_2 = lane_words(LANE);
    const words lane_choose_2 = lane_words(LANE_CHOOSE_2);
    const words stride1_2 = lane_words(STRIDE1_2);
    const words zero_2 = fill_words(0ULL);
    const numbers one = fill_numbers(1.0);
    const masks all_2 = fill_masks(true);
    const numbers full = fill_numbers(0x1p52);
    const numbers zero_3 = fill_numbers(0.0);
    const numbers n = fill_numbers(0x1p14);
    const numbers threshold = fill_numbers(12582912.0);
    const words width = fill_words(STRIDE);
    // value g0 at this item: degree 4, 128 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[2], 0ULL, &t1, &carry);
    const word t2 = seed[1] * item + seed[3] + carry;
    word t4, carry_3;
    mul_add(t1, item, seed[4], 0ULL, &t4, &carry_3);
    const word t5 = t2 * item + seed[5] + carry_3;
    word t7, carry_5;
    mul_add(t4, item, seed[6], 0ULL, &t7, &carry_5);
    const word t8 = t5 * item + seed[7] + carry_5;
    word item_g0, carry_7;
    mul_add(t7, item, seed[8], 0ULL, &item_g0, &carry_7);
    const word item_g0h = t8 * item + seed[9] + carry_7;
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t11, carry_9;
    mul_add(seed[10], item, seed[12], 0ULL, &t11, &carry_9);
    const word t12 = seed[11] * item + seed[13] + carry_9;
    word t14, carry_11;
    mul_add(t11, item, seed[14], 0ULL, &t14, &carry_11);
    const word t15 = t12 * item + seed[15] + carry_11;
    word item_s0, carry_13;
    mul_add(t14, item, seed[16], 0ULL, &item_s0, &carry_13);
    const word item_s0h = t15 * item + seed[17] + carry_13;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t18, carry_15;
    mul_add(seed[18], item, seed[20], 0ULL, &t18, &carry_15);
    const word t19 = seed[19] * item + seed[21] + carry_15;
    word item_s1, carry_17;
    mul_add(t18, item, seed[22], 0ULL, &item_s1, &carry_17);
    const word item_s1h = t19 * item + seed[23] + carry_17;
    // differences of the value: the slope's times the part's length
    const word t22 = item_s0h << 14;
    const word t23 = item_s0 >> 50;
    const word t24 = t22 + t23;
    const word t26 = item_s1h << 14;
    const word t27 = item_s1 >> 50;
    const word t28 = t26 + t27;
    // tables of the lanes, stride = number of lanes
    const words t29 = fill_words(t24);
    const words t30 = t29 * lane_2;
    const words item_g0h_2 = fill_words(item_g0h);
    const words t31 = item_g0h_2 + t30;
    const words t32 = fill_words(t28);
    const words t33 = t32 * lane_choose_2;
    const words t34 = t31 + t33;
    words g0 = t34;
    const word t35 = t24 * STRIDE;
    const words t36 = fill_words(t28);
    const words t37 = t36 * stride1_2;
    const words t38 = fill_words(t35);
    const words t39 = t38 + t37;
    words g1 = t39;
    const word g2 = t28 * (STRIDE * STRIDE);
    const words item_s1h_2 = fill_words(item_s1h);
    const words t40 = item_s1h_2 * lane_2;
    const words item_s0h_2 = fill_words(item_s0h);
    const words t41 = item_s0h_2 + t40;
    words s0 = t41;
    const word s1 = item_s1h * STRIDE;
    // index of the first part of each lane
    const word t42 = item * 32ULL;
    const words t43 = fill_words(t42);
    const words t44 = t43 + lane_2;
    words part = t44;
    for (uint step = 0; step < (32ULL / STRIDE); ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const words falling = zero_2 - s0;
        const words t45 = falling >> 12;
        const numbers a = to_number_vectors(t45);
        const words t46 = g0 >> 12;
        const numbers b = to_number_vectors(t46);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const masks positive = a >= one;
        const masks t47 = all_2 & positive;
        numbers p = a;
        numbers q = full;
        numbers u = zero_3;
        numbers v = one;
        numbers d = b;
        masks active = t47;
        // loop 1, points: at most 16385 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 16385u) {
                out->overrun = 1;
                return;
            }
            // reduce q by k·p, the quotient or less: u += k·v
            const numbers inverse = recip_below_vectors(p);
            const numbers t48 = q * inverse;
            const numbers t49 = trunc_vectors(t48);
            const numbers t50 = fused_vectors(-t49, p, q);
            const masks t51 = t50 >= p;
            const numbers t52 = t49 + one;
            const numbers t53 = t50 - p;
            const numbers k = select_numbers(t51, t52, t49);
            const numbers rest = select_numbers(t51, t53, t50);
            const numbers u_new = fused_vectors(k, v, u);
            // d passes the new points left of it: d mod p
            const numbers t54 = d * inverse;
            const numbers t55 = trunc_vectors(t54);
            const numbers t56 = fused_vectors(-t55, p, d);
            const masks t57 = t56 >= p;
            const numbers t59 = t56 - p;
            const numbers rest_2 = select_numbers(t57, t59, t56);
            numbers rest_3 = rest_2;
            const masks t60 = rest_3 >= p;
            const masks t61 = t60 & active;
            if (any_lane(t61)) {
                // rare: the estimate left more than one y
                const numbers t62 = d / p;
                const numbers t63 = trunc_vectors(t62);
                const numbers t64 = fused_vectors(-t63, p, d);
                const masks t67 = t64 < zero_3;
                const numbers t71 = t64 + p;
                const numbers t73 = select_numbers(t67, t71, t64);
                const numbers t74 = select_numbers(t61, t73, rest_3);
                rest_3 = t74;
            }
            numbers d_new = rest_3;
            // lanes that have their N points with this step
            const numbers t75 = u_new + v;
            const masks t76 = t75 >= n;
            const masks last = t76 & active;
            // take the step; who has N points, or q = 0, is done
            const numbers t77 = select_numbers(active, d_new, d);
            d = t77;
            q = rest;
            u = u_new;
            const masks t78 = active & ~last;
            const masks t79 = q >= one;
            const masks t80 = t78 & t79;
            active = t80;
            if (!any_lane(active)) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const numbers inverse_2 = recip_below_vectors(q);
            const numbers t81 = p * inverse_2;
            const numbers t82 = trunc_vectors(t81);
            const numbers t83 = fused_vectors(-t82, q, p);
            const masks t84 = t83 >= q;
            const numbers t85 = t82 + one;
            const numbers t86 = t83 - q;
            const numbers k_3 = select_numbers(t84, t85, t82);
            const numbers rest_4 = select_numbers(t84, t86, t83);
            const numbers v_new = fused_vectors(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t87 = d >= rest_4;
            const masks beyond = t87 & active;
            const numbers past = d - rest_4;
            const numbers t88 = past * inverse_2;
            const numbers t89 = trunc_vectors(t88);
            const numbers t90 = fused_vectors(-t89, q, past);
            const masks t91 = t90 >= q;
            const numbers t93 = t90 - q;
            const numbers rest_5 = select_numbers(t91, t93, t90);
            numbers rest_6 = rest_5;
            const masks t94 = rest_6 >= q;
            const masks t95 = t94 & beyond;
            if (any_lane(t95)) {
                // rare: the estimate left more than one y
                const numbers t96 = past / q;
                const numbers t97 = trunc_vectors(t96);
                const numbers t98 = fused_vectors(-t97, q, past);
                const masks t101 = t98 < zero_3;
                const numbers t105 = t98 + q;
                const numbers t107 = select_numbers(t101, t105, t98);
                const numbers t108 = select_numbers(t95, t107, rest_6);
                rest_6 = t108;
            }
            // elsewhere d stays
            const numbers t109 = select_numbers(beyond, rest_6, d);
            numbers d_new_2 = t109;
            // lanes that have their N points with this step
            const numbers t110 = u + v_new;
            const masks t111 = t110 >= n;
            const masks last_2 = t111 & active;
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const masks t112 = active & ~last_2;
            const masks t113 = p >= one;
            const masks t114 = t112 & t113;
            active = t114;
            if (!any_lane(active)) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const masks excluded = d >= threshold;
        const masks survives = all_2 & ~excluded;
        if (any_lane(survives)) {
            // report the parts that survive
            report(out, survives, part);
        }
        // step the tables to the next part of each lane
        const words t115 = g0 + g1;
        g0 = t115;
        const words g2_2 = fill_words(g2);
        const words t116 = g1 + g2_2;
        g1 = t116;
        const words s1_2 = fill_words(s1);
        const words t117 = s0 + s1_2;
        s0 = t117;
        const words t118 = part + width;
        part = t118;
    }
}

// Tests one item, 2^14 consecutive inputs in 32 parts of L = 2^9, part by part, and writes the
// parts that may hold an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..15]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
//   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
//   index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[15..23]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
//   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[23..29]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
//   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `item`: index of the item in the block, 0 … 4,194,303; the item is the inputs t = item·2^14 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
//   is the 2^9 inputs from t = index·2^9.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^9, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
//    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
//    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
//    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
//    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
//    quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x108000·2^-52 = 2^-31.95 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11 mask
//   operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
// - shared by all lanes: 2 adds, 29 loads, 4 multiplies, 4 shifts, 22 wide multiplies
static inline void stage2(const word *seed, const word item, survivors *out)
{
    const words lane_2 = lane_words(LANE);
    const words lane_choose_2 = lane_words(LANE_CHOOSE_2);
    const words stride1_2 = lane_words(STRIDE1_2);
    const words zero_2 = fill_words(0ULL);
    const numbers one = fill_numbers(1.0);
    const masks all_2 = fill_masks(true);
    const numbers full = fill_numbers(0x1p52);
    const numbers zero_3 = fill_numbers(0.0);
    const numbers n = fill_numbers(512.0);
    const numbers threshold = fill_numbers(1081344.0);
    const words width = fill_words(STRIDE);
    // value g0 at this item: degree 4, 192 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[3], 0ULL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[1], item, seed[4], carry, &t2, &carry_2);
    const word t3 = seed[2] * item + seed[5] + carry_2;
    word t5, carry_4;
    mul_add(t1, item, seed[6], 0ULL, &t5, &carry_4);
    word t6, carry_5;
    mul_add(t2, item, seed[7], carry_4, &t6, &carry_5);
    const word t7 = t3 * item + seed[8] + carry_5;
    word t9, carry_7;
    mul_add(t5, item, seed[9], 0ULL, &t9, &carry_7);
    word t10, carry_8;
    mul_add(t6, item, seed[10], carry_7, &t10, &carry_8);
    const word t11 = t7 * item + seed[11] + carry_8;
    word item_g0, carry_10;
    mul_add(t9, item, seed[12], 0ULL, &item_g0, &carry_10);
    word item_g0h, carry_11;
    mul_add(t10, item, seed[13], carry_10, &item_g0h, &carry_11);
    const word item_g0hh = t11 * item + seed[14] + carry_11;
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t14, carry_13;
    mul_add(seed[15], item, seed[17], 0ULL, &t14, &carry_13);
    const word t15 = seed[16] * item + seed[18] + carry_13;
    word t17, carry_15;
    mul_add(t14, item, seed[19], 0ULL, &t17, &carry_15);
    const word t18 = t15 * item + seed[20] + carry_15;
    word item_s0, carry_17;
    mul_add(t17, item, seed[21], 0ULL, &item_s0, &carry_17);
    const word item_s0h = t18 * item + seed[22] + carry_17;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t21, carry_19;
    mul_add(seed[23], item, seed[25], 0ULL, &t21, &carry_19);
    const word t22 = seed[24] * item + seed[26] + carry_19;
    word item_s1, carry_21;
    mul_add(t21, item, seed[27], 0ULL, &item_s1, &carry_21);
    const word item_s1h = t22 * item + seed[28] + carry_21;
    // differences of the value: the slope's times the part's length
    const word t25 = item_s0h << 9;
    const word t26 = item_s0 >> 55;
    const word t27 = t25 + t26;
    const word t29 = item_s1h << 9;
    const word t30 = item_s1 >> 55;
    const word t31 = t29 + t30;
    // tables of the lanes, stride = number of lanes
    const words t32 = fill_words(t27);
    const words t33 = t32 * lane_2;
    const words item_g0hh_2 = fill_words(item_g0hh);
    const words t34 = item_g0hh_2 + t33;
    const words t35 = fill_words(t31);
    const words t36 = t35 * lane_choose_2;
    const words t37 = t34 + t36;
    words g0 = t37;
    const word t38 = t27 * STRIDE;
    const words t39 = fill_words(t31);
    const words t40 = t39 * stride1_2;
    const words t41 = fill_words(t38);
    const words t42 = t41 + t40;
    words g1 = t42;
    const word g2 = t31 * (STRIDE * STRIDE);
    const words item_s1h_2 = fill_words(item_s1h);
    const words t43 = item_s1h_2 * lane_2;
    const words item_s0h_2 = fill_words(item_s0h);
    const words t44 = item_s0h_2 + t43;
    words s0 = t44;
    const word s1 = item_s1h * STRIDE;
    // index of the first part of each lane
    const word t45 = item * 32ULL;
    const words t46 = fill_words(t45);
    const words t47 = t46 + lane_2;
    words part = t47;
    for (uint step = 0; step < (32ULL / STRIDE); ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const words falling = zero_2 - s0;
        const words t48 = falling >> 12;
        const numbers a = to_number_vectors(t48);
        const words t49 = g0 >> 12;
        const numbers b = to_number_vectors(t49);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const masks positive = a >= one;
        const masks t50 = all_2 & positive;
        numbers p = a;
        numbers q = full;
        numbers u = zero_3;
        numbers v = one;
        numbers d = b;
        masks active = t50;
        // loop 1, points: at most 513 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 513u) {
                out->overrun = 1;
                return;
            }
            // reduce q by k·p, the quotient or less: u += k·v
            const numbers inverse = recip_below_vectors(p);
            const numbers t51 = q * inverse;
            const numbers t52 = trunc_vectors(t51);
            const numbers t53 = fused_vectors(-t52, p, q);
            const masks t54 = t53 >= p;
            const numbers t55 = t52 + one;
            const numbers t56 = t53 - p;
            const numbers k = select_numbers(t54, t55, t52);
            const numbers rest = select_numbers(t54, t56, t53);
            const numbers u_new = fused_vectors(k, v, u);
            // d passes the new points left of it: d mod p
            const numbers t57 = d * inverse;
            const numbers t58 = trunc_vectors(t57);
            const numbers t59 = fused_vectors(-t58, p, d);
            const masks t60 = t59 >= p;
            const numbers t62 = t59 - p;
            const numbers rest_2 = select_numbers(t60, t62, t59);
            numbers rest_3 = rest_2;
            const masks t63 = rest_3 >= p;
            const masks t64 = t63 & active;
            if (any_lane(t64)) {
                // rare: the estimate left more than one y
                const numbers t65 = d / p;
                const numbers t66 = trunc_vectors(t65);
                const numbers t67 = fused_vectors(-t66, p, d);
                const masks t70 = t67 < zero_3;
                const numbers t74 = t67 + p;
                const numbers t76 = select_numbers(t70, t74, t67);
                const numbers t77 = select_numbers(t64, t76, rest_3);
                rest_3 = t77;
            }
            numbers d_new = rest_3;
            // lanes that have their N points with this step
            const numbers t78 = u_new + v;
            const masks t79 = t78 >= n;
            const masks last = t79 & active;
            // take the step; who has N points, or q = 0, is done
            const numbers t80 = select_numbers(active, d_new, d);
            d = t80;
            q = rest;
            u = u_new;
            const masks t81 = active & ~last;
            const masks t82 = q >= one;
            const masks t83 = t81 & t82;
            active = t83;
            if (!any_lane(active)) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const numbers inverse_2 = recip_below_vectors(q);
            const numbers t84 = p * inverse_2;
            const numbers t85 = trunc_vectors(t84);
            const numbers t86 = fused_vectors(-t85, q, p);
            const masks t87 = t86 >= q;
            const numbers t88 = t85 + one;
            const numbers t89 = t86 - q;
            const numbers k_3 = select_numbers(t87, t88, t85);
            const numbers rest_4 = select_numbers(t87, t89, t86);
            const numbers v_new = fused_vectors(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t90 = d >= rest_4;
            const masks beyond = t90 & active;
            const numbers past = d - rest_4;
            const numbers t91 = past * inverse_2;
            const numbers t92 = trunc_vectors(t91);
            const numbers t93 = fused_vectors(-t92, q, past);
            const masks t94 = t93 >= q;
            const numbers t96 = t93 - q;
            const numbers rest_5 = select_numbers(t94, t96, t93);
            numbers rest_6 = rest_5;
            const masks t97 = rest_6 >= q;
            const masks t98 = t97 & beyond;
            if (any_lane(t98)) {
                // rare: the estimate left more than one y
                const numbers t99 = past / q;
                const numbers t100 = trunc_vectors(t99);
                const numbers t101 = fused_vectors(-t100, q, past);
                const masks t104 = t101 < zero_3;
                const numbers t108 = t101 + q;
                const numbers t110 = select_numbers(t104, t108, t101);
                const numbers t111 = select_numbers(t98, t110, rest_6);
                rest_6 = t111;
            }
            // elsewhere d stays
            const numbers t112 = select_numbers(beyond, rest_6, d);
            numbers d_new_2 = t112;
            // lanes that have their N points with this step
            const numbers t113 = u + v_new;
            const masks t114 = t113 >= n;
            const masks last_2 = t114 & active;
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const masks t115 = active & ~last_2;
            const masks t116 = p >= one;
            const masks t117 = t115 & t116;
            active = t117;
            if (!any_lane(active)) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const masks excluded = d >= threshold;
        const masks survives = all_2 & ~excluded;
        if (any_lane(survives)) {
            // report the parts that survive
            report(out, survives, part);
        }
        // step the tables to the next part of each lane
        const words t118 = g0 + g1;
        g0 = t118;
        const words g2_2 = fill_words(g2);
        const words t119 = g1 + g2_2;
        g1 = t119;
        const words s1_2 = fill_words(s1);
        const words t120 = s0 + s1_2;
        s0 = t120;
        const words t121 = part + width;
        part = t121;
    }
}

// Walks one item, 2^9 consecutive inputs, and writes those that may be HR-cases: a part is one
// input (L = 1), and there are 512.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..15]`: P + ε'' at the first input, as a polynomial of degree 4 in the item index, the
//   highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[15..27]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
//   degree 3 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[27..33]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
//   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `item`: index of the item in the block, 0 … 134,217,727; the item is the inputs t = item·2^9 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·512 + j and
//   is the input from t = index·1.
//
// Postcondition: every input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits).
// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x108000000·2^-64 = 2^-31.95: that is |P(t)
//    cmod 1| < ε''.
//
// Operations in the text below, each loop body once:
// - per vector: 7 adds, 1 comparisons, 3 multiplies
// - shared by all lanes: 33 loads, 3 multiplies, 25 wide multiplies
static inline void stage3(const word *seed, const word item, survivors *out)
{
    const words lane_2 = lane_words(LANE);
    const words lane_choose_2 = lane_words(LANE_CHOOSE_2);
    const words stride1_2 = lane_words(STRIDE1_2);
    const words threshold = fill_words(0x108000000ULL);
    const words width = fill_words(STRIDE);
    // value g0 at this item: degree 4, 192 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[3], 0ULL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[1], item, seed[4], carry, &t2, &carry_2);
    const word t3 = seed[2] * item + seed[5] + carry_2;
    word t5, carry_4;
    mul_add(t1, item, seed[6], 0ULL, &t5, &carry_4);
    word t6, carry_5;
    mul_add(t2, item, seed[7], carry_4, &t6, &carry_5);
    const word t7 = t3 * item + seed[8] + carry_5;
    word t9, carry_7;
    mul_add(t5, item, seed[9], 0ULL, &t9, &carry_7);
    word t10, carry_8;
    mul_add(t6, item, seed[10], carry_7, &t10, &carry_8);
    const word t11 = t7 * item + seed[11] + carry_8;
    word item_g0, carry_10;
    mul_add(t9, item, seed[12], 0ULL, &item_g0, &carry_10);
    word item_g0h, carry_11;
    mul_add(t10, item, seed[13], carry_10, &item_g0h, &carry_11);
    const word item_g0hh = t11 * item + seed[14] + carry_11;
    // value difference g1 at this item: degree 3, 192 fraction bits
    word t14, carry_13;
    mul_add(seed[15], item, seed[18], 0ULL, &t14, &carry_13);
    word t15, carry_14;
    mul_add(seed[16], item, seed[19], carry_13, &t15, &carry_14);
    const word t16 = seed[17] * item + seed[20] + carry_14;
    word t18, carry_16;
    mul_add(t14, item, seed[21], 0ULL, &t18, &carry_16);
    word t19, carry_17;
    mul_add(t15, item, seed[22], carry_16, &t19, &carry_17);
    const word t20 = t16 * item + seed[23] + carry_17;
    word item_g1, carry_19;
    mul_add(t18, item, seed[24], 0ULL, &item_g1, &carry_19);
    word item_g1h, carry_20;
    mul_add(t19, item, seed[25], carry_19, &item_g1h, &carry_20);
    const word item_g1hh = t20 * item + seed[26] + carry_20;
    // value difference g2 at this item: degree 2, 128 fraction bits
    word t23, carry_22;
    mul_add(seed[27], item, seed[29], 0ULL, &t23, &carry_22);
    const word t24 = seed[28] * item + seed[30] + carry_22;
    word item_g2, carry_24;
    mul_add(t23, item, seed[31], 0ULL, &item_g2, &carry_24);
    const word item_g2h = t24 * item + seed[32] + carry_24;
    const words item_g1hh_2 = fill_words(item_g1hh);
    const words t26 = item_g1hh_2 * lane_2;
    const words item_g0hh_2 = fill_words(item_g0hh);
    const words t27 = item_g0hh_2 + t26;
    const words item_g2h_2 = fill_words(item_g2h);
    const words t28 = item_g2h_2 * lane_choose_2;
    const words t29 = t27 + t28;
    words g0 = t29;
    const word t30 = item_g1hh * STRIDE;
    const words item_g2h_3 = fill_words(item_g2h);
    const words t31 = item_g2h_3 * stride1_2;
    const words t32 = fill_words(t30);
    const words t33 = t32 + t31;
    words g1 = t33;
    const word g2 = item_g2h * (STRIDE * STRIDE);
    // index of the first part of each lane
    const word t34 = item * 512ULL;
    const words t35 = fill_words(t34);
    const words t36 = t35 + lane_2;
    words part = t36;
    for (uint step = 0; step < (512ULL / STRIDE); ++step) {
        // an input survives where its value is below 2ε''
        const masks survives = g0 < threshold;
        if (any_lane(survives)) {
            // report the parts that survive
            report(out, survives, part);
        }
        // step the tables to the next part of each lane
        const words t37 = g0 + g1;
        g0 = t37;
        const words g2_2 = fill_words(g2);
        const words t38 = g1 + g2_2;
        g1 = t38;
        const words t39 = part + width;
        part = t39;
    }
}

// Version of the two functions' meaning.
unsigned int tmd_abi(void)
{
    return 2;
}

// Runs a stage on `count` items of the block that the `seed_len` words of `seed` describe, and
// writes the surviving parts to `out`, `capacity` of them at most. Returns how many there are,
// SIZE_MAX for a stage or a seed that does not fit, or SIZE_MAX less the number of a loop that has
// passed its bound.
size_t tmd_run(
    unsigned int stage, const word *seed, size_t seed_len, const word *items, size_t count,
    word *out, size_t capacity)
{
    survivors found = {out, capacity, 0, 0};
    switch (stage) {
    case 0:
        if (seed_len < 33) {
            return ~(size_t)0;
        }
        for (size_t i = 0; i < count && found.overrun == 0; ++i) {
            stage0(seed, items[i], &found);
        }
        break;
    case 1:
        if (seed_len < 24) {
            return ~(size_t)0;
        }
        for (size_t i = 0; i < count && found.overrun == 0; ++i) {
            stage1(seed, items[i], &found);
        }
        break;
    case 2:
        if (seed_len < 29) {
            return ~(size_t)0;
        }
        for (size_t i = 0; i < count && found.overrun == 0; ++i) {
            stage2(seed, items[i], &found);
        }
        break;
    case 3:
        if (seed_len < 33) {
            return ~(size_t)0;
        }
        for (size_t i = 0; i < count && found.overrun == 0; ++i) {
            stage3(seed, items[i], &found);
        }
        break;
    default:
        return ~(size_t)0;
    }
    return found.overrun == 0 ? found.count : ~(size_t)0 - found.overrun;
}
