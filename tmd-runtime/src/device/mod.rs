//! Devices, one file each.

mod cache;
mod cpu;
mod level;
mod library;
mod rustc;

pub use cpu::{CpuConfig, CpuDevice};
pub use level::Level;
pub use rustc::Compiler;
