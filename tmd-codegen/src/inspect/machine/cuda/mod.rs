//! Emitted CUDA through the compiler: `scripts/cuda-tools` installs it, a toolkit on PATH has it, too.

mod listing;
mod resources;

pub use listing::instruction_counts;
pub use resources::Resources;

use super::{Failure, MachineKernel};
use crate::diag::{Diag, DiagKind};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;
use tmd_runtime::{CUDA_OPTIONS, Deployment, DeviceKind, KernelBundle, process};

/// The oldest architecture that kernels are compiled for.
pub const OLDEST_ARCHITECTURE: u32 = 75;

/// The compiler and its companions.
pub struct Tools {
    bin: PathBuf,
}

/// The result of a compilation.
pub struct Compiled {
    /// The machine code, as the linker and the driver take it.
    pub cubin: Vec<u8>,
    /// The resources that each kernel needs, by name.
    pub resources: BTreeMap<String, Resources>,
}

impl Tools {
    /// The tools: as `scripts/cuda-tools` installs them, else those on PATH.
    ///
    /// # Errors
    /// Where they were looked for, and how they are installed.
    pub fn find() -> Result<Tools, String> {
        let folder = folder();
        // Without its list of versions the installation is not complete.
        if let Some(folder) = folder.as_ref().filter(|f| f.join("versions.txt").is_file()) {
            // They are run: nobody else may have put them there, but where a person names the folder.
            if variable("TMD_CUDA_TOOLS").is_none() {
                tmd_runtime::private_directory(folder).map_err(|error| error.to_string())?;
            }
            return Ok(Tools { bin: folder.join("nvidia/cu13/bin") });
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let has_all = |bin: &PathBuf| ["nvcc", "cuobjdump"].iter().all(|t| bin.join(t).is_file());
        std::env::split_paths(&path).find(has_all).map(|bin| Tools { bin }).ok_or_else(|| {
            format!(
                "there is no CUDA compiler in {} nor on PATH; scripts/cuda-tools installs it",
                folder.as_deref().unwrap_or(Path::new("the cache (HOME is not set)")).display()
            )
        })
    }

    /// Compiles a source to PTX for architecture `architecture` (75 for compute_75) and later ones.
    ///
    /// # Errors
    /// What the compiler said, if it refused or warned.
    pub fn compile_ptx(
        &self,
        source: &str,
        architecture: u32,
        defines: &[&str],
    ) -> Result<String, String> {
        let target = format!("-arch=compute_{architecture}");
        let (bytes, _) = self.compile(source, &["-ptx", &target], defines)?;
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }

    /// Compiles a source to the machine code of architecture `architecture`.
    ///
    /// # Errors
    /// What the compiler said, if it refused or warned.
    pub fn compile_cubin(
        &self,
        source: &str,
        architecture: u32,
        defines: &[&str],
    ) -> Result<Compiled, String> {
        let target = format!("-arch=sm_{architecture}");
        let options = ["-cubin", &target, "--resource-usage"];
        let (cubin, report) = self.compile(source, &options, defines)?;
        Ok(Compiled { cubin, resources: resources::parse(&report)? })
    }

    /// The output and the report of a compilation as the runtime's, but that a warning is an error.
    fn compile(
        &self,
        source: &str,
        options: &[&str],
        defines: &[&str],
    ) -> Result<(Vec<u8>, String), String> {
        let folder = scratch()?;
        let [input, output] = ["kernel.cu", "kernel.out"].map(|name| folder.path().join(name));
        std::fs::write(&input, source).map_err(|error| error.to_string())?;
        let mut command = self.command("nvcc");
        command.args(CUDA_OPTIONS).args(["-Werror", "all-warnings"]).args(options);
        command.args(defines.iter().map(|define| format!("-D{define}")));
        command.arg("-o").arg(&output).arg(&input);
        let report = run(command)?;
        let bytes = std::fs::read(&output).map_err(|error| error.to_string())?;
        Ok((bytes, report))
    }

    /// The architectures that the compiler knows, [`OLDEST_ARCHITECTURE`] and later, in order.
    ///
    /// # Errors
    /// If the compiler cannot be asked.
    pub fn architectures(&self) -> Result<Vec<u32>, String> {
        let mut command = self.command("nvcc");
        command.arg("--list-gpu-code");
        let list = run(command)?;
        let number = |line: &str| line.trim().strip_prefix("sm_")?.parse().ok();
        let mut found: Vec<u32> =
            list.lines().filter_map(number).filter(|a| *a >= OLDEST_ARCHITECTURE).collect();
        found.sort_unstable();
        Ok(found)
    }

    /// The machine code as text.
    ///
    /// # Errors
    /// If the tool that lists it refuses.
    pub fn list(&self, cubin: &[u8]) -> Result<String, String> {
        let folder = scratch()?;
        let path = folder.path().join("kernel.cubin");
        std::fs::write(&path, cubin).map_err(|error| error.to_string())?;
        let mut command = self.command("cuobjdump");
        command.arg("-sass").arg(&path);
        run(command)
    }

    /// One of the tools, which finds the others in the path.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        command.stdin(Stdio::null());
        let mut path = vec![self.bin.clone()];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        if let Ok(path) = std::env::join_paths(path) {
            command.env("PATH", path);
        }
        // Options from the user's environment would make results depend on it.
        command.env_remove("NVCC_PREPEND_FLAGS").env_remove("NVCC_APPEND_FLAGS");
        command
    }
}

/// The kernels of a bundle's program.
pub(super) fn kernels(
    bundle: &KernelBundle,
    architecture: &str,
    deployment: Deployment,
) -> Result<Vec<MachineKernel>, Failure> {
    let tools = Tools::find().map_err(Failure::Missing)?;
    let architecture = known(&tools, architecture)?;
    let program = bundle.program(DeviceKind::Gpu, deployment)?;
    let source = bundle.source(program);
    let compiled = tools.compile_cubin(source, architecture, &[]).map_err(|said| {
        refused(format!("{} does not compile for sm_{architecture}: {said}", program.file))
    })?;
    let text = tools.list(&compiled.cubin).map_err(refused)?;
    let listings = listing::functions(&text);
    let counts = instruction_counts(&text);
    let kernel = |(name, needs): (&String, &Resources)| {
        let classes = counts.get(name).cloned().unwrap_or_default();
        MachineKernel {
            name: name.clone(),
            within: None,
            instructions: classes.values().sum(),
            registers: Some(needs.registers),
            stack_bytes: needs.stack.into(),
            spill_stores: needs.spill_stores,
            spill_loads: needs.spill_loads,
            shared_bytes: needs.shared.into(),
            classes,
            listing: listings.get(name).cloned().unwrap_or_default(),
        }
    };
    Ok(compiled.resources.iter().map(kernel).collect())
}

/// The number of an architecture such as `sm_90`.
fn known(tools: &Tools, architecture: &str) -> Result<u32, Diag> {
    let all = tools.architectures().map_err(refused)?;
    let number = architecture.strip_prefix("sm_").and_then(|number| number.parse().ok());
    number.filter(|number| all.contains(number)).ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|number| format!("sm_{number}")).collect();
        Diag::new(DiagKind::UnknownName, format!("no GPU architecture is called `{architecture}`"))
            .at("architecture", architecture, 0..architecture.len(), "unknown")
            .help(format!("the CUDA compiler knows {}", names.join(", ")))
    })
}

fn refused(said: String) -> Diag {
    Diag::new(DiagKind::Environment, said).help(
        "if the message is about a host compiler, install a C++ compiler (g++); \
         scripts/cuda-tools installs the tools anew where their folder is removed",
    )
}

/// The folder of the tools, by the rule of `scripts/cuda-tools`.
fn folder() -> Option<PathBuf> {
    if let Some(folder) = variable("TMD_CUDA_TOOLS") {
        return Some(folder.into());
    }
    let cache = match variable("XDG_CACHE_HOME") {
        Some(cache) => PathBuf::from(cache),
        None => PathBuf::from(variable("HOME")?).join(".cache"),
    };
    Some(cache.join("tmd-codegen/cuda-tools"))
}

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

fn scratch() -> Result<TempDir, String> {
    tempfile::tempdir().map_err(|error| error.to_string())
}

/// The output of a command; an error if it failed.
fn run(mut command: Command) -> Result<String, String> {
    let done =
        process::compiled(&mut command).map_err(|failure| format!("{command:?} {failure}"))?;
    let [mut text, errors] =
        [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    text.push_str(&errors);
    if done.status.success() { Ok(text) } else { Err(format!("{command:?} failed:\n{text}")) }
}
