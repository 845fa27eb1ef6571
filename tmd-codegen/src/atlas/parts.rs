//! Parts of formats that are too large as a whole: binades, or pairs of them, in `ranges/FUNCTION-FORMAT/`.
//!
//! A part is a certificate (`0.5,1.json`), which holds its cases. Where that is large because it lists many exact values, the
//! part is its list of cases (`1,2.wc`), and the certificate's hash is kept with how it was made (`1,2.made.json`, a
//! [`Made`](super::Made)).

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
    /// How many parts have their certificate.
    pub certificates: usize,
    /// How many parts have their list of cases, and the certificate's hash.
    pub lists: usize,
}

impl Parts {
    /// Those of a folder with these files, if its name is that of a function and a format.
    fn of(folder: &str, files: &[String]) -> Option<Parts> {
        let (own, format) = folder.rsplit_once('-')?;
        let of_one = functions::all().find(|function| function.name == own);
        let function = match of_one {
            Some(function) => function.name.to_owned(),
            None => Function::parse(own).ok()?.to_string(),
        };
        let count = |ending: &str| files.iter().filter(|file| file.ends_with(ending)).count();
        Some(Parts {
            function,
            format: format.to_owned(),
            certificates: count(".json") - count(".made.json"),
            lists: count(".wc"),
        })
    }

    /// How many parts there are.
    pub fn count(&self) -> usize {
        self.certificates + self.lists
    }

    /// How many there are, and what is kept of them.
    pub fn state(&self) -> String {
        match (self.certificates, self.lists) {
            (1, 0) => format!("{self}, with its certificate"),
            (_, 0) => format!("{self}, with their certificates"),
            (0, 1) => format!("{self}, as a list"),
            (0, _) => format!("{self}, as lists"),
            (certificates, _) => format!("{self}, {certificates} of them with a certificate"),
        }
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plural(self.count(), "part"))
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
            Parts::of(&name, &files).ok_or_else(|| {
                let message = format!("{}: {name} is of no function", folder.display());
                Diag::new(DiagKind::Syntax, message)
                    .help("remove it, or name it as pow-binary32 or exp2-x87")
            })
        };
        all.map(parts).collect()
    }
}
