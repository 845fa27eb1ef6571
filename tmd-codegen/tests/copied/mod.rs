//! Copies of parts of the atlas, for tests that change them.

use std::fs;
use std::path::{Path, PathBuf};
use tmd_codegen::atlas::{Atlas, Subject};

/// The folder of the atlas.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas")
}

/// The atlas of the repository.
pub(crate) fn atlas() -> Atlas {
    Atlas::open(&folder()).expect("the atlas")
}

/// A copy of some entries, to be changed.
pub(crate) fn copy_of(subjects: &[(&str, &str)], into: &Path) -> Atlas {
    let (original, copy) = (atlas(), Atlas::open(into).expect("a folder"));
    for (function, format) in subjects {
        let subject = Subject::new(function, format).expect("a subject");
        fs::create_dir_all(into.join(format)).expect("a folder");
        for ending in ["json", "bin", "made.json"] {
            let [from, to] = [&original, &copy].map(|atlas| atlas.path(&subject, ending));
            fs::copy(&from, &to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        }
    }
    copy
}
