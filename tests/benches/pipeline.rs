//! Searches of the same inputs side by side, in inputs per second: `cargo bench -p tmd-tests`.
//!
//! Every entry of a group searches the same slice and must find the same number of cases.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tmd_tests::baseline::{self, Params};

/// exp, inputs of 54 bits from 1 on, threshold 2^-33: a slice with 4 cases.
const COUNT: u64 = 1 << 34;
const BITS: u32 = 33;
const CASES: usize = 4;

fn exp_from_one(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exp from 1, 2^34 inputs");
    group.throughput(Throughput::Elements(COUNT));
    group.sample_size(10).measurement_time(Duration::from_secs(5));

    let params = Params::published(0, COUNT, BITS);
    assert_eq!(baseline::search(&params).cases.len(), CASES);
    group.bench_function("published pipeline, scalar", |bencher| {
        bencher.iter(|| baseline::search(black_box(&params)));
    });

    // The project's own search of the same slice is the next entry here.
    group.finish();
}

criterion_group!(benches, exp_from_one);
criterion_main!(benches);
