// Hard-to-round cases of exp(x): kernel 0 of the plan.
//
// tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 --target opencl
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
//                   bits; orders Q = ∛(4/|g''|) < 2^19 [least that are proved to cost little]
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
//
// A batch of blocks runs at a time. Below, seed[i] is word i of the seed of the block that the
// item belongs to: words of all blocks lie side by side, so that the code reads seed[i * blocks].
// `item` counts in its block, items and survivors in device memory count over the batch: item +
// block * items of a block. Survivors are written in any order; counts[s] is how many items stage
// s has and counts[s + 1] how many parts survive it, more than were written if they found no
// room. The lanes of an item are the threads (in a file of vectors: the elements) that share it;
// where only one works on it, it is lane 0 of 1. A loop that would pass its bound ends the work on
// the item, and is noted behind the counts: then no survivor is of use.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Products and sums are rounded one by one, but for fma.
#pragma OPENCL FP_CONTRACT OFF

// A word of 64 fraction bits.
typedef ulong word;

// Where a thread is in the batch.
typedef struct {
    __global const word *seeds;
    uint blocks;
    word block;
    __global uint *counts;
    __global word *survivors;
    uint capacity;
} batch;

// a * b + c + d, which always fits in two words.
static inline void mul_add(
    const word a, const word b, const word c, const word d, word *low, word *high)
{
    const word product = a * b;
    const word sum = product + c;
    *low = sum + d;
    *high = mul_hi(a, b) + (word)(sum < product) + (word)(*low < sum);
}

// The number of a word below 2^52: put into the fraction of 2^52, which is then taken away.
static inline double to_number(const word a)
{
    return as_double(a | 0x4330000000000000UL) - 4503599627370496.0;
}

// Sixteen lanes: a mask is -1 where it holds, else 0.
typedef ulong16 words;
typedef double16 numbers;
typedef long16 masks;

static inline words as_words(const masks a)
{
    return as_ulong16(a);
}

// Does the mask hold in some lane? (Compilers take any() apart lane by lane.)
static inline bool any_lane(const masks a)
{
    const long8 eight = a.lo | a.hi;
    const long4 four = eight.lo | eight.hi;
    const long2 two = four.lo | four.hi;
    return (two.lo | two.hi) != 0;
}

// The floor of a non-negative number: adding 2^52 rounds to an integer.
static inline numbers trunc_vectors(const numbers a)
{
    const numbers two52 = (numbers)(4503599627370496.0);
    const numbers nearest = (a + two52) - two52;
    const numbers below = nearest > a ? nearest - 1.0 : nearest;
    return a < two52 ? below : a;
}

static inline void mul_add_vectors(
    const words a, const words b, const words c, const words d, words *low, words *high)
{
    const words product = a * b;
    const words sum = product + c;
    *low = sum + d;
    *high = mul_hi(a, b) - as_ulong16(sum < product) - as_ulong16(*low < sum);
}

static inline numbers recip_below_vectors(const numbers a)
{
    return (1.0 - 1.0 / 65536.0) / a;
}

static inline numbers recip_near_vectors(const numbers a)
{
    return 1.0 / a;
}

static inline numbers sqrt_near_vectors(const numbers a)
{
    return sqrt(a);
}

static inline numbers to_number_vectors(const words a)
{
    return as_double16(a | (words)(0x4330000000000000UL)) - 4503599627370496.0;
}

static inline numbers to_nearest_number_vectors(const words a)
{
    return convert_double16_rte(a);
}

static inline words to_word_vectors(const numbers a)
{
    return convert_ulong16_rtz(a);
}

// Notes that a loop has passed its bound: how often that happens, and the first time in which
// stage, in which loop of it, and in which block.
static inline void overrun(const batch at, const uint stage, const uint loop)
{
    __global uint *noted = &at.counts[5];
    if (atomic_add(&noted[0], 1u) == 0) {
        noted[1] = stage;
        noted[2] = loop;
        noted[3] = (uint)at.block;
    }
}

// Gives the survivors of stage 0 among the lanes their places.
static inline void report0(const batch at, const masks survives, const words part)
{
    word found[16], parts[16];
    vstore16(as_words(survives), 0, found);
    vstore16(part, 0, parts);
    uint total = 0;
    for (uint lane = 0; lane < 16; ++lane) {
        total += found[lane] != 0;
    }
    uint place = atomic_add(&at.counts[1], total);
    for (uint lane = 0; lane < 16; ++lane) {
        if (found[lane] != 0) {
            if (place < at.capacity) {
                at.survivors[place] = at.block * 131072UL + parts[lane];
            }
            ++place;
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
// - per vector: 49 adds, 11 comparisons, 9 conversions, 7 divisions, 65 fused multiply-adds, 7 mask
//   operations, 10 maxima, 6 minima, 40 multiplies, 3 reciprocal estimates, 4 root estimates, 1
//   selects, 5 shifts, 23 wide multiplies
// - shared by all lanes: 1 conversions, 33 loads, 2 multiplies
static inline void stage0(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds;
    const words lane_2 = (words)(
        0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL,
        8UL, 9UL, 10UL, 11UL, 12UL, 13UL, 14UL, 15UL);
    const words t6 = (words)(0UL);
    const numbers t72 = (numbers)(2.220446049250313e-16);
    const numbers t75 = (numbers)(2.384185791015625e-7);
    const numbers t80 = (numbers)(1.2924697071141057e-26);
    const numbers t82 = (numbers)(3.009265538105056e-36);
    const words t83 = (words)(0x8000000000000000UL);
    const numbers t86 = (numbers)(9.223372036854776e18);
    const numbers t88 = (numbers)(1.6704779438076223e-52);
    const numbers t89 = (numbers)(1.0);
    const numbers t91 = (numbers)((-0.375));
    const numbers t92 = (numbers)(2.521119313314557e-10);
    const numbers t96 = (numbers)(1.06);
    const numbers t97 = (numbers)(33.28);
    const numbers t99 = (numbers)(0.0);
    const numbers t138 = (numbers)(2.7755575615628914e-17);
    const numbers t142 = (numbers)(2147483648.0);
    const numbers t149 = (numbers)(1.000000000003638);
    const numbers t151 = (numbers)((-0.5));
    const numbers t153 = (numbers)(6755399441055744.0);
    const numbers t159 = (numbers)(0.5);
    const numbers t174 = (numbers)(2147483647.0);
    const numbers t191 = (numbers)(0.4990234375);
    const numbers t200 = (numbers)(1.00076171875);
    const numbers t224 = (numbers)(0.00076171875);
    const numbers t235 = (numbers)(3.0);
    const numbers t275 = (numbers)(1.01);
    const numbers t279 = (numbers)(2.0);
    const numbers t283 = (numbers)(9.5367431640625e-7);
    const numbers t323 = (numbers)(1.4412794993123954e-20);
    const words t325 = (words)(4096UL);
    const words t338 = (words)(16UL);
    // index of the first packet of each lane
    const word t1 = item * 32UL;
    const words t2 = (words)(t1);
    const words t3 = t2 + lane_2;
    words packet = t3;
    for (uint step = 0; step < 2; ++step) {
        // value g0 at this item: degree 4, 128 fraction bits
        const words t4 = (words)(seed[0]);
        const words t5 = (words)(seed[2 * blocks]);
        words t7, carry;
        mul_add_vectors(t4, packet, t5, t6, &t7, &carry);
        const words t8 = (words)(seed[blocks]);
        const words t9 = (words)(seed[3 * blocks]);
        const words t10 = t8 * packet + t9 + carry;
        const words t12 = (words)(seed[4 * blocks]);
        words t14, carry_3;
        mul_add_vectors(t7, packet, t12, t6, &t14, &carry_3);
        const words t15 = (words)(seed[5 * blocks]);
        const words t16 = t10 * packet + t15 + carry_3;
        const words t18 = (words)(seed[6 * blocks]);
        words t20, carry_5;
        mul_add_vectors(t14, packet, t18, t6, &t20, &carry_5);
        const words t21 = (words)(seed[7 * blocks]);
        const words t22 = t16 * packet + t21 + carry_5;
        const words t24 = (words)(seed[8 * blocks]);
        words item_g0, carry_7;
        mul_add_vectors(t20, packet, t24, t6, &item_g0, &carry_7);
        const words t26 = (words)(seed[9 * blocks]);
        const words item_g0h = t22 * packet + t26 + carry_7;
        // slope s at this item: degree 3, 192 fraction bits
        const words t28 = (words)(seed[10 * blocks]);
        const words t29 = (words)(seed[13 * blocks]);
        words t31, carry_9;
        mul_add_vectors(t28, packet, t29, t6, &t31, &carry_9);
        const words t32 = (words)(seed[11 * blocks]);
        const words t33 = (words)(seed[14 * blocks]);
        words t34, carry_10;
        mul_add_vectors(t32, packet, t33, carry_9, &t34, &carry_10);
        const words t35 = (words)(seed[12 * blocks]);
        const words t36 = (words)(seed[15 * blocks]);
        const words t37 = t35 * packet + t36 + carry_10;
        const words t39 = (words)(seed[16 * blocks]);
        words t41, carry_12;
        mul_add_vectors(t31, packet, t39, t6, &t41, &carry_12);
        const words t42 = (words)(seed[17 * blocks]);
        words t43, carry_13;
        mul_add_vectors(t34, packet, t42, carry_12, &t43, &carry_13);
        const words t44 = (words)(seed[18 * blocks]);
        const words t45 = t37 * packet + t44 + carry_13;
        const words t47 = (words)(seed[19 * blocks]);
        words item_s, carry_15;
        mul_add_vectors(t41, packet, t47, t6, &item_s, &carry_15);
        const words t49 = (words)(seed[20 * blocks]);
        words item_sh, carry_16;
        mul_add_vectors(t43, packet, t49, carry_15, &item_sh, &carry_16);
        const words t50 = (words)(seed[21 * blocks]);
        const words item_shh = t45 * packet + t50 + carry_16;
        // curvature b at this item: degree 2, 128 fraction bits
        const words t52 = (words)(seed[22 * blocks]);
        const words t53 = (words)(seed[24 * blocks]);
        words t55, carry_18;
        mul_add_vectors(t52, packet, t53, t6, &t55, &carry_18);
        const words t56 = (words)(seed[23 * blocks]);
        const words t57 = (words)(seed[25 * blocks]);
        const words t58 = t56 * packet + t57 + carry_18;
        const words t60 = (words)(seed[26 * blocks]);
        words item_b, carry_20;
        mul_add_vectors(t55, packet, t60, t6, &item_b, &carry_20);
        const words t62 = (words)(seed[27 * blocks]);
        const words item_bh = t58 * packet + t62 + carry_20;
        // cubic c at this item: degree 1, 128 fraction bits
        const words t64 = (words)(seed[28 * blocks]);
        const words t65 = (words)(seed[30 * blocks]);
        words item_c, carry_22;
        mul_add_vectors(t64, packet, t65, t6, &item_c, &carry_22);
        const words t67 = (words)(seed[29 * blocks]);
        const words t68 = (words)(seed[31 * blocks]);
        const words item_ch = t67 * packet + t68 + carry_22;
        // as numbers: A, the slope in two parts, B, C
        const words t70 = item_g0h >> 12;
        const numbers t71 = to_number_vectors(t70);
        const numbers a = t71 * t72;
        const words t73 = item_shh >> 42;
        const numbers t74 = to_number_vectors(t73);
        const numbers s1 = t74 * t75;
        const words t76 = item_shh << 22;
        const words t77 = item_sh >> 42;
        const words t78 = t76 + t77;
        const numbers t79 = to_nearest_number_vectors(t78);
        const numbers s2 = t79 * t80;
        const numbers t81 = to_nearest_number_vectors(item_bh);
        const numbers b = t81 * t82;
        // C has a sign: it is read as a difference from 1/2
        const words t84 = item_ch + t83;
        const numbers t85 = to_nearest_number_vectors(t84);
        const numbers t87 = t85 - t86;
        const numbers c = t87 * t88;
        const double order = to_number(seed[32 * blocks]);
        // 1/B, the shear -3C/(8B) of the slope, the spread 2.1·ε''/B of squared roots
        const numbers inverse_b = t89 / b;
        const numbers t90 = c * inverse_b;
        const numbers shear = t90 * t91;
        const numbers spread = inverse_b * t92;
        const numbers t94 = spread > t89 ? spread : t89;
        const numbers t95 = sqrt_near_vectors(t94);
        const numbers radius = fma(t95, t96, t97);
        // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
        numbers r_left = t99;
        numbers q_left = t89;
        numbers r_right = t89;
        numbers q_right = t89;
        // loop 1, neighbours: at most 36 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 36u) {
                overrun(at, 0, 1);
                return;
            }
            const numbers t103 = fma(-q_left, s1, r_left);
            const numbers t104 = fma(-q_left, s2, t103);
            const numbers t106 = t99 - t104;
            const numbers t108 = t106 > t99 ? t106 : t99;
            const numbers t109 = fma(-q_right, s1, r_right);
            const numbers t110 = fma(-q_right, s2, t109);
            const numbers t112 = t110 > t99 ? t110 : t99;
            const numbers t113 = t112 / t108;
            const numbers order_2 = (numbers)(order);
            const numbers t114 = order_2 - q_right;
            const numbers t115 = t114 / q_left;
            const numbers t116 = t113 < t115 ? t113 : t115;
            const numbers t117 = trunc_vectors(t116);
            const numbers t118 = fma(t117, r_left, r_right);
            const numbers t119 = fma(t117, q_left, q_right);
            r_right = t118;
            q_right = t119;
            const numbers t120 = fma(-q_right, s1, r_right);
            const numbers t121 = fma(-q_right, s2, t120);
            const numbers t123 = t121 > t99 ? t121 : t99;
            const numbers t124 = t108 / t123;
            const numbers order_3 = (numbers)(order);
            const numbers t125 = order_3 - q_left;
            const numbers t126 = t125 / q_right;
            const numbers t127 = t124 < t126 ? t124 : t126;
            const numbers t128 = trunc_vectors(t127);
            const numbers t129 = fma(t128, r_right, r_left);
            const numbers t130 = fma(t128, q_right, q_left);
            r_left = t129;
            q_left = t130;
            // they are neighbours once their mediant is beyond the order
            const numbers t131 = q_left + q_right;
            const numbers order_4 = (numbers)(order);
            const masks t132 = order_4 >= t131;
            if (!any_lane(t132)) {
                break;
            }
        }
        // the fraction before the left one
        const numbers order_5 = (numbers)(order);
        const numbers t133 = order_5 + q_right;
        const numbers t134 = t133 / q_left;
        const numbers t135 = trunc_vectors(t134);
        const numbers t136 = fma(t135, r_left, -r_right);
        const numbers t137 = fma(t135, q_left, -q_right);
        const double order_above = order * 1.000000000003638;
        numbers r_before = t136;
        numbers q_before = t137;
        numbers r = r_left;
        numbers q = q_left;
        // a packet beyond the range may be curved less than was proved: it is left out
        const masks t139 = b >= t138;
        const numbers t143 = t139 ? t99 : t142;
        numbers from = t143;
        // loop 2, arcs: at most 131072 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 131072u) {
                overrun(at, 0, 2);
                return;
            }
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            const numbers t144 = recip_near_vectors(q);
            const numbers t145 = fma(-q, t144, t89);
            const numbers t146 = fma(t144, t145, t144);
            const numbers t147 = fma(-q, t146, t89);
            const numbers inverse = fma(t146, t147, t146);
            const numbers order_above_2 = (numbers)(order_above);
            const numbers t150 = fma(q_before, t149, order_above_2);
            const numbers t152 = fma(t150, inverse, t151);
            const numbers t154 = t152 + t153;
            const numbers t156 = t154 - t153;
            const numbers r_next = fma(t156, r, -r_before);
            const numbers q_next = fma(t156, q, -q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            const numbers t157 = fma(-q, s1, r);
            const numbers apart = fma(-q, s2, t157);
            const numbers unit = inverse * inverse_b;
            const numbers t158 = apart * unit;
            const numbers t160 = fma(shear, t158, t159);
            const numbers vertex = t158 * t160;
            // the arc ends at the mediant's place, or with the packet
            const numbers t161 = q + q_next;
            const numbers t162 = recip_near_vectors(t161);
            const numbers t163 = t162 * unit;
            const numbers t165 = fma(t163, t159, vertex);
            const numbers t168 = t165 < t142 ? t165 : t142;
            const numbers t171 = t168 + t153;
            const numbers t173 = t171 - t153;
            const numbers end = t173 > from ? t173 : from;
            // an input next to the vertex, and q·P there below an integer
            const numbers t175 = vertex < t174 ? vertex : t174;
            const numbers t176 = t175 > from ? t175 : from;
            const numbers t179 = t176 + t153;
            const numbers near = t179 - t153;
            const numbers offset = vertex - near;
            const numbers t183 = fma(s1, near, t153);
            const numbers t185 = t183 - t153;
            const numbers t186 = fma(s1, near, -t185);
            const numbers t187 = fma(s2, near, t186);
            const numbers t188 = fma(c, near, b);
            const numbers t189 = t188 * near;
            const numbers t190 = fma(t189, near, a);
            const numbers value = t190 + t187;
            const numbers t192 = fma(q, value, t191);
            const numbers t195 = t192 + t153;
            const numbers integer = t195 - t153;
            const numbers rise = fma(-q, value, integer);
            const numbers t197 = end - vertex;
            const numbers t198 = vertex - from;
            const numbers t199 = t197 > t198 ? t197 : t198;
            const numbers farthest = fma(t199, t200, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            const numbers t201 = inverse * inverse_b;
            const numbers t202 = offset * offset;
            const numbers y = fma(rise, t201, t202);
            const numbers t205 = y > t89 ? y : t89;
            const numbers root = sqrt_near_vectors(t205);
            // how far they are from the class of inputs on which q divides that integer
            const numbers t206 = fma(integer, q_before, offset);
            const numbers t207 = t206 + root;
            const numbers t210 = fma(t207, inverse, t153);
            const numbers t212 = t210 - t153;
            const numbers t213 = fma(-t212, q, t207);
            const numbers t214 = t213 * t213;
            const numbers t215 = t206 - root;
            const numbers t218 = fma(t215, inverse, t153);
            const numbers t220 = t218 - t153;
            const numbers t221 = fma(-t220, q, t215);
            const numbers t222 = t221 * t221;
            const numbers t223 = t214 < t222 ? t214 : t222;
            const numbers t225 = fma(root, t224, radius);
            const numbers t226 = t225 * t225;
            const masks t227 = t226 >= t223;
            // or the arc reaches the integer after that one
            const numbers t228 = farthest * farthest;
            const numbers t229 = t228 - y;
            const masks t230 = t229 >= t201;
            const masks t231 = t227 | t230;
            const masks t232 = from < end;
            const masks hit = t231 & t232;
            if (any_lane(hit)) {
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                const numbers t236 = c * t235;
                const numbers t237 = fma(t236, vertex, b);
                const numbers t238 = t237 + b;
                const numbers t239 = t238 * vertex;
                const numbers t241 = fma(-q, inverse, t89);
                const numbers inverse_q = fma(inverse, t241, inverse);
                const numbers t243 = t89 / t237;
                const numbers t244 = fma(apart, inverse_q, -t239);
                const numbers t246 = t244 * t159;
                const numbers t247 = fma(t246, t243, vertex);
                const numbers offset_2 = t247 - near;
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                const numbers exact_unit = t243 * inverse_q;
                const numbers t248 = c * t243;
                const numbers t249 = offset_2 * offset_2;
                const numbers t250 = t249 * offset_2;
                const numbers square = fma(-t250, t248, t249);
                const numbers bend = t248 * t159;
                const numbers t252 = bend * bend;
                const numbers bend_2 = t252 * t235;
                const numbers farthest_2 = farthest * farthest;
                const numbers t256 = spread > t89 ? spread : t89;
                const numbers t257 = sqrt_near_vectors(t256);
                const numbers wide = t257 * t96;
                numbers passed = integer;
                numbers above = rise;
                masks open = hit;
                // loop 3, crossings: at most 4194304 rounds
                for (uint rounds = 0;; ++rounds) {
                    if (rounds == 4194304u) {
                        overrun(at, 0, 3);
                        return;
                    }
                    // one integer after the other, while the arc reaches it
                    const numbers y_2 = fma(above, exact_unit, square);
                    const masks t260 = farthest_2 >= y_2;
                    const masks t261 = open & t260;
                    open = t261;
                    if (!any_lane(open)) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    const numbers t263 = y_2 > t89 ? y_2 : t89;
                    const numbers t264 = sqrt_near_vectors(t263);
                    const numbers t265 = recip_near_vectors(t264);
                    const numbers t267 = t265 * t159;
                    const numbers t268 = fma(-t264, t264, t263);
                    const numbers t269 = fma(t268, t267, t264);
                    const numbers t270 = fma(-t269, t269, t263);
                    const numbers t271 = fma(t270, t267, t269);
                    const numbers t272 = fma(-t271, t271, t263);
                    const numbers t273 = fma(t272, t267, t271);
                    const numbers t274 = fma(-t273, t273, t263);
                    const numbers root_2 = fma(t274, t267, t273);
                    const numbers t276 = spread * t275;
                    const numbers t277 = t276 * t265;
                    const numbers t278 = t277 < wide ? t277 : wide;
                    const numbers t280 = t278 + t279;
                    const numbers t281 = bend_2 * t263;
                    const numbers t282 = fma(t281, root_2, t280);
                    const numbers width = fma(q, t283, t282);
                    const numbers t284 = fma(passed, q_before, offset_2);
                    const numbers middle = fma(-bend, t263, t284);
                    const numbers t287 = t99 - root_2;
                    numbers signed_2 = root_2;
                    for (uint step = 0; step < 2; ++step) {
                        const numbers t288 = middle + signed_2;
                        // members of the class near the root, as multiples of q
                        const numbers t289 = t288 - width;
                        const numbers most = t288 + width;
                        const numbers t292 = fma(t289, inverse_q, t159);
                        const numbers t295 = t292 + t153;
                        const numbers t297 = t295 - t153;
                        const numbers t298 = t297 * q;
                        const numbers class_2 = passed * q_before;
                        numbers multiple = t298;
                        // loop 4, members: at most 8192 rounds
                        for (uint rounds = 0;; ++rounds) {
                            if (rounds == 8192u) {
                                overrun(at, 0, 4);
                                return;
                            }
                            const masks t299 = most >= multiple;
                            const masks near_root = open & t299;
                            if (!any_lane(near_root)) {
                                break;
                            }
                            // the input, and P there against ε''
                            const numbers t300 = multiple - class_2;
                            const numbers t = near + t300;
                            const masks t301 = t >= from;
                            const masks t302 = t < end;
                            const masks t303 = t301 & t302;
                            const masks t304 = t303 & near_root;
                            const numbers t307 = fma(s1, t, t153);
                            const numbers t309 = t307 - t153;
                            const numbers t310 = fma(s1, t, -t309);
                            const numbers t311 = fma(s2, t, t310);
                            const numbers t312 = fma(c, t, b);
                            const numbers t313 = t312 * t;
                            const numbers t314 = fma(t313, t, a);
                            const numbers t315 = t314 + t311;
                            const numbers t318 = t315 + t153;
                            const numbers t320 = t318 - t153;
                            const numbers t321 = t315 - t320;
                            const numbers t322 = t321 * t321;
                            const masks t324 = t323 >= t322;
                            const masks hard = t324 & t304;
                            if (any_lane(hard)) {
                                // report the part that the input belongs to
                                const words t326 = packet * t325;
                                const words t327 = to_word_vectors(t);
                                const words t328 = t327 >> 19;
                                const words t329 = t326 + t328;
                                report0(at, hard, t329);
                            }
                            const numbers t330 = multiple + q;
                            multiple = t330;
                        }
                        signed_2 = t287;
                    }
                    const numbers t332 = passed + t89;
                    passed = t332;
                    const numbers t334 = above + t89;
                    above = t334;
                }
            }
            // on to the next arc
            r_before = r;
            q_before = q;
            r = r_next;
            q = q_next;
            from = end;
            const masks t337 = end < t142;
            if (!any_lane(t337)) {
                break;
            }
        }
        const words t339 = packet + t338;
        packet = t339;
    }
}

// Stage 0: a work-item an item, 16 parts at a time.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void run_stage0(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[0] < item_capacity ? counts[0] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 16u;
    uint at_item = (uint)get_group_id(0) * 16u + (uint)get_local_id(0);
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 1UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage0(at, items[at_item] % 1UL);
    }
}

// Gives the survivors of stage 1 among the lanes their places.
static inline void report1(const batch at, const masks survives, const words part)
{
    word found[16], parts[16];
    vstore16(as_words(survives), 0, found);
    vstore16(part, 0, parts);
    uint total = 0;
    for (uint lane = 0; lane < 16; ++lane) {
        total += found[lane] != 0;
    }
    uint place = atomic_add(&at.counts[2], total);
    for (uint lane = 0; lane < 16; ++lane) {
        if (found[lane] != 0) {
            if (place < at.capacity) {
                at.survivors[place] = at.block * 4194304UL + parts[lane];
            }
            ++place;
        }
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
static inline void stage1(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 33 * blocks;
    const words lane_2 = (words)(
        0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL,
        8UL, 9UL, 10UL, 11UL, 12UL, 13UL, 14UL, 15UL);
    const words lane_choose_2 = (words)(
        0UL, 0UL, 1UL, 3UL, 6UL, 10UL, 15UL, 21UL,
        28UL, 36UL, 45UL, 55UL, 66UL, 78UL, 91UL, 105UL);
    const words stride1_2 = (words)(
        120UL, 136UL, 152UL, 168UL, 184UL, 200UL, 216UL, 232UL,
        248UL, 264UL, 280UL, 296UL, 312UL, 328UL, 344UL, 360UL);
    const words zero_2 = (words)(0UL);
    const numbers one = (numbers)(1.0);
    const masks all_2 = (masks)(true ? -1 : 0);
    const numbers full = (numbers)(4503599627370496.0);
    const numbers zero_3 = (numbers)(0.0);
    const numbers n = (numbers)(16384.0);
    const numbers threshold = (numbers)(12582912.0);
    const words width_2 = (words)(16UL);
    // value g0 at this item: degree 4, 128 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[2 * blocks], 0UL, &t1, &carry);
    const word t2 = seed[blocks] * item + seed[3 * blocks] + carry;
    word t4, carry_3;
    mul_add(t1, item, seed[4 * blocks], 0UL, &t4, &carry_3);
    const word t5 = t2 * item + seed[5 * blocks] + carry_3;
    word t7, carry_5;
    mul_add(t4, item, seed[6 * blocks], 0UL, &t7, &carry_5);
    const word t8 = t5 * item + seed[7 * blocks] + carry_5;
    word item_g0, carry_7;
    mul_add(t7, item, seed[8 * blocks], 0UL, &item_g0, &carry_7);
    const word item_g0h = t8 * item + seed[9 * blocks] + carry_7;
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t11, carry_9;
    mul_add(seed[10 * blocks], item, seed[12 * blocks], 0UL, &t11, &carry_9);
    const word t12 = seed[11 * blocks] * item + seed[13 * blocks] + carry_9;
    word t14, carry_11;
    mul_add(t11, item, seed[14 * blocks], 0UL, &t14, &carry_11);
    const word t15 = t12 * item + seed[15 * blocks] + carry_11;
    word item_s0, carry_13;
    mul_add(t14, item, seed[16 * blocks], 0UL, &item_s0, &carry_13);
    const word item_s0h = t15 * item + seed[17 * blocks] + carry_13;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t18, carry_15;
    mul_add(seed[18 * blocks], item, seed[20 * blocks], 0UL, &t18, &carry_15);
    const word t19 = seed[19 * blocks] * item + seed[21 * blocks] + carry_15;
    word item_s1, carry_17;
    mul_add(t18, item, seed[22 * blocks], 0UL, &item_s1, &carry_17);
    const word item_s1h = t19 * item + seed[23 * blocks] + carry_17;
    // differences of the value: the slope's times the part's length
    const word t22 = item_s0h << 14;
    const word t23 = item_s0 >> 50;
    const word t24 = t22 + t23;
    const word t26 = item_s1h << 14;
    const word t27 = item_s1 >> 50;
    const word t28 = t26 + t27;
    // tables of the lanes, stride = number of lanes
    const words t29 = (words)(t24);
    const words t30 = t29 * lane_2;
    const words item_g0h_2 = (words)(item_g0h);
    const words t31 = item_g0h_2 + t30;
    const words t32 = (words)(t28);
    const words t33 = t32 * lane_choose_2;
    const words t34 = t31 + t33;
    words g0 = t34;
    const word t35 = t24 * 16UL;
    const words t36 = (words)(t28);
    const words t37 = t36 * stride1_2;
    const words t38 = (words)(t35);
    const words t39 = t38 + t37;
    words g1 = t39;
    const word g2 = t28 * 256UL;
    const words item_s1h_2 = (words)(item_s1h);
    const words t40 = item_s1h_2 * lane_2;
    const words item_s0h_2 = (words)(item_s0h);
    const words t41 = item_s0h_2 + t40;
    words s0 = t41;
    const word s1 = item_s1h * 16UL;
    // index of the first part of each lane
    const word t43 = item * 32UL;
    const words t44 = (words)(t43);
    const words t45 = t44 + lane_2;
    words part = t45;
    for (uint step = 0; step < 2; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const words falling = zero_2 - s0;
        const words t46 = falling >> 12;
        const numbers a = to_number_vectors(t46);
        const words t47 = g0 >> 12;
        const numbers b = to_number_vectors(t47);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const masks positive = a >= one;
        const masks t48 = all_2 & positive;
        numbers p = a;
        numbers q = full;
        numbers u = zero_3;
        numbers v = one;
        numbers d = b;
        masks active = t48;
        // loop 1, points: at most 16385 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 16385u) {
                overrun(at, 1, 1);
                return;
            }
            // reduce q by k·p, the quotient or less: u += k·v
            const numbers inverse = recip_below_vectors(p);
            const numbers t49 = q * inverse;
            const numbers t50 = trunc_vectors(t49);
            const numbers t51 = fma(-t50, p, q);
            const masks t52 = t51 >= p;
            const numbers t53 = t50 + one;
            const numbers t54 = t51 - p;
            const numbers k = t52 ? t53 : t50;
            const numbers rest = t52 ? t54 : t51;
            const numbers u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const numbers t55 = d * inverse;
            const numbers t56 = trunc_vectors(t55);
            const numbers t57 = fma(-t56, p, d);
            const masks t58 = t57 >= p;
            const numbers t60 = t57 - p;
            const numbers rest_2 = t58 ? t60 : t57;
            numbers rest_3 = rest_2;
            const masks t61 = rest_3 >= p;
            const masks t62 = t61 & active;
            if (any_lane(t62)) {
                // rare: the estimate left more than one y
                const numbers t63 = d / p;
                const numbers t64 = trunc_vectors(t63);
                const numbers t65 = fma(-t64, p, d);
                const masks t68 = t65 < zero_3;
                const numbers t72 = t65 + p;
                const numbers t74 = t68 ? t72 : t65;
                const numbers t75 = t62 ? t74 : rest_3;
                rest_3 = t75;
            }
            numbers d_new = rest_3;
            // lanes that have their N points with this step
            const numbers t76 = u_new + v;
            const masks t77 = t76 >= n;
            const masks last = t77 & active;
            // take the step; who has N points, or q = 0, is done
            const numbers t78 = active ? d_new : d;
            d = t78;
            q = rest;
            u = u_new;
            const masks t79 = active & ~last;
            const masks t80 = q >= one;
            const masks t81 = t79 & t80;
            active = t81;
            if (!any_lane(active)) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const numbers inverse_2 = recip_below_vectors(q);
            const numbers t82 = p * inverse_2;
            const numbers t83 = trunc_vectors(t82);
            const numbers t84 = fma(-t83, q, p);
            const masks t85 = t84 >= q;
            const numbers t86 = t83 + one;
            const numbers t87 = t84 - q;
            const numbers k_3 = t85 ? t86 : t83;
            const numbers rest_4 = t85 ? t87 : t84;
            const numbers v_new = fma(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t88 = d >= rest_4;
            const masks beyond = t88 & active;
            const numbers past = d - rest_4;
            const numbers t89 = past * inverse_2;
            const numbers t90 = trunc_vectors(t89);
            const numbers t91 = fma(-t90, q, past);
            const masks t92 = t91 >= q;
            const numbers t94 = t91 - q;
            const numbers rest_5 = t92 ? t94 : t91;
            numbers rest_6 = rest_5;
            const masks t95 = rest_6 >= q;
            const masks t96 = t95 & beyond;
            if (any_lane(t96)) {
                // rare: the estimate left more than one y
                const numbers t97 = past / q;
                const numbers t98 = trunc_vectors(t97);
                const numbers t99 = fma(-t98, q, past);
                const masks t102 = t99 < zero_3;
                const numbers t106 = t99 + q;
                const numbers t108 = t102 ? t106 : t99;
                const numbers t109 = t96 ? t108 : rest_6;
                rest_6 = t109;
            }
            // elsewhere d stays
            const numbers t110 = beyond ? rest_6 : d;
            numbers d_new_2 = t110;
            // lanes that have their N points with this step
            const numbers t111 = u + v_new;
            const masks t112 = t111 >= n;
            const masks last_2 = t112 & active;
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const masks t113 = active & ~last_2;
            const masks t114 = p >= one;
            const masks t115 = t113 & t114;
            active = t115;
            if (!any_lane(active)) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const masks excluded = d >= threshold;
        const masks survives = all_2 & ~excluded;
        if (any_lane(survives)) {
            // report the parts that survive
            report1(at, survives, part);
        }
        // step the tables to the next part of each lane
        const words t116 = g0 + g1;
        g0 = t116;
        const words g2_2 = (words)(g2);
        const words t117 = g1 + g2_2;
        g1 = t117;
        const words s1_2 = (words)(s1);
        const words t118 = s0 + s1_2;
        s0 = t118;
        const words t119 = part + width_2;
        part = t119;
    }
}

// Stage 1: a work-item an item, 16 parts at a time.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void run_stage1(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[1] < item_capacity ? counts[1] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 16u;
    uint at_item = (uint)get_group_id(0) * 16u + (uint)get_local_id(0);
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 131072UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage1(at, items[at_item] % 131072UL);
    }
}

// Gives the survivors of stage 2 among the lanes their places.
static inline void report2(const batch at, const masks survives, const words part)
{
    word found[16], parts[16];
    vstore16(as_words(survives), 0, found);
    vstore16(part, 0, parts);
    uint total = 0;
    for (uint lane = 0; lane < 16; ++lane) {
        total += found[lane] != 0;
    }
    uint place = atomic_add(&at.counts[3], total);
    for (uint lane = 0; lane < 16; ++lane) {
        if (found[lane] != 0) {
            if (place < at.capacity) {
                at.survivors[place] = at.block * 134217728UL + parts[lane];
            }
            ++place;
        }
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
static inline void stage2(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 57 * blocks;
    const words lane_2 = (words)(
        0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL,
        8UL, 9UL, 10UL, 11UL, 12UL, 13UL, 14UL, 15UL);
    const words lane_choose_2 = (words)(
        0UL, 0UL, 1UL, 3UL, 6UL, 10UL, 15UL, 21UL,
        28UL, 36UL, 45UL, 55UL, 66UL, 78UL, 91UL, 105UL);
    const words stride1_2 = (words)(
        120UL, 136UL, 152UL, 168UL, 184UL, 200UL, 216UL, 232UL,
        248UL, 264UL, 280UL, 296UL, 312UL, 328UL, 344UL, 360UL);
    const words zero_2 = (words)(0UL);
    const numbers one = (numbers)(1.0);
    const masks all_2 = (masks)(true ? -1 : 0);
    const numbers full = (numbers)(4503599627370496.0);
    const numbers zero_3 = (numbers)(0.0);
    const numbers n = (numbers)(512.0);
    const numbers threshold = (numbers)(1081344.0);
    const words width_2 = (words)(16UL);
    // value g0 at this item: degree 4, 192 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[3 * blocks], 0UL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[blocks], item, seed[4 * blocks], carry, &t2, &carry_2);
    const word t3 = seed[2 * blocks] * item + seed[5 * blocks] + carry_2;
    word t5, carry_4;
    mul_add(t1, item, seed[6 * blocks], 0UL, &t5, &carry_4);
    word t6, carry_5;
    mul_add(t2, item, seed[7 * blocks], carry_4, &t6, &carry_5);
    const word t7 = t3 * item + seed[8 * blocks] + carry_5;
    word t9, carry_7;
    mul_add(t5, item, seed[9 * blocks], 0UL, &t9, &carry_7);
    word t10, carry_8;
    mul_add(t6, item, seed[10 * blocks], carry_7, &t10, &carry_8);
    const word t11 = t7 * item + seed[11 * blocks] + carry_8;
    word item_g0, carry_10;
    mul_add(t9, item, seed[12 * blocks], 0UL, &item_g0, &carry_10);
    word item_g0h, carry_11;
    mul_add(t10, item, seed[13 * blocks], carry_10, &item_g0h, &carry_11);
    const word item_g0hh = t11 * item + seed[14 * blocks] + carry_11;
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t14, carry_13;
    mul_add(seed[15 * blocks], item, seed[17 * blocks], 0UL, &t14, &carry_13);
    const word t15 = seed[16 * blocks] * item + seed[18 * blocks] + carry_13;
    word t17, carry_15;
    mul_add(t14, item, seed[19 * blocks], 0UL, &t17, &carry_15);
    const word t18 = t15 * item + seed[20 * blocks] + carry_15;
    word item_s0, carry_17;
    mul_add(t17, item, seed[21 * blocks], 0UL, &item_s0, &carry_17);
    const word item_s0h = t18 * item + seed[22 * blocks] + carry_17;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t21, carry_19;
    mul_add(seed[23 * blocks], item, seed[25 * blocks], 0UL, &t21, &carry_19);
    const word t22 = seed[24 * blocks] * item + seed[26 * blocks] + carry_19;
    word item_s1, carry_21;
    mul_add(t21, item, seed[27 * blocks], 0UL, &item_s1, &carry_21);
    const word item_s1h = t22 * item + seed[28 * blocks] + carry_21;
    // differences of the value: the slope's times the part's length
    const word t25 = item_s0h << 9;
    const word t26 = item_s0 >> 55;
    const word t27 = t25 + t26;
    const word t29 = item_s1h << 9;
    const word t30 = item_s1 >> 55;
    const word t31 = t29 + t30;
    // tables of the lanes, stride = number of lanes
    const words t32 = (words)(t27);
    const words t33 = t32 * lane_2;
    const words item_g0hh_2 = (words)(item_g0hh);
    const words t34 = item_g0hh_2 + t33;
    const words t35 = (words)(t31);
    const words t36 = t35 * lane_choose_2;
    const words t37 = t34 + t36;
    words g0 = t37;
    const word t38 = t27 * 16UL;
    const words t39 = (words)(t31);
    const words t40 = t39 * stride1_2;
    const words t41 = (words)(t38);
    const words t42 = t41 + t40;
    words g1 = t42;
    const word g2 = t31 * 256UL;
    const words item_s1h_2 = (words)(item_s1h);
    const words t43 = item_s1h_2 * lane_2;
    const words item_s0h_2 = (words)(item_s0h);
    const words t44 = item_s0h_2 + t43;
    words s0 = t44;
    const word s1 = item_s1h * 16UL;
    // index of the first part of each lane
    const word t46 = item * 32UL;
    const words t47 = (words)(t46);
    const words t48 = t47 + lane_2;
    words part = t48;
    for (uint step = 0; step < 2; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const words falling = zero_2 - s0;
        const words t49 = falling >> 12;
        const numbers a = to_number_vectors(t49);
        const words t50 = g0 >> 12;
        const numbers b = to_number_vectors(t50);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const masks positive = a >= one;
        const masks t51 = all_2 & positive;
        numbers p = a;
        numbers q = full;
        numbers u = zero_3;
        numbers v = one;
        numbers d = b;
        masks active = t51;
        // loop 1, points: at most 513 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 513u) {
                overrun(at, 2, 1);
                return;
            }
            // reduce q by k·p, the quotient or less: u += k·v
            const numbers inverse = recip_below_vectors(p);
            const numbers t52 = q * inverse;
            const numbers t53 = trunc_vectors(t52);
            const numbers t54 = fma(-t53, p, q);
            const masks t55 = t54 >= p;
            const numbers t56 = t53 + one;
            const numbers t57 = t54 - p;
            const numbers k = t55 ? t56 : t53;
            const numbers rest = t55 ? t57 : t54;
            const numbers u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const numbers t58 = d * inverse;
            const numbers t59 = trunc_vectors(t58);
            const numbers t60 = fma(-t59, p, d);
            const masks t61 = t60 >= p;
            const numbers t63 = t60 - p;
            const numbers rest_2 = t61 ? t63 : t60;
            numbers rest_3 = rest_2;
            const masks t64 = rest_3 >= p;
            const masks t65 = t64 & active;
            if (any_lane(t65)) {
                // rare: the estimate left more than one y
                const numbers t66 = d / p;
                const numbers t67 = trunc_vectors(t66);
                const numbers t68 = fma(-t67, p, d);
                const masks t71 = t68 < zero_3;
                const numbers t75 = t68 + p;
                const numbers t77 = t71 ? t75 : t68;
                const numbers t78 = t65 ? t77 : rest_3;
                rest_3 = t78;
            }
            numbers d_new = rest_3;
            // lanes that have their N points with this step
            const numbers t79 = u_new + v;
            const masks t80 = t79 >= n;
            const masks last = t80 & active;
            // take the step; who has N points, or q = 0, is done
            const numbers t81 = active ? d_new : d;
            d = t81;
            q = rest;
            u = u_new;
            const masks t82 = active & ~last;
            const masks t83 = q >= one;
            const masks t84 = t82 & t83;
            active = t84;
            if (!any_lane(active)) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const numbers inverse_2 = recip_below_vectors(q);
            const numbers t85 = p * inverse_2;
            const numbers t86 = trunc_vectors(t85);
            const numbers t87 = fma(-t86, q, p);
            const masks t88 = t87 >= q;
            const numbers t89 = t86 + one;
            const numbers t90 = t87 - q;
            const numbers k_3 = t88 ? t89 : t86;
            const numbers rest_4 = t88 ? t90 : t87;
            const numbers v_new = fma(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t91 = d >= rest_4;
            const masks beyond = t91 & active;
            const numbers past = d - rest_4;
            const numbers t92 = past * inverse_2;
            const numbers t93 = trunc_vectors(t92);
            const numbers t94 = fma(-t93, q, past);
            const masks t95 = t94 >= q;
            const numbers t97 = t94 - q;
            const numbers rest_5 = t95 ? t97 : t94;
            numbers rest_6 = rest_5;
            const masks t98 = rest_6 >= q;
            const masks t99 = t98 & beyond;
            if (any_lane(t99)) {
                // rare: the estimate left more than one y
                const numbers t100 = past / q;
                const numbers t101 = trunc_vectors(t100);
                const numbers t102 = fma(-t101, q, past);
                const masks t105 = t102 < zero_3;
                const numbers t109 = t102 + q;
                const numbers t111 = t105 ? t109 : t102;
                const numbers t112 = t99 ? t111 : rest_6;
                rest_6 = t112;
            }
            // elsewhere d stays
            const numbers t113 = beyond ? rest_6 : d;
            numbers d_new_2 = t113;
            // lanes that have their N points with this step
            const numbers t114 = u + v_new;
            const masks t115 = t114 >= n;
            const masks last_2 = t115 & active;
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const masks t116 = active & ~last_2;
            const masks t117 = p >= one;
            const masks t118 = t116 & t117;
            active = t118;
            if (!any_lane(active)) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const masks excluded = d >= threshold;
        const masks survives = all_2 & ~excluded;
        if (any_lane(survives)) {
            // report the parts that survive
            report2(at, survives, part);
        }
        // step the tables to the next part of each lane
        const words t119 = g0 + g1;
        g0 = t119;
        const words g2_2 = (words)(g2);
        const words t120 = g1 + g2_2;
        g1 = t120;
        const words s1_2 = (words)(s1);
        const words t121 = s0 + s1_2;
        s0 = t121;
        const words t122 = part + width_2;
        part = t122;
    }
}

// Stage 2: a work-item an item, 16 parts at a time.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void run_stage2(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[2] < item_capacity ? counts[2] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 16u;
    uint at_item = (uint)get_group_id(0) * 16u + (uint)get_local_id(0);
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 4194304UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage2(at, items[at_item] % 4194304UL);
    }
}

// Gives the survivors of stage 3 among the lanes their places.
static inline void report3(const batch at, const masks survives, const words part)
{
    word found[16], parts[16];
    vstore16(as_words(survives), 0, found);
    vstore16(part, 0, parts);
    uint total = 0;
    for (uint lane = 0; lane < 16; ++lane) {
        total += found[lane] != 0;
    }
    uint place = atomic_add(&at.counts[4], total);
    for (uint lane = 0; lane < 16; ++lane) {
        if (found[lane] != 0) {
            if (place < at.capacity) {
                at.survivors[place] = at.block * 68719476736UL + parts[lane];
            }
            ++place;
        }
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
static inline void stage3(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 86 * blocks;
    const words lane_2 = (words)(
        0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL,
        8UL, 9UL, 10UL, 11UL, 12UL, 13UL, 14UL, 15UL);
    const words lane_choose_2 = (words)(
        0UL, 0UL, 1UL, 3UL, 6UL, 10UL, 15UL, 21UL,
        28UL, 36UL, 45UL, 55UL, 66UL, 78UL, 91UL, 105UL);
    const words stride1_2 = (words)(
        120UL, 136UL, 152UL, 168UL, 184UL, 200UL, 216UL, 232UL,
        248UL, 264UL, 280UL, 296UL, 312UL, 328UL, 344UL, 360UL);
    const words threshold = (words)(0x108000000UL);
    const words width_2 = (words)(16UL);
    // value g0 at this item: degree 4, 192 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[3 * blocks], 0UL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[blocks], item, seed[4 * blocks], carry, &t2, &carry_2);
    const word t3 = seed[2 * blocks] * item + seed[5 * blocks] + carry_2;
    word t5, carry_4;
    mul_add(t1, item, seed[6 * blocks], 0UL, &t5, &carry_4);
    word t6, carry_5;
    mul_add(t2, item, seed[7 * blocks], carry_4, &t6, &carry_5);
    const word t7 = t3 * item + seed[8 * blocks] + carry_5;
    word t9, carry_7;
    mul_add(t5, item, seed[9 * blocks], 0UL, &t9, &carry_7);
    word t10, carry_8;
    mul_add(t6, item, seed[10 * blocks], carry_7, &t10, &carry_8);
    const word t11 = t7 * item + seed[11 * blocks] + carry_8;
    word item_g0, carry_10;
    mul_add(t9, item, seed[12 * blocks], 0UL, &item_g0, &carry_10);
    word item_g0h, carry_11;
    mul_add(t10, item, seed[13 * blocks], carry_10, &item_g0h, &carry_11);
    const word item_g0hh = t11 * item + seed[14 * blocks] + carry_11;
    // value difference g1 at this item: degree 3, 192 fraction bits
    word t14, carry_13;
    mul_add(seed[15 * blocks], item, seed[18 * blocks], 0UL, &t14, &carry_13);
    word t15, carry_14;
    mul_add(seed[16 * blocks], item, seed[19 * blocks], carry_13, &t15, &carry_14);
    const word t16 = seed[17 * blocks] * item + seed[20 * blocks] + carry_14;
    word t18, carry_16;
    mul_add(t14, item, seed[21 * blocks], 0UL, &t18, &carry_16);
    word t19, carry_17;
    mul_add(t15, item, seed[22 * blocks], carry_16, &t19, &carry_17);
    const word t20 = t16 * item + seed[23 * blocks] + carry_17;
    word item_g1, carry_19;
    mul_add(t18, item, seed[24 * blocks], 0UL, &item_g1, &carry_19);
    word item_g1h, carry_20;
    mul_add(t19, item, seed[25 * blocks], carry_19, &item_g1h, &carry_20);
    const word item_g1hh = t20 * item + seed[26 * blocks] + carry_20;
    // value difference g2 at this item: degree 2, 128 fraction bits
    word t23, carry_22;
    mul_add(seed[27 * blocks], item, seed[29 * blocks], 0UL, &t23, &carry_22);
    const word t24 = seed[28 * blocks] * item + seed[30 * blocks] + carry_22;
    word item_g2, carry_24;
    mul_add(t23, item, seed[31 * blocks], 0UL, &item_g2, &carry_24);
    const word item_g2h = t24 * item + seed[32 * blocks] + carry_24;
    const words item_g1hh_2 = (words)(item_g1hh);
    const words t26 = item_g1hh_2 * lane_2;
    const words item_g0hh_2 = (words)(item_g0hh);
    const words t27 = item_g0hh_2 + t26;
    const words item_g2h_2 = (words)(item_g2h);
    const words t28 = item_g2h_2 * lane_choose_2;
    const words t29 = t27 + t28;
    words g0 = t29;
    const word t30 = item_g1hh * 16UL;
    const words item_g2h_3 = (words)(item_g2h);
    const words t31 = item_g2h_3 * stride1_2;
    const words t32 = (words)(t30);
    const words t33 = t32 + t31;
    words g1 = t33;
    const word g2 = item_g2h * 256UL;
    // index of the first part of each lane
    const word t34 = item * 512UL;
    const words t35 = (words)(t34);
    const words t36 = t35 + lane_2;
    words part = t36;
    for (uint step = 0; step < 32; ++step) {
        // an input survives where its value is below 2ε''
        const masks survives = g0 < threshold;
        if (any_lane(survives)) {
            // report the parts that survive
            report3(at, survives, part);
        }
        // step the tables to the next part of each lane
        const words t37 = g0 + g1;
        g0 = t37;
        const words g2_2 = (words)(g2);
        const words t38 = g1 + g2_2;
        g1 = t38;
        const words t39 = part + width_2;
        part = t39;
    }
}

// Stage 3: a work-item an item, 16 parts at a time.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void run_stage3(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[3] < item_capacity ? counts[3] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 16u;
    uint at_item = (uint)get_group_id(0) * 16u + (uint)get_local_id(0);
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 134217728UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage3(at, items[at_item] % 134217728UL);
    }
}
