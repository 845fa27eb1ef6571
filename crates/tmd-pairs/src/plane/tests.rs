//! All pairs of small formats, by exact arithmetic and enclosures alone.

use super::judge::Judge;
use super::search::Outcome;
use super::*;
use crate::certificate::ExactCounts;
use rayon::prelude::*;
use rug::Rational;
use tmd_functions::language::{Format, FormatName};

fn format(precision: u32, emax: i32) -> Format {
    Format { name: format!("{precision} bits"), precision, emin: 1 - emax, emax }
}

fn counted(request: &Request) -> (u64, ExactCounts, u64, Vec<PlaneCase>) {
    let judge = Judge::new(request).expect("a judge");
    let exact = |own: f64| Rational::from_f64(own).expect("finite");
    let ys = request.ys();
    let of_x = |x: &f64| {
        ys.iter().map(|y| Outcome::of(&judge, &exact(*x), &exact(*y))).collect::<Vec<_>>()
    };
    let outcomes: Vec<Vec<Outcome>> = request.xs().par_iter().map(of_x).collect();
    let (mut pairs, mut counts, mut next, mut cases) = (0, ExactCounts::default(), 0, vec![]);
    for outcome in outcomes.into_iter().flatten() {
        pairs += u64::from(outcome != Outcome::OutOfReach);
        match outcome {
            Outcome::OutOfReach | Outcome::Ordinary => {}
            Outcome::Exact(kind) => counts.add(kind),
            Outcome::Next => next += 1,
            Outcome::Hard(case) => cases.push(case),
        }
    }
    (pairs, counts, next, cases)
}

#[test]
fn small_formats_are_found_one_for_one() {
    let mut all = 0;
    for function in Function::ALL {
        for (precision, emax, bits) in [(4, 6, 6), (3, 15, 5), (5, 5, 7)] {
            let format = format(precision, emax);
            let request =
                Request::new(function, format, ["all", "all"], Some(bits)).expect("a request");
            let found = search(&request).expect("a search");
            let (pairs, exact, next, cases) = counted(&request);
            let said = (found.pairs, found.exact, found.next);
            assert_eq!(said, (pairs, exact, next), "{function}, {precision} bits");
            assert_eq!(found.cases, cases, "{function}, {precision} bits");
            if precision == 4 {
                verify(&found, true, 1).expect("accepted");
            }
            all += cases.len();
        }
    }
    println!("{all} cases");
    assert!(all > 1000, "{all} cases");
}

#[test]
fn parts_of_larger_formats_are_found_one_for_one() {
    let mut all = 0;
    for function in Function::ALL {
        for (name, x, y) in [
            ("binary16", "0.9,1.1", "0.5,0.56"),
            ("binary16", "3000,3100", "0.001,0.00102"),
            ("bfloat16", "0.97,1.02", "1,2"),
            ("bfloat16", "2^-126,0x1.4p-126", "2^-130,2^-128"),
            // 1 to a power that no integer of 64 bits is.
            ("bfloat16", "0.97,1.02", "2^64,0x1.2p64"),
            ("bfloat16", "2^100,0x1.4p100", "0.25,0x1.8p-2"),
        ] {
            let format = FormatName::parse("--precision", name).and_then(|own| own.format());
            let format = format.expect("a format");
            let bits = format.precision + 2;
            let request = Request::new(function, format, [x, y], Some(bits)).expect("a request");
            let found = search(&request).expect("a search");
            let (pairs, exact, next, cases) = counted(&request);
            let said = (found.pairs, found.exact, found.next);
            assert_eq!(said, (pairs, exact, next), "{function} in {name}, {x} and {y}");
            assert_eq!(found.cases, cases, "{function} in {name}, {x} and {y}");
            all += cases.len();
        }
    }
    println!("{all} cases");
    assert!(all > 50, "{all} cases");
}

#[test]
fn counts_that_cannot_be_are_refused() {
    let request = Request::new(Function::Hypot, format(4, 6), ["all", "all"], Some(6));
    let good = search(&request.expect("a request")).expect("a search");
    verify(&good, false, 1).expect("accepted");
    let lies: [fn(&mut PlaneCertificate); 3] =
        [|own| own.pairs = 1 << 60, |own| own.next = own.pairs, |own| own.exact.nearest = u64::MAX];
    for lie in lies {
        let mut bad = good.clone();
        lie(&mut bad);
        assert!(verify(&bad, false, 1).is_err(), "{:?}", (bad.pairs, bad.exact, bad.next));
    }
}

#[test]
fn functions_have_names_and_thresholds() {
    for (text, function) in [
        ("pow", Function::Pow),
        ("powr(x, y)", Function::Pow),
        ("compound(x,y)", Function::Compound),
        ("atan2pi", Function::Atan2Pi),
    ] {
        assert_eq!(Function::parse(text).ok(), Some(function), "{text}");
    }
    assert!(Function::parse("pow(x, 3)").is_err());
    // Most lengths are next to the larger number, and are not counted as if they were random.
    let format = FormatName::parse("--precision", "bfloat16").and_then(|own| own.format());
    let format = format.expect("a format");
    let [pow, hypot] = [Function::Pow, Function::Hypot].map(|function| {
        Request::new(function, format.clone(), ["all", "all"], None).expect("a request").bits
    });
    assert!(hypot + 4 <= pow, "{hypot}, {pow}");
}
