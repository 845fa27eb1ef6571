//! A tiny kernel set for the tests: two stages, with the same rule in the emitted source and here.

use std::collections::BTreeMap;

use crate::bundle::KernelBundle;
use crate::manifest::{Manifest, StageManifest};

/// The sources of the toy: a part survives when some bits of `seed ^ part` are zero.
const LIB: &str = r#"
mod bits;

#[unsafe(no_mangle)]
pub extern "C" fn tmd_abi() -> u32 {
    1
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
    let stage = |entry: &str, kind: &str, part_count, part_inputs| StageManifest {
        entry: entry.into(),
        kind: kind.into(),
        part_count,
        part_inputs,
        item_inputs: part_count * part_inputs,
        items: 1,
        seed_words: 1,
        argument_docs: Vec::new(),
    };
    let manifest = Manifest {
        name: "toy".into(),
        function: "exp(x)".into(),
        target: "rust-simd".into(),
        stages: vec![stage("test", "existence", 4, 16), stage("walk", "walk", 16, 1)],
        entry: "lib.rs".into(),
        ..Manifest::default()
    };
    let files = BTreeMap::from([("lib.rs".into(), lib.into()), ("bits.rs".into(), BITS.into())]);
    KernelBundle::new(manifest, files).expect("the toy is sound")
}

/// What the toy's stages return.
pub(crate) fn toy_survivors(stage: usize, seed: &[u64], items: &[u64]) -> Vec<u64> {
    let (parts, mask) = if stage == 0 { (4, 3) } else { (16, 15) };
    let all = items.iter().flat_map(|item| item * parts..(item + 1) * parts);
    all.filter(|part| (seed[0] ^ part) & mask == 0).collect()
}
