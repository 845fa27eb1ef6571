//! A request. [`options`] declares every option once; the other modules are the ways in which
//! people give them: `command_line` (with the feature `clap`), [`config`] (`tmd.toml`), [`tokens`] (macros),
//! and a build script's `Builder`. [`texts`] reads values, for requests of other kinds, too.

#[cfg(feature = "clap")]
pub mod command_line;
pub mod config;
pub mod options;
pub mod texts;
pub mod tokens;

pub use options::{OPTIONS, OptionDoc, Options};
use tmd_functions::language::Format;

use serde::{Deserialize, Serialize};
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::named::{kept_by_name, named, unknown_name};
use tmd_base::target::RUST_SIMD;
use tmd_design::design::{Division, Test};
use tmd_functions::language::{Constant, FormatName, FunctionSpec};

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

/// The option that a range is given by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeOption {
    /// Whole binades.
    Binade,
    /// Any range.
    Range,
}

named!(RangeOption, "the option of a range", Binade = "--binade", Range = "--range");
kept_by_name!(RangeOption, "option of a range");

/// A half-open range of inputs as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeText {
    /// The option that it came from.
    pub option: RangeOption,
    /// "A,B"; also "[A, B)" and "A..B". "all" is every number of the input format.
    pub text: String,
}

impl RangeText {
    /// Both ends.
    ///
    /// # Errors
    /// If there are not two, or one of them is no constant.
    pub fn ends(&self) -> Result<(Constant, Constant), Diag> {
        let (option, text) = (self.option.name(), &self.text);
        let refuse = |label: &str| {
            Diag::new(DiagKind::Range, format!("{option} takes two ends"))
                .at(option, text, 0..text.len(), label)
                .help("write A,B for the inputs A ≤ x < B, for instance 1,2; --range all is the whole format")
        };
        let offset = |end: &str| end.as_ptr() as usize - text.as_ptr() as usize;
        let constant = |end: &str| {
            Constant::parse(option, end).map_err(|diag| diag.within(option, text, offset(end)))
        };
        match self.parts()[..] {
            [from, to] => Ok((constant(from)?, constant(to)?)),
            [_] => Err(refuse("no comma")),
            _ => Err(refuse("more than one comma")),
        }
    }

    /// Whether every input of the format is meant.
    pub fn is_all(&self) -> bool {
        self.option == RangeOption::Range && self.text.trim() == "all"
    }

    /// The range as an interval: "[A,B)", however it was written; or "all".
    pub fn interval(&self) -> String {
        if self.is_all() {
            return "all".to_owned();
        }
        let parts: Vec<&str> = self.parts().into_iter().map(str::trim).collect();
        format!("[{})", parts.join(","))
    }

    /// The texts of the ends: two, if the range is one.
    fn parts(&self) -> Vec<&str> {
        let inner = interval_notation(&self.text).unwrap_or(&self.text);
        match split_outside_brackets(inner, ",") {
            parts if parts.len() > 1 => parts,
            _ => split_outside_brackets(inner, ".."),
        }
    }
}

/// "A,B" of "[A,B)".
fn interval_notation(text: &str) -> Option<&str> {
    text.trim().strip_prefix('[')?.strip_suffix(')')
}

/// The parts of a text between separators that no bracket encloses.
fn split_outside_brackets<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts = vec![];
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if depth == 0 && at >= start && text[at..].starts_with(separator) => {
                parts.push(&text[start..at]);
                start = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A request for a plan, a kernel or a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The function: a name or an expression in x.
    pub function: String,
    /// Values of names in the function: "n=3,a=1/3".
    pub param: Option<String>,
    /// The inputs.
    pub range: RangeText,
    /// Format of the results; p is its precision.
    pub precision: FormatName,
    /// Format of the inputs; that of the results if absent.
    pub input_precision: Option<FormatName>,
    /// Roundings.
    pub rounding: Rounding,
    /// Report |g cmod 1| < 2^-bits; chosen by the plan if absent.
    pub bits: Option<u32>,
    /// Whether the cases of the inverse function are searched, too.
    pub with_inverse: bool,
    /// Whether the rest is planned where parts of the range cannot be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Target to emit for.
    pub target: String,
    /// Overrides of the plan.
    pub overrides: Overrides,
    /// File of the profile that the plan is chosen by; the built-in one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
}

/// Parts of the plan that the user fixes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    /// The existence test.
    pub test: Option<Test>,
    /// The division strategy; `hybrid` takes its threshold from `logms`.
    pub division: Option<Division>,
    /// N of the first stage.
    pub interval: Option<u64>,
    /// Which inputs are examined one by one.
    #[serde(default, skip_serializing_if = "Direct::is_default")]
    pub direct: Direct,
    /// Whether inputs that follow from others by an equation of the function are left out of the search.
    #[serde(default, skip_serializing_if = "EquationUse::is_default")]
    pub equations: EquationUse,
}

/// Which inputs are examined one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direct {
    /// Those for which that is quicker than a kernel, and those for which no kernel is proved.
    #[default]
    Auto,
    /// Only those for which no kernel is proved, in runs as short as possible.
    Off,
}

/// Whether equations of the function are made use of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EquationUse {
    /// The cases of inputs that follow from others are made from the others' cases.
    #[default]
    On,
    /// Every input is searched.
    Off,
}

impl EquationUse {
    fn is_default(&self) -> bool {
        *self == EquationUse::default()
    }
}

impl Direct {
    fn is_default(&self) -> bool {
        *self == Direct::default()
    }
}

impl Request {
    /// The function that is asked for, its parameters replaced by their values.
    ///
    /// # Errors
    /// If the function or the parameters cannot be read; the report points at the part.
    pub fn spec(&self) -> Result<FunctionSpec, Diag> {
        FunctionSpec::parse_given(&self.function, self.param.as_deref())
    }

    /// A request for a range, "A,B" or "all", with every other option at its default.
    pub fn in_range(function: &str, range: &str) -> Self {
        Request::new(function, RangeText { option: RangeOption::Range, text: range.to_owned() })
    }

    /// A request for whole binades, "A,B", with every other option at its default.
    pub fn in_binade(function: &str, ends: &str) -> Self {
        Request::new(function, RangeText { option: RangeOption::Binade, text: ends.to_owned() })
    }

    /// A request with every option but the range at its default.
    pub(crate) fn new(function: &str, range: RangeText) -> Self {
        Request {
            function: function.to_owned(),
            param: None,
            range,
            precision: 53.into(),
            input_precision: None,
            rounding: Rounding::All,
            bits: None,
            with_inverse: false,
            partial: false,
            target: RUST_SIMD.to_owned(),
            overrides: Overrides::default(),
            profile: None,
        }
    }
}

named!(Rounding, "--rounding", Nearest = "nearest", Directed = "directed", All = "all");
impl Rounding {
    /// Bits of the breakpoints: those of the output, and midpoints where they count.
    pub fn breakpoint_precision(self, output: &Format) -> u32 {
        match self {
            Rounding::Directed => output.precision,
            Rounding::Nearest | Rounding::All => output.precision + 1,
        }
    }
}

/// A few hundred cases: an input is one with probability 2^(1 - bits).
pub fn default_bits(inputs: u128) -> u32 {
    let lg = 128 - inputs.saturating_sub(1).leading_zeros();
    lg.saturating_sub(8).max(2)
}

named!(Direct, "--direct", Auto = "auto", Off = "off");
named!(EquationUse, "--equations", On = "on", Off = "off");

impl Overrides {
    /// The division strategy from `--division` and `--logms`.
    ///
    /// # Errors
    /// If the name is unknown, the threshold is too large, or a threshold is given to a strategy that has
    /// none.
    pub(crate) fn division_from(
        name: Option<&str>,
        logms: Option<u32>,
    ) -> Result<Option<Division>, Diag> {
        if let Some(logms) = logms.filter(|&logms| logms > Division::MOST_LOGMS) {
            let most = Division::MOST_LOGMS;
            let message = format!("--logms {logms} is not between 0 and {most}");
            return Err(Diag::new(DiagKind::Option, message).help(format!(
                "quotients expected below 2^K are found by subtraction; 0 always divides, {most} never"
            )));
        }
        let division = match name {
            None => return Ok(logms.map(Division::Hybrid)),
            Some("hybrid") => {
                return Ok(Some(Division::Hybrid(logms.unwrap_or(Division::DEFAULT_LOGMS))));
            }
            Some("subtractive") => Division::Subtractive,
            Some("native") => Division::Native,
            Some("reciprocal") => Division::Reciprocal,
            Some(text) => return Err(unknown_name("--division", text, Division::NAMES)),
        };
        match logms {
            None => Ok(Some(division)),
            Some(logms) => Err(Diag::new(
                DiagKind::Option,
                format!("--logms {logms} contradicts --division {}", division.name()),
            )
            .help("--logms belongs to --division hybrid; leave one of the two out")),
        }
    }

    /// N from `--interval`: a number, or an expression such as `2^17`.
    ///
    /// # Errors
    /// If it is no positive integer below 2^64.
    pub(crate) fn interval_from(text: &str) -> Result<u64, Diag> {
        let value = Constant::parse("--interval", text)?;
        let whole = value.rational().filter(|value| value.is_integer());
        whole.and_then(|value| value.numer().to_u64()).filter(|&n| n > 0).ok_or_else(|| {
            value
                .error(
                    DiagKind::Option,
                    format!("--interval {} is not a number of inputs", text.trim()),
                    "not a positive integer",
                )
                .help("give a power of two from 32 to 2^30, or leave it out for the planned N")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_hold_what_is_not_default() {
        let mut request = Request::in_binade("exp", "1,2");
        assert_eq!(request.command("search"), "tmd-codegen search exp --binade 1,2");
        request.function = "exp(x) * sin(x)".into();
        request.precision = 24.into();
        request.input_precision = Some(25.into());
        request.rounding = Rounding::Directed;
        request.bits = Some(20);
        request.overrides = Overrides {
            test: Some(Test::Lefevre),
            division: Some(Division::Hybrid(3)),
            interval: Some(1 << 12),
            direct: Direct::Off,
            equations: EquationUse::Off,
        };
        assert_eq!(
            request.command("gen"),
            "tmd-codegen gen 'exp(x) * sin(x)' --binade 1,2 --precision 24 --input-precision 25 \
             --rounding directed --bits 20 --test lefevre --division hybrid --logms 3 --interval 2^12 \
             --direct off --equations off"
        );
        let negative = Request::in_range("-exp(x)", "-2,-1");
        assert_eq!(negative.command("plan"), "tmd-codegen plan --range -2,-1 -- '-exp(x)'");
    }

    #[test]
    fn names_round_trip() {
        for name in Rounding::NAMES {
            assert_eq!(name.parse::<Rounding>().unwrap().name(), *name);
        }
        for name in Test::NAMES {
            assert_eq!(name.parse::<Test>().unwrap().to_string(), *name);
        }
        for name in Division::NAMES {
            let division = Overrides::division_from(Some(name), None).unwrap().unwrap();
            assert_eq!(division.name(), *name);
        }
        let error = "up".parse::<Rounding>().unwrap_err();
        assert!(error.message.contains("`up`") && error.help.unwrap().contains("nearest"));
    }

    #[test]
    fn logms_belongs_to_hybrid_division() {
        let division = Overrides::division_from;
        assert_eq!(division(None, None).unwrap(), None);
        assert_eq!(division(None, Some(5)).unwrap(), Some(Division::Hybrid(5)));
        assert_eq!(division(Some("hybrid"), None).unwrap(), Some(Division::Hybrid(3)));
        assert_eq!(division(Some("hybrid"), Some(64)).unwrap(), Some(Division::Hybrid(64)));
        for (name, logms) in [(Some("native"), 3), (None, 65), (Some("hybrid"), 65)] {
            assert_eq!(division(name, Some(logms)).unwrap_err().kind, DiagKind::Option);
        }
        assert_eq!(division(Some("fast"), None).unwrap_err().kind, DiagKind::UnknownName);
    }

    #[test]
    fn ranges_are_written_in_three_ways() {
        let ends = |text: &str| {
            let request = Request::in_range("exp", text);
            request.range.ends().map(|(a, b)| (a.text.trim().to_owned(), b.text.trim().to_owned()))
        };
        let split = split_outside_brackets;
        assert_eq!(split("1.5,pow(2, 3)", ","), ["1.5", "pow(2, 3)"]);
        assert_eq!(split("1.5..pow(2..3)", ".."), ["1.5", "pow(2..3)"]);
        assert_eq!(ends("[1, 2)"), Ok(("1".to_owned(), "2".to_owned())));
        for text in ["1,2", "[1, 2)", "1 .. 2", " [1..2) "] {
            assert_eq!(Request::in_range("exp", text).range.interval(), "[1,2)", "{text}");
        }
        assert_eq!(ends("0.5..pi/4"), Ok(("0.5".to_owned(), "pi/4".to_owned())));
        let error = ends("[1, 2x)").unwrap_err().source.unwrap();
        assert_eq!((error.text.as_str(), &error.text[error.span]), ("[1, 2x)", "2x"));
        for bad in ["1", "1,2,3", "1..2..3", "[1;2)", ""] {
            assert!(ends(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn intervals_are_positive_integers() {
        assert_eq!(Overrides::interval_from("2^17").unwrap(), 1 << 17);
        assert_eq!(Overrides::interval_from(" 4096").unwrap(), 4096);
        for bad in ["0", "-1", "1.5", "2^64", "pi"] {
            let diag = Overrides::interval_from(bad).unwrap_err();
            assert!(diag.kind == DiagKind::Option && diag.message.contains(bad), "{diag}");
        }
        assert_eq!(Overrides::interval_from("x").unwrap_err().offending(), Some("x"));
    }
}
