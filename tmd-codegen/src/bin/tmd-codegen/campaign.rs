//! `tmd-codegen campaign`

use crate::args::{
    CampaignArgs, CampaignCommand, CampaignDirArgs, CampaignMergeArgs, CampaignNewArgs,
    CampaignReportArgs, CampaignRunArgs, CampaignSubmitArgs, Engine, SimulateArgs,
};
use crate::outputs::Outputs;
use crate::progress::{Bar, Interrupt};
use crate::{report, search};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;
use tmd_codegen::campaign::mpi::Ranks;
use tmd_codegen::campaign::simulate::{self, Cluster};
use tmd_codegen::campaign::slurm::{self, Array};
use tmd_codegen::campaign::worker::{self, Done, Work};
use tmd_codegen::campaign::{Campaign, merge, overview, status};
use tmd_codegen::diag::{Diag, DiagKind};
use tmd_codegen::load::{self, Loaded};
use tmd_codegen::output::html;
use tmd_codegen::output::outfile::Sink;
use tmd_codegen::plan;
use tmd_codegen::results::Results;
use tmd_codegen::text::many;
use tmd_runtime::Options;

pub(crate) fn run(args: &CampaignArgs) -> Result<ExitCode, Diag> {
    match &args.what {
        CampaignCommand::New(args) => create(args),
        CampaignCommand::Run(args) => work(args),
        CampaignCommand::Submit(args) => submit(args),
        CampaignCommand::Status(args) => tell(args),
        CampaignCommand::Simulate(args) => simulated(args),
        CampaignCommand::Merge(args) => put_together(args),
        CampaignCommand::Report(args) => write_page(args),
    }
}

fn create(args: &CampaignNewArgs) -> Result<ExitCode, Diag> {
    let seconds = positive("--unit-seconds", args.unit_seconds)?;
    let request = args.request.request()?;
    let campaign = report::patiently("planning, and cutting the plan into units", || {
        let planned = || {
            let plan = search::beyond(plan::make(&request)?, &args.list)?;
            search::note_taken(&plan);
            Ok(plan)
        };
        Campaign::begin(&args.dir, planned, seconds)
    })?;
    report::print(status::status(&campaign).text(&campaign))?;
    Ok(ExitCode::SUCCESS)
}

/// A number of seconds that an option may have.
pub(crate) fn positive(option: &str, seconds: f64) -> Result<f64, Diag> {
    match seconds.is_finite() && seconds > 0.0 {
        true => Ok(seconds),
        false => Err(Diag::new(DiagKind::Option, format!("{option} {seconds} is not a time"))
            .help("give a positive number of seconds")),
    }
}

fn work(args: &CampaignRunArgs) -> Result<ExitCode, Diag> {
    if args.mpi {
        return work_together(args);
    }
    let (campaign, done) = take_part(args, args.share)?;
    // One of many workers does not read what all of them have written.
    match args.share.1 {
        1 => report::print(status::status(&campaign).text(&campaign))?,
        _ => report::print(done.text(campaign.units.len()))?,
    }
    Ok(exit_code(&done))
}

/// Works as one of several ranks, the first of which reports for all.
fn work_together(args: &CampaignRunArgs) -> Result<ExitCode, Diag> {
    let ranks = Ranks::join()?;
    let result = take_part(args, ranks.share());
    // Also a rank that has failed: the others finish what it could not.
    ranks.wait();
    let (campaign, done) = result?;
    if ranks.share().0 == 0 {
        report::print(status::status(&campaign).text(&campaign))?;
    }
    Ok(exit_code(&done))
}

fn exit_code(done: &Done) -> ExitCode {
    match done.complete {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(report::INCOMPLETE),
    }
}

/// Works on the campaign, beginning at a share of it.
fn take_part(args: &CampaignRunArgs, share: (usize, usize)) -> Result<(Campaign, Done), Diag> {
    let lease = Duration::try_from_secs_f64(positive("--lease", args.lease)?)
        .map_err(|error| Diag::new(DiagKind::Option, format!("--lease {}: {error}", args.lease)))?;
    let interrupt = Interrupt::install()?;
    let campaign = report::patiently("planning", || Campaign::open(&args.dir))?;
    let request = &campaign.plan.request;
    let load_options = args.device.load_options(args.target.as_ref().unwrap_or(&request.target));
    load_options.check()?;
    let generate = request.command("gen");
    let doing = load::doing(&campaign.plan, &load_options);
    let loaded = report::timed(&doing, "kernels loaded", || {
        load::load(campaign.plan.clone(), &load_options, &generate)
    })?;
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
        options: Options { threads: args.device.threads(), stop: interrupt.stop.clone() },
        lease,
        share: share.0,
        shares: share.1,
        most: args.most.unwrap_or(usize::MAX),
    };
    let bar = Bar::new(campaign.plan.inputs_that_take_time(&campaign.plan.portions()));
    bar.begin_at(|| status::status(&campaign).counted(&campaign));
    interrupt.begin();
    let done = worker::run(&campaign, &kernels, &work, &bar);
    bar.clear();
    let done = done?;
    for (unit, why) in &done.damaged {
        report::note(&format!(
            "the file of unit {unit} was put aside and the unit done again: {why}"
        ));
    }
    for (unit, why) in &done.unreadable {
        report::note(&format!(
            "the claim of unit {unit} could not be read and did not change: it was taken over ({why})"
        ));
    }
    Ok((campaign, done))
}

fn submit(args: &CampaignSubmitArgs) -> Result<ExitCode, Diag> {
    let Engine::Slurm = args.engine;
    let campaign = Campaign::open(&args.dir)?;
    if let Some(target) = &args.target {
        load::known_target(target)?;
    }
    let status = status::status(&campaign);
    if status.is_complete() {
        report::print(status.text(&campaign))?;
        return Ok(ExitCode::SUCCESS);
    }
    let dir = absolute(&args.dir)?;
    let array = Array {
        program: program(args)?,
        tasks: args.tasks.unwrap_or_else(|| slurm::tasks(status.units - status.done.len())),
        cpus: args.cpus,
        partition: args.partition.clone(),
        time: args.time.clone(),
        gres: args.gres.clone(),
        target: args.target.clone(),
    };
    let script = slurm::write(&dir, &array)?;
    if args.dry_run {
        report::print(format!("{}\n", script.display()))?;
    } else {
        let job = slurm::submit(&dir, &script)?;
        report::print(format!(
            "job {job}: {}, {}\n",
            many(array.tasks as u128, "worker"),
            script.display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The program that the workers are to run.
fn program(args: &CampaignSubmitArgs) -> Result<PathBuf, Diag> {
    match &args.program {
        Some(program) => absolute(program),
        None => std::env::current_exe().map_err(|error| {
            let message = format!("cannot tell where this program is: {error}");
            Diag::new(DiagKind::Environment, message).help("give its place with --program")
        }),
    }
}

/// The absolute path with symbolic links unresolved: their targets may differ between machines.
fn absolute(path: &Path) -> Result<PathBuf, Diag> {
    std::path::absolute(path).map_err(|error| {
        Diag::new(DiagKind::Io, format!("cannot make {} absolute: {error}", path.display()))
    })
}

fn tell(args: &CampaignDirArgs) -> Result<ExitCode, Diag> {
    let pause = args.watch.map(|seconds| positive("--watch", seconds)).transpose()?;
    let campaign = Campaign::open(&args.dir)?;
    let mut watch = status::Watch::default();
    loop {
        let status = watch.look(&campaign);
        // A terminal shows the newest state only.
        if pause.is_some() {
            report::clear_terminal();
        }
        report::print(status.text(&campaign))?;
        match pause {
            Some(seconds) if !status.is_complete() => {
                thread::sleep(Duration::from_secs_f64(seconds.clamp(0.1, 86_400.0)));
            }
            _ => return Ok(ExitCode::SUCCESS),
        }
    }
}

fn put_together(args: &CampaignMergeArgs) -> Result<ExitCode, Diag> {
    let outputs = Outputs::prepare(&args.outputs)?;
    let campaign = Campaign::open(&args.dir)?;
    outputs.check(&campaign.plan)?;
    let merged = report::patiently("merging units", || merge::merge(&campaign))?;
    let command = campaign.plan.request.command("search");
    let (plan, report, units) = (&campaign.plan, &merged.report, &merged.units[..]);
    let results = Results { plan, report, command: &command, units };
    outputs.write(results)?;
    Ok(report::exit_code(results))
}

fn write_page(args: &CampaignReportArgs) -> Result<ExitCode, Diag> {
    let path = args.output.clone().unwrap_or_else(|| args.dir.join("report.html"));
    let campaign = Campaign::open(&args.dir)?;
    let sink = Sink::prepare("-o", &path)?;
    let page = html::campaign(&campaign, &overview::overview(&campaign))?;
    match sink {
        Sink::Standard => report::print(&page)?,
        Sink::File(file) => {
            file.write(&page)?;
            report::print(format!("{}\n", path.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn simulated(args: &SimulateArgs) -> Result<ExitCode, Diag> {
    let mut cluster = Cluster {
        nodes: args.nodes as usize,
        mtbf: 3600.0 * positive("--mtbf", args.mtbf)?,
        repair: positive("--repair", args.repair)?,
        start: positive("--start", args.start)?,
        spread: positive("--spread", args.spread)?.max(1.0),
        joining: positive("--joining", args.joining)?,
        units: args.units as usize,
        unit_seconds: positive("--unit-seconds", args.unit_seconds)?,
        lease: positive("--lease", args.lease)?,
        seed: args.seed,
    };
    if let Some(dir) = &args.dir {
        let campaign = Campaign::open(dir)?;
        cluster.units = campaign.units.len();
        cluster.unit_seconds = campaign.plan.predicted_seconds() / campaign.units.len() as f64;
    }
    report::print(simulate::text(&cluster, &simulate::simulate(&cluster)))?;
    Ok(ExitCode::SUCCESS)
}
