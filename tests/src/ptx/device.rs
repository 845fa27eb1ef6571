//! The interpreter as a device: emitted CUDA goes through the real compiler, then to the interpreter.

use super::{Options, PtxKernel};
use crate::cuda::Tools;
use std::sync::Arc;
use tmd_runtime::{Deployment, Device, Error, Kernel, KernelBundle};

/// Compiles bundles for an architecture and interprets what comes out.
pub struct PtxDevice {
    tools: Tools,
    architecture: u32,
    deployment: Deployment,
    defines: Vec<String>,
    options: Options,
}

impl PtxDevice {
    /// A device that runs programs of this deployment, compiled for compute_`architecture`.
    pub fn new(tools: Tools, architecture: u32, deployment: Deployment) -> Self {
        let options = Options::default();
        PtxDevice { tools, architecture, deployment, defines: vec![], options }
    }

    /// The device with a macro defined in all sources, such as `NAME=1`.
    #[must_use]
    pub fn defining(mut self, define: &str) -> Self {
        self.defines.push(define.into());
        self
    }

    /// The device with other options of the interpreter.
    #[must_use]
    pub fn with(self, options: Options) -> Self {
        PtxDevice { options, ..self }
    }

    /// As [`Device::load`], with the type of the kernel known.
    ///
    /// # Errors
    /// If the bundle has no program of this deployment, or if that does not compile or decode.
    pub fn load_program(&self, bundle: &KernelBundle) -> Result<PtxKernel, Error> {
        let manifest = &bundle.manifest;
        let deployment = self.deployment;
        let wanted = manifest.programs.iter().find(|program| program.deployment == deployment);
        let Some((program, source)) =
            wanted.and_then(|program| Some((program, bundle.files.get(&program.file)?)))
        else {
            return Err(Error::job(format!("{} has no {deployment} program", manifest.name)));
        };
        let defines: Vec<&str> = self.defines.iter().map(String::as_str).collect();
        let ptx = self.tools.compile_ptx(source, self.architecture, &defines);
        let ptx = ptx.map_err(|stderr| Error::CompileFailed {
            command: format!("{} -arch=compute_{}", program.file, self.architecture),
            stderr,
        })?;
        let (name, stages) = (&manifest.name, manifest.stages.clone());
        PtxKernel::new(name, &ptx, program.clone(), stages, self.options)
    }
}

impl Device for PtxDevice {
    fn name(&self) -> String {
        format!("interpreted PTX for compute_{}", self.architecture)
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        Ok(Arc::new(self.load_program(bundle)?))
    }
}
