//! What the checker of pairs is made of.

use crate::grid::Format;
use crate::pairs::ask::{Ask, Formula};
use crate::pairs::breakpoints::{Breakpoints, Truth};
use crate::pairs::column::{Columns, Rough, power_off};
use crate::pairs::count::Counts;
use crate::sample::Random;
use rug::ops::Pow;
use rug::{Float, Rational};

fn ask(formula: Formula, precision: u32, emax: i32, bits: i32) -> Ask {
    let format = Format { name: "a format".into(), precision, emin: 1 - emax, emax };
    Ask { formula, breakpoints: Breakpoints::new(format, bits), from: -1024, to: 1024 }
}

const FORMULAS: [Formula; 3] = [Formula::Pown, Formula::Rootn, Formula::Compound];

/// Ordinals are those of the general arithmetic of formats.
#[test]
fn ordinals_of_pairs_are_those_of_formats() {
    let ask = ask(Formula::Compound, 4, 6, 8);
    let domain = ask.domain();
    let value = |ordinal: i64| ask.format.value(&ordinal.into());
    assert!(value(domain.start - 1) == -1 && value(domain.start) > -1);
    assert_eq!(ask.format.end(), domain.end);
    let mut count = 0;
    for ordinal in domain {
        let (m, e) = ask.parts(ordinal);
        assert_eq!(value(ordinal), Rational::from(m) << e);
        let base = ask.base(ordinal);
        assert_eq!(Rational::from(&base.odd) << base.shift, value(ordinal) + 1u32);
        if ordinal > 0 {
            let zeros = m.trailing_zeros();
            assert_eq!(ask.ordinal(m >> zeros, e + zeros as i32), Some(ordinal));
            count += 1;
        }
    }
    assert!(count > 90, "{count}");
    for (m, e) in [(1, -9), (1, 7), (17, 0), (1, i32::MAX), (1, i32::MIN), (-1, 0)] {
        assert_eq!(ask.ordinal(m, e), None, "{m}·2^{e}");
    }
}

/// Totals of binary32 that were counted by a program of another kind.
#[test]
fn counts_of_binary32_are_known() {
    let known = |pairs, midpoints, numbers, one, power| Counts {
        pairs,
        exact: [numbers, midpoints],
        next_to_one: one,
        next_to_power: power,
    };
    for (formula, counts) in [
        (Formula::Pown, known(32_678_885_041, 113_279, 280_860, 0, 0)),
        (Formula::Rootn, known(4_378_725_447_681, 0, 280_860, 0, 0)),
        (
            Formula::Compound,
            known(4_300_684_116_747, 33_586_714, 218_191_595, 3_105_443_069_196, 838_964_517),
        ),
    ] {
        let ask = ask(formula, 24, 127, 30);
        assert_eq!(ask.counts(&ask.reaches()), counts, "{formula:?}");
    }
}

/// Approximations are from below, and no farther off than is said; nor is that said without need.
#[test]
fn approximations_keep_their_bounds() {
    let mut random = Random(7);
    let unit = |rough: Rough| Float::with_val(64, 1) << (rough.exponent - 63);
    for formula in FORMULAS {
        let ask = ask(formula, 24, 127, 30);
        let columns = Columns::new(&ask);
        let domain = ask.domain();
        let (mut count, mut farthest) = (0, 0.0);
        while count < 300 {
            let ordinal = domain.start + random.below((domain.end - domain.start) as u64) as i64;
            if ask.near_one(ordinal) >= 1024 || ordinal == 0 {
                continue;
            }
            count += 1;
            let mut near = |rough: Rough, n: i32, most: u64| {
                assert!(rough.digits >= 1 << 63);
                let truth = ask.enclosure(&ask.base(ordinal), n, 400).expect("a value");
                let off = Float::with_val(400, &truth.hi - &rough.float()) / unit(rough);
                let is_above = truth.hi < rough.float();
                assert!(!is_above && off <= most, "{formula:?} of {ordinal}, {n}: {off:.9}");
                farthest = off.to_f64().max(farthest);
            };
            if formula == Formula::Rootn {
                for n in [-1024, -77, -2, -1, 2, 3, 1000, 1024] {
                    near(columns.root(columns.log(ordinal), n), n, 2048);
                }
                continue;
            }
            let (base, inverse) = columns.bases(ordinal);
            near(base, 1, 4);
            near(inverse, -1, 4);
            for (base, sign) in [(base, 1), (inverse, -1)] {
                let mut power = base;
                for size in 2..=1024 {
                    power = power.times(base);
                    if size % 89 == 0 || size == 1024 {
                        near(power, sign * size, power_off(size));
                    }
                }
            }
        }
        assert!(farthest > 500.0, "{formula:?}: {farthest}");
    }
}

/// What is next to the power of two above all numbers is no case.
#[test]
fn the_end_of_a_format_is_no_breakpoint() {
    let mut count = 0;
    for emax in 6..20 {
        let ask = ask(Formula::Pown, 6, emax, 1);
        let end = Rational::from(1 << (emax + 1));
        // From here on the power of two is nearer than the last midpoint.
        let close = Rational::from(&end - &(end.clone() >> 8u32));
        for ordinal in ask.domain() {
            for n in 2..=32 {
                let value = ask.format.value(&ordinal.into()).pow(n as u32);
                if close < value && value < end {
                    assert_eq!(ask.judge(ordinal, n), Ok(Truth::Ordinary));
                    count += 1;
                }
            }
        }
    }
    assert!(count > 5, "{count}");
}

/// What is let through holds all that is close: at these few bits, and with enclosures that know nothing of 64 bits.
#[test]
fn nothing_close_is_kept_back() {
    let mut random = Random(11);
    for formula in FORMULAS {
        let (mut close, mut all) = (0, 0);
        let ask = ask(formula, 12, 20, 4 + 8 * i32::from(formula == Formula::Rootn));
        let columns = Columns::new(&ask);
        for _ in 0..12 {
            let domain = ask.domain();
            let ordinal = domain.start + random.below((domain.end - domain.start) as u64) as i64;
            let mut let_through = vec![];
            let walked = columns.walk(ordinal, &mut |n| {
                let_through.push(n);
                Ok(())
            });
            walked.expect("a walk");
            for n in ask.exponents().filter(|_| ordinal != 0) {
                let truth = ask.judge(ordinal, n).expect("the truth");
                if matches!(truth, Truth::Case { .. } | Truth::Exact { .. }) {
                    assert!(let_through.contains(&n), "{formula:?} of {ordinal}, {n}");
                    close += 1;
                }
                all += 1;
            }
        }
        assert!(all > 20_000 && close > 5, "{formula:?}: {close} of {all}");
    }
}

/// A distance of exactly ε is none below it, and one that is just below is.
#[test]
fn distances_are_compared_strictly() {
    // (1 + 2^-4)² is 1 + 2^-3 + 2^-8: in units of 2^-6, which 6 bits and their midpoints have, 2^-2 from an integer.
    for (bits, is_case) in [(1, true), (2, false)] {
        let ask = ask(Formula::Pown, 6, 9, bits);
        let ordinal = ask.ordinal(17, -4).expect("a number");
        let truth = ask.judge(ordinal, 2).expect("the truth");
        match truth {
            Truth::Case { low, high, midpoint } => {
                assert!(is_case && low == 0.25f64 && high == 0.25f64 && !midpoint);
            }
            other => assert!(!is_case && other == Truth::Ordinary, "{other:?}"),
        }
    }
    assert_eq!(Rational::from((17, 16)).pow(2u32), Rational::from((289, 256)));
}
