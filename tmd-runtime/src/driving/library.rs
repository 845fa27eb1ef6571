//! The interface of kernels that are compiled as a library: Rust and C.

use std::collections::BTreeMap;

use super::texts;
use crate::interface::{Argument, Direction, Element, EntryPoint, Passing};
use crate::manifest::Manifest;

/// The one function of a library, which runs any stage.
pub(super) fn entry_point(manifest: &Manifest) -> EntryPoint {
    let buffer = |name: &str, direction, count: &str, holds: &str| Argument {
        name: name.to_owned(),
        element: Element::U64,
        passing: Passing::Buffer,
        direction,
        count: count.to_owned(),
        holds: holds.to_owned(),
    };
    let value = |name: &str, element, holds: &str| Argument {
        name: name.to_owned(),
        element,
        passing: Passing::Value,
        direction: Direction::In,
        count: String::new(),
        holds: holds.to_owned(),
    };
    EntryPoint {
        name: "tmd_run".to_owned(),
        file: manifest.entry.clone(),
        stages: (0..manifest.stages.len()).collect(),
        launch: "a function with C's calling convention; calls do not share anything".to_owned(),
        arguments: vec![
            value("stage", Element::U32, "the stage to run"),
            buffer("seed", Direction::In, "seed_len", "the stage's seed words of one block"),
            value("seed_len", Element::Size, "seed_words of the stage"),
            buffer("items", Direction::In, "count", "indices of items in the block: rules items and parts"),
            value("count", Element::Size, "how many items there are"),
            buffer("out", Direction::Out, "capacity", "indices of the parts that survive, in any order"),
            value("capacity", Element::Size, "length of out; those beyond are counted, not written"),
        ],
        returns: "size_t: how many parts survive; SIZE_MAX for a stage or a seed that does not fit; SIZE_MAX - n if \
            loop n of the stage, counted from 1, has passed its proved bound: nothing that was found is of use then"
            .to_owned(),
    }
}

/// The arithmetic of one block.
pub(super) fn rules() -> BTreeMap<String, String> {
    texts(&[
        ("seeds", "for stage s, the words of seeds[s] of the block's line"),
        ("items", "at stage 0, each i below the items of the block's line"),
        (
            "parts",
            "part j of item k of stage s is k * stages[s].part_count + j, and that is an item of stage s + 1",
        ),
        (
            "inputs",
            "part p of the last stage has the inputs t = p * part_inputs of the block and the next ones, part_inputs of \
             them; input t of a block is (first + t) * 2^exponent",
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
            "if more survive than capacity, what did not fit was lost: call again with more room",
        ),
        (
            "candidates",
            "every hard-to-round case of the blocks is among the inputs that survive all stages; a few others are, too",
        ),
    ])
}
