//! Blocks gathered into batches, for kernels that take those through all stages by themselves.

use std::collections::VecDeque;
use std::sync::Arc;

use super::Block;
use crate::error::Error;
use crate::kernel::{BatchOutcome, Kernel, Queue};

/// The batches of one thread, all of one kernel: one is gathered, some are under way.
#[derive(Default)]
pub(super) struct Batches<'k> {
    open: Option<Open<'k>>,
    gathered: Vec<Block>,
    /// The blocks of the batches under way, the oldest first.
    under_way: VecDeque<Vec<Block>>,
}

/// The kernel that had the last block. Its queue is kept as long as no other kernel has a block,
/// and no longer: it holds memory of the device.
struct Open<'k> {
    number: usize,
    /// `None` for a kernel that is run stage by stage.
    queue: Option<Box<dyn Queue + 'k>>,
}

/// A callback for batches that are done.
pub(super) type Done<'d> = &'d mut dyn FnMut(Vec<Block>, BatchOutcome) -> Result<(), Error>;

impl<'k> Batches<'k> {
    /// Adds a block to the batches of its kernel; gives it back if that takes none.
    pub(super) fn add(
        &mut self,
        block: Block,
        kernel: &'k Arc<dyn Kernel>,
        done: Done<'_>,
    ) -> Result<Option<Block>, Error> {
        self.open(block.kernel, kernel, done)?;
        let Some(queue) = self.queue() else { return Ok(Some(block)) };
        let full = queue.batch_blocks();
        self.gathered.push(block);
        if self.gathered.len() >= full {
            self.submit(done)?;
        }
        Ok(None)
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

    /// Drops everything that is gathered or under way, with its queue.
    pub(super) fn abandon(&mut self) {
        *self = Batches::default();
    }

    /// Opens the kernel's queue, if it has one, unless it is open.
    fn open(
        &mut self,
        number: usize,
        kernel: &'k Arc<dyn Kernel>,
        done: Done<'_>,
    ) -> Result<(), Error> {
        if self.open.as_ref().is_some_and(|open| open.number == number) {
            return Ok(());
        }
        self.finish(done)?;
        self.open = None; // before the next one takes memory
        self.open = Some(Open { number, queue: kernel.queue()? });
        Ok(())
    }

    fn queue(&mut self) -> Option<&mut Box<dyn Queue + 'k>> {
        self.open.as_mut().and_then(|open| open.queue.as_mut())
    }

    /// Submits what is gathered, once there is room under way.
    fn submit(&mut self, done: Done<'_>) -> Result<(), Error> {
        let depth = self.queue().map_or(1, |queue| queue.depth().max(1));
        while self.under_way.len() >= depth {
            self.collect(done)?;
        }
        let batch = std::mem::take(&mut self.gathered);
        if let Some(queue) = self.queue() {
            queue.submit(&batch)?;
            self.under_way.push_back(batch);
        }
        Ok(())
    }

    /// Waits for the oldest batch.
    fn collect(&mut self, done: Done<'_>) -> Result<(), Error> {
        let batch = self.under_way.pop_front();
        match (batch, self.queue()) {
            (Some(batch), Some(queue)) => {
                let outcome = queue.collect()?;
                done(batch, outcome)
            }
            _ => Ok(()),
        }
    }
}
