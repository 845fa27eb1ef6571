//! Arguments of what is not a search: evaluators, twins, libraries.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use tmd_codegen::approx::{MOST_DEGREE, MOST_LEAVES};
use tmd_codegen::ir::Width;
use tmd_codegen::libm::Number;
use tmd_codegen::load::RUST_SIMD;
use tmd_codegen::round::{BITS, SEARCHED_BITS};
use tmd_codegen::stochastic::MOST_STEPS;
use tmd_codegen::target_names::C;
use tmd_codegen::text;

#[derive(Args)]
pub(crate) struct ApproxArgs {
    /// A function by name (exp) or an expression in x ("exp(x) * sin(x)"), with --range-x and --range-y in x and y
    /// ("exp(-x * y)", hypot)
    #[arg(required_unless_present_any = ["samples", "samples_of"])]
    pub(crate) function: Option<String>,

    /// Values of names in the function: n=3 for "rootn(x, n)"
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) param: Option<String>,

    /// Approximate the values in this file instead: lines `x y` or, of a function of two variables, `x y value`, of which the
    /// first may hold names. Nothing can be proved in that case
    #[arg(long, value_name = "FILE", conflicts_with_all = ["function", "param"])]
    pub(crate) samples: Option<PathBuf>,

    /// Approximate the output of this command instead: it reads arguments, one per line, and
    /// prints their values. Nothing can be proved in that case, either
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["function", "param", "samples"])]
    pub(crate) samples_of: Option<String>,

    /// Number of equally spaced arguments to give to the command
    #[arg(long, value_name = "COUNT", default_value = "4096", requires = "samples_of",
          value_parser = clap::value_parser!(u32).range(2..=65_536))]
    pub(crate) samples_count: u32,

    /// The arguments A <= x <= B: decimal, hexadecimal float, 2^k or an expression (pi/4) [default
    /// with --samples: from the first to the last]
    #[arg(
        long,
        value_name = "A,B",
        allow_hyphen_values = true,
        required_unless_present_any = ["samples", "range_x", "range_y"]
    )]
    pub(crate) range: Option<String>,

    /// The first arguments of a function of two variables [default with --samples: from the first to the last]
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) range_x: Option<String>,

    /// The second arguments; likewise
    #[arg(long, value_name = "A,B", allow_hyphen_values = true)]
    pub(crate) range_y: Option<String>,

    /// Largest error: abs:1e-14, rel:1e-14 (of |f(x)|), norm:1e-6 (of max |f|) or ulp:1
    #[arg(long, value_name = "BOUND")]
    pub(crate) tolerance: String,

    /// Type of arguments, results and arithmetic
    #[arg(long = "type", value_name = "TYPE", default_value = "f64", value_parser = number_types())]
    pub(crate) number: Width,

    /// Basis of the polynomials: monomial, chebyshev or legendre
    #[arg(long, value_name = "BASIS", default_value = "monomial")]
    pub(crate) basis: String,

    /// How a leaf is found: auto, none (one leaf), permute, permute2, row, gather, bst or hash
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub(crate) lookup: String,

    /// Number of leaves [default: the planner's choice]
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_LEAVES)))]
    pub(crate) leaves: Option<u32>,

    /// Degree of the polynomials [default: the planner's choice]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_DEGREE)))]
    pub(crate) degree: Option<u32>,

    /// Maximum size of tables in bytes: 4096 or 32K
    #[arg(long, value_name = "BYTES", default_value = "32K", value_parser = bytes)]
    pub(crate) table_budget: u64,

    /// Measure this many plans on this machine instead of relying on the planner's costs
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "4",
          value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(crate) tune: Option<u32>,

    /// The result outside the range: clamp, nan or extend
    #[arg(long, value_name = "WHAT", default_value = "clamp")]
    pub(crate) outside: String,

    /// Also emit the stochastic twin, and report how many digits it finds correct
    #[arg(long)]
    pub(crate) stochastic: bool,

    /// Also emit a C header; a Rust file then has a function that C programs can call
    #[arg(long)]
    pub(crate) c_header: bool,

    /// Also emit a Python module, which compiles the C file (--target c) when it is imported, and
    /// works on NumPy's arrays
    #[arg(long)]
    pub(crate) python: bool,

    /// Emit Rust that needs no standard library; it uses the vector instructions that it is compiled for
    #[arg(long)]
    pub(crate) no_std: bool,

    /// Target of the evaluator: see `tmd-codegen list targets`
    #[arg(long, value_name = "T", default_value = RUST_SIMD, default_value_if("python", "true", C))]
    pub(crate) target: String,

    /// Name of the emitted functions [default: derived from the function]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Draw the leaves and the errors between their bounds (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Write the certificate, which `tmd-codegen verify` checks (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Folder for the files [default: all to standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// "32K" as 32768.
fn bytes(text: &str) -> Result<u64, String> {
    text::bytes(text).ok_or_else(|| text::BYTES_HELP.to_owned())
}

#[derive(Args)]
pub(crate) struct RoundArgs {
    /// A function by name (exp) or an expression in x ("x / (1 + exp(-x))")
    #[arg(required_unless_present = "list")]
    pub(crate) function: Option<String>,

    /// Values of names in the function: n=3 for "rootn(x, n)"
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) param: Option<String>,

    /// Format of arguments and results: binary16, bfloat16, binary32 or binary64
    #[arg(long, value_name = "FORMAT", default_value = "binary32")]
    pub(crate) precision: String,

    /// Arguments: the whole format; for binary64 also A ≤ x < B of one sign, "A,B"
    #[arg(long, value_name = "all|A,B", default_value = "all", allow_hyphen_values = true)]
    pub(crate) range: String,

    /// For binary64: identical bits after the rounding bit from which the search lists arguments
    #[arg(long, value_name = "N", default_value_t = BITS, value_parser = clap::value_parser!(u32).range(i64::from(*SEARCHED_BITS.start())..=i64::from(*SEARCHED_BITS.end())))]
    pub(crate) bits: u32,

    /// For binary64: the certificate of the search, if it has already been done
    #[arg(long, value_name = "FILE")]
    pub(crate) search: Option<PathBuf>,

    /// Rounding modes: all, nearest, up, down or zero
    #[arg(long, value_name = "MODE", default_value = "all")]
    pub(crate) rounding: String,

    /// How results are computed: straight (the same operations for all arguments) or, for binary64, two-phase (fewer operations,
    /// where a test shows that they suffice) [default: whichever takes fewer operations]
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Option<String>,

    /// Maximum size of tables in bytes: 4096 or 32K
    #[arg(long, value_name = "BYTES", default_value = "512K", value_parser = bytes)]
    pub(crate) table_budget: u64,

    /// Emit Rust that needs no standard library; it uses the vector instructions that it is compiled for
    #[arg(long)]
    pub(crate) no_std: bool,

    /// Target of the function: see `tmd-codegen list targets`
    #[arg(long, value_name = "T", default_value = RUST_SIMD)]
    pub(crate) target: String,

    /// Prefix of the emitted functions' names [default: derived from function and format]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Write the certificate, which `tmd-codegen verify` checks (- for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Folder for the files [default: all to standard output]
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// List what the certificates in the folder are for
    #[arg(long, conflicts_with_all = ["function", "certificate"])]
    pub(crate) list: bool,
}

#[derive(Args)]
pub(crate) struct CheckLibmArgs {
    /// Functions by their names in C (exp log sin tgamma) or from `list functions`, or an expression
    #[arg(required = true)]
    pub(crate) functions: Vec<String>,

    /// Name of the function in the library; it must take one number
    #[arg(long, value_name = "NAME")]
    pub(crate) symbol: Option<String>,

    /// Values of names in the function: "n = 3, a = 0.1"
    #[arg(long, value_name = "NAME=VALUE, …")]
    pub(crate) param: Option<String>,

    /// The fixed rounding mode of the function, which is called with rounding to nearest [default: the function follows the
    /// processor's mode, and is checked in all four]
    #[arg(long, value_name = "MODE")]
    pub(crate) rounds: Option<String>,

    /// The library
    #[arg(long, value_name = "PATH", conflicts_with = "system")]
    pub(crate) lib: Option<PathBuf>,

    /// The system's library [default]
    #[arg(long)]
    pub(crate) system: bool,

    /// Type of arguments and results: f16 for _Float16 (expf16), bf16 for __bf16 (needs --symbol), f32 for float (expf), f64 for double (exp),
    /// x87 for the long double of x86-64 (expl)
    #[arg(long = "type", value_name = "TYPE", default_value = "f64", value_parser = types_of_c())]
    pub(crate) number: Number,

    /// Check the cases in this file (any list that `convert` reads) instead of random arguments
    #[arg(long, value_name = "FILE")]
    pub(crate) cases: Option<PathBuf>,

    /// Number of random arguments
    #[arg(long, value_name = "N", default_value = "20000", conflicts_with = "cases",
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) count: u32,

    /// Seed of the random arguments
    #[arg(long, value_name = "S", default_value = "1", conflicts_with = "cases")]
    pub(crate) seed: u64,

    /// Number of worst results to show for each function
    #[arg(long, value_name = "N", default_value = "5")]
    pub(crate) most: u32,

    /// Write all findings as JSON (- for standard output)
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

    /// Anomalies to count: none, all, or some of mul, div, branch, math, cancel, cancel:DIGITS
    #[arg(long, value_name = "LIST", default_value = "mul,div,branch,math")]
    pub(crate) detect: String,

    /// How rounding directions are implemented: auto, embedded, intrinsics, signmask or eft
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub(crate) rounding: String,

    /// Relative uncertainty of the inputs: 1e-6
    #[arg(long, value_name = "REL")]
    pub(crate) uncertainty: Option<f64>,

    /// Target of the twin: see `tmd-codegen list targets`
    #[arg(long, value_name = "T", default_value = RUST_SIMD)]
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

    /// Maximum number of statements in the run; a longer run is stopped
    #[arg(long, value_name = "N", default_value_t = MOST_STEPS, requires = "run")]
    pub(crate) most_steps: u64,

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

/// The types of numbers that libraries have functions of.
fn types_of_c() -> impl TypedValueParser<Value = Number> {
    PossibleValuesParser::new(Number::NAMES).map(|name| name.parse().unwrap_or(Number::F64))
}

/// The types of numbers that evaluators and twins compute with.
fn number_types() -> impl TypedValueParser<Value = Width> {
    PossibleValuesParser::new([Width::W32, Width::W64].map(Width::number_type))
        .map(|name| Width::of_number_type(&name).unwrap_or(Width::W64))
}
