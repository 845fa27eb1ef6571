//! Searches: units of work, spread over all cores, from seeds to confirmed cases.

mod batch;
mod candidates;
mod pipeline;
mod result;
mod unit;
mod worker;

#[cfg(test)]
mod batch_tests;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use result::{Counts, Outcome, Timing, UnitResult};
pub use worker::run;

use crate::error::Error;
use crate::kernel::Block;

/// A search, cut into units that can be worked on in any order and by any thread.
pub trait Job: Sync {
    /// A confirmed case.
    type Found: Send;

    /// How many units there are.
    fn units(&self) -> usize;

    /// How many inputs a unit has; its blocks must answer for exactly that many.
    fn unit_inputs(&self, unit: usize) -> u64;

    /// Calls `visit` for each block of the unit in order; stops at the first error and returns it.
    fn blocks(
        &self,
        unit: usize,
        visit: &mut dyn FnMut(Block) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Confirms candidate inputs (indices within the block, ascending) and appends what they turn
    /// out to be to `found`.
    ///
    /// Called as often as there are candidates to confirm, which for a block may be never or many
    /// times. When the last item reaches beyond the block's inputs, so may candidates: those are
    /// not the block's to answer for.
    fn confirm(
        &self,
        unit: usize,
        block: &Block,
        candidates: &[u64],
        found: &mut Vec<Self::Found>,
    ) -> Result<(), Error>;
}

/// How to run a job.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Number of threads; 0 for as many as there are cores.
    pub threads: usize,
    /// Set it to stop: no block is begun any more, and unfinished units are dropped.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// Number of threads asked for, with 0 resolved to the number of cores.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |threads| threads.get()),
            threads => threads,
        }
    }
}

/// An observer of a search's progress, called from all threads.
pub trait Progress: Sync {
    /// A block of so many inputs is done. Blocks of a unit that fails or is stopped later are told,
    /// too.
    fn advance(&self, inputs: u64);
}

/// Ignores the progress.
impl Progress for () {
    fn advance(&self, _inputs: u64) {}
}

/// Counts the inputs that are done.
impl Progress for AtomicU64 {
    fn advance(&self, inputs: u64) {
        self.fetch_add(inputs, Ordering::Relaxed);
    }
}
