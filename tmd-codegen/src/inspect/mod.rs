//! Inspection of a kernel beside its plan: the purpose of its lines, what they cost, and how often they run.

mod compare;
mod folder;
pub mod machine;
mod outline;
mod passes;
mod profile;
mod report;

pub use compare::compare;
pub use folder::folder;
pub use outline::{Outline, Step, outline};
pub use passes::{PassView, pass};
pub use profile::{Loop, LoopKind, Profile, profile};
pub use report::{Parts, report};

use crate::bundle::Bundler;
use crate::design::KernelPlan;
use crate::diag::{Diag, DiagKind};
use crate::ir::{Counts, Live, counts, live};
use crate::plan::Plan;
use crate::request::Request;
use crate::target::{Backend, KernelLines, Registers};
use crate::{plan, target};
use tmd_runtime::{Deployment, KernelBundle};

/// The kernel that is to be inspected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Which kernel of the plan.
    pub kernel: usize,
    /// Which stage; all if absent.
    pub stage: Option<usize>,
    /// Which emitted file; the target's first if absent.
    pub file: Option<String>,
}

/// One file of an emitted kernel.
pub struct Inspection {
    /// The plan.
    pub plan: Plan,
    /// The kernel's index in it.
    pub kernel: usize,
    /// All files of it.
    pub bundle: KernelBundle,
    /// The file that is looked at.
    pub file: String,
    /// The file that its kernels stand in.
    pub text: String,
    /// The registers that hold its values.
    pub registers: Registers,
    /// The stages that are looked at.
    pub stages: Vec<Stage>,
}

/// A stage of it.
pub struct Stage {
    /// Its index.
    pub index: usize,
    /// The kernel that the text is printed from.
    pub kernel: crate::ir::Kernel,
    /// Where it stands in the file,
    pub lines: KernelLines,
    /// step by step.
    pub outline: Outline,
    /// Operations, each loop body once.
    pub counts: Counts,
    /// The most values that are alive together.
    pub live: Live,
    /// How often what is reached.
    pub profile: Profile,
}

/// Plans and emits a request and looks at one of its kernels.
///
/// # Errors
/// Bad input; a kernel, a stage or a file that is not there.
pub fn inspect(request: &Request, choice: &Choice) -> Result<Inspection, Diag> {
    let target =
        target::target(&request.target).ok_or_else(|| target::unknown(&request.target, &[]))?;
    let plan = plan::make(request)?;
    let planned = kernel(&plan, choice.kernel)?;
    let count = planned.stages.len();
    if let Some(stage) = choice.stage.filter(|stage| *stage >= count) {
        return Err(missing("--stage", stage, count, "stage of the kernel"));
    }
    let source = source(target, planned, choice.file.as_deref())?;
    let command = request.command("gen");
    let (bundle, lines) = Bundler::new(&plan, &command).emit_with_lines(choice.kernel, target)?;
    let lines = lines.get(&source.text).map_or(&[][..], Vec::as_slice);
    let stages = source
        .module
        .kernels
        .into_iter()
        .enumerate()
        .filter(|(index, _)| choice.stage.is_none_or(|stage| stage == *index))
        .map(|(index, kernel)| {
            let lines = lines.get(index).cloned().unwrap_or_default();
            Ok(Stage {
                index,
                outline: outline(&kernel, &lines),
                counts: counts(&kernel),
                live: live(&kernel).into_iter().fold(Live::default(), Live::max),
                profile: profile(&plan, choice.kernel, index, &kernel)?,
                lines,
                kernel,
            })
        })
        .collect::<Result<_, Diag>>()?;
    Ok(Inspection {
        kernel: choice.kernel,
        bundle,
        file: source.file,
        text: source.text,
        registers: source.registers,
        stages,
        plan,
    })
}

/// A kernel of a plan.
fn kernel(plan: &Plan, index: usize) -> Result<&KernelPlan, Diag> {
    crate::package::needs_kernels(plan)?;
    let count = plan.kernels.len();
    plan.kernels.get(index).ok_or_else(|| missing("--kernel", index, count, "kernel of the plan"))
}

fn source(
    target: &dyn Backend,
    plan: &KernelPlan,
    file: Option<&str>,
) -> Result<target::Source, Diag> {
    let mut sources = target.modules(plan)?;
    let names: Vec<String> = sources.iter().map(|source| source.file.clone()).collect();
    let index = match file {
        None => Some(0),
        Some(file) => names.iter().position(|name| name == file),
    };
    match (index, file) {
        (Some(index), _) if index < sources.len() => Ok(sources.swap_remove(index)),
        (_, file) => {
            let file = file.unwrap_or_default();
            Err(Diag::new(
                DiagKind::UnknownName,
                format!("there are no kernels in a file `{file}`"),
            )
            .at("--file", file, 0..file.len(), "unknown")
            .help(format!("there are {}", names.join(", "))))
        }
    }
}

impl Inspection {
    /// The machine code that a compiler makes of the inspected file, for a GPU `architecture` where it is for a GPU.
    ///
    /// # Errors
    /// As [`machine::of`].
    pub fn machine(&self, architecture: Option<&str>) -> Result<machine::Outcome, Diag> {
        let stem = self.file.split('.').next().unwrap_or_default();
        let default = machine::MachineOptions::default();
        machine::of(
            &self.bundle,
            &machine::MachineOptions {
                // Files are called after what they are for.
                level: stem.parse().unwrap_or(default.level),
                deployment: match stem {
                    "fused" => Deployment::Fused,
                    _ => Deployment::Phased,
                },
                architecture: architecture.map_or(default.architecture, str::to_owned),
            },
        )
    }
}

fn missing(option: &str, index: usize, count: usize, what: &str) -> Diag {
    let text = index.to_string();
    let all = 0..text.len();
    Diag::new(DiagKind::Option, format!("{option} {index} is not a {what}"))
        .at(option, text, all, "not there")
        .help(format!("give 0 to {}", count.saturating_sub(1)))
}
