//! Loads kernels that a generator emitted, and runs searches with them.
//!
//! A search looks for the inputs of a function whose values lie so close to a breakpoint of
//! rounding that the function must be known to many more digits than usual before it can be
//! rounded. The generator (another crate) plans the search, proves its bounds and emits a
//! [`KernelBundle`]; this crate knows nothing of mathematics. A [`Device`] turns the bundle into a
//! [`Kernel`]: [`CpuDevice`] compiles it with the installed `rustc`, once, and keeps the result in
//! a cache; a [`PrecompiledKernel`] is part of the program already. [`run`] takes a [`Job`], which
//! knows how to make the seed words of a block of inputs and how to confirm a candidate, spreads
//! its units over all cores, sends each block through the stages of its kernel, and returns what
//! was found, and where time was spent. A unit is reported only if all of it was searched.
//!
//! ```
//! use std::sync::Arc;
//! use tmd_runtime::{Block, Error, Job, Kernel, Level, Manifest, Options, PrecompiledKernel};
//! use tmd_runtime::{StageKind, StageManifest, run};
//!
//! // A kernel of one stage, which looks at all 8 inputs of an item for multiples of 25.
//! fn multiples(_: Level, _stage: usize, seed: &[u64], items: &[u64], out: &mut [u64]) -> usize {
//!     let inputs = items.iter().flat_map(|item| item * 8..item * 8 + 8);
//!     let hits = inputs.filter(|input| (seed[0] + input) % 25 == 0);
//!     hits.zip(out).map(|(hit, place)| *place = hit).count()
//! }
//!
//! // Searches 100 numbers a unit, in one block.
//! struct Search;
//!
//! impl Job for Search {
//!     type Found = u64;
//!
//!     fn units(&self) -> usize {
//!         4
//!     }
//!
//!     fn unit_inputs(&self, _unit: usize) -> u64 {
//!         100
//!     }
//!
//!     fn blocks(
//!         &self,
//!         unit: usize,
//!         visit: &mut dyn FnMut(Block) -> Result<(), Error>,
//!     ) -> Result<(), Error> {
//!         let tag = 100 * unit as u64; // the unit's first number
//!         let seeds = vec![vec![tag]];
//!         visit(Block { seeds, items: 13, inputs: 100, tag, ..Block::default() })
//!     }
//!
//!     fn confirm(
//!         &self,
//!         _unit: usize,
//!         block: &Block,
//!         candidates: &[u64],
//!         found: &mut Vec<u64>,
//!     ) -> Result<(), Error> {
//!         let own = candidates.iter().filter(|input| **input < block.inputs);
//!         found.extend(own.map(|input| block.tag + input).filter(|number| number % 2 == 1));
//!         Ok(())
//!     }
//! }
//!
//! let manifest = Manifest {
//!     name: "multiples".into(),
//!     stages: vec![StageManifest {
//!         kind: StageKind::Walk,
//!         part_count: 8,
//!         part_inputs: 1,
//!         item_inputs: 8,
//!         seed_words: 1,
//!         ..StageManifest::default()
//!     }],
//!     ..Manifest::default()
//! };
//! let kernel = PrecompiledKernel::new(manifest, Level::detect(), multiples)?;
//! let kernel: Arc<dyn Kernel> = Arc::new(kernel);
//! let outcome = run(&Search, &[kernel], &Options::default(), &());
//! let found: Vec<u64> = outcome.results.into_iter().flat_map(|result| result.found).collect();
//! assert_eq!(found, [25, 75, 125, 175, 225, 275, 325, 375]);
//! # Ok::<(), Error>(())
//! ```

#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

use tmd_base::hash;

mod bundle;
mod chunk;
mod deployment;
mod device;
mod driving;
mod error;
mod files;
mod interface;
mod job;
mod kernel;
mod libm;
mod loading;
mod manifest;
mod narrow;
mod package;
mod precompiled;
mod private;
pub mod process;
mod scratch;
mod single;
#[cfg(test)]
mod testing;

pub use bundle::{KernelBundle, MAX_FILE_BYTES, MAX_FILES};
pub use deployment::{Deployment, DeviceKind};
#[doc(hidden)]
pub use device::kept;
pub use device::{
    CCompiler, CConfig, CDevice, CUDA_OPTIONS, Compiler, CpuConfig, CpuDevice, CudaHostConfig,
    CudaHostDevice, DeviceChoice, DeviceInfo, Level, Platform, devices, platform,
};
#[cfg(feature = "cuda")]
pub use device::{CudaConfig, CudaDevice};
#[cfg(feature = "opencl")]
pub use device::{OpenClConfig, OpenClDevice};
pub use error::Error;
pub use files::{
    read_limited, write_atomically, write_atomically_with, write_durably, write_if_changed,
};
pub use interface::{Argument, BlocksFile, Direction, Element, EntryPoint, Interface, Passing};
pub use job::{Counts, Job, Options, Outcome, Progress, Timing, UnitResult, run};
pub use kernel::{BatchOutcome, Block, Device, Kernel, Queue};
pub use libm::{Libm, LibmFunction, LibmType, RoundingMode};
pub use manifest::{
    ArgumentDoc, BoundEntry, LoopBound, MANIFEST_NAME, MAX_PART_COUNT, Manifest, OVERRUN_COUNTS,
    ProgramManifest, SCHEMA, StageKind, StageManifest,
};
pub use package::{
    BLOCKS_NAME, Blocks, Candidate, Candidates, Embedded, EmbeddedKernel, Input, InputRun,
    PLAN_NAME, Package, RunEmbedded, SeededBlock, Sources, handle,
};
pub use precompiled::{PrecompiledKernel, RunStage};
pub use private::{check_owners, closed_directory, private_directory};
pub use single::{DoubleFunctions, EmittedFunctions, Encoded, SingleFunctions};
pub use tmd_base::hash::sha256_hex;
