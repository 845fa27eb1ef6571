//! From a plan to kernels that run on this machine.

use crate::bundle::{self, Bundler};
use crate::interpreter::{self, Interpreted};
use crate::plan::Plan;
use rayon::prelude::*;
use std::sync::Arc;
use tmd_base::diag::{Diag, DiagKind};
pub use tmd_base::target::{INTERPRETER, RUST_SIMD};
use tmd_kernel::backends::{self, Backend, levels};
use tmd_kernel::kernel::Design;
use tmd_runtime::{
    Deployment, Device, DeviceChoice, Error, Kernel, KernelBundle, Level, Platform, StageManifest,
    platform,
};

/// Finds out whether a target is known at all.
///
/// # Errors
/// If it is not.
pub fn known_target(name: &str) -> Result<(), Diag> {
    if name == INTERPRETER { Ok(()) } else { of_name(name).map(drop) }
}

/// The target of a name.
fn of_name(name: &str) -> Result<&'static dyn Backend, Diag> {
    backends::target(name).ok_or_else(|| backends::unknown(name, &[INTERPRETER]))
}

/// What kernels are loaded on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Name of the target: one of the emitters', or [`INTERPRETER`].
    pub target: String,
    /// Vector instructions, the best that the machine has if absent; for the interpreter their number of lanes.
    pub level: Option<Level>,
    /// Which device of those that run the target: an index or a part of its name.
    pub device: Option<String>,
    /// How stages follow each other on it.
    pub deployment: Deployment,
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
        if self.on_cpu() {
            self.refuse_device_options()?;
        }
        Loader::new(self).map(drop)
    }

    /// Do the target's kernels run on the CPU only?
    fn on_cpu(&self) -> bool {
        self.target == INTERPRETER || platform(&self.target).is_some_and(Platform::has_levels)
    }

    /// Options that mean nothing on the CPU.
    fn refuse_device_options(&self) -> Result<(), Diag> {
        let target = &self.target;
        let refuse = |option: &str, way_out: &str| {
            Err(Diag::new(
                DiagKind::Option,
                format!("{option} has no meaning for --target {target}, which runs on the CPU"),
            )
            .help(way_out.to_owned()))
        };
        match (&self.device, self.deployment) {
            (Some(device), _) if device != "cpu" => refuse(
                &format!("--device {device}"),
                "leave it out, or choose another target; --simd chooses vector instructions",
            ),
            (_, Deployment::Fused) => {
                refuse("--deployment fused", "leave it out, or choose --target opencl or cuda")
            }
            _ => Ok(()),
        }
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

/// What [`load`] does, for those who wait for it.
pub fn doing(plan: &Plan, options: &LoadOptions) -> String {
    let count = plan.kernels.len();
    let plural = if count == 1 { "" } else { "s" };
    let function = plan.spec.canonical();
    format!("compiling {count} kernel{plural} of {function} for {}", options.target)
}

/// Emits, compiles and loads the kernels of a plan. `command` is what reproduces them. Without a
/// compiler, precompiled kernels take their place if the plan can be widened to them.
///
/// # Errors
/// As [`LoadOptions::check`]; if a kernel cannot be emitted or compiled.
pub fn load(plan: Plan, options: &LoadOptions, command: &str) -> Result<Loaded, Diag> {
    match compile(&plan, options, command) {
        Ok(kernels) => Ok(Loaded { plan, kernels, note: None }),
        Err(diag) if diag.kind == DiagKind::NoCompiler && options.target == RUST_SIMD => {
            stand_in(&plan, options, diag)
        }
        Err(diag) => Err(diag),
    }
}

/// Precompiled kernels where there is no compiler.
#[cfg(feature = "precompiled")]
fn stand_in(plan: &Plan, options: &LoadOptions, diag: Diag) -> Result<Loaded, Diag> {
    let level = options.level.unwrap_or_else(Level::detect);
    match crate::precompiled::kernels(plan, level)? {
        Some((plan, kernels)) => {
            let note = format!("{}: running precompiled kernels instead", diag.message);
            Ok(Loaded { plan, kernels, note: Some(note) })
        }
        None => Err(diag),
    }
}

/// There are none in this program.
#[cfg(not(feature = "precompiled"))]
fn stand_in(_plan: &Plan, _options: &LoadOptions, diag: Diag) -> Result<Loaded, Diag> {
    let without = "this program was built without its feature `precompiled`, so that it has no \
                   kernels of its own";
    let help = diag.help.clone().map_or(without.to_owned(), |help| format!("{help}; {without}"));
    Err(diag.help(help))
}

fn compile(
    plan: &Plan,
    options: &LoadOptions,
    command: &str,
) -> Result<Vec<Arc<dyn Kernel>>, Diag> {
    let loader = Loader::new(options)?;
    let bundler = Bundler::new(plan, command);
    let indices = (0..plan.kernels.len()).into_par_iter();
    let kernel = |index: usize| {
        let design = &plan.kernels[index];
        let bundle = |target: &dyn Backend| bundler.emit(index, target);
        loader.kernel(design, &|| bundle::stage_manifests(design), &bundle)
    };
    indices.map(kernel).collect()
}

/// Compiles and loads the kernel of a design that is no plan's: what a target emits for it is in `bundle`, what a manifest would say of its
/// stages in `stages`.
///
/// # Errors
/// As [`LoadOptions::check`]; if the kernel cannot be emitted or compiled.
pub fn design(
    design: &dyn Design,
    stages: &dyn Fn() -> Vec<StageManifest>,
    bundle: &dyn Fn(&dyn Backend) -> Result<KernelBundle, Diag>,
    options: &LoadOptions,
) -> Result<Arc<dyn Kernel>, Diag> {
    Loader::new(options)?.kernel(design, stages, bundle)
}

/// How one kernel is loaded.
enum Loader {
    /// By compiling what the target emits for a device.
    Device(Box<dyn Device>, &'static dyn Backend),
    /// By interpreting the intermediate representation, with as many lanes as a level has if one is named.
    Interpreter(Option<Level>),
}

impl Loader {
    fn new(options: &LoadOptions) -> Result<Self, Diag> {
        let name = options.target.as_str();
        if name == INTERPRETER {
            return Ok(Loader::Interpreter(options.level));
        }
        let target = of_name(name)?;
        let platform = platform(name).ok_or_else(|| {
            Diag::new(
                DiagKind::Unsupported,
                format!("kernels of target {name} cannot be run from here"),
            )
            .help("they can be generated: `tmd-codegen gen`")
        })?;
        let LoadOptions { level, device, deployment, .. } = options.clone();
        let choice = DeviceChoice { level, device, deployment };
        let device = platform.open(&choice).map_err(|error| unopened(error, platform, &choice))?;
        Ok(Loader::Device(device, target))
    }

    fn kernel(
        &self,
        design: &dyn Design,
        stages: &dyn Fn() -> Vec<StageManifest>,
        bundle: &dyn Fn(&dyn Backend) -> Result<KernelBundle, Diag>,
    ) -> Result<Arc<dyn Kernel>, Diag> {
        match self {
            Loader::Interpreter(level) => {
                let lanes = level.and_then(|l| levels::lanes(l.as_str(), design.vectors()));
                let lanes = lanes.unwrap_or(interpreter::LANES);
                Ok(Arc::new(Interpreted::of(design, stages(), lanes)?))
            }
            Loader::Device(device, target) => device.load(&bundle(*target)?).map_err(Diag::from),
        }
    }
}

/// The report for a device that could not be opened, with what else would run the kernels.
fn unopened(error: Error, platform: &dyn Platform, choice: &DeviceChoice) -> Diag {
    let help = platform.instead(choice).map(|instead| format!("{instead}; {}", error.help()));
    let diag = Diag::from(error);
    match help {
        Some(help) => diag.help(help),
        None => diag,
    }
}
