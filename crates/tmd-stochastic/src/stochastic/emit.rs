//! The emitted files of a twin.

use super::options::{Options, Rounding};
use super::run::{STEPS, STREAMS};
use super::{instrument, random};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::text::wrap;
use tmd_kernel::backends::{Sources, Twin, clike, cuda, function_name, opencl, rust_simd};
use tmd_kernel::ir::{Kernel, counts};
use tmd_kernel::pass;

/// Columns of a line of the header.
const WIDTH: usize = 96;

/// A twin that can be run and printed.
#[derive(Clone, Debug)]
pub struct Stochastic {
    /// The kernel that it is the twin of.
    pub kernel: Kernel,
    /// The twin.
    pub twin: Kernel,
    /// The twin in operations that round to nearest.
    pub lowered: Kernel,
    /// What was asked for.
    pub options: Options,
}

impl Stochastic {
    /// The twin of a kernel.
    ///
    /// # Errors
    /// If there is none.
    pub fn new(kernel: Kernel, options: Options) -> Result<Stochastic, Diag> {
        let kernel = pass::standard_kernel(pass::straightened(kernel))?;
        let twin = pass::straightened(instrument(&kernel, &options)?);
        let twin = pass::standard_kernel(twin)?;
        let lowered = pass::standard_kernel(pass::by_errors(twin.clone()))?;
        Ok(Stochastic { kernel, twin, lowered, options })
    }

    /// Emits the twin as a function called `name`. `about` are the first lines of the header: what it is the twin of,
    /// and how to make it again.
    ///
    /// # Errors
    /// If the target is not known or cannot round as is asked.
    pub fn emit(&self, target: &str, name: &str, about: &[String]) -> Result<Sources, Diag> {
        function_name::check(name)?;
        self.check_rounding(target)?;
        let header = self.header(target, about);
        let seeding = pass::standard_kernel(random::seeding(self.twin.width))?;
        let twin = Twin {
            name,
            header: &header,
            direct: &self.twin,
            lowered: &self.lowered,
            seeding: &seeding,
            embedded: self.options.rounding != Rounding::Eft,
            signmask: self.options.rounding == Rounding::SignMask,
            streams: STREAMS,
            steps: STEPS,
        };
        match target {
            "rust-simd" => rust_simd::twin::emit(&twin),
            "opencl" => {
                let text = clike::twin::emit(&twin, &opencl::DIALECT, &opencl::TWIN)?;
                Ok(Sources::from([(format!("{name}.cl"), text)]))
            }
            _ => {
                let text = clike::twin::emit(&twin, &cuda::DIALECT, &cuda::TWIN)?;
                Ok(Sources::from([(format!("{name}.cu"), text)]))
            }
        }
    }

    /// Whether a target can round so.
    fn check_rounding(&self, target: &str) -> Result<(), Diag> {
        let roundings: &[Rounding] = match target {
            "rust-simd" => &[Rounding::Auto, Rounding::Embedded, Rounding::Eft],
            "opencl" => &[Rounding::Auto, Rounding::Eft],
            "cuda" => &[Rounding::Auto, Rounding::Intrinsics, Rounding::SignMask, Rounding::Eft],
            _ => return Err(tmd_kernel::backends::unknown(target, &[])),
        };
        let rounding = self.options.rounding;
        if roundings.contains(&rounding) {
            return Ok(());
        }
        let names: Vec<&str> = roundings.iter().map(|rounding| rounding.name()).collect();
        let why = match (target, rounding) {
            ("rust-simd", Rounding::SignMask) => {
                " (it needs the processor's rounding mode changed, which Rust does not allow: the compiler may move \
                 operations across the change)"
            }
            ("opencl", _) => " (the language rounds operations to nearest only)",
            _ => "",
        };
        Err(Diag::new(DiagKind::Option, format!("{target} cannot do --rounding {rounding}{why}"))
            .help(format!("give one of {}", names.join(", "))))
    }

    fn header(&self, target: &str, about: &[String]) -> Vec<String> {
        let mut lines: Vec<String> = about.iter().flat_map(|line| wrap("", line, WIDTH)).collect();
        let detect = self.options.detect;
        let rounding = match (target, self.options.rounding) {
            ("rust-simd", Rounding::Auto | Rounding::Embedded) => {
                "by AVX-512 instructions that say how they round, by error-free transformations elsewhere"
            }
            ("cuda", Rounding::Auto | Rounding::Intrinsics) => {
                "by functions that round up and down"
            }
            ("cuda", Rounding::SignMask) => {
                "by functions that round up, of operands of either sign"
            }
            _ => "by error-free transformations",
        };
        let text = format!(
            "Stochastic arithmetic (CESTAC): each number is three samples; each operation rounds two of them up or \
             down at random and the third as the second is not: {rounding}. The spread of a result's samples tells \
             how many of its digits are right. Counted: {detect}."
        );
        lines.extend(wrap("", &text, WIDTH));
        lines.push(String::new());
        let operations = format!(
            "Operations of the kernel: {}; of the twin: {}.",
            counts(&self.kernel).list(true),
            counts(&self.twin).list(true)
        );
        lines.extend(wrap("", &operations, WIDTH));
        lines
    }
}
