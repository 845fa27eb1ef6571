//! The program, called with certificates as files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// What the program says of a certificate, and its exit code.
pub(crate) fn check(name: &str, text: &str, more: &[&str]) -> (Option<i32>, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json"));
    fs::write(&path, text).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_tmd-check")).arg(&path).args(more).output();
    let Output { status, stdout, stderr } = output.expect("the program runs");
    assert!(!String::from_utf8_lossy(&stderr).contains("panicked"), "{name}");
    (status.code(), String::from_utf8(stdout).expect("UTF-8"))
}
