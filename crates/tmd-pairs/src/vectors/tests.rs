//! The searches against all pairs of small formats, by [`plane`](crate::plane).

use super::*;
use crate::plane::{self, Function};
use rug::Rational;
use std::collections::BTreeMap;
use tmd_functions::language::{Format, hexfloat};

fn format(precision: u32, emax: i32) -> Format {
    Format { name: format!("{precision} bits"), precision, emin: 1 - emax, emax }
}

/// Searches in both ways; and how many pairs are hard.
fn compare(function: Function, format: Format, bits: u32) -> usize {
    let name = format!("{function}, {} and {}, {bits} bits", format.name, format.emax);
    let all = plane::Request::new(function, format.clone(), ["all", "all"], Some(bits));
    let all = plane::search(&all.expect("a request")).expect("a search");
    let own = search(&Request { function, format, bits }).expect("a search");
    assert_eq!(own.pairs, all.pairs, "pairs in reach: {name}");
    assert_eq!(own.exact, all.exact, "{name}");
    assert_eq!(own.next, all.next, "next: {name}");
    let read = |text: &str| hexfloat::parse("a number", text).expect("a number");
    // What pairs of one case have in common, its breakpoint's kind and distance among it.
    let shape = |x: &str, y: &str| {
        let [mut x, mut y] = [read(x), read(y)];
        if function == Function::Hypot && x < y {
            (x, y) = (y, x);
        }
        let quotient = Rational::from(&x / &y);
        let odd = |own: Rational| {
            let zeros = own.numer().find_one(0).unwrap_or(0);
            own.numer().clone() >> zeros
        };
        (x < 0, quotient, (function == Function::Hypot).then(|| odd(y)))
    };
    let mut expected: BTreeMap<_, (u64, String)> = BTreeMap::new();
    for case in &all.cases {
        let hardness = format!("{:?} {} {}", case.kind, case.identical_bits, case.distance);
        let (count, same) =
            expected.entry(shape(&case.x, &case.y)).or_insert((0, hardness.clone()));
        *count += 1;
        assert_eq!(*same, hardness, "{name}: {case:?}");
    }
    let found: BTreeMap<_, (u64, String)> = own
        .cases
        .iter()
        .map(|case| {
            let hardness = format!("{:?} {} {}", case.kind, case.identical_bits, case.distance);
            (shape(&case.x, &case.y), (case.pairs, hardness))
        })
        .collect();
    assert_eq!(found.len(), own.cases.len(), "{name}: a case stands twice");
    assert_eq!(found, expected, "{name}");
    assert_eq!(own.hard_pairs(), all.cases.len() as u64, "{name}");
    all.cases.len()
}

/// Small formats with thresholds from the least one on; and how many pairs are hard.
fn compare_all(function: Function) -> usize {
    let mut all = 0;
    for (precision, emax) in [(6, 7), (6, 15), (7, 8), (7, 12), (8, 9)] {
        for more in [2, 3, 4, 6, 9] {
            all += compare(function, format(precision, emax), precision + more);
        }
    }
    for (precision, emax, more) in [(8, 20, 5), (9, 11, 2), (9, 10, 6), (10, 11, 8)] {
        all += compare(function, format(precision, emax), precision + more);
    }
    println!("{all} pairs");
    all
}

/// More formats for angles in half turns: with exponents so far down that binades stand for others, and with more bits.
fn compare_half_turns() -> usize {
    let mut all = compare_all(Function::Atan2Pi);
    for (precision, emax, more) in
        [(6, 15, 2), (6, 31, 3), (6, 40, 9), (7, 30, 5), (8, 22, 8), (11, 12, 8)]
    {
        all += compare(Function::Atan2Pi, format(precision, emax), precision + more);
    }
    println!("{all} pairs in half turns");
    all
}

#[test]
fn lengths_are_those_of_all_pairs() {
    let all = compare_all(Function::Hypot);
    assert!(all > 10_000, "{all} pairs");
}

#[test]
fn angles_are_those_of_all_pairs() {
    let all = compare_all(Function::Atan2);
    assert!(all > 10_000, "{all} pairs");
}

#[test]
fn angles_in_half_turns_are_those_of_all_pairs() {
    let all = compare_half_turns();
    assert!(all > 10_000, "{all} pairs");
}
