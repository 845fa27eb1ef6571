//! What a manifest's stages and programs mean for whoever drives the kernels: the making of its
//! [`Interface`].

mod devices;
mod library;

use std::collections::BTreeMap;

use crate::interface::{BlocksFile, Interface};
use crate::manifest::{BLOCKS_NAME, Manifest, StageManifest};

/// The interface of the kernels that a manifest describes.
pub(crate) fn interface(manifest: &Manifest) -> Interface {
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
    let full = |stage: &StageManifest| stage.items.saturating_mul(stage.item_inputs);
    Interface {
        entry_points,
        block_inputs: stages.first().map_or(0, full),
        seed_words: stages.iter().map(|stage| stage.seed_words).sum(),
        seed_offsets: seed_offsets.collect(),
        rules,
        blocks: blocks_file(manifest),
    }
}

/// Where the blocks of a kernel's range are, and what their file says.
fn blocks_file(manifest: &Manifest) -> BlocksFile {
    let form = "JSON, one object a line: a head, then the blocks. It lies beside this manifest, or in \
            the folder above if the plan has several kernels. A range with too many blocks to list has none";
    BlocksFile {
        file: BLOCKS_NAME.to_owned(),
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
            ("kernel", "which kernel of the plan searches it: the field kernel of its manifest"),
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

/// Texts by name.
fn texts(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
    entries.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}
