//! Brute force: in small formats with large exponents, and in short ranges of phases of binary64, every argument is judged.

use crate::certificate::PhaseCase;
use crate::function::Function;
use crate::judge::{Judge, Judged};
use crate::request::Request;
use crate::search::{Binade, search};
use crate::visit::inputs_within;
use rayon::prelude::*;
use tmd_functions::language::{Format, FormatName};

/// Searches, and judges all arguments that have the phases. How many these were, and how many cases.
fn compare(request: &Request) -> [usize; 2] {
    let found = search(request, &()).unwrap();
    let judge = Judge::new(request);
    let segment = &request.segments[0];
    let binade = Binade::new(request, segment);
    let [from, to] = binade.ends().clone();
    let meant: Vec<u64> = match segment.count {
        count if count <= 1 << 14 => (0..count).collect(),
        count => {
            let mut all = inputs_within(&binade.inputs, &(0..count), &(from..to));
            all.sort_unstable();
            all
        }
    };
    let meant: Vec<u64> = meant.into_iter().filter(|index| binade.is_meant(*index)).collect();
    let own: Vec<_> = meant
        .par_iter()
        .filter_map(|i| match judge.judged(segment, *i).unwrap() {
            Judged::Case(case) => Some(case),
            Judged::Ordinary => None,
            Judged::Undecided => panic!("{}: {i} is undecided", request.command()),
        })
        .collect();
    assert_eq!(found.inputs, meant.len() as u64, "{}", request.command());
    let differing = found.cases.iter().zip(&own).find(|(a, b)| a != b);
    // Arcs that are not solved for are few: here all are cut.
    let mut cut = Binade::new(request, segment);
    cut.by_cutting = true;
    let by_cutting = cut.decided(cut.candidates(&()).unwrap()).unwrap().cases;
    assert!(by_cutting == own, "{}", request.command());
    let counts = [found.cases.len(), own.len()];
    assert!(found.cases == own, "{}: {counts:?}, {differing:?}", request.command());
    [meant.len(), own.len()]
}

fn sum(all: impl Iterator<Item = [usize; 2]>) -> [usize; 2] {
    all.fold([0, 0], |sum, own| [sum[0] + own[0], sum[1] + own[1]])
}

/// Each function in each format with every second exponent, the others in the next format.
#[test]
fn small_formats_are_found_one_for_one() {
    let mut total = [0, 0];
    for precision in 8..=12 {
        let name = format!("{precision} bits of binary64");
        let format = Format { precision, emin: -1022, emax: 1023, name };
        for (turn, name) in Function::NAMES.into_iter().enumerate() {
            let function = Function::parse(name).unwrap();
            let first = (turn + precision as usize) % 2;
            for exponent in
                [7, 8, 10, 13, 20, 53, 100, 400, 1022].into_iter().skip(first).step_by(2)
            {
                let range = format!("2^{exponent},2^{}", exponent + 1);
                let all = [("0,1", 4), ("0.1,0.35", 3), ("0.49,0.51", 2)].map(|(phases, bits)| {
                    Request::new(function.clone(), format.clone(), &range, phases, Some(bits))
                        .unwrap()
                });
                let own = sum(all.iter().map(compare));
                total = [total[0] + own[0], total[1] + own[1]];
            }
        }
    }
    assert!(total[0] > 50_000 && total[1] > 5000, "{total:?}");
}

#[test]
fn short_ranges_of_phases_of_binary64_are_found_one_for_one() {
    let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
    let mut total = [0, 0];
    for name in Function::NAMES {
        let function = Function::parse(name).unwrap();
        for exponent in [9, 20, 60, 333, 1022] {
            // From some phases on, so long that 2^12 arguments have one.
            let range = format!("2^{exponent},2^{}", exponent + 1);
            let all = ["0.1", "0.2499", "0.4999999", "0.875"].map(|from| {
                let to = from.parse::<f64>().unwrap() + 0.9e-12;
                let phases = format!("{from},{to:.20}");
                Request::new(function.clone(), format.clone(), &range, &phases, Some(8)).unwrap()
            });
            let own = sum(all.iter().map(compare));
            total = [total[0] + own[0], total[1] + own[1]];
        }
    }
    assert!(total[0] > 125_000 && total[1] > 1000, "{total:?}");
}

/// Compositions: with exp outside, a pole, double zeros, multiples of x, a period of its own, roots, and ends of the domain.
const COMPOSITIONS: [&str; 15] = [
    "exp(sin(x))",
    "1 / cos(x)",
    "cos(2 * sin(x))",
    "1 - cos(x)",
    "powi(sin(x), 2)",
    "sin(3 * x)",
    "cos(x / 3)",
    "sin(x) + cos(x)",
    "log(2 + cos(x))",
    "tan(x) / (1 + powi(tan(x), 2))",
    "sin(2 * x) + tan(3 * x)",
    "sqrt(sin(x))",
    "log(cos(x))",
    "sin(x) - tan(x)",
    "exp(tan(x))",
];

/// Each function in each format and binade with one part of the phases, others in the next one.
#[test]
fn compositions_are_found_one_for_one_in_small_formats() {
    let binades =
        [(8, 127, 7), (8, 127, 14), (11, 15, 7), (11, 1023, 7), (11, 1023, 14), (11, 1023, 1022)];
    for (turn, name) in COMPOSITIONS.into_iter().enumerate() {
        let function = Function::parse(name).unwrap();
        let mut total = [0, 0];
        for (place, (precision, emax, exponent)) in binades.into_iter().enumerate() {
            let name = format!("{precision} bits");
            let format = Format { precision, emin: 1 - emax, emax, name };
            let range = format!("2^{exponent},2^{}", exponent + 1);
            let parts = [("0,1", 4), ("0.1,0.35", 3), ("0.49,0.51", 2)];
            let (phases, bits) = parts[(turn + place) % parts.len()];
            let request =
                Request::new(function.clone(), format, &range, phases, Some(bits)).unwrap();
            let own = compare(&request);
            total = [total[0] + own[0], total[1] + own[1]];
        }
        println!("{name}: {} arguments, {} cases", total[0], total[1]);
        assert!(total[0] > 1000 && total[1] > 100, "{name}: {total:?}");
    }
}

#[test]
fn compositions_are_found_one_for_one_in_short_ranges_of_phases_of_binary64() {
    let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
    for (turn, name) in COMPOSITIONS.into_iter().enumerate() {
        let function = Function::parse(name).unwrap();
        let range = ["2^9,2^10", "2^1022,2^1023"][turn % 2];
        // Next to zeros, extrema and poles, too.
        let all = ["0.1", "0.2499999999999", "0.3749999999999", "0.875"].map(|from| {
            let to = from.parse::<f64>().unwrap() + 0.9e-12;
            let phases = format!("{from},{to:.20}");
            Request::new(function.clone(), format.clone(), range, &phases, Some(8)).unwrap()
        });
        let total = sum(all.iter().map(compare));
        println!("{name}: {} arguments, {} cases", total[0], total[1]);
        assert!(total[0] > 15_000, "{name}: {total:?}");
    }
}

/// A multiple of x as a composition, and sin as the reciprocal of its reciprocal, have the cases of sin.
#[test]
fn the_same_function_in_other_words_has_the_same_cases() {
    let name = "14 bits of binary64".to_owned();
    let format = Format { precision: 14, emin: -1022, emax: 1023, name };
    let all = ["sin", "1 / (1 / sin(x))", "cos(x - pi / 2)", "-sin(-x)"].map(|text| {
        let function = Function::parse(text).unwrap();
        let request =
            Request::new(function, format.clone(), "2^300,2^303", "0,1", Some(6)).unwrap();
        search(&request, &()).unwrap()
    });
    assert!(all[0].cases.len() > 500, "{}", all[0].cases.len());
    for own in &all[1..] {
        assert_eq!((own.inputs, &own.cases), (all[0].inputs, &all[0].cases), "{}", own.function);
        assert_eq!(own.half_turns.as_deref(), Some("2"));
    }
    assert_eq!(all[0].half_turns, None);
}

/// What arcs cannot search is refused, with a way out.
#[test]
fn lines_and_constants_are_refused() {
    let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
    for (text, why) in [
        ("asin(sin(x))", "straight line"),
        ("3 + powi(sin(x), 2) + powi(cos(x), 2) - 1/2", "straight line"),
        ("powi(sin(x), 2) + powi(cos(x), 2)", "straight line"),
    ] {
        let function = Function::parse(text).unwrap();
        let request =
            Request::new(function, format.clone(), "2^300,2^301", "0.1,0.2", None).unwrap();
        let error = search(&request, &()).unwrap_err();
        assert!(error.message.contains(why) && error.help.is_some(), "{text}: {error}");
    }
}

/// Of values of which much cancels, the coefficients of arcs are known as well as of others.
#[test]
fn what_cancels_hides_no_case() {
    let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
    let found = |text: &str| {
        let function = Function::parse(text).unwrap();
        let (range, phases) = ("2^60,2^61", "0.1349,0.13490005");
        let request = Request::new(function, format.clone(), range, phases, Some(24)).unwrap();
        search(&request, &()).unwrap().cases
    };
    let places = |cases: &[PhaseCase]| cases.iter().map(|case| case.x.clone()).collect::<Vec<_>>();
    let sin = found("sin(x)");
    assert!(sin.len() > 10, "{sin:?}");
    for text in
        ["(1e70 + sin(x)) - 1e70", "(1e76 + sin(x)) - 1e76", "exp(log(3 + sin(x)) + 90 - 90) - 3"]
    {
        assert_eq!(places(&found(text)), places(&sin), "{text}");
    }
    // Next to the sine, but for what the series goes on with: below a spacing of 2^-76.
    for text in ["log(1 + 1e-76 * sin(x)) * 1e76", "(exp(1e-76 * sin(x)) - 1) * 1e76"] {
        assert_eq!(places(&found(text)), places(&sin), "{text}");
    }
}
