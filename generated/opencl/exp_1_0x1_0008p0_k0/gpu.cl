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

// An estimate of 1/a from below for 1 <= a <= 2^64, infinity for 0. Single-precision
// conversion and division are within 0.5 and 2.5 units in the last place by the standard, together
// within 2^-21; so the result lies between (1 - 2^-15)/a and (1 - 2^-17)/a.
static inline double recip_below(const double a)
{
    return (double)(1.0f / (float)a) * (1.0 - 1.0 / 65536.0);
}

// An estimate of 1/a for 1 <= a <= 2^64: as above, within 2^-21.
static inline double recip_near(const double a)
{
    return (double)(1.0f / (float)a);
}

// An estimate of the square root of 1 <= a <= 2^100: single-precision conversion and root are
// within 0.5 and 3 units in the last place by the standard, together within 2^-21.
static inline double sqrt_near(const double a)
{
    return (double)sqrt((float)a);
}

// The number of a word below 2^52: put into the fraction of 2^52, which is then taken away.
static inline double to_number(const word a)
{
    return as_double(a | 0x4330000000000000UL) - 4503599627370496.0;
}

// The number nearest to a word.
static inline double to_nearest_number(const word a)
{
    return convert_double_rte(a);
}

// The word of a number, truncated.
static inline word to_word(const double a)
{
    return convert_ulong_rtz(a);
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

// Gives a survivor of stage 0 the next place.
static inline void report0(const batch at, const word part)
{
    const uint place = atomic_add(&at.counts[1], 1u);
    if (place < at.capacity) {
        at.survivors[place] = at.block * 131072UL + part;
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
// - of each thread: 48 adds, 11 comparisons, 9 conversions, 7 divisions, 67 fused multiply-adds, 7
//   mask operations, 10 maxima, 6 minima, 41 multiplies, 3 reciprocal estimates, 4 root estimates,
//   1 selects, 5 shifts, 23 wide multiplies
// - the same in all threads of an item: 1 conversions, 33 loads, 2 multiplies
static inline void stage0(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds;
    const word lane_2 = lane;
    // index of the first packet of each lane
    const word t1 = item * 32UL;
    const word t2 = t1 + lane_2;
    word packet = t2;
    // value g0 at this item: degree 4, 128 fraction bits
    word t3, carry;
    mul_add(seed[0], packet, seed[2 * blocks], 0UL, &t3, &carry);
    const word t4 = seed[blocks] * packet + seed[3 * blocks] + carry;
    word t5, carry_3;
    mul_add(t3, packet, seed[4 * blocks], 0UL, &t5, &carry_3);
    const word t6 = t4 * packet + seed[5 * blocks] + carry_3;
    word t7, carry_5;
    mul_add(t5, packet, seed[6 * blocks], 0UL, &t7, &carry_5);
    const word t8 = t6 * packet + seed[7 * blocks] + carry_5;
    word item_g0, carry_7;
    mul_add(t7, packet, seed[8 * blocks], 0UL, &item_g0, &carry_7);
    const word item_g0h = t8 * packet + seed[9 * blocks] + carry_7;
    // slope s at this item: degree 3, 192 fraction bits
    word t9, carry_9;
    mul_add(seed[10 * blocks], packet, seed[13 * blocks], 0UL, &t9, &carry_9);
    word t10, carry_10;
    mul_add(seed[11 * blocks], packet, seed[14 * blocks], carry_9, &t10, &carry_10);
    const word t11 = seed[12 * blocks] * packet + seed[15 * blocks] + carry_10;
    word t12, carry_12;
    mul_add(t9, packet, seed[16 * blocks], 0UL, &t12, &carry_12);
    word t13, carry_13;
    mul_add(t10, packet, seed[17 * blocks], carry_12, &t13, &carry_13);
    const word t14 = t11 * packet + seed[18 * blocks] + carry_13;
    word item_s, carry_15;
    mul_add(t12, packet, seed[19 * blocks], 0UL, &item_s, &carry_15);
    word item_sh, carry_16;
    mul_add(t13, packet, seed[20 * blocks], carry_15, &item_sh, &carry_16);
    const word item_shh = t14 * packet + seed[21 * blocks] + carry_16;
    // curvature b at this item: degree 2, 128 fraction bits
    word t15, carry_18;
    mul_add(seed[22 * blocks], packet, seed[24 * blocks], 0UL, &t15, &carry_18);
    const word t16 = seed[23 * blocks] * packet + seed[25 * blocks] + carry_18;
    word item_b, carry_20;
    mul_add(t15, packet, seed[26 * blocks], 0UL, &item_b, &carry_20);
    const word item_bh = t16 * packet + seed[27 * blocks] + carry_20;
    // cubic c at this item: degree 1, 128 fraction bits
    word item_c, carry_22;
    mul_add(seed[28 * blocks], packet, seed[30 * blocks], 0UL, &item_c, &carry_22);
    const word item_ch = seed[29 * blocks] * packet + seed[31 * blocks] + carry_22;
    // as numbers: A, the slope in two parts, B, C
    const word t17 = item_g0h >> 12;
    const double t18 = to_number(t17);
    const double a = t18 * 0x1p-52;
    const word t19 = item_shh >> 42;
    const double t20 = to_number(t19);
    const double s1 = t20 * 0x1p-22;
    const word t21 = item_shh << 22;
    const word t22 = item_sh >> 42;
    const word t23 = t21 + t22;
    const double t24 = to_nearest_number(t23);
    const double s2 = t24 * 0x1p-86;
    const double t25 = to_nearest_number(item_bh);
    const double b = t25 * 0x1p-118;
    // C has a sign: it is read as a difference from 1/2
    const word t26 = item_ch + (1UL << 63);
    const double t27 = to_nearest_number(t26);
    const double t28 = t27 - 0x1p63;
    const double c = t28 * 0x1p-172;
    const double order = to_number(seed[32 * blocks]);
    // 1/B, the shear -3C/(8B) of the slope, the spread E of squared roots
    const double inverse_b = 1.0 / b;
    const double t29 = c * inverse_b;
    const double shear = t29 * (-0.375);
    const double spread = inverse_b * 2.521119313314557e-10;
    const double t30 = spread > 1.0 ? spread : 1.0;
    const double t31 = sqrt_near(t30);
    const double radius = fma(t31, 1.06, 8.32);
    // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
    double r_left = 0.0;
    double q_left = 1.0;
    double r_right = 1.0;
    double q_right = 1.0;
    // loop 1, neighbours: at most 34 rounds
    for (uint rounds = 0;; ++rounds) {
        if (rounds == 34u) {
            overrun(at, 0, 1);
            return;
        }
        const double t32 = fma(-q_left, s1, r_left);
        const double t33 = fma(-q_left, s2, t32);
        const double t34 = 0.0 - t33;
        const double t35 = t34 > 0.0 ? t34 : 0.0;
        const double t36 = fma(-q_right, s1, r_right);
        const double t37 = fma(-q_right, s2, t36);
        const double t38 = t37 > 0.0 ? t37 : 0.0;
        const double t39 = t38 / t35;
        const double t40 = order - q_right;
        const double t41 = t40 / q_left;
        const double t42 = t39 < t41 ? t39 : t41;
        const double t43 = trunc(t42);
        const double t44 = fma(t43, r_left, r_right);
        const double t45 = fma(t43, q_left, q_right);
        r_right = t44;
        q_right = t45;
        const double t46 = fma(-q_right, s1, r_right);
        const double t47 = fma(-q_right, s2, t46);
        const double t48 = t47 > 0.0 ? t47 : 0.0;
        const double t49 = t35 / t48;
        const double t50 = order - q_left;
        const double t51 = t50 / q_right;
        const double t52 = t49 < t51 ? t49 : t51;
        const double t53 = trunc(t52);
        const double t54 = fma(t53, r_right, r_left);
        const double t55 = fma(t53, q_right, q_left);
        r_left = t54;
        q_left = t55;
        // they are neighbours once their mediant is beyond the order
        const double t56 = q_left + q_right;
        const bool t57 = order >= t56;
        if (!t57) {
            break;
        }
    }
    // the fraction before the left one
    const double t58 = order + q_right;
    const double t59 = t58 / q_left;
    const double t60 = trunc(t59);
    const double t61 = fma(t60, r_left, -r_right);
    const double t62 = fma(t60, q_left, -q_right);
    const double order_above = order * 1.000000000003638;
    double r_before = t61;
    double q_before = t62;
    double r = r_left;
    double q = q_left;
    // a packet beyond the range may be curved less than was proved: it is left out
    const bool t63 = b >= 0x1p-55;
    const double t64 = t63 ? 0.0 : 0x1p31;
    double from = t64;
    // loop 2, arcs: at most 32768 rounds
    for (uint rounds = 0;; ++rounds) {
        if (rounds == 32768u) {
            overrun(at, 0, 2);
            return;
        }
        // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
        const double t65 = recip_near(q);
        const double t66 = fma(-q, t65, 1.0);
        const double t67 = fma(t65, t66, t65);
        const double t68 = fma(-q, t67, 1.0);
        const double inverse = fma(t67, t68, t67);
        const double t69 = fma(q_before, 1.000000000003638, order_above);
        const double t70 = fma(t69, inverse, (-0.5));
        const double t71 = t70 + 6755399441055744.0;
        const double t72 = t71 - 6755399441055744.0;
        const double r_next = fma(t72, r, -r_before);
        const double q_next = fma(t72, q, -q_before);
        // the vertex, where the slope is r/q: twice the linear solution, sheared by C
        const double t73 = fma(-q, s1, r);
        const double apart = fma(-q, s2, t73);
        const double unit = inverse * inverse_b;
        const double t74 = apart * unit;
        const double t75 = shear * t74;
        const double t76 = fma(t75, 20.0, 4.0);
        const double t77 = fma(t75, t76, 1.0);
        const double t78 = fma(t75, t77, 0.5);
        const double vertex = t74 * t78;
        // the arc ends at the mediant's place, or with the packet
        const double t79 = q + q_next;
        const double t80 = recip_near(t79);
        const double t81 = t80 * unit;
        const double t82 = fma(t81, 0.5, vertex);
        const double t83 = t82 < 0x1p31 ? t82 : 0x1p31;
        const double t84 = t83 + 6755399441055744.0;
        const double t85 = t84 - 6755399441055744.0;
        const double end = t85 > from ? t85 : from;
        // an input next to the vertex, and q·P there below an integer
        const double t86 = vertex < 2147483647.0 ? vertex : 2147483647.0;
        const double t87 = t86 > from ? t86 : from;
        const double t88 = t87 + 6755399441055744.0;
        const double near = t88 - 6755399441055744.0;
        const double offset = vertex - near;
        const double t89 = fma(s1, near, 6755399441055744.0);
        const double t90 = t89 - 6755399441055744.0;
        const double t91 = fma(s1, near, -t90);
        const double t92 = fma(s2, near, t91);
        const double t93 = fma(c, near, b);
        const double t94 = t93 * near;
        const double t95 = fma(t94, near, a);
        const double value = t95 + t92;
        const double t96 = fma(q, value, 0.4990234375);
        const double t97 = t96 + 6755399441055744.0;
        const double integer = t97 - 6755399441055744.0;
        const double rise = fma(-q, value, integer);
        const double t98 = end - vertex;
        const double t99 = vertex - from;
        const double t100 = t98 > t99 ? t98 : t99;
        const double farthest = fma(t100, 1.00076171875, radius);
        // the roots of the parabola at that integer, from the vertex: ±√y, roughly
        const double t101 = inverse * inverse_b;
        const double t102 = offset * offset;
        const double y = fma(rise, t101, t102);
        const double t103 = y > 1.0 ? y : 1.0;
        const double root = sqrt_near(t103);
        // how far they are from the class of inputs on which q divides that integer
        const double t104 = fma(integer, q_before, offset);
        const double t105 = t104 + root;
        const double t106 = fma(t105, inverse, 6755399441055744.0);
        const double t107 = t106 - 6755399441055744.0;
        const double t108 = fma(-t107, q, t105);
        const double t109 = t108 * t108;
        const double t110 = t104 - root;
        const double t111 = fma(t110, inverse, 6755399441055744.0);
        const double t112 = t111 - 6755399441055744.0;
        const double t113 = fma(-t112, q, t110);
        const double t114 = t113 * t113;
        const double t115 = t109 < t114 ? t109 : t114;
        const double t116 = fma(root, 0.00076171875, radius);
        const double t117 = t116 * t116;
        const bool t118 = t117 >= t115;
        // or the arc reaches the integer after that one
        const double t119 = farthest * farthest;
        const double t120 = t119 - y;
        const bool t121 = t120 >= t101;
        const bool t122 = t118 || t121;
        const bool t123 = from < end;
        const bool hit = t122 && t123;
        const bool alive = end < 0x1p31;
        if (hit) {
            // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
            const double t124 = c * 3.0;
            const double t125 = fma(t124, vertex, b);
            const double t126 = t125 + b;
            const double t127 = t126 * vertex;
            const double t128 = fma(-q, inverse, 1.0);
            const double inverse_q = fma(inverse, t128, inverse);
            const double t129 = 1.0 / t125;
            const double t130 = fma(apart, inverse_q, -t127);
            const double t131 = t130 * 0.5;
            const double t132 = fma(t131, t129, vertex);
            const double offset_2 = t132 - near;
            // with λ/2 = B + 3C·t* there, the unit of y and what C bends
            const double exact_unit = t129 * inverse_q;
            const double t133 = c * t129;
            const double t134 = offset_2 * offset_2;
            const double t135 = t134 * offset_2;
            const double square = fma(-t135, t133, t134);
            const double bend = t133 * 0.5;
            const double t136 = bend * bend;
            const double bend_2 = t136 * 3.0;
            const double farthest_2 = farthest * farthest;
            const double t137 = spread > 1.0 ? spread : 1.0;
            const double t138 = sqrt_near(t137);
            const double wide = t138 * 1.06;
            double passed = integer;
            double above = rise;
            bool open = hit;
            // loop 3, crossings: at most 4194304 rounds
            for (uint rounds = 0;; ++rounds) {
                if (rounds == 4194304u) {
                    overrun(at, 0, 3);
                    return;
                }
                // one integer after the other, while the arc reaches it
                const double y_2 = fma(above, exact_unit, square);
                const bool t139 = farthest_2 >= y_2;
                const bool t140 = open && t139;
                open = t140;
                if (!open) {
                    break;
                }
                // the root, by steps of Newton's method with the slope of the estimate
                const double t141 = y_2 > 1.0 ? y_2 : 1.0;
                const double t142 = sqrt_near(t141);
                const double t143 = recip_near(t142);
                const double t144 = t143 * 0.5;
                const double t145 = fma(-t142, t142, t141);
                const double t146 = fma(t145, t144, t142);
                const double t147 = fma(-t146, t146, t141);
                const double t148 = fma(t147, t144, t146);
                const double t149 = fma(-t148, t148, t141);
                const double t150 = fma(t149, t144, t148);
                const double t151 = fma(-t150, t150, t141);
                const double root_2 = fma(t151, t144, t150);
                const double t152 = spread * 1.01;
                const double t153 = t152 * t143;
                const double t154 = t153 < wide ? t153 : wide;
                const double t155 = t154 + 2.0;
                const double t156 = bend_2 * t141;
                const double t157 = fma(t156, root_2, t155);
                const double width = fma(q, 0x1p-20, t157);
                const double t158 = fma(passed, q_before, offset_2);
                const double middle = fma(-bend, t141, t158);
                const double t159 = 0.0 - root_2;
                double signed_2 = root_2;
                for (uint step = 0; step < 2; ++step) {
                    const double t160 = middle + signed_2;
                    // members of the class near the root, as multiples of q
                    const double t161 = t160 - width;
                    const double most = t160 + width;
                    const double t162 = fma(t161, inverse_q, 0.5);
                    const double t163 = t162 + 6755399441055744.0;
                    const double t164 = t163 - 6755399441055744.0;
                    const double t165 = t164 * q;
                    const double class_2 = passed * q_before;
                    double multiple = t165;
                    // loop 4, members: at most 8192 rounds
                    for (uint rounds = 0;; ++rounds) {
                        if (rounds == 8192u) {
                            overrun(at, 0, 4);
                            return;
                        }
                        const bool t166 = most >= multiple;
                        const bool near_root = open && t166;
                        if (!near_root) {
                            break;
                        }
                        // the input, and P there against ε''
                        const double t167 = multiple - class_2;
                        const double t = near + t167;
                        const bool t168 = t >= from;
                        const bool t169 = t < end;
                        const bool t170 = t168 && t169;
                        const bool t171 = t170 && near_root;
                        const double t172 = fma(s1, t, 6755399441055744.0);
                        const double t173 = t172 - 6755399441055744.0;
                        const double t174 = fma(s1, t, -t173);
                        const double t175 = fma(s2, t, t174);
                        const double t176 = fma(c, t, b);
                        const double t177 = t176 * t;
                        const double t178 = fma(t177, t, a);
                        const double t179 = t178 + t175;
                        const double t180 = t179 + 6755399441055744.0;
                        const double t181 = t180 - 6755399441055744.0;
                        const double t182 = t179 - t181;
                        const double t183 = t182 * t182;
                        const bool t184 = 1.4412794993123954e-20 >= t183;
                        const bool hard = t184 && t171;
                        if (hard) {
                            // report the part that the input belongs to
                            const word t185 = packet * (1UL << 12);
                            const word t186 = to_word(t);
                            const word t187 = t186 >> 19;
                            const word t188 = t185 + t187;
                            report0(at, t188);
                        }
                        const double t189 = multiple + q;
                        multiple = t189;
                    }
                    signed_2 = t159;
                }
                const double t190 = passed + 1.0;
                passed = t190;
                const double t191 = above + 1.0;
                above = t191;
            }
        }
        // on to the next arc
        r_before = r;
        q_before = q;
        r = r_next;
        q = q_next;
        from = end;
        if (!alive) {
            break;
        }
    }
}

// Stage 0: 32 threads share an item; survivors are few and take a place each.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void run_stage0(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[0] < item_capacity ? counts[0] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 4u;
    uint at_item = (uint)get_group_id(0) * 4u + (uint)get_local_id(0) / 32u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 1UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage0(at, items[at_item] % 1UL, (uint)get_local_id(0) % 32u);
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
// - of each thread: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
//   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
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
    __global const word *seed = at.seeds + 33 * blocks;
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
    const word t13 = item_s0h << 14;
    const word t14 = item_s0 >> 50;
    const word t15 = t13 + t14;
    const word t16 = item_s1h << 14;
    const word t17 = item_s1 >> 50;
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
        double q = 0x1p52;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // loop 1, points: at most 16385 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 16385u) {
                overrun(at, 1, 1);
                return;
            }
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
            const bool t53 = t52 >= 0x1p14;
            const bool last = t53 && active;
            // take the step; who has N points, or q = 0, is done
            const double t54 = active ? d_new : d;
            d = t54;
            q = rest;
            u = u_new;
            const bool t55 = active && !last;
            const bool t56 = q >= 1.0;
            const bool t57 = t55 && t56;
            active = t57;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t58 = p * inverse_2;
            const double t59 = trunc(t58);
            const double t60 = fma(-t59, q, p);
            const bool t61 = t60 >= q;
            const double t62 = t59 + 1.0;
            const double t63 = t60 - q;
            const double k_2 = t61 ? t62 : t59;
            const double rest_4 = t61 ? t63 : t60;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t64 = d >= rest_4;
            const bool beyond = t64 && active;
            const double past = d - rest_4;
            const double t65 = past * inverse_2;
            const double t66 = trunc(t65);
            const double t67 = fma(-t66, q, past);
            const bool t68 = t67 >= q;
            const double t69 = t67 - q;
            const double rest_5 = t68 ? t69 : t67;
            double rest_6 = rest_5;
            const bool t70 = rest_6 >= q;
            const bool t71 = t70 && beyond;
            if (t71) {
                // rare: the estimate left more than one y
                const double t72 = past / q;
                const double t73 = trunc(t72);
                const double t74 = fma(-t73, q, past);
                const bool t75 = t74 < 0.0;
                const double t76 = t74 + q;
                const double t77 = t75 ? t76 : t74;
                const double t78 = t71 ? t77 : rest_6;
                rest_6 = t78;
            }
            // elsewhere d stays
            const double t79 = beyond ? rest_6 : d;
            double d_new_2 = t79;
            // lanes that have their N points with this step
            const double t80 = u + v_new;
            const bool t81 = t80 >= 0x1p14;
            const bool last_2 = t81 && active;
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t82 = active && !last_2;
            const bool t83 = p >= 1.0;
            const bool t84 = t82 && t83;
            active = t84;
            if (!active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        const bool excluded = d >= 12582912.0;
        const bool survives = !excluded;
        if (survives) {
            // report the parts that survive
            report1(at, part);
        }
        // step the tables to the next part of each lane
        const word t85 = g0 + g1;
        g0 = t85;
        const word t86 = g1 + g2;
        g1 = t86;
        const word t87 = s0 + s1;
        s0 = t87;
        const word t88 = part + 4UL;
        part = t88;
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
// - of each thread: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
//   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
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
    __global const word *seed = at.seeds + 57 * blocks;
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
    const word t16 = item_s0h << 9;
    const word t17 = item_s0 >> 55;
    const word t18 = t16 + t17;
    const word t19 = item_s1h << 9;
    const word t20 = item_s1 >> 55;
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
        double q = 0x1p52;
        double u = 0.0;
        double v = 1.0;
        double d = b;
        bool active = positive;
        // loop 1, points: at most 513 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 513u) {
                overrun(at, 2, 1);
                return;
            }
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
            const bool t56 = t55 >= 512.0;
            const bool last = t56 && active;
            // take the step; who has N points, or q = 0, is done
            const double t57 = active ? d_new : d;
            d = t57;
            q = rest;
            u = u_new;
            const bool t58 = active && !last;
            const bool t59 = q >= 1.0;
            const bool t60 = t58 && t59;
            active = t60;
            if (!active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            const double inverse_2 = recip_below(q);
            const double t61 = p * inverse_2;
            const double t62 = trunc(t61);
            const double t63 = fma(-t62, q, p);
            const bool t64 = t63 >= q;
            const double t65 = t62 + 1.0;
            const double t66 = t63 - q;
            const double k_2 = t64 ? t65 : t62;
            const double rest_4 = t64 ? t66 : t63;
            const double v_new = fma(k_2, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const bool t67 = d >= rest_4;
            const bool beyond = t67 && active;
            const double past = d - rest_4;
            const double t68 = past * inverse_2;
            const double t69 = trunc(t68);
            const double t70 = fma(-t69, q, past);
            const bool t71 = t70 >= q;
            const double t72 = t70 - q;
            const double rest_5 = t71 ? t72 : t70;
            double rest_6 = rest_5;
            const bool t73 = rest_6 >= q;
            const bool t74 = t73 && beyond;
            if (t74) {
                // rare: the estimate left more than one y
                const double t75 = past / q;
                const double t76 = trunc(t75);
                const double t77 = fma(-t76, q, past);
                const bool t78 = t77 < 0.0;
                const double t79 = t77 + q;
                const double t80 = t78 ? t79 : t77;
                const double t81 = t74 ? t80 : rest_6;
                rest_6 = t81;
            }
            // elsewhere d stays
            const double t82 = beyond ? rest_6 : d;
            double d_new_2 = t82;
            // lanes that have their N points with this step
            const double t83 = u + v_new;
            const bool t84 = t83 >= 512.0;
            const bool last_2 = t84 && active;
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            const bool t85 = active && !last_2;
            const bool t86 = p >= 1.0;
            const bool t87 = t85 && t86;
            active = t87;
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
        const word t88 = g0 + g1;
        g0 = t88;
        const word t89 = g1 + g2;
        g1 = t89;
        const word t90 = s0 + s1;
        s0 = t90;
        const word t91 = part + 4UL;
        part = t91;
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
        at.survivors[place] = at.block * 68719476736UL + part;
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
// - of each thread: 7 adds, 1 comparisons, 3 multiplies
// - the same in all threads of an item: 33 loads, 3 multiplies, 25 wide multiplies
__constant word stage3_lane_choose_2[8] = {
    0UL, 0UL, 1UL, 3UL, 6UL, 10UL, 15UL, 21UL,
};
__constant word stage3_stride1_2[8] = {
    28UL, 36UL, 44UL, 52UL, 60UL, 68UL, 76UL, 84UL,
};
static inline void stage3(const batch at, const word item, const uint lane)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds + 86 * blocks;
    const word lane_2 = lane;
    const word lane_choose_2 = stage3_lane_choose_2[lane];
    const word stride1_2 = stage3_stride1_2[lane];
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
    // value difference g1 at this item: degree 3, 192 fraction bits
    word t10, carry_13;
    mul_add(seed[15 * blocks], item, seed[18 * blocks], 0UL, &t10, &carry_13);
    word t11, carry_14;
    mul_add(seed[16 * blocks], item, seed[19 * blocks], carry_13, &t11, &carry_14);
    const word t12 = seed[17 * blocks] * item + seed[20 * blocks] + carry_14;
    word t13, carry_16;
    mul_add(t10, item, seed[21 * blocks], 0UL, &t13, &carry_16);
    word t14, carry_17;
    mul_add(t11, item, seed[22 * blocks], carry_16, &t14, &carry_17);
    const word t15 = t12 * item + seed[23 * blocks] + carry_17;
    word item_g1, carry_19;
    mul_add(t13, item, seed[24 * blocks], 0UL, &item_g1, &carry_19);
    word item_g1h, carry_20;
    mul_add(t14, item, seed[25 * blocks], carry_19, &item_g1h, &carry_20);
    const word item_g1hh = t15 * item + seed[26 * blocks] + carry_20;
    // value difference g2 at this item: degree 2, 128 fraction bits
    word t16, carry_22;
    mul_add(seed[27 * blocks], item, seed[29 * blocks], 0UL, &t16, &carry_22);
    const word t17 = seed[28 * blocks] * item + seed[30 * blocks] + carry_22;
    word item_g2, carry_24;
    mul_add(t16, item, seed[31 * blocks], 0UL, &item_g2, &carry_24);
    const word item_g2h = t17 * item + seed[32 * blocks] + carry_24;
    const word t18 = item_g1hh * lane_2;
    const word t19 = item_g0hh + t18;
    const word t20 = item_g2h * lane_choose_2;
    const word t21 = t19 + t20;
    word g0 = t21;
    const word t22 = item_g1hh * 8UL;
    const word t23 = item_g2h * stride1_2;
    const word t24 = t22 + t23;
    word g1 = t24;
    const word g2 = item_g2h * 64UL;
    // index of the first part of each lane
    const word t25 = item * 512UL;
    const word t26 = t25 + lane_2;
    word part = t26;
    for (uint step = 0; step < 64; ++step) {
        // an input survives where its value is below 2ε''
        const bool survives = g0 < 0x108000000UL;
        if (survives) {
            // report the parts that survive
            report3(at, part);
        }
        // step the tables to the next part of each lane
        const word t27 = g0 + g1;
        g0 = t27;
        const word t28 = g1 + g2;
        g1 = t28;
        const word t29 = part + 8UL;
        part = t29;
    }
}

// Stage 3: 8 threads share an item; survivors are few and take a place each.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void run_stage3(
    __global const word *seeds, const uint blocks,
    __global const word *items, const uint item_capacity,
    __global uint *counts,
    __global word *survivors, const uint survivor_capacity)
{
    const uint count = counts[3] < item_capacity ? counts[3] : item_capacity;
    const uint stride = (uint)get_num_groups(0) * 16u;
    uint at_item = (uint)get_group_id(0) * 16u + (uint)get_local_id(0) / 8u;
    for (; at_item < count; at_item += stride) {
        const word block = items[at_item] / 134217728UL;
        const batch at = {seeds + block, blocks, block, counts, survivors, survivor_capacity};
        stage3(at, items[at_item] % 134217728UL, (uint)get_local_id(0) % 8u);
    }
}
