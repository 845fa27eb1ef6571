//! That no part of a span is searched at a price that it would not have by itself.

use crate::plan::{self, Plan};
use rayon::prelude::*;
use tmd_base::narrow;
use tmd_functions::language::functions;
use tmd_request::request::Request;

/// So many times cheaper may a half be by itself: its bounds are narrower, and its kernel need not be another span's.
const MOST: f64 = 3.0;
/// Seconds that are not worth a kernel's compilation.
const LITTLE: f64 = 1.0;

fn planned(function: &str, range: &str) -> Option<Plan> {
    let mut request = Request::in_range(function, range);
    request.bits = Some(44);
    plan::make(&request).ok()
}

/// Predicted seconds of the inputs below `middle` of a plan's only segment, and of the others.
fn seconds(plan: &Plan, middle: u64) -> [f64; 2] {
    let mut seconds = [0.0; 2];
    for span in &plan.spans {
        let all = narrow::about(span.inputs.end - span.inputs.start);
        let below = span.inputs.end.min(middle).saturating_sub(span.inputs.start);
        let share = narrow::about(below) / all;
        seconds[0] += plan.span_seconds(span) * share;
        seconds[1] += plan.span_seconds(span) * (1.0 - share);
    }
    seconds
}

/// What is wrong about the plan of [`a`, `b`), if it can be planned.
fn complaints(function: &str, a: f64, b: f64) -> Option<Vec<String>> {
    let middle = (a + b) / 2.0;
    let whole = planned(function, &format!("{a:e},{b:e}"))?;
    let shares = seconds(&whole, whole.segments[0].count / 2);
    let halves = [(a, middle), (middle, b)];
    let complaint = |((a, b), share): ((f64, f64), f64)| {
        let alone = planned(function, &format!("{a:e},{b:e}"))?.predicted_seconds();
        (alone * MOST < share && share > LITTLE).then(|| {
            format!("{function} on [{a:e}, {b:e}): {share:.1} s of the whole, {alone:.1} s alone")
        })
    };
    Some(halves.into_iter().zip(shares).filter_map(complaint).collect())
}

/// Of every function, in binades of both signs, near 0 and far from it.
#[test]
fn no_half_is_much_cheaper_by_itself() {
    let functions = functions::all().map(|function| function.name);
    let composed =
        ["powi(x, 3)", "rootn(x, 3)", "compound(x, -2)", "exp(x) * sin(x)", "1 / (1 + powi(x, 2))"];
    let exponents = [-40, -1, 0, 1, 40];
    // No polynomial follows them from input to input so far from 0.
    let turns = |function: &str| {
        ["sin", "cos", "tan", "j0", "j1", "y0", "y1"].iter().any(|f| function.contains(f))
    };
    let binades: Vec<(String, i32, f64)> = functions
        .chain(composed)
        .flat_map(|function| exponents.map(|e| (function.to_owned(), e)))
        .filter(|(function, e)| *e < 8 || !turns(function))
        .flat_map(|(function, e)| [1.0, -1.0].map(|sign| (function.clone(), e, sign)))
        .collect();
    let found: Vec<Vec<String>> = binades
        .par_iter()
        .filter_map(|(function, e, sign)| {
            let ends = [2f64.powi(*e), 2f64.powi(e + 1)];
            // The binades of negative numbers end where those of positive ones begin.
            let [b, a] =
                if *sign > 0.0 { [ends[1], ends[0]] } else { ends.map(|x| (-x).next_up()) };
            complaints(function, a, b)
        })
        .collect();
    assert!(found.len() > binades.len() / 3, "{} of {} planned", found.len(), binades.len());
    let found = found.concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
