//! Devices, one file each.

mod accelerator;
mod backend;
mod cache;
mod choice;
mod cpu;
mod cuda;
mod level;
mod library;
mod list;
#[cfg(feature = "opencl")]
mod opencl;
mod rustc;

pub use choice::DeviceInfo;
pub use cpu::{CpuConfig, CpuDevice};
pub use cuda::{CUDA_OPTIONS, CudaHostConfig, CudaHostDevice};
#[cfg(feature = "cuda")]
pub use cuda::{CudaConfig, CudaDevice};
pub use level::Level;
pub use list::devices;
#[cfg(feature = "opencl")]
pub use opencl::{OpenClConfig, OpenClDevice};
pub use rustc::Compiler;
