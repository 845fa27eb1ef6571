//! Searches with OpenCL kernels whose source is part of this program, on the device named by the first
//! argument (a number or a part of a name), or on the best one.

use std::time::Instant;
use tmd_runtime::{Device, Error, OpenClConfig, OpenClDevice, Options};

include!(concat!(env!("OUT_DIR"), "/tmd/exp_hard.rs"));

fn main() -> Result<(), Error> {
    let config = OpenClConfig { device: std::env::args().nth(1), ..OpenClConfig::from_env() };
    let device = OpenClDevice::new(config)?;
    let package = exp_hard::PACKAGE.package()?;
    let kernels = package.load(&device)?;

    let start = Instant::now();
    let found = package.search(&kernels, &Options::default(), &())?.complete()?;
    let seconds = start.elapsed().as_secs_f64();
    for candidate in &found.candidates {
        println!("{}", candidate.input);
    }
    eprintln!(
        "{}: {} inputs in {seconds:.2} s on {}; the {} above may be hard to round, no other",
        exp_hard::PACKAGE.function,
        found.searched,
        device.name(),
        found.candidates.len()
    );
    Ok(())
}
