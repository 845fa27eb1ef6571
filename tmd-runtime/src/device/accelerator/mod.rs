//! Kernels on devices with memory of their own: the same for all of them, over a [`Backend`].

mod layout;
mod outcome;
mod queue;
mod slot;

#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use layout::{Layout, SURVIVORS, batch_threads};
use outcome::{Overrun, overrun};
use queue::AcceleratorQueue;
use slot::Slot;

use super::backend::Backend;
use crate::bundle::KernelBundle;
use crate::deployment::{Deployment, DeviceKind};
use crate::error::Error;
use crate::kernel::{Kernel, Queue};
use crate::manifest::{ProgramManifest, StageManifest};
use crate::narrow;

/// Counters have 32 bits; see [`ProgramManifest`].
const COUNTED: u64 = 1 << 32;

/// Sets of free buffers that a kernel keeps: those of one queue.
const POOL: usize = queue::DEPTH;

/// Loads a bundle: `compile` makes a backend of a program. Phased programs are those for the kind of
/// device; of fused ones there is one, of scalar threads, for devices of all kinds.
pub(super) fn load<B: Backend + 'static>(
    bundle: &KernelBundle,
    kind: DeviceKind,
    deployment: Deployment,
    compile: impl Fn(&ProgramManifest) -> Result<B, Error>,
) -> Result<Arc<dyn Kernel>, Error> {
    // Stages also run alone: when a batch had more survivors than there was room for.
    let phased = compile(bundle.program(kind, Deployment::Phased)?)?;
    let fused = match deployment {
        Deployment::Phased => None,
        Deployment::Fused => Some(compile(bundle.program(DeviceKind::Gpu, Deployment::Fused)?)?),
    };
    Ok(Arc::new(AcceleratorKernel::new(&bundle.manifest.stages, phased, fused)?))
}

/// The kernels of a bundle, compiled for a device.
pub(crate) struct AcceleratorKernel<B: Backend> {
    /// Free buffers; before the backends, so that they are given back before what they lie on.
    pool: Mutex<Vec<Slot<B>>>,
    phased: B,
    fused: Option<B>,
    stages: Vec<StageManifest>,
    layout: Layout,
}

impl<B: Backend> AcceleratorKernel<B> {
    /// Takes what was compiled of a verified bundle; with a fused program, batches run on that. Both
    /// use the same memory of the same device.
    pub(crate) fn new(
        stages: &[StageManifest],
        phased: B,
        fused: Option<B>,
    ) -> Result<AcceleratorKernel<B>, Error> {
        AcceleratorKernel::with_room(stages, phased, fused, SURVIVORS)
    }

    /// As [`AcceleratorKernel::new`], with room for so few survivors of a stage.
    pub(super) fn with_room(
        stages: &[StageManifest],
        phased: B,
        fused: Option<B>,
        survivors: u64,
    ) -> Result<AcceleratorKernel<B>, Error> {
        let program = fused.as_ref().unwrap_or(&phased).program();
        let layout = Layout::new(stages, program, survivors, batch_threads()?)?;
        let pool = Mutex::new(Vec::new());
        Ok(AcceleratorKernel { pool, phased, fused, stages: stages.to_vec(), layout })
    }

    fn wrong(&self, reason: String) -> Error {
        Error::Kernel { kernel: self.describe(), reason }
    }

    fn loop_bound(&self, stage: usize, number: usize) -> Error {
        Error::loop_bound(&self.describe(), &self.stages, stage, number)
    }

    /// What batches run on.
    fn batch_backend(&self) -> &B {
        self.fused.as_ref().unwrap_or(&self.phased)
    }

    fn pooled(&self) -> Result<Slot<B>, Error> {
        let free = self.pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.map_or_else(|| Slot::new(&self.phased, &self.layout), Ok)
    }

    /// Keeps an idle slot for the next who needs one. Only a few are kept: other kernels want
    /// memory, too.
    fn give_back(&self, slot: Slot<B>) {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if pool.len() < POOL {
            pool.push(slot);
        }
    }

    /// Runs a stage on so few items that no survivor can be without room, unless parts are reported more than once.
    fn run_piece(
        &self,
        slot: &mut Slot<B>,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let backend = &self.phased;
        let count = narrow::counted(items.len(), "items")?;
        slot.write_seeds(backend, self.layout.seed_offset[stage], seed)?;
        slot.write_items(backend, items)?;
        slot.write_counts(backend, stage, count)?;
        slot.launch_alone(backend, &self.layout, stage, count)?;
        let counts = slot.read_counts(backend)?;
        if let Some(Overrun { stage, number, .. }) = overrun(self.stages.len(), &counts) {
            return Err(self.loop_bound(stage, number));
        }
        let survivors = counts[stage + 1];
        let parts = u64::from(count) * self.stages[stage].part_count;
        if self.stages[stage].repeats() && survivors > self.layout.capacity[stage] && count > 1 {
            let (some, others) = items.split_at(items.len() / 2);
            self.run_piece(slot, stage, seed, some, out)?;
            return self.run_piece(slot, stage, seed, others, out);
        }
        let most = match self.stages[stage].repeats() {
            true => u64::from(self.layout.capacity[stage]),
            false => parts,
        };
        if u64::from(survivors) > most {
            let reason = format!("stage {stage} reports {survivors} survivors of {parts} parts");
            return Err(self.wrong(reason));
        }
        let start = out.len();
        out.resize(start + survivors as usize, 0);
        slot.read_survivors(backend, stage, &mut out[start..])?;
        out[start..].sort_unstable();
        Ok(())
    }
}

impl<B: Backend> Kernel for AcceleratorKernel<B> {
    fn describe(&self) -> String {
        self.batch_backend().describe()
    }

    fn stages(&self) -> &[StageManifest] {
        &self.stages
    }

    fn run_stage(
        &self,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let Some(manifest) = self.stages.get(stage) else {
            let count = self.stages.len();
            return Err(self.wrong(format!("stage {stage} of {count} was asked for")));
        };
        if seed.len() != manifest.seed_words {
            let (wanted, given) = (manifest.seed_words, seed.len());
            return Err(self.wrong(format!("stage {stage} takes {wanted} seed words, not {given}")));
        }
        // Items beyond a block would be taken for those of the next one.
        if let Some(item) = items.iter().find(|item| **item >= manifest.items) {
            let items = manifest.items;
            return Err(
                self.wrong(format!("stage {stage} was given item {item} of a block of {items}"))
            );
        }
        let mut slot = self.pooled()?;
        for piece in items.chunks(self.layout.piece(stage)) {
            self.run_piece(&mut slot, stage, seed, piece, out)?;
        }
        self.give_back(slot);
        Ok(())
    }

    fn queue(&self) -> Result<Option<Box<dyn Queue + '_>>, Error> {
        match self.layout.blocks {
            0 => Ok(None), // stage by stage, blocks may have any length
            _ => Ok(Some(Box::new(AcceleratorQueue::new(self)))),
        }
    }
}
