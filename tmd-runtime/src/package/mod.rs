//! A package: the kernels of one request with all that it takes to run them where there is no
//! generator: the plan, and the blocks that its range is cut into, each with its seeds.
//!
//! On disk it is a folder: `plan.json`, `blocks.jsonl`, and the bundle of the kernel, or a folder
//! `kernel0`, `kernel1`, … for each where there are several. In a program it is an [`Embedded`].

mod blocks;
mod embedded;
mod handle;
mod input;
mod search;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use blocks::{BLOCKS_NAME, Blocks, SeededBlock};
pub use embedded::{Embedded, EmbeddedKernel, RunEmbedded};
pub use handle::{Sources, handle};
pub use input::{Input, InputRun};
pub use search::{Candidate, Candidates};

use crate::bundle::KernelBundle;
use crate::error::Error;
use crate::files;
use crate::job::{Options, Progress};
use crate::kernel::{Device, Kernel};
use crate::manifest::MANIFEST_NAME;

/// The file that holds a package's plan.
pub const PLAN_NAME: &str = "plan.json";

/// The most bytes of a plan's or of the blocks' file.
const MAX_BYTES: u64 = 256 << 20;

/// The kernels of a request, its plan and its blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// A bundle for each kernel of the plan, in its order.
    pub bundles: Vec<KernelBundle>,
    /// The plan as JSON, to be read.
    pub plan: Option<String>,
    /// The blocks to be searched, if the range was short enough to list them.
    pub blocks: Option<Blocks>,
}

impl Package {
    /// A package of these parts.
    ///
    /// # Errors
    /// If they are not of one plan, or there is no kernel.
    pub fn new(
        bundles: Vec<KernelBundle>,
        plan: Option<String>,
        blocks: Option<Blocks>,
    ) -> Result<Package, Error> {
        let package = Package { bundles, plan, blocks };
        package.validate()?;
        Ok(package)
    }

    fn validate(&self) -> Result<(), Error> {
        let Some(first) = self.bundles.first() else {
            return Err(Error::bundle("the package has no kernel"));
        };
        let hash = &first.manifest.plan_hash;
        for bundle in &self.bundles {
            bundle.validate()?;
            if bundle.manifest.plan_hash != *hash {
                let name = &bundle.manifest.name;
                return Err(Error::bundle(format!("the kernel {name} is of another plan")));
            }
        }
        match &self.blocks {
            Some(blocks) => blocks.check(&self.bundles),
            None => Ok(()),
        }
    }

    /// Reads a folder, which may also be a single bundle without plan and blocks.
    ///
    /// # Errors
    /// If it holds no bundle, one that is not sound, or parts that do not belong together.
    pub fn read(folder: &Path) -> Result<Package, Error> {
        let plan = read_text(&folder.join(PLAN_NAME))?;
        let blocks = read_text(&folder.join(BLOCKS_NAME))?;
        let blocks = blocks.map(|text| Blocks::parse(&text)).transpose()?;
        let mut bundles = vec![];
        if !folder.join(MANIFEST_NAME).exists() {
            let of_kernel = |index: usize| folder.join(format!("kernel{index}"));
            while of_kernel(bundles.len()).join(MANIFEST_NAME).exists() {
                bundles.push(KernelBundle::read(&of_kernel(bundles.len()))?);
            }
        }
        if bundles.is_empty() {
            bundles.push(KernelBundle::read(folder)?);
        }
        Package::new(bundles, plan, blocks)
    }

    /// Writes the package into a folder, each file only if it differs from what is there. Returns all its
    /// files, and how many were written.
    ///
    /// # Errors
    /// If the package is not sound, or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(Vec<PathBuf>, usize), Error> {
        self.validate()?;
        files::create_directories(folder)?;
        let (mut all, mut written) = (vec![], 0);
        let blocks = self.blocks.as_ref().map(Blocks::text).transpose()?;
        for (name, text) in [(PLAN_NAME, &self.plan), (BLOCKS_NAME, &blocks)] {
            let Some(text) = text else { continue };
            let path = folder.join(name);
            written += usize::from(files::write_if_changed(&path, text.as_bytes())?);
            all.push(path);
        }
        for (index, bundle) in self.bundles.iter().enumerate() {
            let folder = folder.join(self.kernel_folder(index));
            written += bundle.write(&folder)?.len();
            let names = bundle.files.keys().map(String::as_str);
            all.extend(names.chain([MANIFEST_NAME]).map(|name| folder.join(name)));
        }
        Ok((all, written))
    }

    /// The folder of a kernel inside the package's: none of its own if it is the only one.
    pub fn kernel_folder(&self, index: usize) -> String {
        match self.bundles.len() {
            1 => String::new(),
            _ => format!("kernel{index}"),
        }
    }

    /// Compiles the kernels for a device, or finds them compiled.
    ///
    /// # Errors
    /// As [`Device::load`].
    pub fn load(&self, device: &dyn Device) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        self.bundles.iter().map(|bundle| device.load(bundle)).collect()
    }

    /// Searches all blocks and returns the inputs that may be HR-cases.
    ///
    /// # Errors
    /// If the package has no blocks, or the kernels are not the package's.
    pub fn search(
        &self,
        kernels: &[Arc<dyn Kernel>],
        options: &Options,
        progress: &dyn Progress,
    ) -> Result<Candidates, Error> {
        let Some(blocks) = &self.blocks else {
            return Err(Error::unsupported(
                "searching a package that has no blocks: its range was too long to write them \
                 down, or they were not asked for",
            ));
        };
        if kernels.len() != self.bundles.len() {
            let (given, wanted) = (kernels.len(), self.bundles.len());
            return Err(Error::job(format!("{given} kernels for a package of {wanted}")));
        }
        Ok(search::run(blocks, kernels, options, progress))
    }
}

/// The text of a file; `None` if there is none.
fn read_text(path: &Path) -> Result<Option<String>, Error> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read_limited(path, MAX_BYTES)?
        .ok_or_else(|| Error::bundle(format!("{} is too long", path.display())))?;
    String::from_utf8(bytes)
        .map(Some)
        .map_err(|_| Error::bundle(format!("{} is not UTF-8 text", path.display())))
}
