//! `tmd-codegen search`

use crate::args::SearchArgs;
use crate::outputs::Outputs;
use crate::progress::{Bar, Interrupt};
use crate::report;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::load::{self, Loaded};
use tmd_codegen::output::Results;
use tmd_codegen::{plan, search};
use tmd_runtime::Options;

pub(crate) fn run(args: &SearchArgs) -> Result<ExitCode, Diag> {
    let request = args.request.request()?;
    let load_options = args.device.load_options(&request.target);
    load_options.check()?;
    let outputs = Outputs::prepare(&args.outputs)?;
    let interrupt = Interrupt::install()?;
    let plan = plan::make(&request)?;
    let command = request.command("search");
    let Loaded { plan, kernels, note } = load::load(plan, &load_options, &request.command("gen"))?;
    if let Some(note) = note {
        report::note(&note);
    }

    let options = Options { threads: args.device.threads, stop: interrupt.stop.clone() };
    let bar = Bar::new(plan.inputs());
    interrupt.begin();
    let report = search::run(&plan, &kernels, &options, &bar);
    bar.clear();

    let results = Results { plan: &plan, report: &report, command: &command, units: &[] };
    let written = outputs.write(results);
    if let Some(diag) = &report.error {
        report::error(diag);
    }
    written?;
    match results.is_complete() {
        true => Ok(ExitCode::SUCCESS),
        false => {
            report::note("the search is not complete: see the coverage");
            Ok(ExitCode::from(report::INCOMPLETE))
        }
    }
}
