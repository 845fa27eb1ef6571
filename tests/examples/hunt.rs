//! Random searches against brute force, on everything that runs kernels, until the time is up.
//!
//! ```text
//! cargo run --release -p tmd-tests --features opencl,cuda --example hunt -- --seconds 3600
//! cargo run --release -p tmd-tests --features opencl,cuda --example hunt -- --seed 7 --only 12
//! ```
//!
//! `--seconds S` is how long (60), `--seed N` repeats a hunt, whose seed is always printed, `--only K` does one round of
//! it, and `--threads T` is how many rounds are done at a time. The exit code is 1 if anything was missed.

use std::process::ExitCode;
use std::time::Duration;
use tmd_tests::hunt::{Settings, fresh_seed, hunt};

fn main() -> ExitCode {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let mut settings =
        Settings { time: Duration::from_secs(60), seed: fresh_seed(), only: None, threads };
    let mut arguments = std::env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().and_then(|text| text.parse::<u64>().ok());
        match (option.as_str(), value) {
            ("--seconds", Some(seconds)) => settings.time = Duration::from_secs(seconds),
            ("--seed", Some(seed)) => settings.seed = seed,
            ("--only", Some(round)) => settings.only = Some(round),
            ("--threads", Some(threads)) => settings.threads = threads as usize,
            _ => {
                eprintln!(
                    "usage: hunt [--seconds S] [--seed N] [--only K] [--threads T], each a whole number"
                );
                return ExitCode::from(2);
            }
        }
    }
    println!("hunting with --seed {}", settings.seed);
    let tally = hunt(&settings);
    print!("{tally}");
    ExitCode::from(u8::from(!tally.misses.is_empty()))
}
