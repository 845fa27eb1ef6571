//! Expected results: what a correctly rounded function returns at the cases of a list, in each rounding mode.

use super::source::Source;
use super::{Case, hexfloat};
use rug::Float;
use rug::float::Round;
use tmd_base::diag::{Diag, DiagKind};
use tmd_functions::language::FunctionSpec;
use tmd_functions::language::format::Format;
use tmd_functions::language::truth::Truth;

/// The correctly rounded results at a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// To nearest, ties to even.
    pub nearest: Float,
    /// Towards +∞.
    pub up: Float,
    /// Towards -∞.
    pub down: Float,
    /// Towards 0.
    pub zero: Float,
}

/// The names of the results, in the order of [`Results::all`].
pub(super) const NAMES: [&str; 4] = ["nearest", "up", "down", "zero"];

impl Results {
    /// The results of a value that is rounded to odd.
    fn of(value: &Float, format: &Format) -> Results {
        let [nearest, up, down, zero] = [Round::Nearest, Round::Up, Round::Down, Round::Zero]
            .map(|round| format.rounded(value, round));
        Results { nearest, up, down, zero }
    }

    /// All of them: to nearest, up, down, towards 0.
    pub fn all(&self) -> [&Float; 4] {
        [&self.nearest, &self.up, &self.down, &self.zero]
    }
}

/// A result as a hexadecimal float; `inf` and `-inf` for ±∞, `-0x0p+0` for -0.
pub(super) fn hex(result: &Float) -> String {
    let sign = if result.is_sign_negative() { "-" } else { "" };
    match result.to_rational() {
        Some(number) if number.is_zero() => format!("{sign}0x0p+0"),
        Some(number) => hexfloat::print_rational(&number).unwrap_or_else(|| number.to_string()),
        None => format!("{sign}inf"),
    }
}

/// The cases of a list with their expected results.
pub struct WithResults<'a> {
    /// The list.
    pub source: &'a dyn Source,
    /// The function.
    pub spec: &'a FunctionSpec,
    /// The format of the results.
    pub format: Format,
}

impl WithResults<'_> {
    /// The case with its results.
    fn completed(&self, case: &Case) -> Result<Case, Diag> {
        let refuse = |why: &str| {
            let function = self.spec.canonical();
            let message =
                format!("{function} {why} at {}: there is no expected result", case.hex());
            Err(Diag::new(DiagKind::Range, message)
                .help("remove that input from the list, or leave --with-results out"))
        };
        match self.spec.truth(&case.x) {
            Truth::Odd(value) => {
                let results = Some(Results::of(&value, &self.format));
                Ok(Case { results, ..case.clone() })
            }
            Truth::None => refuse("has no value"),
            Truth::Unknown => refuse("cannot be told from a number next to it"),
        }
    }
}

impl Source for WithResults<'_> {
    fn about(&self, visit: &mut dyn FnMut(String) -> Result<(), Diag>) -> Result<(), Diag> {
        self.source.about(visit)?;
        visit(format!("results: correctly rounded to {}: {}", self.format.name, NAMES.join(", ")))
    }

    fn cases(&self, visit: &mut dyn FnMut(&Case) -> Result<(), Diag>) -> Result<(), Diag> {
        self.source.cases(&mut |case| visit(&self.completed(case)?))
    }

    fn count(&self) -> usize {
        self.source.count()
    }

    fn input_format(&self) -> Format {
        self.source.input_format()
    }

    fn results_format(&self) -> Option<Format> {
        Some(self.format.clone())
    }
}
