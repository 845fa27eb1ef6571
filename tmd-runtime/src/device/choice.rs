//! Devices as people name and choose them.

use crate::error::Error;

/// One device, or why there is none of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The target whose kernels it runs.
    pub target: &'static str,
    /// What `--device` (or `--simd`) calls it; empty where there is none.
    pub name: String,
    /// What else is known of it.
    pub detail: String,
    /// Whether it is one of several that can be chosen by their number, too.
    pub is_numbered: bool,
}

impl DeviceInfo {
    /// One that is chosen by its name.
    pub(super) fn named(target: &'static str, name: &str, detail: impl Into<String>) -> DeviceInfo {
        DeviceInfo { target, name: name.to_string(), detail: detail.into(), is_numbered: false }
    }

    /// One of those that [`choose`] chooses from.
    #[cfg(any(feature = "opencl", feature = "cuda"))]
    pub(super) fn numbered(
        target: &'static str,
        name: &str,
        detail: impl Into<String>,
    ) -> DeviceInfo {
        DeviceInfo { is_numbered: true, ..DeviceInfo::named(target, name, detail) }
    }

    /// Why a kind has none.
    pub(super) fn missing(target: &'static str, why: impl Into<String>) -> DeviceInfo {
        DeviceInfo::named(target, "", why)
    }
}

/// The device of a list of names that a text chooses: an index, or a part of exactly one name, whatever
/// its case; without a text, the default.
#[cfg_attr(not(any(feature = "opencl", feature = "cuda")), allow(dead_code))]
pub(super) fn choose(
    target: &str,
    names: &[String],
    wanted: Option<&str>,
    default: impl FnOnce() -> usize,
) -> Result<usize, Error> {
    let Some(wanted) = wanted else { return Ok(default()) };
    let there = || {
        let numbered = names.iter().enumerate().map(|(index, name)| format!("{index}: {name}"));
        match names {
            [] => "none".to_owned(),
            _ => numbered.collect::<Vec<_>>().join(", "),
        }
    };
    if let Ok(index) = wanted.parse::<usize>() {
        return match index < names.len() {
            true => Ok(index),
            false => Err(Error::no_device(
                target,
                format!("there is no number {index}; there are {}", there()),
            )),
        };
    }
    let part = wanted.to_lowercase();
    let fits = |name: &&String| name.to_lowercase().contains(&part);
    match names.iter().filter(fits).count() {
        1 => Ok(names.iter().position(|name| fits(&name)).unwrap_or(0)),
        0 => Err(Error::no_device(
            target,
            format!("none is called {wanted:?}; there are {}", there()),
        )),
        _ => {
            Err(Error::no_device(target, format!("{wanted:?} fits several; there are {}", there())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tmd_base::target::{CUDA, OPENCL};

    #[test]
    fn texts_choose_devices() {
        let names = ["Quick GPU".to_string(), "Slow GPU".to_string(), "CPU".to_string()];
        let choose = |wanted| choose(OPENCL, &names, wanted, || 2);
        assert_eq!(choose(None).expect("default"), 2);
        assert_eq!(choose(Some("1")).expect("index"), 1);
        assert_eq!(choose(Some("quick")).expect("name"), 0);
        for (wanted, reason) in
            [("3", "no number 3"), ("gpu", "fits several"), ("tpu", "none is called")]
        {
            let error = choose(Some(wanted)).expect_err("no device").to_string();
            assert!(error.contains(reason) && error.contains("1: Slow GPU"), "{error}");
        }
    }

    #[test]
    fn that_there_is_no_device_is_said() {
        let error = choose(CUDA, &[], Some("99"), || 0).expect_err("no device").to_string();
        assert!(error.ends_with("there is no number 99; there are none"), "{error}");
    }
}
