//! The blocks of a search with their seeds, as a text of one line each.

use serde::{Deserialize, Serialize};

use super::input::InputRun;
use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::kernel::Block;
pub use crate::manifest::BLOCKS_NAME;

/// Version of the file's meaning.
const SCHEMA: u32 = 1;

/// The inputs that are to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The plan that the seeds belong to.
    pub plan_hash: String,
    /// The blocks that kernels search.
    pub blocks: Vec<SeededBlock>,
    /// Runs that no kernel searches: all their inputs may be HR-cases.
    pub unsearched: Vec<InputRun>,
}

/// A run of inputs with the words that its kernel starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeededBlock {
    /// The inputs.
    #[serde(flatten)]
    pub run: InputRun,
    /// Which of the package's kernels searches them.
    pub kernel: usize,
    /// Items of the first stage.
    pub items: u64,
    /// For each stage its words.
    #[serde(with = "hexadecimal")]
    pub seeds: Vec<Vec<u64>>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    schema: u32,
    plan_hash: String,
    blocks: usize,
    unsearched: Vec<InputRun>,
}

impl Blocks {
    /// Inputs that kernels search.
    pub fn inputs(&self) -> u128 {
        self.blocks.iter().map(|block| u128::from(block.run.inputs)).sum()
    }

    /// The text of the file: a line that says what it is, then a line a block.
    ///
    /// # Errors
    /// None that is known; writing JSON may fail.
    pub fn text(&self) -> Result<String, Error> {
        let head = Head {
            schema: SCHEMA,
            plan_hash: self.plan_hash.clone(),
            blocks: self.blocks.len(),
            unsearched: self.unsearched.clone(),
        };
        let mut lines = vec![serde_json::to_string(&head)];
        lines.extend(self.blocks.iter().map(serde_json::to_string));
        let lines: Result<Vec<String>, _> = lines.into_iter().collect();
        let lines = lines.map_err(|error| Error::bundle(format!("{BLOCKS_NAME}: {error}")))?;
        Ok(lines.join("\n") + "\n")
    }

    /// Reads the text back.
    ///
    /// # Errors
    /// If it is malformed or not whole.
    pub fn parse(text: &str) -> Result<Blocks, Error> {
        let malformed = |line: usize, reason: String| {
            Error::bundle(format!("{BLOCKS_NAME}, line {line}: {reason}"))
        };
        let mut lines = text.lines().zip(1..);
        let (first, _) = lines.next().ok_or_else(|| malformed(1, "it is empty".to_owned()))?;
        let head: Head =
            serde_json::from_str(first).map_err(|error| malformed(1, error.to_string()))?;
        if head.schema != SCHEMA {
            let reason =
                format!("schema {} is not {SCHEMA}, which this program reads", head.schema);
            return Err(malformed(1, reason));
        }
        let blocks: Vec<SeededBlock> = lines
            .map(|(line, number)| {
                serde_json::from_str(line).map_err(|error| malformed(number, error.to_string()))
            })
            .collect::<Result<_, _>>()?;
        if blocks.len() != head.blocks {
            let reason = format!("{} blocks of {}: the file is cut", blocks.len(), head.blocks);
            return Err(malformed(blocks.len() + 1, reason));
        }
        Ok(Blocks { plan_hash: head.plan_hash, blocks, unsearched: head.unsearched })
    }

    /// Checks that these are blocks for kernels of these bundles.
    pub(super) fn check(&self, bundles: &[KernelBundle]) -> Result<(), Error> {
        for bundle in bundles {
            if bundle.manifest.plan_hash != self.plan_hash {
                let name = &bundle.manifest.name;
                return Err(Error::bundle(format!("{BLOCKS_NAME} and {name} are of two plans")));
            }
        }
        match self.blocks.iter().find(|block| block.kernel >= bundles.len()) {
            None => Ok(()),
            Some(block) => Err(Error::bundle(format!(
                "{BLOCKS_NAME} is for a kernel {} of {}",
                block.kernel,
                bundles.len()
            ))),
        }
    }
}

impl SeededBlock {
    /// The block as a job gives it to its kernel, with `tag` for the job's own use.
    pub fn block(&self, tag: u64) -> Block {
        Block {
            kernel: self.kernel,
            seeds: self.seeds.clone(),
            items: self.items,
            inputs: self.run.inputs,
            tag,
        }
    }
}

/// A stage's words as one text of hexadecimal numbers.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(seeds: &[Vec<u64>], s: S) -> Result<S::Ok, S::Error> {
        let text = |words: &Vec<u64>| -> String {
            words.iter().map(|word| format!("{word:x}")).collect::<Vec<_>>().join(" ")
        };
        seeds.iter().map(text).collect::<Vec<_>>().serialize(s)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<Vec<u64>>, D::Error> {
        let word = |text: &str| u64::from_str_radix(text, 16).map_err(D::Error::custom);
        let texts = Vec::<String>::deserialize(d)?;
        texts.iter().map(|text| text.split_whitespace().map(word).collect()).collect()
    }
}
