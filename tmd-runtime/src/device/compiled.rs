//! The CPU as a device for a target whose sources a compiler makes libraries of: each is compiled once, kept, and loaded.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::cache::Cache;
use super::entry;
use super::level::Level;
use super::library::KernelLibrary;
use crate::bundle::KernelBundle;
use crate::chunk::run_in_chunks;
use crate::error::Error;
use crate::files;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::StageManifest;
use crate::narrow;

/// What makes a library of a bundle's files.
pub(super) trait LibraryCompiler: Send + Sync {
    /// The target whose sources it takes.
    const TARGET: &'static str;

    /// What it says of itself: its identity.
    fn version(&self) -> Result<String, Error>;

    /// The flags for a level, which decide what comes out.
    fn flags(&self, level: Level) -> Vec<String>;

    /// Compiles the file `entry` into the library `output`; both are relative to `directory`.
    fn compile(
        &self,
        directory: &Path,
        entry: &str,
        level: Level,
        output: &str,
    ) -> Result<(), Error>;
}

/// The CPU at one level, by one compiler.
pub(super) struct Compiled<C> {
    pub(super) compiler: C,
    pub(super) level: Level,
    cache_dir: PathBuf,
    /// What the compiler says of itself, once asked.
    version: Mutex<Option<String>>,
    /// The libraries of this device by key. Each has its own lock, so that different ones are built
    /// at the same time.
    loaded: Mutex<BTreeMap<String, Slot>>,
}

type Slot = Arc<Mutex<Option<Arc<KernelLibrary>>>>;

impl<C: LibraryCompiler> Compiled<C> {
    /// A device; nothing is looked for before a kernel is loaded.
    pub(super) fn new(compiler: C, level: Level, cache_dir: PathBuf) -> Self {
        let (version, loaded) = (Mutex::new(None), Mutex::new(BTreeMap::new()));
        Compiled { compiler, level, cache_dir, version, loaded }
    }

    pub(super) fn library(&self, bundle: &KernelBundle) -> Result<Arc<KernelLibrary>, Error> {
        let cache = Cache::open(&self.cache_dir)?;
        let key = self.key(bundle)?;
        let slot = lock(&self.loaded).entry(key.clone()).or_default().clone();
        let mut slot = lock(&slot);
        if let Some(library) = &*slot {
            return Ok(library.clone());
        }
        let path = cache.get_or_build(&key, entry::LIBRARY, |directory, output| {
            for (name, text) in &bundle.files {
                let path = directory.join(name);
                if let Some(parent) = path.parent() {
                    files::create_directories(parent)?;
                }
                files::write_atomically(&path, text.as_bytes())?;
            }
            self.compiler.compile(directory, &bundle.manifest.entry, self.level, output)
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
            empty => empty.insert(self.compiler.version()?),
        };
        let content = bundle.content_hash();
        let flags = self.compiler.flags(self.level);
        let fields = [
            content.as_str(),
            bundle.manifest.entry.as_str(),
            version.as_str(),
            self.level.as_str(),
        ];
        Ok(fields_hex(
            fields.into_iter().chain(flags.iter().map(String::as_str)).map(str::as_bytes),
        ))
    }
}

impl<C: LibraryCompiler> Device for Compiled<C> {
    fn name(&self) -> String {
        format!("cpu {}", self.level)
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        bundle.check_target(C::TARGET, "the CPU")?;
        self.level.require()?;
        Ok(Arc::new(CompiledKernel {
            library: self.library(bundle)?,
            target: C::TARGET,
            level: self.level,
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
struct CompiledKernel {
    library: Arc<KernelLibrary>,
    target: &'static str,
    level: Level,
    name: String,
    stages: Vec<StageManifest>,
}

impl Kernel for CompiledKernel {
    fn describe(&self) -> String {
        format!("{} {} ({})", self.target, self.level, self.name)
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
