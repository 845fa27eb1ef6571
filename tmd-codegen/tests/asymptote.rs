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
    assert!(said.contains("by the cases of exp(x) to 2^-5"), "{said}");
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
    let cases = text.find("\"cases\"").expect("cases");
    let comma = cases + text[cases..].find(',').expect("several");
    let first = cases + text[cases..].find("\"0x").expect("a case");
    std::fs::write(&copy, format!("{}{}", &text[..first], &text[comma + 1..])).expect("written");
    let said = refused(&dir, &merge);
    assert!(said.contains("not the list of this campaign"), "{said}");
    // So is one that claims more than it did.
    let longer = text.replace("\"bits\": 5", "\"bits\": 3");
    assert_ne!(longer, text);
    std::fs::write(&copy, longer).expect("written");
    assert!(refused(&dir, &merge).contains("not the list of this campaign"));
    std::fs::write(&copy, "{}").expect("written");
    assert!(refused(&dir, &merge).contains("not a list of cases"));
    std::fs::remove_file(&copy).expect("removed");
    assert!(refused(&dir, &merge).contains("cannot read"));
}

/// Plans are predicted with what the list spares; what speaks of all spans does not take one.
#[test]
fn a_plan_says_what_comes_from_a_list() {
    let (_folder, dir) = with_list();
    let plan = [&["plan"][..], &asked("sinh", "6"), &["--asymptote", "exp.json"]].concat();
    let said = done(&dir, &plan);
    let row = "  from a list     8,192 inputs, by the cases of exp(x) to 2^-5: not searched\n";
    assert!(said.contains(row), "{said}");
    let heading =
        "Not searched, for a list covers them: 8,192 inputs, by the cases of exp(x) to 2^-5\n";
    let said_all = done(&dir, &[&plan[..], &["--verbose"]].concat());
    assert!(said_all.contains(heading), "{said_all}");
    let time = |text: &str| {
        let line = text.lines().find(|line| line.contains("predicted time")).map(str::to_owned);
        line.expect("a time")
    };
    assert_ne!(time(&said), time(&done(&dir, &[&["plan"][..], &asked("sinh", "6")].concat())));
    for other in [&["--json", "-"][..], &["--svg", "-"], &["--explain"]] {
        let said = refused(&dir, &[&plan, other].concat());
        assert!(said.contains("cannot be used with"), "{said}");
    }
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
    // A list of which a case was taken away.
    let text = std::fs::read_to_string(dir.join("exp.json")).expect("the list");
    let mut changed: tmd_codegen::certificate::Certificate =
        serde_json::from_str(&text).expect("a certificate");
    changed.found.as_mut().expect("findings").cases.pop();
    let changed = tmd_codegen::json::text(&changed).expect("JSON");
    std::fs::write(dir.join("changed.json"), changed).expect("written");
    let of = |function: &str, bits: &str, list: &str| {
        let words = search(function, bits, &["--asymptote", list]);
        refused(&dir, &words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for (function, bits, list, part) in [
        ("sinh", "6", "missing.json", "missing.json"),
        ("sinh", "6", "none.json", "is not a certificate"),
        ("sinh", "5", "exp.json", "has not all to 2^-5"),
        ("sinh", "6", "changed.json", "was changed"),
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
    // An entry has neighbours that are alike as runs; where each was examined by itself, a certificate lists them.
    let number = |x: &String| tmd_codegen::spec::hexfloat::parse("a case", x).expect("a number");
    let is_in_run = |x: &String| {
        of_entry.runs.iter().any(|[a, b]| number(a) <= number(x) && number(x) <= number(b))
    };
    let isolated: Vec<&String> = of_certificate.cases.iter().filter(|x| !is_in_run(x)).collect();
    assert_eq!(isolated, of_entry.cases.iter().collect::<Vec<_>>());
    assert!(isolated.len() > 20 && !of_entry.runs.is_empty());
    let claims = |list: &tmd_codegen::plan::Source| {
        let tmd_codegen::plan::Source { function, input_format, rounding, bits, range, .. } = list;
        (function.clone(), input_format.clone(), rounding.clone(), *bits, range.clone())
    };
    assert_eq!(claims(&of_entry), claims(&of_certificate));
    // From within the atlas, too; elsewhere it is not one.
    let inside =
        tmd_codegen::atlas::asymptote::source(&atlas.join("binary16/../binary16/exp.json"));
    assert_eq!(inside, Ok(of_entry));
    let alone = scratch.path().join("alone.json");
    std::fs::copy(&entry, &alone).expect("a copy");
    let diag = tmd_codegen::atlas::asymptote::source(&alone).expect_err("refused");
    assert!(diag.message.contains("not where an atlas has it"), "{diag}");
}

/// Entries that take cases from another list of the atlas take them from the one that is there.
#[test]
fn lists_of_the_atlas_are_the_ones_that_others_rest_on() {
    let atlas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas");
    let atlas = tmd_codegen::atlas::Atlas::open(&atlas).expect("the atlas");
    let mut resting = vec![];
    for (entry, _) in atlas.entries().expect("entries") {
        let Some(taken) = &entry.asymptote else { continue };
        let function = taken.function.trim_end_matches("(x)");
        let other = tmd_codegen::atlas::Subject::new(function, &entry.format).expect("a subject");
        let list = atlas.source(&other).expect("a list");
        assert_eq!((&list.hash(), list.bits), (&taken.list, taken.bits), "{}", entry.function);
        resting.push(entry.function);
    }
    println!("{resting:?} rest on other lists");
    assert!(!resting.is_empty());
}

/// From 2^64 to 2^127 all binades have the same significands, since log2(2x) = log2 x + 1, and only half as many as chance gives: both
/// checkers compare what comes from a list with chance, too, and see how often it comes again.
#[test]
fn cases_from_a_list_are_compared_with_chance() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path();
    let search = |function, range, bits, certificate| {
        let format = ["--range", range, "--precision", "27", "--bits", bits];
        [&["search", function][..], &format, &["--certificate", certificate]].concat()
    };
    done(dir, &search("log2", "1,2^128", "24", "log2.json"));
    let list = ["--asymptote", "log2.json"];
    let found = search("log2p1", "2^64,2^127", "25", "log2p1.json");
    done(dir, &[&found[..], &list].concat());
    let path = dir.join("log2p1.json");
    let text = std::fs::read_to_string(&path).expect("a certificate");
    let certificate: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    // 63 binades of 2^26 numbers, of which one of 2^24 is a case by chance.
    let by_chance = 63 << 2;
    let cases = certificate["cases"].as_u64().expect("a number");
    assert!(cases > 0 && 2 * cases <= by_chance, "{cases}");
    let verified = done(dir, &[&["verify", "log2p1.json"][..], &list].concat());
    let compared = format!("{cases} cases where chance gives {by_chance}");
    assert!(verified.contains(&compared), "{verified}");
    let (code, said) = tmd_check::run(vec![path.to_string_lossy().into_owned()]);
    let compared = format!("{cases} cases found, {by_chance} expected by chance");
    assert!(code == 0 && said.contains(&compared), "{said}");
}
