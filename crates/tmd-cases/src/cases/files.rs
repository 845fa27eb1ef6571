//! The kinds of files that hold lists, by the endings of their names.

use super::{List, Source, binary, c_header, document, json_lines, rust_table, table, wc};
use std::io::Write;
use std::path::{Path, PathBuf};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::infile;
use tmd_base::named::named;
use tmd_functions::language::format::Format;

/// Longest file of cases, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// The byte order mark that some editors put before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

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
    /// Whether a file of this kind says how hard each of its cases is.
    pub fn tells_hardness(self) -> bool {
        match self {
            FileKind::JsonLines | FileKind::Csv | FileKind::Document => true,
            FileKind::Wc | FileKind::Binary | FileKind::CHeader | FileKind::RustTable => false,
        }
    }

    /// Whether a file of this kind can hold expected results ([`super::WithResults`]).
    pub fn holds_results(self) -> bool {
        matches!(self, FileKind::JsonLines | FileKind::Csv | FileKind::CHeader)
    }

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

    /// Makes sure that such a file holds numbers of a format.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(self, format: &Format) -> Result<(), Diag> {
        let is_double = format.precision <= 53 && format.emax <= 1023;
        match self {
            FileKind::CHeader => c_header::type_of(format).map(drop),
            FileKind::Binary | FileKind::RustTable if !is_double => Err(Diag::new(
                DiagKind::Unsupported,
                format!("files that end in .{self} do not hold {} numbers", format.name),
            )
            .help("write .wc, .csv or .jsonl, which hold numbers of any format")),
            _ => Ok(()),
        }
    }

    /// Like [`FileKind::of`], for a file that will be written.
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
        let mut bytes = vec![];
        self.write_to(list, name, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes a file of this kind, without having it in memory. `name` is what arrays in it are called.
    ///
    /// # Errors
    /// As [`FileKind::write`]'s; if the cases cannot be read, or the file cannot be written. A part of it may be written
    /// then.
    pub fn write_to(
        self,
        source: &dyn Source,
        name: &str,
        out: &mut dyn Write,
    ) -> Result<(), Diag> {
        match self {
            FileKind::Binary => binary::write(source, out),
            FileKind::Wc => wc::write(source, out),
            FileKind::JsonLines => json_lines::write(source, out),
            FileKind::Csv => table::write(source, out),
            FileKind::CHeader => c_header::write(source, name, out),
            FileKind::RustTable => rust_table::write(source, name, out),
            FileKind::Document => Err(Diag::new(DiagKind::Option, "only a search writes .json")
                .help("lists of cases in JSON end in .jsonl")),
        }
    }
}

/// The name of the array in a file of that name.
///
/// It ends in `cases`: `exp` alone is a function of C.
pub fn array_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let name = if name.ends_with("cases") { name } else { format!("{name}_cases") };
    match name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => name,
        false => format!("cases_{name}"),
    }
}

/// Reads the list in a file, whose kind follows from its name; hexadecimal floats if it does not.
///
/// # Errors
/// If it cannot be read or is no such file.
pub fn read(path: &Path) -> Result<List, Diag> {
    // Lists made by hand are called anything.
    read_as(FileKind::of(path).unwrap_or(FileKind::Wc), path)
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
        let text = || String::from_utf8_lossy(bytes.strip_prefix(MARK).unwrap_or(bytes));
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
