//! OpenCL devices, through the `ocl` crate.

use std::ffi::CString;
use std::path::PathBuf;

use ocl::core::{self, CommandQueueProperties, DeviceInfoResult, ProgramInfo, ProgramInfoResult};
use ocl::enums::{DeviceInfo as Info, ProfilingInfo, ProfilingInfoResult};
use ocl::{Buffer, Context, Event, Platform, Program, Queue as Commands};

use super::accelerator::{self, AcceleratorKernel, Deployment};
use super::backend::{Arguments, Backend, Entry};
use super::cache::{self, Cache};
use super::list::DeviceInfo;
use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::ProgramManifest;
use std::sync::Arc;

/// The target that these devices run.
const TARGET: &str = "opencl";
/// Fixed, since they decide what is computed.
const OPTIONS: &str = "-cl-std=CL1.2";
/// Groups of a compute unit that keep it busy.
const GROUPS_A_UNIT: usize = 32;

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
    /// Take the program for another kind of device ("cpu" or "gpu") than this one is.
    pub kind: Option<String>,
}

impl OpenClConfig {
    /// The default device; the cache as for [`CpuConfig`](crate::CpuConfig::from_env).
    pub fn from_env() -> OpenClConfig {
        let cache_dir = cache::directory_from(|name| std::env::var_os(name));
        OpenClConfig { cache_dir, ..OpenClConfig::default() }
    }
}

/// One device of the system.
#[derive(Clone)]
struct Found {
    platform: Platform,
    device: ocl::Device,
    name: String,
    driver: String,
    kind: &'static str,
    doubles: bool,
}

/// All devices of all platforms.
fn all() -> Result<Vec<Found>, Error> {
    // Where there is no platform the loader says so by an error.
    let platforms = core::get_platform_ids()
        .map_err(|_| Error::no_device(TARGET, "no OpenCL platform is installed"))?;
    let mut found = vec![];
    for platform in platforms.into_iter().map(Platform::new) {
        // A platform without devices reports an error.
        for device in ocl::Device::list_all(platform).unwrap_or_default() {
            let text = |info| device.info(info).map(|r| r.to_string()).unwrap_or_default();
            let kind = match device.info(Info::Type) {
                Ok(DeviceInfoResult::Type(kind)) if kind.contains(core::DeviceType::CPU) => "cpu",
                _ => "gpu",
            };
            let doubles = match device.info(Info::DoubleFpConfig) {
                Ok(DeviceInfoResult::DoubleFpConfig(config)) => !config.is_empty(),
                _ => false,
            };
            let version = platform.version().unwrap_or_default();
            found.push(Found {
                platform,
                device,
                name: text(Info::Name).trim().to_string(),
                driver: format!("{version}, driver {}", text(Info::DriverVersion)),
                kind,
                doubles,
            });
        }
    }
    match found.is_empty() {
        true => Err(Error::no_device(TARGET, "the OpenCL platforms have no device")),
        false => Ok(found),
    }
}

/// The devices as they are listed.
pub(super) fn list() -> Result<Vec<DeviceInfo>, Error> {
    let describe = |found: Found| {
        let doubles = if found.doubles { "" } else { ", no double precision: of no use" };
        let detail = format!("{}, {}{doubles}", found.kind.to_uppercase(), found.driver);
        DeviceInfo::new(TARGET, &found.name, detail)
    };
    Ok(all()?.into_iter().map(describe).collect())
}

/// The device that the text chooses.
fn choose(devices: Vec<Found>, wanted: Option<&str>) -> Result<Found, Error> {
    let names: Vec<String> = devices.iter().map(|found| found.name.clone()).collect();
    let index = super::list::choose(TARGET, &names, wanted, || {
        let gpu = devices.iter().position(|found| found.kind == "gpu" && found.doubles);
        gpu.or_else(|| devices.iter().position(|found| found.doubles)).unwrap_or(0)
    })?;
    let found = devices[index].clone();
    match found.doubles {
        true => Ok(found),
        false => Err(Error::unsupported(format!("{}: it has no double precision", found.name))),
    }
}

/// An OpenCL device.
pub struct OpenClDevice {
    config: OpenClConfig,
    found: Found,
    context: Context,
}

impl OpenClDevice {
    /// Looks for the device.
    ///
    /// # Errors
    /// If there is none, or none that fits.
    pub fn new(config: OpenClConfig) -> Result<OpenClDevice, Error> {
        let found = choose(all()?, config.device.as_deref())?;
        let context = Context::builder()
            .platform(found.platform)
            .devices(found.device)
            .build()
            .map_err(|error| failure(&found.name, "opening it", &error))?;
        Ok(OpenClDevice { config, found, context })
    }

    /// "cpu" or "gpu": which of a bundle's programs it takes.
    fn kind(&self) -> &str {
        self.config.kind.as_deref().unwrap_or(self.found.kind)
    }

    fn backend(
        &self,
        bundle: &KernelBundle,
        deployment: Deployment,
    ) -> Result<OpenClBackend, Error> {
        let program = accelerator::program(bundle, self.kind(), deployment)?;
        let units = match self.found.device.info(Info::MaxComputeUnits) {
            Ok(DeviceInfoResult::MaxComputeUnits(units)) => units as usize,
            _ => 1,
        };
        Ok(OpenClBackend {
            code: self.compile(bundle, program)?,
            name: bundle.manifest.name.clone(),
            device_name: self.found.name.clone(),
            device: self.found.device,
            context: self.context.clone(),
            groups: units * GROUPS_A_UNIT,
            program: program.clone(),
        })
    }

    /// The compiled program: from the cache if the driver takes it, else from its source.
    fn compile(&self, bundle: &KernelBundle, program: &ProgramManifest) -> Result<Program, Error> {
        let source = bundle.files.get(&program.file).map(String::as_str).unwrap_or_default();
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
    fn link(&self, binary: &[u8]) -> Result<Program, ocl::Error> {
        let options = CString::new(OPTIONS)?;
        Program::with_binary(self.context.as_core(), &[self.found.device], &[binary], &options)
    }

    fn build(&self, source: &str) -> Result<Program, Error> {
        Program::builder()
            .src(source)
            .devices(self.found.device)
            .cmplr_opt(OPTIONS)
            .build(&self.context)
            .map_err(|error| Error::CompileFailed {
                command: format!("clBuildProgram {OPTIONS}, {}", self.found.name),
                stderr: error.to_string(),
            })
    }

    fn binary(&self, program: &Program) -> Result<Vec<u8>, Error> {
        match program.info(ProgramInfo::Binaries) {
            Ok(ProgramInfoResult::Binaries(binaries)) => {
                Ok(binaries.into_iter().next().unwrap_or_default())
            }
            _ => Err(Error::unsupported(format!("{}: programs as binaries", self.found.name))),
        }
    }
}

impl Device for OpenClDevice {
    fn name(&self) -> String {
        format!("opencl {}", self.found.name)
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        bundle.validate()?;
        if bundle.manifest.target != TARGET {
            let target = &bundle.manifest.target;
            return Err(Error::unsupported(format!(
                "target {target:?} on an OpenCL device, which runs {TARGET}"
            )));
        }
        let phased = self.backend(bundle, Deployment::Phased)?;
        let fused = match self.config.deployment {
            Deployment::Phased => None,
            Deployment::Fused => Some(
                OpenClDevice {
                    config: OpenClConfig { kind: Some("gpu".into()), ..self.config.clone() },
                    found: self.found.clone(),
                    context: self.context.clone(),
                }
                .backend(bundle, Deployment::Fused)?,
            ),
        };
        Ok(Arc::new(AcceleratorKernel::new(&bundle.manifest.stages, phased, fused)?))
    }
}

/// A compiled program.
struct OpenClBackend {
    code: Program,
    name: String,
    device_name: String,
    device: ocl::Device,
    context: Context,
    groups: usize,
    program: ProgramManifest,
}

impl OpenClBackend {
    fn failure<'a>(&'a self, action: &'a str) -> impl Fn(ocl::Error) -> Error + 'a {
        move |error| failure(&self.device_name, action, &error)
    }

    fn buffer<T: ocl::OclPrm>(&self, stream: &Commands, length: usize) -> Result<Buffer<T>, Error> {
        Buffer::builder()
            .queue(stream.clone())
            .len(length)
            .build()
            .map_err(self.failure("taking memory"))
    }
}

impl Backend for OpenClBackend {
    type Stream = Commands;
    type Words = Buffer<u64>;
    type Counts = Buffer<u32>;
    type Mark = Event;

    fn describe(&self) -> String {
        let ProgramManifest { device, deployment, .. } = &self.program;
        format!("{TARGET} {} ({}, {device} program, {deployment})", self.device_name, self.name)
    }

    fn program(&self) -> &ProgramManifest {
        &self.program
    }

    fn groups(&self) -> usize {
        self.groups
    }

    fn stream(&self) -> Result<Commands, Error> {
        let profiling = CommandQueueProperties::PROFILING_ENABLE;
        Commands::new(&self.context, self.device, Some(profiling))
            .map_err(self.failure("making a queue"))
    }

    fn words(&self, stream: &Commands, length: usize) -> Result<Buffer<u64>, Error> {
        self.buffer(stream, length)
    }

    fn counts(&self, stream: &Commands, length: usize) -> Result<Buffer<u32>, Error> {
        self.buffer(stream, length)
    }

    // Writes block until they are done. The buffers of a stream are written only when its last batch
    // has been collected, so that this waits for the copy alone.

    fn write_words(
        &self,
        stream: &Commands,
        buffer: &mut Buffer<u64>,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error> {
        buffer.write(data).queue(stream).offset(start).enq().map_err(self.failure("writing to it"))
    }

    fn write_counts(
        &self,
        stream: &Commands,
        buffer: &mut Buffer<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        buffer.write(data).queue(stream).enq().map_err(self.failure("writing to it"))
    }

    fn launch(
        &self,
        stream: &Commands,
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Self>,
    ) -> Result<(), Error> {
        let name = match entry {
            Entry::Stage(stage) => format!("run_stage{stage}"),
            Entry::Fused => "run_fused".to_string(),
        };
        let group_size = self.program.group_size as usize;
        // A kernel of its own for each launch: arguments belong to the kernel, and threads launch
        // at the same time.
        let kernel = ocl::Kernel::builder()
            .program(&self.code)
            .name(name)
            .queue(stream.clone())
            .global_work_size(groups * group_size)
            .local_work_size(group_size)
            .arg(arguments.seeds)
            .arg(arguments.blocks)
            .arg(arguments.items)
            .arg(arguments.item_capacity)
            .arg(arguments.counts)
            .arg(arguments.survivors)
            .arg(arguments.survivor_capacity)
            .build()
            .map_err(self.failure("preparing a kernel"))?;
        // SAFETY: the arguments are those of the interface that the bundle promises, the buffers have
        // the lengths that are given beside them, and they live until the stream is done: they are
        // released through the driver, which keeps them for commands under way.
        unsafe { kernel.enq() }.map_err(self.failure("launching a kernel"))?;
        // Some drivers begin only when told so.
        stream.flush().map_err(self.failure("launching a kernel"))
    }

    fn read_words(
        &self,
        stream: &Commands,
        buffer: &Buffer<u64>,
        out: &mut [u64],
    ) -> Result<(), Error> {
        buffer.read(out).queue(stream).enq().map_err(self.failure("reading from it"))
    }

    fn read_counts(
        &self,
        stream: &Commands,
        buffer: &Buffer<u32>,
        out: &mut [u32],
    ) -> Result<(), Error> {
        buffer.read(out).queue(stream).enq().map_err(self.failure("reading from it"))
    }

    fn mark(&self, stream: &Commands) -> Result<Event, Error> {
        stream.enqueue_marker(None::<Event>).map_err(self.failure("marking a time"))
    }

    fn seconds(&self, from: &Event, to: &Event) -> Result<f64, Error> {
        let time = |event: &Event| match event.profiling_info(ProfilingInfo::End) {
            Ok(ProfilingInfoResult::End(nanoseconds)) => Ok(nanoseconds),
            Ok(_) => Ok(0),
            Err(error) => Err(failure(&self.device_name, "reading a time", &error)),
        };
        Ok(time(to)?.saturating_sub(time(from)?) as f64 * 1e-9)
    }
}

fn failure(device: &str, action: &str, error: &ocl::Error) -> Error {
    Error::Device {
        device: device.to_string(),
        action: action.to_string(),
        reason: error.to_string().trim().to_string(),
    }
}
