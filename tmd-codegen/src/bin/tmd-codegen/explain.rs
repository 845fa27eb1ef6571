//! `tmd-codegen explain`

use crate::args::ExplainArgs;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::explain;

pub(crate) fn run(args: &ExplainArgs) -> Result<ExitCode, Diag> {
    report::print(&match &args.term[..] {
        [] => explain::list(),
        words => explain::text(&explain::find(&words.join(" "))?),
    })?;
    Ok(ExitCode::SUCCESS)
}
