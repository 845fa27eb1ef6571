//! Devices, one file each.

mod accelerator;
mod backend;
mod cache;
mod cpu;
mod level;
mod library;
mod list;
#[cfg(feature = "opencl")]
mod opencl;
mod rustc;

pub use accelerator::Deployment;
pub use cpu::{CpuConfig, CpuDevice};
pub use level::Level;
pub use list::{DeviceInfo, devices};
#[cfg(feature = "opencl")]
pub use opencl::{OpenClConfig, OpenClDevice};
pub use rustc::Compiler;
