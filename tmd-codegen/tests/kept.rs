//! Results that were kept are never taken for those of another request, by the program as a user runs it.

mod said;

use said::said;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tmd_codegen::engine::ENGINE;

/// A search whose plan is the same with and without the cases of the inverse function, but for its hash.
const SEARCH: [&str; 10] = [
    "log",
    "--range",
    "4.1,4.11",
    "--precision",
    "24",
    "--rounding",
    "directed",
    "--bits",
    "6",
    "-q",
];

fn run(arguments: &[&[&str]]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    Command::new(env!("CARGO_BIN_EXE_tmd-codegen"))
        .args(arguments.concat())
        .env("TMD_CACHE_DIR", cache)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs")
}

fn good(arguments: &[&[&str]]) {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{message}");
}

/// Runs what must be refused with a message that holds all of `parts`.
fn refused(arguments: &[&[&str]], parts: &[&str]) {
    let output = run(arguments);
    let said = said(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}\n{said}");
    for part in parts {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
}

fn inverse_cases(json: &str) -> usize {
    let text = fs::read_to_string(json).expect("read");
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["complete"], true);
    document["inverse_cases"].as_array().expect("a list").len()
}

#[test]
fn a_campaign_answers_its_own_request_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (first, json) = (path("first"), path("1.json"));
    good(&[&["search"], &SEARCH, &["--campaign", &first, "--json", &json]]);
    assert_eq!(inverse_cases(&json), 0);
    let (other, refused_json) = (["--with-inverse", "--campaign", &first], path("2.json"));
    let asked = ["another search", "tmd-codegen search log --range 4.1,4.11"];
    refused(&[&["search"], &SEARCH, &other, &["--json", &refused_json]], &asked);
    assert!(!Path::new(&refused_json).exists());
    // In a place of its own, it finds them.
    let (second, json) = (path("second"), path("3.json"));
    good(&[&["search"], &SEARCH, &["--with-inverse", "--campaign", &second, "--json", &json]]);
    assert_eq!(inverse_cases(&json), 640);
    // Units of the one are none of the other's.
    let units = |of: &str| Path::new(of).join("units/000");
    for entry in fs::read_dir(units(&first)).expect("units") {
        let entry = entry.expect("a unit");
        fs::copy(entry.path(), units(&second).join(entry.file_name())).expect("copied");
    }
    refused(&[&["campaign", "merge", &second, "-q"]], &["damaged", "of another plan"]);
}

#[test]
fn campaigns_of_other_versions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("campaign").display().to_string();
    good(&[&["search"], &SEARCH, &["--campaign", &dir]]);
    let charter = Path::new(&dir).join("campaign.toml");
    let text = fs::read_to_string(&charter).expect("read");
    let engine = format!("engine = {ENGINE}");
    for (from, to, part) in [
        ("schema = 2", "schema = 1", "schema 1, not 2"),
        (&engine, "engine = 1", "begun by engine 1"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        fs::write(&charter, changed).expect("written");
        let advice = "may have missed cases";
        refused(&[&["search"], &SEARCH, &["--campaign", &dir]], &[part, advice]);
        refused(&[&["campaign", "merge", &dir, "-q"]], &[part, advice]);
    }
    fs::write(&charter, text).expect("written");
    let unit = Path::new(&dir).join("units/000/0000000.json");
    let record = fs::read_to_string(&unit).expect("read");
    let body = record.lines().next().expect("a body").replace("\"schema\":2", "\"schema\":1");
    let sum = tmd_runtime::sha256_hex(body.as_bytes());
    fs::write(&unit, format!("{body}\n{sum}\n")).expect("written");
    refused(&[&["campaign", "merge", &dir, "-q"]], &["schema 1, not 2"]);
}
