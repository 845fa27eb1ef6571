//! Emitted OpenCL, compiled by the driver of a CPU.

use super::object_file::ObjectFile;
use super::{Failure, MachineKernel, elf, x86};
use crate::diag::{Diag, DiagKind};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use tmd_runtime::{Deployment, Device, KernelBundle, OpenClConfig, OpenClDevice};

/// The kernels of a bundle's program. PoCL's programs hold shared libraries for each kernel: one for
/// groups of any size, and special ones for the sizes that were started.
pub(super) fn kernels(
    bundle: &KernelBundle,
    deployment: Deployment,
) -> Result<Vec<MachineKernel>, Failure> {
    let device = OpenClDevice::new(OpenClConfig { deployment, ..OpenClConfig::from_env() })?;
    let code = device.machine_code(bundle)?;
    let mut kernels = BTreeMap::new();
    for image in elf::images(&code) {
        let unreadable = |error| {
            let message = format!("{}: its machine code cannot be read: {error}", device.name());
            Diag::new(DiagKind::Environment, message).help("try another version of the driver")
        };
        // Drivers of GPUs hand out code of machines of their own.
        let Some(file) = ObjectFile::parse(image.file).map_err(unreadable)? else { continue };
        for function in file.functions().map_err(unreadable)? {
            if let Some(name) = kernel_name(&function.symbol) {
                // The most special one is run; it comes last in alphabetical order.
                let variant = variant(image.before, name);
                kernels.insert((name.to_owned(), Reverse(variant)), x86::whole(&function, name));
            }
        }
    }
    let mut kernels: Vec<MachineKernel> = kernels.into_values().collect();
    kernels.dedup_by(|a, b| a.name == b.name);
    match kernels.is_empty() {
        false => Ok(kernels),
        true => Err(Failure::Missing(format!(
            "{}: its driver hands out no machine code for x86-64; PoCL on a CPU does",
            device.name()
        ))),
    }
}

/// The kernel that a function of PoCL runs for a group. The others of its library are copies for other
/// callers.
fn kernel_name(symbol: &str) -> Option<&str> {
    symbol.strip_prefix("_pocl_kernel_")?.strip_suffix("_workgroup")
}

/// `16-1-1-goffs0-smallgrid` of `…/run_stage0/16-1-1-goffs0-smallgrid/run_stage0.so`, the name of a library;
/// `0-0-0` where any size will do; empty where the name is none of PoCL's.
fn variant(name: &[u8], kernel: &str) -> String {
    let name = String::from_utf8_lossy(name);
    let after = name
        .rsplit_once(&format!("/{kernel}.so"))
        .and_then(|(folder, _)| folder.rsplit_once('/').map(|(_, variant)| variant.to_owned()));
    after.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_variants_come_last() {
        let of = |text: &[u8]| variant(text, "run_stage0");
        let special = of(b"\xff\x00.so/run_stage0/16-1-1-goffs0-smallgrid/run_stage0.so8u\x00");
        assert_eq!(special, "16-1-1-goffs0-smallgrid");
        let general = of(b"/run_stage0/0-0-0/run_stage0.so8u");
        assert!(special > of(b"/run_stage0/16-1-1/run_stage0.so"));
        assert!(special > general && general > of(b"else"));
    }

    #[test]
    fn kernels_are_told_from_their_copies() {
        assert_eq!(kernel_name("_pocl_kernel_run_stage0_workgroup"), Some("run_stage0"));
        for other in ["_pocl_kernel_run_stage0", "_pocl_kernel_run_stage0_workgroup_fast", "_init"]
        {
            assert_eq!(kernel_name(other), None);
        }
    }
}
