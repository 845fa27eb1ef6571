//! draft
mod bundle;
mod chunk;
mod device;
mod error;
mod files;
mod hash;
mod kernel;
mod manifest;
mod precompiled;
#[cfg(test)]
mod testing;

pub use bundle::{KernelBundle, MAX_FILE_BYTES, MAX_FILES};
pub use device::{Compiler, CpuConfig, CpuDevice, Level};
pub use error::Error;
pub use kernel::{Device, Kernel};
pub use manifest::{ArgumentDoc, BoundEntry, MAX_PART_COUNT, Manifest, SCHEMA, StageManifest};
pub use precompiled::{PrecompiledKernel, RunStage};
