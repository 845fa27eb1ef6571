//! The manifest of a bundle, and the checks that make it trustworthy.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use tmd_base::named::{kept_by_name, named};

use crate::deployment::{Deployment, DeviceKind};
use crate::error::Error;
use crate::interface::Interface;

/// The manifest format that this version writes and reads.
pub const SCHEMA: u32 = 3;

/// Counters of a batch that tell of loops that passed their bounds, see [`ProgramManifest`].
pub const OVERRUN_COUNTS: usize = 4;

/// Most parts that one item may have: the survivors of one item must fit a buffer.
pub const MAX_PART_COUNT: u64 = 1 << 28;

/// Description of a kernel bundle; written beside its files as `manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of this format: [`SCHEMA`].
    pub schema: u32,
    /// Short name: letters, digits, `-` and `_`.
    pub name: String,
    /// The function searched, as the user wrote it.
    pub function: String,
    /// The target of the sources: "rust-simd", "opencl", …
    pub target: String,
    /// The command that makes this bundle again.
    pub command: String,
    /// The stages, in the order in which they run.
    pub stages: Vec<StageManifest>,
    /// The proved bounds that the kernels rest on.
    pub bounds: Vec<BoundEntry>,
    /// SHA-256 of each file, in hexadecimal.
    pub files: BTreeMap<String, String>,
    /// The file to hand to the compiler.
    pub entry: String,
    /// Hash of the plan that the kernels were made from.
    pub plan_hash: String,
    /// Which kernel of that plan this is.
    #[serde(default)]
    pub kernel: usize,
    /// The sources that a device's own compiler is given, one or more for each kind of device; empty
    /// for targets that are compiled as a library.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramManifest>,
    /// How a program of one's own drives the kernels; [`KernelBundle::new`](crate::KernelBundle::new) fills it in.
    #[serde(default)]
    pub interface: Interface,
}

/// One source file that holds the kernels of all stages, written for one kind of device.
///
/// # The interface of its kernels
///
/// A *batch* is a number of blocks that share the kernel. Seed words lie as a structure of arrays:
/// with o(s) the seed words of all stages before stage s, word i of stage s of block b is
/// `seeds[(o(s) + i) * blocks + b]`. Items, too, are counted over the batch: item i of block b of
/// stage s is `b * items(s) + i`, with `items(s)` the [`StageManifest::items`] of a full block; so
/// that part j of it is `(b * items(s) + i) * part_count(s) + j`, the same rule as in a block, and the
/// parts of a stage are the items of the next. `counts[s]` is how many items stage s has, `counts[s +
/// 1]` how many survivors it found. Behind the counts of S stages come [`OVERRUN_COUNTS`] words on
/// loops that were about to pass their bounds: `counts[S + 1]` is how often that happened; for the first
/// time the next ones are the stage, the loop's number in [`StageManifest::loops`], from 1, and the block in
/// the batch. If there was one, nothing that was found is of use.
///
/// "phased": stage s is the kernel `run_stage{s}`, "fused": all stages are the kernel `run_fused`.
/// Either has the arguments
///
/// | argument | type | |
/// |---|---|---|
/// | `seeds` | `const u64 *` | seed words of the batch |
/// | `blocks` | `u32` | blocks of the batch |
/// | `items` | `const u64 *` | items of stage s (fused: of stage 0) |
/// | `item_capacity` | `u32` | length of `items`; where `counts[s]` is more, the rest was lost |
/// | `counts` | `u32 *` | read at s, added to at s + 1 (fused: at every s + 1); overruns behind |
/// | `survivors` | `u64 *` | surviving parts of stage s (fused: of the last) in any order |
/// | `survivor_capacity` | `u32` | length of `survivors`; those beyond are counted, not written |
///
/// and may be launched with any number of groups of exactly `group_size` work-items in one
/// dimension: each goes on with further items until there are none. The caller sees to it that
/// `item_capacity * part_count` stays below 2^32, so that no count can wrap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramManifest {
    /// The file.
    pub file: String,
    /// The kind of device that it is written for: "cpu" (vector types) or "gpu" (scalar threads).
    pub device: DeviceKind,
    /// How stages follow each other: "phased" or "fused".
    pub deployment: Deployment,
    /// Work-items of a group.
    pub group_size: u32,
    /// Work-items that share an item, by stage; each divides `group_size`.
    pub item_threads: Vec<u32>,
}

impl ProgramManifest {
    /// Whether all stages are one kernel.
    pub fn is_fused(&self) -> bool {
        self.deployment == Deployment::Fused
    }
}

impl Default for Manifest {
    fn default() -> Manifest {
        Manifest {
            schema: SCHEMA,
            name: String::new(),
            function: String::new(),
            target: String::new(),
            command: String::new(),
            stages: Vec::new(),
            bounds: Vec::new(),
            files: BTreeMap::new(),
            entry: String::new(),
            plan_hash: String::new(),
            kernel: 0,
            programs: Vec::new(),
            interface: Interface::default(),
        }
    }
}

/// What a stage does with the parts of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StageKind {
    /// A part that survives may hold a case.
    #[default]
    Existence,
    /// Likewise, found by solving for the inputs: a part may be reported several times.
    Arcs,
    /// A part is one input.
    Walk,
}

named!(StageKind, "the kind of stage", Existence = "existence", Arcs = "arcs", Walk = "walk");
kept_by_name!(StageKind, "kind of stage");

/// One stage: every item is split into `part_count` parts of `part_inputs` inputs, and parts
/// survive or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageManifest {
    /// Name of the stage's function in the sources.
    pub entry: String,
    /// What it does with the parts.
    pub kind: StageKind,
    /// Parts of one item.
    pub part_count: u64,
    /// Inputs of one part.
    pub part_inputs: u64,
    /// Inputs of one item: `part_count * part_inputs`.
    pub item_inputs: u64,
    /// Items of a full block, a power of two; 0 where no kernel asks.
    #[serde(default)]
    pub items: u64,
    /// Seed words that the stage takes for each block.
    pub seed_words: usize,
    /// The documentation of the seed words.
    pub argument_docs: Vec<ArgumentDoc>,
    /// The loops whose rounds the kernel counts, in the order of its text: loop 1 is the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<LoopBound>,
}

impl StageManifest {
    /// Whether it may report a part more than once.
    pub(crate) fn repeats(&self) -> bool {
        self.kind == StageKind::Arcs
    }
}

/// A loop that the kernel leaves by a condition, with what was proved of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopBound {
    /// The name of what it loops over.
    pub name: String,
    /// It never has more rounds. A kernel in which one more would begin ends and says so.
    pub rounds: u64,
}

/// The documentation of an argument of a stage, for readers and callers of the kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentDoc {
    /// Its name in the sources.
    pub name: String,
    /// Its shape, such as "4 x u64".
    pub shape: String,
    /// Its units, such as "2^-128 of a breakpoint distance".
    pub units: String,
    /// The values that it may take.
    pub range: String,
}

/// One bound that the kernels rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoundEntry {
    /// The name of the bounded quantity.
    pub name: String,
    /// The bound, as exact text.
    pub value: String,
    /// How well it is known ("proved", …).
    pub status: String,
    /// The derivation.
    pub origin: String,
}

impl Manifest {
    /// Checks everything that can be checked without the files themselves.
    pub fn validate(&self) -> Result<(), Error> {
        self.validate_shape()?;
        if !self.files.contains_key(&self.entry) {
            let entry = clip(&self.entry);
            return Err(Error::bundle(format!("the entry file {entry:?} is not among its files")));
        }
        self.files.keys().try_for_each(|name| check_file_name(name))?;
        self.programs.iter().try_for_each(|program| self.validate_program(program))
    }

    fn validate_program(&self, program: &ProgramManifest) -> Result<(), Error> {
        let wrong = |what: &str| {
            Err(Error::bundle(format!("the program {:?}: {what}", clip(&program.file))))
        };
        if !self.files.contains_key(&program.file) {
            return wrong("the file is not among the bundle's files");
        }
        if self.stages.iter().any(|stage| !stage.items.is_power_of_two()) {
            return wrong("the items of a full block are not a power of two in every stage");
        }
        let divides = |threads: &u32| *threads > 0 && program.group_size.is_multiple_of(*threads);
        if program.item_threads.len() != self.stages.len()
            || !program.item_threads.iter().all(divides)
        {
            return wrong("its threads per item do not divide its group size in every stage");
        }
        Ok(())
    }

    /// Checks what matters to run the kernels: a precompiled kernel set needs no files.
    pub(crate) fn validate_shape(&self) -> Result<(), Error> {
        if self.schema != SCHEMA {
            return Err(wrong_schema(self.schema));
        }
        if !is_slug(&self.name) {
            return Err(Error::bundle(format!(
                "the name {:?} is not made of 1 to 100 letters, digits, `-` and `_`",
                clip(&self.name)
            )));
        }
        validate_stages(&self.stages)
    }
}

pub(crate) fn wrong_schema(found: u32) -> Error {
    Error::bundle(format!("it is of schema {found}, this version reads schema {SCHEMA}"))
}

/// Part indices of one stage are item indices of the next, so the sizes must fit without gap or
/// overlap.
fn validate_stages(stages: &[StageManifest]) -> Result<(), Error> {
    if stages.is_empty() {
        return Err(Error::bundle("it has no stages"));
    }
    let mut expected = None;
    for (index, stage) in stages.iter().enumerate() {
        let wrong = |what: String| {
            Err(Error::bundle(format!("stage {index} ({:?}): {what}", clip(&stage.entry))))
        };
        if stage.part_count == 0 || stage.part_count > MAX_PART_COUNT {
            return wrong(format!(
                "part_count {} is not between 1 and {MAX_PART_COUNT}",
                stage.part_count
            ));
        }
        if stage.part_inputs == 0
            || stage.part_count.checked_mul(stage.part_inputs) != Some(stage.item_inputs)
        {
            return wrong(format!(
                "item_inputs {} is not part_count {} times part_inputs {}",
                stage.item_inputs, stage.part_count, stage.part_inputs
            ));
        }
        if stage.kind == StageKind::Walk && (stage.part_inputs != 1 || index + 1 != stages.len()) {
            return wrong("a walk must come last and have parts of one input".to_string());
        }
        if expected.is_some_and(|inputs| inputs != stage.item_inputs) {
            return wrong("its items are not the parts of the stage before".to_string());
        }
        expected = Some(stage.part_inputs);
    }
    Ok(())
}

/// Names are plain relative paths: nothing that could leave the bundle's directory, hide in it, or
/// read as an option.
pub(crate) fn check_file_name(name: &str) -> Result<(), Error> {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with(['.', '-'])
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    if name.len() > 200 || name == MANIFEST_NAME || !name.split('/').all(plain) {
        return Err(Error::bundle(format!("the file name {:?} is not allowed", clip(name))));
    }
    Ok(())
}

/// The file that holds a package's blocks.
pub const BLOCKS_NAME: &str = "blocks.jsonl";

/// The file that holds the manifest.
pub const MANIFEST_NAME: &str = "manifest.json";

fn is_slug(text: &str) -> bool {
    (1..=100).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The beginning of a text of unknown origin, for a message.
fn clip(text: &str) -> String {
    text.chars().take(120).collect()
}

impl Error {
    /// Loop `number` of a stage was about to pass its bound; what is known of it, `stages` tell.
    pub fn loop_bound(
        kernel: &str,
        stages: &[StageManifest],
        stage: usize,
        number: usize,
    ) -> Error {
        let kernel = kernel.to_owned();
        let loops = stages.get(stage).map_or(&[][..], |stage| &stage.loops);
        match number.checked_sub(1).and_then(|index| loops.get(index)) {
            Some(LoopBound { name, rounds }) => Error::LoopBound {
                kernel,
                stage,
                number,
                name: name.clone(),
                bound: *rounds,
                unit: None,
                block: None,
            },
            None => {
                let reason = format!(
                    "loop {number} of stage {stage} passed its bound, but the manifest has {} loops",
                    loops.len()
                );
                Error::Kernel { kernel, reason }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::toy_bundle;

    #[test]
    fn hostile_names_are_refused() {
        for name in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "./a",
            "a\\b",
            "C:x",
            ".hidden",
            "-o",
            "a\0",
            "a/",
            "manifest.json",
        ] {
            assert!(check_file_name(name).is_err(), "{name:?}");
        }
        assert!(check_file_name(&"a".repeat(201)).is_err());
        for name in ["lib.rs", "core/words.rs", "a-b_c.2"] {
            assert!(check_file_name(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn stages_must_fit_together() {
        let good = toy_bundle().manifest;
        assert!(good.validate().is_ok());
        let spoil = |change: fn(&mut Manifest)| {
            let mut manifest = good.clone();
            change(&mut manifest);
            let error = manifest.validate().expect_err("spoilt");
            assert!(matches!(error, Error::BadBundle { .. }), "{error}");
        };
        spoil(|m| m.schema = 1);
        spoil(|m| m.name = "a b".into());
        spoil(|m| m.entry = "main.rs".into());
        spoil(|m| m.stages.clear());
        spoil(|m| m.stages[0].kind = StageKind::Walk);
        spoil(|m| m.stages[0].part_count = 0);
        spoil(|m| m.stages[0].part_count = u64::MAX);
        spoil(|m| m.stages[0].item_inputs += 1);
        spoil(|m| m.stages.swap(0, 1));
        spoil(|m| {
            m.stages[1].part_count *= 2;
            m.stages[1].item_inputs *= 2;
        });
    }
}
