//! Where searches of pairs and of phases write what they have found: as JSON, and as a certificate.

use crate::args::OutputArgs;
use crate::report;
use serde::Serialize;
use tmd_codegen::diag::Diag;
use tmd_codegen::json;
use tmd_codegen::output::outfile::{self, Sink};

/// The destinations besides the terminal.
pub(crate) struct Delivery(Vec<(Sink, Form)>);

/// What is written.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Certificate,
}

impl Delivery {
    /// Those that are given. They are checked before a search begins.
    ///
    /// # Errors
    /// As [`outfile::sinks`].
    pub(crate) fn prepare(outputs: &OutputArgs) -> Result<Delivery, Diag> {
        let places = [
            ("--json", outputs.json.as_deref(), Form::Json),
            ("--certificate", outputs.certificate.as_deref(), Form::Certificate),
        ];
        outfile::sinks(places).map(Delivery)
    }

    /// Writes what was found: `found` as JSON, the certificate, and the table where nothing else goes to standard output.
    ///
    /// # Errors
    /// If something cannot be written.
    pub(crate) fn deliver(
        self,
        found: &impl Serialize,
        certificate: &impl Serialize,
        table: impl FnOnce() -> String,
    ) -> Result<(), Diag> {
        let content = |form: Form| match form {
            Form::Json => json::text(found),
            Form::Certificate => json::text(certificate),
        };
        report::deliver(self.0, content, table)
    }
}
