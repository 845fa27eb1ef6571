//! What is true is accepted; what is not is refused, and the refusal names the lie.
//!
//! Every forger here is a careful one: the certificate's digest is made anew after it was changed, and so is every
//! count that depends on what was. What only chance finds is in `samples.rs`, with its probability.

mod asymptote;
mod bounds;
mod cases;
mod chance;
mod counts;
mod evaluators;
mod follows;
mod honest;
#[path = "../independent/mod.rs"]
mod independent;
mod obligations;
mod partial;
mod program;
mod ranges;
mod requests;
mod roots;
#[path = "../said/mod.rs"]
mod said;
mod samples;
mod second_false;
mod second_true;
mod texts;
#[path = "../independent/unseen.rs"]
mod unseen;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::{fs, process};
use tmd_codegen::bound::{BoundName, Status};
use tmd_codegen::campaign::worker::{self, Work};
use tmd_codegen::campaign::{Campaign, kept};
use tmd_codegen::certificate::{BoundEntry, Certificate, ObligationEntry, RunEntry};
use tmd_codegen::certify;
use tmd_codegen::diag::Diag;
use tmd_codegen::findings::Finding;
use tmd_codegen::json;
use tmd_codegen::load::{self, LoadOptions};
use tmd_codegen::plan;
use tmd_codegen::request::{Request, command_line};
use tmd_codegen::results::Results;
use tmd_codegen::search;
use tmd_codegen::second_search;
use tmd_codegen::verify::{self, Options, Report};
use unseen::Unseen;

// ---- honest certificates ----

pub(crate) fn request(words: &[&str]) -> Request {
    let words = words.iter().copied().chain(["--target", "interpreter"]);
    command_line::parse(words).and_then(|args| args.request()).expect("request")
}

pub(crate) fn load(plan: plan::Plan) -> load::Loaded {
    let options = LoadOptions { target: "interpreter".into(), ..LoadOptions::default() };
    load::load(plan, &options, "test").expect("kernels")
}

/// The certificate of a search.
pub(crate) fn searched(words: &[&str]) -> Certificate {
    let request = request(words);
    let loaded = load(plan::make(&request).expect("plan"));
    let plan = &loaded.plan;
    let report = search::run(plan, &loaded.kernels, &tmd_runtime::Options::default(), &());
    assert!(report.error.is_none(), "{words:?}");
    let command = request.command("search");
    written(Results { plan, report: &report, command: &command, units: &[] })
}

/// The certificate of a search, as whoever reads its file has it.
pub(crate) fn written(results: Results<'_>) -> Certificate {
    let text = json::text(&certify::certificate(results).expect("memory")).expect("JSON");
    serde_json::from_str(&text).expect("a certificate")
}

pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("verify-{name}"))
}

/// The certificate of a search that is kept in a campaign of several units, of which a first worker does some.
/// Then it is stopped, or goes on to its end.
pub(crate) fn certified(name: &str, first: Work, is_stopped: bool) -> Certificate {
    let request = request(&["exp", "--binade", "1,2", "--precision", "20", "--bits", "10"]);
    in_units(name, (&request, 1e-9), load, &first, is_stopped)
}

/// The same of any request, in units that are predicted to take so many seconds.
pub(crate) fn in_units(
    name: &str,
    (request, seconds): (&Request, f64),
    load: fn(plan::Plan) -> load::Loaded,
    first: &Work,
    is_stopped: bool,
) -> Certificate {
    let dir = scratch(&format!("{name}-{}", process::id()));
    let _ = fs::remove_dir_all(&dir); // an earlier test's, if there is one
    let campaign = Campaign::create(&dir, request, seconds).expect("campaign");
    let kernels = load(campaign.plan.clone()).kernels;
    worker::run(&campaign, &kernels, first, &()).expect("work");
    let options = tmd_runtime::Options::default();
    options.stop.store(is_stopped, Ordering::Relaxed);
    let (report, units) = kept::search(&campaign, &kernels, &options, &());
    let (plan, command) = (&campaign.plan, request.command("search"));
    let certificate = written(Results { plan, report: &report, command: &command, units: &units });
    let _ = fs::remove_dir_all(&dir); // what is left is in a scratch folder
    certificate
}

/// The certificate of a campaign of several units.
pub(crate) fn campaign() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| certified("campaign", Work { most: 2, ..Work::default() }, false))
}

/// Drifts, decided inputs, and inputs that are examined directly.
pub(crate) fn whole_format() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| searched(&["exp", "--range", "all", "--precision", "binary16"]))
}

/// Runs of cases too long to be listed one by one.
pub(crate) fn runs() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        searched(&["exp", "--range", "-0x1p-60,0x1p-50", "--precision", "24", "--bits", "20"])
    })
}

/// A certificate as it is written.
pub(crate) fn text(certificate: &Certificate) -> String {
    json::text(certificate).expect("text")
}

/// A true certificate is accepted by both checkers.
pub(crate) fn check(certificate: &Certificate, options: &Options) -> Report {
    independent::accepts(text(certificate).as_bytes());
    second_search::verify(certificate, options)
        .unwrap_or_else(|diag| panic!("{}: {}\n{diag:?}", certificate.command, diag.message))
}

/// A sample that is drawn by a number that is always the same.
pub(crate) fn sampled() -> Options {
    Options { seed: Some(3), ..Options::default() }
}

pub(crate) fn full() -> Options {
    Options { full: true, ..sampled() }
}

// ---- forged ones ----

/// What is said of a certificate that was changed, with its digest made anew. The independent checker refuses it, too.
pub(crate) fn refusal(
    honest: &Certificate,
    options: &Options,
    change: impl FnOnce(&mut Certificate),
) -> String {
    let forged = forged(honest, change);
    independent::refuses(text(&forged).as_bytes());
    refusal_of(&forged, options)
}

/// What is said of a forgery that the independent checker does not see.
pub(crate) fn refusal_here(
    why: Unseen,
    honest: &Certificate,
    change: impl FnOnce(&mut Certificate),
) -> String {
    let forged = forged(honest, change);
    why.accepted(text(&forged).as_bytes());
    refusal_of(&forged, &sampled())
}

fn refusal_of(forged: &Certificate, options: &Options) -> String {
    match outcome(forged, options) {
        Ok(report) => panic!("accepted:\n{report}"),
        Err(diag) => diag.message,
    }
}

/// What is said of a certificate whose text was changed, where it can no longer be read.
pub(crate) fn unreadable(honest: &Certificate, from: &str, to: &str) -> String {
    let text = text(honest);
    let forged = text.replacen(from, to, 1);
    assert_ne!(forged, text, "nothing was changed");
    independent::refuses(forged.as_bytes());
    match verify::parse("forged.json", forged.as_bytes()) {
        Ok(_) => panic!("read: {to}"),
        Err(diag) => diag.message,
    }
}

/// A certificate that was changed, with its digest made anew.
pub(crate) fn forged(honest: &Certificate, change: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut forged = honest.clone();
    change(&mut forged);
    assert_ne!(forged, *honest, "nothing was changed");
    forged.digest = Some(forged.digest_of_rest());
    forged
}

/// What is said of a certificate that is read from its file.
pub(crate) fn outcome(certificate: &Certificate, options: &Options) -> Result<Report, Diag> {
    verify::parse("forged.json", text(certificate).as_bytes())
        .and_then(|certificate| second_search::verify(&certificate, options))
}

/// Takes the cases of a list that `is_kept` does not keep, and makes all counts and units agree.
pub(crate) fn keep_cases(c: &mut Certificate, mut is_kept: impl FnMut(usize) -> bool) {
    let found = c.found.as_mut().expect("findings");
    let mut number = 0;
    let gone: Vec<Finding> = found
        .cases
        .extract_if(.., |_| {
            number += 1;
            !is_kept(number - 1)
        })
        .collect();
    c.cases = found.cases.len();
    for case in gone {
        let own = c.units.iter_mut().find(|unit| {
            let is_in = |run: &RunEntry| {
                run.segment == case.segment && (run.from_index..run.to_index).contains(&case.index)
            };
            unit.runs.iter().any(is_in)
        });
        if let Some(unit) = own {
            unit.cases -= 1;
        }
    }
}

/// A forgery of the campaign's certificate, refused with all of `parts` in the message.
pub(crate) fn refused(parts: &[&str], change: impl FnOnce(&mut Certificate)) {
    says(&refusal(campaign(), &sampled(), change), parts);
}

/// A forgery of the campaign's certificate that the independent checker does not see.
pub(crate) fn refused_here(why: Unseen, parts: &[&str], change: impl FnOnce(&mut Certificate)) {
    says(&refusal_here(why, campaign(), change), parts);
}

pub(crate) fn says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

/// Input `index` of [1, 2) with 20 bits.
pub(crate) fn hex(index: u64) -> String {
    let digits = format!("{:05x}", index << 1);
    match digits.trim_end_matches('0') {
        "" => "0x1p+0".into(),
        digits => format!("0x1.{digits}p+0"),
    }
}

/// Takes the last inputs from a run, and says so in all three ways.
pub(crate) fn shorten(run: &mut RunEntry, by: u64) {
    run.to_index -= by;
    run.last = hex(run.to_index - 1);
}

pub(crate) fn bound(certificate: &mut Certificate, name: BoundName) -> &mut BoundEntry {
    let mut bounds = certificate.spans[0].bounds.iter_mut();
    bounds.find(|bound| bound.name == name).expect("a bound of that name")
}

pub(crate) fn refused_whole(
    parts: &[&str],
    options: &Options,
    change: impl FnOnce(&mut Certificate),
) {
    says(&refusal(whole_format(), options, change), parts);
}
