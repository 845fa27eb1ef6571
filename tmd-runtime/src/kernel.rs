//! The interfaces of kernels, devices and queues, and the blocks that they search.

use std::sync::Arc;

use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::manifest::StageManifest;

/// A run of consecutive inputs that one set of seed words serves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Which of the kernels given to [`run`](crate::run) searches it.
    pub kernel: usize,
    /// The seed words, for each stage.
    pub seeds: Vec<Vec<u64>>,
    /// The first stage's items are `0..items`; together they must cover the inputs.
    pub items: u64,
    /// How many inputs the block answers for.
    pub inputs: u64,
    /// For the job's own use.
    pub tag: u64,
}

/// One compiled kernel set: the stages of one plan.
///
/// A stage takes *items* and splits each into `part_count` parts; part `j` of item `i` has the
/// index `i * part_count + j`. An existence stage returns the parts that may hold a hard-to-round
/// case; the parts of the last stage are single inputs, and what it returns are candidates. The
/// survivors of a stage are the items of the next. All indices count from the start of the block.
pub trait Kernel: Send + Sync {
    /// A description for readers: target, level, name.
    fn describe(&self) -> String;

    /// The stages, in the order in which they run.
    fn stages(&self) -> &[StageManifest];

    /// Runs stage `stage` on `items` (indices within the block) with the block's seed words for
    /// that stage; appends the surviving part indices to `out`. After an error, what was appended
    /// is of no use.
    fn run_stage(
        &self,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error>;

    /// A queue of its own for the calling thread, where the device can take whole batches of blocks
    /// through all stages without the host in between; `None` where stages are run one by one.
    fn queue(&self) -> Result<Option<Box<dyn Queue + '_>>, Error> {
        Ok(None)
    }
}

/// Batches of blocks on their way through all stages of a kernel, in the order of submission.
///
/// The device works while the caller makes the next batch. Device memory is bounded: whatever does
/// not fit is reported as [`BatchOutcome::candidates`] `None` and is to be searched again, stage by
/// stage; nothing is ever dropped in silence.
pub trait Queue {
    /// How many full blocks a batch should have.
    fn batch_blocks(&self) -> usize;

    /// How many batches should be under way at a time.
    fn depth(&self) -> usize;

    /// Starts a batch and returns without waiting for it.
    fn submit(&mut self, batch: &[Block]) -> Result<(), Error>;

    /// Waits for the oldest batch that was submitted and not yet collected.
    fn collect(&mut self) -> Result<BatchOutcome, Error>;
}

/// The outcome of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchOutcome {
    /// Survivors by stage; not to be added to anything if the batch is searched again.
    pub survivors: Vec<u64>,
    /// Parts tested, by stage; likewise.
    pub tested: Vec<u64>,
    /// Device seconds, by stage; those of all stages together where they are one kernel.
    pub seconds: Vec<f64>,
    /// Survivors of the last stage in any order, as part indices over the batch: input t of block b
    /// is b · (inputs of a full block) + t. `None` if some stage had more survivors than there is
    /// room for.
    pub candidates: Option<Vec<u64>>,
}

/// Something that kernels can be loaded on.
pub trait Device: Send + Sync {
    /// The name for readers.
    fn name(&self) -> String;

    /// Compiles the bundle, or finds it compiled, and loads it.
    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error>;
}
