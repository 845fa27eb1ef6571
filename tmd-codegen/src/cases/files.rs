//! Which file holds a list in which way: its name's ending tells.

use super::{List, binary, c_header, document, heading, json_lines, rust_table, table, wc};
use crate::diag::{Diag, DiagKind};
use crate::infile;
use crate::request::named;
use std::path::{Path, PathBuf};

/// Longest file of cases, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// How a file holds cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Hexadecimal floats, one a line.
    Wc,
    /// Bits of binary64 numbers.
    Binary,
    /// Lines of JSON.
    JsonLines,
    /// A table for spreadsheets.
    Csv,
    /// An array for C.
    CHeader,
    /// An array for Rust.
    RustTable,
    /// Everything that a search has found; such a file is only read.
    Document,
}

named!(
    FileKind,
    "the ending of the file's name",
    Wc = "wc",
    Binary = "bin",
    JsonLines = "jsonl",
    Csv = "csv",
    CHeader = "h",
    RustTable = "rs",
    Document = "json"
);

impl FileKind {
    /// The kind that a file's name tells; hexadecimal floats for `-`, standard input or output.
    ///
    /// # Errors
    /// If the ending is not known.
    pub fn of(path: &Path) -> Result<FileKind, Diag> {
        if path == Path::new("-") {
            return Ok(FileKind::Wc);
        }
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        ending.parse().map_err(|diag: Diag| match ending.is_empty() {
            true => Diag::new(
                DiagKind::Option,
                format!("the name {} does not tell what kind of file it is", path.display()),
            )
            .help(format!("give it an ending: {}", FileKind::NAMES.join(", "))),
            false => Diag { message: format!("{}: {}", path.display(), diag.message), ..diag },
        })
    }

    /// As [`FileKind::of`], for a file that will be written.
    ///
    /// # Errors
    /// As there, and if only a search writes such files.
    pub fn of_output(path: &Path) -> Result<FileKind, Diag> {
        match FileKind::of(path)? {
            FileKind::Document => Err(Diag::new(
                DiagKind::Option,
                format!("{}: only `search --json` writes .json", path.display()),
            )
            .help("lists of cases in JSON end in .jsonl")),
            kind => Ok(kind),
        }
    }

    /// The file beside one of patterns that says what is known about them.
    pub fn beside(self, path: &Path) -> Option<PathBuf> {
        (self == FileKind::Binary).then(|| {
            let mut name = path.as_os_str().to_owned();
            name.push(".txt");
            name.into()
        })
    }

    /// The bytes of a file of this kind. `name` is what arrays in it are called.
    ///
    /// # Errors
    /// If the cases do not fit such a file, or it is one that only a search writes.
    pub fn write(self, list: &List, name: &str) -> Result<Vec<u8>, Diag> {
        let mut list = list.clone();
        heading::complete(&mut list);
        let text = match self {
            FileKind::Binary => return binary::write(&list),
            FileKind::Wc => wc::write(&list),
            FileKind::JsonLines => json_lines::write(&list)?,
            FileKind::Csv => table::write(&list)?,
            FileKind::CHeader => c_header::write(&list, name)?,
            FileKind::RustTable => rust_table::write(&list, name)?,
            FileKind::Document => {
                return Err(Diag::new(DiagKind::Option, "only a search writes .json")
                    .help("lists of cases in JSON end in .jsonl"));
            }
        };
        Ok(text.into_bytes())
    }
}

/// What arrays are called in a file of that name.
pub fn array_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match name.chars().next() {
        Some(first) if !first.is_ascii_digit() => name,
        _ => format!("cases_{name}"),
    }
}

/// The list in a file, whose name tells what kind it is.
///
/// # Errors
/// If it cannot be read or is no such file.
pub fn read(path: &Path) -> Result<List, Diag> {
    read_as(FileKind::of(path)?, path)
}

/// The list in a file of some kind.
///
/// # Errors
/// As [`read`].
pub fn read_as(kind: FileKind, path: &Path) -> Result<List, Diag> {
    let bytes = infile::read(path, MOST_BYTES)?;
    let mut list = List::parse(kind, &path.display().to_string(), &bytes)?;
    if let Some(beside) = kind.beside(path).filter(|beside| beside.is_file()) {
        list.about.splice(0..0, read_as(FileKind::Wc, &beside)?.about);
    }
    Ok(list)
}

impl List {
    /// The list in the bytes of a file of some kind, called `name` in messages.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn parse(kind: FileKind, name: &str, bytes: &[u8]) -> Result<List, Diag> {
        let text = || String::from_utf8_lossy(bytes);
        match kind {
            FileKind::Binary => binary::read(name, bytes),
            FileKind::Wc => wc::read(name, &text()),
            FileKind::JsonLines => json_lines::read(name, &text()),
            FileKind::Csv => table::read(name, &text()),
            FileKind::CHeader => c_header::read(name, &text()),
            FileKind::RustTable => rust_table::read(name, &text()),
            FileKind::Document => document::read(name, &text()),
        }
    }
}
