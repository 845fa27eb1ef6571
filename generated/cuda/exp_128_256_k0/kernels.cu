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
// block             2^36 inputs with one seed, polynomial of degree 9 [length chosen by cost,
//                   least degree that is proved]
// stage 0           item of 2^30 inputs = 32 packets of T = 2^25; parts of 2^13; 2^6 items a block
//                   [chosen by cost]
//   polynomial      degree 3 in binary64 on a packet; moved to it with 128, 192, 128, 128 fraction
//                   bits; orders Q = ∛(4/|g''|) < 2^13 [least that are proved to cost little]
//   check           Farey arcs: the inputs next to each rational slope, solved for [chosen by
//                   cost]
//   threshold 2ε''  0xb00000000·2^-63 = 2^-27.54 [proved: the budget below, doubled and rounded
//                   up]
//   survivors       2^-14.54 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 1           interval of 2^13 inputs = κ = 32 sub-intervals of 2^8 [κ chosen by cost]
//   tables          degree 2; values 1 word (64 fraction bits), slopes 1 word (64 fraction bits);
//                   moved to an item with 256, 256, 256 fraction bits [least that are proved to
//                   cost little]
//   check           the regular test with the last quotient cut, quotients by an underestimating
//                   reciprocal and one correction, 52-bit integers in binary64 lanes [chosen by
//                   cost]
//   threshold 2ε''  0x21000000·2^-52 = 2^-22.96 [proved: the budget below, doubled and rounded up]
//   survivors       2^-14.89 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
// stage 2           sub-interval of 2^8 inputs, each compared [κ chosen by cost]
//   tables          degree 2; values 2 words (128 fraction bits); moved to an item with 320, 320,
//                   320 fraction bits [least that are proved to cost little]
//   check           comparison of every input
//   threshold 2ε''  0x2100000000000000000000·2^-128 = 2^-42.96 [proved: the budget below, doubled
//                   and rounded up]
//   survivors       2^-42.96 of the parts [predicted]
//   gathered        by an atomic addition each (on GPUs) [few are expected]
//
// budget of stage 0: ε'' = 2^-28.57, the sum of
//   threshold ε                          2^-44.00 [given: the request's --bits]
//   Taylor remainder                     2^-58.84 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                        2^-514.84 by interval Taylor arithmetic over the span, r
//                                        = 2^38 half a domain]
//   Taylor coefficients                  2^-80.42 [proved: each of 12 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             2^-57.78 [proved: terms of degree 10 to 11 over 2^36
//                                        inputs]
//   terms dropped in a packet            2^-30.57 [proved: Σ Q_j·T^j from j = 4 on, T = 2^25]
//   rounding of the packet's polynomial  2^-28.99 [proved: moved to a packet with 128, 192, 128,
//                                        128 fraction bits, then A cut to 52 bits, the slope to
//                                        80, B and C rounded to 53 bits below 2^-36 and 2^-83;
//                                        times the powers of T]
//   evaluation at an input               2^-35.97 [proved: at most 14 roundings to 2^-53 of
//                                        numbers below 2^13.03]
//
// budget of stage 1: ε'' = 2^-23.99, the sum of
//   threshold ε                               2^-44.00 [given: the request's --bits]
//   Taylor remainder                          2^-58.84 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                             2^-514.84 by interval Taylor arithmetic over the
//                                             span, r = 2^38 half a domain]
//   Taylor coefficients                       2^-80.42 [proved: each of 12 terms is known to 2^-84
//                                             over the domain]
//   terms dropped in a block                  2^-57.78 [proved: terms of degree 10 to 11 over 2^36
//                                             inputs]
//   line instead of the curve                 2^-23.99 [proved: best line on L = 2^8 inputs:
//                                             L²/16·(|Z| + 2·drift), |Z| ≤ 2^-35.99, drift over
//                                             half an item ≤ 2^-68.99]
//   differences dropped from the tables       2^-44.57 [proved: Newton's remainder at degree 2
//                                             over 32 parts: C(32, 3)·3!·Q_3·L^3]
//   rounding of the table of values           2^-54.95 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding of the table of slopes, times L  2^-50.96 [proved: Σ C(32, m)·2^-64: an error in
//                                             difference m grows so over the parts]
//   rounding while moving to an item          2^-49.00 [proved: coefficients cut to 256, 256, 256
//                                             fraction bits, times the powers of the item index]
//   word of the test                          2^-43.99 [proved: slope and offset cut to 52 bits:
//                                             (N + 1)·2^-52]
//
// budget of stage 2: ε'' = 2^-44.00, the sum of
//   threshold ε                          2^-44.00 [given: the request's --bits]
//   Taylor remainder                     2^-58.84 [proved: G_12·r^12, |g^(12)/12!| ≤ G_12 =
//                                        2^-514.84 by interval Taylor arithmetic over the span, r
//                                        = 2^38 half a domain]
//   Taylor coefficients                  2^-80.42 [proved: each of 12 terms is known to 2^-84 over
//                                        the domain]
//   terms dropped in a block             2^-57.78 [proved: terms of degree 10 to 11 over 2^36
//                                        inputs]
//   differences dropped from the tables  2^-59.59 [proved: Newton's remainder at degree 2 over 256
//                                        parts: C(256, 3)·3!·Q_3·L^3]
//   rounding of the table of values      2^-112.99 [proved: Σ C(256, m)·2^-128: an error in
//                                        difference m grows so over the parts]
//   rounding while moving to an item     2^-68.00 [proved: coefficients cut to 320, 320, 320
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

// Gives a survivor of stage 0 the next place.
static __device__ __forceinline__ void report0(const batch at, const word part)
{
    const uint place = atomicAdd(&at.counts[1], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 8388608ULL + part;
    }
}

// Searches one item, 2^30 consecutive inputs in 131,072 parts of L = 2^13, and writes the parts
// that hold an input which may be an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..20]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
//   degree 9 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[20..47]`: slope P' there, as a polynomial of degree 8 in the packet index, the highest
//   coefficient first, 3 words (192 fraction bits) each.
// - `seed[47..63]`: curvature P''/2 there, times 2^36, as a polynomial of degree 7 in the packet
//   index, the highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[63..77]`: P'''/6 there, times 2^82, as a polynomial of degree 6 in the packet index, the
//   highest coefficient first, 2 words (128 fraction bits) each.
// - `seed[77]`: the order Q of the Farey sequence.
// - `item`: index of the item in the block, 0 … 63; the item is the inputs t = item·2^30 …
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
//    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0xb00000000·2^-63 = 2^-27.54.
//
// Operations in the text below, each loop body once:
// - of each thread: 53 adds, 11 comparisons, 9 conversions, 7 divisions, 59 fused multiply-adds, 7
//   mask operations, 9 maxima, 6 minima, 43 multiplies, 3 reciprocal estimates, 4 root estimates, 1
//   selects, 5 shifts, 68 wide multiplies
// - the same in all threads of an item: 1 conversions, 78 loads, 2 multiplies
static __device__ __forceinline__ void stage0(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds;
    const word lane_2 = lane;
    // index of the first packet of each lane
    const word t1 = item * 32ULL;
    const word t2 = t1 + lane_2;
    word packet = t2;
    // value g0 at this item: degree 9, 128 fraction bits
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
    word t15, carry_13;
    mul_add(t13, packet, seed[14 * blocks], 0ULL, &t15, &carry_13);
    const word t16 = t14 * packet + seed[15 * blocks] + carry_13;
    word t17, carry_15;
    mul_add(t15, packet, seed[16 * blocks], 0ULL, &t17, &carry_15);
    const word t18 = t16 * packet + seed[17 * blocks] + carry_15;
    word item_g0, carry_17;
    mul_add(t17, packet, seed[18 * blocks], 0ULL, &item_g0, &carry_17);
    const word item_g0h = t18 * packet + seed[19 * blocks] + carry_17;
    // slope s at this item: degree 8, 192 fraction bits
    word t19, carry_19;
    mul_add(seed[20 * blocks], packet, seed[23 * blocks], 0ULL, &t19, &carry_19);
    word t20, carry_20;
    mul_add(seed[21 * blocks], packet, seed[24 * blocks], carry_19, &t20, &carry_20);
    const word t21 = seed[22 * blocks] * packet + seed[25 * blocks] + carry_20;
    word t22, carry_22;
    mul_add(t19, packet, seed[26 * blocks], 0ULL, &t22, &carry_22);
    word t23, carry_23;
    mul_add(t20, packet, seed[27 * blocks], carry_22, &t23, &carry_23);
    const word t24 = t21 * packet + seed[28 * blocks] + carry_23;
    word t25, carry_25;
    mul_add(t22, packet, seed[29 * blocks], 0ULL, &t25, &carry_25);
    word t26, carry_26;
    mul_add(t23, packet, seed[30 * blocks], carry_25, &t26, &carry_26);
    const word t27 = t24 * packet + seed[31 * blocks] + carry_26;
    word t28, carry_28;
    mul_add(t25, packet, seed[32 * blocks], 0ULL, &t28, &carry_28);
    word t29, carry_29;
    mul_add(t26, packet, seed[33 * blocks], carry_28, &t29, &carry_29);
    const word t30 = t27 * packet + seed[34 * blocks] + carry_29;
    word t31, carry_31;
    mul_add(t28, packet, seed[35 * blocks], 0ULL, &t31, &carry_31);
    word t32, carry_32;
    mul_add(t29, packet, seed[36 * blocks], carry_31, &t32, &carry_32);
    const word t33 = t30 * packet + seed[37 * blocks] + carry_32;
    word t34, carry_34;
    mul_add(t31, packet, seed[38 * blocks], 0ULL, &t34, &carry_34);
    word t35, carry_35;
    mul_add(t32, packet, seed[39 * blocks], carry_34, &t35, &carry_35);
    const word t36 = t33 * packet + seed[40 * blocks] + carry_35;
    word t37, carry_37;
    mul_add(t34, packet, seed[41 * blocks], 0ULL, &t37, &carry_37);
    word t38, carry_38;
    mul_add(t35, packet, seed[42 * blocks], carry_37, &t38, &carry_38);
    const word t39 = t36 * packet + seed[43 * blocks] + carry_38;
    word item_s, carry_40;
    mul_add(t37, packet, seed[44 * blocks], 0ULL, &item_s, &carry_40);
    word item_sh, carry_41;
    mul_add(t38, packet, seed[45 * blocks], carry_40, &item_sh, &carry_41);
    const word item_shh = t39 * packet + seed[46 * blocks] + carry_41;
    // curvature b at this item: degree 7, 128 fraction bits
    word t40, carry_43;
    mul_add(seed[47 * blocks], packet, seed[49 * blocks], 0ULL, &t40, &carry_43);
    const word t41 = seed[48 * blocks] * packet + seed[50 * blocks] + carry_43;
    word t42, carry_45;
    mul_add(t40, packet, seed[51 * blocks], 0ULL, &t42, &carry_45);
    const word t43 = t41 * packet + seed[52 * blocks] + carry_45;
    word t44, carry_47;
    mul_add(t42, packet, seed[53 * blocks], 0ULL, &t44, &carry_47);
    const word t45 = t43 * packet + seed[54 * blocks] + carry_47;
    word t46, carry_49;
    mul_add(t44, packet, seed[55 * blocks], 0ULL, &t46, &carry_49);
    const word t47 = t45 * packet + seed[56 * blocks] + carry_49;
    word t48, carry_51;
    mul_add(t46, packet, seed[57 * blocks], 0ULL, &t48, &carry_51);
    const word t49 = t47 * packet + seed[58 * blocks] + carry_51;
    word t50, carry_53;
    mul_add(t48, packet, seed[59 * blocks], 0ULL, &t50, &carry_53);
    const word t51 = t49 * packet + seed[60 * blocks] + carry_53;
    word item_b, carry_55;
    mul_add(t50, packet, seed[61 * blocks], 0ULL, &item_b, &carry_55);
    const word item_bh = t51 * packet + seed[62 * blocks] + carry_55;
    // cubic c at this item: degree 6, 128 fraction bits
    word t52, carry_57;
    mul_add(seed[63 * blocks], packet, seed[65 * blocks], 0ULL, &t52, &carry_57);
    const word t53 = seed[64 * blocks] * packet + seed[66 * blocks] + carry_57;
    word t54, carry_59;
    mul_add(t52, packet, seed[67 * blocks], 0ULL, &t54, &carry_59);
    const word t55 = t53 * packet + seed[68 * blocks] + carry_59;
    word t56, carry_61;
    mul_add(t54, packet, seed[69 * blocks], 0ULL, &t56, &carry_61);
    const word t57 = t55 * packet + seed[70 * blocks] + carry_61;
    word t58, carry_63;
    mul_add(t56, packet, seed[71 * blocks], 0ULL, &t58, &carry_63);
    const word t59 = t57 * packet + seed[72 * blocks] + carry_63;
    word t60, carry_65;
    mul_add(t58, packet, seed[73 * blocks], 0ULL, &t60, &carry_65);
    const word t61 = t59 * packet + seed[74 * blocks] + carry_65;
    word item_c, carry_67;
    mul_add(t60, packet, seed[75 * blocks], 0ULL, &item_c, &carry_67);
    const word item_ch = t61 * packet + seed[76 * blocks] + carry_67;
    // as numbers: A, the slope in two parts, B, C
    const word t62 = item_g0h >> 12;
    const double t63 = to_number(t62);
    const double a = product(t63, 2.220446049250313e-16);
    const word t64 = item_shh >> 38;
    const double t65 = to_number(t64);
    const double s1 = product(t65, 1.4901161193847656e-8);
    const word t66 = item_shh << 26;
    const word t67 = item_sh >> 38;
    const word t68 = t66 + t67;
    const double t69 = to_nearest_number(t68);
    const double s2 = product(t69, 8.077935669463161e-28);
    const double t70 = to_nearest_number(item_bh);
    const double b = product(t70, 7.888609052210118e-31);
    // C has a sign: it is read as a difference from 1/2
    const word t71 = item_ch + 0x8000000000000000ULL;
    const double t72 = to_nearest_number(t71);
    const double t73 = t72 - 9.223372036854776e18;
    const double c = product(t73, 1.1210387714598537e-44);
    const double order = to_number(seed[77 * blocks]);
    // 1/B, the shear -3C/(8B) of the slope, the spread 2.1·ε''/B of squared roots
    const double inverse_b = 1.0 / b;
    const double t74 = product(c, inverse_b);
    const double shear = product(t74, (-0.375));
    const double spread = product(inverse_b, 5.378387868404389e-9);
    const double t75 = spread > 1.0 ? spread : 1.0;
    const double t76 = sqrt_near(t75);
    const double radius = fma(t76, 1.06, 2.08);
    // fractions of order Q about the slope at the packet's first input, from 0/1 and 1/1
    const double slope = s1 + s2;
    double r_left = 0.0;
    double q_left = 1.0;
    double r_right = 1.0;
    double q_right = 1.0;
    // at most 30 rounds
    for (;;) {
        const double t77 = product(q_left, slope);
        const double t78 = t77 - r_left;
        const double t79 = product(q_right, slope);
        const double t80 = t79 - r_right;
        const double t81 = 0.0 - t80;
        const double t82 = t81 / t78;
        const double t83 = t82 > 0.0 ? t82 : 0.0;
        const double t84 = order - q_right;
        const double t85 = t84 / q_left;
        const double t86 = t83 < t85 ? t83 : t85;
        const double t87 = trunc(t86);
        const double t88 = fma(t87, r_left, r_right);
        const double t89 = fma(t87, q_left, q_right);
        r_right = t88;
        q_right = t89;
        const double t90 = product(q_right, slope);
        const double t91 = t90 - r_right;
        const double t92 = 0.0 - t91;
        const double t93 = t78 / t92;
        const double t94 = t93 > 0.0 ? t93 : 0.0;
        const double t95 = order - q_left;
        const double t96 = t95 / q_right;
        const double t97 = t94 < t96 ? t94 : t96;
        const double t98 = trunc(t97);
        const double t99 = fma(t98, r_right, r_left);
        const double t100 = fma(t98, q_right, q_left);
        r_left = t99;
        q_left = t100;
        const double t101 = t87 + t98;
        const bool t102 = t101 >= 1.0;
        if (!t102) {
            break;
        }
    }
    // the fraction before the left one
    const double t103 = order + q_right;
    const double t104 = t103 / q_left;
    const double t105 = trunc(t104);
    const double t106 = fma(t105, r_left, -r_right);
    const double t107 = fma(t105, q_left, -q_right);
    const double order_above = product(order, 1.000000000003638);
    double r_before = t106;
    double q_before = t107;
    double r = r_left;
    double q = q_left;
    // a packet beyond the range may be curved less than was proved: it is left out
    const bool t108 = b >= 1.8189894035458565e-12;
    const double t109 = t108 ? 0.0 : 33554432.0;
    double from = t109;
    // at most 262144 rounds
    for (;;) {
        // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
        const double t110 = recip_near(q);
        const double t111 = fma(-q, t110, 1.0);
        const double t112 = fma(t110, t111, t110);
        const double t113 = fma(-q, t112, 1.0);
        const double inverse = fma(t112, t113, t112);
        const double t114 = fma(q_before, 1.000000000003638, order_above);
        const double t115 = fma(t114, inverse, (-0.5));
        const double t116 = t115 + 6755399441055744.0;
        const double t117 = t116 - 6755399441055744.0;
        const double r_next = fma(t117, r, -r_before);
        const double q_next = fma(t117, q, -q_before);
        // the vertex, where the slope is r/q: twice the linear solution, sheared by C
        const double t118 = fma(-q, s1, r);
        const double apart = fma(-q, s2, t118);
        const double unit = product(inverse, inverse_b);
        const double t119 = product(apart, unit);
        const double t120 = fma(shear, t119, 0.5);
        const double vertex = product(t119, t120);
        // the arc ends at the mediant's place, or with the packet
        const double t121 = q + q_next;
        const double t122 = recip_near(t121);
        const double t123 = product(t122, unit);
        const double t124 = fma(t123, 0.5, vertex);
        const double t125 = t124 < 33554432.0 ? t124 : 33554432.0;
        const double t126 = t125 + 6755399441055744.0;
        const double t127 = t126 - 6755399441055744.0;
        const double end = t127 > from ? t127 : from;
        // an input next to the vertex, and q·P there below an integer
        const double t128 = vertex < 33554431.0 ? vertex : 33554431.0;
        const double t129 = t128 > from ? t128 : from;
        const double t130 = t129 + 6755399441055744.0;
        const double near = t130 - 6755399441055744.0;
        const double offset = vertex - near;
        const double t131 = fma(s1, near, 6755399441055744.0);
        const double t132 = t131 - 6755399441055744.0;
        const double t133 = fma(s1, near, -t132);
        const double t134 = fma(s2, near, t133);
        const double t135 = fma(c, near, b);
        const double t136 = product(t135, near);
        const double t137 = fma(t136, near, a);
        const double value = t137 + t134;
        const double t138 = fma(q, value, 0.4990234375);
        const double t139 = t138 + 6755399441055744.0;
        const double integer = t139 - 6755399441055744.0;
        const double rise = fma(-q, value, integer);
        const double t140 = end - vertex;
        const double t141 = vertex - from;
        const double t142 = t140 > t141 ? t140 : t141;
        const double farthest = fma(t142, 1.00076171875, radius);
        // the roots of the parabola at that integer, from the vertex: ±√y, roughly
        const double t143 = product(inverse, inverse_b);
        const double t144 = product(offset, offset);
        const double y = fma(rise, t143, t144);
        const double t145 = y > 1.0 ? y : 1.0;
        const double root = sqrt_near(t145);
        // how far they are from the class of inputs on which q divides that integer
        const double t146 = fma(integer, q_before, offset);
        const double t147 = t146 + root;
        const double t148 = fma(t147, inverse, 6755399441055744.0);
        const double t149 = t148 - 6755399441055744.0;
        const double t150 = fma(-t149, q, t147);
        const double t151 = product(t150, t150);
        const double t152 = t146 - root;
        const double t153 = fma(t152, inverse, 6755399441055744.0);
        const double t154 = t153 - 6755399441055744.0;
        const double t155 = fma(-t154, q, t152);
        const double t156 = product(t155, t155);
        const double t157 = t151 < t156 ? t151 : t156;
        const double t158 = fma(root, 0.00076171875, radius);
        const double t159 = product(t158, t158);
        const bool t160 = t159 >= t157;
        // or the arc reaches the integer after that one
        const double t161 = product(farthest, farthest);
        const double t162 = t161 - y;
        const bool t163 = t162 >= t143;
        const bool t164 = t160 || t163;
        const bool t165 = from < end;
        const bool hit = t164 && t165;
        if (hit) {
            // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
            const double t166 = product(c, 3.0);
            const double t167 = fma(t166, vertex, b);
            const double t168 = t167 + b;
            const double t169 = product(t168, vertex);
            const double t170 = fma(-q, inverse, 1.0);
            const double inverse_q = fma(inverse, t170, inverse);
            const double t171 = 1.0 / t167;
            const double t172 = fma(apart, inverse_q, -t169);
            const double t173 = product(t172, 0.5);
            const double t174 = fma(t173, t171, vertex);
            const double offset_2 = t174 - near;
            // with λ/2 = B + 3C·t* there, the unit of y and what C bends
            const double exact_unit = product(t171, inverse_q);
            const double t175 = product(c, t171);
            const double t176 = product(offset_2, offset_2);
            const double t177 = product(t176, offset_2);
            const double square = fma(-t177, t175, t176);
            const double bend = product(t175, 0.5);
            const double t178 = product(bend, bend);
            const double bend_2 = product(t178, 3.0);
            const double farthest_2 = product(farthest, farthest);
            const double t179 = spread > 1.0 ? spread : 1.0;
            const double t180 = sqrt_near(t179);
            const double wide = product(t180, 1.06);
            double passed = integer;
            double above = rise;
            bool open = hit;
            // at most 16384 rounds
            for (;;) {
                // one integer after the other, while the arc reaches it
                const double y_2 = fma(above, exact_unit, square);
                const bool t181 = farthest_2 >= y_2;
                const bool t182 = open && t181;
                open = t182;
                if (!open) {
                    break;
                }
                // the root, by steps of Newton's method with the slope of the estimate
                const double t183 = y_2 > 1.0 ? y_2 : 1.0;
                const double t184 = sqrt_near(t183);
                const double t185 = recip_near(t184);
                const double t186 = product(t185, 0.5);
                const double t187 = fma(-t184, t184, t183);
                const double t188 = fma(t187, t186, t184);
                const double t189 = fma(-t188, t188, t183);
                const double t190 = fma(t189, t186, t188);
                const double t191 = fma(-t190, t190, t183);
                const double t192 = fma(t191, t186, t190);
                const double t193 = fma(-t192, t192, t183);
                const double root_2 = fma(t193, t186, t192);
                const double t194 = product(spread, 1.01);
                const double t195 = product(t194, t185);
                const double t196 = t195 < wide ? t195 : wide;
                const double t197 = t196 + 2.0;
                const double t198 = product(bend_2, t183);
                const double t199 = fma(t198, root_2, t197);
                const double width = fma(q, 9.5367431640625e-7, t199);
                const double t200 = fma(passed, q_before, offset_2);
                const double middle = fma(-bend, t183, t200);
                const double t201 = 0.0 - root_2;
                double signed_2 = root_2;
                for (uint step = 0; step < 2; ++step) {
                    const double t202 = middle + signed_2;
                    // members of the class near the root, as multiples of q
                    const double t203 = t202 - width;
                    const double most = t202 + width;
                    const double t204 = fma(t203, inverse_q, 0.5);
                    const double t205 = t204 + 6755399441055744.0;
                    const double t206 = t205 - 6755399441055744.0;
                    const double t207 = product(t206, q);
                    const double class_2 = product(passed, q_before);
                    double multiple = t207;
                    // at most 128 rounds
                    for (;;) {
                        const bool t208 = most >= multiple;
                        const bool near_root = open && t208;
                        if (!near_root) {
                            break;
                        }
                        // the input, and P there against ε''
                        const double t209 = multiple - class_2;
                        const double t = near + t209;
                        const bool t210 = t >= from;
                        const bool t211 = t < end;
                        const bool t212 = t210 && t211;
                        const bool t213 = t212 && near_root;
                        const double t214 = fma(s1, t, 6755399441055744.0);
                        const double t215 = t214 - 6755399441055744.0;
                        const double t216 = fma(s1, t, -t215);
                        const double t217 = fma(s2, t, t216);
                        const double t218 = fma(c, t, b);
                        const double t219 = product(t218, t);
                        const double t220 = fma(t219, t, a);
                        const double t221 = t220 + t217;
                        const double t222 = t221 + 6755399441055744.0;
                        const double t223 = t222 - 6755399441055744.0;
                        const double t224 = t221 - t223;
                        const double t225 = product(t224, t224);
                        const bool t226 = 6.559423143537302e-18 >= t225;
                        const bool hard = t226 && t213;
                        if (hard) {
                            // report the part that the input belongs to
                            const word t227 = packet * 4096ULL;
                            const word t228 = to_word(t);
                            const word t229 = t228 >> 13;
                            const word t230 = t227 + t229;
                            report0(at, t230);
                        }
                        const double t231 = multiple + q;
                        multiple = t231;
                    }
                    signed_2 = t201;
                }
                const double t232 = passed + 1.0;
                passed = t232;
                const double t233 = above + 1.0;
                above = t233;
            }
        }
        // on to the next arc
        r_before = r;
        q_before = q;
        r = r_next;
        q = q_next;
        from = end;
        const bool t234 = end < 33554432.0;
        if (!t234) {
            break;
        }
    }
}

// Stage 0: 32 threads share an item; survivors are few and take a place each.
extern "C" __global__ void __launch_bounds__(128) run_stage0(
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

// Gives a survivor of stage 1 the next place.
static __device__ __forceinline__ void report1(const batch at, const word part)
{
    const uint place = atomicAdd(&at.counts[2], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 268435456ULL + part;
    }
}

// Tests one item, 2^13 consecutive inputs in 32 parts of L = 2^8, part by part, and writes the
// parts that may hold an HR-case.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..40]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
//   middle of the item (best line instead of the chord), as a polynomial of degree 9 in the item
//   index, the highest coefficient first, 4 words (256 fraction bits) each.
// - `seed[40..76]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 8
//   in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
// - `seed[76..108]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
//   degree 7 in the item index, the highest coefficient first, 4 words (256 fraction bits) each.
// - `item`: index of the item in the block, 0 … 8,388,607; the item is the inputs t = item·2^13 …
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
// 4. The regular test with the last quotient cut, quotients by an underestimating reciprocal and
//    one correction, lengths as 52-bit integers in binary64 lanes: the points a·x mod 1 placed so
//    far cut the circle into u lengths p and v lengths q, u·p + v·q = 1, and d is the distance
//    from the nearest of them on the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p
//    with u += k·v, and d goes to d mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d -
//    p) mod q. Any k up to the full quotient is valid, d is reduced exactly.
// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
//    2ε'' = 0x21000000·2^-52 = 2^-22.96 excludes the part. A test takes at most N + 1 rounds, and
//    about log N.
//
// Operations in the text below, each loop body once:
// - of each thread: 30 adds, 18 comparisons, 12 conversions, 6 divisions, 11 fused multiply-adds,
//   12 mask operations, 4 minima, 8 multiplies, 2 reciprocal estimates, 17 selects, 2 shifts
// - the same in all threads of an item: 2 adds, 108 loads, 4 multiplies, 4 shifts, 96 wide
//   multiplies
static __device__ const word stage1_lane_choose_2[4] = {
    0ULL, 0ULL, 1ULL, 3ULL,
};
static __device__ const word stage1_stride1_2[4] = {
    6ULL, 10ULL, 14ULL, 18ULL,
};
static __device__ __forceinline__ void stage1(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds + 78 * blocks;
    const word lane_2 = lane;
    const word lane_choose_2 = stage1_lane_choose_2[lane];
    const word stride1_2 = stage1_stride1_2[lane];
    // value g0 at this item: degree 9, 256 fraction bits
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
    word t25, carry_25;
    mul_add(t21, item, seed[28 * blocks], 0ULL, &t25, &carry_25);
    word t26, carry_26;
    mul_add(t22, item, seed[29 * blocks], carry_25, &t26, &carry_26);
    word t27, carry_27;
    mul_add(t23, item, seed[30 * blocks], carry_26, &t27, &carry_27);
    const word t28 = t24 * item + seed[31 * blocks] + carry_27;
    word t29, carry_29;
    mul_add(t25, item, seed[32 * blocks], 0ULL, &t29, &carry_29);
    word t30, carry_30;
    mul_add(t26, item, seed[33 * blocks], carry_29, &t30, &carry_30);
    word t31, carry_31;
    mul_add(t27, item, seed[34 * blocks], carry_30, &t31, &carry_31);
    const word t32 = t28 * item + seed[35 * blocks] + carry_31;
    word item_g0, carry_33;
    mul_add(t29, item, seed[36 * blocks], 0ULL, &item_g0, &carry_33);
    word item_g0h, carry_34;
    mul_add(t30, item, seed[37 * blocks], carry_33, &item_g0h, &carry_34);
    word item_g0hh, carry_35;
    mul_add(t31, item, seed[38 * blocks], carry_34, &item_g0hh, &carry_35);
    const word item_g0hhh = t32 * item + seed[39 * blocks] + carry_35;
    // slope difference s0 at this item: degree 8, 256 fraction bits
    word t33, carry_37;
    mul_add(seed[40 * blocks], item, seed[44 * blocks], 0ULL, &t33, &carry_37);
    word t34, carry_38;
    mul_add(seed[41 * blocks], item, seed[45 * blocks], carry_37, &t34, &carry_38);
    word t35, carry_39;
    mul_add(seed[42 * blocks], item, seed[46 * blocks], carry_38, &t35, &carry_39);
    const word t36 = seed[43 * blocks] * item + seed[47 * blocks] + carry_39;
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
    word t45, carry_49;
    mul_add(t41, item, seed[56 * blocks], 0ULL, &t45, &carry_49);
    word t46, carry_50;
    mul_add(t42, item, seed[57 * blocks], carry_49, &t46, &carry_50);
    word t47, carry_51;
    mul_add(t43, item, seed[58 * blocks], carry_50, &t47, &carry_51);
    const word t48 = t44 * item + seed[59 * blocks] + carry_51;
    word t49, carry_53;
    mul_add(t45, item, seed[60 * blocks], 0ULL, &t49, &carry_53);
    word t50, carry_54;
    mul_add(t46, item, seed[61 * blocks], carry_53, &t50, &carry_54);
    word t51, carry_55;
    mul_add(t47, item, seed[62 * blocks], carry_54, &t51, &carry_55);
    const word t52 = t48 * item + seed[63 * blocks] + carry_55;
    word t53, carry_57;
    mul_add(t49, item, seed[64 * blocks], 0ULL, &t53, &carry_57);
    word t54, carry_58;
    mul_add(t50, item, seed[65 * blocks], carry_57, &t54, &carry_58);
    word t55, carry_59;
    mul_add(t51, item, seed[66 * blocks], carry_58, &t55, &carry_59);
    const word t56 = t52 * item + seed[67 * blocks] + carry_59;
    word t57, carry_61;
    mul_add(t53, item, seed[68 * blocks], 0ULL, &t57, &carry_61);
    word t58, carry_62;
    mul_add(t54, item, seed[69 * blocks], carry_61, &t58, &carry_62);
    word t59, carry_63;
    mul_add(t55, item, seed[70 * blocks], carry_62, &t59, &carry_63);
    const word t60 = t56 * item + seed[71 * blocks] + carry_63;
    word item_s0, carry_65;
    mul_add(t57, item, seed[72 * blocks], 0ULL, &item_s0, &carry_65);
    word item_s0h, carry_66;
    mul_add(t58, item, seed[73 * blocks], carry_65, &item_s0h, &carry_66);
    word item_s0hh, carry_67;
    mul_add(t59, item, seed[74 * blocks], carry_66, &item_s0hh, &carry_67);
    const word item_s0hhh = t60 * item + seed[75 * blocks] + carry_67;
    // slope difference s1 at this item: degree 7, 256 fraction bits
    word t61, carry_69;
    mul_add(seed[76 * blocks], item, seed[80 * blocks], 0ULL, &t61, &carry_69);
    word t62, carry_70;
    mul_add(seed[77 * blocks], item, seed[81 * blocks], carry_69, &t62, &carry_70);
    word t63, carry_71;
    mul_add(seed[78 * blocks], item, seed[82 * blocks], carry_70, &t63, &carry_71);
    const word t64 = seed[79 * blocks] * item + seed[83 * blocks] + carry_71;
    word t65, carry_73;
    mul_add(t61, item, seed[84 * blocks], 0ULL, &t65, &carry_73);
    word t66, carry_74;
    mul_add(t62, item, seed[85 * blocks], carry_73, &t66, &carry_74);
    word t67, carry_75;
    mul_add(t63, item, seed[86 * blocks], carry_74, &t67, &carry_75);
    const word t68 = t64 * item + seed[87 * blocks] + carry_75;
    word t69, carry_77;
    mul_add(t65, item, seed[88 * blocks], 0ULL, &t69, &carry_77);
    word t70, carry_78;
    mul_add(t66, item, seed[89 * blocks], carry_77, &t70, &carry_78);
    word t71, carry_79;
    mul_add(t67, item, seed[90 * blocks], carry_78, &t71, &carry_79);
    const word t72 = t68 * item + seed[91 * blocks] + carry_79;
    word t73, carry_81;
    mul_add(t69, item, seed[92 * blocks], 0ULL, &t73, &carry_81);
    word t74, carry_82;
    mul_add(t70, item, seed[93 * blocks], carry_81, &t74, &carry_82);
    word t75, carry_83;
    mul_add(t71, item, seed[94 * blocks], carry_82, &t75, &carry_83);
    const word t76 = t72 * item + seed[95 * blocks] + carry_83;
    word t77, carry_85;
    mul_add(t73, item, seed[96 * blocks], 0ULL, &t77, &carry_85);
    word t78, carry_86;
    mul_add(t74, item, seed[97 * blocks], carry_85, &t78, &carry_86);
    word t79, carry_87;
    mul_add(t75, item, seed[98 * blocks], carry_86, &t79, &carry_87);
    const word t80 = t76 * item + seed[99 * blocks] + carry_87;
    word t81, carry_89;
    mul_add(t77, item, seed[100 * blocks], 0ULL, &t81, &carry_89);
    word t82, carry_90;
    mul_add(t78, item, seed[101 * blocks], carry_89, &t82, &carry_90);
    word t83, carry_91;
    mul_add(t79, item, seed[102 * blocks], carry_90, &t83, &carry_91);
    const word t84 = t80 * item + seed[103 * blocks] + carry_91;
    word item_s1, carry_93;
    mul_add(t81, item, seed[104 * blocks], 0ULL, &item_s1, &carry_93);
    word item_s1h, carry_94;
    mul_add(t82, item, seed[105 * blocks], carry_93, &item_s1h, &carry_94);
    word item_s1hh, carry_95;
    mul_add(t83, item, seed[106 * blocks], carry_94, &item_s1hh, &carry_95);
    const word item_s1hhh = t84 * item + seed[107 * blocks] + carry_95;
    // differences of the value: the slope's times the part's length
    const word t85 = item_s0hhh << 8;
    const word t86 = item_s0hh >> 56;
    const word t87 = t85 + t86;
    const word t88 = item_s1hhh << 8;
    const word t89 = item_s1hh >> 56;
    const word t90 = t88 + t89;
    // tables of the lanes, stride = number of lanes
    const word t91 = t87 * lane_2;
    const word t92 = item_g0hhh + t91;
    const word t93 = t90 * lane_choose_2;
    const word t94 = t92 + t93;
    word g0 = t94;
    const word t95 = t87 * 4ULL;
    const word t96 = t90 * stride1_2;
    const word t97 = t95 + t96;
    word g1 = t97;
    const word g2 = t90 * 16ULL;
    const word t98 = item_s1hhh * lane_2;
    const word t99 = item_s0hhh + t98;
    word s0 = t99;
    const word s1 = item_s1hhh * 4ULL;
    // index of the first part of each lane
    const word t100 = item * 32ULL;
    const word t101 = t100 + lane_2;
    word part = t101;
    for (uint step = 0; step < 8; ++step) {
        // the line b - a·x of each part, cut to 52 bits
        const word falling = 0ULL - s0;
        const word t102 = falling >> 12;
        const double a = to_number(t102);
        const word t103 = g0 >> 12;
        const double b = to_number(t103);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        const bool positive = a >= 1.0;
        double p = a;
        double q = 4503599627370496.0;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // at most 257 rounds
        for (;;) {
            // reduce q by k·p, the quotient or less: u += k·v
            const double inverse = recip_below(p);
            const double t104 = product(q, inverse);
            const double t105 = trunc(t104);
            const double t106 = fma(-t105, p, q);
            const bool t107 = t106 >= p;
            const double t108 = t105 + 1.0;
            const double t109 = t106 - p;
            const double k = t107 ? t108 : t105;
            const double rest = t107 ? t109 : t106;
            const double u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const double t110 = product(d, inverse);
            const double t111 = trunc(t110);
            const double t112 = fma(-t111, p, d);
            const bool t113 = t112 >= p;
            const double t114 = t112 - p;
            const double rest_2 = t113 ? t114 : t112;
            double rest_3 = rest_2;
            const bool t115 = rest_3 >= p;
            const bool t116 = t115 && active;
            if (t116) {
                // rare: the estimate left more than one y
                const double t117 = d / p;
                const double t118 = trunc(t117);
                const double t119 = fma(-t118, p, d);
                const bool t120 = t119 < 0.0;
                const double t121 = t119 + p;
                const double t122 = t120 ? t121 : t119;
                const double t123 = t116 ? t122 : rest_3;
                rest_3 = t123;
            }
            double d_new = rest_3;
            // lanes that have their N points with this step
            const double t124 = u_new + v;
            const bool t125 = t124 >= 256.0;
            const bool last = t125 && active;
            if (last) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t126 = u + v;
                const double missing = 256.0 - t126;
                const double t127 = missing / v;
                const double t128 = trunc(t127);
                const double t129 = t128 + 1.0;
                const double taken = t129 < k ? t129 : k;
                const double t130 = d / p;
                const double t131 = trunc(t130);
                const double t132 = t131 < taken ? t131 : taken;
                const double t133 = fma(-t132, p, d);
                const bool t134 = t133 < 0.0;
                const double t135 = t133 + p;
                const double t136 = t134 ? t135 : t133;
                const double t137 = last ? t136 : d_new;
                d_new = t137;
            }
            // take the step; who has N points, or q = 0, is done
            const double t138 = active ? d_new : d;
            d = t138;
            q = rest;
            u = u_new;
            const bool t139 = active && !last;
            const bool t140 = q >= 1.0;
            const bool t141 = t139 && t140;
            active = t141;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t142 = product(p, inverse_2);
            const double t143 = trunc(t142);
            const double t144 = fma(-t143, q, p);
            const bool t145 = t144 >= q;
            const double t146 = t143 + 1.0;
            const double t147 = t144 - q;
            const double k_2 = t145 ? t146 : t143;
            const double rest_4 = t145 ? t147 : t144;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t148 = d >= rest_4;
            const bool beyond = t148 && active;
            const double past = d - rest_4;
            const double t149 = product(past, inverse_2);
            const double t150 = trunc(t149);
            const double t151 = fma(-t150, q, past);
            const bool t152 = t151 >= q;
            const double t153 = t151 - q;
            const double rest_5 = t152 ? t153 : t151;
            double rest_6 = rest_5;
            const bool t154 = rest_6 >= q;
            const bool t155 = t154 && beyond;
            if (t155) {
                // rare: the estimate left more than one y
                const double t156 = past / q;
                const double t157 = trunc(t156);
                const double t158 = fma(-t157, q, past);
                const bool t159 = t158 < 0.0;
                const double t160 = t158 + q;
                const double t161 = t159 ? t160 : t158;
                const double t162 = t155 ? t161 : rest_6;
                rest_6 = t162;
            }
            // elsewhere d stays
            const double t163 = beyond ? rest_6 : d;
            double d_new_2 = t163;
            // lanes that have their N points with this step
            const double t164 = u + v_new;
            const bool t165 = t164 >= 256.0;
            const bool last_2 = t165 && active;
            if (last_2) {
                // last step of some lane: stop at the first multiple that reaches N points
                const double t166 = u + v;
                const double missing_2 = 256.0 - t166;
                const double t167 = missing_2 / u;
                const double t168 = trunc(t167);
                const double t169 = t168 + 1.0;
                const double taken_2 = t169 < k_2 ? t169 : k_2;
                const double t170 = fma(-taken_2, q, p);
                const double t171 = d - t170;
                const bool t172 = d >= t170;
                const bool t173 = t172 && last_2;
                const double t174 = t171 / q;
                const double t175 = trunc(t174);
                const double t176 = t175 < taken_2 ? t175 : taken_2;
                const double t177 = fma(-t176, q, t171);
                const bool t178 = t177 < 0.0;
                const double t179 = t177 + q;
                const double t180 = t178 ? t179 : t177;
                const double t181 = t173 ? t180 : d;
                const double t182 = last_2 ? t181 : d_new_2;
                d_new_2 = t182;
            }
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t183 = active && !last_2;
            const bool t184 = p >= 1.0;
            const bool t185 = t183 && t184;
            active = t185;
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
        const word t186 = g0 + g1;
        g0 = t186;
        const word t187 = g1 + g2;
        g1 = t187;
        const word t188 = s0 + s1;
        s0 = t188;
        const word t189 = part + 4ULL;
        part = t189;
    }
}

// Stage 1: 4 threads share an item; survivors are few and take a place each.
extern "C" __global__ void __launch_bounds__(128) run_stage1(
    const word *seeds, const uint blocks,
    const word *items, const uint item_capacity,
    uint *counts,
    word *survivors, const uint survivor_capacity)
{
    const uint count = counts[1] < item_capacity ? counts[1] : item_capacity;
    const uint stride = gridDim.x * 32u;
    uint at_item = blockIdx.x * 32u + threadIdx.x / 4u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 8388608ULL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage1(at, items[at_item] % 8388608ULL, threadIdx.x % 4u);
    }
}

// Gives a survivor of stage 2 the next place.
static __device__ __forceinline__ void report2(const batch at, const word part)
{
    const uint place = atomicAdd(&at.counts[3], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 68719476736ULL + part;
    }
}

// Walks one item, 2^8 consecutive inputs, and writes those that may be HR-cases: a part is one
// input (L = 1), and there are 256.
//
// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
// first.
//
// - `seed[0..50]`: P + ε'' at the first input, as a polynomial of degree 9 in the item index, the
//   highest coefficient first, 5 words (320 fraction bits) each.
// - `seed[50..95]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
//   degree 8 in the item index, the highest coefficient first, 5 words (320 fraction bits) each.
// - `seed[95..135]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
//   degree 7 in the item index, the highest coefficient first, 5 words (320 fraction bits) each.
// - `item`: index of the item in the block, 0 … 268,435,455; the item is the inputs t = item·2^8 …
// - `out`: receives the indices of surviving parts; part j of the item has index item·256 + j and
//   is the input from t = index·1.
//
// Postcondition: every input with |g cmod 1| < ε is written; others may be.
//
// Method:
// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
//    Values: 2 differences of 2 words (128 fraction bits).
// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x2100000000000000000000·2^-128 = 2^-42.96:
//    that is |P(t) cmod 1| < ε''.
//
// Operations in the text below, each loop body once:
// - of each thread: 2 adds, 12 carries, 6 wide multiplies
// - the same in all threads of an item: 135 loads, 1 multiplies, 124 wide multiplies
static __device__ const word stage2_lane_choose_2[4] = {
    0ULL, 0ULL, 1ULL, 3ULL,
};
static __device__ const word stage2_stride1_2[4] = {
    6ULL, 10ULL, 14ULL, 18ULL,
};
static __device__ __forceinline__ void stage2(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    const word *seed = at.seeds + 186 * blocks;
    const word lane_2 = lane;
    const word lane_choose_2 = stage2_lane_choose_2[lane];
    const word stride1_2 = stage2_stride1_2[lane];
    // value g0 at this item: degree 9, 320 fraction bits
    word t1, carry;
    mul_add(seed[0], item, seed[5 * blocks], 0ULL, &t1, &carry);
    word t2, carry_2;
    mul_add(seed[blocks], item, seed[6 * blocks], carry, &t2, &carry_2);
    word t3, carry_3;
    mul_add(seed[2 * blocks], item, seed[7 * blocks], carry_2, &t3, &carry_3);
    word t4, carry_4;
    mul_add(seed[3 * blocks], item, seed[8 * blocks], carry_3, &t4, &carry_4);
    const word t5 = seed[4 * blocks] * item + seed[9 * blocks] + carry_4;
    word t6, carry_6;
    mul_add(t1, item, seed[10 * blocks], 0ULL, &t6, &carry_6);
    word t7, carry_7;
    mul_add(t2, item, seed[11 * blocks], carry_6, &t7, &carry_7);
    word t8, carry_8;
    mul_add(t3, item, seed[12 * blocks], carry_7, &t8, &carry_8);
    word t9, carry_9;
    mul_add(t4, item, seed[13 * blocks], carry_8, &t9, &carry_9);
    const word t10 = t5 * item + seed[14 * blocks] + carry_9;
    word t11, carry_11;
    mul_add(t6, item, seed[15 * blocks], 0ULL, &t11, &carry_11);
    word t12, carry_12;
    mul_add(t7, item, seed[16 * blocks], carry_11, &t12, &carry_12);
    word t13, carry_13;
    mul_add(t8, item, seed[17 * blocks], carry_12, &t13, &carry_13);
    word t14, carry_14;
    mul_add(t9, item, seed[18 * blocks], carry_13, &t14, &carry_14);
    const word t15 = t10 * item + seed[19 * blocks] + carry_14;
    word t16, carry_16;
    mul_add(t11, item, seed[20 * blocks], 0ULL, &t16, &carry_16);
    word t17, carry_17;
    mul_add(t12, item, seed[21 * blocks], carry_16, &t17, &carry_17);
    word t18, carry_18;
    mul_add(t13, item, seed[22 * blocks], carry_17, &t18, &carry_18);
    word t19, carry_19;
    mul_add(t14, item, seed[23 * blocks], carry_18, &t19, &carry_19);
    const word t20 = t15 * item + seed[24 * blocks] + carry_19;
    word t21, carry_21;
    mul_add(t16, item, seed[25 * blocks], 0ULL, &t21, &carry_21);
    word t22, carry_22;
    mul_add(t17, item, seed[26 * blocks], carry_21, &t22, &carry_22);
    word t23, carry_23;
    mul_add(t18, item, seed[27 * blocks], carry_22, &t23, &carry_23);
    word t24, carry_24;
    mul_add(t19, item, seed[28 * blocks], carry_23, &t24, &carry_24);
    const word t25 = t20 * item + seed[29 * blocks] + carry_24;
    word t26, carry_26;
    mul_add(t21, item, seed[30 * blocks], 0ULL, &t26, &carry_26);
    word t27, carry_27;
    mul_add(t22, item, seed[31 * blocks], carry_26, &t27, &carry_27);
    word t28, carry_28;
    mul_add(t23, item, seed[32 * blocks], carry_27, &t28, &carry_28);
    word t29, carry_29;
    mul_add(t24, item, seed[33 * blocks], carry_28, &t29, &carry_29);
    const word t30 = t25 * item + seed[34 * blocks] + carry_29;
    word t31, carry_31;
    mul_add(t26, item, seed[35 * blocks], 0ULL, &t31, &carry_31);
    word t32, carry_32;
    mul_add(t27, item, seed[36 * blocks], carry_31, &t32, &carry_32);
    word t33, carry_33;
    mul_add(t28, item, seed[37 * blocks], carry_32, &t33, &carry_33);
    word t34, carry_34;
    mul_add(t29, item, seed[38 * blocks], carry_33, &t34, &carry_34);
    const word t35 = t30 * item + seed[39 * blocks] + carry_34;
    word t36, carry_36;
    mul_add(t31, item, seed[40 * blocks], 0ULL, &t36, &carry_36);
    word t37, carry_37;
    mul_add(t32, item, seed[41 * blocks], carry_36, &t37, &carry_37);
    word t38, carry_38;
    mul_add(t33, item, seed[42 * blocks], carry_37, &t38, &carry_38);
    word t39, carry_39;
    mul_add(t34, item, seed[43 * blocks], carry_38, &t39, &carry_39);
    const word t40 = t35 * item + seed[44 * blocks] + carry_39;
    word item_g0, carry_41;
    mul_add(t36, item, seed[45 * blocks], 0ULL, &item_g0, &carry_41);
    word item_g0h, carry_42;
    mul_add(t37, item, seed[46 * blocks], carry_41, &item_g0h, &carry_42);
    word item_g0hh, carry_43;
    mul_add(t38, item, seed[47 * blocks], carry_42, &item_g0hh, &carry_43);
    word item_g0hhh, carry_44;
    mul_add(t39, item, seed[48 * blocks], carry_43, &item_g0hhh, &carry_44);
    const word item_g0hhhh = t40 * item + seed[49 * blocks] + carry_44;
    // value difference g1 at this item: degree 8, 320 fraction bits
    word t41, carry_46;
    mul_add(seed[50 * blocks], item, seed[55 * blocks], 0ULL, &t41, &carry_46);
    word t42, carry_47;
    mul_add(seed[51 * blocks], item, seed[56 * blocks], carry_46, &t42, &carry_47);
    word t43, carry_48;
    mul_add(seed[52 * blocks], item, seed[57 * blocks], carry_47, &t43, &carry_48);
    word t44, carry_49;
    mul_add(seed[53 * blocks], item, seed[58 * blocks], carry_48, &t44, &carry_49);
    const word t45 = seed[54 * blocks] * item + seed[59 * blocks] + carry_49;
    word t46, carry_51;
    mul_add(t41, item, seed[60 * blocks], 0ULL, &t46, &carry_51);
    word t47, carry_52;
    mul_add(t42, item, seed[61 * blocks], carry_51, &t47, &carry_52);
    word t48, carry_53;
    mul_add(t43, item, seed[62 * blocks], carry_52, &t48, &carry_53);
    word t49, carry_54;
    mul_add(t44, item, seed[63 * blocks], carry_53, &t49, &carry_54);
    const word t50 = t45 * item + seed[64 * blocks] + carry_54;
    word t51, carry_56;
    mul_add(t46, item, seed[65 * blocks], 0ULL, &t51, &carry_56);
    word t52, carry_57;
    mul_add(t47, item, seed[66 * blocks], carry_56, &t52, &carry_57);
    word t53, carry_58;
    mul_add(t48, item, seed[67 * blocks], carry_57, &t53, &carry_58);
    word t54, carry_59;
    mul_add(t49, item, seed[68 * blocks], carry_58, &t54, &carry_59);
    const word t55 = t50 * item + seed[69 * blocks] + carry_59;
    word t56, carry_61;
    mul_add(t51, item, seed[70 * blocks], 0ULL, &t56, &carry_61);
    word t57, carry_62;
    mul_add(t52, item, seed[71 * blocks], carry_61, &t57, &carry_62);
    word t58, carry_63;
    mul_add(t53, item, seed[72 * blocks], carry_62, &t58, &carry_63);
    word t59, carry_64;
    mul_add(t54, item, seed[73 * blocks], carry_63, &t59, &carry_64);
    const word t60 = t55 * item + seed[74 * blocks] + carry_64;
    word t61, carry_66;
    mul_add(t56, item, seed[75 * blocks], 0ULL, &t61, &carry_66);
    word t62, carry_67;
    mul_add(t57, item, seed[76 * blocks], carry_66, &t62, &carry_67);
    word t63, carry_68;
    mul_add(t58, item, seed[77 * blocks], carry_67, &t63, &carry_68);
    word t64, carry_69;
    mul_add(t59, item, seed[78 * blocks], carry_68, &t64, &carry_69);
    const word t65 = t60 * item + seed[79 * blocks] + carry_69;
    word t66, carry_71;
    mul_add(t61, item, seed[80 * blocks], 0ULL, &t66, &carry_71);
    word t67, carry_72;
    mul_add(t62, item, seed[81 * blocks], carry_71, &t67, &carry_72);
    word t68, carry_73;
    mul_add(t63, item, seed[82 * blocks], carry_72, &t68, &carry_73);
    word t69, carry_74;
    mul_add(t64, item, seed[83 * blocks], carry_73, &t69, &carry_74);
    const word t70 = t65 * item + seed[84 * blocks] + carry_74;
    word t71, carry_76;
    mul_add(t66, item, seed[85 * blocks], 0ULL, &t71, &carry_76);
    word t72, carry_77;
    mul_add(t67, item, seed[86 * blocks], carry_76, &t72, &carry_77);
    word t73, carry_78;
    mul_add(t68, item, seed[87 * blocks], carry_77, &t73, &carry_78);
    word t74, carry_79;
    mul_add(t69, item, seed[88 * blocks], carry_78, &t74, &carry_79);
    const word t75 = t70 * item + seed[89 * blocks] + carry_79;
    word item_g1, carry_81;
    mul_add(t71, item, seed[90 * blocks], 0ULL, &item_g1, &carry_81);
    word item_g1h, carry_82;
    mul_add(t72, item, seed[91 * blocks], carry_81, &item_g1h, &carry_82);
    word item_g1hh, carry_83;
    mul_add(t73, item, seed[92 * blocks], carry_82, &item_g1hh, &carry_83);
    word item_g1hhh, carry_84;
    mul_add(t74, item, seed[93 * blocks], carry_83, &item_g1hhh, &carry_84);
    const word item_g1hhhh = t75 * item + seed[94 * blocks] + carry_84;
    // value difference g2 at this item: degree 7, 320 fraction bits
    word t76, carry_86;
    mul_add(seed[95 * blocks], item, seed[100 * blocks], 0ULL, &t76, &carry_86);
    word t77, carry_87;
    mul_add(seed[96 * blocks], item, seed[101 * blocks], carry_86, &t77, &carry_87);
    word t78, carry_88;
    mul_add(seed[97 * blocks], item, seed[102 * blocks], carry_87, &t78, &carry_88);
    word t79, carry_89;
    mul_add(seed[98 * blocks], item, seed[103 * blocks], carry_88, &t79, &carry_89);
    const word t80 = seed[99 * blocks] * item + seed[104 * blocks] + carry_89;
    word t81, carry_91;
    mul_add(t76, item, seed[105 * blocks], 0ULL, &t81, &carry_91);
    word t82, carry_92;
    mul_add(t77, item, seed[106 * blocks], carry_91, &t82, &carry_92);
    word t83, carry_93;
    mul_add(t78, item, seed[107 * blocks], carry_92, &t83, &carry_93);
    word t84, carry_94;
    mul_add(t79, item, seed[108 * blocks], carry_93, &t84, &carry_94);
    const word t85 = t80 * item + seed[109 * blocks] + carry_94;
    word t86, carry_96;
    mul_add(t81, item, seed[110 * blocks], 0ULL, &t86, &carry_96);
    word t87, carry_97;
    mul_add(t82, item, seed[111 * blocks], carry_96, &t87, &carry_97);
    word t88, carry_98;
    mul_add(t83, item, seed[112 * blocks], carry_97, &t88, &carry_98);
    word t89, carry_99;
    mul_add(t84, item, seed[113 * blocks], carry_98, &t89, &carry_99);
    const word t90 = t85 * item + seed[114 * blocks] + carry_99;
    word t91, carry_101;
    mul_add(t86, item, seed[115 * blocks], 0ULL, &t91, &carry_101);
    word t92, carry_102;
    mul_add(t87, item, seed[116 * blocks], carry_101, &t92, &carry_102);
    word t93, carry_103;
    mul_add(t88, item, seed[117 * blocks], carry_102, &t93, &carry_103);
    word t94, carry_104;
    mul_add(t89, item, seed[118 * blocks], carry_103, &t94, &carry_104);
    const word t95 = t90 * item + seed[119 * blocks] + carry_104;
    word t96, carry_106;
    mul_add(t91, item, seed[120 * blocks], 0ULL, &t96, &carry_106);
    word t97, carry_107;
    mul_add(t92, item, seed[121 * blocks], carry_106, &t97, &carry_107);
    word t98, carry_108;
    mul_add(t93, item, seed[122 * blocks], carry_107, &t98, &carry_108);
    word t99, carry_109;
    mul_add(t94, item, seed[123 * blocks], carry_108, &t99, &carry_109);
    const word t100 = t95 * item + seed[124 * blocks] + carry_109;
    word t101, carry_111;
    mul_add(t96, item, seed[125 * blocks], 0ULL, &t101, &carry_111);
    word t102, carry_112;
    mul_add(t97, item, seed[126 * blocks], carry_111, &t102, &carry_112);
    word t103, carry_113;
    mul_add(t98, item, seed[127 * blocks], carry_112, &t103, &carry_113);
    word t104, carry_114;
    mul_add(t99, item, seed[128 * blocks], carry_113, &t104, &carry_114);
    const word t105 = t100 * item + seed[129 * blocks] + carry_114;
    word item_g2, carry_116;
    mul_add(t101, item, seed[130 * blocks], 0ULL, &item_g2, &carry_116);
    word item_g2h, carry_117;
    mul_add(t102, item, seed[131 * blocks], carry_116, &item_g2h, &carry_117);
    word item_g2hh, carry_118;
    mul_add(t103, item, seed[132 * blocks], carry_117, &item_g2hh, &carry_118);
    word item_g2hhh, carry_119;
    mul_add(t104, item, seed[133 * blocks], carry_118, &item_g2hhh, &carry_119);
    const word item_g2hhhh = t105 * item + seed[134 * blocks] + carry_119;
    word t106, carry_121;
    mul_add(item_g1hhh, lane_2, 0ULL, 0ULL, &t106, &carry_121);
    const word t107 = item_g1hhhh * lane_2 + carry_121;
    word t108, t109;
    add_words2(item_g0hhh, item_g0hhhh, t106, t107, &t108, &t109);
    word t110, carry_125;
    mul_add(item_g2hhh, lane_choose_2, 0ULL, 0ULL, &t110, &carry_125);
    const word t111 = item_g2hhhh * lane_choose_2 + carry_125;
    word t112, t113;
    add_words2(t108, t109, t110, t111, &t112, &t113);
    word g0 = t112;
    word g0h = t113;
    word t114, carry_129;
    mul_add(item_g1hhh, 4ULL, 0ULL, 0ULL, &t114, &carry_129);
    const word t115 = item_g1hhhh * 4ULL + carry_129;
    word t116, carry_131;
    mul_add(item_g2hhh, stride1_2, 0ULL, 0ULL, &t116, &carry_131);
    const word t117 = item_g2hhhh * stride1_2 + carry_131;
    word t118, t119;
    add_words2(t114, t115, t116, t117, &t118, &t119);
    word g1 = t118;
    word g1h = t119;
    word g2, carry_135;
    mul_add(item_g2hhh, 16ULL, 0ULL, 0ULL, &g2, &carry_135);
    const word g2h = item_g2hhhh * 16ULL + carry_135;
    // index of the first part of each lane
    const word t120 = item * 256ULL;
    const word t121 = t120 + lane_2;
    word part = t121;
    for (uint step = 0; step < 64; ++step) {
        // an input survives where its value is below 2ε''
        const bool survives = less_words2(g0, g0h, 0ULL, 2162688ULL);
        if (survives) {
            // report the parts that survive
            report2(at, part);
        }
        // step the tables to the next part of each lane
        word t124, t125;
        add_words2(g0, g0h, g1, g1h, &t124, &t125);
        g0 = t124;
        g0h = t125;
        word t126, t127;
        add_words2(g1, g1h, g2, g2h, &t126, &t127);
        g1 = t126;
        g1h = t127;
        const word t128 = part + 4ULL;
        part = t128;
    }
}

// Stage 2: 4 threads share an item; survivors are few and take a place each.
extern "C" __global__ void __launch_bounds__(128) run_stage2(
    const word *seeds, const uint blocks,
    const word *items, const uint item_capacity,
    uint *counts,
    word *survivors, const uint survivor_capacity)
{
    const uint count = counts[2] < item_capacity ? counts[2] : item_capacity;
    const uint stride = gridDim.x * 32u;
    uint at_item = blockIdx.x * 32u + threadIdx.x / 4u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 268435456ULL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage2(at, items[at_item] % 268435456ULL, threadIdx.x % 4u);
    }
}
