//! Batches under way: each in buffers of its own, so that one is made while another runs.

use std::collections::VecDeque;

use super::AcceleratorKernel;
use super::outcome::{Overrun, Tally, overrun, tally};
use super::slot::Slot;
use crate::device::backend::Backend;
use crate::error::Error;
use crate::kernel::Block;
use crate::kernel::{BatchOutcome, Queue};

/// Batches under way at a time: one runs, one is being made.
pub(super) const DEPTH: usize = 2;

/// A queue of one thread.
pub(super) struct AcceleratorQueue<'a, B: Backend> {
    kernel: &'a AcceleratorKernel<B>,
    under_way: VecDeque<Flight<B>>,
    free: Vec<Slot<B>>,
}

/// A batch under way.
struct Flight<B: Backend> {
    marks: Vec<B::Mark>,
    /// Of its blocks.
    tags: Vec<u64>,
    slot: Slot<B>,
}

impl<'a, B: Backend> AcceleratorQueue<'a, B> {
    pub(super) fn new(kernel: &'a AcceleratorKernel<B>) -> Self {
        AcceleratorQueue { kernel, under_way: VecDeque::new(), free: Vec::new() }
    }

    fn wrong(&self, reason: String) -> Error {
        self.kernel.wrong(reason)
    }

    /// Checks that the batch is one of this kernel and has room.
    fn check(&self, batch: &[Block]) -> Result<(), Error> {
        let kernel = self.kernel;
        let (blocks, most) = (batch.len(), kernel.layout.blocks);
        if blocks == 0 || blocks > most {
            return Err(self.wrong(format!("a batch of {blocks} blocks, where {most} have room")));
        }
        for block in batch {
            let words = block.seeds.iter().map(Vec::len);
            if !words.eq(kernel.stages.iter().map(|stage| stage.seed_words)) {
                return Err(self.wrong("a block with seeds of another shape".to_string()));
            }
            let items = kernel.stages[0].items;
            if block.items > items {
                let given = block.items;
                return Err(self.wrong(format!("a block of {given} items, a full one has {items}")));
            }
        }
        Ok(())
    }

    /// Word i of all blocks side by side, for each i.
    fn seeds(&self, batch: &[Block]) -> Vec<u64> {
        let mut seeds = Vec::with_capacity(self.kernel.layout.seed_words() * batch.len());
        for (stage, manifest) in self.kernel.stages.iter().enumerate() {
            for word in 0..manifest.seed_words {
                seeds.extend(batch.iter().map(|block| block.seeds[stage][word]));
            }
        }
        seeds
    }

    fn items(&self, batch: &[Block]) -> Vec<u64> {
        let full = self.kernel.stages[0].items;
        let blocks = (0..).zip(batch);
        blocks.flat_map(|(b, block)| b * full..b * full + block.items).collect()
    }

    fn start(&self, slot: &mut Slot<B>, batch: &[Block]) -> Result<Vec<B::Mark>, Error> {
        let backend = self.kernel.batch_backend();
        let items = self.items(batch);
        // Both are small: see `Layout`.
        let (block_count, item_count) = (batch.len() as u32, items.len() as u32);
        slot.write_seeds(backend, 0, &self.seeds(batch))?;
        slot.write_items(backend, &items)?;
        slot.write_counts(backend, 0, item_count)?;
        slot.launch_all(backend, &self.kernel.layout, block_count, item_count)
    }

    fn outcome(&self, flight: &Flight<B>) -> Result<BatchOutcome, Error> {
        let backend = self.kernel.batch_backend();
        let counts = flight.slot.read_counts(backend)?;
        if let Some(Overrun { stage, number, block }) = overrun(self.kernel.stages.len(), &counts) {
            let error = self.kernel.loop_bound(stage, number);
            return Err(match flight.tags.get(block) {
                Some(tag) => error.in_block(*tag),
                None => error,
            });
        }
        let capacity = &self.kernel.layout.capacity;
        let fused = backend.program().is_fused();
        let Tally { tested, survivors, complete } =
            tally(&self.kernel.stages, capacity, fused, &counts)
                .map_err(|reason| self.wrong(reason))?;
        let times = flight.marks.windows(2).map(|pair| backend.seconds(&pair[0], &pair[1]));
        let seconds = times.collect::<Result<_, _>>()?;
        let last = capacity.len() - 1;
        let candidates = match complete {
            true => {
                let mut candidates = vec![0; counts[last + 1] as usize];
                flight.slot.read_survivors(backend, last, &mut candidates)?;
                Some(candidates)
            }
            false => None,
        };
        Ok(BatchOutcome { survivors, tested, seconds, candidates })
    }

    /// Waits for whatever a slot still does; its memory is then free for others. Where even waiting
    /// fails, so will the device, and the slot is dropped.
    fn retire(&mut self, slot: Slot<B>) {
        if slot.read_counts(self.kernel.batch_backend()).is_ok() {
            self.free.push(slot);
        }
    }
}

impl<B: Backend> Queue for AcceleratorQueue<'_, B> {
    fn batch_blocks(&self) -> usize {
        self.kernel.layout.blocks
    }

    fn depth(&self) -> usize {
        DEPTH
    }

    fn submit(&mut self, batch: &[Block]) -> Result<(), Error> {
        self.check(batch)?;
        let mut slot = match self.free.pop() {
            Some(slot) => slot,
            None if self.under_way.len() < DEPTH => self.kernel.pooled()?,
            None => return Err(self.wrong(format!("more than {DEPTH} batches under way"))),
        };
        match self.start(&mut slot, batch) {
            Ok(marks) => {
                let tags = batch.iter().map(|block| block.tag).collect();
                self.under_way.push_back(Flight { marks, tags, slot });
                Ok(())
            }
            Err(error) => {
                self.retire(slot); // some stages may run already
                Err(error)
            }
        }
    }

    fn collect(&mut self) -> Result<BatchOutcome, Error> {
        let Some(flight) = self.under_way.pop_front() else {
            return Err(self.wrong("no batch is under way".to_string()));
        };
        let outcome = self.outcome(&flight)?; // after an error of the device the slot is dropped
        self.free.push(flight.slot);
        Ok(outcome)
    }
}

impl<B: Backend> Drop for AcceleratorQueue<'_, B> {
    /// Waits for what is under way, then gives the buffers back to the kernel.
    fn drop(&mut self) {
        while let Some(flight) = self.under_way.pop_front() {
            self.retire(flight.slot);
        }
        for slot in self.free.drain(..) {
            self.kernel.give_back(slot);
        }
    }
}
