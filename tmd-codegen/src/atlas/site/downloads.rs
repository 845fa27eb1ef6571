//! The files beside the page of an entry: its own, and its list in other forms.

use super::common::{facts, size};
use crate::atlas::{Atlas, MOST_BYTES, Subject};
use crate::cases::{FileKind, List};
use crate::diag::Diag;
use crate::infile;
use crate::output::html::{Inline, Page};

const FILES: [&str; 3] = ["file", "#size", "content"];
/// The largest file in another form, in bytes; a larger one can be made.
const SMALL: usize = 4 << 20;

/// A file.
pub(super) struct Download {
    pub(super) name: String,
    pub(super) what: &'static str,
    pub(super) bytes: Vec<u8>,
}

/// The files of an entry with these cases.
pub(super) fn of(atlas: &Atlas, subject: &Subject, list: &List) -> Result<Vec<Download>, Diag> {
    let mut files = vec![];
    let own = [
        ("bin", "the cases, ascending: binary64 numbers, 8 bytes each, the lowest byte first"),
        ("json", "the description of the list, with everything on this page"),
        ("made.json", "how it was made: time, kernels, hashes of plan and certificate"),
    ];
    for (ending, what) in own {
        let bytes = infile::read_file(&atlas.path(subject, ending), MOST_BYTES)?;
        files.push(Download { name: format!("{}.{ending}", subject.slug()), what, bytes });
    }
    let others = [
        (
            FileKind::Csv,
            "csv",
            "the cases as a table, with the hardness of each where about 8,000 bits are enough to determine it",
        ),
        (
            FileKind::Wc,
            "wc",
            "the cases as hexadecimal floats, one per line, as test programs of libraries read them",
        ),
    ];
    for (kind, ending, what) in others {
        let bytes = kind.write(list, subject.slug())?;
        if bytes.len() <= SMALL {
            files.push(Download { name: format!("{}.{ending}", subject.slug()), what, bytes });
        }
    }
    Ok(files)
}

/// The table of the files beside a page, and the hash of the list.
pub(super) fn file_table(page: &mut Page, files: &[Download], sha256: &str) {
    table(page, files);
    page.facts(&facts([("SHA-256 of the list", sha256.to_owned())]));
}

/// The table of the files beside a page.
pub(super) fn table(page: &mut Page, files: &[Download]) {
    let row = |file: &Download| {
        let link = Inline::default().link(&file.name, &file.name);
        vec![link, Inline::of(&size(file.bytes.len())), Inline::of(file.what)]
    };
    page.linked_records(&FILES, &files.iter().map(row).collect::<Vec<_>>());
}
