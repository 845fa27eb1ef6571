//! CUDA sources: on NVIDIA GPUs, and for checking on any CPU.

#[cfg(feature = "cuda")]
mod driver;
#[cfg(feature = "cuda")]
mod gpu;
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

use super::accelerator;
use super::backend::{Backend, Entry};
use super::choice::DeviceInfo;
use super::platform::{DeviceChoice, Platform};
use crate::bundle::KernelBundle;
use crate::deployment::{Deployment, DeviceKind};
use crate::error::Error;
use crate::kernel::{Device, Kernel};
use crate::manifest::ProgramManifest;
use tmd_base::target::CUDA as TARGET;

/// The name of the device on which CUDA sources run without a GPU.
const HOST: &str = "host";

/// All NVIDIA GPUs of this machine, and its CPU.
pub(super) struct CudaPlatform;

impl Platform for CudaPlatform {
    fn target(&self) -> &'static str {
        TARGET
    }

    fn devices(&self) -> Vec<DeviceInfo> {
        let mut devices = gpus();
        devices.push(DeviceInfo::named(TARGET, HOST, "this CPU, by a C++ compiler, for checking"));
        devices
    }

    fn open(&self, choice: &DeviceChoice) -> Result<Box<dyn Device>, Error> {
        match choice.device.as_deref() {
            Some(HOST) => {
                let deployment = choice.deployment;
                let config = CudaHostConfig { deployment, ..CudaHostConfig::from_env() };
                Ok(Box::new(CudaHostDevice::new(config)))
            }
            _ => open_gpu(choice),
        }
    }

    fn instead(&self, choice: &DeviceChoice) -> Option<&'static str> {
        (choice.device.as_deref() != Some(HOST))
            .then_some("--device host runs the same source on the CPU, slowly")
    }
}

#[cfg(feature = "cuda")]
fn gpus() -> Vec<DeviceInfo> {
    super::platform::found(TARGET, gpu::list())
}

#[cfg(not(feature = "cuda"))]
fn gpus() -> Vec<DeviceInfo> {
    vec![DeviceInfo::missing(TARGET, Error::LeftOut { feature: "cuda" }.to_string())]
}

#[cfg(feature = "cuda")]
fn open_gpu(choice: &DeviceChoice) -> Result<Box<dyn Device>, Error> {
    let DeviceChoice { device, deployment, .. } = choice.clone();
    let config = CudaConfig { device, deployment, ..CudaConfig::from_env() };
    Ok(Box::new(CudaDevice::new(config)?))
}

#[cfg(not(feature = "cuda"))]
fn open_gpu(_: &DeviceChoice) -> Result<Box<dyn Device>, Error> {
    Err(Error::LeftOut { feature: "cuda" })
}

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
    bundle.check_target(TARGET, "a CUDA device")?;
    accelerator::load(bundle, DeviceKind::Gpu, deployment, |program| {
        let entries = Entry::all(program, bundle.manifest.stages.len()).into_iter();
        compile(bundle, program, &entries.map(Entry::name).collect::<Vec<_>>())
    })
}

/// The index of a kernel among its program's, as [`Entry::all`] orders them.
fn index(entry: Entry) -> usize {
    match entry {
        Entry::Stage(stage) => stage,
        Entry::Fused => 0,
    }
}

/// The functions of these names that a library lacks.
#[cfg(feature = "cuda")]
fn lacking<'a>(library: &libloading::Library, names: &[&'a str]) -> Vec<&'a str> {
    // SAFETY: only looks for the names; nothing is called.
    let has = |name: &str| unsafe { library.get::<unsafe extern "C" fn()>(name) }.is_ok();
    names.iter().copied().filter(|name| !has(name)).collect()
}
