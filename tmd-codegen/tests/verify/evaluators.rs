//! The files that an evaluator's certificate speaks of.

use super::program::program;
use super::said::said;
use super::*;
use tmd_codegen::approx;
use tmd_codegen::target::Sources;

/// An evaluator's files and its certificate.
fn evaluator() -> &'static (Sources, approx::Certificate) {
    static MADE: OnceLock<(Sources, approx::Certificate)> = OnceLock::new();
    MADE.get_or_init(|| {
        let tolerance = "abs:1e-4".parse().expect("a tolerance");
        let request = approx::Request::new("exp", "0,1", tolerance, tmd_codegen::ir::Width::W32);
        let source = approx::Source::function("exp", None).expect("a function");
        let made = approx::make(&request, source).expect("an evaluator");
        let sources = made.emit("opencl", "own").expect("sources");
        let certificate = approx::Certificate::new(&made, &sources).expect("a certificate");
        (sources, certificate)
    })
}

#[test]
fn files_are_compared_where_they_lie() {
    let (sources, certificate) = evaluator();
    assert!(!sources.is_empty() && certificate.sources.len() == sources.len());
    let folder = tempfile::tempdir().expect("a folder");
    let check = |asked_for| certificate.check_sources(folder.path(), asked_for);
    // Not there: told, or an error where somebody says that they are there.
    says(&check(false).expect("told"), &["NOT CHECKED", &certificate.sources[0].file]);
    says(
        &check(true).expect_err("not there").message,
        &["cannot read", &certificate.sources[0].file],
    );
    // No file: a pipe would be waited for.
    let pipe = folder.path().join(&certificate.sources[0].file);
    fs::create_dir(&pipe).expect("no file");
    says(&check(false).expect_err("no file").message, &["is not a regular file"]);
    fs::remove_dir(&pipe).expect("removed");
    for (file, text) in sources {
        fs::write(folder.path().join(file), text).expect("written");
    }
    let told = check(true).expect("the same");
    says(&told, &["they match the SHA-256 in the certificate"]);
    assert!(!told.contains("NOT CHECKED"), "{told}");
    // One sign of one coefficient.
    let (file, text) = sources.iter().next().expect("a file");
    fs::write(folder.path().join(file), text.replacen("-0x1", "0x1", 1) + " ").expect("written");
    for asked_for in [false, true] {
        let message = check(asked_for).expect_err("another file").message;
        says(&message, &[file, "is not the file that the certificate speaks of"]);
    }
}

#[test]
fn names_that_lead_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["../../etc/passwd", "/etc/passwd", "", ".", "a/../../b"] {
        let mut forged = evaluator().1.clone();
        forged.sources[0].file = name.into();
        let diag = forged.check_sources(folder.path(), false).expect_err("refused");
        says(&diag.message, &["is not a name of an emitted file"]);
    }
    let forged = approx::Certificate { sources: vec![], ..evaluator().1.clone() };
    let diag = forged.check_sources(folder.path(), false).expect_err("refused");
    says(&diag.message, &["speaks of no file"]);
}

#[test]
fn the_command_compares_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let made = program(&[
        "approx",
        "exp",
        "--range",
        "0,1",
        "--tolerance",
        "abs:1e-4",
        "--type",
        "f32",
        "-o",
        &path("src"),
        "--certificate",
        &path("proof.json"),
    ]);
    assert_eq!(made.status.code(), Some(0), "{}", said(&made.stderr));
    let beside = program(&["verify", &path("proof.json")]);
    assert_eq!(beside.status.code(), Some(0), "{}", said(&beside.stderr));
    says(&said(&beside.stdout), &["NOT CHECKED: exp_f32.rs"]);
    let given = program(&["verify", &path("proof.json"), "--sources", &path("src")]);
    assert_eq!(given.status.code(), Some(0), "{}", said(&given.stderr));
    says(&said(&given.stdout), &["files", "exp_f32.rs: they match the SHA-256"]);
    fs::write(path("exp_f32.rs"), "pub fn exp() {}").expect("written");
    let other = program(&["verify", &path("proof.json")]);
    assert_eq!(other.status.code(), Some(1));
    says(&said(&other.stderr), &["is not the file that the certificate speaks of"]);
    for option in [["--expect", "exp --binade 1,2"], ["--sources", "/no/such/folder"]] {
        let refused = program(&[&["verify", &path("proof.json")][..], &option].concat());
        assert_eq!(refused.status.code(), Some(2), "{option:?}");
    }
}
