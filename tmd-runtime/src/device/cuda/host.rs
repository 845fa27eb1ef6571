//! CUDA sources on a CPU: compiled by a C++ compiler behind a small header, thread by thread.
//!
//! Slow, but the emitted text itself runs, and a barrier that not all threads of a group reach is
//! found. It is there for tests and for machines without a GPU.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use libloading::Library;

use super::TARGET;
use crate::bundle::KernelBundle;
use crate::device::accelerator::{self, AcceleratorKernel, Deployment};
use crate::device::backend::{Arguments, Backend, Entry};
use crate::device::cache::{self, Cache};
use crate::error::Error;
use crate::files;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::ProgramManifest;

/// What stands before the emitted text.
const SHIM: &str = include_str!("host_shim.h");

/// Flags that decide what comes out. Products are fused only where the source says so.
const FLAGS: [&str; 7] =
    ["-std=c++17", "-O2", "-fPIC", "-shared", "-ffp-contract=off", "-x", "c++"];

/// How the CUDA host device works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaHostConfig {
    /// The C++ compiler.
    pub compiler: PathBuf,
    /// Further flags, such as warnings.
    pub flags: Vec<String>,
    /// Where compiled kernels are kept.
    pub cache_dir: PathBuf,
    /// How stages follow each other.
    pub deployment: Deployment,
}

impl CudaHostConfig {
    /// The compiler from `TMD_CXX`, else `CXX`, else `g++`; the cache as for
    /// [`CpuConfig`](crate::CpuConfig::from_env).
    pub fn from_env() -> CudaHostConfig {
        CudaHostConfig::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> CudaHostConfig {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        let compiler = set("TMD_CXX").or_else(|| set("CXX")).unwrap_or_else(|| "g++".into());
        CudaHostConfig {
            compiler: compiler.into(),
            flags: vec![],
            cache_dir: cache::directory_from(variable),
            deployment: Deployment::default(),
        }
    }

    /// All flags: with the processor's fused multiply-add where it has one, which rounds as the
    /// library's does and is faster.
    fn all_flags(&self) -> Vec<String> {
        #[cfg(target_arch = "x86_64")]
        let fma = is_x86_feature_detected!("fma").then_some("-mfma");
        #[cfg(not(target_arch = "x86_64"))]
        let fma: Option<&str> = None;
        let own = FLAGS.into_iter().chain(fma).map(str::to_string);
        own.chain(self.flags.iter().cloned()).collect()
    }
}

/// The CPU as a device for CUDA sources.
pub struct CudaHostDevice {
    config: CudaHostConfig,
}

impl CudaHostDevice {
    /// A device with this configuration; the compiler is looked for when a kernel is loaded.
    pub fn new(config: CudaHostConfig) -> CudaHostDevice {
        CudaHostDevice { config }
    }

    fn backend(&self, bundle: &KernelBundle, deployment: Deployment) -> Result<HostBackend, Error> {
        let program = accelerator::program(bundle, "gpu", deployment)?;
        let source = bundle.files.get(&program.file).map(String::as_str).unwrap_or_default();
        let path = self.compile(source, &program.file)?;
        let stages = match deployment {
            Deployment::Phased => bundle.manifest.stages.len(),
            Deployment::Fused => 0,
        };
        HostBackend::load(&path, &bundle.manifest.name, program, stages)
    }

    fn compile(&self, source: &str, file: &str) -> Result<PathBuf, Error> {
        let cache = Cache::open(&self.config.cache_dir)?;
        let flags = self.config.all_flags();
        let compiler = self.config.compiler.to_string_lossy().into_owned();
        let version = self.run(cache.directory(), &["--version".to_string()])?;
        let fields = [TARGET, SHIM, source, &compiler, &version];
        let key = fields_hex(
            fields.into_iter().chain(flags.iter().map(String::as_str)).map(str::as_bytes),
        );
        cache.get_or_build(&key, cache::LIBRARY, |directory, output| {
            let text = format!("{SHIM}\n#line 1 \"{file}\"\n{source}");
            files::write_atomically(&directory.join("kernels.cc"), text.as_bytes())?;
            let mut arguments = flags.clone();
            arguments.extend(["kernels.cc", "-o", output].map(str::to_string));
            self.run(directory, &arguments).map(drop)
        })
    }

    fn run(&self, directory: &Path, arguments: &[String]) -> Result<String, Error> {
        let compiler = &self.config.compiler;
        let output = Command::new(compiler).args(arguments).current_dir(directory).output();
        let output = output.map_err(|error| {
            let looked_for = compiler.display();
            Error::no_device(
                TARGET,
                format!(
                    "its host device needs a C++ compiler; {looked_for} cannot be started ({error}); \
                     TMD_CXX names another"
                ),
            )
        })?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(Error::CompileFailed {
                command: format!("{} {}", compiler.display(), arguments.join(" ")),
                stderr: String::from_utf8_lossy(&output.stderr).trim_end().to_string(),
            }),
        }
    }
}

impl Device for CudaHostDevice {
    fn name(&self) -> String {
        format!("{TARGET} host")
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        super::check(bundle)?;
        let phased = self.backend(bundle, Deployment::Phased)?;
        let fused = match self.config.deployment {
            Deployment::Phased => None,
            Deployment::Fused => Some(self.backend(bundle, Deployment::Fused)?),
        };
        Ok(Arc::new(AcceleratorKernel::new(&bundle.manifest.stages, phased, fused)?))
    }
}

/// A kernel of the emitted text; its arguments are those of the interface.
type KernelFunction =
    unsafe extern "C" fn(*const u64, u32, *const u64, u32, *mut u32, *mut u64, u32);

/// What the shim's launcher is told.
#[repr(C)]
struct Call {
    kernel: KernelFunction,
    seeds: *const u64,
    blocks: u32,
    items: *const u64,
    item_capacity: u32,
    counts: *mut u32,
    survivors: *mut u64,
    survivor_capacity: u32,
}

type Launch = unsafe extern "C" fn(*const Call, u32, u32) -> i32;

/// A loaded library.
struct HostBackend {
    launch: Launch,
    /// By stage, or the fused one alone.
    kernels: Vec<KernelFunction>,
    _library: Library,
    name: String,
    program: ProgramManifest,
}

impl HostBackend {
    fn load(
        path: &Path,
        name: &str,
        program: &ProgramManifest,
        stages: usize,
    ) -> Result<HostBackend, Error> {
        let refuse = |error: libloading::Error| Error::Load {
            path: path.to_path_buf(),
            reason: error.to_string(),
        };
        // SAFETY: the file was verified to be what the compiler made of the shim and an emitted
        // source, neither of which has initialisers.
        let library = unsafe { Library::new(path) }.map_err(refuse)?;
        // SAFETY: the shim defines this symbol with this type.
        let launch = *unsafe { library.get::<Launch>("tmd_launch") }.map_err(refuse)?;
        let names: Vec<String> = match stages {
            0 => vec!["run_fused".to_string()],
            stages => (0..stages).map(|stage| format!("run_stage{stage}")).collect(),
        };
        let mut kernels = vec![];
        for name in &names {
            // SAFETY: the kernels of an emitted source have this type, see `ProgramManifest`.
            let kernel =
                *unsafe { library.get::<KernelFunction>(name.as_str()) }.map_err(refuse)?;
            kernels.push(kernel);
        }
        Ok(HostBackend {
            launch,
            kernels,
            _library: library,
            name: name.to_string(),
            program: program.clone(),
        })
    }
}

/// Memory that kernels write to while the host holds a shared reference to it.
pub(crate) struct HostMemory<T>(Box<[std::cell::UnsafeCell<T>]>);

// SAFETY: the memory of a slot is used by one thread at a time, the one that holds the slot.
unsafe impl<T: Send> Send for HostMemory<T> {}

impl<T: Copy + Default> HostMemory<T> {
    fn new(length: usize) -> HostMemory<T> {
        HostMemory((0..length).map(|_| T::default().into()).collect())
    }

    fn pointer(&self) -> *mut T {
        self.0.as_ptr() as *mut T
    }

    fn write(&mut self, start: usize, data: &[T]) -> Option<()> {
        let places = self.0.get_mut(start..start.checked_add(data.len())?)?;
        places.iter_mut().zip(data).for_each(|(place, value)| *place.get_mut() = *value);
        Some(())
    }

    fn read(&self, out: &mut [T]) -> Option<()> {
        let places = self.0.get(..out.len())?;
        for (place, value) in places.iter().zip(out) {
            // SAFETY: no kernel runs: launches return when the kernel is done, and the slot's thread
            // is here.
            *value = unsafe { *place.get() };
        }
        Some(())
    }
}

impl HostBackend {
    fn outside(&self) -> Error {
        Error::Kernel {
            kernel: self.describe(),
            reason: "more was written or read than there is memory for".to_string(),
        }
    }
}

impl Backend for HostBackend {
    type Stream = ();
    type Words = HostMemory<u64>;
    type Counts = HostMemory<u32>;
    type Mark = Instant;

    fn describe(&self) -> String {
        format!("{TARGET} on the host's CPU ({}, {})", self.name, self.program.deployment)
    }

    fn program(&self) -> &ProgramManifest {
        &self.program
    }

    fn groups(&self) -> usize {
        // Groups run one after the other; some, so that their strides are exercised.
        16
    }

    fn stream(&self) -> Result<(), Error> {
        Ok(())
    }

    fn words(&self, (): &(), length: usize) -> Result<HostMemory<u64>, Error> {
        Ok(HostMemory::new(length))
    }

    fn counts(&self, (): &(), length: usize) -> Result<HostMemory<u32>, Error> {
        Ok(HostMemory::new(length))
    }

    fn write_words(
        &self,
        (): &(),
        buffer: &mut HostMemory<u64>,
        start: usize,
        data: &[u64],
    ) -> Result<(), Error> {
        buffer.write(start, data).ok_or_else(|| self.outside())
    }

    fn write_counts(
        &self,
        (): &(),
        buffer: &mut HostMemory<u32>,
        data: &[u32],
    ) -> Result<(), Error> {
        buffer.write(0, data).ok_or_else(|| self.outside())
    }

    fn launch(
        &self,
        (): &(),
        entry: Entry,
        groups: usize,
        arguments: &Arguments<'_, Self>,
    ) -> Result<(), Error> {
        let index = match entry {
            Entry::Stage(stage) => stage,
            Entry::Fused => 0,
        };
        let Some(&kernel) = self.kernels.get(index) else { return Err(self.outside()) };
        let call = Call {
            kernel,
            seeds: arguments.seeds.pointer(),
            blocks: arguments.blocks,
            items: arguments.items.pointer(),
            item_capacity: arguments.item_capacity,
            counts: arguments.counts.pointer(),
            survivors: arguments.survivors.pointer(),
            survivor_capacity: arguments.survivor_capacity,
        };
        // SAFETY: the kernel keeps to the interface: it reads seeds and items and writes counts and
        // survivors inside the lengths that it is given, which are those of the buffers; nobody else
        // uses them meanwhile.
        match unsafe { (self.launch)(&call, groups as u32, self.program.group_size) } {
            0 => Ok(()),
            1 => Err(Error::Kernel {
                kernel: self.describe(),
                reason: "a barrier was not reached by all threads of a group".to_string(),
            }),
            _ => Err(Error::Device {
                device: self.describe(),
                action: "launching a kernel".to_string(),
                reason: "out of memory".to_string(),
            }),
        }
    }

    fn read_words(&self, (): &(), buffer: &HostMemory<u64>, out: &mut [u64]) -> Result<(), Error> {
        buffer.read(out).ok_or_else(|| self.outside())
    }

    fn read_counts(&self, (): &(), buffer: &HostMemory<u32>, out: &mut [u32]) -> Result<(), Error> {
        buffer.read(out).ok_or_else(|| self.outside())
    }

    fn mark(&self, (): &()) -> Result<Instant, Error> {
        Ok(Instant::now())
    }

    fn seconds(&self, from: &Instant, to: &Instant) -> Result<f64, Error> {
        Ok(to.duration_since(*from).as_secs_f64())
    }
}
