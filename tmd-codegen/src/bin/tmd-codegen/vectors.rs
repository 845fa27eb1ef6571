//! `tmd-codegen search` of functions of a vector, for all pairs of a format that has too many for each to be looked at.

use crate::args::SearchArgs;
use crate::pairs::searched;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::json;
use tmd_codegen::output::{outfile, vectors as output};
use tmd_codegen::pairs::vectors::{self, Request};

pub(crate) fn run(args: &SearchArgs, request: &Request) -> Result<ExitCode, Diag> {
    let outputs = &args.outputs;
    let sinks = outfile::sinks([
        ("--json", outputs.json.as_deref(), false),
        ("--certificate", outputs.certificate.as_deref(), true),
    ])?;
    let (certificate, _) = searched(args.device.threads(), || vectors::search(request))?;
    let certificate = certificate?;
    let content = |is_certificate: bool| match is_certificate {
        true => json::text(&certificate),
        false => json::text(&output::Json::new(request, &certificate)),
    };
    report::deliver(sinks, content, || output::table(request, &certificate))?;
    Ok(ExitCode::SUCCESS)
}
