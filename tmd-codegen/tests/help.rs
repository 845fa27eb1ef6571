//! The help of the program and of every subcommand is what is checked in under `help/`.
//!
//! `TMD_BLESS=1` writes the files anew. Subcommands are found in the help texts themselves, so that a new one
//! cannot be forgotten.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help")
}

/// What `--help` of a subcommand prints, and those of all below it.
fn collect(words: &[String], texts: &mut BTreeMap<String, String>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"))
        .args(words)
        .arg("--help")
        .env_remove("COLUMNS")
        .output()
        .expect("run");
    assert!(output.status.success(), "{words:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let commands = text.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.take_while(|line| line.starts_with("  ")).filter_map(|line| {
        // A name is indented by two; its help may go on further right.
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    for name in names.collect::<Vec<_>>() {
        collect(&[words, &[name]].concat(), texts);
    }
    let name = [&["tmd-codegen".to_owned()], words].concat().join("-");
    texts.insert(format!("{name}.txt"), text);
}

#[test]
fn help_is_as_it_was() {
    let mut texts = BTreeMap::new();
    collect(&[], &mut texts);
    assert!(texts.len() >= 11, "{:?}", texts.keys());
    if env::var_os("TMD_BLESS").is_some() {
        let _ = fs::remove_dir_all(folder()); // it may not be there yet
        fs::create_dir_all(folder()).expect("create");
        for (name, text) in &texts {
            fs::write(folder().join(name), text).expect("write");
        }
        return;
    }
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("entry").path();
        let name = path.file_name().expect("name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("text"))
    };
    let golden: BTreeMap<String, String> =
        fs::read_dir(folder()).expect("tests/help").map(read).collect();
    let names = |texts: &BTreeMap<String, String>| texts.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&texts), names(&golden), "TMD_BLESS=1 writes the files anew");
    for (name, text) in &texts {
        assert_eq!(text, &golden[name], "{name}: TMD_BLESS=1 writes the files anew");
    }
}
