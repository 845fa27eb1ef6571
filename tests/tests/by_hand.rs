//! The programs of `docs/drive-by-hand.md`: they drive OpenCL kernels by what the manifest says and nothing else, and print
//! the candidates that the project's own run time finds with the same kernels. The page shows the programs as they are.

#![cfg(feature = "opencl")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tmd_codegen::output::generated::{self, Part};
use tmd_codegen::plan::{self, Plan};
use tmd_codegen::request::Request;
use tmd_codegen::target;
use tmd_runtime::{Device, Input, Kernel, Level, OpenClConfig, OpenClDevice, Options, Package};
use tmd_tests::engine::Engine;
use tmd_tests::python::{python, required};

const PAGE: &str = "docs/drive-by-hand.md";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn program(name: &str) -> PathBuf {
    root().join("examples/by-hand").join(name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The plan of the command that the page shows.
fn example() -> Plan {
    let request = Request {
        bits: Some(34),
        target: "opencl".into(),
        ..Request::in_range("exp", "1,0x1.0008p0")
    };
    assert!(
        read(&root().join(PAGE)).contains(&request.command("gen")),
        "{}",
        request.command("gen")
    );
    plan::make(&request).expect("plan")
}

/// The folder that the page's command writes.
fn folder(plan: &Plan) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary directory");
    let target = target::target("opencl").expect("target");
    let parts = [Part::Source, Part::Manifest, Part::Blocks];
    let files = generated::files(plan, target, "command", &parts).expect("files");
    generated::write(&files, folder.path()).expect("written");
    folder
}

/// A device, unless there is none, which is said.
fn device() -> Option<OpenClDevice> {
    match OpenClDevice::new(OpenClConfig::from_env()) {
        Ok(device) => Some(device),
        Err(error) => {
            assert!(!required("TMD_REQUIRE_OPENCL"), "{error}");
            println!("skipped: {error} (TMD_REQUIRE_OPENCL makes this a failure)");
            None
        }
    }
}

/// What the project's run time finds with the kernels of a folder, as exact numbers.
fn candidates(folder: &Path, device: &dyn Device) -> BTreeSet<(i128, i32)> {
    let package = Package::read(folder).expect("package");
    let kernels: Vec<Arc<dyn Kernel>> = package.load(device).expect("kernels");
    let found = package.search(&kernels, &Options::default(), &()).expect("a search");
    let found = found.complete().expect("all of it");
    found.candidates.iter().map(|candidate| lowest(candidate.input)).collect()
}

/// A number with an odd significand.
fn lowest(input: Input) -> (i128, i32) {
    let zeros = input.significand.trailing_zeros();
    (input.significand >> zeros, input.exponent + i32::try_from(zeros).expect("few"))
}

/// Runs a program on a folder; the numbers that it prints, a line each.
fn printed(command: &mut Command, folder: &Path) -> BTreeSet<(i128, i32)> {
    let output =
        command.arg(folder).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    let number = |line: &str| {
        let (digits, exponent) = line.strip_prefix("0x")?.split_once('p')?;
        let significand = i128::from_str_radix(digits, 16).ok()?;
        Some(lowest(Input { significand, exponent: exponent.parse().ok()? }))
    };
    text.lines()
        .map(|line| number(line).unwrap_or_else(|| panic!("{line:?} is no input")))
        .collect()
}

/// The C program, compiled; `None` where there are no headers of OpenCL, which is said.
fn compiled(folder: &Path) -> Option<PathBuf> {
    let binary = folder.join("drive");
    let output = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&binary)
        .arg(program("drive.c"))
        .arg("-lOpenCL")
        .output();
    let reason = match output {
        Ok(output) if output.status.success() => return Some(binary),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let lacks = ["CL/cl.h", "lOpenCL", "No such file"].iter().any(|what| reason.contains(what));
    assert!(lacks && !required("TMD_REQUIRE_OPENCL"), "{reason}");
    println!("skipped: no headers or no library of OpenCL for C; scripts/setup installs them");
    None
}

/// Both programs find what the project's search finds: all cases, and the few candidates that are none.
#[test]
fn the_programs_find_the_candidates() {
    let plan = example();
    let Some(device) = device() else { return };
    let folder = folder(&plan);
    let wanted = candidates(folder.path(), &device);
    let kernels = Engine::Native(Level::detect()).kernels(&plan);
    let report = tmd_codegen::search::run(&plan, &kernels, &Options::default(), &());
    assert_eq!(report.cases().len(), 60);
    assert!((60..70).contains(&wanted.len()), "{} candidates", wanted.len());
    if let Some(python) = python(&["numpy", "pyopencl"]) {
        let found = printed(Command::new(python).arg(program("drive.py")), folder.path());
        assert_eq!(found, wanted, "drive.py");
    }
    if let Some(binary) = compiled(folder.path()) {
        assert_eq!(printed(&mut Command::new(binary), folder.path()), wanted, "drive.c");
    }
}

/// The page shows the programs as they are.
#[test]
fn the_page_shows_the_programs() {
    let page = read(&root().join(PAGE));
    for (name, language) in [("drive.py", "python"), ("drive.c", "c")] {
        let shown = format!("```{language}\n{}```\n", read(&program(name)));
        assert!(page.contains(&shown), "{PAGE} does not show {name} as it is");
    }
}
