//! The sweep of binary32: blocks by continued fractions and breakpoint by breakpoint, and a window by all denominators.

use super::sweep::Block;
use super::*;
use crate::plane::Function;
use rug::{Float, Integer};
use std::collections::BTreeSet;
use tmd_functions::language::FormatName;

fn binary32(bits: u32) -> Request {
    let format = FormatName::parse("--precision", "binary32").and_then(|name| name.format());
    Request { function: Function::Atan2, format: format.expect("a format"), bits }
}

/// The cases among quotients.
fn hard(request: &Request, quotients: Vec<Quotient>) -> BTreeSet<Quotient> {
    let judge = Judge::new(request).expect("a judge");
    quotients.into_iter().filter(|own| case(request, &judge, own).is_some()).collect()
}

#[test]
fn blocks_are_as_their_breakpoints() {
    let request = binary32(36);
    let sweep = Sweep::new(&request);
    let mut all = 0;
    for binade in sweep.binades() {
        for part in [0, 1, 5, 9] {
            let first = binade.first + binade.count / 10 * part;
            let block = Block { first, count: 512, ..binade };
            let fast = sweep.fast(block).expect("far from the axes");
            let [fast, slow] = [fast, sweep.slow(block).expect("fractions")];
            let [fast, slow] = [fast, slow].map(|own| hard(&request, own));
            assert_eq!(fast, slow, "{block:?}");
            all += slow.len();
        }
    }
    println!("{all} cases");
    assert!(all > 10, "{all} cases");
}

/// All denominators below 2^24 with the numerators next to them, by integers of 128 bits.
#[test]
fn windows_are_as_all_quotients() {
    let request = binary32(26);
    let sweep = Sweep::new(&request);
    let mut all = 0;
    for (z, is_left) in [(0.001_f64, false), (0.6, false), (1.25, false), (2.0, true), (3.0, true)]
    {
        let exponent = z.log2().floor() as i32;
        let place = exponent - 24;
        let block = Block { first: (z / 2f64.powi(place)) as u64, count: 16, place };
        let found = hard(&request, sweep.slow(block).expect("fractions"));
        let mut expected = vec![];
        for multiple in block.first..block.first + block.count {
            let angle = Float::with_val(64, multiple) << place;
            let tangent = Float::with_val(200, angle.tan_ref()).abs();
            let own = tangent.get_exp().expect("a tangent") - 1;
            let fixed = (tangent << (100 - own)).to_integer().and_then(|own| own.to_u128());
            let fixed = fixed.expect("of 101 bits");
            // Far more than the distance, which is 2^-50 of a radian, of quotients up to 8.
            let near = 1u128 << (100 - 50 + 10);
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
        assert_eq!(found, expected, "{z}");
        all += found.len();
    }
    println!("{all} cases");
    assert!(all > 10, "{all} cases");
}
