//! Deployments: how stages follow each other on a device.

/// How the stages of a batch follow each other on a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deployment {
    /// A kernel a stage; survivors are compacted in device memory between them.
    #[default]
    Phased,
    /// One kernel, in which a survivor is refined at once by the thread that found it.
    Fused,
}

impl Deployment {
    /// Both.
    pub const ALL: [Deployment; 2] = [Deployment::Phased, Deployment::Fused];

    /// Its name in manifests and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Deployment::Phased => "phased",
            Deployment::Fused => "fused",
        }
    }
}
