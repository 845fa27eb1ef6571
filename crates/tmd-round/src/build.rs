//! Support for build scripts: correctly rounded functions as part of a user's crate.
//!
//! In `build.rs` (`tmd_codegen::round` has both modules, too):
//!
//! ```no_run
//! use tmd_functions::language::FormatName;
//! use tmd_round::{Request, build};
//!
//! fn main() -> Result<(), tmd_base::diag::Diag> {
//!     let bfloat16 = FormatName::parse("--precision", "bfloat16")?;
//!     build::generate("silu", &Request::new("x / (1 + exp(-x))", bfloat16));
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
use crate::made::make;
use crate::request::Request;
use std::path::{Path, PathBuf};
use std::{env, fs, process};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;
use tmd_runtime::write_if_changed;

/// The folder below `OUT_DIR`.
const FOLDER: &str = "tmd";

/// Makes a function for the crate that is being built, or ends the build with what is wrong.
pub fn generate(name: &str, request: &Request) {
    println!("cargo:rerun-if-changed=build.rs");
    let out_dir = env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
        Diag::new(DiagKind::Environment, "OUT_DIR is not set")
            .help("call this from a build script, or try_generate with a folder")
    });
    if let Err(diag) = out_dir.and_then(|folder| try_generate(name, request, &folder)) {
        for line in diag.render(false).lines() {
            println!("cargo:warning={line}");
        }
        process::exit(1);
    }
}

/// Makes a function in a folder: `tmd/NAME.rs`, to be included, `tmd/NAME/NAME.rs`, the code, and `tmd/NAME/certificate.json`. The
/// path of the first.
///
/// # Errors
/// As [`make`]; if the name is none, or files cannot be written.
pub fn try_generate(name: &str, request: &Request, folder: &Path) -> Result<PathBuf, Diag> {
    let made = make(request)?;
    let sources = made.emit(RUST_SIMD, name)?;
    let certificate = Certificate::new(&made, RUST_SIMD, name, &sources)?;
    let own = folder.join(FOLDER).join(name);
    fs::create_dir_all(&own).map_err(|error| {
        Diag::new(DiagKind::Io, format!("cannot make {}: {error}", own.display()))
            .help("check that you may write there, and that the disk is not full")
    })?;
    for (file, text) in &sources {
        write_if_changed(&own.join(file), text.as_bytes())?;
    }
    write_if_changed(&own.join("certificate.json"), certificate.text()?.as_bytes())?;
    let code = own.join(format!("{name}.rs"));
    // Nobody uses all modes, or looks for faults of style in what is emitted.
    let handle = format!(
        "/// {}, correctly rounded.\n#[allow(dead_code, clippy::all, clippy::pedantic)]\n#[path = {:?}]\nmod {name};\n",
        made.spec.canonical(),
        code
    );
    let path = folder.join(FOLDER).join(format!("{name}.rs"));
    write_if_changed(&path, handle.as_bytes())?;
    Ok(path)
}
