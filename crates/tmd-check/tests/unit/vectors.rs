//! What the checker of vectors is made of.

use crate::grid::Format;
use crate::pairs::breakpoints::Breakpoints;
use crate::plane::ask::{Ask, Formula};
use crate::sample::Random;
use crate::vectors::blocks::{BLOCK, Block, has_fraction};
use crate::vectors::fractions::within;
use crate::vectors::swept::Swept;
use rug::float::Constant;
use rug::{Float, Rational};
use std::collections::BTreeSet;

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
    tangents_of_blocks(Formula::Atan2, |random| (random.below(26) as i32 - 24, false));
    // Also of breakpoints that stand for their halves.
    tangents_of_blocks(Formula::Atan2Pi, |random| match random.below(3) {
        0 => (-36 - random.below(50) as i32, true),
        _ => (-1 - random.below(126) as i32, false),
    });
}

fn tangents_of_blocks(formula: Formula, draw: impl Fn(&mut Random) -> (i32, bool)) {
    let mut random = Random(11);
    let (mut smooth, mut largest) = (0, 0.0f64);
    let pi = |e: i32| Float::with_val(400, Constant::Pi) << e;
    let is_in_half_turns = formula == Formula::Atan2Pi;
    for round in 0..4000 {
        let bits = 30 + (round % 20);
        let (binade, halves) = draw(&mut random);
        let e = binade - 24;
        let m = (1i64 << 24) + (random.below(1 << 17) as i64) * BLOCK + BLOCK / 2;
        let Block::Smooth(tangents) = Block::new(formula, (m, e), bits, halves) else { continue };
        for i in [-BLOCK / 2, -(random.below(60) as i64), random.below(60) as i64, BLOCK / 2 - 1] {
            let own = tangents.tangent(i);
            for end in [-1, 1] {
                let off = Float::with_val(400, end) << (e - bits);
                let z = (Float::with_val(400, m + i) << e) + off;
                let z = if is_in_half_turns { z * pi(0) } else { z };
                let quarters = (z.to_f64() * 4.0 / std::f64::consts::PI) as i32;
                let from_axis = match quarters {
                    0 => z,
                    1 | 2 => (pi(-1) - z).abs(),
                    _ => pi(0) - z,
                };
                // Of halves, the interval begins at an angle.
                let tangent = if halves && end < 0 { from_axis } else { from_axis.tan() };
                // In its own unit, which is a power of two.
                let down = tangent.get_exp().expect("a number") - (64 - own.leading_zeros() as i32);
                let off = ((tangent >> down) - own).abs().to_f64();
                assert!(off <= tangents.radius as f64, "{m}, {e}, {i}, {bits} bits: {off}");
                largest = largest.max(off / tangents.radius as f64);
            }
            smooth += 1;
        }
    }
    println!("{}: {smooth} tangents, {largest} of the radius", formula.text());
    assert!(smooth > 5000 && largest > 0.9, "{smooth}, {largest}");
}

/// Breakpoints that are searched are all that are meant: those below 1 but 1/2, if those that stand for halves are counted with these.
#[test]
fn breakpoints_are_searched_once() {
    let mut all = 0;
    for (precision, emax, bits) in [(7, 9, 9), (7, 24, 9), (8, 40, 12), (9, 11, 40)] {
        let format = Format { name: "small".to_owned(), precision, emin: 1 - emax, emax };
        let breakpoints = Breakpoints::new(format.with_midpoints(), bits);
        let ask = Ask::new(Formula::Atan2Pi, Breakpoints::new(format, bits), [1..2, 1..2]);
        let swept = Swept::new(&ask, &breakpoints).expect("breakpoints");
        let mut met = BTreeSet::new();
        let ordinals = (0..swept.ordinals()).map(|index| swept.ordinal(index));
        for (m, e) in ordinals.map(|own| breakpoints.parts(own)).filter(|own| swept.has(*own)) {
            for k in 0..=swept.halves((m, e)) {
                assert!(met.insert(
                    breakpoints.ordinal(m >> m.trailing_zeros(), e - k + m.trailing_zeros() as i32)
                ));
            }
        }
        let [half, one] = [-1, 0].map(|e| breakpoints.ordinal(1, e).expect("a number"));
        let expected = (1..one).filter(|own| *own != half).map(Some).collect();
        assert_eq!(met, expected, "{precision} bits to {emax}");
        all += met.len();
    }
    println!("{all} breakpoints");
    assert!(all > 10_000, "{all} breakpoints");
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
