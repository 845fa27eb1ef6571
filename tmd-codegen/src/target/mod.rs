//! Targets: thin printers from the intermediate representation to source text.

pub mod names;
pub mod rust_simd;

use crate::diag::Diag;
use crate::plan::KernelPlan;
use std::collections::BTreeMap;

/// One output language. A target is a printer file and a line in [`targets`].
pub trait Target {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// What it is, in one line.
    fn about(&self) -> &'static str;
    /// The file that the target's compiler is given.
    fn entry(&self) -> &'static str;
    /// Prints the kernels of a plan. `header` is a comment's text, a line each.
    fn emit(&self, plan: &KernelPlan, header: &[String]) -> Result<Sources, Diag>;
}

/// Relative file name → text.
pub type Sources = BTreeMap<String, String>;

/// All targets.
pub fn targets() -> Vec<Box<dyn Target>> {
    vec![Box::new(rust_simd::RustSimd)]
}

/// The target of a name.
pub fn target(name: &str) -> Option<Box<dyn Target>> {
    targets().into_iter().find(|target| target.name() == name)
}
