//! `tmd-codegen plan`

use crate::args::PlanArgs;
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::outfile::{self, Sink};
use tmd_codegen::output::{json, svg};
use tmd_codegen::plan::Plan;
use tmd_codegen::{load, plan};

/// Makes the text of an output.
type Format = fn(&Plan) -> Result<String, Diag>;

pub(crate) fn run(args: &PlanArgs) -> Result<ExitCode, Diag> {
    let request = args.request.request()?;
    load::known_target(&request.target)?;
    let outputs: [(&str, Option<&Path>, Format); 2] = [
        ("--json", args.json.as_deref(), |plan| json::text(&plan.to_json())),
        ("--svg", args.svg.as_deref(), |plan| Ok(svg::picture(plan))),
    ];
    let sinks = outfile::sinks(outputs)?;
    let plan = plan::make(&request)?;
    let mut standard = vec![];
    for (sink, format) in sinks {
        let text = format(&plan)?;
        match sink {
            Sink::Standard => standard.push(text),
            Sink::File(file) => file.write(&text)?,
        }
    }
    if standard.is_empty() {
        standard.push(plan.table());
    }
    report::print(&standard.concat())?;
    Ok(ExitCode::SUCCESS)
}
