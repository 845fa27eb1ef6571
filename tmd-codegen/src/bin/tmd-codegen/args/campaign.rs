//! Arguments of `campaign`.

use super::{AsymptoteArgs, DeviceArgs, OutputArgs};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use tmd_codegen::request::command_line::RequestArgs;

#[derive(Args)]
pub(crate) struct CampaignArgs {
    #[command(subcommand)]
    pub(crate) what: CampaignCommand,
}

#[derive(Subcommand)]
pub(crate) enum CampaignCommand {
    /// Plan a search and split it into units; nothing is searched yet
    New(CampaignNewArgs),
    /// Work on a campaign until it is done; any number of workers may do so, on any number of machines
    Run(CampaignRunArgs),
    /// Start workers on other machines
    Submit(CampaignSubmitArgs),
    /// Show the progress of a campaign, and who works on it
    Status(CampaignDirArgs),
    /// Simulate a campaign on many machines that fail: makespan, lost work, file-system load
    Simulate(SimulateArgs),
    /// Combine the results of all units, with a certificate
    Merge(CampaignMergeArgs),
    /// Write a page for a browser: progress, findings, workers, and the plan
    Report(CampaignReportArgs),
}

#[derive(Args)]
pub(crate) struct CampaignNewArgs {
    /// Directory of the campaign, which must be new or empty
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,

    #[command(flatten)]
    pub(crate) request: RequestArgs,

    #[command(flatten)]
    pub(crate) list: AsymptoteArgs,

    /// Predicted seconds per unit on one core
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    pub(crate) unit_seconds: f64,
}

#[derive(Args)]
pub(crate) struct CampaignDirArgs {
    /// Directory of the campaign
    pub(crate) dir: PathBuf,

    /// Refresh every S seconds until everything is done
    #[arg(long, value_name = "S")]
    pub(crate) watch: Option<f64>,
}

#[derive(Args)]
pub(crate) struct CampaignRunArgs {
    /// Directory of the campaign
    pub(crate) dir: PathBuf,

    /// Target of this worker's kernels [default: the campaign's]
    #[arg(long, value_name = "T")]
    pub(crate) target: Option<String>,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Seconds after which another worker takes over a unit that no one seems to be working on
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    pub(crate) lease: f64,

    /// Begin at part I of N equal parts of the units, so that workers do not all try the same units first
    #[arg(long, value_name = "I/N", value_parser = share, default_value = "0/1")]
    pub(crate) share: (usize, usize),

    /// Stop after this many units
    #[arg(long, value_name = "COUNT")]
    pub(crate) most: Option<usize>,

    /// Run as one of the ranks started by `mpirun`, each a worker with its own share; needs a build
    /// with `--features mpi`
    #[arg(long, conflicts_with = "share")]
    pub(crate) mpi: bool,
}

#[derive(Args)]
pub(crate) struct CampaignSubmitArgs {
    /// Directory of the campaign, at the same path on all machines
    pub(crate) dir: PathBuf,

    /// What starts the workers
    #[arg(long)]
    pub(crate) engine: Engine,

    /// Number of workers: tasks of the job array, each of which does many units [default: one per
    /// remaining unit, but at most 64]
    #[arg(long, value_name = "N")]
    pub(crate) tasks: Option<usize>,

    /// Slurm partition [default: Slurm's]
    #[arg(long, value_name = "P")]
    pub(crate) partition: Option<String>,

    /// Time limit of a task, in Slurm's notation: 90, 12:00:00, 2-00:00:00 [default: the
    /// partition's]
    #[arg(long, value_name = "T")]
    pub(crate) time: Option<String>,

    /// CPUs per worker
    #[arg(long, value_name = "C", default_value_t = 1)]
    pub(crate) cpus: usize,

    /// Other resources that each worker needs, such as gpu:1
    #[arg(long, value_name = "G")]
    pub(crate) gres: Option<String>,

    /// Target of the workers' kernels [default: the campaign's]
    #[arg(long, value_name = "T")]
    pub(crate) target: Option<String>,

    /// The program that the workers run, at the same path on all machines [default: this one]
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,

    /// Write the batch script without submitting it
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// What starts workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// A job array of the Slurm workload manager
    Slurm,
}

/// "3/8" as (3, 8).
fn share(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(i, n)| i < n).ok_or_else(|| "write I/N with I from 0 to N - 1".to_owned())
}

#[derive(Args)]
pub(crate) struct SimulateArgs {
    /// Directory of a campaign whose units to simulate [default: --units and --unit-seconds]
    pub(crate) dir: Option<PathBuf>,

    /// Number of units, if there is no directory
    #[arg(long, value_name = "COUNT", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub(crate) units: u64,

    /// Seconds per unit on a machine of average speed
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    pub(crate) unit_seconds: f64,

    /// Machines, with one worker each
    #[arg(long, value_name = "COUNT", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) nodes: u64,

    /// Mean time between failures of a machine, in hours
    #[arg(long, value_name = "H", default_value_t = 1000.0)]
    pub(crate) mtbf: f64,

    /// Seconds that a machine is down after a failure
    #[arg(long, value_name = "S", default_value_t = 3600.0)]
    pub(crate) repair: f64,

    /// Seconds that a worker takes to start
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    pub(crate) start: f64,

    /// Speed of the fastest machine as a multiple of the slowest
    #[arg(long, value_name = "FACTOR", default_value_t = 4.0)]
    pub(crate) spread: f64,

    /// Seconds during which machines join
    #[arg(long, value_name = "S", default_value_t = 600.0)]
    pub(crate) joining: f64,

    /// Seconds of a lease
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    pub(crate) lease: f64,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct CampaignMergeArgs {
    /// Directory of the campaign
    pub(crate) dir: PathBuf,

    #[command(flatten)]
    pub(crate) outputs: OutputArgs,
}

#[derive(Args)]
pub(crate) struct CampaignReportArgs {
    /// Directory of the campaign
    pub(crate) dir: PathBuf,

    /// Where the page goes (- for standard output) [default: report.html in the directory]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
