//! `--asymptote` on the command line: searches, campaigns, the atlas, and what is said of bad lists.

mod said;

use said::said;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program, in a folder.
fn program(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tmd-codegen"))
        .args(args)
        .current_dir(dir)
        .env("TMD_CACHE_DIR", dir.join("cache"))
        .output()
        .expect("the program")
}

fn done(dir: &Path, args: &[&str]) -> String {
    let output = program(dir, args);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {text}");
    String::from_utf8(output.stdout).expect("text") + &text
}

/// What is said of bad input, with exit code 2.
fn refused(dir: &Path, args: &[&str]) -> String {
    let output = program(dir, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    said(&output.stderr)
}

/// A search of a format of 14 bits.
fn asked<'a>(function: &'a str, bits: &'a str) -> Vec<&'a str> {
    let range = ["--range", "8,32", "--precision", "14", "--bits", bits, "--direct", "off"];
    [function].into_iter().chain(range).chain(["--target", "interpreter"]).collect()
}

fn search(function: &str, bits: &str, more: &[&str]) -> Vec<String> {
    let own = asked(function, bits);
    ["search"].iter().chain(&own).chain(more).map(|word| (*word).to_owned()).collect()
}

fn run(dir: &Path, words: &[String]) -> String {
    done(dir, &words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A folder with the certificate of a search of exp.
fn with_list() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_owned();
    run(&dir, &search("exp", "5", &["--certificate", "exp.json"]));
    (folder, dir)
}

#[test]
fn a_search_and_a_campaign_say_the_same_with_a_list() {
    let (_folder, dir) = with_list();
    run(&dir, &search("sinh", "6", &["--cases", "by-search.wc"]));
    let list = ["--asymptote", "exp.json"];
    let outputs = ["--cases", "by-list.wc", "--certificate", "sinh.json"];
    let said = run(&dir, &search("sinh", "6", &[&list[..], &outputs].concat()));
    assert!(said.contains("by the cases of exp(x) with at least 5 identical bits"), "{said}");
    let verified = done(&dir, &["verify", "sinh.json", "--asymptote", "exp.json"]);
    assert!(verified.contains("those that are cases here are listed"), "{verified}");

    let own = asked("sinh", "6");
    let new = ["campaign", "new", "--dir", "c", "--unit-seconds", "1e-6"];
    let said = done(&dir, &[&new[..], &own, &list].concat());
    assert!(said.contains("not in the units: 8,192 inputs, by the cases of exp(x)"), "{said}");
    done(&dir, &["campaign", "run", "c"]);
    done(&dir, &["campaign", "report", "c"]);
    let merge = ["campaign", "merge", "c", "--cases", "merged.wc", "--certificate", "merged.json"];
    done(&dir, &merge);
    done(&dir, &["verify", "merged.json", "--asymptote", "exp.json", "--full"]);

    // The lists are the same but for what they say of how they came about.
    let cases = |name: &str| {
        let text = std::fs::read_to_string(dir.join(name)).expect("a list");
        let own = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned);
        own.collect::<Vec<String>>()
    };
    assert!(cases("by-search.wc").len() > 200);
    assert_eq!(cases("by-list.wc"), cases("by-search.wc"));
    assert_eq!(cases("merged.wc"), cases("by-search.wc"));

    // A list that was changed, or is not there, is noticed.
    let copy = dir.join("c/asymptote.json");
    let text = std::fs::read_to_string(&copy).expect("the list");
    let line = text.lines().find(|line| line.contains("0x1.")).expect("a case");
    std::fs::write(&copy, text.replacen(&format!("{line}\n"), "", 1)).expect("written");
    assert!(refused(&dir, &merge).contains("not the list of this campaign"));
    std::fs::write(&copy, "{}").expect("written");
    assert!(refused(&dir, &merge).contains("not a list of cases"));
    std::fs::remove_file(&copy).expect("removed");
    assert!(refused(&dir, &merge).contains("cannot read"));
}

#[test]
fn a_kept_search_is_one_with_the_same_list() {
    let (_folder, dir) = with_list();
    let list = ["--asymptote", "exp.json"];
    let kept = ["--campaign", "kept", "--certificate", "kept.json"];
    let with = search("sinh", "6", &[&list[..], &kept].concat());
    run(&dir, &with);
    // Again: everything is there.
    run(&dir, &with);
    let without = search("sinh", "6", &kept);
    let said = refused(&dir, &without.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("with another list of an asymptote's"), "{said}");
}

#[test]
fn bad_lists_are_refused() {
    let (_folder, dir) = with_list();
    std::fs::write(dir.join("none.json"), "[]").expect("written");
    let of = |function: &str, bits: &str, list: &str| {
        let words = search(function, bits, &["--asymptote", list]);
        refused(&dir, &words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for (function, bits, list, part) in [
        ("sinh", "6", "missing.json", "missing.json"),
        ("sinh", "6", "none.json", "is not a certificate"),
        ("sinh", "5", "exp.json", "has not all with 5"),
        ("tanh", "6", "exp.json", "has none that is known"),
        ("acosh", "6", "exp.json", "approaches log(x)"),
    ] {
        let said = of(function, bits, list);
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// A list of the atlas, and that of a certificate of the same search, are the same.
#[test]
fn an_entry_of_the_atlas_is_such_a_list() {
    let scratch = tempfile::tempdir().expect("a folder");
    let atlas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas");
    let entry = atlas.join("binary16/exp.json");
    let of_entry = tmd_codegen::atlas::asymptote::source(&entry).expect("a list");
    let certificate = scratch.path().join("exp.json");
    let written = certificate.display().to_string();
    let search = ["search", "exp", "--range", "all", "--precision", "binary16"];
    let bits = of_entry.bits.to_string();
    let more = ["--bits", &bits, "--target", "interpreter", "--certificate", &written];
    done(scratch.path(), &[&search[..], &more].concat());
    let of_certificate = tmd_codegen::atlas::asymptote::source(&certificate).expect("a list");
    assert_eq!(of_entry, of_certificate);
    assert!(of_entry.cases.len() > 100 && !of_entry.runs.is_empty());
}
