//! Brute force: in small formats with large exponents, and in short ranges of phases of binary64, every argument is judged.

use crate::function::Function;
use crate::judge::Judge;
use crate::request::Request;
use crate::search::{Binade, search};
use crate::visit::inputs_within;
use rayon::prelude::*;
use tmd_functions::language::{Format, FormatName};

/// Searches, and judges all arguments that have the phases. How many these were, and how many cases.
fn compare(request: &Request) -> [usize; 2] {
    let found = search(request, &()).unwrap();
    let judge = Judge::new(request).unwrap();
    let segment = &request.segments[0];
    let binade = Binade::new(request, segment).unwrap();
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
        .filter_map(|i| binade.case(*i, judge.verdict(segment, *i).unwrap()))
        .collect();
    assert_eq!(found.inputs, meant.len() as u64, "{}", request.command());
    let differing = found.cases.iter().zip(&own).find(|(a, b)| a != b);
    // Arcs that are not solved for are few: here all are cut.
    let mut cut = Binade::new(request, segment).unwrap();
    cut.by_cutting = true;
    let by_cutting = cut.judged(cut.candidates(&()).unwrap()).unwrap();
    assert!(by_cutting == own, "{}", request.command());
    let counts = [found.cases.len(), own.len()];
    assert!(found.cases == own, "{}: {counts:?}, {differing:?}", request.command());
    [meant.len(), own.len()]
}

fn sum(all: impl Iterator<Item = [usize; 2]>) -> [usize; 2] {
    all.fold([0, 0], |sum, own| [sum[0] + own[0], sum[1] + own[1]])
}

#[test]
fn small_formats_are_found_one_for_one() {
    let mut total = [0, 0];
    for precision in 8..=12 {
        let name = format!("{precision} bits of binary64");
        let format = Format { precision, emin: -1022, emax: 1023, name };
        for function in Function::ALL {
            for exponent in [7, 8, 10, 13, 20, 53, 100, 400, 1022] {
                let range = format!("2^{exponent},2^{}", exponent + 1);
                let all = [("0,1", 4), ("0.1,0.35", 3), ("0.49,0.51", 2)].map(|(phases, bits)| {
                    Request::new(function, format.clone(), &range, phases, Some(bits)).unwrap()
                });
                let own = sum(all.iter().map(compare));
                total = [total[0] + own[0], total[1] + own[1]];
            }
        }
    }
    assert!(total[0] > 100_000 && total[1] > 10_000, "{total:?}");
}

#[test]
fn short_ranges_of_phases_of_binary64_are_found_one_for_one() {
    let format = FormatName::parse("--precision", "binary64").unwrap().format().unwrap();
    let mut total = [0, 0];
    for function in Function::ALL {
        for exponent in [9, 20, 60, 333, 1022] {
            // From some phases on, so long that 2^14 arguments have one.
            let range = format!("2^{exponent},2^{}", exponent + 1);
            let all = ["0.1", "0.2499", "0.4999999", "0.875"].map(|from| {
                let to = from.parse::<f64>().unwrap() + 3.6e-12;
                let phases = format!("{from},{to:.20}");
                Request::new(function, format.clone(), &range, &phases, Some(8)).unwrap()
            });
            let own = sum(all.iter().map(compare));
            total = [total[0] + own[0], total[1] + own[1]];
        }
    }
    assert!(total[0] > 500_000 && total[1] > 4000, "{total:?}");
}
