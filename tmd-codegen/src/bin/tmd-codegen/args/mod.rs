//! All arguments.

mod atlas;
mod bench;
mod campaign;
mod cases;
mod numbers;

pub(crate) use atlas::*;
pub(crate) use bench::*;
pub(crate) use campaign::*;
pub(crate) use cases::*;
pub(crate) use numbers::*;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use tmd_codegen::load::LoadOptions;
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

/// How much is said on standard error, and how. Results on standard output are the same, except that `plan` prints more
/// of the plan with `--verbose`.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Messages")]
pub(crate) struct Manners {
    /// Print only errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Print what is being done, and how long it took
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,

    /// Format of messages: human, for people, or json, one object per line, for programs
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
    /// With colours and source positions, on a terminal
    #[default]
    Human,
    /// For programs
    Json,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Search a range for hard-to-round cases
    Search(SearchArgs),
    /// Search a range in units that survive machine failures
    Campaign(CampaignArgs),
    /// Finished lists of hard-to-round cases: see them, compare them with others, make them again
    Atlas(AtlasArgs),
    /// Convert a list of cases to other formats, or select the hardest of them
    Convert(ConvertArgs),
    /// Check a certificate, claim by claim, by other means than the search's (tmd-check shares no code with it)
    Verify(VerifyArgs),
    /// Print how a range would be searched; with --verbose, every bound and where it comes from
    Plan(PlanArgs),
    /// Generate the kernels of a plan
    Gen(GenArgs),
    /// Generate an evaluator for a function: piecewise polynomials with a proved error bound
    Approx(Box<ApproxArgs>),
    /// Generate a correctly rounded function, in every rounding mode, with a proof
    Round(Box<RoundArgs>),
    /// Generate the stochastic twin of a kernel, which estimates how many digits of its results are correct
    Stochastic(StochasticArgs),
    /// Check a mathematical library's functions in all rounding modes, and show results that are not correctly rounded
    CheckLibm(CheckLibmArgs),
    /// Show a kernel with its plan: what each line does, what it costs, how often it runs
    Inspect(InspectArgs),
    /// Measure properties of kernels
    Bench(BenchArgs),
    /// List the available functions, targets or devices, or the worst reductions
    List(ListArgs),
    /// Explain a term of the field, or list all terms
    Explain(ExplainArgs),
    /// Print a shell completion script
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
    /// Folder for the pages, one per command [default: only the program's page, to standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Of a function of x and an integer n, pown(x, n), rootn(x, n) or compound(x, n), search the whole format for all n from A to B, at
    /// most 1024 in size
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) range_n: Option<String>,

    /// Of a function of two numbers, pow(x, y), compound(x, y), atan2(y, x), atan2pi(y, x), hypot(x, y) or any expression of x and y, search
    /// all pairs of numbers of a format of at most 11 bits with A <= x < B; all: every number [default with --range-y: all]. Of pow and
    /// compound, ranges of a format of at most 24 bits; of hypot, atan2 and atan2pi, all pairs of one
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) range_x: Option<String>,

    /// … and C <= y < D [default with --range-x: all]
    #[arg(long, value_name = "C,D", allow_hyphen_values = true)]
    pub(crate) range_y: Option<String>,

    /// Of sin, cos or tan, or a function that is made of them and has a period, as exp(sin(3*x)), search the arguments of the range whose
    /// phases are from A to B, in turns of a whole period from 0 to 1: for arguments that are so large that the function turns between them
    #[arg(long, value_name = "A,B")]
    pub(crate) phases: Option<String>,

    #[command(flatten)]
    pub(crate) list: AsymptoteArgs,

    #[command(flatten)]
    pub(crate) device: DeviceArgs,

    /// Keep finished work in this directory, as a campaign: rerun the same command to resume
    /// after an interruption [default: in the cache, if more than ten minutes are predicted on one core]
    #[arg(long, value_name = "DIR")]
    pub(crate) campaign: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) outputs: OutputArgs,
}

/// How kernels run on this machine's processor.
#[derive(Args)]
pub(crate) struct ProcessorArgs {
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<usize>,

    /// Vector instructions [default: the best that this machine has]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) simd: Option<Level>,
}

/// What kernels run on.
#[derive(Args)]
pub(crate) struct DeviceArgs {
    #[command(flatten)]
    pub(crate) processor: ProcessorArgs,

    /// Device for --target opencl or cuda: a number or part of a name from `tmd-codegen list devices`
    /// [default: the first GPU]
    #[arg(long, value_name = "DEVICE")]
    pub(crate) device: Option<String>,

    /// How stages run on such a device: one kernel each, or all in one kernel, for comparison
    #[arg(long, value_name = "HOW", default_value = "phased", 
          value_parser = PossibleValuesParser::new(Deployment::NAMES).try_map(|s| s.parse::<Deployment>()))]
    pub(crate) deployment: Deployment,
}

/// The most threads of one process: more than any machine has cores, and few enough for every system.
const MOST_THREADS: usize = 4096;

/// A number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_THREADS).contains(number));
    number.ok_or_else(|| {
        format!("give a whole number from 1 to {MOST_THREADS}, or leave the option out: one thread per core")
    })
}

impl ProcessorArgs {
    /// How many threads are wanted; 0 if that is not said.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_default()
    }

    /// What kernels of a target are loaded on.
    pub(crate) fn load_options(&self, target: &str) -> LoadOptions {
        LoadOptions { target: target.to_owned(), level: self.simd, ..LoadOptions::default() }
    }
}

impl DeviceArgs {
    /// As [`ProcessorArgs::threads`].
    pub(crate) fn threads(&self) -> usize {
        self.processor.threads()
    }

    /// As [`ProcessorArgs::load_options`], with the device.
    pub(crate) fn load_options(&self, target: &str) -> LoadOptions {
        LoadOptions {
            device: self.device.clone(),
            deployment: self.deployment,
            ..self.processor.load_options(target)
        }
    }
}

fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::as_str)).try_map(|name| name.parse::<Level>())
}

#[derive(Args)]
pub(crate) struct AsymptoteArgs {
    /// Take the cases of large inputs from a finished list of the function that this one approaches, such as exp for sinh: a certificate,
    /// or an entry of the atlas (atlas/binary64/exp.json), with a bit less than --bits at least
    #[arg(long, value_name = "FILE")]
    pub(crate) asymptote: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    // Only the summary speaks of what is taken from a list.
    #[command(flatten)]
    pub(crate) list: AsymptoteArgs,

    /// Write the plan as JSON (- for standard output, without the summary)
    #[arg(long, value_name = "FILE", conflicts_with = "asymptote")]
    pub(crate) json: Option<PathBuf>,

    /// Print the alternatives and what they would cost, instead of the summary
    #[arg(long, conflicts_with = "asymptote")]
    pub(crate) explain: bool,

    /// Draw the plan (- for standard output, without the summary)
    #[arg(long, value_name = "FILE", conflicts_with = "asymptote")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct GenArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Of sin, cos or tan, or what is made of them, the kernel of a search by phases: from A to B, in turns of a whole period from 0 to 1
    #[arg(long, value_name = "A,B")]
    pub(crate) phases: Option<String>,

    /// Folder for the files, with one subfolder per kernel if there are several [default:
    /// all to standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// What to generate
    #[arg(long, value_name = "PARTS", value_delimiter = ',', default_value = "source,manifest",
          value_parser = PossibleValuesParser::new(Part::NAMES).try_map(|s| s.parse::<Part>()))]
    pub(crate) emit: Vec<Part>,
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
    /// The worst reductions: in each binade of binary64 from 2^8 on, the number that is nearest to a multiple of pi/2
    Reductions,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// The term: binade, N, HR-case, LOGMS … [default: a list of all]
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

    /// Also print the source, with line and step numbers
    #[arg(long)]
    pub(crate) source: bool,

    /// Also print the machine code
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

    /// Compare two kernels: each is FUNCTION with the quoted options added ('--logms 2'
    /// '--logms 5')
    #[arg(long, value_names = ["A", "B"], num_args = 2, allow_hyphen_values = true)]
    pub(crate) compare: Vec<String>,
}
