// Hard-to-round cases of exp(x): kernel 0 of the plan.
//
// tmd-codegen gen exp --binade 128,256 --target cuda
//
// An HR-case is an input with |g cmod 1| < ε, where g(i) = f(x0 + i·h)/w: f(x) so close to a
// breakpoint (a multiple of w) that it is hard to round. Stages test ever shorter runs of inputs;
// what survives the last one is a candidate, which the host confirms with MPFR.
//
// function f     exp(x) [given]
// input format   binary64, p_in = 53 [given]
// output format  binary64, p = 53, rounding all: breakpoints have 54 bits, numbers and midpoints
//                [given]
// threshold ε    2^-44 of the breakpoint spacing w [chosen for a few hundred cases]
// inputs         [0x1p+7, 0x1.0076e6a42d3dep+7): 8,170,810,561,502 inputs, h = 2^-45; 2^184 ≤ |f|
//                ≤ 2^185, w = 2^131 [proved]
// inputs         [0x1.0076e6a42d3dep+7, 0x1.01d9cad41ce18p+7): 24,387,948,313,146 inputs, h =
//                2^-45; 2^185 ≤ |f| ≤ 2^186, w = 2^132 [proved]
// inputs         [0x1.01d9cad41ce18p+7, 0x1.033caf040c852p+7): 24,387,948,313,146 inputs, h =
//                2^-45; 2^186 ≤ |f| ≤ 2^187, w = 2^133 [proved]
// inputs         [0x1.033caf040c852p+7, 0x1.049f9333fc28cp+7): 24,387,948,313,146 inputs, h =
//                2^-45; 2^187 ≤ |f| ≤ 2^188, w = 2^134 [proved]
// inputs         [0x1.049f9333fc28cp+7, 0x1.06027763ebcc6p+7): 24,387,948,313,146 inputs, h =
//                2^-45; 2^188 ≤ |f| ≤ 2^189, w = 2^135 [proved]
// inputs         [0x1.06027763ebcc6p+7, 0x1.07655b93db7p+7): 24,387,948,313,146 inputs, h = 2^-45;
//                2^189 ≤ |f| ≤ 2^190, w = 2^136 [proved]
// inputs         [0x1.07655b93db7p+7, 0x1.08c83fc3cb13ap+7): 24,387,948,313,146 inputs, h = 2^-45;
//                2^190 ≤ |f| ≤ 2^191, w = 2^137 [proved]
// inputs         [0x1.08c83fc3cb13ap+7, 0x1.0a2b23f3bab74p+7): 24,387,948,313,146 inputs, h =
//                2^-45; 2^191 ≤ |f| ≤ 2^192, w = 2^138 [proved]
//                … and 178 more spans
//
// domain            2^39 inputs, Taylor model of degree 11 [longest that is proved, up to 2^40 and
//                   a 16th of the work; least degree that is proved]
// block             2^28 inputs with one seed, polynomial of degree 5 [length chosen by cost,
//                   least degree that is proved]
// stage 0           packet of 2^22 inputs = 2,048 intervals of N = 2^11; 2^6 of them a block
//                   [chosen by cost]
//   tables          degree 3; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 64, 128, 128, 128 fraction bits [least that are proved
//                   to cost little]
//   check           the regular test with the last quotient cut, quotients by an underestimating
//                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//                   fastest measured]
//   threshold 2ε''  0x840000000·2^-52 = 2^-16.96 [proved: the budget below, doubled and rounded
//                   up]
//   survivors       1.65 % of the parts [predicted]
//   gathered        by a prefix sum over a group (on GPUs) [many are expected]
// stage 1           interval of 2^11 inputs = κ = 32 sub-intervals of 2^6 [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 128, 128, 128 fraction bits [least that are proved to
//                   cost little]
//   check           the regular test with the last quotient cut, quotients by an underestimating
//                   reciprocal and one correction, 52-bit integers in binary64 lanes [default: the
//                   fastest measured]
//   threshold 2ε''  0x2100000·2^-52 = 2^-26.96 [proved: the budget below, doubled and rounded up]
//   survivors       2^-20.92 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 2           sub-interval of 2^6 inputs, each compared [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits); moved to an item with 192, 192,
//                   192 fraction bits [least that are proved to cost little]
//   check           comparison of every input
//   threshold 2ε''  0x210000·2^-64 = 2^-42.96 [proved: the budget below, doubled and rounded up]
//   survivors       2^-43.00 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
//
// budget of stage 0: ε'' = 2^-17.99, the sum of
//   threshold ε                               2^-44.00 [given: the request's --bits]
//   Taylor remainder                          2^-58.84 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                             2^-514.84 by interval Taylor arithmetic over the
//                                             span, r = 2^38 half a domain]
//   Taylor coefficients                       2^-80.42 [proved: each of 12 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  2^-57.48 [proved: terms of degree 6 to 11 over 2^28
//                                             inputs]
//   line instead of the curve                 2^-17.99 [proved: best line on L = 2^11 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-35.99, drift over
//                                             half an item ≤ 2^-59.99]
//   differences dropped from the tables       2^-42.58 [proved: Newton's remainder at degree 3
//                                             over 2048 parts: C(2048, 4)·4!·Q_4·L^4]
//   rounding of the table of values           2^-33.58 [proved: Σ C(2048, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-32.00 [proved: Σ C(2048, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-33.98 [proved: coefficients cut to 64, 128, 128,
//                                             128 fraction bits, times the powers of the item
//                                             index]
//   word of the test                          2^-41.00 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 1: ε'' = 2^-27.99, the sum of
//   threshold ε                               2^-44.00 [given: the request's --bits]
//   Taylor remainder                          2^-58.84 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                             2^-514.84 by interval Taylor arithmetic over the
//                                             span, r = 2^38 half a domain]
//   Taylor coefficients                       2^-80.42 [proved: each of 12 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  2^-57.48 [proved: terms of degree 6 to 11 over 2^28
//                                             inputs]
//   line instead of the curve                 2^-27.99 [proved: best line on L = 2^6 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-35.99, drift over
//                                             half an item ≤ 2^-70.99]
//   differences dropped from the tables       2^-50.58 [proved: Newton's remainder at degree 2
//                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-52.96 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-42.98 [proved: coefficients cut to 128, 128, 128
//                                             fraction bits, times the powers of the item index]
//   word of the test                          2^-45.98 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 2: ε'' = 2^-44.00, the sum of
//   threshold ε                          2^-44.00 [given: the request's --bits]
//   Taylor remainder                     2^-58.84 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                        2^-514.84 by interval Taylor arithmetic over the span, r
//                                        = 2^38 half a domain]
//   Taylor coefficients                  2^-80.42 [proved: each of 12 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             2^-57.48 [proved: terms of degree 6 to 11 over 2^28
//                                        inputs]
//   differences dropped from the tables  2^-65.64 [proved: Newton's remainder at degree 2 over 64
//                                        parts: C(64, 3)·3!·Q_3·L^3]
//   rounding of the table of values      2^-52.98 [proved: Σ C(64, m)·2^-64: an error in
//                                        difference m grows so over the parts]
//   rounding while moving to an item     2^-82.00 [proved: coefficients cut to 192, 192, 192
//                                        fraction bits, times the powers of the item index]
//
// The budgets are those of the first span; each of the others has its own, with the same word
// sizes and, rounded up, the same thresholds.
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

// A word of 64 fraction bits; unsigned long long has 64 bits and unsigned int 32 wherever CUDA is.
typedef unsigned long long word;
typedef unsigned int uint;

// Words are multiplied by halves of 32 bits (the default: fewer machine instructions), or by 64-bit
// instructions.
#ifndef TMD_LIMB_BITS
#define TMD_LIMB_BITS 32
#endif

// Where a thread is in the batch.
struct batch {
    const word *seeds;
    uint blocks;
    word block;
    uint *counts;
    word *survivors;
    uint capacity;
};

// a * b + c + d, which always fits in two words.
static __device__ __forceinline__ void mul_add(
    const word a, const word b, const word c, const word d, word *low, word *high)
{
#if TMD_LIMB_BITS == 32
    // Each sum is at most (2^32 - 1)^2 + 2 (2^32 - 1) < 2^64.
    const word a0 = (uint)a, a1 = a >> 32, b0 = (uint)b, b1 = b >> 32;
    const word lowest = a0 * b0 + (uint)c + (uint)d;
    const word middle = a1 * b0 + (lowest >> 32) + (c >> 32);
    const word cross = a0 * b1 + (uint)middle + (d >> 32);
    *low = (cross << 32) + (uint)lowest;
    *high = a1 * b1 + (middle >> 32) + (cross >> 32);
#elif defined(__CUDA_ARCH__)
    asm("mad.lo.cc.u64 %0, %2, %3, %4;\n\t"
        "madc.hi.u64 %1, %2, %3, 0;\n\t"
        "add.cc.u64 %0, %0, %5;\n\t"
        "addc.u64 %1, %1, 0;"
        : "=&l"(*low), "=&l"(*high)
        : "l"(a), "l"(b), "l"(c), "l"(d));
#else
    const word lowest = a * b;
    const word sum = lowest + c;
    *low = sum + d;
    *high = __umul64hi(a, b) + (word)(sum < lowest) + (word)(*low < sum);
#endif
}

// a * b, rounded: the compiler must not make one fma of a product and a sum.
static __device__ __forceinline__ double product(const double a, const double b)
{
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

// An estimate of 1/a from below for 1 <= a <= 2^64, infinity for 0. The conversion to single
// precision is within 2^-24, the machine's estimate within 2^-23 (PTX ISA, rcp.approx.ftz.f32),
// together within 2^-22; so the result lies between (1 - 2^-15)/a and (1 - 2^-17)/a.
static __device__ __forceinline__ double recip_below(const double a)
{
#if defined(__CUDA_ARCH__)
    float estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"((float)a));
    return (double)estimate * (1.0 - 1.0 / 65536.0);
#else
    return (1.0 - 1.0 / 65536.0) / a;
#endif
}

// The number of a word below 2^52: put into the fraction of 2^52, which is then taken away.
static __device__ __forceinline__ double to_number(const word a)
{
#if defined(__CUDA_ARCH__)
    return __longlong_as_double((long long)(a | 0x4330000000000000ULL)) - 4503599627370496.0;
#else
    return (double)a;
#endif
}

// A survivor of stage 2 is a candidate.
static __device__ __forceinline__ void report2(const batch at, const word part)
{
    const uint place = atomicAdd(&at.counts[3], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 268435456ULL + part;
    }
}

// Walks one item, 2^6 consecutive inputs, and writes those that may be HR-cases: a part is one
// input (L = 1), and there are 64.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..18]`: P + ε'' at the first input, as a polynomial of degree 5 in the item index, the
//   highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[18..33]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
//   degree 4 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[33..45]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
//   degree 3 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `item`: index of the item in the block, 0 … 4,194,303; the item is the inputs t = item·2^6 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·64 + j and
//   is the input from t = index·1.
//
// Postcondition: every input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits).
// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x210000·2^-64 = 2^-42.96: that is |P(t)
//    cmod 1| < ε''.
//
// Operations in the text below, each loop body once:
// - of each thread: 4 adds, 1 comparisons
// - the same in all threads of an item: 45 loads, 1 multiplies, 36 wide multiplies
static __device__ __forceinline__ void stage2_alone(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds + 60 * blocks;
    // value g0 at this item: degree 5, 192 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[3 * blocks], 0ULL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[blocks], item, seed[4 * blocks], carry, &t2, &carry_2);
    const word t3 = seed[2 * blocks] * item + seed[5 * blocks] + carry_2;
    word t4, carry_4;
    mul_add(t1, item, seed[6 * blocks], 0ULL, &t4, &carry_4);
    word t5, carry_5;
    mul_add(t2, item, seed[7 * blocks], carry_4, &t5, &carry_5);
    const word t6 = t3 * item + seed[8 * blocks] + carry_5;
    word t7, carry_7;
    mul_add(t4, item, seed[9 * blocks], 0ULL, &t7, &carry_7);
    word t8, carry_8;
    mul_add(t5, item, seed[10 * blocks], carry_7, &t8, &carry_8);
    const word t9 = t6 * item + seed[11 * blocks] + carry_8;
    word t10, carry_10;
    mul_add(t7, item, seed[12 * blocks], 0ULL, &t10, &carry_10);
    word t11, carry_11;
    mul_add(t8, item, seed[13 * blocks], carry_10, &t11, &carry_11);
    const word t12 = t9 * item + seed[14 * blocks] + carry_11;
    word item_g0, carry_13;
    mul_add(t10, item, seed[15 * blocks], 0ULL, &item_g0, &carry_13);
    word item_g0h, carry_14;
    mul_add(t11, item, seed[16 * blocks], carry_13, &item_g0h, &carry_14);
    const word item_g0hh = t12 * item + seed[17 * blocks] + carry_14;
    // value difference g1 at this item: degree 4, 192 fraction bits
    word t13, carry_16;
    mul_add(seed[18 * blocks], item, seed[21 * blocks], 0ULL, &t13, &carry_16);
    word t14, carry_17;
    mul_add(seed[19 * blocks], item, seed[22 * blocks], carry_16, &t14, &carry_17);
    const word t15 = seed[20 * blocks] * item + seed[23 * blocks] + carry_17;
    word t16, carry_19;
    mul_add(t13, item, seed[24 * blocks], 0ULL, &t16, &carry_19);
    word t17, carry_20;
    mul_add(t14, item, seed[25 * blocks], carry_19, &t17, &carry_20);
    const word t18 = t15 * item + seed[26 * blocks] + carry_20;
    word t19, carry_22;
    mul_add(t16, item, seed[27 * blocks], 0ULL, &t19, &carry_22);
    word t20, carry_23;
    mul_add(t17, item, seed[28 * blocks], carry_22, &t20, &carry_23);
    const word t21 = t18 * item + seed[29 * blocks] + carry_23;
    word item_g1, carry_25;
    mul_add(t19, item, seed[30 * blocks], 0ULL, &item_g1, &carry_25);
    word item_g1h, carry_26;
    mul_add(t20, item, seed[31 * blocks], carry_25, &item_g1h, &carry_26);
    const word item_g1hh = t21 * item + seed[32 * blocks] + carry_26;
    // value difference g2 at this item: degree 3, 192 fraction bits
    word t22, carry_28;
    mul_add(seed[33 * blocks], item, seed[36 * blocks], 0ULL, &t22, &carry_28);
    word t23, carry_29;
    mul_add(seed[34 * blocks], item, seed[37 * blocks], carry_28, &t23, &carry_29);
    const word t24 = seed[35 * blocks] * item + seed[38 * blocks] + carry_29;
    word t25, carry_31;
    mul_add(t22, item, seed[39 * blocks], 0ULL, &t25, &carry_31);
    word t26, carry_32;
    mul_add(t23, item, seed[40 * blocks], carry_31, &t26, &carry_32);
    const word t27 = t24 * item + seed[41 * blocks] + carry_32;
    word item_g2, carry_34;
    mul_add(t25, item, seed[42 * blocks], 0ULL, &item_g2, &carry_34);
    word item_g2h, carry_35;
    mul_add(t26, item, seed[43 * blocks], carry_34, &item_g2h, &carry_35);
    const word g2 = t27 * item + seed[44 * blocks] + carry_35;
    word g0 = item_g0hh;
    word g1 = item_g1hh;
    // index of the first part of each lane
    const word t28 = item * 64ULL;
    const word t29 = t28 + 0ULL;
    word part = t29;
    for (uint step = 0; step < 64; ++step) {
        // an input survives where its value is below 2ε''
        const bool survives = g0 < 2162688ULL;
        if (survives) {
            // report the parts that survive
            report2(at, part);
        }
        // step the tables to the next part of each lane
        const word t30 = g0 + g1;
        g0 = t30;
        const word t31 = g1 + g2;
        g1 = t31;
        const word t32 = part + 1ULL;
        part = t32;
    }
}

// A survivor of stage 1 goes on to stage 2 at once.
static __device__ __forceinline__ void report1(const batch at, const word part)
{
    atomicAdd(&at.counts[2], 1u);
    stage2_alone(at, part);
}

// Tests one item, 2^11 consecutive inputs in 32 parts of L = 2^6, part by part, and writes the
// parts that may hold an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..12]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
//   middle of the item (best line instead of the chord), as a polynomial of degree 5 in the item
//   index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[12..22]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 4
//   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[22..30]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
//   degree 3 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `item`: index of the item in the block, 0 … 131,071; the item is the inputs t = item·2^11 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
//   is the 2^6 inputs from t = index·2^6.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^6, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
//    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
//    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
//    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
//    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
//    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x2100000·2^-52 = 2^-26.96 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - of each thread: 26 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds,
//   12 mask operations, 4 minima, 4 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - the same in all threads of an item: 2 adds, 30 loads, 1 multiplies, 4 shifts, 24 wide
//   multiplies
static __device__ __forceinline__ void stage1_alone(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds + 30 * blocks;
    // value g0 at this item: degree 5, 128 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[2 * blocks], 0ULL, &t1, &carry);
    const word t2 = seed[blocks] * item + seed[3 * blocks] + carry;
    word t3, carry_3;
    mul_add(t1, item, seed[4 * blocks], 0ULL, &t3, &carry_3);
    const word t4 = t2 * item + seed[5 * blocks] + carry_3;
    word t5, carry_5;
    mul_add(t3, item, seed[6 * blocks], 0ULL, &t5, &carry_5);
    const word t6 = t4 * item + seed[7 * blocks] + carry_5;
    word t7, carry_7;
    mul_add(t5, item, seed[8 * blocks], 0ULL, &t7, &carry_7);
    const word t8 = t6 * item + seed[9 * blocks] + carry_7;
    word item_g0, carry_9;
    mul_add(t7, item, seed[10 * blocks], 0ULL, &item_g0, &carry_9);
    const word item_g0h = t8 * item + seed[11 * blocks] + carry_9;
    // slope difference s0 at this item: degree 4, 128 fraction bits
    word t9, carry_11;
    mul_add(seed[12 * blocks], item, seed[14 * blocks], 0ULL, &t9, &carry_11);
    const word t10 = seed[13 * blocks] * item + seed[15 * blocks] + carry_11;
    word t11, carry_13;
    mul_add(t9, item, seed[16 * blocks], 0ULL, &t11, &carry_13);
    const word t12 = t10 * item + seed[17 * blocks] + carry_13;
    word t13, carry_15;
    mul_add(t11, item, seed[18 * blocks], 0ULL, &t13, &carry_15);
    const word t14 = t12 * item + seed[19 * blocks] + carry_15;
    word item_s0, carry_17;
    mul_add(t13, item, seed[20 * blocks], 0ULL, &item_s0, &carry_17);
    const word item_s0h = t14 * item + seed[21 * blocks] + carry_17;
    // slope difference s1 at this item: degree 3, 128 fraction bits
    word t15, carry_19;
    mul_add(seed[22 * blocks], item, seed[24 * blocks], 0ULL, &t15, &carry_19);
    const word t16 = seed[23 * blocks] * item + seed[25 * blocks] + carry_19;
    word t17, carry_21;
    mul_add(t15, item, seed[26 * blocks], 0ULL, &t17, &carry_21);
    const word t18 = t16 * item + seed[27 * blocks] + carry_21;
    word item_s1, carry_23;
    mul_add(t17, item, seed[28 * blocks], 0ULL, &item_s1, &carry_23);
    const word s1 = t18 * item + seed[29 * blocks] + carry_23;
    // differences of the value: the slope's times the part's length
    const word t19 = item_s0h << 6;
    const word t20 = item_s0 >> 58;
    const word t21 = t19 + t20;
    const word t22 = s1 << 6;
    const word t23 = item_s1 >> 58;
    const word g2 = t22 + t23;
    // tables of the lanes, stride = number of lanes
    word g0 = item_g0h;
    word g1 = t21;
    word s0 = item_s0h;
    // index of the first part of each lane
    const word t24 = item * 32ULL;
    const word t25 = t24 + 0ULL;
    word part = t25;
    for (uint step = 0; step < 32; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0ULL - s0;
        const word t26 = falling >> 12;
        const double a = to_number(t26);
        const word t27 = g0 >> 12;
        const double b = to_number(t27);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const bool positive = a >= 1.0;
        double p = a;
        double q = 4503599627370496.0;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // at most 65 rounds
        for (;;) {
            // reduce q by k·p, the quotient or less: u += k·v
            const double inverse = recip_below(p);
            const double t28 = product(q, inverse);
            const double t29 = trunc(t28);
            const double t30 = fma(-t29, p, q);
            const bool t31 = t30 >= p;
            const double t32 = t29 + 1.0;
            const double t33 = t30 - p;
            const double k = t31 ? t32 : t29;
            const double rest = t31 ? t33 : t30;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t34 = product(d, inverse);
            const double t35 = trunc(t34);
            const double t36 = fma(-t35, p, d);
            const bool t37 = t36 >= p;
            const double t38 = t36 - p;
            const double rest_2 = t37 ? t38 : t36;
            double rest_3 = rest_2;
            const bool t39 = rest_3 >= p;
            const bool t40 = t39 && active;
            if (t40) {
                // rare: the estimate left more than one y
                const double t41 = d / p;
                const double t42 = trunc(t41);
                const double t43 = fma(-t42, p, d);
                const bool t44 = t43 < 0.0;
                const double t45 = t43 + p;
                const double t46 = t44 ? t45 : t43;
                const double t47 = t40 ? t46 : rest_3;
                rest_3 = t47;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t48 = u_new + v;
            const bool t49 = t48 >= 64.0;
            const bool last = t49 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t50 = u + v;
                const double missing = 64.0 - t50;
                const double t51 = missing / v;
                const double t52 = trunc(t51);
                const double t53 = t52 + 1.0;
                const double taken = t53 < k ? t53 : k;
                const double t54 = d / p;
                const double t55 = trunc(t54);
                const double t56 = t55 < taken ? t55 : taken;
                const double t57 = fma(-t56, p, d);
                const bool t58 = t57 < 0.0;
                const double t59 = t57 + p;
                const double t60 = t58 ? t59 : t57;
                const double t61 = last ? t60 : d_new;
                d_new = t61;
            }
            // take the step; who has N points, or q = 0, is done
            const double t62 = active ? d_new : d;
            d = t62;
            q = rest;
            u = u_new;
            const bool t63 = active && !last;
            const bool t64 = q >= 1.0;
            const bool t65 = t63 && t64;
            active = t65;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t66 = product(p, inverse_2);
            const double t67 = trunc(t66);
            const double t68 = fma(-t67, q, p);
            const bool t69 = t68 >= q;
            const double t70 = t67 + 1.0;
            const double t71 = t68 - q;
            const double k_2 = t69 ? t70 : t67;
            const double rest_4 = t69 ? t71 : t68;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t72 = d >= rest_4;
            const bool beyond = t72 && active;
            const double past = d - rest_4;
            const double t73 = product(past, inverse_2);
            const double t74 = trunc(t73);
            const double t75 = fma(-t74, q, past);
            const bool t76 = t75 >= q;
            const double t77 = t75 - q;
            const double rest_5 = t76 ? t77 : t75;
            double rest_6 = rest_5;
            const bool t78 = rest_6 >= q;
            const bool t79 = t78 && beyond;
            if (t79) {
                // rare: the estimate left more than one y
                const double t80 = past / q;
                const double t81 = trunc(t80);
                const double t82 = fma(-t81, q, past);
                const bool t83 = t82 < 0.0;
                const double t84 = t82 + q;
                const double t85 = t83 ? t84 : t82;
                const double t86 = t79 ? t85 : rest_6;
                rest_6 = t86;
            }
            // elsewhere d stays
            const double t87 = beyond ? rest_6 : d;
            double d_new_2 = t87;
            // lanes that have their N points with this step
            const double t88 = u + v_new;
            const bool t89 = t88 >= 64.0;
            const bool last_2 = t89 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t90 = u + v;
                const double missing_2 = 64.0 - t90;
                const double t91 = missing_2 / u;
                const double t92 = trunc(t91);
                const double t93 = t92 + 1.0;
                const double taken_2 = t93 < k_2 ? t93 : k_2;
                const double t94 = fma(-taken_2, q, p);
                const double t95 = d - t94;
                const bool t96 = d >= t94;
                const bool t97 = t96 && last_2;
                const double t98 = t95 / q;
                const double t99 = trunc(t98);
                const double t100 = t99 < taken_2 ? t99 : taken_2;
                const double t101 = fma(-t100, q, t95);
                const bool t102 = t101 < 0.0;
                const double t103 = t101 + q;
                const double t104 = t102 ? t103 : t101;
                const double t105 = t97 ? t104 : d;
                const double t106 = last_2 ? t105 : d_new_2;
                d_new_2 = t106;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t107 = active && !last_2;
            const bool t108 = p >= 1.0;
            const bool t109 = t107 && t108;
            active = t109;
            if (!active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const bool excluded = d >= 34603008.0;
        const bool survives = !excluded;
        if (survives) {
            // report the parts that survive
            report1(at, part);
        }
        // step the tables to the next part of each lane
        const word t110 = g0 + g1;
        g0 = t110;
        const word t111 = g1 + g2;
        g1 = t111;
        const word t112 = s0 + s1;
        s0 = t112;
        const word t113 = part + 1ULL;
        part = t113;
    }
}

// A survivor of stage 0 goes on to stage 1 at once.
static __device__ __forceinline__ void report0(const batch at, const word part)
{
    atomicAdd(&at.counts[1], 1u);
    stage1_alone(at, part);
}

// Tests one item, 2^22 consecutive inputs in 2,048 parts of L = 2^11, part by part, and writes the
// parts that may hold an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..6]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
//   middle of the item (best line instead of the chord), as a polynomial of degree 5 in the item
//   index, the highest coefficient first, 1 word (64 fraction bits) each.
// - `seed[6..16]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 4
//   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[16..24]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
//   degree 3 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[24..30]`: difference s2 of order 2 of the slopes over the parts, as a polynomial of
//   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `item`: index of the item in the block, 0 … 63; the item is the inputs t = item·2^22 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·2,048 + j
//   and is the 2^11 inputs from t = index·2^11.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 3 differences of 1 word (64 fraction bits); slopes: 2 differences of 1 word (64
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^11, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
//    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
//    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
//    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
//    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
//    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x840000000·2^-52 = 2^-16.96 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - of each thread: 37 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds,
//   12 mask operations, 4 minima, 13 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - the same in all threads of an item: 3 adds, 30 loads, 6 multiplies, 6 shifts, 23 wide
//   multiplies
static __device__ const word stage0_lane_choose_2[32] = {
    0ULL, 0ULL, 1ULL, 3ULL, 6ULL, 10ULL, 15ULL, 21ULL,
    28ULL, 36ULL, 45ULL, 55ULL, 66ULL, 78ULL, 91ULL, 105ULL,
    120ULL, 136ULL, 153ULL, 171ULL, 190ULL, 210ULL, 231ULL, 253ULL,
    276ULL, 300ULL, 325ULL, 351ULL, 378ULL, 406ULL, 435ULL, 465ULL,
};
static __device__ const word stage0_lane_choose_3[32] = {
    0ULL, 0ULL, 0ULL, 1ULL, 4ULL, 10ULL, 20ULL, 35ULL,
    56ULL, 84ULL, 120ULL, 165ULL, 220ULL, 286ULL, 364ULL, 455ULL,
    560ULL, 680ULL, 816ULL, 969ULL, 1140ULL, 1330ULL, 1540ULL, 1771ULL,
    2024ULL, 2300ULL, 2600ULL, 2925ULL, 3276ULL, 3654ULL, 4060ULL, 4495ULL,
};
static __device__ const word stage0_stride1_2[32] = {
    496ULL, 528ULL, 560ULL, 592ULL, 624ULL, 656ULL, 688ULL, 720ULL,
    752ULL, 784ULL, 816ULL, 848ULL, 880ULL, 912ULL, 944ULL, 976ULL,
    1008ULL, 1040ULL, 1072ULL, 1104ULL, 1136ULL, 1168ULL, 1200ULL, 1232ULL,
    1264ULL, 1296ULL, 1328ULL, 1360ULL, 1392ULL, 1424ULL, 1456ULL, 1488ULL,
};
static __device__ const word stage0_stride1_3[32] = {
    4960ULL, 5456ULL, 5984ULL, 6544ULL, 7136ULL, 7760ULL, 8416ULL, 9104ULL,
    9824ULL, 10576ULL, 11360ULL, 12176ULL, 13024ULL, 13904ULL, 14816ULL, 15760ULL,
    16736ULL, 17744ULL, 18784ULL, 19856ULL, 20960ULL, 22096ULL, 23264ULL, 24464ULL,
    25696ULL, 26960ULL, 28256ULL, 29584ULL, 30944ULL, 32336ULL, 33760ULL, 35216ULL,
};
static __device__ const word stage0_stride2_3[32] = {
    31744ULL, 32768ULL, 33792ULL, 34816ULL, 35840ULL, 36864ULL, 37888ULL, 38912ULL,
    39936ULL, 40960ULL, 41984ULL, 43008ULL, 44032ULL, 45056ULL, 46080ULL, 47104ULL,
    48128ULL, 49152ULL, 50176ULL, 51200ULL, 52224ULL, 53248ULL, 54272ULL, 55296ULL,
    56320ULL, 57344ULL, 58368ULL, 59392ULL, 60416ULL, 61440ULL, 62464ULL, 63488ULL,
};
static __device__ __forceinline__ void stage0(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds;
    const word lane_2 = lane;
    const word lane_choose_2 = stage0_lane_choose_2[lane];
    const word lane_choose_3 = stage0_lane_choose_3[lane];
    const word stride1_2 = stage0_stride1_2[lane];
    const word stride1_3 = stage0_stride1_3[lane];
    const word stride2_3 = stage0_stride2_3[lane];
    // value g0 at this item: degree 5, 64 fraction bits
    const word t1 = seed[0] * item + seed[blocks];
    const word t2 = t1 * item + seed[2 * blocks];
    const word t3 = t2 * item + seed[3 * blocks];
    const word t4 = t3 * item + seed[4 * blocks];
    const word item_g0 = t4 * item + seed[5 * blocks];
    // slope difference s0 at this item: degree 4, 128 fraction bits
    word t5, carry_6;
    mul_add(seed[6 * blocks], item, seed[8 * blocks], 0ULL, &t5, &carry_6);
    const word t6 = seed[7 * blocks] * item + seed[9 * blocks] + carry_6;
    word t7, carry_8;
    mul_add(t5, item, seed[10 * blocks], 0ULL, &t7, &carry_8);
    const word t8 = t6 * item + seed[11 * blocks] + carry_8;
    word t9, carry_10;
    mul_add(t7, item, seed[12 * blocks], 0ULL, &t9, &carry_10);
    const word t10 = t8 * item + seed[13 * blocks] + carry_10;
    word item_s0, carry_12;
    mul_add(t9, item, seed[14 * blocks], 0ULL, &item_s0, &carry_12);
    const word item_s0h = t10 * item + seed[15 * blocks] + carry_12;
    // slope difference s1 at this item: degree 3, 128 fraction bits
    word t11, carry_14;
    mul_add(seed[16 * blocks], item, seed[18 * blocks], 0ULL, &t11, &carry_14);
    const word t12 = seed[17 * blocks] * item + seed[19 * blocks] + carry_14;
    word t13, carry_16;
    mul_add(t11, item, seed[20 * blocks], 0ULL, &t13, &carry_16);
    const word t14 = t12 * item + seed[21 * blocks] + carry_16;
    word item_s1, carry_18;
    mul_add(t13, item, seed[22 * blocks], 0ULL, &item_s1, &carry_18);
    const word item_s1h = t14 * item + seed[23 * blocks] + carry_18;
    // slope difference s2 at this item: degree 2, 128 fraction bits
    word t15, carry_20;
    mul_add(seed[24 * blocks], item, seed[26 * blocks], 0ULL, &t15, &carry_20);
    const word t16 = seed[25 * blocks] * item + seed[27 * blocks] + carry_20;
    word item_s2, carry_22;
    mul_add(t15, item, seed[28 * blocks], 0ULL, &item_s2, &carry_22);
    const word item_s2h = t16 * item + seed[29 * blocks] + carry_22;
    // differences of the value: the slope's times the part's length
    const word t17 = item_s0h << 11;
    const word t18 = item_s0 >> 53;
    const word t19 = t17 + t18;
    const word t20 = item_s1h << 11;
    const word t21 = item_s1 >> 53;
    const word t22 = t20 + t21;
    const word t23 = item_s2h << 11;
    const word t24 = item_s2 >> 53;
    const word t25 = t23 + t24;
    // tables of the lanes, stride = number of lanes
    const word t26 = t19 * lane_2;
    const word t27 = item_g0 + t26;
    const word t28 = t22 * lane_choose_2;
    const word t29 = t27 + t28;
    const word t30 = t25 * lane_choose_3;
    const word t31 = t29 + t30;
    word g0 = t31;
    const word t32 = t19 * 32ULL;
    const word t33 = t22 * stride1_2;
    const word t34 = t32 + t33;
    const word t35 = t25 * stride1_3;
    const word t36 = t34 + t35;
    word g1 = t36;
    const word t37 = t22 * 1024ULL;
    const word t38 = t25 * stride2_3;
    const word t39 = t37 + t38;
    word g2 = t39;
    const word g3 = t25 * 32768ULL;
    const word t40 = item_s1h * lane_2;
    const word t41 = item_s0h + t40;
    const word t42 = item_s2h * lane_choose_2;
    const word t43 = t41 + t42;
    word s0 = t43;
    const word t44 = item_s1h * 32ULL;
    const word t45 = item_s2h * stride1_2;
    const word t46 = t44 + t45;
    word s1 = t46;
    const word s2 = item_s2h * 1024ULL;
    // index of the first part of each lane
    const word t47 = item * 2048ULL;
    const word t48 = t47 + lane_2;
    word part = t48;
    for (uint step = 0; step < 64; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0ULL - s0;
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
        // at most 2049 rounds
        for (;;) {
            // reduce q by k·p, the quotient or less: u += k·v
            const double inverse = recip_below(p);
            const double t51 = product(q, inverse);
            const double t52 = trunc(t51);
            const double t53 = fma(-t52, p, q);
            const bool t54 = t53 >= p;
            const double t55 = t52 + 1.0;
            const double t56 = t53 - p;
            const double k = t54 ? t55 : t52;
            const double rest = t54 ? t56 : t53;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t57 = product(d, inverse);
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
            const bool t72 = t71 >= 2048.0;
            const bool last = t72 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t73 = u + v;
                const double missing = 2048.0 - t73;
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
            const double t89 = product(p, inverse_2);
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
            const double t96 = product(past, inverse_2);
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
            const bool t112 = t111 >= 2048.0;
            const bool last_2 = t112 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t113 = u + v;
                const double missing_2 = 2048.0 - t113;
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
        const bool excluded = d >= 35433480192.0;
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
        const word t136 = s0 + s1;
        s0 = t136;
        const word t137 = s1 + s2;
        s1 = t137;
        const word t138 = part + 32ULL;
        part = t138;
    }
}

// All stages: 32 threads share an item of the first, each refines what it finds surviving.
extern "C" __global__ void __launch_bounds__(128) run_fused(
    const word *seeds, const uint blocks,
    const word *items, const uint item_capacity,
    uint *counts,
    word *survivors, const uint survivor_capacity)
{
    const uint count = counts[0] < item_capacity ? counts[0] : item_capacity;
    const uint stride = gridDim.x * 4u;
    uint at_item = blockIdx.x * 4u + threadIdx.x / 32u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 64ULL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage0(at, items[at_item] % 64ULL, threadIdx.x % 32u);
    }
}
