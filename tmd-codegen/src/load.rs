//! From a plan to kernels that run on this machine.

use crate::diag::{Diag, DiagKind};
use crate::interpreter::Interpreted;
use crate::plan::Plan;
use crate::{bundle, precompiled, target};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tmd_runtime::{CpuConfig, CpuDevice, Device, Kernel, Level};

/// The target that runs on the CPU without a compiler, slowly.
pub const INTERPRETER: &str = "interpreter";

/// Finds out whether a target is known at all.
///
/// # Errors
/// If it is not.
pub fn known_target(name: &str) -> Result<(), Diag> {
    match name == INTERPRETER || target::target(name).is_some() {
        true => Ok(()),
        false => Err(target::unknown(name, &[INTERPRETER])),
    }
}

/// What kernels are loaded on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    /// Name of the target: one of the emitters', or [`INTERPRETER`].
    pub target: String,
    /// Vector instructions; the best that the machine has if absent.
    pub level: Option<Level>,
}

impl LoadOptions {
    /// Finds out whether kernels of this target can run here, before time is spent on a plan.
    ///
    /// # Errors
    /// If the target is unknown or does not run on this machine, or the machine lacks the level.
    pub fn check(&self) -> Result<(), Diag> {
        if let Some(level) = self.level.filter(|level| !level.is_available()) {
            let has: Vec<&str> = Level::available().iter().map(|level| level.as_str()).collect();
            let has = has.join(", ");
            return Err(Diag::new(
                DiagKind::Environment,
                format!("--simd {level}: this machine lacks its instructions"),
            )
            .help(format!("this machine has {has}; leave --simd out for the best of them")));
        }
        Loader::new(self).map(drop)
    }
}

/// A plan and its kernels, ready to search.
pub struct Loaded {
    /// The plan that the kernels are of: the one that was asked for, or what it was widened to.
    pub plan: Plan,
    /// Its kernels, in order.
    pub kernels: Vec<Arc<dyn Kernel>>,
    /// What the user should know.
    pub note: Option<String>,
}

/// Emits, compiles and loads the kernels of a plan. `command` is what reproduces them. Without a
/// compiler, precompiled kernels take their place if the plan can be widened to them.
///
/// # Errors
/// As [`LoadOptions::check`]; if a kernel cannot be emitted or compiled.
pub fn load(plan: Plan, options: &LoadOptions, command: &str) -> Result<Loaded, Diag> {
    match compile(&plan, options, command) {
        Ok(kernels) => Ok(Loaded { plan, kernels, note: None }),
        Err(diag) if diag.kind == DiagKind::NoCompiler => {
            let level = options.level.unwrap_or_else(Level::detect);
            match precompiled::kernels(&plan, level)? {
                Some((plan, kernels)) => {
                    let note = format!("{}: running precompiled kernels instead", diag.message);
                    Ok(Loaded { plan, kernels, note: Some(note) })
                }
                None => Err(diag),
            }
        }
        Err(diag) => Err(diag),
    }
}

fn compile(
    plan: &Plan,
    options: &LoadOptions,
    command: &str,
) -> Result<Vec<Arc<dyn Kernel>>, Diag> {
    let loader = Loader::new(options)?;
    let next = AtomicUsize::new(0);
    let loaded = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= plan.kernels.len() {
                return;
            }
            let kernel = loader.kernel(plan, index, command);
            if kernel.is_err() {
                next.store(plan.kernels.len(), Ordering::Relaxed); // the others are of no use
            }
            loaded.lock().unwrap_or_else(PoisonError::into_inner).insert(index, kernel);
        }
    };
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    thread::scope(|scope| {
        for _ in 1..cores.min(plan.kernels.len()) {
            scope.spawn(work);
        }
        work();
    });
    // Ascending; where one is missing, another is an error.
    loaded.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

/// How one kernel is loaded.
enum Loader {
    /// By compiling emitted Rust.
    Cpu(CpuDevice),
    /// By interpreting the intermediate representation.
    Interpreter,
}

impl Loader {
    fn new(options: &LoadOptions) -> Result<Self, Diag> {
        match options.target.as_str() {
            "rust-simd" => {
                let mut config = CpuConfig::from_env();
                config.level = options.level.unwrap_or(config.level);
                Ok(Loader::Cpu(CpuDevice::new(config)))
            }
            INTERPRETER => Ok(Loader::Interpreter),
            name => match target::target(name) {
                Some(_) => Err(Diag::new(
                    DiagKind::Unsupported,
                    format!("kernels of target {name} cannot be run from here"),
                )
                .help("they can be generated: `tmd-codegen gen`")),
                None => Err(target::unknown(name, &[INTERPRETER])),
            },
        }
    }

    fn kernel(&self, plan: &Plan, index: usize, command: &str) -> Result<Arc<dyn Kernel>, Diag> {
        match self {
            Loader::Interpreter => Ok(Arc::new(Interpreted::new(&plan.kernels[index])?)),
            Loader::Cpu(device) => {
                let bundle = bundle::emit(plan, index, &target::rust_simd::RustSimd, command)?;
                device.load(&bundle).map_err(Diag::from)
            }
        }
    }
}
