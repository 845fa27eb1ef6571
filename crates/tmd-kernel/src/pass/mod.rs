//! Passes: pure functions from a module to a module, one file each.

mod dead;
mod directed;
mod fold;
mod share;
mod straight;

pub use directed::by_errors;
pub use straight::straightened;

use crate::ir::{Kernel, Module, verify};
use tmd_base::diag::{Diag, DiagKind};

/// A pass over one kernel.
pub type Pass = fn(Kernel) -> Kernel;

/// The passes that every kernel goes through, in order, by name.
pub const STANDARD: [(&str, Pass); 3] =
    [("fold", fold::fold), ("share", share::share), ("dead", dead::dead)];

/// Runs the standard passes; the module is verified before the first and after each.
pub fn standard(module: Module) -> Result<Module, Diag> {
    let kernels = module.kernels.into_iter().map(standard_kernel).collect::<Result<_, _>>()?;
    Ok(Module { kernels })
}

/// Runs the standard passes on one kernel.
pub fn standard_kernel(kernel: Kernel) -> Result<Kernel, Diag> {
    check("the builder", &kernel)?;
    STANDARD.iter().try_fold(kernel, |kernel, (name, pass)| {
        let kernel = pass(kernel);
        check(&format!("pass `{name}`"), &kernel)?;
        Ok(kernel)
    })
}

fn check(origin: &str, kernel: &Kernel) -> Result<(), Diag> {
    verify(kernel).map_err(|error| {
        Diag::new(DiagKind::Internal, format!("{origin} left a malformed kernel: {error}"))
            .help("this is a defect of the generator: please report the request that shows it")
    })
}
