//! Gappa proves the scripts of kernels, and does not prove those of wrong kernels.
//!
//! Without Gappa (Debian: `gappa`) tests are skipped; with `TMD_REQUIRE_GAPPA` they fail.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::{gappa, plan};

/// The option by which Gappa does not look for places to part cases at, which takes long where there is no proof.
const WITHOUT_CASES: &[&str] = &["-Eno-auto-dichotomy"];

/// What Gappa says of a script; `None` if it is not there.
fn said(script: &str, options: &[&str]) -> Option<Output> {
    let pipes = || Stdio::piped();
    let mut command = Command::new("gappa");
    let started = command.args(options).stdin(pipes()).stdout(pipes()).stderr(pipes()).spawn();
    let mut process = match started {
        Ok(process) => process,
        Err(error) => {
            let required = env::var_os("TMD_REQUIRE_GAPPA").is_some_and(|value| !value.is_empty());
            assert!(!required, "gappa: {error}");
            println!("skipped: gappa cannot be started ({error})");
            return None;
        }
    };
    let mut input = process.stdin.take().expect("its input");
    input.write_all(script.as_bytes()).expect("written");
    drop(input);
    Some(process.wait_with_output().expect("its end"))
}

/// Whether all is proved, without a warning: a hint whose sides are not equal gives one.
fn is_proved(output: &Output) -> bool {
    output.status.success() && output.stdout.is_empty() && output.stderr.is_empty()
}

/// Whether a script is refused by the same means that prove the right one; `None` if Gappa is not there.
fn is_refused(wrong: &str, right: &str) -> Option<bool> {
    let options = match is_proved(&said(right, WITHOUT_CASES)?) {
        true => WITHOUT_CASES,
        false => &[],
    };
    Some(!is_proved(&said(wrong, options)?))
}

/// The search whose bundles are in `generated/`: arcs, then tests in binary64 lanes.
fn published() -> Request {
    Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        ..Request::in_range("exp", "1,0x1.0008p0")
    }
}

/// The scripts of all kernels of a request.
fn scripts(request: &Request) -> BTreeMap<String, String> {
    let plan = plan::make(request).expect("plan");
    let of_kernel = |index| {
        let scripts = gappa::scripts(&plan, index, "a test").expect("scripts");
        scripts.into_iter().map(move |(name, text)| (format!("kernel{index}/{name}"), text))
    };
    (0..plan.kernels.len()).flat_map(of_kernel).collect()
}

/// The claim of a script, by the file's name.
fn claim(name: &str) -> &str {
    let (_, file) = name.rsplit_once('/').expect("a folder");
    let (_, claim) = file.split_once('_').expect("a stage");
    claim.strip_suffix(".g").expect("a script")
}

/// The goals of a script: from the arrow to the brace.
fn goals(script: &str) -> usize {
    let (_, goals) = script.split_once("\n->\n").expect("goals");
    let (goals, _) = goals.split_once("\n}\n").expect("an end");
    goals.lines().filter(|line| !line.starts_with("  #")).count()
}

/// Plans of several kinds: short and long packets, small formats, strongly curved functions; several divisions.
fn requests() -> Vec<Request> {
    let small = |function: &str, range: &str| Request {
        precision: 24.into(),
        ..Request::in_range(function, range)
    };
    vec![
        published(),
        Request::in_range("exp", "1,2"),
        Request::in_range("sin", "0.5,1"),
        Request::in_range("log", "2,4"),
        small("exp", "1,2"),
        small("sinpi(x)", "0.1,0.2"),
    ]
}

#[test]
fn scripts_are_proved() {
    let (mut files, mut proved) = (0, 0);
    for request in requests() {
        for (name, script) in scripts(&request) {
            let Some(output) = said(&script, &[]) else { return };
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(is_proved(&output), "{} {name}: {text}\n{script}", request.function);
            files += 1;
            proved += goals(&script);
        }
    }
    println!("{proved} goals of {files} scripts are proved");
    assert!(files >= 60 && proved >= 2 * files, "{files} {proved}");
}

/// What makes each claim wrong: a constant of the kernel, a range, or a bound.
const MUTATIONS: &[(&str, &[(&str, &str)])] = &[
    ("apart", &[("fixed<-22, ne>(s1_)", "fixed<-40, ne>(s1_)"), ("b-127\n}", "b-129\n}")]),
    ("comparison", &[("6755399441055744", "3377699720527872")]),
    ("evaluation_at_input", &[("6755399441055744", "3377699720527872")]),
    ("evaluation_at_vertex", &[("6755399441055744", "3377699720527872")]),
    ("exact_inverse", &[("<= 1b-51", "<= 1b-52")]),
    ("integer", &[("rnd(511b-10 + ", "rnd(1b-1 + ")]),
    ("inverse", &[("<= 1b-39", "<= 1b-40"), ("= rnd(1 - ", "= rnd(1023b-10 - ")]),
    ("member", &[("rnd(near + ", "rnd(near - "), ("|multiple| <= 1b52", "|multiple| <= 1b54")]),
    ("next_fraction", &[("_r - r_before)", "_r + r_before)"), ("[1, 524286]", "[1, 1b54]")]),
    ("packet", &[("* 1b-52);  #", "* 1b-51);  #"), (" - 1b63);", " - 1b62);")]),
    ("quotient", &[("274877906945b-38", "1")]),
    ("root", &[("* 1b-1);  #", "* 3b-2);  #"), ("[-1b-48, 1b-48]", "[-1b-50, 1b-50]")]),
    ("vertex", &[("* -3b-3);  #", "* -1b-1);  #"), ("[-1b-37, 1b-37]", "[-1b-39, 1b-39]")]),
    ("reduction_by_estimate", &[("1048575b-20", "1048577b-20"), ("1b52", "1b54")]),
    ("reduction_by_division", &[("1b52", "1b54")]),
];

/// A script with a part of it changed, wherever it is found in the script's statements.
fn mutated(script: &str, from: &str, to: &str) -> String {
    assert!(script.contains(from), "there is no {from} in\n{script}");
    script.replace(from, to)
}

#[test]
fn wrong_scripts_are_not_proved() {
    let scripts = scripts(&published());
    let claims: BTreeSet<&str> = scripts.keys().map(|name| claim(name)).collect();
    let known: BTreeSet<&str> = MUTATIONS.iter().map(|(claim, _)| *claim).collect();
    assert_eq!(claims, known, "each claim has a mutation, and each mutation a claim");
    let mut refused = 0;
    for (name, script) in &scripts {
        let own = MUTATIONS.iter().filter(|(wanted, _)| *wanted == claim(name));
        for (from, to) in own.flat_map(|(_, mutations)| *mutations) {
            let Some(is_refused) = is_refused(&mutated(script, from, to), script) else { return };
            assert!(is_refused, "{name}: {to} in place of {from} is proved");
            refused += 1;
        }
    }
    println!("{refused} wrong scripts are refused");
}

/// How much of each bound is used: with a bound that is divided by 2^k, no script is proved.
#[test]
fn bounds_are_not_far_from_what_is_proved() {
    const MOST: i32 = 9;
    for (name, script) in scripts(&published()) {
        let Some((before, bound, after)) = last_bound(&script) else { continue };
        let (significand, exponent) = bound.split_once('b').expect("a number");
        let exponent: i32 = exponent.parse().expect("an exponent");
        let with = |lg: i32| format!("{before}{significand}b{}{after}", exponent - lg);
        let Some(is_refused) = is_refused(&with(MOST), &script) else { return };
        assert!(is_refused, "{name}: the bound {bound} may be divided by 2^{MOST}");
    }
}

/// The bound of the last goal that states one as `| … | <= bound`, with the text before and after it.
fn last_bound(script: &str) -> Option<(&str, &str, &str)> {
    let (goals, _) = script.split_once("\n}\n")?;
    let start = goals.find("\n->\n")?;
    let at = start + goals[start..].rfind("| <= ")? + "| <= ".len();
    let length = script[at..].find(|c: char| !(c.is_ascii_digit() || "b-".contains(c)))?;
    let after = &script[at + length..];
    // The bound of a premise is no goal.
    (!after.starts_with(" ->")).then(|| (&script[..at], &script[at..at + length], after))
}
