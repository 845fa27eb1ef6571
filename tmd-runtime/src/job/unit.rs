//! One unit: its blocks, one after the other or in batches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::batch::Batches;
use super::pipeline::{Pipeline, Run, limits};
use super::result::{Counts, Timing, UnitResult};
use super::{Block, Job, Progress};
use crate::error::Error;
use crate::kernel::{BatchOutcome, Kernel};

/// What all units are run with.
pub(super) struct Context<'a, J: Job> {
    pub(super) job: &'a J,
    pub(super) kernels: &'a [Arc<dyn Kernel>],
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a dyn Progress,
}

/// What one thread keeps between units.
#[derive(Default)]
pub(super) struct Buffers<'k> {
    pipeline: Pipeline,
    batches: Batches<'k>,
}

/// A unit that is being worked on.
struct Unit<F> {
    number: usize,
    covered: u64,
    counts: Counts,
    timing: Timing,
    found: Vec<F>,
    /// Why no more blocks are taken.
    ended: Option<Ended>,
}

enum Ended {
    Stopped,
    /// The message of the error, in case the job hides the error itself.
    Failed(String),
}

impl<'a, J: Job> Context<'a, J> {
    /// Runs a unit to its end; `None` if it was stopped.
    pub(super) fn run_unit(
        &self,
        number: usize,
        buffers: &mut Buffers<'a>,
    ) -> Result<Option<UnitResult<J::Found>>, Error> {
        let start = Instant::now();
        let mut in_blocks = Duration::ZERO;
        let mut unit = Unit {
            number,
            covered: 0,
            counts: Counts::default(),
            timing: Timing::default(),
            found: Vec::new(),
            ended: None,
        };
        let result = self.job.blocks(number, &mut |block| {
            let entered = Instant::now();
            let result = self.visit(&mut unit, block, buffers);
            in_blocks += entered.elapsed();
            result
        });
        if unit.ended.is_none() && result.is_ok() {
            let entered = Instant::now();
            self.finish(&mut unit, buffers)?;
            in_blocks += entered.elapsed();
        } else {
            buffers.batches.abandon();
        }
        let elapsed = start.elapsed();
        match unit.ended {
            Some(Ended::Stopped) => return Ok(None),
            Some(Ended::Failed(message)) => {
                result?;
                return Err(Error::job(format!("unit {number} went on after an error: {message}")));
            }
            None => result?,
        }
        let inputs = self.job.unit_inputs(number);
        if unit.covered != inputs {
            return Err(Error::job(format!(
                "unit {number} has {inputs} inputs, but its blocks answer for {}",
                unit.covered
            )));
        }
        unit.timing.seeding = elapsed.saturating_sub(in_blocks).as_secs_f64();
        Ok(Some(UnitResult {
            unit: number,
            inputs,
            counts: unit.counts,
            found: unit.found,
            seconds: elapsed.as_secs_f64(),
            timing: unit.timing,
        }))
    }

    /// Searches one block, unless the unit has ended.
    fn visit(
        &self,
        unit: &mut Unit<J::Found>,
        block: Block,
        buffers: &mut Buffers<'a>,
    ) -> Result<(), Error> {
        if unit.ended.is_none() && self.stop.load(Ordering::Relaxed) {
            unit.ended = Some(Ended::Stopped);
        }
        if unit.ended.is_some() {
            return Err(Error::Stopped);
        }
        let result = self.search(unit, block, buffers);
        if let Err(error) = &result {
            unit.ended = Some(Ended::Failed(error.to_string()));
        }
        result
    }

    fn search(
        &self,
        unit: &mut Unit<J::Found>,
        block: Block,
        buffers: &mut Buffers<'a>,
    ) -> Result<(), Error> {
        let kernel = self.kernel(&block)?;
        let Buffers { pipeline, batches } = buffers;
        if batches.takes(block.kernel, kernel)? {
            limits(&**kernel, &block)?;
            let mut done = |blocks, outcome| self.collected(unit, pipeline, blocks, outcome);
            return batches.add(block, &mut done);
        }
        self.run_block(unit, pipeline, &block)
    }

    /// Waits for the unit's last batches.
    fn finish(&self, unit: &mut Unit<J::Found>, buffers: &mut Buffers<'a>) -> Result<(), Error> {
        let Buffers { pipeline, batches } = buffers;
        let mut done = |blocks, outcome| self.collected(unit, pipeline, blocks, outcome);
        batches.finish(&mut done)
    }

    fn kernel(&self, block: &Block) -> Result<&'a Arc<dyn Kernel>, Error> {
        self.kernels.get(block.kernel).ok_or_else(|| {
            let (wanted, count) = (block.kernel, self.kernels.len());
            Error::job(format!("a block wants kernel {wanted} of {count}"))
        })
    }

    /// Searches one block stage by stage.
    fn run_block(
        &self,
        unit: &mut Unit<J::Found>,
        pipeline: &mut Pipeline,
        block: &Block,
    ) -> Result<(), Error> {
        let kernel = self.kernel(block)?;
        let (number, found) = (unit.number, &mut unit.found);
        let mut confirm = |candidates: &[u64]| self.job.confirm(number, block, candidates, found);
        let mut run = Run::new(&**kernel, block, &mut unit.counts, &mut unit.timing, &mut confirm)?;
        pipeline.run(&mut run)?;
        self.covered(unit, block)
    }

    /// Takes what became of a batch; where something found no room, searches its blocks again.
    fn collected(
        &self,
        unit: &mut Unit<J::Found>,
        pipeline: &mut Pipeline,
        blocks: Vec<Block>,
        outcome: BatchOutcome,
    ) -> Result<(), Error> {
        for (stage, seconds) in outcome.seconds.iter().enumerate() {
            unit.timing.add_stage(stage, *seconds);
        }
        let Some(mut candidates) = outcome.candidates else {
            return blocks.iter().try_for_each(|block| self.run_block(unit, pipeline, block));
        };
        for (stage, (tested, survivors)) in
            outcome.tested.iter().zip(&outcome.survivors).enumerate()
        {
            unit.counts.add_stage(stage, *tested, *survivors);
        }
        unit.counts.candidates += candidates.len() as u64;
        candidates.sort_unstable();
        let start = Instant::now();
        let mut rest = &candidates[..];
        for (number, block) in (0..).zip(&blocks) {
            rest = self.confirm(unit, block, number, rest)?;
            self.covered(unit, block)?;
        }
        unit.timing.confirm += start.elapsed().as_secs_f64();
        match rest.first() {
            None => Ok(()),
            Some(part) => Err(Error::job(format!(
                "a batch of {} blocks returned part {part}, which belongs to none of them",
                blocks.len()
            ))),
        }
    }

    /// Confirms the candidates of block `number` of a batch, which come first; returns the others.
    fn confirm<'c>(
        &self,
        unit: &mut Unit<J::Found>,
        block: &Block,
        number: u64,
        candidates: &'c [u64],
    ) -> Result<&'c [u64], Error> {
        let kernel = self.kernel(block)?;
        let limit = limits(&**kernel, block)?.last().copied().unwrap_or(0);
        let full: u64 = kernel.stages().first().map_or(0, |first| first.items * first.item_inputs);
        let first = number * full;
        let own = candidates.partition_point(|candidate| *candidate < first + limit);
        let (own, rest) = candidates.split_at(own);
        let own: Option<Vec<u64>> = own.iter().map(|part| part.checked_sub(first)).collect();
        match own {
            Some(own) if own.is_empty() => Ok(rest),
            Some(own) => {
                self.job.confirm(unit.number, block, &own, &mut unit.found)?;
                Ok(rest)
            }
            None => Err(Error::Kernel {
                kernel: kernel.describe(),
                reason: "a batch returned a part between two of its blocks".to_string(),
            }),
        }
    }

    /// The block is done.
    fn covered(&self, unit: &mut Unit<J::Found>, block: &Block) -> Result<(), Error> {
        unit.covered = unit.covered.checked_add(block.inputs).ok_or_else(|| {
            Error::job(format!("the blocks of unit {} have more than 2^64 inputs", unit.number))
        })?;
        self.progress.advance(block.inputs);
        Ok(())
    }
}
