//! The request for an evaluator of two variables.

use super::Source;
use crate::approx::request::{Outside, Strategy, TABLE_BUDGET};
use crate::approx::tolerance::Tolerance;
use tmd_kernel::ir::Width;

/// A request for an evaluator of two variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The function: a name or an expression in x and y.
    pub function: String,
    /// Values of names in it.
    pub param: Option<String>,
    /// The ends of the ranges of x and of y, both inside, as they were written.
    pub ranges: [String; 2],
    /// How far from the function a value may be.
    pub tolerance: Tolerance,
    /// Type of arguments, results and arithmetic.
    pub width: Width,
    /// The look-up.
    pub strategy: Strategy,
    /// Bytes of tables at most.
    pub table_budget: u64,
    /// The result outside the ranges.
    pub outside: Outside,
    /// Whether the Rust functions can be called from C, by a header.
    pub c_header: bool,
    /// Whether a Python module comes with the C file.
    pub python: bool,
    /// Whether the Rust functions do without the standard library.
    pub no_std: bool,
}

/// The options of the ranges.
pub(super) const RANGES: [&str; 2] = ["--range-x", "--range-y"];

impl Request {
    /// A request with everything else chosen by the planner.
    pub fn new(function: &str, ranges: [&str; 2], tolerance: Tolerance, width: Width) -> Request {
        Request {
            function: function.to_owned(),
            param: None,
            ranges: ranges.map(str::to_owned),
            tolerance,
            width,
            strategy: Strategy::default(),
            table_budget: TABLE_BUDGET,
            outside: Outside::default(),
            c_header: false,
            python: false,
            no_std: false,
        }
    }

    /// The command that makes the same evaluator of a source.
    pub(super) fn command(&self, source: &Source) -> String {
        let quoted = |text: &str| shlex::try_quote(text).unwrap_or_default().into_owned();
        let what = match source {
            Source::Function(_) => quoted(&self.function),
            Source::Samples(samples) => samples.options.clone(),
        };
        let mut text = format!("tmd-codegen approx {what}");
        if let Some(param) = &self.param {
            text += &format!(" --param {}", quoted(param));
        }
        for (option, range) in RANGES.iter().zip(&self.ranges) {
            // An end may be negative: that is no option.
            text += &format!(" {option}={}", quoted(range));
        }
        text += &format!(" --tolerance {} --type {}", self.tolerance, self.width.number_type());
        if self.strategy != Strategy::default() {
            text += &format!(" --lookup {}", self.strategy);
        }
        if self.table_budget != TABLE_BUDGET {
            text += &format!(" --table-budget {}", self.table_budget);
        }
        if self.outside != Outside::default() {
            text += &format!(" --outside {}", self.outside);
        }
        for (is_on, option) in
            [(self.c_header, "c-header"), (self.python, "python"), (self.no_std, "no-std")]
        {
            if is_on {
                text += &format!(" --{option}");
            }
        }
        text
    }
}
