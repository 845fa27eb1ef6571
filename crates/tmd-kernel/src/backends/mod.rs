//! Targets: thin printers from the intermediate representation to source text.

#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

pub mod clike;
pub mod cuda;
pub mod function_name;
pub mod lines;
pub mod names;
pub mod opencl;
pub mod rust_simd;

use crate::ir::{Kernel, Module, Width};
pub use lines::{KernelLines, LineMap};
use std::collections::BTreeMap;
use tera::Context;
use tmd_base::diag::{Diag, DiagKind};
use tmd_design::design::KernelPlan;
use tmd_runtime::ProgramManifest;

/// One output language. A target is a printer file and a line in [`targets`].
pub trait Target: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// What it is, in one line.
    fn about(&self) -> &'static str;
    /// The file that the target's compiler is given.
    fn entry(&self) -> &'static str;
    /// What the files with kernels are printed from, the one that is read first in front.
    fn modules(&self, plan: &KernelPlan) -> Result<Vec<Source>, Diag>;
    /// Prints the kernels of a plan. `header` is a comment's text, a line each.
    fn emit(&self, plan: &KernelPlan, header: &[String]) -> Result<Emitted, Diag>;
}

/// A file with kernels and what it is printed from.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The file's name.
    pub file: String,
    /// The file that the kernels' text stands in, if the file is one of several that include it.
    pub text: String,
    /// The kernels.
    pub module: Module,
    /// What holds the values of all lanes.
    pub registers: Registers,
}

/// The registers that hold a varying word or number of an item's lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registers {
    /// Vector registers of so many bytes hold the lanes side by side.
    Vectors(usize),
    /// Each lane is a thread with registers of its own, of 32 bits.
    Threads,
    /// No particular ones.
    Portable,
}

/// What a target prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// All files.
    pub files: Sources,
    /// Which of them a device's compiler is given; see [`ProgramManifest`].
    pub programs: Vec<ProgramManifest>,
    /// Where the kernels stand in the files.
    pub lines: LineMap,
}

/// A stochastic twin, as targets print it.
#[derive(Clone, Copy, Debug)]
pub struct Twin<'a> {
    /// Name of the emitted function.
    pub name: &'a str,
    /// What stands above the code.
    pub header: &'a [String],
    /// The function, with directed operations.
    pub direct: &'a Kernel,
    /// The same in operations that round to nearest.
    pub lowered: &'a Kernel,
    /// What makes of a stream's number the state that it begins with.
    pub seeding: &'a Kernel,
    /// Whether directed operations are printed where the target has them.
    pub embedded: bool,
    /// Whether rounding down is rounding up of another sign there.
    pub signmask: bool,
    /// Streams that elements take turns in.
    pub streams: usize,
    /// Elements of a stream.
    pub steps: usize,
}

impl Twin<'_> {
    /// What the frames of all targets are told.
    fn context(&self) -> Context {
        let mut context = Context::new();
        context.insert("name", self.name);
        context.insert("long", &(self.lowered.width == Width::W64));
        context.insert("arrays", &self.lowered.arrays);
        context.insert("parameters", &self.lowered.parameters);
        context.insert("sites", &self.lowered.sites);
        context.insert("results", &self.lowered.results());
        context.insert("streams", &self.streams);
        context.insert("steps", &self.steps);
        context.insert("state", &self.seeding.states);
        context
    }
}

/// Relative file name → text.
pub type Sources = BTreeMap<String, String>;

/// The target that runs on the CPU, compiled.
pub const RUST_SIMD: &str = "rust-simd";

/// The target that runs on the CPU without a compiler, slowly.
pub const INTERPRETER: &str = "interpreter";

/// All targets.
pub fn targets() -> Vec<Box<dyn Target>> {
    vec![Box::new(rust_simd::RustSimd), Box::new(opencl::OpenCl), Box::new(cuda::Cuda)]
}

/// The target of a name.
pub fn target(name: &str) -> Option<Box<dyn Target>> {
    targets().into_iter().find(|target| target.name() == name)
}

/// The names of all targets.
pub fn names() -> Vec<&'static str> {
    targets().iter().map(|target| target.name()).collect()
}

/// First lines of an emitted file: what it is, and the command that makes it again.
pub fn about(what: &str, command: &str) -> Vec<String> {
    [what, "", "```text", command, "```", ""].map(str::to_owned).to_vec()
}

/// The report for a name that no target has. `others` are names that are known besides the
/// targets'.
pub fn unknown(name: &str, others: &[&str]) -> Diag {
    let targets = targets();
    let known: Vec<&str> =
        targets.iter().map(|target| target.name()).chain(others.iter().copied()).collect();
    Diag::new(DiagKind::UnknownName, format!("there is no target `{name}`"))
        .at("--target", name, 0..name.len(), "unknown")
        .help(format!("there are {}", known.join(", ")))
}
