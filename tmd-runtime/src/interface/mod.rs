//! How a program of one's own drives the kernels of a bundle: the part of a manifest that says what can be launched,
//! with which arguments, and what the numbers that go in and come out mean.
//!
//! Everything here follows from the stages and programs of the manifest, so that it cannot contradict them:
//! [`Manifest::validate`](crate::Manifest::validate) refuses a manifest that says anything else.

mod devices;
mod library;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use tmd_base::named::{kept_by_name, named};

use crate::manifest::Manifest;

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

impl Interface {
    /// The interface of the kernels that a manifest describes.
    pub fn of(manifest: &Manifest) -> Interface {
        let Manifest { stages, programs, .. } = manifest;
        let seed_offsets = stages.iter().scan(0, |words, stage| {
            let before = *words;
            *words += stage.seed_words;
            Some(before)
        });
        let (entry_points, rules) = match programs.is_empty() {
            true => (vec![library::entry_point(manifest)], library::rules()),
            false => (devices::entry_points(manifest), devices::rules(stages.len())),
        };
        let full = |stage: &crate::StageManifest| stage.items.saturating_mul(stage.item_inputs);
        Interface {
            entry_points,
            block_inputs: stages.first().map_or(0, full),
            seed_words: stages.iter().map(|stage| stage.seed_words).sum(),
            seed_offsets: seed_offsets.collect(),
            rules,
            blocks: BlocksFile::of(manifest),
        }
    }

    /// The entry points of a file.
    pub fn of_file<'a>(&'a self, file: &'a str) -> impl Iterator<Item = &'a EntryPoint> {
        self.entry_points.iter().filter(move |entry| entry.file == file)
    }
}

impl BlocksFile {
    fn of(manifest: &Manifest) -> BlocksFile {
        let form = "JSON, one object a line: a head, then the blocks. It lies beside this manifest, or in \
            the folder above if the plan has several kernels. A range with too many blocks to list has none";
        BlocksFile {
            file: crate::package::BLOCKS_NAME.to_owned(),
            command: format!("{} --emit source,manifest,blocks -o FOLDER", manifest.command),
            form: form.to_owned(),
            head: texts(&[
                ("schema", "version of the file's form"),
                ("plan_hash", "the plan_hash of all manifests that it belongs to"),
                ("blocks", "lines that follow"),
                (
                    "unsearched",
                    "runs of inputs (first, exponent, inputs) that no kernel searches: each of them is a candidate",
                ),
            ]),
            block: texts(&[
                (
                    "first",
                    "an integer in decimal, as a string: the block's first input is first * 2^exponent",
                ),
                (
                    "exponent",
                    "the exponent of the inputs' last place: input t of the block is (first + t) * 2^exponent, exactly",
                ),
                ("inputs", "inputs of the block: t counts from 0 to inputs - 1"),
                (
                    "kernel",
                    "which kernel of the plan searches it: the field kernel of its manifest",
                ),
                (
                    "items",
                    "items of stage 0 that cover the block; the last may reach beyond its inputs",
                ),
                (
                    "seeds",
                    "for each stage a string: its seed words, hexadecimal, with a space between two of them",
                ),
            ]),
        }
    }
}

/// Texts by name.
fn texts(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    entries.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}
