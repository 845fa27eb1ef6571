//! The two faces behind which every kernel and every device stands.

use std::sync::Arc;

use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::manifest::StageManifest;

/// One compiled kernel set: the stages of one plan.
///
/// A stage takes *items* and splits each into `part_count` parts; part `j` of item `i` has the
/// index `i * part_count + j`. An existence stage returns the parts that may hold a hard-to-round
/// case; the parts of the last stage are single inputs, and what it returns are candidates. The
/// survivors of a stage are the items of the next. All indices count from the start of the block.
pub trait Kernel: Send + Sync {
    /// What runs, for people: target, level, name.
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
}

/// Something that kernels can be loaded on.
pub trait Device: Send + Sync {
    /// What it is, for people.
    fn name(&self) -> String;

    /// Compiles the bundle, or finds it compiled, and loads it.
    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error>;
}
