//! What the compiler says of wrong arguments: the texts beside the programs in `ui/`, with the place that
//! they point at. `TMD_BLESS=1` writes them anew.
//!
//! The programs are given to `rustc` with the libraries that this test itself was built with, so that nothing is built
//! a second time for them.

#![cfg(feature = "generate")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

fn manifest_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The files of the libraries, as Cargo names them when it builds this test again: in the same way as `scripts/test`,
/// which has nothing left to build.
fn libraries() -> [(&'static str, PathBuf); 2] {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--workspace", "--test", "ui", "--features", "opencl,cuda", "--locked"])
        .args(["--quiet", "--message-format", "json"])
        .current_dir(manifest_dir().join(".."))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let built = text(&output.stdout);
    let messages: Vec<serde_json::Value> =
        built.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    ["tmd_macros", "tmd_runtime"].map(|name| {
        let is_library = |message: &&serde_json::Value| {
            let kind = &message["target"]["kind"][0];
            message["target"]["name"] == name && (kind == "lib" || kind == "proc-macro")
        };
        // The run time may be there twice, since build scripts have their own: the programs only name its types, and
        // either has those.
        let message = messages.iter().find(is_library).unwrap_or_else(|| panic!("{name}"));
        let file = message["filenames"][0].as_str().expect("a file");
        (name, PathBuf::from(file))
    })
}

/// What the compiler says of a program.
fn compile(program: &Path, libraries: &[(&str, PathBuf)]) -> Output {
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.current_dir(manifest_dir()).args(["--edition=2024", "--emit=metadata", "-o"]);
    command.arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui.rmeta"));
    for (name, file) in libraries {
        command.arg("--extern").arg(format!("{name}={}", file.display()));
        command.arg("-L").arg(file.parent().expect("a folder"));
    }
    command.arg(program).output().expect("rustc")
}

#[test]
fn errors_point_into_the_program() {
    let mut programs: Vec<PathBuf> = fs::read_dir(manifest_dir().join("tests/ui"))
        .expect("the programs")
        .map(|entry| Path::new("tests/ui").join(entry.expect("an entry").file_name()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    programs.sort();
    assert!(programs.len() >= 6, "{programs:?}");
    let libraries = libraries();
    let mut different = vec![];
    for program in &programs {
        let output = compile(program, &libraries);
        assert!(!output.status.success(), "{} is compiled", program.display());
        let said = text(&output.stderr).replace(env!("CARGO_MANIFEST_DIR"), "$DIR");
        // How many errors there were is no news.
        let said = said.split("error: aborting due to").next().unwrap_or_default().trim_end();
        let golden = manifest_dir().join(program).with_extension("stderr");
        if env::var_os("TMD_BLESS").is_some() {
            fs::write(&golden, format!("{said}\n")).expect("written");
        }
        let wanted = fs::read_to_string(&golden).unwrap_or_default();
        if wanted.trim_end() != said {
            different
                .push(format!("{}: wanted\n{wanted}\nbut rustc says\n{said}\n", program.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
