//! OpenCL devices. The library is loaded when it is needed.

#[cfg(feature = "opencl")]
mod backend;
#[cfg(feature = "opencl")]
mod device;
#[cfg(feature = "opencl")]
mod found;

#[cfg(feature = "opencl")]
pub use device::{OpenClConfig, OpenClDevice};

use super::choice::DeviceInfo;
use super::platform::{DeviceChoice, Platform};
use crate::error::Error;
use crate::kernel::Device;
use tmd_base::target::OPENCL as TARGET;

/// All OpenCL devices of this machine.
pub(super) struct OpenClPlatform;

#[cfg(feature = "opencl")]
impl Platform for OpenClPlatform {
    fn target(&self) -> &'static str {
        TARGET
    }

    fn devices(&self) -> Vec<DeviceInfo> {
        super::platform::found(TARGET, found::list())
    }

    fn open(&self, choice: &DeviceChoice) -> Result<Box<dyn Device>, Error> {
        let DeviceChoice { device, deployment, .. } = choice.clone();
        let config = OpenClConfig { device, deployment, ..OpenClConfig::from_env() };
        Ok(Box::new(OpenClDevice::new(config)?))
    }
}

#[cfg(not(feature = "opencl"))]
impl Platform for OpenClPlatform {
    fn target(&self) -> &'static str {
        TARGET
    }

    fn devices(&self) -> Vec<DeviceInfo> {
        vec![DeviceInfo::missing(TARGET, Error::LeftOut { feature: "opencl" }.to_string())]
    }

    fn open(&self, _: &DeviceChoice) -> Result<Box<dyn Device>, Error> {
        Err(Error::LeftOut { feature: "opencl" })
    }
}
