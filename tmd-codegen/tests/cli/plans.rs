//! Plans: in words, as JSON, drawn, from a file of options.

use crate::command::{Scratch, check_refused, good, parse, program, refused, run, stdout};
use std::fs;

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
