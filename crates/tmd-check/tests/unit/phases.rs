//! What the checker of phases is made of.

use crate::grid::{Format, Segment};
use crate::number::power_of_two;
use crate::pairs::breakpoints::Breakpoints;
use crate::phases::ask::Ask;
use crate::phases::curve::Curve;
use crate::phases::rows::Basis;
use crate::phases::sum::floors;
use crate::phases::turns::Turns;
use crate::phases::wave::Wave;
use crate::sample::Random;
use rug::float::Constant;
use rug::{Float, Integer, Rational};

/// Sums of floors are those of each term.
#[test]
fn sums_of_floors_are_those_of_all_terms() {
    let mut random = Random(3);
    for round in 0..3000 {
        let unit = Integer::from(1 + random.below(1 << (1 + round % 40)));
        let step = Integer::from(random.below(1 << (1 + round % 43)));
        let first = Integer::from(random.below(1 << 50)) - (1i64 << 49);
        let count = random.below(200);
        let term = |i: u64| (Integer::from(&step * i) + &first).div_rem_floor(unit.clone()).0;
        let sum: Integer = (0..count).map(term).sum();
        let own = floors(&Integer::from(count), &step, &first, &unit);
        assert_eq!(own, sum, "{count}, {step}, {first}, {unit}");
    }
}

fn segment(first: i64, ulp: i32, count: u64) -> Segment {
    Segment { ordinal: Integer::from(first), first: Integer::from(first), ulp, count }
}

/// sin, cos, tan, and some that are made of them.
fn waves() -> [Wave; 6] {
    [
        ("sin", (2, 1)),
        ("cos", (2, 1)),
        ("tan", (1, 1)),
        ("exp(sin(x))", (2, 1)),
        ("powi(cos(3 * x), 2) + 1", (1, 3)),
        ("1 / (2 + sin(x / 3 + pi / 4))", (6, 1)),
    ]
    .map(|(text, half_turns)| Wave::with_period(text, &Rational::from(half_turns)).expect(text))
}

/// The phase of an argument, by MPFR.
fn phase(wave: &Wave, segment: &Segment, index: u64, prec: u32) -> Float {
    let prec = prec + segment.ulp.max(0).unsigned_abs() + 64;
    let half_turns = &wave.half_turns;
    let period = Float::with_val(prec, Constant::Pi) * half_turns;
    let turns = Float::with_val(prec, segment.x(index)) / period;
    Float::with_val(prec, &turns - turns.clone().floor())
}

/// Segments of both signs, of small and of large arguments.
fn segments() -> [Segment; 5] {
    [
        segment(1000, 0, 1000),
        segment(4096, 17, 3000),
        segment(-900, -2, 700),
        segment(-5000, 900, 2500),
        segment(1 << 52, 971, 2000),
    ]
}

/// Arguments with phases of a range are counted, and told apart, as MPFR does.
#[test]
fn phases_are_those_of_mpfr() {
    let mut all = 0;
    for segment in segments() {
        for wave in waves() {
            for ends in [[(0, 1), (1, 1)], [(1, 10), (11, 100)], [(1, 3), (1, 2)]] {
                let ends = ends.map(Rational::from);
                let turns = Turns::new(&wave, &segment, &ends).expect("phases");
                let mut within = 0;
                for index in 0..segment.count {
                    let exact = phase(&wave, &segment, index, 400);
                    let own = turns.phase(index);
                    let off =
                        Float::with_val(600, Float::with_val(600, &own) >> turns.bits) - &exact;
                    assert!(off.abs() < power_of_two(-190), "{segment:?}, {index}");
                    let is_within = ends[0] <= exact && ends[1] > exact;
                    assert_eq!(turns.is_within(&own), is_within, "{segment:?}, {index}");
                    within += u64::from(is_within);
                }
                assert_eq!(turns.within, within, "{segment:?}");
                all += within;
            }
        }
    }
    assert!(all > 30_000, "{all}");
}

/// Ends that are as near to a phase as 600 bits can be are on its right side.
#[test]
fn ends_next_to_phases_are_told_from_them() {
    let [sin, ..] = waves();
    for segment in segments() {
        let exact = phase(&sin, &segment, 77, 700);
        let below = (exact.to_rational().expect("a number") << 600u32).floor() >> 600u32;
        let above = below.clone() + power_of_two(-600);
        let count = |ends: [Rational; 2]| Turns::new(&sin, &segment, &ends).expect("phases");
        let turns = count([below.clone(), above.clone()]);
        assert!(turns.within == 1 && turns.is_within(&turns.phase(77)), "{segment:?}");
        let [under, over] = [[Rational::new(), below], [above, Rational::from(1)]].map(count);
        assert_eq!(under.within + over.within + 1, segment.count, "{segment:?}");
        assert!(!under.is_within(&under.phase(77)) && !over.is_within(&over.phase(77)));
    }
}

/// Rows are all arguments with phases of an interval, once.
#[test]
fn rows_are_all_arguments_of_an_interval() {
    let [_, cos, ..] = waves();
    let mut random = Random(9);
    let mut all = 0;
    for segment in segments() {
        let ends = [Rational::new(), Rational::from(1)];
        let turns = Turns::new(&cos, &segment, &ends).expect("phases");
        for round in 0..60 {
            let length = Integer::from(random.next()) << (turns.bits - 64 - round % 14);
            let end = Integer::from(1) << turns.bits;
            let start = (Integer::from(random.next()) << (turns.bits - 64)).min(end.clone());
            let phases = start.clone()..Integer::from(&start + &length).min(end);
            let basis = Basis::new(&turns, &length);
            let mut found = vec![];
            for row in basis.rows(&turns, &phases) {
                for u in 0..row.length {
                    let index = (row.index + u as i64 * basis.index()) as u64;
                    let place = Integer::from(basis.phase() * u) + &row.phase;
                    assert_eq!(place, turns.phase(index), "{segment:?}");
                    found.push(index);
                }
            }
            found.sort_unstable();
            let is_in = |index: &u64| phases.contains(&turns.phase(*index));
            let expected: Vec<u64> = (0..segment.count).filter(is_in).collect();
            assert_eq!(found, expected, "{segment:?}, {phases:?}");
            all += found.len();
        }
    }
    assert!(all > 20_000, "{all}");
}

/// Polynomials let pass exactly the arguments that MPFR's values show to be near to a breakpoint, but for few that are hardly farther.
#[test]
fn polynomials_tell_who_is_near() {
    let format = Format::named("binary64").expect("a format");
    let segment = Segment {
        ordinal: Integer::new(),
        first: Integer::from(1u64 << 52),
        ulp: 971,
        count: 1 << 52,
    };
    let ends = [Rational::new(), Rational::from(1)];
    let (mut near, mut far, mut curves) = (0, 0, 0);
    for wave in waves() {
        for (k, start) in [3u32, 17, 24, 40, 77, 91].into_iter().enumerate() {
            let breakpoints = Breakpoints::new(format.clone(), 5 + k as i32);
            let texts = [String::new(), String::new()];
            let ask = Ask { wave: wave.clone(), breakpoints, texts, parts: vec![] };
            let turns = Turns::new(&wave, &segment, &ends).expect("phases");
            // So long that some thousand arguments have one of these phases.
            let from = (Integer::from(1) << turns.bits) * start / 100u32;
            let length = Integer::from(1) << (turns.bits - 41);
            let phases = from.clone()..from + &length;
            let Some(curve) = Curve::new(&ask, &phases, turns.bits).expect("a curve") else {
                continue;
            };
            curves += 1;
            let basis = Basis::new(&turns, &length);
            for row in basis.rows(&turns, &phases) {
                let mut told = vec![];
                curve.near(&row, basis.phase(), |u| told.push(u));
                for u in 0..row.length {
                    let x = segment.x((row.index + u as i64 * basis.index()) as u64);
                    let value = wave.size(&Float::with_val(64, &x), 1300).expect("a value").lo;
                    let top = value.get_exp().expect("a number") - 1;
                    let g = value << (53 - top);
                    let distance = (g.clone() - g.round()).abs().to_f64();
                    let epsilon = 2f64.powi(-ask.bits);
                    match told.contains(&u) {
                        true => assert!(distance < epsilon + 2f64.powi(-15), "{x}: {distance}"),
                        false => assert!(distance >= epsilon, "{x}: {distance}"),
                    }
                    near += u64::from(told.contains(&u));
                    far += u64::from(!told.contains(&u));
                }
            }
        }
    }
    assert!(curves > 15 && near > 500 && far > 30_000, "{curves}, {near}, {far}");
}

/// Periods are proved: multiples of a period are periods, and parts of the least one are not.
#[test]
fn periods_that_are_none_are_refused() {
    for (text, periods, others) in [
        ("sin", &[(2, 1), (4, 1)][..], &[(1, 1), (3, 1), (1, 2)][..]),
        ("tan(2 * x)", &[(1, 2), (1, 1), (3, 2)], &[(1, 4), (1, 3)]),
        ("powi(sin(x), 2)", &[(1, 1), (2, 1)], &[(1, 2), (2, 3)]),
        ("powi(sin(x), 3)", &[(2, 1)], &[(1, 1)]),
        ("exp(sin(x / 2)) + cos(x / 3)", &[(12, 1)], &[(4, 1), (6, 1), (2, 1)]),
        ("sin(x) + x", &[], &[(2, 1)]),
        ("sin(x * x)", &[], &[(2, 1)]),
        ("sin(x + 1)", &[], &[(2, 1)]),
        ("sinpi(x)", &[], &[(2, 1)]),
        ("1 + pi", &[], &[(2, 1)]),
    ] {
        for (own, is_one) in
            periods.iter().map(|own| (own, true)).chain(others.iter().map(|own| (own, false)))
        {
            let read = Wave::with_period(text, &Rational::from(*own));
            assert_eq!(read.is_ok(), is_one, "{text}, {own:?}");
        }
    }
}
