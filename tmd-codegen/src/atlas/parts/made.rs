//! How a part was made.

use super::Kept;
use crate::atlas::{MOST_BYTES, Took};
use crate::diag::{Diag, DiagKind};
use crate::infile;
use serde::Deserialize;
use std::path::Path;
use tmd_base::hash::sha256_hex;
use tmd_base::misread;

/// What all kinds of searches say of how they were made.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PartMade {
    /// How long it took.
    #[serde(flatten)]
    pub took: Took,
    /// The SHA-256 of the certificate.
    pub certificate: String,
    /// The version of the engine that it names.
    pub engine: u32,
    /// The SHA-256 of the list, where that is kept instead.
    #[serde(default)]
    pub list: Option<String>,
}

impl PartMade {
    /// How the part in a folder was made of whose file these are the bytes.
    ///
    /// # Errors
    /// If it is not said, or the bytes have another hash.
    pub(super) fn read(
        folder: &Path,
        name: &str,
        kept: Kept,
        bytes: &[u8],
    ) -> Result<PartMade, Diag> {
        let path = folder.join(format!("{name}.made.json"));
        let file = path.display();
        let refused = |message: String| {
            Diag::new(DiagKind::Syntax, message).help("give both files as one search has made them")
        };
        let text = infile::text(&path, MOST_BYTES)?;
        let made: PartMade = serde_json::from_str(&text).map_err(|error| {
            let why = misread::json(&error, 0);
            refused(format!("{file} does not say how a part was made: {why}"))
        })?;
        let own = match kept {
            Kept::Certificate => Some(&made.certificate),
            Kept::List => made.list.as_ref(),
        };
        match own == Some(&sha256_hex(bytes)) {
            true => Ok(made),
            false => Err(refused(format!(
                "{name}.{} has not the SHA-256 that {file} says",
                kept.ending()
            ))),
        }
    }
}
