//! What is asked for: every option, declared once.

use crate::plan::{Division, Test};
use serde::{Deserialize, Serialize};

/// Which roundings the reported cases are hard for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// Round to nearest: values near a midpoint of two floats.
    Nearest,
    /// Directed roundings: values near a float.
    Directed,
    /// Both.
    #[default]
    All,
}

/// A half-open range of inputs as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeText {
    /// The option that it came from: `--binade` or `--range`.
    pub option: String,
    /// "A,B".
    pub text: String,
}

/// A request for a plan, a kernel or a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The function: a name or an expression in x.
    pub function: String,
    /// The inputs.
    pub range: RangeText,
    /// Output precision p in bits.
    pub precision: u32,
    /// Input precision in bits; the output's if absent.
    pub input_precision: Option<u32>,
    /// Roundings.
    pub rounding: Rounding,
    /// Report |g cmod 1| < 2^-bits; chosen by the plan if absent.
    pub bits: Option<u32>,
    /// Target to emit for.
    pub target: String,
    /// Overrides of the plan.
    pub overrides: Overrides,
}

/// Parts of the plan that the user fixes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    /// The existence test.
    pub test: Option<Test>,
    /// The division strategy; `hybrid` takes its threshold from `logms`.
    pub division: Option<Division>,
    /// N of the first phase.
    pub interval: Option<u64>,
}

impl Request {
    /// A request with every option at its default.
    pub fn new(function: &str, option: &str, range: &str) -> Self {
        Request {
            function: function.to_owned(),
            range: RangeText { option: option.to_owned(), text: range.to_owned() },
            precision: 53,
            input_precision: None,
            rounding: Rounding::All,
            bits: None,
            target: "rust-simd".to_owned(),
            overrides: Overrides::default(),
        }
    }
}
