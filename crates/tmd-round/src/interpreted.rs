//! Results of a kernel by the interpreter, which defines what targets mean.

use tmd_base::diag::{Diag, DiagKind};
use tmd_kernel::ir::{Kernel, call};

/// Lanes of kernels that are run so: the interpreter's effort for a statement is shared by them.
pub(crate) const LANES: usize = 1 << 10;

/// The results of a kernel of [`LANES`] at so many arguments, or fewer; all as bits.
///
/// # Errors
/// If the kernel is malformed, which is a mistake of this program.
pub(crate) fn results(kernel: &Kernel, arguments: &[u64]) -> Result<Vec<u64>, Diag> {
    let mut lanes = arguments.to_vec();
    lanes.resize(LANES, arguments.first().copied().unwrap_or_default());
    let mut results =
        call(kernel, &lanes).map_err(|error| Diag::new(DiagKind::Internal, error.to_string()))?;
    results.truncate(arguments.len());
    Ok(results)
}
