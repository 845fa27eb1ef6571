//! Emitted CUDA as the real compiler understands it, where a GPU would have its say: whole batches,
//! both deployments, full buffers, the errors that estimates may have. Single operations and stages
//! are in the conformance suite.

use rug::Rational;
use std::collections::BTreeSet;
use std::sync::Arc;
use tmd_codegen::bundle;
use tmd_codegen::design::{Division, Test};
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Overrides, Request, Rounding};
use tmd_codegen::target::cuda::Cuda;
use tmd_runtime::{Deployment, Kernel, KernelBundle, OVERRUN_COUNTS};
use tmd_tests::batch::{Batch, Blocks};
use tmd_tests::cuda::{OLDEST_ARCHITECTURE, Tools, tools};
use tmd_tests::ptx::{Options, PtxDevice, PtxKernel, Reciprocal};
use tmd_tests::{engine, search, table};

/// The published run: 2^40 inputs of 54 bits, directed rounding to 53 bits, ε = 2^-33.
fn published() -> Plan {
    published_by(None)
}

/// The same by a test.
fn published_by(test: Option<Test>) -> Plan {
    search::plan(&Request {
        input_precision: Some(54.into()),
        rounding: Rounding::Directed,
        bits: Some(33),
        overrides: Overrides { test, ..Overrides::default() },
        ..Request::in_range("exp", "1,0x1.0008p0")
    })
}

fn emitted(plan: &Plan) -> KernelBundle {
    bundle::emit(plan, 0, &Cuda, "tests").unwrap_or_else(|diag| panic!("{}", diag.render(false)))
}

/// The oldest and the newest architecture that the compiler knows.
fn architectures(tools: &Tools) -> [u32; 2] {
    let all = tools.architectures().unwrap_or_else(|error| panic!("{error}"));
    [OLDEST_ARCHITECTURE, all.into_iter().max().expect("an architecture")]
}

fn device(architecture: u32, deployment: Deployment, options: Options) -> PtxDevice {
    let tools = tools().expect("the compiler that was there");
    PtxDevice::new(tools, architecture, deployment).with(options)
}

fn load(device: &PtxDevice, bundle: &KernelBundle) -> PtxKernel {
    device.load_program(bundle).unwrap_or_else(|error| panic!("{error}"))
}

// ---- blocks in a batch ----

fn launched(kernel: &PtxKernel, entry: &str, batch: &Batch) -> (Vec<u32>, Vec<u64>) {
    kernel.launch(entry, batch).unwrap_or_else(|error| panic!("{entry}: {error}"))
}

/// Runs all stages, each on the survivors of the one before; the counts and the candidates.
fn phased(kernel: &PtxKernel, mut batch: Batch) -> (Vec<u32>, BTreeSet<u64>) {
    for stage in 0..kernel.stages().len() {
        let (counts, mut survivors) = launched(kernel, &format!("run_stage{stage}"), &batch);
        survivors.truncate(counts[stage + 1] as usize);
        (batch.counts, batch.items) = (counts, survivors);
    }
    (batch.counts, batch.items.into_iter().collect())
}

/// Runs the kernel of all stages.
fn fused(kernel: &PtxKernel, batch: &Batch) -> (Vec<u32>, BTreeSet<u64>) {
    let (counts, survivors) = launched(kernel, "run_fused", batch);
    let found = counts[counts.len() - OVERRUN_COUNTS - 1] as usize;
    (counts, survivors[..found].iter().copied().collect())
}

/// Every 20th known case in a batch of the blocks that they are in: the first stage's items around
/// them, and the indices that they must come out with.
fn known_cases(plan: &Plan) -> (Batch, Vec<u64>) {
    let index = |x: &Rational| {
        let scaled = (Rational::from(x - 1u32) << 53u32).into_numer_denom();
        assert_eq!(scaled.1, 1);
        scaled.0.to_u64().expect("an input")
    };
    let known: Vec<u64> = table::read("exp_243.txt").iter().map(index).step_by(20).collect();
    let (_, span) = plan.searches().next().expect("something to search");
    let block_inputs = span.model.block_inputs;
    let numbers: BTreeSet<u64> = known.iter().map(|i| i / block_inputs).collect();
    let blocks = Blocks::new(plan, numbers.into_iter().collect());
    assert!(blocks.numbers.len() > 5);
    let place = |index: &u64| {
        let number = index / block_inputs;
        blocks.numbers.iter().position(|b| *b == number).expect("a block")
    };
    let item_inputs = blocks.plan.stages[0].item_inputs();
    let items = known.iter().map(|i| blocks.item(place(i), i % block_inputs / item_inputs));
    let items: BTreeSet<u64> = items.collect();
    // A part's index over the batch; inputs of a full block lie one after the other.
    let wanted = known.iter().map(|i| place(i) as u64 * block_inputs + i % block_inputs);
    (blocks.batch(items.into_iter().collect()), wanted.collect())
}

/// Known cases go through all stages, on both deployments, whatever error the estimates of a reciprocal
/// have.
#[test]
fn known_cases_survive_on_both_deployments() {
    let Some(tools) = tools() else { return };
    let [oldest, newest] = architectures(&tools);
    let plan = published();
    let bundle = emitted(&plan);
    let (batch, want) = known_cases(&plan);
    for (number, reciprocal) in Reciprocal::ALL.into_iter().enumerate() {
        let backwards = number == 1;
        let options = Options { reciprocal, backwards, ..Options::default() };
        let architecture = if backwards { newest } else { oldest };
        let limbs = if backwards { "TMD_LIMB_BITS=64" } else { "TMD_LIMB_BITS=32" };
        let on =
            |deployment| load(&device(architecture, deployment, options).defining(limbs), &bundle);
        let (counts, candidates) = phased(&on(Deployment::Phased), batch.clone());
        let missing: Vec<&u64> = want.iter().filter(|i| !candidates.contains(i)).collect();
        assert!(missing.is_empty(), "{reciprocal:?}: {missing:?}");
        println!("{} items, {reciprocal:?}: survivors {counts:?}", batch.items.len());
        // A thread of its own instead of four makes no difference to a part's test.
        assert_eq!(fused(&on(Deployment::Fused), &batch), (counts, candidates), "{reciprocal:?}");
    }
}

/// Where there is too little room, survivors are counted but nothing is written outside; items that
/// had no room are left out.
#[test]
fn full_buffers_lose_only_what_is_counted() {
    let Some(tools) = tools() else { return };
    let plan = published_by(Some(Test::RegularCut));
    let bundle = emitted(&plan);
    let (roomy, _) = known_cases(&plan);
    let device = device(architectures(&tools)[0], Deployment::Phased, Options::default());
    let kernel = load(&device, &bundle);
    // One stage reports by a prefix sum, the other by an addition each.
    let (counts, mut survivors) = launched(&kernel, "run_stage0", &roomy);
    survivors.truncate(counts[1] as usize);
    let next = Batch { counts: counts.clone(), items: survivors.clone(), ..roomy.clone() };
    for (stage, batch) in [(0, roomy), (1, next)] {
        let entry = format!("run_stage{stage}");
        let (counts, all) = launched(&kernel, &entry, &batch);
        let found = counts[stage + 1];
        assert!(found > 10, "{counts:?}");
        let all: BTreeSet<u64> = all.into_iter().take(found as usize).collect();
        assert_eq!(all.len(), found as usize, "a survivor is there twice");
        for room in [0, 1, found / 2, found] {
            let batch = Batch { survivor_capacity: room, ..batch.clone() };
            let (counts, written) = launched(&kernel, &entry, &batch);
            assert_eq!(counts[stage + 1], found, "stage {stage}, room for {room}");
            let written: BTreeSet<u64> = written.into_iter().collect();
            assert_eq!(written.len(), room as usize);
            assert!(written.is_subset(&all));
        }
        // As if the stage before had found more than there was room for.
        let mut lost = batch.clone();
        lost.items.truncate(batch.items.len() - 1);
        let (counts, written) = launched(&kernel, &entry, &lost);
        let mut fewer = lost.clone();
        fewer.counts[stage] = fewer.items.len() as u32;
        let (counts_fewer, written_fewer) = launched(&kernel, &entry, &fewer);
        assert_eq!(counts[stage + 1], counts_fewer[stage + 1]);
        let set = |words: Vec<u64>, count: u32| -> BTreeSet<u64> {
            words.into_iter().take(count as usize).collect()
        };
        let count = counts[stage + 1];
        assert_eq!(set(written, count), set(written_fewer, count));
    }
}

/// A batch gives what its blocks give one by one.
#[test]
fn batches_give_what_their_blocks_give() {
    let Some(tools) = tools() else { return };
    let plan = search::plan(&Request {
        precision: 24.into(),
        bits: Some(12),
        overrides: Overrides { interval: Some(512), ..Overrides::default() },
        ..Request::in_range("exp", "1,0x1.1p0")
    });
    let bundle = emitted(&plan);
    let [oldest, newest] = architectures(&tools);
    let (span, search_span) = plan.searches().next().expect("something to search");
    let all = (span.inputs.end - span.inputs.start) / search_span.model.block_inputs;
    let blocks = Blocks::new(&plan, (0..all.min(5)).rev().collect());
    let stages = &blocks.plan.stages;
    let full = stages[0].items;
    let block_inputs = blocks.inputs;
    // The last block is cut short.
    let last = blocks.numbers.len() - 1;
    let items = |block: usize| 0..if block == last { full / 2 } else { full };
    let in_batch = (0..=last).flat_map(|b| items(b).map(move |i| (b, i)));
    let batch = blocks.batch(in_batch.map(|(b, i)| blocks.item(b, i)).collect());
    for architecture in [oldest, newest] {
        let kernel = load(&device(architecture, Deployment::Phased, Options::default()), &bundle);
        let mut want = BTreeSet::new();
        for block in 0..=last {
            let mut items: Vec<u64> = items(block).collect();
            for (stage, seed) in blocks.seeds[block].iter().enumerate() {
                let mut out = vec![];
                kernel.run_stage(stage, seed, &items, &mut out).unwrap_or_else(|e| panic!("{e}"));
                items = out;
            }
            want.extend(items.into_iter().map(|t| block as u64 * block_inputs + t));
        }
        assert!(want.len() > 10, "{}", want.len());
        let (counts, candidates) = phased(&kernel, batch.clone());
        assert_eq!(candidates, want, "compute_{architecture}");
        let kernel = load(&device(architecture, Deployment::Fused, Options::default()), &bundle);
        assert_eq!(fused(&kernel, &batch), (counts, want), "compute_{architecture}");
    }
}

// ---- estimates ----

/// The same cases whatever error an estimated reciprocal has, as far as PTX allows.
#[test]
fn estimates_at_their_worst_give_the_same_cases() {
    let Some(tools) = tools() else { return };
    let [oldest, newest] = architectures(&tools);
    for &test in Test::ALL {
        let overrides = Overrides {
            test: Some(test),
            division: Some(Division::Reciprocal),
            interval: Some(512),
            ..Overrides::default()
        };
        let plan = search::plan(&Request {
            precision: 24.into(),
            bits: Some(12),
            overrides,
            ..Request::in_range("exp", "1,0x1.04p0")
        });
        let bundle = emitted(&plan);
        let run = |kernels: &[Arc<dyn Kernel>]| search::found(&search::run(&plan, kernels, 1));
        let want = run(&engine::Engine::Interpreter.kernels(&plan));
        assert!(want.cases.len() > 30, "{}", want.cases.len());
        for reciprocal in Reciprocal::ALL {
            let architecture = if reciprocal == Reciprocal::Smallest { newest } else { oldest };
            let options = Options { reciprocal, ..Options::default() };
            let kernel = load(&device(architecture, Deployment::Phased, options), &bundle);
            assert_eq!(run(&[Arc::new(kernel)]), want, "{test:?}, {reciprocal:?}");
        }
    }
}
