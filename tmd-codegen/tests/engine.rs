//! The version of the engine, [`ENGINE`], is raised whenever what computes has changed.
//!
//! `engine.txt` holds, for each version, digests of what makes results: the text of each target, the representation that
//! is interpreted, seeds, and what judges and closed forms find. A digest that changes under the same number is refused,
//! also by `TMD_BLESS=1`: results that are kept under that number were made by something else.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};
use tmd_codegen::design::{Division, Test};
use tmd_codegen::engine::{ENGINE, SOUND};
use tmd_codegen::interpreter::Interpreted;
use tmd_codegen::plan;
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::search::{self, visit_blocks};
use tmd_codegen::{kernel, pass, target};
use tmd_runtime::{Kernel, sha256_hex};

/// The versions with their digests.
const FILE: &str = "tests/engine.txt";
/// Blocks of each plan whose seeds count.
const BLOCKS: usize = 8;

fn plan(request: &Request) -> Plan {
    plan::make(request).unwrap_or_else(|diag| panic!("{}", diag.render(false)))
}

/// Plans whose kernels and seeds stand for all: every test and every division, one word and several, low degrees and high.
fn plans() -> Vec<Plan> {
    let exp = Request { bits: Some(44), ..Request::in_binade("exp", "1,2") };
    let by = |test, division| Request {
        overrides: Overrides { test: Some(test), division, ..Overrides::default() },
        ..exp.clone()
    };
    let tests = Test::ALL.iter().map(|test| by(*test, None));
    let divisions =
        [Division::Subtractive, Division::Native, Division::Hybrid(3), Division::Reciprocal];
    let divisions = divisions.map(|division| by(Test::RegularCut, Some(division)));
    let steep = Request { precision: 16.into(), ..Request::in_binade("tan", "8,16") };
    let many = Request { bits: Some(8), precision: 24.into(), ..steep.clone() };
    let directed = Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        ..Request::in_range("exp", "1,0x1.0008p0")
    };
    let own = [exp.clone(), directed, steep, many, Request::in_binade("exp", "128,256")];
    tests.chain(divisions).chain(own).map(|request| plan(&request)).collect()
}

/// Searches that the judges decide: of f and of inverses, hard, exact and undecided; by drifts.
fn judged() -> Vec<Plan> {
    let small = |function, range, bits| Request {
        precision: 11.into(),
        bits: Some(bits),
        ..Request::in_range(function, range)
    };
    let inverse = |function, range| Request { with_inverse: true, ..small(function, range, 6) };
    let directed = |request: Request| Request { rounding: Rounding::Directed, ..request };
    [
        small("sin", "0.5,2", 4),
        directed(small("log", "1,2", 4)),
        small("exp", "0x1p-14,0x1p-12", 4),
        small("exp(2 * log(x))", "1.125,1.5", 6),
        inverse("sqrt", "1,2.5"),
        inverse("cbrt", "1,2"),
        inverse("exp(2 * log(x))", "1.125,1.5"),
        directed(inverse("log", "3,5")),
        // Distances that many bits tell from powers of two, and such that no sensible number tells from 0.
        Request::in_range("exp", "-0x1p-700,-0x1.ffffffffffff0p-701"),
        small("erf", "60,70", 6),
        Request::in_range("exp2m1", "-0x1.0000000001000p12,-0x1.0000000000001p12"),
    ]
    .iter()
    .map(plan)
    .collect()
}

/// A text without the lines that compute nothing.
fn bare(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect()
}

/// What is digested, by name.
fn parts() -> BTreeMap<String, String> {
    let plans = plans();
    let mut parts = BTreeMap::new();
    for target in target::targets() {
        let text: &mut String = parts.entry(format!("target {}", target.name())).or_default();
        for kernel in plans.iter().flat_map(|plan| &plan.kernels) {
            let emitted = target.emit(kernel, &[]).expect("emitted");
            for (name, file) in &emitted.files {
                let _ = write!(text, "{name}\n{}", bare(file));
            }
        }
    }
    let text: &mut String = parts.entry("interpreter".to_owned()).or_default();
    for kernel in plans.iter().flat_map(|plan| &plan.kernels) {
        let module = pass::standard(kernel::build(kernel, 8)).expect("passes");
        text.push_str(&bare(&module.to_string()));
    }
    let text: &mut String = parts.entry("seeds".to_owned()).or_default();
    for plan in &plans {
        let mut blocks = 0;
        // The error only ends the visit.
        let _ = visit_blocks(plan, &mut |_, block| {
            let _ = writeln!(text, "{} {:x?}", block.tag, block.seeds);
            blocks += 1;
            match blocks < BLOCKS {
                true => Ok(()),
                false => Err(tmd_codegen::diag::Diag::new(
                    tmd_codegen::diag::DiagKind::Internal,
                    "enough",
                )),
            }
        });
    }
    let text: &mut String = parts.entry("findings".to_owned()).or_default();
    for plan in judged() {
        let interpreted = |kernel| Arc::new(Interpreted::new(kernel).expect("kernel")) as _;
        let kernels: Vec<Arc<dyn Kernel>> = plan.kernels.iter().map(interpreted).collect();
        let report = search::run(&plan, &kernels, &tmd_runtime::Options::default(), &());
        assert!(report.error.is_none());
        let all = serde_json::json!([report.findings, report.inverse, report.runs]);
        let _ = writeln!(text, "{} {all}", plan.spec.canonical());
    }
    parts
}

#[test]
fn what_computes_has_the_version_that_it_says() {
    let parts = parts();
    for target in target::targets() {
        assert!(parts[&format!("target {}", target.name())].len() > 100_000);
    }
    assert!(parts.values().all(|text| !text.is_empty()));
    let own: BTreeMap<&str, String> =
        parts.iter().map(|(name, text)| (name.as_str(), sha256_hex(text.as_bytes()))).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let known = fs::read_to_string(&path).unwrap_or_default();
    let line = |(name, digest): (&&str, &String)| format!("{ENGINE} {name}: {digest}\n");
    let lines: Vec<String> = own.iter().map(line).collect();
    let start = format!("{ENGINE} ");
    if !known.lines().any(|line| line.starts_with(&start)) {
        assert!(
            env::var_os("TMD_BLESS").is_some_and(|value| value == "1"),
            "engine {ENGINE} is new: TMD_BLESS=1 cargo test -p tmd-codegen --test engine"
        );
        fs::write(&path, known + &lines.concat()).expect("written");
        return;
    }
    let changed: Vec<&str> = own
        .keys()
        .zip(&lines)
        .filter(|(_, line)| !known.contains(line.as_str()))
        .map(|(name, _)| *name)
        .collect();
    assert!(
        changed.is_empty(),
        "what computes has changed ({}): raise ENGINE in crates/tmd-base/src/engine.rs, so that no result of the old one is taken for \
         one of the new; then TMD_BLESS=1 cargo test -p tmd-codegen --test engine",
        changed.join(", ")
    );
}

#[test]
fn sound_versions_end_with_this_one() {
    assert_eq!(SOUND.last(), Some(&ENGINE));
    assert!(SOUND.windows(2).all(|pair| pair[0] < pair[1]));
}
