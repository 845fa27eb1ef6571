//! All arguments.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Parser, Subcommand};
use std::path::PathBuf;
use tmd_codegen::diag::Diag;
use tmd_codegen::output::generated::Part;
use tmd_codegen::plan::{Division, Test};
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_runtime::{Deployment, Level};

/// Finds the hardest-to-round inputs of a function, with proof that none is missed
#[derive(Parser)]
#[command(name = "tmd-codegen", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Search a range for hard-to-round cases
    Search(SearchArgs),
    /// Print how a range would be searched, with every bound and where it comes from
    Plan(PlanArgs),
    /// Generate the kernels of a plan
    Gen(GenArgs),
    /// Measure properties of kernels
    Bench(BenchArgs),
    /// List what there is to choose from
    List(ListArgs),
}

/// What is asked for.
#[derive(Args)]
#[command(group = ArgGroup::new("inputs").required(true).args(["binade", "range"]))]
pub(crate) struct RequestArgs {
    /// A function by name (exp) or an expression in x ("exp(x) * sin(x)", "ln(1 + x)")
    function: String,

    /// The inputs A <= x < B, one whole binade: both powers of two (1,2 or 2^-3,2^-2 or -2,-1)
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    binade: Option<String>,

    /// The inputs A <= x < B: decimal, hexadecimal float, 2^k or an expression (pi/4,0x1.8p0)
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    range: Option<String>,

    /// Output precision in bits: 11 is binary16, 24 binary32, 53 binary64, 64 x87, 113 binary128
    #[arg(long, value_name = "P", default_value_t = 53, allow_negative_numbers = true)]
    precision: u32,

    /// Input precision in bits [default: that of the output]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    input_precision: Option<u32>,

    /// Roundings that the cases are hard for
    #[arg(long, value_name = "MODE", default_value = "all",
          value_parser = PossibleValuesParser::new(Rounding::NAMES).try_map(|s| s.parse::<Rounding>()))]
    rounding: Rounding,

    /// Report inputs with f(x) within 2^-M of a breakpoint, in units of the breakpoint spacing
    /// [default: as many as give a few hundred cases]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    bits: Option<u32>,

    /// Target of the kernels: see `tmd-codegen list targets`
    #[arg(long, value_name = "T", default_value = "rust-simd")]
    target: String,

    /// Override the plan: the existence test
    #[arg(long, value_name = "TEST",
          value_parser = PossibleValuesParser::new(Test::NAMES).try_map(|s| s.parse::<Test>()))]
    test: Option<Test>,

    /// Override the plan: how quotients are found
    #[arg(long, value_name = "STRATEGY", value_parser = PossibleValuesParser::new(Division::NAMES))]
    division: Option<String>,

    /// Hybrid division subtracts where the quotient is expected below 2^K, 0 to 64 [default: 3]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    logms: Option<u32>,

    /// Override the plan: inputs of an interval of the first phase, a power of two (4096 or 2^12)
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    interval: Option<String>,
}

impl RequestArgs {
    /// The request that the arguments stand for.
    pub(crate) fn request(&self) -> Result<Request, Diag> {
        let (option, range) = match (&self.binade, &self.range) {
            (Some(binade), _) => ("--binade", binade.as_str()),
            (None, range) => ("--range", range.as_deref().unwrap_or_default()),
        };
        let interval = self.interval.as_deref().map(Overrides::interval_from).transpose()?;
        let division = Overrides::division_from(self.division.as_deref(), self.logms)?;
        Ok(Request {
            precision: self.precision,
            input_precision: self.input_precision,
            rounding: self.rounding,
            bits: self.bits,
            target: self.target.clone(),
            overrides: Overrides { test: self.test, division, interval },
            ..Request::new(&self.function, option, range)
        })
    }
}

#[derive(Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

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

    /// Write everything that was found as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Write the cases as hexadecimal floats, one a line (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) wc: Option<PathBuf>,

    /// Write the certificate: what was covered, by which plan, under which bounds (- likewise)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

fn deployments() -> impl TypedValueParser<Value = Deployment> {
    PossibleValuesParser::new(Deployment::ALL.map(Deployment::as_str)).map(|name| {
        let named = |deployment: &Deployment| deployment.as_str() == name;
        Deployment::ALL.into_iter().find(named).unwrap_or_default()
    })
}

fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::as_str)).try_map(|name| name.parse::<Level>())
}

#[derive(Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,

    /// Write the plan as JSON (- for standard output, without the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
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
    /// Count by how much the lanes of a vector or warp wait for the slowest, for the three existence
    /// tests
    Divergence(DivergenceArgs),
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
