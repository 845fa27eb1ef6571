//! The command line: arguments in, library call, text out.

mod approx;
mod args;
mod atlas;
mod bench;
mod campaign;
mod check_libm;
mod convert;
mod cross_check;
mod delivery;
mod explain;
mod expression;
mod generate;
mod inspect;
mod kept_folder;
mod list;
mod manual;
mod outputs;
mod pairs;
mod phases;
mod plan;
mod plane;
mod pool;
mod progress;
mod report;
mod round;
mod rows;
mod search;
mod searched;
mod stochastic;
mod surface;
mod vectors;
mod verify;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// Intervals are pairs of MPFR numbers, each with memory of its own: planning takes a tenth less time than
/// with the system's allocator. It serves MPFR as well, by the crate's feature `override`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let Cli { manners, command } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report::misread(&error),
    };
    report::behave(manners);
    let outcome = match command {
        Command::Search(args) => search::run(&args),
        Command::Campaign(args) => campaign::run(&args),
        Command::Atlas(args) => atlas::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Gen(args) => generate::run(&args),
        Command::Approx(args) => approx::run(&args),
        Command::Round(args) => round::run(&args),
        Command::Stochastic(args) => stochastic::run(&args),
        Command::CheckLibm(args) => check_libm::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::List(args) => list::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    };
    outcome.unwrap_or_else(|diag| {
        report::error(&diag);
        ExitCode::from(report::BAD_INPUT)
    })
}
