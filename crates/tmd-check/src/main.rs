//! `tmd-check CERTIFICATE [--sample N] [--seed S]`: checks the certificate of a search for hard-to-round inputs without any
//! code of the program that made it. The exit code is 0 if it is accepted, 1 if it is refused, and 2 if this program cannot
//! tell.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let (code, said) = tmd_check::run(arguments.collect());
    // Whoever does not read it is told by the exit code.
    let _ = writeln!(std::io::stdout(), "{said}");
    ExitCode::from(code)
}
