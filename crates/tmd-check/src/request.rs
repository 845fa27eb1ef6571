//! What a certificate is about: its request, read anew, and everything in it that repeats the request.

use crate::algebra::exact;
use crate::centred::expand;
use crate::function::{self, Expr, Params};
use crate::grid::{Format, Segment};
use crate::interval::Interval;
use crate::json::Value;
use crate::number::literal;
use crate::roots::Roots;
use crate::stop::Checked;
use rug::{Integer, Rational};
use std::ops::Range;

/// Which breakpoints count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// Midpoints.
    Nearest,
    /// Numbers.
    Directed,
    /// Both.
    All,
}

/// A request.
pub(crate) struct Request {
    /// The version of the engine that searched.
    pub(crate) engine: u32,
    pub(crate) expr: Expr,
    pub(crate) function: String,
    pub(crate) text: String,
    pub(crate) input: Format,
    pub(crate) output: Format,
    pub(crate) rounding: Rounding,
    /// M, for ε = 2^-M.
    pub(crate) bits: u32,
    pub(crate) inverse: bool,
    /// Whether inputs may follow from others.
    pub(crate) equations: bool,
    /// Whether inputs may be refused.
    pub(crate) partial: bool,
    /// The ordinals of the inputs.
    pub(crate) range: Range<Integer>,
    pub(crate) segments: Vec<Segment>,
    /// What counts the exact cases, if these are not listed.
    pub(crate) roots: Option<Roots>,
}

const OPTIONS: [&str; 18] = [
    "function",
    "param",
    "binade",
    "range",
    "precision",
    "input-precision",
    "rounding",
    "bits",
    "with-inverse",
    "partial",
    "target",
    "test",
    "division",
    "logms",
    "interval",
    "direct",
    "equations",
    "profile",
];

impl Request {
    /// Reads the request of a certificate.
    pub(crate) fn read(certificate: &Value<'_>) -> Checked<Request> {
        let options = certificate.at("request")?;
        options.only(&OPTIONS)?;
        let option = |name: &str| options.find(name).map(Value::text).transpose();
        let params = params(option("param")?.unwrap_or_default())?;
        let expr = function::parse(options.at("function")?.text()?, &params)?;
        let format = |text: &str| match Format::named(text) {
            Some(format) if format.precision <= 113 => Ok(format),
            _ => cannot!("`{text:.40}` is no format that is known here: binary16, …, or 2 to 113"),
        };
        let output = format(option("precision")?.unwrap_or("53"))?;
        let input = option("input-precision")?.map_or(Ok(output.clone()), format)?;
        let rounding = match option("rounding")?.unwrap_or("all").trim() {
            "nearest" => Rounding::Nearest,
            "directed" => Rounding::Directed,
            "all" => Rounding::All,
            other => return cannot!("the rounding `{other:.40}` is not known"),
        };
        let bits: Option<u32> = option("bits")?.and_then(|text| text.trim().parse().ok());
        let Some(bits) = bits.filter(|bits| (2..=400).contains(bits)) else {
            return refuse!("the request does not say for how many bits, 2 to 400");
        };
        let inverse = option("with-inverse")?.is_some_and(|text| text.trim() == "yes");
        let equations = match option("equations")?.unwrap_or("on").trim() {
            "on" => true,
            "off" => false,
            other => return cannot!("the equations `{other:.40}` are neither on nor off"),
        };
        let partial = option("partial")?.is_some_and(|text| text.trim() == "yes");
        let has_midpoints = inverse && rounding != Rounding::Directed;
        let input = if has_midpoints { input.with_midpoints() } else { input };
        let text = match (option("binade")?, option("range")?) {
            (Some(text), None) | (None, Some(text)) => text.to_owned(),
            _ => return refuse!("the request has not one of `binade` and `range`"),
        };
        let range = ordinals(&text, &input)?;
        let Some(segments) = input.segments(&range) else {
            return cannot!("a binade of the range has more than 2^63 inputs");
        };
        let function = certificate.at("function")?.text()?.to_owned();
        let mut request = Request {
            engine: certificate.int_at("engine")?,
            expr,
            function,
            text,
            input,
            output,
            rounding,
            bits,
            inverse,
            equations,
            partial,
            range,
            segments,
            roots: None,
        };
        request.compare(certificate)?;
        request.roots = request.counted(certificate)?;
        Ok(request)
    }

    /// What counts the exact cases of a certificate, if they are not listed.
    fn counted(&self, certificate: &Value<'_>) -> Checked<Option<Roots>> {
        if !certificate.find("exact_by_formula").map_or(Ok(false), Value::flag)? {
            return Ok(None);
        }
        let roots = Roots::new(&self.expr, &self.input, &self.output);
        let are_breakpoints = !self.inverse && self.rounding != Rounding::Nearest;
        ensure!(
            roots.is_some() && are_breakpoints,
            "exact cases are said to be counted, which cannot be done of this request"
        )?;
        Ok(roots)
    }

    /// Everything that repeats the request.
    fn compare(&self, certificate: &Value<'_>) -> Checked<()> {
        let said = function::parse(&self.function, &Params::new())?;
        ensure!(
            said == self.expr,
            "the function is said to be `{}`, but the request has another",
            self.function
        )?;
        for (name, format) in [("input_format", &self.input), ("output_format", &self.output)] {
            let entry = certificate.at(name)?;
            entry.only(&["name", "precision", "emin", "emax"])?;
            let said = Format {
                name: entry.at("name")?.text()?.to_owned(),
                precision: entry.int_at("precision")?,
                emin: entry.int_at("emin")?,
                emax: entry.int_at("emax")?,
            };
            ensure!(said == *format, "{name} is said to be {said:?}; it is {format:?}")?;
        }
        let rounding = match self.rounding {
            Rounding::Nearest => "nearest",
            Rounding::Directed => "directed",
            Rounding::All => "all",
        };
        let same = certificate.at("rounding")?.text()? == rounding
            && certificate.at("range")?.text()? == self.text
            && certificate.int_at::<u32>("epsilon_bits")? == self.bits;
        ensure!(same, "rounding, range or ε are not those of the request")?;
        ensure!(
            certificate.find("inverse").is_some() == self.inverse,
            "cases of the inverse are stated if and only if they were asked for"
        )?;
        self.command(certificate)
    }

    /// The command must be a search, and give the options of the request, each once, and no others. The path of a profile, if the plan
    /// was chosen by one, is not known from elsewhere, nor is whether ε was given or chosen.
    fn command(&self, certificate: &Value<'_>) -> Checked<()> {
        let (command, request) = (certificate.at("command")?.text()?, certificate.at("request")?);
        let Some(words) = words(command) else {
            return refuse!("a shell does not read the command `{command:.300}` as words alone");
        };
        let mut given: Vec<(&str, &str)> = vec![];
        let mut rest = words.iter().map(String::as_str);
        let is_search = rest.next() == Some("tmd-codegen") && rest.next() == Some("search");
        while let Some(word) = rest.next() {
            match word.strip_prefix("--") {
                Some("") => {}
                Some("with-inverse") => given.push(("with-inverse", "yes")),
                Some("partial") => given.push(("partial", "yes")),
                Some(name) => given.push((name, rest.next().unwrap_or_default())),
                None => given.push(("function", word)),
            }
        }
        let mut wanted: Vec<(&str, &str)> = vec![];
        for (name, value) in request.members()? {
            wanted.push((name, value.text()?));
        }
        let count = |name: &str| given.iter().filter(|(own, _)| *own == name).count();
        let has_profile = certificate.find("profile").is_some();
        let is_wanted = |pair: &(&str, &str)| pair.0 == "profile" || wanted.contains(pair);
        let is_given = |pair: &(&str, &str)| {
            given.contains(pair) || (count(pair.0) == 0 && ["bits", "profile"].contains(&pair.0))
        };
        let same = is_search
            && given.iter().all(|pair| is_wanted(pair) && count(pair.0) == 1)
            && wanted.iter().all(is_given)
            && count("profile") == usize::from(has_profile);
        ensure!(same, "the command `{command:.300}` is not that of the request")
    }

    /// Bits of the breakpoints.
    pub(crate) fn breakpoint_bits(&self) -> i32 {
        self.output.precision as i32 + i32::from(self.rounding != Rounding::Directed)
    }

    /// log2 of the spacing of breakpoints where |f| is in [2^e, 2^(e+1)).
    pub(crate) fn spacing(&self, exponent: i32) -> i32 {
        exponent.max(self.output.emin) + 1 - self.breakpoint_bits()
    }

    /// ε.
    pub(crate) fn epsilon(&self) -> Rational {
        Rational::from(1) >> self.bits
    }

    /// The enclosure of consecutive inputs as numbers.
    pub(crate) fn hull(&self, segment: usize, inputs: &Range<u64>, prec: u32) -> Interval {
        let segment = &self.segments[segment];
        let last = inputs.end.saturating_sub(1).max(inputs.start);
        Interval::between(&segment.x(inputs.start), &segment.x(last), prec)
    }
}

/// The words of a command line as shells read them; `None` if they would read more than words: a quote without an end, or a character
/// outside quotes that may have a meaning, or `$` or a backquote in double ones.
fn words(command: &str) -> Option<Vec<String>> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+^@]".contains(c);
    let (mut words, mut word, mut quote) = (vec![], None::<String>, None::<char>);
    let mut rest = command.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (Some('"'), '\\') => {
                let escaped = rest.next().filter(|c| "$`\"\\".contains(*c))?;
                word.get_or_insert_default().push(escaped);
            }
            (Some('"'), '$' | '`') => return None,
            (None, _) if !is_plain(c) => return None,
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

fn params(text: &str) -> Checked<Params> {
    let mut params = Params::new();
    for part in text.split(',').filter(|_| !text.is_empty()) {
        let pair = part.split_once('=').map(|(name, value)| (name.trim(), End::read(value)));
        match pair {
            Some((name, Ok(End::Exact(value))))
                if params.insert(name.to_owned(), value.clone()).is_none() => {}
            _ => return cannot!("the parameter `{part:.60}` cannot be read"),
        }
    }
    Ok(params)
}

/// An end of a range.
enum End {
    Exact(Rational),
    Real(Expr),
}

impl End {
    fn read(text: &str) -> Checked<End> {
        if let Some(value) = literal(text) {
            return Ok(End::Exact(value));
        }
        let expr = function::parse(text, &Params::new())?;
        if expr.has_x() {
            return cannot!("the number `{text:.60}` has an x");
        }
        Ok(exact(&expr, &Rational::new()).map_or_else(|| End::Real(expr), End::Exact))
    }

    /// The ordinal of the least number that is not below it.
    fn ordinal(&self, format: &Format) -> Checked<Integer> {
        let expr = match self {
            End::Exact(value) => return Ok(format.first_from(value)),
            End::Real(expr) => expr,
        };
        let mut prec = 256;
        while prec <= 1 << 15 {
            if let Ok(value) = expand(expr, &Interval::int(0, prec), 0) {
                let ends = [&value[0].lo, &value[0].hi].map(|end| end.to_rational());
                if let [Some(low), Some(high)] = ends
                    && format.first_from(&low) == format.first_from(&high)
                {
                    return Ok(format.first_from(&low));
                }
            }
            prec *= 2;
        }
        cannot!(
            "an end of the range cannot be placed among the inputs: write it as an exact number"
        )
    }
}

/// A rational number as users write it.
pub(crate) fn rational(text: &str) -> Checked<Rational> {
    match End::read(text)? {
        End::Exact(value) => Ok(value),
        End::Real(_) => cannot!("the number `{text:.60}` is not known to be rational"),
    }
}

/// The ordinals of a range: `all`, `A,B`, `A..B`, either in `[…)`.
pub(crate) fn ordinals(text: &str, format: &Format) -> Checked<Range<Integer>> {
    let text = text.trim();
    if text == "all" {
        return Ok(1 - format.end()..format.end());
    }
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let mut depth = 0;
    let mut cuts = text.char_indices().filter_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let length = if c == ',' { 1 } else { 2 };
        (depth == 0 && (c == ',' || text[at..].starts_with(".."))).then_some((at, length))
    });
    let Some((at, length)) = cuts.next() else {
        return cannot!("the range `{text:.80}` cannot be read");
    };
    let range = End::read(&text[..at])?.ordinal(format)?
        ..End::read(&text[at + length..])?.ordinal(format)?;
    match range.start < range.end {
        true => Ok(range),
        false => refuse!("there is no input in the range `{text:.80}`"),
    }
}
