//! Searches with a kernel that is part of this program: no generator, no compiler, no GMP when it runs.

use std::time::Instant;
use tmd_runtime::{Error, Level, Options};

include!(concat!(env!("OUT_DIR"), "/tmd/exp_hard.rs"));

fn main() -> Result<(), Error> {
    let package = exp_hard::PACKAGE.package()?;
    let level = Level::detect();
    let kernels = exp_hard::PACKAGE.precompiled(level)?;

    let start = Instant::now();
    let found = package.search(&kernels, &Options::default(), &())?.complete()?;
    let seconds = start.elapsed().as_secs_f64();
    for candidate in &found.candidates {
        println!("{}", candidate.input);
    }
    eprintln!(
        "{}: {} inputs in {seconds:.2} s at level {level}; the {} above may be hard to round, no other",
        exp_hard::PACKAGE.function,
        found.searched,
        found.candidates.len()
    );
    Ok(())
}
