//! Packages that are part of a program.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Blocks, Package};
use crate::bundle::KernelBundle;
use crate::device::Level;
use crate::error::Error;
use crate::kernel::{Device, Kernel};
use crate::manifest::Manifest;
use crate::precompiled::PrecompiledKernel;

/// The handle of a request's kernels inside a program: what `tmd_codegen::build` and the macros of
/// `tmd_macros` write. All of it is text and functions; nothing is done before a method is called.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Its name.
    pub name: &'static str,
    /// The function, in canonical form.
    pub function: &'static str,
    /// The target that the kernels were emitted for.
    pub target: &'static str,
    /// The command that emits the same kernels.
    pub command: &'static str,
    /// The plan as JSON: every number with its origin.
    pub plan: &'static str,
    /// The kernels, in the plan's order.
    pub kernels: &'static [EmbeddedKernel],
    /// The blocks with their seeds (see [`Blocks::parse`]); `None` where the range is too long for that.
    pub blocks: Option<&'static str>,
}

/// One kernel of an [`Embedded`] package.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedKernel {
    /// Its manifest as JSON: entry points, arguments with shapes, units and ranges, bounds.
    pub manifest: &'static str,
    /// The emitted sources: file name and text.
    pub files: &'static [(&'static str, &'static str)],
    /// Runs a stage; `None` for targets that are not compiled with the program.
    pub run: Option<RunEmbedded>,
}

/// Entry point of a kernel that is compiled with the program: level, stage, seed, items, place for
/// survivors; see [`RunStage`](crate::RunStage).
pub type RunEmbedded = fn(Level, usize, &[u64], &[u64], &mut [u64]) -> usize;

impl EmbeddedKernel {
    /// The manifest.
    ///
    /// # Errors
    /// If it is malformed.
    pub fn parse_manifest(&self) -> Result<Manifest, Error> {
        serde_json::from_str(self.manifest)
            .map_err(|error| Error::bundle(format!("the embedded manifest is malformed: {error}")))
    }

    /// The kernel as a bundle.
    ///
    /// # Errors
    /// If the embedded texts were changed since they were emitted.
    pub fn bundle(&self) -> Result<KernelBundle, Error> {
        let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let files: BTreeMap<String, String> = self.files.iter().map(own).collect();
        let bundle = KernelBundle { manifest: self.parse_manifest()?, files };
        bundle.validate()?;
        Ok(bundle)
    }

    /// The kernel that was compiled with the program, to run at `level`.
    ///
    /// # Errors
    /// If there is none, or this machine lacks the level.
    pub fn precompiled(&self, level: Level) -> Result<Arc<dyn Kernel>, Error> {
        let manifest = self.parse_manifest()?;
        match self.run {
            Some(run) => Ok(Arc::new(PrecompiledKernel::new(manifest, level, run)?)),
            None => Err(Error::unsupported(format!(
                "running {} without a device: kernels of target {} are compiled by one",
                manifest.name, manifest.target
            ))),
        }
    }
}

impl Embedded {
    /// The kernels that were compiled with the program, to run at `level`.
    ///
    /// # Errors
    /// As [`EmbeddedKernel::precompiled`].
    pub fn precompiled(&self, level: Level) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        self.kernels.iter().map(|kernel| kernel.precompiled(level)).collect()
    }

    /// The kernels, compiled by a device.
    ///
    /// # Errors
    /// As [`EmbeddedKernel::bundle`] and [`Device::load`].
    pub fn load(&self, device: &dyn Device) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        self.package()?.load(device)
    }

    /// All of it as a package.
    ///
    /// # Errors
    /// If the embedded texts were changed since they were emitted.
    pub fn package(&self) -> Result<Package, Error> {
        let bundles = self.kernels.iter().map(EmbeddedKernel::bundle).collect::<Result<_, _>>()?;
        let blocks = self.blocks.map(Blocks::parse).transpose()?;
        Package::new(bundles, Some(self.plan.to_owned()), blocks)
    }
}
