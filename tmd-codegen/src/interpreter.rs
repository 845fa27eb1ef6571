//! A kernel that runs by interpretation: slow, on any machine, and the definition of what the
//! emitted ones must do.

use crate::diag::Diag;
use crate::ir::{self, InterpretError, Module};
use crate::plan::KernelPlan;
use crate::{bundle, kernel, pass};
use tmd_runtime::{Error, Kernel, StageManifest};

/// The interpreted stages of one kernel plan.
pub struct Interpreted {
    module: Module,
    stages: Vec<StageManifest>,
}

/// Lanes of the interpreted kernels; any power of two up to the number of parts would do.
const LANES: usize = 8;

impl Interpreted {
    /// Builds the kernels of a plan and passes them through the standard passes.
    ///
    /// # Errors
    /// If a pass leaves a malformed kernel.
    pub fn new(plan: &KernelPlan) -> Result<Self, Diag> {
        let module = pass::standard(kernel::build(plan, LANES))?;
        let stages = bundle::stage_manifests(plan);
        Ok(Interpreted { module, stages })
    }
}

impl Kernel for Interpreted {
    fn describe(&self) -> String {
        format!("interpreter ({LANES} lanes)")
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
