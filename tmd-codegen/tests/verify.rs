//! What is true is accepted; what is not is refused, and the refusal names the lie.
//!
//! Every forger here is a careful one: the certificate's digest is made anew after it was changed.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::{fs, process};
use tmd_codegen::campaign::worker::{self, Work};
use tmd_codegen::campaign::{Campaign, kept};
use tmd_codegen::confirm::{CaseKind, Verdict};
use tmd_codegen::diag::DiagKind;
use tmd_codegen::distance::Distance;
use tmd_codegen::load::{self, LoadOptions};
use tmd_codegen::output::Results;
use tmd_codegen::output::certificate::{BoundEntry, Certificate, RunEntry};
use tmd_codegen::output::json;
use tmd_codegen::request::{Request, command_line};
use tmd_codegen::verify::{self, Options, Report};
use tmd_codegen::{plan, search};

// ---- honest certificates ----

fn request(words: &[&str]) -> Request {
    let words = words.iter().copied().chain(["--target", "interpreter"]);
    command_line::parse(words).and_then(|args| args.request()).expect("request")
}

fn load(plan: plan::Plan) -> load::Loaded {
    let options = LoadOptions { target: "interpreter".into(), ..LoadOptions::default() };
    load::load(plan, &options, "test").expect("kernels")
}

/// The certificate of a search.
fn searched(words: &[&str]) -> Certificate {
    let request = request(words);
    let loaded = load(plan::make(&request).expect("plan"));
    let plan = &loaded.plan;
    let report = search::run(plan, &loaded.kernels, &tmd_runtime::Options::default(), &());
    assert!(report.error.is_none(), "{words:?}");
    let command = request.command("search");
    Certificate::new(Results { plan, report: &report, command: &command, units: &[] })
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("verify-{name}"))
}

/// The certificate of a search that is kept in a campaign of several units, of which a first worker does some.
/// Then it is stopped, or goes on to its end.
fn certified(name: &str, first: Work, is_stopped: bool) -> Certificate {
    let dir = scratch(&format!("{name}-{}", process::id()));
    let _ = fs::remove_dir_all(&dir); // an earlier test's, if there is one
    let request = request(&["exp", "--binade", "1,2", "--precision", "20", "--bits", "10"]);
    let campaign = Campaign::create(&dir, &request, 1e-9).expect("campaign");
    let kernels = load(campaign.plan.clone()).kernels;
    worker::run(&campaign, &kernels, &first, &()).expect("work");
    let options = tmd_runtime::Options::default();
    options.stop.store(is_stopped, Ordering::Relaxed);
    let (report, units) = kept::search(&campaign, &kernels, &options, &());
    let (plan, command) = (&campaign.plan, request.command("search"));
    let certificate =
        Certificate::new(Results { plan, report: &report, command: &command, units: &units });
    let _ = fs::remove_dir_all(&dir); // what is left is in a scratch folder
    certificate
}

/// The certificate of a campaign of several units.
fn campaign() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| certified("campaign", Work { most: 2, ..Work::default() }, false))
}

/// Drifts, decided inputs, and inputs that are examined directly.
fn whole_format() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| searched(&["exp", "--range", "all", "--precision", "binary16"]))
}

/// Runs of cases too long to be listed one by one.
fn runs() -> &'static Certificate {
    static CERTIFICATE: OnceLock<Certificate> = OnceLock::new();
    CERTIFICATE.get_or_init(|| {
        searched(&["exp", "--range", "-0x1p-60,0x1p-50", "--precision", "24", "--bits", "20"])
    })
}

fn check(certificate: &Certificate, options: &Options) -> Report {
    verify::verify(certificate, options)
        .unwrap_or_else(|diag| panic!("{}: {}\n{diag:?}", certificate.command, diag.message))
}

const FULL: Options = Options { full: true, seconds: 20.0, seed: 3 };

#[test]
fn campaigns_are_accepted() {
    let certificate = campaign();
    assert!(certificate.units.len() >= 3, "{} units", certificate.units.len());
    assert!(certificate.cases >= 100, "{} cases", certificate.cases);
    for options in [Options::default(), Options { seed: 77, ..Options::default() }, FULL] {
        let report = check(certificate, &options).to_string();
        assert!(report.contains("units tile them"), "{report}");
    }
}

#[test]
fn stopped_campaigns_are_accepted() {
    // Half of all units, and not the first ones.
    let first = Work { share: 1, shares: 3, most: campaign().units.len() / 2, ..Work::default() };
    let certificate = certified("stopped", first, true);
    assert!(!certificate.complete && !certificate.gaps.is_empty());
    assert!(certificate.units[0].number > 0 && certificate.cases > 0);
    for options in [Options::default(), FULL] {
        check(&certificate, &options);
    }
}

#[test]
fn whole_formats_are_accepted() {
    let certificate = whole_format();
    assert!(!certificate.drifts.is_empty() && !certificate.decided.is_empty());
    check(certificate, &Options::default());
    let report = check(certificate, &FULL).to_string();
    assert!(report.contains("judged one by one"), "{report}");
}

#[test]
fn runs_are_accepted() {
    assert!(!runs().found.as_ref().unwrap().runs.is_empty());
    check(runs(), &Options::default());
}

#[test]
fn all_kinds_of_searches_are_accepted() {
    let requests: [&[&str]; 8] = [
        // Nothing comes to the second stage of its kernels.
        &["sin", "--range", "0x1p0,0x1.000001p0", "--precision", "53", "--bits", "36"],
        &["exp", "--range", "all", "--precision", "bfloat16"],
        &["exp(x) * sin(x)", "--range", "-2,-1", "--precision", "11", "--bits", "5"],
        &["sqrt", "--binade", "1,2", "--precision", "11", "--bits", "8"],
        &["log", "--range", "0.5,2", "--precision", "12", "--bits", "6", "--rounding", "directed"],
        &["exp", "--binade", "1,2", "--precision", "14", "--bits", "6", "--with-inverse"],
        &["sin", "--range", "0x1p0,0x1.00000000001p0", "--precision", "53", "--bits", "8"],
        &["exp2", "--range", "-3,4", "--precision", "9", "--bits", "5"],
    ];
    for words in requests {
        let certificate = searched(words);
        for options in [Options::default(), FULL] {
            check(&certificate, &options);
        }
    }
}

#[test]
fn what_was_written_is_read_again() {
    let text = json::text(campaign()).expect("text");
    let read = verify::parse("c.json", text.as_bytes()).expect("read");
    assert_eq!(read, *campaign());
}

// ---- forged ones ----

/// What is said of a certificate that was changed, with its digest made anew.
fn refusal(
    honest: &Certificate,
    options: &Options,
    change: impl FnOnce(&mut Certificate),
) -> String {
    let mut forged = honest.clone();
    change(&mut forged);
    assert_ne!(forged, *honest, "nothing was changed");
    forged.digest = Some(forged.digest_of_rest());
    // As it would be read from its file.
    let text = json::text(&forged).expect("text");
    let refused = verify::parse("forged.json", text.as_bytes())
        .and_then(|certificate| verify::verify(&certificate, options));
    match refused {
        Ok(report) => panic!("accepted:\n{report}"),
        Err(diag) => diag.message,
    }
}

/// A forgery of the campaign's certificate, refused with all of `parts` in the message.
fn refused(parts: &[&str], change: impl FnOnce(&mut Certificate)) {
    says(&refusal(campaign(), &Options::default(), change), parts);
}

fn says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

/// Takes the last inputs from a run, and says so in all three ways.
fn shorten(run: &mut RunEntry, by: u64) {
    run.to_index -= by;
    // Inputs of [1, 2) with 20 bits.
    run.last = format!("0x1.{:05x}p+0", (run.to_index - 1) << 1);
    let digits = run.last.trim_end_matches("p+0").trim_end_matches('0').to_owned();
    run.last = format!("{}p+0", digits.trim_end_matches('.'));
}

fn bound<'a>(certificate: &'a mut Certificate, name: &str) -> &'a mut BoundEntry {
    let mut bounds = certificate.spans[0].bounds.iter_mut();
    bounds.find(|bound| bound.name == name).expect("a bound of that name")
}

#[test]
fn a_range_cut_short() {
    refused(&["covered runs and gaps leave out", "10 inputs"], |c| {
        shorten(c.covered.last_mut().unwrap(), 10);
        c.covered_inputs -= 10;
    });
}

#[test]
fn a_gap_that_is_kept_quiet() {
    refused(&["is said to be complete", "is a gap"], |c| {
        let run = c.covered.last_mut().unwrap();
        let mut gap = run.clone();
        shorten(run, 10);
        gap.from_index = run.to_index;
        gap.first = format!("0x1.{:05x}p+0", gap.from_index << 1);
        c.gaps.push(gap);
        c.covered_inputs -= 10;
    });
}

#[test]
fn more_inputs_than_there_are() {
    refused(&["is said to have", "inputs; it has 524288"], |c| c.inputs += 1);
}

#[test]
fn more_inputs_covered_than_the_runs_have() {
    refused(&["inputs are said to be covered"], |c| c.covered_inputs += 5);
}

#[test]
fn an_input_covered_twice() {
    refused(&["overlap"], |c| {
        let first = c.covered[0].clone();
        c.covered_inputs += u128::from(first.to_index - first.from_index);
        c.covered.push(first);
    });
}

#[test]
fn a_run_whose_ends_are_not_its_indices() {
    refused(&["is no run of inputs", "input 0 of segment 0"], |c| {
        c.covered[0].first = "0x1.8p+0".into();
    });
}

#[test]
fn a_span_left_out_of_the_plan() {
    refused(&["spans of the plan leave out"], |c| {
        c.spans.pop();
    });
}

#[test]
fn another_range() {
    refused(&["the range is said to be"], |c| c.range = "2,4".into());
}

#[test]
fn another_function() {
    refused(&["the function is said to be"], |c| c.function = "log(x)".into());
}

#[test]
fn another_function_throughout() {
    let message = refusal(campaign(), &Options::default(), |c| {
        c.function = c.function.replace("exp", "exp2");
        c.request.insert("function".into(), "exp2".into());
        c.command = c.command.replace("search exp", "search exp2");
    });
    assert!(message.contains("derivative") || message.contains("span"), "{message}");
}

#[test]
fn another_command() {
    refused(&["the command is said to be", "--bits 12"], |c| {
        c.command = c.command.replace("--bits 10", "--bits 12");
    });
}

#[test]
fn another_epsilon() {
    refused(&["ε in bits is said to be 8"], |c| c.epsilon_bits = 8);
}

#[test]
fn another_rounding() {
    refused(&["the rounding is said to be directed"], |c| c.rounding = "directed".into());
}

#[test]
fn another_format() {
    refused(&["the input format is said to be", "precision 21"], |c| c.input_format.precision = 21);
}

#[test]
fn a_case_left_out() {
    let inside = |c: &mut Certificate| {
        let found = c.found.as_mut().unwrap();
        found.cases.remove(found.cases.len() / 2);
        c.cases -= 1;
    };
    // The unit's count tells it at once,
    refused(&["cases", "are in it"], inside);
    // and, where that was changed too, the second search.
    let message = refusal(campaign(), &FULL, |c| {
        let found = c.found.as_mut().unwrap();
        let gone = found.cases.remove(found.cases.len() / 2);
        c.cases -= 1;
        let own = c.units.iter_mut().find(|unit| {
            unit.runs.iter().any(|run| (run.from_index..run.to_index).contains(&gone.index))
        });
        own.unwrap().cases -= 1;
    });
    says(&message, &["is not listed: a case was left out"]);
}

#[test]
fn a_case_left_out_of_a_sample() {
    // The default seconds are enough for all of so small a search.
    let message = refusal(campaign(), &Options::default(), |c| {
        let found = c.found.as_mut().unwrap();
        let gone = found.cases.pop().unwrap();
        c.cases -= 1;
        let own = c.units.iter_mut().find(|unit| {
            unit.runs.iter().any(|run| (run.from_index..run.to_index).contains(&gone.index))
        });
        own.unwrap().cases -= 1;
    });
    says(&message, &["is not listed: a case was left out"]);
}

#[test]
fn a_case_that_is_none() {
    refused(&["is said to be a", "no case"], |c| {
        let found = c.found.as_mut().unwrap();
        let mut case = found.cases[0].clone();
        let next = case.index + 1;
        let follows = found.cases.get(1).is_none_or(|other| other.index > next);
        assert!(follows, "the second case is no neighbour of the first");
        case.index = next;
        case.x = format!("0x1.{:05x}p+0", next << 1);
        found.cases.insert(1, case);
        c.cases += 1;
    });
}

fn half(distance: Distance) -> Distance {
    Distance::of(&(distance.to_float() / 2u32))
}

#[test]
fn a_case_at_another_distance() {
    refused(&["its distance is"], |c| {
        let Verdict::Hard { distance, .. } = &mut c.found.as_mut().unwrap().cases[3].verdict else {
            panic!("a case");
        };
        *distance = half(*distance);
    });
}

#[test]
fn a_case_of_another_kind() {
    refused(&["near to a breakpoint of the kind"], |c| {
        let Verdict::Hard { kind, .. } = &mut c.found.as_mut().unwrap().cases[3].verdict else {
            panic!("a case");
        };
        *kind = match kind {
            CaseKind::Nearest => CaseKind::Directed,
            _ => CaseKind::Nearest,
        };
    });
}

#[test]
fn a_case_with_more_identical_bits() {
    refused(&["identical bits; it has"], |c| {
        let verdict = &mut c.found.as_mut().unwrap().cases[3].verdict;
        let Verdict::Hard { identical_bits, .. } = verdict else { panic!("a case") };
        *identical_bits += 1;
    });
}

#[test]
fn a_case_of_an_index_beyond_all() {
    refused(&["is not among the inputs that were covered"], |c| {
        c.found.as_mut().unwrap().cases.last_mut().unwrap().index = u64::MAX;
    });
}

#[test]
fn a_run_at_other_distances() {
    let message = refusal(runs(), &Options::default(), |c| {
        let run = &mut c.found.as_mut().unwrap().runs[0].run;
        let tmd_codegen::drift::RunKind::Hard { least, .. } = &mut run.what else {
            panic!("a run of cases");
        };
        *least = half(*least);
    });
    says(&message, &["a run of", "is not listed as it is found"]);
}

#[test]
fn a_case_listed_twice() {
    refused(&["is listed twice"], |c| {
        let found = c.found.as_mut().unwrap();
        found.cases.insert(0, found.cases[0].clone());
        c.cases += 1;
    });
}

#[test]
fn a_case_called_by_another_number() {
    refused(&["is not input"], |c| c.found.as_mut().unwrap().cases[0].index += 1);
}

#[test]
fn more_cases_than_are_listed() {
    refused(&["cases are told, but"], |c| c.cases += 1);
}

#[test]
fn a_bound_loosened() {
    // Smaller than can be proved: a kernel that loses cases would seem to lose none.
    refused(&["Taylor remainder", "can be proved"], |c| {
        let bound = bound(c, "Taylor remainder");
        bound.value /= 4.0;
    });
}

#[test]
fn a_bound_that_its_formula_does_not_give() {
    refused(&["threshold ε", "its formula gives"], |c| bound(c, "threshold ε").value *= 4.0);
}

#[test]
fn a_bound_left_out() {
    refused(&["the bound `Taylor remainder` is missing"], |c| {
        c.spans[0].bounds.retain(|bound| bound.name != "Taylor remainder");
    });
}

#[test]
fn a_bound_of_another_name() {
    refused(&["there is no bound called `goodwill`"], |c| {
        let mut bound = c.spans[0].bounds[0].clone();
        bound.name = "goodwill".into();
        c.spans[0].bounds.push(bound);
    });
}

#[test]
fn a_derivative_said_to_be_small() {
    refused(&["the bound of derivative 2 on span 0"], |c| {
        c.spans[0].model.derivatives[2] /= 16.0;
    });
}

#[test]
fn a_curvature_said_to_be_large() {
    refused(&["the curvature on span 0 is said to be at least"], |c| {
        let least = c.spans[0].model.least_curvature.as_mut().expect("exp bends");
        *least *= 16.0;
    });
}

#[test]
fn another_spacing() {
    let message = refusal(campaign(), &Options::default(), |c| c.spans[0].spacing += 1);
    assert!(message.contains("span 0"), "{message}");
}

#[test]
fn a_threshold_lowered() {
    use tmd_codegen::plan::Check;
    refused(&["the bounds sum up to", "the kernel's threshold covers only"], |c| {
        match &mut c.kernels[c.spans[0].kernel].stages[0].check {
            Check::Exists { threshold, .. } => *threshold -= *threshold / 2,
            Check::Arcs(arcs) => arcs.threshold /= 2,
            Check::Compare { threshold } => *threshold.last_mut().unwrap() /= 2,
        }
    });
}

#[test]
fn a_kernel_of_another_geometry() {
    refused(&["kernel 0 cannot be"], |c| c.kernels[0].stages[0].part_inputs *= 2);
}

#[test]
fn another_plan() {
    refused(&["plan"], |c| {
        let units = std::mem::take(&mut c.units);
        assert!(!units.is_empty());
        c.plan_hash = "0".repeat(64);
    });
}

#[test]
fn a_unit_copied() {
    refused(&["unit 0 stands where unit 1 belongs"], |c| {
        let first = c.units[0].clone();
        c.units[1] = first;
    });
    refused(&["units overlap"], |c| {
        c.units[1].runs = c.units[0].runs.clone();
        c.units[1].id = c.units[0].id.clone();
    });
}

#[test]
fn a_unit_left_out() {
    refused(&["the units do not tile what is covered"], |c| {
        c.units.pop();
    });
}

#[test]
fn a_unit_by_the_id_of_another() {
    refused(&["the id of unit 1 is not that of its plan"], |c| {
        c.units[1].id = c.units[0].id.clone();
    });
}

#[test]
fn a_unit_without_its_canaries() {
    refused(&["planted cases"], |c| c.units[1].canaries = 0);
}

#[test]
fn a_unit_with_other_cases() {
    refused(&["unit 1 is said to have"], |c| c.units[1].cases += 1);
}

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
    let message = refusal(campaign(), &Options::default(), |c| {
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
fn a_digest_of_another_certificate() {
    let mut forged = campaign().clone();
    forged.digest = Some("0".repeat(64));
    let diag = verify::verify(&forged, &Options::default()).expect_err("refused");
    assert_eq!(diag.kind, DiagKind::Refuted);
    says(&diag.message, &["the digest is not that of the certificate"]);
}

#[test]
fn a_certificate_without_its_findings() {
    refused(&["there is no list of findings"], |c| c.found = None);
}

// ---- forged ones of a whole format ----

fn refused_whole(parts: &[&str], options: &Options, change: impl FnOnce(&mut Certificate)) {
    says(&refusal(whole_format(), options, change), parts);
}

#[test]
fn a_drift_said_to_be_slower() {
    refused_whole(&["drift", "its enclosure reaches"], &Options::default(), |c| {
        let fast = c.drifts.iter_mut().find(|drift| drift.reach.value > 1e-6);
        fast.expect("a drift").reach.value /= 64.0;
    });
}

#[test]
fn inputs_said_to_be_decided() {
    use tmd_codegen::plan::Decision;
    refused_whole(&["it is said that f"], &Options::default(), |c| {
        let decided = c.decided.iter_mut().find(|entry| entry.decision == Decision::Overflow);
        decided.expect("exp overflows").decision = Decision::Undefined;
    });
}

#[test]
fn a_run_left_out() {
    let message = refusal(runs(), &Options::default(), |c| {
        let gone = c.found.as_mut().unwrap().runs.pop().expect("a run").run;
        c.cases_in_runs -= u128::from(gone.count());
    });
    says(&message, &["a run of", "is not listed as it is found"]);
}

#[test]
fn a_run_made_longer() {
    let message = refusal(runs(), &Options::default(), |c| {
        c.found.as_mut().unwrap().runs[0].run.inputs.end += 1;
        c.cases_in_runs += 1;
    });
    says(&message, &["run 0, from", "its ends are not those of its indices"]);
}

#[test]
fn an_exact_case_left_out() {
    refused_whole(&["exact", "is not listed"], &FULL, |c| {
        let found = c.found.as_mut().unwrap();
        let runs = found.runs.len();
        match found.exact.pop() {
            Some(_) => c.exact_cases -= 1,
            None => {
                let is_exact = |run: &tmd_codegen::output::certificate::FoundRun| {
                    matches!(run.run.what, tmd_codegen::drift::RunKind::Exact)
                };
                found.runs.retain(|run| !is_exact(run));
                assert!(found.runs.len() < runs, "exp(0) = 1");
            }
        }
    });
}

// ---- the command ----

fn program(arguments: &[&str]) -> process::Output {
    process::Command::new(env!("CARGO_BIN_EXE_tmd-codegen"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs")
}

#[test]
fn the_command_accepts_and_refuses() {
    let (true_path, false_path) = (scratch("true.json"), scratch("false.json"));
    let write = |path: &Path, certificate: &Certificate| {
        fs::write(path, json::text(certificate).expect("text")).expect("written");
    };
    write(&true_path, whole_format());
    let mut forged = whole_format().clone();
    forged.complete = false;
    forged.covered_inputs -= 1;
    write(&false_path, &forged);

    let accepted =
        program(&["verify", true_path.to_str().unwrap(), "--seconds", "1", "--seed", "9"]);
    assert_eq!(accepted.status.code(), Some(0));
    let table = String::from_utf8(accepted.stdout).expect("text");
    says(&table, &["request", "all covered, once", "judged from their text by MPFR"]);

    for (path, part) in [
        (false_path.to_str().unwrap(), "inputs are said to be covered"),
        ("/no/such/certificate", "/no/such/certificate"),
    ] {
        let refused = program(&["verify", path]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(refused.stdout.is_empty());
        let message = String::from_utf8(refused.stderr).expect("text");
        let words: Vec<&str> = message.split_whitespace().filter(|word| *word != "│").collect();
        says(&words.join(" "), &[part]);
    }
}

// ---- what is no certificate ----

fn unreadable(bytes: &[u8], parts: &[&str]) {
    let diag = verify::parse("c.json", bytes).expect_err("refused");
    assert_eq!(diag.kind, DiagKind::Syntax);
    says(&diag.message, parts);
}

#[test]
fn what_is_no_certificate() {
    unreadable(b"", &["c.json is no certificate"]);
    unreadable(&[0xff, 0xfe], &["c.json is no text"]);
    unreadable(b"[[[[", &["c.json is no certificate"]);
    unreadable(br#"{"schema": 1}"#, &["schema 1, not 3"]);
    unreadable(br#"{"schema": 3}"#, &["c.json is no certificate", "missing field"]);
    unreadable(&b"[".repeat(1 << 20), &["c.json is no certificate"]);
    let text = json::text(campaign()).expect("text");
    let more = text.replacen('{', "{\"blessed\": true,", 1);
    unreadable(more.as_bytes(), &["holds what no certificate has"]);
    unreadable(&text.as_bytes()[..text.len() / 2], &["c.json is no certificate"]);
}

/// Whatever number is changed to whatever other: a refusal, never a panic.
#[test]
fn numbers_of_all_sizes() {
    let inverse = ["exp", "--binade", "1,2", "--precision", "12", "--bits", "6", "--with-inverse"];
    for honest in [&searched(&inverse), campaign(), whole_format(), runs()] {
        numbers_changed(honest);
    }
}

fn numbers_changed(honest: &Certificate) {
    let strange =
        ["0", "1", "65", "18446744073709551615", "-1.5", "1e308", "5e-324", "4294967295", "0.0"];
    let text = serde_json::to_string(honest).expect("text");
    let numbers: Vec<(usize, usize)> = numbers(&text);
    for number in 0..120 {
        // A prime, so that all parts of the text are reached, whatever its length.
        let (start, end) = numbers[number * 7919 % numbers.len()];
        let other = strange[number % strange.len()];
        let forged = [&text[..start], other, &text[end..]].concat();
        let Ok(mut certificate) = verify::parse("c.json", forged.as_bytes()) else { continue };
        if certificate == *honest {
            continue;
        }
        certificate.digest = Some(certificate.digest_of_rest());
        let refused = verify::verify(&certificate, &Options::default());
        let place = &text[start.saturating_sub(60)..end];
        assert!(refused.is_err(), "{other} was accepted instead of the end of {place}");
    }
}

/// Where the numbers of a JSON text are, those in strings left out.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut places = vec![];
    let (mut inside, mut start) = (false, None);
    for (at, c) in text.char_indices() {
        let is_part = c.is_ascii_digit() || ['-', '.', 'e', '+'].contains(&c);
        match (start, inside) {
            (None, false) if c.is_ascii_digit() || c == '-' => start = Some(at),
            (Some(begin), _) if !is_part => {
                places.push((begin, at));
                start = None;
            }
            _ => {}
        }
        if c == '"' {
            inside = !inside;
        }
    }
    places
}
