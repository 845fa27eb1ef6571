//! The CPU as a device: emitted Rust is compiled once, kept, and loaded.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::cache::{self, Cache};
use super::level::Level;
use super::library::KernelLibrary;
use super::rustc::{self, Compiler};
use crate::bundle::KernelBundle;
use crate::chunk::run_in_chunks;
use crate::error::Error;
use crate::files;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::StageManifest;
use crate::narrow;

/// The target that this device runs.
const TARGET: &str = "rust-simd";

/// How the CPU device finds its tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuConfig {
    /// The vector instructions to compile for.
    pub level: Level,
    /// Where compiled kernels are kept.
    pub cache_dir: PathBuf,
    /// The compiler.
    pub compiler: Compiler,
}

impl CpuConfig {
    /// The machine's best level; the cache in `TMD_CACHE_DIR`, else in `tmd-codegen` under
    /// `XDG_CACHE_HOME`, under `$HOME/.cache` or under the directory for temporary files; the
    /// compiler from `TMD_RUSTC`, `RUSTC` or PATH.
    pub fn from_env() -> CpuConfig {
        CpuConfig::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> CpuConfig {
        CpuConfig {
            level: Level::detect(),
            cache_dir: cache::directory_from(&variable),
            compiler: Compiler::choose(variable),
        }
    }
}

/// The CPU at one level.
pub struct CpuDevice {
    config: CpuConfig,
    /// What the compiler says of itself, once asked.
    version: Mutex<Option<String>>,
    /// The libraries of this device by key. Each has its own lock, so that different ones are built
    /// at the same time.
    loaded: Mutex<BTreeMap<String, Slot>>,
}

type Slot = Arc<Mutex<Option<Arc<KernelLibrary>>>>;

impl CpuDevice {
    /// A device with this configuration; nothing is looked for before a kernel is loaded.
    pub fn new(config: CpuConfig) -> CpuDevice {
        CpuDevice { config, version: Mutex::new(None), loaded: Mutex::new(BTreeMap::new()) }
    }

    /// The level that kernels are compiled for.
    pub fn level(&self) -> Level {
        self.config.level
    }

    fn library(&self, bundle: &KernelBundle) -> Result<Arc<KernelLibrary>, Error> {
        let cache = Cache::open(&self.config.cache_dir)?;
        let key = self.key(bundle)?;
        let slot = lock(&self.loaded).entry(key.clone()).or_default().clone();
        let mut slot = lock(&slot);
        if let Some(library) = &*slot {
            return Ok(library.clone());
        }
        let path = cache.get_or_build(&key, cache::LIBRARY, |directory, output| {
            for (name, text) in &bundle.files {
                let path = directory.join(name);
                if let Some(parent) = path.parent() {
                    files::create_directories(parent)?;
                }
                files::write_atomically(&path, text.as_bytes())?;
            }
            self.config.compiler.compile(
                directory,
                &bundle.manifest.entry,
                self.config.level,
                output,
            )
        })?;
        let library = Arc::new(KernelLibrary::load(&path)?);
        *slot = Some(library.clone());
        Ok(library)
    }

    /// Everything that decides what the compiled library does.
    fn key(&self, bundle: &KernelBundle) -> Result<String, Error> {
        let mut version = lock(&self.version);
        let version = match &mut *version {
            Some(version) => version,
            empty => empty.insert(self.config.compiler.version()?),
        };
        let content = bundle.content_hash();
        let flags = rustc::flags(self.config.level);
        let fields = [
            content.as_str(),
            bundle.manifest.entry.as_str(),
            version.as_str(),
            self.config.level.as_str(),
        ];
        Ok(fields_hex(
            fields.into_iter().chain(flags.iter().map(String::as_str)).map(str::as_bytes),
        ))
    }
}

impl Device for CpuDevice {
    fn name(&self) -> String {
        format!("cpu {}", self.config.level)
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        bundle.check_target(TARGET, "the CPU")?;
        self.config.level.require()?;
        Ok(Arc::new(CpuKernel {
            library: self.library(bundle)?,
            level: self.config.level,
            name: bundle.manifest.name.clone(),
            stages: bundle.manifest.stages.clone(),
        }))
    }
}

/// Nothing that these locks guard is ever left half done, so a panic elsewhere does not matter.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A library together with what the manifest says of its stages.
struct CpuKernel {
    library: Arc<KernelLibrary>,
    level: Level,
    name: String,
    stages: Vec<StageManifest>,
}

impl Kernel for CpuKernel {
    fn describe(&self) -> String {
        format!("{TARGET} {} ({})", self.level, self.name)
    }

    fn stages(&self) -> &[StageManifest] {
        &self.stages
    }

    fn run_stage(
        &self,
        stage: usize,
        seed: &[u64],
        items: &[u64],
        out: &mut Vec<u64>,
    ) -> Result<(), Error> {
        let number = narrow::counted(stage, "stages")?;
        run_in_chunks(&self.name, &self.stages, stage, seed, items, out, |items, buffer| {
            self.library.run(number, seed, items, buffer)
        })
    }
}

#[cfg(test)]
#[path = "cpu_tests.rs"]
mod tests;
