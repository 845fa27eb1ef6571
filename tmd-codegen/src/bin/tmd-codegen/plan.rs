//! `tmd-codegen plan`

use crate::args::PlanArgs;
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::json;
use tmd_codegen::output::outfile::Sink;
use tmd_codegen::{load, plan};

pub(crate) fn run(args: &PlanArgs) -> Result<ExitCode, Diag> {
    let request = args.request.request()?;
    load::known_target(&request.target)?;
    let sink = args.json.as_deref().map(|path| Sink::prepare("--json", path)).transpose()?;
    let plan = plan::make(&request)?;
    match sink {
        None => report::print(&plan.table())?,
        Some(sink) => {
            let text = json::text(&plan.to_json())?;
            match sink {
                Sink::Standard => report::print(&text)?,
                Sink::File(file) => {
                    file.write(&text)?;
                    report::print(&plan.table())?;
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
