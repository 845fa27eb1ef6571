//! The CPU as a device for emitted C.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cache;
use super::choice::DeviceInfo;
use super::compiled::{Compiled, LibraryCompiler};
use super::level::Level;
use super::platform::{DeviceChoice, Platform, levels};
use super::system_compiler::Language;
use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::kernel::{Device, Kernel};
use tmd_base::target::C as TARGET;

const LANGUAGE: Language = Language {
    name: "C",
    variables: ["TMD_CC", "CC"],
    usual: &["cc", "gcc", "clang"],
    target: TARGET,
};

/// Flags of every compilation. Products are fused only where the source says so; warnings about how vectors are handed
/// to functions concern callers in other files, of which there are none.
const FLAGS: [&str; 6] = ["-std=c11", "-O3", "-fPIC", "-shared", "-ffp-contract=off", "-Wno-psabi"];

/// The levels of this CPU, by a C compiler.
pub(super) struct CPlatform;

impl Platform for CPlatform {
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
        let own = CConfig::from_env();
        let level = choice.level.unwrap_or(own.level);
        Ok(Box::new(CDevice::new(CConfig { level, ..own })))
    }
}

/// A C compiler: GCC or Clang, or what understands their vector extensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CCompiler {
    /// Its path, or a bare name to be found on PATH.
    pub path: PathBuf,
    /// Further flags, such as warnings.
    pub flags: Vec<String>,
}

impl CCompiler {
    /// `TMD_CC`, else `CC`, else `cc`, `gcc` or `clang` on PATH. A variable that is set decides, even if it is wrong.
    pub fn from_env() -> CCompiler {
        CCompiler { path: LANGUAGE.choose(|name| std::env::var_os(name)), flags: vec![] }
    }

    /// Compiles the file `entry` of a folder into the object file `output`, as for [`CDevice`]; `options` come
    /// after the flags.
    ///
    /// # Errors
    /// If there is no compiler, or if it refuses.
    pub fn compile_object(
        &self,
        directory: &Path,
        entry: &str,
        level: Level,
        options: &[&str],
        output: &str,
    ) -> Result<(), Error> {
        let flags = self.flags(level).into_iter().filter(|flag| flag != "-shared");
        let object = options.iter().copied().chain(["-c", entry, "-o", output]);
        let arguments: Vec<String> = flags.chain(object.map(str::to_string)).collect();
        LANGUAGE.run(&self.path, directory, &arguments).map(drop)
    }
}

impl LibraryCompiler for CCompiler {
    const TARGET: &'static str = TARGET;

    fn version(&self) -> Result<String, Error> {
        let version = LANGUAGE.version(&self.path, Path::new("/"))?;
        Ok(format!("{} {version}", self.path.display()))
    }

    fn flags(&self, level: Level) -> Vec<String> {
        let own = FLAGS.iter().chain(level.c_flags()).map(|flag| flag.to_string());
        own.chain(self.flags.iter().cloned()).collect()
    }

    fn compile(
        &self,
        directory: &Path,
        entry: &str,
        level: Level,
        output: &str,
    ) -> Result<(), Error> {
        // The library of mathematics has the root and the fused multiply-add of processors without them.
        let files = [entry, "-o", output, "-lm"].map(str::to_string);
        let arguments: Vec<String> = self.flags(level).into_iter().chain(files).collect();
        LANGUAGE.run(&self.path, directory, &arguments).map(drop)
    }
}

/// How the C device finds its tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CConfig {
    /// The vector instructions to compile for.
    pub level: Level,
    /// Where compiled kernels are kept.
    pub cache_dir: PathBuf,
    /// The compiler.
    pub compiler: CCompiler,
}

impl CConfig {
    /// The machine's best level; the cache as for [`CpuConfig`](crate::CpuConfig::from_env); the compiler of
    /// [`CCompiler::from_env`].
    pub fn from_env() -> CConfig {
        let variable = |name: &str| -> Option<OsString> { std::env::var_os(name) };
        CConfig {
            level: Level::detect(),
            cache_dir: cache::directory_from(variable),
            compiler: CCompiler::from_env(),
        }
    }
}

/// The CPU at one level, for emitted C.
pub struct CDevice(Compiled<CCompiler>);

impl CDevice {
    /// A device with this configuration; the compiler is looked for when a kernel is loaded.
    pub fn new(config: CConfig) -> CDevice {
        CDevice(Compiled::new(config.compiler, config.level, config.cache_dir))
    }
}

impl Device for CDevice {
    fn name(&self) -> String {
        self.0.name()
    }

    fn load(&self, bundle: &KernelBundle) -> Result<Arc<dyn Kernel>, Error> {
        self.0.load(bundle)
    }
}

#[cfg(test)]
#[path = "c_tests.rs"]
mod tests;
