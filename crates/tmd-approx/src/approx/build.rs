//! Support for build scripts: evaluators as part of a user's crate.
//!
//! In `build.rs` (`tmd_codegen` has these modules, too):
//!
//! ```no_run
//! use tmd_approx::approx::Request;
//! use tmd_kernel::ir::Width;
//! use tmd_search::build::Builder;
//!
//! fn main() -> Result<(), tmd_base::diag::Diag> {
//!     let request = Request::new("j0", "0,20", "abs:1e-12".parse()?, Width::W64);
//!     Builder::new().function("bessel", request).generate();
//!     Ok(())
//! }
//! ```
//!
//! and in the crate `include!(concat!(env!("OUT_DIR"), "/tmd/bessel.rs"));`, which makes a module `bessel` with the functions
//! `bessel`, `bessel_block` and `bessel_slice`.

use super::certificate::Certificate;
use super::plan::make;
use super::request::Request;
use super::source::Source;
use tmd_base::diag::Diag;
use tmd_base::target::RUST_SIMD;
use tmd_search::build::{Function, Made};

impl Function for Request {
    fn made(&self, name: &str) -> Result<Made, Diag> {
        let source = Source::function(&self.function, self.param.as_deref())?;
        let evaluator = make(self, source)?;
        let files = evaluator.emit(RUST_SIMD, name)?;
        let certificate = Certificate::new(&evaluator, &files)?.text()?;
        let about = format!("{} for {}, {}.", self.function, self.range, self.tolerance);
        Ok(Made { about, files, certificate })
    }
}
