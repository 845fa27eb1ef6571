//! NVIDIA GPUs: driver and compiler are loaded when they are needed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use cudarc::driver::sys::{self, CUdevice_attribute as Attribute, CUevent_flags as EventFlags};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig,
    PushKernelArg,
};
use cudarc::nvrtc::Ptx;

use super::{TARGET, nvrtc};
use crate::bundle::KernelBundle;
use crate::device::accelerator::{self, AcceleratorKernel, Deployment};
use crate::device::backend::{Arguments, Backend, Entry};
use crate::device::cache::{self, Cache};
use crate::device::list::{self, DeviceInfo};
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
    let version = driver_version()?;
    let describe = |context: Arc<CudaContext>| -> Result<DeviceInfo, DriverError> {
        let (major, minor) = context.compute_capability()?;
        let memory = context.total_mem()? >> 30;
        let detail = format!(
            "GPU, compute capability {major}.{minor}, {memory} GiB, driver for CUDA {version}"
        );
        Ok(DeviceInfo::new(TARGET, &context.name()?, detail))
    };
    contexts()?
        .into_iter()
        .map(|context| describe(context).map_err(|error| failure("a GPU", "asking it", error)))
        .collect()
}

/// The contexts of all GPUs.
fn contexts() -> Result<Vec<Arc<CudaContext>>, Error> {
    // SAFETY: only looks for the library.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::no_device(TARGET, "the NVIDIA driver (libcuda) is not installed"));
    }
    let none = |error: DriverError| Error::no_device(TARGET, explain(error));
    // A driver that lacks a function makes the binding panic when it looks for it.
    let count = catch_unwind(CudaContext::device_count)
        .map_err(|_| Error::no_device(TARGET, "the NVIDIA driver is too old"))?
        .map_err(none)?;
    match count {
        0 => Err(Error::no_device(TARGET, "the NVIDIA driver knows of no GPU")),
        count => (0..count as usize).map(|index| CudaContext::new(index).map_err(none)).collect(),
    }
}

/// The newest CUDA version that the driver knows, "13.0".
fn driver_version() -> Result<String, Error> {
    contexts()?;
    let mut version = 0;
    // SAFETY: the driver is loaded, and the pointer is to an integer.
    let result = unsafe { sys::cuDriverGetVersion(&mut version) }.result();
    result.map_err(|error| failure("the driver", "asking its version", error))?;
    Ok(format!("{}.{}", version / 1000, version % 1000 / 10))
}

/// A GPU.
pub struct CudaDevice {
    config: CudaConfig,
    context: Arc<CudaContext>,
    name: String,
    /// Compute capability, 90 for 9.0.
    capability: u32,
    driver: String,
}

impl CudaDevice {
    /// Looks for the GPU and for the compiler.
    ///
    /// # Errors
    /// If one of them is missing.
    pub fn new(config: CudaConfig) -> Result<CudaDevice, Error> {
        let contexts = contexts()?;
        let names: Result<Vec<String>, DriverError> = contexts.iter().map(|c| c.name()).collect();
        let names = names.map_err(|error| failure("a GPU", "asking its name", error))?;
        let index = list::choose(TARGET, &names, config.device.as_deref(), || 0)?;
        let (context, name) = (contexts[index].clone(), names[index].clone());
        nvrtc::load(config.nvrtc.as_deref())?;
        let failed = |error| failure(&name, "opening it", error);
        let (major, minor) = context.compute_capability().map_err(failed)?;
        context.bind_to_thread().map_err(failed)?;
        // SAFETY: every buffer is used on the one stream that it was made on, so that there is nothing
        // to synchronise between streams.
        unsafe { context.disable_event_tracking() };
        let capability = (10 * major + minor) as u32;
        Ok(CudaDevice { config, context, name, capability, driver: driver_version()? })
    }

    fn backend(&self, bundle: &KernelBundle, deployment: Deployment) -> Result<CudaBackend, Error> {
        let program = accelerator::program(bundle, "gpu", deployment)?;
        let code = self.code(bundle, program)?;
        let failed = |error| failure(&self.name, "loading a kernel", error);
        let image = match code.is_machine_code() {
            true => Ptx::from_binary(code.0),
            false => Ptx::from_src(String::from_utf8_lossy(&code.0).into_owned()),
        };
        let module = self.context.load_module(image).map_err(failed)?;
        let names: Vec<String> = match deployment {
            Deployment::Fused => vec!["run_fused".to_string()],
            Deployment::Phased => {
                (0..bundle.manifest.stages.len()).map(|s| format!("run_stage{s}")).collect()
            }
        };
        let functions: Result<Vec<CudaFunction>, DriverError> =
            names.iter().map(|name| module.load_function(name)).collect();
        let functions = functions.map_err(failed)?;
        Ok(CudaBackend {
            groups: self.groups(&functions, program).map_err(failed)?,
            functions,
            context: self.context.clone(),
            device: self.name.clone(),
            name: bundle.manifest.name.clone(),
            program: program.clone(),
        })
    }

    /// As many groups as can be on the GPU at a time, of the kernel that can have most.
    fn groups(
        &self,
        functions: &[CudaFunction],
        program: &ProgramManifest,
    ) -> Result<usize, DriverError> {
        let count = Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        let multiprocessors = self.context.attribute(count)? as usize;
        let mut most = 1;
        for function in functions {
            let size = program.group_size;
            let groups = function.occupancy_max_active_blocks_per_multiprocessor(size, 0, None)?;
            most = most.max(groups as usize);
        }
        Ok(multiprocessors * most)
    }

    fn code(&self, bundle: &KernelBundle, program: &ProgramManifest) -> Result<nvrtc::Code, Error> {
        let source = bundle.files.get(&program.file).map(String::as_str).unwrap_or_default();
        let options = nvrtc::options(self.capability)?;
        let version = nvrtc::version()?;
        let fields = [TARGET, source, &self.driver, &version];
        let key = fields_hex(
            fields.into_iter().chain(options.iter().map(String::as_str)).map(str::as_bytes),
        );
        let cache = Cache::open(&self.config.cache_dir)?;
        cache
            .bytes(&key, || Ok(nvrtc::compile(source, &program.file, &options)?.0))
            .map(nvrtc::Code)
    }
}

impl Device for CudaDevice {
    fn name(&self) -> String {
        format!("{TARGET} {}", self.name)
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        super::check(bundle)?;
        let backend = |deployment| {
            // The binding panics where a library lacks a function that it looks for.
            catch_unwind(AssertUnwindSafe(|| self.backend(bundle, deployment))).unwrap_or_else(
                |_| Err(Error::unsupported("the installed CUDA libraries lack a function")),
            )
        };
        let phased = backend(Deployment::Phased)?;
        let fused = match self.config.deployment {
            Deployment::Phased => None,
            Deployment::Fused => Some(backend(Deployment::Fused)?),
        };
        Ok(Arc::new(AcceleratorKernel::new(&bundle.manifest.stages, phased, fused)?))
    }
}

/// A loaded program.
struct CudaBackend {
    /// By stage, or the fused one alone.
    functions: Vec<CudaFunction>,
    context: Arc<CudaContext>,
    device: String,
    name: String,
    groups: usize,
    program: ProgramManifest,
}

impl CudaBackend {
    fn failure<'a>(&'a self, action: &'a str) -> impl Fn(DriverError) -> Error + 'a {
        move |error| failure(&self.device, action, error)
    }

    /// # Safety
    /// The memory holds anything until it is written.
    unsafe fn memory<T: cudarc::driver::DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        length: usize,
    ) -> Result<CudaSlice<T>, Error> {
        // SAFETY: the caller's promise.
        unsafe { stream.alloc(length) }.map_err(self.failure("taking memory"))
    }

    fn short(&self) -> Error {
        Error::Kernel {
            kernel: self.describe(),
            reason: "more was written or read than there is memory for".to_string(),
        }
    }
}

impl Backend for CudaBackend {
    type Stream = Arc<CudaStream>;
    type Words = CudaSlice<u64>;
    type Counts = CudaSlice<u32>;
    type Mark = CudaEvent;

    fn describe(&self) -> String {
        format!("{TARGET} {} ({}, {})", self.device, self.name, self.program.deployment)
    }

    fn program(&self) -> &ProgramManifest {
        &self.program
    }

    fn groups(&self) -> usize {
        self.groups
    }

    fn stream(&self) -> Result<Arc<CudaStream>, Error> {
        self.context.new_stream().map_err(self.failure("making a stream"))
    }

    fn words(&self, stream: &Arc<CudaStream>, length: usize) -> Result<CudaSlice<u64>, Error> {
        // SAFETY: kernels read only what was written before, by the host or by a kernel.
        unsafe { self.memory(stream, length) }
    }

    fn counts(&self, stream: &Arc<CudaStream>, length: usize) -> Result<CudaSlice<u32>, Error> {
        // SAFETY: as above.
        unsafe { self.memory(stream, length) }
    }

    // A copy from ordinary (pageable) memory returns when the data has been staged, so that it may be
    // changed at once.

    fn write_words(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &mut CudaSlice<u64>,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error> {
        let end = start.saturating_add(data.len());
        let mut place = buffer.try_slice_mut(start..end).ok_or_else(|| self.short())?;
        stream.memcpy_htod(data, &mut place).map_err(self.failure("writing to it"))
    }

    fn write_counts(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &mut CudaSlice<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        let mut place = buffer.try_slice_mut(0..data.len()).ok_or_else(|| self.short())?;
        stream.memcpy_htod(data, &mut place).map_err(self.failure("writing to it"))
    }

    fn launch(
        &self,
        stream: &Arc<CudaStream>,
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Self>,
    ) -> Result<(), Error> {
        let index = match entry {
            Entry::Stage(stage) => stage,
            Entry::Fused => 0,
        };
        let Some(function) = self.functions.get(index) else { return Err(self.short()) };
        let shape = LaunchConfig {
            grid_dim: (groups as u32, 1, 1),
            block_dim: (self.program.group_size, 1, 1),
            shared_mem_bytes: 0,
        };
        let mut launch = stream.launch_builder(function);
        launch
            .arg(arguments.seeds)
            .arg(&arguments.blocks)
            .arg(arguments.items)
            .arg(&arguments.item_capacity)
            .arg(arguments.counts)
            .arg(arguments.survivors)
            .arg(&arguments.survivor_capacity);
        // SAFETY: the arguments are those of the interface that the bundle promises, in its order and
        // types; the buffers have the lengths that are given beside them, belong to this stream, and
        // are used by nobody else; memory is given back in the order of the stream.
        unsafe { launch.launch(shape) }.map(drop).map_err(self.failure("launching a kernel"))
    }

    fn read_words(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &CudaSlice<u64>,
        out: &mut [u64],
    ) -> Result<(), Error> {
        let place = buffer.try_slice(0..out.len()).ok_or_else(|| self.short())?;
        let copied = stream.memcpy_dtoh(&place, out).and_then(|()| stream.synchronize());
        copied.map_err(self.failure("reading from it"))
    }

    fn read_counts(
        &self,
        stream: &Arc<CudaStream>,
        buffer: &CudaSlice<u32>,
        out: &mut [u32],
    ) -> Result<(), Error> {
        let place = buffer.try_slice(0..out.len()).ok_or_else(|| self.short())?;
        let copied = stream.memcpy_dtoh(&place, out).and_then(|()| stream.synchronize());
        copied.map_err(self.failure("reading from it"))
    }

    fn mark(&self, stream: &Arc<CudaStream>) -> Result<CudaEvent, Error> {
        let timed = Some(EventFlags::CU_EVENT_DEFAULT);
        stream.record_event(timed).map_err(self.failure("marking a time"))
    }

    fn seconds(&self, from: &CudaEvent, to: &CudaEvent) -> Result<f64, Error> {
        let milliseconds = from.elapsed_ms(to).map_err(self.failure("reading a time"))?;
        Ok(f64::from(milliseconds) * 1e-3)
    }
}

fn failure(device: &str, action: &str, error: DriverError) -> Error {
    Error::Device { device: device.to_string(), action: action.to_string(), reason: explain(error) }
}

/// The driver's name and text of an error.
fn explain(error: DriverError) -> String {
    let text = |text: Result<&std::ffi::CStr, DriverError>| {
        text.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
    };
    format!("{} ({})", text(error.error_string()), text(error.error_name()))
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
                let required = std::env::var_os("TMD_REQUIRE_CUDA").is_some();
                assert!(!required, "{error}");
                println!("no GPU: {error} (TMD_REQUIRE_CUDA makes this a failure)");
                assert!(matches!(error, Error::NoDevice { .. }), "{error}");
                let error = CudaDevice::new(CudaConfig::default()).err().expect("no GPU");
                assert!(error.to_string().starts_with("no cuda device: "), "{error}");
            }
        }
    }
}
