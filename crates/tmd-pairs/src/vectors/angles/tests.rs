//! The sweep of binary32: blocks by continued fractions and breakpoint by breakpoint, and a window by all denominators.

use super::*;
use crate::plane::Function;
use rug::{Float, Integer};
use std::collections::BTreeSet;
use tmd_functions::language::FormatName;

const BOTH: [Function; 2] = [Function::Atan2, Function::Atan2Pi];

fn binary32(function: Function, bits: u32) -> Request {
    let format = FormatName::parse("--precision", "binary32").and_then(|name| name.format());
    Request { function, format: format.expect("a format"), bits }
}

/// The cases among quotients.
fn hard(request: &Request, quotients: Vec<Quotient>) -> BTreeSet<Quotient> {
    let judge = Judge::new(request).expect("a judge");
    quotients.into_iter().filter(|own| case(request, &judge, own).is_some()).collect()
}

#[test]
fn blocks_are_as_their_breakpoints() {
    for function in BOTH {
        let request = binary32(function, 36);
        let sweep = Sweep::new(&request);
        let (mut blocks, mut all) = (0, 0);
        for binade in binades::all(&request).into_iter().filter(|own| own.count >= 1 << 16) {
            for part in [0, 1, 5, 9] {
                let first = binade.first + binade.count / 10 * part;
                let block = Block { first, count: 512, ..binade };
                // The first ones above 1/2.
                let Some(fast) = sweep.fast(block) else {
                    assert_eq!((function, part, block.place), (Function::Atan2Pi, 0, -25));
                    continue;
                };
                let [fast, slow] = [fast, sweep.slow(block).expect("fractions")];
                let [fast, slow] = [fast, slow].map(|own| hard(&request, own));
                assert_eq!(fast, slow, "{function}, {block:?}");
                blocks += 1;
                all += slow.len();
            }
        }
        println!("{function}: {all} cases in {blocks} blocks");
        assert!(all > 10 && blocks > 100, "{function}: {all} cases in {blocks} blocks");
    }
}

/// A block that stands for its halves finds what they find by themselves, as far down as all normal numbers.
#[test]
fn halves_are_as_their_own_blocks() {
    let request = binary32(Function::Atan2Pi, 36);
    let sweep = Sweep::new(&request);
    let is_meant = |own: &Block| own.halvings > 0;
    let binade = binades::all(&request).into_iter().find(is_meant).expect("a binade");
    assert_eq!((binade.place + 24, binade.halvings), (-36, 90));
    let fast = |block| hard(&request, sweep.fast(block).expect("convergents"));
    let (mut all, mut slow) = (0, 0);
    for part in 0..256 {
        let block = Block { first: binade.first + binade.count / 256 * part, count: 512, ..binade };
        let own = fast(block);
        let half = |k| fast(Block { place: block.place - k, halvings: 0, ..block });
        assert_eq!(own, (0..=90).flat_map(half).collect(), "{block:?}");
        all += own.len();
        if !own.is_empty() && slow < 4 {
            let found = hard(&request, sweep.slow(block).expect("fractions"));
            assert_eq!(found, own, "{block:?}");
            slow += 1;
        }
    }
    println!("{all} cases, {slow} blocks by fractions");
    assert!(all > 500 && slow == 4, "{all} cases, {slow} blocks by fractions");
}

/// All denominators below 2^24 with the numerators next to them, by integers of 128 bits.
#[test]
fn windows_are_as_all_quotients() {
    let in_radians = [(0.001_f64, false), (0.6, false), (1.25, false), (2.0, true), (3.0, true)];
    // Numbers below 2^-126, too: their breakpoints are 2^-150 apart.
    let in_half_turns = [
        (2f64.powi(-132) * 1.7, false),
        (1e-20, false),
        (0.2, false),
        (0.4, false),
        (0.6, true),
        (0.9, true),
    ];
    windows(Function::Atan2, &in_radians);
    windows(Function::Atan2Pi, &in_half_turns);
}

fn windows(function: Function, angles: &[(f64, bool)]) {
    let request = binary32(function, 26);
    let (unit, sweep) = (Unit::of(&request), Sweep::new(&request));
    let mut all = 0;
    for &(z, is_left) in angles {
        let place = (z.log2().floor() as i32).max(-126) - 24;
        let block = Block { first: (z / 2f64.powi(place)) as u64, count: 16, place, halvings: 0 };
        let found = hard(&request, sweep.slow(block).expect("fractions"));
        let mut expected = vec![];
        for multiple in block.first..block.first + block.count {
            let angle = unit.in_radians(&(Float::with_val(64, multiple) << place), 200);
            let tangent = angle.tan().abs();
            let own = tangent.get_exp().expect("a tangent") - 1;
            let fixed = (tangent << (100 - own)).to_integer().and_then(|own| own.to_u128());
            let fixed = fixed.expect("of 101 bits");
            // Far more than the distance, which is 2^-43 of the tangent or less.
            let near = 1u128 << (100 - 43 + 4);
            for x in 1u64 << 23..1 << 24 {
                let product = fixed * u128::from(x);
                let off = product & ((1 << 100) - 1);
                let is_near = off < near * u128::from(x) || (1 << 100) - off < near * u128::from(x);
                if is_near {
                    let y = ((product + (1 << 99)) >> 100) as u64;
                    let common = Integer::from(y).gcd(&Integer::from(x)).to_u64();
                    let lowest = [y, x].map(|own| own / common.expect("small"));
                    expected.extend(Quotient::new(&request, is_left, lowest, own));
                }
            }
        }
        let expected = hard(&request, expected);
        assert_eq!(found, expected, "{function}, {z}");
        all += found.len();
    }
    println!("{function}: {all} cases");
    assert!(all > 10, "{function}: {all} cases");
}
