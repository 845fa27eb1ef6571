//! Deployments: how stages follow each other on a device.

use tmd_base::named::{kept_by_name, named};

/// How the stages of a batch follow each other on a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deployment {
    /// A kernel a stage; survivors are compacted in device memory between them.
    #[default]
    Phased,
    /// One kernel, in which a survivor is refined at once by the thread that found it.
    Fused,
}

named!(Deployment, "--deployment", Phased = "phased", Fused = "fused");
kept_by_name!(Deployment, "deployment");

/// The kind of device that a program is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceKind {
    /// Scalar threads.
    #[default]
    Gpu,
    /// Vector types.
    Cpu,
}

named!(DeviceKind, "the kind of device", Gpu = "gpu", Cpu = "cpu");
kept_by_name!(DeviceKind, "kind of device");
