//! What is meant to be published can be: Cargo makes a package of each crate, without a registry; its manifest says what a
//! registry asks for, and in it are its licence, its readme and every file that its sources include.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder above").to_owned()
}

/// What Cargo prints.
fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    let output = command.current_dir(root()).args(arguments).arg("--offline").output();
    let output = output.expect("cargo");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {}: {errors}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A crate as Cargo describes it.
struct Crate {
    name: String,
    folder: PathBuf,
    is_published: bool,
    data: serde_json::Value,
}

static CRATES: LazyLock<Vec<Crate>> = LazyLock::new(|| {
    let text = cargo(&["metadata", "--no-deps", "--format-version", "1", "--locked"]);
    let mut metadata: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let packages = metadata["packages"].as_array_mut().expect("packages");
    let described = |data: serde_json::Value| {
        let manifest = Path::new(data["manifest_path"].as_str().expect("a path"));
        Crate {
            name: data["name"].as_str().expect("a name").to_owned(),
            folder: manifest.parent().expect("a folder").to_owned(),
            // Registries to which it may go: none, or any.
            is_published: data["publish"].is_null(),
            data,
        }
    };
    std::mem::take(packages).into_iter().map(described).collect()
});

fn published() -> impl Iterator<Item = &'static Crate> {
    CRATES.iter().filter(|found| found.is_published)
}

#[test]
fn tests_and_examples_stay_here() {
    for Crate { name, folder, is_published, .. } in CRATES.iter() {
        let inside = folder.strip_prefix(root()).expect("a folder of the workspace");
        let is_ours = inside.starts_with("tests") || inside.starts_with("examples");
        assert_eq!(*is_published, !is_ours, "`publish` of {name}");
    }
    println!("{} of {} crates are published", published().count(), CRATES.len());
    assert!(published().count() >= 16);
}

#[test]
fn manifests_say_what_a_registry_asks_for() {
    for Crate { name, data, .. } in published() {
        for field in ["description", "license", "readme", "rust_version"] {
            let text = data[field].as_str().unwrap_or_default();
            assert!(!text.is_empty(), "{name} has no {field}");
        }
        let texts = |field: &str| -> Vec<&str> {
            let list = data[field].as_array().unwrap_or_else(|| panic!("{name} has no {field}"));
            list.iter().filter_map(serde_json::Value::as_str).collect()
        };
        // The rules of crates.io.
        for field in ["keywords", "categories"] {
            let count = texts(field).len();
            assert!((1..=5).contains(&count), "{name} has {count} {field}");
        }
        for keyword in texts("keywords") {
            let is_plain = keyword.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            assert!(is_plain && keyword.len() <= 20, "{name}: keyword {keyword}");
        }
        // Without a version a package cannot name the others that it is built from.
        for dependency in data["dependencies"].as_array().expect("dependencies") {
            let needs = dependency["name"].as_str().expect("a name");
            let is_ours = !dependency["path"].is_null();
            assert!(!is_ours || dependency["req"] != "*", "{name}: no version of {needs}");
            let other = published().any(|other| other.name == needs);
            let is_for_tests = dependency["kind"] == "dev";
            assert!(!is_ours || other || is_for_tests, "{name} needs {needs}, which stays here");
        }
        let has_features = data["features"].as_object().is_some_and(|all| !all.is_empty());
        let docs = &data["metadata"]["docs"]["rs"];
        assert!(!has_features || docs.is_object(), "{name}: which features does docs.rs document?");
    }
}

/// A path without `..` in it.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(plain.pop(), "{} leads outside", path.display()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The files that a source includes by name, from its crate's folder.
fn included(source: &Path, text: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    for call in ["include!(\"", "include_str!(\"", "include_bytes!(\""] {
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for after in line.split(call).skip(1) {
                let (file, _) = after.split_once('"').expect("a literal ends");
                found.push(plain(&source.with_file_name(file)));
            }
        }
    }
    found
}

#[test]
fn includes_are_found() {
    let text = "// include!(\"a.rs\")\nformat!(include_str!(\"../b.in\"), 1); include!(\"c.rs\");";
    let found = included(Path::new("src/one/two.rs"), text);
    assert_eq!(found, [Path::new("src/one/c.rs"), Path::new("src/b.in")]);
}

#[test]
fn packages_hold_what_they_need() {
    let (mut sources, mut includes) = (0, 0);
    let licence = fs::read_to_string(root().join("LICENSE")).expect("the licence");
    for Crate { name, folder, .. } in published() {
        let list = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        let files: BTreeSet<PathBuf> = list.lines().map(PathBuf::from).collect();
        for file in ["LICENSE", "README.md", "Cargo.toml", "src/lib.rs"] {
            assert!(files.contains(Path::new(file)), "{name} has no {file}");
        }
        let own = fs::read_to_string(folder.join("LICENSE")).expect("the licence");
        assert_eq!(own, licence, "the licence of {name}");
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
            let text = fs::read_to_string(folder.join(file)).expect("a source");
            for wanted in included(file, &text) {
                let place = file.display();
                assert!(files.contains(&wanted), "{name}: {place} includes {}", wanted.display());
                includes += 1;
            }
            sources += 1;
        }
    }
    println!("{sources} sources, {includes} files that they include");
    assert!(sources > 300 && includes > 30, "the packages were not read");
}

#[test]
fn cargo_makes_packages() {
    let folder = tempfile::tempdir().expect("folder");
    let target = folder.path().to_str().expect("UTF-8");
    // All at once, so that each finds those that it is built from.
    let mut arguments =
        vec!["package", "--no-verify", "--allow-dirty", "--locked", "--target-dir", target];
    arguments.extend(published().flat_map(|found| ["-p", found.name.as_str()]));
    cargo(&arguments);
    for Crate { name, data, .. } in published() {
        let version = data["version"].as_str().expect("a version");
        let file = folder.path().join(format!("package/{name}-{version}.crate"));
        let size =
            fs::metadata(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        // The limit of crates.io.
        assert!(size.len() < 10 << 20, "{name} has {} bytes", size.len());
    }
}
