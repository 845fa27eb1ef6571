//! `tmd-codegen plan`

use crate::args::PlanArgs;
use crate::{report, search};
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::json;
use tmd_codegen::output::outfile;
use tmd_codegen::output::svg;
use tmd_codegen::plan::Plan;
use tmd_codegen::{load, plan};

/// The way to what the summary leaves out.
const MORE: &str = "  --verbose prints every bound with where it comes from\n";

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
    outfile::check_inputs(&sinks, [("the profile", request.profile.as_deref().map(Path::new))])?;
    let planned = || search::beyond(plan::make(&request)?, &args.list);
    let plan = report::timed("planning", "planned", planned)?;
    let text = || match (args.explain, report::is_verbose()) {
        (true, _) => plan::explain(&plan),
        (false, true) => plan.table(),
        (false, false) => plan.summary() + MORE,
    };
    report::deliver(sinks, |format| format(&plan), text)?;
    Ok(ExitCode::SUCCESS)
}
