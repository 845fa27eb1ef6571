//! What kernels run on, and kernels that are kept for the next plan that needs the same.

use crate::engine::{self, Engine};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use tmd_codegen::design::KernelPlan;
use tmd_codegen::interpreter::Interpreted;
use tmd_codegen::plan::Plan;
use tmd_codegen::precompiled;
use tmd_runtime::{Kernel, Level};

/// A plan, with a kernel for each of those that it names.
type Loaded = (Plan, Vec<Arc<dyn Kernel>>);

/// What kernels run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Runner {
    /// The interpreter, with so many lanes.
    Lanes(usize),
    /// Emitted code.
    Emitted(usize),
    /// Kernels that were compiled with the program, at a level.
    Precompiled(usize),
}

/// All engines that a hunt runs on, and kernels that were compiled for them.
pub(super) struct Kernels {
    engines: Vec<Engine>,
    levels: Vec<Level>,
    kept: Mutex<BTreeMap<(Runner, KernelPlan), Arc<dyn Kernel>>>,
}

/// So many kernels are kept.
const MOST_KEPT: usize = 400;

impl Kernels {
    pub(super) fn new() -> Kernels {
        let is_device = |engine: &Engine| !matches!(engine, Engine::Cuda | Engine::CudaFused);
        let engines = engine::engines().into_iter().filter(is_device).collect();
        Kernels { engines, levels: Level::available(), kept: Mutex::default() }
    }

    pub(super) fn engines(&self) -> &[Engine] {
        &self.engines
    }

    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The name of a runner in tables.
    pub(super) fn name(&self, runner: Runner) -> String {
        match runner {
            Runner::Lanes(lanes) => format!("interpreter, {lanes} lanes"),
            Runner::Precompiled(level) => format!("rust-simd {}, precompiled", self.levels[level]),
            Runner::Emitted(engine) => match self.engines[engine] {
                Engine::Native(level) => format!("rust-simd {level}"),
                Engine::C(level) => format!("c {level}"),
                Engine::OpenClVectors => "opencl, vectors".to_owned(),
                Engine::OpenClThreads => "opencl, threads".to_owned(),
                Engine::OpenClFused => "opencl, fused".to_owned(),
                Engine::CudaHost => "cuda on the host".to_owned(),
                Engine::CudaHostFused => "cuda on the host, fused".to_owned(),
                other => format!("{other:?}"),
            },
        }
    }

    /// The options of a command line that chooses a runner.
    pub(super) fn options(&self, runner: Runner) -> String {
        match runner {
            Runner::Lanes(lanes) => format!("--target interpreter   ({lanes} lanes)"),
            Runner::Precompiled(level) => format!("--simd {}   (precompiled)", self.levels[level]),
            Runner::Emitted(engine) => match self.engines[engine] {
                Engine::Native(level) => format!("--simd {level}"),
                Engine::C(level) => format!("--target c --simd {level}"),
                Engine::OpenClVectors => "--target opencl   (vectors)".to_owned(),
                Engine::OpenClThreads => "--target opencl   (threads)".to_owned(),
                Engine::OpenClFused => "--target opencl --deployment fused   (threads)".to_owned(),
                Engine::CudaHost => "--target cuda --device host".to_owned(),
                Engine::CudaHostFused => {
                    "--target cuda --device host --deployment fused".to_owned()
                }
                other => format!("{other:?}"),
            },
        }
    }

    /// The kernels of a plan, with the plan that they are of; `None` if there are none without compiling and `compile` is
    /// false, or no precompiled ones fit.
    ///
    /// # Errors
    /// If a kernel cannot be made.
    pub(super) fn load(
        &self,
        plan: &Plan,
        runner: Runner,
        compile: bool,
    ) -> Result<Option<Loaded>, String> {
        if let Runner::Precompiled(level) = runner {
            let precompiled = precompiled::kernels(plan, self.levels[level]);
            return precompiled.map_err(|diag| diag.render(false));
        }
        let mut all = vec![];
        for index in 0..plan.kernels.len() {
            match self.kernel(plan, index, runner, compile)? {
                Some(kernel) => all.push(kernel),
                None => return Ok(None),
            }
        }
        Ok(Some((plan.clone(), all)))
    }

    fn kernel(
        &self,
        plan: &Plan,
        index: usize,
        runner: Runner,
        compile: bool,
    ) -> Result<Option<Arc<dyn Kernel>>, String> {
        let key = (runner, plan.kernels[index].clone());
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = kept().get(&key) {
            return Ok(Some(Arc::clone(kernel)));
        }
        let kernel: Arc<dyn Kernel> = match runner {
            Runner::Lanes(lanes) => Arc::new(
                Interpreted::with_lanes(&plan.kernels[index], lanes)
                    .map_err(|diag| diag.render(false))?,
            ),
            _ if !compile => return Ok(None),
            Runner::Emitted(engine) => {
                let engine = self.engines[engine];
                catch_unwind(AssertUnwindSafe(|| engine.kernel(plan, index)))
                    .map_err(|_| format!("{engine:?}: the kernel does not compile"))?
            }
            Runner::Precompiled(_) => return Ok(None),
        };
        let mut kept = kept();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&kernel));
        Ok(Some(kernel))
    }
}
