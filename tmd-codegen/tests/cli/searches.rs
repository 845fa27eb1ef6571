//! Searches and their outputs, and what happens when they are stopped.

use crate::command::{Scratch, good, parse, program, small, stderr, stdout, xs};
use crate::said::said;
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

#[test]
fn a_small_search() {
    let table = good(&small(&["--bits", "5"]));
    for part in ["exp(x)", "[1,2)", "1,024, complete", "binary16", "hardest nearest", "inputs/s"] {
        assert!(table.contains(part), "no {part:?} in\n{table}");
    }
    assert!(table.contains("0x1.c34p+0"), "the hardest case\n{table}");
    let document = parse(&good(&small(&["--bits", "5", "--json", "-"])));
    assert_eq!(document["inputs"], 1024);
    assert_eq!(document["complete"], true);
    assert_eq!(document["function"], "exp(x)");
    assert_eq!(document["precision"], 11);
    assert_eq!(document["input_precision"], 11);
    assert_eq!(document["bits"], 5);
    assert_eq!(document["rounding"], "all");
    assert_eq!(document["expected_cases"], 64.0);
    assert!(document["seconds"].as_f64().unwrap() > 0.0);
    assert!(document["inputs_per_second"].as_f64().unwrap() > 0.0);
    assert!(document["survivors"].as_array().unwrap().iter().all(Value::is_u64));
    let cases = document["cases"].as_array().unwrap();
    assert!((30..120).contains(&cases.len()), "{}", cases.len());
    for case in cases {
        let distance = case["distance"].as_f64().unwrap();
        assert!(0.0 < distance && distance < 1.0 / 32.0, "{case}");
        let bits = case["identical_bits"].as_u64().unwrap();
        assert_eq!(bits, (-distance.log2()).floor() as u64, "{case}");
        assert!(["nearest", "directed"].contains(&case["kind"].as_str().unwrap()));
    }
    let certificate = &document["certificate"];
    assert_eq!(
        certificate["command"],
        "tmd-codegen search exp --binade 1,2 --precision 11 --bits 5"
    );
    assert_eq!(certificate["gaps"], Value::Array(vec![]));
    assert_eq!(certificate["covered"][0]["first"], "0x1p+0");
    assert_eq!(certificate["covered"][0]["last"], "0x1.ffcp+0");
    assert_eq!(certificate["covered"][0]["to_index"], 1024);
    assert!(!certificate["spans"][0]["bounds"].as_array().unwrap().is_empty());
}

#[test]
fn the_interpreter_the_levels_and_the_threads_agree() {
    let search = |more: &[&str]| {
        let all: Vec<&str> = ["--bits", "5", "--json", "-"].iter().chain(more).copied().collect();
        parse(&good(&small(&all)))
    };
    let reference = search(&["--target", "interpreter"]);
    for level in tmd_runtime::Level::available() {
        let document = search(&["--simd", level.as_str(), "--threads", "1"]);
        assert_eq!(document["cases"], reference["cases"], "{level}");
        assert_eq!(document["threads"], 1);
        let device = document["devices"][0].as_str().unwrap();
        assert!(device.contains(level.as_str()), "{device}");
    }
    for more in
        [["--test", "lefevre"], ["--division", "native"], ["--logms", "0"], ["--interval", "2^5"]]
    {
        let all: Vec<&str> = ["--target", "interpreter"].iter().chain(&more).copied().collect();
        assert_eq!(search(&all)["cases"], reference["cases"], "{more:?}");
    }
}

#[test]
fn outputs_in_files() {
    let scratch = Scratch::new("outputs");
    let (json, wc, certificate) =
        (scratch.path("r.json"), scratch.path("r.wc"), scratch.path("c.json"));
    fs::write(&json, "an older result").unwrap();
    let files = ["--json", &json, "--cases", &wc, "--certificate", &certificate];
    let arguments: Vec<&str> =
        ["search", "exp(x) * sin(x)", "--range", "-2,-1", "--precision", "11", "--bits", "5"]
            .into_iter()
            .chain(["--target", "interpreter"])
            .chain(files)
            .collect();
    let table = good(&arguments);
    assert!(table.contains("[-2,-1)"), "{table}");
    let document = parse(&fs::read_to_string(&json).unwrap());
    assert_eq!(document["inputs"], 1024);
    let certificate = parse(&fs::read_to_string(&certificate).unwrap());
    let mut without_findings = certificate.clone();
    for own in ["found", "digest"] {
        without_findings.as_object_mut().unwrap().remove(own).unwrap();
    }
    assert_eq!(without_findings, document["certificate"]);
    assert_eq!(
        certificate["command"],
        "tmd-codegen search 'exp(x) * sin(x)' --range -2,-1 --precision 11 --bits 5 \
         --target interpreter"
    );
    let text = fs::read_to_string(&wc).unwrap();
    let (comments, values): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with('#'));
    assert_eq!(values, xs(&document));
    assert!(values.iter().all(|x| x.starts_with("-0x1") && x.contains('p')));
    let head = comments.join("\n");
    for part in [
        "exp(x) * sin(x)",
        "range: -2,-1",
        "binary16",
        "2^-5",
        "coverage: complete, 1024 inputs",
        &format!("cases: {}", values.len()),
    ] {
        assert!(head.contains(part), "no {part:?} in\n{head}");
    }
    // Nothing is left behind but the results.
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 3);
}

#[test]
fn exact_cases_are_apart() {
    let arguments =
        ["search", "sqrt", "--range", "1,16", "--precision", "11", "--target", "interpreter"];
    let all: Vec<&str> = arguments.iter().copied().chain(["--bits", "6", "--json", "-"]).collect();
    let document = parse(&good(&all));
    let exact: Vec<&str> = document["exact_cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| case["x"].as_str().unwrap())
        .collect();
    for square in ["0x1p+0", "0x1p+2", "0x1.2p+3"] {
        assert!(exact.contains(&square), "{square} in {exact:?}");
        assert!(!xs(&document).contains(&square));
    }
    let all: Vec<&str> = arguments.iter().copied().chain(["--bits", "6", "--cases", "-"]).collect();
    assert!(good(&all).contains("# exact directed: 0x1.2p+3\n"));
    assert!(good(&arguments).contains("exact cases"));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = program()
        .args(small(&["--target", "interpreter", "--json", "-"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

fn signal(child: &Child) {
    // The shell's own kill is everywhere.
    let status = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(status.unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_finished() {
    let scratch = Scratch::new("interrupt");
    let (json, wc) = (scratch.path("r.json"), scratch.path("r.wc"));
    let mut wait = Duration::from_millis(1500);
    // A slow machine may still be planning; then there is nothing to keep, and more time is given.
    let (output, document) = loop {
        let child = program()
            .args(["search", "exp", "--range", "2^-10,2^9", "--precision", "32"])
            .args(["--threads", "2", "--target", "interpreter", "--json", &json, "--cases", &wc])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        thread::sleep(wait);
        signal(&child);
        let output = child.wait_with_output().unwrap();
        if output.status.code() == Some(1) {
            let document = parse(&fs::read_to_string(&json).unwrap());
            if document["inputs"].as_u64() > Some(0) {
                break (output, document);
            }
        }
        wait *= 2;
        assert!(wait < Duration::from_secs(60), "{:?} {}", output.status, stderr(&output));
    };
    assert_eq!(document["complete"], false);
    let certificate = &document["certificate"];
    assert_eq!(certificate["complete"], false);
    let inputs = |runs: &Value| -> u64 {
        let runs = runs.as_array().unwrap();
        let length =
            |run: &Value| run["to_index"].as_u64().unwrap() - run["from_index"].as_u64().unwrap();
        runs.iter().map(length).sum()
    };
    assert!(inputs(&certificate["gaps"]) > 0);
    assert_eq!(inputs(&certificate["covered"]), document["inputs"].as_u64().unwrap());
    assert_eq!(
        inputs(&certificate["covered"]) + inputs(&certificate["gaps"]),
        certificate["inputs"].as_u64().unwrap()
    );
    let text = fs::read_to_string(&wc).unwrap();
    assert!(text.contains("# coverage: INCOMPLETE") && text.contains("# gap: 0x"), "{text}");
    assert!(stdout(&output).contains("NOT covered"), "{}", stdout(&output));
    assert!(said(&output.stderr).contains("not complete"), "{}", stderr(&output));
}
