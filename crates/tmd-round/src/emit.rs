//! The function as source code.

use crate::made::{Body, RoundedFunction};
use tmd_base::diag::Diag;
use tmd_base::text::{grouped, wrap};
use tmd_kernel::backends::function::{InFlight, Passed};
use tmd_kernel::backends::{self, Sources, Variant, function_name};
use tmd_kernel::ir::Kernel;
use tmd_runtime::RoundingMode;

/// Columns of the header.
const WIDTH: usize = 96;

/// Vectors in flight: what is looked up takes long, and more is done meanwhile.
const IN_FLIGHT: InFlight = InFlight { avx512: 2, avx2: 2 };
/// The same where nothing is looked up in memory.
const REDUCED_IN_FLIGHT: InFlight = InFlight { avx512: 4, avx2: 2 };

/// What a mode's function does.
fn about(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::Nearest => "The value at x, rounded to nearest, ties to even.",
        RoundingMode::Up => "The value at x, rounded up, towards +∞.",
        RoundingMode::Down => "The value at x, rounded down, towards -∞.",
        RoundingMode::Zero => "The value at x, rounded towards 0.",
    }
}

impl RoundedFunction {
    /// A name for its functions: of the function and the format.
    pub fn name(&self) -> String {
        let beginning = function_name::beginning(self.spec.slug(), 48);
        format!("{beginning}_{}", self.encoding.format.name)
    }

    /// Emits the function; the names of the modes' functions begin with `name`.
    ///
    /// # Errors
    /// If the target is not known, or the name is none.
    pub fn emit(&self, target: &str, name: &str) -> Result<Sources, Diag> {
        function_name::check(name)?;
        let header = self.header(target, name)?;
        let target = backends::target(target).ok_or_else(|| backends::unknown(target, &[]))?;
        let modes = &self.request.modes;
        let suffixes: Vec<String> = modes.iter().map(|mode| format!("_{}", mode.name())).collect();
        type Build<'a> = Box<dyn Fn(usize) -> Result<Kernel, Diag> + 'a>;
        let builds: Vec<Build<'_>> = modes
            .iter()
            .map(|mode| Box::new(move |lanes| self.kernel(*mode, lanes)) as Build<'_>)
            .collect();
        let variants: Vec<Variant<'_>> = modes
            .iter()
            .zip(&suffixes)
            .zip(&builds)
            .map(|((mode, suffix), build)| Variant { suffix, about: about(*mode), build })
            .collect();
        target.rounded(&backends::RoundedFunction {
            name,
            header: &header,
            passed: match &self.body {
                Body::Tried(_) => Passed::Encoding16,
                Body::Walked(_) => Passed::Single,
            },
            variants: &variants,
            in_flight: match &self.body {
                Body::Walked(walked) if walked.code.is_in_registers() => REDUCED_IN_FLIGHT,
                _ => IN_FLIGHT,
            },
        })
    }

    /// What stands above the code.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn header(&self, target: &str, name: &str) -> Result<Vec<String>, Diag> {
        let (function, format) = (self.spec.canonical(), &self.encoding.format.name);
        let what = format!("{function}, correctly rounded to {format}, from {format}.");
        let command = format!(
            "{} --target {target} --name {name}",
            self.request.command(&self.encoding.format)
        );
        let about = backends::about(&what, &command);
        let mut lines: Vec<String> = about.iter().flat_map(|line| wrap("", line, WIDTH)).collect();
        let how = match &self.body {
            Body::Tried(_) => "All results of the kernel that is printed here were computed",
            Body::Walked(_) => {
                "All results of the kernel that is printed here were computed, by its Rust form"
            }
        };
        let proof = format!(
            "Proved: for each of the 2^{} arguments, in every mode, the result is the value of {function}, rounded once. {how}, \
             and compared with enclosures of the values. Nothing is assumed but IEEE 754 arithmetic on {}, rounded to nearest.",
            self.encoding.bits(),
            self.width().number_type()
        );
        lines.extend(wrap("", &proof, WIDTH));
        lines.push(String::new());
        let (parts, passed) = match &self.body {
            Body::Tried(tried) => (
                format!(
                    "{} polynomials of degree {}, {} numbers that are looked up",
                    tried.layout.pieces.len(),
                    tried.layout.degree,
                    grouped(tried.layout.values.len() as u128)
                ),
                " Arguments and results are encodings, as words of 16 bits.",
            ),
            Body::Walked(walked) => (walked.code.told(), ""),
        };
        let plan = format!(
            "{parts}, {} results in the code; {} bytes of tables.{passed} NaN for NaN; where the function has no value, what \
             IEEE 754-2019, section 9.2, has. No status flag is to be relied on.",
            self.exceptions().len(),
            grouped(u128::from(self.table_bytes()?)),
        );
        lines.extend(wrap("", &plan, WIDTH));
        lines.push(String::new());
        lines.push("No rights are reserved in this file: use it as you like.".into());
        Ok(lines)
    }
}
