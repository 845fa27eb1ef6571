//! The request for an evaluator.

use super::source::Source;
use super::tolerance::Tolerance;
use tmd_base::named::named;
use tmd_kernel::ir::Width;

/// The result for arguments outside the range. A NaN gives a NaN, whatever is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// The value at the nearest end.
    #[default]
    Clamp,
    /// NaN.
    Nan,
    /// The polynomial of the nearest leaf, wherever that leads.
    Extend,
}

/// The polynomials that a leaf's polynomial is a sum of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// Powers, by Horner's rule: one operation a coefficient.
    #[default]
    Monomial,
    /// Chebyshev polynomials, by Clenshaw's recurrence: two.
    Chebyshev,
    /// Legendre polynomials, likewise: three.
    Legendre,
}

/// How an argument's leaf and its coefficients are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The cheapest that meets the tolerance.
    #[default]
    Auto,
    /// One leaf, so that there is nothing to look up.
    None,
    /// Leaves of one length; tables in one or two registers a coefficient.
    Permute,
    /// Permutations like [`Strategy::Permute`], with up to four registers a coefficient.
    Permute2,
    /// Leaves of one length; a row of memory a leaf, transposed in registers.
    Row,
    /// Leaves of one length; an entry at a time from memory.
    Gather,
    /// Leaves of any lengths, found by a binary search tree.
    Bst,
    /// Leaves of any lengths, found in a table of cells as short as the shortest.
    Hash,
}

/// A request for an evaluator.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The function: a name or an expression in x.
    pub function: String,
    /// Values of names in it.
    pub param: Option<String>,
    /// The ends of the range, both inside, as they were written.
    pub range: String,
    /// How far from the function a value may be.
    pub tolerance: Tolerance,
    /// Type of arguments, results and arithmetic.
    pub width: Width,
    /// The basis.
    pub basis: Basis,
    /// The look-up.
    pub strategy: Strategy,
    /// The number of leaves.
    pub leaves: Option<usize>,
    /// Polynomials of this degree.
    pub degree: Option<usize>,
    /// Bytes of tables at most.
    pub table_budget: u64,
    /// The result outside the range.
    pub outside: Outside,
    /// Whether the Rust functions can be called from C, by a header.
    pub c_header: bool,
    /// Whether a Python module comes with the C file.
    pub python: bool,
}

/// Bytes of a first-level data cache, about.
pub const TABLE_BUDGET: u64 = 32 << 10;

impl Request {
    /// A request with everything else chosen by the planner.
    pub fn new(function: &str, range: &str, tolerance: Tolerance, width: Width) -> Request {
        Request {
            function: function.to_owned(),
            param: None,
            range: range.to_owned(),
            tolerance,
            width,
            basis: Basis::default(),
            strategy: Strategy::default(),
            leaves: None,
            degree: None,
            table_budget: TABLE_BUDGET,
            outside: Outside::default(),
            c_header: false,
            python: false,
        }
    }

    /// The command that makes the same evaluator of a source.
    pub(super) fn command(&self, source: &Source) -> String {
        let what = match source {
            Source::Function(_) => shlex::try_quote(&self.function).unwrap_or_default(),
            Source::Samples(samples) => samples.options.as_str().into(),
        };
        let mut text = format!("tmd-codegen approx {what}");
        let mut option = |name: &str, value: String| text += &format!(" --{name} {value}");
        if let Some(param) = &self.param {
            option("param", shlex::try_quote(param).unwrap_or_default().into_owned());
        }
        option("range", shlex::try_quote(&self.range).unwrap_or_default().into_owned());
        option("tolerance", self.tolerance.to_string());
        option("type", self.width.number_type().to_owned());
        if self.basis != Basis::default() {
            option("basis", self.basis.to_string());
        }
        if self.strategy != Strategy::default() {
            option("lookup", self.strategy.to_string());
        }
        if let Some(leaves) = self.leaves {
            option("leaves", leaves.to_string());
        }
        if let Some(degree) = self.degree {
            option("degree", degree.to_string());
        }
        if self.table_budget != TABLE_BUDGET {
            option("table-budget", self.table_budget.to_string());
        }
        if self.outside != Outside::default() {
            option("outside", self.outside.to_string());
        }
        if self.c_header {
            text += " --c-header";
        }
        if self.python {
            text += " --python";
        }
        text
    }
}

named!(Outside, "--outside", Clamp = "clamp", Nan = "nan", Extend = "extend");
named!(Basis, "--basis", Monomial = "monomial", Chebyshev = "chebyshev", Legendre = "legendre");
named!(
    Strategy,
    "--lookup",
    Auto = "auto",
    None = "none",
    Permute = "permute",
    Permute2 = "permute2",
    Row = "row",
    Gather = "gather",
    Bst = "bst",
    Hash = "hash"
);
