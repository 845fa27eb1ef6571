//! CUDA sources on a CPU: compiled by a C++ compiler behind a small header, thread by thread.
//!
//! Slow, but the emitted text itself runs, and a barrier that not all threads of a group reach is
//! found. It is there for tests and for machines without a GPU.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use super::TARGET;
use super::host_backend::HostBackend;
use crate::bundle::KernelBundle;
use crate::deployment::Deployment;
use crate::device::cache::{self, Cache};
use crate::error::Error;
use crate::files;
use crate::hash::fields_hex;
use crate::kernel::{Device, Kernel};
use crate::manifest::ProgramManifest;
use crate::process::{self, Failure};

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
        let set = |name| variable(name).filter(|value| !value.is_empty());
        let compiler = set("TMD_CXX").or_else(|| set("CXX")).map(PathBuf::from);
        CudaHostConfig {
            compiler: compiler.unwrap_or_else(|| default_compiler(variable("PATH"))),
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
        let mut command = Command::new(compiler);
        command.args(arguments).current_dir(directory).stdin(Stdio::null());
        let output = process::compiled(&mut command).map_err(|failure| match failure {
            Failure::Io(error) => {
                let looked_for = compiler.display();
                Error::no_device(
                    TARGET,
                    format!(
                        "its host device needs a C++ compiler; {looked_for} cannot be started ({error}); \
                         TMD_CXX names another"
                    ),
                )
            }
            failure => Error::CompilerLate {
                command: format!("{} {}", compiler.display(), arguments.join(" ")),
                failure: failure.to_string(),
            },
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
        super::load(bundle, self.config.deployment, |bundle, program, names| {
            self.backend(bundle, program, names)
        })
    }
}

/// The first of the usual names that a search path has.
fn default_compiler(search_path: Option<OsString>) -> PathBuf {
    let folders = std::env::split_paths(search_path.as_deref().unwrap_or(OsStr::new("")));
    let folders: Vec<PathBuf> = folders.collect();
    let has = |name: &&str| folders.iter().any(|folder| folder.join(name).is_file());
    ["g++", "c++"].into_iter().find(has).unwrap_or("g++").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_choose_the_compiler() {
        let config = |variables: &[(&str, &str)]| {
            CudaHostConfig::from_variables(|name| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        let (tmd, usual) = (("TMD_CXX", "/opt/g++"), ("CXX", "clang++"));
        assert_eq!(config(&[tmd, usual]).compiler, Path::new("/opt/g++"));
        assert_eq!(config(&[("TMD_CXX", ""), usual]).compiler, Path::new("clang++"));
        assert_eq!(config(&[]).compiler, Path::new("g++"));

        let folder = tempfile::tempdir().expect("temporary directory");
        let path = ("PATH", folder.path().to_str().expect("a plain path"));
        for (name, found) in [("other", "g++"), ("c++", "c++"), ("g++", "g++")] {
            std::fs::write(folder.path().join(name), "").expect("write");
            assert_eq!(config(&[path]).compiler, Path::new(found));
        }
    }
}
