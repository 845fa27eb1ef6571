//! The CUDA compiler as `scripts/cuda-tools` installs it: what it makes of emitted sources, with which
//! resources.

mod listing;
mod resources;

pub use listing::instruction_counts;
pub use resources::Resources;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The oldest architecture that kernels are compiled for.
pub const OLDEST_ARCHITECTURE: u32 = 75;

/// The compiler and its companions.
pub struct Tools {
    bin: PathBuf,
}

/// What a compilation made.
pub struct Compiled {
    /// The machine code, as the linker and the driver take it.
    pub cubin: Vec<u8>,
    /// What each kernel needs, by name.
    pub resources: BTreeMap<String, Resources>,
}

impl Tools {
    /// The tools, if they are installed. If not, that is said; with the variable
    /// `TMD_REQUIRE_CUDA_TOOLS` it is a failure.
    ///
    /// # Panics
    /// If the tools are required and missing.
    pub fn find() -> Option<Tools> {
        let folder = folder();
        // Without its list of versions the installation is not complete.
        if let Some(folder) = folder.as_ref().filter(|f| f.join("versions.txt").is_file()) {
            return Some(Tools { bin: folder.join("nvidia/cu13/bin") });
        }
        let skipped = format!(
            "CUDA sources are not compiled: there is no compiler in {}; scripts/cuda-tools installs it",
            folder.as_deref().unwrap_or(Path::new("the cache (HOME is not set)")).display()
        );
        let required = std::env::var_os("TMD_REQUIRE_CUDA_TOOLS").is_some_and(|v| !v.is_empty());
        assert!(!required, "{skipped}");
        println!("{skipped} (TMD_REQUIRE_CUDA_TOOLS makes this a failure)");
        None
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

    /// The output and the report of a compilation in which a warning is an error.
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
        command.args(["-Werror", "all-warnings"]).args(options);
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

/// Where the tools are: the rule of `scripts/cuda-tools`.
fn folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = variable("TMD_CUDA_TOOLS") {
        return Some(folder.into());
    }
    let cache = match variable("XDG_CACHE_HOME") {
        Some(cache) => PathBuf::from(cache),
        None => PathBuf::from(variable("HOME")?).join(".cache"),
    };
    Some(cache.join("tmd-codegen/cuda-tools"))
}

fn scratch() -> Result<TempDir, String> {
    tempfile::tempdir().map_err(|error| error.to_string())
}

/// What a command wrote; an error if it failed.
fn run(mut command: Command) -> Result<String, String> {
    let done = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let [mut text, errors] =
        [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    text.push_str(&errors);
    if done.status.success() { Ok(text) } else { Err(format!("{command:?} failed:\n{text}")) }
}
