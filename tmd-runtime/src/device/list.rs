//! What kernels can run on here.

use super::choice::DeviceInfo;
use super::level::Level;

/// All devices of this machine; where a kind is missing, an entry without a name says why.
pub fn devices() -> Vec<DeviceInfo> {
    let mut devices: Vec<DeviceInfo> = Level::available()
        .into_iter()
        .map(|level| DeviceInfo::new("rust-simd", level.as_str(), "this CPU"))
        .collect();
    devices.extend(opencl());
    devices.extend(cuda());
    devices.push(DeviceInfo::new("cuda", "host", "this CPU, by a C++ compiler, for checking"));
    devices
}

#[cfg(feature = "opencl")]
fn opencl() -> Vec<DeviceInfo> {
    match super::opencl::list() {
        Ok(devices) => devices,
        Err(error) => vec![DeviceInfo::new("opencl", "", error.to_string())],
    }
}

#[cfg(feature = "cuda")]
fn cuda() -> Vec<DeviceInfo> {
    match super::cuda::gpu::list() {
        Ok(devices) => devices,
        Err(error) => vec![DeviceInfo::new("cuda", "", error.to_string())],
    }
}

#[cfg(not(feature = "cuda"))]
fn cuda() -> Vec<DeviceInfo> {
    vec![DeviceInfo::new("cuda", "", "this program was built without its feature `cuda`")]
}

#[cfg(not(feature = "opencl"))]
fn opencl() -> Vec<DeviceInfo> {
    vec![DeviceInfo::new("opencl", "", "this program was built without its feature `opencl`")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_listed_and_missing_kinds_explained() {
        let devices = devices();
        assert!(devices.iter().any(|d| d.target == "rust-simd" && d.name == "portable"));
        for device in devices.iter().filter(|d| d.name.is_empty()) {
            assert!(!device.detail.is_empty(), "{device:?}");
        }
    }
}
