//! `tmd-codegen search` of an expression of two numbers, for all pairs of a small format.

use crate::args::SearchArgs;
use crate::delivery::Delivery;
use crate::kept_folder;
use crate::pool::searched_with_bar;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::pairs::{About, Asked, table};
use tmd_codegen::output::plane::Json;
use tmd_codegen::pairs::expression::{self, Request};

pub(crate) fn run(args: &SearchArgs, request: &Request) -> Result<ExitCode, Diag> {
    let delivery = Delivery::prepare(&args.outputs)?;
    let dir = kept_folder::of(
        args.campaign.as_deref(),
        || report::timed("timing some rows", "timed", || expression::predicted_seconds(request)),
        "expressions",
        &request.command(),
    );
    let certificate = searched_with_bar(args.device.threads(), request.pairs().into(), |bar| {
        expression::search(request, dir.as_deref(), bar)
    })?;
    if certificate.bits > request.bits {
        report::note(&format!(
            "too many pairs have {} identical bits: those with {} or more are listed",
            request.bits, certificate.bits
        ));
    }
    let found = certificate.request()?;
    delivery.deliver(&Json::of_expression(&found, &certificate), &certificate, || {
        let Request { format, range_x, range_y, .. } = &found;
        let asked = Asked::of_numbers(&certificate.function, &format.name, [range_x, range_y]);
        table(&asked, &About::of_expression(&certificate), &certificate.summary())
    })?;
    Ok(ExitCode::SUCCESS)
}
