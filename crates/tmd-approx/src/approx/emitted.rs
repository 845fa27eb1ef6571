//! Compares the files that an evaluator's certificate names with those in the folder.

use super::certificate::{Certificate, SourceEntry};
use std::path::{Component, Path};
use tmd_base::diag::Diag;
use tmd_base::infile;
use tmd_certificate::verify::lie;

/// Longest source that is read, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// Compares the certificate's files with those in a folder, by their SHA-256. One that is not there is told, or is an
/// error if it was `asked_for` there.
///
/// # Errors
/// If a file is another one; if the certificate speaks of none, or by names that lead elsewhere; if one cannot be read.
pub fn check_sources(
    certificate: &Certificate,
    folder: &Path,
    asked_for: bool,
) -> Result<String, Diag> {
    if certificate.sources.is_empty() {
        return Err(lie("the certificate speaks of no file: what it proves is of no source"));
    }
    let (mut same, mut absent) = (vec![], vec![]);
    for SourceEntry { file, sha256 } in &certificate.sources {
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
        let found = tmd_base::hash::sha256_hex(&infile::read_file(&path, MOST_BYTES)?);
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
            "{}: those that it speaks of, by their SHA-256 (what is in them is not proved)",
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
