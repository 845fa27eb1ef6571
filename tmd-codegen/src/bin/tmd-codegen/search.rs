//! `tmd-codegen search`

use crate::args::SearchArgs;
use crate::outputs::Outputs;
use crate::progress::{Bar, Interrupt};
use crate::report;
use std::process::ExitCode;
use tmd_codegen::campaign::{Campaign, kept, status};
use tmd_codegen::diag::Diag;
use tmd_codegen::load::{self, Loaded};
use tmd_codegen::plan::{self, Plan};
use tmd_codegen::request::Request;
use tmd_codegen::results::Results;
use tmd_codegen::search;
use tmd_codegen::text::on_cores;
use tmd_runtime::{CpuConfig, Options};

pub(crate) fn run(args: &SearchArgs) -> Result<ExitCode, Diag> {
    let request = args.request.request()?;
    let load_options = args.device.load_options(&request.target);
    load_options.check()?;
    let outputs = Outputs::prepare(&args.outputs)?;
    outputs.check_apart_from(&request)?;
    let interrupt = Interrupt::install()?;
    let plan = report::timed("planning", "planned", || plan::make(&request))?;
    outputs.check(&plan)?;
    report::detail(|| {
        let time = on_cores(plan.predicted_seconds());
        format!("plan {}: {time} predicted, kernels: {}", plan.hash(), plan.kernels.len())
    });
    let command = request.command("search");
    let generate = request.command("gen");
    let Loaded { plan, kernels, note } =
        report::timed(&load::doing(&plan, &load_options), "kernels loaded", || {
            load::load(plan, &load_options, &generate)
        })?;
    if let Some(note) = note {
        report::note(&note);
    }

    let options = Options { threads: args.device.threads, stop: interrupt.stop.clone() };
    let campaign = keep(args, &request, &plan)?;
    let bar = Bar::new(plan.searched_inputs());
    interrupt.begin();
    let (report, units) = match &campaign {
        None => (search::run(&plan, &kernels, &options, &bar), vec![]),
        Some(campaign) => {
            bar.begin_at(|| status::status(campaign).covered);
            kept::search(campaign, &kernels, &options, &bar)
        }
    };
    bar.clear();

    let results = Results { plan: &plan, report: &report, command: &command, units: &units };
    let written = outputs.write(results);
    if let Some(diag) = &report.error {
        report::error(diag);
    }
    written?;
    if !results.is_at_end() {
        report::note(match campaign {
            None => "the search is not complete: see the coverage",
            Some(_) => "the search is not complete: the same command continues it",
        });
    }
    Ok(report::exit_code(results))
}

/// The campaign that a search is kept in, if it is asked for or the search is a long one.
fn keep(args: &SearchArgs, request: &Request, plan: &Plan) -> Result<Option<Campaign>, Diag> {
    if let Some(dir) = &args.campaign {
        return kept::open(dir, request, plan).map(Some);
    }
    if plan.predicted_seconds() <= kept::LONG {
        return Ok(None);
    }
    match kept::open_own(&CpuConfig::from_env().cache_dir, request, plan) {
        Ok(campaign) => {
            let dir = campaign.dir.display();
            report::note(&format!(
                "what is finished is kept in {dir}: the same command continues it"
            ));
            Ok(Some(campaign))
        }
        // Nobody asked for it.
        Err(diag) => {
            let help = diag.help.as_deref().unwrap_or("`--campaign DIR` keeps it elsewhere");
            report::note(&format!(
                "{diag}: what is finished will not survive an interruption ({help})"
            ));
            Ok(None)
        }
    }
}
