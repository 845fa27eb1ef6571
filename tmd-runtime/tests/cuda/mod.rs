//! A toy with two stages, as CUDA sources and as a rule, and what must hold of it on every device.

use std::thread;

use tmd_runtime::{
    Block, Deployment, Device, DeviceKind, Error, Kernel, KernelBundle, Manifest, ProgramManifest,
    StageKind, StageManifest,
};

/// The toy, a kernel a stage.
pub(crate) const PHASED: &str = include_str!("phased.cu");
const FUSED: &str = include_str!("fused.cu");

/// Items of a full block, and parts of an item by stage.
const ITEMS: u64 = 32;
const PARTS: [u64; 2] = [8, 16];
const BLOCK_INPUTS: u64 = ITEMS * PARTS[0] * PARTS[1];

/// The toy's bundle with another text for its phased program.
pub(crate) fn bundle(phased: &str) -> KernelBundle {
    let stage = |kind: StageKind, items, part_count, part_inputs, seed_words| StageManifest {
        kind,
        part_count,
        part_inputs,
        item_inputs: part_count * part_inputs,
        items,
        seed_words,
        ..StageManifest::default()
    };
    let program = |deployment: Deployment| ProgramManifest {
        file: format!("{deployment}.cu"),
        device: DeviceKind::Gpu,
        deployment,
        group_size: 32,
        item_threads: vec![4, 1],
    };
    let manifest = Manifest {
        name: "toy".into(),
        target: "cuda".into(),
        stages: vec![
            stage(StageKind::Existence, ITEMS, PARTS[0], PARTS[1], 1),
            stage(StageKind::Walk, ITEMS * PARTS[0], PARTS[1], 1, 2),
        ],
        entry: "phased.cu".into(),
        programs: vec![program(Deployment::Phased), program(Deployment::Fused)],
        ..Manifest::default()
    };
    let files = [("phased.cu", phased), ("fused.cu", FUSED)];
    let files = files.map(|(name, text)| (name.to_string(), text.to_string())).into();
    KernelBundle::new(manifest, files).expect("the toy is sound")
}

/// The rule: what survives a stage of a block.
fn survivors(stage: usize, seed: &[u64], items: &[u64]) -> Vec<u64> {
    let parts = items.iter().flat_map(|item| item * PARTS[stage]..(item + 1) * PARTS[stage]);
    let survives = |part: &u64| match stage {
        0 => ((part * 37) ^ seed[0]) % 8 < 3,
        _ => (part ^ seed[0] ^ seed[1]).is_multiple_of(16),
    };
    parts.filter(survives).collect()
}

/// A block of so many items.
fn block(items: u64, tag: u64) -> Block {
    let seeds = vec![vec![tag * 5], vec![tag * 7 + 2, tag + 3]];
    Block { kernel: 0, seeds, items, inputs: items * PARTS[0] * PARTS[1], tag }
}

/// Blocks of many lengths: of more items than the groups of a device take at a time.
fn batch(start: u64, count: u64) -> Vec<Block> {
    (0..count).map(|tag| block(ITEMS - (start + 3 * tag) % (ITEMS + 1), start + tag)).collect()
}

/// Survivors of each stage of a batch, the last as they are numbered over it.
fn wanted(batch: &[Block]) -> (u64, Vec<u64>) {
    let (mut first, mut candidates) = (0, vec![]);
    for (index, block) in (0..).zip(batch) {
        let items: Vec<u64> = (0..block.items).collect();
        let parts = survivors(0, &block.seeds[0], &items);
        let inputs = survivors(1, &block.seeds[1], &parts);
        first += parts.len() as u64;
        candidates.extend(inputs.into_iter().map(|input| index * BLOCK_INPUTS + input));
    }
    (first, candidates)
}

/// Loads the toy.
pub(crate) fn load(device: &dyn Device) -> std::sync::Arc<dyn Kernel> {
    device.load(&bundle(PHASED)).unwrap_or_else(|error| panic!("{error}"))
}

/// Single stages and batches find what the rule says, in several threads at a time.
pub(crate) fn check(kernel: &dyn Kernel) {
    thread::scope(|scope| {
        for start in 0..3 {
            scope.spawn(move || {
                check_stages(kernel);
                check_batches(kernel, start);
            });
        }
    });
}

fn check_stages(kernel: &dyn Kernel) {
    for (stage, seed, items) in [(0, &[0x35][..], ITEMS), (1, &[3, 9], ITEMS * PARTS[0])] {
        // Shuffled, some missing, some twice.
        let items: Vec<u64> = (0..400).map(|index| index * index % items).collect();
        let mut found = vec![];
        kernel.run_stage(stage, seed, &items, &mut found).expect("run");
        let mut wanted = survivors(stage, seed, &items);
        wanted.sort_unstable();
        assert!(!wanted.is_empty());
        assert_eq!(found, wanted, "stage {stage} of {}", kernel.describe());
    }
}

fn check_batches(kernel: &dyn Kernel, start: u64) {
    let batches = [batch(start, 25), batch(start + 7, 1), batch(start + 30, 9), batch(start, 40)];
    let mut queue = kernel.queue().expect("a queue").expect("batches");
    assert!(queue.depth() == 2 && queue.batch_blocks() >= 40);
    for pair in batches.chunks(2) {
        pair.iter().for_each(|batch| queue.submit(batch).expect("submit"));
        for batch in pair {
            let outcome = queue.collect().expect("collect");
            let (first, wanted) = wanted(batch);
            assert_eq!(outcome.survivors, [first, wanted.len() as u64]);
            assert!(outcome.seconds.iter().all(|seconds| *seconds >= 0.0));
            let mut found = outcome.candidates.expect("all had room");
            found.sort_unstable();
            assert_eq!(found, wanted, "batches of {}", kernel.describe());
        }
    }
}

/// Whether a kernel's batches find what the rule says; an error is no such thing either.
#[allow(dead_code)] // not every suite asks
pub(crate) fn is_right(kernel: &dyn Kernel) -> Result<bool, Error> {
    let batch = batch(0, 40);
    let mut queue = kernel.queue()?.expect("batches");
    queue.submit(&batch)?;
    let mut found = queue.collect()?.candidates.expect("room");
    found.sort_unstable();
    Ok(found == wanted(&batch).1)
}
