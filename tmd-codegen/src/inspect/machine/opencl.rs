//! Emitted OpenCL, compiled by the driver of a CPU.

use super::{Failure, MachineKernel};
use tmd_runtime::{Deployment, KernelBundle};

#[cfg(not(feature = "opencl"))]
pub(super) fn kernels(_: &KernelBundle, _: Deployment) -> Result<Vec<MachineKernel>, Failure> {
    Err(Failure::Missing(
        "this program was built without its feature `opencl`: \
         build it with `cargo build --release --features opencl`"
            .to_owned(),
    ))
}

/// The kernels of a bundle's program. PoCL's programs hold a shared library for each kernel, which works
/// for groups of any size.
#[cfg(feature = "opencl")]
pub(super) fn kernels(
    bundle: &KernelBundle,
    deployment: Deployment,
) -> Result<Vec<MachineKernel>, Failure> {
    use super::{elf, scratch, temporary, x86};
    use std::collections::BTreeMap;
    use tmd_runtime::{OpenClConfig, OpenClDevice};

    let device = OpenClDevice::new(OpenClConfig { deployment, ..OpenClConfig::from_env() })?;
    let code = device.machine_code(bundle)?;
    let folder = scratch()?;
    let mut kernels = BTreeMap::new();
    for (index, library) in elf::images(&code).into_iter().enumerate() {
        let path = folder.path().join(format!("kernel{index}.so"));
        std::fs::write(&path, library).map_err(|error| temporary(&path, &error))?;
        for function in x86::disassemble(&path)? {
            if let Some(name) = kernel_name(&function.symbol) {
                kernels.insert(name.to_owned(), x86::whole(&function, name));
            }
        }
    }
    match kernels.is_empty() {
        false => Ok(kernels.into_values().collect()),
        true => Err(Failure::Missing(format!(
            "{}: its driver hands out no machine code for x86-64; PoCL on a CPU does",
            tmd_runtime::Device::name(&device)
        ))),
    }
}

/// The kernel that a function of PoCL runs for a group. The others of its library are copies for other
/// callers.
#[cfg(any(test, feature = "opencl"))]
fn kernel_name(symbol: &str) -> Option<&str> {
    symbol.strip_prefix("_pocl_kernel_")?.strip_suffix("_workgroup")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_told_from_their_copies() {
        assert_eq!(kernel_name("_pocl_kernel_run_stage0_workgroup"), Some("run_stage0"));
        for other in ["_pocl_kernel_run_stage0", "_pocl_kernel_run_stage0_workgroup_fast", "_init"]
        {
            assert_eq!(kernel_name(other), None);
        }
    }
}
