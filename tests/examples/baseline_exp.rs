//! The published pipeline on exp, inputs of 54 bits from 1 on: `baseline_exp [lg_count] [bits]`.
//!
//! Without arguments: [1, 1 + 2^-13), 2^40 inputs, threshold 2^-33, where there are 243 cases. Cases
//! (input, distance in output units) go to the standard output, figures to the standard error.

use std::time::Instant;
use tmd_tests::baseline::{Params, search};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: u32| {
        arguments.next().map_or(otherwise, |text| text.parse().expect("not a whole number"))
    };
    let (lg_count, bits) = (number(40), number(33));
    let params = Params::published(0, 1 << lg_count, bits);

    let clock = Instant::now();
    let outcome = search(&params);
    let seconds = clock.elapsed().as_secs_f64();

    for (i, distance) in &outcome.cases {
        // 54 bits: one before the point, 53 in the 14 hexadecimal digits after it.
        let digits = format!("{:014x}", i << 3);
        println!("0x1.{}p+0 {distance:.5e}", digits.trim_end_matches('0'));
    }
    let each = seconds * 1e9 / outcome.intervals as f64;
    let [intervals, parts, inputs] = outcome.survivors;
    eprintln!(
        "{} cases; {} intervals, of which {intervals} survive phase 1, {parts} sub-intervals phase 2 \
         and {inputs} inputs phase 3; {seconds:.2} s, {each:.1} ns an interval, {:.3e} inputs/s",
        outcome.cases.len(),
        outcome.intervals,
        params.count as f64 / seconds,
    );
}
