//! `tmd-codegen list`

use crate::args::{List, ListArgs};
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::list;

pub(crate) fn run(args: &ListArgs) -> Result<ExitCode, Diag> {
    report::print(&match args.what {
        List::Functions => list::functions(),
        List::Targets => list::targets(),
        List::Devices => list::devices(),
        List::Reductions => list::reductions()?,
    })?;
    Ok(ExitCode::SUCCESS)
}
