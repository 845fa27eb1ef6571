//! The command line as a user meets it: the real program, its texts and its exit codes.

mod said;

use said::said;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use std::{fs, thread};

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"));
    // Kernels that the tests compile are kept with the build; in the user's cache where others can change the build.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    if let Ok(cache) = tmd_runtime::private_directory(&cache) {
        command.env("TMD_CACHE_DIR", cache);
    }
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Runs what must succeed, and returns what it prints.
fn good(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{}", stderr(&output));
    // On a busy machine anything may take so long that the program says what it does.
    let said = stderr(&output);
    let news = said.lines().find(|line| !line.ends_with(" s now"));
    assert_eq!(news, None, "{arguments:?}");
    stdout(&output)
}

/// Runs what must be refused, and checks that the message says all of `parts`.
fn refused(arguments: &[&str], parts: &[&str]) {
    let output = run(arguments);
    check_refused(&output, &format!("{arguments:?}"), parts);
}

fn check_refused(output: &Output, what: &str, parts: &[&str]) {
    let report = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{what}\n{report}");
    assert_eq!(stdout(output), "", "{what}");
    assert!(!report.contains("panicked"), "{what}\n{report}");
    let words = said(&output.stderr);
    for part in parts {
        assert!(words.contains(part), "{what}: no {part:?} in\n{report}");
    }
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("scratch directory");
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in UTF-8").to_owned()
    }
}

const SMALL: [&str; 6] = ["search", "exp", "--binade", "1,2", "--precision", "11"];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SMALL.iter().copied().chain(more.iter().copied()).collect()
}

// ---- bad input ----

#[test]
fn bad_functions() {
    refused(&["search", "epx", "--binade", "1,2"], &["`epx`", "did you mean `exp`?"]);
    refused(&["plan", "exp(x", "--binade", "1,2"], &["exp(x", "never closed"]);
    refused(&["gen", "exp(y)", "--binade", "1,2"], &["`y`"]);
    refused(&["search", "", "--binade", "1,2"], &[]);
    refused(&["search", "exp(x) * * 2", "--binade", "1,2"], &["exp(x) * * 2"]);
}

#[test]
fn parameters_that_do_not_occur() {
    let round = ["round", "rootn", "--precision", "binary16", "--param", "n=3,k=2"];
    refused(&round, &["`k` does not occur", "k=2", "leave it out"]);
}

#[test]
fn bad_ranges() {
    let range = |range: &'static str, parts: &[&str]| {
        for subcommand in ["search", "plan", "gen"] {
            refused(&[subcommand, "exp", "--range", range], parts);
        }
    };
    range("2,2", &["from 2 to 2 is empty"]);
    range("2,1", &["from 2 to 1 is empty"]);
    range("1", &["--range takes two ends"]);
    range("1,2,3", &["--range takes two ends", "1,2,3"]);
    range("1,y", &["`y`"]);
    range("", &["--range takes two ends"]);
    range("1,2^99999", &["2^99999"]);
    range("1e-400,1e-399", &["no number", "1e-400"]);
    range("1,1e400", &["1e400", "all"]);
    refused(&["search", "exp", "--binade", "1,3"], &["`3` is not a power of two"]);
    refused(&["search", "exp", "--binade", "1,4"], &["from 1 to 4 is not one binade"]);
}

#[test]
fn the_range_is_given_once() {
    refused(&["search", "exp"], &["--binade", "--range", "required"]);
    refused(
        &["search", "exp", "--binade", "1,2", "--range", "1,2"],
        &["--binade", "--range", "cannot be used with"],
    );
}

#[test]
fn functions_undefined_on_the_range() {
    refused(&["search", "log", "--range", "-2,-1"], &["log(x)", "x = -2", "negative"]);
    refused(&["search", "sqrt(x - 3)", "--range", "1,2"], &["sqrt(x - 3)"]);
}

#[test]
fn what_cannot_be_searched_is_named() {
    let all = ["sin", "--range", "65535,2^30", "--precision", "25", "--bits", "8"];
    let words = ["not planned are", "changes its exponent", "too often", "--partial"];
    for command in ["plan", "gen"] {
        refused(&[&[command], &all[..]].concat(), &words);
    }
    // sin itself, and what is periodic as it is, would be searched by phases.
    let composed = ["search", "x * sin(x)", "--range", "65535,2^30"];
    refused(&[&composed[..], &["--precision", "25", "--bits", "8"]].concat(), &words);
    let plan = good(&[&["plan"], &all[..], &["--partial"]].concat());
    let words = ["NOT SEARCHED", "in 2 ranges", "turns, or has poles, too often"];
    assert!(words.iter().all(|word| plan.contains(word)), "{plan}");
    // A part that is nothing is no part.
    refused(&["plan", "sin", "--range", "2^60,2^61", "--partial"], &["no enclosure of sin(x)"]);

    let output = run(&[&["search"], &all[..], &["--partial"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let news = stderr(&output);
    assert!(news.contains("not complete: without 234,881,024 inputs in 2 ranges"), "{news}");
    let text = stdout(&output);
    let words = ["512 of 234,881,536", "LEFT OUT", "NOT SEARCHED", "too often"];
    assert!(words.iter().all(|word| text.contains(word)), "{text}");
}

#[test]
fn the_inverse_function_comes_along() {
    let small = ["search", "exp", "--binade", "1,2", "--precision", "12", "--bits", "6"];
    let text = good(&[&small[..], &["--with-inverse"]].concat());
    assert!(text.contains("inverse function: "), "{text}");
    assert!(!good(&[&small[..], &["--with-inverse=no"]].concat()).contains("inverse"));
    refused(
        &["search", "cos", "--range", "-1,1", "--precision", "12", "--with-inverse"],
        &["its inverse", "x = "],
    );
    refused(
        &["plan", "sin", "--binade", "2^-40,2^-39", "--with-inverse"],
        &["close to a constant", "own name"],
    );
}

#[test]
fn functions_of_integers() {
    let root = good(&["plan", "rootn", "--param", "n=5", "--binade", "1,2"]);
    assert!(root.contains("rootn(x, 5)"), "{root}");
    refused(&["plan", "rootn", "--binade", "1,2"], &["`rootn` needs two arguments", "--param n=3"]);
    refused(&["plan", "pown", "--param", "n=1/2", "--binade", "1,2"], &["1/2", "not an integer"]);
    refused(&["plan", "exp", "--param", "exp=1", "--binade", "1,2"], &["`exp` has a meaning"]);
}

#[test]
fn whole_formats_and_what_is_decided_at_once() {
    let across = good(&["search", "exp", "--range", "-1,1", "--precision", "bfloat16"]);
    assert!(across.contains(", complete\n") && across.contains("0x0p+0 (directed)"), "{across}");
    let log = good(&["search", "log", "--range", "all", "--precision", "binary16"]);
    assert!(
        log.contains("63,487, complete") && log.contains("0x0p+0, 31,744 inputs: f has no value"),
        "{log}"
    );
    assert!(log.contains("bits of f(x) suffice for correct rounding in every mode"), "{log}");
    let exp = good(&["plan", "exp", "--range", "709,710"]);
    assert!(exp.contains("decided at once") && exp.contains("f overflows"), "{exp}");
    let tanh = good(&["search", "tanh", "--range", "20,2^1000"]);
    assert!(tanh.contains("runs of neighbours") && tanh.contains(", complete\n"), "{tanh}");
    let sin = good(&["search", "sin", "--range", "-2^-30,2^-30", "--bits", "44"]);
    assert!(!sin.contains("undecided") && sin.contains(", complete\n"), "{sin}");
    let pole = ["plan", "1 / (x - 1.5)", "--range", "1,2", "--precision", "24"];
    let pole = good(&pole);
    assert!(pole.contains("f has no value"), "{pole}");
}

#[test]
fn bad_precisions() {
    for precision in ["0", "1", "114", "4000000000"] {
        refused(
            &["search", "exp", "--binade", "1,2", "--precision", precision],
            &[&format!("a precision of {precision} bits")],
        );
        refused(
            &["search", "exp", "--binade", "1,2", "--input-precision", precision],
            &[&format!("a precision of {precision} bits")],
        );
    }
    for precision in ["-1", "99999999999", "many", "5.5", ""] {
        refused(
            &["search", "exp", "--binade", "1,2", "--precision", precision],
            &["--precision", precision],
        );
    }
}

#[test]
fn bad_options() {
    refused(&small(&["--bits", "0"]), &["--bits 0"]);
    refused(&small(&["--bits", "401"]), &["--bits 401"]);
    refused(&small(&["--bits", "-3"]), &["--bits", "-3"]);
    refused(&small(&["--interval", "100"]), &["--interval 100", "power of two"]);
    refused(&small(&["--interval", "16"]), &["--interval 16"]);
    refused(&small(&["--interval", "2^40"]), &["--interval 1099511627776"]);
    refused(&small(&["--interval", "-5"]), &["--interval -5"]);
    refused(&small(&["--interval", "pi"]), &["--interval pi"]);
    refused(&small(&["--logms", "3", "--division", "native"]), &["--logms 3", "--division native"]);
    refused(&small(&["--logms", "65"]), &["--logms 65"]);
    refused(&small(&["--logms", "-1"]), &["--logms", "-1"]);
    refused(&small(&["--target", "abacus"]), &["`abacus`", "rust-simd"]);
    refused(&["gen", "exp", "--binade", "1,2", "--target", "abacus"], &["`abacus`", "rust-simd"]);
    refused(&["plan", "exp", "--binade", "1,2", "--target", "abacus"], &["`abacus`"]);
    refused(&small(&["--simd", "sse9"]), &["sse9", "avx512, avx2, portable"]);
    refused(&small(&["--test", "exam"]), &["exam", "regular-cut"]);
    refused(&small(&["--division", "long"]), &["long", "reciprocal"]);
    refused(&small(&["--rounding", "up"]), &["up", "nearest, directed, all"]);
    refused(&small(&["--threads", "-1"]), &["--threads", "-1"]);
    refused(&small(&["--frobnicate"]), &["--frobnicate"]);
    refused(&["gen", "exp", "--binade", "1,2", "--emit", "smoke"], &["smoke", "manifest"]);
    refused(&["list", "colours"], &["colours"]);
}

#[test]
fn a_level_that_the_machine_lacks() {
    for level in tmd_runtime::Level::ALL.into_iter().filter(|level| !level.is_available()) {
        let name = level.as_str();
        refused(&small(&["--simd", name]), &[&format!("--simd {name}"), "portable"]);
    }
}

#[test]
fn unwritable_outputs_are_refused_before_the_search() {
    let scratch = Scratch::new("unwritable");
    let missing = scratch.path("no/such/folder/file.wc");
    let folder = scratch.path("folder.wc");
    fs::create_dir(&folder).unwrap();
    // The search would take hours.
    let long = ["search", "exp", "--range", "1,64", "--target", "interpreter"];
    for option in ["--json", "--cases", "--certificate", "--html"] {
        for path in [&missing, &folder] {
            let arguments: Vec<&str> = long.iter().copied().chain([option, path]).collect();
            refused(&arguments, &[option, "cannot write", path]);
        }
    }
    for (path, part) in
        [("cases", "does not tell"), ("a.txt", "choose one of"), ("a.json", ".jsonl")]
    {
        let arguments: Vec<&str> = long.iter().copied().chain(["--cases", path]).collect();
        refused(&arguments, &["--cases", path, part]);
    }
    let file = scratch.path("file.wc");
    fs::write(&file, "kept").unwrap();
    refused(&small(&["--json", &file, "--cases", &file]), &["--json and --cases", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
    let below = format!("{file}/below");
    refused(&["gen", "exp", "--binade", "1,2", "-o", &below], &["-o", "cannot create", &below]);
    refused(&["plan", "exp", "--binade", "1,2", "--json", &missing], &["--json", &missing]);
}

#[test]
fn a_missing_compiler() {
    let scratch = Scratch::new("no-compiler");
    // A plan that no checked-in kernel serves.
    let arguments = ["exp", "--range", "1,0x1.0008p0", "--interval", "2^13", "--test", "lefevre"];
    let json = scratch.path("result.json");
    let output = program()
        .arg("search")
        .args(arguments)
        .args(["--json", &json])
        .env("TMD_RUSTC", "/nonexistent/rustc")
        .output()
        .unwrap();
    let parts = ["no Rust compiler", "/nonexistent/rustc (from TMD_RUSTC)", "install Rust"];
    check_refused(&output, "no compiler", &parts);
    assert!(!Path::new(&json).exists(), "nothing was found, so there is no file");
}

/// Without a compiler a precompiled kernel finds the same cases, if one fits.
#[test]
fn a_precompiled_kernel_stands_in() {
    let scratch = Scratch::new("precompiled");
    let search = |compiler: Option<&str>, json: &str| {
        let arguments = ["search", "exp", "--range", "1,0x1.00001p0", "--input-precision", "54"];
        let mut command = program();
        command.args(arguments).args(["--rounding", "directed", "--bits", "33", "--json", json]);
        if let Some(path) = compiler {
            command.env("TMD_RUSTC", path);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        (parse(&std::fs::read_to_string(json).unwrap()), stderr(&output))
    };
    let (compiled, _) = search(None, &scratch.path("compiled.json"));
    let (stood_in, notes) = search(Some("/nonexistent/rustc"), &scratch.path("stood_in.json"));
    assert!(notes.contains("precompiled kernels"), "{notes}");
    assert!(!xs(&compiled).is_empty());
    assert_eq!(xs(&compiled), xs(&stood_in));
}

#[test]
fn words_are_explained() {
    let all = good(&["explain"]);
    assert!(all.lines().count() > 45 && all.contains("binade"), "{all}");
    let text = good(&["explain", "hr", "case"]);
    assert!(text.starts_with("HR-case") && text.contains("confirm.rs"), "{text}");
    refused(&["explain", "binad"], &["`binad`", "did you mean `binade`?"]);
}

/// Options in a file are those of the command line; what is given there, too, wins.
#[test]
fn options_from_a_file() {
    let scratch = Scratch::new("config");
    let file = scratch.path("tmd.toml");
    let options = ["exp", "--binade", "1,2", "--precision", "16", "--bits", "8"];
    let own: Vec<&str> = ["plan"].iter().chain(&options).copied().collect();
    let config: Vec<&str> =
        ["gen"].iter().chain(&options).chain(&["--emit", "config"]).copied().collect();
    fs::write(&file, good(&config)).unwrap();
    assert_eq!(good(&["plan", "exp_1_2", "--config", &file]), good(&own));
    let more = good(&["plan", "exp_1_2", "--config", &file, "--range", "1,1.5"]);
    assert!(
        more.contains("--range 1,1.5") && more.contains("16 bits with the exponents"),
        "{more}"
    );
    refused(&["plan", "log_1_2", "--config", &file], &["`log_1_2`", "it has exp_1_2"]);
    refused(&["plan", "exp_1_2", "--config", &scratch.path("none")], &["cannot read"]);
    fs::write(&file, "[kernel.k]\nfunction = \"exp\"\nbinade = \"1,3\"\n").unwrap();
    refused(&["plan", "k", "--config", &file], &["power of two"]);
}

#[test]
fn plans_are_drawn() {
    let scratch = Scratch::new("svg");
    let (svg, json) = (scratch.path("plan.svg"), scratch.path("plan.json"));
    let plan = ["plan", "exp", "--binade", "1,2", "--precision", "16", "--bits", "8"];
    let with = |more: &[&str]| -> String {
        let all: Vec<&str> = plan.iter().chain(more).copied().collect();
        good(&all)
    };
    let table = with(&["--svg", &svg, "--json", &json]);
    assert!(table.contains("predicted time") && table.contains("--verbose prints"), "{table}");
    let whole = stdout(&run(&[&plan[..], &["--verbose"]].concat()));
    assert!(whole.contains("predicted time") && whole.contains('█'), "{whole}");
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("exp(x)"), "{picture}");
    assert!(parse(&fs::read_to_string(&json).unwrap())["hash"].is_string());
    assert_eq!(with(&["--svg", "-"]), picture);
    let missing = scratch.path("no/such/file");
    let all = |more: [&'static str; 2], path: &str| {
        let words: Vec<String> =
            plan.iter().chain(&more).map(|w| w.replace("FILE", path)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = program().args(words).output().unwrap();
        check_refused(&output, path, &["--svg"]);
    };
    all(["--svg", "FILE"], &missing);
    all(["--json=FILE", "--svg=FILE"], &svg);
}

/// Blocks are written down where there are not too many of them.
#[test]
fn blocks_are_generated() {
    let arguments = ["gen", "exp", "--binade", "1,2", "--precision", "16", "--bits", "8"];
    let with =
        |more: &[&'static str]| -> Vec<&str> { arguments.iter().chain(more).copied().collect() };
    let text = good(&with(&["--emit", "blocks"]));
    assert!(text.starts_with("{\"schema\":1") && text.contains("\"seeds\""), "{text}");
    let long = ["gen", "exp", "--binade", "128,256", "--emit", "blocks"];
    refused(&long, &["seed words", "shorter range"]);
}

// ---- searches ----

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn xs(document: &Value) -> Vec<&str> {
    let cases = document["cases"].as_array().expect("cases");
    cases.iter().map(|case| case["x"].as_str().expect("x")).collect()
}

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

// ---- stopping ----

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

// ---- the other subcommands ----

#[test]
fn plans_are_printed() {
    let text = good(&["plan", "exp", "--range", "-2,-1", "--precision", "24"]);
    assert!((6..=12).contains(&text.lines().count()), "{text}");
    let json = good(&["plan", "exp", "--binade", "1,2", "--precision", "24", "--json", "-"]);
    assert!(parse(&json).is_object());
    let scratch = Scratch::new("plan");
    let file = scratch.path("plan.json");
    good(&["plan", "exp", "--binade", "1,2", "--precision", "24", "--json", &file]);
    assert_eq!(fs::read_to_string(&file).unwrap(), json);
}

#[test]
fn kernels_are_generated() {
    let scratch = Scratch::new("gen");
    let folder = scratch.path("kernels");
    let exp = ["gen", "exp", "--range", "1,0x1.0008p0", "--rounding", "directed", "--bits", "33"];
    let with = |more: &[&'static str]| -> Vec<String> {
        exp.iter().chain(more).map(|word| (*word).to_owned()).collect()
    };
    let words = |words: &[String]| good(&words.iter().map(String::as_str).collect::<Vec<_>>());

    let mut to_folder = with(&["--emit", "source,plan,ir,manifest", "-o"]);
    to_folder.push(folder.clone());
    assert!(words(&to_folder).contains(&folder));
    let read = |name: &str| {
        let path = Path::new(&folder).join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let source = read("mod.rs");
    assert!(source.contains("exp(x)"), "the source explains itself");
    let command = "tmd-codegen gen exp --range 1,0x1.0008p0 --rounding directed --bits 33";
    assert!(source.contains(command), "and says where it comes from");
    let manifest = parse(&read("manifest.json"));
    assert_eq!(manifest["target"], "rust-simd");
    assert_eq!(manifest["command"], command);
    assert!(read("kernel.ir").contains("kernel "));
    let bundle = tmd_runtime::KernelBundle::read(Path::new(&folder)).expect("a sound bundle");
    assert!(bundle.files.contains_key("lib.rs"));
    // The second time nothing is touched.
    let again = words(&to_folder);
    assert!(again.lines().all(|line| line.starts_with("unchanged: ")), "{again}");

    // On standard output: one part alone is as it would be in its file.
    assert_eq!(words(&with(&["--emit", "manifest"])), read("manifest.json"));
    assert_eq!(words(&with(&["--emit", "plan"])), read("plan.json"));
    assert_eq!(words(&with(&["--emit", "ir"])), read("kernel.ir"));
    let all = words(&with(&[]));
    assert!(
        all.contains("// ==== avx512.rs ====\n") && all.contains("// ==== manifest.json ====\n")
    );
}

/// Gappa scripts say where they come from; a kernel of integers has none.
#[test]
fn gappa_scripts_are_generated() {
    let scratch = Scratch::new("gappa");
    let folder = scratch.path("scripts");
    let exp = ["gen", "exp", "--range", "1,0x1.0008p0", "--rounding", "directed", "--bits", "33"];
    good(&[&exp[..], &["--emit", "gappa", "-o", &folder]].concat());
    let script = Path::new(&folder).join("gappa/stage0_inverse.g");
    let script = fs::read_to_string(script).expect("a script");
    let command = "# tmd-codegen gen exp --range 1,0x1.0008p0 --rounding directed --bits 33\n";
    assert!(script.contains(command) && script.contains("@rnd = float<ieee_64, ne>;"), "{script}");
    let shown = good(&[&exp[..], &["--emit", "gappa"]].concat());
    assert!(shown.contains(&format!("// ==== gappa/stage0_inverse.g ====\n{script}")));

    let tests = ["--test", "regular", "--division", "subtractive", "--emit", "gappa"];
    refused(&[&exp[..], &tests].concat(), &["--emit gappa", "binary64"]);
}

/// As typed: sources of every kernel for GPUs and CPUs, and a manifest that says which is which.
#[test]
fn kernels_are_generated_for_devices() {
    let scratch = Scratch::new("devices");
    for (target, files) in [
        ("opencl", &["gpu.cl", "cpu.cl", "fused.cl"][..]),
        ("cuda", &["kernels.cu", "fused.cu"][..]),
    ] {
        let folder = scratch.path(target);
        let said = good(&["gen", "exp", "--binade", "128,256", "--target", target, "-o", &folder]);
        assert!(said.contains(&folder), "{said}");
        // One kernel is written to the folder itself, several to folders in it.
        let kernels: Vec<PathBuf> = match Path::new(&folder).join("manifest.json").exists() {
            true => vec![PathBuf::from(&folder)],
            false => fs::read_dir(&folder)
                .expect("a folder")
                .map(|entry| entry.expect("entry").path())
                .collect(),
        };
        assert!(!kernels.is_empty());
        for kernel in kernels {
            let bundle = tmd_runtime::KernelBundle::read(&kernel).expect("a sound bundle");
            assert_eq!(bundle.manifest.target, target);
            let command = format!("tmd-codegen gen exp --binade 128,256 --target {target}");
            assert_eq!(bundle.manifest.command, command);
            let named: Vec<&str> =
                bundle.manifest.programs.iter().map(|program| program.file.as_str()).collect();
            assert_eq!(named, files);
            for file in files {
                let text = &bundle.files[*file];
                // The head stands once in a bundle; the other files name the one that has it.
                let head = format!("stand at the head of {}.", files[0]);
                let tells = if *file == files[0] { &command } else { &head };
                assert!(text.contains(tells), "{file} says where it comes from");
                assert!(text.contains("Operations in the text below"), "{file} counts");
            }
        }
    }
    // To look at, on standard output.
    let text = good(&["gen", "exp", "--binade", "128,256", "--target", "opencl"]);
    assert!(text.contains("__kernel") && text.contains("manifest.json ===="), "{text}");
}

/// Emitted CUDA runs on the CPU, and finds what all others find.
#[test]
fn cuda_runs_on_the_host() {
    let search = |more: &[&'static str]| {
        let mut arguments = vec!["search", "exp", "--range", "1,0x1.000008p0", "--bits", "18"];
        arguments.extend(["--json", "-"]);
        arguments.extend(more);
        parse(&good(&arguments))
    };
    let want = search(&[]);
    for more in [
        &["--target", "cuda", "--device", "host"][..],
        &["--target", "cuda", "--device", "host", "--deployment", "fused", "--threads", "1"][..],
    ] {
        let got = search(more);
        assert!(xs(&got).len() > 100, "{}", xs(&got).len());
        assert_eq!(xs(&got), xs(&want), "{more:?}");
    }
}

/// A device that is not there: a clear message, never a panic.
#[test]
fn missing_devices() {
    for device in ["99", "no such device"] {
        refused(&small(&["--target", "cuda", "--device", device]), &["no cuda device"]);
    }
    refused(&small(&["--device", "host"]), &["--device host", "rust-simd", "--simd"]);
    refused(&small(&["--deployment", "fused"]), &["--deployment fused", "opencl"]);
    refused(&small(&["--target", "interpreter", "--device", "0"]), &["--device 0", "interpreter"]);
    refused(&small(&["--deployment", "sideways"]), &["sideways", "phased"]);
    #[cfg(not(feature = "opencl"))]
    refused(&small(&["--target", "opencl"]), &["built without", "--features opencl"]);
    #[cfg(feature = "opencl")]
    refused(&small(&["--target", "opencl", "--device", "99"]), &["no opencl device"]);

    let compilerless = program()
        .args(small(&["--target", "cuda", "--device", "host"]))
        .env("TMD_CXX", "/no/g++")
        .output();
    let output = compilerless.expect("the program runs");
    check_refused(&output, "no C++ compiler", &["C++ compiler", "/no/g++", "TMD_CXX"]);
}

/// A file of the library's name that is none stands before every other: the loader goes no further. A program that
/// was linked with the library would not even start.
#[cfg(all(feature = "opencl", target_os = "linux", target_env = "gnu"))]
#[test]
fn without_the_opencl_library() {
    let scratch = Scratch::new("no-opencl");
    fs::write(scratch.0.join("libOpenCL.so.1"), "no library").expect("a file");
    let run = |arguments: &[&str]| {
        let mut command = program();
        command.args(arguments).env("LD_LIBRARY_PATH", &scratch.0).env_remove("OPENCL_DYLIB_PATH");
        command.output().expect("the program runs")
    };
    let missing = ["no opencl device", "libOpenCL.so.1", "PoCL", "OPENCL_DYLIB_PATH"];
    let output = run(&["list", "devices"]);
    let words = said(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(missing.iter().all(|part| words.contains(part)), "{words}");
    assert!(words.contains("portable"), "the others are listed, too: {words}");
    let output = run(&small(&["--target", "opencl"]));
    check_refused(&output, "no OpenCL library", &[&missing[..], &["--target rust-simd"]].concat());
    assert_eq!(run(&small(&[])).status.code(), Some(0), "a search without OpenCL");
}

#[test]
fn a_plan_without_kernels_has_nothing_to_generate() {
    refused(&["gen", "exp", "--binade", "1,2", "--precision", "2"], &["no kernel"]);
    good(&["gen", "exp", "--binade", "1,2", "--precision", "2", "--emit", "plan"]);
}

#[test]
fn help_and_lists() {
    assert!(good(&["--help"]).contains("search"));
    assert!(good(&["--version"]).starts_with("tmd-codegen "));
    for subcommand in ["search", "plan", "gen"] {
        let text = good(&[subcommand, "--help"]);
        for option in [
            "--binade",
            "--range",
            "--precision",
            "--input-precision",
            "--rounding",
            "--bits",
            "--target",
            "--test",
            "--division",
            "--logms",
            "--interval",
            "--direct",
        ] {
            assert!(text.contains(option), "{subcommand} --help: no {option} in\n{text}");
        }
    }
    let text = good(&["list", "functions"]);
    for part in ["exp", "log", "ln", "sin", "cos", "sqrt", "x > 0"] {
        assert!(text.contains(part), "{text}");
    }
    let text = good(&["list", "targets"]);
    for part in tmd_codegen::target::names().into_iter().chain(["interpreter"]) {
        assert!(text.contains(part), "{text}");
    }
    let text = good(&["list", "devices"]);
    for part in ["portable", "opencl", "host", "--device"] {
        assert!(text.contains(part), "{text}");
    }
    let text = good(&["bench", "divergence", "--intervals", "1"]);
    for part in ["lefevre", "regular-cut", "NMDM", "--interval 2^15"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn evaluators_are_made_and_verified() {
    let scratch = Scratch::new("approx");
    let [folder, proof, picture] = ["src", "proof.json", "picture.svg"].map(|n| scratch.path(n));
    let make = ["approx", "tanh", "--range=-2,2", "--tolerance", "abs:1e-9"];
    let files = ["--certificate", &proof, "--svg", &picture, "-o", &folder];
    assert!(good(&[&make[..], &files[..]].concat()).starts_with("wrote "));
    assert!(good(&[&make[..], &files[..]].concat()).starts_with("unchanged: "));
    let source = fs::read_to_string(Path::new(&folder).join("tanh_f64.rs")).expect("a source");
    assert_eq!(good(&make), source);
    assert!(source.contains("tmd-codegen approx tanh --range") && source.contains("Proved: "));
    assert!(fs::read_to_string(&picture).expect("a picture").contains("class=\"bound\""));
    for target in ["c", "opencl", "cuda"] {
        assert!(good(&[&make[..], &["--target", target]].concat()).contains("evaluate("));
    }
    assert!(good(&["verify", &proof]).contains("proved anew"));
    assert!(good(&["verify", &proof, "--full", "--seed", "7"]).contains("MPFR"));
    let forged = fs::read_to_string(&proof).expect("a certificate").replace("tanh(x)", "atan(x)");
    fs::write(&proof, forged).expect("a file");
    let output = run(&["verify", &proof]);
    assert_eq!(output.status.code(), Some(1), "refuted, which is not bad input");
    assert!(said(&output.stderr).contains("can be proved is"), "{}", stderr(&output));

    let range = ["approx", "exp", "--range", "0,1"];
    let with = |more: &[&'static str]| [&range[..], more].concat();
    refused(&with(&["--tolerance", "1e-6"]), &["does not say what it is measured in", "abs:1e-14"]);
    refused(&with(&["--tolerance", "rel:1e-6", "--basis", "chebishev"]), &["chebyshev"]);
    refused(&with(&["--tolerance", "rel:1e-6", "--lookup", "hsah"]), &["did you mean `hash`?"]);
    refused(&with(&["--tolerance", "rel:1e-6", "--target", "fortran"]), &["fortran", "opencl"]);
    refused(&with(&["--tolerance", "rel:1e-6", "--name", "2x"]), &["2x", "name"]);
    refused(&with(&["--tolerance", "rel:1e-20"]), &["rounding", "larger tolerance"]);
    refused(&["approx", "sni", "--range", "0,1", "--tolerance", "abs:1"], &["`sin`"]);
    let mut c_header = make.to_vec();
    c_header.extend(["--c-header", "--target", "cuda"]);
    refused(&c_header, &["--c-header", "rust-simd"]);
    let mut no_std = make.to_vec();
    no_std.extend(["--no-std", "--target", "c"]);
    refused(&no_std, &["--no-std", "rust-simd"]);
    refused(&["round", "exp", "--no-std", "--target", "cuda"], &["--no-std", "rust-simd"]);
    // What samples say nothing of is not guessed, and nothing is written before that is known.
    let (table, out, proof) =
        (scratch.path("t.csv"), scratch.path("t-src"), scratch.path("t.json"));
    let lines: String = (0..40).map(|x| format!("{x},{}\n", x * x)).collect();
    fs::write(&table, lines).expect("a table");
    let sampled = ["approx", "--samples", &table, "--tolerance", "abs:1e-3", "-o", &out];
    let nothing = ["samples from 0 to 39: nothing is known from 39 to 60", "give --range 5,39"];
    refused(&[&sampled[..], &["--range", "5,60"]].concat(), &nothing);
    refused(&[&sampled[..], &["--certificate", &proof]].concat(), &["has no certificate"]);
    assert!(!Path::new(&out).exists());
    let commanded = ["approx", "--samples-of", "awk '{ print $1 * $1 }'", "--samples-count", "100"];
    let source = good(&[&commanded[..], &["--range", "0,1", "--tolerance", "abs:1e-3"]].concat());
    assert!(source.contains("--samples-count 100") && source.contains("not proved"), "{source}");
}

#[test]
fn evaluators_of_two_variables_are_made_and_verified() {
    let scratch = Scratch::new("surface");
    let [folder, proof, table] = ["src", "proof.json", "t.csv"].map(|name| scratch.path(name));
    let make =
        ["approx", "exp(-x * y)", "--range-x", "0,2", "--range-y=-1,1", "--tolerance", "abs:1e-6"];
    let files = ["--certificate", &proof, "--name", "decay", "-o", &folder];
    assert!(good(&[&make[..], &files[..]].concat()).starts_with("wrote "));
    let source = fs::read_to_string(Path::new(&folder).join("decay.rs")).expect("a source");
    let command =
        "tmd-codegen approx 'exp(-x * y)' --range-x='0,2' --range-y='-1,1' --tolerance abs:1e-6";
    assert!(source.contains(command) && source.contains("Proved: for every two f64"), "{source}");
    let again: Vec<String> = shlex::split(command).expect("words").into_iter().skip(1).collect();
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    assert_eq!(good(&[&again[..], &["--name", "decay"]].concat()), source);
    for target in ["c", "opencl", "cuda"] {
        assert!(good(&[&make[..], &["--target", target]].concat()).contains("evaluate("));
    }
    let python = good(&[&make[..], &["--python"]].concat());
    assert!(python.contains("(x, y):"), "{python}");
    assert!(good(&["verify", &proof, "--seed", "7"]).contains("of all cells proved anew"));
    let honest = fs::read_to_string(&proof).expect("a certificate");
    fs::write(&proof, honest.replace("exp(-x * y)", "exp(-x * y) + x * y * 1e-5")).expect("a file");
    let output = run(&["verify", &proof]);
    assert_eq!(output.status.code(), Some(1), "refuted, which is not bad input");
    assert!(said(&output.stderr).contains("can be proved is"), "{}", stderr(&output));

    let of = |function: &'static str, more: &[&'static str]| {
        let tolerance = ["--tolerance", "abs:1e-6"];
        [&["approx", function][..], &tolerance, more].concat()
    };
    let both = ["--range-x", "0,1", "--range-y", "0,1"];
    refused(&of("x * y", &["--range", "0,1"]), &["`y`", "--range-x and --range-y", "--param y=2"]);
    refused(&of("x * y", &["--range-x", "0,1"]), &["--range-y is missing", "--range-y 0,1"]);
    refused(&of("log(x - y)", &both), &["0 or negative", "at x = 0", "log(x - y)"]);
    refused(&of("hypto(x, y)", &both), &["did you mean `hypot`?"]);
    refused(&of("x * y", &[&both[..], &["--param", "y=3"]].concat()), &["`y` is a variable"]);
    for (option, value) in
        [("--range", "0,1"), ("--degree", "3"), ("--leaves", "4"), ("--svg", "-")]
    {
        let all = [&both[..], &[option, value]].concat();
        refused(&of("x * y", &all), &[option, "is for functions of one variable"]);
    }
    refused(&of("x * y", &[&both[..], &["--lookup", "bst"]].concat()), &["--lookup bst"]);

    // A table of three columns is one of two variables.
    let lines: String = (0..144)
        .map(|k| (k % 12, k / 12))
        .map(|(x, y)| format!("{x},{y},{}\n", x * y + x))
        .collect();
    fs::write(&table, format!("x,y,height\n{lines}")).expect("a table");
    let sampled = ["approx", "--samples", &table, "--tolerance", "abs:1e-3"];
    let source = good(&sampled);
    assert!(
        source.contains("144 samples of") && source.contains("Sampled, not proved"),
        "{source}"
    );
    assert!(source.contains("--range-x='0x0p+0,0x1.6p+3'"), "{source}");
    let nothing = ["nothing is known from x = 11 to 30", "give --range-x 5,11"];
    refused(&[&sampled[..], &["--range-x", "5,30"]].concat(), &nothing);
    refused(&[&sampled[..], &["--certificate", &proof]].concat(), &["has no certificate"]);
    refused(&[&sampled[..], &["--range", "0,1"]].concat(), &["--range-x and --range-y"]);
    fs::write(&table, "0 0 1\n1 1\n").expect("a table");
    refused(&sampled, &["line 2: `1 1` is not three numbers"]);
}

#[test]
fn rounded_functions_are_made_verified_and_listed() {
    let scratch = Scratch::new("round");
    let (folder, twice, cut) = (scratch.path("src"), scratch.path("src/b.json"), "src/cut.json");
    let proof = scratch.path("src/a.json");
    let make = ["round", "1 / x", "--precision", "binary16", "--rounding", "up", "--target", "c"];
    good(&[&make[..], &["--name", "inverse", "-o", &folder, "--certificate", &proof]].concat());
    assert!(good(&["verify", &proof]).contains("65536 of 65536"));
    assert!(good(&["round", "--list", "-o", &folder]).contains("1 / x"));

    // A mode that is listed twice is refuted.
    let text = fs::read_to_string(&proof).expect("a certificate");
    let mut forged: Value = serde_json::from_str(&text).expect("JSON");
    forged["modes"] = serde_json::json!(["up", "up"]);
    fs::write(&twice, forged.to_string()).expect("a file");
    let output = run(&["verify", &twice]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(said(&output.stderr).contains("`up` is listed twice"), "{}", stderr(&output));

    // What cannot be read hides none of the others, before it and behind.
    let mut later = forged.clone();
    later["schema"] = serde_json::json!(1000);
    fs::write(scratch.path("src/aa.json"), later.to_string()).expect("a file");
    fs::write(scratch.path(cut), &text[..text.len() / 2]).expect("a file");
    fs::write(scratch.path("src/other.json"), "{ // something else").expect("a file");
    let output = run(&["round", "--list", "-o", &folder]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(stdout(&output).matches("1 / x").count(), 2, "{}", stdout(&output));
    let words = said(&output.stderr);
    assert!(["aa.json", "schema 1000", "cut.json"].iter().all(|part| words.contains(part)));
    assert!(!words.contains("other.json") && !words.contains("b.json"), "{words}");

    // Before there is anything to wait for: nothing is made of these requests.
    let nowhere = scratch.path("nowhere");
    let with = |more: &[&'static str]| {
        let begins = ["round", "no_function", "--precision", "binary16", "-o", &nowhere];
        refused(&[&begins[..], more].concat(), &more[..2]);
        assert!(!Path::new(&nowhere).exists());
    };
    with(&["--target", "fortran"]);
    with(&["--name", "2x"]);
    with(&["--name", "_x", "--target", "c"]);
}

#[test]
fn twins_are_made_and_run() {
    let scratch = Scratch::new("twins");
    let [folder, kernel, json] = ["src", "kernel.rs", "found.json"].map(|n| scratch.path(n));
    let text = "fn f(x: f64, y: f64) -> f64 {\n    let d = x * x - y * y;\n    d / (x - y)\n}\n";
    fs::write(&kernel, text).expect("a file");
    assert!(good(&["stochastic", &kernel, "-o", &folder]).starts_with("wrote "));
    assert!(good(&["stochastic", &kernel, "-o", &folder]).starts_with("unchanged: "));
    for target in ["c", "opencl", "cuda"] {
        let source = good(&["stochastic", &kernel, "--detect", "all", "--target", target]);
        assert!(
            source.contains("line 2, cancellation") && source.contains("evaluate("),
            "{source}"
        );
    }
    let seeded =
        ["stochastic", &kernel, "--detect", "all", "--run", "x=1.00000001,y=1", "--json", &json];
    let found = good(&seeded);
    assert!(found.contains("2.0000000") && found.contains("line 2: cancellation, once"), "{found}");
    assert_eq!(found, good(&seeded), "a seed reproduces a run");
    let written = fs::read_to_string(&json).expect("a report");
    assert!(written.contains("\"cancellation\"") && written.contains("\"digits\""), "{written}");
    assert!(
        good(&["stochastic", "x * x", "--type", "f32", "--run", "x=1:2:3"]).contains("element 2")
    );
    let both = ["approx", "exp", "--range", "0,1", "--tolerance", "abs:1e-9", "--stochastic"];
    let made = run(&both);
    assert!(stdout(&made).contains("exp_f64_stochastic") && made.status.success());
    assert!(said(&made.stderr).contains("15 digits are right"), "{}", stderr(&made));

    refused(&["stochastic", "x *"], &["expression"]);
    refused(&["stochastic", "x.erf()"], &["`erf` is not known", "sqrt()"]);
    refused(&["stochastic", "none.rs"], &["none.rs"]);
    refused(&["stochastic", "x + y", "--detect", "mul,dvi"], &["`dvi`", "branch"]);
    refused(&["stochastic", "x + y", "--rounding", "signmask"], &["signmask", "rounding mode"]);
    refused(&["stochastic", "x + y", "--uncertainty", "2"], &["between 0 and 1"]);
    refused(&["stochastic", "x + y", "--run", "x=1"], &["gives no value for `y`", "y=…"]);
    refused(&["stochastic", "exp(x) - 1"], &["x.exp()"]);
    let second = ["stochastic", "x * x", "--run", "x=1:2:3", "--elements", "1,2"];
    assert!(good(&second).starts_with("element 1: 4.0"), "{}", good(&second));
    refused(&["stochastic", "x + y", "--run", "x=1,z=2"], &["no argument `z`"]);
    refused(&["stochastic", "x + y", "--run", "x=1,y=two"], &["`two` is not a number", "y=1:2.5"]);
    refused(&["stochastic", "x + y", "--run", "x=1,y=2", "--elements", "0,9"], &["element 1"]);
    refused(&["stochastic", "x + y", "--target", "fortran"], &["fortran", "opencl"]);
}

#[test]
fn libraries_are_checked() {
    let scratch = Scratch::new("libm");
    let [cases, json] = ["cases.wc", "found.json"].map(|n| scratch.path(n));
    fs::write(&cases, "# cases\n0x1p0\n0x1.8p1 # another\n").expect("a file");
    let root = run(&["check-libm", "sqrt", "--cases", &cases]);
    if said(&root.stderr).contains("cannot use the library") {
        return println!("skipped: {}", stderr(&root));
    }
    assert!(
        root.status.success() && stdout(&root).contains("0 of 2 in nearest"),
        "{}",
        stdout(&root)
    );
    let found = run(&["check-libm", "cbrt", "--count", "2000", "--json", &json]);
    assert_eq!(found.status.code(), Some(1), "{}", stdout(&found));
    assert!(stdout(&found).contains("nearest") && stdout(&found).contains("ulps"));
    assert!(fs::read_to_string(&json).expect("a report").contains("\"correct\""));
    fs::write(&cases, "0x1p0\n0x1.ffffffffffffff8p0\n").expect("a file");
    refused(&["check-libm", "exp", "--cases", &cases], &["case 2 of", "f64"]);
    refused(&["check-libm", "expp"], &["`expp`", "expm1"]);
    refused(&["check-libm", "exp(x) + 1"], &["no name in C", "--symbol"]);
    refused(&["check-libm", "exp", "log", "--symbol", "mine"], &["the name of one function"]);
    refused(&["check-libm", "exp", "--symbol", "mine"], &["no function `mine`"]);
    refused(&["check-libm", "exp", "--rounds", "upp"], &["--rounds upp", "did you mean `up`?"]);
    refused(&["check-libm", "exp", "--param", "n=3"], &["`n`"]);
    refused(&["check-libm", "exp", "--lib", "no/such.so"], &["no/such.so"]);
}

/// Compiles a library of C; `None`, which is said, without a compiler.
fn c_library(scratch: &Scratch, name: &str, source: &str, flags: &[&str]) -> Option<String> {
    let (text, library) = (scratch.path(&format!("{name}.c")), scratch.path(&format!("{name}.so")));
    fs::write(&text, source).expect("a source");
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O1", "-fno-builtin", "-o", &library, &text]).args(flags);
    match command.output() {
        Ok(output) => {
            assert!(output.status.success(), "{}", stderr(&output));
            Some(library)
        }
        Err(error) => {
            println!("skipped: no C compiler ({error})");
            None
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_answers_for_itself() {
    let scratch = Scratch::new("own-functions");
    // It lacks exp, but the loader would find one in what it is linked with.
    let source = "double sin(double x) { return x; }\n";
    let flags = ["-Wl,--no-as-needed", "-lm"];
    let Some(mine) = c_library(&scratch, "mine", source, &flags) else { return };
    refused(
        &["check-libm", "exp", "--lib", &mine],
        &["mine.so", "no function `exp` of its own", "libm"],
    );
    // Its own sine is called, and is wrong nearly everywhere.
    let own = run(&["check-libm", "sin", "--lib", &mine, "--count", "100"]);
    assert_eq!(own.status.code(), Some(1), "{}", stderr(&own));
    let (json, checks) = (scratch.path("sin.json"), ["--count", "100", "--json"]);
    run(&[&["check-libm", "sin", "--lib", &mine][..], &checks, &[&json]].concat());
    let found: Value =
        serde_json::from_str(&fs::read_to_string(&json).expect("a report")).expect("JSON");
    let wrong = found[0]["wrong"][0][1].as_u64().expect("a count");
    assert!(wrong > 30, "{found}");
    // What it calls itself is its own matter.
    let source = "double exp(double);\ndouble log(double x) { return exp(x); }\n";
    let Some(calls) = c_library(&scratch, "calls", source, &flags) else { return };
    let own = run(&["check-libm", "log", "--lib", &calls, "--count", "100"]);
    assert_eq!(own.status.code(), Some(1), "{}", stderr(&own));
    refused(&["check-libm", "tan", "--lib", &calls], &["no function `tan` of its own"]);
    refused(&["check-libm", "exp", "--lib", &calls], &["no function `exp` of its own"]);

    // The loader's own words: what is missing, or what is wrong with the file.
    let text = scratch.path("text.so");
    fs::write(&text, "no library\n").expect("a file");
    refused(&["check-libm", "exp", "--lib", &text], &["text.so", "file too short"]);
    fs::write(&text, "no library\n".repeat(1000)).expect("a file");
    refused(&["check-libm", "exp", "--lib", &text], &["text.so", "invalid ELF header"]);
    let Some(_) = c_library(&scratch, "gone", "double g(double x) { return x; }\n", &[]) else {
        return;
    };
    let (folder, source) = (scratch.path(""), "double exp(double x) { return x; }\n");
    let flags = ["-L", &folder, "-Wl,--no-as-needed", "-l:gone.so"];
    let Some(needs) = c_library(&scratch, "needs", source, &flags) else { return };
    fs::remove_file(scratch.path("gone.so")).expect("removed");
    refused(&["check-libm", "exp", "--lib", &needs], &["needs.so", "gone.so", "cannot open"]);
}

/// Nobody has so many cores, and work needs a thread.
#[test]
fn numbers_of_threads_are_sensible() {
    for threads in ["0", "100000", "-1", "many"] {
        refused(
            &small(&["--threads", threads]),
            &["--threads", "from 1 to 4096", "one thread per core"],
        );
    }
    assert_eq!(run(&small(&["--threads", "3"])).status.code(), Some(0));
}

/// Files that are not what they should be are described in the program's words, not in those of a library.
#[test]
fn libraries_do_not_speak_in_errors() {
    let scratch = Scratch::new("misread");
    let file = |name: &str, text: &str| {
        let path = scratch.path(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let cases: [(&[&str], &[&str]); 5] = [
        (
            &["convert", &file("a.json", "[1,2")],
            &["a.json, line 1, column 2: a list is expected", "search --json"],
        ),
        (
            &["convert", &file("b.jsonl", "{\"x\":")],
            &["b.jsonl, line 1, column 5", "cut short", "each line is a case"],
        ),
        (&["convert", &file("c.csv", "x\n0x1p+0,2\n")], &["c.csv, line 2: it has 2 fields"]),
        (
            &["verify", &file("d.json", "[1,2")],
            &["d.json is not a certificate: line 1", "--certificate"],
        ),
        (
            &["search", "exp", "--binade", "1,2", "--profile", &file("p.toml", "device = 3\n")],
            &["is not a profile", "a text is expected, not the number `3`"],
        ),
    ];
    for (arguments, parts) in cases {
        refused(arguments, parts);
        let report = stderr(&run(arguments));
        for foreign in ["invalid type", "EOF", "CSV", "at line", "expected value"] {
            assert!(!report.contains(foreign), "{arguments:?}: {foreign} in\n{report}");
        }
    }
}

/// Who asks for a function where it has no value learns what to ask for.
#[test]
fn domain_errors_have_a_way_out() {
    for (function, range, part) in [
        ("log", "-1,1", "the argument is positive"),
        ("sqrt(x)", "-1,1", "the argument is not negative"),
        ("1/x", "-1,1", "the divisor is not 0"),
        ("asin", "1,3", "between -1 and 1"),
    ] {
        let range = format!("--range={range}");
        refused(&["approx", function, &range, "--tolerance", "abs:1e-3"], &["give a range", part]);
    }
}

/// Without anything to check, nothing is right.
#[test]
fn lists_that_check_nothing_are_refused() {
    let scratch = Scratch::new("libm-lists");
    let list = |name: &str, bytes: &[u8]| {
        let path = scratch.path(name);
        fs::write(&path, bytes).expect("a list");
        path
    };
    let check =
        |function: &'static str, list: &str| run(&["check-libm", function, "--cases", list]);
    if said(&run(&["check-libm", "sqrt", "--count", "1"]).stderr).contains("cannot use the library")
    {
        return println!("skipped: there is no library here");
    }
    let nan = f64::NAN.to_le_bytes();
    let numbers = [1.0f64, 2.0].map(f64::to_le_bytes).concat();
    refused(
        &["check-libm", "exp", "--cases", &list("empty.wc", b"# nothing\n")],
        &["empty.wc has no cases", "nothing would be checked"],
    );
    refused(
        &["check-libm", "exp", "--cases", &list("empty.bin", b"")],
        &["empty.bin has no cases"],
    );
    let nans = list("nans.bin", &[nan, f64::INFINITY.to_le_bytes()].concat());
    let output = check("exp", &nans);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output.stderr).contains("only 2 entries that are NaN or infinite"),
        "{}",
        stderr(&output)
    );

    // NaNs and infinities are counted in a note.
    let some = list("some.bin", &[&nan[..], &numbers].concat());
    let output = check("sqrt", &some);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        said(&output.stderr).contains(
            "some.bin: entries left out because they are NaN or infinite: 1; cases left: 2"
        ),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("0 of 2 in nearest"), "{}", stdout(&output));
    let output = run(&["convert", &some]);
    assert!(
        said(&output.stderr).contains(
            "some.bin: entries left out because they are NaN or infinite: 1; cases left: 2"
        ),
        "{}",
        stderr(&output)
    );

    // Arguments without a value are not tried; if no other is left, nothing was found right.
    let output = check("log", &list("negative.wc", b"-0x1p0\n-0x1.8p3\n"));
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(said(&output.stderr).contains("log has no value at any"), "{}", stderr(&output));

    // A list says of what it is.
    let heading = |function: &str, format: &str| {
        let text = format!("# function: {function}\n# input format: {format}\n0x1p0\n");
        list("heading.wc", text.as_bytes())
    };
    for (function, format, asked, width, parts) in [
        ("log(x)", "binary64 (53 bits)", "exp", "f64", &["cases of log(x)", "exp(x)"][..]),
        (
            "exp(x)",
            "binary32 (24 bits)",
            "exp",
            "f64",
            &["binary32 as its input format", "f64 has"],
        ),
        (
            "exp(x)",
            "binary64 (53 bits)",
            "exp",
            "f32",
            &["binary64 as its input format", "f32 has"],
        ),
        ("exp(2 * x)", "binary64", "exp", "f64", &["cases of exp(2 * x)"]),
        ("gamma(x)", "53", "exp", "f64", &["cases of gamma(x)", "exp(x) is to be checked"]),
    ] {
        let path = heading(function, format);
        let arguments = ["check-libm", asked, "--type", width, "--cases", &path];
        refused(&arguments, &[&["heading.wc"], parts].concat());
    }
    refused(&["check-libm", "exp", "log", "--cases", &heading("exp", "f64")], &["log(x) is to be"]);
    for (function, format, asked, width) in [
        ("sqrt(x)", "binary64 (53 bits)", "sqrt", "f64"),
        ("sqrt", "f32", "sqrt", "f32"),
        ("gamma(x)", "binary64", "tgamma", "f64"),
        ("log1p(x)", "not stated by the source", "log1p", "f64"),
    ] {
        let path = heading(function, format);
        let output = run(&["check-libm", asked, "--type", width, "--cases", &path]);
        assert!(stdout(&output).contains(" of 1 in nearest"), "{function}: {}", stderr(&output));
    }
}

/// Whatever two outputs are called, one file does not hold both.
#[test]
fn no_output_replaces_another() {
    let scratch = Scratch::new("twice");
    let path = |name: &str| scratch.path(name);
    fs::write(path("old.json"), "old").expect("a file");
    fs::hard_link(path("old.json"), path("hard.wc")).expect("a link");
    let spelled = format!("{}/../twice/old.json", scratch.path(""));
    for other in [path("hard.wc"), spelled.replace("old.json", "x.wc")] {
        let json = if other.ends_with("hard.wc") { path("old.json") } else { path("x.wc") };
        refused(
            &small(&["--json", &json, "--cases", &other]),
            &["--json and --cases", "both write"],
        );
    }
    refused(&small(&["--cases", &path("a.bin"), "--html", &path("a.bin.txt")]), &["both write"]);
    refused(&small(&["--cases", &path("a.wc"), "--cases", &path("./a.wc")]), &["both write"]);
    assert_eq!(fs::read_to_string(path("old.json")).expect("kept"), "old");
    assert_eq!(fs::read_dir(path("")).expect("a folder").count(), 2, "nothing is left behind");
    // Emitted files, and where standard output goes.
    let folder = path("out");
    fs::create_dir(&folder).expect("a folder");
    let certificate = format!("{folder}/sine.rs");
    let approx =
        ["approx", "sin(x)", "--range", "0,1", "--tolerance", "abs:1e-3", "--name", "sine"];
    refused(
        &[&approx[..], &["-o", &folder, "--certificate", &certificate]].concat(),
        &["-o and --certificate both write"],
    );
    let out = fs::File::create(path("shown")).expect("a file");
    let output =
        program().args(small(&["--json", &path("shown")])).stdout(out).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(said(&output.stderr).contains("standard output both write"), "{}", stderr(&output));

    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("real.json", path("link.json")).expect("a link");
        refused(
            &small(&["--json", &path("link.json"), "--cases", &path("real.json")]),
            &["real.json"],
        );
        assert!(fs::symlink_metadata(path("link.json")).expect("kept").is_symlink());
        assert!(!Path::new(&path("real.json")).exists());
        run(&small(&["--json", &path("link.json")]));
        assert!(fs::read_to_string(path("real.json")).expect("written").contains("\"cases\""));
        assert!(fs::symlink_metadata(path("link.json")).expect("kept").is_symlink());
    }
}

#[test]
fn lists_of_cases_are_converted() {
    let scratch = Scratch::new("convert");
    let path = |name: &str| scratch.path(name);
    let (json, csv, bin, page) = (path("a.json"), path("a.csv"), path("a.bin"), path("a.html"));
    good(&small(&["--target", "interpreter", "--json", &json, "--cases", &csv, "--html", &page]));
    assert!(fs::read_to_string(&page).unwrap().contains("Hardest cases"));
    let wc = good(&["convert", &json]);
    assert_eq!(good(&["convert", &csv]), wc);
    good(&["convert", &csv, "-o", &bin]);
    let beside = fs::read_to_string(format!("{bin}.txt")).unwrap();
    assert!(beside.contains("# coverage: complete, ") && wc.starts_with(&beside), "{beside}");
    assert_eq!(good(&["convert", &bin]), wc);
    let sample = good(&["convert", &csv, "--sample", "3"]);
    assert_eq!(sample.lines().filter(|line| !line.starts_with('#')).count(), 3);
    // Only what the list does not say can be said by options.
    refused(&["convert", &csv, "--function", "log"], &["--function contradicts", "exp(x)"]);
    let harness = path("harness.c");
    for more in [&[][..], &["-o", &path("a.h")], &["--with-results", "-o", &path("b.csv")]] {
        let arguments = [&["convert", &csv, "--harness", &harness], more].concat();
        refused(&arguments, &["--harness: it needs a .h file", "--with-results -o FILE.h"]);
    }
    fs::write(path("nothing.wc"), "").expect("a file");
    refused(&["convert", &path("nothing.wc"), "-o", &path("c.h")], &["nothing.wc holds nothing"]);
    fs::write(path("none.csv"), "# function: exp(x)\nx\n").expect("a file");
    let output = run(&["convert", &path("none.csv"), "-o", &path("d.h")]);
    assert_eq!(output.status.code(), Some(0));
    assert!(said(&output.stderr).contains("none.csv has no cases"), "{}", stderr(&output));
    assert_eq!(stdout(&output), "0 cases written\n");
    refused(&["convert", &csv, "--precision", "113"], &["--precision contradicts"]);
    refused(&["convert", &csv, "-o", &csv], &["-o would overwrite", "the list of cases"]);
    refused(&["convert", &csv, "-o", &path("a.txt")], &["-o", "choose one of"]);
    refused(&["convert", &path("none.wc")], &["cannot read", "none.wc"]);
    let bare = path("bare");
    fs::write(&bare, "0x1.83d4bcdebb3f4p+2\n").unwrap();
    refused(&["convert", &bare, "--sample", "1", "--rounding", "up"], &["--rounding"]);
    fs::write(&bare, "0x1.83d4bcdebb3f4p+2\n0x1p+0\n").unwrap();
    refused(&["convert", &bare, "--sample", "1"], &["--function"]);
    let measured = good(&["convert", &bare, "--function", "exp", "--sample", "1"]);
    assert!(measured.ends_with("0x1.83d4bcdebb3f4p+2\n"), "{measured}");
    assert!(measured.contains("# function: exp(x)\n"), "{measured}");
    // What cannot be written is known before the search begins.
    let header = path("a.h");
    let range = "1,0x1.00000000000001p0";
    let quad = ["search", "exp", "--range", range, "--precision", "binary128", "--cases", &header];
    refused(&quad, &["no type of C holds binary128"]);
}

/// A compiler that hangs is told of while it hangs, and stopped.
#[cfg(unix)]
#[test]
fn a_compiler_that_hangs_is_stopped() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = tempfile::tempdir().expect("temporary directory");
    let compiler = scratch.path().join("rustc");
    fs::write(&compiler, "#!/bin/sh\nsleep 600\n").expect("written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("a program");
    let output = program()
        .args(["search", "exp", "--binade", "1,2", "--precision", "32", "--bits", "16"])
        .env("TMD_CACHE_DIR", scratch.path().join("cache"))
        .env("TMD_RUSTC", &compiler)
        .env("TMD_COMPILE_SECONDS", "10")
        .output()
        .expect("the program runs");
    let parts =
        ["compiling", "of exp(x) for rust-simd", "has not ended after 10 s", "TMD_COMPILE_SECONDS"];
    check_refused(&output, "a compiler that hangs", &parts);

    let output = program()
        .args(["search", "exp", "--binade", "1,2", "--precision", "32", "--bits", "16"])
        .env("TMD_CACHE_DIR", scratch.path().join("cache"))
        .env("TMD_COMPILE_SECONDS", "soon")
        .output()
        .expect("the program runs");
    check_refused(&output, "no number", &["TMD_COMPILE_SECONDS is `soon`"]);
}

/// Whatever is written, no input exhausts the stack or the memory of the program.
#[test]
fn inputs_beyond_all_measure_are_refused() {
    let deep = "(".repeat(3000) + "x" + &")".repeat(3000);
    refused(&["stochastic", &deep], &["nested deeper"]);
    refused(&["plan", "rootn(x, -2147483648)", "--binade", "1,2"], &["beyond ±1000000"]);
    let samples = ["--range", "0,1", "--tolerance", "abs:1e-3"];
    refused(
        &[&["approx", "--samples-of", "yes"], &samples[..]].concat(),
        &["`yes` printed more than"],
    );
    refused(
        &["approx", "j0", "--range", "0,20", "--tolerance", "rel:1e-12"],
        &["j0(x) is 0 between x = 2.4048255576957724 and 2.404825557695773"],
    );
    for (elements, part) in [
        ("0,5", "element 1 of `y` is read; it has elements 0 to 0"),
        ("0,18446744073709551615", "is not a range of elements"),
    ] {
        let run = ["stochastic", "x * y", "--run", "x=1,y=2", "--elements", elements];
        refused(&run, &[part, "help"]);
    }
    let endless = "fn f(x: f64) -> f64 { let mut s = x; for _ in 0..1000000000 { s = s + x; } s }";
    refused(
        &["stochastic", endless, "--run", "x=1", "--most-steps", "100000"],
        &["more than 100000 steps", "--most-steps"],
    );
}
