//! A function of numbers, an evaluator's, as targets print it; and what targets print of it and of correctly rounded
//! functions alike.

use crate::backends::Backend;
use crate::frame;
use crate::ir::{Kernel, Scalar, Table, Width};
use serde::Serialize;
use tera::Context;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;

/// Vectors in flight, and with them how many numbers a caller gives at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// With AVX-512.
    pub avx512: usize,
    /// With AVX2.
    pub avx2: usize,
}

/// What is said of Rust code that does without the standard library.
pub const NO_STD: &str = "Without the standard library: the instructions are those that the program is compiled for (-C target-cpu, -C target-feature). \
                          Where AVX2 and FMA are not among them, fused multiply-adds are computed from integers, or from numbers of twice as many bits: \
                          exactly, but many times more slowly.";

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
    /// Whether it does without Rust's standard library; of that target only.
    pub no_std: bool,
}

/// Whether a target has functions that do without Rust's standard library.
///
/// # Errors
/// If it is not that of Rust.
pub fn check_no_std(target: &dyn Backend) -> Result<(), Diag> {
    match target.name() {
        RUST_SIMD => Ok(()),
        name => Err(Diag::new(
            DiagKind::Option,
            format!("--no-std needs --target {RUST_SIMD}, not {name}"),
        )
        .help("leave --no-std out: no other language has that library")),
    }
}

/// What callers give to emitted functions and get from them. How a target loads and stores it is said once in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Numbers of the kernel's width.
    Number,
    /// Encodings of numbers of a format of 16 bits: the kernel has them in the low bits of words, whose other bits are 0.
    Encoding16,
    /// binary64 numbers, in kernels of such numbers. Functions of an evaluator's [`Passed::Number`] are as many as one file has.
    Double,
    /// binary32 numbers: a kernel of 64-bit words has their encodings in the low bits of words, whose other bits are 0.
    Single,
}

impl Passed {
    /// What the kernel takes and returns.
    pub fn scalar(self) -> Scalar {
        match self {
            Passed::Number | Passed::Double => Scalar::Number,
            Passed::Encoding16 | Passed::Single => Scalar::Word,
        }
    }

    /// Whether kernels of a width can have it.
    pub(crate) fn fits(self, width: Width) -> bool {
        !matches!(self, Passed::Single | Passed::Double) || width == Width::W64
    }

    /// Its type in C.
    pub(crate) fn in_c(self, width: Width) -> &'static str {
        match self {
            Passed::Number | Passed::Double => number(width),
            Passed::Encoding16 => "uint16_t",
            Passed::Single => "float",
        }
    }
}

/// Functions that one file has, whatever they are for: what the printers of all targets are given.
pub(crate) struct Functions<'a> {
    /// Name of the file, and what the functions' names begin with.
    pub name: &'a str,
    /// What stands above the code, a line each.
    pub header: &'a [String],
    /// What callers pass.
    pub passed: Passed,
    /// The width of words and numbers of all kernels.
    pub width: Width,
    /// The tables of all kernels, each once.
    pub tables: Vec<Table>,
    /// The functions.
    pub entries: Vec<Entry>,
    /// Vectors in flight.
    pub in_flight: InFlight,
    /// Whether they do without Rust's standard library.
    pub no_std: bool,
}

/// A function that callers see.
pub(crate) struct Entry {
    /// Its name. Those of its forms for many arguments begin with it.
    pub name: String,
    /// What the names of the file's own functions end in that belong to it.
    pub suffix: String,
    /// What it is, a sentence.
    pub about: String,
    /// What its form for many arguments gives for argument x\[i\], in words.
    pub values: String,
    /// Its kernel, for one lane.
    pub kernel: Kernel,
    /// The kernel of its fast path, if it has one.
    pub fast: Option<Kernel>,
}

/// What an argument of a function of numbers is called. Values of a function of two arguments have neither name.
pub(crate) fn argument(index: usize) -> &'static str {
    if index == 0 { "x" } else { "y" }
}

/// A function as frames print it.
#[derive(Serialize)]
pub(crate) struct Shown {
    name: String,
    about: String,
    values: String,
    suffix: String,
    /// Whether it has two arguments.
    two: bool,
    /// Name of the function that computes it.
    evaluate: String,
    /// The text of that, where the frame has one of it.
    function: String,
    /// Name of the function of the fast path, if there is one.
    fast: Option<String>,
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

impl Entry {
    /// Name of the file's own function that computes it.
    pub(crate) fn evaluate(&self) -> String {
        format!("evaluate{}", self.suffix)
    }

    /// Name of the file's own function of its fast path, if it has one.
    pub(crate) fn evaluate_fast(&self) -> Option<(String, &Kernel)> {
        self.fast.as_ref().map(|kernel| (format!("fast{}", self.suffix), kernel))
    }

    /// What frames are told, with the name and the text of the function that computes it.
    pub(crate) fn shown(&self, evaluate: &str, function: String) -> Shown {
        Shown {
            name: self.name.clone(),
            about: self.about.clone(),
            values: self.values.clone(),
            suffix: self.suffix.clone(),
            two: self.kernel.arguments == 2,
            evaluate: evaluate.to_owned(),
            function,
            fast: None,
        }
    }
}

impl Shown {
    /// The same with a fast path, whose function has a name and a text.
    pub(crate) fn with_fast(mut self, name: String, function: &str) -> Shown {
        self.fast = Some(name);
        self.function = format!("{function}\n{}", self.function);
        self
    }
}

impl Function<'_> {
    /// The kernel for so many lanes.
    pub(crate) fn kernel(&self, lanes: usize) -> Result<Kernel, Diag> {
        (self.build)(lanes)
    }

    /// What a file has that has it alone.
    pub(crate) fn functions(&self) -> Result<Functions<'_>, Diag> {
        let kernel = self.kernel(1)?;
        let [about, values] = match kernel.arguments {
            2 => ["The value at (x, y).", "the value at (x[i], y[i])"],
            _ => ["The value at x.", "the value at x[i]"],
        };
        let entry = |kernel| Entry {
            name: self.name.to_owned(),
            suffix: String::new(),
            about: about.to_owned(),
            values: values.to_owned(),
            kernel,
            fast: None,
        };
        Ok(Functions {
            name: self.name,
            header: self.header,
            passed: Passed::Number,
            width: kernel.width,
            tables: kernel.tables.clone(),
            entries: vec![entry(kernel)],
            in_flight: self.in_flight,
            no_std: self.no_std,
        })
    }
}

impl Functions<'_> {
    /// A header for C of the functions, from a frame: its name and text.
    pub(crate) fn c_header(&self, frame: &str) -> Result<(String, String), Diag> {
        let about: Vec<String> = self.header.iter().map(|line| in_comment(line)).collect();
        let entries: Vec<Shown> =
            self.entries.iter().map(|of| of.shown("", String::new())).collect();
        let mut context = Context::new();
        context.insert("name", self.name);
        context.insert("header", &about.join("\n"));
        context.insert("passed", self.passed.in_c(self.width));
        context.insert("encodings", &(self.passed == Passed::Encoding16));
        context.insert("entries", &entries);
        Ok((format!("{}.h", self.name), frame::render(frame, &context)?))
    }
}
