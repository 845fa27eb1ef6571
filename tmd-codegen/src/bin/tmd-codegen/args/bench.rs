//! Arguments of `bench`.

use super::levels;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use tmd_codegen::load;
use tmd_codegen::request::command_line::RequestArgs;
use tmd_runtime::Level;

#[derive(Args)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) what: Bench,
}

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Count how long the lanes of a vector or warp wait for the slowest, for three existence
    /// tests: all except the one with shared quotients
    Divergence(DivergenceArgs),

    /// Time every kernel family on this machine, as a profile for the planner
    Families(FamiliesArgs),

    /// Time a sample of every binade of a search on one core, and compare it with the plan's prediction
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

    /// How long the plan predicts for all samples together: the same share of each binade is searched, but at least 2^36
    /// inputs
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) seconds: u32,

    /// Inputs to search in each binade, spread over it, instead of --seconds
    #[arg(long, value_name = "COUNT", conflicts_with = "seconds",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) inputs: Option<u64>,

    /// Vector instructions [default: the best that this machine has]
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) simd: Option<Level>,
}

#[derive(Args)]
pub(crate) struct DivergenceArgs {
    #[command(subcommand)]
    pub(crate) what: Option<DivergenceOf>,

    /// Minimum number of intervals to count on
    #[arg(long, value_name = "COUNT", default_value_t = 1 << 18,
          value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub(crate) intervals: u64,
}

#[derive(Subcommand)]
pub(crate) enum DivergenceOf {
    /// The search to count on [default: exp --binade 1,2 --bits 44 --interval 2^15]
    Of(RequestArgs),
}
