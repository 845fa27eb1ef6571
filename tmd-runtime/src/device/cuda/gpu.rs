//! NVIDIA GPUs: driver and compiler are loaded when they are needed.

use std::path::PathBuf;
use std::sync::Arc;

use cudarc::driver::CudaContext;
use cudarc::nvrtc::Ptx;

use super::driver::{self, Gpu};
use super::gpu_backend::CudaBackend;
use super::{TARGET, nvrtc};
use crate::bundle::KernelBundle;
use crate::deployment::Deployment;
use crate::device::cache::{self, Cache};
use crate::device::choice::{self, DeviceInfo};
use crate::error::Error;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::ProgramManifest;

/// Which GPU, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CudaConfig {
    /// Index in the list of GPUs, or a part of the name; absent: the first.
    pub device: Option<String>,
    /// The compiler library; absent: by its name.
    pub nvrtc: Option<PathBuf>,
    /// Further options for the compiler, such as `-DTMD_LIMB_BITS=64`.
    pub options: Vec<String>,
    /// Where compiled kernels are kept.
    pub cache_dir: PathBuf,
    /// How stages follow each other.
    pub deployment: Deployment,
}

impl CudaConfig {
    /// The first GPU; the compiler library that `TMD_NVRTC` names, if it does; the cache as for
    /// [`CpuConfig`](crate::CpuConfig::from_env).
    pub fn from_env() -> CudaConfig {
        let nvrtc = std::env::var_os("TMD_NVRTC").filter(|value| !value.is_empty());
        let cache_dir = cache::directory_from(|name| std::env::var_os(name));
        CudaConfig { nvrtc: nvrtc.map(PathBuf::from), cache_dir, ..CudaConfig::default() }
    }
}

/// All GPUs, each with its name and what else is known of it.
pub(in crate::device) fn list() -> Result<Vec<DeviceInfo>, Error> {
    let gpus = driver::gpus()?;
    let version = driver::version()?;
    let describe = |gpu: Gpu| {
        let (major, minor, memory) = (gpu.capability / 10, gpu.capability % 10, gpu.memory >> 30);
        let detail = format!(
            "GPU, compute capability {major}.{minor}, {memory} GiB, driver for CUDA {version}"
        );
        DeviceInfo::numbered(TARGET, &gpu.name, detail)
    };
    Ok(gpus.into_iter().map(describe).collect())
}

/// A GPU.
pub struct CudaDevice {
    config: CudaConfig,
    gpu: Gpu,
    context: Arc<CudaContext>,
    driver: String,
}

impl CudaDevice {
    /// Looks for the GPU and for the compiler.
    ///
    /// # Errors
    /// If one of them is missing.
    pub fn new(config: CudaConfig) -> Result<CudaDevice, Error> {
        let gpus = driver::gpus()?;
        let names: Vec<String> = gpus.iter().map(|gpu| gpu.name.clone()).collect();
        let index = choice::choose(TARGET, &names, config.device.as_deref(), || 0)?;
        let gpu = gpus[index].clone();
        nvrtc::load(config.nvrtc.as_deref())?;
        let driver = driver::version()?;
        let context = CudaContext::new(gpu.ordinal)
            .map_err(|error| driver::failure(&gpu.name, "opening it", error))?;
        // SAFETY: every buffer is used on the one stream that it was made on, so that there is nothing
        // to synchronise between streams.
        unsafe { context.disable_event_tracking() };
        Ok(CudaDevice { config, gpu, context, driver })
    }

    fn backend(
        &self,
        bundle: &KernelBundle,
        program: &ProgramManifest,
        names: &[String],
    ) -> Result<CudaBackend, Error> {
        let code = self.code(bundle.source(program), &program.file)?;
        let image = match code.is_machine_code() {
            true => Ptx::from_binary(code.0),
            false => Ptx::from_src(String::from_utf8_lossy(&code.0).into_owned()),
        };
        let loaded = CudaBackend::new(
            &self.context,
            image,
            names,
            &self.gpu.name,
            &bundle.manifest.name,
            program,
        );
        loaded.map_err(|error| driver::failure(&self.gpu.name, "loading a kernel", error))
    }

    fn code(&self, text: &str, file: &str) -> Result<nvrtc::Code, Error> {
        let options = nvrtc::options(self.gpu.capability, &self.config.options)?;
        let version = nvrtc::version()?;
        let fields = [TARGET, text, &self.driver, &version];
        let key = fields_hex(
            fields.into_iter().chain(options.iter().map(String::as_str)).map(str::as_bytes),
        );
        let cache = Cache::open(&self.config.cache_dir)?;
        cache.bytes(&key, || Ok(nvrtc::compile(text, file, &options)?.0)).map(nvrtc::Code)
    }
}

impl Device for CudaDevice {
    fn name(&self) -> String {
        format!("{TARGET} {}", self.gpu.name)
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        super::load(bundle, self.config.deployment, |bundle, program, names| {
            self.backend(bundle, program, names)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a GPU there is a message and no panic; with one, it is listed.
    #[test]
    fn gpus_are_listed_or_missed_politely() {
        match list() {
            Ok(gpus) => assert!(gpus.iter().all(|gpu| gpu.detail.contains("compute capability"))),
            Err(error) => {
                let required =
                    std::env::var_os("TMD_REQUIRE_CUDA").is_some_and(|value| !value.is_empty());
                assert!(!required, "{error}");
                println!("no GPU: {error} (TMD_REQUIRE_CUDA makes this a failure)");
                assert!(matches!(error, Error::NoDevice { .. }), "{error}");
                let error = CudaDevice::new(CudaConfig::default()).err().expect("no GPU");
                assert!(error.to_string().starts_with("no cuda device: "), "{error}");
            }
        }
    }
}
