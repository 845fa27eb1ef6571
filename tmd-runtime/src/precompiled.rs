//! Kernels that were compiled into the program.

use crate::chunk::run_in_chunks;
use crate::device::Level;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::manifest::{Manifest, StageManifest};

/// Entry point of a kernel set that is part of a crate: runs a stage on items and returns how many
/// survivors there are; their part indices are written to the start of `out`, which has room for
/// all parts of all items. Instead of a number of survivors it returns `usize::MAX` if a stage, a seed or
/// a level does not fit, and `usize::MAX` less the number of a loop that was about to pass its bound.
pub type RunStage = dyn Fn(Level, usize, &[u64], &[u64], &mut [u64]) -> usize + Send + Sync;

/// A kernel set that was compiled with the program: no compiler, no cache, no loading.
pub struct PrecompiledKernel {
    manifest: Manifest,
    level: Level,
    run: Box<RunStage>,
}

impl PrecompiledKernel {
    /// Wraps an entry point, called with level, stage, seed, items and the place for survivors (see
    /// [`RunStage`]); an error if this machine does not have the level.
    pub fn new(
        manifest: Manifest,
        level: Level,
        run: impl Fn(Level, usize, &[u64], &[u64], &mut [u64]) -> usize + Send + Sync + 'static,
    ) -> Result<PrecompiledKernel, Error> {
        manifest.validate_shape()?;
        level.require()?;
        Ok(PrecompiledKernel { manifest, level, run: Box::new(run) })
    }

    /// The manifest that the kernel set was generated with.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }
}

impl Kernel for PrecompiledKernel {
    fn describe(&self) -> String {
        format!("{} {} ({}, precompiled)", self.manifest.target, self.level, self.manifest.name)
    }

    fn stages(&self) -> &[StageManifest] {
        &self.manifest.stages
    }

    fn run_stage(
        &self,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error> {
        run_in_chunks(
            &self.manifest.name,
            &self.manifest.stages,
            stage,
            seed,
            items,
            out,
            |items, buffer| (self.run)(self.level, stage, seed, items, buffer),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{toy_bundle, toy_survivors};

    #[test]
    fn runs_the_function() {
        let run = |_, stage, seed: &[u64], items: &[u64], out: &mut [u64]| {
            let survivors = toy_survivors(stage, seed, items);
            out[..survivors.len()].copy_from_slice(&survivors);
            survivors.len()
        };
        let kernel =
            PrecompiledKernel::new(toy_bundle().manifest, Level::detect(), run).expect("kernel");
        let mut out = Vec::new();
        kernel.run_stage(0, &[5], &[0, 1, 2, 3], &mut out).expect("run");
        assert_eq!(out, toy_survivors(0, &[5], &[0, 1, 2, 3]));
        assert!(kernel.run_stage(0, &[], &[0], &mut out).is_err());
        assert!(kernel.describe().contains("toy"));
    }
}
