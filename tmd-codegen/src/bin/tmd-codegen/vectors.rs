//! `tmd-codegen search` of functions of a vector, for all pairs of a format that has too many for each to be looked at.

use crate::args::SearchArgs;
use crate::pairs::searched;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::json;
use tmd_codegen::output::outfile;
use tmd_codegen::output::pairs::{About, Asked, table};
use tmd_codegen::output::vectors::Json;
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
        false => json::text(&Json::new(request, &certificate)),
    };
    report::deliver(sinks, content, || {
        let asked = Asked::of_numbers(request.function, &request.format.name, ["all", "all"]);
        table(&asked, &About::of_vectors(&certificate), &certificate.summary())
    })?;
    Ok(ExitCode::SUCCESS)
}
