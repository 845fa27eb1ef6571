//! The function as source code.

use crate::made::{Body, RoundedFunction};
use crate::request::{ALL, Method};
use crate::tried::Tried;
use tmd_base::diag::Diag;
use tmd_base::target::{C, RUST_SIMD};
use tmd_base::text::{grouped, wrap};
use tmd_kernel::backends::function::{self, InFlight, NO_STD, Passed};
use tmd_kernel::backends::rounded::Build;
use tmd_kernel::backends::{self, Sources, Variant, function_name};
use tmd_runtime::RoundingMode;

/// Columns of the header.
const WIDTH: usize = 96;

/// Vectors in flight: what is looked up takes long, and more is done meanwhile.
const IN_FLIGHT: InFlight = InFlight { avx512: 2, avx2: 2 };
/// The same where nothing is looked up in memory.
const REDUCED_IN_FLIGHT: InFlight = InFlight { avx512: 4, avx2: 2 };

/// What is said of two paths.
const TWO_PATHS: &str = "There are two paths. The fast one bounds its error, row by row of its table, and gives a result only where a     test tells that the value is rounded so whatever the error is; all other arguments take the second path. How long an argument takes     depends on it: this is no function for secrets. (--method straight makes one whose time does not depend on arguments.)";

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
        format!("{beginning}_{}", self.format.name)
    }

    /// Emits the function; the names of the modes' functions begin with `name`.
    ///
    /// # Errors
    /// If the target is not known, or the name is none.
    pub fn emit(&self, target: &str, name: &str) -> Result<Sources, Diag> {
        self.emit_as(target, name, self.request.no_std)
    }

    /// The same with or without Rust's standard library, whatever was asked for.
    pub(crate) fn emit_as(&self, target: &str, name: &str, no_std: bool) -> Result<Sources, Diag> {
        function_name::check(name)?;
        let header = self.header(target, name)?;
        let target = backends::target(target).ok_or_else(|| backends::unknown(target, &[]))?;
        if no_std {
            function::check_no_std(target)?;
        }
        let modes = &self.request.modes;
        let suffixes: Vec<String> = modes.iter().map(|mode| format!("_{}", mode.name())).collect();
        let method = self.method();
        let builds: Vec<[Box<Build<'_>>; 2]> = modes
            .iter()
            .map(|mode| -> [Box<Build<'_>>; 2] {
                [
                    Box::new(move |lanes| self.kernel(*mode, lanes)),
                    Box::new(move |lanes| self.fast_kernel(*mode, lanes)),
                ]
            })
            .collect();
        let variants: Vec<Variant<'_>> = modes
            .iter()
            .zip(&suffixes)
            .zip(&builds)
            .map(|((mode, suffix), [build, fast])| Variant {
                suffix,
                about: about(*mode),
                build,
                fast: (method == Method::TwoPhase).then_some(&**fast),
            })
            .collect();
        target.rounded(&backends::RoundedFunction {
            name,
            header: &header,
            passed: match &self.body {
                Body::Tried(_) => Passed::Encoding16,
                Body::Walked(_) => Passed::Single,
                Body::Searched(_) => Passed::Double,
            },
            variants: &variants,
            in_flight: match &self.body {
                Body::Walked(walked) if walked.code.is_in_registers() => REDUCED_IN_FLIGHT,
                _ => IN_FLIGHT,
            },
            no_std,
        })
    }

    /// What is proved, and how, and what is assumed of a target.
    fn proof(&self, target: &str) -> String {
        let function = self.spec.canonical();
        let (arguments, how) = match &self.body {
            Body::Tried(Tried { encoding, .. }) => (
                format!("each of the 2^{} arguments", encoding.bits()),
                "All results of the kernel that is printed here were computed, and compared with enclosures of the values."
                    .to_owned(),
            ),
            Body::Walked(walked) => (
                format!("each of the 2^{} arguments", walked.encoding.bits()),
                "All results of the kernel that is printed here were computed, by its Rust form, and compared with enclosures of the values."
                    .to_owned(),
            ),
            Body::Searched(searched) => (
                match self.request.range.as_str() {
                    ALL => "each argument".to_owned(),
                    range => format!("each argument from A on and below B, A,B = {range}, all others having a NaN"),
                },
                format!(
                    "What is computed before it is rounded differs from the value by less than 2^{} of it; a search has listed all \
                     arguments whose values are so near to a breakpoint that this matters, 2^-{} of half a unit in the last place: \
                     the results of the kernel that is printed here were computed for all {} of them, and compared with enclosures \
                     of the values.",
                    searched.error_exponent,
                    searched.code.bits,
                    grouped(searched.dangerous() as u128)
                ),
            ),
        };
        let conversions = match &self.body {
            Body::Walked(_) if [C, RUST_SIMD].contains(&target) => {
                ", and conversions from and to binary32 that keep subnormal numbers"
            }
            _ => "",
        };
        format!(
            "Proved: for {arguments}, in every mode, the result is the value of {function}, rounded once. {how} Nothing is assumed \
             but IEEE 754 arithmetic on {}, rounded to nearest{conversions}.",
            self.width().number_type()
        )
    }

    /// What stands above the code.
    ///
    /// # Errors
    /// As [`RoundedFunction::kernel`].
    pub fn header(&self, target: &str, name: &str) -> Result<Vec<String>, Diag> {
        let (function, format) = (self.spec.canonical(), &self.format.name);
        let what = format!("{function}, correctly rounded to {format}, from {format}.");
        let command =
            format!("{} --target {target} --name {name}", self.request.command(&self.format));
        let about = backends::about(&what, &command);
        let mut lines: Vec<String> = about.iter().flat_map(|line| wrap("", line, WIDTH)).collect();
        lines.extend(wrap("", &self.proof(target), WIDTH));
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
            Body::Searched(searched) => (searched.told(), ""),
        };
        if self.method() == Method::TwoPhase {
            lines.extend(wrap("", TWO_PATHS, WIDTH));
            lines.push(String::new());
        }
        let plan = format!(
            "{parts}, {} results in the code; {} bytes of tables.{passed} NaN for NaN; where the function has no value, what \
             IEEE 754-2019, section 9.2, has. No status flag is to be relied on.",
            self.in_code(),
            grouped(u128::from(self.table_bytes()?)),
        );
        lines.extend(wrap("", &plan, WIDTH));
        lines.push(String::new());
        if self.request.no_std {
            lines.extend(wrap("", NO_STD, WIDTH));
            lines.push(String::new());
        }
        lines.push("No rights are reserved in this file: use it as you like.".into());
        Ok(lines)
    }
}
