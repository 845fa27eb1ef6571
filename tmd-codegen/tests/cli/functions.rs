//! Evaluators, correctly rounded functions, stochastic twins.

use crate::command::{Scratch, good, refused, run, stderr, stdout};
use crate::said::said;
use serde_json::Value;
use std::fs;
use std::path::Path;

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
