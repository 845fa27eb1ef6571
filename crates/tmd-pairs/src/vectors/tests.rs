//! The searches against all pairs of small formats, by [`plane`](crate::plane).

use super::*;
use crate::grid::Grid;
use crate::plane::{self, Function, PlaneCertificate};
use rayon::prelude::*;
use rug::float::Constant;
use rug::{Float, Rational};
use std::collections::BTreeMap;
use tmd_cases::verdict::CaseKind;
use tmd_functions::language::{Format, hexfloat};

fn format(precision: u32, emax: i32) -> Format {
    Format { name: format!("{precision} bits"), precision, emin: 1 - emax, emax }
}

/// All pairs one by one, and the search at each threshold; and how many pairs are hard. Those of a threshold are among those of
/// the least one, which comes first.
fn compare(function: Function, format: &Format, thresholds: &[u32]) -> usize {
    let request = |bits: &u32| Request { function, format: format.clone(), bits: *bits };
    let every_pair = |bits: &u32| {
        let all = plane::Request::new(function, format.clone(), ["all", "all"], Some(*bits));
        plane::search(&all.expect("a request")).expect("a search")
    };
    let all = every_pair(&thresholds[0]);
    let hard = thresholds.iter().map(|bits| compare_to(&all, &request(bits))).sum();
    if let [_, .., most] = thresholds {
        compare_to(&every_pair(most), &request(most));
    }
    hard
}

/// What a search finds, and what is among all pairs; and how many pairs are hard.
fn compare_to(all: &PlaneCertificate, request: &Request) -> usize {
    let Request { function, format, bits } = request;
    let name = format!("{function}, {} and {}, {bits} bits", format.name, format.emax);
    let own = search(request).expect("a search");
    assert_eq!(own.pairs, all.pairs, "pairs in reach: {name}");
    assert_eq!(own.exact, all.exact, "{name}");
    // The more bits are asked for, the fewer pairs are so near to something.
    if all.bits == *bits {
        assert_eq!(own.next, all.next, "next: {name}");
    }
    let read = |text: &str| hexfloat::parse("a number", text).expect("a number");
    // What pairs of one case have in common, its breakpoint's kind and distance among it.
    let shape = |x: &str, y: &str| {
        let [mut x, mut y] = [read(x), read(y)];
        if *function == Function::Hypot && x < y {
            (x, y) = (y, x);
        }
        let quotient = Rational::from(&x / &y);
        let odd = |own: Rational| {
            let zeros = own.numer().find_one(0).unwrap_or(0);
            own.numer().clone() >> zeros
        };
        (x < 0, quotient, (*function == Function::Hypot).then(|| odd(y)))
    };
    let mut expected: BTreeMap<_, (u64, String)> = BTreeMap::new();
    let hard: Vec<_> = all.cases.iter().filter(|case| case.identical_bits >= *bits).collect();
    for case in &hard {
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
    assert_eq!(own.hard_pairs(), hard.len() as u64, "{name}");
    hard.len()
}

/// Small formats with thresholds from the least one on; and how many pairs are hard.
fn compare_all(function: Function) -> usize {
    let mut all = 0;
    for (precision, emax) in [(6, 7), (6, 15), (7, 8), (7, 12), (8, 9)] {
        let thresholds = [2, 3, 4, 6, 9].map(|more| precision + more);
        all += compare(function, &format(precision, emax), &thresholds);
    }
    for (precision, emax, more) in [(8, 20, 5), (9, 11, 2), (9, 10, 6), (10, 11, 8)] {
        all += compare(function, &format(precision, emax), &[precision + more]);
    }
    println!("{all} pairs");
    all
}

/// More formats for angles in half turns: with exponents so far down that binades stand for others, and with more bits.
fn compare_half_turns() -> usize {
    let mut all = compare_all(Function::Atan2Pi);
    for (precision, emax, more) in
        [(6, 15, 2), (6, 31, 3), (6, 40, 9), (7, 30, 5), (8, 22, 8), (10, 14, 8)]
    {
        all += compare(Function::Atan2Pi, &format(precision, emax), &[precision + more]);
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

/// Against all pairs by MPFR alone: counts, quotients with their pairs, kinds and hardness.
#[test]
fn angles_in_half_turns_are_those_of_mpfr() {
    const PREC: u32 = 160;
    let mut all = 0;
    for (precision, emax, bits) in [(6, 9, 8), (6, 16, 9), (7, 8, 12)] {
        let request =
            Request { function: Function::Atan2Pi, format: format(precision, emax), bits };
        let found = search(&request).expect("a search");
        let numbers: Vec<f64> = {
            let grid = Grid::of(&request.format);
            (1..=grid.last()).map(|index| grid.number(index)).collect()
        };
        let p = precision.cast_signed();
        let of_x = |size: &f64| {
            let (mut pairs, mut next, mut exact, mut hard) = (0u64, 0u64, 0u64, vec![]);
            for (x, y) in numbers.iter().flat_map(|y| [(*size, *y), (-*size, *y)]) {
                let [a, b] = [x, y].map(|own| Float::with_val(PREC, own));
                let value = b.atan2(&a) / Float::with_val(PREC, Constant::Pi);
                let exponent = value.get_exp().expect("positive") - 1;
                // Half of the least breakpoint is out of reach, and 0 is none.
                if exponent < 1 - emax - p - 1 {
                    continue;
                }
                pairs += 1;
                let g = value >> (exponent.max(1 - emax) - p);
                let near = g.clone().round();
                let off = Float::with_val(PREC, &g - &near).abs();
                let lg = off.get_exp().map_or(-160, |above| above - 1);
                if near == 0 || lg >= -bits.cast_signed() {
                    continue;
                }
                // 1/2 and 1 in units of the spacing below them, and 1/2 in units of that above.
                let is_axis =
                    (exponent >= -2 && near == 2 << p) || (exponent == -1 && near == 1 << p);
                match (lg < -120, is_axis) {
                    (true, _) => exact += 1,
                    (false, true) => next += 1,
                    (false, false) => {
                        let is_midpoint = near.to_integer().is_some_and(|own| own.is_odd());
                        hard.push(((x < 0.0, quotient(x, y)), (is_midpoint, -1 - lg)));
                    }
                }
            }
            (pairs, next, exact, hard)
        };
        let parts: Vec<_> = numbers.par_iter().map(of_x).collect();
        let sum = |of: fn(&(u64, u64, u64, Vec<_>)) -> u64| parts.iter().map(of).sum::<u64>();
        let counts = [sum(|own| own.0), sum(|own| own.1), sum(|own| own.2)];
        assert_eq!(counts, [found.pairs, found.next, found.exact.directed]);
        let mut expected = BTreeMap::new();
        for (shape, hardness) in parts.into_iter().flat_map(|own| own.3) {
            expected.entry((shape, hardness)).and_modify(|count| *count += 1).or_insert(1u64);
        }
        let own = found.cases.iter().map(|case| {
            let [x, y] = [&case.x, &case.y]
                .map(|own| hexfloat::parse("a number", own).expect("a number").to_f64());
            let hardness = (case.kind == CaseKind::Nearest, case.identical_bits.cast_signed());
            (((x < 0.0, quotient(x, y)), hardness), case.pairs)
        });
        assert_eq!(own.collect::<BTreeMap<_, _>>(), expected, "{precision} bits to {emax}");
        all += expected.len();
    }
    println!("{all} quotients");
    assert!(all > 200, "{all} quotients");
}

fn quotient(x: f64, y: f64) -> Rational {
    let [x, y] = [x, y].map(|own| Rational::from_f64(own).expect("finite"));
    (y / x).abs()
}
