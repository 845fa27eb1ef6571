//! Emitted CUDA, compiled to PTX, as a kernel like any other.

use super::{Argument, Grid, Options, Program};
use crate::batch::Batch;
use tmd_runtime::{Error, Kernel, OVERRUN_COUNTS, ProgramManifest, StageManifest};

/// The stages of one program, interpreted. They run with two groups, so that items are shared out
/// among groups and groups have several rounds to go.
pub struct PtxKernel {
    name: String,
    program: Program,
    manifest: ProgramManifest,
    stages: Vec<StageManifest>,
    options: Options,
}

/// Survivors that there is room for at first: so few that a second launch must sometimes make good what
/// the first could not write.
const FIRST_CAPACITY: u32 = 64;

impl PtxKernel {
    /// Decodes a program whose interface `manifest` describes.
    ///
    /// # Errors
    /// If the PTX holds something unknown.
    pub fn new(
        name: &str,
        ptx: &str,
        manifest: ProgramManifest,
        stages: Vec<StageManifest>,
        options: Options,
    ) -> Result<Self, Error> {
        let program = Program::new(ptx).map_err(|fault| broken(name, fault))?;
        Ok(PtxKernel { name: name.into(), program, manifest, stages, options })
    }

    /// Launches a kernel (`run_stage0`, …, `run_fused`); returns the counts and what was written of
    /// the survivors, the rest of their buffer included.
    ///
    /// # Errors
    /// If the kernel does something that it must not.
    pub fn launch(&self, entry: &str, batch: &Batch) -> Result<(Vec<u32>, Vec<u64>), Error> {
        let mut memory = self.program.memory();
        let seeds = memory.words(&batch.seeds);
        let items = memory.words(&batch.items);
        let counts = memory.counts(&batch.counts);
        let survivors = memory.words(&vec![super::RUBBISH; batch.survivor_capacity as usize]);
        let item_capacity = u32::try_from(batch.items.len())
            .map_err(|_| Error::job("more items than a launch can take"))?;
        let arguments = [
            Argument::U64(seeds),
            Argument::U32(batch.blocks),
            Argument::U64(items),
            Argument::U32(item_capacity),
            Argument::U64(counts),
            Argument::U64(survivors),
            Argument::U32(batch.survivor_capacity),
        ];
        let grid = Grid { groups: batch.groups, threads: self.manifest.group_size };
        self.program
            .launch(entry, grid, &arguments, &mut memory, self.options)
            .map_err(|fault| broken(&self.name, fault))?;
        Ok((memory.read_counts(counts), memory.read_words(survivors)))
    }

    /// The seeds of one block, of which only those of `stage` are known, as the kernels want them.
    fn seeds_of_stage(&self, stage: usize, seed: &[u64]) -> Vec<u64> {
        let before: usize = self.stages[..stage].iter().map(|s| s.seed_words).sum();
        let all: usize = self.stages.iter().map(|s| s.seed_words).sum();
        let mut seeds = vec![super::RUBBISH; all];
        seeds[before..before + seed.len()].copy_from_slice(seed);
        seeds
    }
}

fn broken(name: &str, fault: super::Fault) -> Error {
    Error::Kernel { kernel: name.into(), reason: fault.to_string() }
}

impl Kernel for PtxKernel {
    fn describe(&self) -> String {
        format!("interpreted PTX ({})", self.name)
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
        let wrong =
            |reason: &str| Error::Kernel { kernel: self.name.clone(), reason: reason.into() };
        let known = self.stages.get(stage).ok_or_else(|| wrong("there is no such stage"))?;
        if seed.len() != known.seed_words {
            return Err(wrong("the seed does not have the stage's number of words"));
        }
        if items.is_empty() {
            return Ok(());
        }
        let parts = items.len() as u64 * known.part_count;
        u32::try_from(parts).map_err(|_| wrong("so many parts may have too many survivors"))?;
        let mut counts = vec![0; self.stages.len() + 1 + OVERRUN_COUNTS];
        counts[stage] = items.len() as u32;
        let mut batch = Batch {
            seeds: self.seeds_of_stage(stage, seed),
            blocks: 1,
            items: items.to_vec(),
            counts,
            survivor_capacity: FIRST_CAPACITY,
            groups: 2,
        };
        let entry = format!("run_stage{stage}");
        let (mut counts, mut survivors) = self.launch(&entry, &batch)?;
        if let [_, overrun, number, _] = counts[self.stages.len() + 1..]
            && number != 0
        {
            let (overrun, number) = (overrun as usize, number as usize);
            return Err(Error::loop_bound(&self.describe(), &self.stages, overrun, number));
        }
        if counts[stage + 1] > batch.survivor_capacity {
            batch.survivor_capacity = counts[stage + 1];
            (counts, survivors) = self.launch(&entry, &batch)?;
        }
        survivors.truncate(counts[stage + 1] as usize);
        // They come in any order.
        survivors.sort_unstable();
        out.append(&mut survivors);
        Ok(())
    }
}
