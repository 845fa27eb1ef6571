//! What only the second search of a sample finds: with the probability that is stated.

use super::*;
use tmd_codegen::verify::{Extent, Statement};

/// A search that is larger than the sample of a moment: one round of intervals is drawn, and then the time is over.
fn in_a_moment(seed: u64) -> Options {
    Options { seed: Some(seed), seconds: 1e-9, confidence: 0.9, ..Options::default() }
}

/// A certificate with about two cases in each of 128 intervals.
fn honest() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE
        .get_or_init(|| searched(&["exp", "--binade", "1,2", "--precision", "20", "--bits", "12"]))
}

fn statement(report: &Report) -> Statement {
    report.statement.expect("a statement")
}

#[test]
fn samples_say_what_they_are() {
    let report = check(honest(), &in_a_moment(5));
    let Statement { search, share, confidence, missing, seed } = statement(&report);
    assert_eq!((search, confidence, seed), (Extent::Sampled, 0.9, 5));
    assert!(share > 0.0 && share < 1.0, "{share}");
    // k is the fewest for which (1 - s)^k <= 1 - C.
    let escape = |k: u64| (1.0 - share).powf(k as f64);
    assert!(escape(missing) <= 0.1000001 && escape(missing - 1) > 0.0999999, "{missing}");
    let text = report.to_string();
    says(
        &text,
        &["missing cases", "--seed 5", &format!("{missing} or more"), " intervals of 4,096"],
    );
    // The same again, and other intervals by another seed.
    assert_eq!(check(honest(), &in_a_moment(5)), report);
    assert_ne!(check(honest(), &in_a_moment(6)).to_string().replace("--seed 6", "--seed 5"), text);
}

#[test]
fn seeds_come_from_the_system() {
    let unseeded = Options { seed: None, ..in_a_moment(0) };
    let seeds = [(); 2].map(|()| check(honest(), &unseeded).seed);
    assert_ne!(seeds[0], seeds[1]);
    // What programs read as binary64 is the number that was printed.
    assert!(seeds.iter().all(|seed| *seed < 1 << 53), "{seeds:?}");
}

#[test]
fn everything_is_searched_where_there_is_time() {
    let report = check(honest(), &sampled());
    let Statement { search, share, missing, .. } = statement(&report);
    assert_eq!((search, share, missing), (Extent::Full, 1.0, 1));
    says(&report.to_string(), &["everything was searched again"]);
    let decided = searched(&["exp", "--range", "0x1p10,0x1p11", "--precision", "binary32"]);
    assert_eq!(statement(&check(&decided, &sampled())).search, Extent::None);
}

/// Cases in so many intervals are left out, one in each, with all counts to match. A sample of share s does not see it with
/// probability (1 - s)^k at most.
#[test]
fn missing_cases_escape_as_rarely_as_is_stated() {
    const TRIALS: u64 = 12;
    let share = statement(&check(honest(), &in_a_moment(1))).share;
    // So many that about one sample in three sees nothing, if there are enough intervals with cases.
    let wanted = ((1f64 / 3.0).ln() / (1.0 - share).ln()).ceil() as usize;
    let mut intervals = std::collections::BTreeSet::new();
    // Of 4096 inputs each, from the beginning of each span on.
    let interval = |case: &Finding| {
        let is_in = |run: &RunEntry| (run.from_index..run.to_index).contains(&case.index);
        let span = honest().spans.iter().position(|span| is_in(&span.run)).expect("a span");
        (span, (case.index - honest().spans[span].run.from_index) / 4096)
    };
    let places = honest().found.as_ref().unwrap().cases.iter().enumerate();
    let gone: Vec<usize> = places
        .filter(|(_, case)| intervals.len() < wanted && intervals.insert(interval(case)))
        .map(|(number, _)| number)
        .collect();
    let escape = (1.0 - share).powi(gone.len() as i32);
    let forged = forged(honest(), |c| keep_cases(c, |number| !gone.contains(&number)));
    independent::refuses(text(&forged).as_bytes());
    let mut escapes = 0;
    for seed in 0..TRIALS {
        match outcome(&forged, &in_a_moment(seed)) {
            Ok(report) => {
                escapes += 1;
                assert_eq!(statement(&report).share, share);
            }
            Err(diag) => says(&diag.message, &["is not listed: a case was left out"]),
        }
    }
    println!(
        "share {share}, {} cases: {escapes} of {TRIALS} escaped, {escape:.3} each",
        gone.len()
    );
    assert!(escapes < TRIALS, "no sample has seen that {} cases are missing", gone.len());
    // P(so many escapes of so many trials or more), by the binomial distribution.
    let term = |n: u64| {
        let ways: f64 = (0..n).map(|i| (TRIALS - i) as f64 / (i + 1) as f64).product();
        ways * escape.powi(n as i32) * (1.0 - escape).powi((TRIALS - n) as i32)
    };
    let tail: f64 = (escapes..=TRIALS).map(term).sum();
    assert!(tail > 1e-6, "{escapes} of {TRIALS} escaped, each with probability {escape} at most");
}

#[test]
fn samples_that_cannot_be() {
    for (options, part) in [
        (Options { confidence: 0.0, ..sampled() }, "--confidence 0 is not a probability"),
        (Options { confidence: 1.0, ..sampled() }, "--confidence 1 is not a probability"),
        (Options { confidence: f64::NAN, ..sampled() }, "--confidence NaN is not a probability"),
        (Options { seconds: 0.0, ..sampled() }, "--seconds 0 is not a time"),
        (Options { seconds: -2.0, ..sampled() }, "--seconds -2 is not a time"),
        (Options { seconds: f64::NAN, ..sampled() }, "--seconds NaN is not a time"),
    ] {
        let diag = second_search::verify(honest(), &options).expect_err("refused");
        says(&diag.message, &[part]);
        assert!(diag.help.is_some());
    }
}
