//! The search against brute force on consecutive binary64 inputs: takes about two minutes for 2^26.
//!
//! ```text
//! cargo run --release -p tmd-tests --example brute_slice -- FUNCTION START LG_COUNT BITS
//! cargo run --release -p tmd-tests --example brute_slice -- log 0x1.8p0 26 20
//! ```
//!
//! FUNCTION is a text of `tmd_tests::brute::FUNCTIONS`, START a hexadecimal float. The inputs are
//! searched as a slice of their own, and as a part of the slice of 2^40 inputs from START on: its
//! plan has longer domains and intervals.

use rug::Rational;
use std::time::Instant;
use tmd_codegen::request::{Request, Rounding};
use tmd_runtime::Level;
use tmd_tests::brute::{Question, function, inputs, search as brute_force};
use tmd_tests::engine::Engine;
use tmd_tests::hex;
use tmd_tests::search::{found, plan, run};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [text, start, lg_count, bits] = &arguments[..] else {
        eprintln!("usage: brute_slice FUNCTION START LG_COUNT BITS");
        std::process::exit(2);
    };
    let function = function(text);
    let from = hex::parse(start).expect("START is a hexadecimal float");
    let lg_count: i32 = lg_count.parse().expect("LG_COUNT is a number");
    let bits: u32 = bits.parse().expect("BITS is a number");
    // 53 bits: the unit in the last place of START's binade.
    let one = inputs(&from, &(&from + (from.clone() >> 50)), 53)[0];
    let end = |lg: i32| &from + (Rational::from(1) << (lg + one.ulp));

    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let clock = Instant::now();
    let question = Question { precision: 53, rounding: Rounding::All, bits };
    let runs = inputs(&from, &end(lg_count), 53);
    let want = brute_force(&function, &runs, &question, threads);
    let seconds = clock.elapsed().as_secs_f64();
    println!("brute force: {} cases, {} exact; {seconds:.1} s", want.cases.len(), want.exact.len());

    for lg in [lg_count, 40] {
        // The whole slice has 2^(40 - LG_COUNT) times the cases: no more than some ten thousand.
        let bits = if lg == 40 { bits.max(27) } else { bits };
        let range = format!("{start},{}", end(lg));
        let request = Request { bits: Some(bits), ..Request::in_range(text, &range) };
        let plan = plan(&request);
        let report = run(&plan, &Engine::Native(Level::detect()).kernels(&plan), threads);
        let got = found(&report);
        let last = end(lg_count);
        let mine: Vec<_> = got.cases.iter().filter(|case| case.x < last).collect();
        let same = want.cases.iter().filter(|case| case.identical_bits >= bits);
        assert!(mine.iter().copied().eq(same), "the searches differ");
        println!(
            "search of 2^{lg} inputs, 2^-{bits}: {} cases, {} of them in the 2^{lg_count}, the same \
             as by brute force; {:.2} s",
            got.cases.len(),
            mine.len(),
            report.seconds
        );
    }
}
