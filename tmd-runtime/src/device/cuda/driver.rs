//! The NVIDIA driver: loaded when it is needed, and asked which GPUs there are before any of them is
//! opened.

use cudarc::driver::sys::CUdevice_attribute as Attribute;
use cudarc::driver::{DriverError, result, sys};

use super::{TARGET, lacking};
use crate::error::Error;

/// Every function of the driver that is called, by us or by the binding. The binding looks for a
/// function when it is called first and panics where it is missing; a driver that lacks one is
/// refused at the beginning, so that this cannot happen in the middle of a search.
const FUNCTIONS: [&str; 32] = [
    "cuInit",
    "cuDriverGetVersion",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceGetAttribute",
    "cuDeviceTotalMem_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease_v2",
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuModuleLoadData",
    "cuModuleGetFunction",
    "cuModuleUnload",
    "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cuStreamCreate",
    "cuStreamSynchronize",
    "cuStreamDestroy_v2",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemAllocAsync",
    "cuMemFreeAsync",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuLaunchKernel",
    "cuEventCreate",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuEventElapsedTime_v2",
    "cuEventDestroy_v2",
];

/// A GPU, as far as it is known without opening it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gpu {
    pub(super) ordinal: usize,
    pub(super) name: String,
    /// Compute capability, 90 for 9.0.
    pub(super) capability: u32,
    /// Bytes.
    pub(super) memory: usize,
}

/// All GPUs, in the driver's order.
pub(super) fn gpus() -> Result<Vec<Gpu>, Error> {
    load()?;
    let none = |error: DriverError| Error::no_device(TARGET, explain(error));
    result::init().map_err(none)?;
    let count = result::device::get_count().map_err(none)?;
    if count < 1 {
        return Err(Error::no_device(TARGET, "the NVIDIA driver knows of no GPU"));
    }
    let gpus: Result<Vec<Gpu>, DriverError> = (0..count).map(gpu).collect();
    gpus.map_err(|error| failure("a GPU", "asking what it is", error))
}

/// The newest CUDA version that the driver knows, "13.0". It must be loaded: see [`gpus`].
pub(super) fn version() -> Result<String, Error> {
    let mut version = 0;
    // SAFETY: the driver is loaded and has the function; the pointer is to an integer.
    let result = unsafe { sys::cuDriverGetVersion(&mut version) }.result();
    result.map_err(|error| failure("the driver", "asking its version", error))?;
    Ok(format!("{}.{}", version / 1000, version % 1000 / 10))
}

/// Loads the driver, if it is there and has what is needed.
fn load() -> Result<(), Error> {
    // SAFETY: loading the driver has no preconditions.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::no_device(TARGET, "the NVIDIA driver (libcuda) is not installed"));
    }
    // SAFETY: as above.
    let missing = lacking(unsafe { sys::culib() }, &FUNCTIONS);
    match missing.is_empty() {
        true => Ok(()),
        false => Err(Error::no_device(
            TARGET,
            format!(
                "the NVIDIA driver is too old: it lacks {}; one for CUDA 12.8 or newer is needed",
                missing.join(", ")
            ),
        )),
    }
}

fn gpu(ordinal: i32) -> Result<Gpu, DriverError> {
    let device = result::device::get(ordinal)?;
    // SAFETY: the device is one that the driver named.
    let attribute = |attribute| unsafe { result::device::get_attribute(device, attribute) };
    let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    Ok(Gpu {
        ordinal: usize::try_from(ordinal).unwrap_or(0),
        name: result::device::get_name(device)?,
        capability: u32::try_from(10 * major + minor).unwrap_or(0),
        // SAFETY: as above.
        memory: unsafe { result::device::total_mem(device) }?,
    })
}

/// An action that failed.
pub(super) fn failure(device: &str, action: &str, error: DriverError) -> Error {
    Error::Device { device: device.to_string(), action: action.to_string(), reason: explain(error) }
}

/// The driver's text and name of an error.
fn explain(error: DriverError) -> String {
    match (error.error_string(), error.error_name()) {
        (Ok(text), Ok(name)) => format!("{} ({})", text.to_string_lossy(), name.to_string_lossy()),
        _ => format!("error {}", error.0 as u32),
    }
}
