//! Forged counts.

use super::*;

#[test]
fn parts_that_were_not_tested() {
    refused(&["parts are said to be tested in stage 0"], |c| c.tested[0] /= 2);
}

#[test]
fn more_survivors_than_parts() {
    refused(&["counts in all"], |c| {
        let last = c.survivors.len() - 1;
        c.survivors[last] = c.tested[last] + 1;
    });
}

#[test]
fn survivors_that_do_not_fit_the_next_stage() {
    refused(&["counts in all"], |c| c.survivors[0] -= 1);
}

#[test]
fn counts_that_are_no_sums() {
    refused(&["counts in all"], |c| c.candidates += 1);
}

#[test]
fn counts_that_chance_would_not_give() {
    // A forger with all sums right, who did not search most of it.
    let message = refusal(campaign(), &sampled(), |c| {
        let found = c.found.as_mut().unwrap();
        found.cases.truncate(found.cases.len() / 8);
        c.cases = found.cases.len();
        c.units.clear();
    });
    says(&message, &["where chance gives"]);
}

#[test]
fn inputs_examined_that_were_not() {
    refused(&["inputs are said to be examined directly"], |c| c.examined_directly += 1);
}

#[test]
fn a_third_of_all_cases() {
    refused(&["where chance gives", "it gives so few with probability"], |c| {
        keep_cases(c, |number| number % 3 == 0);
    });
}

#[test]
fn no_case_on_one_span() {
    // Few enough of all that they might be missing by chance, if they were not all of one place.
    let honest = two_spans();
    let span = honest.spans.iter().min_by_key(|span| span.run.to_index - span.run.from_index);
    let span = span.expect("a span").run.clone();
    let inside: Vec<bool> = honest
        .found
        .as_ref()
        .unwrap()
        .cases
        .iter()
        .map(|case| {
            case.segment == span.segment && (span.from_index..span.to_index).contains(&case.index)
        })
        .collect();
    let gone = inside.iter().filter(|is_inside| **is_inside).count();
    assert!((30..honest.cases / 2).contains(&gone), "{gone} of {}", honest.cases);
    let message = refusal(honest, &sampled(), |c| keep_cases(c, |number| !inside[number]));
    says(&message, &["0 cases from", "where chance gives"]);
}

/// Both sides of 2: spans of unlike lengths.
fn two_spans() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        searched(&["exp", "--range", "1.5,2.5", "--precision", "20", "--bits", "10"])
    })
}

#[test]
fn nothing_found_and_nothing_survived() {
    refused(&["where chance gives"], |c| {
        keep_cases(c, |_| false);
        let none = |counts: &mut Vec<u64>| counts.iter_mut().for_each(|count| *count = 0);
        for unit in &mut c.units {
            none(&mut unit.survivors);
            unit.tested[1..].fill(0);
            unit.candidates = 0;
        }
        none(&mut c.survivors);
        c.tested[1..].fill(0);
        c.candidates = 0;
    });
}

#[test]
fn survivors_that_are_fewer_than_cases() {
    refused(&["counts in all"], |c| {
        let last = c.survivors.len() - 1;
        c.survivors[last] = 1;
        c.candidates = 1;
    });
}

#[test]
fn stages_that_there_are_not() {
    refused(&["stages are stated, but the kernels have"], |c| {
        c.tested.push(0);
        c.survivors.push(0);
    });
}

#[test]
fn counts_as_large_as_can_be() {
    for unit in [0, 1] {
        let message = refusal(campaign(), &sampled(), |c| {
            c.units[unit].tested.fill(u64::MAX);
            c.units[unit].survivors.fill(u64::MAX);
            c.units[unit].candidates = u64::MAX;
        });
        says(&message, &["counts of unit"]);
    }
    refused(&["are said to be covered"], |c| c.covered_inputs = u128::MAX);
    refused(&["inputs; it has 524288"], |c| c.inputs = u128::MAX);
    refused(&["cases in runs are stated, but 0 are listed"], |c| c.cases_in_runs = u128::MAX);
}
