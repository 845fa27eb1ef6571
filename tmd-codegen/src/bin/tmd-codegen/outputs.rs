//! The outputs of a search: files, and standard output.

use crate::args::OutputArgs;
use crate::report;
use std::path::Path;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::outfile::{self, Sink};
use tmd_codegen::output::{Results, certificate, json, table, wc};

/// Makes the text of an output.
type Format = fn(Results<'_>) -> Result<String, Diag>;

/// Where the results go besides the terminal.
pub(crate) struct Outputs(Vec<(Sink, Format)>);

impl Outputs {
    /// Checks the places before the search begins.
    pub(crate) fn prepare(args: &OutputArgs) -> Result<Outputs, Diag> {
        let outputs: [(&str, Option<&Path>, Format); 3] = [
            ("--json", args.json.as_deref(), |results| json::text(&json::Document::new(results))),
            ("--wc", args.wc.as_deref(), |results| Ok(wc::text(results))),
            ("--certificate", args.certificate.as_deref(), |results| {
                json::text(&certificate::Certificate::new(results))
            }),
        ];
        Ok(Outputs(outfile::sinks(outputs)?))
    }

    /// Writes all outputs, files first: a terminal may be gone by now. What cannot be written to its file goes
    /// to standard output.
    pub(crate) fn write(self, results: Results<'_>) -> Result<(), Diag> {
        let mut failure = Ok(());
        let mut standard = vec![];
        for (sink, format) in self.0 {
            let text = format(results)?;
            match sink {
                Sink::Standard => standard.push(text),
                Sink::File(file) => {
                    if let Err(diag) = file.write(&text) {
                        standard.push(text);
                        failure = Err(diag);
                    }
                }
            }
        }
        if standard.is_empty() || failure.is_err() {
            standard.insert(0, table::text(results));
        }
        report::print(&standard.concat())?;
        failure
    }
}
