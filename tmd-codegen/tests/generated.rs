//! The kernels under `generated/` are what the generator emits today.
//!
//! `TMD_BLESS=1` writes them anew; without it a difference is a failure that names the files.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use tmd_codegen::plan::{self, Plan};
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::{bundle, target};

const BLESS: &str = "TMD_BLESS=1 cargo test -p tmd-codegen --test generated";

/// The bundles that are checked in: the command that makes each, and its request.
fn requests() -> Vec<(&'static str, Request)> {
    vec![
        (
            "tmd-codegen gen exp --binade 1,2 --bits 44",
            Request { bits: Some(44), ..Request::new("exp", "--binade", "1,2") },
        ),
        (
            "tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33",
            Request {
                input_precision: Some(54),
                rounding: Rounding::Directed,
                bits: Some(33),
                ..Request::new("exp", "--range", "1,0x1.0008p0")
            },
        ),
        ("tmd-codegen gen log --range 1.5,2", Request::new("log", "--range", "1.5,2")),
        ("tmd-codegen gen sin --binade 0.5,1", Request::new("sin", "--binade", "0.5,1")),
    ]
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src")
}

/// All files of the crate, by path relative to its sources.
fn emitted() -> BTreeMap<String, String> {
    let target = target::target("rust-simd").expect("target");
    let mut files = BTreeMap::new();
    let mut names = vec![];
    for (command, request) in requests() {
        let plan = plan::make(&request).expect("plan");
        for index in 0..plan.kernels.len() {
            let name = kernel_files(&plan, index, &*target, command, &mut files);
            names.push(name);
        }
    }
    names.sort();
    files.insert("lib.rs".into(), lib(&names));
    files
}

/// Adds the files of one kernel; returns its name.
fn kernel_files(
    plan: &Plan,
    index: usize,
    target: &dyn target::Target,
    command: &str,
    files: &mut BTreeMap<String, String>,
) -> String {
    let bundle = bundle::emit(plan, index, target, command).expect("bundle");
    let name = bundle.manifest.name.clone();
    let json = |value: &serde_json::Value| format!("{value:#}\n");
    let manifest = serde_json::to_value(&bundle.manifest).expect("manifest");
    let kernel = serde_json::to_value(&plan.kernels[index]).expect("kernel plan");
    files.insert(format!("{name}/manifest.json"), json(&manifest));
    files.insert(format!("{name}/kernel.json"), json(&kernel));
    for (file, text) in bundle.files {
        files.insert(format!("{name}/{file}"), text);
    }
    name
}

/// The root of the crate.
fn lib(names: &[String]) -> String {
    let mut modules = String::new();
    let mut entries = String::new();
    for name in names {
        let _ = writeln!(modules, "pub mod {name};");
        let _ = writeln!(entries, "        precompiled!({name}),");
    }
    include_str!("../../templates/generated/lib.rs.in")
        .replace("@MODULES@\n", &modules)
        .replace("@ENTRIES@\n", &entries)
}

#[test]
fn kernels_are_fresh() {
    let folder = folder();
    let emitted = emitted();
    if env::var_os("TMD_BLESS").is_some() {
        bless(&folder, &emitted);
        return;
    }
    let stale: Vec<&String> = emitted
        .iter()
        .filter(|(name, text)| fs::read_to_string(folder.join(name)).ok().as_ref() != Some(*text))
        .map(|(name, _)| name)
        .collect();
    let surplus: Vec<String> =
        files_below(&folder, "").into_iter().filter(|name| !emitted.contains_key(name)).collect();
    assert!(
        stale.is_empty() && surplus.is_empty(),
        "generated/ is not what the generator emits (differs: {stale:?}; surplus: {surplus:?}).\n\
         To write it anew: {BLESS}"
    );
}

/// Writes what differs and removes what is no longer emitted.
fn bless(folder: &Path, emitted: &BTreeMap<String, String>) {
    for name in files_below(folder, "") {
        if !emitted.contains_key(&name) {
            fs::remove_file(folder.join(&name)).expect("remove");
        }
    }
    for (name, text) in emitted {
        let path = folder.join(name);
        if fs::read_to_string(&path).ok().as_ref() != Some(text) {
            fs::create_dir_all(path.parent().expect("parent")).expect("create");
            fs::write(&path, text).expect("write");
        }
    }
}

fn files_below(folder: &Path, prefix: &str) -> Vec<String> {
    let mut names = vec![];
    for entry in fs::read_dir(folder.join(prefix)).expect("list") {
        let entry = entry.expect("entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.file_type().expect("type").is_dir() {
            true => names.extend(files_below(folder, &format!("{name}/"))),
            false => names.push(name),
        }
    }
    names
}

/// The digest of everything that is emitted for one request.
fn digest() -> String {
    let (command, request) = requests().swap_remove(2);
    let plan = plan::make(&request).expect("plan");
    let target = target::target("rust-simd").expect("target");
    let bundle = bundle::emit(&plan, 0, &*target, command).expect("bundle");
    format!("{} {} {}", plan.hash(), bundle.content_hash(), plan.table().len())
}

/// The variable that makes a child process print its digest.
const CHILD: &str = "TMD_DIGEST";

/// One request gives one text, in this process and in another.
#[test]
fn emission_is_deterministic() {
    let own = digest();
    if env::var_os(CHILD).is_some() {
        println!("digest {own}");
        return;
    }
    assert_eq!(own, digest());
    let output = Command::new(env::current_exe().expect("own path"))
        .args(["--exact", "emission_is_deterministic", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains(&format!("digest {own}\n")),
        "another process emits another text: {text}"
    );
}

/// Emitted files are formatted, so that a person can read them; only long lines inside macros and
/// constants are beyond rustfmt.
#[test]
fn emitted_files_are_formatted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files: Vec<PathBuf> = emitted()
        .keys()
        .filter(|name| name.ends_with(".rs"))
        .map(|name| folder().join(name))
        .collect();
    let output = Command::new("rustfmt")
        .args(["--check", "--edition", "2024", "--config-path"])
        .arg(root.join("rustfmt.toml"))
        .args(&files)
        .output();
    let Ok(output) = output else {
        println!("skipped: there is no rustfmt here");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let start: String = text.chars().take(4000).collect();
    assert!(output.status.success(), "rustfmt would change emitted files:\n{start}");
}
