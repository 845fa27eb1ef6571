//! A stochastic twin, as targets print it.

use crate::ir::{Kernel, Width};
use tera::Context;
use tmd_base::named::named;

/// How operations come to be rounded in the direction that is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// The fastest of the target's ways.
    #[default]
    Auto,
    /// Instructions that carry their rounding mode: AVX-512.
    Embedded,
    /// The target's functions for directed rounding: CUDA.
    Intrinsics,
    /// Functions that round up, with operands and results negated to round down: CUDA.
    SignMask,
    /// Error-free transformations: round to nearest, then move to the neighbour on the side of the error. Works
    /// everywhere.
    Eft,
}

named!(
    Rounding,
    "--rounding",
    Auto = "auto",
    Embedded = "embedded",
    Intrinsics = "intrinsics",
    SignMask = "signmask",
    Eft = "eft"
);

/// How [`Rounding::Eft`] rounds, in words.
pub(crate) const BY_ERRORS: &str = "by error-free transformations";

/// A stochastic twin, as targets print it.
#[derive(Clone, Copy, Debug)]
pub struct Twin<'a> {
    /// Name of the emitted function.
    pub name: &'a str,
    /// What stands above the code.
    pub header: &'a [String],
    /// The function, with directed operations.
    pub direct: &'a Kernel,
    /// The same in operations that round to nearest.
    pub lowered: &'a Kernel,
    /// What makes of a stream's number the state that it begins with.
    pub seeding: &'a Kernel,
    /// Whether directed operations are printed where the target has them.
    pub embedded: bool,
    /// Whether rounding down is rounding up of another sign there.
    pub signmask: bool,
    /// Streams that elements take turns in.
    pub streams: usize,
    /// Elements of a stream.
    pub steps: usize,
}

impl Twin<'_> {
    /// What the frames of all targets are told.
    pub(crate) fn context(&self) -> Context {
        let mut context = Context::new();
        context.insert("name", self.name);
        context.insert("long", &(self.lowered.width == Width::W64));
        context.insert("arrays", &self.lowered.arrays);
        context.insert("parameters", &self.lowered.parameters);
        context.insert("sites", &self.lowered.sites);
        context.insert("results", &self.lowered.results());
        context.insert("streams", &self.streams);
        context.insert("steps", &self.steps);
        context.insert("state", &self.seeding.states);
        context
    }
}
