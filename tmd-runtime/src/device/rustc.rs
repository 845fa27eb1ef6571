//! The Rust compiler: which one, which version, and one compilation.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::level::Level;
use crate::error::Error;
use crate::process::{self, Failure};

/// Flags of every compilation that decide what comes out.
const FLAGS: [&str; 15] = [
    "--crate-name",
    "tmd_kernel",
    "--edition",
    "2024",
    "--crate-type",
    "cdylib",
    "-C",
    "opt-level=3",
    "-C",
    "panic=abort",
    "-C",
    "debuginfo=0",
    // Six of seven parts of a library would be names of the standard library's.
    "-C",
    "strip=symbols",
    "--check-cfg=cfg(tmd_level, values(\"avx512\", \"avx2\", \"portable\"))",
];

/// A Rust compiler, and why that one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    /// Its path, or a bare name to be found on PATH.
    pub path: PathBuf,
    /// Where the choice came from, for messages: "TMD_RUSTC", "RUSTC" or "PATH".
    pub origin: String,
}

impl Compiler {
    /// `TMD_RUSTC`, else `RUSTC`, else `rustc` on PATH. A variable that is set decides, even if it
    /// is wrong.
    pub(crate) fn choose(variable: impl Fn(&str) -> Option<OsString>) -> Compiler {
        for name in ["TMD_RUSTC", "RUSTC"] {
            if let Some(value) = variable(name).filter(|value| !value.is_empty()) {
                return Compiler { path: PathBuf::from(value), origin: name.to_string() };
            }
        }
        Compiler { path: PathBuf::from("rustc"), origin: "PATH".to_string() }
    }

    /// The compiler that [`CpuConfig::from_env`](crate::CpuConfig::from_env) chooses: `TMD_RUSTC`, else
    /// `RUSTC`, else `rustc` on PATH.
    pub fn from_env() -> Compiler {
        Compiler::choose(|name| std::env::var_os(name))
    }

    /// What `rustc -vV` says: the compiler's identity.
    pub(crate) fn version(&self) -> Result<String, Error> {
        let output = self.run(&["-vV".into()])?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Compiles the crate with root `entry` into `output`; both are relative to `directory`.
    pub(crate) fn compile(
        &self,
        directory: &Path,
        entry: &str,
        level: Level,
        output: &str,
    ) -> Result<(), Error> {
        self.compile_in(directory, entry, level, &[], output)
    }

    /// Compiles as for the CPU device, but to an object file, which has the machine code of the crate
    /// and nothing else. `options` come last; `entry` and `output` are relative to `directory`.
    ///
    /// # Errors
    /// If there is no compiler, or if it refuses.
    pub fn compile_object(
        &self,
        directory: &Path,
        entry: &str,
        level: Level,
        options: &[&str],
        output: &str,
    ) -> Result<(), Error> {
        let options: Vec<&str> = options.iter().copied().chain(["--emit", "obj"]).collect();
        self.compile_in(directory, entry, level, &options, output)
    }

    fn compile_in(
        &self,
        directory: &Path,
        entry: &str,
        level: Level,
        options: &[&str],
        output: &str,
    ) -> Result<(), Error> {
        let directory =
            std::path::absolute(directory).map_err(|error| Error::io("find", directory, error))?;
        // Paths below the directory are the same wherever it lies.
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(&directory);
        remap.push("=");
        let mut arguments: Vec<OsString> = flags(level).into_iter().map(OsString::from).collect();
        arguments.push(remap);
        arguments.extend(options.iter().map(OsString::from));
        arguments.push(directory.join(entry).into());
        arguments.extend(["-o".into(), directory.join(output).into()]);
        self.run(&arguments).map(drop)
    }

    /// Runs the compiler in the root of the file system: `rustup`, where it stands before the compiler, takes the
    /// toolchain that a file in the working directory or in any above it names, and in the directory for temporary
    /// files such a file may be anybody's.
    fn run(&self, arguments: &[OsString]) -> Result<Output, Error> {
        let program = self.program()?;
        let mut command = Command::new(&program);
        command.args(arguments).current_dir("/").stdin(Stdio::null());
        let output = match process::compiled(&mut command) {
            Ok(output) => output,
            Err(Failure::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::NoCompiler {
                    looked_for: format!("{} (from {})", self.path.display(), self.origin),
                });
            }
            Err(Failure::Io(error)) => return Err(Error::io("run", &program, error)),
            Err(failure) => {
                return Err(Error::CompilerLate {
                    command: quote(&program, arguments),
                    failure: failure.to_string(),
                });
            }
        };
        if output.status.success() {
            return Ok(output);
        }
        let mut stderr = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
        if stderr.is_empty() {
            stderr = format!("(nothing; {})", output.status);
        }
        Err(Error::CompileFailed { command: quote(&program, arguments), stderr })
    }

    /// What to start, in whatever directory: a relative path is meant from here.
    ///
    /// # Errors
    /// If there is no telling where here is.
    pub fn program(&self) -> Result<PathBuf, Error> {
        if self.path.components().count() <= 1 {
            return Ok(self.path.clone());
        }
        std::path::absolute(&self.path).map_err(|error| Error::io("find", &self.path, error))
    }
}

/// The flags for a level, which belong to the identity of what is compiled.
pub(crate) fn flags(level: Level) -> Vec<String> {
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| flag.to_string()).collect();
    flags.extend(["--cfg".to_string(), format!("tmd_level=\"{level}\"")]);
    flags
}

/// A command line that can be pasted into a shell.
fn quote(program: &Path, arguments: &[OsString]) -> String {
    let words =
        std::iter::once(program.as_os_str()).chain(arguments.iter().map(OsString::as_os_str));
    let words: Vec<_> = words.map(OsStr::to_string_lossy).collect();
    // No argument of a program has a zero byte in it.
    shlex::try_join(words.iter().map(|word| &**word)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_decide_in_order() {
        let choose = |set: &[(&str, &str)]| {
            let compiler = Compiler::choose(|name| {
                set.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
            });
            format!("{} from {}", compiler.path.display(), compiler.origin)
        };
        assert_eq!(choose(&[]), "rustc from PATH");
        assert_eq!(choose(&[("RUSTC", "/r")]), "/r from RUSTC");
        assert_eq!(choose(&[("RUSTC", "/r"), ("TMD_RUSTC", "/t")]), "/t from TMD_RUSTC");
        assert_eq!(choose(&[("RUSTC", "/r"), ("TMD_RUSTC", "")]), "/r from RUSTC");
    }

    #[test]
    fn commands_are_quoted() {
        assert_eq!(
            quote(Path::new("rustc"), &["-C".into(), "a b'c".into()]),
            r#"rustc -C "a b'c""#
        );
    }
}
