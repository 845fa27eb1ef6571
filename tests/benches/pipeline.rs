//! Searches of the same inputs side by side, in inputs per second: `cargo bench -p tmd-tests`.
//!
//! Every entry searches the same slice on one thread and must find the same number of cases: the
//! published pipeline, scalar; and the project's own, on each level that the machine has. The
//! project's time includes the making of seeds, stepping, all phases and the confirmation of every
//! candidate by MPFR; planning and compilation are done before.
//!
//! The slice is exp from 1 on, inputs of 54 bits, ε = 2^-33. It has 2^34 inputs, or 2^k with
//! `TMD_BENCH_LG_COUNT=k` (34 to 40); of 2^40 there are 243 cases. After criterion's figures a line
//! for each level tells the ratio to the published pipeline, from rounds in which all entries take
//! turns: `ratio avx512: …`.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Request, Rounding};
use tmd_codegen::search::visit_blocks;
use tmd_runtime::{Kernel, Level};
use tmd_tests::baseline::{self, Params, lefevre_test};
use tmd_tests::engine::{self, Engine};
use tmd_tests::search;

const BITS: u32 = 33;

/// The slice, and what searches it.
struct Slice {
    lg_count: u32,
    params: Params,
    plan: Plan,
    kernels: Vec<(Level, Vec<Arc<dyn Kernel>>)>,
}

impl Slice {
    fn new(lg_count: u32) -> Slice {
        // The end is 1 + 2^(lg_count - 53).
        let range = format!("1,0x{:x}p-53", (1u64 << 53) + (1 << lg_count));
        let request = Request {
            input_precision: Some(54.into()),
            rounding: Rounding::Directed,
            bits: Some(BITS),
            ..Request::in_range("exp", &range)
        };
        let plan = search::plan(&request);
        assert_eq!(plan.inputs(), 1 << lg_count);
        let kernels = engine::levels()
            .into_iter()
            .map(|level| (level, Engine::Native(level).kernels(&plan)))
            .collect();
        Slice { lg_count, params: Params::published(0, 1 << lg_count, BITS), plan, kernels }
    }

    fn baseline(&self) -> usize {
        baseline::search(black_box(&self.params)).cases.len()
    }

    fn own(&self, kernels: &[Arc<dyn Kernel>]) -> usize {
        search::run(black_box(&self.plan), kernels, 1).cases().len()
    }

    fn criterion(&self, criterion: &mut Criterion) {
        let name = format!("exp from 1, 2^{} inputs", self.lg_count);
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(1 << self.lg_count));
        group.sample_size(10).measurement_time(Duration::from_secs(5));
        // Long entries are timed by the rounds below alone.
        if self.lg_count <= 36 {
            group.bench_function("published pipeline, scalar", |b| b.iter(|| self.baseline()));
        }
        for (level, kernels) in &self.kernels {
            group.bench_function(format!("own, {level}"), |b| b.iter(|| self.own(kernels)));
        }
        group.finish();
    }

    /// All entries in turns; the least time of each counts.
    fn ratios(&self) {
        let rounds = if self.lg_count <= 36 { 10 } else { 2 };
        let mut least = vec![f64::INFINITY; self.kernels.len() + 1];
        let mut cases = vec![0; least.len()];
        for _ in 0..rounds {
            for entry in 0..least.len() {
                let clock = Instant::now();
                cases[entry] = match entry {
                    0 => self.baseline(),
                    _ => self.own(&self.kernels[entry - 1].1),
                };
                least[entry] = least[entry].min(clock.elapsed().as_secs_f64());
            }
        }
        assert!(cases.iter().all(|&count| count == cases[0]), "{cases:?}");
        let rate = |seconds: f64| f64::from(self.lg_count).exp2() / seconds;
        println!(
            "published pipeline, scalar: {:.3} s, {:.3e} inputs/s, {} cases in 2^{} inputs",
            least[0],
            rate(least[0]),
            cases[0],
            self.lg_count
        );
        for ((level, _), &seconds) in self.kernels.iter().zip(&least[1..]) {
            let ratio = least[0] / seconds;
            println!("ratio {level}: {ratio:.1} ({seconds:.4} s, {:.3e} inputs/s)", rate(seconds));
        }
    }
}

/// The first phase alone: the scalar test of intervals by itself, without stepping from one to the
/// next, against the first stage of each level, with everything that it does for as many inputs.
fn first_phase(slice: &Slice) {
    const LG_N: u32 = 17;
    let intervals = 1u64 << 18;
    // Lines as they follow each other on exp from 1: the slope rises by g''·N an interval.
    let (curvature, n) = (f64::exp2(-53.56), f64::exp2(LG_N.into()));
    let bend = (curvature * n * f64::exp2(64.0)) as u64;
    let threshold = (f64::exp2(-22.54) * f64::exp2(64.0)) as u64;
    let scalar = || {
        let (mut slope, mut offset, mut survivors) = (0x5bf0_a8b1_4576_9535_u64, 0u64, 0u64);
        for _ in 0..intervals {
            survivors += u64::from(lefevre_test(slope, offset, 1 << LG_N, threshold));
            offset = offset.wrapping_add(slope << LG_N);
            slope = slope.wrapping_add(bend);
        }
        survivors
    };
    let mut blocks = vec![];
    visit_blocks(&slice.plan, &mut |_, block| {
        blocks.push(block);
        Ok(())
    })
    .expect("seeds");
    let own = |kernel: &dyn Kernel| {
        let mut found = vec![];
        for block in &blocks {
            let items: Vec<u64> = (0..block.items).collect();
            kernel.run_stage(0, &block.seeds[0], &items, &mut found).expect("a stage");
        }
        found.len()
    };
    let time = |work: &mut dyn FnMut() -> u64| {
        let clock = Instant::now();
        black_box(work());
        clock.elapsed().as_secs_f64()
    };
    let mut least = vec![f64::INFINITY; slice.kernels.len() + 1];
    for _ in 0..5 {
        least[0] = least[0].min(time(&mut || scalar()));
        for (entry, (_, kernels)) in slice.kernels.iter().enumerate() {
            let seconds = time(&mut || own(&*kernels[0]) as u64);
            least[entry + 1] = least[entry + 1].min(seconds);
        }
    }
    let scalar = least[0] / intervals as f64;
    println!("phase 1: scalar Lefèvre test {:.1} ns an interval of 2^{LG_N}", scalar * 1e9);
    let runs = f64::exp2(f64::from(slice.lg_count) - f64::from(LG_N));
    for ((level, _), seconds) in slice.kernels.iter().zip(&least[1..]) {
        let own = seconds / runs;
        println!("phase 1 {level}: {:.2} ns for as many, ratio {:.1}", own * 1e9, scalar / own);
    }
}

fn main() {
    let lg_count = std::env::var("TMD_BENCH_LG_COUNT")
        .map_or(34, |text| text.parse().expect("TMD_BENCH_LG_COUNT is a number"));
    assert!((34..=40).contains(&lg_count), "TMD_BENCH_LG_COUNT is not between 34 and 40");
    let slice = Slice::new(lg_count);
    let mut criterion = Criterion::default().configure_from_args();
    slice.criterion(&mut criterion);
    criterion.final_summary();
    slice.ratios();
    first_phase(&slice);
}
