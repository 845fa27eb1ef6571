// The kernels, as every level has them. The files that include this one have the operations on lanes, the constants
// that depend on their number, and `at_level!`, which enables a level's instructions in functions.

/// The number of lanes: parts from one of a lane's to its next.
const STRIDE: u64 = LANES as u64;

/// 2^k, for -1022 ≤ k ≤ 1023.
const fn pow2(k: i32) -> f64 {
    f64::from_bits(((1023 + k) as u64) << 52)
}

at_level! {

/// Runs `stage` on `items` of the block that `seed` describes and writes the surviving parts to
/// `out`; returns how many there are, `usize::MAX` for a stage or a seed that does not fit, or
/// `usize::MAX` less the number of a loop that has passed its bound.
///
/// # Safety
/// The processor has the level's instructions.
pub fn run(stage: usize, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
    let mut out = Survivors::new(out);
    match stage {
        0 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage0(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        1 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage1(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        2 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage2(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        3 => {
            let Some(seed) = seed.first_chunk() else { return usize::MAX };
            for &item in items {
                stage3(seed, item, &mut out);
                if out.has_overrun() {
                    break;
                }
            }
        }
        _ => return usize::MAX,
    }
    out.outcome()
}

/// Writes `part` of each lane where the mask holds.
fn emit(mask: Mask, part: Words, out: &mut Survivors) {
    for (survives, part) in mask_lanes(mask).into_iter().zip(to_lanes(part)) {
        if survives {
            out.push(part);
        }
    }
}

/// Searches one item, 2^36 consecutive inputs in 131,072 parts of L = 2^19, and writes the parts
/// that hold an input which may be an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..10]`: P at the first input of a packet, or -P where P'' < 0, as a polynomial of
///   degree 4 in the packet index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[10..22]`: slope P' there, as a polynomial of degree 3 in the packet index, the highest
///   coefficient first, 3 words (192 fraction bits) each.
/// - `seed[22..28]`: curvature P''/2 there, times 2^54, as a polynomial of degree 2 in the packet
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[28..32]`: P'''/6 there, times 2^108, as a polynomial of degree 1 in the packet index,
///   the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[32]`: the order Q of the Farey sequence.
/// - `item`: index of the item in the block, 0 … 0; the item is the inputs t = item·2^36 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·131,072 + j
///   and is the 2^19 inputs from t = index·2^19.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. A lane has a packet of T = 2^31 inputs. P there is A + S·t + B·t² + C·t³ modulo 1, moved by
///    Horner's rule in the packet's index, then in binary64.
/// 2. The slope rises. The packet is cut into arcs, the inputs where it is nearest to a fraction
///    r/q of the Farey sequence of order Q; one fraction follows from the two before it. Neighbours
///    are parted at their mediant.
/// 3. Along an arc q·P mod 1 is a parabola about the vertex, where the slope is r/q. An HR-case is
///    next to a root where q·P passes an integer I + K, and in the class t ≡ m - (I + K)·q_before
///    modulo q, m an input near the vertex: nowhere else is q·P(t) an integer that q divides.
/// 4. K = 0 is tried with both roots, roughly; where a member of the class is near one, or the arc
///    reaches the next integer, all roots are gone through exactly, and every member near one is
///    evaluated: it is reported if |P cmod 1| ≤ ε'', 2ε'' = 0x84000000·2^-63 = 2^-31.95.
///
/// Operations in the text below, each loop body once:
/// - per vector: 62 adds, 11 comparisons, 9 conversions, 7 divisions, 88 fused multiply-adds, 7
///   mask operations, 13 maxima, 8 minima, 47 multiplies, 5 reciprocal estimates, 4 root estimates,
///   1 selects, 5 shifts, 23 wide multiplies
/// - shared by all lanes: 1 conversions, 33 loads, 2 multiplies
fn stage0(seed: &[u64; 33], item: u64, out: &mut Survivors) {
    let lane = lanes(LANE);
    let zero = splat(0);
    let pow2_m52 = fsplat(pow2(-52));
    let pow2_m22 = fsplat(pow2(-22));
    let pow2_m86 = fsplat(pow2(-86));
    let pow2_m118 = fsplat(pow2(-118));
    let pow2_63 = splat(1 << 63);
    let pow2_63_2 = fsplat(pow2(63));
    let pow2_m172 = fsplat(pow2(-172));
    let one = fsplat(1.0);
    let minus_three_eighths = fsplat(-0.375);
    let spread_of_one = fsplat(2.521119313314557e-10);
    let slack_of_estimate = fsplat(1.06);
    let reach = fsplat(8.32);
    let zero_2 = fsplat(0.0);
    let least_curvature = fsplat(pow2(-55));
    let length = fsplat(pow2(31));
    let above_one_2 = fsplat(1.000000000003638);
    let minus_half = fsplat(-0.5);
    let rounder = fsplat(6755399441055744.0);
    let t139 = fsplat(20.0);
    let pow2_2 = fsplat(4.0);
    let half = fsplat(0.5);
    let last = fsplat(2147483647.0);
    let bias = fsplat(0.4990234375);
    let one_and_slack = fsplat(1.00076171875);
    let slack_of_root = fsplat(0.00076171875);
    let three = fsplat(3.0);
    let slack_of_slope = fsplat(1.01);
    let fine_reach = fsplat(2.0);
    let slack_of_class = fsplat(pow2(-20));
    let threshold = fsplat(1.4412794993123954e-20);
    let parts = splat(1 << 12);
    let width_2 = splat(STRIDE);
    // index of the first packet of each lane
    let t1 = item.wrapping_mul(32);
    let t2 = splat(t1);
    let t3 = add(t2, lane);
    let mut packet = t3;
    for _ in 0..32 / STRIDE {
        // value g0 at this item: degree 4, 128 fraction bits
        let t4 = splat(seed[0]);
        let t5 = splat(seed[2]);
        let (t6, carry) = mul_add(t4, packet, t5, zero);
        let t7 = splat(seed[1]);
        let t8 = splat(seed[3]);
        let (t9, _carry_2) = mul_add(t7, packet, t8, carry);
        let t11 = splat(seed[4]);
        let (t13, carry_3) = mul_add(t6, packet, t11, zero);
        let t14 = splat(seed[5]);
        let (t15, _carry_4) = mul_add(t9, packet, t14, carry_3);
        let t17 = splat(seed[6]);
        let (t19, carry_5) = mul_add(t13, packet, t17, zero);
        let t20 = splat(seed[7]);
        let (t21, _carry_6) = mul_add(t15, packet, t20, carry_5);
        let t23 = splat(seed[8]);
        let (_item_g0, carry_7) = mul_add(t19, packet, t23, zero);
        let t25 = splat(seed[9]);
        let (item_g0h, _carry_8) = mul_add(t21, packet, t25, carry_7);
        // slope s at this item: degree 3, 192 fraction bits
        let t27 = splat(seed[10]);
        let t28 = splat(seed[13]);
        let (t30, carry_9) = mul_add(t27, packet, t28, zero);
        let t31 = splat(seed[11]);
        let t32 = splat(seed[14]);
        let (t33, carry_10) = mul_add(t31, packet, t32, carry_9);
        let t34 = splat(seed[12]);
        let t35 = splat(seed[15]);
        let (t36, _carry_11) = mul_add(t34, packet, t35, carry_10);
        let t38 = splat(seed[16]);
        let (t40, carry_12) = mul_add(t30, packet, t38, zero);
        let t41 = splat(seed[17]);
        let (t42, carry_13) = mul_add(t33, packet, t41, carry_12);
        let t43 = splat(seed[18]);
        let (t44, _carry_14) = mul_add(t36, packet, t43, carry_13);
        let t46 = splat(seed[19]);
        let (_item_s, carry_15) = mul_add(t40, packet, t46, zero);
        let t48 = splat(seed[20]);
        let (item_sh, carry_16) = mul_add(t42, packet, t48, carry_15);
        let t49 = splat(seed[21]);
        let (item_shh, _carry_17) = mul_add(t44, packet, t49, carry_16);
        // curvature b at this item: degree 2, 128 fraction bits
        let t51 = splat(seed[22]);
        let t52 = splat(seed[24]);
        let (t54, carry_18) = mul_add(t51, packet, t52, zero);
        let t55 = splat(seed[23]);
        let t56 = splat(seed[25]);
        let (t57, _carry_19) = mul_add(t55, packet, t56, carry_18);
        let t59 = splat(seed[26]);
        let (_item_b, carry_20) = mul_add(t54, packet, t59, zero);
        let t61 = splat(seed[27]);
        let (item_bh, _carry_21) = mul_add(t57, packet, t61, carry_20);
        // cubic c at this item: degree 1, 128 fraction bits
        let t63 = splat(seed[28]);
        let t64 = splat(seed[30]);
        let (_item_c, carry_22) = mul_add(t63, packet, t64, zero);
        let t66 = splat(seed[29]);
        let t67 = splat(seed[31]);
        let (item_ch, _carry_23) = mul_add(t66, packet, t67, carry_22);
        // as numbers: A, the slope in two parts, B, C
        let t69 = shr_by(item_g0h, 12);
        let t70 = to_f64(t69);
        let a = fmul(t70, pow2_m52);
        let t71 = shr_by(item_shh, 42);
        let t72 = to_f64(t71);
        let s1 = fmul(t72, pow2_m22);
        let t73 = shl_by(item_shh, 22);
        let t74 = shr_by(item_sh, 42);
        let t75 = add(t73, t74);
        let t76 = to_f64_nearest(t75);
        let s2 = fmul(t76, pow2_m86);
        let t77 = to_f64_nearest(item_bh);
        let b = fmul(t77, pow2_m118);
        // C has a sign: it is read as a difference from 1/2
        let t78 = add(item_ch, pow2_63);
        let t79 = to_f64_nearest(t78);
        let t80 = fsub(t79, pow2_63_2);
        let c = fmul(t80, pow2_m172);
        let order = seed[32] as f64;
        // 1/B, the shear -3C/(8B) of the slope, the spread E of squared roots
        let inverse_b = fdiv(one, b);
        let t81 = fmul(c, inverse_b);
        let shear = fmul(t81, minus_three_eighths);
        let spread = fmul(inverse_b, spread_of_one);
        let t83 = fmax(spread, one);
        let t84 = sqrt_near(t83);
        let radius = fmul_add(t84, slack_of_estimate, reach);
        // neighbours of order Q about the slope at the packet's first input, from 0/1 and 1/1
        let mut r_left = zero_2;
        let mut q_left = one;
        let mut r_right = one;
        let mut q_right = one;
        // loop 1, neighbours: at most 34 rounds
        for rounds in 0u64.. {
            if rounds == 34 {
                return out.overrun(1);
            }
            let t89 = fmul_sub(q_left, s1, r_left);
            let t90 = fmul_sub(q_left, s2, t89);
            let t92 = fsub(zero_2, t90);
            let t94 = fmax(t92, zero_2);
            let t95 = fmul_sub(q_right, s1, r_right);
            let t96 = fmul_sub(q_right, s2, t95);
            let t98 = fmax(t96, zero_2);
            let t99 = fdiv(t98, t94);
            let order_2 = fsplat(order);
            let t100 = fsub(order_2, q_right);
            let t101 = fdiv(t100, q_left);
            let t102 = fmin(t99, t101);
            let t103 = trunc(t102);
            let t104 = fmul_add(t103, r_left, r_right);
            let t105 = fmul_add(t103, q_left, q_right);
            r_right = t104;
            q_right = t105;
            let t106 = fmul_sub(q_right, s1, r_right);
            let t107 = fmul_sub(q_right, s2, t106);
            let t109 = fmax(t107, zero_2);
            let t110 = fdiv(t94, t109);
            let order_3 = fsplat(order);
            let t111 = fsub(order_3, q_left);
            let t112 = fdiv(t111, q_right);
            let t113 = fmin(t110, t112);
            let t114 = trunc(t113);
            let t115 = fmul_add(t114, r_right, r_left);
            let t116 = fmul_add(t114, q_right, q_left);
            r_left = t115;
            q_left = t116;
            // they are neighbours once their mediant is beyond the order
            let t117 = fadd(q_left, q_right);
            let order_4 = fsplat(order);
            let t118 = fge(order_4, t117);
            if !any(t118) {
                break;
            }
        }
        // the fraction before the left one
        let order_5 = fsplat(order);
        let t119 = fadd(order_5, q_right);
        let t120 = fdiv(t119, q_left);
        let t121 = trunc(t120);
        let t122 = fmul_less(t121, r_left, r_right);
        let t123 = fmul_less(t121, q_left, q_right);
        let order_above = order * 1.000000000003638;
        let mut r_before = t122;
        let mut q_before = t123;
        let mut r = r_left;
        let mut q = q_left;
        // a packet beyond the range may be curved less than was proved: it is left out
        let t124 = fge(b, least_curvature);
        let t127 = fselect(t124, zero_2, length);
        let mut from = t127;
        let mut queue = Queue::new();
        // loop 2, arcs: at most 32768 rounds
        for rounds in 0u64.. {
            if rounds == 1 << 15 {
                return out.overrun(2);
            }
            // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
            let t128 = recip_near(q);
            let t129 = fmul_sub(q, t128, one);
            let t130 = fmul_add(t128, t129, t128);
            let t131 = fmul_sub(q, t130, one);
            let inverse = fmul_add(t130, t131, t130);
            let order_above_2 = fsplat(order_above);
            let t132 = fmul_add(q_before, above_one_2, order_above_2);
            let t133 = fmul_add(t132, inverse, minus_half);
            let t134 = fadd(t133, rounder);
            let t135 = fsub(t134, rounder);
            let r_next = fmul_less(t135, r, r_before);
            let q_next = fmul_less(t135, q, q_before);
            // the vertex, where the slope is r/q: twice the linear solution, sheared by C
            let t136 = fmul_sub(q, s1, r);
            let apart = fmul_sub(q, s2, t136);
            let unit = fmul(inverse, inverse_b);
            let t137 = fmul(apart, unit);
            let t138 = fmul(shear, t137);
            let t140 = fmul_add(t138, t139, pow2_2);
            let t143 = fmul_add(t138, t140, one);
            let t145 = fmul_add(t138, t143, half);
            let vertex = fmul(t137, t145);
            // the arc ends at the mediant's place, or with the packet
            let t146 = fadd(q, q_next);
            let t147 = recip_near(t146);
            let t148 = fmul(t147, unit);
            let t150 = fmul_add(t148, half, vertex);
            let t151 = fmin(t150, length);
            let t152 = fadd(t151, rounder);
            let t153 = fsub(t152, rounder);
            let end = fmax(t153, from);
            // an input next to the vertex, and q·P there below an integer
            let t154 = fmin(vertex, last);
            let t155 = fmax(t154, from);
            let t156 = fadd(t155, rounder);
            let near = fsub(t156, rounder);
            let offset = fsub(vertex, near);
            let t157 = fmul_add(s1, near, rounder);
            let t158 = fsub(t157, rounder);
            let t159 = fmul_less(s1, near, t158);
            let t160 = fmul_add(s2, near, t159);
            let t161 = fmul_add(c, near, b);
            let t162 = fmul(t161, near);
            let t163 = fmul_add(t162, near, a);
            let value = fadd(t163, t160);
            let t164 = fmul_add(q, value, bias);
            let t165 = fadd(t164, rounder);
            let integer = fsub(t165, rounder);
            let rise = fmul_sub(q, value, integer);
            let t166 = fsub(end, vertex);
            let t167 = fsub(vertex, from);
            let t168 = fmax(t166, t167);
            let farthest = fmul_add(t168, one_and_slack, radius);
            // the roots of the parabola at that integer, from the vertex: ±√y, roughly
            let t169 = fmul(inverse, inverse_b);
            let t170 = fmul(offset, offset);
            let y = fmul_add(rise, t169, t170);
            let t173 = fmax(y, one);
            let root = sqrt_near(t173);
            // how far they are from the class of inputs on which q divides that integer
            let t174 = fmul_add(integer, q_before, offset);
            let t175 = fadd(t174, root);
            let t176 = fmul_add(t175, inverse, rounder);
            let t177 = fsub(t176, rounder);
            let t178 = fmul_sub(t177, q, t175);
            let t179 = fmul(t178, t178);
            let t180 = fsub(t174, root);
            let t181 = fmul_add(t180, inverse, rounder);
            let t182 = fsub(t181, rounder);
            let t183 = fmul_sub(t182, q, t180);
            let t184 = fmul(t183, t183);
            let t185 = fmin(t179, t184);
            let t186 = fmul_add(root, slack_of_root, radius);
            let t187 = fmul(t186, t186);
            let t188 = fge(t187, t185);
            // or the arc reaches the integer after that one
            let t189 = fmul(farthest, farthest);
            let t190 = fsub(t189, y);
            let t191 = fge(t190, t169);
            let t192 = or(t188, t191);
            let t193 = flt(from, end);
            let hit = and(t192, t193);
            let alive = flt(end, length);
            queue.put(hit, [q, q_before, r, from]);
            while queue.is_due(any(alive)) {
                let (hit, lane_of, [q, q_before, r, from]) = queue.take();
                let s1 = fof_lane(s1, lane_of);
                let s2 = fof_lane(s2, lane_of);
                let inverse_b = fof_lane(inverse_b, lane_of);
                let shear = fof_lane(shear, lane_of);
                let c = fof_lane(c, lane_of);
                let b = fof_lane(b, lane_of);
                let a = fof_lane(a, lane_of);
                let radius = fof_lane(radius, lane_of);
                let spread = fof_lane(spread, lane_of);
                let packet = of_lane(packet, lane_of);
                // arcs that may hold a case, a vector of them: each is found once more
                // the next fraction: ⌊(Q + q_before)/q⌋ times this one, less the one before
                let t194 = recip_near(q);
                let t195 = fmul_sub(q, t194, one);
                let t196 = fmul_add(t194, t195, t194);
                let t197 = fmul_sub(q, t196, one);
                let inverse_2 = fmul_add(t196, t197, t196);
                let order_above_3 = fsplat(order_above);
                let t198 = fmul_add(q_before, above_one_2, order_above_3);
                let t201 = fmul_add(t198, inverse_2, minus_half);
                let t202 = fadd(t201, rounder);
                let t203 = fsub(t202, rounder);
                let q_next_2 = fmul_less(t203, q, q_before);
                // the vertex, where the slope is r/q: twice the linear solution, sheared by C
                let t204 = fmul_sub(q, s1, r);
                let apart_2 = fmul_sub(q, s2, t204);
                let unit_2 = fmul(inverse_2, inverse_b);
                let t205 = fmul(apart_2, unit_2);
                let t207 = fmul(shear, t205);
                let t212 = fmul_add(t207, t139, pow2_2);
                let t215 = fmul_add(t207, t212, one);
                let t218 = fmul_add(t207, t215, half);
                let vertex_2 = fmul(t205, t218);
                // the arc ends at the mediant's place, or with the packet
                let t219 = fadd(q, q_next_2);
                let t220 = recip_near(t219);
                let t221 = fmul(t220, unit_2);
                let t223 = fmul_add(t221, half, vertex_2);
                let t224 = fmin(t223, length);
                let t225 = fadd(t224, rounder);
                let t226 = fsub(t225, rounder);
                let end_2 = fmax(t226, from);
                // an input next to the vertex, and q·P there below an integer
                let t227 = fmin(vertex_2, last);
                let t228 = fmax(t227, from);
                let t229 = fadd(t228, rounder);
                let near_2 = fsub(t229, rounder);
                let t230 = fmul_add(s1, near_2, rounder);
                let t231 = fsub(t230, rounder);
                let t232 = fmul_less(s1, near_2, t231);
                let t233 = fmul_add(s2, near_2, t232);
                let t234 = fmul_add(c, near_2, b);
                let t235 = fmul(t234, near_2);
                let t236 = fmul_add(t235, near_2, a);
                let value_2 = fadd(t236, t233);
                let t237 = fmul_add(q, value_2, bias);
                let t238 = fadd(t237, rounder);
                let integer_2 = fsub(t238, rounder);
                let rise_2 = fmul_sub(q, value_2, integer_2);
                let t239 = fsub(end_2, vertex_2);
                let t240 = fsub(vertex_2, from);
                let t241 = fmax(t239, t240);
                let farthest_2 = fmul_add(t241, one_and_slack, radius);
                // the vertex again, by a step of Newton's method: the slope there less r/q, by λ
                let t244 = fmul(c, three);
                let t245 = fmul_add(t244, vertex_2, b);
                let t246 = fadd(t245, b);
                let t247 = fmul(t246, vertex_2);
                let t249 = fmul_sub(q, inverse_2, one);
                let inverse_q = fmul_add(inverse_2, t249, inverse_2);
                let t251 = fdiv(one, t245);
                let t252 = fmul_less(apart_2, inverse_q, t247);
                let t254 = fmul(t252, half);
                let t255 = fmul_add(t254, t251, vertex_2);
                let offset_3 = fsub(t255, near_2);
                // with λ/2 = B + 3C·t* there, the unit of y and what C bends
                let exact_unit = fmul(t251, inverse_q);
                let t256 = fmul(c, t251);
                let t257 = fmul(offset_3, offset_3);
                let t258 = fmul(t257, offset_3);
                let square = fmul_sub(t258, t256, t257);
                let bend = fmul(t256, half);
                let t260 = fmul(bend, bend);
                let bend_2 = fmul(t260, three);
                let farthest_2_2 = fmul(farthest_2, farthest_2);
                let t264 = fmax(spread, one);
                let t265 = sqrt_near(t264);
                let wide = fmul(t265, slack_of_estimate);
                let mut passed = integer_2;
                let mut above = rise_2;
                let mut open = hit;
                // loop 3, crossings: at most 4194304 rounds
                for rounds in 0u64.. {
                    if rounds == 1 << 22 {
                        return out.overrun(3);
                    }
                    // one integer after the other, while the arc reaches it
                    let y_2 = fmul_add(above, exact_unit, square);
                    let t266 = fge(farthest_2_2, y_2);
                    let t267 = and(open, t266);
                    open = t267;
                    if !any(open) {
                        break;
                    }
                    // the root, by steps of Newton's method with the slope of the estimate
                    let t269 = fmax(y_2, one);
                    let t270 = sqrt_near(t269);
                    let t271 = recip_near(t270);
                    let t273 = fmul(t271, half);
                    let t274 = fmul_sub(t270, t270, t269);
                    let t275 = fmul_add(t274, t273, t270);
                    let t276 = fmul_sub(t275, t275, t269);
                    let t277 = fmul_add(t276, t273, t275);
                    let t278 = fmul_sub(t277, t277, t269);
                    let t279 = fmul_add(t278, t273, t277);
                    let t280 = fmul_sub(t279, t279, t269);
                    let root_2 = fmul_add(t280, t273, t279);
                    let t281 = fmul(spread, slack_of_slope);
                    let t282 = fmul(t281, t271);
                    let t283 = fmin(t282, wide);
                    let t284 = fadd(t283, fine_reach);
                    let t285 = fmul(bend_2, t269);
                    let t286 = fmul_add(t285, root_2, t284);
                    let width = fmul_add(q, slack_of_class, t286);
                    let t287 = fmul_add(passed, q_before, offset_3);
                    let middle = fmul_sub(bend, t269, t287);
                    let t290 = fsub(zero_2, root_2);
                    let mut signed = root_2;
                    for _ in 0..2 {
                        let t291 = fadd(middle, signed);
                        // members of the class near the root, as multiples of q
                        let t292 = fsub(t291, width);
                        let most = fadd(t291, width);
                        let t295 = fmul_add(t292, inverse_q, half);
                        let t296 = fadd(t295, rounder);
                        let t297 = fsub(t296, rounder);
                        let t298 = fmul(t297, q);
                        let class = fmul(passed, q_before);
                        let mut multiple = t298;
                        // loop 4, members: at most 8192 rounds
                        for rounds in 0u64.. {
                            if rounds == 1 << 13 {
                                return out.overrun(4);
                            }
                            let t299 = fge(most, multiple);
                            let near_root = and(open, t299);
                            if !any(near_root) {
                                break;
                            }
                            // the input, and P there against ε''
                            let t300 = fsub(multiple, class);
                            let t = fadd(near_2, t300);
                            let t301 = fge(t, from);
                            let t302 = flt(t, end_2);
                            let t303 = and(t301, t302);
                            let t304 = and(t303, near_root);
                            let t305 = fmul_add(s1, t, rounder);
                            let t306 = fsub(t305, rounder);
                            let t307 = fmul_less(s1, t, t306);
                            let t308 = fmul_add(s2, t, t307);
                            let t309 = fmul_add(c, t, b);
                            let t310 = fmul(t309, t);
                            let t311 = fmul_add(t310, t, a);
                            let t312 = fadd(t311, t308);
                            let t313 = fadd(t312, rounder);
                            let t314 = fsub(t313, rounder);
                            let t315 = fsub(t312, t314);
                            let t316 = fmul(t315, t315);
                            let t317 = fge(threshold, t316);
                            let hard = and(t317, t304);
                            if any(hard) {
                                // report the part that the input belongs to
                                let t318 = mul(packet, parts);
                                let t319 = to_u64(t);
                                let t320 = shr_by(t319, 19);
                                let t321 = add(t318, t320);
                                emit(hard, t321, out);
                            }
                            let t322 = fadd(multiple, q);
                            multiple = t322;
                        }
                        signed = t290;
                    }
                    let t324 = fadd(passed, one);
                    passed = t324;
                    let t326 = fadd(above, one);
                    above = t326;
                }
            }
            // on to the next arc
            r_before = r;
            q_before = q;
            r = r_next;
            q = q_next;
            from = end;
            if !any(alive) {
                break;
            }
        }
        let t327 = add(packet, width_2);
        packet = t327;
    }
}

/// Tests one item, 2^19 consecutive inputs in 32 parts of L = 2^14, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..10]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
///   index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[10..18]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
///   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[18..24]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 131,071; the item is the inputs t = item·2^19 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^14 inputs from t = index·2^14.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^14, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
///    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
///    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
///    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
///    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
///    quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0xc00000·2^-52 = 2^-28.41 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 24 loads, 4 multiplies, 4 shifts, 18 wide multiplies
fn stage1(seed: &[u64; 24], item: u64, out: &mut Survivors) {
    let lane = lanes(LANE);
    let lane_choose_2 = lanes(LANE_CHOOSE_2);
    let stride1_2 = lanes(STRIDE1_2);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(pow2(52));
    let zero_3 = fsplat(0.0);
    let n = fsplat(pow2(14));
    let threshold = fsplat(12582912.0);
    let width = splat(STRIDE);
    // value g0 at this item: degree 4, 128 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[2], 0);
    let (t2, _carry_2) = seed[1].carrying_mul_add(item, seed[3], carry);
    let (t4, carry_3) = t1.carrying_mul_add(item, seed[4], 0);
    let (t5, _carry_4) = t2.carrying_mul_add(item, seed[5], carry_3);
    let (t7, carry_5) = t4.carrying_mul_add(item, seed[6], 0);
    let (t8, _carry_6) = t5.carrying_mul_add(item, seed[7], carry_5);
    let (_item_g0, carry_7) = t7.carrying_mul_add(item, seed[8], 0);
    let (item_g0h, _carry_8) = t8.carrying_mul_add(item, seed[9], carry_7);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t11, carry_9) = seed[10].carrying_mul_add(item, seed[12], 0);
    let (t12, _carry_10) = seed[11].carrying_mul_add(item, seed[13], carry_9);
    let (t14, carry_11) = t11.carrying_mul_add(item, seed[14], 0);
    let (t15, _carry_12) = t12.carrying_mul_add(item, seed[15], carry_11);
    let (item_s0, carry_13) = t14.carrying_mul_add(item, seed[16], 0);
    let (item_s0h, _carry_14) = t15.carrying_mul_add(item, seed[17], carry_13);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t18, carry_15) = seed[18].carrying_mul_add(item, seed[20], 0);
    let (t19, _carry_16) = seed[19].carrying_mul_add(item, seed[21], carry_15);
    let (item_s1, carry_17) = t18.carrying_mul_add(item, seed[22], 0);
    let (item_s1h, _carry_18) = t19.carrying_mul_add(item, seed[23], carry_17);
    // differences of the value: the slope's times the part's length
    let t22 = item_s0h << 14;
    let t23 = item_s0 >> 50;
    let t24 = t22.wrapping_add(t23);
    let t26 = item_s1h << 14;
    let t27 = item_s1 >> 50;
    let t28 = t26.wrapping_add(t27);
    // tables of the lanes, stride = number of lanes
    let t29 = splat(t24);
    let t30 = mul(t29, lane);
    let item_g0h_2 = splat(item_g0h);
    let t31 = add(item_g0h_2, t30);
    let t32 = splat(t28);
    let t33 = mul(t32, lane_choose_2);
    let t34 = add(t31, t33);
    let mut g0 = t34;
    let t35 = t24.wrapping_mul(STRIDE);
    let t36 = splat(t28);
    let t37 = mul(t36, stride1_2);
    let t38 = splat(t35);
    let t39 = add(t38, t37);
    let mut g1 = t39;
    let g2 = t28.wrapping_mul(STRIDE.pow(2));
    let item_s1h_2 = splat(item_s1h);
    let t40 = mul(item_s1h_2, lane);
    let item_s0h_2 = splat(item_s0h);
    let t41 = add(item_s0h_2, t40);
    let mut s0 = t41;
    let s1 = item_s1h.wrapping_mul(STRIDE);
    // index of the first part of each lane
    let t42 = item.wrapping_mul(32);
    let t43 = splat(t42);
    let t44 = add(t43, lane);
    let mut part = t44;
    for _ in 0..32 / STRIDE {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t45 = shr_by(falling, 12);
        let a = to_f64(t45);
        let t46 = shr_by(g0, 12);
        let b = to_f64(t46);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t47 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t47;
        // loop 1, points: at most 16385 rounds
        for rounds in 0u64.. {
            if rounds == 16385 {
                return out.overrun(1);
            }
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t48 = fmul(q, inverse);
            let t49 = trunc(t48);
            let t50 = fmul_sub(t49, p, q);
            let t51 = fge(t50, p);
            let t52 = fadd(t49, one);
            let t53 = fsub(t50, p);
            let k = fselect(t51, t52, t49);
            let rest = fselect(t51, t53, t50);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t54 = fmul(d, inverse);
            let t55 = trunc(t54);
            let t56 = fmul_sub(t55, p, d);
            let t57 = fge(t56, p);
            let t59 = fsub(t56, p);
            let rest_2 = fselect(t57, t59, t56);
            let mut rest_3 = rest_2;
            let t60 = fge(rest_3, p);
            let t61 = and(t60, active);
            if any(t61) {
                // rare: the estimate left more than one y
                let t62 = fdiv(d, p);
                let t63 = trunc(t62);
                let t64 = fmul_sub(t63, p, d);
                let t67 = flt(t64, zero_3);
                let t71 = fadd(t64, p);
                let t73 = fselect(t67, t71, t64);
                let t74 = fselect(t61, t73, rest_3);
                rest_3 = t74;
            }
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t75 = fadd(u_new, v);
            let t76 = fge(t75, n);
            let last = and(t76, active);
            // take the step; who has N points, or q = 0, is done
            let t77 = fselect(active, d_new, d);
            d = t77;
            q = rest;
            u = u_new;
            let t78 = and_not(active, last);
            let t79 = fge(q, one);
            let t80 = and(t78, t79);
            active = t80;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t81 = fmul(p, inverse_2);
            let t82 = trunc(t81);
            let t83 = fmul_sub(t82, q, p);
            let t84 = fge(t83, q);
            let t85 = fadd(t82, one);
            let t86 = fsub(t83, q);
            let k_3 = fselect(t84, t85, t82);
            let rest_4 = fselect(t84, t86, t83);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t87 = fge(d, rest_4);
            let beyond = and(t87, active);
            let past = fsub(d, rest_4);
            let t88 = fmul(past, inverse_2);
            let t89 = trunc(t88);
            let t90 = fmul_sub(t89, q, past);
            let t91 = fge(t90, q);
            let t93 = fsub(t90, q);
            let rest_5 = fselect(t91, t93, t90);
            let mut rest_6 = rest_5;
            let t94 = fge(rest_6, q);
            let t95 = and(t94, beyond);
            if any(t95) {
                // rare: the estimate left more than one y
                let t96 = fdiv(past, q);
                let t97 = trunc(t96);
                let t98 = fmul_sub(t97, q, past);
                let t101 = flt(t98, zero_3);
                let t105 = fadd(t98, q);
                let t107 = fselect(t101, t105, t98);
                let t108 = fselect(t95, t107, rest_6);
                rest_6 = t108;
            }
            // elsewhere d stays
            let t109 = fselect(beyond, rest_6, d);
            let d_new_2 = t109;
            // lanes that have their N points with this step
            let t110 = fadd(u, v_new);
            let t111 = fge(t110, n);
            let last_2 = and(t111, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t112 = and_not(active, last_2);
            let t113 = fge(p, one);
            let t114 = and(t112, t113);
            active = t114;
            if !any(active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        let excluded = fge(d, threshold);
        let survives = and_not(all, excluded);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t115 = add(g0, g1);
        g0 = t115;
        let g2_2 = splat(g2);
        let t116 = add(g1, g2_2);
        g1 = t116;
        let s1_2 = splat(s1);
        let t117 = add(s0, s1_2);
        s0 = t117;
        let t118 = add(part, width);
        part = t118;
    }
}

/// Tests one item, 2^14 consecutive inputs in 32 parts of L = 2^9, part by part, and writes the
/// parts that may hold an HR-case.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..15]`: the line's offset on the first part: P + ε'' - Z·L²/16, Z the curvature in the
///   middle of the item (best line instead of the chord), as a polynomial of degree 4 in the item
///   index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[15..23]`: slope s0 of the chord of the first part, an input, as a polynomial of degree 3
///   in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `seed[23..29]`: difference s1 of order 1 of the slopes over the parts, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 4,194,303; the item is the inputs t = item·2^14 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·32 + j and
///   is the 2^9 inputs from t = index·2^9.
///
/// Postcondition: every part that holds an input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits); slopes: 1 difference of 1 word (64
///    fraction bits).
/// 3. On a part, P(t) + ε'' lies within the budget of the line d - a·x mod 1, 0 ≤ x < N = 2^9, d
///    the value at its first input and -a the slope, each cut to F = 52 bits. An HR-case there
///    makes some d - a·x mod 1 fall below 2ε''.
/// 4. The regular test, quotients by an underestimating reciprocal and one correction, lengths as
///    52-bit integers in binary64 lanes: the points a·x mod 1 placed so far cut the circle into u
///    lengths p and v lengths q, u·p + v·q = 1, and d is the distance from the nearest of them on
///    the left. Start: p = a, q = 1, u = 0, v = 1. In turn, q -= k·p with u += k·v, and d goes to d
///    mod p; p -= k·q with v += k·u, and where d ≥ p it goes to (d - p) mod q. Any k up to the full
///    quotient is valid, d is reduced exactly.
/// 5. Once u + v ≥ N (or a length is 0, and no point is new) d is a lower bound of them all: d ≥
///    2ε'' = 0x108000·2^-52 = 2^-31.95 excludes the part. A test takes at most N + 1 rounds, and
///    about log N.
///
/// Operations in the text below, each loop body once:
/// - per vector: 21 adds, 15 comparisons, 8 conversions, 2 divisions, 8 fused multiply-adds, 11
///   mask operations, 8 multiplies, 2 reciprocal estimates, 12 selects, 2 shifts
/// - shared by all lanes: 2 adds, 29 loads, 4 multiplies, 4 shifts, 22 wide multiplies
fn stage2(seed: &[u64; 29], item: u64, out: &mut Survivors) {
    let lane = lanes(LANE);
    let lane_choose_2 = lanes(LANE_CHOOSE_2);
    let stride1_2 = lanes(STRIDE1_2);
    let zero_2 = splat(0);
    let one = fsplat(1.0);
    let all = msplat(true);
    let full = fsplat(pow2(52));
    let zero_3 = fsplat(0.0);
    let n = fsplat(512.0);
    let threshold = fsplat(1081344.0);
    let width = splat(STRIDE);
    // value g0 at this item: degree 4, 192 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[3], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[4], carry);
    let (t3, _carry_3) = seed[2].carrying_mul_add(item, seed[5], carry_2);
    let (t5, carry_4) = t1.carrying_mul_add(item, seed[6], 0);
    let (t6, carry_5) = t2.carrying_mul_add(item, seed[7], carry_4);
    let (t7, _carry_6) = t3.carrying_mul_add(item, seed[8], carry_5);
    let (t9, carry_7) = t5.carrying_mul_add(item, seed[9], 0);
    let (t10, carry_8) = t6.carrying_mul_add(item, seed[10], carry_7);
    let (t11, _carry_9) = t7.carrying_mul_add(item, seed[11], carry_8);
    let (_item_g0, carry_10) = t9.carrying_mul_add(item, seed[12], 0);
    let (_item_g0h, carry_11) = t10.carrying_mul_add(item, seed[13], carry_10);
    let (item_g0hh, _carry_12) = t11.carrying_mul_add(item, seed[14], carry_11);
    // slope difference s0 at this item: degree 3, 128 fraction bits
    let (t14, carry_13) = seed[15].carrying_mul_add(item, seed[17], 0);
    let (t15, _carry_14) = seed[16].carrying_mul_add(item, seed[18], carry_13);
    let (t17, carry_15) = t14.carrying_mul_add(item, seed[19], 0);
    let (t18, _carry_16) = t15.carrying_mul_add(item, seed[20], carry_15);
    let (item_s0, carry_17) = t17.carrying_mul_add(item, seed[21], 0);
    let (item_s0h, _carry_18) = t18.carrying_mul_add(item, seed[22], carry_17);
    // slope difference s1 at this item: degree 2, 128 fraction bits
    let (t21, carry_19) = seed[23].carrying_mul_add(item, seed[25], 0);
    let (t22, _carry_20) = seed[24].carrying_mul_add(item, seed[26], carry_19);
    let (item_s1, carry_21) = t21.carrying_mul_add(item, seed[27], 0);
    let (item_s1h, _carry_22) = t22.carrying_mul_add(item, seed[28], carry_21);
    // differences of the value: the slope's times the part's length
    let t25 = item_s0h << 9;
    let t26 = item_s0 >> 55;
    let t27 = t25.wrapping_add(t26);
    let t29 = item_s1h << 9;
    let t30 = item_s1 >> 55;
    let t31 = t29.wrapping_add(t30);
    // tables of the lanes, stride = number of lanes
    let t32 = splat(t27);
    let t33 = mul(t32, lane);
    let item_g0hh_2 = splat(item_g0hh);
    let t34 = add(item_g0hh_2, t33);
    let t35 = splat(t31);
    let t36 = mul(t35, lane_choose_2);
    let t37 = add(t34, t36);
    let mut g0 = t37;
    let t38 = t27.wrapping_mul(STRIDE);
    let t39 = splat(t31);
    let t40 = mul(t39, stride1_2);
    let t41 = splat(t38);
    let t42 = add(t41, t40);
    let mut g1 = t42;
    let g2 = t31.wrapping_mul(STRIDE.pow(2));
    let item_s1h_2 = splat(item_s1h);
    let t43 = mul(item_s1h_2, lane);
    let item_s0h_2 = splat(item_s0h);
    let t44 = add(item_s0h_2, t43);
    let mut s0 = t44;
    let s1 = item_s1h.wrapping_mul(STRIDE);
    // index of the first part of each lane
    let t45 = item.wrapping_mul(32);
    let t46 = splat(t45);
    let t47 = add(t46, lane);
    let mut part = t47;
    for _ in 0..32 / STRIDE {
        // the line b - a·x of each part, cut to 52 bits
        let falling = sub(zero_2, s0);
        let t48 = shr_by(falling, 12);
        let a = to_f64(t48);
        let t49 = shr_by(g0, 12);
        let b = to_f64(t49);
        // one point is placed: p = a, q = 1, u = 0, v = 1, d = b
        let positive = fge(a, one);
        let t50 = and(all, positive);
        let mut p = a;
        let mut q = full;
        let mut u = zero_3;
        let mut v = one;
        let mut d = b;
        let mut active = t50;
        // loop 1, points: at most 513 rounds
        for rounds in 0u64.. {
            if rounds == 513 {
                return out.overrun(1);
            }
            // reduce q by k·p, the quotient or less: u += k·v
            let inverse = recip_below(p);
            let t51 = fmul(q, inverse);
            let t52 = trunc(t51);
            let t53 = fmul_sub(t52, p, q);
            let t54 = fge(t53, p);
            let t55 = fadd(t52, one);
            let t56 = fsub(t53, p);
            let k = fselect(t54, t55, t52);
            let rest = fselect(t54, t56, t53);
            let u_new = fmul_add(k, v, u);
            // d passes the new points left of it: d mod p
            let t57 = fmul(d, inverse);
            let t58 = trunc(t57);
            let t59 = fmul_sub(t58, p, d);
            let t60 = fge(t59, p);
            let t62 = fsub(t59, p);
            let rest_2 = fselect(t60, t62, t59);
            let mut rest_3 = rest_2;
            let t63 = fge(rest_3, p);
            let t64 = and(t63, active);
            if any(t64) {
                // rare: the estimate left more than one y
                let t65 = fdiv(d, p);
                let t66 = trunc(t65);
                let t67 = fmul_sub(t66, p, d);
                let t70 = flt(t67, zero_3);
                let t74 = fadd(t67, p);
                let t76 = fselect(t70, t74, t67);
                let t77 = fselect(t64, t76, rest_3);
                rest_3 = t77;
            }
            let d_new = rest_3;
            // lanes that have their N points with this step
            let t78 = fadd(u_new, v);
            let t79 = fge(t78, n);
            let last = and(t79, active);
            // take the step; who has N points, or q = 0, is done
            let t80 = fselect(active, d_new, d);
            d = t80;
            q = rest;
            u = u_new;
            let t81 = and_not(active, last);
            let t82 = fge(q, one);
            let t83 = and(t81, t82);
            active = t83;
            if !any(active) {
                break;
            }
            // reduce p by k·q, the quotient or less: v += k·u
            let inverse_2 = recip_below(q);
            let t84 = fmul(p, inverse_2);
            let t85 = trunc(t84);
            let t86 = fmul_sub(t85, q, p);
            let t87 = fge(t86, q);
            let t88 = fadd(t85, one);
            let t89 = fsub(t86, q);
            let k_3 = fselect(t87, t88, t85);
            let rest_4 = fselect(t87, t89, t86);
            let v_new = fmul_add(k_3, u, v);
            // where d lies beyond the shortened p it passes new points: (d - p) mod q
            let t90 = fge(d, rest_4);
            let beyond = and(t90, active);
            let past = fsub(d, rest_4);
            let t91 = fmul(past, inverse_2);
            let t92 = trunc(t91);
            let t93 = fmul_sub(t92, q, past);
            let t94 = fge(t93, q);
            let t96 = fsub(t93, q);
            let rest_5 = fselect(t94, t96, t93);
            let mut rest_6 = rest_5;
            let t97 = fge(rest_6, q);
            let t98 = and(t97, beyond);
            if any(t98) {
                // rare: the estimate left more than one y
                let t99 = fdiv(past, q);
                let t100 = trunc(t99);
                let t101 = fmul_sub(t100, q, past);
                let t104 = flt(t101, zero_3);
                let t108 = fadd(t101, q);
                let t110 = fselect(t104, t108, t101);
                let t111 = fselect(t98, t110, rest_6);
                rest_6 = t111;
            }
            // elsewhere d stays
            let t112 = fselect(beyond, rest_6, d);
            let d_new_2 = t112;
            // lanes that have their N points with this step
            let t113 = fadd(u, v_new);
            let t114 = fge(t113, n);
            let last_2 = and(t114, active);
            // take the step; who has N points, or p = 0, is done
            d = d_new_2;
            p = rest_4;
            v = v_new;
            let t115 = and_not(active, last_2);
            let t116 = fge(p, one);
            let t117 = and(t115, t116);
            active = t117;
            if !any(active) {
                break;
            }
        }
        // d is a lower bound: a part is excluded where it is not below 2ε''
        let excluded = fge(d, threshold);
        let survives = and_not(all, excluded);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t118 = add(g0, g1);
        g0 = t118;
        let g2_2 = splat(g2);
        let t119 = add(g1, g2_2);
        g1 = t119;
        let s1_2 = splat(s1);
        let t120 = add(s0, s1_2);
        s0 = t120;
        let t121 = add(part, width);
        part = t121;
    }
}

/// Walks one item, 2^9 consecutive inputs, and writes those that may be HR-cases: a part is one
/// input (L = 1), and there are 512.
///
/// With t counting inputs from the first of the block, P(t) is the block's polynomial near g(t) =
/// f(x0 + t·h)/w. All numbers are fractions of w modulo 1: 64 fraction bits a word, least word
/// first.
///
/// - `seed[0..15]`: P + ε'' at the first input, as a polynomial of degree 4 in the item index, the
///   highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[15..27]`: difference g1 of order 1 of the values over the inputs, as a polynomial of
///   degree 3 in the item index, the highest coefficient first, 3 words (192 fraction bits) each.
/// - `seed[27..33]`: difference g2 of order 2 of the values over the inputs, as a polynomial of
///   degree 2 in the item index, the highest coefficient first, 2 words (128 fraction bits) each.
/// - `item`: index of the item in the block, 0 … 134,217,727; the item is the inputs t = item·2^9 …
/// - `out`: receives the indices of surviving parts; part j of the item has index item·512 + j and
///   is the input from t = index·1.
///
/// Postcondition: every input with |g cmod 1| < ε is written; others may be.
///
/// Method:
/// 1. The table's entries are moved to the item by Horner's rule in the item index, exact modulo 1.
/// 2. Lane l of W visits the parts l, l + W, l + 2W, … by tabulated differences, additions only.
///    Values: 2 differences of 1 word (64 fraction bits).
/// 3. An input survives when P(t) + ε'' mod 1 < 2ε'' = 0x108000000·2^-64 = 2^-31.95: that is |P(t)
///    cmod 1| < ε''.
///
/// Operations in the text below, each loop body once:
/// - per vector: 7 adds, 1 comparisons, 3 multiplies
/// - shared by all lanes: 33 loads, 3 multiplies, 25 wide multiplies
fn stage3(seed: &[u64; 33], item: u64, out: &mut Survivors) {
    let lane = lanes(LANE);
    let lane_choose_2 = lanes(LANE_CHOOSE_2);
    let stride1_2 = lanes(STRIDE1_2);
    let threshold = splat(0x108000000);
    let width = splat(STRIDE);
    // value g0 at this item: degree 4, 192 fraction bits
    let (t1, carry) = seed[0].carrying_mul_add(item, seed[3], 0);
    let (t2, carry_2) = seed[1].carrying_mul_add(item, seed[4], carry);
    let (t3, _carry_3) = seed[2].carrying_mul_add(item, seed[5], carry_2);
    let (t5, carry_4) = t1.carrying_mul_add(item, seed[6], 0);
    let (t6, carry_5) = t2.carrying_mul_add(item, seed[7], carry_4);
    let (t7, _carry_6) = t3.carrying_mul_add(item, seed[8], carry_5);
    let (t9, carry_7) = t5.carrying_mul_add(item, seed[9], 0);
    let (t10, carry_8) = t6.carrying_mul_add(item, seed[10], carry_7);
    let (t11, _carry_9) = t7.carrying_mul_add(item, seed[11], carry_8);
    let (_item_g0, carry_10) = t9.carrying_mul_add(item, seed[12], 0);
    let (_item_g0h, carry_11) = t10.carrying_mul_add(item, seed[13], carry_10);
    let (item_g0hh, _carry_12) = t11.carrying_mul_add(item, seed[14], carry_11);
    // value difference g1 at this item: degree 3, 192 fraction bits
    let (t14, carry_13) = seed[15].carrying_mul_add(item, seed[18], 0);
    let (t15, carry_14) = seed[16].carrying_mul_add(item, seed[19], carry_13);
    let (t16, _carry_15) = seed[17].carrying_mul_add(item, seed[20], carry_14);
    let (t18, carry_16) = t14.carrying_mul_add(item, seed[21], 0);
    let (t19, carry_17) = t15.carrying_mul_add(item, seed[22], carry_16);
    let (t20, _carry_18) = t16.carrying_mul_add(item, seed[23], carry_17);
    let (_item_g1, carry_19) = t18.carrying_mul_add(item, seed[24], 0);
    let (_item_g1h, carry_20) = t19.carrying_mul_add(item, seed[25], carry_19);
    let (item_g1hh, _carry_21) = t20.carrying_mul_add(item, seed[26], carry_20);
    // value difference g2 at this item: degree 2, 128 fraction bits
    let (t23, carry_22) = seed[27].carrying_mul_add(item, seed[29], 0);
    let (t24, _carry_23) = seed[28].carrying_mul_add(item, seed[30], carry_22);
    let (_item_g2, carry_24) = t23.carrying_mul_add(item, seed[31], 0);
    let (item_g2h, _carry_25) = t24.carrying_mul_add(item, seed[32], carry_24);
    let item_g1hh_2 = splat(item_g1hh);
    let t26 = mul(item_g1hh_2, lane);
    let item_g0hh_2 = splat(item_g0hh);
    let t27 = add(item_g0hh_2, t26);
    let item_g2h_2 = splat(item_g2h);
    let t28 = mul(item_g2h_2, lane_choose_2);
    let t29 = add(t27, t28);
    let mut g0 = t29;
    let t30 = item_g1hh.wrapping_mul(STRIDE);
    let item_g2h_3 = splat(item_g2h);
    let t31 = mul(item_g2h_3, stride1_2);
    let t32 = splat(t30);
    let t33 = add(t32, t31);
    let mut g1 = t33;
    let g2 = item_g2h.wrapping_mul(STRIDE.pow(2));
    // index of the first part of each lane
    let t34 = item.wrapping_mul(512);
    let t35 = splat(t34);
    let t36 = add(t35, lane);
    let mut part = t36;
    for _ in 0..512 / STRIDE {
        // an input survives where its value is below 2ε''
        let survives = lt(g0, threshold);
        if any(survives) {
            // report the parts that survive
            emit(survives, part, out);
        }
        // step the tables to the next part of each lane
        let t37 = add(g0, g1);
        g0 = t37;
        let g2_2 = splat(g2);
        let t38 = add(g1, g2_2);
        g1 = t38;
        let t39 = add(part, width);
        part = t39;
    }
}
}
