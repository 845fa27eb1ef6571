//! The request for a rounded function.

use std::ops::RangeInclusive;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::named::named;
use tmd_base::nearest::nearest;
use tmd_functions::language::{Format, FormatName};
use tmd_request::request::texts::{FUNCTION, Texts};
use tmd_runtime::RoundingMode;

/// A request for a correctly rounded function.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The function: a name or an expression in x.
    pub function: String,
    /// Values of names in it.
    pub param: Option<String>,
    /// The format of arguments and results.
    pub precision: FormatName,
    /// The arguments: `all` of the format, or "A,B"; of binary64 only.
    pub range: String,
    /// Identical bits after the rounding bit that the search asks for; of binary64 only.
    pub bits: u32,
    /// The rounding modes, each a function of its own.
    pub modes: Vec<RoundingMode>,
    /// How results are computed; whichever takes fewer operations, if nothing is said.
    pub method: Option<Method>,
    /// Bytes of tables at most.
    pub table_budget: u64,
    /// Whether the Rust functions do without the standard library.
    pub no_std: bool,
}

/// How results are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By the same operations for all arguments.
    Straight,
    /// By fewer operations where a test tells that this is enough, and by those of [`Method::Straight`] elsewhere; of binary64 only.
    TwoPhase,
}

named!(Method, "--method", Straight = "straight", TwoPhase = "two-phase");

/// The options of a rounded function that is a part of a program, by their names on the command line.
pub const OPTIONS: &[&str] = &[
    FUNCTION,
    "param",
    "precision",
    "range",
    "bits",
    "rounding",
    "method",
    "table-budget",
    "no-std",
];

/// The name of all modes.
const ALL_MODES: &str = "all";
/// The format if nothing else is said.
pub const PRECISION: &str = "binary32";
/// The thresholds that a search can have.
pub const SEARCHED_BITS: RangeInclusive<u32> = 20..=60;
/// The threshold of a search if nothing else is said: identical bits after the rounding bit.
pub const BITS: u32 = 44;
/// The range that is all of a format.
pub const ALL: &str = "all";
/// Bytes of a second-level data cache, less than any has.
pub const TABLE_BUDGET: u64 = 512 << 10;

impl Request {
    /// A request for all modes.
    pub fn new(function: &str, precision: FormatName) -> Request {
        Request {
            function: function.to_owned(),
            param: None,
            precision,
            range: ALL.to_owned(),
            bits: BITS,
            modes: RoundingMode::ALL.to_vec(),
            method: None,
            table_budget: TABLE_BUDGET,
            no_std: false,
        }
    }

    /// The request that texts of some of the [`OPTIONS`] make.
    ///
    /// # Errors
    /// If a text cannot be read, or the function is missing.
    pub fn from_texts(texts: &Texts) -> Result<Request, Diag> {
        let function = texts.required(FUNCTION, "give an expression in x, as x / (1 + exp(-x))")?;
        let precision = match texts.format("precision")? {
            Some(format) => format,
            None => FormatName::parse("--precision", PRECISION)?,
        };
        let default = Request::new(function, precision);
        Ok(Request {
            param: texts.get("param").map(str::to_owned),
            range: texts.get("range").map_or(default.range, |range| range.trim().to_owned()),
            bits: texts.number_in("bits", SEARCHED_BITS)?.unwrap_or(default.bits),
            modes: match texts.get("rounding") {
                Some(text) => modes(text.trim())?,
                None => default.modes,
            },
            method: texts.named("method")?,
            table_budget: texts.bytes("table-budget")?.unwrap_or(default.table_budget),
            no_std: texts.switch("no-std")?,
            ..default
        })
    }

    /// Whether it needs a search: that is for binary64 alone.
    ///
    /// # Errors
    /// If the format is not known.
    pub fn needs_search(&self) -> Result<bool, Diag> {
        Ok(is_double(&self.precision.format()?))
    }

    /// Refuses the certificate of a search, in a file, where none is needed.
    ///
    /// # Errors
    /// If so, or as [`Request::needs_search`].
    pub fn check_search(&self, file: &str) -> Result<(), Diag> {
        match self.needs_search()? {
            true => Ok(()),
            false => Err(Diag::new(DiagKind::Option, "--search is for binary64")
                .at("--search", file, 0..file.len(), "not needed")
                .help("leave it out: formats of 16 and 32 bits need no search")),
        }
    }

    /// The command that makes the same function.
    pub(crate) fn command(&self, format: &Format) -> String {
        let quoted = |text: &str| shlex::try_quote(text).unwrap_or_default().into_owned();
        let mut text = format!("tmd-codegen round {}", quoted(&self.function));
        if let Some(param) = &self.param {
            text += &format!(" --param {}", quoted(param));
        }
        text += &format!(" --precision {}", format.name);
        if self.range != ALL {
            text += &format!(" --range {}", quoted(&self.range));
        }
        if self.bits != BITS {
            text += &format!(" --bits {}", self.bits);
        }
        if let [mode] = self.modes[..] {
            text += &format!(" --rounding {}", mode.name());
        }
        if let Some(method) = self.method {
            text += &format!(" --method {}", method.name());
        }
        if self.table_budget != TABLE_BUDGET {
            text += &format!(" --table-budget {}", self.table_budget);
        }
        if self.no_std {
            text += " --no-std";
        }
        text
    }
}

/// Whether a format is binary64.
pub(crate) fn is_double(format: &Format) -> bool {
    (format.precision, format.emin, format.emax) == (53, -1022, 1023)
}

/// The rounding modes that a text names: one, or all.
///
/// # Errors
/// As [`mode`].
pub fn modes(text: &str) -> Result<Vec<RoundingMode>, Diag> {
    match text {
        ALL_MODES => Ok(RoundingMode::ALL.to_vec()),
        _ => Ok(vec![mode("--rounding", text, &[ALL_MODES])?]),
    }
}

/// The rounding mode of a name that an option was given; `others` may be given, too.
///
/// # Errors
/// If there is none; a name that is near is suggested.
pub fn mode(option: &str, text: &str, others: &[&str]) -> Result<RoundingMode, Diag> {
    let mode = RoundingMode::ALL.into_iter().find(|mode| mode.name() == text);
    mode.ok_or_else(|| {
        let names: Vec<&str> =
            others.iter().copied().chain(RoundingMode::ALL.map(RoundingMode::name)).collect();
        let meant = nearest(text, names.iter().copied());
        let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
        Diag::new(DiagKind::Option, format!("{option} {text} is not a rounding mode"))
            .at(option, text, 0..text.len(), "unknown")
            .help(format!("{meant}there are {}", names.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(command: &str) -> Texts {
        Texts::of_command(command, OPTIONS, &["no-std"]).expect("options")
    }

    #[test]
    fn commands_are_read_back() {
        let format = |name| FormatName::parse("--precision", name).expect("a format");
        let plain = Request::new("exp(x)", format("binary16"));
        let all = Request {
            param: Some("n=3".into()),
            range: "1, 2".into(),
            bits: 30,
            modes: vec![RoundingMode::Up],
            method: Some(Method::TwoPhase),
            table_budget: 1000,
            no_std: true,
            ..Request::new("rootn(x, n)", format("binary64"))
        };
        for request in [plain, all] {
            let command = request.command(&request.precision.format().expect("a format"));
            assert_eq!(Request::from_texts(&texts(&command)).expect(&command), request);
        }
    }

    #[test]
    fn what_is_missing_or_wrong_is_told() {
        for (name, value) in [
            ("precision", "binary23"),
            ("bits", "61"),
            ("rounding", "upp"),
            ("method", "magic"),
            ("table-budget", "2G"),
            ("no-std", "perhaps"),
        ] {
            let mut texts = texts("tmd-codegen round exp");
            texts.set(name, value);
            let diag = Request::from_texts(&texts).expect_err(name);
            assert!(diag.help.is_some() && diag.message.contains(value), "{name}: {diag:?}");
            assert_eq!(diag.source.expect("a place").name, format!("--{name}"));
        }
        let diag = Request::from_texts(&Texts::default()).expect_err("no function");
        assert!(diag.help.is_some() && diag.message.contains(FUNCTION), "{diag}");
    }
}
