//! `tmd-codegen verify`

use crate::args::VerifyArgs;
use crate::{campaign, report};
use std::process::ExitCode;
use tmd_codegen::approx;
use tmd_codegen::diag::Diag;
use tmd_codegen::verify::{self, Options};

pub(crate) fn run(args: &VerifyArgs) -> Result<ExitCode, Diag> {
    let seconds = campaign::positive("--seconds", args.seconds)?;
    let bytes = verify::bytes(&args.certificate)?;
    let name = args.certificate.display().to_string();
    if approx::Certificate::is_meant(&bytes) {
        let certificate = approx::Certificate::parse(&name, &bytes)?;
        let checked =
            report::patiently("verifying", || approx::verify(&certificate, args.full, args.seed))?;
        report::print(checked.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    let certificate = verify::parse(&name, &bytes)?;
    let options = Options { full: args.full, seconds, seed: args.seed };
    let checked = report::patiently("verifying", || verify::verify(&certificate, &options))?;
    report::print(checked.to_string())?;
    Ok(ExitCode::SUCCESS)
}
