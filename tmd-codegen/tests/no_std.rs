//! Emitted Rust that does without the standard library: it is compiled in a crate that has none, and gives the bits of the form with it.

use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tmd_codegen::approx::{self, Evaluator, Source};
use tmd_codegen::ir::Width;
use tmd_codegen::round::{self, RoundedFunction};
use tmd_codegen::spec::FormatName;
use tmd_codegen::target::Sources;
use tmd_codegen::target_names::RUST_SIMD;
use tmd_runtime::Level;

/// What all functions are called here.
const NAME: &str = "tested";

/// The flags of programs for a level.
fn flags(level: Level) -> &'static [&'static str] {
    match level {
        Level::Portable => &[],
        Level::Avx2 => &["-Ctarget-feature=+avx2,+fma"],
        Level::Avx512 => &["-Ctarget-feature=+avx512f,+avx512dq,+avx512vl,+avx512bw"],
    }
}

fn rustc(folder: &Path, arguments: &[&str]) {
    let common = ["--edition=2024", "-O", "-Dwarnings"];
    let output = Command::new("rustc").args(common).args(arguments).current_dir(folder).output();
    let output = output.expect("rustc");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
}

/// Compares both forms of some functions, compiled for each level that this machine has. `names` are those of slices, and `arguments` an
/// expression of theirs.
fn compare(with: &Sources, without: &Sources, names: &[String], ty: &str, arguments: &str) {
    let folder: TempDir = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("written");
    };
    let file = format!("{NAME}.rs");
    assert!(with[&file].contains("is_x86_feature_detected!"));
    assert!(
        !without[&file].contains("is_x86_feature_detected!") && !without[&file].contains("std::")
    );
    write("layout.rs", &without[&file]);
    let check = ["--edition", "2024", "--check", "layout.rs"];
    let layout = Command::new("rustfmt").args(check).current_dir(folder.path()).output();
    let layout = layout.expect("rustfmt");
    assert!(layout.status.success(), "{}", String::from_utf8_lossy(&layout.stdout));
    fs::create_dir(folder.path().join("with")).expect("a folder");
    write(&format!("with/{file}"), &with[&file]);
    write(&file, &without[&file]);
    write("bare.rs", &format!("#![no_std]\npub mod {NAME};\n"));
    let word = ["u32", "u64"][usize::from(ty == "f64")];
    let bits = |name: &str| match ty {
        "u16" => format!("u64::from({name}[i])"),
        _ => format!("u64::from({name}[i].to_bits())"),
    };
    let calls: String = names
        .iter()
        .map(|name| {
            format!(
                "    {NAME}::{name}_slice(&x, &mut y);\n    bare::{NAME}::{name}_slice(&x, &mut z);\n    \
                 for i in 0..x.len() {{\n        \
                 assert!({} == {} || y[i] != y[i], \"{{:?}}: {{:?}}, {{:?}}\", x[i], y[i], z[i]);\n    }}\n    \
                 assert!({} == {{ z[0] = bare::{NAME}::{name}(x[0]); {} }} || y[0] != y[0]);\n",
                bits("y"), bits("z"), bits("y").replace("[i]", "[0]"), bits("z").replace("[i]", "[0]"),
            )
        })
        .collect();
    write(
        "main.rs",
        &format!(
            "#![allow(unused)]\n#[path = \"with/{file}\"]\nmod {NAME};\nfn main() {{\n    type Word = {word};\n    \
             let x: Vec<{ty}> = {arguments}.collect();\n    let (mut y, mut z) = (x.clone(), x.clone());\n{calls}    \
             println!(\"{{}}\", x.len());\n}}\n"
        ),
    );
    for level in Level::available() {
        let flags = flags(level);
        let library = ["--crate-type=rlib", "bare.rs"];
        rustc(folder.path(), &[&library[..], flags].concat());
        let program = ["--extern", "bare=libbare.rlib", "-o", "program", "main.rs"];
        rustc(folder.path(), &[&program[..], flags].concat());
        let output = Command::new(folder.path().join("program")).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{level}: {said}");
        let count = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        println!("{level}: {} functions at {count} arguments", names.len());
    }
}

/// Numbers of a type, all exponents among them.
fn words(ty: &str) -> String {
    format!(
        "(0..200_000_u64).map(|k| {ty}::from_bits((k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Word::BITS)) as Word))"
    )
}

fn evaluator(request: &approx::Request) -> Evaluator {
    let source = Source::function(&request.function, None).expect("a function");
    approx::make(request, source).unwrap_or_else(|diag| panic!("{diag}"))
}

#[test]
fn evaluators_have_the_same_bits() {
    for (function, range, tolerance, lookup, width) in [
        ("sin", "0,20", "abs:1e-9", "row", Width::W64),
        ("exp", "-1,1", "rel:1e-12", "none", Width::W64),
        ("atan", "0,9", "abs:1e-7", "hash", Width::W64),
        ("sqrt", "0,4", "abs:1e-3", "bst", Width::W32),
        ("exp", "-1,1", "ulp:2", "permute", Width::W32),
    ] {
        let tolerance = tolerance.parse().expect("a tolerance");
        let plain = approx::Request {
            strategy: lookup.parse().expect("a strategy"),
            ..approx::Request::new(function, range, tolerance, width)
        };
        let bare = approx::Request { no_std: true, ..plain.clone() };
        let emit = |request| evaluator(request).emit(RUST_SIMD, NAME).expect("emitted");
        let ty = width.number_type();
        let (a, b) = range.split_once(',').expect("ends");
        let inside = format!(
            "(0..=99_999).map(|k| {a}_{ty} + ({b}_{ty} - {a}_{ty}) * k as {ty} / 99_999.0)"
        );
        let arguments = format!("{}.chain({inside})", words(ty));
        compare(&emit(&plain), &emit(&bare), &[NAME.to_owned()], ty, &arguments);
    }
}

/// Both forms of a function, which is not checked: that is for other tests.
fn both_forms(request: round::Request) -> [Sources; 2] {
    let made = round::drafted(&request).unwrap_or_else(|diag| panic!("{diag}"));
    [false, true].map(|no_std| {
        let request = round::Request { no_std, ..made.request.clone() };
        let form = RoundedFunction { request, ..made.clone() };
        form.emit(RUST_SIMD, NAME).expect("emitted")
    })
}

fn names(request: &round::Request) -> Vec<String> {
    request.modes.iter().map(|mode| format!("{NAME}_{}", mode.name())).collect()
}

#[test]
fn rounded_functions_have_the_same_bits() {
    for (function, format) in [("exp", "binary16"), ("x / (1 + exp(-x))", "bfloat16")] {
        let format = FormatName::parse("--precision", format).expect("a format");
        let request = round::Request::new(function, format);
        let [with, without] = both_forms(request.clone());
        compare(&with, &without, &names(&request), "u16", "(0..=u16::MAX)");
    }
}

/// Of two paths: what waits for the second one is the same, too.
#[test]
fn rounded_functions_of_binary64_have_the_same_bits() {
    let format = FormatName::parse("--precision", "binary64").expect("a format");
    let request = round::Request {
        range: "0x1p-1,0x1.0001p-1".to_owned(),
        ..round::Request::new("exp", format)
    };
    let [with, without] = both_forms(request.clone());
    assert!(without["tested.rs"].contains("Waiting"), "two paths");
    let inside = "(0..200_000_u64).map(|k| f64::from_bits(0x3fe0_0000_0000_0000 + (k << 19)))";
    let arguments = format!("{}.chain({inside})", words("f64"));
    compare(&with, &without, &names(&request), "f64", &arguments);
}

#[test]
fn other_languages_have_no_such_library() {
    let tolerance = "abs:1e-6".parse().expect("a tolerance");
    let plain = approx::Request::new("exp", "0,1", tolerance, Width::W64);
    let made = evaluator(&approx::Request { no_std: true, ..plain });
    for target in ["c", "opencl", "cuda"] {
        let diag = made.emit(target, NAME).expect_err(target);
        assert!(diag.message.contains("--no-std") && diag.message.contains(target), "{diag}");
        assert!(diag.help.is_some(), "{diag}");
    }
}
