//! `tmd-codegen search`

use crate::args::{AsymptoteArgs, SearchArgs};
use crate::outputs::Outputs;
use crate::progress::Interrupt;
use crate::report;
use crate::searched::{Keep, Searched};
use crate::{pairs, phases, plane};
use std::process::ExitCode;
use std::sync::Arc;
use tmd_codegen::atlas::asymptote;
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::plan::{self, Plan};
use tmd_codegen::text::on_cores;

/// The plan, of which cases are taken from the list in a file, if there is one.
pub(crate) fn beyond(plan: Plan, list: &AsymptoteArgs) -> Result<Plan, Diag> {
    let Some(list) = &list.asymptote else { return Ok(plan) };
    plan.beyond(Arc::new(asymptote::source(list)?))
}

/// Notes what is taken from a list, and not searched.
pub(crate) fn note_taken(plan: &Plan) {
    if let Some(beyond) = &plan.beyond {
        report::note(&format!("not searched: {}", beyond.line()));
    }
}

/// Other searches than those of a function of one number, input by input, know no lists.
fn refuse_list(args: &SearchArgs) -> Result<(), Diag> {
    let is_other = args.range_n.is_some()
        || args.range_x.is_some()
        || args.range_y.is_some()
        || args.phases.is_some();
    match &args.list.asymptote {
        Some(_) if is_other => Err(Diag::new(
            DiagKind::Option,
            "--asymptote is for functions of one variable, and not for phases",
        )
        .help("leave it out")),
        _ => Ok(()),
    }
}

pub(crate) fn run(args: &SearchArgs) -> Result<ExitCode, Diag> {
    refuse_list(args)?;
    if let Some(range) = &args.range_n {
        return pairs::run(args, range);
    }
    if args.range_x.is_some() || args.range_y.is_some() {
        return plane::run(args);
    }
    if let Some(range) = &args.phases {
        return phases::run(args, range);
    }
    let request = args.request.request()?;
    let load_options = args.device.load_options(&request.target);
    load_options.check()?;
    let outputs = Outputs::prepare(&args.outputs)?;
    outputs.check_apart_from(&request)?;
    let interrupt = Interrupt::install()?;
    let plan = match report::timed("planning", "planned", || plan::make(&request)) {
        // No polynomial follows the function from one argument to the next.
        Err(diag) if diag.kind == DiagKind::Unsupported && phases::serves(args) => {
            report::note("no plan has this range: its arguments are searched by their phases");
            return phases::run(args, phases::WHOLE);
        }
        plan => plan?,
    };
    let plan = beyond(plan, &args.list)?;
    note_taken(&plan);
    outputs.check(&plan)?;
    report::detail(|| {
        let time = on_cores(plan.predicted_seconds());
        format!("plan {}: {time} predicted, kernels: {}", plan.hash(), plan.kernels.len())
    });
    let keep = Keep::of(args.campaign.as_deref());
    let threads = args.device.threads();
    let searched = Searched::run(&request, plan, &load_options, threads, keep, &interrupt)?;
    let results = searched.results();
    let written = outputs.write(results);
    if let Some(diag) = &results.report.error {
        report::error(diag);
    }
    written?;
    if !results.is_at_end() {
        report::note(match searched.is_kept {
            false => "the search is not complete: see the coverage",
            true => "the search is not complete: the same command continues it",
        });
    }
    Ok(report::exit_code(results))
}
