//! The program, called by tests.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What the program does with these arguments. Kernels that it compiles are kept with the build; in the user's cache where others can
/// change the build.
pub(crate) fn program(arguments: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tmd-codegen"));
    if let Ok(cache) = tmd_runtime::private_directory(&cache) {
        command.env("TMD_CACHE_DIR", cache);
    }
    command.args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    command.output().expect("the program runs")
}
