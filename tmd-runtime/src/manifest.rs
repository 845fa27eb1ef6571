//! What a bundle says about itself, and the checks that make it worth believing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The manifest format that this version writes and reads.
pub const SCHEMA: u32 = 1;

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
    /// What the sources are for: "rust-simd", "opencl", …
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
        }
    }
}

/// One stage: every item is split into `part_count` parts of `part_inputs` inputs, and parts
/// survive or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageManifest {
    /// Name of the stage's function in the sources.
    pub entry: String,
    /// "existence" (a part that survives may hold a case) or "walk" (a part is one input).
    pub kind: String,
    /// Parts of one item.
    pub part_count: u64,
    /// Inputs of one part.
    pub part_inputs: u64,
    /// Inputs of one item: `part_count * part_inputs`.
    pub item_inputs: u64,
    /// Seed words that the stage takes for each block.
    pub seed_words: usize,
    /// What the seed words are.
    pub argument_docs: Vec<ArgumentDoc>,
}

/// One argument of a stage, for whoever reads or calls the kernel.
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
    /// What is bounded.
    pub name: String,
    /// The bound, as exact text.
    pub value: String,
    /// How well it is known ("proved", …).
    pub status: String,
    /// From what it was derived.
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
        self.files.keys().try_for_each(|name| check_file_name(name))
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
        if !matches!(stage.kind.as_str(), "existence" | "walk") {
            return wrong(format!(
                "kind {:?} is neither \"existence\" nor \"walk\"",
                clip(&stage.kind)
            ));
        }
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
        if stage.kind == "walk" && (stage.part_inputs != 1 || index + 1 != stages.len()) {
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
        spoil(|m| m.schema = 2);
        spoil(|m| m.name = "a b".into());
        spoil(|m| m.entry = "main.rs".into());
        spoil(|m| m.stages.clear());
        spoil(|m| m.stages[0].kind = "hope".into());
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
