//! Certificates of searches with the inverse function: what is true of it is accepted, and what was left out is not.

#[path = "independent/mod.rs"]
mod independent;

use tmd_codegen::certificate::Certificate;
use tmd_codegen::certify;
use tmd_codegen::distance::Distance;
use tmd_codegen::json;
use tmd_codegen::load::{self, INTERPRETER, LoadOptions};
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::results::Results;
use tmd_codegen::second_search;
use tmd_codegen::verdict::Verdict;
use tmd_codegen::verify::{self, Options};
use tmd_codegen::{plan, search};

fn full() -> Options {
    Options { full: true, seed: Some(1), ..Options::default() }
}

fn request(function: &str, range: &str, rounding: Rounding) -> Request {
    Request {
        precision: 12.into(),
        bits: Some(6),
        with_inverse: true,
        target: INTERPRETER.to_owned(),
        rounding,
        ..Request::in_range(function, range)
    }
}

fn searched(request: &Request) -> Certificate {
    let plan = plan::make(request).unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    let options = LoadOptions { target: INTERPRETER.to_owned(), ..LoadOptions::default() };
    let loaded = load::load(plan, &options, "test").expect("kernels");
    let run = tmd_runtime::Options::default();
    let report = search::run(&loaded.plan, &loaded.kernels, &run, &());
    assert!(report.error.is_none());
    let command = request.command("search");
    let results = Results { plan: &loaded.plan, report: &report, command: &command, units: &[] };
    let text = json::text(&certify::certificate(results).expect("memory")).expect("JSON");
    serde_json::from_str(&text).expect("a certificate")
}

#[test]
fn honest_certificates_are_accepted() {
    let functions = [
        ("sqrt", "0.75,2.5"),
        ("cbrt", "-9,-1"),
        ("x * x", "1,3"),
        ("1 / x", "1,3"),
        ("log", "3,9"),
        // What is undecided is told, and the certificate does not say complete.
        ("exp(2 * log(x))", "1.125,1.875"),
    ];
    let mut findings = 0;
    for (function, range) in functions {
        for rounding in Rounding::ALL {
            let certificate = searched(&request(function, range, *rounding));
            let undecided = certificate.inverse.as_ref().map_or(0, |inverse| inverse.unknown);
            assert_eq!(
                undecided > 0,
                function.starts_with("exp") && *rounding != Rounding::Nearest
            );
            findings += certificate.found.as_ref().map_or(0, |found| found.inverse.len());
            let text = json::text(&certificate).expect("text");
            independent::accepts(text.as_bytes());
            for options in [Options::default(), full()] {
                second_search::verify(&certificate, &options)
                    .unwrap_or_else(|diag| panic!("{function} {rounding}: {diag}"));
            }
        }
    }
    println!("{findings} findings of inverse functions verified, twice");
    assert!(findings > 1000);
}

/// The refusal of a certificate that was changed, with its digest made anew.
fn refusal(honest: &Certificate, options: &Options, change: impl Fn(&mut Certificate)) -> String {
    let mut forged = honest.clone();
    change(&mut forged);
    assert_ne!(forged, *honest, "nothing was changed");
    forged.digest = Some(forged.digest_of_rest());
    let text = json::text(&forged).expect("text");
    independent::refuses(text.as_bytes());
    let read = verify::parse("forged.json", text.as_bytes());
    match read.and_then(|certificate| second_search::verify(&certificate, options)) {
        Ok(report) => panic!("accepted:\n{report}"),
        Err(diag) => diag.message,
    }
}

fn refused(function: &str, part: &str, change: impl Fn(&mut Certificate)) {
    let honest = searched(&request(function, "1.125,1.875", Rounding::All));
    for options in [Options::default(), full()] {
        let message = refusal(&honest, &options, &change);
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

/// Leaves out the findings of the inverse of some verdicts, and counts what is left.
fn leave_out(certificate: &mut Certificate, is: fn(&Verdict) -> bool) {
    let found = certificate.found.as_mut().expect("findings");
    let before = found.inverse.len();
    found.inverse.retain(|finding| !is(&finding.verdict));
    assert!(found.inverse.len() < before, "there are some");
    let count = |is: fn(&Verdict) -> bool| found.inverse.iter().filter(|f| is(&f.verdict)).count();
    let inverse = certificate.inverse.as_mut().expect("counts");
    inverse.cases = count(|verdict| matches!(verdict, Verdict::Hard { .. }));
    inverse.exact_cases = count(|verdict| matches!(verdict, Verdict::Exact(_)));
    inverse.unknown = count(|verdict| matches!(verdict, Verdict::Unknown(_)));
}

/// What searches left out once: distances that are powers of two.
#[test]
fn cases_at_powers_of_two_that_are_left_out() {
    let is_power = |verdict: &Verdict| match *verdict {
        Verdict::Hard { distance, .. } => distance.log2().fract() == 0.0,
        Verdict::Exact(_) | Verdict::Unknown(_) => false,
    };
    refused("sqrt", "left out", |certificate| leave_out(certificate, is_power));
}

#[test]
fn exact_cases_that_are_left_out() {
    refused("sqrt", "left out", |certificate| {
        leave_out(certificate, |verdict| matches!(verdict, Verdict::Exact(_)));
    });
}

#[test]
fn undecided_inputs_that_are_left_out() {
    refused("exp(2 * log(x))", "left out", |certificate| {
        leave_out(certificate, |verdict| matches!(verdict, Verdict::Unknown(_)));
    });
}

#[test]
fn a_search_that_is_not_complete() {
    refused("exp(2 * log(x))", "said to be complete", |certificate| certificate.complete = true);
    refused("sqrt", "said not to be complete", |certificate| certificate.complete = false);
}

/// A case that is said to be undecided hides how hard it is.
#[test]
fn a_case_that_is_said_to_be_undecided() {
    refused("sqrt", "it is a case", |certificate| {
        let found = certificate.found.as_mut().expect("findings");
        let mut hard = found.inverse.iter_mut();
        let case = hard.find(|f| matches!(f.verdict, Verdict::Hard { .. })).expect("a case");
        case.verdict = Verdict::Unknown(case.verdict.kind());
        let inverse = certificate.inverse.as_mut().expect("counts");
        (inverse.cases, inverse.unknown) = (inverse.cases - 1, inverse.unknown + 1);
        certificate.complete = false;
    });
}

#[test]
fn a_case_at_another_distance() {
    refused("sqrt", "it is not", |certificate| {
        let found = certificate.found.as_mut().expect("findings");
        let distances = found.inverse.iter_mut().filter_map(|f| match &mut f.verdict {
            Verdict::Hard { distance, .. } => Some(distance),
            Verdict::Exact(_) | Verdict::Unknown(_) => None,
        });
        for distance in distances {
            *distance = Distance::of(&(distance.to_float() * (1.0 + 1e-9)));
        }
    });
}

#[test]
fn counts_of_the_inverse() {
    refused("sqrt", "exact cases of the inverse are stated", |certificate| {
        certificate.inverse.as_mut().expect("counts").exact_cases -= 1;
    });
}

/// Engines that missed cases have not proved that there are none.
#[test]
fn an_engine_that_is_not_sound() {
    refused("sqrt", "engine 1, which may have missed cases", |certificate| certificate.engine = 1);
    refused("sqrt", "engine 99", |certificate| certificate.engine = 99);
}
