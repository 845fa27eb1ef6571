//! Certificates of searches that leave out what cannot be searched.

use super::*;
use tmd_codegen::certificate::RefusedEntry;
use tmd_codegen::decided::Refusal;

/// A few inputs that are searched, and binades in which the sine turns too often.
fn partial() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        let range = ["sin", "--range", "65535,2^30", "--precision", "25", "--bits", "4"];
        searched(&[&range[..], &["--partial"]].concat())
    })
}

fn refused(words: &[&str], change: impl FnOnce(&mut Certificate)) {
    let message = refusal(partial(), &sampled(), change);
    assert!(words.iter().all(|word| message.contains(word)), "{message}");
}

#[test]
fn what_is_left_out_is_said() {
    let honest = partial();
    check(honest, &sampled());
    assert!(!honest.complete && honest.covered_inputs == 512, "{}", honest.covered_inputs);
    let gaps: Vec<&RunEntry> = honest.gaps.iter().collect();
    assert_eq!(gaps, honest.refused.iter().map(|entry| &entry.run).collect::<Vec<_>>());
    assert_eq!(gaps.len(), 14);
}

#[test]
fn a_refusal_that_nobody_asked_for() {
    refused(&["is refused, but the request is not for a part"], |c| {
        c.request.remove("partial");
        c.command = c.command.replace(" --partial", "");
    });
}

#[test]
fn a_refused_span_that_is_said_to_be_covered() {
    refused(&["is said to be covered, but the plan refuses it"], |c| {
        let gap = c.gaps.remove(0);
        c.covered_inputs += u128::from(gap.to_index - gap.from_index);
        c.covered.push(gap);
    });
}

#[test]
fn a_refused_span_that_is_kept_quiet() {
    refused(&["spans of the plan leave out"], |c| {
        c.refused.pop();
    });
}

#[test]
fn inputs_that_were_searched_and_are_said_to_be_left_out() {
    let honest = partial();
    assert!(honest.cases > 0);
    refused(&[], |c| {
        let run = c.direct.pop().or_else(|| c.spans.pop().map(|span| span.run)).expect("searched");
        c.covered.clear();
        c.covered_inputs = 0;
        c.gaps.insert(0, run.clone());
        c.refused.insert(0, RefusedEntry { run, reason: Refusal::Unproved });
    });
}

#[test]
fn a_refusal_without_a_reason() {
    unreadable(partial(), "\"reason\"", "\"origin\"");
    unreadable(partial(), "\"never-narrow\"", "\"\"");
}

#[test]
fn a_search_of_a_part_that_is_said_to_be_complete() {
    refused(&["is said to be complete", "is a gap"], |c| c.complete = true);
}
