//! A tiny kernel set for the tests: two stages, with the same rule in the emitted source and here.

use std::collections::BTreeMap;

use tmd_base::target::RUST_SIMD;

use crate::bundle::KernelBundle;
use crate::deployment::{Deployment, DeviceKind};
use crate::kernel::BatchOutcome;
use crate::kernel::Block;
use crate::manifest::{Manifest, ProgramManifest, StageKind, StageManifest};

/// The sources of the toy: a part survives when some bits of `seed ^ part` are zero.
const LIB: &str = r#"
mod bits;

#[unsafe(no_mangle)]
pub extern "C" fn tmd_abi() -> u32 {
    2
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn tmd_run(
    stage: u32,
    seed: *const u64,
    seed_len: usize,
    items: *const u64,
    count: usize,
    out: *mut u64,
    capacity: usize,
) -> usize {
    let (seed, items, out) = unsafe {
        (
            std::slice::from_raw_parts(seed, seed_len),
            std::slice::from_raw_parts(items, count),
            std::slice::from_raw_parts_mut(out, capacity),
        )
    };
    let parts = if stage == 0 { 4 } else { 16 };
    let mut survivors = 0;
    for item in items {
        for part in item * parts..(item + 1) * parts {
            if bits::survives(stage, seed[0], part) {
                if survivors < capacity {
                    out[survivors] = part;
                }
                survivors += 1;
            }
        }
    }
    survivors
}
"#;

/// The rule itself; the levels differ in nothing.
const BITS: &str = r#"
#[cfg(any(tmd_level = "avx512", tmd_level = "avx2", tmd_level = "portable"))]
pub fn survives(stage: u32, seed: u64, part: u64) -> bool {
    (seed ^ part) & if stage == 0 { 3 } else { 15 } == 0
}
"#;

/// A sound bundle with the toy's sources.
pub(crate) fn toy_bundle() -> KernelBundle {
    toy_bundle_with(LIB)
}

/// The toy's manifest with another `lib.rs`.
pub(crate) fn toy_bundle_with(lib: &str) -> KernelBundle {
    let stage = |entry: &str, kind, part_count, part_inputs| StageManifest {
        entry: entry.into(),
        kind,
        part_count,
        part_inputs,
        item_inputs: part_count * part_inputs,
        items: 1,
        seed_words: 1,
        argument_docs: Vec::new(),
        loops: Vec::new(),
    };
    let manifest = Manifest {
        name: "toy".into(),
        function: "exp(x)".into(),
        target: RUST_SIMD.into(),
        stages: vec![
            stage("test", StageKind::Existence, 4, 16),
            stage("walk", StageKind::Walk, 16, 1),
        ],
        entry: "lib.rs".into(),
        ..Manifest::default()
    };
    let files = BTreeMap::from([("lib.rs".into(), lib.into()), ("bits.rs".into(), BITS.into())]);
    KernelBundle::new(manifest, files).expect("the toy is sound")
}

/// The survivors that the toy's stages return.
pub(crate) fn toy_survivors(stage: usize, seed: &[u64], items: &[u64]) -> Vec<u64> {
    let (parts, mask) = if stage == 0 { (4, 3) } else { (16, 15) };
    let all = items.iter().flat_map(|item| item * parts..(item + 1) * parts);
    all.filter(|part| (seed[0] ^ part) & mask == 0).collect()
}

/// The toy's stages for devices that take batches: blocks of at most 16 items, 1024 inputs. The
/// second stage takes two seed words, which the rule joins by exclusive or.
pub(crate) fn batch_stages() -> Vec<StageManifest> {
    let mut stages = toy_bundle().manifest.stages;
    (stages[0].items, stages[1].items) = (16, 64);
    stages[1].seed_words = 2;
    stages
}

/// A block of so many items, with seeds that depend on `tag`.
pub(crate) fn batch_block(items: u64, tag: u64) -> Block {
    let seeds = vec![vec![tag], vec![tag * 7, tag + 3]];
    Block { kernel: 0, seeds, items, inputs: items * 64, tag }
}

/// The survivors that the stages of the batch toy return.
pub(crate) fn batch_survivors(stage: usize, seed: &[u64], items: &[u64]) -> Vec<u64> {
    toy_survivors(stage, &[seed.iter().fold(0, |all, word| all ^ word)], items)
}

/// The candidates of a block of the batch toy, ascending.
pub(crate) fn batch_candidates(block: &Block) -> Vec<u64> {
    let items: Vec<u64> = (0..block.items).collect();
    let parts = batch_survivors(0, &block.seeds[0], &items);
    batch_survivors(1, &block.seeds[1], &parts)
}

/// The candidates of a batch of the toy, as they are numbered over the batch.
pub(crate) fn batch_wanted(batch: &[Block]) -> Vec<u64> {
    let own = |(number, block): (u64, &Block)| {
        let candidates = batch_candidates(block).into_iter();
        candidates.map(move |candidate| number * 1024 + candidate)
    };
    (0..).zip(batch).flat_map(own).collect()
}

/// The candidates of an outcome, ascending.
pub(crate) fn sorted(outcome: BatchOutcome) -> Option<Vec<u64>> {
    outcome.candidates.map(|mut candidates| {
        candidates.sort_unstable();
        candidates
    })
}

/// The batch toy's program of this deployment.
pub(crate) fn batch_program(deployment: Deployment) -> ProgramManifest {
    ProgramManifest {
        file: format!("{deployment}.cl"),
        device: DeviceKind::Gpu,
        deployment,
        group_size: 8,
        item_threads: vec![4, 1],
    }
}
