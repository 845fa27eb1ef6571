//! What certificates of emitted functions have in common: how they are read, and the files that they speak of.

use crate::verify::lie;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::hash::sha256_hex;
use tmd_base::infile;
use tmd_base::misread;

/// Longest source that is read, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// A file that was emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceEntry {
    /// Its name, below the folder that it was emitted to.
    pub file: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// The entries of files, given by their names and texts.
pub fn entries(sources: &BTreeMap<String, String>) -> Vec<SourceEntry> {
    let entry = |(file, text): (&String, &String)| SourceEntry {
        file: file.clone(),
        sha256: sha256_hex(text.as_bytes()),
    };
    sources.iter().map(entry).collect()
}

/// Whether a text is meant to be a certificate of a kind.
pub fn is_of_kind(text: &[u8], wanted: &str) -> bool {
    #[derive(Deserialize)]
    struct Kind {
        kind: String,
    }
    serde_json::from_slice(text).is_ok_and(|Kind { kind }| kind == wanted)
}

/// Reads a certificate of `whose`, which the subcommand `command` wrote in this version of its shape; it is called `name` in
/// messages.
///
/// # Errors
/// If it is none, or of another version.
pub fn read<T: DeserializeOwned>(
    name: &str,
    text: &[u8],
    (whose, command): (&str, &str),
    version: u32,
) -> Result<T, Diag> {
    let refuse = |why: String| {
        Diag::new(DiagKind::Syntax, format!("{name} is not {whose} certificate: {why}"))
            .help(format!("give the file that `tmd-codegen {command}` wrote with --certificate"))
    };
    #[derive(Deserialize)]
    struct Version {
        schema: u32,
    }
    let Version { schema } =
        serde_json::from_slice(text).map_err(|error| refuse(misread::json(&error, 0)))?;
    if schema != version {
        return Err(refuse(format!("it has schema {schema}, not {version}"))
            .help("verify it with the version of this program that wrote it"));
    }
    serde_json::from_slice(text).map_err(|error| refuse(misread::json(&error, 0)))
}

/// Compares a certificate's files with those in a folder, by their SHA-256, and adds a remark about those that are the same. One
/// that is not there is told, or is an error if it was `asked_for` there.
///
/// # Errors
/// If a file is another one; if the certificate speaks of none, or by names that lead elsewhere; if one cannot be read.
pub fn check(
    sources: &[SourceEntry],
    folder: &Path,
    asked_for: bool,
    remark: &str,
) -> Result<String, Diag> {
    if sources.is_empty() {
        return Err(lie("the certificate speaks of no file: what it proves is of no source"));
    }
    let (mut same, mut absent) = (vec![], vec![]);
    for SourceEntry { file, sha256 } in sources {
        let is_inside =
            Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        if file.is_empty() || !is_inside {
            return Err(lie(format!("`{file}` is not a name of an emitted file")));
        }
        let path = folder.join(file);
        if !path.exists() && !asked_for {
            absent.push(file.as_str());
            continue;
        }
        let found = sha256_hex(&infile::read_file(&path, MOST_BYTES)?);
        if found != *sha256 {
            return Err(lie(format!(
                "{} is not the file that the certificate speaks of: its SHA-256 is {found}, not {sha256}",
                path.display()
            )));
        }
        same.push(file.as_str());
    }
    let mut told = vec![];
    if !same.is_empty() {
        told.push(format!(
            "{}: they match the SHA-256 in the certificate{remark}",
            same.join(", ")
        ));
    }
    if !absent.is_empty() {
        let folder = match folder.as_os_str().is_empty() {
            true => "this folder".to_owned(),
            false => folder.display().to_string(),
        };
        told.push(format!("NOT CHECKED: {} not in {folder} (see --sources)", absent.join(", ")));
    }
    Ok(told.join("; "))
}
