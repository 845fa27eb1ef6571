//! The example crates: they build, and what they print is right.
//!
//! Every case of the range must be among what an example prints; nothing may run when nothing has changed. They are built
//! together with the workspace, as `scripts/test` builds it, so that the generator is not compiled once more for each of
//! them. With `TMD_FULL=1` each is built by itself, as its users would build it, with one command.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use tmd_codegen::output::generated::{self, Part};
use tmd_codegen::plan;
use tmd_codegen::request::{Options, Rounding};
use tmd_runtime::Level;
use tmd_tests::engine::{self, Engine};
use tmd_tests::full::is_full;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The request of all examples, whose 243 cases are published.
fn request() -> tmd_codegen::request::Request {
    Options::new("exp")
        .range("1,0x1.0008p0")
        .input_precision(54)
        .rounding(Rounding::Directed)
        .bits(33)
        .request()
        .expect("request")
}

/// The cases as the generator's own search finds and confirms them.
static CASES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let plan = plan::make(&request()).expect("plan");
    let kernels = Engine::Native(Level::detect()).kernels(&plan);
    let report = tmd_codegen::search::run(&plan, &kernels, &Default::default(), &());
    let cases: BTreeSet<String> = report
        .cases()
        .rows(|case| Some(case.x.clone()))
        .to_vec()
        .expect("memory")
        .into_iter()
        .collect();
    assert_eq!(cases.len(), 243);
    cases
});

fn cargo(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(arguments).arg("--locked");
    // What Cargo sets for this test is not what a user's shell has.
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("TMD_COPY_DIR");
    command.output().expect("cargo")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks what an example has printed: an input a line.
fn check(output: &Output) {
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let printed: BTreeSet<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    let missed: Vec<&String> = CASES.difference(&printed).collect();
    assert!(missed.is_empty(), "missed: {missed:?}");
    // The kernels' threshold is wider by a few percent than what was asked for.
    assert!(printed.len() < CASES.len() + 25, "{} candidates", printed.len());
    assert!(errors.contains("1099511627776 inputs"), "{errors}");
}

/// What Cargo builds an example with: the workspace's features and those of its tests, or what the example asks for alone.
fn selection(package: &str) -> Vec<&str> {
    if is_full() {
        return vec!["-p", package];
    }
    let features = match (cfg!(feature = "opencl"), cfg!(feature = "cuda")) {
        (true, true) => "opencl,cuda",
        (true, false) => "opencl",
        (false, true) => "cuda",
        (false, false) => "",
    };
    // A test in the selection makes Cargo count the features that tests ask for.
    vec!["--workspace", "--test", "examples", "--features", features, "--bin", package]
}

/// Builds an example twice: the second time nothing may run. Returns the program.
fn build_twice(package: &str) -> PathBuf {
    let build = |more: &[&str]| {
        let output = cargo(&[&["build"], &selection(package)[..], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        output
    };
    build(&[]);
    let messages = text(&build(&["--message-format", "json"]).stdout);
    let log = text(&build(&["-v"]).stderr);
    let works = |line: &&str| ["Running", "Compiling", "Dirty"].iter().any(|w| line.contains(w));
    let ran: Vec<&str> = log.lines().filter(works).collect();
    assert!(ran.is_empty() && log.contains("Finished"), "{log}");
    let messages =
        messages.lines().map(|line| serde_json::from_str(line).expect("a message of Cargo's"));
    let program = messages
        .filter(|message: &serde_json::Value| message["target"]["name"] == package)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    program.unwrap_or_else(|| panic!("no program {package}"))
}

/// Runs a program from the root of the repository.
fn run(program: &Path, arguments: &[&str]) -> Output {
    Command::new(program).current_dir(root()).args(arguments).output().expect("the example runs")
}

#[test]
fn a_kernel_inside_a_program() {
    check(&run(&build_twice("example-rust-search"), &[]));
}

#[test]
fn opencl_source_inside_a_program() {
    if !cfg!(feature = "opencl") {
        println!("skipped: built without the feature `opencl`");
        return;
    }
    let has_device = engine::engines().contains(&Engine::OpenClVectors);
    if !has_device {
        println!("skipped: there is no OpenCL device here");
        return;
    }
    check(&run(&build_twice("example-opencl-search"), &[]));
}

/// No generator is linked: what the program needs lies in the folder.
#[test]
fn a_folder_of_kernels() {
    let scratch = tempfile::tempdir().expect("folder");
    let folder = scratch.path().join("kernels");
    let folder = folder.to_str().expect("UTF-8");
    // As `tmd-codegen gen … --emit source,manifest,blocks -o FOLDER` does it.
    let request = request();
    let target = tmd_codegen::target::target(&request.target).expect("target");
    let plan = plan::make(&request).expect("plan");
    let parts = [Part::Source, Part::Manifest, Part::Blocks];
    let files = generated::files(&plan, target, &request.command("gen"), &parts).expect("files");
    generated::write(&files, Path::new(folder)).expect("write");

    let program = build_twice("example-bundle-search");
    let run = |folder: &str| run(&program, &[folder]);
    check(&run(folder));
    let tree = cargo(&["tree", "-p", "example-bundle-search", "-e", "normal,build"]);
    let tree = text(&tree.stdout);
    assert!(tree.contains("tmd-runtime"), "{tree}");
    for absent in ["tmd-codegen", "rug", "gmp-mpfr-sys"] {
        assert!(!tree.contains(absent), "{absent} in\n{tree}");
    }

    // A damaged folder is refused, whatever is damaged.
    for file in ["avx512.rs", "blocks.jsonl", "manifest.json"] {
        let path = format!("{folder}/{file}");
        let whole = std::fs::read_to_string(&path).expect("file");
        std::fs::write(&path, &whole[..whole.len() / 2]).expect("cut");
        let output = run(folder);
        assert_eq!(output.status.code(), Some(2), "{file}: {}", text(&output.stderr));
        std::fs::write(&path, whole).expect("mend");
    }
    assert_eq!(run(&format!("{folder}/none")).status.code(), Some(2));
}

/// Who embeds kernels that were made before builds neither the generator nor GMP.
#[test]
fn bundles_alone_need_no_generator() {
    let tree = |more: &[&str]| {
        let arguments = [&["tree", "-p", "tmd-macros", "-e", "normal,build"], more].concat();
        text(&cargo(&arguments).stdout)
    };
    let (with, without) = (tree(&[]), tree(&["--no-default-features"]));
    assert!(with.contains("gmp-mpfr-sys") && with.contains("tmd-codegen"), "{with}");
    assert!(without.contains("tmd-runtime"), "{without}");
    assert!(!without.contains("gmp-mpfr-sys") && !without.contains("tmd-codegen"), "{without}");
}

/// Both bounds are next to each other, with the value between them; the others are as near as they are said to be.
#[test]
fn rounded_functions_and_an_evaluator_inside_a_program() {
    let output = run(&build_twice("example-rounded-function"), &[]);
    let printed = text(&output.stdout);
    let lines: Vec<&str> = printed.lines().collect();
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let [bounds, tanh, logistic] = &lines.chunks(6).collect::<Vec<_>>()[..] else {
        panic!("{printed}")
    };
    for line in *bounds {
        let (down, rest) = line.split_once(" <= silu(").expect("bounds");
        let (x, up) = rest.split_once(") <= ").expect("bounds");
        let [down, x, up] = [down, x, up].map(number);
        let value = x / (1.0 + (-x).exp());
        assert!(down <= value && value <= up && up - down <= value.abs() / 64.0, "{line}");
    }
    let values = |lines: &[&str], name: &str, exact: fn(f64) -> f64, error: fn(f64) -> f64| {
        for line in lines {
            let rest = line.strip_prefix(name).expect("the function");
            let (x, y) = rest.split_once(") = ").expect("a value");
            let value = exact(number(x));
            assert!((number(y) - value).abs() <= error(value), "{line}: {value}");
        }
        assert_eq!(lines.len(), 6);
    };
    // Half a unit in the last place of 8 bits, and less than 2e-16 of the library's own error.
    values(tanh, "tanh(", f64::tanh, |value| value.abs() / 256.0);
    values(logistic, "logistic(", |x| 1.0 / (1.0 + (-x).exp()), |_| 1.001e-12);
}
