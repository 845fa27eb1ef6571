//! An interpreter of the PTX that the CUDA compiler makes of emitted kernels: they can be run, and
//! watched while they run, on machines without a GPU.
//!
//! It is strict where a GPU is not: an instruction that it does not know, an address outside its
//! buffer, an unaligned address, a carry flag that nothing set, a barrier that not all threads of a
//! group reach and a loop without end are errors that say where. Registers and shared memory start
//! with rubbish, not with zeros. Threads of a group run one after the other, each to the next barrier, in
//! an order that can be turned round; groups run one after the other.

mod arithmetic;
mod carry;
mod convert;
mod decode;
mod device;
mod function;
mod kernel;
mod machine;
mod memory;
mod parse;
mod thread;
mod token;
mod types;

pub use decode::Program;
pub use device::PtxDevice;
pub use kernel::{Batch, PtxKernel};
pub use machine::{Grid, Options, Reciprocal};
pub use memory::{Argument, Memory};

use std::fmt;

/// What is in a register or in shared memory before anything was written: no plausible number, and
/// as a number of binary64 huge.
const RUBBISH: u64 = 0x7BAD_F00D_7BAD_F00D;

/// Why a program cannot be read or run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kernel or function.
    pub function: String,
    /// The line of the PTX, from 1 on, and its text.
    pub line: usize,
    /// The text of that line.
    pub text: String,
    /// The group and the thread in it, if it was running.
    pub thread: Option<(u32, u32)>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { function, line, text, thread, reason } = self;
        write!(f, "PTX of {function}, line {line}")?;
        if let Some((group, thread)) = thread {
            write!(f, ", group {group}, thread {thread}")?;
        }
        write!(f, ": {reason}: `{text}`")
    }
}

impl std::error::Error for Fault {}

/// A fault in a source line, before its function is known to the one who found it.
#[derive(Clone, Debug)]
struct Complaint {
    line: usize,
    reason: String,
}

impl Complaint {
    fn new(line: usize, reason: impl Into<String>) -> Self {
        Complaint { line, reason: reason.into() }
    }

    fn in_source(self, source: &str, function: &str) -> Fault {
        let text = source.lines().nth(self.line.saturating_sub(1)).unwrap_or_default();
        Fault {
            function: function.into(),
            line: self.line,
            text: text.trim().into(),
            thread: None,
            reason: self.reason,
        }
    }
}
