//! A package's blocks as a job.

use std::sync::Arc;

use super::blocks::Blocks;
use super::input::{Input, InputRun};
use crate::error::Error;
use crate::job::{self, Counts, Job, Options, Progress, Timing};
use crate::kernel::{Block, Kernel};
use crate::narrow;

/// An input that the kernels did not exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Index of its block.
    pub block: usize,
    /// Its index in the block.
    pub index: u64,
    /// The input.
    pub input: Input,
}

/// The outcome of searching a package.
///
/// Every HR-case of the searched blocks is among the candidates. A candidate need not be one: kernels
/// compare with a threshold that has their own error added. Who wants to know computes the function
/// there, precisely enough.
#[derive(Debug)]
pub struct Candidates {
    /// The inputs that were not excluded, in the order of the blocks.
    pub candidates: Vec<Candidate>,
    /// Runs that no kernel searched: all their inputs are candidates, too.
    pub unsearched: Vec<InputRun>,
    /// How many inputs the finished blocks have.
    pub searched: u128,
    /// Whether all blocks were finished.
    pub is_complete: bool,
    /// Parts that the stages looked at and let through.
    pub counts: Counts,
    /// The threads' time by what it was spent on.
    pub timing: Timing,
    /// The error that ended the search early; what was finished is here all the same.
    pub error: Option<Error>,
}

impl Candidates {
    /// The outcome if the search is complete.
    ///
    /// # Errors
    /// What ended it early.
    pub fn complete(self) -> Result<Self, Error> {
        match self {
            Candidates { is_complete: true, .. } => Ok(self),
            Candidates { error: Some(error), .. } => Err(error),
            _ => Err(Error::Stopped),
        }
    }
}

/// Blocks of a unit: enough to keep a device's queue filled, few enough to spread over all cores.
const UNIT: usize = 4;

struct PackageJob<'a>(&'a Blocks);

impl PackageJob<'_> {
    fn unit(&self, unit: usize) -> std::ops::Range<usize> {
        UNIT * unit..self.0.blocks.len().min(UNIT * (unit + 1))
    }
}

impl Job for PackageJob<'_> {
    type Found = Candidate;

    fn units(&self) -> usize {
        self.0.blocks.len().div_ceil(UNIT)
    }

    fn unit_inputs(&self, unit: usize) -> u64 {
        let inputs = |block: usize| self.0.blocks.get(block).map_or(0, |b| b.run.inputs);
        self.unit(unit).map(inputs).fold(0, u64::saturating_add)
    }

    fn blocks(
        &self,
        unit: usize,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.unit(unit).try_for_each(|index| visit(self.0.blocks[index].block(index as u64)))
    }

    fn confirm(
        &self,
        _unit: usize,
        block: &Block,
        candidates: &[u64],
        found: &mut Vec<Candidate>,
    ) -> Result<(), Error> {
        let number = narrow::place(block.tag);
        let run = &self.0.blocks[number].run;
        let own = candidates.iter().copied().filter(|index| *index < run.inputs);
        found.extend(own.map(|index| Candidate { block: number, index, input: run.input(index) }));
        Ok(())
    }
}

pub(super) fn run(
    blocks: &Blocks,
    kernels: &[Arc<dyn Kernel>],
    options: &Options,
    progress: &dyn Progress,
) -> Candidates {
    let outcome = job::run(&PackageJob(blocks), kernels, options, progress);
    let mut found = Candidates {
        candidates: vec![],
        unsearched: blocks.unsearched.clone(),
        searched: 0,
        is_complete: outcome.error.is_none() && !outcome.stopped,
        counts: Counts::default(),
        timing: outcome.timing,
        error: outcome.error,
    };
    for unit in outcome.results {
        found.candidates.extend(unit.found);
        found.searched += u128::from(unit.inputs);
        found.counts.add(&unit.counts);
    }
    found.candidates.sort_by_key(|candidate| (candidate.block, candidate.index));
    found
}
