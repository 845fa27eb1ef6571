//! CUDA sources: on NVIDIA GPUs, and for checking on any CPU.

#[cfg(feature = "cuda")]
mod driver;
#[cfg(feature = "cuda")]
pub(super) mod gpu;
#[cfg(feature = "cuda")]
mod gpu_backend;
mod host;
mod host_backend;
#[cfg(feature = "cuda")]
mod nvrtc;

#[cfg(feature = "cuda")]
pub use gpu::{CudaConfig, CudaDevice};
pub use host::{CudaHostConfig, CudaHostDevice};

use std::sync::Arc;

use super::accelerator::{AcceleratorKernel, Deployment};
use super::backend::{Backend, Entry};
use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::manifest::ProgramManifest;

/// The target that these devices run.
const TARGET: &str = "cuda";

/// Options of NVRTC and of nvcc that decide what is computed: no product is fused that the source does
/// not fuse.
pub const CUDA_OPTIONS: [&str; 2] = ["--std=c++17", "--fmad=false"];

/// Loads a bundle of this target: `compile` makes a backend of a program and the names of its
/// kernels.
fn load<B: Backend + 'static>(
    bundle: &KernelBundle,
    deployment: Deployment,
    compile: impl Fn(&KernelBundle, &ProgramManifest, &[String]) -> Result<B, Error>,
) -> Result<Arc<dyn Kernel>, Error> {
    check(bundle)?;
    let backend = |deployment| {
        let program = bundle.program("gpu", deployment)?;
        compile(bundle, program, &entries(program, bundle.manifest.stages.len()))
    };
    // Stages also run alone: when a batch had more survivors than there was room for.
    let phased = backend(Deployment::Phased)?;
    let fused = match deployment {
        Deployment::Phased => None,
        Deployment::Fused => Some(backend(Deployment::Fused)?),
    };
    Ok(Arc::new(AcceleratorKernel::new(&bundle.manifest.stages, phased, fused)?))
}

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

/// The names of a program's kernels; [`index`] says which is which.
fn entries(program: &ProgramManifest, stages: usize) -> Vec<String> {
    match program.is_fused() {
        true => vec!["run_fused".to_string()],
        false => (0..stages).map(|stage| format!("run_stage{stage}")).collect(),
    }
}

/// The index of a kernel among its program's.
fn index(entry: Entry) -> usize {
    match entry {
        Entry::Stage(stage) => stage,
        Entry::Fused => 0,
    }
}

/// The text of a program.
fn source<'a>(bundle: &'a KernelBundle, program: &ProgramManifest) -> &'a str {
    // It is there: the bundle was validated.
    bundle.files.get(&program.file).map(String::as_str).unwrap_or_default()
}

/// The functions of these names that a library lacks.
#[cfg(feature = "cuda")]
fn lacking<'a>(library: &libloading::Library, names: &[&'a str]) -> Vec<&'a str> {
    // SAFETY: only looks for the names; nothing is called.
    let has = |name: &str| unsafe { library.get::<unsafe extern "C" fn()>(name) }.is_ok();
    names.iter().copied().filter(|name| !has(name)).collect()
}
