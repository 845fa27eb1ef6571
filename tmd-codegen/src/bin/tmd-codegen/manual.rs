//! `tmd-codegen completions` and `tmd-codegen man`: made from the arguments themselves.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::report;
use clap::CommandFactory;
use std::fs;
use std::process::ExitCode;
use tmd_codegen::diag::{Diag, DiagKind};

const NAME: &str = "tmd-codegen";

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode, Diag> {
    let mut text = vec![];
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut text);
    report::print(text)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs) -> Result<ExitCode, Diag> {
    let Some(folder) = &args.output else {
        let mut page = vec![];
        let failed =
            |error| Diag::new(DiagKind::Internal, format!("the page is not made: {error}"));
        clap_mangen::Man::new(Cli::command()).render(&mut page).map_err(failed)?;
        report::print(page)?;
        return Ok(ExitCode::SUCCESS);
    };
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
        .map_err(|error| {
            let message = format!("-o: cannot write to {}: {error}", folder.display());
            Diag::new(DiagKind::Io, message).help("give a folder that you may write to")
        })?;
    Ok(ExitCode::SUCCESS)
}
