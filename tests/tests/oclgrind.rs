//! Emitted OpenCL under Oclgrind: no data race, no value that nobody wrote, no address outside of a
//! buffer, and the survivors that the interpreter has.

use std::collections::BTreeSet;
use tmd_codegen::bundle;
use tmd_codegen::design::{Compaction, Division};
use tmd_codegen::interpreter::Interpreted;
use tmd_codegen::plan::Plan;
use tmd_codegen::request::{Overrides, Request};
use tmd_codegen::target::opencl::OpenCl;
use tmd_runtime::{Kernel, KernelBundle, ProgramManifest};
use tmd_tests::batch::{Batch, Blocks};
use tmd_tests::oclgrind::{Launched, Oclgrind};
use tmd_tests::search;

/// A small search whose stages report their survivors in one way.
fn plan(division: Division, compaction: Compaction) -> Plan {
    let request = Request {
        precision: 24.into(),
        bits: Some(12),
        overrides: Overrides {
            division: Some(division),
            interval: Some(512),
            ..Overrides::default()
        },
        ..Request::in_range("exp", "1,0x1.1p0")
    };
    let mut plan = search::plan(&request);
    for stage in &mut plan.kernels[0].stages {
        stage.compaction = compaction;
    }
    plan
}

fn emitted(plan: &Plan) -> KernelBundle {
    bundle::emit(plan, 0, &OpenCl, "tests").unwrap_or_else(|diag| panic!("{}", diag.render(false)))
}

/// Some items of several blocks.
fn batch(blocks: &Blocks<'_>) -> Batch {
    let full = blocks.plan.stages[0].items;
    let in_block = BTreeSet::from([0, full / 3, full - 1]);
    let items = (0..blocks.numbers.len()).flat_map(|b| in_block.iter().map(move |i| (b, *i)));
    let items = items.map(|(block, item)| blocks.item(block, item)).collect();
    Batch { survivor_capacity: 2000, groups: 2, ..blocks.batch(items) }
}

/// What the interpreter finds of such a batch.
fn interpreted(blocks: &Blocks<'_>, batch: &Batch) -> BTreeSet<u64> {
    let kernel = Interpreted::new(blocks.plan);
    let kernel = kernel.unwrap_or_else(|diag| panic!("{}", diag.render(false)));
    let full = blocks.plan.stages[0].items;
    let mut found = BTreeSet::new();
    for (block, seeds) in (0..).zip(&blocks.seeds) {
        let of_block = batch.items.iter().filter(|item| *item / full == block);
        let mut items: Vec<u64> = of_block.map(|item| item % full).collect();
        for (stage, seed) in seeds.iter().enumerate() {
            let mut out = vec![];
            kernel.run_stage(stage, seed, &items, &mut out).unwrap_or_else(|e| panic!("{e}"));
            items = out;
        }
        found.extend(items.into_iter().map(|t| block * blocks.inputs + t));
    }
    found
}

/// Runs a program's kernels one after the other; what the last one found.
fn simulated(
    simulator: &Oclgrind,
    program: &ProgramManifest,
    source: &str,
    mut batch: Batch,
) -> BTreeSet<u64> {
    let stages = program.item_threads.len();
    let fused = program.is_fused();
    let entries: Vec<String> = match fused {
        true => vec!["run_fused".into()],
        false => (0..stages).map(|stage| format!("run_stage{stage}")).collect(),
    };
    for (stage, entry) in entries.iter().enumerate() {
        let room = batch.survivor_capacity as usize;
        let done = simulator.launch(program, source, entry, &batch, room);
        let Launched { counts, mut survivors, log } =
            done.unwrap_or_else(|error| panic!("{error}"));
        let what = format!("{}, {entry}", program.file);
        assert!(log.is_empty(), "{what}:\n{log}");
        let found = counts[if fused { stages } else { stage + 1 }] as usize;
        println!("{what}: {} items, {found} survivors", batch.items.len());
        assert!(found > 0 && found <= room, "{what}: {counts:?}");
        survivors.truncate(found);
        (batch.counts, batch.items) = (counts, survivors);
    }
    batch.items.into_iter().collect()
}

#[test]
fn kernels_race_nowhere_and_read_what_was_written() {
    let Some(simulator) = Oclgrind::find() else { return };
    let variants = [
        (Division::Native, Compaction::Scan),
        (Division::Hybrid(3), Compaction::Atomic),
        (Division::Reciprocal, Compaction::Scan),
    ];
    for (division, compaction) in variants {
        println!("{division:?}, {compaction:?}");
        let plan = plan(division, compaction);
        let bundle = emitted(&plan);
        let blocks = Blocks::new(&plan, vec![3, 1, 12]);
        let batch = batch(&blocks);
        let want = interpreted(&blocks, &batch);
        assert!(want.len() > 5, "{}", want.len());
        for program in &bundle.manifest.programs {
            let source = &bundle.files[&program.file];
            let found = simulated(&simulator, program, source, batch.clone());
            // An estimate may let other parts survive, though not lose a case.
            let exact = division != Division::Reciprocal;
            assert!(!exact || found == want, "{}: {found:?} for {want:?}", program.file);
        }
    }
}

/// The check above can fail.
#[test]
fn mistakes_are_reported() {
    let Some(simulator) = Oclgrind::find() else { return };
    let plan = plan(Division::Native, Compaction::Scan);
    let bundle = emitted(&plan);
    let batch = batch(&Blocks::new(&plan, vec![3, 1, 12]));
    let program = bundle.manifest.programs.iter().find(|program| program.file == "gpu.cl");
    let program = program.expect("a program for GPUs");
    let source = &bundle.files["gpu.cl"];
    let log = |source: &str, survivor_words| {
        let done = simulator.launch(program, source, "run_stage0", &batch, survivor_words);
        done.unwrap_or_else(|error| panic!("{error}")).log
    };
    let room = batch.survivor_capacity as usize;
    assert_eq!(log(source, room), "");
    let spoilt = |from: &str, to: &str, complaint: &str| {
        let source = source.replace(from, to);
        assert!(source.contains(to) && !source.contains(from), "{from} is not there");
        let log = log(&source, room);
        assert!(log.contains(complaint), "{to:?} for {from:?}: {log:?}");
    };
    spoilt("barrier(CLK_LOCAL_MEM_FENCE);", "", "race");
    // What threads without an item report.
    spoilt("word kept = 0;", "word kept;", "uninitialized");
    assert!(log(source, 1).contains("Invalid write"), "{}", log(source, 1));
}
