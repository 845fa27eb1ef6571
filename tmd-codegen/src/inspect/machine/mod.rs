//! The machine code of emitted kernels: instructions, registers, stack and spills of each function, and
//! its listing.
//!
//! Sources go through the compiler, with the flags, that the runtime uses, so that the code is the one
//! that a search runs; only for CUDA does nvcc stand in for NVRTC. A compiler or a tool that is not
//! installed is no error but [`Outcome::Missing`].

pub mod cuda;
#[cfg(all(feature = "machine-code", feature = "opencl"))]
mod elf;
#[cfg(feature = "machine-code")]
mod native;
#[cfg(feature = "machine-code")]
mod object_file;
#[cfg(all(feature = "machine-code", feature = "opencl"))]
mod opencl;
mod table;
#[cfg(feature = "machine-code")]
mod x86;

pub use table::{listing, table};

use crate::diag::Diag;
#[cfg(feature = "machine-code")]
use crate::diag::DiagKind;
use crate::target;
use std::collections::BTreeMap;
use tmd_base::target::{C, CUDA, OPENCL, RUST_SIMD};
use tmd_runtime::{Deployment, KernelBundle, Level};

/// The GPU architecture that is asked for where none is named.
pub const DEFAULT_ARCHITECTURE: &str = "sm_90";

/// One function of a kernel as the machine gets it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineKernel {
    /// The function: `stage0`, `run_stage0`, …
    pub name: String,
    /// The function into which the compiler inlined this one, if it did. The instructions are then
    /// those of this one, the stack frame is that of the other.
    pub within: Option<String>,
    /// Instructions, without those that only fill up.
    pub instructions: usize,
    /// CPU: how many vector registers it names. GPU: registers of a thread.
    pub registers: Option<u32>,
    /// Bytes of the stack frame.
    pub stack_bytes: u64,
    /// GPU: bytes that are stored because registers do not suffice. CPU: instructions that only write to the
    /// stack frame, which are spills and stores to local arrays.
    pub spill_stores: u32,
    /// GPU: bytes that are loaded again. CPU: instructions that read the stack frame.
    pub spill_loads: u32,
    /// Bytes of shared memory of a group of threads; none on a CPU.
    pub shared_bytes: u64,
    /// Instructions by mnemonic.
    pub classes: BTreeMap<String, usize>,
    /// The instructions as text, a line each.
    pub listing: String,
}

/// The target of the compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineOptions {
    /// Vector instructions of targets that the CPU runs.
    pub level: Level,
    /// GPU architecture of the target cuda, as `sm_90`.
    pub architecture: String,
    /// Which program of a bundle for OpenCL or CUDA.
    pub deployment: Deployment,
}

impl Default for MachineOptions {
    /// The best level of this machine, [`DEFAULT_ARCHITECTURE`], a kernel for each stage.
    fn default() -> Self {
        MachineOptions {
            level: Level::detect(),
            architecture: DEFAULT_ARCHITECTURE.to_owned(),
            deployment: Deployment::default(),
        }
    }
}

/// Machine code, or what stands in its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The functions, in the order of the machine code; functions that were inlined stand after the
    /// one that they were inlined into.
    Machine(Vec<MachineKernel>),
    /// A tool is not installed; the text says which, and what would help.
    Missing(String),
}

/// Compiles a bundle for its target and reads the machine code.
///
/// # Errors
/// If the bundle is unsound, the target or the architecture unknown, or a compiler refuses the sources.
pub fn of(bundle: &KernelBundle, options: &MachineOptions) -> Result<Outcome, Diag> {
    bundle.validate().map_err(Diag::from)?;
    let found = match bundle.manifest.target.as_str() {
        RUST_SIMD | C => native(bundle, options),
        OPENCL => opencl(bundle, options),
        CUDA => cuda::kernels(bundle, &options.architecture, options.deployment),
        name => return Err(target::unknown(name, &[])),
    };
    match found {
        Ok(kernels) => Ok(Outcome::Machine(kernels)),
        Err(Failure::Missing(why)) => Ok(Outcome::Missing(why)),
        Err(Failure::Refused(diag)) => Err(*diag),
    }
}

#[cfg(feature = "machine-code")]
fn native(bundle: &KernelBundle, options: &MachineOptions) -> Result<Vec<MachineKernel>, Failure> {
    native::kernels(bundle, options.level)
}

#[cfg(not(feature = "machine-code"))]
fn native(_: &KernelBundle, _: &MachineOptions) -> Result<Vec<MachineKernel>, Failure> {
    Err(left_out("machine-code"))
}

#[cfg(all(feature = "machine-code", feature = "opencl"))]
fn opencl(bundle: &KernelBundle, options: &MachineOptions) -> Result<Vec<MachineKernel>, Failure> {
    opencl::kernels(bundle, options.deployment)
}

#[cfg(not(all(feature = "machine-code", feature = "opencl")))]
fn opencl(_: &KernelBundle, _: &MachineOptions) -> Result<Vec<MachineKernel>, Failure> {
    Err(left_out("machine-code,opencl"))
}

/// This program lacks something that a build with these features has.
#[cfg(not(all(feature = "machine-code", feature = "opencl")))]
fn left_out(features: &str) -> Failure {
    Failure::Missing(format!(
        "this program was built without `{features}`: build it with `cargo build --release --features {features}`"
    ))
}

/// Why there is no machine code.
enum Failure {
    /// Something is not installed: what, and what would help.
    Missing(String),
    /// An error.
    Refused(Box<Diag>),
}

impl From<Diag> for Failure {
    fn from(diag: Diag) -> Self {
        Failure::Refused(Box::new(diag))
    }
}

impl From<tmd_runtime::Error> for Failure {
    fn from(error: tmd_runtime::Error) -> Self {
        use tmd_runtime::Error;
        match error {
            Error::NoCompiler { .. } | Error::NoDevice { .. } => {
                Failure::Missing(format!("{error}: {}", error.help()))
            }
            error => Diag::from(error).into(),
        }
    }
}

/// A folder for temporary files.
#[cfg(feature = "machine-code")]
fn scratch() -> Result<tempfile::TempDir, Diag> {
    tempfile::tempdir().map_err(|error| {
        Diag::new(DiagKind::Io, format!("no folder for temporary files: {error}"))
            .help("check that TMPDIR is a folder in which you may write")
    })
}

/// A failure to write or read a temporary file.
#[cfg(feature = "machine-code")]
fn temporary(path: &std::path::Path, error: &std::io::Error) -> Diag {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Diag::new(DiagKind::Io, format!("the temporary file {name}: {error}"))
        .help("check that the disk of the folder for temporary files (TMPDIR) is not full")
}
