//! Generates bundles from a request.

use crate::bundle::Bundler;
use crate::plan;
use tmd_base::diag::Diag;
use tmd_request::request::Request;
use tmd_runtime::KernelBundle;

/// Generates the kernels of a request: a bundle for each kernel of its plan.
///
/// ```
/// use tmd_request::request::Request;
/// use tmd_search::generate::generate;
/// let bundles = generate(&Request::in_range("exp", "1,1.25"))?;
/// assert!(bundles.iter().all(|bundle| bundle.manifest.function == "exp(x)"));
/// # Ok::<(), tmd_base::diag::Diag>(())
/// ```
///
/// # Errors
/// Bad input, with its place; and everything for which no proof is found.
pub fn generate(request: &Request) -> Result<Vec<KernelBundle>, Diag> {
    let target = tmd_kernel::backends::target(&request.target)
        .ok_or_else(|| tmd_kernel::backends::unknown(&request.target, &[]))?;
    let plan = plan::make(request)?;
    let command = request.command("gen");
    let bundler = Bundler::new(&plan, &command);
    (0..plan.kernels.len()).map(|index| bundler.emit(index, target)).collect()
}
