// Hard-to-round cases of exp(x): kernel 0 of the plan.
//
// The command, the plan, its bounds and the layout of all data stand at the head of gpu.cl.

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
// - per vector: 49 adds, 11 comparisons, 9 conversions, 7 divisions, 67 fused multiply-adds, 7 mask
//   operations, 10 maxima, 6 minima, 41 multiplies, 3 reciprocal estimates, 4 root estimates, 1
//   selects, 5 shifts, 23 wide multiplies
// - shared by all lanes: 1 conversions, 33 loads, 2 multiplies
static inline void stage0(const batch at, const word item)
{
    const size_t blocks = at.blocks;
    __global const word *seed = at.seeds;
    const words lane_2 = (words)(
        0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 6UL, 7UL,
        8UL, 9UL, 10UL, 11UL, 12UL, 13UL, 14UL, 15UL);
    const words zero = (words)(0UL);
    const numbers pow2_m52 = (numbers)(0x1p-52);
    const numbers pow2_m22 = (numbers)(0x1p-22);
    const numbers pow2_m86 = (numbers)(0x1p-86);
    const numbers pow2_m118 = (numbers)(0x1p-118);
    const words pow2_63 = (words)((1UL << 63));
    const numbers pow2_63_2 = (numbers)(0x1p63);
    const numbers pow2_m172 = (numbers)(0x1p-172);
    const numbers one = (numbers)(1.0);
    const numbers minus_three_eighths = (numbers)((-0.375));
    const numbers spread_of_one = (numbers)(2.521119313314557e-10);
    const numbers slack_of_estimate = (numbers)(1.06);
    const numbers reach = (numbers)(8.32);
    const numbers zero_2 = (numbers)(0.0);
    const numbers least_curvature = (numbers)(0x1p-55);
    const numbers length = (numbers)(0x1p31);
    const numbers above_one_2 = (numbers)(1.000000000003638);
    const numbers minus_half = (numbers)((-0.5));
    const numbers rounder = (numbers)(6755399441055744.0);
    const numbers t139 = (numbers)(20.0);
    const numbers pow2_2 = (numbers)(4.0);
    const numbers half_2 = (numbers)(0.5);
    const numbers last = (numbers)(2147483647.0);
    const numbers bias = (numbers)(0.4990234375);
    const numbers one_and_slack = (numbers)(1.00076171875);
    const numbers slack_of_root = (numbers)(0.00076171875);
    const numbers three = (numbers)(3.0);
    const numbers slack_of_slope = (numbers)(1.01);
    const numbers fine_reach = (numbers)(2.0);
    const numbers slack_of_class = (numbers)(0x1p-20);
    const numbers threshold = (numbers)(1.4412794993123954e-20);
    const words parts = (words)((1UL << 12));
    const words width_2 = (words)(16UL);
    // index of the first packet of each lane
    const word t1 = item * 32UL;
    const words t2 = (words)(t1);
    const words t3 = t2 + lane_2;
    words packet = t3;
    for (uint step = 0; step < 2; ++step) {
        // value g0 at this item: degree 4, 128 fraction bits
        const words t4 = (words)(seed[0]);
        const words t5 = (words)(seed[2 * blocks]);
        words t6, carry;
        mul_add_vectors(t4, packet, t5, zero, &t6, &carry);
        const words t7 = (words)(seed[blocks]);
        const words t8 = (words)(seed[3 * blocks]);
        const words t9 = t7 * packet + t8 + carry;
        const words t11 = (words)(seed[4 * blocks]);
        words t13, carry_3;
        mul_add_vectors(t6, packet, t11, zero, &t13, &carry_3);
        const words t14 = (words)(seed[5 * blocks]);
        const words t15 = t9 * packet + t14 + carry_3;
        const words t17 = (words)(seed[6 * blocks]);
        words t19, carry_5;
        mul_add_vectors(t13, packet, t17, zero, &t19, &carry_5);
        const words t20 = (words)(seed[7 * blocks]);
        const words t21 = t15 * packet + t20 + carry_5;
        const words t23 = (words)(seed[8 * blocks]);
        words item_g0, carry_7;
        mul_add_vectors(t19, packet, t23, zero, &item_g0, &carry_7);
        const words t25 = (words)(seed[9 * blocks]);
        const words item_g0h = t21 * packet + t25 + carry_7;
        // slope s at this item: degree 3, 192 fraction bits
        const words t27 = (words)(seed[10 * blocks]);
        const words t28 = (words)(seed[13 * blocks]);
        words t30, carry_9;
        mul_add_vectors(t27, packet, t28, zero, &t30, &carry_9);
        const words t31 = (words)(seed[11 * blocks]);
        const words t32 = (words)(seed[14 * blocks]);
        words t33, carry_10;
        mul_add_vectors(t31, packet, t32, carry_9, &t33, &carry_10);
        const words t34 = (words)(seed[12 * blocks]);
        const words t35 = (words)(seed[15 * blocks]);
        const words t36 = t34 * packet + t35 + carry_10;
        const words t38 = (words)(seed[16 * blocks]);
        words t40, carry_12;
        mul_add_vectors(t30, packet, t38, zero, &t40, &carry_12);
        const words t41 = (words)(seed[17 * blocks]);
        words t42, carry_13;
        mul_add_vectors(t33, packet, t41, carry_12, &t42, &carry_13);
        const words t43 = (words)(seed[18 * blocks]);
        const words t44 = t36 * packet + t43 + carry_13;
        const words t46 = (words)(seed[19 * blocks]);
        words item_s, carry_15;
        mul_add_vectors(t40, packet, t46, zero, &item_s, &carry_15);
        const words t48 = (words)(seed[20 * blocks]);
        words item_sh, carry_16;
        mul_add_vectors(t42, packet, t48, carry_15, &item_sh, &carry_16);
        const words t49 = (words)(seed[21 * blocks]);
        const words item_shh = t44 * packet + t49 + carry_16;
        // curvature b at this item: degree 2, 128 fraction bits
        const words t51 = (words)(seed[22 * blocks]);
        const words t52 = (words)(seed[24 * blocks]);
        words t54, carry_18;
        mul_add_vectors(t51, packet, t52, zero, &t54, &carry_18);
        const words t55 = (words)(seed[23 * blocks]);
        const words t56 = (words)(seed[25 * blocks]);
        const words t57 = t55 * packet + t56 + carry_18;
        const words t59 = (words)(seed[26 * blocks]);
        words item_b, carry_20;
        mul_add_vectors(t54, packet, t59, zero, &item_b, &carry_20);
        const words t61 = (words)(seed[27 * blocks]);
        const words item_bh = t57 * packet + t61 + carry_20;
        // cubic c at this item: degree 1, 128 fraction bits
        const words t63 = (words)(seed[28 * blocks]);
        const words t64 = (words)(seed[30 * blocks]);
        words item_c, carry_22;
        mul_add_vectors(t63, packet, t64, zero, &item_c, &carry_22);
        const words t66 = (words)(seed[29 * blocks]);
        const words t67 = (words)(seed[31 * blocks]);
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
        const double order = to_number(seed[32 * blocks]);
        // 1/B, the shear -3C/(8B) of the slope, the spread E of squared roots
        const numbers inverse_b = one / b;
        const numbers t81 = c * inverse_b;
        const numbers shear = t81 * minus_three_eighths;
        const numbers spread = inverse_b * spread_of_one;
        const numbers t83 = spread > one ? spread : one;
        const numbers t84 = sqrt_near_vectors(t83);
        const numbers radius = fma(t84, slack_of_estimate, reach);
        // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
        numbers r_left = zero_2;
        numbers q_left = one;
        numbers r_right = one;
        numbers q_right = one;
        // loop 1, neighbours: at most 34 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 34u) {
                overrun(at, 0, 1);
                return;
            }
            const numbers t89 = fma(-q_left, s1, r_left);
            const numbers t90 = fma(-q_left, s2, t89);
            const numbers t92 = zero_2 - t90;
            const numbers t94 = t92 > zero_2 ? t92 : zero_2;
            const numbers t95 = fma(-q_right, s1, r_right);
            const numbers t96 = fma(-q_right, s2, t95);
            const numbers t98 = t96 > zero_2 ? t96 : zero_2;
            const numbers t99 = t98 / t94;
            const numbers order_2 = (numbers)(order);
            const numbers t100 = order_2 - q_right;
            const numbers t101 = t100 / q_left;
            const numbers t102 = t99 < t101 ? t99 : t101;
            const numbers t103 = trunc_vectors(t102);
            const numbers t104 = fma(t103, r_left, r_right);
            const numbers t105 = fma(t103, q_left, q_right);
            r_right = t104;
            q_right = t105;
            const numbers t106 = fma(-q_right, s1, r_right);
            const numbers t107 = fma(-q_right, s2, t106);
            const numbers t109 = t107 > zero_2 ? t107 : zero_2;
            const numbers t110 = t94 / t109;
            const numbers order_3 = (numbers)(order);
            const numbers t111 = order_3 - q_left;
            const numbers t112 = t111 / q_right;
            const numbers t113 = t110 < t112 ? t110 : t112;
            const numbers t114 = trunc_vectors(t113);
            const numbers t115 = fma(t114, r_right, r_left);
            const numbers t116 = fma(t114, q_right, q_left);
            r_left = t115;
            q_left = t116;
            // they are neighbours once their mediant is beyond the order
            const numbers t117 = q_left + q_right;
            const numbers order_4 = (numbers)(order);
            const masks t118 = order_4 >= t117;
            if (!any_lane(t118)) {
                break;
            }
        }
        // the fraction before the left one
        const numbers order_5 = (numbers)(order);
        const numbers t119 = order_5 + q_right;
        const numbers t120 = t119 / q_left;
        const numbers t121 = trunc_vectors(t120);
        const numbers t122 = fma(t121, r_left, -r_right);
        const numbers t123 = fma(t121, q_left, -q_right);
        const double order_above = order * 1.000000000003638;
        numbers r_before = t122;
        numbers q_before = t123;
        numbers r = r_left;
        numbers q = q_left;
        // a packet beyond the range may be curved less than was proved: it is left out
        const masks t124 = b >= least_curvature;
        const numbers t127 = t124 ? zero_2 : length;
        numbers from = t127;
        // loop 2, arcs: at most 32768 rounds
        for (uint rounds = 0;; ++rounds) {
            if (rounds == 32768u) {
                overrun(at, 0, 2);
                return;
            }
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            const numbers t128 = recip_near_vectors(q);
            const numbers t129 = fma(-q, t128, one);
            const numbers t130 = fma(t128, t129, t128);
            const numbers t131 = fma(-q, t130, one);
            const numbers inverse = fma(t130, t131, t130);
            const numbers order_above_2 = (numbers)(order_above);
            const numbers t132 = fma(q_before, above_one_2, order_above_2);
            const numbers t133 = fma(t132, inverse, minus_half);
            const numbers t134 = t133 + rounder;
            const numbers t135 = t134 - rounder;
            const numbers r_next = fma(t135, r, -r_before);
            const numbers q_next = fma(t135, q, -q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            const numbers t136 = fma(-q, s1, r);
            const numbers apart = fma(-q, s2, t136);
            const numbers unit = inverse * inverse_b;
            const numbers t137 = apart * unit;
            const numbers t138 = shear * t137;
            const numbers t140 = fma(t138, t139, pow2_2);
            const numbers t143 = fma(t138, t140, one);
            const numbers t145 = fma(t138, t143, half_2);
            const numbers vertex = t137 * t145;
            // the arc ends at the mediant's place, or with the packet
            const numbers t146 = q + q_next;
            const numbers t147 = recip_near_vectors(t146);
            const numbers t148 = t147 * unit;
            const numbers t150 = fma(t148, half_2, vertex);
            const numbers t151 = t150 < length ? t150 : length;
            const numbers t152 = t151 + rounder;
            const numbers t153 = t152 - rounder;
            const numbers end = t153 > from ? t153 : from;
            // an input next to the vertex, and q·P there below an integer
            const numbers t154 = vertex < last ? vertex : last;
            const numbers t155 = t154 > from ? t154 : from;
            const numbers t156 = t155 + rounder;
            const numbers near = t156 - rounder;
            const numbers offset = vertex - near;
            const numbers t157 = fma(s1, near, rounder);
            const numbers t158 = t157 - rounder;
            const numbers t159 = fma(s1, near, -t158);
            const numbers t160 = fma(s2, near, t159);
            const numbers t161 = fma(c, near, b);
            const numbers t162 = t161 * near;
            const numbers t163 = fma(t162, near, a);
            const numbers value = t163 + t160;
            const numbers t164 = fma(q, value, bias);
            const numbers t165 = t164 + rounder;
            const numbers integer = t165 - rounder;
            const numbers rise = fma(-q, value, integer);
            const numbers t166 = end - vertex;
            const numbers t167 = vertex - from;
            const numbers t168 = t166 > t167 ? t166 : t167;
            const numbers farthest = fma(t168, one_and_slack, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            const numbers t169 = inverse * inverse_b;
            const numbers t170 = offset * offset;
            const numbers y = fma(rise, t169, t170);
            const numbers t173 = y > one ? y : one;
            const numbers root = sqrt_near_vectors(t173);
            // how far they are from the class of inputs on which q divides that integer
            const numbers t174 = fma(integer, q_before, offset);
            const numbers t175 = t174 + root;
            const numbers t176 = fma(t175, inverse, rounder);
            const numbers t177 = t176 - rounder;
            const numbers t178 = fma(-t177, q, t175);
            const numbers t179 = t178 * t178;
            const numbers t180 = t174 - root;
            const numbers t181 = fma(t180, inverse, rounder);
            const numbers t182 = t181 - rounder;
            const numbers t183 = fma(-t182, q, t180);
            const numbers t184 = t183 * t183;
            const numbers t185 = t179 < t184 ? t179 : t184;
            const numbers t186 = fma(root, slack_of_root, radius);
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
            if (any_lane(hit)) {
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                const numbers t196 = c * three;
                const numbers t197 = fma(t196, vertex, b);
                const numbers t198 = t197 + b;
                const numbers t199 = t198 * vertex;
                const numbers t201 = fma(-q, inverse, one);
                const numbers inverse_q = fma(inverse, t201, inverse);
                const numbers t203 = one / t197;
                const numbers t204 = fma(apart, inverse_q, -t199);
                const numbers t206 = t204 * half_2;
                const numbers t207 = fma(t206, t203, vertex);
                const numbers offset_2 = t207 - near;
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                const numbers exact_unit = t203 * inverse_q;
                const numbers t208 = c * t203;
                const numbers t209 = offset_2 * offset_2;
                const numbers t210 = t209 * offset_2;
                const numbers square = fma(-t210, t208, t209);
                const numbers bend = t208 * half_2;
                const numbers t212 = bend * bend;
                const numbers bend_2 = t212 * three;
                const numbers farthest_2 = farthest * farthest;
                const numbers t216 = spread > one ? spread : one;
                const numbers t217 = sqrt_near_vectors(t216);
                const numbers wide = t217 * slack_of_estimate;
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
                    const masks t218 = farthest_2 >= y_2;
                    const masks t219 = open & t218;
                    open = t219;
                    if (!any_lane(open)) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    const numbers t221 = y_2 > one ? y_2 : one;
                    const numbers t222 = sqrt_near_vectors(t221);
                    const numbers t223 = recip_near_vectors(t222);
                    const numbers t225 = t223 * half_2;
                    const numbers t226 = fma(-t222, t222, t221);
                    const numbers t227 = fma(t226, t225, t222);
                    const numbers t228 = fma(-t227, t227, t221);
                    const numbers t229 = fma(t228, t225, t227);
                    const numbers t230 = fma(-t229, t229, t221);
                    const numbers t231 = fma(t230, t225, t229);
                    const numbers t232 = fma(-t231, t231, t221);
                    const numbers root_2 = fma(t232, t225, t231);
                    const numbers t233 = spread * slack_of_slope;
                    const numbers t234 = t233 * t223;
                    const numbers t235 = t234 < wide ? t234 : wide;
                    const numbers t236 = t235 + fine_reach;
                    const numbers t237 = bend_2 * t221;
                    const numbers t238 = fma(t237, root_2, t236);
                    const numbers width = fma(q, slack_of_class, t238);
                    const numbers t239 = fma(passed, q_before, offset_2);
                    const numbers middle = fma(-bend, t221, t239);
                    const numbers t242 = zero_2 - root_2;
                    numbers signed_2 = root_2;
                    for (uint step = 0; step < 2; ++step) {
                        const numbers t243 = middle + signed_2;
                        // members of the class near the root, as multiples of q
                        const numbers t244 = t243 - width;
                        const numbers most = t243 + width;
                        const numbers t247 = fma(t244, inverse_q, half_2);
                        const numbers t248 = t247 + rounder;
                        const numbers t249 = t248 - rounder;
                        const numbers t250 = t249 * q;
                        const numbers class_2 = passed * q_before;
                        numbers multiple = t250;
                        // loop 4, members: at most 8192 rounds
                        for (uint rounds = 0;; ++rounds) {
                            if (rounds == 8192u) {
                                overrun(at, 0, 4);
                                return;
                            }
                            const masks t251 = most >= multiple;
                            const masks near_root = open & t251;
                            if (!any_lane(near_root)) {
                                break;
                            }
                            // the input, and P there against ε''
                            const numbers t252 = multiple - class_2;
                            const numbers t = near + t252;
                            const masks t253 = t >= from;
                            const masks t254 = t < end;
                            const masks t255 = t253 & t254;
                            const masks t256 = t255 & near_root;
                            const numbers t257 = fma(s1, t, rounder);
                            const numbers t258 = t257 - rounder;
                            const numbers t259 = fma(s1, t, -t258);
                            const numbers t260 = fma(s2, t, t259);
                            const numbers t261 = fma(c, t, b);
                            const numbers t262 = t261 * t;
                            const numbers t263 = fma(t262, t, a);
                            const numbers t264 = t263 + t260;
                            const numbers t265 = t264 + rounder;
                            const numbers t266 = t265 - rounder;
                            const numbers t267 = t264 - t266;
                            const numbers t268 = t267 * t267;
                            const masks t269 = threshold >= t268;
                            const masks hard = t269 & t256;
                            if (any_lane(hard)) {
                                // report the part that the input belongs to
                                const words t270 = packet * parts;
                                const words t271 = to_word_vectors(t);
                                const words t272 = t271 >> 19;
                                const words t273 = t270 + t272;
                                report0(at, hard, t273);
                            }
                            const numbers t274 = multiple + q;
                            multiple = t274;
                        }
                        signed_2 = t242;
                    }
                    const numbers t276 = passed + one;
                    passed = t276;
                    const numbers t278 = above + one;
                    above = t278;
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
        const words t279 = packet + width_2;
        packet = t279;
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
    const numbers full = (numbers)(0x1p52);
    const numbers zero_3 = (numbers)(0.0);
    const numbers n = (numbers)(0x1p14);
    const numbers threshold = (numbers)(12582912.0);
    const words width = (words)(16UL);
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
    const word t42 = item * 32UL;
    const words t43 = (words)(t42);
    const words t44 = t43 + lane_2;
    words part = t44;
    for (uint step = 0; step < 2; ++step) {
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
                overrun(at, 1, 1);
                return;
            }
            // reduce q by k·p, the quotient or less: u += k·v
            const numbers inverse = recip_below_vectors(p);
            const numbers t48 = q * inverse;
            const numbers t49 = trunc_vectors(t48);
            const numbers t50 = fma(-t49, p, q);
            const masks t51 = t50 >= p;
            const numbers t52 = t49 + one;
            const numbers t53 = t50 - p;
            const numbers k = t51 ? t52 : t49;
            const numbers rest = t51 ? t53 : t50;
            const numbers u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const numbers t54 = d * inverse;
            const numbers t55 = trunc_vectors(t54);
            const numbers t56 = fma(-t55, p, d);
            const masks t57 = t56 >= p;
            const numbers t59 = t56 - p;
            const numbers rest_2 = t57 ? t59 : t56;
            numbers rest_3 = rest_2;
            const masks t60 = rest_3 >= p;
            const masks t61 = t60 & active;
            if (any_lane(t61)) {
                // rare: the estimate left more than one y
                const numbers t62 = d / p;
                const numbers t63 = trunc_vectors(t62);
                const numbers t64 = fma(-t63, p, d);
                const masks t67 = t64 < zero_3;
                const numbers t71 = t64 + p;
                const numbers t73 = t67 ? t71 : t64;
                const numbers t74 = t61 ? t73 : rest_3;
                rest_3 = t74;
            }
            numbers d_new = rest_3;
            // lanes that have their N points with this step
            const numbers t75 = u_new + v;
            const masks t76 = t75 >= n;
            const masks last = t76 & active;
            // take the step; who has N points, or q = 0, is done
            const numbers t77 = active ? d_new : d;
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
            const numbers t83 = fma(-t82, q, p);
            const masks t84 = t83 >= q;
            const numbers t85 = t82 + one;
            const numbers t86 = t83 - q;
            const numbers k_3 = t84 ? t85 : t82;
            const numbers rest_4 = t84 ? t86 : t83;
            const numbers v_new = fma(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t87 = d >= rest_4;
            const masks beyond = t87 & active;
            const numbers past = d - rest_4;
            const numbers t88 = past * inverse_2;
            const numbers t89 = trunc_vectors(t88);
            const numbers t90 = fma(-t89, q, past);
            const masks t91 = t90 >= q;
            const numbers t93 = t90 - q;
            const numbers rest_5 = t91 ? t93 : t90;
            numbers rest_6 = rest_5;
            const masks t94 = rest_6 >= q;
            const masks t95 = t94 & beyond;
            if (any_lane(t95)) {
                // rare: the estimate left more than one y
                const numbers t96 = past / q;
                const numbers t97 = trunc_vectors(t96);
                const numbers t98 = fma(-t97, q, past);
                const masks t101 = t98 < zero_3;
                const numbers t105 = t98 + q;
                const numbers t107 = t101 ? t105 : t98;
                const numbers t108 = t95 ? t107 : rest_6;
                rest_6 = t108;
            }
            // elsewhere d stays
            const numbers t109 = beyond ? rest_6 : d;
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
            report1(at, survives, part);
        }
        // step the tables to the next part of each lane
        const words t115 = g0 + g1;
        g0 = t115;
        const words g2_2 = (words)(g2);
        const words t116 = g1 + g2_2;
        g1 = t116;
        const words s1_2 = (words)(s1);
        const words t117 = s0 + s1_2;
        s0 = t117;
        const words t118 = part + width;
        part = t118;
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
    const numbers full = (numbers)(0x1p52);
    const numbers zero_3 = (numbers)(0.0);
    const numbers n = (numbers)(512.0);
    const numbers threshold = (numbers)(1081344.0);
    const words width = (words)(16UL);
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
    const word t45 = item * 32UL;
    const words t46 = (words)(t45);
    const words t47 = t46 + lane_2;
    words part = t47;
    for (uint step = 0; step < 2; ++step) {
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
                overrun(at, 2, 1);
                return;
            }
            // reduce q by k·p, the quotient or less: u += k·v
            const numbers inverse = recip_below_vectors(p);
            const numbers t51 = q * inverse;
            const numbers t52 = trunc_vectors(t51);
            const numbers t53 = fma(-t52, p, q);
            const masks t54 = t53 >= p;
            const numbers t55 = t52 + one;
            const numbers t56 = t53 - p;
            const numbers k = t54 ? t55 : t52;
            const numbers rest = t54 ? t56 : t53;
            const numbers u_new = fma(k, v, u);
            // d passes the new points left of it: d mod p
            const numbers t57 = d * inverse;
            const numbers t58 = trunc_vectors(t57);
            const numbers t59 = fma(-t58, p, d);
            const masks t60 = t59 >= p;
            const numbers t62 = t59 - p;
            const numbers rest_2 = t60 ? t62 : t59;
            numbers rest_3 = rest_2;
            const masks t63 = rest_3 >= p;
            const masks t64 = t63 & active;
            if (any_lane(t64)) {
                // rare: the estimate left more than one y
                const numbers t65 = d / p;
                const numbers t66 = trunc_vectors(t65);
                const numbers t67 = fma(-t66, p, d);
                const masks t70 = t67 < zero_3;
                const numbers t74 = t67 + p;
                const numbers t76 = t70 ? t74 : t67;
                const numbers t77 = t64 ? t76 : rest_3;
                rest_3 = t77;
            }
            numbers d_new = rest_3;
            // lanes that have their N points with this step
            const numbers t78 = u_new + v;
            const masks t79 = t78 >= n;
            const masks last = t79 & active;
            // take the step; who has N points, or q = 0, is done
            const numbers t80 = active ? d_new : d;
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
            const numbers t86 = fma(-t85, q, p);
            const masks t87 = t86 >= q;
            const numbers t88 = t85 + one;
            const numbers t89 = t86 - q;
            const numbers k_3 = t87 ? t88 : t85;
            const numbers rest_4 = t87 ? t89 : t86;
            const numbers v_new = fma(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            const masks t90 = d >= rest_4;
            const masks beyond = t90 & active;
            const numbers past = d - rest_4;
            const numbers t91 = past * inverse_2;
            const numbers t92 = trunc_vectors(t91);
            const numbers t93 = fma(-t92, q, past);
            const masks t94 = t93 >= q;
            const numbers t96 = t93 - q;
            const numbers rest_5 = t94 ? t96 : t93;
            numbers rest_6 = rest_5;
            const masks t97 = rest_6 >= q;
            const masks t98 = t97 & beyond;
            if (any_lane(t98)) {
                // rare: the estimate left more than one y
                const numbers t99 = past / q;
                const numbers t100 = trunc_vectors(t99);
                const numbers t101 = fma(-t100, q, past);
                const masks t104 = t101 < zero_3;
                const numbers t108 = t101 + q;
                const numbers t110 = t104 ? t108 : t101;
                const numbers t111 = t98 ? t110 : rest_6;
                rest_6 = t111;
            }
            // elsewhere d stays
            const numbers t112 = beyond ? rest_6 : d;
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
            report2(at, survives, part);
        }
        // step the tables to the next part of each lane
        const words t118 = g0 + g1;
        g0 = t118;
        const words g2_2 = (words)(g2);
        const words t119 = g1 + g2_2;
        g1 = t119;
        const words s1_2 = (words)(s1);
        const words t120 = s0 + s1_2;
        s0 = t120;
        const words t121 = part + width;
        part = t121;
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
    const words width = (words)(16UL);
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
        const words t39 = part + width;
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
