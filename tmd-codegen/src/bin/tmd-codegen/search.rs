//! `tmd-codegen search`

use crate::args::SearchArgs;
use crate::progress::{Bar, Interrupt};
use crate::report;
use std::path::Path;
use std::process::ExitCode;
use tmd_codegen::diag::Diag;
use tmd_codegen::load::{self, LoadOptions, Loaded};
use tmd_codegen::output::outfile::{self, Sink};
use tmd_codegen::output::{Results, certificate, json, table, wc};
use tmd_codegen::{plan, search};
use tmd_runtime::Options;

/// Makes the text of an output.
type Format = fn(Results<'_>) -> Result<String, Diag>;

pub(crate) fn run(args: &SearchArgs) -> Result<ExitCode, Diag> {
    let request = args.request.request()?;
    let load_options = LoadOptions {
        target: request.target.clone(),
        level: args.simd,
        device: args.device.clone(),
        deployment: args.deployment,
    };
    load_options.check()?;
    let sinks = sinks(args)?;
    let interrupt = Interrupt::install()?;
    let plan = plan::make(&request)?;
    let command = request.command("search");
    let Loaded { plan, kernels, note } = load::load(plan, &load_options, &request.command("gen"))?;
    if let Some(note) = note {
        report::note(&note);
    }

    let options = Options { threads: args.threads, stop: interrupt.stop.clone() };
    let bar = Bar::new(plan.inputs());
    interrupt.begin();
    let report = search::run(&plan, &kernels, &options, &bar);
    bar.clear();

    let results = Results { plan: &plan, report: &report, command: &command };
    let written = write(sinks, results);
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

/// Where the results go besides the terminal, checked before the search begins.
fn sinks(args: &SearchArgs) -> Result<Vec<(Sink, Format)>, Diag> {
    let outputs: [(&str, Option<&Path>, Format); 3] = [
        ("--json", args.json.as_deref(), |results| json::text(&json::Document::new(results))),
        ("--wc", args.wc.as_deref(), |results| Ok(wc::text(results))),
        ("--certificate", args.certificate.as_deref(), |results| {
            json::text(&certificate::Certificate::new(results))
        }),
    ];
    outfile::sinks(outputs)
}

/// Writes all outputs, files first: a terminal may be gone by now. What cannot be written to its file goes
/// to standard output.
fn write(sinks: Vec<(Sink, Format)>, results: Results<'_>) -> Result<(), Diag> {
    let mut failure = Ok(());
    let mut standard = vec![];
    for (sink, format) in sinks {
        let text = format(results)?;
        match sink {
            Sink::Standard => standard.push(text),
            Sink::File(file) => {
                if let Err(diag) = file.write(&text) {
                    standard.push(text);
                    failure = Err(diag);
                }
            }
        }
    }
    if standard.is_empty() || failure.is_err() {
        standard.insert(0, table::text(results));
    }
    report::print(&standard.concat())?;
    failure
}
