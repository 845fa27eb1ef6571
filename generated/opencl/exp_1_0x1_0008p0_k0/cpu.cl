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
// domain            2^36 inputs, Taylor model of degree 4 [longest that is proved, up to 2^40 and
//                   a 16th of the work; least degree that is proved]
// block             2^34 inputs with one seed, polynomial of degree 4 [length chosen by cost,
//                   least degree that is proved]
// stage 0           packet of 2^28 inputs = 2,048 intervals of N = 2^17; 2^6 of them a block
//                   [chosen by cost]
//   tables          degree 3; values 1 word (64 fraction bits), slopes 2 words (128 fraction
//                   bits); moved to an item with 64, 128, 128, 128 fraction bits [least that are
//                   proved to cost little]
//   check           the regular test with the last quotient cut, quotients by an underestimating
//                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//                   fastest measured]
//   threshold 2ε''  0x2c000000·2^-52 = 2^-22.54 [proved: the budget below, doubled and rounded up]
//   survivors       2.24 % of the parts [predicted]
//   gathered        by a prefix sum over a group (on GPUs) [many are expected]
// stage 1           interval of 2^17 inputs = κ = 32 sub-intervals of 2^12 [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//                   cost little]
//   check           the regular test with the last quotient cut, quotients by an underestimating
//                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//                   fastest measured]
//   threshold 2ε''  0x1b8000·2^-52 = 2^-31.22 [proved: the budget below, doubled and rounded up]
//   survivors       2^-19.17 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 2           sub-interval of 2^12 inputs = κ = 32 sub-intervals of 2^7 [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 192, 128, 128 fraction bits [least that are proved to
//                   cost little]
//   check           the regular test with the last quotient cut, quotients by an underestimating
//                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//                   fastest measured]
//   threshold 2ε''  0x108000·2^-52 = 2^-31.96 [proved: the budget below, doubled and rounded up]
//   survivors       2^-24.93 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 3           sub-interval of 2^7 inputs, each compared [κ chosen by cost]
//   tables          degree 1; values 1 word (64 fraction bits); moved to an item with 192, 128
//                   fraction bits [least that are proved to cost little]
//   check           comparison of every input
//   threshold 2ε''  0x108000000·2^-64 = 2^-31.96 [proved: the budget below, doubled and rounded
//                   up]
//   survivors       2^-31.98 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
//
// budget of stage 0: ε'' = 2^-23.55, the sum of
//   threshold ε                               2^-33.00 [given: the request's --bits]
//   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//                                             2^-219.46 by interval Taylor arithmetic over the
//                                             span, r = 2^35 half a domain]
//   Taylor coefficients                       2^-81.68 [proved: each of 5 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//                                             Taylor model]
//   line instead of the curve                 2^-23.56 [proved: best line on L = 2^17 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.56, drift over
//                                             half an item ≤ 2^-79.56]
//   differences dropped from the tables       2^-52.14 [proved: Newton's remainder at degree 3
//                                             over 2048 parts: C(2048, 4)·4!·Q_4·L^4]
//   rounding of the table of values           2^-33.58 [proved: Σ C(2048, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-90.00 [proved: Σ C(2048, m)·2^-128: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-39.98 [proved: coefficients cut to 64, 128, 128,
//                                             128 fraction bits, times the powers of the item
//                                             index]
//   word of the test                          2^-35.00 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 1: ε'' = 2^-32.24, the sum of
//   threshold ε                               2^-33.00 [given: the request's --bits]
//   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//                                             2^-219.46 by interval Taylor arithmetic over the
//                                             span, r = 2^35 half a domain]
//   Taylor coefficients                       2^-81.68 [proved: each of 5 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//                                             Taylor model]
//   line instead of the curve                 2^-33.56 [proved: best line on L = 2^12 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.56, drift over
//                                             half an item ≤ 2^-90.56]
//   differences dropped from the tables       2^-58.14 [proved: Newton's remainder at degree 2
//                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-46.96 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-58.98 [proved: coefficients cut to 128, 128, 128
//                                             fraction bits, times the powers of the item index]
//   word of the test                          2^-40.00 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 2: ε'' = 2^-33.00, the sum of
//   threshold ε                               2^-33.00 [given: the request's --bits]
//   Taylor remainder                          2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 =
//                                             2^-219.46 by interval Taylor arithmetic over the
//                                             span, r = 2^35 half a domain]
//   Taylor coefficients                       2^-81.68 [proved: each of 5 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  0 [proved: none: a block keeps all terms of the
//                                             Taylor model]
//   line instead of the curve                 2^-43.56 [proved: best line on L = 2^7 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-53.56, drift over
//                                             half an item ≤ 2^-95.56]
//   differences dropped from the tables       2^-73.14 [proved: Newton's remainder at degree 2
//                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-51.96 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-49.96 [proved: coefficients cut to 192, 128, 128
//                                             fraction bits, times the powers of the item index]
//   word of the test                          2^-44.99 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 3: ε'' = 2^-32.98, the sum of
//   threshold ε                          2^-33.00 [given: the request's --bits]
//   Taylor remainder                     2^-44.46 [proved: G_5·r^5, |g^(5)/5!| ≤ G_5 = 2^-219.46
//                                        by interval Taylor arithmetic over the span, r = 2^35
//                                        half a domain]
//   Taylor coefficients                  2^-81.68 [proved: each of 5 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             0 [proved: none: a block keeps all terms of the Taylor
//                                        model]
//   differences dropped from the tables  2^-40.57 [proved: Newton's remainder at degree 1 over 128
//                                        parts: C(128, 2)·2!·Q_2·L^2]
//   rounding of the table of values      2^-56.99 [proved: Σ C(128, m)·2^-64: an error in
//                                        difference m grows so over the parts]
//   rounding while moving to an item     2^-40.00 [proved: coefficients cut to 192, 128 fraction
//                                        bits, times the powers of the item index]
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
// where only one works on it, it is lane 0 of 1.

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

// A mask that holds is -1, so that taking it away adds 1.
static inline void add_carry_vectors(
    const words a, const words b, const masks carry, words *sum, masks *out)
{
    const words part = a + b;
    *sum = part - as_ulong16(carry);
    *out = (part < a) | (*sum < part);
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

static inline numbers to_number_vectors(const words a)
{
    return as_double16(a | (words)(0x4330000000000000UL)) - 4503599627370496.0;
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

// Tests one item, 2^28 consecutive inputs in 2,048 parts of L = 2^17, part by part, and writes the
// parts that may hold an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..5]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
//   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
//   index, the highest coefficient first, 1 word (64 fraction bits) each.
// - `seed[5..13]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
//   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[13..19]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
//   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[19..23]`: difference s2 of order 2 of the slopes over the parts, as a polynomial of
//   degree 1 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `item`: index of the item in the block, 0 … 63; the item is the inputs t = item·2^28 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·2,048 + j
//   and is the 2^17 inputs from t = index·2^17.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 3 differences of 1 word (64 fraction bits); slopes: 2 differences of 2 words (128
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^17, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
//    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
//    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
//    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
//    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
//    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x2c000000·2^-52 = 2^-22.54 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - per vector: 32 adds, 10 carries, 18 comparisons, 12 conversions, 6 divisions, 11 fused
//   multiply-adds, 12 mask operations, 4 minima, 10 multiplies, 2 reciprocal estimates, 17 selects,
//   2 shifts, 6 wide multiplies
// - shared by all lanes: 3 adds, 23 loads, 4 multiplies, 6 shifts, 20 wide multiplies
static inline void stage0(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds;
    const words lane_2 = (words)(
        0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL,
        8UL, 9UL, 10UL, 11UL, 12UL, 13UL, 14UL, 15UL);
    const words lane_choose_2 = (words)(
        0UL, 0UL, 1UL, 3UL, 6UL, 10UL, 15UL, 21UL,
        28UL, 36UL, 45UL, 55UL, 66UL, 78UL, 91UL, 105UL);
    const words lane_choose_3 = (words)(
        0UL, 0UL, 0UL, 1UL, 4UL, 10UL, 20UL, 35UL,
        56UL, 84UL, 120UL, 165UL, 220UL, 286UL, 364UL, 455UL);
    const words stride1_2 = (words)(
        120UL, 136UL, 152UL, 168UL, 184UL, 200UL, 216UL, 232UL,
        248UL, 264UL, 280UL, 296UL, 312UL, 328UL, 344UL, 360UL);
    const words stride1_3 = (words)(
        560UL, 680UL, 816UL, 968UL, 1136UL, 1320UL, 1520UL, 1736UL,
        1968UL, 2216UL, 2480UL, 2760UL, 3056UL, 3368UL, 3696UL, 4040UL);
    const words stride2_3 = (words)(
        3840UL, 4096UL, 4352UL, 4608UL, 4864UL, 5120UL, 5376UL, 5632UL,
        5888UL, 6144UL, 6400UL, 6656UL, 6912UL, 7168UL, 7424UL, 7680UL);
    const words zero_2 = (words)(0UL);
    const numbers one = (numbers)(1.0);
    const masks all_2 = (masks)(true ? -1 : 0);
    const numbers full = (numbers)(4503599627370496.0);
    const numbers zero_14 = (numbers)(0.0);
    const numbers n = (numbers)(131072.0);
    const numbers threshold = (numbers)(738197504.0);
    const words width_2 = (words)(16UL);
    // value g0 at this item: degree 4, 64 fraction bits
    const word t1 = seed[0] * item + seed[blocks];
    const word t3 = t1 * item + seed[2 * blocks];
    const word t5 = t3 * item + seed[3 * blocks];
    const word item_g0 = t5 * item + seed[4 * blocks];
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t8, carry_5;
    mul_add(seed[5 * blocks], item, seed[7 * blocks], 0UL, &t8, &carry_5);
    const word t9 = seed[6 * blocks] * item + seed[8 * blocks] + carry_5;
    word t11, carry_7;
    mul_add(t8, item, seed[9 * blocks], 0UL, &t11, &carry_7);
    const word t12 = t9 * item + seed[10 * blocks] + carry_7;
    word item_s0, carry_9;
    mul_add(t11, item, seed[11 * blocks], 0UL, &item_s0, &carry_9);
    const word item_s0h = t12 * item + seed[12 * blocks] + carry_9;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t15, carry_11;
    mul_add(seed[13 * blocks], item, seed[15 * blocks], 0UL, &t15, &carry_11);
    const word t16 = seed[14 * blocks] * item + seed[16 * blocks] + carry_11;
    word item_s1, carry_13;
    mul_add(t15, item, seed[17 * blocks], 0UL, &item_s1, &carry_13);
    const word item_s1h = t16 * item + seed[18 * blocks] + carry_13;
    // slope difference s2 at this item: degree 1, 128 fraction bits
    word item_s2, carry_15;
    mul_add(seed[19 * blocks], item, seed[21 * blocks], 0UL, &item_s2, &carry_15);
    const word item_s2h = seed[20 * blocks] * item + seed[22 * blocks] + carry_15;
    // differences of the value: the slope's times the part's length
    const word t20 = item_s0h << 17;
    const word t21 = item_s0 >> 47;
    const word t22 = t20 + t21;
    const word t24 = item_s1h << 17;
    const word t25 = item_s1 >> 47;
    const word t26 = t24 + t25;
    const word t28 = item_s2h << 17;
    const word t29 = item_s2 >> 47;
    const word t30 = t28 + t29;
    // tables of the lanes, stride = number of lanes
    const words t31 = (words)(t22);
    const words t32 = t31 * lane_2;
    const words item_g0_2 = (words)(item_g0);
    const words t33 = item_g0_2 + t32;
    const words t34 = (words)(t26);
    const words t35 = t34 * lane_choose_2;
    const words t36 = t33 + t35;
    const words t37 = (words)(t30);
    const words t38 = t37 * lane_choose_3;
    const words t39 = t36 + t38;
    words g0 = t39;
    const word t40 = t22 * 16UL;
    const words t41 = (words)(t26);
    const words t42 = t41 * stride1_2;
    const words t43 = (words)(t40);
    const words t44 = t43 + t42;
    const words t45 = (words)(t30);
    const words t46 = t45 * stride1_3;
    const words t47 = t44 + t46;
    words g1 = t47;
    const word t48 = t26 * 256UL;
    const words t49 = (words)(t30);
    const words t50 = t49 * stride2_3;
    const words t51 = (words)(t48);
    const words t52 = t51 + t50;
    words g2 = t52;
    const word g3 = t30 * 4096UL;
    const words item_s1_2 = (words)(item_s1);
    words t55, carry_17;
    mul_add_vectors(item_s1_2, lane_2, zero_2, zero_2, &t55, &carry_17);
    const words item_s1h_2 = (words)(item_s1h);
    const words t56 = item_s1h_2 * lane_2 + zero_2 + carry_17;
    const words item_s0_2 = (words)(item_s0);
    words t57;
    masks carry_19;
    add_carry_vectors(item_s0_2, t55, (masks)(0), &t57, &carry_19);
    const words item_s0h_2 = (words)(item_s0h);
    const words t58 = item_s0h_2 + t56 - as_words(carry_19);
    const words item_s2_2 = (words)(item_s2);
    words t61, carry_21;
    mul_add_vectors(item_s2_2, lane_choose_2, zero_2, zero_2, &t61, &carry_21);
    const words item_s2h_2 = (words)(item_s2h);
    const words t62 = item_s2h_2 * lane_choose_2 + zero_2 + carry_21;
    words t63;
    masks carry_23;
    add_carry_vectors(t57, t61, (masks)(0), &t63, &carry_23);
    const words t64 = t58 + t62 - as_words(carry_23);
    words s0 = t63;
    words s0h = t64;
    word t67, carry_25;
    mul_add(item_s1, 16UL, 0UL, 0UL, &t67, &carry_25);
    const word t68 = item_s1h * 16UL + carry_25;
    const words item_s2_3 = (words)(item_s2);
    words t71, carry_27;
    mul_add_vectors(item_s2_3, stride1_2, zero_2, zero_2, &t71, &carry_27);
    const words item_s2h_3 = (words)(item_s2h);
    const words t72 = item_s2h_3 * stride1_2 + zero_2 + carry_27;
    const words t73 = (words)(t67);
    words t74;
    masks carry_29;
    add_carry_vectors(t73, t71, (masks)(0), &t74, &carry_29);
    const words t75 = (words)(t68);
    const words t76 = t75 + t72 - as_words(carry_29);
    words s1 = t74;
    words s1h = t76;
    word s2, carry_31;
    mul_add(item_s2, 256UL, 0UL, 0UL, &s2, &carry_31);
    const word s2h = item_s2h * 256UL + carry_31;
    // index of the first part of each lane
    const word t79 = item * 2048UL;
    const words t80 = (words)(t79);
    const words t81 = t80 + lane_2;
    words part = t81;
    for (uint step = 0; step < 128; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const words falling = zero_2 - s0h;
        const words t82 = falling >> 12;
        const numbers a = to_number_vectors(t82);
        const words t83 = g0 >> 12;
        const numbers b = to_number_vectors(t83);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const masks positive = a >= one;
        const masks t84 = all_2 & positive;
        numbers p = a;
        numbers q = full;
        numbers u = zero_14;
        numbers v = one;
        numbers d = b;
        masks active = t84;
        // at most 131073 rounds
        for (;;) {
            // reduce q by k·p, the quotient or less: u += k·v
            const numbers inverse = recip_below_vectors(p);
            const numbers t85 = q * inverse;
            const numbers t86 = trunc_vectors(t85);
            const numbers t87 = fma(-t86, p, q);
            const masks t88 = t87 >= p;
            const numbers t89 = t86 + one;
            const numbers t90 = t87 - p;
            const numbers k = t88 ? t89 : t86;
            const numbers rest = t88 ? t90 : t87;
            const numbers u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const numbers t91 = d * inverse;
            const numbers t92 = trunc_vectors(t91);
            const numbers t93 = fma(-t92, p, d);
            const masks t94 = t93 >= p;
            const numbers t96 = t93 - p;
            const numbers rest_2 = t94 ? t96 : t93;
            numbers rest_3 = rest_2;
            const masks t97 = rest_3 >= p;
            const masks t98 = t97 & active;
            if (any_lane(t98)) {
                // rare: the estimate left more than one y
                const numbers t99 = d / p;
                const numbers t100 = trunc_vectors(t99);
                const numbers t101 = fma(-t100, p, d);
                const masks t104 = t101 < zero_14;
                const numbers t108 = t101 + p;
                const numbers t110 = t104 ? t108 : t101;
                const numbers t111 = t98 ? t110 : rest_3;
                rest_3 = t111;
            }
            numbers d_new = rest_3;
            // lanes that have their N points with this step
            const numbers t112 = u_new + v;
            const masks t113 = t112 >= n;
            const masks last = t113 & active;
            if (any_lane(last)) {
                // last step of some lane: stop at the first multiple that reaches N points
                const numbers t114 = u + v;
                const numbers missing = n - t114;
                const numbers t115 = missing / v;
                const numbers t116 = trunc_vectors(t115);
                const numbers t117 = t116 + one;
                const numbers taken = t117 < k ? t117 : k;
                const numbers t118 = d / p;
                const numbers t119 = trunc_vectors(t118);
                const numbers t120 = t119 < taken ? t119 : taken;
                const numbers t121 = fma(-t120, p, d);
                const masks t124 = t121 < zero_14;
                const numbers t128 = t121 + p;
                const numbers t130 = t124 ? t128 : t121;
                const numbers t131 = last ? t130 : d_new;
                d_new = t131;
            }
            // take the step; who has N points, or q = 0, is done
            const numbers t132 = active ? d_new : d;
            d = t132;
            q = rest;
            u = u_new;
            const masks t133 = active & ~last;
            const masks t134 = q >= one;
            const masks t135 = t133 & t134;
            active = t135;
            if (!any_lane(active)) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const numbers inverse_2 = recip_below_vectors(q);
            const numbers t136 = p * inverse_2;
            const numbers t137 = trunc_vectors(t136);
            const numbers t138 = fma(-t137, q, p);
            const masks t139 = t138 >= q;
            const numbers t140 = t137 + one;
            const numbers t141 = t138 - q;
            const numbers k_3 = t139 ? t140 : t137;
            const numbers rest_4 = t139 ? t141 : t138;
            const numbers v_new = fma(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t142 = d >= rest_4;
            const masks beyond = t142 & active;
            const numbers past = d - rest_4;
            const numbers t143 = past * inverse_2;
            const numbers t144 = trunc_vectors(t143);
            const numbers t145 = fma(-t144, q, past);
            const masks t146 = t145 >= q;
            const numbers t148 = t145 - q;
            const numbers rest_5 = t146 ? t148 : t145;
            numbers rest_6 = rest_5;
            const masks t149 = rest_6 >= q;
            const masks t150 = t149 & beyond;
            if (any_lane(t150)) {
                // rare: the estimate left more than one y
                const numbers t151 = past / q;
                const numbers t152 = trunc_vectors(t151);
                const numbers t153 = fma(-t152, q, past);
                const masks t156 = t153 < zero_14;
                const numbers t160 = t153 + q;
                const numbers t162 = t156 ? t160 : t153;
                const numbers t163 = t150 ? t162 : rest_6;
                rest_6 = t163;
            }
            // elsewhere d stays
            const numbers t164 = beyond ? rest_6 : d;
            numbers d_new_2 = t164;
            // lanes that have their N points with this step
            const numbers t165 = u + v_new;
            const masks t166 = t165 >= n;
            const masks last_2 = t166 & active;
            if (any_lane(last_2)) {
                // last step of some lane: stop at the first multiple that reaches N points
                const numbers t167 = u + v;
                const numbers missing_2 = n - t167;
                const numbers t168 = missing_2 / u;
                const numbers t169 = trunc_vectors(t168);
                const numbers t170 = t169 + one;
                const numbers taken_2 = t170 < k_3 ? t170 : k_3;
                const numbers t171 = fma(-taken_2, q, p);
                const numbers t172 = d - t171;
                const masks t173 = d >= t171;
                const masks t174 = t173 & last_2;
                const numbers t175 = t172 / q;
                const numbers t176 = trunc_vectors(t175);
                const numbers t177 = t176 < taken_2 ? t176 : taken_2;
                const numbers t178 = fma(-t177, q, t172);
                const masks t181 = t178 < zero_14;
                const numbers t185 = t178 + q;
                const numbers t187 = t181 ? t185 : t178;
                const numbers t188 = t174 ? t187 : d;
                const numbers t189 = last_2 ? t188 : d_new_2;
                d_new_2 = t189;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const masks t190 = active & ~last_2;
            const masks t191 = p >= one;
            const masks t192 = t190 & t191;
            active = t192;
            if (!any_lane(active)) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const masks excluded = d >= threshold;
        const masks survives = all_2 & ~excluded;
        if (any_lane(survives)) {
            // report the parts that survive
            report0(at, survives, part);
        }
        // step the tables to the next part of each lane
        const words t193 = g0 + g1;
        g0 = t193;
        const words t194 = g1 + g2;
        g1 = t194;
        const words g3_2 = (words)(g3);
        const words t195 = g2 + g3_2;
        g2 = t195;
        words t196;
        masks carry_33;
        add_carry_vectors(s0, s1, (masks)(0), &t196, &carry_33);
        const words t197 = s0h + s1h - as_words(carry_33);
        s0 = t196;
        s0h = t197;
        const words s2_2 = (words)(s2);
        words t198;
        masks carry_35;
        add_carry_vectors(s1, s2_2, (masks)(0), &t198, &carry_35);
        const words s2h_2 = (words)(s2h);
        const words t199 = s1h + s2h_2 - as_words(carry_35);
        s1 = t198;
        s1h = t199;
        const words t200 = part + width_2;
        part = t200;
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
        const word block = items[at_item] / 64UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage0(at, items[at_item] % 64UL);
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

// Tests one item, 2^17 consecutive inputs in 32 parts of L = 2^12, part by part, and writes the
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
// - `item`: index of the item in the block, 0 … 131,071; the item is the inputs t = item·2^17 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
//   is the 2^12 inputs from t = index·2^12.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^12, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
//    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
//    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
//    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
//    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
//    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x1b8000·2^-52 = 2^-31.22 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - per vector: 30 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds, 12
//   mask operations, 4 minima, 8 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - shared by all lanes: 2 adds, 24 loads, 4 multiplies, 4 shifts, 18 wide multiplies
static inline void stage1(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 23 * blocks;
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
    const numbers n = (numbers)(4096.0);
    const numbers threshold = (numbers)(1802240.0);
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
    const word t22 = item_s0h << 12;
    const word t23 = item_s0 >> 52;
    const word t24 = t22 + t23;
    const word t26 = item_s1h << 12;
    const word t27 = item_s1 >> 52;
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
        // at most 4097 rounds
        for (;;) {
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
            if (any_lane(last)) {
                // last step of some lane: stop at the first multiple that reaches N points
                const numbers t78 = u + v;
                const numbers missing = n - t78;
                const numbers t79 = missing / v;
                const numbers t80 = trunc_vectors(t79);
                const numbers t81 = t80 + one;
                const numbers taken = t81 < k ? t81 : k;
                const numbers t82 = d / p;
                const numbers t83 = trunc_vectors(t82);
                const numbers t84 = t83 < taken ? t83 : taken;
                const numbers t85 = fma(-t84, p, d);
                const masks t88 = t85 < zero_3;
                const numbers t92 = t85 + p;
                const numbers t94 = t88 ? t92 : t85;
                const numbers t95 = last ? t94 : d_new;
                d_new = t95;
            }
            // take the step; who has N points, or q = 0, is done
            const numbers t96 = active ? d_new : d;
            d = t96;
            q = rest;
            u = u_new;
            const masks t97 = active & ~last;
            const masks t98 = q >= one;
            const masks t99 = t97 & t98;
            active = t99;
            if (!any_lane(active)) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const numbers inverse_2 = recip_below_vectors(q);
            const numbers t100 = p * inverse_2;
            const numbers t101 = trunc_vectors(t100);
            const numbers t102 = fma(-t101, q, p);
            const masks t103 = t102 >= q;
            const numbers t104 = t101 + one;
            const numbers t105 = t102 - q;
            const numbers k_3 = t103 ? t104 : t101;
            const numbers rest_4 = t103 ? t105 : t102;
            const numbers v_new = fma(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t106 = d >= rest_4;
            const masks beyond = t106 & active;
            const numbers past = d - rest_4;
            const numbers t107 = past * inverse_2;
            const numbers t108 = trunc_vectors(t107);
            const numbers t109 = fma(-t108, q, past);
            const masks t110 = t109 >= q;
            const numbers t112 = t109 - q;
            const numbers rest_5 = t110 ? t112 : t109;
            numbers rest_6 = rest_5;
            const masks t113 = rest_6 >= q;
            const masks t114 = t113 & beyond;
            if (any_lane(t114)) {
                // rare: the estimate left more than one y
                const numbers t115 = past / q;
                const numbers t116 = trunc_vectors(t115);
                const numbers t117 = fma(-t116, q, past);
                const masks t120 = t117 < zero_3;
                const numbers t124 = t117 + q;
                const numbers t126 = t120 ? t124 : t117;
                const numbers t127 = t114 ? t126 : rest_6;
                rest_6 = t127;
            }
            // elsewhere d stays
            const numbers t128 = beyond ? rest_6 : d;
            numbers d_new_2 = t128;
            // lanes that have their N points with this step
            const numbers t129 = u + v_new;
            const masks t130 = t129 >= n;
            const masks last_2 = t130 & active;
            if (any_lane(last_2)) {
                // last step of some lane: stop at the first multiple that reaches N points
                const numbers t131 = u + v;
                const numbers missing_2 = n - t131;
                const numbers t132 = missing_2 / u;
                const numbers t133 = trunc_vectors(t132);
                const numbers t134 = t133 + one;
                const numbers taken_2 = t134 < k_3 ? t134 : k_3;
                const numbers t135 = fma(-taken_2, q, p);
                const numbers t136 = d - t135;
                const masks t137 = d >= t135;
                const masks t138 = t137 & last_2;
                const numbers t139 = t136 / q;
                const numbers t140 = trunc_vectors(t139);
                const numbers t141 = t140 < taken_2 ? t140 : taken_2;
                const numbers t142 = fma(-t141, q, t136);
                const masks t145 = t142 < zero_3;
                const numbers t149 = t142 + q;
                const numbers t151 = t145 ? t149 : t142;
                const numbers t152 = t138 ? t151 : d;
                const numbers t153 = last_2 ? t152 : d_new_2;
                d_new_2 = t153;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const masks t154 = active & ~last_2;
            const masks t155 = p >= one;
            const masks t156 = t154 & t155;
            active = t156;
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
        const words t157 = g0 + g1;
        g0 = t157;
        const words g2_2 = (words)(g2);
        const words t158 = g1 + g2_2;
        g1 = t158;
        const words s1_2 = (words)(s1);
        const words t159 = s0 + s1_2;
        s0 = t159;
        const words t160 = part + width_2;
        part = t160;
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

// Tests one item, 2^12 consecutive inputs in 32 parts of L = 2^7, part by part, and writes the
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
// - `item`: index of the item in the block, 0 … 4,194,303; the item is the inputs t = item·2^12 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
//   is the 2^7 inputs from t = index·2^7.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^7, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
//    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
//    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
//    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
//    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
//    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x108000·2^-52 = 2^-31.96 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - per vector: 30 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds, 12
//   mask operations, 4 minima, 8 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - shared by all lanes: 2 adds, 29 loads, 4 multiplies, 4 shifts, 22 wide multiplies
static inline void stage2(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 47 * blocks;
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
    const numbers n = (numbers)(128.0);
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
    const word t25 = item_s0h << 7;
    const word t26 = item_s0 >> 57;
    const word t27 = t25 + t26;
    const word t29 = item_s1h << 7;
    const word t30 = item_s1 >> 57;
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
        // at most 129 rounds
        for (;;) {
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
            if (any_lane(last)) {
                // last step of some lane: stop at the first multiple that reaches N points
                const numbers t81 = u + v;
                const numbers missing = n - t81;
                const numbers t82 = missing / v;
                const numbers t83 = trunc_vectors(t82);
                const numbers t84 = t83 + one;
                const numbers taken = t84 < k ? t84 : k;
                const numbers t85 = d / p;
                const numbers t86 = trunc_vectors(t85);
                const numbers t87 = t86 < taken ? t86 : taken;
                const numbers t88 = fma(-t87, p, d);
                const masks t91 = t88 < zero_3;
                const numbers t95 = t88 + p;
                const numbers t97 = t91 ? t95 : t88;
                const numbers t98 = last ? t97 : d_new;
                d_new = t98;
            }
            // take the step; who has N points, or q = 0, is done
            const numbers t99 = active ? d_new : d;
            d = t99;
            q = rest;
            u = u_new;
            const masks t100 = active & ~last;
            const masks t101 = q >= one;
            const masks t102 = t100 & t101;
            active = t102;
            if (!any_lane(active)) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const numbers inverse_2 = recip_below_vectors(q);
            const numbers t103 = p * inverse_2;
            const numbers t104 = trunc_vectors(t103);
            const numbers t105 = fma(-t104, q, p);
            const masks t106 = t105 >= q;
            const numbers t107 = t104 + one;
            const numbers t108 = t105 - q;
            const numbers k_3 = t106 ? t107 : t104;
            const numbers rest_4 = t106 ? t108 : t105;
            const numbers v_new = fma(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t109 = d >= rest_4;
            const masks beyond = t109 & active;
            const numbers past = d - rest_4;
            const numbers t110 = past * inverse_2;
            const numbers t111 = trunc_vectors(t110);
            const numbers t112 = fma(-t111, q, past);
            const masks t113 = t112 >= q;
            const numbers t115 = t112 - q;
            const numbers rest_5 = t113 ? t115 : t112;
            numbers rest_6 = rest_5;
            const masks t116 = rest_6 >= q;
            const masks t117 = t116 & beyond;
            if (any_lane(t117)) {
                // rare: the estimate left more than one y
                const numbers t118 = past / q;
                const numbers t119 = trunc_vectors(t118);
                const numbers t120 = fma(-t119, q, past);
                const masks t123 = t120 < zero_3;
                const numbers t127 = t120 + q;
                const numbers t129 = t123 ? t127 : t120;
                const numbers t130 = t117 ? t129 : rest_6;
                rest_6 = t130;
            }
            // elsewhere d stays
            const numbers t131 = beyond ? rest_6 : d;
            numbers d_new_2 = t131;
            // lanes that have their N points with this step
            const numbers t132 = u + v_new;
            const masks t133 = t132 >= n;
            const masks last_2 = t133 & active;
            if (any_lane(last_2)) {
                // last step of some lane: stop at the first multiple that reaches N points
                const numbers t134 = u + v;
                const numbers missing_2 = n - t134;
                const numbers t135 = missing_2 / u;
                const numbers t136 = trunc_vectors(t135);
                const numbers t137 = t136 + one;
                const numbers taken_2 = t137 < k_3 ? t137 : k_3;
                const numbers t138 = fma(-taken_2, q, p);
                const numbers t139 = d - t138;
                const masks t140 = d >= t138;
                const masks t141 = t140 & last_2;
                const numbers t142 = t139 / q;
                const numbers t143 = trunc_vectors(t142);
                const numbers t144 = t143 < taken_2 ? t143 : taken_2;
                const numbers t145 = fma(-t144, q, t139);
                const masks t148 = t145 < zero_3;
                const numbers t152 = t145 + q;
                const numbers t154 = t148 ? t152 : t145;
                const numbers t155 = t141 ? t154 : d;
                const numbers t156 = last_2 ? t155 : d_new_2;
                d_new_2 = t156;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const masks t157 = active & ~last_2;
            const masks t158 = p >= one;
            const masks t159 = t157 & t158;
            active = t159;
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
        const words t160 = g0 + g1;
        g0 = t160;
        const words g2_2 = (words)(g2);
        const words t161 = g1 + g2_2;
        g1 = t161;
        const words s1_2 = (words)(s1);
        const words t162 = s0 + s1_2;
        s0 = t162;
        const words t163 = part + width_2;
        part = t163;
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
                at.survivors[place] = at.block * 17179869184UL + parts[lane];
            }
            ++place;
        }
    }
}

// Walks one item, 2^7 consecutive inputs, and writes those that may be HR-cases: a part is one
// input (L = 1), and there are 128.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..15]`: P + ε'' at the first input, as a polynomial of degree 4 in the item index, the
//   highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[15..23]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
//   degree 3 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `item`: index of the item in the block, 0 … 134,217,727; the item is the inputs t = item·2^7 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·128 + j and
//   is the input from t = index·1.
//
// Postcondition: every input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 1 difference of 1 word (64 fraction bits).
// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x108000000·2^-64 = 2^-31.96: that is |P(t)
//    cmod 1| < ε''.
//
// Operations in the text below, each loop body once:
// - per vector: 4 adds, 1 comparisons, 1 multiplies
// - shared by all lanes: 23 loads, 2 multiplies, 18 wide multiplies
static inline void stage3(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 76 * blocks;
    const words lane_2 = (words)(
        0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL,
        8UL, 9UL, 10UL, 11UL, 12UL, 13UL, 14UL, 15UL);
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
    // value difference g1 at this item: degree 3, 128 fraction bits
    word t14, carry_13;
    mul_add(seed[15 * blocks], item, seed[17 * blocks], 0UL, &t14, &carry_13);
    const word t15 = seed[16 * blocks] * item + seed[18 * blocks] + carry_13;
    word t17, carry_15;
    mul_add(t14, item, seed[19 * blocks], 0UL, &t17, &carry_15);
    const word t18 = t15 * item + seed[20 * blocks] + carry_15;
    word item_g1, carry_17;
    mul_add(t17, item, seed[21 * blocks], 0UL, &item_g1, &carry_17);
    const word item_g1h = t18 * item + seed[22 * blocks] + carry_17;
    const words item_g1h_2 = (words)(item_g1h);
    const words t20 = item_g1h_2 * lane_2;
    const words item_g0hh_2 = (words)(item_g0hh);
    const words t21 = item_g0hh_2 + t20;
    words g0 = t21;
    const word g1 = item_g1h * 16UL;
    // index of the first part of each lane
    const word t22 = item * 128UL;
    const words t23 = (words)(t22);
    const words t24 = t23 + lane_2;
    words part = t24;
    for (uint step = 0; step < 8; ++step) {
        // an input survives where its value is below 2ε''
        const masks survives = g0 < threshold;
        if (any_lane(survives)) {
            // report the parts that survive
            report3(at, survives, part);
        }
        // step the tables to the next part of each lane
        const words g1_2 = (words)(g1);
        const words t25 = g0 + g1_2;
        g0 = t25;
        const words t26 = part + width_2;
        part = t26;
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
