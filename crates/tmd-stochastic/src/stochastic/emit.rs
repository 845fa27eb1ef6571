//! The emitted files of a twin.

use super::options::{Options, Rounding};
use super::run::{STEPS, STREAMS};
use super::{instrument, random};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::text::wrap;
use tmd_kernel::backends::{self, Backend, Sources, Twin, function_name};
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
        let target = backends::target(target).ok_or_else(|| backends::unknown(target, &[]))?;
        let header = self.header(self.how_it_rounds(target)?, about);
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
        target.twin(&twin)
    }

    /// How a target rounds as is asked, in words.
    fn how_it_rounds(&self, target: &dyn Backend) -> Result<&'static str, Diag> {
        let (rounding, known) = (self.options.rounding, target.roundings());
        if let Some((_, how)) = known.iter().find(|(own, _)| *own == rounding) {
            return Ok(how);
        }
        let names: Vec<&str> = known.iter().map(|(own, _)| own.name()).collect();
        let (name, why) = (target.name(), target.why_not(rounding));
        Err(Diag::new(DiagKind::Option, format!("{name} cannot do --rounding {rounding}{why}"))
            .help(format!("give one of {}", names.join(", "))))
    }

    fn header(&self, rounding: &str, about: &[String]) -> Vec<String> {
        let mut lines: Vec<String> = about.iter().flat_map(|line| wrap("", line, WIDTH)).collect();
        let detect = self.options.detect;
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
