//! Blocks gathered into batches, for kernels that take those through all stages by themselves.

use std::collections::VecDeque;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::Arc;

use super::Block;
use crate::error::Error;
use crate::kernel::{BatchOutcome, Kernel, Queue};

/// The batches of one thread: one is gathered, some are under way.
#[derive(Default)]
pub(super) struct Batches<'k> {
    /// By kernel; `None` for those that are run stage by stage.
    queues: BTreeMap<usize, Option<Box<dyn Queue + 'k>>>,
    gathered: Vec<Block>,
    under_way: VecDeque<Vec<Block>>,
}

/// Takes batches that are done.
pub(super) type Done<'d> = &'d mut dyn FnMut(Vec<Block>, BatchOutcome) -> Result<(), Error>;

impl<'k> Batches<'k> {
    /// Does the kernel of this number take batches? Opens its queue, if it has one.
    pub(super) fn takes(
        &mut self,
        number: usize,
        kernel: &'k Arc<dyn Kernel>,
    ) -> Result<bool, Error> {
        if let Entry::Vacant(place) = self.queues.entry(number) {
            place.insert(kernel.queue()?);
        }
        Ok(self.queues.get(&number).is_some_and(Option::is_some))
    }

    /// Adds a block of a kernel that takes batches.
    pub(super) fn add(&mut self, block: Block, done: Done<'_>) -> Result<(), Error> {
        if self.gathered.first().is_some_and(|first| first.kernel != block.kernel) {
            self.finish(done)?;
        }
        let kernel = block.kernel;
        self.gathered.push(block);
        let full = self.queue(kernel)?.batch_blocks();
        if self.gathered.len() >= full { self.submit(done) } else { Ok(()) }
    }

    /// Waits until nothing is under way any more.
    pub(super) fn finish(&mut self, done: Done<'_>) -> Result<(), Error> {
        if !self.gathered.is_empty() {
            self.submit(done)?;
        }
        while !self.under_way.is_empty() {
            self.collect(done)?;
        }
        Ok(())
    }

    /// Drops everything that is gathered or under way, with its queues.
    pub(super) fn abandon(&mut self) {
        *self = Batches::default();
    }

    fn queue(&mut self, kernel: usize) -> Result<&mut Box<dyn Queue + 'k>, Error> {
        let queue = self.queues.get_mut(&kernel).and_then(Option::as_mut);
        queue.ok_or_else(|| Error::job(format!("kernel {kernel} takes no batches")))
    }

    fn submit(&mut self, done: Done<'_>) -> Result<(), Error> {
        let Some(kernel) = self.gathered.first().map(|block| block.kernel) else { return Ok(()) };
        let depth = self.queue(kernel)?.depth().max(1);
        while self.under_way.len() >= depth {
            self.collect(done)?;
        }
        let batch = std::mem::take(&mut self.gathered);
        self.queue(kernel)?.submit(&batch)?;
        self.under_way.push_back(batch);
        Ok(())
    }

    /// The oldest batch. All that are under way are of one kernel.
    fn collect(&mut self, done: Done<'_>) -> Result<(), Error> {
        let Some(batch) = self.under_way.pop_front() else { return Ok(()) };
        let kernel = batch.first().map_or(0, |block| block.kernel);
        let outcome = self.queue(kernel)?.collect()?;
        done(batch, outcome)
    }
}
