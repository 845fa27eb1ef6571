//! A function of numbers, an evaluator's, as targets print it.

use crate::frame;
use crate::ir::{Kernel, Width};
use tera::Context;
use tmd_base::diag::Diag;

/// Vectors in flight, and with them how many numbers a caller gives at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// With AVX-512.
    pub avx512: usize,
    /// With AVX2.
    pub avx2: usize,
}

/// A function of numbers.
#[derive(Clone, Copy)]
pub struct Function<'a> {
    /// Name of the emitted functions.
    pub name: &'a str,
    /// What stands above the code, a line each.
    pub header: &'a [String],
    /// The kernel for so many lanes.
    pub build: &'a dyn Fn(usize) -> Result<Kernel, Diag>,
    /// Vectors in flight.
    pub in_flight: InFlight,
    /// Whether C programs can call it; there is a header for them, then.
    pub from_c: bool,
}

/// A line of a header's comment: a file's name in it does not end the comment.
fn in_comment(line: &str) -> String {
    format!(" * {}", line.replace("*/", "* /").replace("/*", "/ *")).trim_end().to_owned()
}

/// The type of numbers of a width in C.
pub(crate) fn number(width: Width) -> &'static str {
    match width {
        Width::W64 => "double",
        Width::W32 => "float",
    }
}

impl Function<'_> {
    /// The kernel for so many lanes.
    pub(crate) fn kernel(&self, lanes: usize) -> Result<Kernel, Diag> {
        (self.build)(lanes)
    }

    /// A header for C of the function of numbers of a width, from a frame: its name and text.
    pub(crate) fn c_header(&self, frame: &str, width: Width) -> Result<(String, String), Diag> {
        let about: Vec<String> = self.header.iter().map(|line| in_comment(line)).collect();
        let mut context = Context::new();
        context.insert("name", self.name);
        context.insert("header", &about.join("\n"));
        context.insert("number", number(width));
        Ok((format!("{}.h", self.name), frame::render(frame, &context)?))
    }
}
