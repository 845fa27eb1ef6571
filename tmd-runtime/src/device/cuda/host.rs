//! CUDA sources on a CPU: compiled by a C++ compiler behind a small header, thread by thread.
//!
//! Slow, but the emitted text itself runs, and a barrier that not all threads of a group reach is
//! found. It is there for tests and for machines without a GPU.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use super::TARGET;
use super::host_backend::HostBackend;
use crate::bundle::KernelBundle;
use crate::deployment::Deployment;
use crate::device::cache::{self, Cache};
use crate::device::entry;
use crate::device::system_compiler::Language;
use crate::error::Error;
use crate::files;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::ProgramManifest;

const LANGUAGE: Language =
    Language { name: "C++", variables: ["TMD_CXX", "CXX"], usual: &["g++", "c++"], target: TARGET };

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
    /// The compiler from `TMD_CXX`, else `CXX`, else `g++` or `c++`; the cache as for
    /// [`CpuConfig`](crate::CpuConfig::from_env).
    pub fn from_env() -> CudaHostConfig {
        CudaHostConfig::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> CudaHostConfig {
        CudaHostConfig {
            compiler: LANGUAGE.choose(&variable),
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

    fn backend(
        &self,
        bundle: &KernelBundle,
        program: &ProgramManifest,
        names: &[String],
    ) -> Result<HostBackend, Error> {
        let path = self.compile(bundle.source(program), &program.file)?;
        HostBackend::load(&path, names, &bundle.manifest.name, program)
    }

    fn compile(&self, source: &str, file: &str) -> Result<PathBuf, Error> {
        let cache = Cache::open(&self.config.cache_dir)?;
        let flags = self.config.all_flags();
        let compiler = self.config.compiler.to_string_lossy().into_owned();
        let version = LANGUAGE.version(&self.config.compiler, cache.directory())?;
        let fields = [TARGET, SHIM, source, &compiler, &version];
        let key = fields_hex(
            fields.into_iter().chain(flags.iter().map(String::as_str)).map(str::as_bytes),
        );
        cache.get_or_build(&key, entry::LIBRARY, |directory, output| {
            let text = format!("{SHIM}\n#line 1 \"{file}\"\n{source}");
            files::write_atomically(&directory.join("kernels.cc"), text.as_bytes())?;
            let mut arguments = flags.clone();
            arguments.extend(["kernels.cc", "-o", output].map(str::to_string));
            LANGUAGE.run(&self.config.compiler, directory, &arguments).map(drop)
        })
    }
}

impl Device for CudaHostDevice {
    fn name(&self) -> String {
        format!("{TARGET} host")
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        super::load(bundle, self.config.deployment, |bundle, program, names| {
            self.backend(bundle, program, names)
        })
    }
}
