//! Searches by phases: they find what a search of every argument finds, certificates are checked, and what is wrong is said.

#[path = "../../tests/src/full.rs"]
#[expect(unreachable_pub, reason = "tests of the other package reach it")]
mod full;

use full::is_full;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tmd_codegen::phases::{Function, Request, search};
use tmd_codegen::spec::{Format, FormatName};

fn program(arguments: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"));
    if let Ok(cache) = tmd_runtime::private_directory(&cache) {
        command.env("TMD_CACHE_DIR", cache);
    }
    command.args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    command.output().expect("the program runs")
}

fn json(arguments: &[&str]) -> Value {
    let output = program(&[arguments, &["--json", "-"]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What is the same of a case in both kinds of search: x, its kind and its identical bits; by x.
fn cases(found: &Value) -> Vec<(String, String, u64)> {
    let text = |value: &Value, name: &str| value[name].as_str().expect("a text").to_owned();
    let case = |value: &Value| {
        let bits = value["identical_bits"].as_u64().expect("a number");
        (text(value, "x"), text(value, "kind"), bits)
    };
    let mut all: Vec<_> = found["cases"].as_array().expect("cases").iter().map(case).collect();
    all.sort();
    all
}

#[test]
fn the_cases_of_binary32_are_those_of_a_search_of_every_argument() {
    for (function, range) in
        [("sin", "2^20,2^21"), ("cos", "2^100,2^101"), ("tan", "-2^127,-2^126")]
    {
        let ask = ["search", function, "--range", range, "--precision", "24", "--bits", "13"];
        let every = json(&ask);
        let all = cases(&every);
        assert!(all.len() > 1000, "{function}: {}", all.len());
        let whole = json(&[&ask[..], &["--phases", "0,1"]].concat());
        assert!(cases(&whole) == all, "{function}: {} and {}", cases(&whole).len(), all.len());
        assert_eq!(whole["inputs"], 1 << 23);
        let parts = ["0,3/8", "0.375,1"].map(|own| json(&[&ask[..], &["--phases", own]].concat()));
        let mut both: Vec<_> = parts.iter().flat_map(cases).collect();
        both.sort();
        assert!(both == all, "{function} in two parts");
    }
}

/// Where a plan is possible, functions that are made of others are searched in both ways.
#[test]
fn the_cases_of_compositions_are_those_of_a_search_without_phases() {
    for (function, range) in [
        ("exp(sin(x))", "120,136"),
        ("1/cos(x)", "128,136"),
        ("1-cos(x)", "-96,-80"),
        ("sin(3*x)+cos(x/2)", "128,136"),
    ] {
        let ask = ["search", function, "--range", range, "--precision", "24", "--bits", "13"];
        let all = cases(&json(&ask));
        assert!(all.len() > 50, "{function}: {}", all.len());
        let own = json(&[&ask[..], &["--phases", "0,1"]].concat());
        assert!(cases(&own) == all, "{function}: {} and {}", cases(&own).len(), all.len());
        println!("{function}: {} cases", all.len());
    }
}

#[test]
fn certificates_are_checked() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).to_string_lossy().into_owned();
    let good = path("good.json");
    let ask = ["search", "sin", "--range", "2^1022,2^1023", "--phases", "0.1,0.1000001"];
    let made = program(&[&ask[..], &["--bits", "28", "--certificate", &good]].concat());
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    for more in [&[][..], &["--full"]] {
        let output = program(&[&["verify", &good], more].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let text = fs::read_to_string(&good).expect("a certificate");
    let change = |name: &str, change: fn(&mut Value), full: bool| {
        let mut certificate: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut certificate);
        let forged = path(name);
        fs::write(&forged, certificate.to_string()).expect("write");
        let full: &[&str] = if full { &["--full"] } else { &[] };
        let output = program(&[&["verify", &forged], full].concat());
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
    };
    let pop =
        |own: &mut Value| assert!(own["cases"].as_array_mut().expect("cases").pop().is_some());
    change("missing.json", pop, true);
    change("count.json", |own| own["inputs"] = 1.into(), false);
    change("phases.json", |own| own["phases"] = "0.10000001,0.1000001".into(), false);
    change("case.json", |own| own["cases"][0]["identical_bits"] = 60.into(), false);
    change("emin.json", |own| own["format"]["emin"] = (-7).into(), true);
    change("emax.json", |own| own["format"]["emax"] = i32::MAX.into(), false);
    change("precision.json", |own| own["format"]["precision"] = 0.into(), false);
    change("name.json", |own| own["format"]["name"] = "binary32".into(), true);
}

/// Functions that are made of others: with exp outside, with poles, a double zero, a multiple of x, and an end of the domain.
const COMPOSITIONS: [&str; 7] = [
    "exp(sin(x))",
    "1 / cos(x)",
    "1 - cos(x)",
    "powi(sin(3 * x), 2)",
    "sin(x / 3) + cos(x / 2)",
    "log(sin(x))",
    "exp(tan(x))",
];

/// What the independent checker says of a certificate.
fn independently(certificate: &Value, more: &[&str]) -> (u8, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("certificate.json");
    fs::write(&path, certificate.to_string()).expect("write");
    let more = more.iter().map(|word| (*word).to_owned());
    tmd_check::run(std::iter::once(path.to_string_lossy().into_owned()).chain(more).collect())
}

/// The certificate of a search.
fn certificate(
    function: &str,
    format: &Format,
    range: &str,
    phases: &str,
    bits: Option<u32>,
) -> Value {
    let function = Function::parse(function).expect("a function");
    let request = Request::new(function, format.clone(), range, phases, bits).expect("a request");
    serde_json::to_value(search(&request, &()).expect("a search")).expect("JSON")
}

/// Each function in each format; half of its ranges with one part of the phases, others in the next format.
#[test]
fn the_independent_checker_finds_the_same() {
    let full = is_full();
    if !full {
        println!("a sixth of the ranges with their phases; TMD_FULL=1 searches all");
    }
    let (mut cases, mut made) = (0, 0);
    let mut agree = |certificate: Value| {
        made += 1;
        let (code, said) = independently(&certificate, &[]);
        assert!(code == 0 && said.contains(" proved: "), "{certificate:.300}: {said}");
        cases += certificate["cases"].as_array().expect("cases").len();
    };
    let functions = Function::NAMES.into_iter().chain(COMPOSITIONS);
    for (turn, function) in functions.enumerate() {
        for (row, (precision, emax)) in
            [(8, 127), (9, 15), (11, 15), (12, 1023)].into_iter().enumerate()
        {
            let name = format!("{precision} bits");
            let format = Format { precision, emin: 1 - emax, emax, name };
            for (column, (from, to)) in
                [(7, 8), (10, 14), (emax - 1, emax + 1)].into_iter().enumerate()
            {
                let range = if from == 10 {
                    format!("-2^{to},-2^{from}")
                } else {
                    format!("2^{from},2^{to}")
                };
                let parts = [("0,1", 3), ("0.1,0.35", 2), ("0.49,5/8", 4)];
                for (part, (phases, bits)) in parts.into_iter().enumerate() {
                    if full || (turn + row + column + part).is_multiple_of(6) {
                        agree(certificate(function, &format, &range, phases, Some(bits)));
                    }
                }
            }
        }
        let format =
            |name| FormatName::parse("--precision", name).expect("one").format().expect("one");
        agree(certificate(function, &format("binary32"), "2^100,2^101", "0.2,0.22", None));
        // Some 2^15 arguments; next to an extremum fewer, which are all cases of sin.
        for (from, to) in [("0.1", "0.10000000001"), ("0.249999999999", "0.25"), ("0", "7e-12")] {
            let phases = format!("{from},{to}");
            agree(certificate(function, &format("binary64"), "2^1022,2^1023", &phases, Some(8)));
        }
    }
    println!("{made} certificates, {cases} cases");
    assert!(cases > 2000, "{cases}");
}

#[test]
fn the_independent_checker_refuses_forgeries() {
    let format = FormatName::parse("--precision", "binary64").expect("one").format().expect("one");
    let phases = "0.1,0.1000000001";
    let good = certificate("sin", &format, "2^1022,2^1023", phases, None);
    let refused = |why: &str, change: &dyn Fn(&mut Value)| {
        let mut forged = good.clone();
        change(&mut forged);
        let (code, said) = independently(&forged, &[]);
        assert!(code == 1 && said.contains(why), "{why}: {said}");
    };
    fn list(own: &mut Value) -> &mut Vec<Value> {
        own["cases"].as_array_mut().expect("cases")
    }
    refused("left out", &|own| drop(list(own).pop()));
    refused("listed twice", &|own| {
        let first = list(own)[0].clone();
        list(own).insert(0, first);
    });
    refused("said to be", &|own| own["cases"][5]["identical_bits"] = 60.into());
    refused("has another phase", &|own| own["cases"][0]["x"] = "0x1p+1022".into());
    refused("are stated", &|own| own["inputs"] = 450_520.into());
    refused("are stated", &|own| own["phases"] = "0.1,0.10000000009".into());
}

#[test]
fn all_phases_are_searched_where_no_plan_is_possible() {
    let ask =
        ["search", "sin", "--range", "2^1000,0x1.01p1000", "--precision", "30", "--bits", "15"];
    let own = json(&ask);
    let phases = json(&[&ask[..], &["--phases", "0,1"]].concat());
    assert_eq!(own, phases);
    assert!(cases(&own).len() > 20, "{}", cases(&own).len());
}

#[test]
fn what_is_wrong_is_said() {
    let range = ["--range", "2^1000,2^1001"];
    let refused: [(&[&str], &str); 19] = [
        (&["exp", "--phases", "0,1"], "x stands outside sin, cos and tan"),
        (&["sin(x) + x", "--phases", "0,1"], "give sin, cos or tan, or what is made of them"),
        (&["sin(sqrt(2) * x)", "--phases", "0,1"], "this is no rational multiple of x"),
        (&["sin(pi * x)", "--phases", "0,1"], "this is no rational multiple of x"),
        (&["sinpi(x)", "--phases", "0,1"], "its period is rational"),
        (&["sin(x + 1)", "--phases", "0,1"], "shifted by no multiple of π"),
        (&["sin(2)", "--phases", "0,1"], "it is constant"),
        (&["asin(sin(x))", "--phases", "0.1,0.2"], "a straight line, or constant"),
        (
            &["powi(sin(x), 2) + powi(cos(x), 2)", "--phases", "0.1,0.2"],
            "a straight line, or constant",
        ),
        (&["sin", "--phases", "0.2"], "not two numbers"),
        (&["sin", "--phases", "0.2,0.1"], "the first is not less"),
        (&["sin", "--phases", "0.2,1.1"], "not from 0 to 1"),
        (&["sin", "--phases", "0.2,1/pi"], "not rational"),
        (&["sin", "--phases", "0,1", "--bits", "1"], "give 2 to 160"),
        (&["sin", "--phases", "0,1", "--precision", "x87"], "at most 53 bits"),
        (&["sin", "--phases", "0,1", "--test", "arcs"], "--test does not go with --phases"),
        (&["sin", "--phases", "0,1", "--target", "fortran"], "there is no target"),
        (
            &["sin", "--phases", "0,1", "--target", "c", "--deployment", "fused"],
            "has no meaning for --target c",
        ),
        (&["pow(x, y)", "--phases", "0,1", "--range-x", "1,2"], "leave out one of them"),
    ];
    for (arguments, said) in refused {
        let output = program(&[&["search"], &range[..], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        let words = error.split_whitespace().filter(|word| *word != "│");
        let flat = words.collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said) && !error.contains("panicked"), "{arguments:?}: {error}");
    }
    for (arguments, said) in [
        (&["search", "sin", "--phases", "0,1"][..], "--phases needs --range"),
        (&["search", "sin", "--phases", "0,1", "--range", "1,2"], "at least 2^6"),
        (&["search", "sin", "--phases", "0,1", "--range", "2^9"], "not two numbers"),
    ] {
        let output = program(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}

#[test]
fn the_worst_reductions_are_listed() {
    let output = program(&["list", "reductions"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().count(), 1 + 1016);
    // The worst of all, 6381956970095103·2^797.
    let line = text.lines().find(|line| line.starts_with("2^849")).expect("a line of each binade");
    assert!(line.contains(" 0x1.6ac5b262ca1ffp+849 "), "{line}");
}

/// On every target that this machine has, and with every level.
#[test]
fn kernels_of_all_targets_find_the_same() {
    let ask = ["search", "sin", "--range", "2^100,2^101", "--precision", "24", "--bits", "15"];
    let ask = [&ask[..], &["--phases", "0.1,0.15"]].concat();
    let by_itself = json(&ask);
    assert!(cases(&by_itself).len() > 15, "{}", cases(&by_itself).len());
    let mut ways: Vec<Vec<&str>> = vec![vec!["--target", "interpreter"]];
    for level in tmd_runtime::Level::available() {
        for target in ["rust-simd", "c"] {
            ways.push(vec!["--target", target, "--simd", level.as_str()]);
        }
        ways.push(vec!["--simd", level.as_str()]);
    }
    let devices = program(&["list", "devices"]);
    let devices = String::from_utf8_lossy(&devices.stdout).into_owned();
    match devices.contains("opencl") {
        true => ways.push(vec!["--target", "opencl"]),
        false => println!("OpenCL is not tested: this machine has no device"),
    }
    if cfg!(feature = "cuda") {
        ways.push(vec!["--target", "cuda", "--device", "host"]);
    }
    for way in &ways {
        let found = json(&[&ask[..], way].concat());
        assert_eq!(found["cases"], by_itself["cases"], "{way:?}");
        println!("{way:?}: {} cases", cases(&found).len());
    }
}

#[test]
fn kernels_are_emitted_for_all_targets() {
    let ask = ["gen", "cos", "--range", "2^1000,2^1001", "--phases", "0,1"];
    for (target, file) in [
        ("rust-simd", "stages.rs"),
        ("c", "kernels.c"),
        ("opencl", "gpu.cl"),
        ("cuda", "kernels.cu"),
    ] {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().to_string_lossy().into_owned();
        let arguments = [&ask[..], &["--target", target, "-o", &folder]].concat();
        let output = program(&[&arguments[..], &["--emit", "source,manifest,ir"]].concat());
        assert_eq!(output.status.code(), Some(0), "{target}: {output:?}");
        let read = |name: &str| fs::read_to_string(scratch.path().join(name)).expect(name);
        let manifest: Value = serde_json::from_str(&read("manifest.json")).expect("JSON");
        assert_eq!(manifest["name"], "cos_phases");
        assert_eq!(manifest["stages"][0]["loops"][0]["name"], "arcs");
        assert!(read(file).contains("arcs of phases"), "{target}");
        assert!(read("kernel.ir").contains("stage0"));
        // Once more, nothing changes.
        let again = program(&[&arguments[..], &["--emit", "source,manifest,ir"]].concat());
        let said = String::from_utf8_lossy(&again.stdout);
        assert!(!said.contains("wrote"), "{target}: {said}");
    }
    // That of a function that is made of others is the same but for what it is called.
    let output = program(&[
        "gen",
        "exp(sin(3*x))",
        "--range",
        "2^1000,2^1001",
        "--phases",
        "0,1",
        "--target",
        "c",
        "--emit",
        "manifest",
    ]);
    let manifest = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(manifest.contains("exp_sin") && manifest.contains("_phases"), "{manifest}");
    for (more, wanted) in [
        (&["--emit", "plan"][..], "--emit plan"),
        (&["--target", "fortran"], "fortran"),
        (&["--test", "arcs"], "--test does not go with --phases"),
        (&["--config", "tmd.toml"], "--config does not go with --phases"),
    ] {
        let output = program(&[&ask[..], more].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {error}");
        assert!(error.contains(wanted), "{more:?}: {error}");
    }
}
