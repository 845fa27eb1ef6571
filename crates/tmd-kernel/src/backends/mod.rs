//! Targets: thin printers from the intermediate representation to source text.

mod body;
mod by_lanes;
pub mod c;
pub mod clike;
pub mod cuda;
pub mod function;
pub mod function_name;
pub mod levels;
pub mod lines;
pub mod names;
pub mod opencl;
pub mod rounded;
pub mod rust_simd;
pub mod twin;

use crate::ir::Module;
use crate::kernel::Design;
pub use function::Function;
pub use lines::{KernelLines, LineMap};
pub use rounded::{RoundedFunction, UNDECIDED, Variant};
use std::collections::BTreeMap;
use tmd_base::diag::{Diag, DiagKind};
use tmd_runtime::ProgramManifest;
pub use twin::{Rounding, Twin};

/// One output language: what prints search kernels, evaluators, correctly rounded functions and
/// stochastic twins in it. A new one is a folder, and
/// a line in [`targets`].
pub trait Backend: Sync {
    /// The name on the command line, from [`tmd_base::target`].
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// The file of a bundle that the target's compiler is given.
    fn entry(&self) -> &'static str;

    /// What the files with kernels are printed from, the one that is read first in front.
    ///
    /// # Errors
    /// If a kernel is malformed.
    fn modules(&self, plan: &dyn Design) -> Result<Vec<Source>, Diag>;

    /// Prints the kernels of a plan. `header` is a comment's text, a line each.
    ///
    /// # Errors
    /// If a kernel is malformed, or the target cannot express it.
    fn emit(&self, plan: &dyn Design, header: &[String]) -> Result<Emitted, Diag>;

    /// Prints a function of numbers.
    ///
    /// # Errors
    /// As [`Backend::emit`].
    fn function(&self, function: &Function) -> Result<Sources, Diag>;

    /// Whether the language leaves a name to a function, besides what [`function_name::check`] asks of all.
    ///
    /// # Errors
    /// If it has a use of its own for the name.
    fn check_name(&self, _name: &str) -> Result<(), Diag> {
        Ok(())
    }

    /// Prints a correctly rounded function, all variants in one file.
    ///
    /// # Errors
    /// As [`Backend::emit`], or if variants do not fit together.
    fn rounded(&self, function: &RoundedFunction) -> Result<Sources, Diag>;

    /// Whether C programs can call functions of numbers: [`Function::from_c`] is for others only.
    fn can_be_called_from_c(&self) -> bool {
        false
    }

    /// Prints a stochastic twin.
    ///
    /// # Errors
    /// As [`Backend::emit`].
    fn twin(&self, twin: &Twin) -> Result<Sources, Diag>;

    /// The ways in which twins can come to round in the direction that is wanted, and each in words.
    fn roundings(&self) -> &'static [(Rounding, &'static str)];

    /// Why it has no other ways than those, in words for the end of a sentence; nothing where that is plain.
    fn why_not(&self, _rounding: Rounding) -> &'static str {
        ""
    }
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

/// Relative file name → text.
pub type Sources = BTreeMap<String, String>;

/// All targets.
static TARGETS: [&dyn Backend; 4] = [&rust_simd::RustSimd, &c::C, &opencl::OpenCl, &cuda::Cuda];

/// All targets.
pub fn targets() -> impl Iterator<Item = &'static dyn Backend> {
    TARGETS.into_iter()
}

/// The target of a name.
pub fn target(name: &str) -> Option<&'static dyn Backend> {
    targets().find(|target| target.name() == name)
}

/// The names of all targets.
pub fn names() -> Vec<&'static str> {
    targets().map(Backend::name).collect()
}

/// First lines of an emitted file: what it is, and the command that makes it again.
pub fn about(what: &str, command: &str) -> Vec<String> {
    [what, "", "```text", command, "```", ""].map(str::to_owned).to_vec()
}

/// The report for a name that no target has. `others` are names that are known besides the
/// targets'.
pub fn unknown(name: &str, others: &[&str]) -> Diag {
    let known = [&names()[..], others].concat();
    Diag::new(DiagKind::UnknownName, format!("there is no target `{name}`"))
        .at("--target", name, 0..name.len(), "unknown")
        .help(format!("there are {}", known.join(", ")))
}
