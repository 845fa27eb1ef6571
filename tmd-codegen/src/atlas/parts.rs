//! Parts of formats that are too large as a whole: certificates of binades, or of pairs of them, in `ranges/FUNCTION-FORMAT/`.

use super::{Atlas, names};
use crate::diag::{Diag, DiagKind};
use crate::pairs::plane::Function;
use crate::spec::functions;
use crate::text::plural;
use std::fmt;

/// The folder of these folders.
const FOLDER: &str = "ranges";

/// Finished parts of a function in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The function, as lists name it: `exp2`, `pow(x, y)`.
    pub function: String,
    /// The name of the format.
    pub format: String,
    /// How many parts, with a certificate each.
    pub count: usize,
}

impl Parts {
    /// Those of a folder of so many certificates, if its name is that of a function and a format.
    fn of(folder: &str, count: usize) -> Option<Parts> {
        let (own, format) = folder.rsplit_once('-')?;
        let of_one = functions::all().find(|function| function.name == own);
        let function = match of_one {
            Some(function) => function.name.to_owned(),
            None => Function::parse(own).ok()?.to_string(),
        };
        Some(Parts { function, format: format.to_owned(), count })
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plural(self.count, "part"))
    }
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
            let files = names(&folder.join(&name))?;
            let count = files.iter().filter(|file| file.ends_with(".json")).count();
            Parts::of(&name, count).ok_or_else(|| {
                let message = format!("{}: {name} is of no function", folder.display());
                Diag::new(DiagKind::Syntax, message)
                    .help("remove it, or name it as pow-binary32 or exp2-x87")
            })
        };
        all.map(parts).collect()
    }
}
