//! CUDA sources: on NVIDIA GPUs, and for checking on any CPU.

#[cfg(feature = "cuda")]
pub(super) mod gpu;
mod host;
#[cfg(feature = "cuda")]
mod nvrtc;

#[cfg(feature = "cuda")]
pub use gpu::{CudaConfig, CudaDevice};
pub use host::{CudaHostConfig, CudaHostDevice};

use crate::bundle::KernelBundle;
use crate::error::Error;

/// The target that these devices run.
const TARGET: &str = "cuda";

/// Checks that the bundle is sound and of this target.
fn check(bundle: &KernelBundle) -> Result<(), Error> {
    bundle.validate()?;
    match bundle.manifest.target == TARGET {
        true => Ok(()),
        false => {
            let target = &bundle.manifest.target;
            Err(Error::unsupported(format!(
                "target {target:?} on a CUDA device, which runs {TARGET}"
            )))
        }
    }
}
