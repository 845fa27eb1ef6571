//! A kernel that runs by interpretation: slow, on any machine, and the definition of what the
//! emitted ones must do.

use crate::bundle;
use tmd_base::diag::Diag;
use tmd_design::design::{Compaction, KernelPlan};
use tmd_kernel::ir::{InterpretError, Module};
use tmd_kernel::kernel::{Design, Layout};
use tmd_kernel::{ir, kernel, pass};
use tmd_runtime::{Error, Kernel, StageManifest};

/// The interpreted stages of one kernel plan.
pub struct Interpreted {
    module: Module,
    stages: Vec<StageManifest>,
    lanes: usize,
}

/// Lanes of the interpreted kernels where nothing else is asked for.
pub const LANES: usize = 8;

impl Interpreted {
    /// Builds the kernels of a plan and passes them through the standard passes.
    ///
    /// # Errors
    /// If a pass leaves a malformed kernel.
    pub fn new(plan: &KernelPlan) -> Result<Self, Diag> {
        Interpreted::with_lanes(plan, LANES)
    }

    /// A kernel with another number of lanes: a power of two. A stage that has fewer parts or packets for
    /// them to share has as many lanes as these.
    ///
    /// # Errors
    /// As [`Interpreted::new`].
    ///
    /// # Panics
    /// If the number is not a power of two.
    pub fn with_lanes(plan: &KernelPlan, lanes: usize) -> Result<Self, Diag> {
        Interpreted::of(plan, bundle::stage_manifests(plan), lanes)
    }

    /// The kernel of any design, of which a manifest would say this of its stages.
    ///
    /// # Errors
    /// As [`Interpreted::new`].
    ///
    /// # Panics
    /// If the number is not a power of two.
    pub fn of(design: &dyn Design, stages: Vec<StageManifest>, lanes: usize) -> Result<Self, Diag> {
        assert!(lanes.is_power_of_two(), "{lanes} lanes");
        let module = kernel::build_with(design, |_, stage| {
            let strands = usize::try_from(stage.strands);
            let lanes = strands.map_or(lanes, |strands| lanes.min(strands));
            Layout { gathers: true, ..Layout::new(lanes, Compaction::Atomic) }
        });
        Ok(Interpreted { module: pass::standard(module)?, stages, lanes })
    }
}

impl Kernel for Interpreted {
    fn describe(&self) -> String {
        format!("interpreter ({} lanes)", self.lanes)
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
        let Some(kernel) = self.module.kernels.get(stage) else {
            return Err(Error::job(format!("there is no stage {stage}")));
        };
        for &item in items {
            ir::interpret(kernel, seed, item, out).map_err(|error| match error {
                InterpretError::LoopBound { number, .. } => {
                    Error::loop_bound(&self.describe(), &self.stages, stage, number)
                }
                error => Error::job(error.to_string()),
            })?;
        }
        Ok(())
    }
}
