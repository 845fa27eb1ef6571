//! The kernels under `generated/` are what the generator emits today: Rust in `src/`, a crate; OpenCL
//! and CUDA, a few, in folders of their own, to read and to see what a change does to them.
//!
//! `TMD_BLESS=1` writes them anew; without it a difference is a failure that names the files.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::target_names::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_codegen::{bundle, gappa, plan, target};
use tmd_runtime::ProgramManifest;

const BLESS: &str = "TMD_BLESS=1 cargo test -p tmd-codegen --test generated";

/// A checked-in request.
struct Checked {
    /// The command that makes its bundles.
    command: String,
    target: &'static str,
    request: Request,
}

/// The bundles that are checked in: one for each target.
fn requests() -> Vec<Checked> {
    let command = "tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33";
    let checked = |target: &'static str| Checked {
        command: match target {
            RUST_SIMD => command.to_owned(),
            other => format!("{command} --target {other}"),
        },
        target,
        request: published(),
    };
    target::names().into_iter().map(checked).collect()
}

/// The search whose 243 cases are published.
fn published() -> Request {
    Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        ..Request::in_range("exp", "1,0x1.0008p0")
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated")
}

/// The folder of a target's bundles, and how the paths of all in it begin.
fn prefix(target: &str) -> String {
    match target {
        RUST_SIMD => "src/".to_owned(),
        other => format!("{other}/"),
    }
}

/// All files, by path relative to [`folder`].
fn emitted() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut modules = vec![];
    for Checked { command, target: name, request } in requests() {
        let target = target::target(name).expect("target");
        let plan = plan::make(&request).expect("plan");
        for index in 0..plan.kernels.len() {
            let kernel = kernel_files(&plan, index, target, &command, &mut files);
            if name == RUST_SIMD {
                modules.push(kernel);
            }
        }
    }
    modules.sort();
    files.insert("src/lib.rs".into(), lib(&modules));
    files
}

/// Adds the files of one kernel; returns its name.
fn kernel_files(
    plan: &Plan,
    index: usize,
    target: &dyn target::Backend,
    command: &str,
    files: &mut BTreeMap<String, String>,
) -> String {
    let bundle = bundle::emit(plan, index, target, command).expect("bundle");
    let name = bundle.manifest.name.clone();
    let json = |value: &serde_json::Value| format!("{value:#}\n");
    let manifest = serde_json::to_value(&bundle.manifest).expect("manifest");
    let prefix = prefix(target.name());
    files.insert(format!("{prefix}{name}/manifest.json"), json(&manifest));
    if target.name() == RUST_SIMD {
        // What says whether a precompiled kernel serves another plan.
        let kernel = serde_json::to_value(&plan.kernels[index]).expect("kernel plan");
        files.insert(format!("{prefix}{name}/kernel.json"), json(&kernel));
    }
    for (file, text) in gappa::scripts(plan, index, command).expect("scripts") {
        files.insert(format!("{prefix}{name}/{file}"), text);
    }
    for (file, text) in bundle.files {
        files.insert(format!("{prefix}{name}/{file}"), text);
    }
    name
}

/// The root of the crate.
fn lib(names: &[String]) -> String {
    let mut modules = String::new();
    for name in names {
        let _ = writeln!(modules, "pub mod {name};");
    }
    let entries: Vec<String> = names.iter().map(|name| format!("precompiled!({name})")).collect();
    // As rustfmt has it.
    let entries = match &entries[..] {
        [entry] => format!("    vec![{entry}]\n"),
        entries => format!("    vec![\n        {},\n    ]\n", entries.join(",\n        ")),
    };
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
        checked_in(&folder).into_iter().filter(|name| !emitted.contains_key(name)).collect();
    assert!(
        stale.is_empty() && surplus.is_empty(),
        "generated/ is not what the generator emits (differs: {stale:?}; surplus: {surplus:?}).\n\
         To write it anew: {BLESS}"
    );
}

/// What is checked in is for people to read.
#[test]
fn checked_in_files_are_few() {
    let lines: usize = emitted().values().map(|text| text.lines().count()).sum();
    assert!(lines <= MOST_LINES, "{lines} lines");
}

/// Most lines of all files under `generated/`.
const MOST_LINES: usize = 18_000;

/// Writes what differs and removes what is no longer emitted.
fn bless(folder: &Path, emitted: &BTreeMap<String, String>) {
    for name in checked_in(folder) {
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

/// Everything that is there of any target.
fn checked_in(folder: &Path) -> Vec<String> {
    let prefixes = target::targets().map(|target| prefix(target.name()));
    prefixes
        .filter(|prefix| folder.join(prefix).is_dir())
        .flat_map(|prefix| files_below(folder, &prefix))
        .collect()
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

/// The digest of everything that is emitted for one request, for all targets.
fn digest() -> String {
    let plan = plan::make(&Request::in_range("log", "1.5,2")).expect("plan");
    let command = "tmd-codegen gen log --range 1.5,2";
    let mut digest = format!("{} {}", plan.hash(), plan.table().len());
    for target in target::targets() {
        let bundle = bundle::emit(&plan, 0, target, command).expect("bundle");
        let _ = write!(digest, " {}", bundle.content_hash());
    }
    digest
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

/// There is no formatter for C that all machines have: lines of at most 100 columns, but for the
/// command in the header, and no stray white space.
#[test]
fn emitted_c_files_are_tidy() {
    let files = emitted();
    let is_like_c = |name: &str| [".c", ".h", ".cl", ".cu"].iter().any(|end| name.ends_with(end));
    let sources: Vec<_> = files.iter().filter(|(name, _)| is_like_c(name)).collect();
    assert!(sources.len() >= 10, "{}", sources.len());
    for (name, text) in sources {
        assert!(
            text.ends_with('\n') && !text.ends_with("\n\n") && !text.contains("\n\n\n"),
            "{name}"
        );
        for (number, line) in text.lines().enumerate() {
            let at = format!("{name}:{}: {line}", number + 1);
            assert!(line == line.trim_end() && !line.contains('\t'), "{at}");
            assert!(line.chars().count() <= 100 || line.starts_with("// tmd-codegen gen"), "{at}");
        }
    }
}

/// A target's files and what the manifest says of them.
#[test]
fn programs_are_named_in_the_manifest() {
    let plan = plan::make(&published()).expect("plan");
    let emit = |name: &str| {
        let target = target::target(name).expect("target");
        bundle::emit(&plan, 0, target, "command").expect("bundle").manifest
    };
    let programs = |name: &str| -> Vec<String> {
        let program = |p: &ProgramManifest| format!("{} {} {}", p.file, p.device, p.deployment);
        emit(name).programs.iter().map(program).collect()
    };
    assert_eq!(programs(RUST_SIMD), [""; 0]);
    assert_eq!(programs(C), [""; 0]);
    assert_eq!(programs(OPENCL), ["gpu.cl gpu phased", "cpu.cl cpu phased", "fused.cl gpu fused"]);
    assert_eq!(programs(CUDA), ["kernels.cu gpu phased", "fused.cu gpu fused"]);
    // A packet a thread; then items of 32, 32 and 512 parts.
    let threads: Vec<Vec<u32>> =
        emit(OPENCL).programs.into_iter().map(|program| program.item_threads).collect();
    assert_eq!(threads, [[32, 4, 4, 8], [1, 1, 1, 1], [32, 1, 1, 1]]);
}
