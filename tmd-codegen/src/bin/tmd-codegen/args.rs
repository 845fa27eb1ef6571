//! All arguments.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use tmd_codegen::ir::Width;
use tmd_codegen::load::{self, LoadOptions};
use tmd_codegen::output::generated::Part;
use tmd_codegen::request::command_line::RequestArgs;
use tmd_runtime::{Deployment, Level};

/// Finds the hardest-to-round inputs of a function, with proof that none is missed
#[derive(Parser)]
#[command(name = "tmd-codegen", version, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) manners: Manners,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// How much is said on standard error, and how. Results on standard output are the same.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Messages")]
pub(crate) struct Manners {
    /// Say nothing but errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Say what is being done, and how long it took
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,

    /// How messages are written: human, for people, or json, an object a line for programs
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        default_value = "human",
        hide_possible_values = true
    )]
    pub(crate) message_format: MessageFormat,
}

/// How messages are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// With colours and places, on a terminal
    #[default]
    Human,
    /// For programs
    Json,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Search a range for hard-to-round cases
    Search(SearchArgs),
    /// Search a range in units that survive whatever happens to the machines
    Campaign(CampaignArgs),
    /// Make a list of cases into other kinds of files, or choose the hardest of them
    Convert(ConvertArgs),
    /// Check a certificate by other means than those that wrote it
    Verify(VerifyArgs),
    /// Print how a range would be searched, with every bound and where it comes from
    Plan(PlanArgs),
    /// Generate the kernels of a plan
    Gen(GenArgs),
    /// Make an evaluator of a function: piecewise polynomials with a proved error
    Approx(Box<ApproxArgs>),
    /// Make the stochastic twin of a kernel: it tells how many digits of its results are right
    Stochastic(StochasticArgs),
    /// Try a mathematical library's functions in all rounding modes, and show what is not correctly rounded
    CheckLibm(CheckLibmArgs),
    /// Show a kernel with its plan: which lines do what, what they cost, how often they run
    Inspect(InspectArgs),
    /// Measure properties of kernels
    Bench(BenchArgs),
    /// List what there is to choose from
    List(ListArgs),
    /// Explain a word of the field, or list all of them
    Explain(ExplainArgs),
    /// Print what makes a shell complete commands and options
    Completions(CompletionsArgs),
    /// Write the manual pages
    Man(ManArgs),
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct ManArgs {
    /// Folder for the pages, one a command [default: that of the program, to standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Keep what is finished in this directory, a campaign: the same command goes on after an
    /// interruption [default: in the cache if more than ten minutes are predicted on one core]
    #[arg(long, value_name = "DIR")]
    pub(crate) campaign: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) outputs: OutputArgs,
}

/// What kernels run on.
#[derive(Args)]
pub(crate) struct DeviceArgs {
    /// Threads [default: one a core]
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub(crate) threads: usize,

    /// Vector instructions [default: the best that this machine has]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) simd: Option<Level>,

    /// Device for --target opencl or cuda: a number or a part of a name that `tmd-codegen list devices`
    /// shows [default: the first GPU]
    #[arg(long, value_name = "DEVICE")]
    pub(crate) device: Option<String>,

    /// How phases follow each other on such a device: a kernel each, or all in one for comparison
    #[arg(long, value_name = "HOW", default_value = "phased", value_parser = deployments())]
    pub(crate) deployment: Deployment,
}

impl DeviceArgs {
    /// What kernels of a target are loaded on.
    pub(crate) fn load_options(&self, target: &str) -> LoadOptions {
        LoadOptions {
            target: target.to_owned(),
            level: self.simd,
            device: self.device.clone(),
            deployment: self.deployment,
        }
    }
}

/// Where results go besides the terminal.
#[derive(Args)]
pub(crate) struct OutputArgs {
    /// Write everything that was found as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Write the cases, as the file's ending says: wc, bin, jsonl, csv, h or rs (- for standard
    /// output, as wc: hexadecimal floats, one a line); may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) cases: Vec<PathBuf>,

    /// Write the certificate: what was covered, by which plan, under which bounds (- likewise)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Write a page for a browser: coverage, cases by hardness, where the time went, the plan (- likewise)
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

fn deployments() -> impl TypedValueParser<Value = Deployment> {
    PossibleValuesParser::new(Deployment::ALL.map(Deployment::as_str)).map(|name| {
        let named = |deployment: &Deployment| deployment.as_str() == name;
        Deployment::ALL.into_iter().find(named).unwrap_or_default()
    })
}

/// The types of numbers that evaluators and twins compute with.
fn number_types() -> impl TypedValueParser<Value = Width> {
    PossibleValuesParser::new([Width::W32, Width::W64].map(Width::number_type))
        .map(|name| Width::of_number_type(&name).unwrap_or(Width::W64))
}

fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::as_str)).try_map(|name| name.parse::<Level>())
}

#[derive(Args)]
pub(crate) struct CampaignArgs {
    #[command(subcommand)]
    pub(crate) what: CampaignCommand,
}

#[derive(Subcommand)]
pub(crate) enum CampaignCommand {
    /// Plan a search and cut it into units; nothing is searched yet
    New(CampaignNewArgs),
    /// Work on a campaign until it is done; any number of workers may, on any number of machines
    Run(CampaignRunArgs),
    /// Have workers started on other machines
    Submit(CampaignSubmitArgs),
    /// Tell how far a campaign is, and who works on it
    Status(CampaignDirArgs),
    /// Simulate a campaign on many machines that fail: makespan, lost work, file-system load
    Simulate(SimulateArgs),
    /// Put the results of all units together, with a certificate
    Merge(CampaignMergeArgs),
    /// Write a page for a browser: how far it is, what was found, by whom, and the plan
    Report(CampaignReportArgs),
}

#[derive(Args)]
pub(crate) struct CampaignNewArgs {
    /// Directory of the campaign, which must not exist or be empty
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,

    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Predicted seconds of a unit on one core
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    pub(crate) unit_seconds: f64,
}

#[derive(Args)]
pub(crate) struct CampaignDirArgs {
    /// Directory of the campaign
    pub(crate) dir: PathBuf,

    /// Look again every S seconds until all is done
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

    /// Seconds after which another worker takes over a unit that nobody seems to work on
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    pub(crate) lease: f64,

    /// Begin at part I of N equal parts of the units, so that many workers do not look at the same
    #[arg(long, value_name = "I/N", value_parser = share, default_value = "0/1")]
    pub(crate) share: (usize, usize),

    /// Stop after so many units
    #[arg(long, value_name = "COUNT")]
    pub(crate) most: Option<usize>,

    /// Be one of the ranks that `mpirun` has started, each a worker with its own share; needs a build
    /// with `--features mpi`
    #[arg(long, conflicts_with = "share")]
    pub(crate) mpi: bool,
}

#[derive(Args)]
pub(crate) struct CampaignSubmitArgs {
    /// Directory of the campaign, on a file system that all machines have at the same path
    pub(crate) dir: PathBuf,

    /// What starts the workers
    #[arg(long)]
    pub(crate) engine: Engine,

    /// How many workers: tasks of the job array, each of which does many units [default: one for each
    /// unit that is not done, but 64 at most]
    #[arg(long, value_name = "N")]
    pub(crate) tasks: Option<usize>,

    /// Slurm partition [default: Slurm's]
    #[arg(long, value_name = "P")]
    pub(crate) partition: Option<String>,

    /// Longest time of a task, as Slurm writes it: 90, 12:00:00, 2-00:00:00 [default: the
    /// partition's]
    #[arg(long, value_name = "T")]
    pub(crate) time: Option<String>,

    /// CPUs of each worker
    #[arg(long, value_name = "C", default_value_t = 1)]
    pub(crate) cpus: usize,

    /// What else each worker needs, such as gpu:1
    #[arg(long, value_name = "G")]
    pub(crate) gres: Option<String>,

    /// Target of the workers' kernels [default: the campaign's]
    #[arg(long, value_name = "T")]
    pub(crate) target: Option<String>,

    /// The program that the workers run, at a path that all machines have [default: this one]
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,

    /// Write the batch script and submit nothing
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
    /// Directory of a campaign, whose units are meant [default: --units and --unit-seconds]
    pub(crate) dir: Option<PathBuf>,

    /// Units, without a directory
    #[arg(long, value_name = "COUNT", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    pub(crate) units: u64,

    /// Seconds of a unit on a machine of mean speed
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    pub(crate) unit_seconds: f64,

    /// Machines, a worker each
    #[arg(long, value_name = "COUNT", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) nodes: u64,

    /// Mean time between failures of a machine, in hours
    #[arg(long, value_name = "H", default_value_t = 1000.0)]
    pub(crate) mtbf: f64,

    /// Seconds that a machine is away after a failure
    #[arg(long, value_name = "S", default_value_t = 3600.0)]
    pub(crate) repair: f64,

    /// Seconds that a worker takes to begin
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    pub(crate) start: f64,

    /// How many times as fast as the slowest the fastest machine is
    #[arg(long, value_name = "FACTOR", default_value_t = 4.0)]
    pub(crate) spread: f64,

    /// Seconds during which machines join
    #[arg(long, value_name = "S", default_value_t = 600.0)]
    pub(crate) joining: f64,

    /// Seconds of a lease
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    pub(crate) lease: f64,

    /// For the random numbers
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

#[derive(Args)]
pub(crate) struct ConvertArgs {
    /// The list: .wc, .bin, .jsonl, .csv, .h, .rs, or the .json of a search (- for standard input, as .wc)
    pub(crate) list: PathBuf,

    /// Write the cases, as the file's ending says: wc, bin, jsonl, csv, h or rs (- for standard
    /// output, as wc); may be given several times
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: Vec<PathBuf>,

    /// Keep so many cases: the hardest of each binade, then the second of each, and so on
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: Option<u32>,

    /// The function, if the list does not name it: measures cases whose hardness the list does not tell
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) function: Option<String>,

    /// Values of names in the function: n=3 for "rootn(x, n)"
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) param: Option<String>,

    /// Format of the inputs, if the list does not tell: binary32, 53 [default: binary64]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) input_precision: Option<String>,

    /// Format of the results, likewise
    #[arg(long, value_name = "FORMAT")]
    pub(crate) precision: Option<String>,

    /// Which roundings count, likewise: nearest, directed or all [default: all]
    #[arg(long, value_name = "R")]
    pub(crate) rounding: Option<String>,
}

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The certificate, as --certificate wrote it
    pub(crate) certificate: PathBuf,

    /// Search everything again, or judge every input of a small search, instead of a sample
    #[arg(long)]
    pub(crate) full: bool,

    /// Predicted seconds on one core that the second search of a sample is to take
    #[arg(long, value_name = "S", default_value_t = 20.0)]
    pub(crate) seconds: f64,

    /// Number that the sample is chosen by: one that whoever made the certificate did not know
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Write the plan as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Print what else could be planned, and what it would cost, instead of the table
    #[arg(long)]
    pub(crate) explain: bool,

    /// Draw the plan (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct GenArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Folder for the files; one folder a kernel in it if there are several [default: all to
    /// standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// What to generate
    #[arg(long, value_name = "PARTS", value_delimiter = ',', default_value = "source,manifest",
          value_parser = PossibleValuesParser::new(Part::NAMES).try_map(|s| s.parse::<Part>()))]
    pub(crate) emit: Vec<Part>,
}

#[derive(Args)]
pub(crate) struct ApproxArgs {
    /// A function by name (exp) or an expression in x ("exp(x) * sin(x)")
    #[arg(required_unless_present_any = ["samples", "samples_of"])]
    pub(crate) function: Option<String>,

    /// Values of names in the function: n=3 for "rootn(x, n)"
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) param: Option<String>,

    /// Approximate the values in this file instead, lines `x y`: nothing can be proved then
    #[arg(long, value_name = "FILE", conflicts_with_all = ["function", "param"])]
    pub(crate) samples: Option<PathBuf>,

    /// Approximate what this command computes instead: it is given arguments, one a line, and
    /// prints their values; likewise
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["function", "param", "samples"])]
    pub(crate) samples_of: Option<String>,

    /// So many arguments are given to the command, equally spaced
    #[arg(long, value_name = "COUNT", default_value = "4096", requires = "samples_of",
          value_parser = clap::value_parser!(u32).range(2..=65_536))]
    pub(crate) samples_count: u32,

    /// The arguments A <= x <= B: decimal, hexadecimal float, 2^k or an expression (pi/4)
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) range: String,

    /// Largest error: abs:1e-14, rel:1e-14 (of |f(x)|), norm:1e-6 (of max |f|) or ulp:1
    #[arg(long, value_name = "BOUND")]
    pub(crate) tolerance: String,

    /// Type of arguments, results and arithmetic
    #[arg(long = "type", value_name = "TYPE", default_value = "f64", value_parser = number_types())]
    pub(crate) number: Width,

    /// Polynomials that a leaf's is a sum of: monomial, chebyshev or legendre
    #[arg(long, value_name = "BASIS", default_value = "monomial")]
    pub(crate) basis: String,

    /// How a leaf is found: auto, none (one leaf), permute, permute2, row, gather, bst or hash
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub(crate) lookup: String,

    /// So many leaves [default: the planner's]
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) leaves: Option<u32>,

    /// Polynomials of this degree [default: the planner's]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=24))]
    pub(crate) degree: Option<u32>,

    /// Bytes of tables at most: 4096 or 32K
    #[arg(long, value_name = "BYTES", default_value = "32K", value_parser = bytes)]
    pub(crate) table_budget: u64,

    /// Measure this many plans on this machine instead of believing the planner's costs
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "4",
          value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(crate) tune: Option<u32>,

    /// The result outside the range: clamp, nan or extend
    #[arg(long, value_name = "WHAT", default_value = "clamp")]
    pub(crate) outside: String,

    /// Emit the stochastic twin, too, and say how many digits it finds right
    #[arg(long)]
    pub(crate) stochastic: bool,

    /// Emit a C header, too, and a function in the Rust file that C programs can call
    #[arg(long)]
    pub(crate) c_header: bool,

    /// Target of the evaluator: rust-simd, opencl or cuda
    #[arg(long, value_name = "T", default_value = "rust-simd")]
    pub(crate) target: String,

    /// Name of the emitted functions [default: made from the function]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Draw the leaves and the errors between their bounds (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write the certificate, which `tmd-codegen verify` checks (- likewise)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Folder for the files [default: all to standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// "32K" as 32768.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        _ => (text, 0),
    };
    let number: Option<u64> = digits.parse().ok();
    let bytes =
        number.and_then(|number| number.checked_mul(1 << shift)).filter(|bytes| *bytes <= 1 << 30);
    bytes.ok_or_else(|| "write a number of bytes up to 1024M: 4096, 32K".to_owned())
}

#[derive(Args)]
pub(crate) struct CheckLibmArgs {
    /// Functions by their names in C: exp log sin tgamma
    #[arg(required = true)]
    pub(crate) functions: Vec<String>,

    /// The library
    #[arg(long, value_name = "PATH", conflicts_with = "system")]
    pub(crate) lib: Option<PathBuf>,

    /// The system's library [default]
    #[arg(long)]
    pub(crate) system: bool,

    /// Type of arguments and results: f32 for expf, logf, …
    #[arg(long = "type", value_name = "TYPE", default_value = "f64", value_parser = number_types())]
    pub(crate) number: Width,

    /// Try the cases in this file, hexadecimal floats, one a line, instead of random arguments
    #[arg(long, value_name = "FILE")]
    pub(crate) cases: Option<PathBuf>,

    /// So many random arguments
    #[arg(long, value_name = "N", default_value = "20000", conflicts_with = "cases",
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) count: u32,

    /// Seed of the random arguments
    #[arg(long, value_name = "S", default_value = "1", conflicts_with = "cases")]
    pub(crate) seed: u64,

    /// Show so many of the worst results of each function
    #[arg(long, value_name = "N", default_value = "5")]
    pub(crate) most: u32,

    /// Write what was found as JSON (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct StochasticArgs {
    /// A file with a function in Rust's syntax (docs/stochastic.md), or an expression ("x * y + 1.0")
    pub(crate) source: String,

    /// Type of the numbers
    #[arg(long = "type", value_name = "TYPE", default_value = "f64", value_parser = number_types())]
    pub(crate) number: Width,

    /// Anomalies that are counted: none, all, or some of mul, div, branch, math, cancel, cancel:DIGITS
    #[arg(long, value_name = "LIST", default_value = "mul,div,branch,math")]
    pub(crate) detect: String,

    /// How directions of rounding come about: auto, embedded, intrinsics, signmask or eft
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub(crate) rounding: String,

    /// Relative uncertainty of what is read: 1e-6
    #[arg(long, value_name = "REL")]
    pub(crate) uncertainty: Option<f64>,

    /// Target of the twin: rust-simd, opencl or cuda
    #[arg(long, value_name = "T", default_value = "rust-simd")]
    pub(crate) target: String,

    /// Name of the emitted function [default: the function's, with _stochastic]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Run the twin on these numbers instead, element by element: x=1.5,y=2 or x=1:2:3,nx=1
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    pub(crate) run: Option<String>,

    /// Elements of the run: 1,9 for those from 1 to 8 [default: all]
    #[arg(long, value_name = "FROM,TO", requires = "run")]
    pub(crate) elements: Option<String>,

    /// Seed of the run
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: u64,

    /// Write the report of the run as JSON (- for standard output)
    #[arg(long, value_name = "FILE", requires = "run")]
    pub(crate) json: Option<PathBuf>,

    /// Folder for the files [default: all to standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    #[command(subcommand)]
    pub(crate) what: List,
}

#[derive(Subcommand)]
pub(crate) enum List {
    /// Functions with their domains and exact cases
    Functions,
    /// Targets that kernels can be generated for
    Targets,
    /// Devices that kernels can run on
    Devices,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) what: Bench,
}

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Count by how much the lanes of a vector or warp wait for the slowest, for three existence
    /// tests: all but that with shared quotients
    Divergence(DivergenceArgs),

    /// Time every kernel family on this machine, for the planner to choose by
    Families(FamiliesArgs),

    /// Time a sample of every binade of a search on one core, beside what the plan predicts
    Binades(BinadesArgs),
}

#[derive(Args)]
pub(crate) struct FamiliesArgs {
    /// Target of the kernels: see `tmd-codegen list targets`
    #[arg(long, value_name = "T", default_value = load::RUST_SIMD)]
    pub(crate) target: String,

    /// Vector instructions [default: the best that this machine has]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) simd: Option<Level>,

    /// Device for --target opencl or cuda [default: the first GPU]
    #[arg(long, value_name = "DEVICE")]
    pub(crate) device: Option<String>,

    /// Write the profile, for --profile (- for standard output, without the table)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Draw the measurements (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct BinadesArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Inputs to search in each binade, at least, spread over it
    #[arg(long, value_name = "COUNT", default_value_t = 1 << 42,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) inputs: u64,

    /// Vector instructions [default: the best that this machine has]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) simd: Option<Level>,
}

#[derive(Args)]
pub(crate) struct DivergenceArgs {
    #[command(subcommand)]
    pub(crate) what: Option<DivergenceOf>,

    /// Intervals to count on, at least
    #[arg(long, value_name = "COUNT", default_value_t = 1 << 18,
          value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub(crate) intervals: u64,
}

#[derive(Subcommand)]
pub(crate) enum DivergenceOf {
    /// A search to count on [default: exp --binade 1,2 --bits 44 --interval 2^15]
    Of(RequestArgs),
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// The word: binade, N, HR-case, LOGMS … [default: a list of all]
    #[arg(num_args = 0..)]
    pub(crate) term: Vec<String>,
}

/// FUNCTION may also be the folder of a bundle, as `gen -o` writes it.
#[derive(Args)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Which kernel of the plan
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) kernel: usize,

    /// Which stage of it [default: all]
    #[arg(long, value_name = "S")]
    pub(crate) stage: Option<usize>,

    /// Which emitted file [default: the target's first]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,

    /// Print the source, too, with the numbers of its lines and steps
    #[arg(long)]
    pub(crate) source: bool,

    /// Print the machine code, too
    #[arg(long)]
    pub(crate) asm: bool,

    /// Do not ask a compiler for registers, spills and instructions
    #[arg(long)]
    pub(crate) no_compile: bool,

    /// GPU architecture for the target cuda [default: sm_90]
    #[arg(long, value_name = "SM")]
    pub(crate) arch: Option<String>,

    /// Show the intermediate representation after a pass instead: builder, fold, share or dead
    #[arg(long, value_name = "PASS", conflicts_with_all = ["source", "compare"])]
    pub(crate) pass: Option<String>,

    /// Show what the pass changed
    #[arg(long, requires = "pass")]
    pub(crate) diff: bool,

    /// Compare two kernels: each is FUNCTION with these options laid over it, in quotes
    /// ('--logms 2' '--logms 5')
    #[arg(long, value_names = ["A", "B"], num_args = 2, allow_hyphen_values = true)]
    pub(crate) compare: Vec<String>,
}
