//! One unit: its blocks, one after the other or in batches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::batch::Batches;
use super::candidates::by_block;
use super::pipeline::{Pipeline, Run, limits};
use super::result::{Counts, Timing, UnitResult};
use super::{Block, Job, Progress};
use crate::error::Error;
use crate::kernel::{BatchOutcome, Kernel};

/// The parameters of running all units.
pub(super) struct Context<'a, J: Job> {
    pub(super) job: &'a J,
    pub(super) kernels: &'a [Arc<dyn Kernel>],
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a dyn Progress,
}

/// The buffers that one thread keeps between units.
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

impl<F> Unit<F> {
    /// Marks the unit as failed, unless it has ended already, so that no more blocks are taken.
    fn fail(&mut self, error: &Error) {
        self.ended.get_or_insert_with(|| Ended::Failed(error.to_string()));
    }
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
        let result = match unit.ended {
            None if result.is_ok() => {
                let entered = Instant::now();
                let result = self.finish(&mut unit, buffers);
                in_blocks += entered.elapsed();
                result
            }
            _ => result,
        };
        if result.is_err() || unit.ended.is_some() {
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

    /// Searches one block, or adds it to a batch, unless the unit has ended.
    fn visit(
        &self,
        unit: &mut Unit<J::Found>,
        block: Block,
        buffers: &mut Buffers<'a>,
    ) -> Result<(), Error> {
        self.go_on(unit)?;
        let number = unit.number;
        self.search(unit, block, buffers)
            .map_err(|error| error.in_unit(number))
            .inspect_err(|error| unit.fail(error))
    }

    /// An error once the unit has ended or the search is to stop.
    fn go_on(&self, unit: &mut Unit<J::Found>) -> Result<(), Error> {
        if unit.ended.is_none() && self.stop.load(Ordering::Relaxed) {
            unit.ended = Some(Ended::Stopped);
        }
        match unit.ended {
            None => Ok(()),
            Some(_) => Err(Error::Stopped),
        }
    }

    fn search(
        &self,
        unit: &mut Unit<J::Found>,
        block: Block,
        buffers: &mut Buffers<'a>,
    ) -> Result<(), Error> {
        let kernel = self.kernel(&block)?;
        limits(&**kernel, &block)?;
        let Buffers { pipeline, batches } = buffers;
        let mut done = |blocks, outcome| self.collected(unit, pipeline, blocks, outcome);
        match batches.add(block, kernel, &mut done)? {
            Some(block) => self.run_block(unit, pipeline, &block),
            None => Ok(()),
        }
    }

    /// Waits for the unit's last batches.
    fn finish(&self, unit: &mut Unit<J::Found>, buffers: &mut Buffers<'a>) -> Result<(), Error> {
        let Buffers { pipeline, batches } = buffers;
        let number = unit.number;
        let mut done = |blocks, outcome| self.collected(unit, pipeline, blocks, outcome);
        batches
            .finish(&mut done)
            .map_err(|error| error.in_unit(number))
            .inspect_err(|error| unit.fail(error))
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
        pipeline.run(&mut run).map_err(|error| error.in_block(block.tag))?;
        self.cover(unit, block)
    }

    /// Takes the outcome of a batch; where a buffer had no room, searches the blocks again.
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
        let Some(candidates) = outcome.candidates else {
            return blocks.iter().try_for_each(|block| {
                self.go_on(unit)?;
                self.run_block(unit, pipeline, block)
            });
        };
        let stages = outcome.tested.iter().zip(&outcome.survivors);
        for (stage, (tested, survivors)) in stages.enumerate() {
            unit.counts.add_stage(stage, *tested, *survivors);
        }
        unit.counts.candidates += candidates.len() as u64;
        let Some(first) = blocks.first() else { return Ok(()) };
        let candidates = by_block(&**self.kernel(first)?, &blocks, candidates)?;
        for (block, candidates) in blocks.iter().zip(candidates) {
            if !candidates.is_empty() {
                let start = Instant::now();
                let result = self.job.confirm(unit.number, block, &candidates, &mut unit.found);
                unit.timing.confirm += start.elapsed().as_secs_f64();
                result?;
            }
            self.cover(unit, block)?;
        }
        Ok(())
    }

    /// The block is done.
    fn cover(&self, unit: &mut Unit<J::Found>, block: &Block) -> Result<(), Error> {
        unit.covered = unit.covered.checked_add(block.inputs).ok_or_else(|| {
            Error::job(format!("the blocks of unit {} have more than 2^64 inputs", unit.number))
        })?;
        self.progress.advance(block.inputs);
        Ok(())
    }
}
