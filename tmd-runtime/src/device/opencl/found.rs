//! Which OpenCL devices there are.

use std::ptr;
use std::sync::{Mutex, PoisonError};

use ocl::core::DeviceInfoResult;
use ocl::enums::DeviceInfo as Info;
use ocl::{Platform, core, ffi};

use super::TARGET;
use crate::device::choice::DeviceInfo;
use crate::error::Error;

/// One device of the system.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) platform: Platform,
    pub(super) device: ocl::Device,
    pub(super) name: String,
    /// Versions of everything that takes part in a compilation.
    pub(super) driver: String,
    /// "cpu" or "gpu": which of a bundle's programs suits it.
    pub(super) kind: &'static str,
    /// Does it compute in double precision?
    pub(super) doubles: bool,
}

/// All devices of all platforms.
pub(super) fn all() -> Result<Vec<Found>, Error> {
    let mut found = vec![];
    for platform in platforms()? {
        // A platform without devices reports an error.
        let devices = ocl::Device::list_all(platform).unwrap_or_default();
        found.extend(devices.into_iter().map(|device| describe(platform, device)));
    }
    match found.is_empty() {
        true => Err(Error::no_device(TARGET, "the OpenCL platforms have no device")),
        false => Ok(found),
    }
}

fn platforms() -> Result<Vec<Platform>, Error> {
    // Some loaders fail when several threads ask for the first time.
    static ASKING: Mutex<()> = Mutex::new(());
    let _asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    let none = |reason: String| Error::no_device(TARGET, reason);
    let mut count = 0;
    // `ocl` asks again and again for ten seconds where there is none: ask once before.
    // SAFETY: with no room for platforms, only their number is written.
    let status = unsafe { ffi::clGetPlatformIDs(0, ptr::null_mut(), &mut count) };
    if status != core::Status::CL_SUCCESS as i32 || count == 0 {
        return Err(none(format!("no OpenCL platform is installed (clGetPlatformIDs: {status})")));
    }
    let platforms = core::get_platform_ids().map_err(|error| none(error.to_string()))?;
    Ok(platforms.into_iter().map(Platform::new).collect())
}

fn describe(platform: Platform, device: ocl::Device) -> Found {
    let text = |info| device.info(info).map(|result| result.to_string()).unwrap_or_default();
    let kind = match device.info(Info::Type) {
        Ok(DeviceInfoResult::Type(kind)) if kind.contains(core::DeviceType::CPU) => "cpu",
        _ => "gpu",
    };
    let doubles = match device.info(Info::DoubleFpConfig) {
        Ok(DeviceInfoResult::DoubleFpConfig(config)) => !config.is_empty(),
        _ => false,
    };
    let version = platform.version().unwrap_or_default();
    Found {
        platform,
        device,
        name: text(Info::Name).trim().to_string(),
        driver: format!("{version}, driver {}", text(Info::DriverVersion)),
        kind,
        doubles,
    }
}

/// The devices as they are listed.
pub(in crate::device) fn list() -> Result<Vec<DeviceInfo>, Error> {
    let describe = |found: Found| {
        let doubles = if found.doubles { "" } else { ", no double precision: of no use" };
        let detail = format!("{}, {}{doubles}", found.kind.to_uppercase(), found.driver);
        DeviceInfo::new(TARGET, &found.name, detail)
    };
    Ok(all()?.into_iter().map(describe).collect())
}

/// The device that the text chooses.
pub(super) fn choose(devices: Vec<Found>, wanted: Option<&str>) -> Result<Found, Error> {
    let names: Vec<String> = devices.iter().map(|found| found.name.clone()).collect();
    let index = crate::device::choice::choose(TARGET, &names, wanted, || {
        let gpu = devices.iter().position(|found| found.kind == "gpu" && found.doubles);
        gpu.or_else(|| devices.iter().position(|found| found.doubles)).unwrap_or(0)
    })?;
    let found = devices[index].clone();
    match found.doubles {
        true => Ok(found),
        false => Err(Error::unsupported(format!("{}: it has no double precision", found.name))),
    }
}
