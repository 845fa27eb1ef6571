//! Which OpenCL devices there are.

use std::sync::{Mutex, PoisonError};

use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CPU, Device};
use opencl3::platform::{Platform, get_platforms};

use super::TARGET;
use crate::deployment::DeviceKind;
use crate::device::choice::DeviceInfo;
use crate::error::Error;

/// One device of the system.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) platform: Platform,
    pub(super) device: Device,
    pub(super) name: String,
    /// Versions of everything that takes part in a compilation.
    pub(super) driver: String,
    /// Which of a bundle's programs suits it.
    pub(super) kind: DeviceKind,
    /// Does it compute in double precision?
    pub(super) doubles: bool,
}

/// All devices of all platforms.
pub(super) fn all() -> Result<Vec<Found>, Error> {
    // Some loaders and drivers fail when several threads ask for the first time: PoCL has no devices while
    // another thread looks for them.
    static ASKING: Mutex<()> = Mutex::new(());
    let _asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut found = vec![];
    for platform in platforms()? {
        // Some platforms without devices report an error.
        let devices = platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default();
        found.extend(devices.into_iter().map(|id| describe(platform, Device::new(id))));
    }
    match found.is_empty() {
        true => Err(Error::no_device(TARGET, "the OpenCL platforms have no device")),
        false => Ok(found),
    }
}

fn platforms() -> Result<Vec<Platform>, Error> {
    if let Err(error) = cl3::load_library() {
        return Err(Error::no_device(
            TARGET,
            format!(
                "the OpenCL library cannot be loaded: {error}; the driver of a GPU brings one, and so does \
                 PoCL, which makes the CPU a device; OPENCL_DYLIB_PATH names one elsewhere"
            ),
        ));
    }
    let none = |answer: String| {
        Error::no_device(TARGET, format!("no OpenCL platform is installed ({answer})"))
    };
    let platforms = get_platforms().map_err(|error| none(format!("clGetPlatformIDs: {error}")))?;
    match platforms.is_empty() {
        true => Err(none("clGetPlatformIDs finds none".to_string())),
        false => Ok(platforms),
    }
}

fn describe(platform: Platform, device: Device) -> Found {
    let kind = match device.dev_type() {
        Ok(kind) if kind & CL_DEVICE_TYPE_CPU != 0 => DeviceKind::Cpu,
        _ => DeviceKind::Gpu,
    };
    let driver = device.driver_version().unwrap_or_default();
    Found {
        platform,
        device,
        name: device.name().unwrap_or_default().trim().to_string(),
        driver: format!("{}, driver {driver}", platform.version().unwrap_or_default()),
        kind,
        doubles: device.double_fp_config().is_ok_and(|config| config != 0),
    }
}

/// The devices as they are listed.
pub(in crate::device) fn list() -> Result<Vec<DeviceInfo>, Error> {
    let describe = |found: Found| {
        let doubles = if found.doubles { "" } else { ", no double precision: of no use" };
        let detail = format!("{}, {}{doubles}", found.kind.name().to_uppercase(), found.driver);
        DeviceInfo::numbered(TARGET, &found.name, detail)
    };
    Ok(all()?.into_iter().map(describe).collect())
}

/// The device that the text chooses.
pub(super) fn choose(devices: Vec<Found>, wanted: Option<&str>) -> Result<Found, Error> {
    let names: Vec<String> = devices.iter().map(|found| found.name.clone()).collect();
    let index = crate::device::choice::choose(TARGET, &names, wanted, || {
        let gpu = devices.iter().position(|found| found.kind == DeviceKind::Gpu && found.doubles);
        gpu.or_else(|| devices.iter().position(|found| found.doubles)).unwrap_or(0)
    })?;
    let found = devices[index].clone();
    match found.doubles {
        true => Ok(found),
        false => Err(Error::unsupported(format!("{}: it has no double precision", found.name))),
    }
}
