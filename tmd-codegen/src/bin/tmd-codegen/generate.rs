//! `tmd-codegen gen`

use crate::args::GenArgs;
use crate::{phases, report};
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::generated;
use tmd_codegen::{plan, target};

pub(crate) fn run(args: &GenArgs) -> Result<ExitCode, Diag> {
    if let Some(range) = &args.phases {
        return phases::generate(args, range);
    }
    let request = args.request.request()?;
    let target =
        target::target(&request.target).ok_or_else(|| target::unknown(&request.target, &[]))?;
    let plan = report::timed("planning", "planned", || plan::make(&request))?;
    let files = generated::files(&plan, target, &request.command("gen"), &args.emit)?;
    report::print(report::emitted(&files, args.output.as_deref())?)?;
    Ok(ExitCode::SUCCESS)
}
