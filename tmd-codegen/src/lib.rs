//! From a function, a range and a precision to kernels that find its hardest-to-round inputs.
//!
//! One way through: [`request`] → [`spec`] (the function, formats, ranges) → [`plan`] (every number
//! with its proof, over [`interval`]) → [`kernel`] and [`ir`] → [`pass`] → [`target`] → [`bundle`].
//! [`generate`] is that way in one function. A search goes on from the plan: [`load`] compiles the
//! kernels, [`seed`] gives each block its starting words, [`search`] runs the stages through
//! `tmd-runtime`, [`confirm`] judges every candidate (and [`inverse`] those of the inverse function), [`drift`] finds in
//! closed form what needs no kernel, and [`output`] reports. [`campaign`] does the same on
//! many machines, and [`verify`] checks a certificate by other means.

pub mod approx;
pub mod binades;
pub mod bound;
pub mod build;
pub mod bundle;
pub mod campaign;
pub mod case_run;
pub mod cases;
pub mod certificate;
pub mod certify;
pub mod confirm;
pub mod decided;
pub mod design;
pub mod diag;
pub mod distance;
pub mod divergence;
pub mod drift;
pub mod engine;
pub mod explain;
pub mod families;
pub mod findings;
mod frame;
pub mod infile;
pub mod inspect;
pub mod interpreter;
pub mod interval;
pub mod inverse;
pub mod ir;
pub mod json;
pub mod kernel;
pub mod libm;
pub mod listed;
pub mod load;
pub mod mpfr;
mod named;
mod narrow;
mod nearest;
mod offset;
pub mod output;
pub mod package;
pub mod pass;
pub mod plan;
#[cfg(feature = "precompiled")]
pub mod precompiled;
pub mod profile;
pub mod random;
pub mod request;
pub mod results;
mod rounded;
pub mod search;
pub mod second_search;
pub mod seed;
pub mod spec;
pub mod stochastic;
pub mod table;
pub mod target;
mod text;
pub mod verdict;
pub mod verify;
pub mod visible;

use diag::Diag;
use request::Request;
use tmd_runtime::KernelBundle;

/// Generates the kernels of a request: a bundle for each kernel of its plan.
///
/// ```
/// use tmd_codegen::{generate, request::Request};
/// let bundles = generate(&Request::new("exp", "--range", "1,1.25"))?;
/// assert!(bundles.iter().all(|bundle| bundle.manifest.function == "exp(x)"));
/// # Ok::<(), tmd_codegen::diag::Diag>(())
/// ```
///
/// # Errors
/// Bad input, with its place; and everything for which no proof is found.
pub fn generate(request: &Request) -> Result<Vec<KernelBundle>, Diag> {
    let target =
        target::target(&request.target).ok_or_else(|| target::unknown(&request.target, &[]))?;
    let plan = plan::make(request)?;
    let command = request.command("gen");
    (0..plan.kernels.len()).map(|k| bundle::emit(&plan, k, &*target, &command)).collect()
}
