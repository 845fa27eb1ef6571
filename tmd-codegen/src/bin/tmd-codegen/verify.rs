//! `tmd-codegen verify`

use crate::args::VerifyArgs;
use crate::{campaign, report};
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::verify::{self, Options};

pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Diag> {
    let seconds = campaign::positive("--seconds", args.seconds)?;
    let certificate = verify::read(&args.certificate)?;
    let options = Options { full: args.full, seconds, seed: args.seed };
    let checked = verify::verify(&certificate, &options)?;
    report::print(&checked.to_string())?;
    Ok(ExitCode::SUCCESS)
}
