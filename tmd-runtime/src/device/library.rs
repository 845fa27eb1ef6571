//! A loaded kernel library: the C interface of emitted code.

use std::path::Path;

use libloading::Library;

use crate::error::Error;
use crate::loading;

/// The version of the interface that this runtime speaks.
pub(super) const ABI: u32 = 2;

/// `tmd_abi`.
type Abi = unsafe extern "C" fn() -> u32;

/// `tmd_run`: stage, seed words, items, and room for survivors; returns how many survivors there
/// are, or why there are none (see [`crate::RunStage`]).
type Run =
    unsafe extern "C" fn(u32, *const u64, usize, *const u64, usize, *mut u64, usize) -> usize;

/// A library with its entry point, which lives as long as the library does.
pub(crate) struct KernelLibrary {
    run: Run,
    _library: Library,
}

impl KernelLibrary {
    /// Loads a library of which the caller knows that it was built from an emitted kernel.
    pub(crate) fn load(path: &Path) -> Result<KernelLibrary, Error> {
        let refuse = |reason: String| Error::Load { path: path.to_path_buf(), reason };
        let failed = |what: &str, error: libloading::Error| {
            refuse(format!("{what}: {}", loading::words(&error)))
        };
        // SAFETY: the file was verified to be what rustc made of a verified bundle; such a library
        // has no initialisers of its own, only those of the Rust standard library.
        let library = unsafe { Library::new(path) }.map_err(|error| failed("loading it", error))?;
        // SAFETY: in an emitted kernel the symbol `tmd_abi` is a function of this type.
        let abi = unsafe { library.get::<Abi>("tmd_abi") }
            .map_err(|error| failed("looking for tmd_abi", error))?;
        // SAFETY: `tmd_abi` has no preconditions.
        let version = unsafe { abi() };
        if version != ABI {
            let what = format!(
                "it speaks version {version} of the kernel interface, this runtime speaks {ABI}"
            );
            return Err(refuse(what));
        }
        // SAFETY: in an emitted kernel of this version the symbol `tmd_run` is a function of this
        // type.
        let run = *unsafe { library.get::<Run>("tmd_run") }
            .map_err(|error| failed("looking for tmd_run", error))?;
        Ok(KernelLibrary { run, _library: library })
    }

    /// Runs a stage; the number of survivors may exceed the room in `out`, in which case the rest
    /// was not written.
    pub(crate) fn run(&self, stage: u32, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
        // SAFETY: the pointers and lengths come from slices, `out` is not shared, and the library
        // is loaded. The kernel reads `seed` and `items` and writes at most `out.len()` words; that
        // the seed has the length that the stage wants was checked by the caller against the
        // manifest.
        unsafe {
            (self.run)(
                stage,
                seed.as_ptr(),
                seed.len(),
                items.as_ptr(),
                items.len(),
                out.as_mut_ptr(),
                out.len(),
            )
        }
    }
}
