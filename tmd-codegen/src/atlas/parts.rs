//! Parts of formats that are too large as a whole: certificates of pairs of binades, in `ranges/FUNCTION-FORMAT/`.

use super::{Atlas, names};
use crate::diag::{Diag, DiagKind};
use crate::pairs::plane::Function;

/// The folder of these folders.
const FOLDER: &str = "ranges";

/// Finished parts of a function of two numbers in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The function.
    pub function: Function,
    /// The name of the format.
    pub format: String,
    /// How many parts: pairs of binades, with a certificate each.
    pub count: usize,
}

impl Atlas {
    /// All finished parts.
    ///
    /// # Errors
    /// If a folder cannot be listed or is named otherwise.
    pub fn parts(&self) -> Result<Vec<Parts>, Diag> {
        let folder = self.folder.join(FOLDER);
        if !folder.is_dir() {
            return Ok(vec![]);
        }
        let all = names(&folder)?.into_iter().filter(|name| folder.join(name).is_dir());
        let parts = |name: String| {
            let meant = name.rsplit_once('-');
            let meant = meant.and_then(|(own, format)| Some((Function::parse(own).ok()?, format)));
            let (function, format) = meant.ok_or_else(|| {
                let message = format!("{}: {name} is of no function", folder.display());
                Diag::new(DiagKind::Syntax, message).help("remove it, or name it as pow-binary32")
            })?;
            let files = names(&folder.join(&name))?;
            let count = files.iter().filter(|file| file.ends_with(".json")).count();
            Ok(Parts { function, format: format.to_owned(), count })
        };
        all.map(parts).collect()
    }
}
