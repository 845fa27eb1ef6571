//! Runs the program, and reads what it says.

use crate::said::said;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"));
    // Kernels that the tests compile are kept with the build; in the user's cache where others can change the build.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    if let Ok(cache) = tmd_runtime::private_directory(&cache) {
        command.env("TMD_CACHE_DIR", cache);
    }
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program runs")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Runs what must succeed, and returns what it prints.
pub(crate) fn good(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{}", stderr(&output));
    // On a busy machine anything may take so long that the program says what it does.
    let said = stderr(&output);
    let news = said.lines().find(|line| !line.ends_with(" s now"));
    assert_eq!(news, None, "{arguments:?}");
    stdout(&output)
}

/// Runs what must be refused, and checks that the message says all of `parts`.
pub(crate) fn refused(arguments: &[&str], parts: &[&str]) {
    let output = run(arguments);
    check_refused(&output, &format!("{arguments:?}"), parts);
}

pub(crate) fn check_refused(output: &Output, what: &str, parts: &[&str]) {
    let report = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{what}\n{report}");
    assert_eq!(stdout(output), "", "{what}");
    assert!(!report.contains("panicked"), "{what}\n{report}");
    let words = said(&output.stderr);
    for part in parts {
        assert!(words.contains(part), "{what}: no {part:?} in\n{report}");
    }
}

/// A directory for the files of one test, empty at first.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("scratch directory");
        Scratch(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

/// A search that takes no time.
const SMALL: [&str; 6] = ["search", "exp", "--binade", "1,2", "--precision", "11"];

pub(crate) fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SMALL.iter().copied().chain(more.iter().copied()).collect()
}

pub(crate) fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

pub(crate) fn xs(document: &Value) -> Vec<&str> {
    let cases = document["cases"].as_array().expect("cases");
    cases.iter().map(|case| case["x"].as_str().expect("x")).collect()
}
