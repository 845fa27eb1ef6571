//! Support for build scripts: correctly rounded functions as part of a user's crate.
//!
//! In `build.rs` (`tmd_codegen` has these modules, too):
//!
//! ```no_run
//! use tmd_functions::language::FormatName;
//! use tmd_round::Request;
//! use tmd_search::build::Builder;
//!
//! fn main() -> Result<(), tmd_base::diag::Diag> {
//!     let bfloat16 = FormatName::parse("--precision", "bfloat16")?;
//!     Builder::new().function("silu", Request::new("x / (1 + exp(-x))", bfloat16)).generate();
//!     Ok(())
//! }
//! ```
//!
//! and in the crate `include!(concat!(env!("OUT_DIR"), "/tmd/silu.rs"));`, which makes a module `silu` with the functions
//! `silu_nearest`, `silu_nearest_slice` and those of the other modes.
//!
//! All results are checked while the script runs: that takes less than a second for formats of 16 bits, and a minute or two, and a
//! Rust compiler, for binary32. Whoever does not want that in every build checks in what `tmd-codegen round` writes.

use crate::certificate::Certificate;
use crate::double_word::search;
use crate::made::make_with;
use crate::request::Request;
use crate::searched::Searcher;
use tmd_base::diag::Diag;
use tmd_base::target::RUST_SIMD;
use tmd_search::build::{Function, Made};

impl Function for Request {
    fn made(&self, name: &str) -> Result<Made, Diag> {
        self.made_with(name, &search::quietly)
    }
}

impl Request {
    /// Makes it as a module of that name, with a search, if one is needed, by somebody else.
    ///
    /// # Errors
    /// What is wrong with what is asked for, and what the search says.
    pub fn made_with(&self, name: &str, searcher: &Searcher<'_>) -> Result<Made, Diag> {
        let made = make_with(self, searcher)?;
        let files = made.emit(RUST_SIMD, name)?;
        let certificate = Certificate::new(&made, RUST_SIMD, name, &files)?.text()?;
        let about = format!("{}, correctly rounded.", made.spec.canonical());
        Ok(Made { about, files, certificate })
    }
}
