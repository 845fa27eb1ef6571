//! Some rows of binary32, by all y.

use super::pair::Pair;
use super::*;
use crate::near::Near;
use crate::plane::Function;
use std::collections::BTreeSet;
use tmd_functions::language::FormatName;

#[test]
fn rows_are_as_all_pairs() {
    let format = FormatName::parse("--precision", "binary32").and_then(|name| name.format());
    let format = format.expect("a format");
    let request = Request { function: Function::Hypot, format, bits: 26 };
    let judge = Judge::new(&request).expect("a judge");
    let mut all = 0;
    for x in [0x80_0000, 0x80_0001, 0xb5_04f3, 0xff_ff01, 0xff_ffff] {
        for gap in 1..=next::lg_ratio(24) {
            let found = near::row(&request, x, gap);
            let size = x as f64 / 2f64.powi(23);
            let unit = 2f64.powi(-23 - gap as i32);
            let is_near = |y: &u64| {
                let other = *y as f64 * unit;
                let length = (size * size + other * other).sqrt();
                let g = length * 2f64.powi(if length < 2.0 { 24 } else { 23 });
                // Rounding adds less than 2^-26 to the distance.
                (g - g.round()).abs() < 2f64.powi(-24)
            };
            let is_hard = |y: u64| {
                let pair = Pair { x, y, gap, breakpoint: 0 };
                let [x, y] = pair.scaled(24, 0);
                matches!(judge.near(&x, &y), Near::Hard { .. })
            };
            let expected: BTreeSet<u64> =
                (1u64 << 23..1 << 24).filter(is_near).filter(|y| is_hard(*y)).collect();
            let own: BTreeSet<u64> = found.iter().map(|pair| pair.y).collect();
            assert_eq!(own.len(), found.len(), "{x:#x}, {gap}: a pair stands twice");
            assert_eq!(own, expected, "{x:#x}, {gap}");
            all += own.len();
        }
    }
    println!("{all} pairs");
    assert!(all > 10, "{all} pairs");
}
