//! An OpenCL device.

use std::path::PathBuf;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use cl3::context::CL_CONTEXT_PLATFORM;
use opencl3::context::Context;
use opencl3::error_codes::ClError;
use opencl3::program::Program;

use super::TARGET;
use super::backend::{OpenClBackend, failure};
use super::found::{Found, all, choose};
use crate::bundle::KernelBundle;
use crate::deployment::{Deployment, DeviceKind};
use crate::device::accelerator;
use crate::device::cache::{self, Cache};
use crate::error::Error;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::ProgramManifest;

/// Fixed, since they decide what is computed.
const OPTIONS: &str = "-cl-std=CL1.2";

/// Which device, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenClConfig {
    /// Index in the list of devices, or a part of the name; absent: the first GPU with double
    /// precision, else the first device that has it.
    pub device: Option<String>,
    /// Where compiled kernels are kept.
    pub cache_dir: PathBuf,
    /// How stages follow each other.
    pub deployment: Deployment,
    /// Take the program for another kind of device than this one is.
    pub kind: Option<DeviceKind>,
}

impl OpenClConfig {
    /// The default device; the cache as for [`CpuConfig`](crate::CpuConfig::from_env).
    pub fn from_env() -> OpenClConfig {
        let cache_dir = cache::directory_from(|name| std::env::var_os(name));
        OpenClConfig { cache_dir, ..OpenClConfig::default() }
    }
}

/// An OpenCL device.
pub struct OpenClDevice {
    config: OpenClConfig,
    found: Found,
    context: Arc<Context>,
}

impl OpenClDevice {
    /// Looks for the device.
    ///
    /// # Errors
    /// If there is none, or none that fits.
    pub fn new(config: OpenClConfig) -> Result<OpenClDevice, Error> {
        let found = choose(all()?, config.device.as_deref())?;
        let platform = [CL_CONTEXT_PLATFORM, found.platform.id() as isize, 0];
        let context = Context::from_devices(&[found.device.id()], &platform, None, ptr::null_mut())
            .map_err(|error| failure(&found.name, "opening it", &error))?;
        Ok(OpenClDevice { config, found, context: Arc::new(context) })
    }

    /// Which of a bundle's programs it takes.
    fn kind(&self) -> DeviceKind {
        self.config.kind.unwrap_or(self.found.kind)
    }

    fn backend(
        &self,
        bundle: &KernelBundle,
        program: &ProgramManifest,
    ) -> Result<OpenClBackend, Error> {
        let code = Arc::new(self.compile(bundle, program)?);
        let backend = OpenClBackend::new(bundle, program, code, &self.found, &self.context);
        backend.check_kernels(bundle.manifest.stages.len())?;
        Ok(backend)
    }

    /// The machine code of a program as the driver hands it out, in a container of the driver's own. Its
    /// kernels are run on no items first, since some drivers compile only then.
    ///
    /// # Errors
    /// If the bundle has no program for the device, or the driver refuses it.
    pub fn machine_code(&self, bundle: &KernelBundle) -> Result<Vec<u8>, Error> {
        let kind = match self.config.deployment {
            Deployment::Phased => self.kind(),
            Deployment::Fused => DeviceKind::Gpu,
        };
        let program = bundle.program(kind, self.config.deployment)?;
        let source = bundle.source(program);
        let code = Arc::new(self.build(source)?);
        let stages = bundle.manifest.stages.len();
        let backend = OpenClBackend::new(bundle, program, code.clone(), &self.found, &self.context);
        backend.check_kernels(stages)?;
        backend.run_empty(stages)?;
        self.binary(&code)
    }

    /// The compiled program: from the cache if the driver takes it, else from its source.
    fn compile(&self, bundle: &KernelBundle, program: &ProgramManifest) -> Result<Program, Error> {
        let source = bundle.source(program);
        let Found { name, driver, .. } = &self.found;
        let key =
            fields_hex([TARGET, source, name, driver, OPTIONS].into_iter().map(str::as_bytes));
        let cache = Cache::open(&self.config.cache_dir)?;
        let mut fresh = None;
        let binary = cache.bytes(&key, || {
            let program = fresh.insert(self.build(source)?);
            self.binary(program)
        });
        match (fresh, binary) {
            // Whether it could be kept or not.
            (Some(program), _) => Ok(program),
            (None, Err(error)) => Err(error),
            (None, Ok(binary)) => self.link(&binary).or_else(|_| {
                cache.forget(&key);
                self.build(source)
            }),
        }
    }

    /// A program from what [`OpenClDevice::binary`] returned earlier.
    fn link(&self, binary: &[u8]) -> Result<Program, ClError> {
        let devices = [self.found.device.id()];
        // SAFETY: the device is the context's.
        let mut program =
            unsafe { Program::create_from_binary(&self.context, &devices, &[binary]) }?;
        program.build(&devices, OPTIONS)?;
        Ok(program)
    }

    fn build(&self, source: &str) -> Result<Program, Error> {
        Program::create_and_build_from_source(&self.context, source, OPTIONS).map_err(|said| {
            Error::CompileFailed {
                command: format!("clBuildProgram {OPTIONS}, {}", self.found.name),
                stderr: said,
            }
        })
    }

    fn binary(&self, program: &Program) -> Result<Vec<u8>, Error> {
        let binaries = program.get_binaries().unwrap_or_default();
        let first = binaries.into_iter().next();
        first
            .ok_or_else(|| Error::unsupported(format!("{}: programs as binaries", self.found.name)))
    }
}

impl Device for OpenClDevice {
    fn name(&self) -> String {
        format!("opencl {}", self.found.name)
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        bundle.check_target(TARGET, "an OpenCL device")?;
        // Kernels are loaded by several threads, and not every compiler can stand that.
        static COMPILER: Mutex<()> = Mutex::new(());
        let _alone = COMPILER.lock().unwrap_or_else(PoisonError::into_inner);
        accelerator::load(bundle, self.kind(), self.config.deployment, |program| {
            self.backend(bundle, program)
        })
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
