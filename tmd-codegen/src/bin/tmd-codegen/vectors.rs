//! `tmd-codegen search` of functions of a vector, for all pairs of a format that has too many for each to be looked at.

use crate::args::SearchArgs;
use crate::delivery::Delivery;
use crate::pool::searched;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::pairs::{About, Asked, table};
use tmd_codegen::output::vectors::Json;
use tmd_codegen::pairs::vectors::{self, Request};

pub(crate) fn run(args: &SearchArgs, request: &Request) -> Result<ExitCode, Diag> {
    let delivery = Delivery::prepare(&args.outputs)?;
    let (certificate, _) = searched(args.device.threads(), || vectors::search(request))?;
    let certificate = certificate?;
    delivery.deliver(&Json::new(request, &certificate), &certificate, || {
        let asked = Asked::of_numbers(request.function, &request.format.name, ["all", "all"]);
        table(&asked, &About::of_vectors(&certificate), &certificate.summary())
    })?;
    Ok(ExitCode::SUCCESS)
}
