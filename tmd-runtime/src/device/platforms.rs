//! What runs the kernels of each target: one registry, which everything that opens or lists devices goes through.

use super::choice::DeviceInfo;
use super::platform::Platform;
use super::{c, cpu, cuda, opencl};

/// All platforms, in the order of the targets.
static PLATFORMS: [&dyn Platform; 4] =
    [&cpu::RustPlatform, &c::CPlatform, &opencl::OpenClPlatform, &cuda::CudaPlatform];

/// The platform of a target.
pub fn platform(target: &str) -> Option<&'static dyn Platform> {
    PLATFORMS.into_iter().find(|platform| platform.target() == target)
}

/// All devices of this machine; where a kind is missing, an entry without a name says why.
pub fn devices() -> Vec<DeviceInfo> {
    PLATFORMS.into_iter().flat_map(Platform::devices).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_listed_and_missing_kinds_explained() {
        let devices = devices();
        for target in PLATFORMS.into_iter().filter(|platform| platform.has_levels()) {
            let target = target.target();
            assert!(devices.iter().any(|d| d.target == target && d.name == "portable"), "{target}");
        }
        for device in devices.iter().filter(|d| d.name.is_empty()) {
            assert!(!device.detail.is_empty(), "{device:?}");
        }
    }

    #[test]
    fn every_target_has_one_platform() {
        for platform in PLATFORMS {
            let same = PLATFORMS.iter().filter(|other| other.target() == platform.target());
            assert_eq!(same.count(), 1, "{}", platform.target());
            assert!(!platform.devices().is_empty(), "{}", platform.target());
        }
    }
}
