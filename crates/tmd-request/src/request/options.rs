//! Every option, declared once: the command line, build scripts, `tmd.toml` and the macros all fill in
//! an [`Options`], and a [`Request`] is read from that and written to it.

pub use super::texts::FUNCTION;
pub(crate) use super::texts::SWITCH;
use super::texts::{self, Texts};
use super::{Direct, EquationUse, Overrides, RangeOption, RangeText, Request, Rounding};
use shlex::Quoter;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use tmd_base::diag::{Diag, DiagKind};
use tmd_base::target::RUST_SIMD;
use tmd_design::design::{Division, Test};

/// The documentation of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionDoc {
    /// Its name: `input-precision` is `--input-precision` on the command line, `input-precision = 54` in
    /// `tmd.toml`, `.input_precision(54)` in a build script and `input_precision: 54` in a macro.
    pub name: &'static str,
    /// The placeholder for its value in a help text.
    pub value: &'static str,
    /// Its help text.
    pub help: &'static str,
    /// The value where none is given, if it is always the same.
    pub default: Option<&'static str>,
    /// The values that it can have; empty if they are not names.
    pub choices: &'static [&'static str],
}

impl OptionDoc {
    /// The name in messages and on the command line, where only the function has no `--`.
    pub fn flag(&self) -> String {
        texts::flag(self.name)
    }
}

/// The texts of a request's options as a person wrote them, by name. Nothing is checked before
/// [`Options::request`].
///
/// ```
/// use tmd_request::request::{Options, Rounding};
/// let options = Options::new("exp").binade("1,2").rounding(Rounding::Directed).bits(44);
/// let request = options.request()?;
/// assert_eq!(request.command("plan"), "tmd-codegen plan exp --binade 1,2 --rounding directed --bits 44");
/// assert_eq!(request.options(), options);
/// # Ok::<(), tmd_base::diag::Diag>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    values: Texts,
}

impl From<Texts> for Options {
    /// The options whose names are those of [`OPTIONS`].
    fn from(texts: Texts) -> Options {
        Options { values: texts }
    }
}

/// Makes the table of options and a method for each.
macro_rules! options {
    ($(
        $(#[doc = $help:literal])+
        $method:ident $name:literal $value:literal $(= $default:tt)? $(in $choices:expr)?;
    )+) => {
        /// All options, in the order in which commands name them.
        pub const OPTIONS: &[OptionDoc] = &[$(OptionDoc {
            name: $name,
            value: $value,
            help: concat!($($help),+),
            default: options!(@default $($default)?),
            choices: options!(@choices $($choices)?),
        }),+];

        impl Options {
            $(
                $(#[doc = $help])+
                pub fn $method(mut self, value: impl fmt::Display) -> Self {
                    self.values.set($name, value);
                    self
                }
            )+
        }
    };
    (@default) => { None };
    (@default $default:tt) => { Some($default) };
    (@choices) => { &[] };
    (@choices $choices:expr) => { $choices };
}

options! {
    /// A function by name (exp), or an expression in x ("exp(x) * sin(x)", "ln(1 + x)")
    function "function" "FUNCTION";
    /// Values of names in the function: n=3 for "rootn(x, n)" or rootn alone; several as n=3,a=1/3
    param "param" "NAME=VALUE";
    /// The inputs A <= x < B of one whole binade; both ends are powers of two (1,2 or 2^-3,2^-2 or -2,-1)
    binade "binade" "A,B";
    /// The inputs A <= x < B: decimal, hexadecimal float, 2^k or an expression (pi/4,0x1.8p0); all: every
    /// number of the input format
    range "range" "A,B";
    /// Format of the results: a precision in bits (11, 24, 53, 64, 113, any from 2) or a name
    /// (binary16, bfloat16, tf32, binary32, binary64, x87, binary128)
    precision "precision" "P" = "53";
    /// Format of the inputs, in bits or by name [default: that of the results]
    input_precision "input-precision" "P";
    /// The rounding modes for which cases are hard
    rounding "rounding" "MODE" = "all" in Rounding::NAMES;
    /// Report inputs with f(x) within 2^-M of a breakpoint, in units of the breakpoint spacing
    /// [default: chosen to give a few hundred cases]
    bits "bits" "M";
    /// Also report the cases of the inverse function, where f is monotone
    with_inverse "with-inverse" "no|yes" = "no" in SWITCH;
    /// If parts of the range cannot be searched, name them and plan the rest
    partial "partial" "no|yes" = "no" in SWITCH;
    /// Target of the kernels: see `tmd-codegen list targets`
    target "target" "T" = RUST_SIMD;
    /// Override the plan: the existence test, or Farey arcs
    test "test" "TEST" in Test::NAMES;
    /// Override the plan: how quotients are found
    division "division" "STRATEGY" in Division::NAMES;
    /// Hybrid division subtracts where the quotient is expected to be below 2^K, 0 to 64 [default: 3]
    logms "logms" "K";
    /// Override the plan: inputs of an interval of the first stage, a power of two (4096 or 2^12)
    interval "interval" "N";
    /// Override the plan: which inputs are examined one by one. auto: where that is faster than kernels, as
    /// for a whole small format, and where no kernel is proved; off: only where no kernel is proved
    direct "direct" "WHEN" = "auto" in Direct::NAMES;
    /// Whether to leave out inputs that follow from others by an equation such as f(-x) = -f(x), and derive their cases
    /// from the others'. With --with-inverse every input is searched
    equations "equations" "on|off" = "on" in EquationUse::NAMES;
    /// Choose the plan by the profile in this file, as `tmd-codegen bench families` writes it
    /// [default: a built-in one]
    profile "profile" "FILE";
}

/// Finds an option by its name, with `-` or `_`.
///
/// # Errors
/// If there is none; the message names those that there are.
pub fn find(name: &str) -> Result<&'static OptionDoc, Diag> {
    let known = texts::find(name, &names())?;
    let option = OPTIONS.iter().find(|option| option.name == known);
    option.ok_or_else(|| Diag::new(DiagKind::Internal, format!("no option is called {known}")))
}

/// The names of all options.
pub fn names() -> Vec<&'static str> {
    OPTIONS.iter().map(|option| option.name).collect()
}

impl Options {
    /// Options for a function, all others at their defaults.
    pub fn new(function: &str) -> Self {
        Options::default().function(function)
    }

    /// Sets an option.
    pub fn set(&mut self, option: &OptionDoc, value: impl fmt::Display) {
        self.values.set(option.name, value);
    }

    /// The options of a file that holds them by name.
    ///
    /// # Errors
    /// If there is no option of a name.
    pub fn from_names(texts: &BTreeMap<String, String>) -> Result<Options, Diag> {
        let mut options = Options::default();
        for (name, text) in texts {
            options.set(find(name)?, text);
        }
        Ok(options)
    }

    /// All that are given by name, for a file that [`Options::from_names`] reads.
    pub fn by_name(&self) -> BTreeMap<String, String> {
        self.values.iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    /// Resets an option to its default.
    pub fn remove(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// The text of an option, if it is given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name)
    }

    /// All that are given, in the order of [`OPTIONS`].
    pub fn given(&self) -> impl Iterator<Item = (&'static OptionDoc, &str)> {
        OPTIONS.iter().filter_map(|option| Some((option, self.get(option.name)?)))
    }

    /// These options, replaced by those of `over` where it gives any. A range replaces a
    /// binade and the other way round, and so does a division its threshold.
    pub fn overlaid(mut self, over: &Options) -> Options {
        for (option, group) in [("binade", "range"), ("range", "binade"), ("division", "logms")] {
            if over.get(option).is_some() {
                self.values.remove(group);
            }
        }
        self.values.extend(over.values.iter().map(|(name, text)| (name, text.to_owned())));
        self
    }

    /// The request that the texts stand for.
    ///
    /// # Errors
    /// If a text cannot be read, options contradict each other, or one is missing that must be there.
    pub fn request(&self) -> Result<Request, Diag> {
        let function = self.get(FUNCTION).ok_or_else(|| {
            Diag::new(DiagKind::Option, "no function is given")
                .help("give a name (exp) or an expression in x (exp(x) * sin(x))")
        })?;
        let default = Request::new(function, self.inputs()?);
        let logms = self.values.number("logms")?;
        Ok(Request {
            precision: self.values.format("precision")?.unwrap_or(default.precision),
            input_precision: self.values.format("input-precision")?,
            rounding: self.values.named("rounding")?.unwrap_or(default.rounding),
            bits: self.values.number("bits")?,
            with_inverse: self.values.switch("with-inverse")?,
            partial: self.values.switch("partial")?,
            target: self.get("target").map_or(default.target, str::to_owned),
            overrides: Overrides {
                test: self.values.named("test")?,
                division: Overrides::division_from(self.get("division"), logms)?,
                interval: self.get("interval").map(Overrides::interval_from).transpose()?,
                direct: self.values.named("direct")?.unwrap_or_default(),
                equations: self.values.named("equations")?.unwrap_or_default(),
            },
            function: default.function,
            param: self.get("param").map(str::to_owned),
            profile: self.get("profile").map(str::to_owned),
            range: default.range,
        })
    }

    fn inputs(&self) -> Result<RangeText, Diag> {
        let text = |option, text: &str| RangeText { option, text: text.to_owned() };
        match (self.get("binade"), self.get("range")) {
            (Some(binade), None) => Ok(text(RangeOption::Binade, binade)),
            (None, Some(range)) => Ok(text(RangeOption::Range, range)),
            (None, None) => Err(Diag::new(
                DiagKind::Option,
                "one of --binade and --range is required: which inputs are meant?",
            )
            .help(
                "--binade 1,2 is one whole binade, --range 1,1.5 any other range; `search` takes functions of two numbers with \
                 --range-x and --range-y, and of a number and an integer with --range-n",
            )),
            (Some(_), Some(_)) => {
                Err(Diag::new(DiagKind::Option, "--binade cannot be used with --range")
                    .help("leave one of the two out"))
            }
        }
    }
}

impl Request {
    /// The options that make this request; none that has its default value.
    pub fn options(&self) -> Options {
        let default = Request::new(&self.function, self.range.clone());
        let mut options = Options::new(&self.function);
        options = match self.range.option {
            RangeOption::Binade => options.binade(&self.range.text),
            RangeOption::Range => options.range(&self.range.text),
        };
        if let Some(param) = &self.param {
            options = options.param(param);
        }
        if self.precision != default.precision {
            options = options.precision(self.precision);
        }
        if let Some(precision) = self.input_precision {
            options = options.input_precision(precision);
        }
        if self.rounding != default.rounding {
            options = options.rounding(self.rounding);
        }
        if let Some(bits) = self.bits {
            options = options.bits(bits);
        }
        if self.with_inverse {
            options = options.with_inverse("yes");
        }
        if self.partial {
            options = options.partial("yes");
        }
        if self.target != default.target {
            options = options.target(&self.target);
        }
        if let Some(test) = self.overrides.test {
            options = options.test(test);
        }
        if let Some(division) = self.overrides.division {
            options = options.division(division.name());
            if let Division::Hybrid(logms) = division {
                options = options.logms(logms);
            }
        }
        if let Some(interval) = self.overrides.interval {
            options = options.interval(match interval.is_power_of_two() {
                true => format!("2^{}", interval.trailing_zeros()),
                false => interval.to_string(),
            });
        }
        if self.overrides.direct != Direct::default() {
            options = options.direct(self.overrides.direct);
        }
        if self.overrides.equations != EquationUse::default() {
            options = options.equations(self.overrides.equations);
        }
        if let Some(profile) = &self.profile {
            options = options.profile(profile);
        }
        options
    }

    /// The command line that makes this request: options that are not at their defaults, in a fixed
    /// order, quoted for a shell. Of the machine that it was first given on it names at most a profile.
    pub fn command(&self, subcommand: &str) -> String {
        format!("tmd-codegen {subcommand} {}", self.options().words())
    }
}

impl Options {
    /// The options as words of a command line, quoted for a shell.
    pub fn words(&self) -> String {
        let mut words = vec![];
        let mut function = None;
        for (option, text) in self.given() {
            match option.name {
                FUNCTION => function = Some(quote(text).into_owned()),
                name if option.choices == SWITCH => words.push(match text {
                    "yes" => format!("--{name}"),
                    _ => format!("--{name}={}", quote(text)),
                }),
                name => words.extend([format!("--{name}"), quote(text).into_owned()]),
            }
        }
        match function {
            // A function that begins with a sign would be read as an option.
            Some(word) if self.get(FUNCTION).is_some_and(|text| text.starts_with('-')) => {
                words.extend(["--".to_owned(), word]);
            }
            Some(word) => words.insert(0, word),
            None => {}
        }
        words.join(" ")
    }
}

/// The error for users who do not write options as flags: each `--name` in it is replaced by
/// what `spelled` makes of the name.
pub fn with_flags_as(diag: Diag, spelled: impl Fn(&str) -> String) -> Diag {
    texts::with_flags_as(diag, names(), spelled)
}

/// A word as a shell reads it back, with as few quotes as can be.
pub fn quote(word: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_=./,:+^".contains(&byte);
    match word {
        _ if !word.is_empty() && word.bytes().all(plain) => word.into(),
        // `shlex` gives a caret quotes of its own, for shells that are not POSIX's: `'exp(x''^2)'`.
        _ if word.contains('^') && !word.contains('\'') => format!("'{word}'").into(),
        _ => Quoter::new().allow_nul(true).quote(word).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted() {
        for word in ["a'b", "exp(x^2)", "'^'", "a\\b", "$x", "1, 2", "", "x\ny"] {
            assert_eq!(shlex::split(&quote(word)), Some(vec![word.to_owned()]), "{}", quote(word));
        }
        assert_eq!(quote("exp(x^2)"), "'exp(x^2)'");
        assert_eq!(Options::new("-x").binade("1,2").words(), "--binade 1,2 -- -x");
        assert_eq!(Options::new("exp").range("1, 2").words(), "exp --range '1, 2'");
    }

    #[test]
    fn what_is_missing_or_contradicts_is_refused() {
        let message = |options: Options| options.request().unwrap_err().message;
        assert!(message(Options::default().binade("1,2")).contains("no function"));
        assert!(message(Options::new("exp")).contains("required"));
        assert!(message(Options::new("exp").binade("1,2").range("1,2")).contains("cannot be used"));
        let bad = Options::new("exp").binade("1,2").precision("many").request().unwrap_err();
        assert!(bad.message.contains("--precision") && bad.offending() == Some("many"), "{bad}");
        assert!(find("input_precision").is_ok() && find("input-precision").is_ok());
        assert!(find("inputs").unwrap_err().help.unwrap().contains("input-precision"));
    }

    #[test]
    fn later_options_win() {
        let base = Options::new("exp").binade("1,2").division("hybrid").logms(3);
        let over = Options::default().range("1,1.5").division("native");
        let both = base.clone().overlaid(&over);
        assert_eq!(both, Options::new("exp").range("1,1.5").division("native"));
        assert_eq!(base.clone().overlaid(&Options::default()), base);
    }

    /// A default in the table is the default of a request.
    #[test]
    fn defaults_agree() {
        let base = Options::new("exp").binade("1,2");
        let expected = base.request().unwrap();
        for option in OPTIONS {
            if let Some(default) = option.default {
                let mut options = base.clone();
                options.set(option, default);
                assert_eq!(options.request().unwrap(), expected, "{}", option.name);
            }
        }
    }
}
