//! `tmd-codegen search` of an expression of two numbers, for all pairs of a small format.

use crate::args::SearchArgs;
use crate::kept_folder;
use crate::pairs::pool;
use crate::progress::Bar;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::json;
use tmd_codegen::output::outfile;
use tmd_codegen::output::pairs::{About, Asked, table};
use tmd_codegen::output::plane::Json;
use tmd_codegen::pairs::expression::{self, Request};

pub(crate) fn run(args: &SearchArgs, request: &Request) -> Result<ExitCode, Diag> {
    let outputs = &args.outputs;
    let sinks = outfile::sinks([
        ("--json", outputs.json.as_deref(), false),
        ("--certificate", outputs.certificate.as_deref(), true),
    ])?;
    let pool = pool(args.device.threads())?;
    let dir = kept_folder::of(
        args.campaign.as_deref(),
        || report::timed("timing some rows", "timed", || expression::predicted_seconds(request)),
        "expressions",
        &request.command(),
    );
    let bar = Bar::new(request.pairs().into());
    let certificate = pool.install(|| expression::search(request, dir.as_deref(), &bar));
    bar.clear();
    let certificate = certificate?;
    if certificate.bits > request.bits {
        report::note(&format!(
            "too many pairs have {} identical bits: those with {} or more are listed",
            request.bits, certificate.bits
        ));
    }
    let found = certificate.request()?;
    let content = |is_certificate: bool| match is_certificate {
        true => json::text(&certificate),
        false => json::text(&Json::of_expression(&found, &certificate)),
    };
    report::deliver(sinks, content, || {
        let Request { format, range_x, range_y, .. } = &found;
        let asked = Asked::of_numbers(&certificate.function, &format.name, [range_x, range_y]);
        table(&asked, &About::of_expression(&certificate), &certificate.summary())
    })?;
    Ok(ExitCode::SUCCESS)
}
