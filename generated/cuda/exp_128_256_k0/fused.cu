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
// domain            2^39 inputs, Taylor model of degree 11 [longest that is proved, up to 2^40 (or
//                   a block) and a 16th of the work; least degree that is proved]
// block             2^33 inputs with one seed, polynomial of degree 7 [length chosen by cost,
//                   least degree that is proved]
// stage 0           item of 2^30 inputs = 32 packets of T = 2^25; parts of 2^13; 8 items a block
//                   [chosen by cost]
//   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//                   bits; orders Q = ∛(4/|g''|) < 2^13 [least that are proved to cost little]
//   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//                   cost]
//   threshold 2ε''  0x2d0000000·2^-63 = 2^-29.50 [proved: the budget below, doubled and rounded
//                   up]
//   survivors       2^-16.51 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 1           interval of 2^13 inputs = κ = 32 sub-intervals of 2^8 [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 192, 192, 192 fraction bits [least that are proved to
//                   cost little]
//   check           the regular test, quotients by an underestimating reciprocal and one
//                   correction, 52-bit integers in binary64 lanes [chosen by cost]
//   threshold 2ε''  0x21000000·2^-52 = 2^-22.95 [proved: the budget below, doubled and rounded up]
//   survivors       2^-13.03 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 2           sub-interval of 2^8 inputs, each compared [κ chosen by cost]
//   tables          degree 2; values 2 words (128 fraction bits); moved to an item with 256, 256,
//                   192 fraction bits [least that are proved to cost little]
//   check           comparison of every input
//   threshold 2ε''  0x2100000000000000000000·2^-128 = 2^-42.95 [proved: the budget below, doubled
//                   and rounded up]
//   survivors       2^-42.96 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
//
// budget of stage 0: ε'' = 2^-30.53, the sum of
//   threshold ε                          2^-44.00 [given: the request's --bits]
//   Taylor remainder                     2^-58.83 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                        2^-514.83 by interval Taylor arithmetic over the span, r
//                                        = 2^38 half a domain]
//   Taylor coefficients                  2^-80.41 [proved: each of 12 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             2^-57.28 [proved: terms of degree 8 to 11 over 2^33
//                                        inputs]
//   terms dropped in a packet            2^-30.57 [proved: Σ Q_j·T^j from j = 4 on, T = 2^25]
//   rounding of the packet's polynomial  2^-38.99 [proved: moved to a packet with 128, 192, 128,
//                                        128 fraction bits, then A cut to 52 bits, the slope to
//                                        80, B and C rounded to 53 bits below 2^-36 and 2^-83;
//                                        times the powers of T]
//   evaluation at an input               2^-35.97 [proved: at most 14 roundings to 2^-53 of
//                                        numbers below 2^13.03]
//
// budget of stage 1: ε'' = 2^-23.98, the sum of
//   threshold ε                               2^-44.00 [given: the request's --bits]
//   Taylor remainder                          2^-58.83 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                             2^-514.83 by interval Taylor arithmetic over the
//                                             span, r = 2^38 half a domain]
//   Taylor coefficients                       2^-80.41 [proved: each of 12 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  2^-57.28 [proved: terms of degree 8 to 11 over 2^33
//                                             inputs]
//   line instead of the curve                 2^-23.98 [proved: best line on L = 2^8 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-35.98, drift over
//                                             half an item ≤ 2^-68.98]
//   differences dropped from the tables       2^-44.57 [proved: Newton's remainder at degree 2
//                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-50.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-51.98 [proved: coefficients cut to 192, 192, 192
//                                             fraction bits, times the powers of the item index]
//   word of the test                          2^-43.99 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 2: ε'' = 2^-43.99, the sum of
//   threshold ε                          2^-44.00 [given: the request's --bits]
//   Taylor remainder                     2^-58.83 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                        2^-514.83 by interval Taylor arithmetic over the span, r
//                                        = 2^38 half a domain]
//   Taylor coefficients                  2^-80.41 [proved: each of 12 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             2^-57.28 [proved: terms of degree 8 to 11 over 2^33
//                                        inputs]
//   differences dropped from the tables  2^-59.59 [proved: Newton's remainder at degree 2 over 256
//                                        parts: C(256, 3)·3!·Q_3·L^3]
//   rounding of the table of values      2^-112.99 [proved: Σ C(256, m)·2^-128: an error in
//                                        difference m grows so over the parts]
//   rounding while moving to an item     2^-52.00 [proved: coefficients cut to 256, 256, 192
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
// where only one works on it, it is lane 0 of 1. A loop that would pass its bound ends the work on
// the item, and is noted behind the counts: then no survivor is of use.

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

// An estimate of 1/a for 1 <= a <= 2^64, within 2^-22: see recip_below.
static __device__ __forceinline__ double recip_near(const double a)
{
#if defined(__CUDA_ARCH__)
    float estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"((float)a));
    return (double)estimate;
#else
    return 1.0 / a;
#endif
}

// An estimate of the square root of 1 <= a <= 2^100. The conversion to single precision is within
// 2^-24, the machine's estimate within 2^-23 (PTX ISA, sqrt.approx.ftz.f32).
static __device__ __forceinline__ double sqrt_near(const double a)
{
#if defined(__CUDA_ARCH__)
    float estimate;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"((float)a));
    return (double)estimate;
#else
    return __builtin_sqrt(a);
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

// The number nearest to a word.
static __device__ __forceinline__ double to_nearest_number(const word a)
{
    return (double)a;
}

// The word of a number, truncated.
static __device__ __forceinline__ word to_word(const double a)
{
    return (word)a;
}

// s = a + b modulo 2^128: 2 words of 64 bits, least word first.
static __device__ __forceinline__ void add_words2(
    word a0, word a1,
    word b0, word b1,
    word *s0, word *s1)
{
#if defined(__CUDA_ARCH__)
    asm(
        "add.cc.u64 %0, %2, %4;"
        "addc.u64 %1, %3, %5;"
        : "=&l"(*s0), "=&l"(*s1)
        : "l"(a0), "l"(a1),
          "l"(b0), "l"(b1));
#else
    word sum = a0 + b0;
    word carry = sum < a0;
    *s0 = sum;
    sum = a1 + b1;
    *s1 = sum + carry;
#endif
}

// a < b: 2 words of 64 bits, least word first.
static __device__ __forceinline__ bool less_words2(
    word a0, word a1,
    word b0, word b1)
{
    bool less = a0 < b0;
    less = a1 < b1 || (a1 == b1 && less);
    return less;
}

// Notes that a loop has passed its bound: how often that happens, and the first time in which
// stage, in which loop of it, and in which block.
static __device__ __forceinline__ void overrun(const batch at, const uint stage, const uint loop)
{
    uint *noted = &at.counts[4];
    if (atomicAdd(&noted[0], 1u) == 0) {
        noted[1] = stage;
        noted[2] = loop;
        noted[3] = (uint)at.block;
    }
}

// A survivor of stage 2 is a candidate.
static __device__ __forceinline__ void report2(const batch at, const word part)
{
    const uint place = atomicAdd(&at.counts[3], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 8589934592ULL + part;
    }
}

// Walks one item, 2^8 consecutive inputs, and writes those that may be HR-cases: a part is one
// input (L = 1), and there are 256.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..32]`: P + ε'' at the first input, as a polynomial of degree 7 in the item index, the
//   highest coefficient first, 4 words (256 fraction bits) each.
// - `seed[32..60]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
//   degree 6 in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
// - `seed[60..78]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
//   degree 5 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `item`: index of the item in the block, 0 … 33,554,431; the item is the inputs t = item·2^8 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·256 + j and
//   is the input from t = index·1.
//
// Postcondition: every input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 2 words (128 fraction bits).
// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x2100000000000000000000·2^-128 = 2^-42.95:
//    that is |P(t) cmod 1| < ε''.
//
// Operations in the text below, each loop body once:
// - of each thread: 2 adds, 6 carries
// - the same in all threads of an item: 78 loads, 1 multiplies, 67 wide multiplies
static __device__ __forceinline__ void stage2_alone(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds + 123 * blocks;
    // value g0 at this item: degree 7, 256 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[4 * blocks], 0ULL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[blocks], item, seed[5 * blocks], carry, &t2, &carry_2);
    word t3, carry_3;
    mul_add(seed[2 * blocks], item, seed[6 * blocks], carry_2, &t3, &carry_3);
    const word t4 = seed[3 * blocks] * item + seed[7 * blocks] + carry_3;
    word t5, carry_5;
    mul_add(t1, item, seed[8 * blocks], 0ULL, &t5, &carry_5);
    word t6, carry_6;
    mul_add(t2, item, seed[9 * blocks], carry_5, &t6, &carry_6);
    word t7, carry_7;
    mul_add(t3, item, seed[10 * blocks], carry_6, &t7, &carry_7);
    const word t8 = t4 * item + seed[11 * blocks] + carry_7;
    word t9, carry_9;
    mul_add(t5, item, seed[12 * blocks], 0ULL, &t9, &carry_9);
    word t10, carry_10;
    mul_add(t6, item, seed[13 * blocks], carry_9, &t10, &carry_10);
    word t11, carry_11;
    mul_add(t7, item, seed[14 * blocks], carry_10, &t11, &carry_11);
    const word t12 = t8 * item + seed[15 * blocks] + carry_11;
    word t13, carry_13;
    mul_add(t9, item, seed[16 * blocks], 0ULL, &t13, &carry_13);
    word t14, carry_14;
    mul_add(t10, item, seed[17 * blocks], carry_13, &t14, &carry_14);
    word t15, carry_15;
    mul_add(t11, item, seed[18 * blocks], carry_14, &t15, &carry_15);
    const word t16 = t12 * item + seed[19 * blocks] + carry_15;
    word t17, carry_17;
    mul_add(t13, item, seed[20 * blocks], 0ULL, &t17, &carry_17);
    word t18, carry_18;
    mul_add(t14, item, seed[21 * blocks], carry_17, &t18, &carry_18);
    word t19, carry_19;
    mul_add(t15, item, seed[22 * blocks], carry_18, &t19, &carry_19);
    const word t20 = t16 * item + seed[23 * blocks] + carry_19;
    word t21, carry_21;
    mul_add(t17, item, seed[24 * blocks], 0ULL, &t21, &carry_21);
    word t22, carry_22;
    mul_add(t18, item, seed[25 * blocks], carry_21, &t22, &carry_22);
    word t23, carry_23;
    mul_add(t19, item, seed[26 * blocks], carry_22, &t23, &carry_23);
    const word t24 = t20 * item + seed[27 * blocks] + carry_23;
    word item_g0, carry_25;
    mul_add(t21, item, seed[28 * blocks], 0ULL, &item_g0, &carry_25);
    word item_g0h, carry_26;
    mul_add(t22, item, seed[29 * blocks], carry_25, &item_g0h, &carry_26);
    word item_g0hh, carry_27;
    mul_add(t23, item, seed[30 * blocks], carry_26, &item_g0hh, &carry_27);
    const word item_g0hhh = t24 * item + seed[31 * blocks] + carry_27;
    // value difference g1 at this item: degree 6, 256 fraction bits
    word t25, carry_29;
    mul_add(seed[32 * blocks], item, seed[36 * blocks], 0ULL, &t25, &carry_29);
    word t26, carry_30;
    mul_add(seed[33 * blocks], item, seed[37 * blocks], carry_29, &t26, &carry_30);
    word t27, carry_31;
    mul_add(seed[34 * blocks], item, seed[38 * blocks], carry_30, &t27, &carry_31);
    const word t28 = seed[35 * blocks] * item + seed[39 * blocks] + carry_31;
    word t29, carry_33;
    mul_add(t25, item, seed[40 * blocks], 0ULL, &t29, &carry_33);
    word t30, carry_34;
    mul_add(t26, item, seed[41 * blocks], carry_33, &t30, &carry_34);
    word t31, carry_35;
    mul_add(t27, item, seed[42 * blocks], carry_34, &t31, &carry_35);
    const word t32 = t28 * item + seed[43 * blocks] + carry_35;
    word t33, carry_37;
    mul_add(t29, item, seed[44 * blocks], 0ULL, &t33, &carry_37);
    word t34, carry_38;
    mul_add(t30, item, seed[45 * blocks], carry_37, &t34, &carry_38);
    word t35, carry_39;
    mul_add(t31, item, seed[46 * blocks], carry_38, &t35, &carry_39);
    const word t36 = t32 * item + seed[47 * blocks] + carry_39;
    word t37, carry_41;
    mul_add(t33, item, seed[48 * blocks], 0ULL, &t37, &carry_41);
    word t38, carry_42;
    mul_add(t34, item, seed[49 * blocks], carry_41, &t38, &carry_42);
    word t39, carry_43;
    mul_add(t35, item, seed[50 * blocks], carry_42, &t39, &carry_43);
    const word t40 = t36 * item + seed[51 * blocks] + carry_43;
    word t41, carry_45;
    mul_add(t37, item, seed[52 * blocks], 0ULL, &t41, &carry_45);
    word t42, carry_46;
    mul_add(t38, item, seed[53 * blocks], carry_45, &t42, &carry_46);
    word t43, carry_47;
    mul_add(t39, item, seed[54 * blocks], carry_46, &t43, &carry_47);
    const word t44 = t40 * item + seed[55 * blocks] + carry_47;
    word item_g1, carry_49;
    mul_add(t41, item, seed[56 * blocks], 0ULL, &item_g1, &carry_49);
    word item_g1h, carry_50;
    mul_add(t42, item, seed[57 * blocks], carry_49, &item_g1h, &carry_50);
    word item_g1hh, carry_51;
    mul_add(t43, item, seed[58 * blocks], carry_50, &item_g1hh, &carry_51);
    const word item_g1hhh = t44 * item + seed[59 * blocks] + carry_51;
    // value difference g2 at this item: degree 5, 192 fraction bits
    word t45, carry_53;
    mul_add(seed[60 * blocks], item, seed[63 * blocks], 0ULL, &t45, &carry_53);
    word t46, carry_54;
    mul_add(seed[61 * blocks], item, seed[64 * blocks], carry_53, &t46, &carry_54);
    const word t47 = seed[62 * blocks] * item + seed[65 * blocks] + carry_54;
    word t48, carry_56;
    mul_add(t45, item, seed[66 * blocks], 0ULL, &t48, &carry_56);
    word t49, carry_57;
    mul_add(t46, item, seed[67 * blocks], carry_56, &t49, &carry_57);
    const word t50 = t47 * item + seed[68 * blocks] + carry_57;
    word t51, carry_59;
    mul_add(t48, item, seed[69 * blocks], 0ULL, &t51, &carry_59);
    word t52, carry_60;
    mul_add(t49, item, seed[70 * blocks], carry_59, &t52, &carry_60);
    const word t53 = t50 * item + seed[71 * blocks] + carry_60;
    word t54, carry_62;
    mul_add(t51, item, seed[72 * blocks], 0ULL, &t54, &carry_62);
    word t55, carry_63;
    mul_add(t52, item, seed[73 * blocks], carry_62, &t55, &carry_63);
    const word t56 = t53 * item + seed[74 * blocks] + carry_63;
    word item_g2, carry_65;
    mul_add(t54, item, seed[75 * blocks], 0ULL, &item_g2, &carry_65);
    word g2, carry_66;
    mul_add(t55, item, seed[76 * blocks], carry_65, &g2, &carry_66);
    const word g2h = t56 * item + seed[77 * blocks] + carry_66;
    word g0 = item_g0hh;
    word g0h = item_g0hhh;
    word g1 = item_g1hh;
    word g1h = item_g1hhh;
    // index of the first part of each lane
    const word t57 = item * 256ULL;
    const word t58 = t57 + 0ULL;
    word part = t58;
    for (uint step = 0; step < 256; ++step) {
        // an input survives where its value is below 2ε''
        const bool survives = less_words2(g0, g0h, 0ULL, 2162688ULL);
        if (survives) {
            // report the parts that survive
            report2(at, part);
        }
        // step the tables to the next part of each lane
        word t61, t62;
        add_words2(g0, g0h, g1, g1h, &t61, &t62);
        g0 = t61;
        g0h = t62;
        word t63, t64;
        add_words2(g1, g1h, g2, g2h, &t63, &t64);
        g1 = t63;
        g1h = t64;
        const word t65 = part + 1ULL;
        part = t65;
    }
}

// A survivor of stage 1 goes on to stage 2 at once.
static __device__ __forceinline__ void report1(const batch at, const word part)
{
    atomicAdd(&at.counts[2], 1u);
    stage2_alone(at, part);
}

// Tests one item, 2^13 consecutive inputs in 32 parts of L = 2^8, part by part, and writes the
// parts that may hold an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..24]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
//   middle of the item (best line instead of the chord), as a polynomial of degree 7 in the item
//   index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[24..45]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 6
//   in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `seed[45..63]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
//   degree 5 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
// - `item`: index of the item in the block, 0 … 1,048,575; the item is the inputs t = item·2^13 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
//   is the 2^8 inputs from t = index·2^8.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
//    fraction bits).
// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^8, d
//    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
//    makes some d - a·x mod 1 fall below 2ε''.
// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
//    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
//    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
//    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
//    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
//    quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x21000000·2^-52 = 2^-22.95 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - of each thread: 17 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
//   mask operations, 4 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
// - the same in all threads of an item: 2 adds, 63 loads, 1 multiplies, 4 shifts, 54 wide
//   multiplies
static __device__ __forceinline__ void stage1_alone(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds + 60 * blocks;
    // value g0 at this item: degree 7, 192 fraction bits
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
    word t13, carry_13;
    mul_add(t10, item, seed[15 * blocks], 0ULL, &t13, &carry_13);
    word t14, carry_14;
    mul_add(t11, item, seed[16 * blocks], carry_13, &t14, &carry_14);
    const word t15 = t12 * item + seed[17 * blocks] + carry_14;
    word t16, carry_16;
    mul_add(t13, item, seed[18 * blocks], 0ULL, &t16, &carry_16);
    word t17, carry_17;
    mul_add(t14, item, seed[19 * blocks], carry_16, &t17, &carry_17);
    const word t18 = t15 * item + seed[20 * blocks] + carry_17;
    word item_g0, carry_19;
    mul_add(t16, item, seed[21 * blocks], 0ULL, &item_g0, &carry_19);
    word item_g0h, carry_20;
    mul_add(t17, item, seed[22 * blocks], carry_19, &item_g0h, &carry_20);
    const word item_g0hh = t18 * item + seed[23 * blocks] + carry_20;
    // slope difference s0 at this item: degree 6, 192 fraction bits
    word t19, carry_22;
    mul_add(seed[24 * blocks], item, seed[27 * blocks], 0ULL, &t19, &carry_22);
    word t20, carry_23;
    mul_add(seed[25 * blocks], item, seed[28 * blocks], carry_22, &t20, &carry_23);
    const word t21 = seed[26 * blocks] * item + seed[29 * blocks] + carry_23;
    word t22, carry_25;
    mul_add(t19, item, seed[30 * blocks], 0ULL, &t22, &carry_25);
    word t23, carry_26;
    mul_add(t20, item, seed[31 * blocks], carry_25, &t23, &carry_26);
    const word t24 = t21 * item + seed[32 * blocks] + carry_26;
    word t25, carry_28;
    mul_add(t22, item, seed[33 * blocks], 0ULL, &t25, &carry_28);
    word t26, carry_29;
    mul_add(t23, item, seed[34 * blocks], carry_28, &t26, &carry_29);
    const word t27 = t24 * item + seed[35 * blocks] + carry_29;
    word t28, carry_31;
    mul_add(t25, item, seed[36 * blocks], 0ULL, &t28, &carry_31);
    word t29, carry_32;
    mul_add(t26, item, seed[37 * blocks], carry_31, &t29, &carry_32);
    const word t30 = t27 * item + seed[38 * blocks] + carry_32;
    word t31, carry_34;
    mul_add(t28, item, seed[39 * blocks], 0ULL, &t31, &carry_34);
    word t32, carry_35;
    mul_add(t29, item, seed[40 * blocks], carry_34, &t32, &carry_35);
    const word t33 = t30 * item + seed[41 * blocks] + carry_35;
    word item_s0, carry_37;
    mul_add(t31, item, seed[42 * blocks], 0ULL, &item_s0, &carry_37);
    word item_s0h, carry_38;
    mul_add(t32, item, seed[43 * blocks], carry_37, &item_s0h, &carry_38);
    const word item_s0hh = t33 * item + seed[44 * blocks] + carry_38;
    // slope difference s1 at this item: degree 5, 192 fraction bits
    word t34, carry_40;
    mul_add(seed[45 * blocks], item, seed[48 * blocks], 0ULL, &t34, &carry_40);
    word t35, carry_41;
    mul_add(seed[46 * blocks], item, seed[49 * blocks], carry_40, &t35, &carry_41);
    const word t36 = seed[47 * blocks] * item + seed[50 * blocks] + carry_41;
    word t37, carry_43;
    mul_add(t34, item, seed[51 * blocks], 0ULL, &t37, &carry_43);
    word t38, carry_44;
    mul_add(t35, item, seed[52 * blocks], carry_43, &t38, &carry_44);
    const word t39 = t36 * item + seed[53 * blocks] + carry_44;
    word t40, carry_46;
    mul_add(t37, item, seed[54 * blocks], 0ULL, &t40, &carry_46);
    word t41, carry_47;
    mul_add(t38, item, seed[55 * blocks], carry_46, &t41, &carry_47);
    const word t42 = t39 * item + seed[56 * blocks] + carry_47;
    word t43, carry_49;
    mul_add(t40, item, seed[57 * blocks], 0ULL, &t43, &carry_49);
    word t44, carry_50;
    mul_add(t41, item, seed[58 * blocks], carry_49, &t44, &carry_50);
    const word t45 = t42 * item + seed[59 * blocks] + carry_50;
    word item_s1, carry_52;
    mul_add(t43, item, seed[60 * blocks], 0ULL, &item_s1, &carry_52);
    word item_s1h, carry_53;
    mul_add(t44, item, seed[61 * blocks], carry_52, &item_s1h, &carry_53);
    const word s1 = t45 * item + seed[62 * blocks] + carry_53;
    // differences of the value: the slope's times the part's length
    const word t46 = item_s0hh << 8;
    const word t47 = item_s0h >> 56;
    const word t48 = t46 + t47;
    const word t49 = s1 << 8;
    const word t50 = item_s1h >> 56;
    const word g2 = t49 + t50;
    // tables of the lanes, stride = number of lanes
    word g0 = item_g0hh;
    word g1 = t48;
    word s0 = item_s0hh;
    // index of the first part of each lane
    const word t51 = item * 32ULL;
    const word t52 = t51 + 0ULL;
    word part = t52;
    for (uint step = 0; step < 32; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0ULL - s0;
        const word t53 = falling >> 12;
        const double a = to_number(t53);
        const word t54 = g0 >> 12;
        const double b = to_number(t54);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const bool positive = a >= 1.0;
        double p = a;
        double q = 4503599627370496.0;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // loop 1, points: at most 257 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 257u) {
                overrun(at, 1, 1);
                return;
            }
            // reduce q by k·p, the quotient or less: u += k·v
            const double inverse = recip_below(p);
            const double t55 = product(q, inverse);
            const double t56 = trunc(t55);
            const double t57 = fma(-t56, p, q);
            const bool t58 = t57 >= p;
            const double t59 = t56 + 1.0;
            const double t60 = t57 - p;
            const double k = t58 ? t59 : t56;
            const double rest = t58 ? t60 : t57;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t61 = product(d, inverse);
            const double t62 = trunc(t61);
            const double t63 = fma(-t62, p, d);
            const bool t64 = t63 >= p;
            const double t65 = t63 - p;
            const double rest_2 = t64 ? t65 : t63;
            double rest_3 = rest_2;
            const bool t66 = rest_3 >= p;
            const bool t67 = t66 && active;
            if (t67) {
                // rare: the estimate left more than one y
                const double t68 = d / p;
                const double t69 = trunc(t68);
                const double t70 = fma(-t69, p, d);
                const bool t71 = t70 < 0.0;
                const double t72 = t70 + p;
                const double t73 = t71 ? t72 : t70;
                const double t74 = t67 ? t73 : rest_3;
                rest_3 = t74;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t75 = u_new + v;
            const bool t76 = t75 >= 256.0;
            const bool last = t76 && active;
            // take the step; who has N points, or q = 0, is done
            const double t77 = active ? d_new : d;
            d = t77;
            q = rest;
            u = u_new;
            const bool t78 = active && !last;
            const bool t79 = q >= 1.0;
            const bool t80 = t78 && t79;
            active = t80;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t81 = product(p, inverse_2);
            const double t82 = trunc(t81);
            const double t83 = fma(-t82, q, p);
            const bool t84 = t83 >= q;
            const double t85 = t82 + 1.0;
            const double t86 = t83 - q;
            const double k_2 = t84 ? t85 : t82;
            const double rest_4 = t84 ? t86 : t83;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t87 = d >= rest_4;
            const bool beyond = t87 && active;
            const double past = d - rest_4;
            const double t88 = product(past, inverse_2);
            const double t89 = trunc(t88);
            const double t90 = fma(-t89, q, past);
            const bool t91 = t90 >= q;
            const double t92 = t90 - q;
            const double rest_5 = t91 ? t92 : t90;
            double rest_6 = rest_5;
            const bool t93 = rest_6 >= q;
            const bool t94 = t93 && beyond;
            if (t94) {
                // rare: the estimate left more than one y
                const double t95 = past / q;
                const double t96 = trunc(t95);
                const double t97 = fma(-t96, q, past);
                const bool t98 = t97 < 0.0;
                const double t99 = t97 + q;
                const double t100 = t98 ? t99 : t97;
                const double t101 = t94 ? t100 : rest_6;
                rest_6 = t101;
            }
            // elsewhere d stays
            const double t102 = beyond ? rest_6 : d;
            double d_new_2 = t102;
            // lanes that have their N points with this step
            const double t103 = u + v_new;
            const bool t104 = t103 >= 256.0;
            const bool last_2 = t104 && active;
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t105 = active && !last_2;
            const bool t106 = p >= 1.0;
            const bool t107 = t105 && t106;
            active = t107;
            if (!active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const bool excluded = d >= 553648128.0;
        const bool survives = !excluded;
        if (survives) {
            // report the parts that survive
            report1(at, part);
        }
        // step the tables to the next part of each lane
        const word t108 = g0 + g1;
        g0 = t108;
        const word t109 = g1 + g2;
        g1 = t109;
        const word t110 = s0 + s1;
        s0 = t110;
        const word t111 = part + 1ULL;
        part = t111;
    }
}

// A survivor of stage 0 goes on to stage 1 at once.
static __device__ __forceinline__ void report0(const batch at, const word part)
{
    atomicAdd(&at.counts[1], 1u);
    stage1_alone(at, part);
}

// Searches one item, 2^30 consecutive inputs in 131,072 parts of L = 2^13, and writes the parts
// that hold an input which may be an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..16]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
//   degree 7 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[16..37]`: slope P' there, as a polynomial of degree 6 in the packet index, the highest
//   coefficient first, 3 words (192 fraction bits) each.
// - `seed[37..49]`: curvature P''/2 there, times 2^36, as a polynomial of degree 5 in the packet
//   index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[49..59]`: P'''/6 there, times 2^82, as a polynomial of degree 4 in the packet index, the
//   highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[59]`: the order Q of the Farey sequence.
// - `item`: index of the item in the block, 0 … 7; the item is the inputs t = item·2^30 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·131,072 + j
//   and is the 2^13 inputs from t = index·2^13.
//
// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. A lane has a packet of T = 2^25 inputs. P there is A + S·t + B·t² + C·t³ modulo 1, moved by
//    Horner's rule in the packet's index, then in binary64.
// 2. The slope rises. The packet is cut into arcs, the inputs where it is nearest to a fraction
//    r/q of the Farey sequence of order Q; one fraction follows from the two before it. Neighbours
//    are parted at their mediant.
// 3. Along an arc q·P mod 1 is a parabola about the vertex, where the slope is r/q. An HR-case is
//    next to a root where q·P passes an integer I + K, and in the class t ≡ m - (I + K)·q_before
//    modulo q, m an input near the vertex: nowhere else is q·P(t) an integer that q divides.
// 4. K = 0 is tried with both roots, roughly; where a member of the class is near one, or the arc
//    reaches the next integer, all roots are gone through exactly, and every member near one is
//    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0x2d0000000·2^-63 = 2^-29.50.
//
// Operations in the text below, each loop body once:
// - of each thread: 48 adds, 11 comparisons, 9 conversions, 7 divisions, 65 fused multiply-adds, 7
//   mask operations, 10 maxima, 6 minima, 40 multiplies, 3 reciprocal estimates, 4 root estimates,
//   1 selects, 5 shifts, 50 wide multiplies
// - the same in all threads of an item: 1 conversions, 60 loads, 2 multiplies
static __device__ __forceinline__ void stage0(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds;
    const word lane_2 = lane;
    // index of the first packet of each lane
    const word t1 = item * 32ULL;
    const word t2 = t1 + lane_2;
    word packet = t2;
    // value g0 at this item: degree 7, 128 fraction bits
    word t3, carry;
    mul_add(seed[0], packet, seed[2 * blocks], 0ULL, &t3, &carry);
    const word t4 = seed[blocks] * packet + seed[3 * blocks] + carry;
    word t5, carry_3;
    mul_add(t3, packet, seed[4 * blocks], 0ULL, &t5, &carry_3);
    const word t6 = t4 * packet + seed[5 * blocks] + carry_3;
    word t7, carry_5;
    mul_add(t5, packet, seed[6 * blocks], 0ULL, &t7, &carry_5);
    const word t8 = t6 * packet + seed[7 * blocks] + carry_5;
    word t9, carry_7;
    mul_add(t7, packet, seed[8 * blocks], 0ULL, &t9, &carry_7);
    const word t10 = t8 * packet + seed[9 * blocks] + carry_7;
    word t11, carry_9;
    mul_add(t9, packet, seed[10 * blocks], 0ULL, &t11, &carry_9);
    const word t12 = t10 * packet + seed[11 * blocks] + carry_9;
    word t13, carry_11;
    mul_add(t11, packet, seed[12 * blocks], 0ULL, &t13, &carry_11);
    const word t14 = t12 * packet + seed[13 * blocks] + carry_11;
    word item_g0, carry_13;
    mul_add(t13, packet, seed[14 * blocks], 0ULL, &item_g0, &carry_13);
    const word item_g0h = t14 * packet + seed[15 * blocks] + carry_13;
    // slope s at this item: degree 6, 192 fraction bits
    word t15, carry_15;
    mul_add(seed[16 * blocks], packet, seed[19 * blocks], 0ULL, &t15, &carry_15);
    word t16, carry_16;
    mul_add(seed[17 * blocks], packet, seed[20 * blocks], carry_15, &t16, &carry_16);
    const word t17 = seed[18 * blocks] * packet + seed[21 * blocks] + carry_16;
    word t18, carry_18;
    mul_add(t15, packet, seed[22 * blocks], 0ULL, &t18, &carry_18);
    word t19, carry_19;
    mul_add(t16, packet, seed[23 * blocks], carry_18, &t19, &carry_19);
    const word t20 = t17 * packet + seed[24 * blocks] + carry_19;
    word t21, carry_21;
    mul_add(t18, packet, seed[25 * blocks], 0ULL, &t21, &carry_21);
    word t22, carry_22;
    mul_add(t19, packet, seed[26 * blocks], carry_21, &t22, &carry_22);
    const word t23 = t20 * packet + seed[27 * blocks] + carry_22;
    word t24, carry_24;
    mul_add(t21, packet, seed[28 * blocks], 0ULL, &t24, &carry_24);
    word t25, carry_25;
    mul_add(t22, packet, seed[29 * blocks], carry_24, &t25, &carry_25);
    const word t26 = t23 * packet + seed[30 * blocks] + carry_25;
    word t27, carry_27;
    mul_add(t24, packet, seed[31 * blocks], 0ULL, &t27, &carry_27);
    word t28, carry_28;
    mul_add(t25, packet, seed[32 * blocks], carry_27, &t28, &carry_28);
    const word t29 = t26 * packet + seed[33 * blocks] + carry_28;
    word item_s, carry_30;
    mul_add(t27, packet, seed[34 * blocks], 0ULL, &item_s, &carry_30);
    word item_sh, carry_31;
    mul_add(t28, packet, seed[35 * blocks], carry_30, &item_sh, &carry_31);
    const word item_shh = t29 * packet + seed[36 * blocks] + carry_31;
    // curvature b at this item: degree 5, 128 fraction bits
    word t30, carry_33;
    mul_add(seed[37 * blocks], packet, seed[39 * blocks], 0ULL, &t30, &carry_33);
    const word t31 = seed[38 * blocks] * packet + seed[40 * blocks] + carry_33;
    word t32, carry_35;
    mul_add(t30, packet, seed[41 * blocks], 0ULL, &t32, &carry_35);
    const word t33 = t31 * packet + seed[42 * blocks] + carry_35;
    word t34, carry_37;
    mul_add(t32, packet, seed[43 * blocks], 0ULL, &t34, &carry_37);
    const word t35 = t33 * packet + seed[44 * blocks] + carry_37;
    word t36, carry_39;
    mul_add(t34, packet, seed[45 * blocks], 0ULL, &t36, &carry_39);
    const word t37 = t35 * packet + seed[46 * blocks] + carry_39;
    word item_b, carry_41;
    mul_add(t36, packet, seed[47 * blocks], 0ULL, &item_b, &carry_41);
    const word item_bh = t37 * packet + seed[48 * blocks] + carry_41;
    // cubic c at this item: degree 4, 128 fraction bits
    word t38, carry_43;
    mul_add(seed[49 * blocks], packet, seed[51 * blocks], 0ULL, &t38, &carry_43);
    const word t39 = seed[50 * blocks] * packet + seed[52 * blocks] + carry_43;
    word t40, carry_45;
    mul_add(t38, packet, seed[53 * blocks], 0ULL, &t40, &carry_45);
    const word t41 = t39 * packet + seed[54 * blocks] + carry_45;
    word t42, carry_47;
    mul_add(t40, packet, seed[55 * blocks], 0ULL, &t42, &carry_47);
    const word t43 = t41 * packet + seed[56 * blocks] + carry_47;
    word item_c, carry_49;
    mul_add(t42, packet, seed[57 * blocks], 0ULL, &item_c, &carry_49);
    const word item_ch = t43 * packet + seed[58 * blocks] + carry_49;
    // as numbers: A, the slope in two parts, B, C
    const word t44 = item_g0h >> 12;
    const double t45 = to_number(t44);
    const double a = product(t45, 2.220446049250313e-16);
    const word t46 = item_shh >> 38;
    const double t47 = to_number(t46);
    const double s1 = product(t47, 1.4901161193847656e-8);
    const word t48 = item_shh << 26;
    const word t49 = item_sh >> 38;
    const word t50 = t48 + t49;
    const double t51 = to_nearest_number(t50);
    const double s2 = product(t51, 8.077935669463161e-28);
    const double t52 = to_nearest_number(item_bh);
    const double b = product(t52, 7.888609052210118e-31);
    // C has a sign: it is read as a difference from 1/2
    const word t53 = item_ch + 0x8000000000000000ULL;
    const double t54 = to_nearest_number(t53);
    const double t55 = t54 - 9.223372036854776e18;
    const double c = product(t55, 1.1210387714598537e-44);
    const double order = to_number(seed[59 * blocks]);
    // 1/B, the shear -3C/(8B) of the slope, the spread 2.1·ε''/B of squared roots
    const double inverse_b = 1.0 / b;
    const double t56 = product(c, inverse_b);
    const double shear = product(t56, (-0.375));
    const double spread = product(inverse_b, 1.3751559890806675e-9);
    const double t57 = spread > 1.0 ? spread : 1.0;
    const double t58 = sqrt_near(t57);
    const double radius = fma(t58, 1.06, 2.08);
    // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
    double r_left = 0.0;
    double q_left = 1.0;
    double r_right = 1.0;
    double q_right = 1.0;
    // loop 1, neighbours: at most 24 rounds
    for (uint rounds = 0;; ++rounds) {
        if (rounds == 24u) {
            overrun(at, 0, 1);
            return;
        }
        const double t59 = fma(-q_left, s1, r_left);
        const double t60 = fma(-q_left, s2, t59);
        const double t61 = 0.0 - t60;
        const double t62 = t61 > 0.0 ? t61 : 0.0;
        const double t63 = fma(-q_right, s1, r_right);
        const double t64 = fma(-q_right, s2, t63);
        const double t65 = t64 > 0.0 ? t64 : 0.0;
        const double t66 = t65 / t62;
        const double t67 = order - q_right;
        const double t68 = t67 / q_left;
        const double t69 = t66 < t68 ? t66 : t68;
        const double t70 = trunc(t69);
        const double t71 = fma(t70, r_left, r_right);
        const double t72 = fma(t70, q_left, q_right);
        r_right = t71;
        q_right = t72;
        const double t73 = fma(-q_right, s1, r_right);
        const double t74 = fma(-q_right, s2, t73);
        const double t75 = t74 > 0.0 ? t74 : 0.0;
        const double t76 = t62 / t75;
        const double t77 = order - q_left;
        const double t78 = t77 / q_right;
        const double t79 = t76 < t78 ? t76 : t78;
        const double t80 = trunc(t79);
        const double t81 = fma(t80, r_right, r_left);
        const double t82 = fma(t80, q_right, q_left);
        r_left = t81;
        q_left = t82;
        // they are neighbours once their mediant is beyond the order
        const double t83 = q_left + q_right;
        const bool t84 = order >= t83;
        if (!t84) {
            break;
        }
    }
    // the fraction before the left one
    const double t85 = order + q_right;
    const double t86 = t85 / q_left;
    const double t87 = trunc(t86);
    const double t88 = fma(t87, r_left, -r_right);
    const double t89 = fma(t87, q_left, -q_right);
    const double order_above = product(order, 1.000000000003638);
    double r_before = t88;
    double q_before = t89;
    double r = r_left;
    double q = q_left;
    // a packet beyond the range may be curved less than was proved: it is left out
    const bool t90 = b >= 1.8189894035458565e-12;
    const double t91 = t90 ? 0.0 : 33554432.0;
    double from = t91;
    // loop 2, arcs: at most 131072 rounds
    for (uint rounds = 0;; ++rounds) {
        if (rounds == 131072u) {
            overrun(at, 0, 2);
            return;
        }
        // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
        const double t92 = recip_near(q);
        const double t93 = fma(-q, t92, 1.0);
        const double t94 = fma(t92, t93, t92);
        const double t95 = fma(-q, t94, 1.0);
        const double inverse = fma(t94, t95, t94);
        const double t96 = fma(q_before, 1.000000000003638, order_above);
        const double t97 = fma(t96, inverse, (-0.5));
        const double t98 = t97 + 6755399441055744.0;
        const double t99 = t98 - 6755399441055744.0;
        const double r_next = fma(t99, r, -r_before);
        const double q_next = fma(t99, q, -q_before);
        // the vertex, where the slope is r/q: twice the linear solution, sheared by C
        const double t100 = fma(-q, s1, r);
        const double apart = fma(-q, s2, t100);
        const double unit = product(inverse, inverse_b);
        const double t101 = product(apart, unit);
        const double t102 = fma(shear, t101, 0.5);
        const double vertex = product(t101, t102);
        // the arc ends at the mediant's place, or with the packet
        const double t103 = q + q_next;
        const double t104 = recip_near(t103);
        const double t105 = product(t104, unit);
        const double t106 = fma(t105, 0.5, vertex);
        const double t107 = t106 < 33554432.0 ? t106 : 33554432.0;
        const double t108 = t107 + 6755399441055744.0;
        const double t109 = t108 - 6755399441055744.0;
        const double end = t109 > from ? t109 : from;
        // an input next to the vertex, and q·P there below an integer
        const double t110 = vertex < 33554431.0 ? vertex : 33554431.0;
        const double t111 = t110 > from ? t110 : from;
        const double t112 = t111 + 6755399441055744.0;
        const double near = t112 - 6755399441055744.0;
        const double offset = vertex - near;
        const double t113 = fma(s1, near, 6755399441055744.0);
        const double t114 = t113 - 6755399441055744.0;
        const double t115 = fma(s1, near, -t114);
        const double t116 = fma(s2, near, t115);
        const double t117 = fma(c, near, b);
        const double t118 = product(t117, near);
        const double t119 = fma(t118, near, a);
        const double value = t119 + t116;
        const double t120 = fma(q, value, 0.4990234375);
        const double t121 = t120 + 6755399441055744.0;
        const double integer = t121 - 6755399441055744.0;
        const double rise = fma(-q, value, integer);
        const double t122 = end - vertex;
        const double t123 = vertex - from;
        const double t124 = t122 > t123 ? t122 : t123;
        const double farthest = fma(t124, 1.00076171875, radius);
        // the roots of the parabola at that integer, from the vertex: ±√y, roughly
        const double t125 = product(inverse, inverse_b);
        const double t126 = product(offset, offset);
        const double y = fma(rise, t125, t126);
        const double t127 = y > 1.0 ? y : 1.0;
        const double root = sqrt_near(t127);
        // how far they are from the class of inputs on which q divides that integer
        const double t128 = fma(integer, q_before, offset);
        const double t129 = t128 + root;
        const double t130 = fma(t129, inverse, 6755399441055744.0);
        const double t131 = t130 - 6755399441055744.0;
        const double t132 = fma(-t131, q, t129);
        const double t133 = product(t132, t132);
        const double t134 = t128 - root;
        const double t135 = fma(t134, inverse, 6755399441055744.0);
        const double t136 = t135 - 6755399441055744.0;
        const double t137 = fma(-t136, q, t134);
        const double t138 = product(t137, t137);
        const double t139 = t133 < t138 ? t133 : t138;
        const double t140 = fma(root, 0.00076171875, radius);
        const double t141 = product(t140, t140);
        const bool t142 = t141 >= t139;
        // or the arc reaches the integer after that one
        const double t143 = product(farthest, farthest);
        const double t144 = t143 - y;
        const bool t145 = t144 >= t125;
        const bool t146 = t142 || t145;
        const bool t147 = from < end;
        const bool hit = t146 && t147;
        if (hit) {
            // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
            const double t148 = product(c, 3.0);
            const double t149 = fma(t148, vertex, b);
            const double t150 = t149 + b;
            const double t151 = product(t150, vertex);
            const double t152 = fma(-q, inverse, 1.0);
            const double inverse_q = fma(inverse, t152, inverse);
            const double t153 = 1.0 / t149;
            const double t154 = fma(apart, inverse_q, -t151);
            const double t155 = product(t154, 0.5);
            const double t156 = fma(t155, t153, vertex);
            const double offset_2 = t156 - near;
            // with λ/2 = B + 3C·t* there, the unit of y and what C bends
            const double exact_unit = product(t153, inverse_q);
            const double t157 = product(c, t153);
            const double t158 = product(offset_2, offset_2);
            const double t159 = product(t158, offset_2);
            const double square = fma(-t159, t157, t158);
            const double bend = product(t157, 0.5);
            const double t160 = product(bend, bend);
            const double bend_2 = product(t160, 3.0);
            const double farthest_2 = product(farthest, farthest);
            const double t161 = spread > 1.0 ? spread : 1.0;
            const double t162 = sqrt_near(t161);
            const double wide = product(t162, 1.06);
            double passed = integer;
            double above = rise;
            bool open = hit;
            // loop 3, crossings: at most 65536 rounds
            for (uint rounds = 0;; ++rounds) {
                if (rounds == 65536u) {
                    overrun(at, 0, 3);
                    return;
                }
                // one integer after the other, while the arc reaches it
                const double y_2 = fma(above, exact_unit, square);
                const bool t163 = farthest_2 >= y_2;
                const bool t164 = open && t163;
                open = t164;
                if (!open) {
                    break;
                }
                // the root, by steps of Newton's method with the slope of the estimate
                const double t165 = y_2 > 1.0 ? y_2 : 1.0;
                const double t166 = sqrt_near(t165);
                const double t167 = recip_near(t166);
                const double t168 = product(t167, 0.5);
                const double t169 = fma(-t166, t166, t165);
                const double t170 = fma(t169, t168, t166);
                const double t171 = fma(-t170, t170, t165);
                const double t172 = fma(t171, t168, t170);
                const double t173 = fma(-t172, t172, t165);
                const double t174 = fma(t173, t168, t172);
                const double t175 = fma(-t174, t174, t165);
                const double root_2 = fma(t175, t168, t174);
                const double t176 = product(spread, 1.01);
                const double t177 = product(t176, t167);
                const double t178 = t177 < wide ? t177 : wide;
                const double t179 = t178 + 2.0;
                const double t180 = product(bend_2, t165);
                const double t181 = fma(t180, root_2, t179);
                const double width = fma(q, 9.5367431640625e-7, t181);
                const double t182 = fma(passed, q_before, offset_2);
                const double middle = fma(-bend, t165, t182);
                const double t183 = 0.0 - root_2;
                double signed_2 = root_2;
                for (uint step = 0; step < 2; ++step) {
                    const double t184 = middle + signed_2;
                    // members of the class near the root, as multiples of q
                    const double t185 = t184 - width;
                    const double most = t184 + width;
                    const double t186 = fma(t185, inverse_q, 0.5);
                    const double t187 = t186 + 6755399441055744.0;
                    const double t188 = t187 - 6755399441055744.0;
                    const double t189 = product(t188, q);
                    const double class_2 = product(passed, q_before);
                    double multiple = t189;
                    // loop 4, members: at most 128 rounds
                    for (uint rounds = 0;; ++rounds) {
                        if (rounds == 128u) {
                            overrun(at, 0, 4);
                            return;
                        }
                        const bool t190 = most >= multiple;
                        const bool near_root = open && t190;
                        if (!near_root) {
                            break;
                        }
                        // the input, and P there against ε''
                        const double t191 = multiple - class_2;
                        const double t = near + t191;
                        const bool t192 = t >= from;
                        const bool t193 = t < end;
                        const bool t194 = t192 && t193;
                        const bool t195 = t194 && near_root;
                        const double t196 = fma(s1, t, 6755399441055744.0);
                        const double t197 = t196 - 6755399441055744.0;
                        const double t198 = fma(s1, t, -t197);
                        const double t199 = fma(s2, t, t198);
                        const double t200 = fma(c, t, b);
                        const double t201 = product(t200, t);
                        const double t202 = fma(t201, t, a);
                        const double t203 = t202 + t199;
                        const double t204 = t203 + 6755399441055744.0;
                        const double t205 = t204 - 6755399441055744.0;
                        const double t206 = t203 - t205;
                        const double t207 = product(t206, t206);
                        const bool t208 = 4.2881042954748955e-19 >= t207;
                        const bool hard = t208 && t195;
                        if (hard) {
                            // report the part that the input belongs to
                            const word t209 = packet * 4096ULL;
                            const word t210 = to_word(t);
                            const word t211 = t210 >> 13;
                            const word t212 = t209 + t211;
                            report0(at, t212);
                        }
                        const double t213 = multiple + q;
                        multiple = t213;
                    }
                    signed_2 = t183;
                }
                const double t214 = passed + 1.0;
                passed = t214;
                const double t215 = above + 1.0;
                above = t215;
            }
        }
        // on to the next arc
        r_before = r;
        q_before = q;
        r = r_next;
        q = q_next;
        from = end;
        const bool t216 = end < 33554432.0;
        if (!t216) {
            break;
        }
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
        const word block = items[at_item] / 8ULL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage0(at, items[at_item] % 8ULL, threadIdx.x % 32u);
    }
}
