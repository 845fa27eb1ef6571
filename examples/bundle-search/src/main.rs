//! Searches with kernels from a folder that `tmd-codegen gen` has written:
//!
//! ```text
//! tmd-codegen gen exp --range 1,0x1.0008p0 --input-precision 54 --rounding directed --bits 33 \
//!     --emit source,manifest,blocks -o kernels
//! ```
//!
//! The generator is no part of this program, and the function need not be known to it.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use tmd_runtime::{CpuConfig, CpuDevice, Device, Error, Options, Package};

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!(
            "which folder? `tmd-codegen gen … --emit source,manifest,blocks -o FOLDER` writes one"
        );
        return ExitCode::from(2);
    };
    match search(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\n{}", error.help());
            ExitCode::from(2)
        }
    }
}

fn search(folder: &Path) -> Result<(), Error> {
    let package = Package::read(folder)?;
    let device = CpuDevice::new(CpuConfig::from_env());
    let kernels = package.load(&device)?;

    let start = Instant::now();
    let found = package.search(&kernels, &Options::default(), &())?.complete()?;
    let seconds = start.elapsed().as_secs_f64();
    for candidate in &found.candidates {
        println!("{}", candidate.input);
    }
    for run in &found.unsearched {
        eprintln!("not searched: {} inputs from {}", run.inputs, run.input(0));
    }
    eprintln!(
        "{}: {} inputs in {seconds:.2} s on {}; the {} above may be hard to round, no other",
        package.bundles[0].manifest.function,
        found.searched,
        device.name(),
        found.candidates.len()
    );
    Ok(())
}
