//! How a program of one's own drives the kernels of a bundle: the part of a manifest that says what can be launched,
//! with which arguments, and what the numbers that go in and come out mean.
//!
//! Everything here follows from the stages and programs of the manifest, so that it cannot contradict them:
//! [`KernelBundle::validate`](crate::KernelBundle::validate) refuses a manifest that says anything else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use tmd_base::named::{kept_by_name, named};

/// How to drive the kernels of a bundle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interface {
    /// What can be launched or called.
    pub entry_points: Vec<EntryPoint>,
    /// Inputs of a full block.
    pub block_inputs: u64,
    /// Seed words of a block, of all stages together.
    pub seed_words: usize,
    /// By stage, the seed words of all stages before it.
    pub seed_offsets: Vec<usize>,
    /// The rules by which indices are computed, and what a caller must look at, by subject.
    pub rules: BTreeMap<String, String>,
    /// Where blocks and their seeds come from.
    pub blocks: BlocksFile,
}

/// A kernel that a host program launches, or a function that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryPoint {
    /// Its name in the file.
    pub name: String,
    /// The file that is compiled to get it.
    pub file: String,
    /// The stages that it runs.
    pub stages: Vec<usize>,
    /// How it is launched.
    pub launch: String,
    /// Its arguments, in this order.
    pub arguments: Vec<Argument>,
    /// What it returns, if anything.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub returns: String,
}

/// An argument of an entry point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// Its name in the sources.
    pub name: String,
    /// The type of the value, or of an element of the buffer.
    #[serde(rename = "type")]
    pub element: Element,
    /// How it is passed.
    pub passing: Passing,
    /// Whether the kernel reads it, writes it, or both.
    pub direction: Direction,
    /// Elements of a buffer, as an expression in the values of other arguments.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub count: String,
    /// What it holds.
    pub holds: String,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// 32 bits, without a sign.
    U32,
    /// 64 bits, without a sign.
    U64,
    /// C's `size_t`.
    Size,
}

named!(Element, "the type of an argument", U32 = "u32", U64 = "u64", Size = "size_t");
kept_by_name!(Element, "type of an argument");

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// A pointer to elements; on a device, to its memory.
    Buffer,
    /// The value itself.
    Value,
}

named!(Passing, "how an argument is passed", Buffer = "buffer", Value = "value");
kept_by_name!(Passing, "way to pass an argument");

/// What a kernel does with an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It reads.
    In,
    /// It writes.
    Out,
    /// It reads and writes.
    InOut,
}

named!(Direction, "the direction of an argument", In = "in", Out = "out", InOut = "in-out");
kept_by_name!(Direction, "direction of an argument");

/// The file that has the blocks of a range with their seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlocksFile {
    /// Its name.
    pub file: String,
    /// The command that writes it beside the kernels.
    pub command: String,
    /// What it is, and where.
    pub form: String,
    /// The fields of its first line.
    pub head: BTreeMap<String, String>,
    /// The fields of each further line, a block.
    pub block: BTreeMap<String, String>,
}
