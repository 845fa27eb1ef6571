//! Devices, one file each.

mod accelerator;
mod backend;
mod c;
mod cache;
mod choice;
mod compiled;
mod cpu;
mod cuda;
mod entry;
mod kept;
mod level;
mod library;
mod opencl;
mod platform;
mod platforms;
mod rustc;
mod system_compiler;
mod trim;

pub use c::{CCompiler, CConfig, CDevice};
pub use choice::DeviceInfo;
pub use cpu::{CpuConfig, CpuDevice};
pub use cuda::{CUDA_OPTIONS, CudaHostConfig, CudaHostDevice};
#[cfg(feature = "cuda")]
pub use cuda::{CudaConfig, CudaDevice};
pub use kept::kept;
pub use level::Level;
#[cfg(feature = "opencl")]
pub use opencl::{OpenClConfig, OpenClDevice};
pub use platform::{DeviceChoice, Platform};
pub use platforms::{devices, platform};
pub use rustc::Compiler;
