//! `explain` knows the words that reports print, and the list of them is one of words that they print.

use std::process::{Command, Stdio};
use tmd_codegen::explain;
use tmd_codegen::output::table::WORDS;

/// Commands whose texts have all the words.
const COMMANDS: &[&[&str]] = &[
    &["search", "atanpi", "--range", "-2^60,2^60", "--precision", "24", "--bits", "20"],
    &["search", "exp", "--binade", "1,2", "--precision", "24", "--with-inverse"],
    &["search", "log", "--range", "-1,1", "--precision", "binary16"],
    &["plan", "exp", "--range", "all"],
    &["plan", "log", "--range", "-1,1", "--precision", "binary16"],
    &["plan", "exp", "--binade", "1,2", "--precision", "24", "--test", "regular"],
];

/// What a command prints, which must succeed.
fn good(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"));
    let output = command.args(arguments).stdin(Stdio::null()).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn nothing_is_marked_where_no_terminal_is() {
    for command in COMMANDS {
        assert!(!good(command).contains('\x1b'), "{command:?}");
    }
}

#[test]
fn every_word_of_a_report_is_explained() {
    let texts: Vec<String> = COMMANDS.iter().map(|command| good(command)).collect();
    // Words may stand on both sides of the end of a line.
    let all = texts.join("\n").split_whitespace().collect::<Vec<_>>().join(" ");
    let unknown: Vec<_> = WORDS.iter().filter(|word| explain::find(word).is_err()).collect();
    assert!(unknown.is_empty(), "not explained: {unknown:?}");
    let unused: Vec<_> = WORDS.iter().filter(|word| !all.contains(**word)).collect();
    assert!(unused.is_empty(), "in no text: {unused:?}\n{}", texts.join("\n"));
}
