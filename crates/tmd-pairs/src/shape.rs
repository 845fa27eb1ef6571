//! What certificates of all kinds of pairs have in common: the version of their shape, and how they are read.

use serde::de::DeserializeOwned;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::misread;
use tmd_functions::language::Format;

/// Which roundings count.
pub(crate) const ROUNDING: &str = "all";

/// A kind of certificates.
pub(crate) struct Shape {
    /// Its name in the files.
    pub(crate) kind: &'static str,
    /// Their version: what is written, and all that is read.
    pub(crate) schema: u32,
    /// What its certificates are of.
    pub(crate) of: &'static str,
    /// The options of a search that writes one.
    pub(crate) options: &'static str,
}

impl Shape {
    /// Reads a certificate.
    ///
    /// # Errors
    /// If it is none of the kind, or of a format that is not the one of its name.
    pub(crate) fn parse<T: DeserializeOwned>(
        &self,
        name: &str,
        text: &[u8],
        format: fn(&T) -> &Format,
    ) -> Result<T, Diag> {
        let certificate = serde_json::from_slice(text).map_err(|error| {
            let why = misread::json(&error, 0);
            let message = format!("{name} is not a certificate of {}: {why}", self.of);
            let options = self.options;
            Diag::new(DiagKind::Syntax, message)
                .help(format!("`tmd-codegen search … {options} --certificate FILE` writes one"))
        })?;
        self.check_format(format(&certificate))?;
        Ok(certificate)
    }

    /// Makes sure that a certificate's format is the one that its name says.
    ///
    /// # Errors
    /// If it has other bits or exponents.
    fn check_format(&self, format: &Format) -> Result<(), Diag> {
        if format.is_as_named() {
            return Ok(());
        }
        let name = &format.name;
        let message = format!(
            "a certificate of {} has a format of {} bits that is not the one of its name",
            self.of, format.precision
        );
        Err(Diag::new(DiagKind::Unsupported, message)
            .at("the format", name, 0..name.len(), "has other bits or exponents")
            .help("search again"))
    }

    /// Makes sure that a certificate is of the version that this program writes.
    ///
    /// # Errors
    /// If it is of another one.
    pub(crate) fn check(&self, schema: u32, rounding: &str) -> Result<(), Diag> {
        if schema == self.schema && rounding == ROUNDING {
            return Ok(());
        }
        let message = format!(
            "certificates of {} have schema {} and rounding {ROUNDING}, not {schema} and {rounding}",
            self.of, self.schema
        );
        Err(Diag::new(DiagKind::Unsupported, message).help("search again"))
    }
}
