//! What runs the kernels of each target: one registry, which everything that opens or lists devices goes through.

use super::choice::DeviceInfo;
use super::level::Level;
use super::{c, cpu, cuda, opencl};
use crate::deployment::Deployment;
use crate::error::Error;
use crate::kernel::Device;

/// What is chosen of a device. A platform takes what it has a choice of; see [`Platform::has_levels`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceChoice {
    /// Vector instructions; the best that the machine has if absent.
    pub level: Option<Level>,
    /// Which of several devices: an index or a part of its name.
    pub device: Option<String>,
    /// How stages follow each other on it.
    pub deployment: Deployment,
}

/// The devices that run the kernels of one target.
pub trait Platform: Sync {
    /// The target's name.
    fn target(&self) -> &'static str;

    /// Whether the kernels run on the CPU, where [`DeviceChoice::level`] is the only choice; elsewhere it is none.
    fn has_levels(&self) -> bool {
        false
    }

    /// The devices of this machine; an entry without a name says why there is none.
    fn devices(&self) -> Vec<DeviceInfo>;

    /// Opens the device that is chosen.
    ///
    /// # Errors
    /// If there is none, or none that fits.
    fn open(&self, choice: &DeviceChoice) -> Result<Box<dyn Device>, Error>;

    /// What else would run the same kernels, where the device that is chosen could not be opened.
    fn instead(&self, _choice: &DeviceChoice) -> Option<&'static str> {
        None
    }
}

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

/// The devices of a kind that is looked for, or why there are none.
#[cfg(any(feature = "opencl", feature = "cuda"))]
pub(super) fn found(
    target: &'static str,
    devices: Result<Vec<DeviceInfo>, Error>,
) -> Vec<DeviceInfo> {
    devices.unwrap_or_else(|error| vec![DeviceInfo::missing(target, error.to_string())])
}

/// The levels of this CPU, as the devices of a target.
pub(super) fn levels(target: &'static str) -> Vec<DeviceInfo> {
    let levels = Level::available().into_iter();
    levels.map(|level| DeviceInfo::named(target, level.as_str(), "this CPU")).collect()
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
