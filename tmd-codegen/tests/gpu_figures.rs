//! `scripts/gpu-figures` from end to end: on the CPU, with a small part of the work that it does on a GPU.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tmd-codegen");

fn script(place: &Path, out: &Path, options: &[&str]) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/gpu-figures");
    let mut command = Command::new("python3");
    command.arg(script).arg(place).arg("-o").arg(out).args(["--device", "host"]).args(options);
    command.stdin(Stdio::null());
    command
}

fn figures(out: &Path) -> Value {
    let text = fs::read_to_string(out.join("figures.json")).expect("figures");
    serde_json::from_str(&text).expect("JSON")
}

fn step<'a>(figures: &'a Value, name: &str) -> &'a Value {
    let steps = figures["steps"].as_array().expect("steps");
    steps.iter().find(|step| step["name"] == name).unwrap_or_else(|| panic!("{name}: {figures:#}"))
}

/// A folder with the program and a stand-in for the conformance suite, which does these lines.
fn folder(suite: &str) -> (TempDir, PathBuf) {
    let scratch = tempfile::tempdir().expect("temporary directory");
    let place = scratch.path().join("carried");
    fs::create_dir(&place).expect("a folder");
    symlink(PROGRAM, place.join("tmd-codegen")).expect("a link");
    let path = place.join("conformance");
    fs::write(&path, format!("#!/bin/sh\n{suite}\n")).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    (scratch, place)
}

#[test]
fn all_steps_leave_their_figures() {
    let (scratch, place) = folder(
        "echo \"$TMD_ENGINES $*\" >&2; test \"$TMD_ENGINES\" = CudaHost,CudaHostFused || exit 3\n\
         echo 'test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured'",
    );
    let out = scratch.path().join("out");
    let options = ["--lg-inputs", "40", "--batches", "12,16", "--binades=2,-3", "--seconds", "900"];
    let done = script(&place, &out, &options).output().expect("the script runs");
    let said = String::from_utf8_lossy(&done.stderr);
    let figures = figures(&out);
    assert_eq!(figures["finished"], true, "{said}");

    let searches = [
        "known",
        "exp 1",
        "exp 128",
        "phased",
        "fused",
        "batch 12",
        "batch 16",
        "binade 2",
        "binade -3",
    ];
    for name in searches {
        let step = step(&figures, name);
        assert_eq!(step["state"], "done", "{name}: {step:#}");
        let found = &step["figures"];
        assert_eq!(found["inputs"], 1u64 << 40, "{name}");
        assert!(found["seconds"].as_f64().expect("seconds") > 0.0, "{name}");
        let stages = found["timing"]["stages"].as_array().expect("seconds by stage");
        assert!(stages.iter().any(|seconds| seconds.as_f64() > Some(0.0)), "{name}: no kernel ran");
        let devices = found["devices"].to_string();
        assert!(devices.contains("cuda on the host"), "{name}: {devices}");
        assert_eq!(devices.contains("fused"), name == "fused", "{devices}");
    }
    assert_eq!(step(&figures, "known")["figures"]["known"], 243);
    let tested = |name| &step(&figures, name)["figures"]["tested"];
    assert_eq!(tested("phased"), tested("batch 12"), "the same work in other batches");
    assert_eq!(step(&figures, "batch 12")["variables"]["TMD_BATCH_THREADS"], "4096");
    assert_eq!(step(&figures, "conformance")["figures"]["passed"], 7);
    assert!(step(&figures, "devices")["text"].as_str().expect("a list").contains("cuda"));
    // Without an OpenCL device, that is said, and everything else is done.
    let opencl = step(&figures, "opencl");
    let why = opencl["why"].as_str().unwrap_or_default().to_lowercase();
    assert!(opencl["state"] == "done" || why.contains("opencl"), "{opencl:#}");
    assert_eq!(done.status.code(), Some(i32::from(opencl["state"] != "done")), "{said}");

    let page = fs::read_to_string(out.join("figures.html")).expect("a page");
    for name in searches {
        assert!(page.contains(&format!("<td>{name}</td>")), "{name}");
    }
    assert!(page.contains("7 tests passed, 0 failed") && !page.contains("Not finished"));
    assert!(!page.contains("http"), "the page needs nothing else");
}

#[test]
fn what_is_done_survives_whoever_ends_the_script() {
    let (scratch, place) = folder("sleep 600");
    let out = scratch.path().join("out");
    let options = ["--lg-inputs", "24", "--seconds", "500"];
    let mut child = script(&place, &out, &options).stderr(Stdio::null()).spawn().expect("it runs");
    let start = Instant::now();
    let is_at_suite = || {
        let text = fs::read_to_string(out.join("figures.json")).unwrap_or_default();
        text.contains("\"conformance\"")
    };
    while !is_at_suite() {
        assert!(start.elapsed() < Duration::from_secs(300), "the suite is never reached");
        assert_eq!(child.try_wait().expect("a process"), None, "it has ended");
        thread::sleep(Duration::from_millis(50));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    let figures = figures(&out);
    assert_eq!(figures["finished"], false);
    assert_eq!(step(&figures, "first")["state"], "done");
    assert_eq!(step(&figures, "conformance")["state"], "running");
    let page = fs::read_to_string(out.join("figures.html")).expect("a page");
    assert!(page.contains("Not finished") && page.contains("<td>first</td>"));
}

#[test]
fn failures_and_lack_of_time_are_told() {
    let (scratch, place) = folder(
        "echo 'test words_differ ... FAILED'; echo 'test result: FAILED. 6 passed; 1 failed; 0 ignored'; exit 101",
    );
    let out = scratch.path().join("out");
    let options = ["--lg-inputs", "24", "--seconds", "45", "--batches", "", "--binades", ""];
    let done = script(&place, &out, &options).output().expect("the script runs");
    let suite = &figures(&out);
    let suite = step(suite, "conformance");
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(suite["state"], "failed", "{suite:#}");
    assert!(suite["why"].as_str().expect("a reason").contains("words_differ"), "{suite:#}");

    let done = script(&place, &out, &["--seconds", "10"]).output().expect("the script runs");
    let steps = figures(&out);
    assert_eq!(step(&steps, "exp 1")["state"], "not run", "{steps:#}");
    assert_eq!(step(&steps, "exp 1")["why"], "no time was left");
    assert_eq!(done.status.code(), Some(0), "nothing has failed");

    let empty = scratch.path().join("empty");
    fs::create_dir(&empty).expect("a folder");
    let done = script(&empty, &out, &[]).output().expect("the script runs");
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("has no tmd-codegen"));
}
