//! The atlas as pages for a browser: an index, a page for each function and for each entry, and the lists beside them. They need no
//! network and no scripts, and are the same whenever they are made of the same atlas.

mod common;
mod downloads;
mod entry_page;
mod function_page;
mod index;
mod pairs_page;
mod parts_page;

use super::{Atlas, Catalogue, Subject};
use crate::diag::{Diag, DiagKind};
use crate::output::outfile::OutFile;
use std::path::{Path, PathBuf};

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Pages.
    pub pages: usize,
    /// Files beside them.
    pub downloads: usize,
    /// Bytes of all.
    pub bytes: usize,
}

/// Writes the pages of an atlas into a folder that is there. Files of the same names are replaced.
///
/// # Errors
/// If the atlas has no entry, one of them cannot be read or is damaged, or the folder cannot be written.
pub fn write(atlas: &Atlas, folder: &Path) -> Result<Written, Diag> {
    let catalogue = Catalogue::read(atlas)?;
    let mut site = Site { folder, written: Written::default() };
    for (entry, made) in &catalogue.entries {
        let subject = Subject::new(&entry.function, &entry.format)?;
        let list = atlas.measured(&subject, entry)?;
        let files = downloads::of(atlas, &subject, &list)?;
        for file in &files {
            site.write(&format!("{}/{}", subject.format(), file.name), &file.bytes)?;
            site.written.downloads += 1;
        }
        let page = entry_page::page(&catalogue, &subject, entry, made, &list, &files)?;
        site.page(&common::entry_path(&subject), &page)?;
    }
    for (subject, entry, made) in &catalogue.pairs {
        let files = pairs_page::files(atlas, subject, entry)?;
        for file in &files {
            site.write(&format!("pairs/{}/{}", subject.format, file.name), &file.bytes)?;
            site.written.downloads += 1;
        }
        site.page(&pairs_page::path(subject), &pairs_page::page(subject, entry, made, &files)?)?;
    }
    for parts in &catalogue.parts {
        let files = parts_page::files(atlas, parts)?;
        for file in &files {
            site.write(&format!("parts/{}", file.name), &file.bytes)?;
            site.written.downloads += 1;
        }
        site.page(&parts_page::path(parts), &parts_page::page(parts, &files)?)?;
    }
    for function in &catalogue.functions {
        site.page(&common::function_path(function)?, &function_page::page(&catalogue, function)?)?;
    }
    site.page("index.html", &index::page(&catalogue)?)?;
    Ok(site.written)
}

/// A folder for pages.
struct Site<'a> {
    folder: &'a Path,
    written: Written,
}

impl Site<'_> {
    fn page(&mut self, path: &str, html: &str) -> Result<(), Diag> {
        self.written.pages += 1;
        self.write(path, html.as_bytes())
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diag> {
        let path: PathBuf = self.folder.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| {
                let folder = folder.display();
                Diag::new(DiagKind::Io, format!("-o: cannot make {folder}: {error}"))
            })?;
        }
        self.written.bytes += bytes.len();
        OutFile::prepare("-o", &path)?.write(bytes)
    }
}
