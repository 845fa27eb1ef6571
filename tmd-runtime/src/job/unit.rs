//! One unit: its blocks, one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::pipeline::{Pipeline, Run};
use super::result::{Counts, Timing, UnitResult};
use super::{Block, Job, Progress};
use crate::error::Error;
use crate::kernel::Kernel;

/// What all units are run with.
pub(super) struct Context<'a, J: Job> {
    pub(super) job: &'a J,
    pub(super) kernels: &'a [Arc<dyn Kernel>],
    pub(super) stop: &'a AtomicBool,
    pub(super) progress: &'a dyn Progress,
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

impl<J: Job> Context<'_, J> {
    /// Runs a unit to its end; `None` if it was stopped.
    pub(super) fn run_unit(
        &self,
        number: usize,
        pipeline: &mut Pipeline,
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
            let result = self.visit(&mut unit, &block, pipeline);
            in_blocks += entered.elapsed();
            result
        });
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
        block: &Block,
        pipeline: &mut Pipeline,
    ) -> Result<(), Error> {
        if unit.ended.is_none() && self.stop.load(Ordering::Relaxed) {
            unit.ended = Some(Ended::Stopped);
        }
        if unit.ended.is_some() {
            return Err(Error::Stopped);
        }
        let result = self.search(unit, block, pipeline);
        match &result {
            Ok(()) => self.progress.advance(block.inputs),
            Err(error) => unit.ended = Some(Ended::Failed(error.to_string())),
        }
        result
    }

    fn search(
        &self,
        unit: &mut Unit<J::Found>,
        block: &Block,
        pipeline: &mut Pipeline,
    ) -> Result<(), Error> {
        let (number, found) = (unit.number, &mut unit.found);
        let kernel = self.kernels.get(block.kernel).ok_or_else(|| {
            let (wanted, count) = (block.kernel, self.kernels.len());
            Error::job(format!("a block wants kernel {wanted} of {count}"))
        })?;
        let mut confirm = |candidates: &[u64]| self.job.confirm(number, block, candidates, found);
        let mut run = Run::new(&**kernel, block, &mut unit.counts, &mut unit.timing, &mut confirm)?;
        pipeline.run(&mut run)?;
        unit.covered = unit.covered.checked_add(block.inputs).ok_or_else(|| {
            Error::job(format!("the blocks of unit {number} have more than 2^64 inputs"))
        })?;
        Ok(())
    }
}
