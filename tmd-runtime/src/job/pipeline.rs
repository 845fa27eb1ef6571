//! One block through all stages of its kernel, with queues of bounded length between them.

use std::time::Instant;

use super::Block;
use super::result::{Counts, Timing};
use crate::error::Error;
use crate::kernel::Kernel;
use crate::manifest::{StageKind, StageManifest};
use crate::narrow;

/// Survivors are handed on when there are so many of them; fewer wait, so that the next stage runs
/// full.
const QUEUE: usize = 1 << 18;

/// Most survivors that one call of a stage may add to a queue, unless a single item has more parts.
const WAVE_PARTS: u64 = 1 << 20;

/// Most items of one call.
const WAVE_ITEMS: u64 = 1 << 16;

/// The buffers of one thread.
#[derive(Default)]
pub(super) struct Pipeline {
    /// The first stage's items of one call.
    wave: Vec<u64>,
    /// `queues[s]` are the survivors of stage `s`.
    queues: Vec<Vec<u64>>,
}

/// The parameters of running a block.
pub(super) struct Run<'a> {
    pub(super) kernel: &'a dyn Kernel,
    pub(super) block: &'a Block,
    pub(super) counts: &'a mut Counts,
    pub(super) timing: &'a mut Timing,
    /// The callback for candidates, in ascending order.
    pub(super) confirm: &'a mut dyn FnMut(&[u64]) -> Result<(), Error>,
    /// One more than the largest index that each stage may return.
    limits: Vec<u64>,
}

impl<'a> Run<'a> {
    /// Checks that the block's shape is the kernel's and that its items cover its inputs.
    pub(super) fn new(
        kernel: &'a dyn Kernel,
        block: &'a Block,
        counts: &'a mut Counts,
        timing: &'a mut Timing,
        confirm: &'a mut dyn FnMut(&[u64]) -> Result<(), Error>,
    ) -> Result<Run<'a>, Error> {
        let limits = limits(kernel, block)?;
        Ok(Run { kernel, block, counts, timing, confirm, limits })
    }

    /// Runs a stage, checks what it returns, and drops what the block does not answer for: its last item may reach far beyond its
    /// inputs, where f may be next to a breakpoint at every one of them.
    fn stage(&mut self, stage: usize, items: &[u64], out: &mut Vec<u64>) -> Result<(), Error> {
        let before = out.len();
        let start = Instant::now();
        let result = self.kernel.run_stage(stage, &self.block.seeds[stage], items, out);
        self.timing.add_stage(stage, start.elapsed().as_secs_f64());
        result?;
        if self.kernel.stages()[stage].kind == StageKind::Arcs {
            // A part is reported once for every input that was found in it.
            let mut new = out.split_off(before);
            new.sort_unstable();
            new.dedup();
            out.append(&mut new);
        }
        let new = out.get(before..).unwrap_or_default();
        let limit = self.limits[stage];
        if let Some(part) = new.iter().find(|part| **part >= limit) {
            return Err(Error::Kernel {
                kernel: self.kernel.describe(),
                reason: format!("stage {stage} returned part {part} of a block that has {limit}"),
            });
        }
        let StageManifest { part_count, part_inputs, .. } = self.kernel.stages()[stage];
        keep_below(out, before, self.block.inputs.div_ceil(part_inputs.max(1)));
        let survivors = (out.len() - before) as u64;
        self.counts.add_stage(stage, items.len() as u64 * part_count, survivors);
        Ok(())
    }

    fn wave(&self, stage: usize) -> u64 {
        (WAVE_PARTS / self.kernel.stages()[stage].part_count.max(1)).clamp(1, WAVE_ITEMS)
    }
}

/// Drops numbers from `limit` on, of those at `from` and behind.
fn keep_below(numbers: &mut Vec<u64>, from: usize, limit: u64) {
    let mut kept = from;
    for place in from..numbers.len() {
        numbers[kept] = numbers[place];
        kept += usize::from(numbers[place] < limit);
    }
    numbers.truncate(kept);
}

/// Checks that the block's shape is the kernel's and that its items cover its inputs; one more than the
/// largest index that each stage may return.
pub(super) fn limits(kernel: &dyn Kernel, block: &Block) -> Result<Vec<u64>, Error> {
    let stages = kernel.stages();
    if block.seeds.len() != stages.len() {
        let (given, wanted) = (block.seeds.len(), stages.len());
        return Err(Error::job(format!(
            "a block has seeds for {given} stages, the kernel {} has {wanted}",
            kernel.describe()
        )));
    }
    if stages.last().is_none_or(|stage| stage.part_inputs != 1) {
        return Err(Error::job(format!(
            "the last stage of the kernel {} does not return single inputs",
            kernel.describe()
        )));
    }
    let mut limits = Vec::with_capacity(stages.len());
    let mut limit = block.items;
    for stage in stages {
        limit = limit.checked_mul(stage.part_count.max(1)).ok_or_else(|| {
            Error::job(format!("a block of {} items has more than 2^64 parts", block.items))
        })?;
        limits.push(limit);
    }
    // The parts of the last stage are inputs.
    if limit < block.inputs {
        return Err(Error::job(format!(
            "a block answers for {} inputs, but its {} items cover only {limit}",
            block.inputs, block.items
        )));
    }
    Ok(limits)
}

impl Pipeline {
    /// Searches the block.
    pub(super) fn run(&mut self, run: &mut Run<'_>) -> Result<(), Error> {
        self.queues.resize_with(run.limits.len(), Vec::new);
        self.queues.iter_mut().for_each(Vec::clear); // an earlier block may have ended in an error
        let wave = run.wave(0);
        let mut start = 0;
        while start < run.block.items {
            let end = run.block.items.min(start.saturating_add(wave));
            self.wave.clear();
            self.wave.extend(start..end);
            run.stage(0, &self.wave, &mut self.queues[0])?;
            if self.queues[0].len() >= QUEUE {
                self.hand_on(run, 0)?;
            }
            start = end;
        }
        (0..self.queues.len()).try_for_each(|stage| self.hand_on(run, stage))
    }

    /// Gives the survivors of `stage` to the next stage, or the candidates to the job.
    fn hand_on(&mut self, run: &mut Run<'_>, stage: usize) -> Result<(), Error> {
        let mut items = std::mem::take(&mut self.queues[stage]);
        let next = stage + 1;
        if next == self.queues.len() {
            items.sort_unstable();
            run.counts.candidates += items.len() as u64;
            if !items.is_empty() {
                let start = Instant::now();
                let result = (run.confirm)(&items);
                run.timing.confirm += start.elapsed().as_secs_f64();
                result?;
            }
        } else {
            for wave in items.chunks(narrow::place(run.wave(next))) {
                run.stage(next, wave, &mut self.queues[next])?;
                if self.queues[next].len() >= QUEUE {
                    self.hand_on(run, next)?;
                }
            }
        }
        items.clear();
        self.queues[stage] = items; // keeps its memory
        Ok(())
    }
}
