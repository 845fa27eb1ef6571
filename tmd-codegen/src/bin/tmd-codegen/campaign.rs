//! `tmd-codegen campaign`

use crate::args::{
    CampaignArgs, CampaignCommand, CampaignDirArgs, CampaignMergeArgs, CampaignNewArgs,
    CampaignRunArgs,
};
use crate::outputs::Outputs;
use crate::progress::{Bar, Interrupt};
use crate::report;
use std::process::ExitCode;
use std::time::Duration;
use tmd_codegen::campaign::worker::{self, Work};
use tmd_codegen::campaign::{Campaign, merge, status};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::load::{self, Loaded};
use tmd_codegen::output::Results;
use tmd_runtime::Options;

pub(crate) fn run(args: &CampaignArgs) -> Result<ExitCode, Diag> {
    match &args.what {
        CampaignCommand::New(args) => create(args),
        CampaignCommand::Run(args) => work(args),
        CampaignCommand::Status(args) => tell(args),
        CampaignCommand::Merge(args) => put_together(args),
    }
}

fn create(args: &CampaignNewArgs) -> Result<ExitCode, Diag> {
    let seconds = positive("--unit-seconds", args.unit_seconds)?;
    let campaign = Campaign::create(&args.dir, &args.request.request()?, seconds)?;
    report::print(&status::status(&campaign).text(&campaign))?;
    Ok(ExitCode::SUCCESS)
}

/// A number of seconds that an option may have.
pub(crate) fn positive(option: &str, seconds: f64) -> Result<f64, Diag> {
    match seconds.is_finite() && seconds > 0.0 {
        true => Ok(seconds),
        false => Err(Diag::new(DiagKind::Option, format!("{option} {seconds} is no time"))
            .help("give a positive number of seconds")),
    }
}

fn work(args: &CampaignRunArgs) -> Result<ExitCode, Diag> {
    let lease = Duration::try_from_secs_f64(positive("--lease", args.lease)?)
        .map_err(|error| Diag::new(DiagKind::Option, format!("--lease {}: {error}", args.lease)))?;
    let interrupt = Interrupt::install()?;
    let campaign = Campaign::open(&args.dir)?;
    let request = &campaign.plan.request;
    let load_options = args.device.load_options(args.target.as_ref().unwrap_or(&request.target));
    load_options.check()?;
    let loaded = load::load(campaign.plan.clone(), &load_options, &request.command("gen"))?;
    let Loaded { plan, kernels, note } = loaded;
    if plan.hash() != campaign.charter.plan {
        return Err(Diag::new(
            DiagKind::NoCompiler,
            "the campaign's own kernels cannot be compiled here, and others have other bounds",
        )
        .help("install a Rust compiler, or work with --target opencl or cuda"));
    }
    if let Some(note) = note {
        report::note(&note);
    }
    let work = Work {
        options: Options { threads: args.device.threads, stop: interrupt.stop.clone() },
        lease,
        share: args.share.0,
        shares: args.share.1,
        most: args.most.unwrap_or(usize::MAX),
    };
    let bar = Bar::new(campaign.plan.inputs());
    bar.begin_at(status::status(&campaign).covered);
    interrupt.begin();
    let done = worker::run(&campaign, &kernels, &work, &bar);
    bar.clear();
    let done = done?;
    for (unit, why) in &done.damaged {
        report::note(&format!(
            "the file of unit {unit} was put aside and the unit done again: {why}"
        ));
    }
    report::print(&status::status(&campaign).text(&campaign))?;
    Ok(match done.complete {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(report::INCOMPLETE),
    })
}

fn tell(args: &CampaignDirArgs) -> Result<ExitCode, Diag> {
    let campaign = Campaign::open(&args.dir)?;
    report::print(&status::status(&campaign).text(&campaign))?;
    Ok(ExitCode::SUCCESS)
}

fn put_together(args: &CampaignMergeArgs) -> Result<ExitCode, Diag> {
    let outputs = Outputs::prepare(&args.outputs)?;
    let campaign = Campaign::open(&args.dir)?;
    let merged = merge::merge(&campaign)?;
    let command = campaign.plan.request.command("search");
    let (plan, report, units) = (&campaign.plan, &merged.report, &merged.units[..]);
    let results = Results { plan, report, command: &command, units };
    outputs.write(results)?;
    Ok(ExitCode::SUCCESS)
}
