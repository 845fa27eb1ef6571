//! What a target must be able to do to be run here: list its devices, and open one.

use super::choice::DeviceInfo;
use super::level::Level;
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
