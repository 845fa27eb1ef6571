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

// An estimate of 1/a from below for 1 <= a <= 2^64, infinity for 0. Single-precision
// conversion and division are within 0.5 and 2.5 units in the last place by the standard, together
// within 2^-21; so the result lies between (1 - 2^-15)/a and (1 - 2^-17)/a.
static inline double recip_below(const double a)
{
    return (double)(1.0f / (float)a) * (1.0 - 1.0 / 65536.0);
}

// The number of a word below 2^52: put into the fraction of 2^52, which is then taken away.
static inline double to_number(const word a)
{
    return as_double(a | 0x4330000000000000UL) - 4503599627370496.0;
}

// How many bits are set.
static inline uint bits_set(const word a)
{
    return (uint)popcount(a);
}

// Index of the lowest bit that is set.
static inline word lowest_bit(const word a)
{
    return 63 - clz(a & (~a + 1));
}

// s = a + b modulo 2^128: 2 words of 64 bits, least word first.
static inline void add_words2(
    word a0, word a1,
    word b0, word b1,
    word *s0, word *s1)
{
    word sum = a0 + b0;
    word carry = sum < a0;
    *s0 = sum;
    sum = a1 + b1;
    *s1 = sum + carry;
}

// How many of the group's survivors come before the thread's `own`, and how many there are in all:
// a prefix sum over the group.
static inline uint places(
    __local uint *sums, const uint thread, const uint own, uint *total)
{
    sums[thread] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = 1; reach < 128u; reach *= 2) {
        const uint left = thread >= reach ? sums[thread - reach] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[thread] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *total = sums[127];
    return sums[thread] - own;
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
// - of each thread: 32 adds, 10 carries, 18 comparisons, 12 conversions, 6 divisions, 11 fused
//   multiply-adds, 12 mask operations, 4 minima, 10 multiplies, 2 reciprocal estimates, 18 selects,
//   2 shifts, 6 wide multiplies
// - the same in all threads of an item: 3 adds, 23 loads, 4 multiplies, 7 shifts, 20 wide
//   multiplies
__constant word stage0_lane_choose_2[32] = {
    0UL, 0UL, 1UL, 3UL, 6UL, 10UL, 15UL, 21UL,
    28UL, 36UL, 45UL, 55UL, 66UL, 78UL, 91UL, 105UL,
    120UL, 136UL, 153UL, 171UL, 190UL, 210UL, 231UL, 253UL,
    276UL, 300UL, 325UL, 351UL, 378UL, 406UL, 435UL, 465UL,
};
__constant word stage0_lane_choose_3[32] = {
    0UL, 0UL, 0UL, 1UL, 4UL, 10UL, 20UL, 35UL,
    56UL, 84UL, 120UL, 165UL, 220UL, 286UL, 364UL, 455UL,
    560UL, 680UL, 816UL, 969UL, 1140UL, 1330UL, 1540UL, 1771UL,
    2024UL, 2300UL, 2600UL, 2925UL, 3276UL, 3654UL, 4060UL, 4495UL,
};
__constant word stage0_stride1_2[32] = {
    496UL, 528UL, 560UL, 592UL, 624UL, 656UL, 688UL, 720UL,
    752UL, 784UL, 816UL, 848UL, 880UL, 912UL, 944UL, 976UL,
    1008UL, 1040UL, 1072UL, 1104UL, 1136UL, 1168UL, 1200UL, 1232UL,
    1264UL, 1296UL, 1328UL, 1360UL, 1392UL, 1424UL, 1456UL, 1488UL,
};
__constant word stage0_stride1_3[32] = {
    4960UL, 5456UL, 5984UL, 6544UL, 7136UL, 7760UL, 8416UL, 9104UL,
    9824UL, 10576UL, 11360UL, 12176UL, 13024UL, 13904UL, 14816UL, 15760UL,
    16736UL, 17744UL, 18784UL, 19856UL, 20960UL, 22096UL, 23264UL, 24464UL,
    25696UL, 26960UL, 28256UL, 29584UL, 30944UL, 32336UL, 33760UL, 35216UL,
};
__constant word stage0_stride2_3[32] = {
    31744UL, 32768UL, 33792UL, 34816UL, 35840UL, 36864UL, 37888UL, 38912UL,
    39936UL, 40960UL, 41984UL, 43008UL, 44032UL, 45056UL, 46080UL, 47104UL,
    48128UL, 49152UL, 50176UL, 51200UL, 52224UL, 53248UL, 54272UL, 55296UL,
    56320UL, 57344UL, 58368UL, 59392UL, 60416UL, 61440UL, 62464UL, 63488UL,
};
static inline void stage0(
    const batch at, const word item, const uint lane, word *kept_out, word *first_out)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds;
    const word lane_2 = lane;
    const word lane_choose_2 = stage0_lane_choose_2[lane];
    const word lane_choose_3 = stage0_lane_choose_3[lane];
    const word stride1_2 = stage0_stride1_2[lane];
    const word stride1_3 = stage0_stride1_3[lane];
    const word stride2_3 = stage0_stride2_3[lane];
    // value g0 at this item: degree 4, 64 fraction bits
    const word t1 = seed[0] * item + seed[blocks];
    const word t2 = t1 * item + seed[2 * blocks];
    const word t3 = t2 * item + seed[3 * blocks];
    const word item_g0 = t3 * item + seed[4 * blocks];
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t4, carry_5;
    mul_add(seed[5 * blocks], item, seed[7 * blocks], 0UL, &t4, &carry_5);
    const word t5 = seed[6 * blocks] * item + seed[8 * blocks] + carry_5;
    word t6, carry_7;
    mul_add(t4, item, seed[9 * blocks], 0UL, &t6, &carry_7);
    const word t7 = t5 * item + seed[10 * blocks] + carry_7;
    word item_s0, carry_9;
    mul_add(t6, item, seed[11 * blocks], 0UL, &item_s0, &carry_9);
    const word item_s0h = t7 * item + seed[12 * blocks] + carry_9;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t8, carry_11;
    mul_add(seed[13 * blocks], item, seed[15 * blocks], 0UL, &t8, &carry_11);
    const word t9 = seed[14 * blocks] * item + seed[16 * blocks] + carry_11;
    word item_s1, carry_13;
    mul_add(t8, item, seed[17 * blocks], 0UL, &item_s1, &carry_13);
    const word item_s1h = t9 * item + seed[18 * blocks] + carry_13;
    // slope difference s2 at this item: degree 1, 128 fraction bits
    word item_s2, carry_15;
    mul_add(seed[19 * blocks], item, seed[21 * blocks], 0UL, &item_s2, &carry_15);
    const word item_s2h = seed[20 * blocks] * item + seed[22 * blocks] + carry_15;
    // differences of the value: the slope's times the part's length
    const word t10 = item_s0h << 17;
    const word t11 = item_s0 >> 47;
    const word t12 = t10 + t11;
    const word t13 = item_s1h << 17;
    const word t14 = item_s1 >> 47;
    const word t15 = t13 + t14;
    const word t16 = item_s2h << 17;
    const word t17 = item_s2 >> 47;
    const word t18 = t16 + t17;
    // tables of the lanes, stride = number of lanes
    const word t19 = t12 * lane_2;
    const word t20 = item_g0 + t19;
    const word t21 = t15 * lane_choose_2;
    const word t22 = t20 + t21;
    const word t23 = t18 * lane_choose_3;
    const word t24 = t22 + t23;
    word g0 = t24;
    const word t25 = t12 * 32UL;
    const word t26 = t15 * stride1_2;
    const word t27 = t25 + t26;
    const word t28 = t18 * stride1_3;
    const word t29 = t27 + t28;
    word g1 = t29;
    const word t30 = t15 * 1024UL;
    const word t31 = t18 * stride2_3;
    const word t32 = t30 + t31;
    word g2 = t32;
    const word g3 = t18 * 32768UL;
    word t33, carry_17;
    mul_add(item_s1, lane_2, 0UL, 0UL, &t33, &carry_17);
    const word t34 = item_s1h * lane_2 + carry_17;
    word t35, t36;
    add_words2(item_s0, item_s0h, t33, t34, &t35, &t36);
    word t37, carry_21;
    mul_add(item_s2, lane_choose_2, 0UL, 0UL, &t37, &carry_21);
    const word t38 = item_s2h * lane_choose_2 + carry_21;
    word t39, t40;
    add_words2(t35, t36, t37, t38, &t39, &t40);
    word s0 = t39;
    word s0h = t40;
    word t41, carry_25;
    mul_add(item_s1, 32UL, 0UL, 0UL, &t41, &carry_25);
    const word t42 = item_s1h * 32UL + carry_25;
    word t43, carry_27;
    mul_add(item_s2, stride1_2, 0UL, 0UL, &t43, &carry_27);
    const word t44 = item_s2h * stride1_2 + carry_27;
    word t45, t46;
    add_words2(t41, t42, t43, t44, &t45, &t46);
    word s1 = t45;
    word s1h = t46;
    word s2, carry_31;
    mul_add(item_s2, 1024UL, 0UL, 0UL, &s2, &carry_31);
    const word s2h = item_s2h * 1024UL + carry_31;
    // index of the first part of each lane
    const word t47 = item * 2048UL;
    const word first = t47 + lane_2;
    word kept = 0UL;
    word bit = 1UL;
    for (uint step = 0; step < 64; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0UL - s0h;
        const word t48 = falling >> 12;
        const double a = to_number(t48);
        const word t49 = g0 >> 12;
        const double b = to_number(t49);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const bool positive = a >= 1.0;
        double p = a;
        double q = 4503599627370496.0;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // at most 131073 rounds
        for (;;) {
            // reduce q by k·p, the quotient or less: u += k·v
            const double inverse = recip_below(p);
            const double t50 = q * inverse;
            const double t51 = trunc(t50);
            const double t52 = fma(-t51, p, q);
            const bool t53 = t52 >= p;
            const double t54 = t51 + 1.0;
            const double t55 = t52 - p;
            const double k = t53 ? t54 : t51;
            const double rest = t53 ? t55 : t52;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t56 = d * inverse;
            const double t57 = trunc(t56);
            const double t58 = fma(-t57, p, d);
            const bool t59 = t58 >= p;
            const double t60 = t58 - p;
            const double rest_2 = t59 ? t60 : t58;
            double rest_3 = rest_2;
            const bool t61 = rest_3 >= p;
            const bool t62 = t61 && active;
            if (t62) {
                // rare: the estimate left more than one y
                const double t63 = d / p;
                const double t64 = trunc(t63);
                const double t65 = fma(-t64, p, d);
                const bool t66 = t65 < 0.0;
                const double t67 = t65 + p;
                const double t68 = t66 ? t67 : t65;
                const double t69 = t62 ? t68 : rest_3;
                rest_3 = t69;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t70 = u_new + v;
            const bool t71 = t70 >= 131072.0;
            const bool last = t71 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t72 = u + v;
                const double missing = 131072.0 - t72;
                const double t73 = missing / v;
                const double t74 = trunc(t73);
                const double t75 = t74 + 1.0;
                const double taken = t75 < k ? t75 : k;
                const double t76 = d / p;
                const double t77 = trunc(t76);
                const double t78 = t77 < taken ? t77 : taken;
                const double t79 = fma(-t78, p, d);
                const bool t80 = t79 < 0.0;
                const double t81 = t79 + p;
                const double t82 = t80 ? t81 : t79;
                const double t83 = last ? t82 : d_new;
                d_new = t83;
            }
            // take the step; who has N points, or q = 0, is done
            const double t84 = active ? d_new : d;
            d = t84;
            q = rest;
            u = u_new;
            const bool t85 = active && !last;
            const bool t86 = q >= 1.0;
            const bool t87 = t85 && t86;
            active = t87;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t88 = p * inverse_2;
            const double t89 = trunc(t88);
            const double t90 = fma(-t89, q, p);
            const bool t91 = t90 >= q;
            const double t92 = t89 + 1.0;
            const double t93 = t90 - q;
            const double k_2 = t91 ? t92 : t89;
            const double rest_4 = t91 ? t93 : t90;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t94 = d >= rest_4;
            const bool beyond = t94 && active;
            const double past = d - rest_4;
            const double t95 = past * inverse_2;
            const double t96 = trunc(t95);
            const double t97 = fma(-t96, q, past);
            const bool t98 = t97 >= q;
            const double t99 = t97 - q;
            const double rest_5 = t98 ? t99 : t97;
            double rest_6 = rest_5;
            const bool t100 = rest_6 >= q;
            const bool t101 = t100 && beyond;
            if (t101) {
                // rare: the estimate left more than one y
                const double t102 = past / q;
                const double t103 = trunc(t102);
                const double t104 = fma(-t103, q, past);
                const bool t105 = t104 < 0.0;
                const double t106 = t104 + q;
                const double t107 = t105 ? t106 : t104;
                const double t108 = t101 ? t107 : rest_6;
                rest_6 = t108;
            }
            // elsewhere d stays
            const double t109 = beyond ? rest_6 : d;
            double d_new_2 = t109;
            // lanes that have their N points with this step
            const double t110 = u + v_new;
            const bool t111 = t110 >= 131072.0;
            const bool last_2 = t111 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t112 = u + v;
                const double missing_2 = 131072.0 - t112;
                const double t113 = missing_2 / u;
                const double t114 = trunc(t113);
                const double t115 = t114 + 1.0;
                const double taken_2 = t115 < k_2 ? t115 : k_2;
                const double t116 = fma(-taken_2, q, p);
                const double t117 = d - t116;
                const bool t118 = d >= t116;
                const bool t119 = t118 && last_2;
                const double t120 = t117 / q;
                const double t121 = trunc(t120);
                const double t122 = t121 < taken_2 ? t121 : taken_2;
                const double t123 = fma(-t122, q, t117);
                const bool t124 = t123 < 0.0;
                const double t125 = t123 + q;
                const double t126 = t124 ? t125 : t123;
                const double t127 = t119 ? t126 : d;
                const double t128 = last_2 ? t127 : d_new_2;
                d_new_2 = t128;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t129 = active && !last_2;
            const bool t130 = p >= 1.0;
            const bool t131 = t129 && t130;
            active = t131;
            if (!active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const bool excluded = d >= 738197504.0;
        const bool survives = !excluded;
        // note the parts that survive
        const word t132 = kept + bit;
        const word t133 = survives ? t132 : kept;
        kept = t133;
        // step the tables to the next part of each lane
        const word t134 = g0 + g1;
        g0 = t134;
        const word t135 = g1 + g2;
        g1 = t135;
        const word t136 = g2 + g3;
        g2 = t136;
        word t137, t138;
        add_words2(s0, s0h, s1, s1h, &t137, &t138);
        s0 = t137;
        s0h = t138;
        word t139, t140;
        add_words2(s1, s1h, s2, s2h, &t139, &t140);
        s1 = t139;
        s1h = t140;
        const word t141 = bit << 1;
        bit = t141;
    }
    // report the parts that have survived
    *kept_out = kept;
    *first_out = first;
}

// Stage 0: 32 threads share an item; survivors are many and are gathered by
// a prefix sum over the group.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void run_stage0(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    __local uint sums[128];
    __local uint start;
    const uint thread = (uint)get_local_id(0);
    const uint count = counts[0] < item_capacity ? counts[0] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 4u;
    uint first_item = (uint)get_group_id(0) * 4u;
    // The same number of rounds for all threads of the group, since they wait for each other.
    for (; first_item < count; first_item += stride) {
        const uint at_item = first_item + thread / 32u;
        word kept = 0;
        word first = 0;
        if (at_item < count) {
            const word block = items[at_item] / 64UL;
            const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
            stage0(at, items[at_item] % 64UL, thread % 32u, &kept, &first);
            first += block * 131072UL;
        }
        uint total;
        const uint before = places(sums, thread, bits_set(kept), &total);
        if (thread == 0) {
            start = atomic_add(&counts[1], total);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        // A bit a step, the lowest first.
        for (uint place = start + before; kept != 0; ++place) {
            if (place < survivor_capacity) {
                survivors[place] = first + lowest_bit(kept) * 32UL;
            }
            kept &= kept - 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Gives a survivor of stage 1 the next place.
static inline void report1(const batch at, const word part)
{
    const uint place = atomic_add(&at.counts[2], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 4194304UL + part;
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
// - of each thread: 30 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds,
//   12 mask operations, 4 minima, 8 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - the same in all threads of an item: 2 adds, 24 loads, 4 multiplies, 4 shifts, 18 wide
//   multiplies
__constant word stage1_lane_choose_2[4] = {
    0UL, 0UL, 1UL, 3UL,
};
__constant word stage1_stride1_2[4] = {
    6UL, 10UL, 14UL, 18UL,
};
static inline void stage1(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 23 * blocks;
    const word lane_2 = lane;
    const word lane_choose_2 = stage1_lane_choose_2[lane];
    const word stride1_2 = stage1_stride1_2[lane];
    // value g0 at this item: degree 4, 128 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[2 * blocks], 0UL, &t1, &carry);
    const word t2 = seed[blocks] * item + seed[3 * blocks] + carry;
    word t3, carry_3;
    mul_add(t1, item, seed[4 * blocks], 0UL, &t3, &carry_3);
    const word t4 = t2 * item + seed[5 * blocks] + carry_3;
    word t5, carry_5;
    mul_add(t3, item, seed[6 * blocks], 0UL, &t5, &carry_5);
    const word t6 = t4 * item + seed[7 * blocks] + carry_5;
    word item_g0, carry_7;
    mul_add(t5, item, seed[8 * blocks], 0UL, &item_g0, &carry_7);
    const word item_g0h = t6 * item + seed[9 * blocks] + carry_7;
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t7, carry_9;
    mul_add(seed[10 * blocks], item, seed[12 * blocks], 0UL, &t7, &carry_9);
    const word t8 = seed[11 * blocks] * item + seed[13 * blocks] + carry_9;
    word t9, carry_11;
    mul_add(t7, item, seed[14 * blocks], 0UL, &t9, &carry_11);
    const word t10 = t8 * item + seed[15 * blocks] + carry_11;
    word item_s0, carry_13;
    mul_add(t9, item, seed[16 * blocks], 0UL, &item_s0, &carry_13);
    const word item_s0h = t10 * item + seed[17 * blocks] + carry_13;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t11, carry_15;
    mul_add(seed[18 * blocks], item, seed[20 * blocks], 0UL, &t11, &carry_15);
    const word t12 = seed[19 * blocks] * item + seed[21 * blocks] + carry_15;
    word item_s1, carry_17;
    mul_add(t11, item, seed[22 * blocks], 0UL, &item_s1, &carry_17);
    const word item_s1h = t12 * item + seed[23 * blocks] + carry_17;
    // differences of the value: the slope's times the part's length
    const word t13 = item_s0h << 12;
    const word t14 = item_s0 >> 52;
    const word t15 = t13 + t14;
    const word t16 = item_s1h << 12;
    const word t17 = item_s1 >> 52;
    const word t18 = t16 + t17;
    // tables of the lanes, stride = number of lanes
    const word t19 = t15 * lane_2;
    const word t20 = item_g0h + t19;
    const word t21 = t18 * lane_choose_2;
    const word t22 = t20 + t21;
    word g0 = t22;
    const word t23 = t15 * 4UL;
    const word t24 = t18 * stride1_2;
    const word t25 = t23 + t24;
    word g1 = t25;
    const word g2 = t18 * 16UL;
    const word t26 = item_s1h * lane_2;
    const word t27 = item_s0h + t26;
    word s0 = t27;
    const word s1 = item_s1h * 4UL;
    // index of the first part of each lane
    const word t28 = item * 32UL;
    const word t29 = t28 + lane_2;
    word part = t29;
    for (uint step = 0; step < 8; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0UL - s0;
        const word t30 = falling >> 12;
        const double a = to_number(t30);
        const word t31 = g0 >> 12;
        const double b = to_number(t31);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const bool positive = a >= 1.0;
        double p = a;
        double q = 4503599627370496.0;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // at most 4097 rounds
        for (;;) {
            // reduce q by k·p, the quotient or less: u += k·v
            const double inverse = recip_below(p);
            const double t32 = q * inverse;
            const double t33 = trunc(t32);
            const double t34 = fma(-t33, p, q);
            const bool t35 = t34 >= p;
            const double t36 = t33 + 1.0;
            const double t37 = t34 - p;
            const double k = t35 ? t36 : t33;
            const double rest = t35 ? t37 : t34;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t38 = d * inverse;
            const double t39 = trunc(t38);
            const double t40 = fma(-t39, p, d);
            const bool t41 = t40 >= p;
            const double t42 = t40 - p;
            const double rest_2 = t41 ? t42 : t40;
            double rest_3 = rest_2;
            const bool t43 = rest_3 >= p;
            const bool t44 = t43 && active;
            if (t44) {
                // rare: the estimate left more than one y
                const double t45 = d / p;
                const double t46 = trunc(t45);
                const double t47 = fma(-t46, p, d);
                const bool t48 = t47 < 0.0;
                const double t49 = t47 + p;
                const double t50 = t48 ? t49 : t47;
                const double t51 = t44 ? t50 : rest_3;
                rest_3 = t51;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t52 = u_new + v;
            const bool t53 = t52 >= 4096.0;
            const bool last = t53 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t54 = u + v;
                const double missing = 4096.0 - t54;
                const double t55 = missing / v;
                const double t56 = trunc(t55);
                const double t57 = t56 + 1.0;
                const double taken = t57 < k ? t57 : k;
                const double t58 = d / p;
                const double t59 = trunc(t58);
                const double t60 = t59 < taken ? t59 : taken;
                const double t61 = fma(-t60, p, d);
                const bool t62 = t61 < 0.0;
                const double t63 = t61 + p;
                const double t64 = t62 ? t63 : t61;
                const double t65 = last ? t64 : d_new;
                d_new = t65;
            }
            // take the step; who has N points, or q = 0, is done
            const double t66 = active ? d_new : d;
            d = t66;
            q = rest;
            u = u_new;
            const bool t67 = active && !last;
            const bool t68 = q >= 1.0;
            const bool t69 = t67 && t68;
            active = t69;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t70 = p * inverse_2;
            const double t71 = trunc(t70);
            const double t72 = fma(-t71, q, p);
            const bool t73 = t72 >= q;
            const double t74 = t71 + 1.0;
            const double t75 = t72 - q;
            const double k_2 = t73 ? t74 : t71;
            const double rest_4 = t73 ? t75 : t72;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t76 = d >= rest_4;
            const bool beyond = t76 && active;
            const double past = d - rest_4;
            const double t77 = past * inverse_2;
            const double t78 = trunc(t77);
            const double t79 = fma(-t78, q, past);
            const bool t80 = t79 >= q;
            const double t81 = t79 - q;
            const double rest_5 = t80 ? t81 : t79;
            double rest_6 = rest_5;
            const bool t82 = rest_6 >= q;
            const bool t83 = t82 && beyond;
            if (t83) {
                // rare: the estimate left more than one y
                const double t84 = past / q;
                const double t85 = trunc(t84);
                const double t86 = fma(-t85, q, past);
                const bool t87 = t86 < 0.0;
                const double t88 = t86 + q;
                const double t89 = t87 ? t88 : t86;
                const double t90 = t83 ? t89 : rest_6;
                rest_6 = t90;
            }
            // elsewhere d stays
            const double t91 = beyond ? rest_6 : d;
            double d_new_2 = t91;
            // lanes that have their N points with this step
            const double t92 = u + v_new;
            const bool t93 = t92 >= 4096.0;
            const bool last_2 = t93 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t94 = u + v;
                const double missing_2 = 4096.0 - t94;
                const double t95 = missing_2 / u;
                const double t96 = trunc(t95);
                const double t97 = t96 + 1.0;
                const double taken_2 = t97 < k_2 ? t97 : k_2;
                const double t98 = fma(-taken_2, q, p);
                const double t99 = d - t98;
                const bool t100 = d >= t98;
                const bool t101 = t100 && last_2;
                const double t102 = t99 / q;
                const double t103 = trunc(t102);
                const double t104 = t103 < taken_2 ? t103 : taken_2;
                const double t105 = fma(-t104, q, t99);
                const bool t106 = t105 < 0.0;
                const double t107 = t105 + q;
                const double t108 = t106 ? t107 : t105;
                const double t109 = t101 ? t108 : d;
                const double t110 = last_2 ? t109 : d_new_2;
                d_new_2 = t110;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t111 = active && !last_2;
            const bool t112 = p >= 1.0;
            const bool t113 = t111 && t112;
            active = t113;
            if (!active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const bool excluded = d >= 1802240.0;
        const bool survives = !excluded;
        if (survives) {
            // report the parts that survive
            report1(at, part);
        }
        // step the tables to the next part of each lane
        const word t114 = g0 + g1;
        g0 = t114;
        const word t115 = g1 + g2;
        g1 = t115;
        const word t116 = s0 + s1;
        s0 = t116;
        const word t117 = part + 4UL;
        part = t117;
    }
}

// Stage 1: 4 threads share an item; survivors are few and take a place each.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void run_stage1(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[1] < item_capacity ? counts[1] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 32u;
    uint at_item = (uint)get_group_id(0) * 32u + (uint)get_local_id(0) / 4u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 131072UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage1(at, items[at_item] % 131072UL, (uint)get_local_id(0) % 4u);
    }
}

// Gives a survivor of stage 2 the next place.
static inline void report2(const batch at, const word part)
{
    const uint place = atomic_add(&at.counts[3], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 134217728UL + part;
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
// - of each thread: 30 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds,
//   12 mask operations, 4 minima, 8 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - the same in all threads of an item: 2 adds, 29 loads, 4 multiplies, 4 shifts, 22 wide
//   multiplies
__constant word stage2_lane_choose_2[4] = {
    0UL, 0UL, 1UL, 3UL,
};
__constant word stage2_stride1_2[4] = {
    6UL, 10UL, 14UL, 18UL,
};
static inline void stage2(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 47 * blocks;
    const word lane_2 = lane;
    const word lane_choose_2 = stage2_lane_choose_2[lane];
    const word stride1_2 = stage2_stride1_2[lane];
    // value g0 at this item: degree 4, 192 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[3 * blocks], 0UL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[blocks], item, seed[4 * blocks], carry, &t2, &carry_2);
    const word t3 = seed[2 * blocks] * item + seed[5 * blocks] + carry_2;
    word t4, carry_4;
    mul_add(t1, item, seed[6 * blocks], 0UL, &t4, &carry_4);
    word t5, carry_5;
    mul_add(t2, item, seed[7 * blocks], carry_4, &t5, &carry_5);
    const word t6 = t3 * item + seed[8 * blocks] + carry_5;
    word t7, carry_7;
    mul_add(t4, item, seed[9 * blocks], 0UL, &t7, &carry_7);
    word t8, carry_8;
    mul_add(t5, item, seed[10 * blocks], carry_7, &t8, &carry_8);
    const word t9 = t6 * item + seed[11 * blocks] + carry_8;
    word item_g0, carry_10;
    mul_add(t7, item, seed[12 * blocks], 0UL, &item_g0, &carry_10);
    word item_g0h, carry_11;
    mul_add(t8, item, seed[13 * blocks], carry_10, &item_g0h, &carry_11);
    const word item_g0hh = t9 * item + seed[14 * blocks] + carry_11;
    // slope difference s0 at this item: degree 3, 128 fraction bits
    word t10, carry_13;
    mul_add(seed[15 * blocks], item, seed[17 * blocks], 0UL, &t10, &carry_13);
    const word t11 = seed[16 * blocks] * item + seed[18 * blocks] + carry_13;
    word t12, carry_15;
    mul_add(t10, item, seed[19 * blocks], 0UL, &t12, &carry_15);
    const word t13 = t11 * item + seed[20 * blocks] + carry_15;
    word item_s0, carry_17;
    mul_add(t12, item, seed[21 * blocks], 0UL, &item_s0, &carry_17);
    const word item_s0h = t13 * item + seed[22 * blocks] + carry_17;
    // slope difference s1 at this item: degree 2, 128 fraction bits
    word t14, carry_19;
    mul_add(seed[23 * blocks], item, seed[25 * blocks], 0UL, &t14, &carry_19);
    const word t15 = seed[24 * blocks] * item + seed[26 * blocks] + carry_19;
    word item_s1, carry_21;
    mul_add(t14, item, seed[27 * blocks], 0UL, &item_s1, &carry_21);
    const word item_s1h = t15 * item + seed[28 * blocks] + carry_21;
    // differences of the value: the slope's times the part's length
    const word t16 = item_s0h << 7;
    const word t17 = item_s0 >> 57;
    const word t18 = t16 + t17;
    const word t19 = item_s1h << 7;
    const word t20 = item_s1 >> 57;
    const word t21 = t19 + t20;
    // tables of the lanes, stride = number of lanes
    const word t22 = t18 * lane_2;
    const word t23 = item_g0hh + t22;
    const word t24 = t21 * lane_choose_2;
    const word t25 = t23 + t24;
    word g0 = t25;
    const word t26 = t18 * 4UL;
    const word t27 = t21 * stride1_2;
    const word t28 = t26 + t27;
    word g1 = t28;
    const word g2 = t21 * 16UL;
    const word t29 = item_s1h * lane_2;
    const word t30 = item_s0h + t29;
    word s0 = t30;
    const word s1 = item_s1h * 4UL;
    // index of the first part of each lane
    const word t31 = item * 32UL;
    const word t32 = t31 + lane_2;
    word part = t32;
    for (uint step = 0; step < 8; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0UL - s0;
        const word t33 = falling >> 12;
        const double a = to_number(t33);
        const word t34 = g0 >> 12;
        const double b = to_number(t34);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const bool positive = a >= 1.0;
        double p = a;
        double q = 4503599627370496.0;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // at most 129 rounds
        for (;;) {
            // reduce q by k·p, the quotient or less: u += k·v
            const double inverse = recip_below(p);
            const double t35 = q * inverse;
            const double t36 = trunc(t35);
            const double t37 = fma(-t36, p, q);
            const bool t38 = t37 >= p;
            const double t39 = t36 + 1.0;
            const double t40 = t37 - p;
            const double k = t38 ? t39 : t36;
            const double rest = t38 ? t40 : t37;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t41 = d * inverse;
            const double t42 = trunc(t41);
            const double t43 = fma(-t42, p, d);
            const bool t44 = t43 >= p;
            const double t45 = t43 - p;
            const double rest_2 = t44 ? t45 : t43;
            double rest_3 = rest_2;
            const bool t46 = rest_3 >= p;
            const bool t47 = t46 && active;
            if (t47) {
                // rare: the estimate left more than one y
                const double t48 = d / p;
                const double t49 = trunc(t48);
                const double t50 = fma(-t49, p, d);
                const bool t51 = t50 < 0.0;
                const double t52 = t50 + p;
                const double t53 = t51 ? t52 : t50;
                const double t54 = t47 ? t53 : rest_3;
                rest_3 = t54;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t55 = u_new + v;
            const bool t56 = t55 >= 128.0;
            const bool last = t56 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t57 = u + v;
                const double missing = 128.0 - t57;
                const double t58 = missing / v;
                const double t59 = trunc(t58);
                const double t60 = t59 + 1.0;
                const double taken = t60 < k ? t60 : k;
                const double t61 = d / p;
                const double t62 = trunc(t61);
                const double t63 = t62 < taken ? t62 : taken;
                const double t64 = fma(-t63, p, d);
                const bool t65 = t64 < 0.0;
                const double t66 = t64 + p;
                const double t67 = t65 ? t66 : t64;
                const double t68 = last ? t67 : d_new;
                d_new = t68;
            }
            // take the step; who has N points, or q = 0, is done
            const double t69 = active ? d_new : d;
            d = t69;
            q = rest;
            u = u_new;
            const bool t70 = active && !last;
            const bool t71 = q >= 1.0;
            const bool t72 = t70 && t71;
            active = t72;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t73 = p * inverse_2;
            const double t74 = trunc(t73);
            const double t75 = fma(-t74, q, p);
            const bool t76 = t75 >= q;
            const double t77 = t74 + 1.0;
            const double t78 = t75 - q;
            const double k_2 = t76 ? t77 : t74;
            const double rest_4 = t76 ? t78 : t75;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t79 = d >= rest_4;
            const bool beyond = t79 && active;
            const double past = d - rest_4;
            const double t80 = past * inverse_2;
            const double t81 = trunc(t80);
            const double t82 = fma(-t81, q, past);
            const bool t83 = t82 >= q;
            const double t84 = t82 - q;
            const double rest_5 = t83 ? t84 : t82;
            double rest_6 = rest_5;
            const bool t85 = rest_6 >= q;
            const bool t86 = t85 && beyond;
            if (t86) {
                // rare: the estimate left more than one y
                const double t87 = past / q;
                const double t88 = trunc(t87);
                const double t89 = fma(-t88, q, past);
                const bool t90 = t89 < 0.0;
                const double t91 = t89 + q;
                const double t92 = t90 ? t91 : t89;
                const double t93 = t86 ? t92 : rest_6;
                rest_6 = t93;
            }
            // elsewhere d stays
            const double t94 = beyond ? rest_6 : d;
            double d_new_2 = t94;
            // lanes that have their N points with this step
            const double t95 = u + v_new;
            const bool t96 = t95 >= 128.0;
            const bool last_2 = t96 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t97 = u + v;
                const double missing_2 = 128.0 - t97;
                const double t98 = missing_2 / u;
                const double t99 = trunc(t98);
                const double t100 = t99 + 1.0;
                const double taken_2 = t100 < k_2 ? t100 : k_2;
                const double t101 = fma(-taken_2, q, p);
                const double t102 = d - t101;
                const bool t103 = d >= t101;
                const bool t104 = t103 && last_2;
                const double t105 = t102 / q;
                const double t106 = trunc(t105);
                const double t107 = t106 < taken_2 ? t106 : taken_2;
                const double t108 = fma(-t107, q, t102);
                const bool t109 = t108 < 0.0;
                const double t110 = t108 + q;
                const double t111 = t109 ? t110 : t108;
                const double t112 = t104 ? t111 : d;
                const double t113 = last_2 ? t112 : d_new_2;
                d_new_2 = t113;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t114 = active && !last_2;
            const bool t115 = p >= 1.0;
            const bool t116 = t114 && t115;
            active = t116;
            if (!active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const bool excluded = d >= 1081344.0;
        const bool survives = !excluded;
        if (survives) {
            // report the parts that survive
            report2(at, part);
        }
        // step the tables to the next part of each lane
        const word t117 = g0 + g1;
        g0 = t117;
        const word t118 = g1 + g2;
        g1 = t118;
        const word t119 = s0 + s1;
        s0 = t119;
        const word t120 = part + 4UL;
        part = t120;
    }
}

// Stage 2: 4 threads share an item; survivors are few and take a place each.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void run_stage2(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[2] < item_capacity ? counts[2] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 32u;
    uint at_item = (uint)get_group_id(0) * 32u + (uint)get_local_id(0) / 4u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 4194304UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage2(at, items[at_item] % 4194304UL, (uint)get_local_id(0) % 4u);
    }
}

// Gives a survivor of stage 3 the next place.
static inline void report3(const batch at, const word part)
{
    const uint place = atomic_add(&at.counts[4], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 17179869184UL + part;
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
// - of each thread: 4 adds, 1 comparisons, 1 multiplies
// - the same in all threads of an item: 23 loads, 2 multiplies, 18 wide multiplies
static inline void stage3(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 76 * blocks;
    const word lane_2 = lane;
    // value g0 at this item: degree 4, 192 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[3 * blocks], 0UL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[blocks], item, seed[4 * blocks], carry, &t2, &carry_2);
    const word t3 = seed[2 * blocks] * item + seed[5 * blocks] + carry_2;
    word t4, carry_4;
    mul_add(t1, item, seed[6 * blocks], 0UL, &t4, &carry_4);
    word t5, carry_5;
    mul_add(t2, item, seed[7 * blocks], carry_4, &t5, &carry_5);
    const word t6 = t3 * item + seed[8 * blocks] + carry_5;
    word t7, carry_7;
    mul_add(t4, item, seed[9 * blocks], 0UL, &t7, &carry_7);
    word t8, carry_8;
    mul_add(t5, item, seed[10 * blocks], carry_7, &t8, &carry_8);
    const word t9 = t6 * item + seed[11 * blocks] + carry_8;
    word item_g0, carry_10;
    mul_add(t7, item, seed[12 * blocks], 0UL, &item_g0, &carry_10);
    word item_g0h, carry_11;
    mul_add(t8, item, seed[13 * blocks], carry_10, &item_g0h, &carry_11);
    const word item_g0hh = t9 * item + seed[14 * blocks] + carry_11;
    // value difference g1 at this item: degree 3, 128 fraction bits
    word t10, carry_13;
    mul_add(seed[15 * blocks], item, seed[17 * blocks], 0UL, &t10, &carry_13);
    const word t11 = seed[16 * blocks] * item + seed[18 * blocks] + carry_13;
    word t12, carry_15;
    mul_add(t10, item, seed[19 * blocks], 0UL, &t12, &carry_15);
    const word t13 = t11 * item + seed[20 * blocks] + carry_15;
    word item_g1, carry_17;
    mul_add(t12, item, seed[21 * blocks], 0UL, &item_g1, &carry_17);
    const word item_g1h = t13 * item + seed[22 * blocks] + carry_17;
    const word t14 = item_g1h * lane_2;
    const word t15 = item_g0hh + t14;
    word g0 = t15;
    const word g1 = item_g1h * 4UL;
    // index of the first part of each lane
    const word t16 = item * 128UL;
    const word t17 = t16 + lane_2;
    word part = t17;
    for (uint step = 0; step < 32; ++step) {
        // an input survives where its value is below 2ε''
        const bool survives = g0 < 0x108000000UL;
        if (survives) {
            // report the parts that survive
            report3(at, part);
        }
        // step the tables to the next part of each lane
        const word t18 = g0 + g1;
        g0 = t18;
        const word t19 = part + 4UL;
        part = t19;
    }
}

// Stage 3: 4 threads share an item; survivors are few and take a place each.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void run_stage3(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[3] < item_capacity ? counts[3] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 32u;
    uint at_item = (uint)get_group_id(0) * 32u + (uint)get_local_id(0) / 4u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 134217728UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage3(at, items[at_item] % 134217728UL, (uint)get_local_id(0) % 4u);
    }
}
