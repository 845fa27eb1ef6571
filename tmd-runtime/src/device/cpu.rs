//! The CPU as a device for emitted Rust.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cache;
use super::choice::DeviceInfo;
use super::compiled::{Compiled, LibraryCompiler};
use super::level::Level;
use super::platform::{DeviceChoice, Platform, levels};
use super::rustc::{self, Compiler};
use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::kernel::{Device, Kernel};
use tmd_base::target::RUST_SIMD as TARGET;

/// The levels of this CPU, by `rustc`.
pub(super) struct RustPlatform;

impl Platform for RustPlatform {
    fn target(&self) -> &'static str {
        TARGET
    }

    fn has_levels(&self) -> bool {
        true
    }

    fn devices(&self) -> Vec<DeviceInfo> {
        levels(TARGET)
    }

    fn open(&self, choice: &DeviceChoice) -> Result<Box<dyn Device>, Error> {
        let own = CpuConfig::from_env();
        let level = choice.level.unwrap_or(own.level);
        Ok(Box::new(CpuDevice::new(CpuConfig { level, ..own })))
    }
}

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
pub struct CpuDevice(Compiled<Compiler>);

impl CpuDevice {
    /// A device with this configuration; nothing is looked for before a kernel is loaded.
    pub fn new(config: CpuConfig) -> CpuDevice {
        CpuDevice(Compiled::new(config.compiler, config.level, config.cache_dir))
    }

    /// The level that kernels are compiled for.
    pub fn level(&self) -> Level {
        self.0.level
    }
}

impl Device for CpuDevice {
    fn name(&self) -> String {
        self.0.name()
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        self.0.load(bundle)
    }
}

impl LibraryCompiler for Compiler {
    const TARGET: &'static str = TARGET;

    fn version(&self) -> Result<String, Error> {
        Compiler::version(self)
    }

    fn flags(&self, level: Level) -> Vec<String> {
        rustc::flags(level)
    }

    fn compile(
        &self,
        directory: &Path,
        entry: &str,
        level: Level,
        output: &str,
    ) -> Result<(), Error> {
        Compiler::compile(self, directory, entry, level, output)
    }
}

#[cfg(test)]
#[path = "cpu_tests.rs"]
mod tests;
