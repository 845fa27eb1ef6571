//! The request for an evaluator.

use super::source::Source;
use super::tolerance::Tolerance;
use tmd_base::diag::Diag;
use tmd_base::named::{named, unknown_name};
use tmd_kernel::ir::Width;
use tmd_request::request::texts::{FUNCTION, Texts};

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
    /// Whether the Rust functions do without the standard library.
    pub no_std: bool,
}

/// The options of an evaluator that is a part of a program, by their names on the command line.
pub const OPTIONS: &[&str] = &[
    FUNCTION,
    "param",
    "range",
    "tolerance",
    "type",
    "basis",
    "lookup",
    "leaves",
    "degree",
    "table-budget",
    "outside",
    "no-std",
];

/// Most leaves that can be asked for.
pub const MOST_LEAVES: u32 = 1 << 20;
/// Largest degree that can be asked for.
pub const MOST_DEGREE: u32 = 24;

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
            no_std: false,
        }
    }

    /// The request that texts of some of the [`OPTIONS`] make.
    ///
    /// # Errors
    /// If a text cannot be read, or function, range or tolerance are missing.
    pub fn from_texts(texts: &Texts) -> Result<Request, Diag> {
        let function = texts.required(FUNCTION, "give an expression in x, as exp(x) / (1 + x)")?;
        let range = texts.required("range", "give both ends, as 0.5,1")?;
        let tolerance = texts.required("tolerance", "give a bound, as abs:1e-12 or ulp:1")?;
        let width = match texts.get("type") {
            None => Width::W64,
            Some(name) => number_type(name)?,
        };
        let default = Request::new(function, range, tolerance.parse()?, width);
        Ok(Request {
            param: texts.get("param").map(str::to_owned),
            basis: texts.named("basis")?.unwrap_or_default(),
            strategy: texts.named("lookup")?.unwrap_or_default(),
            leaves: texts.number_in("leaves", 1..=MOST_LEAVES)?.map(|leaves| leaves as usize),
            degree: texts.number_in("degree", 1..=MOST_DEGREE)?.map(|degree| degree as usize),
            table_budget: texts.bytes("table-budget")?.unwrap_or(default.table_budget),
            outside: texts.named("outside")?.unwrap_or_default(),
            no_std: texts.switch("no-std")?,
            ..default
        })
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
        if self.no_std {
            text += " --no-std";
        }
        text
    }
}

/// The width of a type of numbers.
fn number_type(name: &str) -> Result<Width, Diag> {
    Width::of_number_type(name.trim()).ok_or_else(|| {
        unknown_name("--type", name, &[Width::W32, Width::W64].map(Width::number_type))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(command: &str) -> Texts {
        Texts::of_command(command, OPTIONS, &["no-std"]).expect("options")
    }

    #[test]
    fn commands_are_read_back() {
        let plain = Request::new("exp(x)", "0,1", "abs:1e-6".parse().expect("one"), Width::W64);
        let all = Request {
            param: Some("n=3".into()),
            basis: Basis::Chebyshev,
            strategy: Strategy::Row,
            leaves: Some(16),
            degree: Some(7),
            table_budget: 1000,
            no_std: true,
            outside: Outside::Nan,
            ..Request::new("rootn(x, n)", "1, 2", "ulp:1".parse().expect("one"), Width::W32)
        };
        for request in [plain, all] {
            let source = Source::function(&request.function, request.param.as_deref());
            let command = request.command(&source.expect("a function"));
            assert_eq!(Request::from_texts(&texts(&command)).expect(&command), request);
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_told() {
        let command = "tmd-codegen approx exp --range 0,1 --tolerance abs:1e-6";
        let told = |name: &'static str, value: &str| {
            let mut texts = texts(command);
            texts.set(name, value);
            let diag = Request::from_texts(&texts).expect_err(name);
            assert!(diag.help.is_some() && diag.message.contains(value), "{name}: {diag:?}");
            assert_eq!(diag.source.expect("a place").name, format!("--{name}"));
        };
        for (name, value) in [
            ("tolerance", "tiny"),
            ("type", "f16"),
            ("basis", "fourier"),
            ("lookup", "magic"),
            ("leaves", "0"),
            ("degree", "25"),
            ("table-budget", "2G"),
            ("outside", "inside"),
            ("no-std", "perhaps"),
        ] {
            told(name, value);
        }
        for name in [FUNCTION, "range", "tolerance"] {
            let mut texts = texts(command);
            texts.remove(name);
            let diag = Request::from_texts(&texts).expect_err(name);
            assert!(diag.help.is_some() && diag.message.contains(name), "{diag}");
        }
    }
}
