//! The interface of kernels that a device's own compiler compiles: OpenCL and CUDA.

use std::collections::BTreeMap;

use super::texts;
use crate::interface::{Argument, Direction, Element, EntryPoint, Passing};
use crate::manifest::{Manifest, OVERRUN_COUNTS, ProgramManifest};

/// One kernel for each stage of a phased program, and one for all stages of a fused one.
pub(super) fn entry_points(manifest: &Manifest) -> Vec<EntryPoint> {
    let count = manifest.stages.len();
    let of_program = |program: &ProgramManifest| -> Vec<EntryPoint> {
        match program.is_fused() {
            true => vec![entry_point(manifest, program, "run_fused", 0..count)],
            false => (0..count)
                .map(|s| entry_point(manifest, program, &format!("run_stage{s}"), s..s + 1))
                .collect(),
        }
    };
    manifest.programs.iter().flat_map(of_program).collect()
}

fn entry_point(
    manifest: &Manifest,
    program: &ProgramManifest,
    name: &str,
    stages: std::ops::Range<usize>,
) -> EntryPoint {
    let (first, after) = (stages.start, stages.end);
    let last = after.saturating_sub(1);
    let words: usize = manifest.stages.iter().map(|stage| stage.seed_words).sum();
    let counts = manifest.stages.len() + 1 + OVERRUN_COUNTS;
    let buffer = |name: &str, element, direction, count: String, holds: String| Argument {
        name: name.to_owned(),
        element,
        passing: Passing::Buffer,
        direction,
        count,
        holds,
    };
    let value = |name: &str, holds: String| Argument {
        name: name.to_owned(),
        element: Element::U32,
        passing: Passing::Value,
        direction: Direction::In,
        count: String::new(),
        holds,
    };
    let counted = match after - first {
        1 => format!(
            "counts[{first}] is read: how many items there are; counts[{after}] grows by the survivors"
        ),
        _ => format!(
            "counts[{first}] is read: how many items there are; counts[s + 1] grows by the survivors of stage s"
        ),
    };
    EntryPoint {
        name: name.to_owned(),
        file: program.file.clone(),
        stages: stages.collect(),
        launch: format!(
            "in one dimension, any number of groups of exactly {} work-items (threads of a CUDA block)",
            program.group_size
        ),
        arguments: vec![
            buffer(
                "seeds",
                Element::U64,
                Direction::In,
                format!("{words} * blocks"),
                "the seed words of the batch: rule seeds".to_owned(),
            ),
            value("blocks", "blocks of the batch".to_owned()),
            buffer(
                "items",
                Element::U64,
                Direction::In,
                "item_capacity".to_owned(),
                format!(
                    "indices of the items of stage {first} in the batch: rules items and parts"
                ),
            ),
            value(
                "item_capacity",
                format!(
                    "length of items; item_capacity * {} must stay below 2^32",
                    manifest.stages.get(first).map_or(0, |stage| stage.part_count)
                ),
            ),
            buffer(
                "counts",
                Element::U32,
                Direction::InOut,
                counts.to_string(),
                format!("{counted}; set all others to 0 before: rules room and overrun"),
            ),
            buffer(
                "survivors",
                Element::U64,
                Direction::Out,
                "survivor_capacity".to_owned(),
                format!(
                    "indices of the parts of stage {last} that survive, in any order: rule parts"
                ),
            ),
            value(
                "survivor_capacity",
                "length of survivors; those beyond are not written".to_owned(),
            ),
        ],
        returns: String::new(),
    }
}

/// The arithmetic of a batch of blocks.
pub(super) fn rules(stages: usize) -> BTreeMap<String, String> {
    let overrun = stages + 1;
    let mut rules = texts(&[
        (
            "batch",
            "any blocks of the file for this kernel, numbered from 0: b is a block's number in the batch",
        ),
        (
            "seeds",
            "seeds[(seed_offsets[s] + i) * blocks + b] is word i of the seed of block b for stage s",
        ),
        (
            "items",
            "at stage 0, b * stages[0].items + i for each block b of the batch and each i below the items of its line",
        ),
        (
            "parts",
            "part j of item k of stage s is k * stages[s].part_count + j, and that is an item of stage s + 1",
        ),
        (
            "inputs",
            "part p of the last stage has part_inputs inputs: with u = p * part_inputs, block b = u / block_inputs \
             (rounded down), t = u % block_inputs and the next ones; input t of a block is (first + t) * 2^exponent",
        ),
        (
            "beyond",
            "a t that is not below the inputs of its block's line is beyond the range: ignore it",
        ),
        (
            "repeats",
            "a stage of kind arcs may report a part several times: drop repeats before the next stage, and at the end",
        ),
        (
            "room",
            "if counts[s + 1] exceeds survivor_capacity, what did not fit was lost: launch again with more room",
        ),
        (
            "candidates",
            "every hard-to-round case of the blocks is among the inputs that survive all stages; a few others are, too",
        ),
    ]);
    rules.insert(
        "overrun".to_owned(),
        format!(
            "if counts[{overrun}] is not 0, a loop has passed its proved bound and nothing that was found is of use: \
             counts[{}], counts[{}] and counts[{}] are the stage, the number of the loop from 1, and the block",
            overrun + 1,
            overrun + 2,
            overrun + 3
        ),
    );
    rules
}
