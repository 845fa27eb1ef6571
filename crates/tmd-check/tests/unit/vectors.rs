//! What the checker of vectors is made of.

use crate::sample::Random;
use crate::vectors::blocks::{BLOCK, Block, has_fraction};
use crate::vectors::fractions::within;
use rug::float::Constant;
use rug::{Float, Rational};

/// Fractions of an interval are those that all denominators give.
#[test]
fn fractions_are_all_of_an_interval() {
    let mut random = Random(7);
    let mut all = 0;
    for round in 0..3000 {
        let most = 1 + random.below(40);
        let low = Rational::from((1 + random.below(300), 1 + random.below(97)));
        let width = if round % 4 == 0 { 0 } else { random.below(60) };
        let high = low.clone() + Rational::from((width, 1 + random.below(300)));
        let mut expected = vec![];
        for denominator in 1..=most {
            let ends = [Rational::from(&low * denominator), Rational::from(&high * denominator)];
            let [first, last] = [ends[0].clone().ceil(), ends[1].clone().floor()];
            let [first, last] = [first, last].map(|own| own.numer().to_u64().expect("small"));
            let is_lowest = |own: &u64| *Rational::from((*own, denominator)).denom() == denominator;
            expected.extend((first..=last).filter(is_lowest).map(|own| (own, denominator)));
        }
        let mut found = vec![];
        within(&low, &high, most, &mut found);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{low} to {high}, {most}");
        all += found.len();
    }
    assert!(all > 5000, "{all} fractions");
}

/// Tangents of the ends of intervals around breakpoints of binary32 are as far from those of the breakpoints as is said, and hardly less.
#[test]
fn tangents_of_blocks_are_those_of_mpfr() {
    let mut random = Random(11);
    let (mut smooth, mut largest) = (0, 0.0f64);
    for round in 0..4000 {
        let bits = 30 + (round % 20);
        let binade = random.below(26) as i32 - 24;
        let e = binade - 24;
        let m = (1i64 << 24) + (random.below(1 << 17) as i64) * BLOCK + BLOCK / 2;
        let Block::Smooth(tangents) = Block::new(m, e, bits) else { continue };
        let pi = |e: i32| Float::with_val(300, Constant::Pi) << e;
        for i in [-BLOCK / 2, -(random.below(60) as i64), random.below(60) as i64, BLOCK / 2 - 1] {
            let own = tangents.tangent(i);
            for end in [-1, 1] {
                let off = Float::with_val(300, end) << (e - bits);
                let z = (Float::with_val(300, m + i) << e) + off;
                let quarters = (z.to_f64() * 4.0 / std::f64::consts::PI) as i32;
                let from_axis = match quarters {
                    0 => z,
                    1 | 2 => (pi(-1) - z).abs(),
                    _ => pi(0) - z,
                };
                let tangent = from_axis.tan();
                // In its own unit, which is a power of two.
                let down = tangent.get_exp().expect("a number") - (64 - own.leading_zeros() as i32);
                let off = ((tangent >> down) - own).abs().to_f64();
                assert!(off <= tangents.radius as f64, "{m}, {e}, {i}, {bits} bits: {off}");
                largest = largest.max(off / tangents.radius as f64);
            }
            smooth += 1;
        }
    }
    println!("{smooth} tangents, {largest} of the radius");
    assert!(smooth > 5000 && largest > 0.9, "{smooth}, {largest}");
}

/// Continued fractions tell the intervals that have fractions.
#[test]
fn numbers_near_fractions_are_told() {
    let mut random = Random(5);
    let mut counts = [0; 2];
    for round in 0..30_000u64 {
        let precision = 7 + (round % 18) as i32;
        let limit = 1u64 << (62 - 2 * precision);
        let radius = 1 + random.below(limit.min(1 << 40) - 1);
        let denominator = 1 + random.below((1 << precision) - 1);
        let near =
            (u128::from(denominator + random.below(denominator)) << 63) / u128::from(denominator);
        let number = match round % 3 {
            0 => 1 << 63 | random.next(),
            _ => (near as u64)
                .saturating_add(random.below(3 * radius))
                .saturating_sub(radius)
                .max(1 << 63),
        };
        let at = |own: u128| Rational::from((own, 1u128 << 63));
        let (low, high) = (u128::from(number - radius), u128::from(number) + u128::from(radius));
        let mut found = vec![];
        within(&at(low), &at(high), (1 << precision) - 1, &mut found);
        let told = has_fraction(number, radius, precision);
        assert_eq!(told, !found.is_empty(), "{number:#x}, {radius:#x}, {precision} bits");
        counts[usize::from(told)] += 1;
    }
    assert!(counts[0] > 5000 && counts[1] > 5000, "{counts:?}");
}
