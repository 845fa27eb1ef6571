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

// A survivor of stage 3 is a candidate.
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
// - of each thread: 3 adds, 1 comparisons
// - the same in all threads of an item: 23 loads, 1 multiplies, 18 wide multiplies
static inline void stage3_alone(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 76 * blocks;
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
    const word g1 = t13 * item + seed[22 * blocks] + carry_17;
    word g0 = item_g0hh;
    // index of the first part of each lane
    const word t14 = item * 128UL;
    const word t15 = t14 + 0UL;
    word part = t15;
    for (uint step = 0; step < 128; ++step) {
        // an input survives where its value is below 2ε''
        const bool survives = g0 < 0x108000000UL;
        if (survives) {
            // report the parts that survive
            report3(at, part);
        }
        // step the tables to the next part of each lane
        const word t16 = g0 + g1;
        g0 = t16;
        const word t17 = part + 1UL;
        part = t17;
    }
}

// A survivor of stage 2 goes on to stage 3 at once.
static inline void report2(const batch at, const word part)
{
    atomic_add(&at.counts[3], 1u);
    stage3_alone(at, part);
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
// - of each thread: 26 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds,
//   12 mask operations, 4 minima, 4 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - the same in all threads of an item: 2 adds, 29 loads, 1 multiplies, 4 shifts, 22 wide
//   multiplies
static inline void stage2_alone(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 47 * blocks;
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
    const word s1 = t15 * item + seed[28 * blocks] + carry_21;
    // differences of the value: the slope's times the part's length
    const word t16 = item_s0h << 7;
    const word t17 = item_s0 >> 57;
    const word t18 = t16 + t17;
    const word t19 = s1 << 7;
    const word t20 = item_s1 >> 57;
    const word g2 = t19 + t20;
    // tables of the lanes, stride = number of lanes
    word g0 = item_g0hh;
    word g1 = t18;
    word s0 = item_s0h;
    // index of the first part of each lane
    const word t21 = item * 32UL;
    const word t22 = t21 + 0UL;
    word part = t22;
    for (uint step = 0; step < 32; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0UL - s0;
        const word t23 = falling >> 12;
        const double a = to_number(t23);
        const word t24 = g0 >> 12;
        const double b = to_number(t24);
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
            const double t25 = q * inverse;
            const double t26 = trunc(t25);
            const double t27 = fma(-t26, p, q);
            const bool t28 = t27 >= p;
            const double t29 = t26 + 1.0;
            const double t30 = t27 - p;
            const double k = t28 ? t29 : t26;
            const double rest = t28 ? t30 : t27;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t31 = d * inverse;
            const double t32 = trunc(t31);
            const double t33 = fma(-t32, p, d);
            const bool t34 = t33 >= p;
            const double t35 = t33 - p;
            const double rest_2 = t34 ? t35 : t33;
            double rest_3 = rest_2;
            const bool t36 = rest_3 >= p;
            const bool t37 = t36 && active;
            if (t37) {
                // rare: the estimate left more than one y
                const double t38 = d / p;
                const double t39 = trunc(t38);
                const double t40 = fma(-t39, p, d);
                const bool t41 = t40 < 0.0;
                const double t42 = t40 + p;
                const double t43 = t41 ? t42 : t40;
                const double t44 = t37 ? t43 : rest_3;
                rest_3 = t44;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t45 = u_new + v;
            const bool t46 = t45 >= 128.0;
            const bool last = t46 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t47 = u + v;
                const double missing = 128.0 - t47;
                const double t48 = missing / v;
                const double t49 = trunc(t48);
                const double t50 = t49 + 1.0;
                const double taken = t50 < k ? t50 : k;
                const double t51 = d / p;
                const double t52 = trunc(t51);
                const double t53 = t52 < taken ? t52 : taken;
                const double t54 = fma(-t53, p, d);
                const bool t55 = t54 < 0.0;
                const double t56 = t54 + p;
                const double t57 = t55 ? t56 : t54;
                const double t58 = last ? t57 : d_new;
                d_new = t58;
            }
            // take the step; who has N points, or q = 0, is done
            const double t59 = active ? d_new : d;
            d = t59;
            q = rest;
            u = u_new;
            const bool t60 = active && !last;
            const bool t61 = q >= 1.0;
            const bool t62 = t60 && t61;
            active = t62;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t63 = p * inverse_2;
            const double t64 = trunc(t63);
            const double t65 = fma(-t64, q, p);
            const bool t66 = t65 >= q;
            const double t67 = t64 + 1.0;
            const double t68 = t65 - q;
            const double k_2 = t66 ? t67 : t64;
            const double rest_4 = t66 ? t68 : t65;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t69 = d >= rest_4;
            const bool beyond = t69 && active;
            const double past = d - rest_4;
            const double t70 = past * inverse_2;
            const double t71 = trunc(t70);
            const double t72 = fma(-t71, q, past);
            const bool t73 = t72 >= q;
            const double t74 = t72 - q;
            const double rest_5 = t73 ? t74 : t72;
            double rest_6 = rest_5;
            const bool t75 = rest_6 >= q;
            const bool t76 = t75 && beyond;
            if (t76) {
                // rare: the estimate left more than one y
                const double t77 = past / q;
                const double t78 = trunc(t77);
                const double t79 = fma(-t78, q, past);
                const bool t80 = t79 < 0.0;
                const double t81 = t79 + q;
                const double t82 = t80 ? t81 : t79;
                const double t83 = t76 ? t82 : rest_6;
                rest_6 = t83;
            }
            // elsewhere d stays
            const double t84 = beyond ? rest_6 : d;
            double d_new_2 = t84;
            // lanes that have their N points with this step
            const double t85 = u + v_new;
            const bool t86 = t85 >= 128.0;
            const bool last_2 = t86 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t87 = u + v;
                const double missing_2 = 128.0 - t87;
                const double t88 = missing_2 / u;
                const double t89 = trunc(t88);
                const double t90 = t89 + 1.0;
                const double taken_2 = t90 < k_2 ? t90 : k_2;
                const double t91 = fma(-taken_2, q, p);
                const double t92 = d - t91;
                const bool t93 = d >= t91;
                const bool t94 = t93 && last_2;
                const double t95 = t92 / q;
                const double t96 = trunc(t95);
                const double t97 = t96 < taken_2 ? t96 : taken_2;
                const double t98 = fma(-t97, q, t92);
                const bool t99 = t98 < 0.0;
                const double t100 = t98 + q;
                const double t101 = t99 ? t100 : t98;
                const double t102 = t94 ? t101 : d;
                const double t103 = last_2 ? t102 : d_new_2;
                d_new_2 = t103;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t104 = active && !last_2;
            const bool t105 = p >= 1.0;
            const bool t106 = t104 && t105;
            active = t106;
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
        const word t107 = g0 + g1;
        g0 = t107;
        const word t108 = g1 + g2;
        g1 = t108;
        const word t109 = s0 + s1;
        s0 = t109;
        const word t110 = part + 1UL;
        part = t110;
    }
}

// A survivor of stage 1 goes on to stage 2 at once.
static inline void report1(const batch at, const word part)
{
    atomic_add(&at.counts[2], 1u);
    stage2_alone(at, part);
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
// - of each thread: 26 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds,
//   12 mask operations, 4 minima, 4 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - the same in all threads of an item: 2 adds, 24 loads, 1 multiplies, 4 shifts, 18 wide
//   multiplies
static inline void stage1_alone(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 23 * blocks;
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
    const word s1 = t12 * item + seed[23 * blocks] + carry_17;
    // differences of the value: the slope's times the part's length
    const word t13 = item_s0h << 12;
    const word t14 = item_s0 >> 52;
    const word t15 = t13 + t14;
    const word t16 = s1 << 12;
    const word t17 = item_s1 >> 52;
    const word g2 = t16 + t17;
    // tables of the lanes, stride = number of lanes
    word g0 = item_g0h;
    word g1 = t15;
    word s0 = item_s0h;
    // index of the first part of each lane
    const word t18 = item * 32UL;
    const word t19 = t18 + 0UL;
    word part = t19;
    for (uint step = 0; step < 32; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0UL - s0;
        const word t20 = falling >> 12;
        const double a = to_number(t20);
        const word t21 = g0 >> 12;
        const double b = to_number(t21);
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
            const double t22 = q * inverse;
            const double t23 = trunc(t22);
            const double t24 = fma(-t23, p, q);
            const bool t25 = t24 >= p;
            const double t26 = t23 + 1.0;
            const double t27 = t24 - p;
            const double k = t25 ? t26 : t23;
            const double rest = t25 ? t27 : t24;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t28 = d * inverse;
            const double t29 = trunc(t28);
            const double t30 = fma(-t29, p, d);
            const bool t31 = t30 >= p;
            const double t32 = t30 - p;
            const double rest_2 = t31 ? t32 : t30;
            double rest_3 = rest_2;
            const bool t33 = rest_3 >= p;
            const bool t34 = t33 && active;
            if (t34) {
                // rare: the estimate left more than one y
                const double t35 = d / p;
                const double t36 = trunc(t35);
                const double t37 = fma(-t36, p, d);
                const bool t38 = t37 < 0.0;
                const double t39 = t37 + p;
                const double t40 = t38 ? t39 : t37;
                const double t41 = t34 ? t40 : rest_3;
                rest_3 = t41;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t42 = u_new + v;
            const bool t43 = t42 >= 4096.0;
            const bool last = t43 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t44 = u + v;
                const double missing = 4096.0 - t44;
                const double t45 = missing / v;
                const double t46 = trunc(t45);
                const double t47 = t46 + 1.0;
                const double taken = t47 < k ? t47 : k;
                const double t48 = d / p;
                const double t49 = trunc(t48);
                const double t50 = t49 < taken ? t49 : taken;
                const double t51 = fma(-t50, p, d);
                const bool t52 = t51 < 0.0;
                const double t53 = t51 + p;
                const double t54 = t52 ? t53 : t51;
                const double t55 = last ? t54 : d_new;
                d_new = t55;
            }
            // take the step; who has N points, or q = 0, is done
            const double t56 = active ? d_new : d;
            d = t56;
            q = rest;
            u = u_new;
            const bool t57 = active && !last;
            const bool t58 = q >= 1.0;
            const bool t59 = t57 && t58;
            active = t59;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t60 = p * inverse_2;
            const double t61 = trunc(t60);
            const double t62 = fma(-t61, q, p);
            const bool t63 = t62 >= q;
            const double t64 = t61 + 1.0;
            const double t65 = t62 - q;
            const double k_2 = t63 ? t64 : t61;
            const double rest_4 = t63 ? t65 : t62;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t66 = d >= rest_4;
            const bool beyond = t66 && active;
            const double past = d - rest_4;
            const double t67 = past * inverse_2;
            const double t68 = trunc(t67);
            const double t69 = fma(-t68, q, past);
            const bool t70 = t69 >= q;
            const double t71 = t69 - q;
            const double rest_5 = t70 ? t71 : t69;
            double rest_6 = rest_5;
            const bool t72 = rest_6 >= q;
            const bool t73 = t72 && beyond;
            if (t73) {
                // rare: the estimate left more than one y
                const double t74 = past / q;
                const double t75 = trunc(t74);
                const double t76 = fma(-t75, q, past);
                const bool t77 = t76 < 0.0;
                const double t78 = t76 + q;
                const double t79 = t77 ? t78 : t76;
                const double t80 = t73 ? t79 : rest_6;
                rest_6 = t80;
            }
            // elsewhere d stays
            const double t81 = beyond ? rest_6 : d;
            double d_new_2 = t81;
            // lanes that have their N points with this step
            const double t82 = u + v_new;
            const bool t83 = t82 >= 4096.0;
            const bool last_2 = t83 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t84 = u + v;
                const double missing_2 = 4096.0 - t84;
                const double t85 = missing_2 / u;
                const double t86 = trunc(t85);
                const double t87 = t86 + 1.0;
                const double taken_2 = t87 < k_2 ? t87 : k_2;
                const double t88 = fma(-taken_2, q, p);
                const double t89 = d - t88;
                const bool t90 = d >= t88;
                const bool t91 = t90 && last_2;
                const double t92 = t89 / q;
                const double t93 = trunc(t92);
                const double t94 = t93 < taken_2 ? t93 : taken_2;
                const double t95 = fma(-t94, q, t89);
                const bool t96 = t95 < 0.0;
                const double t97 = t95 + q;
                const double t98 = t96 ? t97 : t95;
                const double t99 = t91 ? t98 : d;
                const double t100 = last_2 ? t99 : d_new_2;
                d_new_2 = t100;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t101 = active && !last_2;
            const bool t102 = p >= 1.0;
            const bool t103 = t101 && t102;
            active = t103;
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
        const word t104 = g0 + g1;
        g0 = t104;
        const word t105 = g1 + g2;
        g1 = t105;
        const word t106 = s0 + s1;
        s0 = t106;
        const word t107 = part + 1UL;
        part = t107;
    }
}

// A survivor of stage 0 goes on to stage 1 at once.
static inline void report0(const batch at, const word part)
{
    atomic_add(&at.counts[1], 1u);
    stage1_alone(at, part);
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
//   multiply-adds, 12 mask operations, 4 minima, 10 multiplies, 2 reciprocal estimates, 17 selects,
//   2 shifts, 6 wide multiplies
// - the same in all threads of an item: 3 adds, 23 loads, 4 multiplies, 6 shifts, 20 wide
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
static inline void stage0(const batch at, const word item, const uint lane)
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
    const word t48 = t47 + lane_2;
    word part = t48;
    for (uint step = 0; step < 64; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0UL - s0h;
        const word t49 = falling >> 12;
        const double a = to_number(t49);
        const word t50 = g0 >> 12;
        const double b = to_number(t50);
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
            const double t51 = q * inverse;
            const double t52 = trunc(t51);
            const double t53 = fma(-t52, p, q);
            const bool t54 = t53 >= p;
            const double t55 = t52 + 1.0;
            const double t56 = t53 - p;
            const double k = t54 ? t55 : t52;
            const double rest = t54 ? t56 : t53;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t57 = d * inverse;
            const double t58 = trunc(t57);
            const double t59 = fma(-t58, p, d);
            const bool t60 = t59 >= p;
            const double t61 = t59 - p;
            const double rest_2 = t60 ? t61 : t59;
            double rest_3 = rest_2;
            const bool t62 = rest_3 >= p;
            const bool t63 = t62 && active;
            if (t63) {
                // rare: the estimate left more than one y
                const double t64 = d / p;
                const double t65 = trunc(t64);
                const double t66 = fma(-t65, p, d);
                const bool t67 = t66 < 0.0;
                const double t68 = t66 + p;
                const double t69 = t67 ? t68 : t66;
                const double t70 = t63 ? t69 : rest_3;
                rest_3 = t70;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t71 = u_new + v;
            const bool t72 = t71 >= 131072.0;
            const bool last = t72 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t73 = u + v;
                const double missing = 131072.0 - t73;
                const double t74 = missing / v;
                const double t75 = trunc(t74);
                const double t76 = t75 + 1.0;
                const double taken = t76 < k ? t76 : k;
                const double t77 = d / p;
                const double t78 = trunc(t77);
                const double t79 = t78 < taken ? t78 : taken;
                const double t80 = fma(-t79, p, d);
                const bool t81 = t80 < 0.0;
                const double t82 = t80 + p;
                const double t83 = t81 ? t82 : t80;
                const double t84 = last ? t83 : d_new;
                d_new = t84;
            }
            // take the step; who has N points, or q = 0, is done
            const double t85 = active ? d_new : d;
            d = t85;
            q = rest;
            u = u_new;
            const bool t86 = active && !last;
            const bool t87 = q >= 1.0;
            const bool t88 = t86 && t87;
            active = t88;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t89 = p * inverse_2;
            const double t90 = trunc(t89);
            const double t91 = fma(-t90, q, p);
            const bool t92 = t91 >= q;
            const double t93 = t90 + 1.0;
            const double t94 = t91 - q;
            const double k_2 = t92 ? t93 : t90;
            const double rest_4 = t92 ? t94 : t91;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t95 = d >= rest_4;
            const bool beyond = t95 && active;
            const double past = d - rest_4;
            const double t96 = past * inverse_2;
            const double t97 = trunc(t96);
            const double t98 = fma(-t97, q, past);
            const bool t99 = t98 >= q;
            const double t100 = t98 - q;
            const double rest_5 = t99 ? t100 : t98;
            double rest_6 = rest_5;
            const bool t101 = rest_6 >= q;
            const bool t102 = t101 && beyond;
            if (t102) {
                // rare: the estimate left more than one y
                const double t103 = past / q;
                const double t104 = trunc(t103);
                const double t105 = fma(-t104, q, past);
                const bool t106 = t105 < 0.0;
                const double t107 = t105 + q;
                const double t108 = t106 ? t107 : t105;
                const double t109 = t102 ? t108 : rest_6;
                rest_6 = t109;
            }
            // elsewhere d stays
            const double t110 = beyond ? rest_6 : d;
            double d_new_2 = t110;
            // lanes that have their N points with this step
            const double t111 = u + v_new;
            const bool t112 = t111 >= 131072.0;
            const bool last_2 = t112 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t113 = u + v;
                const double missing_2 = 131072.0 - t113;
                const double t114 = missing_2 / u;
                const double t115 = trunc(t114);
                const double t116 = t115 + 1.0;
                const double taken_2 = t116 < k_2 ? t116 : k_2;
                const double t117 = fma(-taken_2, q, p);
                const double t118 = d - t117;
                const bool t119 = d >= t117;
                const bool t120 = t119 && last_2;
                const double t121 = t118 / q;
                const double t122 = trunc(t121);
                const double t123 = t122 < taken_2 ? t122 : taken_2;
                const double t124 = fma(-t123, q, t118);
                const bool t125 = t124 < 0.0;
                const double t126 = t124 + q;
                const double t127 = t125 ? t126 : t124;
                const double t128 = t120 ? t127 : d;
                const double t129 = last_2 ? t128 : d_new_2;
                d_new_2 = t129;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t130 = active && !last_2;
            const bool t131 = p >= 1.0;
            const bool t132 = t130 && t131;
            active = t132;
            if (!active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const bool excluded = d >= 738197504.0;
        const bool survives = !excluded;
        if (survives) {
            // report the parts that survive
            report0(at, part);
        }
        // step the tables to the next part of each lane
        const word t133 = g0 + g1;
        g0 = t133;
        const word t134 = g1 + g2;
        g1 = t134;
        const word t135 = g2 + g3;
        g2 = t135;
        word t136, t137;
        add_words2(s0, s0h, s1, s1h, &t136, &t137);
        s0 = t136;
        s0h = t137;
        word t138, t139;
        add_words2(s1, s1h, s2, s2h, &t138, &t139);
        s1 = t138;
        s1h = t139;
        const word t140 = part + 32UL;
        part = t140;
    }
}

// All stages: 32 threads share an item of the first, each refines what it finds surviving.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void run_fused(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[0] < item_capacity ? counts[0] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 4u;
    uint at_item = (uint)get_group_id(0) * 4u + (uint)get_local_id(0) / 32u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 64UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage0(at, items[at_item] % 64UL, (uint)get_local_id(0) % 32u);
    }
}
