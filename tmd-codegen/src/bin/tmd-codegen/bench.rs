//! `tmd-codegen bench`

use crate::args::{Bench, BenchArgs, DivergenceArgs, DivergenceOf};
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::divergence;
use tmd_codegen::request::{Overrides, Request};

pub(crate) fn run(args: &BenchArgs) -> Result<ExitCode, Diag> {
    match &args.what {
        Bench::Divergence(args) => divergence(args),
    }
}

fn divergence(args: &DivergenceArgs) -> Result<ExitCode, Diag> {
    let request = match &args.what {
        Some(DivergenceOf::Of(request)) => request.request()?,
        None => published(),
    };
    let rows = divergence::measure(&request, args.intervals as usize)?;
    report::print(&format!(
        "{}\n\n{}",
        request.command("bench divergence of"),
        divergence::table(&rows)
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// What the papers measured: N = 2^15 on exp in [1, 2).
fn published() -> Request {
    let overrides = Overrides { interval: Some(1 << 15), ..Overrides::default() };
    Request { bits: Some(44), overrides, ..Request::new("exp", "--binade", "1,2") }
}
