//! Half a minute of random searches against brute force, from a seed that is new every time and printed. What it finds,
//! `cargo run --release -p tmd-tests --features opencl,cuda --example hunt -- --seed N --only K` shows again.

use std::time::Duration;
use tmd_tests::hunt::{Settings, fresh_seed, hunt};

#[test]
fn half_a_minute_of_random_searches() {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let seed = fresh_seed();
    println!("hunting with --seed {seed}");
    let tally = hunt(&Settings { time: Duration::from_secs(30), seed, only: None, threads });
    print!("{tally}");
    assert!(tally.misses.is_empty(), "{} misses with --seed {seed}", tally.misses.len());
    // That nothing was missed says something only if enough was searched, by kernels and in every way.
    assert!(tally.searches >= 20, "{} searches", tally.searches);
    assert!(tally.kernel_inputs >= 250_000, "{} inputs through kernels", tally.kernel_inputs);
    assert!(tally.cases >= 500, "{} cases", tally.cases);
    assert!(tally.runners.len() >= 5, "{:?}", tally.runners);
}
