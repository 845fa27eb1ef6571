//! The start of the walk against exact arithmetic.

use super::*;
use crate::ir::{Kernel, interpret_profiling, verify};
use rug::Rational;

/// A plan with the number of bits of orders that a start reads from it.
fn plan(order_bits: u32) -> ArcsPlan {
    ArcsPlan {
        packet_inputs: 1 << 20,
        slope_bits: 26,
        curvature_shift: 0,
        cubic_shift: 0,
        least_curvature: 0,
        order_bits,
        threshold: 0,
        bend: 0,
        bias: 0,
        reach: 0,
        fine_reach: 0,
        far: None,
        rounds: 1,
        crossings: 1,
        members: 1,
        contract: ArcsContract::STANDARD,
    }
}

/// A kernel that reports the two fractions, in two words each; seed words are S₁, S₂ and the order.
fn start_kernel(order_bits: u32) -> Kernel {
    let mut b = Builder::new("start", 1);
    let b = &mut b;
    let [s1, s2] = [0, 1].map(|index| {
        let bits = b.seed(index);
        let number = b.from_bits(bits);
        b.varying(number)
    });
    let order = b.seed(2);
    let order = b.to_f64(order);
    let zero = b.float(0.0);
    let zero = b.varying(zero);
    let p = Polynomial { a: zero, s1, s2, b: zero, c: zero };
    let (before, left) = neighbours(b, &plan(order_bits), &p, order);
    let all = b.truth(true);
    // The fraction before 0/1 is -1/Q.
    let one = b.float(1.0);
    let before_r = b.add(before.r, one);
    for number in [before_r, before.q, left.r, left.q] {
        let word = b.to_u64(number);
        b.emit(all, word);
    }
    std::mem::replace(b, Builder::new("", 1)).finish()
}

/// A slope as the kernel has it.
#[derive(Clone, Copy, Debug)]
struct Slope {
    s1: f64,
    s2: f64,
    /// Bits of S₁.
    bits: u32,
}

impl Slope {
    /// Reads a slope from a fraction of 1 in units of 2^-128, as a kernel reads the seed's words.
    fn read(words: u128, bits: u32) -> Slope {
        let high = (words >> 64) as u64;
        let low = words as u64;
        let rest = (high << bits) + (low >> (64 - bits));
        Slope {
            s1: (high >> (64 - bits)) as f64 * 2f64.powi(-(bits as i32)),
            s2: rest as f64 * 2f64.powi(-(64 + bits as i32)),
            bits,
        }
    }

    fn exact(self) -> Rational {
        let number = |x: f64| Rational::from_f64(x).expect("finite");
        number(self.s1) + number(self.s2)
    }
}

/// The outcomes of some starts.
#[derive(Debug, Default)]
struct Tally {
    starts: usize,
    /// Most rounds that one took.
    most_rounds: u64,
    /// Starts whose slope is a little beyond a neighbour.
    passed: usize,
}

/// Starts at a slope, and checks what comes out.
fn check(kernel: &Kernel, order_bits: u32, order: u64, slope: Slope, tally: &mut Tally) {
    let what = format!("{slope:?}, order {order}");
    let seed = [slope.s1.to_bits(), slope.s2.to_bits(), order];
    let (mut out, mut visits) = (vec![], vec![0; kernel.body.len()]);
    interpret_profiling(kernel, &seed, 0, &mut out, &mut visits)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    let first = kernel.body.iter().position(|stmt| matches!(stmt, crate::ir::Stmt::Loop { .. }));
    let rounds = visits[first.expect("a loop") + 1];
    assert!(rounds <= plan(order_bits).start_rounds(), "{what}: {rounds} rounds");
    let [before, left] = [0, 2].map(|at| (out[at] as i64, out[at + 1] as i64));
    let before = (before.0 - 1, before.1);
    let q = order as i64;
    // Both are fractions of the sequence, and nothing of it is between them.
    assert!(before.1 >= 1 && before.1 <= q && left.1 >= 1 && left.1 <= q, "{what}: {left:?}");
    assert_eq!(left.0 * before.1 - before.0 * left.1, 1, "{what}: {before:?}, {left:?}");
    assert!(left.1 + before.1 > q, "{what}: {before:?}, {left:?}");
    let k = (q + before.1) / left.1;
    let right = (k * left.0 - before.0, k * left.1 - before.1);
    let [low, high] = [left, right].map(|(r, q)| Rational::from((r, q)));
    let s = slope.exact();
    // What the proof says of a fraction that is passed.
    let eta = |q: i64| (Rational::from((1, q)) + (Rational::from(1) >> slope.bits)) >> 51u32;
    let (least, most) = (low.clone() - eta(left.1), high.clone() + eta(right.1));
    assert!(s >= least && s <= most, "{what}: {left:?} to {right:?}");
    tally.starts += 1;
    tally.most_rounds = tally.most_rounds.max(rounds);
    tally.passed += usize::from(s < low || s > high);
}

/// Slopes of all kinds: random ones; fractions of small and large denominators, exact or a few units
/// off; 0, tiny ones, and what is next to 1; the golden section, which takes most rounds.
fn slopes(next: &mut impl FnMut() -> u64, order: u64) -> Vec<u128> {
    let mut words: Vec<u128> = vec![0, 1, u128::MAX, 1 << 127, u128::MAX << 75];
    words.push(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let mut random = || u128::from(next()) << 64 | u128::from(next());
    for _ in 0..12 {
        let any = random();
        words.extend([any, any >> 40, any >> 90, !(any >> 60), any & u128::MAX << 102]);
        let most = [3, 30, 3000, order, 8 * order][(random() % 5) as usize];
        let q = 1 + random() % u128::from(most);
        let r = random() % q;
        // r/q, by long division.
        let mut fraction = 0u128;
        let mut rest = r;
        for _ in 0..128 {
            rest *= 2;
            fraction = fraction << 1 | u128::from(rest >= q);
            rest %= q;
        }
        for lg in [0, 20, 40, 46, 50, 54, 58, 64, 70, 76, 80, 90] {
            let off = 1u128 << lg;
            words.extend([fraction.wrapping_add(off), fraction.wrapping_sub(off)]);
        }
        words.push(fraction);
    }
    words
}

/// Whatever the slope and the order, the walk begins with two neighbours of the Farey sequence, and the
/// slope is between the second and the one after it, but for a rounding.
#[test]
fn walks_begin_with_neighbours_about_the_slope() {
    let mut state = 7u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state ^ (state >> 29)
    };
    let mut tally = Tally::default();
    for order_bits in [3, 4, 8, 13, 18, 24] {
        let kernel = start_kernel(order_bits);
        verify(&kernel).expect("well formed");
        let most = (1u64 << order_bits) - 1;
        for round in 0..4 {
            let order = if round == 0 { most } else { (next() % (most + 1)).max(4) };
            for words in slopes(&mut next, order) {
                for bits in [20, 26] {
                    check(&kernel, order_bits, order, Slope::read(words, bits), &mut tally);
                }
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.starts > 10_000, "{tally:?}");
    // Worth its name only if there are slopes that rounding puts on the wrong side.
    assert!(tally.passed > 0, "{tally:?}");
}

/// Slopes at which a quotient of binary64 distances, each of one rounded product, comes out one too large:
/// the walk began with fractions that are no neighbours.
#[test]
fn quotients_that_are_rounded_up_do_no_harm() {
    let kernel = start_kernel(24);
    let mut tally = Tally::default();
    let order = (1 << 24) - 1;
    for q in (1u64..4000).step_by(7) {
        for r in [1, q / 3, q / 2, q - 1] {
            let nearest = r as f64 / q as f64;
            for slope in [nearest.next_down(), nearest, nearest.next_up()] {
                let words = ((slope * 2f64.powi(64)) as u128) << 64;
                check(&kernel, 24, order, Slope::read(words, 26), &mut tally);
            }
        }
    }
    println!("{tally:?}");
}
