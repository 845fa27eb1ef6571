//! Errors as data: what went wrong, with what, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};
use tmd_base::diag::{Diag, DiagKind};

/// Everything that can go wrong below the generator.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No Rust compiler could be started.
    #[error("no Rust compiler found: looked for {looked_for}")]
    NoCompiler {
        /// The program that was tried, and where that choice came from.
        looked_for: String,
    },
    /// The compiler ran and refused the kernel.
    #[error("the kernel does not compile: `{command}` said:\n{stderr}")]
    CompileFailed {
        /// The command line, quoted for a shell.
        command: String,
        /// The compiler's output.
        stderr: String,
    },
    /// The compiler did not come to an end.
    #[error("no kernel is compiled: `{command}` {failure}")]
    CompilerLate {
        /// The command line, quoted for a shell.
        command: String,
        /// How long it was waited for.
        failure: String,
    },
    /// A compiled kernel could not be loaded.
    #[error("cannot load the compiled kernel {}: {reason}", path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Another user could put something where this program takes code, or earlier results, from.
    #[error("cannot trust {}, which {reason}", path.display())]
    Untrusted {
        /// The folder or file.
        path: PathBuf,
        /// The reason: whose it is, or who can change it.
        reason: String,
    },
    /// A library could not be used.
    #[error("cannot use the library {}: {reason}", path.display())]
    Library {
        /// The library.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A bundle is malformed, was changed after it was made, or is of another schema.
    #[error("bad kernel bundle: {reason}")]
    BadBundle {
        /// The reason.
        reason: String,
    },
    /// A kernel was called wrongly or answered something impossible.
    #[error("kernel {kernel}: {reason}")]
    Kernel {
        /// Name of the kernel set.
        kernel: String,
        /// The reason.
        reason: String,
    },
    /// A loop of a kernel was about to pass the bound that was proved for it: the proof, or what the kernel
    /// was given, is wrong, and nothing that the block brought is of use.
    #[error(
        "kernel {kernel}: loop {number} ({name}) of stage {stage} would pass its proved bound of {bound} \
         rounds{}",
        place(unit, block)
    )]
    LoopBound {
        /// Name of the kernel set.
        kernel: String,
        /// The stage.
        stage: usize,
        /// The loop's number in the stage, from 1.
        number: usize,
        /// The name of the loop.
        name: String,
        /// The bound.
        bound: u64,
        /// The unit that was worked on, once that is known.
        unit: Option<usize>,
        /// The [`Block::tag`](crate::Block::tag) of the block that was searched, once that is known.
        block: Option<u64>,
    },
    /// A job described work that does not add up, or could not do its part.
    #[error("job: {reason}")]
    Job {
        /// The reason.
        reason: String,
    },
    /// The callbacks of a job panicked while they worked on a unit.
    #[error("panic in unit {unit}: {message}")]
    Panic {
        /// The unit that was being worked on.
        unit: usize,
        /// The panic's message.
        message: String,
    },
    /// The search was asked to stop; returned to [`Job::blocks`](crate::Job::blocks) so that it
    /// ends early.
    #[error("the search was asked to stop")]
    Stopped,
    /// A file operation failed.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The action that failed ("read", "write", …).
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The operating system's answer.
        source: io::Error,
    },
    /// There is no device of the kind that was asked for.
    #[error("no {target} device: {reason}")]
    NoDevice {
        /// The target, see [`tmd_base::target`].
        target: String,
        /// The reason: what was looked for, and what is there instead.
        reason: String,
    },
    /// This program was built without what runs the target.
    #[error("this program was built without its feature `{feature}`")]
    LeftOut {
        /// The feature.
        feature: &'static str,
    },
    /// A device, or its driver, failed.
    #[error("{device}: {action} failed: {reason}")]
    Device {
        /// The device.
        device: String,
        /// The action that failed.
        action: String,
        /// The driver's message.
        reason: String,
    },
    /// This machine or this device cannot do what was asked.
    #[error("unsupported: {what}")]
    Unsupported {
        /// The thing that was asked for.
        what: String,
    },
}

/// The place of a block in words, as far as it is known.
fn place(unit: &Option<usize>, block: &Option<u64>) -> String {
    let of = |what: &str, number: Option<u64>| number.map(|number| format!(", {what} {number}"));
    let unit = of("unit", unit.map(|unit| unit as u64));
    [unit, of("block", *block)].into_iter().flatten().collect()
}

impl Error {
    /// The same error, which came up in the block with this tag.
    pub(crate) fn in_block(mut self, tag: u64) -> Error {
        if let Error::LoopBound { block, .. } = &mut self {
            block.get_or_insert(tag);
        }
        self
    }

    /// The same error, which came up in this unit.
    pub(crate) fn in_unit(mut self, number: usize) -> Error {
        if let Error::LoopBound { unit, .. } = &mut self {
            unit.get_or_insert(number);
        }
        self
    }

    /// An error of a job's own making.
    pub fn job(reason: impl Into<String>) -> Error {
        Error::Job { reason: reason.into() }
    }

    pub(crate) fn bundle(reason: impl Into<String>) -> Error {
        Error::BadBundle { reason: reason.into() }
    }

    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Error {
        Error::Io { action, path: path.to_path_buf(), source }
    }

    pub(crate) fn unsupported(what: impl Into<String>) -> Error {
        Error::Unsupported { what: what.into() }
    }

    pub(crate) fn no_device(target: &str, reason: impl Into<String>) -> Error {
        Error::NoDevice { target: target.to_string(), reason: reason.into() }
    }

    /// The advice: what the reader of the message can do next.
    pub fn help(&self) -> &'static str {
        match self {
            Error::NoCompiler { .. } => {
                "install Rust, or set TMD_RUSTC to the path of a rustc; \
                 kernels compiled into a crate need none"
            }
            Error::CompileFailed { .. } => {
                "if the message is about a linker, install a C toolchain (cc); \
                 if it is about the kernel's own source, this is a bug of the generator: keep the bundle"
            }
            Error::CompilerLate { .. } => {
                "run the command by hand to see what it waits for; on a slow machine, set \
                 TMD_COMPILE_SECONDS to more seconds"
            }
            Error::Load { .. } => {
                "delete the file so that it is built again; if that fails too, \
                 the bundle was generated for another version of this runtime"
            }
            Error::Untrusted { .. } => {
                "TMD_CACHE_DIR names another folder for compiled kernels, one that only you can change; \
                 if the folder is yours and nobody has put anything there, `chmod go-w` closes it"
            }
            Error::Library { .. } => "name a library for this machine that has the function",
            Error::BadBundle { .. } => {
                "generate the bundle again; its files are not meant to be edited by hand"
            }
            Error::Kernel { .. } => {
                "the kernel and its manifest disagree, or it was called with another plan's seeds: \
                 generate it again; if it persists, report it with the bundle"
            }
            Error::LoopBound { .. } => {
                "this is a bug of the program, and no case is lost in silence: report it with the \
                 command; the units that had finished are kept"
            }
            Error::Job { .. } => {
                "the units that had finished are kept; correct the job and run the others"
            }
            Error::Panic { .. } => {
                "this is a bug of the program: report it; the units that had finished are kept"
            }
            Error::Stopped => "run again to search the units that are left",
            Error::Io { .. } => {
                "check that the path exists, that you may write there and that the disk is not full; \
                 TMD_CACHE_DIR moves the kernel cache"
            }
            Error::LeftOut { .. } => {
                "build it with all its features: `cargo build --release --features opencl,cuda`"
            }
            Error::NoDevice { .. } => {
                "`tmd-codegen list devices` shows what there is; --target rust-simd runs on any CPU"
            }
            Error::Device { .. } => {
                "if it is short of memory or was reset, run again; \
                 --target rust-simd runs the same plan on the CPU"
            }
            Error::Unsupported { .. } => "choose a level, target or device that this machine has",
        }
    }
}

impl From<Error> for Diag {
    fn from(error: Error) -> Diag {
        let kind = match &error {
            Error::NoCompiler { .. } => DiagKind::NoCompiler,
            Error::CompileFailed { .. }
            | Error::CompilerLate { .. }
            | Error::Load { .. }
            | Error::Untrusted { .. }
            | Error::Library { .. }
            | Error::NoDevice { .. }
            | Error::LeftOut { .. }
            | Error::Device { .. }
            | Error::Unsupported { .. } => DiagKind::Environment,
            Error::Io { .. } => DiagKind::Io,
            _ => DiagKind::Internal,
        };
        Diag::new(kind, error.to_string()).help(error.help())
    }
}
